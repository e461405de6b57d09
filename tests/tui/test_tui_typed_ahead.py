"""Keys that were struck before what they would settle could be read settle nothing; a run ends no phase of mine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from playing_screens import Player, another, at_first_mph, give, opens, playing, to, until
from textual import events

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase, Side
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.minds import mind
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening
from sasl.orders.move_orders import Move
from sasl.saves.session import Session
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.widgets.dialogs import SeenDialog

WORK: dict[tuple[Side, Phase], tuple[str, ...]] = {
    ("FRIENDLY", "RPh"): ("new FRIENDLY 9-1 M18", "break {0}"),
    ("FRIENDLY", "PFPh"): (),
    ("FRIENDLY", "MPh"): (),
    ("FRIENDLY", "AFPh"): (),
    ("FRIENDLY", "RtPh"): ("put 467a M17", "break {0}"),
    ("FRIENDLY", "APh"): (),
    ("FRIENDLY", "CCPh"): ("put {0} M16",),
    ("ENEMY", "RPh"): ("new FRIENDLY 9-1 M18", "break {0}"),
    ("ENEMY", "DFPh"): (),
    ("ENEMY", "RtPh"): ("put 467a M17", "break {0}"),
}
"""The phases in which something may be left to a squad in M18 with 467a in M16, and what it takes."""


@pytest.fixture
def fight(library: Library, monkeypatch: pytest.MonkeyPatch) -> Session:
    """A FRIENDLY squad in M18, 467a in M16, and an ENEMY that does nothing until it is told to."""
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
            give(session, f"eliminate {unit.id}")
    for line in ("option command off", "option ask-los off", "new ENEMY 4-6-7 M16", "new FRIENDLY 6-2-8 M18"):
        give(session, line)
    return session


def strike(pilot: Player, keys: str) -> None:
    """Strike these keys without a pause: all are on their way before the first is heard."""
    for key in keys:
        pilot.app.post_message(events.Key(key, key))


@pytest.mark.parametrize("keys", ["EEEE", "nnnnnn"])
@pytest.mark.parametrize(("side", "phase"), WORK)
async def test_keys_in_a_burst_do_not_end_a_phase_in_which_i_have_something_left(
    fight: Session, tmp_path: Path, side: Side, phase: Phase, keys: str
) -> None:
    to(fight, side, phase)
    squad = next(unit.id for unit in fight.game.state.units_at("M18"))
    for line in WORK[side, phase]:
        give(fight, line.format(squad))
    moment = fight.game.state.moment
    async with playing(fight, tmp_path) as (pilot, play):
        strike(pilot, keys)
        await until(pilot, lambda: "ends the" in play.said.last)
        await pilot.pause(2)
        assert fight.game.state.moment == moment, play.said.last
        await pilot.press("n")  # the line stood there to be read
        await until(pilot, lambda: fight.game.state.moment != moment or pilot.app.screen is not play)


async def test_a_key_held_down_does_not_end_it_either(fight: Session, tmp_path: Path) -> None:
    """However long it is held: it repeats before anybody can have let it go and read."""
    moment = fight.game.state.moment
    async with playing(fight, tmp_path) as (pilot, play):
        for _ in range(40):
            strike(pilot, "n")
            await pilot.pause(READ / 8)
        assert "again ends the MPh" in play.said.last and fight.game.state.moment == moment
        await pilot.pause(READ)
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.moment != moment)


async def test_a_key_struck_before_a_question_could_be_read_does_not_answer_it(
    fight: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to(fight, "ENEMY", "MPh")
    give(fight, "option fire-stops off")
    move = Act("467a", Move(("467a",), ("L16",)), "467a moves to L16", ("toward K14",), ("467a",), ("M16", "L16"))

    def moves(game: Game, decider: Decider) -> Act | None:
        return move if game.state.units["467a"].hex == "M16" else None

    monkeypatch.setitem(mind.OWN_TURN, "MPh", moves)
    async with playing(fight, tmp_path) as (pilot, _):
        strike(pilot, "nnn")
        await until(pilot, lambda: isinstance(pilot.app.screen, ActDialog))
        assert fight.game.state.units["467a"].hex == "M16"
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.units["467a"].hex == "L16")


async def test_a_paper_and_an_outcome_wait_to_be_read(fight: Session, tmp_path: Path) -> None:
    to(fight, "FRIENDLY", "AFPh")
    give(fight, "dice 1 1 6 6")
    squad = next(unit.id for unit in fight.game.state.units_at("M18"))
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        play.orders.submit(f"fire {squad} M16")
        strike(pilot, "nn")
        paper = await opens(pilot, AttackDialog)
        assert len(fight.moments) == count
        await pilot.press("n")
        await until(pilot, lambda: pilot.app.screen is not paper)
        play.orders.see("The outcome", [], "")
        strike(pilot, "n")
        await opens(pilot, SeenDialog)
