"""To Kill (C7), pure: the Final To Kill number of a hit on a vehicle, and what each DR does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, cast

from sasl.asl.fire import ift
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.mounted import Aspect, Place
from sasl.asl.preview import Preview, confirm
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import KILL, Modifier, thrown

Effect = Literal["burning", "destroyed", "immobilized", "shock", "stun", "possible shock", "dud", "-"]
EFFECTS: tuple[Effect, ...] = ("burning", "destroyed", "shock", "immobilized", "stun", "possible shock", "dud", "-")
LATW = ("PSK", "PF", "PFk", "ATR")
By = Literal["", "HE", "MG", "flame"]
"""What of the ammunition the effect of a To Kill DR depends on (C7.7); "": AP, APCR and HEAT."""
BY: dict[str, By] = {"HE": "HE", "DC": "HE", "MG": "MG", "flame": "flame"}


class Shell(Frozen):
    """What hits: its ammunition (AP, APCR, HEAT, HE, flame, DC, MG), calibre in mm, barrel, the LATW's name."""

    ammo: str
    calibre: int = 0
    barrel: str = "-"
    weapon: str = ""


class Kill(Frozen):
    """A Final To Kill number and how it came about; `soft`: the target counts as unarmored; `by`: with what; `dud_on`:
    the Original DR from which on it is a dud, where that is lower than usual (A23.2).
    """

    number: int
    words: tuple[str, ...]
    soft: bool = False
    place: Place = "hull"
    by: By = ""
    burn: int = 0
    rolls: int = 1
    dud_on: int = 0


# -- the number ---------------------------------------------------------------------------------------


def kill(
    game: Game,
    shell: Shell,
    target: Unit,
    place: Place,
    side: Aspect,
    distance: int,
    *,
    critical: bool = False,
    belly: bool = False,
) -> Kill:
    """C7.1-7.3: the Final To Kill number against the armor that is hit at `distance` hexes; `belly`: it strikes the
    aerial AF (C7.12, D4.3).
    """
    item = game.counter_of(target)
    burn = game.figure("red-cs-burn") if item.red_cs else 0
    factor = mounted.aerial(game, target) if belly else mounted.armor(game, target, place, side)
    found = _kill(game.library, shell, factor, place, side, distance, critical, burn)
    found = replace(found, words=(*found.words, "the aerial AF: an Underbelly Hit (D4.3)")) if belly else found
    if shell.ammo != "flame" or found.soft:
        return found
    open_crew = not target.flags & {"buttoned", "abandoned"} and target.kind == "vehicle"
    hot = game.figure("flame-open-topped") * item.open_topped + game.figure("flame-exposed") * open_crew
    return replace(found, number=found.number + hot, words=(*found.words, f"+{hot} CE or OT (C7.344)"))


@lru_cache(maxsize=16384)
def _kill(
    library: Library,
    shell: Shell,
    factor: int | None,
    place: Place,
    side: Aspect,
    distance: int,
    critical: bool,
    burn: int,
) -> Kill:
    """The same by the Armor Factor that is hit: None where it counts as unarmored."""
    soft = factor is None
    basic = unarmored(library, shell) if soft else armored(library, shell)
    words = [f"{shell.ammo} basic To Kill {basic}" + (" against an unarmored target" if soft else "")]
    total = basic
    if critical:
        total *= 2
        words.append("x2 critical hit (C3.7)")
    by: By = BY.get(shell.ammo, "")
    if not soft:
        by_range = at_range(library, shell, distance)
        if by_range is None:
            return Kill(0, (*words, f"no effect at range {distance} (C7.24)"), soft, place, by)
        if side == "rear":
            total += library.figure("rear-kill")
            words.append(f"+{library.figure('rear-kill')} rear (C7.21)")
        if by_range:
            total += by_range
            words.append(f"{by_range:+d} range {distance} (C7.24)")
        if by != "flame":
            total -= factor or 0
            words.append(f"-{factor} AF of the {place} {side} (D1.6)")
    return Kill(total, tuple(words), soft, place, by, burn)


def armored(library: Library, shell: Shell) -> int:
    """C7.3: the Basic To Kill number of a shell against armor."""
    table = library.table
    if shell.ammo in ("flame", "DC"):
        return int(table("flame.kill").value(_flame_row(shell), "armored"))
    if shell.weapon in LATW:
        heavy = shell.weapon == "ATR" and shell.calibre >= library.figure("atr-calibre")
        return int(table("to-kill.latw").value(1, "Russian ATR" if heavy else shell.weapon))
    if shell.ammo == "MG":
        return int(table("to-kill.mg").value(1, shell.weapon or "MG"))
    if shell.ammo == "HE":
        return int(table("to-kill.he").value(shell.calibre, "armored"))
    if shell.ammo == "HEAT":
        return int(table("to-kill.heat").value(_nearest(library, "to-kill.heat", shell.calibre)))
    if shell.ammo == "APCR":
        chart = table("to-kill.apcr")
        row = chart.row(_nearest(library, "to-kill.apcr", shell.calibre))
        barrels = (shell.barrel, *chart.columns) if shell.barrel in chart.columns else chart.columns
        return next(int(value) for value in (chart.pick(row, barrel) for barrel in barrels) if value is not None)
    return _armor_piercing(library, shell)


def _armor_piercing(library: Library, shell: Shell) -> int:
    """AP by calibre and barrel; a Gun the chart leaves blank has the figure of its calibre [house]."""
    chart = library.table("to-kill.ap")
    printed = {row.low: row for row in chart.rows}
    if shell.calibre in printed:
        value = chart.pick(printed[shell.calibre], shell.barrel)
        if value is not None:
            return int(value)
    return int(library.table("to-kill.ap-other").value(shell.calibre))


def _nearest(library: Library, table_id: str, calibre: int) -> int:
    """The calibre of a chart nearest to this one."""
    rows = library.table(table_id).rows
    return min((edge for row in rows for edge in (row.low, row.high)), key=lambda edge: (abs(edge - calibre), edge))


def unarmored(library: Library, shell: Shell) -> int:
    """C7.11: the Basic To Kill number against what has no armor."""
    table = library.table
    if shell.ammo in ("flame", "DC"):
        return int(table("flame.kill").value(_flame_row(shell), "unarmored"))
    if shell.ammo == "HE":
        return int(table("to-kill.he").value(shell.calibre, "unarmored"))
    heat = shell.ammo == "HEAT"
    return int(table("to-kill.ap-unarmored").value(shell.calibre, "HEAT" if heat else "AP"))


def _flame_row(shell: Shell) -> int:
    """Flame, flame at long range (its `weapon` says so), DC."""
    return 3 if shell.ammo == "DC" else 2 if shell.weapon == "long" else 1


def at_range(library: Library, shell: Shell, distance: int) -> int | None:
    """C7.24 Case D; None beyond the range at which the shell can kill at all. HEAT, HE and flame do not mind."""
    small = shell.calibre <= library.figure("small-gun")
    if shell.ammo == "APCR":
        column = "APCR <=57mm" if small else "APCR >=75mm"
    elif shell.ammo in ("AP", "MG"):
        tiny = shell.calibre <= library.figure("light-gun")
        column = "AP <=25mm" if tiny else "AP 37-57mm" if small else "AP >=65mm"
    else:
        return 0
    value = library.table("to-kill.range").value(distance, column)
    return None if value is None else int(value)


def equivalent(game: Game, shell: Shell, he: int) -> int:
    """C8.31: the IFT column, or FP, of a shell against men and Guns; `he` is the HE column of its calibre.

    APCR has the HE Equivalency of the smallest AP.
    """
    if shell.ammo == "HEAT":
        return ift.shift(game, he, game.figure("heat-column"))
    return int(game.library.table("to-kill.equivalency").value(0 if shell.ammo == "APCR" else shell.calibre))


# -- the DR -------------------------------------------------------------------------------------------


def effect(game: Game, found: Kill, original: int, drm: int = 0) -> Effect:
    """C7.3-7.7: what an Original To Kill DR does, with the DRM the player gave it.

    At the number itself flame destroys but burns nothing, and a MG Stuns the crew of an AFV; neither does anything
    beyond it.
    """
    return _effect(game.figure("dud"), found, original, drm)


def _effect(dud: int, found: Kill, original: int, drm: int) -> Effect:
    if original >= min(dud, found.dud_on or dud):
        return "dud"
    final = original + drm
    if final <= found.number:
        if 2 * (final + found.burn) <= found.number and final < found.number:
            return "burning"
        if final < found.number:
            return "burning" if found.by == "flame" else "destroyed"
        if found.by == "flame":
            return "destroyed"
        if found.by == "MG" and not found.soft:
            return "stun"
        if found.soft or found.place == "hull":
            return "immobilized"
        return "shock"
    if final == found.number + 1 and not found.soft and found.number > 0 and found.by in ("", "HE"):
        if found.by != "HE":
            return "possible shock"
        return "immobilized" if found.place == "hull" else "shock"
    return "-"


def severity(item: Effect) -> int:
    """For choosing the better of several DR: 0 is the worst for the target."""
    return EFFECTS.index(item)


WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}


def chances(game: Game, found: Kill, drm: int = 0) -> dict[Effect, Fraction]:
    """The exact chance of each effect, the best of `rolls` DR counted."""
    bare = Kill(found.number, (), found.soft, found.place, found.by, found.burn, found.rolls, found.dud_on)
    return dict(_chances(game.figure("dud"), bare, drm))


def odds(game: Game, found: Kill) -> tuple[tuple[Effect, float], ...]:
    """The `chances` as floating point numbers."""
    bare = Kill(found.number, (), found.soft, found.place, found.by, found.burn, found.rolls, found.dud_on)
    return _odds(game.figure("dud"), bare)


@lru_cache(maxsize=4096)
def _odds(dud: int, found: Kill) -> tuple[tuple[Effect, float], ...]:
    return tuple((name, float(part)) for name, part in _chances(dud, found, 0).items())


@lru_cache(maxsize=4096)
def _chances(dud: int, found: Kill, drm: int) -> dict[Effect, Fraction]:
    once: dict[Effect, int] = {}
    for total, ways in WAYS.items():
        name = _effect(dud, found, total, drm)
        once[name] = once.get(name, 0) + ways
    result: dict[Effect, Fraction] = {}
    every = sum(WAYS.values())
    below = every  # of all DR, those that are no better than the effects seen so far
    for name in EFFECTS:
        if name not in once:
            continue
        rest = below - once[name]
        result[name] = Fraction(below**found.rolls - rest**found.rolls, every**found.rolls)
        below = rest
    return result


def preview_of(game: Game, title: str, kill: Kill) -> Preview:
    """The To Kill DR before its dice: the Final To Kill number and the exact chance of each effect."""

    def odds(number: int, mods: tuple[Modifier, ...]) -> Sequence[tuple[str, Fraction]]:
        found = chances(game, replace(kill, number=number), sum(mod.value for mod in mods))
        return tuple(found.items())

    facts = [", ".join(kill.words), *([f"{kill.rolls} DR, the best one counts"] if kill.rolls > 1 else [])]
    return Preview(title, tuple(facts), kill.number, "To Kill number", (), odds, EFFECTS)


def resolve(ctx: Context, side: str, title: str, kill: Kill, rule: str = "C7") -> tuple[Effect, int]:
    """C7.3-7.7: show the To Kill DR, roll it; its effect, and the last Original DR (0 without dice)."""
    preview = confirm(ctx, preview_of(ctx.game, title, kill))
    if preview.typed:
        return cast(Effect, preview.typed), 0
    kill = replace(kill, number=preview.number)
    drm = sum(mod.value for mod in preview.modifiers)
    effects: list[Effect] = []
    original = 0
    for _ in range(kill.rolls):
        with ctx.rolls_for(side):
            record = ctx.roll(
                "DR",
                title,
                rule=rule,
                modifiers=preview.modifiers,
                target=kill.number,
                target_name="; ".join(kill.words),
                tag=KILL,
            )
        original = thrown(record)
        effects.append(effect(ctx.game, kill, record.original, drm if record.dice else 0))
    return min(effects, key=severity), original
