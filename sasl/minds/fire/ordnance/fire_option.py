"""One way to fire at a hex, with its harm: a shot of ordnance, or an attack of a mounted weapon on the IFT."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.ordnance import mounted, vehicle_mg
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.vehicle_mg import Burst, Volley
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed
from sasl.minds.act import Decider
from sasl.minds.fire.ordnance import shells
from sasl.minds.fire.ordnance.shells import Aimed
from sasl.orders.fire_orders import Fire, PanzerFaust


class FireOption(Frozen):
    """One way to fire at a hex: the order, its harm, the turn it takes.

    `tell` gives its name and what its harm comes from, a line each. `armor`: at an AFV; `light`: a MG or mortar, which
    is for men; `men`: there are men or a Gun among its targets.
    """

    order: Order
    tell: Callable[[], tuple[str, tuple[str, ...]]]
    harm: float
    turn: arcs.Turn = arcs.STILL
    at: str = ""
    armor: bool = False
    light: bool = False
    men: bool = False
    normal: bool = True

    @property
    def sorts_by(self) -> tuple[str, ...]:
        """What comes first of ways as good as each other: charges, fire, Panzerfausts; then what is aimed at."""
        order = self.order
        if isinstance(order, Fire):
            return "fire", *order.firers, *(("at", order.target) if order.target else ()), *order.options
        return ("pf", order.target) if isinstance(order, PanzerFaust) else ("charge",)


def of_shot(game: Game, shot: Shot, at: Aimed, order: Order, worth: float, *, light: bool = False) -> FireOption:
    """A shot as a way to fire, with the line that tells its chances."""

    def tell() -> tuple[str, tuple[str, ...]]:
        load, drm = shot.latw or shot.ammo, at.groups[0].drm if at.groups else 0
        turn = f", turns to {shot.turn.ca}" if shot.turn.spines else ""
        fact = f"{shot.name} at {shot.goal}: {load}, {shot.target} type, To Hit {at.number}, DRM {drm:+d}{turn}"
        return f"{shot.name}{' (Intensive Fire)' if shot.intensive else ''}, {load},", (fact,)

    units = game.state.units
    if shot.at is not None:
        return FireOption(order, tell, worth, shot.turn, shot.at.id, mounted.armored(game, shot.at), light)
    men = any(units[key].kind not in VEHICLES for group in at.groups for key in group.ids)
    return FireOption(order, tell, worth, shot.turn, "", light=light, men=men)


def of_burst(game: Game, decider: Decider, burst: Burst, groups: list[Volley], order: Order) -> FireOption | None:
    """An attack of a mounted weapon on the IFT; None if there is nobody it could harm."""
    there = [game.state.units[key] for group in groups for key in group.ids]
    if not there or all(mounted.armored(game, unit) and not mounted.exposed(game, unit) for unit in there):
        return None
    worth = shells.of_burst(game, decider, burst, groups)
    armor = all(mounted.armored(game, unit) for unit in there)
    men = any(unit.kind not in VEHICLES for unit in there)
    near = game.board.distance(burst.firer.hex, burst.goal) <= burst.normal

    def tell() -> tuple[str, tuple[str, ...]]:
        name = burst.firer.id if burst.firer.kind != "vehicle" else f"{burst.firer.id} {listed(burst.weapons)}"
        return name, (on_the_ift(vehicle_mg.title(burst), groups[0].column, groups[0].drm),)

    return FireOption(order, tell, worth, burst.turn, "", armor, light=True, men=men, normal=near)


def on_the_ift(title: str, column: int, drm: int) -> str:
    """The column and DRM of an attack on the IFT in a line."""
    return f"{title}: {column} column, DRM {drm:+d}"


def worth(game: Game, decider: Decider, shot: Shot, at: Aimed) -> float:
    """The harm of a shot; a shell that may have run out counts by the chance that there is one (C8.9)."""
    full = shells.of_shot(game, decider, shot, at)
    if shot.weapon != "MA":
        return full
    limit = game.counter_of(shot.firer).depletes(shot.ammo)
    if limit is None:
        return full
    limit += game.figure("elite-ammo") if game.mission.army(shot.firer.side).elite else 0
    return full * sum(count for total, count in to_kill.WAYS.items() if total <= limit) / sum(to_kill.WAYS.values())
