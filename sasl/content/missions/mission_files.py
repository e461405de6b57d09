"""A mission card from its file, checked line by line: what it says that cannot be, found in the card alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.board.hexes import parse_hex
from sasl.content.missions.mission import HOOKS, READINGS, Mission
from sasl.content.reading.faults import File, instead, nearest, refuse
from sasl.content.reading.yamlfile import Document, read_yaml


def load_mission(path: File) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    refuse(_senseless_lines(mission, document))
    return mission, document


def read_in_part(path: File) -> tuple[Mission | None, Document, list[str]]:
    """Return the mission in `path` without the keys that cannot be read, with every fault of the card by line.

    None where too much is faulty to go on.
    """
    document = read_yaml(path)
    mission, faults = document.parse_in_part(Mission)
    if mission is not None:
        faults += _senseless_lines(mission, document)
    return mission, document, faults


def _senseless_lines(mission: Mission, document: Document) -> list[str]:
    return [document.fault(place, text) for place, text in _senseless(mission)]


Place = tuple[object, ...]
Found = Iterator[tuple[Place, str]]
"""What is wrong, each with its place in the card."""

VALUES = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")
"""The mission tables that every card names (S12.32)."""


def _senseless(mission: Mission) -> Found:
    """Whatever no reader could play as it stands, with its place in the card."""
    yield from _rules(mission)
    yield from _readings(mission)
    yield from _values(mission)
    yield from _groups(mission)
    yield from _schedule(mission)
    yield from _sides(mission)
    yield from _doubles(mission)


def _rules(mission: Mission) -> Found:
    for number, rule in enumerate(mission.rules):
        for hook in rule.hooks:
            if hook not in HOOKS:
                yield ("rules", number, "hooks"), f"hook '{hook}' is unknown{instead(hook, HOOKS)}"


def _readings(mission: Mission) -> Found:
    offered = {item.id: set(item.choices) for item in mission.readings}
    for number, item in enumerate(mission.readings):
        if item.id not in READINGS or not set(item.choices) <= set(READINGS[item.id]):
            known = "; ".join(f"{name}: {', '.join(words)}" for name, words in READINGS.items())
            yield ("readings", number), f"no such reading is known; there are {known}"
    for number, case in enumerate(mission.suspects.cases):
        if case.reading and (case.reading not in offered or case.reading == "layout"):
            yield ("suspects", "cases", number, "reading"), f"there is no reading '{case.reading}' of places"


def _values(mission: Mission) -> Found:
    for key in VALUES:
        if key not in mission.tables:
            yield ("tables",), f"'{key}' is missing"
    for key in mission.tables:
        if key not in VALUES:
            yield ("tables", key), f"unknown mission table{nearest(key, VALUES)}"


def _groups(mission: Mission) -> Found:
    ids = [group.id for group in mission.force]
    for number, group in enumerate(mission.force):
        if group.like is not None and (group.like not in ids or mission.force[ids.index(group.like)].like):
            yield ("force", number, "like"), f"there is no group '{group.like}' with items"
        if bool(group.items) == bool(group.like):
            yield ("force", number), "give either 'items' or 'like'"
        if group.hexrows and parse_hex(f"{group.hexrows[0]}1") > parse_hex(f"{group.hexrows[1]}1"):
            yield ("force", number, "hexrows"), "no hexrow lies between these: put the first before the last"


def _sides(mission: Mission) -> Found:
    """Two sides of one nation, and a choice of edges that is none."""
    if mission.enemy.nation == mission.friendly.nation:
        yield ("enemy", "nation"), f"both sides are {mission.enemy.nation.capitalize()}; the ENEMY is of another nation"
    choice = mission.area.entry_choice
    for number, edge in enumerate(choice):
        if edge in choice[:number]:
            yield ("area", "entry_choice", number), f"the {edge} edge is named twice; keep one"
    kinds = mission.vpo.determined.priority if mission.vpo.determined else None
    for number, case in enumerate(mission.suspects.cases):
        for place, kind in enumerate(case.of):
            if kinds is None:
                text = "only VPO that are 'determined' are of a kind: leave 'of' out"
                yield ("suspects", "cases", number, "of", place), text
            elif kind not in kinds:
                text = f"no VPO is a {kind} here: 'priority' names {', '.join(kinds)}"
                yield ("suspects", "cases", number, "of", place), text


def _schedule(mission: Mission) -> Found:
    """S12.6: VP lines that ask for what the card does not name."""
    named = {"rail": mission.rail, "road": mission.road}
    for number, line in enumerate(mission.vp):
        if line.counts in named and named[line.counts] is None:
            text = f"this line counts the {line.counts}, but the card has none: add '{line.counts}:' with its hexes"
            yield ("vp", number, "counts"), text


def _doubles(mission: Mission) -> Found:
    """Names that must be one thing, and hexes that count once."""
    lists: list[tuple[str, Place, Sequence[str]]] = [
        ("VPO", ("vpo", "hexes"), mission.vpo.hexes),
        ("group", ("force",), [group.id for group in mission.force]),
        ("VP line", ("vp",), [line.id for line in mission.vp]),
        ("reading", ("readings",), [item.id for item in mission.readings]),
        ("OBA", ("oba",), [f"{item.side} {item.name}" for item in mission.oba]),
        ("MSR", ("rules",), [str(rule.number) for rule in mission.rules]),
    ]
    lists += [
        ("hex", ("suspects", "cases", number, "hexes"), case.hexes)
        for number, case in enumerate(mission.suspects.cases)
    ]
    for what, place, names in lists:
        for number, name in enumerate(names):
            if name in names[:number]:
                yield (*place, number), f"{what} '{name}' is named twice; keep one"
