"""What fire on the IFT does to vehicles: the star line, and crews that are exposed (A7.307-7.308, D5.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sasl.asl.fire import ift
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import morale_levels, task_checks
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.ordnance.hits.to_kill import Effect
from sasl.kernel.rolling.records import CHECK, Modifier, thrown


def ift_result(
    ctx: Context,
    unit: Unit,
    final: FinalDr,
    why: str,
    *,
    aboard: Callable[[Sequence[str], str], None],
    crew: bool = False,
    bare: bool = False,
) -> None:
    """A7.307-7.308: fire on the IFT hurts an unarmored vehicle by the star line, an AFV only through its open crew.

    Riders and Passengers that nothing shelters suffer the same result (D6.4): `aboard(ids, why)` carries it out.

    `crew`: the outcome is that of its exposed crew already (D5.31); `bare`: nothing shelters it, even if it is BU
    (D5.311).
    """
    soft = mounted.weakest_hull(ctx.game, unit) is None
    if soft:
        star(ctx, unit, final, why)
    if unit.id in ctx.state.units and final.outcome.kind != "-":
        outside = [
            other.id
            for other in ctx.state.units.values()
            if other.carrier == unit.id and other.kind not in ("gun", "vehicle", "cupola")
        ]
        if outside:
            aboard(outside, f"{why}: aboard {unit.id}")
    if unit.id in ctx.state.units and (bare or mounted.exposed(ctx.game, unit)) and vehicle_hits.has_crew(ctx, unit):
        found = final.outcome if soft or crew else _against_crew(ctx, unit, final)
        crew_suffers(ctx, unit, found, why, bare=bare)


def is_open(game: Game, unit: Unit) -> bool:
    """A12.2, D5.31: whether fire on the IFT can hurt a vehicle or somebody of it."""
    return mounted.weakest_hull(game, unit) is None or mounted.exposed(game, unit)


def star(ctx: Context, unit: Unit, final: FinalDr, why: str) -> None:
    """A7.308: below the Kill Number it is eliminated (half: burning), at it immobilized; an Original 2 rolls again."""
    if (total := final.total) is None:
        found: Effect = "destroyed" if final.outcome.kind in ("KIA", "K") else "-"
    else:
        number = ift.star(ctx.game, final.column)
        found = "-"
        if number and total <= number:
            found = "burning" if 2 * total <= number else "immobilized" if total == number else "destroyed"
        if final.original == 2 and final.column:
            found = _better(found, str(ctx.table("vehicles.soft-kill", f"Original 2 against {unit.id}").result))
    vehicle_hits.suffer(ctx, unit, found, f"{why} (A7.308)")


def _better(found: Effect, second: str) -> Effect:
    """The worse of two results for the vehicle."""
    names: dict[str, Effect] = {"burning": "burning", "eliminated": "destroyed", "immobilized": "immobilized"}
    order: tuple[Effect, ...] = ("burning", "destroyed", "immobilized", "-")
    return min(found, names.get(second, "-"), key=order.index)


def _against_crew(ctx: Context, unit: Unit, final: FinalDr) -> Outcome:
    """D5.31: the outcome for a CE crew, with its +2."""
    if (total := final.total) is None:
        return final.outcome
    more = ctx.figure("crew-exposed")
    found = ift.outcome(ctx.game, final.column, total + more)
    ctx.tell(f"Same DR for the crew of {unit.id}: {total} {more:+d} crew exposed (D5.31) = {total + more}: {found}.")
    return found


def crew_suffers(ctx: Context, unit: Unit, outcome: Outcome, why: str, *, bare: bool) -> None:
    """D5.311-5.341: what a result does to a vulnerable crew: of an AFV Recall, Stun or a pin.

    Of others, and through a side without armor (`bare`), as to men: a KIA or K eliminates it, a MC may break it.
    """
    afv = mounted.armored(ctx.game, unit) and not bare
    if outcome.kind in ("KIA", "K"):
        if afv:
            vehicle_hits.recall(ctx, unit, f"{why}: {outcome} against its crew (D5.341)")
        else:
            vehicle_hits.abandon(ctx, unit, f"{why}: {outcome} against its crew (D5.311)", killed=True)
    elif outcome.kind == "MC":
        _crew_check(ctx, unit, outcome.n, why, afv=afv)
    elif outcome.kind == "PTC" and not _pinned(unit) and not task_checks.task_check(ctx, unit, f"PTC ({why})"):
        pin_crew(ctx, ctx.state.units[unit.id], "failed a PTC (A7.82)")


def _pinned(unit: Unit) -> bool:
    return mounted.CREW_PINNED in unit.arms


def pin_crew(ctx: Context, unit: Unit, why: str) -> None:
    """A7.82: a pinned crew of a closed AFV buttons up; any other fires as if pinned, until the Player Turn ends."""
    if _closed(ctx, unit):
        pieces.change(ctx, unit, ["buttoned"], (), why)
    if not _pinned(unit):
        ctx.emit(ev.ArmsChanged(unit.id, (mounted.CREW_PINNED,), (), why))


def _closed(ctx: Context, unit: Unit) -> bool:
    return mounted.armored(ctx.game, unit) and not ctx.game.counter_of(unit).open_topped


def unpin(ctx: Context) -> None:
    """A7.8: crews are pinned no more at the end of the Player Turn."""
    for unit in list(ctx.state.units.values()):
        if _pinned(unit):
            ctx.emit(ev.ArmsChanged(unit.id, (), (mounted.CREW_PINNED,), "end of the Player Turn (A7.8)"))


def _crew_check(ctx: Context, unit: Unit, n: int, why: str, *, afv: bool) -> None:
    """D5.34, A7.82: a CE crew that fails its MC is Stunned, Recalled by an Original 12; in an unarmored vehicle it
    breaks and leaves. One that passes by the highest DR is pinned.
    """
    mods = [Modifier(f"{n}MC", n, "A10.3")] if n else []
    level = morale_levels.level(ctx.game, unit)
    facts = {"stun": morale_levels.facts(ctx.game, unit)["stun"]}
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "morale.check",
            f"{n or 'N'}MC of the crew of {unit.id} ({why})",
            level,
            facts=facts,
            modifiers=mods,
            fails_on=12,
            tag=CHECK,
        )
    ctx.game.reactions.sniper_alarm(ctx, unit.side, thrown(record))
    if unit.id not in ctx.state.units:
        return
    if record.success:
        if record.dice and record.total == level:
            pin_crew(ctx, ctx.state.units[unit.id], "the highest DR that passes (A7.82)")
    elif not afv:
        vehicle_hits.abandon(ctx, unit, f"{why}: its crew breaks (D5.311)", broken=True)
    elif record.dice and record.original == 12:
        vehicle_hits.recall(ctx, unit, f"{why}: Original 12 (D5.341)")
    else:
        vehicle_hits.stun(ctx, unit, why)
