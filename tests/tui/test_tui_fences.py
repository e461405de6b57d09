"""Walls, hedges, cliffs, streams and water on the map of the screen, at every zoom and in the key."""

from __future__ import annotations

import pytest
from playing_screens import at_first_mph

from sasl.board.board import Board
from sasl.board.hexes import Hex
from sasl.board.terrain import HexTerrain
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.tui.map.map_cells import superscript
from sasl.tui.map.map_overview import key_strips
from sasl.tui.map.map_paint import ZOOMS
from sasl.tui.map.map_view import MapView

HERE, BELOW = Hex(2, 3), Hex(2, 4)


def shown(library: Library, **tiles: HexTerrain) -> MapView:
    """An open map of six hexrows with `here` (C3) and `below` (C4) as given."""
    game = at_first_mph(library).game
    laid = {"here": HERE, "below": BELOW}
    hexes = {Hex(col, number): HexTerrain() for col in range(6) for number in range(1 - col % 2, 7)}
    hexes |= {laid[name]: tile for name, tile in tiles.items()}
    board = Board(
        "plot", "A plot", hexes, {"west": "low", "east": "high", "south": "first", "north": "last"}, library.terrain
    )
    state = replace(game.state, units={}, suspects={}, markers={}, weapons={}, control={})
    view = MapView()
    view.show_game(replace(game, board=board, state=state))
    return view


@pytest.mark.parametrize("kind", ["walls", "hedges", "cliffs"])
@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_a_hexside_is_seen_at_every_zoom_and_told_by_the_key(library: Library, kind: str, step: int) -> None:
    glyph = library.terrain.hexsides[kind[:-1]].glyph
    side = {kind: frozenset({3})}, {kind: frozenset({0})}
    view = shown(library, here=HexTerrain(**side[0]), below=HexTerrain(**side[1]))  # type: ignore[arg-type]
    bare = shown(library)
    for each in (view, bare):
        each.zoom_step = step
        each._start_over()
    assert glyph in view.text() and glyph not in bare.text()
    key = " ".join(strip.text for strip in key_strips(view.grounds.values(), view.palette, 100))
    assert f"{glyph} {kind[:-1]}" in key
    assert kind[:-1] not in " ".join(strip.text for strip in key_strips(bare.grounds.values(), bare.palette, 100))


@pytest.mark.parametrize("terrain", ["stream", "water", "crags", "graveyard", "stone-building"])
@pytest.mark.parametrize("step", range(len(ZOOMS)), ids=[zoom.name for zoom in ZOOMS])
def test_the_terrain_of_the_mapboards_is_seen_and_told_by_the_key(library: Library, terrain: str, step: int) -> None:
    view = shown(library, here=HexTerrain((terrain,)))
    view.zoom_step = step
    view._start_over()
    glyph = library.terrain[terrain].glyph
    assert glyph in view.text()
    key = " ".join(strip.text for strip in key_strips(view.grounds.values(), view.palette, 100))
    assert f"{glyph}  {terrain.replace('-', ' ')}" in key
    assert view.palette.ground(terrain) != view.palette.ground("open")


def test_a_stream_is_a_band_of_its_own(library: Library) -> None:
    tiles = HexTerrain(("stream",), gully=frozenset({3})), HexTerrain(("stream",), gully=frozenset({0}))
    view = shown(library, here=tiles[0], below=tiles[1])
    view.zoom_step = 3
    view._start_over()
    assert view.text().count("≋") > 2


def test_a_valley_has_its_level_too() -> None:
    assert (superscript(-1), superscript(2)) == ("⁻¹", "²")
