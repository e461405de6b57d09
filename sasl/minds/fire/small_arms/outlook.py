"""What small arms could do to a hex at most, before anybody looks along a LOS: the quickest bound.

FP is what a unit and all who could join it have at that range; the targets have only what their own hex gives them.
Both hang on the units themselves, so they are kept over all the positions of a phase in which these stay as they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from sasl.asl.fire import ift
from sasl.asl.fire.firepower import PARTS
from sasl.asl.fire.opportunity import FINAL, FIRST
from sasl.asl.fire.target_groups import Targets
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, Weapon
from sasl.kernel.memo import Memo, same_things
from sasl.minds.act import Decider
from sasl.minds.fire import chances, harm
from sasl.minds.fire.chances import Marks
from sasl.minds.fire.small_arms.firers import Firers, Team

Things = list[object]
"""What something was worked out from: it holds as long as these are the very same."""


@dataclass
class Floor:
    """The targets in a hex, each by itself: on column 1 if Known, on 0 if half FP counts, with its least DRM."""

    things: Things
    marks: tuple[Marks, ...]
    found: dict[tuple[int, int, int], float] = field(default_factory=dict)


@dataclass
class Might:
    """The FP of a unit, at what is Known and at what is not, up to each of the ranges at which it changes."""

    things: Things
    ends: list[int]
    found: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass
class Outlook:
    """The FP of units by range, and the targets, as far as they stay the same."""

    _mights: dict[str, Might] = field(default_factory=dict)
    _floors: dict[str, Floor] = field(default_factory=dict)
    _firers: Firers | None = None
    """Those of the position that was asked about last: what held for them once holds as long as they are the same."""
    _holding: dict[str, Might | None] = field(default_factory=dict)
    _standing: dict[str, Floor] = field(default_factory=dict)

    def most(self, game: Game, decider: Decider, firers: Firers, team: Team, goal: str) -> float:
        """No attack at a hex that is not ADJACENT does more harm, if the unit makes it with some of its team."""
        if firers is not self._firers:
            self._firers, self._holding, self._standing = firers, {}, {}
        distance, (first, *others) = game.board.distance, team.men
        clear, hidden = self._power(game, firers, first, goal, distance(first.hex, goal))
        if not clear:
            return 0.0
        floor = self._floor(game, decider, goal)
        if not floor.marks:
            return at_suspects(game, decider, goal)
        for man in others:
            power, halved = self._power(game, firers, man, goal, distance(man.hex, goal))
            clear, hidden = clear + power, hidden + halved
        column = ift.column_of(game, clear // PARTS)
        if not column:
            return at_suspects(game, decider, goal)
        key = column, ift.column_of(game, hidden // PARTS), team.drm + firers.drm_at(goal)
        found = floor.found.get(key)
        if found is None:
            found = floor.found[key] = at_most(game, floor.marks, *key)
        return max(found, at_suspects(game, decider, goal))

    def _power(self, game: Game, firers: Firers, unit: Unit, goal: str, distance: int) -> tuple[int, int]:
        """The most FP of a unit at a range, at what is Known and at what is not. ADJACENT it may have other fire."""
        might = self._holding[unit.id] if unit.id in self._holding else self._might(game, firers, unit)
        if might is None:
            return firers.most(unit, goal, distance)
        place = bisect_left(might.ends, distance)
        if place == len(might.ends):
            return 0, 0
        end = might.ends[place]
        found = might.found.get(end)
        if found is None:
            found = might.found[end] = firers.most(unit, goal, end)
        return found

    def _might(self, game: Game, firers: Firers, unit: Unit) -> Might | None:
        """What is kept of the FP of a unit in this position; None if its FP may not be kept."""
        might = None
        if firers.lasting(unit):
            weapons = game.state.weapons_of(unit.id)
            things: Things = [unit, *weapons, *game.state.aboard(unit.id)]
            might = self._mights.get(unit.id)
            if might is None or not same_things(might.things, things):
                might = self._mights[unit.id] = Might(things, _ends(game, unit, weapons))
        self._holding[unit.id] = might
        return might

    def _floor(self, game: Game, decider: Decider, goal: str) -> Floor:
        """The targets in a hex; beside walls and hedges they depend on who is around, and are looked at anew."""
        standing = self._standing.get(goal)
        if standing is not None:
            return standing
        state = game.state
        there = state.units_at(goal)
        things: Things = [state.markers, state.moving, state.wind, state.values, *there]
        for unit in there:
            things += state.weapons_of(unit.id)
        floor = self._floors.get(goal)
        if floor is None or not same_things(floor.things, things) or game.board.terrain(goal).fenced:
            floor = self._floors[goal] = Floor(things, _marks(game, decider, goal))
        self._standing[goal] = floor
        return floor


def _ends(game: Game, unit: Unit, weapons: Sequence[Weapon]) -> list[int]:
    """The last hexes in which a unit has the same FP: PBF, normal range and long range of all that it fires (A7.2)."""
    ranges = {game.counter_of(unit).range or 0, *(game.counter_of(weapon).range or 0 for weapon in weapons)}
    return sorted({0, 1} | ranges | {game.figure("long-range") * normal for normal in ranges})


def _marks(game: Game, decider: Decider, goal: str) -> tuple[Marks, ...]:
    """Every target by itself, with the DRM that it gives wherever the fire comes from."""
    state, scale = game.state, harm.Scale(game, harm.theirs(game, decider))
    kind = FIRST if state.phase == "MPh" and state.side != decider.side else FINAL
    every = Targets(game, decider.side, goal, kind).apart()
    return tuple(Marks(int(not unclear), drm, 0, *scale.figures((unit.id,))) for unit, unclear, drm in every)


def at_most(game: Game, marks: tuple[Marks, ...], column: int, hidden: int, drm: int) -> float:
    """The harm to targets on these columns, `hidden` where half FP counts, with this DRM of the firers' side."""
    every = [one._replace(column=column if one.column else hidden, drm=drm + one.drm) for one in marks]
    return chances.expected(chances.attack(chances.chart_of(game), column, tuple(every), 0, 0, False))


def at_suspects(game: Game, decider: Decider, goal: str) -> float:
    """S5: what fire of the FRIENDLY side is worth at least, where an S? may check for it."""
    there = decider.side == "FRIENDLY" and game.state.suspects_at(goal)
    return decider.doctrine.value("suspect-harm") if there else 0.0


_OUTLOOKS: Memo[Outlook] = Memo(16)
"""Of the phases in which either side fires, in the Player Turns of both: most men stand in the next Turn as in this."""


def outlook(game: Game, decider: Decider) -> Outlook:
    """What is kept of this phase for a side."""
    state = game.state
    parts = (state.phase, state.side, game.board, game.library, game.mission, decider.side, decider.doctrine)
    return _OUTLOOKS.of(parts, Outlook)
