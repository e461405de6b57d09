"""Faults planted in copies of shipped files: `sasl lint` finds each with its file, its line, and what to do."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

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
    Planted(S1, "{type: 6-2-8, count: 4}", "{type: 6-2-9, count: 4}", "there is no Russian counter '6-2-9'"),
    Planted(S1, "{type: PT-34(L), count: 4}", "{type: PT-34(L), count: four}", "a whole number is needed here, not"),
    Planted(S1, "gun: 88L AA, crew", "gun: 88L AAA, crew", "there is no German counter '88L AAA'"),
    Planted(S1, "set_up_side: east", "set_up_side: up", "is not one of"),
    Planted(S1, "doctrine: combined", "doctrine: combinde", "friendly.doctrine: there is no doctrine 'combinde'; did"),
    Planted(S1, "elr: 3}", "elr: 3, doctrine: timit}", "enemy.doctrine: there is no doctrine 'timit'; did you mean"),
    Planted(S1, "elr: 3}", 'elr: 3, doctrine: ""}', "enemy.doctrine: 1 or more letters are needed here"),
    Planted(S1, "elr: 3}", "elr: }", "enemy.elr: a whole number is needed here; there is no value after the key"),
    Planted(PLATOON, "options:", "options: {fire-stops: 1}\nno-options:", "write true or false"),
    Planted(S1, "ec: Moist", "ec: Moist\nevents_need_activation: no", "write true or false"),
    Planted(TABLES, "    6:  [S]\n", "    66:  [S]\n", "no row for a DR of 6", at="  rows:\n    2:  [VEHICLE]"),
    Planted(TABLES, "    9:  [S, L, SW]", "    8..9:  [S, L, SW]", "overlap"),
    Planted(TABLES, "when: turns-after-end", "when: turn-after-end", "did you mean 'turns-after-end'?"),
    Planted(TABLES, "  provenance: reconstructed", "  provenance: reconstrued", "did you mean 'reconstructed'?"),
    Planted(TABLES, "  roll: DR\n", "  roll: DRR\n", "use dr, DR, d66 or NdM"),
    Planted(TABLES, "    12: [VEHICLE]", "    12: [VEHICLE]\n    12: [GUN]", "also on line 67; keep one"),
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
    Planted(
        "missions/boards/oto.yaml",
        "\nsize:",
        "\nkind: metropolis\nsize:",
        "not one of woods, village, city",
        at="kind: metropolis",
    ),
    Planted(S1, "format: 1", "format: 2", "format: '2' is not one of 1"),
    Planted(
        S1, "date: 1944-06-24", "date: 1944-13-24", "date: '1944-13-24' is no date (month must be in 1..12): write"
    ),
    Planted(S1, "date: 1944-06-24", "date: 1944-06-31", "date: '1944-06-31' is no date (day is out of range"),
    Planted(TABLES, "    9:  [S, L, SW]", "    9-:  [S, L, SW]", "bto.activation, row 9-: row '9-' is not a total"),
    Planted(S1, "ec: Moist", "ec: moist", "'moist' is not one of Very Dry, Dry, Moderate, Moist, Wet, Mud, Snow; did"),
    Planted(S1, "wind: none", "wind: gale", "wind 'gale' is not one of none, mild breeze, heavy wind"),
    Planted(S1, "wind: none", "wind: mild breeze toward 7", "a wind blows 'toward' one hexside, 1 (the top) to 6"),
    Planted(S1, "ammo: Plentiful", "ammo: Plenty", "is not one of Plentiful, Normal, Scarce; did you mean 'Plentiful'"),
    Planted(S1, "I14, P3,", "I14, A12,", "VPO 'A12' is named twice"),
    Planted(S1, "id: coy-2", "id: coy-1", "group 'coy-1' is named twice; keep one", at="  - {id: coy-1"),
    Planted(S1, "hexrows: [L, T]", "hexrows: [T, L]", "no hexrow lies between these"),
    Planted(S1, "hexrows: [L, T]", "hexrows: [LX, T]", "'LX' is not a hexrow"),
    Planted(
        S1,
        "id: vpo, counts: vpo,",
        "id: rail, counts: vpo,",
        "VP line 'rail' is named twice",
        at="  - {id: rail, counts: rail",
    ),
    Planted("missions/oto-s2.yaml", "counts: vpo", "counts: road", "this line counts the road, but the card has none"),
    Planted(S1, "end: {turn: 8,", "end: {turn: 0,", "end.turn: 1 or more is needed here (got 0)"),
    Planted(S1, "end: {turn: 8,", "end: {turn: 12345678901,", "12345678901 has too many digits"),
    Planted(PLATOON, "per: building, terrain: [wooden-building],", "per: building,", "per: building needs 'terrain'"),
    Planted(S1, "rail: {hexrow: P}", "rail: {hexrow: B}", "no railroad of the map in play runs in hexrow B"),
    Planted(S1, "starts: [M28,", "starts: [M48,", "hex M48 is not on the map in play"),
    Planted(S1, "ca: H10/I11", "ca: C3/H9", "C3/H9 is not a vertex of I10; its vertices are"),
    Planted(S1, "gun: 88L AA, crew: 2-2-8", "gun: 88L AA, crew: StuG IIIG", "; needed here: crew or hs or squad"),
    Planted(S1, "gun: 88L AA, crew", "gun: LMG, crew", "'LMG' is a sw; needed here: gun or cupola"),
    Planted(S1, "mode: AA, concealed: false", "mode: AAA, concealed: false", "'AAA' is not one of AA"),
    Planted(S1, "beyond: 2 ", "beyond: 200000 ", "no hex of the map is 200000 hexes from another"),
    Planted(S1, "{6-5-8: 4-6-8,", "{6-5-8: 9-9-9,", "there is no German counter '9-9-9'; tables/counters/german"),
    Planted(S1, "{6-5-8: 4-6-8,", "{6-5-8: 9-1,", "'9-1' is a leader; needed here: squad or hs or crew"),
    Planted(
        S1, "column: armor-leader,", "column: armour-leader,", "'armour-leader' is not a column of generation.r3; its"
    ),
    Planted(S1, "modifier: armor-leader,", "modifier: armour-leader,", "condition 'armour-leader' is unknown"),
    Planted(
        TABLES, "- id: oto-s1.friendly-san", "---\n- id: oto-s1.friendly-san", "a second document begins here (---)"
    ),
    Planted(TABLES, "  roll: DR\n", "  <<: {roll: DR}\n", "merge keys (<<) are not used here"),
    Planted("tables/doctrines/timid.yaml", "extends: standard", "extends: timid", "'timid' extends itself"),
    Planted(
        "tables/doctrines/timid.yaml", "extends: standard", "", "missing: write 'extends: standard'", at="figures:"
    ),
    Planted(
        "tables/doctrines/timid.yaml", "{Hold: action.hold.timid", "{Hold: generation.g2", "is not an Action table"
    ),
    Planted("tables/doctrines/timid.yaml", "{Hold: action.hold.timid", "{Foo: action.hold", "is not one of Hold, Adv"),
    Planted(
        "tables/doctrines/timid.yaml",
        "first-fire: {value: 0.6",
        "first-fire: {value: six",
        "a number is needed here, not 'six'",
    ),
    Planted(
        "tables/doctrines/timid.yaml",
        "first-fire: {value: 0.6",
        "first-fire: {value: 1e9",
        "100000 or less is needed here",
    ),
    Planted("tables/doctrines/timid.yaml", "extends: standard", "extends: standart", "did you mean 'standard'?"),
]
"""What cannot be read: each in a copy of its own."""

PLAYING = [
    Planted(TABLES, "    2:  [VEHICLE]", "    2:  [VEHICEL]", "'VEHICEL' is not an item"),
    Planted(TABLES, "4..5:   SdKfz 10/4", "4..5:   LMG", "'LMG' is a sw, and this table places a vehicle"),
    Planted(TABLES, "    3:  88L AA", "    3:  88L AAA", "'88L AAA' is not a counter of that side"),
    Planted(TABLES, '{"<=3": ends, ', '{"<=3": end, ', "'end' is not one of ends, plays on"),
    Planted(TABLES, "5: {table: bto.support-afv-5}", "5: {table: bto.support-afv}", "leads back to itself"),
    Planted(TABLES, '{"<=2": 5/6, 3..4: 4/5', '{"<=2": 5/7, 3..4: 4/5', "'5/7' is not one of"),
    Planted(EVENTS, "effect: minefield-under-infantry", "effect: minefield-under-men", "effect 'minefield-under-men'"),
    Planted(EVENTS, "number: a6.c", "number: a6.x", "there is no table 'a6.x'"),
    Planted(
        TABLES, "    8:  [", "    8:  [S, S, S, S, S, S, S, S, S, ", "items from one S? are too many: write at most 8",
    ),
    Planted("tables/oto-s2.yaml", ">=6\": Very Dry", ">=6\": Very dry", "'Very dry' is not one of Very Dry"),
    Planted("tables/oto-s2.yaml", "5..6: July", "5..6: Jule", "'Jule' is not one of January"),
    Planted("tables/platoon.yaml", '{"<=6": ends}', '{"<=6": plays on}', "no row says 'ends'"),
    Planted(EVENTS, "most: 6/7", "most: 9/9", "most: '9/9' is not one of 2/3, 3/4, 4/5, 5/6, 6/7"),
    Planted(EVENTS, "within: 6\n\n    13", "within: six\n\n    13", "within: 'six' is not a whole number from 0 to 99"),
    Planted(EVENTS, "harassing: true", "harrasing: true", "has no 'harrasing'; did you mean 'harassing'?"),
    Planted(EVENTS, "later: DR", "later: soon", "later: 'soon' is not a roll"),
    Planted(EVENTS, "type: Ju-87G", "type: LMG", "type: 'LMG' is a sw; needed here: aircraft"),
    Planted(EVENTS, "rides: [motorcycle, GAZ-67B]", "rides: motorcycle", "rides: "
        "'motorcycle' is not a list of counters"),
    Planted(EVENTS, "transport: generation.r7", "transport: generation.r99", "transport: there is no table 'gen"),
    Planted(EVENTS, "once: true", "once: 'yes'", "once: this is a switch: write true or false (got 'yes')"),
    Planted(EVENTS, "same_as: 23..24", "same_as: 25..26", "leads to a row without an effect"),
    Planted("tables/chapter-s/a5.yaml", "kind: wire}", "kind: wyre}", "did you mean 'wire'?"),
    Planted(S1, "ec: Moist", "house_figures: false\nec: Moist", "claims to use no house figure"),
    Planted(S1, "one S? in each VPO Location", "one S? in every VPO", "this is a house figure",
            at="      provenance: house\n      note: one S? in every VPO"),
]  # fmt: skip
"""What can be read and not be played: all in one pack."""

IDLE = [
    Planted(S1, "    turn: 2\n", "    turn: 9\n", "'air' enters on Turn 9, but the mission may", "warning"),
    Planted(TABLES, "    12: [VEHICLE]", "    12: [VEHICLE]\n    13: [GUN]", "no roll can reach this row", "warning"),
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


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], list[str]]:
    """Each fault in a folder of its own, and what lint says of all of them."""
    folders = [tmp_path_factory.mktemp("planted") for _ in READING]
    paths = [plant(item, folder) for item, folder in zip(READING, folders, strict=True)]
    return folders, lint(*map(str, paths))


def in_a_pack(folder: Path, planted: Sequence[Planted]) -> tuple[Path, list[str]]:
    for item in planted:
        plant(item, folder)
    return folder, lint("--tables", str(folder))


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    return in_a_pack(tmp_path_factory.mktemp("planted"), PLAYING)


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    return in_a_pack(tmp_path_factory.mktemp("planted"), IDLE)


def found(item: Planted, folder: Path, lines: list[str], after: int = 3) -> bool:
    """Whether a line of lint names the file, a line of the replacement, and the fault."""
    first = line_of(item, folder)
    spots = [f"{folder / item.file}:{first + step}: " for step in range(min(after, item.new.count("\n") + 1))]
    return any(
        line.startswith(tuple(spots)) and item.words in line and line.endswith(f"[{item.severity}]") for line in lines
    )


@pytest.mark.parametrize("number", range(len(READING)), ids=[item.new.strip() for item in READING])
def test_what_cannot_be_read_is_told_with_its_line(number: int, read: tuple[list[Path], list[str]]) -> None:
    folders, lines = read
    assert found(READING[number], folders[number], lines), [x for x in lines if str(folders[number]) in x]


@pytest.mark.parametrize("item", PLAYING, ids=[item.new.strip() for item in PLAYING])
def test_what_cannot_be_played_is_told_with_its_line(item: Planted, playing: tuple[Path, list[str]]) -> None:
    folder, lines = playing
    assert found(item, folder, lines), lines


@pytest.mark.parametrize("item", IDLE, ids=[item.new.strip() for item in IDLE])
def test_what_is_to_no_effect_is_a_warning_with_its_line(item: Planted, idle: tuple[Path, list[str]]) -> None:
    folder, lines = idle
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
