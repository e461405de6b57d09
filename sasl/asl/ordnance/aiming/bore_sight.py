"""Bore Sighting (C6.4): one Location for each Gun, MMG, HMG and light mortar of the Scenario Defender."""

from __future__ import annotations

from sasl.asl.fire.opportunity import is_mg
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.game.under_way import BoreSight
from sasl.asl.ordnance import guns, mounted


def defender(game: Game) -> Side:
    """The Scenario Defender: the ENEMY, unless the mission's attitude makes it come on [house]."""
    return "FRIENDLY" if game.mission.attitude == "Advance" else "ENEMY"


def sighted(game: Game, piece: Unit | Weapon, goal: str) -> BoreSight:
    """C6.41-.42: a weapon Bore Sights a Location. Refused, with the rule, where it may not."""
    if piece.side != defender(game):
        raise Refused(f"only the Scenario Defender Bore Sights: that is the {opponent(piece.side)} (C6.41)")
    man = _mans(game, piece)
    if man is None or not man.hex:
        raise Refused(f"nobody on the map mans {piece.id} (C6.42)")
    if isinstance(piece, Weapon) and not _heavy(game, piece):
        raise Refused(f"{piece.id} is not an MMG, HMG or light mortar (C6.41)")
    if isinstance(piece, Unit) and (piece.kind not in ("gun", "vehicle") or not game.counter_of(piece).ma):
        raise Refused(f"{piece.id} is not a Gun, nor a vehicle with a main armament (C6.41)")
    most = game.figure("bore-sight-range")
    reach = min(most, game.counter_of(piece).range or most)
    if not 0 < game.board.distance(man.hex, goal) <= reach:
        raise Refused(f"{piece.id} can Bore Sight another hex at most {reach} hexes away (C6.42)")
    if not look(game, man.hex, goal).exists:
        raise Refused(f"{piece.id} does not see {goal} (C6.42)")
    facing = piece.ca if isinstance(piece, Unit) and piece.kind == "vehicle" else ""
    return BoreSight(goal, man.hex, man.id, facing)


def _mans(game: Game, piece: Unit | Weapon) -> Unit | None:
    """Who mans a weapon: a SW's holder, a Gun's crew, the vehicle itself."""
    if isinstance(piece, Weapon):
        return game.state.units.get(piece.holder)
    return guns.crew(game, piece) if piece.kind == "gun" else piece


def _heavy(game: Game, weapon: Weapon) -> bool:
    """C6.41: whether a SW is a MMG or HMG (by its ROF) or a light mortar."""
    item = game.counter_of(weapon)
    tube = mounted.of_weapon(game, weapon)
    return (is_mg(game, weapon) and (item.rof or 0) >= game.figure("bore-sight-rof")) or bool(tube and tube.mortar)


def applies(game: Game, piece: Unit | Weapon, goal: str) -> bool:
    """C6.43: whether a weapon fires at the Location it has Bore Sighted, from its set-up hex and by its own men."""
    held = game.state.bore_sights.get(piece.id)
    if held is None or held.hex != goal:
        return False
    man = _mans(game, piece)
    if man is None or man.id != held.crew or man.hex != held.place:
        return False
    return not held.facing or (isinstance(piece, Unit) and piece.ca == held.facing)
