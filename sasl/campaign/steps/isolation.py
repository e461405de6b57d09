"""7.506-7.5062: Isolated Areas, their types A to D, and what they do to units and to the control of hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sasl.board.board import Board
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Area, CampaignState, Nation, Piece, at_level, hex_of
from sasl.campaign.perimeter.front_lines import enclosed
from sasl.campaign.perimeter.perimeter_control import isolated_areas, zones
from sasl.campaign.perimeter.position import counts, strategic_locations, where
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

Floor = tuple[str, int]
"""A building Location: its hex and level (0 the ground level, below it a cellar)."""


def upper_pockets(
    board: Board | None, buildings: Iterable[Collection[Floor]], control: Mapping[Floor, str], mmc: Collection[Floor]
) -> list[tuple[Floor, ...]]:
    """7.5055: the groups of Locations that are cut off from the ground level of their hex, by building.

    A Location is cut off if its controller reaches the ground level of its hex only through an enemy-controlled
    Location. ADJACENT ones form one Pocket, whoever controls them (11.6057); without an MMC there is none.
    Without a board only Locations of one hex are ADJACENT.
    """
    pockets = []
    for building in buildings:
        floors = sorted(building)
        cut = [floor for floor in floors if floor[1] and _cut_off(floor, control)]
        for group in _groups(board, cut):
            if any(floor in mmc for floor in group):
                pockets.append(group)
    return pockets


def _cut_off(floor: Floor, control: Mapping[Floor, str]) -> bool:
    name, level = floor
    way = range(0, level) if level > 0 else range(level + 1, 1)
    own = control.get(floor, "")
    return any(control.get((name, between), "") not in ("", own) for between in way)


def _groups(board: Board | None, floors: list[Floor]) -> list[tuple[Floor, ...]]:
    left = list(floors)
    groups = []
    while left:
        group = [left.pop(0)]
        for here in group:
            for near in [floor for floor in left if _adjacent(board, here, floor)]:
                left.remove(near)
                group.append(near)
        groups.append(tuple(sorted(group)))
    return groups


def _adjacent(board: Board | None, a: Floor, b: Floor) -> bool:
    if a[0] == b[0]:
        return abs(a[1] - b[1]) == 1
    return a[1] == b[1] and board is not None and b[0] in board.neighbours(a[0])


def stands_in(state: CampaignState, piece: Piece, hexes: Collection[str]) -> bool:
    """Whether a counter is in an area of these Locations. `W10/1` is the upper level of W10, `W10/-1` its cellar.

    A counter off the ground level belongs to the Pocket of its level (7.5055), if there is one.
    """
    place = where(state, piece)
    own = at_level(place, piece.level)
    if own in hexes:
        return True
    return place in hexes and not any(own in area.hexes for area in state.areas)


def type_of(state: CampaignState, hexes: Collection[str]) -> str:
    """7.506: the type of an Isolated Area: A no units, B only SMC, C MMC or vehicles of one side, D of both sides."""
    inside = [piece for piece in state.pieces.values() if counts(piece) and stands_in(state, piece, hexes)]
    sides = {piece.side for piece in inside if not piece.smc}
    return "ABCD"[1 + len(sides) if sides else int(bool(inside))]


def holder_of(state: CampaignState, hexes: Collection[str]) -> Nation | None:
    """The only side with MMC or vehicles in these hexes (type C)."""
    sides = {
        piece.side for piece in state.pieces.values()
        if counts(piece) and not piece.smc and stands_in(state, piece, hexes)
    }  # fmt: skip
    return next(iter(sides)) if len(sides) == 1 else None


def isolation(ctx: CampaignRun) -> None:
    """7.506-7.5062: the Isolated Areas of both perimeters with their types; hex control in them; units marked."""
    board = ctx.game.board
    if board is None:
        ctx.tell(f"Enter each Isolated Area yourself: isolated HEX… A|B|C|D ({ctx.rule('7.506')}).")
        return
    upper = upper_areas(ctx.game)
    state = replace(ctx.state, areas=upper)  # who stands in a Pocket of a level is not on the ground
    ground = isolated_areas(board, zones(board, state.perimeters))
    ctx.emit(cev.AreasSet((*upper, *(Area(hexes, type_of(state, hexes), pocket) for hexes, pocket in ground))))
    take_effect(ctx)


def upper_areas(game: CampaignGame) -> tuple[Area, ...]:
    """7.5055: the Pockets of MMC off the ground level of hexes that the enemy controls, by the flags of counters."""
    state, control, men = game.state, dict[Floor, str](), []
    for piece in state.of("", "map"):
        if piece.level and counts(piece) and not piece.smc:
            place = where(state, piece)
            control[place, 0] = state.control.get(place, "")
            control[place, piece.level] = piece.side
            men.append((place, piece.level))
    pockets = upper_pockets(game.board, [list(control)], control, men)
    return tuple(
        Area(tuple(at_level(*floor) for floor in pocket), "C", control[pocket[0]], "off the ground level")
        for pocket in pockets
    )


def take_effect(ctx: CampaignRun) -> None:
    """7.5061-7.5062: what the Isolated Areas do to hex control and units, as they are now. It may be done again."""
    kept = []
    gains: dict[tuple[str, str], list[str]] = {}
    for area in ctx.state.areas:
        if area.type in ("A", "B") and (whose := _absorbed(ctx.game, area)):
            ctx.emit(
                cev.HexesControlled(
                    whose,
                    area.hexes,
                    f"everything around a type {area.type} Pocket is enemy-controlled ({ctx.rule('7.5062')})",
                )
            )
            _undraw(ctx, area)
            continue
        kept.append(area)
        whose, changed = _control(ctx.game, area)
        gains.setdefault((whose, area.type), []).extend(changed)
    for (whose, kind), names in gains.items():
        if names:
            ctx.emit(cev.HexesControlled(whose, tuple(names), f"Isolated, type {kind} ({ctx.rule('7.5062')})"))
    if len(kept) != len(ctx.state.areas):
        ctx.emit(cev.AreasSet(tuple(kept)))
    for piece in list(ctx.state.of("", "map")):
        isolated = area_of(ctx.state, piece) is not None
        ctx.change(piece, ("isolated",) * isolated, ("isolated",) * (not isolated), ctx.rule("7.5061"))


def _control(game: CampaignGame, area: Area) -> tuple[str, list[str]]:
    """7.5062: who gains which hexes: A and B nobody (never a Strategic Location), C its side, D stays as it is."""
    whose = holder_of(game.state, area.hexes) or "" if area.type == "C" else ""
    if area.type == "D" or (area.type == "C" and not whose):
        return "", []
    always = frozenset() if whose else strategic_locations(game)
    return whose, [name for name in area.hexes if game.state.control.get(name, "") != whose and name not in always]


def _absorbed(game: CampaignGame, area: Area) -> str:
    """7.5062: the side that controls all the controlled hexes around a type A or B Pocket, if there is one.

    Enemy SMC in it first try to Escape (7.5061).
    """
    if not area.pocket_of or game.board is None:
        return ""
    board = game.board
    around = {hex_of(name) for name in area.hexes}
    around |= {near for name in area.hexes if name in board for near in board.neighbours(name)}
    around -= set(area.hexes)
    sides = {game.state.control[name] for name in around if game.state.control.get(name)}
    state = game.state
    smc = {piece.side for piece in state.pieces.values() if counts(piece) and stands_in(state, piece, area.hexes)}
    return next(iter(sides)) if len(sides) == 1 and smc <= sides else ""


def _undraw(ctx: CampaignRun, area: Area) -> None:
    """7.5062: the Front Line around a Pocket that went over is no Front Line any more."""
    board = ctx.game.board
    if board is None:
        return
    for side in SIDES:
        loops = ctx.state.perimeters.get(side, ())
        left = tuple(loop for loop in loops if not enclosed(board, loop) <= set(area.hexes))
        if side == area.pocket_of and left != loops:
            ctx.emit(cev.PerimeterSet(side, left, ctx.rule("7.5062")))


def types_again(ctx: CampaignRun) -> None:
    """7.5066: after an Escape each area's type is looked at again, and so is what it does."""
    areas = tuple(replace(area, type=type_of(ctx.state, area.hexes)) for area in ctx.state.areas)
    if areas == ctx.state.areas:
        return
    for before, after in zip(ctx.state.areas, areas, strict=True):
        if before.type != after.type:
            ctx.tell(f"The Isolated Area around {after.hexes[0]} is of type {after.type} now ({ctx.rule('7.5066')}).")
    ctx.emit(cev.AreasSet(areas))
    take_effect(ctx)


def area_of(state: CampaignState, piece: Piece) -> Area | None:
    """The Isolated Area in which a counter on the map is, or the one its bearer is in."""
    holder = state.pieces.get(piece.holder)
    unit = holder if holder and holder.box == "map" else piece
    return next((area for area in state.areas if stands_in(state, unit, area.hexes)), None)


def enter_area(ctx: CampaignRun, hexes: tuple[str, ...], kind: str, pocket: str, *, off: bool) -> None:
    """7.506: an Isolated Area by hand; without a type it is found by the counters in it; `off`: it is none."""
    others = [
        replace(area, hexes=left) for area in ctx.state.areas
        if (left := tuple(name for name in area.hexes if name not in hexes))
    ]  # fmt: skip
    new = [] if off else [Area(hexes, kind or type_of(ctx.state, hexes), pocket, "player")]
    ctx.emit(cev.AreasSet((*others, *new)))
    take_effect(ctx)


def forget_areas(ctx: CampaignRun) -> None:
    """7.506: a refit begins, and nobody stays Isolated from the one before: without a map the player enters who is."""
    if ctx.game.board is not None or not ctx.state.areas:
        return
    hexes = listed([name for area in ctx.state.areas for name in area.hexes])
    ctx.emit(cev.AreasSet(()))
    take_effect(ctx)
    ctx.tell(f"{hexes}: Isolated in the refit before; enter anew what is so now ({ctx.rule('7.506')}).")


def must_escape(state: CampaignState) -> list[str]:
    """7.5061: the SMC that must try to Escape: all in a type B area, those of the other side in a type C one.

    12.6071: none that is TI.
    """
    forced = []
    for area in state.areas:
        if area.type not in ("B", "C"):
            continue
        safe = holder_of(state, area.hexes) if area.type == "C" else None
        if area.type == "C" and safe is None:
            continue
        forced += [
            piece.id for piece in state.pieces.values()
            if piece.smc and counts(piece) and stands_in(state, piece, area.hexes)
            and piece.side != safe and "ti" not in piece.flags
        ]  # fmt: skip
    return forced


STEPS = (
    Step(
        "isolation",
        isolation,
        "Isolated Areas and their effects; isolated HEX… TYPE corrects one; then next",
        acts=True,
    ),
)
