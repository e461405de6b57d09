"""Victory Locations: which of them a side holds, counted from the control of the map (OtO2 6, 7.4)."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame
from sasl.campaign.state import Nation

NAME = "lvp"


def held(game: CampaignGame, side: Nation) -> tuple[str, ...]:
    """The Victory Locations that a side controls; one that is ablaze counts as Russian until it is consumed (6)."""
    if game.board is None:
        return ()
    burning = {work.hex for work in game.state.works.values() if work.kind == "blaze" and work.text != "wreck"}
    owner = {**game.state.control, **dict.fromkeys(burning, "russian")}
    return tuple(name for name in game.board.objectives() if owner.get(name) == side)


def counted(game: CampaignGame) -> bool:
    """Whether the map tells who holds what: it has Victory Locations, and control is known."""
    return game.board is not None and bool(game.state.control) and bool(game.board.objectives())


def lvp(game: CampaignGame, side: Nation) -> int:
    """7.4: the LVP of a side: what the player typed for this scenario, else what it holds, up to the most there are."""
    if game.board is None or not counted(game) or game.state.number(side, f"{NAME}-typed"):
        return game.state.number(side, NAME)
    worth = game.board.objectives()
    return min(sum(worth[name] for name in held(game, side)), game.figure_or("locations-most", 99))


def figure(game: CampaignGame, side: Nation, name: str) -> int:
    """A figure of a side as it stands; LVP are counted."""
    return lvp(game, side) if name == NAME else game.state.number(side, name)
