"""One line of a typed table: the totals it is for, what it says, and whether the shipped rows say such things."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import yaml

from sasl.content.packs import Pack
from sasl.content.tables import check_result
from sasl.content.yamlfile import ContentError, nearest, printable, read_yaml
from sasl.kernel.records import result_text
from sasl.kernel.tables import HIGH, LOW, Table, parse_span

FAR = 900
"""Totals beyond this are slips of the finger."""

KEY = re.compile(r"(?:<=|>=|[≤≥])?\s*-?\d+(?:\s*(?:\.\.|–|-)\s*\d+|\+)?(?=[\s:]|$)", re.ASCII)
PLAIN = re.compile(r"-?(?:0|[1-9][0-9]{0,8})", re.ASCII)

WORDS = {"null": None, "true": True, "false": False}


def typed_lines(table: Table) -> str:
    """The rows of a table as they would be typed."""
    width = max((len(row.label) for row in table.rows), default=0) + 1
    return "\n".join(f"{row.label + ':':<{width}} {_typed(table, row.result)}" for row in table.rows)


def read_span(line: str) -> tuple[int, int, str]:
    """The totals a line is for, and what stands behind them; ValueError tells what cannot be read."""
    text = printable(line).strip()
    match = KEY.match(text)
    if not match:
        raise ValueError(f"'{_cut(text)}' begins with no total: write 7, 5..6, <=3 or >=10 first")
    key, rest = _key(match[0]), text[match.end() :].lstrip()
    rest = rest[1:].strip() if rest.startswith(":") else rest.strip()
    low, high = parse_span(key)
    for edge in (low, high):
        if edge not in (LOW, HIGH) and not -FAR <= edge <= FAR:
            raise ValueError(f"{edge} is no total: they run from {-FAR} to {FAR}")
    return low, high, rest


def read_result(base: Table, text: str) -> Any:
    """What a row says, for a table such as `base`; ValueError tells what cannot be read."""
    if not text:
        raise ValueError("this row says nothing; write '-' for no result")
    result = _result(base, text)
    check_result(result, list(base.columns))
    return result


def _key(text: str) -> str:
    """A total as tables write it: `3-5`, `3–5`, `≤2`, `11+` are taken, too."""
    key = re.sub(r"\s+", "", text).replace("≤", "<=").replace("≥", ">=").replace("–", "..")
    if key.endswith("+"):
        return f">={key[:-1]}"
    return re.sub(r"(?<=\d)-(?=\d)", "..", key)


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


def check_kind(base: Table, result: Any, words: Collection[str] | None, tables: Collection[str]) -> None:
    """ValueError unless the result is of the kind that the shipped rows have, and says only known words."""
    for place, value in enumerate(result if base.columns else [result]):
        shipped = [row.result[place] if base.columns else row.result for row in base.rows]
        if isinstance(value, dict) and set(value) == {"table"}:
            name = str(value["table"])
            if name not in tables:
                raise ValueError(f"there is no table '{_cut(name)}'{nearest(name, tables)}")
            continue
        kinds = {type(item) for item in shipped}
        if type(value) not in kinds and not (type(value) is int and float in kinds):
            raise ValueError(f"'{_cut(result_text(value))}' is no {_kinds(kinds)}, as the rows of {base.id} are")
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


def yaml_text(value: Any) -> str:
    """A value as YAML in one line."""
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6, sort_keys=False).strip()
    return text.removesuffix("\n...").strip()
