"""Gun Duels (C2.2401): a vehicle that is about to be fired at in its MPh may fire first."""

from __future__ import annotations

import re

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, records
from tabletop import told

from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds


def duel(turned: int = 2, terrain: str = "woods", tank: str = "T-34 M43") -> tuple[Tabletop, str, str, str]:
    """An ENEMY Gun in K14 that looks away (`turned` hexspines off), and a tank that has stopped in K20 before it."""
    table = field(FRIENDLY, "MPh", K14=terrain).all(
        "option fire-stops off", "option enemy-plays off", "option confirm-fire off"
    )
    gun, crew = table.new(ENEMY, "75L AT", "K14"), table.new(ENEMY, "2-2-8", "K14")
    moving = table.new(FRIENDLY, tank, "K22", "motion")
    north, south = vertex_names(parse_hex("K22")), vertex_names(parse_hex("K14"))
    table.all(f"face {moving} {north[0]}", f"face {gun} {south[(3 + turned) % 6]}")
    table.all(f"move {moving} K21 K20 stop")
    return table, gun, crew, moving


def test_c2_2401_with_the_lower_drm_the_vehicle_fires_first_and_a_broken_crew_fires_no_more() -> None:
    table, gun, crew, tank = duel()  # the Gun turns in woods at +8; the tank bounds at +4
    question = table.ask(f"fire {gun} K20 ap")
    assert "Try to fire first?" in question.text and "Gun Duel DRM" in question.text
    assert re.search(r"its shot: .*hit [\d.]+%, miss [\d.]+%", question.text), "what he decides by"
    events = table.dice(1, 1, 1, 1, 1, 1).do(f"fire {gun} K20 ap", "yes")
    shots = [item.purpose for item in records(events) if item.purpose.startswith("To Hit")]
    assert shots[0].startswith(f"To Hit: {tank} MA") and len(shots) == 1
    assert gun not in table.state.units or "broken" in table.unit(crew).flags or crew not in table.state.units


def test_c2_2401_who_is_missed_fires_after_it() -> None:
    table, gun, _, tank = duel()
    events = table.dice(6, 6, 6, 5).do(f"fire {gun} K20 ap", "yes")
    shots = [item.purpose for item in records(events) if item.purpose.startswith("To Hit")]
    assert [item.split(":")[1].strip().split(" ")[0] for item in shots] == [tank, gun]


@pytest.mark.parametrize(("dice", "first"), [((2, 3), True), ((3, 3), False)])
def test_c2_2401_of_equal_drm_the_lower_dr_is_first(dice: tuple[int, int], first: bool) -> None:
    table, gun, _, tank = duel(terrain="open", tank="KV-1S")
    assert "equal: by a dr" in table.ask(f"fire {gun} K20 ap").text
    events = table.dice(*dice, 6, 6, 6, 5).do(f"fire {gun} K20 ap", "yes")
    shots = [item.purpose for item in records(events) if item.purpose.startswith("To Hit")]
    assert shots[0].startswith(f"To Hit: {tank if first else gun}")


@pytest.mark.parametrize(("least", "words"), [(0.0, "tries to fire first at K14"), (9.0, "does not try")])
def test_c2_2401_a_side_that_plays_by_itself_tells_why(
    least: float, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, gun, _, tank = duel()
    table = Tabletop(replace(table.game, minds=minds(FRIENDLY)))
    doctrine = table.game.library.doctrine("combined")
    figures = {**doctrine.figures, "gun-duel": replace(doctrine.figures["gun-duel"], value=least)}
    monkeypatch.setattr(type(table.game.library), "doctrine", lambda *_: replace(doctrine, figures=figures))
    (why,) = [line for line in told(table.dice(6, 6, 6, 5).do(f"fire {gun} K20 ap")).split(". ") if "gun-duel" in line]
    assert words in why and tank in why and f"gun-duel {least:g} [house]" in why


def test_c2_2401_it_may_be_declined() -> None:
    table, gun, _, _ = duel()
    shots = [item.purpose for item in records(table.dice(6, 5).do(f"fire {gun} K20 ap", "no"))]
    assert len(shots) == 1 and gun in shots[0]


def test_c2_2401_not_against_the_lower_drm() -> None:
    table, gun, _, _ = duel(turned=0)
    assert not [item for item in records(table.dice(6, 5).do(f"fire {gun} K20 ap")) if "T34" in item.purpose[:15]]


@pytest.mark.parametrize("flag", ["concealed", "hidden"])
def test_c2_2401_not_against_the_concealed(flag: str) -> None:
    table, gun, _, _ = duel()
    table.do(f"set {gun} {flag}")
    assert len([item for item in records(table.dice(6, 5).do(f"fire {gun} K20 ap")) if "To Hit" in item.purpose]) == 1
