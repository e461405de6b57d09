"""FFEs on the map: the ENEMY's artillery strikes (8.7) and the FRIENDLY OBA of the mission (C1)."""

from __future__ import annotations

from typing import Any

from sasl.board.hexes import parse_hex, step
from sasl.core.text import listed
from sasl.game.context import Context, Refused
from sasl.game.state import State
from sasl.play import pieces
from sasl.play.engine import verb
from sasl.play.sight import known_hex


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
        _who_suffers(ctx, name, radius)


def drift(ctx: Context, goal: str, direction: str, extent: str) -> str | None:
    """C1.3: where an FFE aimed at `goal` falls; None if off the map."""
    way = int(ctx.table(direction, f"Direction of error from {goal}").result)
    far = int(ctx.table(extent, f"Extent of error from {goal}").result)
    return shifted(ctx, goal, way, far)


def shifted(ctx: Context, goal: str, way: int, far: int) -> str | None:
    """The hex `far` hexes from `goal` through hexside `way` (1 = toward the top of the map), if on the map."""
    name = step(parse_hex(goal), way - 1, far).name
    return name if name in ctx.board else None


def _who_suffers(ctx: Context, name: str, radius: int) -> None:
    hit = [unit.id for unit in ctx.state.on_map() if ctx.board.distance(unit.hex or "", name) <= radius]
    if hit:
        ctx.tell(
            f"The FFE in {name} attacks {listed(hit, 12)} (each hex its own DR, C1.51); type the results.",
            board=True,
            stop=True,
            hexes=(name,),
        )


def _free_ffe(state: State) -> str:
    if state.stage == "play" and state.side == "FRIENDLY" and state.phase == "PFPh":
        return ""
    return f"the free FFE belongs to the FRIENDLY PFPh of its turn; this is {state.moment}"


@verb("ffe", "ffe HEX", "the FFE:1 your mission grants in its first PFPh (MSR 3)", when=_free_ffe, group="fire")
def ffe(ctx: Context, words: list[str]) -> None:
    """S1 MSR 3: an FFE:1 without access; accuracy is rolled, the error is one hex."""
    oba = next((item for item in ctx.mission.oba if item.side == "FRIENDLY" and item.free_ffe_turn), None)
    if oba is None or oba.free_ffe_turn != ctx.state.turn:
        raise Refused("this turn grants no free FFE; put others on the map with: marker add ffe HEX")
    if len(words) != 1:
        raise Refused("ffe needs a hex, as in: ffe K14")
    if any(marker.side == "FRIENDLY" for marker in ctx.state.marked("ffe")):
        raise Refused(f"the free FFE has been placed ({oba.rule})")
    goal = known_hex(ctx.game, words[0])
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.friendly.nation))
    record = ctx.roll("dr", f"Accuracy of the FFE at {goal}", rule="C1.3", target=limit, target_name="accurate")
    name: str | None = goal
    if not record.success:
        way = int(ctx.table("ffe.direction", f"Direction of error from {goal}").result)
        name = shifted(ctx, goal, way, oba.free_ffe_error)
    if name is None:
        ctx.tell("The FFE falls off the map.", stop=True)
        return
    pieces.put_marker(
        ctx, "ffe", name, f"FFE:1 {oba.name}", side="FRIENDLY", number=1, until=ctx.state.player_turn + 1, why=oba.rule
    )
    _who_suffers(ctx, name, 1)
