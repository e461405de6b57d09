"""`n` pressed blindly: no rally, rout, entry or shot at an ADJACENT ENEMY goes by without a line that said so."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import Player, give, playing
from textual.screen import ModalScreen
from textual.widgets import Input

from sasl.asl.game.context import Game
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.orders.entry_orders import Enter
from sasl.orders.fire_orders import Fire
from sasl.orders.move_orders import Rout
from sasl.orders.recovery_orders import Rally
from sasl.saves.session import Session
from sasl.tui.play.play_screen import PlayScreen

MOST = 900
"""So many keys, and two Game Turns are over long since."""
LAST_TURN = 2


def open_now(game: Game) -> set[str]:
    """What the rules would let the FRIENDLY side do now: asked of the orders themselves, not of the reminder."""
    state, found = game.state, set()
    for unit in state.units.values():
        if unit.side != "FRIENDLY" or unit.carrier or "prisoner" in unit.flags:
            continue
        if "broken" in unit.flags and state.phase == "RPh" and Rally((unit.id,)).can(game):
            found.add("rally")
        if "broken" in unit.flags and state.phase == "RtPh" and "routed" not in unit.flags:
            foes = (
                [name for name in game.board.neighbours(unit.hex) if state.units_at(name, "ENEMY")] if unit.hex else []
            )
            if foes and Rout((unit.id,)).can(game):
                found.add("rout")
        if not unit.hex and (state.phase, state.side) == ("MPh", "FRIENDLY") and unit.kind != "horse":
            edge = game.board.edge(game.edge_of("FRIENDLY"))
            found |= {"enter"} if any(Enter((unit.id,), name).can(game) for name in edge) else set()
        if unit.hex and unit.mmc and state.phase in ("PFPh", "AFPh", "DFPh"):
            for name in game.board.neighbours(unit.hex):
                if any(foe.known for foe in state.units_at(name, "ENEMY")) and Fire((unit.id,), name).can(game):
                    found.add("fire")
    return found


async def next_key(pilot: Player, play: PlayScreen) -> None:
    """n, and n again in what it opens; where that means nothing, Enter. A line to type in never has the letter."""
    await pilot.pause(READ)
    await pilot.press("n")
    pressed = None
    for _ in range(40):
        screen = pilot.app.screen
        if not isinstance(screen, ModalScreen):
            return
        if screen.is_mounted:
            if pressed is not screen:
                pressed = screen
                await pilot.pause(READ)
                await pilot.press("n")
            else:
                await pilot.press("enter")
            for line in pilot.app.screen.query(Input):
                assert not line.value.startswith("n"), pilot.app.screen
        await pilot.pause(0)
    raise AssertionError(f"{pilot.app.screen} does not close")


def in_the_thick(session: Session) -> None:
    """Units where something is open to them at once: broken ones, and squads beside ENEMY squads."""
    state, board = session.game.state, session.game.board
    mine = [unit for unit in state.on_map("FRIENDLY") if unit.mmc]
    for unit in mine[:2]:
        give(session, f"break {unit.id}")
    for unit in mine[2:4]:
        near = next(name for name in board.neighbours(unit.hex) if not session.game.state.units_at(name))
        give(session, f"new enemy 4-6-7 {near}")


@pytest.mark.parametrize(
    ("mission", "seed", "kinds"), [("platoon", 3, {"rally", "fire", "rout"}), ("oto-s2", 777, {"enter"})]
)
async def test_what_n_would_lose_is_said(
    library: Library, tmp_path: Path, mission: str, seed: int, kinds: set[str]
) -> None:
    session = Session.memory(library, mission, seed)
    give(session, "option lessons off")
    give(session, "option command off")
    while session.game.state.stage != "play":
        if session.game.state.stage == "set-up":
            give(session, "deploy")
        give(session, "next")
    if mission == "platoon":
        in_the_thick(session)
    async with playing(session, tmp_path, (80, 24)) as (pilot, play):
        said: list[str] = []
        seen: set[str] = set()
        for _ in range(MOST):
            game = play.session.game
            if game.state.stage != "play" or game.state.turn > LAST_TURN:
                break
            before, moment = open_now(game), game.state.moment
            await next_key(pilot, play)
            said.append(play.said.last)
            if play.session.game.state.moment != moment:
                missing = [word for word in before if not any(word in text.lower() for text in said)]
                seen |= before
                assert not missing, f"{moment}: {missing} went by; it said {said}"
                said.clear()
        assert play.session.game.state.turn > LAST_TURN or play.session.game.state.stage == "over"
        assert kinds <= seen, f"only {seen} ever was open"
