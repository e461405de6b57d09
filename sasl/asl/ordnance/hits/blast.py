"""HE that lands on vehicles by Area Fire or from offboard (C1.55, C3.332): what counts on the IFT, what it does."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.asl.fire import ift
from sasl.asl.fire.attack import IftResult
from sasl.asl.fire.ift import Outcome
from sasl.asl.fire.tem import Cover, Indirect
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import cases
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.ordnance.mounted import Place
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier


def cover(game: Game, unit: Unit, from_hex: str, indirect: Indirect = "") -> Cover:
    """C1.52, C3.331: the DRM of a vehicle on the effect DR: its TEM, and of an AFV its armor."""
    tem = cases.vehicle_tem(game, unit, from_hex, indirect)
    if not mounted.armored(game, unit):
        return (tem,) if tem else ()
    armor = _armor(game, unit)
    return (*armor, replace(tem, kind="armor-tem")) if tem else armor


def _armor(game: Game, unit: Unit) -> Cover:
    """C1.55: an AFV's DRM: open-topped, light or heavy all round, hull and turret."""
    places: tuple[Place, ...] = ("hull", "turret")
    found = [mounted.armor(game, unit, place, "front") for place in places]
    found += [mounted.armor(game, unit, place, "side") for place in places]
    factors = [factor for factor in found if factor is not None]
    mods = []
    if game.counter_of(unit).open_topped:
        mods.append(Modifier("OT", game.figure("oba-open-topped"), "C1.55", "armor"))
    if max(factors) <= game.figure("oba-light-armor-most"):
        mods.append(Modifier("light armor", game.figure("oba-light-armor"), "C1.55", "armor"))
    elif min(factors) >= game.figure("oba-heavy-armor-least"):
        mods.append(Modifier("heavy armor", game.figure("oba-heavy-armor"), "C1.55", "armor"))
    return tuple(mods)


def on_armor(ctx: Context, result: IftResult, why: str, places: Mapping[str, Place] | None = None) -> None:
    """C1.55: what an effect DR does to the AFV among its targets, in the `places` where they are struck; without them
    as the DR says.
    """
    by_dr: Place = "turret" if result.turret else "hull"
    for group, outcome in result.results:
        column = result.column if group.column is None else group.column
        for key in group.ids:
            unit = ctx.state.units.get(key)
            if unit is not None and mounted.armored(ctx.game, unit):
                place = by_dr if places is None else places[key]
                _hit(ctx, unit, outcome, column, result.total(group), place, why)


def _hit(ctx: Context, unit: Unit, outcome: Outcome, column: int, total: int | None, place: Place, why: str) -> None:
    """C1.55: a KIA destroys an AFV; K, or the Final DR one above it, immobilizes (hull) or shocks it (turret).

    `total`: the Final DR, None if the outcome was typed.
    """
    worst = last_k(ctx.game, column)
    if outcome.kind == "KIA":
        burns = total is not None and 2 * total <= worst
        vehicle_hits.destroy(ctx, unit, f"{outcome} by {why} (C1.55)", burning=burns)
    elif outcome.kind == "K" or (total is not None and total == worst + 1):
        if place == "turret":
            vehicle_hits.shock(ctx, unit, f"turret hit by {why} (C1.55)")
        else:
            vehicle_hits.immobilize(ctx, unit, f"hull hit by {why} (C1.55)")


def last_k(game: Game, column: int) -> int:
    """The highest Final DR that is a K on a column."""
    rows = game.library.table(ift.IFT).rows
    return max((row.low for row in rows if ift.outcome(game, column, row.low).kind == "K"), default=0)
