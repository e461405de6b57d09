"""Odds before commitment: what a shot would do and which S? it would wake, and what a way would draw, in words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from sasl.asl.fire import firing
from sasl.asl.fire.attack import seen_of
from sasl.asl.fire.shots import chance_of
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.movement.step import LEFT_BEHIND
from sasl.asl.oba import artillery
from sasl.asl.ordnance.aiming.aim import Manner
from sasl.asl.preview import Preview, percent, result_name
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo
from sasl.kernel.text import counted, listed
from sasl.solitaire.suspects import activation
from sasl.solitaire.suspects.activation import Check

if TYPE_CHECKING:
    from sasl.minds.movement.ways.danger import Danger

MOST_RESULTS = 4
"""The most results of an attack that are shown with their chances; the others are added up."""
MOST_CHECKS = 3
MOST_HEXES = 4
MOST_FIRERS = 2
LEAST_RISK = 0.01
"""A risk below this is not shown."""


def shot_words(game: Game, names: Sequence[str], goal: str) -> tuple[str, str]:
    """`FP column 12, DRM +1 (woods TEM +1): 2KIA 3%, KIA 6% …`, "" for no such sheet; why it is refused.

    Where only S? are, it is what the shot would do at a concealed squad that Activates there.
    """
    preview, refused = _sheet(game, names, goal)
    if preview is None:
        return "", refused
    return ("If a squad Activates there: " if _if_activated(game, goal) else "") + _preview_words(preview), ""


def shot_guess(game: Game, names: Sequence[str], goal: str) -> tuple[Fraction | None, str]:
    """Return the chance of any effect of that shot, None for no such sheet; and why it is refused, or ""."""
    preview, refused = _sheet(game, names, goal)
    return chance_of(preview), refused


def _sheet(game: Game, names: Sequence[str], goal: str) -> tuple[Preview | None, str]:
    """Return the attack before its dice, at a squad where only S? are; and why it is refused, or ""."""
    try:
        return firing.preview(_if_activated(game, goal) or game, names, (goal,), Manner()), ""
    except Refused as refusal:
        return None, str(refusal)


def _if_activated(game: Game, goal: str) -> Game | None:
    """The game with a concealed ENEMY squad instead of the S? of a hex; None where there are none, or others, too."""
    state = game.state
    if not state.suspects_at(goal) or seen_of(game, "FRIENDLY", (unit.id for unit in state.units_at(goal, "ENEMY"))):
        return None
    counters = game.library.counters[game.mission.enemy.nation]
    found = next(((name, item) for name, item in counters.items() if item.kind == "squad"), None)
    if found is None:
        return None
    name, item = found
    squad = Unit("S?", "ENEMY", "squad", name, item.code, goal, frozenset({"concealed"}), morale=item.morale or 0)
    return game.at(replace(state, units={**state.units, squad.id: squad}))


def _preview_words(preview: Preview) -> str:
    """Number, DRM by name, and the chances of an attack in a line."""
    parts = ", ".join(f"{mod.name} {mod.value:+d}" for mod in preview.modifiers)
    drm = f"DRM {preview.total:+d} ({parts})" if parts else "no DRM"
    chances = [(result_name(name), chance) for name, chance in preview.expected]
    first, rest = chances[:MOST_RESULTS], chances[MOST_RESULTS:-1]
    told = [f"{name} {percent(chance)}" for name, chance in first]
    if rest:
        told.append(f"other {percent(sum((chance for _, chance in rest[1:]), rest[0][1]))}")
    if len(chances) > MOST_RESULTS:
        told.append(f"{chances[-1][0]} {percent(chances[-1][1])}")
    return f"{preview.number_name} {preview.number}, {drm}: {', '.join(told)}"


def wakes_words(game: Game, names: Sequence[str]) -> str:
    """`wakes S?: S3 in K13 50%, S5 in L14 33%`: who would check Activation for the fire of these units and SW."""
    state, known = game.state, _SHOTS.of((game.state,), dict)
    told = known.get(tuple(names))
    if told is None:
        units = [state.units[state.weapons[key].holder if key in state.weapons else key] for key in names]
        told = known[tuple(names)] = _checks(activation.checks_drawn(game, units))
    return told


def vain_words(game: Game, names: Sequence[str], goal: str) -> str:
    """`S?41 would not check for it: it hits nothing`; "" where there is somebody to hit, or to wake."""
    state = game.state
    units = [state.units[state.weapons[key].holder if key in state.weapons else key] for key in names]
    there = firing.in_vain(game, units, (goal,))
    return f"{listed(item.id for item in there)} would not check for it (S5): no effect" if there else ""


def _checks(checks: Sequence[Check]) -> str:
    told = [f"{item.suspect.id} in {item.suspect.hex} {percent(item.chance)}" for item in checks[:MOST_CHECKS]]
    more = [f"{len(checks) - MOST_CHECKS} more"] if len(checks) > MOST_CHECKS else []
    return f"AC checks: {listed([*told, *more])}" if told else ""


def way_words(game: Game, *ways: tuple[Sequence[Unit], Sequence[str]]) -> str:
    """Return what units of one side would draw on their ways: FFE, the risk by hex, and the AC checks of S?.

    The risk is the chance of a break or worse by house rules 7: an S? counts as what the doctrine guesses it to be. Of
    several stacks that come through a hex the one in the greatest danger counts. Behind the worst hex stand the Known
    enemies that make it so.
    """
    ways = tuple((units, way) for units, way in ways if units and units[0].side == "FRIENDLY")
    risks, firers = dict[str, float](), dict[str, list[str]]()
    for units, way in ways:
        danger, men = _danger(game, units)
        for name in way[1:]:
            if danger(name) > risks.get(name, -1.0):
                risks[name], firers[name] = danger(name), _firers(game, danger, name) if men else []
    bad = sorted((name for name in risks if risks[name] >= LEAST_RISK), key=lambda name: -risks[name])
    by = f" ({listed(firers[bad[0]])})" if bad and firers[bad[0]] else ""
    told = [f"{name} {risks[name]:.0%}{by * (name == bad[0])}" for name in risks if name in bad[:MOST_HEXES]]
    more = f" and {counted(len(bad) - MOST_HEXES, 'hex', 'hexes')} more" if len(bad) > MOST_HEXES else ""
    parts = [f"risk of a break or worse: {listed(told)}{more} [house]"]
    shelled = [name for name in risks if name in artillery.shelled(game)]
    woken = _woken(game, ways)
    return "; ".join(
        [*[f"FFE in {listed(shelled)}"] * bool(shelled), *(parts if told else []), *([woken] if woken else [])]
    )


def _danger(game: Game, units: Sequence[Unit]) -> tuple[Danger, bool]:
    """Return what the weakest of a stack risks by hex, and whether it is one on foot."""
    from sasl.minds.mind import SideMind  # a game is on the screen before its minds are loaded
    from sasl.minds.movement.ways.danger import danger

    weakest = min(units, key=lambda unit: (not unit.mmc, unit.morale, unit.id))
    return danger(game, SideMind("FRIENDLY").decider(game), weakest), weakest.kind not in VEHICLES


def _firers(game: Game, danger: Danger, name: str) -> list[str]:
    """Return the Known enemies that endanger men in a hex, the worst first: `467a and 467b in M14`."""
    each = sorted(danger.of_each(name), key=lambda item: -item[1])
    hexes = [threat.hex for threat, harm in each[:MOST_FIRERS] if harm >= LEAST_RISK]
    known = {place: [unit.id for unit in game.state.units_at(place, "ENEMY") if unit.known] for place in hexes}
    return [f"{listed(ids, MOST_FIRERS)} in {place}" for place, ids in known.items() if ids]


def _woken(game: Game, ways: Sequence[tuple[Sequence[Unit], Sequence[str]]]) -> str:
    """The S? that would check on the ways, each at the first hex where it would."""
    first: dict[str, str] = {}
    for units, way in ways:
        ids = tuple(unit.id for unit in units)
        known = _STEPS.of((game.state, *units), dict)
        for before, name in pairwise(way):
            drawn = known.get((ids, before, name))
            if drawn is None:
                drawn = known[ids, before, name] = _drawn(game, units, before, name)
            for suspect in drawn:
                first.setdefault(suspect, name)
    if not first:
        return ""
    hexes = list(dict.fromkeys(first.values()))
    return f"{counted(len(first), 'AC check')} (from {listed(hexes, MOST_CHECKS)} on)"


_SHOTS: Memo[dict[tuple[str, ...], str]] = Memo()
"""Whom the fire of some units wakes, wherever they aim."""
_STEPS: Memo[dict[tuple[tuple[str, ...], str, str], tuple[str, ...]]] = Memo()
"""What each step of a way draws: a cursor that goes on asks for most of them again."""


def _drawn(game: Game, units: Sequence[Unit], before: str, name: str) -> tuple[str, ...]:
    """The S? that would check when these units move from one hex to the next."""
    road = before if game.board.on_road(before, name) else None
    there = [replace(unit, hex=name, flags=unit.flags.difference(LEFT_BEHIND)) for unit in units]
    checks = activation.checks_drawn(game, there, activation.Manner(moving=True, via_road_from=road))
    return tuple(check.suspect.id for check in checks)
