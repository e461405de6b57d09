"""Ambush (A11.4): when, with which drm, and what it is good for; advances that lead into CC (A4.7)."""

from __future__ import annotations

import pytest
from field import at_cc as table
from field import field, hill
from tabletop import ENEMY, FRIENDLY, Tabletop, rolls, told

from sasl.asl.close_combat import cc_round, melee
from sasl.orders.engine import Ask

OPEN, WOODS = "P15", "Q16"


def pair(found: Tabletop, name: str, ours: tuple[str, ...] = ("advanced",), theirs: tuple[str, ...] = ()) -> list[str]:
    return [found.new(FRIENDLY, "4-4-7", name, *ours), found.new(ENEMY, "4-6-7", name, *theirs)]


def test_a11_4_in_woods_or_with_a_concealed_unit_after_an_advance() -> None:
    for name, ours, theirs, may in (
        (WOODS, ("advanced",), (), True),
        ("Q10", ("advanced",), (), True),
        (OPEN, ("advanced",), (), False),
        (OPEN, ("advanced",), ("concealed",), True),
        (OPEN, ("advanced", "concealed"), (), True),
        (WOODS, (), (), False),
        (WOODS, ("advanced",), ("melee",), False),
    ):
        found = table()
        pair(found, name, ours, theirs)
        assert bool(cc_round.ambush_reason(found.game, name)) == may, (name, ours, theirs)


@pytest.mark.parametrize(
    ("ours", "theirs", "who"), [(1, 4, FRIENDLY), (2, 4, ""), (6, 3, ENEMY), (3, 3, ""), (5, 3, "")]
)
def test_a11_4_lower_by_three_ambushes(ours: int, theirs: int, who: str) -> None:
    found = table()
    a, b = pair(found, WOODS)
    events = found.dice(ours, theirs, *([6, 5] * 2)).do(
        f"cc {WOODS} {a} vs {b} and {b} vs {a}", *(["none"] if who else [])
    )
    assert [record.whose for record in rolls(events, "Ambush dr")] == [FRIENDLY, ENEMY]
    attacks = rolls(events, "CC in")
    drm = {record.whose: [mod.value for mod in record.modifiers] for record in attacks}
    other = {FRIENDLY: ENEMY, ENEMY: FRIENDLY}.get(who, "")
    assert drm == ({who: [-1], other: [1]} if who else {FRIENDLY: [], ENEMY: []})
    assert attacks[0].whose == (who or FRIENDLY), "the Ambusher attacks first (A11.32)"


@pytest.mark.parametrize(
    ("flag", "drm"),
    [("cx", [1]), ("broken", [1]), ("pinned", [1]), ("berserk", [1, 1]), ("concealed", [-2]), ("panicked", [2])],
)
def test_a11_4_drm_of_states(flag: str, drm: list[int]) -> None:
    """The berserk are Lax as well (A15.432)."""
    found = table()
    found.new(FRIENDLY, "4-4-7", WOODS, flag)
    found.new(FRIENDLY, "4-4-7", WOODS, flag)
    assert [mod.value for mod in cc_round.ambush_drm(found.game, WOODS, FRIENDLY)] == drm, "once, however many"


def test_a11_4_drm_of_leaders_lax_stealthy_and_vehicles() -> None:
    def drm(*units: tuple[str, ...]) -> list[int]:
        found = table()
        for name, *flags in units:
            found.new(FRIENDLY, name, WOODS, *flags)
        return [mod.value for mod in cc_round.ambush_drm(found.game, WOODS, FRIENDLY)]

    assert drm(("9-2",)) == [], "alone"
    assert drm(("9-2",), ("4-4-7",)) == [-2] and drm(("6+1",), ("4-4-7",)) == [1]
    assert drm(("9-2", "pinned"), ("4-4-7",)) == [1], "a pinned leader does not help, but counts as pinned"
    assert drm(("4-2-6",)) == [1] and drm(("1-4-9",), ("4-4-7",)) == [-1] == drm(("8-0", "heroic"), ("4-4-7",))
    assert drm(("8-0", "heroic", "broken"), ("4-4-7",)) == [1], "broken, he makes nobody Stealthy"
    assert drm(("KV-1S",), ("4-4-7",)) == [2] and drm(("KV-1S", "buttoned"), ("4-4-7",)) == [2, 1]


def test_a11_4_who_is_in_a_pillbox_is_slow() -> None:
    found = field(FRIENDLY, "CCPh").all("marker add pillbox K14 1+3+5 K13/L13")
    found.new(FRIENDLY, "4-4-7", "K14", "dug-in")
    assert [mod.value for mod in cc_round.ambush_drm(found.game, "K14", FRIENDLY)] == [2]


def test_a11_4_the_ambushed_side_loses_its_concealment() -> None:
    found = table()
    a, b = pair(found, WOODS, theirs=("concealed",))
    found.dice(1, 6).do(f"cc {WOODS}", "none", "none", "none", "none")  # 1 against 6 - 2
    assert "concealed" not in found.unit(b).flags and "melee" in found.unit(a).flags


def test_a11_4_the_ambusher_keeps_its_concealment_if_nobody_is_left() -> None:
    for dice, kept in (((1, 2), True), ((6, 5), False)):
        found = table()
        a, b = pair(found, WOODS, ours=("advanced", "concealed"))
        # -2 for concealment: 2 - 2 against 3; the attack at 1-1 with -1
        found.dice(2, 3, *dice).do(f"cc {WOODS} {a} vs {b} and {b} vs {a}", *(["none"] * 3))
        assert ("concealed" in found.unit(a).flags) == kept == (b not in found.state.units)


def test_a11_32_sequential_the_dead_do_not_attack_back() -> None:
    found = table()
    a, b = pair(found, WOODS)
    events = found.dice(1, 5, 1, 3).do(f"cc {WOODS} {a} vs {b} and {b} vs {a}", "none")
    assert len(rolls(events, "CC in")) == 1 and b not in found.state.units and a in found.state.units


def test_a11_41_the_ambusher_may_leave_before_or_after() -> None:
    found = table()
    a, b = pair(found, WOODS)
    found.dice(1, 5).do(f"cc {WOODS}", a, "P15")
    assert found.unit(a).hex == "P15" and "melee" not in found.unit(b).flags
    found = table()
    a, b = pair(found, WOODS)
    events = found.dice(1, 5, 6, 5, 6, 5).do(f"cc {WOODS} {a} vs {b} and {b} vs {a}", "none", a, "P15")
    assert len(rolls(events, "CC in")) == 2 and found.unit(a).hex == "P15"


def test_a11_41_the_ambush_dr_is_told_before_its_question() -> None:
    found = table()
    pair(found, WOODS)
    asked = found.dice(1, 5).session.submit(f"cc {WOODS}")
    assert isinstance(asked, Ask) and "Ambush Withdrawal before the attacks" in asked.question.text
    told_before = "\n".join(text for text, _ in asked.told)
    assert told_before.count("Ambush dr of the") == 2 and f"The FRIENDLY ambushes in {WOODS}: 1 to 5" in told_before


def test_a11_19_hidden_units_come_on_under_a_question_mark() -> None:
    found = table()
    _, b = pair(found, OPEN, theirs=("hidden",))
    found.do(f"cc {OPEN}", "none", "none", "none")
    assert "hidden" not in found.unit(b).flags and "concealed" in found.unit(b).flags


# -- advancing into CC (A4.7) -----------------------------------------------------------------------------


def test_a4_7_both_sides_advance_in_their_own_player_turn() -> None:
    found = table(ENEMY, "APh")
    a, b = found.new(FRIENDLY, "4-4-7", "P14"), found.new(ENEMY, "4-6-7", "P16")
    assert "belongs to the FRIENDLY" in found.no(f"advance {a} P15")
    found.do(f"advance {b} P15")
    assert found.unit(b).hex == "P15" and "advanced" in found.unit(b).flags
    assert "has advanced" in found.no(f"advance {b} P16")


def test_a11_1_an_advance_onto_enemies_is_cc_and_takes_no_control() -> None:
    found = table(FRIENDLY, "APh")
    name = "Q10"
    found.new(ENEMY, "4-6-7", name)
    a = found.new(FRIENDLY, "4-4-7", found.game.board.neighbours(name)[0])
    assert f"CC in {name}" in told(found.do(f"advance {a} {name}"))
    assert found.state.control[name] == ENEMY


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("broken", "A10.5"), ("pinned", "A7.81"), ("ti", "A4.8"), ("melee", "A11.15"), ("prisoner", "A20"),
        ("panicked", "S6.21"),
    ],
)  # fmt: skip
def test_a4_7_who_may_not_advance(flag: str, words: str) -> None:
    found = table(FRIENDLY, "APh")
    a = found.new(FRIENDLY, "4-4-7", "P14", flag)
    assert words in found.no(f"advance {a} P15")


def test_a4_7_who_has_come_among_enemies_in_the_mph_does_not_advance_away() -> None:
    found = table(FRIENDLY, "APh")
    came, waits = (found.new(FRIENDLY, "4-4-7", "P14", *flags) for flags in (("moved",), ()))
    foe = found.new(ENEMY, "StuG IIIG", "P14", "motion")
    assert f"the Location of {foe} and fights there" in found.no(f"advance {came} P15")
    found.do(f"advance {waits} P15")
    found.do(f"set {foe} abandoned -motion")
    found.do(f"advance {came} P15")


def test_a4_72_difficult_terrain_costs_cx_and_is_closed_to_cx() -> None:
    found = field(FRIENDLY, "APh", K15=hill(1, "woods"))
    a = found.new(FRIENDLY, "4-4-7", "K14")
    found.do(f"advance {a} K15")
    assert "cx" in found.unit(a).flags
    other = found.new(FRIENDLY, "4-4-7", "K14", "cx")
    assert "may not advance into Difficult Terrain (A4.72)" in found.no(f"advance {other} K15")


def laden(terrain: str, kind: str, *weapons: str) -> tuple[Tabletop, str]:
    """A unit in K14 with SW, and terrain in K15."""
    up = {"grain": hill(1, "grain"), "uphill woods": hill(1, "woods")}
    found = field(FRIENDLY, "APh", K15=up.get(terrain, terrain))
    unit = found.new(FRIENDLY, kind, "K14")
    for weapon in weapons:
        found.arm(unit, weapon)
    return found, unit


@pytest.mark.parametrize(
    ("terrain", "kind", "weapons", "tired"),
    [
        ("woods", "4-4-7", (), False),  # 2 of 4 MF
        ("grain", "4-4-7", (), False),  # uphill: 3 of 4 MF: more than half, but not all
        ("grain", "4-2-6", (), True),  # 3 of 3 MF
        ("grain", "4-4-7", ("LMG",), False),  # 1 PP: nothing off
        ("grain", "4-4-7", ("MMG",), True),  # 5 PP leave 2 MF
        ("woods", "4-4-7", ("MMG",), True),
        ("grain", "9-1", (), False),
        ("uphill woods", "9-1", (), True),  # 4 of 6 MF: 4 are enough
    ],
)
def test_a4_72_only_an_advance_that_takes_the_whole_allotment_makes_cx(
    terrain: str, kind: str, weapons: tuple[str, ...], tired: bool
) -> None:
    """CX when the advance takes 4 MF or all a unit has, its portage taken off; not from half of them on."""
    found, unit = laden(terrain, kind, *weapons)
    found.do(f"advance {unit} K15")
    assert ("cx" in found.unit(unit).flags) == tired


def test_a4_72_a_leader_who_advances_with_them_adds_mf_and_ipc() -> None:
    found, unit = laden("woods", "4-4-7", "MMG")
    leader = found.new(FRIENDLY, "8-0", "K14")
    found.do(f"advance {unit},{leader} K15")
    assert "cx" not in found.unit(unit).flags


def test_a4_72_smoke_makes_no_terrain_difficult_and_who_carries_too_much_does_not_advance() -> None:
    found, unit = laden("woods", "4-4-7")
    found.do("marker add smoke K15")
    found.do(f"advance {unit} K15")
    assert "cx" not in found.unit(unit).flags
    found, unit = laden("open", "4-4-7", "MMG", "LMG", "LMG")
    assert "has no MF left after portage" in found.no(f"advance {unit} K15")


@pytest.mark.parametrize(("kind", "tired"), [("4-4-7", False), ("4-2-6", True)])
def test_a4_72_a_withdrawal_from_cc_tires_in_the_same_way(kind: str, tired: bool) -> None:
    found = field(FRIENDLY, "CCPh", K15=hill(1, "grain"))
    unit = found.unit(found.new(FRIENDLY, kind, "K14"))
    assert melee.tires(found.game, unit, "K15") == tired


def test_a12_14_an_advance_keeps_the_question_mark_but_not_in_the_open_in_los() -> None:
    for goal, kept in ((WOODS, True), ("P16", False)):
        found = table(FRIENDLY, "APh")
        a = found.new(FRIENDLY, "4-4-7", OPEN, "concealed")
        found.new(ENEMY, "4-6-7", "P18")
        found.do(f"advance {a} {goal}")
        assert ("concealed" in found.unit(a).flags) == kept, goal


def test_a5_1_an_advance_may_overstack() -> None:
    found = table(FRIENDLY, "APh")
    for _ in range(3):
        found.new(FRIENDLY, "4-4-7", "P14")
    a = found.new(FRIENDLY, "4-4-7", "P13")
    assert "overstacked" in told(found.do(f"advance {a} P14"))


def test_b25_4_nobody_withdraws_into_a_blaze() -> None:
    table = field("FRIENDLY", "CCPh").all("marker add blaze K15")
    squad = table.new("friendly", "4-4-7", "K14", "melee")
    assert "K15" not in melee.accessible(table.game, table.unit(squad))
    assert "J14" in melee.accessible(table.game, table.unit(squad))
