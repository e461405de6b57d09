"""SMOKE as a screen (A24): who will move where, which Known enemies endanger that most, and what SMOKE would save."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker, Unit
from sasl.asl.movement.allowance import is_able
from sasl.asl.ordnance import guns
from sasl.asl.stacking import squads_in
from sasl.asl.terrain import smoke, weather
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider, passed
from sasl.minds.action import prospects
from sasl.minds.movement import goals, wishes
from sasl.minds.movement.ways.danger import Danger, danger
from sasl.minds.movement.ways.threats import known_threats

MOST_THREATS = 3
"""The most hexes with enemies that are considered for SMOKE: the worst ones."""


class Way(NamedTuple):
    """A way that men would go in the coming MPh: one who stands for all, its hexes, and how many squads go it.

    Men who have yet to be given their Action count by the chance that it sends them on their way.
    """

    unit: Unit
    hexes: tuple[str, ...]
    squads: float


class Cloud(NamedTuple):
    """SMOKE that might be placed: in these hexes, its Hindrance, and whether it is still there after the MPh."""

    hexes: tuple[str, ...]
    hindrance: int
    lasts: bool = True


def wanted(game: Game, decider: Decider) -> float:
    """The harm that SMOKE must save its side; 0 if it places none (A24.6)."""
    if weather.heavy(game.state) or game.state.ec in smoke.NO_SMOKE:
        return 0.0
    return decider.doctrine.value("smoke-harm")


# -- who goes where ------------------------------------------------------------------------------------

_WAYS: Memo[tuple[Way, ...]] = Memo()


def ways(game: Game, decider: Decider) -> tuple[Way, ...]:
    """The ways of those of a side who may move in the coming MPh and would: In Command, and not fired."""
    state = game.state
    parts = (
        state.units, state.weapons, state.markers, state.suspects, state.control, state.phase, game.board,
        decider.doctrine, decider.side,
    )  # fmt: skip
    return _WAYS.of(parts, lambda: tuple(_ways(game, decider, game.state.on_map(decider.side))))


def ways_beside(game: Game, decider: Decider, stack: Sequence[Unit]) -> tuple[Way, ...]:
    """The ways of the others in the hex of a stack and in those ADJACENT, who have not moved yet."""
    near = {stack[0].hex, *game.board.neighbours(stack[0].hex)}
    done, gone = passed(game), {unit.id for unit in stack}
    others = [unit for unit in game.state.on_map(decider.side) if unit.hex in near and not unit.mf]
    return tuple(_ways(game, decider, [unit for unit in others if unit.id not in done and unit.id not in gone]))


def _ways(game: Game, decider: Decider, units: Iterable[Unit]) -> Iterator[Way]:
    bands: dict[tuple[str, str], list[tuple[Unit, float]]] = {}
    for unit in units:
        if unit.infantry and unit.mmc and unit.hex and is_able(unit) and guns.manned_by(game, unit) is None:
            sent = prospects.sent(decider, unit)
            goal = goals.goal(game, decider, sent)
            if goal is None or goal == unit.hex:  # wherever it is sent, it stays
                continue
            likely = prospects.moves(game, decider, unit)
            if likely:
                bands.setdefault((unit.hex, goal), []).append((sent, likely))
    for band in bands.values():
        way = wishes.wish(game, decider, band[0][0])
        if way is not None:
            yield Way(band[0][0], way.hexes, sum(likely * squads_in(game, [unit]) for unit, likely in band))


# -- what endangers them -------------------------------------------------------------------------------


def firing(game: Game, decider: Decider) -> list[str]:
    """The hexes of the Known enemies who could fire."""
    return [threat.hex for threat in known_threats(game, decider).items if threat.sure]


def worst(game: Game, decider: Decider, those: Sequence[Way]) -> list[str]:
    """The hexes of the Known enemies whose fire endangers these ways most, the worst first."""
    total: dict[str, float] = {}
    for way in those:
        harm, most = danger(game, decider, way.unit), dict[str, float]()
        for name in way.hexes[1:]:
            for threat, value in harm.of_each(name):
                most[threat.hex] = max(most.get(threat.hex, 0.0), value)
        for place, value in most.items():
            total[place] = total.get(place, 0.0) + way.squads * value
    order = sorted((-round(value, 6), name) for name, value in total.items() if value > 0)
    return [name for _, name in order[:MOST_THREATS]]


def saved(game: Game, decider: Decider, those: Sequence[Way], cloud: Cloud, threats: int = 1) -> float:
    """The harm that a cloud would save on these ways, and where they end if it lasts so long.

    So many `threats` are screened, and each can fire at no more than `smoke-shots` squads: those who gain most count.
    """
    hidden, shots = screened(game, decider, cloud), decider.doctrine.value("smoke-shots") * threats
    gains = [
        (
            _price(danger(game, decider, way.unit), way, lasts=cloud.lasts)
            - _price(danger(hidden, decider, way.unit), way, lasts=cloud.lasts),
            way.squads,
        )
        for way in those
    ]
    total = 0.0
    for gain, number in sorted(gains, reverse=True):
        total += gain * min(number, shots)
        shots -= min(number, shots)
    return total


def known_in(game: Game, decider: Decider, hexes: Collection[str]) -> int:
    """How many of these hexes hold Known enemies who could fire."""
    return sum(name in hexes for name in firing(game, decider))


def screened(game: Game, decider: Decider, cloud: Cloud) -> Game:
    """The same moment with the SMOKE there."""
    laid = {
        f"screen {name}": Marker(f"screen {name}", "smoke", name, decider.side, cloud.hindrance) for name in cloud.hexes
    }
    return game.at(replace(game.state, markers={**game.state.markers, **laid}))


def _price(harm: Danger, way: Way, *, lasts: bool) -> float:
    """The greatest danger on a way, and that where it ends."""
    on_way = max(harm(name) for name in way.hexes[1:])
    return on_way + (harm.standing(way.hexes[-1]) if lasts else 0.0)
