"""Lists that open over the map: one that must be seen, a why, one of which a line is taken."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count
from math import inf
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical

from sasl.asl.game.events import BoardsLaid, Decided, Event, Rolled
from sasl.kernel.facts import explained, lines_of, worded
from sasl.kernel.frozen import replace
from sasl.tui.widgets.keyed import Keyed, with_keys
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import Popup, bare

WHY = ("w", "why")
MOST_DIGITS = 4
"""No list has more lines than numbers of so many digits."""
GOES_ON = 0.7
"""Seconds in which a second digit goes on with the number of the first."""


class ListDialog(Popup[str | None]):
    """Lines that stay until they are seen; enter on a line with facts behind it explains them."""

    BINDINGS = [
        Binding("escape,space,q,n,N", "close", "seen", id="list.close"),
        Binding("w,question_mark", "why", "why?", id="list.why"),
    ]
    BUTTONS: tuple[tuple[str, str], ...] = (("space", "seen"),)

    def __init__(self, title: str, lines: Sequence[Line], *, foot: str = "", beside: bool = False) -> None:
        super().__init__(classes="beside" if beside else None)
        self.heading = title
        self.lines = list(lines)
        self.foot = foot

    @property
    def asked(self) -> bool:
        """Whether a line has more behind it than it says."""
        return any(_has_more(facts_of(line)) for line in self.lines)

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Seen; and why, where that can be asked."""
        return (*self.BUTTONS, *((WHY,) if self.asked else ()))

    def compose(self) -> ComposeResult:
        """A title, the lines, and how to go on."""
        with Vertical(classes="dialog") as box:
            box.border_title = bare(with_keys(self, self.heading))
            yield LineList(*self.lines, id="lines", classes="fit tall")
            seen = "‹space› or ‹n›: seen   ‹enter› on a roll: why?" if self.asked else "‹space›, ‹enter› or ‹n›: seen"
            yield Keyed(self.foot or seen, classes="foot")

    def opened(self) -> None:
        """The first line with something behind it is under the cursor."""
        view = self.query_one(LineList)
        stops = [number for number, line in enumerate(self.lines) if line.look == "bad" and line.data is not None]
        view.set_lines(self.lines)
        if stops:
            view.cursor = stops[0]
        view.focus()

    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Explain the line, or close."""
        self._explain(event.line)

    def action_why(self) -> None:
        """Explain the line under the cursor."""
        line = self.query_one(LineList).current
        if line:
            self._explain(line)

    def _explain(self, line: Line) -> None:
        if _has_more(facts := facts_of(line)):
            self.app.push_screen(why_dialog(facts))
        else:
            self.dismiss(None)

    def action_close(self) -> None:
        """Seen."""
        self.dismiss(None)


def facts_of(line: Line) -> tuple[Event, ...]:
    """The facts that a line of a list stands for: one, several, or none."""
    data = line.data if isinstance(line.data, tuple) else (line.data,)
    return tuple(item for item in data if isinstance(item, Event))


def _has_more(facts: Sequence[Event]) -> bool:
    """Whether there is more to say of facts than one line."""
    return sum(len(texts) for _, texts in explained(facts)) > 1


class SeenDialog(ListDialog):
    """What came of a command beside the map; `go_on`: the key that closes it and lets what it stopped go on at once."""

    ASKS = True
    BINDINGS = [
        Binding("E", "go_on('E')", "the ENEMY goes on", id="seen.phase"),
        Binding("c", "go_on('c')", "the move goes on", id="seen.go-on"),
    ]
    WORDS: ClassVar[Mapping[str, str]] = {"E": "seen, the ENEMY goes on", "c": "seen, the move goes on"}

    def __init__(self, title: str, lines: Sequence[Line], go_on: str = "") -> None:
        super().__init__(title, lines, beside=True)
        self.go_on = go_on

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Seen; and on at once."""
        seen, *why = super().buttons
        return (seen, *((key, words) for key, words in self.WORDS.items() if key == self.go_on), *why)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The key that fits what was stopped."""
        return parameters == (self.go_on,) if action == "go_on" else super().check_action(action, parameters)

    def action_go_on(self, key: str) -> None:
        """Seen; go on."""
        self.dismiss(key)


def with_facts(heads: Sequence[Line], facts: Sequence[Event]) -> list[Line]:
    """What came of commands, then fact by fact how it came; of mapboards only how they lie in the end."""
    laid = [event for event in facts if isinstance(event, BoardsLaid)][:-1]
    told = lines_of(worded(event for event in facts if event not in laid))
    how = [Line(text, "dim", line) for text, line in told]
    return [*heads, Line(""), Line("How it came about", "head"), *how] if how else list(heads)


PROVENANCE = {
    "house": "Figure: house - our own, as we do not have the printed one; your own tables replace it",
    "reconstructed": "Figure: reconstructed - worked out, not copied; compare it with your card",
}


def _explained_lines(fact: Event, texts: Sequence[str], look: str) -> list[Line]:
    """A fact in full: `texts`, `look` for the first; of a roll the last says where its dice came from, the one before
    whose figure it is.
    """
    lines = [Line(text, "" if place else look) for place, text in enumerate(texts)]
    if isinstance(fact, Rolled):
        figure, mine = fact.record.provenance, fact.record.pack
        lines[-1] = Line(lines[-1].text, "dim")
        if figure:
            text = lines[-2].text if mine else PROVENANCE.get(figure, lines[-2].text)
            lines[-2] = Line(text, "house" if figure == "house" else "")
    return lines


def why_dialog(
    facts: Sequence[Event],
    before: Sequence[Event] = (),
    command: str = "",
    after: Sequence[Event] = (),
    glossary: Sequence[str] = (),
) -> ListDialog:
    """The whole records behind a line of the log, one after another; house figures are named as such.

    A line with nothing more behind its facts is explained by the rolls `before` it in its command; `after` a decision
    stands what came of it. `glossary`: what the figures mean that it names.
    """
    records = explained(facts)
    lines: list[Line] = []
    for fact, texts in records:
        lines += _explained_lines(fact, texts, "head" if len(records) == 1 or isinstance(fact, Rolled) else "")
    if len(lines) == len(records):
        rolls = [item for item in before if isinstance(item, Rolled)]
        lines += [Line(""), Line(f"Caused by: {command or 'the start'}", "dim")]
        lines += [Line(item.describe(), "", item) for item in rolls]
    came: list[Line] = []
    for item in after:
        if isinstance(item, Decided):
            break
        if text := item.describe():
            came.append(Line(text, "dim", item))
    if glossary:
        lines += [Line(""), Line("The figures", "head"), *(Line(text, "dim") for text in glossary)]
    if came:
        lines += [Line(""), Line("The outcome", "head"), *came]
    return ListDialog("Why?", lines)


class PickDialog(ListDialog):
    """A list of which one line is taken: its data, or None. A number or a first letter goes to its line.

    A number is that with which a line begins, else the place of the line; `numbered` puts the places before them.
    """

    BUTTONS: tuple[tuple[str, str], ...] = (("enter", "this one"), ("escape", "back"))

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        *,
        foot: str = "",
        beside: bool = False,
        numbered: bool = False,
        decides: bool = False,
    ) -> None:
        super().__init__(title, _numbered(lines) if numbered else lines, foot=foot, beside=beside)
        self.decides = decides
        """Whether it is a question of its own: the key that goes on does not pass it by."""
        self._typed = ""
        self._typed_at = -inf

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """To ask why takes no line: what stands here has nothing behind it."""
        return action != "why" and super().check_action(action, parameters)

    @on(LineList.Clicked)
    def clicked(self, event: LineList.Clicked) -> None:
        """A click takes the line."""
        self._explain(event.line)

    def on_key(self, event: events.Key) -> None:
        """`3`: the line of that number; a digit that follows at once goes on with it. A letter: the next line that
        begins with it.
        """
        char, view = event.character or "", self.query_one(LineList)
        if self.decides and char in ("n", "N"):
            event.stop()
            event.prevent_default()
            return
        if not char.isalnum() or char in "jk":
            return
        able = [place for place, line in enumerate(view.lines) if line.data is not None]
        if char.isdecimal():
            soon = event.time - self._typed_at < GOES_ON
            fits = (soon and self._places(able, self._typed + char)) or self._places(able, char)
            self._typed, self._typed_at = (self._typed * soon + char)[-MOST_DIGITS:], event.time
        else:
            fits = [place for place in able if _begins(view.lines[place].text, char.lower())]
            fits = [place for place in fits if place > view.cursor] or fits
        if fits:
            event.stop()
            event.prevent_default()
            view.move_to(fits[0])

    def _places(self, able: Sequence[int], number: str) -> list[int]:
        """Of the lines that can be taken the one that begins with a number, else the one at that place."""
        named = [place for place in able if _first_word(self.lines[place].text) == number]
        return named or list(able[int(number) - 1 : int(number)] if int(number) else ())

    def _explain(self, line: Line) -> None:
        self.dismiss(None if line.data is None else str(line.data))


class AdviceDialog(PickDialog):
    """Advice: the hex of the line taken, GIVE for the order that is advised, or None."""

    GIVE = "give"
    """No hex is called so."""
    BINDINGS = [Binding("o", "give", "give the order", priority=True, id="advice.give")]
    BUTTONS = (("o", "give the order"), ("enter", "go there"), ("escape", "back"))

    def action_give(self) -> None:
        """The order as it is advised."""
        self.dismiss(self.GIVE)


def _numbered(lines: Sequence[Line]) -> list[Line]:
    """The lines with the places of those that can be taken before them."""
    places = count(1)
    wide = len(str(sum(line.data is not None for line in lines)))
    heads = (" " * (wide + 2) if line.data is None else f"{next(places):>{wide}}  " for line in lines)
    return [replace(line, text=head + line.text, hang=wide + 2) for head, line in zip(heads, lines, strict=True)]


def _begins(text: str, letter: str) -> bool:
    """Whether the first word of a line, but for its number, begins with a letter."""
    first, _, rest = text.strip().partition(" ")
    return _first_word(rest if first.isdecimal() else text).lower().startswith(letter)


def _first_word(text: str) -> str:
    """The first word of a line, but for a box or the mark of the present moment before it."""
    return next((word for word in text.split() if word[0] not in "[►"), "")
