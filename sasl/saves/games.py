"""The list of saved games, read from the first and last line of each file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from sasl.content import shipped_root
from sasl.kernel.frozen import Frozen
from sasl.saves.files import SUFFIX, check_name, game_path
from sasl.saves.journal import Header, read_ends
from sasl.saves.save_lines import SaveError


class GameInfo(Frozen):
    """One saved game. `modified` is seconds since 1970; `damaged` is "" or what is wrong with the file."""

    name: str
    mission: str
    title: str
    moment: str
    vp: str
    modified: float
    kind: str
    created: str = ""
    damaged: str = ""

    @property
    def written(self) -> datetime | None:
        """When it was written last; None for a date that no calendar has."""
        try:
            return datetime.fromtimestamp(self.modified)
        except (ValueError, OverflowError, OSError):
            return None

    @property
    def when(self) -> str:
        """The same in words."""
        return f"{self.written:%Y-%m-%d %H:%M}" if self.written else "unknown date"


def list_games(folder: Path) -> list[GameInfo]:
    """The games in `folder`, the one played last first. A folder that is not there holds none.

    Only the ends of each file are looked at, and whether there is the mission they name: damage between them shows
    when the game is opened.
    """
    try:
        paths = [path for path in folder.glob(f"*{SUFFIX}") if path.is_file()]
    except OSError:
        return []
    games = [info for path in paths if (info := _info(path))]
    return sorted(games, key=lambda info: (-info.modified, info.name))


def kind_of(folder: Path, name: str) -> str:
    """The kind of a saved game: game, watch, campaign; "" where its file does not say. SaveError for an unsafe name."""
    try:
        return read_ends(game_path(folder, name))[0].kind
    except SaveError:
        check_name(name)
        return ""


def _info(path: Path) -> GameInfo | None:
    try:
        check_name(path.stem)
        modified = path.stat().st_mtime
    except (SaveError, OSError):  # a name nobody could open, or a file that is gone by now
        return None
    try:
        header, entry = read_ends(path)
    except SaveError as error:
        return GameInfo(path.stem, "", "", "", "", modified, "game", damaged=str(error))
    if not _is_there(header):
        said = f"{path.name}, line 1: there is no {header.plays} '{header.mission}'"
        return GameInfo(path.stem, "", "", "", "", modified, header.kind, header.created, said)
    moment, vp = (entry or {}).get("m", "set-up: mission tables"), (entry or {}).get("vp", "")
    damaged = ""
    if not isinstance(moment, str) or not isinstance(vp, str):
        moment, vp, damaged = "", "", f"{path.name}: the last line is damaged"
    return GameInfo(path.stem, header.mission, header.title, moment, vp, modified, header.kind, header.created, damaged)


def _is_there(header: Header) -> bool:
    """Whether the mission or campaign of a game is a shipped one, or one of those the save keeps."""
    folder = "missions/campaigns" if header.plays == "campaign" else "missions"
    card = f"{folder}/{header.mission}.yaml"
    kept = header.packs
    if kept is None or _is_file(shipped_root() / card):
        return True
    return any(place.endswith(card) for pack in kept for place in pack.files)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that no file can have
        return False
