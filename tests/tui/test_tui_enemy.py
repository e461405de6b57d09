"""The ENEMY at the table: its acts shown before they are done, vetoed, replaced, run; its fire at moves; why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playing_screens import another, at_first_mph, back, give, opens, playing, to, until
from textual import events
from textual.widgets import Input, Static

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Phase
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option, Question, QuestionKind
from sasl.minds import mind
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening
from sasl.orders.engine import Ask, Done
from sasl.orders.fire_orders import Fire, PanzerFaust
from sasl.orders.move_orders import Move
from sasl.orders.reminder import Reminder
from sasl.saves.session import Session
from sasl.solitaire.briefing.prompts import awaited
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.play.ordering.halts import FireDialog
from sasl.tui.play.past import act_done
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.widgets import bars
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.dialogs import ListDialog, PickDialog, SeenDialog
from sasl.tui.widgets.keyed import with_keys
from sasl.tui.widgets.lines import LineList
from sasl.tui.widgets.popups import SoFar

REASONS = ("K14 is the nearest VPO", "danger 0.12", "M15 by assault: danger 0.31", "row Advance 7, danger-mf 4 [house]")


@pytest.fixture
def fight(library: Library, monkeypatch: pytest.MonkeyPatch) -> Session:
    """467a with a LMG in M16, a FRIENDLY squad in M18; no S?, and an ENEMY that does nothing until it is told to."""
    for rooms in (mind.OWN_TURN, mind.OTHER_TURN):
        for phase in list(rooms):
            monkeypatch.setitem(rooms, phase, lambda game, decider: None)
    monkeypatch.setattr(opening, "first_fire", lambda *facts: None)
    return another(_fight(library))


@cache
def _fight(library: Library) -> Session:
    session = at_first_mph(library)
    for name in list(session.game.state.suspects):
        give(session, f"suspect remove {name}")
    for unit in list(session.game.state.units.values()):
        if unit.hex:
            give(session, f"put {unit.id} {'DD28' if unit.side == 'FRIENDLY' else 'off'}")
    for line in (
        "option command off",
        "option ask-los off",
        "new ENEMY 4-6-7 M16",
        "new ENEMY LMG",
        "give LMGa 467a",
        "new FRIENDLY 6-2-8 M18",
    ):
        give(session, line)
    return session


def wants(monkeypatch: pytest.MonkeyPatch, phase: Phase, *acts: Act) -> None:
    """The ENEMY wants these acts in its own phase, one after the other."""

    def room(game: Game, decider: Decider) -> Act | None:
        moved = {unit.id for unit in game.state.on_map("ENEMY") if unit.mf or unit.flags & {"prep", "first", "final"}}
        return next((act for act in acts if act.key not in game.state.passed | moved), None)

    monkeypatch.setitem(mind.OWN_TURN, phase, room)
    monkeypatch.setitem(mind.OTHER_TURN, phase, room)


MOVE = Act(
    "467a", Move(("467a",), ("L16", "K17")), "467a moves to K17: toward K14", REASONS, ("467a",), ("M16", "L16", "K17")
)


def mine(session: Session) -> str:
    """The FRIENDLY squad of the fight."""
    return next(unit.id for unit in session.game.state.units_at("M18") if unit.kind == "squad")


def shown(screen: object) -> str:
    """What a popup says, whole."""
    assert isinstance(screen, (ActDialog, AttackDialog, ListDialog))
    texts = [str(item.render()) for item in screen.query(Static)]
    return "\n".join([*texts, *(with_keys(item, line.text) for item in screen.query(LineList) for line in item.lines)])


async def test_an_act_is_shown_on_the_map_before_it_is_done(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(fight, "ENEMY", "MPh")
    give(fight, "option fire-stops off")
    wants(monkeypatch, "MPh", MOVE)
    async with playing(fight, tmp_path, (80, 24)) as (pilot, play):
        line = play.query_one(KeyLine).render_line(0).text
        assert "e shot  E run" in line and line.rstrip().endswith("? help")
        await pilot.press("n")
        await opens(pilot, ActDialog)
        text = shown(pilot.app.screen)
        assert "ENEMY 467a moves to K17" in text and "Why: K14 is the nearest VPO   (w: 3 more reasons)" in text
        assert "danger 0.31" not in text
        assert play.map.path == {"M16", "L16", "K17"} and "M16" in play.map.targets
        assert fight.game.state.units["467a"].hex == "M16"
        await pilot.press("w")
        assert all(reason in shown(pilot.app.screen) for reason in REASONS)
        box = pilot.app.screen.query_one(".act").region
        assert box.bottom <= 24 and box.right <= 80
        await pilot.press("w", "n")
        await until(pilot, lambda: fight.game.state.units["467a"].hex == "K17")
        assert "ENEMY 467a moves to K17" in str(play.said.render()) and play.map.path >= {"L16", "K17"}
        await pilot.press("w")
        await opens(pilot, ListDialog)
        assert all(reason in shown(pilot.app.screen) for reason in REASONS)
        assert "The outcome" in shown(pilot.app.screen)
        assert "danger-mf: MF that 1 expected harm" in shown(pilot.app.screen), "what the figure is that decided"
        await pilot.press("space", "escape")
        assert not play.map.path, "the marks fade"


async def test_a_veto_and_an_order_of_ones_own(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "MPh")
    give(fight, "option fire-stops off")
    wants(monkeypatch, "MPh", MOVE)
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("n")
        await opens(pilot, ActDialog)
        await pilot.press("escape")
        assert "nothing happened" in str(play.said.render()) and not play.map.path
        await pilot.press("n")
        await opens(pilot, ActDialog)
        await pilot.press("v")
        await until(pilot, lambda: pilot.app.screen is play and "467a" in fight.game.state.passed)
        assert "vetoed" in str(play.said.render()) and "your own order" in str(play.said.render())
        assert any("467a: vetoed, so it does not happen" in line.text for line in fight.log())
        assert act_done(fight.moments[-1].events).endswith(", vetoed"), "the list of moments does not call it done"
        fight.undo()
        play.changed()
        await pilot.press("n")
        await opens(pilot, ActDialog)
        await pilot.press("r")
        await until(pilot, lambda: pilot.app.screen is play and list(play.selection.ids) == ["467a"])
        assert play.map.cursor == "M16"
        play.map.set_cursor("M15")
        await pilot.press("m")
        await until(pilot, lambda: fight.game.state.units["467a"].hex == "M15")


async def test_ask_no_more(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "MPh")
    give(fight, "option fire-stops off")
    give(fight, "new ENEMY 4-6-7 M15")
    wants(
        monkeypatch, "MPh", MOVE, replace(MOVE, key="467b", order=Move(("467b",), ("N15",)), title="467b moves to N15")
    )
    async with playing(fight, tmp_path) as (pilot, _):
        await pilot.press("n")
        await opens(pilot, ActDialog)
        await pilot.press("a")
        await until(pilot, lambda: not fight.game.state.option("confirm-acts"))
        assert fight.game.state.units["467a"].hex == "K17"
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.units["467b"].hex == "N15")
        await pilot.press("O")
        await opens(pilot, PickDialog)
        await pilot.press("enter")  # confirm-acts is the first
        await until(pilot, lambda: fight.game.state.option("confirm-acts"))
        await opens(pilot, PickDialog)


SHOT = Act(
    "467a",
    Fire(("467a", "LMGa"), "M18"),
    "467a,LMGa fire at M18: expected loss 0.41 squads",
    REASONS,
    ("467a", "LMGa"),
    (),
    "M18",
)


def fires_into_m17(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ENEMY fires by itself, once, at who moves into M17."""

    def fires(game: Game, decider: Decider, movers: object, place: str, *more: object) -> Act | None:
        return (
            replace(SHOT, order=Fire(("467a", "LMGa"), place), target=place)
            if place == "M17" and "first" not in game.state.units["467a"].flags and "467a" not in game.state.passed
            else None
        )

    monkeypatch.setattr(opening, "first_fire", fires)


async def test_an_enemy_attack_is_read_vetoed_and_rolled(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(fight, "ENEMY", "PFPh")
    wants(monkeypatch, "PFPh", SHOT)
    async with playing(fight, tmp_path, (80, 24)) as (pilot, play):
        await pilot.press("n")
        sheet = await opens(pilot, AttackDialog)
        assert "M17" in play.map.los and "M18" in play.map.targets
        assert sheet.preview.expected and not set(REASONS) & set(sheet.preview.facts)
        assert "Why: K14 is the nearest VPO" in shown(sheet) and "v veto" in shown(sheet)
        await pilot.press("w")
        assert REASONS[2] in shown(sheet)
        await pilot.press("w", "v")
        await until(pilot, lambda: pilot.app.screen is play and "467a" in fight.game.state.passed)
        assert any("467a: vetoed, so it does not happen" in line.text for line in fight.log())
        assert not any(isinstance(event, ev.Rolled) for event in fight.moments[-1].events)
        fight.undo()
        play.changed()
        await pilot.press("n")
        await opens(pilot, AttackDialog)
        await pilot.press("n")  # n goes on here, too
        await until(pilot, lambda: pilot.app.screen is play and "M18" in play.map.shots)
        assert "467a,LMGa fire at M18: expected loss 0.41 squads: " in str(play.said.render())


async def test_runs_do_not_ask(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "PFPh")
    give(fight, "new ENEMY 4-6-7 M15")
    wants(monkeypatch, "PFPh", SHOT, replace(SHOT, key="467b", order=Fire(("467b",), "M18"), title="467b fires at M18"))
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("e")
        await until(pilot, lambda: fight.moments[-1].command == "enemy shot")
        assert "prep" in fight.game.state.units["467a"].flags and not fight.game.state.units["467b"].flags
        await pilot.press("E")
        await until(pilot, lambda: "prep" in fight.game.state.units["467b"].flags)
        give(fight, "next")
        to(fight, "ENEMY", "DFPh")
        play.changed()
        await pilot.pause(0.05)
        assert "e shot" not in play.query_one(KeyLine).render_line(0).text
        count = len(fight.moments)
        await pilot.press("e")
        assert len(fight.moments) == count and "it has nothing to do in this phase" in play.said.last
        await pilot.press("E")
        assert len(fight.moments) == count


async def test_a_run_goes_on_after_a_question(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each act whose dice are asked for is a command of its own; the run needs one key all the same."""
    to(fight, "ENEMY", "PFPh")
    for line in ("new ENEMY 4-6-7 M15", "dice hand enemy"):
        give(fight, line)
    wants(monkeypatch, "PFPh", SHOT, replace(SHOT, key="467b", order=Fire(("467b",), "M18"), title="467b fires at M18"))
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        await pilot.press("E")
        for _ in range(2):
            await opens(pilot, AskDialog)
            await pilot.press("6", "space", "5", "enter")
            await until(pilot, lambda: pilot.app.screen is play or isinstance(pilot.app.screen, AskDialog))
        await until(pilot, lambda: "prep" in fight.game.state.units["467b"].flags)
        await until(pilot, lambda: not play.running.on)
        commands = [moment.command for moment in fight.moments[count:]]
        assert commands[:3] == ["enemy phase", "enemy phase", "next"], "its dice were asked for in each act"
        assert "467b fires at M18" in play.said.last


async def test_a_run_ends_where_i_have_something_to_decide(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E goes through phases in which nobody of mine can act, and tells what I could do; only n ends such a phase."""
    to(fight, "ENEMY", "PFPh")
    wants(monkeypatch, "PFPh", SHOT)
    give(fight, "dice 6 5")
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("E")
        await until(pilot, lambda: not play.running.on)
        state = fight.game.state
        assert (state.side, state.phase) == ("ENEMY", "DFPh") and "may fire" in play.said.last
        assert "467a,LMGa fire at M18" in play.said.last, "what it did before is told, too"
        assert not play.enemy_acts and "E run" in play.query_one(KeyLine).render_line(0).text
        await pilot.press("E")
        await until(pilot, lambda: not play.running.on)
        assert fight.game.state.phase == "DFPh" and "n ends the DFPh" in play.said.last
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.phase != "DFPh")


async def test_a_run_goes_through_my_own_phases_up_to_one_that_leaves_me_something(
    fight: Session, tmp_path: Path
) -> None:
    """E is no refusal there: it stops where a unit of mine could act, and only n ends that phase."""
    to(fight, "FRIENDLY", "AFPh")
    mine(fight)
    async with playing(fight, tmp_path) as (pilot, play):
        assert "E run" not in play.query_one(KeyLine).render_line(0).text, "the key line keeps its room"
        await pilot.press("E")
        await until(pilot, lambda: not play.running.on)
        at = fight.game.state.moment
        assert fight.game.state.side == "FRIENDLY" and "; n ends the" in play.said.last
        await pilot.press("E")
        await until(pilot, lambda: not play.running.on)
        assert fight.game.state.moment == at
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.moment != at)


async def test_what_the_enemy_fires_at_my_move_may_be_rolled_unasked_for_a_phase(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E on the first paper answers the others of this MPh, Residual FP among them; the next phase asks again."""

    give(fight, "new ENEMY 4-6-7 M15")

    def fires(game: Game, decider: Decider, movers: object, place: str, *more: object) -> Act | None:
        name = {"M17": "467a", "L17": "467b"}.get(place, "")
        waits = name and not game.state.units[name].flags & {"first", "final"}
        return replace(SHOT, key=name, order=Fire((name,), place, ("only",)), target=place) if waits else None

    monkeypatch.setattr(opening, "first_fire", fires)
    async with playing(fight, tmp_path) as (pilot, play):
        give(fight, "dice 6 6 6 6")
        mover = mine(fight)
        play.orders.submit(f"move {mover} M17 L17")
        await opens(pilot, AttackDialog)
        assert "n rolls  E the phase" in shown(pilot.app.screen)
        await pilot.press("E")
        await until(pilot, lambda: pilot.app.screen is play and play.orders.halts.rest != "")
        await pilot.press("c")
        await until(pilot, lambda: fight.game.state.units[mover].hex == "L17")
        shots = sum(isinstance(event, ev.Fired) for moment in fight.moments for event in moment.events)
        assert shots == 2 and pilot.app.screen is play, "the second was rolled without its paper"


async def test_an_order_of_ones_own_ends_a_run_that_a_question_held_up(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing goes on by itself after it."""
    to(fight, "ENEMY", "PFPh")
    give(fight, "dice hand enemy")
    wants(monkeypatch, "PFPh", SHOT)
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("E")
        await opens(pilot, AskDialog)
        assert play.running.held
        await pilot.press("escape")
        await back(pilot, play)
        assert not play.running.on
        play.running.begin()
        play.orders.submit("note mine")
        await pilot.pause(0.1)
        assert fight.moments[-1].command == "note mine" and not play.running.on


async def test_all_rallies_are_rolled_by_one_key(fight: Session, tmp_path: Path) -> None:
    """rally all shows the first on paper; E there rolls the others, and no run of the ENEMY begins."""
    to(fight, "ENEMY", "RPh")
    for _ in range(2):
        give(fight, "new FRIENDLY 6-2-8 M20")
    broken = [unit.id for unit in fight.game.state.units_at("M20", "FRIENDLY")]
    give(fight, f"break {','.join(broken)}")
    give(fight, "new FRIENDLY 8-1 M20")
    async with playing(fight, tmp_path) as (pilot, play):
        play.orders.submit("rally all")
        await opens(pilot, AttackDialog)
        await pilot.press("E")
        await back(pilot, play)
        rolled = [event for event in fight.moments[-1].events if isinstance(event, ev.Rolled)]
        assert fight.moments[-1].command == "rally all" and len(rolled) == len(broken) > 1
        assert not play.running.on and fight.game.state.phase == "RPh"


async def test_one_key_sees_what_came_and_goes_on(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a run came to stands on a list where the line has no room; E there closes it and lets the ENEMY go on, but
    not where I am left with something to do."""
    to(fight, "ENEMY", "PFPh")
    give(fight, "new ENEMY 4-6-7 M15")
    wants(monkeypatch, "PFPh", SHOT)
    give(fight, "dice 1 1 6 6")
    monkeypatch.setattr(bars, "MOST_LINES", 1)
    squad = mine(fight)
    async with playing(fight, tmp_path) as (pilot, _):
        await pilot.press("E")
        await opens(pilot, SeenDialog)
        assert isinstance(pilot.app.screen, SeenDialog)
        first = pilot.app.screen.lines[0].text
        assert first.startswith("FRIENDLY: ") and squad in first
        assert "E seen" not in pilot.app.screen.query_one(KeyLine).render_line(0).text
        await pilot.press("E")
        assert isinstance(pilot.app.screen, SeenDialog)
        await pilot.press("n", "n")
        await until(pilot, lambda: fight.game.state.phase != "DFPh")


async def test_what_came_of_a_command_stands_on_a_list_where_the_line_has_no_room(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    give(fight, "option confirm-fire off")
    squad = mine(fight)
    give(fight, "new ENEMY 4-6-7 M19")
    to(fight, "FRIENDLY", "PFPh")
    monkeypatch.setattr(bars, "MOST_LINES", 1)
    async with playing(fight, tmp_path) as (pilot, play):
        give(fight, "dice 1 1 6 6 6 6")
        play.orders.submit(f"fire {squad} M19")
        await opens(pilot, SeenDialog)
        assert isinstance(pilot.app.screen, SeenDialog) and pilot.app.screen.lines[0].text.startswith("ENEMY: ")
        await pilot.press("space")
        await back(pilot, play)
        play.orders.submit("note short")
        await pilot.pause(0)
        assert pilot.app.screen is play


async def test_my_move_is_fired_at_and_goes_on(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ENEMY fires by itself; the rest of the move is one key away, and no popup only wants a key."""
    give(fight, "option confirm-acts off")

    fires_into_m17(monkeypatch)
    async with playing(fight, tmp_path) as (pilot, play):
        give(fight, "dice 6 6")
        mover = mine(fight)
        play.orders.submit(f"move {mover} M17 L17")
        await until(pilot, lambda: fight.moments[-1].command.startswith("move"))
        assert pilot.app.screen is play and fight.game.state.units[mover].hex == "M17"
        assert f"c goes on: move {mover} L17" in str(play.query_one("#prompt").render())
        assert "467a" not in play.firers and "M17" in play.map.shots
        await pilot.press("c")
        await until(pilot, lambda: fight.game.state.units[mover].hex == "L17")


async def test_an_enemy_move_halts_where_i_may_fire(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(fight, "ENEMY", "MPh")

    def room(game: Game, decider: Decider) -> Act | None:
        here = game.state.units["467a"].hex
        way = {"M16": ("L16", "K17"), "L16": ("K17",)}.get(str(here))
        return replace(MOVE, order=Move(("467a",), way)) if way and "467a" not in game.state.passed else None

    monkeypatch.setitem(mind.OWN_TURN, "MPh", room)
    give(fight, "option confirm-acts off")
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("n")
        await opens(pilot, FireDialog)
        assert fight.game.state.units["467a"].hex == "L16"
        question = pilot.app.screen
        assert isinstance(question, FireDialog) and list(question.ticked) == [mine(fight)]
        assert "Who fires at 467a in L16" in question.question.text
        await pilot.press("enter")
        sheet = await opens(pilot, AttackDialog)
        assert not sheet.reasons
        await pilot.press("equals_sign", "n", "o", "enter")
        await back(pilot, play)
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.units["467a"].hex == "K17")


async def test_a_command_in_one_burst_is_typed_whole(fight: Session, tmp_path: Path) -> None:
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        for key in (":", *"note move him"):
            pilot.app.post_message(events.Key({":": "colon", " ": "space"}.get(key, key), key))
        pilot.app.post_message(events.Key("enter", None))
        await until(pilot, lambda: len(fight.moments) > count)
        assert fight.moments[-1].command == "note move him"
        await pilot.press("colon")
        pilot.app.post_message(events.Paste("note pasted\n"))
        await until(pilot, lambda: play.query_one("#command", Input).value == "note pasted")


def test_the_question_of_an_act_knows_the_act(fight: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "MPh")
    give(fight, "option fire-stops off")
    wants(monkeypatch, "MPh", MOVE)
    asked = fight.submit("next")
    assert isinstance(asked, Ask) and asked.decided is not None and asked.decided.path == ("M16", "L16", "K17")
    assert isinstance(fight.submit("next", ("veto",)), Done)
    assert isinstance(PlayScreen.BINDINGS, list)


async def test_escape_leaves_the_reasons_first(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "PFPh")
    wants(monkeypatch, "PFPh", SHOT)
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        await pilot.press("n")
        await opens(pilot, AttackDialog)
        sheet = pilot.app.screen
        line = sheet.query_one("#answer", Input)
        for burst in ("number 8", "roll", "drop 9", "dice 5 6"):  # typed at once it is a correction, and no key
            for key in burst:
                pilot.app.post_message(events.Key("space" if key == " " else key, key))
            await until(pilot, lambda burst=burst: line.value == burst)  # type: ignore[misc]
            await pilot.press("escape")
        await pilot.press("#", "8")
        assert line.value == "number 8"
        await pilot.press("escape", "w", "escape")
        assert pilot.app.screen is sheet and "Why the ENEMY does it" not in shown(sheet)
        await pilot.press("escape")
        await back(pilot, play)
        assert len(fight.moments) == count


@pytest.mark.parametrize("key", ["n", "a"])
async def test_a_hit_of_the_enemys_goes_on_as_its_shot_did(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """n rolls what comes of the hit, too; who wants to be asked no more is not asked for it."""
    for line in ("new ENEMY 75L AT M16", "new ENEMY 2-2-8 M16", f"put {mine(fight)} M17"):
        give(fight, line)
    to(fight, "ENEMY", "PFPh")
    gun = next(unit.id for unit in fight.game.state.units_at("M16") if unit.kind == "gun")
    wants(
        monkeypatch, "PFPh", replace(SHOT, key=gun, order=Fire((gun,), "M17", ("infantry", "he")), title="a gun fires")
    )
    async with playing(fight, tmp_path) as (pilot, play):
        give(fight, "dice 1 2")
        await pilot.press("n")
        await opens(pilot, AttackDialog)
        await pilot.press(key)
        if key == "n":
            await until(pilot, lambda: isinstance(pilot.app.screen, AttackDialog) and pilot.app.screen.sequel)
            assert "n rolls" in str(pilot.app.screen.query_one("#foot", Static).render())
            await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AttackDialog))
        await until(
            pilot, lambda: any(isinstance(event, ev.Fired) for moment in fight.moments[-2:] for event in moment.events)
        )
        if key == "a":
            assert "-> hit" in play.said.last and "not asked again" in play.said.last


async def test_n_rolls_on_through_a_panzerfaust_of_the_enemys(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it attacks with: n allows the shot and n rolls what comes of its hit."""
    give(fight, "new FRIENDLY T-34 M43 M17")
    to(fight, "ENEMY", "PFPh")
    order = PanzerFaust("467a", "M17")
    wants(monkeypatch, "PFPh", replace(SHOT, key="467a", order=order, title="a Panzerfaust is fired"))
    async with playing(fight, tmp_path) as (pilot, _):
        give(fight, "dice 1 1 1 3 4")
        await pilot.press("n")
        for dialog, says in ((ActDialog, "n does it"), (AttackDialog, "n rolls"), (AttackDialog, "n rolls")):
            await until(pilot, lambda wanted=dialog: isinstance(pilot.app.screen, wanted))  # type: ignore[misc]
            paper = pilot.app.screen
            assert says in str(paper.query_one("#foot", Static).render())
            await pilot.press("n")
            await until(pilot, lambda left=paper: pilot.app.screen is not left)  # type: ignore[misc]
        await until(pilot, lambda: not fight.game.state.units_at("M17"))


async def test_a_next_too_many_does_not_end_my_phase(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a popup of the ENEMY's fire at a move, n tells who may move on before it ends the MPh."""

    fires_into_m17(monkeypatch)
    async with playing(fight, tmp_path) as (pilot, play):
        give(fight, "dice 6 6")
        play.orders.submit(f"move {mine(fight)} M17")
        await opens(pilot, AttackDialog)
        await pilot.press("n")
        await back(pilot, play)
        await pilot.press("n")
        await until(pilot, lambda: play.said.last.startswith("1 unit may move on"))
        assert "n again ends the MPh" in play.said.last
        assert fight.game.state.phase == "MPh"
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.phase == "DFPh")


async def test_in_a_pane_a_next_too_many_names_the_key_that_leads_back_to_the_map(
    fight: Session, tmp_path: Path
) -> None:
    """In the log tab is the next pane: esc goes to the map, where it walks through the units."""
    async with playing(fight, tmp_path) as (pilot, play):
        for focused in (True, False):
            (play.query_one("#log") if focused else play.map).focus()
            await pilot.pause()
            play.orders.reminder = Reminder()
            play.orders.submit("next")
            await pilot.pause()
            assert "again ends the MPh" in play.said.last
            assert ("esc, then tab " in play.said.last) is focused, play.said.last


def test_a_vetoed_fire_group_is_not_offered_in_another_name(fight: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    to(fight, "ENEMY", "AFPh")
    give(fight, "new ENEMY 4-6-7 M16")
    group = replace(SHOT, order=Fire(("467a", "LMGa", "467b"), "M18"), ids=("467a", "467b", "LMGa"))
    wants(monkeypatch, "AFPh", group, replace(group, key="467b"))
    assert isinstance(fight.submit("next"), Ask)
    assert isinstance(fight.submit("next", ("cancel",)), Done)
    assert {"467a", "467b"} <= fight.game.state.passed


@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
@pytest.mark.parametrize("far", ["M16", "I16"])
async def test_the_paper_of_an_act_leaves_its_line_of_fire_in_view(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], far: str
) -> None:
    """Both ends of it, where they have room beside the paper."""
    to(fight, "ENEMY", "PFPh")
    for line in (f"put 467a {far}", f"los {far} M18 clear"):
        give(fight, line)
    shot = Act("467a", Fire(("467a",), "M18"), "467a fires at M18", REASONS, ("467a",), (), "M18")
    wants(monkeypatch, "PFPh", shot)
    async with playing(fight, tmp_path, size) as (pilot, play):
        play.map.set_zoom(2)
        play.map.set_cursor("M16")
        await pilot.press("n")
        await opens(pilot, AttackDialog)
        await pilot.pause(0.1)
        paper = pilot.app.screen.query_one(".attack").region
        scroll, at = play.map.scroll_offset, play.map.region
        for name in (far, "M18"):
            place = play.map.region_of(name)
            left, top = at.x + place.x - scroll.x, at.y + place.y - scroll.y
            assert (at.x <= left and left + place.width <= max(paper.x, at.x)) or top + place.height <= paper.y
            assert at.y <= top and top + place.height <= at.bottom


async def test_a_run_that_harms_is_seen(fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After E the outcome stands first in the line, whoever acted after it; it stays while the player looks around."""
    to(fight, "ENEMY", "PFPh")
    wants(monkeypatch, "PFPh", SHOT)
    give(fight, "dice 1 1 6 6")
    squad = mine(fight)
    async with playing(fight, tmp_path) as (pilot, play):
        await pilot.press("E")
        await until(pilot, lambda: not play.running.on)
        told = play.said.last
        assert told.startswith("FRIENDLY: ") and squad in told.split(".")[0] and fight.game.state.phase == "DFPh"
        assert told.count("467a,LMGa fire at M18") == 1 and "n ends the DFPh" in told
        await pilot.press("left", "up", "w", "space")
        assert pilot.app.screen is play and play.said.shown == told


async def test_what_a_run_has_come_to_stands_over_its_question(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A question in the middle of a run tells first who was harmed before it; so does the line if it is left."""
    to(fight, "ENEMY", "PFPh")
    wants(monkeypatch, "PFPh", SHOT)
    give(fight, "dice 1 1 6 6")
    squad = mine(fight)
    asks = question("several", "los-from", ("K14", "L13"))

    async def held() -> None:
        """The run waits."""

    async with playing(fight, tmp_path) as (pilot, play):
        monkeypatch.setattr(play.running, "go", held)
        play.running.begin()
        play.orders.submit("enemy phase")
        play.running.on = True  # an order given by hand ends a run
        assert squad in play.running.came()[0] and pilot.app.screen is play
        play.orders.asked("next", Ask(asks, ()))
        await until(pilot, lambda: bool(pilot.app.screen.query(SoFar)))
        assert squad in pilot.app.screen.query_one(SoFar).lines[0].text
        await pilot.press("escape")
        await back(pilot, play)
        assert squad in play.said.last and play.said.last.endswith("Left 'next': nothing happened.")
        assert not play.running.on


def question(kind: QuestionKind, about: str, values: tuple[str, ...]) -> Question:
    return Question(kind, "Well?", values[0], tuple(Option(name, name) for name in values), id=about, subject=("M18",))


async def test_a_los_in_doubt_may_be_as_it_likely_is_from_now_on(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A answers so, turns the switch, and what is fired through such a LOS is told; no other question has the key."""
    to(fight, "ENEMY", "PFPh")
    give(fight, "dice 6 5")
    give(fight, "option ask-los on")
    asked: list[tuple[str, ...]] = []
    async with playing(fight, tmp_path) as (pilot, play):
        play.orders.asked("move", Ask(question("choice", "rout-to", ("K14", "stay")), ()))
        await opens(pilot, AskDialog)
        await pilot.press("A")
        assert isinstance(pilot.app.screen, AskDialog)
        await pilot.press("escape")

        wants(monkeypatch, "PFPh", SHOT)
        ask = Ask(question("choice", "los", ("+1", "clear", "blocked")), ())
        real, play.orders.submit = play.orders.submit, lambda line, answers=(): not asked.append(answers)  # type: ignore[method-assign, func-returns-value]
        play.orders.asked("enemy phase", ask)
        await opens(pilot, AskDialog)
        assert "A always the likely" in pilot.app.screen.query_one(KeyLine).render_line(0).text
        await pilot.press("A")
        await until(pilot, lambda: asked == [("+1",)])
        play.orders.asked("enemy phase", ask)
        assert asked == [("+1",), ("+1",)] and pilot.app.screen is play, "another one of the same command"
        play.orders.submit = real  # type: ignore[method-assign]
        play.orders.done("note it", fight.submit("note it"))  # type: ignore[arg-type]
        assert not fight.game.state.option("ask-los") and "not asked again: option ask-los off" in play.said.last
        unsure = replace(look(fight.game, "M16", "M18"), sure=False)
        monkeypatch.setattr("sasl.solitaire.briefing.outcome.look", lambda *_: unsure)
        play.orders.submit("enemy phase")
        assert "LOS in doubt, taken as likely: M16-M18." in play.said.last


async def test_a15_43_the_berserk_are_asked_to_charge_and_m_in_their_hex_does_it(
    fight: Session, tmp_path: Path
) -> None:
    squad = mine(fight)
    give(fight, f"set {squad} berserk")
    to(fight, "FRIENDLY", "MPh")
    async with playing(fight, tmp_path) as (pilot, play):
        assert awaited(fight.game).startswith(f"{squad} is berserk and charges the ENEMY in M16, first of all")
        prompt = str(play.query_one("#prompt").render())
        assert prompt.startswith("c makes the charge. ") and prompt.count(f"move {squad} M17 M16") == 1
        play.map.set_cursor("M18")
        await pilot.press("space")
        assert "m here does it" in play.said.last
        await pilot.press("m")
        await until(pilot, lambda: fight.game.state.units[squad].hex == "M16")
        assert fight.moments[-1].command == f"move {squad} M17 M16"
