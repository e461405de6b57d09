"""A LOS in doubt: whether there may be one, and the player asked what his board shows (A6)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.los.sight import Seen, look, passing, sight_words
from sasl.board import bypass_line
from sasl.kernel.text import counted

DOUBTS = ("los", "los-from")
"""The ids of the questions about a LOS, or several, that the facts do not settle; the default is what is likely."""
AS_LIKELY = "as is likely"


def might_see(game: Game, a: str, b: str) -> bool:
    """Whether there is a LOS, or one in doubt about which the player will be asked (option ask-los)."""
    seen = look(game, a, b)
    return seen.exists or (not seen.sure and game.state.option("ask-los"))


def settle_doubts(ctx: Context, where: str, hexes: Sequence[str], why: str = "") -> None:
    """Ask the player which of `hexes` have a LOS to `where`, and `why`; his answers are remembered from now on."""
    if len(hexes) == 1:
        likely = _likely(ctx, hexes[0], where)
        options = [Option("clear", "no Hindrance"), Option("blocked", "no LOS")]
        options += [Option(f"+{number}", counted(number, "Hindrance")) for number in range(1, _most(ctx) + 1)]
        options.sort(key=lambda option: option.value.lstrip("+") != likely)
        text = f"Is there a LOS between {hexes[0]} and {where}{why}? {sight_words(ctx.game, hexes[0], where)}"
        line = (hexes[0], where)
        answer = ctx.choose(text, options, rule="A6", hexes=line, id="los", subject=line)
        answered(ctx, _spot(ctx.game, hexes[0]), _spot(ctx.game, where), answer.lstrip("+"), likely)
    elif hexes:
        text = f"Which of these hexes have a LOS to {where}{why}? The program cannot tell; check your board."
        sights = {name: look(ctx.game, name, where) for name in hexes}
        options = [Option(name, sight_words(ctx.game, name, where)) for name in sights]
        ticked = [name for name in sights if _likely(ctx, name, where) != "blocked"]
        chosen = ctx.several(text, options, ticked, rule="A6", id="los-from", subject=(where,))
        for name, seen in sights.items():
            answer = _as_answer(ctx, seen) if name in chosen else "blocked"
            answered(ctx, _spot(ctx.game, name), _spot(ctx.game, where), answer, _likely(ctx, name, where))


def answered(ctx: Context, a: str, b: str, answer: str, likely: str) -> None:
    """What the player says of a LOS is kept; whether he chose it or left it as it likely is, it may be the same."""
    ctx.emit(ev.SightAnswered(a, b, answer, AS_LIKELY if answer == likely else "player"))


def _spot(game: Game, name: str) -> str:
    """What the player's answer about a LOS to a hex is kept under: the hex, or the Bypass that units are in there."""
    past = passing(game.state)
    return bypass_line.words(*past) if past and name == past[0] else name


def _most(ctx: Context) -> int:
    """The most Hindrance a LOS can have (A6.7)."""
    return ctx.figure("blocking-hindrance") - 1


def _likely(ctx: Context, a: str, b: str) -> str:
    """What the digest makes of a doubtful LOS, as an answer: clear, blocked or a Hindrance."""
    seen = look(ctx.game, a, b)
    return _as_answer(ctx, seen) if seen.exists else "blocked"


def _as_answer(ctx: Context, seen: Seen) -> str:
    """An existing LOS as an answer: clear, or its Hindrance."""
    return str(min(seen.hindrance, _most(ctx))) if seen.hindrance else "clear"
