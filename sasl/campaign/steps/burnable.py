"""What can burn in a hex of the campaign's map: its terrain, rubble and wrecks (B25.1, 7.509)."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.campaign.campaign_run import CampaignGame
from sasl.kernel.text import listed

BURNS: dict[str, str] = {
    "brush": "brush, grain or woods",
    "orchard": "an orchard",
    "wooden rubble": "wooden rubble",
    "stone rubble": "stone rubble",
    "wooden building": "a wooden building",
    "building": "a building (stone, where it matters)",
    "factory": "a Factory",
    "railcar": "railcars",
    "wreck": "only a wreck",
}
"""What may burn in a Location, as the text of its Flame or Blaze says it."""
BUILDINGS = ("building", "wooden building")
RUBBLE = ("wooden rubble", "stone rubble")
FIRES = ("flame", "blaze")
BURNT_OUT = "Burnt-Out Wreck"
"""The `text` of a wreck that nothing can burn any more."""
TERRAIN: Mapping[str, str] = {
    "wooden-building": "wooden building", "stone-building": "building", "woods": "brush", "brush": "brush",
    "grain": "brush", "orchard": "orchard",
}  # fmt: skip
"""What each terrain of a map is as it burns, what matters most first; other terrain does not burn."""
LEFT = ("open-ground", "gutted")
"""What a fire has left where the printed terrain is no more (7.5092, 12.6104)."""


def burnable(game: CampaignGame, name: str) -> tuple[str, ...] | None:
    """What can burn in a hex, the terrain before a wreck; None where the program has no map to tell it."""
    board = game.board
    if board is None or name not in board:
        return None
    kinds = {work.kind for work in game.state.works_at(name) if work.text != BURNT_OUT}
    rubble = [work.text for work in game.state.works_at(name, "rubble")]
    if rubble:
        found = [text for text in RUBBLE if text in rubble] or list(RUBBLE)
    elif kinds & set(LEFT):
        found = []
    else:
        terrains = board.terrain(name).terrains
        found = list(dict.fromkeys(word for terrain, word in TERRAIN.items() if terrain in terrains))
    wreck = "wreck" in kinds or any(
        "wreck" in piece.flags and "burnt-out" not in piece.flags for piece in game.state.at(name)
    )
    return (*found, *(["wreck"] if wreck else []))


def cannot_burn(game: CampaignGame, name: str, text: str = "") -> str:
    """B25.1: why no Flame or Blaze, or none of `text`, can be in a hex of the map; "" if it can."""
    if text and text not in BURNS:
        return f"'{text}' cannot burn; there are {', '.join(BURNS)}"
    found = burnable(game, name)
    if found is None or text in found or (found and not text):
        return ""
    if found:
        return f"{BURNS[text]} cannot burn in {name}: {listed([BURNS[word] for word in found])} can (B25.1)"
    return f"nothing can burn in {name} (B25.1): enter the rubble or wreck there first, as in: rubble {name}"
