"""Clearance (B24.7): a Player Turn of work on mines or Wire in a hex, with a DR at its end; on a Flame a DR at once."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Marker, Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, leadership
from sasl.asl.terrain import fires
from sasl.asl.terrain.minefields import fields_of, is_sapper
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier


class Task(Frozen):
    """What is cleared: its kind of marker, its table, in words, the rule, and whether an Original 12 costs a man."""

    kind: str
    table: str
    what: str
    rule: str
    costs: bool


MINES = Task("minefield", "mines.clearance", "mines", "B24.74", costs=True)
WIRE = Task("wire", "wire.clearance", "Wire", "B24.73", costs=False)

FLAME = Task("flame", "flame.clearance", "Flame", "B24.72", costs=False)

LABOR = "labor"
SPENT = ("prep", "opportunity", "moved", "assault", "advanced", "final", "first", "cc-attacked", "routed")
"""What a unit may not have done in a Player Turn that it spends on Clearance."""


def begin_work(ctx: Context, units: Sequence[Unit], name: str, task: Task) -> None:
    """B24.73-.74: units begin to clear mines or Wire: TI, and at work until the end of the CCPh."""
    may_clear(ctx.game, units, name, task)
    for unit in units:
        pieces.change(ctx, unit, ["ti", "clearing"], why=f"clears {task.what} ({task.rule})")
    concealment.lose_if_seen(ctx, [unit.id for unit in units], f"clears {task.what} in LOS (A12.141)")


def may_clear(game: Game, units: Sequence[Unit], name: str, task: Task) -> None:
    """B24.73-.74: refused, with the rule, unless these units may clear the mines or Wire in `name`."""
    what, rule = task.what, task.rule
    if not game.state.markers_at(name, task.kind):
        raise Refused(f"there {'are no mines' if task is MINES else f'is no {what}'} in {name} ({rule})")
    for unit in units:
        if unit.hex != name or (task is MINES and not fields_of(game, unit)):
            raise Refused(f"{unit.id} is not in {name} with the {what}: clearing is done from within the hex ({rule})")
        if not unit.infantry or not unit.good_order or "pinned" in unit.flags:
            raise Refused(f"{unit.id} is not Good Order, unpinned Infantry and cannot clear {what} ({rule})")
        if "on-wire" in unit.flags:
            raise Refused(f"{unit.id} is on top of the Wire: it is cleared from beneath ({rule})")
        done = [flag for flag in SPENT if flag in unit.flags]
        if done:
            raise Refused(f"{unit.id} is {done[0]}: clearing {what} takes its whole Player Turn ({rule})")
    if not any(unit.mmc for unit in units):
        raise Refused(f"clearing {what} needs an MMC ({rule})")


def at_work(unit: Unit) -> bool:
    """Whether a unit has begun a Clearance; in games begun earlier it was in Hazardous Movement, too."""
    return "clearing" in unit.flags or {"ti", "hazardous"} <= unit.flags


def work_ends(ctx: Context, units: Sequence[Unit], name: str, task: Task) -> bool:
    """B24.7: the work of a Player Turn ends with its DR; False if nobody who may work is left."""
    men = [
        unit for unit in pieces.now(ctx, units) if unit.hex == name and unit.good_order and "pinned" not in unit.flags
    ]
    if not ctx.state.markers_at(name, task.kind) or not any(unit.mmc for unit in men):
        return False
    clear(ctx, men, name, task)
    for flag in ("clearing", "hazardous") if task is not FLAME else ():
        pieces.take_off(ctx, flag, "the work is done for this Player Turn", pieces.now(ctx, units))
    return True


def clear(ctx: Context, units: Sequence[Unit], name: str, task: Task = MINES) -> bool:
    """B24.7: the Clearance DR; True if the mines or the Wire of the hex are gone."""
    men = [unit for unit in pieces.now(ctx, units) if unit.mmc]
    earned = [item for item in ctx.state.markers_at(name, LABOR) if not item.state]
    labor = next((item for item in earned if item.owner == men[0].id), None)
    ground = {"fire-ec": fires.ec_drm(ctx.game, name)} if task is FLAME else {}
    record = ctx.check(
        task.table,
        f"Clearance of the {'minefield' if task is MINES else task.what} in {name}",
        ctx.figure("mine-clearance"),
        facts={**_workers(ctx.game, men), **ground, "mine-labor": labor.number if labor else 0},
        modifiers=_leader(ctx, units),
    )
    if task.costs and record.dice and record.original == ctx.figure("mine-clearance-loss"):
        loser = ctx.state.units[ctx.pick([unit.id for unit in men], "who sets off a mine")]
        casualties.reduce_unit(ctx, loser, f"an Original 12 in Clearance ({task.rule})")
        return False
    if record.success:
        _cleared(ctx, men[0], name, task, earned)
        return True
    if task is FLAME and record.total <= ctx.figure("flame-hampered"):
        fires.hamper(ctx, name)
    done = min(ctx.figure("mine-labor-most"), (labor.number if labor else 0) + 1)
    marker = Marker(
        labor.id if labor else ctx.new_number(LABOR), LABOR, name, number=done, owner=men[0].id, text=f"Labor -{done}"
    )
    ctx.emit(ev.MarkerPut(marker, "the work goes on (B24.8)"))
    return False


def _cleared(ctx: Context, lead: Unit, name: str, task: Task, earned: Sequence[Marker]) -> None:
    found = fields_of(ctx.game, lead) if task is MINES else ctx.state.markers_at(name, task.kind)
    found = found[:1] if task is FLAME else found  # B24.72: each Flame has its own DR
    for item in (*found, *earned):
        ctx.emit(ev.MarkerRemoved.of(item, f"cleared ({task.rule})"))
    if task is MINES:
        pieces.put_marker(ctx, "trail-break", name, "cleared minefield", why=task.rule)
        ctx.tell(f"The minefield in {name} is cleared: a path of road hexes may go through it.", hexes=(name,))
    else:
        ctx.tell(f"The {task.what} of {name} is gone ({task.rule}).", board=True, hexes=(name,))


def _workers(game: Game, men: Sequence[Unit]) -> dict[str, int]:
    """B24.7: who works: one squad, each HS-equivalent beyond the first MMC, and the sappers among them (B28.8)."""
    squads = [unit for unit in men if unit.kind == "squad"]
    size = sum(2 if unit.kind == "squad" else 1 for unit in men)
    sappers = sum(2 if unit.kind == "squad" else 1 for unit in men if is_sapper(game, unit))
    return {"squad-clears": int(bool(squads)), "sapper-clears": sappers, "more-hs": size - (2 if squads else 1)}


def _leader(ctx: Context, units: Sequence[Unit]) -> list[Modifier]:
    """B24.7: the best leader who works with them; a hero is one better by himself."""
    here = pieces.now(ctx, units)
    leaders = [unit for unit in here if unit.kind == "leader" and unit.good_order]
    best = min(leaders, key=leadership.drm, default=None)
    mods = [Modifier(best.id, leadership.drm(best), "B24.7", "leadership")] if best else []
    heroes = sum(unit.heroic for unit in here)
    return [*mods, *([Modifier("hero", -heroes, "B24.7")] if heroes else [])]
