"""What hits do to vehicles and those aboard: wrecks, immobilization, Shock, Stun, Recall, Crew Survival (C7, D5)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context
from sasl.asl.game.flags import Flag
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import FIRE_PHASES
from sasl.asl.game.state import MarkerState, Unit
from sasl.asl.infantry.morale import casualties, task_checks
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits.to_kill import Effect
from sasl.board.terrain import WAGON

UNCONFIRMED = "Unconfirmed Kill"
SHAKEN = {"broken", "shocked", "stunned"}
CREW = "1-2-7"


def suffer(ctx: Context, unit: Unit, found: Effect, why: str) -> None:
    """C7.3-7.7: carry out a To Kill effect on a vehicle."""
    if found in ("burning", "destroyed"):
        destroy(ctx, unit, why, burning=found == "burning")
    elif found == "immobilized":
        immobilize(ctx, unit, why)
    elif found == "shock":
        shock(ctx, unit, why)
    elif found == "stun":
        stun(ctx, unit, why)
    elif found == "possible shock":
        possible_shock(ctx, unit, why)


def possible_shock(ctx: Context, unit: Unit, why: str) -> None:
    """C7.42: the crew passes a NTC or is Shocked."""
    if _manned(ctx, unit) and not task_checks.task_check(ctx, unit, "Possible Shock (C7.42): NTC"):
        shock(ctx, ctx.state.units[unit.id], why)


def _manned(ctx: Context, unit: Unit) -> bool:
    """Whether there is a crew aboard that anything can happen to."""
    return unit.id in ctx.state.units and "abandoned" not in unit.flags


def destroy(
    ctx: Context, unit: Unit, why: str, *, burning: bool = False, survivors: bool = True, wreck: bool = True
) -> None:
    """D5.6, D9.3: a vehicle is destroyed; crew and those aboard may survive unless it burns.

    `wreck` False: none is left on the map (B23.41). A cupola leaves no wreck, never burns and has no Crew Survival (OtO
    4.1); nor does a wagon leave a wreck or burn (D12.1).
    """
    if unit.id not in ctx.state.units:
        return
    aboard = [other for other in ctx.state.units.values() if other.carrier == unit.id]
    cupola, wagon = unit.kind == "cupola", ctx.game.counter_of(unit).move == WAGON
    burning = burning and not wagon
    crew = survivors and not burning and not cupola and "abandoned" not in unit.flags
    shaken = bool(unit.flags & SHAKEN) or mounted.STUNNED_BEFORE in unit.arms
    survives = (
        crew and bool(ctx.game.counter_of(unit).crew_survival) and _survival(ctx, unit, "the crew", shaken=shaken)
    )
    _those_aboard(ctx, unit, aboard, why, burning=burning)
    if unit.id not in ctx.state.units:
        return
    ctx.emit(ev.UnitRemoved(unit.id, why))
    if cupola or wagon or not unit.hex:
        return
    state: MarkerState = "burning" if burning else ""
    text, why = f"{state} wreck".strip(), f"of {unit.id} (D9.3)"
    if wreck:
        drove = ctx.state.player_turn if mounted.is_moving_target(ctx.game, unit) else 0
        mgs = 0 if burning else len(mounted.removable(ctx.game, unit))
        pieces.put_marker(
            ctx, "wreck", unit.hex, text, number=int(burning), why=why, state=state, drove=drove, maker=unit.made_by,
            mgs=mgs,
        )  # fmt: skip
    if survives and (men := _bails_out(ctx, unit, "survives (D5.6)")):
        _holds(ctx, men.id)


def _survival(ctx: Context, unit: Unit, who: str, *, shaken: bool) -> bool:
    """D5.6: a Crew Survival DR; one worse for a crew once Stunned (D5.34), for others only if broken (D6.9)."""
    number = ctx.game.counter_of(unit).crew_survival or ctx.figure("passenger-survival")
    facts = {"crew-shaken": int(shaken)}
    with ctx.rolls_for(unit.side):
        return bool(ctx.check("vehicles.survival", f"Does {who} of {unit.id} survive?", number, facts=facts).success)


def _those_aboard(ctx: Context, unit: Unit, aboard: Sequence[Unit], why: str, *, burning: bool) -> None:
    """D6.9: Passengers and Riders survive by the CS# of their vehicle; nobody leaves a burning one.

    A Gun in tow is destroyed with it (C10.1).
    """
    for other in aboard:
        if other.id not in ctx.state.units:
            continue
        ctx.emit(ev.UnitRedrawn(other.id, carrier="", why=f"its carrier {unit.id} is lost"))
        if other.kind == "gun":
            ctx.emit(ev.UnitRemoved(other.id, f"lost with {unit.id} (C10.1)"))
        elif burning or not _survival(ctx, unit, other.id, shaken="broken" in other.flags):
            casualties.eliminate(ctx, ctx.state.units[other.id], f"aboard {unit.id}: {why}")
        else:
            _in_danger(ctx, ctx.state.units[other.id])
            _holds(ctx, other.id)


def _holds(ctx: Context, unit_id: str) -> None:
    """A26.11: who gets out of a vehicle alive may control where he now stands on foot."""
    if unit_id in ctx.state.units:
        unit = ctx.state.units[unit_id]
        take_control(ctx, [unit], (unit.hex,))


def _in_danger(ctx: Context, unit: Unit) -> None:
    """D5.5, D5.6: who gets out of a hit vehicle alive has spent all MF, and is in Hazardous Movement in that phase."""
    if ctx.state.phase in FIRE_PHASES:
        moves = (ctx.state.side, ctx.state.phase) == (unit.side, "MPh")
        pieces.change(ctx, unit, ["hazardous", "ended"] if moves else ["hazardous"], why="D5.6")


def _bails_out(ctx: Context, unit: Unit, why: str, *, forced: bool = True) -> Unit | None:
    """D5.4, D5.6: the crew counter of a vehicle takes its place in the hex, in danger if it is `forced` out."""
    if not unit.hex:
        return None
    hands = mounted.stand_in(unit) or CREW
    crew = pieces.add_unit(
        ctx, unit.side, hands, unit.hex, group=unit.id, attitude=unit.attitude, why=f"crew of {unit.id} {why}"
    )
    if words := _brings_out(unit):
        ctx.emit(ev.ArmsChanged(crew.id, words, (), f"as in {unit.id} (D3.43, D5.34)"))
    if forced:
        _in_danger(ctx, crew)
    return ctx.state.units[crew.id]


def _brings_out(unit: Unit) -> tuple[str, ...]:
    """D3.43, D5.34, D5.341: what a crew keeps of its vehicle outside: its armor leader, a Stun, a Recall."""
    led = [word for word, figures in mounted.LEADS.items() if figures == (unit.morale, unit.modifier)]
    return (
        *(led if "armor-leader" in unit.flags and "recalled" not in unit.flags else ()),
        *([mounted.SHAKEN_CREW] if mounted.STUNNED_BEFORE in unit.arms else ()),
        *([mounted.RECALLED_CREW] if "recalled" in unit.flags else ()),
    )


def immobilize(ctx: Context, unit: Unit, why: str, *, attack: bool = True) -> None:
    """D8.1, D5.5: a vehicle does not move any more; after an `attack` its crew passes a TC or leaves it.

    Nothing to a cupola.
    """
    if unit.id not in ctx.state.units or unit.kind != "vehicle":
        return
    again = "immobile" in unit.flags
    pieces.change(ctx, unit, ["immobile"], ["motion"], why)
    if "recalled" in unit.flags:
        abandon(ctx, ctx.state.units[unit.id], "Recalled, but it cannot move (D5.341)")
    elif attack and not again:
        stays_aboard(ctx, ctx.state.units[unit.id])
    left_empty(ctx, unit.id)


def left_empty(ctx: Context, unit_id: str) -> None:
    """D8.1: what has neither arms nor armor is a wreck once it is immobilized and nobody, no Gun either, is aboard."""
    unit = ctx.state.units.get(unit_id)
    if unit is None or unit.kind != "vehicle" or "immobile" not in unit.flags or ctx.state.aboard(unit_id):
        return
    if not mounted.armored(ctx.game, unit) and not mounted.weapons(ctx.game, unit):
        destroy(ctx, unit, "unarmed, immobilized and empty (D8.1)", survivors=False)


def has_crew(ctx: Context, unit: Unit) -> bool:
    """Whether an Inherent Crew (not just a driver) is aboard: it mans a weapon (D5.1)."""
    return _manned(ctx, unit) and bool(mounted.weapons(ctx.game, unit))


def stays_aboard(ctx: Context, unit: Unit) -> None:
    """D5.5: the TC of the crew of a vehicle that is stuck; who fails it leaves. A driver stays (D5.1)."""
    if not has_crew(ctx, unit) or unit.flags & {"shocked", "stunned"}:
        return
    if not task_checks.task_check(ctx, ctx.state.units[unit.id], "to stay aboard (D5.5): NTC"):
        abandon(ctx, ctx.state.units[unit.id], "Immobilized (D5.5)")


def abandon(
    ctx: Context, unit: Unit, why: str, *, broken: bool = False, forced: bool = True, killed: bool = False
) -> Unit | None:
    """D5.4: the crew leaves its vehicle and stands in the hex; Passengers get off, too. The crew, if there is one.

    Its armor leader is gone until it mans a vehicle again (D3.43), and so is what a Stun has left of it (D5.34).
    `killed`: nobody of it is left (D5.311).
    """
    if unit.kind != "vehicle" or "abandoned" in unit.flags:
        return None
    aboard = [item.id for item in ctx.state.units.values() if item.carrier == unit.id and item.kind != "gun"]
    for key in aboard:
        ctx.emit(ev.UnitRedrawn(key, carrier="", why=f"leaves {unit.id}"))
    if mounted.STUNNED_BEFORE in unit.arms:
        ctx.emit(ev.ArmsChanged(unit.id, (), (mounted.STUNNED_BEFORE,), "its crew leaves it (D5.34)"))
    pieces.change(ctx, unit, ["abandoned"], ["motion", "shocked", "stunned", "recalled", "armor-leader"], why)
    crew = _bails_out(ctx, unit, "is lost (D5.311)" if killed else "leaves it (D5.4)", forced=forced and not killed)
    if crew and killed:
        casualties.eliminate(ctx, crew, why)
        crew = None
    if crew and broken:
        casualties.break_unit(ctx, ctx.state.units[crew.id], why)
    if hands := mounted.stand_in(unit):
        ctx.emit(ev.ArmsChanged(unit.id, (), (f"{mounted.STAND_IN}{hands}",), "A21.22"))
    out = [*aboard, *([crew.id] if crew else [])]
    ctx.game.reactions.set_down(ctx, out)
    for key in out:
        _holds(ctx, key)
    return crew


def shock(ctx: Context, unit: Unit, why: str) -> None:
    """C7.42: the crew does nothing until it recovers, and buttons up; a vehicle that moves stops. An Unconfirmed Kill
    is a mere Shock again.
    """
    if not _manned(ctx, unit):
        return
    pieces.change(ctx, unit, ["shocked", *_shut(ctx, unit)], ["motion"], why)
    if UNCONFIRMED in unit.arms:
        ctx.emit(ev.ArmsChanged(unit.id, (), (UNCONFIRMED,), "Shocked again (C7.42)"))


def stun(ctx: Context, unit: Unit, why: str) -> None:
    """D5.34: the crew does nothing in this turn, buttons up, stops, and is shaken for good; twice is a Recall."""
    if not _manned(ctx, unit):
        return
    if mounted.STUNNED_BEFORE in unit.arms:
        recall(ctx, unit, f"{why}: Stunned again (D5.341)")
        return
    pieces.change(ctx, unit, ["stunned", *_shut(ctx, unit)], ["motion"], why)
    ctx.emit(ev.ArmsChanged(unit.id, (mounted.STUNNED_BEFORE,), (), "Stunned (D5.34)"))


def _shut(ctx: Context, unit: Unit) -> list[Flag]:
    """D5.34: the crew of an AFV buttons up, in an open top, too; others have nothing to close."""
    return ["buttoned"] if mounted.armored(ctx.game, unit) else []


def recall(ctx: Context, unit: Unit, why: str) -> None:
    """D5.341: Stunned, then it leaves for the friendly edge; one that cannot move is Abandoned."""
    if not _manned(ctx, unit):
        return
    if unit.kind == "cupola":
        pieces.change(ctx, unit, ["stunned"], (), why)
        return
    pieces.change(ctx, unit, ["stunned", "recalled", *_shut(ctx, unit)], ["motion", "armor-leader"], why)
    if mounted.STUNNED_BEFORE not in unit.arms:
        ctx.emit(ev.ArmsChanged(unit.id, (mounted.STUNNED_BEFORE,), (), "Recalled (D5.341)"))
    if "immobile" in unit.flags or "bogged" in unit.flags:
        abandon(ctx, ctx.state.units[unit.id], f"{why}: Recalled, but it cannot move (D5.341)")


def disarm(ctx: Context, unit: Unit, why: str) -> None:
    """D3.7: a MA is disabled; its vehicle is under Recall, unless it carries or tows, and is Abandoned if stuck.

    A Gun that is no vehicle's is removed (C2.28).
    """
    if unit.kind == "gun":
        ctx.emit(ev.UnitRemoved(unit.id, f"it malfunctions for good ({why}, C2.28)"))
        return
    pieces.change(ctx, unit, ["disabled"], ["malfunctioned"], why)
    item = ctx.game.counter_of(unit)
    if unit.kind != "vehicle" or item.pp or item.tow_number is not None:
        return
    recall(ctx, ctx.state.units[unit.id], "its MA is disabled (D3.7)")


def recover(ctx: Context) -> None:
    """C7.42: at the end of the RPh a Shocked crew recovers, becomes an Unconfirmed Kill, or is a wreck after all."""
    for unit in list(ctx.state.on_map()):
        if "shocked" not in unit.flags:
            continue
        doubtful = UNCONFIRMED in unit.arms
        table = "vehicles.unconfirmed" if doubtful else "vehicles.shock"
        with ctx.rolls_for(unit.side):
            result = str(ctx.table(table, f"{'Unconfirmed Kill' if doubtful else 'Shock'} of {unit.id}").result)
        if result == "wreck":
            destroy(ctx, unit, "its Kill is confirmed (C7.42)", survivors=False)
            continue
        if result == "recovers":
            pieces.change(ctx, unit, (), ["shocked"], "recovers (C7.42)")
        if doubtful and result == "recovers":
            ctx.emit(ev.ArmsChanged(unit.id, (), (UNCONFIRMED,), "recovers (C7.42)"))
        elif result == "unconfirmed":
            ctx.emit(ev.ArmsChanged(unit.id, (UNCONFIRMED,), (), "C7.42"))
