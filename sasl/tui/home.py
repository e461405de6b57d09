"""The home screen: new mission, games to go on with, tables, help."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Static

from sasl.kernel.files.regular_files import read_regular
from sasl.tui.widgets.bars import KeyLine
from sasl.tui.widgets.lines import Line, LineList

if TYPE_CHECKING:
    from sasl.saves.games import GameInfo
    from sasl.tui.program import Program

BANNER = r"""
  ___  __ _ ___| |    S?   The automated ENEMY
 (_-< / _` (_-<| |         for Solitaire ASL
 /__/ \__,_/__/|_|
"""
LESSONS = "\nlessons:\n"
"""The line of a mission's file with which its lessons begin."""
MOST = 2_000_000
"""The most bytes of a file that are read for its title."""
NAMES = 32
"""The widest column of names; a longer one moves only its own line."""
TITLE = re.compile(r"^title:\s*[\"']?(.+?)[\"']?\s*$", re.MULTILINE)

ABOUT = (
    ("head", "sasl plays the ENEMY of Solitaire ASL"),
    (
        "",
        "You move your side here, on your board or in VASL. The program places S?, rolls and explains every check, "
        "generates the units behind them, and keeps track of VP, control and the log.",
    ),
    (
        "",
        "In a new mission ‹n=play.next› goes on step by step. You can replace any value with your own card's figure; "
        "dice hand lets you roll your own dice; undo always works and says what to change on your board.",
    ),
    ("", "Ask why about any figure: ‹enter› on a log line, or ‹w=play.why›."),
    ("", "Figures of our own, not printed ones, are marked house."),
    (
        "key",
        "In a game: ‹question_mark=play.help› shows help for the pane you are in, ‹colon=play.command› opens "
        "the command line, ctrl+p the palette.",
    ),
)
"""How each paragraph looks, and what it says."""


def mission_files(roots: Sequence[Path], folder: str = "missions") -> list[tuple[str, str, bool]]:
    """Missions or campaigns as (id, title, whether it teaches), from the text of their files; the faulty ones, too."""
    found: dict[str, tuple[str, bool]] = {}
    for root in roots:
        for path in sorted((root / folder).glob("*.yaml")):
            try:
                text = read_regular(path, MOST).decode("utf-8", "replace").replace("\r\n", "\n")
            except OSError:
                continue
            match = TITLE.search(text, 0, 4000)
            title = match.group(1) if match else ""
            found[path.stem] = "".join(char for char in title if char.isprintable())[:80], LESSONS in text
    return [(name, title, teaches) for name, (title, teaches) in found.items()]


class HomeScreen(Screen[None]):
    """Where everything begins."""

    app: Program
    BINDINGS = [
        Binding("n", "pick('new')", "new mission", id="home.new"),
        Binding("c", "pick('campaign')", "new campaign", id="home.campaign"),
        Binding("r", "pick('resume')", "resume the last", id="home.resume"),
        Binding("t", "pick('tables')", "tables", id="home.tables"),
        Binding("question_mark", "pick('help')", "help", key_display="?", id="home.help"),
        Binding("q", "app.quit", "quit", id="home.quit"),
    ]
    HELP = "Up and down choose, ‹enter› opens."

    def __init__(self, at: str = "") -> None:
        super().__init__()
        self.at = at
        """The kind of line that the cursor begins on."""
        self._waiting: str | None = ""
        """What was asked for while the games were still being read; None once they are there."""

    def compose(self) -> ComposeResult:
        """Title, the list, keys."""
        with Vertical(id="home"):
            yield Static(BANNER, id="title", markup=False)
            yield LineList(*self._lines(None), id="choices", help_text=self.HELP)
        yield KeyLine()

    def on_mount(self) -> None:
        """Show the missions at once; the games follow as soon as they are read."""
        choices = self.query_one("#choices", LineList)
        choices.set_lines(choices.lines)
        choices.focus()
        there = [number for number, line in enumerate(choices.lines) if line.data and line.data[0] == self.at]
        if there:
            choices.call_after_refresh(choices.move_to, there[0])
        self.set_timer(0.03, self.read_games)

    def on_screen_resume(self) -> None:
        """Coming back from a game: its line is newer now."""
        if self.app.library_ready:
            self.read_games()

    @work(thread=True, exclusive=True, exit_on_error=False)
    def read_games(self) -> None:
        """Read the list of games and warm the library beside the keyboard."""
        from sasl.saves.games import list_games

        games = list_games(self.app.folder)
        self.app.call_from_thread(self._show_games, games)
        self.app.warm()

    def _show_games(self, games: list[GameInfo]) -> None:
        if not self.is_mounted:
            return
        self.query_one("#choices", LineList).set_lines(self._lines(games))
        waiting, self._waiting = self._waiting, None
        if waiting and self.is_current:
            self.action_pick(waiting)

    def _lines(self, games: list[GameInfo] | None) -> list[Line]:
        lines = [Line("NEW MISSION", "head")]
        lines += [
            Line(f"  {title or name}  ({name})" + "   play this first: a tutorial" * teaches, "", ("new", name))
            for name, title, teaches in mission_files(self.app.roots)
        ]
        lines += [Line(""), Line("NEW CAMPAIGN", "head")]
        lines += [
            Line(f"  {title or name}  ({name})", "", ("campaign", name))
            for name, title, _ in mission_files(self.app.roots, "missions/campaigns")
        ]
        lines += [Line(""), Line("GO ON", "head")]
        if games is None:
            lines.append(Line("  reading the saved games …", "dim"))
        elif not games:
            lines.append(Line("  no saved games yet", "dim"))
        else:
            lines += _game_lines(games)
        lines += [
            Line(""),
            Line("LOOK", "head"),
            Line("  Tables and their odds", "", ("tables", "")),
            Line("  Help", "", ("help", "")),
            Line("  Quit", "", ("quit", "")),
        ]
        return lines

    @on(LineList.Chosen)
    def chosen(self, event: LineList.Chosen) -> None:
        """Open what was chosen."""
        if event.line.data is not None:
            self._open(*event.line.data)

    def action_pick(self, kind: str) -> None:
        """The first line of that kind; while the games are still being read, it is opened when they are there."""
        for line in self.query_one("#choices", LineList).lines:
            if line.data is not None and line.data[0] == kind:
                self._open(kind, line.data[1])
                return
        if self._waiting is not None:
            self._waiting = kind

    def _open(self, kind: str, name: str) -> None:
        if kind == "new":
            self.app.ask_new(name)
        elif kind == "campaign":
            self.app.ask_new(name, campaign=True)
        elif kind == "resume":
            self.app.open_game(name)
        elif kind == "damaged":
            self.app.offer_recovery(name, "")
        elif kind == "tables":
            from sasl.tui.tables.tables_screen import TablesScreen

            self.app.push_screen(TablesScreen())
        elif kind == "help":
            self.app.show_help()
        else:
            self.app.exit()


def _game_lines(games: Sequence[GameInfo]) -> list[Line]:
    """Saved games in columns: name, date, then the mission and how far it is, or what is wrong."""
    wide = min(NAMES, max(len(game.name) for game in games))
    return [_game_line(game, f"  {game.name:<{wide}}  {game.when}  ") for game in games]


def _game_line(game: GameInfo, head: str) -> Line:
    if game.damaged:
        return Line(f"{head}damaged: {game.damaged}", "bad", ("damaged", game.name), len(head))
    watched = {"watch": "  (watched)", "campaign": "  (campaign)"}.get(game.kind, "")
    vp = f"  {game.vp}" if game.vp else ""
    text = f"{head}{game.title or game.mission}: {game.moment}{vp}{watched}"
    return Line(text, "", ("resume", game.name), len(head))


def about(folder: Path) -> list[Line]:
    """The paragraphs as lines; `folder`: where games are kept."""
    return [Line(text, look) for look, text in (*ABOUT, ("dim", f"Games are kept in {folder}"))]
