"""A screen that is laid out and painted as often as something changes, and no oftener."""

from __future__ import annotations

from typing import Self, TypeVar

from textual.events import ScreenResume
from textual.geometry import Region, Size
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

Answer = TypeVar("Answer")


class Steady(Screen[Answer]):
    """What Textual does to a screen once more though nothing has changed is left out: on a large terminal each time
    takes longer than the rest of a key.
    """

    focused = Reactive[Widget | None](None, repaint=False)
    """Who has the focus, and who had it, paint themselves; the rest of the screen looks as it did."""

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        """Paint or lay it out when there is time. Laid out anew, what has moved is painted, and not all of it."""
        return super().refresh(*regions, repaint=repaint and not layout, layout=layout, recompose=recompose)

    def _screen_resized(self, size: Size) -> None:
        """Lay it out for another size; it hears of the one that it was just laid out for, too, and so do all below."""
        if size != self.outer_size:
            super()._screen_resized(size)

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """It is shown, for the first time or again; where it was laid out for that it has been painted, too. Each part
        found its style when it was mounted: for the first time it need not look for it once more.
        """
        event.prevent_default()
        laid_out = self._size != self.app.size
        event.refresh_styles = event.refresh_styles and bool(self._size)
        super()._on_screen_resume(event)
        if laid_out:
            self._repaint_required = False

    def _on_screen_suspend(self) -> None:
        """Another screen stands before it. A popup shows all of it: it need not be painted once more for that."""
        self._repaint_required = False

    def _compositor_refresh(self) -> None:
        """Show what has changed. Below a popup the popup shows it: all of it would be painted again and again."""
        super()._compositor_refresh()
        if self.app.screen is not self:
            self._repaint_required = False
