"""Trail Breaks (B13.421): what a tracked AFV leaves behind in woods, and what they are to those who come later.

[house] One that is marked by hand without its hexsides is open on all of them. Wrecks do not close one, nor has it a
direction. The mines of a hex are cleared as a whole (B24.74), and so no lane leads through them.
"""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Marker, Unit
from sasl.asl.ordnance import mounted
from sasl.kernel.frozen import replace

KIND = "trail-break"
WOODS = "woods"


def breaks(game: Game, vehicle: Unit) -> bool:
    """B13.421: whether it makes and uses Trail Breaks: a fully tracked AFV."""
    return vehicle.kind == "vehicle" and game.counter_of(vehicle).move == "tracked" and mounted.armored(game, vehicle)


def leads(game: Game, a: str, b: str) -> bool:
    """Whether a Trail Break in the woods of `b` opens to the adjacent `a`."""
    side = game.board.hexside(b, a)
    return game.board.terrain(b).has(WOODS) and any(_opens(item, side) for item in game.state.markers_at(b, KIND))


def _opens(trail: Marker, side: int | None) -> bool:
    return not trail.sides or side in trail.sides


def strays(game: Game, vehicle: Unit, b: str) -> bool:
    """B13.421: whether it leaves woods beside the Trail Break by which it came, and so checks for Bog first."""
    here, board = vehicle.hex, game.board
    trails = game.state.markers_at(here, KIND)
    if not trails or not breaks(game, vehicle) or not board.terrain(here).has(WOODS) or board.on_road(here, b):
        return False
    own = any(item.owner == vehicle.id for item in trails)
    return not own and not any(_opens(item, board.hexside(here, b)) for item in trails)


def drives(ctx: Context, vehicle: Unit, a: str, b: str) -> None:
    """B13.421: it has gone from `a` to `b` off the road: its trail leads out of the one, and into the other."""
    game, board = ctx.game, ctx.board
    if board.on_road(a, b) or not breaks(game, vehicle):
        return
    for item in ctx.state.markers_at(a, KIND):
        if item.owner == vehicle.id:
            out = board.hexside(a, b) or 0
            sides = tuple(dict.fromkeys((*item.sides, out)))
            ctx.emit(ev.MarkerPut(replace(item, sides=sides, owner=""), f"{vehicle.id} drives on to {b} (B13.421)"))
    if board.terrain(b).has(WOODS) and not leads(game, a, b):
        side = board.hexside(b, a) or 0
        trail = Marker(ctx.new_number(KIND), KIND, b, vehicle.side, text="Trail Break", owner=vehicle.id, sides=(side,))
        ctx.emit(ev.MarkerPut(trail, f"{vehicle.id} breaks into the woods from {a} (B13.421)"))
