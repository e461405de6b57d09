"""Odds counted by the program against the same odds by icepool, a library of others; equal as fractions."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import icepool
import pytest

from sasl.content.library import Library, shipped_root
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import ContentError
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table
from sasl.lab.odds import table_odds
from sasl.lab.odds.event_odds import any_event, event_odds

LIBRARY = Library(shipped_root())
ROLLED = [name for name, table in LIBRARY.all_tables.items() if table.kind and table.rows]


def dice(table: Table) -> Any:
    """The original roll of a table, as icepool throws it."""
    assert table.kind is not None
    if table.kind.name == "d66":
        return icepool.map(lambda tens, units: 10 * tens + units, icepool.d6, icepool.d6)
    return table.kind.count @ icepool.d(table.kind.sides)


def die(table_id: str, drm: int = 0, column: str = "", change: Callable[[Any], Any] = result_text) -> Any:
    """What a table says, as a die of icepool."""
    table = LIBRARY.all_tables[table_id]
    shift = 10 * drm if table.kind and table.kind.name == "d66" else drm
    return dice(table).map(lambda total: change(table.value(total + shift, column)))


def as_fractions(pool: Any) -> dict[Any, Fraction]:
    return {outcome: pool.probability(outcome) for outcome in pool.outcomes()}


@pytest.mark.parametrize("table_id", ROLLED)
def test_every_shipped_table_has_the_odds_of_icepool(table_id: str) -> None:
    table = LIBRARY.all_tables[table_id]
    for drm in (-3, -1, 0, 2):
        shift = 10 * drm if table.kind and table.kind.name == "d66" else drm
        try:
            theirs = as_fractions(dice(table).map(lambda total, shift=shift: table.row(total + shift).label))
        except ValueError:
            continue  # a d66 in whose gaps a total falls
        ours = {label: chance for label, chance in table.odds(drm).items() if chance}
        assert ours == theirs


# -- chains -------------------------------------------------------------------------------------------

TEXTS = {"minefield": "A-P minefield 6"}


DUG = ("foxhole", "trench", "pillbox")


def fortifications(*, inside: bool) -> Any:
    """A5, each by the words its marker has; what would be dug in a building fortifies it (S5.742)."""

    def text(row: dict[str, Any]) -> tuple[str]:
        if inside and row["kind"] in DUG:
            return ("Fortified Building",)
        return (TEXTS.get(row["kind"]) or row.get("text") or row["kind"],)

    return die("a5.fortification", change=text)


def pieces(mission: Mission, *, inside: bool = False) -> dict[str, Any]:
    """What each item comes to, built anew from the tables: dice of tuples of names."""
    counters = LIBRARY.counters[mission.enemy.nation]
    more = {item.table: item.value for item in mission.table_drm}
    squad = die(mission.squads, more.get(mission.squads, 0)).map(lambda name: mission.squad_swaps.get(name, name))
    half = squad.map(lambda name: counters[name].half or name)

    def gun(name: str) -> Any:
        if name == "reroll" or (inside and not counters[name].inside):
            return icepool.Reroll
        return (name, counters[name].crew or "2-2-8") if counters[name].kind == "gun" else (name,)

    def one(pool: Any) -> Any:
        return pool.map(lambda name: () if name == "-" else (name,))

    guns, works = die(mission.guns).map(gun), fortifications(inside=inside)

    def entrenched(names: tuple[str, ...]) -> Any:
        """S5.741: a Gun gets a Trench without a roll where it can be dug, a cupola does not."""
        if not inside and counters[names[0]].kind == "gun":
            return (*names, "trench")
        return works.map(lambda work: (*names, *work))

    return {
        "S": one(squad),
        "HS": one(half),
        "L": one(die(mission.leaders, column="leader")),
        "SW": one(die(mission.weapons)),
        "GUN": guns,
        "GUN F": guns.map(entrenched),
        "VEHICLE": one(die(mission.vehicles).map(lambda name: icepool.Reroll if name == "reroll" else name)),
        "F": works,  # mines and Wire of a building lie beside it
    }


def whole(mission: Mission, *, inside: bool = False, keep: Callable[[Sequence[str]], bool] = lambda items: True) -> Any:
    """An Activated S? of a mission, as icepool has it."""
    table = LIBRARY.tables[mission.activation]
    drm = sum(item.value for item in mission.table_drm if item.table == table.id)
    known = pieces(mission, inside=inside)

    def rolled(total: int) -> Any:
        items = list(table.value(total + drm))
        if mission.hook("even-dr-fortification") and (total + drm) % 2 == 0 and "F" not in items:
            items.append("F")
        if not keep(items):
            return icepool.Reroll
        if {"GUN", "F"} <= set(items):
            items = ["GUN F", *(item for item in items if item not in ("GUN", "F"))]
        pools = [icepool.Die([()]), *(known[item] for item in items)]
        if "SW" in items and not {"S", "HS"} & set(items):
            raise AssertionError("no shipped table lets a SW come alone")
        return icepool.map(lambda *names: tuple(sorted(sum(names, ()))), *pools)

    return dice(table).map(rolled)


@cache
def mission(name: str) -> Mission:
    return LIBRARY.mission(name)


@pytest.mark.parametrize("name", ["oto-s1", "oto-s2", "platoon"])
@pytest.mark.parametrize("inside", [False, True])
def test_5_6_what_an_activated_suspect_turns_out_to_be(name: str, inside: bool) -> None:
    ours = table_odds.activation(LIBRARY, mission(name), inside=inside).whole
    assert dict(ours) == as_fractions(whole(mission(name), inside=inside))


def test_given_a_vehicle_or_a_weapon() -> None:
    found = table_odds.activation(LIBRARY, mission("oto-s1"))
    theirs = whole(mission("oto-s1"), keep=lambda items: "VEHICLE" in items)
    assert dict(found.given("VEHICLE").whole) == as_fractions(theirs)
    armed = whole(mission("oto-s1")).map(lambda names: names if "LMG" in names else icepool.Reroll)
    given = found.given("LMG")
    assert dict(given.whole) == as_fractions(armed)
    assert given.chance == whole(mission("oto-s1")).map(lambda names: "LMG" in names).probability(True)


def test_expected_numbers_and_fp_follow_from_the_whole() -> None:
    found, theirs = table_odds.activation(LIBRARY, mission("oto-s1")), whole(mission("oto-s1"))
    expected = found.expected()
    for name, (number, some) in expected.items():
        assert number == theirs.map(lambda names, name=name: names.count(name)).mean()
        assert some == theirs.map(lambda names, name=name: name in names).probability(True)
    known = LIBRARY.counters["german"]

    def fp(names: tuple[str, ...]) -> Fraction:
        on_foot = [known[name] for name in names if name in known and known[name].kind in table_odds.ON_FOOT]
        return sum((Fraction(item.fp or 0) for item in on_foot), Fraction(0))

    def lasting(names: tuple[str, ...]) -> Fraction:
        return fp(tuple(name for name in names if name not in ("DC", "FT", "PSK")))

    assert found.firepower(LIBRARY, mission("oto-s1")) == theirs.map(fp).mean()
    assert found.firepower(LIBRARY, mission("oto-s1"), lasting=True) == theirs.map(lasting).mean()


def test_tables_that_lead_to_tables_and_rows_that_are_rolled_again() -> None:
    support = die("bto.support-afv", change=lambda row: die(row["table"]) if isinstance(row, dict) else row)
    assert dict(table_odds.followed(LIBRARY, "bto.support-afv")) == as_fractions(support)
    guns = die("generation.g5").map(lambda name: icepool.Reroll if name == "reroll" else name)
    assert dict(table_odds.followed(LIBRARY, "generation.g5")) == as_fractions(guns)
    leaders = die("generation.g3", -1, "armor-leader")
    assert dict(table_odds.followed(LIBRARY, "generation.g3", drm=-1, column="armor-leader")) == as_fractions(leaders)


@pytest.mark.parametrize(("facts", "drm"), [({}, 0), ({"near-vpo": 1}, -1), ({"village": 1}, 1), ({"level": 2}, -2)])
def test_5_2_an_ac_check_over_all_numbers_the_mission_may_roll(facts: dict[str, int], drm: int) -> None:
    ac = die("oto-s1.enemy-ac", change=int)
    check = icepool.map(lambda number, dr: dr + drm <= number and dr != 6, ac, icepool.d6)
    assert table_odds.activates(LIBRARY, mission("oto-s1"), facts) == check.probability(True)
    assert table_odds.activates(LIBRARY, mission("oto-s1"), facts, 3) == (icepool.d6 + drm <= 3).probability(True) - (
        Fraction(1, 6) if 6 + drm <= 3 else 0
    )


def test_12_5_the_end_of_the_mission() -> None:
    def on(turn: int) -> Any:
        return icepool.d6.map(lambda dr: turn if dr - (turn - 8) <= 3 else on(turn + 1) if turn < 11 else turn)

    assert dict(table_odds.ends(LIBRARY, mission("oto-s1"))) == as_fractions(on(8))
    assert table_odds.ends(LIBRARY, mission("platoon")) == [(5, Fraction(1))]


@pytest.mark.parametrize("side", ["ENEMY", "FRIENDLY"])
def test_2_2_random_events_of_platoon_turn_by_turn(side: Any) -> None:
    """Two rows of 18 ways each: one always can happen, the other raises the RE#s, to 6/7 at most."""
    pairs = die(f"platoon.{side.lower()}-re", change=lambda text: int(text[0]))

    def go_on(low: int, seen: tuple[int, int], turns: int) -> Any:
        if not turns:
            return seen
        due = icepool.map(lambda one, two: one + two in (low, low + 1), icepool.d6, icepool.d6)

        def event(second: bool) -> Any:
            if not second or low == 6:
                return go_on(low, (seen[0] + 1, seen[1]), turns - 1)
            return go_on(low + 1, (seen[0], seen[1] + 1), turns - 1)

        return due.map(
            lambda came: icepool.d2.map(lambda row: event(row == 2)) if came else go_on(low, seen, turns - 1)
        )

    five = pairs.map(lambda low: go_on(low, (0, 0), 5))
    for place, item in enumerate(event_odds(LIBRARY, mission("platoon"), side)):
        counts = five.map(lambda seen, place=place: seen[place])
        assert item.expected == counts.mean()
        assert item.once == (counts > 0).probability(True)
    due = pairs.map(lambda low: icepool.map(lambda one, two: one + two in (low, low + 1), icepool.d6, icepool.d6))
    assert any_event(LIBRARY, mission("platoon"), side) == due.probability(True)


def test_starred_events_happen_once_and_then_others_are_likelier() -> None:
    rows = event_odds(LIBRARY, mission("oto-s1"), "FRIENDLY")
    starred = {item.entry.row: item for item in rows if item.entry.once}
    assert all(item.expected == item.once < 1 for item in starred.values())
    sure = next(item for item in rows if item.entry.row == "24..26")
    once = next(item for item in rows if item.entry.row == "11..13")
    assert sure.roll == once.roll and sure.expected > once.expected


def test_the_whole_chain_of_oto_s1_is_counted_in_50_ms_and_no_slower_than_icepool() -> None:
    card = mission("oto-s1")

    def timed(work: Callable[[], object]) -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    ours = min(timed(lambda: table_odds.activation(LIBRARY, card).whole) for _ in range(5))
    theirs = min(timed(lambda: whole(card)) for _ in range(5))
    assert ours <= theirs
    assert ours < 0.05


def test_what_never_comes_is_told_with_the_nearest_word() -> None:
    with pytest.raises(ContentError, match="did you mean 'VEHICLE'"):
        table_odds.activation(LIBRARY, mission("oto-s1")).given("vehicle")


def test_a_table_of_nothing_but_rerolls_or_that_leads_to_itself_is_told() -> None:
    from sasl.kernel.frozen import replace

    table = LIBRARY.tables["bto.vehicle"]
    again = replace(table, rows=tuple(replace(row, result="reroll") for row in table.rows))
    with pytest.raises(ContentError, match="yields nothing but reroll"):
        table_odds.followed(LIBRARY.trying(again), "bto.vehicle")
    circle = replace(table, rows=tuple(replace(row, result={"table": "bto.vehicle"}) for row in table.rows))
    with pytest.raises(ContentError, match="leads back to itself"):
        table_odds.followed(LIBRARY.trying(circle), "bto.vehicle")
