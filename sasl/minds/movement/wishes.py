"""What a unit would do if it went alone in its coming MPh: the best way to its goal, and the MF that it gains by it."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, but_thoughts
from sasl.kernel import verify
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.movement import goals
from sasl.minds.movement.command_range import company_of
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.paths import FAR, Ground, Path, ground, paths, to_go
from sasl.minds.movement.ways.prices import (
    Option,
    allowance_of,
    better_ways,
    ends,
    fault_of,
    least_price,
    most_in_the_open,
    option_of,
    options_of,
    order_of,
    to_stay,
)


def gain(game: Game, decider: Decider, unit: Unit) -> float:
    """The MF by which the best way of a unit is better than to stay; 0 if it has no goal or no better way."""
    found = _wish(game, decider, unit)
    return found[0].worth - found[1].worth if found else 0.0


def wish(game: Game, decider: Decider, unit: Unit) -> Path | None:
    """The best way of a unit if it went alone in this MPh; None if it would rather stay."""
    found = _wish(game, decider, unit)
    return found[1].way if found else None


def _wish(game: Game, decider: Decider, unit: Unit) -> tuple[Option, Option] | None:
    """To stay, and the best way that is better; None if there is none. Found once while a side only thinks: who has
    passed meanwhile matters as the company that it keeps (S16)."""
    parts = *but_thoughts(game.state), game.board, game.library, game.mission, decider.side, decider.doctrine
    known, key = _WISHES.of(parts, dict), (unit, company_of(game, unit))
    if key not in known:
        known[key] = _find_wish(game, decider, unit)
    elif verify.ON:
        verify.same(f"wish of {unit.id}", known[key], lambda: _find_wish(game, decider, unit))
    return known[key]


_WISHES: Memo[dict[object, tuple[Option, Option] | None]] = Memo()


def _find_wish(game: Game, decider: Decider, unit: Unit) -> tuple[Option, Option] | None:
    aim = goals.aim(game, decider, unit)
    if aim is None or unit.hex == aim.hex:
        return None
    land = ground(game, decider, [unit])
    allowance = allowance_of(game, [unit])
    reach = paths(land, allowance)
    stay, first = _first(land, reach, allowance, aim)
    if verify.ON:
        (same, *rest), _ = options_of(land, reach, allowance, aim)
        verify.same(f"first way of {unit.id}", first, lambda: next(iter(better_ways(land, same, rest)), None))
    return (stay, first) if first else None


def _first(land: Ground, reach: dict[str, Path], allowance: float, goal: Aim) -> tuple[Option, Option | None]:
    """To stay, and the first of the ways that are better: those that may cost least are looked at first."""
    left, stay = to_go(land, goal.hex), to_stay(land, reach, allowance, goal)
    ways = [
        (least, number, way)
        for number, way in enumerate(ends(land, reach))
        if (least := least_price(land, way, allowance, left.get(way.end, FAR))) < stay.worth
    ]
    first: tuple[tuple[bool, float, float, int], Option] | None = None
    most = most_in_the_open(land)
    for least, number, way in sorted(ways):
        if first is not None and not first[0][0] and least > first[0][1] + verify.ROUNDING:
            break
        option = option_of(land, way, allowance, left.get(way.end, FAR), stay.left)
        order = *order_of(option, most), number
        if option.worth < stay.worth and (first is None or order < first[0]) and not fault_of(land, way.end):
            first = order, option
    return stay, first[1] if first else None
