"""Bridges of mapboards (MSR 7): where set-up builds them over a river, which of them stand, and by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.board.board import Board
from sasl.board.bridging import Site, land_beside, printed, river, sites
from sasl.board.join import Crossing, Layout
from sasl.board.terrain import WATER
from sasl.content.missions.mission_map import Bridges
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted

REROLLS = 60


# -- what there is ------------------------------------------------------------------------------------


def crossings(game: Game) -> tuple[Crossing, ...]:
    """Every bridge of the map: those of the layout, standing or not, then printed ones nobody has judged."""
    known = game.state.layout.bridges
    taken = {name for crossing in known for name in crossing.hexes}
    return (*known, *(item for item in printed(game.board) if taken.isdisjoint(item.hexes)))


def crossing_at(game: Game, name: str) -> Crossing | None:
    """The bridge of which the hex is a part, standing or not."""
    return next((crossing for crossing in crossings(game) if name in crossing.hexes), None)


# -- set-up -------------------------------------------------------------------------------------------


def find_bridges(ctx: Context, only: str = "") -> None:
    """MSR 7: A6g bridges over each river, placed by A9a and made of A9b; A9d judges every one-hex bridge.

    `only`: on this mapboard; else on every board laid.
    """
    rule = ctx.mission.area.boards.bridges if ctx.mission.area.boards else None
    if rule is None:
        return
    sheets = [sheet.board for sheet in ctx.state.layout.sheets if sheet.board and only in ("", sheet.board)]
    known = list(ctx.state.layout.bridges)
    for sheet in sheets:
        if sheet in rule.rivers:
            known += _over_river(ctx, rule, sheet, known)
    taken = {name for crossing in known for name in crossing.hexes}
    for crossing in printed(ctx.board):
        if taken.isdisjoint(crossing.hexes) and ctx.board.terrain(crossing.hexes[0]).sheet in sheets:
            known.append(_judged(ctx, rule, crossing))
    if tuple(known) != ctx.state.layout.bridges:
        ctx.emit(ev.BoardsLaid(replace(ctx.state.layout, bridges=tuple(known)), rule.rule))


def _over_river(ctx: Context, rule: Bridges, sheet: str, known: Sequence[Crossing]) -> list[Crossing]:
    """A6g bridges over the river of one mapboard; those laid by hand count, and fewer if there is no place left."""
    title = ctx.game.library.board(sheet).title
    number = int(ctx.table(rule.number, f"Number of bridges, {title}").result)
    water = river(ctx.board, sheet)
    there = [crossing for crossing in known if not water.isdisjoint(crossing.hexes)]
    left = sites(ctx.board, sheet, rule.longest, [name for crossing in there for name in crossing.hexes])
    found: list[Crossing] = []
    for count in range(len(there) + 1, number + 1):
        if not left:
            ctx.tell(f"{title} has no place for bridge {count} of {number}, so it gets fewer.")
            break
        site = _chosen(ctx, rule, left, f"bridge {count} of {number}, {title}")
        left.remove(site)
        made = str(ctx.table(rule.construction, f"Construction of the bridge {'-'.join(site.hexes)}").result)
        found.append(_judged(ctx, rule, Crossing(site.hexes, made, True, site.ends)))
    return found


def _chosen(ctx: Context, rule: Bridges, left: Sequence[Site], what: str) -> Site:
    """A9a: the place of one bridge."""
    where = "reroll"
    for _ in range(REROLLS):
        result = ctx.table(rule.place, f"Place of {what}").result
        where = str(result["place"] if isinstance(result, dict) else result)
        if where != "reroll":
            break
    if where == "west-end":
        ends = [site for site in left if site.road_end] or left
        west = {site: ctx.board.distance_to_edge(site.ends[0], "west") for site in ends}
        return min(ends, key=lambda site: (west[site], ctx.board.hex(site.ends[0])))
    pool = [site for site in left if site.roads] or list(left)
    names = {"-".join((site.ends[0], *site.hexes, site.ends[1])): site for site in pool}
    return names[ctx.pick(list(names), f"crossing for {what}")]


def _judged(ctx: Context, rule: Bridges, crossing: Crossing) -> Crossing:
    """A9d: whether a one-hex bridge stands; longer ones do."""
    if len(crossing.hexes) > 1:
        return crossing
    record = ctx.table(rule.one_hex_state, f"One-hex bridge {ctx.board.terrain(crossing.hexes[0]).printed}")
    return replace(crossing, intact=str(record.result) != "destroyed")


def words(crossing: Crossing) -> str:
    """`wooden bridge, 2 hexes`, `destroyed bridge`."""
    stands = crossing.construction if crossing.intact else "destroyed"
    return f"{stands} bridge" + (f", {counted(len(crossing.hexes), 'hex', 'hexes')}" if crossing.hexes[1:] else "")


# -- by hand ------------------------------------------------------------------------------------------

STATES = ("wooden", "stone", "destroyed", "none")


def changed(game: Game, names: tuple[str, ...], state: str) -> Layout:
    """MSR 7, B6: the layout after the player's word for a bridge; any hex of one that is there means the whole of it.

    Refused if there cannot be such a bridge.
    """
    if game.mission.area.boards is None:
        raise Refused("bridges can be laid by hand only on mapboards")
    layout = game.state.layout
    laid = {sheet.board for sheet in layout.sheets if sheet.board}
    blank = next((name for name in names if game.board.terrain(name).sheet not in laid), "")
    if blank:
        raise Refused(f"the mapboard with {blank} is not chosen yet")
    old = crossing_at(game, names[0])
    others = tuple(item for item in layout.bridges if old is None or item.hexes != old.hexes)
    if state == "none":
        if old is None or old not in layout.bridges:
            raise Refused(f"no bridge was laid in {names[0]}; destroyed removes a printed one")
        new: tuple[Crossing, ...] = ()
    elif old and set(names) <= set(old.hexes):
        made = old.construction if state == "destroyed" else state
        new = (replace(old, construction=made, intact=state != "destroyed"),)
    elif state == "destroyed" and old is None:
        raise Refused(f"there is no bridge in {names[0]} to destroy")
    else:
        new = (_by_hand(game.board, names, state, {name for item in crossings(game) for name in item.hexes}),)
    return replace(layout, bridges=(*others, *new))


def _by_hand(board: Board, names: tuple[str, ...], state: str, taken: Collection[str]) -> Crossing:
    """A new bridge over these hexes, with the land at both ends that fits best."""
    for name in names:
        terrain = board.terrain(name)
        if name in taken:
            raise Refused(f"{name} belongs to another bridge")
        if not (terrain.depression or terrain.has(WATER)):
            raise Refused(f"{name} is {terrain.describe(board.chart) or 'Open Ground'}: a bridge crosses water (B6)")
    if any(board.hexside(name, after) is None for name, after in pairwise(names)) or len(set(names)) < len(names):
        raise Refused(f"the hexes of a bridge must be consecutive: {'-'.join(names)} are not")
    first, last = land_beside(board, names[0], names, ""), ""
    if first:
        last = land_beside(board, names[-1], names, first)
    if not last:
        raise Refused(f"the bridge {'-'.join(names)} has no land at {'one end' if first else 'its ends'}")
    return Crossing(names, state, True, (first, last))
