"""Tables typed in: what is read, what is refused and where, and that whatever is kept can be used."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sasl.content.library import Library, shipped_root
from sasl.content.loader import Loader
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import MOST_TEXT, as_yaml, differences, draft, odds_of, typed_lines
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError
from sasl.content.tables.table_files import load_tables
from sasl.kernel.rolling.tables import Table, TableError, check_rows
from sasl.lab.odds.own_desk import Desk

LIBRARY = Library(shipped_root())
DESK = Desk(LIBRARY, OwnPack(Path("nowhere")))
G2 = LIBRARY.table("generation.g2")
G3 = LIBRARY.table("generation.g3")


def slips(base: Table, text: str) -> list[str]:
    return [str(fault) for fault in DESK.draft(base, text).faults]


def typed(base: Table, text: str) -> Table:
    found = DESK.draft(base, text)
    assert found.table is not None, found.faults
    return found.table


def test_rows_are_typed_as_the_card_has_them() -> None:
    table = typed(G2, "≤2  6-5-8\n# a remark\n\n3-5: 4-6-8\n6..10 4-6-7\r\n11+: 4-3-6\n")
    assert [(row.label, row.result) for row in table.rows] == [
        ("<=2", "6-5-8"),
        ("3..5", "4-6-8"),
        ("6..10", "4-6-7"),
        (">=11", "4-3-6"),
    ]
    assert {row.provenance for row in table.rows} == {table.provenance} == {"user"}
    assert (table.rule, table.title, table.kind) == (G2.rule, G2.title, G2.kind)


@pytest.mark.parametrize("line", [">=3: 9-1 | -", "3+ 9-1, -", ">=3 9-1 -", ">=3: [9-1, '-']"])
def test_a_row_of_columns_has_a_value_for_each(line: str) -> None:
    assert typed(G3, f"<=2: 10-2 | 9-2\n{line}").rows[1].result == ["9-1", "-"]
    assert "needs 2 values, one for each of leader, armor-leader" in slips(G3, "<=2: 10-2\n>=3: 9-1 | -")[0]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("2..6 4-6-7\n9..12 4-6-7", ["gap: no row for a DR of 7..8"]),
        ("2..6 4-6-7\n8..12 4-6-7", ["gap: no row for a DR of 7"]),
        ("2..7 4-6-7\n7..12 4-6-8", ["line 2: rows 2..7 and 7..12 overlap (lines 1 and 2)"]),
        ("8..12 4-6-8\n2..9 4-6-7", ["line 2: rows 2..9 and 8..12 overlap (lines 2 and 1)"]),
        ("", ["gap: no row for a DR of 2..12"]),
        ("2+ 4-6-77", ["line 1: '4-6-77' is not a counter of that side; did you mean '4-6-7'?"]),
        ("2..12 4", ["line 1: '4' is not a word, as the rows of generation.g2 are"]),
        ("2..12", ["line 1: this row says nothing; write '-' for no result"]),
        ("12..2 4-6-7", ["line 1: row '12..2' runs backwards: write 2..12", "gap: no row for a DR of 2..12"]),
        (
            "4-6-7",
            [
                "line 1: '4-6-7' does not begin with a total: write 7, 5..6, <=3 or >=10 first",
                "gap: no row for a DR of 2..12",
            ],
        ),
        (
            "<3 4-6-7\n3+ 4-6-7",
            [
                "line 1: '<3 4-6-7' does not begin with a total: write 7, 5..6, <=3 or >=10 first",
                "gap: no row for a DR of 2",
            ],
        ),
        (
            "2..12 {table: generation.g22}",
            ["line 1: there is no table 'generation.g22'; did you mean 'generation.g2'?"],
        ),
    ],
)
def test_each_fault_is_one_sentence_with_its_line(text: str, faults: list[str]) -> None:
    assert slips(G2, text) == faults


@pytest.mark.parametrize(
    "text",
    [
        "2..12: \x1b[2J4-6-7", "2..12: 4-6-7\x00", "2..12: !!python/object:os.system x", "2..12: [*a]",
        "2..12: {a: &b c}", "٣..12: 4-6-7", "2..999999999999: 4-6-7", "2..12: " + "[" * 5000,
        "2..12: {table: ../../etc/passwd}", "2..12: \u202e4-6-7", "-5..-1 x\n" * 500, "2..12: '\\u0007'",
        '2..12: "\\e[2J"',
    ],
)  # fmt: skip
def test_hostile_rows_are_refused(text: str) -> None:
    found = DESK.draft(G2, text)
    assert found.table is None and found.faults and all(str(fault).isprintable() for fault in found.faults)
    assert len(found.faults) < 30 and max(len(str(fault)) for fault in found.faults) < 300


def test_a_paste_of_a_megabyte_is_one_sentence() -> None:
    found = draft(G2, "2..12: 4-6-7\n" * 80_000)
    assert [str(fault) for fault in found.faults] == [
        f"1,040,000 characters are too many for a table; {MOST_TEXT:,} are allowed"
    ]
    assert found.text == ""


def test_words_that_no_check_of_a_game_knows_are_those_of_the_shipped_rows_or_counters() -> None:
    kind = LIBRARY.table("sniper.effect")
    assert "is unknown here" in slips(kind, "<=6: rocket")[0]
    assert not slips(LIBRARY.table("generation.r2"), "2+: 6-2-8")
    assert "did you mean '6-2-8'?" in slips(LIBRARY.table("generation.r2"), "2+: 6-2-88")[0]


def test_a_check_without_rows_is_not_typed_in() -> None:
    assert "is a check without rows" in slips(LIBRARY.table("activation.check"), "1..6: 3")[0]


def test_a_chart_must_hold_what_the_shipped_one_holds() -> None:
    chart = LIBRARY.table("activation.ranges")
    lines = typed_lines(chart).split("\n")
    assert not slips(chart, "\n".join(lines))
    assert slips(chart, "\n".join([*lines[:4], *lines[5:]])) == [f"gap: no row for {chart.rows[4].label}"]


def test_every_shipped_table_can_be_typed_in_again_as_it_is() -> None:
    for table in LIBRARY.tables.values():
        if table.rows:
            again = DESK.draft(table, typed_lines(table))
            assert again.table is not None, (table.id, again.faults)
            assert [(row.label, row.result) for row in again.table.rows] == [
                (row.label, row.result) for row in table.rows
            ]
            assert again.table.modifiers == table.modifiers


def test_odds_are_exact_and_stand_beside_the_shipped_ones() -> None:
    table = typed(G2, "2..7: 4-6-7\n8+: 4-4-7")
    assert odds_of(table) == {"4-6-7": Fraction(21, 36), "4-4-7": Fraction(15, 36)}
    found = {word: (old, new) for word, old, new in differences(G2, table)}
    assert found["4-4-7"] == ("7/36 (19.4%)", "5/12 (41.7%)") and found["6-5-8"] == ("1/36 (2.8%)", "-")


def test_a_table_is_found_by_the_end_of_its_id() -> None:
    assert DESK.table("G2") is G2
    for word in ("a6", "../../etc/passwd", "x" * 5000, "", "generation.g22"):
        with pytest.raises(ContentError):
            DESK.table(word)


# -- the pack ------------------------------------------------------------------------------------------


def test_a_kept_table_is_used_and_gives_way_again(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    desk.keep(desk.draft(G2, "2+: 6-5-8"))
    library = LIBRARY.with_packs((tmp_path / "own",))
    table = library.table("generation.g2")
    assert (table.provenance, table.pack, len(table.rows)) == ("user", "own", 1)
    assert library.table("generation.g3") is G3
    assert desk.pack.remove("generation.g2") and not desk.pack.remove("generation.g2")
    assert LIBRARY.with_packs((tmp_path / "own",)).table("generation.g2") == G2


def test_nothing_faulty_is_kept(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    with pytest.raises(ContentError, match="gap"):
        desk.keep(desk.draft(G2, "3+: 6-5-8"))
    assert not (tmp_path / "own").exists()


def test_a_table_that_stands_in_a_file_written_by_hand_stays_there(tmp_path: Path) -> None:
    path = tmp_path / "tables" / "mine.yaml"
    path.parent.mkdir()
    path.write_text(as_yaml(typed(G2, "2+: 6-5-8")), encoding="utf-8")
    desk = Desk(LIBRARY, OwnPack(tmp_path))
    for refused in (lambda: desk.keep(desk.draft(G2, "2+: 4-6-7")), lambda: desk.pack.remove(G2.id)):
        with pytest.raises(ContentError, match=r"mine\.yaml, which you wrote by hand"):
            refused()


def test_a_faulty_file_is_told_with_its_line_and_can_be_removed(tmp_path: Path) -> None:
    pack = OwnPack(tmp_path)
    pack.write(typed(G2, "2+: 6-5-8"))
    path = pack.path(G2.id)
    path.write_text(path.read_text().replace(">=2", "2..11"), encoding="utf-8")
    (fault,) = pack.read().faults
    assert "generation.g2.yaml:" in fault and "no row for a DR of 12" in fault
    assert pack.remove(G2.id) and not pack.read().faults


def test_single_figures(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    desk.pack.write_figure("pbf", *desk.figure("pbf", "3"))
    library = LIBRARY.with_packs((tmp_path / "own",))
    assert library.figure("pbf") == 3 and library.figures["pbf"].provenance == "user"
    for value in ("2.5", "nan", "inf", "x", "1_0", "1000", "٣"):
        with pytest.raises(ContentError, match="pbf is a whole number such as 2"):
            desk.figure("pbf", value)
    with pytest.raises(ContentError, match="no figure 'pbff'; did you mean 'pbf'"):
        desk.figure("pbff", "1")
    assert desk.pack.remove_figure("pbf") and not desk.pack.remove_figure("pbf")


# -- whatever is typed ---------------------------------------------------------------------------------

KEYS = st.one_of(
    st.integers(0, 14).map(str),
    st.tuples(st.integers(1, 13), st.integers(1, 13)).map(lambda pair: f"{pair[0]}..{pair[1]}"),
    st.integers(1, 13).map(lambda number: f"<={number}"),
    st.integers(1, 13).map(lambda number: f">={number}"),
    st.text(max_size=4),
)
RESULTS = st.one_of(
    st.sampled_from(
        [
            "4-6-7",
            "10-2",
            "-",
            "4",
            "a, b",
            "[1, 2]",
            "{a: b}",
            "no",
            "1.50",
            "0x1",
            "~",
            "2001-01-01",
            "#x",
            "x: y",
            "null",
            "true",
            "'",
            '"a"',
            "SQUAD | HS",
        ]
    ),
    st.text(max_size=8),
)
LINES = st.lists(st.tuples(KEYS, st.sampled_from([" ", ": ", ":"]), RESULTS).map("".join), max_size=6)
BASES = st.sampled_from([table for table in LIBRARY.tables.values() if table.rows and table.kind])


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(BASES, LINES)
def test_whatever_is_typed_a_table_that_may_be_kept_loads_and_has_no_gap(base: Table, lines: list[str]) -> None:
    found = draft(base, "\n".join(lines))
    if found.table is None:
        assert found.faults
        return
    assert not found.faults
    (again,) = load_tables(Pack.of("own", {f"tables/{base.id}.yaml": as_yaml(found.table)}).files[0])
    assert again.rows == found.table.rows == check_rows(again.rows, base.kind)
    assert base.kind and all(again.row(total) for total in base.kind.totals())


@settings(max_examples=80, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 13), st.integers(0, 6)), min_size=1, max_size=5))
def test_a_gap_or_an_overlap_is_never_kept(spans: list[tuple[int, int]]) -> None:
    found = draft(G2, "\n".join(f"{low}..{low + more}: 4-6-7" for low, more in spans))
    covered = [total for low, more in spans for total in range(low, low + more + 1)]
    right = len(set(covered)) == len(covered) and set(range(2, 13)) <= set(covered)
    assert (found.table is not None) == right
    if not right:
        with pytest.raises((TableError, ContentError)):
            check_rows(() if found.table is None else found.table.rows, G2.kind)


def test_a_checkout_in_a_folder_called_campaigns_has_its_tables_of_missions(tmp_path: Path) -> None:
    root = tmp_path / "campaigns"
    root.mkdir()
    (root / "tables").symlink_to(shipped_root() / "tables")
    shipped, moved = (Loader(folder).tables(campaigns=False) for folder in (shipped_root(), root))
    assert moved.keys() == shipped.keys() != Loader(root).tables(campaigns=True).keys()


def test_a_row_that_brings_nothing_is_a_dash_where_it_is_typed_as_where_it_is_shown() -> None:
    base = next(
        table for table in LIBRARY.tables.values()
        if table.rows and all(isinstance(row.result, list) for row in table.rows) and not table.columns
        and any(row.result == [] for row in table.rows)
    )  # fmt: skip
    text = typed_lines(base)
    assert ": -" in " ".join(text.split()) and "[]" not in text
    assert [row.result for row in typed(base, text).rows] == [row.result for row in base.rows]
