"""Mission end (12.5) and the VP schedule (12.6)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sasl.content.mission import VpLine
from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game.context import Context, Game, Refused
from sasl.game.sight import look
from sasl.game.state import Unit
from sasl.play import control
from sasl.play.registry import verb


@dataclass(frozen=True, slots=True)
class Score:
    """One line of the schedule as it stands: both sides' VP and what they count."""

    line: VpLine
    friendly: int
    enemy: int
    words: str


def mission_ends(ctx: Context) -> bool:
    """12.5: at the end of a Game Turn from the mission's last one on, the mission-end dr."""
    state, end = ctx.state, ctx.mission.end
    if state.turn < end.turn:
        return False
    record = ctx.table(end.table, f"Mission end, Turn {state.turn}", facts={"turns-after-end": state.turn - end.turn})
    if str(record.result) != "ends":
        return False
    finish(ctx, f"{end.rule}, Turn {state.turn}")
    return True


def finish(ctx: Context, why: str) -> None:
    """End the mission and count every line of the schedule."""
    scores = schedule(ctx.game)
    lines = tuple((f"{score.line.text}: {score.words}", score.friendly, score.enemy) for score in scores)
    ctx.emit(ev.MissionEnded(sum(score.friendly for score in scores), sum(score.enemy for score in scores), lines, why))


@verb("end", "end", "end the mission now and count VP", group="turn")
def end(ctx: Context, words: list[str]) -> None:
    """12.5: the player ends the mission."""
    if ctx.yes("End the mission now?", default=False):
        finish(ctx, "the player ends it")
    else:
        raise Refused("the mission goes on")


@verb("vp", "vp", "VP as they stand, line by line", stages=("set-up", "play", "over"), group="look", key="v")
def vp(ctx: Context, words: list[str]) -> None:
    """12.6: each line of the schedule as it stands."""
    scores = schedule(ctx.game)
    for score in scores:
        ctx.tell(f"{score.line.text}: FRIENDLY {score.friendly}, ENEMY {score.enemy} ({score.words})")
    ctx.tell(f"VP now: FRIENDLY {sum(item.friendly for item in scores)}, ENEMY {sum(item.enemy for item in scores)}")


def schedule(game: Game) -> list[Score]:
    """Every line of the VP schedule as it stands now."""
    return [COUNTS[line.counts](game, line) for line in game.mission.vp]


def totals(game: Game) -> tuple[int, int]:
    """(FRIENDLY, ENEMY) VP as they stand."""
    scores = schedule(game)
    return sum(item.friendly for item in scores), sum(item.enemy for item in scores)


def _vpo(game: Game, line: VpLine) -> Score:
    ours = [name for name, side in game.state.control.items() if side == "FRIENDLY"]
    theirs = len(game.state.control) - len(ours)
    return Score(line, line.friendly * len(ours), line.enemy * theirs, f"{len(ours)} of {len(game.state.control)} held")


def _task(line: VpLine, done: bool, words: str) -> Score:
    if done:
        return Score(line, line.friendly, line.enemy, words)
    ours = line.otherwise_points if line.otherwise == "FRIENDLY" else 0
    theirs = line.otherwise_points if line.otherwise == "ENEMY" else 0
    return Score(line, ours, theirs, words)


def _rail(game: Game, line: VpLine) -> Score:
    wanted = control.rail_hexes(game)
    held = len(wanted & game.state.rail)
    return _task(line, bool(wanted) and held == len(wanted), f"{held} of {len(wanted)} hexes")


def _road(game: Game, line: VpLine) -> Score:
    path = control.road_path(game)
    words = f"{path[0]} to {path[-1]}" if path else f"{len(game.state.road)} road hexes, no path from edge to edge"
    mines = sorted(control.mined(game) & game.state.road)
    if mines and path is None:
        words += f"; uncleared mines on the road in {listed(mines, 6)}"
    return _task(line, path is not None, words)


def _guns(game: Game, line: VpLine) -> Score:
    able = [unit.id for unit in game.state.on_map("ENEMY") if covers_track(game, unit)]
    return Score(line, line.friendly * len(able), line.enemy * len(able), ", ".join(able) or "none")


def covers_track(game: Game, unit: Unit) -> bool:
    """Whether an ENEMY Gun or AFV is able to fire on a road or rail hex: working, manned, in LOS and range."""
    if unit.kind not in ("gun", "vehicle", "cupola") or not unit.good_order or unit.hex is None:
        return False
    if unit.flags & {"malfunctioned", "recalled"}:
        return False
    if unit.kind == "gun" and not any(
        other.mmc and other.good_order for other in game.state.units_at(unit.hex, "ENEMY")
    ):
        return False
    reach = game.counter_of(unit).range or 999
    tracks = control.rail_hexes(game) | control.road_hexes(game)
    near = sorted(tracks, key=lambda name: game.board.distance(unit.hex or "", name))
    for name in near:
        if game.board.distance(unit.hex, name) > reach:
            return False
        if look(game, unit.hex, name).exists:
            return True
    return False


def _activated(game: Game, line: VpLine) -> Score:
    left = sum(1 for unit in game.state.on_map("ENEMY") if unit.good_order)
    return Score(line, line.friendly * left, line.enemy * left, f"{left} Good Order ENEMY units")


def _none(game: Game, line: VpLine) -> Score:
    return Score(line, line.friendly, line.enemy, "fixed")


COUNTS: dict[str, Callable[[Game, VpLine], Score]] = {
    "vpo": _vpo,
    "rail": _rail,
    "road": _road,
    "guns": _guns,
    "activated": _activated,
    "none": _none,
}
"""How each word of a VP line is counted."""
