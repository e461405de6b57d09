"""The designer's bench without its screen: a table being changed, its faults, and what it does to the chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property

from sasl.asl.game.sides import Side
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.packs.own_tables import Draft
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.tables import Table
from sasl.lab.odds import table_odds
from sasl.lab.odds.event_odds import event_odds
from sasl.solitaire.briefing.sources import tables_of
from sasl.solitaire.checks.advice import Use, idle, uses
from sasl.solitaire.suspects.recipes import FORTIFICATIONS

SIDES: tuple[Side, ...] = ("ENEMY", "FRIENDLY")
QUICK = 15
"""Random Events of a mission that may go on longer than so many turns are not counted while somebody types."""


LASTING = "  of it without DC, FT and the like"
"""The FP without SW that an X# removes."""


class Change(Frozen):
    """A figure of the chain, with the shipped table and with the changed one; `percent`: it is a chance."""

    words: str
    old: Fraction
    new: Fraction
    percent: bool = True

    @property
    def moved(self) -> bool:
        """Whether the change is one."""
        return self.old != self.new


class Bench:
    """The content in which a table is changed, and its missions; answers from both are kept."""

    def __init__(self, shipped: Library) -> None:
        self.shipped = shipped

    @cached_property
    def missions(self) -> tuple[Mission, ...]:
        """Every mission that can be played."""
        return self.shipped.missions()

    @cached_property
    def uses(self) -> Mapping[str, Use]:
        """How missions roll on tables."""
        return uses(self.shipped, self.missions)

    def missions_of(self, table_id: str) -> list[Mission]:
        """The missions whose games use a table, the shortest first; all of them if it is one of the rules."""
        found = [mission for mission in self.missions if table_id in tables_of(self.shipped.tables, mission)]
        return sorted(found or self.missions, key=lambda mission: (mission.end.turn, mission.id))

    def warnings(self, draft: Draft) -> list[str]:
        """What a draft says to no effect: `line 4: no roll comes to this row …`."""
        table = draft.table
        if table is None or table.id not in self.uses:
            return []
        where = dict(zip((row.label for row in table.rows), draft.lines, strict=False))
        found = idle(table, self.uses[table.id])
        return [f"line {where.get(row.label, 0)}: {text}" if row else text for row, text in found]

    def chain(self, table: Table, mission: Mission) -> list[Change]:
        """What a changed table does to what it is part of in a mission; nothing if no roll leads on from it.

        ContentError if the chain cannot be counted with it.
        """
        trying = self.shipped.trying(table)
        found: list[Change] = []
        for part in (_suspect, _activates, _ends, _events):
            found += part(self.shipped, trying, mission, table.id)
        return found


def _suspect(old: Library, new: Library, mission: Mission, table_id: str) -> Iterable[Change]:
    """S5.7: the counters of an Activated S?."""
    roots = (mission.activation, mission.squads, mission.leaders, mission.weapons, mission.guns, mission.vehicles)
    if not any(table_id == root or _leads_to(new, root, table_id) for root in (*roots, FORTIFICATIONS)):
        return []
    both = [table_odds.activation(library, mission) for library in (old, new)]
    items = [found.items() for found in both]
    names = dict.fromkeys([*items[0], *items[1]])
    lines = [Change(f"expected {name} of an Activated S?", *_pair(items, name, 0), percent=False) for name in names]
    for words, lasting in (("expected FP of Infantry and SW", False), (LASTING, True)):
        before, after = (
            found.firepower(library, mission, lasting=lasting) for found, library in zip(both, (old, new), strict=True)
        )
        lines.append(Change(words, before, after, percent=False))
    counters = [found.expected() for found in both]
    known = dict.fromkeys([*counters[1], *counters[0]])
    each = [Change(f"at least one {name}", *_pair(counters, name, 1)) for name in known]
    moved = sorted((line for line in each if line.moved), key=lambda line: -abs(line.new - line.old))
    return [*lines, *moved]


def _pair(found: list[dict[str, tuple[Fraction, Fraction]]], name: str, place: int) -> tuple[Fraction, Fraction]:
    nothing = (Fraction(0), Fraction(0))
    return found[0].get(name, nothing)[place], found[1].get(name, nothing)[place]


def _leads_to(library: Library, root: str, table_id: str) -> bool:
    rows = library.tables[root].rows if root in library.tables else ()
    return any(isinstance(row.result, dict) and row.result.get("table") == table_id for row in rows)


def _activates(old: Library, new: Library, mission: Mission, table_id: str) -> Iterable[Change]:
    """S5: the AC check."""
    if table_id not in (mission.tables.get("enemy-ac"), table_odds.AC):
        return []
    before, after = (table_odds.activates(library, mission, {}) for library in (old, new))
    return [Change("an S? Activates (no drm)", before, after)]


def _ends(old: Library, new: Library, mission: Mission, table_id: str) -> Iterable[Change]:
    """S12.5: the end of the mission."""
    if table_id != mission.end.table:
        return []
    before, after = (dict(table_odds.ends(library, mission)) for library in (old, new))
    never, turns = Fraction(0), sorted({*before, *after})
    return [Change(f"ends with Turn {turn}", before.get(turn, never), after.get(turn, never)) for turn in turns[:QUICK]]


def _events(old: Library, new: Library, mission: Mission, table_id: str) -> Iterable[Change]:
    """S2.2: the Random Events of a mission of no great length."""
    sides: dict[str, Side] = {mission.enemy_events: "ENEMY", mission.friendly_events: "FRIENDLY"}
    sides |= {mission.tables.get(f"{side.lower()}-re", ""): side for side in SIDES}
    if table_id not in sides or len(table_odds.ends(new, mission)) > QUICK:
        return []
    before, after = (_by_title(library, mission, sides[table_id]) for library in (old, new))
    never, titles = Fraction(0), dict.fromkeys([*after, *before])
    return [
        Change(f"in a mission: {title}", before.get(title, never), after.get(title, never), percent=False)
        for title in titles
    ]


def _by_title(library: Library, mission: Mission, side: Side) -> dict[str, Fraction]:
    """How often each Random Event of a side happens in a mission; rows of one title together."""
    found: dict[str, Fraction] = {}
    for item in event_odds(library, mission, side):
        found[item.entry.title] = found.get(item.entry.title, Fraction(0)) + item.expected
    return found
