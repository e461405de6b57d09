"""Which units fire best at a hex: each alone, in a Fire Group (A7.5), or those of a group one after another."""

from __future__ import annotations

from itertools import combinations

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC
from sasl.asl.game.state import Unit
from sasl.minds.fire import chances
from sasl.minds.fire.small_arms.volley import Load, Shot, Volley

MOST_CELLS = 4
"""Up to this many kinds of partners are tried in every combination, more of them one after another."""


def alone(volley: Volley, unit: Unit, without: frozenset[str] = frozenset()) -> list[Shot]:
    """Every attack of the unit without another firer, the most harmful first."""
    shots = [volley.best_led([load], without) for load in volley.loads(unit)]
    return sorted((item for item in shots if item), key=lambda item: (-item.harm, -item.loads[0].power))


def together(volley: Volley, unit: Unit, without: frozenset[str] = frozenset()) -> list[Shot]:
    """The best Fire Group of the unit's own Location and the best with ADJACENT ones (A7.5), for each kind of fire.

    More FP of the same kind of partner never lowers the harm, so partners alike all join or none does. Those
    `without` stay out of it.
    """
    groups = []
    for kind in dict.fromkeys(load.kind for load in volley.loads(unit)):
        own = [load for load in volley.loads(unit) if load.kind == kind]
        others = [mate for mate in volley.firers.mates(unit) if mate.id not in without]
        cells: dict[object, list[Load]] = {}
        for mate in others:
            most = max((item for item in volley.loads(mate) if item.kind == kind), key=_most, default=None)
            if most is not None:
                cells.setdefault(_cell(volley.game, most), []).append(most)
        here = {key: mates for key, mates in cells.items() if mates[0].unit.hex == unit.hex}
        for group in (here, cells) if len(here) < len(cells) else (cells,):
            best = _grown(volley, max(own, key=_most), list(group.values()), without)
            if best is not None:
                groups.append(best)
    return groups


def _cell(game: Game, load: Load) -> tuple[object, ...]:
    """What partners have in common that share all the DRM they bring into an attack."""
    unit = load.unit
    raw = unit.kind not in SMC and game.counter_of(unit).quality in ("Green", "Conscript")
    hero = unit.heroic
    marks = unit.flags & {"cx", "encircled", "fanatic"}
    return unit.hex, marks, raw, hero and (True, bool(load.weapons)), unit.kind in SMC


def _grown(volley: Volley, own: Load, cells: list[list[Load]], without: frozenset[str]) -> Shot | None:
    """The most harmful attack of `own` with some of the cells; None if there is none with a partner."""
    groups: list[Shot] = []
    if len(cells) <= MOST_CELLS:
        sets = [some for size in range(1, len(cells) + 1) for some in combinations(cells, size)]
        shots = (volley.best_led([own, *(load for cell in some for load in cell)], without) for some in sets)
        groups = [item for item in shots if item]
    else:
        team = [own]
        for cell in cells:
            now, more = volley.best_led(team, without), volley.best_led([*team, *cell], without)
            if more and (now is None or more.harm > now.harm):
                team += cell
                groups.append(more)
    best = max(groups, key=lambda item: (item.harm, -len(item.loads)), default=None)
    return _needed(volley, best, own, without) if best else None


def _needed(volley: Volley, shot: Shot, own: Load, without: frozenset[str]) -> Shot:
    """The attack without those whose fire adds nothing to it: they keep it for another."""
    for load in sorted(shot.loads, key=_most):
        left = [item for item in shot.loads if item is not load]
        less = volley.best_led(left, without) if load is not own and len(left) > 1 else None
        if less is not None and less.harm >= shot.harm:
            shot = less
    return shot


# -- together or apart ----------------------------------------------------------------------------------


def apart(volley: Volley, shot: Shot, first: Shot) -> float:
    """What the units of a Fire Group do in all if each fires by itself, beginning with the shot `first`.

    0 where two of them share a Location: they must form a Fire Group (A7.55).
    """
    places = [load.unit.hex for load in shot.loads]
    if len(set(places)) < len(places):
        return 0.0
    profiles = [volley.profile(first)]
    for load in shot.loads:
        if load.unit.id not in first.units:
            single = volley.shot([load])
            if single is None:
                return 0.0
            profiles.append(volley.profile(single))
    return chances.expected(chances.both(profiles)) if len(profiles) > 1 else 0.0


def _most(load: Load) -> tuple[int, bool, tuple[str, bool, tuple[str, ...]]]:
    return load.power, load.inherent, load.key
