"""A table typed in from the player's own card: its lines, what is wrong with them, its odds, its file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import yaml

from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError, nearest, no_such, printable
from sasl.content.reading.yamlfile import read_yaml
from sasl.content.tables.table_files import check_result, load_tables
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import HIGH, LOW, Row, Table, TableError, check_rows, gaps, parse_span

MOST_TEXT = 50_000
"""The most characters of a typed table; a card has some hundred."""
MOST_FAULTS = 20


class Fault(Frozen):
    """Something wrong in what was typed: the line (from 1; 0: in the whole), and what."""

    line: int
    text: str

    def __str__(self) -> str:
        """`line 3: rows 5..6 and 6..7 overlap`."""
        return f"line {self.line}: {self.text}" if self.line else self.text


class Draft(Frozen):
    """A table being typed: its text, its faults, and the table itself once there are none."""

    base: Table
    text: str
    faults: tuple[Fault, ...]
    table: Table | None = None
    lines: tuple[int, ...] = ()
    """The line of each row of the table."""

    def refused(self, rows: Sequence[tuple[Row, str]]) -> Draft:
        """The same with what the rules of the game say of its rows."""
        if not self.table or not rows:
            return self
        where = dict(zip((row.label for row in self.table.rows), self.lines, strict=True))
        faults = tuple(Fault(where.get(row.label, 0), text) for row, text in rows)
        return replace(self, faults=(*self.faults, *faults[:MOST_FAULTS]), table=None)


def draft(base: Table, text: str, words: Collection[str] | None = None, tables: Collection[str] = ()) -> Draft:
    """What `text` says: a line for each row, as `2..3: 6-5-8`; `base` gives all the rest.

    `words`: what a row may say beside the words of the shipped rows (None: anything of their kind); `tables`: where
    `{table: …}` may lead.
    """
    if base.against or not base.rows:
        return Draft(base, text, (Fault(0, f"{base.id} is a check without rows; its figures are in {base.origin}"),))
    if len(text) > MOST_TEXT:
        return Draft(
            base, "", (Fault(0, f"{len(text):,} characters are too many for a table; {MOST_TEXT:,} are allowed"),)
        )
    rows, faults = _rows(base, text, words, tables)
    faults += [*_overlaps(rows), *_gaps(base, [row for row, _ in rows])]
    if not faults:
        try:
            ordered = check_rows([row for row, _ in rows], base.kind)
            plain = replace(base, rows=ordered, provenance="user", source="", note="", origin="", pack="")
            table = _written_and_read(plain)
        except (TableError, ContentError) as error:
            where = {row.label: number for row, number in rows}
            faults.append(Fault(where.get(getattr(error, "row", ""), 0), str(error)))
        else:
            return Draft(base, text, (), table, tuple(number for _, number in rows))
    faults.sort(key=lambda fault: (fault.line == 0, fault.line))
    more = len(faults) - MOST_FAULTS
    if more > 0:
        faults = [*faults[:MOST_FAULTS], Fault(0, f"and {more} more")]
    return Draft(base, text, tuple(faults))


def _rows(
    base: Table, text: str, words: Collection[str] | None, tables: Collection[str]
) -> tuple[list[tuple[Row, int]], list[Fault]]:
    """The rows of a draft by their totals, each with its line, and what is wrong with a line by itself."""
    rows: list[tuple[Row, int]] = []
    faults: list[Fault] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            low, high, rest = _read_span(line)
        except ValueError as error:
            faults.append(Fault(number, str(error)))
            continue
        result = None
        try:
            result = _read_result(base, rest)
            _check_kind(base, result, words, tables)
        except ValueError as error:
            faults.append(Fault(number, str(error)))
        rows.append((Row(low, high, result, "user"), number))
    rows.sort(key=lambda pair: (pair[0].low, pair[0].high))
    return rows, faults


# -- one line ---------------------------------------------------------------------------------------

FAR = 900
"""Totals beyond this are slips of the finger."""

KEY = re.compile(r"(?:<=|>=|[≤≥])?\s*-?\d+(?:\s*(?:\.\.|–|-)\s*\d+|\+)?(?=[\s:]|$)", re.ASCII)
PLAIN = re.compile(r"-?(?:0|[1-9][0-9]{0,8})", re.ASCII)

WORDS = {"null": None, "true": True, "false": False}


def typed_lines(table: Table) -> str:
    """The rows of a table as they would be typed."""
    width = max((len(row.label) for row in table.rows), default=0) + 1
    return "\n".join(f"{row.label + ':':<{width}} {_typed(table, row.result)}" for row in table.rows)


def _read_span(line: str) -> tuple[int, int, str]:
    """The totals a line is for, and what stands behind them; ValueError says what cannot be read."""
    text = printable(line).strip()
    match = KEY.match(text)
    if not match:
        raise ValueError(f"'{_cut(text)}' does not begin with a total: write 7, 5..6, <=3 or >=10 first")
    key, rest = _key(match[0]), text[match.end() :].lstrip()
    rest = rest[1:].strip() if rest.startswith(":") else rest.strip()
    low, high = parse_span(key)
    for edge in (low, high):
        if edge not in (LOW, HIGH) and not -FAR <= edge <= FAR:
            raise ValueError(f"{edge} is not a total: they run from {-FAR} to {FAR}")
    return low, high, rest


def _key(text: str) -> str:
    """A total as tables write it: `3-5`, `3–5`, `≤2`, `11+` are taken, too."""
    key = re.sub(r"\s+", "", text).replace("≤", "<=").replace("≥", ">=").replace("–", "..")
    if key.endswith("+"):
        return f">={key[:-1]}"
    return re.sub(r"(?<=\d)-(?=\d)", "..", key)


def _read_result(base: Table, text: str) -> Any:
    """What a row says, for a table such as `base`; ValueError says what cannot be read."""
    if not text:
        raise ValueError("this row says nothing; write '-' for no result")
    result = _result(base, text)
    check_result(result, list(base.columns))
    return result


def _result(base: Table, text: str) -> Any:
    """What stands behind the total: a word, a number, a list, one value for each column, or YAML in brackets."""
    if text[0] in "[{\"'" and not (base.columns and "|" in text):
        return _in_brackets(text)
    if base.columns:
        parts = text.split("|") if "|" in text else text.split(",") if "," in text else text.split()
        return [_scalar(part.strip()) for part in parts]
    if all(isinstance(row.result, list) for row in base.rows):
        return [] if text == "-" else [_scalar(part.strip()) for part in text.split(",") if part.strip()]
    return _scalar(text)


def _scalar(text: str) -> Any:
    if text[:1] in ("[", "{", '"', "'"):
        return _in_brackets(text)
    if text in WORDS:
        return WORDS[text]
    return int(text) if PLAIN.fullmatch(text) else text


def _in_brackets(text: str) -> Any:
    """YAML in one line. ValueError if it is none."""
    try:
        return read_yaml(Pack.of("typed", {"row": text}).files[0]).data
    except ContentError as error:
        raise ValueError(error.faults[0].removeprefix("typed/row:1: ").removeprefix("typed/row: ")) from None


def _typed(table: Table, result: Any) -> str:
    if table.columns:
        return " | ".join(map(_inline, result))
    if result == [] and all(isinstance(row.result, list) for row in table.rows):
        return "-"
    if isinstance(result, list) and result and all(_is_word(item) for item in result):
        return ", ".join(map(str, result))
    return _inline(result)


def _is_word(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and not set(value) & set(",|[]{}\"'"))


def _inline(value: Any) -> str:
    """A value as one piece of YAML; plain words as they are."""
    if isinstance(value, str) and _is_word(value) and value.strip() == value and value and _scalar(value) == value:
        return value
    return yaml_text(value)


def _check_kind(base: Table, result: Any, words: Collection[str] | None, tables: Collection[str]) -> None:
    """ValueError unless the result is of the kind that the shipped rows have, and says only known words."""
    for place, value in enumerate(result if base.columns else [result]):
        check_kind(
            base.id, value, [row.result[place] if base.columns else row.result for row in base.rows], words, tables
        )


def check_kind(
    name: str, value: Any, shipped: Sequence[Any], words: Collection[str] | None, tables: Collection[str]
) -> None:
    """Refuse (ValueError) a value of a table that is of another kind than the `shipped` ones, or says other words.

    `words`: what it may say besides (None: anything of their kind); `tables`: where `{table: …}` may lead.
    """
    if isinstance(value, dict) and set(value) == {"table"}:
        goal = str(value["table"])
        if goal not in tables:
            raise ValueError(no_such("table", _cut(goal), tables))
        return
    kinds = {type(item) for item in shipped}
    if type(value) not in kinds and not (type(value) is int and float in kinds):
        raise ValueError(f"'{_cut(result_text(value))}' is not a {_kinds(kinds)}, as the rows of {name} are")
    if isinstance(value, (int, float)):
        most = max([99.0, *(abs(item) * 10 for item in shipped if isinstance(item, (int, float)))])
        if abs(value) > most:
            raise ValueError(f"{value} is far from what the shipped rows say")
    known = None if words is None else {*words, "-", *_words_in(shipped)}
    for word in _words_in([value]):
        if known is not None and word not in known:
            raise ValueError(f"'{_cut(word)}' is unknown here{nearest(word, known)}")


def _words_in(values: Sequence[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, list):
            yield from _words_in(value)
        elif isinstance(value, str):
            yield value


def _kinds(kinds: set[type]) -> str:
    names = {int: "number", float: "number", list: "list", dict: "entry", str: "word", type(None): "nothing"}
    return " or ".join(sorted({names.get(kind, kind.__name__) for kind in kinds}))


def _cut(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


class _WrittenOut(yaml.SafeDumper):
    """YAML in which what is there twice is written twice: content has no aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always."""
        return True


def yaml_text(value: Any) -> str:
    """A value as YAML in one line."""
    text = yaml.dump(
        value, Dumper=_WrittenOut, default_flow_style=True, allow_unicode=True, width=10**6, sort_keys=False
    ).strip()
    return text.removesuffix("\n...").strip()


# -- all lines ----------------------------------------------------------------------------------------


def _overlaps(rows: Sequence[tuple[Row, int]]) -> Iterator[Fault]:
    for (before, first), (after, line) in pairwise(rows):
        if after.low <= before.high:
            yield Fault(max(first, line), f"rows {before.label} and {after.label} overlap (lines {first} and {line})")


def _gaps(base: Table, rows: Sequence[Row]) -> Iterator[Fault]:
    """Totals that no row covers: of the dice, or for a chart those that the shipped one knows."""
    if base.kind:
        wanted = sorted(base.kind.totals())
    else:
        spans = [
            (row.high if row.low == LOW else row.low, row.low if row.high == HIGH else row.high) for row in base.rows
        ]
        wanted = sorted({total for low, high in spans for total in range(low, high + 1)})
    name = f"a {base.kind.name} of " if base.kind else ""
    for low, high in gaps(wanted, rows):
        yield Fault(0, f"gap: no row for {name}{low if low == high else f'{low}..{high}'}")


# -- odds ---------------------------------------------------------------------------------------------


def odds_of(table: Table) -> dict[str, Fraction]:
    """The exact chance of each result, in the order of the rows. Empty for charts."""
    odds = table.odds()
    chances: dict[str, Fraction] = {}
    for row in table.rows:
        if odds:
            words = result_words(table, row)
            chances[words] = chances.get(words, Fraction(0)) + odds[row.label]
    return chances


def result_words(table: Table, row: Row) -> str:
    """A result in words, one for each column."""
    return " | ".join(map(result_text, row.result)) if table.columns else result_text(row.result)


def differences(old: Table, new: Table) -> list[tuple[str, str, str]]:
    """(result, its chance in `old`, in `new`), the results of both; of a chart (total, old and new result)."""
    if old.kind:
        before, after = odds_of(old), odds_of(new)
        results = dict.fromkeys([*after, *before])
        return [(words, _chance(before.get(words)), _chance(after.get(words))) for words in results]
    edges = sorted(
        {edge for table in (old, new) for row in table.rows for edge in (row.low, row.high) if edge not in (LOW, HIGH)}
    )
    changed = []
    for total in edges:
        first, second = (result_words(table, table.row(total)) if table.holds(total) else "-" for table in (old, new))
        if first != second:
            changed.append((str(total), first, second))
    return changed


def _chance(value: Fraction | None) -> str:
    return f"{value} ({float(value):.1%})" if value else "-"


# -- the file -----------------------------------------------------------------------------------------


def as_yaml(table: Table) -> str:
    """The file of one table of the player's own, as he would write it by hand."""
    lines = [
        "# Typed in: without this file the table is as it was before.",
        f"- id: {table.id}",
        f"  title: {yaml_text(table.title)}",
        f"  roll: {table.kind.name if table.kind else 'chart'}",
        f"  rule: {yaml_text(table.rule)}",
        "  provenance: user",
    ]
    if table.columns:
        lines.append(f"  columns: {yaml_text(list(table.columns))}")
    if table.modifiers:
        lines.append("  modifiers:")
        for mod in table.modifiers:
            facts = {"name": mod.name, "value": mod.value, "when": mod.when, "rule": mod.rule, "die": mod.die}
            kept = {key: value for key, value in facts.items() if value != "" and (key, value) != ("die", "total")}
            lines.append(f"    - {yaml_text(kept)}")
    lines.append("  rows:")
    lines += [
        f"    {yaml_text(int(row.label) if PLAIN.fullmatch(row.label) else row.label)}: {yaml_text(row.result)}"
        for row in table.rows
    ]
    return "\n".join(lines) + "\n"


def as_pack(table: Table, name: str) -> Pack:
    """A pack of one table that lies in no file yet."""
    return Pack.of(name, {f"tables/{table.id}.yaml": as_yaml(table)})


def _written_and_read(table: Table) -> Table:
    """The table as its file will be read. ContentError if it would not come back as it is."""
    (written,) = load_tables(as_pack(table, "own").files[0])
    if written.rows != table.rows or written.columns != table.columns or written.modifiers != table.modifiers:
        raise ContentError([f"{table.id} cannot be written in a form that reads back as typed"])
    return written
