"""The units the player has taken: where they can go, who sees them, and the command that moves them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sasl.board.movement import path as board_path
from sasl.board.movement import reach as board_reach
from sasl.game.context import Game
from sasl.game.sight import Seen, look
from sasl.game.state import Unit
from sasl.play.orders import CANNOT_MOVE, movement_kind, stack_allowance, step_cost

FAR = 16
"""How far an S? may be to matter (2.4)."""
NEAREST = 4
"""How many hexes that see the stack are named."""
FARTHEST_PLAN = 14
"""How far off, in hexes, the way to the cursor is still worked out."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The way to the cursor before `m`: its hexes, what the stack spends, what it has, and how that comes."""

    way: tuple[str, ...]
    spent: float
    limit: float
    notes: tuple[str, ...] = ()
    fault: str = ""

    @property
    def text(self) -> str:
        """`K22 to K18: 4 of 6 MF`, with bonuses, or why not."""
        if self.fault:
            return self.fault
        told = f" ({', '.join(self.notes)})" if self.notes else ""
        far = ": too far" if self.spent > self.limit else ""
        return f"{self.way[0]} to {self.way[-1]}: {self.spent:g} of {self.limit:g} MF{told}{far}. m moves."


class Selection:
    """Ids of taken units, all in one hex (or all off-board)."""

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}
        self.seers: dict[str, Seen] = {}
        """Who sees the taken units, by hex, as `seen_by` found it last."""

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

    def _movers(self, game: Game) -> list[Unit]:
        """The units if they can move in the MPh to come or going on, else nobody."""
        units, state = self.units(game), game.state
        if not units or units[0].hex is None or state.stage != "play" or state.phase not in ("PFPh", "MPh", "RPh"):
            return []
        if any(unit.kind in ("gun", "cupola", "aircraft") or unit.flags & set(CANNOT_MOVE) for unit in units):
            return []
        return units

    def reach(self, game: Game) -> dict[str, float]:
        """The hexes the units can reach together in an MPh, with MF; empty if they cannot move now."""
        units = self._movers(game)
        if not units:
            return {}
        return board_reach(game.board, str(units[0].hex), _left(game, units), movement_kind(game, units[0]),
                           _blocked(game, units))

    def reach_by_road(self, game: Game, reach: Collection[str]) -> dict[str, float]:
        """What the road bonus adds: hexes only reached by going on roads all the way (B3.4)."""
        units = self._movers(game)
        if not units or any(not unit.infantry or unit.mf for unit in units):
            return {}
        found = board_reach(game.board, str(units[0].hex), _left(game, units) + game.figure("road-bonus-mf"),
                            movement_kind(game, units[0]), _blocked(game, units), road_only=True)
        return {name: mf for name, mf in found.items() if name not in reach}

    def plan(self, game: Game, goal: str) -> Plan | None:
        """The way `m` would take to `goal`, and its MF; None where nothing moves."""
        units, board = self._movers(game), game.board
        if not units or units[0].hex == goal:
            return None
        start = str(units[0].hex)
        if board.distance(start, goal) > FARTHEST_PLAN:
            return Plan((start, goal), 0, 0, fault=f"{start} to {goal}: too far ({board.distance(start, goal)} hexes).")
        closed = _blocked(game, units)
        if goal in closed:
            return Plan((start, goal), 0, 0, fault=f"{goal} holds ENEMY units: Infantry may not enter it in the MPh.")
        mines = {marker.hex for marker in game.state.marked("minefield")} - {goal}

        def extra(name: str) -> float:
            return float("inf") if name in closed else 20.0 if name in mines else 0.0

        way = board_path(board, start, goal, movement_kind(game, units[0]), extra_cost=extra)
        if len(way) < 2:
            return Plan((start, goal), 0, 0, fault=f"There is no way from {start} to {goal}.")
        return _reckon(game, units, way)

    def seen_by(self, game: Game) -> set[str]:
        """The hexes of S? and ENEMY units (or FRIENDLY ones, for ENEMY units) with LOS to the units."""
        units = self.units(game)
        self.seers = {}
        if not units or units[0].hex is None:
            return set()
        here, state = units[0].hex, game.state
        if units[0].side == "ENEMY":
            others = {unit.hex or "" for unit in state.on_map("FRIENDLY")}
        else:
            others = {item.hex for item in state.suspects.values() if not item.off_board}
            others |= {unit.hex or "" for unit in state.on_map("ENEMY")}
        for name in others - {here}:
            if game.board.distance(here, name) <= FAR and (seen := look(game, here, name)).exists:
                self.seers[name] = seen
        return set(self.seers)

    def sight_words(self, game: Game, name: str) -> str:
        """Who sees the taken stack, if it is in this hex; that this hex sees it, if so; else nothing."""
        units = self.units(game)
        if not units or units[0].hex is None:
            return ""
        here, board = units[0].hex, game.board
        if name in self.seers:
            return f"sees {here}, {_range(board.distance(here, name), self.seers[name])}"
        if name != here:
            return ""
        near = sorted(self.seers, key=lambda place: (board.distance(here, place), place))
        told = [f"{self._who(game, place)} in {place} ({_range(board.distance(here, place), self.seers[place])})"
                for place in near[:NEAREST]]
        more = f"; and {len(near) - NEAREST} hexes more, marked !" if len(near) > NEAREST else ""
        return "seen by " + ("; ".join(told) + more if told else f"nobody within {FAR} hexes")

    def _who(self, game: Game, name: str) -> str:
        state, side = game.state, "FRIENDLY" if self.units(game)[0].side == "ENEMY" else "ENEMY"
        units = [unit.id for unit in state.units_at(name, side)]
        suspects = [item.id for item in state.suspects_at(name)] if side == "ENEMY" else []
        return ", ".join([*units, *suspects])


def _range(hexes: int, seen: Seen) -> str:
    """`5 hexes, +1 Hindrance, unsure`."""
    return (f"{hexes} hex{'es' * (hexes != 1)}" + (f", +{seen.hindrance} Hindrance" if seen.hindrance else "")
            + ("" if seen.sure else ", LOS unsure"))


def _left(game: Game, units: Sequence[Unit]) -> float:
    """The MF that the whole stack still has."""
    return min(allowance - game.state.units[key].mf for key, allowance in stack_allowance(game, units).items())


def _blocked(game: Game, units: Sequence[Unit]) -> frozenset[str]:
    """Hexes that Infantry may not enter for the other side's units (A4.14)."""
    other = "ENEMY" if units[0].side == "FRIENDLY" else "FRIENDLY"
    if units[0].kind == "vehicle":
        return frozenset()
    return frozenset(unit.hex or "" for unit in game.state.on_map(other))


def _reckon(game: Game, units: Sequence[Unit], way: Sequence[str]) -> Plan:
    """The MF of the unit of a stack that comes off worst on a way."""
    limits, notes = stack_allowance(game, units), []
    if len({unit.mmc for unit in units}) == 2 and any(unit.kind == "leader" and unit.good_order for unit in units):
        notes.append(f"leader +{game.figure('leader-bonus-mf')}")
    bonus = 0
    on_foot = all(unit.infantry and not unit.mf for unit in units)
    if on_foot and all(game.board.on_road(*step) for step in pairwise(way)):
        bonus = game.figure("road-bonus-mf")
        notes.append(f"road +{bonus}")
    worst: tuple[float, float] | None = None
    for unit in units:
        limit, spent = limits[unit.id] + bonus, unit.mf
        for a, b in pairwise(way):
            cost = step_cost(game, unit, a, b)
            if not cost.allowed:
                return Plan((way[0], way[-1]), 0, 0, fault=f"{unit.id} cannot enter {b} from {a}: {cost.why}.")
            spent += (max(limit, 1) if not spent else limit + 1) if cost.all else cost.mf or 0
        if worst is None or limit - spent < worst[1] - worst[0]:
            worst = (spent, limit)
    spent, limit = worst or (0, 0)
    return Plan(tuple(way), spent, limit, tuple(notes))


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
