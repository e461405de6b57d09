"""What must hold besides what `test_fuzz` asks after each command: groups, reports, VP, saves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE
from sasl.asl.game.sides import SIDES
from sasl.asl.game.state import State
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order, completed
from sasl.kernel.orders.questions import Question, read_answer
from sasl.orders.engine import legal, order_of
from sasl.orders.stack_offers import offers
from sasl.solitaire.briefing.report import hex_report, roster_report, status_report
from sasl.solitaire.briefing.unfinished import support, unfinished
from sasl.solitaire.victory import totals

KEPT_APART: tuple[str, ...] = ("units", "weapons", "suspects", "markers")


def grouped(state: State) -> None:
    """Who is in a hex, holds a SW, is aboard: what the state says quickly is what its counters say one by one."""
    units = [unit for unit in state.units.values() if unit.kind != HORSE]
    places = {unit.hex for unit in units if unit.hex}
    assert [unit.id for unit in state.on_map()] == [unit.id for unit in units if unit.hex]
    for side in SIDES:
        assert list(state.on_map(side)) == [unit for unit in units if unit.hex and unit.side == side]
    for name in places:
        assert state.units_at(name) == [unit for unit in units if unit.hex == name], name
    held = {weapon.holder for weapon in state.weapons.values() if weapon.holder}
    for name in held:
        assert state.weapons_of(name) == [item for item in state.weapons.values() if item.holder == name], name
    for name in {marker.hex for marker in state.markers.values()}:
        assert state.markers_at(name) == [item for item in state.markers.values() if item.hex == name], name


def worded(parse: Callable[[str], Order], line: str) -> None:
    """The words an order is said by mean an order that is said so, too."""
    again = parse(line).line()
    said = parse(again).line()
    assert said == again, f"{line!r} is said as {again!r}, and that as {said!r}"


def asked(question: Question) -> None:
    """What the program would answer is an answer."""
    assert read_answer(question, question.default) is not None, question


def helped(game: Game, line: str, place: int) -> None:
    """A line can be completed wherever it breaks off, and what is left of it may be anything."""
    found = completed(line[:place], legal(game).legal, game)
    assert not found or found.startswith(line[:place]), (line[:place], found)


def reports(table: Any, dice: Random) -> None:
    """Everything that is told of a position can be told, and its VP do not depend on what was counted before.

    What a stack is offered as a whole line can be parsed.
    """
    game, state = table.game, table.state
    units = [unit.id for unit in state.units.values()]
    if units and state.stage in ("set-up", "play"):
        for offer in offers(game, [dice.choice(units)]).able:
            assert not offer.whole or order_of(game, offer.line) is not None, offer
    if state.stage == "play":
        assert all(chance is not None for chance in (*unfinished(game), *support(game)))
    assert all(status_report(game))
    for side in ("enemy", "friendly"):
        assert roster_report(game, side) is not None
    for name in {unit.hex for unit in state.on_map()}:
        assert hex_report(game, name)
    table.session.log()
    if state.stage in ("play", "over"):
        assert totals(game) == totals(game.at(_anew(state))), "VP are counted otherwise anew"


def _anew(state: State) -> State:
    """The same state in mappings that nobody has seen."""
    return replace(state, **{name: dict[str, Any](getattr(state, name)) for name in KEPT_APART})


def resumed(table: Any, folder: Path) -> None:
    """The save, opened again, is the same game with the same log."""
    session = table.session
    log = [(line.n, line.topic, line.text) for line in session.log()]
    said: Mapping[int, str] = {moment.n: moment.command for moment in session.moments}
    session.close()
    again = type(session).resume(session.game.library, folder, session.name)
    try:
        assert not again.notices, again.notices
        assert again.game.state == session.game.state, "resumed it is another state"
        assert {moment.n: moment.command for moment in again.moments} == said
        assert [(line.n, line.topic, line.text) for line in again.log()] == log, "resumed it has another log"
    finally:
        again.close()
