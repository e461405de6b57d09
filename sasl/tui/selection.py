"""The units the player has taken: where they can go, who sees them, and the command that moves them."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.board.movement import reach as board_reach
from sasl.game.context import Game
from sasl.game.state import Unit
from sasl.play.orders import CANNOT_MOVE, movement_kind, stack_allowance
from sasl.play.sight import look

FAR = 16
"""How far an S? may be to matter (2.4)."""


class Selection:
    """Ids of taken units, all in one hex (or all off-board)."""

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}

    def clear(self) -> None:
        """Let all go."""
        self.ids.clear()

    def ordered(self) -> list[str]:
        """The ids in the order they were taken."""
        return list(self.ids)

    def units(self, game: Game) -> list[Unit]:
        """The units."""
        return [game.state.units[key] for key in self.ids if key in game.state.units]

    def keep(self, game: Game) -> None:
        """Forget units that are gone."""
        self.ids = {key: None for key in self.ids if key in game.state.units}
        places = {unit.hex for unit in self.units(game)}
        if len(places) > 1:
            last = self.units(game)[-1].hex
            self.ids = {unit.id: None for unit in self.units(game) if unit.hex == last}

    def toggle_hex(self, game: Game, name: str) -> str:
        """Take the stack of a hex, or let it go if it is taken; what to say of it."""
        here = [unit for unit in game.state.units_at(name, "FRIENDLY") if not unit.carrier]
        here = here or [unit for unit in game.state.units_at(name, "ENEMY") if not unit.carrier]
        if not here:
            return f"{name} holds no units."
        if any(unit.id in self.ids for unit in here):
            self.clear()
            return "Let go."
        self.clear()
        if here[0].side == "FRIENDLY" and game.state.stage == "play":
            here = [unit for unit in here if not unit.flags & set(CANNOT_MOVE)] or here
        self.ids = {unit.id: None for unit in here}
        return f"Taken: {', '.join(self.ids)} ({here[0].side}). m moves them, f fires, s is LOS; 1 picks single units."

    def toggle(self, game: Game, unit: Unit) -> None:
        """Take or let go one unit; units elsewhere are let go."""
        if unit.id in self.ids:
            del self.ids[unit.id]
            return
        self.ids = {item.id: None for item in self.units(game) if item.hex == unit.hex and item.side == unit.side}
        self.ids[unit.id] = None

    def reach(self, game: Game) -> dict[str, float]:
        """The hexes the units can reach together in an MPh, with MF; empty if they cannot move now."""
        units, state = self.units(game), game.state
        if not units or units[0].hex is None or state.stage != "play" or state.phase not in ("PFPh", "MPh", "RPh"):
            return {}
        if any(unit.kind in ("gun", "cupola", "aircraft") or unit.flags & set(CANNOT_MOVE) for unit in units):
            return {}
        left = min(allowance - game.state.units[key].mf for key, allowance in stack_allowance(game, units).items())
        other = "ENEMY" if units[0].side == "FRIENDLY" else "FRIENDLY"
        foot = units[0].kind != "vehicle"
        blocked = frozenset(unit.hex or "" for unit in state.on_map(other)) if foot else frozenset()
        return board_reach(game.board, units[0].hex, left, movement_kind(game, units[0]), blocked)

    def seen_by(self, game: Game) -> set[str]:
        """The hexes of S? and ENEMY units (or FRIENDLY ones, for ENEMY units) with LOS to the units."""
        units = self.units(game)
        if not units or units[0].hex is None:
            return set()
        here, state = units[0].hex, game.state
        if units[0].side == "ENEMY":
            others = {unit.hex or "" for unit in state.on_map("FRIENDLY")}
        else:
            others = {item.hex for item in state.suspects.values() if not item.off_board}
            others |= {unit.hex or "" for unit in state.on_map("ENEMY")}
        return {name for name in others
                if game.board.distance(here, name) <= FAR and look(game, here, name).exists}


def move_line(game: Game, ids: Sequence[str], goal: str) -> str:
    """The command that brings units to `goal` now: move, enter, advance, rout, place, or put for ENEMY units."""
    state, names = game.state, ",".join(ids)
    units = [state.units[key] for key in ids]
    if units[0].side == "ENEMY":
        return f"{'rout' if state.phase == 'RtPh' else 'put'} {names} {goal}"
    if state.stage != "play":
        return f"place {names} {goal}"
    if units[0].hex is None:
        return f"enter {names} {goal}"
    word = {"APh": "advance", "RtPh": "rout"}.get(state.phase, "move")
    return f"{word} {names} {goal}"
