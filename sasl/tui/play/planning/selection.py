"""The units the player has taken: where they can go, and who sees them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.los.sight import Seen, look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry.concealment import BLIND, watchers
from sasl.asl.movement import entering, formation
from sasl.asl.movement.allowance import CANNOT_MOVE, may_move, movement_kind
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.movement.move import closed_to
from sasl.board.movement_cost import reach as board_reach
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed
from sasl.solitaire.setup.friendly_setup import limit_hexes, on_call
from sasl.tui.play.planning.aiming import fire_side
from sasl.tui.play.planning.move_plans import Plan, plan_entry, plan_march, plan_to
from sasl.tui.play.planning.short_orders import short_orders

FAR = 16
"""How far an S? may be to matter (house)."""
NEAREST = 4
"""How many hexes that see the stack are named."""


class Selection:
    """Ids of taken units and single SW: of one hex (or off-board), or of the several stacks of a group."""

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}
        self.arms: dict[str, None] = {}
        self.picked = False
        """Whether units were taken or let go one by one: then exactly these are meant."""
        self.group = False
        """Whether stacks of several hexes were put together."""
        self.seers: dict[str, Seen] = {}
        """Who sees the taken units, by hex, as `seen_by` found it last."""

    def clear(self) -> None:
        """Let all go."""
        self.ids.clear()
        self.arms.clear()
        self.picked = self.group = False

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
        return game.state.present(self.ids)

    def keep(self, game: Game) -> None:
        """Forget units that are gone."""
        self.ids = {key: None for key in self.ids if key in game.state.units}
        self.arms = {key: None for key in self.arms if key in game.state.weapons and game.state.weapons[key].holder}
        if len(self.places(game)) > 1 and not self.group:
            last = self.units(game)[-1].hex
            self.ids = {unit.id: None for unit in self.units(game) if unit.hex == last}

    def places(self, game: Game) -> list[str]:
        """The hexes they are in, each once."""
        return list(dict.fromkeys(unit.hex for unit in self.units(game)))

    def add(self, game: Game, name: str) -> str:
        """Put the stack of a hex to those taken, or take it out again. What to say of it.

        A stack that was taken by itself begins the group with it.
        """
        now = self.units(game)
        side = now[0].side if now else ""
        there = [
            unit.id for unit in next((here for here in _stacks(game, name) if here[0].side == side or not side), [])
        ]
        there = _who_move(game, there)
        if not there or not name:
            return f"{name} holds no units of that side."
        if not self.ids.keys() & set(there):
            self.ids |= dict.fromkeys(there)
        elif self.group:
            self.ids = {key: None for key in self.ids if key not in there}
        self.arms.clear()
        self.group, self.picked = True, bool(self.ids)
        return self.group_words(game)

    def take_group(self, game: Game, ids: Sequence[str]) -> str:
        """Take all of these, wherever they are. What to say of it."""
        self.take(ids)
        self.group = True
        return self.group_words(game)

    def group_words(self, game: Game) -> str:
        """Who is taken together."""
        places = self.places(game)
        if not places:
            return "Released."
        what = f"{len(places)} stacks" if len(places) > 1 else "1 stack"
        return (
            f"{what}: {listed(self.ids, 8)} in {listed(places, 6)}. ‹a› adds or takes out a stack; ‹m›, ‹f›, "
            "‹o› are for all."
        )

    def taken(self) -> set[str]:
        """Every unit and SW that is taken."""
        return {*self.ids, *self.arms}

    def only_one(self, game: Game, name: str) -> str:
        """Take one unit of the hex alone, or of those off the map if such are taken; again the next one of them.

        What to say of it.
        """
        taken = self.units(game)
        outside = [unit.id for unit in entering.waiting(game, taken[0].side)] if taken and not taken[0].hex else []
        there = outside or [unit.id for stack in _stacks(game, name) for unit in stack]
        if not there:
            return f"{name} holds no units."
        where = "off the map" if outside else f"in {name}"
        now = list(self.ids)
        place = there.index(now[0]) + 1 if len(now) == 1 and now[0] in there else 0
        self.take([there[place % len(there)]])
        unit = game.state.units[there[place % len(there)]]
        return f"Only {unit.id} ({unit.type}), {place % len(there) + 1} of {len(there)} {where}; ‹x›: the next one."

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
            return "Released."
        here = stacks[held + 1]
        self.ids = dict.fromkeys(_who_move(game, [unit.id for unit in here]))
        told = f"Taken: {', '.join(self.ids)} ({here[0].side})."
        if game.state.stage == "play" and here[0].side == "ENEMY":
            return f"{told} ! marks units that see them; the ENEMY acts by itself (‹n›)."
        charges = berserk_charge.owed(game, here[0].side) if game.state.phase == "MPh" else []
        for charge in (item for item in charges if set(item.ids) & self.ids.keys()):
            return f"{told} {charge.words} (A15.43): ‹m› here does it."
        if why := self._stays(game):
            return f"{told} Cannot move: {why}. ‹f› fires, ‹o› orders; ‹1› picks single units."
        orders = short_orders(game, self.units(game)) or "‹m› places them, ‹o› orders"
        return f"{told} {orders}; ‹1› picks single units."

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

    def movers(self, game: Game) -> list[Unit]:
        """The units if they can move in the MPh to come or going on, else nobody."""
        units, state = self.units(game), game.state
        if not units or not units[0].hex or state.stage != "play" or state.phase not in ("PFPh", "MPh", "RPh"):
            return []
        if any(unit.kind in ("gun", "cupola", "aircraft") or unit.flags & set(CANNOT_MOVE) for unit in units):
            return []
        return units

    def entrants(self, game: Game) -> list[Unit]:
        """The units if they wait off the map and can enter in the MPh of their Player Turn to come, else nobody."""
        units, state = self.units(game), game.state
        if not units or units[0].hex or state.stage != "play" or state.phase not in ("PFPh", "MPh", "RPh"):
            return []
        return [] if units[0].side != state.side or any(unit.kind == "aircraft" for unit in units) else units

    def reach(self, game: Game) -> dict[str, float]:
        """The hexes the units can reach together in an MPh, with MF; at set-up those in which they may stand, with 0;
        of those off the map the hexes by which they may enter.

        Empty if they cannot move now, or are no one stack.
        """
        if game.state.stage == "set-up":
            limits = [limit_hexes(game, unit.group) for unit in self.units(game) if on_call(unit)]
            return dict.fromkeys(frozenset.intersection(*limits), 0.0) if limits else {}
        if entrants := self.entrants(game):
            return entering.entries(game, entrants)
        units = self.movers(game)
        return formation.reachable(game, units) if units and len(self.places(game)) == 1 else {}

    def reach_by_road(self, game: Game, reach: Collection[str]) -> dict[str, float]:
        """What the road bonus adds: hexes only reached by going on roads all the way (B3.4)."""
        units = self.movers(game)
        if not units or not reach or any(not unit.infantry or unit.mf for unit in units):
            return {}
        found = board_reach(
            game.board,
            units[0].hex,
            formation.left(game, units) + game.figure("road-bonus-mf"),
            movement_kind(game, units[0]),
            closed_to(game, units),
            road_only=True,
        )
        return {name: mf for name, mf in found.items() if name not in reach}

    def _stays(self, game: Game) -> str:
        """Why none of the taken units may move in this MPh of their side, told of the first; "" if any may."""
        units = self.units(game)
        if game.state.stage != "play" or game.state.phase != "MPh" or units[0].side != game.state.side:
            return ""
        reasons = []
        for unit in units:
            try:
                may_move(unit)
            except Refused as refusal:
                reasons.append(str(refusal))
        return reasons[0] if len(reasons) == len(units) else ""

    def plan(self, game: Game, goal: str) -> Plan | None:
        """The way `m` would take to `goal`, or the entry there, and its MF; None where nothing moves."""
        if entrants := self.entrants(game):
            plan = plan_entry(game, entrants, goal)
            return plan if game.state.phase == "MPh" else replace(plan, key=f"In the MPh {plan.key}")
        units = self.movers(game)
        if not units or units[0].hex == goal:
            return None
        plan = plan_to(game, units, goal) if len(self.places(game)) == 1 else plan_march(game, units, [goal])
        return plan if game.state.phase == "MPh" else replace(plan, key=f"In the MPh {plan.key}")

    def seen_by(self, game: Game) -> set[str]:
        """The hexes with LOS to the units of one hex in which somebody of the other side, or an S?, looks out (A12.1):
        no prisoners, nobody broken."""
        units = self.units(game)
        self.seers = {}
        if len(self.places(game)) != 1 or not units[0].hex:
            return set()
        here = units[0].hex
        for name in {*watchers(game, opponent(units[0].side), gain=True)} - {here}:
            if game.board.distance(here, name) <= FAR and might_see(game, here, name):
                self.seers[name] = look(game, here, name)
        return set(self.seers)

    def sight_words(self, game: Game, name: str) -> str:
        """Who sees the taken stack, if it is in this hex; that this hex sees it, if so; else nothing."""
        units = self.units(game)
        if len(self.places(game)) != 1 or not units[0].hex:
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
        more = (
            f"; and {counted(len(near) - NEAREST, 'more hex', 'more hexes')}, marked !" if len(near) > NEAREST else ""
        )
        return "seen by " + ("; ".join(told) + more if told else f"nobody within {FAR} hexes")

    def _who(self, game: Game, name: str) -> str:
        state, side = game.state, opponent(self.units(game)[0].side)
        units = [unit.id for unit in state.units_at(name, side) if unit.flags.isdisjoint(BLIND)]
        suspects = [item.id for item in state.suspects_at(name)] if side == "ENEMY" else []
        return ", ".join([*units, *suspects])


def first_side(game: Game) -> str:
    """Whose units are taken first: those of the side whose phase it is; in the DFPh, of the side that fires."""
    return fire_side(game) if game.state.phase == "DFPh" else game.state.side


def _stacks(game: Game, name: str) -> list[list[Unit]]:
    """What can be taken in a hex: the stack of the side whose phase it is, then the other one's."""
    first = first_side(game)
    stacks = (
        [unit for unit in game.state.units_at(name, side) if not unit.carrier] for side in (first, opponent(first))
    )
    return [stack for stack in stacks if stack]


def _who_move(game: Game, ids: Sequence[str]) -> list[str]:
    """In their own MPh those of a stack who can move, if any can; else all."""
    units, state = [game.state.units[key] for key in ids], game.state
    if not units or state.stage != "play" or state.phase != "MPh" or units[0].side != state.side:
        return list(ids)
    return [unit.id for unit in units if not unit.flags & set(CANNOT_MOVE)] or list(ids)


def _range(hexes: int, seen: Seen) -> str:
    """`5 hexes, +1 Hindrance, unsure`."""
    return (
        f"{hexes} hex{'es' * (hexes != 1)}"
        + (f", +{seen.hindrance} Hindrance" if seen.hindrance else "")
        + ("" if seen.sure else ", LOS unsure" if seen.exists else ", LOS likely blocked")
    )
