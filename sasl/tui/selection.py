"""The units the player has taken: where they can go, who sees them, and the command that moves them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sight import Seen, look, might_see
from sasl.asl.game.state import Unit, Weapon, opponent
from sasl.asl.movement import driving
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_kind, stack_allowance
from sasl.asl.movement.costs import step_cost
from sasl.board.movement import path as board_path
from sasl.board.movement import reach as board_reach
from sasl.kernel.order import Order
from sasl.orders.engine import order_of
from sasl.orders.entry import Enter
from sasl.orders.fire import Fire
from sasl.orders.movement import Advance, Move
from sasl.saves.session import Session
from sasl.solitaire.deployment import limit_hexes, on_call
from sasl.tui.aiming import fire_side, other
from sasl.tui.odds import way_words

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
    unit: str = "MF"
    draws: str = ""
    """What the way would draw: the chance of harm by hex, and AC checks."""

    @property
    def text(self) -> str:
        """`K22 to K18: 4 of 6 MF`, with bonuses, or why not."""
        if self.fault:
            return self.fault
        told = f" ({', '.join(self.notes)})" if self.notes else ""
        far = ": too far" if self.spent > self.limit else ""
        cost = f"{self.spent:g} of {self.limit:g} {self.unit}{told}{far}"
        draws = f"; {self.draws}" if self.draws else ""
        return f"{self.way[0]} to {self.way[-1]}: {cost}{draws}. m moves."


class Selection:
    """Ids of taken units and single SW, all in one hex (or all off-board)."""

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}
        self.arms: dict[str, None] = {}
        self.picked = False
        """Whether units were taken or let go one by one: then exactly these are meant."""
        self.seers: dict[str, Seen] = {}
        """Who sees the taken units, by hex, as `seen_by` found it last."""

    def clear(self) -> None:
        """Let all go."""
        self.ids.clear()
        self.arms.clear()
        self.picked = False

    def take(self, ids: Sequence[str]) -> None:
        """Take exactly these units."""
        self.clear()
        self.ids = dict.fromkeys(ids)
        self.picked = bool(ids)

    def ordered(self) -> list[str]:
        """The ids in the order they were taken."""
        return list(self.ids)

    def units(self, game: Game) -> list[Unit]:
        """The units."""
        return [game.state.units[key] for key in self.ids if key in game.state.units]

    def keep(self, game: Game) -> None:
        """Forget units that are gone."""
        self.ids = {key: None for key in self.ids if key in game.state.units}
        self.arms = {key: None for key in self.arms if key in game.state.weapons and game.state.weapons[key].holder}
        places = {unit.hex for unit in self.units(game)}
        if len(places) > 1:
            last = self.units(game)[-1].hex
            self.ids = {unit.id: None for unit in self.units(game) if unit.hex == last}

    def taken(self) -> set[str]:
        """Every unit and SW that is taken."""
        return {*self.ids, *self.arms}

    def only_one(self, game: Game, name: str) -> str:
        """Take one unit of the hex alone; again the next one of its stack. What to say of it."""
        there = [unit.id for stack in _stacks(game, name) for unit in stack]
        if not there:
            return f"{name} holds no units."
        now = list(self.ids)
        place = there.index(now[0]) + 1 if len(now) == 1 and now[0] in there else 0
        self.take([there[place % len(there)]])
        unit = game.state.units[there[place % len(there)]]
        return f"Only {unit.id} ({unit.type}), {place % len(there) + 1} of {len(there)} in {name}; x: the next one."

    def toggle_hex(self, game: Game, name: str) -> str:
        """Take the stack of a hex, or let it go; where both sides are, one after the other. What to say of it."""
        stacks = _stacks(game, name)
        if not stacks:
            return f"{name} holds no units."
        holder = {game.state.weapons[key].holder for key in self.arms}
        held = next(
            (
                place
                for place, there in enumerate(stacks)
                if any(unit.id in self.ids or unit.id in holder for unit in there)
            ),
            -1,
        )
        self.clear()
        if held + 1 >= len(stacks):
            return "Let go."
        here = stacks[held + 1]
        if game.state.stage == "play" and game.state.phase == "MPh" and here[0].side == game.state.side:
            here = [unit for unit in here if not unit.flags & set(CANNOT_MOVE)] or here
        self.ids = {unit.id: None for unit in here}
        told = f"Taken: {', '.join(self.ids)} ({here[0].side})."
        if game.state.stage == "play" and here[0].side == "ENEMY":
            return f"{told} ! marks who sees them; the ENEMY acts by itself (n)."
        return f"{told} m moves them, f fires, o orders; 1 picks single units."

    def toggle(self, game: Game, unit: Unit) -> None:
        """Take or let go one unit; units elsewhere are let go."""
        self.picked = True
        if unit.id in self.ids:
            del self.ids[unit.id]
            return
        self._only(game, unit)
        self.ids[unit.id] = None

    def toggle_arm(self, game: Game, weapon: Weapon) -> None:
        """Take or let go one SW, to fire with it alone or with the units taken."""
        holder = game.state.units.get(weapon.holder)
        if weapon.id in self.arms or holder is None:
            self.arms.pop(weapon.id, None)
            return
        self.picked = True
        self._only(game, holder)
        self.arms[weapon.id] = None

    def _only(self, game: Game, unit: Unit) -> None:
        """Let go what is not in this unit's hex, or of the other side."""
        state = game.state

        def beside(key: str) -> bool:
            return state.units[key].hex == unit.hex and state.units[key].side == unit.side

        self.ids = {key: None for key in self.ids if beside(key)}
        self.arms = {key: None for key in self.arms if beside(state.weapons[key].holder)}

    def _movers(self, game: Game) -> list[Unit]:
        """The units if they can move in the MPh to come or going on, else nobody."""
        units, state = self.units(game), game.state
        if not units or not units[0].hex or state.stage != "play" or state.phase not in ("PFPh", "MPh", "RPh"):
            return []
        if any(unit.kind in ("gun", "cupola", "aircraft") or unit.flags & set(CANNOT_MOVE) for unit in units):
            return []
        return units

    def reach(self, game: Game) -> dict[str, float]:
        """The hexes the units can reach together in an MPh, with MF; at set-up those in which they may stand, with 0.

        Empty if they cannot move now.
        """
        if game.state.stage == "set-up":
            limits = [limit_hexes(game, unit.group) for unit in self.units(game) if on_call(unit)]
            return dict.fromkeys(frozenset.intersection(*limits), 0.0) if limits else {}
        units = self._movers(game)
        if not units:
            return {}
        return board_reach(
            game.board, str(units[0].hex), _left(game, units), movement_kind(game, units[0]), _blocked(game, units)
        )

    def reach_by_road(self, game: Game, reach: Collection[str]) -> dict[str, float]:
        """What the road bonus adds: hexes only reached by going on roads all the way (B3.4)."""
        units = self._movers(game)
        if not units or any(not unit.infantry or unit.mf for unit in units):
            return {}
        found = board_reach(
            game.board,
            str(units[0].hex),
            _left(game, units) + game.figure("road-bonus-mf"),
            movement_kind(game, units[0]),
            _blocked(game, units),
            road_only=True,
        )
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
        plan = _reckon(game, units, way)
        if plan.fault or plan.spent > plan.limit:
            return plan
        return replace(plan, draws=way_words(game, units, way))

    def seen_by(self, game: Game) -> set[str]:
        """The hexes of S? and ENEMY units (or FRIENDLY ones, for ENEMY units) with LOS to the units."""
        units = self.units(game)
        self.seers = {}
        if not units or not units[0].hex:
            return set()
        here, state = units[0].hex, game.state
        if units[0].side == "ENEMY":
            others = {unit.hex for unit in state.on_map("FRIENDLY")}
        else:
            others = {item.hex for item in state.suspects.values() if not item.off_board}
            others |= {unit.hex for unit in state.on_map("ENEMY")}
        for name in others - {here}:
            if game.board.distance(here, name) <= FAR and might_see(game, here, name):
                self.seers[name] = look(game, here, name)
        return set(self.seers)

    def sight_words(self, game: Game, name: str) -> str:
        """Who sees the taken stack, if it is in this hex; that this hex sees it, if so; else nothing."""
        units = self.units(game)
        if not units or not units[0].hex:
            return ""
        here, board = units[0].hex, game.board
        if name in self.seers:
            return f"sees {here}, {_range(board.distance(here, name), self.seers[name])}"
        if name != here:
            return ""
        near = sorted(self.seers, key=lambda place: (board.distance(here, place), place))
        told = [
            f"{self._who(game, place)} in {place} ({_range(board.distance(here, place), self.seers[place])})"
            for place in near[:NEAREST]
        ]
        more = f"; and {len(near) - NEAREST} hexes more, marked !" if len(near) > NEAREST else ""
        return "seen by " + ("; ".join(told) + more if told else f"nobody within {FAR} hexes")

    def _who(self, game: Game, name: str) -> str:
        state, side = game.state, "FRIENDLY" if self.units(game)[0].side == "ENEMY" else "ENEMY"
        units = [unit.id for unit in state.units_at(name, side)]
        suspects = [item.id for item in state.suspects_at(name)] if side == "ENEMY" else []
        return ", ".join([*units, *suspects])


def _stacks(game: Game, name: str) -> list[list[Unit]]:
    """What can be taken in a hex: the stack of the side whose phase it is, then the other one's."""
    first = fire_side(game) if game.state.phase == "DFPh" else game.state.side
    stacks = ([unit for unit in game.state.units_at(name, side) if not unit.carrier] for side in (first, other(first)))
    return [stack for stack in stacks if stack]


def _range(hexes: int, seen: Seen) -> str:
    """`5 hexes, +1 Hindrance, unsure`."""
    return (
        f"{hexes} hex{'es' * (hexes != 1)}"
        + (f", +{seen.hindrance} Hindrance" if seen.hindrance else "")
        + ("" if seen.sure else ", LOS unsure" if seen.exists else ", LOS likely blocked")
    )


def _left(game: Game, units: Sequence[Unit]) -> float:
    """The MF that the whole stack still has."""
    return min(allowance - game.state.units[key].mf for key, allowance in stack_allowance(game, units).items())


def _blocked(game: Game, units: Sequence[Unit]) -> frozenset[str]:
    """Hexes that Infantry may not enter for the other side's units (A4.14)."""
    other = opponent(units[0].side)
    if units[0].kind == "vehicle":
        return frozenset()
    return frozenset(unit.hex for unit in game.state.on_map(other))


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
    if units[0].kind == "vehicle":
        try:
            spent = units[0].mf + driving.cost_of(game, units[0], way)
        except Refused as refusal:
            return Plan((way[0], way[-1]), 0, 0, fault=f"{refusal}.")
        return Plan(tuple(way), spent, limits[units[0].id], unit="MP")
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


def again(order: Order | None, ids: Sequence[str], goal: str) -> Order | None:
    """The same order for other units and another hex, with its gait or manner; None for what is no move or fire."""
    if isinstance(order, Move):
        return Move(tuple(ids), (goal,), order.options)
    if isinstance(order, Fire):
        return Fire(tuple(ids), goal, order.options)
    if isinstance(order, (Enter, Advance)):
        return replace(order, units=tuple(ids), hex=goal)
    return None


def repeated(session: Session, ids: Sequence[str], goal: str) -> Order | None:
    """The last move or fire that was ordered, for these and another hex; None if there was none."""
    for before, moment in reversed(list(pairwise(session.moments))):
        order = again(order_of(before.game, moment.command), ids, goal)
        if order is not None:
            return order
    return None


def move_line(game: Game, ids: Sequence[str], goal: str) -> str:
    """The command that brings units of either side to `goal` now: move, enter, advance, rout, place."""
    state, names = game.state, ",".join(ids)
    units = [state.units[key] for key in ids]
    if state.stage != "play":
        return f"{'place' if units[0].side == 'FRIENDLY' else 'put'} {names} {goal}"
    if not units[0].hex:
        return f"enter {names} {goal}"
    word = {"APh": "advance", "RtPh": "rout"}.get(state.phase, "move")
    return f"{word} {names} {goal}"
