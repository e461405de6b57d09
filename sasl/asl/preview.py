"""An attack before its dice: shown with its exact chances, and corrected by the player as he likes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Literal

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Option, Question, Refused
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier

Chances = Sequence[tuple[str, Fraction]]
Act = Literal["roll", "cancel", "add", "drop", "number", "dice", "result"]


class Cancelled(Refused):
    """The player does not want what was shown to him."""


BY_HAND = "by hand"
HELP = (
    Option("roll", "roll the dice"),
    Option("+1 why", "add a DRM (or -1 …)"),
    Option("drop 2", "remove the second DRM"),
    Option("number 8", "another column or number"),
    Option("dice 3 4", "use these dice, coloured first"),
    Option("=RESULT", "type the outcome instead of rolling"),
    Option("cancel", "do not do it"),
)
NONE = "-"
"""The result that does nothing."""


class Preview(Frozen):
    """An attack or check before its dice.

    `number` is the column, To Hit number or Kill number that `number_name` calls it; `chances(number, mods)`
    counts each result over all dice; `results` are the outcomes that may be typed; `typed` is the one that was;
    `roll` is what is thrown. `reasons`: why the program does it (None: it is the player's, or comes of another act).
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
    reasons: tuple[str, ...] | None = None
    dropped: tuple[Modifier, ...] = ()
    """The DRM that the player took away: they are still to be seen, and count no more."""

    @property
    def total(self) -> int:
        """The sum of its DRM."""
        return sum(mod.value for mod in self.modifiers)

    @property
    def expected(self) -> Chances:
        """Each result that can come, with its exact chance as it is corrected now."""
        return tuple((name, chance) for name, chance in self.chances(self.number, self.modifiers) if chance)

    @property
    def without(self) -> tuple[str, ...]:
        """A line for each DRM that was taken away."""
        return tuple(f"dropped: {mod}" for mod in self.dropped)

    def fitting(self, text: str) -> list[str]:
        """The outcomes that begin as `text` does (any case, blanks aside); one named so exactly comes alone."""
        wanted = _plain(text)
        exact = [name for name in self.results if wanted in (_plain(name), _plain(result_name(name)))]
        return exact or [name for name in self.results if _plain(result_name(name)).startswith(wanted)]

    def lines(self) -> tuple[str, ...]:
        """The whole of it: facts, number, every DRM with its rule, the sum, the chances."""
        lines = [*self.facts, f"{self.number_name}: {self.number}"]
        lines += [f"{place}. {mod}" for place, mod in enumerate(self.modifiers, 1)] or ["no DRM"]
        if self.modifiers:
            lines.append(f"Total DRM {self.total:+d}")
        lines += self.without
        lines.append("Chances: " + chances_text(self.expected))
        return tuple(lines)


def _plain(text: str) -> str:
    return text.replace(" ", "").lower()


def result_name(name: str) -> str:
    """A result in words: `no effect` for the one that does nothing."""
    return "no effect" if name == NONE else name


def chances_text(chances: Chances) -> str:
    """`1KIA 3%, K/2 6%, … no effect 42%`, exact to a tenth where it matters."""
    return ", ".join(f"{result_name(name)} {percent(chance)}" for name, chance in chances if chance)


def percent(chance: Fraction) -> str:
    """A chance in words: `42%`, `2.8%`."""
    value = float(chance * 100)
    return f"{value:.0f}%" if value >= 10 or value == int(value) else f"{value:.1f}%"


def confirm(ctx: Context, preview: Preview) -> Preview:
    """The preview as the player wants it: he may add or drop DRM, change the number, type the outcome, or cancel.

    Every correction is an entry of the log. With option confirm-fire off it is taken as it is.
    """
    reasons, ctx.because = ctx.because, None
    if not ctx.state.option("confirm-fire") or not ctx.asks:
        return preview
    preview, error = replace(preview, reasons=reasons), ""
    while True:
        answer = ctx.ask(
            Question(
                "attack", preview.title, "roll", _help(preview),
                error=error, lines=preview.lines(), id="attack", preview=preview,
            )
        )  # fmt: skip
        try:
            correction = _read_correction(answer)
            if correction.act == "roll":
                return preview
            if correction.act == "cancel":
                raise Cancelled(f"not done: {preview.title}")
            if correction.act == "dice":
                _dice(ctx, preview, correction)
                return preview
            preview, done = correction.of(preview)
        except ValueError as wrong:
            error = str(wrong)
            continue
        error = ""
        ctx.emit(ev.Adjusted(f"{preview.title}: {done}", preview.typed))
        if preview.typed:
            return preview


def _help(preview: Preview) -> tuple[Option, ...]:
    """What may be answered, with the outcomes by name."""
    named = f"type the outcome instead of rolling: {', '.join(preview.results)}"
    return tuple(Option(item.value, named) if item.value == "=RESULT" else item for item in HELP)


def _dice(ctx: Context, preview: Preview, typed: Correction) -> None:
    """The dice the player has thrown for this roll are the next ones. ValueError if they are none."""
    roll_kind(preview.roll).check(typed.dice)
    ctx.emit(ev.DiceSet((*typed.dice, *ctx.state.dice.queue), "typed"))


class Correction(Frozen):
    """What the player typed: a DRM of `value` because of `text`, the place or number `value`, `dice`, a result."""

    act: Act
    value: int = 0
    text: str = ""
    dice: tuple[int, ...] = ()

    def of(self, preview: Preview) -> tuple[Preview, str]:
        """The corrected preview and what was done. ValueError says in one sentence what would be right."""
        mods = preview.modifiers
        if self.act == "add":
            mod = Modifier(self.text or "correction", self.value, BY_HAND, "by-hand")
            return replace(preview, modifiers=(*mods, mod)), f"DRM {mod}"
        if self.act == "drop":
            place = self.value - 1
            if not 0 <= place < len(mods):
                raise ValueError(f"there is no DRM number {self.value}; there are {len(mods)}")
            left, gone = (*mods[:place], *mods[place + 1 :]), mods[place]
            return replace(preview, modifiers=left, dropped=(*preview.dropped, gone)), f"without {gone}"
        if self.act == "number":
            return replace(
                preview, number=self.value
            ), f"{preview.number_name} {self.value} instead of {preview.number}"
        found = preview.fitting(self.text) if self.text else []
        if not found:
            dice = "; dice 3 4 enters the dice you have thrown" if self.text.isdecimal() else ""
            raise ValueError(f"'{self.text}' is not an outcome here; there are {', '.join(preview.results)}{dice}")
        return replace(preview, typed=found[0]), f"outcome typed: {found[0]}"


def _read_correction(answer: str) -> Correction:
    """What an answer to an attack means: roll, cancel, or a correction of it. ValueError: none of them."""
    text = answer.strip()
    low = text.lower()
    if "roll".startswith(low):
        return Correction("roll")
    if low in ("cancel", "no", "none"):
        return Correction("cancel")
    if text.startswith("="):
        return Correction("result", text=text[1:].strip())
    if match := re.fullmatch(r"dice\s+(.*)", text, re.I):
        if re.sub(r"[\d\s,+]", "", match[1]):
            raise ValueError(f"'{match[1]}' are not dice: type them, coloured first, as in: dice 3 4")
        return Correction("dice", dice=tuple(map(int, re.findall(r"\d", match[1]))))
    if match := re.fullmatch(r"([+-]\d{1,2})\s*(.{0,60})", text):
        return Correction("add", int(match[1]), match[2].strip())
    if match := re.fullmatch(r"drop\s+(\d{1,2})", text, re.I):
        return Correction("drop", int(match[1]))
    if match := re.fullmatch(r"(?:number|column|fp|th|to)\s+(-?\d{1,3})", text, re.I):
        return Correction("number", int(match[1]))
    raise ValueError(
        f"'{text}' is not a correction; there are: Enter rolls; +1 why, drop 2, number 8, dice 3 4, =RESULT or cancel"
    )
