"""OBA modules (C1): what a module is, its draw pile, its counter on the map, and what it may do now."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Battery, Marker, Side, opponent
from sasl.asl.oba import artillery
from sasl.kernel.text import counted

OFFBOARD = "offboard"
AMMO = ("plentiful", "normal", "scarce")
SR, FFE, FFE_C, SMOKE_FFE = "sr", "ffe", "ffe-c", "smoke-ffe"
ON_MAP = (SR, FFE, FFE_C, SMOKE_FFE)
"""The kinds of markers a module has on the map; only `ffe` attacks."""


def muster(ctx: Context) -> None:
    """The OBA the mission gives (once): a module with its draw pile."""
    for oba in ctx.mission.oba:
        if not any(item.name == oba.name and item.side == oba.side for item in ctx.state.batteries.values()):
            who = OFFBOARD if oba.observer_edge else ""
            add(ctx, oba.side, oba.calibre, oba.ammo, name=oba.name, has_smoke=oba.smoke, observer=who, why=oba.rule)


def add(
    ctx: Context,
    side: Side,
    calibre: int,
    ammo: str,
    *,
    name: str = "",
    has_smoke: bool = True,
    rocket: bool = False,
    observer: str = OFFBOARD,
    why: str = "",
) -> Battery:
    """A new module: chits by nationality, one black more if Plentiful, one red more if Scarce (C1.21)."""
    pile: dict[str, Any] = ctx.chart("oba.nation", 1, ctx.mission.army(side).nation)
    plenty, scarce = ammo.lower() == "plentiful", ammo.lower() == "scarce"
    battery = Battery(
        ctx.new_number("OBA"),
        side,
        name or f"{'rocket ' * rocket}{calibre}+mm OBA",
        calibre,
        int(pile["black"]) + ctx.figure("oba-plentiful") * plenty,
        int(pile["red"]) + ctx.figure("oba-scarce") * scarce,
        observer=observer,
        smoke=has_smoke and not rocket,
        rocket=rocket,
    )
    ctx.emit(ev.BatterySet(battery, why or f"{ammo} ammo"))
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


def steps(game: Game, battery: Battery) -> Sequence[str]:
    """What the player may type for the module now."""
    if fire_side(game) != battery.side:
        return ("wait for its fire phase: own PFPh, other side's DFPh (C1.2)",)
    if battery.tried:
        return ("nothing more in this phase",)
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
