"""The report of a series or a comparison as one HTML page that stands alone: tables, plots drawn into it, heat maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

from sasl.board.board import Board
from sasl.kernel.pages import html_page, html_table
from sasl.lab.after_action.map_svg import TEXT, Drawing, hexagon
from sasl.lab.comparing.side_by_side import Comparison
from sasl.lab.reports import plots
from sasl.lab.reports.report_files import no_plots
from sasl.lab.reports.sections import Section, number
from sasl.lab.series.summary import MEASURES, Summary

STYLE = """
body { font: 11pt/1.4 sans-serif; margin: 1.5em auto; max-width: 75em; padding: 0 1em; color: #111; background: #fff; }
h1 { font-size: 18pt; margin: 0; } h2 { font-size: 13pt; border-bottom: 2px solid #1d4f91; margin: 1.6em 0 .4em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 10pt; }
th, td { border: 1px solid #bbb; padding: .15em .5em; text-align: right; }
th:first-child, td:first-child { text-align: left; } th { background: #e8eef6; }
.note { color: #444; font-size: 10pt; margin: .3em 0; } .verdict { font-weight: bold; }
figure { margin: 1em 0; } figure svg { max-width: 100%; height: auto; } figcaption { font-size: 10pt; color: #333; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(28em, 1fr)); gap: 1em; }
.plots svg { width: 100%; } .map { overflow-x: auto; }
svg.ground { position: absolute; width: 0; height: 0; }
@media print { @page { size: A4; margin: 12mm; } body { margin: 0; max-width: none; font-size: 9pt; }
  h2 { break-after: avoid; } figure, table { break-inside: avoid; } }
""".strip()

FELL = "<h2>Where units fell</h2>"


def page(title: str, sections: Iterable[Section], drawn: str) -> str:
    """The whole page: a title, plots, then every section."""
    tables = [_section(section) for section in sections]
    return html_page(title, STYLE, [f"<h1>{escape(title)}</h1>", *tables[:1], drawn, *tables[1:]])


def _section(section: Section) -> str:
    head = f"<h2>{escape(section.title)}</h2>" if section.title else ""
    table = html_table(section.heads, section.rows) if section.rows else ""
    return head + table + "".join(f'<p class="note">{escape(note)}</p>' for note in section.notes)


def compared(comparison: Comparison, board: Board) -> str:
    """The paired differences of each arm from the first one, and the pictures of all arms."""
    drawn = []
    for name in list(comparison.arms)[1:]:
        gaps = {MEASURES[key]: gap for key, gap in comparison.gaps(name).items() if gap.error}
        if gaps and not no_plots():
            svg = plots.differences(gaps, comparison.level, f"{name} minus {next(iter(comparison.arms))}")
            drawn.append(_figure(svg, f"Paired differences: {name}; blue where the interval excludes 0"))
    head = f'<h2>Paired differences</h2><div class="plots">{"".join(drawn)}</div>' if drawn else ""
    return head + pictures(comparison.arms, board)


def pictures(arms: Mapping[str, Summary], board: Board) -> str:
    """Distributions, VP by turn, S? Activated and heat maps of one series, or of the arms of a comparison.

    Without the library that draws plots, a sentence in their place.
    """
    if why := no_plots():
        return f'<h2>Plots</h2><p class="note">There are none: {escape(why)}</p>{_maps(arms, board)}'
    drawn = [
        _figure(plots.distributions(arms, "margin", "ENEMY ahead, VP"), "By how many VP the ENEMY is ahead"),
        _figure(plots.by_turn(arms), "Mean VP after each Game Turn (bands: ± 2 standard errors)"),
        _figure(plots.distributions(arms, "activations", "S? Activated"), "How many S? were Activated"),
        _figure(plots.causes(arms, "activated_by"), "What the FRIENDLY side did when S? were Activated, a run"),
    ]
    return f'<h2>Plots</h2><div class="plots">{"".join(drawn)}</div>{_maps(arms, board)}'


def _figure(svg: str, words: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(words)}</figcaption></figure>"


def _maps(arms: Mapping[str, Summary], board: Board) -> str:
    if not all(summary.one_map for summary in arms.values()):
        return f'{FELL}<p class="note">Each run has other mapboards, so there is no one map of it.</p>'
    drawing = Drawing(board, "ground")
    parts = [f'<svg class="ground" aria-hidden="true"><defs>{drawing.ground()}</defs></svg>']
    top = max((summary.heat(side) for summary in arms.values() for side in ("friendly", "enemy")), default=0.0)
    for name, summary in arms.items():
        for side in ("friendly", "enemy"):
            worth = {key: sample.mean().value for key, sample in summary.counts(f"fell_{side}").items()}
            whose = f"{side.upper()} losses by hex, a run" + (f" ({name})" if name else "")
            parts.append(_figure(f'<div class="map">{_heat_map(drawing, worth, top, whose)}</div>', whose))
    return f'{FELL}<div class="plots">{"".join(parts)}</div>'


RED = "#c00010"
FAINTEST, FULL = 0.12, 0.85
"""How opaque the smallest and the greatest number is."""


def _heat_map(drawing: Drawing, worth: Mapping[str, float], top: float, title: str) -> str:
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
