"""The campaign files and their tables say what the rules print; what is wrong in one is told by line."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from fractions import Fraction
from pathlib import Path

import pytest
from desk import LIBRARY

from sasl.campaign.campaign_checks import check, check_file
from sasl.campaign.campaign_run import FIGURE
from sasl.content.library import Library
from sasl.content.missions.campaign import SIDES, Campaign, Nation
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError
from sasl.kernel.rolling.tables import Table

DATA = Path(__file__).resolve().parents[1] / "data" / "campaign_tables.txt"
ROOT = LIBRARY.loader.root


def campaign(name: str) -> Campaign:
    return LIBRARY.campaign(name)


def table(name: str) -> Table:
    return LIBRARY.table(name)


@pytest.mark.parametrize("name", ["oto2", "rb", "votg"])
def test_every_figure_of_a_campaign_is_used(name: str) -> None:
    """By its name in the program (a side's or kind's name may be put in), in a text of the file, or by its `entry`."""
    file = campaign(name)
    source = "\n".join(path.read_text(encoding="utf-8") for path in (LIBRARY.loader.root / "sasl").rglob("*.py"))
    open_names = [re.sub(r"\{[^}]*\}", "*", found) for found in re.findall(r'figure(?:_or)?\(f"([^"]+)"', source)]
    texts = [*file.rules, *(way.text for way in file.setups),
             *(text for notes in file.group_notes.values() for text in notes.values())]  # fmt: skip
    named = {figure for text in texts for figure in FIGURE.findall(text)}
    named |= {figure for edges in file.entry.values() for figure in edges.values()}
    dead = [figure for figure in file.figures if f'"{figure}"' not in source and figure not in named
            and not any(fnmatch(figure, pattern) for pattern in open_names)]  # fmt: skip
    assert dead == []


def copied() -> dict[str, list[tuple[str, str]]]:
    """The rows copied from the rules by hand: `id`, then `row: result` lines."""
    found: dict[str, list[tuple[str, str]]] = {}
    name = ""
    for line in DATA.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        if line.startswith(" "):
            row, _, result = line.strip().partition(": ")
            found[name].append((row, result))
        else:
            name = line.strip()
            found[name] = []
    return found


COPIED = copied()


def plain(result: object) -> str:
    return " ".join(map(plain, result)) if isinstance(result, list) else str(result)


@pytest.mark.parametrize("name", COPIED)
def test_the_rows_are_those_of_the_print(name: str) -> None:
    """Each printed row, copied once more by hand; a column at a time where a table has one for each side."""
    table_id, _, column = name.partition(" ")
    found = table(table_id)
    for row, result in COPIED[name]:
        low, _, high = row.partition("..")
        for total in range(int(low), int(high or low) + 1):
            assert plain(found.value(total, column)) == result, total


@pytest.mark.parametrize("name", ["oto2", "rb", "votg"])
def test_every_table_of_a_campaign_is_copied_or_a_chart_of_words(name: str) -> None:
    ids = {item for item in campaign(name).tables.values() if item.startswith(f"cg.{name}.")}
    ids |= {item for item in LIBRARY.all_tables if item.startswith(f"cg.{name}.")}
    assert ids - {key.partition(" ")[0] for key in COPIED} == set()


# -- dates, sides, sums ------------------------------------------------------------------------------------


def historical(name: str) -> dict[str, tuple[int, int]]:
    return {date.id: (date.historical["german"], date.historical["russian"]) for date in campaign(name).dates}


def test_7_5151_the_historical_drm_of_oto2() -> None:
    assert historical("oto2") == {"23AM": (-1, -2), "23PM": (0, 1), "24AM": (0, -1), "24PM": (1, 0)}


def test_11_6161_the_historical_drm_of_red_barricades() -> None:
    drm = historical("rb")
    assert [*list(drm)[:1], *list(drm)[14:16], *list(drm)[-1:]] == ["17-Oct", "31-Oct", "01-Nov", "15-Nov"]
    german = [-2, -2, -1, 0, -1, -2, -1, -1, -1, 0, -1, 0, 1, 1, 0, 1, 2, 1, 1, 1, 1, 0, 0, -1, -2, -3, -1, 0, 1, 1]
    russian = [-1, -1, 0, 0, -1, 0, -1, -1, 0, 0, -1, -1, 0, 1, -2, -1, 0, 1, 1, 1, 0, 0, 0, -1, -1, -1, 0, 0, 1, 1]
    assert [pair[0] for pair in drm.values()] == german
    assert [pair[1] for pair in drm.values()] == russian


def test_12_6182_the_historical_drm_of_valor_of_the_guards() -> None:
    drm = historical("votg")
    assert [pair[0] for pair in drm.values()] == [0, -1, -2, -1, 0, 0, -1, -2, -2, -1, -1, 0, 1, 1]
    assert [pair[1] for pair in drm.values()] == [0, -1, -1, -1, 0, 0, 1, 1, 0, -1, -1, 0, 1, 1]
    assert campaign("votg").dates[0].night == {"russian": -2}
    assert not any(date.night for date in campaign("votg").dates[1:])


def test_7_4_the_sides_of_oto2_begin_as_printed() -> None:
    sides = campaign("oto2").sides
    assert [(side.elr, side.san, side.cpp) for side in (sides["german"], sides["russian"])] == [(3, 3, 66), (4, 3, 68)]
    assert campaign("oto2").victory.vp == 20
    assert campaign("oto2").victory.balance == {"russian": 18, "german": 22}
    assert {kind: item.vp for kind, item in campaign("oto2").scenario_victory.items()} == {"initial": 5, "usual": 7}


def test_7_4_the_initial_ob_of_oto2() -> None:
    def given(side: Nation) -> dict[str, int]:
        lines = campaign("oto2").initial[side]
        return {item.group or item.type or item.fort: item.count for item in lines}

    assert given("german") == {"I1": 1, "HMG Cupola": 2, "SdKfz 10/4": 2, "at-ditch": 5, "wire": 10, "trench": 10,
                               "minefield": 4}  # fmt: skip
    assert given("russian") == {"V5": 3, "V4": 2, "I5": 1, "T-34 M43": 4, "B1": 2, "GAZ-MM": 6, "Il-2 M43": 4}
    mines = campaign("oto2").initial["german"][-1]
    assert (mines.ap, mines.at) == (6, 3)


CHARTS = {  # id, CPP, CG Date Max, CG Max
    "german": """I1 7 2 4; I2 6 2 4; I3 6 2 4; I4 4 2 4; I5 2 3 6; I6 3 3 6; I7 5 3 5; V1 6 2 4; V2 5 2 4; V3 6 2 4;
        V4 6 1 2; V5 2 2 4; V6 3 2 2; G1 5 2 5; G2 7 2 4; G3 6 2 3; G4 3 2 5; G5 5 1 2; G6 4 1 3; G7 6 1 2; G8 4 1 2;
        O1 3 2 6; O2 4 1 3; O3 5 1 3; O4 1 2 6; O5 5 1 4; F1 1 1 4; F2 1 1 2; F3 1 1 2; M1 1 5 10; M2 2 2 4;
        M3 2 1 4""",
    "russian": """I1 5 2 4; I2 7 2 5; I3 4 1 4; I4 6 1 4; I5 10 1 4; I6 4 2 6; I7 3 2 4; V1 3 2 5; V2 5 2 5; V3 5 2 5;
        V4 4 3 5; V5 6 3 3; V6 6 2 4; V7 5 2 3; V8 4 2 2; G1 3 2 2; G2 5 2 2; G3 4 2 3; G4 5 1 2; O1 3 2 8; O2 4 2 8;
        O3 5 1 3; O4 2 1 2; O5 3 1 2; O6 1 3 12; O7 4 1 4; B1 7 2 6; F1 1 2 8; M1 1 2 6; M2 2 1 4; M3 2 1 4""",
}


@pytest.mark.parametrize("side", CHARTS)
def test_7_518_each_line_of_the_charts(side: Nation) -> None:
    """Copied once more from the printed columns."""
    groups = campaign("oto2").groups[side]
    found = [f"{item.id} {item.cpp} {item.date_max} {item.cg_max}" for item in groups]
    assert found == [" ".join(line.split()) for line in CHARTS[side].split(";")]


@pytest.mark.parametrize(("side", "full", "depleted"), [("german", 62, 40), ("russian", 72, 48)])
def test_7_5185_full_and_depleted_add_up(side: Nation, full: int, depleted: int) -> None:
    """The sums of the column with the oblique stroke: squads, vehicles and Guns, without HW Sections and aircraft."""
    groups = campaign("oto2").groups[side]
    units = [unit for item in groups if item.kind not in ("hw", "aircraft") for unit in item.units]
    assert (sum(unit.full for unit in units), sum(unit.depleted or 0 for unit in units)) == (full, depleted)


def test_note_c_says_which_groups_may_be_depleted() -> None:
    for side in SIDES:
        for group in campaign("oto2").groups[side]:
            assert group.depletion == ("c" in group.notes.split(",")), group.id
            assert bool(group.crew) == ("b" in group.notes.split(",")), group.id


def sw(side: str, group_id: str) -> list[str]:
    group = campaign("oto2").group(side, group_id)
    assert group is not None
    return [f"{item.type} {item.count}" + (f" ({item.dr})" if item.dr else "") for item in group.weapons]


def test_7_5192_the_sw_allotment() -> None:
    assert sw("german", "I1") == ["LMG 3", "MMG 1", "MMG 1 (3)", "PSK 1"]
    assert sw("german", "I2") == ["LMG 3", "MMG 1", "PSK 1"]
    assert sw("german", "I3") == ["LMG 1", "FT 1", "DC 2"]
    assert sw("german", "I4") == ["LMG 1", "DC 1"]
    assert sw("russian", "I1") == ["LMG 1", "MMG 1", "ATR 1", "50mm MTR 1"]
    assert sw("russian", "I2") == ["LMG 2", "MMG 1", "ATR 1", "50mm MTR 2"]
    assert sw("russian", "I3") == ["DC 1"]
    assert sw("russian", "I4") == ["LMG 1 (3)", "ATR 1 (3)", "DC 1"]
    assert sw("russian", "I5") == ["LMG 1", "FT 2", "DC 5"]


def test_7_5_the_marks_of_the_steps() -> None:
    steps = campaign("oto2").steps
    assert [step.rule for step in steps if "end" in step.marks] == ["7.501", "7.502", "7.503", "7.5031"]
    again = {(step.part_of or step.rule) for step in steps if "again" in step.marks}
    assert again == {f"7.{number}" for number in range(512, 519)}
    start = {(step.part_of or step.rule) for step in steps if "start" in step.marks}
    assert start == {f"7.{number}" for number in range(518, 524)}


def test_12_613_what_a_counterattack_leaves_out() -> None:
    left_out = [step.rule for step in campaign("votg").steps if "not-counterattack" in step.marks]
    assert left_out == ["12.6141", "12.6142", "12.6143", "12.6151d", "12.6151e", "12.6151f", "12.619", "12.620"]


def test_11_6231_and_12_6251_the_attack_chits() -> None:
    assert campaign("votg").figures["attack-chits-russian"].value == 8  # CG IV
    assert campaign("rb").figures["attack-chits-russian"].value == 8  # CG III


def test_a_campaign_of_before_in_a_pack_may_still_give_attack_limits() -> None:
    text = (ROOT / "missions" / "campaigns" / "rb.yaml").read_text(encoding="utf-8")
    pack = Pack.of("mine", {"missions/campaigns/rb.yaml": f"{text}attack_limits: {{CG I: {{russian: 4}}}}\n"})
    assert Library(ROOT, (pack,)).campaign("rb").title == campaign("rb").title


FPP: dict[str, dict[str, tuple[int | None, int | None]]] = {
    "oto2": {"trench": (6, None), "at-ditch": (18, None), "ap-mine": (2, None), "at-mine": (4, None),
             "concealment": (1, None), "wire": (13, None), "pillbox": (2, None), "foxhole-3": (3, 3),
             "foxhole-2": (2, 2), "foxhole-1": (1, 1), "hip-cupola": (5, None), "hip-squad": (3, None),
             "hip-hs": (2, None), "hip-crew": (1, None)},
    "rb": {"foxhole-3": (3, 3), "foxhole-2": (2, 2), "foxhole-1": (1, 1), "trench": (7, 7), "at-ditch": (None, 21),
           "ap-mine": (1, 3), "at-mine": (3, 9), "roadblock": (12, 12), "wire": (15, 15), "pillbox": (None, 3),
           "fortified-building": (10, 10), "tunnel": (30, 30), "hip-afv": (5, 5), "hip-squad": (3, 3),
           "hip-hs": (2, 2), "hip-crew": (1, 1), "hip-smc": (1, 1), "concealment": (1, 1), "booby-traps": (None, 40),
           "set-dc": (15, 15)},
}  # fmt: skip
FPP["votg"] = {**FPP["rb"], "strongpoint": (None, 30)}


@pytest.mark.parametrize("name", FPP)
def test_the_fpp_of_fortifications(name: str) -> None:
    found = {item.id: (item.fpp.get("german"), item.fpp.get("russian")) for item in campaign(name).fortifications}
    assert found == FPP[name]


def test_11_621_the_worked_purchase_of_forty_fpp() -> None:
    """EX: a Fortified Building, six A-P factors, HIP for two squads, two HS, a crew, an SMC: 40 FPP."""
    cost = {item.id: item.fpp["russian"] for item in campaign("rb").fortifications}
    bought = {"fortified-building": 1, "ap-mine": 6, "hip-squad": 2, "hip-hs": 2, "hip-crew": 1, "hip-smc": 1}
    assert sum(cost[name] * count for name, count in bought.items()) == 40


# -- odds worked by hand -----------------------------------------------------------------------------------


def test_7_515_the_odds_of_cpp_with_the_russian_drm_of_23pm() -> None:
    """+1: a DR of 2 gives 24, so 25 never comes; 10 and more give 20, that is 6 of 36."""
    odds = table("cg.oto2.cpp").odds(1)
    assert odds["<=2"] == 0
    assert odds[">=11"] == Fraction(6, 36)
    assert odds["3..4"] == Fraction(3, 36)


def test_11_616_the_odds_of_cpp_with_minus_four() -> None:
    """EX of 18 October: -4; a 10 gives 16. Six or less gives 18, that is 15 of 36; 13 and 12 never come."""
    found = table("cg.rb.cpp")
    assert found.value(10 - 4) == 16
    odds = found.odds(-4)
    assert odds["<=2"] == Fraction(15, 36)
    assert odds["11..12"] == odds[">=13"] == 0


def test_the_worked_examples_of_red_barricades() -> None:
    """11.6204: 10 and 9 are Depleted, a German 4 is Plentiful. 11.6206: 7 gives 8-1 and 8-0, 5 gives 9-1 and 8-0."""
    assert [table("cg.rb.strength").value(total) for total in (10, 9)] == ["depleted", "depleted"]
    assert table("cg.rb.oba").value(4, "german") == "plentiful"
    assert [table("cg.rb.leaders-russian").value(total) for total in (7, 5)] == [["8-1", "8-0"], ["9-1", "8-0"]]


# -- faults by line ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["oto2", "rb", "votg"])
def test_the_shipped_campaigns_can_be_played(name: str) -> None:
    check(LIBRARY, name)


def faults(tmp_path: Path, name: str, old: str, new: str) -> list[str]:
    """The faults of a shipped campaign file with one word changed, and the line of that word."""
    text = (ROOT / "missions" / "campaigns" / name).read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    path = tmp_path / name
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ContentError) as error:
        check_file(LIBRARY, path)
    line = text[: text.index(old)].count("\n") + 1
    assert all(f"{name}:{line}:" in fault for fault in error.value.faults), error.value.faults
    return list(error.value.faults)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("step: melee,", "step: meele,", "has no step 'meele'; did you mean 'melee'?"),
        ("  cpp: cg.oto2.cpp", "  cpp: cg.oto2.cp", "there is no table 'cg.oto2.cp'"),
        ("  wounded: cg.oto2.wounded", "  woundd: cg.oto2.wounded", "called 'woundd'"),
        ("{type: StuH 42, full", "{type: StuH 44, full", "no German counter 'StuH 44'; did you mean 'StuH 42'?"),
        ("{fort: wire, count", "{fort: wir, count", "there is no fortification 'wir'; did you mean 'wire'?"),
        ("{group: V4, count", "{group: V44, count", "there is no group 'V44'"),
        ("fpp: 50, fpp_share: true, cpp", "fpp_share: true, cpp", "of kind fpp needs 'fpp'"),
        ("{table: cg.oto2.kv-pt, each", "{table: cg.oto2.kv-p, each", "there is no table 'cg.oto2.kv-p'"),
        ("id: V8, title", "id: V7, title", "group 'V7' appears twice"),
    ],
)
def test_a_slip_in_a_campaign_file_is_one_line(tmp_path: Path, old: str, new: str, words: str) -> None:
    if "woundd" in new:  # the room misses its table, too: two lines
        text = (ROOT / "missions" / "campaigns" / "oto2.yaml").read_text(encoding="utf-8").replace(old, new)
        path = tmp_path / "oto2.yaml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ContentError) as error:
            check_file(LIBRARY, path)
        assert len(error.value.faults) == 2
        assert words in error.value.faults[1]
        return
    found = faults(tmp_path, "oto2.yaml", old, new)
    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        ("oto2.yaml", '{"<=8": full, ">=9": depleted}', '{"<=8": ful, ">=9": depleted}', "'ful' is not a word for"),
        ("oto2.yaml", '{"<=2": 25, 3..4: 24,', '{"<=2": 25, 3..4: many,', "'many' is not a number"),
        ("oto2.yaml", "4..6: KV-1 M42}", "4..6: KV-1 M24}", "not a Russian counter; did you mean 'KV-1 M42'?"),
        ("oto2.yaml", "[9-1, 8-1, 7-0], [9-1, 8-0]]", "[9-1, 8-1, 7-0], [9-7, 8-0]]", "'9-7' is not a Russian counter"),
        ("rb.yaml", "Dual Attack, German Assault]", "Duel Attack, German Assault]", "'Duel Attack' is not a word for"),
    ],
)
def test_a_slip_in_a_table_of_a_campaign_is_one_line(file: str, old: str, new: str, words: str) -> None:
    text = (ROOT / "tables" / "campaigns" / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    pack = Pack.of("mine", {f"tables/campaigns/{file}": text.replace(old, new)})
    with pytest.raises(ContentError) as error:
        check(Library(ROOT, (pack,)), file.removesuffix(".yaml"))
    place = f"mine/tables/campaigns/{file}:{text[: text.index(old)].count(chr(10)) + 1}:"
    assert [place in fault and words in fault for fault in error.value.faults] == [True]


# -- the groups of a player's pack ---------------------------------------------------------------------------

GROUPS = """\
format: 1
groups_of: rb
groups:
  german:
    - {id: A6, title: Pz IVF1 Pltn, kind: afv, cpp: 5, units: [{type: Pz IVF1, full: 3, depleted: 2}], depletion: true,
       armor_leader: true, provenance: user}
    - {id: I1, title: Rifle Coy, kind: company, cpp: 7, units: [{type: 4-6-7, full: 12, depleted: 9}], depletion: true,
       quality: first-line, weapons_as: rifle, provenance: user}
"""


def with_pack(text: str, name: str = "rb") -> Library:
    return Library(ROOT, (Pack.of("mine", {f"missions/campaigns/groups/{name}.yaml": text}),))


def test_two_lines_of_a_pack_are_groups_of_red_barricades() -> None:
    library = with_pack(GROUPS)
    check(library, "rb")
    groups = library.campaign("rb").groups
    assert [(item.id, item.cpp) for item in groups["german"]] == [("A6", 5), ("I1", 7)]
    assert [item.type for item in groups["german"][1].weapons] == ["HMG", "MMG", "LMG", "ATR", "50mm MTR"]
    assert campaign("rb").groups == {}


def test_a_pack_replaces_a_shipped_group_by_its_id() -> None:
    line = "{id: I1, title: Cheap, kind: company, cpp: 1, units: [{type: 4-4-7}], provenance: user}"
    groups = with_pack(f"format: 1\ngroups_of: oto2\ngroups:\n  german: [{line}]\n", "oto2").campaign("oto2").groups
    assert groups["german"][0].title == "Cheap"
    assert [item.id for item in groups["german"]] == [item.id for item in campaign("oto2").groups["german"]]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("weapons_as: rifle", "weapons_as: rifles", 8, "the SW chart has no line 'rifles'; did you mean 'rifle'?"),
        ("type: Pz IVF1", "type: Pz IVF9", 5, "there is no German counter 'Pz IVF9'; did you mean 'Pz IVF1'?"),
        ("type: Pz IVF1", "type: 50L", 5, "there is no German counter '50L'; tables/counters/german.yaml lists them"),
        ("id: I1", "id: A6", 7, "group 'A6' appears twice"),
        ("groups_of: rb", "groups_of: votg", 2, "name it 'votg.yaml'"),
        ("cpp: 7", "cpp: ?", 7, ""),
    ],
)
def test_a_slip_in_the_groups_of_a_pack_is_told_by_line(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(ContentError) as error:
        check(with_pack(GROUPS.replace(old, new)), "rb")
    assert len(error.value.faults) == 1
    fault = error.value.faults[0]
    assert words in fault
    assert f"groups/rb.yaml:{line}:" in fault or f"groups/rb.yaml:{line + 1}:" in fault, fault


@pytest.mark.parametrize("name", ["rb", "votg"])
def test_the_template_names_lines_that_the_sw_chart_has(name: str) -> None:
    text = (ROOT / "missions" / "campaigns" / "groups" / f"{name}.yaml").read_text(encoding="utf-8")
    chart = campaign(name).sw
    words = " ".join(text.replace("#", " ").split())
    for side in SIDES:
        for line in chart[side]:
            assert line in words, line
