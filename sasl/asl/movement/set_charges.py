"""A Set Demolition Charge (A23.7): a whole MPh of work to set it, then it is set off from afar in a later Player Turn.

A marker with the id of the SW stands for it: who sets it off, and by `number` the Player Turn in which it was set. It
brings down a building (A23.71); no bridge falls in play, so none is set on one [house].
"""

from __future__ import annotations

from sasl.asl.fire import ift
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Marker, Unit
from sasl.asl.game.under_way import Pending
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.infantry.morale import leadership, task_checks
from sasl.asl.movement.allowance import not_barred, on_its_own, stack_allowance
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.ordnance import demolition
from sasl.asl.ordnance.charge_position import Charge
from sasl.asl.terrain import rubble

KIND = "set-charge"
"""The kind of what waits for the end of the MPh; its hex, who sets it, and its type: which SW."""
MARK = "set-dc"


def why_not(game: Game, unit: Unit, weapon: str, name: str) -> str:
    """A23.7: why this unit may not set a charge, or set off the one that lies in a hex, or ""."""
    lying = charge_in(game, unit, name)
    return _why_not_off(game, unit, lying) if lying else _why_not_set(game, unit, weapon, name)


def use(ctx: Context, unit: Unit, weapon: str, name: str) -> None:
    """A23.7: a charge is set, or the one set there goes off."""
    lying = charge_in(ctx.game, unit, name)
    if lying is None:
        _begin(ctx, unit, weapon)
    else:
        _set_off(ctx, unit, lying)


def charge_in(game: Game, unit: Unit, name: str) -> Marker | None:
    """The charge of its own that a unit has set in a hex."""
    return next((item for item in game.state.markers_at(name, MARK) if item.owner == unit.id), None)


# -- to set it ------------------------------------------------------------------------------------------


def _why_not_set(game: Game, unit: Unit, weapon: str, name: str) -> str:
    state = game.state
    why = demolition.use_refusal(game, unit, weapon, name, "set")
    if why:
        return why
    if (state.side, state.phase) != (unit.side, "MPh"):
        return f"a DC is set in one's own MPh; this is {state.moment} (A23.7)"
    if game.board.terrain(name).bridged:
        return f"no DC can be set on the bridge in {name}: it would not fall (A23.71) [house]"
    if unit.mf or any(item.kind == KIND and unit.id in item.units for item in state.pending):
        return f"{unit.id} has spent {unit.mf:g} MF; setting a DC takes all of them (A23.7)"
    try:
        on_its_own(unit)
        not_barred(unit)
    except Refused as refused:
        return str(refused)
    return ""


def _begin(ctx: Context, unit: Unit, weapon: str) -> None:
    """A23.7, A4.62: all its MF in Hazardous Movement, and the fire that draws; the dr comes as its MPh ends."""
    name = unit.hex
    pieces.change(ctx, unit, ["hazardous", "ended"], why="sets a DC (A23.7, A4.62)")
    spend(ctx, [unit.id], stack_allowance(ctx.game, [unit])[unit.id], f"set {weapon}")
    text = f"{weapon} is set in {name} (A23.7)"
    waits = Pending(
        ctx.new_number("P"), KIND, ctx.state.turn, unit.side, "MPh", text, (name,), units=(unit.id,), type=weapon
    )
    ctx.emit(ev.PendingAdded(waits))
    concealment.after_move(ctx, [unit.id])
    draws_fire(ctx, [unit.id], name, shown=True)


def mph_ends(ctx: Context) -> None:
    """A23.7: who was neither pinned nor broken at it sets the charge by a dr of at most his US#, a leader helping."""
    for item in [item for item in ctx.state.pending if item.kind == KIND]:
        ctx.emit(ev.PendingDone(item.id))
        unit, name = ctx.state.units.get(item.units[0]), item.hexes[0]
        if unit is None or unit.hex != name or unit.flags & {"broken", "pinned", "prisoner", "berserk"}:
            ctx.tell(f"{item.type} is not set in {name}: {item.units[0]} was stopped (A23.7).", hexes=item.hexes)
            continue
        with ctx.rolls_for(unit.side):
            record = ctx.check(
                "demolition.set", f"Setting of {item.type} in {name}", prisoners.size(ctx.game, unit),
                modifiers=leadership.leader_modifier(ctx.game, unit),
            )  # fmt: skip
        if record.success:
            text, now = f"Set DC of {unit.id}", ctx.state.player_turn
            ctx.emit(ev.WeaponGiven(item.type, "", name))
            ctx.emit(ev.MarkerPut(Marker(item.type, MARK, name, unit.side, now, text=text, owner=unit.id), "A23.7"))


# -- to set it off --------------------------------------------------------------------------------------


def _why_not_off(game: Game, unit: Unit, lying: Marker) -> str:
    """A23.7: why a unit may not set off its charge now, or ""."""
    state, far = game.state, game.board.distance(unit.hex, lying.hex) if unit.hex else 0
    own = state.side == unit.side
    if state.phase not in (("PFPh", "AFPh") if own else ("DFPh",)):
        return f"a Set DC goes off in a fire phase of its side; this is {state.moment} (A23.7)"
    if state.player_turn <= lying.number:
        return "a DC that was set in this Player Turn goes off in a later one (A23.7)"
    if not unit.good_order or unit.flags & demolition.BARRED:
        return f"{unit.id} is not in Good Order and cannot set it off (A23.7)"
    if unit.flags & ({"prep"} if own else {"first", "final"}):
        return f"{unit.id} has already fired or tried to set it off (A23.7, A10.1)"
    least, most = game.figure("set-dc-least"), game.figure("set-dc-most")
    if not least <= far <= most:
        return f"{unit.id} sets it off from {least} to {most} hexes away; {lying.hex} is {far} (A23.7)"
    return "" if look(game, unit.hex, lying.hex).exists else f"{unit.id} does not see {lying.hex} (A23.7)"


def _set_off(ctx: Context, unit: Unit, lying: Marker) -> None:
    """A23.7, A23.71: a NTC, then the charge goes off against all who are there; every enemy man makes a dud likelier.

    A Final KIA brings the building down.
    """
    pieces.change(ctx, unit, ["prep" if ctx.state.side == unit.side else "final"], why="at a Set DC (A23.7)")
    if not task_checks.task_check(ctx, ctx.state.units[unit.id], f"NTC to set off {lying.id} in {lying.hex}"):
        return
    name, foes = lying.hex, [other for other in ctx.state.units_at(lying.hex) if other.side != unit.side]
    men = sum(1 for other in foes if other.infantry and "prisoner" not in other.flags)
    hidden, dud = frozenset(other.id for other in foes if not other.known), demolition.dud_on(ctx.game, unit, lying.id)
    charge = Charge(unit.side, lying.id, name, name, "set", False, hidden, dud - men)
    ctx.emit(ev.MarkerRemoved.of(lying, "set off (A23.7)"))
    result = demolition.explode(ctx, charge)
    if result is None or not rubble.stands_in(ctx.game, name) or rubble.is_rubble(ctx.game, name):
        return
    if any(ift.severity(outcome) >= ift.severity(ift.Outcome("KIA")) for _, outcome in result.results):
        rubble.collapse(ctx, name, f"{lying.id}: Final KIA (A23.71)", whole=True)
