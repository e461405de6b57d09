"""Exact odds of Random Events: one per turn, and each row over a mission of so many turns.

Counted as if every event could apply: what is on the map is not known here. Starred events that happened, and RE#s that
cannot go up any more, are rolled again as in a game (S2.2). Rows that are alike (as many ways, starred or not) have the
same chance, so only their numbers are kept, not which of them happened: that keeps the counting short and exact.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from sasl.asl.game.sides import Side
from sasl.asl.game.state import re_pair
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.chains import Chances
from sasl.kernel.rolling.tables import Table
from sasl.lab.odds.table_odds import drm_of, ends, values
from sasl.solitaire.random_events.entry_events import RAISE, Entry, raised, read_entry, table_of
from sasl.solitaire.sequence import EVENT_ROLL

Pair = tuple[int, int]


class Alike(Frozen):
    """Rows that differ in nothing that matters for their chance: the ways of the d66, whether starred."""

    ways: int
    once: bool
    most: str = ""
    """The highest RE#s it can raise to, if it raises those of its own side."""


State = tuple[Pair, tuple[int, ...]]
"""The RE#s, and of each kind of starred rows how many have happened."""


class EventOdds(Frozen):
    """A row of a table of Random Events over a mission."""

    entry: Entry
    roll: Fraction
    """Its chance when an event is rolled for the first time."""
    turn: Fraction
    """Its chance in the first RPh of its side."""
    expected: Fraction
    """How often it happens in a mission."""
    once: Fraction
    """The chance that it happens at all."""


def due(library: Library, numbers: Pair) -> Fraction:
    """S2.2: the chance of a Random Event in a RPh with these RE#s."""
    kind = library.table(EVENT_ROLL).kind
    ways = kind.totals() if kind else {}
    return Fraction(sum(ways.get(number, 0) for number in numbers), sum(ways.values()) or 1)


def event_odds(library: Library, mission: Mission, side: Side) -> list[EventOdds]:
    """S2.2: every Random Event of a side over a whole mission, as if the ENEMY's began with Turn 1, too."""
    table = library.table(table_of(mission, side))
    pairs = [(re_pair(text), chance) for text, chance in values(library, mission, f"{side.lower()}-re")]
    walk = _Walk(library, table, side, drm_of(table, {}, mission))
    found = []
    for place, entry in enumerate(walk.entries):
        kind = walk.kinds[place]
        expected, never = walk.over(pairs, ends(library, mission), kind)
        roll = Fraction(kind.ways, walk.ways)
        first = sum((chance * due(library, pair) * roll for pair, chance in pairs), Fraction(0))
        found.append(EventOdds(entry, roll, first, expected, expected if kind.once else 1 - never))
    return found


def any_event(library: Library, mission: Mission, side: Side) -> Fraction:
    """The chance of a Random Event of a side in its first RPh."""
    return values(library, mission, f"{side.lower()}-re").mean(lambda text: due(library, re_pair(text)))


class _Walk:
    """What may have happened, turn by turn: each state with its exact weight."""

    def __init__(self, library: Library, table: Table, side: Side, drm: int) -> None:
        self.library = library
        self.side = side
        odds = table.odds(drm)
        rows = [row for row in table.rows if odds[row.label]]
        self.ways = sum(table.kind.totals().values()) if table.kind else 1
        self.entries = [read_entry(table, side, row.label, row.result) for row in rows]
        ways = [int(odds[row.label] * self.ways) for row in rows]
        self.kinds = [self._kind(entry, number) for entry, number in zip(self.entries, ways, strict=True)]
        self.number = Counter(self.kinds)
        self.starred = [kind for kind in self.number if kind.once]
        wind = library.table(EVENT_ROLL).kind
        self.bottom = (
            lcm(*range(1, self.ways + 1)) * sum(wind.totals().values() if wind else (1,)) * max(self.number.values())
        )
        self._steps: dict[State, list[tuple[Alike, int, State]]] = {}
        self._known: dict[Alike, list[tuple[Fraction, Fraction]]] = {}

    def _kind(self, entry: Entry, ways: int) -> Alike:
        most = str(entry["most"]) if entry.effect == RAISE and entry["side"] == self.side else ""
        return Alike(ways, entry.once, most)

    def over(
        self, pairs: Sequence[tuple[Pair, Fraction]], last: Sequence[tuple[int, Fraction]], kind: Alike
    ) -> tuple[Fraction, Fraction]:
        """Of one row of a kind: its expected number, and the chance that it never happens, over missions so long."""
        whole = sum((chance for _, chance in last), Fraction(0))
        if kind not in self._known:
            self._known[kind] = self._turns(pairs, kind, max(turns for turns, _ in last))
        counts = self._known[kind]
        expected = sum((chance * counts[turns][0] for turns, chance in last), Fraction(0)) / whole
        never = sum((chance * counts[turns][1] for turns, chance in last), Fraction(0)) / whole
        return expected, never

    def _turns(
        self, pairs: Sequence[tuple[Pair, Fraction]], kind: Alike, turns: int
    ) -> list[tuple[Fraction, Fraction]]:
        """After 0, 1, 2 … turns: the expected number of one row of `kind`, and the chance that it has not happened."""
        parts = Chances.of(pairs)
        states = {(pair, (0,) * len(self.starred)): count for pair, count in parts.ways.items()}
        unseen, bottom = dict(states), parts.total
        expected, found = Fraction(0), [(Fraction(0), Fraction(1))]
        for _ in range(turns):
            bottom *= self.bottom
            flow = sum(count * self._ways(state, kind) for state, count in states.items())
            expected += Fraction(flow, bottom * self.number[kind])
            states = self._next(states, None)
            if not kind.once:
                unseen = self._next(unseen, kind)
            found.append((expected, Fraction(sum(unseen.values()), bottom)))
        return found

    def _ways(self, state: State, kind: Alike) -> int:
        """In how many ways a row of a kind comes next."""
        return sum(ways for other, ways, _ in self._events(state) if other == kind)

    def _next(self, states: dict[State, int], without: Alike | None) -> dict[State, int]:
        """A RPh later, in ways of which there are `bottom` times as many; what one row of `without` does falls out."""
        later: dict[State, int] = defaultdict(int)
        for state, count in states.items():
            left = self.bottom
            for kind, ways, after in self._events(state):
                left -= ways
                later[after] += count * (ways - ways // self.number[kind] if kind == without else ways)
            later[state] += count * left
        return later

    def _events(self, state: State) -> list[tuple[Alike, int, State]]:
        """What may happen in a RPh: the kind of row, its ways out of `bottom`, and the state after it."""
        if state not in self._steps:
            self._steps[state] = self._work_out(*state)
        return self._steps[state]

    def _work_out(self, pair: Pair, used: tuple[int, ...]) -> list[tuple[Alike, int, State]]:
        able: list[tuple[Alike, int, State]] = []
        for kind, number in self.number.items():
            after = raised(pair, kind.most) if kind.most else pair
            if after is None:
                continue
            if not kind.once:
                able.append((kind, kind.ways * number, (after, used)))
                continue
            place = self.starred.index(kind)
            happened = (*used[:place], used[place] + 1, *used[place + 1 :])
            if number > used[place]:
                able.append((kind, kind.ways * (number - used[place]), (after, happened)))
        every = sum(ways for _, ways, _ in able)
        share = due(self.library, pair) * self.bottom / (every or 1)
        return [(kind, int(share * ways), after) for kind, ways, after in able]
