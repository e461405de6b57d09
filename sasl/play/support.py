"""Commands for what strikes from afar: the mission's free FFE, and Sniper attacks."""

from __future__ import annotations

from sasl.combat import artillery, snipers
from sasl.game import pieces
from sasl.game.context import Context, Refused
from sasl.game.sight import known_hex
from sasl.game.state import Side, State
from sasl.play.registry import verb


def _free_ffe(state: State) -> str:
    if state.stage == "play" and state.side == "FRIENDLY" and state.phase == "PFPh":
        return ""
    return f"the free FFE belongs to the FRIENDLY PFPh of its turn; this is {state.moment}"


@verb("ffe", "ffe HEX", "the FFE:1 your mission grants in its first PFPh (MSR 3)", when=_free_ffe, group="fire")
def ffe(ctx: Context, words: list[str]) -> None:
    """S1 MSR 3: an FFE:1 without access; accuracy is rolled, the error is one hex."""
    oba = next((item for item in ctx.mission.oba if item.side == "FRIENDLY" and item.free_ffe_turn), None)
    if oba is None or oba.free_ffe_turn != ctx.state.turn:
        raise Refused("this turn grants no free FFE; put others on the map with: marker add ffe HEX")
    if len(words) != 1:
        raise Refused("ffe needs a hex, as in: ffe K14")
    if any(marker.side == "FRIENDLY" for marker in ctx.state.marked("ffe")):
        raise Refused(f"the free FFE has been placed ({oba.rule})")
    goal = known_hex(ctx.game, words[0])
    for marker in ctx.state.marked("observer"):
        ctx.tell(f"The observer in {marker.hex} (level {marker.number}) must see {goal}: your board decides.")
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.friendly.nation))
    record = ctx.roll("dr", f"Accuracy of the FFE at {goal}", rule="C1.3", target=limit, target_name="accurate")
    name: str | None = goal
    if not record.success:
        way = int(ctx.table("ffe.direction", f"Direction of error from {goal}").result)
        name = artillery.shifted(ctx, goal, way, oba.free_ffe_error)
    if name is None:
        ctx.tell("The FFE falls off the map.", stop=True)
        return
    pieces.put_marker(
        ctx, "ffe", name, f"FFE:1 {oba.name}", side="FRIENDLY", number=1, until=ctx.state.player_turn + 1, why=oba.rule
    )
    artillery.who_suffers(ctx, name, 1)


@verb(
    "sniper", "sniper enemy|friendly [1|2]", "a Sniper attack: its dr (or 1 / 2), its target, its effect", group="enemy"
)
def sniper(ctx: Context, words: list[str]) -> None:
    """A14: the player rolled the SAN; make the Sniper dr and, if effective, the attack."""
    if not words or words[0].upper() not in ("ENEMY", "FRIENDLY") or (len(words) > 1 and words[1] not in ("1", "2")):
        raise Refused("sniper needs a side, as in: sniper enemy, or sniper friendly 1")
    side: Side = "ENEMY" if words[0].upper() == "ENEMY" else "FRIENDLY"
    if len(words) > 1:
        snipers.sniper_attack(ctx, side, int(words[1]))
        return
    record = ctx.table("sniper.effect", f"{side} Sniper dr")
    if str(record.result) == "effective":
        snipers.sniper_attack(ctx, side, max(1, record.total))
