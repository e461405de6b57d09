"""What VASL shows, as orders: each change there as the order that leads to it by the rules, and as an adjustment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import MEN
from sasl.asl.game.state import Unit
from sasl.asl.movement.entering import may_enter
from sasl.asl.movement.move import plan
from sasl.beside.comparable import Piece
from sasl.beside.comparison import Comparison
from sasl.beside.differences import Difference, together, vertex
from sasl.beside.matching import hexes_between
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed, number_in, prefix_match
from sasl.orders import (
    adjust_orders,
    enemy_orders,
    entry_orders,
    move_orders,
    recovery_orders,
    settle_orders,
    setup_orders,
    vehicle_orders,
)
from sasl.orders.engine import parse_order, verify


class Step(Frozen):
    """What VASL shows of one stack or counter, and how the game gets there.

    `orders`: the lines by the rules, in their order; `adjust`: those by hand, without rules. `fault`: why the first
    order is not legal now, or "". `goals`: where which units are when it is done. `harm`: it takes counters away.
    """

    differences: tuple[Difference, ...]
    orders: tuple[str, ...]
    adjust: tuple[str, ...]
    fault: str = ""
    goals: tuple[tuple[str, str], ...] = ()
    harm: bool = False

    @property
    def sentence(self) -> str:
        """The differences in one line."""
        return "; ".join(text for _, text in together(self.differences))

    @property
    def likely(self) -> bool:
        """Whether it is taken over unless the player says no: it is legal, and takes nothing away."""
        return not self.fault and not self.harm

    def reached(self, game: Game) -> bool:
        """Whether the units are where VASL has them."""
        return all(unit in game.state.units and game.state.units[unit].hex == place for unit, place in self.goals)


def steps(game: Game, found: Comparison) -> list[Step]:
    """The steps that lead from the game to what the player has changed in VASL: moves first, then all else, by hex."""
    every = [*_movements(game, found), *_deployed(game, found)]
    covered = {id(item) for step in every for item in step.differences}
    for item in found.moved:
        if id(item) not in covered and (step := _by_hand(game, item, found)):
            every.append(step)
    return every


def _checked(
    game: Game,
    items: Sequence[Difference],
    order: Sequence[Order],
    by_hand: Sequence[Order],
    goals: Iterable[tuple[str, str]] = (),
    harm: bool = False,
    fault: str = "",
) -> Step:
    lines, hand = tuple(item.line() for item in order), tuple(item.line() for item in by_hand)
    return Step(tuple(items), lines or hand, hand, fault or _fault(game, (lines or hand)[0]), tuple(goals), harm)


def _fault(game: Game, line: str) -> str:
    """Why an order is not legal now, or ""."""
    try:
        verify(game, parse_order(game, line))
    except Refused as refusal:
        return str(refusal)
    return ""


# -- moves --------------------------------------------------------------------------------------------


def _movements(game: Game, found: Comparison) -> Iterator[Step]:
    """A step for each stack of units that went from one hex to another; a vehicle goes by itself."""
    stacks: dict[tuple[str, str, str, str], list[Difference]] = {}
    for item in found.moved:
        unit = game.state.units.get(item.piece.id)
        if item.what == "elsewhere" and item.there and unit:
            alone = unit.id if unit.kind == "vehicle" else ""
            stacks.setdefault((unit.side, alone, unit.hex, item.there.hex), []).append(item)
    tired = {item.piece.id: item for item in found.moved if (item.gained, item.lost) == (("cx",), ())}
    for (_, _, start, goal), items in stacks.items():
        units = [game.state.units[item.piece.id] for item in items]
        double = bool(start and goal) and all(unit.id in tired for unit in units)
        order, fault = _by_rule(game, units, start, goal, frozenset({"double"} if double else ()))
        if double and order:
            items = [*items, *(tired[unit.id] for unit in units)]
        names = tuple(unit.id for unit in units)
        put: list[Order] = [adjust_orders.Put(names, goal, off=not goal)]
        if double:
            put.append(settle_orders.SetStates(names, ("cx",)))
        yield _checked(game, items, order, put, [(name, goal) for name in names], not goal, fault)


def _by_rule(
    game: Game, units: Sequence[Unit], start: str, goal: str, options: frozenset[str]
) -> tuple[list[Order], str]:
    """The orders by which units get from one hex to another in this phase (none: only by hand), and what is wrong."""
    state, names = game.state, tuple(unit.id for unit in units)
    if units[0].side != "FRIENDLY":
        return [], ""
    if state.stage == "set-up":
        return ([setup_orders.Place(names, goal)] if goal else []), ""
    now = (state.side, state.phase) if state.stage == "play" else ("", "")
    if not goal:
        return ([entry_orders.Exit(names)] if now == ("FRIENDLY", "MPh") else []), ""
    if now == ("FRIENDLY", "MPh"):
        return _enter(game, units, goal) if not start else _move(game, units, goal, options)
    if now == ("FRIENDLY", "APh") and start:
        return [move_orders.Advance(names, goal)], ""
    if state.phase == "RtPh" and state.stage == "play" and start and any("broken" in unit.flags for unit in units):
        return [move_orders.Rout(names, (goal,))], ""
    if start and state.stage == "play":
        return [], f"units move in the MPh and advance in the APh; this is the {state.side} {state.phase}"
    return [], ""


def _move(game: Game, units: Sequence[Unit], goal: str, options: frozenset[str]) -> tuple[list[Order], str]:
    """The move by the cheapest way, with every hex of it, so that it can be corrected."""
    names = tuple(unit.id for unit in units)
    try:
        way = plan(game, units, (goal,), options).way
    except Refused as refusal:
        return [move_orders.Move(names, (goal,), options)], str(refusal)
    return [move_orders.Move(names, way[1:], options)], ""


def _enter(game: Game, units: Sequence[Unit], goal: str) -> tuple[list[Order], str]:
    """The entry by the hex of the own edge nearest to the goal, and the move from there."""
    names = tuple(unit.id for unit in units)
    edge = sorted(game.board.edge(game.edge_of("FRIENDLY")), key=lambda name: (hexes_between(name, goal), name))
    fault = ""
    for name in edge[:3]:
        try:
            may_enter(game, units, name)
        except Refused as refusal:
            fault = fault or str(refusal)
            continue
        onward: list[Order] = [] if name == goal else [move_orders.Move(names, (goal,))]
        return [entry_orders.Enter(names, name), *onward], ""
    return [entry_orders.Enter(names, edge[0])], fault


# -- by hand ------------------------------------------------------------------------------------------


def _deployed(game: Game, found: Comparison) -> Iterator[Step]:
    """A1.31: a step for each squad that is two HS in VASL."""
    halves = [item for item in found.moved if item.what == "new" and item.piece.sort == "hs"]
    for item in found.moved:
        squad = game.state.units.get(item.piece.id)
        if item.what != "other" or squad is None or squad.kind != "squad" or item.there is None:
            continue
        other = next((half for half in halves if _same_counter(half.piece, item.there)), None)
        if other and item.there.name == game.counter_of(squad).half:
            halves.remove(other)
            by_hand = [*_other(game, item, found), *_new(game, other, found)]
            yield _checked(game, [item, other], [recovery_orders.Split(squad.id)], by_hand)


def _same_counter(one: Piece, other: Piece) -> bool:
    return (one.form, one.hex) == (other.form, other.hex)


def _by_hand(game: Game, item: Difference, found: Comparison) -> Step | None:
    """A step for one counter; None where there is no order for it."""
    if item.what == "faces":
        return _faces(game, item)
    makers = {"elsewhere": _elsewhere, "states": _states, "other": _other, "new": _new, "gone": _gone}
    orders = makers[item.what](game, item, found)
    return _checked(game, [item], (), orders, harm=item.what == "gone") if orders else None


def _faces(game: Game, item: Difference) -> Step:
    """C3.2: a step for a Gun or vehicle that was turned; in play the player's own turn by the rules."""
    assert item.there is not None
    name, to = item.piece.id, vertex(item.there)
    by_rule = game.state.stage == "play" and game.state.units[name].side == "FRIENDLY"
    return _checked(game, [item], [vehicle_orders.Turn(name, to)] if by_rule else (), [adjust_orders.Face(name, to)])


def _elsewhere(game: Game, item: Difference, found: Comparison) -> list[Order]:
    assert item.here is not None and item.there is not None
    if item.here.sort == "suspect":
        goal = item.there.hex
        return [enemy_orders.SuspectMove(item.here.id, goal) if goal else enemy_orders.SuspectRemove(item.here.id)]
    if item.here.sort == "sw" and item.there.hex:
        return [adjust_orders.Give(item.here.id, _holder(item.there, found) or item.there.hex)]
    return []


def _holder(weapon: Piece, found: Comparison) -> str:
    """Who of its nation is in the hex of a SW in VASL, a squad first."""
    there = [
        (MEN.index(mine.sort), mine.id)
        for mine, theirs in found.pairs
        if theirs.hex == weapon.hex and mine.nation == weapon.nation and mine.sort in MEN
    ]
    return min(there)[1] if there else ""


def _states(game: Game, item: Difference, found: Comparison) -> list[Order]:
    name, gained, lost = item.piece.id, item.gained, item.lost
    if gained == ("broken",) and set(lost) <= {"pinned", "concealed"} and item.piece.sort in MEN:
        return [settle_orders.Break((name,))]
    if not lost and gained == ("pinned",):
        return [settle_orders.Pin((name,))]
    if not gained and lost == ("concealed",):
        return [settle_orders.Reveal((name,))]
    if not lost and gained == ("malfunctioned",):
        return [settle_orders.Malfunction((name,))]
    unit = game.state.units.get(name)
    if unit and "broken" in lost and "dm" in unit.flags:
        lost = (*lost, "dm")
    if unit and "broken" in gained:
        gained = (*gained, "dm")
    return [settle_orders.SetStates((name,), (*gained, *(f"-{flag}" for flag in lost)))]


def _other(game: Game, item: Difference, found: Comparison) -> list[Order]:
    assert item.there is not None
    if item.piece.sort == "suspect":
        return [enemy_orders.SuspectTurn(item.piece.id, item.there.name.lower())]
    return [adjust_orders.Become(item.piece.id, item.there.name)] if item.piece.id in game.state.units else []


def _new(game: Game, item: Difference, found: Comparison) -> list[Order]:
    piece = item.piece
    if piece.sort == "suspect":
        return [enemy_orders.SuspectAdd(piece.hex)]
    side = next((side for side in ("friendly", "enemy") if game.mission.army(side.upper()).nation == piece.nation), "")
    return [adjust_orders.New(side, piece.name, piece.hex)] if side else []


def _gone(game: Game, item: Difference, found: Comparison) -> list[Order]:
    name = item.piece.id
    if item.piece.sort == "suspect":
        return [enemy_orders.SuspectRemove(name)]
    return [settle_orders.Scrap(name)] if item.piece.sort == "sw" else [settle_orders.Eliminate((name,))]


def waiting_words(left: Sequence[Step]) -> str:
    """What is still to be taken over: `628a and 91a are not yet in K18; 2 more wait`."""
    first = left[0]
    names, goal = [name for name, _ in first.goals], first.goals[0][1] if first.goals else ""
    more = f"; {len(left) - 1} more are waiting" if len(left) > 1 else ""
    if not names:
        return f"{first.sentence} is not taken over{more}"
    return f"{listed(names)} {'is' if len(names) == 1 else 'are'} not yet in {goal}{more}"


# -- what the player chooses --------------------------------------------------------------------------


class Chosen(Frozen):
    """The steps to be taken over, each with its lines as they are to be given; or (`refused`) VASL follows the game."""

    steps: tuple[tuple[Step, tuple[str, ...]], ...] = ()
    refused: bool = False


def corrected(game: Game, every: Sequence[Step], reply: str) -> list[Step] | None:
    """The steps with another order where a reply names one: `2 move 628a L19 L18`; None if it names none.

    Refused if that order is not legal now.
    """
    words = reply.split()
    number = number_in(words[0], 1, len(every)) if len(words) > 1 else None
    if number is None or number_in(words[1], 0, MOST) is not None:
        return None
    place = number - 1
    return [*every[:place], with_order(game, every[place], " ".join(words[1:])), *every[number:]]


def with_order(game: Game, step: Step, line: str) -> Step:
    """The step with another first order. Refused if that is not legal now."""
    verify(game, parse_order(game, line))
    return replace(step, orders=(line, *step.orders[1:]), fault="")


def choose(every: Sequence[Step], reply: str) -> Chosen:
    """What a typed reply takes over: `orders`, `hand` or `none`, alone or with numbers. Refused for any other."""
    words = reply.lower().split()
    named = prefix_match(words[0], MANNERS) if words else []
    numbers = [number_in(word, 1, len(every)) for word in words[len(named) :]]
    if len(named) > 1 or None in numbers:
        raise Refused(f"'{reply}' is not an answer: {', '.join(MANNERS)}, or with numbers: hand 1 3")
    if named == [NONE]:
        return Chosen(refused=True)
    wanted = [every[number - 1] for number in numbers if number] or [step for step in every if step.likely]
    return Chosen(tuple((step, step.adjust if named == [BY_HAND] else step.orders) for step in wanted))


MOST = 999
ORDERS, BY_HAND, NONE = MANNERS = ("orders", "hand", "none")
"""By orders under the rules, by hand, or not at all: VASL is to follow the game."""
