"""Perimeter Determination: proposed, drawn by hand, shown in letters, and the control that comes of it (7.505)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sasl.board.board import Board
from sasl.board.hexes import Hex
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Area, Nation
from sasl.campaign.perimeter.front_lines import Loop
from sasl.campaign.perimeter.perimeter_control import control_after, front_line, lost_smc, zones
from sasl.campaign.perimeter.position import MARK, Position, counts, position, where
from sasl.campaign.perimeter.proposal import complete, filled, propose
from sasl.campaign.perimeter.rules import faults
from sasl.campaign.steps.losses import eliminate
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.text import counted, listed
from sasl.kernel.transaction import Refused

LEGEND = (
    "R G Front Line   r g inside   X both Areas   A B C D Isolated Area of that type   "
    "( ) beside a sign: controlled Russian, German   . nobody's"
)


def draw(
    board: Board,
    perimeters: Mapping[str, Sequence[Loop]],
    *,
    areas: Iterable[Area] = (),
    control: Mapping[str, str] | None = None,
) -> list[str]:
    """The map, a line for each half hexrow of numbers: hexrows run from left to right, two columns apart.

    `areas` show the type of each Isolated Area instead of X.
    """
    parts = zones(board, perimeters)
    lines = {side: {name for loop in perimeters.get(side, ()) for name in loop} for side in SIDES}
    types = {name: area.type for area in areas for name in area.hexes}
    cells: dict[str, str] = {}
    for name in board:
        inside = [side for side in SIDES if name in parts.areas[side]]
        if len(inside) == 2:
            cells[name] = "X"
        elif inside:
            sign = inside[0][0]
            cells[name] = sign.upper() if name in lines[inside[0]] else sign
        else:
            cells[name] = "."
        cells[name] = types.get(name, "")[:1] or cells[name]
        whose = (control or {}).get(name, "")
        cells[name] += {"russian": "(", "german": ")"}.get(whose, " ")
    return _laid_out(board, cells)


def _laid_out(board: Board, cells: Mapping[str, str]) -> list[str]:
    """Each hex at its place: half a hex lower is a line lower."""
    hexes = sorted(board.hexes)
    left, top = hexes[0].col, min(hex_.half_y for hex_ in hexes)
    rows: dict[int, dict[int, str]] = {}
    for hex_ in hexes:
        rows.setdefault(hex_.half_y - top, {})[hex_.col - left] = cells[hex_.name]
    width = max(hex_.col for hex_ in hexes) - left + 1
    heads = [Hex(left + col, 1).name[:-1] for col in range(width)]
    lines = ["     " + "".join(f"{head:<2}" for head in heads).rstrip()]
    for row in range(max(rows) + 1):
        cols = rows.get(row, {})
        number = next((hex_.num for hex_ in hexes if hex_.half_y - top == row), 0)
        text = "".join(cols.get(col, "  ") for col in range(width))
        lines.append(f"{number:>4} {text}".rstrip())
    return lines


BY_HAND = "perimeter SIDE HEX HEX…, areas by isolated HEX… TYPE, control HEX… SIDE: all by hand, then next"


def put_perimeter(ctx: CampaignRun, side: Nation, loops: Iterable[Loop], why: str) -> None:
    """The perimeter of a side."""
    ctx.emit(cev.PerimeterSet(side, tuple(loops), why))


def here(game: CampaignGame) -> Position:
    """The map as it stands. Refused on a campaign without a board."""
    try:
        return position(game)
    except ValueError as error:
        raise Refused(f"{error} ({game.rule('7.505')})") from None


def propose_perimeter(ctx: CampaignRun, side: Nation) -> None:
    """7.505: the perimeter that the rules give a side now."""
    proposal = propose(here(ctx.game), side)
    if not proposal.main and not proposal.pockets:
        ctx.tell(f"The {side.capitalize()} side has nothing to draw a perimeter around.")
    why = "the largest there is" if proposal.proved else f"the best found; none is larger than {proposal.bound} hexes"
    put_perimeter(ctx, side, proposal.loops, why)


def _determined(ctx: CampaignRun) -> None:
    """7.5057: control after both perimeters stand; SMC outside their own are Eliminated."""
    if ctx.game.board is None:
        return
    place = here(ctx.game)
    for side in SIDES:
        wrong = faults(place, side, ctx.state.perimeters.get(side, ()))
        if wrong:
            raise Refused(f"the {side.capitalize()} perimeter: {wrong[0]}; perimeter propose draws a new one")
    parts = zones(place.board, ctx.state.perimeters)
    for owner, hexes in lost_smc(place, parts).items():
        for piece in [item for item in ctx.state.of(owner, "map") if item.smc and where(ctx.state, item) in hexes]:
            if counts(piece):
                eliminate(ctx, piece, f"an SMC outside its Perimeter Area ({ctx.rule('7.5057')})")
    changes = control_after(place, parts)
    for whose in (*SIDES, ""):
        gained = tuple(name for name in place.board if changes.get(name) == whose)
        if gained:
            ctx.emit(cev.HexesControlled(whose, gained, ctx.rule("7.5057")))


def _perimeter_step(ctx: CampaignRun) -> None:
    """7.505: the program proposes the largest perimeter of each side; the player may draw his own (7.5058)."""
    if ctx.game.board is None:
        ctx.tell(f"The program has no map for this campaign. {BY_HAND}")
        return
    place = here(ctx.game)
    for side in SIDES:
        alone = tuple(sorted(
            name for name in place.units[side]
            if place.control[name] == side != ctx.state.control.get(name) and name in place.board
        ))  # fmt: skip
        if alone:
            ctx.emit(cev.HexesControlled(side, alone, "alone there (A26.1)"))
    for side in SIDES:
        propose_perimeter(ctx, side)


def _draw_perimeter(ctx: CampaignRun) -> None:
    """7.5067: the Front Lines and the types of the Isolated Areas are recorded."""
    ctx.tell("Draw both perimeters and the types of the Isolated Areas.", board=True)
    if ctx.game.board is None:
        return
    parts = zones(ctx.game.board, ctx.state.perimeters)
    for side in SIDES:
        pairs = front_line(ctx.game.board, parts, side, ctx.state.control)
        ctx.tell(
            f"{side.capitalize()} perimeter: {counted(len(parts.areas[side]), 'hex', 'hexes')}, "
            f"{counted(len(pairs), 'hexside')} to draw."
        )


def draw_by_hand(ctx: CampaignRun, side: Nation, chains: Sequence[Sequence[str]]) -> None:
    """7.5052-7.5058: a side's perimeter drawn from marker to marker."""
    if ctx.game.board is None:
        put_perimeter(ctx, side, tuple(map(tuple, chains)), "player")
        return
    place = here(ctx.game)
    try:
        loops = complete(place, side, tuple(filled(place, side, list(chain)) for chain in chains))
    except ValueError as error:
        raise Refused(str(error)) from None
    wrong = faults(place, side, loops)
    if wrong:
        raise Refused("; ".join(wrong[:3]))
    put_perimeter(ctx, side, loops, "player")


def show(ctx: CampaignRun) -> None:
    """The map with both perimeters, in letters."""
    if ctx.game.board is None:
        raise Refused(f"the program has no map for this campaign ({ctx.rule('7.505')})")
    state = ctx.state
    for line in [*draw(ctx.game.board, state.perimeters, areas=state.areas, control=state.control), LEGEND]:
        ctx.tell(line)


def mark_strategic(ctx: CampaignRun, hexes: Sequence[str], *, off: bool) -> None:
    """7.5051: Strategic Locations that the campaign file does not name, marked by hand."""
    for name in hexes:
        marks = ctx.state.works_at(name, MARK)
        for mark in marks if off else ():
            ctx.emit(cev.WorkGone(mark.id, "player"))
        if not off and not marks:
            ctx.put_work(MARK, name, text="Strategic Location", why="player")


def area_lines(game: CampaignGame) -> Iterator[tuple[str, tuple[str, ...]]]:
    """7.5054-7.506: each Perimeter Area, its Pockets and every Isolated Area in words, with its hexes."""
    if game.board is not None:
        parts = zones(game.board, game.state.perimeters)
        for side in SIDES:
            pockets = game.board.patches(parts.pockets[side].__contains__)
            text = f"; Pockets: {'; '.join(listed(group, 6) for group in pockets)}" if pockets else ""
            yield f"{side.capitalize()} Perimeter Area: {counted(len(parts.areas[side]), 'hex', 'hexes')}{text}.", ()
    for area in game.state.areas:
        whose = f", a {area.pocket_of.capitalize()} Pocket" if area.pocket_of else ""
        yield f"Isolated Area of type {area.type}{whose}: {listed(area.hexes, 12)}.", area.hexes
    if not game.state.areas:
        yield "There is no Isolated Area.", ()


STEPS = (
    Step(
        "perimeter",
        _perimeter_step,
        "the proposal stands; perimeter SIDE HEX HEX… draws another; then next",
        acts=True,
        end=_determined,
        unmapped="perimeter SIDE HEX HEX… enters what your map shows; then next",
    ),
    Step(
        "draw-perimeter",
        _draw_perimeter,
        "draw the perimeters and the types of Isolated Areas on your map; then next",
        acts=True,
    ),
)
