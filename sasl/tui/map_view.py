"""The map: one widget that draws whole lines, keeps what it has drawn, and redraws only what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size, Spacing
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sasl.asl.game.context import Game
from sasl.board.hexes import Hex, line, parse_hex
from sasl.tui.map_cells import NOTHING, PLAIN, Ground, Overlay, Things, figure, grounds, things
from sasl.tui.map_overview import Pair, key_strips, one_hex, overview_pair, two_halves
from sasl.tui.map_paint import OVERVIEW, ZOOMS, Rows, Zoom, hex_rows, map_size
from sasl.tui.map_rim import LEFT, TOP, Rim, right_of
from sasl.tui.theme import DARK, Palette, paint, palette_for

SLICE = 0.004
"""Seconds of drawing ahead at a time; a key never waits longer for it."""


@dataclass(slots=True)
class Drawn:
    """What is drawn of the map at one zoom, kept until a hex changes."""

    rows: dict[str, Rows] = field(default_factory=dict)
    pairs: dict[str, Pair] = field(default_factory=dict)
    strips: dict[int, Strip] = field(default_factory=dict)
    rim: Rim = field(default_factory=Rim)
    span: tuple[int, int] = (0, 0)
    """The hexrows, first and last + 1, that the strips hold."""


class MapView(ScrollView, can_focus=True):
    """The hex map with cursor, selection and what the player asked to see."""

    HELP = (
        "The map. Arrows or h j k l move the cursor; space or enter takes the stack under it (again: lets it go). "
        "While a stack is taken, green hexes show the MF to reach them, and the line below the map the way to the "
        "cursor; who sees the stack has a !. m moves the taken units to the cursor (in set-up: places them), s shows "
        "the LOS to it, o lists their orders, escape lets go. f aims: the line of fire follows the cursor, tab goes "
        "to the next target, space adds another stack to the Fire Group, enter fires. + and - (or z and Z) zoom, g "
        "goes to a hex, L is the legend. A click moves the cursor, a second click takes the stack."
    )
    BINDINGS = [
        Binding("up,k", "step(0,-2)", "up", show=False, id="map.up"),
        Binding("down,j", "step(0,2)", "down", show=False, id="map.down"),
        Binding("left,h", "step(-1,0)", "left", show=False, id="map.left"),
        Binding("right,l", "step(1,0)", "right", show=False, id="map.right"),
        Binding("shift+up,K", "step(0,-10)", "5 up", show=False, id="map.far-up"),
        Binding("shift+down,J", "step(0,10)", "5 down", show=False, id="map.far-down"),
        Binding("shift+left,H", "step(-5,0)", "5 left", show=False, id="map.far-left"),
        Binding("shift+right", "step(5,0)", "5 right", show=False, id="map.far-right"),
        Binding("space", "take('space')", "take", id="map.take"),
        Binding("enter", "take('enter')", "take", show=False, id="map.enter"),
        Binding("plus,equals_sign,z", "zoom(1)", "zoom in", show=False, id="map.zoom-in"),
        Binding("minus,Z", "zoom(-1)", "zoom out", show=False, id="map.zoom-out"),
    ]

    class Taken(Message):
        """The player wants the stack under the cursor."""

        def __init__(self, key: str = "enter") -> None:
            super().__init__()
            self.key = key

    def __init__(self, *, zoom: int = 2, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zoom_step = zoom
        self.chosen = False
        """Whether the player chose the zoom."""
        self.palette: Palette = DARK
        self.grounds: Mapping[str, Ground] = {}
        self.things: Mapping[str, Things] = {}
        self.cursor = ""
        self.selected = ""
        self.reach: Mapping[str, float] = {}
        self.by_road: frozenset[str] = frozenset()
        self.path: frozenset[str] = frozenset()
        self.plan: frozenset[str] = frozenset()
        self.los: Mapping[str, str] = {}
        self.seen: frozenset[str] = frozenset()
        self.targets: frozenset[str] = frozenset()
        self.shots: Mapping[str, str] = {}
        self._columns = 0
        self._half_rows = 0
        self._map = Size(0, 0)
        """The cells of the map without its rim."""
        self._at: dict[tuple[int, int], str] = {}
        self._drawn = [Drawn() for _ in ZOOMS]
        self._key: tuple[int, list[Strip]] | None = None
        self._ahead: list[tuple[int, str]] = []
        self._board: object = None
        self.when_moved: Callable[[], None] | None = None
        """Called when the cursor is on another hex: at once, so that map and panes change in one frame."""

    # -- what is shown --------------------------------------------------------------------------------
    @property
    def zoom(self) -> Zoom:
        """The present size of hexes."""
        return ZOOMS[self.zoom_step]

    def show_game(self, game: Game) -> None:
        """Show this moment of a game; only hexes that differ are drawn again."""
        if game.board is not self._board:
            self._board = game.board
            self.show_ground(grounds(game), things(game))
            return
        self.show_things(things(game))

    def show_ground(self, ground: Mapping[str, Ground], lying: Mapping[str, Things]) -> None:
        """Show another map with what lies on it."""
        self.grounds = ground
        self._columns = 1 + max(item.col for item in ground.values())
        self._half_rows = 2 + max(item.half_y for item in ground.values())
        self._at = {(item.col, item.half_y): name for name, item in ground.items()}
        self.things = lying
        if self.cursor not in ground:
            self.cursor = next(iter(ground))
        self._start_over()

    def show_things(self, new: Mapping[str, Things]) -> None:
        """Show what lies on the ground now; only hexes that differ are drawn again."""
        changed = [name for name in {*new, *self.things} if new.get(name) != self.things.get(name)]
        self.things = new
        self.redraw(changed)

    def mark(
        self,
        *,
        selected: str | None = None,
        reach: Mapping[str, float] | None = None,
        by_road: Collection[str] | None = None,
        path: Collection[str] | None = None,
        plan: Collection[str] | None = None,
        los: Mapping[str, str] | None = None,
        seen: Collection[str] | None = None,
        targets: Collection[str] | None = None,
        shots: Mapping[str, str] | None = None,
    ) -> None:
        """Change what lies over the map; what is not named stays."""
        before = {name: self._overlay(name) for name in self._marked()}
        if selected is not None:
            self.selected = selected
        self.reach = self.reach if reach is None else reach
        self.by_road = self.by_road if by_road is None else frozenset(by_road)
        self.path = self.path if path is None else frozenset(path)
        self.plan = self.plan if plan is None else frozenset(plan)
        self.los = self.los if los is None else los
        self.seen = self.seen if seen is None else frozenset(seen)
        self.targets = self.targets if targets is None else frozenset(targets)
        self.shots = self.shots if shots is None else shots
        names = {*before, *self._marked()}
        self.redraw(name for name in names if before.get(name, PLAIN) != self._overlay(name))

    def _marked(self) -> set[str]:
        lines = {*self.path, *self.plan, *self.los, *self.shots}
        return {self.cursor, self.selected, *self.reach, *lines, *self.seen, *self.targets} - {""}

    def _overlay(self, name: str) -> Overlay:
        reach = self.reach.get(name)
        words = "" if reach is None else figure(reach) if reach else " "
        return Overlay(
            name == self.cursor,
            name == self.selected,
            name in self.seen,
            name in self.targets,
            name in self.path,
            name in self.plan,
            self.los.get(name, ""),
            f"{words}r" if name in self.by_road else words,
            self.shots.get(name, ""),
        )

    def set_cursor(self, name: str) -> None:
        """Move the cursor to a hex and keep it in view."""
        if name not in self.grounds or name == self.cursor:
            return
        old, self.cursor = self.cursor, name
        self.redraw((old, name))
        self._refresh_rim((old, name))
        self.follow()
        if self.when_moved:
            self.when_moved()

    def follow(self, name: str = "", hidden: int = 0, beside: int = 0) -> None:
        """Scroll so that the cursor, or the hex `name`, is in view, above `hidden` lines that a dialog covers and left
        of `beside` columns that it covers."""
        name = name or self.cursor
        if name in self.grounds and self.size.width:
            wide, high = min(10, (self.size.width - beside) // 4), min(4, (self.size.height - hidden) // 4)
            right = wide + beside + right_of(self.zoom)
            room = Spacing(high + TOP, right, high + hidden, wide + LEFT)
            region = self.region_of(name).translate((LEFT, TOP))
            self.scroll_to_region(region, spacing=room, animate=False, immediate=True, force=True)

    # -- geometry -------------------------------------------------------------------------------------
    def region_of(self, name: str, zoom: Zoom | None = None) -> Region:
        """The cells of a hex on the whole map without its rim, now or at another zoom."""
        ground, zoom = self.grounds[name], zoom or self.zoom
        if zoom is OVERVIEW:
            return Region(ground.col * 2, max(0, ground.half_y // 2), 2, 2 if ground.col % 2 else 1)
        half = zoom.height // 2
        top = max(0, ground.half_y * half)
        return Region(ground.col * zoom.width, top, zoom.width, half if ground.half else zoom.height)

    def hex_at(self, x: int, y: int) -> str:
        """The hex drawn at a cell of the whole map without its rim, or ""."""
        zoom = self.zoom
        col = x // zoom.width
        if zoom is OVERVIEW:
            half_y = 2 * y - col % 2
        else:
            half_row = y // (zoom.height // 2)
            half_y = half_row - (half_row + col) % 2 if half_row else -(col % 2)
        return self._at.get((col, half_y), "")

    # -- drawing --------------------------------------------------------------------------------------
    def _start_over(self) -> None:
        """Nothing drawn is right any more."""
        self._drawn = [Drawn() for _ in ZOOMS]
        self._key = None
        self._resize_map()
        self._ahead = [(step, name) for step in self._steps_ahead() for name in self.grounds]

    def _resize_map(self) -> None:
        """The map at this zoom; there are no scrollbars, so nothing has to be laid out again."""
        self._map = Size(*map_size(self.zoom, self._columns, self._half_rows))
        whole = Size(self._map.width + LEFT + right_of(self.zoom), self._map.height + TOP)
        self.set_reactive(MapView.virtual_size, whole)
        self.refresh()

    def _refresh_rim(self, names: Iterable[str]) -> None:
        """Draw the letters again, and the numbers beside these hexes."""
        width = self.size.width
        self.refresh(Region(0, 0, width, TOP))
        for name in names:
            if name in self.grounds:
                place = self.region_of(name)
                self.refresh(Region(0, place.y + TOP - self.scroll_offset.y, width, place.height))

    def _steps_ahead(self) -> list[int]:
        """The zooms, nearest to the present one first."""
        return sorted(range(len(ZOOMS)), key=lambda step: abs(step - self.zoom_step))

    def draw_ahead(self) -> None:
        """Draw hexes of every zoom that are not drawn yet, a slice at a time, so that zooming is quick."""
        until = perf_counter() + SLICE
        while self._ahead and perf_counter() < until:
            for step, name in self._ahead[:8]:
                self._pair(name) if ZOOMS[step] is OVERVIEW else self._rows_of(name, step)
            del self._ahead[:8]
        if self._ahead:
            self.set_timer(0.01, self.draw_ahead)

    def redraw(self, names: Iterable[str]) -> None:
        """Draw these hexes again."""
        here = self.zoom_step
        for name in names:
            if name not in self.grounds:
                continue
            for step, drawn in enumerate(self._drawn):
                drawn.rows.pop(name, None)
                drawn.pairs.pop(name, None)
                region = self.region_of(name, ZOOMS[step])
                for place in range(region.y, region.bottom):
                    drawn.strips.pop(place, None)
                if step == here:
                    self.refresh(region.translate(-self.scroll_offset).translate((LEFT, TOP)))

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The map's own colours need no translation: only a terminal without colours changes them."""
        filters = super().get_line_filters()
        return filters if self.palette.flat else [item for item in filters if not isinstance(item, ANSIToTruecolor)]

    def render_line(self, y: int) -> Strip:
        """One line of the widget: the letters, a line of the map between its numbers, or the signs below it."""
        left, top = self.scroll_offset
        place, right = top + y - TOP, right_of(self.zoom)
        void = paint(self.palette.ink["name"], self.palette.ink["void"])
        if y and not 0 <= place < self._map.height:
            key = self._map_key(place - self._map.height)
            return key.crop_extend(0, self.size.width, void) if key is not None else Strip.blank(self.size.width, void)
        size, drawn = self.zoom.width, self._drawn[self.zoom_step]
        width = max(0, min(self.size.width - LEFT - right, self._map.width - left))
        drawn.rim.know(self.zoom, self._columns, self._half_rows // 2, self.cursor, self.palette)
        if not y:
            return drawn.rim.letters(left, width, self.size.width)
        span = (min(left // size, self._columns), min(-(-(left + width) // size), self._columns))
        if drawn.span != span:
            drawn.strips.clear()
            drawn.span = span
        strip = drawn.strips.get(place)
        if strip is None:
            strip = drawn.strips[place] = self._line(place, *span)
        return drawn.rim.beside(strip, place, left - span[0] * size, width, self.size.width)

    def _map_key(self, line: int) -> Strip | None:
        """The signs and colours in short, in the room that the overview leaves under the map."""
        room = self.size.height - self._map.height - TOP
        if self.zoom is not OVERVIEW or line < 1 or room < 4 or not self.grounds:
            return None
        if self._key is None or self._key[0] != self.size.width:
            self._key = self.size.width, key_strips(self.grounds.values(), self.palette, self.size.width)
        strips = self._key[1]
        return strips[line - 1] if line <= len(strips) else None

    def _line(self, place: int, first: int, last: int) -> Strip:
        """A line of the map from hexrow `first` to before hexrow `last`."""
        zoom = self.zoom
        if zoom is OVERVIEW:
            parts = (self._overview_cell(col, place) for col in range(first, last))
            return Strip([part for cell in parts for part in cell], 2 * (last - first))
        half = zoom.height // 2
        found: list[Segment] = []
        blank = Segment(" " * zoom.width, paint("default", self.palette.ink["void"]))
        rows, at, half_row = self._drawn[self.zoom_step].rows, self._at, place // half
        for col in range(first, last):
            half_y = half_row - (half_row + col) % 2 if half_row else -(col % 2)
            name = at.get((col, half_y))
            if name is None:
                found.append(blank)
                continue
            cells = rows.get(name) or self._rows_of(name, self.zoom_step)
            line = place - max(0, half_y * half)
            if line < len(cells):
                found += cells[line]
            else:
                found.append(blank)
        return Strip(found, (last - first) * zoom.width)

    def _rows_of(self, name: str, step: int) -> Rows:
        kept = self._drawn[step].rows
        rows = kept.get(name)
        if rows is None:
            rows = kept[name] = hex_rows(
                ZOOMS[step], self.grounds[name], self.things.get(name, NOTHING), self._overlay(name), self.palette
            )
        return rows

    def _overview_cell(self, col: int, place: int) -> tuple[Segment, ...]:
        if col % 2 == 0:
            name = self._at.get((col, 2 * place))
            return one_hex(self._pair(name)) if name else (Segment("  ", paint("default", self.palette.ink["void"])),)
        upper, lower = (self._at.get((col, 2 * place + step)) for step in (-1, 1))
        return two_halves(
            self._pair(upper) if upper else None, self._pair(lower) if lower else None, self.palette.ink["void"]
        )

    def _pair(self, name: str) -> Pair:
        kept = self._drawn[0].pairs
        pair = kept.get(name)
        if pair is None:
            pair = kept[name] = overview_pair(
                self.grounds[name], self.things.get(name, NOTHING), self._overlay(name), self.palette
            )
        return pair

    def text(self) -> str:
        """The whole map as plain text, a line each: for tests and for the curious."""
        return "\n".join(self._line(place, 0, self._columns).text.rstrip() for place in range(self._map.height))

    # -- acts -----------------------------------------------------------------------------------------
    def on_mount(self) -> None:
        """Take the colours of the theme, now and whenever it changes."""
        self._take_theme()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._take_theme())
        self.set_timer(0.25, self.draw_ahead)

    def _take_theme(self) -> None:
        palette = palette_for(self.app.current_theme)
        if palette is not self.palette:
            self.palette = palette
            self._start_over()

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self.call_after_refresh(self.follow)

    def action_step(self, right: int, down: int) -> None:
        """Move the cursor; left and right keep the same height as far as hexes allow."""
        spot = parse_hex(self.cursor)
        step = 1 if right > 0 else -1
        for _ in range(max(abs(right), abs(down) // 2)):
            if right:
                level = spot.half_y - 1 if spot.col % 2 == 0 else spot.half_y + 1
                goals = (level, 2 * spot.half_y - level)
                col = spot.col + step
            else:
                level = spot.half_y + (2 if down > 0 else -2)
                goals, col = (level, level), spot.col
            for half_y in goals:
                if (col, half_y) in self._at:
                    spot = Hex(col, (half_y + 2 - col % 2) // 2)
                    break
        self.set_cursor(spot.name)

    def action_take(self, key: str = "enter") -> None:
        """Take or let go the stack under the cursor; while aiming: fire at it."""
        self.follow()
        self.post_message(self.Taken(key))

    def action_zoom(self, step: int) -> None:
        """The next nearer or farther zoom."""
        self.choose_zoom(self.zoom_step + step)

    def choose_zoom(self, step: int) -> None:
        """The zoom that the player wants; a larger or smaller terminal leaves it."""
        if 0 <= step < len(ZOOMS):
            self.chosen = True
            self.set_zoom(step)

    def set_zoom(self, step: int) -> None:
        """Zoom number `step` (0 is the overview); beyond the ends nothing happens."""
        if not 0 <= step < len(ZOOMS) or step == self.zoom_step:
            return
        self.zoom_step = step
        self._resize_map()
        if self.size.width:
            self.follow()

    def on_click(self, event: events.Click) -> None:
        """A click moves the cursor; a click on the cursor takes the stack."""
        inside = event.x >= LEFT and event.y >= TOP
        spot = event.offset - (LEFT, TOP) + self.scroll_offset
        name = self.hex_at(spot.x, spot.y) if inside else ""
        if not name:
            return
        if name == self.cursor:
            self.post_message(self.Taken())
        else:
            self.set_cursor(name)


def los_line(a: str, b: str, state: str) -> dict[str, str]:
    """The hexes of a LOS with its state, for the map."""
    return {spot.name: state for spot in line(parse_hex(a), parse_hex(b))}
