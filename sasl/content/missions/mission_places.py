"""The places a mission card names: the area in play, its lines and edges, and whatever stands on a hex."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING

from sasl.board.board import Board
from sasl.board.hexes import parse_hex, vertex_names
from sasl.content.missions.mission import Mission
from sasl.content.missions.mission_files import Found, Place
from sasl.content.reading.faults import ContentError
from sasl.content.reading.yamlfile import Document
from sasl.content.tables.terrain_files import no_terrain

if TYPE_CHECKING:
    from sasl.content.content import Content


def place_faults(content: Content, mission: Mission, document: Document) -> Iterator[str]:
    """Faults by line in whatever the card says of its map."""
    board = yield from _area_faults(content, mission, document)
    if board is not None:
        for place, text in (*_hex_faults(mission, board), *_suspect_faults(content, mission, board)):
            yield document.fault(place, text)


def _hex_faults(mission: Mission, board: Board) -> Found:
    """Hexes that are not on the map, and Guns that face no vertex of theirs (C3.2)."""
    set_up = mission.enemy_set_up
    hexes: list[tuple[Place, str]] = [(("vpo", "hexes", number), name) for number, name in enumerate(mission.vpo.hexes)]
    hexes += [(("enemy_set_up", "sniper"), set_up.sniper)] if set_up.sniper else []
    hexes += [(("enemy_set_up", "guns", number, "hex"), gun.hex) for number, gun in enumerate(set_up.guns)]
    hexes += [(("suspects", "cases", number, "hexes", at), name) for number, case in enumerate(mission.suspects.cases)
              for at, name in enumerate(case.hexes)]  # fmt: skip
    for key in ("starts", "ends"):
        named = getattr(mission.road, key) if mission.road else ()
        hexes += [(("road", key, number), name) for number, name in enumerate(named)]
    yield from ((place, _off_map(name, board)) for place, name in hexes if name not in board)
    if mission.rail and not any(name.rstrip("0123456789") == mission.rail.hexrow for name in board.rail_hexes()):
        yield ("rail", "hexrow"), f"no railroad of the map in play runs in hexrow {mission.rail.hexrow}"
    for number, gun in enumerate(set_up.guns):
        corners = [name for name in vertex_names(parse_hex(gun.hex)) if not OFF_MAP.search(name)]
        if gun.hex in board and gun.ca not in corners:
            text = f"{gun.ca} is not a vertex of {gun.hex}; its vertices are {', '.join(corners)}"
            yield ("enemy_set_up", "guns", number, "ca"), text


OFF_MAP = re.compile(r"-\d")
"""A hex that no map has, in the name of a vertex at its edge."""


def _suspect_faults(content: Content, mission: Mission, board: Board) -> Found:
    """S4.1: terrain that there is not, and a distance that leaves no hex of the map."""
    terrains = content.terrain.types
    for number, case in enumerate(mission.suspects.cases):
        for place, name in enumerate(case.terrain):
            if name not in terrains:
                yield ("suspects", "cases", number, "terrain", place), no_terrain(name, content.terrain)
    longest = max(max(board.hex(name).col, board.hex(name).num) for name in board.names())
    if mission.suspects.beyond > longest:
        text = f"no hex of the map is {mission.suspects.beyond} hexes from another: no S? would be placed"
        yield ("suspects", "beyond"), text


def _area_faults(content: Content, mission: Mission, document: Document) -> Generator[str, None, Board | None]:
    """Faults of the area in play and of the lines drawn on it; the part of the board in play."""
    area = mission.area
    try:
        board = content.board_of(mission)
    except ContentError as error:
        if area.board in content.loader.ids("board"):
            yield from error.faults
        else:
            yield document.fault(("area", "board"), error.faults[0])
        return None
    except ValueError as error:
        yield document.fault(("area", "numbers"), str(error))
        return None
    edges: list[tuple[str, str | None]] = [("friendly_edge", area.friendly_edge), ("enemy_edge", area.enemy_edge)]
    places: list[tuple[Place, str | None]] = [(("area", key), edge) for key, edge in edges]
    places += [(("area", "entry_choice", number), edge) for number, edge in enumerate(area.entry_choice)]
    if area.friendly_edge and area.friendly_edge == area.enemy_edge:
        text = f"both sides have the {area.enemy_edge} edge; the ENEMY's is another"
        yield document.fault(("area", "enemy_edge"), text)
    for place, edge in places:
        try:
            if edge:
                board.edge(edge)
        except ValueError as error:
            yield document.fault(place, str(error))
            return None
    try:
        if area.set_up_side:
            board.area_behind(area.set_up_line, area.set_up_side)
    except ValueError as error:
        yield document.fault(("area", "set_up_line"), str(error))
        return None
    for number, line in enumerate(mission.enemy_set_up.minefields):
        where = ("enemy_set_up", "minefields", number)
        try:
            yield from (document.fault(where, _off_map(name, board)) for name in line.hexes() if name not in board)
        except ValueError as error:
            yield document.fault(where, f"{error}; give each straight run a line of its own")
    return board


def _off_map(name: str, board: Board) -> str:
    hexes = sorted(board.names(), key=board.hex)
    return f"hex {name} is not on the map in play ({hexes[0]} to {hexes[-1]})"
