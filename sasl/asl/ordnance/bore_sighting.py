"""The order to Bore Sight a Location during set-up (C6.4)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_unit, find_weapon
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State
from sasl.asl.ordnance import bore_sight


def _at_set_up(state: State) -> str:
    if state.stage != "play" or (state.turn == 1 and state.phase == "RPh" and state.player_turn == 1):
        return ""
    return f"Bore Sighting is done during set-up; this is {state.moment} (C6.42)"


@verb(
    "boresight",
    "boresight GUN|SW HEX",
    "a Gun, MMG, HMG or light mortar of the Scenario Defender Bore Sights a Location: -2 there",
    stages=("set-up", "play"),
    when=_at_set_up,
    group="set-up",
)
def boresight(ctx: Context, words: list[str]) -> None:
    """C6.42: one Location for each weapon; a second order changes it."""
    if len(words) != 2:
        raise Refused("boresight needs a weapon and a hex, as in: boresight 75La K14 (C6.42)")
    arms = {key.lower() for key in ctx.state.weapons}
    piece = find_weapon(ctx.state, words[0]) if words[0].lower() in arms else find_unit(ctx.state, words[0])
    found = bore_sight.sighted(ctx.game, piece, known_hex(ctx.game, words[1]))
    ctx.emit(ev.BoreSighted(piece.id, found))
