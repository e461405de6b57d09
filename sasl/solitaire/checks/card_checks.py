"""Whether a mission card makes a game: VP to win, men to fight with, and no S? or Gun among the FRIENDLY side."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sasl.content.library import Library
from sasl.content.missions.mission import ForceItem, Mission
from sasl.kernel.rolling.records import result_text

if TYPE_CHECKING:
    from sasl.board.board import Board

FIGHTERS = ("squad", "hs", "crew", "vehicle")
"""The kinds of counters with which a force can take a VPO."""

Found = Iterator[tuple[tuple[object, ...], str]]


def card_faults(library: Library, mission: Mission) -> Found:
    """Yield what leaves a mission without a game, each with its place in the card."""
    yield from _schedule(mission)
    yield from _force(library, mission)
    if mission.area.set_up_side and mission.area.board:
        yield from _in_the_area(mission, library.board_of(mission))


def _schedule(mission: Mission) -> Found:
    """S12.6: a VP schedule by which nobody can win."""
    if not mission.vp:
        yield ("vp",), "nothing counts for VP: every game would end 0 to 0 (S12.6); add a line such as counts: vpo"
    for number, line in enumerate(mission.vp):
        if not (line.friendly or line.enemy or line.otherwise_points):
            text = "this line gives nobody a VP: give it 'friendly' or 'enemy', the VP for each"
            yield ("vp", number), text
        if bool(line.otherwise) != bool(line.otherwise_points):
            missing = "otherwise_points" if line.otherwise else "otherwise"
            yield ("vp", number), f"'otherwise' and 'otherwise_points' belong together: '{missing}' is missing"


def _force(library: Library, mission: Mission) -> Found:
    """An OoB in which nothing can take a VPO."""
    items = [item for group in mission.force for item in mission.items(group)]
    if not any(kind in FIGHTERS for item in items for kind in _kinds(library, mission, item)):
        text = "the force has no squad, HS, crew or vehicle: nothing of it can take a VPO"
        yield ("force",), f"{text}; add an item such as {{type: 4-6-7, count: 3}}"


def _kinds(library: Library, mission: Mission, item: ForceItem) -> Iterator[str]:
    """Yield the kinds of counters that a line of the OoB may bring."""
    types = library.counters.get(mission.friendly.nation, {})
    names = {item.type or ""}
    for row in library.tables[item.table].rows if item.table else ():
        names |= {result_text(cell) for cell in (row.result if isinstance(row.result, list) else [row.result])}
        if isinstance(row.result, dict) and "table" in row.result:
            yield from _kinds(library, mission, ForceItem(table=str(row.result["table"])))
    yield from (types[name].kind for name in names if name in types)


def _in_the_area(mission: Mission, board: Board) -> Found:
    """S4.1: S? and Guns of the ENEMY in the area where the FRIENDLY side sets up."""
    area = board.area_behind(mission.area.set_up_line, mission.area.set_up_side or "")
    set_up = mission.enemy_set_up
    named: list[tuple[tuple[object, ...], str, str]] = [
        (("suspects", "cases", number, "hexes", place), name, "S?")
        for number, case in enumerate(mission.suspects.cases)
        for place, name in enumerate(case.hexes)
    ]
    named += [(("enemy_set_up", "guns", number, "hex"), gun.hex, "Gun") for number, gun in enumerate(set_up.guns)]
    for at, name, what in named:
        if name in area:
            yield at, f"{name} lies in the FRIENDLY set-up area: an ENEMY {what} cannot begin there"


def turned_about(mission: Mission) -> Found:
    """Yield a set-up area on the ENEMY's side of its line."""
    area = mission.area
    if area.set_up_side and area.enemy_edge and area.set_up_side == area.enemy_edge:
        text = f"the force sets up on the ENEMY's side of the line, toward the {area.enemy_edge} edge"
        yield ("area", "set_up_side"), f"{text}; write {area.friendly_edge}, if that is not meant"
