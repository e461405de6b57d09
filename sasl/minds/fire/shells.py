"""What a shot of ordnance is expected to do: To Hit, then To Kill or the IFT, exact over the dice (6.5, C3, C7).

Also the fire of mounted MG and IFE, which is straight on the IFT.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sasl.asl.fire.drm import Cover
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import cases, ordnance, strikes, to_hit, to_kill, vehicle_mg
from sasl.asl.ordnance.aim import Shot
from sasl.asl.ordnance.cases import Alike
from sasl.asl.ordnance.strikes import Power
from sasl.asl.ordnance.to_hit import Aim, Hit
from sasl.asl.ordnance.to_kill import Kill
from sasl.asl.ordnance.vehicle_mg import Burst, Volley
from sasl.content.library import Library
from sasl.kernel import verify
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm, previewed
from sasl.minds.fire.chances import Chart, Man, Marks, Piece, Profile
from sasl.minds.fire.harm import Scale

Target = tuple[Man | Piece, Cover]
"""A man or Gun in numbers, and what protects it from the effect DR."""


class Aimed(NamedTuple):
    """A shot in numbers: the Modified To Hit number, and its targets in groups with the DRM of each."""

    number: int
    groups: list[Alike]


def aimed(game: Game, shot: Shot, there: Sequence[Unit] | None = None) -> Aimed:
    """The To Hit number and DRM of a shot; `there`: who is in the hex to be hit, if that is known."""
    return Aimed(ordnance.modified(game, shot), cases.drms(game, shot, there))


def of_shot(game: Game, decider: Decider, shot: Shot, at: Aimed | None = None) -> float:
    """The expected harm of a shot that may be made; one of SMOKE hurts nobody. The PF Check is not counted in.

    `at`: what it is in numbers, if that is known.
    """
    number, groups = at or aimed(game, shot)
    groups = [group for group in groups if group.ids]
    if shot.ammo == "smoke" or not groups:
        return 0.0
    theirs, ours = _scales(game, decider)
    total = _harm(shot, number, groups, theirs)
    if any(unit.side == decider.side for unit in game.state.units_at(shot.goal)):
        total -= _harm(shot, number, groups, ours)
    if verify.ON:
        verify.same(shot.title, total, lambda: previewed.of_shot(game, decider, shot))
    return total


def of_burst(game: Game, decider: Decider, burst: Burst, groups: Sequence[Volley]) -> float:
    """The expected harm of a mounted weapon's fire on the IFT; `groups`: its figures."""
    theirs, ours = _scales(game, decider)
    total = _burst(theirs, groups)
    if any(game.state.units[key].side == decider.side for group in groups for key in group.ids):
        total -= _burst(ours, groups)
    if verify.ON:
        verify.same(
            vehicle_mg.title(burst), total, lambda: harm.of_ift(game, decider, vehicle_mg.attack_of(game, burst))
        )
    return total


_SCALES: Memo[tuple[Scale, Scale]] = Memo()


def _scales(game: Game, decider: Decider) -> tuple[Scale, Scale]:
    """What harm to everybody is worth to a side, the other's men and its own; kept as long as nothing changes."""
    parts = game.state, game.board, game.library, decider.side, decider.doctrine
    return _SCALES.of(parts, lambda: (Scale(game, harm.theirs(game, decider)), Scale(game, harm.ours(game, decider))))


def _burst(scale: Scale, groups: Sequence[Volley]) -> float:
    marks = tuple(Marks(group.column, group.drm, 0, *scale.figures(group.ids)) for group in groups)
    return chances.expected(chances.attack(chances.chart_of(scale.game), groups[0].column, marks, 0, 0, False))


def _harm(shot: Shot, number: int, groups: Sequence[Alike], scale: Scale) -> float:
    """The expected harm to what is worth something (C3.4)."""
    game, aim = scale.game, shot.aim(scale.game)
    if shot.target == "Vehicle" and shot.at is not None:
        throws = to_hit.throws(game.library, aim, number, (groups[0].drm,))
        return scale.worth(shot.at) * _at_vehicle(game, shot, shot.at, throws)
    targets = tuple((group.drm, _targets(shot, group, scale)) for group in groups)
    kills: tuple[tuple[Hit, Profile], ...] = ()
    if shot.target == "Area" and any(unit.kind in VEHICLES for unit in game.state.units_at(shot.goal)):
        throws = to_hit.throws(game.library, aim, number, (groups[0].drm,))
        kills = tuple((hit, _area_kills(shot, hit, scale)) for (hit,), _ in throws if hit)
    explosive = shot.ammo in ("HE", "HEAT")
    chart, power = chances.chart_of(game), strikes.power(game, shot)
    return _at_men(game.library, chart, aim, number, targets, power, explosive, kills)


# -- at vehicles --------------------------------------------------------------------------------------


def _at_vehicle(game: Game, shot: Shot, at: Unit, throws: Sequence[tuple[tuple[Hit | None, ...], float]]) -> float:
    """The chance that a To Hit DR ends in harm to the vehicle aimed at."""
    return sum(
        [chance * _kill(game, shot, at, strikes.kill_of(game, shot, at, hit)) for (hit,), chance in throws if hit]
    )


def _area_kills(shot: Shot, hit: Hit, scale: Scale) -> Profile:
    """The vehicles that an Area hit can hurt, each with its worth and the chance."""
    kills = strikes.area_kills(scale.game, shot, hit)
    return tuple((scale.worth(unit), _kill(scale.game, shot, unit, kill)) for unit, kill in kills)


def _kill(game: Game, shot: Shot, unit: Unit, kill: Kill) -> float:
    """The chance that a To Kill DR is harm; Possible Shock by its NTC (C7.3-7.42)."""
    if kill.number <= 0 and not kill.soft:
        return 0.0
    chance = 0.0
    for effect, part in to_kill.odds(game, kill):
        chance += part * harm.of_effect(game, shot, unit, effect)
    return chance


# -- at men and Guns ----------------------------------------------------------------------------------


def _targets(shot: Shot, group: Alike, scale: Scale) -> tuple[Target, ...]:
    """The men and Guns of a group in numbers."""
    game = scale.game
    same = strikes.unpaid(group.cover) if shot.target == "Infantry" else None
    units = [unit for unit in map(game.state.units.__getitem__, group.ids) if unit.kind not in VEHICLES]
    return tuple(
        [
            (
                harm.piece(game, unit, scale.worth) if unit.kind == "gun" else scale.man(unit),
                strikes.cover(game, shot, unit) if same is None else same,
            )
            for unit in units
        ]
    )


@lru_cache(maxsize=16384)
def _at_men(
    library: Library,
    chart: Chart,
    aim: Aim,
    number: int,
    groups: tuple[tuple[int, tuple[Target, ...]], ...],
    power: Power,
    explosive: bool,
    kills: tuple[tuple[Hit, Profile], ...],
) -> float:
    """The expected harm of a shot at groups of men and Guns with these To Hit DRM.

    `explosive`: a critical hit destroys a Gun (C11.4). `kills`: what each hit of the Area type does to vehicles.
    """
    in_area = dict(kills)
    blows = []
    for hits, chance in to_hit.throws(library, aim, number, tuple([drm for drm, _ in groups])):
        landed = [(hit, targets) for hit, (_, targets) in zip(hits, groups, strict=True) if hit]
        if landed:
            parts: list[Profile] = [(kill,) for kill in in_area.get(landed[0][0], ())]
            if explosive:
                parts += [((mark.weight, 1.0),) for mark in _guns(landed)]
            blows.append((chance, _effect(chart, power, landed, parts)))
    return chances.expected(chances.mixed(blows))


def _guns(landed: Sequence[tuple[Hit, tuple[Target, ...]]]) -> list[Piece]:
    """The Guns that are hit critically."""
    return [mark for hit, targets in landed if hit.critical for mark, _ in targets if isinstance(mark, Piece)]


def _effect(
    chart: Chart, power: Power, landed: Sequence[tuple[Hit, tuple[Target, ...]]], parts: list[Profile]
) -> Profile:
    """The chances of harm of one effect DR for all that is hit, and of the other `parts` of the blow (C3.4)."""
    struck = strikes.struck_by(power, landed)
    if struck:
        groups = []
        for group in struck:
            men = tuple(sorted([mark for mark in group.those if isinstance(mark, Man)]))
            guns = tuple([mark for mark in group.those if isinstance(mark, Piece)])
            groups.append(Marks(group.column, group.drm, 0, (men,) if men else (), guns, ()))
        rolls = 2 if any(hit.multiple for hit, _ in landed) else 1
        parts = [*parts, chances.attack(chart, struck[0].column, tuple(groups), 0, 0, True, rolls)]
    return chances.both(parts)
