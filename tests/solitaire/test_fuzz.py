"""A player who types anything: no command may ever do half of something, or break the program.

SASL_FUZZ=N plays N games instead of the few of a normal run; SASL_FUZZ_SEED is the first of them.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tabletop import Tabletop, at, bare, game_at

from sasl.asl.game.context import Question
from sasl.asl.game.events import Event, UnitAdded, UnitRemoved, WeaponAdded, WeaponRemoved
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.asl.game.sides import STAGES, Phase, Side
from sasl.asl.game.state import State
from sasl.asl.movement.move import OPTIONS
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.facts import Told
from sasl.kernel.transaction import NO_ANSWER
from sasl.orders import mission_commands
from sasl.orders.engine import Ask, Done, No, legal, play
from sasl.saves.event_codec import all_on_map, decode_event, encode_event
from sasl.saves.save_lines import read_json, write_json
from sasl.solitaire.briefing.report import hex_report, roster_report, status_report
from sasl.solitaire.setup.setup_stages import VALUES

GAMES = int(os.environ.get("SASL_FUZZ", "3"))
FIRST = int(os.environ.get("SASL_FUZZ_SEED", "1"))
COMMANDS = 260
ODD = [
    "", "²", "٣", "-", "--3", "+-3", "=5", "0", "-1", "99999999999999999999", "1" * 5000, "A0", "ZZ9", "K99", "k9", "é",
    "\U0001f3b2", ",", ",,", "628a,", "auto", "none", "off", "on", "to", "xyzzy", "%s", "{0}", "S", "P28",
]  # fmt: skip
TYPES = [
    "4-6-7", "6-2-8", "9-1", "LMG", "radio", "T-34 M43", "Ju-87G", "Il-2 M43", "2-2-8", "1-4-9", "75L AT", "motorcycle",
    "HMG Cupola", "76* INF", "StuG IIIG", "4-4-7", "5-2-7", "Sq horse", "Sq horse", "HS horse", "Wagon",
]  # fmt: skip
TABLES = [
    "bto.activation", "generation.g3", "activation.check", "activation.ranges", "no.such", "oto-s1.mission-end",
    "wind.change-kind",
]  # fmt: skip


class Typist:
    """Someone who knows every word of the game and none of its rules."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def line(self, table: Tabletop) -> str:
        pick = self.dice
        prompt = legal(table.game)
        if pick.random() < 0.12:
            return "next"
        verbs = list(prompt.legal) if pick.random() < 0.92 else list(mission_commands.COMMANDS.values())
        item = pick.choice(verbs)
        if item.name == "end" and pick.random() < 0.9:
            return "next"
        return " ".join([item.name, *self.arguments(item.name, table.state, table)])

    def arguments(self, name: str, state: State, table: Tabletop) -> list[str]:
        """Mostly what the verb takes, sometimes nonsense."""
        if self.dice.random() < 0.12:
            return [self.word(state, table) for _ in range(self.dice.randrange(5))]
        maker: Callable[[State, Tabletop], list[str]] = getattr(self, f"_{name}", self._units)
        return maker(state, table)

    def word(self, state: State, table: Tabletop) -> str:
        return self.dice.choice(
            [
                self.hex(table),
                self.unit(state),
                self.dice.choice(ODD),
                self.dice.choice(TYPES),
                self.dice.choice(list(UNIT_FLAGS)),
                "enemy",
                "friendly",
                "add",
                "remove",
                "move",
            ]
        )

    def one(self, words: list[str]) -> str:
        return self.dice.choice(words) if words and self.dice.random() > 0.03 else self.dice.choice(ODD)

    def hex(self, table: Tabletop) -> str:
        return self.one(list(table.game.board.names()))

    def near(self, state: State, table: Tabletop, unit_id: str) -> str:
        """A hex next to the unit, as a rule."""
        unit = state.units.get(unit_id)
        if unit is None or not unit.hex or self.dice.random() < 0.25:
            return self.hex(table)
        return self.dice.choice(table.game.board.neighbours(unit.hex))

    def unit(self, state: State) -> str:
        return self.one(list(state.units))

    def group(self, state: State) -> str:
        kind = self.dice.random()
        if kind < 0.6:
            return self.unit(state)
        if kind < 0.8:
            return ",".join(self.unit(state) for _ in range(self.dice.randrange(1, 4)))
        return self.one(sorted({unit.hex or unit.group or "coy-1" for unit in state.units.values()}))

    def side(self) -> str:
        return self.dice.choice(["enemy", "friendly"])

    # -- what each verb takes ---------------------------------------------------------------------
    def _units(self, state: State, table: Tabletop) -> list[str]:
        return [self.group(state)]

    def _next(self, state: State, table: Tabletop) -> list[str]:
        return []

    _vp = _end = _next

    def _set(self, state: State, table: Tabletop) -> list[str]:
        if state.weapons and self.dice.random() < 0.3:
            return [self.one(list(state.weapons)), self.dice.choice(["", "-"]) + self.one(list(WEAPON_FLAGS))]
        return [self.group(state), self.dice.choice(["", "-", "+"]) + self.one(list(UNIT_FLAGS))]

    def _move(self, state: State, table: Tabletop) -> list[str]:
        who = self.group(state)
        ways = [self.near(state, table, who.split(",")[0]) for _ in range(self.dice.randrange(1, 3))]
        return [
            who,
            *ways,
            *self.dice.choice(
                [
                    [],
                    [],
                    ["assault"],
                    ["double"],
                    ["to"],
                    [self.one(list(OPTIONS))],
                    [self.one(list(OPTIONS)), self.one(list(OPTIONS))],
                ]
            ),
        ]

    def _advance(self, state: State, table: Tabletop) -> list[str]:
        who = self.group(state)
        return [who, self.near(state, table, who.split(",")[0])]

    _fire = _put = _place = _advance

    def _air(self, state: State, table: Tabletop) -> list[str]:
        planes = [unit.id for unit in state.units.values() if unit.kind == "aircraft"]
        how = self.dice.choice([[], ["bomb"], ["point"], ["strafe", "toward", "2"], ["point", "bomb"], ["at"]])
        goals = [unit.hex for unit in state.units.values() if unit.hex]
        return [self.one(planes), self.one(goals), *how]

    def _aa(self, state: State, table: Tabletop) -> list[str]:
        guns = [unit.id for unit in state.units.values() if unit.kind in ("gun", "vehicle")]
        return [self.one(guns), *self.dice.choice([[], [self._air(state, table)[0]]])]

    def _kindle(self, state: State, table: Tabletop) -> list[str]:
        return [self.unit(state), *self.dice.choice([[], [self.unit(state)]])]

    def _smoke(self, state: State, table: Tabletop) -> list[str]:
        who = self.unit(state)
        return [who, self.near(state, table, who)]

    def _enter(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(["reinforcements", self.unit(state)]), self.one(list(table.game.board.edge("east")))]

    def _give(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(state.weapons)), self.dice.choice([self.unit(state), self.hex(table)])]

    _transfer = _give

    def _rout(self, state: State, table: Tabletop) -> list[str]:
        who = self.group(state)
        near = self.near(state, table, who.split(",")[0])
        return [who, *self.dice.choice([[], [], [near], [near, self.hex(table)], ["crawl", near], ["stay"]])]

    def _rally(self, state: State, table: Tabletop) -> list[str]:
        who = self.dice.choice([self.group(state), "all"])
        return [who, *self.dice.choice([[], [], ["yes"], ["no"], [self.unit(state)]])]

    def _repair(self, state: State, table: Tabletop) -> list[str]:
        return [
            self.dice.choice([self.group(state), self.one(list(state.weapons)), "all"]),
            *self.dice.choice([[], [], ["CMG"], ["MA"]]),
        ]

    def _recover(self, state: State, table: Tabletop) -> list[str]:
        return [self.unit(state), *self.dice.choice([[], [self.one(list(state.weapons))], [self.unit(state)]])]

    def _recombine(self, state: State, table: Tabletop) -> list[str]:
        return [self.unit(state), self.unit(state)]

    def _search(self, state: State, table: Tabletop) -> list[str]:
        who = self.group(state)
        return [who, *(self.near(state, table, who.split(",")[0]) for _ in range(self.dice.randrange(1, 3)))]

    def _malfunction(self, state: State, table: Tabletop) -> list[str]:
        return [self.dice.choice([self.unit(state), self.one(list(state.weapons))])]

    def _scrap(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(state.weapons))]

    _dismantle = _scrap

    def _become(self, state: State, table: Tabletop) -> list[str]:
        return [self.unit(state), self.one(TYPES)]

    def _face(self, state: State, table: Tabletop) -> list[str]:
        who = self.unit(state)
        return [who, f"{self.near(state, table, who)}/{self.near(state, table, who)}"]

    def _turn(self, state: State, table: Tabletop) -> list[str]:
        who = self.unit(state)
        unit = state.units.get(who)
        names = vertex_names(parse_hex(unit.hex)) if unit and unit.hex else ["P1/P2"]
        return [who, self.dice.choice(names), *self.dice.choice([[], [], ["turret"]])]

    def _esb(self, state: State, table: Tabletop) -> list[str]:
        return [self.unit(state), self.one(["1", "2", "3", "9"])]

    def _load(self, state: State, table: Tabletop) -> list[str]:
        vehicles = [unit for unit in state.on_map() if unit.kind == "vehicle"]
        if not vehicles:
            return [self.group(state), self.unit(state)]
        vehicle = self.dice.choice(vehicles)
        near = [unit.id for unit in state.units_at(vehicle.hex) if unit.id != vehicle.id]
        return [self.one(near) if near else self.group(state), vehicle.id]

    _push = _advance

    def _board(self, state: State, table: Tabletop) -> list[str]:
        return [self.group(state), self.dice.choice([self.unit(state), "off"])]

    def _new(self, state: State, table: Tabletop) -> list[str]:
        return [self.side(), self.one(TYPES), *self.dice.choice([[], [self.hex(table)]])]

    def _marker(self, state: State, table: Tabletop) -> list[str]:
        if self.dice.random() < 0.4:
            return ["remove", self.dice.choice([self.one(list(state.markers)), self.hex(table)])]
        kinds = ["minefield", "wreck", "ffe", "wire", "sniper", "smoke", "flame", "blaze"]
        return ["add", self.one(kinds), self.hex(table), *self.dice.choice([[], [self.one(["8", "A-P", "12"])]])]

    def _track(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(["rail", "road"]), self.dice.choice(["", "-"]) + self.one(["P3", "P4", "U20", "BB1"])]

    def _suspect(self, state: State, table: Tabletop) -> list[str]:
        item = self.one(list(state.suspects))
        return self.dice.choice(
            [
                ["add", self.hex(table)],
                ["remove", item],
                ["move", item, self.hex(table)],
                [item, self.one(["hold", "advance", "withdraw"])],
            ]
        )

    def _activate(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(state.suspects)), *self.dice.choice([[], [self.hex(table)]])]

    def _check(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(state.suspects)), self.unit(state)]

    def _event(self, state: State, table: Tabletop) -> list[str]:
        d66 = f"{self.dice.randint(1, 6)}{self.dice.randint(1, 6)}"
        return [self.side(), *self.dice.choice([[], [self.one([d66])], [self.one([d66])]])]

    def _sniper(self, state: State, table: Tabletop) -> list[str]:
        return [self.side(), *self.dice.choice([[], ["1"], ["2"]])]

    def _value(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(VALUES)), self.one(["3", "4", "5/6", "6/7", "2/3"])]

    def _vpo(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(["add", "remove", self.hex(table)]), self.dice.choice([self.hex(table), self.side()])]

    def _wreck(self, state: State, table: Tabletop) -> list[str]:
        return self.dice.choice([["auto"], [self.hex(table)], [self.hex(table), self.hex(table)]])

    def _observer(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(list(table.game.board.edge("east")))]

    def _deploy(self, state: State, table: Tabletop) -> list[str]:
        return self.dice.choice([[], [], ["coy-1"], ["armor"]])

    def _ffe(self, state: State, table: Tabletop) -> list[str]:
        return [self.hex(table)]

    def _oba(self, state: State, table: Tabletop) -> list[str]:
        own = self.dice.choice([[], [], [self.one(list(state.batteries))]])
        return [
            *self.dice.choice(
                [
                    [],
                    ["contact"],
                    ["contact"],
                    ["hex", self.hex(table)],
                    ["convert"],
                    ["cancel"],
                    ["hex", self.hex(table), self.one(["smoke", "harassing"])],
                    ["correct", self.hex(table)],
                    ["add", "cbm", self.side()],
                    ["add", self.one(["80", "120"]), self.side(), self.one(["normal", "scarce"])],
                    ["add", "rocket", "120", "friendly"],
                ]
            ),
            *own,
        ]

    _cbm = _next

    def _clear(self, state: State, table: Tabletop) -> list[str]:
        mines = [marker.hex for marker in state.marked("minefield")]
        return [self.one(mines), self.group(state)]

    def _bombard(self, state: State, table: Tabletop) -> list[str]:
        return self.dice.choice(
            [
                [self.hex(table)],
                [self.hex(table), self.one(["0", "1", "3"])],
                ["all"],
                [self.hex(table), self.hex(table)],
            ]
        )

    def _los(self, state: State, table: Tabletop) -> list[str]:
        return [self.hex(table), self.hex(table), *self.dice.choice([[], [self.one(["clear", "blocked", "2"])]])]

    def _dice(self, state: State, table: Tabletop) -> list[str]:
        return self.dice.choice(
            [
                ["auto"],
                ["auto"],
                ["clear"],
                ["hand"],
                ["skip"],
                ["skip", self.one(["3"])],
                [str(self.dice.randint(1, 7)) for _ in range(self.dice.randint(1, 6))],
            ]
        )

    def _roll(self, state: State, table: Tabletop) -> list[str]:
        return [
            self.one(["dr", "DR", "d66", "3d6", "1d20", *TABLES]),
            *self.dice.choice([[], [self.one(["+1", "-2", "3"])], ["leader"]]),
        ]

    def _option(self, state: State, table: Tabletop) -> list[str]:
        return [self.one(["command", "ask-los", "mf-limit", "fire-stops"]), self.one(["on", "off"])]

    def answer(self, question: Question) -> str:
        """What he says when asked: often the default, sometimes a choice, sometimes nonsense."""
        chance = self.dice.random()
        if chance < 0.2:
            return self.dice.choice(ODD)
        if chance < 0.6 and question.options:
            return self.dice.choice(question.options).value
        if question.kind == "dice" and chance < 0.6:
            return self.dice.choice(["4 2", "3", "=7", "=-999", "=999", "=0", "6 6", "auto", "12"])
        return question.default


def faults(table: Tabletop) -> Iterator[str]:
    """Everything that no state of a game may ever be."""
    yield from wrong_units(table)
    yield from wrong_counters(table)
    state = table.state
    if set(state.control) - set(table.game.board.names()) or set(state.control.values()) - {"FRIENDLY", "ENEMY"}:
        yield f"control {state.control}"
    if state.stage not in STAGES or state.dice.index < 0:
        yield f"{state.stage}, {state.dice}"
    for pair in (state.re_numbers("ENEMY"), state.re_numbers("FRIENDLY")):
        if pair != (0, 0) and not (2 <= pair[0] <= 6 and pair[1] == pair[0] + 1):
            yield f"RE#s {pair}"


def wrong_units(table: Tabletop) -> Iterator[str]:
    state, board = table.state, table.game.board
    for key, unit in state.units.items():
        if key != unit.id:
            yield f"unit {unit.id} is filed under {key}"
        if unit.hex and unit.hex not in board:
            yield f"{unit.id} is in {unit.hex}"
        if unit.flags - UNIT_FLAGS.keys():
            yield f"{unit.id} has {unit.flags}"
        if unit.kind == "sw":
            yield f"{unit.id} is a SW among the units"
        if unit.mf < 0:
            yield f"{unit.id} has spent {unit.mf}"
        if unit.carrier:
            carrier = state.units.get(unit.carrier)
            if carrier and "prisoner" in unit.flags and carrier.side != unit.side and carrier.hex == unit.hex:
                continue  # a prisoner with its Guard
            if carrier and unit.kind == "horse" and carrier.cavalry and carrier.hex == unit.hex:
                continue  # a horse with its rider
            if carrier is None or carrier.kind != "vehicle" or carrier.carrier or carrier.hex != unit.hex:
                yield f"{unit.id} in {unit.hex} is aboard {unit.carrier} ({carrier})"


def wrong_counters(table: Tabletop) -> Iterator[str]:
    """SW, S?, markers and batteries."""
    state, board = table.state, table.game.board
    for key, weapon in state.weapons.items():
        if key != weapon.id or weapon.flags - WEAPON_FLAGS.keys():
            yield f"weapon {weapon.id}: {key}, {weapon.flags}"
        if weapon.holder and (weapon.holder not in state.units or weapon.hex):
            yield f"{weapon.id} is held by {weapon.holder}, who is not there, or lies in {weapon.hex}"
        if weapon.hex and weapon.hex not in board:
            yield f"{weapon.id} is already in"
    for item in state.suspects.values():
        if item.hex not in board or item.attitude not in ("Hold", "Advance", "Withdraw"):
            yield f"S? {item}"
    for marker in state.markers.values():
        if marker.hex not in board or marker.number < 0 or marker.at_factors < 0:
            yield f"marker {marker}"
    for key, battery in state.batteries.items():
        if key != battery.id or min(battery.black, battery.red, battery.reds_drawn, battery.ffes) < 0:
            yield f"battery {key}: {battery}"


def conserved(before: State, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """Counters come and go only by events that say so, and no id is ever used twice."""
    born = [event.unit.id for event in events if isinstance(event, UnitAdded)]
    gone = [event.id for event in events if isinstance(event, UnitRemoved)]
    if sorted([*before.units, *born]) != sorted([*after.units, *gone]) or set(born) & set(before.units):
        yield f"units: born {born}, gone {gone}"
    made = [event.weapon.id for event in events if isinstance(event, WeaponAdded)]
    lost = [event.id for event in events if isinstance(event, WeaponRemoved)]
    if sorted([*before.weapons, *made]) != sorted([*after.weapons, *lost]) or set(made) & set(before.weapons):
        yield f"weapons: made {made}, lost {lost}"


def through_a_save(event: Event) -> Event:
    return decode_event(read_json(write_json(encode_event(event))))


def carried_out(table: Any, line: str, answer: Callable[[Question], str]) -> Done[Any] | None:
    """Play a line on a table of any kind; None if it is refused, or asks without end, and so has left no trace.

    Done, its facts must be told, and make its state when they have gone through a save.
    """
    before, answers = table.state, tuple[str, ...]()
    for _ in range(60):
        outcome = table.session.submit(line, answers)
        if not isinstance(outcome, Ask):
            break
        assert table.state is before, f"{line!r} asked and left a trace"
        answers = (*outcome.answers, answer(outcome.question))
    told = f"{line!r} {answers!r}"
    if not isinstance(outcome, Done):
        assert table.state is before, f"{told} was refused and left a trace"
        assert isinstance(outcome, Ask) or (isinstance(outcome, No) and outcome.reason), told
        return None
    state = before
    for event in outcome.events:
        kept = through_a_save(event)
        assert kept == event, told
        state = kept.apply(state)
        assert isinstance(event.describe(), str) and all(event.explain()), (told, event)
        assert not isinstance(event, Told) or event.tag != NO_ANSWER, (told, event)
    assert state == outcome.game.state, f"{told}: its facts do not make its state"
    return outcome


def play_command(table: Tabletop, typist: Typist, line: str = "") -> bool:
    """Type a line (the typist's own if none is given) and answer what it asks; whether it was carried out."""
    line, before = line or typist.line(table), table.state
    done = carried_out(table, line, typist.answer)
    if done is None:
        return False
    wrong = [*conserved(before, table.state, done.events), *faults(table)]
    assert not wrong, (line, wrong)
    all_on_map(done.events, table.game.board)  # or its save could not be opened
    return True


def start(number: int) -> Tabletop:
    """Some games begin at the tables, some in the middle, some on a bare map."""
    return (
        lambda: at("tables", number),
        lambda: at("play", 1),
        lambda: bare("FRIENDLY", "MPh"),
        lambda: at("set-up", 1),
        lambda: bare("ENEMY", "RPh"),
    )[number % 5]()


@pytest.mark.parametrize("number", range(FIRST, FIRST + GAMES))
def test_whatever_is_typed_the_game_stays_whole(number: int) -> None:
    table, typist = start(number), Typist(number)
    for step in range(COMMANDS):
        play_command(table, typist)
        if step % 40 == 0:
            assert all(status_report(table.game)) and roster_report(table.game, "enemy")
            assert hex_report(table.game, typist.hex(table))
        if table.state.stage == "over":
            break


@pytest.mark.parametrize("number", range(FIRST, FIRST + min(GAMES, 20)))
def test_undo_and_redo_of_anything_come_back_to_the_same_games(number: int) -> None:
    table, typist = start(number), Typist(1000 + number)
    for _ in range(60):
        play_command(table, typist)
    session = table.session
    states = [moment.game.state for moment in session.moments]
    for back in range(len(states) - 1):
        session.undo()
        assert table.state == states[-2 - back]
    for ahead in range(1, len(states)):
        session.redo()
        assert table.state == states[ahead]
    assert game_at("tables").state.dice.index == 0


# -- fire, chosen from what is legal ------------------------------------------------------------------
SCENES: tuple[tuple[Side, Phase], ...] = (
    ("FRIENDLY", "PFPh"), ("FRIENDLY", "MPh"), ("ENEMY", "MPh"), ("ENEMY", "PFPh"), ("ENEMY", "DFPh"),
    ("FRIENDLY", "DFPh"), ("FRIENDLY", "AFPh"),
)  # fmt: skip
FOUGHT = {
    "friendly": ("6-2-8", "4-4-7", "T-34 M43", "HMG", "DC", "ATR", "76* INF"),
    "enemy": ("4-6-7", "4-4-7", "StuG IIIG", "LMG", "PSK", "DC", "75L AT"),
}
OFTEN = {"fire": 10, "charge": 3, "pf": 2, "air": 4}
"""How often at least each verb is carried out in the scenes of a normal run."""


def scene(number: int, pick: random.Random) -> Tabletop:
    """Both sides within two hexes of each other, SW in hands, an aircraft overhead."""
    table = bare(*SCENES[number % len(SCENES)])
    board = table.game.board
    middle = pick.choice([name for name in board.names() if len(board.neighbours(name)) == 6])
    near = list(board.neighbours(middle))
    for side, types in FOUGHT.items():
        men = []
        for kind in types:
            made = table.submit(f"new {side} {kind} {pick.choice(near[:3] if side == 'friendly' else near[3:])}")
            if isinstance(made, Done) and isinstance(made.events[0], UnitAdded):
                men.append(made.events[0].unit.id)
            elif isinstance(made, Done) and isinstance(made.events[0], WeaponAdded):
                table.submit(f"give {made.events[0].weapon.id} {pick.choice(men)}")
    for plane in ("Il-2 M43", "Il-2 M43"):
        table.submit(f"new friendly {plane}")
    return table


def legal_lines(verb: str, table: Tabletop, pick: random.Random) -> Iterator[str]:
    """Lines of a verb that the rules do not refuse, in random order."""
    state = table.state
    goals = sorted({unit.hex for unit in state.on_map() if unit.hex})
    planes = [unit.id for unit in state.units.values() if unit.kind == "aircraft"]
    men = [unit.id for unit in state.on_map() if unit.kind != "aircraft"]
    arms = [*men, *state.weapons, *(f"{item.holder},{item.id}" for item in state.weapons.values() if item.holder)]
    who = {"air": planes, "fire": arms}.get(verb, men)
    how = {"fire": ["", "", "only"], "charge": ["placed", "thrown"], "air": ["", "bomb", "point"], "pf": [""]}[verb]
    lines = [f"{verb} {one} {goal} {word}".rstrip() for one in who for goal in goals for word in how]
    pick.shuffle(lines)
    return (line for line in lines if not isinstance(play(table.game, line), No))


def test_fire_charges_panzerfausts_and_aircraft_are_carried_out_often_and_keep_the_game_whole() -> None:
    pick, typist, carried_out = random.Random(FIRST), Typist(FIRST), dict.fromkeys(OFTEN, 0)
    for number in range(2 * len(SCENES) * max(1, GAMES // 5)):
        table = scene(number, pick)
        for verb in pick.sample(sorted(OFTEN), len(OFTEN)):
            for _ in range(2):
                line = next(legal_lines(verb, table, pick), "")
                carried_out[verb] += bool(line) and play_command(table, typist, line)
    assert all(carried_out[verb] >= least for verb, least in OFTEN.items()), carried_out
