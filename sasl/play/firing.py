"""Declaring fire (A7): who may, which counter it puts on them, and the S? that see it."""

from __future__ import annotations

from sasl.core.text import listed
from sasl.game import pieces
from sasl.game.context import Context, Refused
from sasl.game.state import VEHICLES, State, Unit
from sasl.play.activation import provoke
from sasl.play.registry import verb
from sasl.play.selection import units_and_hex

FIRE_PHASES = {"FRIENDLY": ("PFPh", "MPh", "AFPh"), "ENEMY": ("MPh", "DFPh")}
"""The phases of each Player Turn in which the FRIENDLY side fires (A3); in its own MPh only vehicles do."""

CANNOT_FIRE = {
    "broken": "is broken (A10.4)",
    "ti": "is TI (A7.82)",
    "prep": "has Prep Fired (A7.2)",
    "final": "has Final Fired (A8.4)",
    "prisoner": "is a prisoner (A20)",
    "shocked": "is Shocked (C7.4)",
    "stunned": "is Stunned (D5.34)",
    "abandoned": "is Abandoned (D5.4)",
}
"""The states in which a unit may not fire, and why."""


@verb(
    "fire",
    "fire UNITS HEX",
    "declare fire: S? check, the firers are marked; you settle the result",
    when=lambda state: "" if state.phase in FIRE_PHASES[state.side] else f"your side does not fire now: {state.moment}",
    group="fire",
    key="f",
)
def fire(ctx: Context, words: list[str]) -> None:
    """A7: FRIENDLY units fire. S? that see them check first; the resolution is typed by the player."""
    units, name = units_and_hex(ctx, words, "fire 628a,91a K14")
    flag = _fire_flag(ctx.state)
    for unit in units:
        if unit.hex is None:
            raise Refused(f"{unit.id} is not on the map")
        for state_flag, why in CANNOT_FIRE.items():
            if state_flag in unit.flags:
                raise Refused(f"{unit.id} {why}")
        if unit.kind not in VEHICLES and (ctx.state.side, ctx.state.phase) == ("FRIENDLY", "MPh"):
            raise Refused(f"{unit.id} does not fire in its own MPh: only vehicles do (A3.3, D3.3)")
        _in_command_to_fire(ctx, unit, name)
        if flag == "" and "moved" in unit.flags and ctx.state.phase == "PFPh":
            raise Refused(f"{unit.id} has moved (A7.2)")
    for unit in units:
        gained = [word for word in (flag,) if word]
        if "first" in unit.flags and flag == "first":
            gained = ["final"]
        pieces.change(ctx, unit, gained, ["concealed"] if "concealed" in unit.flags else [], "fires")
    for place in dict.fromkeys(unit.hex for unit in units):
        provoke(ctx, [ctx.state.units[unit.id] for unit in units if unit.hex == place], fires=True)
    ranges = sorted({ctx.board.distance(unit.hex or "", name) for unit in units})
    ctx.tell(
        f"{listed(unit.id for unit in units)} fire at {name}, range {listed(map(str, ranges))}: settle it on your "
        "board and type what comes of it (break, pin, eliminate …).",
        hexes=(name,),
    )


def _fire_flag(state: State) -> str:
    """The counter that firing puts on a unit now (A7.2, A8.1, A8.4)."""
    if state.side == "FRIENDLY":
        return "prep" if state.phase in ("PFPh", "AFPh") else ""
    return {"MPh": "first", "DFPh": "final"}.get(state.phase, "")


def _in_command_to_fire(ctx: Context, unit: Unit, name: str) -> None:
    """16 [house]: a unit not In Command fires only defensively, at close range."""
    if "no-command" not in unit.flags:
        return
    reach = ctx.figure("command-fire-range")
    if ctx.state.side == "FRIENDLY":
        raise Refused(f"{unit.id} is not In Command and may not fire in its own Player Turn (16)")
    if ctx.board.distance(unit.hex or "", name) > reach:
        raise Refused(f"{unit.id} is not In Command and fires at most {reach} hexes (16)")
