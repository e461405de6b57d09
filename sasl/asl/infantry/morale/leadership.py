"""What a leader is worth to those with him: his DRM, and whom he helps in their checks (A10.7)."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.morale_levels import level
from sasl.kernel.rolling.records import Modifier


def drm(unit: Unit) -> int:
    """A leader's DRM as it is now: one worse when wounded (A17.3)."""
    return unit.modifier + ("wounded" in unit.flags)


def leader_for(game: Game, unit: Unit) -> Unit | None:
    """A10.21-22, A7.8: the leader who helps a unit in its Location, unpinned; a leader only one of higher Morale.

    A unit that moves is helped only by one who moves with it, and nobody helps the berserk (A15.42). Where there is a
    Commissar, no other leader helps, and nobody helps him (A25.221).
    """
    if unit.flags & {"berserk", "commissar"}:
        return None
    stack = game.state.stack_of(unit.id)
    commissar = game.state.commissar_over(unit)
    if commissar and (not stack or commissar.id in stack):
        return commissar
    helpers = [
        other
        for other in game.state.units_at(unit.hex, unit.side)
        if other.kind == "leader" and other.id != unit.id and not other.carrier
        if not stack or other.id in stack
        if other.good_order and "pinned" not in other.flags
    ]
    if unit.kind == "leader":
        helpers = [other for other in helpers if level(game, other) > level(game, unit)]
    return min(helpers, key=lambda other: (drm(other), -level(game, other), other.id), default=None)


def leader_modifier(game: Game, unit: Unit) -> list[Modifier]:
    """The DRM of `leader_for`, named after him."""
    leader = leader_for(game, unit) if unit.kind not in VEHICLES else None
    return [Modifier(leader.id, drm(leader), "A10.7", "leadership")] if leader and drm(leader) else []
