"""The player's own VASL boards, imported into a folder: found by the id of the board, read for the first LOS."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from sasl.board.archives.stored import SUFFIX, BadArchive, Imported, read_about, read_stored
from sasl.board.pixels.survey import Pixels
from sasl.board.terrain import TerrainChart


class ImportedBoards:
    """The imported boards of one folder, or those of them whose pixels are just the ones that `begun_with` names."""

    def __init__(self, folder: Path | None = None, begun_with: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._begun_with = begun_with
        self._read: dict[str, Pixels] = {}

    @cached_property
    def all(self) -> Mapping[str, Imported]:
        """What is kept of each board, by its id; files that cannot be read are left out (`damaged`)."""
        return {board: found for board, found in self._looked_at.items() if isinstance(found, Imported)}

    @cached_property
    def damaged(self) -> Mapping[str, str]:
        """The boards whose files cannot be read, with the reason."""
        return {board: str(found) for board, found in self._looked_at.items() if isinstance(found, BadArchive)}

    @cached_property
    def _looked_at(self) -> Mapping[str, Imported | BadArchive]:
        try:
            paths = sorted(self.folder.glob(f"*{SUFFIX}")) if self.folder else []
        except OSError:
            paths = []
        found: dict[str, Imported | BadArchive] = {}
        for path in paths:
            try:
                about = read_about(path)
                found[path.stem] = about if about.board == path.stem else BadArchive("it holds another board")
            except BadArchive as error:
                found[path.stem] = error
        if self._begun_with is not None:
            wanted = self._begun_with
            found = {
                board: about
                for board, about in found.items()
                if isinstance(about, Imported) and wanted.get(board) == about.pixels
            }
        return found

    @property
    def hashes(self) -> dict[str, str]:
        """A short hash of the pixels of each board, by its id."""
        return {board: about.pixels for board, about in self.all.items()}

    def path(self, board: str) -> Path:
        """The file of a board. ValueError where there is no folder."""
        if self.folder is None:
            raise ValueError("there is no folder for imported boards")
        return self.folder / f"{board}{SUFFIX}"

    def pixels(self, board: str, chart: TerrainChart) -> Pixels | None:
        """The pixels of a board; None if it is not imported, or its file has been spoilt or replaced since."""
        if board not in self.all or not chart.codes:
            return None
        if board not in self._read:
            try:
                about, raster = read_stored(self.path(board))
            except BadArchive:
                return None
            if about != self.all[board]:
                return None
            self._read[board] = Pixels(raster, chart)
        return self._read[board]

    def as_begun(self, hashes: Mapping[str, str]) -> ImportedBoards:
        """Those of a game that began with these."""
        return self if hashes == self.hashes else ImportedBoards(self.folder, hashes)
