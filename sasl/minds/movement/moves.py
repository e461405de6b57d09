"""MPh (S9): which stack goes next and how; who mounts, who is out of command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl import cavalry
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import riding
from sasl.asl.movement.allowance import CANNOT_MOVE, stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.ordnance import guns
from sasl.asl.terrain import fires
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider, key_of, passed
from sasl.minds.action import automatic
from sasl.minds.measures import risk
from sasl.minds.movement import entries, errands, goals, grenades, leading, scouts, stack_plans
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.ways.paths import ground
from sasl.minds.movement.ways.paths import safest_route as safest_route
from sasl.minds.movement.ways.threats import known_to
from sasl.minds.vehicles import vehicle_moves
from sasl.orders.move_orders import Dismount, Mount, Move
from sasl.solitaire import command_control

OTHERS = frozenset({"berserk", "human-wave", "panicked", "waits"})
"""The states of units that others move, or nobody."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """S9: the next stack that moves, or that stays where it is (an Act without a line); None when all is done."""
    if game.state.phase != "MPh" or game.state.side != decider.side:
        return None
    charge = errands.next_act(game, decider)
    if charge is not None:
        return charge
    off = _ride_ends(game, decider)
    if off is not None:
        return off
    if _drives_now(game):
        return vehicle_moves.next_act(game, decider) or _march(game, decider) or entries.next_act(game, decider)
    own = _march(game, decider) or vehicle_moves.next_act(game, decider) or entries.next_act(game, decider)
    return own or out_of_command(game, decider)


def _drives_now(game: Game) -> bool:
    """Whether a vehicle is on the way: it ends its move before others begin theirs (A4.2)."""
    moving = game.state.moving
    movers = [game.state.units.get(key) for key in moving.ids] if moving else []
    return any(unit is not None and unit.kind == "vehicle" for unit in movers)


def _march(game: Game, decider: Decider) -> Act | None:
    stack = next(_stacks(game, decider), None)
    if stack is None:
        return None
    act = _plan(game, decider, stack)
    screen = grenades.throw(game, decider, stack, act.path) if isinstance(act.order, Move) else None
    return screen or act


# -- who ----------------------------------------------------------------------------------------------------


def may_move(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether Personnel may move by the will of its side: by a Move Command, or free and not yet used."""
    if not unit.personnel or not unit.hex or unit.flags & (CANNOT_MOVE.keys() | OTHERS):
        return False
    if decider.doctrine.orders == "action" and "move-command" not in unit.flags:
        return False
    moving = game.state.moving
    if unit.mf and (moving is None or unit.id not in moving.ids):
        return False  # others have moved since: its move is over (A4.2)
    return guns.manned_by(game, unit) is None


def _company(unit: Unit) -> str:
    """Who could go together: those of a hex that have moved or not, on foot or on horseback."""
    return f"{unit.hex}/{unit.mf > 0}/{unit.cavalry}"


def _has_errand(game: Game, decider: Decider, unit: Unit) -> bool:
    """Whether an automatic action sends it somewhere of its own: it does nothing else (S6.3).

    Where orders are free an unarmed MMC stays where it is: it takes nothing and fights nobody (A20.5, A26.11).
    """
    if decider.doctrine.orders != "action":
        return unit.mmc and "disarmed" in unit.flags
    return automatic.errand(game, decider, unit) is not None


def _worth_leading(game: Game, stack: Sequence[Unit]) -> bool:
    """Whether a leader goes along: in Command Control not with HS and crews alone, who walk the tracks (S16)."""
    return not command_control.binds(game, stack[0].side) or any(unit.kind == "squad" for unit in stack)


def _stacks(game: Game, decider: Decider) -> Iterator[list[Unit]]:
    """The stacks that may move, each with one goal: first who is on the way, then who is nearest to the goal.

    FRIENDLY leaders go last: they keep their circles around those who went before (S16). Who carries a FT goes after
    those who do not: he is fired at with -1 (A22.3), and they may have drawn the fire.
    """
    done = passed(game)
    stacks: dict[tuple[str, str], list[Unit]] = {}
    loose: list[Unit] = []
    for unit in game.state.on_map(decider.side):
        if unit.id in done or not may_move(game, decider, unit) or _has_errand(game, decider, unit):
            continue
        if not unit.mmc:
            loose.append(unit)
            continue
        goal = goals.aim(game, decider, unit)
        key = _company(unit), goal.hex if goal else ""
        stacks.setdefault(key, []).append(unit)
    for unit in loose:
        near = [key for key in stacks if key[0] == _company(unit) and _worth_leading(game, stacks[key])]
        key = max(near, key=lambda key: len(stacks[key]), default=(_company(unit), "alone"))
        stacks.setdefault(key, []).append(unit)
    board = game.board

    def order(key: tuple[str, str]) -> tuple[bool, int, bool, bool, int, str]:
        first, place = stacks[key][0], key[1]
        far = board.distance(first.hex, place) if place in board else len(board)
        led = any(unit.kind == "leader" for unit in stacks[key])
        turn = max(scouts.turn_of(game, decider, unit) for unit in stacks[key])
        torch = all(automatic.flamethrowers(game, unit) for unit in stacks[key])
        return not first.mf, turn, led and decider.side == "FRIENDLY", torch, far, first.id

    for key in sorted(stacks, key=order):
        yield stacks[key]


# -- how they go --------------------------------------------------------------------------------------------


def _plan(game: Game, decider: Decider, stack: Sequence[Unit]) -> Act:
    """Together, where nobody fires, or hardly; one by one under fire; the men alone, where their leader is needed."""
    men = [unit for unit in stack if unit.mmc]
    heroes = [unit for unit in stack if unit.kind == "hero" and goals.attitude(game, decider, unit) == "Hold"]
    if heroes and not men:
        return stack_plans.best(game, decider, heroes, goals.aim(game, decider, heroes[0]))[0]  # a hero leads nobody
    if not men:
        return leading.follow(game, decider, stack)
    goal = goals.aim(game, decider, men[0])
    mounts = saddle(game, decider, stack, goal)
    if mounts is not None:
        return mounts
    swift = _swift(game, stack) if decider.doctrine.value("load-waits") and not stack[0].mf else stack
    act, waits = _together(game, decider, swift, goal), [unit.id for unit in stack if unit not in swift]
    act = _past_enemies(game, decider, stack, goal, act)
    if waits:
        come = f"{listed(waits, 4)} come{'s' * (len(waits) == 1)} after, laden"
        act = _because(act, f"{come} (A4.42): {decider.doctrine.words('load-waits')}")
    return act


def _together(game: Game, decider: Decider, stack: Sequence[Unit], goal: Aim | None) -> Act:
    """The move of a stack, or that of one of it, to be followed by the others'."""
    men = [unit for unit in stack if unit.mmc]
    act, way = stack_plans.best(game, decider, stack, goal)
    fired_at = way is not None and way.danger > decider.doctrine.value("together-harm")
    if fired_at and not stack[0].mf and (len(men) > 1 or _comes_after(game, stack)):
        alone, _ = stack_plans.best(game, decider, men[:1], goal)
        return _because(alone, f"one after the other, under fire (A4.12): {decider.doctrine.words('together-harm')}")
    if act.order is None and len(men) < len(stack) and decider.side == "FRIENDLY":
        act, _ = stack_plans.best(game, decider, men, goal)  # a leader's circle may hold him, not his men (S16)
    if act.order is None and len(men) > 1 and not stack[0].mf:
        act = next(_alone(game, decider, men, goal), act)
    return act


def _because(act: Act, why: str) -> Act:
    """An act with one reason more."""
    return replace(act, reasons=(*act.reasons, why))


def _comes_after(game: Game, stack: Sequence[Unit]) -> bool:
    """Whether a leader follows his last man by himself, once the fire has shown: in Command Control he is missed."""
    return command_control.binds(game, stack[0].side) and any(unit.kind == "leader" for unit in stack)


def _alone(game: Game, decider: Decider, men: Sequence[Unit], goal: Aim | None) -> Iterator[Act]:
    """The moves of single men of a stack that stays: where there is no room for all there may be for one (A5.1)."""
    for unit in men:
        act, _ = stack_plans.best(game, decider, [unit], goal)
        if act.order is not None:
            yield act


def _swift(game: Game, stack: Sequence[Unit]) -> Sequence[Unit]:
    """Those of a stack with most MF, and its SMC: who carries a HMG comes after them, at his own pace (A4.42)."""
    most = {unit.id: stack_allowance(game, [unit])[unit.id] for unit in stack if unit.mmc}
    best = max(most.values())
    return [unit for unit in stack if most.get(unit.id, best) == best]


def saddle(game: Game, decider: Decider, stack: Sequence[Unit], goal: Aim | None) -> Act | None:
    """A13.31: the stack dismounts near an enemy or its goal, or mounts for a long way; None: it goes on as it is."""
    riders = [unit for unit in stack if unit.cavalry]
    if riders:
        return _off(game, decider, riders, goal)
    return _on(game, decider, stack, goal)


def _off(game: Game, decider: Decider, riders: Sequence[Unit], goal: Aim | None) -> Act | None:
    """It dismounts near an enemy or its goal, or where it would only stay; its MPh ends there unless it walks on well.

    There must be MF left for it.
    """
    if not all(riding.may_dismount(game, unit) for unit in riders):
        return None
    if decider.doctrine.value("ride-first") and _rides(game, decider, riders, goal):
        return None
    reasons = _near(game, decider, riders, goal)
    stays = [] if reasons else _held_up(game, decider, riders, goal)
    if not reasons and not stays:
        return None
    ends = bool(stays) or not _walks_on(game, decider, riders, goal)
    act = _change(riders, Dismount, riders[0].hex, [*reasons, *stays, *(["its MPh ends there"] if ends else [])])
    return replace(act, ends=ends)


def _rides(game: Game, decider: Decider, riders: Sequence[Unit], goal: Aim | None) -> bool:
    """Whether all or any of the men find a ride that is better than to stay."""
    men = [unit for unit in riders if unit.mmc]
    groups = {tuple(unit.id for unit in some): some for some in (riders, men, *([unit] for unit in men)) if some}
    return any(stack_plans.best(game, decider, some, goal)[0].order is not None for some in groups.values())


def _past_enemies(game: Game, decider: Decider, stack: Sequence[Unit], goal: Aim | None, act: Act) -> Act:
    """A ride on by those who would have got off for want of the figure, with that as its reason."""
    riders = [unit for unit in stack if unit.cavalry]
    if act.order is None or not riders or not decider.doctrine.value("ride-first"):
        return act
    near = _near(game, decider, riders, goal)
    return _because(act, f"it rides on: {decider.doctrine.words('ride-first')}") if near else act


def _near(game: Game, decider: Decider, riders: Sequence[Unit], goal: Aim | None) -> list[str]:
    """The VPO where they are, the enemy that it knows near and in LOS, and the goal that is near."""
    place = riders[0].hex
    near, last = decider.doctrine.value("dismount-range"), decider.doctrine.value("dismount-goal")
    foe = seen_foe(game, decider, place, near)
    reasons = []
    if place in goals.wanted(game, decider.side):
        reasons.append(f"{place} is a VPO that {opponent(decider.side)} controls (A26.11)")
    if foe:
        reasons.append(f"an enemy in {foe} sees {place}: {decider.doctrine.words('dismount-range')}")
    if goal and game.board.distance(place, goal.hex) <= last:
        reasons.append(f"{goal.hex} is near: {decider.doctrine.words('dismount-goal')}")
    return reasons


def _held_up(game: Game, decider: Decider, riders: Sequence[Unit], goal: Aim | None) -> list[str]:
    """Why it gets off a little way from its goal: neither all nor any of its men find a ride that beats staying."""
    place, far = riders[0].hex, decider.doctrine.value("dismount-stays")
    if goal is None or not 0 < game.board.distance(place, goal.hex) <= far:
        return []
    if _rides(game, decider, riders, goal):
        return []
    return [f"no ride to {goal.hex} is better than staying in {place}: {decider.doctrine.words('dismount-stays')}"]


def _walks_on(game: Game, decider: Decider, riders: Sequence[Unit], goal: Aim | None) -> bool:
    """Whether those who get off go on in the same MPh: unseen, to a VPO, or out of worse than what they walk into."""
    spent = riding.dismounting(game, riders)
    afoot = [replace(unit, mf=spent[unit.id], flags=unit.flags - {"mounted"}) for unit in riders]
    _, way = stack_plans.best(game, decider, afoot, goal)
    if way is None:
        return False
    harm, other = ground(game, decider, afoot).harm, opponent(decider.side)
    ahead = way.danger + harm.standing(way.end)
    takes = any(game.state.control.get(name) == other for name in way.hexes[1:])
    return takes or ahead <= harm.standing(way.hexes[0])


def _ride_ends(game: Game, decider: Decider) -> Act | None:
    """A13.31: who has ridden as far as is good gets off there in the same MPh, so that it may fire in the next PFPh."""
    if not decider.doctrine.value("dismount-stays"):
        return None
    return _men_get_off(game, decider) or _leader_gets_off(game, decider)


def _leader_gets_off(game: Game, decider: Decider) -> Act | None:
    """The next leader who has been considered and sits on horseback among men who are all on foot."""
    done = passed(game)
    for unit in game.state.on_map(decider.side):
        key = f"off {unit.id}"
        if unit.kind != "leader" or not unit.cavalry or unit.id not in done or key in game.state.passed:
            continue
        men = [
            other for other in game.state.units_at(unit.hex, unit.side) if other.mmc and "prisoner" not in other.flags
        ]
        able = may_move(game, decider, unit) and riding.may_dismount(game, unit)
        if able and men and not any(other.cavalry for other in men):
            reasons = ["a leader goes with his men, and they are on foot"]
            return replace(_change([unit], Dismount, unit.hex, reasons), key=key, ends=True)
    return None


def _men_get_off(game: Game, decider: Decider) -> Act | None:
    """The riders who have just come where their ride ends: near an enemy, near their goal, or held up."""
    moving, done = game.state.moving, passed(game)
    if moving is None:
        return None
    units = game.state.present(moving.ids)
    riders = [unit for unit in units if unit.side == decider.side and unit.cavalry and unit.hex and unit.id in done]
    key = f"off {key_of(unit.id for unit in riders)}"
    men = [unit for unit in riders if unit.mmc and unit.mf]
    if not men or len({unit.hex for unit in riders}) > 1 or key in game.state.passed:
        return None
    if not all(riding.may_dismount(game, unit) for unit in riders):
        return None
    goal, fresh = goals.aim(game, decider, men[0]), [replace(unit, mf=0.0) for unit in riders]
    reasons = _near(game, decider, riders, goal) or _held_up(game, decider, fresh, goal)
    if not reasons:
        return None
    return replace(_change(riders, Dismount, riders[0].hex, reasons), key=key, ends=True)


def _on(game: Game, decider: Decider, stack: Sequence[Unit], goal: Aim | None) -> Act | None:
    """It mounts if all its men have fresh horses there, the goal is far and no enemy it knows is near and in LOS."""
    men, place = [unit for unit in stack if unit.mmc], stack[0].hex
    if not men or goal is None or any(unit.mf or guns.manned_by(game, unit) is not None for unit in stack):
        return None
    free = [horse for horse in game.state.horses_at(place, decider.side) if not horse.carrier and not horse.mf]
    for unit in men:
        horse = next((item for item in free if cavalry.fits(game, item, unit)), None)
        if horse is None:
            return None
        free.remove(horse)
    far = decider.doctrine.value("mount-goal")
    if game.board.distance(place, goal.hex) < far or seen_foe(game, decider, place, far):
        return None
    if not _rides_on(game, decider, stack, goal):
        return None
    return _change(stack, Mount, place, [f"{goal.hex} is far: {decider.doctrine.words('mount-goal')}"])


def _rides_on(game: Game, decider: Decider, stack: Sequence[Unit], goal: Aim) -> bool:
    """Whether those who mount find a ride that is better than to stay."""
    try:
        spent = riding.mounting(game, stack)
    except Refused:
        return False
    mounted = [replace(unit, mf=spent[unit.id][1], flags=unit.flags | {"mounted"}) for unit in stack]
    return stack_plans.best(game, decider, mounted, goal)[0].order is not None


def seen_foe(game: Game, decider: Decider, place: str, near: float) -> str:
    """The hex of an enemy that the side knows, in LOS within so many hexes, or ""; no S? yet, no Gun left alone."""
    hexes = {unit.hex for unit in game.state.on_map(opponent(decider.side))
             if known_to(decider, unit) and unit.good_order and unit.kind != "aircraft"
             and (unit.kind != "gun" or guns.crew(game, unit))}  # fmt: skip
    close = sorted((game.board.distance(place, name), name) for name in hexes)
    return next((name for far, name in close if far <= near and look(game, place, name).exists), "")


def _change(units: Sequence[Unit], order: type[Mount] | type[Dismount], place: str, reasons: Sequence[str]) -> Act:
    ids = tuple(unit.id for unit in units)
    does = ("mount" if order is Mount else "dismount") + "s" * (len(ids) == 1)
    key = key_of(ids)
    return Act(key, order(ids), f"{listed(ids, 6)} {does} in {place}", tuple(reasons), ids, (place,), place)


NO_COMMAND, HOW = "no-command", "assault"


def out_of_command(game: Game, decider: Decider) -> Act | None:
    """16 [house]: the next unit out of command that goes, or stays without a word; None when all are done."""
    if decider.side != "FRIENDLY" or not command_control.allows(game, "assault-move"):
        return None
    bars = CANNOT_MOVE.keys() - {NO_COMMAND}
    for unit in game.state.on_map(decider.side):
        idle = NO_COMMAND in unit.flags and unit.infantry and not unit.flags & bars
        if idle and not unit.mf and unit.id not in game.state.passed:
            return _to_cover(game, decider, unit)
    return None


def _to_cover(game: Game, decider: Decider, unit: Unit) -> Act:
    """The hex beside it where it fears least, the way there counted in, if that is less than where it is."""
    land, variant = ground(game, decider, [unit]), command_control.chosen(game)
    here = land.harm.standing(land.start)
    fears = {name: land.harm.assault(name) + land.harm.standing(name) for name in game.board.neighbours(land.start)}
    for name in sorted(fears, key=lambda name: (fears[name], name)):
        if fears[name] >= here:
            break
        if land.has_room(name) and not fires.on_fire(game, name) and _may_assault(game, unit, (land.start, name)):
            reasons = (
                f"out of command it may Assault Move a hex, no nearer the nearest Known ENEMY (16, {variant} [house])",
                f"{risk(here)} in {land.start}, {risk(fears[name])} on the way to and in {name}",
            )
            title = f"{unit.id}, out of command, moves {land.start} to {name} ({HOW})"
            way = (land.start, name)
            return Act(
                unit.id, Move((unit.id,), (name,), frozenset((HOW,))), title, reasons, (unit.id,), way, name, ends=True
            )
    return Act(unit.id)


def _may_assault(game: Game, unit: Unit, way: tuple[str, str]) -> bool:
    """Whether the variant and the MF of Assault Movement let it go there: never with all of them (A4.61)."""
    if any(other.side != unit.side for other in game.state.units_at(way[1])) or game.state.suspects_at(way[1]):
        return False
    try:
        command_control.assault_move(game, [unit], way, {HOW})
        spent = reckon(game, [unit], way, {HOW})
    except Refused:
        return False
    return spent[unit.id] < stack_allowance(game, [unit])[unit.id]
