"""Panic (S6.21, S16.3): the class by which a unit Panics, the Final DR that makes it, and what becomes of it."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import SMC, VEHICLES, Flag
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.experience import RAW
from sasl.kernel.rolling.tables import Table

TABLE = "action.panic"
"""The table of Panic numbers, a column for each class."""

USUAL = "1st Line"
"""The class of an MMC whose counter names none."""
CREW, RAW_CREW, LEADER, AFV = "crew", "Inexperienced crew", "leader", "AFV"
UNARMED = "Conscript"
"""The class of an unarmed MMC [house]."""


def panic_class(game: Game, unit: Unit) -> str:
    """Return the column of the Panic table for a unit (S6.21): its class, or crew, leader or AFV."""
    if unit.kind in VEHICLES:
        return AFV
    if unit.kind in SMC:
        return LEADER
    quality = game.counter_of(unit).quality
    if unit.kind in ("crew", "gun"):
        return RAW_CREW if quality in RAW else CREW
    return UNARMED if "disarmed" in unit.flags else quality or USUAL


def panic_table(game: Game) -> Table:
    """Return the table of Panic numbers in force."""
    return game.library.table(TABLE)


def panic_number(game: Game, unit: Unit) -> int:
    """Return the Final DR at or above which a unit Panics (S6.21)."""
    return int(panic_table(game).value(1, panic_class(game, unit)))


def panic(ctx: Context, unit: Unit, why: str, also: Iterable[Flag] = ()) -> None:
    """S6.21: the unit Panics, for the reason given; it has no command any more. A vehicle in Motion stops (S6.309).

    `also`: further states that it gains.
    """
    gained: list[Flag] = [*also, "panicked"]
    if unit.kind == "vehicle" and "motion" in unit.flags and "acted" in gained:
        pieces.change(ctx, unit, [*gained, "move-command"], ["fire-command"], why)  # its Move is to stop
    else:
        pieces.change(ctx, unit, gained, ["fire-command", "move-command"], why)
