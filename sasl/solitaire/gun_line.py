"""Which ENEMY Guns and AFV are capable of firing on a road or rail hex (12.6), and why the others are not."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import aim, guns, mounted
from sasl.kernel.text import listed
from sasl.solitaire import control

PASSING = frozenset({"ti", "prep", "routed", "panicked"})
"""What bars fire only for a phase or a Player Turn: at the mission's end the piece is capable all the same (house)."""
STUCK = frozenset({"immobile", "bogged", "mired"})
"""The states in which a vehicle cannot turn what has no turret (D8.1)."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A Gun, vehicle or cupola of the ENEMY: the weapons it can fire on a track, or `why` it fires on none."""

    unit: Unit
    weapons: tuple[str, ...] = ()
    why: str = ""

    @property
    def words(self) -> str:
        """`75La`, `StuGa by its AAMG`, `cHMGa (a cupola is an AFV, OtO 4.1)`, `88La is disabled (A9.72)`."""
        if self.why:
            return f"{self.unit.id} {self.why}"
        if self.unit.kind == "cupola":
            return f"{self.unit.id} (a cupola is an AFV, OtO 4.1)"
        by = "" if "MA" in self.weapons else f" by its {listed(self.weapons)}"
        return f"{self.unit.id}{by}"


def judge(game: Game) -> list[Piece]:
    """Every Gun, vehicle and cupola that the ENEMY has on the map."""
    tracks = control.rail_hexes(game) | control.road_hexes(game)
    pieces = [unit for unit in game.state.on_map("ENEMY") if unit.kind in ("gun", "vehicle", "cupola")]
    return [_judged(game, unit, tracks) for unit in pieces]


def _judged(game: Game, unit: Unit, tracks: Collection[str]) -> Piece:
    why = out_of_action(game, unit)
    if why:
        return Piece(unit, why=why)
    found = [weapon for weapon in _working(game, unit) if _covers(game, unit, weapon, tracks)]
    return Piece(unit, tuple(found), "" if found else "bears on no road or rail hex")


def out_of_action(game: Game, unit: Unit) -> str:
    """Why a piece fires at nothing: its state, nobody to serve it, no weapon that works; "" if it can fire.

    House: a malfunction counts as long as it lasts; Panic, TI and fire already used up do not count.
    """
    for flag, words in CANNOT_FIRE.items():
        if flag in unit.flags and flag not in PASSING:
            return words
    if unit.kind == "vehicle" and not mounted.armored(game, unit):
        return "is no AFV: unarmored (D1.2)"
    if unit.carrier or "limbered" in unit.flags:
        return "is limbered or towed (C10.1)"
    if unit.kind == "gun" and guns.crew(game, unit) is None:
        return "has nobody unbroken to man it (C10.1)"
    if not _working(game, unit):
        reasons = (mounted.broken(unit, weapon) for weapon in mounted.weapons(game, unit))
        return next((words for words in reasons if words), "has no weapon (D1.8)")
    return ""


def _working(game: Game, unit: Unit) -> list[str]:
    """Its mounted weapons that work; one that has only fired already does."""
    return [weapon for weapon in mounted.weapons(game, unit) if not mounted.broken(unit, weapon)]


def _covers(game: Game, unit: Unit, weapon: str, tracks: Collection[str]) -> bool:
    """Whether a track lies in range and LOS of the weapon, and where it can be turned to."""
    here = unit.hex or ""
    least, most = _reach(game, unit, weapon)
    for name in sorted(tracks, key=lambda name: game.board.distance(here, name)):
        far = game.board.distance(here, name)
        if most and far > most:
            return False
        if far >= least and _bears(game, unit, weapon, name) and (not far or look(game, here, name).exists):
            return True
    return False


def _reach(game: Game, unit: Unit, weapon: str) -> tuple[int, int]:
    """The least and the greatest range of a mounted weapon, long range and all; 0 as the greatest: no limit."""
    item = game.counter_of(unit)
    if weapon == "FT":
        return 0, game.figure("ft-normal") * game.figure("ft-reach")
    if weapon != "MA":
        normal = (item.range if unit.kind == "cupola" else None) or game.figure("mg-vehicle-range")
        return 0, normal * game.figure("long-range")
    gun = mounted.ordnance(game, item)
    return item.min_range or 0, (item.range or 0) if gun and gun.mortar else 0


def _bears(game: Game, unit: Unit, weapon: str, name: str) -> bool:
    """Whether the weapon can be brought to bear: whatever moves or turns can, a stuck vehicle only as far as it may."""
    if not unit.flags & STUCK:
        return True
    try:
        aim.turning(game, replace(unit, flags=unit.flags | {"immobile"}), weapon, name)
    except Refused:
        return False
    return True
