"""The Sniper Check (A14.4): those in whose Location a Sniper has struck look for him."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import SANS, Marker, Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import leadership
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

BUSY = frozenset({"pinned", "ti", "disarmed", "moved", "prep", "first", "final", "hidden"})
"""The states in which Good Order Infantry does not look for a Sniper."""


def counter(game: Game, side: str) -> Marker | None:
    """The Sniper counter of a side, if it lies on the map."""
    return next((item for item in game.state.marked("sniper") if item.side == side), None)


def is_pinned(game: Game, side: str) -> bool:
    """A14.31: whether the Sniper of a side attacks no more in this Player Turn."""
    marker = counter(game, side)
    return marker is not None and marker.state == "pinned"


def able(game: Game, side: str, place: str) -> list[Unit]:
    """A14.4: the units of `side` in a hex that may look for a Sniper: armed, unpinned, and they have not yet moved or
    fired in this Player Turn.
    """
    units = (unit for unit in game.state.units_at(place, side) if unit.personnel and unit.good_order)
    return [unit for unit in units if not unit.flags & BUSY and unit.id not in game.state.fired]


def offer(ctx: Context, side: Side, place: str) -> None:
    """A14.4: after an attack of the Sniper of `side` his enemies there may look for him, all by one DR, and are TI."""
    units, other = able(ctx.game, opponent(side), place), opponent(side)
    marker = counter(ctx.game, side)
    if not units or marker is None or not ctx.state.number(SANS[side]):
        return
    text = f"Sniper Check in {place}: who looks for the {side} sniper? They become TI for the rest of the Player Turn."
    options = [Option(unit.id, unit.type) for unit in units]
    chosen = ctx.several(text, options, (), rule="A14.4", whose=other, id="sniper-check", subject=(side, place))
    if not chosen:
        return
    pieces.change_all(ctx, chosen, ("ti",), (), "Sniper Check (A14.4)")
    concealment.lose_if_seen(ctx, chosen, "looks for the Sniper in LOS (A12.141)")
    with ctx.rolls_for(other):
        facts = _facts([ctx.state.units[key] for key in chosen])
        record = ctx.table("sniper.check", f"Sniper Check by {listed(chosen)} in {place}", facts=facts)
    if str(record.result) == "eliminated":
        eliminate(ctx, side)
    elif str(record.result) == "pinned":
        _pin(ctx, marker)


def _facts(units: Sequence[Unit]) -> dict[str, int]:
    """A14.4: what helps them; a leader directs anybody but himself."""
    leaders = [leadership.drm(unit) for unit in units if unit.kind == "leader"]
    return {
        "leader": min(leaders, default=0) if len(units) > 1 else 0,
        "sniper-heroes": sum(unit.heroic for unit in units),
        "sniper-halves": sum(2 if unit.kind == "squad" else 1 for unit in units if unit.mmc),
    }


def struck(ctx: Context, side: Side, kind: int) -> None:
    """A14.3, A14.31: the Sniper of `side` is the target of the other's: a 1 eliminates it, a 2 pins it."""
    if kind == 1:
        eliminate(ctx, side)
    elif marker := counter(ctx.game, side):
        _pin(ctx, marker)


def _pin(ctx: Context, marker: Marker) -> None:
    ctx.emit(ev.MarkerPut(replace(marker, state="pinned"), "no more attacks in this Player Turn (A14.31)"))


def eliminate(ctx: Context, side: Side) -> None:
    """A14.4: one Sniper of a side less: its SAN is one lower, and with a SAN of 1 it has none left (A14.1)."""
    name = SANS[side]
    left = ctx.state.number(name) - 1
    ctx.emit(ev.ValueSet(name, str(left), "rulebook"))
    ctx.tell(f"The {side} sniper is eliminated: the {side} SAN is {left} (A14.4).", board=True)
    marker = counter(ctx.game, side)
    if marker is not None and left < ctx.figure("least-san"):
        ctx.emit(ev.MarkerRemoved.of(marker, f"the {side} has no SAN left (A14.1)"))


def player_turn_ends(ctx: Context) -> None:
    """A14.31: a pinned Sniper may attack again in the next Player Turn."""
    for marker in ctx.state.marked("sniper"):
        if marker.state == "pinned":
            ctx.emit(ev.MarkerPut(replace(marker, state=""), "the Player Turn ends"))
