"""Exact odds of tables and of chains of tables: what an S? turns out to be, counted out over every roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, partial, reduce
from operator import add
from typing import TypeVar

from sasl.asl.terrain import fortified
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import ContentError, nearest
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.chains import Chain, Chances, Draw, Outcome, explore
from sasl.kernel.rolling.tables import Table, TableError
from sasl.kernel.transaction import Refused
from sasl.solitaire.suspects import recipes
from sasl.solitaire.victory import end_of_turn

T = TypeVar("T")
Counters = tuple[str, ...]
"""What came, by name, in order; nothing: the empty tuple."""

AC = "activation.check"
ON_FOOT = ("squad", "hs", "crew", "sw")
"""The kinds of counters whose FP is added up."""


def drm_of(table: Table, facts: Mapping[str, int], mission: Mission | None = None) -> int:
    """The sum of a table's modifiers where these conditions hold, with those that a mission adds."""
    added = sum(item.value for item in mission.drm(table.id)) if mission else 0
    return added + sum(mod.value for mod in table.drm(facts))


def outcomes(library: Library, mission: Mission | None = None, drm: int = 0) -> Callable[[Draw], Chances[Outcome]]:
    """What a roll of a chain may come to in a mission; `drm` is added to the first table of the chain only.

    ContentError for a table that is not rolled.
    """
    first: list[str] = []

    def every(draw: Draw) -> Chances[Outcome]:
        table = library.table(draw.table)
        if table.kind is None or not table.rows:
            raise ContentError([f"{table.id} is {'a check' if table.against else 'a chart'}: it has no odds of rows"])
        first[:] = first or [table.id]
        kind, shift = table.kind, drm_of(table, draw.facts, mission) + (drm if table.id == first[0] else 0)
        finals = ((kind.shifted(total, shift), ways) for total, ways in kind.totals().items())
        ways = Counter[Outcome]()
        for final, count in finals:
            ways[Outcome(final, table.value(final, draw.column))] += count
        return Chances(ways, ways.total())

    return every


def count(chain: Callable[[], Chain[T]], every: Callable[[Draw], Chances[Outcome]]) -> Chances[T]:
    """All that a chain can come to. ContentError where it would come to nothing in a game."""
    try:
        return explore(chain, every)
    except (Refused, TableError) as error:
        raise ContentError([str(error)]) from None


def followed(
    library: Library,
    table_id: str,
    *,
    mission: Mission | None = None,
    drm: int = 0,
    column: str = "",
    facts: Mapping[str, int] | None = None,
) -> Chances[str]:
    """What a table comes to in the end: rows that lead to another table are followed, `reroll` is rolled again."""
    chain = partial(recipes.counter, table_id, column=column, facts=facts, reroll=(recipes.REROLL,))
    return count(chain, outcomes(library, mission, drm))


class Call(Frozen):
    """What an Activation table may call for: the items, the chance of them, and the counters they come to."""

    items: tuple[str, ...]
    chance: Fraction
    found: Chances[Counters]


@dataclass(frozen=True)
class Activation:
    """All that an Activated S? may turn out to be. `chance`: of what it is `given`."""

    calls: tuple[Call, ...]
    chance: Fraction = Fraction(1)

    @cached_property
    def whole(self) -> Chances[Counters]:
        """Every set of counters with its chance."""
        return Chances.mixed((call.chance, call.found) for call in self.calls)

    def given(self, word: str) -> Activation:
        """What comes if it is known that this item (`VEHICLE`) or this counter (`LMG`) is among it.

        ContentError with the nearest word if it never is.
        """
        parts = [
            (call, Fraction(1) if word in call.items else call.found.chance(lambda it: word in it))
            for call in self.calls
        ]
        chance = sum((call.chance * part for call, part in parts), Fraction(0))
        if not chance:
            known = dict.fromkeys(name for call in self.calls for name in (*call.items, *_names(call.found)))
            raise ContentError(
                [f"'{word}' never occurs here{nearest(word, known) or '; there are ' + ', '.join(known)}"]
            )
        calls = (
            Call(
                call.items,
                call.chance * part / chance,
                call.found if word in call.items else call.found.given(lambda it: word in it),
            )
            for call, part in parts
            if part
        )
        return Activation(tuple(calls), self.chance * chance)

    def expected(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Of each counter: the expected number, and the chance of at least one."""
        numbers: dict[str, Fraction] = {}
        some: dict[str, Fraction] = {}
        for call in self.calls:
            each, once = _tally(call.found)
            for name, count in each.items():
                numbers[name] = numbers.get(name, Fraction(0)) + call.chance * Fraction(count, call.found.total)
                some[name] = some.get(name, Fraction(0)) + call.chance * Fraction(once[name], call.found.total)
        return {name: (number, some[name]) for name, number in numbers.items()}

    def items(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Of each item of the table: the expected number, and the chance of at least one."""
        words = [word for word in recipes.ORDER if any(word in call.items for call in self.calls)]
        return {
            word: (
                sum((call.chance * call.items.count(word) for call in self.calls), Fraction(0)),
                sum((call.chance for call in self.calls if word in call.items), Fraction(0)),
            )
            for word in words
        }

    def firepower(self, library: Library, mission: Mission, *, lasting: bool = False) -> Fraction:
        """Return the expected FP printed on the Infantry and SW that come (a Gun's or an AFV's is not FP).

        `lasting`: without SW that fire once, or until an X# removes them: DC, FT, PSK (A9.7).
        """
        known = library.counters[mission.enemy.nation]
        counted = {name: item for name, item in known.items() if item.kind in ON_FOOT}
        printed = {name: Fraction(item.fp or 0) for name, item in counted.items() if not (lasting and item.removal)}
        return sum((number * printed.get(name, 0) for name, (number, _) in self.expected().items()), Fraction(0))


def _names(found: Chances[Counters]) -> Iterable[str]:
    return dict.fromkeys(name for counters in found.ways for name in counters)


def _tally(found: Chances[Counters]) -> tuple[Counter[str], Counter[str]]:
    """In how many ways each counter comes, counted as often as it comes, and once."""
    each, once = Counter[str](), Counter[str]()
    for counters, count in found.ways.items():
        for name, times in Counter(counters).items():
            each[name] += times * count
            once[name] += count
    return each, once


def activation(library: Library, mission: Mission, *, inside: bool = False, drm: int = 0) -> Activation:
    """S5.7: all that an S? Activated in open ground (or `inside` a building) may be; `drm` on the Activation DR.

    ContentError for a table that cannot be rolled on.
    """
    works = "an ADJACENT hex" if inside else "the hex"
    spot = recipes.Spot(library, mission, inside=inside, building=inside, works=works)
    roll = outcomes(library, mission)

    @cache
    def found(item: str) -> Chances[Counters]:
        chain = recipes.gun_with_fortification if item == GUN_AND_F else recipes.CHAINS[item]
        return count(partial(chain, spot), roll).map(_named)

    def each(items: Iterable[str]) -> Chances[Counters]:
        """What these items come to, rolled one after another."""
        return reduce(lambda sum_, item: sum_.with_(found(item), add), items, NOBODY)

    def together(items: tuple[str, ...]) -> Chances[Counters]:
        """What all items of a call come to, and the HS that mans a SW where nobody else can."""
        men = each(item for item in items if item in recipes.MEN)
        weapons = each(item for item in items if item == recipes.WEAPON)
        others = each(_with_gun(item for item in items if item not in (*recipes.MEN, recipes.WEAPON)))
        squads = men.with_(weapons, lambda those, arms: (those, arms))
        idle = squads.given(lambda pair: recipes.unmanned(pair[1], pair[0]))
        joined = squads.map(lambda pair: add(*pair))
        if idle.total:
            hands = count(partial(recipes.hands, spot, ("SW",)), roll).map(lambda name: (name,))
            alone = Fraction(idle.total, squads.total)
            manned = squads.given(lambda pair: not recipes.unmanned(pair[1], pair[0])).map(lambda pair: add(*pair))
            armed = idle.map(lambda pair: add(*pair)).with_(hands, add)
            joined = Chances.mixed([(1 - alone, manned), (alone, armed)])
        return joined.with_(others, add).map(_in_order)

    calls = count(partial(recipes.items, spot), outcomes(library, mission, drm))
    return Activation(tuple(Call(items, chance, together(items)) for items, chance in calls))


def fortifies(library: Library, mission: Mission, drm: int = 0) -> Fraction:
    """Return the chance that an S? which Activates in a building makes it a Fortified Building Location (S5.742)."""
    inside = activation(library, mission, inside=True, drm=drm)
    return inside.expected().get(fortified.TEXT, (Fraction(0), Fraction(0)))[1]


GUN_AND_F = "GUN and F"
"""A Gun and an F of one Activation, which are counted together (S5.741)."""


def _with_gun(items: Iterable[str]) -> list[str]:
    """Return the items with a Gun and an F made one."""
    left = list(items)
    if recipes.GUN in left and recipes.FORTIFICATION in left:
        left.remove(recipes.FORTIFICATION)
        left[left.index(recipes.GUN)] = GUN_AND_F
    return left


NOBODY: Chances[Counters] = Chances.sure(())


def _named(pieces: recipes.Pieces) -> Counters:
    return tuple(piece.text if isinstance(piece, recipes.Work) else piece for piece in pieces)


def _in_order(names: Counters) -> Counters:
    return tuple(sorted(names))


# -- the S? itself, and the mission it stands in ------------------------------------------------------


def values(library: Library, mission: Mission, name: str) -> Chances[str]:
    """S12.32: the figures that a mission value (`enemy-ac`, `friendly-re` …) may have, by its table."""
    return count(partial(recipes.counter, mission.tables[name]), outcomes(library, mission))


def activates(library: Library, mission: Mission, facts: Mapping[str, int], number: int | None = None) -> Fraction:
    """S5: the chance that the AC check of an S? Activates it, where these conditions hold; `number`: the ENEMY AC#.

    Without a number over all that the mission's table may give.
    """
    check, never = library.table(AC), library.figure("never-activates")
    drm = drm_of(check, facts)
    numbers = Chances.sure(str(number)) if number is not None else values(library, mission, "enemy-ac")
    return numbers.mean(lambda text: check.passes(int(text), drm, never))


MOST_TURNS = 30
"""How many turns with an end dr are looked at; a mission that goes on even then counts as far as that."""


def ends(library: Library, mission: Mission) -> list[tuple[int, Fraction]]:
    """S12.5: each Game Turn with which the mission may end by its dr, and the chance that it does.

    ContentError if no roll ever ends it.
    """
    left, found = Fraction(1), []
    for turn in range(1, mission.end.turn + MOST_TURNS):
        chance = count(partial(end_of_turn, mission, turn), outcomes(library, mission))[True]
        if chance:
            found.append((turn, left * chance))
        left *= 1 - chance
        if not left:
            break
    if not found:
        raise ContentError([f"no roll on {mission.end.table} ends {mission.title} (S12.5)"])
    return found
