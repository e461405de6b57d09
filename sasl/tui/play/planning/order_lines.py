"""The lines that the keys give: a move to the cursor as the phase has it, and the last order once more."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry import rally
from sasl.asl.movement import formation
from sasl.asl.movement.charging import berserk_charge
from sasl.board.hexes import beside
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.orders.engine import order_of
from sasl.orders.entry_orders import Enter
from sasl.orders.fire_orders import Fire
from sasl.orders.move_orders import Advance, Move
from sasl.saves.session import Session
from sasl.tui.play.planning.move_plans import plan_to


def again(order: Order | None, ids: Sequence[str], goal: str, firers: Sequence[str] = ()) -> Order | None:
    """The same order for other units and another hex, with its gait or manner; None for what is no move or fire.

    `firers`: what of the units fires there now, where it is not they themselves: a MG that has kept its ROF.
    """
    if isinstance(order, Move):
        return Move(tuple(ids), (goal,), order.options)
    if isinstance(order, Fire):
        return Fire(tuple(firers or ids), goal, order.options)
    if isinstance(order, Enter):
        return Enter(tuple(ids), goal, (), order.options)
    return replace(order, units=tuple(ids), hex=goal) if isinstance(order, Advance) else None


def repeated(session: Session, ids: Sequence[str], goal: str, firers: Sequence[str] = ()) -> Order | None:
    """The last move or fire that was ordered, for these and another hex; None if there was none."""
    for before, moment in reversed(list(pairwise(session.moments))):
        order = again(order_of(before.game, moment.command), ids, goal, firers)
        if order is not None:
            return order
    return None


def _charge(game: Game, units: Sequence[Unit], goal: str) -> str:
    """A15.43: the charge that the berserk among those taken owe, from where they are or toward whom they charge; ""."""
    charges = berserk_charge.owed(game, units[0].side) if game.state.phase == "MPh" else []
    ids = {unit.id for unit in units}
    meant = (item for item in charges if ids & set(item.ids) and goal in (*item.way, *item.goals))
    return next((item.line for item in meant), "")


def move_lines(game: Game, ids: Sequence[str], goal: str) -> list[str]:
    """The commands that bring units of either side to `goal` now: move, march, enter, advance, rout, place; in the RPh
    the broken ones among them rally (A10.6).

    The berserk charge as they must, also where the cursor has not left their hex (A15.43). Cavalry gallops where it is
    too far otherwise (A13.36). Stacks that advance from several hexes each go to `goal` if they are beside it; else
    they go as the first one goes. Those that rout from several hexes are asked one after another where to.
    """
    state, names = game.state, ",".join(ids)
    units = [state.units[key] for key in ids]
    if state.stage != "play":
        return [f"{'place' if units[0].side == 'FRIENDLY' else 'put'} {names} {goal}"]
    if state.phase == "RPh" and (broken := [unit.id for unit in units if "broken" in unit.flags]):
        able = {way.unit for way in rally.candidates(game, units[0].side)}
        return [f"rally {','.join([key for key in broken if key in able] or broken)}"]
    if not units[0].hex:
        return [f"enter {names} {goal}"]
    if charge := _charge(game, units, goal):
        return [charge]
    word = {"APh": "advance", "RtPh": "rout"}.get(state.phase, "move")
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(unit.hex, []).append(unit.id)
    if word == "rout" and (len(groups) > 1 or goal in groups):  # the ways there are, the best one first
        return [f"rout {','.join(there)}" for there in groups.values()]
    if len(groups) == 1 and (word != "move" or len(formation.stacks(units)) == 1):
        gallops = word == "move" and units[0].cavalry and plan_to(game, units, goal).faster
        return [f"{word} {names} {goal}{' gallop' if gallops else ''}"]
    if word == "move":
        return [f"march {names} {goal}"]
    board, lead = game.board, game.board.hex(units[0].hex)
    found = []
    for place, there in groups.items():
        end = goal if goal in board.neighbours(place) else beside(lead, board.hex(goal), board.hex(place)).name
        if end in board and end != place:
            found.append(f"{word} {','.join(there)} {end}")
    return found or [f"{word} {names} {goal}"]
