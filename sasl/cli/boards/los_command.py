"""LOS from a board alone: one pair of hexes, or a list of them as lines or JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from sasl.board.board import Board
from sasl.board.los import Sight, line_of_sight
from sasl.cli.common import fault, library, told
from sasl.content.library import Library
from sasl.kernel.files.regular_files import disk_words


class _Bad(Exception):
    """What was given cannot be read; one sentence."""


def los(args: Namespace) -> int:
    """A6: the LOS between two hexes of a board, or of every pair in a list; the exit status."""
    if bool(args.pairs) == bool(args.hexes) or len(args.hexes) not in (0, 2):
        print("sasl: los needs two hexes or --pairs, as in: sasl los bd16 F1 K4", file=sys.stderr)
        return 2
    board = _board(library(args), args.board)
    try:
        if args.hexes:
            _one(board, *args.hexes, as_json=args.json)
        else:
            _many(board, _pairs(args.pairs), as_json=args.json)
    except (_Bad, ValueError) as error:
        return fault(str(error))
    return 0


def _board(lib: Library, name: str) -> Board:
    """The board by its id, or a mapboard by its number: bd16, 16."""
    numbered = f"bd{int(name):02}" if name.isascii() and name.isdigit() and len(name) < 4 else name
    return lib.board(numbered if numbered in lib.loader.ids("board") else name)


def _one(board: Board, a: str, b: str, *, as_json: bool) -> None:
    a, b = board.find(a), board.find(b)
    sight = line_of_sight(board, a, b)
    data = {**_data(a, b, sight), "range": sight.range, "why": sight.why, "source": _source(board)}
    told(as_json, data, [f"{a}-{b}: {sight.text} [{_source(board)}]"])


def _source(board: Board) -> str:
    """Where the LOS comes from."""
    return "your VASL board" if board.surveyed else "digest"


def _many(board: Board, pairs: list[tuple[str, str, str]], *, as_json: bool) -> None:
    found = []
    for where, first, second in pairs:
        try:
            a, b = board.find(first), board.find(second)
        except ValueError as error:
            raise _Bad(f"{where}: {error}") from None
        found.append((a, b, line_of_sight(board, a, b)))
    told(as_json, [_data(*item) for item in found], (f"{a}-{b}: {sight.text}" for a, b, sight in found))


def _data(a: str, b: str, sight: Sight) -> dict[str, Any]:
    """A LOS as plain data; `chance` (0 to 1) is how likely the `likely` answer is."""
    return {"a": a, "b": b, "state": sight.state, "hindrance": sight.hindrance, "likely": sight.likely,
            "chance": round(sight.chance, 4)}  # fmt: skip


# -- the list -----------------------------------------------------------------------------------------


def _pairs(source: str) -> list[tuple[str, str, str]]:
    """The pairs of a file or of stdin (-), each with where it stands. _Bad for what is no list of pairs."""
    name = "stdin" if source == "-" else source
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8")
    except OSError as error:
        raise _Bad(f"{name}: cannot be read ({disk_words(error)})") from None
    except ValueError:
        raise _Bad(f"{name}: not UTF-8 text") from None
    return _from_json(text, name) if text.lstrip().startswith("[") else _from_lines(text, name)


def _from_lines(text: str, name: str) -> list[tuple[str, str, str]]:
    """Two hexes a line, with a blank or a comma between; lines that are empty or begin with # do not count."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.replace(",", " ").split()
        if not words or words[0].startswith("#"):
            continue
        if len(words) != 2:
            raise _Bad(f"{name}, line {number}: write two hexes, as in: K14 P10")
        found.append((f"{name}, line {number}", words[0], words[1]))
    return found


def _from_json(text: str, name: str) -> list[tuple[str, str, str]]:
    """[["K14", "P10"], …] or [{"a": "K14", "b": "P10"}, …]."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _Bad(f"{name}: not JSON, though it begins with [") from None
    found = []
    for number, item in enumerate(data, 1):
        pair = [item.get("a"), item.get("b")] if isinstance(item, dict) else item
        if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
            raise _Bad(f'{name}, pair {number}: write two hexes, as in: ["K14", "P10"]')
        found.append((f"{name}, pair {number}", pair[0], pair[1]))
    return found
