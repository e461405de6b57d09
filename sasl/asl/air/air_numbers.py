"""What an attack from the air has to roll (E7.41, C6, C7): DRM, To Hit and To Kill numbers; the harm to expect."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product

from sasl.asl.air.antiaircraft import kind_of
from sasl.asl.air.runs import Run, soft, suspects
from sasl.asl.fire import ift
from sasl.asl.fire.attack import Group
from sasl.asl.fire.drm import motion_of, suspect_mods, target_mods
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import to_hit
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Kill
from sasl.asl.preview import Chances
from sasl.asl.terrain import smoke, walls
from sasl.content.library import Library
from sasl.kernel.rolling.records import Modifier

WAYS = [sum(pair) for pair in product(range(1, 7), repeat=2)]
"""The 36 throws of two dice."""


def chances_of(ends: Sequence[str], kinds: Sequence[str]) -> Chances:
    """How likely each kind of end is, of the one that each of the 36 throws (`WAYS`) brings."""
    return tuple((kind, Fraction(ends.count(kind), len(ends))) for kind in kinds)


def _aloft(game: Game, plane: Unit) -> list[Modifier]:
    """E7.511: an evading or damaged aircraft attacks at +1."""
    drm = game.figure("air-evading")
    return [Modifier("evading or damaged", drm, "E7.511")] if "evading" in plane.flags else []


def groups(game: Game, plane: Unit, name: str, fp: int) -> tuple[Group, ...]:
    """E7.41: the targets of `fp` from the air with their DRM: TEM, SMOKE, movement; half against concealed units."""
    found: dict[tuple[tuple[Modifier, ...], int], list[str]] = {}
    hindrance = smoke.at(game, name)
    common = [Modifier("SMOKE", hindrance, "E7.3", "smoke")] if hindrance else []
    for unit in soft(game, name):
        motion = motion_of(game, game.state.moving, unit.id)
        mods = (*target_mods(game, unit, "", moving=motion, hindrance=hindrance), *common, *_aloft(game, plane))
        column = ift.column_of(game, Fraction(fp) if unit.known else Fraction(fp, 2))
        found.setdefault((mods, column), []).append(unit.id)
    return tuple(Group(tuple(ids), mods, column) for (mods, column), ids in found.items())


def suspect_cover(game: Game, plane: Unit, name: str) -> tuple[Modifier, ...]:
    """The DRM of an attack from the air on an S?."""
    hindrance = smoke.at(game, name)
    mods = [Modifier("SMOKE", hindrance, "E7.3", "smoke")] if hindrance else []
    return (*suspect_mods(game, name), *mods, *_aloft(game, plane))


def hit_mods(game: Game, plane: Unit, unit: Unit) -> tuple[Modifier, ...]:
    """C6: the To Hit DRM of an aircraft against this target."""
    vehicle = unit.kind in VEHICLES
    facts = {
        "case-j": int(mounted.is_moving_target(game, unit)),
        "case-k": int(not unit.known),
        "case-p": game.counter_of(unit).size if vehicle or unit.kind == "gun" else 0,
        "case-r": smoke.at(game, unit.hex),
    }
    mods = [*to_hit.drm(game, facts), *_aloft(game, plane)]
    if vehicle:
        cover = walls.in_hex_tem(game, unit)
        return (*mods, Modifier("Case Q, TEM", cover, "C6.8", "tem")) if cover else tuple(mods)
    motion = motion_of(game, game.state.moving, unit.id)
    return (*mods, *target_mods(game, unit, "", moving=motion, hindrance=facts["case-r"]))


def suspect_hit_mods(game: Game, plane: Unit, name: str) -> tuple[Modifier, ...]:
    """C6: the To Hit DRM of an aircraft against the S? in a hex."""
    facts = {"case-k": 1, "case-r": smoke.at(game, name)}
    return (*to_hit.drm(game, facts), *_aloft(game, plane), *suspect_mods(game, name))


def number(game: Game, target: str, *, near: bool) -> int:
    """E7.41: the To Hit number by Aerial Range: eight hexes, or six in the second pass of a Point Attack."""
    far = game.figure("aerial-range") * (game.figure("air-distance") - int(near))
    return int(game.library.table(f"to-hit.{target}").value(far, "black"))


def kill_number(game: Game, plane: Unit, unit: Unit, basic: int, *, gun: bool = False, he: bool = False) -> Kill:
    """C7.1-7.22: basic TK#, and against armor as if at the rear, from above, less the aerial AF."""
    item = game.counter_of(unit)
    words = [f"basic To Kill {basic}"]
    total = basic
    above = game.figure("air-advantage-open" if item.open_topped else "air-advantage")
    factor = mounted.aerial(game, unit)
    by: to_kill.By = "HE" if he else "" if gun else "MG"
    if factor is None:
        return Kill(total, tuple(words), True, "hull", by)
    if gun:
        factor = max(0, factor - kind_of(game, plane).get("gun_af", 0))
    rear = game.figure("rear-kill")
    words += [f"+{rear} as at the rear (C7.21)", f"+{above} from above (C7.22)", f"-{factor} aerial AF (C7.12)"]
    burn = game.figure("red-cs-burn") if item.red_cs else 0
    return Kill(total + rear + above - factor, tuple(words), False, "hull", by, burn)


def tank_basic(game: Game, plane: Unit) -> int:
    """The basic TK# of the guns of an aircraft, or of its MG."""
    facts = kind_of(game, plane)
    return facts.get("gun_tk") or facts["mg_tk"]


# -- how much harm ------------------------------------------------------------------------------------


def worth(game: Game, plane: Unit, run: Run) -> float:
    """What a run is worth to the side of `plane` [house]: the harm to the other side, less that to its own."""
    total = 0.0
    for name in filter(None, run.targets):
        for unit in game.state.units_at(name):
            if unit.kind != "aircraft" and "hidden" not in unit.flags:
                harm = _unit_harm(game, plane, unit)
                total += harm if unit.side != plane.side else -harm
        doubtful = len(suspects(game, plane, name)) * game.figure("air-harm-suspect") / 100
        total += doubtful * _strafed(game, plane, name, suspect_mods(game, name), known=False) if doubtful else 0.0
    return total


def _unit_harm(game: Game, plane: Unit, unit: Unit) -> float:
    """The expected harm of one pass at a unit; vehicles and leaders count more (doctrine of the ENEMY)."""
    if mounted.armored(game, unit):
        return tank_harm(game, plane, unit) * game.figure("air-harm-vehicle")
    harm = _strafed(game, plane, unit.hex, target_mods(game, unit, ""), known=unit.known)
    factor = "air-harm-leader" if unit.kind == "leader" else "air-harm-vehicle" if unit.kind in VEHICLES else ""
    return harm * (game.figure(factor) if factor else 1)


def _strafed(game: Game, plane: Unit, name: str, mods: Sequence[Modifier], *, known: bool) -> float:
    """The expected harm of one pass of MG at a soft target that counts once; half FP at what is not `known`."""
    column = ift.column_of(game, Fraction(kind_of(game, plane)["mg"], 1 if known else 2))
    return _pass_harm(game.library, column, sum(mod.value for mod in mods) + smoke.at(game, name))


@lru_cache(maxsize=1024)
def _pass_harm(library: Library, column: int, drm: int) -> float:
    """The harm of one attack on the IFT to a unit that counts once: a KIA or K is whole, a MC a part of it."""
    if not column:
        return 0.0
    table, weight = library.table(ift.IFT), {"KIA": 1.0, "K": 1.0, "MC": library.figure("air-harm-mc") / 100}
    outcomes = (ift.parse(table.value(total + drm, str(column))) for total in WAYS)
    return sum(weight.get(outcome.kind, 0.0) for outcome in outcomes) / len(WAYS)


def tank_harm(game: Game, plane: Unit, unit: Unit) -> float:
    """The chance that one pass hits and at least immobilizes an AFV."""
    drm = sum(mod.value for mod in hit_mods(game, plane, unit))
    hit = sum(1 for total in WAYS if total + drm <= number(game, "vehicle", near=False)) / len(WAYS)
    kill = kill_number(game, plane, unit, tank_basic(game, plane), gun="gun_tk" in kind_of(game, plane))
    good = ("burning", "destroyed", "immobilized", "stun")
    return hit * float(sum(chance for name, chance in to_kill.chances(game, kill).items() if name in good))
