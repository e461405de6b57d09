"""LOS as the game knows it: what the tables say of a line is what its full account says."""

from __future__ import annotations

import random

from tabletop import bare

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import View, look, seen_from, view_of
from sasl.asl.game.state import Marker, MarkerState
from sasl.kernel.frozen import replace

PAIRS = 3000


def cluttered() -> Game:
    """A game with SMOKE of every thickness, wrecks and burning wrecks all over the map."""
    game, dice = bare().game, random.Random(15)
    kinds: tuple[tuple[str, MarkerState], ...] = (("smoke", ""), ("wreck", ""), ("wreck", "burning"))
    markers = {}
    for number, name in enumerate(dice.sample(game.board.names(), 60)):
        kind, state = kinds[number % len(kinds)]
        markers[f"m{number}"] = Marker(f"m{number}", kind, name, state=state, number=number % 3)
    return game.at(replace(game.state, markers=markers))


def agree(view: View, a: str, b: str) -> bool:
    return view.rows[a][b] == view.seen_in_full(a, b)[0]


def test_the_rows_say_of_each_line_what_its_full_account_says() -> None:
    game, dice = cluttered(), random.Random(4)
    names = game.board.names()
    pairs = [(dice.choice(names), dice.choice(names)) for _ in range(PAIRS)]
    view = view_of(game)
    assert all(agree(view, a, b) for a, b in pairs)
    view.rows.clear()
    assert all(agree(view, a, b) for a, b in pairs), "once the ground is known, too"
    assert len({view.rows[a][b] for a, b in pairs}) > 8


def test_a_row_stays_while_nothing_changes_that_it_depends_on() -> None:
    game = cluttered()
    row = seen_from(game, "K10")
    assert row["P12"] == look(game, "K10", "P12")
    assert seen_from(game.at(replace(game.state, turn=3)), "K10") is row
    assert seen_from(game.at(replace(game.state, markers={})), "K10") is not row


def test_a_glance_tells_a_los_that_was_worked_out_before_whatever_lies_on_it_now() -> None:
    game = cluttered()
    game = replace(game, board=replace(game.board, cache={}))
    row = seen_from(game, "K10")
    assert row.glance("P12") is None, "nobody has looked along it yet"
    assert row["P12"] == row.glance("P12")
    cleared = game.at(replace(game.state, markers={}))
    other = seen_from(cleared, "K10")
    assert other is not row and other.glance("P12") == look(cleared, "K10", "P12")
