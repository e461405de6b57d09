"""The charge of the berserk (A15.43): whom they must charge, by which way, and who owes one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.berserk import known_enemies_in_los
from sasl.asl.movement.allowance import is_able, stack_allowance
from sasl.asl.movement.bypass import Beside
from sasl.asl.movement.charging import charge_way
from sasl.asl.movement.charging.charge_way import Way, shortest
from sasl.asl.movement.ground.costs import Gait, Past
from sasl.asl.movement.mf_limit import spent_after
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed

FREE = frozenset({"into", "dash"})
"""What a charge may do besides its way (A15.431): no Assault Movement, no Double Time; of an SMC alone it makes an
Infantry OVR by itself (A15.432).
"""


class Charge(Frozen):
    """A charge that is owed: who makes it together, the hexes it may be aimed at, and its way as far as it goes now.

    `way` begins with the hex they are in and is empty if they have not the MF for one step of it; `past`: the hexes of
    it that they go round in Bypass.
    """

    units: tuple[Unit, ...]
    goals: tuple[str, ...]
    way: tuple[str, ...]
    past: Past = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """Who makes it."""
        return tuple(unit.id for unit in self.units)

    @property
    def beside(self) -> Beside:
        """The hexes gone round, and those beyond the hexsides that it goes along."""
        return Way(self.way, self.past).beside

    @property
    def line(self) -> str:
        """`move 458a G8 G7`; a hex gone round with those beyond its hexsides: `move 458a G8-H8 G7`."""
        beside = dict(self.beside)
        path = ("-".join((name, *beside.get(name, ()))) for name in self.way[1:])
        return " ".join(("move", ",".join(self.ids), *path))

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
        part = within_mf(game, units, shortest(game, unit, _nearest_by_way(game, unit, goals)))
        found.append(Charge(tuple(units), goals, part.hexes, part.past))
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
        if goals := [name for name in near if shortest(game, unit, name).hexes]:
            return tuple(goals)
    return ()


def _seen_from(game: Game, unit: Unit) -> list[str]:
    """The hexes of the Known enemies it sees, the nearest first."""
    return list(dict.fromkeys(other.hex for other in known_enemies_in_los(game, unit)))


def within_mf(game: Game, units: Sequence[Unit], way: Way) -> Way:
    """The part of a way that all of `units` have the MF for, until a nearer enemy comes in sight; empty if none."""
    limits = stack_allowance(game, units)
    for length in range(_in_view(game, units[0], way, way.hexes[-1]) if way.hexes else 0, 1, -1):
        part = way.part(length)
        if not way.ends(length):
            continue
        gait = Gait(past=part.past)
        try:
            spent = [spent_after(game, unit, part.hexes, limits[unit.id], gait, units) for unit in units]
        except Refused:
            continue
        if all(mf <= limits[unit.id] for mf, unit in zip(spent, units, strict=True)):
            return part
    return Way()


def _in_view(game: Game, unit: Unit, way: Way, goal: str) -> int:
    """A15.431: how many hexes of a way to `goal` lie before, and with, the first from which another enemy is nearer.

    Those who see him in Bypass go on to the next hex that they enter (A4.32).
    """
    for number, name in enumerate(way.hexes[1:-1], 2):
        seen = _seen_from(game, replace(unit, hex=name))
        if seen and game.board.distance(name, seen[0]) < game.board.distance(name, goal):
            return next(length for length in range(number, len(way.hexes) + 1) if way.ends(length))
    return len(way.hexes)


def _nearest_by_way(game: Game, unit: Unit, goals: Sequence[str]) -> str:
    """The goal that takes the fewest MF; the player may choose another (A15.43)."""
    return min(goals, key=lambda name: (shortest(game, unit, name).mf, name))


# -- what an order may do -----------------------------------------------------------------------------


def may_go(game: Game, units: Sequence[Unit], way: Sequence[str], gait: Gait) -> None:
    """A15.43: refused unless a move is the charge that the berserk among `units`, if any, owe."""
    wild = [unit for unit in units if "berserk" in unit.flags]
    if not wild:
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
        raise Refused(f"{unit.id} is berserk but lacks the MF to charge on at {' or '.join(goals)} (A15.43)")
    left = [other.id for other in charge.units if other.id not in {one.id for one in units}]
    if left:
        raise Refused(
            f"berserk units in {way[0]} charge together, so name {listed(left)} as well: {charge.line} (A15.43)"
        )
    if wrong := sorted(gait.options - FREE):
        raise Refused(f"{charge.words} with all its MF, not by {wrong[0]}: {charge.line} (A15.431)")
    aims = [goal for goal in charge.goals if _leads_to(game, unit, way, gait, goal)]
    if not aims:
        raise Refused(f"{charge.words} by the shortest way: {charge.line} (A15.43)")
    seen = min(_in_view(game, unit, Way(tuple(way), gait.past), goal) for goal in aims)
    if seen < len(way):
        turn = f"move {','.join(charge.ids)} {way[seen - 1]}"
        raise Refused(
            f"{charge.words} only as far as {way[seen - 1]}, where a nearer one comes into LOS; {turn} (A15.431)"
        )


def _leads_to(game: Game, unit: Unit, way: Sequence[str], gait: Gait, goal: str) -> bool:
    """Whether a way is, or begins, one to a goal that takes no more MF than the shortest."""
    rest, best = shortest(game, replace(unit, hex=way[-1]), goal), shortest(game, unit, goal)
    return bool(rest.hexes) and charge_way.price(game, way, gait.past) + rest.mf <= best.mf


def first_of_all(game: Game, side: Side) -> Charge | None:
    """A15.43: the charge that comes before anything else a player does in his MPh (option mf-limit)."""
    if mind_of(game, side) is not None or not game.state.option("mf-limit"):
        return None
    return next(_open(game, side), None)


def waits_for(game: Game, side: Side) -> str:
    """`first_of_all` in words, with the order that makes it; "" if no charge waits."""
    charge = first_of_all(game, side)
    return f"{charge.words}, first of all: {charge.line} (A15.43)" if charge else ""


def _open(game: Game, side: Side) -> Iterator[Charge]:
    if (game.state.side, game.state.phase, game.state.stage) == (side, "MPh", "play"):
        yield from owed(game, side)
