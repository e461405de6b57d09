"""Games for the tests of the screens."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from textual.pilot import Pilot
from textual.screen import Screen

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Phase, Side
from sasl.campaign.campaign_session import CampaignSession
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.orders.engine import Ask, Done
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.play_screen import PlayScreen

Player = Pilot[int]
Shown = TypeVar("Shown", bound=Screen[Any])
GOLDEN = Path(__file__).parent / "golden"


def opened(session: Session | CampaignSession, folder: Path) -> SaslApp:
    """The program, opened at a game that is already there; no home screen lies below it."""
    app = SaslApp(folder, game="the game")
    app.open_game = lambda name: app.show_session(session)  # type: ignore[method-assign]
    return app


def give(session: Session, line: str) -> None:
    """Run a command with the default answer to every question."""
    answers: tuple[str, ...] = ()
    while isinstance(outcome := session.submit(line, answers), Ask):
        answers = (*outcome.answers, outcome.question.default or "auto")
    assert isinstance(outcome, Done), (line, outcome)


def another(session: Session) -> Session:
    """The same game once more, at the same moment: what is done in the one is not done in the other."""
    twin = copy(session)
    for name in ("notices", "_line", "_log", "_log_ends"):
        setattr(twin, name, list(getattr(twin, name)))
    return twin


def at_first_mph(library: Library, seed: int = 7, doctrine: str = "") -> Session:
    """A game in the FRIENDLY MPh of Turn 1, everything set up by the program, by the mission's doctrine or another."""
    return another(_at_first_mph(library, seed, doctrine))


@cache
def _at_first_mph(library: Library, seed: int, doctrine: str) -> Session:
    session = Session.memory(library, "oto-s1", seed)
    if doctrine:
        give(session, f"doctrine {doctrine} friendly")
    give(session, "next")
    give(session, "next")
    give(session, "wreck auto")
    for line in ("next", "next", "deploy", "next", "next", "next"):
        give(session, line)
    assert session.game.state.moment == "Turn 1, FRIENDLY MPh"
    return session


def without_suspects(session: Session) -> Session:
    """The same game without S?: wherever units go, nothing is Activated and nobody stops them."""
    for key in tuple(session.game.state.suspects):
        give(session, f"suspect remove {key}")
    return session


def reach_of(game: Game, name: str) -> dict[str, float]:
    """Where all who stand in a hex can go together, with the MF."""
    taken = Selection()
    taken.toggle_hex(game, name)
    return taken.reach(game)


def to(session: Session, side: Side, phase: Phase) -> Session:
    """`next` until that phase."""
    for _ in range(20):
        if (session.game.state.side, session.game.state.phase) == (side, phase):
            return session
        give(session, "next")
    raise AssertionError(session.game.state.moment)


@asynccontextmanager
async def playing(
    session: Session, folder: Path, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[Player, PlayScreen]]:
    app = opened(session, folder)
    async with app.run_test(size=size) as pilot:
        yield pilot, await opens(pilot, PlayScreen)


async def until(pilot: Player, true: Callable[[], bool]) -> None:
    """Wait until something is so, and until it has been read."""
    for _ in range(100):
        await pilot.pause(0.01)
        if true():
            await pilot.pause(READ + 0.01)
            return
    raise AssertionError(f"on {pilot.app.screen}")


async def opens(pilot: Player, kind: type[Shown]) -> Shown:
    """Wait until a screen of this kind is on top and has been read; that screen."""
    await until(pilot, lambda: isinstance(pilot.app.screen, kind) and pilot.app.screen.is_mounted)
    screen = pilot.app.screen
    assert isinstance(screen, kind)
    return screen


async def back(pilot: Player, screen: Screen[Any]) -> None:
    """Wait until nothing is above this screen any more."""
    await until(pilot, lambda: pilot.app.screen is screen)
