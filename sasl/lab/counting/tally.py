"""A mission counted while it is played: facts in, the record of the run out; nothing else of it is kept."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.sides import SIDES, Side
from sasl.asl.game.state import State, Unit
from sasl.asl.ordnance import mounted
from sasl.board.join import Layout
from sasl.kernel.frozen import replace
from sasl.lab.counting.causes import Causes
from sasl.lab.counting.drills import Drills
from sasl.lab.counting.endings import CLASSES, KEYS, Ending, TurnEnd
from sasl.lab.counting.setups import set_up
from sasl.lab.counting.uses import Uses, free
from sasl.solitaire.victory import totals

USED = {"squads": "used_{}", "afv": "used_{}_afv"}
"""The groups of acts, by side."""


class Lost(NamedTuple):
    """A prisoner as it was lost: to what, where, and how much of a squad it is."""

    side: Side
    cause: str
    hex: str
    worth: float


class Tally:
    """The facts of a mission, counted step by step as they come.

    What joined and is not there at the end, or only as a prisoner or captured equipment, is lost to the side it came
    with. The other half of a squad that Deploys has joined with its squad (A1.31).
    """

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(KEYS, 0.0)
        self._counts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._rows: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
        self._turns: list[TurnEnd] = []
        self._side_of: dict[str, str] = {}
        self._winner = ""
        self._causes = Causes()
        self._uses = Uses()
        self._drills = Drills(self._side_of)
        self._set_up: dict[str, tuple[str, ...]] = {}
        self._captured: dict[str, Lost] = {}

    def step(self, before: Game, events: Sequence[ev.Event], after: Game) -> None:
        """Count the facts of a command that led from `before` to `after`."""
        if not self._set_up and after.state.stage == "play":
            self._set_up = set_up(_as_play_begins(before, events))
        exact = any(_costs(event) for event in events) and not _regroups(before.state, events)
        game = before
        for event in events:
            self._causes.see(event)
            if exact:
                self._lost(game, event)
                game = game.after(event)
            self._freed(event)
            self._uses.see(event, before)
            self._count(event, before.state)
            for side, drill in self._drills.see(event, before):
                self._counts[f"drills_{side.lower()}"][drill] += 1
            if isinstance(event, ev.PhaseBegan):
                self._phase(event, before, after)

    # -- one fact -------------------------------------------------------------------------------------
    def _count(self, event: ev.Event, state: State) -> None:
        numbers = self._numbers
        if isinstance(event, ev.UnitAdded):
            self._joined(event.unit, state)
        elif isinstance(event, ev.WeaponAdded):
            self._side_of[event.weapon.id] = event.weapon.side
            if event.weapon.side == "ENEMY" and state.stage == "play":
                numbers["generated_weapons"] += 1
                self._counts["generated"][event.weapon.type] += 1
        elif isinstance(event, ev.Fired):
            numbers[f"{self._side_of[[*event.units, *event.weapons][0]].lower()}_attacks"] += 1
        elif isinstance(event, ev.SuspectPlaced):
            numbers["suspects"] += 1
        elif isinstance(event, ev.SuspectRemoved):
            numbers["checks"] += 1
            if event.activated:
                numbers["activations"] += 1
                self._counts["activated_by"][self._causes.activation()] += 1
        else:
            self._count_more(event, state)

    def _count_more(self, event: ev.Event, state: State) -> None:
        if isinstance(event, ev.Rolled):
            if event.record.table:
                self._rows[event.record.table][event.record.row] += 1
        elif isinstance(event, ev.EquipmentTaken):
            self._fires_for(event.id, event.side)
        elif isinstance(event, ev.EventUsed):
            self._counts["events"][f"{event.side} {event.row}: {event.title}"] += 1
        elif isinstance(event, ev.ControlChanged):
            if event.side and state.stage == "play":
                taken = "vpo_taken" if event.side == "FRIENDLY" else "vpo_taken_enemy"
                self._counts[taken].setdefault(event.hex, state.turn)
        elif isinstance(event, ev.MissionEnded):
            self._numbers |= {"friendly": event.friendly, "enemy": event.enemy}
            self._winner = event.won_by

    def _joined(self, unit: Unit, state: State) -> None:
        self._fires_for(unit.id, unit.side)
        if "deploying" in unit.flags:
            return
        _count(self._numbers, unit.side.lower(), unit.kind, 1)
        if unit.side == "ENEMY" and state.stage == "play" and unit.kind in CLASSES:
            _count(self._numbers, "generated", unit.kind, 1)
            self._counts["generated"][unit.type] += 1

    def _fires_for(self, key: str, side: str) -> None:
        """A unit and what it carries fire for this side from now on."""
        names = (key, *(f"{key} {weapon}" for weapon in (*mounted.WEAPONS, "PF")))
        self._side_of |= dict.fromkeys(names, side)

    def _lost(self, game: Game, event: ev.Event) -> None:
        """Where and by what units are lost with this fact, `game` being the moment before it."""
        for key, worth in _cost(game.state, event):
            unit = game.state.units[key]
            leaves = isinstance(event, ev.UnitRemoved) and not event.counts
            taken = "captured" if isinstance(event, ev.EquipmentTaken) else ""
            cause = "left the map" if leaves else taken or self._causes.loss(game, unit.hex)
            self._counts["lost_to"][f"{unit.side}: {cause}"] += worth
            if unit.hex:
                self._counts[f"fell_{unit.side.lower()}"][unit.hex] += worth
            if isinstance(event, (ev.UnitChanged, ev.UnitsChanged, ev.EquipmentTaken)):
                self._captured[key] = Lost(unit.side, cause, unit.hex, worth)

    def _freed(self, event: ev.Event) -> None:
        """A20.5, A20.55, A21: a freed prisoner, or a Gun or vehicle taken back, was not lost after all."""
        for key in _back(event):
            lost = self._captured.get(key)
            if lost is not None and (not isinstance(event, ev.EquipmentTaken) or lost.side == event.side):
                del self._captured[key]
                self._counts["lost_to"][f"{lost.side}: {lost.cause}"] -= lost.worth
                self._counts[f"fell_{lost.side.lower()}"][lost.hex] -= lost.worth

    # -- the clock ------------------------------------------------------------------------------------
    def _phase(self, event: ev.PhaseBegan, before: Game, after: Game) -> None:
        state = before.state
        if state.stage != "play" or (event.turn, event.side) == (state.turn, state.side):
            return
        for whose, use, worth in self._uses.over(before, state.side):
            self._counts[USED[whose].format(state.side.lower())][use] += worth
        if event.turn != state.turn:
            self._turns.append(_turn_end(after))

    def ending(self, game: Game, commands: int) -> Ending:
        """How the mission has ended, in `game` after so many commands."""
        state = game.state
        acts, house = state.acts
        numbers = self._numbers | {
            "turns": state.turn, "commands": commands, "enemy_acts": acts, "enemy_house_acts": house
        }  # fmt: skip
        for unit in state.units.values():
            if "prisoner" not in unit.flags and unit.side == unit.made_by:
                _count(numbers, unit.side.lower(), unit.kind, -1)
        end = replace(_turn_end(game), friendly=int(numbers["friendly"]), enemy=int(numbers["enemy"]))
        return Ending(
            state.dice.seed, self._winner or "draw", numbers,
            {name: _sorted(group) for name, group in sorted(self._counts.items()) if any(group.values())},
            {name: dict(sorted(group.items())) for name, group in sorted(self._rows.items())},
            (*self._turns, end), laid(state.layout), self._set_up,
        )  # fmt: skip


def _sorted(group: Mapping[str, float]) -> dict[str, float]:
    return {name: number for name, number in sorted(group.items()) if number}


def _as_play_begins(game: Game, events: Iterable[ev.Event]) -> Game:
    """The moment at which set-up is over: the command that ends it rolls the Random Events of Turn 1, too."""
    for event in events:
        if game.state.stage == "play":
            break
        game = game.after(event)
    return game


def laid(layout: Layout) -> str:
    """The mapboards as they lie, as a word: `bd13 bd4/turned`; "" for a board of the mission's own."""
    sheets = (sheet.board + ("/turned" if sheet.turned else "") for sheet in layout.sheets)
    return " ".join([*(["upright"] if layout.upright else []), *sheets])


def _turn_end(game: Game) -> TurnEnd:
    """How it stands in `game`."""
    held = sum(side == "FRIENDLY" for side in game.state.control.values())
    ours, theirs = (free(game.state, side) for side in SIDES)
    return TurnEnd(*totals(game), held, _squads(ours), _squads(theirs), _front(game, ours), _front(game, theirs))


def _squads(units: Iterable[Unit]) -> float:
    return sum(CLASSES[unit.kind][1] for unit in units)


def _front(game: Game, units: Iterable[Unit]) -> tuple[float, ...]:
    there = [game.board.hex(unit.hex) for unit in units if unit.good_order and unit.hex in game.board]
    if not there:
        return ()
    return (
        round(math.fsum(spot.col for spot in there) / len(there), 2),
        round(math.fsum(spot.num for spot in there) / len(there), 2),
    )


def _whom(
    event: ev.UnitChanged | ev.UnitsChanged | ev.UnitRemoved | ev.UnitRedrawn | ev.EquipmentTaken,
) -> tuple[str, ...]:
    """The units that a fact is about."""
    return event.ids if isinstance(event, ev.UnitsChanged) else (event.id,)


def _back(event: ev.Event) -> tuple[str, ...]:
    """Who is no prisoner any more, or has changed sides, perhaps back to the side it came with."""
    if isinstance(event, (ev.UnitChanged, ev.UnitsChanged)):
        return _whom(event) if "prisoner" in event.lost else ()
    return (event.id,) if isinstance(event, ev.EquipmentTaken) else ()


def _costs(event: ev.Event) -> bool:
    """Whether a fact may cost a side a unit or half of one."""
    if isinstance(event, (ev.UnitChanged, ev.UnitsChanged)):
        return "prisoner" in event.gained
    gone = isinstance(event, (ev.UnitRemoved, ev.EquipmentTaken))
    return gone or (isinstance(event, ev.UnitRedrawn) and event.kind == "hs")


def _regroups(state: State, events: Sequence[ev.Event]) -> bool:
    """Whether the command is Deploying or Recombining (A1.31, A1.32): who changes or goes with it is no loss."""
    deploys = any(isinstance(event, ev.UnitAdded) and "deploying" in event.unit.flags for event in events)
    gone = [event.id for event in events if isinstance(event, ev.UnitRemoved) and not event.counts]
    joins = any(isinstance(event, ev.UnitRedrawn) and event.kind == "squad" for event in events)
    return deploys or (joins and any(key in state.units and state.units[key].kind == "hs" for key in gone))


def _cost(state: State, event: ev.Event) -> Iterable[tuple[str, float]]:
    """Whom a fact costs how much: who is eliminated, captured or gone from the map, and squads that become HS.

    What was captured is lost already.
    """
    facts = (ev.UnitChanged, ev.UnitsChanged, ev.UnitRemoved, ev.UnitRedrawn, ev.EquipmentTaken)
    ids = _whom(event) if isinstance(event, facts) and _costs(event) else ()
    for unit in (state.units[key] for key in ids):
        left = CLASSES["hs"][1] if isinstance(event, ev.UnitRedrawn) else 0.0
        lost = "prisoner" in unit.flags or unit.side != unit.made_by
        worth = CLASSES[unit.kind][1] - left if unit.kind in CLASSES and not lost else 0.0
        if worth:
            yield unit.id, worth


def _count(numbers: dict[str, float], whose: str, kind: str, sign: int) -> None:
    if kind in CLASSES:
        word, worth = CLASSES[kind]
        numbers[f"{whose}_{word}"] += sign * worth
