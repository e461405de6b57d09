"""Commands of missions: in set-up, in play, and where both sides stand within two hexes of each other."""

from __future__ import annotations

from tabletop import Tabletop
from test_fuzz import TABLES, TYPES, play_command, scene, start

from fuzzing.speaker import Speaker
from sasl.asl.game.flags import UNIT_FLAGS, WEAPON_FLAGS
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.commands import Prompt
from sasl.orders.engine import legal
from sasl.solitaire.setup import VALUES

WORDS: dict[str, tuple[str, ...]] = {
    "STATE": (*UNIT_FLAGS, *WEAPON_FLAGS),
    "TYPE": tuple(TYPES),
    "MARKER": ("minefield", "wreck", "ffe", "wire", "sniper", "smoke", "flame", "blaze"),
    "TABLE": ("dr", "DR", "d66", "3d6", *TABLES),
    "DRM": ("+1", "-2", "3"),
    "N": ("1", "2", "3", "4", "8"),
    "D66": tuple(f"{tens}{units}" for tens in range(1, 7) for units in range(1, 7)),
    "DICE": ("4", "2,3", "6"),
    "FIGURE": ("3", "4", "5/6", "6/7", "2/3"),
    "GROUP": ("coy-1", "armor"),
    "NAME": (*VALUES, "command", "ask-los", "standard", "timid", "strict"),
    "WEAPON": ("CMG", "BMG", "MA", "AAMG"),
    "TEXT": ("a note",),
}
"""Words for arguments that are not on the map, by the kind of argument."""

SIDES = {"FRIENDLY units": "FRIENDLY", "ENEMY units": "ENEMY"}
"""Whose units an argument means, by what it is called."""


class MissionSpeaker(Speaker):
    """Someone who speaks about what is on the map, and the hexes around it."""

    def table(self, number: int) -> Tabletop:
        """A position of a mission, in any phase."""
        table = scene(number, self.dice) if number % 2 else start(number)
        for _ in range(self.dice.randrange(8)):  # so that every phase has its turn
            play_command(table, self, "next")
        return table

    def prompt(self, table: Tabletop) -> Prompt:
        """What is legal now."""
        return legal(table.game)

    def carry_out(self, table: Tabletop, line: str) -> bool:
        """Play a line; see `test_fuzz` for what must hold after it."""
        return play_command(table, self, line)

    def argument(self, kind: str, what: str, table: Tabletop) -> str:
        """A word for an argument of this kind: units and the hexes around them, where it is about the map."""
        state, dice = table.state, self.dice
        if kind in WORDS:
            return dice.choice(WORDS[kind])
        side = SIDES.get(what, state.side if what.endswith("side that moves") else "")
        able = [unit for unit in state.units.values() if not side or unit.side == side] or list(state.units.values())
        here = [unit.hex for unit in (able if kind == "UNITS" else state.units.values()) if unit.hex] or list(
            table.game.board.names()
        )
        hex_ = dice.choice(here)
        if kind in ("HEX", "WAY", "TRACK") or what.endswith("hex"):
            near = table.game.board.neighbours(hex_)
            return dice.choice((hex_, hex_, hex_, *near)) if dice.random() < 0.95 else self.hex(table)
        if kind == "VERTEX":
            return dice.choice(vertex_names(parse_hex(hex_)))
        manned = [f"{item.holder},{item.id}" for item in state.weapons.values() if item.holder]
        ids = {
            "SW": list(state.weapons),
            "S?": list(state.suspects),
            "ID": [*state.batteries, *state.markers],
            "UNITS,SW": [*state.units, *state.weapons, *manned],
            "SW|UNITS": [*state.weapons, *state.units],
            "GUN|SW": [*state.weapons, *state.units],
            "LEADER": [unit.id for unit in state.units.values() if unit.kind == "leader"],
            "PLANE": [unit.id for unit in state.units.values() if unit.kind == "aircraft"],
        }.get(kind, [*(unit.id for unit in able), *(here if kind == "UNITS" else [])])
        return dice.choice(ids) if ids else self.unit(state)
