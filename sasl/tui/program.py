"""The program as its screens know it: where games lie, what content there is, where one goes from here."""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, cast

from textual.app import App

from sasl.tui.settings import Own

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.dom import DOMNode

    from sasl.content.library import Library
    from sasl.lab.comparing.arms import Known
    from sasl.lab.odds.own_desk import Desk


class Program(App[int]):
    """What the program offers to the screens it opens."""

    folder: Path
    """Where games are saved."""
    own: Own
    library_ready: bool
    """Whether rules and content are loaded."""
    played: dict[tuple[str, str], dict[int, Known]]
    """The bench's games with the shipped tables, by mission and content, then by seed: each is played once."""

    # -- content --------------------------------------------------------------------------------------
    @property
    @abstractmethod
    def roots(self) -> list[Path]:
        """Where missions lie: shipped, then the player's folders."""

    @property
    @abstractmethod
    def library(self) -> Library:
        """The content, opened when it is first needed."""

    @abstractmethod
    def shipped(self) -> Library:
        """The content without the player's own figures."""

    @abstractmethod
    def desk(self) -> Desk:
        """Where the player types in his own figures."""

    @abstractmethod
    def read_again(self) -> None:
        """The player's own figures have changed: what is opened next uses them."""

    @abstractmethod
    def warm(self) -> None:
        """Load rules and content ahead of need; faults show when the content is used."""

    # -- screens --------------------------------------------------------------------------------------
    @abstractmethod
    def switch_to_home(self) -> None:
        """Close what is open above the home screen."""

    @abstractmethod
    def ask_new(self, mission: str, *, campaign: bool = False) -> None:
        """Ask for the name and the seed of a new game or campaign, then begin it."""

    @abstractmethod
    def open_game(self, name: str) -> None:
        """Go on with a saved game or campaign; a damaged one can be recovered."""

    @abstractmethod
    def offer_recovery(self, name: str, sentence: str) -> None:
        """A damaged game: its one sentence, and whether to keep the good part."""

    @abstractmethod
    def show_help(self) -> None:
        """What the program is, and how to begin."""


def program_of(part: DOMNode | Provider) -> Program:
    """The program that a screen, a widget or the palette belongs to."""
    return cast(Program, part.app)
