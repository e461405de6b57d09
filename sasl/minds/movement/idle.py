"""Units out of command (16): where the variant in force leaves them a hex of Assault Movement, they seek cover."""

from __future__ import annotations

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import CANNOT_MOVE, stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.terrain import fires
from sasl.minds.act import Act, Staff
from sasl.minds.movement.ways import ground
from sasl.solitaire import command_control

NO_COMMAND, HOW = "no-command", "assault"


def next_act(game: Game, staff: Staff) -> Act | None:
    """16 [house]: the next unit out of command that goes, or stays without a word; None when all are done."""
    if staff.side != "FRIENDLY" or not command_control.allows(game, "assault-move"):
        return None
    bars = CANNOT_MOVE.keys() - {NO_COMMAND}
    for unit in game.state.on_map(staff.side):
        idle = NO_COMMAND in unit.flags and unit.infantry and not unit.flags & bars
        if idle and not unit.mf and unit.id not in game.state.passed:
            return _to_cover(game, staff, unit)
    return None


def _to_cover(game: Game, staff: Staff, unit: Unit) -> Act:
    """The hex beside it where it fears least, the way there counted in, if that is less than where it is."""
    land = ground(game, staff, [unit])
    here = land.harm.standing(land.start)
    fears = {name: land.harm.assault(name) + land.harm.standing(name) for name in game.board.neighbours(land.start)}
    for name in sorted(fears, key=lambda name: (fears[name], name)):
        if fears[name] >= here:
            break
        if land.has_room(name) and not fires.on_fire(game, name) and _legal(game, unit, (land.start, name)):
            reasons = (
                f"out of command it may Assault Move a hex, no nearer the nearest Known ENEMY ({_variant(game)})",
                f"harm to be feared in {land.start} {here:.2f}, on the way to and in {name} {fears[name]:.2f}",
            )
            title = f"{unit.id}, out of command, moves {land.start} to {name} ({HOW})"
            way = (land.start, name)
            return Act(unit.id, f"move {unit.id} {name} {HOW}", title, reasons, (unit.id,), way, name, ends=True)
    return Act(unit.id, "")


def _variant(game: Game) -> str:
    return f"16, {command_control.chosen(game)} [house]"


def _legal(game: Game, unit: Unit, way: tuple[str, str]) -> bool:
    """Whether the variant and the MF of Assault Movement let it go there: never with all of them (A4.61)."""
    if any(other.side != unit.side for other in game.state.units_at(way[1])) or game.state.suspects_at(way[1]):
        return False
    try:
        command_control.assault_move(game, [unit], way, {HOW})
        spent = reckon(game, [unit], way, {HOW})
    except Refused:
        return False
    return spent[unit.id] < stack_allowance(game, [unit])[unit.id]
