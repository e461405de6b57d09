"""What protects a target from direct fire out of one hex: found out once for every weapon that is fired from there."""

from __future__ import annotations

from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game
from sasl.asl.game.sight import hindrance_of
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.kernel.memo import Memo
from sasl.kernel.records import Modifier

Cover = tuple[Modifier, ...]
_KNOWN: Memo[dict[tuple[str, str, bool], Cover]] = Memo()


def direct(game: Game, unit: Unit, from_hex: str, kind: Opportunity) -> Cover:
    """The DRM on the IFT that a unit's Location and movement give direct fire of this kind. Refused without a LOS."""
    known = _KNOWN.of((game.state, game.board), dict)
    key = unit.id, from_hex, kind.moving
    found = known.get(key)
    if found is None:
        motion = motion_of(game, game.state.moving, prisoners.with_whom(game, unit).id) if kind.moving else None
        hindrance = hindrance_of(game, from_hex, unit.hex)
        found = known[key] = target_mods(game, unit, from_hex, moving=motion, hindrance=hindrance)
    return found
