"""The ways in which Guns, vehicles, ordnance SW, PF, FT and DC may fire at a hex, each with its harm (C3, C13, A22)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.firing import may_fire_at
from sasl.asl.fire.opportunity import Opportunity, opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit, opponent
from sasl.asl.ordnance import aim, arcs, demolition, flame, latw, mounted, to_kill, vehicle_mg
from sasl.asl.ordnance.aim import Manner, Shot
from sasl.asl.ordnance.to_kill import Effect
from sasl.asl.ordnance.vehicle_mg import Burst
from sasl.kernel.order import Order
from sasl.minds.act import Decider
from sasl.minds.fire import harm, shells
from sasl.minds.fire.shells import Aimed
from sasl.orders.fire import Fire, PanzerFaust, PlaceCharge

HARMED: tuple[Effect, ...] = ("burning", "destroyed", "immobilized", "shock")
"""What counts as harm to a vehicle."""


@dataclass(frozen=True, slots=True)
class FireOption:
    """One way to fire at a hex: the order, its name, its harm, the turn it takes.

    `armor`: at an AFV; `light`: a MG or mortar, which is for men; `men`: there are men or a Gun among its targets.
    """

    order: Order
    name: str
    harm: float
    facts: tuple[str, ...] = ()
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


def fire_options(game: Game, decider: Decider, unit: Unit, name: str) -> Iterator[FireOption]:
    """Every way in which the weapons of a unit may fire at a hex."""
    if unit.kind in (*VEHICLES, "gun"):
        mounts = ("CMG",) if unit.kind == "cupola" else mounted.weapons(game, unit)
        for weapon in mounts:
            make = _main if weapon == "MA" else _flame if weapon == "FT" else _machine_gun
            yield from _legal(make, game, decider, unit, weapon, name)
        return
    for sw in game.state.weapons_of(unit.id):
        if sw.type in ("PSK", "ATR"):
            yield from _legal(_tube, game, decider, unit, sw.id, name)
        elif sw.type == "FT":
            yield from _legal(_portable, game, decider, unit, sw.id, name)
        elif sw.type == "DC":
            yield from _legal(_charge, game, decider, unit, sw.id, name)
        elif mounted.of_weapon(game, sw) is not None:
            yield from _legal(_mortar, game, decider, unit, sw.id, name)
    if game.mission.army(unit.side).nation == "german" and unit.infantry:
        yield from _legal(_panzerfaust, game, decider, unit, name)


def _legal(make: Callable[..., Iterator[FireOption]], *args: object) -> Iterator[FireOption]:
    """The ways that `make` finds before it is refused one."""
    try:
        yield from make(*args)
    except Refused:
        return


def _main(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """C3: the MA: at each vehicle with what pierces it best, at men with HE, or straight on the IFT with IFE."""
    gun = mounted.ordnance(game, game.counter_of(unit))
    if gun is None:
        return
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name)
    again = mounted.spent(unit, "MA")
    if gun.ife and not again:
        yield from _legal(_ife, game, decider, unit, name, kind)
    for manner in _loads(game, unit, name, kind, gun):
        more = Manner((*manner.options, "intensive"), manner.target) if again else manner
        yield from _legal(_aimed, game, decider, unit, name, kind, gun, more)


def _loads(game: Game, unit: Unit, name: str, kind: Opportunity, gun: mounted.Ordnance) -> list[Manner]:
    """Target type and ammunition of the shots worth a thought: HE is for men, what pierces is for vehicles (C8)."""
    there = aim.targets(game, unit, name, kind)
    if not there:
        return []
    if gun.mortar:
        return [Manner()]
    item = game.counter_of(unit)
    special = [ammo for ammo in ("APCR", "HEAT") if ammo in item.depletion and not mounted.out_of(unit, ammo)]
    plain = [] if item.no_ap or mounted.out_of(unit, "AP") else ["AP"]
    shell = [] if mounted.out_of(unit, "HE") else ["HE"]
    manners = []
    for target in there:
        if target.kind in VEHICLES:
            hard = mounted.armored(game, target)
            ammo = [*plain, *special] if hard else [*plain, *shell]
            manners += [Manner((name.lower(),), target.id) for name in ammo or shell or special]
    if shell and any(target.kind not in VEHICLES for target in there):
        manners.append(Manner(("infantry", "he")))
        if not any(target.known for target in there):
            manners.append(Manner(("area", "he")))
    return manners


def _aimed(
    game: Game, decider: Decider, unit: Unit, name: str, kind: Opportunity, gun: mounted.Ordnance, manner: Manner
) -> Iterator[FireOption]:
    """One To Hit shot of the MA."""
    shot = aim.shot(game, unit, "MA", name, manner, kind, gun)
    aim.check(game, shot)
    at = shells.aimed(game, shot)
    worth = _worth(game, decider, shot, at)
    if shot.intensive and worth < decider.doctrine.value("intensive-fire"):
        return
    order = Fire((unit.id,), name, manner.options, target=manner.target)
    yield _option_of(game, shot, at, order, worth, light=gun.mortar)


def _shot(game: Game, decider: Decider, shot: Shot, order: Order, *, light: bool = False) -> FireOption:
    """A shot that may be made as a way to fire."""
    aim.check(game, shot)
    at = shells.aimed(game, shot)
    return _option_of(game, shot, at, order, _worth(game, decider, shot, at), light=light)


def _option_of(game: Game, shot: Shot, aimed: Aimed, order: Order, worth: float, *, light: bool = False) -> FireOption:
    """A shot as a way to fire, with the line that tells its chances."""
    number, groups = aimed
    drm = groups[0][1] if groups else 0
    load = shot.latw or shot.ammo
    turn = f", turns to {shot.turn.ca}" if shot.turn.spines else ""
    facts = (f"{shot.name} at {shot.goal}: {load}, {shot.target} type, To Hit {number}, DRM {drm:+d}{turn}",)
    armor = shot.at is not None and mounted.armored(game, shot.at)
    men = shot.at is None and any(game.state.units[key].kind not in VEHICLES for ids, _ in groups for key in ids)
    manner = " (Intensive Fire)" if shot.intensive else ""
    at = shot.at.id if shot.at else ""
    return FireOption(order, f"{shot.name}{manner}, {load},", worth, facts, shot.turn, at, armor, light, men)


def _worth(game: Game, decider: Decider, shot: Shot, at: Aimed) -> float:
    """The harm of a shot; a shell that may have run out counts by the chance that there is one (C8.9)."""
    full = shells.of_shot(game, decider, shot, at)
    if shot.weapon != "MA":
        return full
    limit = game.counter_of(shot.firer).depletes(shot.ammo)
    if limit is None:
        return full
    limit += game.figure("elite-ammo") if game.mission.army(shot.firer.side).elite else 0
    return full * sum(count for total, count in to_kill.WAYS.items() if total <= limit) / sum(to_kill.WAYS.values())


def _ife(game: Game, decider: Decider, unit: Unit, name: str, kind: Opportunity) -> Iterator[FireOption]:
    """C2.29: straight on the IFT, unless armor is all there is."""
    if aim.armor_there(game, unit, name):
        return
    burst = vehicle_mg.ife(game, unit, name, kind)
    yield from _burst(game, decider, burst, Fire((unit.id,), name))


def _machine_gun(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """D3.5: a mounted MG on the IFT, and at armor where it may hurt it (C7.31)."""
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name)
    burst = vehicle_mg.machine_gun(game, unit, weapon, name, kind)
    order = Fire((unit.id,), name, () if unit.kind == "cupola" else (weapon.lower(),))
    yield from _burst(game, decider, burst, order)
    if any(mounted.armored(game, other) for other in aim.targets(game, unit, name, kind)):
        shot = vehicle_mg.at_armor(game, burst)
        yield _shot(game, decider, shot, replace(order, options=(*order.options, "vehicle")), light=True)


def _burst(game: Game, decider: Decider, burst: Burst, order: Order) -> Iterator[FireOption]:
    """An attack of a mounted weapon on the IFT."""
    paper = vehicle_mg.attack_of(game, burst)
    there = [game.state.units[key] for group in paper.groups for key in group.ids]
    if not there or all(mounted.armored(game, unit) and not mounted.exposed(game, unit) for unit in there):
        return
    worth = harm.of_ift(game, decider, paper)
    armor = all(mounted.armored(game, unit) for unit in there)
    far = game.board.distance(burst.firer.hex, burst.goal)
    name = burst.firer.id if burst.firer.kind != "vehicle" else f"{burst.firer.id} {burst.weapon}"
    men, near = any(unit.kind not in VEHICLES for unit in there), far <= burst.normal
    yield FireOption(order, name, worth, _paper_facts(paper), burst.turn, "", armor, light=True, men=men, normal=near)


def _paper_facts(paper: IftAttack) -> tuple[str, ...]:
    """The column and DRM of an attack on the IFT in a line."""
    drm = sum(mod.value for mod in paper.groups[0].modifiers) if paper.groups else 0
    return (f"{paper.title}: {paper.column} column, DRM {drm:+d}",)


# -- what men carry -----------------------------------------------------------------------------------


def _tube(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """C13: PSK and ATR at each vehicle; a PSK at men in buildings and at Guns, too."""
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, game.state.weapons[weapon])
    there = aim.targets(game, unit, name, kind)
    manners = [Manner(target=other.id) for other in there if other.kind in VEHICLES]
    if any(other.kind not in VEHICLES for other in there) and game.state.weapons[weapon].type == "PSK":
        manners.append(Manner(("infantry",)))
    for manner in manners:
        shot = latw.shot_of(game, unit, weapon, name, manner, kind)
        yield _shot(game, decider, shot, Fire((weapon,), name, manner.options, target=manner.target))


def _mortar(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """C9: a light mortar."""
    sw = game.state.weapons[weapon]
    gun = mounted.of_weapon(game, sw)
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, sw)
    if gun is None or not aim.targets(game, unit, name, kind):
        return
    shot = aim.shot(game, unit, weapon, name, Manner(), kind, gun)
    yield _shot(game, decider, shot, Fire((weapon,), name), light=True)


def _panzerfaust(game: Game, decider: Decider, unit: Unit, name: str) -> Iterator[FireOption]:
    """C13.3: a Panzerfaust, if the unit finds one: its harm times the chance of the PF Check."""
    if game.board.distance(unit.hex, name) > game.figure("pf-range"):
        return
    may_fire_at(game, unit, name)
    there = [other for other in game.state.units_at(name, opponent(unit.side)) if not other.carrier]
    for target in [other.id for other in there if other.kind in VEHICLES] or [""]:
        shot = latw.panzerfaust_shot(game, unit, name, Manner(target=target))
        aim.check(game, shot)
        at = shells.aimed(game, shot)
        worth = _worth(game, decider, shot, at) * latw.check_chance(game, unit, shot.at)
        yield _option_of(game, shot, at, PanzerFaust(unit.id, name, target), worth)


# -- flame and charges --------------------------------------------------------------------------------


def _flame(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """A22.6: the flamethrower of a vehicle."""
    may_fire_at(game, unit, name)
    jet = flame.vehicle_jet(game, unit, name, opportunity(game, unit, name))
    yield from _jet(game, decider, jet, Fire((unit.id,), name, ("ft",)))


def _portable(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """A22.1: a FT carried by Infantry."""
    may_fire_at(game, unit, name)
    kind = opportunity(game, unit, name, game.state.weapons[weapon])
    jet = flame.portable_jet(game, unit, weapon, name, kind)
    yield from _jet(game, decider, jet, Fire((weapon,), name))


def _jet(game: Game, decider: Decider, jet: flame.Jet, order: Order) -> Iterator[FireOption]:
    """A jet of flame at a hex, or at the AFV alone there."""
    hindrance, far = flame.in_reach(game, jet)
    name = jet.weapon if jet.firer.infantry else f"{jet.firer.id} FT"
    if jet.at is not None and mounted.armored(game, jet.at):
        kill = flame.kill_of(game, jet, jet.at, far)
        worth = _kills(game, kill) * harm.weight(game, decider, jet.at)
        yield FireOption(
            order, name, worth, (f"{name} at {jet.at.id}: To Kill {kill.number}",), jet.turn, jet.at.id, armor=True
        )
        return
    paper = flame.attack_of(game, jet, hindrance, far)
    if paper.groups:
        yield FireOption(order, name, harm.of_ift(game, decider, paper), _paper_facts(paper), jet.turn, normal=not far)


def _charge(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """A23: a DC placed in the own MPh, thrown elsewhere at the thrower's own risk."""
    state = game.state
    how: demolition.How = "placed" if (state.side, state.phase) == (unit.side, "MPh") else "thrown"
    if demolition.attack_refusal(game, unit, weapon, name, how):
        return
    may_fire_at(game, unit, name)
    paper = demolition.attack_of(game, unit, weapon, name, how)
    tanks = demolition.armor_there(game, unit, name)
    if not paper.groups and not tanks:
        return
    worth = harm.of_ift(game, decider, paper) if paper.groups else 0.0
    worth += sum(_kills(game, demolition.kill_of(game, tank)) * harm.weight(game, decider, tank) for tank in tanks)
    back = demolition.backfire(game, unit, paper.column, paper.title) if how == "thrown" else None
    cost = -harm.of_ift(game, decider, back) if back else 0.0  # harm to its own side counts against it
    facts = (*_paper_facts(paper), *([f"harm to the throwers {cost:.2f} (A23.4)"] if cost else []))
    yield FireOption(PlaceCharge(unit.id, name, how), f"{unit.id} with {weapon}", max(0.0, worth - cost), facts)


def _kills(game: Game, kill: to_kill.Kill) -> float:
    """The chance that a To Kill DR harms a vehicle."""
    effects = to_kill.chances(game, kill)
    return float(sum(effects.get(name, 0) for name in HARMED))
