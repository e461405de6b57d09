"""Dice in the player's hand: who rolls, dice typed ahead, rolls on any table, switches and notes."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.dice_words import roll_words, set_dice
from sasl.asl.game.registry import ALL_STAGES, verb
from sasl.asl.game.state import OPTIONS
from sasl.solitaire.command_control import drop_marks


@verb(
    "dice",
    "dice auto | hand [friendly | enemy] | N N… | clear | skip [N]",
    "who rolls for whom; or type the next dice (coloured first); or pass over dice of the seed",
    stages=ALL_STAGES,
    group="dice",
)
def dice(ctx: Context, words: list[str]) -> None:
    """A.9: the program rolls (auto), the player rolls (hand), or he types dice for what comes next."""
    set_dice(ctx, words, ("friendly", "enemy"), ctx.state.option)


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
    roll_words(ctx, words)


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
