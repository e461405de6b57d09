"""Why S? are Activated and what units are lost by, from typed facts; the words of a fact decide nothing."""

from __future__ import annotations

import pytest

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord
from sasl.lab.counting.causes import Causes
from sasl.orders.engine import new_game


def rolled(table: str = "", *, tag: str = "", rule: str = "", column: str = "") -> ev.Rolled:
    return ev.Rolled(RollRecord("said", "DR", (3, 4), 7, 7, rule=rule, table=table, row="7", column=column, tag=tag))


def decided(target: str = "") -> ev.Decided:
    return ev.Decided("ENEMY", "x", "said", "said", target=target)


IFT, MC = rolled("ift", column="6"), rolled(tag="mc", rule="A10.3")
FIRE = ev.Fired(("628a",), (), "K14", "Prep Fire")
SNIPER = (rolled("sniper.effect"), rolled(rule="A14.2"), rolled(tag="random-selection"))


@pytest.fixture(scope="module")
def game() -> Game:
    return new_game(Library(shipped_root()), "oto-s1", 1)


def marked(game: Game, *markers: Marker) -> Game:
    return game.at(replace(game.state, markers={item.id: item for item in markers}))


def cause(game: Game, *facts: ev.Event) -> str:
    found = Causes()
    for fact in facts:
        found.see(fact)
    return found.loss(game, "K14")


def test_a_loss_is_by_the_fire_in_progress_and_by_the_sniper_between_its_checks(game: Game) -> None:
    assert cause(game, decided("K14"), FIRE, IFT, MC) == "Prep Fire"
    assert cause(game, decided("K14"), FIRE, IFT, MC, *SNIPER) == "Sniper"
    assert cause(game, decided("K14"), FIRE, IFT, MC, *SNIPER, rolled("wound.severity")) == "Sniper"
    assert cause(game, decided("K14"), FIRE, IFT, MC, *SNIPER, MC) == "Prep Fire"


def test_an_attack_that_nobody_fires_is_by_what_lies_there(game: Game) -> None:
    mines = Marker("m1", "minefield", "K14", number=6)
    moved = ev.UnitsMoved(("628a",), ("K15", "K14"), 1.0)
    assert cause(marked(game, mines), moved, IFT) == "mines"
    assert cause(marked(game, Marker("r1", "residual", "K14", "ENEMY", 6)), moved, IFT) == "Residual FP"
    far = Marker("f1", "ffe", "K15", "ENEMY", 1, column=6)
    assert cause(marked(game, far), decided(), IFT) == "OBA"
    assert cause(marked(game, far, mines), decided(), rolled("ift", column="20")) == "OBA"
    assert cause(game, decided("K14"), rolled(rule="E7.3"), IFT, MC) == "aircraft"
    assert cause(marked(game), decided(), IFT) == "other"


def test_a_vehicles_mg_that_no_fact_names_fires_as_the_phase_has_it(game: Game) -> None:
    said = {}
    for phase in ("PFPh", "MPh", "DFPh", "AFPh"):
        for side in ("ENEMY", "FRIENDLY"):
            said[phase, side] = cause(marked(game), ev.PhaseBegan(3, side, phase), decided("K14"), IFT)
    assert said == {
        ("PFPh", "ENEMY"): "Prep Fire", ("PFPh", "FRIENDLY"): "Prep Fire",
        ("MPh", "ENEMY"): "Bounding First Fire", ("MPh", "FRIENDLY"): "Defensive First Fire",
        ("DFPh", "ENEMY"): "Final Fire", ("DFPh", "FRIENDLY"): "Final Fire",
        ("AFPh", "ENEMY"): "Advancing Fire", ("AFPh", "FRIENDLY"): "Advancing Fire",
    }  # fmt: skip


def test_without_an_attack_the_phase_or_the_rout_says_it(game: Game) -> None:
    phase = {name: ev.PhaseBegan(3, "ENEMY", name) for name in ("RPh", "RtPh", "CCPh", "MPh")}
    said = {name: cause(game, event, decided()) for name, event in phase.items()}
    assert said == {"RPh": "rally", "RtPh": "rout", "CCPh": "close combat", "MPh": "other"}
    assert cause(game, phase["RtPh"], ev.UnitsMoved(("628a",), ("K14", "K13"), 2.0, "rout")) == "rout"


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ((decided(), ev.UnitsMoved(("628a",), ("K15", "K14"), 1.0)), "moves"),
        ((decided(), ev.UnitsMoved(("628a",), ("K15", "K14"), 1.0, "assault")), "Assault Moves"),
        ((decided(), ev.UnitsMoved(("628a",), ("K15", "K14"), 0.0, "advance")), "advances"),
        ((decided("K14"),), "fires"),
        ((decided(), IFT), "is shelled"),
        ((decided(), IFT, decided(), ev.UnitsMoved(("628a",), ("K15", "K14"), 1.0)), "moves"),
        ((decided(),), "other"),
    ],
)
def test_5_1_why_an_s_is_activated(facts: tuple[ev.Event, ...], why: str) -> None:
    found = Causes()
    for fact in facts:
        found.see(fact)
    assert found.activation() == why
