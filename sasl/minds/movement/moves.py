"""MPh (6.6): which stack with a Move Command goes next, and whether as one, man by man, or behind its leader."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.minds.act import Act, Staff
from sasl.minds.action import automatic
from sasl.minds.movement import charges, entries, goals, horses, idle, plans
from sasl.minds.movement.ways import safest_route as safest_route
from sasl.minds.vehicles import vehicles

OTHERS = frozenset({"berserk", "human-wave", "panicked", "waits"})
"""The states of units that others move, or nobody."""


def next_act(game: Game, staff: Staff) -> Act | None:
    """6.6: the next stack that moves, or that stays where it is (an Act without a line); None when all is done."""
    if game.state.phase != "MPh" or game.state.side != staff.side:
        return None
    charge = charges.next_act(game, staff)
    if charge is not None:
        return charge
    if _drives_now(game):
        return vehicles.next_act(game, staff) or _march(game, staff)
    own = _march(game, staff) or vehicles.next_act(game, staff) or entries.next_act(game, staff)
    return own or idle.next_act(game, staff)


def _drives_now(game: Game) -> bool:
    """Whether a vehicle is on the way: it ends its move before others begin theirs (A4.2)."""
    moving = game.state.moving
    movers = [game.state.units.get(key) for key in moving.ids] if moving else []
    return any(unit is not None and unit.kind == "vehicle" for unit in movers)


def _march(game: Game, staff: Staff) -> Act | None:
    stack = next(_stacks(game, staff), None)
    return _plan(game, staff, stack) if stack else None


# -- who ----------------------------------------------------------------------------------------------------


def may_move(game: Game, staff: Staff, unit: Unit) -> bool:
    """Whether Personnel may move by the will of its side: by a Move Command, or free and not yet used."""
    if not unit.personnel or unit.hex is None or unit.flags & (CANNOT_MOVE.keys() | OTHERS):
        return False
    if staff.doctrine.orders == "action" and "move-command" not in unit.flags:
        return False
    moving = game.state.moving
    if unit.mf and (moving is None or unit.id not in moving.ids):
        return False  # others have moved since: its move is over (A4.2)
    return not goals.mans_gun(game, unit)


def _company(unit: Unit) -> str:
    """Who could go together: those of a hex that have moved or not, on foot or on horseback."""
    return f"{unit.hex}/{unit.mf > 0}/{unit.cavalry}"


def _has_errand(game: Game, staff: Staff, unit: Unit) -> bool:
    """Whether an automatic action sends it somewhere of its own: it does nothing else (6.3)."""
    return staff.doctrine.orders == "action" and automatic.errand(game, staff, unit) is not None


def passed(game: Game) -> set[str]:
    """The units that were considered already, or vetoed, in this phase."""
    return {name for key in game.state.passed for name in key.split(",")}


def _worth_leading(game: Game, stack: Sequence[Unit]) -> bool:
    """Whether a leader goes along: in Command Control not with HS and crews alone, who walk the tracks (16)."""
    commands = stack[0].side == "FRIENDLY" and game.state.option("command")
    return not commands or any(unit.kind == "squad" for unit in stack)


def _stacks(game: Game, staff: Staff) -> Iterator[list[Unit]]:
    """The stacks that may move, each with one goal: first who is on the way, then who is nearest to the goal.

    FRIENDLY leaders go last: they keep their circles around those who went before (16).
    """
    done = passed(game)
    stacks: dict[tuple[str, str], list[Unit]] = {}
    loose: list[Unit] = []
    for unit in game.state.on_map(staff.side):
        if unit.id in done or not may_move(game, staff, unit) or _has_errand(game, staff, unit):
            continue
        if not unit.mmc:
            loose.append(unit)
            continue
        found = goals.aim(game, staff, unit)
        key = _company(unit), found.hex if found else ""
        stacks.setdefault(key, []).append(unit)
    for unit in loose:
        near = [key for key in stacks if key[0] == _company(unit) and _worth_leading(game, stacks[key])]
        key = max(near, key=lambda key: len(stacks[key]), default=(_company(unit), "alone"))
        stacks.setdefault(key, []).append(unit)
    board = game.board

    def order(key: tuple[str, str]) -> tuple[bool, bool, int, str]:
        first, place = stacks[key][0], key[1]
        far = board.distance(first.hex or "", place) if place in board else len(board)
        led = any(unit.kind == "leader" for unit in stacks[key])
        return not first.mf, led and staff.side == "FRIENDLY", far, first.id

    for key in sorted(stacks, key=order):
        yield stacks[key]


# -- how they go --------------------------------------------------------------------------------------------


def _plan(game: Game, staff: Staff, stack: Sequence[Unit]) -> Act:
    """Together, where nobody fires; one by one under fire; the men alone, where their leader is needed behind."""
    men = [unit for unit in stack if unit.mmc]
    heroes = [unit for unit in stack if unit.kind == "hero" and goals.attitude(game, staff, unit) == "Hold"]
    if heroes and not men:
        return plans.best(game, staff, heroes, goals.aim(game, staff, heroes[0]))[0]  # a hero leads nobody
    if not men:
        return plans.follow(game, staff, stack)
    found = goals.aim(game, staff, men[0])
    saddle = horses.next_act(game, staff, stack, found)
    if saddle is not None:
        return saddle
    act, way = plans.best(game, staff, stack, found)
    if way and way.danger > 0 and len(men) > 1 and not stack[0].mf:
        alone, _ = plans.best(game, staff, men[:1], found)
        return alone
    if not act.line and len(men) < len(stack) and staff.side == "FRIENDLY":
        act, _ = plans.best(game, staff, men, found)  # a leader's circle may hold him, not his men (16)
    return act
