"""The run of a rout (A10.5): hex by hex its mines and FFE, unknown enemies (A10.533) and Interdiction (A10.53)."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, morale_checks, morale_levels
from sasl.asl.infantry.portage import drop_load
from sasl.asl.infantry.rout import rout_ways as rules
from sasl.asl.infantry.rout.rout_losses import fails
from sasl.asl.infantry.rout.rout_ways import Rout
from sasl.asl.infantry.rout.threat import DUG_IN, threat
from sasl.asl.movement.wire import ON_WIRE, comes_onto, rout_from
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields
from sasl.kernel.rolling.records import RollRecord
from sasl.kernel.text import listed


def run(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """The rout, and the VPO it leaves or comes to."""
    carry_out(ctx, ids, way)
    for name in (way.path[0], way.goal):
        ctx.game.reactions.recheck(ctx, name)


def carry_out(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """A10.5: the units run along the way: mines and FFE, Interdiction hex by hex, until they are there or down."""
    runners = [key for key in ids if key in ctx.state.units]
    broken = {key for key in runners if "broken" in ctx.state.units[key].flags}
    for key in runners:
        drop_load(ctx, ctx.state.units[key])
    flags: tuple[Flag, ...] = ("routed", "low-crawl") if way.low_crawl else ("routed",)
    ctx.emit(ev.UnitsChanged(tuple(runners), flags, (), "A10.52" if way.low_crawl else "A10.5"))
    left: dict[str, float] = {}
    holes = rules.into_holes(ctx.game, ctx.state.units[runners[0]], way.path) if runners and not way.low_crawl else []
    if holes:
        dug = [name for name in holes if rules.has_foxhole(ctx.game, name)]
        kinds = ["foxhole" if len(dug) == 1 else "foxholes"] * bool(dug) + ["shellholes"] * (len(holes) > len(dug))
        verb = "go" if len(runners) > 1 else "goes"
        text = f"{listed(runners)} {verb} into the {listed(kinds)} of {listed(holes)}"
        ctx.tell(f"{text}: no Interdiction there (B2.4, B27.41).", hexes=tuple(holes))
    for a, b in itertools.pairwise(way.path):
        if left or any(ON_WIRE in unit.flags for unit in _alive(ctx, runners)):
            left = left or _left_before(ctx, runners, way.path, a)
            runners = _through_wire(ctx, runners, left, a, b)
        if not runners:
            return
        minefields.leave(ctx, _alive(ctx, runners), a)
        runners = _still_flee(ctx, [unit.id for unit in _alive(ctx, runners)], broken)
        if not runners:
            return
        ctx.emit(ev.UnitsMoved(tuple(runners), (a, b), 0.0, "rout"))
        encirclement.left(ctx, runners, a)
        encirclement.joined(ctx, runners, b)
        _left_cover(ctx, runners)
        caught = [unit.id for unit in _alive(ctx, runners) if comes_onto(ctx.game, unit, b)]
        pieces.change_all(ctx, caught, (ON_WIRE,), (), "routs onto the Wire (B26.41)")
        if _runs_into(ctx, runners, b):
            return
        minefields.enter(ctx, _alive(ctx, runners), b)
        artillery.enter(ctx, _alive(ctx, runners), b)
        runners = [unit.id for unit in _alive(ctx, runners)]
        if b in holes and rules.has_foxhole(ctx.game, b):
            beneath = tuple(key for key in runners if ON_WIRE not in ctx.state.units[key].flags)
            pieces.change_all(ctx, beneath, ("dug-in",), (), "beneath the foxhole (B27.41)")
        if not way.low_crawl and b not in holes:
            runners = _interdiction(ctx, runners, a, b)
        runners = _still_flee(ctx, runners, broken)


def _through_wire(ctx: Context, ids: Sequence[str], left: dict[str, float], a: str, b: str) -> list[str]:
    """B26.41: those on Wire get beneath it first; who has the MF for the next hex then goes on, `left` being theirs."""
    on = rout_from(ctx, ids, left)
    for unit in _alive(ctx, [key for key in ids if key not in on]):
        if unit.hex == a and (why := rules.must_rout(ctx.game, unit)):
            fails(ctx, unit, f"on the Wire of {a}, {why}")
    for key in on:
        price = rules.step_mf(ctx.game, ctx.state.units[key], a, b)
        left[key] -= left[key] if price is None else price
    return [key for key in on if left[key] >= 0]


def _left_before(ctx: Context, ids: Sequence[str], path: Sequence[str], here: str) -> dict[str, float]:
    """The MF of a rout that are left in a hex of its way."""
    gone = list(itertools.pairwise(path[: path.index(here) + 1]))
    left: dict[str, float] = {}
    for unit in _alive(ctx, ids):
        left[unit.id] = rules.mf_of(ctx.game, unit) - sum(rules.step_mf(ctx.game, unit, a, b) or 0.0 for a, b in gone)
    return left


def _still_flee(ctx: Context, ids: Sequence[str], broken: Collection[str]) -> list[str]:
    """A10.5, A15.2: whom a check on the way has rallied stands where he is, and a leader goes with nobody else."""
    fleeing = [key for key in ids if key in broken and "broken" in ctx.state.units[key].flags]
    stands = [key for key in ids if key in broken and key not in fleeing]
    if stands:
        places = listed(dict.fromkeys(ctx.state.units[key].hex for key in stands))
        verb = "flees" if len(stands) == 1 else "flee"
        ctx.tell(f"{listed(stands)} {verb} no farther than {places}: no longer broken (A15.2).")
    return [key for key in ids if key in fleeing or (fleeing and key not in broken)]


def _alive(ctx: Context, ids: Sequence[str]) -> list[Unit]:
    return ctx.state.present(ids)


def _left_cover(ctx: Context, ids: Sequence[str]) -> None:
    flags: tuple[Flag, ...] = (*sorted(DUG_IN), "in-gully")
    for flag in flags:
        out = tuple(key for key in ids if flag in ctx.state.units[key].flags)
        pieces.change_all(ctx, out, (), (flag,), "routs out of it")


def _runs_into(ctx: Context, ids: Sequence[str], name: str) -> bool:
    """A10.533: units that rout into an unknown enemy are thrown back beside him, so eliminated; he shows himself."""
    side = ctx.state.units[ids[0]].side
    enemies = [unit for unit in ctx.state.units_at(name, opponent(side)) if "prisoner" not in unit.flags]
    if not enemies:
        return False
    shown = concealment.shows_itself(ctx, side, name, f"{ids[0]} routs into {name} (A10.533)")
    who = listed(shown) or enemies[0].id
    for key in ids:
        if key in ctx.state.units:
            casualties.eliminate(ctx, ctx.state.units[key], f"routs into {who} in {name} (A10.533)")
    verb = "is" if len(ids) == 1 else "are"
    words = f"{listed(ids)} ran into {who} in {name} and {verb} eliminated (A10.533)."
    ctx.tell(words, stop=True, hexes=(name,))
    return True


def _interdiction(ctx: Context, ids: Sequence[str], a: str, b: str) -> list[str]:
    """A10.53: a NMC of each unit in an Interdicted hex; failing reduces, the highest DR ends the rout. Who goes on.

    A leader who runs along takes none, and is lost with a NMC that the broken unit fails (A10.711).
    """
    if not ids:
        return []
    foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if foes and ctx.state.option("ask-los"):
        doubtful = [foe.hex for foe in foes if not look(ctx.game, foe.hex, b).sure]
        if len(doubtful) == len(foes):
            settle_doubts(ctx, b, doubtful)
        foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if not foes:
        return list(ids)
    going = []
    leaders = [key for key in ids if "broken" not in ctx.state.units[key].flags]
    for key in morale_levels.in_order(ctx.game, [key for key in ids if key not in leaders]):
        if key not in ctx.state.units:
            continue
        why = f"Interdiction from {foes[0].hex} in {b} (A10.53)"
        record = morale_checks.morale_check(ctx, ctx.state.units[key], 0, why)
        if key in ctx.state.units and not _stopped(ctx, ctx.state.units[key], record):
            going.append(key)
        if not record.success:
            for leader in [leader for leader in leaders if leader in ctx.state.units]:
                casualties.eliminate(
                    ctx, ctx.state.units[leader], f"{key}, which he routs with, fails its NMC (A10.711)"
                )
    going = [key for key in going if key in ctx.state.units]  # a leader's loss may have cost more (A10.2)
    going += [key for key in leaders if key in ctx.state.units and going]
    down = [key for key in ids if key in ctx.state.units and key not in going and not _rallied(ctx, key)]
    if down:
        ctx.tell(f"{listed(down)} can run no farther than {b} (A10.53).", hexes=(b,))
    return going


def _rallied(ctx: Context, key: str) -> bool:
    """A15.2, A15.4: whether the DR has made the unit a hero, berserk or better: the log says so already."""
    return "broken" not in ctx.state.units[key].flags and "pinned" not in ctx.state.units[key].flags


def _stopped(ctx: Context, unit: Unit, record: RollRecord) -> bool:
    """Whether the NMC just made pinned the unit: passed with the highest DR, which ends its rout (A7.8)."""
    if unit.flags & {"pinned", "berserk", "prisoner"}:
        return True
    return bool(record.success and morale_checks.is_highest_pass(record))
