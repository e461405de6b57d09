"""S? that move: those in Advance in the ENEMY MPh (6), and reinforcements along the EBE."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Suspect
from sasl.board.movement import infantry_cost
from sasl.board.movement import path as find_path
from sasl.kernel.text import counted
from sasl.solitaire import activation


def add_reinforcements(ctx: Context, number: int, reason: str) -> None:
    """`number` S? in Advance wait off-board, each at a randomly chosen hex of the EBE."""
    edge = ctx.board.edge(ctx.game.edge_of("ENEMY"))
    for _ in range(number):
        record = ctx.roll(f"1d{len(edge)}", "Entry hex on the EBE", rule="house")
        name = edge[(record.total - 1) % len(edge)]
        new = Suspect(ctx.new_number("S?"), name, "Advance", reason, off_board=True, reinforcement=True)
        ctx.emit(ev.SuspectPlaced(new))
    ctx.tell(
        f"{counted(number, 'yellow S?', 'yellow S?')} wait off-board along the EBE; they enter this ENEMY MPh.",
        board=True,
        stop=True,
    )


def recurring_reinforcements(ctx: Context) -> None:
    """ENEMY RE 34-36: the Reinforcement dr of each later ENEMY RPh, until it fails."""
    for item in ctx.state.recurring:
        if item.turn == ctx.state.turn:
            continue
        if str(ctx.table(item.table, "Reinforcement dr").result) == "arrive":
            number = ctx.roll(item.number, "Number of S?").total
            add_reinforcements(ctx, number, "additional reinforcements")
        else:
            ctx.emit(ev.RecurringSet(item.name, False))


def move_suspects(ctx: Context) -> None:
    """6: each S? in Advance enters or moves toward its goal, and is checked both ways as it goes."""
    movers = [item for item in ctx.state.suspects.values() if item.attitude == "Advance"]
    movers.sort(key=lambda item: (-ctx.board.hex(item.hex).col, -ctx.board.hex(item.hex).num, item.id))
    for item in movers:
        if item.id in ctx.state.suspects:
            _advance(ctx, item)


def goal_of(ctx: Context, start: str) -> str:
    """7: the nearest FRIENDLY-controlled VPO, else the nearest Known FRIENDLY unit, else the FBE."""
    board = ctx.board
    held = [name for name, side in ctx.state.control.items() if side == "FRIENDLY"]
    known = [unit.hex for unit in ctx.state.on_map("FRIENDLY") if unit.known]
    edge = list(board.edge(ctx.game.edge_of("FRIENDLY")))
    return min(held or known or edge, key=lambda name: (board.distance(start, name), board.hex(name)))


def _advance(ctx: Context, item: Suspect) -> None:
    """One S?'s move of 4 MF along the cheapest way, not into a hex that holds a FRIENDLY unit."""
    left = float(ctx.figure("suspect-mf"))
    here = item.hex
    if item.off_board:
        if ctx.state.units_at(here, "FRIENDLY"):
            return
        ctx.emit(ev.SuspectMoved(item.id, (here,)))
        left -= 1
        if _meets_friendly(ctx, item.id):
            return
    for name in _stretch(ctx, here, left):
        ctx.emit(ev.SuspectMoved(item.id, (here, name)))
        here = name
        if _meets_friendly(ctx, item.id):
            return


def _stretch(ctx: Context, start: str, left: float) -> list[str]:
    """The hexes that `left` MF take an S? along its way, the last one free of other S? (one a Location)."""
    taken = [start]
    for name in (find_path(ctx.board, start, goal_of(ctx, start), "foot") or ())[1:]:
        cost = infantry_cost(ctx.board, taken[-1], name)
        price = left if cost.all and len(taken) == 1 else cost.mf
        if price is None or price > left or ctx.state.units_at(name, "FRIENDLY"):
            break
        left -= price
        taken.append(name)
    while len(taken) > 1 and ctx.state.suspects_at(taken[-1]):
        taken.pop()
    return taken[1:]


def _meets_friendly(ctx: Context, suspect_id: str) -> bool:
    """5: check an S? that has moved against every FRIENDLY unit; True if it is no S? any more."""
    for unit in sorted(ctx.state.on_map("FRIENDLY"), key=lambda unit: unit.id):
        suspect = ctx.state.suspects.get(suspect_id)
        if suspect is None:
            return True
        if ctx.board.distance(suspect.hex, unit.hex) <= ctx.figure("longest-range"):
            activation.provoke(ctx, [unit], only=suspect)
    return suspect_id not in ctx.state.suspects


def nearest_friendly(ctx: Context, name: str) -> str:
    """The hex of the nearest FRIENDLY unit (the hex itself if there is none)."""
    hexes = [unit.hex for unit in ctx.state.on_map("FRIENDLY")]
    return min(hexes, key=lambda other: (ctx.board.distance(name, other), other), default=name)
