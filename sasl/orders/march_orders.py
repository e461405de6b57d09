"""Several stacks move by one order, one after another; and what is left of an order to move that has halted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Self

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.places import known_hex
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import entering, formation, mf_limit, move, riding
from sasl.asl.movement.allowance import able
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.movement.step import STOPS
from sasl.asl.terrain import pillboxes
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound, Kind, Slot
from sasl.kernel.orders.order import Order
from sasl.kernel.text import counted, listed
from sasl.orders.entry_orders import Enter, EnterAuto
from sasl.orders.kinds import is_place, select_in
from sasl.orders.move_orders import Move, Wave, WaveOn
from sasl.orders.stages import command, in_mph
from sasl.solitaire.briefing import prompts

COLUMN, AND = "column", "and"
GAITS = ("assault", "double", "gallop", "off-road")
"""What all of a march may do alike."""
MANY = 3
"""From this many stacks beside the first on they are counted, not named."""


class March(Order):
    """A4.2: stacks move one after another, each by an order of its own, until something makes the player think again.

    Of words: units of one hex go the way that is named for them; those of several hexes go together, side by side as
    they stand or, with `column`, one behind the other (`formation`, [house]). Who may not move stays behind.
    """

    FORM = "march UNITS WAY:path… [and UNITS WAY:path…]… [column|" + "|".join(GAITS) + "]…"
    moves: tuple[Move, ...]
    stays: tuple[str, ...] = ()

    @classmethod
    def read(cls, game: Game, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """Each group with its way, spelt out stack by stack."""
        parts: list[tuple[str, list[str]]] = []
        for node, word in bound.match:
            if isinstance(node, Slot) and node.name == "units":
                parts.append((word, []))
            elif isinstance(node, Slot):
                parts[-1][1].append(word)
        said = frozenset(bound.said) - {AND}
        moves: list[Move] = []
        stays: list[str] = []
        for word, path in parts:
            named = not is_place(game.state, word)  # then vehicles go as well as men
            units, left = able(select_in(game, word, game.state.side), place=True, together=named)
            stays += left
            groups = formation.stacks(units)
            if len(groups) > 1:
                moves += spread(game, units, [known_hex(game, name) for name in path], said)
            else:
                alone = Bound({"units": (word,), "path": tuple(path)}, tuple(said - {COLUMN}))
                order = replace(Move.read(game, alone, kinds), stays=())
                moves.append(_within_mf(game, order))
        if not moves:
            raise Refused("none of them can get any nearer to the end of the march")
        return cls(tuple(moves), tuple(stays))

    def verify(self, game: Game) -> None:
        for order in self.moves:
            order.verify(game)

    def run(self, ctx: Context) -> None:
        """A4.2: one stack after another; fire, a new enemy, or a stack that did not come through ends it."""
        for why in self.stays:
            ctx.tell(f"Stays behind: {why}.")
        for number, planned in enumerate(self.moves):
            leaving = _sent(self.moves[number + 1 :])
            order = _as_far_as_it_can(ctx.game, planned, leaving) if number else planned
            if order is None:
                ctx.tell(f"Stays behind: {_no_longer(ctx.game, planned, leaving)}.")
                continue
            begun, foes = len(ctx.events), _foes(ctx)
            order.run(ctx)
            fired = any(isinstance(event, ev.Fired) for event in ctx.events[begun:])
            rest = self.moves[number + 1 :]
            if rest and (fired or _foes(ctx) - foes or not _came(ctx, order)):
                ctx.tell(f"The march halts; still to go: {in_short(March(rest))}.")
                return

    def line(self) -> str:
        options = [word for word in GAITS if any(word in order.options for order in self.moves)]
        bare = (replace(order, options=frozenset()).line().split(" ")[1:] for order in self.moves)
        return " ".join(("march", f" {AND} ".join(" ".join(words) for words in bare), *options))


def in_short(order: Order) -> str:
    """An order to move in a few words: the first of many stacks, how many more, and who stays behind."""
    if not isinstance(order, March):
        return order.line()
    first, *more = order.moves
    words = order.line() if len(more) < MANY else f"{first.line()} and {counted(len(more), 'more stack')}"
    verb = "stays" if len(order.stays) == 1 else "stay"
    return f"{words}; {verb} behind: {listed(order.stays, 2)}" if order.stays else words


def _why_not(game: Game, order: Move, leaving: Sequence[str] = ()) -> str:
    """Why a move of a march is not legal any more, or its MF or the room are not there; "" if it still fits.

    `leaving`: those who will still go on from where they stand.
    """
    try:
        plan = order.plan(game)
    except LookupError:
        return f"{'it is' if len(order.units) == 1 else 'they are'} gone"
    except Refused as refusal:
        return str(refusal)
    units = _under_way(plan.units, order.options)
    if not formation.affords(game, units, plan.way):
        return f"{'it lacks' if len(plan.units) == 1 else 'they lack'} the MF"
    room = formation.has_room(game, units, plan.way[-1], leaving)
    return "" if room or len(plan.way) == 1 else "there is no room (A5.1)"


def _under_way(units: Sequence[Unit], options: frozenset[str]) -> list[Unit]:
    """The units as they are once an order with these words has begun: with the MF of a gallop or of Double Time."""
    units = riding.as_ordered(units, options)
    return mf_limit.doubling(units) if "double" in options and all(unit.infantry for unit in units) else units


def _within_mf(game: Game, order: Move) -> Move:
    """A move of a march, as far as its MF go; as it stands where they are enough, or it is refused anyhow."""
    plan = order.plan(game)
    units = _under_way(plan.units, order.options)
    if formation.affords(game, units, plan.way):
        return order
    return _cut(order, formation.as_far(game, units, order.path))


def _cut(order: Move, path: tuple[str, ...]) -> Move:
    """A move that ends sooner; as it stands if there is no sooner end."""
    return replace(order, path=path, beside=tuple(item for item in order.beside if item[0] in path)) if path else order


def _sent(moves: Sequence[Move]) -> tuple[str, ...]:
    """All who are sent by them."""
    return tuple(key for order in moves for key in order.units)


def _no_longer(game: Game, order: Move, leaving: Sequence[str]) -> str:
    """Who stays behind, and why, in words."""
    why = _why_not(game, order, leaving)
    return f"{listed(order.units)} can no longer go to {order.path[-1]} ({why})"


def _foes(ctx: Context) -> set[str]:
    return {unit.id for unit in ctx.state.on_map(opponent(ctx.state.side))}


def _came(ctx: Context, order: Move) -> bool:
    """Whether all who were sent are where they were sent to, and well."""
    units = [ctx.state.units.get(key) for key in order.units]
    return all(unit is not None and unit.hex == order.path[-1] and not unit.flags & STOPS for unit in units)


def spread(game: Game, units: Sequence[Unit], route: Sequence[str], words: frozenset[str]) -> list[Move]:
    """The moves of a group along a route: side by side, or one behind the other if `words` say `column`."""
    units = _under_way(units, words)
    lay = formation.in_column if COLUMN in words else formation.abreast
    ways = lay(game, formation.stacks(units), route)
    return [Move(tuple(unit.id for unit in group), way, words - {COLUMN}) for group, way in ways]


MOVES = (Move, March, Enter, EnterAuto, Wave, WaveOn)
"""The orders that fire can halt."""


def go_on(game: Game, order: Order, facts: Iterable[ev.Event]) -> Order | None:
    """The rest of an order to move that has halted, for those who still can (A8.1); None if nothing is left of it.

    `facts`: what came of the order, from which it is known how far they have gone. What is left of a march says who
    `stays` behind, and why.
    """
    state = game.state
    if isinstance(order, EnterAuto):
        return order if state.phase == "MPh" and entering.waiting(game, state.side) else None
    if state.wave is not None:
        return WaveOn() if isinstance(order, (Wave, WaveOn)) else None
    steps = [fact for fact in facts if isinstance(fact, ev.UnitsMoved)]
    if isinstance(order, Enter):
        return _move_on(game, Move(order.units, (order.hex, *order.path), order.options), steps)
    if isinstance(order, March):
        return _march_on(game, order, steps)
    return _move_on(game, order, steps) if isinstance(order, Move) else None


def not_begun(game: Game, order: Order | None) -> Order | None:
    """What is left of an earlier march for those who have not begun it; other orders have come in between."""
    if not isinstance(order, March) or game.state.phase != "MPh":
        return None
    waiting = [item for item in order.moves if not _has_begun(game, item)]
    left = (_as_far_as_it_can(game, item, _sent(waiting[number + 1 :])) for number, item in enumerate(waiting))
    return _of_moves([item for item in left if item is not None])


def _of_moves(moves: Sequence[Move], stays: Sequence[str] = ()) -> Order | None:
    """A march of these moves, or the only one of them; None if there are none."""
    if len(moves) > 1 or (moves and stays):
        return March(tuple(moves), tuple(stays))
    return moves[0] if moves else None


def _has_begun(game: Game, order: Move) -> bool:
    """Whether any of those sent have spent MF, are on the way, or are no more."""
    units = game.state.present(order.units)
    return len(units) < len(order.units) or any(unit.mf or unit.hex in order.path for unit in units)


def _march_on(game: Game, order: March, steps: Sequence[ev.UnitsMoved]) -> Order | None:
    """What is left of each move of a march, as far as it can go: of those who have not begun, the whole of it."""
    if game.state.phase != "MPh":
        return None
    moves: list[Move] = []
    stays: list[str] = []
    for number, item in enumerate(order.moves):
        left = _move_on(game, item, steps) if _has_begun(game, item) else item
        if left is None:
            continue
        leaving = _sent(order.moves[number + 1 :])
        charges = left.path[-1:] != item.path[-1:]  # A15.43: it must, whatever the march was for
        near = left if charges else _as_far_as_it_can(game, left, leaving)
        if near is None:
            stays.append(_no_longer(game, left, leaving))
        else:
            moves.append(near)
    return _of_moves(moves, stays)


def _as_far_as_it_can(game: Game, order: Move, leaving: Sequence[str]) -> Move | None:
    """A move as it stands, or cut short to where its MF and the room there take it; None if it cannot go at all.

    So goes on who has lost his leader, or whose place others hold whom fire has stopped there.
    """
    if not _why_not(game, order, leaving):
        return order
    units = game.state.present(order.units)
    if len(units) < len(order.units):
        return None
    near = _cut(order, formation.as_far(game, _under_way(units, order.options), order.path, leaving))
    return None if _why_not(game, near, leaving) else near


def _move_on(game: Game, order: Move, steps: Sequence[ev.UnitsMoved]) -> Move | None:
    """What is left of a move for those of the movers who can go on; who gallops or is CX does so without a word.

    Who has gone berserk does not go along: if any of them must charge, that comes first (A15.43).
    """
    ids = tuple(name for name in prompts.movers(game) if not game.state.units[name].flags & STOPS)
    ids = tuple(name for name in ids if name in order.units)
    charge = next((item for item in berserk_charge.owed(game, game.state.side) if set(item.ids) & set(ids)), None)
    if charge is not None:
        return _charging(charge)
    left = _ahead(order, steps) or _still_outside(game, order, ids)
    if not ids or not left:
        return None
    beside = tuple(item for item in order.beside if item[0] in left)
    options = order.options - entering.GAITS.keys()
    return replace(order, units=ids, path=left, options=options, beside=beside, stays=())


def owed_charge(game: Game) -> Move | None:
    """A15.43: the charge that comes before anything else the player does in his MPh; None if nobody owes one."""
    charge = berserk_charge.first_of_all(game, game.state.side)
    return _charging(charge) if charge is not None else None


def _charging(charge: berserk_charge.Charge) -> Move:
    """The order that makes a charge."""
    return Move(charge.ids, charge.way[1:], beside=charge.beside)


def _still_outside(game: Game, order: Move, ids: Sequence[str]) -> tuple[str, ...]:
    """B30.33: the last hex again for those who have come into it and not yet into its pillbox."""
    last = order.path[-1]
    units = [game.state.units[key] for key in ids]
    wait = [unit for unit in units if unit.hex == last and not pillboxes.around(game, unit)]
    return (last,) if "into" in order.options and wait and pillboxes.at(game, last) else ()


def _ahead(order: Move, steps: Sequence[ev.UnitsMoved]) -> tuple[str, ...]:
    """The hexes that a move names and has not come to: those between them were the program's choice."""
    left = list(order.path)
    for name in (name for step in steps if set(step.ids) & set(order.units) for name in step.path):
        if left and name == left[0]:
            del left[0]
    return tuple(left)


COMMANDS = (
    command(
        March,
        group="move",
        summary="move several stacks, one after another: side by side as they stand, or each by its own way",
        when=in_mph,
        example=(
            "march 628a,458a K20",
            "march coy-1 K20 K18 column",
            "march 628a K20 and 458a L21 assault",
            "march coy-1 K20 double",
            "march 527a,527b K20 gallop",
            "march T34a,T34b K20 off-road",
        ),
        options={
            COLUMN: "one behind the other along the way, a hex apart [house]",
            AND: "another stack, with its own way",
            **{word: move.OPTIONS[word] for word in GAITS},
        },
    ),
)
