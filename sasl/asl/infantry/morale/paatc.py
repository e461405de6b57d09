"""PAATC (A11.6): whether Infantry dares to face a vehicle, when it goes at one or one comes upon it concealed."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import DARES
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import morale_levels, task_checks
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import listed

OPTIONS = (
    Option("check", "one PAATC for all; failing it pins and reveals them"),
    Option("reveal", "reveal themselves"),
)
"""What concealed Infantry may do when a vehicle comes among it."""


def exempt(unit: Unit) -> bool:
    """A11.6: SMC, Fanatic and berserk units always dare."""
    return not unit.mmc or bool(unit.flags & {"berserk", "fanatic"})


def passes(ctx: Context, unit: Unit, to_do: str) -> bool:
    """A11.6: whether a unit dares to face armor. Failing pins."""
    if exempt(unit) or _check(ctx, unit, f"PAATC to {to_do}", green=_is_green(ctx.game, unit)):
        return True
    task_checks.pin(ctx, ctx.state.units[unit.id], "failed its PAATC (A11.6)")
    return False


def dares(ctx: Context, unit: Unit, vehicle: Unit) -> bool:
    """D7.21: the same of one that attacks a vehicle in its MPh: it does not take a PAATC that it has passed again."""
    if f"{DARES}{vehicle.id}" in unit.arms:
        return True
    found = passes(ctx, unit, f"attack {vehicle.id}")
    if found and not exempt(unit):
        _has_dared(ctx, unit.id, vehicle)
    return found


def _has_dared(ctx: Context, key: str, vehicle: Unit) -> None:
    ctx.emit(ev.ArmsChanged(key, (f"{DARES}{vehicle.id}",), (), "has passed its PAATC (D7.21)"))


def mph_ends(ctx: Context) -> None:
    """D7.21: in the next phase they take it anew."""
    for unit in list(ctx.state.units.values()):
        if words := tuple(word for word in unit.arms if word.startswith(DARES)):
            ctx.emit(ev.ArmsChanged(unit.id, (), words, "end of the MPh (D7.21)"))


def come_upon(ctx: Context, vehicle: Unit, name: str) -> None:
    """A12.41: a manned vehicle comes among concealed Infantry, who reveal themselves or take one PAATC for all.

    It is by their lowest Morale Level, and names none of them; if it fails they are pinned and seen.
    """
    if not vehicle.good_order:
        return
    there = [unit for unit in ctx.state.units_at(name, opponent(vehicle.side)) if unit.personnel]
    afraid = [unit for unit in there if not unit.known and not exempt(unit)]
    if not afraid:
        return
    ids = [unit.id for unit in afraid]
    text = f"{vehicle.id} drives into {name}: what do the concealed {listed(ids)} do?"
    answer = ctx.choose(text, OPTIONS, rule="A12.41", hexes=(name,), whose=afraid[0].side, id="startled", subject=ids)
    if answer == "reveal":
        concealment.lose(ctx, ids, f"{vehicle.id} drives into {name} (A12.41)")
        return
    lowest = min(afraid, key=lambda unit: (morale_levels.level(ctx.game, unit), unit.id))
    green = any(_is_green(ctx.game, unit) for unit in afraid)
    who = f"all concealed units in {name} as {vehicle.id} enters, by their lowest Morale Level"
    if _check(ctx, lowest, "PAATC", green=green, who=who):
        for key in ids:
            _has_dared(ctx, key, vehicle)
        return
    concealment.lose(ctx, ids, f"failed the PAATC as {vehicle.id} entered (A12.41)")
    for unit in afraid:
        task_checks.pin(ctx, ctx.state.units[unit.id], "failed the PAATC (A12.41)")
    ctx.tell(f"{listed(ids)} in {name} are pinned and revealed (A12.41).", hexes=(name,))


def _is_green(game: Game, unit: Unit) -> bool:
    return bool(morale_levels.facts(game, unit)["inexperienced"])


def _check(ctx: Context, unit: Unit, why: str, *, green: bool, who: str = "") -> bool:
    """A11.6: a Task Check, one harder for the Inexperienced."""
    mods = [Modifier("Inexperienced: 1TC", ctx.figure("paatc-inexperienced"), "A11.6")] if green else []
    return task_checks.task_check(ctx, unit, why, mods, who=who, covert=not unit.known)
