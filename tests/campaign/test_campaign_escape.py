"""7.5063-7.5066: the Escape Table with each DRM and each result, what is borne, and areas looked at again."""

from __future__ import annotations

import pytest
from desk import LIBRARY, Desk, rolls
from front import meadow

from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_sequence import begin
from sasl.campaign.campaign_state import Piece
from sasl.campaign.steps import escape
from sasl.campaign.steps.escape import excess, infantry_facts, vehicle_facts
from sasl.kernel.frozen import replace

TANK = "StuG IIIG"


def desk(*lines: str, campaign: str = "oto2") -> Desk:
    """Germans in E8, isolated in Russian country, in the step of Escapes."""
    made = Desk(campaign)
    made.game = replace(made.game, board=meadow(9, 12))
    for line in ("control <5 german", "control >=5 russian", *lines):
        made.do(line)
    run = CampaignRun(made.game.at(replace(made.state, stage="refit")))
    begin(run, next(number for number, step in enumerate(made.game.campaign.steps) if step.step == "escape"))
    made.game = run.game
    return made


def lone(*names: str, more: tuple[str, ...] = (), campaign: str = "oto2") -> Desk:
    """German counters in E9 that are Isolated there."""
    return desk(*(f"add german {name} E9" for name in names), *more, "isolated E9 german", campaign=campaign)


def pieces(made: Desk, *ids: str) -> list[Piece]:
    return [made.piece(name) for name in ids or made.state.pieces]


def drm(made: Desk, *ids: str) -> int:
    """The sum of the DRM of a stack."""
    table = made.game.library.table(made.game.campaign.tables["escape.infantry"])
    return sum(mod.value for mod in table.drm(infantry_facts(made.game, pieces(made, *ids))))


def vehicle_drm(made: Desk, name: str) -> int:
    table = made.game.library.table(made.game.campaign.tables["escape.vehicle"])
    return sum(mod.value for mod in table.drm(vehicle_facts(made.game, made.piece(name))))


# -- DRM --------------------------------------------------------------------------------------------------


def test_7_5063_a_half_squad_alone_has_no_drm_and_each_half_squad_beyond_it_adds_one() -> None:
    assert drm(lone("2-4-7")) == 0
    assert drm(lone("4-6-7")) == 1
    assert drm(lone("4-6-7", "2-4-7")) == 2
    assert drm(lone("4-6-7", "4-6-7")) == 3


def test_7_5063_a_leaders_drm_counts_and_one_that_harms_does_not() -> None:
    assert drm(lone("2-4-7", "9-2")) == -2
    assert drm(lone("2-4-7", "9-2", "9-1")) == -2
    assert drm(lone("2-4-7", "6+1")) == 0


def test_7_5063_a_wounded_leader_is_one_worse() -> None:
    made = lone("2-4-7", "9-2")
    made.do(f"mark {next(piece.id for piece in made.state.pieces.values() if piece.kind == 'leader')} +wounded")
    assert drm(made) == -1


def test_7_5063_a_hero_gives_his_drm() -> None:
    assert drm(lone("2-4-7", "1-4-9")) == -1


def test_7_5063_a_lone_unwounded_smc_has_minus_one_and_not_his_own_drm() -> None:
    made = lone("9-2")
    assert drm(made) == -1
    made.do(f"mark {next(iter(made.state.pieces))} +wounded")
    assert drm(made) == 0


def test_7_5063_a_friendly_non_isolated_hex_within_two_and_adjacent() -> None:
    assert drm(lone("2-4-7", more=("control E7 german",))) == -1
    assert drm(lone("2-4-7", more=("control E8 german",))) == -2
    assert drm(lone("2-4-7", more=("control E6 german",))) == 0
    made = desk("add german 2-4-7 E9", "control E8 german", "isolated E9 E8 german")
    assert drm(made) == 0


def test_7_5063_each_pp_beyond_the_ipc_adds_one_and_a_leader_lends_his() -> None:
    made = lone("2-4-7", more=("add german HMG E9",))
    gun = next(piece.id for piece in made.state.pieces.values() if piece.type == "HMG")
    made.do(f"move {gun} g247-1")
    heavy = made.game.counter("german", "HMG").pp or 0
    over = heavy - made.game.library.figure("ipc-mmc")
    assert over > 0 and excess(made.game, pieces(made, "g247-1")) == over == drm(made, "g247-1")
    made.do("add german 8-0 E9")
    leader = next(piece.id for piece in made.state.pieces.values() if piece.kind == "leader")
    assert excess(made.game, pieces(made, "g247-1", leader)) == over - made.game.library.figure("ipc-smc")


def test_7_5063_encircled_units_have_plus_two() -> None:
    made = lone("2-4-7")
    made.do("mark g247-1 +encircled")
    assert drm(made) == 2


def test_7_5063_a_captured_afv_has_plus_two_and_an_armor_leader_his_drm() -> None:
    made = lone(TANK)
    (tank,) = made.state.pieces
    assert vehicle_drm(made, tank) == 0
    made.do(f"mark {tank} +captured +encircled")
    assert vehicle_drm(made, tank) == 2
    made.do("add german 9-1 E9")
    leader = next(piece.id for piece in made.state.pieces.values() if piece.kind == "leader")
    made.do(f"mark {leader} +armor-leader")
    made.do(f"move {leader} {tank}")
    assert vehicle_drm(made, tank) == 1
    made.do("control E8 german")
    assert vehicle_drm(made, tank) == -1


# -- results for Infantry -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "box", "type_"), [((4, 3), "retained", "4-6-7"), ((5, 4), "retained", "2-4-7"), ((6, 5), "gone", "4-6-7")]
)
def test_7_5063_a_squad_by_its_dr_plus_one(dice: tuple[int, int], box: str, type_: str) -> None:
    """Final 8 escapes, Final 10 is Casualty Reduced, Final 12 is Eliminated."""
    made = lone("4-6-7").dice(*dice)
    made.do("escape g467-1")
    piece = made.piece("g467-1")
    assert (piece.box, piece.type) == (box, type_)
    assert "isolated" not in piece.flags or box == "gone"


def test_7_5063_a_final_9_replaces_the_squad() -> None:
    made = lone("4-6-7").dice(4, 4)
    made.do("escape g467-1")
    assert made.piece("g467-1").type == made.game.counter("german", "4-6-7").replaced_by
    assert made.piece("g467-1").box == "retained"


def test_7_5063_a_final_11_replaces_and_reduces() -> None:
    made = lone("4-6-7").dice(5, 5)
    made.do("escape g467-1")
    lower = made.game.counter("german", made.game.counter("german", "4-6-7").replaced_by)
    assert made.piece("g467-1").type == lower.half


def test_7_5063_1_who_would_be_disrupted_is_eliminated() -> None:
    made = lone("2-3-6").dice(5, 4)
    assert made.game.counter("german", "2-3-6").replaced_by == "Disrupted"
    name = next(iter(made.state.pieces))
    made.do(f"escape {name}")
    assert made.piece(name).box == "gone"


def test_a19_11_a_crew_is_never_replaced() -> None:
    made = lone("2-2-8").dice(5, 4)
    name = next(iter(made.state.pieces))
    made.do(f"escape {name}")
    assert (made.piece(name).box, made.piece(name).type) == ("retained", "2-2-8")


def test_a25_221_a_commissar_is_never_replaced() -> None:
    russian = LIBRARY.counters["russian"]
    assert [russian[name].replaced_by for name in ("10-0", "9-0", "8+1", "8-0")] == ["", "", "", "7-0"]


def test_7_5063_2_random_selection_strikes_one_of_a_stack() -> None:
    made = lone("2-4-7", "2-4-7").dice(5, 4, 6, 1)
    made.do("escape g247-1,g247-2")
    assert made.piece("g247-1").box == "gone" and made.piece("g247-2").box == "retained"


@pytest.mark.parametrize(("die", "box"), [(3, "map"), (4, "gone")])
def test_7_5064_equipment_of_one_eliminated_on_the_way(die: int, box: str) -> None:
    made = lone("2-4-7", more=("add german LMG E9",))
    gun = next(piece.id for piece in made.state.pieces.values() if piece.type == "LMG")
    made.do(f"move {gun} g247-1")
    made.dice(6, 4, die).do("escape g247-1")
    assert made.piece("g247-1").box == "gone"
    assert made.piece(gun).box == box and made.piece(gun).hex == ("E9" if box == "map" else "")


def test_7_5064_who_escapes_takes_along_what_he_bears_and_drops_what_he_wants() -> None:
    made = lone("4-6-7", more=("add german LMG E9 2",))
    first, second = (piece.id for piece in made.state.pieces.values() if piece.type == "LMG")
    made.do(f"move {first},{second} g467-1")
    made.dice(3, 3).do(f"escape g467-1 drop {second}")
    assert (made.piece(first).box, made.piece(first).holder) == ("retained", "g467-1")
    assert (made.piece(second).box, made.piece(second).hex, made.piece(second).holder) == ("map", "E9", "")


def test_7_5063_a_gun_stays_unless_dismantled() -> None:
    gun_type = next(name for name, item in Desk().game.library.counters["german"].items() if item.kind == "gun")
    crew = next(name for name, item in Desk().game.library.counters["german"].items() if item.kind == "crew")
    for dismantled, box in ((False, "map"), (True, "retained")):
        made = lone(crew, gun_type)
        ids = {piece.kind: piece.id for piece in made.state.pieces.values()}
        made.do(f"move {ids['gun']} {ids['crew']}")
        if dismantled:
            made.do(f"mark {ids['gun']} +dismantled")
        made.dice(2, 1).do(f"escape {ids['crew']}")
        assert made.piece(ids["gun"]).box == box


def test_7_5063_a_squad_with_a_leader_may_deploy_and_go_one_by_one() -> None:
    made = lone("4-6-7", "9-1").dice(3, 3)
    leader = next(piece.id for piece in made.state.pieces.values() if piece.kind == "leader")
    events = made.do(f"escape g467-1,{leader} deploy g467-1")
    assert rolls(events)[0].total == 6
    assert [piece.type for piece in made.state.pieces.values() if piece.kind == "hs"] == ["2-4-7", "2-4-7"]
    assert "only with a leader" in lone("4-6-7").no("escape g467-1 deploy g467-1")


# -- results for vehicles -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "box", "flags", "crews"),
    [
        ((5, 4), "retained", set(), 0),
        ((5, 5), "map", {"abandoned"}, 1),
        ((6, 5), "map", {"abandoned"}, 0),
        ((6, 6), "map", {"wreck"}, 0),
    ],
)
def test_7_5063_3_a_vehicle_escapes_or_stays_behind(
    dice: tuple[int, int], box: str, flags: set[str], crews: int
) -> None:
    made = lone(TANK).dice(*dice)
    (tank,) = made.state.pieces
    made.do(f"escape {tank}")
    assert made.piece(tank).box == box
    assert made.piece(tank).flags & {"abandoned", "wreck"} == flags
    assert sum(piece.kind == "crew" and piece.box == "retained" for piece in made.state.pieces.values()) == crews


def test_7_5063_what_may_not_escape() -> None:
    made = lone("4-6-7", TANK, "4-6-7")
    ids = {piece.kind: piece.id for piece in made.state.pieces.values()}
    made.do("add german 4-6-7 C2")
    assert "is not Isolated" in made.no("escape g467-3")
    assert "each vehicle makes its own" in made.no(f"escape g467-1,{ids['vehicle']}")
    made.do(f"mark {ids['vehicle']} +immobile")
    assert "cannot leave its hex" in made.no(f"escape {ids['vehicle']}")
    assert "escape needs counters" in made.no("escape")
    other = Desk()
    assert "there is no counter 'g1'" in other.no("escape g1")


# -- what follows ----------------------------------------------------------------------------------------------


def test_7_5066_the_last_mmc_escapes_and_the_area_is_empty() -> None:
    """Type C becomes A; all around is Russian, so the Pocket passes to the Russians (7.5062)."""
    made = desk("add german 4-6-7 E9", "isolated E9 german")
    assert made.state.areas[0].type == "C" and made.state.control["E9"] == "german"
    made.dice(2, 1).do("escape g467-1")
    assert made.state.areas == () and made.state.control["E9"] == "russian"


def test_7_5066_when_the_mmc_of_one_side_escapes_type_d_becomes_c() -> None:
    made = desk("add german 4-6-7 E9", "add russian 4-4-7 E10", "isolated E9 E10 D")
    made.dice(2, 1).do("escape g467-1")
    assert made.state.areas[0].type == "C"
    assert made.state.control["E9"] == made.state.control["E10"] == "russian"


def test_7_5066_smc_left_alone_must_escape_in_their_turn() -> None:
    made = desk("add german 4-6-7 E9", "add german 9-1 E9", "isolated E9 german")
    made.dice(2, 1).do("escape g467-1")
    assert made.state.areas[0].type == "B"
    assert "must try to Escape: g91-1" in made.no("next")
    made.dice(2, 1).do("escape g91-1")
    assert made.state.areas == ()
    made.do("next")


def test_12_6071_a_smc_that_is_ti_need_not_try_and_may_not() -> None:
    made = desk("add german 9-1 E9", "isolated E9 german", campaign="votg")
    assert "must try to Escape: g91-1" in made.no("next")
    made.do("mark g91-1 +ti")
    assert "TI (12.6073)" in made.no("escape g91-1")
    made.do("next")


def test_7_5066_a_failed_escape_of_one_of_several_changes_nothing() -> None:
    made = desk("add german 4-6-7 E9 2", "isolated E9 german")
    made.dice(6, 6).do("escape g467-1")
    assert made.state.areas[0].type == "C" and made.piece("g467-2").flags >= {"isolated"}


def test_7_5065_encircled_markers_come_off_at_the_end() -> None:
    made = lone("4-6-7")
    made.do("mark g467-1 +encircled")
    made.do("next")
    assert "encircled" not in made.piece("g467-1").flags


def test_7_5063_nobody_is_isolated_and_the_step_says_so() -> None:
    made = desk()
    run = CampaignRun(made.game)
    escape.escape_step(run)
    assert "No unit is Isolated." in str(run.events[-1])


def test_12_6073_an_original_2_brings_heat_of_battle_and_berserk_eliminates() -> None:
    made = lone("4-6-7", campaign="votg")
    made.dice(1, 1, 5, 5).do("escape g467-1")
    assert made.piece("g467-1").box == "gone"
    made = lone("4-6-7", campaign="votg")
    made.dice(1, 1, 1, 2).do("escape g467-1")
    assert made.piece("g467-1").box == "retained"
    assert any(piece.kind == "hero" for piece in made.state.pieces.values())


def test_12_6074_heat_of_battle_hardens_a_leader_with_his_drm_and_makes_him_heroic() -> None:
    """A15.21: no hero comes of a leader, he is heroic himself; A15.3: a 9-1 that hardens has the -2 of a 9-2."""
    made = lone("9-1", campaign="votg")
    made.dice(1, 1, 3, 3).do("escape g91-1")
    leader = made.piece("g91-1")
    assert (leader.type, leader.modifier, "heroic" in leader.flags) == ("9-2", -2, True)
    assert not any(piece.kind == "hero" for piece in made.state.pieces.values())


def test_a15_1_a_crew_is_not_subject_to_heat_of_battle() -> None:
    made = lone("2-2-8", campaign="votg")
    made.dice(1, 1).do("escape g228-1")
    assert made.piece("g228-1").box == "retained"


def test_11_6063_a_russian_stack_has_minus_one_in_stalingrad_and_none_at_orsha() -> None:
    for campaign, value in (("rb", -1), ("votg", -1), ("oto2", 0)):
        made = desk("add russian 2-2-7 C2", campaign=campaign)
        assert drm(made) == value


def test_without_a_map_the_player_says_how_near_a_friendly_hex_is() -> None:
    made = desk("add german 2-4-7 E9", campaign="rb")
    made.game = replace(made.game, board=None)
    made.do("isolated E9 C german")
    made.dice(5, 5)
    assert "friendly-controlled" in made.ask("escape g247-1").text
    events = made.do("escape g247-1", "one")
    assert rolls(events)[0].total == 8
    assert made.piece("g247-1").box == "retained"
