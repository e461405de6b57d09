"""What is Retained: who stayed off the map, who is new on this CG Date, who came too late (section 6, CG7, CG12)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import VEHICLES, CampaignState, Piece
from sasl.campaign.upkeep.casualties import eliminate, worth
from sasl.kernel.text import counted, listed

UNITS = ("squad", "hs", "crew", "leader", "gun", *VEHICLES)
"""What can be set up or enter and is worth Casualty VP."""


def retain(ctx: CampaignRun) -> None:
    """CG7: what could have come and stayed off the map is Retained like everything else that a side still has.

    Reserves are none any more (11.6194b, 12.6214b).
    """
    for piece in list(ctx.state.of("", "coming")):
        loses = tuple(piece.flags & {"off-board"})
        ctx.emit(cev.PieceChanged(piece.id, loses=loses, box="retained", why="Retained off the map (CG7)"))
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("reserve",), "no Reserve any more (11.6194b)")


def is_new(state: CampaignState, piece: Piece) -> bool:
    """CG12: whether a counter off the map came with a group of this CG Date: it sets up or enters by its own rule."""
    bought = state.purchases.get(piece.group)
    return piece.box == "coming" or (piece.box == "retained" and bought is not None and bought.date == state.date)


def last_chance(game: CampaignGame) -> int:
    """CG12a: the Turn by which each German unit must be on the map in the scenario of the last CG Date, else 0."""
    last = game.state.date >= len(game.campaign.dates) - 1
    return game.figure_or("german-enter-by-turn", 0) if last else 0


def left_off_map(ctx: CampaignRun) -> None:
    """CG12a: on the last CG Date Germans that neither set up nor entered in time are casualties at once."""
    turn = last_chance(ctx.game)
    late = [piece for piece in ctx.state.of("german", "retained", "coming")
            if piece.kind in UNITS and worth(ctx.game, piece) and "prisoner" not in piece.flags]  # fmt: skip
    if not turn or not late:
        return
    points = sum(worth(ctx.game, piece) for piece in late)
    typed = bool(ctx.state.number("russian", "cvp-typed"))
    text = f"{counted(len(late), 'German counter')} not on the map by Turn {turn}: {points} CVP?"
    text += " (The CVP you entered may count them already.)" if typed else ""
    ctx.tell(f"Not on the map: {listed([piece.id for piece in late], 20)}.")
    if ctx.yes(text, default=not typed, rule="CG12a"):
        for piece in late:
            eliminate(ctx, piece, f"not on the map by Turn {turn} (CG12a)")
