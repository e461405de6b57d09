"""Firepower: what each firer adds at a range, and everything that doubles or halves it (A7.2-7.36).

Within the attack FP is counted in `PARTS` of one, as whole numbers; `firepower` gives it as players write it.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from sasl.asl.fire.fire_groups import Order
from sasl.asl.fire.opportunity import Opportunity, at_dash, farthest, is_mg, opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.depressions import off_front, wades
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.terrain import pillboxes
from sasl.kernel.rolling.records import mark
from sasl.kernel.transaction import allows

PARTS = 2**12 * 3**2
"""The parts of one FP: halved and divided as often as the rules can do it, FP in parts stays a whole number."""


class Factor(NamedTuple):
    """What multiplies or divides the FP of a firer or mounted weapon, named with its rule."""

    name: str
    times: int = 1
    by: int = 1
    figure: str = ""
    """The single figure that it is; "": it is a half, which no figure changes."""


LONG_RANGE = Factor("long range (A7.22)", by=2)
PINNED = Factor("pinned (A7.8)", by=2)
MOUNTED = Factor("mounted (A13.5)", by=2)
ABOARD = Factor("mounted (D6)", by=2)
MOTION = Factor("Motion (D2.42)", by=2)
CONCEALED = Factor("concealed target (A12.14)", by=2)
SPRAYED = Factor("Spraying Fire (A7.34)", by=2)
SNAPPED = Factor("Snap Shot (A8.15)", by=2)
DASHING = Factor("dashing target (A4.63)", by=2)
OUT_OF_WATER = Factor("out of marsh or stream (B16.32, B20.6)", by=2)
OFF_FRONT = Factor("out of the Crest front (B20.94)", by=2)
ASSAULT_FIRE = " +1 Assault Fire, FRU"


class Manner(NamedTuple):
    """How an attack is made: the kind of fire, whether Spraying or a Snap Shot, and at what the FP counts."""

    kind: Opportunity
    sprays: bool = False
    snap: bool = False
    concealed: bool = False
    both: bool = False
    """Two SMC man the MG (A9.12)."""


class Range(NamedTuple):
    """How far a goal is, in hexes, and how many levels above or below; whether that is out of a Crest front."""

    distance: int
    levels: int = 0
    off_front: bool = False


def firepower(game: Game, found: Order, goal: str, *, concealed: bool) -> tuple[Fraction, list[str]]:
    """The total FP at `goal` and a line for each firer (A7.2-7.36). Refused if one cannot reach it."""
    total, lines = 0, []
    for shooter in found.shooters:
        unit = shooter.unit
        manner = Manner(shooter.kind, len(found.hexes) > 1, found.snap, concealed, found.mate is not None)
        for weapon in (*([None] if shooter.inherent else []), *shooter.weapons):
            piece = weapon or unit
            why = out_of_range(game, unit, weapon, goal, shooter.kind)
            if why:
                raise Refused(why)
            at = range_to(game, unit, goal)
            factors = _factors(game, unit, weapon, at, manner)
            value = _reckoned(game, unit, weapon, at, factors, manner)
            total += value
            name = f"{weapon.id} ({unit.id})" if weapon else unit.id
            base = in_words(Fraction(game.counter_of(piece).fp or 0))
            words = factor_words(game, factors) + ASSAULT_FIRE * _assault_fire(game, unit, weapon, at, manner)
            lines.append(f"{name}: {base} FP{words} = {in_words(Fraction(value, PARTS))}")
    return Fraction(total, PARTS), lines


def in_words(value: Fraction) -> str:
    """FP as a player writes it: `12`, `1.5`."""
    return f"{float(value):g}"


def parts_of(game: Game, unit: Unit, weapon: Weapon | None, goal: str, manner: Manner) -> int:
    """The FP, in `PARTS`, of a unit's inherent FP or of a MG that it mans, at a goal that is in range."""
    return parts_at(game, unit, weapon, range_to(game, unit, goal), manner)


def parts_at(game: Game, unit: Unit, weapon: Weapon | None, at: Range, manner: Manner) -> int:
    """The same at a range; 0 beyond that of the piece (A7.22, A8.3)."""
    piece = weapon or unit
    if at.distance > ((game.counter_of(piece).range or 0) if manner.kind.normal_range else farthest(game, piece)):
        return 0
    return _reckoned(game, unit, weapon, at, _factors(game, unit, weapon, at, manner), manner)


def range_to(game: Game, unit: Unit, goal: str) -> Range:
    """How far a goal is from a unit."""
    board = game.board
    levels = abs(board.terrain(goal).elevation - board.terrain(unit.hex).elevation)
    return Range(board.distance(unit.hex, goal), levels, off_front(board, unit, goal))


def out_of_range(game: Game, unit: Unit, weapon: Weapon | None, goal: str, kind: Opportunity) -> str:
    """Why a unit, or the SW that it mans, does not reach `goal` with this kind of fire (A7.22, A8.3); "" if it does."""
    piece = weapon or unit
    normal, distance = game.counter_of(piece).range or 0, game.board.distance(unit.hex, goal)
    if distance <= normal:
        return ""
    most = farthest(game, piece)
    if distance > most:
        held = [] if weapon else [item for item in game.state.weapons_of(unit.id) if is_mg(game, item)]
        guns = [item for item in held if allows(opportunity, game, unit, goal, item)]
        able = [item.id for item in guns if not out_of_range(game, unit, item, goal, kind)]
        hint = f"; {able[0]} reaches it: name that instead" if able else ""
        return f"{piece.id} reaches at most {most} hexes; {goal} is {distance} away (A7.22){hint}"
    if kind.normal_range:
        return f"{kind.name} does not go beyond normal range, {normal} hexes for {piece.id} (A8.3)"
    return ""


def within_range(game: Game, unit: Unit, goal: str) -> list[str]:
    """A7.22: what of a unit on foot reaches a goal: itself, or only the MG that it mans; [] if nothing does."""
    try:
        kind = opportunity(game, unit, goal)
    except Refused:
        return [unit.id]  # the rule that bars its fire will say so
    if not out_of_range(game, unit, None, goal, kind):
        return [unit.id]
    guns = (weapon for weapon in game.state.weapons_of(unit.id) if is_mg(game, weapon))
    return [weapon.id for weapon in guns if not out_of_range(game, unit, weapon, goal, kind)]


def by_range(game: Game, at: Range, normal: int, *, point_blank: bool = True) -> list[Factor]:
    """A7.21, A7.22: TPBF, PBF across one level at most, or long range."""
    if at.distance == 0 and point_blank:
        return [Factor("TPBF (A7.21)", game.figure("tpbf"), figure="tpbf")]
    if at.distance == 1 and point_blank and at.levels <= 1:
        return [Factor("PBF (A7.21)", game.figure("pbf"), figure="pbf")]
    return [LONG_RANGE] if at.distance > normal else []


def _factors(game: Game, unit: Unit, weapon: Weapon | None, at: Range, manner: Manner) -> list[Factor]:
    """What multiplies and divides the FP of one firer (A7.2)."""
    if at.distance == 0 and pillboxes.around(game, unit):
        at = Range(1, at.levels)  # B30.2: who crosses the CA of a pillbox into its hex is fired at with PBF
    factors = by_range(game, at, game.counter_of(weapon or unit).range or 0, point_blank=not manner.snap)
    factors += [Factor(manner.kind.name, by=2)] * manner.kind.halvings
    factors += area_fire(game, unit, manner)
    factors += [OFF_FRONT] if at.off_front else []
    if weapon is not None and unit.kind in SMC and not unit.heroic and not manner.both:
        factors.append(Factor("one SMC (A9.12)", by=game.figure("smc-mg-divisor")))
    return factors


def area_fire(game: Game, unit: Unit, manner: Manner) -> list[Factor]:
    """A7.23: what makes an attack Area Fire beside its kind: the state of who fires, how, and at what."""
    holds = (
        ("pinned" in unit.flags, PINNED),
        (unit.cavalry and not manner.kind.charging, MOUNTED),
        (bool(unit.carrier), ABOARD),
        (_under_way(game, unit), MOTION),
        (manner.concealed, CONCEALED),
        (manner.sprays, SPRAYED),
        (manner.snap, SNAPPED),
        (at_dash(game, manner.kind), DASHING),
        (unit.personnel and wades(game, unit), OUT_OF_WATER),
    )
    return [factor for true, factor in holds if true]


def _under_way(game: Game, unit: Unit) -> bool:
    """D2.42: whether the vehicle that a unit is aboard, or that it is, is in Motion."""
    vehicle = game.state.units.get(unit.carrier) if unit.carrier else unit
    return vehicle is not None and vehicle.kind == "vehicle" and "motion" in vehicle.flags


def _reckoned(
    game: Game, unit: Unit, weapon: Weapon | None, at: Range, factors: Iterable[Factor], manner: Manner
) -> int:
    """The printed FP with its factors, in parts; Assault Fire adds to what is left and rounds up (A7.36)."""
    item = game.counter_of(weapon or unit)
    value = int((item.fp or 0) * PARTS)
    for factor in factors:
        value = value * factor.times // factor.by
    if _assault_fire(game, unit, weapon, at, manner):
        value = -(-(value + game.figure("assault-fire") * PARTS) // PARTS) * PARTS
    return value


def _assault_fire(game: Game, unit: Unit, weapon: Weapon | None, at: Range, manner: Manner) -> bool:
    """A7.36: whether a unit has Assault Fire in this attack: in the AFPh, with its inherent FP, at normal range."""
    if weapon is not None or not manner.kind.advancing:
        return False
    item = game.counter_of(unit)
    return item.assault_fire and at.distance <= (item.range or 0)


def multiplied(power: Fraction, factors: Iterable[Factor]) -> Fraction:
    """What is left of a FP with its factors."""
    times, by = power.numerator, power.denominator
    for factor in factors:
        times, by = times * factor.times, by * factor.by
    return Fraction(times, by)


def factor_words(game: Game, factors: Iterable[Factor]) -> str:
    """` x2 PBF (A7.21) x½ pinned (A7.8)`; a figure of the player's own says so: ` x3 PBF (A7.21) [user: own]`."""
    own = game.library.own_figures
    return "".join(
        (f" x{factor.times} " if factor.by == 1 else " x½ ")
        + factor.name
        + (f" {mark(f'user: {own[factor.figure]}')}" if factor.figure in own else "")
        for factor in factors
    )
