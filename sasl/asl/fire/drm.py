"""The DRM that the target's Location and movement give an attack: TEM, height, slopes, FFMO, FFNAM (A4.6, B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from sasl.asl import cavalry
from sasl.asl.fire import hulks
from sasl.asl.fire.opportunity import Opportunity
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_gully, sunk
from sasl.asl.game.los.sight import hindrance_of, in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.aiming import arcs, crest_line
from sasl.asl.terrain import pillboxes, smoke, walls
from sasl.board import bypass_line
from sasl.board.fences import on_level
from sasl.board.hexes import crossed_sides
from sasl.board.movement_cost import is_open
from sasl.board.terrain import HexsideType, TerrainType
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.records import Modifier

Indirect = Literal["", "mortar", "oba"]
WITH_ADVANTAGE = ("emplaced", "wreck")
"""The TEM that a unit with Wall Advantage may choose instead of the wall's (B9.31)."""


class Motion(Frozen):
    """How a target moves at this moment: whether by Assault Movement, by road from where, and from where at all."""

    assault: bool = False
    by_road_from: str | None = None
    came_from: str = ""
    trail: bool = False


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
    return Motion(moving.how in ("assault", "wire") and not lost, by_road, moving.came_from, moving.how == "trail")


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
    if tem and indirect and not past and _has(game, unit.hex, "woods") and pillboxes.around(game, unit) is None:
        mods.append(_air_burst(game))
    if _carries_ft(game, unit):
        mods.append(Modifier("carries a FT", game.figure("flamethrower-target"), "A22.3", "flamethrower"))
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
        if not covered and in_the_open(game, unit, moving, past=bool(past)):
            mods.append(Modifier("FFMO", game.figure("ffmo"), "A4.6", "ffmo"))
        if not moving.assault:
            mods.append(Modifier("FFNAM", game.figure("ffnam"), "A4.6", "ffnam"))
    return tuple(mods)


def suspect_mods(game: Game, name: str, indirect: Indirect = "") -> tuple[Modifier, ...]:
    """3.1: the DRM of an S? that is fired at from above: those of Infantry that stands still in its hex.

    Above is an aircraft, or with `indirect` what falls there.
    """
    here = game.board.terrain(name)
    choices = [] if indirect else hulks.cover(game, name, "ENEMY")
    choices += _ground(game, name, indirect)
    if indirect and here.bridged:
        choices.append(_bridge(game))
    if indirect and here.fenced:
        kinds = _fences(game, name, on_level(game.board, name))
        choices += [Modifier(f"{kind.id} TEM", kind.tem_indirect, kind.rule, "hexside") for kind in kinds]
    cover = max((mod for mod in choices if mod.value), key=lambda mod: mod.value, default=None)
    burst = [_air_burst(game)] if indirect and _has(game, name, "woods") else []
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


def _carries_ft(game: Game, unit: Unit) -> bool:
    """A22.3: whether the unit is a better target for its Flamethrower."""
    return any(game.counter_of(item).code == "FT" for item in game.state.weapons_of(unit.id))


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


def best_cover(
    game: Game,
    unit: Unit,
    from_hex: str,
    moving: Motion | None,
    indirect: Indirect,
    past: bypass_line.Vertices = (),
    *,
    shield: bool = True,
) -> Modifier | None:
    """The one TEM that protects the unit best; TEM of different kinds are not cumulative (B.5).

    Behind a wreck or AFV nobody hides from who fires out of the same hex (D9.3).
    `past`: the vertices that it passes in Bypass, where the obstacle of its hex protects nobody (A4.34). Wall
    Advantage leaves it nothing of its hex but Emplacement and an AFV beside it (B9.31).
    """
    works = _works(game, unit, from_hex, moving, indirect)
    if from_hex == unit.hex:
        works = [mod for mod in works if mod.kind != "wreck"]
    choices = _seen_from_above(game, unit, from_hex, works, indirect)
    if game.board.terrain(unit.hex).fenced and walls.has(game, unit):
        choices = [mod for mod in choices if mod.kind in WITH_ADVANTAGE]
    else:
        ground = _terrain(game, unit, from_hex, moving, indirect, past)
        choices += _seen_from_above(game, unit, from_hex, ground, indirect)
    choices += arcs.shield(game, unit, from_hex, indirect=bool(indirect)) if shield else ()
    if (from_hex or indirect) and not unit.cavalry:
        choices += hexside_tem(game, unit, from_hex, indirect, past, moves=moving is not None)
    if not indirect and from_hex:
        slope = slope_tem(game, unit, from_hex)
        if slope:
            choices.append(slope)
        choices += height_tem(game, unit, from_hex, moving) if not choices else ()
    return max(choices, key=lambda mod: mod.value, default=None)


def _seen_from_above(game: Game, unit: Unit, from_hex: str, mods: list[Modifier], indirect: Indirect) -> list[Modifier]:
    """B9.33: what a firer high above leaves of entrenchments, shellholes and bridges: less by what is beyond."""
    if indirect or not from_hex or not mods:
        return mods
    less = _steep(game, unit, from_hex)
    if not less:
        return mods
    lowered = (
        replace(mod, value=mod.value - less) if mod.kind == "entrenchment" or mod.rule in ("B2", BRIDGE_RULE) else mod
        for mod in mods
    )
    return [mod for mod in lowered if mod.value > 0]


def _steep(game: Game, unit: Unit, from_hex: str) -> int:
    """B9.33: by how many levels a firer is higher above the target's hex than it is away."""
    rise = game.board.terrain(from_hex).elevation - game.board.terrain(unit.hex).elevation
    return max(0, rise - game.board.distance(unit.hex, from_hex))


def height_tem(game: Game, unit: Unit, from_hex: str, moving: Motion | None = None) -> Cover:
    """B10.31, D4.22: the TEM of a unit that has no other, against direct fire from below."""
    if not _above(game, unit, from_hex) or _over_the_crest(game, unit, from_hex, moving):
        return ()
    return (Modifier("Height Advantage", game.figure("height-advantage"), "B10.31", "height"),)


def _above(game: Game, unit: Unit, from_hex: str) -> bool:
    """B10.31: whether direct fire comes from a lower elevation, also from IN a gully or stream."""
    board, low = game.board, sunk(game)
    below = board.terrain(from_hex).elevation - (from_hex in low)
    return board.terrain(unit.hex).elevation - in_gully(game, unit) > below


def _over_the_crest(game: Game, unit: Unit, from_hex: str, moving: Motion | None) -> bool:
    """B10.31: whether it comes up over a Crest Line through the very hexside that the LOS crosses."""
    came = moving.came_from if moving else ""
    if not came or game.board.terrain(came).elevation >= game.board.terrain(unit.hex).elevation:
        return False
    return game.board.hexside(unit.hex, came) in crossed_sides(unit.hex, from_hex)


def _kinds(game: Game, name: str) -> list[TerrainType]:
    chart = game.board.chart
    return [chart.types[word] for word in game.board.terrain(name).terrains if word in chart.types]


def _has(game: Game, name: str, *words: str) -> bool:
    return game.board.terrain(name).has(*words)


def _smoke(game: Game, name: str) -> bool:
    return smoke.at(game, name) > 0


def _terrain(
    game: Game, unit: Unit, from_hex: str, moving: Motion | None, indirect: Indirect, past: bypass_line.Vertices
) -> list[Modifier]:
    """The TEM of the terrain in the hex. Shellholes only cover those who went into them (B2), no horses (A13.5).

    Indirect Fire meets the level of a building above them, too (B23.32).
    """
    inside = not unit.cavalry and (moving is None or "shellhole" in unit.flags)
    mods = _ground(game, unit.hex, indirect, past=bool(past), inside=inside)
    return [*mods, _bridge(game)] if _bridge_covers(game, unit, from_hex, indirect) else mods


def _ground(game: Game, name: str, indirect: Indirect, *, past: bool = False, inside: bool = True) -> list[Modifier]:
    """The TEM of each terrain of the hex, for those who are `inside` its shellholes, or pass the obstacle in Bypass."""
    mods = []
    for kind in _kinds(game, name):
        if kind.tem <= 0 or (kind.into and not inside) or (past and kind.id in bypass_line.OBSTACLES):
            continue
        if indirect and kind.id == "woods":
            continue
        above = game.figure("building-indirect-tem") if indirect and "building" in kind.id else 0
        mods.append(Modifier(f"{kind.id} TEM", kind.tem + above, kind.rule, "tem"))
    return mods


BRIDGE_RULE = "B6.31"


def _bridge(game: Game) -> Modifier:
    return Modifier("bridge TEM", game.figure("bridge-tem"), BRIDGE_RULE, "tem")


def _bridge_covers(game: Game, unit: Unit, from_hex: str, indirect: Indirect) -> bool:
    """B6.31-.32: whether fire at a bridge comes from above, or in beside its road; along the road it is in the open."""
    here = game.board.terrain(unit.hex)
    if not here.bridged or not (from_hex or indirect):
        return False
    if indirect:
        return True
    along = crossed_sides(unit.hex, from_hex) <= here.road
    return not along and unit.hex != from_hex and not in_gully(game, unit)


def _works(game: Game, unit: Unit, from_hex: str, moving: Motion | None, indirect: Indirect) -> list[Modifier]:
    """What else shelters: entrenchments, crest, wrecks and AFV, the Gun's emplacement and shield."""
    mods = []
    pillbox = pillboxes.around(game, unit)  # B30.33: who goes in is inside before he is fired at
    if pillbox is not None:
        front = not indirect and pillboxes.faces(pillbox, from_hex or pillbox.hex)
        _, within, elsewhere = pillboxes.strength(game, pillbox)
        value, rule = (within, "B30.112") if front else (elsewhere, "B30.113")
        mods.append(Modifier("pillbox", value, rule, "pillbox"))
    elif "dug-in" in unit.flags and not moving:
        if indirect == "oba":
            mods.append(Modifier("entrenchment", game.figure("entrenchment-oba-tem"), "B27.3", "entrenchment"))
        else:
            mods.append(Modifier("entrenchment", game.figure("entrenchment-tem"), "B27.3", "entrenchment"))
    if "crest" in unit.flags and not indirect and _crest_covers(game, unit, from_hex):
        mods.append(Modifier("Crest status", game.figure("crest-tem"), "B20.92", "crest"))
    if not indirect:
        mods += hulks.cover(game, unit.hex, unit.side, unit)
    gun = unit if unit.kind == "gun" else game.state.gun_of(unit)
    men = guns.crew(game, gun) if gun and "emplaced" in gun.flags else None
    if gun and "emplaced" in gun.flags and (men is None or men.kind != "squad"):
        mods.append(Modifier("Emplaced Gun", game.figure("emplacement-tem"), "C11.2", "emplaced"))
    return mods


def _crest_covers(game: Game, unit: Unit, from_hex: str) -> bool:
    """B20.91-.92: whether fire meets the crest: not through a hexside of the gully, nor from where one sees into it.

    Which side of the gully a unit is on is not tracked: every hexside without gully is its front [house].
    """
    board, here = game.board, game.board.terrain(unit.hex)
    if not from_hex or from_hex == unit.hex:
        return not from_hex
    rise = board.terrain(from_hex).elevation - here.elevation
    return rise < board.distance(unit.hex, from_hex) and not crossed_sides(unit.hex, from_hex) & here.gully


def slope_tem(game: Game, unit: Unit, from_hex: str) -> Modifier | None:
    """OtO 1.41: +1 on three (or two non-contiguous) Down-Slope hexsides, one of them crossed, not adjacent."""
    board, name = game.board, unit.hex
    here = board.terrain(name)
    if not unit.infantry or not here.down:
        return None
    distance = board.distance(name, from_hex)
    rise = board.terrain(from_hex).elevation - here.elevation
    if distance <= 1 or rise >= distance:
        return None
    sides = sorted(here.down)
    apart = len(sides) > 1 and not any((side + 1) % 6 in here.down for side in sides)
    enough = apart or len(sides) >= game.figure("slope-sides")
    if not enough or not crossed_sides(name, from_hex) & here.down:
        return None
    return Modifier("slope TEM", game.figure("slope-tem"), "OtO 1.41", "slope")


def hexside_tem(
    game: Game,
    unit: Unit,
    from_hex: str,
    indirect: Indirect = "",
    past: bypass_line.Vertices = (),
    *,
    moves: bool = False,
) -> list[Modifier]:
    """B9.3-9.35: the walls and hedges that protect the unit from fire out of `from_hex`.

    Direct fire: those of its own hex, on its level, that the LOS crosses; not from ADJACENT units with Wall Advantage
    over it, not in the gap of a road while the unit `moves`, and less from high above. Indirect fire: any one of its
    hex (B9.34). At a vertex one of the two hexsides is enough [house].
    """
    found = _hexsides(game, unit, from_hex, indirect, past, moves=moves)
    return [Modifier(f"{kind.id} TEM", value, kind.rule, "hexside") for kind, value in found if value]


def _hexsides(
    game: Game, unit: Unit, from_hex: str, indirect: Indirect, past: bypass_line.Vertices, *, moves: bool
) -> list[tuple[HexsideType, int]]:
    """The kinds of hexsides that protect the unit, each with its TEM."""
    board, name = game.board, unit.hex
    here = board.terrain(name)
    if not here.fenced or unit.carrier or name == from_hex:
        return []
    sides = on_level(board, name)
    less = 0
    if not indirect and from_hex:
        crossed = bypass_line.line(board, from_hex, name, past)[1] if past else crossed_sides(name, from_hex)
        sides &= crossed - here.road if moves else crossed
        less = _steep(game, unit, from_hex)
        if sides and walls.over_it(game, name, from_hex, unit.side):
            return []
    found = _fences(game, name, sides)
    return [(kind, kind.tem_indirect if indirect else max(0, kind.tem - less)) for kind in found]


def _fences(game: Game, name: str, sides: Iterable[int]) -> list[HexsideType]:
    """The kinds of wall and hedge along these hexsides of a hex."""
    return [game.board.chart.hexsides[kind] for kind in sorted(walls.kinds(game.board, name, sides))]


def hull_down(game: Game, at: Unit, from_hex: str) -> int:
    """D4.21, B9.36, D4.221: the TEM of the wall, or a figure for a Crest Line, behind which a vehicle is Hull Down to
    direct ordnance fire; 0 if it is not.

    With as good a TEM in its hex it takes that instead (its owner may choose; the program chooses by a figure).
    """
    if at.kind != "vehicle":
        return 0
    if at.arms and crest_line.covers(at, from_hex) and _above(game, at, from_hex):
        return game.figure("crest-hull-down")
    if not game.board.terrain(at.hex).walls:
        return 0
    if walls.in_hex_tem(game, at) >= game.figure("tem-before-hull-down"):
        return 0
    moves = bool(at.flags & {"motion", "moved"})
    found = _hexsides(game, at, from_hex, "", in_bypass(game.state, at), moves=moves)
    return max((value for kind, value in found if kind.id == "wall"), default=0)


Cover = tuple[Modifier, ...]
_KNOWN: Memo[dict[tuple[str, str, bool, bool], Cover]] = Memo()


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
