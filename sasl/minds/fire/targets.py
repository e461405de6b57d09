"""Targets (S8.1): the legal attacks of a unit, with the harm each may be expected to do, in the order of house rules 7.

A Fire Group forms where its one attack does more than the shots of its members one after another would do in all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import look, seen_from
from sasl.asl.game.state import Unit
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.kernel.text import listed
from sasl.minds.act import Decider
from sasl.minds.fire.choice import Choice as Choice
from sasl.minds.fire.choice import as_act as as_act
from sasl.minds.fire.choice import enemy_hexes, in_order
from sasl.minds.fire.ordnance import gunnery
from sasl.minds.fire.small_arms import grouping
from sasl.minds.fire.small_arms.bounds import ROUNDING, Bounds
from sasl.minds.fire.small_arms.firers import Firers
from sasl.minds.fire.small_arms.outlook import Outlook, outlook
from sasl.minds.fire.small_arms.shot_reasons import ToldShot
from sasl.minds.fire.small_arms.volley import Shot, Volley


def in_reach(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """The hexes with enemies in LOS and range that a unit may fire at in this phase; S? too for the FRIENDLY side."""
    names = _in_range(game, decider, unit)
    seen = seen_from(game, unit.hex) if names else {}
    return [name for name in names if name == unit.hex or seen[name].exists]


def _in_range(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """The same, in LOS or not."""
    far, here = reach(game, unit), unit.hex
    if not far or not here:
        return []
    survey = _survey(game, decider)
    if survey.hexes is None:
        survey.hexes = worth_a_look(game, decider)
    ranges = game.board.range_from(here)
    return [name for name in survey.hexes if ranges[name] <= far]


def _in_sight(game: Game, unit: Unit, name: str) -> bool:
    return name == unit.hex or look(game, unit.hex, name).exists


def worth_a_look(game: Game, decider: Decider) -> list[str]:
    """The hexes with enemies that may be fired at in this phase: where somebody moves now, or any (A8.1)."""
    state = game.state
    hexes = enemy_hexes(game, decider.side)
    if state.phase == "MPh" and state.side != decider.side:
        return sorted(hexes)
    if decider.side == "FRIENDLY":
        hexes |= state.suspect_hexes
    return sorted(hexes)


def choices(
    game: Game,
    decider: Decider,
    unit: Unit,
    goals: Collection[str] | None = None,
    *,
    without: frozenset[str] = frozenset(),
    enough: Enough | None = None,
) -> list[Choice]:
    """S8.1: the legal attacks that a unit can take part in now, the best first (house rules 7).

    `goals`: only at these hexes. `without`: ids of units, leaders too, that take no part. `enough`: small arms that
    cannot do as much harm are left out.
    """
    survey = _survey(game, decider)
    asked = Question(unit, goals, without, enough)
    key = unit.id, None if goals is None else tuple(sorted(goals)), without, enough
    if key not in survey.answers:
        survey.answers[key] = in_order(game, _choices(game, decider, survey, asked))
    elif verify.ON:
        new = Survey(outlook(game, decider))
        verify.same(
            f"attacks of {unit.id}",
            [(item.order, item.harm) for item in survey.answers[key]],
            lambda: [(item.order, item.harm) for item in in_order(game, _choices(game, decider, new, asked))],
        )
    return list(survey.answers[key])


def possible(game: Game, decider: Decider, unit: Unit, enough: Enough) -> bool:
    """S8.1: whether a unit might have an attack that is enough, whoever joins it: a quick look, with wrong yeses."""
    survey, asked = _survey(game, decider), Question(unit, None, frozenset(), enough)
    if any(item.harm >= enough.at(item.range) for item in _heavy(game, decider, survey, asked)):
        return True
    small_arms = unit.kind not in (*VEHICLES, "gun", "aircraft")
    return small_arms and any(True for _ in _not_too_little(game, decider, survey, asked))


def refusals(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """Why a unit cannot fire at hexes that were considered for it, one line each."""
    volleys = [volley for volley in _survey(game, decider).volleys.values() if not volley.loads(unit)]
    return list(dict.fromkeys(filter(None, (volley.refused.get(unit.id, "") for volley in volleys))))


def too_little(game: Game, decider: Decider, unit: Unit) -> list[tuple[str, float]]:
    """The hexes at which small arms of a unit cannot do enough, each with the most that they can do; the best first."""
    below = _survey(game, decider).below.get(unit.id, {})
    found = [(name, most) for name, most in below.items() if most > 0 and _in_sight(game, unit, name)]
    return sorted(found, key=lambda item: (-item[1], item[0]))


class Enough(NamedTuple):
    """The harm that attacks must reach: at ADJACENT hexes, at others, and at those more than `hides` hexes away."""

    near: float
    far: float
    hides: float = inf
    hidden: float = 0.0

    def at(self, distance: int) -> float:
        """That of an attack so many hexes away."""
        return self.near if distance <= 1 else self.hidden if distance > self.hides else self.far


class Question(Frozen):
    """What a unit could fire at: at which hexes (None: any), without whom, and what harm is enough to be listed."""

    unit: Unit
    goals: Collection[str] | None
    without: frozenset[str]
    enough: Enough | None


@dataclass
class Survey:
    """What has been found out about the fire of a side in one position."""

    outlook: Outlook
    volleys: dict[str, Volley] = field(default_factory=dict)
    firers: Firers | None = None
    bounds: dict[str, Bounds] = field(default_factory=dict)
    heavy: dict[object, list[Choice]] = field(default_factory=dict)
    small: dict[object, list[Choice]] = field(default_factory=dict)
    answers: dict[object, list[Choice]] = field(default_factory=dict)
    below: dict[str, dict[str, float]] = field(default_factory=dict)
    """The hexes at which a unit cannot do enough, and the most that it could do there."""
    hexes: list[str] | None = None


NOT_ITS_OWN = frozenset({"acted", "fire-command", "move-command"})
"""What a unit may do in this Player Turn says nothing about the harm of its fire: who asks says who takes part."""


def _fires_alike(some: Mapping[str, Unit], others: Mapping[str, Unit]) -> bool:
    """Whether units differ in nothing that the harm of their fire depends on."""
    return len(some) == len(others) and all(
        one is other or replace(one, flags=one.flags - NOT_ITS_OWN) == replace(other, flags=other.flags - NOT_ITS_OWN)
        for one, other in zip(some.values(), others.values(), strict=True)
    )


_UNITS: Memo[Mapping[str, Unit]] = Memo(alike=_fires_alike)
_SURVEYS: Memo[Survey] = Memo()


def _survey(game: Game, decider: Decider) -> Survey:
    """What is known of this position; dice, Actions, and that somebody has passed, change nothing about it."""
    state = game.state
    units = _UNITS.of((state.units,), lambda: state.units)
    parts = (
        units, state.weapons, state.markers, state.suspects, state.sights, state.moving, state.acquired, state.phase,
        state.volleys, state.aimed, state.directed, state.side, state.turn, state.wind, state.values, state.control,
        state.options, game.board, game.library, decider.side, decider.doctrine,
    )  # fmt: skip
    return _SURVEYS.of(parts, lambda: Survey(outlook(game, decider)))


def _choices(game: Game, decider: Decider, survey: Survey, asked: Question) -> list[Choice]:
    unit = asked.unit
    if not unit.hex or unit.kind == "aircraft":
        return []
    if unit.kind in (*VEHICLES, "gun"):
        return _heavy(game, decider, survey, asked)
    if unit.kind == "leader":
        mates = [mate for mate in game.state.units_at(unit.hex, unit.side) if mate.mmc and not mate.carrier]
        led = [item for mate in mates for item in _choices(game, decider, survey, replace(asked, unit=mate))]
        his = [item for item in led if unit.id in item.firers]
        his += _small_arms(game, decider, survey, asked)
        return list({item.order: item for item in his}.values())
    heavy = _heavy(game, decider, survey, asked)
    if any(key in game.state.units and game.state.units[key].kind == "gun" for item in heavy for key in item.firers):
        return heavy
    return [*heavy, *_small_arms(game, decider, survey, asked)]


def _heavy(game: Game, decider: Decider, survey: Survey, asked: Question) -> list[Choice]:
    """The shots of Guns and vehicles, and of what men carry beside small arms."""
    key = asked.unit.id, None if asked.goals is None else tuple(sorted(asked.goals))
    if key not in survey.heavy:
        survey.heavy[key] = gunnery.choices(game, decider, asked.unit, asked.goals)
    return survey.heavy[key]


def _small_arms(game: Game, decider: Decider, survey: Survey, asked: Question) -> list[Choice]:
    """The attacks of small arms, hex by hex, but those that cannot be enough."""
    unit, attacks = asked.unit, list[Choice]()
    for name, volley in _not_too_little(game, decider, survey, asked):
        key = unit.id, name, asked.without
        if key not in survey.small:
            survey.small[key] = _at(game, decider, volley, unit, asked.without)
        attacks += survey.small[key]
    return attacks


def _not_too_little(game: Game, decider: Decider, survey: Survey, asked: Question) -> Iterator[tuple[str, Volley]]:
    """The hexes that small arms may fire at but those where they cannot do enough: the cheapest questions first."""
    unit, enough = asked.unit, asked.enough
    names = _in_range(game, decider, unit)
    if asked.goals is not None:
        names = [name for name in names if name in asked.goals]
    if not names:
        return
    firers, ranges = _firers(game, decider, survey), game.board.range_from(unit.hex)
    seen = seen_from(game, unit.hex)
    team = firers.team(unit, asked.without)
    for name in names:
        if ranges[name] and (sight := seen.glance(name)) is not None and not sight.exists:
            continue  # a LOS that is not known yet is looked along only where the bound leaves something to gain
        figure = enough.at(ranges[name]) - ROUNDING if enough is not None else 0.0
        if enough is not None and ranges[name] > 1:
            most = survey.outlook.most(game, decider, firers, team, name)
            if most < figure:
                _leave_out(game, decider, survey, asked, name, most)
                continue
        if ranges[name] and not seen[name].exists:
            continue
        bounds = _bounds(game, decider, survey, name)
        survey.volleys[name] = bounds.volley
        if not bounds.volley.loads(unit):
            continue
        if enough is not None and (most := bounds.most(unit, team)) < figure:
            _leave_out(game, decider, survey, asked, name, most)
            continue
        yield name, bounds.volley


def _bounds(game: Game, decider: Decider, survey: Survey, name: str) -> Bounds:
    """What bounds the fire at a hex in this position."""
    if name not in survey.bounds:
        survey.bounds[name] = Bounds(Volley(game, decider, name, _firers(game, decider, survey)))
    return survey.bounds[name]


def _leave_out(game: Game, decider: Decider, survey: Survey, asked: Question, name: str, most: float) -> None:
    """The unit cannot do more than `most` at a hex, which is not enough. With `verify.ON`: Mismatch if it can."""
    unit = asked.unit
    survey.below.setdefault(unit.id, {})[name] = most
    if not verify.ON or not _in_sight(game, unit, name):
        return
    volley = _bounds(game, decider, survey, name).volley
    if volley.loads(unit):
        every = _at(game, decider, volley, unit, asked.without)
        exact = max((item.harm for item in every), default=0.0)
        verify.at_least(f"{unit.id} at {name}", most, lambda: exact)


def _firers(game: Game, decider: Decider, survey: Survey) -> Firers:
    """The firers of this position, looked at when they are first asked."""
    if survey.firers is None:
        survey.firers = Firers(game, decider.side)
    return survey.firers


def _at(game: Game, decider: Decider, volley: Volley, unit: Unit, without: frozenset[str]) -> list[Choice]:
    """The attacks of a unit at one hex: the best group, its own, and which comes first (A7.5).

    A unit that does nothing by itself does not spoil the fire of others.
    """
    alone = grouping.alone(volley, unit, without)
    shots = [*grouping.together(volley, unit, without), *alone]
    if game.board.distance(unit.hex, volley.goal) <= 1:
        shots += _sprays(game, decider, volley, unit, without)
    every = {(shot.names, shot.hexes): shot for shot in shots if shot.harm > 0}
    if not every:
        return []
    shots = sorted(every.values(), key=lambda shot: (-shot.harm, len(shot.units)))
    attacks = [_choice(game, unit, shot) for shot in shots]
    group = shots[0]
    if len(group.loads) < 2 or not alone:
        return attacks
    apart = grouping.apart(volley, group, alone[0])
    if apart <= group.harm:
        return attacks
    own = [item for item in attacks if set(item.firers) <= set(alone[0].units)]
    if alone[0].harm < volley.decider.doctrine.value("target-harm"):
        return own
    note = (
        f"{listed(group.units)} together {group.harm:.2f}, one after another {apart:.2f}: they fire separately (A7.5)"
    )
    return [_choice(game, unit, alone[0], apart, note), *(item for item in attacks if item.firers != alone[0].units)]


def _sprays(game: Game, decider: Decider, volley: Volley, unit: Unit, without: frozenset[str]) -> list[Shot]:
    """S6.311, A7.34: Spraying Fire at the hex and one ADJACENT to it, if that does more."""
    reached = in_reach(game, decider, unit)
    near = [name for name in game.board.neighbours(volley.goal) if name in reached]
    if game.state.moving or not near:
        return []
    sprays = [volley.best_led([load], without, name) for name in near for load in volley.loads(unit)]
    plain = max((shot.harm for shot in grouping.alone(volley, unit, without)), default=0.0)
    return [shot for shot in sprays if shot and shot.harm > plain]


def _choice(game: Game, unit: Unit, shot: Shot, apart: float = 0.0, note: str = "") -> Choice:
    own = next((load for load in shot.loads if load.unit.id == unit.id), shot.loads[0])
    far = game.board.distance(unit.hex, shot.hexes[0])
    told = ToldShot(game, shot, note)
    return Choice(told, shot.harm, shot.hexes[0], shot.units, far, own.normal, apart, shot.kind)
