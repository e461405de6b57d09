"""Lists and whys of a campaign: enter on a line shows the whole record behind it."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.events import Event, Rolled
from sasl.campaign.narrate import describe
from sasl.campaign.words import explain
from sasl.tui.dialogs import ListDialog, explained_lines
from sasl.tui.lines import Line


class CampaignList(ListDialog):
    """Lines that stay until they are seen, with facts of a campaign behind them."""

    def explained(self, event: Event) -> Sequence[str]:
        """A fact in full."""
        return explain(event)

    def why(self, event: Event) -> ListDialog:
        """The whole record of a fact."""
        return why((event,))


def why(events: Sequence[Event], before: Sequence[Event] = (), command: str = "") -> CampaignList:
    """The whole record behind a line of the log; a line without one is explained by the rolls of its command."""
    if len(events) > 1:
        return CampaignList("Why?", [Line(describe(event), "", event) for event in events])
    lines = explained_lines(events[0], explain(events[0]))
    if len(lines) == 1:
        rolls = [event for event in before if isinstance(event, Rolled)]
        lines += [Line(""), Line(f"It came of: {command or 'the start'}", "dim")]
        lines += [Line(describe(event), "", event) for event in rolls]
    return CampaignList("Why?", lines)
