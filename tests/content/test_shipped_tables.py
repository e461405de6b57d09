"""The shipped tables: every figure against a copy made by hand, and every reference leads somewhere."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from sasl.content.tables.counter_files import load_counters
from sasl.content.tables.counters import CounterType
from sasl.content.tables.table_files import load_tables
from sasl.kernel.rolling.tables import Table

FOLDER = Path(__file__).resolve().parents[2] / "tables"
FILES = (
    "activation", "command", "environment", "events", "oto-s1", "random-events-oto-s1", "chapter-s/a5", "chapter-s/a6",
    "chapter-s/g", "chapter-s/r", "chapter-s/h1", "oba/artillery", "oba/counter-battery", "oba/bombardment",
    "oba/minefields",
)  # fmt: skip
TABLES: dict[str, Table] = {table.id: table for name in FILES for table in load_tables(FOLDER / f"{name}.yaml")}
COUNTERS: dict[str, dict[str, CounterType]] = {
    name: load_counters(FOLDER / "counters" / f"{name}.yaml")[1] for name in ("german", "russian")
}
ENEMY, FRIENDLY = "random-events.oto-s1.enemy", "random-events.oto-s1.friendly"

IDS = {
    "oto-s1": "oto-s1.enemy-san oto-s1.friendly-san oto-s1.enemy-ac oto-s1.enemy-re oto-s1.friendly-re "
    "bto.activation bto.gun-cupola bto.vehicle bto.support-afv bto.support-afv-5 bto.support-afv-6 "
    "oto-s1.fifty-cal oto-s1.wreck-fate oto-s1.mission-end",
    "activation": "activation.check activation.ranges activation.vehicle-ranges",
    "chapter-s/a5": "a5.fortification",
    "chapter-s/a6": "a6.a a6.b a6.c a6.d a6.e a6.f a6.g",
    "chapter-s/g": "generation.g2 generation.g3 generation.g4 generation.g5 generation.g6",
    "chapter-s/r": "generation.r2 generation.r3 generation.r4 generation.r5 generation.r6 generation.r7 generation.r8",
    "chapter-s/h1": "h1.53 h1.8",
    "events": "minefield.strength minefield.at-presence minefield.at-factors reinforcement.recurring "
    "truck.arrival sniper.kind sniper.effect sniper.check wound.severity e7.number "
    "oto.aircraft oto.atcb artillery.strike ffe.direction ffe.extent oba.accuracy",
    "environment": "wind.force wind.direction wind.change wind.change-kind",
    "oba/artillery": "oba.nation oba.contact oba.accurate oba.module",
    "oba/counter-battery": "oto.cbm",
    "oba/bombardment": "bombardment.check bombardment.failure",
    "oba/minefields": "mines.anti-tank mines.clearance flame.clearance wire.clearance",
    "command": "command.check command.strict command.mild command.off",
    "random-events-oto-s1": f"{ENEMY} {FRIENDLY}",
}

# What each table gives, total by total: 'dr' 1-6, 'DR' 2-12. Copied by hand from the card or the house page.
DR_TABLES: dict[str, list[Any]] = {
    "sniper.check": ["eliminated", "pinned", *["none"] * 9],
    "oto-s1.enemy-san": [3, 3, 4, 4, 4, 4, 4, 4, 5, 5, 5],
    "oto-s1.friendly-san": [2, 2, 3, 3, 3, 3, 3, 3, 4, 4, 4],
    "generation.g2": [
        "6-5-8", "5-4-8", "4-6-8", "4-6-8", "4-6-7", "4-6-7", "4-6-7", "4-4-7", "4-4-7", "4-3-6", "4-3-6",
    ],
    "generation.g4": ["HMG", "MMG", "LMG", "LMG", "LMG", "LMG", "MMG", "PSK", "LMG", "DC", "FT"],
    "generation.g5": [
        "20L(6) AA", "88L AA", "81* MTR", "reroll", "75* INF", "75L AT", "88L AA", "reroll", "75* INF", "150 INF",
        "20L(20) AA",
    ],
    "generation.g6": ["StuH 42"] * 2
    + ["SdKfz 10/4"] * 2
    + ["Marder II"] * 2
    + ["StuG IIIG"] * 2
    + ["PzJg III/IV"] * 2
    + ["SdKfz 7/1"],
    "generation.r4": [".50cal HMG", "HMG", "MMG", "LMG", "LMG", "LMG", "LMG", "ATR", "50mm MTR", "DC", "FT"],
    "generation.r2": [
        "6-2-8", "4-5-8", "4-5-8", "5-2-7", "4-4-7", "4-4-7", "4-4-7", "4-4-7", "5-2-7", "4-2-6", "4-2-6",
    ],
    "generation.r5": [
        "76* INF", "76* INF", "45L AT", "45L AT", "45L AT", "45LL AT", "76L ART", "76L ART", "82* MTR", "82* MTR",
        "120* MTR",
    ],
    "generation.r7": ["GAZ-67B"] * 3 + ["GAZ-MM"] * 5 + ["ZiS-5"] * 3,
    "h1.53": ["70mm+"] * 2 + ["80mm+"] * 4 + ["120mm+"] * 2 + ["150mm+"] * 2 + ["rocket 120mm+"],
    "wind.change": ["change"] + ["none"] * 9 + ["gusts"],
    "bto.activation": [
        ["VEHICLE"], ["HS", "GUN"], ["S", "S", "L", "F", "SW"], ["S", "L", "F", "SW"], ["S"], ["HS"], ["S"],
        ["S", "L", "SW"], ["S", "L", "F", "SW"], ["GUN", "F"], ["VEHICLE"],
    ],
    "bto.gun-cupola": [
        "20L(6) AA", "88L AA", "81* MTR", "HMG Cupola", "75* INF", "75L AT", "88L AA", "MMG Cupola", "75* INF",
        "150 INF", "20L(20) AA",
    ],
    "bto.vehicle": [
        "StuH 42", "StuH 42", "SdKfz 10/4", "SdKfz 10/4", "Marder II", "Marder II", "StuG IIIG", "StuG IIIG",
        "PzJg III/IV", "PzJg III/IV", "SdKfz 7/1",
    ],
}  # fmt: skip
LEADERS = {
    "generation.g3": (
        ["10-2", "9-2", "9-1", "8-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1", "-"],
        ["10-2", "9-2", "9-1", "8-1", "8-1", "-", "-", "-", "-", "-", "-"],
    ),
    "generation.r3": (
        ["10-2", "9-2", "9-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1", "-", "-"],
        ["10-2", "9-2", "9-1", "8-1", "8-1", "-", "-", "-", "-", "-", "-"],
    ),
}
ONE_DIE: dict[str, list[Any]] = {
    "oto-s1.enemy-ac": [3, 3, 3, 4, 4, 4],
    "oto-s1.enemy-re": ["5/6", "5/6", "4/5", "4/5", "3/4", "3/4"],
    "oto-s1.friendly-re": ["3/4", "3/4", "4/5", "4/5", "5/6", "5/6"],
    "bto.support-afv": [
        "SU-152", "ISU-122", "KV-1S", "SU-76M", {"table": "bto.support-afv-5"}, {"table": "bto.support-afv-6"},
    ],
    "bto.support-afv-5": ["OT-34(L)"] * 3 + ["T-34/ATO-42"] * 3,
    "bto.support-afv-6": ["KV-8"] * 2 + ["KV-8S"] * 4,
    "oto-s1.fifty-cal": [".50cal HMG"] * 2 + ["HMG"] * 4,
    "oto-s1.wreck-fate": ["unaffected"] * 3 + ["burning"] * 2 + ["removed"],
    "oto-s1.mission-end": ["ends"] * 3 + ["plays on"] * 3,
    "generation.r6": [
        "SU-152", "ISU-122", "KV-1S", "SU-76M", {"table": "bto.support-afv-5"}, {"table": "bto.support-afv-6"},
    ],
    "generation.r8": ["Plentiful"] * 2 + ["Normal"] * 3 + ["Scarce"],
    "a6.a": [1, 1, 1, 2, 2, 3],
    "a6.b": [1, 1, 2, 2, 2, 3],
    "a6.c": [1, 2, 2, 3, 3, 4],
    "a6.d": [1, 2, 3, 3, 4, 4],
    "a6.e": [2, 3, 3, 4, 4, 5],
    "a6.f": [1, 1, 2, 2, 3, 3],
    "a6.g": [2, 3, 3, 4, 4, 5],
    "minefield.strength": [6, 6, 8, 8, 12, 12],
    "minefield.at-presence": ["yes"] * 2 + ["no"] * 4,
    "minefield.at-factors": [1, 1, 1, 2, 2, 3],
    "reinforcement.recurring": ["arrive"] * 3 + ["stop"] * 3,
    "truck.arrival": ["yes"] * 3 + ["no"] * 3,
    "sniper.kind": [1, 1, 1, 2, 2, 2],
    "sniper.effect": ["effective"] * 2 + ["none"] * 4,
    "wound.severity": ["wounded"] * 4 + ["dead"] * 2,
    "e7.number": [1, 1, 2, 2, 3, 3],
    "oto.aircraft": ["Il-2 M42"] * 2 + ["Il-2 M43"] * 4,
    "oto.atcb": ["yes"] * 2 + ["no"] * 4,
    "ffe.direction": [1, 2, 3, 4, 5, 6],
    "ffe.extent": [0, 1, 1, 2, 2, 3],
    "wind.direction": [1, 2, 3, 4, 5, 6],
    "wind.force": ["none"] * 3 + ["mild breeze"] * 2 + ["heavy wind"],
}  # fmt: skip

# Ranges (first, last) with one value each, per nationality; 0-1 is always "any", beyond the last "never".
Bands = list[tuple[int, int, int | str]]
INFANTRY: dict[str, Bands] = {
    "german": [(2, 2, 2), (3, 4, 1), (5, 6, 0), (7, 8, -1), (9, 12, -2), (13, 16, "long")],
    "british": [(2, 2, 2), (3, 4, 1), (5, 5, 0), (6, 7, -1), (8, 10, -2), (11, 16, "long")],
    "french": [(2, 2, 2), (3, 3, 1), (4, 5, 0), (6, 6, -1), (7, 10, -2), (11, 16, "long")],
    "russian": [(2, 2, 2), (3, 3, 1), (4, 4, 0), (5, 6, -1), (7, 8, -2), (9, 16, "long")],
    "partisan": [(2, 2, 1), (3, 3, 0), (4, 4, -1), (5, 6, -2), (7, 16, "long")],
}
VEHICLES: dict[str, Bands] = {
    "german": [(2, 2, 2), (3, 4, 1)], "british": [(2, 2, 2), (3, 4, 1)], "french": [(2, 2, 2), (3, 3, 1)],
    "russian": [(2, 2, 2), (3, 3, 1)], "partisan": [(2, 2, 2)],
}  # fmt: skip

MINES = {"effect": "minefield-under-infantry", "strength": "minefield.strength"}
RADIO = {
    "effect": "radio", "type": "h1.53", "ammo": "generation.r8", "leader": "8-0", "rides": ["motorcycle", "GAZ-67B"],
}  # fmt: skip
FOUND = {"effect": "minefield-discovered", "number": 3, "strength": "minefield.strength"}
ONCE = {"once": True}
EVENTS: dict[str, dict[str, dict[str, Any]]] = {
    ENEMY: {
        "11..12": {"effect": "suspects-advance", "within": 6},
        "13..16": MINES,
        "21..22": {"effect": "raise-re", "side": "ENEMY", "most": "6/7"},
        "23..24": ONCE | {"effect": "units-advance", "within": 6},
        "25..26": {"same_as": "13..16"},
        "31..33": {"effect": "artillery-strike", "number": "a6.a"},
        "34..36": ONCE
        | {
            "effect": "suspect-reinforcements", "number": "DR", "plus": 2, "again": "reinforcement.recurring",
            "later": "DR",
        },
        "41": {"effect": "artillery-strike", "number": "a6.c"},
        "42..43": {"effect": "artillery-strike", "number": "a6.e", "harassing": True},
        "44..46": ONCE | {"same_as": "23..24"},
        "51..56": {"same_as": "13..16"},
        "61..62": {"effect": "leader-hardens"},
        "63..64": {"effect": "sniper", "kind": "sniper.kind"},
        "65..66": {"effect": "enemy-aircraft", "type": "Ju-87G", "number": "e7.number"},
    },
    FRIENDLY: {
        "11..13": ONCE
        | {
            "effect": "gun-section", "number": "a6.f", "type": "generation.r5", "transport": "generation.r7",
            "crew": "2-2-8",
        },
        "14..16": {"effect": "recall-afv"},
        "21..23": ONCE | RADIO,
        "24..26": {"effect": "hero"},
        "31..33": {
            "effect": "platoon", "units": {"6-2-8": 3, "9-1": 1}, "weapons": {"FT": 1, "DC": 2},
            "trucks": "truck.arrival", "truck": "GAZ-MM",
        },
        "34..36": ONCE
        | {
            "effect": "afv-arrive", "number": "a6.a", "type": "bto.support-afv", "leader": "generation.r3",
            "leader_drm": "armor-leader",
        },
        "41..43": {"effect": "rally"},
        "44..46": {"effect": "raise-re", "side": "FRIENDLY", "most": "6/7"},
        "51..52": ONCE
        | {
            "effect": "infantry-reinforcements", "number": "DR", "plus": 1, "type": "generation.r2",
            "leader": "generation.r3", "smc_sw": "h1.8",
        },
        "53": ONCE | {"same_as": "21..23"},
        "54..56": ONCE | FOUND,
        "61..62": ONCE | {"same_as": "34..36"},
        "63": {"effect": "sniper", "kind": "sniper.kind"},
        "64": ONCE | {"same_as": "21..23"},
        "65": {
            "effect": "sappers", "number": "a6.a", "type": "4-5-8", "leader": "generation.r3", "each": ["DC", "LMG"],
        },
        "66": ONCE | {"same_as": "54..56"},
    },
}  # fmt: skip


def _results(table: Table) -> Iterator[Any]:
    """Every single value of the table, columns and lists opened."""
    for row in table.rows:
        yield from row.result if isinstance(row.result, list) else [row.result]


def _event_rows() -> list[tuple[str, str, dict[str, Any]]]:
    return [(table, row.label, row.result) for table in (ENEMY, FRIENDLY) for row in TABLES[table].rows]


@pytest.mark.parametrize("name", FILES)
def test_each_file_holds_exactly_its_tables(name: str) -> None:
    assert {table.id for table in load_tables(FOLDER / f"{name}.yaml")} == set(IDS[name].split())


def test_house_and_reconstructed_figures_say_why() -> None:
    for table in TABLES.values():
        assert table.provenance in ("seed", "rulebook") or len(table.note) > 20, table.id
        for row in table.rows:
            if row.provenance in ("house", "reconstructed"):
                assert row.note or table.note, f"{table.id} {row.label}"


@pytest.mark.parametrize("table_id", DR_TABLES)
def test_dr_tables_total_by_total(table_id: str) -> None:
    table = TABLES[table_id]
    assert table.kind is not None and table.kind.name == "DR"
    assert [table.value(total) for total in range(2, 13)] == DR_TABLES[table_id]


@pytest.mark.parametrize("table_id", LEADERS)
def test_leader_tables_total_by_total(table_id: str) -> None:
    table = TABLES[table_id]
    assert table.columns == ("leader", "armor-leader")
    for column, figures in zip(table.columns, LEADERS[table_id], strict=True):
        assert [table.value(total, column) for total in range(2, 13)] == figures


@pytest.mark.parametrize("table_id", ONE_DIE)
def test_dr_tables_of_one_die(table_id: str) -> None:
    table = TABLES[table_id]
    assert table.kind is not None and table.kind.name == "dr"
    assert [table.value(total) for total in range(1, 7)] == ONE_DIE[table_id]


def test_every_rolled_table_is_copied_above() -> None:
    rolled = {table.id for table in TABLES.values() if table.kind is not None and table.rows}
    effects = {"wind.change-kind", "a5.fortification", "oto.cbm"}
    assert rolled == {*DR_TABLES, *LEADERS, *ONE_DIE, *EVENTS, *effects}


def test_oto_5_3_the_counter_battery_table() -> None:
    every = [TABLES["oto.cbm"].value(total)["effect"] for total in range(2, 13)]
    assert every == ["eliminate", "red-any", "red-lowest", "harass", *["none"] * 7]


def test_c1_2_contact_and_draw_piles() -> None:
    pile = TABLES["oba.nation"]
    assert pile.value(1, "german") == {"contact": 8, "black": 8, "red": 3}
    assert pile.value(1, "russian") == {"contact": 8, "black": 5, "red": 2}
    assert [TABLES["oba.module"].value(mm)["battalion"] for mm in (70, 80, 105, 120, 150)] == [
        True,
        False,
        False,
        True,
        False,
    ]
    assert [TABLES["bombardment.failure"].value(by) for by in (1, 2, 3, 5)] == [
        "immobilized",
        "eliminated",
        "burning",
        "burning",
    ]


def test_5_2_the_six_drm_of_the_activation_check() -> None:
    table = TABLES["activation.check"]
    assert (table.against, table.kind and table.kind.name) == ("ENEMY AC#", "dr")
    assert {item.when: item.value for item in table.modifiers} == {
        "near-vpo": -1,
        "stone-building": -1,
        "level": -1,
        "activated-near": -1,
        "village": 1,
        "city": 2,
    }


@pytest.mark.parametrize(
    ("table_id", "figures"), [("activation.ranges", INFANTRY), ("activation.vehicle-ranges", VEHICLES)]
)
def test_x1_activation_ranges(table_id: str, figures: dict[str, Bands]) -> None:
    table = TABLES[table_id]
    assert table.columns == ("german", "british", "french", "russian", "partisan")
    for nation, bands in figures.items():
        every = [(0, 1, "any"), *bands, (bands[-1][1] + 1, 30, "never")]
        expected = [value for first, last, value in every for _ in range(first, last + 1)]
        assert [table.value(hexes, nation) for hexes in range(31)] == expected, nation


def test_other_modifiers() -> None:
    found = {
        table.id: {item.when: (item.value, item.rule) for item in table.modifiers}
        for table in TABLES.values()
        if table.modifiers and table.id != "activation.check"
    }
    assert found == {
        "oto-s1.mission-end": {"turns-after-end": (-1, "OtO-S1 S12.5")},
        "generation.r3": {"armor-leader": (-1, "S1 OoB")},
        "command.check": {"leader": (1, "16."), "no-mmc-near": (3, "S1 MSR 7")},
        "sniper.check": {"leader": (1, "A14.4"), "sniper-heroes": (-1, "A14.4"), "sniper-halves": (-1, "A14.4")},
        "oba.contact": {"maintenance": (-1, "C1.22"), "battalion": (-1, "C1.22")},
        "oba.accurate": {"accuracy-hindrance": (1, "C1.3"), "accuracy-haste": (1, "C1.332")},
        "oto.cbm": {"few-ffes": (2, "OtO 5.3"), "many-ffes": (-1, "OtO 5.3")},
        **{
            table: {
                "squad-clears": (-1, "B24.7"),
                "sapper-clears": (-1, "B28.8"),
                "more-hs": (-1, "B24.7"),
                "mine-labor": (-1, "B24.8"),
            }
            for table in ("mines.clearance", "wire.clearance")
        },
        "flame.clearance": {
            "squad-clears": (-1, "B24.7"),
            "more-hs": (-1, "B24.7"),
            "fire-ec": (1, "B25.5"),
            "mine-labor": (-1, "B24.8"),
        },
    }


def test_b25_65_how_the_wind_changes() -> None:
    table = TABLES["wind.change-kind"]
    seen = [(row.result.get("direction"), row.result.get("force")) for row in table.rows]
    assert seen == [(1, None), (2, None), (-1, None), (-2, None), (None, 1), (None, -1)]


def test_5_74_fortifications() -> None:
    table = TABLES["a5.fortification"]
    kinds = [table.value(total)["kind"] for total in range(1, 7)]
    assert kinds == ["foxhole", "foxhole", "trench", "wire", "minefield", "pillbox"]
    assert table.value(5)["strength"] == 6 and table.value(6)["text"] == "pillbox 1+3+5"


def test_charts() -> None:
    strike = TABLES["artillery.strike"].value(1)
    assert [strike[key] for key in ("calibre", "column", "radius", "harassing_radius")] == [105, 20, 1, 2]
    assert {strike["direction"], strike["extent"]} <= set(TABLES)
    assert [TABLES["oba.accuracy"].value(1, nation) for nation in ("german", "russian")] == [2, 1]
    items = [row.result for row in TABLES["h1.8"].rows]
    assert [item["item"] for item in items] == ["leader", "LMG", "ATR", "MMG"]
    assert [item["per"] for item in items] == [8, 4, 8, 8]


NAMING = {
    "german": "generation.g2 generation.g3 generation.g4 generation.g5 generation.g6 bto.gun-cupola bto.vehicle",
    "russian": "generation.r2 generation.r3 generation.r4 generation.r5 generation.r6 generation.r7 oto.aircraft "
    "oto-s1.fifty-cal bto.support-afv bto.support-afv-5 bto.support-afv-6",
}


@pytest.mark.parametrize(
    ("nation", "table_id"), [(nation, word) for nation, words in NAMING.items() for word in words.split()]
)
def test_results_that_name_a_counter_find_it(nation: str, table_id: str) -> None:
    counters = COUNTERS[nation]
    for result in _results(TABLES[table_id]):
        if isinstance(result, dict):
            assert result["table"] in TABLES
        else:
            assert result in ("-", "reroll") or result in counters, result


def test_h1_8_names_counters() -> None:
    for row in TABLES["h1.8"].rows:
        item = row.result
        assert item["item"] in COUNTERS["russian"] or item["table"] in TABLES
        assert set(item.get("not_for", [])) <= set(COUNTERS["russian"])


@pytest.mark.parametrize("table_id", [ENEMY, FRIENDLY])
def test_random_events_are_those_of_the_card(table_id: str) -> None:
    words = ("title", "text")
    seen = {
        row.label: {key: value for key, value in row.result.items() if key not in words}
        for row in TABLES[table_id].rows
    }
    assert seen == EVENTS[table_id]


@pytest.mark.parametrize("table_id", [ENEMY, FRIENDLY])
def test_random_events_cover_all_36_results(table_id: str) -> None:
    table = TABLES[table_id]
    totals = [10 * coloured + white for coloured, white in product(range(1, 7), repeat=2)]
    assert len(totals) == 36
    for total in totals:
        assert sum(row.low <= total <= row.high for row in table.rows) == 1, total


@pytest.mark.parametrize(("table_id", "label", "event"), _event_rows())
def test_each_event_can_be_read_and_carried_out(table_id: str, label: str, event: dict[str, Any]) -> None:
    assert 0 < len(event["title"]) <= 40
    assert event["text"].endswith(".") and len(event["text"]) <= 330
    assert ("effect" in event) != ("same_as" in event)
    if "same_as" in event:
        target = next(row for row in TABLES[table_id].rows if row.label == event["same_as"])
        assert "effect" in target.result
    counters = COUNTERS["german" if table_id == ENEMY else "russian"]
    for key in ("number", "again", "later", "strength", "kind", "transport", "ammo", "trucks", "smc_sw"):
        if key in event:
            assert event[key] in TABLES or event[key] == "DR" or isinstance(event[key], int), (label, key)
    for key in ("type", "leader", "truck", "crew"):
        if key in event:
            assert event[key] in TABLES or event[key] in counters, (label, key)
    for key in ("units", "weapons", "rides", "each"):
        assert set(event.get(key, [])) <= set(counters), (label, key)


def test_the_scrambled_37_40_is_marked() -> None:
    row = TABLES[ENEMY].row(35)
    assert row.provenance == "reconstructed" and "37-40" in row.note
    assert TABLES[ENEMY].row(11).provenance == "seed"
