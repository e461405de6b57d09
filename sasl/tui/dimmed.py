"""The screen below a popup, darkened."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen


class Dimmed(BackgroundScreen):
    """As Textual darkens it, but each style is worked out once for a frame, not for each of some thousand words."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        """The segments, darkened."""
        known: dict[Style | None, Style | None] = {}
        for segment in segments:
            text, style, control = segment
            if control:
                yield segment
                continue
            if style not in known:
                (darker,) = super().process_segments([Segment("", style)], color)
                known[style] = darker.style
            yield Segment(text, known[style])
