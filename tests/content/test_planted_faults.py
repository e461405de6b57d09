"""Faults planted in copies of shipped files: `sasl lint` finds each with its file, its line, and what to do."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from sasl.cli.main import main
from sasl.content.library import shipped_root


@dataclass(frozen=True)
class Planted:
    """A text of a shipped file, what is written in its place, and what lint says of that line."""

    file: str
    old: str
    new: str
    words: str
    severity: str = "error"
    at: str = ""
    """The line that is told, where it is not that of the new text."""


S1, TABLES, EVENTS = "missions/oto-s1.yaml", "tables/oto-s1.yaml", "tables/random-events-oto-s1.yaml"
PLATOON = "missions/platoon.yaml"

READING = [
    Planted(S1, "attitude: Hold", "atitude: Hold", "did you mean 'attitude'?"),
    Planted(S1, "enemy_edge: west", "enemy_edge: east", "both sides have the east edge"),
    Planted(S1, "hexes: [A12,", "hexes: [A99,", "hex A99 is not on the map in play"),
    Planted(S1, "activation: bto.activation", "activation: bto.activaton", "did you mean 'bto.activation'?"),
    Planted(S1, "{type: 6-2-8, count: 4}", "{type: 6-2-9, count: 4}", "there is no russian counter '6-2-9'"),
    Planted(S1, "{type: PT-34(L), count: 4}", "{type: PT-34(L), count: four}", "integer"),
    Planted(S1, "gun: 88L AA, crew", "gun: 88L AAA, crew", "there is no german counter '88L AAA'"),
    Planted(S1, "set_up_side: east", "set_up_side: up", "is not one of"),
    Planted(S1, "doctrine: combined", "doctrine: combinde", "friendly.doctrine: there is no doctrine 'combinde'; did"),
    Planted(S1, "elr: 3}", "elr: 3, doctrine: timit}", "enemy.doctrine: there is no doctrine 'timit'; did you mean"),
    Planted(S1, "elr: 3}", 'elr: 3, doctrine: ""}', "enemy.doctrine: value should have at least 1"),
    Planted(PLATOON, "options:", "options: {fire-stops: 1}\nno-options:", "write true or false"),
    Planted(S1, "ec: Moist", "ec: Moist\nevents_need_activation: no", "write true or false"),
    Planted(TABLES, "    6:  [S]\n", "    66:  [S]\n", "no row for a DR of 6", at="  rows:\n    2:  [VEHICLE]"),
    Planted(TABLES, "    9:  [S, L, SW]", "    8..9:  [S, L, SW]", "overlap"),
    Planted(TABLES, "when: turns-after-end", "when: turn-after-end", "did you mean 'turns-after-end'?"),
    Planted(TABLES, "  provenance: reconstructed", "  provenance: reconstrued", "did you mean 'reconstructed'?"),
    Planted(TABLES, "  roll: DR\n", "  roll: DRR\n", "use dr, DR, d66 or NdM"),
    Planted(TABLES, "    12: [VEHICLE]", "    12: [VEHICLE]\n    12: [GUN]", "and on line 67; keep one"),
    Planted(TABLES, "rows: {1..3: OT-34(L)", "rows: {3..1: OT-34(L)", "runs backwards: write 1..3"),
    Planted(
        TABLES,
        "    4:  [S, S, L, F, SW]",
        "    4:  [S, S, L, F, SW",
        "opened on line 59 is not closed",
        at="    5:  [S, L",
    ),
    Planted("tables/counters/german.yaml", "kind: squad", "kind: sqad", "did you mean 'squad'?"),
    Planted("missions/boards/oto.yaml", "levels:", "level:", "did you mean 'levels'?"),
    Planted("tables/doctrines/timid.yaml", "extends: standard", "extends: standart", "did you mean 'standard'?"),
]
"""What cannot be read: each in a copy of its own."""

PLAYING = [
    Planted(TABLES, "    2:  [VEHICLE]", "    2:  [VEHICEL]", "'VEHICEL' is no item"),
    Planted(TABLES, "4..5:   SdKfz 10/4", "4..5:   LMG", "'LMG' is a sw, and this table places a vehicle"),
    Planted(TABLES, "    3:  88L AA", "    3:  88L AAA", "'88L AAA' is no counter of that side"),
    Planted(TABLES, '{"<=3": ends, ', '{"<=3": end, ', "'end' is not one of ends, plays on"),
    Planted(TABLES, "5: {table: bto.support-afv-5}", "5: {table: bto.support-afv}", "leads back to itself"),
    Planted(TABLES, '{"<=2": 5/6, 3..4: 4/5', '{"<=2": 5/7, 3..4: 4/5', "'5/7' is not one of"),
    Planted(EVENTS, "effect: minefield-under-infantry", "effect: minefield-under-men", "effect 'minefield-under-men'"),
    Planted(EVENTS, "number: a6.c", "number: a6.x", "there is no table 'a6.x'"),
    Planted(EVENTS, "once: true", "once: 'yes'", "once: this is a switch: write true or false (got 'yes')"),
    Planted(EVENTS, "same_as: 23..24", "same_as: 25..26", "leads to a row without an effect"),
    Planted("tables/chapter-s/a5.yaml", "kind: wire}", "kind: wyre}", "did you mean 'wire'?"),
    Planted(S1, "ec: Moist", "house_figures: false\nec: Moist", "says that it rests on no house figure"),
    Planted(S1, "one S? in each VPO Location", "one S? in every VPO", "this is a house figure",
            at="      provenance: house\n      note: one S? in every VPO"),
]  # fmt: skip
"""What can be read and not be played: all in one pack."""

IDLE = [
    Planted(TABLES, "    12: [VEHICLE]", "    12: [VEHICLE]\n    13: [GUN]", "no roll comes to this row", "warning"),
    Planted(TABLES, "when: turns-after-end, rule", "when: near-vpo, rule", "is not looked at on this roll", "warning"),
    Planted("tables/oto-s2.yaml", "value: 1, when: june", "value: 0, when: june", "is 0 and changes", "warning"),
    Planted("tables/platoon.yaml", "  columns: [leader]",
            "  modifiers: [{name: a, value: 1}, {name: a, value: 1}]\n  columns: [leader]", "twice", "warning"),
]  # fmt: skip
"""What can be played, to no effect."""


def plant(item: Planted, folder: Path) -> Path:
    """The copy with the fault, in its place in a pack."""
    path = folder / item.file
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (path if path.exists() else shipped_root() / item.file).read_text(encoding="utf-8")
    assert item.old in text, item.old
    path.write_text(text.replace(item.old, item.new, 1), encoding="utf-8")
    return path


def line_of(item: Planted, folder: Path) -> int:
    """The line of the fault: the first that the replacement changed, counted in the finished copy."""
    text, mark = (folder / item.file).read_text(encoding="utf-8"), item.at or item.new
    assert item.new in text
    return text[: text.index(mark)].count("\n") + 1


def lint(*words: str) -> list[str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        main(["lint", *words])
    return out.getvalue().splitlines()


@cache
def read() -> tuple[list[Path], list[str]]:
    folders = [Path(mkdtemp(prefix="planted-")) for _ in READING]
    paths = [plant(item, folder) for item, folder in zip(READING, folders, strict=True)]
    return folders, lint(*map(str, paths))


@cache
def in_a_pack(name: str) -> tuple[Path, list[str]]:
    folder = Path(mkdtemp(prefix="planted-"))
    for item in {"playing": PLAYING, "idle": IDLE}[name]:
        plant(item, folder)
    return folder, lint("--tables", str(folder))


def found(item: Planted, folder: Path, lines: list[str], after: int = 3) -> bool:
    """Whether a line of lint names the file, a line of the replacement, and the fault."""
    first = line_of(item, folder)
    spots = [f"{folder / item.file}:{first + step}: " for step in range(min(after, item.new.count("\n") + 1))]
    return any(
        line.startswith(tuple(spots)) and item.words in line and line.endswith(f"[{item.severity}]") for line in lines
    )


@pytest.mark.parametrize("number", range(len(READING)), ids=[item.new.strip() for item in READING])
def test_what_cannot_be_read_is_told_with_its_line(number: int) -> None:
    folders, lines = read()
    assert found(READING[number], folders[number], lines), [x for x in lines if str(folders[number]) in x]


@pytest.mark.parametrize("item", PLAYING, ids=[item.new.strip() for item in PLAYING])
def test_what_cannot_be_played_is_told_with_its_line(item: Planted) -> None:
    folder, lines = in_a_pack("playing")
    assert found(item, folder, lines), lines


@pytest.mark.parametrize("item", IDLE, ids=[item.new.strip() for item in IDLE])
def test_what_is_to_no_effect_is_a_warning_with_its_line(item: Planted) -> None:
    folder, lines = in_a_pack("idle")
    assert found(item, folder, lines), lines
    assert all(line.endswith("[warning]") for line in lines)


def test_every_shipped_file_names_its_schema() -> None:
    root = shipped_root()
    files = [path for part in ("missions", "tables", "docs/template") for path in (root / part).rglob("*.yaml")]
    assert len(files) > 90
    for path in files:
        first = path.read_text(encoding="utf-8").partition("\n")[0]
        mark, _, link = first.partition("$schema=")
        assert mark == "# yaml-language-server: ", path
        assert (path.parent / link).resolve().parent == root / "docs" / "schemas", path
        assert (path.parent / link).is_file(), path
