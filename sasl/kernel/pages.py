"""Pages that stand alone: tables of Markdown and of HTML, and the frame of a page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sasl.kernel.text import markdown


def markdown_table(heads: Sequence[str], rows: Iterable[Sequence[str]], *, figures: bool = False) -> list[str]:
    """The lines of a table; `figures`: all columns but the first are set to the right."""
    rule = ["---"] + ["---:" if figures else "---"] * (len(heads) - 1)
    cells = [[markdown(text) for text in heads], rule, *([markdown(text) for text in row] for row in rows)]
    return [f"| {' | '.join(line)} |" for line in cells]


def html_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; without heads where they are empty."""
    head = "".join(f"<th>{escape(text)}</th>" for text in heads)
    lines = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in rows]
    body = "".join(f"<tr>{cells}</tr>" for cells in lines)
    return f"<table>{f'<thead><tr>{head}</tr></thead>' if any(heads) else ''}<tbody>{body}</tbody></table>"


def html_page(title: str, style: str, body: Iterable[str]) -> str:
    """A page that needs nothing from elsewhere."""
    head = (
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>\n{style}\n</style>", "</head>", "<body>",
    )  # fmt: skip
    return "\n".join([*head, *body, "</body>", "</html>", ""])
