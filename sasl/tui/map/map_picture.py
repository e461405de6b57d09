"""The picture of the map: it draws whole lines, keeps what it has drawn, and redraws only what changed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from time import perf_counter
from typing import TypedDict, Unpack, cast

from rich.segment import Segment
from textual.filter import ANSIToTruecolor, LineFilter
from textual.geometry import Region, Size, Spacing
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sasl.asl.game.context import Game
from sasl.tui.map.map_arrows import Arrow, arrows, with_arrows
from sasl.tui.map.map_arrows import Kind as ArrowKind
from sasl.tui.map.map_cells import NOTHING, PLAIN, Ground, Overlay, Things, figure, grounds, things
from sasl.tui.map.map_overview import Pair, key_strips, one_hex, overview_pair, two_halves
from sasl.tui.map.map_paint import OVERVIEW, ZOOMS, Rows, Zoom, hex_rows, map_size
from sasl.tui.map.map_rim import LEFT, TOP, Rim, right_of
from sasl.tui.theme import DARK, Palette, paint, palette_for

SLICE = 0.004
"""Seconds of drawing ahead at a time; a key never waits longer for it."""
FEW = 24
"""Up to this many hexes are refreshed one by one; for more the whole map is."""
MOST_LOOKS = 6
"""How many looks of hexes are kept."""


@dataclass(slots=True)
class Drawn:
    """What is drawn of the map at one zoom, kept until a hex changes."""

    rows: dict[str, Rows] = field(default_factory=dict)
    looks: dict[str, dict[Overlay, Rows]] = field(default_factory=dict)
    """The rows of each hex by what lay over it, as long as the same things lie in it."""
    pairs: dict[str, Pair] = field(default_factory=dict)
    strips: dict[int, Strip] = field(default_factory=dict)
    rim: Rim = field(default_factory=Rim)
    span: tuple[int, int] = (0, 0)
    """The first column of cells that the strips hold, and how many."""


class Marks(TypedDict, total=False):
    """What lies over the map: hexes, or for each hex its figure, sign or word."""

    selected: Collection[str]
    reach: Mapping[str, float]
    by_road: Collection[str]
    path: Collection[str]
    plan: Collection[str]
    los: Mapping[str, str]
    seen: Collection[str]
    targets: Collection[str]
    shots: Mapping[str, str]
    axes: Mapping[str, str]


class MapPicture(ScrollView):
    """The hex map with cursor, selection and what the player asked to see."""

    def __init__(self, *, zoom: int = 2, id: str | None = None) -> None:
        super().__init__(id=id)
        self.zoom_step = zoom
        self.chosen = False
        """Whether the player chose the zoom."""
        self.palette: Palette = DARK
        self.grounds: Mapping[str, Ground] = {}
        self.things: Mapping[str, Things] = {}
        self.cursor = ""
        self.selected: frozenset[str] = frozenset()
        self.reach: Mapping[str, float] = {}
        self.by_road: frozenset[str] = frozenset()
        self.path: frozenset[str] = frozenset()
        self.plan: frozenset[str] = frozenset()
        self.los: Mapping[str, str] = {}
        self.seen: frozenset[str] = frozenset()
        self.targets: frozenset[str] = frozenset()
        self.shots: Mapping[str, str] = {}
        self.axes: Mapping[str, str] = {}
        """The sign of each hex on an axis of the plan."""
        self._columns = 0
        self._half_rows = 0
        self._map = Size(0, 0)
        """The cells of the map without its rim."""
        self._at: dict[tuple[int, int], str] = {}
        self._drawn = [Drawn() for _ in ZOOMS]
        self._key: tuple[int, list[Strip]] | None = None
        self._ahead: list[tuple[int, str]] = []
        self._board: object = None
        self.far: Mapping[str, ArrowKind] = {}
        """What arrows at the rim point to, where it is out of view."""
        self._arrows: tuple[object, dict[int, list[Arrow]]] = (None, {})
        self._frame: tuple[int, int, int, int] | None = None
        """The view while it is painted."""
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

    def mark(self, **marks: Unpack[Marks]) -> None:
        """Change what lies over the map; what is not named stays."""
        before = {name: self._overlay(name) for name in self._marked()}
        for kind, found in marks.items():
            setattr(self, kind, found if isinstance(found, Mapping) else frozenset(cast(Collection[str], found)))
        names = {*before, *self._marked()}
        self.redraw((name for name in names if before.get(name, PLAIN) != self._overlay(name)), anew=False)

    def _marked(self) -> set[str]:
        lines = {*self.path, *self.plan, *self.los, *self.shots, *self.axes}
        return {self.cursor, *self.selected, *self.reach, *lines, *self.seen, *self.targets} - {""}

    def _overlay(self, name: str) -> Overlay:
        reach = self.reach.get(name)
        words = "" if reach is None else figure(reach) if reach else " "
        return Overlay(
            name == self.cursor,
            name in self.selected,
            name in self.seen,
            name in self.targets,
            name in self.path,
            name in self.plan,
            self.los.get(name, ""),
            f"{words}r" if name in self.by_road else words,
            self.shots.get(name, ""),
            self.axes.get(name, ""),
        )

    def set_cursor(self, name: str) -> None:
        """Move the cursor to a hex and keep it in view."""
        if name not in self.grounds or name == self.cursor:
            return
        old, self.cursor = self.cursor, name
        self.redraw((old, name), anew=False)
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

    def frame(self, names: Sequence[str], hidden: int = 0, beside: int = 0) -> None:
        """Scroll so that all of these hexes are in view, with what is covered as in `follow`; else the last of them."""
        there = [self.region_of(name).translate((LEFT, TOP)) for name in names if name in self.grounds]
        if not there or not self.size.width:
            return
        whole = there[0]
        for region in there[1:]:
            whole = whole.union(region)
        right = beside + right_of(self.zoom)
        if whole.width <= self.size.width - LEFT - right and whole.height <= self.size.height - TOP - hidden:
            room = Spacing(TOP, right, hidden, LEFT)
            self.scroll_to_region(whole, spacing=room, animate=False, immediate=True, force=True)
        else:
            self.follow(names[-1], hidden, beside)

    def point_to(self, far: Mapping[str, ArrowKind]) -> None:
        """Let arrows point to these hexes where they are out of view."""
        if far != self.far:
            self.far = far
            self.refresh()

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
        self.set_reactive(MapPicture.virtual_size, whole)
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

    def redraw(self, names: Iterable[str], *, anew: bool = True) -> None:
        """Draw these hexes again; `anew`: something else lies in them, so nothing that was drawn of them is right."""
        there = [name for name in names if name in self.grounds]
        for step, drawn in enumerate(self._drawn):
            for name in there:
                drawn.rows.pop(name, None)
                drawn.pairs.pop(name, None)
                if anew:
                    drawn.looks.pop(name, None)
            if step != self.zoom_step and len(there) > FEW:
                drawn.strips.clear()
                continue
            regions = [self.region_of(name, ZOOMS[step]) for name in there]
            for place in {place for region in regions for place in range(region.y, region.bottom)}:
                drawn.strips.pop(place, None)
            if step == self.zoom_step and regions:
                dirty = [region.translate(-self.scroll_offset).translate((LEFT, TOP)) for region in regions]
                if len(dirty) > FEW:  # whole lines: cutting them takes longer than drawing them
                    every = Region.from_union(dirty)
                    dirty = [Region(0, every.y, self.size.width, every.height)]
                self.refresh(*dirty)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """The map's own colours need no translation: only a terminal without colours changes them."""
        filters = super().get_line_filters()
        return filters if self.palette.flat else [item for item in filters if not isinstance(item, ANSIToTruecolor)]

    def arrows(self) -> dict[int, list[Arrow]]:
        """The arrows at the rim, by the line of the widget that they stand on."""
        if not self.far:
            return {}
        left, top, wide, high = self._view()
        key = self.far, left, top, wide, high, self.zoom_step
        if self._arrows[0] != key:
            width, height = wide - LEFT - right_of(self.zoom), high - TOP
            inside = Region(LEFT, TOP, max(1, min(width, self._map.width)), max(1, min(height, self._map.height)))
            there = {name: kind for name, kind in self.far.items() if name in self.grounds}
            found: dict[int, list[Arrow]] = {}
            view = Region(left, top, inside.width, inside.height)
            for arrow in arrows(there, self.region_of, view, inside, self._is_blank):
                found.setdefault(arrow.y, []).append(arrow)
            self._arrows = key, found
        return self._arrows[1]

    def render_lines(self, crop: Region) -> list[Strip]:
        """Some lines of the widget: all of them in one view, which is asked for once."""
        self._frame = self._view()
        try:
            return super().render_lines(crop)
        finally:
            self._frame = None

    def _view(self) -> tuple[int, int, int, int]:
        """How far the map is scrolled to the right and down, and how wide and high the widget is."""
        return self._frame or (*self.scroll_offset, *self.size)

    def render_line(self, y: int) -> Strip:
        """One line of the widget, with the arrows at the rim."""
        strip, there = self._plain_line(y), self.arrows().get(y)
        return with_arrows(strip, there, self.palette) if there else strip

    def _is_blank(self, x: int, y: int, length: int) -> bool:
        """Whether nothing is written at some cells of a line."""
        return self._plain_line(y).crop(x, x + length).text.isspace()

    def _plain_line(self, y: int) -> Strip:
        """The letters, a line of the map between its numbers, or the signs below it."""
        left, top, wide, _ = self._view()
        place, right = top + y - TOP, right_of(self.zoom)
        void = paint(self.palette.ink["name"], self.palette.ink["void"])
        if y and not 0 <= place < self._map.height:
            key = self._map_key(place - self._map.height)
            return key.crop_extend(0, wide, void) if key is not None else Strip.blank(wide, void)
        drawn = self._drawn[self.zoom_step]
        width = max(0, min(wide - LEFT - right, self._map.width - left))
        drawn.rim.know(self.zoom, self._columns, self._half_rows // 2, self.cursor, self.palette)
        if not y:
            return drawn.rim.letters(left, width, wide)
        if drawn.span != (left, width):
            drawn.strips.clear()
            drawn.span = left, width
        strip = drawn.strips.get(place)
        if strip is None:
            strip = self._line(place, left, width)
            if left:  # what is cut off there would run into the numbers beside it
                strip = Strip.join((Strip.blank(1, void), strip.crop(1)))
            drawn.strips[place] = strip
        return drawn.rim.beside(strip, place, wide)

    def _map_key(self, line: int) -> Strip | None:
        """The signs and colours in short, in the room that the overview leaves under the map."""
        room = self.size.height - self._map.height - TOP
        if self.zoom is not OVERVIEW or line < 1 or room < 3 or not self.grounds:
            return None
        if self._key is None or self._key[0] != self.size.width:
            self._key = self.size.width, key_strips(self.grounds.values(), self.palette, self.size.width)
        strips = self._key[1]
        return strips[line - 1] if line <= len(strips) else None

    def _line(self, place: int, left: int, width: int) -> Strip:
        """`width` cells of a line of the map from cell `left` on: hexes at the edge of the view are cut."""
        size = self.zoom.width
        right = min(left + width, self._columns * size)
        columns = range(left // size, -(-right // size))
        if self.zoom is OVERVIEW:
            found: list[Sequence[Segment]] = [self._overview_cell(col, place) for col in columns]
        else:
            found = self._hex_cells(columns, place)
        for number in {0, len(columns) - 1} if columns else ():
            begin, end = (max(0, min(size, edge - columns[number] * size)) for edge in (left, right))
            if end - begin < size:
                found[number] = [*Strip(found[number], size).crop(begin, end)]
        return Strip(chain.from_iterable(found), max(0, right - left))

    def _hex_cells(self, columns: range, place: int) -> list[Sequence[Segment]]:
        """The cells of a line of the map, hexrow by hexrow."""
        zoom, kept, at = self.zoom, self._drawn[self.zoom_step].rows, self._at
        half = zoom.height // 2
        half_row = place // half
        tops = [half_row - (half_row + odd) % 2 if half_row else -odd for odd in (0, 1)]
        lines = [place - max(0, top * half) for top in tops]
        void = (Segment(" " * zoom.width, paint("default", self.palette.ink["void"])),)
        found: list[Sequence[Segment]] = []
        for col in columns:
            name, line = at.get((col, tops[col % 2])), lines[col % 2]
            rows = () if name is None else kept.get(name) or self._rows_of(name, self.zoom_step)
            found.append(rows[line] if line < len(rows) else void)
        return found

    def _rows_of(self, name: str, step: int) -> Rows:
        kept = self._drawn[step].rows
        rows = kept.get(name)
        if rows is None:
            overlay, looks = self._overlay(name), self._drawn[step].looks.setdefault(name, {})
            rows = looks.get(overlay)
            if rows is None:
                if len(looks) > MOST_LOOKS:
                    looks.clear()
                thing = self.things.get(name, NOTHING)
                rows = looks[overlay] = hex_rows(ZOOMS[step], self.grounds[name], thing, overlay, self.palette)
            kept[name] = rows
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
        return "\n".join(self._line(place, 0, self._map.width).text.rstrip() for place in range(self._map.height))

    # -- the room there is ----------------------------------------------------------------------------
    def on_mount(self) -> None:
        """Take the colours of the theme, now and whenever it changes."""
        self._take_theme()
        self.app.theme_changed_signal.subscribe(self, lambda _: self._take_theme())
        self.set_timer(0.25, self.draw_ahead)

    def on_unmount(self) -> None:
        """Let go of the theme: what listens to it is kept as long as the program runs."""
        self.app.theme_changed_signal.unsubscribe(self)

    def _take_theme(self) -> None:
        palette = palette_for(self.app.current_theme)
        if palette is not self.palette:
            self.palette = palette
            self._start_over()

    def on_resize(self) -> None:
        """Keep the cursor in view."""
        self.call_after_refresh(self.follow)

    def set_zoom(self, step: int) -> None:
        """Zoom number `step` (0 is the overview); beyond the ends nothing happens."""
        if not 0 <= step < len(ZOOMS) or step == self.zoom_step:
            return
        self.zoom_step = step
        self._resize_map()
        if self.size.width:
            self.follow()
