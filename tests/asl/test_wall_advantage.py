"""B9.32 Wall Advantage and D4.2 Hull Down behind walls."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, against, by_rule, field

from sasl.asl.fire.tem import Motion, hull_down
from sasl.asl.game.events import Told
from sasl.asl.game.events.shared import with_unit
from sasl.asl.game.sides import Side
from sasl.asl.ordnance.aiming.to_hit import Aim, read
from sasl.asl.terrain import walls
from sasl.board.hexes import hexside, parse_hex
from sasl.board.terrain import HexTerrain
from sasl.minds.mind import SideMind
from sasl.minds.recovery import advantage
from sasl.saves.diff import board_changes


def tile(name: str, *beyond: str, terrain: str = "open", kind: str = "walls", **more: Any) -> HexTerrain:
    """A hex with walls towards the hexes named."""
    sides: Any = frozenset(hexside(parse_hex(name), parse_hex(other)) or 0 for other in beyond)
    return HexTerrain((terrain,), **{kind: sides, **more})


def facing(here: str = "open", there: str = "open", phase: Any = "MPh", kind: str = "walls") -> Tabletop:
    """K10 and K9 with a wall between them; the terrain of each."""
    return field(
        FRIENDLY, phase, K10=tile("K10", "K9", terrain=here, kind=kind), K9=tile("K9", "K10", terrain=there, kind=kind)
    )


def has(table: Tabletop, unit: str) -> bool:
    return walls.has(table.game, table.unit(unit))


def test_c11_3_a_gun_whose_crew_forfeits_wall_advantage_is_no_longer_emplaced() -> None:
    table = facing("woods")
    gun, crew = table.new(FRIENDLY, "76L ART", "K10", "emplaced"), table.new(FRIENDLY, "2-2-8", "K10")
    table.do(f"wall {crew} claim")
    assert "emplaced" in table.unit(gun).flags
    table.do(f"wall {crew} forfeit")
    assert "emplaced" not in table.unit(gun).flags


def test_b9_321_who_is_there_first_has_it_and_the_other_no_wall() -> None:
    table = facing()
    mine, foe = table.new(FRIENDLY, "6-2-8", "K11"), table.new(ENEMY, "4-6-7", "K9")
    table.do("option enemy-plays off")
    table.do(f"move {mine} K10")
    assert has(table, foe) and not has(table, mine)
    assert against(table, mine, "K9", Motion()) == ["-1 FFMO", "-1 FFNAM"]
    assert against(table, foe, "K10") == ["+2 wall TEM"]
    assert against(table, mine, "K6") == ["+2 wall TEM"], "from farther away the wall protects both"


def test_b9_323_one_in_the_open_must_claim_as_soon_as_the_enemy_loses_it() -> None:
    table = facing()
    foe, mine = table.new(ENEMY, "4-6-7", "K9"), table.new(FRIENDLY, "6-2-8", "K10")
    assert has(table, mine) or has(table, foe)
    holder, other = (mine, foe) if has(table, mine) else (foe, mine)
    table.do(f"break {holder}")
    assert has(table, other) and not has(table, holder)
    assert against(table, holder, table.unit(other).hex) == []


def test_b9_41_it_is_lost_by_going_away() -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    foe = table.new(ENEMY, "4-6-7", "K9")
    table.do("option enemy-plays off")
    assert has(table, mine)
    table.do(f"move {mine} K11")
    table.do("move " + mine + " K12")
    assert "wall-advantage" not in table.unit(mine).flags and foe


def test_b9_31_in_the_open_behind_a_wall_there_is_nothing_else_and_in_woods_one_or_the_other() -> None:
    table = facing(here="woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    assert not has(table, mine), "in woods nobody must"
    assert against(table, mine, "K13") == ["+1 woods TEM"] and against(table, mine, "K6") == ["+2 wall TEM"]
    table.do(f"wall {mine} claim")
    assert has(table, mine) and against(table, mine, "K13") == [] and against(table, mine, "K6") == ["+2 wall TEM"]
    table.do(f"wall {mine} forfeit")
    assert against(table, mine, "K13") == ["+1 woods TEM"]


def test_b9_31_who_has_it_has_no_cover_of_a_wreck_and_that_of_an_afv_only_if_this_has_it_too() -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.all("marker add wreck K10", f"wall {mine} claim")
    assert has(table, mine) and against(table, mine, "K13") == []
    tank = table.new(FRIENDLY, "T-34 M43", "K10")
    table.do(f"wall {tank} claim")
    assert has(table, tank) and against(table, mine, "K13") == ["+1 wreck or AFV TEM"]
    table.do(f"set {tank} -wall-advantage")
    assert not has(table, tank) and against(table, mine, "K13") == []


def test_b9_31_without_it_the_wall_does_not_help_against_those_who_have_it() -> None:
    table = facing(here="woods")
    mine, foe = table.new(FRIENDLY, "6-2-8", "K10"), table.new(ENEMY, "4-6-7", "K9")
    assert has(table, foe) and against(table, mine, "K9") == ["+1 woods TEM"]
    assert "4-6-7" not in table.no(f"wall {mine} claim") and foe in table.no(f"wall {mine} claim")


@pytest.mark.parametrize(("state", "why"), [("pinned", "is pinned"), ("ti", "is TI")])
def test_b9_322_the_pinned_neither_claim_nor_forfeit(state: str, why: str) -> None:
    table = facing(here="woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10", state)
    assert why in table.no(f"wall {mine} claim")


def test_b9_323_who_must_have_it_may_not_forfeit_it() -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.new(ENEMY, "4-6-7", "K9")
    assert "B9.323" in table.no(f"wall {mine} forfeit")


def test_b9_322_it_is_claimed_in_the_own_mph_and_aph_and_in_the_rph() -> None:
    table = facing(here="woods", phase="PFPh")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    assert "B9.322" in table.no(f"wall {mine} claim")


@pytest.mark.parametrize(
    ("setting", "why"),
    [("set {unit} broken", "broken"), ("set {unit} dug-in", "entrenchment"), ("set {unit} on-wire", "Wire")],
)
def test_b9_32_who_may_not_claim(setting: str, why: str) -> None:
    table = facing(here="woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.do(setting.format(unit=mine))
    assert why in table.no(f"wall {mine} claim")


def test_b9_32_a_broken_unit_has_it_with_others_and_loses_it_alone() -> None:
    table = facing()
    mine, mate = table.new(FRIENDLY, "6-2-8", "K10"), table.new(FRIENDLY, "6-2-8", "K10")
    table.new(ENEMY, "4-6-7", "K9")
    table.do(f"break {mine}")
    assert has(table, mine) and has(table, mate)
    table.do(f"break {mate}")
    assert not has(table, mine) and not has(table, mate)


def test_b9_32_a_vehicle_in_woods_cannot_claim() -> None:
    table = facing(here="woods")
    tank = table.new(FRIENDLY, "T-34 M43", "K10")
    assert "TEM of its hex" in table.no(f"wall {tank} claim")


def test_b9_35_the_wall_is_on_the_lower_of_two_levels() -> None:
    table = field(FRIENDLY, "MPh", K10=tile("K10", "K9", elevation=1), K9=tile("K9", "K10"))
    high, low = table.new(FRIENDLY, "6-2-8", "K10"), table.new(ENEMY, "4-6-7", "K9")
    assert not has(table, high) and "no wall" in table.no(f"wall {high} claim")
    assert "+2 wall TEM" not in against(table, high, "K6") and against(table, low, "K12") == ["+2 wall TEM"]


def test_b9_3_the_gap_of_a_road_protects_only_who_does_not_move() -> None:
    side = hexside(parse_hex("K10"), parse_hex("K9")) or 0
    table = field(FRIENDLY, "MPh", K10=HexTerrain(walls=frozenset({side}), road=frozenset({side})))
    foe = table.new(ENEMY, "4-6-7", "K10")
    assert against(table, foe, "K6") == ["+2 wall TEM"]
    assert against(table, foe, "K6", Motion()) == ["-1 FFMO", "-1 FFNAM"]


# -- Hull Down ---------------------------------------------------------------------------------------------


def tanks(kind: str = "walls", here: str = "open") -> tuple[Tabletop, str, str]:
    table = field(FRIENDLY, "PFPh", K10=tile("K10", "K9", terrain=here, kind=kind))
    return table, table.new(FRIENDLY, "T-34 M43", "K6"), table.new(ENEMY, "StuG IIIG", "K10")


def test_d4_21_behind_a_wall_a_vehicle_is_hull_down_to_ordnance() -> None:
    """A hull hit is a miss, and no TEM is added."""
    table, mine, foe = tanks()
    assert hull_down(table.game, table.unit(foe), "K6") == 2
    paper = table.ask(f"fire {mine} K10 ap at {foe}").lines
    assert any("Hull Down" in line for line in paper) and not any("Case Q" in line for line in paper)
    assert not any("hull hit" in line and "critical" not in line for line in paper if "%" in line)
    assert hull_down(table.game, table.unit(foe), "K13") == 0


def test_b9_36_a_hedge_makes_nobody_hull_down() -> None:
    table, _, foe = tanks("hedges")
    assert hull_down(table.game, table.unit(foe), "K6") == 0


def test_d4_2_the_owner_takes_the_better_of_hull_down_and_the_tem_of_the_hex() -> None:
    woods, building = tanks(here="woods"), tanks(here="stone-building")
    assert hull_down(woods[0].game, woods[0].unit(woods[2]), "K6") == 2
    assert hull_down(building[0].game, building[0].unit(building[2]), "K6") == 0


def test_b9_33_height_lowers_the_wall_and_the_die_for_the_hull() -> None:
    """Two levels above at range 1: +1 is left, and the coloured die counts one less for hull or turret."""
    table = field(FRIENDLY, "PFPh", K10=tile("K10", "K9"), K9=HexTerrain(elevation=2), K8=HexTerrain(elevation=3))
    foe = table.new(ENEMY, "StuG IIIG", "K10")
    assert hull_down(table.game, table.unit(foe), "K9") == 1
    low, plain = Aim("Vehicle", hull_down=True, place_drm=-1), Aim("Vehicle", hull_down=True)
    (hit,), (miss,) = read(table.game, low, (3, 3), 10, 0), read(table.game, plain, (3, 3), 10, 0)
    assert hit is not None and hit.place == "turret" and miss is None


def test_d4_223_the_bow_mg_does_not_fire_over_the_wall() -> None:
    table = field(FRIENDLY, "PFPh", K10=tile("K10", "K9"))
    tank = table.new(FRIENDLY, "T-34 M43", "K10")
    table.new(ENEMY, "4-6-7", "K6")
    assert "D4.223" in table.no(f"fire {tank} K6 bmg")


# -- the program's own units ---------------------------------------------------------------------------------


def enemy_in_woods(*seers: str) -> tuple[Tabletop, str]:
    table = field(ENEMY, "RPh", K10=tile("K10", "K9", terrain="woods"), K9=tile("K9", "K10"))
    unit = table.new(ENEMY, "4-6-7", "K10")
    for place in seers:
        table.new(FRIENDLY, "6-2-8", place)
    return table, unit


def proposals(table: Tabletop, side: Side = ENEMY) -> list[str]:
    mind = SideMind(side)
    return [act.line for act in advantage(table.game, mind.decider(table.game))]


def test_b9_322_the_enemy_claims_a_wall_that_is_better_than_its_woods() -> None:
    table, unit = enemy_in_woods("K6")
    assert proposals(table) == [f"wall {unit} claim"]
    table.do("option confirm-acts off")
    after, _ = by_rule(table, [], SideMind(ENEMY).act)
    assert has(after, unit)


def test_b9_322_not_when_somebody_sees_it_from_beside_the_wall_and_then_it_lets_it_go() -> None:
    table, unit = enemy_in_woods("K6", "K13")
    assert proposals(table) == []
    table.do(f"wall {unit} claim")
    assert proposals(table) == [f"wall {unit} forfeit"]


def test_b9_323_what_activates_was_there_before_and_denies_the_wall() -> None:
    table = facing(phase="MPh")
    table.suspect("K9")
    mine = table.new(FRIENDLY, "6-2-8", "K11")
    table.do("option enemy-plays off")
    table.dice(1, *[3] * 30)
    table.do(f"move {mine} K10")
    there = table.state.units_at("K9", ENEMY)
    assert there and not has(table, mine) and any(has(table, unit.id) for unit in there if unit.kind in ("squad", "hs"))


def test_b9_32_who_is_not_on_the_map_has_no_wall() -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.do(f"put {mine} off")
    for words in (mine, f"{mine} claim", f"{mine} forfeit"):
        assert table.no(f"wall {words}") == f"{mine} is not on the map (B9.32)"


def test_b9_32_who_has_it_already_is_told_so() -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.do(f"set {mine} wall-advantage")
    (told,) = table.do(f"wall {mine} claim")
    assert isinstance(told, Told) and told.text == f"Wall Advantage already: {mine} (B9.32)."


def test_b9_32_who_has_none_has_none_to_forfeit() -> None:
    table = facing("woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    (told,) = table.do(f"wall {mine} forfeit")
    assert isinstance(told, Told) and told.text == f"No Wall Advantage to forfeit: {mine} (B9.32)."


def test_b9_32_its_counter_is_in_the_list_of_an_undo() -> None:
    table = facing("woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    before = table.state
    table.do(f"set {mine} wall-advantage")
    assert board_changes(before, table.state) == [f"{mine} is under a Wall Advantage counter"]
    assert board_changes(table.state, before) == [f"{mine} is no longer under a Wall Advantage counter"]


@pytest.mark.parametrize(
    ("hulk", "cover"),
    [("wreck", 1), ("burning wreck", 0), ("AFV", 1), ("AFV with Wall Advantage", 0), ("AFV that drove", 0)],
)
def test_b9_323_what_shelters_nobody_is_no_tem_to_stay_behind(hulk: str, cover: int) -> None:
    table = facing()
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.new(ENEMY, "4-6-7", "K9", "broken")
    if "wreck" in hulk:
        table.do(f"marker add wreck K10{' burning' if 'burning' in hulk else ''}")
    else:
        afv = table.new(FRIENDLY, "T-34 M43", "K10", *(["drove"] if "drove" in hulk else []))
        flags = table.unit(afv).flags - {walls.ADVANTAGE} | ({walls.ADVANTAGE} if "with" in hulk else set())
        table = Tabletop(table.game.at(with_unit(table.state, afv, flags=flags)))
    assert walls.in_hex_tem(table.game, table.unit(mine)) == cover
    assert walls.must(table.game, table.unit(mine)) is (cover == 0)


def test_b9_41_it_is_lost_by_an_attempt_to_leave_that_fails() -> None:
    table = facing(here="woods")
    mine = table.new(FRIENDLY, "6-2-8", "K10")
    table.new(ENEMY, "4-6-7", "K11", "concealed")
    table.all("option fire-stops off", f"wall {mine} claim")
    assert has(table, mine)
    table.do(f"move {mine} K11")
    assert table.unit(mine).hex == "K10" and not has(table, mine)
