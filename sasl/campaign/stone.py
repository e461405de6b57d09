"""Who wins a scenario that is about Stone Locations (RB 11.6235; in VotG 12.6255 Stone Hexes of a Dual Attack)."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame
from sasl.campaign.state import SIDES, Nation, other

NAME, ALL = "stone", "stone-all"


def verdict(game: CampaignGame) -> tuple[Nation, str] | None:
    """The winner by the numbers entered, and why; None where the campaign has no such conditions, or they are lost.

    `stone` is how many Stone Locations a side controls now that were the enemy's at the start.
    """
    kind = game.state.fact("scenario")
    if kind == "Dual Attack" and game.figure_or("stone-vp", 0):
        return _dual(game)
    attacker: Nation = "german" if kind.startswith("German") else "russian"
    need = game.figure_or(f"stone-gain-{attacker}", 0)
    return _assault(game, attacker, need) if need and kind.endswith("Assault") else None


def _dual(game: CampaignGame) -> tuple[Nation, str]:
    """11.6235: CVP, and VP for each Stone Location taken from the enemy; the Germans need more than the Russians."""
    times = game.figure("stone-vp")
    found = {side: game.state.number(side, "earned") + times * game.state.number(side, NAME) for side in SIDES}
    words = ", ".join(f"{side.capitalize()} VP {found[side]}" for side in SIDES)
    return ("german" if found["german"] > found["russian"] else "russian"), words


def _assault(game: CampaignGame, attacker: Nation, need: int) -> tuple[Nation, str]:
    """11.6235: the Russian by all Stone Locations; else the attacker by so many more than he lost, or by his CVP."""
    if game.state.number("russian", ALL):
        return "russian", "the Russians control all Stone Locations"
    enemy = other(attacker)
    gain = game.state.number(attacker, NAME) - game.state.number(enemy, NAME)
    own, theirs = (game.state.number(side, "earned") for side in (attacker, enemy))
    who, times = attacker.capitalize(), game.figure("stone-cvp-times")
    if gain >= need:
        return attacker, f"{who} gain of Stone Locations {gain} of {need}"
    if own and own >= times * theirs:
        return attacker, f"{who} CVP {own} to {theirs}"
    return enemy, f"{who} gain of Stone Locations {gain} of {need}, CVP {own} to {theirs}"
