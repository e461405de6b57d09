"""A short form over the screen."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.popups import ClosesOnce, bare


class FormDialog(ModalScreen[dict[str, str] | None], ClosesOnce[dict[str, str] | None]):
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
            goes = "the next field, after the last one go on" if len(self.fields) > 1 else "go on"
            yield Keyed(f"enter: {goes}   ‹escape›: leave", classes="foot")

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
