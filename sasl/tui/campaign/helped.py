"""A page over the screen of a campaign that tells its own keys."""

from __future__ import annotations

from sasl.tui.help import help_lines
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.popups import ClosesOnce


class HelpedScreen(ClosesOnce[None]):
    """A page with help; the key for it is the page's own, as all its keys are."""

    def action_help(self) -> None:
        """The pane in words, then the keys of the page."""
        self.app.push_screen(ListDialog("Help", help_lines(self, self.focused)))
