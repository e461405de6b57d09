"""Firepower: what each firer adds at a range, and everything that doubles or halves it (A7.2-7.36)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from sasl.asl.fire.fire_groups import Order, Shooter
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.state import Unit, Weapon

Part = tuple[str, Fraction]
HALF = Fraction(1, 2)


def firepower(game: Game, found: Order, goal: str, *, concealed: bool) -> tuple[Fraction, list[str]]:
    """The total FP at `goal` and a line for each firer (A7.2-7.36). Refused if one cannot reach it."""
    total, lines = Fraction(0), []
    for shooter in found.shooters:
        item = game.counter_of(shooter.unit)
        if shooter.inherent:
            value, words = _inherent(game, found, shooter, goal, concealed)
            total += value
            lines.append(f"{shooter.unit.id}: {in_words(Fraction(item.fp or 0))} FP{words} = {in_words(value)}")
        for weapon in shooter.weapons:
            value, words = _machine_gun(game, found, shooter, weapon, goal, concealed)
            total += value
            base = in_words(_fp(game, weapon))
            lines.append(f"{weapon.id} ({shooter.unit.id}): {base} FP{words} = {in_words(value)}")
    return total, lines


def _fp(game: Game, piece: Unit | Weapon) -> Fraction:
    return Fraction(game.counter_of(piece).fp or 0)


def in_words(value: Fraction) -> str:
    """FP as a player writes it: `12`, `1.5`."""
    return f"{float(value):g}"


def _inherent(game: Game, found: Order, shooter: Shooter, goal: str, concealed: bool) -> tuple[Fraction, str]:
    unit, item = shooter.unit, game.counter_of(shooter.unit)
    normal = item.range or 0
    factors = _factors(game, found, unit, unit.id, normal, goal, concealed)
    value = _times(_fp(game, unit), factors)
    words = _words(factors)
    if found.kind.advancing and item.assault_fire and game.board.distance(unit.hex, goal) <= normal:
        value = Fraction(_up(value + game.figure("assault-fire")))
        words += " +1 Assault Fire, FRU"
    return value, words


def _machine_gun(
    game: Game, found: Order, shooter: Shooter, weapon: Weapon, goal: str, concealed: bool
) -> tuple[Fraction, str]:
    factors = _factors(game, found, shooter.unit, weapon.id, game.counter_of(weapon).range or 0, goal, concealed)
    if shooter.unit.kind in SMC and shooter.unit.kind != "hero":
        factors.append(("one SMC (A9.11)", Fraction(1, game.figure("smc-mg-divisor"))))
    return _times(_fp(game, weapon), factors), _words(factors)


def _up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _factors(game: Game, found: Order, unit: Unit, name: str, normal: int, goal: str, concealed: bool) -> list[Part]:
    """What multiplies the FP of one firer, each with its rule (A7.2)."""
    board, here = game.board, unit.hex
    distance = board.distance(here, goal)
    most = normal * game.figure("long-range")
    if distance > most:
        raise Refused(f"{name} reaches {most} hexes at most; {goal} is {distance} (A7.22)")
    if distance > normal and found.kind.normal_range:
        raise Refused(f"{found.kind.name} does not go beyond normal range, {normal} hexes for {name} (A8.3)")
    factors: list[Part] = []
    levels = abs(board.terrain(goal).elevation - board.terrain(here).elevation)
    if distance == 0 and not found.snap:
        factors.append(("TPBF (A7.21)", Fraction(game.figure("tpbf"))))
    elif distance == 1 and levels <= 1 and not found.snap:
        factors.append(("PBF (A7.21)", Fraction(game.figure("pbf"))))
    elif distance > normal:
        factors.append(("long range (A7.22)", HALF))
    factors += [(found.kind.name, HALF)] * found.kind.halvings
    if "pinned" in unit.flags:
        factors.append(("pinned (A7.8)", HALF))
    if unit.cavalry:
        factors.append(("mounted (A13.5)", HALF))
    if unit.carrier:
        factors.append(("mounted (D6)", HALF))
    if concealed:
        factors.append(("concealed target (A12.14)", HALF))
    if len(found.hexes) > 1:
        factors.append(("Spraying Fire (A7.34)", HALF))
    if found.snap:
        factors.append(("Snap Shot (A8.15)", HALF))
    if game.state.moving and game.state.moving.how == "dash" and found.kind.moving:
        factors.append(("dashing target (A4.63)", HALF))
    if "marsh" in board.terrain(here).terrains:
        factors.append(("out of marsh (B16.3)", HALF))
    return factors


def _times(value: Fraction, factors: Iterable[Part]) -> Fraction:
    for _, factor in factors:
        value *= factor
    return value


def _words(factors: Iterable[Part]) -> str:
    return "".join(f" x{factor} {name}" if factor > 1 else f" x½ {name}" for name, factor in factors)
