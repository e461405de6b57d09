"""Results typed in lines: figures that stand for counters, Guns named alone, ranges of ids (7.13, CG12a, 7.5193)."""

from __future__ import annotations

from desk import Desk, add, played

from sasl.kernel.frozen import replace


def until(desk: Desk, step: str) -> Desk:
    """The steps of the refit are done up to this one, which has begun."""
    desk.do("next")
    while desk.game.step is None or desk.game.step.step != step:
        desk.do("next")
    return desk


def test_a26_2_a_prisoner_is_in_the_cvp_that_were_typed() -> None:
    """7.13: the Russian tally has 8 CVP for the whole scenario; without it the squad would be worth twice two."""
    for lines, cvp in (("; cvp russian 8", 8), ("", 4)):
        desk = played()
        squad, guard = add(desk, "german", "4-6-7", "K12"), add(desk, "russian", "4-4-7", "K30")
        desk.do(f"result {squad} prisoner of {guard}{lines}")
        until(desk, "victory")
        assert desk.state.number("russian", "cvp") == desk.state.number("german", "suffered") == cvp


def test_a26_2_who_is_captured_in_the_melee_comes_on_top_of_typed_cvp() -> None:
    desk = played()
    squad, guard = add(desk, "german", "4-6-7", "K30"), add(desk, "russian", "4-4-7", "K29")
    desk.do("result cvp russian 8")
    desk.do("next")
    desk.do(f"result {squad} prisoner of {guard}")
    until(desk, "victory")
    assert desk.state.number("russian", "cvp") == 8 + 4


def test_cg12a_typed_cvp_may_count_already_who_never_came() -> None:
    """By default they are not counted twice; without typed CVP they are counted."""
    for line, cvp in (("result cvp russian 8", 8), ("result control K40 russian", 2)):
        desk = played()
        desk.game = desk.game.at(replace(desk.state, date=3))
        add(desk, "german", "4-6-7")
        desk.do(line)
        until(desk, "rally")
        question = desk.ask("next")
        assert question.id == "left-off-map" and ("you entered" in question.text) == (cvp == 8)
        desk.do("next")
        assert desk.state.number("russian", "cvp") == cvp


def test_7_13_what_was_typed_in_the_refit_counts_for_no_later_scenario() -> None:
    desk = played().at("commence")
    desk.do("result cvp russian 8; evp russian 4")
    desk.do("next")
    desk.do("next")
    squad = add(desk, "german", "4-6-7", "K12")
    desk.do(f"result {squad} gone")
    assert desk.state.number("russian", "cvp") == 8 + 2 and desk.state.number("russian", "earned") == 2
    desk.do("result evp russian 3")
    assert desk.state.number("russian", "evp") == 4 + 3


def manned_gun() -> tuple[Desk, str, str]:
    """A Gun and its crew that may still enter."""
    desk = played()
    crew, gun = add(desk, "german", "2-2-8", "coming"), add(desk, "german", "75L AT", "coming")
    desk.do(f"move {gun} {crew}")
    return desk, gun, crew


def test_7_5193_a_gun_named_alone_stands_there_with_its_crew() -> None:
    desk, gun, crew = manned_gun()
    desk.do(f"result {gun} K12")
    assert (desk.piece(crew).hex, desk.piece(crew).box, desk.piece(gun).holder) == ("K12", "map", crew)


def test_7_5193_a_crew_of_which_a_line_speaks_is_where_it_says() -> None:
    desk, gun, crew = manned_gun()
    desk.do(f"result {crew} K14; {gun} K12")
    assert (desk.piece(crew).hex, desk.piece(gun).hex, desk.piece(gun).holder) == ("K14", "K12", "")
    desk, gun, crew = manned_gun()
    desk.do(f"result {gun} K12; {crew} gone")
    assert not desk.piece(crew).here and (desk.piece(gun).hex, desk.piece(gun).holder) == ("K12", "")


def test_counters_may_be_named_as_the_program_lists_them() -> None:
    """`g467-1 to g467-4`, but for one that is gone; what is no such row is refused as it is."""
    desk = played()
    desk.do("add german 4-6-7 4")
    desk.do("result g467-3 gone")
    desk.do("result G467-1 to G467-4 K12 broken")
    assert [name for name, piece in desk.state.pieces.items() if piece.hex == "K12"] == ["g467-1", "g467-2", "g467-4"]
    assert not desk.piece("g467-3").here
    assert "'to' is neither" in desk.no("result g467-1 to g467-9 K14")
    assert "'to' is neither" in desk.no("result g467-4 to g467-1 K14")
    assert "'to' is neither" in desk.no(f"result g467-1 to g467-{'9' * 5000} K14")
    desk.do("add german 75L AT 2")
    desk.do("result g75l1 to g75l2 K15")
    assert desk.piece("g75l2").hex == "K15"


def test_what_is_moved_by_hand_takes_along_what_it_bears() -> None:
    desk = played()
    squad, gun = add(desk, "german", "4-6-7", "K12"), add(desk, "german", "LMG")
    desk.do(f"move {gun} {squad}")
    assert (desk.piece(gun).hex, desk.piece(gun).holder) == ("K12", squad)
    desk.do(f"move {squad} retained")
    assert (desk.piece(gun).box, desk.piece(gun).hex, desk.piece(gun).holder) == ("retained", "", squad)
    desk.do(f"move {gun},{squad} K13")
    assert (desk.piece(gun).hex, desk.piece(gun).holder) == ("K13", squad)
    desk.do(f"move {gun} K14")
    assert (desk.piece(gun).hex, desk.piece(gun).holder) == ("K14", "")
