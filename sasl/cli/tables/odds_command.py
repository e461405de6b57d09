"""`sasl odds`: the exact chances of a table, of the chain of tables behind it, and of what a mission leaves to dice."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from sasl.asl.game.sides import Side
from sasl.asl.game.state import VALUE_FIGURES
from sasl.cli.common import fault, library, told
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import ContentError, nearest, no_such
from sasl.content.tables.conditions import unknown
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table, TableError, kind_name
from sasl.lab.odds import table_odds
from sasl.lab.odds.event_odds import EventOdds, any_event, event_odds
from sasl.lab.odds.table_odds import Activation

SHOWN = 12
"""How many of the likeliest sets of counters are listed; --json has them all."""
SIDES: tuple[Side, ...] = ("ENEMY", "FRIENDLY")
LAST = Fraction(1, 1000)
"""Turns are listed until the chance that the mission goes on is less than this."""


def run(args: Namespace) -> int:
    """A mission, a table, or with `--expand` all that a table leads to."""
    try:
        return _run(args)
    except TableError as error:
        return fault(str(error))


def _run(args: Namespace) -> int:
    lib = library(args)
    facts = conditions(args.when)
    if args.id in lib.loader.ids("mission"):
        return told(args.json, *_mission(lib, lib.mission(args.id), facts, args))
    table = lib.table_called(args.id)
    if args.mission and args.mission not in lib.loader.ids("mission"):
        raise ContentError([no_such("mission", args.mission, lib.loader.ids("mission"))])
    chosen = lib.mission(args.mission) if args.mission else None
    if table.against:
        return told(args.json, *_check(lib, table, facts, args.drm, chosen))
    if not args.expand and not args.given:
        return told(args.json, *_rows(table, table_odds.drm_of(table, facts, chosen) + args.drm, args.column))
    mission = chosen or _mission_of(lib, table.id)
    if mission and table.id == mission.activation:
        found = table_odds.activation(lib, mission, inside=args.inside, drm=args.drm)
        found = found.given(args.given) if args.given else found
        return told(args.json, *_activation(lib, mission, found, args.given))
    return told(args.json, *_followed(lib, table, chosen, facts, args))


def conditions(words: Iterable[str]) -> dict[str, int]:
    """The conditions typed as `near-vpo` or `level=2`. ContentError for one that no table knows."""
    facts: dict[str, int] = {}
    for word in words:
        name, _, number = word.partition("=")
        if found := unknown(name):
            raise ContentError([found])
        if number and not number.removeprefix("-").isdecimal():
            raise ContentError([f"--when {word}: '{number}' is not a number; write {name}, or {name}=2"])
        facts[name] = int(number or 1)
    return facts


def _mission_of(lib: Library, table_id: str) -> Mission | None:
    """The mission that rolls Activation on this table, or None. ContentError names them if there are several."""
    users = [name for name in lib.loader.ids("mission") if lib.mission(name).activation == table_id]
    if len(users) > 1:
        raise ContentError(
            [f"{table_id} is used by {' and '.join(users)}, which add modifiers to it: say --mission {users[0]}"]
        )
    return lib.mission(users[0]) if users else None


Told = tuple[dict[str, Any], list[str]]
"""The same as plain data and as lines."""


def _chance_words(chance: Fraction) -> str:
    """`7/12 (58.33%)`; of a fraction too long to read only the percent."""
    text = str(chance)
    return f"{text} ({float(chance):.2%})" if len(text) <= 13 else f"{float(chance):.2%}"


def _data(chance: Fraction) -> dict[str, Any]:
    return {"chance": str(chance), "percent": round(float(chance) * 100, 6)}


def bar(chance: Fraction) -> str:
    """A bar of at most 20 blocks."""
    return "█" * round(float(chance) * 20)


def _line(words: str, chance: Fraction, width: int = 34) -> str:
    return f"{words:<{width}}{_chance_words(chance):>24}  {bar(chance)}".rstrip()


def _rows(table: Table, drm: int, column: str) -> Told:
    """Each row with its chance; rows that cannot come stand there with 0."""
    chances = table.odds(drm)
    if not chances:
        raise ContentError([f"{table.id} is a chart, not rolled on, and has no odds; sasl table {table.id} shows it"])
    rows = [
        (row, chances[row.label], result_text(table.pick(row, column) if column else row.result)) for row in table.rows
    ]
    data = {
        "table": table.id,
        "roll": kind_name(table.kind),
        "drm": drm,
        "column": column,
        "rows": [{"row": row.label, "result": row.result, **_data(chance)} for row, chance, _ in rows],
    }
    lines = [_head(table, drm), *(_line(f"{row.label:>7}  {words[:50]}", chance, 62) for row, chance, words in rows)]
    return data, lines


def _head(table: Table, drm: int) -> str:
    return f"{table.id}: {table.title}, {kind_name(table.kind)}" + (f" {drm:+d}" if drm else "")


def _check(lib: Library, table: Table, facts: Mapping[str, int], drm: int, mission: Mission | None) -> Told:
    """A check: the chance to pass against each number that it might be rolled against."""
    shift = table_odds.drm_of(table, facts, mission) + drm
    never = lib.figure("never-activates") if table.id == table_odds.AC else None
    every = sorted(table.kind.totals() if table.kind else {1: 1})
    found = [(number, table.passes(number, shift, never)) for number in range(every[0], every[-1] + 1)]
    data = {
        "table": table.id,
        "drm": shift,
        "against": table.against,
        "passes": [{"number": number, **_data(chance)} for number, chance in found],
    }
    return data, [_head(table, shift), *(_line(f"against {table.against} {n}", chance) for n, chance in found)]


def _followed(lib: Library, table: Table, mission: Mission | None, facts: Mapping[str, int], args: Namespace) -> Told:
    """What a table comes to in the end."""
    found = table_odds.followed(lib, table.id, mission=mission, drm=args.drm, column=args.column, facts=facts)
    chance = Fraction(1)
    if args.given:
        word, names = args.given, tuple(found.ways)
        chance, found = found[word], found.given(lambda name: name == word)
        if not found.total:
            raise ContentError([f"'{word}' never results from {table.id}{nearest(word, names)}"])
    data = {
        "table": table.id,
        "given": args.given,
        **({"given_chance": str(chance)} if args.given else {}),
        "results": [{"result": name, **_data(part)} for name, part in found],
    }
    lines = [_head(table, args.drm)]
    lines += [f"{args.given} comes with {_chance_words(chance)}"] if args.given else []
    return data, [*lines, *(_line(name, part) for name, part in found)]


def _activation(lib: Library, mission: Mission, found: Activation, given: str) -> Told:
    """What an Activated S? comes to: calls of the table, items, counters, FP, the likeliest sets."""
    sets = sorted(found.whole, key=lambda pair: (-pair[1], pair[0]))
    expected, items = found.expected(), found.items()
    power, lasting = (found.firepower(lib, mission, lasting=only) for only in (False, True))
    data = {
        "table": mission.activation,
        "mission": mission.id,
        "given": given,
        "given_chance": str(found.chance),
        "calls": [{"items": list(call.items), **_data(call.chance)} for call in found.calls],
        "items": {name: {"expected": str(mean), **_data(some)} for name, (mean, some) in items.items()},
        "counters": {name: {"expected": str(mean), **_data(some)} for name, (mean, some) in expected.items()},
        "firepower": {"expected": str(power), "value": round(float(power), 6)},
        "lasting_firepower": {"expected": str(lasting), "value": round(float(lasting), 6)},
        "sets": [{"counters": list(names), **_data(chance)} for names, chance in sets],
    }
    added = sum(item.value for item in mission.drm(mission.activation))
    drm = f" (it adds {added:+d})" if added else ""
    lines = [f"{mission.activation} in {mission.title}{drm}: {len(sets):,} sets of counters, all counted"]
    lines += [f"given {given}, which comes with {_chance_words(found.chance)}"] if given else []
    lines += ["", "what the table calls for"]
    lines += [_line(f"  {', '.join(call.items) or '-'}", call.chance, 26) for call in found.calls]
    for title, table in (("item", items), ("counter", expected)):
        lines += ["", f"{title:<26}{'expected':>10}{'at least one':>24}"]
        order = sorted(table.items(), key=lambda pair: -pair[1][0]) if title == "counter" else table.items()
        lines += [f"  {name:<24}{float(mean):>10.4f}{_chance_words(some):>24}" for name, (mean, some) in order]
    lines += ["", f"expected FP of Infantry and SW: {float(power):.3f} ({power})"]
    lines += [f"  of it without SW that an X# removes (DC, FT, PSK): {float(lasting):.3f} ({lasting})"]
    lines += ["", f"the likeliest {min(SHOWN, len(sets))} of {len(sets):,}"]
    lines += [_line(f"  {', '.join(names) or 'nothing'}", chance, 40) for names, chance in sets[:SHOWN]]
    return data, lines


class _MissionOdds(NamedTuple):
    """What a mission leaves to dice, exactly.

    `items`: of each kind of counter the number to expect of one S?, and the chance of at least one; `ends`: (Turn,
    chance that it ends then, chance that it has ended by then); `power`: the FP of Infantry and SW to expect of one S?;
    `lasting`: the same without SW that an X# removes; `fortifies`: the chance
    that an S? in a building Activates and fortifies it.
    """

    ac: list[tuple[str, Fraction]]
    active: Fraction
    items: dict[str, tuple[Fraction, Fraction]]
    power: Fraction
    lasting: Fraction
    fortifies: Fraction
    any_event: dict[Side, Fraction]
    events: dict[Side, Sequence[EventOdds]]
    ends: list[tuple[int, Fraction, Fraction]]


def _mission(lib: Library, mission: Mission, facts: Mapping[str, int], args: Namespace) -> Told:
    """What a mission leaves to dice: its S?, its Random Events, its end."""
    if args.ac is not None and args.ac not in VALUE_FIGURES:
        raise ContentError([f"--ac {args.ac}: an AC# is a number from {VALUE_FIGURES[0]} to {VALUE_FIGURES[-1]}"])
    active = table_odds.activates(lib, mission, facts, args.ac)
    found = table_odds.activation(lib, mission, inside=args.inside, drm=args.drm)
    exact = _MissionOdds(
        [(str(args.ac), Fraction(1))] if args.ac is not None else list(table_odds.values(lib, mission, "enemy-ac")),
        active,
        {name: (active * mean, active * some) for name, (mean, some) in found.items().items()},
        active * found.firepower(lib, mission),
        active * found.firepower(lib, mission, lasting=True),
        active * table_odds.fortifies(lib, mission, args.drm),
        {side: any_event(lib, mission, side) for side in SIDES},
        {side: event_odds(lib, mission, side) for side in SIDES},
        list(_by_turn(table_odds.ends(lib, mission))),
    )
    return _mission_data(mission, facts, exact), _mission_lines(mission, facts, exact)


def _mission_data(mission: Mission, facts: Mapping[str, int], exact: _MissionOdds) -> dict[str, Any]:
    return {
        "mission": mission.id,
        "ac": {number: str(chance) for number, chance in exact.ac},
        "suspect": {
            "when": facts,
            "activates": _data(exact.active),
            "items": {name: {"expected": str(mean), **_data(some)} for name, (mean, some) in exact.items.items()},
            "firepower": str(exact.power),
            "lasting_firepower": str(exact.lasting),
            "fortifies": _data(exact.fortifies),
        },
        "events": {
            side: {"turn": _data(exact.any_event[side]), "rows": [_event(item) for item in exact.events[side]]}
            for side in SIDES
        },
        "ends": [{"turn": turn, "with": str(chance), "by": _data(by)} for turn, chance, by in exact.ends],
    }


def _mission_lines(mission: Mission, facts: Mapping[str, int], exact: _MissionOdds) -> list[str]:
    words = ", ".join(f"AC# {number}" + (f" with {chance}" if chance < 1 else "") for number, chance in exact.ac)
    lines = [f"{mission.title}: one S?" + (f", {', '.join(facts)}" if facts else "")]
    lines += [f"  Activates with {_chance_words(exact.active)}   ({words})"]
    lines += [f"  {'of each S?':<14}{'expected':>10}{'at least one':>24}"]
    lines += [
        f"  {name:<14}{float(mean):>10.4f}{_chance_words(some):>24}" for name, (mean, some) in exact.items.items()
    ]
    lines += [f"  expected FP of Infantry and SW: {float(exact.power):.3f}"]
    lines += [f"  of it without SW that an X# removes (DC, FT, PSK): {float(exact.lasting):.3f}"]
    lines += [f"  in a building it fortifies its Location with {_chance_words(exact.fortifies)}"]
    for side in SIDES:
        lines += ["", f"{side} Random Events: one in its first RPh with {_chance_words(exact.any_event[side])}"]
        lines += [f"  {'row':<8}{'event':<36}{'per turn':>10}{'per mission':>13}{'at least once':>15}"]
        lines += [
            f"  {item.entry.row:<8}{item.entry.title[:34]:<36}{float(item.turn):>10.2%}{float(item.expected):>13.3f}"
            f"{float(item.once):>15.2%}"
            for item in exact.events[side]
        ]
    waits = "; the ENEMY's wait for the first Activation" if mission.events_need_activation else ""
    lines += [f"  counted as if every event could apply, from Turn 1 on{waits}"]
    lines += ["", "the mission ends by its dr"]
    turns = [(turn, by) for turn, chance, by in exact.ends if 1 - by + chance > LAST]
    lines += [_line(f"  by Turn {turn}", by, 14) for turn, by in turns]
    if mission.end.all_vpo:
        lines += [f"  or at once when the {mission.end.all_vpo} side controls every VPO, which depends on play"]
    return lines


def _event(item: EventOdds) -> dict[str, Any]:
    return {
        "row": item.entry.row,
        "title": item.entry.title,
        "roll": str(item.roll),
        "turn": str(item.turn),
        "expected": round(float(item.expected), 9),
        "once": round(float(item.once), 9),
    }


def _by_turn(ends: Iterable[tuple[int, Fraction]]) -> list[tuple[int, Fraction, Fraction]]:
    """(turn, the chance to end with it, the chance to have ended by it)."""
    by, found = Fraction(0), []
    for turn, chance in ends:
        by += chance
        found.append((turn, chance, by))
    return found
