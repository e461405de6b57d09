"""OBA modules (C1): what a module is, its draw pile, its counter on the map, and what it may do now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Battery, Marker, Side, opponent
from sasl.asl.oba import artillery
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted

OFFBOARD = "offboard"
AMMO = ("plentiful", "normal", "scarce")
SR, FFE, FFE_C, SMOKE_FFE = "sr", "ffe", "ffe-c", "smoke-ffe"
ON_MAP = (SR, FFE, FFE_C, SMOKE_FFE)
"""The kinds of markers a module has on the map; only `ffe` attacks."""


def modules(game: Game) -> list[Battery]:
    """Every module, those too that the mission gives and that have not been mustered yet."""
    here = list(game.state.batteries.values())
    missing = [oba for oba in game.mission.oba if (oba.name, oba.side) not in {(item.name, item.side) for item in here}]
    first = game.state.serials.get("oba", 0) + 1
    for number, oba in enumerate(missing, first):
        who = OFFBOARD if oba.observer_edge else ""
        here.append(_new(game, f"OBA{number}", oba.side, oba.calibre, oba.ammo, oba.name, oba.smoke, observer=who))
    return here


def muster(ctx: Context) -> None:
    """The OBA the mission gives (once): a module with its draw pile."""
    for battery in modules(ctx.game):
        if battery.id not in ctx.state.batteries:
            oba = next(oba for oba in ctx.mission.oba if (oba.name, oba.side) == (battery.name, battery.side))
            ctx.emit(ev.BatterySet(battery, oba.rule or f"{oba.ammo} ammo"))


def _new(
    game: Game, id: str, side: Side, calibre: int, ammo: str, name: str, smoke: bool, *, rocket: bool = False,
    observer: str = OFFBOARD,
) -> Battery:  # fmt: skip
    """A module: chits by nationality, one black more if Plentiful, one red more if Scarce (C1.21)."""
    pile: dict[str, Any] = game.library.table("oba.nation").value(1, game.mission.army(side).nation)
    black = int(pile["black"]) + game.figure("oba-plentiful") * (ammo.lower() == "plentiful")
    red = int(pile["red"]) + game.figure("oba-scarce") * (ammo.lower() == "scarce")
    return Battery(id, side, name, calibre, black, red, observer=observer, smoke=smoke and not rocket, rocket=rocket)


def add(
    ctx: Context, side: Side, calibre: int, ammo: str, *, name: str = "", rocket: bool = False, observer: str = OFFBOARD
) -> Battery:
    """A new module that the mission does not have from the beginning."""
    name = name or f"{'rocket ' * rocket}{calibre}+mm OBA"
    battery = _new(
        ctx.game, ctx.new_number("OBA"), side, calibre, ammo, name, smoke=True, rocket=rocket, observer=observer
    )
    ctx.emit(ev.BatterySet(battery, f"{ammo} ammo"))
    return battery


def calibre_in(text: str) -> int:
    """The calibre of `80mm+`, `80+mm`, `rocket 120mm+` or `120`; Refused if there is none."""
    found = re.search(r"\d{2,3}", text)
    if not found or not text.isascii():
        raise Refused(f"'{text[:20]}' is no calibre, as in: 80 or 120")
    return int(found[0])


def change(ctx: Context, battery: Battery, why: str, **changes: Any) -> Battery:
    """The module with some facts changed, and why."""
    new = replace(ctx.state.batteries[battery.id], **changes)
    ctx.emit(ev.BatterySet(new, why))
    return new


def counter_of(game: Game, battery: Battery) -> Marker | None:
    """The SR or FFE the module has on the map."""
    markers = game.state.markers.values()
    return next((item for item in markers if item.owner == battery.id and item.kind in ON_MAP), None)


def stage_of(game: Game, battery: Battery) -> str:
    """SR, FFE:1, FFE:2 or FFE:C, "" if it has nothing on the map (the player may have taken it off by hand)."""
    return battery.stage if counter_of(game, battery) else ""


def fire_side(game: Game) -> Side | None:
    """Whose OBA may act now: the ATTACKER's in the PFPh, the DEFENDER's in the DFPh (C1.2)."""
    state = game.state
    if state.stage != "play" or state.phase not in ("PFPh", "DFPh"):
        return None
    other = opponent(state.side)
    return state.side if state.phase == "PFPh" else other


def report(game: Game, battery: Battery) -> list[str]:
    """The module in words: state, pile, and its legal next steps."""
    if battery.kind == "CBM":
        state = "eliminated" if battery.gone else f"{counted(battery.ffes, 'attack')} made; use cbm"
        return [f"{battery.id} {battery.side} Counter Battery Module: {state}"]
    marker = counter_of(game, battery)
    where = f", {battery.stage} in {marker.hex}" if marker else ""
    pile = f"pile {battery.black} black, {battery.red} red, {battery.reds_drawn} red drawn"
    lines = [f"{battery.id} {battery.side} {battery.name}: {'GONE' if battery.gone else pile}{where}"]
    if not battery.gone and battery.observer != artillery.STRIKES:
        lines.append("  next: " + "; ".join(steps(game, battery)))
    return lines


def idle(game: Game, battery: Battery) -> str:
    """Why a module has no step in this phase, or "" (C1.2)."""
    if fire_side(game) != battery.side:
        return "wait for its fire phase: own PFPh, other side's DFPh (C1.2)"
    return "nothing more in this phase" if battery.tried else ""


def steps(game: Game, battery: Battery) -> Sequence[str]:
    """What the player may type for the module now."""
    if waits := idle(game, battery):
        return (waits,)
    found, stage = [], stage_of(game, battery)
    if stage == "SR":
        found += ["oba correct HEX", "oba convert"]
    if battery.access and stage == "FFE:C":
        found.append("oba convert")
    if battery.access and stage in ("", "FFE:C"):
        found.append("oba hex HEX [harassing" + (" | smoke]" if battery.smoke else "]"))
    if not battery.access and stage in ("", "FFE:C"):
        found.append("oba contact")
    if stage or battery.access:
        found.append("oba cancel")
    return found
