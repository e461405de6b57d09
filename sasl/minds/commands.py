"""Commands for the side the program plays: its next act, runs of acts, veto, doctrine."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.registry import ALL_STAGES, verb
from sasl.asl.game.selection import select
from sasl.asl.game.state import State
from sasl.content.yamlfile import ContentError
from sasl.minds.action import actions as actions
from sasl.solitaire import halts

MOST_ACTS = 400
RUNS = ("shot", "phase")


def _plays(state: State) -> str:
    return "" if state.option("enemy-plays") else "you give the ENEMY's orders: option enemy-plays on changes that"


@verb(
    "enemy",
    "enemy [shot | phase | pass [UNITS]]",
    "the ENEMY's next act; run to its next shot or through the phase; or let units pass",
    when=_plays,
    group="enemy",
)
def enemy(ctx: Context, words: list[str]) -> None:
    """6: the ENEMY acts, one act at a time or in a run; a run ends where you may fire or were asked something."""
    if words and words[0].lower() == "pass":
        _pass(ctx, words[1:])
        return
    how = words[0].lower() if words else ""
    if len(words) > 1 or how not in ("", *RUNS):
        raise Refused("enemy stands alone or before shot, phase or pass UNITS, as in: enemy phase")
    if not _run(ctx, how):
        raise Refused("the ENEMY has nothing (more) to do in this phase; next goes on")


def _run(ctx: Context, how: str) -> bool:
    """One act, or acts until a shot or the end of the phase. False if there was none."""
    ctx.asks = not how
    acted = False
    for _ in range(MOST_ACTS):
        mind = mind_of(ctx.game, "ENEMY")
        begin, answered = len(ctx.events), ctx.answered
        if mind is None or not mind.act(ctx):
            break
        acted = True
        fired = any(isinstance(event, ev.Fired) for event in ctx.events[begin:])
        if not how or (how == "shot" and fired) or ctx.answered > answered or _may_be_answered(ctx):
            break
    ctx.asks = True
    return acted


def _may_be_answered(ctx: Context) -> bool:
    """Whether an ENEMY move has halted under the player's guns."""
    return ctx.state.side == "ENEMY" and bool(halts.movers(ctx.game)) and bool(halts.may_answer(ctx.game))


def _pass(ctx: Context, words: list[str]) -> None:
    """Veto: the units named, or all, do nothing more in this phase."""
    units = select(ctx.state, ",".join(words)) if words else list(ctx.state.on_map("ENEMY"))
    for unit in units:
        if unit.side != "ENEMY":
            raise Refused(f"{unit.id} is yours: only ENEMY units are told to pass")
    left = [unit for unit in units if unit.id not in ctx.state.passed]
    if not left:
        raise Refused("they pass already in this phase")
    for unit in left:
        ctx.emit(ev.Passed(unit.id, "vetoed" if words else "", vetoed=bool(words)))
    if not words:
        ctx.tell("The ENEMY does nothing more in this phase, by your order.")


@verb(
    "doctrine",
    "doctrine [NAME] [friendly]",
    "how the ENEMY decides (or, in a watched game, the FRIENDLY commander): see or choose",
    stages=ALL_STAGES,
    group="enemy",
)
def doctrine(ctx: Context, words: list[str]) -> None:
    """House rules 7: the doctrine is content; another one changes the ENEMY without code."""
    side = "friendly" if words[1:] == ["friendly"] else "enemy"
    if not words:
        chosen = ctx.state.values.get("enemy-doctrine")
        for item in ctx.game.library.doctrines.values():
            mark = "*" if item.id == (chosen.value if chosen else "standard") else " "
            ctx.tell(f"{mark} {item.id}: {item.summary}")
        return
    if len(words) > 2 or (len(words) == 2 and side == "enemy"):
        raise Refused("doctrine needs a name, as in: doctrine timid")
    try:
        item = ctx.game.library.doctrine(words[0].lower())
    except ContentError as error:
        raise Refused(f"{error}; there are {', '.join(ctx.game.library.doctrines)}") from None
    ctx.emit(ev.ValueSet(f"{side}-doctrine", item.id, "user"))
