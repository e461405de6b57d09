"""Many watched games: what is counted, means with their errors, and what is told of them."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import signal
import weakref
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest
from short import pack, play_series

from sasl.asl.game import events as ev
from sasl.asl.game.state import State, Unit, Weapon
from sasl.board.board import Board
from sasl.board.join import Layout, Sheet
from sasl.cli.series.progress import Ended, duration, speed
from sasl.content.content import BOARDS_KEPT
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memory import collect_seldom
from sasl.kernel.rolling.dice import Dice
from sasl.lab import LabError
from sasl.lab.counting.endings import KEYS, LOSSES, Ending
from sasl.lab.counting.tally import Tally
from sasl.lab.series import workers
from sasl.lab.series.matches import Match, seeds
from sasl.lab.series.workers import Libraries, play_all
from sasl.lab.watching.watch import Stuck, Watch
from sasl.minds.movement.ways.paths import march_left
from sasl.saves.session import Session
from sasl.solitaire.briefing.sources import acts_words

SQUAD = Unit("628a", "FRIENDLY", "squad", "6-2-8", "628", "K9")
HALF = replace(SQUAD, id="328a", kind="hs", type="3-2-8", code="328", flags=frozenset({"deploying"}))
GUN = Unit("75La", "ENEMY", "gun", "75L AT", "75L", "K14")
CREW = Unit("228a", "ENEMY", "crew", "2-2-8", "228", "K14")
PLANE = Unit("Il2a", "FRIENDLY", "aircraft", "Il-2 M42", "Il2", "K9")
MG = Weapon("LMGa", "ENEMY", "LMG", "LMG", "228a")
START = State("oto-s1", Dice(5), stage="over", turn=9)


def at_end(*units: Unit) -> State:
    return replace(START, units={unit.id: unit for unit in units})


def tally(facts: Iterable[ev.Event], state: State, commands: int) -> Ending:
    """What is counted of facts that came in one command, and led to `state`."""
    game = Session.memory(Library(shipped_root()), "oto-s1", 5, "watch").game
    found = Tally()
    found.step(game, list(facts), game.at(state))
    return found.ending(game.at(state), commands)


def ending(seed: int, friendly: float, enemy: float) -> Ending:
    winner = "FRIENDLY" if friendly > enemy else "ENEMY" if enemy > friendly else "draw"
    return Ending(seed, winner, dict.fromkeys(KEYS, 0.0) | {"friendly": friendly, "enemy": enemy})


def test_who_joined_and_is_not_there_is_lost() -> None:
    facts = [ev.UnitAdded(unit) for unit in (SQUAD, GUN, CREW)]
    found = tally([*facts, ev.MissionEnded(4, 7, (), "S12.5")], at_end(CREW), 120)
    lost = {key: value for key, value in found.numbers.items() if value}
    assert lost == {
        "turns": 9, "commands": 120, "friendly": 4, "enemy": 7, "friendly_squads": 1, "enemy_guns": 1,
    }  # fmt: skip
    assert (found.winner, found.margin) == ("ENEMY", 3)


def test_a1_31_deploying_is_no_loss_and_casualty_reduction_is_half_a_squad() -> None:
    deployed = [ev.UnitAdded(SQUAD), ev.UnitRedrawn(SQUAD.id, "3-2-8", "hs"), ev.UnitAdded(HALF)]
    as_hs = replace(SQUAD, kind="hs")
    assert tally(deployed, at_end(as_hs, HALF), 1).numbers["friendly_squads"] == 0
    assert tally(deployed, at_end(HALF), 1).numbers["friendly_squads"] == 0.5
    assert tally(deployed[:2], at_end(as_hs), 1).numbers["friendly_squads"] == 0.5
    joined = [*deployed, ev.UnitRemoved(HALF.id, "Recombines", False), ev.UnitRedrawn(SQUAD.id, kind="squad")]
    assert tally(joined, at_end(SQUAD), 1).numbers["friendly_squads"] == 0


def test_a20_prisoners_are_lost_and_aircraft_that_go_home_are_not_counted() -> None:
    taken = replace(SQUAD, flags=frozenset({"prisoner"}))
    facts = [ev.UnitAdded(SQUAD), ev.UnitAdded(PLANE), ev.UnitRemoved(PLANE.id, "Recalled", False)]
    assert tally(facts, at_end(taken), 1).numbers["friendly_squads"] == 1


@pytest.mark.parametrize("then", ["kept", "lost", "taken back"])
def test_a21_a_captured_gun_is_lost_to_the_side_it_came_with_until_that_takes_it_back(then: str) -> None:
    table = Session.memory(Library(shipped_root()), "oto-s1", 5, "watch").game
    facts: list[ev.Event] = [ev.UnitAdded(GUN), ev.EquipmentTaken(GUN.id, "FRIENDLY", "recovered")]
    if then == "lost":
        facts.append(ev.UnitRemoved(GUN.id, "hit"))
    elif then == "taken back":
        facts.append(ev.EquipmentTaken(GUN.id, "ENEMY", "recovered"))
    end = table
    for fact in facts:
        end = end.after(fact)
    found = Tally()
    found.step(table, facts, end)
    numbers, counts = found.ending(end, 1).numbers, found.ending(end, 1).counts
    assert (numbers["friendly_guns"], numbers["enemy_guns"]) == (0, then != "taken back")
    assert counts.get("lost_to", {}) == ({} if then == "taken back" else {"ENEMY: captured": 1})


def test_a20_5_who_is_captured_and_freed_within_one_command_is_no_loss() -> None:
    """A half of a squad that comes of a CC, is captured in it, and whose Guard falls in it, too."""
    half = replace(HALF, flags=frozenset())
    facts = [
        ev.UnitAdded(half),
        ev.UnitChanged(half.id, ("prisoner",), (), "captured in CC"),
        ev.UnitChanged(half.id, (), ("prisoner",), "its Guard is gone (A20.5)"),
    ]
    found = tally(facts, at_end(half), 1)
    assert found.numbers["friendly_squads"] == 0
    assert not any(found.counts.get("lost_to", {}).values())


def test_the_enemys_acts_by_house_figures_are_counted_from_the_facts() -> None:
    """An act rests on a house figure if its reasons name one; the other side's acts do not count."""
    facts = [
        ev.Decided("ENEMY", "467a", "fires", "fire 467a K14", ("harm 0.50; first-fire 0.35 [house]",)),
        ev.Decided("ENEMY", "467a", "leaves", "action 467a", ("automatic action: unarmed (S6.302)",)),
        ev.Decided("FRIENDLY", "628a", "fires", "fire 628a K14", ("prep-fire 0.5 [house]",)),
    ]
    state = START
    for fact in facts:
        state = fact.apply(state)
    assert state.acts == (2, 1)
    numbers = tally(facts, state, 0).numbers
    assert (numbers["enemy_acts"], numbers["enemy_house_acts"]) == (2, 1)
    assert acts_words(*state.acts) == "of the ENEMY's 2 acts 1 (50 %) rested on house figures"


def test_attacks_are_counted_by_side_whoever_holds_the_weapon_alone() -> None:
    facts = [
        ev.UnitAdded(SQUAD), ev.UnitAdded(CREW), ev.WeaponAdded(MG),
        ev.Fired(("628a",), (), "K14", "Prep Fire"), ev.Fired((), ("LMGa",), "K9", "Final Fire"),
        ev.Fired(("228a",), ("LMGa",), "K9", "Final Fire"),
        ev.SuspectRemoved("S1", "K14", "x", activated=True), ev.SuspectRemoved("S2", "K15", "x"),
    ]  # fmt: skip
    numbers = tally(facts, at_end(SQUAD, CREW), 1).numbers
    assert (numbers["friendly_attacks"], numbers["enemy_attacks"], numbers["activations"]) == (1, 2, 1)


def test_a_fault_of_the_program_ends_one_game_of_a_series_and_not_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Session.memory

    def broken(library: Library, mission: str, seed: int, name: str) -> Session:
        session = begun(library, mission, seed, name)
        if seed == 2:
            monkeypatch.setattr(type(session.game.mission), "army", None)
        return session

    monkeypatch.setattr(Session, "memory", broken)
    first, second = play_series(Match("platoon", 0), [1, 2])
    assert isinstance(first, Ending) and isinstance(second, Stuck)
    assert str(second).startswith("seed 2, ") and "failed inside the program (TypeError" in str(second)


def test_a_draw_is_half_a_win() -> None:
    assert [item.value("wins") for item in (ending(1, 3, 9), ending(3, 5, 5), ending(3, 5, 3))] == [1, 0.5, 0]


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_played_by_several_processes_are_those_played_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    own = (pack(tmp_path),)
    matches = [Match("short", seed, "timid", "commander", own) for seed in (1, 2, 3)]
    alone = list(play_all(matches, 1))
    monkeypatch.setattr(workers, "START", {method: 0.0})
    monkeypatch.setattr(workers, "_method", lambda: method)
    assert list(play_all(matches, 2)) == alone
    assert [ending.numbers["turns"] for ending in alone if isinstance(ending, Ending)] == [2, 2, 2]


def test_a_value_typed_for_a_series_is_that_of_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """`--value enemy-ac=4` is a command like any other, and its facts come back from the process that played."""
    matches = [Match("platoon", seed, values=(("enemy-ac", "4"),)) for seed in (1, 2, 3)]
    alone = list(play_all(matches, 1))
    monkeypatch.setattr(workers, "START", {"fork": 0.0})
    monkeypatch.setattr(workers, "_method", lambda: "fork")
    assert list(play_all(matches, 2)) == alone


class Unreadable:
    """Something that goes out of a process, and cannot be made again in another."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return int, ("no number",)


class Odd(Frozen):
    """A game that ends its process or, if it does not, comes to something that no other can read."""

    kills: bool
    packs: tuple[Path, ...] = ()

    def warm(self, library: Library) -> None:
        """Nothing."""

    def play(self, libraries: Libraries) -> Unreadable:
        """The end of the process, in all but the one that runs the tests."""
        if self.kills and multiprocessing.parent_process():
            os.kill(os.getpid(), signal.SIGKILL)
        return Unreadable()


@pytest.mark.parametrize("kills", [True, False])
def test_a_process_that_ends_or_a_game_that_cannot_be_read_ends_the_series(
    monkeypatch: pytest.MonkeyPatch, kills: bool
) -> None:
    monkeypatch.setattr(workers, "START", {"fork": 0.0})
    monkeypatch.setattr(workers, "_method", lambda: "fork")
    with pytest.raises(LabError, match="-j 1 plays all of them"):
        list(play_all([Odd(kills)] * 4, 2))


def test_other_processes_help_only_where_games_take_longer_than_to_begin_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_method", lambda: "fork")
    monkeypatch.setattr(workers, "START", {"fork": 1.0})
    assert workers._pays(10, 0.5, 2) and not workers._pays(10, 0.1, 2)
    assert not workers._pays(1, 60.0, 2) and not workers._pays(10, 60.0, 1)


@pytest.mark.parametrize(("mission", "seed"), [("platoon", 3), ("oto-s2", 2)])
def test_a_seed_counts_the_same_in_a_series_as_in_a_session(mission: str, seed: int, tmp_path: Path) -> None:
    """A series keeps no history and no messages; the game that a player opens with this seed is the same."""
    folder = pack(tmp_path, mission)
    library = Library(shipped_root(), (folder,))
    session = Session.memory(library, "short", seed, "watch")
    found, before = Tally(), session.game
    for step in Watch(session).run():
        found.step(before, step.events, session.game)
        before = session.game
    ending = Match("short", seed, packs=(folder,)).play(Libraries())
    assert ending == found.ending(session.game, len(session.moments) - 1)
    assert Ending.read(json.loads(json.dumps(ending.data()))) == ending


@pytest.mark.parametrize(
    ("seed", "fatal"),
    [(3, "FRIENDLY: Subsequent First Fire"), (5, "FRIENDLY: Defensive First Fire"), (7, "ENEMY: close combat")],
    ids=["fire", "fire and rout", "prisoners of both sides"],
)
def test_every_loss_has_a_cause_and_a_hex(seed: int, fatal: str) -> None:
    ending = Match("platoon", seed).play(Libraries())
    lost = {side: sum(ending.numbers[f"{side}_{what}"] for what in LOSSES) for side in ("friendly", "enemy")}
    for side, number in lost.items():
        causes = {key: worth for key, worth in ending.counts["lost_to"].items() if key.startswith(side.upper())}
        assert number == sum(causes.values()) == sum(ending.counts.get(f"fell_{side}", {}).values())
    assert ending.counts["lost_to"][fatal] > 0
    assert ending.counts["activated_by"] == {"moves": ending.numbers["activations"]}


@pytest.fixture
def nothing_frozen() -> Iterator[None]:
    """The garbage collector looks at all there is, until the test is over."""
    gc.unfreeze()
    yield
    collect_seldom()


@pytest.mark.usefixtures("nothing_frozen")
@pytest.mark.parametrize("seldom", [False, True])
def test_a_series_leaves_the_garbage_collector_as_it_was(tmp_path: Path, seldom: bool) -> None:
    """Nothing it has kept away from it stays so; what was kept away before, does."""
    if seldom:
        collect_seldom()
    assert len(list(play_all([Match("short", 1, packs=(pack(tmp_path),))], 1))) == 1
    assert gc.isenabled() and bool(gc.get_freeze_count()) is seldom


def test_a_series_that_is_stopped_counts_what_was_played(capsys: pytest.CaptureFixture[str]) -> None:
    def results() -> Iterator[Ending | Stuck]:
        yield ending(1, 3, 9)
        yield Stuck("seed 2, Turn 1: nobody answers")
        yield ending(3, 4, 8)
        raise KeyboardInterrupt

    series = Ended(results(), 200, progress=True)
    assert [item.seed for item in series] == [1, 3]
    assert series.stuck and series.stopped and series.played == 3
    told = capsys.readouterr().err.splitlines()
    assert told == ["sasl: seed 2, Turn 1: nobody answers", "stopped after 3 of 200 games"]


def test_a_series_without_a_line_for_each_game_says_on_a_terminal_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert len(list(Ended([ending(1, 3, 9), ending(2, 3, 9)], 2, progress=True))) == 2
    told = capsys.readouterr().err
    assert "1 of 2 games, " in told and "about 0 s left" in told and told.endswith("\r\033[K")
    assert len(list(Ended([ending(1, 3, 9)], 1, progress=False))) == 1
    assert not capsys.readouterr().err


def test_speed_and_time_are_told_in_units_that_a_person_reads() -> None:
    assert [speed(rate) for rate in (3.21, 0.25, 0.005)] == ["3.21 a second", "15 a minute", "18 an hour"]
    assert [duration(seconds) for seconds in (40, 720, 12_000)] == ["40 s", "12 min", "3 h 20 min"]


def test_two_bases_never_share_a_seed() -> None:
    assert list(seeds(0, 3)) == [1, 2, 3] and list(seeds(7, 2)) == [7_000_001, 7_000_002]
    assert seeds(1, 999_999)[-1] < seeds(2, 1)[0] and seeds(998, 999_999)[-1] < 10**9
    for base, runs in ((-1, 1), (999, 1), (0, 0), (0, 1_000_000)):
        with pytest.raises(ValueError):
            seeds(base, runs)


def test_a_series_can_be_closed_before_its_end(tmp_path: Path) -> None:
    found = play_series(Match("short", 0, packs=(pack(tmp_path),)), seeds(0, 50))
    first = next(found)
    assert isinstance(first, Ending) and first.seed == 1 and isinstance(found, Generator)
    found.close()
    assert gc.isenabled()


def test_a_series_on_chosen_mapboards_keeps_only_its_last_maps() -> None:
    """What was worked out about a map goes with it: a thousand games would not fit into memory."""
    library, maps = Library(shipped_root()), list[weakref.ref[Board]]()
    names = [name for name in library.loader.ids("board") if name.startswith("bd")][: BOARDS_KEPT + 4]
    for name in names:
        board = library.board_of(library.mission("oto-s2"), Layout((Sheet(name),)))
        assert march_left(board, "K5", frozenset(), 0.0) is march_left(board, "K5", frozenset(), 0.0)
        maps.append(weakref.ref(board))
        del board
    gc.collect()
    assert [kept() is not None for kept in maps] == [False] * 4 + [True] * BOARDS_KEPT
    assert library.board_of(library.mission("oto-s2"), Layout((Sheet(names[-1]),))) is maps[-1]()
