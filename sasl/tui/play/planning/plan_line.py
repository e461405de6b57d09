"""A plan on the line below the map: its MF with the key, its dangers as soon as the keys rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.timer import Timer

from sasl.tui.play.planning.move_plans import Plan

if TYPE_CHECKING:
    from sasl.tui.game_screen import GameScreen

REST = 0.06
"""Seconds without a key until the dangers of a way are worked out: they may take longer than a key should."""


class PlanLine:
    """Shows the plan of a play screen."""

    def __init__(self, screen: GameScreen) -> None:
        self.screen = screen
        self._waits: Timer | None = None

    def show(self, plan: Plan, before: str = "") -> None:
        """The plan, after the words `before`; its dangers follow unless another one comes first."""
        self.forget()
        self._say(plan, before)
        if plan.dangers:
            self._waits = self.screen.set_timer(REST, lambda: self._say(plan.with_dangers(), before))

    def forget(self) -> None:
        """The plan is no longer on the line."""
        if self._waits is not None:
            self._waits.stop()
            self._waits = None

    def _say(self, plan: Plan, before: str) -> None:
        self.screen.said.hint(f"{before}{plan.text}", "key" if plan.fits else "bad")
