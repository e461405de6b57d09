"""RPh (S7): rally, repair, recover, recombine, Wall Advantage, each with its chance, in the known order of steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import prisoners, rally, repair
from sasl.asl.infantry.formations import may_recombine, may_transfer
from sasl.asl.infantry.rout import rout_ways
from sasl.asl.infantry.rout.threat import threat
from sasl.asl.ordnance.guns import with_its_gun
from sasl.asl.preview import percent
from sasl.asl.terrain import walls
from sasl.board.fences import on_level
from sasl.board.hexes import crossed_sides
from sasl.kernel.text import listed
from sasl.kernel.transaction import allows
from sasl.minds import salvage
from sasl.minds.act import Act, Decider, few, pick
from sasl.orders.move_orders import Wall
from sasl.orders.recovery_orders import KeepDm, Rally, Recombine, Recover, Repair, Transfer

Step = Callable[[Game, Decider], Iterator[Act]]
RADIO = "radio"
ASTRAY = frozenset({"pinned", "ti", "moved", "advanced", "disarmed", "prisoner"})
"""The states in which a unit hands nothing over and takes nothing (A4.43)."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """S7: the next act of the RPh: Guns, SW, HS in the side's own RPh; rally, repair and DM in every RPh."""
    own = game.state.side == decider.side
    first: tuple[Step, ...] = (guns, weapons, salvage.scrounges, hands, halves) if own else ()
    steps: tuple[Step, ...] = (*first, rallies, repairs, shaken, advantage)
    acts = (act for step in steps for act in step(game, decider) if not game.state.passed & {act.key, *act.ids})
    if decider.doctrine.choice == "random":
        every = list(acts)
        return pick(game, "recovery", every) if every else None
    return next(acts, None)


# -- Guns and SW that nobody has -----------------------------------------------------------------------


def guns(game: Game, decider: Decider) -> Iterator[Act]:
    """S7.3, A21.11: MMC, crews first, try to man a Gun that nobody mans, if it works and has a target; one of the other
    side's no squad."""
    lost = list(salvage.guns_left(game, decider))
    for gun in (*game.state.on_map(decider.side), *lost):
        if gun.kind != "gun" or gun.flags & {"malfunctioned", "disabled", "captured"} or not repair.is_free(game, gun):
            continue
        takers = [
            unit for unit in _takers(game, decider, gun.id) if unit.mmc and (gun not in lost or unit.kind != "squad")
        ]
        foe = in_sight(game, gun, decider.side) if takers else None
        if foe is None:
            continue
        takers.sort(key=lambda unit: (unit.kind != "crew", unit.kind == "squad", _load(game, unit), unit.id))
        why = f"it works and has {foe.id} in {foe.hex} in LOS and range (S7.3)"
        yield _recovery(game, takers, gun.id, gun.hex, why)


def in_sight(game: Game, gun: Unit, side: Side) -> Unit | None:
    """The nearest Known enemy that a Gun could fire at, were it manned by a side."""
    item, place = game.counter_of(gun), gun.hex
    least, most = item.min_range or 0, item.range or game.figure("longest-range")
    foes = [unit for unit in game.state.on_map(opponent(side)) if unit.known and "prisoner" not in unit.flags]
    foes.sort(key=lambda unit: (game.board.distance(place, unit.hex), unit.id))
    for foe in foes:
        if least <= game.board.distance(place, foe.hex) <= most and look(game, place, foe.hex).exists:
            return foe
    return None


def weapons(game: Game, decider: Decider) -> Iterator[Act]:
    """S7.3: MMC without a SW try to recover those that lie with them; a leader takes a radio."""
    for item, takers in _lying(game, decider, _suits):
        yield _recovery(game, takers, item.id, item.hex, f"it is unpossessed, and {takers[0].id} has no SW (S7.3)")


def second(game: Game, decider: Decider) -> Iterator[Act]:
    """A4.44: a player's MMC may take one more SW; the ENEMY's do not (S7.3)."""
    for item, takers in _lying(game, decider, lambda game, unit, item: unit.mmc and _load(game, unit) > 0):
        has = listed([own.id for own in game.state.weapons_of(takers[0].id)])
        yield _recovery(game, takers, item.id, item.hex, f"it is unpossessed; {takers[0].id} already has {has}")


def _lying(
    game: Game, decider: Decider, suits: Callable[[Game, Unit, Weapon], bool]
) -> Iterator[tuple[Weapon, list[Unit]]]:
    """The SW that nobody has, the best first, with those who may take each and suit it, the likeliest first."""
    for item in sorted(game.state.weapons.values(), key=lambda item: (-_worth(game, item), item.id)):
        if item.holder or not item.hex:
            continue
        takers = [unit for unit in _takers(game, decider, item.id) if suits(game, unit, item)]
        takers.sort(key=lambda unit: (unit.kind != "squad", unit.kind == "crew", _load(game, unit), unit.id))
        if takers:
            yield item, takers


def _worth(game: Game, item: Weapon) -> float:
    """Which SW comes first: one that works before one that does not, more FP before less."""
    return (game.counter_of(item).fp or 0) / (2 if "malfunctioned" in item.flags else 1)


def _suits(game: Game, unit: Unit, item: Weapon) -> bool:
    if item.type.lower() == RADIO:
        return unit.kind == "leader"
    return unit.mmc and not game.state.weapons_of(unit.id)


def _load(game: Game, unit: Unit) -> int:
    return len(game.state.weapons_of(unit.id))


def _takers(game: Game, decider: Decider, item: str) -> list[Unit]:
    """Who of the side may try to recover it and has no Gun or prisoners to look after."""
    piece = game.state.units.get(item) or game.state.weapons[item]
    takers = []
    for unit in game.state.units_at(piece.hex, decider.side):
        try:
            repair.may_recover(game, unit, item)
        except Refused:
            continue
        if not with_its_gun(game, unit) and not prisoners.held(game, unit):
            takers.append(unit)
    return takers


def _recovery(game: Game, takers: list[Unit], item: str, place: str, why: str) -> Act:
    unit = takers[0]
    others = [f"{other.id} could also try: {_chance(game, other)}" for other in takers[1:]]
    dr = f"Recovery dr of {unit.id}: {_chance(game, unit)} (A4.44)"
    reasons = (f"{item} lies in {place}: {why}", dr, *few(others))
    title = f"{unit.id} tries to {'man' if item in game.state.units else 'recover'} {item}: {_chance(game, unit)}"
    return Act(unit.id, Recover(unit.id, item), title, reasons, (unit.id,), target=place)


def _chance(game: Game, unit: Unit) -> str:
    ways = dict(repair.recovery_chances(game.figure("recovery-number"), repair.recovery_mods(game, unit)))
    return percent(ways[repair.RECOVERED])


# -- better hands, and HS ------------------------------------------------------------------------------


def hands(game: Game, decider: Decider) -> Iterator[Act]:
    """A4.43: a SW goes from a leader, a Guard or whoever has two of them to an MMC beside him that has none."""
    needed = {way.leader for way in rally.candidates(game, decider.side)}
    for item in game.state.weapons.values():
        holder = game.state.units.get(item.holder)
        if holder is None or holder.side != decider.side or not _free_hands(holder) or item.type.lower() == RADIO:
            continue
        if holder.id in needed:  # A4.431: a Transfer would be his only action
            continue
        why = _badly_held(game, holder, item)
        takers = [
            unit
            for unit in game.state.units_at(holder.hex, decider.side)
            if unit.mmc and _free_hands(unit) and not _load(game, unit) and not with_its_gun(game, unit)
            and not prisoners.held(game, unit) and allows(may_transfer, game, item, unit)
        ]  # fmt: skip
        if why and takers:
            unit = min(takers, key=lambda unit: (unit.kind != "squad", unit.kind == "crew", unit.id))
            title = f"{holder.id} hands {item.id} to {unit.id}"
            reasons = (f"{holder.id} {why}", f"{unit.id} has no SW and is also in {holder.hex} (A4.43)")
            yield Act(holder.id, Transfer(item.id, unit.id), title, reasons, (holder.id, unit.id))


def _free_hands(unit: Unit) -> bool:
    return unit.infantry and unit.good_order and bool(unit.hex) and not unit.flags & ASTRAY


def _badly_held(game: Game, holder: Unit, item: Weapon) -> str:
    if holder.kind in SMC:
        return "is an SMC: an MMC makes better use of it"
    if prisoners.is_burdened(game, holder):
        return "guards too many prisoners to use a SW (A20.52)"
    held = game.state.weapons_of(holder.id)
    if len(held) > 1 and item == min(held, key=lambda other: (_worth(game, other), other.id)):
        return f"has {len(held)} SW and cannot use them all"
    return ""


def halves(game: Game, decider: Decider) -> Iterator[Act]:
    """S7.5: a leader with nobody to rally makes a squad of two HS."""
    men = [unit for unit in game.state.on_map(decider.side) if unit.kind == "hs" and _free_hands(unit)]
    for first, second in combinations(men, 2):
        try:
            whole, leader = may_recombine(game, first, second)
        except Refused:
            continue
        if leader is None or any(way.leader == leader.id for way in rally.candidates(game, decider.side)):
            continue
        title = f"{first.id} and {second.id} recombine into a {whole}"
        reasons = (
            f"{leader.id} in {first.hex} has nobody to rally (S7.5)",
            "two HS of one type, in Good Order (A1.32)",
        )
        yield Act(first.id, Recombine(first.id, second.id), title, reasons, (first.id, second.id, leader.id))


# -- rally and repair ----------------------------------------------------------------------------------


def rallies(game: Game, decider: Decider) -> Iterator[Act]:
    """S7.1, A10.6: leaders, then those who may rally by themselves, then MMC by chance, then by FP.

    Nobody tries for whom Casualty Reduction is as likely as success.
    """
    every = rally.candidates(game, decider.side)
    ways = [way for way in every if way.chance > reduced(way)]
    shown = few(f"{way.unit} {percent(way.chance)}: {way.words()}" for way in ways)
    vain = [way for way in every if way not in ways]
    left = [f"{way.unit} does not try: {percent(way.chance)}, no likelier than being reduced" for way in vain]
    for way in ways:
        unit = game.state.units[way.unit]
        mods = ", ".join(map(str, way.modifiers)) or "no DRM"
        head = f"Rally of {unit.id}: {percent(way.chance)}, {way.words()}; Morale {way.number}, {mods}"
        rule = _first_reason(game, decider, way, unit)
        title = f"{unit.id} tries to rally, {way.words()}: {percent(way.chance)}"
        yield Act(unit.id, Rally((unit.id,), way.leader), title, (head, rule, *shown, *few(left, 2)), (unit.id,))


def reduced(way: rally.Attempt) -> Fraction:
    """The chance that the attempt ends in Casualty Reduction."""
    return dict(rally.chances(way.number, way.modifiers))[rally.REDUCED]


def _first_reason(game: Game, decider: Decider, way: rally.Attempt, unit: Unit) -> str:
    if unit.kind == "leader":
        return "leaders rally first, so that they can help the others (S7.1)"
    if way.how == "first":
        most = game.figure(f"self-rally-{decider.side.lower()}")
        return f"{most} MMC may try without a leader, before any other: those with the best chance (S7.1, A18.11)"
    return "MMC by their chance, then by FP (S7.1)"


def repairs(game: Game, decider: Decider) -> Iterator[Act]:
    """S7.4: a Repair dr for each malfunctioned weapon."""
    for job in repair.jobs(game, decider.side):
        ways = dict(repair.repair_chances(job.number, game.figure("repair-lost"), job.lasts))
        good, lost = percent(ways[repair.REPAIRED]), percent(ways[repair.LOST])
        title = f"{job.unit} tries to repair {job.name}: {good}"
        reasons = (
            f"R#{job.number}: repaired {good}, lost {lost} (A9.72)",
            "every malfunctioned weapon is tried (S7.4)",
        )
        yield Act(job.unit, Repair(job.item, job.weapon), title, reasons, (job.unit,))


def shaken(game: Game, decider: Decider) -> Iterator[Act]:
    """A10.62: FRIENDLY units in sight keep their DM if they could rout into rally terrain; the ENEMY's by S7.2."""
    units = game.state.on_map(decider.side) if decider.side == "FRIENDLY" else ()
    for unit in units:
        done = unit.id in game.state.passed or bool(unit.flags & {"keeps-dm", "disrupted"})
        if {"broken", "dm"} <= unit.flags and not done:
            goal = _shelter(game, unit)
            title = f"{unit.id} keeps its DM"
            reasons = ("an enemy sees it", f"so it may rout to {goal}, which helps it rally (A10.62)")
            yield Act(unit.id, KeepDm((unit.id,)) if goal else None, title, reasons, (unit.id,), target=goal)


def _shelter(game: Game, unit: Unit) -> str:
    """The woods or building to which a unit that an enemy sees could rout in safety, and would go (A10.5), or ""."""
    if rally.sheltered(game, unit) or not rout_ways.can_rout(unit):
        return ""
    fear = threat(game, unit)
    if not fear.in_sight(unit.hex):
        return ""
    ways = rout_ways.willing(game, unit)[:1]
    return next((way.goal for way in ways if rout_ways.is_refuge(game, way.goal)), "")


def advantage(game: Game, decider: Decider) -> Iterator[Act]:
    """Units with TEM in their hex claim a better wall if every enemy who sees them is beyond it, else let it go."""
    places = walls.fenced_hexes(game.board)
    for unit in game.state.on_map(decider.side) if places else ():
        if unit.hex not in places or walls.why_not(game, unit) or walls.must(game, unit):
            continue
        if unit.flags & walls.FIXED.keys() or walls.denied_by(game, unit):
            continue
        has, wants = walls.has(game, unit), _wants_wall(game, unit)
        if wants is not None and wants != has:
            word, what = ("claim", "claims") if wants else ("forfeit", "gives up")
            why = "every enemy that sees it is" if wants else "not every enemy that sees it is"
            title = f"{unit.id} {what} Wall Advantage {walls.words(game, unit)}"
            least = walls.in_hex_tem(game, unit)
            reasons = (f"its hex gives it +{least}; {why} beyond a better wall or hedge (B9.31)",)
            yield Act(f"{unit.id} wall", Wall((unit.id,), word), title, reasons, (unit.id,), target=unit.hex)


def _wants_wall(game: Game, unit: Unit) -> bool | None:
    """Whether Wall Advantage is to the good of a unit; None if nobody sees it."""
    name, board = unit.hex, game.board
    reach = game.figure("concealment-range")
    known = [foe for foe in game.state.on_map(opponent(unit.side)) if foe.good_order and foe.known]
    foes = {foe.hex for foe in known if foe.kind != "aircraft"}
    seen_from = [
        place
        for place in sorted(foes)
        if board.distance(place, name) <= reach and place != name and look(game, place, name).exists
    ]
    if not seen_from:
        return None
    sides, least = on_level(board, name), walls.in_hex_tem(game, unit)
    for place in seen_from:
        kinds = walls.kinds(board, name, sides & crossed_sides(name, place))
        if max((board.chart.hexsides[kind].tem for kind in kinds), default=0) <= least:
            return False
    return True
