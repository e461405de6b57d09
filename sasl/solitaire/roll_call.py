"""`units`: who is where, in which state; all of a side or only some of it."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.state import SIDES, STAGES, UNIT_FLAGS, State, Unit
from sasl.asl.game.words import state_words
from sasl.kernel.text import counted, listed, one_of, prefix_match

OFF = "off"
"""The word for those that are not on the map."""


@verb(
    "units",
    "units [friendly|enemy] [STATE|KIND|off]",
    "who is where, in which state: units broken, units leader",
    stages=STAGES,
    group="look",
)
def units(ctx: Context, words: list[str]) -> None:
    """The units of a side hex by hex; with a state or kind only those."""
    side, wanted = "FRIENDLY", ""
    for word in words:
        named = one_of(word.upper(), SIDES)
        side, wanted = (named, wanted) if named else (side, _wanted(ctx.state, word))
    found = [
        unit
        for unit in ctx.state.units.values()
        if unit.side == side and "hidden" not in unit.flags and _fits(unit, wanted)
    ]
    places: dict[str, list[Unit]] = {}
    for unit in sorted(found, key=lambda unit: (unit.hex is None, ctx.board.hex(unit.hex) if unit.hex else unit.id)):
        places.setdefault(unit.hex or "off the map", []).append(unit)
    for place, there in places.items():
        ctx.tell(
            f"{place}: " + "; ".join(unit_text(ctx.state, unit) for unit in there),
            hexes=[place] if there[0].hex else [],
        )
    which = f" that fit '{wanted}'" if wanted else ""
    ctx.tell(f"{side}: {counted(len(found), 'unit')}{which} in {counted(len(places), 'place')}.")


def unit_text(state: State, unit: Unit) -> str:
    """`628a 6-2-8 LMGa (pinned, CX)`."""
    held = "".join(f" {weapon.id}" for weapon in state.weapons_of(unit.id))
    flags = state_words(sorted(unit.flags - {"command"}))
    return f"{unit.id} {unit.type}{held}" + (f" ({listed(flags)})" if flags else "")


def _wanted(state: State, word: str) -> str:
    """The state or kind that a word stands for. Refused if there is none."""
    kinds = dict.fromkeys(unit.kind for unit in state.units.values())
    found = prefix_match(word, (OFF, *kinds, *UNIT_FLAGS))
    if len(found) != 1:
        what = f"'{word}' may mean {listed(found, 6)}" if found else f"'{word}' is no state, kind or side"
        raise Refused(f"{what}; such as: units broken, units no-command, units vehicle, units enemy")
    return found[0]


def _fits(unit: Unit, wanted: str) -> bool:
    if wanted == OFF:
        return unit.hex is None
    return (unit.hex is not None and not wanted) or wanted in unit.flags or wanted == unit.kind
