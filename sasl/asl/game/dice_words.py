"""Dice in the player's hand, in any game: who rolls, dice typed ahead, rolls on any table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from sasl.asl.game import events as ev
from sasl.content.yamlfile import ContentError, nearest
from sasl.kernel.dice import roll_kind
from sasl.kernel.records import Modifier
from sasl.kernel.run import Refused, Run
from sasl.kernel.text import listed, number_in

MOST_AHEAD = 40


def set_dice(run: Run[Any], words: Sequence[str], sides: Sequence[str], option: Callable[[str], bool]) -> None:
    """A.9: the program rolls (auto), the player rolls (hand, for all or one of `sides`), or dice typed ahead."""
    if not words:
        raise Refused("dice needs words, as in: dice hand, dice auto, dice 4 2, dice skip")
    word, state = words[0].lower(), run.dice
    if word in ("auto", "hand"):
        _who_rolls(run, word == "hand", [text.lower() for text in words[1:]], sides, option)
    elif word == "clear":
        run.emit(ev.DiceSet())
    elif word == "skip":
        far = number_in(words[1], 1, 100) if len(words) == 2 else 1
        if far is None or len(words) > 2:
            raise Refused("dice skip takes a number from 1 to 100")
        run.emit(ev.DiceSet(state.queue, state.queue_source, skip=far))
    else:
        given = " ".join(words).replace(",", " ").split()
        values = [value for text in given if (value := number_in(text, 1, 1000)) is not None]
        if not values or len(values) != len(given) or len(values) > MOST_AHEAD:
            raise Refused(f"'{' '.join(words)[:80]}' are no dice: type numbers, as in: dice 4 2")
        run.emit(ev.DiceSet((*state.queue, *values), "typed"))


def _who_rolls(
    run: Run[Any], by_hand: bool, wanted: Sequence[str], sides: Sequence[str], option: Callable[[str], bool]
) -> None:
    """The player rolls all dice, those of one side, or none."""
    if len(wanted) > 1 or (wanted and (wanted[0] not in sides or not by_hand)):
        raise Refused(f"who rolls: dice auto, dice hand, {listed([f'dice hand {side}' for side in sides])}")
    run.emit(ev.DiceSet(run.dice.queue, run.dice.queue_source, by_hand=by_hand and not wanted))
    for side in sides:
        if option(f"{side}-dice") != (side in wanted):
            run.emit(ev.OptionSet(f"{side}-dice", side in wanted))


def roll_words(run: Run[Any], words: Sequence[str]) -> None:
    """A roll of the player's own, logged like every other: `dr`, or a table with a modifier and a column."""
    if not words:
        raise Refused("roll needs a roll or a table, as in: roll DR, roll generation.g2 +1")
    modifiers: list[Modifier] = []
    column = ""
    for word in words[1:]:
        drm = number_in(word, -99, 99)
        if drm is not None:
            modifiers.append(Modifier("player", drm, ""))
        else:
            column = word
    try:
        roll_kind(words[0])
    except ValueError:
        _roll_table(run, words[0].lower(), modifiers, column)
        return
    run.roll(words[0], "Player's roll", modifiers=modifiers)


def _whole_id(tables: Collection[str], name: str) -> str:
    """The id of the only table that has `name` in its id (g2), as `sasl own` takes it; `name` itself otherwise."""
    found = [key for key in tables if key.endswith(f".{name}")] or [key for key in tables if f".{name}." in f".{key}."]
    if name in tables or not found:
        return name
    if len(found) > 1:
        raise Refused(f"'{name}' may be {', '.join(sorted(found)[:12])}: type the whole id")
    return found[0]


def _roll_table(run: Run[Any], name: str, modifiers: list[Modifier], column: str) -> None:
    try:
        table = run.tables.table(_whole_id(run.game.library.tables, name))
    except ContentError as error:
        raise Refused(str(error)) from None
    if table.kind is None:
        raise Refused(f"{table.id} is a chart: it is read, not rolled")
    if not table.rows:
        raise Refused(f"{table.id} is a check against {table.against}: it has no rows to roll on")
    if column and column not in table.columns:
        raise Refused(f"{table.id} has no column '{column}'{nearest(column, table.columns)}")
    run.table(table.id, table.title, modifiers=modifiers, column=column)
