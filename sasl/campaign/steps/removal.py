"""Fortifications, wrecks and immobile vehicles cleared from the map (7.514, RB 11.615, VotG 12.617)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun, alike
from sasl.campaign.campaign_state import ENTRENCHMENTS, MINES, REMOVAL_TRIED, CampaignState, Nation, Piece, Work
from sasl.campaign.steps.blazes import adjacent
from sasl.campaign.steps.campaign_conditions import in_front_line, near_front_line, standing
from sasl.campaign.steps.losses import leave_equipment, reduce
from sasl.campaign.steps.personnel import squad_equivalents
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.steps.weapon_steps import engineer_squads
from sasl.kernel.orders.questions import Option
from sasl.kernel.transaction import Refused

BY_SQUADS = ("wire", "minefield")
BY_VEHICLES = ("wreck", "vehicle")


class Attempt(NamedTuple):
    """One attempt at removal: of what kind of thing, its id (of mines the hex), by which side."""

    kind: str
    thing: str
    side: str


def tried_so_far(state: CampaignState) -> tuple[Attempt, ...]:
    """The attempts of this step."""
    return tuple(Attempt(*word.split(":")) for word in state.fact(REMOVAL_TRIED).split())


def removal(ctx: CampaignRun) -> None:
    """7.514: a dr for each thing that its controller wants removed; nothing has been tried yet."""
    ctx.fact(REMOVAL_TRIED, "")


def kind_of(work: Work | Piece) -> str:
    """What a thing is for this step: all mines are one kind, wrecks are wrecks whatever they were."""
    if isinstance(work, Piece):
        return "wreck" if "wreck" in work.flags else "vehicle"
    return "minefield" if work.kind in MINES else work.sort


def removable(ctx: CampaignRun) -> tuple[str, ...]:
    """7.514, 11.615: what may be removed: wrecks and vehicles in OtO2, roadblocks in RB and VotG."""
    more = BY_VEHICLES if ctx.game.figure_or("removal-limited", 0) else ("roadblock",)
    return ("wire", "minefield", *ENTRENCHMENTS, *more)


def try_removal(ctx: CampaignRun, side: Nation, name: str) -> None:
    """7.514: one dr for an item; mines first; tries at Wire and mines limited by squads, at wrecks by vehicles."""
    work: Work | Piece | None = ctx.state.works.get(name) or ctx.state.pieces.get(name)
    if work is None or not work.hex:
        raise Refused(f"there is nothing called '{name}' on the map")
    kind = kind_of(work)
    _may(ctx, side, name, work, kind)
    tried, attempt = tried_so_far(ctx.state), Attempt(kind, work.hex if kind == "minefield" else name, side)
    if attempt in tried:
        raise Refused(f"{name} has already been tried ({ctx.rule('7.514')})")
    _enough(ctx, side, kind, tried)
    across = _across(ctx, side, work) if kind == "roadblock" else ""
    ctx.fact(REMOVAL_TRIED, " ".join(map(":".join, (*tried, attempt))))
    text = f"Removal of the {kind} {name} in {work.hex}"
    record = ctx.roll_for(side, "removal", text, facts=_facts(ctx, side, work, kind, across))
    if str(record.result) == "eliminated":
        _gone(ctx, work)
    elif record.original == 6:
        _casualty(ctx, side)


def _may(ctx: CampaignRun, side: Nation, name: str, work: Work | Piece, kind: str) -> None:
    """Refused, with the rule, unless a side may try to remove a thing."""
    if isinstance(work, Piece) and not work.flags & {"wreck", "immobile"}:
        raise Refused(f"{name} is neither a wreck nor immobile ({ctx.rule('7.514')})")
    if kind not in removable(ctx):
        raise Refused(f"a {kind} cannot be removed ({ctx.rule('7.514')})")
    if isinstance(work, Work) and not work.known and kind in BY_SQUADS:
        raise Refused(f"the {kind} in {work.hex} is not Known ({ctx.rule('7.514')})")
    if (ctx.state.control and ctx.state.control.get(work.hex) != side) or any(
        work.hex in area.hexes for area in ctx.state.areas
    ):
        raise Refused(f"{work.hex} is not a non-Isolated hex of the {side.capitalize()} side ({ctx.rule('7.514')})")
    mined = any(kind_of(item) == "minefield" and item.known for item in ctx.state.works_at(work.hex))
    if mined and kind != "minefield" and (kind in BY_VEHICLES or not ctx.game.figure_or("removal-limited", 0)):
        raise Refused(f"the mines in {work.hex} come first ({ctx.rule('7.514')})")


def _across(ctx: CampaignRun, side: Nation, work: Work | Piece) -> str:
    """11.615: the hex beyond the hexside of a roadblock, which the side must Control, too; "" if nobody keeps track."""
    if not ctx.state.control:
        return ""
    near = [name for name in adjacent(ctx, work.hex) if ctx.state.control.get(name) == side]
    options = [Option(name, f"Controlled by the {side.capitalize()} side") for name in near]
    options.append(Option("none", "another, which it does not Control"))
    text = f"Which hex shares the hexside of the roadblock {work.id} with {work.hex}?"
    name = ctx.choose(text, options, rule="11.615", hexes=near, whose=side, id="roadblock-across", subject=(work.id,))
    if name == "none":
        raise Refused(f"both hexes of the roadblock {work.id} must be {side.capitalize()} ones ({ctx.rule('7.514')})")
    return name


def _facts(ctx: CampaignRun, side: Nation, work: Work | Piece, kind: str, across: str) -> dict[str, int]:
    """The conditions of the table: in OtO2 the Front Line does not matter to Entrenchments.

    `across`: the other hex of a roadblock: the Front Line is near it if it is near either (11.615).
    7.5073: what lies in a side's own hex is friendly to it, whoever put it there.
    """
    wide = kind not in ENTRENCHMENTS or not ctx.game.figure_or("removal-limited", 0)
    hexes = [name for name in (work.hex, across) if name]
    along = wide and any(in_front_line(ctx.game, side, name) for name in hexes)
    engineers = ctx.game.figure_or(f"engineers-for-removal-{side}", ctx.game.figure("engineers-for-removal"))
    return standing(ctx.game, side) | {
        "front-line": int(along),
        "near-front-line": int(wide and not along and any(near_front_line(ctx.game, side, name) for name in hexes)),
        "engineers-3": int(len(engineer_squads(ctx, side)) >= engineers),
        "clears-own": int(side == "german" and kind in (*BY_SQUADS, *ENTRENCHMENTS)),
    }


def _gone(ctx: CampaignRun, work: Work | Piece) -> None:
    """The thing is no more; of a minefield every mine in its hex."""
    if isinstance(work, Piece):
        leave_equipment(ctx, work, ctx.rule("7.514"))
        ctx.emit(cev.PieceGone(work.id, f"cleared ({ctx.rule('7.514')})", counts=False))
        return
    mines = [item for item in ctx.state.works_at(work.hex) if kind_of(item) == "minefield" and item.known]
    for item in mines if kind_of(work) == "minefield" else [work]:
        ctx.emit(cev.WorkGone(item.id, f"cleared ({ctx.rule('7.514')})"))


def _enough(ctx: CampaignRun, side: Nation, kind: str, tried: Iterable[Attempt]) -> None:
    """7.514: tries at Wire and mines are limited by squad-equivalents, at wrecks and vehicles by tracked vehicles."""
    if not ctx.game.figure_or("removal-limited", 0):
        return
    done = [attempt.kind for attempt in tried if attempt.side == side]
    if kind in BY_SQUADS and sum(item in BY_SQUADS for item in done) >= squad_equivalents(ctx, side):
        raise Refused(f"no more attempts at Wire and mines than there are Retained squads ({ctx.rule('7.514')})")
    if kind in BY_VEHICLES and sum(item in BY_VEHICLES for item in done) >= _tracked(ctx, side):
        raise Refused(
            f"no more attempts at wrecks than there are Retained Mobile tracked vehicles ({ctx.rule('7.514')})"
        )


def _tracked(ctx: CampaignRun, side: Nation) -> int:
    """The Mobile tracked vehicles that a side Retains, not Isolated."""
    return sum(
        1 for item in ctx.state.of(side, "map", "retained")
        if item.kind == "vehicle" and (counter := ctx.game.counter_of(item)) and counter.move == "tracked"
        and not item.flags & {"immobile", "wreck", "abandoned", "isolated", "bogged", "mired"}
    )  # fmt: skip


QUALITY = ("Elite", "1st Line", "2nd Line", "Green", "Conscript")


def _casualty(ctx: CampaignRun, side: Nation) -> None:
    """7.514 **: an Original 6 reduces a non-Isolated MMC, an Elite one first (Assault Engineers if there are any)."""
    men = [
        item for item in ctx.state.of(side, "map", "retained")
        if item.mmc and not item.flags & {"isolated", "prisoner"}
    ]  # fmt: skip
    if not men:
        return
    engineers = [item for item in engineer_squads(ctx, side) if item in men]

    def rank(item: Piece) -> int:
        counter = ctx.game.counter_of(item)
        return QUALITY.index(counter.quality) if counter and counter.quality in QUALITY else len(QUALITY)

    best = engineers or [item for item in men if rank(item) == min(map(rank, men))]
    text = "Which MMC suffers Casualty Reduction?"
    options = [Option(piece.id, words) for piece, words in alike(ctx.state, best)]
    chosen = ctx.choose(text, options, id="casualty-reduction", subject=(side,), rule="7.514", whose=side)
    reduce(ctx, ctx.state.pieces[chosen], ctx.rule("7.514"))


STEPS = (Step("removal", removal, "clear SIDE ID tries to remove a work or wreck; then next", acts=True),)
