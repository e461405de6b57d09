"""Targets (6.5): the legal attacks of a unit, with the harm each may be expected to do, in the order of house rules 7.

A Fire Group forms where its one attack does more than the shots of its members one after another would do in all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit
from sasl.kernel import verify
from sasl.kernel.memo import Memo
from sasl.kernel.text import listed
from sasl.minds.act import Decider
from sasl.minds.fire import grouping, gunnery
from sasl.minds.fire.bounds import ROUNDING, Bounds
from sasl.minds.fire.choice import Choice as Choice
from sasl.minds.fire.choice import as_act as as_act
from sasl.minds.fire.choice import enemy_hexes, in_order
from sasl.minds.fire.firers import Firers
from sasl.minds.fire.outlook import Outlook, outlook
from sasl.minds.fire.told import ToldShot
from sasl.minds.fire.volley import Shot, Volley


def in_reach(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """The hexes with enemies in LOS and range that a unit may fire at in this phase; S? too for the FRIENDLY side."""
    return [name for name in _in_range(game, decider, unit) if _in_sight(game, unit, name)]


def _in_range(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """The same, in LOS or not."""
    far, here = reach(game, unit), unit.hex
    if not far or not here:
        return []
    survey = _survey(game, decider)
    if survey.hexes is None:
        survey.hexes = worth_a_look(game, decider)
    return [name for name in survey.hexes if game.board.distance(here, name) <= far]


def _in_sight(game: Game, unit: Unit, name: str) -> bool:
    return name == unit.hex or look(game, unit.hex, name).exists


def worth_a_look(game: Game, decider: Decider) -> list[str]:
    """The hexes with enemies that may be fired at in this phase: where somebody moves now, or any (A8.1)."""
    state = game.state
    hexes = enemy_hexes(game, decider.side)
    if state.phase == "MPh" and state.side != decider.side:
        return sorted(hexes)
    if decider.side == "FRIENDLY":
        hexes |= {item.hex for item in state.suspects.values() if not item.off_board}
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
    """6.5: the legal attacks that a unit can take part in now, the best first (house rules 7).

    `goals`: only at these hexes. `without`: ids of units, leaders too, that take no part. `enough`: the harm that an
    attack at a hex must reach; small arms that cannot do as much there are left out.
    """
    survey = _survey(game, decider)
    return in_order(game, _choices(game, decider, survey, Question(unit, goals, without, enough)))


def refusals(game: Game, decider: Decider, unit: Unit) -> list[str]:
    """Why a unit cannot fire at hexes that were considered for it, one line each."""
    volleys = [volley for volley in _survey(game, decider).volleys.values() if not volley.loads(unit)]
    return list(dict.fromkeys(filter(None, (volley.refused.get(unit.id, "") for volley in volleys))))


def too_little(game: Game, decider: Decider, unit: Unit) -> list[tuple[str, float]]:
    """The hexes at which small arms of a unit cannot do enough, each with the most that they can do; the best first."""
    below = _survey(game, decider).below.get(unit.id, {})
    found = [(name, most) for name, most in below.items() if most > 0 and _in_sight(game, unit, name)]
    return sorted(found, key=lambda item: (-item[1], item[0]))


Enough = Callable[[str], float]
"""The harm that an attack at a hex must reach."""


@dataclass(frozen=True)
class Question:
    """What a unit could fire at: at which hexes (None: any), without whom, and what harm is enough to be told."""

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
    below: dict[str, dict[str, float]] = field(default_factory=dict)
    """The hexes at which a unit cannot do enough, and the most that it could do there."""
    hexes: list[str] | None = None


_SURVEYS: Memo[Survey] = Memo()


def _survey(game: Game, decider: Decider) -> Survey:
    """What is known of this position; that somebody has passed changes nothing about it."""
    state = game.state
    parts = (
        state.units, state.weapons, state.markers, state.suspects, state.sights, state.moving, state.acquired,
        state.phase, state.side, state.wind, state.values, state.control, state.dice, state.options, game.board,
        game.library, decider.side, decider.doctrine,
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
    for name in _in_range(game, decider, unit):
        if asked.goals is not None and name not in asked.goals:
            continue
        bounds = survey.bounds.get(name)
        if bounds is None:
            bounds = survey.bounds[name] = Bounds(Volley(game, decider, name, _firers(game, decider, survey)))
        if _too_little(survey, bounds, asked):
            continue
        key = unit.id, name, asked.without
        if key not in survey.small:
            survey.small[key] = _at(game, decider, bounds.volley, unit, asked.without)
        attacks += survey.small[key]
    return attacks


def _too_little(survey: Survey, bounds: Bounds, asked: Question) -> bool:
    """Whether a unit cannot fire at a hex, or does not do enough there: the cheapest questions first."""
    unit, volley, name = asked.unit, bounds.volley, bounds.volley.goal
    game, decider = volley.game, volley.decider
    figure = asked.enough(name) - ROUNDING if asked.enough else None
    team = volley.firers.team(unit, asked.without)
    if figure is not None and game.board.distance(unit.hex, name) > 1:
        most = survey.outlook.most(game, decider, volley.firers, team, name)
        if most < figure:
            survey.below.setdefault(unit.id, {})[name] = most
            _verify(game, bounds, asked, most)
            return True
    if not _in_sight(game, unit, name):
        return True
    survey.volleys[name] = volley
    if not volley.loads(unit):
        return True
    if figure is None:
        return False
    most = bounds.most(unit, team)
    if most >= figure:
        return False
    survey.below.setdefault(unit.id, {})[name] = most
    _verify(game, bounds, asked, most)
    return True


def _firers(game: Game, decider: Decider, survey: Survey) -> Firers:
    """The firers of this position, looked at when they are first asked."""
    if survey.firers is None:
        survey.firers = Firers(game, decider.side)
    return survey.firers


def _verify(game: Game, bounds: Bounds, asked: Question, most: float) -> None:
    """With `verify.ON`: Mismatch if an attack that is left out does more harm than the bound."""
    if not verify.ON or not _in_sight(game, asked.unit, bounds.volley.goal) or not bounds.volley.loads(asked.unit):
        return
    every = _at(game, bounds.volley.decider, bounds.volley, asked.unit, asked.without)
    exact = max((item.harm for item in every), default=0.0)
    verify.at_least(f"{asked.unit.id} at {bounds.volley.goal}", most, lambda: exact)


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
    note = f"{listed(group.units)} together {group.harm:.2f}, one after another {apart:.2f}: they fire apart (A7.5)"
    return [_choice(game, unit, alone[0], apart, note), *(item for item in attacks if item.firers != alone[0].units)]


def _sprays(game: Game, decider: Decider, volley: Volley, unit: Unit, without: frozenset[str]) -> list[Shot]:
    """6.311, A7.34: Spraying Fire at the hex and one ADJACENT to it, if that does more."""
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
