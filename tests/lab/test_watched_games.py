"""Watched games: both sides play whole missions by themselves, and every rule of the house holds at every moment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from short import library

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game, Option, Question
from sasl.asl.game.state import State
from sasl.asl.stacking import overstacked
from sasl.content.library import Library, shipped_root
from sasl.lab.watching import watch
from sasl.lab.watching.watch import Step, Stuck, Watch
from sasl.orders.doctrine_orders import choosing
from sasl.orders.engine import Ask, Done, No
from sasl.saves.session import Session
from sasl.solitaire import control

LIBRARY = Library(shipped_root())
SEEDS = (2,)
"""A mission in which every arm fights. If the rules change, another may have to stand here."""
ACTS = {
    "FRIENDLY": {
        "RPh": {"rally"}, "PFPh": {"fire", "oba"}, "MPh": {"move", "stop"}, "DFPh": {"fire"}, "AFPh": {"fire"},
        "RtPh": {"rout"}, "APh": {"advance"},
    },
    "ENEMY": {"RPh": {"rally"}, "PFPh": {"action", "fire"}, "MPh": {"fire"}, "DFPh": {"fire"}, "RtPh": {"rout"}},
}  # fmt: skip
"""What each side is seen to do in each phase of a whole mission, at the least."""


def facts(session: Session) -> Iterator[ev.Event]:
    """Everything that happened, in order."""
    return (event for moment in session.moments for event in moment.events)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_whole_mission_plays_itself(seed: int) -> None:
    """One mission and everything that holds of it: a whole game takes seconds, so it is looked at from all sides."""
    session = Session.memory(LIBRARY, "oto-s1", seed, "watch")
    for step in Watch(session).run():
        refused = [event for event in step.events if isinstance(event, ev.Passed) and event.why]
        assert not refused, f"{step.shown}: {refused}"
    ends_with_its_vp(session)
    every_phase_is_played_once(session)
    the_rules_are_kept(session)
    each_suspect_goes_once(session)
    both_sides_act_in_every_phase(session)
    every_arm_fights(session)
    acts_say_why(session)


def ends_with_its_vp(watched: Session) -> None:
    state = watched.game.state
    assert state.stage == "over" and state.turn >= 8
    ends = [event for event in facts(watched) if isinstance(event, ev.MissionEnded)]
    assert len(ends) == 1 and len(ends[0].lines) == 4
    assert state.outcome == f"FRIENDLY {ends[0].friendly} VP, ENEMY {ends[0].enemy} VP"


def every_phase_is_played_once(watched: Session) -> None:
    phases = [(event.turn, event.side, event.phase) for event in facts(watched) if isinstance(event, ev.PhaseBegan)]
    assert max(Counter(phases).values()) == 1 and len(phases) == 16 * watched.game.state.turn


def the_rules_are_kept(watched: Session) -> None:
    """Nobody crowds a hex of his own will (A5.1); control follows those who hold a place (A26)."""
    for moment in watched.moments:
        state: State = moment.game.state
        if state.stage != "play":
            continue
        for act in (event for event in moment.events if isinstance(event, ev.Decided)):
            if act.line.startswith("advance "):
                fit = [unit for unit in state.units_at(act.line.split()[2], act.side) if "broken" not in unit.flags]
                assert not overstacked(moment.game, fit), (moment.n, act.line)
        ours = (name for name in state.control if state.holds(name, "FRIENDLY"))
        # any armed ENEMY unit denies it, a leader, too (A26.11)
        held = {name for name in ours if not control.is_contested(moment.game, name, "FRIENDLY")}
        assert all(state.control[name] == "FRIENDLY" for name in held), moment.n


def each_suspect_goes_once(watched: Session) -> None:
    removed = [event.id for event in facts(watched) if isinstance(event, ev.SuspectRemoved)]
    assert removed and max(Counter(removed).values()) == 1
    assert not set(removed) & set(watched.game.state.suspects)


def both_sides_act_in_every_phase(watched: Session) -> None:
    seen: dict[tuple[str, str], set[str]] = {}
    phase = ""
    for event in facts(watched):
        if isinstance(event, ev.PhaseBegan):
            phase = event.phase
        elif isinstance(event, ev.Decided):
            seen.setdefault((event.side, phase), set()).add(event.line.split()[0])
    for side, phases in ACTS.items():
        for phase, verbs in phases.items():
            assert verbs <= seen.get((side, phase), set()), (side, phase)


def every_arm_fights(watched: Session) -> None:
    fired: set[str] = set()
    kinds: dict[str, str] = {}
    for event in facts(watched):
        if isinstance(event, ev.UnitAdded):
            kinds[event.unit.id] = event.unit.kind
        elif isinstance(event, ev.WeaponAdded):
            kinds[event.weapon.id] = "sw"
        elif isinstance(event, ev.Fired):
            fired |= {kinds[name.split()[0]] for name in (*event.units, *event.weapons)}
        elif isinstance(event, ev.MarkerPut) and event.marker.kind == "ffe":
            fired.add("FFE")
        elif isinstance(event, ev.Decided) and event.line.startswith("air "):
            fired.add("air")
    assert {"squad", "hs", "gun", "vehicle", "sw", "FFE", "air"} <= fired


def acts_say_why(watched: Session) -> None:
    acts = [event for event in facts(watched) if isinstance(event, ev.Decided)]
    assert len(acts) > 300
    assert [act.line for act in acts if not act.title or len(act.title) > 110] == []
    assert [line for act in acts for line in act.reasons if "\n" in line] == []


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    content = library(tmp_path)
    lines = []
    for _ in range(2):
        lines.append(list(Watch(Session.memory(content, "short", 12, "watch")).run()))
    assert lines[0] == lines[1] and len(lines[0]) > 50


class AsksOnce:
    """A table at which one question is asked."""

    def __init__(self) -> None:
        self.game = Session.memory(LIBRARY, "oto-s1", 1).game

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> Done[Game] | Ask | No:
        question = Question("choice", "which?", "b", (Option("a", "A"), Option("b", "B")))
        return Done((ev.Told(f"{line} {answers[0]}"),), self.game) if answers else Ask(question, ())


def test_what_no_mind_decides_is_answered_as_the_program_proposes() -> None:
    done = watch.answered(AsksOnce(), "try it")
    assert isinstance(done, Done) and done.events == (ev.Told("try it b"),)


def test_a_doctrine_is_chosen_before_anything_else() -> None:
    session = Session.memory(LIBRARY, "oto-s1", 1, "watch")
    game = Watch(session, choosing("timid", "aggressive"))
    assert [game.step().shown for _ in range(2)] == ["doctrine timid", "doctrine aggressive friendly"]
    values = session.game.state.values
    assert (values["enemy-doctrine"].value, values["friendly-doctrine"].value) == ("timid", "aggressive")
    assert choosing() == ()


def test_a_step_shows_the_act_as_it_would_be_typed() -> None:
    first = ev.Decided("ENEMY", "467a", "467a fires", "fire 467a K14")
    then = ev.Decided("FRIENDLY", "628a", "628a fires back", "fire 628a K9")
    step = Step("next", (ev.Told("before"), first, then))
    assert (step.act, step.shown) == (first, "fire 467a K14")
    assert (Step("next", ()).act, Step("next", ()).shown) == (None, "next")


class Refuses:
    """A table at which nothing works."""

    def __init__(self, outcome: No | Ask) -> None:
        self.game = Session.memory(LIBRARY, "oto-s1", 1).game
        self.outcome = outcome

    def submit(self, line: str, answers: tuple[str, ...] = ()) -> No | Ask:
        return self.outcome


def test_a_game_that_cannot_go_on_says_so_with_its_seed() -> None:
    with pytest.raises(Stuck, match="seed 1, set-up: mission tables: option ask-los off: it is broken"):
        Watch(Refuses(No("it is broken"))).step()
    with pytest.raises(Stuck, match="asks without end"):
        Watch(Refuses(Ask(Question("text", "again?", "x"), ()))).step()
    with pytest.raises(Stuck, match="which\\? 'x' is not one of"):
        Watch(Refuses(Ask(Question("text", "which?", "x", error="'x' is not one of a, b"), ()))).step()
