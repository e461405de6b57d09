"""Minefields (B28): a Known field gets its strength when it is first entered, and attacks both ways."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context
from sasl.game.state import Marker, Unit


def enter(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """B28.4: units enter `name`; its mines get their strength and attack. True if there are mines."""
    return _attack(ctx, units, name, "enter")


def leave(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """B28.4: units leave `name`; its mines attack again. True if there are mines."""
    return _attack(ctx, units, name, "leave")


def _attack(ctx: Context, units: Sequence[Unit], name: str, verb: str) -> bool:
    fields = ctx.state.markers_at(name, "minefield")
    if not fields or not units:
        return False
    marker = known_strength(ctx, fields[0])
    tanks = [unit.id for unit in units if unit.kind == "vehicle"]
    also = (
        f" A-T mines attack {listed(tanks)} on a dr <= {marker.at_factors} first."
        if marker.at_factors and tanks
        else ""
    )
    ctx.tell(
        f"{listed(unit.id for unit in units)} {verb} {name}: A-P mines attack on the {marker.number} FP column "
        f"(B28.4).{also} Type the result.",
        board=True,
        stop=True,
        hexes=(name,),
    )
    return verb == "enter"


def known_strength(ctx: Context, marker: Marker) -> Marker:
    """The minefield with its strength: rolled by the mission's tables the first time it matters."""
    if marker.number:
        return marker
    line = next(iter(ctx.mission.enemy_set_up.minefields), None)
    strength = int(ctx.table(line.strength if line else "minefield.strength", f"Minefield in {marker.hex}").result)
    factors = 0
    if line and line.at_presence and line.at_factors and "strength unknown" in marker.text and _printed(ctx, marker):
        present = ctx.table(line.at_presence, f"A-T mines in {marker.hex}?").result
        if str(present) == "yes":
            factors = int(ctx.table(line.at_factors, f"A-T factors in {marker.hex}").result)
    strong = pieces.strong(marker, strength, factors)
    ctx.emit(ev.MarkerPut(strong, "its strength is rolled on entry"))
    return strong


def _printed(ctx: Context, marker: Marker) -> bool:
    """Whether the field is one of the mission's own lines (only those may hold A-T mines)."""
    return any(marker.hex in line.hexes() for line in ctx.mission.enemy_set_up.minefields)
