"""Squads that Deploy and HS that Recombine (A1.31-1.32); SW that change hands or are taken apart (A4.43, A9.8)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.fire.opportunity import is_mg
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag, WeaponFlag
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import leadership, task_checks
from sasl.asl.infantry.repair import BUSY, take
from sasl.content.library import Library

HANDED_ON: frozenset[Flag] = frozenset(
    {"concealed", "cx", "fanatic", "dug-in", "inside", "command", "no-command", "shellhole", "encircled"}
)
"""The states that both halves of a squad have."""


APART: frozenset[Flag] = frozenset({"dug-in", "in-gully", "crest", "in-culvert"})
"""The states of one half that keep it from the other in the same Location (A2.8)."""


# -- Deploy and Recombine ------------------------------------------------------------------------------


def _leader_at(game: Game, unit: Unit, *, recombines: bool = False) -> Unit:
    """A1.31: the best Good Order leader in the Location who has done nothing yet in this RPh (A3.1), or Refused.

    `recombines`: he may have led other HS that Recombined: he does so for all in his Location (A1.32).
    """
    leaders = [other for other in game.state.units_at(unit.hex, unit.side) if other.kind == "leader"]
    beside = [other for other in leaders if other.good_order and other.carrier == unit.carrier]
    busy = {"recovering", *BUSY} - ({"recombining"} if recombines else set())
    free = [other for other in beside if not other.flags & busy]
    if not free:
        raise Refused(f"no Good Order leader in {unit.hex} can direct it: each does so once per RPh (A1.31)")
    return min(free, key=lambda other: (leadership.drm(other), other.id))


def _fit(unit: Unit, verb_name: str) -> None:
    if not unit.hex:
        raise Refused(f"{unit.id} is not on the map")
    if not unit.good_order or unit.flags & {"disarmed", "pinned", "ti"}:
        raise Refused(
            f"{unit.id} may not {verb_name}: only Good Order units that are neither pinned nor TI can (A1.31)"
        )
    if "deploying" in unit.flags:
        raise Refused(f"{unit.id} has Deployed or Recombined in this RPh (A1.31)")
    if "recovering" in unit.flags:
        raise Refused(f"{unit.id} has attempted Recovery, its only action in this RPh (A4.44)")
    if unit.flags & BUSY:
        raise Refused(f"{unit.id} has had another action in this RPh (A3.1)")


def can_deploy(library: Library, nation: str) -> bool:
    """Return whether squads of a nation may Deploy (A1.31, A25.2)."""
    return bool(library.table("deploy.allowed").value(1, nation) == "yes")


def may_split(game: Game, unit: Unit) -> tuple[str, Unit | None]:
    """A1.31: the HS that a squad is made of, and the leader it takes. Refused, with the rule, if it may not Deploy.

    A20.5: an unbroken Guard does it at any time, of any nation, without leader or NTC.
    """
    half, nation = game.counter_of(unit).half, game.mission.army(unit.side).nation
    if unit.kind != "squad" or not half:
        raise Refused(f"{unit.id} is not a squad that can Deploy (A1.31)")
    if prisoners.held(game, unit) and unit.hex and "broken" not in unit.flags:
        return half, None
    if game.state.phase != "RPh":
        raise Refused(f"a squad Deploys in the RPh, a Guard at any time; this is {game.state.moment} (A1.31, A20.5)")
    if not can_deploy(game.library, nation):
        raise Refused(f"{nation.capitalize()} squads may not Deploy (A25)")
    _fit(unit, "Deploy")
    return half, _leader_at(game, unit)


def split(ctx: Context, unit: Unit) -> None:
    """A1.31: Deployment; some nations may not (A25.2)."""
    half, leader = may_split(ctx.game, unit)
    if leader is None:
        _guards_apart(ctx, unit, half)
        return
    pieces.change(ctx, leader, ["deploying"], why="A1.31")
    pieces.change(ctx, unit, ["deploying"], why="A1.31")
    concealment.lose_if_seen(ctx, [leader.id, unit.id], "Deploys in LOS (A12.141)")
    if task_checks.task_check(ctx, ctx.state.units[unit.id], "Deployment NTC") and unit.id in ctx.state.units:
        deploy(ctx, ctx.state.units[unit.id], half)


def _guards_apart(ctx: Context, unit: Unit, half: str) -> None:
    """A20.5, A20.51: a Guard Deploys; the prisoners that are too many for one HS go with the other."""
    other = deploy(ctx, unit, half)
    for captive in prisoners.held(ctx.game, ctx.state.units[unit.id]):
        if prisoners.room(ctx.game, ctx.state.units[unit.id]) < 0:
            ctx.emit(ev.UnitRedrawn(captive.id, carrier=other.id, why="A20.5", guarded=True))


def deploy(ctx: Context, unit: Unit, half: str) -> Unit:
    """A1.31: the squad becomes a HS, and a second one like it stands beside it."""
    pieces.become(ctx, unit, half, "Deploys (A1.31)")
    flags: frozenset[Flag] = (unit.flags & HANDED_ON) | {"deploying"}
    other = pieces.add_unit(
        ctx,
        unit.side,
        half,
        unit.hex,
        flags=flags,
        group=unit.group,
        attitude=unit.attitude,
        note=unit.note,
        role=unit.role,
        goal=unit.goal,
        why=f"the other half of {unit.id} (A1.31)",
    )
    if unit.carrier:
        ctx.emit(ev.UnitRedrawn(other.id, carrier=unit.carrier, why="A1.31"))
    return ctx.state.units[other.id]


def may_recombine(game: Game, first: Unit, second: Unit) -> tuple[str, Unit | None]:
    """A1.32: the squad that two HS make, and the leader it takes: none for a Guard. Refused, with the rule, if they may
    not.
    """
    if {first.kind, second.kind} != {"hs"} or first == second:
        raise Refused("recombine needs two HS, as in: recombine 237a 237b (A1.32)")
    for unit in (first, second):
        _fit(unit, "Recombine")
    if (first.side, first.hex, first.carrier) != (second.side, second.hex, second.carrier):
        raise Refused(f"{first.id} and {second.id} are not in one Location (A1.32)")
    if (first.flags ^ second.flags) & APART:
        raise Refused(f"{first.id} and {second.id} are not in the same terrain of {first.hex} (A1.32, A2.8)")
    whole = _squad_of(game, first, second)
    if any(prisoners.held(game, unit) for unit in (first, second)):
        return whole, None
    return whole, _leader_at(game, first, recombines=True)


def recombine(ctx: Context, first: Unit, second: Unit) -> None:
    """A1.32: no DR is needed; the first HS stays on the map as the squad, and guards whom the second guarded."""
    whole, leader = may_recombine(ctx.game, first, second)
    if leader:
        pieces.change(ctx, leader, ["recombining"], why="A1.32")
    led = [leader.id] if leader else []
    concealment.lose_if_seen(ctx, [*led, first.id, second.id], "Recombines in LOS (A12.141)")
    for captive in prisoners.held(ctx.game, second):
        ctx.emit(ev.UnitRedrawn(captive.id, carrier=first.id, why="A20.5", guarded=True))
    first, second = ctx.state.units[first.id], ctx.state.units[second.id]
    if len(first.flags & {"concealed"}) != len(second.flags & {"concealed"}):
        pieces.change(ctx, first, (), ["concealed"], "its other half is Known (A12)")
    for weapon in ctx.state.weapons_of(second.id):
        ctx.emit(ev.WeaponGiven(weapon.id, first.id))
    worse = second.flags & {"cx", "prep", "moved", "first", "final"}
    if "fanatic" not in second.flags:
        pieces.change(ctx, ctx.state.units[first.id], (), ["fanatic"], "its other half is not Fanatic (A1.32)")
    pieces.change(ctx, ctx.state.units[first.id], ["deploying", *sorted(worse)], why="A1.32")
    pieces.become(ctx, ctx.state.units[first.id], whole, f"Recombines with {second.id} (A1.32)")
    ctx.emit(ev.UnitRemoved(second.id, f"Recombines into {first.id} (A1.32)", False))


def _squad_of(game: Game, first: Unit, second: Unit) -> str:
    """The squad that two HS make. Refused if there is none."""
    types = game.library.counters.get(game.mission.army(first.side).nation, {})
    found = [name for name, item in types.items() if item.kind == "squad" and item.half == first.type]
    if first.type != second.type or not found:
        raise Refused(f"{first.type} and {second.type} are not halves of one squad (A1.32)")
    return found[0]


# -- SW ------------------------------------------------------------------------------------------------


def may_transfer(game: Game, piece: Unit | Weapon, unit: Unit) -> list[Unit]:
    """A4.43: who has a SW or mans a Gun that goes to `unit`. Refused, with the rule, if it may not."""
    holders = _holders(game, piece)
    if not holders:
        raise Refused(f"nobody has {piece.id}: recover it (A4.44)")
    if unit.id in {holder.id for holder in holders}:
        raise Refused(f"{unit.id} has {piece.id} already")
    for each in (*holders, unit):
        if not each.good_order or each.flags & {"pinned", "ti"} or not each.infantry:
            raise Refused(f"{each.id} cannot take part: it must be Good Order Infantry, neither pinned nor TI (A4.43)")
        if each.side != unit.side or each.hex != unit.hex or not each.hex:
            raise Refused(f"{each.id} and {unit.id} are not together (A4.43)")
        if "advanced" in each.flags:
            raise Refused(f"{each.id} has advanced: SW change hands at the start of the APh (A4.431)")
        if game.state.phase == "RPh" and each.flags & _no_transfer((*holders, unit)):
            raise Refused(f"{each.id} has had another action in this RPh (A3.1, A4.431)")
    if isinstance(piece, Unit) and not unit.mmc:
        raise Refused(f"{unit.id} cannot man {piece.id}: only MMC can (C1.21)")
    if game.state.phase == "APh" and game.state.side != unit.side:
        raise Refused(f"{piece.id} changes hands in any RPh, but only in its own APh (A4.431)")
    return holders


def transfer(ctx: Context, piece: Unit | Weapon, unit: Unit) -> None:
    """A4.43: possession goes from one Good Order unit to another of its side in the same Location."""
    holders = may_transfer(ctx.game, piece, unit)
    if isinstance(piece, Unit):
        for holder in holders:
            ctx.emit(ev.UnitRedrawn(holder.id, group="", why="A4.43"))
    take(ctx, unit, piece.id)
    if ctx.state.phase == "RPh":
        pieces.change_all(ctx, [*(holder.id for holder in holders), unit.id], ("transferring",), (), "A4.431")
    concealment.lose_if_seen(ctx, [*(holder.id for holder in holders), unit.id], f"hands {piece.id} over (A12.141)")


def _no_transfer(units: Sequence[Unit]) -> frozenset[Flag]:
    """A3.1, A4.431: the states of a unit that has had another action in this RPh; halves of a squad that has just
    Deployed divide its SW all the same (A1.31).
    """
    halves = all(unit.kind == "hs" and "deploying" in unit.flags for unit in units)
    return frozenset({"recovering", *BUSY}) - ({"transferring", "deploying"} if halves else {"transferring"})


def _holders(game: Game, piece: Unit | Weapon) -> list[Unit]:
    """Who has a SW, or mans a Gun."""
    if isinstance(piece, Weapon):
        holder = game.state.units.get(piece.holder)
        return [holder] if holder else []
    here = game.state.units_at(piece.hex, piece.side)
    return [unit for unit in here if unit.mmc and unit.group == piece.id]


def may_dismantle(game: Game, weapon: Weapon) -> None:
    """A9.8: Refused, with the rule, unless a SW may be taken apart or set up again, instead of firing it."""
    holder, state = game.state.units.get(weapon.holder), game.state
    if not _comes_apart(game, weapon):
        raise Refused(f"{weapon.id} cannot be dismantled: only non-Russian MMG, HMG and 4-PP mortars can (A9.8)")
    if holder is None or not holder.good_order or not holder.infantry:
        raise Refused(f"only a Good Order unit that possesses {weapon.id} can do that (A9.8)")
    if state.stage != "play":
        return
    if state.phase != ("PFPh" if state.side == holder.side else "DFPh") or not holder.hex:
        raise Refused(
            f"{weapon.id} is dismantled or assembled in its side's PFPh or DFPh; this is {state.moment} (A9.8)"
        )
    if holder.flags & {"prep", "opportunity", "first", "final", "ti", "pinned"} or "fired" in weapon.flags:
        raise Refused(
            f"{holder.id} or {weapon.id} has fired or is otherwise engaged: dismantling replaces its fire (A9.8)"
        )


def _comes_apart(game: Game, weapon: Weapon) -> bool:
    """A9.8: light mortars of 4 PP or more; of MG what is heavy enough, but for those of some nations."""
    item, nation = game.printed(weapon), game.mission.army(weapon.side).nation
    if item.mode == "MTR" or not is_mg(game, weapon):
        return item.mode == "MTR" and (item.pp or 0) >= game.figure("dismantle-mortar-pp")
    able = game.library.table("dismantle.mg").value(1, nation) == "yes"
    return able and (item.pp or 0) >= game.figure("dismantle-pp")


def dismantle(ctx: Context, weapon: Weapon) -> None:
    """A9.8: a SW is taken apart, or set up again; that is the use of it in this phase."""
    state = ctx.state
    mark: WeaponFlag = "prep" if state.phase == "PFPh" else "final"
    if state.stage == "play":
        concealment.lose_if_seen(ctx, [weapon.holder], f"dismantles or assembles {weapon.id} (A12.141)")
    used: tuple[WeaponFlag, ...] = ("fired", mark) if state.stage == "play" else ()
    if "dismantled" in weapon.flags:
        ctx.emit(ev.WeaponChanged(weapon.id, used, ("dismantled",), "assembled (A9.8)"))
    else:
        now = ctx.game.printed(weapon).dismantled
        why = f"may be fired as a {now} from the next fire phase on (A9.8)" if now else "A9.8"
        ctx.emit(ev.WeaponChanged(weapon.id, ("dismantled", *used), (), why))
