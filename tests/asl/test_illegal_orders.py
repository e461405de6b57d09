"""Orders to fire that the rules forbid: each is refused in one sentence that names the rule, and changes nothing."""

from __future__ import annotations

import re

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, moves, throw

from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Phase, Side
from sasl.board.hexes import ca_towards, parse_hex

RULE = re.compile(r"\((?:[A-E]\d|C\.|S\d|OtO|mission)[^)]*\)")
"""What names a rule: (A7.5), (C3.2), (S16) …"""


def position(phase: Phase = "PFPh", side: Side = FRIENDLY) -> Tabletop:
    """Ours: 458a (with MMGa) and 91a in K14, 458b in M13, 447a (with FTa) in K11, T34a in H14.

    Theirs: 467a in K10, 467b in K20 behind the woods K17 and K18, the crew 228a with 88La in DD5. All else is open.
    """
    table = field(side, phase, K17="woods", K18="woods")
    for name, place in (("4-5-8", "K14"), ("4-5-8", "M13"), ("9-1", "K14"), ("4-4-7", "K11"), ("T-34 M43", "H14")):
        table.new(FRIENDLY, name, place)
    for sw, unit in (("MMG", "458a"), ("FT", "447a")):
        table.arm(unit, sw)
    for name, place in (("4-6-7", "K10"), ("4-6-7", "K20"), ("88L AA", "DD5"), ("2-2-8", "DD5")):
        table.new(ENEMY, name, place)
    return table


def refused(table: Tabletop, line: str, words: str) -> None:
    reason = table.no(line)  # which also asserts that the state is untouched
    assert words in reason, reason
    assert RULE.search(reason), reason
    assert "\n" not in reason and not re.search(r"[.!?]\s+[A-Z]", reason), reason


IN_PREP_FIRE = [
    # setup, order, words
    ("", "fire 458a K20", "no LOS from K14 to K20"),
    ("", "fire MMGa K20", "no LOS from K14 to K20"),
    ("", "fire 458a K11", "nothing of the other side is in K11 (A7.1)"),
    ("", "fire 458a Z5", "nothing of the other side is in Z5 (A7.1)"),
    ("", "fire 458a,467a K10", "units of both sides cannot fire together"),
    ("malfunction MMGa", "fire MMGa K10", "MMGa is malfunctioned (A9.7)"),
    ("set MMGa dismantled", "fire MMGa K10", "MMGa is dismantled (A9.8)"),
    ("put 467a K3", "fire 458a K3 only", "458a reaches at most 10 hexes; K3 is 11 away (A7.22)"),
    ("put 467a M3|put 458a,91a M24", "fire MMGa,91a M3", "MMGa reaches at most 20 hexes; M3 is 21 away (A7.22)"),
    ("give MMGa L20", "fire MMGa K10", "nobody mans MMGa (A4.4)"),
    ("", "fire 91a K10", "a leader directs others; name the units that fire with him (A7.53)"),
    ("set 91a pinned", "fire 458a,91a K10", "91a is in no condition to direct fire (A7.53)"),
    ("set 91a broken", "fire 458a,91a K10", "91a is in no condition to direct fire (A7.53)"),
    ("set 91a berserk", "fire 458a,91a K10", "91a is in no condition to direct fire (A7.53)"),
    ("put 91a M13", "fire 458a,91a K10", "91a is not with the firing units (A7.53)"),
    ("", "fire 458a,458b K10", "is not ADJACENT to the rest of the Fire Group (A7.5)"),
    ("", "fire 458a,447a K10", "is not ADJACENT to the rest of the Fire Group (A7.5)"),
    ("set 458a broken", "fire 458a K10", "458a is broken (A10.4)"),
    ("set 458a ti", "fire 458a K10", "458a is TI (A4.8)"),
    ("set 458a melee", "fire 458a K10", "458a is in Melee (A11.15)"),
    ("set 458a prisoner", "fire 458a K10", "458a is a prisoner (A20)"),
    ("set 458a disarmed", "fire 458a K10", "458a is unarmed (A20.5)"),
    ("set 458a berserk", "fire 458a K10", "458a is berserk and must charge: it never fires in the PFPh (A15.432)"),
    ("set 458a panicked", "fire 458a K10", "458a has Panicked (S6.21)"),
    ("set 458a prep|set MMGa prep", "fire 458a K10", "458a has Prep Fired (A7.2)"),
    ("set MMGa prep", "fire MMGa K10", "458a has Prep Fired (A7.2)"),
    ("hold 458a", "fire 458a K10", "458a is waiting for Opportunity Fire in the AFPh (A7.25)"),
    ("option command on|set 458a no-command", "fire 458a K10", "458a is not In Command"),
    ("", "fire 458a K10 spray K9", "458a cannot Spray its fire (A7.34)"),
    ("", "fire MMGa K10 spray K9", "nothing of the other side is in K9 (A7.1)"),
    ("put 467b K8", "fire MMGa K10 spray K8", "takes two ADJACENT hexes; K10 and K8 are not (A7.34)"),
    ("", "fire 458a K10 snap", "a Snap Shot is Defensive First Fire"),
    ("", "fire MMGa K10 lane", "a Fire Lane is placed with Defensive First Fire (A9.22)"),
    ("", "fire 458a,T34a K10", "fires by itself: name it alone (C3.1)"),
    ("", "fire T34a,MMGa K10", "fires by itself: name it alone (C3.1)"),
    ("set 447a pinned", "fire FTa K10", "447a is pinned and may not use its FT (A7.8)"),
    ("put 447a K13", "fire FTa K10", "a flamethrower reaches"),
    ("put 458a off", "fire 458a K10", "458a is not on the map"),
    # ordnance
    ("", "fire T34a K10 vehicle", "there is no enemy vehicle in K10 (C3.31)"),
    ("malfunction T34a", "fire T34a K10", "T34a"),
    ("set T34a shocked", "fire T34a K10", "T34a is Shocked (C7.4)"),
    ("set T34a stunned", "fire T34a K10", "T34a is Stunned (D5.34)"),
    ("set T34a abandoned", "fire T34a K10", "T34a is Abandoned (D5.4)"),
    ("face T34a H15/I15", "fire T34a K10 bmg", "lies outside the arc of T34a's BMG"),
    ("", "fire T34a K10 heat", "T34a has no HEAT (C8)"),
]


@pytest.mark.parametrize(("setup", "order", "words"), IN_PREP_FIRE)
def test_illegal_prep_fire(setup: str, order: str, words: str) -> None:
    table = position()
    for line in filter(None, setup.split("|")):
        table.do(line)
    refused(table, order, words)


@pytest.mark.parametrize("phase", ["RPh", "RtPh", "APh", "CCPh"])
def test_a3_nobody_fires_in_the_other_phases(phase: Phase) -> None:
    for side in (FRIENDLY, ENEMY):
        refused(position(phase, side), "fire 458a K10", "'fire' belongs to")


@pytest.mark.parametrize(
    ("phase", "side", "order", "words"),
    [
        ("PFPh", ENEMY, "fire 458a K10", "458a may not fire now"),
        ("AFPh", ENEMY, "fire 458a K10", "458a may not fire now"),
        ("DFPh", FRIENDLY, "fire 458a K10", "458a may not fire now"),
        ("PFPh", FRIENDLY, "fire 467a K11", "467a may not fire now"),
        ("MPh", FRIENDLY, "fire 458a K10", "458a does not fire in its own MPh: only vehicles do (A3.3, D3.3)"),
        ("MPh", FRIENDLY, "fire 467a K14", "nobody is moving in K14"),
    ],
)
def test_a3_each_side_fires_in_its_own_phases(phase: Phase, side: Side, order: str, words: str) -> None:
    refused(position(phase, side), order, words)


def test_a9_2_no_second_shot_without_rof() -> None:
    table = position()
    throw(table, (4, 6), "fire MMGa K10")
    refused(table, "fire MMGa K10", "458a has Prep Fired (A7.2)")
    table = position()
    throw(table, (6, 4), "fire 458a,91a K10 only")  # 4 FP, 10 - 1
    refused(table, "fire 458a K10 only", "458a has Prep Fired (A7.2)")


@pytest.mark.parametrize(
    ("setup", "order", "words"),
    [
        ("set 467a final", "fire 467a K14 only", "only FPF at an ADJACENT unit is left (A8.31)"),
        ("set 467a first", "fire 467a K14 only", "Subsequent First Fire reaches only the nearest enemy (A8.3)"),
        ("set 467a first|put 447a CC20|put 467a K7", "fire 467a K14 only", "does not go beyond normal range, 6 hexes"),
        ("", "fire 467a K11", "nobody is moving in K11"),
        ("", "fire 467a M13", "nobody is moving in M13"),
        ("put 467a K1", "fire 467a K14 only", "467a reaches at most 12 hexes;"),
        ("set 467a pinned", "fire MMGb K14 lane", "467a is pinned and cannot place a Fire Lane (A7.8)"),
        ("put 467a J11", "fire MMGb K14 lane", "a Fire Lane lies on a hex grain"),
    ],
)
def test_illegal_first_fire(setup: str, order: str, words: str) -> None:
    table = position("MPh")
    assert table.new(ENEMY, "MMG") == "MMGb"
    for line in ("give MMGb 467a", *filter(None, setup.split("|"))):
        table.do(line)
    refused(moves(table, "458a", came_from="K15"), order, words)


def test_a8_4_illegal_final_fire() -> None:
    table = position("DFPh")
    table.do("set 467a first")
    refused(table, "fire 467a K14", "it fires only at ADJACENT targets (A8.4)")
    table.do("set 467a final")
    refused(table, "fire 467a K11", "467a has Final Fired (A8.4)")


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("set 228a broken dm", "nobody unbroken mans 88La (C10.1)"),
        ("put 228a DD7", "nobody unbroken mans 88La (C10.1)"),
        ("set 88La limbered", "88La is limbered or towed (C10.1)"),
        ("malfunction 88La", "88La"),
        ("set 228a ti", "is unable to fire (A4.8)"),
        ("face 88La {away}|set 228a pinned", "228a is pinned: 88La cannot change its CA (A7.8)"),
    ],
)
def test_c3_a_gun_that_cannot_fire(setup: str, words: str) -> None:
    table = position("PFPh", ENEMY)
    table.do("put 447a DD9")
    away = ca_towards(parse_hex("DD5"), parse_hex("DD1"))
    for line in setup.format(away=away).split("|"):
        table.do(line)
    refused(table, "fire 88La DD9", words)


def test_c3_2_a_ca_that_does_not_hold_the_target() -> None:
    table = position("PFPh", ENEMY)
    gun, away = table.new(ENEMY, "75L AT", "DD5"), ca_towards(parse_hex("DD5"), parse_hex("DD1"))
    table.do("put 447a DD9")
    table.do(f"face {gun} {away}")
    refused(table, f"fire {gun} DD9 ca {away}", "DD9 does not lie in the CA")
    assert f"is not a CA of {gun}" in table.no(f"fire {gun} DD9 ca A1/B1")


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("fire", "fire needs units and SW"),
        ("fire 458a", "fire needs a hex"),
        ("fire nobody K10", "nobody"),
        ("fire 458a K99", "K99"),
        ("fire 458a K10 twice", "cannot use 'twice'"),
        ("fire MMGa K10 spray", "needs a hex after 'spray'"),
    ],
)
def test_orders_that_cannot_be_read(order: str, words: str) -> None:
    assert words in position().no(order)


def test_a7_22_what_does_not_reach_is_refused_before_a_los_in_doubt_is_asked_for() -> None:
    """L19 lies past the corner of the woods of K17, six hexes away; a 6-2-8 reaches four."""
    table = position()
    table.new(FRIENDLY, "6-2-8", "K14")
    table.all("put 467a L19", "option ask-los on")
    assert not look(table.game, "K14", "L19").sure
    refused(table, "fire 458a,628a L19", "628a reaches at most 4 hexes; L19 is 6 away (A7.22)")
