"""Moves of Infantry for its own reasons: away from a fire (6.304), and near enough for its flamethrower (6.306)."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.terrain import fires
from sasl.minds.act import Act, Decider
from sasl.minds.action import automatic
from sasl.minds.movement import goals
from sasl.minds.movement.ways import Ground, Way, ground, safest_route, to_go, ways

MOST_SHOWN = 6


def next_act(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """6.304, 6.306: the move of Infantry in a burning Location, or with a FT; None if neither, or nowhere to go."""
    if not unit.infantry:
        return None
    if fires.on_fire(game, unit.hex or ""):
        return _away(game, decider, unit)
    if automatic.flamethrowers(game, unit) and not unit.mf:
        return _nearer(game, decider, unit)
    return None


# -- out of the fire ------------------------------------------------------------------------------------


def _away(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """6.304: to the best hex in reach that does not burn: cover and little danger, then few MF."""
    land = ground(game, decider, [unit])
    found = [way for way in _ends(land) if not fires.on_fire(game, way.end)]
    found.sort(key=lambda way: (_price(land, way), way.mf, way.end))
    reasons = (f"{unit.hex} burns (6.304)", *(_words(land, way) for way in found[:MOST_SHOWN]))
    return _move(unit, found[0].hexes, "", "gets away from the fire", reasons) if found else None


def _ends(land: Ground) -> list[Way]:
    """The ways the unit has the MF for, to hexes with room."""
    game, unit = land.game, land.units[0]
    left = stack_allowance(game, [unit])[unit.id] - unit.mf
    reach = ways(land, max(0.0, left))
    return [way for name, way in reach.items() if name != land.start and land.has_room(name) and _legal(land, way)]


def _legal(land: Ground, way: Way, how: str = "") -> bool:
    """Whether the rules let the unit go that way with the MF it has; Assault Movement may not use all of them."""
    game, unit = land.game, land.units[0]
    limit = stack_allowance(game, [unit])[unit.id]
    try:
        spent = reckon(game, [unit], way.hexes, {how} - {""})[unit.id]
    except Refused:
        return False
    return spent < limit if how else spent <= limit


def _price(land: Ground, way: Way) -> float:
    """What a way costs in MF: its danger, that of its end, less the cover there."""
    figure = land.decider.doctrine.value
    danger = way.danger + land.harm.standing(way.end)
    return figure("danger-mf") * danger - figure("cover-mf") * land.covered(way.end)


def _words(land: Ground, way: Way) -> str:
    cover, there = "cover" if land.covered(way.end) else "no cover", land.harm.standing(way.end)
    return f"{way.end}: {way.mf:g} MF, harm {way.danger:.2f} on the way, {there:.2f} there, {cover}"


# -- near enough for the flamethrower -------------------------------------------------------------------


def _nearer(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """6.306: toward the nearest enemy by the safest way, as far as it pays under fire; into long range by Assault
    Movement, into the best TEM."""
    board, here = game.board, unit.hex or ""
    foes = goals.known_enemies(game, decider.side)
    if not foes:
        return None
    goal = min(foes, key=lambda name: (board.distance(here, name), board.hex(name)))
    long = _reach(game, unit)
    why = f"its FT reaches {long} hexes; the nearest enemy is in {goal} (6.306)"
    if board.distance(here, goal) <= long + 1:
        return _assault(game, decider, unit, goal, why)
    land = ground(game, decider, [unit])
    left = to_go(land, goal)
    parts = list(_parts(land, safest_route(game, decider, unit, goal), goal, long + 1))
    stay = left.get(here, 0.0) + _price(land, Way((here,), 0.0, 0.0))
    parts.sort(key=lambda part: left.get(part.end, 0.0) + _price(land, part))
    if not parts or left.get(parts[0].end, 0.0) + _price(land, parts[0]) >= stay:
        return None  # nothing is gained under that fire: it goes or stays as any other (6.6)
    how = "assault" if parts[0].danger and len(parts[0].hexes) == 2 and _legal(land, parts[0], "assault") else ""
    reasons = (why, *(_words(land, part) for part in parts[:MOST_SHOWN]), decider.doctrine.words("danger-mf"))
    return _move(unit, parts[0].hexes, how, f"goes with its FT toward {goal}", reasons)


def _parts(land: Ground, way: list[str], goal: str, near: int) -> Iterator[Way]:
    """The legal parts of a way until it is so near to its goal, each with its MF and its greatest danger."""
    board = land.game.board
    stop = next((place for place, name in enumerate(way) if board.distance(name, goal) <= near), len(way) - 1)
    mf, danger = 0.0, 0.0
    for length in range(2, stop + 2):
        a, b = way[length - 2], way[length - 1]
        mf, danger = mf + (land.price(a, b) or 0.0), max(danger, land.harm(b))
        part = Way(tuple(way[:length]), mf, danger)
        if _legal(land, part) and land.has_room(b):
            yield part


def _reach(game: Game, unit: Unit) -> int:
    """The long range of the FT a unit holds."""
    tubes = automatic.flamethrowers(game, unit)
    figures = [game.counter_of(game.state.weapons[key]).range or 0 for key in tubes]
    return game.figure("long-range") * max(figures)


def _assault(game: Game, decider: Decider, unit: Unit, goal: str, why: str) -> Act | None:
    """6.306: Assault Movement into the ADJACENT hex with the best TEM that is nearer to the enemy."""
    land, here = ground(game, decider, [unit]), unit.hex or ""
    left = to_go(land, goal)
    found = []
    for name in game.board.neighbours(here):
        way = Way((here, name), 0.0, land.harm.assault(name))
        closed = name in land.closed or name in land.mined
        nearer = game.board.distance(name, goal) < game.board.distance(here, goal)
        if nearer and not closed and land.has_room(name) and _legal(land, way, "assault"):
            found.append(way)
    found.sort(key=lambda way: (_price(land, way), left.get(way.end, 0.0), way.end))
    reasons = (why, *(_words(land, way) for way in found[:MOST_SHOWN]))
    return _move(unit, found[0].hexes, "assault", f"goes with its FT toward {goal}", reasons) if found else None


def _move(unit: Unit, hexes: tuple[str, ...], how: str, does: str, reasons: tuple[str, ...]) -> Act:
    line = f"move {unit.id} {' '.join(hexes[1:])} {how}".strip()
    title = f"{unit.id} in {hexes[0]} {does}: {' '.join(hexes[1:])}{f' ({how})' if how else ''}"
    return Act(unit.id, line, title, reasons, (unit.id,), hexes, hexes[-1])
