"""The wind (B25.63-25.651): its force and direction, how it changes, and what it does to SMOKE."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import State
from sasl.asl.game.winds import WINDS, Wind
from sasl.board.hexes import WAYS, neighbour, parse_hex
from sasl.content.missions.mission import FORCES

CALM, BREEZE, HEAVY = FORCES
SIDES = 6


def wind(state: State) -> Wind:
    """The wind as it blows. Words the program does not know count as no wind."""
    return WINDS.get(state.wind.strip(), Wind(CALM))


def breeze(state: State) -> bool:
    """Whether a Mild Breeze blows."""
    return wind(state).force == BREEZE


def heavy(state: State) -> bool:
    """Whether Heavy Winds blow."""
    return wind(state).force == HEAVY


def direction(ctx: Context) -> int:
    """The hexside (1 to 6) the wind or a Gust blows to; rolled where nobody has set it yet (B25.64)."""
    now = wind(ctx.state)
    if now.toward:
        return now.toward
    toward = int(ctx.table("wind.direction", "Wind direction").result)
    if now.force != CALM:
        ctx.emit(ev.WeatherSet(ctx.state.ec, str(Wind(now.force, toward)), ctx.state.gusts))
    return toward


def downwind(game: Game, name: str, toward: int, far: int = 1) -> list[str]:
    """The hexes in play straight downwind of `name`, nearest first."""
    here, found = parse_hex(name), []
    for _ in range(far):
        here = neighbour(here, (toward - 1) % SIDES)
        if here.name in game.board:
            found.append(here.name)
    return found


def turn_from_wind(game: Game, name: str, near: str, toward: int) -> int:
    """How far the adjacent `near` lies off the wind's direction as seen from `name`: 0 downwind, 3 upwind."""
    side = game.board.hexside(name, near)
    off = abs((side or 0) + 1 - toward) % SIDES
    return min(off, SIDES - off)


def wind_change(ctx: Context, result: str) -> None:
    """B25.65: a change of direction or force, or Gusts for this Player Turn."""
    if result == "gusts":
        ctx.emit(ev.WeatherSet(ctx.state.ec, ctx.state.wind, True))
    elif result == "change":
        kind = ctx.table("wind.change-kind", "What the wind does").result
        if "force" in kind:
            _new_force(ctx, int(kind["force"]))
        elif wind(ctx.state).force != CALM:
            _new_direction(ctx, int(kind["direction"]), str(kind["title"]))


def _new_force(ctx: Context, steps: int) -> None:
    """One step up or down; beyond either end it is a Mild Breeze (B25.65)."""
    now = wind(ctx.state)
    place = FORCES.index(now.force) + steps
    beyond = not 0 <= place < len(FORCES)
    force = BREEZE if beyond else FORCES[place]
    if beyond:
        ends = "drop no further" if steps < 0 else "grow no stronger"
        ctx.tell(f"The wind can {ends}: it becomes a Mild Breeze (B25.65).")
    toward = now.toward if force != CALM else 0
    if force != CALM and not toward:
        toward = int(ctx.table("wind.direction", "Wind direction").result)
    ctx.emit(ev.WeatherSet(ctx.state.ec, str(Wind(force, toward))))


def _new_direction(ctx: Context, steps: int, title: str) -> None:
    now = wind(ctx.state)
    toward = (direction(ctx) - 1 + steps) % SIDES + 1
    ctx.emit(ev.WeatherSet(ctx.state.ec, str(Wind(now.force, toward))))
    ctx.tell(f"The wind turns {title}: it blows toward hexside {toward}, {WAYS[toward - 1]}.", board=True)
