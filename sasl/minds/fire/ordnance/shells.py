"""What a shot of ordnance is expected to do: To Hit, then To Kill or the IFT, exact over the dice (S8.1, C3, C7).

Also the fire of mounted MG and IFE, which is straight on the IFT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sasl.asl.fire.tem import Cover
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import ordnance_fire, vehicle_mg
from sasl.asl.ordnance.aiming import cases, to_hit
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.aiming.cases import Alike
from sasl.asl.ordnance.aiming.to_hit import Aim, Hit
from sasl.asl.ordnance.hits import strikes, to_kill
from sasl.asl.ordnance.hits.strikes import Power
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.asl.ordnance.vehicle_mg import Burst, Volley
from sasl.content.library import Library
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.chances import Chart, Man, Marks, Piece, Profile, Wagon
from sasl.minds.fire.harm import Scale
from sasl.minds.fire.ordnance import previewed


class Load(NamedTuple):
    """A vehicle in numbers, the men aboard, and whether a hull hit of the Area type misses it (Hull Down)."""

    wagon: Wagon
    men: tuple[Man, ...]
    down: bool


Target = tuple[Man | Piece | Load, Cover]
"""A man, Gun or vehicle in numbers, and what protects it from the effect DR."""


class Aimed(NamedTuple):
    """A shot in numbers: the Modified To Hit number, and its targets in groups with the DRM of each."""

    number: int
    groups: list[Alike]


def aimed(game: Game, shot: Shot, there: Sequence[Unit] | None = None) -> Aimed:
    """The To Hit number and DRM of a shot; `there`: who is in the hex to be hit, if that is known."""
    return Aimed(ordnance_fire.modified(game, shot), cases.drms(game, shot, there))


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


def at_most(game: Game, decider: Decider, shot: Shot, at: Aimed) -> float:
    """No less than the harm of a shot: the chance that it hits anybody, and what the best of its targets is worth."""
    groups = [group for group in at.groups if group.ids]
    if not groups:
        return 0.0
    state, worth = game.state, _scales(game, decider)[0].worth
    units = [shot.at] if shot.at else [state.units[key] for group in groups for key in group.ids]
    aboard = [man for unit in units for man in state.aboard(unit.id)]
    throws = to_hit.throws(game.library, shot.aim(game), at.number, (min(group.drm for group in groups),))
    return max(map(worth, (*units, *aboard))) * sum([chance for (hit,), chance in throws if hit])


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
    return _at_men(game.library, chances.chart_of(game), aim, number, targets, strikes.power(game, shot))


# -- at vehicles --------------------------------------------------------------------------------------


def _at_vehicle(game: Game, shot: Shot, at: Unit, throws: Sequence[tuple[tuple[Hit | None, ...], float]]) -> float:
    """The chance that a To Hit DR ends in harm to the vehicle aimed at."""
    return sum(
        [chance * _kill(game, shot, at, strikes.kill_of(game, shot, at, hit)) for (hit,), chance in throws if hit]
    )


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
    """The targets of a group in numbers."""
    game = scale.game
    units = map(game.state.units.__getitem__, group.ids)
    return tuple([(_mark(shot, unit, scale), strikes.cover(game, shot, unit)) for unit in units])


def _mark(shot: Shot, unit: Unit, scale: Scale) -> Man | Piece | Load:
    game = scale.game
    if unit.kind == "gun":
        return harm.piece(game, unit, scale.worth)
    if unit.kind not in VEHICLES:
        return scale.man(unit)
    men = tuple(sorted(map(scale.man, harm.passengers(game, unit))))
    down = not strikes.strikes_it(game, shot, unit, Hit(False, "hull"))
    return Load(harm.wagon(game, unit, scale.worth, blast=shot.target == "Area"), men, down)


@lru_cache(maxsize=16384)
def _at_men(
    library: Library,
    chart: Chart,
    aim: Aim,
    number: int,
    groups: tuple[tuple[int, tuple[Target, ...]], ...],
    power: Power,
) -> float:
    """The expected harm of a shot at groups of targets with these To Hit DRM; a critical hit destroys a Gun (C11.4)."""
    blows = []
    for hits, chance in to_hit.throws(library, aim, number, tuple([drm for drm, _ in groups])):
        landed = [(hit, targets) for hit, (_, targets) in zip(hits, groups, strict=True) if hit]
        if landed:
            for part, one in _criticals(landed):
                gone: list[Profile] = [((mark.weight, 1.0),) for mark in _guns(one)]
                blows.append((chance * part, _effect(chart, power, one, gone)))
    return chances.expected(chances.mixed(blows))


Landed = list[tuple[Hit, tuple[Target, ...]]]
"""The targets of each hit."""


def _criticals(landed: Landed) -> list[tuple[float, Landed]]:
    """C3.74: the hits for each target that a critical one may strike, alike ones at once, with its chance."""
    struck = [(place, mark) for place, (hit, marks) in enumerate(landed) if hit.critical for mark in marks]
    if len(struck) < 2:
        return [(1.0, landed)]
    return [(count / len(struck), _critical_for(landed, *one)) for one, count in Counter(struck).items()]


def _critical_for(landed: Landed, place: int, target: Target) -> Landed:
    """These hits, critical only for one target of the group at this place."""
    found: Landed = []
    for number, (hit, marks) in enumerate(landed):
        rest = list(marks)
        if number == place:
            rest.remove(target)
            found.append((hit, (target,)))
        if rest:
            found.append((replace(hit, critical=False), tuple(rest)))
    return found


def _guns(landed: Landed) -> list[Piece]:
    """The Guns that are hit critically."""
    return [mark for hit, targets in landed if hit.critical for mark, _ in targets if isinstance(mark, Piece)]


def _effect(chart: Chart, power: Power, landed: Landed, parts: list[Profile]) -> Profile:
    """The chances of harm of one effect DR for all that is hit, and of the other `parts` of the blow (C3.4)."""
    struck = strikes.struck_by(power, [(hit, _reached(hit, targets)) for hit, targets in landed])
    if struck:
        groups = []
        for group in struck:
            men = tuple(sorted([mark for mark in group.those if isinstance(mark, Man)]))
            guns = tuple([mark for mark in group.those if isinstance(mark, Piece)])
            loads = [mark for mark in group.those if isinstance(mark, Load)]
            sets = tuple(each for each in (men, *(load.men for load in loads)) if each)
            wagons = tuple([load.wagon for load in loads])
            groups.append(Marks(group.column, group.drm, 0, sets, guns, wagons, group.shield))
        rolls = 2 if any(hit.multiple for hit, _ in landed) else 1
        parts = [*parts, chances.attack(chart, struck[0].column, tuple(groups), 0, 0, True, rolls)]
    return chances.both(parts)


def _reached(hit: Hit, targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """C3.332: those for whom the effect DR counts."""
    if hit.critical or hit.place == "turret":
        return targets
    return tuple([item for item in targets if not (isinstance(item[0], Load) and item[0].down)])
