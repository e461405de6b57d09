"""The player's figures as a game began with them: its save holds their texts, so no later change reaches it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias

from sasl.content import REVISION
from sasl.content.content import WAY_ON
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError, printable
from sasl.kernel.text import listed
from sasl.saves.save_lines import SaveError

if TYPE_CHECKING:  # a list of games needs headers, and no rules
    from sasl.asl.game.context import Game
    from sasl.content.library import Library

Kept: TypeAlias = "tuple[KeptPack, ...] | None"
"""The packs in the header of a save; None: it does not say."""
MOST_KEPT = 1_500_000
"""The most bytes of packs in the header of a save."""


@dataclass(frozen=True, slots=True)
class KeptPack:
    """A pack in the header of a save: its name, its hash, and the files that the game can use.

    ValueError if it cannot be shown, is no pack, or is not the one that the game was begun with.
    """

    name: str
    hash: str
    files: Mapping[str, str]

    def __post_init__(self) -> None:
        if not 1 <= len(self.name) <= 255:
            raise ValueError("the name of a pack has 1 to 255 characters")
        object.__setattr__(self, "name", printable(self.name).replace("\n", " "))
        for place in self.files:
            parts = PurePosixPath(printable(place)).parts
            if not place.endswith(".yaml") or "\n" in place or place.startswith("/") or ".." in parts:
                raise ValueError(f"{place[:80]!r} is not a file of a pack")
        if Pack.of(self.name, self.files).hash != self.hash:
            raise ValueError(f"the files of pack '{self.name[:80]}' are not those the game was begun with")


def keep(library: Library, mission_id: str) -> list[KeptPack]:
    """What a save of a new game keeps of the packs. SaveError if that is too much."""
    packs = library.loader.used(mission_id)
    size = sum(len(file.raw) for pack in packs for file in pack.files)
    if size > MOST_KEPT:
        raise SaveError(
            f"the packs hold {size:,} bytes for this mission and a game can keep {MOST_KEPT:,}; "
            "leave out files that are as shipped"
        )
    return [KeptPack(name=pack.name, hash=pack.hash, files=pack.texts()) for pack in packs]


def as_begun(library: Library, mission_id: str, kept: Sequence[KeptPack] | None) -> Library:
    """The content a game began with; None: its save does not know, and it goes on with today's."""
    if kept is None:
        return library
    try:
        now = [(pack.name, pack.hash) for pack in library.loader.used(mission_id)]
        if now == [(item.name, item.hash) for item in kept]:
            return library
    except ContentError:  # a pack that cannot be read now is none of this game's business
        pass
    return library.with_packs(tuple(Pack.of(item.name, item.files) for item in kept))


def completed(library: Library, mission_id: str, kept: Kept) -> tuple[Kept, list[str]]:
    """Return the kept packs of a game with those counters of the packs of now that it lacks for the rules.

    With a sentence for what it took over, or still lacks.
    """
    from sasl.solitaire.checks.nation_checks import all_lacks  # a list of games needs headers, and no rules

    try:
        begun = as_begun(library, mission_id, kept)
        lacking = {nation: why for nation, (_, _, why) in all_lacks(begun, begun.mission(mission_id))}
        notices: list[str] = []
        for nation, why in lacking.items():
            names = library.counters.get(nation, {}).keys() - begun.counters.get(nation, {}).keys()
            if kept and names:
                kept = (*_counters(library, nation), *kept)
                new = listed(sorted(names))
                notices.append(f"the game took over the {nation.capitalize()} counters that it lacked: {new}")
            else:
                notices.append(f"{why}; {WAY_ON}")
    except ContentError:  # the player is told of it when the game is replayed
        return kept, []
    return kept, notices


def _counters(library: Library, nation: str) -> list[KeptPack]:
    """Return the counter files that today's packs have of a nation, to stand below what a game has itself."""
    from sasl.content.reading.yamlfile import read_yaml  # only a game that lacks a counter needs what reads YAML

    parts = [
        pack.only([
            file for file in pack.folder("tables")
            if file.parent.name == "counters" and read_yaml(file).data.get("nation") == nation
        ])
        for pack in library.loader.stack
    ]  # fmt: skip
    return [KeptPack(pack.name, pack.hash, pack.texts()) for pack in parts if pack.files]


def changes(library: Library, mission_id: str, kept: Sequence[KeptPack] | None) -> list[str]:
    """How the packs of now differ from those the game keeps, a sentence each."""
    if kept is None:
        return []
    try:
        now = {pack.name: pack.hash for pack in library.loader.used(mission_id)}
    except ContentError:
        return [f"the game keeps the figures of its packs as they were: {item.name}" for item in kept]
    found = []
    for item in kept:
        if item.name not in now:
            found.append(f"the game keeps the figures of pack '{item.name}' as they were; the pack is missing now")
        elif now[item.name] != item.hash:
            found.append(f"the game keeps the figures of pack '{item.name}' as they were; the pack has changed since")
    found = list(dict.fromkeys(found))
    names = {item.name for item in kept}
    found += [f"the game does not use pack '{name}': it was begun without it" for name in now if name not in names]
    return found


def older_boards(game: Game) -> list[str]:
    """A sentence if boards on the map were corrected after the game began; it keeps them as they were."""
    library = game.library
    now = library.with_boards(REVISION)
    on_map = {game.board.id, *(terrain.sheet for terrain in game.board.hexes.values())}
    found = []
    for board in (library.board(name) for name in library.loader.ids("board") if name in on_map and now is not library):
        newer = now.board(board.id)
        changed = sum(tile.terrains != newer.hexes[hex_].terrains for hex_, tile in board.hexes.items())
        if changed:
            found.append(f"{changed} hex{'es' * (changed != 1)} of {board.title}")
    return [f"the game keeps its map as it was; {listed(found)} have been corrected since"] if found else []


def other_imports(game: Game, begun: Mapping[str, str], now: Library) -> list[str]:
    """A sentence about boards on the map whose LOS came from the player's VASL boards and cannot now, and one about
    those that could now and did not when the game was begun. `begun`: the imported boards then, `now`: those of today.
    """
    library, surveyed = game.library, game.board.surveyed
    on_map = {game.board.id, *(terrain.sheet for terrain in game.board.hexes.values())}
    names = [name for name in library.loader.ids("board") if name in on_map and name not in surveyed]
    gone = listed(library.board(name).title for name in names if name in begun)
    new = listed(library.board(name).title for name in names if name not in begun and name in now.imported.all)
    found = []
    if gone:
        found.append(
            f"LOS on {gone} came from your VASL board and now comes from the program's own map: that import is not "
            "here (sasl boards import brings it back)"
        )
    if new:
        found.append(
            f"LOS on {new} still comes from the program's own map, with which the game began; new games use your import"
        )
    return found
