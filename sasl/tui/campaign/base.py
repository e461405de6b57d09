"""The screen of a campaign as its pages know it, and what each page over it has."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from sasl.campaign.campaign_session import CampaignSession
from sasl.tui.game_screen import GameScreen
from sasl.tui.help import help_lines
from sasl.tui.typed_orders import Orders
from sasl.tui.widgets.dialogs import ListDialog
from sasl.tui.widgets.popups import ClosesOnce


class CampaignHome(GameScreen):
    """From where the pages of a campaign are opened."""

    session: CampaignSession
    orders: Orders[Any]
    draft: str
    """What was typed on the page for a scenario's result and is not entered yet."""

    @abstractmethod
    def keep_draft(self) -> None:
        """Have it on the disk, for whoever opens the campaign again."""

    @abstractmethod
    def action_next(self) -> None:
        """Finish this step and begin the next one."""

    @abstractmethod
    def action_on(self) -> None:
        """Go on, step after step, until there is something to decide."""

    @abstractmethod
    def action_map(self) -> None:
        """The map of the campaign."""


class HelpedScreen(ClosesOnce[None]):
    """A page with help; the key for it is the page's own, as all its keys are."""

    def action_help(self) -> None:
        """The pane in words, then the keys of the page."""
        self.app.push_screen(ListDialog("Help", help_lines(self, self.focused)))
