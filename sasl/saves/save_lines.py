"""A line of a save: JSON that can be read back exactly and shown safely. Imports nothing heavy."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

from sasl.content.reading.faults import printable

MAX_NUMBER = 2**53
MAX_DEPTH = 40
_LARGE = re.compile(rb"0(?:0{15}|e[+-]?0)")
"""A huge number, once every digit is 0: so it is found in half the time."""
_ALIKE = bytes.maketrans(b"123456789E", b"000000000e")


class SaveError(Exception):
    """A save that cannot be used; `str()` is one clear sentence."""


class Unwritable(SaveError):
    """A file that cannot be written to where it is; the game may still be written under another name."""


def write_json(data: object) -> str:
    """`data` as one line of JSON, as it stands in a save. SaveError if it cannot be read back safely."""
    try:
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        text.encode("utf-8")
    except (TypeError, ValueError, RecursionError) as error:
        raise SaveError(f"this cannot be saved as JSON ({error})") from None
    if _suspicious(text):
        _check(data)
    return text


def read_json(text: str) -> Any:
    """The data of one line of JSON. SaveError for anything else, for control characters and huge numbers."""
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise SaveError("not readable as JSON") from None
    if _suspicious(text):
        _check(data)
    return data


def _suspicious(text: str) -> bool:
    """Whether a line of JSON may hold a control character or a huge number, and needs a closer look."""
    return "\\" in text or not text.isprintable() or _LARGE.search(text.encode().translate(_ALIKE)) is not None


def check_text(text: str) -> None:
    """SaveError unless a text can be saved, and shown by a terminal."""
    try:
        printable(text).encode("utf-8")
    except UnicodeEncodeError:
        raise SaveError("a text contains half a character (a lone surrogate)") from None
    except ValueError as error:
        raise SaveError(str(error)) from None


def _check(data: object, depth: int = 0) -> None:
    """SaveError unless every text in `data` is printable and every number of a bearable size."""
    if depth > MAX_DEPTH:
        raise SaveError(f"nested deeper than {MAX_DEPTH} levels")
    if isinstance(data, str):
        check_text(data)
    elif isinstance(data, (int, float)):
        if not -MAX_NUMBER <= data <= MAX_NUMBER:
            raise SaveError(f"the number {str(data)[:20]}… is too large")
    elif isinstance(data, dict):
        for key, value in data.items():
            _check(key, depth + 1)
            _check(value, depth + 1)
    elif isinstance(data, (list, tuple)):
        for value in data:
            _check(value, depth + 1)
