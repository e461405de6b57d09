"""The paper of an attack or check before its dice: firers, DRM, chances; corrected, rolled, typed or left."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static
from textual.widgets.input import Selection

from sasl.asl.game.context import Question
from sasl.asl.game.events import Decided
from sasl.tui.act_dialog import ALWAYS, REPLACE, why_words
from sasl.tui.dialogs import Popup, SoFar, bare
from sasl.tui.lines import Line, LineList
from sasl.tui.paper import chance_lines, percent, read_sheet

FOOT = "enter rolls  - drop  + add a DRM  n number  d dice  = outcome  esc cancels"
ACT_FOOT = "n rolls  v veto  r own order  w why  a ask no more  - + d = correct  esc"
SEQUEL_FOOT = "n rolls  a ask no more  - + d = correct  esc"
"""What a hit of the ENEMY's does: its shot was allowed."""
VETO = "cancel"
OUTCOME_FOOT = "type its beginning, or up and down; enter takes it   esc: back to the sheet"
KEYS = " jk-+nd=:"
"""Keys of the sheet; whatever else is typed begins a correction."""
SPELT = {"dice r": "dr", "dice i": "di", "number u": "nu"}
"""Who spells a correction out: the key of its first letter had begun another, or the same one."""
HINT = "a correction, as in: +1 dusk"


class AttackDialog(Popup[str | None]):
    """A Question of kind `attack`: the answer, or None to leave the command with nothing done."""

    BINDINGS = [
        Binding("escape", "leave", "cancel", id="attack.leave"),
        Binding("minus,delete", "drop", "drop the DRM", priority=True, id="attack.drop"),
        Binding("plus", "type('+')", "add a DRM", priority=True, id="attack.add"),
        Binding("up", "pick(-1)", show=False, id="attack.up"),
        Binding("down", "pick(1)", show=False, id="attack.down"),
        Binding("n", "number", "another number; an ENEMY attack: roll", priority=True, id="attack.number"),
        Binding("d", "type('dice ')", "type the dice", priority=True, id="attack.dice"),
        Binding("equals_sign", "type('=')", "type the outcome", priority=True, id="attack.outcome"),
        Binding("v", f"act('{VETO}')", "veto what the ENEMY wants", priority=True, id="attack.veto"),
        Binding("r", f"act('{REPLACE}')", "your own order for it instead", priority=True, id="attack.replace"),
        Binding("a", f"act('{ALWAYS}')", "roll, and ask no more", priority=True, id="attack.always"),
        Binding("w", "why", "why the ENEMY wants it", priority=True, id="attack.why"),
    ]

    def __init__(
        self, question: Question, command: str, place: int = 0, so_far: Sequence[str] = (), act: Decided | None = None
    ) -> None:
        super().__init__()
        self.reasons: tuple[str, ...] = ()
        """Why the ENEMY makes this attack; nothing for an attack of the player's."""
        if act and question.preview.reasons is not None:
            self.reasons = question.preview.reasons or ("no other attack was possible",)
        self.sequel = act is not None and not self.reasons and act.line.startswith("fire ")
        """Whether this is what comes of an act of the ENEMY's."""
        self._telling = False
        """Whether the reasons are shown in the place of the sheet."""
        self.so_far = so_far
        self.outcomes: tuple[str, ...] = question.preview.results
        self.question = question
        self.command = command
        self.sheet = read_sheet(question.preview)
        self.place = place
        """Which DRM is under the cursor; kept from one correction to the next."""
        self._choosing = ""
        """The `=…` that the outcomes are shown for."""

    def compose(self) -> ComposeResult:
        """Who attacks whom, the sheet with the chances beside it, a line for corrections."""
        sheet = self.sheet
        with Vertical(classes="dialog low attack") as box:
            box.border_title = bare(self.command)
            if self.so_far:
                yield SoFar(self.so_far)
            title = f"ENEMY: {self.question.text}" if self.reasons else self.question.text
            yield Static(title, markup=False, classes="question")
            if self.reasons:
                yield Static(why_words(self.reasons), markup=False, classes="why", id="why")
            if self.question.error:
                yield Static(self.question.error, markup=False, classes="wrong")
            with Horizontal(id="paper"):
                yield LineList(*self._lines(), id="sheet", classes="fit lit")
                if sheet.chances:
                    yield Static("\n".join(chance_lines(sheet.chances)), markup=False, id="chances")
            yield Input(placeholder=HINT, id="answer", select_on_focus=False)
            yield Static(self._foot, markup=False, classes="foot", id="foot")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A key of the sheet comes before all others, so that what follows it in one burst follows it."""
        if action in ("act", "why") and not self.reasons and not (self.sequel and parameters == (ALWAYS,)):
            return False
        if action in ("type", "drop", "act", "why", "number"):
            return not isinstance(self.focused, Input)
        return super().check_action(action, parameters)

    @property
    def _foot(self) -> str:
        return ACT_FOOT if self.reasons else SEQUEL_FOOT if self.sequel else FOOT

    def _lines(self) -> list[Line]:
        if self._telling:
            return [
                Line("Why the ENEMY does it", "head"),
                *(Line(text) for text in self.reasons),
                Line("w or esc: back to the sheet", "key"),
            ]
        sheet = self.sheet
        lines = [Line(text, "dim") for text in sheet.facts]
        if sheet.number:
            lines.append(Line(sheet.number, "head"))
        lines += [Line(text, "", place) for place, text in enumerate(sheet.drms, 1)]
        if sheet.total:
            lines.append(Line(sheet.total, "key"))
        return lines

    def on_mount(self) -> None:
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
        if text.startswith("=") and self.outcomes:
            self._show_outcomes(text)
            line = self.query_one("#sheet", LineList).current
            return text if line is None else f"={line.data}"
        return text[1:] if text[:2] in ("+-", "++") else text

    def on_key(self, event: events.Key) -> None:
        """Whatever else is typed begins a correction; so does what comes in one burst."""
        char = event.character
        if not char or not char.isprintable():
            return
        if isinstance(self.focused, Input):  # typed in one burst: it was under way to the list
            event.stop()
            self.focused.insert_text_at_cursor(char)
        elif char not in KEYS:
            self.action_type(char)

    def action_type(self, text: str) -> None:
        """Begin a correction."""
        field = self.query_one("#answer", Input)
        field.value = text
        self.set_focus(field)
        field.cursor_position = len(text)

    @on(Input.Changed, "#answer")
    def typing(self, event: Input.Changed) -> None:
        """What enter will do with what is typed: outcomes as they are named, the DRM that a drop takes away."""
        text, foot = event.value, self._foot
        if (meant := SPELT.get(text)) is not None:
            event.input.value, event.input.cursor_position = meant, len(meant)
            return
        if not text and not self.query_one("#answer", Input).value:  # all rubbed out: the keys are keys again
            self.query_one("#sheet", LineList).focus()
        if text.startswith("=") and self.outcomes:
            self._show_outcomes(text)
            foot = OUTCOME_FOOT
        elif self._choosing:
            self._choosing = ""
            self._show_paper()
        if text.startswith("drop"):
            number = text.removeprefix("drop").strip()
            found = [line for line in self.sheet.drms if line.startswith(f"{number}. ")]
            foot = f"enter drops {found[0]}" if found else f"the number of a DRM, 1 to {len(self.sheet.drms)}"
            foot += "   esc: back"
        self.query_one("#foot", Static).update(foot)

    def _show_outcomes(self, text: str) -> None:
        """The outcomes that begin as `text` does after its `=`, with their chances; the likeliest is lit."""
        if text == self._choosing:
            return
        self._choosing = text
        shares, wanted = dict(self.sheet.chances), text[1:].replace(" ", "").lower()
        named = {name: "no effect" if name == "-" else name for name in self.outcomes}
        fits = [name for name in named if named[name].replace(" ", "").lower().startswith(wanted) or name == wanted]
        lines = [Line(f"{named[name]:<16}{percent(shares.get(named[name], 0.0)):>5}", "", name) for name in fits]
        sheet = self.query_one("#sheet", LineList)
        sheet.set_lines(lines or [Line(f"no outcome begins so; there are {', '.join(self.outcomes)}", "bad")])
        exact = [name for name in fits if name.lower() == wanted]
        best = max(fits, key=lambda name: (name in exact, shares.get(named[name], 0.0)), default="")
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

    def action_number(self) -> None:
        """Begin another column or number; of an attack of the ENEMY's: roll, as n goes on everywhere."""
        if self.reasons or self.sequel:
            self.dismiss("roll")
        else:
            self.action_type("number ")

    def action_act(self, answer: str) -> None:
        """A veto, a veto for an order of one's own, or: roll and ask no more."""
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
