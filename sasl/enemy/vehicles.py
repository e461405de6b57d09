"""What vehicles do in the MPh (6.6): drive, overrun, turn, stop, fire, button up, unload."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sasl.board.hexes import ca_towards, in_arc, parse_hex, vertex_names
from sasl.combat.driving import overrun
from sasl.combat.gunnery import arcs, mounted
from sasl.enemy import goals, gunnery, harm
from sasl.enemy.act import Act, Staff, pick
from sasl.enemy.drives import FAR, Drive, Lane, drives, lane, sees_target, to_go
from sasl.game.context import Game, Refused
from sasl.game.sight import look
from sasl.game.state import Unit, opponent
from sasl.play.movement import driving
from sasl.play.movement.allowance import CANNOT_MOVE, allotment, movement_allowance, share

MOST_SHOWN = 6
NOT_MOVED = frozenset(CANNOT_MOVE) - {"bogged"} | {"panicked", "waits", "recalled"}
"""The states of vehicles that do not move, or by an errand only (6.309, D5.341)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A drive and what it is worth in MP: the way left, the risk, the Target it brings. Less is better."""

    drive: Drive
    left: float
    risk: float
    worth: float
    target: bool = False

    @property
    def words(self) -> str:
        """`K20: 3 MP from the goal, risk 0.12, a Target in sight: 4.2`."""
        left = f"{self.left:g} MP from the goal, " if self.left < FAR else ""
        sight = ", a Target in sight" if self.target else ""
        return f"{self.drive.end}: {left}risk {self.risk:.2f}{sight}: {self.worth:.1f}"


def next_act(game: Game, staff: Staff) -> Act | None:
    """6.6: the next act of a vehicle in its own MPh; an Act without a line leaves it where it is."""
    if game.state.phase != "MPh" or game.state.side != staff.side:
        return None
    unit = next(_movers(game, staff), None)
    return _act(game, staff, unit) if unit else None


def _movers(game: Game, staff: Staff) -> Iterator[Unit]:
    """The vehicles that may do something: who is on the way, carriers, then who is nearest the other side's edge."""
    area = game.mission.area
    edge = area.enemy_edge if staff.side == "FRIENDLY" else area.friendly_edge
    found = [unit for unit in game.state.on_map(staff.side) if _may(game, staff, unit)]

    def order(unit: Unit) -> tuple[bool, bool, int, str]:
        far = game.board.distance_to_edge(unit.hex or "", edge)
        return not unit.mf, bool(mounted.weapons(game, unit)), far, unit.id

    yield from sorted(found, key=order)


def _may(game: Game, staff: Staff, unit: Unit) -> bool:
    """Whether a vehicle is to do something: it has a Move Command, or is free, and no other has moved since."""
    if unit.kind != "vehicle" or unit.carrier or unit.id in game.state.passed or unit.flags & NOT_MOVED:
        return False
    if staff.doctrine.orders == "action" and "move-command" not in unit.flags:
        return False
    moving = game.state.moving
    return not unit.mf or (moving is not None and unit.id in moving.ids)


def _act(game: Game, staff: Staff, unit: Unit) -> Act:
    moving = game.state.moving
    if moving and unit.id in moving.ids and moving.how == "overrun" and moving.hex == unit.hex:
        return _of(unit, f"overrun {unit.id}", f"{unit.id} overruns {unit.hex}", ("it has paid for it (D7.1)",))
    if "bogged" in unit.flags:
        if unit.mf:
            return Act(unit.id, "")
        return _of(unit, f"unbog {unit.id}", f"{unit.id} tries to get free", ("it is Bogged (D8.3)",))
    act = None
    if "stopped" not in unit.flags or not unit.mf:
        act = _cargo(game, staff, unit) or _drive(game, staff, unit)
        if act is not None and not unit.mf and _comes_near(game, staff, unit, act.path):
            act = _shuts(game, staff, unit) or act
    return act or _unload(game, staff, unit) or _ends(game, staff, unit) or Act(unit.id, "")


def _of(unit: Unit, line: str, title: str, reasons: Sequence[str], path: tuple[str, ...] = ()) -> Act:
    return Act(unit.id, line, title, tuple(reasons), (unit.id,), path, path[-1] if path else "")


# -- driving ------------------------------------------------------------------------------------------


def _drive(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """The best drive, or an Overrun; None to stay."""
    land = lane(game, staff, unit)
    reach = drives(land, float(game.figure("stop-mp")))
    run = _overrun(game, staff, land, reach)
    if run is not None:
        return run
    if staff.doctrine.choice == "random":
        drive = pick(game, unit.id, [item for name, item in sorted(reach.items()) if _fits(land, item)])
        return _goes(land, drive, [f"any of {len(reach)} hexes in reach, at random"])
    holds = staff.doctrine.orders == "action" and goals.attitude(game, staff, unit) == "Hold" and not _in_danger(land)
    plans, why = _to_a_target(land, reach) if holds else _to_the_goal(land, reach)
    stay = next((item for item in plans if item.drive.end == land.start), None)
    if not plans or plans[0].drive.end == land.start:
        return None
    gain = (stay.worth if stay else FAR) - plans[0].worth
    if gain < staff.doctrine.value("drive-gain"):
        return None
    shown = [item.words for item in plans[:MOST_SHOWN]]
    if len(plans) > MOST_SHOWN:
        shown.append(f"and {len(plans) - MOST_SHOWN} more")
    shown += [f"to stay in {stay.words}"] if stay else []
    figures = ", ".join(staff.doctrine.words(name) for name in ("drive-risk-mp", "target-mp", "drive-gain"))
    for plan in plans[:MOST_SHOWN]:
        act = _goes(land, plan.drive, [why, figures, *shown])
        if act is not None:
            return act
    return None


def _fits(land: Lane, drive: Drive) -> bool:
    """Whether it may end there: one vehicle to a hex."""
    return drive.end not in land.parked or drive.end == land.start


def _in_danger(land: Lane) -> bool:
    """Whether it stands among enemies: in a Melee, or where it overran them."""
    return "melee" in land.unit.flags or land.start in land.closed


def _goes(land: Lane, drive: Drive, reasons: Sequence[str]) -> Act | None:
    """The command for a drive, if the rules allow it with the MP there are."""
    game, unit = land.game, land.unit
    if len(drive.hexes) < 2:
        return None
    try:
        spent = unit.mf + driving.cost_of(game, unit, drive.hexes)
    except Refused:
        return None
    if spent > movement_allowance(game, unit):
        return None
    line = f"move {unit.id} {' '.join(drive.hexes[1:])}"
    return _of(unit, line, f"{unit.id} drives from {land.start} to {drive.end}", reasons, drive.hexes)


def _to_the_goal(land: Lane, reach: dict[str, Drive]) -> tuple[list[Plan], str]:
    """House rules 7: toward the goal with the least risk, to where it may fire; tanks not ahead of their Infantry."""
    game, staff, unit = land.game, land.staff, land.unit
    figure = staff.doctrine.value
    aim = goals.aim(game, staff, unit)
    goal, why, ahead = (aim.hex, aim.why, 0) if aim else (land.start, "it has no goal", 0)
    if aim and staff.doctrine.orders == "free" and mounted.weapons(game, unit):
        goal, why, ahead = _behind_infantry(land, aim.hex)
    left = to_go(land, goal)
    plans = []
    for drive in reach.values():
        if not _fits(land, drive) or (ahead and drive.end != land.start and _far(land, drive.end, aim) < ahead):
            continue
        risk = land.risk(drive.end)
        way = left.get(drive.end, FAR)
        worth = way + figure("drive-risk-mp") * (risk + drive.risk) / 2 + figure("bog-mp") * drive.bogs
        if drive.end == land.start and _in_danger(land):
            worth += FAR
        plans.append(Plan(drive, way, risk, worth))
    plans.sort(key=lambda item: (item.worth, item.drive.mp, item.drive.end))
    return _with_targets(land, plans), why


def _far(land: Lane, name: str, aim: goals.Aim | None) -> int:
    return land.game.board.distance(name, aim.hex) if aim else 0


def _behind_infantry(land: Lane, place: str) -> tuple[str, str, int]:
    """The Infantry that leads on the way to `place`: its hex, why, and how far from it no tank goes ahead."""
    board, unit = land.game.board, land.unit
    men = {
        other.hex or ""
        for other in land.game.state.on_map(unit.side)
        if other.mmc and other.good_order and other.infantry and other.kind != "crew"
    }
    if not men:
        return place, f"toward {place}, without Infantry", 0
    own = board.distance(land.start, place)
    ahead = [name for name in men if board.distance(name, place) <= own]
    if not ahead:
        return land.start, "it leads already: it waits for its Infantry", own
    near = min(ahead, key=lambda name: (board.distance(land.start, name), board.distance(name, place), name))
    first = min(board.distance(name, place) for name in ahead if board.distance(name, near) <= 2)
    return near, f"with the Infantry in {near}, on the way to {place}", first


def _with_targets(land: Lane, plans: list[Plan]) -> list[Plan]:
    """What a Target in sight adds, for the plans near enough to the best to gain by it."""
    if not plans or not mounted.weapons(land.game, land.unit):
        return plans
    bonus, reach = land.staff.doctrine.value("target-mp"), int(land.staff.doctrine.value("target-range"))
    limit = plans[0].worth + bonus
    found = []
    for plan in plans:
        near = plan.worth <= limit or plan.drive.end == land.start
        if near and sees_target(land.game, land.unit, plan.drive.end, reach):
            plan = Plan(plan.drive, plan.left, plan.risk, plan.worth - bonus, True)
        found.append(plan)
    found.sort(key=lambda item: (item.worth, item.drive.mp, item.drive.end))
    return found


def _to_a_target(land: Lane, reach: dict[str, Drive]) -> tuple[list[Plan], str]:
    """6.4: a Hold vehicle drives only to bring a Target into LOS near by, by the way of least MP and risk."""
    figure = land.staff.doctrine.value
    near = int(figure("hold-vehicle-range"))
    why = f"it holds: only to bring a Target into LOS within {land.staff.doctrine.words('hold-vehicle-range')}"
    if sees_target(land.game, land.unit, land.start, near):
        return [], why
    plans = []
    for drive in reach.values():
        if _fits(land, drive) and sees_target(land.game, land.unit, drive.end, near):
            risk = land.risk(drive.end)
            worth = drive.mp + figure("drive-risk-mp") * (risk + drive.risk) / 2 + figure("bog-mp") * drive.bogs
            plans.append(Plan(drive, FAR, risk, worth, True))
    plans.sort(key=lambda item: (item.worth, item.drive.end))
    return plans, why


# -- Overruns -----------------------------------------------------------------------------------------


def _overrun(game: Game, staff: Staff, land: Lane, reach: dict[str, Drive]) -> Act | None:
    """D7: over Known enemies on foot, where the harm is worth it and more than the vehicle risks."""
    unit, least = land.unit, staff.doctrine.value("overrun-harm")
    if not mounted.armored(game, unit) or "prep" in unit.flags or any(item.endswith(" spent") for item in unit.arms):
        return None
    quarter = share(game, unit, game.figure("overrun-share"))
    limit = movement_allowance(game, unit)
    found = []
    for name in {other.hex or "" for other in game.state.on_map(opponent(unit.side)) if other.known and other.hex}:
        if name == land.start or game.state.markers_at(name, "minefield"):
            continue
        ways = [reach[near] for near in game.board.neighbours(name) if near in reach]
        victims = overrun.targets(game, unit, name)
        afv = any(mounted.armored(game, other) for other in game.state.units_at(name, opponent(unit.side)))
        if not ways or afv or not any(item.infantry for item in victims) or game.state.units_at(name, unit.side):
            continue
        paper = overrun.paper(game, unit, name)
        worth = harm.of_ift(game, staff, paper) if paper.column else 0.0
        if worth < max(least, harm.weight(game, staff, unit) * land.risk(name)):
            continue
        for drive in sorted(ways, key=lambda item: (item.mp, item.end)):
            try:
                spent = unit.mf + driving.cost_of(game, unit, (*drive.hexes, name)) + quarter
            except Refused:
                continue
            if spent <= limit:
                found.append((worth, drive, name))
                break
    if not found:
        return None
    worth, drive, name = max(found, key=lambda item: (round(item[0], 3), -item[1].mp, item[2]))
    shown = [f"{name}: harm {value:.2f}" for value, _, name in sorted(found, key=lambda item: -item[0])[:MOST_SHOWN]]
    hexes = (*drive.hexes, name)
    line = f"move {unit.id} {' '.join(hexes[1:])}"
    title = f"{unit.id} overruns {name}: harm {worth:.2f}"
    return _of(unit, line, title, [staff.doctrine.words("overrun-harm"), *shown], hexes)


# -- the end of a drive -------------------------------------------------------------------------------


def _ends(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """What a vehicle does where it is: turn to the threat, stop, turn its turret, fire, button up."""
    left = movement_allowance(game, unit) - unit.mf
    if unit.mf and driving.under_way(unit):
        stop = game.figure("stop-mp")
        turn = _turn(game, staff, unit, left - stop)
        if turn is not None:
            return turn
        if left >= stop:
            why = ("it is where it wants to be (D2.13)",)
            return _of(unit, f"stop {unit.id}", f"{unit.id} stops in {unit.hex}", why)
    if not unit.mf:
        return _hatch(game, staff, unit)
    return _turret(game, staff, unit) or _bounding(game, staff, unit) or _hatch(game, staff, unit)


def _menace(game: Game, staff: Staff, unit: Unit) -> str:
    """Where the worst threat to a vehicle is: what would hit it best, else the nearest Known enemy; or ""."""
    land = lane(game, staff, unit)
    here = unit.hex or ""
    worst = max(((land.shot(item, here), item.hex) for item in land.threats), default=(0.0, ""))
    if worst[0] > 0:
        return worst[1]
    places = {
        other.hex or ""
        for other in game.state.on_map(opponent(unit.side))
        if other.known and other.kind != "aircraft" and other.hex != here and not other.flags & {"prisoner", "broken"}
    }
    return min(places, key=lambda name: (game.board.distance(here, name), name), default="")


def _turn(game: Game, staff: Staff, unit: Unit, left: float) -> Act | None:
    """D2.11: its front to the worst threat, where armor makes a difference and the MP are there."""
    item = game.counter_of(unit)
    place = _menace(game, staff, unit) if mounted.armored(game, unit) and item.armor_front != item.armor_side else ""
    now = driving.facing(unit)
    if not place or now is None:
        return None
    here = parse_hex(unit.hex or "")
    names = vertex_names(here)
    wanted = ca_towards(here, parse_hex(place))
    spines = driving.spines(now, names.index(wanted))
    if not spines or in_arc(here, names[now], parse_hex(place)) or spines * game.figure("turn-mp") > left:
        return None
    why = (f"the threat is in {place} (D2.11)",)
    return _of(unit, f"turn {unit.id} {wanted}", f"{unit.id} turns its front toward {place}", why)


def _turret(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """D3.12: a turret turns with the MP of the drive, to where the threat is."""
    if game.counter_of(unit).turret not in ("T", "ST") or any(
        other.carrier == unit.id for other in game.state.units.values()
    ):
        return None
    place = _menace(game, staff, unit)
    if not place or not arcs.turret_ca(unit) or arcs.bears(game, unit, "MA", place):
        return None
    wanted = ca_towards(parse_hex(unit.hex or ""), parse_hex(place))
    line = f"turn {unit.id} {wanted} turret"
    return _of(unit, line, f"{unit.id} turns its turret toward {place}", (f"the threat is in {place} (D3.12)",))


def _bounding(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """D3.3: Bounding First Fire where the harm is worth more than to wait for the AFPh."""
    found = gunnery.choices(game, staff, unit)
    good = [item for item in found if item.harm >= staff.doctrine.value("bounding-fire")]
    if not good:
        return None
    shown = [f"{place}. {item.title}" for place, item in enumerate(found[:MOST_SHOWN], 1)]
    best = pick(game, unit.id, good) if staff.doctrine.choice == "random" else good[0]
    reasons = (staff.doctrine.words("bounding-fire"), *shown, *best.facts)
    return Act(unit.id, best.line, best.title, reasons, best.firers, target=best.hex)


def _hatch(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """D5.33: buttoned up where Known Infantry could fire at its crew, open again where nobody is near."""
    if not mounted.armored(game, unit) or game.counter_of(unit).open_topped or "stunned" in unit.flags:
        return None
    if "prep" in unit.flags or any(item.endswith(" spent") for item in unit.arms):
        return None
    near = _comes_near(game, staff, unit, (unit.hex or "",))
    if near:
        return _shuts(game, staff, unit)
    if "buttoned" not in unit.flags:
        return None
    why = f"no Known enemy Infantry sees it within {staff.doctrine.words('button-range')} (D5.33)"
    return _of(unit, f"open {unit.id}", f"{unit.id} opens its hatches", (why,))


def _comes_near(game: Game, staff: Staff, unit: Unit, way: Sequence[str]) -> bool:
    """Whether Known enemy Infantry, or an S?, sees a hex of the way from near by."""
    reach = int(staff.doctrine.value("button-range"))
    men = {
        other.hex or ""
        for other in game.state.on_map(opponent(unit.side))
        if other.known and other.mmc and other.good_order and not other.carrier
    }
    if unit.side == "FRIENDLY":
        men |= {item.hex for item in game.state.suspects.values() if not item.off_board}
    return any(
        game.board.distance(name, place) <= reach and (name == place or look(game, place, name).exists)
        for name in way
        for place in men
    )


def _shuts(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """D5.33: the crew of a closed AFV buttons up before it comes under the fire of Infantry."""
    if not mounted.armored(game, unit) or game.counter_of(unit).open_topped or unit.flags & {"buttoned", "stunned"}:
        return None
    if "prep" in unit.flags or any(item.endswith(" spent") for item in unit.arms):
        return None
    why = f"enemy Infantry that could fire at its crew is within {staff.doctrine.words('button-range')} (D5.33)"
    return _of(unit, f"button {unit.id}", f"{unit.id} buttons up", (why,))


# -- Passengers and Guns ------------------------------------------------------------------------------


def _load(game: Game, unit: Unit) -> list[Unit]:
    """Who and what a vehicle carries, but prisoners."""
    return [item for item in game.state.units.values() if item.carrier == unit.id and "prisoner" not in item.flags]


def _cargo(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """A carrier stops on its way as soon as it has brought those aboard near enough: then they get off."""
    return _unload(game, staff, unit) if _load(game, unit) and _near_enough(game, staff, unit) else None


def _near_enough(game: Game, staff: Staff, unit: Unit) -> bool:
    """Whether those aboard are to get off here: the goal or a Known enemy is near, or the hex is dangerous."""
    reach, here = staff.doctrine.value("unload-range"), unit.hex or ""
    aim = goals.aim(game, staff, unit)
    near = {aim.hex} if aim else set()
    near |= {other.hex or "" for other in game.state.on_map(opponent(unit.side)) if other.known and other.mmc}
    return any(game.board.distance(here, name) <= reach for name in near) or lane(game, staff, unit).risk(here) > 0


def _unload(game: Game, staff: Staff, unit: Unit) -> Act | None:
    """D6.5, C10.12: stop, then let those aboard off while there are MP for it."""
    aboard = _load(game, unit)
    if not aboard or not _near_enough(game, staff, unit):
        return None
    full, left = allotment(game, unit), movement_allowance(game, unit) - unit.mf
    gun = any(item.kind == "gun" for item in aboard)
    price = share(game, unit, game.figure("hook-share" if gun else "load-share"))
    stop = game.figure("stop-mp") if driving.under_way(unit) else 0
    parts = game.figure("load-share")
    if price + stop > left or (full and unit.mf + stop > full * (parts - 1) / parts):
        return None
    names = ",".join(item.id for item in aboard)
    why = (f"the goal or the enemy is within {staff.doctrine.words('unload-range')}, or the hex is dangerous",)
    if stop:
        return _of(unit, f"stop {unit.id}", f"{unit.id} stops in {unit.hex} to unload {names}", why)
    return _of(unit, f"unload {names}", f"{names} get off {unit.id} in {unit.hex}", why)
