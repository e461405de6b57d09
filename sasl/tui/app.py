"""The program on screens: opens the home screen or a game, and keeps content and saves for all of them."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.command import Hits, Provider
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

from sasl.content import shipped_root
from sasl.kernel.frozen import Frozen
from sasl.kernel.memory import collect_all, collect_seldom
from sasl.kernel.rolling.dice import any_seed
from sasl.saves.folders import boards_folder, fresh_name, with_own
from sasl.tui.home import HomeScreen, about
from sasl.tui.key_log import Deed, KeyLog
from sasl.tui.program import Program
from sasl.tui.settings import Own
from sasl.tui.terminal import PRINTABLE, TooSmall, enduring, when_ended
from sasl.tui.theme import DUSK, TEXT, THEMES, palette_for

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.filter import LineFilter

    from sasl.campaign.campaign_session import CampaignSession
    from sasl.content.library import Library
    from sasl.lab.comparing.arms import Known
    from sasl.lab.odds.own_desk import Desk
    from sasl.saves.session import Session


def _any_key(key: events.Key) -> bool:
    """Return True: most screens hear every key."""
    return True


LOOKED = 0.2
"""For how many seconds after a game was opened the player still looks at it."""


class Commands(Provider):
    """The palette's game commands, loaded when the palette is first opened."""

    async def discover(self) -> Hits:
        """Everything that is legal."""
        async for hit in self._game().discover():
            yield hit

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        async for hit in self._game().search(query):
            yield hit

    def _game(self) -> Provider:
        from sasl.tui.palette import GameCommands

        return GameCommands(self.screen, self.match_style)


class Start(Frozen):
    """What the program opens: a `mission` (anew, to `watch` or to play), a saved `game`, or the home screen (at a kind
    of line). `orders`: commands that a new game begins with.
    """

    mission: str | None = None
    game: str | None = None
    seed: int | None = None
    name: str | None = None
    watch: bool = False
    orders: tuple[str, ...] = ()
    at: str = ""


class SaslApp(Program):
    """`sasl` in a terminal; `start`: the fields of a Start."""

    TITLE = "sasl"
    CSS_PATH = "sasl.tcss"
    COMMANDS = {Commands}
    BINDINGS = [Binding("ctrl+q", "quit", "quit", show=False, priority=True, id="app.quit")]

    def __init__(self, folder: Path, packs: tuple[Path, ...] = (), **start: Any) -> None:
        super().__init__()
        self.alone = False
        """Whether it is the program that runs, and signals are meant for it."""
        self.ended = 0
        """The exit status that a signal asks for."""
        self.folder = folder
        self.packs = packs
        self.start = Start(**start)
        self.orders = self.start.orders
        self._library: Library | None = None
        self._loading = threading.Lock()
        self.library_ready = False
        self.key_log = KeyLog()
        self.played: dict[tuple[str, str], dict[int, Known]] = {}
        """The bench's games with the shipped tables, by mission and content, then by seed: each is played once."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = DUSK.name
        self.own = Own(self)
        self._colours = self.get_css_variables()
        """Those that the style sheet is read with."""
        self.stylesheet.set_variables(self._colours)

    def _fatal_error(self) -> None:
        """What nobody expected ends the screens with a sentence; Textual would print where in the code it was."""
        from rich.text import Text

        from sasl.tui.fault import told

        lost = filter(None, (item.session.why_not_saved() for item in self.screen_stack if hasattr(item, "session")))
        self.panic(Text(told(self._exception, self.folder, next(lost, ""))))

    async def action_quit(self) -> None:
        """Quit, unless a game is not saved and the player has not been told so yet."""
        if not any(item.stays() for item in self.screen_stack if hasattr(item, "stays")):
            await super().action_quit()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The sides' colours in panes, to fit the theme."""
        return TEXT[palette_for(self.current_theme).name]

    def refresh_css(self, animate: bool = True) -> None:
        """Another theme: read the style sheet with its colours. At the start it has just been read with them."""
        colours = self.get_css_variables()
        if colours == self._colours:
            self.stylesheet.update(self, animate=animate)
        else:
            self._colours = colours
            super().refresh_css(animate)

    # -- content --------------------------------------------------------------------------------------
    @property
    def roots(self) -> list[Path]:
        """Where missions lie: shipped, then the player's folders."""
        return [shipped_root(), *with_own(self.packs)]

    @property
    def library(self) -> Library:
        """The content, opened when it is first needed."""
        with self._loading:
            if self._library is None:
                from sasl.content.library import Library

                self._library = Library(shipped_root(), with_own(self.packs), boards_folder())
            return self._library

    def shipped(self) -> Library:
        """The content without the player's own figures."""
        from sasl.content.library import Library

        with self._loading:
            library = self._library
        return library.with_packs(self.packs) if library else Library(shipped_root(), self.packs, boards_folder())

    def desk(self) -> Desk:
        """Where the player types in his own figures."""
        from sasl.content.packs.own_pack import OwnPack
        from sasl.lab.odds.own_desk import Desk
        from sasl.saves.folders import own_folder

        return Desk(self.shipped(), OwnPack(own_folder()))

    def read_again(self) -> None:
        """The player's own figures have changed: what is opened next uses them."""
        with self._loading:
            self._library = None

    def warm(self) -> None:
        """Load rules and content ahead of need; faults show when the content is used."""
        from sasl.content.reading.faults import ContentError

        try:
            import sasl.tui.play.play_screen  # noqa: F401 - so that opening a game is quick

            _ = self.library.tables, self.library.counters, self.library.figures
        except ContentError:
            pass
        self.library_ready = True

    # -- the terminal ---------------------------------------------------------------------------------
    def get_driver_class(self) -> type[Driver]:
        """The driver of this system, which neither odd bytes nor a lost terminal stop."""
        return enduring(super().get_driver_class())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """What every line passes before it is drawn."""
        return [*super().get_line_filters(), PRINTABLE]

    def on_load(self) -> None:
        """Before the terminal is taken: what tells the program to end gives it back."""
        if self.alone:
            when_ended(self._end, self._give_back)

    def _end(self, status: int) -> None:
        self.ended = status
        self.exit(status)

    def _give_back(self) -> None:
        """Restore the terminal, whatever the screens are at."""
        if self._driver is not None:
            self._driver.stop_application_mode()
            self._driver.close()

    def on_resize(self, event: events.Resize) -> None:
        """Where nothing can be shown, only that is said until there is room."""
        if isinstance(self.screen, TooSmall):
            self.screen.leave(event.size)
        self._say_if_too_small(event.size)

    async def on_event(self, event: events.Event) -> None:
        """Write keys and clicks down, if that is asked for; one that a widget did not take comes here once more.

        A key that was struck before the question on top could be read does nothing.
        """
        if isinstance(event, events.Key) and not getattr(self.screen, "hears", _any_key)(event):
            event.stop()
            return
        if event.is_forwarded:
            pass
        elif isinstance(event, events.Key):
            self._note("key", event.key)
        elif isinstance(event, events.MouseDown):
            self._note("click", f"{event.screen_x},{event.screen_y}")
        await super().on_event(event)

    def _note(self, deed: Deed, what: str) -> None:
        if self.key_log.path is not None:
            session = next((item.session for item in reversed(self.screen_stack) if hasattr(item, "session")), None)
            self.key_log.write(deed, what, 0 if session is None else len(session.moments))

    def push_screen(self, *args: Any, **how: Any) -> Any:
        """Open a screen; in a terminal that is too small it waits below the sentence that says so."""
        if args and isinstance(args[0], ModalScreen):
            self._note("popup", type(args[0]).__name__)
        found = super().push_screen(*args, **how)
        self._say_if_too_small(self.size)
        return found

    def _say_if_too_small(self, size: Size) -> None:
        if not TooSmall.fits(size) and not isinstance(self.screen, TooSmall):
            super().push_screen(TooSmall())

    # -- screens --------------------------------------------------------------------------------------
    def compose(self) -> ComposeResult:
        """What shows while a game is opened: below all screens."""
        if asked := self.start.game or self.start.mission:
            yield Static(f"Opening {asked} …", markup=False, id="opening")

    def on_mount(self) -> None:
        """The home screen, if no game was asked for (it otherwise waits until it is wanted)."""
        self.on_load()  # in a browser the driver has taken the signals meanwhile
        for seconds in (0.5, 3.0):  # the first screen; what was drawn ahead
            self.set_timer(seconds, self.settle_memory)
        self.own.begin(self.tell)
        if not (self.start.mission or self.start.game):
            self.push_screen(HomeScreen(self.start.at))

    def on_ready(self) -> None:
        """The first frame is out: open the game that was asked for."""
        start = self.start
        if start.mission:
            name = start.name or fresh_name(start.mission, datetime.now())
            self.new_game(start.mission, start.seed, name, start.watch)
        elif start.game:
            self.open_game(start.game)

    def settle_memory(self) -> None:
        """What is loaded by now stays: the garbage collector need not look through it while keys wait."""
        collect_seldom()

    def switch_to_home(self) -> None:
        """Close what is open above the home screen; what it held is given back as soon as the home screen is there."""
        self.set_timer(LOOKED, collect_all)
        while len(self.screen_stack) > 2 and not isinstance(self.screen, HomeScreen):
            self.pop_screen()
        if not isinstance(self.screen, HomeScreen):
            if len(self.screen_stack) > 1 and isinstance(self.screen_stack[-2], HomeScreen):
                self.pop_screen()
            else:
                self.switch_screen(HomeScreen())

    def ask_new(self, mission: str, *, campaign: bool = False) -> None:
        """Ask for the name and the seed of a new game or campaign, then begin it."""
        from sasl.tui.offers import offer_new

        if campaign:
            offer_new(self, "campaign", mission, self.new_campaign)
        else:
            offer_new(self, "game", mission, self.new_game)

    def new_game(self, mission: str, seed: int | None, name: str, watch: bool = False) -> None:
        """Begin a game and open it."""
        from sasl.saves.files import free_game
        from sasl.saves.session import Session

        number = any_seed() if seed is None else seed
        kind = "watch" if watch else "game"

        def begin() -> Session:
            free = free_game(self.folder, name) if watch else name
            session = Session.create(
                self.library, mission, number, self.folder, free, datetime.now().isoformat(timespec="seconds"), kind
            )
            if not watch:  # a watched game types them itself
                for line in self.orders:
                    session.submit(line)
                self.orders = ()
            return session

        self._open(begin, watch)

    def new_campaign(self, campaign: str, seed: int, name: str) -> None:
        """Begin a campaign and open it."""
        from sasl.campaign.campaign_session import CampaignSession

        created = datetime.now().isoformat(timespec="seconds")
        self._open(lambda: CampaignSession.create(self.library, campaign, seed, self.folder, name, created), False)

    def open_game(self, name: str) -> None:
        """Go on with a saved game or campaign; a damaged one can be recovered."""
        self._open(lambda: self._kind(name).resume(self.library, self.folder, name), False, name)

    def _kind(self, name: str) -> type[Session] | type[CampaignSession]:
        """The kind of session that a saved game is opened with. SaveError for an unsafe name."""
        from sasl.saves.games import kind_of

        if kind_of(self.folder, name) == "campaign":
            from sasl.campaign.campaign_session import CampaignSession

            return CampaignSession
        from sasl.saves.session import Session

        return Session

    def _open(self, begin: Callable[[], Session | CampaignSession], watch: bool, name: str = "") -> None:
        from sasl.content.reading.faults import ContentError
        from sasl.saves.journal import Damage
        from sasl.saves.save_lines import SaveError

        try:
            session = begin()
        except Damage as damage:
            self._begin_at_home()
            self.offer_recovery(name, str(damage))
            return
        except (SaveError, ContentError) as error:
            self._begin_at_home()
            self.tell("That cannot be opened", [str(error)])
            return
        self.show_session(session, watch)

    def _begin_at_home(self) -> None:
        """What cannot be opened is reported over the home screen."""
        if len(self.screen_stack) < 2:
            self.push_screen(HomeScreen())

    def show_session(self, session: Session | CampaignSession, watch: bool = False) -> None:
        """Open the screen of a session: play, watching, or a campaign's."""
        from sasl.saves.session import Session

        if not isinstance(session, Session):
            from sasl.tui.campaign.screen import CampaignScreen

            self.push_screen(CampaignScreen(session))
            return
        if watch:
            from sasl.tui.play.watch_screen import WatchScreen

            self.push_screen(WatchScreen(session, self.orders))
            return
        from sasl.tui.play.play_screen import PlayScreen

        self.push_screen(PlayScreen(session))
        self.set_timer(LOOKED, self.load_minds)

    @work(thread=True, exit_on_error=False)
    def load_minds(self) -> None:
        """What decides for a side is loaded as soon as the player has the game before him, beside the keyboard."""
        import sasl.minds.mind  # noqa: F401

    def offer_recovery(self, name: str, sentence: str) -> None:
        """A damaged game: its one sentence, and whether to keep the good part."""
        from sasl.tui.offers import offer_recovery

        offer_recovery(self, name, sentence, lambda: self._recover(name))

    def _recover(self, name: str) -> None:
        from sasl.saves.reading import recover
        from sasl.saves.save_lines import SaveError

        try:
            text = recover(self.library, self.folder, name, self._kind(name).read)
        except SaveError as error:
            self.tell("That cannot be recovered", [str(error)])
            return
        self.notify(text, markup=False)
        self.open_game(name)

    def tell(self, title: str, texts: list[str]) -> None:
        """Some lines that must be seen."""
        from sasl.tui.widgets.dialogs import ListDialog
        from sasl.tui.widgets.lines import Line

        self.push_screen(ListDialog(title, [Line(part, "bad") for text in texts for part in text.split("\n")]))

    def show_help(self) -> None:
        """What the program is, and how to begin."""
        from sasl.tui.widgets.dialogs import ListDialog

        self.push_screen(ListDialog("Help", about(self.folder), foot="‹space›: back"))


def run(folder: Path, packs: tuple[Path, ...] = (), **start: Any) -> int:
    """Run the program until the player quits; the exit status. `start`: the fields of a Start."""
    gc.disable()  # until the first frame is out: what is made by then stays
    app: Any = SaslApp(folder, packs, **start)
    app.alone = True
    status = int(app.run() or 0)
    if app.ended:  # the system waits: what still runs beside the screens, as games of the bench do, is left
        os._exit(app.ended)
    return status
