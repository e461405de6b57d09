"""The DRM that a target's Location and movement give an attack: its TEM, FFMO, FFNAM and what else counts (A4.6, B)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import cavalry
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.fire.tem import Cover, Indirect, Motion, best_cover, bridge, fences, ground, meets_fence
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import hindrance_of, in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import THROWN_BACK, Moving
from sasl.asl.infantry import prisoners
from sasl.asl.terrain import hulks, pillboxes, smoke
from sasl.board.fences import on_level
from sasl.board.movement_cost import is_open
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.records import Modifier

_KNOWN: Memo[dict[tuple[str, str, bool, bool], Cover]] = Memo()


def motion_of(game: Game, moving: Moving | None, unit_id: str) -> Motion | None:
    """How the unit moves now, or None if it does not (A8.1); getting beneath Wire is no FFNAM by itself (B26.4).

    Who goes from one trench into the next is in it all the time (B27.54). Whom fire breaks or makes berserk is no
    longer in Assault Movement (A4.61).
    """
    if moving is None or unit_id not in moving.ids or moving.how == "trench":
        return None
    by_road = moving.came_from if moving.by_road and moving.came_from else None
    unit = game.state.units.get(unit_id)
    lost = moving.how == "assault" and unit is not None and bool(unit.flags & {"broken", "berserk"})
    return Motion(
        moving.how in ("assault", "wire") and not lost, by_road, moving.came_from, moving.how == "trail",
        stays=unit is not None and stays(moving, unit),
    )  # fmt: skip


def stays(moving: Moving | None, unit: Unit) -> bool:
    """Whether a unit spends MF in the hex where its MPh began: all it has spent, it has spent there.

    Who has been thrown back has left it, and gets nothing of the entrenchment that he came from (A12.15).
    """
    if moving is None or unit.id not in moving.ids or {name for name, _ in moving.trail} != {unit.hex}:
        return False
    if moving.how == THROWN_BACK or (moving.how == "assault" and "ended" in unit.flags):
        return False
    return unit.mf <= sum(mf for _, mf in moving.trail)


def target_mods(
    game: Game,
    unit: Unit,
    from_hex: str,
    *,
    moving: Motion | None = None,
    hindrance: int = 0,
    indirect: Indirect = "",
    tem: bool = True,
    residual: bool = False,
    shield: bool = True,
) -> tuple[Modifier, ...]:
    """The IFT DRM against `unit` where it is, fired at from `from_hex` ("": from above).

    `hindrance` only says whether FFMO may apply (A4.6). `tem` False: nothing protects it (mines). `residual`: Residual
    FP meets the TEM of the hex even where the unit is in Bypass (A8.2). Cavalry has a DRM of its own for those of
    movement (A13.5). `shield` False: without a Gun's shield, which is for Near Misses (C11.4). Vehicles get none of
    these.
    """
    if unit.kind in VEHICLES:
        return ()
    mods: list[Modifier] = []
    past = () if residual else in_bypass(game.state, unit)
    cover = best_cover(game, unit, from_hex, moving, indirect, past, shield=shield) if tem else None
    if cover:
        mods.append(cover)
    if (
        tem
        and indirect
        and not past
        and game.board.terrain(unit.hex).has("woods")
        and pillboxes.around(game, unit) is None
    ):
        mods.append(_air_burst(game))
    if tubes := _flamethrowers(game, unit):
        mods.append(Modifier("carries a FT", tubes * game.figure("flamethrower-target"), "A22.4", "flamethrower"))
    if moving and moving.trail:
        mods.append(Modifier("on a Trail Break", game.figure("trail-drm"), "B13.4212"))
    if in_the_lanes(game, unit):
        mods.append(Modifier("on a path through mines", game.figure("counterattack-mines-drm"), "RE 23-24"))
    if unit.cavalry:
        mods.append(cavalry.target_mod(game))
    elif "hazardous" in unit.flags:
        mods.append(Modifier("Hazardous Movement", game.figure("hazardous"), "A4.62", "hazardous"))
    elif moving and "pinned" not in unit.flags:  # A7.83
        covered = bool(hindrance) or (cover is not None and cover.value > 0)
        covered = covered or (bool(indirect) and tem and meets_fence(game, unit.hex, from_hex))  # B9.34
        if not covered and in_the_open(game, unit, moving, past=bool(past)):
            mods.append(Modifier("FFMO", game.figure("ffmo"), "A4.6", "ffmo"))
        if not moving.assault:
            mods.append(Modifier("FFNAM", game.figure("ffnam"), "A4.6", "ffnam"))
    return tuple(mods)


def suspect_mods(game: Game, name: str, indirect: Indirect = "") -> tuple[Modifier, ...]:
    """S3.1: the DRM of an S? that is fired at from above: those of Infantry that stands still in its hex.

    Above is an aircraft, or with `indirect` what falls there.
    """
    here = game.board.terrain(name)
    choices = [] if indirect else hulks.behind(game, name, "ENEMY")
    choices += ground(game, name, indirect)
    if indirect and here.bridged:
        choices.append(bridge(game))
    if indirect and here.fenced:
        kinds = fences(game, name, on_level(game.board, name))
        choices += [Modifier(f"{kind.id} TEM", kind.tem_indirect, kind.rule, "hexside") for kind in kinds]
    cover = max((mod for mod in choices if mod.value), key=lambda mod: mod.value, default=None)
    burst = [_air_burst(game)] if indirect and here.has("woods") else []
    return (*([cover] if cover else []), *burst)


def ffmo_lost(game: Game, unit_id: str, mods: Sequence[Modifier]) -> tuple[str, ...]:
    """A4.6: what takes FFMO from one who moves in Open Ground, `mods` being the DRM he gives; nothing if it counts."""
    unit = game.state.units[unit_id]
    motion = motion_of(game, game.state.moving, prisoners.with_whom(game, unit).id)
    if motion is None or unit.kind in VEHICLES or unit.cavalry or unit.flags & {"hazardous", "pinned"}:
        return ()
    if any(mod.kind == "ffmo" for mod in mods):
        return ()
    if not is_open(game.board, unit.hex, motion.by_road_from, past=bool(in_bypass(game.state, unit))):
        return ()
    cover = next((mod.name for mod in mods if mod.value > 0), "SMOKE" if _smoke(game, unit.hex) else "a Hindrance")
    return (f"no FFMO: {cover} (A4.6)",)


def _air_burst(game: Game) -> Modifier:
    return Modifier("air burst", game.figure("airburst"), "B13.3", "air-burst")


def _flamethrowers(game: Game, unit: Unit) -> int:
    """A22.4: how many Flamethrowers make the unit a better target; none of its own to who rides in a vehicle."""
    if unit.carrier:
        return 0
    return sum(game.counter_of(item).code == "FT" for item in game.state.weapons_of(unit.id))


def in_the_open(game: Game, unit: Unit, moving: Motion, *, past: bool) -> bool:
    """A4.6: whether the unit moves in Open Ground without SMOKE; `past`: in Bypass of what its hex holds."""
    here = unit.hex
    return is_open(game.board, here, moving.by_road_from, past=past) and not _smoke(game, here)


def knows_the_lanes(unit: Unit) -> bool:
    """OtO-S1 ENEMY RE 23-24: whether it is Infantry of a local counterattack, which mines do not attack."""
    return unit.side == "ENEMY" and unit.infantry and unit.role == "counterattack"


def in_the_lanes(game: Game, unit: Unit) -> bool:
    """OtO-S1 ENEMY RE 23-24: whether Infantry of a local counterattack is in a minefield hex."""
    return knows_the_lanes(unit) and bool(game.state.markers_at(unit.hex, "minefield"))


def _smoke(game: Game, name: str) -> bool:
    return smoke.at(game, name) > 0


def direct(game: Game, unit: Unit, from_hex: str, kind: Opportunity, *, shield: bool = True) -> Cover:
    """The DRM on the IFT that a unit's Location and movement give direct fire of this kind. Refused without a LOS.

    `shield` False: without a Gun's shield.
    """
    known = _KNOWN.of((game.state, game.board), dict)
    key = unit.id, from_hex, kind.moving, shield
    found = known.get(key)
    if found is None:
        motion = motion_of(game, game.state.moving, prisoners.with_whom(game, unit).id) if kind.moving else None
        hindrance = hindrance_of(game, from_hex, unit.hex)
        found = known[key] = target_mods(game, unit, from_hex, moving=motion, hindrance=hindrance, shield=shield)
    return found
