"""Commands for what strikes from afar and lies in the ground: the mission's free FFE, Clearance, Sniper attacks."""

from __future__ import annotations

from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import State
from sasl.asl.oba import batteries, fire_missions


def _free_ffe(state: State) -> str:
    if state.stage == "play" and state.side == "FRIENDLY" and state.phase == "PFPh":
        return ""
    return f"the free FFE belongs to the FRIENDLY PFPh of its turn; this is {state.moment}"


@verb("ffe", "ffe HEX", "the FFE:1 your mission grants in its first PFPh (MSR 3)", when=_free_ffe, group="fire")
def ffe(ctx: Context, words: list[str]) -> None:
    """S1 MSR 3: an FFE:1 without access; accuracy is rolled, the error is one hex; then it goes on as any other."""
    oba = next((item for item in ctx.mission.oba if item.side == "FRIENDLY" and item.free_ffe_turn), None)
    if oba is None or oba.free_ffe_turn != ctx.state.turn:
        raise Refused("this turn grants no free FFE; use oba, or put others on the map with: marker add ffe HEX")
    if len(words) != 1:
        raise Refused("ffe needs a hex, as in: ffe K14")
    batteries.muster(ctx)
    battery = next(item for item in ctx.state.batteries.values() if (item.name, item.side) == (oba.name, "FRIENDLY"))
    if battery.ffes:
        raise Refused(f"the free FFE has been placed ({oba.rule})")
    if battery.gone or battery.stage or battery.tried:
        raise Refused(f"{battery.id} has another mission in this turn ({oba.rule})")
    fire_missions.free_ffe(ctx, battery, known_hex(ctx.game, words[0]), oba.free_ffe_error, oba.rule)
