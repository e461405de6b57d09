"""What a figure that a player enters cannot be (7.4, A14.1, A19.1), and what is worth a second look (A26.2)."""

from __future__ import annotations

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import Nation, other
from sasl.campaign.steps.losses import worth


def too_high(game: CampaignGame, name: str, value: int) -> str:
    """7.4, A14.1, A19.1: why a figure cannot be so high; "" if it can, or nothing says how high it may be."""
    if name == "lvp" and "locations-most" in game.campaign.figures:
        most, rule = game.figure("locations-most"), game.rule("7.4")
    elif f"{name}-limit" in game.library.figures:
        most, rule = game.library.figure(f"{name}-limit"), game.library.figures[f"{name}-limit"].rule
    else:
        return ""
    return f"{name.upper()} is {most} at most, not {value} ({rule})" if value > most else ""


def more_than_there_is(game: CampaignGame, name: str, side: Nation, value: int) -> str:
    """A26.2-.3: said where CVP are more than all enemy counters are worth, EVP more than a side could bring off."""
    enemy = [piece for piece in game.state.pieces.values() if piece.side == other(side)]
    if name == "cvp":
        most, whose = sum(worth(game, piece) for piece in enemy), f"all {other(side).capitalize()} counters are"
    elif name == "evp":
        own = [piece for piece in game.state.pieces.values() if piece.side == side]
        captives = [piece for piece in enemy if "prisoner" in piece.flags]
        most, whose = sum(worth(game, piece) for piece in (*own, *captives)), "all it could have taken off the map is"
    else:
        return ""
    if value <= most or not most:  # without counters nobody keeps his OoB here
        return ""
    return f"{side.capitalize()} {name.upper()} {value}: {whose} worth {most}. If that is a mistake, enter it again."
