"""Entrenching (B27): where the ground can be dug into, foxholes dug in the own PFPh, what a foxhole holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from sasl.asl import stacking
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.state import Marker, MarkerState, Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import leadership
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import walls
from sasl.asl.terrain.minefields import NO_MINES
from sasl.board.board import Board
from sasl.board.terrain import STREAM
from sasl.content.tables.counters import Kind
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed

EMPLACED: frozenset[Flag] = frozenset({"emplaced"})
"""The state of a Gun that sets up in ground that can be dug into; it loses it with its place (`carrying`)."""


def takes_works(board: Board, name: str) -> bool:
    """B27.1: whether entrenchments can be dug in a hex: where mines can lie, but in no stream; in a gully they can."""
    return not board.terrain(name).has(*NO_MINES, STREAM)


def emplaced(board: Board, kind: Kind, name: str) -> frozenset[Flag]:
    """C11.2: what a unit of this kind gains by setting up in a hex: a Gun is Emplaced where it can be dug in."""
    return EMPLACED if kind == "gun" and takes_works(board, name) else frozenset()


FOXHOLE, LABOR = "foxhole", "labor"
WORKS = (FOXHOLE, "trench")
"""The markers a unit may be dug in (B27)."""
DUG, NOT_YET = "dug in", "not yet"
DIGGING: MarkerState = "digging"
"""What a Labor marker says that was earned by digging: it helps at nothing else (B24.8)."""
RUSSIAN = "russian"

CANNOT: dict[Flag, str] = {
    "ti": "is TI (A4.8)",
    "prep": "has Prep Fired: Entrenching is all a unit does in its PFPh (B27.11)",
    "opportunity": "waits for Opportunity Fire (A7.25)",
    "no-command": "is not In Command (S16)",
    "dug-in": "is already in an entrenchment (B27.11)",
    "crest": "is in Crest status: digging is done IN the gully (B20.97)",
    "in-culvert": "is IN the Culvert (OtO 3.1)",
    "on-wire": "is on top of Wire (B27.11)",
}
"""The states in which a unit takes no part in an attempt, and why."""


# -- who may ------------------------------------------------------------------------------------------


def why_not(game: Game, unit: Unit) -> str:
    """B27.11: why this unit takes no part in an Entrenching attempt where it is, or ""."""
    if not unit.hex or not unit.infantry or unit.kind == "hero":
        return f"{unit.id} cannot dig: only MMC on foot and their leaders can (B27.11)"
    if not unit.good_order:
        return f"{unit.id} is not in Good Order (B27.11)"
    return next((f"{unit.id} {why}" for flag, why in CANNOT.items() if flag in unit.flags), "")


def may_entrench(game: Game, units: Sequence[Unit]) -> None:
    """B27.1-.12: refused, with the rule, if these may not try to dig a foxhole where they are."""
    why = next(filter(None, (why_not(game, unit) for unit in units)), "")
    if why:
        raise Refused(why)
    name = stacking.one_stack(list(units))
    if not any(unit.mmc for unit in units):
        raise Refused(f"{units[0].id} cannot dig a foxhole without an MMC (B27.11)")
    if not takes_works(game.board, name):
        ground = game.board.terrain(name).ground(game.board.chart).lower()
        raise Refused(f"no foxhole can be dug in {name}: not possible in {ground} (B27.1)")
    if game.state.markers_at(name, "trench"):
        raise Refused(f"there is already a trench in {name}: move UNITS {name} into (B27.51)")
    if game.state.markers_at(name, "pillbox"):
        raise Refused(f"there is a pillbox in {name}: no digging beside it (B30.4) [house]")
    if _foxhole_is_full(game, name):
        raise Refused(f"the foxhole in {name} already has the largest size (B27.12)")


def of_a_place(game: Game, units: Sequence[Unit]) -> list[Unit]:
    """Of all who are in a hex those who may dig; everybody, if nobody may."""
    return [unit for unit in units if not why_not(game, unit)] or list(units)


def teams(units: Sequence[Unit]) -> Iterator[tuple[Unit, ...]]:
    """B27.11: who makes an attempt together: each squad by itself, HS and crews two by two."""
    yield from ((unit,) for unit in units if unit.kind == "squad")
    small = [unit for unit in units if unit.mmc and unit.kind != "squad"]
    yield from (tuple(small[place : place + 2]) for place in range(0, len(small), 2))


# -- the attempt ----------------------------------------------------------------------------------------


def entrench(ctx: Context, units: Sequence[Unit]) -> None:
    """B27.11: an Entrenching DR for each squad-equivalent; all are TI, and those who dig it are in the foxhole."""
    leaders = [unit for unit in units if unit.kind == "leader"]
    for team in teams(units):
        if _foxhole_is_full(ctx.game, team[0].hex):
            ctx.tell(
                f"{listed(unit.id for unit in team)} need not dig: the foxhole already has the largest size (B27.12)."
            )
            continue
        _attempt(ctx, team, leaders)
    walls.settle(ctx)


def _attempt(ctx: Context, team: Sequence[Unit], leaders: Sequence[Unit]) -> None:
    name, ids = team[0].hex, [unit.id for unit in team]
    table, number = ctx.game.library.table("entrench.attempt"), ctx.figure("entrenching")
    best = min(leaders, key=leadership.drm, default=None)
    led = [Modifier(best.id, leadership.drm(best), "B27.11", "leadership")] if best else []
    mods = (*table.drm(_facts(ctx.game, team)), *led)
    title = f"Entrenching by {listed(ids)} in {name}"
    facts = ("they are TI for this Player Turn, dug in or not",)
    name_of_it = f"{table.against}{ctx.figure_words('entrenching')}"
    preview = confirm(ctx, Preview(title, facts, number, name_of_it, mods, chances, (DUG, NOT_YET)))
    busy = (*ids, *(unit.id for unit in leaders if "ti" not in ctx.state.units[unit.id].flags))
    ctx.emit(ev.UnitsChanged(busy, ("ti",), (), "Entrenching (B27.11)"))
    concealment.lose_if_seen(ctx, busy, "entrenches in LOS (A12.141)")
    good = preview.typed == DUG
    if not preview.typed:
        with ctx.rolls_for(team[0].side):
            record = ctx.check(
                "entrench.attempt", title, preview.number, modifiers=preview.modifiers, target_name=preview.number_name
            )
        good = bool(record.success)
    if good:
        _dug(ctx, team, leaders)
    else:
        _worked(ctx, team)


def _facts(game: Game, team: Sequence[Unit]) -> dict[str, int]:
    """The conditions of an attempt: one HS or crew alone, Russians, earlier Labor."""
    alone = len(team) == 1 and team[0].kind != "squad"
    russian = game.mission.army(team[0].side).nation == RUSSIAN
    return {"entrench-half": int(alone), RUSSIAN: int(russian), "labor": _earned(game, team)}


def chances(number: int, modifiers: tuple[Modifier, ...]) -> Chances:
    """How likely an attempt succeeds."""
    ways = roll_kind("DR").totals()
    every, drm = sum(ways.values()), sum(mod.value for mod in modifiers)
    good = sum(count for total, count in ways.items() if total + drm <= number)
    return ((DUG, Fraction(good, every)), (NOT_YET, Fraction(every - good, every)))


def _dug(ctx: Context, team: Sequence[Unit], leaders: Sequence[Unit]) -> None:
    """B27.12: a foxhole for one squad more; who dug it is in it, the leaders as far as there is room."""
    name, side = team[0].hex, team[0].side
    for item in _labor(ctx.game, team):
        ctx.emit(ev.MarkerRemoved.of(item, "the foxhole is dug (B24.8)"))
    hole = foxhole(ctx.game, name)
    size = hole.number + 1 if hole else 1
    text = f"{FOXHOLE} {size}S"
    new = Marker(ctx.new_number(FOXHOLE), FOXHOLE, name, side)
    ctx.emit(ev.MarkerPut(replace(hole or new, number=size, text=text), "dug (B27.11)"))
    ids = [unit.id for unit in team]
    for leader in leaders:
        if "dug-in" not in ctx.state.units[leader.id].flags and not no_room(ctx.game, [*team, leader], name):
            ids.append(leader.id)
    ctx.emit(ev.UnitsChanged(tuple(ids), ("dug-in",), (), "beneath the foxhole (B27.11)"))
    ctx.tell(f"{listed(ids)} dug in: {text} in {name} (B27.11).", board=True, hexes=(name,))


def _worked(ctx: Context, team: Sequence[Unit]) -> None:
    """B24.8: what was dug in vain makes the next attempt easier, twice at most."""
    number = min(ctx.figure("labor-most"), _earned(ctx.game, team) + 1)
    old = _labor(ctx.game, team)
    for item in old[1:]:
        ctx.emit(ev.MarkerRemoved.of(item, "one Labor counter for both (B24.8)"))
    text, key = f"Labor -{number} at digging", old[0].id if old else ctx.new_number(LABOR)
    lead = team[0]
    marker = Marker(key, LABOR, lead.hex, lead.side, number, text=text, owner=lead.id, state=DIGGING)
    ctx.emit(ev.MarkerPut(marker, "the digging goes on (B24.8)"))


def _labor(game: Game, team: Sequence[Unit]) -> list[Marker]:
    ids = {unit.id for unit in team}
    return [item for item in game.state.markers_at(team[0].hex, LABOR) if item.state == DIGGING and item.owner in ids]


def _earned(game: Game, team: Sequence[Unit]) -> int:
    return max((item.number for item in _labor(game, team)), default=0)


def phase_ends(ctx: Context) -> None:
    """B24.8: Labor is gone with those who earned it."""
    for item in ctx.state.marked(LABOR):
        owner = ctx.state.units.get(item.owner)
        if item.state == DIGGING and (owner is None or owner.hex != item.hex):
            ctx.emit(ev.MarkerRemoved.of(item, "none of those who earned it are left (B24.8)"))


# -- what a foxhole holds -----------------------------------------------------------------------------


def foxhole(game: Game, name: str) -> Marker | None:
    """The foxhole that was dug in a hex in play; those of the set-up have no size and hold whoever may be there."""
    return next((item for item in game.state.markers_at(name, FOXHOLE) if item.number), None)


def _foxhole_is_full(game: Game, name: str) -> bool:
    """B27.12: whether no second or third foxhole can be added in a hex."""
    hole = foxhole(game, name)
    return hole is not None and hole.number >= game.figure("foxhole-most")


def no_room(game: Game, units: Sequence[Unit], name: str) -> str:
    """B27.12: why the foxhole of a hex does not hold these units beside those of their side in it, or ""."""
    hole = foxhole(game, name)
    if hole is None or game.state.markers_at(name, "pillbox"):
        return ""
    ids = {unit.id for unit in units}
    inside = [unit for unit in game.state.units_at(name, units[0].side) if "dug-in" in unit.flags]
    everybody = [*units, *(unit for unit in inside if unit.id not in ids)]
    men = sum(stacking.halves(game, unit) for unit in everybody)
    leaders = sum(unit.kind in SMC for unit in everybody)
    if men <= hole.number * game.figure("stack-squad") and leaders <= game.figure("stack-smc"):
        return ""
    squads = "1 squad" if hole.number == 1 else f"{hole.number} squads"
    return f"the foxhole in {name} holds {squads} and {game.figure('stack-smc')} SMC (B27.12)"
