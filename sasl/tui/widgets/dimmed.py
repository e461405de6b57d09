"""The screen below a popup, darkened."""

from __future__ import annotations

from itertools import chain, islice, repeat
from typing import Any

from rich.segment import Segment
from rich.style import Style as RichStyle
from textual.color import Color
from textual.css.styles import RulesMap
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.style import Style
from textual.visual import RenderOptions, Visual


class Dimmed(BackgroundScreen, Visual):
    """As Textual darkens it, but line by line: each style is worked out once, not for thousands of words, and a line
    that shows what it did stays the very strip it was. A popup is drawn several times before it stands.
    """

    def __init__(self, screen: Screen[Any], color: Color) -> None:
        super().__init__(screen, color)
        self._lines: list[tuple[Strip, Strip]] = []
        """The lines of that screen as they were, and darkened."""
        self._style = RichStyle()
        self._known: dict[RichStyle | None, RichStyle] = {}

    def render_strips(self, width: int, height: int | None, style: Style, options: RenderOptions) -> list[Strip]:
        """What that screen shows now; it is as large as the popup's own."""
        if style.rich_style != self._style:
            self._style, self._known, self._lines = style.rich_style, {}, []
        now = islice(self.screen._compositor.render_strips(), height)
        before = chain(self._lines, repeat((None, None)))
        self._lines = [
            (line, dark if dark is not None and line == old else self._darkened(line))
            for line, (old, dark) in zip(now, before, strict=False)
        ]
        return [dark for _, dark in self._lines]

    def _darkened(self, line: Strip) -> Strip:
        words, known = [], self._known
        for text, old, _ in line:
            if old not in known:
                (darker,) = self.process_segments([Segment("", old)], self.color)
                known[old] = self._style + darker.style
            words.append(Segment(text, known[old]))
        return Strip(words, line.cell_length)

    def get_optimal_width(self, rules: RulesMap, container_width: int) -> int:
        """All there is, in cells."""
        return container_width

    def get_height(self, rules: RulesMap, width: int) -> int:
        """All of that screen, in lines."""
        return self.screen.size.height
