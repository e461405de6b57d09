"""How a play screen uses its room: which panes show, the zoom of the map, and where the player looked last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sasl.tui.map.map_paint import OVERVIEW, ZOOMS, map_size
from sasl.tui.map.map_rim import LEFT, TOP, right_of
from sasl.tui.play.map_kept import LONGEST, Look, keep_look, kept_look
from sasl.tui.program import program_of

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

PANES = ("hex", "log", "enemy", "vp", "setup")
SIDE, BROAD_SIDE, LINES = 54, 70, 8
"""Columns of the panes beside the map, where there are plenty, too, and lines above and below it (sasl.tcss)."""
BROAD = 190
"""Columns of the screen from which on the panes are broad, if the whole map has room beside them."""
NEAR = 2
"""The zoom that shows names and counters and still much of the map."""


class Layout:
    """Sees to the room of a play screen; where the player chose none, to its zoom."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen
        self._placed = False
        self._left: Look | None = None
        """How the game was left."""
        self.taken_back = ""
        """The command that was left in the middle when the game was closed, and so is taken back."""

    def begin(self) -> None:
        """Before anything shows: the zoom that the player chose when he was last here, and the room there is."""
        screen = self.screen
        self._left = kept_look(program_of(screen).folder, screen.session.name) if screen.session.name else None
        if self._left is not None:
            screen.map.choose_zoom(self._left.zoom)
        self.choose()

    def choose(self) -> None:
        """The zoom, where the player chose none, and the classes that say how much room there is and what shows."""
        screen, (width, height) = self.screen, self.screen.app.size
        narrow, wide = width < 100, width >= 160 and height >= 44
        broad = width >= BROAD and self._whole(BROAD_SIDE) is not None
        below = "log" if screen.pane == "hex" and not narrow else screen.pane  # the hex then has a pane of its own
        room = {"narrow": narrow, "low": height < 30, "wide": wide, "broad": broad}
        if not screen.map.chosen:
            whole = self._whole(0 if narrow else BROAD_SIDE if broad else SIDE)
            screen.map.set_zoom(whole if whole is not None else NEAR if narrow or wide else ZOOMS.index(OVERVIEW))
        self._share(room | {f"show-{name}": name == below for name in PANES}, narrow)

    def lay_out(self) -> None:
        """Use the room there is now; the first time look where the player left off."""
        self.choose()
        if not self._placed:
            self._placed = True
            self._first_look()

    def share(self) -> None:
        """Another zoom shares the room otherwise."""
        self._share({}, self.screen.has_class("narrow"))

    def _share(self, classes: dict[str, bool], narrow: bool) -> None:
        """The panes take what an overview leaves of the screen; else the map takes what the panes leave."""
        screen, width = self.screen, self.screen.app.size.width
        wide = self._size(ZOOMS.index(OVERVIEW))[0]
        overview = screen.map.zoom_step == ZOOMS.index(OVERVIEW) and wide <= width - SIDE and not narrow
        screen.update_classes(classes | {"overview": overview})  # all at once: one new style
        screen.map.styles.width = wide if overview else "1fr"

    def _size(self, step: int) -> tuple[int, int]:
        """Columns and lines of the whole map, with its rim, at a zoom."""
        board = self.screen.session.game.board
        spots = [board.hex(name) for name in board.names()]
        columns, half_rows = 1 + max(spot.col for spot in spots), 2 + max(spot.half_y for spot in spots)
        wide, high = map_size(ZOOMS[step], columns, half_rows)
        return LEFT + wide + right_of(ZOOMS[step]), TOP + high

    def _whole(self, side: int) -> int | None:
        """The nearest zoom with names at which the whole map shows beside panes of so many columns, if any."""
        width, height = self.screen.app.size
        for step in range(len(ZOOMS) - 1, NEAR - 1, -1):
            wide, high = self._size(step)
            if wide <= width - side and high <= height - LINES:
                return step
        return None

    def _first_look(self) -> None:
        """Begin where the FRIENDLY set-up line is; in the middle of the map if there is none."""
        screen, game = self.screen, self.screen.session.game
        corners = game.mission.area.set_up_line or sorted(game.board.names(), key=game.board.hex)
        screen.map.set_cursor(corners[len(corners) // 2])
        if self._left is not None:
            screen.map.set_cursor(self._left.cursor)
            self.taken_back = self._left.asked if self._left.moment == screen.session.moments[-1].n else ""
        screen.map.call_after_refresh(screen.map.follow)

    def keep(self) -> None:
        """Keep where the player looked, and the command that waits for an answer."""
        screen = self.screen
        if screen.session.name:
            zoom = screen.map.zoom_step if screen.map.chosen else -1
            look = Look(screen.map.cursor, zoom, screen.orders.waits[:LONGEST], screen.session.moments[-1].n)
            keep_look(program_of(screen).folder, screen.session.name, look)
