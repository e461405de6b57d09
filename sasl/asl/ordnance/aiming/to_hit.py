"""To Hit (C3-C6), pure: the Modified To Hit number, and what each throw of the dice means, exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from sasl.asl.game.context import Game
from sasl.asl.ordnance.mounted import Aspect, Ordnance, Place
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier

Target = Literal["Vehicle", "Infantry", "Area"]
Dice = tuple[int, int]


class Hit(Frozen):
    """A hit: critical or not, on turret or hull, with two effect DR or one.

    `face`: the side that is hit, where the dice decide it (D3.2); "": the line of fire does.
    """

    critical: bool
    place: Place
    multiple: bool = False
    face: Literal["", Aspect] = ""


class Aim(Frozen):
    """What decides how dice are read: the target type, LATW, HD target, hull only (Case G), the calibre in mm.

    `motion`: the lower die counts double (C5.35). `place_drm`: to the coloured die, for hull or turret alone (B9.33).
    `plain`: a MG, which hits neither critically nor twice (C3.7). `single`: never twice (C3.8). `own_hex`: a vehicle in
    the hex of the firer (D3.2).
    """

    target: Target
    latw: bool = False
    hull_down: bool = False
    hull_only: bool = False
    calibre: int = 0
    motion: bool = False
    place_drm: int = 0
    plain: bool = False
    single: bool = False
    own_hex: bool = False


def number(game: Game, gun: Ordnance, target: Target, distance: int, ammo: str) -> tuple[int, tuple[str, ...]]:
    """C3, C4: the Modified To Hit number at `distance` hexes, and how it came about."""
    basic, changes = _number(game.library, gun, target, distance, ammo)
    words = [f"{target} Target Type at range {distance}, {gun.column}: {basic}"]
    words += [f"{column} {value:+d} (C4)" for column, value in changes]
    return basic + sum(value for _, value in changes), tuple(words)


def modified(game: Game, gun: Ordnance, target: Target, distance: int, ammo: str) -> int:
    """The Modified To Hit number of `number`, without words."""
    basic, changes = _number(game.library, gun, target, distance, ammo)
    return basic + sum(value for _, value in changes)


@lru_cache(maxsize=16384)
def _number(
    library: Library, gun: Ordnance, target: Target, distance: int, ammo: str
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """C3: the Basic To Hit number; C4: what each column of the Gun table changes."""
    table = library.table
    basic = int(table(f"to-hit.{target.lower()}").value(distance, "" if target == "Area" else gun.column))
    columns = _columns(library, gun, ammo)
    changes = [(column, int(table("to-hit.gun").value(distance, column))) for column in columns]
    return basic, tuple((column, value) for column, value in changes if value)


def _columns(library: Library, gun: Ordnance, ammo: str) -> list[str]:
    """C4.5: the columns of the Gun table that apply, of every target type."""
    found: list[str] = [gun.barrel] if gun.barrel != "-" else []
    found += ["<=57mm"] if gun.calibre <= library.figure("small-gun") else []
    found += ["<=40mm"] if gun.calibre <= library.figure("tiny-gun") else []
    return [*found, ammo] if ammo in ("APCR", "smoke") else found


def drm(game: Game, facts: dict[str, int]) -> tuple[Modifier, ...]:
    """C5-C6: the To Hit DRM of the cases that apply (how many times each)."""
    return game.library.table("to-hit.drm").drm(facts)


def total(game: Game, facts: Mapping[str, int]) -> int:
    """The sum of the `drm` of these cases."""
    always, each = _weights(game.library)
    return always + sum(each.get(name, 0) * times for name, times in facts.items() if times)


@lru_cache(maxsize=8)
def _weights(library: Library) -> tuple[int, dict[str, int]]:
    """What the table of To Hit DRM adds always, and for each case."""
    return library.table("to-hit.drm").weights()


def case_a(game: Game, turret: str, spines: int, inside: bool) -> Modifier | None:
    """C5.1: turning over so many hexspines, as a DRM."""
    drm = turning(game, turret, spines, inside)
    return Modifier(f"Case A, CA changed by {spines}", drm, "C5.1") if drm else None


def turning(game: Game, turret: str, spines: int, inside: bool) -> int:
    """C5.1, C5.11: what Case A costs; `inside` woods, rubble or a building twice that."""
    return _turning(game.library, turret, spines, inside) if spines else 0


@lru_cache(maxsize=256)
def _turning(library: Library, turret: str, spines: int, inside: bool) -> int:
    kind = turret if turret in ("T", "ST") else "T" if turret == "360" else "NT"
    drm = sum(int(library.table("to-hit.case-a").value(step, kind)) for step in range(1, spines + 1))
    return 2 * drm if inside else drm


def case_c(game: Game, turret: str) -> Modifier:
    """C5.3: Bounding Fire by the way the Gun is mounted, as a DRM."""
    return Modifier("Case C, Bounding Fire", bounding(game, turret), "C5.3")


def bounding(game: Game, turret: str) -> int:
    """C5.3: what Case C costs, on top of Case B."""
    return int(game.library.table("to-hit.case-c").value(1, turret if turret in ("T", "ST") else "NT"))


def case_c4(dice: tuple[int, ...]) -> tuple[Modifier, ...]:
    """C5.35: in Motion the lower die counts double."""
    return (Modifier("Case C4, in Motion: the lower die doubled", min(dice), "C5.35"),)


# -- reading the dice ---------------------------------------------------------------------------------


def read(game: Game, aim: Aim, dice: Dice, to_hit: int, modifiers: int) -> tuple[Hit | None, ...]:
    """What `dice` (coloured, white) mean: one result, or six, one for each subsequent dr (C3.6, C3.7)."""
    return _read(game.library, aim, dice, to_hit, modifiers)


def _read(library: Library, aim: Aim, dice: Dice, to_hit: int, modifiers: int) -> tuple[Hit | None, ...]:
    found = _struck(library, aim, dice, to_hit, modifiers)
    if not aim.own_hex:
        return found
    face = library.table("to-hit.own-hex").value(dice[0])
    return tuple(hit and replace(hit, face=face) for hit in found)


def _struck(library: Library, aim: Aim, dice: Dice, to_hit: int, modifiers: int) -> tuple[Hit | None, ...]:
    original = sum(dice)
    total = original + (min(dice) if aim.motion else 0)
    lowest = 3 if aim.motion else 2
    needed = to_hit - modifiers  # the highest throw that hits
    place: Place = "hull" if dice[0] + aim.place_drm >= dice[1] else "turret"
    if needed < lowest:
        return _improbable(library, aim) if original == 2 else (None,)
    if total > needed:
        return (None,)
    plain = _plain(library, aim, dice, place)
    if aim.plain or aim.hull_only:
        return (plain,)
    critical = Hit(True, "turret" if aim.hull_down else place)
    if needed == lowest:
        return (critical, *[Hit(False, "turret" if aim.hull_down else "hull")] * 5)
    if original == 2 and (aim.latw or aim.target != "Infantry"):
        return (critical,)
    if aim.target == "Infantry" and not aim.latw:
        if 2 * (total + modifiers) < to_hit:
            return (critical,)
        if original == 2:
            return tuple(critical if dr == 1 or 2 * dr <= to_hit else plain for dr in range(1, 7))
    return (plain,)


def _plain(library: Library, aim: Aim, dice: Dice, place: Place) -> Hit | None:
    """A hit that is not critical; on a HD target's hull it is a miss (D4.2), and above the tracks, too (C5.72)."""
    if (aim.hull_down and place == "hull") or (aim.hull_only and place == "turret"):
        return None
    small = library.figure("multiple-low") <= aim.calibre <= library.figure("multiple-high")
    once = aim.target == "Area" or aim.latw or aim.plain or aim.single or aim.hull_only
    return Hit(False, place, dice[0] == dice[1] and small and not once)


def _improbable(library: Library, aim: Aim) -> tuple[Hit | None, ...]:
    """C3.6: an Original 2 where nothing could hit: dr 1 critical, 2 turret, 3 hull; Case G hits hulls alone (C5.72)."""
    hull = None if aim.hull_down else Hit(False, "hull")
    turret = None if aim.hull_only else Hit(False, "turret")
    first: tuple[Hit | None, ...] = (hull if aim.hull_only else Hit(not aim.plain, "turret"), turret, hull)
    best = first[: library.figure("improbable-best")]
    return (*best, *[None] * (6 - len(best)))


@lru_cache(maxsize=16384)
def throws(
    library: Library, aim: Aim, to_hit: int, drms: tuple[int, ...]
) -> tuple[tuple[tuple[Hit | None, ...], float], ...]:
    """What one To Hit DR does to groups of targets with these DRM: each combination with its chance."""
    found: dict[tuple[Hit | None, ...], float] = {}
    for coloured, white in product(range(1, 7), repeat=2):
        reads = [_read(library, aim, (coloured, white), to_hit, drm) for drm in drms]
        ways = 36
        for read in reads:
            ways *= len(read)
        for hits in product(*reads):
            found[hits] = found.get(hits, 0.0) + 1 / ways
    return tuple(found.items())


def outcomes(game: Game, aim: Aim, to_hit: int, modifiers: int) -> dict[Hit | None, Fraction]:
    """The exact chance of every result over the 36 dice and the subsequent dr."""
    chances: dict[Hit | None, Fraction] = {}
    for coloured, white in product(range(1, 7), repeat=2):
        found = read(game, aim, (coloured, white), to_hit, modifiers)
        for result in found:
            chances[result] = chances.get(result, Fraction(0)) + Fraction(1, 36 * len(found))
    return chances


def chances_of(game: Game, aim: Aim) -> Callable[[int, tuple[Modifier, ...]], Sequence[tuple[str, Fraction]]]:
    """What a Draft of the shot shows: miss, hit, critical hit, best first."""

    def chances(to_hit: int, mods: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        found: dict[str, Fraction] = {}
        for result, chance in outcomes(game, aim, to_hit, sum(mod.value for mod in mods)).items():
            name = "miss" if result is None else _name_of(aim, result)
            found[name] = found.get(name, Fraction(0)) + chance
        return tuple((name, found[name]) for name in names_of(aim) if name in found)

    return chances


def _name_of(aim: Aim, hit: Hit) -> str:
    """A result in words, as it may be typed."""
    if aim.target != "Vehicle":
        return "critical hit" if hit.critical else "hit"
    return f"critical {hit.place} hit" if hit.critical else f"{hit.place} hit"


def names_of(aim: Aim) -> tuple[str, ...]:
    """Every result that may be typed, the best first."""
    if aim.target != "Vehicle":
        return ("critical hit", "hit", "miss")
    return ("critical turret hit", "critical hull hit", "turret hit", "hull hit", "miss")


def typed(text: str) -> Hit | None:
    """The hit a typed result stands for; None is a miss."""
    if text == "miss":
        return None
    return Hit("critical" in text, "turret" if "turret" in text else "hull")
