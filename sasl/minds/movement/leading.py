"""A leader without men in the MPh: to whom he goes, so that they are In Command or rallied (16, A10.6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import gallop_mf
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted
from sasl.minds.act import Act, Decider
from sasl.minds.movement import move_reasons, stack_plans
from sasl.minds.movement.command_range import expected_in_command, still_to_come, unled, without_leader
from sasl.minds.movement.goals import attitude
from sasl.minds.movement.move_reasons import Part
from sasl.minds.movement.ways.paths import FAR, Ground, Path, ground, paths
from sasl.minds.movement.ways.prices import Option, allowance_of, fault_of, option_of
from sasl.solitaire.command_control import binds


class Needs(NamedTuple):
    """Who needs a leader: the hexes of `squads` that nobody else leads, and the `broken` MMC to rally, hex by hex.

    `led`: where the doctrine reckons so, how many squads may be expected In Command with him in a hex; `shared`:
    whether those count less whom other leaders can still reach.
    """

    squads: Sequence[str]
    broken: Mapping[str, int]
    led: Callable[[str], float] | None = None
    shared: bool = False


def follow(game: Game, decider: Decider, leaders: Sequence[Unit]) -> Act:
    """Leaders without men go to men of theirs in reach, where they have most squads in command, and nowhere else.

    In Hold they run no danger for it; where they must, they only seek cover.
    """
    units = list(leaders[:1])
    key = units[0].id
    land, needs = ground(game, decider, units), _needs(game, decider, units[0])
    men = {unit.hex for unit in game.state.on_map(decider.side) if unit.mmc and "prisoner" not in unit.flags}
    if land.start in men and not needs.squads and not needs.broken and needs.led is None:
        return stack_plans.stay_act(land, key, ["a leader stays with his men"])
    reach, away = paths(land, allowance_of(game, units)), _away(land, needs)

    def serves(name: str) -> bool:
        """Whether he may end his move in a hex, with men of theirs or on the way to them."""
        there = name in men or (needs.led is not None and _on_the_way(land, name, away))
        return there and (name == land.start or not fault_of(land, name))

    priced = [_priced(land, way, needs, away) for name, way in reach.items() if serves(name)]
    priced += [
        (replace(option, how="gallop"), parts)
        for option, parts in (_priced(land, way, needs, away) for way in _at_the_gallop(land) if serves(way.end))
        if option.way.end not in reach
    ]
    if attitude(game, decider, units[0]) == "Hold":
        here = land.harm.standing(land.start)
        priced = [item for item in priced if max(item[0].on_way, item[0].there) <= here]
        if not priced:
            return stack_plans.cover(land, key, reach, allowance_of(game, units))[0]
    priced.sort(key=lambda item: (item[0].worth, item[0].way.mf, item[0].way.end))
    shown = priced[: move_reasons.MOST_REASONS]
    figures = decider.doctrine.words(*move_reasons.names_of(parts for _, parts in shown))
    reasons = ["a leader goes with his men", *(move_reasons.words(option, parts) for option, parts in shown), figures]
    for option, _ in priced:
        if option.way.end == land.start:
            break
        if stack_plans.legal(game, units, option):
            fast = [f"nobody sees it: {decider.doctrine.words('gallop')}"] * (option.how == "gallop")
            return stack_plans.move_act(land, key, option, [*reasons, *fast])
    return stack_plans.stay_act(land, key, reasons)


def _at_the_gallop(land: Ground) -> Iterator[Path]:
    """A13.36: the ways farther than his MF that a leader in the saddle may gallop, with nobody to be feared there."""
    if stack_plans.gait_of(land) == "gallop":
        fast = stack_plans.at_this_gait(land, "gallop")
        more = allowance_of(land.game, land.units) + gallop_mf(land.game, land.units[0])
        yield from (way for way in paths(fast, more).values() if stack_plans.unseen(fast, "gallop", way))


def _needs(game: Game, decider: Decider, leader: Unit) -> Needs:
    value = decider.doctrine.value
    squads, broken = without_leader(game, leader), unled(game, leader) if value("rally-mf") else {}
    if value("lead-mf") <= 0 or not binds(game, decider.side):
        return Needs(squads, broken)
    share = value("lead-share") if still_to_come(game, leader) else 0.0
    return Needs(squads, broken, expected_in_command(game, leader, share), bool(share))


def _away(land: Ground, needs: Needs) -> Callable[[str], int]:
    """How many hexes a leader in a hex is short of the nearest squads that nobody leads, or broken men."""
    board, radius = land.game.board, land.command.radius

    def away(name: str) -> int:
        ranges = board.range_from(name)
        squads = (ranges[place] - radius for place in needs.squads)
        return max(0, min((*squads, *(ranges[place] for place in needs.broken)), default=0))

    return away


def _on_the_way(land: Ground, name: str, away: Callable[[str], int]) -> bool:
    """Whether a leader may end his move alone in a hex: in cover that no enemy can fire at, nearer to whom he goes."""
    return away(name) < away(land.start) and land.covered(name) and not land.harm.standing(name)


def _priced(land: Ground, way: Path, needs: Needs, away: Callable[[str], int]) -> tuple[Option, list[Part]]:
    """A way of a leader with its price, and what that is made of: how far he has to go, danger, the squads out of his
    circle, less the men to rally and the squads that will be In Command."""
    figure, name = land.decider.doctrine.value, way.end
    option = option_of(land, way, way.mf + 1, FAR, FAR)
    ranges = [land.game.board.distance(name, place) for place in needs.squads]
    out, broken = sum(far > land.command.radius for far in ranges), needs.broken.get(name, 0)
    inside = needs.led(name) if needs.led is not None else 0.0
    parts = [
        Part(danger_figures(land), danger_mf(land) * (option.on_way + option.there)),
        _to_go(land, way, needs, away, ranges),
        move_reasons.attacked(land, option),
        Part(("command-mf",), figure("command-mf") * out, f"{out} out of command"),
        Part(("rally-mf",), -figure("rally-mf") * broken, f"{broken} broken to rally"),
        Part(_lead_figures(needs), -figure("lead-mf") * inside, f"{inside:.1f} squads to be In Command"),
    ]
    return replace(option, worth=sum(part.mf for part in parts)), parts


def _to_go(land: Ground, way: Path, needs: Needs, away: Callable[[str], int], ranges: Sequence[int]) -> Part:
    """What his way costs: how far he is in the end from units that need him, or else its MF."""
    if needs.led is not None:
        far, figure = away(way.end), "lead-way-mf"
        return Part((figure,), land.decider.doctrine.value(figure) * far, _from_them(far))
    if ranges:
        return Part((), float(min(ranges)), _from_them(min(ranges)))
    return Part((), way.mf, f"{way.mf:g} MF")


def _from_them(far: int) -> str:
    return f"{counted(far, 'hex', 'hexes')} from units that need him"


def _lead_figures(needs: Needs) -> tuple[str, ...]:
    return ("lead-mf", *("lead-share",) * needs.shared)


def danger_mf(land: Ground) -> float:
    """S16: the MF that one whole harm to a leader is worth: the more, the fewer the side has; the last leads all."""
    figure, led_by = land.decider.doctrine.value, land.command.led_by
    return figure("leader-danger-mf") + (figure("last-leader-mf") / led_by if led_by else 0.0)


def danger_figures(land: Ground) -> tuple[str, ...]:
    """The figures that this is made of."""
    last = land.command.led_by and land.decider.doctrine.value("last-leader-mf")
    return ("leader-danger-mf", *("last-leader-mf",) * bool(last))
