"""What must hold besides what `test_fuzz` asks after each command: groups, reports, VP, saves."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sasl.asl.game.flags import HORSE
from sasl.asl.game.state import SIDES, State
from sasl.kernel.frozen import replace
from sasl.solitaire.report import hex_report, roster_report, status_report
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


def reports(table: Any) -> None:
    """Everything that is told of a position can be told, and its VP do not depend on what was counted before."""
    game, state = table.game, table.state
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
