"""Questions: something only a player (or a side's mind) can tell, and how an answer is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Literal

from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.dice import RollKind, roll_kind
from sasl.kernel.rolling.records import SELECTION
from sasl.kernel.text import number_in

QuestionKind = Literal["dice", "choice", "several", "yes-no", "hex", "number", "text", "attack"]


class Option(Frozen):
    """One answer to a question: what to type, and what it means."""

    value: str
    label: str


class Question(Frozen):
    """Something only the player can tell. `default` is what the program would answer.

    `whose`: the side that decides, if it is a decision; a side that the program plays answers by itself. `id` says what
    is asked (`withdraw-to`, `overrun`), `subject` whom or what it is about (unit, hex, side, step): code goes by these
    two, never by the text. `preview`: the attack or check that a question of kind `attack` shows, whole. `most`: of
    several options no more than so many, and why.
    """

    kind: QuestionKind
    text: str
    default: str
    options: tuple[Option, ...] = ()
    roll: str = ""
    hexes: tuple[str, ...] = ()
    rule: str = ""
    error: str = ""
    lines: tuple[str, ...] = ()
    whose: str = ""
    id: str = ""
    subject: tuple[str, ...] = ()
    preview: Any = None
    most: tuple[int, str] | None = None

    @property
    def by_number(self) -> bool:
        """Whether a number names an option by its place: not where options are numbers themselves."""
        return not any(option.value.isdigit() for option in self.options)


class Unanswered(Exception):
    """Raised inside a command when an answer is missing; the command leaves no trace."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.text)
        self.question = question


def roll_words(question: Question) -> str:
    """What the player is to roll; in a Random Selection (A.9) whose die is whose."""
    if question.id != SELECTION or roll_kind(question.roll).count != len(question.subject):
        return question.text
    whose = ", ".join(f"die {place} {name}" for place, name in enumerate(question.subject, 1))
    return f"{question.text} - one die each: {whose}"


def read_answer(question: Question, given: str) -> str:
    """The answer `given` in its proper form. ValueError says what would be right."""
    text = given.strip()
    if not text:
        text = question.default
    if question.kind == "dice":
        return _read_dice(question, text)
    if question.kind == "number":
        if not re.fullmatch(r"-?\d{1,6}", text):
            raise ValueError(f"'{text}' is not a number")
        return text
    if question.kind in ("text", "hex", "attack") and not (question.options and question.kind != "attack"):
        return text
    values = [option.value for option in question.options]
    if question.kind == "several":
        return _read_several(text, values, question.most)
    if text in values:
        return text
    place = number_in(text, 1, len(values))
    if place is not None and question.by_number:
        return values[place - 1]
    fits = [value for value in values if value.lower().startswith(text.lower())]
    if len(fits) == 1:
        return fits[0]
    exact = [value for value in values if value.lower() == text.lower()]
    if len(exact) == 1:
        return exact[0]
    raise ValueError(f"'{text}' is not one of {_some(values)}")


MOST_NAMED = 12
"""How many options an error names."""


def _some(values: Sequence[str]) -> str:
    """The options, or the first of very many: `K12, K13 … (30 in all)`."""
    named = ", ".join(values[:MOST_NAMED])
    return named if len(values) <= MOST_NAMED else f"{named} … ({len(values)} in all)"


def _read_several(text: str, values: Sequence[str], most: tuple[int, str] | None) -> str:
    """`all`, `none`, or some of `values` by number, word or beginning, with commas or blanks between."""
    if text.lower() in ("none", "no"):
        return "none"
    chosen = _named(text, values)
    if most is not None and len(chosen) > most[0]:
        raise ValueError(most[1])
    return " ".join(chosen)


def _named(text: str, values: Sequence[str]) -> list[str]:
    if "all".startswith(text.lower()):
        return list(values)
    chosen = []
    for word in text.replace(",", " ").split():
        if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(values):
            chosen.append(values[int(word[:4]) - 1])
            continue
        fits = [value for value in values if value.lower() == word.lower()]
        if not fits:
            raise ValueError(f"'{word}' is not one of {_some(values)}; all and none are allowed, too")
        chosen.append(fits[0])
    return list(dict.fromkeys(chosen))


MOST_DRM = 20
"""No DRM in all takes a Final total farther than this beyond what the dice can show."""


def _total(kind: RollKind, total: int) -> int:
    """A typed Final total, if the roll can come to it."""
    low, high = kind.count, kind.count * kind.sides
    if kind.name == "d66" and not (1 <= total % 10 <= 6 and 1 <= total // 10 <= 9):
        raise ValueError(f"{total} is not a d66: two digits, each from 1 to 6, and a drm takes the first to 9 at most")
    if kind.name != "d66" and not low - MOST_DRM <= total <= high + MOST_DRM:
        raise ValueError(f"no {kind.name} comes to {total}: it ranges from {low} to {high}, and no DRM is that large")
    return total


def _read_dice(question: Question, text: str) -> str:
    """`4 2`, `4,2` or `42` for dice (coloured first); `=7` for a Final total; `auto` lets the program roll."""
    if text.lower() in ("", "auto"):
        return "auto"
    kind = roll_kind(question.roll)
    if re.fullmatch(r"=\s*-?\d{1,3}", text):
        return f"={_total(kind, int(text[1:]))}"
    parts = re.findall(r"\d+", text)
    if len(parts) == 1 and kind.count > 1 and kind.sides < 10:
        parts = list(parts[0])
    if re.sub(r"[\d\s,+]", "", text) or not parts:
        raise ValueError(f"'{text}' is not a roll: type the dice (coloured first), = and a total, or auto")
    dice = tuple(map(int, parts))
    kind.check(dice)
    return " ".join(map(str, dice))
