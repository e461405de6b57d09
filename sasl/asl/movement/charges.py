"""A Demolition Charge placed in the MPh (A23.3): its MF, the fire it draws, and the AFPh in which it goes off."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Pending
from sasl.asl.infantry import concealment
from sasl.asl.movement import set_charges
from sasl.asl.movement.advance import faces_armor
from sasl.asl.movement.allowance import not_barred, on_its_own, stack_allowance
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.ordnance import demolition
from sasl.asl.ordnance.charge_position import Charge, How

KIND = "charge"
"""The kind of what waits for the AFPh; its hexes: where the charge lies and where it was placed from; its units: who
placed it and who was concealed there then; its number: the Original DR from which on it is a dud; its type: which SW.
"""


def usual(game: Game, unit: Unit) -> How:
    """How a charge is used unless it is said: placed in the own MPh, elsewhere thrown."""
    return "placed" if (game.state.side, game.state.phase) == (unit.side, "MPh") else "thrown"


def why_not(game: Game, unit: Unit, weapon: str, name: str, how: How) -> str:
    """A23: why this unit may not use a charge so, at a hex, now, or ""."""
    if how == "placed":
        return refusal(game, unit, weapon, name)
    if how == "set":
        return set_charges.why_not(game, unit, weapon, name)
    return demolition.attack_refusal(game, unit, weapon, name, how)


def refusal(game: Game, unit: Unit, weapon: str, name: str) -> str:
    """A23.3: why this unit may not place a charge in a hex now, or ""."""
    state = game.state
    why = demolition.use_refusal(game, unit, weapon, name, "placed")
    if why:
        return why
    if (state.side, state.phase) != (unit.side, "MPh"):
        return f"a DC is placed in one's own MPh; this is {state.moment} (A23.3)"
    try:
        on_its_own(unit)
        not_barred(unit, "assault")
        price = mf(game, unit, name)
    except Refused as refused:
        return str(refused)
    has = _allowance(game, unit)
    if unit.mf + price > has:
        return f"{unit.id} has spent {unit.mf:g} of {has:g} MF; placing a DC in {name} takes {price:g} (A23.3)"
    return ""


def mf(game: Game, unit: Unit, name: str) -> float:
    """A23.3: what it takes to place a charge in a hex: as much as to enter it. Refused where nobody enters.

    At the pillbox of its own hex: as much as to enter that (B30.31).
    """
    if name == unit.hex:
        return float(game.figure("pillbox-mf"))
    cost = step_cost(game, unit, unit.hex, name)
    if not cost.allowed:
        raise Refused(f"{unit.id} cannot enter {name}, so it cannot place a DC there: {cost.why} (A23.3)")
    return max(0.0, _allowance(game, unit) - unit.mf) if cost.all else cost.mf or 0.0


def _allowance(game: Game, unit: Unit) -> float:
    """The MF of a unit, with the bonus of a leader in its hex (A4.12)."""
    stack = [other for other in game.state.units_at(unit.hex, unit.side) if other.infantry]
    return stack_allowance(game, stack)[unit.id]


def place(ctx: Context, unit: Unit, weapon: str, name: str) -> None:
    """A23.3: the MF, the PAATC for a manned AFV there, the fire; the charge waits for the AFPh."""
    if not faces_armor(ctx, unit, name):
        return
    unit = ctx.state.units[unit.id]
    spend(ctx, [unit.id], mf(ctx.game, unit, name), f"place {weapon}")
    hidden = [other.id for other in ctx.state.units_at(name) if other.side != unit.side and not other.known]
    text, number = f"{weapon} goes off in {name} (A23.4)", demolition.dud_on(ctx.game, unit, weapon)
    hexes, units = (name, unit.hex), (unit.id, *hidden)
    waits = Pending(ctx.new_number("P"), KIND, ctx.state.turn, unit.side, "AFPh", text, hexes, number, units, weapon)
    ctx.emit(ev.PendingAdded(waits))
    ctx.emit(ev.WeaponGiven(weapon, "", name))
    concealment.after_move(ctx, [unit.id])
    draws_fire(ctx, [unit.id], unit.hex, shown=True)


def mph_ends(ctx: Context) -> None:
    """A23.3: a charge whose unit was broken, pinned or lost where it placed it stays with it, or lies there."""
    for item in ctx.state.pending:
        if item.kind != KIND:
            continue
        key, back = item.units[0], item.hexes[1]
        unit = ctx.state.units.get(key)
        if unit is not None and (unit.hex != back or not unit.flags & {"broken", "pinned", "prisoner"}):
            continue
        ctx.emit(ev.PendingDone(item.id))
        ctx.tell(f"{item.type} was not placed: {key} was stopped in {back} (A23.3).", hexes=item.hexes)
        if item.type in ctx.state.weapons:
            keeps = unit is not None and "prisoner" not in unit.flags
            ctx.emit(ev.WeaponGiven(item.type, key if keeps else "", "" if keeps else back))


def goes_off(ctx: Context, item: Pending) -> None:
    """A23.4: a placed charge goes off in the AFPh; until it has, it waits."""
    if item.type in ctx.state.weapons:
        demolition.explode(ctx, _placed(ctx.game, item))
    ctx.emit(ev.PendingDone(item.id))


def going_off(game: Game, weapon: str, name: str) -> Charge | None:
    """The charge that goes off in a hex now, placed or thrown; None if it is neither."""
    placed = next((item for item in game.state.pending if (item.kind, item.type) == (KIND, weapon)), None)
    if placed is not None:
        return _placed(game, placed)
    held = game.state.weapons.get(weapon)
    thrower = game.state.units.get(held.holder) if held else None
    return demolition.charge_of(game, thrower, weapon, name, "thrown") if thrower else None


def _placed(game: Game, item: Pending) -> Charge:
    """A charge that waits for the AFPh, as it was placed."""
    who = game.state.units.get(item.units[0])
    tired, hidden = who is not None and "cx" in who.flags, frozenset(item.units[1:])
    return Charge(item.side, item.type, item.hexes[0], item.hexes[1], "placed", tired, hidden, item.number)
