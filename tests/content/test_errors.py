"""Faults of content: each is exactly one line, `file:line: …`, with the line where it stands."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_all, lint_files
from sasl.content.reading.faults import ContentError
from sasl.content.reading.yamlfile import read_yaml, yaml_words
from sasl.orders.engine import new_game
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.checks.table_checks import check

TABLE = """\
- id: my.table
  title: Mine
  roll: dr
  provenance: user
  rows:
    1..3: none
    4..6: some
"""
ROOT = shipped_root()
LIBRARY = Library(ROOT)
Broken = Callable[..., tuple[str, int]]


@pytest.fixture
def broken(tmp_path: Path) -> Broken:
    """`broken("mission", "A12", "A99")`: the file with that text replaced once, linted: its one fault and the line."""
    files = {
        "mission": ROOT / "missions" / "oto-s1.yaml",
        "board": ROOT / "missions" / "boards" / "oto.yaml",
        "counters": ROOT / "tables" / "counters" / "russian.yaml",
        "table": None,
    }

    def make(kind: str, old: str, new: str) -> tuple[str, int]:
        source = files[kind]
        text = source.read_text(encoding="utf-8") if source else TABLE
        assert old in text, old
        folder = tmp_path / ("boards" if kind == "board" else "counters" if kind == "counters" else "files")
        folder.mkdir(exist_ok=True)
        path = folder / (source.name if source else "mine.yaml")
        text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")
        faults = lint_files(LIBRARY, [path])
        assert len(faults) == 1, faults
        assert "\n" not in faults[0]
        match = re.match(r"(.+\.yaml):(\d+): (.+)", faults[0])
        assert match and match[1].endswith(path.name), faults[0]
        return match[3], int(match[2])

    return make


def line_of(path: Path | None, text: str) -> int:
    """The line on which `text` first stands."""
    whole = path.read_text(encoding="utf-8") if path else TABLE
    return whole[: whole.index(text)].count("\n") + 1


MISSION, BOARD = ROOT / "missions" / "oto-s1.yaml", ROOT / "missions" / "boards" / "oto.yaml"
COUNTERS = ROOT / "tables" / "counters" / "russian.yaml"


# -- tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("4..6: some", "5..6: some", 5, "no row for a dr of 4"),
        ("1..3: none", "1..4: none", 7, "rows 1..4 and 4..6 overlap"),
        ("1..3: none", "1-3: none", 6, "row '1-3' is not a total: write 1..3"),
        ("1..3: none", "3..1: none", 6, "runs backwards: write 1..3"),
        ("1..3: none", "1..3: none\n    1..3: more", 7, "key '1..3' is also on line 6; keep one"),
        ("title: Mine", "title: Mine\n  title: Again", 3, "key 'title' is also on line 2"),
        ("title: Mine", "titel: Mine", 2, "unknown key; did you mean 'title'?"),
        ("roll: dr", "roll: d6", 3, "'d6' is not a roll: use dr, DR, d66 or NdM"),
        (
            "provenance: user", "provenance: hose", 4,
            "'hose' is not one of seed, reconstructed, rulebook, house, user; did you mean 'house'?",
        ),
        ("provenance: user", "provenance: house", 1, "provenance house needs a 'note' that says why"),
        (
            "title: Mine", "title: Mine\n  modifiers: [{name: a, value: 1, when: near-vop}]", 3,
            "did you mean 'near-vpo'?",
        ),
        ("  roll: dr\n", "", 1, "this key is missing"),
        ("some", "s\x07me", 7, "control character U+0007 is not allowed"),
        ("some", "s\u202eme", 7, "control character U+202E"),
        ("title: Mine", "title: Mine\n  note: *a", 3, "aliases (*name) are not used here"),
        ("title: Mine", "title: &a Mine", 2, "anchors (&a) are not used here"),
        ("title: Mine", "title: !!python/name:os.system x", 2, "tags"),
        ("title: Mine", "title: [Mine", 3, ""),
        ("title: Mine", "title: 'Mine", 7, ""),
        ("title: Mine", "title:\tMine: x", 2, ""),
    ],
)  # fmt: skip
def test_a_wrong_table(broken: Broken, old: str, new: str, line: int, words: str) -> None:
    fault, where = broken("table", old, new)
    assert words in fault
    assert not words or where == line, fault


def test_the_line_of_a_row_with_too_few_columns(broken: Broken) -> None:
    fault, line = broken(
        "table", "    1..3: none\n    4..6: some\n", "    1..3: [a, b]\n    4..6: [a]\n  columns: [x, y]\n"
    )
    assert "this row needs 2 values, one for each of x, y" in fault and line == 7


# -- missions ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "at", "words"),
    [
        (
            "attitude: Hold", "attitude: Hld", "attitude: Hold",
            "'Hld' is not one of Hold, Advance, Withdraw; did you mean 'Hold'?",
        ),
        ("attitude: Hold", "atitude: Hold", "attitude: Hold", "did you mean 'attitude'?"),
        ("attitude: Hold", "attitude: Hold\nattitude: Hold", "", "key 'attitude' is also on line"),
        (
            "terrain: [woods, brush, grain]", "terrain: [woods, brsh, grain]", "terrain: [woods",
            "'brsh' is not a terrain; did you mean 'brush'?",
        ),
        ("type: PT-34(L)", "type: PT-35", "type: PT-34", "there is no Russian counter 'PT-35'"),
        (
            "activation: bto.activation", "activation: bto.activatoin", "activation: bto",
            "there is no table 'bto.activatoin'; did you mean 'bto.activation'?",
        ),
        ("A12, CC5", "A12, CC99", "A12, CC5", "hex"),
        ("hex: I10", "hex: I40", "hex: I10", "hex I40 is not on the map in play"),
        (
            "hooks: [foxholes, crews-stay, engineers]",
            "hooks: [foxhole, crews-stay, engineers]",
            "hooks: [foxholes, crews-stay, engineers]",
            "hook 'foxhole' is unknown; did you mean 'foxholes'?",
        ),
        ("like: coy-1", "like: coy-9", "like: coy-1", "there is no group 'coy-9' with items"),
        ("end: {turn: 8,", "end: {turn: 0,", "end: {turn", "end.turn"),
        ("format: 1", "format: 2", "format: 1", "format"),
        ("counts: vpo", "counts: vpos", "counts: vpo", "did you mean 'vpo'?"),
    ],
)  # fmt: skip
def test_a_wrong_mission(broken: Broken, old: str, new: str, at: str, words: str) -> None:
    fault, line = broken("mission", old, new)
    assert words in fault
    if at:
        assert line == line_of(MISSION, at), fault


def test_a_missing_key_of_a_mission(broken: Broken) -> None:
    fault, _ = broken("mission", "first_side: FRIENDLY\n", "")
    assert "first_side: this key is missing" in fault


# -- boards and counters -----------------------------------------------------------------------------


def test_an_unknown_terrain_on_a_board(broken: Broken) -> None:
    fault, line = broken("board", "w: [woods]", "w: [wods]")
    assert "wods" in fault and "woods" in fault and line == line_of(BOARD, "w: [woods]")


def test_an_unknown_code_on_a_board(tmp_path: Path) -> None:
    text = BOARD.read_text(encoding="utf-8")
    path = tmp_path / "boards" / "oto.yaml"
    path.parent.mkdir()
    path.write_text(text.replace('A: "1-5 m,', 'A: "1-5 qq,'), encoding="utf-8")
    fault = lint_files(LIBRARY, [path])[0]
    line = line_of(BOARD, 'A: "1-5 m,')
    assert f":{line}: hexrows.A: code 'qq' is not in the" in fault


def test_a_gap_in_a_hexrow_of_a_board(broken: Broken) -> None:
    fault, line = broken("board", 'A: "1-5 m, 6 .,', 'A: "1-5 m,')
    assert "A6" in fault and line == line_of(BOARD, 'A: "1-5 m,'), fault


def test_a_wrong_counter(broken: Broken) -> None:
    fault, line = broken("counters", "kind: squad", "kind: sqad")
    assert "did you mean 'squad'?" in fault and abs(line - line_of(COUNTERS, "kind: squad")) <= 1


# -- files as such -----------------------------------------------------------------------------------


def test_a_file_that_is_no_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_bytes(TABLE.encode() + b"  note: \xff\n")
    assert lint_files(LIBRARY, [path])[0].endswith("mine.yaml:8: not UTF-8 text; save the file as UTF-8")


@pytest.mark.parametrize("what", ["a folder", "symbolic links"])
def test_what_is_no_file_at_all_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    path = tables / "mine.yaml"
    path.mkdir() if what == "a folder" else path.symlink_to("mine.yaml")
    assert main(["--tables", str(tmp_path), "lint"]) == 1
    told = capsys.readouterr()
    lines = [line for line in (told.out + told.err).splitlines() if line]
    assert len(lines) == 1 and "mine.yaml: cannot be read (" in lines[0] and what in lines[0]


def test_a_file_that_is_not_there_too_large_or_too_deep(tmp_path: Path) -> None:
    assert "cannot be read" in lint_files(LIBRARY, [tmp_path / "none.yaml"])[0]
    path = tmp_path / "large.yaml"
    path.write_text("a: " + "x" * 2_000_001, encoding="utf-8")
    assert "is too large" in lint_files(LIBRARY, [path])[0]
    path.write_text("a: " + "[" * 40 + "]" * 40, encoding="utf-8")
    assert "large.yaml:1: nested deeper than 20 levels" in lint_files(LIBRARY, [path])[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", "yes"), ("no", "no"), ("on", "on"), ("12:30", "12:30"), ("010", "010"), ("1e3", "1e3"),
        ("0x1F", "0x1F"), ("2024-06-24", "2024-06-24"), ("true", True), ("null", None), ("-3", -3), ("1.5", 1.5),
        ("6+1", "6+1"),
    ],
)  # fmt: skip
def test_only_null_true_false_and_plain_numbers_are_read(tmp_path: Path, text: str, value: object) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(f"a: {text}\n", encoding="utf-8")
    found = read_yaml(path).data["a"]
    assert found == value and type(found) is type(value)


def test_all_faults_of_a_file_are_listed_at_once(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(TABLE.replace("1..3", "1-3").replace("4..6", "4-6"), encoding="utf-8")
    faults = lint_files(LIBRARY, [path])
    assert [fault.split(": ")[0].rsplit(":", 1)[1] for fault in faults] == ["6", "7"]


def test_lint_all_finds_a_reference_that_leads_nowhere(tmp_path: Path) -> None:
    for folder in ("missions", "tables"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    assert lint_all(Library(tmp_path)) == []
    path = tmp_path / "tables" / "oto-s1.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("5: {table: bto.support-afv-5}", "5: {table: bto.no-such}"), encoding="utf-8")
    faults = lint_all(Library(tmp_path))
    assert len(faults) == 1 and "oto-s1.yaml:112: bto.support-afv, row 5: there is no table 'bto.no-such'" in faults[0]


def test_a_library_that_is_broken_says_so_and_no_more() -> None:
    with pytest.raises(ContentError, match=r"there is no table 'bto\.activaton'; did you mean 'bto\.activation'"):
        LIBRARY.table("bto.activaton")
    with pytest.raises(ContentError, match="there is no German counter '4-6-9'"):
        LIBRARY.counter("german", "4-6-9")
    with pytest.raises(ContentError, match="there is no mission 'oto'"):
        LIBRARY.mission("oto")
    with pytest.raises(ContentError, match="there is no board 'otto'"):
        LIBRARY.board("otto")


def test_tables_that_no_rule_can_play_are_named_by_line(tmp_path: Path) -> None:
    """A player's pack may replace any table; what the rules cannot play is found before a game begins."""
    pack = tmp_path / "mine.yaml"
    pack.write_text(
        "- id: bto.activation\n  title: mine\n  roll: DR\n  provenance: user\n  rows:\n"
        "    2..6: [SQUAD]\n    7..12: [S]\n"
        "- id: bto.vehicle\n  title: mine\n  roll: DR\n  provenance: user\n  rows:\n    2..12: StuG IIIX\n"
        "- id: random-events.oto-s1.enemy\n  title: mine\n  roll: d66\n  provenance: user\n  rows:\n"
        "    11..36: {title: a, text: b, effect: sniperr, kind: sniper.kind}\n"
        "    41..66: {title: a, text: b, effect: artillery-strike}\n",
        encoding="utf-8",
    )
    with pytest.raises(ContentError) as caught:
        new_game(Library(shipped_root(), (tmp_path,)), "oto-s1", 1)
    shown = [fault.split("mine.yaml:")[1] for fault in caught.value.faults]
    assert [int(line.split(":")[0]) for line in shown] == [6, 13, 19, 20]
    assert "'SQUAD' is not an item" in shown[0] and "did you mean 'StuG IIIG'?" in shown[1]
    assert "did you mean 'sniper'?" in shown[2] and "needs 'number'" in shown[3]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("[A27, I23,", "[A27, J23,", "do not lie on one hex grain"),
        ("numbers: [0, 28]", "numbers: [90, 99]", "has a number from 90 to 99"),
        ("end: H22,", "end: J22,", "do not lie on one hex grain; give each straight run a line of its own"),
        ("gun: 88L AA", "gun: 88L AB", "did you mean '88L AA'?"),
    ],
)
def test_a_mission_whose_lines_do_not_fit_the_map_is_named_by_line(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    text = (shipped_root() / "missions" / "oto-s1.yaml").read_text(encoding="utf-8")
    path = tmp_path / "m.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    line = text.split(old)[0].count("\n") + 1
    with pytest.raises(ContentError) as caught:
        Library(shipped_root()).mission_in(path)
    (fault,) = caught.value.faults
    assert f"m.yaml:{line}:" in fault and words in fault


def test_lint_of_a_single_table_file_tries_it_on_the_missions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "- id: bto.vehicle\n  title: Mine\n  roll: DR\n  provenance: user\n  rows: {2..12: Tiger}\n", encoding="utf-8"
    )
    assert main(["lint", str(path)]) == 1
    assert "a.yaml:5: " in (out := capsys.readouterr().out) and "'Tiger' is not a counter" in out


def test_many_faults_of_one_file_are_told_in_part_and_quickly(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "- id: a.b\n  title: x\n  roll: dr\n  provenance: user\n"
        + "".join(f"  zz{number}: 1\n" for number in range(3000))
        + "  rows: {1..6: x}\n"
    )
    found = lint_files(LIBRARY, [path])
    assert len(found) == 51 and found[-1].endswith("and 2,950 more")
    assert "zz0: unknown key" in found[0] and ":5:" in found[0]


def test_doctrines_that_extend_each_other_without_end_are_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "tables" / "doctrines"
    folder.mkdir(parents=True)
    for number in range(12):
        (folder / f"d{number}.yaml").write_text(
            f"doctrine: d{number}\ntitle: x\nsummary: x\nprovenance: user\n"
            f"extends: {f'd{number - 1}' if number else 'standard'}\n"
        )
    with pytest.raises(ContentError, match="more than 10 doctrines extend each other"):
        _ = Library(LIBRARY.loader.root, (tmp_path,)).doctrines


def pack_faults(folder: Path, text: str) -> list[str]:
    """What the mission A Platoon at Lipki has against a pack of one table file."""
    (folder / "x.yaml").write_text(text, encoding="utf-8")
    library = Library(ROOT, (folder,))
    try:
        check(library, library.mission("platoon"), COMMANDS)
    except ContentError as error:
        return list(error.faults)
    return []


@pytest.mark.parametrize(
    ("table", "rows", "told"),
    [
        ("platoon.activation", "{1..6: {table: x}}", "is not an item"),
        ("platoon.enemy-events", "{1..6: {title: a, text: b, effect: {a: b}}}", "effect '{'a': 'b'}' is unknown"),
        ("platoon.squads", "{1..6: {table: platoon.squads}}", "leads back to itself"),
    ],
)
def test_rows_that_hold_what_no_rule_can_use_are_faults_of_their_line(
    tmp_path: Path, table: str, rows: str, told: str
) -> None:
    mission = LIBRARY.mission("platoon")
    name = {
        "platoon.activation": mission.activation,
        "platoon.enemy-events": mission.enemy_events,
        "platoon.squads": mission.squads,
    }[table]
    text = f"- id: {name}\n  title: x\n  roll: dr\n  provenance: user\n  rows: {rows.replace(table, name)}\n"
    found = pack_faults(tmp_path, text)
    assert told in found[0] and "x.yaml:5:" in found[0]


def test_a7_3_a_cell_of_the_ift_that_is_no_result_is_a_fault_of_its_line(tmp_path: Path) -> None:
    shipped = next(path for path in (ROOT / "tables").rglob("*.yaml") if "- id: ift\n" in path.read_text("utf-8"))
    text = shipped.read_text("utf-8")
    cell = re.search(r"\b2KIA\b", text)
    assert cell and not pack_faults(tmp_path, text)
    line = text.count("\n", 0, cell.start()) + 1
    for word, told in (("5", "is not an IFT result"), ("9Q", "is not an IFT result")):
        found = pack_faults(tmp_path, text[: cell.start()] + word + text[cell.end() :])
        assert told in found[0] and f"x.yaml:{line}:" in found[0]


@pytest.mark.parametrize(("text", "line", "words"), [
    ("a: 1\nb: {cpp: ?}\n", 2, "a value is needed here, but there is none, or a YAML sign"),
    ("a: [1, , 2]\n", 1, "a value is needed here, but there is none, or a YAML sign"),
    ("a: *\n", 1, "a text cannot begin with * or &; put it in quotes"),
    ("a: |x\n  b\n", 1, "put the text on the next line, or in quotes"),
    (" a: 1\nb: 2\n", 2, "this line is not indented like those above it"),
    ('a: "\\q"\n', 1, "use single quotes"),
])  # fmt: skip
@pytest.mark.parametrize("loader", ["SafeLoader", "CSafeLoader"])
def test_what_the_reader_of_yaml_says_is_told_in_plain_words(text: str, line: int, words: str, loader: str) -> None:
    """The same with libyaml and without it."""
    with pytest.raises(yaml.MarkedYAMLError) as error:
        yaml.load(text, Loader=getattr(yaml, loader, yaml.SafeLoader))
    mark = error.value.problem_mark
    assert mark is not None and mark.line + 1 == line and words in yaml_words(error.value, text)


@pytest.mark.parametrize("text", ["a:\n\tb: 1\n", "a:\n  b: 1\n\tc: 2\n", "- a: 1\n \tb: 2\n"])
def test_a_tab_that_indents_has_a_sentence_of_its_own(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ContentError) as fault:
        read_yaml(path)
    assert "there is a tab here; YAML is indented with spaces" in fault.value.faults[0]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("squads: generation.g2", "squads: generation.g3", "squads: this table does not fit here: generation.g3, row"),
        ("weapons: generation.g4", "weapons: generation.g2", "weapons: this table does not fit here: generation.g2, "),
        ("enemy-re: my-mission.enemy-re", "enemy-re: generation.g2", "tables.enemy-re: this table does not fit here"),
        (
            "end: {turn: 5, table: my-mission.mission-end",
            "end: {turn: 5, table: generation.g2",
            "end.table: this table does not fit here: generat",
        ),
        ("guns: bto.gun-cupola", "guns: bto.vehicle", "guns: this table does not fit here: bto.vehicle, row"),
    ],
)
def test_a_mission_that_names_a_shipped_table_where_it_does_not_fit_is_wrong_itself(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    template = ROOT / "docs" / "template"
    shutil.copytree(template, tmp_path / "pack")
    path = tmp_path / "pack" / "missions" / "my-mission.yaml"
    text = path.read_text(encoding="utf-8").replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    library, line = Library(ROOT, (tmp_path / "pack",)), text[: text.index(new)].count("\n") + 1
    with pytest.raises(ContentError) as error:
        check(library, library.mission("my-mission"), COMMANDS)
    assert len(error.value.faults) == 1 and f"my-mission.yaml:{line}: {told}" in error.value.faults[0]


def test_a_key_that_cannot_be_read_hides_no_other_fault_of_a_mission(tmp_path: Path) -> None:
    text = MISSION.read_text(encoding="utf-8")
    for old, new in (
        ("attitude: Hold", "attitude: Hld"),
        ("wind: none", "wind: gale"),
        ("hooks: [foxholes,", "hooks: [foxhole,"),
        ("activation: bto.activation", "activation: bto.activatoin"),
        ("type: PT-34(L)", "type: PT-35"),
        ("hex: I10", "hex: I40"),
        ("terrain: [woods, brush, grain]", "terrain: [woods, river, grain]"),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    found = lint_files(LIBRARY, [tmp_path / "mine.yaml"])
    words = [
        "'Hld'",
        "'foxhole'",
        "'bto.activatoin'",
        "'PT-35'",
        "I40",
        "'river' is not a terrain; did you mean 'water'?",
    ]
    assert [word for word in words if not any(word in line for line in found)] == [], found
