"""What a vehicle does where it stands: it turns, fires while Bounding, opens and shuts, unloads; and Overruns (D7)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import allotment, movement_allowance, share
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.vehicles import driving, overrun
from sasl.board.hexes import ca_towards, in_arc, parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.minds.act import Act, Decider, pick
from sasl.minds.fire import harm
from sasl.minds.fire.ordnance import gunnery
from sasl.minds.measures import expected_loss, risk
from sasl.minds.movement import goals
from sasl.minds.vehicles import dischargers
from sasl.minds.vehicles.drives import Drive, Land, Reach, drives, land_of, onward
from sasl.minds.vehicles.vehicle_threat import vehicle_threat
from sasl.orders.carrying_orders import Unload
from sasl.orders.move_orders import Move
from sasl.orders.vehicle_orders import Button, Open, Stop, Turn
from sasl.solitaire.command_control import binds
from sasl.solitaire.setup.placement import friendly_area

MOST_SHOWN = 6


def near_infantry(land: Land) -> frozenset[str]:
    """Where armor that leads may end (armor-leads): so near to Good Order MMC of its side on foot; none: anywhere.

    S1 MSR 7: behind and beside them as far as costs no Command, and anywhere in the set-up area.
    """
    game, unit, leads = land.game, land.unit, int(land.decider.doctrine.value("armor-leads"))
    men = {item.hex for item in game.state.on_map(unit.side) if item.mmc and item.good_order and item.infantry}
    if not leads or not men or not mounted.weapons(game, unit):
        return frozenset()
    near = frozenset[str]().union(*(game.board.within(name, leads) for name in men))
    if unit.side != "FRIENDLY" or not game.mission.hook("armor-leaves-infantry"):
        return near
    aim, reach = land.aim, game.figure("armor-infantry-range")
    left = game.board.range_from(aim.hex) if aim else {}
    behind = {
        name
        for place in men
        for name in game.board.within(place, reach)
        if not left or left[name] >= left[place] - leads
    }
    return near | behind | friendly_area(game)


def act_of(unit: Unit, order: Order, title: str, reasons: Sequence[str], path: tuple[str, ...] = ()) -> Act:
    """An act of a vehicle."""
    return Act(unit.id, order, title, tuple(reasons), (unit.id,), path, path[-1] if path else "")


def ends(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """What a vehicle does where it is: turn to the threat, stop, turn its turret, fire, hide in SMOKE, button up."""
    left = movement_allowance(game, unit) - unit.mf
    if unit.mf and driving.under_way(unit):
        stop = driving.stop_mp(game, unit)
        turn = turn_front(game, decider, unit, left - stop)
        if turn is not None:
            return turn
        if left >= stop:
            why = ("it is where it wants to be (D2.13)",)
            return act_of(unit, Stop(unit.id), f"{unit.id} stops in {unit.hex}", why)
    hides = partial(dischargers.hides, game, decider, unit)
    if not unit.mf:
        return hides() or _hatch(game, decider, unit)
    fire = _turret(game, decider, unit) or _bounding(game, decider, unit)
    return fire or hides() or _hatch(game, decider, unit)


def _menace(game: Game, decider: Decider, unit: Unit) -> str:
    """Where the worst threat to a vehicle is: what would hit it best, else the nearest Known enemy; or ""."""
    threat = vehicle_threat(game, decider, unit)
    here = unit.hex
    worst = max(((threat.shot(item, here), item.hex) for item in threat.shooters), default=(0.0, ""))
    if worst[0] > 0:
        return worst[1]
    places = {
        other.hex
        for other in game.state.on_map(opponent(unit.side))
        if other.known and other.kind != "aircraft" and other.hex != here and not other.flags & {"prisoner", "broken"}
    }
    return min(places, key=lambda name: (game.board.distance(here, name), name), default="")


def turn_front(game: Game, decider: Decider, unit: Unit, left: float) -> Act | None:
    """D2.11: its front to the worst threat, where armor makes a difference and the MP are there."""
    item = game.counter_of(unit)
    place = _menace(game, decider, unit) if mounted.armored(game, unit) and item.armor_front != item.armor_side else ""
    now = driving.facing(unit)
    if not place or now is None:
        return None
    here = parse_hex(unit.hex)
    names = vertex_names(here)
    wanted = ca_towards(here, parse_hex(place))
    spines = driving.spines(now, names.index(wanted))
    if not spines or in_arc(here, names[now], parse_hex(place)) or spines * game.figure("turn-mp") > left:
        return None
    why = (f"the threat is in {place} (D2.11)",)
    return act_of(unit, Turn(unit.id, wanted), f"{unit.id} turns its front toward {place}", why)


def _turret(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """D3.12: a turret turns with the MP of the drive, to where the threat is."""
    if game.counter_of(unit).turret not in ("T", "ST") or any(
        other.carrier == unit.id for other in game.state.units.values()
    ):
        return None
    place = _menace(game, decider, unit)
    if not place or not arcs.turret_ca(unit) or arcs.bears(game, unit, "MA", place):
        return None
    wanted = ca_towards(parse_hex(unit.hex), parse_hex(place))
    order = Turn(unit.id, wanted, turret=True)
    return act_of(unit, order, f"{unit.id} turns its turret toward {place}", (f"the threat is in {place} (D3.12)",))


def _bounding(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """D3.3: Bounding First Fire where the harm is worth more than to wait for the AFPh."""
    shots = gunnery.choices(game, decider, unit)
    good = [item for item in shots if item.harm >= decider.doctrine.value("bounding-fire")]
    if not good:
        return None
    shown = [f"{place}. {item.title}" for place, item in enumerate(shots[:MOST_SHOWN], 1)]
    best = pick(game, unit.id, good) if decider.doctrine.choice == "random" else good[0]
    reasons = (*shown, *best.facts, decider.doctrine.words("bounding-fire"))
    return Act(unit.id, best.order, best.title, reasons, best.firers, target=best.hex)


def _hatch(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """D5.33: buttoned up where Known Infantry could fire at its crew, open again where nobody is near.

    A restricted turret stays shut: CE it would fire nothing (D1.321).
    """
    if not mounted.armored(game, unit) or game.counter_of(unit).open_topped or unit.flags & {"stunned", "hatch"}:
        return None
    if mounted.has_fired(unit) or mounted.CREW_PINNED in unit.arms:
        return None
    if game.counter_of(unit).restricted or comes_near(game, decider, unit, (unit.hex,)):
        return shuts(game, decider, unit)
    if "buttoned" not in unit.flags:
        return None
    why = f"no Known enemy Infantry sees it within {decider.doctrine.words('button-range')} (D5.33)"
    return act_of(unit, Open(unit.id), f"{unit.id} opens its hatches", (why,))


def uncovers(game: Game, unit: Unit) -> Act | None:
    """D5.3: the crew of an open-topped AFV that has had to button up shows itself again: else it fires nothing."""
    if "buttoned" not in unit.flags or not game.counter_of(unit).open_topped or not mounted.weapons(game, unit):
        return None
    if unit.flags & {"stunned", "shocked", "abandoned", "hatch"} or mounted.has_fired(unit):
        return None
    why = ("only an exposed crew mans its weapons (D5.3)",)
    return act_of(unit, Open(unit.id), f"the crew of {unit.id} becomes CE again", why)


def comes_near(game: Game, decider: Decider, unit: Unit, way: Sequence[str]) -> bool:
    """Whether Known enemy Infantry, or an S?, sees a hex of the way from near by."""
    reach = int(decider.doctrine.value("button-range"))
    men = {
        other.hex
        for other in game.state.on_map(opponent(unit.side))
        if other.known and other.mmc and other.good_order and not other.carrier
    }
    if unit.side == "FRIENDLY":
        men |= game.state.suspect_hexes
    return any(
        game.board.distance(name, place) <= reach and (name == place or look(game, place, name).exists)
        for name in way
        for place in men
    )


def shuts(game: Game, decider: Decider, unit: Unit) -> Act | None:
    """D5.33: the crew of a closed AFV buttons up before it comes under the fire of Infantry."""
    if (
        not mounted.armored(game, unit)
        or game.counter_of(unit).open_topped
        or unit.flags & {"buttoned", "stunned", "hatch"}
    ):
        return None
    if mounted.has_fired(unit):
        return None
    why = f"enemy Infantry that could fire at its crew is within {decider.doctrine.words('button-range')} (D5.33)"
    if game.counter_of(unit).restricted:
        why = "CE its turret would fire neither MA nor CMG (D1.321)"
    return act_of(unit, Button(unit.id), f"{unit.id} buttons up", (why,))


# -- Passengers and Guns ------------------------------------------------------------------------------


def _load(game: Game, unit: Unit) -> list[Unit]:
    """Who and what a vehicle carries, but prisoners."""
    return [item for item in game.state.units.values() if item.carrier == unit.id and "prisoner" not in item.flags]


def laden(game: Game, unit: Unit) -> bool:
    """Whether a vehicle carries anybody, or a Gun, for whom it drives; prisoners are none."""
    return bool(_load(game, unit))


def _gets_off(land: Land, aboard: Sequence[Unit], *, stays: bool) -> str:
    """Why those aboard are to get off here, or "": the hex is dangerous; or the goal or a Known enemy is near, and a
    leader; or a Gun could fire from here, else it drives out of danger. Where the vehicle stays they make the best of
    it."""
    game, unit, words = land.game, land.unit, land.decider.doctrine.words
    heavy, danger = any(_serves(game, other) for other in aboard), land.risk(unit.hex)
    if danger > 0 and (stays or not heavy):
        return f"{unit.hex} is dangerous: {risk(danger)}"
    if heavy and not stays:
        seen = _seen(land, unit.hex) and not _apart(game, unit.side, unit.hex)
        return f"enemies or the goal are in LOS within {words('target-range')}" if seen else ""
    if not stays and _apart(game, unit.side, unit.hex):
        return ""
    far, value = game.board.range_from(unit.hex), land.decider.doctrine.value
    for other in game.state.on_map(opponent(unit.side)):
        if other.known and other.mmc and other.hex and far[other.hex] <= value("unload-range"):
            return f"{other.id} in {other.hex} is within {words('unload-range')}"
    figure = "unload-range" if stays else "unload-goal"
    near = land.aim is not None and far[land.aim.hex] <= value(figure)
    return f"its goal {land.aim.hex} is within {words(figure)}" if land.aim and near else ""


def _serves(game: Game, unit: Unit) -> bool:
    """Whether it is a Gun, or men with a mortar or another SW that fires as ordnance."""
    held = game.state.weapons_of(unit.id)
    return unit.kind == "gun" or any(mounted.ordnance(game, game.counter_of(weapon)) for weapon in held)


def for_guns(land: Land, names: Iterable[str], left: Mapping[str, float]) -> Mapping[str, float]:
    """The way left of a vehicle with a Gun or mortar aboard, which is of use wherever it sees the enemy or its goal:
    from there only to a leader, who must command those who serve it (S16)."""
    if not any(_serves(land.game, other) for other in _load(land.game, land.unit)):
        return left
    seen = {name: float(_apart(land.game, land.unit.side, name)) for name in names if _seen(land, name)}
    return {**left, **{name: min(far, left[name]) for name, far in seen.items()}}


def _seen(land: Land, name: str) -> bool:
    """Whether enemies whom its side knows of, or its goal, are in LOS of a hex, near enough (target-range)."""
    game, reach, aim = land.game, land.decider.doctrine.value("target-range"), land.aim
    far = game.board.range_from(name)
    places = {*goals.known_enemies(game, land.unit.side), *([aim.hex] if aim else [])}
    return any(far[place] <= reach and look(game, name, place).exists for place in places if place != name)


def _apart(game: Game, side: Side, name: str) -> int:
    """S16: how many hexes a hex is out of every leader's circle; 0 where there are none, or no Command Control."""
    if not binds(game, side):
        return 0
    leaders = [item.hex for item in game.state.on_map(side) if item.kind == "leader" and item.good_order]
    nearest = min((game.board.distance(place, name) for place in leaders), default=0)
    return max(0, nearest - game.figure("leader-circle"))


def unload(game: Game, decider: Decider, unit: Unit, *, stays: bool = False) -> Act | None:
    """D6.5, C10.12: stop, then let those aboard off while there are MP for it; `stays`: it drives no farther."""
    aboard = _load(game, unit)
    reason = _gets_off(land_of(game, decider, unit), aboard, stays=stays) if aboard else ""
    if not reason:
        return None
    full, left = allotment(game, unit), movement_allowance(game, unit) - unit.mf
    gun = next((item for item in aboard if item.kind == "gun"), None)
    aboard = [gun] if gun else aboard
    price = share(game, unit, game.figure("hook-share" if gun else "load-share"))
    stop = driving.stop_mp(game, unit) if driving.under_way(unit) else 0
    parts = game.figure("load-share")
    if price + stop > left or (full and unit.mf + stop > full * (parts - 1) / parts):
        return None
    ids = tuple(item.id for item in aboard)
    names = ",".join(ids)
    why = (f"{reason} (D6.5)",)
    if stop:
        return act_of(unit, Stop(unit.id), f"{unit.id} stops in {unit.hex} to unload {names}", why)
    return act_of(unit, Unload(ids), f"{names} {'gets' if len(ids) == 1 else 'get'} off {unit.id} in {unit.hex}", why)


def best_overrun(land: Land, reach: Reach) -> Act | None:
    """D7: over Known enemies on foot, where the harm is worth it and more than it risks: on the way, there, and in the
    turn of the other side where it is then."""
    game, decider, unit = land.game, land.decider, land.unit
    least = decider.doctrine.value("overrun-harm")
    if not mounted.armored(game, unit) or mounted.has_fired(unit):
        return None
    limit = movement_allowance(game, unit) - share(game, unit, game.figure("overrun-share"))
    price = harm.weight(game, decider, unit)
    runs = []
    for name in {other.hex for other in game.state.on_map(opponent(unit.side)) if other.known and other.hex}:
        ways = [near for near in game.board.neighbours(name) if near in reach]
        if not ways or name == land.start or not _may_be_overrun(game, unit, name):
            continue
        paper = overrun.attack_of(game, unit, name)
        worth = harm.of_ift(game, decider, paper) if paper.column else 0.0
        if worth < max(least, price * land.risk(name)):
            continue
        drive = _drive_over(land, reach, [way for way in ways if worth >= price * reach.labels[way].risk], name, limit)
        afterwards = _risk_afterwards(land, name, _spent(land, reach, drive, name)) if drive is not None else None
        if drive is not None and afterwards is not None:
            safe = (1 - max(drive.risk, land.risk(name))) * (1 - afterwards)
            if worth >= price * (1 - safe):
                runs.append((worth, drive, name))
    if not runs:
        return None
    worth, drive, name = max(runs, key=lambda item: (round(item[0], 3), -item[1].mp, item[2]))
    shown = [
        f"{name}: {expected_loss(value)}" for value, _, name in sorted(runs, key=lambda item: -item[0])[:MOST_SHOWN]
    ]
    hexes = (*drive.hexes, name)
    title = f"{unit.id} overruns {name}: {expected_loss(worth)}"
    return act_of(unit, Move((unit.id,), hexes[1:]), title, [*shown, decider.doctrine.words("overrun-harm")], hexes)


def _spent(land: Land, reach: Reach, drive: Drive, name: str) -> float:
    """The MP it has used up after an Overrun of `name` at the end of a drive."""
    spent = onward(land, reach, drive.end, name) or 0.0
    return land.unit.mf + spent + share(land.game, land.unit, land.game.figure("overrun-share"))


def _risk_afterwards(land: Land, name: str, spent: float) -> float | None:
    """D7: what it risks after an Overrun, driving on with what MP are left, and where it is then in the other side's
    turn; None if that is farther from its Infantry than armor that leads may go."""
    near, unit = near_infantry(land), land.unit
    there = replace(unit, hex=name, ca="", mf=spent, flags=unit.flags | {"motion"})
    onto = dataclasses.replace(land, unit=there)
    ways = drives(onto, float(driving.stop_mp(land.game, unit)))
    ends = [end for end in ways if onto.fits(end) and (not near or end in near)]
    return min((1 - (1 - ways.labels[end].risk) * (1 - land.risk(end)) for end in ends), default=None)


def _may_be_overrun(game: Game, unit: Unit, name: str) -> bool:
    """Whether there are enemies on foot in a hex, and no mines, no AFV and nobody of the own side."""
    if game.state.markers_at(name, "minefield") or game.state.units_at(name, unit.side):
        return False
    if any(mounted.armored(game, other) for other in game.state.units_at(name, opponent(unit.side))):
        return False
    return any(item.infantry for item in overrun.targets(game, unit, name))


def _drive_over(land: Land, reach: Reach, ways: Sequence[str], name: str, limit: float) -> Drive | None:
    """The cheapest of the drives to hexes from which the vehicle can go on into `name` within `limit` MP."""
    for near in sorted(ways, key=lambda way: (reach.mp(way), way)):
        spent = onward(land, reach, near, name)
        if spent is not None and land.unit.mf + spent <= limit:
            return reach[near]
    return None
