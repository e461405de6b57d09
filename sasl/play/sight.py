"""The `los` command: what the program knows of a LOS, or what the player sees on his board."""

from __future__ import annotations

from sasl.game import events as ev
from sasl.game.context import Context, Refused
from sasl.game.sight import known_hex, look
from sasl.play.registry import verb


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
    ctx.tell(f"LOS {a}-{b}, range {ctx.board.distance(a, b)}: {seen.text}", hexes=(a, b))
