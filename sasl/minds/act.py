"""An act: a command with its reasons, proposed by a staff, shown, and carried out or given up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option, Question, Refused
from sasl.asl.game.sight import look, settle_doubts
from sasl.asl.game.state import Dice, Side
from sasl.asl.preview import Cancelled
from sasl.asl.terrain import walls
from sasl.content.doctrine import Doctrine
from sasl.kernel.text import listed
from sasl.orders.engine import find_verb

T = TypeVar("T")
SHOWN_LATER = ("fire", "cc", "rally", "repair", "recover", "action")
"""Commands that show what they roll before the dice: they need no question of their own."""


@dataclass(frozen=True)
class Staff:
    """Who decides: a side and its doctrine."""

    side: Side
    doctrine: Doctrine


@dataclass(frozen=True)
class Act:
    """What a side does next.

    `key`: what acts (a unit's id, or `cc K14`): once it has Passed it is not asked again in this phase. `line`: the
    command, as the player could type it; "" to pass without a word. `title`: the act in one line; "" for what goes
    without saying. `reasons`: every
    reason, a line each: the candidates with their worth, the row or figure of the doctrine that decided, what was not
    possible. `path` and `target`: what the map shows. `leads_on`: the next act belongs to it, if the same or
    somebody in the same Location does it (an Action DR, then the fire it commands).
    `ends`: a move; whoever comes where it leads has ended his move.
    """

    key: str
    line: str
    title: str = ""
    reasons: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    target: str = ""
    leads_on: bool = False
    ends: bool = False


def settle_sight(ctx: Context, act: Act) -> bool:
    """Before fire is shown: ask the player about a doubtful LOS to its target (option ask-los). True if one was asked:
    then the side thinks again, knowing the answer, and proposes nothing that the rules would refuse for want of LOS.
    """
    if not act.target or act.line.split()[0] != "fire" or not ctx.state.option("ask-los"):
        return False
    places = dict.fromkeys(ctx.state.units[key].hex or "" for key in act.ids if key in ctx.state.units)
    doubtful = [name for name in places if name not in ("", act.target) and not look(ctx.game, name, act.target).sure]
    settle_doubts(ctx, act.target, doubtful, f" ({listed(act.ids)} would fire)")
    return bool(doubtful)


def carry_out(ctx: Context, staff: Staff, act: Act) -> bool:
    """Show the act, do it, or note why not. False if it was vetoed or is not possible; its key then has Passed."""
    if not act.line:
        ctx.emit(ev.Passed(act.key))
        return False
    if act.title:
        ctx.emit(ev.Decided(staff.side, act.key, act.title, act.line, act.reasons, act.ids, act.path, act.target))
    if not _wanted(ctx, staff, act):
        _veto(ctx, staff, act)
        return False
    words = act.line.split()
    before, told = ctx.game, len(ctx.events)
    ctx.because, asks = act.reasons, ctx.asks
    ctx.asks = asks and (staff.side != "ENEMY" or ctx.state.option("confirm-acts"))
    try:
        verb = find_verb(words[0], ctx.state)
        fault = verb.why_not(ctx.state)
        if fault:
            raise Refused(fault)
        verb.run(ctx, words[1:])
        walls.settle(ctx)
    except Refused as refusal:
        lost = ctx.events[told:]
        ctx.game = before
        del ctx.events[told:]
        for event in lost:
            if isinstance(event, ev.SightAnswered):  # what the player saw on his map stays true
                ctx.emit(event)
        if isinstance(refusal, Cancelled):
            _veto(ctx, staff, act)
        else:
            ctx.emit(ev.Passed(act.key, str(refusal)))
        return False
    finally:
        ctx.because, ctx.asks = None, asks
    if _unchanged(before, ctx.game) or (act.ends and _arrived(ctx.game, act)):
        ctx.emit(ev.Passed(act.key))
    return True


def _veto(ctx: Context, staff: Staff, act: Act) -> None:
    """It passes; so do all of its Fire Group whose Action is not still to come: nobody else of it asks for it anew."""
    state, when = ctx.state, act.key.removeprefix(act.key.partition(" ")[0])
    keys = {act.key: None}
    if act.line.startswith("fire "):
        early = state.side == staff.side and state.phase == "PFPh"
        keys |= {
            f"{key}{when}": None
            for key in act.ids
            if key in state.units and (not early or "acted" in state.units[key].flags)
        }
    for key in keys:
        ctx.emit(ev.Passed(key, "vetoed", vetoed=True))


def _arrived(game: Game, act: Act) -> bool:
    """Whether all who moved, and are left, have come where the way ends."""
    left = [game.state.units[key] for key in act.ids if key in game.state.units]
    return all(unit.hex == act.path[-1] for unit in left)


def _wanted(ctx: Context, staff: Staff, act: Act) -> bool:
    """Whether the player lets the ENEMY do it (option confirm-acts)."""
    if staff.side != "ENEMY" or not ctx.asks or not ctx.state.option("confirm-acts"):
        return True
    if act.line.split()[0] in SHOWN_LATER and ctx.state.option("confirm-fire"):
        return True
    if ctx.state.moving and act.ids and set(act.ids) <= set(ctx.state.moving.ids):
        return True  # they go on with a move that the player has let begin
    options = (Option("do", "carry it out"), Option("veto", "not so; then give your own order, if you like"))
    hexes = tuple(dict.fromkeys((*act.path, *filter(None, [act.target]))))
    text = f"ENEMY {act.title}"
    return ctx.ask(Question("choice", text, "do", options, hexes=hexes, lines=act.reasons, rule="6")) == "do"


def _unchanged(before: Game, after: Game) -> bool:
    """Whether nothing but dice and words came of an act: it must not be proposed for ever."""
    return replace(before.state, dice=Dice(0)) == replace(after.state, dice=Dice(0))


def few(lines: Iterable[str], most: int = 6) -> tuple[str, ...]:
    """The first lines as reasons, and how many more there are."""
    found = tuple(lines)
    return found if len(found) <= most else (*found[:most], f"and {len(found) - most} more")


def pick(game: Game, key: str, options: Sequence[T]) -> T:
    """Any one of `options`, for a doctrine that chooses at random: by the game's seed and moment, never by a clock."""
    return options[lot(game, key) % len(options)]


def lot(game: Game, key: str) -> int:
    """A number for `key` that is chance, but the same for the same seed and moment (A.9)."""
    dice = game.state.dice
    text = f"{dice.seed}/{dice.index}/{game.state.moment}/{key}"
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
