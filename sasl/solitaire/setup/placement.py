"""Where the sides may set up: the FRIENDLY area, how far each hex is from it, and where S? may be."""

from __future__ import annotations

from sasl.asl.game.context import Game


def friendly_area(game: Game) -> frozenset[str]:
    """The hexes in which the FRIENDLY side may set up; none if it sets up off-board."""
    area, board = game.mission.area, game.board
    side = area.set_up_side
    if side is None:
        return frozenset()
    return board.remember("friendly-area", lambda: board.area_behind(area.set_up_line, side))


def area_distance(game: Game) -> dict[str, int]:
    """How far each hex is from the FRIENDLY set-up area, in hexes (0 inside)."""
    return game.board.remember("area-distance", lambda: game.board.distances(friendly_area(game)))


def suspect_zone(game: Game) -> frozenset[str]:
    """The hexes that may hold an S? at start: far enough from the FRIENDLY area."""
    beyond = game.mission.suspects.beyond
    if not friendly_area(game):
        return frozenset(game.board.names())
    return frozenset(name for name, distance in area_distance(game).items() if distance > beyond)
