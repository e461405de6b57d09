"""The shipped counters: figures copied by hand, and chains that lead where the rules say."""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.content.reading.faults import ContentError
from sasl.content.tables.counter_files import load_counters
from sasl.content.tables.counters import CounterType

FOLDER = Path(__file__).resolve().parents[2] / "tables" / "counters"
NATIONS = ("german", "russian")
COUNTERS: dict[str, dict[str, CounterType]] = {name: load_counters(FOLDER / f"{name}.yaml")[1] for name in NATIONS}
Figures = tuple[int | str | bool | None, ...]
EVERY = [(nation, name) for nation in NATIONS for name in COUNTERS[nation]]

# name: (broken-side morale, HS, ELR replacement, Battle Hardening); "F" Fanatic, "D" Disrupted
GERMAN_MMC = {
    "8-3-8": (8, "3-3-8", "3-3-8", "F"), "6-5-8": (9, "3-4-8", "3-4-8", "F"), "5-4-8": (8, "2-3-8", "4-4-7", "F"),
    "4-6-8": (8, "2-4-8", "4-6-7", "F"), "4-6-7": (7, "2-4-7", "4-4-7", "4-6-8"),
    "4-4-7": (7, "2-3-7", "4-3-6", "4-6-7"), "4-3-6": (5, "2-3-6", "D", "4-4-7"), "3-4-8": (8, "", "D", "F"),
    "3-3-8": (7, "", "D", "F"), "2-4-8": (7, "", "2-4-7", "F"), "2-3-8": (7, "", "2-3-7", "F"),
    "2-4-7": (6, "", "2-3-7", "2-4-8"), "2-3-7": (6, "", "2-3-6", "2-4-7"), "2-3-6": (4, "", "D", "2-3-7"),
}  # fmt: skip
RUSSIAN_MMC = {
    "6-2-8": (8, "3-2-8", "5-2-7", "F"), "4-5-8": (8, "2-4-8", "4-4-7", "F"), "4-4-7": (7, "2-3-7", "4-2-6", "4-5-8"),
    "5-2-7": (7, "2-2-7", "4-2-6", "6-2-8"), "4-2-6": (5, "2-2-6", "D", "5-2-7"), "3-2-8": (7, "", "2-2-7", "F"),
    "2-4-8": (7, "", "2-3-7", "F"), "2-3-7": (6, "", "2-2-6", "2-4-8"), "2-2-7": (6, "", "2-2-6", "3-2-8"),
    "2-2-6": (4, "", "D", "2-2-7"),
}  # fmt: skip
LEADER_CHAIN = ["10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1"]
CAMPAIGN_LEADERS = ["10-1", "10-0", "7-1", "9-0", "8+1"]  # grades that only the tables of campaigns name
CAMPAIGN_ONLY = {  # what only Reinforcement Groups bring; unread, and marked so
    "120* MTR", "Ju-87 42", "FB 44", "PT-34", "KV-8(L)", "KV-1 M41", "KV-1 M42", "Pz IVF1", "T-34 M41",
}  # fmt: skip

# name: (FP, range, ROF, B# or X#, PP, R#)
SW: dict[str, dict[str, Figures]] = {
    "german": {
        "LMG": (3, 8, 1, 12, 1, 1), "MMG": (5, 12, 2, 12, 3, 2), "HMG": (7, 16, 3, 12, 4, 3),
        "PSK": (12, 4, None, 10, 1, None), "FT": (24, 1, None, 10, 1, None), "DC": (30, 1, None, 12, 1, None),
        "ATR": (1, 12, None, None, 1, 1), "50mm MTR": (3, 13, 3, 12, 5, 1),
    },
    "russian": {
        "LMG": (2, 6, 1, 11, 1, 1), "MMG": (4, 10, 2, 11, 5, 2), "HMG": (6, 12, 3, 12, 5, 3),
        "ATR": (1, 12, None, None, 1, 1), "FT": (24, 1, None, 10, 1, None), "DC": (30, 1, None, 12, 1, None),
        ".50cal HMG": (8, 16, 3, 12, 5, 2), "50mm MTR": (3, 20, 3, 12, 4, 1),
    },
}  # fmt: skip

# name: (ROF, B#, size, M#, mode, inside a building)
GUNS: dict[str, dict[str, Figures]] = {
    "german": {
        "20L(6) AA": (3, 12, 1, 10, "AA", True),
        "20L(20) AA": (3, 12, -1, 8, "AA", False),
        "20L(4) AA": (3, 11, 1, 10, "AA", True),
        "105L ART": (1, 11, -1, 2, "ART", False),
        "88L AA": (2, 12, -1, 4, "AA", False),
        "75L AT": (2, 12, 1, 8, "AT", True),
        "75* INF": (2, 12, 1, 10, "INF", True),
        "150 INF": (None, 12, -1, 6, "INF", False),
        "81* MTR": (3, 12, 1, 11, "MTR", False),
    },
    "russian": {
        "76* INF": (2, 12, 1, 8, "INF", True),
        "45L AT": (3, 12, 1, 11, "AT", True),
        "45LL AT": (3, 12, 1, 11, "AT", True),
        "76L ART": (2, 12, 0, 9, "ART", False),
        "82* MTR": (3, 12, 1, 11, "MTR", True),
        "120* MTR": (2, 12, 1, 9, "MTR", True),
    },
}

# name: (MP, MA, ROF, B#, AF front, AF side, size, turret, CS#)
AFV: dict[str, dict[str, Figures]] = {
    "german": {
        "StuG IIIG": (13, "75L", 1, 12, 8, 3, 1, "NT", 4),
        "StuH 42": (13, "105", None, 12, 8, 3, 1, "NT", 4),
        "Marder II": (13, "75L", 1, 12, 3, 1, 0, "NT", 4),
        "PzJg III/IV": (13, "88LL", 1, 12, 3, 2, -1, "NT", 5),
        "SdKfz 10/4": (14, "20L(4)", 3, 11, None, None, 1, "T", 5),
        "SdKfz 7/1": (13, "20L(20)", 3, 12, None, None, -1, "T", 4),
    },
    "russian": {
        "PT-34(L)": (16, "76L", 1, 12, 11, 6, 0, "ST", 5),
        "T-34 M43": (16, "76L", 1, 12, 11, 6, 0, "ST", 5),
        "OT-34(L)": (17, "76L", None, 12, 11, 6, 0, "ST", 4),
        "T-34/ATO-42": (16, "76L", 1, 12, 11, 6, 0, "ST", 5),
        "KV-1S": (14, "76L", 1, 12, 8, 6, 0, "T", 6),
        "KV-8": (11, "45L", None, 12, 11, 8, -1, "ST", 6),
        "KV-8S": (14, "45L", None, 12, 8, 6, 0, "T", 6),
        "SU-76M": (16, "76L", 2, 12, 4, 1, 1, "NT", 4),
        "SU-152": (13, "152", None, 10, 8, 6, -1, "NT", 6),
        "ISU-122": (13, "122L", None, 11, 14, 11, -1, "NT", 6),
        "ISU-152": (13, "152", None, 10, 14, 11, -1, "NT", 6),
    },
}


def _type(nation: str, name: str) -> CounterType:
    return COUNTERS[nation][name]


@pytest.mark.parametrize("nation", NATIONS)
def test_the_file_of_each_nation_says_its_own_name(nation: str) -> None:
    assert load_counters(FOLDER / f"{nation}.yaml")[0] == nation


@pytest.mark.parametrize(("nation", "figures"), [("german", GERMAN_MMC), ("russian", RUSSIAN_MMC)])
def test_a25_squads_and_half_squads(nation: str, figures: dict[str, tuple[int, str, str, str]]) -> None:
    mmc = {name for name, item in COUNTERS[nation].items() if item.kind in ("squad", "hs")}
    assert mmc == set(figures)
    words = {"F": "Fanatic", "D": "Disrupted"}
    for name, (broken, half, replaced, hardened) in figures.items():
        item = _type(nation, name)
        assert (item.broken, item.half) == (broken, half), name
        assert item.replaced_by == words.get(replaced, replaced), name
        assert item.hardened == words.get(hardened, hardened), name
        assert [item.fp, item.range, item.morale] == [int(part) for part in name.split("-")], name
        assert (item.kind == "squad") == bool(half), name


@pytest.mark.parametrize("nation", NATIONS)
def test_a19_replacement_never_raises_a_figure_and_keeps_the_size(nation: str) -> None:
    for name, item in COUNTERS[nation].items():
        if item.kind not in ("squad", "hs") or item.replaced_by == "Disrupted":
            continue
        lower = _type(nation, item.replaced_by)
        assert lower.kind == item.kind or item.replaced_by == item.half, name
        for key in ("fp", "range", "morale"):
            assert getattr(lower, key) <= getattr(item, key), (name, key)


@pytest.mark.parametrize("nation", NATIONS)
def test_a15_hardening_never_lowers_a_figure_and_keeps_the_size(nation: str) -> None:
    for name, item in COUNTERS[nation].items():
        if item.kind not in ("squad", "hs") or item.hardened == "Fanatic":
            continue
        better = _type(nation, item.hardened)
        assert better.kind == item.kind, name
        for key in ("fp", "range", "morale"):
            assert getattr(better, key) >= getattr(item, key), (name, key)


@pytest.mark.parametrize("nation", NATIONS)
def test_leaders_stand_in_one_chain(nation: str) -> None:
    names = [name for name, item in COUNTERS[nation].items() if item.kind == "leader"]
    assert [name for name in names if name not in CAMPAIGN_LEADERS] == LEADER_CHAIN
    for place, name in enumerate(LEADER_CHAIN):
        item = _type(nation, name)
        sign = name.index("+") if "+" in name else name.index("-")
        modifier = int(name[sign:])
        assert (item.morale, item.broken, item.modifier) == (int(name[:sign]), int(name[:sign]), modifier)
        assert item.self_rally
        assert item.replaced_by == ([*LEADER_CHAIN, "Disrupted"][place + 1])
        assert item.hardened == (LEADER_CHAIN[place - 1] if place else "")


@pytest.mark.parametrize("nation", NATIONS)
def test_crews_and_heroes(nation: str) -> None:
    crew, vehicle_crew, hero = (_type(nation, name) for name in ("2-2-8", "1-2-7", "1-4-9"))
    assert (crew.kind, crew.fp, crew.range, crew.morale, crew.broken) == ("crew", 2, 2, 8, 8)
    assert crew.self_rally and vehicle_crew.self_rally
    assert (vehicle_crew.kind, vehicle_crew.fp, vehicle_crew.morale, vehicle_crew.broken) == ("crew", 1, 7, 7)
    assert (hero.kind, hero.fp, hero.range, hero.morale, hero.modifier) == ("hero", 1, 4, 9, -1)


@pytest.mark.parametrize("nation", NATIONS)
def test_support_weapons(nation: str) -> None:
    found = {name: item for name, item in COUNTERS[nation].items() if item.kind == "sw" and name != "radio"}
    assert set(found) - (_unread(nation) - set(SW[nation])) == set(SW[nation])
    for name, figures in SW[nation].items():
        item = found[name]
        assert (item.fp, item.range, item.rof, item.breakdown, item.pp, item.repair) == figures, name


def _unread(nation: str) -> set[str]:
    """The counters of campaigns whose figures are ours."""
    return {name for name in CAMPAIGN_ONLY if name in COUNTERS[nation] and COUNTERS[nation][name].provenance == "house"}


@pytest.mark.parametrize("nation", NATIONS)
def test_guns(nation: str) -> None:
    found = {name: item for name, item in COUNTERS[nation].items() if item.kind == "gun"}
    assert set(found) - _unread(nation) == set(GUNS[nation])
    for name, figures in GUNS[nation].items():
        item = found[name]
        seen = (item.rof, item.breakdown, item.size, item.manhandling, item.mode, item.inside)
        assert seen == figures, name
        assert (item.crew, item.repair or 1) == ("2-2-8", 1), name


def test_oto_4_1_cupolas() -> None:
    for name, figures in {"HMG Cupola": (7, 16, 3), "MMG Cupola": (5, 12, 2)}.items():
        item = _type("german", name)
        assert (item.kind, item.armor_front, item.armor_side, item.size) == ("cupola", 5, 5, 1)
        assert (item.fp, item.range, item.rof) == figures and item.repair == item.rof
        assert (item.crew, item.inside, item.move) == ("2-2-8", False, "none")


@pytest.mark.parametrize("nation", NATIONS)
def test_armed_vehicles(nation: str) -> None:
    found = {name: item for name, item in COUNTERS[nation].items() if item.kind == "vehicle" and item.ma}
    assert set(found) - _unread(nation) == set(AFV[nation])
    for name, figures in AFV[nation].items():
        item = found[name]
        seen = (
            item.mp, item.ma, item.rof, item.breakdown, item.armor_front, item.armor_side, item.size, item.turret,
            item.crew_survival,
        )  # fmt: skip
        assert seen == figures, name


def test_transport_and_what_it_tows() -> None:
    found = {name: _type("russian", name) for name in ("GAZ-67B", "GAZ-MM", "ZiS-5", "Wagon")}
    assert {name: (item.mp, item.tow_number, item.pp, item.ground_pressure) for name, item in found.items()} == {
        "GAZ-67B": (33, 10, 9, "low"),
        "GAZ-MM": (25, 8, 21, ""),
        "ZiS-5": (21, 4, 29, "high"),
        "Wagon": (8, 6, 15, ""),
    }
    assert _type("russian", "motorcycle").move == "motorcycle"
    for gun in GUNS["russian"]:
        number = _type("russian", gun).manhandling
        assert number is not None and number >= 4, f"{gun}: no end to the rerolls of R7"


def test_aircraft() -> None:
    for nation, models in {"russian": ["Il-2 M42", "Il-2 M43"], "german": ["Ju-87G", "Ju-87D"]}.items():
        found = [name for name, item in COUNTERS[nation].items() if item.kind == "aircraft"]
        assert [name for name in found if name not in _unread(nation)] == models


@pytest.mark.parametrize(("nation", "name"), EVERY)
def test_a_house_figure_says_why_and_map_codes_are_short(nation: str, name: str) -> None:
    item = _type(nation, name)
    assert item.provenance in ("seed", "rulebook") or item.note
    assert item.code.isascii() and item.code.isalnum() and len(item.code) <= 5


@pytest.mark.parametrize("nation", NATIONS)
def test_map_codes_are_unique(nation: str) -> None:
    codes = [item.code for item in COUNTERS[nation].values()]
    assert len(codes) == len(set(codes))


# -- own files of before ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("now", "before"),
    [("fp: 6, range: 2,", "fp: 6, range: 2, bpv: 13,"), ("tow_number: 4,", "tow_number: 4, tows: all Guns,")],
)
def test_own_counters_with_a_key_of_before_load(now: str, before: str, tmp_path: Path) -> None:
    text = (FOLDER / "russian.yaml").read_text(encoding="utf-8")
    (tmp_path / "russian.yaml").write_text(text.replace(now, before), encoding="utf-8")
    assert now in text and load_counters(tmp_path / "russian.yaml") == ("russian", COUNTERS["russian"])


@pytest.mark.parametrize("text", ["- no mapping", "nation: russian", "counters: [6-2-8]", "counters: {6-2-8: squad}"])
def test_a_file_that_is_no_list_of_counters_is_a_fault(text: str, tmp_path: Path) -> None:
    (tmp_path / "russian.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(ContentError, match=r"russian\.yaml:1"):
        load_counters(tmp_path / "russian.yaml")
