"""The plan of an attack: its axes of advance over the VPO, and by which Turn each is to fall (S12.6, house rules 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.minds import Plan
from sasl.asl.game.plans import Axis, PhaseLine
from sasl.asl.game.state import Unit
from sasl.asl.stacking import squads_in
from sasl.board.movement_cost import FOOT, path
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed
from sasl.minds.act import Act, Decider
from sasl.minds.movement import companies, goals
from sasl.minds.movement.ways import tracks
from sasl.minds.movement.ways.paths import known_mines
from sasl.orders.doctrine_orders import DrawAxes
from sasl.solitaire import victory

KEY = "axes"
"""What acts: the side as a whole."""
NOBODY = "no unit on the map could attack"
"""The plan while all are still to enter."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """The plan of the FRIENDLY Player Turn, when it is known who is In Command; one that is as it was goes unsaid."""
    state = game.state
    attacks = decider.side == "FRIENDLY" and decider.doctrine.orders == "free" and bool(state.control)
    if not attacks or KEY in state.passed:
        return None
    plan = plan_of(game, decider)
    if plan.axes == state.axes and plan.companies == state.companies:
        return Act(KEY) if plan.axes else None
    why = "" if plan.axes or plan.companies else f": {_why_none(game, decider)}"
    title = f"plan for Turn {state.turn}{why}"  # what it is, the order tells
    way = course(game, plan.axes[0], decider.doctrine.value("mine-mf")) if plan.axes else ()
    return Act(KEY, DrawAxes(), title, plan.reasons, path=way, once=True)


def _why_none(game: Game, decider: Decider) -> str:
    """Why there is no plan."""
    return NOBODY if goals.wanted(game, decider.side) else "no VPO is left to take"


def plan_of(game: Game, decider: Decider) -> Plan:
    """Who goes for which VPO makes the axes; each goes on to those that it comes to before any other does."""
    formed = companies.form(game, decider)
    game = game.at(replace(game.state, companies=formed))
    parties = _parties(game, decider)
    land = _Land(game, decider)
    wanted = goals.open_to(game, decider.side)
    heads = [_head(land, place, parties.objective[place]) for place in wanted if place in parties.objective]
    beyond = _chain(land, heads, [place for place in wanted if place not in parties.objective])
    heads.sort(key=lambda head: (-head.squads, head.lines[0].turn, head.lines[0].hex))
    axes = tuple(
        Axis("secondary" if number else "main", head.start, tuple(head.lines), head.squads)
        for number, head in enumerate(heads)
    )
    told = (company.words for company in formed)
    return Plan(axes, (*told, *_reasons(land, axes, parties, beyond)), formed)


def course(game: Game, axis: Axis, mine_mf: float) -> tuple[str, ...]:
    """The hexes of an axis: on foot from where it begins over all its objectives, around known minefields."""
    mines, way = known_mines(game), [axis.start]
    for line in axis.lines:
        way += path(game.board, way[-1], line.hex, FOOT, lambda name: mine_mf if name in mines else 0.0)[1:]
    return tuple(way)


# -- who goes where ---------------------------------------------------------------------------------------


class Parties(NamedTuple):
    """The men who go for each VPO, stack by stack, and those who take railroad and road."""

    objective: dict[str, dict[str, list[Unit]]]
    screen: list[Unit]


def _parties(game: Game, decider: Decider) -> Parties:
    found = Parties({}, [])
    wanted, road = goals.wanted(game, decider.side), tracks.open_to(game, every=True)
    for start, units in goals.advancing(game, decider).items():
        for unit in units:
            aim = goals.aim(game, decider, unit) if unit.mmc else None
            if aim and aim.hex in wanted:
                found.objective.setdefault(aim.hex, {}).setdefault(start, []).append(unit)
            elif aim and aim.hex in road:
                found.screen.append(unit)
    return found


# -- by when ----------------------------------------------------------------------------------------------


class _Land:
    """The MF between places, around known mines, and the Turn by which so many MF are gone."""

    def __init__(self, game: Game, decider: Decider) -> None:
        self.game, self.decider = game, decider

    def far(self, start: str, goal: str) -> float:
        """The MF on foot from one hex to another."""
        return goals.march(self.game, self.decider, goal)[start]

    def turn(self, mf: float) -> int:
        """The Game Turn in which men who set out now have come so far."""
        return self.game.state.turn + max(0, ceil(mf / self.decider.doctrine.value("axis-mf")) - 1)


@dataclass
class _Head:
    """An axis that is still being drawn: how far it has come, in MF."""

    start: str
    squads: float
    mf: float
    lines: list[PhaseLine] = field(default_factory=list)


def _head(land: _Land, place: str, stacks: dict[str, list[Unit]]) -> _Head:
    """The axis of those who go for a VPO: it begins where most of them are."""
    weights = {start: squads_in(land.game, units) for start, units in stacks.items()}
    whole = sum(weights.values())
    mf = sum(weight * land.far(start, place) for start, weight in weights.items()) / whole
    start = max(weights, key=lambda name: (weights[name], -land.far(name, place)))
    return _Head(start, whole, mf, [PhaseLine(place, land.turn(mf))])


def _chain(land: _Land, heads: Sequence[_Head], left: list[str]) -> list[str]:
    """Each VPO that nobody goes for yet is added to the axis that comes to it first; the names of those that no axis
    comes to before the mission may end."""
    last = land.game.mission.end.turn
    while left and heads:
        longer = {(number, place): head.mf + land.far(head.lines[-1].hex, place)
                  for number, head in enumerate(heads) for place in left}  # fmt: skip
        number, place = min(longer, key=lambda key: (longer[key], key))
        turn = land.turn(longer[number, place])
        if turn > last:
            break
        heads[number].mf = longer[number, place]
        heads[number].lines.append(PhaseLine(place, turn))
        left.remove(place)
    return left


# -- in words ---------------------------------------------------------------------------------------------


def _reasons(land: _Land, axes: Sequence[Axis], parties: Parties, beyond: Sequence[str]) -> Iterator[str]:
    game, words = land.game, land.decider.doctrine.words
    vp = victory.worth_of_vpo(game)
    for axis in axes:
        turns = axis.lines[-1].turn - game.state.turn + 1
        each = vp * len(axis.lines) / (axis.squads * turns)
        yield f"{axis.words}: {vp * len(axis.lines):g} VP, {each:.2f} for each squad and Turn"
    if parties.screen:
        yield f"screen: {counted(len(parties.screen), 'HS or crew', 'HS and crews')} take railroad and road"
    if not axes and beyond:
        yield NOBODY
    elif beyond:
        yield f"no axis reaches {listed(beyond)} by Turn {game.mission.end.turn}"
    yield f"Turns are counted in MF on foot around known mines, {words('axis-mf')} (house rules 7)"
