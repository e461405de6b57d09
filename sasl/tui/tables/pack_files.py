"""The files of packs on the disk: which of them are others than when they were seen last."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sasl.content.packs.pack import MOST_FILES


class PackFiles:
    """The files below some folders, by time and size, as they were seen last."""

    def __init__(self, folders: Iterable[object]) -> None:
        self._folders = [folder for folder in folders if isinstance(folder, Path)]
        self._seen = self._now()

    def changed(self) -> list[str]:
        """The paths of those that came, went or were written since they were seen last; now they are seen."""
        before, self._seen = self._seen, self._now()
        return sorted({path for path, *_ in before ^ self._seen})

    def _now(self) -> set[tuple[str, int, int]]:
        found = set()
        for folder in self._folders:
            for number, path in enumerate(sorted(folder.rglob("*.yaml"))):
                if number >= MOST_FILES:
                    break
                try:
                    about = path.stat()
                except OSError:
                    continue
                found.add((str(path), about.st_mtime_ns, about.st_size))
        return found
