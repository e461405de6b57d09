"""An attack before its dice: shown with its exact chances, and corrected by the player as he likes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Option, Question, Refused
from sasl.kernel.dice import roll_kind
from sasl.kernel.records import Modifier

Chances = Sequence[tuple[str, Fraction]]


class Cancelled(Refused):
    """The player does not want what was on paper."""


BY_HAND = "by hand"
HELP = (
    Option("roll", "roll the dice"),
    Option("+1 why", "add a DRM (or -1 …)"),
    Option("drop 2", "take the second DRM away"),
    Option("number 8", "another column or number"),
    Option("dice 3 4", "roll with these dice, coloured first"),
    Option("=RESULT", "type the outcome instead of rolling"),
    Option("cancel", "do not do it"),
)


@dataclass(frozen=True)
class Draft:
    """An attack or check on paper.

    `number` is the column, To Hit number or Kill number that `number_name` calls it; `chances(number, mods)`
    counts each result over all dice; `results` are the outcomes that may be typed; `typed` is the one that was;
    `roll` is what is thrown.
    """

    title: str
    facts: tuple[str, ...]
    number: int
    number_name: str
    modifiers: tuple[Modifier, ...]
    chances: Callable[[int, tuple[Modifier, ...]], Chances]
    results: tuple[str, ...]
    typed: str = ""
    roll: str = "DR"

    def lines(self) -> tuple[str, ...]:
        """The whole paper: facts, number, every DRM with its rule, the sum, the chances."""
        drm = sum(mod.value for mod in self.modifiers)
        lines = [*self.facts, f"{self.number_name}: {self.number}"]
        lines += [f"{place}. {mod}" for place, mod in enumerate(self.modifiers, 1)] or ["no DRM"]
        if self.modifiers:
            lines.append(f"DRM in all: {drm:+d}")
        lines.append("Chances: " + chances_text(self.chances(self.number, self.modifiers)))
        return tuple(lines)


def chances_text(chances: Chances) -> str:
    """`1KIA 3%, K/2 6%, … no effect 42%`, exact to a tenth where it matters."""
    parts = [f"{'no effect' if name == '-' else name} {percent(chance)}" for name, chance in chances if chance]
    return ", ".join(parts)


def percent(chance: Fraction) -> str:
    """A chance in words: `42%`, `2.8%`."""
    value = float(chance * 100)
    return f"{value:.0f}%" if value >= 10 or value == int(value) else f"{value:.1f}%"


def settle(ctx: Context, draft: Draft) -> Draft:
    """The draft as the player wants it: he may add or drop DRM, change the number, type the outcome, or cancel.

    Every correction is an entry of the log. With option confirm-fire off the draft is taken as it is.
    """
    why, ctx.because = ctx.because, ()
    if not ctx.state.option("confirm-fire") or not ctx.asks:
        return draft
    error = ""
    while True:
        lines = (*why, *draft.lines())
        question = Question("attack", draft.title, "roll", _help(draft), error=error, lines=lines)
        answer = ctx.ask(question).strip()
        if not answer or "roll".startswith(answer.lower()):
            return draft
        if answer.lower() in ("cancel", "no", "none"):
            raise Cancelled(f"not done: {draft.title}")
        if answer.lower().startswith("dice "):
            error = _dice(ctx, draft, answer[5:])
            if not error:
                return draft
            continue
        corrected, text = correct(draft, answer)
        if corrected is None:
            error = text
            continue
        error = ""
        draft = corrected
        ctx.emit(ev.Adjusted(f"{draft.title}: {text}"))
        if draft.typed:
            return draft


def _help(draft: Draft) -> tuple[Option, ...]:
    """What may be answered, with the outcomes by name."""
    named = f"type the outcome instead of rolling: {', '.join(draft.results)}"
    return tuple(Option(item.value, named) if item.value == "=RESULT" else item for item in HELP)


def _dice(ctx: Context, draft: Draft, text: str) -> str:
    """The dice the player has thrown for this roll are the next ones; or one sentence that says what is wrong."""
    parts = re.findall(r"\d", text)
    try:
        roll_kind(draft.roll).check(tuple(map(int, parts)))
    except ValueError as error:
        return str(error)
    if re.sub(r"[\d\s,+]", "", text):
        return f"'{text.strip()}' are no dice: type them, coloured first, as in: dice 3 4"
    ctx.emit(ev.DiceSet((*map(int, parts), *ctx.state.dice.queue), "typed"))
    return ""


def correct(draft: Draft, answer: str) -> tuple[Draft | None, str]:
    """The corrected draft and what was done; or None and one sentence that says what would be right."""
    match = re.fullmatch(r"([+-]\d{1,2})\s*(.{0,60})", answer)
    if match:
        mod = Modifier(match[2].strip() or "correction", int(match[1]), BY_HAND)
        return replace(draft, modifiers=(*draft.modifiers, mod)), f"DRM {mod}"
    match = re.fullmatch(r"drop\s+(\d{1,2})", answer, re.I)
    if match:
        place = int(match[1]) - 1
        if not 0 <= place < len(draft.modifiers):
            return None, f"there is no DRM {match[1]}; there are {len(draft.modifiers)}"
        gone = draft.modifiers[place]
        rest = (*draft.modifiers[:place], *draft.modifiers[place + 1 :])
        return replace(draft, modifiers=rest), f"without {gone}"
    match = re.fullmatch(r"(?:number|column|fp|th|to)\s+(-?\d{1,3})", answer, re.I)
    if match:
        return replace(draft, number=int(match[1])), f"{draft.number_name} {match[1]} instead of {draft.number}"
    if answer.startswith("="):
        wanted = answer[1:].strip().lower()
        found = [name for name in draft.results if name.lower() == wanted]
        found = found or [name for name in draft.results if wanted and name.lower().startswith(wanted)]
        if not found:
            return None, f"'{answer[1:].strip()}' is no outcome here; there are {', '.join(draft.results)}"
        return replace(draft, typed=found[0]), f"outcome typed: {found[0]}"
    return None, f"'{answer}' is no correction: Enter rolls; +1 why, drop 2, number 8, dice 3 4, =RESULT or cancel"
