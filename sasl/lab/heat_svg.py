"""Numbers by hex as a picture: the board's drawing with each hex the redder the more fell in it."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from sasl.lab.map_svg import TEXT, Drawing, hexagon
from sasl.lab.sections import number

RED = "#c00010"
FAINTEST, FULL = 0.12, 0.85
"""How opaque the smallest and the greatest number is."""


def heat_map(drawing: Drawing, worth: Mapping[str, float], top: float, title: str) -> str:
    """The picture. `top`: the number that is drawn in full."""
    there = {name: value for name, value in worth.items() if name in drawing.board and value > 0}
    cells = "".join(_cell(drawing, name, value, top or 1.0) for name, value in there.items())
    words = ", ".join(f"{name} {number(value)}" for name, value in sorted(there.items(), key=lambda item: -item[1]))
    return (
        f'<svg viewBox="0 0 {drawing.width:g} {drawing.height:.1f}" width="{drawing.width:g}" '
        f'height="{drawing.height:.1f}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<desc>{escape(words or 'nobody fell')}</desc>"
        f'<use href="#{drawing.name}" opacity=".45"/>{cells}</svg>'
    )


def _cell(drawing: Drawing, name: str, value: float, top: float) -> str:
    x, y = drawing.centre(name)
    ink = "#ffffff" if value > top / 2 else "#111111"
    opacity = FAINTEST + (FULL - FAINTEST) * min(value / top, 1.0)
    text = f'<text {TEXT} x="{x:g}" y="{y + 5:.1f}" font-size="10" fill="{ink}">{number(value)}</text>'
    shape = f'<path d="{hexagon(x, y)}" fill="{RED}" fill-opacity="{opacity:.2f}"/>'
    return f"<g><title>{escape(name)}: {number(value)} a run</title>{shape}{text}</g>"
