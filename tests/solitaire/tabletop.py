"""A game of OtO-S1 at any stage, for tests: commands with dice on the table, and small positions laid by hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, TypeVar

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game, Question
from sasl.asl.game.sides import PHASES, STAGES, Phase, Side, Stage
from sasl.asl.game.state import State, Unit, Value
from sasl.board.board import Board
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import RollRecord
from sasl.orders.engine import Ask, Done, No, Outcome, new_game
from sasl.saves.session import Session
from sasl.solitaire.victory import totals

LIBRARY = Library(shipped_root())
MISSION = "oto-s1"
SET_UP_ORDERS = {
    "tables": ("next",), "suspects": ("next",), "wrecks": ("wreck auto", "next"), "force": ("next",),
    "set-up": ("deploy", "next"), "play": (),
}  # fmt: skip
ENEMY: Final = "ENEMY"
FRIENDLY: Final = "FRIENDLY"
Fact = TypeVar("Fact", bound=ev.Event)
AWAY = "DD28"
"""A corner of the FRIENDLY area, far from whatever a test does in the west."""


class Tabletop:
    """One game under test. `do` must succeed, `no` must be refused, `ask` must ask."""

    def __init__(self, game: Game) -> None:
        self.session = Session(game)

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def state(self) -> State:
        return self.session.game.state

    def unit(self, unit_id: str) -> Unit:
        return self.state.units[unit_id]

    def submit(self, line: str, *answers: str) -> Outcome:
        """The command; questions beyond `answers` get their default."""
        outcome = self.session.submit(line, answers)
        while isinstance(outcome, Ask):
            assert not outcome.question.error, outcome.question.error
            outcome = self.session.submit(line, (*outcome.answers, outcome.question.default))
        return outcome

    def do(self, line: str, *answers: str) -> tuple[ev.Event, ...]:
        outcome = self.submit(line, *answers)
        assert isinstance(outcome, Done), (line, outcome)
        return outcome.events

    def all(self, *lines: str) -> Tabletop:
        for line in lines:
            self.do(line)
        return self

    def no(self, line: str, *answers: str) -> str:
        """The reason why the command is refused; nothing may have changed."""
        before = self.state
        outcome = self.submit(line, *answers)
        assert isinstance(outcome, No), (line, outcome)
        assert self.state is before
        return outcome.reason

    def ask(self, line: str, *answers: str) -> Question:
        before = self.state
        outcome = self.session.submit(line, answers)
        assert isinstance(outcome, Ask), (line, outcome)
        assert self.state is before
        return outcome.question

    def dice(self, *values: int) -> Tabletop:
        """These dice come next, coloured first."""
        self.do("dice clear")
        self.do("dice " + " ".join(map(str, values)))
        return self

    def new(self, side: str, type_name: str, hex_name: str = "", *flags: str) -> str:
        """A new unit or SW; its id."""
        event = self.do(f"new {side} {type_name} {hex_name}".strip())[0]
        assert isinstance(event, (ev.UnitAdded, ev.WeaponAdded))
        name = event.unit.id if isinstance(event, ev.UnitAdded) else event.weapon.id
        if flags:
            self.do(f"set {name} {' '.join(flags)}")
        return name

    def arm(self, unit_id: str, type_name: str) -> str:
        """A new SW in the hands of a unit; its id."""
        weapon = self.new(self.unit(unit_id).side, type_name)
        self.do(f"give {weapon} {unit_id}")
        return weapon

    def armed(self, side: str, type_name: str, hex_name: str, *sw: str, flags: Sequence[str] = ()) -> tuple[str, ...]:
        """A new unit in these states with new SW of its own; their ids, its first."""
        unit = self.new(side, type_name, hex_name, *flags)
        return (unit, *(self.arm(unit, name) for name in sw))

    def held(self, **owners: Any) -> Tabletop:
        """The same position with these VPO and no others."""
        return Tabletop(self.game.at(replace(self.state, control=owners)))

    def led(self, vehicle: str, modifier: int) -> Tabletop:
        """The same with an armor leader of that DRM in a vehicle (D3.4)."""
        unit = self.unit(vehicle)
        unit = replace(unit, modifier=modifier, flags=unit.flags | {"armor-leader"})
        return Tabletop(self.game.at(replace(self.state, units={**self.state.units, vehicle: unit})))

    def suspect(self, hex_name: str, attitude: str = "") -> str:
        """A new S?; its id."""
        event = self.do(f"suspect add {hex_name}")[0]
        assert isinstance(event, ev.SuspectPlaced)
        if attitude:
            self.do(f"suspect {event.suspect.id} {attitude}")
        return event.suspect.id

    def go_to(self, side: Side, phase: Phase, turn: int = 0) -> Tabletop:
        """`next` until that phase."""
        for _ in range(400):
            if (self.state.side, self.state.phase) == (side, phase) and self.state.turn >= turn:
                return self
            self.do("next")
        raise AssertionError(self.state.moment)

    def vp(self) -> tuple[int, int]:
        return totals(self.game)


def rolls(events: Sequence[ev.Event], words: str = "") -> list[RollRecord]:
    """The rolls among `events` whose purpose holds `words`."""
    return [event.record for event in events if isinstance(event, ev.Rolled) and words in event.record.purpose]


def told(events: Sequence[ev.Event]) -> str:
    """Everything the player is told."""
    return "\n".join(event.text for event in events if isinstance(event, ev.Told))


def of(events: Sequence[ev.Event], kind: type[Fact]) -> list[Fact]:
    """The events of one kind."""
    return [event for event in events if isinstance(event, kind)]


@cache
def game_at(stage: Stage, seed: int = 1) -> Game:
    """A game that has just come to `stage`, by the program's own choices."""
    if stage == "tables":
        return new_game(LIBRARY, MISSION, seed)
    before = STAGES[STAGES.index(stage) - 1]
    table = Tabletop(game_at(before, seed))
    return table.all(*SET_UP_ORDERS[before]).game


def at(stage: Stage, seed: int = 1) -> Tabletop:
    table = Tabletop(game_at(stage, seed))
    assert table.state.stage == stage
    return table


@cache
def _bare() -> Game:
    game = game_at("play", 1)
    values = {"enemy-ac": "3", "enemy-san": "4", "friendly-san": "3", "enemy-re": "6/7", "friendly-re": "6/7"}
    state = replace(
        game.state,
        suspects={},
        units={},
        weapons={},
        markers={},
        serials={},
        pending=(),
        rail=frozenset(),
        road=frozenset(),
        events_used=frozenset(),
        recurring=(),
        lost={},
        sights={},
        enemy_activated=False,
        values={name: Value(figure, "user") for name, figure in values.items()},
        control=dict.fromkeys(game.mission.vpo.hexes, "ENEMY"),
        batteries={},
    )
    return game.at(state)


@cache
def _trackless() -> Board:
    board = _bare().board
    return replace(board, hexes={hex_: replace(tile, rail=False) for hex_, tile in board.hexes.items()}, cache={})


def trackless(table: Tabletop) -> Tabletop:
    """The same with no railroad on the map: what vehicles pay in hexrow P is what the ground costs (B32.3)."""
    return Tabletop(replace(table.game, board=_trackless()))


def bare(side: Side = "FRIENDLY", phase: Phase = "MPh", turn: int = 1, **changes: Any) -> Tabletop:
    """The map in play without a single counter, at that phase, Command Control and LOS questions off."""
    assert phase in PHASES
    game = _bare()
    options = {"command": False, "ask-los": False}
    state = replace(game.state, side=side, phase=phase, turn=turn, options=options, **changes)
    return Tabletop(game.at(state))
