"""What vehicles do in the MPh (S9): who moves, and where it drives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import CANNOT_MOVE, movement_allowance
from sasl.asl.ordnance import mounted
from sasl.asl.terrain import fires
from sasl.asl.vehicles import driving
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted
from sasl.minds.act import Act, Decider, pick
from sasl.minds.measures import risk
from sasl.minds.movement import goals
from sasl.minds.movement.last_turns import counts
from sasl.minds.movement.move_reasons import Part, names_of
from sasl.minds.movement.ways.paths import FAR
from sasl.minds.vehicles import parking, plain_drives
from sasl.minds.vehicles.drives import Drive, Land, Reach, drives, land_of, to_go
from sasl.minds.vehicles.in_reach import Targets
from sasl.minds.vehicles.parking import MOST_SHOWN, act_of
from sasl.minds.vehicles.vehicle_threat import doubtful
from sasl.orders.move_orders import Move
from sasl.orders.vehicle_orders import Overrun, Unbog

NOT_MOVED = frozenset(CANNOT_MOVE) - {"bogged"} | {"panicked", "waits", "recalled"}
"""The states of vehicles that do not move, or by an errand only (S6.309, D5.341)."""


class Plan(Frozen):
    """A drive and what it is worth in MP: the way left, the risk, the Target it brings, all else. Less is better."""

    drive: Drive
    left: float
    risk: float
    worth: float
    target: bool = False
    parts: tuple[Part, ...] = ()

    @property
    def words(self) -> str:
        """`K20: 3 MP from the goal, risk 5% on the way, risk 12% there, a Target in sight: 4.2`."""
        left = f"{self.left:g} MP from the goal, " if self.left < FAR else ""
        more = "".join(f", {part.words}" for part in self.parts if part.mf and part.words)
        on_way = f"{risk(self.drive.risk)} on the way, " if len(self.drive.hexes) > 1 else ""
        return f"{self.drive.end}: {left}{on_way}{risk(self.risk)} there{more}: {self.worth:.1f}"


class Rated(NamedTuple):
    """A hex a vehicle could drive to, in the order of the plans: its worth, the MP of the drive, its name."""

    worth: float
    mp: float
    hex: str
    target: bool = False


class Plans(Frozen):
    """The plans of a drive: the best of them, best first, how many there are, what to stay is worth, and why."""

    best: Sequence[Plan]
    number: int
    stay: Plan | None
    why: str


def next_act(game: Game, decider: Decider) -> Act | None:
    """S9: the next act of a vehicle in its own MPh; an Act without a line leaves it where it is."""
    if game.state.phase != "MPh" or game.state.side != decider.side:
        return None
    shut = (parking.uncovers(game, unit) for unit in game.state.on_map(decider.side) if unit.kind == "vehicle")
    if opens := next(filter(None, shut), None):
        return opens
    unit = next(_movers(game, decider), None)
    return _act(game, decider, unit) if unit else None


def _movers(game: Game, decider: Decider) -> Iterator[Unit]:
    """The vehicles that may do something: who is on the way, carriers, then who is nearest the other side's edge."""
    edge = game.edge_of(opponent(decider.side))
    able = [unit for unit in game.state.on_map(decider.side) if _may(game, decider, unit)]

    def order(unit: Unit) -> tuple[bool, bool, int, str]:
        far = game.board.distance_to_edge(unit.hex, edge)
        return not unit.mf, bool(mounted.weapons(game, unit)), far, unit.id

    yield from sorted(able, key=order)


def _may(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether a vehicle is to do something: it has a Move Command, or is free, and no other has moved since."""
    if unit.kind != "vehicle" or unit.carrier or unit.id in game.state.passed or unit.flags & NOT_MOVED:
        return False
    if decider.doctrine.orders == "action" and "move-command" not in unit.flags:
        return False
    moving = game.state.moving
    return not unit.mf or (moving is not None and unit.id in moving.ids)


def _act(game: Game, decider: Decider, unit: Unit) -> Act:
    moving = game.state.moving
    if moving and unit.id in moving.ids and moving.how == "overrun" and moving.hex == unit.hex:
        return act_of(unit, Overrun(unit.id), f"{unit.id} overruns {unit.hex}", ("it has paid for it (D7.1)",))
    if "bogged" in unit.flags:
        if unit.mf:
            return Act(unit.id)
        return act_of(unit, Unbog(unit.id), f"{unit.id} tries to get free", ("it is Bogged (D8.3)",))
    act = None
    if "stopped" not in unit.flags or not unit.mf:
        act = parking.unload(game, decider, unit) or _drive(land_of(game, decider, unit))
        if act is not None and not unit.mf and parking.comes_near(game, decider, unit, act.path):
            shut = parking.shuts(game, decider, unit)
            act = shut if shut and _drives_closed(game, decider, unit) else act
    stays = act is None and unit.mf <= driving.stop_mp(game, unit)
    return act or parking.unload(game, decider, unit, stays=stays) or parking.ends(game, decider, unit) or Act(unit.id)


class Intent:
    """What a vehicle means to do in the coming MPh, if nothing changes; its drive is worked out once, when asked."""

    def __init__(self, game: Game, decider: Decider, unit: Unit) -> None:
        self.game, self.decider, self.unit = game, decider, unit

    @cached_property
    def _land(self) -> Land:
        return land_of(self.game, self.decider, self.unit)

    @cached_property
    def _drive(self) -> Act | None:
        return _drive(self._land)

    @property
    def _able(self) -> bool:
        """Whether nothing keeps it from driving."""
        return not self.unit.flags & (NOT_MOVED | {"bogged", "no-command"})

    @property
    def stays(self) -> bool:
        """Whether it would not drive."""
        return self._drive is None

    @property
    def must_drive(self) -> bool:
        """B25.4: whether it is in a fire and can drive out of it."""
        return self._able and fires.on_fire(self.game, self.unit.hex) and not self.stays

    @property
    def will_hold(self) -> bool:
        """A26.12: whether it would drive into a VPO that it holds at the end by standing in it (hold-mp)."""
        if not self._able or not counts(self.game, self.decider):
            return False
        there = self._land.prizes
        return bool(there) and self._drive is not None and bool(there.intersection(self._drive.path[-1:]))

    @property
    def arrived(self) -> bool:
        """Whether it has nowhere to go on to: it is as near its goal as it comes, or has none."""
        land = self._land
        return land.aim is None or not to_go(land, land.aim.hex)[land.start]

    @property
    def follows(self) -> bool:
        """Whether it would drive on were its Infantry farther ahead."""
        return _drive(self._land, alone=True) is not None


# -- driving ------------------------------------------------------------------------------------------


def _drives_closed(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether it would drive buttoned up, too: else it would open its hatches again where it stands, and so on."""
    closed = replace(unit, flags=unit.flags | {"buttoned"})
    there = game.at(replace(game.state, units={**game.state.units, unit.id: closed}))
    return _drive(land_of(there, decider, closed)) is not None


def _drive(land: Land, *, alone: bool = False) -> Act | None:
    """The best drive, or an Overrun; None to stay. `alone`: however far it is from its Infantry then."""
    game, decider, unit = land.game, land.decider, land.unit
    reserve = float(driving.stop_mp(game, unit))
    reach = drives(land, reserve)
    if verify.ON:
        plain_drives.same_drives(land, reserve, reach)
    run = parking.best_overrun(land, reach)
    if run is not None:
        return run
    if decider.doctrine.choice == "random":
        end = pick(game, unit.id, [name for name in sorted(reach) if land.fits(name)])
        return _goes(land, reach[end], [f"any of {len(reach)} hexes in reach, at random"])
    holds = (
        decider.doctrine.orders == "action" and goals.attitude(game, decider, unit) == "Hold" and not _in_danger(land)
    )
    return _best(land, _to_a_target(land, reach) if holds else _to_the_goal(land, reach, alone=alone))


def _best(land: Land, plans: Plans) -> Act | None:
    """The drive of the best plan that the rules allow, if it gains enough; None to stay."""
    if not plans.best or plans.best[0].drive.end == land.start:
        return None
    doctrine, stay = land.decider.doctrine, plans.stay
    if (stay.worth if stay else FAR) - plans.best[0].worth < doctrine.value("drive-gain"):
        return None
    shown = [item.words for item in plans.best]
    if plans.number > MOST_SHOWN:
        shown.append(f"and {plans.number - MOST_SHOWN} more")
    shown += [f"to stay in {stay.words}"] if stay else []
    priced = (plan.parts for plan in (*plans.best, *([stay] if stay else [])))
    figures = doctrine.words(*names_of(priced), "drive-gain")
    acts = (_goes(land, plan.drive, [plans.why, *shown, figures]) for plan in plans.best)
    return next((act for act in acts if act is not None), None)


def _in_danger(land: Land) -> bool:
    """Whether it must leave: it stands among enemies, in a Melee or where it overran them, or its hex burns (B25.4)."""
    return "melee" in land.unit.flags or land.start in land.closed or fires.on_fire(land.game, land.start)


def _goes(land: Land, drive: Drive, reasons: Sequence[str]) -> Act | None:
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
    order = Move((unit.id,), drive.hexes[1:])
    return act_of(unit, order, f"{unit.id} drives from {land.start} to {drive.end}", reasons, drive.hexes)


def _to_the_goal(land: Land, reach: Reach, *, alone: bool = False) -> Plans:
    """House rules 7: toward the goal with the least risk, to where it may fire; tanks behind their Infantry, or beside
    the foremost (armor-leads), but `alone`."""
    game, decider, unit = land.game, land.decider, land.unit
    empty = not mounted.weapons(game, unit) and not parking.laden(game, unit)
    aim = None if empty else land.aim
    goal, why, ahead = land.start, "it carries nobody" if empty else "it has no goal", 0
    if aim:
        goal, why = aim.hex, aim.words(decider.doctrine)
    near = frozenset[str]() if alone else parking.near_infantry(land)
    if aim and decider.doctrine.orders == "free" and mounted.weapons(game, unit) and not near and not alone:
        goal, why, ahead = _behind_infantry(land, aim.hex)
    left = parking.for_guns(land, reach.labels, to_go(land, goal))
    risk_mp, bog_mp = decider.doctrine.value("drive-risk-mp"), decider.doctrine.value("bog-mp")
    nearer = game.board.range_from(aim.hex) if aim and ahead else {}
    leaves, rated, alone_risk = _in_danger(land), [], _alone_risk(land)
    prizes, hold_mp = land.prizes, decider.doctrine.value("hold-mp")
    for name, label in reach.labels.items():
        too_far = (nearer and nearer[name] < ahead) or (near and name not in near)
        if (too_far and name not in prizes and name != land.start and not leaves) or not land.fits(name):
            continue
        there = 1 - (1 - land.risk(name)) * (1 - alone_risk.get(name, 0.0))
        way = label.risk if name != land.start else there  # who stays is under the same eyes all the while
        worth = left.get(name, FAR) + risk_mp * (there + way) / 2 + bog_mp * label.bogs - hold_mp * (name in prizes)
        if name == land.start and leaves:
            worth += FAR
        rated.append(Rated(worth, reach.mp(name), name))
    rated.sort()
    if near:
        why = f"{why}; near its Infantry: {decider.doctrine.words('armor-leads')}"
    return _plans(land, reach, _with_targets(land, rated), why, left, alone_risk)


def _alone_risk(land: Land) -> Mapping[str, float]:
    """A11.5: what a vehicle risks besides (alone-risk) in hexes ADJACENT to Known enemy MMC, but to none of its own."""
    game, unit, risk = land.game, land.unit, land.decider.doctrine.value("alone-risk")
    if not risk:
        return {}
    foes, mates = (
        frozenset[str]().union(
            *(
                game.board.within(item.hex, 1)
                for item in game.state.on_map(side)
                if item.mmc and item.good_order and item.infantry and item.known
            )
        )
        for side in (opponent(unit.side), unit.side)
    )
    return dict.fromkeys(foes - mates, risk)


def _plans(
    land: Land, reach: Reach, rated: Sequence[Rated], why: str, left: Mapping[str, float], alone: Mapping[str, float]
) -> Plans:
    """The plans in their order, the best of them in full."""

    def plan(item: Rated) -> Plan:
        drive = reach[item.hex]
        parts = tuple(_parts(land, item, drive, alone))
        return Plan(drive, left.get(item.hex, FAR), land.risk(item.hex), item.worth, item.target, parts)

    stay = next((plan(item) for item in rated if item.hex == land.start), None)
    return Plans([plan(item) for item in rated[:MOST_SHOWN]], len(rated), stay, why)


def _parts(land: Land, item: Rated, drive: Drive, alone: Mapping[str, float]) -> Iterator[Part]:
    """What counts for or against a drive beside the way left: those with a figure of their own."""
    value, end = land.decider.doctrine.value, drive.end
    yield Part(("drive-risk-mp",), value("drive-risk-mp") * land.risk(end))
    yield from _by_men(land, end)
    yield Part(("alone-risk",), alone.get(end, 0.0), "alone beside enemy Infantry (A11.5)")
    yield Part(("bog-mp",), value("bog-mp") * drive.bogs, counted(drive.bogs, "Bog Check"))
    holds = value("hold-mp") * (end in land.prizes)
    yield Part(("hold-mp", "late-turns"), -holds, "a VPO to hold (A26.12)")
    figures = ("target-mp", *(name for name in ("sight-harm", "shot-mp") if value(name)))
    yield Part(figures, -float(item.target), "a Target in sight")
    idle = _is_idle(land) and end == land.start and bool(Targets(land).seen_from(end))
    yield Part(("idle-target",), float(idle))


def _by_men(land: Land, name: str) -> Iterator[Part]:
    """A11.5, 5: what is risked from Known men beside a hex, and from S? that may be such."""
    near, doubts = land.threat.men.get(name, ()), doubtful(land.game, land.unit.side)
    close = land.decider.doctrine.value("close-risk")
    yield Part(("close-risk",), float(any(far <= 1 and chance == close for place, far, chance in near)))
    yield Part(("suspect-risk",), float(any(chance and place in doubts for place, _, chance in near)))


def _behind_infantry(land: Land, place: str) -> tuple[str, str, int]:
    """The Infantry that leads on the way to `place`: its hex, why, and how far from it no tank goes ahead."""
    board, unit = land.game.board, land.unit
    men = {
        other.hex
        for other in land.game.state.on_map(unit.side)
        if other.mmc and other.good_order and other.infantry and other.kind != "crew"
    }
    if not men:
        return place, f"toward {place}, without Infantry", 0
    own = board.distance(land.start, place)
    ahead = [name for name in men if board.distance(name, place) <= own]
    if not ahead:
        return land.start, "it already leads: it waits for its Infantry", own
    near = min(ahead, key=lambda name: (board.distance(land.start, name), board.distance(name, place), name))
    first = min(board.distance(name, place) for name in ahead if board.distance(name, near) <= 2)
    return near, f"with the Infantry in {near}, on the way to {place}", first


def _with_targets(land: Land, rated: list[Rated]) -> list[Rated]:
    """What a Target in sight adds, for the hexes near enough to the best to gain by it: more where its shot does more,
    at the flank or from a better range (shot-mp). Without that, once one has gained, the others of them cannot be
    better. For who did not Prep Fire it adds nothing where its MPh found it (idle-target): where it has driven to it
    counts as elsewhere, or it would drive back."""
    if not rated or not mounted.weapons(land.game, land.unit):
        return rated
    value = land.decider.doctrine.value
    bonus, least, shot = value("target-mp"), value("sight-harm"), value("shot-mp")
    limit, found, gained = rated[0].worth + bonus + shot * value("weight-vehicle"), [], False
    targets, best = Targets(land), list[float]()
    idle = _is_idle(land)
    for item in rated:
        stays, needed = item.hex == land.start, -FAR
        asks = not idle if stays else item.worth <= limit and not (gained and least and not shot)
        if asks and not stays and len(best) == MOST_SHOWN:  # who cannot come among the best is not asked
            behind = item.worth - bonus - best[-1]
            asks = behind <= shot * targets.most(item.hex)
            needed = behind / shot - verify.ROUNDING if shot else needed
        if asks and targets.seen_from(item.hex):
            harm = targets.harm_from(item.hex, needed) if shot else 0.0
            if harm >= least if shot else not least or targets.does_harm(item.hex, least):
                gained = gained or not stays
                item = Rated(item.worth - bonus - shot * harm, item.mp, item.hex, True)
        found.append(item)
        best = sorted([*best, item.worth])[:MOST_SHOWN]
    return sorted(found)


def _is_idle(land: Land) -> bool:
    """Whether a Target in sight adds nothing where its MPh has found a vehicle that did not Prep Fire (idle-target)."""
    return land.game.state.phase == "MPh" and not land.unit.mf and not land.decider.doctrine.value("idle-target")


def _to_a_target(land: Land, reach: Reach) -> Plans:
    """S6.1: a Hold vehicle drives only to bring a Target into LOS near by, by the way of least MP and risk.

    It does not risk more for it than the Target is worth (target-mp), and goes where its shot does most (shot-mp).
    """
    doctrine = land.decider.doctrine
    near, targets = int(doctrine.value("hold-vehicle-range")), Targets(land)
    why = f"it holds: it moves only to bring a Target into LOS within {doctrine.words('hold-vehicle-range')}"
    if targets.seen_from(land.start, near):
        return Plans((), 0, None, why)
    risk_mp, bog_mp, most = (doctrine.value(word) for word in ("drive-risk-mp", "bog-mp", "target-mp"))
    shot, rated = doctrine.value("shot-mp"), []
    for name, label in reach.labels.items():
        if not land.fits(name) or not targets.seen_from(name, near):
            continue
        price = risk_mp * (land.risk(name) + label.risk) / 2
        if price <= most:
            mp, gain = reach.mp(name), shot * targets.harm_from(name) if shot else 0.0
            rated.append(Rated(mp + price + bog_mp * label.bogs - gain, mp, name, True))
    rated.sort(key=lambda item: (item.worth, item.hex))
    return _plans(land, reach, rated, why, {}, {})
