"""A mission in lines beside VASL: what a new save shows, taken over as the player chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sasl.asl.game.context import Game, Refused
from sasl.beside import differences
from sasl.beside.comparison import Comparison
from sasl.beside.placements import on_which, placements
from sasl.beside.saves import Watch
from sasl.kernel.text import counted, sentence
from sasl.orders.take_over import Chosen, Step, choose, corrected, steps, waiting_words
from sasl.orders.vasl_orders import KeepMine, LookAtVasl, looked
from sasl.saves.session import Session


class Lines(Protocol):
    """A game in lines, as far as it is needed here."""

    session: Session
    taking: Comparison | None
    """The game beside the save that is taken over now."""

    def say(self, text: str) -> None:
        """A line for the player."""

    def reply(self) -> str | None:
        """What he types; None if he leaves."""

    def give(self, line: str) -> bool:
        """Run a command and print its outcome; whether it was done."""


def take_over(lines: Lines, order: LookAtVasl) -> None:
    """Show what a saved game of VASL has otherwise, ask what of it counts, and give the orders one by one."""
    game = lines.session.game
    try:
        save, found = looked(game, order.file)
    except Refused as refusal:
        lines.say(f"No: {sentence(str(refusal))}")
        return
    every = steps(game, found)
    lines.say(f"  {save.path.name}: {counted(len(found.moved), 'difference')}")
    _show(lines, every)
    for text in found.notes:
        lines.say(f"  {sentence(text)}")
    if found.lacking:
        lines.say("  To do in VASL:")
        for text in differences.to_do(found.lacking):
            lines.say(f"    {text}")
    chosen = _ask(lines, every) if every else Chosen()
    if chosen is None:
        lines.say("Left as it was.")
        return
    if chosen.refused:
        lines.give(KeepMine(str(save.path)).line())
        return
    look = LookAtVasl(str(save.path)).line()
    lines.session.submit(look)  # which counter is which, before S? and units come and go
    lines.taking = found
    _give(lines, chosen)
    lines.taking = None
    lines.session.submit(look)


def _show(lines: Lines, every: Sequence[Step]) -> None:
    for number, step in enumerate(every, 1):
        lines.say(f"  {number:>2} {step.sentence}")
        lines.say(f"       {'; '.join(step.orders)}")
        if step.fault:
            lines.say(f"       not now: {sentence(step.fault)} By hand: {'; '.join(step.adjust)}")


def _ask(lines: Lines, every: list[Step]) -> Chosen | None:
    """What is to be taken over; None if the player leaves."""
    number = sum(step.likely for step in every)
    lines.say(f"  Enter: as orders ({number} of {len(every)}); hand: without rules; none: change VASL instead;")
    lines.say("  with numbers, only those (hand 1 3); 2 LINE: another order for 2; abort leaves it")
    while (reply := lines.reply()) is not None:
        try:
            other = corrected(lines.session.game, every, reply)
            if other is None:
                return choose(every, reply)
            every = other
            _show(lines, every)
        except Refused as refusal:
            lines.say(f"  {sentence(str(refusal))}")
    return None


def _give(lines: Lines, chosen: Chosen) -> None:
    """The orders one by one, until one is refused or halts on its way."""
    for place, (step, every) in enumerate(chosen.steps):
        for line in every:
            lines.say(f"> {line}")
            if not lines.give(line):
                return
        if not step.reached(lines.session.game):
            left = [item for item, _ in chosen.steps[place:]]
            lines.say(f"  {waiting_words(left)}: vasl goes on.")
            return


def news(watch: Watch, game: Game) -> str:
    """What a new save of VASL shows, in a line, or ""."""
    found = watch.look(game)
    if isinstance(found, str):
        return f"* VASL's save cannot be read: {sentence(found)}"
    return f"* VASL has moved: {counted(len(found.moved), 'difference')} (vasl)." if found and found.moved else ""


def to_do(before: Game, after: Game, vasl: Comparison | None) -> list[str]:
    """What to do on the player's map after a command, as lines; none where the player does not want them."""
    found = placements(before, after, vasl) if after.state.option("placements") else []
    return [f"+ {on_which(after)} {text}" for text in found]
