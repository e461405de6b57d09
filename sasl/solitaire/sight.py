"""The `los` and `bypass` commands: what the program knows of a LOS or hexside, or what the player sees on his board."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.registry import verb
from sasl.asl.game.sight import known_hex, look
from sasl.asl.movement.bypass import known_room


@verb(
    "los",
    "los HEX HEX [clear | blocked | N]",
    "ask for a LOS, or say what your board shows",
    group="look",
    stages=("suspects", "wrecks", "force", "set-up", "play", "over"),
    key="l",
)
def los(ctx: Context, words: list[str]) -> None:
    """A6: what the digest says of a LOS; with an answer, what the player sees counts from now on."""
    if len(words) not in (2, 3):
        raise Refused("los needs two hexes, as in: los K14 P10")
    a, b = (known_hex(ctx.game, word) for word in words[:2])
    if len(words) == 3:
        answer = words[2].lower()
        if answer not in ("clear", "blocked", "1", "2", "3", "4", "5"):
            raise Refused(f"'{answer}' is no LOS: clear, blocked or a Hindrance of 1 to 5")
        ctx.emit(ev.SightAnswered(a, b, answer))
        return
    seen = look(ctx.game, a, b)
    ctx.tell(f"LOS {a}-{b}, range {ctx.board.distance(a, b)}: {seen.text}", hexes=(a, b), tag="los")


@verb(
    "bypass",
    "bypass HEX HEX [free | blocked]",
    "ask whether a hexside of woods or a building can be gone round, or say what your board shows",
    group="look",
)
def bypass(ctx: Context, words: list[str]) -> None:
    """A4.31: what the digest says of the room in a hex along its hexside with another; or the player's word for it."""
    if len(words) not in (2, 3) or (len(words) == 3 and words[2].lower() not in ("free", "blocked")):
        raise Refused("bypass needs a hex and the one beyond its hexside, as in: bypass D4 C4, or: bypass D4 C4 free")
    name, near = (known_hex(ctx.game, word) for word in words[:2])
    room = known_room(ctx.game, name, near)
    if len(words) == 3:
        ctx.emit(ev.RoomAnswered(name, near, words[2].lower() == "free"))
        return
    said = {"free": "room", "blocked": "no room"}.get(room, "the digest cannot tell: you are asked when it matters")
    ctx.tell(f"Bypass of {name} along {name}-{near}: {said} (A4.31).", hexes=(name, near))
