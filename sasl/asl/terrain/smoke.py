"""SMOKE (A24): placing it, how much it hinders, and how it thins out, drifts and goes."""

from __future__ import annotations

from typing import Literal

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.sides import Phase
from sasl.asl.game.state import Marker, MarkerState, Unit
from sasl.asl.game.words import unit_states
from sasl.asl.infantry.morale import experience
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.terrain import weather
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

Strength = Literal["full", "dispersed", "grenades", "drifting"]
TEXTS: dict[str, str] = {
    "full": "SMOKE",
    "dispersed": "dispersed SMOKE",
    "grenades": "smoke grenades",
    "drifting": "drifting smoke",
}
"""What people read on a smoke marker."""

FIGURES = {
    "full": "smoke-full",
    "dispersed": "smoke-dispersed",
    "grenades": "smoke-grenades",
    "drifting": "smoke-dispersed",
}
"""The usual Hindrance of each kind."""

NO_SMOKE = ("Mud", "Snow")
"""EC in which SMOKE has no effect (A24.6)."""


def strength(marker: Marker) -> Strength:
    """What kind of SMOKE a marker is."""
    return marker.state if marker.state in ("dispersed", "grenades", "drifting") else "full"


def state_of(kind: Strength) -> MarkerState:
    """What a marker of this SMOKE keeps."""
    return "" if kind == "full" else kind


def put(
    ctx: Context,
    hex_name: str,
    number: int = 0,
    *,
    side: str = "",
    kind: Strength = "full",
    owner: str = "",
    why: str = "",
) -> Marker | None:
    """Put SMOKE into a hex; `number` is its Hindrance (0: the usual one of its kind). None: the weather takes it.

    `owner` is the weapon, battery or fire it comes from, `side` the one in whose PFPh it thins out.
    """
    if weather.heavy(ctx.state) or ctx.state.ec in NO_SMOKE:
        cause = ctx.state.wind if weather.heavy(ctx.state) else ctx.state.ec
        ctx.tell(f"No SMOKE stays in {hex_name}: {cause} (A24.6).")
        return None
    drm = number or ctx.figure(FIGURES[kind])
    text = f"{TEXTS[kind]} +{drm}"
    marker = Marker(ctx.new_number("smoke"), "smoke", hex_name, side, drm, text=text, owner=owner, state=state_of(kind))
    ctx.emit(ev.MarkerPut(marker, why))
    return marker


def burning_wreck(marker: Marker) -> bool:
    """Whether a marker is a Burning Wreck (B25.14)."""
    return marker.kind == "wreck" and marker.state == "burning"


def worth(game: Game, marker: Marker) -> int:
    """The Hindrance of one marker: SMOKE, a Blaze or a Burning Wreck; fires give none in Heavy Winds (B25.2)."""
    if marker.kind == "smoke":
        return marker.number or game.figure("smoke-full")
    if weather.heavy(game.state):
        return 0
    if marker.kind == "blaze":
        return game.figure("blaze-hindrance")
    return game.figure("burning-wreck-hindrance") if burning_wreck(marker) else 0


def at(game: Game, name: str) -> int:
    """A24.2: the SMOKE Hindrance of a Location, never more than +3."""
    there = game.state.markers_at(name)
    return min(sum(worth(game, marker) for marker in there), game.figure("smoke-most")) if there else 0


def drowns(game: Game, name: str) -> str:
    """A24.1: the marsh or water of a hex, in which neither grenades nor ordnance place SMOKE; "" on a bridge, too."""
    here = game.board.terrain(name)
    return "" if here.bridged else next((word for word in ("marsh", "water") if here.has(word)), "")


def inside(game: Game, name: str) -> int:
    """A24.8: what fire out of or within this Location adds on top of its SMOKE."""
    return game.figure("smoke-out") if at(game, name) else 0


def entry_mf(game: Game, name: str) -> int:
    """A24.7, B25.141: the MF or MP more that entering a hex with SMOKE costs."""
    return game.figure("smoke-mf") if at(game, name) else 0


# -- how it goes --------------------------------------------------------------------------------------


def thin_out(ctx: Context) -> None:
    """A24.4: at the start of a side's PFPh its dispersed SMOKE goes and its full SMOKE becomes dispersed."""
    for marker in ctx.state.marked("smoke"):
        if (marker.side or "FRIENDLY") == ctx.state.side:
            _weaken(ctx, marker, "start of its PFPh (A24.4)")


def _weaken(ctx: Context, marker: Marker, why: str) -> None:
    if strength(marker) == "full":
        number = max(1, min(worth(ctx.game, marker) - 1, ctx.figure("smoke-dispersed")))
        text = f"{TEXTS['dispersed']} +{number}"
        ctx.emit(ev.MarkerPut(replace(marker, number=number, text=text, state="dispersed"), why))
    elif strength(marker) == "dispersed":
        ctx.emit(ev.MarkerRemoved.of(marker, why))


def clear_grenades(ctx: Context) -> None:
    """A24.11: SMOKE of grenades goes at the end of the MPh."""
    _remove(ctx, ("grenades",), "end of the MPh (A24.11)")


def _remove(ctx: Context, kinds: tuple[Strength, ...], why: str) -> None:
    for marker in ctx.state.marked("smoke"):
        if strength(marker) in kinds:
            ctx.emit(ev.MarkerRemoved.of(marker, why))


def blown(ctx: Context, phase: Phase) -> None:
    """A24.6-24.62: what the wind does in the RPh and AFPh: Heavy Winds, Gusts, then drift in a Mild Breeze."""
    if weather.heavy(ctx.state):
        _remove(ctx, ("full", "dispersed", "grenades", "drifting"), "Heavy Winds (A24.6)")
        return
    if ctx.state.gusts:
        _remove(ctx, ("drifting",), "Gusts (A24.62)")
        for marker in ctx.state.marked("smoke"):
            _weaken(ctx, marker, "Gusts (A24.62)")
    if not weather.breeze(ctx.state):
        _remove(ctx, ("drifting",), "no Mild Breeze (A24.61)")
    elif phase == "AFPh":
        _drift(ctx)


def _drift(ctx: Context) -> None:
    """A24.61: each source trails as many drifting markers downwind as its Hindrance."""
    sources = [marker for marker in ctx.state.markers.values() if _is_source(ctx.game, marker)]
    if not sources:
        _remove(ctx, ("drifting",), "its source is gone (A24.61)")
        return
    toward = weather.direction(ctx)
    wanted = {
        (source.id, name)
        for source in sources
        for name in weather.downwind(ctx.game, source.hex, toward, worth(ctx.game, source))
    }
    there = set()
    for marker in ctx.state.marked("smoke"):
        if strength(marker) == "drifting" and (marker.owner, marker.hex) not in wanted:
            ctx.emit(ev.MarkerRemoved.of(marker, "the smoke drifts on (A24.61)"))
        elif strength(marker) == "drifting":
            there.add((marker.owner, marker.hex))
    for source in sources:
        for name in weather.downwind(ctx.game, source.hex, toward, worth(ctx.game, source)):
            if (source.id, name) not in there:
                put(ctx, name, side=source.side, kind="drifting", owner=source.id, why=f"from {source.id} (A24.61)")


def _is_source(game: Game, marker: Marker) -> bool:
    if marker.kind == "smoke":
        return strength(marker) in ("full", "dispersed")
    return worth(game, marker) > 0


def wind_turned(ctx: Context) -> None:
    """A24.61: drifting smoke goes when the wind changes its direction or force."""
    _remove(ctx, ("drifting",), "the wind has changed (A24.61)")


# -- grenades ------------------------------------------------------------------------------------------

IDLE = {"pinned", "ti", "prep", "opportunity", "no-command", "assault", "ended"}
"""What keeps a squad from moving, and so from placing SMOKE (A24.1)."""


def exponent(game: Game, unit: Unit) -> int:
    """The SMOKE exponent of a squad (A24.1), which is higher for Assault Engineers (H1.22); 0 if it has none."""
    more = game.figure("engineer-smoke") if experience.engineer(game, unit) else 0
    return (game.counter_of(unit).smoke or 0) + more


def no_grenades(game: Game, unit: Unit, name: str) -> str:
    """Why this squad may not place SMOKE in `name` now, or "" (A24.1)."""
    here, board = unit.hex, game.board
    if unit.kind != "squad" or not exponent(game, unit):
        return f"{unit.id} is a {unit.type} and has no SMOKE exponent (A24.1)"
    if not unit.hex or unit.side != game.state.side:
        return f"{unit.id} is not moving, so it may not place SMOKE (A24.1)"
    if not unit.good_order or not unit.infantry or unit.flags & IDLE:
        states = listed(unit_states(game.state, unit))
        return f"{unit.id} may not move now ({states}), so it may not place SMOKE (A24.1)"
    if "smoked" in unit.flags:
        return f"{unit.id} has tried to place SMOKE in this MPh (A24.1)"
    if weather.heavy(game.state) or game.state.ec in NO_SMOKE:
        return "SMOKE grenades are of no use in Heavy Winds, Mud or Snow (A24.11)"
    if ground := drowns(game, name):
        return f"no SMOKE is placed in the {ground} of {name} (A24.1)"
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
    stack = [other for other in game.state.units_at(unit.hex, unit.side) if other.infantry]
    return stack_allowance(game, stack).get(unit.id, 0.0)


def grenade_mf(game: Game, unit: Unit, name: str) -> float:
    """A24.1: the MF of an attempt to place SMOKE in a hex: less in the own one."""
    return float(game.figure("smoke-own-mf" if name == unit.hex else "smoke-near-mf"))


def throw_grenades(ctx: Context, unit: Unit, name: str) -> bool:
    """A24.1: a squad that has spent its MF: the dr, and the SMOKE in the hex (or its own, if thrown uphill in vain)."""
    here = unit.hex
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
        put(ctx, name, side=unit.side, kind="grenades", owner=unit.id, why="A24.1")
        ctx.tell(f"SMOKE grenades in {name} until the end of the MPh.", board=True, hexes=(name,))
    if record.total >= ctx.figure("smoke-fumble"):
        pieces.change(ctx, ctx.state.units[unit.id], ["ended"], why="SMOKE dr of 6 (A24.1)")
        none = "" if record.success else "No SMOKE, and "
        ctx.tell(f"{none}{unit.id} moves no farther: a SMOKE dr of {record.total} ends its MPh (A24.1).", hexes=(here,))
    return bool(record.success)
