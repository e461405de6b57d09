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
from sasl.asl.movement.ground.costs import PLAIN, Gait, by_trench, is_difficult, pillbox_mf, step_cost
from sasl.asl.movement.ground.shelters import ENDS, check_room, check_shelter, shelter_in
from sasl.asl.movement.step import moved
from sasl.asl.oba import artillery
from sasl.asl.ordnance import mounted
from sasl.asl.stacking import one_stack
from sasl.asl.terrain import fortified, minefields, pillboxes
from sasl.board.movement_cost import walked_into
from sasl.kernel.text import listed

STAYS = ("broken", "pinned", "ti", "melee", "prisoner", "no-command")
"""The states in which a unit does not advance (A4.7)."""


def check_advance(game: Game, units: Sequence[Unit], name: str, gait: Gait = PLAIN) -> None:
    """Refuse, with the rule, an advance that these units of one hex may not make (A4.7).

    `gait`: whether they go into the foxhole, trench, shellholes or Culvert of the hex, or into Crest status there.
    """
    start = one_stack(list(units))
    if name == start:
        _check_within(game, units, gait)
        return
    if name not in game.board.neighbours(start):
        raise Refused(f"{name} is not adjacent to {start}: an advance is one hex (A4.7)")
    for unit in units:
        if why := why_not(game, unit, start, name, units, gait):
            raise Refused(why)
    if "culvert" in gait:
        stacking.room_below(game, units, name)
    if "into" in gait:
        if pillboxes.at(game, name):
            text = f"the pillbox in {name} is a Location of its own"
            raise Refused(f"{text}: advance into the hex now, and into it from there (B30.33)")
        check_shelter(game, units, name)


def advance(ctx: Context, units: Sequence[Unit], name: str, gait: Gait = PLAIN) -> None:
    """A4.7: Infantry of the side whose Player Turn it is advances one Location; into an enemy's hex means CC.

    Within its hex it goes into the entrenchment, or out of it (A4.7, B30.6), and up to the crest of a gully or stream,
    or down from it (B20.91, B20.93). From one trench into the next it meets no mines (B27.54, B28.44).
    """
    start = units[0].hex
    if name == start:
        _within(ctx, units, gait)
        return
    ids = [unit.id for unit in units if faces_armor(ctx, unit, name)]
    left, below = ctx.state.present(ids), _below(ctx.game, units, start, name, gait)
    if not below:
        minefields.leave(ctx, left, start)
        left = ctx.state.present(ids)
    ids = [unit.id for unit in left if not unit.flags & {"pinned", "broken"}]
    if ids:
        _go(ctx, ids, start, name, gait)


def _below(game: Game, units: Sequence[Unit], start: str, name: str, gait: Gait) -> bool:
    """B27.54: whether all of them go from one trench into the next."""
    return all(by_trench(game, unit, start, name, gait) for unit in units)


# -- within the hex -----------------------------------------------------------------------------------------


def _check_within(game: Game, units: Sequence[Unit], gait: Gait) -> None:
    """Refuse an advance within the hex that these units may not make (A4.7, B20.91, B20.93, B30.6)."""
    if "culvert" in gait:
        raise Refused(f"{units[0].id} is in {units[0].hex}: the Culvert is entered from an ADJACENT gully (OtO 3.2)")
    for unit in units:
        if why := _why_held(game, unit) or ("" if unit.infantry else f"{unit.id} is not Infantry (A4.7)"):
            raise Refused(why)
        _, mf = _change_within(game, unit, gait)
        if not stack_allowance(game, units)[unit.id]:
            raise Refused(f"{unit.id} has no MF left after portage and cannot advance (A4.72)")
        if "cx" in unit.flags and _takes_all(game, unit, mf, units):
            raise Refused(f"{unit.id} is CX and may not advance into Difficult Terrain (A4.72)")
    if going_in := [unit for unit in units if _change_within(game, unit, gait)[0] == "dug-in"]:
        check_room(game, going_in, units[0].hex)
        if why := pillboxes.why_not_in(game, going_in, units[0].hex):
            raise Refused(why)


def _change_within(game: Game, unit: Unit, gait: Gait) -> tuple[Flag | None, float]:
    """Return the state that an advance within its hex gives a unit, None for out of its entrenchment; and the MF."""
    if not gait.options and "dug-in" in unit.flags:
        boxed = pillboxes.around(game, unit)
        return None, pillbox_mf(game, unit.hex) if boxed else float(game.figure("entrenchment-mf"))
    ground = game.board.terrain(unit.hex)
    rises = ground.depression and not ground.bridged and not ground.culvert and "crest" not in unit.flags
    return shelter_in(game, unit, Gait.of("crest") if rises and not gait.options else gait)


def _takes_all(game: Game, unit: Unit, mf: float, stack: Sequence[Unit]) -> bool:
    """A4.72: whether so many MF within its hex are all that a unit has, or as many as make terrain Difficult."""
    return mf >= min(stack_allowance(game, stack)[unit.id], game.figure("difficult-mf"))


def _within(ctx: Context, units: Sequence[Unit], gait: Gait) -> None:
    """A4.7, B20.91, B20.93, B30.6: into the entrenchment of the hex or out of it, up to the crest or down from it.

    Whoever is concealed in the open is seen above the entrenchment, not in it (A12.14).
    """
    for unit in units:
        state, mf = _change_within(ctx.game, unit, gait)
        hard: list[Flag] = ["cx"] if _takes_all(ctx.game, unit, mf, units) else []
        what = "pillbox" if pillboxes.at(ctx.game, unit.hex) else "entrenchment"
        words = {None: f"out of the {what}", "dug-in": f"into the {what}", "crest": "up to the crest"}
        words |= {"in-gully": "down from the crest", "shellhole": "into the shellholes"}
        ends: tuple[Flag, ...] = ENDS.get(state, ()) if state else ("dug-in",)
        gains: list[Flag] = [state, "advanced"] if state else ["advanced"]
        concealment.comes_out(ctx, [unit.id], "advances (A12.32)")
        unit = ctx.state.units[unit.id]
        pieces.change(ctx, unit, [*gains, *hard], ends, f"advances {words[state]}")
        if what == "entrenchment":
            concealment.lose_in_the_open(ctx, [unit.id], "advances in the open in LOS (A12.14)")


# -- to another hex -----------------------------------------------------------------------------------------


def _why_held(game: Game, unit: Unit) -> str:
    """Return why a unit may not advance at all, in one sentence with its rule, or ""."""
    if not unit.personnel:
        return f"{unit.id} cannot advance: only Infantry and Cavalry can (A4.7)"
    if "advanced" in unit.flags:
        return f"{unit.id} has advanced in this APh (A4.7)"
    for flag in STAYS:
        if flag in unit.flags:
            return f"{unit.id} {CANNOT_MOVE[flag]}"
    if "panicked" in unit.flags:
        return f"{unit.id} has Panicked and stays where it is (S6.21)"
    if "berserk" in unit.flags:
        return f"{unit.id} is berserk: it charges in the MPh and never advances (A15.431)"
    if "moved" in unit.flags and (met := _to_fight(game, unit, unit.hex)):
        return f"{unit.id} has entered the Location of {met} and fights there in the CCPh (A4.7)"
    if "on-wire" in unit.flags:
        return f"{unit.id} is on the Wire in {unit.hex} and gets off it only in the MPh (B26.4)"
    return ""


def why_not(game: Game, unit: Unit, start: str, name: str, stack: Sequence[Unit] = (), gait: Gait = PLAIN) -> str:
    """Return why a unit may not advance from `start` to `name` with `stack`, in one sentence with its rule, or ""."""
    if why := _why_held(game, unit):
        return why
    if pillboxes.around(game, unit):
        out = f"advance {unit.id} {start}, out into the hex (B30.6)"
        return f"{unit.id} is in the pillbox of {start}, a Location of its own: {out}"
    if "disarmed" in unit.flags and any(enemy.known for enemy in enemies(game, name, unit.side)):
        return f"{unit.id} is unarmed and may not enter a Known enemy's Location (A20.54)"
    if why := fortified.why_closed(game, unit.side, name):
        return why
    cost = step_cost(game, unit, start, name, gait)
    if not cost.allowed:
        return f"{unit.id} cannot enter {name} from {start}: {cost.why} (A4.7)"
    if not walked_into(game.board, start, name):
        ground = game.board.chart.name(game.board.terrain(name).terrains)
        return f"{unit.id} cannot enter {name} in the APh: {ground} (B16.4)"
    if not stack_allowance(game, stack or [unit])[unit.id]:
        return f"{unit.id} has no MF left after portage and cannot advance (A4.72)"
    if "cx" in unit.flags and tires(game, unit, start, name, stack, gait):
        return f"{unit.id} is CX and may not advance into Difficult Terrain (A4.72)"
    return ""


def tires(game: Game, unit: Unit, start: str, name: str, stack: Sequence[Unit] = (), gait: Gait = PLAIN) -> bool:
    """A4.72: the same for those who advance together; a leader among them counts as he does in the MPh (A4.12)."""
    return is_difficult(game, unit, start, name, stack_allowance(game, stack or [unit])[unit.id], stack, gait)


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


def _go(ctx: Context, ids: Sequence[str], start: str, name: str, gait: Gait) -> None:
    side = ctx.state.units[ids[0]].side
    stack = [ctx.state.units[key] for key in ids]
    below = _below(ctx.game, stack, start, name, gait)
    hard = tuple(unit.id for unit in stack if tires(ctx.game, unit, start, name, stack, gait))
    if not below:  # the MF out of an entrenchment is spent in its hex (A12.14, B27.4)
        out = [unit.id for unit in stack if "dug-in" in unit.flags]
        concealment.comes_out(ctx, out, "advances (A12.32)")
        concealment.lose_in_the_open(ctx, out, "advances out of the entrenchment in LOS (A12.14)")
    moved(ctx, dict.fromkeys(ids, 0.0), (start, name), "advance", gait)
    pieces.change_all(ctx, hard, ("cx",), (), "Difficult Terrain (A4.72)")
    if not below:
        concealment.lose_in_the_open(ctx, ids, "advances into Open Ground in LOS (A12.14)")
    after = [ctx.state.units[key] for key in ids]
    if not below:
        minefields.enter(ctx, after, name)
    artillery.enter(ctx, after, name)
    after = ctx.state.present(ids)
    fault = stacking.overstacked(ctx.game, cc_odds.men(ctx.game, name, side), name)
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
