"""TEM (B.5): the one cover of a target: terrain, works, hexsides, slopes, height, wrecks; Hull Down (D4.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from sasl.asl.game.context import Game
from sasl.asl.game.los.depressions import in_gully, sunk
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.aiming import arcs, crest_line
from sasl.asl.terrain import fortified, hulks, pillboxes, walls
from sasl.board import bypass_line
from sasl.board.fences import on_level
from sasl.board.hexes import crossed_sides
from sasl.board.terrain import HexsideType, TerrainType
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier

Cover = tuple[Modifier, ...]
Indirect = Literal["", "mortar", "oba"]
BRIDGE_RULE = "B6.31"


class Motion(Frozen):
    """How a target moves at this moment: whether by Assault Movement, by road from where, and from where at all.

    `stays`: it spends MF in the hex where its MPh began, and keeps what shelters it there (B2.4, B27.3).
    """

    assault: bool = False
    by_road_from: str | None = None
    came_from: str = ""
    trail: bool = False
    stays: bool = False


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
    Advantage leaves it nothing of its hex but Emplacement and an AFV beside it that has it, too (B9.31).
    """
    works = _works(game, unit, from_hex, moving, indirect)
    if from_hex == unit.hex:
        works = [mod for mod in works if mod.kind != "wreck"]
    choices = _seen_from_above(game, unit, from_hex, works, indirect)
    if game.board.terrain(unit.hex).fenced and walls.has(game, unit):
        afv = any(walls.has(game, item) for item in hulks.afvs(game, unit.hex, unit.side, unit))
        choices = [mod for mod in choices if mod.kind == "emplaced" or (mod.kind == "wreck" and afv)]
    else:
        ground = _terrain(game, unit, from_hex, moving, indirect, past)
        choices += _seen_from_above(game, unit, from_hex, ground, indirect)
    choices += arcs.shield(game, unit, from_hex, indirect=bool(indirect)) if shield else ()
    if (from_hex or indirect) and not unit.cavalry:
        choices += hexside_tem(game, unit, from_hex, indirect, past, moves=moving is not None)
    if not indirect and from_hex:
        slope = _slope_tem(game, unit, from_hex)
        if slope:
            choices.append(slope)
        choices += height_tem(game, unit, from_hex, moving) if not choices else ()
    return max(choices, key=lambda mod: mod.value, default=None)


def _seen_from_above(game: Game, unit: Unit, from_hex: str, mods: list[Modifier], indirect: Indirect) -> list[Modifier]:
    """B9.33: what a firer high above leaves of entrenchments, shellholes and bridges: less by what is beyond."""
    if indirect or not from_hex or not mods:
        return mods
    less = _steep(game, unit.hex, from_hex)
    if not less:
        return mods
    lowered = (
        replace(mod, value=mod.value - less) if mod.kind == "entrenchment" or mod.rule in ("B2", BRIDGE_RULE) else mod
        for mod in mods
    )
    return [mod for mod in lowered if mod.value > 0]


def _steep(game: Game, name: str, from_hex: str) -> int:
    """B9.33: by how many levels a firer is higher above a hex than it is away."""
    rise = game.board.terrain(from_hex).elevation - game.board.terrain(name).elevation
    return max(0, rise - game.board.distance(name, from_hex))


def height_tem(game: Game, unit: Unit, from_hex: str, moving: Motion | None) -> Cover:
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


def _terrain(
    game: Game, unit: Unit, from_hex: str, moving: Motion | None, indirect: Indirect, past: bypass_line.Vertices
) -> list[Modifier]:
    """The TEM of the terrain in the hex. Shellholes cover those who began there or went into them (B2.4), no horses
    (A13.5).

    Indirect Fire meets the level of a building above them, too (B23.32).
    """
    inside = not unit.cavalry and (moving is None or moving.stays or "shellhole" in unit.flags)
    mods = ground(game, unit.hex, indirect, past=bool(past), inside=inside)
    return [*mods, bridge(game)] if _bridge_covers(game, unit, from_hex, indirect) else mods


def ground(game: Game, name: str, indirect: Indirect, *, past: bool = False, inside: bool = True) -> list[Modifier]:
    """Return the TEM of each terrain of the hex, for units that are `inside` its shellholes, or `past` the obstacle in
    Bypass; a Fortified Building gives more (B23.9)."""
    mods = []
    stronger = game.figure("fortified-tem") if fortified.is_fortified(game, name) else 0
    for kind in _kinds(game, name):
        if kind.tem <= 0 or (kind.into and not inside) or (past and kind.id in bypass_line.OBSTACLES):
            continue
        if indirect and kind.id == "woods":
            continue
        building = "building" in kind.id
        above = game.figure("building-indirect-tem") if indirect and building else 0
        if building and stronger:
            mods.append(Modifier(f"fortified {kind.id} TEM", kind.tem + above + stronger, "B23.9", "tem"))
        else:
            mods.append(Modifier(f"{kind.id} TEM", kind.tem + above, kind.rule, "tem"))
    return mods


def _kinds(game: Game, name: str) -> list[TerrainType]:
    chart = game.board.chart
    return [chart.types[word] for word in game.board.terrain(name).terrains if word in chart.types]


def bridge(game: Game) -> Modifier:
    """B6.31: the TEM of a bridge."""
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
    elif "dug-in" in unit.flags and (moving is None or moving.stays):
        if indirect == "oba":
            mods.append(Modifier("entrenchment", game.figure("entrenchment-oba-tem"), "B27.3", "entrenchment"))
        else:
            mods.append(Modifier("entrenchment", game.figure("entrenchment-tem"), "B27.3", "entrenchment"))
    if "crest" in unit.flags and not indirect and _crest_covers(game, unit, from_hex):
        mods.append(Modifier("Crest status", game.figure("crest-tem"), "B20.92", "crest"))
    if not indirect:
        mods += hulks.behind(game, unit.hex, unit.side, unit)
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


def _slope_tem(game: Game, unit: Unit, from_hex: str) -> Modifier | None:
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
    game: Game, unit: Unit, from_hex: str, indirect: Indirect = "", past: bypass_line.Vertices = (), *, moves: bool
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
    return [] if unit.carrier else _passed(game, unit.hex, unit.side, from_hex, indirect, past, moves=moves)


def hexside_passed(game: Game, name: str, side: Side, from_hexes: Iterable[str]) -> int:
    """A8.26, B9.31: the TEM of wall or hedge that men of `side` who move into a hex could claim against fire out of one
    of these hexes, claim it or not.
    """
    return max(
        (tem for here in from_hexes for _, tem in _passed(game, name, side, here, "", (), moves=True)), default=0
    )


def _passed(
    game: Game, name: str, side: Side, from_hex: str, indirect: Indirect, past: bypass_line.Vertices, *, moves: bool
) -> list[tuple[HexsideType, int]]:
    """The kinds of hexsides of a hex that fire passes, each with its TEM for men of `side`."""
    board = game.board
    here = board.terrain(name)
    if not here.fenced or name == from_hex:
        return []
    sides = on_level(board, name)
    less = 0
    if not indirect and from_hex:
        crossed = bypass_line.line(board, from_hex, name, past)[1] if past else crossed_sides(name, from_hex)
        sides &= crossed - here.road if moves else crossed
        less = _steep(game, name, from_hex)
        if sides and walls.over_it(game, name, from_hex, side):
            return []
    found = fences(game, name, sides)
    return [(kind, kind.tem_indirect if indirect else max(0, kind.tem - less)) for kind in found]


def meets_fence(game: Game, name: str, from_hex: str) -> bool:
    """B9.34: whether fire out of `from_hex` comes over a wall or hedge into a hex, but by the gap of a road."""
    here = game.board.terrain(name)
    if not from_hex or from_hex == name or not here.fenced:
        return False
    return bool(on_level(game.board, name) & (crossed_sides(name, from_hex) - here.road))


def fences(game: Game, name: str, sides: Iterable[int]) -> list[HexsideType]:
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
