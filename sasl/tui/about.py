"""What the program is, and how to begin: the help of the home screen."""

from __future__ import annotations

from pathlib import Path

from sasl.tui.widgets.lines import Line

ABOUT = (
    ("head", "sasl is the ENEMY of Solitaire ASL"),
    (
        "",
        "You move your side here, on your board or in VASL. The program places S?, rolls and explains every check, "
        "generates what they were, and keeps VP, control and the log.",
    ),
    (
        "",
        "New mission: ‹n=play.next› goes on step by step; type your own card's figures over any value; dice "
        "hand lets you roll; "
        "undo always works, and says what to change on your board.",
    ),
    ("", "Every figure can be asked why: ‹enter› on a log line, or ‹w=play.why›."),
    ("", "Figures that are ours and not the printed ones are called house."),
    (
        "key",
        "In a game: ‹question_mark=play.help› helps for the pane you are in, ‹colon=play.command› is the "
        "command line, ctrl+p the palette.",
    ),
)
"""How each paragraph looks, and what it says."""


def about(folder: Path) -> list[Line]:
    """The paragraphs as lines; `folder`: where games are kept."""
    return [Line(text, look) for look, text in (*ABOUT, ("dim", f"Games are kept in {folder}"))]
