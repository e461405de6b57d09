"""What is the player's own on every screen: theme, how it is said that a run has stopped, and his keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from textual.app import App

from sasl.kernel.files.regular_files import read_regular
from sasl.kernel.frozen import Frozen, replace
from sasl.saves.files import replace_file
from sasl.saves.folders import config_folder, keys_path
from sasl.saves.save_lines import SaveError

FLASH = 0.35
"""Seconds that the screen is lit when a run stops."""
FILE, MOST = "screen.json", 4000
ALERTS = ("none", "bell", "flash")
"""How it is said that a run of the ENEMY's acts has stopped."""


class Settings(Frozen):
    """`theme`: its name ("": the program's own). `alert`: one of ALERTS."""

    theme: str = ""
    alert: str = "none"


def kept_settings() -> Settings:
    """How it was last; as it comes if nothing that can be read says so."""
    try:
        data: Any = json.loads(read_regular(config_folder() / FILE, MOST))
        found = Settings(data["theme"], data["alert"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return Settings()
    return found if isinstance(found.theme, str) and found.alert in ALERTS else Settings()


def keep_settings(settings: Settings) -> None:
    """Remember it; a disk that refuses is no matter."""
    folder = config_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(folder / FILE, msgspec.json.encode(settings))
    except (OSError, SaveError):
        return


class Own:
    """The player's theme, alert and keys in a running program."""

    def __init__(self, app: App[Any]) -> None:
        self.app = app
        self.settings = kept_settings()
        self.keys: Mapping[str, str] = {}
        """His own keys by act."""
        if self.settings.theme in app.available_themes:
            app.theme = self.settings.theme

    def begin(self, tell: Callable[[str, list[str]], None]) -> None:
        """Use his keys (faults in the file are reported, and then the keys stay as shipped), and follow the theme."""
        self.app.theme_changed_signal.subscribe(self.app, lambda theme: self._remember(theme=theme.name))
        if not keys_path().is_file():
            return
        from sasl.content.reading.faults import ContentError
        from sasl.tui.keymap import kept_keys

        try:
            self.keys = kept_keys()
            self.app.set_keymap(self.keys)
        except ContentError as error:
            faults = [*error.faults, "sasl keys lists them all."]
            self.app.call_after_refresh(tell, "Your own keys are not used", faults)

    def _remember(self, **what: str) -> None:
        """Another theme or alert, kept for the next time."""
        settings = replace(self.settings, **what)
        if settings != self.settings:
            self.settings = settings
            keep_settings(settings)

    def next_alert(self) -> None:
        """Bell, flash or nothing when a run of the ENEMY's acts stops; the new one is tried."""
        self._remember(alert=ALERTS[(ALERTS.index(self.settings.alert) + 1) % len(ALERTS)])
        self.app.notify(f"When a run stops: {self.settings.alert}.", markup=False)
        self.alert()

    def alert(self) -> None:
        """A run of the ENEMY's acts has stopped."""
        if self.settings.alert == "bell":
            self.app.bell()
        elif self.settings.alert == "flash":
            screen = self.app.screen
            screen.add_class("flash")
            self.app.set_timer(FLASH, lambda: screen.remove_class("flash"))
