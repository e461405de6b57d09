"""VPO: named by the mission, or determined on its boards (A6g, priority list); what each is, who holds it at start."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import Side
from sasl.board.join import Crossing
from sasl.content.missions.mission_map import VpoRule
from sasl.kernel.rolling.records import RollRecord
from sasl.solitaire.setup.bridges import crossing_at, crossings
from sasl.solitaire.setup.placement import friendly_area

_LETTERED = re.compile(r"[a-z][0-9]+\.[a-z]")
"""The id of a table whose printed name is a letter, a number and a letter: A6g."""

MULTI, INTERSECTION, SINGLE = "multi-hex bridge", "intersection", "one-hex bridge"


def start_control(ctx: Context) -> None:
    """14: each VPO of the mission, named or determined now, belongs to the side that holds it at start."""
    rule = ctx.mission.vpo.determined
    if rule:
        _determine(ctx, rule)
        return
    for name in ctx.mission.vpo.hexes:
        ctx.emit(ev.ControlChanged(name, first_held(ctx.game, name), "at start"))


def first_held(game: Game, vpo: str) -> Side:
    """14: the side that controls a VPO at start: FRIENDLY are those in its set-up area, if the mission says so."""
    ours = game.mission.vpo.start_control == "set-up area" and vpo in friendly_area(game)
    return "FRIENDLY" if ours else "ENEMY"


def _determine(ctx: Context, rule: VpoRule) -> None:
    """OtO-S2 VPO: A6g says how many each board has; the priority list and Random Selection say which."""
    for sheet, title in _titles(ctx.game).items():
        record = ctx.table(rule.number, f"Number of VPO, {title}")
        left = int(record.result)
        for kind, names in candidates(ctx.game, sheet).items():
            chosen = _some(ctx, names, left, f"VPO of {title} ({kind})")
            left -= len(chosen)
            for name in chosen:
                what = f"{kind} {ctx.board.terrain(name).printed}".rstrip()
                why = f"{what}, {rule.rule}: {read_on(record)}, {record.result} on {title}"
                if len(chosen) < len(names):
                    why += f", by Random Selection among {len(names)}"
                ctx.emit(ev.ControlChanged(name, first_held(ctx.game, name), why))
        if left:
            ctx.tell(f"{title} has {left} VPO fewer than {printed(record)} gives: there are no more on its map.")
    if not ctx.state.control:
        ctx.tell("There is no VPO on the map: add at least one (vpo add HEX).", stop=True)


def _titles(game: Game) -> dict[str, str]:
    """The boards of the map by the `sheet` of their hexes: mapboards as laid, or the mission's one board ("")."""
    if game.mission.area.board:
        return {"": game.library.board(game.mission.area.board).title}
    laid = dict.fromkeys(item.board for item in game.state.layout.sheets if item.board)
    return {board: game.library.board(board).title for board in laid}


def _some(ctx: Context, names: Sequence[str], number: int, purpose: str) -> list[str]:
    """All of `names`, or `number` of them by Random Selection."""
    if len(names) <= number:
        return list(names)
    left, found = list(names), list[str]()
    for _ in range(number):
        found.append(ctx.pick(left, purpose))
        left.remove(found[-1])
    return sorted(found, key=ctx.board.hex)


def candidates(game: Game, sheet: str) -> dict[str, list[str]]:
    """What can be a VPO on a mapboard, by kind in order of priority; no hex twice.

    A hex of a seam belongs to the board whose half matters more (of two alike the northern one). Half hexes at the
    edge of the map are no intersections. A bridge of several hexes is one VPO: its middle hex stands for it.
    """
    rule = game.mission.vpo.determined
    if rule is None:
        return {}
    board = game.board
    here = [name for name in board.names() if board.terrain(name).sheet == sheet]
    bridges = crossings(game)
    found = {
        MULTI: [middle(item) for item in bridges if len(item.hexes) > 1],
        INTERSECTION: [name for name in here if board.is_intersection(name, rule.roads)],
        SINGLE: [item.hexes[0] for item in bridges if len(item.hexes) == 1],
    }
    taken: set[str] = set()
    for kind in rule.priority:
        found[kind] = sorted((name for name in set(found[kind]) & set(here) if name not in taken), key=board.hex)
        taken |= set(found[kind])
    return {kind: found[kind] for kind in rule.priority}


def middle(bridge: Crossing) -> str:
    """The hex that stands for a bridge of several hexes: its middle one, of two the first."""
    return bridge.hexes[(len(bridge.hexes) - 1) // 2]


def kind_of(game: Game, name: str) -> str:
    """What a VPO is: a multi-hex bridge, an intersection, a one-hex bridge (even destroyed), or "" (neither)."""
    rule, crossing = game.mission.vpo.determined, crossing_at(game, name)
    if rule is None:
        return ""
    holds = {
        MULTI: crossing is not None and len(crossing.hexes) > 1,
        INTERSECTION: game.board.is_intersection(name, rule.roads),
        SINGLE: crossing is not None,
    }
    return next((kind for kind in rule.priority if holds[kind]), "")


def bridge_of(game: Game, name: str) -> tuple[str, ...]:
    """The hexes of the bridge that the VPO stands for; the VPO alone if it is no bridge."""
    crossing = crossing_at(game, name)
    return crossing.hexes if crossing else (name,)


def read_on(record: RollRecord) -> str:
    """`A6g dr 4`: the table and the roll, in short."""
    return f"{printed(record)} {record.roll} {record.total}"


def printed(record: RollRecord) -> str:
    """`A6g`: the table of a roll as it is printed."""
    return record.table.capitalize().replace(".", "") if _LETTERED.fullmatch(record.table) else record.table


def vpo_words(game: Game, name: str) -> str:
    """`H17 (intersection, 13H7)`: a VPO with its kind and what is printed there."""
    printed = game.board.terrain(name).printed
    parts = ", ".join(filter(None, (kind_of(game, name), printed)))
    return f"{name} ({parts})" if parts else name


# -- by hand ------------------------------------------------------------------------------------------


def may_change(game: Game) -> None:
    """A26: refused before the map is laid."""
    if game.state.stage == "boards":
        raise Refused("there are no VPO until the mapboards are chosen")


def report(game: Game) -> list[str]:
    """Every VPO with what it is and who controls it."""
    return [f"{vpo_words(game, name)} {side}" for name, side in game.state.control.items()]


def is_one(game: Game, name: str) -> None:
    """A26: refused if a hex is no VPO, once they are known."""
    if game.state.control and name not in game.state.control:
        raise Refused(f"{name} is not a VPO; they are {', '.join(game.state.control)}")


def may_remove(game: Game, name: str) -> None:
    """A26: refused if a hex is no VPO, or the last one."""
    is_one(game, name)
    if len(game.state.control) == 1:
        raise Refused(f"{name} is the last VPO: a mission needs at least one")


def change(ctx: Context, name: str, side: Side | None) -> None:
    """A26: a side controls the VPO from now on; None: it is none any more."""
    if not ctx.state.control:
        start_control(ctx)
        if side is None:
            may_remove(ctx.game, name)
    ctx.emit(ev.ControlChanged(name, side, "player"))


def add(ctx: Context, name: str) -> None:
    """A26: a VPO more; it belongs to whose area it is in."""
    change(ctx, name, "FRIENDLY" if name in friendly_area(ctx.game) else "ENEMY")


def give(ctx: Context, name: str, side: Side) -> None:
    """A26: who controls a VPO."""
    if not ctx.state.control:
        start_control(ctx)
    is_one(ctx.game, name)
    change(ctx, name, side)
