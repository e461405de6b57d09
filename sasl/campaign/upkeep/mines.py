"""Units that end a scenario in a minefield (7.5042, RB 11.6042, VotG 12.6052)."""

from __future__ import annotations

import re

from sasl.asl.fire import ift
from sasl.campaign.registry import room
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Piece
from sasl.campaign.upkeep.casualties import reduce, wrecked
from sasl.campaign.upkeep.morale import task_check
from sasl.content.counters import CounterType
from sasl.kernel.questions import Option

_ANTI_TANK = re.compile(r"(\d+) ?A-?T\b")
STAY = frozenset({"immobile", "bogged", "mired", "wreck", "burnt-out", "abandoned"})
"""Vehicles that are not Mobile, and so set off no mine."""


def strength(game: CampaignGame, name: str) -> tuple[int, int]:
    """The A-P and the A-T factors of all mines in a hex."""
    personnel = tank = 0
    for work in game.state.works_at(name):
        if work.kind in ("minefield", "ap-mine"):
            personnel += work.number
        elif work.kind == "at-mine":
            tank += work.number
        if work.kind == "minefield":
            tank += sum(map(int, _ANTI_TANK.findall(work.text)))
    return personnel, tank


@room("minefields", prompt="units in minefields: next")
def minefields(ctx: CampaignRun) -> None:
    """7.5042: mines attack Mobile vehicles as if they left; Infantry among A-P mines takes a NTC.

    Those who could leave freely do neither; the player says who they are. All stay where they are.
    """
    places = dict.fromkeys(piece.hex for piece in ctx.state.of("", "map") if _concerned(ctx.game, piece))
    if not places:
        ctx.tell("No unit is in a minefield.")
    for name in places:
        for side in SIDES:
            _in_hex(ctx, name, [piece.id for piece in ctx.state.at(name, side) if _concerned(ctx.game, piece)])


def _concerned(game: CampaignGame, piece: Piece) -> bool:
    if not piece.hex or piece.box != "map" or "prisoner" in piece.flags:
        return False
    personnel, tank = strength(game, piece.hex)
    if "in-minefield" in piece.flags and not personnel + tank:
        personnel = 1
    if piece.kind == "vehicle":
        return bool(personnel + tank) and not piece.flags & STAY
    aboard = game.state.pieces.get(piece.holder)
    if aboard is not None and aboard.kind == "vehicle":
        return False
    return (piece.mmc or piece.smc) and bool(personnel)


def _in_hex(ctx: CampaignRun, name: str, ids: list[str]) -> None:
    """The exception first, then vehicles, then Infantry with the crews that just got out."""
    if not ids:
        return
    side = ctx.state.pieces[ids[0]].side
    options = [Option(piece_id, ctx.state.pieces[piece_id].type) for piece_id in ids]
    text = f"Which of them could leave {name} unharmed by mines (a Trailbreak; no mines or enemy beyond)?"
    free = ctx.several(text, options, [], rule="7.5042", whose=side)
    before = set(ctx.state.pieces)
    for piece_id in ids:
        if ctx.state.pieces[piece_id].kind == "vehicle" and piece_id not in free:
            _vehicle(ctx, piece_id)
    if not strength(ctx.game, name)[0] and not any("in-minefield" in ctx.state.pieces[item].flags for item in ids):
        return
    on_foot = [key for key in (*ids, *(key for key in ctx.state.pieces if key not in before)) if key not in free]
    for piece_id in on_foot:
        piece = ctx.state.pieces[piece_id]
        if piece.here and (piece.mmc or piece.smc) and not task_check(ctx, piece, 0, "A-P mines"):
            reduce(ctx, piece, "A-P mines (7.5042)")


def _vehicle(ctx: CampaignRun, piece_id: str) -> None:
    """B28.4-.5: the A-P mines attack a vehicle, then the A-T mines, as if it left the hex."""
    piece = ctx.state.pieces[piece_id]
    personnel, tank = strength(ctx.game, piece.hex)
    if not personnel + tank:
        ctx.tell(f"{piece.id} is in a minefield of unknown strength: resolve its mine attack and enter what is left.")
        return
    if personnel:
        _anti_personnel(ctx, piece, personnel)
    piece = ctx.state.pieces[piece_id]
    if tank and piece.here and not piece.flags & STAY:
        _anti_tank(ctx, piece, tank)


def _armored(item: CounterType) -> bool:
    """B28.42: for mines, an AFV with any hull AF of 0 is unarmored."""
    return bool(item.armor_front) and bool(item.armor_side)


def _anti_personnel(ctx: CampaignRun, piece: Piece, factors: int) -> None:
    """B28.42: an armored vehicle is immobilized by a KIA; an unarmored one is destroyed by it."""
    names = sorted(map(int, ctx.library.table(ift.IFT).columns))
    column = max((name for name in names if name <= factors), default=names[0])
    record = ctx.table(ift.IFT, f"A-P mines {factors} in {piece.hex} attack {piece.id}", column=str(column))
    outcome = ift.parse(str(record.result))
    if outcome.kind == "KIA":
        if _armored(ctx.game.counter(piece.side, piece.type)):
            ctx.change(piece, ("immobile",), ("motion",), f"{outcome} by A-P mines (B28.42)")
        else:
            wrecked(ctx, piece, f"{outcome} by A-P mines (B28.42)")
            return
    elif outcome.kind == "-":
        return
    _vulnerable(ctx, piece, outcome)


def _vulnerable(ctx: CampaignRun, piece: Piece, outcome: ift.Outcome) -> None:
    """B28.42: Riders, and those aboard an open-topped or soft vehicle, suffer the same result."""
    counter = ctx.game.counter(piece.side, piece.type)
    held = [item for item in ctx.state.held_by(piece.id) if "armor-leader" not in item.flags]
    aboard = [item for item in held if item.mmc or item.smc]
    exposed = counter.open_topped or not _armored(counter)
    if not aboard and not exposed:
        return
    options = [Option("none", "nobody is harmed"), Option("bail", "the crew breaks: it gets out in Good Order")]
    options += [Option(item.id, f"{item.type} suffers Casualty Reduction") for item in aboard]
    text = f"The mines' result against those in and on {piece.id}: {outcome}. What of it?"
    answer = ctx.choose(text, options, rule="B28.42", whose=piece.side)
    if answer == "bail":
        _bail_out(ctx, piece)
    elif answer != "none":
        reduce(ctx, ctx.state.pieces[answer], "mines (B28.42)")


def _bail_out(ctx: CampaignRun, piece: Piece) -> None:
    """7.5042: a crew that breaks is unloaded in Good Order; its vehicle is Abandoned."""
    known = ctx.library.counters.get(piece.side, {})
    crews = [name for name, item in known.items() if item.kind == "crew"]
    usual = ctx.game.counter(piece.side, piece.type).crew or (crews[0] if crews else "")
    ctx.change(piece, ("abandoned",), ("motion",), "its crew bails out (7.5042)")
    if usual:
        ctx.raise_piece(piece.side, usual, box="map", hex=piece.hex, why=f"gets out of {piece.id} (7.5042)")


def _anti_tank(ctx: CampaignRun, piece: Piece, factors: int) -> None:
    """B28.51-.53: a dr of the factors or less sets one off: the 36 column, AF as DRM against its KIA."""
    figure, item = ctx.library.figure, ctx.game.counter(piece.side, piece.type)
    if not ctx.check("mines.anti-tank", f"A-T mines {factors} in {piece.hex} under {piece.id}", factors).success:
        return
    column = figure("at-mine-column")
    found = ctx.table(ift.IFT, f"A-T mine under {piece.id}", column=str(column))
    outcome = ift.parse(str(found.result))
    if not _armored(item):
        wrecked(ctx, piece, "A-T mine (B28.52)", burnt=found.total <= figure("at-mine-truck-burns"))
        return
    if outcome.kind == "KIA":
        lowest = min(item.armor_front or 0, item.armor_side or 0)
        total = found.total + int(ctx.library.table("armor.aerial").value(lowest))
        outcome = ift.parse(str(ctx.library.table(ift.IFT).value(total, str(column))))
    if outcome.kind == "KIA" and outcome.n >= figure("at-mine-eliminates"):
        wrecked(ctx, piece, f"A-T mine, {outcome} (B28.52)", burnt=outcome.n >= figure("at-mine-burns"))
        return
    ctx.change(ctx.state.pieces[piece.id], ("immobile",), ("motion",), "A-T mine (B28.52)")
