"""Machine-gun cupolas between two scenarios, as OtO 4.1 amends them; AT Ditches as Entrenchments."""

from __future__ import annotations

import pytest
from desk import Desk, rolls

from sasl.campaign.perimeter.position import strategic_locations
from sasl.campaign.steps.losses import worth

CUPOLA = "HMG Cupola"


def surrounded() -> Desk:
    """K40 is Russian ground but for the German cupola in it; the border runs between numbers 29 and 30."""
    desk = Desk()
    for line in ("control <30 german", "control >=30 russian", "add german 4-6-7 L27", "add russian 4-4-7 L32",
                 f"add german {CUPOLA} K40"):  # fmt: skip
        desk.do(line)
    return desk.at("perimeter")


def cupola_of(desk: Desk) -> str:
    return next(piece.id for piece in desk.state.pieces.values() if piece.kind == "cupola")


def test_4_1_a_cupola_behind_the_enemys_line_is_a_pocket_and_keeps_its_hex() -> None:
    """4.1, 7.5054: a cupola is an AFV: alone behind the line it is a type C Pocket of its side."""
    desk = surrounded()
    desk.do("next")
    assert desk.state.control["K40"] == "german" and ("K40",) in desk.state.perimeters["german"]
    desk.do("next")
    (area,) = [item for item in desk.state.areas if "K40" in item.hexes]
    assert (area.hexes, area.type, area.pocket_of) == (("K40",), "C", "german")
    assert desk.state.control["K40"] == "german" and "isolated" in desk.piece(cupola_of(desk)).flags


def test_4_1_a_cupola_never_moves_and_cannot_escape() -> None:
    """4.1, 7.5071: a cupola does not move, so it cannot Escape."""
    desk = surrounded()
    for _ in range(3):
        desk.do("next")
    assert "cannot leave its hex" in desk.no(f"escape {cupola_of(desk)}")


def test_7_5222_an_isolated_cupola_has_ammunition_shortage() -> None:
    """7.5222: whatever sets up Isolated is short of ammunition."""
    desk = Desk().at("set-up")
    desk.do(f"add german {CUPOLA} K40")
    desk.do("next")
    desk.do(f"mark {cupola_of(desk)} +isolated")
    desk.do("next")
    assert "shortage" in desk.piece(cupola_of(desk)).flags


def test_7_5222_a_captured_weapon_has_no_ammunition_shortage() -> None:
    """A21.11: what was taken from the enemy is never short of it; the squad that bears it is."""
    desk = Desk().at("set-up")
    for kind in ("4-6-7", "LMG", "StuG IIIG"):
        desk.do(f"add german {kind} K40 2")
    squad, _, taken, own, tank, captured = list(desk.state.pieces)
    desk.do(f"mark {taken},{captured} +captured")
    desk.do("next")
    desk.do(f"mark {squad},{taken},{own},{tank},{captured} +isolated")
    desk.do("next")
    short = [name for name, piece in desk.state.pieces.items() if "shortage" in piece.flags]
    assert short == [squad, own, tank]


def test_4_1_a_malfunctioned_cupola_is_repaired_without_a_dr() -> None:
    """4.1: a malfunctioned cupola is repaired automatically in the RePh."""
    desk = Desk().at("weapon-repair")
    desk.do(f"add german {CUPOLA} K12")
    desk.do(f"mark {cupola_of(desk)} +malfunctioned +isolated")
    assert not rolls(desk.dice(6).do("next"))
    assert desk.piece(cupola_of(desk)).flags == {"isolated"}


@pytest.mark.parametrize(("state", "points"), [("", 5), ("+malfunctioned", 4)])
def test_a26_2_a_cupola_is_worth_what_an_afv_is(state: str, points: int) -> None:
    """4.1, A26.2: one point, one for a working MA, one for an AF of 5, two for the crew."""
    desk = Desk()
    desk.do(f"add german {CUPOLA} K12")
    if state:
        desk.do(f"mark {cupola_of(desk)} {state}")
    assert worth(desk.game, desk.piece(cupola_of(desk))) == points


def test_4_1_a_cupola_becomes_no_wreck_and_is_neither_captured_nor_abandoned() -> None:
    """4.1: no wreck, no Abandoning; UK that wrecks an AFV Eliminates it."""
    desk = Desk().at("shock")
    desk.do(f"add german {CUPOLA} K12")
    for word in ("wreck", "captured", "abandoned", "disabled"):
        assert "OtO 4.1" in desk.no(f"result {cupola_of(desk)} {word}")
    desk.do(f"mark {cupola_of(desk)} +shocked")
    desk.dice(6, 6).do("next")
    assert desk.piece(cupola_of(desk)).box == "gone"
    assert desk.state.number("german", "suffered") == 0  # after 7.5031 nothing counts in OtO2


def test_7_514_an_at_ditch_is_an_entrenchment_and_so_a_strategic_location() -> None:
    """7.514, section 6: an AT Ditch is an Entrenchment, each Entrenchment a Strategic Location."""
    desk = Desk()
    desk.do("work at-ditch K21")
    assert "K21" in strategic_locations(desk.game)
