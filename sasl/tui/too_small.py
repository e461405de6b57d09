"""What shows while the terminal has no room for anything else."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

LEAST = Size(40, 12)
"""Columns and rows below which a question with its answers cannot be shown."""


class TooSmall(Screen[None]):
    """Over everything until the terminal is larger; what is below stays as it is."""

    left = False
    """Whether it is on its way out: it may be told so twice."""

    @staticmethod
    def fits(size: Size) -> bool:
        """Whether the screens have room."""
        return size.width >= LEAST.width and size.height >= LEAST.height

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Static(
            f"The terminal is too small: sasl needs {LEAST.width} columns and {LEAST.height} rows.", markup=False
        )

    def on_screen_resume(self) -> None:
        """What came over this was answered."""
        self.leave(self.app.size)

    def leave(self, size: Size) -> None:
        """Make way if there is room now."""
        if self.is_current and not self.left and self.fits(size):
            self.left = True
            self.dismiss()
