"""An AFV that drives into a building or over rubble (B23.41, B24.4): who may, its MP, and what gives way under it."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import share
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.terrain import rubble
from sasl.asl.vehicles import riders


def leads_in(game: Game, a: str, b: str) -> bool:
    """B23.41, B24.4: whether a step, not in Bypass, leads off the road into a building or rubble."""
    return not game.board.on_road(a, b) and (rubble.stands_in(game, b) or rubble.is_rubble(game, b))


def why_not(game: Game, vehicle: Unit, name: str) -> str:
    """B23.41, B24.4: why a vehicle may not drive into the building or rubble of a hex, or ""."""
    item = game.counter_of(vehicle)
    if rubble.is_rubble(game, name):
        return "" if item.move == "tracked" else "rubble, for tracked vehicles alone (B24.4)"
    if item.move != "tracked" or not mounted.armored(game, vehicle) or item.open_topped:
        return "a building, for tracked AFV with a closed top alone (B23.41)"
    if "buttoned" not in vehicle.flags:
        return f"a building: button {vehicle.id} first (B23.41)"
    if riders.carries_riders(game, vehicle) and riders.aboard(game, vehicle):
        return f"a building: unload the Riders of {vehicle.id} first (B23.41)"
    return ""


def price(game: Game, vehicle: Unit) -> float:
    """B23.41, B24.4: the MP for it: half of what is printed, FRU."""
    return float(share(game, vehicle, game.figure("building-share")))


def conditions(game: Game, name: str) -> dict[str, int]:
    """B23.41, B24.4: what entering adds to the Bog Check."""
    stone = game.board.terrain(name).has(rubble.STONE) and not rubble.is_rubble(game, name)
    return {"into-building": 1, "into-stone": int(stone)}


def warning(game: Game, vehicle: Unit, name: str) -> str:
    """What a player hears before he drives into it."""
    drm = sum(item.value for item in game.library.table("bog.check").drm(conditions(game, name)))
    if rubble.is_rubble(game, name):
        return f"{vehicle.id} drives over the rubble in {name}: half its MP and a Bog Check at {drm:+d} (B24.4)"
    falls = -_fall_drm(game, name)
    low = f"; a coloured {' or '.join(map(str, range(1, falls + 1)))} may bring it down" if falls else ""
    cellar = f"a coloured {game.figure('cellar-dr')} drops it into the cellar{low}"
    return f"{vehicle.id} drives into the building in {name}: half its MP, Bog Check at {drm:+d}; {cellar} (B23.41)"


def _fall_drm(game: Game, name: str) -> int:
    """B23.41: the drm to the coloured die that says whether the building comes down."""
    return -int(game.board.terrain(name).has(rubble.WOOD)) - int(rubble.is_single(game, name))


def gives_way(ctx: Context, vehicle: Unit, name: str, dice: Sequence[int]) -> None:
    """B23.41: the coloured die of the Bog Check: the cellar, or rubble."""
    if rubble.is_rubble(ctx.game, name) or not dice:
        return
    if dice[0] == ctx.figure("cellar-dr"):
        why = f"coloured die {dice[0]}: through the floor into the cellar (B23.41)"
        vehicle_hits.destroy(ctx, ctx.state.units[vehicle.id], why, wreck=False)
        ctx.tell(f"{vehicle.id} falls into the cellar in {name} (B23.41).", board=True, hexes=(name,))
        return
    drm = _fall_drm(ctx.game, name)
    if dice[0] + drm <= 0:
        rubble.collapse(
            ctx, name, f"coloured die {dice[0]} {drm:+d} (B23.41)", whole=not rubble.is_single(ctx.game, name)
        )
