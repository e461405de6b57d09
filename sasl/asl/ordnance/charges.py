"""The commands for what is fired by hand: Demolition Charges (A23) and Panzerfausts (C13.3)."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State
from sasl.asl.ordnance import demolition, latw
from sasl.kernel.text import prefix_match

HOW: tuple[demolition.How, ...] = ("placed", "thrown", "set")


def _fire_phase(state: State) -> str:
    phases = ("PFPh", "MPh", "DFPh", "AFPh")
    return "" if state.phase in phases else f"nobody attacks with it now: {state.moment} (A3)"


@verb(
    "charge",
    "charge UNIT HEX placed | thrown | set",
    "use a Demolition Charge (A23)",
    when=_fire_phase,
    group="fire",
)
def charge(ctx: Context, words: list[str]) -> None:
    """A23: a DC goes off: placed in the own MPh, thrown in a fire phase, set off in the own PFPh."""
    if len(words) not in (2, 3):
        raise Refused("charge needs a unit, a hex and how, as in: charge 628a K14 placed")
    unit = find_unit(ctx.state, words[0])
    name = known_hex(ctx.game, words[1])
    how = _how(ctx.state, words[2] if len(words) > 2 else "", unit.side)
    held = sorted(weapon.id for weapon in ctx.state.weapons_of(unit.id) if weapon.type == "DC")
    if not held:
        raise Refused(f"{unit.id} holds no DC (A23.1)")
    demolition.attack_with(ctx, unit, held[0], name, how)


def _how(state: State, word: str, side: str) -> demolition.How:
    """How the charge is used; in its own MPh a side places it, elsewhere it throws it."""
    if not word:
        return "placed" if (state.side, state.phase) == (side, "MPh") else "thrown"
    found = prefix_match(word, HOW)
    if len(found) != 1:
        raise Refused(f"a DC is {', '.join(HOW)}, not '{word}' (A23)")
    return next(how for how in HOW if how == found[0])


@verb("pf", "pf UNIT HEX [at UNIT]", "PF Check and a Panzerfaust shot (C13.3)", when=_fire_phase, group="fire")
def panzerfaust(ctx: Context, words: list[str]) -> None:
    """C13.3: a unit looks for a Panzerfaust and fires it."""
    if len(words) < 2:
        raise Refused("pf needs a unit and a hex, as in: pf 467a K14")
    unit = find_unit(ctx.state, words[0])
    latw.panzerfaust(ctx, unit, known_hex(ctx.game, words[1]), words[2:])
