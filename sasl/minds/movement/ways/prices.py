"""What each hex that a stack could end its move in costs it: MF left to its goal and danger, together in MF (S9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.terrain import fires
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.minds import cc_acts
from sasl.minds.movement import goals
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.ways.paths import FAR, Ground, Path, to_go


class Option(Frozen):
    """A way with its price: MF left to the goal, harm on the way and where it ends, all in MF together."""

    way: Path
    how: str
    left: float
    on_way: float
    there: float
    worth: float
    exposed: bool = False


def allowance_of(game: Game, units: Sequence[Unit]) -> float:
    """The MF that every unit of the stack still has."""
    limits = stack_allowance(game, units)
    return max(0.0, min(limits[unit.id] - unit.mf for unit in units))


def options_of(land: Ground, reach: dict[str, Path], allowance: float, goal: Aim) -> tuple[list[Option], list[str]]:
    """Every hex where the stack could end, to stay first; and why not in others, a few of them."""
    left = to_go(land, goal.hex)
    options = [to_stay(land, reach, allowance, goal)]
    refused: list[str] = []
    for way in ends(land, reach):
        option = _priced(land, way, allowance, left.get(way.end, FAR), options[0])
        if option is None or option.worth >= options[0].worth:
            continue
        fault = fault_of(land, way.end)
        if fault:
            refused.append(f"not {way.end}: {fault}")
            continue
        options.append(option)
    return options, refused[:3]


def to_stay(land: Ground, reach: dict[str, Path], allowance: float, goal: Aim) -> Option:
    """To stay, with its price; as dear as can be for who must leave."""
    left = to_go(land, goal.hex).get(land.start, FAR)
    stay = option_of(land, reach[land.start], allowance, left, left)
    return replace(stay, worth=FAR) if land.must_leave() else stay


def ends(land: Ground, reach: dict[str, Path]) -> Iterator[Path]:
    """The ways to where the stack could end, not straight back to where it came from."""
    came_from = land.game.state.moving.came_from if land.game.state.moving and land.units[0].mf else ""
    return (way for name, way in reach.items() if name not in (land.start, came_from))


def fault_of(land: Ground, name: str) -> str:
    """Why a stack does not end its move in a hex, or ""."""
    if not land.has_room(name):
        return "no room (A5.1)"
    if fires.on_fire(land.game, name):
        return "it burns"
    return "" if rushes(land.game, land.decider) else cc_acts.stands_off(land.game, land.decider, name, land.units)


def _priced(land: Ground, way: Path, allowance: float, left: float, stay: Option) -> Option | None:
    """A way with its price; None if that cannot be less than to stay, before the harm where it ends is looked at."""
    least, here = least_price(land, way, allowance, left), stay.left
    if least >= stay.worth:
        if verify.ON:
            verify.at_least(f"worth of {way.end}", option_of(land, way, allowance, left, here).worth, lambda: least)
        return None
    return option_of(land, way, allowance, left, here)


def least_price(land: Ground, way: Path, allowance: float, left: float) -> float:
    """No less than this is the price of a way, whatever the harm where it ends; anything, if something there pays."""
    if not land.none_pays:
        return -FAR
    least = left + land.danger_mf * _manner(land, way, allowance)[1] - land.figures.cover - assault(land, way.end)
    return least - land.figures.track * land.takes(way) - land.figures.goal * land.objectives(way)


def option_of(land: Ground, way: Path, allowance: float, left: float, here: float) -> Option:
    """A way with its price; `here`: the MF left to the goal where the stack stands.

    What it gains counts by the chance to come through (`arrive`).
    """
    figures, end = land.figures, way.end
    how, on_way = _manner(land, way, allowance)
    there = land.harm.standing(end)
    lost = figures.arrive * on_way
    worth = left + land.danger_mf * (on_way + there) + land.attacked(way)
    worth += lost * max(0.0, here - left)
    worth -= figures.cover * (land.covered(end) or not left)  # its goal is as good as cover
    worth -= figures.goal * land.objectives(way) * (1 - lost)
    worth -= figures.track * land.takes(way) * (1 - lost)
    worth += figures.shells * (end in land.shelled) + figures.crowd * there * land.crowd(end)
    worth -= assault(land, end) * (1 - lost)
    worth += figures.command * land.command.outside(end)
    worth += land.command.price(land.decider.doctrine, end)
    return Option(way, how, left, on_way, there, worth, bool(left) and land.exposed(end))


_BESIDE: Memo[Mapping[str, str]] = Memo()


def assault(land: Ground, name: str) -> float:
    """A11.1, S12.6: the MF that it is worth to men to end their move where they may advance into CC in a VPO."""
    return land.decider.doctrine.value("assault-mf") if name in beside_vpo(land) else 0.0


def beside_vpo(land: Ground) -> Mapping[str, str]:
    """The hexes from which men on foot may advance, at odds that are enough, into a VPO with enemies: which one."""
    return _BESIDE.of((land,), lambda: dict(_beside_vpo(land)))


def odds_figure(land: Ground) -> str:
    """The figure of the odds that are enough for CC in a VPO: less in the last Turns (rush-turns)."""
    return "cc-odds-rush" if rushes(land.game, land.decider) else "cc-odds-advance"


def _beside_vpo(land: Ground) -> Iterator[tuple[str, str]]:
    game, decider, men = land.game, land.decider, [unit for unit in land.units if unit.mmc]
    if not decider.doctrine.value("assault-mf") or not all(unit.infantry for unit in land.units):
        return
    least = decider.doctrine.value(odds_figure(land))
    for name in goals.wanted(game, decider.side) if men else ():
        foes = cc_acts.foes_in(game, decider, name)
        if any(unit.kind in ("vehicle", "cupola") for unit in foes) or not any(unit.mmc for unit in foes):
            continue
        if cc_acts.odds_at(game, decider, name, land.units) >= least:
            yield from ((near, name) for near in game.board.neighbours(name))


def _manner(land: Ground, way: Path, allowance: float) -> tuple[str, float]:
    """How a way is gone under the eyes of enemies, and the harm then: Assault Movement, a Dash, or plainly."""
    fresh = way.danger > 0 and land.fresh
    if fresh and len(way.hexes) == 2 and way.mf < allowance:
        return "assault", land.harm.assault(way.end)
    if fresh and land.may_dash(way):
        return "dash", max(land.harm.dashing(way.hexes[1]), land.harm(way.end))
    return "", way.danger


def better_ways(land: Ground, stay: Option, rest: Sequence[Option]) -> list[Option]:
    """The ways that are better than to stay, the best first; into the open and harm only where no other is."""
    most = most_in_the_open(land)
    better = (item for item in rest if item.worth < stay.worth)
    return sorted(better, key=lambda item: order_of(item, most))


def order_of(option: Option, most: float) -> tuple[bool, float, float]:
    """What comes first: what ends in no more than so much harm in the open, then what is worth most, then the near."""
    return option.exposed and option.there > most, option.worth, option.way.mf


def most_in_the_open(land: Ground) -> float:
    """The harm up to which a move may end in Open Ground as it may anywhere else: any, if it is so or time runs out."""
    figure = land.decider.doctrine.value
    return figure("open-harm") if figure("open-last") and not rushes(land.game, land.decider) else 1.0
