"""APh (A4.7): who advances where: into CC, onto the goal, into better cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.close_combat.cc_choices import weigh
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement import advance
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.movement.ground.costs import step_cost
from sasl.asl.ordnance import guns, mounted
from sasl.asl.terrain import fires
from sasl.board.hexes import Hex
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import doing, listed
from sasl.kernel.transaction import allows
from sasl.minds import cc_acts
from sasl.minds.act import Act, Decider, key_of, passed, pick
from sasl.minds.measures import risk
from sasl.minds.movement import goals, leading
from sasl.minds.movement.command_range import expected_in_command, unled
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.move_reasons import MOST_REASONS, Part, squads
from sasl.minds.movement.shelter import Manner, Shelter, shelter_at
from sasl.minds.movement.stack_plans import holds_vpo
from sasl.minds.movement.ways.paths import FAR, Ground, ground, to_go
from sasl.orders.move_orders import Advance
from sasl.solitaire.command_control import binds

IN_A_RUSH = "cc-odds-rush"
"""The figure of the odds that are enough in the last Turns (rush-turns)."""
OTHERS = frozenset({"advanced", "panicked", "berserk", "waits"})


class Step(Frozen):
    """One advance: where, by whom, what it is worth in MF (less is better), why, and the figures that say so.

    `manner`: whether they go into what shelters there.
    """

    hex: str
    units: tuple[Unit, ...]
    worth: float
    words: str
    figures: tuple[str, ...] = ()
    fight: bool = False
    manner: Manner = ""


def next_act(game: Game, decider: Decider) -> Act | None:
    """S11.4: the next stack that advances, or that stays where it is (an Act without a line); None when all is done."""
    if game.state.phase != "APh" or game.state.side != decider.side:
        return None
    done = passed(game)
    stacks: dict[str, list[Unit]] = {}
    for unit in game.state.on_map(decider.side):
        if unit.id not in done and may_advance(game, unit):
            stacks.setdefault(unit.hex, []).append(unit)

    def order(place: str) -> tuple[bool, Hex]:
        return _leads(game, decider) and all(unit.kind == "leader" for unit in stacks[place]), game.board.hex(place)

    for place in sorted(stacks, key=order):
        return _plan(game, decider, place, stacks[place])
    return None


def _leads(game: Game, decider: Decider) -> bool:
    """S16: whether leaders come after their men, one by one, to where most will be In Command."""
    return decider.doctrine.value("lead-mf") > 0 and binds(game, decider.side)


def may_advance(game: Game, unit: Unit) -> bool:
    """A4.7: whether a unit may advance, and is not bound to a Gun."""
    able = unit.infantry and not unit.flags & (OTHERS | set(advance.STAYS))
    return able and guns.manned_by(game, unit) is None and not cc_acts.foes_here(game, unit)


def _plan(game: Game, decider: Decider, place: str, stack: Sequence[Unit]) -> Act:
    key = key_of(unit.id for unit in stack)
    land = ground(game, decider, stack)
    if decider.doctrine.choice == "random":
        return _any(land, key)
    steps = list(_fights(land))
    if not steps and _leads(game, decider):
        men = [unit for unit in stack if unit.kind != "leader"]
        if not men:
            return _leading(land)
        stack, key = men, key_of(unit.id for unit in men)
        land = ground(game, decider, men)
    for group in _by_goal(game, decider, stack) if not steps else ():
        steps = steps or list(_walks(land if group == list(stack) else ground(game, decider, group)))
    steps.sort(key=lambda step: (step.worth, step.hex))
    if not steps:
        return Act(key, None, f"{_doing(stack, 'stays', 'stay')} in {place}", ("nothing better is ADJACENT",))
    best = steps[0]
    ids = tuple(unit.id for unit in best.units)
    reasons = [step.words for step in steps[:MOST_REASONS]]
    if len(steps) > MOST_REASONS:
        reasons.append(f"and {len(steps) - MOST_REASONS} more")
    names = [name for step in steps[:MOST_REASONS] for name in step.figures]
    reasons += [decider.doctrine.words(*names)] if names else []
    into = " into CC" if best.fight else ", into shelter" if best.manner else ""
    way = f"{place} to {best.hex}" if best.hex != place else f"in {place}"
    title = f"{_doing(best.units, 'advances', 'advance')} {way}{into}"
    return Act(key_of(ids), _order(game, best), title, tuple(reasons), ids, (place, best.hex), best.hex)


def _order(game: Game, step: Step) -> Advance:
    """Return the order; those for whom the shelter has no room advance above it."""
    ids = tuple(unit.id for unit in step.units)
    order = Advance(ids, step.hex, step.manner)
    return order if allows(order.verify, game) else Advance(ids, step.hex)


def _by_goal(game: Game, decider: Decider, stack: Sequence[Unit]) -> list[list[Unit]]:
    """The men of a hex by their goals, the SMC with the most of them."""
    groups: dict[str | None, list[Unit]] = {}
    for unit in stack:
        if unit.mmc:
            groups.setdefault(goals.goal(game, decider, unit), []).append(unit)
    parts = sorted(groups.values(), key=len, reverse=True) or [[]]
    return [[*parts[0], *(unit for unit in stack if not unit.mmc)], *parts[1:]]


def _able(game: Game, units: Sequence[Unit], name: str) -> tuple[Unit, ...]:
    """Those who may advance into a hex by the rules."""
    return tuple(unit for unit in units if not advance.why_not(game, unit, unit.hex, name))


# -- into CC ------------------------------------------------------------------------------------------------


def _fights(land: Ground) -> Iterator[Step]:
    """A11.1: the ADJACENT enemies that odds allow to go at; everybody able goes, but leaders only with men."""
    game, decider = land.game, land.decider
    for name in game.board.neighbours(land.start):
        foes = cc_acts.foes_in(game, decider, name)
        if not foes or name in land.mined - _own_lanes(land):
            continue
        units = _able(game, [unit for unit in land.units if "disarmed" not in unit.flags], name)
        units = _fitting(land, units, name)
        if not any(unit.mmc for unit in units):
            continue
        if all(unit.kind in ("vehicle", "cupola") for unit in foes):
            yield from _at_vehicle(land, name, foes, units)
            continue
        figure = _least_odds(land, name, units[0])
        value, least = cc_acts.odds_at(game, decider, name, units), decider.doctrine.value(figure)
        if value >= least and not _guarded_by_armor(game, foes):
            words = f"{name}: CC against {_foes(foes)} at odds of {value:.2g}"
            last = ("rush-turns",) if figure == IN_A_RUSH else ()
            yield Step(name, units, -value, words, (figure, *last), True)


def _least_odds(land: Ground, name: str, unit: Unit) -> str:
    """The figure that says from which odds a unit goes into CC in a hex: in the last Turns less for a VPO (S12.5), out
    of a VPO that it Holds more."""
    game, decider = land.game, land.decider
    if rushes(game, decider) and name in goals.wanted(game, decider.side):
        return IN_A_RUSH
    needed = cc_acts.needed(game, decider, unit)
    return "cc-odds-guard" if needed == "cc-odds-hold" and holds_vpo(land) else needed


def _guarded_by_armor(game: Game, foes: Sequence[Unit]) -> bool:
    """Whether a working AFV stands among them: its MG fire in CC, too, and going there takes a PAATC (A11.6)."""
    return any(
        mounted.armored(game, unit) and not unit.flags & cc_vehicles.CREWLESS and cc_vehicles.machine_guns(game, unit)
        for unit in foes
        if unit.kind in ("vehicle", "cupola")
    )


def _at_vehicle(land: Ground, name: str, foes: Sequence[Unit], units: Sequence[Unit]) -> Iterator[Step]:
    """A11.5: at a vehicle alone, if the chance to harm it is at least even."""
    game = land.game
    men = [unit for unit in units if unit.mmc]
    attack = Attack(land.decider.side, name, tuple(unit.id for unit in men[:1]), (foes[0].id,))
    paper = weigh(game, attack)
    chance = sum((value for word, value in paper.expected() if word == paper.results[0]), start=0)
    least = land.decider.doctrine.value("cc-vehicle")
    if float(chance) >= least:
        words = f"{name}: CC against {_foes(foes)}, chance to kill {float(chance):.2f}"
        yield Step(name, tuple(men[:1]), -float(chance), words, ("cc-vehicle",), True)


def _fitting(land: Ground, units: Sequence[Unit], name: str) -> tuple[Unit, ...]:
    """As many of `units` as have room there (A5.1), the strongest first."""
    chosen: list[Unit] = []
    for unit in sorted(units, key=lambda unit: (not unit.mmc, -(land.game.counter_of(unit).fp or 0), unit.id)):
        if land.has_room_for(name, [*chosen, unit]):
            chosen.append(unit)
    return tuple(chosen)


def _own_lanes(land: Ground) -> frozenset[str]:
    return land.mined if land.lanes else frozenset()


def _foes(foes: Sequence[Unit]) -> str:
    return listed((unit.id if unit.known else "a concealed unit" for unit in foes), 4)


# -- to a better place --------------------------------------------------------------------------------------


def _walks(land: Ground) -> Iterator[Step]:
    """House rules 7: into TEM or the goal, out of a hex under fire; a Hold unit only out of Open Ground into cover.

    Out of a burning hex in any case (S6.304).
    """
    game, decider = land.game, land.decider
    men = [unit for unit in land.units if unit.mmc]
    if not men:
        yield from _after_men(land)
        return
    goal = goals.aim(game, decider, men[0])
    burns, shelled = fires.on_fire(game, land.start), land.start in land.shelled
    leaves = burns or shelled or _sent_away(land, men)
    if not leaves:
        yield from _within(land, goal)
    if goal is None and (land.covered(land.start) or holds_vpo(land)) and not leaves:
        return
    if goal is not None and goal.stays and goal.hex == land.start and not leaves:
        return
    left = to_go(land, goal.hex) if goal else {}
    cover_only = goal is None and not burns
    stay = FAR if leaves else _worth(land, land.start, left)
    for name in game.board.neighbours(land.start):
        shelter = shelter_at(land, name)
        if _shut(land, name) or (cover_only and not land.covered(name) and shelter is None):
            continue
        if shelled and name in land.shelled:
            continue
        takes = name in goals.wanted(game, decider.side)
        worth = _worth(land, name, left, shelter)
        if worth >= stay and not takes:
            continue
        urgent = takes or burns or shelled
        units = _walkers(land, name, left, urgent=urgent, sheltered=shelter is not None)
        if not units or (not takes and cc_acts.stands_off(game, decider, name, units)):
            continue
        words = _why_there(land, name, left, takes, burns, shelter)
        figures = tuple(_figures(land, name, left, urgent, shelter))
        manner = shelter.manner if shelter else ""
        yield Step(name, units, worth - (FAR if takes else 0), words, figures, manner=manner)


def _within(land: Ground, goal: goals.Aim | None) -> Iterator[Step]:
    """A4.7, B27: into what shelters in their own hex, unless the MF that lead out of it again are worth more."""
    shelter = shelter_at(land, land.start)
    if shelter is None:
        return
    left = to_go(land, goal.hex) if goal else {}
    goes_on = goal is not None and goal.hex != land.start
    worth = _worth(land, land.start, left, shelter) + goes_on * land.game.figure("entrenchment-mf")
    if worth < _worth(land, land.start, left):
        words = (
            f"{land.start}: {shelter.words}, {risk(shelter.harm)} there, {risk(land.harm.standing(land.start))} above"
        )
        yield Step(land.start, tuple(land.units), worth, words, ("danger-mf", "cover-mf"), manner=shelter.manner)


def _why_there(land: Ground, name: str, left: object, takes: bool, burns: bool, shelter: Shelter | None = None) -> str:
    """What speaks for a hex."""
    inside = f"{shelter.words}, " if shelter else ""
    there, here = _harm_at(land, name, shelter), land.harm.standing(land.start)
    harm = f"{inside}{risk(there)} there, {risk(here)} here"
    urgent = f"{f'{land.start} burns, ' if burns else ''}{'a VPO to take, ' if takes else ''}"
    urgent += "out of the FFE, " if land.start in land.shelled else ""
    more = ", ".join(part.words for part in _parts(land, name, left, shelter) if part.mf and part.words)
    return f"{name}: {urgent}{_left(left, name)}{harm}{', ' * bool(more)}{more}"


def _figures(land: Ground, name: str, left: object, urgent: bool, shelter: Shelter | None = None) -> Iterator[str]:
    """The figures by which a hex is better than the own one, or is gone to at all."""
    here = {part.figures: part.mf for part in _parts(land, land.start, left)}
    for part in _parts(land, name, left, shelter):
        if part.mf != here[part.figures] or "danger-mf" in part.figures:
            yield from part.figures
    if land.start in land.shelled:
        yield "shelled-mf"
    if not urgent and land.exposed(name) and shelter is None:
        yield "rush-turns"


def _sent_away(land: Ground, men: Sequence[Unit]) -> bool:
    """Whether the stack cannot stay, and all its men have the command to move."""
    return bool(land.must_leave()) and all("move-command" in unit.flags for unit in men)


def _shut(land: Ground, name: str) -> bool:
    """Whether nobody walks into a hex: it is closed, mined or burning, or an S? is there."""
    game = land.game
    shut = name in land.closed or (name in land.mined and not land.lanes) or bool(game.state.suspects_at(name))
    return shut or fires.on_fire(game, name)


def _walkers(land: Ground, name: str, left: object, *, urgent: bool, sheltered: bool = False) -> tuple[Unit, ...]:
    """Who walks into a hex, with at least one MMC; unless it is urgent, none to be CX (A4.72), nor into the open, but
    in the last Turns where that saves a Turn on the way to the goal (S12.5).

    But who never has the MF to move there, for what he carries, becomes CX rather than stay for good.
    """
    units = _fitting(land, _able(land.game, land.units, name), name)
    if not urgent:
        units = tuple(
            unit
            for unit in units
            if _too_laden(land, unit, name) or not advance.tires(land.game, unit, land.start, name)
        )
    hides = not (urgent or sheltered) and not (rushes(land.game, land.decider) and _saves_a_turn(land, name, left))
    if not any(unit.mmc for unit in units) or (hides and land.exposed(name)):
        return ()
    return units


def _saves_a_turn(land: Ground, name: str, left: object) -> bool:
    """Whether men come to their goal a Turn sooner from a hex, by their MF and an advance in each (A4.1, A4.7)."""
    limits = stack_allowance(land.game, land.units)
    each = min(limits[unit.id] for unit in land.units if unit.mmc) + 1
    return ceil(_to_go(left, name) / each) < ceil(_to_go(left, land.start) / each)


def _too_laden(land: Ground, unit: Unit, name: str) -> bool:
    """A4.42: whether a unit with free orders could not move into a hex even in an MPh of its own, with its SW."""
    if land.decider.doctrine.orders != "free" or not land.game.state.weapons_of(unit.id):
        return False
    return (step_cost(land.game, unit, land.start, name).mf or 0.0) > stack_allowance(land.game, [unit])[unit.id]


def _after_men(land: Ground) -> Iterator[Step]:
    """A leader who was left alone follows his men."""
    game, side = land.game, land.decider.side
    if any(unit.mmc and "prisoner" not in unit.flags for unit in game.state.units_at(land.start, side)):
        return
    for name in game.board.neighbours(land.start):
        men = [unit for unit in game.state.units_at(name, side) if unit.mmc and unit.good_order]
        units = _able(game, land.units, name)
        if men and units and name not in land.closed and land.has_room_for(name, units):
            shelter = shelter_at(land, name)
            harm, manner = _harm_at(land, name, shelter), shelter.manner if shelter else ""
            yield Step(name, units, harm, f"{name}: {men[0].id} is there, {risk(harm)}", manner=manner)


def _leading(land: Ground) -> Act:
    """S16: a leader advances, once the men have, to a hex with men of his where most squads will be In Command; he
    leaves no broken men whom nobody else would rally (A10.6), and his men not for nothing."""
    game, leader, figure = land.game, land.units[0], land.decider.doctrine.value
    expected = expected_in_command(game, leader)
    shaken = unled(game, leader) if figure("rally-mf") else {}

    def worth(name: str) -> float:
        gains = figure("lead-mf") * expected(name) + figure("rally-mf") * shaken.get(name, 0)
        gains += figure("lead-stay-mf") * (name == land.start and _leads_here(land))
        return leading.danger_mf(land) * land.harm.standing(name) - gains

    here, key = worth(land.start), leader.id
    found = sorted((worth(name), name) for name in game.board.neighbours(land.start) if _with_men(land, name))
    shown = (*(name for _, name in found[:MOST_REASONS]), land.start)
    words = [_leader_words(land, name, expected(name), shaken.get(name, 0)) for name in shown]
    names = [*leading.danger_figures(land), "lead-mf", *("rally-mf",) * any(name in shaken for name in shown)]
    names += ["lead-stay-mf"] if _leads_here(land) and figure("lead-stay-mf") else []
    words.append(land.decider.doctrine.words(*names))
    stays = not found or found[0][0] >= here
    place = land.start if stays else found[0][1]
    shelter = shelter_at(land, place)
    if stays and shelter is None:
        return Act(key, None, f"{key} stays in {land.start}", tuple(words))
    words += [f"{place}: {shelter.words}, {risk(shelter.harm)} there"] if shelter else []
    title = f"{key} advances {f'in {place}' if stays else f'{land.start} to {place}'}{', into shelter' * bool(shelter)}"
    order = Advance((key,), place, shelter.manner if shelter else "")
    return Act(key, order, title, tuple(words), (key,), (land.start, place), place)


def _leader_words(land: Ground, name: str, squads: float, broken: int) -> str:
    """What speaks for a leader in a hex: `K15: 2.3 squads to be In Command, 1 broken, risk 12% there`."""
    rally = f"{broken} broken, " if broken else ""
    return f"{name}: {squads:.1f} squads to be In Command, {rally}{risk(land.harm.standing(name))} there"


def _leads_here(land: Ground) -> bool:
    """Whether Good Order squads are with a leader."""
    here = land.game.state.units_at(land.start, land.decider.side)
    return any(unit.kind == "squad" and unit.good_order for unit in here)


def _with_men(land: Ground, name: str) -> bool:
    """Whether a leader may advance to Good Order men of his in a hex, and need not become CX for it (A4.72)."""
    game, leader = land.game, land.units[0]
    men = any(unit.mmc and unit.good_order for unit in game.state.units_at(name, leader.side))
    able = men and bool(_able(game, [leader], name)) and not advance.tires(game, leader, land.start, name)
    return able and not _shut(land, name) and land.has_room_for(name, [leader])


def _worth(land: Ground, name: str, left: object, shelter: Shelter | None = None) -> float:
    """What a hex costs men in MF: the way left to the goal, and all that its parts say."""
    return sum((part.mf for part in _parts(land, name, left, shelter)), start=float(_to_go(left, name)))


def _harm_at(land: Ground, name: str, shelter: Shelter | None) -> float:
    """Return the harm that men expect in a hex, in what shelters there if they go into it."""
    return shelter.harm if shelter else land.harm.standing(name)


def _to_go(left: object, name: str) -> float:
    return left.get(name, FAR) if isinstance(left, dict) and left else 0.0


def _parts(land: Ground, name: str, left: object, shelter: Shelter | None = None) -> list[Part]:
    """What makes up the price of a hex for men, beside the way left to the goal."""
    figure, harm = land.decider.doctrine.value, _harm_at(land, name, shelter)
    covered = land.covered(name) or shelter is not None
    good, crowd = covered or (bool(left) and not _to_go(left, name)), land.crowd(name)
    unled = figure("advance-command-mf") * _unled(land, name)
    return [
        Part(("danger-mf",), figure("danger-mf") * harm),
        Part(("crowd-mf",), figure("crowd-mf") * crowd * harm, f"{squads(crowd)} there already"),
        Part(("cover-mf",), -figure("cover-mf") * good, "cover" * covered),
        Part(("advance-command-mf",), unled, "out of every leader's circle"),
    ]


def _unled(land: Ground, name: str) -> float:
    """S16: how far men in a hex would be without a leader: 1, or a half if one can still advance after them."""
    game, side = land.game, land.decider.side
    if not land.decider.doctrine.value("advance-command-mf") or not binds(game, side):
        return 0.0
    ranges, radius, going = game.board.range_from(name), game.figure("leader-circle"), {unit.id for unit in land.units}
    leaders = [unit for unit in game.state.on_map(side) if unit.kind == "leader" and unit.good_order]
    if not any(unit.mmc for unit in land.units) or going & {unit.id for unit in leaders}:
        return 0.0
    if any(ranges[unit.hex] <= radius for unit in leaders):
        return 0.0
    done = passed(game)
    follows = (unit.id not in done and may_advance(game, unit) and ranges[unit.hex] <= radius + 1 for unit in leaders)
    return 0.5 if any(follows) else 1.0


def _left(left: object, name: str) -> str:
    return f"{left.get(name, FAR):g} MF from the goal, " if isinstance(left, dict) and left else ""


def _any(land: Ground, key: str) -> Act:
    """A doctrine that chooses at random: any hex ADJACENT, or none."""
    game, start = land.game, land.start
    names = [name for name in game.board.neighbours(start) if _able(game, land.units, name) == land.units]
    name = pick(game, key, [start, *(name for name in names if land.has_room(name))])
    if name == start:
        return Act(key, None, f"{_doing(land.units, 'stays', 'stay')} in {start}")
    title = f"{_doing(land.units, 'advances', 'advance')} {start} to {name}"
    ids = tuple(unit.id for unit in land.units)
    why = f"any of {len(names)} hexes, at random"
    return Act(key, Advance(ids, name), title, (why,), ids, (start, name), name)


def _doing(units: Sequence[Unit], one: str, many: str) -> str:
    return doing((unit.id for unit in units), one, many, 6)
