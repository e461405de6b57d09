"""Facts that say one thing share a line of the log; everything else has a line of its own."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game import events as ev
from sasl.asl.game.flags import WeaponFlag
from sasl.asl.game.under_way import Battery
from sasl.kernel.facts import REROLL, chief, explained, lines_of, worded
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord


def told(*facts: ev.Event) -> list[str]:
    return [text for text, _ in lines_of(worded(facts))]


def step(who: str, path: str, mf: float, how: str = "", points: str = "MF") -> ev.UnitsMoved:
    return ev.UnitsMoved(tuple(who.split()), tuple(path.split("-")), mf, how, "MP" if points == "MP" else "MF")


def event_roll(dice: tuple[int, int], title: str) -> ev.Rolled:
    total = 10 * dice[0] + dice[1]
    return ev.Rolled(RollRecord("ENEMY Random Event", "d66", dice, total, total, table="x", result={"title": title}))


def worth_of_vpo(name: str, dr: int, worth: int) -> tuple[ev.Event, ...]:
    record = RollRecord(
        f"Worth of VPO {name} (FRIENDLY)", "dr", (dr,), dr, dr, table="x", result=worth, provenance="house"
    )
    return ev.Rolled(record), ev.VpoValued(name, worth)


def test_a4_1_the_steps_of_a_move_are_one_way() -> None:
    steps = step("628a 458d", "J21-J20", 1), ev.MovingSet(None), step("628a 458d", "J20-J19", 1.5)
    assert told(*steps) == ["628a and 458d go J21-J20-J19 (2.5 MF)"]
    assert told(steps[0], ev.Told("They are seen."), steps[2])[2] == "628a and 458d go J20-J19 (1.5 MF)"
    for other in (
        step("628a", "J20-J19", 1),
        step("628a 458d", "J20-J19", 1, "assault"),
        step("628a 458d", "K9-K8", 1),
    ):
        assert len(told(steps[0], other)) == 2, other.describe()


def test_a4_3_steps_in_bypass_are_part_of_the_way() -> None:
    past = step("628a", "J20-J19", 1), replace(step("628a", "J19-J18", 1), bypass=(5, 0)), step("628a", "J18-J17", 2)
    assert told(*past) == ["628a goes J20-J19-J18-J17 in Bypass along J18-J17 (4 MF)"]
    assert told(*past, replace(step("628a", "J17-J16", 1), bypass=(3, 2, 1))) == [
        "628a goes J20-J19-J18-J17-J16 in Bypass along J18-J17 and J16-J17-K17 (5 MF)"
    ]


def test_d3_2_where_a_vehicle_faces_stands_at_the_end_of_its_way() -> None:
    facts = (
        step("T34a", "K20", 1, "turn", "MP"),
        ev.UnitRedrawn("T34a", ca="J19/K19"),
        step("T34a", "K20", 1, "turn", "MP"),
        ev.UnitRedrawn("T34a", ca="K19/L19"),
        step("T34a", "K20-K19", 1, points="MP"),
        ev.UnitRedrawn("T34a", ca="K18/L18"),
        step("T34a", "K19-K18", 1, points="MP"),
        ev.UnitRedrawn("T34a", ca="K17/L17", tca="J17/K17"),
        ev.UnitRedrawn("T34a", carrier="", why="bails out"),
    )
    assert told(*facts) == [
        "T34a spends 2 MP in K20: turn, CA K19/L19",
        "T34a goes K20-K19-K18 (2 MP), CA K17/L17, TCA J17/K17",
        "T34a on foot: bails out",
    ]


def test_a_state_that_several_take_for_one_reason_is_one_line_of_at_most_eight() -> None:
    def prep(ids: Iterable[str]) -> list[ev.Event]:
        return [ev.UnitChanged(key, gained=("prep",), why="fires") for key in ids]

    assert told(*prep(["628a", "458d"]), ev.WeaponChanged("LMGa", gained=("prep",), why="fires")) == [
        "628a and 458d now under a Prep Fire counter: fires",
        "LMGa now under a Prep Fire counter: fires",
    ]
    lost: dict[str, tuple[WeaponFlag, ...]] = {
        "LMGa": ("first",), "LMGb": ("fired", "first"), "LMGc": ("first", "final"), "LMGd": ("final",)
    }  # fmt: skip
    assert told(*(ev.WeaponChanged(key, (), flags, "fire phases over") for key, flags in lost.items())) == [
        "LMGa and LMGb no longer under a First Fire counter: fire phases over",
        "LMGc no longer under a First Fire counter or under a Final Fire counter: fire phases over",
        "LMGd no longer under a Final Fire counter: fire phases over",
    ], "of each what it had on it; that it has fired is said of none"
    assert [text.count("628") for text in told(*prep(f"628{letter}" for letter in "abcdefghij"))] == [8, 2]
    assert len(told(*prep(["628a", "628a"]))) == 2, "one that takes it twice is told twice"


def test_who_is_put_into_a_hex_or_eliminated_at_once_is_one_line() -> None:
    put = [ev.UnitPut(key, "K20", "set-up") for key in ("628a", "91a")]
    assert told(*put, ev.UnitPut("458a", "K21", "set-up")) == [
        "628a and 91a are in K20: set-up",
        "458a is in K21: set-up",
    ]
    lost = [ev.UnitRemoved(key, "CC in N14 (A11.11)") for key in ("436a", "61a")]
    assert told(*lost) == ["436a and 61a are eliminated: CC in N14 (A11.11)"]


def test_a8_2_the_residual_fp_of_a_phase_goes_in_one_line() -> None:
    gone = [ev.MarkerRemoved(f"m{place}", "end of the MPh", f"Residual FP 2 in {place}") for place in ("J18", "K18")]
    assert told(*gone) == ["Residual FP 2 in J18 and Residual FP 2 in K18 are removed: end of the MPh"]
    assert told(*(ev.TrackTaken("road", (place,)) for place in ("M19", "M18"))) == ["FRIENDLY controls road M19, M18"]


def test_c1_21_what_becomes_of_a_module_is_one_line() -> None:
    pile = Battery("OBA1", "FRIENDLY", "80mm OBA", 80, 5, 2)
    facts = (
        ev.BatterySet(pile, "a black chit (C1.21)"),
        ev.BatterySet(replace(pile, access="access"), "may place its AR"),
    )
    assert told(*facts) == ["FRIENDLY OBA1, 80mm OBA: access, 5 black, 2 red: a black chit (C1.21); may place its AR"]
    assert len(told(facts[0], ev.BatterySet(replace(pile, id="OBA2"), "a red chit"))) == 2


def test_a10b_what_a_vpo_is_worth_stands_in_the_line_of_its_dr() -> None:
    facts = worth_of_vpo("I8", 5, 3)
    assert told(*facts) == ["Worth of VPO I8 (FRIENDLY): dr 5 = 5 -> 3 VP [house]"]
    assert chief(facts) is facts[0], "it is a line of a roll"


def test_words_that_the_rules_do_not_know_share_no_line() -> None:
    forged = [ev.UnitChanged(key, gained=("nonsense",)) for key in ("628a", "458d")]  # type: ignore[arg-type]
    assert [text for text, _ in lines_of(("?", event) for event in forged)] == ["?", "?"]


def test_2_2_random_events_that_cannot_be_stand_in_the_line_of_the_one_that_happens() -> None:
    again = ev.Told("Event 11..36 (They rally) cannot apply now: reroll.", tag=REROLL)
    facts = event_roll((1, 6), "They rally"), again, event_roll((3, 3), "They rally"), again
    assert told(*facts) == ["ENEMY Random Event: rerolled, not possible now: 16 and 33 They rally"]
    assert told(*facts, event_roll((4, 2), "Rumors")) == [
        "ENEMY Random Event: d66 4,2 = 42 -> Rumors; rerolled, not possible now: 16 and 33 They rally"
    ]
    assert told(again) == [again.text], "an event that was called has no roll"


def why(*facts: ev.Event) -> list[str]:
    return [text for _, texts in explained(facts) for text in texts]


def test_all_that_share_a_line_are_explained_in_order() -> None:
    steps = step("T34a", "K20-K19", 1, points="MP"), ev.UnitRedrawn("T34a", ca="K18/L18"), step("T34a", "K19-K18", 2)
    assert why(*steps) == ["T34a goes K20-K19 (1 MP)", "Units: T34a", "T34a CA K18/L18", "T34a goes K19-K18 (2 MF)"], (
        "who it is stands once"
    )
    dr, valued = worth_of_vpo("I8", 5, 3)
    assert why(dr, valued) == [*dr.explain(), "VPO I8 is worth 3 VP"]


def test_2_2_every_roll_of_a_random_event_is_explained_whole() -> None:
    again = ev.Told("Event 11..36 (They rally) cannot apply now: reroll.", tag=REROLL)
    first, second = event_roll((1, 6), "They rally"), event_roll((1, 6), "They rally")
    assert why(first, again, second, again) == [*first.explain(), again.text, *second.explain()]
