"""SMOKE, Opportunity Fire, Overruns and their like: counted from facts, told beside each other."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker, MarkerState, Unit, Weapon
from sasl.asl.game.under_way import Battery, Wave
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.counting.drills import AFAR, DRILLS, FAR
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.counting.tally import Tally
from sasl.lab.reports.sections import as_text
from sasl.lab.reports.series_report import sections
from sasl.lab.series.summary import Summary
from sasl.orders.engine import new_game

LIBRARY = Library(shipped_root())
TANK = Unit("T34a", "FRIENDLY", "vehicle", "T-34 M43", "T34", "K9")
SQUAD = Unit("628a", "FRIENDLY", "squad", "6-2-8", "628", "K9")
MORTAR = Unit("82a", "FRIENDLY", "gun", "82mm MTR", "82", "K9")
FOE = Unit("467a", "ENEMY", "squad", "4-6-7", "467", "K14")
MG = Weapon("MMGa", "FRIENDLY", "MMG", "MMG", "628a")
UNITS = (TANK, SQUAD, MORTAR, FOE)


@pytest.fixture(scope="module")
def game() -> Game:
    game = new_game(LIBRARY, "oto-s1", 1)
    return game.at(
        replace(
            game.state, stage="play", turn=1, units={unit.id: unit for unit in UNITS}, weapons={MG.id: MG},
            batteries={"OBA1": Battery("OBA1", "FRIENDLY", "120mm", 120)},
        )
    )  # fmt: skip


def counted(game: Game, *facts: ev.Event) -> dict[str, dict[str, float]]:
    """The drills counted of these facts, side by side."""
    found = Tally()
    found.step(game, [*(ev.UnitAdded(unit) for unit in UNITS), ev.WeaponAdded(MG)], game)
    found.step(game, facts, game)
    counts = found.ending(game, 2).counts
    return {side: dict(counts.get(f"drills_{side}", {})) for side in ("friendly", "enemy")}


def ours(game: Game, *facts: ev.Event) -> dict[str, float]:
    found = counted(game, *facts)
    assert not found["enemy"]
    return found["friendly"]


def smoke(owner: str, place: str = "K14", state: MarkerState = "") -> ev.MarkerPut:
    return ev.MarkerPut(Marker("smoke1", "smoke", place, "FRIENDLY", 3, owner=owner, state=state))


@pytest.mark.parametrize(
    ("fact", "means"),
    [
        (smoke("82a"), "ordnance"),
        (smoke("T34a", state="dispersed"), "ordnance"),
        (smoke("T34a", "K9", "dispersed"), "dischargers"),
        (smoke("628a", "K10", "grenades"), "grenades"),
        (smoke("OBA1"), "OBA"),
    ],
)
def test_a24_smoke_is_counted_by_what_placed_it(game: Game, fact: ev.Event, means: str) -> None:
    assert ours(game, fact) == {"SMOKE": 1, f"SMOKE by {means}": 1}


def test_a24_smoke_that_drifts_thins_out_or_was_put_by_hand_is_none_that_is_placed(game: Game) -> None:
    assert ours(game, smoke("smoke0", state="drifting"), smoke("", state="dispersed"), smoke("")) == {}
    assert ours(game, smoke("OBA1", state="dispersed")) == {}
    fact = smoke("82a")
    there = game.at(replace(game.state, markers={fact.marker.id: fact.marker}))
    assert ours(there, replace(fact, marker=replace(fact.marker, state="dispersed"))) == {}


def test_fire_of_every_kind_that_is_a_drill(game: Game) -> None:
    assert ours(game, ev.Fired(("628a",), (), "K14", "Opportunity Fire"), FIRED) == {"Opportunity Fire": 1}
    assert ours(game, ev.Fired(("T34a",), (), "K14", "Overrun")) == {"Overruns": 1}
    assert ours(game, ev.UnitChanged("82a", ("prep", "intensive"))) == {"Intensive Fire": 1}
    found = counted(game, ev.Fired(("467a",), (), "K9", "Opportunity Fire"))
    assert found == {"friendly": {}, "enemy": {"Opportunity Fire": 1}}


def test_a25_23_a_human_wave_counts_once_however_many_impulses_it_has(game: Game) -> None:
    wave = ev.WaveSet(Wave("FRIENDLY", "K14", (), ()))
    assert ours(game, ev.UnitsChanged(("628a",), ("human-wave", "waved")), wave, wave) == {"Human Waves": 1}


def test_a9_22_a_fire_lane_counts_once_though_its_counter_is_put_twice(game: Game) -> None:
    lane = Marker("lane1", "fire-lane", "K14", "FRIENDLY", 4)
    assert ours(game, ev.MarkerPut(lane), ev.MarkerPut(replace(lane, owner="MMGa"))) == {"Fire Lanes": 1}


# -- S? woken from afar -------------------------------------------------------------------------------


def at_range(game: Game, far: int) -> ev.SuspectRemoved:
    """An S? so many hexes from K9 has checked."""
    board = game.board
    place = min(name for name in board.within("K9", far) if board.distance("K9", name) == far)
    return ev.SuspectRemoved("S1", place, "x")


def decided(*ids: str) -> ev.Decided:
    return ev.Decided("FRIENDLY", ids[0], "said", "said", ids=ids, target="K14")


FIRED = ev.Fired(("628a",), (), "K14", "Prep Fire")
TANK_FIRED = ev.Fired((), ("T34a MA",), "K14", "Prep Fire")
MOVED = ev.UnitsMoved(("628a",), ("K8", "K9"), 1.0)
ELSEWHERE = replace(SQUAD, id="628b", hex="K10")


@pytest.mark.parametrize(
    "facts",
    [(decided("628a"),), (decided("MMGa"),), (decided("T34a"), TANK_FIRED), (TANK_FIRED,), (MOVED, decided("628a"))],
)
def test_5_1_fire_that_wakes_an_s_from_afar(game: Game, facts: tuple[ev.Event, ...]) -> None:
    assert ours(game, *facts, at_range(game, FAR + 1)) == {AFAR: 1}
    assert ours(game, *facts, at_range(game, FAR)) == {}


@pytest.mark.parametrize(
    "facts",
    [(), (MOVED,), (decided("628a"), FIRED, MOVED), (FIRED, ev.PhaseBegan(1, "FRIENDLY", "MPh")),
     (FIRED, ev.Decided("FRIENDLY", "OBA1", "said", "said", target="K14")),
     (FIRED, ev.Fired(("467a",), (), "K9", "Defensive First Fire"))],
)  # fmt: skip
def test_5_1_an_s_that_checks_for_anything_else_was_not_woken_by_fire(game: Game, facts: tuple[ev.Event, ...]) -> None:
    assert AFAR not in counted(game, *facts, at_range(game, FAR + 1))["friendly"]


# -- what is told -------------------------------------------------------------------------------------


def told(endings: Iterable[Ending]) -> tuple[Summary, str]:
    summary = Summary()
    for item in endings:
        summary.add(item)
    return summary, as_text(sections(summary, LIBRARY))


def test_a_report_says_how_often_each_drill_was_seen_and_in_what_part_of_the_runs() -> None:
    counts = [{"drills_friendly": {"Opportunity Fire": 3.0}, "used_enemy_afv": {"idle": 4.0}}, {}, {}, {}]
    summary, text = told(Ending(seed, "draw", dict.fromkeys(KEYS, 0.0), item) for seed, item in enumerate(counts))
    row = next(line.split("  ") for line in text.splitlines() if line.startswith("  Opportunity Fire"))
    assert [cell.strip() for cell in row if cell] == ["Opportunity Fire", "0.75", "0.75", "25.0 %", "0", "0", "0.0 %"]
    assert "What ENEMY AFV did, a Player Turn each" in text and "Overruns" not in text
    assert set(DRILLS) > {"Opportunity Fire"} and summary.met("drills_friendly") == {"Opportunity Fire": 0.25}


def test_records_made_before_these_were_counted_are_read_as_having_none() -> None:
    old = Ending(1, "draw", dict.fromkeys(KEYS, 0.0), {"used_friendly": {"idle": 1.0}})
    summary, text = told([Ending.read(old.data())])
    assert summary.data()["counts"]["drills_enemy"] == {}
    assert "Drills" not in text and "AFV did" not in text
