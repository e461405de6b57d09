"""Whether a campaign file says only what the program can play: rooms, tables, counters, words in rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sasl.campaign import vocabulary
from sasl.campaign.run import FIGURE
from sasl.campaign.steps.table import STEPS
from sasl.content.campaign import (
    SIDES,
    Campaign,
    Group,
    GroupWeapon,
    Nation,
    Received,
    load_campaign,
    load_groups,
    with_groups,
)
from sasl.content.faults import ContentError, File, nearest
from sasl.content.library import Library
from sasl.content.yamlfile import Document, read_yaml
from sasl.kernel.records import result_text
from sasl.kernel.tables import Row, Table
from sasl.solitaire.checks import Fault, located

Place = tuple[object, ...]


def check(library: Library, campaign_id: str) -> None:
    """ContentError with everything in a campaign and its files of groups that cannot be played, by file and line."""
    _check(library, library.loader.path("campaign", campaign_id), library.loader.group_files(campaign_id))


def check_file(library: Library, path: File) -> None:
    """The same for one file by itself: a campaign, or the groups of one."""
    data = read_yaml(path).data
    if "groups_of" in data:
        name = str(data["groups_of"])
        _check(library, library.loader.path("campaign", name), [*library.loader.group_files(name), path])
    elif "campaign" in data:
        _check(library, path, library.loader.group_files(str(data["campaign"])))


def _check(library: Library, path: File, groups: Sequence[File]) -> None:
    own, document = load_campaign(path)
    campaign = with_groups(own, groups)
    faults = [*_campaign(library, campaign, document), *_groups(library, own.groups, document)]
    for file in groups:
        model, lines = load_groups(file)
        faults += _groups(library, model.groups, lines)
    faults += [located(library, fault) for fault in _rows(library, campaign)]
    if faults:
        raise ContentError(list(dict.fromkeys(faults)))


def _campaign(library: Library, campaign: Campaign, document: Document) -> Iterator[str]:
    """Faults of the campaign file itself: its board, steps, roles, initial OB and SW chart."""
    if campaign.board and campaign.board not in library.loader.ids("board"):
        hint = nearest(campaign.board, library.loader.ids("board"))
        yield document.fault(("board",), f"there is no board '{campaign.board}'{hint}")
    yield from _steps(campaign, document)
    yield from _roles(library, campaign, document)
    for place, text in _texts(campaign):
        for name in FIGURE.findall(text):
            yield from _figure(campaign, name, document, place)
    for name, weapon in campaign.optional_mg.items():
        known = [item for side in SIDES if (item := library.counters.get(side, {}).get(name))]
        if not any(weapon in item.mgs for item in known):
            yield document.fault(("optional_mg", name), f"no vehicle '{name}' has a {weapon}")
    for side, edges in campaign.entry.items():
        for edge, name in edges.items():
            if name:
                yield from _figure(campaign, name, document, ("entry", side, edge))
    for side in SIDES:
        yield from _initial(library, campaign, side, document)
        for line, weapons in campaign.sw.get(side, {}).items():
            yield from _weapons(library, side, weapons, document, ("sw", side, line))


def _steps(campaign: Campaign, document: Document) -> Iterator[str]:
    """Steps that the program does not have, or that lack a table."""
    for number, step in enumerate(campaign.steps):
        at = ("steps", number, "step")
        if step.step not in STEPS:
            yield document.fault(at, f"the program has no step '{step.step}'{nearest(step.step, STEPS)}")
        for role in vocabulary.NEEDS.get(step.step, ()):
            if not any(name in campaign.tables for name in (role, *(f"{role}.{side}" for side in SIDES))):
                yield document.fault(at, f"'{step.step}' needs a table for '{role}' under 'tables'")


def _roles(library: Library, campaign: Campaign, document: Document) -> Iterator[str]:
    """Roles that no room asks for, and tables that are not there."""
    for role, table_id in campaign.tables.items():
        at = ("tables", role)
        if vocabulary.plain(role) not in vocabulary.ROLES:
            yield document.fault(at, f"no room asks for a table called '{role}'{nearest(role, vocabulary.ROLES)}")
        yield from _table(library, table_id, document, at)


def _texts(campaign: Campaign) -> list[tuple[Place, str]]:
    """Every text that may name figures, and where it is."""
    texts: list[tuple[Place, str]] = [(("rules", number), text) for number, text in enumerate(campaign.rules)]
    texts += [(("setups", number), way.text) for number, way in enumerate(campaign.setups)]
    return texts + [
        (("group_notes", side, key), text)
        for side, notes in campaign.group_notes.items()
        for key, text in notes.items()
    ]


def _figure(campaign: Campaign, name: str, document: Document, at: Place) -> Iterator[str]:
    if name not in campaign.figures:
        yield document.fault(at, f"there is no figure '{name}'{nearest(name, campaign.figures)}")


def _initial(library: Library, campaign: Campaign, side: Nation, document: Document) -> Iterator[str]:
    """Counters and fortifications of a side's initial OB that are not there."""
    forts = [item.id for item in campaign.fortifications]
    for number, given in enumerate(campaign.initial.get(side, [])):
        at: Place = ("initial", side, number)
        if given.type:
            yield from _counter(library, side, given.type, document, (*at, "type"))
        if given.fort and given.fort not in (*forts, "minefield"):
            yield document.fault((*at, "fort"), f"there is no fortification '{given.fort}'{nearest(given.fort, forts)}")


def _groups(library: Library, groups: Mapping[Nation, list[Group]], document: Document) -> Iterator[str]:
    """Faults of the Reinforcement Groups of one file."""
    for side, lines in groups.items():
        for number, group in enumerate(lines):
            at: Place = ("groups", side, number)
            for place, received in enumerate(group.units):
                yield from _received(library, side, received, document, (*at, "units", place))
            for key, name in (("crew", group.crew), ("truck", group.truck)):
                if name:
                    yield from _counter(library, side, name, document, (*at, key))
            yield from _weapons(library, side, group.weapons, document, (*at, "weapons"))
            for key, table in (("leaders", group.leaders), ("ammo", group.ammo)):
                if table:
                    yield from _table(library, table, document, (*at, key))
            if group.kind in vocabulary.BRINGS_COUNTERS and not group.units:
                yield document.fault(at, f"group '{group.id}' of kind {group.kind} brings nothing; give 'units'")
            for key in vocabulary.FIGURE_OF.get(group.kind, ()):
                if getattr(group, key) is None:
                    yield document.fault(at, f"group '{group.id}' of kind {group.kind} needs '{key}'")


def _received(library: Library, side: Nation, item: Received, document: Document, at: Place) -> Iterator[str]:
    if item.type:
        yield from _counter(library, side, item.type, document, (*at, "type"))
    for key, name in (("table", item.table), ("number", item.number), ("check", item.check)):
        if name:
            yield from _table(library, name, document, (*at, key))
    for word in item.other:
        if word not in vocabulary.STRENGTHS:
            known = vocabulary.STRENGTHS
            text = f"'{word}' is no strength{nearest(word, known)}: {', '.join(known)}"
            yield document.fault((*at, "other", word), text)


def _weapons(
    library: Library, side: Nation, weapons: Iterable[GroupWeapon], document: Document, at: Place
) -> Iterator[str]:
    for number, weapon in enumerate(weapons):
        for key, name in (("type", weapon.type), ("otherwise", weapon.otherwise)):
            if name:
                yield from _counter(library, side, name, document, (*at, number, key))


def _counter(library: Library, side: Nation, name: str, document: Document, at: Place) -> Iterator[str]:
    known = library.counters.get(side, {})
    if name not in known:
        yield document.fault(at, f"there is no {side} counter '{name}'{nearest(name, known)}")


def _table(library: Library, name: str, document: Document, at: Place) -> Iterator[str]:
    if name not in library.all_tables:
        yield document.fault(at, f"there is no table '{name}'{nearest(name, library.all_tables)}")


def _rows(library: Library, campaign: Campaign) -> Iterator[Fault]:
    """Rows of tables that say what no room can play: a wrong word, no number, no counter of the side."""
    for role, name in campaign.tables.items():
        table = library.all_tables.get(name)
        if table is not None:
            for row in table.rows:
                yield from _row(library, role, table, row)
    for side, groups in campaign.groups.items():
        for group in groups:
            for item in group.units:
                yield from _counter_rows(library, side, item.table)
                yield from _number_rows(library, item.number)
            yield from _counter_rows(library, side, group.leaders, *vocabulary.NOBODY)


def _row(library: Library, role: str, table: Table, row: Row) -> Iterator[Fault]:
    kind = vocabulary.plain(role)
    for side, results in _cells(role, table, row):
        if kind in vocabulary.NAMES_COUNTERS:
            known = {*library.counters.get(side, {}), *vocabulary.NAMES_COUNTERS[kind]}
        elif kind in vocabulary.ROWS:
            known = set(vocabulary.ROWS[kind])
        else:
            if kind in vocabulary.NUMBERS and not all(isinstance(item, int) for item in results):
                yield Fault(table, row, f"'{result_text(row.result)}' is no number")
            continue
        for item in results:
            if result_text(item) not in known:
                what = f"no {side} counter" if kind in vocabulary.NAMES_COUNTERS else f"no word for '{role}'"
                yield Fault(table, row, f"'{result_text(item)}' is {what}{nearest(result_text(item), known)}")


def _cells(role: str, table: Table, row: Row) -> Iterator[tuple[str, list[object]]]:
    """The results of a row by side: of its columns, of the side its role names, or of both."""
    sides = [side for side in SIDES if role.endswith(f".{side}")] or list(SIDES)
    for side in sides:
        result = table.pick(row, side) if side in table.columns else row.result
        yield side, result if isinstance(result, list) else [result]


def _counter_rows(library: Library, side: str, name: str | None, *others: str) -> Iterator[Fault]:
    table = library.all_tables.get(name or "")
    known = {*library.counters.get(side, {}), *others}
    for row in table.rows if table else ():
        result = table.pick(row, side) if table and side in table.columns else row.result
        for item in result if isinstance(result, list) else [result]:
            word = result_text(item)
            if table and word not in known:
                yield Fault(table, row, f"'{word}' is no {side} counter{nearest(word, known)}")


def _number_rows(library: Library, name: str | None) -> Iterator[Fault]:
    table = library.all_tables.get(name or "")
    for row in table.rows if table else ():
        if table and not isinstance(row.result, int):
            yield Fault(table, row, f"'{result_text(row.result)}' is no number")
