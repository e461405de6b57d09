"""The records of a campaign as a page to print: plain HTML with rules for paper, or Markdown; every text is escaped."""

from __future__ import annotations

import re
from html import escape

from sasl.campaign.records.sheets import Records, Sheet

STYLE = """
body { font: 10pt/1.3 serif; margin: 1.5em; color: #000; background: #fff; }
h1 { font-size: 16pt; margin: 0; } h2 { font-size: 12pt; margin: 1.2em 0 .3em; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #777; padding: .15em .4em; text-align: left; vertical-align: top; }
th { background: #eee; } .note { font-style: italic; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { margin: 0; font-size: 9pt; }
  section { break-inside: auto; } section.own { break-before: page; }
  h2 { break-after: avoid; } thead { display: table-header-group; } tr { break-inside: avoid; }
}
""".strip()


def as_html(records: Records) -> str:
    """One page of HTML without anything from elsewhere; each roster begins a sheet of paper."""
    parts = [
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        f"<title>{escape(records.title)}: records</title>", f"<style>\n{STYLE}\n</style>", "</head>", "<body>",
        f"<h1>{escape(records.title)}</h1>", f"<p>{escape(records.moment)}</p>",
    ]  # fmt: skip
    for sheet in records.sheets:
        parts += _section(sheet)
    return "\n".join([*parts, "</body>", "</html>", ""])


def _section(sheet: Sheet) -> list[str]:
    own = ' class="own"' if sheet.title.startswith("CG Roster") else ""
    lines = [f"<section{own}>", f"<h2>{escape(sheet.title)}</h2>"]
    if sheet.rows:
        heads = "".join(f"<th>{escape(text)}</th>" for text in sheet.heads)
        lines += ["<table>", f"<thead><tr>{heads}</tr></thead>", "<tbody>"]
        lines += ["<tr>" + "".join(f"<td>{escape(text)}</td>" for text in row) + "</tr>" for row in sheet.rows]
        lines += ["</tbody>", "</table>"]
    if sheet.note or not sheet.rows:
        lines.append(f'<p class="note">{escape(sheet.note or "nothing")}</p>')
    return [*lines, "</section>"]


def as_markdown(records: Records) -> str:
    """The same as Markdown."""
    lines = [f"# {_plain(records.title)}", "", _plain(records.moment), ""]
    for sheet in records.sheets:
        lines += [f"## {_plain(sheet.title)}", ""]
        if sheet.rows:
            lines += [_row(sheet.heads), _row(["---"] * len(sheet.heads), raw=True)]
            lines += [*(_row(row) for row in sheet.rows), ""]
        if sheet.note or not sheet.rows:
            lines += [_plain(sheet.note or "nothing"), ""]
    return "\n".join(lines)


def _row(cells: tuple[str, ...] | list[str], *, raw: bool = False) -> str:
    return f"| {' | '.join(cells if raw else map(_plain, cells))} |"


def _plain(text: str) -> str:
    """A text in which nothing is markup: no HTML, no table bar, no emphasis, no link."""
    return re.sub(r"([\\`*_{}\[\]<>#|~!&])", r"\\\1", " ".join(text.split()))
