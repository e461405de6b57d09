"""PFPh (S6): who acts when, the fire that an Action commands, and the free orders of the built-in commander."""

from __future__ import annotations

from typing import Any

from deciders import decider, field, proposal, with_minds
from field import ENEMY, FRIENDLY, Tabletop, throw

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Side
from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.action import order_of_acts, prep_fire
from sasl.minds.action.order_of_acts import acting, class_of, locations
from sasl.minds.fire import opening
from sasl.minds.movement import moves


def pfph(side: Side = "ENEMY", **terrain: Any) -> Tabletop:
    return field(side, "PFPh", **terrain)


def sequence(table: Tabletop, side: Side = "ENEMY") -> list[str]:
    return [unit.id for _, here in acting(table.game, side) for unit in here]


def shots(events: tuple[ev.Event, ...]) -> list[tuple[tuple[str, ...], str]]:
    return [(event.units, event.hex) for event in events if isinstance(event, ev.Fired)]


def decided(events: tuple[ev.Event, ...]) -> list[str]:
    return [event.line for event in events if isinstance(event, ev.Decided)]


def runs(table: Tabletop) -> list[str]:
    """The commands of the whole phase."""
    return decided(table.do("enemy phase"))


# -- order of actions -----------------------------------------------------------------------------------


def test_6_from_the_north_hexrow_by_hexrow() -> None:
    table = pfph()
    assert table.game.board.orientation["north"] == "last"  # the highest hexrow of this map
    ids = [table.new(ENEMY, "4-6-7", name) for name in ("C10", "BB4", "M20", "A2")]
    assert sequence(table) == [ids[1], ids[2], ids[0], ids[3]]


def test_6_in_a_hexrow_nearest_the_fbe_first() -> None:
    table = pfph()
    assert table.game.mission.area.friendly_edge == "east"
    ids = [table.new(ENEMY, "4-6-7", name) for name in ("K4", "K20", "K12")]
    assert sequence(table) == [ids[1], ids[2], ids[0]]


def test_6_for_the_friendly_side_nearest_the_ebe_first() -> None:
    table = pfph("FRIENDLY")
    ids = [table.new(FRIENDLY, "6-2-8", name) for name in ("K4", "K20", "K12")]
    assert sequence(table, "FRIENDLY") == [ids[0], ids[2], ids[1]]


def test_6_the_six_classes_of_a_location() -> None:
    table = pfph()
    truck = table.new(ENEMY, "SdKfz 10/4", "K14")
    marder = table.new(ENEMY, "Marder II", "K14", "malfunctioned")
    tank = table.new(ENEMY, "StuG IIIG", "K14")
    squad = table.new(ENEMY, "4-6-7", "K14")
    heavy = table.new(ENEMY, "4-6-8", "K14")
    table.arm(heavy, "HMG")
    light = table.new(ENEMY, "4-6-8", "K14")
    table.arm(light, "LMG")
    gun = table.new(ENEMY, "75L AT", "K14")
    table.new(ENEMY, "2-2-8", "K14")  # acts with its Gun
    leader = table.new(ENEMY, "8-1", "K14")
    found = sequence(table)
    assert found == [gun, heavy, squad, light, leader, tank, marder, truck]
    assert [class_of(table.game, table.unit(key)) for key in (gun, heavy, light, tank, marder, truck)] == [
        1, 2, 3, 4, 5, 6,
    ]  # fmt: skip


def test_6_who_is_not_in_good_order_has_no_action() -> None:
    table = pfph()
    for flag in ("broken", "melee", "panicked"):
        table.new(ENEMY, "4-6-7", "K14", flag)
    assert acting(table.game, "ENEMY") == []
    assert len(list(locations(table.game, "ENEMY"))) == 1


def test_6_a_crew_whose_gun_malfunctions_acts_for_itself() -> None:
    table = pfph()
    table.new(ENEMY, "75L AT", "K14", "malfunctioned")
    crew = table.new(ENEMY, "2-2-8", "K14")
    assert crew in sequence(table)


# -- the fire it commands -------------------------------------------------------------------------------


def test_6_4_the_fire_follows_in_the_same_step() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.dice(3, 3, 6, 6)
    events = table.do("next")
    assert decided(events) == [f"action {unit}", f"fire {unit} K17"]


def test_6_4_without_a_fire_command_nobody_fires() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.dice(4, 6)
    assert runs(table) == [f"action {unit}"]
    assert "prep" not in table.unit(unit).flags


def test_6_4_one_step_is_one_location() -> None:
    table = with_minds(pfph())
    north, south = table.new(ENEMY, "4-6-7", "M14"), table.new(ENEMY, "4-6-7", "K14")
    table.dice(3, 3)
    assert decided(table.do("next")) == [f"action {north}"]
    table.dice(3, 3)
    assert decided(table.do("next")) == [f"action {south}"]


def test_6_5_a_location_fires_together_where_that_does_more() -> None:
    table = with_minds(pfph())
    ids = {table.new(ENEMY, "4-6-7", "K14") for _ in range(2)}
    leader = table.new(ENEMY, "9-2", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.dice(3, 3, 2, 4, 6, 6)
    events = table.do("next")
    ((units, _),) = shots(events)
    assert ids <= set(units) <= ids | {leader}


def test_6_5_who_has_no_fire_command_does_not_join() -> None:
    table = with_minds(pfph())
    first, second = (table.new(ENEMY, "4-6-7", "K14") for _ in range(2))
    table.new(FRIENDLY, "6-2-8", "K17")
    table.dice(3, 3, 5, 5, 6, 6)
    events = table.do("next")
    assert shots(events) == [((first,), "K17")]
    assert not table.unit(second).flags & {"prep", "fire-command"}


def test_9_2_a_mg_that_keeps_rof_fires_on() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "2-4-7", "K14")
    gun = table.arm(unit, "HMG")
    table.new(FRIENDLY, "6-2-8", "K20")
    table.dice(3, 3)
    table.do(f"action {unit}")
    table.dice(1, 6)  # coloured 1: ROF kept
    table.do("next")
    assert "prep" not in table.state.weapons[gun].flags
    act = proposal(table.game)
    assert act is not None and act.line.startswith("fire") and gun in act.line


def test_s6_13_a_gun_with_a_target_makes_its_dr_for_panic_and_fires() -> None:
    table = with_minds(pfph())
    gun = table.new(ENEMY, "75L AT", "K14")
    table.new(ENEMY, "2-2-8", "K14")
    table.do(f"face {gun} K15/L14")
    table.new(FRIENDLY, "T-34 M43", "K20")
    act = proposal(table.game)
    assert act is not None and act.line == f"action {gun}"
    assert "crew: Final DR of 11 or more" in act.reasons[0]
    throw(table, (4, 6), act.line)
    act = proposal(table.game)
    assert act is not None
    assert act.line.startswith(f"fire {gun} K20"), act


def test_s6_13_so_does_a_cupola() -> None:
    table = with_minds(pfph())
    cupola = table.new(ENEMY, "HMG Cupola", "K14")
    table.new(FRIENDLY, "6-2-8", "K20")
    throw(table, (5, 6), f"action {cupola}")  # an AFV Panics at 12
    act = proposal(table.game)
    assert act is not None
    assert act.line.startswith(f"fire {cupola} K20"), act


def test_6_4_a_gun_without_a_target_passes_without_a_word() -> None:
    table = with_minds(pfph())
    table.new(ENEMY, "75L AT", "K14")
    table.new(ENEMY, "2-2-8", "K14")
    act = proposal(table.game)
    assert act is not None and act.line == ""
    assert table.do("next")[-1].__class__ is not ev.Decided
    assert table.state.phase == "MPh"


def waiting(place: str) -> Act | None:
    table = with_minds(pfph())
    table.new(ENEMY, "20L(6) AA", "K14", "waits")
    table.new(ENEMY, "2-2-8", "K14")
    table.new(FRIENDLY, "6-2-8", place)
    return proposal(table.game)


def test_s1_a_waiting_aa_gun_fires_at_targets_within_four_hexes_only() -> None:
    near, far = waiting("K18"), waiting("K19")
    assert near is not None and near.line.startswith("action 20L")
    assert far is not None and far.line == ""


def test_6_5_the_reasons_name_the_row_and_the_targets() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    for place in ("K17", "L17"):
        table.new(FRIENDLY, "6-2-8", place)
    act = proposal(table.game)
    assert act is not None
    text = "\n".join(act.reasons)
    assert act.title == f"{unit} in K14: Action DR (Hold, Target in normal range)"
    assert "<=6 Fire | 7..8 Fire | 9 Fire | 10 No Action | >=11 No Action [house]" in text
    assert "1. 467a fires at" in text and "2. 467a fires at" in text


def test_6_5_a_random_doctrine_fires_at_any_target() -> None:
    chosen = set()
    for number in range(12):
        table = with_minds(pfph(), doctrine="random")
        unit = table.new(ENEMY, "4-6-7", "K14")
        for place in ("K16", "M14", "H13"):
            table.new(FRIENDLY, "6-2-8", place)
        table.do(f"action {unit} fire")
        table.do(f"dice skip {number + 1}")
        act = proposal(table.game)
        assert act is not None
        chosen.add(act.target)
    assert len(chosen) == 3


def test_6_a_vetoed_unit_does_nothing_more() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"enemy pass {unit}")
    assert proposal(table.game) is None


def test_6_the_player_settles_an_action_and_the_enemy_carries_it_out() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    table.do(f"action {unit} fire")
    assert runs(table) == [f"fire {unit} K17"]


def test_6_every_unit_has_one_action() -> None:
    table = with_minds(pfph())
    for name in ("B3", "B3", "K14", "P20", "P20", "Z5"):
        table.new(ENEMY, "4-6-7", name)
    table.new(ENEMY, "8-1", "P20")
    lines = [line for line in runs(table) if not line.startswith("entrench")]  # then they dig in (B27.11)
    assert len(lines) == len(set(lines)) == 6, "that the leader does as his men do goes without saying"
    assert all("acted" in unit.flags for unit in table.state.on_map("ENEMY"))
    assert proposal(table.game) is None


# -- free orders ----------------------------------------------------------------------------------------


def free(place: str, *flags: str, at: str = "K14", doctrine: str = "commander", **terrain: Any) -> Act | None:
    """What a FRIENDLY squad at `at` does in its PFPh with an ENEMY squad at `place`."""
    table = pfph("FRIENDLY", **terrain)
    table.new(FRIENDLY, "6-2-8", at, *flags)
    table.new(ENEMY, "4-6-7", place)
    return prep_fire.next_act(table.game, decider("FRIENDLY", doctrine))


def test_a7_2_a_free_unit_fires_where_the_harm_is_worth_its_move() -> None:
    act = free("K15")
    assert act is not None and act.line.startswith("fire")
    assert "prep-fire 0.5" in act.reasons[0]


def test_a7_2_a_free_unit_that_would_hit_little_keeps_quiet_to_move() -> None:
    act = free("K16", K16="wooden-building")
    assert act is not None and act.line == ""


def test_a4_41_a_free_unit_whose_move_would_silence_its_mmg_fires_for_less() -> None:
    """A MMG does not fire in the AFPh after a move, so its squad Prep Fires where another would rather move."""
    found = {}
    for weapon in ("LMG", "MMG"):
        table = pfph("FRIENDLY", K14="brush")
        squad = table.new(FRIENDLY, "4-5-8", "K16")
        table.arm(squad, weapon)
        table.new(ENEMY, "4-6-7", "K14")
        found[weapon] = prep_fire.next_act(table.game, decider("FRIENDLY"))
    assert found["LMG"] is not None and found["LMG"].line == ""
    assert found["MMG"] is not None and found["MMG"].line.startswith("fire")
    assert "prep-fire-heavy" in found["MMG"].reasons[0]


def test_a7_5_nobody_is_drawn_into_a_weak_group_who_has_a_better_target() -> None:
    table = pfph("FRIENDLY", N10="stone-building")
    for place in ("N14", "O14"):
        squad = table.new(FRIENDLY, "4-5-8", place, "pinned")
        if place == "O14":
            table.arm(squad, "HMG")
    table.new(ENEMY, "4-6-7", "N10")
    first = prep_fire.next_act(table.game, decider("FRIENDLY"))
    assert first is not None and len(first.ids) == 2, "together where there is nothing else"
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "P9")
    weak = prep_fire.next_act(table.game, decider("FRIENDLY"))
    assert weak is not None and not ("N10" in weak.line and len(weak.ids) == 2)


def test_a7_2_who_has_the_best_attack_of_a_location_fires_first() -> None:
    table = pfph("FRIENDLY", N10="wooden-building")
    table.new(FRIENDLY, "4-4-7", "N14", "pinned")
    gunner = table.new(FRIENDLY, "4-5-8", "N14", "pinned")
    table.arm(gunner, "HMG")
    for _ in range(2):
        table.new(ENEMY, "4-6-7", "J6")
    table.new(ENEMY, "4-6-7", "N10")
    act = prep_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and act.key == gunner and "J6" in act.line


def test_a7_2_a_free_unit_that_cannot_move_fires_at_any_target() -> None:
    act = free("K16", "pinned", K16="wooden-building")
    assert act is not None and act.line.startswith("fire")


def test_a7_25_a_heavy_mg_that_sees_only_concealed_men_waits_for_them() -> None:
    table = pfph("FRIENDLY", N8="stone-building")
    squad = table.new(FRIENDLY, "4-5-8", "N14")
    table.arm(squad, "HMG")
    men = table.new(ENEMY, "4-6-7", "N8", "concealed")
    table = Tabletop(table.game.at(replace(table.state, control={"N14": ENEMY})))
    act = prep_fire.next_act(table.game, decider("FRIENDLY", "commander"))
    assert act is not None and act.line == f"hold {squad}" and any("N8" in reason for reason in act.reasons)
    table.do(act.line)
    table.do(f"set {men} -concealed")
    table = Tabletop(table.game.at(replace(table.state, phase="AFPh")))
    fires = opening.next_act(table.game, decider("FRIENDLY", "commander"))
    assert fires is not None and fires.line.startswith("fire")


def test_16_a_unit_not_in_command_does_not_prep_fire() -> None:
    assert free("K15", "no-command") is None


def test_16_mild_lets_the_commander_prep_fire_out_of_command() -> None:
    """Where the variant leaves it, a unit out of command Prep Fires at any Target in normal range: it stays anyway."""
    table = pfph("FRIENDLY")
    table.new(FRIENDLY, "6-2-8", "K14", "no-command")
    table.new(ENEMY, "4-6-7", "K16")
    for variant, fires in (("strict", False), ("mild", True)):
        table.do(f"command {variant}")
        act = prep_fire.next_act(table.game, decider("FRIENDLY"))
        assert bool(act and act.line.startswith("fire")) == fires, variant


def test_16_mild_lets_the_commander_seek_cover_out_of_command() -> None:
    table = field(FRIENDLY, "MPh", K15="wooden-building")
    squad = table.new(FRIENDLY, "4-5-8", "K14", "no-command")
    table.new(ENEMY, "4-6-7", "K11")
    table.do("command strict")
    assert moves.out_of_command(table.game, decider("FRIENDLY")) is None
    table.do("command mild")
    act = moves.out_of_command(table.game, decider("FRIENDLY"))
    assert act is not None and act.line == f"move {squad} K15 assault"
    table.do(act.line)
    assert table.unit(squad).hex == "K15"


def test_16_mild_leaves_who_is_safe_where_he_is() -> None:
    table = field(FRIENDLY, "MPh")
    table.new(FRIENDLY, "4-5-8", "K14", "no-command")
    table.do("command mild")
    act = moves.out_of_command(table.game, decider("FRIENDLY"))
    assert act is not None and act.line == ""


def test_6_a_free_side_makes_no_action_dr() -> None:
    table = pfph("FRIENDLY")
    table.new(FRIENDLY, "6-2-8", "K14")
    table.new(ENEMY, "4-6-7", "K15")
    table = with_minds(table, FRIENDLY)
    act = prep_fire.next_act(table.game, decider("FRIENDLY"))
    assert act is not None and not act.line.startswith("action")


def test_6_4_a_friendly_side_with_action_orders_makes_its_dr() -> None:
    act = free("K17", doctrine="standard")
    assert act is not None and act.line.startswith("action")


def test_6_4_the_orders_of_one_side_are_never_given_to_the_other() -> None:
    table = with_minds(pfph("FRIENDLY"))
    table.new(ENEMY, "4-6-7", "K14")
    table.new(FRIENDLY, "6-2-8", "K17")
    assert proposal(table.game) is None


def test_6_5_a_known_gun_is_as_hidden_as_its_crew() -> None:
    table = pfph()
    gun = table.new(ENEMY, "75L AT", "K14")
    crew = table.new(ENEMY, "2-2-8", "K14", "concealed")
    table.new(FRIENDLY, "6-2-8", "K26")
    assert order_of_acts.least_of(table.game, table.unit(gun)) == "hidden-harm"
    weak = order_of_acts.targets_of(table.game, decider("ENEMY", "timid"), table.unit(gun))
    table.do(f"set {crew} -concealed")
    assert order_of_acts.least_of(table.game, table.unit(gun)) == "target-harm"
    assert not weak and order_of_acts.targets_of(table.game, decider("ENEMY", "timid"), table.unit(gun))


def test_6_5_a_concealed_unit_is_not_given_away_for_little() -> None:
    table = with_minds(pfph())
    unit = table.new(ENEMY, "4-6-7", "K14", "concealed")
    table.new(FRIENDLY, "6-2-8", "K26")
    open_ground = proposal(table.game)
    assert open_ground is not None and "no Target" in open_ground.title
    assert "below prep-fire-hidden 0.5" in "\n".join(open_ground.reasons)
    table.do(f"set {unit} -concealed")
    seen = proposal(table.game)
    assert seen is not None and "Target at long range only" in seen.title


def test_6_5_nobody_who_hides_is_drawn_into_the_fire_of_others_for_little() -> None:
    table = pfph(K14="stone-building")
    shown, hidden = table.new(ENEMY, "4-6-7", "K12"), table.new(ENEMY, "4-6-7", "K12")
    table.new(FRIENDLY, "4-5-8", "K14")
    together = order_of_acts.targets_of(table.game, decider(), table.unit(shown), lambda other: True)
    assert any(hidden in choice.firers for choice in together)
    least = decider().doctrine.value("hidden-harm")
    assert max(choice.harm for choice in together) < least
    table.do(f"set {hidden} concealed")
    alone = order_of_acts.targets_of(table.game, decider(), table.unit(shown), lambda other: True)
    assert alone and not any(hidden in choice.firers for choice in alone)
