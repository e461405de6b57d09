"""The charge of the berserk (A15.43): whom they must charge, by which way, and who owes one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import inf

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Side, Unit, opponent
from sasl.asl.infantry.berserk import known_enemies_in_los
from sasl.asl.movement.allowance import is_able, stack_allowance
from sasl.asl.movement.costs import PLAIN, Gait
from sasl.asl.movement.marching import spent_after
from sasl.asl.movement.step import held
from sasl.asl.terrain import fires, smoke
from sasl.board.movement import infantry_cost
from sasl.board.movement import path as find_path
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed

FREE = frozenset({"into", "dash"})
"""What a charge may do besides going its way (A15.431): no Assault Movement, no Double Time; of a SMC alone it makes an
Infantry OVR by itself (A15.432).
"""


class Charge(Frozen):
    """A charge that is owed: who makes it together, the hexes it may be aimed at, and its way as far as it goes now.

    `way` begins with the hex they are in and is empty if they have not the MF for one step of it.
    """

    units: tuple[Unit, ...]
    goals: tuple[str, ...]
    way: tuple[str, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """Who makes it."""
        return tuple(unit.id for unit in self.units)

    @property
    def line(self) -> str:
        """`move 458a G8 G7`."""
        return f"move {','.join(self.ids)} {' '.join(self.way[1:])}"

    @property
    def words(self) -> str:
        """`458a is berserk and charges the ENEMY in G7`."""
        verb = "is berserk and charges" if len(self.units) == 1 else "are berserk and charge"
        return f"{listed(self.ids)} {verb} the {opponent(self.units[0].side)} in {' or '.join(self.goals)}"


def owed(game: Game, side: Side) -> list[Charge]:
    """A15.43: the charges that the berserk of a side have still to make, or to end, in their MPh."""
    found: list[Charge] = []
    seen: set[str] = set()
    for unit in game.state.on_map(side):
        if "berserk" not in unit.flags or unit.id in seen or not under_way(game, unit):
            continue
        units = company(game, unit)
        seen |= {other.id for other in units}
        goals = targets(game, unit)
        if not goals:
            continue
        way = within_mf(game, units, shortest(game, units, _nearest_by_way(game, units, goals)))
        found.append(Charge(tuple(units), goals, way))
    return [charge for charge in found if charge.way]


def under_way(game: Game, unit: Unit) -> bool:
    """Whether a unit may still move: who has begun goes on only while no other has moved since (A4.2)."""
    moving = game.state.moving
    return is_able(unit) and (not unit.mf or (moving is not None and unit.id in moving.ids))


def company(game: Game, unit: Unit) -> list[Unit]:
    """A15.43: the berserk of a hex charge as one stack, but for those who are elsewhere in their move, or wounded."""
    return [
        other for other in game.state.units_at(unit.hex, unit.side)
        if "berserk" in other.flags and under_way(game, other) and bool(other.mf) == bool(unit.mf)
        and ("wounded" in other.flags) == ("wounded" in unit.flags)
    ]  # fmt: skip


def targets(game: Game, unit: Unit) -> tuple[str, ...]:
    """A15.43: the hexes of the nearest Known enemies in LOS, one of which it must charge; none where it is with one.

    Out of sight of all, it goes on to whom it saw from where it has come (A15.431). An enemy behind what lets no way
    through is none (A15.45).
    """
    places = _seen_from(game, unit)
    moving = game.state.moving
    if not places and unit.mf and moving is not None and unit.id in moving.ids:
        trail = [name for name, _ in moving.trail if name and name != unit.hex]
        earlier = (_seen_from(game, replace(unit, hex=name)) for name in reversed(trail))
        places = next((seen for seen in earlier if seen), [])
    if unit.hex in places:
        return ()
    for _, near in groupby(places, key=lambda name: game.board.distance(unit.hex, name)):
        if goals := [name for name in near if shortest(game, [unit], name)]:
            return tuple(goals)
    return ()


def _seen_from(game: Game, unit: Unit) -> list[str]:
    """The hexes of the Known enemies it sees, the nearest first."""
    return list(dict.fromkeys(other.hex for other in known_enemies_in_los(game, unit)))


def shortest(game: Game, units: Sequence[Unit], goal: str) -> list[str]:
    """A15.431: the shortest way in MF, through no other hex the enemy holds and no Blaze (A15.45); [] if none."""
    unit = units[0]
    closed = held(game, unit.side) - {goal}

    def extra(name: str) -> float:
        return inf if name in closed or fires.ablaze(game, name) else float(smoke.entry_mf(game, name))

    way = find_path(game.board, unit.hex, goal, extra_cost=extra)
    return [] if any(extra(name) == inf for name in way[1:]) else way


def within_mf(game: Game, units: Sequence[Unit], way: Sequence[str]) -> tuple[str, ...]:
    """The part of a way that all of `units` have the MF for, until a nearer enemy comes in sight; () if none."""
    limits = stack_allowance(game, units)
    for length in range(_in_view(game, units[0], way, way[-1]) if way else 0, 1, -1):
        part = tuple(way[:length])
        try:
            spent = [spent_after(game, unit, part, limits[unit.id], PLAIN, units) for unit in units]
        except Refused:
            continue
        if all(mf <= limits[unit.id] for mf, unit in zip(spent, units, strict=True)):
            return part
    return ()


def _in_view(game: Game, unit: Unit, way: Sequence[str], goal: str) -> int:
    """A15.431: how many hexes of a way to `goal` lie before, and with, the first from which another enemy is nearer."""
    for number, name in enumerate(way[1:-1], 2):
        seen = _seen_from(game, replace(unit, hex=name))
        if seen and game.board.distance(name, seen[0]) < game.board.distance(name, goal):
            return number
    return len(way)


def _nearest_by_way(game: Game, units: Sequence[Unit], goals: Sequence[str]) -> str:
    """The goal that takes the fewest MF; the player may choose another (A15.43)."""
    return min(goals, key=lambda name: (_price(game, shortest(game, units, name)), name))


def _price(game: Game, way: Sequence[str], gait: Gait = PLAIN) -> float:
    """The MF of a way as `shortest` weighs them."""
    total, most = 0.0, game.board.chart.figure("all_mf")
    for a, b in pairwise(way):
        mf = infantry_cost(game.board, a, b, past=bool(gait.along(b))).mf
        total += (most if mf is None else mf) + smoke.entry_mf(game, b)
    return total


# -- what an order may do -----------------------------------------------------------------------------


def may_go(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> None:
    """A15.43: refused unless a move is the charge that the berserk among `units` owe; others wait for it."""
    wild = [unit for unit in units if "berserk" in unit.flags]
    if not wild:
        _after_the_charges(game, units)
        return
    if len(wild) < len(units):
        calm = next(unit.id for unit in units if "berserk" not in unit.flags)
        raise Refused(f"{wild[0].id} is berserk and charges without {calm}: name it alone (A15.43)")
    unit = wild[0]
    if unit.hex in _seen_from(game, unit):
        raise Refused(
            f"{unit.id} is berserk and among the {opponent(unit.side)} in {unit.hex}: it fights there (A15.432)"
        )
    goals = targets(game, unit) if under_way(game, unit) else ()
    if not goals:
        return  # nobody to charge, or its move was over
    charge = next((item for item in owed(game, unit.side) if unit.id in item.ids), None)
    if charge is None:
        raise Refused(f"{unit.id} is berserk and has not the MF to charge on at {' or '.join(goals)} (A15.43)")
    left = [other.id for other in charge.units if other.id not in {one.id for one in units}]
    if left:
        raise Refused(f"the berserk of {way[0]} charge together, {listed(left)} too: {charge.line} (A15.43)")
    if wrong := sorted(gait.options - FREE):
        raise Refused(f"{charge.words} with all its MF, not by {wrong[0]}: {charge.line} (A15.431)")
    aims = [goal for goal in charge.goals if _leads_to(game, units, way, gait, goal)]
    if not aims:
        raise Refused(f"{charge.words} by the shortest way: {charge.line} (A15.43)")
    seen = min(_in_view(game, unit, way, goal) for goal in aims)
    if seen < len(way):
        turn = f"move {','.join(charge.ids)} {way[seen - 1]}"
        raise Refused(f"{charge.words} only as far as {way[seen - 1]}: a nearer one is seen there; {turn} (A15.431)")


def _leads_to(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait, goal: str) -> bool:
    """Whether a way is, or begins, one to a goal that takes no more MF than the shortest."""
    rest = shortest(game, [replace(unit, hex=way[-1]) for unit in units], goal)
    best = _price(game, shortest(game, units, goal))
    return bool(rest) and _price(game, way, gait) + _price(game, rest) <= best


def _after_the_charges(game: Game, units: Sequence[Unit]) -> None:
    """A15.43: the charges are made at the start of the MPh, before a player moves others."""
    if why := waits_for(game, units[0].side):
        raise Refused(why)


def waits_for(game: Game, side: Side) -> str:
    """A15.43: which charge comes before anything else a player does in his MPh, or "" (option mf-limit)."""
    if mind_of(game, side) is not None or not game.state.option("mf-limit"):
        return ""
    charge = next(_open(game, side), None)
    return f"{charge.words}, first of all: {charge.line} (A15.43)" if charge else ""


def _open(game: Game, side: Side) -> Iterator[Charge]:
    if (game.state.side, game.state.phase, game.state.stage) == (side, "MPh", "play"):
        yield from owed(game, side)
