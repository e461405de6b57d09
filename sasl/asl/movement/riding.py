"""Riding (A13.3): mounting and dismounting with their MF, the gallop, and what Cavalry cannot do on the move."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, SMC, Flag
from sasl.asl.game.reactions import take_control
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import may_move, movement_allowance
from sasl.asl.movement.step import draws_fire, spend, there
from sasl.board.movement_cost import Barred
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.kernel.transaction import allows

ON_FOOT = {"assault", "double", "dash", "minimum", "into", "crest", "culvert"}
"""The words of an order that Cavalry cannot follow [house]."""

NO_GALLOP = ("woods", "marsh", "crags", "graveyard")
"""The terrain in which nobody gallops, but by road: note C of the terrain chart."""


# -- mounting ------------------------------------------------------------------------------------------


def mounting(game: Game, units: Sequence[Unit], horses: Sequence[str] = ()) -> dict[str, tuple[str, float]]:
    """A13.31: which horse each unit of one place mounts (`horses` first), and the MF it has spent then.

    Refused, with the rule, if one cannot.
    """
    _one_place(units)
    chosen: dict[str, str] = {}
    for unit in units:
        horse = _horse_for(game, unit, horses, chosen.values())
        chosen[unit.id] = horse.id if horse else ""
    return {unit.id: (chosen[unit.id], _spent_mounting(game, unit)) for unit in units}


def _one_place(units: Sequence[Unit]) -> None:
    """Refused if the units are not together."""
    if len({unit.hex for unit in units}) != 1:
        raise Refused(f"{listed(unit.id for unit in units)}: one hex at a time (A13.31)")


def mount(ctx: Context, units: Sequence[Unit], horses: Sequence[str] = ()) -> None:
    """A13.31: units of one hex mount horses there; off the map it costs nothing."""
    found = mounting(ctx.game, units, horses)

    def mounts(unit: Unit) -> None:
        horse, mf = found[unit.id]
        pace = cavalry.pace_for(ctx.game, unit, ctx.state.units.get(horse))
        ctx.emit(ev.Mounted(unit.id, horse, mf, "A13.31", pace))

    _change(ctx, units, "mount", mounts)


def _horse_for(game: Game, unit: Unit, named: Collection[str], taken: Collection[str]) -> Unit | None:
    """A13.1: the horse counter for a unit, None for an SMC beside others. Refused if there is none."""
    if unit.kind not in MEN or unit.carrier:
        raise Refused(f"{unit.id} cannot mount: only Personnel on foot can (A13.1)")
    if unit.cavalry:
        raise Refused(f"{unit.id} is mounted (A13.1)")
    if unit.kind in SMC:
        if not cavalry.rides_along(game, unit):
            raise Refused(
                f"{unit.id} finds no horse: an SMC can mount only where there is a horse counter (A13.1) [house]"
            )
        return None
    free = [
        horse
        for horse in cavalry.beside(game, unit)
        if not horse.carrier and horse.id not in taken and cavalry.fits(game, horse, unit) and not horse.mf
    ]
    free.sort(key=lambda horse: (horse.id not in named, "blown" in horse.flags, horse.id))
    tired = [horse.id for horse in cavalry.beside(game, unit) if horse.mf and not horse.carrier]
    if not free and tired:
        raise Refused(f"{unit.id} has no fresh horse: {tired[0]} was ridden in this MPh; take it in the next (A13.31)")
    if not free:
        raise Refused(f"there is no fresh, riderless horse counter of the right size for {unit.id} (A13.1)")
    return free[0]


def _spent_mounting(game: Game, unit: Unit) -> float:
    """A13.31: what a unit that mounts has spent as Cavalry: a quarter of the horse's MF for each MF spent on foot."""
    if not unit.hex:
        return 0.0
    may_move(unit)
    basic = game.figure("mount-basic-mf")
    foot = unit.mf + game.figure("mount-mf")
    if foot > basic:
        raise Refused(f"{unit.id} has spent {unit.mf:g} of its basic {basic} MF and cannot mount (A13.31)")
    return foot * game.figure("cavalry-mf") / basic


def dismounting(game: Game, units: Sequence[Unit]) -> dict[str, float]:
    """A13.31: the MF on foot that each has spent when it has dismounted. Refused, with the rule, if one cannot.

    Each quarter of the horse's MF spent, or begun, has cost it one MF.
    """
    _one_place(units)
    for unit in units:
        if not unit.cavalry:
            raise Refused(f"{unit.id} is not mounted (A13.1)")
    return {unit.id: _spent_dismounting(game, unit) for unit in units}


def dismount(ctx: Context, units: Sequence[Unit]) -> None:
    """A13.31: Cavalry of one hex dismounts; off the map it is asked first, as no horse enters by itself [house]."""
    spent = dismounting(ctx.game, units)
    horses = [cavalry.horse_of(ctx.game, unit) for unit in units]
    left = [horse.id for horse in horses if horse]
    if left and not units[0].hex:
        text = f"{listed(left)} will stay behind off the map unless mounted again before their riders enter. Dismount?"
        if not ctx.yes(text, default=False, rule="A13.31", whose=units[0].side, id="leave-horses"):
            raise Refused(f"{listed(unit.id for unit in units)} stay in the saddle")
    _change(ctx, units, "dismount", lambda unit: cavalry.leaves_saddle(ctx, unit, spent[unit.id], "A13.31"))


def may_dismount(game: Game, unit: Unit) -> bool:
    """Whether a mounted unit has the MF left to dismount (A13.31)."""
    return allows(_spent_dismounting, game, unit)


def _spent_dismounting(game: Game, unit: Unit) -> float:
    if not unit.hex:
        return 0.0
    may_move(unit)
    basic = game.figure("mount-basic-mf")
    foot = math.ceil(unit.mf * basic / movement_allowance(game, unit)) + game.figure("mount-mf")
    if foot > basic:
        raise Refused(f"{unit.id} has spent {unit.mf:g} MF on horseback: too late to dismount (A13.31)")
    return float(foot)


def _change(ctx: Context, units: Sequence[Unit], how: str, happens: Callable[[Unit], object]) -> None:
    """Units of one place mount or dismount, and are fired at if that takes MF."""
    place = units[0].hex
    if not place:
        for unit in units:
            happens(unit)
        return
    ids = [unit.id for unit in units]
    spend(ctx, ids, float(ctx.figure("mount-mf")), how)
    for unit in ctx.state.present(ids):
        happens(unit)
    take_control(ctx, there(ctx, ids, place), (place,))  # A26.11: who is on foot now
    draws_fire(ctx, ids, place)


# -- on the way ----------------------------------------------------------------------------------------


def fitting(units: Sequence[Unit], options: Collection[str]) -> None:
    """Refused if the words of an order to move do not go with Cavalry, or only with it."""
    riders = [unit.id for unit in units if unit.cavalry]
    if {"gallop", "charge"} & set(options) and len(riders) < len(units):
        raise Refused("only Cavalry can gallop and charge (A13.36, A13.6)")
    wrong = sorted(ON_FOOT & set(options))
    if riders and wrong:
        are = "is" if len(riders) == 1 else "are"
        raise Refused(f"{listed(riders)} {are} mounted: no {wrong[0]} on horseback (A13.3) [house]")


def may_gallop(game: Game, units: Sequence[Unit], way: Sequence[str]) -> None:
    """A13.36: refused in woods and their like, and in two MPh running [house]."""
    _not_blown(units)
    for a, b in pairwise(way):
        _at_the_gallop(game, b, by_road=game.board.on_road(a, b))


def may_gallop_in(game: Game, units: Sequence[Unit], name: str) -> None:
    """A13.36: the same for those who enter the map in a hex."""
    _not_blown(units)
    _at_the_gallop(game, name, by_road=bool(game.board.terrain(name).road))


def barred(game: Game, units: Sequence[Unit], options: Collection[str] = ()) -> Barred | None:
    """A13.36: the steps that the way of these units goes around because they gallop; None if they do not."""
    if not {"gallop", "charge"} & set(options) and not any("gallop" in unit.flags for unit in units):
        return None
    board = game.board
    return lambda a, b: _closed_to_gallop(game, b) and not board.on_road(a, b)


def _closed_to_gallop(game: Game, name: str) -> bool:
    return game.board.terrain(name).has(*NO_GALLOP)


def _not_blown(units: Sequence[Unit]) -> None:
    for unit in units:
        if "blown" in unit.flags:
            raise Refused(f"the horses of {unit.id} are blown: no gallop in two consecutive MPh (A13.36) [house]")


def _at_the_gallop(game: Game, name: str, *, by_road: bool) -> None:
    if not by_road and _closed_to_gallop(game, name):
        what = game.board.terrain(name).describe(game.board.chart)
        raise Refused(f"no gallop into {name}: {what} (A13.36)")


def as_ordered(units: Sequence[Unit], options: Collection[str]) -> list[Unit]:
    """A13.36: the units as they will be once an order with these words has begun: Cavalry that gallops has its MF."""
    if not {"gallop", "charge"} & set(options):
        return list(units)
    return [replace(unit, flags=unit.flags.union(_gallop(unit))) if unit.cavalry else unit for unit in units]


def _gallop(unit: Unit) -> tuple[Flag, ...]:
    """The states of Cavalry that gallops from now on."""
    return ("gallop", "gallop-late") if unit.mf and "gallop" not in unit.flags else ("gallop",)


def gallop(ctx: Context, units: Sequence[Unit]) -> list[Unit]:
    """A13.36: more MF for this MPh."""
    for unit in units:
        pieces.change(ctx, unit, _gallop(unit), why="A13.36")
    return [ctx.state.units[unit.id] for unit in units]


def mph_ends(ctx: Context) -> None:
    """A13.36 [house]: horses that galloped are blown until the end of their next MPh."""
    mine = [unit for unit in ctx.state.units.values() if unit.side == ctx.state.side]
    ends: tuple[tuple[Flag, tuple[Flag, ...]], ...] = (("blown", ()), ("gallop", ("blown",)), ("gallop-late", ()))
    for flag, gained in ends:
        pieces.take_off(ctx, flag, "end of the MPh (A13.36)", mine, gained=gained)
