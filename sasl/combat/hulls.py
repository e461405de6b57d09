"""What artillery, mines and bombardment do to a vehicle: immobilize, shock or destroy it (C1.55, B28.5, C1.822)."""

from __future__ import annotations

from sasl.combat import casualties
from sasl.game import pieces
from sasl.game.context import Context, Game
from sasl.game.state import Unit


def is_afv(game: Game, unit: Unit) -> bool:
    """Whether it is a vehicle or cupola with armor."""
    return unit.kind in ("vehicle", "cupola") and game.counter_of(unit).armor_front is not None


def destroy(ctx: Context, unit: Unit, why: str, *, burning: bool = False) -> None:
    """D9.3: it is eliminated; a vehicle leaves a wreck, those aboard get off."""
    casualties.eliminate(ctx, unit, why)
    if unit.kind == "vehicle" and unit.hex:
        text = "burning wreck" if burning else "wreck"
        pieces.put_marker(ctx, "wreck", unit.hex, text, number=int(burning), why=f"of {unit.id}")


def immobilize(ctx: Context, unit: Unit, why: str) -> None:
    """D8.1: it does not move any more."""
    pieces.change(ctx, unit, ["immobile"], ["motion"], why)


def shock(ctx: Context, unit: Unit, why: str) -> None:
    """C7.4: its crew does nothing for the present."""
    pieces.change(ctx, unit, ["shocked"], ["motion"], why)
