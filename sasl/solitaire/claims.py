"""A mission that says it rests on no house figure (`house_figures: false`) is held to it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sasl.content.library import Library
from sasl.content.mission import Mission
from sasl.solitaire.sources import OURS, tables_of

if TYPE_CHECKING:
    from sasl.content.yamlfile import Document

REMEDY = "or take 'house_figures: false' out of the mission"


def faults(library: Library, mission: Mission) -> list[str]:
    """Each house figure that such a mission rests on, with file, line and remedy: in its own file, and its tables."""
    if mission.house_figures:
        return []
    from sasl.content.mission_files import load_mission  # what reads files waits for a mission that claims it

    document = load_mission(library.loader.path("mission", mission.id))[1]
    found = [document.fault(at, f"this is a house figure; give the printed one, {REMEDY}") for at in _own(mission)]
    return [*found, *_tables(library, mission, document)]


def _own(mission: Mission) -> Iterator[tuple[object, ...]]:
    """Where in its own file a mission marks a figure as house."""
    if mission.vpo.provenance in OURS:
        yield "vpo", "provenance"
    if mission.area.boards and mission.area.boards.provenance in OURS:
        yield "area", "boards", "provenance"
    for side in ("friendly", "enemy"):
        if mission.army(side.upper()).elr_provenance in OURS:
            yield side, "elr_provenance"
    for number, case in enumerate(mission.suspects.cases):
        if case.provenance in OURS:
            yield "suspects", "cases", number, "provenance"
    for number, line in enumerate(mission.vp):
        if line.provenance in OURS:
            yield "vp", number, "provenance"


def _tables(library: Library, mission: Mission, document: Document) -> Iterator[str]:
    """The tables it names, and those they lead to, that are house as a whole or in a row."""
    for name in sorted(tables_of(library.tables, mission)):
        table = library.tables[name]
        rows = [row.label for row in table.rows if row.provenance in OURS]
        if rows:
            which = "" if len(rows) == len(table.rows) else f", rows {', '.join(rows)}"
            text = f"{mission.title} says that it rests on no house figure, and {name}{which} is house ({table.origin})"
            yield document.fault(("house_figures",), f"{text}; type in yours (sasl own {name}), {REMEDY}")
