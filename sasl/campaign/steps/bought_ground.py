"""Which ground takes a cupola (D9.52) or an entrenchment (B27.1) at set-up."""

from __future__ import annotations

from sasl.asl.terrain.digging import takes_works
from sasl.board.terrain import OPEN
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import ENTRENCHMENTS

CUPOLA_GROUND = frozenset({OPEN, "brush", "grain", "woods", "orchard", "shellholes"})
"""D9.52: where a cupola may stand; nothing else may be in its hex, such as a gully."""


def bars_cupola(game: CampaignGame, name: str) -> str:
    """D9.52: why no cupola may set up in a hex; "" if one may, or the campaign has no board to look at."""
    if game.board is None or CUPOLA_GROUND.issuperset(game.board.terrain(name).terrains):
        return ""
    return f"a cupola stands in no {_words(game, name)} (D9.52)"


def bars_digging(game: CampaignGame, kind: str, name: str) -> str:
    """B27.1: why an entrenchment may not be placed in a hex; "" if it may, or there is no board to look at."""
    if game.board is None or kind.partition("-")[0] not in ROOTS or takes_works(game.board, name):
        return ""
    return f"{_words(game, name)} takes no entrenchment (B27.1)"


ROOTS = {kind.partition("-")[0] for kind in ENTRENCHMENTS}
"""The kinds of entrenchment, a foxhole of any size among them."""


def _words(game: CampaignGame, name: str) -> str:
    assert game.board is not None
    return game.board.terrain(name).ground(game.board.chart).lower()
