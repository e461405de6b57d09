"""Every cell of the IFT, To Hit and To Kill tables against a copy of the charts (tests/data/asl_core_charts.txt)."""

from __future__ import annotations

import pytest
from field import chart, field

from sasl.asl.fire import ift
from sasl.content.library import Library, shipped_root
from sasl.kernel.rolling.tables import Table

LIBRARY = Library(shipped_root())
GAME = field().game


def _table(name: str) -> Table:
    return LIBRARY.table(name)


def _ends(span: str) -> tuple[int, ...]:
    """The numbers at which a span such as `7-12` or `55-` is tried."""
    low, _, high = span.partition("-")
    return (int(low), int(high)) if high else (int(low), int(low) + 500 if span.endswith("-") else int(low))


def _number(text: str) -> int | None:
    return None if text == "NA" else int(text)


def test_a7_308_the_star_line() -> None:
    columns, kills = chart("ift.vehicle")
    for column, kill in zip(columns[1:], kills[1:], strict=True):
        assert ift.star(GAME, int(column)) == int(kill)
    assert ift.star(GAME, 0) == 0


def test_c_6_columns_of_he() -> None:
    columns, calibres = chart("ift.he")
    before = 0
    for column, calibre in zip(columns[1:], calibres[1:], strict=True):
        assert ift.he_column(GAME, int(calibre)) == int(column)
        assert ift.he_column(GAME, int(calibre) - 1) == before
        before = int(column)


@pytest.mark.parametrize("kind", ["vehicle", "infantry", "area"])
def test_c3_every_cell_of_to_hit(kind: str) -> None:
    header, *rows = chart("to-hit")
    mine = [row for row in rows if row[0].startswith(kind)]
    assert len(mine) == (1 if kind == "area" else 2)
    for row in mine:
        column = "" if kind == "area" else row[0].split("-")[1]
        for span, cell in zip(header[1:], row[1:], strict=True):
            for distance in _ends(span):
                assert _table(f"to-hit.{kind}").value(distance, column) == int(cell), (row[0], distance)


def test_c4_every_cell_of_the_gun_modifications() -> None:
    header, *rows = chart("to-hit.gun")
    assert {row[0] for row in rows} == set(_table("to-hit.gun").columns)
    for row in rows:
        for span, cell in zip(header[1:], row[1:], strict=True):
            for distance in _ends(span):
                assert _table("to-hit.gun").value(distance, row[0]) == int(cell), (row[0], distance)


def test_c5_1_case_a() -> None:
    for mount, first, further in chart("to-hit.case-a")[1:]:
        assert _table("to-hit.case-a").value(1, mount) == int(first)
        assert [_table("to-hit.case-a").value(step, mount) for step in (2, 3)] == [int(further)] * 2


def test_c7_31_every_printed_ap_number() -> None:
    numbers = _table("to-kill.ap")
    printed = 0
    for gun, number in chart("to-kill.ap")[1:]:
        calibre = int("".join(char for char in gun if char.isdigit()))
        barrel = gun.lstrip("0123456789")
        assert numbers.value(calibre, barrel) == int(number), gun
        printed += 1
    cells = sum(value is not None for row in numbers.rows for value in row.result)
    assert cells == printed + 1  # the ATR shares the row of the 20L


@pytest.mark.parametrize("name", ["to-kill.mg", "to-kill.latw"])
def test_c7_31_c13_numbers_by_weapon(name: str) -> None:
    rows = chart(name)[1:]
    names = {row[0].replace("_", " ") for row in rows}
    assert names == set(_table(name).columns)
    for weapon, number in rows:
        assert _table(name).value(1, weapon.replace("_", " ")) == int(number)


def test_c7_32_apcr_by_calibre_and_barrel() -> None:
    for gun, number in chart("to-kill.apcr")[1:]:
        calibre, barrel = gun.rstrip("L"), gun.lstrip("0123456789")
        assert _table("to-kill.apcr").value(int(calibre), barrel) == int(number), gun


def test_c7_33_heat_by_calibre() -> None:
    for calibre, number in chart("to-kill.heat")[1:]:
        assert _table("to-kill.heat").value(int(calibre)) == int(number)


def test_c7_12_aerial_af_under_each_af() -> None:
    header, row = chart("armor.aerial")
    for factor, aerial in zip(header[1:], row[1:], strict=True):
        assert _table("armor.aerial").value(int(factor)) == int(aerial)


def test_c7_34_he_by_band() -> None:
    rows = [list(map(int, row)) for row in chart("to-kill.he")[1:]]
    for place, (low, armored, soft) in enumerate(rows):
        high = rows[place + 1][0] - 1 if place + 1 < len(rows) else 240
        for calibre in (low, high):
            assert _table("to-kill.he").value(calibre, "armored") == armored
            assert _table("to-kill.he").value(calibre, "unarmored") == soft


def test_c7_11_ap_against_unarmored() -> None:
    for low, high, number in chart("to-kill.ap-unarmored")[1:]:
        for calibre in (int(low), int(high)):
            assert _table("to-kill.ap-unarmored").value(calibre, "AP") == int(number)
            assert _table("to-kill.ap-unarmored").value(calibre, "HEAT") == 11


def test_c7_24_every_cell_of_case_d() -> None:
    header, *rows = chart("to-kill.range")
    assert {row[0].replace("_", " ") for row in rows} == set(_table("to-kill.range").columns)
    for row in rows:
        for span, cell in zip(header[1:], row[1:], strict=True):
            for distance in _ends(span):
                found = _table("to-kill.range").value(distance, row[0].replace("_", " "))
                assert found == _number(cell), (row[0], distance)


def test_d1_6_the_scale_of_armor() -> None:
    assert [row.result for row in _table("armor.scale").rows] == list(map(int, chart("armor.scale")[0][1:]))


# -- counters -----------------------------------------------------------------------------------------

CAMPAIGN_ONLY = {
    "german": {"120* MTR", "Pz IVF1", "105L ART", "20L(4) AA", "50mm MTR", "ATR"},
    "russian": {"PT-34", "KV-1 M41", "KV-1 M42", "KV-8(L)", "ISU-152", "T-34 M41"},
}
"""Counters that only campaigns bring; their figures are house."""

DEPLETION = {
    "german": {
        "88L AA": {"APCR": 3}, "75L AT": {"APCR": 3, "smoke": 7}, "75* INF": {"HEAT": 7},
        "150 INF": {"HEAT": 7, "smoke": 8}, "81* MTR": {"smoke": 8},
        "StuG IIIG": {"APCR": 4, "smoke": 8, "dischargers": 7}, "StuH 42": {"HEAT": 9, "smoke": 9, "dischargers": 7},
        "Marder II": {"APCR": 4, "HE": 7, "smoke": 7}, "PzJg III/IV": {"HE": 7},
    },
    "russian": {
        "76* INF": {"HEAT": 6, "smoke": 8}, "45L AT": {"APCR": 6}, "45LL AT": {"APCR": 6},
        "76L ART": {"APCR": 6, "smoke": 8}, "82* MTR": {"smoke": 8}, "120* MTR": {"smoke": 8}, "PT-34(L)": {"APCR": 6},
        "T-34 M43": {"APCR": 6}, "OT-34(L)": {"AP": 7}, "T-34/ATO-42": {"APCR": 6}, "ISU-122": {"smoke": 8},
    },
}  # fmt: skip
MGS = {
    "german": {"StuG IIIG": {"AAMG": 2}, "StuH 42": {"AAMG": 2}, "HMG Cupola": {"CMG": 7}, "MMG Cupola": {"CMG": 5}},
    "russian": {
        "PT-34(L)": {"BMG": 2, "CMG": 4}, "T-34 M43": {"BMG": 2, "CMG": 4}, "OT-34(L)": {"CMG": 4},
        "T-34/ATO-42": {"CMG": 4}, "KV-1S": {"BMG": 2, "CMG": 4, "RMG": 2}, "KV-8": {"BMG": 2, "RMG": 2},
        "KV-8S": {"BMG": 2, "RMG": 2},
    },
}  # fmt: skip
FLAGS = {
    "german": {
        "no_ap": {"StuH 42", "75* INF", "150 INF", "81* MTR"}, "red_cs": {"Marder II"}, "bare_rear": {"Marder II"},
        "gunshield": {"75L AT", "75* INF", "150 INF"}, "removal": {"PSK", "FT", "DC"}, "low_ammo": set(),
        "no_intensive": set(),
    },
    "russian": {
        "no_ap": {"50mm MTR", "82* MTR", "120* MTR"}, "red_cs": {"SU-76M"}, "bare_rear": set(),
        "gunshield": {"76* INF", "45L AT", "45LL AT"}, "removal": {"FT", "DC"}, "low_ammo": {"SU-152", "ISU-122"},
        "no_intensive": {"OT-34(L)", "SU-152", "ISU-122"},
    },
}  # fmt: skip


@pytest.mark.parametrize("nation", ["german", "russian"])
def test_c8_c11_d1_8_the_figures_of_guns_and_vehicles(nation: str) -> None:
    types = {name: item for name, item in LIBRARY.counters[nation].items() if name not in CAMPAIGN_ONLY[nation]}
    assert {name: item.depletion for name, item in types.items() if item.depletion} == DEPLETION[nation]
    assert {name: item.mgs for name, item in types.items() if item.mgs} == MGS[nation]
    for flag, names in FLAGS[nation].items():
        assert {name for name, item in types.items() if getattr(item, flag)} == names, flag


@pytest.mark.parametrize("nation", ["german", "russian"])
def test_c8_every_figure_in_words_is_a_figure_too(nation: str) -> None:
    for name, item in LIBRARY.counters[nation].items():
        if item.kind == "aircraft":
            continue
        assert ("FT 32" in item.ammo) == (item.flame == 32), name
        assert ("no AP" in item.ammo) <= item.no_ap, name
        assert ("ow ammo" in item.ammo) == item.low_ammo, name
        depletion = {str(kind): number for kind, number in item.depletion.items()}
        for letter, word in (("A", "APCR"), ("s", "smoke"), ("H", "HEAT"), ("HE", "HE"), ("sD", "dischargers")):
            number = depletion.get(word)
            if number is not None:
                assert f"{letter}{number}" in item.ammo.replace(",", " ").split(), (name, word)
