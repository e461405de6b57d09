"""Prisoners (A20): taking, guarding, freeing, escaping."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import MEN, MMC, SMC, Flag
from sasl.asl.game.los.adjacency import is_adjacent
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import quarter
from sasl.kernel.rolling.records import CHECK

SHED: tuple[Flag, ...] = (
    "broken", "dm", "disrupted", "concealed", "hidden", "pinned", "cx", "ti", "melee", "berserk", "fanatic",
    "withdrawing", "prep", "opportunity", "first", "final", "command", "no-command", "panicked", "encircled",
    "human-wave", "dug-in", "inside", "shellhole", "disarmed",
)  # fmt: skip
"""The states that a unit loses when it is taken."""


def size(game: Game, unit: Unit) -> int:
    """A20.51: its US#."""
    return game.figure("us-smc" if unit.kind in SMC else "us-squad" if unit.kind == "squad" else "us-half")


def held(game: Game, guard: Unit) -> list[Unit]:
    """The prisoners a unit guards."""
    return [unit for unit in game.state.aboard(guard.id) if "prisoner" in unit.flags]


def load(game: Game, guard: Unit) -> int:
    """The US# of all the prisoners a unit guards."""
    return sum(size(game, unit) for unit in held(game, guard))


def room(game: Game, guard: Unit) -> int:
    """A20.51: the US# of prisoners it can still take."""
    return game.figure("guard-capacity") * size(game, guard) - load(game, guard)


def is_burdened(game: Game, unit: Unit) -> bool:
    """A20.52: whether its prisoners outnumber it, so that it neither fires nor uses a SW."""
    return bool(held(game, unit)) and load(game, unit) > size(game, unit)


def can_guard(unit: Unit) -> bool:
    """A20.2, A20.5: armed Infantry, broken or not, but not berserk."""
    return unit.infantry and not unit.flags & {"prisoner", "disarmed", "berserk"}


def guards(game: Game, hex_name: str, side: str, prisoner: Unit) -> list[Unit]:
    """Who of `side` in the hex could take this prisoner, those with most room first; Good Order first."""
    found = [
        unit
        for unit in game.state.units_at(hex_name, side)
        if can_guard(unit) and room(game, unit) >= size(game, prisoner)
    ]
    return sorted(found, key=lambda unit: ("broken" in unit.flags, -room(game, unit), unit.id))


def with_prisoners(game: Game, units: Sequence[Unit]) -> list[Unit]:
    """A20.5: these units and the prisoners they guard, who are attacked with them."""
    return [*units, *(prisoner for unit in units for prisoner in held(game, unit) if prisoner.hex == unit.hex)]


def with_whom(game: Game, unit: Unit) -> Unit:
    """A20.5: the Guard of a prisoner, who moves and hides as he does; anybody else is by himself."""
    return game.state.units.get(unit.carrier, unit) if "prisoner" in unit.flags else unit


# -- taking and guarding -------------------------------------------------------------------------------


def take(ctx: Context, unit: Unit, captor: Unit, why: str) -> None:
    """A20.2-20.24: a unit becomes the prisoner of `captor`: its SW stay behind, its own prisoners go free."""
    freed = [other.id for other in held(ctx.game, unit)]
    drop(ctx, unit)
    cavalry.unhorse(ctx, unit, "captured (A13.5)")
    pieces.change(ctx, unit, ["prisoner"], SHED, f"{why}, taken by {captor.id} (A20.2)")
    if unit.hex != captor.hex:
        ctx.emit(ev.UnitPut(unit.id, captor.hex, "led away by its Guard (A20.21)"))
    ctx.emit(ev.UnitRedrawn(unit.id, carrier=captor.id, group="", attitude="", why="A20.5", guarded=True))
    for key in freed:
        free(ctx, ctx.state.units[key], f"its Guard {unit.id} is captured (A20.5)")


def yields(ctx: Context, unit: Unit, captor: Unit, why: str) -> None:
    """A20.21: a unit surrenders; an MMC for whom no Guard is left is freed at once, unarmed."""
    if takes(ctx.game, captor, unit):
        take(ctx, unit, captor, why)
        return
    drop(ctx, unit)
    pieces.change(ctx, unit, ["disarmed"], SHED, f"{why}, and {captor.id} has no room for it (A20.51)")


def takes(game: Game, captor: Unit, unit: Unit) -> bool:
    """A20.51: whether a Guard has room for who surrenders to him; an SMC, who cannot be unarmed, always finds it
    [house]."""
    return not unit.mmc or room(game, captor) >= size(game, unit)


def drop(ctx: Context, unit: Unit) -> None:
    """A20.24: it abandons its SW in the hex."""
    for weapon in ctx.state.weapons_of(unit.id):
        ctx.emit(ev.WeaponGiven(weapon.id, "", unit.hex))


def guard_refusal(game: Game, prisoner: Unit, keeper: Unit) -> str:
    """A20.5: why another unit may not take over a prisoner, or ""."""
    if "prisoner" not in prisoner.flags:
        return f"{prisoner.id} is not a prisoner (A20)"
    if keeper.side == prisoner.side or keeper.hex != prisoner.hex or not can_guard(keeper):
        return f"{keeper.id} is not armed Infantry of the captor's side in the Location of {prisoner.id} (A20.5)"
    if keeper.id != prisoner.carrier and room(game, keeper) < size(game, prisoner):
        return f"{keeper.id} cannot also guard {prisoner.id}: the limit is five times its own US# (A20.51)"
    return ""


def relief_refusal(game: Game, prisoner: Unit, keeper: Unit | None = None) -> str:
    """A20.5, A4.431: why the Guard of a prisoner may not give him away now, to another or to himself, or "".

    He does so like a SW: in the RPh or APh of his side, not in Melee; to another one only both in Good Order, unpinned.
    """
    guard, state = game.state.units.get(prisoner.carrier), game.state
    if guard is None:
        return ""
    if (state.side, state.phase) not in ((guard.side, "RPh"), (guard.side, "APh")):
        return (
            f"{guard.id} can hand over {prisoner.id} only in the {guard.side} RPh or APh; "
            f"this is {state.moment} (A20.5)"
        )
    if "melee" in guard.flags:
        return f"{guard.id} is in Melee and keeps its prisoners (A20.5)"
    for unit in (guard, keeper) if keeper is not None else ():
        if not unit.good_order or "pinned" in unit.flags:
            return (
                f"{unit.id} cannot take part: like SW, prisoners change hands only between unpinned "
                "Good Order units (A20.5, A4.431)"
            )
    return ""


def surrender_refusal(game: Game, captor: Unit, target: Unit) -> str:
    """A20.21: why a broken unit that cannot get away does not surrender to this captor in the RtPh, or ""."""
    if "prisoner" in target.flags:
        return f"{target.id} is already a prisoner: guard hands it over (A20.5)"
    if game.state.phase != "RtPh" or "broken" not in target.flags:
        return f"{target.id} may surrender only in the RtPh while broken; in CC use cc … capture (A20.2)"
    if not is_adjacent(game, target.hex, captor.hex) or not captor.good_order:
        return f"{captor.id} must be in Good Order, and {target.id} ADJACENT to it (A20.21)"
    if not can_guard(captor) or not captor.known:
        return f"{captor.id} cannot take prisoners: only Known armed Infantry can (A20.21)"
    if "berserk" in target.flags or quarter.never_yields(game, target):
        return f"{target.id} never surrenders (A20.21)"
    if quarter.is_refused(game, target.side):
        return "No Quarter is in effect: nobody surrenders (A20.3)"
    if room(game, captor) < size(game, target):
        return f"{captor.id} cannot also guard {target.id}: the limit is five times its own US# (A20.51)"
    return ""


def overcome(ctx: Context, ids: Sequence[str], name: str) -> None:
    """A19.12: Disrupted men surrender at once to Known Good Order armed Infantry that comes into their Location."""
    came = [unit for unit in ctx.state.present(ids) if unit.hex == name]
    side = came[0].side if came else ""
    for weak in ctx.state.units_at(name, opponent(side)) if side else ():
        if "disrupted" not in weak.flags or "prisoner" in weak.flags or weak.kind not in MEN:
            continue
        able = pieces.now(ctx, came)
        able = [unit for unit in able if unit.known and unit.good_order and can_guard(unit)]
        able = [unit for unit in able if room(ctx.game, unit) >= size(ctx.game, weak)]
        if able:
            taker = max(able, key=lambda unit: (unit.mmc, room(ctx.game, unit), unit.id))
            if quarter.is_refused(ctx.game, weak.side) or quarter.is_rejected(ctx, [weak], taker):
                continue
            ctx.tell(f"{weak.id} in {name} surrenders to {taker.id} (A19.12).", hexes=(name,))
            take(ctx, weak, taker, "Disrupted")


def hand_over(ctx: Context, prisoner: Unit, guard: Unit) -> None:
    """A20.5: another unit of the captors takes over a prisoner."""
    pieces.change(ctx, prisoner, (), ["disarmed"])
    ctx.emit(ev.UnitRedrawn(prisoner.id, carrier=guard.id, why="A20.5", guarded=True))


def free(ctx: Context, prisoner: Unit, why: str) -> None:
    """A20.5, A20.53: a prisoner is a prisoner no more; an MMC is unarmed, an SMC is armed (A20.551)."""
    armed = prisoner.kind not in MMC
    lost: list[Flag] = ["prisoner", "disarmed"] if armed else ["prisoner"]
    pieces.change(ctx, prisoner, [] if armed else ["disarmed"], lost, why)
    attitude = ctx.mission.attitude if prisoner.side == "ENEMY" else ""
    ctx.emit(ev.UnitRedrawn(prisoner.id, carrier="", attitude=attitude, why=why))


def settle(ctx: Context) -> None:
    """A20.5: prisoners whose Guard is gone are guarded by another unit of his side there, or free.

    A prisoner that never had a Guard here (the player said so) stays one. A Guard who goes berserk lets none go, though
    another may take them over (A20.4).
    """
    for prisoner in [unit for unit in ctx.state.units.values() if "prisoner" in unit.flags]:
        guard = ctx.state.units.get(prisoner.carrier)
        if guard is None and "disarmed" not in prisoner.flags:
            continue
        if guard is not None and guard.hex == prisoner.hex and not guard.flags & {"prisoner", "disarmed", "berserk"}:
            continue
        others = guards(ctx.game, prisoner.hex, opponent(prisoner.side), prisoner) if prisoner.hex else []
        if others:
            hand_over(ctx, prisoner, others[0])
        elif guard is None or guard.hex != prisoner.hex or "berserk" not in guard.flags:
            free(ctx, prisoner, "its Guard is gone (A20.5)")


# -- capture in CC -------------------------------------------------------------------------------------


def captured(ctx: Context, unit: Unit, captors: Sequence[str], why: str) -> bool:
    """A20.22: one of the captors that are left takes the unit; False if none can."""
    able = [
        other
        for key in captors
        if (other := ctx.state.units.get(key))
        and can_guard(other)
        and other.hex == unit.hex
        and room(ctx.game, other) >= size(ctx.game, unit)
    ]
    able = able or guards(ctx.game, unit.hex, opponent(unit.side), unit)
    if not able:
        ctx.tell(f"Nobody is left to take {unit.id} prisoner: it is not captured (A20.22).")
        return False
    name = able[0].id
    if len(able) > 1:
        options = [Option(other.id, f"room for US# {room(ctx.game, other)}") for other in able]
        text, subject = f"Who guards {unit.id}?", (unit.id,)
        name = ctx.choose(text, options, rule="A20.5", whose=able[0].side, id="guard", subject=subject)
    take(ctx, unit, ctx.state.units[name], why)
    return True


def captured_half(ctx: Context, unit: Unit, captors: Sequence[str], why: str) -> bool:
    """A20.22: a squad loses one HS to the captors; any other unit is taken whole."""
    half = pieces.counter(ctx, unit.side, unit.type).half
    if unit.kind != "squad" or not half:
        return captured(ctx, unit, captors, why)
    able = any(can_guard(ctx.state.units[key]) for key in captors if key in ctx.state.units)
    if not able:
        return False
    pieces.become(ctx, unit, half, f"{why}: one HS is captured (A20.22)")
    other = pieces.add_unit(ctx, unit.side, half, unit.hex, group=unit.group, why="the captured HS (A20.22)")
    return captured(ctx, other, captors, why)


# -- escape --------------------------------------------------------------------------------------------


def may_escape(game: Game, prisoner: Unit) -> bool:
    """A20.55: prisoners may turn on their Guard if he is broken, or while there is a Melee."""
    guard = game.state.units.get(prisoner.carrier)
    if guard is None or "prisoner" not in prisoner.flags or guard.hex != prisoner.hex:
        return False
    return "broken" in guard.flags or _in_melee(game, prisoner.hex)


def _in_melee(game: Game, hex_name: str) -> bool:
    """Whether a Melee goes on in the hex."""
    return any("melee" in unit.flags for unit in game.state.units_at(hex_name))


def escape(ctx: Context, prisoner: Unit, level: int) -> bool:
    """A20.55: a prisoner dares it: a NTC at his Morale Level unless there is a Melee; True if he fights.

    He is an unarmed unit from now on.
    """
    if not _in_melee(ctx.game, prisoner.hex):
        with ctx.rolls_for(prisoner.side):
            record = ctx.check("cc.escape", f"NTC of {prisoner.id} to attack its Guard", level, tag=CHECK)
        if not record.success:
            return False
    free(ctx, prisoner, "turns on its Guard (A20.55)")
    return True


def rearm(ctx: Context, ids: Sequence[str], number: int) -> None:
    """A20.551: for each armed enemy they eliminated, one unarmed attacker takes up arms as Green or Conscript."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if number <= 0 or unit is None or "disarmed" not in unit.flags:
            continue
        number -= 1
        arm(ctx, unit, "A20.551")


def arm(ctx: Context, unit: Unit, rule: str) -> None:
    """A20.551, A20.552: an unarmed MMC takes up arms, as Green or Conscripts of its size and nation."""
    name = _green(ctx.game, unit)
    if name and name != unit.type:
        pieces.become(ctx, unit, name, f"rearmed ({rule})")
    pieces.change(ctx, ctx.state.units[unit.id], (), ["disarmed"], f"rearmed ({rule})")


def _green(game: Game, unit: Unit) -> str:
    """The Conscript or Green counter of its nation and size."""
    kind = "squad" if unit.kind == "squad" else "hs"
    every = game.library.counters.get(game.mission.army(unit.side).nation, {})
    low = [name for name, item in every.items() if item.kind == kind and item.quality in ("Green", "Conscript")]
    return low[0] if low else ""
