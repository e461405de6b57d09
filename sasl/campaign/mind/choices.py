"""How a side answers what it is asked: who hardens, who is reduced, a Counterattack, a Night scenario."""

from __future__ import annotations

from sasl.campaign.mind.agent import chance, strategy, strength, value_of
from sasl.campaign.run import CampaignGame
from sasl.campaign.state import Nation, Piece, other
from sasl.kernel.questions import Question


def answer(game: CampaignGame, side: Nation, question: Question) -> str:
    """The side's answer to what is asked; else what the program proposes."""
    values = [option.value for option in question.options]
    pieces = [game.state.pieces[value] for value in values if value in game.state.pieces]
    match question.id:
        case "harden-mmc" | "harden-leader":
            return _harden(pieces, values)
        case "exchange":
            return _exchange(game, side, values)
        case "casualty-reduction":
            return min(pieces, key=lambda piece: _worth(game, side, piece)).id
        case "armor-leader":
            return max(pieces, key=lambda piece: _tank(game, piece)).id
        case "counterattack":
            return "yes" if _ratio(game, side) >= _value(game, side, "counterattack") else "no"
        case "night":
            return "yes" if chance(game, side, "night").random() < _value(game, side, "night") else "no"
        case "scrounge":
            return "yes"
    return question.default


def _value(game: CampaignGame, side: Nation, name: str) -> float:
    return strategy(game, side).sides[side].value(name)


def _ratio(game: CampaignGame, side: Nation) -> float:
    worth = strategy(game, side).worth
    return strength(game, side, worth) / max(1.0, strength(game, other(side), worth, seen=True))


def _worth(game: CampaignGame, side: Nation, piece: Piece) -> float:
    return value_of(piece, strategy(game, side).worth)


def _harden(able: list[Piece], values: list[str]) -> str:
    """The MMC of the most FP, squads before HS; the leader that is best; an 8-0 before nothing."""
    if able:
        return max(able, key=_firepower).id
    return "leader" if "leader" in values else values[0]


def _firepower(piece: Piece) -> tuple[bool, float, int]:
    number = float(piece.type[0]) if piece.type[:1].isdigit() else 0.0
    return piece.kind == "squad", number, -piece.modifier


def _tank(game: CampaignGame, piece: Piece) -> tuple[int, int]:
    """A vehicle with its MA and the thickest armor first."""
    item = game.counter_of(piece)
    return int(bool(item and item.ma)), (item.armor_front or 0) if item else 0


def _exchange(game: CampaignGame, side: Nation, values: list[str]) -> str:
    """7.5113: one leader for two where squads are many and leaders few; the lesser one goes."""
    leaders = sum(1 for piece in game.state.of(side) if piece.kind == "leader" and "armor-leader" not in piece.flags)
    squads = sum(1 for piece in game.state.of(side) if piece.kind == "squad")
    kinds = [value for value in values if value != "roll"]
    if kinds and squads > leaders * _value(game, side, "exchange"):
        return kinds[0]
    return "roll"
