"""What opens over the map: a question, a list that must be seen, a why, a short form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from sasl.asl.game.events import Decided, Event, Rolled
from sasl.kernel.questions import Question, roll_words
from sasl.tui.bars import CommandLine, KeyLine
from sasl.tui.lines import Line, LineList

DICE_HELP = "type the dice (coloured first), = and a Final total, or press enter: the program rolls"

TYPED = {"dice": r"[0-9 ,+=\-autoAUTO]*", "number": r"-?[0-9]*"}
"""What can be typed for an answer of a kind; other keys are not heard."""

Answer = TypeVar("Answer")


def bare(text: str) -> str:
    """Words for the rim of a popup: `[A8.1]` is a rule there, no markup."""
    return text.replace("[", "\\[")


LEAST_LINES = 2
"""A list in a popup is never lower than this."""


class Popup(ModalScreen[Answer]):
    """What opens over the map. `:` types a command from here too: a look leaves the popup as it is."""

    BINDINGS = [Binding("colon", "command", "command", show=False, priority=True, id="popup.command")]
    BUTTONS: tuple[tuple[str, str], ...] = ()
    """Key and words of what can be clicked, where the keys always stand."""

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Those of this popup."""
        return self.BUTTONS

    def opened(self) -> None:
        """What stands in the popup is there: begin."""

    def on_mount(self) -> None:
        """Begin, with the popup's keys on the last line of the screen; not if it was dismissed before it opened."""
        if self not in self.app.screen_stack:
            return
        self.opened()
        line = KeyLine()
        line.only(*self.buttons, ("colon", "type"))
        self.mount(line)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A `:` in the middle of a typed answer belongs to the answer."""
        if action == "command":
            return not (isinstance(self.focused, Input) and self.focused.value)
        return super().check_action(action, parameters)

    def keep_foot(self) -> None:
        """Where the popup is higher than its room, its longest list gives way, so that the line to type in shows."""
        for box in self.query(".dialog"):
            over = box.virtual_size.height - box.scrollable_content_region.height
            lists = sorted(box.query(".fit"), key=lambda item: item.size.height)
            if over > 0 and lists and (high := lists[-1].size.height) > LEAST_LINES:
                room = max(LEAST_LINES, high - over)
                given = lists[-1].styles.max_height
                if given is None or not given.is_cells or room < given.value:  # each time less: it comes to an end
                    lists[-1].styles.max_height = room
                    self.call_after_refresh(self.keep_foot)

    def on_resize(self) -> None:
        """Another room: see to the foot once everything has its place."""
        self.call_after_refresh(self.keep_foot)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted is typed, wherever the focus is."""
        pasted = event.text
        if isinstance(self.focused, Input) or not self.query("#answer") or not pasted:
            return
        answer = self.query_one("#answer", Input)
        self.set_focus(answer)
        answer.insert_text_at_cursor(pasted.splitlines()[0])

    def action_command(self) -> None:
        """Type a command over the popup."""
        below = next((screen for screen in reversed(self.app.screen_stack) if hasattr(screen, "command_over")), None)
        if below is None:
            return
        past = below.query_one(CommandLine).past

        def typed(line: str | None) -> None:
            if line:
                below.command_over(line)

        self.app.push_screen(CommandPopup(past), typed)


class SoFar(LineList):
    """What has happened in the command before its question; the end of it is in view, tab and up scroll."""

    HELP = "What has happened before the question: up and down scroll."

    def __init__(self, so_far: Sequence[str]) -> None:
        super().__init__(*(Line(text) for text in so_far), id="so-far", classes="fit so-far")

    def on_mount(self) -> None:
        """The last lines are those the question is about."""
        self.call_after_refresh(self.scroll_end, animate=False)


class CommandPopup(ModalScreen[str | None]):
    """The command line over a popup."""

    def __init__(self, past: list[str]) -> None:
        super().__init__()
        self.past = past

    def compose(self) -> ComposeResult:
        """One line, where the command line always is."""
        yield CommandLine(id="command-over")

    def on_mount(self) -> None:
        """With what was typed before."""
        line = self.query_one(CommandLine)
        line.remember(self.past)
        line.begin()

    @on(CommandLine.Entered)
    def entered(self, event: CommandLine.Entered) -> None:
        """A line was typed."""
        self.dismiss(event.line)

    @on(CommandLine.Left)
    def left(self) -> None:
        """Back to the popup."""
        self.dismiss(None)


class AskDialog(Popup[str | None]):
    """A question of a running command: the answer, or None to leave the command with nothing done."""

    BINDINGS = [Binding("escape", "leave", "leave the command", id="ask.leave")]

    def __init__(
        self,
        question: Question,
        command: str,
        here: str = "",
        when_on: Callable[[str], None] | None = None,
        ticked: Sequence[str] | None = None,
        so_far: Sequence[str] = (),
    ) -> None:
        super().__init__()
        self.so_far = so_far
        self.question = question
        self.command = command
        self.here = here
        self.when_on = when_on
        """Called with the option under the cursor, so that the map can show what it is about."""
        likely = self.values if question.default == "all" else question.default.split()
        self.ticked = dict.fromkeys(item for item in self.values if item in (likely if ticked is None else ticked))
        self._typed = ""

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """Those that the kind of question has."""
        leave = ("escape", "leave it")
        if self.question.kind == "yes-no":
            return ("y", "yes"), ("n", "no"), leave
        if self.question.kind == "several":
            return ("enter", "these"), ("a", "all"), ("n", "none"), leave
        return ("enter", "answer"), leave

    @property
    def values(self) -> list[str]:
        """What can be answered."""
        return [option.value for option in self.question.options]

    def compose(self) -> ComposeResult:
        """Question, what was wrong with the last answer, options, and a line to type in."""
        question = self.question
        with Vertical(classes="dialog low") as box:
            box.border_title = bare(self.command + (f" [{question.rule}]" if question.rule else ""))
            if self.so_far:
                yield SoFar(self.so_far)
            text = question.text
            if question.kind == "dice":
                text = f"Roll {question.roll}: {roll_words(question)}"
            yield Static(text, markup=False, classes="question")
            if question.error:
                yield Static(question.error, markup=False, classes="wrong")
            if question.options:
                yield LineList(*self._options(), id="options", classes="fit")
            if question.kind != "yes-no":
                yield Input(
                    placeholder=self._hint(), id="answer", select_on_focus=False, restrict=TYPED.get(question.kind)
                )
            yield Static(self._foot(), markup=False, classes="foot", id="foot")

    def _options(self) -> list[Line]:
        lines = []
        for number, option in enumerate(self.question.options, 1):
            label = f": {option.label}" if option.label != option.value else ""
            default = "  (default)" if option.value == self.question.default else ""
            box = ("[x] " if option.value in self.ticked else "[ ] ") if self.question.kind == "several" else ""
            lines.append(Line(f"{box}{number}  {option.value}{label}{default}", "", option.value))
        return lines

    def _hint(self) -> str:
        if self.question.kind == "dice":
            return DICE_HELP
        if self.question.kind == "hex" and self.here:
            return f"a hex (enter: {self.here}, under the cursor)"
        if self.question.kind == "several":
            return "or type: all, none, or some of them (K14 P10, or 1 3)"
        return f"enter: {self.question.default}" if self.question.default else "your answer"

    def _foot(self) -> str:
        if self.question.kind == "several":
            return (
                f"{len(self.ticked)} of {len(self.values)} ticked: space or its number, a all, n none; "
                "enter answers, esc leaves the command"
            )
        first = (
            "y or n, 1 or 2"
            if self.question.kind == "yes-no"
            else "a number, a word or its beginning"
            if self.question.options
            else "enter answers"
        )
        if self.question.options and self.question.kind != "yes-no":
            first += ", enter for the lit line"
        return f"{first}; esc leaves the whole command with nothing done"

    def opened(self) -> None:
        """Start at the line to type in, or at the options; the default is under the cursor."""
        self.set_class(self.app.size.height < 30, "tight")
        if self.question.options:
            options = self.query_one("#options", LineList)
            options.cursor = self.values.index(self.question.default) if self.question.default in self.values else 0
            options.focus()
            self._on_option(options.current)
        else:
            self.query_one("#answer").focus()

    def on_key(self, event: events.Key) -> None:
        """What is typed begins an answer, which Enter ends; only a yes or no answers at once."""
        key, char = event.key, event.character
        if not char or not char.isprintable():
            return
        if isinstance(self.focused, Input):  # typed in one burst: it was under way to the options
            event.stop()
            self.focused.insert_text_at_cursor(char)
            return
        if key in ("j", "k"):
            return
        if char == " " and self.question.kind != "several":
            return
        if self.question.kind == "several" and self._tick_key(char):
            return
        if self.question.kind == "yes-no":
            marks = zip(self.values, "12", strict=False)
            fits = [value for value, digit in marks if char.lower() in (value[0], digit)]
            if fits:
                event.stop()  # or the key would go on to the screen below
                self.dismiss(fits[0])
        elif self.query("#answer") and self._begins_an_answer(char):
            answer = self.query_one("#answer", Input)
            answer.value = char
            self.set_focus(answer)  # at once: the next key is meant for it
            answer.cursor_position = 1

    def _begins_an_answer(self, char: str) -> bool:
        """Whether an answer could begin so: a key pressed once too often, to go on, is none."""
        if self.question.kind not in ("choice", "yes-no", "several"):
            return True
        number = char.isdigit() and 0 < int(char) <= len(self.values)
        return number or any(value.lower().startswith(char.lower()) for value in self.values)

    # -- several of them ------------------------------------------------------------------------------
    def _tick_key(self, char: str) -> bool:
        """Space, a, n and numbers change the ticks; True if `char` was one of them."""
        options = self.query_one("#options", LineList)
        if char == " " and options.current is not None:
            self._toggle(options.cursor)
        elif char == "a":
            self._tick(self.values)
        elif char == "n":
            self._tick(())
        elif char.isdigit():
            self._number(char)
        else:
            return False
        return True

    def _number(self, digit: str) -> None:
        """A number of one digit ticks at once; where it may go on, after a moment or the next digit."""
        self._typed += digit
        number = int(self._typed)
        if 10 * number <= len(self.values) and number:
            self.set_timer(0.7, self._end_number)
        else:
            self._end_number()

    def _end_number(self) -> None:
        number, self._typed = int(self._typed or 0), ""
        if 1 <= number <= len(self.values):
            self._toggle(number - 1)

    def _toggle(self, place: int) -> None:
        value = self.values[place]
        self.query_one("#options", LineList).move_to(place)
        self._on_option(self.query_one("#options", LineList).current)
        self._tick([item for item in self.values if (item in self.ticked) != (item == value)])

    def _tick(self, values: Sequence[str]) -> None:
        self.ticked = dict.fromkeys(values)
        self.query_one("#options", LineList).set_lines(self._options())
        self.query_one("#foot", Static).update(self._foot())

    @on(LineList.Clicked, "#options")
    def clicked(self, event: LineList.Clicked) -> None:
        """A click answers; of several it ticks."""
        if self.question.kind == "several":
            self._toggle(self.values.index(str(event.line.data)))
        else:
            self.dismiss(str(event.line.data))

    @on(LineList.Moved, "#options")
    def moved(self, event: LineList.Moved) -> None:
        """Another option is under the cursor."""
        self._on_option(event.line)

    def _on_option(self, line: Line | None) -> None:
        if self.when_on and line is not None and line.data is not None:
            self.when_on(str(line.data))

    # -- answers --------------------------------------------------------------------------------------
    @on(LineList.Chosen, "#options")
    def choose(self, event: LineList.Chosen) -> None:
        """An option was chosen; of several: the ticked ones. What was begun to be typed goes first."""
        typed = self.query_one("#answer", Input).value.strip() if self.query("#answer") else ""
        if typed:
            self.dismiss(typed)
            return
        if self.question.kind == "several":
            self.dismiss(" ".join(self.ticked) or "none")
            return
        self.dismiss(self.question.default if event.line.data is None else str(event.line.data))

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """An answer was typed; nothing typed is the default."""
        text = event.value.strip()
        if not text and self.question.kind == "hex" and self.here and not self.question.default:
            text = self.here
        if not text and self.question.kind == "several":
            text = " ".join(self.ticked) or "none"
        self.dismiss(text or self.question.default)

    def action_leave(self) -> None:
        """Leave the command."""
        self.dismiss(None)


class ListDialog(Popup[str | None]):
    """Lines that stay until they are seen; enter on a line with an event behind it explains it."""

    BINDINGS = [
        Binding("escape,space,q,n", "close", "seen", id="list.close"),
        Binding("w,question_mark", "why", "why?", id="list.why"),
    ]
    BUTTONS: tuple[tuple[str, str], ...] = (("space", "seen"), ("w", "why"))

    def explained(self, event: Event) -> Sequence[str]:
        """An event in full."""
        return event.explain()

    def why(self, event: Event) -> ListDialog:
        """What opens when an event is asked why."""
        return why_dialog(event)

    def __init__(self, title: str, lines: Sequence[Line], *, foot: str = "", beside: bool = False) -> None:
        super().__init__(classes="beside" if beside else None)
        self.heading = title
        self.lines = list(lines)
        self.foot = foot

    def compose(self) -> ComposeResult:
        """A title, the lines, and how to go on."""
        asked = any(isinstance(line.data, Event) and len(self.explained(line.data)) > 1 for line in self.lines)
        with Vertical(classes="dialog") as box:
            box.border_title = bare(self.heading)
            yield LineList(*self.lines, id="lines", classes="fit tall")
            seen = "space or n: seen   enter on a roll: why?" if asked else "space, enter or n: seen"
            yield Static(self.foot or seen, markup=False, classes="foot")

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
        if isinstance(line.data, Event) and len(self.explained(line.data)) > 1:
            self.app.push_screen(self.why(line.data))
        else:
            self.dismiss(None)

    def action_close(self) -> None:
        """Seen."""
        self.dismiss(None)


PROVENANCE = {
    "house": "Figure: house - ours, as we do not have the printed one; your own tables folder replaces it",
    "reconstructed": "Figure: reconstructed - worked out, not copied; compare it with your card",
}


def explained_lines(fact: Event, texts: Sequence[str]) -> list[Line]:
    """A fact in full: `texts`; of a roll the last says where its dice came from, the one before whose figure it is."""
    lines = [Line(text, "" if place else "head") for place, text in enumerate(texts)]
    if isinstance(fact, Rolled):
        figure, mine = fact.record.provenance, fact.record.pack
        lines[-1] = Line(lines[-1].text, "dim")
        if figure:
            text = lines[-2].text if mine else PROVENANCE.get(figure, lines[-2].text)
            lines[-2] = Line(text, "house" if figure == "house" else "")
    return lines


def why_dialog(
    event: Event, before: Sequence[Event] = (), command: str = "", after: Sequence[Event] = ()
) -> ListDialog:
    """The whole record behind a line of the log; house figures are named as such.

    A line with nothing more behind it is explained by the rolls `before` it in its command; `after` a decision stands
    what came of it.
    """
    lines = explained_lines(event, event.explain())
    if len(lines) == 1:
        rolls = [item for item in before if isinstance(item, Rolled)]
        lines += [Line(""), Line(f"It came of: {command or 'the start'}", "dim")]
        lines += [Line(item.describe(), "", item) for item in rolls]
    came: list[Line] = []
    for item in after:
        if isinstance(item, Decided):
            break
        if text := item.describe():
            came.append(Line(text, "dim", item))
    if came:
        lines += [Line(""), Line("What came of it", "head"), *came]
    return ListDialog("Why?", lines)


class PickDialog(ListDialog):
    """A list of which one line is taken: its data, or None. A digit or a first letter goes to its line."""

    BUTTONS = (("enter", "this one"), ("escape", "back"))

    @on(LineList.Clicked)
    def clicked(self, event: LineList.Clicked) -> None:
        """A click takes the line."""
        self._explain(event.line)

    def on_key(self, event: events.Key) -> None:
        """`3`: the third line that can be taken; a letter: the next one that begins with it."""
        char, view = event.character or "", self.query_one(LineList)
        if not char.isalnum() or char in "jk":
            return
        able = [place for place, line in enumerate(view.lines) if line.data is not None]
        if char.isdigit():
            fits = able[int(char) - 1 : int(char)] if char != "0" else []
        else:
            fits = [place for place in able if _begins(view.lines[place].text, char.lower())]
            fits = [place for place in fits if place > view.cursor] or fits
        if fits:
            event.stop()
            event.prevent_default()
            view.move_to(fits[0])

    def _explain(self, line: Line) -> None:
        self.dismiss(None if line.data is None else str(line.data))


def _begins(text: str, letter: str) -> bool:
    """Whether the first word of a line, but for a box before it, begins with a letter."""
    return next((word for word in text.lower().split() if not word.startswith("[")), "").startswith(letter)


class FormDialog(ModalScreen[dict[str, str] | None]):
    """A few lines to fill in: (key, question, text to start with)."""

    BINDINGS = [Binding("escape", "leave", "leave", id="form.leave")]

    def __init__(self, title: str, fields: Sequence[tuple[str, str, str]], wrong: str = "") -> None:
        super().__init__()
        self.heading = title
        self.fields = fields
        self.wrong = wrong

    def compose(self) -> ComposeResult:
        """A line for each field."""
        with Vertical(classes="dialog") as box:
            box.border_title = bare(self.heading)
            if self.wrong:
                yield Static(self.wrong, markup=False, classes="wrong")
            for key, words, start in self.fields:
                yield Static(words, markup=False)
                yield Input(start, id=f"field-{key}")
            yield Static("enter: go on   esc: leave", classes="foot")

    @on(Input.Submitted)
    def submitted(self, event: Input.Submitted) -> None:
        """The next field, or done after the last one."""
        fields = list(self.query(Input))
        place = fields.index(event.input)
        if place + 1 < len(fields):
            fields[place + 1].focus()
            return
        self.dismiss({key: field.value.strip() for (key, _, _), field in zip(self.fields, fields, strict=True)})

    def action_leave(self) -> None:
        """Leave the form."""
        self.dismiss(None)
