"""What repair tables may ask of a counter, and how a Weapon of a vehicle is told from one on foot."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame
from sasl.campaign.state import Piece
from sasl.content.counters import CounterType


def facts_of(game: CampaignGame, piece: Piece) -> dict[str, int]:
    """The conditions of repair tables that hold for a counter."""
    held = game.state.held_by(piece.id)
    leader = next((item for item in held if "armor-leader" in item.flags), None)
    item = game.library.counters.get(piece.side, {}).get(piece.type)
    return {
        "isolated": int("isolated" in piece.flags),
        "front-line": int(in_front_line(game, piece.side, piece.hex)),
        "armor-leader-drm": leader.modifier if leader else 0,
        "armor-leader-isolated": leader.modifier if leader and "isolated" in piece.flags else 0,
        "on-vehicle": int(piece.kind == "vehicle"),
        "repair-number": (item.repair or 0) if item else 0,
        "unqualified": int("captured" in piece.flags),
        "inexperienced-crew": int("inexperienced" in piece.flags),
        "russian-mg": int(piece.side == "russian" and piece.kind == "sw" and is_mg_or_atr(piece)),
        "dug-in": int("dug-in" in piece.flags),
        "labor": 2 if "labor-2" in piece.flags else int("labor-1" in piece.flags),
        "partly-armored": int(bool(item and item.armor_front is not None and _bare(item))),
        f"side-{piece.side}": 1,
        "in-perimeter": int(game.state.control.get(piece.hex) == piece.side),
    }


def _bare(item: CounterType) -> bool:
    """D1.22: whether an AFV has a facing without armor."""
    return item.bare_rear or item.armor_side is None


def in_front_line(game: CampaignGame, side: str, name: str) -> bool:
    """Whether a hex is one of the side's Front Line hexes (7.505)."""
    return bool(name) and any(name in loop for loop in game.state.perimeters.get(side, ()))


def near_front_line(game: CampaignGame, side: str, name: str) -> bool:
    """Whether a hex is ADJACENT to a Front Line hex of the side, not one itself."""
    if game.board is None or not name or name not in game.board or in_front_line(game, side, name):
        return False
    return any(in_front_line(game, side, near) for near in game.board.neighbours(name))


def is_mg_or_atr(piece: Piece) -> bool:
    """Whether a SW is a MG or ATR."""
    return "MG" in piece.type or piece.type == "ATR"


def same_area(game: CampaignGame, one: Piece, other: Piece) -> bool:
    """Whether two counters are Retained in the same Perimeter Area: the main one, or one Isolated Area."""
    apart = [piece for piece in (one, other) if "isolated" in piece.flags]
    if len(apart) != 2:
        return not apart
    place = one.hex
    return place == other.hex or any({place, other.hex} <= set(area.hexes) for area in game.state.areas)


def is_weapon(piece: Piece) -> bool:
    """Whether a counter is a Weapon by itself, not a vehicle: a SW or a Gun."""
    return piece.kind in ("sw", "gun")
