"""Wall Advantage (B9.32): who may, must and does claim the walls and hedges of his hex, and who loses them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, Flag
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.terrain import hulks
from sasl.board.board import Board
from sasl.board.bypass_line import beside, sides_of
from sasl.board.fences import on_level
from sasl.board.terrain import HEDGE, WALL
from sasl.kernel.text import listed

ADVANTAGE: Flag = "wall-advantage"
FIXED = {"pinned": "is pinned", "ti": "is TI", "immobile": "is Immobilized", "bogged": "is Bogged"}
"""The states in which nobody claims or forfeits it of his own will, and why (B9.322)."""


# -- what there is to claim -------------------------------------------------------------------------------


def kinds(board: Board, name: str, sides: Iterable[int]) -> set[str]:
    """What lies along hexsides of a hex: wall, hedge."""
    here = board.terrain(name)
    return {kind for side in sides for kind in here.along(side) if kind in (WALL, HEDGE)}


def fenced_hexes(board: Board) -> frozenset[str]:
    """The hexes with any wall or hedge."""
    return board.remember(
        "fenced hexes",
        lambda: frozenset(name for name in board if board.terrain(name).walls or board.terrain(name).hedges),
    )


def reach(game: Game, unit: Unit) -> frozenset[int]:
    """The hexsides over which a unit could have it: in Bypass only the one it is at, and those that join it."""
    if not unit.hex:
        return frozenset()
    sides = on_level(game.board, unit.hex)
    past = in_bypass(game.state, unit)
    if not past:
        return sides
    at = sides_of(past)[-1]
    return sides & {(at - 1) % 6, at, (at + 1) % 6}


# -- who may ------------------------------------------------------------------------------------------------


def why_not(game: Game, unit: Unit) -> str:
    """B9.32: why a unit can have no Wall Advantage by itself, or "" if it can, enemies apart."""
    name, flags = unit.hex, unit.flags
    if not name or unit.carrier or not reach(game, unit):
        return "has no wall or hedge along a hexside of its hex (B9.32)"
    bad = next((word for word in ("broken", "disarmed", "prisoner", "hidden", "abandoned") if word in flags), "")
    if bad or unit.kind not in (*MEN, "vehicle"):
        return f"is {bad or 'unarmed'} (B9.32)"
    if flags & {"in-gully", "in-culvert"}:
        return "is below the wall (B9.32)"
    if "dug-in" in flags:
        return "is beneath an entrenchment or in a pillbox (B9.32)"
    if game.board.terrain(name).bridged:
        return "is on a bridge (B9.32)"
    if "on-wire" in flags:
        return "is above Wire (B9.32)"
    if unit.kind == "vehicle" and in_hex_tem(game, unit) >= 1:
        return "has the TEM of its hex (B9.32)"
    if any(
        "prisoner" not in foe.flags
        and "hidden" not in foe.flags
        and foe.kind not in ("aircraft", "gun")
        and "abandoned" not in foe.flags
        for foe in game.state.units_at(name, opponent(unit.side))
    ):
        return "shares its Location with an enemy (B9.32)"
    return ""


def fit(game: Game, unit: Unit) -> bool:
    """B9.32: whether a unit can have it; broken and unarmed ones, and Guns, beside others who have it."""
    if not why_not(game, unit):
        return True
    if not unit.hex or unit.carrier or unit.flags & {"hidden", "dug-in", "prisoner"} or not reach(game, unit):
        return False
    others = (other for other in game.state.units_at(unit.hex, unit.side) if ADVANTAGE in other.flags)
    helpless = unit.kind == "gun" or bool(unit.flags & {"broken", "disarmed"})
    return helpless and any(not why_not(game, other) for other in others)


def has(game: Game, unit: Unit) -> bool:
    """Whether a unit has Wall Advantage now."""
    return ADVANTAGE in unit.flags and fit(game, unit)


def in_hex_tem(game: Game, unit: Unit) -> int:
    """The TEM that its hex gives a unit, without Emplacement, Gunshield, height, and friendly AFV with Wall Advantage
    (B9.323).
    """
    here = game.board.terrain(unit.hex)
    moving = game.state.moving
    moves = moving is not None and unit.id in moving.ids
    words = beside(here) if in_bypass(game.state, unit) else here.terrains
    best = 0
    for kind in (game.board.chart[word] for word in words):
        passes = kind.into and (unit.kind == "vehicle" or (moves and "shellhole" not in unit.flags))
        best = max(best, 0 if passes else kind.tem)
    if unit.kind != "vehicle" and _behind_a_hulk(game, unit):
        best = max(best, game.figure("wreck-tem"))
    return best


def _behind_a_hulk(game: Game, unit: Unit) -> bool:
    """B9.323, D9.3: whether a wreck, or a friendly AFV without Wall Advantage, shelters a man in his hex."""
    afvs = (afv for afv in hulks.afvs(game, unit.hex, unit.side, unit) if not has(game, afv))
    return hulks.wrecked(game, unit.hex, unit) or next(afvs, None) is not None


def must(game: Game, unit: Unit) -> bool:
    """B9.323: whether it has to claim as soon as it can: its hex gives it no TEM."""
    return fit(game, unit) and in_hex_tem(game, unit) < 1


# -- against whom -------------------------------------------------------------------------------------------


def facing(game: Game, unit: Unit) -> Iterator[Unit]:
    """The enemy units that share a wall or hedge hexside with a unit."""
    name, mine = unit.hex, reach(game, unit)
    for other in game.board.neighbours(name) if mine else ():
        side = game.board.hexside(name, other)
        if side in mine:
            for foe in game.state.units_at(other, opponent(unit.side)):
                if foe.kind != "aircraft" and "hidden" not in foe.flags and (side + 3) % 6 in reach(game, foe):
                    yield foe


def denied_by(game: Game, unit: Unit) -> str:
    """B9.321: the enemy unit that has Wall Advantage over a shared hexside; "" if none has."""
    return next((foe.id for foe in facing(game, unit) if has(game, foe)), "")


def over_it(game: Game, name: str, from_hex: str, side: str) -> bool:
    """B9.31: whether ADJACENT units of the other side have Wall Advantage over the hexside between two hexes."""
    if game.board.distance(name, from_hex) != 1:
        return False
    shared = game.board.hexside(from_hex, name)
    foes = game.state.units_at(from_hex, opponent(side))
    return any(shared in reach(game, foe) and has(game, foe) for foe in foes)


# -- keeping the counters right -----------------------------------------------------------------------------


def settle(ctx: Context) -> None:
    """B9.32-.323: whoever may not have it any more loses it; then those claim who must, and have an enemy to face.

    Who stands goes before who moves, then the ATTACKER (B9.322).
    """
    places = fenced_hexes(ctx.board)
    if not places:
        return
    units = [unit for unit in ctx.state.on_map() if unit.hex in places]
    while lost := tuple(unit.id for unit in units if ADVANTAGE in unit.flags and not fit(ctx.game, unit)):
        ctx.emit(ev.UnitsChanged(lost, (), (ADVANTAGE,), "no longer able (B9.322)"))
        units = [ctx.state.units[unit.id] for unit in units]
    moving = ctx.state.moving.ids if ctx.state.moving else ()
    for unit in sorted(units, key=lambda unit: (unit.id in moving, unit.side != ctx.state.side, unit.id)):
        now = ctx.state.units[unit.id]
        if ADVANTAGE in now.flags or next(facing(ctx.game, now), None) is None or denied_by(ctx.game, now):
            continue
        if must(ctx.game, now):
            ctx.emit(ev.UnitChanged(now.id, (ADVANTAGE,), (), "must claim (B9.323)"))


def may_claim(game: Game, unit: Unit) -> None:
    """B9.322: refused if a unit can have none, or this is not the time to claim it."""
    _free(unit)
    why = why_not(game, unit)
    if why and not fit(game, unit):
        raise Refused(f"{unit.id} {why}")
    foe = denied_by(game, unit)
    if foe:
        raise Refused(f"{foe} has Wall Advantage over the hexside it shares with {unit.id} (B9.321)")
    state = game.state
    own = state.side == unit.side and state.phase in ("MPh", "APh")
    free = next(facing(game, unit), None) is not None  # all enemies there have lost or forfeited theirs
    if state.stage == "play" and not (own or free or state.phase == "RPh"):
        when = "at set-up, in the RPh, in its own MPh and APh, and once no enemy across the hexside has it"
        raise Refused(f"{unit.id} may claim Wall Advantage only {when} (B9.322)")


def may_forfeit(game: Game, unit: Unit) -> None:
    """B9.323: refused if a unit has no other TEM in its hex."""
    _free(unit)
    if must(game, unit):
        raise Refused(f"{unit.id} has no other TEM in its hex and may not forfeit Wall Advantage (B9.323)")


def _free(unit: Unit) -> None:
    fixed = next((why for flag, why in FIXED.items() if flag in unit.flags), "")
    if fixed:
        raise Refused(f"{unit.id} {fixed} and can neither claim nor forfeit Wall Advantage (B9.322)")


def claim(ctx: Context, units: Iterable[Unit]) -> None:
    """B9.322: units claim it, whoever of them can and is not denied it."""
    able = [unit for unit in units if ADVANTAGE not in unit.flags and not denied_by(ctx.game, unit)]
    ids = tuple(unit.id for unit in able if fit(ctx.game, unit))
    pieces.change_all(ctx, ids, (ADVANTAGE,), (), "claims it (B9.322)")


def forfeit(ctx: Context, units: Iterable[Unit]) -> None:
    """B9.322: units give it up; the enemy beyond the hexside may have it at once."""
    ids = tuple(unit.id for unit in units if ADVANTAGE in unit.flags)
    if ids:
        ctx.emit(ev.UnitsChanged(ids, (), (ADVANTAGE,), "forfeits it (B9.322)"))
        settle(ctx)


def standing(game: Game, unit: Unit) -> str:
    """How it stands with the Wall Advantage of a unit, in words."""
    if has(game, unit):
        return f"has Wall Advantage {words(game, unit)} (B9.32)"
    foe = denied_by(game, unit)
    return why_not(game, unit) or (
        f"is denied Wall Advantage by {foe} (B9.321)" if foe else "could claim Wall Advantage (B9.32)"
    )


def words(game: Game, unit: Unit) -> str:
    """Against whom a unit has it: `over K9, L9`."""
    board, name, sides = game.board, unit.hex, reach(game, unit)
    return f"over {listed(near for near in board.neighbours(name) if board.hexside(name, near) in sides)}"
