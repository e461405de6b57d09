"""The paper of an attack or check before its dice: firers, DRM, chances; corrected, rolled, typed or left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from sasl.game.context import Question
from sasl.tui.dialogs import PickDialog, Popup
from sasl.tui.lines import Line, LineList

ROOM = 29
"""The cells for a result, its chance and its bar."""
FOOT = "enter rolls  - drop  + add a DRM  n number  d dice  = outcome  esc cancels"
KEYS = " jk-+nd=:"
"""Keys of the sheet; whatever else is typed begins a correction."""
HINT = "a correction, as in: +1 dusk"


@dataclass(frozen=True, slots=True)
class Sheet:
    """The lines of a draft, taken apart: facts, the number with its name, DRM, their sum, chances in percent."""

    facts: tuple[str, ...]
    number: str
    drms: tuple[str, ...]
    total: str
    chances: tuple[tuple[str, float], ...]


def read_sheet(lines: Sequence[str]) -> Sheet:
    """The parts of a draft's lines; whatever is none of them is a fact."""
    drms = tuple(text for text in lines if re.match(r"\d+\. [+-]", text))
    total = next((text for text in lines if text.startswith("DRM in all") or text == "no DRM"), "")
    chances = next((text for text in lines if text.startswith("Chances: ")), "")
    first = drms[0] if drms else total
    place = lines.index(first) - 1 if first in lines else -1
    number = lines[place] if place >= 0 else ""
    facts = tuple(text for text in lines if text not in (*drms, total, chances, number))
    parts = re.findall(r"([^,%]+?) (\d+(?:\.\d+)?)%", chances.removeprefix("Chances: "))
    return Sheet(facts, number, drms, total, tuple((name.strip(" ,"), float(share)) for name, share in parts))


def chance_lines(chances: Sequence[tuple[str, float]], room: int = ROOM) -> list[str]:
    """Each result with its chance in figures and as a bar; then the chance of any effect."""
    if not chances:
        return []
    most, wide = max(share for _, share in chances), max(len(name) for name, _ in chances)
    width = max(3, room - wide - 7)
    lines = [f"{name:<{wide}} {_percent(share):>5} {'█' * max(1, round(share / most * width))}"
             for name, share in chances]
    nothing = [share for name, share in chances if name == "no effect"]
    if nothing and len(chances) > 1:
        lines.append(f"any effect {_percent(100 - nothing[0])}")
    return lines


def _percent(share: float) -> str:
    return f"{share:.0f}%" if share >= 10 or share == int(share) else f"{share:.1f}%"


def outcomes(question: Question) -> list[str]:
    """The outcomes that may be typed, as the question names them."""
    label = next((option.label for option in question.options if option.value == "=RESULT"), "")
    return [name.strip() for name in label.partition(": ")[2].split(",") if name.strip()]


class AttackDialog(Popup[str | None]):
    """A Question of kind `attack`: the answer, or None to leave the command with nothing done."""

    BINDINGS = [
        Binding("escape", "leave", "cancel", id="attack.leave"),
        Binding("minus,delete", "drop", "drop the DRM", id="attack.drop"),
        Binding("plus", "type('+')", "add a DRM", id="attack.add"),
        Binding("n", "type('number ')", "another column or number", id="attack.number"),
        Binding("d", "type('dice ')", "type the dice", id="attack.dice"),
        Binding("equals_sign", "outcome", "type the outcome", id="attack.outcome"),
    ]

    def __init__(self, question: Question, command: str, place: int = 0) -> None:
        super().__init__()
        self.question = question
        self.command = command
        self.sheet = read_sheet(question.lines)
        self.place = place
        """Which DRM is under the cursor; kept from one correction to the next."""

    def compose(self) -> ComposeResult:
        """Who attacks whom, the sheet with the chances beside it, a line for corrections."""
        sheet = self.sheet
        with Vertical(classes="dialog low attack") as box:
            box.border_title = self.command
            yield Static(self.question.text, markup=False, classes="question")
            if self.question.error:
                yield Static(self.question.error, markup=False, classes="wrong")
            with Horizontal(id="paper"):
                yield LineList(*self._lines(), id="sheet", classes="fit")
                if sheet.chances:
                    yield Static("\n".join(chance_lines(sheet.chances)), markup=False, id="chances")
            yield Input(placeholder=HINT, id="answer", select_on_focus=False)
            yield Static(FOOT, markup=False, classes="foot")

    def _lines(self) -> list[Line]:
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
        sheet = self.query_one("#sheet", LineList)
        stops = [number for number, line in enumerate(sheet.lines) if line.data is not None]
        if stops:
            sheet.cursor = stops[min(self.place, len(stops) - 1)]
        sheet.focus()
        self.call_after_refresh(sheet.scroll_end, animate=False)

    # -- answers --------------------------------------------------------------------------------------
    @on(LineList.Moved)
    def moved(self, event: LineList.Moved) -> None:
        """Another DRM is under the cursor."""
        self.place = int(event.line.data or 1) - 1

    @on(LineList.Chosen)
    def roll(self) -> None:
        """Enter rolls, or takes the correction that was begun."""
        self.dismiss(self._typed() or "roll")

    @on(Input.Submitted)
    def answer(self) -> None:
        """A correction was typed; nothing typed rolls."""
        self.dismiss(self._typed() or "roll")

    def _typed(self) -> str:
        text = self.query_one("#answer", Input).value.strip()
        return text[1:] if text[:2] in ("+-", "++") else text

    def on_key(self, event: object) -> None:
        """Whatever else is typed begins a correction; so does what comes in one burst."""
        char = getattr(event, "character", None)
        if not char or not char.isprintable():
            return
        if isinstance(self.focused, Input):  # typed in one burst: it was under way to the list
            self.focused.insert_text_at_cursor(char)
        elif char not in KEYS:
            self.action_type(char)

    def action_type(self, text: str) -> None:
        """Begin a correction."""
        field = self.query_one("#answer", Input)
        field.value = text
        self.set_focus(field)
        field.cursor_position = len(text)

    def action_drop(self) -> None:
        """Take the DRM under the cursor away; without any, a minus begins one."""
        line = self.query_one("#sheet", LineList).current
        if line is None or line.data is None:
            self.action_type("-")
        else:
            self.dismiss(f"drop {line.data}")

    def action_outcome(self) -> None:
        """Choose the outcome instead of rolling."""
        names = outcomes(self.question)
        shares = dict(self.sheet.chances)
        if not names:
            self.action_type("=")
            return
        lines = [Line(f"{'no effect' if name == '-' else name:<16}"
                      f"{_percent(shares.get('no effect' if name == '-' else name, 0.0)):>5}", "", name)
                 for name in names]

        def chosen(name: str | None) -> None:
            if name is not None:
                self.dismiss(f"={name}")

        self.app.push_screen(PickDialog("Which outcome?", lines, foot="enter: this one   esc: back"), chosen)

    def action_leave(self) -> None:
        """Leave the command."""
        self.dismiss(None)
