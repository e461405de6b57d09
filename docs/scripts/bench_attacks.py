"""Fires at generated positions through the game's own door: attacks per second, and no unit or SW lost on the way.

python docs/scripts/bench_attacks.py [ATTACKS] [SEED]

Every unit and SW must be in the game afterwards, or an event must have removed it. Anything else ends the run with
the position and the order that did it.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sasl.kernel.frozen import replace

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.content.library import Library, shipped_root
from sasl.lab.watching.watch import Bare, Watch, answered
from sasl.orders.engine import Done, new_game, play

MISSION = "oto-s1"
PER_POSITION = 40
FIRE_PHASES = ("PFPh", "MPh", "DFPh", "AFPh")
MEN = {
    "FRIENDLY": ("6-2-8", "4-5-8", "4-4-7", "5-2-7", "4-2-6", "2-4-8", "9-1", "8-0", "1-4-9"),
    "ENEMY": ("4-6-8", "4-6-7", "4-4-7", "4-3-6", "5-4-8", "2-4-7", "9-2", "8-1", "1-4-9"),
}
SW = {"FRIENDLY": ("LMG", "MMG", "HMG", "ATR"), "ENEMY": ("LMG", "MMG", "HMG", "PSK")}
HEAVY = {"FRIENDLY": ("T-34 M43", "SU-76M", "KV-1S"), "ENEMY": ("StuG IIIG", "75L AT", "20L(6) AA", "HMG Cupola")}
STATES = ("pinned", "broken dm", "concealed", "cx", "wounded", "encircled", "fanatic", "dug-in", "berserk")
WORDS = ("only", "snap", "lane", "he", "ap", "infantry", "cmg", "spray")
SPENT_UNIT = frozenset({"prep", "first", "final", "opportunity", "intensive", "pinned"})
SPENT_WEAPON = frozenset({"prep", "first", "final", "fired"})
OFF = {"ask-los": False, "confirm-fire": False, "fire-stops": False, "command": False}


@dataclass
class Tally:
    """What came of the orders so far."""

    attacks: int = 0
    refused: int = 0
    events: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    gone: Counter[str] = field(default_factory=Counter)


class Lost(Exception):
    """A unit or SW vanished, appeared or carries a state nobody knows, without an event that says so."""


def ready(seed: int) -> Game:
    """A game in play without a counter on the map."""
    table = Bare(new_game(Library(shipped_root()), MISSION, seed), play)
    watch = Watch(table)
    while table.game.state.stage != "play":
        watch.step()
    state = replace(table.game.state, suspects={}, units={}, weapons={}, markers={}, pending=(), options=OFF)
    return table.game.at(state)


def order(game: Game, line: str) -> tuple[tuple[ev.Event, ...] | None, Game]:
    """The order with the program's own answers; None for the events if it is refused."""
    outcome = answered(Bare(game, play), line)
    return (outcome.events, outcome.game) if isinstance(outcome, Done) else (None, game)


def position(empty: Game, dice: random.Random) -> Game:
    """A dozen units a side in a few hexes of each other, some with SW, some in a sorry state."""
    game = empty
    heart = dice.choice(list(game.board.names()))
    ground = sorted(game.board.within(heart, dice.randint(2, 5)))
    for side in ("FRIENDLY", "ENEMY"):
        places = [dice.choice(ground) for _ in range(4)]
        names = [dice.choice(MEN[side]) for _ in range(dice.randint(4, 10))]
        names += [dice.choice(HEAVY[side]) for _ in range(dice.randint(0, 2))]
        for name in names:
            place = dice.choice(places)
            game = order(game, f"new {side} {name} {place}")[1]
            unit = list(game.state.units.values())[-1]
            game = equipped(game, unit, dice)
    return game


def equipped(game: Game, unit: Unit, dice: random.Random) -> Game:
    """The unit with a crew, a SW or a state, as the dice will have it."""
    if unit.kind == "gun":
        return order(game, f"new {unit.side} 2-2-8 {unit.hex}")[1]
    if unit.infantry and dice.random() < 0.35:
        game = order(game, f"new {unit.side} {dice.choice(SW[unit.side])} {unit.hex}")[1]
        game = order(game, f"give {list(game.state.weapons)[-1]} {unit.id}")[1]
    if unit.infantry and dice.random() < 0.35:
        game = order(game, f"set {unit.id} {dice.choice(STATES)}")[1]
    return game


def at_phase(game: Game, dice: random.Random) -> tuple[Game, Side]:
    """The position in a fire phase, everybody ready to fire; and the side that fires."""
    phase = dice.choice(FIRE_PHASES)
    side: Side = dice.choice(("FRIENDLY", "ENEMY"))
    present = game.state.units.items()
    units = {key: replace(unit, flags=unit.flags - SPENT_UNIT, arms=frozenset()) for key, unit in present}
    if dice.random() < 0.3:  # some have fired already
        mark = {"MPh": dice.choice(("first", "final")), "DFPh": "first"}.get(phase, "")
        units = {key: replace(unit, flags=unit.flags | {mark}) if mark else unit for key, unit in units.items()}
    weapons = {key: replace(item, flags=item.flags - SPENT_WEAPON) for key, item in game.state.weapons.items()}
    firer: Side = side if phase in ("PFPh", "AFPh") else "ENEMY" if side == "FRIENDLY" else "FRIENDLY"
    state = replace(game.state, phase=phase, side=side, turn=2, units=units, weapons=weapons, moving=None, markers={})
    stacks = sorted({unit.hex for unit in units.values() if unit.side == side and unit.hex})
    if phase == "MPh" and stacks:
        place = dice.choice(stacks)
        ids = tuple(unit.id for unit in units.values() if unit.hex == place and unit.side == side)
        how = dice.choice(("", "assault"))
        state = replace(state, moving=Moving(ids, "", place, dice.randint(1, 2), how))
    return game.at(state), firer


def orders(game: Game, side: Side, dice: random.Random) -> Iterator[str]:
    """Orders to fire that might be legal."""
    mine = [unit for unit in game.state.units.values() if unit.side == side and unit.hex]
    goals = sorted({unit.hex or "" for unit in game.state.units.values() if unit.side != side and unit.hex})
    if game.state.moving:
        goals = [game.state.moving.hex]
    for _ in range(6):
        if not mine or not goals:
            return
        goal, first = dice.choice(goals), dice.choice(mine)
        near = {first.hex, *(game.board.neighbours(first.hex or "") if dice.random() < 0.2 else ())}
        group = [first.id]
        if first.infantry:
            group += [unit.id for unit in mine if unit.hex in near and unit.infantry and dice.random() < 0.6]
            group += [sw.id for sw in game.state.weapons_of(first.id) if dice.random() < 0.5]
        word = dice.choice(WORDS) if dice.random() < 0.15 else ""
        if word == "spray":
            word = f"spray {dice.choice(game.board.neighbours(goal))}"
        yield f"fire {','.join(dict.fromkeys(group))} {goal} {word}".strip()


def check(before: Game, events: tuple[ev.Event, ...], after: Game) -> None:
    """Lost unless everything that is no longer there, or is new, has its event; and every state is known."""
    units, weapons = set(before.state.units), set(before.state.weapons)
    for event in events:
        if isinstance(event, ev.UnitAdded):
            units.add(event.unit.id)
        elif isinstance(event, ev.UnitRemoved):
            units.discard(event.id)
        elif isinstance(event, ev.WeaponAdded):
            weapons.add(event.weapon.id)
        elif isinstance(event, ev.WeaponRemoved):
            weapons.discard(event.id)
    if units != set(after.state.units) or weapons != set(after.state.weapons):
        raise Lost(f"{sorted(units ^ set(after.state.units))} {sorted(weapons ^ set(after.state.weapons))}")
    for unit in after.state.units.values():
        if not unit.flags <= UNIT_FLAGS.keys() or unit.hex not in after.board:
            raise Lost(f"{unit}")
    for item in after.state.weapons.values():
        holder = after.state.units.get(item.holder)
        if not item.flags <= WEAPON_FLAGS.keys() or (holder is None and item.hex is None):
            raise Lost(f"{item}")


def run(number: int, seed: int) -> Tally:
    """`number` attacks that were legal; raises what went wrong."""
    dice, tally = random.Random(seed), Tally()
    empty = ready(seed)
    while tally.attacks < number:
        game = position(empty, dice)
        for _ in range(PER_POSITION):
            game, side = at_phase(game, dice)
            for line in orders(game, side, dice):
                if tally.attacks >= number:
                    break
                try:
                    game = attack(game, line, tally)
                except Exception as error:
                    error.add_note(f"{line}  in  {game.state.moment}: {list(game.state.units.values())}")
                    raise
            if tally.attacks >= number or not both(game):
                break
    return tally


def attack(game: Game, line: str, tally: Tally) -> Game:
    """One order, counted and checked."""
    events, after = order(game, line)
    if events is None:
        tally.refused += 1
        return game
    check(game, events, after)
    tally.attacks += 1
    tally.events += len(events)
    for event in events:
        if isinstance(event, ev.Fired):
            tally.kinds[event.how] += 1
        elif isinstance(event, (ev.UnitRemoved, ev.WeaponRemoved)):
            tally.gone[type(event).__name__] += 1
    return after


def both(game: Game) -> bool:
    """Whether both sides still have somebody."""
    return {"FRIENDLY", "ENEMY"} <= {unit.side for unit in game.state.units.values()}


def main(arguments: list[str]) -> int:
    """The run, and what it found."""
    number = int(arguments[0]) if arguments else 10_000
    seed = int(arguments[1]) if len(arguments) > 1 else 1
    began = time.perf_counter()
    tally = run(number, seed)
    seconds = time.perf_counter() - began
    print(f"{tally.attacks} attacks in {seconds:.1f} s: {tally.attacks / seconds:.0f} a second,")
    print(f"{tally.events} events, {tally.refused} orders refused, {tally.gone['UnitRemoved']} units and")
    print(f"{tally.gone['WeaponRemoved']} SW eliminated; every other unit and SW is still there.")
    for kind, times in tally.kinds.most_common():
        print(f"  {times:7d}  {kind}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
