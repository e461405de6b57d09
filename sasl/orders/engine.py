"""The one door: `play` runs a command as a transaction, `legal` says what may be typed now."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import State
from sasl.asl.infantry import prisoners
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.terrain import walls
from sasl.content.library import Library
from sasl.kernel.frozen import fields, replace
from sasl.kernel.orders import commands
from sasl.kernel.orders.commands import Ask as Ask
from sasl.kernel.orders.commands import Done as Done
from sasl.kernel.orders.commands import No as No
from sasl.kernel.orders.commands import Prompt as Prompt
from sasl.kernel.orders.commands import run_transaction
from sasl.kernel.orders.order import Command, Order
from sasl.kernel.text import sentence
from sasl.kernel.transaction import Refused
from sasl.orders.mission_commands import COMMANDS
from sasl.orders.stages import GROUPS
from sasl.solitaire.briefing.prompts import awaited
from sasl.solitaire.checks import table_checks
from sasl.solitaire.solitaire_reactions import Solitaire

Outcome = Done[Game] | Ask | No


def play(game: Game, given: Order | str, answers: Sequence[str] = (), *, tells: bool = True) -> Outcome:
    """Carry out an order, or the one that a line means, with `answers`: all of it or nothing of it.

    `tells` False: without messages to a player.
    """
    context = Context(game, tuple(answers), tells=tells)

    def run() -> None:
        order = parse_order(game, given) if isinstance(given, str) else given
        context.ordered = _whose_units(game.state, order)
        perform(context, order)

    stopped = run_transaction(context, run, answers)
    kept = _kept(game, context, stopped, tells=tells) if isinstance(stopped, No) and answers else None
    return kept or stopped or Done(tuple(context.events), context.game)


LASTING = (ev.SightAnswered, ev.RoomAnswered)
"""What a player has said of his board: true whatever becomes of the command in which he was asked."""


def _kept(game: Game, run: Context, no: No, *, tells: bool) -> Done[Game] | None:
    """What stays of a command that was refused after the player had answered: his word about the board, and why not."""
    said = [event for event in run.events if isinstance(event, LASTING)]
    if not said:
        return None
    context = Context(game, (), tells=tells)
    for event in said:
        context.emit(event)
    context.tell(f"Not done: {sentence(no.reason)} What you said about your board is kept.")
    return Done(tuple(context.events), context.game)


def perform(ctx: Context, order: Order) -> None:
    """Verify and do an order, as if it had been typed. Refused, with the rule, if it is not legal."""
    _after_the_charges(ctx.game, order)
    commands.perform(ctx, order, COMMANDS)
    prisoners.settle(ctx)
    walls.settle(ctx)


def verify(game: Game, order: Order) -> None:
    """Refused, with the rule, if an order is not legal now. No side effect, no dice, no question."""
    _after_the_charges(game, order)
    order.verify(game)


def _after_the_charges(game: Game, order: Order) -> None:
    """A15.43: refused if a player's MPh would begin with anything that takes MF but the charges of the berserk."""
    state = game.state
    if state.phase != "MPh" or COMMANDS[order.word].group not in ("move", "recover"):
        return
    whose, names = _whose_units(state, order), _first_named(order)
    wild = any("berserk" in state.units[name].flags for name in names if name in state.units)
    if not wild and whose in ("", state.side) and (why := berserk_charge.waits_for(game, state.side)):
        raise Refused(why)


def parse_order(game: Game, line: str) -> Order:
    """The order that a line means at this moment. Refused if it means none, or its word is not legal."""
    return commands.parse_order(line, COMMANDS, game, game.board.as_named)


def order_of(game: Game, line: str) -> Order | None:
    """The order that a line means at this moment, or None."""
    try:
        return parse_order(game, line)
    except Refused:
        return None


def _whose_units(state: State, order: Order) -> str:
    """The side of the unit or SW that an order names first: who gives it decides for that side, even the ENEMY."""
    name = next(iter(_first_named(order)), "")
    piece = state.units.get(name) or state.weapons.get(name)
    return piece.side if piece else ""


def _first_named(order: Order) -> tuple[str, ...]:
    """What stands first in an order: units and SW, as far as they are that."""
    first = next((getattr(order, item.name) for item in fields(type(order))), "")
    names = first if isinstance(first, tuple) else (first,)
    return tuple(name for name in names if isinstance(name, str))


def find_command(word: str, state: State) -> Command:
    """The command `word` stands for: its name, its one-letter key, or a unique prefix (legal ones first).

    Refused otherwise.
    """
    return commands.find(word, COMMANDS, state)


def legal(game: Game) -> Prompt:
    """What is awaited now, and which commands are legal: by group, those with a key first.

    What has no use in this mission is not listed.
    """
    useful = {name: item for name, item in COMMANDS.items() if item.useful is None or item.useful(game)}
    return commands.prompt(awaited(game), useful, GROUPS, game.state)


def check_playable(library: Library, mission_id: str, *, resumed: bool = False) -> None:
    """Refuse a mission with all that could not be played; one that is `resumed` may lack what a new one must have."""
    table_checks.check(library, library.mission(mission_id), COMMANDS, resumed=resumed)


def new_game(library: Library, mission_id: str, seed: int, *, resumed: bool = False) -> Game:
    """Return a game of the mission `mission_id` at its very beginning. ContentError if content is faulty."""
    check_playable(library, mission_id, resumed=resumed)
    return replace(Game.begun(library, mission_id, seed), reactions=Solitaire())
