"""What set-up brought: which of its rolls decide a mission."""

from __future__ import annotations

import pytest
from short import play_series

from sasl.asl.game import events as ev
from sasl.content.library import Library, shipped_root
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.counting.setups import SetUps, set_up
from sasl.lab.counting.tally import Tally
from sasl.lab.reports.sections import as_text
from sasl.lab.reports.series_report import sections
from sasl.lab.series.matches import Match
from sasl.lab.series.summary import Summary
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())


def series(*runs: tuple[str, float]) -> SetUps:
    """Runs with so many VPO, in which the ENEMY is so many VP ahead."""
    found = SetUps()
    for number, margin in runs:
        found.add({"vpo": (number,)}, margin, float(margin > 0))
    return found


def test_what_differs_from_run_to_run_is_told_with_its_runs_wins_and_vp() -> None:
    found = series(("9", 4), ("10", 6), ("9", -2))
    found.add({"enemy-ac": ("3",)}, 1, 1.0)
    ((name, values),) = found
    assert name == "vpo", "an AC# that is always the same decides nothing"
    assert {value: outcome.data() for value, outcome in values.items()} == {
        "9": {"runs": 2, "wins": 0.5, "margin": 1.0, "error": 3.0},
        "10": {"runs": 1, "wins": 1.0, "margin": 6.0, "error": 0.0},
    }
    assert list(values) == ["9", "10"], "by number, not by letter"


def test_many_numbers_are_told_in_a_few_stretches_that_hold_every_run() -> None:
    found = series(*((str(number), float(number)) for number in range(1, 21)))
    ((_, values),) = found
    assert list(values) == ["1-5", "6-10", "11-15", "16-20"]
    assert [outcome.data()["runs"] for outcome in values.values()] == [5, 5, 5, 5]
    assert [outcome.data()["margin"] for outcome in values.values()] == [3.0, 8.0, 13.0, 18.0]


def test_what_it_explains_is_all_of_nothing_or_none_of_chance() -> None:
    assert series(("1", 0), ("1", 0), ("2", 5), ("2", 5)).explains("vpo") == 1
    assert series(("1", 0), ("1", 5), ("2", 0), ("2", 5)).explains("vpo") == 0
    assert series(("1", 0), ("1", 2), ("2", 4), ("2", 6)).explains("vpo") == pytest.approx(1 - (4 / 2) / (20 / 3))
    assert series(("1", 3)).explains("vpo") == series().explains("vpo") == 0


def test_it_is_what_the_mission_rolled() -> None:
    session = Session.memory(LIBRARY, "oto-s2", 3)
    for line in ("next", "next", "edge south"):
        session.submit(line)
    state, brought = session.game.state, set_up(session.game)
    assert all(brought[name] == (state.values[name].value,) for name in ("enemy-ac", "enemy-re", "month"))
    assert brought["vpo"] == (str(len(state.control)),) and brought["ec"] == (state.ec,)
    sheets = [sheet.board for sheet in state.layout.sheets]
    assert [f"bd{name.zfill(2)}" for name in brought["mapboard"]] == sheets and len(sheets) == 3


def test_it_is_not_what_the_first_random_event_made_of_it() -> None:
    """S2.2: the command that ends set-up rolls the RPh of Turn 1, whose event may raise the RE#s."""
    before = Session.memory(LIBRARY, "platoon", 1)
    before.submit("next", [])
    game, rolled = before.game, before.game.state.values["enemy-re"].value
    raised = ev.ValueSet("enemy-re", "6/7", "seed")
    events = [ev.StageBegan("play"), raised]
    after = game.after(events[0]).after(raised)
    tally = Tally()
    tally.step(game, events, after)
    assert rolled != "6/7" == after.state.values["enemy-re"].value
    assert tally.ending(after, 2).set_up["enemy-re"] == (rolled,)


def test_a_series_tells_it_and_a_record_keeps_it() -> None:
    summary = Summary()
    for ending in play_series(Match("platoon", 1), range(1, 4)):
        assert isinstance(ending, Ending)
        summary.add(Ending.read(ending.data()))
    text = as_text(sections(summary, LIBRARY))
    numbers = {value: outcome.data()["runs"] for value, outcome in dict(summary.set_ups)["enemy-ac"].items()}
    assert sum(numbers.values()) == 3 and len(numbers) > 1
    (section,) = (part for part in text.split("\n\n") if part.startswith("Set-up results"))
    assert all(f"{value}  " in section for value in numbers) and "ENEMY AC#" in section
    assert summary.data()["set_up"]["enemy-ac"].keys() == numbers.keys()


def test_records_made_before_it_was_kept_have_none_of_it() -> None:
    old = Ending(1, "draw", dict.fromkeys(KEYS, 0.0)).data()
    del old["set_up"]
    summary = Summary()
    summary.add(Ending.read(old))
    assert not dict(summary.set_ups) and "What set-up" not in as_text(sections(summary, LIBRARY))
