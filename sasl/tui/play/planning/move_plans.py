"""A move before it is ordered: its way, the MF it takes, and what it would draw."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from itertools import pairwise

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement import entering, formation, move, riding
from sasl.asl.movement.allowance import led, stack_allowance
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.movement.ground.costs import Gait, Past, step_cost
from sasl.asl.stacking import crowded
from sasl.asl.vehicles import driving
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted, listed
from sasl.orders import entry_prospects
from sasl.orders.march_orders import spread
from sasl.solitaire import command_control
from sasl.tui.play.planning.aim_odds import way_words

FARTHEST_PLAN = 14
"""How far off, in hexes, the way to the cursor is still worked out."""
MOST_NAMED = 6
"""The most units of an entry that are named."""
MOST_STACKS = 5
"""The most stacks of a march that are shown with their goals."""


class Plan(Frozen):
    """A way before it is gone: its hexes, what the stack spends, what it has, and how that comes."""

    way: tuple[str, ...]
    spent: float
    limit: float
    notes: tuple[str, ...] = ()
    fault: str = ""
    unit: str = "MF"
    draws: str = ""
    """What the way would draw: the chance of harm by hex, and AC checks."""
    command: str = ""
    """Who leaves the Command circle of his leader (S16)."""
    faster: str = ""
    """What it takes at the gallop, where it is too far for the plain way: ‹m› gallops there."""
    key: str = "‹m› moves"
    told: str = ""
    """The words for a march of several stacks."""
    dangers: Callable[[], str] | None = None
    """Works out `draws`: it takes longer than a key should."""

    def with_dangers(self) -> Plan:
        """The same with what it would draw."""
        return replace(self, draws=self.dangers()) if self.dangers else self

    @property
    def fits(self) -> bool:
        """Whether it may be gone, and the MF are enough."""
        return not self.fault and self.spent <= self.limit

    @property
    def text(self) -> str:
        """`K22 to K18: 4 of 6 MF`, with bonuses, or why not, and the key that does it."""
        if self.fault:
            return self.fault
        key = self.key if self.told or self.fits or self.faster else f"{self.key} only if you insist"
        return f"{self.in_lines} {key}."

    @property
    def in_lines(self) -> str:
        """The same where no key does it."""
        if self.fault:
            return self.fault
        if self.told:
            return f"{'; '.join(filter(None, (self.told, self.command, self.draws)))}."
        told = f" ({', '.join(self.notes)})" if self.notes else ""
        far = ": too far" if self.spent > self.limit else ""
        cost = f"{self.spent:g} of {self.limit:g} {self.unit}{told}{far}"
        more = "".join(f"; {words}" for words in (self.faster, self.command, self.draws) if words)
        return f"{self.way[0]} to {self.way[-1]}: {cost}{more}."


def fault(start: str, goal: str, why: str) -> Plan:
    """No plan, and why."""
    return Plan((start, goal), 0, 0, fault=why)


def plan_to(game: Game, units: Sequence[Unit], goal: str) -> Plan:
    """The way `m` would take these units of one hex to `goal`."""
    start, board = units[0].hex, game.board
    if board.distance(start, goal) > FARTHEST_PLAN:
        return fault(start, goal, f"{start} to {goal}: too far ({board.distance(start, goal)} hexes).")
    charge = next((item for item in berserk_charge.owed(game, units[0].side) if units[0].id in item.ids), None)
    if charge is not None:
        if goal not in (*charge.way, *charge.goals):
            return fault(start, goal, f"{charge.words} (A15.43): ‹m› in {start} does it.")
        plan = plan_along(game, charge.units, charge.way, past=charge.past)
        return replace(plan, notes=(f"{charge.words}, A15.43", *plan.notes))
    closed = move.closed_to(game, units)
    if goal in closed:
        if units[0].cavalry:
            return fault(
                start, goal, f"{goal} holds ENEMY units: Cavalry enters it in a charge (move UNITS {goal} charge)."
            )
        return fault(start, goal, f"{goal} holds ENEMY units: Infantry may not enter it in the MPh.")
    way = cheapest(game, units, start, goal)
    if not way:
        return fault(start, goal, f"There is no way from {start} to {goal}.")
    plan = plan_along(game, units, way)
    faster = "" if plan.fits else _at_the_gallop(game, units, goal)
    return replace(plan, faster=faster, key="‹m› gallops") if faster else plan


def plan_entry(game: Game, units: Sequence[Unit], name: str) -> Plan:
    """Return the plan of units off the map to enter in a hex (A2.51): its MF, the crowd there, and what they meet."""
    movers = [unit for unit in units if not unit.carrier]
    try:
        there = entering.entered(game, movers, name)
    except Refused as refusal:
        return fault(name, name, f"{refusal}.")
    limits, now = stack_allowance(game, movers), [there.state.units[unit.id] for unit in movers]
    worst = min(now, key=lambda unit: limits[unit.id] - unit.mf)
    spent, limit, unit = worst.mf, limits[worst.id], "MP" if worst.kind == "vehicle" else "MF"
    together = len(there.state.units_at(name, worst.side))
    told = f"{listed((item.id for item in movers), MOST_NAMED)} into {name}: {spent:g} of {limit:g} {unit}"
    told += ": too far" * (spent > limit) + f"; {together} units in one hex" * (together > 1)
    crowd = move.crowds(game, worst.side, name, movers)
    told += f"; overstacked: {crowd}" * bool(crowd)
    key = "‹m› enters there" + " only if you insist" * (spent > limit)
    dangers = partial(entry_prospects.perils, game, movers, name)
    return Plan((name,), spent, limit, unit=unit, told=told, key=key, dangers=dangers)


def _at_the_gallop(game: Game, units: Sequence[Unit], goal: str) -> str:
    """A13.36: what the same goal takes Cavalry that gallops; "" if it is too far even so."""
    if not all(unit.cavalry and not unit.flags & {"gallop", "blown"} for unit in units):
        return ""
    way = cheapest(game, units, units[0].hex, goal, "gallop")
    plan = plan_along(game, units, way, "gallop") if way else None
    if plan is None or not plan.fits:
        return ""
    return f"at the gallop {plan.spent:g} of {plan.limit:g}, blown in the next MPh"


def cheapest(game: Game, units: Sequence[Unit], start: str, goal: str, gait: str = "") -> list[str]:
    """The way that an order to move takes these units between two hexes; [] if none leads around the enemy."""
    way = move.cheapest_way(game, units, start, goal, (gait,))
    return way if len(way) > 1 and move.closed_to(game, units).isdisjoint(way[1:]) else []


def plan_along(game: Game, units: Sequence[Unit], way: Sequence[str], gait: str = "", past: Past = ()) -> Plan:
    """What going along every hex of a way takes, in this gait, some of them in Bypass, and what it would draw."""
    gained = entering.GAITS.get(gait, ())
    ordered = [replace(unit, flags=unit.flags.union(gained)) for unit in riding.as_ordered(units, (gait,))]
    found = _reckon(game, ordered, way, gait, past)
    if not found.fits:
        return found
    command = _leaving_words(game, {unit.id: way[-1] for unit in units})
    return replace(found, command=command, dangers=partial(way_words, game, (units, way)))


def _leaving_words(game: Game, goes: dict[str, str]) -> str:
    """`leaves Command range`, by name if not all do; "" if nobody does."""
    out = command_control.leaving(game, goes)
    if not out or len(out) == len(goes):
        return "leaves Command range" if out else ""
    return f"{listed(out, 2)} {'leaves' if len(out) == 1 else 'leave'} Command"


def crowd_words(game: Game, units: Sequence[Unit], way: Sequence[str], left: Collection[str] = ()) -> str:
    """Return `overstacked in I21: 1 MF more`: the hexes of a way that these units overstack (A5.11); "" for none.

    `left`: the hexes that others will have left by then.
    """
    crowds = crowded(game, units)
    full = [name for name in way[1:] if name in crowds and name not in left]
    return f"overstacked in {listed(full)}: {sum(crowds[name] for name in full)} MF more" if full else ""


def plan_march(game: Game, units: Sequence[Unit], route: Sequence[str], *, column: bool = False) -> Plan:
    """Where each stack of a group would go."""
    words = frozenset({"column"} if column else ())
    moves = spread(game, units, route, words)
    start = units[0].hex
    if not moves:
        return fault(start, route[-1], "No unit of the group can get any nearer to that hex.")
    every = dict.fromkeys(name for order in moves for name in order.path)
    ends = [f"{listed(order.units, 2)} to {order.path[-1]}" for order in moves]
    more = f" and {len(ends) - MOST_STACKS} more stacks" if len(ends) > MOST_STACKS else ""
    stay = len(formation.stacks(units)) - len(moves)
    stays = f"; {stay} as near as {'it' if stay == 1 else 'they'} can get" if stay else ""
    manner = "in column" if column else "side by side"
    command = _leaving_words(game, {key: order.path[-1] for order in moves for key in order.units})
    told = f"{counted(len(moves), 'stack')} {manner}: {', '.join(ends[:MOST_STACKS])}{more}{stays}"
    ways = [(game.state.present(order.units), order.path) for order in moves]
    from_where = [(stack, (stack[0].hex, *path)) for stack, path in ways if stack]
    whole = [(stack, move.plan(game, stack, way[1:], frozenset()).way) for stack, way in from_where]
    starts = [way[0] for _, way in whole]
    full = [crowd_words(game, stack, way, starts[:place]) for place, (stack, way) in enumerate(whole)]
    told = "; ".join([told, *filter(None, full)])
    return Plan(
        (start, *every), 0, 0,
        command=command, key="‹m› moves them all", told=told, dangers=partial(way_words, game, *from_where),
    )  # fmt: skip


def _reckon(game: Game, units: Sequence[Unit], way: Sequence[str], gait: str = "", past: Past = ()) -> Plan:
    """The MF of the unit of a stack that comes off worst on a way."""
    limits, notes = stack_allowance(game, units), []
    bonus = 0
    on_foot = all(unit.infantry and not unit.mf for unit in units)
    if on_foot and all(game.board.on_road(*step) for step in pairwise(way)):
        bonus = game.figure("road-bonus-mf")
        notes.append(f"road +{bonus}")
    if units[0].kind == "vehicle":
        try:
            spent = units[0].mf + driving.cost_of(game, units[0], way, Gait(frozenset({gait} - {""})))
        except Refused as refusal:
            return fault(way[0], way[-1], f"{refusal}.")
        riders = driving.loses_riders(game, units[0], way)
        return Plan(tuple(way), spent, limits[units[0].id], (riders,) if riders else (), unit="MP")
    crowds = crowded(game, units)
    if through := crowd_words(game, units, way):
        notes.append(through)
    worst: tuple[float, float, int] | None = None
    for unit in units:
        limit, spent = limits[unit.id] + bonus, unit.mf
        for a, b in pairwise(way):
            cost = step_cost(game, unit, a, b, Gait(past=past))
            if not cost.allowed:
                return fault(way[0], way[-1], f"{unit.id} cannot enter {b} from {a}: {cost.why}.")
            more = crowds.get(b, 0)
            spent += (max(limit, 1) if not spent else limit + 1) if cost.all else (cost.mf or 0) + more
        if worst is None or limit - spent < worst[1] - worst[0]:
            worst = (spent, limit, led(game, unit, units))
    spent, limit, by_leader = worst or (0, 0, 0)
    if by_leader:
        notes.insert(0, f"leader +{by_leader}")
    return Plan(tuple(way), spent, limit, tuple(notes))
