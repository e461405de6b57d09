"""The shelters of a hex: foxhole, trench, pillbox, shellholes, Crest status (B2, B20.9, B27, B30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.state import Unit
from sasl.asl.movement.ground.costs import Gait, works_in
from sasl.asl.terrain import entrenching, pillboxes

ENDS: Mapping[Flag, tuple[Flag, ...]] = {"crest": ("in-gully", "shellhole"), "in-gully": ("crest",)}
"""The states that end when a unit gains another in its hex."""


def shelter_in(game: Game, unit: Unit, gait: Gait) -> tuple[Flag, float]:
    """Return the state a unit can enter in its own hex, and the MF for it. Refused if there is none."""
    name = unit.hex
    terrain = game.board.terrain(name)
    if "crest" in gait:
        if not terrain.depression or terrain.bridged or terrain.culvert or in_culvert(unit):
            raise Refused(f"there is no Crest status in {name} (B20.9, OtO 3.4)")
        return "crest", float(game.figure("crest-mf"))
    if "crest" in unit.flags:  # B20.93: as if it entered the hex
        return "in-gully", sum(mf or 0.0 for _, mf in game.board.chart.infantry(terrain.terrains))
    if pillboxes.at(game, name) and "dug-in" not in unit.flags:
        return "dug-in", float(game.figure("pillbox-mf"))
    if works_in(game, name) and "dug-in" not in unit.flags:
        check_room(game, [unit], name)
        return "dug-in", float(game.figure("entrenchment-mf"))
    holes = game.board.chart.into_mf(terrain.terrains)
    if holes and "shellhole" not in unit.flags:
        return "shellhole", holes
    raise Refused(f"there is nothing in {name} for {unit.id} to go into (B2, B27)")


def check_shelter(game: Game, units: Sequence[Unit], name: str) -> None:
    """Refuse if units that come from another hex find nothing to go into, or no room in it (B2, B27.12)."""
    if works_in(game, name):
        check_room(game, units, name)
    elif "shellholes" not in game.board.terrain(name).terrains:
        raise Refused(f"there is nothing in {name} for {units[0].id} to go into (B2, B27)")


def check_room(game: Game, units: Sequence[Unit], name: str) -> None:
    """Refuse if the foxhole of a hex does not hold these units (B27.12)."""
    if why := entrenching.no_room(game, units, name):
        raise Refused(why)
