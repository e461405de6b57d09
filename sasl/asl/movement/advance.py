"""Advances in the APh (A4.7), also into CC (A11)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import stacking
from sasl.asl.close_combat import cc_odds, cc_vehicles
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Marker, Unit
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import paatc
from sasl.asl.movement.allowance import CANNOT_MOVE, stack_allowance
from sasl.asl.movement.ground.costs import is_difficult, step_cost
from sasl.asl.movement.step import moved
from sasl.asl.oba import artillery
from sasl.asl.ordnance import mounted
from sasl.asl.stacking import one_stack
from sasl.asl.terrain import minefields, pillboxes
from sasl.board.movement_cost import walked_into
from sasl.kernel.text import listed

STAYS = ("broken", "pinned", "ti", "melee", "prisoner", "no-command")
"""The states in which a unit does not advance (A4.7)."""


def may_advance(game: Game, units: Sequence[Unit], name: str) -> None:
    """A4.7: refused, with the rule, if these units of one hex may not advance to another."""
    start = one_stack(list(units))
    if name == start:
        for unit in units:
            if why := _not_within(game, unit):
                raise Refused(why)
        going_in = [unit for unit in units if pillboxes.around(game, unit) is None]
        if pillboxes.at(game, name) and going_in and (why := pillboxes.why_not_in(game, going_in, name)):
            raise Refused(why)
        return
    if name not in game.board.neighbours(start):
        raise Refused(f"{name} is not adjacent to {start}: an advance is one hex (A4.7)")
    for unit in units:
        why = why_not(game, unit, start, name, units)
        if why:
            raise Refused(why)


def advance(ctx: Context, units: Sequence[Unit], name: str) -> None:
    """A4.7: Infantry of the side whose Player Turn it is advances one Location; into an enemy's hex means CC.

    Within a gully or stream hex it goes into Crest status, or down from it (B20.91, B20.93); within the hex of a
    pillbox into that, or out of it (B30.6).
    """
    start = units[0].hex
    if name == start:
        _within(ctx, units)
        return
    ids = [unit.id for unit in units if faces_armor(ctx, unit, name)]
    minefields.leave(ctx, [ctx.state.units[key] for key in ids], start)
    left = ctx.state.present(ids)
    ids = [unit.id for unit in left if not unit.flags & {"pinned", "broken"}]
    if ids:
        _go(ctx, ids, start, name)


def _not_within(game: Game, unit: Unit) -> str:
    """B20.91, B20.93, B30.6: why a unit may not advance within its hex, or ""."""
    here, boxed = game.board.terrain(unit.hex), pillboxes.at(game, unit.hex) is not None
    if not boxed and (not here.depression or here.bridged or here.culvert):
        return (
            f"{unit.id} is in {unit.hex}: within a hex a unit can only advance into Crest "
            "status, or down from it (B20.91)"
        )
    held = next((CANNOT_MOVE[flag] for flag in STAYS if flag in unit.flags and flag in CANNOT_MOVE), "")
    if held or not unit.infantry:
        return f"{unit.id} {held or 'is not Infantry (B20.91)'}"
    return f"{unit.id} has advanced in this APh (A4.7)" if "advanced" in unit.flags else ""


def _within(ctx: Context, units: Sequence[Unit]) -> None:
    """B20.91, B20.93, B30.6: up into Crest status, or down from it; into the pillbox of the hex, or out of it."""
    for unit in units:
        if pillboxes.at(ctx.game, unit.hex):
            out = pillboxes.around(ctx.game, unit) is not None
            now: list[Flag] = ["advanced"] if out else ["dug-in", "advanced"]
            pieces.change(
                ctx, unit, now, ["dug-in"] if out else (), f"advances {'out of' if out else 'into'} the pillbox"
            )
            continue
        up = "crest" not in unit.flags
        gained: list[Flag] = ["crest", "advanced"] if up else ["in-gully", "advanced"]
        gone: list[Flag] = ["in-gully"] if up else ["crest"]
        pieces.change(ctx, unit, gained, gone, f"advances {'up to' if up else 'down from'} the crest")


def why_not(game: Game, unit: Unit, start: str, name: str, stack: Sequence[Unit] = ()) -> str:
    """Why a unit may not advance from `start` to `name` with `stack`, in one sentence with its rule, or ""."""
    if not unit.personnel:
        return f"{unit.id} cannot advance: only Infantry and Cavalry can (A4.7)"
    if "advanced" in unit.flags:
        return f"{unit.id} has advanced in this APh (A4.7)"
    for flag in STAYS:
        if flag in unit.flags:
            return f"{unit.id} {CANNOT_MOVE[flag]}"
    if "panicked" in unit.flags:
        return f"{unit.id} has Panicked and stays where it is (6.21)"
    if "berserk" in unit.flags:
        return f"{unit.id} is berserk: it charges in the MPh and never advances (A15.431)"
    if "moved" in unit.flags and (met := _to_fight(game, unit, start)):
        return f"{unit.id} has entered the Location of {met} and fights there in the CCPh (A4.7)"
    if "on-wire" in unit.flags:
        return f"{unit.id} is on the Wire in {start} and gets off it only in the MPh (B26.4)"
    if pillboxes.around(game, unit):
        out = f"advance {unit.id} {start}, out into the hex (B30.6)"
        return f"{unit.id} is in the pillbox of {start}, a Location of its own: {out}"
    if "disarmed" in unit.flags and any(enemy.known for enemy in enemies(game, name, unit.side)):
        return f"{unit.id} is unarmed and may not enter a Known enemy's Location (A20.54)"
    cost = step_cost(game, unit, start, name)
    if not cost.allowed:
        return f"{unit.id} cannot enter {name} from {start}: {cost.why} (A4.7)"
    if not walked_into(game.board, start, name):
        ground = game.board.chart.name(game.board.terrain(name).terrains)
        return f"{unit.id} cannot enter {name} in the APh: {ground} (B16.4)"
    if not stack_allowance(game, stack or [unit])[unit.id]:
        return f"{unit.id} has no MF left after portage and cannot advance (A4.72)"
    if "cx" in unit.flags and tires(game, unit, start, name, stack):
        return f"{unit.id} is CX and may not advance into Difficult Terrain (A4.72)"
    return ""


def tires(game: Game, unit: Unit, start: str, name: str, stack: Sequence[Unit] = ()) -> bool:
    """A4.72: the same for those who advance together; a leader among them counts as he does in the MPh (A4.12)."""
    return is_difficult(game, unit, start, name, stack_allowance(game, stack or [unit])[unit.id], stack)


def enemies(game: Game, name: str, side: str) -> list[Unit]:
    """Who of the other side would fight in the hex."""
    return cc_odds.fighters(game, name, opponent(side))


def _to_fight(game: Game, unit: Unit, name: str) -> str:
    """A4.7: a Known enemy among whom a unit stands under a CC counter; "" if there is none."""
    there = (enemy for enemy in enemies(game, name, unit.side) if not enemy.flags & {"abandoned", "disarmed"})
    return next((enemy.id for enemy in there if enemy.known), "")


def faces_armor(ctx: Context, unit: Unit, name: str) -> bool:
    """A11.6: an MMC needs a PAATC to advance onto a manned Known enemy AFV; failing it pins."""
    afv = [
        enemy
        for enemy in enemies(ctx.game, name, unit.side)
        if mounted.armored(ctx.game, enemy) and enemy.known and not enemy.flags & cc_vehicles.CREWLESS
    ]
    return not afv or paatc.passes(ctx, unit, f"advance onto {afv[0].id}")


def _go(ctx: Context, ids: Sequence[str], start: str, name: str) -> None:
    side = ctx.state.units[ids[0]].side
    stack = [ctx.state.units[key] for key in ids]
    hard = tuple(unit.id for unit in stack if tires(ctx.game, unit, start, name, stack))
    moved(ctx, dict.fromkeys(ids, 0.0), (start, name), "advance")
    pieces.change_all(ctx, hard, ("cx",), (), "Difficult Terrain (A4.72)")
    concealment.lose_in_the_open(ctx, ids, "advances into Open Ground in LOS (A12.14)")
    after = [ctx.state.units[key] for key in ids]
    minefields.enter(ctx, after, name)
    artillery.enter(ctx, after, name)
    after = ctx.state.present(ids)
    fault = stacking.overstacked(ctx.game, cc_odds.men(ctx.game, name, side))
    if fault:
        ctx.tell(f"{name} is overstacked: {fault}.", hexes=(name,))
    if side == "FRIENDLY":
        ctx.game.reactions.provoke(ctx, after)
    prisoners.overcome(ctx, [unit.id for unit in after], name)
    _meet(ctx, [unit.id for unit in after], start, name)


def _meet(ctx: Context, ids: Sequence[str], start: str, name: str) -> None:
    """A11.1: with enemies in the hex there will be CC; otherwise it is taken."""
    units = ctx.state.present(ids)
    if not units:
        return
    there = enemies(ctx.game, name, units[0].side)
    if not there:
        take_control(ctx, units, (start, name))
        return
    names = listed(unit.id if unit.known else "a concealed unit" for unit in there)
    ctx.tell(f"CC in {name} against {names} in the CCPh (A11).", stop=True, hexes=(name,))
    streets = any(unit.kind == "vehicle" for unit in there) and cc_vehicles.is_building(ctx.game, start)
    if streets and cc_vehicles.between_buildings(ctx.game, name):
        for unit in units:
            marker = Marker(ctx.new_number("street"), "street", start, unit.side, text="Street Fighting", owner=unit.id)
            ctx.emit(ev.MarkerPut(marker, f"{unit.id} fights from the building (A11.8)"))
