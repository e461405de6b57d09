"""The map of a campaign: the mission's map with counters of both sides, control, Front Lines and Isolated Areas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container
from textual.widgets import Static

from sasl.campaign.campaign_report import unseen_work
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import Nation, Piece
from sasl.campaign.perimeter.perimeter_control import zones
from sasl.campaign.perimeter.position import where
from sasl.campaign.secrets import as_known
from sasl.campaign.show import hex_lines
from sasl.campaign.steps.set_up import asked_for, new_hexes
from sasl.kernel.text import counted
from sasl.tui.campaign.base import HelpedScreen
from sasl.tui.map.map_cells import ORDER, STATE_MARK, Mark, Stack, Things, board_grounds
from sasl.tui.map.map_view import MapView
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.tui.campaign.base import CampaignHome

NAMES: dict[Nation, str] = {"russian": "FRIENDLY", "german": "ENEMY"}
"""Whose colours each side has on the map."""
LEGEND = "◆ Russian, green: area, ∙ Front Line;  ◇ [ German, ◦ area, • Front Line;  × Isolated"
"""The signs in one line of 80 cells."""


class Ground(MapView):
    """The map with nobody to move on it."""

    BINDINGS = []
    HELP = (
        "Arrows or ‹h› ‹j› ‹k› ‹l› move the cursor, with shift five hexes; ‹plus› and ‹minus› zoom. Beside the map: "
        "who controls the hex, what is there and who may set up there."
    )


class CampaignMapScreen(HelpedScreen):
    """The map to look at; what is in the hex under the cursor stands beside it."""

    BINDINGS = [
        Binding("g", "go", "go to hex", id="ground.go"),
        Binding("p", "next_line", "Front Line", id="ground.line", tooltip="the next Front Line hex"),
        Binding("i", "open_hex", "what is in it", id="ground.open", tooltip="open this hex of a sealed set-up"),
        Binding("escape,q,m", "back", "back", id="ground.back"),
        Binding("question_mark", "help", "help", key_display="?", id="ground.help"),
    ]

    def __init__(self, home: CampaignHome) -> None:
        super().__init__()
        self.home = home
        self.map = Ground(zoom=1, id="map")

    def compose(self) -> ComposeResult:
        """A banner, the map, the hex under the cursor."""
        yield Static(id="banner", markup=False)
        with Container(id="ground"):
            yield self.map
            hexes = LineList(id="there", classes="pane")
            hexes.border_title = "Hex"
            yield hexes
        yield Static(LEGEND, id="said", markup=False)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the map as it stands."""
        game = self.home.session.game
        assert game.board is not None
        self.on_resize()
        found = zones(game.board, game.state.perimeters)
        areas = _set_up_areas(game) or found.areas
        self.map.show_ground(board_grounds(game.board), things(game, areas))
        lines = {side: {name for loop in game.state.perimeters.get(side, ()) for name in loop} for side in NAMES}
        isolated = {name for area in game.state.areas for name in area.hexes}
        front = dict.fromkeys(lines["russian"], "front") | dict.fromkeys(isolated, "blocked")
        self.map.mark(path=lines["german"], los=front, plan=areas["german"] - lines["german"],
                      reach=dict.fromkeys(areas["russian"] - set(front), 0.0))  # fmt: skip
        what = "set-up area" if _set_up_areas(game) else "Perimeter Area"
        sizes = (f"{side.capitalize()} {what} {counted(len(areas[side]), 'hex', 'hexes')}" for side in NAMES)
        self.query_one("#banner", Static).update(f" {game.date.title}: {'; '.join(sizes)}")
        self.map.when_moved = self._show_hex
        self.line = sorted(lines["german"] | lines["russian"])
        start = next((where(game.state, piece) for piece in game.state.of("", "map")), "") or next(iter(self.line), "")
        self.map.set_cursor(start)
        self._show_hex()
        self.map.focus()
        self.query_one(KeyLine).only(
            ("g", "go to hex"), ("p", "next Front Line hex"), ("+", "nearer"), ("-", "farther"), ("escape", "back")
        )

    def on_resize(self) -> None:
        """The hex below the map, or beside it."""
        narrow = self.app.size.width < 100
        self.set_class(narrow, "narrow")
        self.set_class(self.app.size.height < 30, "low")
        self.query_one("#ground").styles.layout = "vertical" if narrow else "horizontal"

    def _show_hex(self) -> None:
        texts = hex_lines(self.home.session.game, self.map.cursor)
        self.query_one("#there", LineList).set_lines(
            [Line(text, "" if number else "head") for number, text in enumerate(texts)]
        )

    def action_open_hex(self) -> None:
        """Open the hex under the cursor, if a set-up is sealed, and show the map anew."""
        if self.home.orders.submit(f"what is in {self.map.cursor}"):
            game = self.home.session.game
            assert game.board is not None
            areas = _set_up_areas(game) or zones(game.board, game.state.perimeters).areas
            self.map.show_ground(board_grounds(game.board), things(game, areas))
            self._show_hex()

    def action_next_line(self) -> None:
        """The next hex of a Front Line."""
        later = [name for name in self.line if name > self.map.cursor] or self.line
        if later:
            self.map.set_cursor(later[0])

    def action_go(self) -> None:
        """Put the cursor on a hex."""

        def filled(found: dict[str, str] | None) -> None:
            board = self.home.session.game.board
            if found and board is not None:
                try:
                    self.map.set_cursor(board.find(found["hex"]))
                except ValueError as error:
                    self.notify(f"{error}.", markup=False)

        self.app.push_screen(FormDialog("Go to", (("hex", "Hex, as in K12", ""),)), filled)


def _set_up_areas(game: CampaignGame) -> dict[str, frozenset[str]]:
    """7.4, 7.5224: where each side may set up what it buys now; nothing while none sets up (in the refit before it)."""
    return {side: new_hexes(game, side) for side in NAMES} if asked_for(game) else {}


def things(game: CampaignGame, areas: Mapping[str, Collection[str]]) -> dict[str, Things]:
    """What each hex holds: the counters of both sides, fortifications that may be seen, fires; control of Victory
    Locations and of hexes outside the areas that are drawn."""
    state = game.state
    units: dict[tuple[str, str], list[Piece]] = {}
    for piece in state.of("", "map"):
        place = where(state, piece)
        if place and piece.kind in ORDER:
            units.setdefault((place, piece.side), []).append(as_known(game, piece))
    marks: dict[str, list[Mark]] = {}
    for work in state.works.values():
        if work.hex and not unseen_work(game, work):
            marks.setdefault(work.hex, []).append(Mark("minefield" if work.found else work.kind))
    places = game.board.objectives() if game.board else {}
    control = {name: NAMES[side] for name, side in state.control.items()
               if side in NAMES and (name in places or name not in areas.get(side, ()))}  # fmt: skip
    found = {}
    for name in {*(key[0] for key in units), *marks, *control}:
        found[name] = Things(
            _stack(game, units.get((name, "russian"), [])), _stack(game, units.get((name, "german"), [])),
            vpo=control.get(name, ""), marks=tuple(sorted(marks.get(name, ()))),
        )  # fmt: skip
    return found


def _stack(game: CampaignGame, there: list[Piece]) -> Stack | None:
    """The counters of one side in a hex as the map shows them; None for nobody."""
    if not there:
        return None
    there = sorted(there, key=lambda piece: (ORDER.index(piece.kind), piece.id))
    lead = there[0]
    codes = Counter(_code(game, piece) for piece in there)
    words = tuple(f"{code}{f'x{count}' if count > 1 else ''}" for code, count in codes.items())
    mark = next((sign for flag, sign in STATE_MARK if flag in lead.flags), "")
    alike = sum(piece.kind == lead.kind for piece in there)
    return Stack(_code(game, lead), lead.kind, alike, mark, words, others=len(there) - alike)


def _code(game: CampaignGame, piece: Piece) -> str:
    """The short code of a counter: `467`, `T34`."""
    known = game.library.counters.get(piece.side, {}).get(piece.type)
    return (known.code if known else "") or piece.type
