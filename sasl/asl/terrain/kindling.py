"""Commands of fire and SMOKE: kindle (B25.11), smoke (A24.1); and what burns, drifts and thins out in each phase."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, select
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State, Unit
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.terrain import fires, smoke, weather
from sasl.kernel.text import listed

NO_GRENADES = ("marsh",)
"""Terrain into which no SMOKE is placed (A24.1)."""


IDLE = {"pinned", "ti", "prep", "opportunity", "no-command", "assault", "ended"}
"""What keeps a squad from moving, and so from placing SMOKE (A24.1)."""


def _only_in(wanted: str, what: str) -> Callable[[State], str]:
    """When a verb is legal: in this phase of whoever does it."""
    return lambda state: "" if state.phase == wanted else f"{what} belongs to the {wanted}; this is {state.moment}"


@verb(
    "kindle",
    "kindle UNIT [LEADER]",
    "set the hex of a unit on fire: NTC of the SMC, then the Kindling DR (B25.11)",
    when=_only_in("PFPh", "Kindling"),
    group="fire",
)
def kindle(ctx: Context, words: list[str]) -> None:
    """B25.11: a unit with a leader, or a SMC alone, tries to start a Flame where it is."""
    if not 1 <= len(words) <= 2:
        raise Refused("kindle needs a unit, as in: kindle 628a, or: kindle 628a 91a")
    unit = find_unit(ctx.state, words[0])
    _whose_turn(ctx.state, unit)
    leader = find_unit(ctx.state, words[1]) if len(words) == 2 else _directs(ctx.state, unit)
    fires.kindle(ctx, unit, leader)
    marked = [ctx.state.units[key] for key in (unit.id, leader.id if leader else "") if key in ctx.state.units]
    if unit.side == "FRIENDLY":
        ctx.game.reactions.provoke(ctx, marked)


def _directs(state: State, unit: Unit) -> Unit | None:
    """The leader who directs a Kindling MMC: the best one with it that may."""
    if not unit.mmc:
        return None
    leaders = [
        other
        for other in state.units_at(unit.hex or "", unit.side)
        if other.kind == "leader" and not fires.unable(other)
    ]
    return min(leaders, key=lambda other: (other.modifier, other.id), default=None)


def _whose_turn(state: State, unit: Unit) -> None:
    if unit.side != state.side:
        raise Refused(f"{unit.id} is a unit of the {unit.side}; this is the {state.side} Player Turn")


@verb(
    "smoke",
    "smoke UNITS HEX",
    "SMOKE grenades into the own or an ADJACENT hex: a dr of at most the squad's exponent (A24.1)",
    when=_only_in("MPh", "placing SMOKE grenades"),
    group="move",
)
def smoke_grenades(ctx: Context, words: list[str]) -> None:
    """A24.1: squads with a SMOKE exponent try to place SMOKE grenades, each with its own dr."""
    rest = [word for word in words if word.lower() not in ("at", "to", "in")]
    if len(rest) != 2:
        raise Refused("smoke needs squads and a hex, as in: smoke 628a K20")
    units, name = select(ctx.state, rest[0], ctx.state.side), known_hex(ctx.game, rest[1])
    for unit in units:
        why = refusal(ctx.game, unit, name)
        if why:
            raise Refused(why)
    for unit in units:
        if unit.id in ctx.state.units and not refusal(ctx.game, ctx.state.units[unit.id], name):
            throw(ctx, ctx.state.units[unit.id], name)


def exponent(game: Game, unit: Unit) -> int:
    """The SMOKE exponent of a squad, 0 if it has none (A24.1)."""
    return game.counter_of(unit).smoke or 0


def refusal(game: Game, unit: Unit, name: str) -> str:
    """Why this squad may not place SMOKE in `name` now, or "" (A24.1)."""
    here, board = unit.hex or "", game.board
    if not unit.hex or unit.side != game.state.side or unit.kind != "squad" or not exponent(game, unit):
        return f"{unit.id} is no squad with a SMOKE exponent that could move now (A24.1)"
    if not unit.good_order or not unit.infantry or unit.flags & IDLE:
        return f"{unit.id} may not move now, so it may not place SMOKE (A24.1)"
    if "smoked" in unit.flags:
        return f"{unit.id} has tried to place SMOKE in this MPh (A24.1)"
    if weather.heavy(game.state) or game.state.ec in smoke.NO_SMOKE:
        return "SMOKE grenades are of no use in Heavy Winds, Mud or Snow (A24.11)"
    if board.terrain(name).has(*NO_GRENADES):
        return f"no SMOKE is placed in the marsh of {name} (A24.1)"
    if unit.mf + game.figure("smoke-own-mf" if name == here else "smoke-near-mf") > _allowance(game, unit):
        return f"{unit.id} has no MF left to place SMOKE there (A24.1)"
    if name == here:
        return ""
    if name not in board.neighbours(here):
        return f"{name} is not ADJACENT to {here}: grenades reach no farther (A24.1)"
    if board.terrain(name).elevation - board.terrain(here).elevation > 1:
        return f"{name} is two levels higher (A24.1)"
    toward = weather.wind(game.state).toward
    if weather.breeze(game.state) and toward and weather.turn_from_wind(game, here, name, toward) > 1:
        return f"{name} lies upwind: the Mild Breeze forbids it (A24.1)"
    return ""


def _allowance(game: Game, unit: Unit) -> float:
    """The MF of a squad, with the bonus of a leader in its hex (A4.12)."""
    stack = [other for other in game.state.units_at(unit.hex or "", unit.side) if other.infantry]
    return stack_allowance(game, stack).get(unit.id, 0.0)


def throw(ctx: Context, unit: Unit, name: str) -> bool:
    """A24.1: one squad's attempt: its MF, the dr, and the SMOKE in the hex (or its own, if thrown uphill in vain)."""
    here = unit.hex or ""
    spent = float(ctx.figure("smoke-own-mf" if name == here else "smoke-near-mf"))
    ctx.emit(ev.UnitsMoved((unit.id,), (here,), spent, "smoke"))
    pieces.change(ctx, ctx.state.units[unit.id], ["smoked"], why="tries to place SMOKE (A24.1)")
    with ctx.rolls_for(unit.side):
        record = ctx.roll(
            "dr", f"SMOKE grenades of {unit.id} into {name}", rule="A24.1",
            target=exponent(ctx.game, unit), target_name="SMOKE exponent",
        )  # fmt: skip
    if record.success:
        if ctx.board.terrain(name).elevation > ctx.board.terrain(here).elevation:
            goes = ctx.table("smoke.uphill", f"Do the grenades reach {name} uphill?").result
            name = name if goes == "there" else here
        smoke.put(ctx, name, side=unit.side, kind="grenades", owner=unit.id, why="A24.1")
        ctx.tell(f"SMOKE grenades in {name} until the end of the MPh.", board=True, hexes=(name,))
    if record.total >= ctx.figure("smoke-fumble"):
        pieces.change(ctx, ctx.state.units[unit.id], ["ended"], why="SMOKE dr of 6: its MPh is over (A24.1)")
    return bool(record.success)


# -- what happens by itself ---------------------------------------------------------------------------


def wind_changes(ctx: Context, result: str) -> None:
    """B25.65: the Wind Change of the RPh with what it does to SMOKE and to burning buildings."""
    before = ctx.state.wind
    weather.wind_change(ctx, result)
    if ctx.state.wind != before:
        smoke.wind_turned(ctx)
    smoke.blown(ctx, "RPh")
    houses = [item.hex for item in ctx.state.marked("blaze") if fires.burnable(ctx.game, item.hex) in fires.BUILDINGS]
    if result == "gusts" and houses:
        name = ctx.pick(sorted(houses), "the burning building that collapses (B25.66)")
        text = f"The building in {name} collapses into burning rubble (B25.66)."
        ctx.tell(text, board=True, stop=True, hexes=(name,))


def phase_begins(ctx: Context) -> None:
    """What SMOKE and fire do at the start of a phase."""
    phase = ctx.state.phase
    if phase == "PFPh":
        smoke.thin_out(ctx)
    elif phase == "AFPh":
        smoke.blown(ctx, phase)
    elif phase == "RtPh":
        fires.drive_out(ctx)


def phase_ends(ctx: Context) -> None:
    """What SMOKE and fire do at the end of a phase."""
    phase = ctx.state.phase
    if phase == "MPh":
        smoke.clear_grenades(ctx)
        fires.consume_vehicles(ctx)
        tried = tuple(unit.id for unit in ctx.state.units.values() if unit.flags & {"smoked", "ended"})
        if tried:
            ctx.emit(ev.UnitsChanged(tried, (), ("smoked", "ended"), "end of the MPh"))
    elif phase == "AFPh":
        fires.burn(ctx)
    elif phase == "RtPh":
        fires.consume(ctx)
    elif phase == "CCPh":
        fires.grow_old(ctx)


def burning(game: Game) -> str:
    """Every fire in words, for a report: `Blaze K9, Flame L9`, or ""."""
    found = [
        f"{marker.text} {marker.hex}"
        for marker in game.state.markers.values()
        if marker.kind in ("flame", "blaze") or smoke.burning_wreck(marker)
    ]
    return listed(found, 12) if found else ""
