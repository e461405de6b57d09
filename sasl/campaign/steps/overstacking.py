"""Whether a side sets up too many in a Location (A5.1)."""

from __future__ import annotations

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import LEVELS, Nation, Piece


def overstacked(game: CampaignGame, side: Nation, name: str) -> str:
    """A5.1: what breaks the stacking limit of a side in a Location of a hex, or ""; who is aboard does not count."""
    figure, aboard = game.library.figure, game.state.pieces
    for level in (0, *LEVELS.values()):
        men = [
            piece for piece in game.state.at(name, side)
            if piece.box == "map" and piece.level == level and piece.personnel and "prisoner" not in piece.flags
            and not (piece.holder in aboard and aboard[piece.holder].kind == "vehicle")
        ]  # fmt: skip
        halves = sum(_halves(game, piece) for piece in men)
        leaders = sum(1 for piece in men if piece.smc)
        if halves > figure("stack-limit"):
            return f"{halves / 2:g} squad-equivalents are more than {figure('stack-limit') / 2:g} (A5.1)"
        if leaders > figure("stack-smc"):
            return f"{leaders} SMC are more than {figure('stack-smc')} (A5.1)"
    return ""


def _halves(game: CampaignGame, piece: Piece) -> int:
    """What a counter counts for stacking, in half-squads."""
    if not piece.mmc:
        return 0
    return game.library.figure("stack-squad" if piece.kind == "squad" else "stack-half")
