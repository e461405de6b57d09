"""A game never stands still: whatever options and doctrines a player chooses, `next` always goes on.

SASL_STILL=N plays N games of OtO-S2 to their end, in place of the beginnings of a few; SASL_STILL_SEED is the first.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable

import pytest
from deciders import decider, field, with_minds
from tabletop import ENEMY, FRIENDLY, LIBRARY, Tabletop

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game, Question, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import but_dice
from sasl.asl.movement import bypass
from sasl.asl.movement.charging import berserk_charge
from sasl.kernel.frozen import replace
from sasl.lab.watching.watch import SETUP_ORDERS, Bare
from sasl.minds.act import Act
from sasl.minds.action import prep_fire
from sasl.minds.fire import opening, smoke_rounds
from sasl.minds.mind import SideMind
from sasl.orders import engine
from sasl.orders.engine import Ask, Done
from sasl.saves.session import Session
from sasl.solitaire import command_control

GAMES = int(os.environ.get("SASL_STILL", "2"))
FIRST = int(os.environ.get("SASL_STILL_SEED", "1"))
COMMANDS = 20_000 if "SASL_STILL" in os.environ else 60
MOST_QUESTIONS = 200
SWITCHES = (
    "ask-los", "mf-limit", "confirm-fire", "confirm-acts", "fire-stops", "remind", "enemy-plays", "may-refuse",
    "ask-concealment", "mine-sniper", "placements",
)  # fmt: skip
QUICK = [item.id for item in LIBRARY.doctrines.values() if not item.plans]
"""The doctrines that do not play games ahead, which would take hours."""


class Player:
    """Somebody who turns switches, and for the rest says `next`, with any answer that a question offers."""

    def __init__(self, mission: str, seed: int) -> None:
        self.seed, self.dice = seed, random.Random(seed)
        self.table = Bare(Session.memory(LIBRARY, mission, seed).game, engine.play)

    @property
    def game(self) -> Game:
        return self.table.game

    def play(self, commands: int) -> None:
        """A game, or its beginning."""
        for _ in range(6):
            self.say(self.whim())
        while self.game.state.stage != "play":
            for line in SETUP_ORDERS[self.game.state.stage]:
                self.say(line)
        self.say("option friendly-plays on")
        for _ in range(commands):
            if self.game.state.stage == "over":
                return
            if self.dice.random() < 0.03:
                self.say(self.whim())
            self.go_on()

    def whim(self) -> str:
        """A switch turned, a doctrine or a variant of Command Control chosen."""
        pick, side = self.dice, self.dice.choice(("", " friendly"))
        whims = (
            f"option {pick.choice(SWITCHES)} {pick.choice(('on', 'off'))}",
            f"option friendly-plays {'off' if pick.random() < 0.2 else 'on'}",
            f"doctrine {pick.choice(QUICK)}{side}",
            f"command {pick.choice(command_control.variants(LIBRARY))}",
        )
        return pick.choices(whims, (5, 2, 2, 1))[0]

    def say(self, line: str, *, wildly: bool = True) -> str:
        """Give a command; why it is refused, or ""."""
        answers: tuple[str, ...] = ()
        for _ in range(MOST_QUESTIONS):
            outcome = self.table.submit(line, answers)
            if not isinstance(outcome, Ask):
                return "" if isinstance(outcome, Done) else outcome.reason
            assert not outcome.question.error, outcome.question.error
            answers = (*outcome.answers, self.answer(outcome.question, wildly=wildly))
        raise AssertionError(f"{self.where()}: {line} asks without end")

    def answer(self, question: Question, *, wildly: bool) -> str:
        """What is proposed, or any option."""
        if not wildly or question.kind not in ("choice", "yes-no", "attack") or self.dice.random() < 0.7:
            return question.default
        if question.kind == "attack":
            return self.dice.choice(("roll", "cancel"))
        return self.dice.choice(question.options).value

    def go_on(self) -> None:
        """`next`; if a veto, or what the player himself owes his units, keeps it from going on, then without it."""
        before = self.game
        if not self.say("next"):
            assert but_dice(before.state) != but_dice(self.game.state), f"{self.where()}: next changes nothing"
            return
        if self.owes():
            self.say("option friendly-plays on")
        refusal = self.say("next", wildly=False)
        assert not refusal, f"{self.where()}: {refusal}"

    def owes(self) -> bool:
        """Whether the player has to move units of his own first."""
        side = self.game.state.side
        waiting = bypass.must_go_on(self.game) or berserk_charge.waits_for(self.game, side)
        return side == FRIENDLY and bool(waiting) and mind_of(self.game, side) is None

    def where(self) -> str:
        """Seed, moment and switches, to find the place again."""
        return f"seed {self.seed}, {self.game.state.moment}, {self.game.state.options}"


@pytest.mark.parametrize("seed", range(FIRST, FIRST + GAMES))
def test_next_goes_on_in_any_game_of_oto_s2(seed: int) -> None:
    Player("oto-s2", seed).play(COMMANDS)


# -- what the rules refuse in the planning ---------------------------------------------------------------


def refuses(*ids: str) -> Callable[..., Act | None]:
    """A plan whose planning the rules refuse while any of these units has not passed."""

    def plan(game: Game, *_: object) -> Act | None:
        if set(ids) - game.state.passed:
            raise Refused("no LOS from K14 to K16 (A6)")
        return None

    return plan


def garrison() -> tuple[Tabletop, str, str]:
    """An ENEMY PFPh that the program plays: two squads of his, one in sight of a FRIENDLY one."""
    table = field(ENEMY, "PFPh", K15="woods")
    first, second = table.new(ENEMY, "4-6-7", "K14"), table.new(ENEMY, "4-6-7", "A2")
    table.new(FRIENDLY, "4-5-8", "L16")
    return with_minds(table), first, second


def test_a_unit_whose_planning_is_refused_passes_and_the_next_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = garrison()
    monkeypatch.setattr(smoke_rounds, "next_act", refuses(first))
    events = table.do("next")
    passed = next(event for event in events if isinstance(event, ev.Passed))
    assert (passed.key, passed.why) == (first, "no LOS from K14 to K16 (A6)") and passed.describe()
    assert any(isinstance(event, ev.Decided) and event.key == second for event in events)


def test_each_unit_whose_planning_is_refused_passes_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    table, first, second = garrison()
    monkeypatch.setattr(smoke_rounds, "next_act", refuses(first, second))
    events = table.do("next")
    assert [event.key for event in events if isinstance(event, ev.Passed) and event.why] == [second, first]
    assert table.state.phase == "MPh", "nobody was left to act"


def test_a_side_whose_planning_is_refused_whoever_passes_does_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table, *_ = garrison()
    monkeypatch.setattr(prep_fire, "next_act", refuses("nobody"))
    events = table.do("next")
    assert [event.key for event in events if isinstance(event, ev.Passed)] == [ENEMY]
    assert table.state.phase == "MPh"


def test_a8_1_a_reaction_whose_planning_is_refused_does_not_refuse_the_move(monkeypatch: pytest.MonkeyPatch) -> None:
    table = field(FRIENDLY, "MPh")
    foe, mover = table.new(ENEMY, "4-6-7", "K10"), table.new(FRIENDLY, "4-5-8", "K16")
    table = with_minds(table)
    monkeypatch.setattr(opening, "first_fire", refuses(foe))
    events = table.do(f"move {mover} K15")
    assert table.unit(mover).hex == "K15" and any(isinstance(event, ev.Passed) and event.why for event in events)


def test_an_answer_whose_weighing_is_refused_is_the_default() -> None:
    table, first, _ = garrison()
    question = Question("yes-no", "Overrun?", "no", whose=ENEMY, id="overrun", subject=(first, "nowhere"))
    assert SideMind(ENEMY).answer(table.game, question) == "no"


def test_c8_5_no_smoke_where_the_los_is_in_doubt_and_likely_blocked() -> None:
    """Nobody is asked about it (A6): a player's own shot is."""
    table = Tabletop.held(field(ENEMY, "PFPh", M11="wooden-building", N10="stone-building"), N10=FRIENDLY)
    table.armed(FRIENDLY, "4-5-8", "N10", "HMG")
    gun = table.new(ENEMY, "75L AT", "L12")
    table.new(ENEMY, "2-2-8", "L12")
    men = [table.new(ENEMY, "4-6-8", "N16") for _ in range(3)]
    units = {key: replace(table.unit(key), attitude="Advance") for key in men}
    units[gun] = replace(table.unit(gun), ca="M12/M11")
    table = Tabletop(table.game.at(replace(table.state, units={**table.state.units, **units})))
    act = smoke_rounds.next_act(Tabletop(table.game).all("los L12 N10 clear").game, decider())
    assert act is not None and act.line == f"fire {gun} N10 smoke"
    table.do("option ask-los on")
    assert smoke_rounds.next_act(table.game, decider()) is None
