"""Set-up before a CG scenario: Isolated units first, then the rest; OBA limits; the roster line (7.5222-.5224)."""

from __future__ import annotations

from dataclasses import replace

from sasl.campaign import events as cev
from sasl.campaign.place import remember_guns
from sasl.campaign.registry import room
from sasl.campaign.report import standing_figures
from sasl.campaign.retained import is_new, last_chance
from sasl.campaign.rules import filled
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, VEHICLES, Nation, RosterLine
from sasl.campaign.zones import zones
from sasl.kernel.text import counted


def _end(ctx: CampaignRun) -> None:
    """7.5224: Isolated units have Ammunition Shortage; what each side starts with is written into its roster."""
    for piece in list(ctx.state.of("", "map")):
        if "isolated" in piece.flags and piece.kind in ("squad", "hs", "crew", "sw", "gun", *VEHICLES):
            ctx.change(piece, ("shortage",), (), "Isolated (7.5222)")
    for side in SIDES:
        ctx.emit(cev.RosterWritten(roster_line(ctx, side)))


@room("set-up", prompt="both sides set up on your map; place IDS HEX checks it; then next", end=_end)
def set_up(ctx: CampaignRun) -> None:
    """7.5222-.5224: who sets up first, what he has, and where it may stand."""
    first = ctx.state.fact("sets-up-first") or ctx.campaign.sets_up_first or "russian"
    order = SIDES if first == "russian" else SIDES[::-1]
    for side in order:
        isolated = sum(1 for piece in ctx.state.of(side, "map") if "isolated" in piece.flags)
        new = sum(1 for piece in ctx.state.of(side) if is_new(ctx.state, piece))
        retained = sum(1 for piece in ctx.state.of(side, "retained") if not is_new(ctx.state, piece))
        ctx.tell(
            f"{side.capitalize()} sets up {counted(isolated, 'Isolated counter')}, then {retained} Retained; "
            f"{new} of new groups may set up or enter.",
            board=True,
        )
        if side == "german" and (turn := last_chance(ctx.game)):
            ctx.tell(f"Each German unit sets up, or enters by Turn {turn}; else it is a casualty (CG12a).", board=True)
        most = ctx.game.figure_or(f"oba-per-scenario-{side}", 99)
        modules = sum(1 for piece in ctx.state.of(side) if piece.kind == "oba")
        if modules > most:
            ctx.tell(f"{side.capitalize()} has {modules} OBA modules and may use {most} of them (CG13).")
    stage = "initial" if ctx.state.scenario == 0 else "later"
    for way in ctx.campaign.setups:
        if way.text and way.stage in ("always", stage):
            ctx.tell(f"{way.side.capitalize()}, {way.title}: {filled(ctx.game, way.text)}")
    for zone in zones(ctx.game):
        ctx.tell(f"{zone.words}: {counted(len(zone.hexes), 'hex', 'hexes')} (map, or show HEX).")
    remember_guns(ctx)


MONEY = ("cpp-start", "cpp-gained", "cpp-total", "cpp-spent")


def close_roster(ctx: CampaignRun, side: Nation) -> None:
    """7.15: a date is over: its column keeps what its scenario has left."""
    for line in ctx.state.roster:
        if line.side == side and line.date == ctx.state.date:
            figures = {**line.figures, **standing_figures(ctx.game, side)}
            ctx.emit(cev.RosterWritten(replace(line, figures=figures)))


def roster_line(ctx: CampaignRun, side: Nation) -> RosterLine:
    """7.15: a side's line of the CG Roster for the present date."""
    figures = {name: str(ctx.state.number(side, name)) for name in MONEY}
    figures["cpp-left"] = str(ctx.state.number(side, "cpp"))
    if not ctx.state.date:  # what a side begins the campaign with
        figures["cpp-start"] = figures["cpp-total"]
    return RosterLine(side, ctx.state.date, {**figures, **standing_figures(ctx.game, side)})
