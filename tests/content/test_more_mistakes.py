"""Seventy mistakes of a designer, each in a copy of a shipped file: none that changes play passes lint."""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.cli.tables.lint_command import overrides, playable
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_files
from tests.content.test_planted_faults import Planted, line_of, plant

S1, S2, PLATOON = "missions/oto-s1.yaml", "missions/oto-s2.yaml", "missions/platoon.yaml"
OTO, BD13, LIPKI = "missions/boards/oto.yaml", "missions/boards/bd13.yaml", "missions/boards/lipki.yaml"
TABLES, EVENTS, ENEMY = "tables/oto-s1.yaml", "tables/random-events-oto-s1.yaml", "tables/enemy/actions.yaml"
IFT, MORALE, COMMAND = "tables/fire/ift.yaml", "tables/infantry/morale.yaml", "tables/command.yaml"
GERMAN, RUSSIAN = "tables/counters/german.yaml", "tables/counters/russian.yaml"
BOLD, TIMID, STANDARD = (f"tables/doctrines/{name}.yaml" for name in ("bold", "timid", "standard"))
RB, OTO2 = "missions/campaigns/rb.yaml", "missions/campaigns/oto2.yaml"
STRATEGY = "tables/campaigns/strategies/standard.yaml"
FIGURES, TERRAIN = "tables/figures.yaml", "tables/terrain.yaml"

ALONE = [
    # -- missions: words, numbers, places
    Planted(S1, "first_side: FRIENDLY", "first_side: RUSSIAN", "'RUSSIAN' is not one of FRIENDLY, ENEMY"),
    Planted(S1, "friendly_edge: east", "friendly_edge: right", "friendly_edge: 'right' is not one of"),
    Planted(S1, "numbers: [0, 28]", "numbers: [0]", "numbers"),
    Planted(S1, "set_up_line: [A27, I23,", "set_up_line: [C27, I23,", "set_up_line"),
    Planted(S1, "beyond: 2 ", "beyond: -2 ", "beyond: 0 or more is needed here (got -2)"),
    Planted(S1, "one_per: 3", "one_per: 0", "one_per: 1 or more is needed here"),
    Planted(S1, "start: A26, end: H22", "start: A26, end: H99", "hex"),
    Planted(S1, "fate: oto-s1.wreck-fate", "fate: oto-s1.wreck-fates", "did you mean 'oto-s1.wreck-fate'?"),
    Planted(S1, "within: 2\n", "within: 2 hexes\n", "within: a whole number is needed here, not '2 hexes'"),
    Planted(S1, "start_control: set-up area", "start_control: FRIENDLY", "is not one of ENEMY, set-up area"),
    Planted(S1, "like: coy-1", "like: coy-4", "there is no group 'coy-4' with items"),
    Planted(S1, "{type: DC, count: 2}", "{type: DC, count: 200}", "count: 60 or less is needed here"),
    Planted(S1, "{type: HMG, count: 4,", "{type: HMG, cuont: 4,", "did you mean 'count'?"),
    Planted(S1, "{type: FT}", "{type: FT, table: bto.support-afv}", "give either 'type' (a counter) or 'table'"),
    Planted(S1, "elr: 3}", "elr: 7}", "elr: 5 or less is needed here (got 7)"),
    Planted(S1, "nation: german", "nation: germany", "there are no counters of nation 'germany'; did you mean"),
    Planted(S1, "vpo:\n  hexes: [A12,", "vpo:\n  determined: {number: a6.g, priority: [intersection]}\n  hexes: [A12,",
            "give either 'hexes' or 'determined'", at="vpo:\n  determined"),
    Planted(S1, "weapons: generation.g4\n", "weapons: g4\n", "there is no table 'g4'"),
    Planted(S1, "per: patch", "per: patches", "did you mean 'patch'?"),
    Planted(S1, "sniper: P18", "sniper: P88", "hex P88 is not on the map in play"),
    Planted(S2, "layout: [B, A, B]", "layout: [B, C, B]", "the layout names 'C', but 'tables' has no table for it",
            at="boards:\n    layout"),
    Planted(S2, "month: oto-s2.month\nec_table: oto-s2.ec", "ec: Dry\nec_table: oto-s2.ec",
            "give either 'ec' or 'ec_table'", at="format: 1"),
    Planted(S2, "of: [intersection]\n      rule", "of: [crossroads]\n      rule", "'crossroads' is not one of"),
    Planted(S2, "radius: a6.f", "radius: 0", "radius"),
    Planted(PLATOON, "end: {turn: 5, table: platoon.mission-end", "end: {turn: 5, table: platoon.misson-end",
            "did you mean 'platoon.mission-end'?"),
    Planted(PLATOON, "per: building, terrain: [wooden-building]", "per: building, terrain: [house]",
            "'house' is not a terrain; did you mean 'wooden-building'?"),
    Planted(PLATOON, "enemy-ac: platoon.enemy-ac", "enemy-acs: platoon.enemy-ac", "did you mean 'enemy-ac'?"),
    Planted(PLATOON, "hexes: [C5, F5, J5] ", "hexes: [C5, F5, J] ", "hexes.2"),
    # -- boards
    Planted(OTO, "w: [woods]", "w: [forest]", "'forest' is not a terrain; did you mean 'woods'?"),
    Planted(OTO, "m: [marsh]", "m: [wall]", "'wall' is hexside terrain"),
    Planted(OTO, 'A: "1-5 m, 6 .', 'A: "1-5 m, 5 .', "A5"),
    Planted(BD13, "size: {last_hexrow: GG, last_number: 10}", "size: {last_hexrow: GG, last_number: 11}",
            "A11 is not described", at="  A: "),
    Planted(BD13, '  K: "1-4 ., 5 m, 6 xt', '  K: "1-4 ., 5 m, 6 xq', "code 'xq' is not in the legend"),
    Planted(BD13, "north: low, south: high}", "north: low, south: low}", "both the low edge of the board"),
    # -- tables
    Planted(IFT, '1: [K/1, 1KIA', '1: [1KIA', "this row needs 11 values"),
    Planted(IFT, "value: 1, when: cx-firer", "value: 1, when: cx-fire", "did you mean 'cx-firer'?"),
    Planted(IFT, "value: -2, when: cavalry", "value: -2.5, when: cavalry", "a whole number is needed here"),
    Planted(MORALE, "  roll: dr\n  rule: A18.2", "  roll: d10\n  rule: A18.2", "use dr, DR, d66 or NdM"),
    Planted(ENEMY, '"7..8": [Fire, No Action, Cover, Move]', '"6..8": [Fire, No Action, Cover, Move]', "overlap"),
    Planted(ENEMY, "provenance: house\n  note: Chapter S prints rows of its own that we do not have; a Hold",
            "provenance: house\n  notes: Chapter S prints rows of its own that we do not have; a Hold", "'note'",
            at="  notes:"),
    Planted(TERRAIN, "mf: 1.5, mp: {tracked: 1, halftrack: 1, truck: 5}", "mf: lots, mp: {tracked: 1}", "mf"),
    Planted(FIGURES, "provenance: ", "provenence: ", "did you mean 'provenance'?"),
    # -- counters, doctrines, campaigns, strategies
    Planted(GERMAN, "half: 2-4-7, replaced_by: 4-4-7", "half: 2-4-6, replaced_by: 4-4-7", "'2-4-6' is not a counter"),
    Planted(GERMAN, "quality: 2nd Line,", "quality: Second Line,", "is not one of Elite, 1st Line, 2nd Line"),
    Planted(RUSSIAN, "nation: russian", "nation: [russian]", "nation"),
    Planted(BOLD, "danger-mf: {value: 0.3", "danger-fm: {value: 0.3", "unknown figure; did you mean 'danger-mf'?"),
    Planted(BOLD, "extends: commander", "extends: comander", "did you mean 'commander'?"),
    Planted(TIMID, "provenance: house\n", "provenance: guess\n", "'guess' is not one of"),
    Planted(RB, "elr: 4, san: 3", "elr: 4, san: 9", "san"),
    Planted(RB, "historical: {german: -2, russian: -1}}", "historical: {germans: -2, russian: -1}}", "germans"),
    Planted(STRATEGY, "kinds: {company: 5,", "kinds: {compny: 5,", "compny"),
    Planted(STRATEGY, "save: {value: 0.15,", "safe: {value: 0.15,", "safe"),
]  # fmt: skip
"""Each in a copy of its own, read by itself."""

TOGETHER = [
    Planted(RB, "wounded: cg.rb.wounded", "wounded: cg.rb.wound", "there is no table 'cg.rb.wound'; did you mean"),
    Planted(RB, "step: rally,", "step: raly,", "the program has no step 'raly'; did you mean 'rally'?"),
    Planted(TABLES, "    9:  [S, L, SW]", "    9:  [S, L, SWs]", "'SWs' is not an item"),
    Planted(IFT, "5: [PTC, NMC,", "5: [PTC, NCM,", "'NCM' is not an IFT result"),
    Planted(MORALE, '2..3: "8-0"', '2..3: "8-9"', "'8-9' is unknown here"),
    Planted(MORALE, "<=4: hero, 5..6", "<=4: heroes, 5..6", "'heroes' is unknown here; did you mean 'hero'?"),
    Planted("tables/infantry/recovery.yaml", "rows: {2: found, 3..12: nothing}", "rows: {2: find, 3..12: nothing}",
            "'find' is unknown here"),
    Planted("tables/infantry/recovery.yaml", "  title: Deploying\n  roll: chart\n  rule: A1.31, A25.2\n"
            "  provenance: rulebook\n  columns: [german, russian]",
            "  title: Deploying\n  roll: chart\n  rule: A1.31, A25.2\n  provenance: rulebook\n"
            "  columns: [german, rusian]", "column 'russian' is missing", at="  columns: [german, rusian]"),
    Planted(FIGURES, "mmc-mf: {value", "mcm-mf: {value", "unknown figure; did you mean"),
    Planted(EVENTS, "kind: sniper.kind", "kind: sniper.effect", "kind"),
    Planted(GERMAN, '2-4-7: {kind: hs, code: "247", fp: 2', '2-4-7: {kind: hs, code: "247", fp: 20',
            "2-4-7.fp: 20 contradicts the name"),
    Planted(GERMAN, '9-1:  {kind: leader, code: "91", morale: 9', '9-1:  {kind: leader, code: "91", morale: 8',
            "9-1.morale: 8 contradicts the name"),
    Planted(GERMAN, "1-4-9: {kind: hero, code: Hero, fp: 1, range: 4, morale: 9",
            "1-4-9: {kind: leader, code: Hero, broken: 9, morale: 9", "creates a hero (A15.21)", at="counters:"),
    Planted(GERMAN, "half: 2-4-8, replaced_by", "half: 4-6-7, replaced_by", "'4-6-7' is a squad; needed here: hs"),
    Planted(PLATOON, "friendly: 1, enemy: 1, text", "friendly: 0, enemy: 0, text", "this line gives nobody a VP"),
    Planted(PLATOON, 'case: d, per: vpo, rule: S4.1d, provenance: house, note: "one S? in each VPO"',
            "case: d, per: hex, hexes: [C10], rule: S4.1d, provenance: user", "C10 lies in the FRIENDLY set-up area"),
    Planted(S1, "      - {type: FT}\n", "      - {table: generation.g2}\n", "is not a counter of that side"),
    Planted(S2, "guns: generation.g5", "guns: generation.g4", "this table does not fit here: generation.g4"),
]  # fmt: skip
"""All in one pack."""

ACTION = [
    Planted(ENEMY, '">=11": [No Action, No Action, Cover, No Action]',
            '">=11": [No Action, No Action, Hide, No Action]', "'Hide' is not an outcome"),
    Planted(MORALE, '6: "6+1", ">=7": "-"}', '6: "6+1", ">=8": "-"}', "no row for a Final 7"),
]  # fmt: skip
"""In another one: without its doctrines no mission can be looked at."""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[Path], list[str]]:
    folders = [tmp_path_factory.mktemp("mistake") for _ in ALONE]
    paths = [plant(item, folder) for item, folder in zip(ALONE, folders, strict=True)]
    return folders, lint_files(Library(shipped_root()), paths)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    return _in_a_pack(tmp_path_factory.mktemp("mistakes"), TOGETHER)


@pytest.fixture(scope="module")
def action(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    return _in_a_pack(tmp_path_factory.mktemp("mistakes"), ACTION)


def _in_a_pack(folder: Path, planted: list[Planted]) -> tuple[Path, list[str]]:
    for item in planted:
        plant(item, folder)
    library = Library(shipped_root(), (folder,))
    return folder, [*playable(library), *overrides(library)]


def _assert_found(item: Planted, folder: Path, lines: list[str]) -> None:
    found = [line for line in lines if line.startswith(f"{folder / item.file}:")]
    assert [line for line in found if item.words in line and f":{line_of(item, folder)}:" in line], found


@pytest.mark.parametrize("number", range(len(ALONE)), ids=[item.new.strip() for item in ALONE])
def test_a_mistake_that_reading_finds(number: int, alone: tuple[list[Path], list[str]]) -> None:
    item, folder = ALONE[number], alone[0][number]
    found = [line for line in alone[1] if line.startswith(f"{folder / item.file}:")]
    assert [line for line in found if item.words in line], found
    assert any(f":{line_of(item, folder)}:" in line for line in found) or item.at, found


@pytest.mark.parametrize("item", TOGETHER, ids=[item.new.strip() for item in TOGETHER])
def test_a_mistake_that_playing_would_meet(item: Planted, together: tuple[Path, list[str]]) -> None:
    _assert_found(item, *together)


@pytest.mark.parametrize("item", ACTION, ids=[item.new.strip() for item in ACTION])
def test_a_mistake_that_every_game_would_meet(item: Planted, action: tuple[Path, list[str]]) -> None:
    _assert_found(item, *action)


def test_they_are_seventy() -> None:
    assert len(ALONE) + len(TOGETHER) + len(ACTION) >= 70
