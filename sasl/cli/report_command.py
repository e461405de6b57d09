"""`sasl report`: one file with all that a maintainer needs to look into a game, and nothing that names the player."""

from __future__ import annotations

import getpass
import io
import os
import platform
import re
import socket
import sys
import zipfile
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import get_terminal_size

from sasl import __version__
from sasl.cli.common import fault, library, saves
from sasl.kernel.files.regular_files import read_regular, replace_whole
from sasl.saves.files import game_path, missing
from sasl.saves.games import kind_of
from sasl.saves.journal import MAX_FILE, changed_texts
from sasl.saves.save_lines import SaveError

PACKAGES = ("textual", "rich", "pydantic", "msgspec", "PyYAML", "platformdirs", "textual-serve")
TERMINAL = ("TERM", "COLORTERM", "TERM_PROGRAM", "LANG", "LC_ALL", "LC_CTYPE", "NO_COLOR", "PYTHONUTF8")
"""Variables that say how a terminal shows text."""
FAULT = "fault.log"
"""Where the screens keep the last fault of the program, beside the games."""
SHORTEST = 3
"""A name of fewer letters stands in too many other words."""


def report(args: Namespace) -> int:
    """Write the report of a game; the exit status."""
    path = game_path(saves(args), args.game)
    if not path.is_file():
        raise missing(path)
    target = args.out or Path(f"report-{args.game}.zip")
    without_names = _nameless()
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(path.name, changed_texts(path, without_names))
        archive.writestr("log.txt", without_names("".join(f"{line}\n" for line in _log(args))))
        archive.writestr("about.txt", without_names("".join(f"{line}\n" for line in _about())))
        with suppress(OSError):
            kept = read_regular(path.with_name(FAULT), MAX_FILE).decode("utf-8", "replace")
            archive.writestr(FAULT, without_names(kept))
    try:
        replace_whole(target, made.getvalue(), lasting=False)
    except OSError as error:
        return fault(f"{target} cannot be written: {error.strerror}")
    print(f"written: {target}")
    words = (
        "It holds the save, with your notes in it, its log, and the versions of sasl, Python and the terminal. The "
        "names of your home folder, of you and of this machine are left out."
    )
    print(words, file=sys.stderr)
    return 0


def _log(args: Namespace) -> list[str]:
    """Return the log as the player may read it; for a game that cannot be opened, why not."""
    try:
        if kind_of(saves(args), args.game) == "campaign":
            from sasl.campaign.campaign_session import CampaignSession
            from sasl.campaign.campaign_words import open_log

            campaign = CampaignSession.read(library(args), saves(args), args.game)
            return [*campaign.notices, *(line.text for line in open_log(campaign))]
        from sasl.saves.reading import Reading

        game = Reading.read(library(args), saves(args), args.game)
        return [*game.notices, *(line.text for line in game.log())]
    except SaveError as error:
        return [f"sasl: {error}"]


def _about() -> Iterator[str]:
    """Yield the facts about the program, the system and the terminal."""
    yield f"sasl {__version__}, Python {platform.python_version()}, {platform.system()} {platform.release()}"
    for name in PACKAGES:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"
    size = get_terminal_size()
    yield f"terminal {size.columns}x{size.lines}, stdout {sys.stdout.encoding}, tty {sys.stdout.isatty()}"
    yield from (f"{name}={os.environ[name]}" for name in TERMINAL if name in os.environ)


def _nameless() -> Callable[[str], str]:
    """Return a function that takes home folders and the names of the user and the machine out of a text."""
    homes, names = {os.path.expanduser("~"), str(Path.cwd())}, {socket.gethostname()}  # noqa: PTH111 - may not be there
    with suppress(OSError, KeyError, ImportError):
        names.add(getpass.getuser())
    names |= {Path(home).name for home in homes}
    found = [re.escape(text) for home in homes if len(home) > 1 for text in (home, home.replace("\\", "\\\\"))]
    found += [rf"\b{re.escape(name)}\b" for name in names if len(name) >= SHORTEST]
    pattern = re.compile("|".join(sorted(found, key=len, reverse=True)) or "(?!)", re.IGNORECASE)
    return lambda text: pattern.sub("…", text)
