"""7.5063-7.5064: what becomes of those who try to Escape, and of what they bear."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence

from sasl.campaign import events as cev
from sasl.campaign.perimeter.position import where
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import CampaignState, Piece
from sasl.campaign.upkeep.casualties import eliminate, reduce, suffer, worth, wrecked

RULE = "Escape (7.5064)"


def aboard(state: CampaignState, vehicle: Piece) -> list[Piece]:
    """Who rides in a vehicle, its armor leader too, and what they bear."""
    found = []
    for piece in state.held_by(vehicle.id):
        found += [piece, *state.held_by(piece.id)]
    return found


def load_of(game: CampaignGame, piece: Piece) -> int:
    """The PP that a unit carries."""
    counters = [game.library.counters.get(item.side, {}).get(item.type) for item in game.state.held_by(piece.id)]
    return sum(item.pp or 0 for item in counters if item)


def away(ctx: CampaignRun, piece: Piece) -> None:
    """7.5064: a unit has escaped with what it bears: Retained, at the nearest part of its own perimeter."""
    near = nearest_own(ctx.game, piece)
    why = f"escapes to {near} (7.5064)" if near else "escapes (7.5064)"
    for item in (piece, *aboard(ctx.state, piece)):
        loses = tuple(
            flag
            for flag in ("isolated", "encircled", "upper-level", "cellar", "shortage")
            if flag in ctx.state.pieces[item.id].flags
        )
        ctx.emit(cev.PieceChanged(item.id, loses=loses, box="retained", hex="", why=why))


def nearest_own(game: CampaignGame, piece: Piece) -> str:
    """7.5064: the nearest non-Isolated hex of the unit's side, measured in hexes; a map edge of its own counts as well.

    Whether terrain lets it through is for the player to see. Empty without a map.
    """
    board, place = game.board, where(game.state, piece)
    if board is None or place not in board:
        return ""
    isolated = {name for area in game.state.areas for name in area.hexes}
    seen, queue = {place}, deque([place])
    while queue:
        here = queue.popleft()
        if game.state.control.get(here) == piece.side and here not in isolated:
            return here
        for near in board.neighbours(here):
            if near not in seen:
                seen.add(near)
                queue.append(near)
    return ""


def replaced(ctx: CampaignRun, piece: Piece) -> None:
    """7.5063 (1), A19.13: Replaced by the next lower quality; who would be Disrupted instead is Eliminated."""
    item = ctx.library.counters.get(piece.side, {}).get(piece.type)
    lower = item.replaced_by if item else ""
    if not lower or lower not in ctx.library.counters.get(piece.side, {}):
        eliminate_on_the_way(ctx, piece, "it would be Disrupted (7.5063)")
        return
    before = worth(ctx.game, piece)
    kind = ctx.library.counter(piece.side, lower).kind
    modifier = ctx.library.counter(piece.side, lower).modifier
    ctx.emit(cev.PieceChanged(piece.id, type=lower, kind=kind, modifier=modifier, why="Replaced (7.5063)"))
    suffer(ctx, piece.side, before - worth(ctx.game, ctx.state.pieces[piece.id]), piece.id)


def reduced(ctx: CampaignRun, piece: Piece) -> None:
    """7.5063: Casualty Reduction on the way."""
    things = [item.id for item in ctx.state.held_by(piece.id)]
    reduce(ctx, piece, RULE)
    if not ctx.state.pieces[piece.id].here:
        _left_or_lost(ctx, things)


def eliminate_on_the_way(ctx: CampaignRun, piece: Piece, why: str) -> None:
    """7.5064: a unit is Eliminated while escaping: a dr decides on all the Equipment it took along."""
    things = [item.id for item in ctx.state.held_by(piece.id)]
    eliminate(ctx, piece, why)
    _left_or_lost(ctx, things)


def _left_or_lost(ctx: CampaignRun, things: Sequence[str]) -> None:
    most = ctx.game.figure_or("escape-equipment-left", 0)
    if not things:
        return
    left = most and ctx.roll("dr", f"Is {', '.join(things)} left behind?", rule="7.5064", target=most).success
    for name in things:
        if not left:
            ctx.emit(cev.PieceGone(name, "Eliminated with its bearer while escaping (7.5064)"))


def _all_escape(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
    if lucky:
        _heat_of_battle(ctx, stack)
    for piece in stack:
        if ctx.state.pieces[piece.id].here:
            away(ctx, ctx.state.pieces[piece.id])


def _hit(*acts: Callable[[CampaignRun, Piece], None]) -> Callable[[CampaignRun, Sequence[Piece], bool], None]:
    """The units that Random Selection names are struck, the same for each act; then all who live escape."""

    def result(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
        for name in ctx.selection([piece.id for piece in stack], 1, "Escape"):
            for act in acts:
                if ctx.state.pieces[name].here:
                    act(ctx, ctx.state.pieces[name])
        _all_escape(ctx, stack, lucky)

    return result


def _none(ctx: CampaignRun, stack: Sequence[Piece], lucky: bool) -> None:
    for piece in stack:
        eliminate(ctx, piece, RULE)


RESULTS: dict[str, Callable[[CampaignRun, Sequence[Piece], bool], None]] = {
    "escapes": _all_escape,
    "escapes replaced": _hit(replaced),
    "escapes reduced": _hit(reduced),
    "escapes replaced and reduced": _hit(replaced, reduced),
    "eliminated": _none,
}
"""What each result of the Escape Table does to a stack of Infantry."""


def vehicle_result(ctx: CampaignRun, piece: Piece, result: str) -> None:
    """7.5063: a vehicle escapes, or stays behind Abandoned or as a wreck (3)."""
    if result == "escapes":
        away(ctx, piece)
    elif result == "eliminated":
        wrecked(ctx, piece, f"{RULE}, no Crew Survival")
    else:
        _abandoned(ctx, piece, escapes=result.endswith("escapes"))


def _abandoned(ctx: CampaignRun, piece: Piece, *, escapes: bool) -> None:
    """7.5063 (3): the vehicle is Abandoned where it is; its crew, and who is aboard, escape or are Eliminated."""
    before = worth(ctx.game, piece)
    riders = [item for item in ctx.state.held_by(piece.id) if item.mmc or item.smc]
    ctx.change(piece, ("abandoned",), ("encircled", "stunned", "motion"), RULE)
    if not escapes:
        suffer(ctx, piece.side, before - worth(ctx.game, ctx.state.pieces[piece.id]), f"the crew of {piece.id}")
        for item in riders:
            eliminate(ctx, item, RULE)
        return
    crew = crew_of(ctx.game, piece)
    if crew:
        ctx.raise_piece(piece.side, crew, group=piece.group, why=f"the crew of {piece.id} escapes (7.5064)")
    for item in riders:
        ctx.emit(cev.PieceChanged(item.id, holder="", hex=where(ctx.state, item), why="leaves its vehicle"))
        away(ctx, ctx.state.pieces[item.id])


def crew_of(game: CampaignGame, piece: Piece) -> str:
    """The counter of a vehicle's crew on foot: its own, or its nation's first crew."""
    known = game.library.counters.get(piece.side, {})
    item = known.get(piece.type)
    if item and item.crew in known:
        return item.crew
    return next((name for name, counter in known.items() if counter.kind == "crew"), "")


def _heat_of_battle(ctx: CampaignRun, stack: Sequence[Piece]) -> None:
    """11.6064, 12.6074: an Original 2 brings Heat of Battle; Berserk or Surrender Eliminates."""
    for name in ctx.selection([piece.id for piece in stack], 1, "Heat of Battle"):
        piece = ctx.state.pieces[name]
        item = ctx.library.counters.get(piece.side, {}).get(piece.type)
        quality = item.quality if item else ""
        facts = {"elite": int(quality == "Elite"), "inexperienced": int(quality in ("Green", "Conscript")),
                 "russian": int(piece.side == "russian")}  # fmt: skip
        result = str(ctx.table("heat.of-battle", f"Heat of Battle of {name}", facts=facts).result)
        if "hero" in result:
            hero = next(name for name, other in ctx.library.counters[piece.side].items() if other.kind == "hero")
            ctx.raise_piece(piece.side, hero, group=piece.group, why="Heat of Battle (A15.21)")
        if "hardening" in result:
            better = item.hardened if item else ""
            if better in ctx.library.counters.get(piece.side, {}):
                ctx.emit(cev.PieceChanged(name, type=better, why="Battle Hardens (A15.3)"))
            else:
                ctx.change(piece, ("fanatic",), (), "Battle Hardens (A15.3)")
        if result in ("berserk", "surrender"):
            eliminate(ctx, piece, f"Heat of Battle: {result} (11.6064)")
