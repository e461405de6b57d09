"""Encirclement (A7.7): fire that follows upon fire from other sides of a hex, what it does there, and how it ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from sasl.asl.fire import ift
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import MMC
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.board.hexes import crossed_sides
from sasl.kernel.text import listed

PHASES = ("PFPh", "DFPh", "AFPh")
"""When fire can Encircle: never in the MPh."""

IMMOBILE = frozenset({"immobile", "bogged"})
"""The states of a vehicle whose Vulnerable PRC can be Encircled."""

FREE = frozenset({"berserk", "heroic", "prisoner"})
"""The states of those whom an Encirclement does not touch."""


# -- the geometry --------------------------------------------------------------------------------------


def way_around(target: str, firers: Iterable[str]) -> str:
    """How fire from these hexes closes around `target`: the words for it, or "" if it leaves a way out.

    Twelve points lie around a hex: hexside k at 2k, the hexspine between k and k + 1 at 2k + 1.
    """
    points = {_point(target, name) for name in firers if name != target}
    pairs = [(a, b) for a, b in combinations(sorted(points), 2) if b - a == 6]
    if pairs:
        return "opposite hexspines" if pairs[0][0] % 2 else "opposite hexsides"
    if any({start, start + 4, start + 8} <= points for start in (0, 2)):
        return "three hexsides that do not touch"
    if any({(spine + 5) % 12, (spine + 7) % 12} <= points for spine in points if spine % 2):
        return "a hexspine and both opposite hexsides"
    return ""


def _point(target: str, firer: str) -> int:
    """Where the LOS from `firer` comes in: a hexside, or the hexspine between two."""
    sides = sorted(crossed_sides(target, firer))
    if len(sides) == 1:
        return 2 * sides[0]
    return 11 if sides == [0, 5] else 2 * sides[0] + 1


# -- fire that may Encircle ----------------------------------------------------------------------------


def fired_on(ctx: Context, side: str, found: Sequence[tuple[str, Sequence[str]]]) -> None:
    """A7.7: an attack of `side` that counts, just before its effects: each target hex with the hexes that fire.

    With the attacks right before it on the same hex it may close the circle: those in it are Encircled at once.
    """
    if ctx.state.phase not in PHASES or not found:
        return
    before = dict(ctx.state.under_fire)
    now = tuple((name, tuple(dict.fromkeys((*before.get(name, ()), *firers)))) for name, firers in found)
    ctx.emit(ev.CameUnderFire(now))
    for name, firers in now:
        around = way_around(name, firers)
        if around:
            _mark(ctx, side, name, f"fire from {listed(firers)} through {around} (A7.7)")


def can_encircle(game: Game, column: int, drm: int, cowers: int) -> bool:
    """A7.7: whether an attack on the IFT might do a NMC, its cowering considered."""
    least = ift.severity(ift.Outcome("MC"))
    return any(ift.severity(ift.parse(name)) >= least for name, _ in ift.chances(game, column, drm, cowers))


def _mark(ctx: Context, side: str, name: str, why: str) -> None:
    melee = {unit.side for unit in ctx.state.units_at(name) if "melee" in unit.flags}
    caught = [
        unit.id
        for unit in ctx.state.units_at(name)
        if (unit.side != side or unit.side in melee) and _may_be(ctx.game, unit) and "encircled" not in unit.flags
    ]
    pieces.change_all(ctx, caught, ("encircled",), (), f"{name}: {why}")


def _may_be(game: Game, unit: Unit) -> bool:
    """A7.7: Personnel, and the Vulnerable PRC of an Immobile vehicle; not in a pillbox (B30.32), nor FREE."""
    if unit.kind == "vehicle":
        return bool(unit.flags & IMMOBILE) and mounted.exposed(game, unit)
    if unit.kind not in (*MMC, "leader") or unit.flags & FREE:
        return False
    vehicle = game.state.units.get(unit.carrier)
    if vehicle is not None:
        return vehicle.kind == "vehicle" and bool(vehicle.flags & IMMOBILE)
    return not ("dug-in" in unit.flags and game.state.markers_at(unit.hex, "pillbox"))


def times(game: Game, unit: Unit, place: str) -> int:
    """A7.7: by how much the first Location that an Encircled unit enters costs it more MF."""
    return game.figure("encircled-mf") if "encircled" in unit.flags and unit.hex == place else 1


# -- coming and going ----------------------------------------------------------------------------------


def left(ctx: Context, ids: Iterable[str], place: str) -> None:
    """A7.7: who leaves the Location is Encircled no more; the others in it are, until the last has left."""
    gone = tuple(key for key in ids if key in ctx.state.units and "encircled" in ctx.state.units[key].flags)
    pieces.change_all(ctx, gone, (), ("encircled",), f"out of {place} (A7.7)")


def joined(ctx: Context, ids: Iterable[str], place: str) -> None:
    """A7.7: who comes to Encircled friends is Encircled at once."""
    units = ctx.state.present(ids)
    for side in dict.fromkeys(unit.side for unit in units):
        if not any("encircled" in unit.flags for unit in ctx.state.units_at(place, side)):
            continue
        new = [unit.id for unit in units if unit.side == side and unit.hex == place and _may_be(ctx.game, unit)]
        new = [key for key in new if "encircled" not in ctx.state.units[key].flags]
        pieces.change_all(ctx, new, ("encircled",), (), f"{place} is Encircled (A7.7)")
