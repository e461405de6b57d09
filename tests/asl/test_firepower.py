"""FP: range, PBF, concealment, Assault Fire, who is beset (A7.2), and whom a MG reaches that its unit does not."""

from __future__ import annotations

from pathlib import Path

import pytest
from field import ENEMY, FRIENDLY, Tabletop, column, field, flags, hill, paper, shots, throw
from fire_positions import duel
from tabletop import LIBRARY

from sasl.asl.fire import fire_groups
from sasl.asl.fire.opportunity import beset_by
from sasl.asl.fire.shots import how_far
from sasl.content.packs.own_pack import OwnPack
from sasl.kernel.frozen import replace
from sasl.lab.odds.own_desk import Desk


@pytest.mark.parametrize(
    ("firer", "distance", "wanted"),
    [
        ("4-5-8", 5, 4),  # normal range: 4
        ("4-5-8", 1, 8),  # PBF: 8
        ("4-5-8", 0, 12),  # TPBF: 12
        ("4-5-8", 6, 2),  # long range: 2
        ("4-5-8", 10, 2),
        ("6-2-8", 2, 6),
        ("6-2-8", 3, 2),  # 6; 3 uses the 2 column
        ("6-2-8", 1, 12),
        ("6-2-8", 0, 16),  # 12; 18 uses the 16 column
        ("2-4-8", 8, 1),
        ("1-2-7", 3, 0),
    ],
)  # 1; half a FP is below the table
def test_a7_2_to_7_22_range_and_fp(firer: str, distance: int, wanted: int) -> None:
    table, us, _ = duel("PFPh", firer, distance)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def test_a7_21_pbf_reaches_a_level_up_or_down_but_not_two_up() -> None:
    for level, wanted in ((1, 8), (-1, 8), (2, 4)):
        table, us, _ = duel("PFPh", "4-5-8", 1, "4-6-7", K13=hill(level))
        assert column(table, f"fire {us} K13") == wanted, level


def test_a7_21_the_paper_says_whose_pbf_it_is(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    desk.pack.write_figure("pbf", *desk.figure("pbf", "3"))
    table, us, _ = duel("PFPh", "4-5-8", 1)
    assert f"{us}: 4 FP x2 PBF (A7.21) = 8" in paper(table, f"fire {us} K13")
    table = Tabletop(replace(table.game, library=LIBRARY.with_packs((tmp_path / "own",))))
    assert f"{us}: 4 FP x3 PBF (A7.21) [user: own] = 12" in paper(table, f"fire {us} K13")


def test_a7_22_nothing_is_fired_beyond_twice_the_normal_range() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 11)
    assert table.no(f"fire {us} K3") == f"{us} reaches at most 10 hexes; K3 is 11 away (A7.22)"


def test_a7_23_a_concealed_target_halves_the_fp() -> None:
    table, us, them = duel("PFPh", "6-2-8", 2)
    table.do(f"set {them} concealed")
    assert column(table, f"fire {us} K12") == 2  # 6 x 1/2 = 3


def test_a7_23_one_dr_is_read_on_two_columns_for_a_mixed_stack() -> None:
    table, us, known = duel("PFPh", "6-2-8", 2)
    concealed = table.new(ENEMY, "4-6-8", "K12", "concealed")
    # 6 FP vs the Known squad: DR 5 is a 1MC (3,2: 5+1 <= 7). 3 FP vs the other: the 2 column, NMC (6,6 breaks, CR).
    events = throw(table, (2, 3, 3, 2, 1, 2), f"fire {us} K12")
    assert [(record.column, record.total, record.result) for record in shots(events)] == [
        ("6", 5, "1MC"),
        ("2", 5, "NMC"),
    ]
    assert [record.dice for record in shots(events)] == [(2, 3), (2, 3)]
    assert flags(table, known) == set() and flags(table, concealed) == set()  # hit, and no longer concealed


@pytest.mark.parametrize(("states", "wanted"), [(("pinned",), 2), ((), 4)])
def test_a7_8_a_pinned_unit_fires_at_half_fp(states: tuple[str, ...], wanted: int) -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, "4-6-7", *states)
    assert column(table, f"fire {us} K10") == wanted


def test_b16_fire_out_of_marsh_is_halved() -> None:
    table, us, _ = duel("PFPh", "4-5-8", 4, K14="marsh")
    assert column(table, f"fire {us} K10") == 2


@pytest.mark.parametrize(
    ("firer", "distance", "wanted"), [("4-5-8", 4, 2), ("4-5-8", 1, 4), ("4-5-8", 6, 1)]
)  # 2; 4 x 2 x 1/2 = 4; 4 x 1/4 = 1
def test_a7_24_advancing_fire_is_halved(firer: str, distance: int, wanted: int) -> None:
    table, us, _ = duel("AFPh", firer, distance)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def with_sw(table: Tabletop, unit: str, *types: str) -> list[str]:
    """SW of these types in the hands of a unit."""
    made = [table.new(table.unit(unit).side, name) for name in types]
    for weapon in made:
        table.do(f"give {weapon} {unit}")
    return made


def small_arms_order(table: Tabletop, us: str, goal: str) -> fire_groups.Order:
    """What a unit fires when only it is named."""
    return fire_groups.order(table.game, [table.unit(us)], [], [goal])


@pytest.mark.parametrize("weapon", ["MMG", "HMG", ".50cal HMG"])
def test_a4_41_a_heavy_mg_is_silent_in_the_afph_after_a_move(weapon: str) -> None:
    """A unit that has moved may use LMG, FT and LATW in the AFPh, not a MMG or HMG."""
    table, us, _ = duel("AFPh", distance=2)
    (mg,) = with_sw(table, us, weapon)
    assert column(table, f"fire {mg} K12") > 0
    table.do(f"set {us} moved")
    reason = table.no(f"fire {mg} K12")
    assert "A4.41" in reason and mg in reason and "has moved" in reason
    assert [shot.weapons for shot in small_arms_order(table, us, "K12").shooters] == [()]


def test_a4_41_a_lmg_fires_in_the_afph_after_a_move() -> None:
    table, us, _ = duel("AFPh", distance=2)
    (mg,) = with_sw(table, us, "LMG")
    table.do(f"set {us} moved")
    assert [item.id for item in small_arms_order(table, us, "K12").weapons] == [mg]
    assert column(table, f"fire {mg} K12") == 1


def test_a4_41_both_sides_and_only_in_the_afph() -> None:
    """A unit that has moved in its own turn fires its MMG defensively in the other side's."""
    table = field(ENEMY, "AFPh")
    us, them = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-5-8", "K12")
    (mg,) = with_sw(table, us, "MMG")
    table.do(f"set {us} moved")
    assert "A4.41" in table.no(f"fire {mg} K12")
    table.do(f"set {us} -moved opportunity")
    assert column(table, f"fire {mg} K12") > 0
    assert them in table.state.units


@pytest.mark.parametrize(
    ("firer", "distance", "states", "wanted"),
    [
        ("6-2-8", 2, (), 4),  # 3 + 1 = 4
        ("6-2-8", 1, (), 6),  # 6 + 1 = 7
        ("5-2-7", 2, (), 4),  # 2.5 + 1 = 3.5, up to 4
        ("6-2-8", 2, ("pinned",), 2),  # 1.5 + 1 = 2.5, up to 3
        ("6-2-8", 3, (), 1),  # long range: 1.5, and no Assault Fire
        ("4-5-8", 2, (), 2),
    ],
)  # no underlined FP
def test_a7_36_assault_fire_adds_one_and_rounds_up(
    firer: str, distance: int, states: tuple[str, ...], wanted: int
) -> None:
    table, us, _ = duel("AFPh", firer, distance, "4-6-7", *states)
    assert column(table, f"fire {us} K{14 - distance}") == wanted


def test_a7_2_fractions_are_kept_until_the_end() -> None:
    table = field()
    squad, half = table.new(FRIENDLY, "5-2-7", "K14"), table.new(FRIENDLY, "3-2-8", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    assert column(table, f"fire {squad},{half} K10") == 4  # 2.5 + 1.5 = 4; rounded one by one it would be 3


@pytest.mark.parametrize(
    ("enemy", "states", "bound"),
    [
        ("StuG IIIG", (), True), ("4-6-7", ("broken",), True), ("4-6-7", ("concealed",), False),
        ("4-6-7", ("prisoner",), False), ("StuG IIIG", ("abandoned",), False),
    ],
)  # fmt: skip
def test_a7_212_with_a_known_enemy_in_its_location_a_unit_fires_nowhere_else(
    enemy: str, states: tuple[str, ...], bound: bool
) -> None:
    table, us, _ = duel()
    near = table.new(ENEMY, enemy, "K14", *states)
    if bound:
        assert f"while the Known enemy {near} is in it (A7.212)" in table.no(f"fire {us} K10")
    else:
        assert table.ask(f"fire {us} K10")


def test_a7_212_nor_does_an_afv_among_infantry_and_who_is_in_a_gully_is_elsewhere() -> None:
    table = field()
    tank = table.new(FRIENDLY, "T-34 M43", "K14")
    table.new(ENEMY, "4-6-7", "K10")
    low = table.new(ENEMY, "4-6-7", "K14", "in-gully")
    assert not beset_by(table.game, table.unit(tank))
    table.do(f"set {low} -in-gully")
    for line in (f"fire {tank} K10 cmg", f"fire {tank} K10"):
        assert "A7.212" in table.no(line)


def test_a7_22_who_does_not_reach_hears_that_his_mg_does_and_only_unmanned_mg_are_named_as_such() -> None:
    table = field(FRIENDLY, "PFPh")
    squad, mg, idle = (table.new(FRIENDLY, name, "K20") for name in ("4-4-7", "HMG", "LMG"))
    table.new(ENEMY, "4-6-7", "K10")
    table.do(f"give {mg} {squad}")
    assert f"{squad} reaches at most 8 hexes; K10 is 10 away (A7.22); {mg} reaches it: name that instead" in table.no(
        f"fire {squad} K10"
    )
    assert table.no(f"fire {mg},{idle} K10") == f"nobody mans {idle} (A4.4)"


def test_a4_41_a_mg_that_its_move_keeps_silent_is_not_proposed_instead() -> None:
    table = field(FRIENDLY, "AFPh")
    crew, mg = table.new(FRIENDLY, "2-2-8", "K12", "moved"), table.new(FRIENDLY, "HMG")
    table.new(ENEMY, "4-6-7", "K17")
    table.do(f"give {mg} {crew}")
    assert table.no(f"fire {crew} K17") == f"{crew} reaches at most 4 hexes; K17 is 5 away (A7.22)"


def test_c13_21_an_atr_is_offered_no_farther_than_its_range_and_a_mg_to_twice_its_own() -> None:
    table = field(FRIENDLY, "PFPh")
    _, rifle, mg = table.armed(FRIENDLY, "4-5-8", "K14", "ATR", "LMG")
    assert how_far(table.game, rifle) == table.game.counter_of(table.state.weapons[rifle]).range == 12
    assert how_far(table.game, mg) == 2 * (table.game.counter_of(table.state.weapons[mg]).range or 0)
