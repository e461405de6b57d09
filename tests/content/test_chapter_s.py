"""The base tables of Chapter S: each names its printed table, says why it is a house figure, and can be played."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import yaml

from sasl.content.library import Library, shipped_root
from sasl.content.reading.faults import ContentError
from sasl.content.tables.table_files import load_tables
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Row, Table, check_rows
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.checks.table_checks import check

LIBRARY = Library(shipped_root())
FOLDER = shipped_root() / "tables" / "chapter-s"
MISSIONS = ("oto-s1", "oto-s2")

# Printed table: the id it has here.
PRINTED = {
    "A1": "a1.activation",
    "A2": "a2.attitude",
    "A5": "a5.fortification",
    **{f"A6{letter}": f"a6.{letter}" for letter in "abcdefg"},
    **{f"A9{letter}": f"a9.{letter}" for letter in "abde"},
    "A10b": "a10.b",
    "A11": "a11.enemy-events",
    **{f"G{number}": f"generation.g{number}" for number in range(2, 7)},
    **{f"R{number}": f"generation.r{number}" for number in range(2, 9)},
    "R9": "generation.r9",
    "H1.53": "h1.53",
    "H1.8": "h1.8",
}


def table(name: str) -> Table:
    return LIBRARY.table(PRINTED[name])


def test_the_folder_holds_these_tables_and_no_others() -> None:
    found = [item.id for path in sorted(FOLDER.glob("*.yaml")) for item in load_tables(path)]
    assert sorted(found) == sorted(PRINTED.values())


@pytest.mark.parametrize("name", PRINTED)
def test_a_table_names_its_printed_table_in_id_file_and_rule(name: str) -> None:
    item = table(name)
    assert item.id.removeprefix("generation.").replace(".", "").startswith(name.lower().replace(".", "")), item.id
    kind = (
        name.lower()
        if name == "R9"
        else re.sub(r"[\d.]+[a-z]?$", "", name.lower())
        if name[0] in "GR"
        else re.sub(r"(?<=\d)[a-z]$", "", name.lower()).partition(".")[0]
    )
    assert Path(item.origin).stem == kind
    assert name in item.rule or (item.rule.startswith("OtO-S2") and name in item.title)


@pytest.mark.parametrize("name", PRINTED)
def test_a_house_table_says_why_in_a_sentence(name: str) -> None:
    item = table(name)
    assert item.provenance == "house" and {row.provenance for row in item.rows} == {"house"}
    assert "not available" in item.note or "were available" in item.note or "Neither" in item.note, item.note
    assert item.note.endswith(".") and len(item.note) > 40


@pytest.mark.parametrize("name", [name for name in PRINTED if name not in ("A2", "H1.8")])
def test_a_rolled_table_has_a_row_for_every_roll(name: str) -> None:
    item = table(name)
    assert item.kind is not None
    assert all(item.holds(total) for total in item.kind.totals())
    assert sum(item.odds().values()) == 1


@pytest.mark.parametrize("mission", MISSIONS)
def test_every_row_can_be_played_in_both_missions(mission: str) -> None:
    check(LIBRARY, LIBRARY.mission(mission), COMMANDS)


def test_the_action_tables_name_a4_and_a4c() -> None:
    rules = {item.id: item.rule for item in LIBRARY.tables.values() if item.id.startswith("action.")}
    assert {rule for name, rule in rules.items() if "vehicle" in name} == {"S6.13, A4c"}
    assert rules.pop("action.panic") == "S6.21"
    assert {rule for name, rule in rules.items() if "vehicle" not in name} == {"S6.1, A4"}
    assert {row.result["table"] for row in table("A2").rows} <= set(rules)


def test_oto_s2_calls_the_base_tables() -> None:
    mission = LIBRARY.mission("oto-s2")
    assert (mission.activation, mission.squads, mission.leaders, mission.weapons) == (
        "a1.activation",
        "generation.g2",
        "generation.g3",
        "generation.g4",
    )
    assert (mission.guns, mission.vehicles) == ("generation.g5", "generation.g6")
    assert (mission.enemy_events, mission.friendly_events) == ("a11.enemy-events", "generation.r9")
    assert {item.table: item.value for item in mission.table_drm} == {
        "a1.activation": 1,
        "a11.enemy-events": 1,
        "generation.g2": 3,
    }


# -- figures, copied from the house page ----------------------------------------------------------------


def test_a1_total_by_total() -> None:
    assert [table("A1").value(total) for total in range(2, 14)] == [
        ["VEHICLE"], ["HS", "GUN"], ["S", "S", "L", "SW"], ["S", "L", "SW"], ["S"], ["HS"], ["S"], ["S", "SW"],
        ["S", "L"], ["GUN"], ["VEHICLE"], [],
    ]  # fmt: skip


def test_g5_is_the_gun_table_of_oto_s1_without_cupolas_and_g6_its_vehicle_table() -> None:
    guns, vehicles = LIBRARY.table("bto.gun-cupola"), LIBRARY.table("bto.vehicle")
    for total in range(2, 13):
        name = guns.value(total)
        assert table("G5").value(total) == ("reroll" if "Cupola" in name else name)
        assert table("G6").value(total) == vehicles.value(total)


def test_a9_and_a10_by_the_dr() -> None:
    def dr(name: str, key: str = "") -> list[Any]:
        every = [table(name).value(total) for total in range(1, 7)]
        return [item[key] for item in every] if key else every

    assert dr("A9a", "place") == ["west-end", "crossing", "crossing", "crossing", "reroll", "reroll"]
    assert dr("A9b") == ["wooden"] * 4 + ["stone"] * 2
    assert dr("A9d") == ["intact"] * 5 + ["destroyed"]
    assert dr("A9e", "one_per") == [0, 0, 2, 2, 2, 1]
    assert dr("A10b") == [1, 1, 2, 2, 3, 3]


CHANGED: dict[str, tuple[str, dict[str, Any]]] = {
    "11..12": ("11..12", {"goal": "nearest"}),
    "13..16": ("13..16", {"strength": 6}),
    "23..24": ("23..24", {"goal": "nearest"}),
    "65..66": ("65..66", {"type": "Ju-87D"}),
}


def _plain(row: Row) -> dict[str, Any]:
    return {key: value for key, value in row.result.items() if key not in ("title", "text")}


def test_a11_is_the_table_of_oto_s1_with_these_changes_and_six_results_more() -> None:
    old = {row.label: _plain(row) for row in LIBRARY.table("random-events.oto-s1.enemy").rows}
    for label, (_, change) in CHANGED.items():
        old[label] |= change
    old["71..73"] = {"same_as": "31..33"}
    old["74..76"] = {"effect": "suspect-reinforcements", "number": "dr"}
    assert {row.label: _plain(row) for row in table("A11").rows} == old


def test_r9_is_the_table_of_oto_s1_with_r6_and_mines_of_six() -> None:
    old = {row.label: _plain(row) for row in LIBRARY.table("random-events.oto-s1.friendly").rows}
    del old["34..36"]["leader_drm"]  # the -1 on all AL rolls is OtO-S1's
    old["34..36"] |= {"type": "generation.r6"}
    old["54..56"] |= {"strength": 6}
    assert {row.label: _plain(row) for row in table("R9").rows} == old


# -- odds worked by hand --------------------------------------------------------------------------------


def _36(ways: int) -> Fraction:
    return Fraction(ways, 36)


def test_odds_of_a1_with_plus_1_by_hand() -> None:
    odds = table("A1").odds(1)
    ways = {"<=2": 0, "3": 1, "4": 2, "5": 3, "6": 4, "7": 5, "8": 6, "9": 5, "10": 4, "11": 3, "12": 2, ">=13": 1}
    assert odds == {label: _36(number) for label, number in ways.items()}


def test_odds_of_g2_with_plus_3_by_hand() -> None:
    ways = {"<=2": 0, "3": 0, "4..5": 1, "6..8": 2 + 3 + 4, "9..10": 5 + 6, ">=11": 5 + 4 + 3 + 2 + 1}
    assert table("G2").odds(3) == {label: _36(number) for label, number in ways.items()}


def test_odds_of_a11_with_plus_1_on_the_coloured_die_by_hand() -> None:
    odds = table("A11").odds(1)
    assert odds["11..12"] == odds["13..16"] == 0
    assert odds["71..73"] == odds["74..76"] == _36(3)
    assert odds["51..56"] == _36(6) and odds["41"] == _36(1) and odds["25..26"] == _36(2)
    assert sum(odds.values()) == 1


# -- d66 rows beyond 66 -----------------------------------------------------------------------------------


def test_a_d66_may_have_rows_from_71_to_76_but_none_of_77() -> None:
    rows = [Row(11, 66, "a", "house"), Row(71, 76, "b", "house")]
    assert [row.label for row in check_rows(rows, table("A11").kind)] == ["11..66", "71..76"]
    with pytest.raises(ValueError, match="a d66 has no 77"):
        check_rows([rows[0], Row(71, 77, "b", "house")], table("A11").kind)


# -- what a mission's tables may not say --------------------------------------------------------------------


def faults(tmp_path: Path, table_id: str, change: Any) -> str:
    """The faults of OtO-S2 with one table changed by the player, `change` working on its rows."""
    item = LIBRARY.table(table_id)
    shipped = yaml.safe_load(Path(str(LIBRARY.loader.source(item.origin))).read_text(encoding="utf-8"))
    data = next(entry for entry in shipped if entry["id"] == table_id)
    change(data["rows"])
    data |= {"provenance": "user"}
    for key in ("row_notes", "row_provenance"):
        data.pop(key, None)
    (tmp_path / "mine.yaml").write_text(yaml.safe_dump([data], sort_keys=False))
    library = Library(shipped_root(), (tmp_path,))
    with pytest.raises(ContentError) as caught:
        check(library, library.mission("oto-s2"), COMMANDS)
    text = "\n".join(caught.value.faults)
    assert re.match(r".*mine\.yaml:\d+: ", text), text
    return text


WRONG: dict[str, tuple[str, dict[Any, Any], str]] = {
    "a board there is not": ("oto-s2.centre-board", {2: {"title": "40", "board": "bd4o"}}, "no board 'bd4o'"),
    "a way to lie": ("board.facing", {"<=3": "streight"}, "did you mean 'straight'"),
    "a number of VPO": ("a6.g", {1: "many"}, "'many' is not a number from 0 to 99"),
    "a radius": ("a6.f", {1: -1}, "'-1' is not a number"),
    "a place of a bridge": ("a9.a", {1: {"title": "x", "place": "westend"}}, "did you mean 'west-end'"),
    "a construction": ("a9.b", {"1..4": "iron"}, "'iron' is not one of wooden, stone"),
    "a state": ("a9.d", {6: "destroied"}, "did you mean 'destroyed'"),
    "S? in a building": ("a9.e", {"1..2": "one"}, "or an entry with 'one_per: number'"),
    "a worth": ("a10.b", {"1..2": "x"}, "'x' is not a number"),
    "an item of A1": ("a1.activation", {3: ["HQ"]}, "'HQ' is not an item"),
    "a Gun": ("generation.g5", {5: "rerol"}, "did you mean 'reroll'"),
    "a heavy weapon": ("oto-s2.heavy-weapon", {3: ["2-2-8", "MGM", "Wagon"]}, "'MGM' is not a counter of that side"),
    "an aircraft": (
        "a11.enemy-events",
        {"65..66": {"title": "t", "text": "t", "effect": "enemy-aircraft", "type": "Ju-87X", "number": "e7.number"}},
        "'Ju-87X' is not a counter",
    ),
    "a number of S?": (
        "a11.enemy-events",
        {"74..76": {"title": "t", "text": "t", "effect": "suspect-reinforcements", "number": "some"}},
        "'some' is neither a number nor a roll",
    ),
    "waves without a number": (
        "a11.enemy-events",
        {
            "74..76": {
                "title": "t", "text": "t", "effect": "suspect-reinforcements", "number": "dr",
                "again": "reinforcement.recurring",
            }
        },
        "needs 'later'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_row_is_told_by_file_and_line(tmp_path: Path, what: str) -> None:
    table_id, rows, message = WRONG[what]
    assert message in faults(tmp_path, table_id, lambda old: old.update(rows))


MISSING: dict[str, tuple[str, Any, str]] = {
    "A1": ("a1.activation", ">=13", "no row for a Final 13: The Cross Roads adds +1 to every DR"),
    "A11": ("a11.enemy-events", "74..76", "no row for a Final 74: The Cross Roads adds +1 to every d66"),
}


@pytest.mark.parametrize("name", MISSING)
def test_msr_1_every_final_result_has_a_row(tmp_path: Path, name: str) -> None:
    table_id, key, message = MISSING[name]

    def change(rows: dict[Any, Any]) -> None:
        rows.pop(key)

    assert message in faults(tmp_path, table_id, change)


def test_msr_1_a_g2_that_ends_with_a_12_gives_its_last_row_beyond_it() -> None:
    g2 = table("G2")
    rows = (*g2.rows[:-1], replace(g2.rows[-1], high=12))
    own = LIBRARY.trying(replace(g2, rows=rows))
    check(own, own.mission("oto-s2"), COMMANDS)
    assert own.table("generation.g2").value(15) == "4-3-6"


def test_a_table_of_nothing_but_rerolls_is_told(tmp_path: Path) -> None:
    def change(rows: dict[Any, Any]) -> None:
        rows.update(dict.fromkeys(rows, "reroll"))

    assert "every row says 'reroll'" in faults(tmp_path, "generation.g5", change)
