"""`sasl export`: a saved game as Markdown or as one HTML page."""

from __future__ import annotations

from argparse import Namespace

from sasl.cli.common import fault, library, notices, page, put, saves
from sasl.lab.after_action.story import story
from sasl.lab.after_action.story_html import as_html
from sasl.lab.after_action.story_markdown import as_markdown
from sasl.lab.after_action.story_tables import data
from sasl.saves.games import kind_of, list_games
from sasl.saves.reading import Reading


def export(args: Namespace) -> int:
    """Tell the whole game, to standard output or into a file; a game that is not over as far as it goes."""
    folder, name = saves(args), args.game
    if kind_of(folder, name) == "campaign":
        return fault(f"'{name}' is a campaign; its records: sasl campaign print {name}")
    session = Reading.read(library(args), folder, name)
    info = next((item for item in list_games(folder) if item.name == name), None)
    begun = info.created if info and session.kind != "watch" else ""
    told = story(session, begun, info.when if info else "")
    notices(session.notices)
    if args.json:
        put(data(told))
        return 0
    return page(args.out, as_html(told) if args.html else as_markdown(told))
