"""`sasl campaign`: begun, played in lines, left, resumed, looked at; what is wrong is one sentence."""

from __future__ import annotations

import io
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.unspent import Unspent
from sasl.cli.lines.campaign_lines import CampaignLines
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.kernel.orders.questions import Question

LIBRARY = Library(shipped_root())


def typed(*lines: str, seed: int = 3) -> str:
    """What a campaign in memory prints for these lines."""
    out = io.StringIO()
    session = CampaignSession.memory(LIBRARY, "oto2", seed)
    assert CampaignLines(session, io.StringIO("\n".join(lines) + "\n"), out).run() == 0
    return out.getvalue()


def sasl(folder: Path, line: str, text: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> int:
    """One command line with its saves in `folder`, and `text` on its stdin."""
    if monkeypatch:
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
    return main([*line.split(), "--saves", str(folder)])


def test_a_new_campaign_is_played_in_lines_left_and_resumed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "next\nbuy german I1 on-map\nquit\n"
    assert sasl(tmp_path, "campaign new oto2 --name c --seed 4 --plain", text, monkeypatch) == 0
    told = capsys.readouterr().out
    assert "On Track to Orsha" in told and "; 59 left" in told and "Saved as campaign 'c'." in told
    for words in ("campaign resume c --plain", "campaign play c --plain", "campaign play --plain", "resume c --plain"):
        assert sasl(tmp_path, words, "quit\n", monkeypatch) == 0
        assert "CPP German 59, Russian 68" in capsys.readouterr().out


def test_a_campaign_stands_among_the_games_with_its_log_and_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sasl(tmp_path, "campaign new oto2 --name c --seed 4 --plain", "next\nbuy german I1\nquit\n", monkeypatch)
    capsys.readouterr()
    assert sasl(tmp_path, "games") == 0
    assert capsys.readouterr().out.startswith("c  oto2 ")
    assert sasl(tmp_path, "campaign list") == 0
    listed = capsys.readouterr().out
    assert "oto2 " in listed and "votg" in listed and "\nc  oto2 " in listed
    assert sasl(tmp_path, "log c") == 0
    assert "German I1 (p10), 7 CPP (Rifle Co. I)" in capsys.readouterr().out
    assert sasl(tmp_path, "campaign show c") == 0
    shown = capsys.readouterr().out
    assert "p10 I1 Rifle Co. I, 7 CPP" in shown and "CG ROSTER: Russian" in shown
    assert sasl(tmp_path, "campaign show c --json") == 0
    assert '"german.cpp": 59' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("campaign new otoo2 --plain", "there is no campaign 'otoo2'"),
        ("campaign play nobody --plain", "there is no campaign 'nobody'"),
        ("campaign play --plain", "there is no saved campaign"),
        ("campaign show nobody", "nobody"),
        ("campaign result nobody", "there is no campaign 'nobody'"),
        ("campaign", "need a terminal"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert sasl(tmp_path, line, "g467-1 K12", monkeypatch) == 1
    told = capsys.readouterr().err.strip()
    assert said in told and "Traceback" not in told


def test_a_mission_that_is_named_as_a_campaign_says_how_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sasl(tmp_path, "play oto-s1 --name m --seed 1 --plain", "quit\n", monkeypatch)
    capsys.readouterr()
    assert sasl(tmp_path, "campaign play m --plain", "", monkeypatch) == 1
    assert "is a game of a mission, not a campaign; open it with: sasl resume m" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("next", "buy german I99"), "the German chart has no group 'I99'"),
        (("next", "buy german I1 20"), "no more I1 Rifle Co. I on this CG Date: 2 at most (7.5187)"),
        (("next", "fortify german trench"), "fortifications are bought in their own step (7.520)"),
        (("buy german I1",), "groups are bought in the purchasing step (7.518)"),
        (("pieces moon",), "'moon' is neither a side nor a box"),
        (("show ZZ99",), "ZZ99 is not on the map in play"),
        (("roster x",), "'x' is not a side"),
        (("odds german",), "odds needs a Reinforcement Group"),
        (("frobnicate",), "there is no command 'frobnicate'"),
        (("undo 7",), "there is nothing to take back"),
    ],
)  # fmt: skip
def test_wrong_input_is_refused_in_one_sentence(lines: tuple[str, ...], said: str) -> None:
    text = typed(*lines, "quit")
    refusals = [line for line in text.splitlines() if line.startswith("No: ")]
    assert len(refusals) == 1 and said in refusals[0] and refusals[0].endswith((".", "?"))


def test_undo_lists_purchases_and_figures_and_redo_brings_them_back() -> None:
    text = typed("next", "buy german I1", "undo", "redo", "jump 0", "quit")
    assert text.count("Change this on your board:") == 3
    assert "German CPP is 66 (was 59)" in text and "German I1 (p10) is not bought" in text
    assert "German I1 (p10) is bought, not rolled for yet" in text


def test_counters_of_a_kind_that_come_at_once_are_one_line_and_each_can_be_asked_why() -> None:
    text = typed("next", "log 3", "quit")
    assert "Russian 6 x GAZ-MM (rgazmm1 to rgazmm6) join" in text and "10 x Wire (w6 to w15)" in text


def test_why_explains_a_roll_of_the_campaign_in_full() -> None:
    text = typed("dice 3 4", "roll cg.oto2.leaders german", "why", "quit")
    assert "Leaders of an Infantry Company" in text and "Roll: DR" in text and "Dice: typed" in text


def test_quit_in_a_question_leaves_the_command_and_the_campaign() -> None:
    for line in ("next", "on"):
        text = typed("dice hand", "next", line, "quit", "steps")
        assert "Left as it was" in text and "Not saved" in text
        assert "7.501" not in text.rpartition("Left as it was")[2]


def test_a_question_that_wants_words_shows_what_it_is_about_and_its_default() -> None:
    out = io.StringIO()
    player = CampaignLines(CampaignSession.memory(LIBRARY, "rb", 1), io.StringIO(), out)
    player.put(Question("text", "Which AFV form platoons?", "a / b", lines=("a StuG IIIG",)), ())
    assert out.getvalue().splitlines() == ["  Which AFV form platoons?", "    a StuG IIIG", "    (Enter: a / b)"]


def test_a_question_of_a_step_can_be_left_with_abort_and_nothing_has_happened() -> None:
    text = typed("dice hand", "next", "next", "abort", "steps", "quit")
    assert "Left as it was." in text and "► 7.518 Purchasing Reinforcement Groups" in text


def test_the_help_of_the_command_line_needs_no_content() -> None:
    code = (
        "import atexit, sys; from sasl.cli.main import main; heavy = ('pydantic', 'yaml', 'textual', 'sasl.campaign'); "
        "atexit.register(lambda: print([name for name in sys.modules if name.startswith(heavy)], file=sys.stderr)); "
        "main(['campaign', '--help'])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "usage: sasl campaign" in found.stdout and found.stderr.strip() == "[]"


def test_a_result_is_entered_from_a_file_all_of_it_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sasl(tmp_path, "campaign new oto2 --name c --seed 4 --plain", "next\n" + "next\n\n\n\n" * 12, monkeypatch)
    capsys.readouterr()
    good = "# what is left\ng467-1 K12 broken\nresult cvp russian 6\n\ncontrol K12 german\n"
    assert sasl(tmp_path, "campaign result c", good + "g467-99 K13\n", monkeypatch) == 1
    assert "line 6: 'g467-99 K13'" in (said := capsys.readouterr().err) and "nothing was entered" in said
    assert sasl(tmp_path, "campaign result c", good, monkeypatch) == 0
    out, err = capsys.readouterr()
    assert "Russian CVP earned 6" in out and "off the map and in no line, left that way (CG7): German: " in err
    assert sasl(tmp_path, "campaign show c") == 0
    assert "CVP 6" in capsys.readouterr().out
    assert sasl(tmp_path, "campaign result c", "\n", monkeypatch) == 1
    assert "the text has no line to enter" in capsys.readouterr().err


def test_what_the_program_buys_for_its_side_in_secret_shows_nowhere() -> None:
    text = typed("option german-plays on", "next", "next", *[""] * 15, "show", "show german", "log all", "undo", "quit")
    after = text[text.index("German Secret DR and purchases: kept secret") :]
    assert "German        ?    ?" in after and "CPP ?, FPP ?" in after and "Purchases: secret" in after
    assert "(kept secret)\n  (kept secret)" not in after and "(kept secret)" in after
    assert "buy german" not in after and "German CPP" not in after and " (p10)" not in after


RESULT = (
    "g467-1,g467-2,g467-3 K20; g467-4 K21 broken; g467-6 gone; gchmg1 N20; r628-1,r628-2 M25; rkv1s1 N26 immobile; "
    "control K20,K21,N20 german; control M25,N26 russian; cvp russian 6; cvp german 9; blaze K14"
)


class Player(CampaignLines):
    """Types its lines; enter answers every question."""

    def __init__(self, session: CampaignSession, lines: list[str], out: io.StringIO) -> None:
        super().__init__(session, io.StringIO(), out)
        self.left = lines

    def _read(self, prompt: str) -> str | None:
        if prompt == "? ":
            return ""
        return self.left.pop(0) if self.left else None


def test_from_the_start_through_the_scenario_and_a_whole_refit_to_the_next_date_and_three_steps_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    session = CampaignSession.memory(LIBRARY, "oto2", 5)
    monkeypatch.setattr(session, "close", lambda: None)
    lines = ["next", "buy german I1 on-map", "buy german M1 2", "buy russian I3 off-board", "next", "next",
             "fortify german trench 4", *["on"] * 4, f"result {RESULT}", *["on"] * 40]  # fmt: skip
    while "recon-purchase" not in {item.step for item in [session.game.step] if item} or session.game.state.date == 0:
        assert lines, out.getvalue()[-2000:]
        player = Player(session, [lines.pop(0)], out)
        player.run()
    text = out.getvalue()
    told = ("REORGANIZATION PHASE", "Isolated Areas:", "CG Date 23 June, PM", "German CPP: DR", "7.514", "Wind force")
    assert [word for word in told if word not in text] == []
    assert session.game.state.pieces["g467-6"].box == "gone"
    place = session.moments[-1].n
    Player(session, ["undo 3", "redo 3", "roster german"], out).run()
    assert session.moments[-1].n == place
    assert "23AM                23PM" in out.getvalue()


def test_7_518_next_says_in_lines_what_would_be_left_unspent(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a pipe it says so and goes on; a player at a terminal is told once, and buys or means it."""
    assert "  next ends the purchases with 68 Russian CPP and 59 German CPP unspent (7.518)." in typed(
        "next", "buy german I1", "ne", "quit"
    )
    commands = iter(("next", "on", "buy german I1", "n", "n", "quit"))
    monkeypatch.setattr("sasl.cli.lines.line_mode.asked_line", lambda prompt: next(commands) if prompt == "> " else "")
    out, session = io.StringIO(), CampaignSession.memory(LIBRARY, "oto2", 3)
    lines = CampaignLines(session, io.StringIO(), out)
    lines.prompted, lines.unspent = True, Unspent(clock=count().__next__)  # a second goes by between two lines
    assert lines.run() == 0
    warned = [line for line in out.getvalue().splitlines() if "unspent" in line]
    assert warned == [
        "  next again ends the purchases with 68 Russian CPP and 66 German CPP unspent (7.518).",
        "  next again ends the purchases with 68 Russian CPP and 59 German CPP unspent (7.518).",
    ], "an order between brings the line again"
    assert session.game.step is not None and session.game.step.step == "strength"
