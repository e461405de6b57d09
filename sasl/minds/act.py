"""An act: a command with its reasons, proposed by a decider, shown, and carried out or given up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, DiceRefused, Game, Option, Question, Refused
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side
from sasl.asl.game.state import but_dice
from sasl.asl.ordnance import guns
from sasl.asl.preview import Cancelled
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed
from sasl.orders.cc_orders import CloseCombat
from sasl.orders.enemy_orders import Action
from sasl.orders.engine import perform
from sasl.orders.fire_orders import Fire
from sasl.orders.recovery_orders import Rally, Recover, Repair

T = TypeVar("T")
SHOWN_LATER = (Fire, CloseCombat, Rally, Repair, Recover, Action)
"""Orders that show what they roll before the dice: they need no question of their own."""


class Decider(Frozen):
    """Who decides: a side and its doctrine."""

    side: Side
    doctrine: Doctrine


class Act(Frozen):
    """What a side does next.

    `key`: what acts (a unit's id, or `cc K14`): once it has Passed it is not asked again in this phase. `order`: what
    it does; None to pass. `title`: the act in one line; "" for what goes without saying. `reasons`: every reason, a
    line each: the candidates with their worth, the row or figure of the doctrine that decided, what was not possible.
    `path` and `target`: what the map shows. `leads_on`: the next act belongs to it, if the same or somebody in the
    same Location does it (an Action DR, then the fire it commands). `ends`: a move; whoever comes where it leads has
    ended his move. `once`: it is done once in a phase. `at`: the hex with those who move, if it is Defensive First Fire
    at them. `why_not`: why it has no order, where the log should say so.
    `notes`: what the side remembers of it for the rest of the phase, among what has Passed.
    """

    key: str
    order: Order | None = None
    title: str = ""
    reasons: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    target: str = ""
    leads_on: bool = False
    ends: bool = False
    once: bool = False
    at: str = ""
    why_not: str = ""
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """The order as the player would type it; "" to pass."""
        return self.order.line() if self.order else ""


def settle_sight(ctx: Context, act: Act) -> bool:
    """Before fire is shown: ask the player about a doubtful LOS to its target (option ask-los). True if one was asked:
    then the side thinks again, knowing the answer, and proposes nothing that the rules would refuse for want of LOS.
    """
    if not act.target or not isinstance(act.order, Fire) or not ctx.state.option("ask-los"):
        return False
    places = dict.fromkeys(ctx.state.units[key].hex for key in act.ids if key in ctx.state.units)
    doubtful = [name for name in places if name not in ("", act.target) and not look(ctx.game, name, act.target).sure]
    settle_doubts(ctx, act.target, doubtful, f" ({listed(act.ids)} would fire)")
    return bool(doubtful)


def carry_out(ctx: Context, decider: Decider, act: Act) -> bool:
    """Show the act, do it, or note why not. False if it was vetoed or is not possible; its key then has Passed."""
    order = act.order
    if order is None:
        ctx.emit(ev.Passed(act.key, act.why_not))
        return False
    if act.title:
        ctx.emit(ev.Decided(decider.side, act.key, act.title, act.line, act.reasons, act.ids, act.path, act.target))
    if not _wanted(ctx, decider, act, order):
        _veto(ctx, decider, act)
        return False
    before = ctx.game
    ctx.because, asks = act.reasons, ctx.asks
    ctx.asks = asks and (decider.side != "ENEMY" or ctx.state.option("confirm-acts"))
    try:
        with ctx.savepoint(keep=(ev.SightAnswered,)):  # what the player saw on his map stays true
            perform(ctx, order)
    except Cancelled:
        _veto(ctx, decider, act)
        return False
    except DiceRefused:
        raise  # the player's slip of the pen must not cost the other side its shot
    except Refused as refusal:
        ctx.emit(ev.Passed(act.key, str(refusal)))
        return False
    finally:
        ctx.because, ctx.asks = None, asks
    if act.once or _unchanged(before, ctx.game) or (act.ends and _arrived(ctx.game, act)):
        ctx.emit(ev.Passed(act.key))
    for note in act.notes:
        ctx.emit(ev.Passed(note))
    return True


def _veto(ctx: Context, decider: Decider, act: Act) -> None:
    """It passes; so do all of its Fire Group whose Action is not still to come: nobody else of it asks for it anew.

    The crew that mans a Gun has been asked with it.
    """
    state, keys = ctx.state, {act.key: None}
    if isinstance(act.order, Fire):
        early = state.side == decider.side and state.phase == "PFPh"
        units = state.present(act.ids)
        crews = [men.id for unit in units if unit.kind == "gun" and (men := guns.crew(ctx.game, unit))]
        keys |= {
            key_at(key, act.at): None
            for key in (*act.ids, *crews)
            if key in state.units and (not early or "acted" in state.units[key].flags)
        }
    for key in keys:
        ctx.emit(ev.Passed(key, "vetoed", vetoed=True))


def key_of(ids: Iterable[str]) -> str:
    """What acts: these units together."""
    return ",".join(ids)


def passed(game: Game) -> set[str]:
    """The units that were considered already, or vetoed, in this phase, alone or together."""
    return {name for key in game.state.passed for name in key.split(",")}


def key_at(unit: str, place: str) -> str:
    """What acts: a unit; with a place, at one moved hex: a veto there is none for the rest of the MPh."""
    return f"{unit} at {place}" if place else unit


def _arrived(game: Game, act: Act) -> bool:
    """Whether all who moved, and are left, have come where the way ends."""
    left = game.state.present(act.ids)
    return all(unit.hex == act.path[-1] for unit in left)


def _wanted(ctx: Context, decider: Decider, act: Act, order: Order) -> bool:
    """Whether the player lets the ENEMY do it (option confirm-acts)."""
    if decider.side != "ENEMY" or not ctx.asks or not ctx.state.option("confirm-acts"):
        return True
    if isinstance(order, SHOWN_LATER) and ctx.state.option("confirm-fire"):
        return True
    if ctx.state.moving and act.ids and set(act.ids) <= set(ctx.state.moving.ids):
        return True  # they go on with a move that the player has let begin
    options = (Option("do", "carry it out"), Option("veto", "no; then give your own order, if you like"))
    hexes = tuple(dict.fromkeys((*act.path, *filter(None, [act.target]))))
    text = f"ENEMY {act.title}"
    return ctx.ask(Question("choice", text, "do", options, hexes=hexes, lines=act.reasons, rule="S6", id="act")) == "do"


def _unchanged(before: Game, after: Game) -> bool:
    """Whether nothing but dice and words came of an act: it must not be proposed for ever."""
    return but_dice(before.state) == but_dice(after.state)


def few(lines: Iterable[str], most: int = 6) -> tuple[str, ...]:
    """The first lines as reasons, and how many more there are."""
    every = tuple(lines)
    return every if len(every) <= most else (*every[:most], f"and {len(every) - most} more")


def pick(game: Game, key: str, options: Sequence[T]) -> T:
    """Any one of `options`, for a doctrine that chooses at random: by the game's seed and moment, never by a clock."""
    return options[lot(game, f"{game.state.dice.index}/{key}") % len(options)]


def lot(game: Game, key: str) -> int:
    """A number for `key` that is chance, but the same for the same seed and moment, however often it is asked (A.9)."""
    text = f"{game.state.dice.seed}/{game.state.moment}/{key}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
