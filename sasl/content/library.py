"""The library: the shipped content and the packs on top of it, each card checked when it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sasl.content import shipped_root as shipped_root
from sasl.content.boards.imported_boards import ImportedBoards
from sasl.content.content import Content
from sasl.content.loader import Loader
from sasl.content.missions.mission import Mission
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError, File
from sasl.kernel.rolling.tables import Table

if TYPE_CHECKING:
    from sasl.content.missions.campaign import Campaign


class Library(Content):
    """Content by id, its missions and campaigns, and other libraries made from what it has read already."""

    def __init__(self, root: Path, packs: tuple[Path | Pack, ...] = (), boards: Path | None = None) -> None:
        """`boards`: the folder of the player's imported boards; None: boards are known by their facts alone."""
        super().__init__(Loader(root, packs), imported=ImportedBoards(boards))

    def mission(self, mission_id: str) -> Mission:
        """The mission `mission_id`, its references checked. ContentError by file and line."""
        return self.mission_in(self.loader.path("mission", mission_id))

    def mission_in(self, path: File) -> Mission:
        """The mission in the file `path`, its references checked. ContentError by file and line."""
        if path in self.sound:
            return self.sound[path]
        mission = self.loader.card(path)

        def check() -> bool:
            from sasl.content.missions.mission_checks import check_mission
            from sasl.content.missions.mission_files import load_mission

            check_mission(self, *load_mission(path))
            return True

        self.loader.kept("sound", bool, self.loader.around(path), check)
        self.sound[path] = mission
        return mission

    def missions(self) -> tuple[Mission, ...]:
        """Every mission that can be played: a faulty file hides no other."""
        found = []
        for mission_id in self.loader.ids("mission"):
            with suppress(ContentError):
                found.append(self.mission(mission_id))
        return tuple(found)

    def campaign(self, campaign_id: str) -> Campaign:
        """The campaign `campaign_id` with the groups that packs add. ContentError by file and line."""
        return self.loader.campaign(campaign_id)

    def with_packs(self, packs: tuple[Path | Pack, ...]) -> Library:
        """The same shipped content with other packs on it; what of it was read already is not read again."""
        other = Library(self.loader.root, packs)
        loader = Loader(self.loader.root, packs, pieces=self.loader.pieces)
        return other._but(loader=loader, revision=self.revision, imported=self.imported)

    def with_boards(self, revision: int) -> Library:
        """The same content with the boards as they were at that revision."""
        return self if revision == self.revision else self._but(revision=revision, boards={}, in_play={})

    def with_imported(self, hashes: Mapping[str, str]) -> Library:
        """The same content with those imported boards whose pixels have these hashes, by board."""
        imported = self.imported.as_begun(hashes)
        return self if imported is self.imported else self._but(imported=imported, boards={}, in_play={})

    def trying(self, table: Table) -> Library:
        """This content with `table` in the place of its namesake; nothing is read again."""
        return self._but(tables={**self.tables, table.id: table})

    def _but(self, **changed: Any) -> Library:
        """The same library with other fields; what was read of it already is not read again."""
        other = copy(self)
        vars(other).update(changed)
        return other
