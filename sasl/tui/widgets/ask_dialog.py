"""A question of a running command, and what can be typed, ticked or clicked for an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Input, Static

from sasl.asl.game.los.doubts import DOUBTS
from sasl.kernel.orders.questions import Question, read_answer, roll_words
from sasl.tui.widgets.keyed import Keyed, key_now
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import Popup, SoFar, bare

DICE_HELP = "dice, coloured first, or =TOTAL; enter: rolled for you"

LIKELY = "likely"
"""The answer to a LOS in doubt: as it likely is, and nothing is asked of any other."""
TYPED = {"dice": r"[0-9 ,+=\-autoAUTO]*", "number": r"-?[0-9]*"}
"""What can be typed for an answer of a kind; other keys are not heard."""


def typed(question: Question) -> str | None:
    """What can be typed: of one of several options only its number or how it begins; None: anything."""
    if question.kind != "choice":
        return TYPED.get(question.kind)
    begun = (
        "".join(f"(?:{re.escape(char)}" for char in option.value) + ")?" * len(option.value)
        for option in question.options
    )
    return f"(?i: *(?:[0-9]*|{'|'.join(begun)}) *)"


class Answer(Input):
    """The line to type an answer in: a key that no answer could go on with is left to the popup."""

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether the key is typed here."""
        heard = super().check_consume_key(key, character)
        return heard and (self.restrict is None or bool(re.fullmatch(self.restrict, self.value + (character or ""))))

    async def _on_key(self, event: events.Key) -> None:
        """What is not typed here is the popup's, which says what the key means or that it means nothing."""
        if event.is_printable and not self.check_consume_key(event.key, event.character):
            event.prevent_default()


class AskDialog(Popup[str | None]):
    """A question of a running command: the answer, or None to leave the command with nothing done."""

    ASKS = True
    BINDINGS = [
        Binding("escape", "leave", "leave the command", id="ask.leave"),
        Binding("A", "likely", "take the likely answer, and never ask again", priority=True, id="ask.likely"),
    ]

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
        ends = (("A", "always the likely one"), leave) if self.question.id in DOUBTS else (leave,)
        if self.question.kind == "several":
            return ("n", "these"), ("a", "all"), ("0", "none"), *ends
        return (("n", "the highlighted one") if self._n_goes_on else ("enter", "answer")), *ends

    @property
    def _n_goes_on(self) -> bool:
        """Whether n takes the lit line: among options; what begins with it is typed with a capital N."""
        return bool(self.values) and self.question.kind == "choice"

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
            if question.kind == "dice" and question.lines:
                yield Static("\n".join(question.lines), markup=False, id="beforehand")
            if question.error:
                yield Static(question.error, markup=False, classes="wrong")
            if question.options:
                yield LineList(*self._options(), id="options", classes="fit")
            if question.kind != "yes-no":
                yield Answer(placeholder=self._hint(), id="answer", select_on_focus=False, restrict=typed(question))
            yield Keyed(self._foot(), classes="foot", id="foot")

    def _options(self) -> list[Line]:
        lines = []
        numbered = self.question.by_number or self.question.kind != "choice"
        for number, option in enumerate(self.question.options, 1):
            label = f": {option.label}" if option.label != option.value else ""
            default = "  (default)" if option.value == self.question.default else ""
            box = ("[x] " if option.value in self.ticked else "[ ] ") if self.question.kind == "several" else ""
            place = f"{number}  " if numbered else ""
            lines.append(Line(f"{box}{place}{option.value}{label}{default}", "", option.value))
        return lines

    def _hint(self) -> str:
        if self.question.kind == "dice":
            return DICE_HELP
        if self.question.kind == "hex" and self.here and not self.question.default:
            return f"a hex (enter: {self.here}, under the cursor)"
        if self.question.kind == "several":
            return "or type: all, none, or some of them (K14 P10, or 1 3)"
        return f"enter: {self.question.default}" if self.question.default else "your answer"

    def _foot(self) -> str:
        if self.question.kind == "several":
            return (
                f"{len(self.ticked)} of {len(self.values)} ticked: space or its number, a all, 0 none; "
                "‹enter› or n answers, ‹escape› leaves the command"
            )
        first = (
            "y or n, 1 or 2"
            if self.question.kind == "yes-no"
            else f"its number or first letters{self._capital}"
            if self.question.options
            else "enter answers"
        )
        if self.question.options and self.question.kind != "yes-no":
            first += f", or ‹enter›{' or ‹n›' if self._n_goes_on else ''}: the highlighted line"
        return f"{first}; ‹escape› takes the command back"

    @property
    def _capital(self) -> str:
        """How a word is begun whose first letter would go on."""
        return " (a capital N)" if self._n_goes_on and self._begins_an_answer("n") else ""

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
        line = self.focused if isinstance(self.focused, Answer) else None
        typed_on = line is not None and line.check_consume_key(key, char)
        c_goes_on = key == key_now(self, "c=play.go-on") and not self._begins_an_answer("c")
        if self._n_goes_on and (c_goes_on or key == key_now(self, "n")) and not typed_on:
            event.stop()
            self._go_on()
            return
        if not char or not char.isprintable():
            return
        if char == "N" and self._n_goes_on and line is None and not self._begins_an_answer("n"):
            event.stop()  # the key that goes on until there is something to decide: here it takes the highlighted one
            self._go_on()
            return
        if line is not None:  # typed in one burst: it was under way to the options
            event.stop()
            line.insert_text_at_cursor(char)
            if not typed_on and self.question.options:
                self._put_foot(f"no answer begins with '{line.value}{char}': ")
            return
        if key in ("j", "k"):
            return
        if char == " " and self.question.kind != "several":
            return
        if self.question.kind == "several" and self._tick_key(char):
            event.stop()  # or the key would go on to the screen below
            return
        if self.question.kind == "yes-no":
            marks = zip(self.values, "12", strict=False)
            fits = [value for value, digit in marks if char.lower() in (value[0], digit)]
            if fits:
                event.stop()
                self.dismiss(fits[0])
        elif self.query("#answer") and self._begins_an_answer(char):
            answer = self.query_one("#answer", Input)
            answer.value = char
            self.set_focus(answer)  # at once: the next key is meant for it
            answer.cursor_position = 1
        else:
            self._put_foot(f"no answer begins with '{char}': ")

    def _put_foot(self, before: str = "") -> None:
        """What can be pressed; `before`: what was wrong with the last key."""
        self.query_one("#foot", Keyed).put(before + self._foot())

    def _go_on(self) -> None:
        """As Enter does."""
        line = self.query_one("#options", LineList).current
        if line is not None:
            self.dismiss(self._begun() or str(line.data))

    def _begun(self) -> str:
        """What was begun to be typed."""
        return self.query_one("#answer", Answer).value.strip() if self.query("#answer") else ""

    def _begins_an_answer(self, char: str) -> bool:
        """Whether an answer could begin so: a key pressed once too often, to go on, is none."""
        if self.question.kind not in ("choice", "yes-no", "several"):
            return True
        number = char.isdecimal() and 0 < int(char) <= len(self.values)
        return number or any(value.lower().startswith(char.lower()) for value in self.values)

    # -- several of them ------------------------------------------------------------------------------
    def _tick_key(self, char: str) -> bool:
        """Space, a, 0 and numbers change the ticks, n goes on with them; True if `char` was one of them."""
        options = self.query_one("#options", LineList)
        if char == " " and options.current is not None:
            self._toggle(options.cursor)
        elif char == "a":
            self._tick(self.values)
        elif char in ("n", "N"):
            self.dismiss(" ".join(self.ticked) or "none")
        elif char == "0" and not self._typed:
            self._tick(())
        elif char.isdecimal():
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
        self._put_foot()

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
        if typed := self._begun():
            self.dismiss(typed)
            return
        if self.question.kind == "several":
            self.dismiss(" ".join(self.ticked) or "none")
            return
        self.dismiss(self.question.default if event.line.data is None else str(event.line.data))

    @on(Input.Changed, "#answer")
    def light(self, event: Input.Changed) -> None:
        """The option whose number or beginning is typed is the highlighted one: that is what Enter will take.

        When all of it was taken back the options hear the keys again.
        """
        self._put_foot()
        if not event.value and self.question.options:
            self.query_one("#options", LineList).focus()
            return
        if self.question.kind != "choice" or not event.value.strip():
            return
        try:
            place = self.values.index(read_answer(self.question, event.value))
        except ValueError:  # it begins several yet
            return
        self.query_one("#options", LineList).move_to(place)

    @on(Input.Submitted)
    def answer(self, event: Input.Submitted) -> None:
        """An answer was typed; nothing typed is the default."""
        text = event.value.strip()
        if not text and self.question.kind == "hex" and self.here and not self.question.default:
            text = self.here
        if not text and self.question.kind == "several":
            text = " ".join(self.ticked) or "none"
        self.dismiss(text or self.question.default)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only a LOS can be in doubt; no option has a `:` in it, so that it types a command at any time."""
        if action == "command" and self.question.kind == "choice":
            return True
        if action == "likely":
            line = self.focused if isinstance(self.focused, Answer) else None
            return self.question.id in DOUBTS and not (line and line.check_consume_key("A", "A"))
        return super().check_action(action, parameters)

    def action_likely(self) -> None:
        """As it likely is, here and from now on."""
        self.dismiss(LIKELY)

    def action_leave(self) -> None:
        """Leave the command."""
        self.dismiss(None)
