"""Interdiction of ferry landings, by the German player's word (VotG 12.602)."""

from __future__ import annotations

from sasl.campaign.registry import room
from sasl.campaign.run import CampaignRun
from sasl.kernel.questions import Option


@room("ferry", prompt="units that interdict a ferry landing are TI: next")
def ferry(ctx: CampaignRun) -> None:
    """12.602: the German says which of his units interdict a landing: TI on the map until the next scenario."""
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("interdicting", "ti"), "of the scenario before")
    able = [
        piece for piece in ctx.state.of("german", "map")
        if (piece.mmc or piece.kind == "vehicle") and not piece.flags & {"prisoner", "broken", "wreck", "abandoned"}
    ]  # fmt: skip
    if not able:
        return
    options = [Option(piece.id, f"{piece.type} in {piece.hex}") for piece in able]
    chosen = ctx.several("Which German units interdict a ferry landing?", options, [], rule="12.602", whose="german")
    for piece_id in chosen:
        ctx.change(ctx.state.pieces[piece_id], ("interdicting", "ti"), (), "12.602")
