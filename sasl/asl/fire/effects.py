"""What an IFT result does to the units of a Location (A7.301-7.309)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sasl.asl.fire import horses, ift
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, morale_checks, task_checks
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.hits import vehicle_ift
from sasl.kernel.frozen import replace

Shields = Mapping[str, Callable[[], Outcome]]
"""By crew what the same DR does to it behind its Gun's shield, if it is a Near Miss (C11.4)."""
NO_SHIELDS: Shields = {}


def apply_outcome(
    ctx: Context,
    ids: Iterable[str],
    final: FinalDr,
    why: str,
    *,
    heavy: bool = False,
    shows: bool = True,
    crew: bool = False,
    bare: bool = False,
    shakes: bool | None = None,
    behind: Shields = NO_SHIELDS,
) -> None:
    """Carry out the outcome of a Final DR on these units of one Location.

    `heavy`: the attack is of ordnance, OBA, a FT or DC (C11.4). `shows`: it costs the concealed their `?` (A12.14).
    `shakes`: whether the attack could have done a NMC, its cowering considered (A10.62); None: as column and DRM say.
    `crew`: read for the exposed crew of an AFV (D5.31), `bare`: through a side without armor (D5.311). `behind`: what a
    K that strikes others does to the crews behind the shields of their Guns (C11.4). Vehicles, Guns and horses have
    results of their own.
    """

    def aboard(others: Sequence[str], why: str) -> None:
        apply_outcome(ctx, others, replace(final, modifiers=()), why)

    units = ctx.state.present(ids)
    struck = _struck(ctx, units, final.outcome) if heavy else None
    spared = _spared(ctx, final.outcome, struck, behind)
    for unit in units:
        if unit.kind in VEHICLES:
            if shows and final.outcome.kind != "-" and (heavy or bare or vehicle_ift.is_open(ctx.game, unit)):
                _shown(ctx, [unit.id], why)  # A12.2
            vehicle_ift.ift_result(ctx, unit, final, why, aboard=aboard, crew=crew, bare=bare)
        elif unit.kind == "gun" and (struck is None or unit.id in struck.guns):
            guns.ift_result(ctx, unit, final, why, heavy=heavy)
    men = [unit.id for unit in units if unit.kind not in (*VEHICLES, "gun", "aircraft")]
    men = [key for key in men if key in ctx.state.units]
    if not men:
        return
    targets = [ctx.state.units[key] for key in men]
    mounts = horses.struck(ctx.state, targets)
    if ift.can_check(ctx.game, final.column, final.drm) if shakes is None else shakes:
        casualties.shaken(ctx, men, "attacked (A10.62)")
    hit = [key for key in men if key not in spared]
    _on_men(ctx, hit, final.outcome, why, final.column, shows=shows, struck=None if struck is None else struck.men)
    for key, near in spared.items():
        if key in ctx.state.units:
            _on_men(ctx, [key], near(), why, final.column, shows=shows)
    horses.suffer(ctx, mounts, final, _short(why))


class Struck(NamedTuple):
    """The Guns that are struck, each with the crew that mans it, and the other men."""

    guns: list[str]
    men: list[str]


def _struck(ctx: Context, units: Sequence[Unit], outcome: Outcome) -> Struck | None:
    """C11.4: whom a KIA or K of heavy fire strikes in a Location with Guns, by one Random Selection; None elsewhere."""
    there = [unit.id for unit in units if unit.kind not in (*VEHICLES, "aircraft")]
    tubes = [unit.id for unit in units if unit.kind == "gun"]
    if not tubes or outcome.kind not in ("KIA", "K"):
        return None
    number = outcome.n if outcome.kind == "KIA" else 1
    chosen = ctx.selection(list(guns.apart(ctx.game, there)), number, f"who is hit ({outcome})")
    return Struck([key for key in chosen if key in tubes], [key for key in chosen if key not in tubes])


def _spared(ctx: Context, outcome: Outcome, struck: Struck | None, behind: Shields) -> Shields:
    """C11.4: the crews behind shields whose Guns a K has not struck: to them it is a Near Miss. A KIA breaks them."""
    if outcome.kind != "K" or struck is None or not behind:
        return NO_SHIELDS
    manned = [guns.crew(ctx.game, ctx.state.units[key]) for key in struck.guns]
    hit = {*struck.men, *(men.id for men in manned if men is not None)}
    return {key: near for key, near in behind.items() if key not in hit}


def _on_men(
    ctx: Context,
    men: list[str],
    outcome: Outcome,
    why: str,
    column: int,
    *,
    shows: bool,
    struck: Sequence[str] | None = None,
) -> None:
    """A7.301-7.305: what the result does to Personnel; `struck`: whom Random Selection has chosen already."""
    if outcome.kind == "-":
        return
    if shows:
        _shown(ctx, men, why)
    if outcome.kind == "KIA":
        with ctx.attack():
            _killed(ctx, men, outcome.n, why, column, struck)
    elif outcome.kind == "K":
        with ctx.attack():
            _hit_one(ctx, men, outcome.n, why, struck)
    elif outcome.kind == "MC":
        morale_checks.check_all(ctx, men, outcome.n, _short(why))
    else:
        task_checks.pin_checks(ctx, men, _short(why))


def _short(why: str) -> str:
    """What struck, without who: `Prep Fire at K14`."""
    return why.rsplit(": ", 1)[-1]


def _shown(ctx: Context, men: list[str], why: str) -> None:
    """A12.14: an attack with an effect takes concealment away from those whom a Good Order enemy sees, at any range."""
    concealment.lose_at_any_range(ctx, men, f"{_short(why)} (A12.14)")


def _killed(ctx: Context, men: list[str], number: int, why: str, column: int, struck: Sequence[str] | None) -> None:
    """A7.301: `number` units die by Random Selection, every other breaks or is reduced.

    All of it happens at once: a leader's loss (A10.2) is felt by those who are left as they are then.
    """
    dead = ctx.selection(men, number, f"who is eliminated ({number}KIA)") if struck is None else struck
    weapons = [weapon for key in dead for weapon in ctx.state.weapons_of(key)]
    for key in men:
        unit = ctx.state.units.get(key)
        if unit is not None and key in dead:
            casualties.eliminate(ctx, unit, f"{number}KIA: {why}")
        elif unit is not None:
            casualties.break_unit(ctx, unit, f"{number}KIA: {why}")
    for weapon in weapons:
        _weapon_test(ctx, weapon, column)


def _hit_one(ctx: Context, men: list[str], n: int, why: str, struck: Sequence[str] | None) -> None:
    """A7.302: one unit by Random Selection is reduced; all that are left, its HS too, take a MC."""
    for key in ctx.selection(men, 1, f"who suffers Casualty Reduction (K/{n})") if struck is None else struck:
        if key in ctx.state.units:
            casualties.reduce_unit(ctx, ctx.state.units[key], f"K/{n}: {why}")
    morale_checks.check_all(ctx, men, n, _short(why))


def _weapon_test(ctx: Context, weapon: Weapon, column: int) -> None:
    """A9.74: a dr on the same column for each SW of an eliminated unit: KIA destroys it, K breaks it; what is broken
    already, or has an X#, is destroyed by that, too.
    """
    if weapon.id not in ctx.state.weapons or not column:
        return
    record = ctx.roll("dr", f"Does {weapon.id} survive? ({column} FP column)", rule="A9.74")
    found = ift.outcome(ctx.game, column, record.total)
    frail = "malfunctioned" in weapon.flags or ctx.game.counter_of(weapon).removal
    if found.kind == "KIA" or (found.kind == "K" and frail):
        ctx.emit(ev.WeaponRemoved(weapon.id, f"dr {record.total} is {found} (A9.74)"))
    elif found.kind == "K":
        ctx.emit(ev.WeaponChanged(weapon.id, ("malfunctioned",), (), f"dr {record.total} is {found} (A9.74)"))
    else:
        ctx.tell(f"{weapon.id} survives: dr {record.total} is neither KIA nor K on that column (A9.74).")
