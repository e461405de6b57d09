"""A plain FRIENDLY commander: deploys, advances on the VPO by the cheapest way, fires at nothing yet."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.board.movement import path as find_path
from sasl.combat.stacking import halves
from sasl.game.context import Game, Question, Refused
from sasl.game.state import Unit
from sasl.play import control, orders

SETUP_ORDERS = {
    "tables": ("option ask-los off", "option confirm-fire off", "option fire-stops off", "next"),
    "suspects": ("next",),
    "wrecks": ("wreck auto", "next"),
    "force": ("next",),
    "set-up": ("deploy", "next"),
}
"""What the commander types in each stage of set-up."""


def answer(question: Question) -> str:
    """What the commander answers: the program's own proposal."""
    return question.default


def movers(game: Game) -> list[tuple[str, ...]]:
    """The stacks that may still move in this MPh, those nearest the enemy first: ids of each stack."""
    edge = game.mission.area.enemy_edge
    stacks: dict[str, list[str]] = {}
    for unit in game.state.on_map("FRIENDLY"):
        if _may_go(unit):
            key = f"{unit.hex}/{'foot' if unit.infantry else unit.id}"
            stacks.setdefault(key, []).append(unit.id)
    places = {key: key.split("/")[0] for key in stacks}
    ordered = sorted(
        stacks, key=lambda key: (game.board.distance_to_edge(places[key], edge), game.board.hex(places[key]), key)
    )
    return [tuple(stacks[key]) for key in ordered]


def _may_go(unit: Unit) -> bool:
    return (
        unit.mf == 0
        and not unit.carrier
        and (unit.infantry or unit.kind == "vehicle")
        and not unit.flags & (orders.CANNOT_MOVE.keys() | {"moved", "recalled"})
    )


def move_order(game: Game, ids: Sequence[str]) -> str | None:
    """The command that brings a stack nearer its goal as far as its MF go, or None to stay."""
    units = [game.state.units[key] for key in ids if key in game.state.units and _may_go(game.state.units[key])]
    if not units or len({unit.hex for unit in units}) != 1:
        return None
    start = units[0].hex or ""
    goal = _goal(game, units, start)
    if goal is None or goal == start:
        return None
    way = _way(game, units, start, goal)
    reach = _as_far_as_mf_go(game, units, way)
    if len(reach) < 2:
        return None
    return f"move {','.join(unit.id for unit in units)} {' '.join(reach[1:])}"


def _goal(game: Game, units: Sequence[Unit], start: str) -> str | None:
    """The nearest VPO the ENEMY holds; for tanks, the Infantry in front; else uncontrolled rail and road."""
    board, state = game.board, game.state
    if units[0].kind == "vehicle":
        men = [unit.hex or "" for unit in state.on_map("FRIENDLY") if unit.mmc and unit.good_order]
        edge = game.mission.area.enemy_edge
        ahead = [name for name in men if board.distance_to_edge(name, edge) < board.distance_to_edge(start, edge)]
        return min(ahead, key=lambda name: (board.distance(start, name), board.hex(name)), default=None)
    wanted = [name for name, side in state.control.items() if side == "ENEMY" and not state.units_at(name, "ENEMY")]
    tracks = [name for name in control.rail_hexes(game) - state.rail if not state.units_at(name, "ENEMY")]
    tracks += [name for name in control.road_hexes(game) - state.road if not state.units_at(name, "ENEMY")]
    near = [name for name in tracks if board.distance(start, name) <= 3]
    goals = near if near and _is_rear(units) else wanted or tracks
    return min(goals, key=lambda name: (board.distance(start, name), board.hex(name)), default=None)


def _is_rear(units: Sequence[Unit]) -> bool:
    """Whether the stack is of HS and crews only, who walk the tracks while the squads attack."""
    return all(unit.kind in ("hs", "crew") for unit in units)


def _way(game: Game, units: Sequence[Unit], start: str, goal: str) -> list[str]:
    enemy = {unit.hex for unit in game.state.on_map("ENEMY")} | {item.hex for item in game.state.suspects.values()}
    mines = {marker.hex for marker in game.state.marked("minefield")}

    def extra(name: str) -> float:
        return 50.0 if name in enemy else 6.0 if name in mines else 0.0

    return find_path(game.board, start, goal, orders.movement_kind(game, units[0]), extra_cost=extra)


def _as_far_as_mf_go(game: Game, units: Sequence[Unit], way: Sequence[str]) -> list[str]:
    """The first part of `way` that the slowest unit can pay for, without ENEMY units or a crowd at its end."""
    limits = orders.stack_allowance(game, units)
    best = list(way[:1])
    for number, name in enumerate(way[1:], 2):
        if game.state.units_at(name, "ENEMY"):
            break
        try:
            spent = orders.reckon(game, units, way[:number])
        except Refused:
            break
        if any(spent[key] > limits[key] for key in limits):
            break
        if _room(game, units, name):
            best = list(way[:number])
    return best


def _room(game: Game, units: Sequence[Unit], name: str) -> bool:
    there = game.state.units_at(name, "FRIENDLY")
    if units[0].kind == "vehicle":
        return not any(unit.kind == "vehicle" for unit in there)
    return sum(halves(game, unit) for unit in [*there, *units]) <= game.figure("stack-limit")


def advance_order(game: Game) -> str | None:
    """The next advance onto an empty ENEMY-held VPO, or None."""
    for name, side in game.state.control.items():
        if side != "ENEMY" or game.state.units_at(name, "ENEMY") or game.state.suspects_at(name):
            continue
        for near in game.board.neighbours(name):
            able = [
                unit.id
                for unit in game.state.units_at(near, "FRIENDLY")
                if unit.mmc
                and unit.infantry
                and not unit.flags & {"broken", "pinned", "ti", "melee", "no-command", "advanced", "prisoner"}
            ]
            if able:
                return f"advance {able[0]} {name}"
    return None
