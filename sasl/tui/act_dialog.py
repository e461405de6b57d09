"""An act of the ENEMY before it is done: what, why in one line, every reason on demand; done, vetoed or replaced."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.widgets import Static

from sasl.asl.game.context import Question
from sasl.asl.game.events import Decided
from sasl.tui.dialogs import Popup, SoFar, bare
from sasl.tui.lines import Line, LineList

DO, VETO, REPLACE, ALWAYS = "do", "veto", "replace", "always"
FOOT = "n does it   v veto   r your own order instead   a ask no more"


def is_act(question: Question) -> bool:
    """Whether the question is: shall the ENEMY do this?"""
    return question.kind == "choice" and [option.value for option in question.options] == [DO, VETO]


def why_words(reasons: Sequence[str]) -> str:
    """The first reason, and how to see the others."""
    more = len(reasons) - 1
    return "" if not reasons else f"Why: {reasons[0]}" + (f"   (w: {more} more)" if more > 0 else "")


class ActDialog(Popup[str | None]):
    """Answers `do`, `veto`, `replace` (veto, and the units are taken), `always` (do, and ask no more); None leaves."""

    BINDINGS = [
        Binding("n,d,y,space", f"choose('{DO}')", "do it", id="act.do"),
        Binding("v", f"choose('{VETO}')", "veto", id="act.veto"),
        Binding("r", f"choose('{REPLACE}')", "your own order instead", id="act.replace"),
        Binding("a", f"choose('{ALWAYS}')", "do it, and ask no more", id="act.always"),
        Binding("w,question_mark", "why", "every reason", id="act.why"),
        Binding("escape", "leave", "leave it for now", id="act.leave"),
    ]

    def __init__(self, question: Question, decided: Decided | None, so_far: Sequence[str] = ()) -> None:
        super().__init__()
        self.question = question
        self.command = decided.line if decided else ""
        self.so_far = so_far
        self.told = False
        """Whether every reason is shown."""

    def compose(self) -> ComposeResult:
        """The act, its first reason, and the keys."""
        with Vertical(classes="dialog low act") as box:
            box.border_title = bare(f"The ENEMY: {self.command}")
            if self.so_far:
                yield SoFar(self.so_far)
            yield Static(self.question.text, markup=False, classes="question")
            yield LineList(*self._reasons(), id="reasons", classes="fit")
            yield Static(FOOT, markup=False, classes="foot", id="foot")

    def _reasons(self) -> list[Line]:
        reasons = self.question.lines
        return [Line(text) for text in reasons] if self.told else [Line(why_words(reasons), "dim")]

    def on_mount(self) -> None:
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
