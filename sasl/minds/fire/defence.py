"""Defensive First Fire (A8.1): whether to fire at those who move, and with what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sasl.asl.fire import residual
from sasl.asl.fire.fire_groups import is_mg
from sasl.asl.fire.opportunity import FIRST, could_fire_at
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit, opponent
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening, targets
from sasl.minds.fire.choice import Choice, in_order


def next_act(game: Game, decider: Decider, movers: Sequence[str], place: str, held: set[str] | None = None) -> Act | None:
    """A8.1, house rules 7: the next shot at `movers` in `place`, or None to hold fire.

    Of all units that would open fire the one with the best attack does. `held` remembers who holds its fire at them:
    it is not asked again.
    """
    held = set() if held is None else held
    moving = game.state.moving
    there = [key for key in movers if key in game.state.units and game.state.units[key].hex == place]
    if not there or moving is None or place not in moving.hexes:
        return None
    ready: dict[str, tuple[Unit, Choice, list[Choice]]] = {}
    for key in could_fire_at(game, decider.side, there):
        unit = game.state.units[key]
        if key in held or {key, _key(unit, place)} & game.state.passed:
            continue
        found = targets.choices(game, decider, unit, (place,), without=game.state.passed)
        choice = opening.chosen(game, decider, unit, found)
        if choice is not None:
            ready.setdefault(choice.line, (unit, choice, found))
        else:
            held.add(key)
    if not ready:
        return None
    first = in_order(game, [choice for _, choice, _ in ready.values()])[0]
    unit, choice, found = ready[first.line]
    return opening.act(game, decider, unit, _laid(game, decider, choice), found, _key(unit, place))


def _key(unit: Unit, place: str) -> str:
    """What acts: a unit at one moved hex; a veto there is none for the rest of the MPh."""
    return f"{unit.id} at {place}"


def _laid(game: Game, decider: Decider, choice: Choice) -> Choice:
    """A9.22: the shot of one MG as a Fire Lane, where more men are about to cross it than its ROF could meet."""
    if choice.kind != FIRST.name or choice.harm < decider.doctrine.value("lane-harm"):
        return choice
    names = choice.line.split()[1].split(",")
    weapon = game.state.weapons.get(names[0])
    if len(names) > 1 or weapon is None or not is_mg(game, weapon):
        return choice
    holder, item = game.state.units[weapon.holder], game.counter_of(weapon)
    ways = residual.lane_ways(holder.hex or "", choice.hex)
    if len(ways) != 1 or len(ways[0]) < 2 or choice.range > (item.range or 0) or "pinned" in holder.flags:
        return choice
    near = game.figure("mmc-mf")
    others = [
        unit
        for unit in game.state.on_map(opponent(decider.side))
        if unit.mmc and unit.known and unit.good_order and "moved" not in unit.flags and unit.hex != choice.hex
        and min(game.board.distance(unit.hex or "", name) for name in ways[0]) <= near
    ]  # fmt: skip
    if len(others) <= (item.rof or 0):
        return choice
    fact = f"a Fire Lane over {', '.join(ways[0])}: {len(others)} units near it have yet to move (A9.22)"
    return replace(
        choice, line=f"{choice.line} lane", title=f"{choice.title}, and lays a Fire Lane", facts=(*choice.facts, fact)
    )
