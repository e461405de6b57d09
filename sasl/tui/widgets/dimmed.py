"""The screen below a popup, darkened."""

from __future__ import annotations

from itertools import islice

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.css.styles import RulesMap
from textual.renderables.background_screen import BackgroundScreen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Dimmed(BackgroundScreen, Visual):
    """As Textual darkens it, but line by line, and each style is worked out once, not for thousands of words."""

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """What that screen shows now; it is as large as the popup's own."""
        known: dict[RichStyle | None, RichStyle] = {}
        strips = []
        for line in islice(self.screen._compositor.render_strips(), height):
            words = []
            for text, old, _ in line:
                if old not in known:
                    (darker,) = self.process_segments([Segment("", old)], self.color)
                    known[old] = style.rich_style + darker.style
                words.append(Segment(text, known[old]))
            strips.append(Strip(words, line.cell_length))
        return strips

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """All there is, in cells."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """All of that screen, in lines."""
        return self.screen.size.height
