"""A saved game of VASL as it would lie beside a game: our own counters, laid where the game has them, and changed."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from made_saves import concealed, layer, piece, save, stack

from sasl.asl.game.context import Game
from sasl.beside.comparable import Piece, of_game
from sasl.kernel.frozen import replace
from sasl.vasl.map_points import VaslMap
from sasl.vasl.saved_game import PlacedBoard

FOLDERS = {"german": "ge", "russian": "ru"}
MMC = {"squad": "Esq", "hs": "Ehs", "crew": "Icr"}
SUSPECTS = {"": "Suspect Black", "Hold": "Suspect Black", "Advance": "Suspect Yellow", "Withdraw": "Suspect Grey"}
MARKED = {"pinned": "Pin", "cx": "CX", "ti": "TI"}
"""States that a counter on top shows."""


@dataclass
class Laid:
    """What the player's hand has laid on VASL's map: pieces by the game's ids."""

    game: Game
    boards: tuple[str, ...] = ("OtOBFP",)

    def __post_init__(self) -> None:
        self.pieces = {item.id: item for item in of_game(self.game) if item.hex}
        self.numbers = {key: 1000 + 10 * place for place, key in enumerate(self.pieces)}
        boards = tuple(
            PlacedBoard(name.removeprefix("r"), 0, row, name[0] == "r") for row, name in enumerate(self.boards)
        )
        self.map = VaslMap(boards, self.game.library.vasl[0].grids, self.game.state.layout)

    def move(self, unit: str, hex_name: str) -> Laid:
        """The unit, and the SW it holds, to another hex."""
        for key, item in self.pieces.items():
            if key == unit or item.carrier == unit:
                self.pieces[key] = replace(item, hex=hex_name)
        return self

    def mark(self, unit: str, *states: str) -> Laid:
        self.pieces[unit] = replace(self.pieces[unit], states=frozenset(states))
        return self

    def take(self, unit: str) -> Laid:
        del self.pieces[unit]
        return self

    def suspect(self, hex_name: str) -> Laid:
        key = f"new{len(self.numbers)}"
        self.pieces[key] = Piece(key, "suspect", "Hold", "", hex_name)
        self.numbers[key] = 1000 + 10 * len(self.numbers)
        return self

    def saved(self, path: Path) -> Path:
        """The saved game in a file: a stack for each hex, SW below the units."""
        commands: list[str] = []
        stacks: dict[str, list[int]] = {}
        for key, item in sorted(self.pieces.items(), key=lambda pair: pair[1].sort != "sw"):
            x, y = self.point(item.hex)
            number = self.numbers[key]
            commands.append(_counter(item, number, x, y))
            stacks.setdefault(item.hex, []).append(number)
            for place, state in enumerate(sorted(item.states & set(MARKED)), 1):
                commands.append(piece(number + place, MARKED[state], x, y))
                stacks[item.hex].append(number + place)
        for place, (hex_name, members) in enumerate(stacks.items()):
            commands.append(stack(50_000 + place, *self.point(hex_name), *members))
        return save(path, commands, *self.boards)

    def point(self, hex_name: str) -> tuple[int, int]:
        found = self.map.point(hex_name)
        assert found is not None, hex_name
        return found


def _counter(item: Piece, number: int, x: int, y: int) -> str:
    folder = FOLDERS.get(item.nation, "MS")
    if item.sort == "suspect":
        return piece(number, SUSPECTS[item.name], x, y)
    if item.sort == "leader":
        return _broken(item, number, x, y, f"{folder}LDR", layer("", 1, item.name, f"{folder}/{folder}L"))
    name = f"{item.name} {MMC[item.sort]}" if item.sort in MMC else item.name
    return _broken(item, number, x, y, name, layer("", 1, "", f"{folder}/x"))


def _broken(item: Piece, number: int, x: int, y: int, name: str, *traits: tuple[str, str]) -> str:
    level = 1 if "broken" in item.states else -1
    question = concealed(FOLDERS[item.nation], "somebody" if "concealed" in item.states else "null")
    return piece(number, name, x, y, *traits, layer("BRK", level, "broken +", "b"), question)
