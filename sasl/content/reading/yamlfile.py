"""Reading YAML from strangers: safe, small, without surprises, and with a line for every complaint."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_type_hints

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sasl.content.reading.card import ID
from sasl.content.reading.faults import (
    MAX_BYTES,
    MOST_FAULTS,
    UNSAFE,
    ContentError,
    File,
    PackFile,
    and_more,
    decoded,
    disk_fault,
    nearest,
    printable,
    shown_path,
)
from sasl.kernel.files.regular_files import read_regular
from sasl.kernel.frozen import has_fields
from sasl.kernel.text import brief, closest, hint

MAX_DEPTH = 20
DOCUMENTS = 128
"""How many files are remembered as they were read last."""
Model = TypeVar("Model")


class _Twice(yaml.MarkedYAMLError):
    """A key that stands twice in one mapping: the second one, and its value."""

    def __init__(self, key: Any, value: Any, first: int) -> None:
        super().__init__(problem=f"key '{key.value}' is also on line {first}; keep one", problem_mark=key.start_mark)
        self.ends = value.end_mark


if TYPE_CHECKING:
    BaseLoader = yaml.SafeLoader
else:
    BaseLoader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # the fast one, where it was built


class _Loader(BaseLoader):
    """Knows null, true/false, integers and floats; all else is text. Refuses duplicate keys and aliases."""

    yaml_implicit_resolvers: dict[str, Any] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        seen: dict[str, int] = {}
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise _fault(key, "a key must be a single word")
            line = key.start_mark.line + 1
            if key.value == "<<":
                raise _fault(key, "merge keys (<<) are not used here; write the values out")
            if key.value in seen:
                raise _Twice(key, value, seen[key.value])
            seen[key.value] = line
        mapping: dict[Any, Any] = super().construct_mapping(node, deep=deep)
        return mapping


for _tag, _pattern, _first in (
    ("null", r"^(?:null|~|)$", ["n", "~", ""]),
    ("bool", r"^(?:true|false)$", ["t", "f"]),
    ("int", r"^-?(?:0|[1-9][0-9]{0,8})$", list("-0123456789")),
    ("float", r"^-?(?:0|[1-9][0-9]{0,8})\.[0-9]{1,9}$", list("-0123456789")),
):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(_pattern), _first)


def _fault(node: Any, message: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=message, problem_mark=node.start_mark)


@dataclass(frozen=True)
class Document:
    """A YAML file that parsed: its plain data, and where each piece of it stands."""

    path: File
    text: str
    data: Any
    shown: str

    @cached_property
    def _node(self) -> Any:
        return yaml.compose(self.text, Loader=_Loader)

    @cached_property
    def _keys(self) -> dict[int, dict[str, Any]]:
        """The pairs of each mapping looked into so far, by the mapping and the key."""
        return {}

    def line(self, loc: Iterable[object]) -> int:
        """The line (from 1) of the piece at `loc`, or of the nearest enclosing piece that exists."""
        node, line = self._node, 1
        for step in loc:
            if isinstance(node, yaml.MappingNode):
                if id(node) not in self._keys:
                    self._keys[id(node)] = {pair[0].value: pair for pair in node.value}
                pair = self._keys[id(node)].get(str(step))
                if pair is None:
                    continue
                line, node = pair[0].start_mark.line + 1, pair[1]
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
                node = node.value[step]
                line = node.start_mark.line + 1
        return line

    def fault(self, loc: Sequence[object], message: str) -> str:
        """`file:line: where: message`."""
        where = self._place([step for step in loc if not str(step).startswith(("function-", "[key]"))])
        return f"{self.shown}:{self.line(loc)}: {where + ': ' if where else ''}{message}"

    def _place(self, steps: Sequence[object]) -> str:
        """A place as a player calls it: `friendly.elr`; in a file of tables `bto.vehicle, row 4..6`."""
        item = self.data[steps[0]] if steps and isinstance(steps[0], int) and isinstance(self.data, list) else None
        if not isinstance(item, dict) or not isinstance(item.get("id"), str):
            return ".".join(map(str, steps))
        _, *rest = map(str, steps)
        inside = [f"row {rest[1]}", *rest[2:]] if rest[:1] == ["rows"] and rest[1:] else rest
        return ", ".join(filter(None, (item["id"], ".".join(inside))))

    def parse(self, model: type[Model], data: Any = None, at: tuple[object, ...] = ()) -> Model:
        """The data (or the part `data` at `at`) as `model`, a pydantic model or a class whose fields say their
        limits (`Says`). ContentError lists every fault with its line.
        """
        given = self.data if data is None else data
        if given is None:
            raise ContentError([self.fault(at, "there is nothing here" if at else "this file is empty")])
        try:
            if issubclass(model, BaseModel):
                return model.model_validate(given)
            whole: Model = checker(cast(Hashable, model)).validate_json(json.dumps([given]))[0]
            return whole
        except ValidationError as error:
            every = _of_one_kind([_placed(item, model) for item in error.errors(include_url=False)])
            items = every[:MOST_FAULTS]
            meant = [_meant(item, every, model) for item in items]
            faults = [
                self.fault((*at, *item["loc"]), _in_words(item, key))
                for item, key in zip(items, meant, strict=True)
                if item["type"] != "missing" or str(item["loc"][-1]) not in meant  # a misspelt key is one fault
            ]
            more = [] if len(every) == len(items) else [and_more(self.shown, len(every) - len(items))]
            raise ContentError([*dict.fromkeys(faults), *more]) from None

    def parse_in_part(self, model: type[Model]) -> tuple[Model | None, list[str]]:
        """Return the data as `model` without what is faulty in it, and the faults; None if it needs some of that.

        In place of a misspelt word of a few stands the one that is meant.
        """
        try:
            return self.parse(model), []
        except ContentError as error:
            faults = list(error.faults)
        try:
            checker(cast(Hashable, model)).validate_json(json.dumps([self.data]))
        except ValidationError as error:
            items = [_placed(item, model) for item in error.errors(include_url=False)]
            places = {tuple(map(str, item["loc"])): _stand_in(item) for item in items}
            with suppress(ContentError):
                rest = _mended(self.data, places)
                return Document(self.path, self.text, rest, self.shown).parse(model), faults
        return None, faults


def _stand_in(item: Any) -> str | None:
    """Return the word that is meant, where one of a few must stand; None if there is none."""
    words = re.findall(r"'([^']+)'", str((item.get("ctx") or {}).get("expected", "")))
    return closest(str(item.get("input")), words) or None if item["type"] == "literal_error" else None


def _mended(data: Any, places: Mapping[tuple[str, ...], str | None], at: tuple[str, ...] = ()) -> Any:
    """Return the data with a stand-in at each of these places, or without the key; every item of a list stays."""
    if at in places and places[at] is not None:
        return places[at]
    if isinstance(data, dict):
        inside = {(*at, str(key)): (key, part) for key, part in data.items()}
        return {
            key: _mended(part, places, place)
            for place, (key, part) in inside.items()
            if places.get(place, "") is not None
        }
    if isinstance(data, list):
        return [_mended(part, places, (*at, str(number))) for number, part in enumerate(data)]
    return data


@cache
def checker(model: Any) -> TypeAdapter[list[Any]]:
    """What checks the JSON of a list of such parts of files: a list lets the strictness reach those inside."""
    return TypeAdapter(list[model], config=ConfigDict(extra="forbid", strict=True))


def _placed(item: Any, model: type[object]) -> Any:
    """A complaint with its place in the document; a checker's begins with the one item of its list."""
    return item if issubclass(model, BaseModel) else {**item, "loc": item["loc"][1:]}


def _of_one_kind(items: Sequence[Any]) -> list[Any]:
    """Complaints, of a value that may be of several kinds the one about the kind it is of."""
    found: dict[tuple[object, ...], Any] = {}
    for item in items:
        of_kinds = str(item["loc"][-1]).startswith("constrained-") if item["loc"] else False
        where = item["loc"][:-1] if of_kinds else (*item["loc"], item["type"])
        if where not in found or found[where]["type"] in WANTED:
            found[where] = {**item, "loc": where} if of_kinds else item
    return list(found.values())


UNKNOWN = ("extra_forbidden", "unexpected_keyword_argument")
"""A key that a model, or a part of a file, does not know."""


def _meant(item: Any, every: Iterable[Any], model: type[object]) -> str:
    """The key that an unknown one is meant for, if there is one: missing there (alone it is), or known there."""
    if item["type"] not in UNKNOWN:
        return ""
    loc, key = item["loc"][:-1], str(item["loc"][-1])
    beside = [other for other in every if other["loc"][:-1] == loc]
    missing = [str(other["loc"][-1]) for other in beside if other["type"] == "missing"]
    if len(missing) == sum(other["type"] in UNKNOWN for other in beside) == 1:
        return missing[0]
    return closest(key, missing) or closest(key, _fields(model, loc))


WANTED = {
    "string_type": "a text",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "a whole number"),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "a number"),
}
"""What pydantic misses, as a player says it."""


LIMITS = {
    "greater_than_equal": ("ge", "or more", "is"),
    "less_than_equal": ("le", "or less", "is"),
    "too_short": ("min_length", "or more", "are"),
    "too_long": ("max_length", "or fewer", "are"),
    "string_too_short": ("min_length", "or more", "are"),
    "string_too_long": ("max_length", "or fewer", "are"),
}
"""The limits that pydantic finds passed: where it says the limit, and the words behind it."""


def _in_words(item: Any, meant: str) -> str:
    """A pydantic complaint as a player would say it, with the nearest valid word."""
    kind, context, given = item["type"], item.get("ctx") or {}, item.get("input")
    if kind in UNKNOWN:
        return f"unknown key{hint(meant)}"
    if kind == "missing":
        return "this key is missing"
    if kind in ("literal_error", "enum"):
        words = [word for word in re.findall(r"'[^']*'|\d+", str(context.get("expected", ""))) if word != "''"]
        words = [word.strip("'") for word in words]
        return f"'{given}' is not one of {', '.join(words)}{nearest(str(given), words)}"
    if kind == "string_pattern_mismatch" and context.get("pattern") == ID:
        return f"a name of small letters, digits, - and . is needed here (got {brief(repr(given))})"
    if kind == "value_error":
        return str(context.get("error", item["msg"]))
    if kind == "string_type" and isinstance(given, (int, float)):
        return f'text is needed here; put it in quotes: "{given}"'
    if kind in ("bool_type", "bool_parsing"):
        return f"this is a switch: write true or false (got {given!r})"
    if kind in WANTED:
        return f"{WANTED[kind]} is needed here{_instead(given)}"
    if kind in LIMITS:
        key, most, verb = LIMITS[kind]
        letters = " letters" if isinstance(given, str) and key in ("min_length", "max_length") else ""
        return f"{_plain(context[key])} {most}{letters} {verb} needed here (got {brief(repr(given))})"
    if kind in ("model_type", "model_attributes_type", "dataclass_type", "dict_type"):
        return f"keys with values are needed here (key: value), not {brief(str(given))}"
    if kind == "list_type":
        word = brief(str(given))
        return (
            f"a list is needed here: write [{word}]"
            if word[:1].isalnum()
            else f'a list is needed here: write ["{word}"]'
        )
    message = str(item["msg"])
    message = message[0].lower() + message[1:]
    return f"{message} (got {brief(repr(given))})"


def _instead(given: object) -> str:
    """What stands where something else is wanted."""
    if given is None:
        return "; there is no value after the key"
    digits = isinstance(given, str) and given.lstrip("-").isdigit() and not given.startswith("0")
    return f"; {brief(str(given))} has too many digits" if digits else f", not {brief(repr(given))}"


def _plain(limit: float) -> str:
    """A limit as it is written: `5`, not `5.0`."""
    return f"{limit:.0f}" if limit == int(limit) else str(limit)


def _fields(model: type[object], loc: Sequence[object]) -> list[str]:
    """The keys the model knows at `loc` (best effort: nested models are found by field name)."""
    current: Any = model
    for step in loc:
        models = _models_in(_types(current).get(str(step)))
        if models:
            current = models[0]
    return [*_types(current)]


def _types(model: Any) -> dict[str, Any]:
    """The fields of a model or of a part of a file, and their types."""
    if has_fields(model):
        return get_type_hints(model)
    return {name: item.annotation for name, item in getattr(model, "model_fields", {}).items()}


def _models_in(annotation: Any) -> list[Any]:
    if isinstance(annotation, type) and (issubclass(annotation, BaseModel) or has_fields(annotation)):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models_in(part)]


def read_yaml(path: File) -> Document:
    """The document in `path`. ContentError for anything unreadable, too large, or not plain YAML."""
    shown = path.shown if isinstance(path, PackFile) else shown_path(path)
    try:
        raw = path.read_bytes() if isinstance(path, PackFile) else read_regular(path, MAX_BYTES)
    except OSError as error:
        raise disk_fault(shown, "cannot be read", error) from None
    return _document(path, raw, shown)


@lru_cache(maxsize=DOCUMENTS)
def _document(path: File, raw: bytes, shown: str) -> Document:
    """What these bytes say; a lint and a campaign ask for the same file more than once."""
    text = decoded(raw, shown).replace("\r\n", "\n")
    try:
        printable(text)
    except ValueError as error:
        unsafe = UNSAFE.search(text)
        line = text.count("\n", 0, unsafe.start() if unsafe else 0) + 1
        raise ContentError([f"{shown}:{line}: {error}"]) from None
    try:
        _check_shape(text)
        data = yaml.load(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{shown}:{mark.line + 1}" if mark else shown
        mended = _without(text, error) if isinstance(error, _Twice) else None
        raise ContentError([f"{where}: {yaml_words(error, text)}"], mended) from None
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ContentError([f"{shown}: not readable as YAML ({error})"]) from None
    return Document(path, text, data, shown)


BLOCK = "nothing may follow | or > on its line; put the text on the next line, or in quotes"
YAML_WORDS = (
    (
        "mapping values are not allowed",
        "this does not fit the line above: put a text containing ': ' in quotes, align the keys, "
        "or begin the item with '- '",
    ),
    ("tab", "there is a tab here; YAML is indented with spaces"),
    ("expected ',' or ']'", "the bracket [ opened on line {first} is not closed, or a comma is missing"),
    ("expected ',' or '}'", "the bracket {{ opened on line {first} is not closed, or a comma is missing"),
    ("expected key", "this line is not indented like those above it, or a quote before it is not closed"),
    ("expected '-' indicator", "this line is not indented like those above it, or its '- ' is missing"),
    ("could not find expected ':'", "a key without its colon; write key: value"),
    ("unexpected end of stream", "the quote opened on line {first} is not closed"),
    ("found another document", "a second document begins here (---); put each in a file of its own"),
    ("cannot start any token", "a word cannot begin with this character; put it in quotes"),
    ("node content", "a value is needed here, but there is none, or a YAML sign (?, comma, bracket) in its place"),
    ("alphabetic or numeric", "a text cannot begin with * or &; put it in quotes"),
    ("comment or", BLOCK),
    ("chomping or", BLOCK),
    ("document start", "this line is not indented like those above it"),
    ("unknown escape", "a backslash in double quotes begins an escape that YAML does not know; use single quotes"),
)
"""What the YAML reader says, and what that means for the author of a file."""


def _begins_with_tab(line: str) -> bool:
    """Whether a line is indented with a tab."""
    return "\t" in line[: len(line) - len(line.lstrip())]


def yaml_words(error: yaml.MarkedYAMLError, text: str) -> str:
    """A complaint of the YAML reader about a text, with its remedy."""
    problem, mark = str(error.problem or error), error.context_mark or error.problem_mark
    lines, at = text.splitlines(), error.problem_mark
    if at is not None and at.line < len(lines) and _begins_with_tab(lines[at.line]):
        problem = "tab"  # the reader does not always name it
    for sign, words in YAML_WORDS:
        if sign in problem:
            return words.format(first=mark.line + 1 if mark else "?")
    return problem


def _without(text: str, error: _Twice) -> str:
    """The text with a key that stands twice, and its value, blotted out; every line keeps its number."""
    lines = text.split("\n")

    def place(mark: Any) -> int:
        return sum(len(line) + 1 for line in lines[: mark.line]) + int(mark.column)

    start, end = place(error.problem_mark), place(error.ends)
    comma = re.match(r"\s*,", text[end:])
    end += comma.end() if comma else 0
    return text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]


def _check_shape(text: str) -> None:
    """Refuse anchors, tags and deep nesting before anything is built from them."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        tag = getattr(event, "tag", None)
        if isinstance(event, yaml.AliasEvent):
            raise _fault(event, "aliases (*name) are not used here; write the value out")
        if anchor := getattr(event, "anchor", None):
            raise _fault(event, f"anchors (&{anchor}) are not used here; remove it, or put the text in quotes")
        if tag and tag != "!" and not isinstance(event, yaml.DocumentStartEvent):
            raise _fault(event, f"tags ({tag}) are not used here; remove it")
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            if depth > MAX_DEPTH:
                raise _fault(event, f"nested deeper than {MAX_DEPTH} levels")
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
