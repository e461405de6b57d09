"""What wakes a Sniper (A14.1): a side's own DR that equals the other side's SAN, in four phases, never mines or OBA."""

from __future__ import annotations

from functools import partial

import pytest
from field import ENEMY, FRIENDLY, Tabletop, by_rule, field, flags, records, throw
from tabletop import rolls

from sasl.asl import snipers
from sasl.asl.fire import effects
from sasl.asl.fire.attack import Group, IftAttack, resolve
from sasl.asl.fire.ift import FinalDr, parse
from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.asl.infantry.morale import morale_checks

# FRIENDLY SAN 5, ENEMY SAN 4: a FRIENDLY DR of 4 wakes the ENEMY Sniper, an ENEMY DR of 5 the FRIENDLY one.
SAN = (5, 4)


def sniper_drs(events: tuple[ev.Event, ...]) -> list[str]:
    """Whose Snipers have rolled."""
    return [record.purpose.split()[0] for record in records(events) if record.table == "sniper.effect"]


def duel(phase: Phase = "PFPh", side: Side = FRIENDLY) -> tuple[Tabletop, str, str]:
    table = field(side, phase, san=SAN, K10="wooden-building", K14="wooden-building")
    return table, table.new(FRIENDLY, "4-5-8", "K14"), table.new(ENEMY, "4-6-7", "K10")


def test_a14_1_a_fire_dr_that_equals_the_enemy_san() -> None:
    table, us, _ = duel()
    events = throw(table, (3, 1, 1, 2, 6), f"fire {us} K10")  # 4 + 2 on the 4 column: NMC 3; the Sniper's dr is 6
    assert sniper_drs(events) == ["ENEMY"]


def test_a14_1_the_own_san_wakes_nobody() -> None:
    table, us, _ = duel()
    assert sniper_drs(throw(table, (3, 2), f"fire {us} K10", "+3 for the test", "roll")) == []


def test_a14_1_the_original_dr_counts_not_the_final_one() -> None:
    table, us, _ = duel()
    events = throw(table, (5, 1, 1, 2), f"fire {us} K10", "-4 for the test", "roll")  # 6 + 2 - 4 = 4: 1MC 3
    assert sniper_drs(events) == []
    table, us, _ = duel()
    events = throw(table, (3, 1, 6), f"fire {us} K10", "+5 for the test", "roll")
    assert sniper_drs(events) == ["ENEMY"]


def test_a14_1_a_mc_of_the_victim_may_wake_the_other_sniper() -> None:
    table, us, them = duel()
    # 3 + 2 = 5 on the 4 column: 1MC; their 5 is FRIENDLY's SAN: 5 + 1 = 6 <= 7, and the Sniper's dr is 3.
    events = throw(table, (1, 2, 4, 1, 3), f"fire {us} K10")
    assert sniper_drs(events) == ["FRIENDLY"] and flags(table, them) == set()


def test_a14_1_a_ptc_counts_too() -> None:
    table, us, _ = duel()
    events = throw(table, (3, 2, 4, 1, 3), f"fire {us} K10")  # 5 + 2 = 7: PTC; 5
    assert sniper_drs(events) == ["FRIENDLY"]


def test_a14_2_an_effective_dr_attacks_at_once() -> None:
    table, us, them = duel()
    # 4 + 2: NMC 3. ENEMY dr 1 is effective; Random Location from the middle of the FRIENDLY units: 1,1; 458a breaks.
    throw(table, (3, 1, 1, 2, 1, 1, 1), f"fire {us} K10")
    assert flags(table, us) == {"broken", "dm"} and flags(table, them) == set()


@pytest.mark.parametrize(
    ("phase", "wakes"),
    [
        ("PFPh", True), ("MPh", True), ("DFPh", True), ("AFPh", True), ("RPh", False), ("RtPh", False), ("APh", False),
        ("CCPh", False),
    ],
)  # fmt: skip
def test_a14_1_only_in_the_four_fire_phases(phase: Phase, wakes: bool) -> None:
    table, us, _ = duel(phase)
    dice = (3, 1, 6) if wakes else (3, 1)
    _, events = by_rule(table, dice, lambda ctx: morale_checks.morale_check(ctx, ctx.state.units[us], 0, "test"))
    assert sniper_drs(events) == (["ENEMY"] if wakes else [])


def test_a14_1_mines_and_oba_wake_nobody() -> None:
    for side, fire in (("", False), (FRIENDLY, False)):
        table, _, them = duel()
        table.do("option confirm-fire off")
        attack = IftAttack(side, "test", "K10", 4, (Group((them,), ()),), sniper=False, fire=fire)
        _, events = by_rule(table, (3, 1, 1, 2), partial(resolve, attack=attack))
        assert sniper_drs(events) == []


def test_a14_1_a_minefield_attack_wakes_nobody() -> None:
    table, us, _ = duel("MPh")
    table.do("marker add minefield K15 6")
    for option in ("option confirm-fire off", "option fire-stops off"):
        table.do(option)
    events = throw(table, (3, 1, 1, 2), f"move {us} K15")  # 4 on the 6 column: 2MC, 3 + 2
    assert sniper_drs(events) == []


def test_a14_1_dice_nobody_threw_wake_nobody() -> None:
    table, us, _ = duel()
    assert sniper_drs(throw(table, (), f"fire {us} K10", "=-")) == []


@pytest.mark.parametrize("san", [0, 2, 7])
def test_a14_1_only_the_san_itself(san: int) -> None:
    table = field(san=(0, san))
    for original in range(2, 13):
        wakes = original == san
        _, events = by_rule(table, (6,) * wakes, partial(snipers.alarm, side=FRIENDLY, original=original))
        assert sniper_drs(events) == ["ENEMY"] * wakes, original


# -- vehicles and those aboard (A14.22, A14.3) -----------------------------------------------------------


def struck(type_name: str, kind: int, *flags: str) -> tuple[Tabletop, str]:
    """A German vehicle after a Sniper attack of this kind."""
    table = field(ENEMY, "PFPh")
    vehicle = table.new(ENEMY, type_name, "K14", *flags)
    after, _ = by_rule(table, (), lambda ctx: snipers._hit(ctx, ctx.state.units[vehicle], kind))
    return after, vehicle


@pytest.mark.parametrize(
    ("type_name", "kind", "states"),
    [
        ("StuG IIIG", 1, {"stunned", "recalled"}), ("StuG IIIG", 2, {"stunned"}), ("Marder II", 1, {"abandoned"}),
        ("SdKfz 10/4", 1, {"abandoned"}), ("Marder II", 2, set()),
    ],
)  # fmt: skip
def test_a14_3_what_a_sniper_does_to_a_crew(type_name: str, kind: int, states: set[str]) -> None:
    table, vehicle = struck(type_name, kind)
    assert table.unit(vehicle).flags - {"buttoned"} == states
    assert ("crew pinned" in table.unit(vehicle).arms) is (type_name == "Marder II" and kind == 2)


def test_a14_22_riders_and_crews_that_show_themselves_are_targets() -> None:
    table = field(ENEMY, "PFPh")
    shut, rider = table.new(ENEMY, "StuG IIIG", "K14", "buttoned"), table.new(ENEMY, "4-6-7", "K14")
    table.do(f"board {rider} {shut}")
    stunned = table.new(ENEMY, "Marder II", "K15", "stunned")
    ids = {unit.id for unit in snipers.candidates(table.game, ENEMY)}
    assert rider in ids and not ids & {shut, stunned}


@pytest.mark.parametrize(("kind", "watched", "shown"), [(2, True, True), (1, True, True), (2, False, False)])
def test_a12_14_the_target_of_a_sniper_loses_its_concealment_where_a_good_order_enemy_sees_it(
    kind: int, watched: bool, shown: bool
) -> None:
    """At any range; who breaks, sees himself or not, loses it anyway."""
    table = field(san=SAN)
    prey = table.new(ENEMY, "4-6-7", "K10", "concealed")
    table.new(FRIENDLY, "4-5-8", "K27", *(() if watched else ("broken",)))
    table.do("marker add sniper K10 friendly")
    table, _ = by_rule(table, (1, 1), lambda ctx: snipers.sniper_attack(ctx, FRIENDLY, kind))
    assert ("concealed" not in flags(table, prey)) is shown


def test_a14_23_those_under_a_question_mark_count_as_one_target() -> None:
    """Two dice for the Known squad and the stack, then two for the stack."""
    table = field(san=SAN)
    table.new(ENEMY, "4-6-7", "K10")
    hidden = [table.new(ENEMY, "4-6-7", "K10", "concealed") for _ in "ab"]
    table.do("marker add sniper K10 friendly")
    table.do(f"set {','.join(table.state.units)} ti")  # nobody looks for the Sniper
    table, _ = by_rule(table, (1, 1, 2, 5, 6, 3), lambda ctx: snipers.sniper_attack(ctx, FRIENDLY, 2))
    assert "pinned" in flags(table, hidden[0]) and "pinned" not in flags(table, hidden[1])


def test_a14_22_a_sniper_finds_crew_exposed_crews_but_nobody_hidden() -> None:
    table = field(FRIENDLY, "PFPh")
    exposed = table.new(ENEMY, "StuG IIIG", "K10")
    table.new(ENEMY, "StuG IIIG", "K11", "buttoned")
    table.new(ENEMY, "StuG IIIG", "K12", "abandoned")
    table.new(ENEMY, "4-6-7", "K13", "hidden")
    assert [unit.id for unit in snipers.candidates(table.game, "ENEMY")] == [exposed]


def test_a14_1_a_mc_of_an_afv_crew_wakes_the_sniper() -> None:
    table = field(FRIENDLY, "PFPh", san=(0, 4))
    tank = table.new(FRIENDLY, "KV-1S", "K14")
    _, events = by_rule(
        table, (2, 2, 6), lambda ctx: effects.apply_outcome(ctx, [tank], FinalDr(parse("1MC"), None, 4), "test")
    )
    assert rolls(events, "Sniper")
