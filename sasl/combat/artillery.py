"""FFEs on the map: the ENEMY's artillery strikes (8.7) and the FRIENDLY OBA of the mission (C1)."""

from __future__ import annotations

from typing import Any

from sasl.board.hexes import parse_hex, step
from sasl.core.text import listed
from sasl.game import pieces
from sasl.game.context import Context


def targets(ctx: Context) -> list[str]:
    """FRIENDLY Locations by number of Known units, ties nearest the EBE (9)."""
    edge = ctx.mission.area.enemy_edge
    count: dict[str, int] = {}
    for unit in ctx.state.on_map("FRIENDLY"):
        if unit.known and unit.kind != "aircraft":
            count[unit.hex or ""] = count.get(unit.hex or "", 0) + 1
    return sorted(count, key=lambda name: (-count[name], ctx.board.distance_to_edge(name, edge), ctx.board.hex(name)))


def strike(ctx: Context, number: int, *, harassing: bool = False) -> None:
    """8.7: `number` FFEs, each with its error; they stay until the end of the next Player Turn."""
    facts: dict[str, Any] = ctx.chart("artillery.strike", 1)
    goals = targets(ctx)
    for place in range(number):
        goal = goals[place % len(goals)]
        name = drift(ctx, goal, str(facts["direction"]), str(facts["extent"]))
        if name is None:
            ctx.tell(f"FFE {place + 1} aimed at {goal} falls off the map.")
            continue
        radius = int(facts["harassing_radius" if harassing else "radius"])
        kind = "Harassing FFE" if harassing else "FFE"
        text = f"{kind} {facts['calibre']}mm HE, {facts['column']} FP column"
        if harassing:
            text += f" / {facts['harassing_divisor']}"
        until = ctx.state.player_turn + int(facts["player_turns"]) - 1
        pieces.put_marker(ctx, "ffe", name, text, side="ENEMY", number=radius, until=until, why=f"aimed at {goal}")
        who_suffers(ctx, name, radius)


def drift(ctx: Context, goal: str, direction: str, extent: str) -> str | None:
    """C1.3: where an FFE aimed at `goal` falls; None if off the map."""
    way = int(ctx.table(direction, f"Direction of error from {goal}").result)
    far = int(ctx.table(extent, f"Extent of error from {goal}").result)
    return shifted(ctx, goal, way, far)


def shifted(ctx: Context, goal: str, way: int, far: int) -> str | None:
    """The hex `far` hexes from `goal` through hexside `way` (1 = toward the top of the map), if on the map."""
    name = step(parse_hex(goal), way - 1, far).name
    return name if name in ctx.board else None


def who_suffers(ctx: Context, name: str, radius: int) -> None:
    """C1.51: tell whom an FFE attacks."""
    hit = [unit.id for unit in ctx.state.on_map() if ctx.board.distance(unit.hex or "", name) <= radius]
    if hit:
        ctx.tell(
            f"The FFE in {name} attacks {listed(hit, 12)} (each hex its own DR, C1.51); type the results.",
            board=True,
            stop=True,
            hexes=(name,),
        )
