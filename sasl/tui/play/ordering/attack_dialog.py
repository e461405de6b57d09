"""An act of the ENEMY or an attack before its dice: what, why, DRM and chances; done, corrected, vetoed or left."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from sasl.asl.game.context import Question
from sasl.asl.game.events import Decided
from sasl.asl.preview import NONE, Chances, Preview, percent, result_name
from sasl.kernel.text import counted, number_in
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import Line, LineList
from sasl.tui.widgets.popups import Popup, SoFar, bare, keys_and_words

DO, VETO, REPLACE, PHASE, ALWAYS = "do", "veto", "replace", "phase", "always"
DO_FOOT = ("n", "does it"), ("E", "all of the phase"), ("v", "veto"), ("r", "your own order"), ("a", "never ask")


# -- an act of the ENEMY ------------------------------------------------------------------------------


def is_act(question: Question) -> bool:
    """Whether the question is: shall the ENEMY do this?"""
    return question.kind == "choice" and [option.value for option in question.options] == [DO, VETO]


def _why_words(reasons: Sequence[str]) -> str:
    """The first reason, and how to see the others."""
    more = len(reasons) - 1
    return (
        "" if not reasons else f"Why: {reasons[0]}" + (f"   (‹w›: {counted(more, 'more reason')})" if more > 0 else "")
    )


REST, NEVER, LEAVE = ("E", "the phase"), ("a", "never ask"), ("escape", "leave")
"""The buttons of both."""


class ActDialog(Popup[str | None]):
    """Answers `do`, `veto`, `replace` (veto, and the units are taken), `phase` (do, and ask no more in this phase),
    `always` (do, and never ask); None leaves.
    """

    ASKS = True
    BINDINGS = [
        Binding("n,d,y,space", f"choose('{DO}')", "do it", id="act.do"),
        Binding("v", f"choose('{VETO}')", "veto", id="act.veto"),
        Binding("r", f"choose('{REPLACE}')", "your own order instead", id="act.replace"),
        Binding("E", f"choose('{PHASE}')", "do it, and do not ask again in this phase", id="act.phase"),
        Binding("a", f"choose('{ALWAYS}')", "do it, and never ask again", id="act.always"),
        Binding("w,question_mark", "why", "all reasons", id="act.why"),
        Binding("escape", "leave", "leave it for now", id="act.leave"),
    ]

    def __init__(self, question: Question, decided: Decided | None, so_far: Sequence[str] = ()) -> None:
        super().__init__()
        self.question = question
        self.command = decided.line if decided else ""
        self.so_far = so_far
        self.told = False
        """Whether all reasons are shown."""

    BUTTONS = (("enter", "do it"), REST, ("v", "veto"), ("r", "own order"), ("w", "why"), NEVER, LEAVE)

    def compose(self) -> ComposeResult:
        """The act, its first reason, and the keys."""
        with Vertical(classes="dialog low act") as box:
            box.border_title = bare(f"The ENEMY: {self.command}")
            if self.so_far:
                yield SoFar(self.so_far)
            yield Static(self.question.text, markup=False, classes="question")
            yield LineList(*self._reasons(), id="reasons", classes="fit")
            yield Keyed(keys_and_words(*DO_FOOT), classes="foot", id="foot")

    def _reasons(self) -> list[Line]:
        reasons = self.question.lines
        return [Line(text) for text in reasons] if self.told else [Line(_why_words(reasons), "dim")]

    def opened(self) -> None:
        """Enter does it."""
        self.set_class(self.app.size.height < 30, "tight")
        self.query_one("#reasons", LineList).focus()

    def action_why(self) -> None:
        """Every reason, or only the first again."""
        self.told = not self.told
        self.query_one("#reasons", LineList).set_lines(self._reasons())

    @on(LineList.Chosen, "#reasons")
    def enter(self) -> None:
        """Do it."""
        self.dismiss(DO)

    def action_choose(self, answer: str) -> None:
        """The player's answer."""
        self.dismiss(answer)

    def action_leave(self) -> None:
        """Back to the first reason, or leave the command: the act is still to come."""
        if self.told:
            self.action_why()
        else:
            self.dismiss(None)


# -- an attack ----------------------------------------------------------------------------------------

ROOM = 29
"""The cells for a result, its chance and its bar."""
FOOT = (
    "‹n› rolls  ‹minus› drop  ‹plus› add a DRM  ‹number_sign› number  ‹d› dice  ‹equals_sign› outcome  ‹escape› cancels"
)
ROLL = ("n", "rolls"), ("E", "the phase")
CORRECT = "minus", "‹plus› ‹number_sign› ‹d› ‹equals_sign› correct"
ACT_FOOT = *ROLL, ("v", "veto"), ("r", "yours"), ("w", "why"), ("a", "never ask"), CORRECT
SEQUEL_FOOT = *ROLL, CORRECT, ("escape", "leaves")
"""What comes by itself: of a hit of the ENEMY's, whose shot was allowed, of a move, of an order to rally all."""
BY_ITSELF = ("Nobody chose it: by the rules it follows by itself from what was done before.",)
CANCEL = "cancel"
TYPED_FOOT = "a correction is being typed: ‹enter› makes it   ‹escape›: back to the keys"
OUTCOME_FOOT = "type its beginning, or up and down; ‹enter› takes it   ‹escape›: back to the sheet"
KEYS = " jk-+nd=:#"
"""Keys of the sheet."""
BEGINS = "cdfnrt"
"""Letters that a correction may begin with when it is spelt out (column, fp, roll, th …); others are not heard."""
SPELT = {"dice r": "dr", "dice i": "di"}
"""Who spells a correction out: the key of its first letter had begun another, or the same one."""
BURST = 0.01
"""Seconds in which nobody presses two keys: a letter so soon after a key of the sheet spells a word with it."""
HINT = "a correction, as in: +1 dusk"


def preview_lines(preview: Preview) -> list[Line]:
    """Facts, the number with its name, every DRM (its place behind it), their sum, and those dropped."""
    return [
        *(Line(text, "dim") for text in preview.facts),
        Line(f"{preview.number_name}: {preview.number}", "head"),
        *(Line(f"{place}. {mod}", "", place) for place, mod in enumerate(preview.modifiers, 1)),
        Line(f"Total DRM {preview.total:+d}" if preview.modifiers else "no DRM", "key"),
        *(Line(text, "dim") for text in preview.without),
    ]


def chance_lines(chances: Chances) -> list[str]:
    """Each result with its chance in figures and as a bar; then the chance of any effect."""
    if not chances:
        return []
    most, wide = max(share for _, share in chances), max(len(result_name(name)) for name, _ in chances)
    width = max(3, ROOM - wide - 7)
    lines = [
        f"{result_name(name):<{wide}} {percent(share):>5} {'█' * max(1, round(share / most * width))}"
        for name, share in chances
    ]
    nothing = dict(chances).get(NONE)
    return [*lines, f"any effect {percent(1 - nothing)}"] if nothing and len(chances) > 1 else lines


class AttackDialog(Popup[str | None]):
    """A Question of kind `attack`: the answer, or None to leave the command with nothing done."""

    ASKS = True
    BINDINGS = [
        Binding("escape", "leave", "cancel", id="attack.leave"),
        Binding("minus,delete", "drop", "drop the DRM", priority=True, id="attack.drop"),
        Binding("plus", "type('+')", "add a DRM", priority=True, id="attack.add"),
        Binding("up", "pick(-1)", "the line above", show=False, id="attack.up"),
        Binding("down", "pick(1)", "the line below", show=False, id="attack.down"),
        Binding("n", "roll", "roll", priority=True, id="attack.roll"),
        Binding("c", "roll('c')", "roll, as the key that goes on", show=False, priority=True, id="attack.go-on"),
        Binding("number_sign", "type('number ')", "another number", priority=True, id="attack.other-number"),
        Binding("d", "type('dice ')", "type the dice", priority=True, id="attack.dice"),
        Binding("equals_sign", "type('=')", "type the outcome", priority=True, id="attack.outcome"),
        Binding("v", f"act('{CANCEL}')", "veto the ENEMY's act", priority=True, id="attack.veto"),
        Binding("r", "replace", "give your own order for it instead", priority=True, id="attack.replace"),
        Binding("E", f"act('{PHASE}')", "roll, and do not ask again in this phase", priority=True, id="attack.phase"),
        Binding("a", f"act('{ALWAYS}')", "roll, and never ask again", priority=True, id="attack.always"),
        Binding("w", "why", "why the ENEMY does it", priority=True, id="attack.why"),
    ]

    def __init__(
        self,
        question: Question,
        command: str,
        place: int = 0,
        so_far: Sequence[str] = (),
        act: Decided | None = None,
        *,
        comes: bool = False,
    ) -> None:
        super().__init__()
        self.preview: Preview = question.preview
        why = self.preview.reasons
        self.reasons = () if why is None or act is None else why or ("no other attack was possible",)
        """Why the ENEMY makes this attack; nothing for an attack of the player's."""
        self.sequel = comes or (act is not None and why is None)
        """Whether this comes by itself: of an act of the ENEMY's, or (`comes`) of a move or an order to rally all."""
        self._never = act is not None
        """Whether the player may want never to be asked for such."""
        self._telling = False
        """Whether the reasons are shown in the place of the sheet."""
        self.so_far = so_far
        self.question = question
        self.command = command
        self.place = place
        """Which DRM is under the cursor; kept from one correction to the next."""
        self._choosing = ""
        """The `=…` that the outcomes are shown for."""
        self._pressed = ""
        """The key of the sheet that may be the first letter of a word which comes in one burst."""

    @property
    def buttons(self) -> tuple[tuple[str, str], ...]:
        """To roll, and what may be said to an attack of the ENEMY's."""
        if self.reasons:
            return ("enter", "roll"), REST, ("v", "veto"), ("r", "own order"), ("w", "why"), NEVER, LEAVE
        if not self.sequel:
            return ("enter", "roll"), LEAVE
        return ("enter", "roll"), REST, *((NEVER,) if self._never else ()), LEAVE

    def compose(self) -> ComposeResult:
        """Who attacks whom, the sheet with the chances beside it, a line for corrections."""
        with Vertical(classes="dialog low attack") as box:
            box.border_title = bare(self.command)
            if self.so_far:
                yield SoFar(self.so_far)
            title = f"ENEMY: {self.question.text}" if self.reasons else self.question.text
            yield Static(title, markup=False, classes="question")
            if self.reasons:
                yield Keyed(_why_words(self.reasons), classes="why", id="why")
            if self.question.error:
                yield Static(self.question.error, markup=False, classes="wrong")
            with Horizontal(id="paper"):
                yield LineList(*self._lines(), id="sheet", classes="fit lit")
                if self.preview.expected:
                    yield Static("\n".join(chance_lines(self.preview.expected)), markup=False, id="chances")
            yield Input(placeholder=HINT, id="answer", select_on_focus=False)
            yield Keyed(self._foot, classes="foot", id="foot")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key of the sheet comes before all others, so that what follows it in one burst follows it."""
        if action in ("act", "replace", "why") and not self.reasons:
            by_itself = {"why": self.sequel, PHASE: self.sequel, ALWAYS: self.sequel and self._never}
            if not by_itself.get(str(parameters[0]) if parameters else action):
                return False
        if action in ("type", "drop", "act", "replace", "why", "roll"):
            return not (isinstance(self.focused, Input) or self._pressed)
        return super().check_action(action, parameters)

    @property
    def _foot(self) -> str:
        if not self.reasons and not self.sequel:
            return FOOT
        return keys_and_words(*(ACT_FOOT if self.reasons else SEQUEL_FOOT))

    def _lines(self) -> list[Line]:
        if self._telling:
            return [
                Line("Why the ENEMY does it" if self.reasons else "Why this comes", "head"),
                *(Line(text) for text in self.reasons or BY_ITSELF),
                Line("‹w› or ‹escape›: back to the sheet", "key"),
            ]
        return preview_lines(self.preview)

    def opened(self) -> None:
        """Start on the DRM that was under the cursor."""
        self.set_class(self.app.size.height < 30, "tight")
        self.query_one("#sheet", LineList).focus()
        self._show_paper()

    def _show_paper(self) -> None:
        """The sheet, with the DRM that was under the cursor."""
        sheet = self.query_one("#sheet", LineList)
        sheet.set_lines(self._lines())
        stops = [number for number, line in enumerate(sheet.lines) if line.data is not None]
        if stops:
            sheet.cursor = stops[min(self.place, len(stops) - 1)]
        scroll = sheet.scroll_home if self._telling else sheet.scroll_end
        self.call_after_refresh(scroll, animate=False)

    # -- answers --------------------------------------------------------------------------------------
    @on(LineList.Moved, "#sheet")
    def moved(self, event: LineList.Moved) -> None:
        """Another DRM is under the cursor."""
        if isinstance(event.line.data, int):
            self.place = event.line.data - 1

    @on(LineList.Chosen, "#sheet")
    def roll(self) -> None:
        """Enter rolls, or takes the correction that was begun."""
        self.dismiss(self._typed() or "roll")

    @on(Input.Submitted)
    def answer(self) -> None:
        """A correction was typed; nothing typed rolls."""
        self.dismiss(self._typed() or "roll")

    def _typed(self) -> str:
        text = self.query_one("#answer", Input).value.strip()
        if text.startswith("=") and self.preview.results:
            self._show_outcomes(text)
            line = self.query_one("#sheet", LineList).current
            return text if line is None else f"={line.data}"
        return text[1:] if text[:2] in ("+-", "++") else text

    def on_key(self, event: events.Key) -> None:
        """A letter that a correction may begin with begins one; so does what comes in one burst."""
        char = event.character
        if not char or not char.isprintable():
            return
        if isinstance(self.focused, Input):  # typed in one burst: it was under way to the list
            event.stop()
            self.focused.insert_text_at_cursor(char)
        elif self._pressed:
            self.action_type(self._pressed + char) if char != self._pressed else None
        elif char.lower() in BEGINS and char not in KEYS:
            self.action_type(char)
        elif char not in KEYS:
            self.query_one("#foot", Keyed).put(f"no correction begins with '{char}': {self._foot}")

    def action_type(self, text: str) -> None:
        """Begin a correction."""
        self._pressed = ""
        field = self.query_one("#answer", Input)
        field.value = text
        self.set_focus(field)
        field.cursor_position = len(text)

    @on(Input.Changed, "#answer")
    def typing(self, event: Input.Changed) -> None:
        """What enter will do with what is typed: outcomes as they are named, the DRM that a drop takes away."""
        text, foot = event.value, TYPED_FOOT if event.value else self._foot
        now = event.input.value  # in a burst more was typed by now
        if (begun := next((word for word in SPELT if now.startswith(word)), "")) != "":
            event.input.value = SPELT[begun] + now.removeprefix(begun)
            event.input.cursor_position = len(event.input.value)
            return
        if not text and not self.query_one("#answer", Input).value:  # all rubbed out: the keys are keys again
            self.query_one("#sheet", LineList).focus()
        if text.startswith("=") and self.preview.results:
            self._show_outcomes(text)
            foot = OUTCOME_FOOT
        elif self._choosing:
            self._choosing = ""
            self._show_paper()
        if text.startswith("drop"):
            mods = self.preview.modifiers
            number = number_in(text.removeprefix("drop").strip(), 1, len(mods))
            foot = f"‹enter› drops {number}. {mods[number - 1]}" if number else f"the number of a DRM, 1 to {len(mods)}"
            foot += "   ‹escape›: back"
        self.query_one("#foot", Keyed).put(foot)

    def _show_outcomes(self, text: str) -> None:
        """The outcomes that begin as `text` does after its `=`, with their chances; the likeliest is lit."""
        if text == self._choosing:
            return
        self._choosing = text
        preview, shares = self.preview, dict(self.preview.expected)
        fits = preview.fitting(text[1:])
        lines = [Line(f"{result_name(name):<16}{percent(shares.get(name, Fraction())):>5}", "", name) for name in fits]
        sheet = self.query_one("#sheet", LineList)
        sheet.set_lines(lines or [Line(f"no outcome begins like that; there are {', '.join(preview.results)}", "bad")])
        best = max(fits, key=lambda name: shares.get(name, Fraction()), default="")
        sheet.cursor = fits.index(best) if fits else -1
        sheet.move_to(sheet.cursor)

    def action_pick(self, step: int) -> None:
        """Up and down move over the lines while something is typed."""
        self.query_one("#sheet", LineList).action_move(step)

    def action_drop(self) -> None:
        """Offer to take the DRM under the cursor away; a number typed now names another one."""
        line = self.query_one("#sheet", LineList).current
        if line is None or not isinstance(line.data, int):
            self.action_type("-")
            return
        self.action_type(f"drop {line.data}")
        field = self.query_one("#answer", Input)
        field.selection = Selection(len("drop "), len(field.value))

    def action_roll(self, letter: str = "n") -> None:
        """Roll, as n goes on everywhere, and c with what had halted."""
        self._press(letter, "roll")

    def action_replace(self) -> None:
        """A veto, for an order of one's own."""
        self._press("r", REPLACE)

    def _press(self, letter: str, answer: str) -> None:
        """Answer by a key that is a letter, unless a word goes on with it in one burst."""
        self._pressed = letter

        def alone() -> None:
            if self._pressed == letter and self.is_current:
                self.dismiss(answer)

        self.set_timer(BURST, alone)

    def action_act(self, answer: str) -> None:
        """A veto, or: roll, and do not ask again in this phase, or never."""
        self.dismiss(answer)

    def action_why(self) -> None:
        """Every reason in the place of the sheet; again: the sheet."""
        self._telling = not self._telling
        self._show_paper()

    def action_leave(self) -> None:
        """Leave what was begun to be typed, the reasons, else the command."""
        field = self.query_one("#answer", Input)
        if self._telling and not field.value:
            self.action_why()
            return
        if not field.value:
            self.dismiss(None)
            return
        field.value = ""
        self.query_one("#sheet", LineList).focus()
