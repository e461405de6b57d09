"""Whose figures a game uses: the house ones, those of the player's packs, and what its mission's file notes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import to_builtins

from sasl.asl.game.context import Game
from sasl.asl.game.minds import doctrine_of
from sasl.content.library import Library
from sasl.content.missions.mission import Mission, Reading
from sasl.content.missions.mission_map import SuspectCase
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.records import Provenance, mark
from sasl.kernel.rolling.tables import Table
from sasl.kernel.text import counted, listed, sentence
from sasl.solitaire import command_control, readings

SHOWN = 3
"""The most names in a summary."""
OURS: tuple[Provenance, ...] = ("house",)


class Sources(Frozen):
    """The tables and single figures of a game that are no printed ones: ours (house), and the player's.

    `doctrine`: the house figures by which the ENEMY decides.
    """

    house: tuple[Table, ...]
    own: tuple[Table, ...]
    house_figures: tuple[str, ...]
    own_figures: tuple[str, ...]
    doctrine: tuple[str, ...] = ()


_KNOWN: Memo[Sources] = Memo(4)


def sources(game: Game) -> Sources:
    """What a game uses that is house or the player's own."""
    found = _KNOWN.of((game.library.tables, game.mission), lambda: _sources(game.library, game.mission))
    figures = doctrine_of(game, "ENEMY").figures
    return replace(found, doctrine=tuple(name for name, item in figures.items() if item.provenance in OURS))


def summary(game: Game) -> str:
    """`house figures: 31 tables (a6.a, a6.b …), 12 single, 60 of the doctrine; yours: 2 (generation.g2, pbf)`."""
    found = sources(game)
    house = [counted(len(found.house), "table") + _few(table.id for table in found.house)] * bool(found.house)
    house += [f"{len(found.house_figures)} single"] * bool(found.house_figures)
    house += [f"{len(found.doctrine)} of the doctrine"] * bool(found.doctrine)
    yours = [*(table.id for table in found.own), *found.own_figures]
    return f"house figures: {', '.join(house) or 'none'}; yours: {f'{len(yours)}{_few(yours)}' if yours else 'none'}"


def report(game: Game) -> list[str]:
    """Every house table and figure of this game, and the player's own with their packs."""
    lines: list[str] = []
    found, known = sources(game), game.library.figures
    for table in found.own:
        lines.append(
            f"yours: {table.id}, {table.title} [{table.provenance}], from pack '{table.pack}' ({table.origin})"
        )
    for name in found.own_figures:
        lines.append(f"yours: {name} {known[name].value:g} [{known[name].provenance}]")
    for table in found.house:
        whole = table.provenance in OURS
        rows = "" if whole else ", rows " + ", ".join(row.label for row in table.rows if row.provenance in OURS)
        lines.append(
            f"{table.id}, {table.title}{rows} [house]: "
            + (table.note or next((row.note for row in table.rows if row.note), "") or table.rule)
        )
    for name in found.house_figures:
        lines.append(f"{name} {known[name].value:g} [house]" + (f": {known[name].note}" if known[name].note else ""))
    doctrine = doctrine_of(game, "ENEMY")
    for name in found.doctrine:
        item = doctrine.figures[name]
        why = f": {item.note}" if item.note else ""
        lines.append(f"doctrine.{doctrine.id}: {doctrine.words(name)} ({item.rule}){why}")
    lines += [*notes(game.mission), *readings.report(game)]
    if any(game.state.acts):
        lines.append(acts_words(*game.state.acts))
    lines.append(summary(game))
    return lines


def acts_words(every: float, house: float) -> str:
    """`of the ENEMY's 140 acts 120 (86 %) rested on house figures`."""
    return f"of the ENEMY's {every:g} acts {house:g} ({100 * house / max(1, every):.0f} %) rested on house figures"


def opening(game: Game) -> list[str]:
    """What a player reads before set-up: whose figures these are, and what he may choose."""
    lines = [
        f"{sentence(summary(game))} (figures lists them)",
        "We did not have Chapter S: most of what the ENEMY does rests on house figures. "
        "Type in those of your own card: "
        "sasl own, or Tables on the home screen.",
        f"Command Control (S16) is {command_control.chosen(game)}; command shows the variants, which are house rules.",
    ]
    return [*lines, *(_doubt(item, readings.chosen(game, item.id)) for item in game.mission.readings)]


def _doubt(item: Reading, now: str) -> str:
    """How a doubtful place of the card is read, and the order that reads it otherwise."""
    others = listed(f"reading {item.id} {word}" for word in item.choices if word != now)
    return f"The card can be read in more than one way ({item.id}). Here: {item.choices[now]}. To change it: {others}."


def notes(mission: Mission) -> list[str]:
    """What the mission's own file notes of its sources: VPO, S?, mapboards, VP, ELR; each with its provenance."""
    found = [("VPO", mission.vpo.provenance, mission.vpo.note)]
    if boards := mission.area.boards:
        found.append((f"Mapboards ({boards.rule})", boards.provenance, boards.note))
    found += [case_source(case) for case in mission.suspects.cases]
    found += [(f"VP, {line.text}", line.provenance, line.note) for line in mission.vp]
    armies = [(side, mission.army(side)) for side in ("FRIENDLY", "ENEMY")]
    found += [(f"{side} ELR {army.elr}", army.elr_provenance, army.elr_note) for side, army in armies]
    return [note_words(*item) for item in found if item[2]]


def case_source(case: SuspectCase) -> tuple[str, Provenance, str]:
    """What a case of S? placement is, whose reading it is, and why."""
    return f"S? case {case.case}" + (f" ({case.rule})" if case.rule else ""), case.provenance, case.note


def note_words(what: str, provenance: Provenance, note: str) -> str:
    """`S? case a (S4.1a) [house]: one S? in each building hex`."""
    return f"{what} {mark(provenance)}: {note}"


def _few(names: Iterable[str]) -> str:
    every = list(names)
    return f" ({', '.join(every[:SHOWN])}{' …' if len(every) > SHOWN else ''})"


def _sources(library: Library, mission: Mission) -> Sources:
    elsewhere = _only_elsewhere(library, mission)
    tables = [table for name, table in sorted(library.tables.items()) if name not in elsewhere]
    own = [table for table in tables if table.pack]
    house = [
        table
        for table in tables
        if not table.pack and (table.provenance in OURS or any(row.provenance in OURS for row in table.rows))
    ]
    known = library.figures
    return Sources(
        tuple(house),
        tuple(own),
        tuple(name for name in sorted(known) if known[name].provenance in OURS),
        tuple(name for name in sorted(known) if known[name].provenance == "user"),
    )


def _only_elsewhere(library: Library, mission: Mission) -> set[str]:
    """Tables that only other missions name. What no mission names belongs to the rules of all."""
    ours = tables_of(library.tables, mission)
    others: set[str] = set()
    for mission_id in library.loader.ids("mission"):
        if mission_id == mission.id:
            continue
        try:
            others |= tables_of(library.tables, library.loader.card(library.loader.path("mission", mission_id)))
        except ContentError:  # a mission that cannot be played
            continue
    return others - ours


def tables_of(tables: Mapping[str, Table], mission: Mission) -> set[str]:
    """The tables a mission names, and those their rows lead to."""
    left = [word for word in _words(to_builtins(mission, str_keys=True)) if word in tables]
    found: set[str] = set()
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [word for row in tables[name].rows for word in _words(row.result) if word in tables]
    return found


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _words(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _words(item)
