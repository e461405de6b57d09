"""Dice in the player's hand: who rolls, dice typed ahead, rolls on any table, switches and notes."""

from __future__ import annotations

from sasl.content.yamlfile import ContentError, nearest
from sasl.core.dice import roll_kind
from sasl.core.records import Modifier
from sasl.core.text import number_in
from sasl.game import events as ev
from sasl.game.context import Context, Refused
from sasl.game.state import OPTIONS
from sasl.play.command_control import drop_marks
from sasl.play.registry import ALL_STAGES, verb

MOST_AHEAD = 40


@verb(
    "dice",
    "dice auto | hand [friendly | enemy] | N N… | clear | skip [N]",
    "who rolls for whom; or type the next dice (coloured first); or pass over dice of the seed",
    stages=ALL_STAGES,
    group="dice",
)
def dice(ctx: Context, words: list[str]) -> None:
    """A.9: the program rolls (auto), the player rolls (hand), or he types dice for what comes next."""
    if not words:
        raise Refused("dice needs words, as in: dice hand, dice auto, dice 4 2, dice skip")
    word = words[0].lower()
    state = ctx.state.dice
    if word in ("auto", "hand"):
        _who_rolls(ctx, word == "hand", [text.lower() for text in words[1:]])
    elif word == "clear":
        ctx.emit(ev.DiceSet())
    elif word == "skip":
        far = number_in(words[1], 1, 100) if len(words) == 2 else 1
        if far is None or len(words) > 2:
            raise Refused("dice skip takes a number from 1 to 100")
        ctx.emit(ev.DiceSet(state.queue, state.queue_source, skip=far))
    else:
        given = " ".join(words).replace(",", " ").split()
        values = [value for text in given if (value := number_in(text, 1, 1000)) is not None]
        if not values or len(values) != len(given) or len(values) > MOST_AHEAD:
            raise Refused(f"'{' '.join(words)[:80]}' are no dice: type numbers, as in: dice 4 2")
        ctx.emit(ev.DiceSet((*state.queue, *values), "typed"))


def _who_rolls(ctx: Context, by_hand: bool, sides: list[str]) -> None:
    """The player rolls all dice, those of one side, or none."""
    if len(sides) > 1 or (sides and (sides[0] not in ("friendly", "enemy") or not by_hand)):
        raise Refused("who rolls: dice auto, dice hand, dice hand friendly, dice hand enemy")
    everything = by_hand and not sides
    ctx.emit(ev.DiceSet(ctx.state.dice.queue, ctx.state.dice.queue_source, by_hand=everything))
    for side in ("friendly", "enemy"):
        wanted = side in sides
        if ctx.state.option(f"{side}-dice") != wanted:
            ctx.emit(ev.OptionSet(f"{side}-dice", wanted))


@verb(
    "roll",
    "roll dr | DR | d66 | NdM | TABLE [±N] [COLUMN]",
    "roll dice, or on any table of the library",
    stages=ALL_STAGES,
    group="dice",
    key="r",
)
def roll(ctx: Context, words: list[str]) -> None:
    """A roll of the player's own, logged like every other."""
    if not words:
        raise Refused("roll needs a roll or a table, as in: roll DR, roll generation.g2 +1")
    rest = words[1:]
    modifiers: list[Modifier] = []
    column = ""
    for word in rest:
        drm = number_in(word, -99, 99)
        if drm is not None:
            modifiers.append(Modifier("player", drm, ""))
        else:
            column = word
    try:
        roll_kind(words[0])
    except ValueError:
        _roll_table(ctx, words[0].lower(), modifiers, column)
        return
    ctx.roll(words[0], "Player's roll", modifiers=modifiers)


def _roll_table(ctx: Context, name: str, modifiers: list[Modifier], column: str) -> None:
    try:
        table = ctx.game.library.table(name)
    except ContentError as error:
        raise Refused(str(error)) from None
    if table.kind is None:
        raise Refused(f"{table.id} is a chart: it is read, not rolled")
    if not table.rows:
        raise Refused(f"{table.id} is a check against {table.against}: it has no rows to roll on")
    if column and column not in table.columns:
        raise Refused(f"{table.id} has no column '{column}'{nearest(column, table.columns)}")
    ctx.table(table.id, table.title, modifiers=modifiers, column=column)


@verb("option", "option NAME on|off", "turn a switch of this game", stages=ALL_STAGES, group="adjust")
def option(ctx: Context, words: list[str]) -> None:
    """Turn one of the switches: Command Control, LOS questions, MF questions."""
    if len(words) != 2 or words[0] not in OPTIONS or words[1].lower() not in ("on", "off"):
        names = "; ".join(f"{name} ({text})" for name, (_, text) in OPTIONS.items())
        raise Refused(f"option needs a name and on or off; there are {names}")
    ctx.emit(ev.OptionSet(words[0], words[1].lower() == "on"))
    if not ctx.state.option("command"):
        drop_marks(ctx)


@verb("note", "note TEXT", "write a remark into the log", stages=ALL_STAGES, group="adjust")
def note(ctx: Context, words: list[str]) -> None:
    """A remark of the player's."""
    if not words:
        raise Refused("note needs a text")
    ctx.emit(ev.Adjusted(" ".join(words)[:500]))
