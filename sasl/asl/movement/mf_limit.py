"""Who has the MF for a way: road bonus, Double Time, Minimum Move, Dash; and the player asked where it takes more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.movement.allowance import NO_DOUBLE, burden, doubled, stack_allowance
from sasl.asl.movement.ground.costs import PLAIN, Gait, is_soft, step_cost
from sasl.asl.stacking import crowd_mf
from sasl.asl.terrain import smoke
from sasl.board.movement_cost import is_open
from sasl.kernel.frozen import replace

AT_HOME = frozenset({"dug-in", "crest", "in-culvert", "shellhole", "encircled"})
"""The states a unit is in only as long as it has not left its hex."""

FAR = 2
"""Who would spend more than so many times what he has is not asked: no board knows better by so much."""


def beyond(ctx: Context, unit: Unit, why: str, spent: float = 0, limit: float = 0) -> None:
    """Ask before a unit spends more than it has; the player's board may know better. Refused where it is far more."""
    if spent > FAR * limit and ctx.state.option("mf-limit"):
        raise Refused(f"{why}; march goes as far as the MF reach; option mf-limit off lets you count them")
    text = f"{why}. Move anyway?"
    if ctx.state.option("mf-limit") and not ctx.yes(
        text, default=False, rule="A4.1", whose=ctx.state.side, id="beyond-limit", subject=(unit.id,)
    ):
        raise Refused(f"not moved: {why}")


def limits_on(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> dict[str, float]:
    """The MF of each, with the road bonus of this way (B3.4)."""
    bonus = game.figure("road-bonus-mf") if all_by_road(game, units, way, gait) else 0
    return {key: value + bonus for key, value in stack_allowance(game, units).items()}


def all_by_road(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> bool:
    """B3.4: the road bonus, if every hexside of the whole move is a road hexside; not in mud (E3.6) or snow (E3.723).

    Nor where SMOKE, a burning wreck, mines, Wire or a roadblock are met.
    """
    return (
        "off-road" not in gait
        and not gait.past
        and not is_soft(game)
        and not any(_slows(game, name) for name in way[1:])
        and all(unit.mf == 0 or "by-road" in unit.flags for unit in units)
        and all(game.board.on_road(a, b) for a, b in pairwise(way))
    )


def _slows(game: Game, name: str) -> bool:
    """B3.4: whether what lies in a road hex takes the road bonus from those who enter it."""
    return bool(smoke.entry_mf(game, name)) or any(
        item.kind in ("minefield", "wire", "roadblock") and not item.below for item in game.state.markers_at(name)
    )


def spent_after(
    game: Game, unit: Unit, way: Sequence[str], limit: float, gait: Gait, stack: Sequence[Unit] = ()
) -> float:
    """The MF a unit has spent after the whole way; more than any limit where ALL comes after other MF.

    `stack`: those who go together, and so crowd the hexes on it (A5.11).
    """
    spent = unit.mf
    for number, (a, b) in enumerate(pairwise(way), 1):
        now = gait if number == len(way) - 1 else gait.under_way()
        price = step_cost(game, unit if number == 1 else _afoot(unit, a), a, b, now)
        if not price.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {price.why}")
        spent += (max(limit, 1.0) if not spent else limit + 1) if price.all else price.mf or 0.0
        spent += crowd_mf(game, b, stack) if stack and not price.all else 0
    return spent


def _afoot(unit: Unit, place: str) -> Unit:
    """The unit as it will be in a later hex of its way: out of what it was in."""
    return replace(unit, hex=place, flags=unit.flags - AT_HOME)


def ask_limit(ctx: Context, units: Sequence[Unit], way: Sequence[str], limits: Mapping[str, float], gait: Gait) -> bool:
    """Ask before a unit spends more than it has. True if the move is a Minimum Move (A4.134)."""
    for unit in units:
        limit = limits[unit.id]
        spent = spent_after(ctx.game, unit, way, limit, gait, units)
        has = f"{unit.id} has {limit:g} MF{burden(ctx.game, unit, units)}"
        over = f"{has}; this would bring it to {spent:g} (A4.1)" if spent > limit else ""
        if not over and "assault" in gait and spent >= assault_limit(ctx.game, unit, limit):
            over = "Assault Movement may not use all MF (A4.61)"
        if not over:
            continue
        may = may_minimum(ctx.game, units, way, limits, gait)
        if "minimum" in gait or (may and _wants_minimum(ctx, unit, over)):
            return True
        if not may:
            beyond(ctx, unit, over, spent, limit)
        return False
    return False


def assault_limit(game: Game, unit: Unit, limit: float) -> float:
    """A4.61: the MF, of a `limit`, that Assault Movement may not use up: all of them but those of Double Time."""
    return limit - doubled(game, unit)


def may_minimum(game: Game, units: Sequence[Unit], way: Sequence[str], limits: Mapping[str, float], gait: Gait) -> bool:
    """A4.134: one hex, as the whole move, with a MF left after portage."""
    least = game.figure("minimum-move-mf")
    fresh = all(unit.mf == 0 and limits[unit.id] >= least and not unit.cavalry for unit in units)
    return fresh and len(way) == 2 and not {"assault", "dash"} & gait.options


def _wants_minimum(ctx: Context, unit: Unit, why: str) -> bool:
    """Ask what to do about a hex that costs more than there is: nothing, a Minimum Move, or go all the same."""
    if not ctx.state.option("mf-limit"):
        return False
    options = [
        Option("no", "do not move"),
        Option("minimum", "a Minimum Move: pinned and CX afterwards (A4.134)"),
        Option("yes", "the board says otherwise: move"),
    ]
    answer = ctx.choose(
        f"{why}. Move anyway?", options, rule="A4.134", whose=ctx.state.side, id="minimum-move", subject=(unit.id,)
    )
    if answer == "no":
        raise Refused(f"not moved: {why}")
    return answer == "minimum"


def may_double(units: Sequence[Unit]) -> None:
    """A4.5: refused if one of them is CX, was CX when the MPh began, or is wounded."""
    for unit in units:
        for flag, why in NO_DOUBLE.items():
            if flag in unit.flags:
                raise Refused(f"{unit.id} {why}: no Double Time (A4.5)")


def doubling(units: Sequence[Unit]) -> list[Unit]:
    """The units as they are once they go at the double (A4.5)."""
    return [replace(unit, flags=unit.flags | {"cx", *_late(unit)}) for unit in units]


def double_time(ctx: Context, units: Sequence[Unit]) -> list[Unit]:
    """A4.5: Double Time; two MF more, or one if MF were spent before. The unit is CX."""
    for unit in units:
        pieces.change(ctx, unit, ["cx", *_late(unit)], why="Double Time (A4.5)")
    return [ctx.state.units[unit.id] for unit in units]


def _late(unit: Unit) -> list[Flag]:
    return ["double-late"] if unit.mf else []


def may_dash(game: Game, units: Sequence[Unit], way: Sequence[str], limits: dict[str, float]) -> None:
    """A4.63: from cover over one road hex into cover, with the MF for both, as the whole move; SMOKE grenades may have
    been thrown before.
    """
    if len(way) != 1 + game.figure("dash-hexes") or not game.board.terrain(way[1]).road:
        raise Refused("a Dash is two hexes: across a road hex into the one beyond (A4.63)")
    side = units[0].side
    for name in (way[0], way[2]):
        if is_open(game.board, name) and concealment.seen_within(game, name, side):
            raise Refused(f"{name} is Open Ground in LOS: a Dash goes from cover to cover (A4.63)")
    for unit in units:
        if unit.mf and not _has_only_thrown(game, unit, way[0]):
            raise Refused(f"{unit.id} has spent MF other than for SMOKE: a Dash must be its whole move (A4.63)")
        if spent_after(game, unit, way, limits[unit.id], PLAIN, units) > limits[unit.id]:
            raise Refused(f"{unit.id} lacks the MF for the whole Dash (A4.63)")


def _has_only_thrown(game: Game, unit: Unit, here: str) -> bool:
    """A4.63, A24.1: whether a unit has tried to place SMOKE from its hex in this MPh, and has not moved."""
    moving = game.state.moving
    stays = moving is not None and unit.id in moving.ids and {name for name, _ in moving.trail} <= {here}
    return "smoked" in unit.flags and stays and unit.mf <= game.figure("smoke-near-mf")
