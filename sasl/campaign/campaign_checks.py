"""Whether a campaign file says only what the program can play: rooms, tables, counters, words in rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from sasl.campaign import vocabulary
from sasl.campaign.campaign_run import FIGURE
from sasl.campaign.campaign_sequence import STEPS
from sasl.content.library import Library
from sasl.content.missions.campaign import (
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
from sasl.content.reading.faults import ContentError, File, nearest, no_counter, no_such
from sasl.content.reading.yamlfile import Document, read_yaml
from sasl.content.tables.table_faults import Fault, located
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Row, Table

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
    checked = _Checked(library, document)
    faults = [*checked.campaign(campaign), *checked.groups(own.groups)]
    for file in groups:
        model, lines = load_groups(file)
        faults += _Checked(library, lines).groups(model.groups)
    faults += [located(library.loader.source, fault) for fault in _rows(library, campaign)]
    if faults:
        raise ContentError(list(dict.fromkeys(faults)))


class _Checked(Frozen):
    """A file whose names are looked up in the library: a fault with its line for each that is not there."""

    library: Library
    document: Document

    def _known(self, at: Place, kind: str, name: str, known: Collection[str]) -> Iterator[str]:
        if name not in known:
            yield self.document.fault(at, no_such(kind, name, known))

    def counter(self, side: Nation, name: str, at: Place) -> Iterator[str]:
        """A counter of a side."""
        known = self.library.counters.get(side, {})
        if name not in known:
            yield self.document.fault(at, no_counter(side, name, known))

    def table(self, name: str, at: Place) -> Iterator[str]:
        """A table of dice or a chart."""
        return self._known(at, "table", name, self.library.all_tables)

    def weapons(self, side: Nation, weapons: Iterable[GroupWeapon], at: Place) -> Iterator[str]:
        """SW of a group, and what comes instead of them."""
        for number, weapon in enumerate(weapons):
            for key, name in (("type", weapon.type), ("otherwise", weapon.otherwise)):
                if name:
                    yield from self.counter(side, name, (*at, number, key))

    # -- a campaign -----------------------------------------------------------------------------------
    def campaign(self, campaign: Campaign) -> Iterator[str]:
        """Its board, steps, roles, figures, initial OB and SW chart."""
        if campaign.board:
            yield from self._known(("board",), "board", campaign.board, self.library.loader.ids("board"))
        yield from self._steps(campaign)
        yield from self._roles(campaign)
        named = [(place, name) for place, text in _texts(campaign) for name in FIGURE.findall(text)]
        for side, edges in campaign.entry.items():
            named += [(("entry", side, edge), name) for edge, name in edges.items() if name]
        for place, name in named:
            yield from self._known(place, "figure", name, campaign.figures)
        for name, weapon in campaign.optional_mg.items():
            known = [item for side in SIDES if (item := self.library.counters.get(side, {}).get(name))]
            if not any(weapon in item.mgs for item in known):
                yield self.document.fault(("optional_mg", name), f"no vehicle '{name}' has a {weapon}")
        for side in SIDES:
            yield from self._initial(campaign, side)
            for line, weapons in campaign.sw.get(side, {}).items():
                yield from self.weapons(side, weapons, ("sw", side, line))

    def _steps(self, campaign: Campaign) -> Iterator[str]:
        """Steps that the program does not have, or that lack a table."""
        for number, step in enumerate(campaign.steps):
            at = ("steps", number, "step")
            if step.step not in STEPS:
                yield self.document.fault(at, f"the program has no step '{step.step}'{nearest(step.step, STEPS)}")
            for role in vocabulary.NEEDS.get(step.step, ()):
                if not any(name in campaign.tables for name in (role, *(f"{role}.{side}" for side in SIDES))):
                    yield self.document.fault(at, f"'{step.step}' needs a table for '{role}' under 'tables'")

    def _roles(self, campaign: Campaign) -> Iterator[str]:
        """Roles that no room asks for, and tables that are not there."""
        for role, table_id in campaign.tables.items():
            if vocabulary.plain(role) not in vocabulary.ROLES:
                text = f"no step uses a table called '{role}'{nearest(role, vocabulary.ROLES)}"
                yield self.document.fault(("tables", role), text)
            yield from self.table(table_id, ("tables", role))

    def _initial(self, campaign: Campaign, side: Nation) -> Iterator[str]:
        """Counters and fortifications of a side's initial OB."""
        forts = [*(item.id for item in campaign.fortifications), "minefield"]
        for number, given in enumerate(campaign.initial.get(side, [])):
            at: Place = ("initial", side, number)
            if given.type:
                yield from self.counter(side, given.type, (*at, "type"))
            if given.check:
                yield from self.table(given.check, (*at, "check"))
            if given.fort:
                yield from self._known((*at, "fort"), "fortification", given.fort, forts)

    # -- Reinforcement Groups -------------------------------------------------------------------------
    def groups(self, groups: Mapping[Nation, list[Group]]) -> Iterator[str]:
        """Faults of the Reinforcement Groups of one file."""
        for side, lines in groups.items():
            for number, group in enumerate(lines):
                yield from self._group(side, group, ("groups", side, number))

    def _group(self, side: Nation, group: Group, at: Place) -> Iterator[str]:
        for place, received in enumerate(group.units):
            yield from self._received(side, received, (*at, "units", place))
        for key, name in (("crew", group.crew), ("truck", group.truck)):
            if name:
                yield from self.counter(side, name, (*at, key))
        yield from self.weapons(side, group.weapons, (*at, "weapons"))
        for key, table in (("leaders", group.leaders), ("ammo", group.ammo)):
            if table:
                yield from self.table(table, (*at, key))
        kind = f"group '{group.id}' of kind {group.kind}"
        if group.kind in vocabulary.BRINGS_COUNTERS and not group.units:
            yield self.document.fault(at, f"{kind} brings nothing; give 'units'")
        for key in vocabulary.FIGURE_OF.get(group.kind, ()):
            if getattr(group, key) is None:
                yield self.document.fault(at, f"{kind} needs '{key}'")

    def _received(self, side: Nation, item: Received, at: Place) -> Iterator[str]:
        if item.type:
            yield from self.counter(side, item.type, (*at, "type"))
        for key, name in (("table", item.table), ("number", item.number), ("check", item.check)):
            if name:
                yield from self.table(name, (*at, key))
        for word in item.other:
            if word not in (known := vocabulary.STRENGTHS):
                text = f"'{word}' is not a strength{nearest(word, known)}: {', '.join(known)}"
                yield self.document.fault((*at, "other", word), text)


def _texts(campaign: Campaign) -> list[tuple[Place, str]]:
    """Every text that may name figures, and where it is."""
    texts: list[tuple[Place, str]] = [(("rules", number), text) for number, text in enumerate(campaign.rules)]
    texts += [(("setups", number), way.text) for number, way in enumerate(campaign.setups)]
    return texts + [
        (("group_notes", side, key), text)
        for side, notes in campaign.group_notes.items()
        for key, text in notes.items()
    ]


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
                yield Fault(table, row, f"'{result_text(row.result)}' is not a number")
            continue
        for item in results:
            if result_text(item) not in known:
                what = (
                    f"not a {side.capitalize()} counter"
                    if kind in vocabulary.NAMES_COUNTERS
                    else f"not a word for '{role}'"
                )
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
                yield Fault(table, row, f"'{word}' is not a {side.capitalize()} counter{nearest(word, known)}")


def _number_rows(library: Library, name: str | None) -> Iterator[Fault]:
    table = library.all_tables.get(name or "")
    for row in table.rows if table else ():
        if table and not isinstance(row.result, int):
            yield Fault(table, row, f"'{result_text(row.result)}' is not a number")
