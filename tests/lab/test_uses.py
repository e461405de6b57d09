"""What squads and AFV do with a Player Turn: told from its facts, the first use that holds."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit, Weapon
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.counting.tally import Tally
from sasl.lab.counting.uses import Uses
from sasl.orders.engine import new_game

TANK = Unit("T34a", "FRIENDLY", "vehicle", "T-34 M43", "T34", "K9")
TRUCK = Unit("GAZa", "FRIENDLY", "vehicle", "GAZ-MM", "GAZ", "K9")
SQUAD = Unit("628a", "FRIENDLY", "squad", "6-2-8", "628", "K9")
GUN = Unit("75La", "ENEMY", "gun", "75L AT", "75L", "K14")
CREW = Unit("228a", "ENEMY", "crew", "2-2-8", "228", "K14")
MG = Weapon("MMGa", "FRIENDLY", "MMG", "MMG", "628a")
MG_FIRES = ev.Fired((), ("T34a CMG",), "K14", "Prep Fire")
DRIVES = ev.UnitsMoved(("T34a",), ("K9", "K10"), 1.0, "", "MP")
TURNS = ev.UnitsMoved(("T34a",), ("K9",), 2.0, "start and turn 1", "MP")


@pytest.fixture(scope="module")
def game() -> Game:
    return new_game(Library(shipped_root()), "oto-s1", 1)


def there(game: Game, *units: Unit) -> Game:
    """A Player Turn of the FRIENDLY side with these units."""
    here = {unit.id: unit for unit in units}
    return game.at(replace(game.state, stage="play", turn=1, units=here, weapons={MG.id: MG}))


def use(game: Game, unit: Unit, *facts: ev.Event, others: Sequence[Unit] = ()) -> str:
    """What `unit` did in a Player Turn with these facts."""
    now, found = there(game, unit, *others), Uses()
    for fact in facts:
        found.see(fact, now)
    return next(word for _, word, _ in found.over(now, unit.side))


def with_flags(*flags: Flag) -> Unit:
    return replace(TANK, flags=frozenset(flags))


@pytest.mark.parametrize(
    ("facts", "what"),
    [
        ((), "idle"),
        ((MG_FIRES,), "fires"),
        ((DRIVES, MG_FIRES), "fires"),
        ((ev.Fired(("T34a",), (), "K10", "Overrun"), DRIVES), "fires"),
        ((ev.ArmsChanged("T34a", ("AAMG spent",)),), "fires"),
        ((DRIVES,), "moves"),
        ((ev.UnitsMoved(("T34a",), ("K9",), 1.0, "enter", "MP"),), "moves"),
        ((ev.UnitsMoved(("T34a",), ("K9",), 4.0, "unload", "MP"),), "moves"),
        ((TURNS,), "idle"),
        ((ev.UnitRedrawn("T34a", tca="K9/1"),), "idle"),
        ((ev.UnitsMoved(("T34a",), ("K9",), 1.0, "stop", "MP"),), "idle"),
        ((ev.UnitChanged("T34a", ("ended",)),), "unable"),
        ((ev.UnitsChanged(("T34a",), ("no-command",)),), "out of Command"),
        ((ev.UnitsChanged(("T34a",), ("cc-attacked",)), MG_FIRES), "close combat"),
    ],
)
def test_what_an_afv_does(game: Game, facts: tuple[ev.Event, ...], what: str) -> None:
    assert use(game, TANK, *facts) == what


@pytest.mark.parametrize("flag", ["immobile", "bogged", "shocked", "stunned", "recalled", "abandoned"])
def test_an_afv_that_cannot_drive_is_not_idle(game: Game, flag: Flag) -> None:
    stuck = with_flags(flag)
    assert use(game, stuck) == "unable"
    assert use(game, stuck, ev.UnitsChanged(("T34a",), ("no-command",))) == "unable"
    assert (use(game, stuck, MG_FIRES), use(game, stuck, DRIVES)) == ("fires", "moves")


def test_a_truck_is_no_afv_and_one_player_turn_says_nothing_of_the_next(game: Game) -> None:
    now, found = there(game, TANK, TRUCK), Uses()
    found.see(MG_FIRES, now)
    assert list(found.over(now, "FRIENDLY")) == [("afv", "fires", 1.0)]
    assert list(found.over(now, "FRIENDLY")) == [("afv", "idle", 1.0)]


def test_a_squad_fires_with_its_mg_its_panzerfaust_and_a_crew_with_its_gun(game: Game) -> None:
    assert use(game, SQUAD, ev.Fired((), ("MMGa",), "K14", "Prep Fire")) == "fires"
    assert use(game, SQUAD, ev.Fired((), ("628a PF",), "K10", "Advancing Fire")) == "fires"
    assert use(game, CREW, ev.Fired(("75La",), (), "K9", "Prep Fire"), others=(GUN,)) == "fires"


def test_a_squad_that_rides_boards_or_alights_moves(game: Game) -> None:
    aboard = replace(SQUAD, carrier="T34a")
    assert use(game, aboard, DRIVES, others=(TANK,)) == "moves"
    assert use(game, aboard, TURNS, others=(TANK,)) == "idle"
    assert use(game, SQUAD, ev.UnitRedrawn("628a", carrier="")) == "moves"
    found, before = Uses(), there(game, SQUAD)
    found.see(ev.UnitRedrawn("628a", carrier="T34a"), before.at(replace(before.state, stage="set-up")))
    assert [what for _, what, _ in found.over(before, "FRIENDLY")] == ["idle"]


def test_squads_and_afv_of_both_sides_are_counted_apart(game: Game) -> None:
    enemy = replace(TANK, id="PzIVa", side="ENEMY", type="Pz IVF1", flags=frozenset({"immobile"}))
    now, found = there(game, TANK, SQUAD, GUN, CREW, enemy), Tally()
    found.step(now, [ev.UnitAdded(unit) for unit in (TANK, SQUAD, GUN, CREW, enemy)], now)
    found.step(now, [DRIVES, ev.PhaseBegan(1, "ENEMY", "RPh")], now)
    theirs = now.at(replace(now.state, side="ENEMY"))
    found.step(theirs, [ev.PhaseBegan(2, "FRIENDLY", "RPh")], now)
    counts = found.ending(now, 3).counts
    assert {name: group for name, group in counts.items() if name.startswith("used")} == {
        "used_friendly": {"idle": 1.0}, "used_enemy": {"idle": 0.5},
        "used_friendly_afv": {"moves": 1.0}, "used_enemy_afv": {"unable": 1.0},
    }  # fmt: skip
