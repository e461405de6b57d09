"""The RtPh (A10.5): who must rout, the ways that are open to him, his run, and who does not rout."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence

from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sight import look, settle_doubts
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import casualties, concealment, morale, prisoners
from sasl.asl.infantry import rout as rules
from sasl.asl.infantry.portage import drop_load, too_much
from sasl.asl.infantry.rout import Rout, can_rout, must_rout
from sasl.asl.infantry.threat import DUG_IN, threat
from sasl.asl.movement.allowance import on_its_own
from sasl.asl.movement.wire import ON_WIRE, comes_onto, rout_from
from sasl.asl.oba import artillery
from sasl.asl.stacking import one_stack, overstacked
from sasl.asl.terrain import minefields
from sasl.board.movement import infantry_cost, walked_into
from sasl.kernel.records import RollRecord
from sasl.kernel.text import listed

MOST_OPTIONS, MOST_CRAWLS = 8, 2
"""So many ways are offered, and so many of them by Low Crawl."""
STAY, GIVE_UP = "stay", "surrender"


def may_rout(game: Game, units: Sequence[Unit], names: Sequence[str], manner: str) -> None:
    """A10.5: refused, with the rule, if these units may not rout along the hexes named."""
    _runners(game, units)
    if names:
        _way(game, _first(units), one_stack(list(units)), names, manner == "crawl")


def rout(ctx: Context, units: Sequence[Unit], names: Sequence[str], manner: str) -> None:
    """A10.5: broken units rout along the hexes named, or choose among the legal ways; `manner`: crawl, stay or ""."""
    if manner == "stay":
        _stay(ctx, units)
        return
    start, first = one_stack(list(units)), _first(units)
    taker = rules.captor(ctx.game, first)
    if taker and ctx.yes(
        f"{first.id} could get away from {taker.id} only under Interdiction or by Low Crawl: it surrenders (A20.21). "
        "Surrender?",
        default=False,
        rule="A20.21",
        whose=first.side,
        id="surrender",
        subject=(first.id, taker.id),
    ):
        for unit in units:
            if "broken" in unit.flags:
                gives_up(ctx, unit, taker)
        return
    way = _way(ctx.game, first, start, names, manner == "crawl") if names else _choose(ctx, units, None)
    if way is None:
        _stay(ctx, units)
        return
    if names and not manner:
        _right_goal(ctx, first, way.goal)
    _one_by_one(ctx, [first.id, *(unit.id for unit in units if unit.id != first.id)], way)


def _one_by_one(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """A10.5, A10.711: broken units rout one at a time, the first with the leaders who run along: each draws its own
    attacks. Whom the way is not open to, or no longer after what the others met on it, is left where it is.
    """
    leaders = [key for key in ids if "broken" not in ctx.state.units[key].flags]
    for key in (key for key in ids if key not in leaders):
        unit = ctx.state.units.get(key)
        if unit is None or unit.hex != way.path[0] or "broken" not in unit.flags:
            continue
        try:
            _legal(ctx.game, unit, way.path, way.low_crawl)
        except Refused as refusal:
            if key == ids[0]:
                raise
            ctx.tell(f"{key} does not rout there, too: {refusal}.", hexes=(unit.hex,))
            continue
        _run(ctx, [key, *(leaders if key == ids[0] else ())], way)


def _first(units: Sequence[Unit]) -> Unit:
    return next(unit for unit in units if "broken" in unit.flags)


def _run(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """The rout, and the VPO it leaves or comes to."""
    carry_out(ctx, ids, way)
    for name in (way.path[0], way.goal):
        ctx.game.reactions.recheck(ctx, name)


def of_a_place(game: Game, units: Sequence[Unit]) -> list[Unit]:
    """Those of all the units of a hex or group that rout: broken ones that may, else whoever would be refused."""
    broken = [unit for unit in units if "broken" in unit.flags and not unit.carrier] or list(units)
    return [unit for unit in broken if "routed" not in unit.flags and rules.may_rout(game, unit)] or broken


def _runners(game: Game, units: Sequence[Unit]) -> None:
    """Refused unless all are broken units that may rout, or Good Order leaders who run with them (A10.711)."""
    if not any("broken" in unit.flags for unit in units):
        raise Refused(f"{units[0].id} is not broken: only broken units rout (A10.5)")
    for unit in units:
        on_its_own(unit)
        if not unit.hex:
            raise Refused(f"{unit.id} is not on the map")
        if "routed" in unit.flags:
            raise Refused(f"{unit.id} has routed in this RtPh (A10.5)")
        if "broken" not in unit.flags:
            if unit.kind != "leader" or not unit.good_order or "pinned" in unit.flags:
                raise Refused(f"{unit.id} is not broken: only a Good Order leader may run with broken units (A10.711)")
        elif "disrupted" in unit.flags:
            raise Refused(f"{unit.id} is Disrupted: it does not rout (A19.12)")
        elif not rules.can_rout(unit):
            raise Refused(f"{unit.id} is in Melee or a prisoner: it does not rout (A10.5)")
        elif not rules.may_rout(game, unit):
            raise Refused(f"{unit.id} is not under DM and nothing makes it rout: it may not (A10.5)")
    if len({unit.side for unit in units}) > 1:
        raise Refused("units of one side rout at a time, ATTACKER first (A10.5)")


# -- which way -----------------------------------------------------------------------------------------


def _way(game: Game, unit: Unit, start: str, names: Sequence[str], crawl: bool) -> Rout:
    """The way the player named: every hex, the goal alone, or one hex by Low Crawl. Refused if it breaks A10.51."""
    path: tuple[str, ...] = (start, *names)
    if len(names) == 1 and names[0] not in game.board.neighbours(start):
        if crawl:
            raise Refused(f"{names[0]} is not adjacent to {start}: a Low Crawl is one hex (A10.52)")
        found = rules.safest(game, unit, names[0])
        if found is None:
            mf = rules.mf_of(game, unit)
            raise Refused(f"there is no legal way of {mf} MF for {unit.id} from {start} to {names[0]} (A10.51)")
        path = found.path
    _legal(game, unit, path, crawl)
    return Rout(path, 0.0, (), crawl)


def _legal(game: Game, unit: Unit, path: Sequence[str], crawl: bool) -> None:
    """Refused if a step or the end of the way breaks A10.51, or it takes more MF than a rout has."""
    fear, limit, spent = threat(game, unit), float(rules.mf_of(game, unit)), 0.0
    for a, b in itertools.pairwise(path):
        if b not in game.board.neighbours(a):
            raise Refused(f"{b} is not adjacent to {a}: name every hex of the rout")
        cost, price = infantry_cost(game.board, a, b), rules.step_mf(game, unit, a, b)
        if not cost.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {cost.why}")
        if crawl and not walked_into(game.board, a, b):
            raise Refused(f"{unit.id} cannot Low Crawl into {b} (B16.4)")
        spent += limit if price is None else price
        why = fear.forbids(a, b)
        if why:
            raise Refused(f"{unit.id} may not rout into {b}: {why} (A10.51)")
    if spent > limit and not crawl and len(path) > 2:
        raise Refused(f"{unit.id} has {limit:g} MF to rout and this takes {spent:g} (A10.5)")
    near = fear.adjacent(path[-1])
    if near:
        raise Refused(f"{unit.id} may not end its rout in {path[-1]}, ADJACENT to the enemy in {near[0].hex} (A10.51)")


def _right_goal(ctx: Context, unit: Unit, goal: str) -> None:
    """A10.51: a rout goes to the nearest woods or building; the player's board may know better."""
    right = [way for way in rules.destinations(ctx.game, unit) if not way.low_crawl]
    if not right or goal in {way.goal for way in right}:
        return
    names = listed((way.goal for way in right), 4)
    if not ctx.yes(
        f"The nearest woods or building for {unit.id} is {names} ({right[0].mf:g} MF): its rout must go there "
        f"(A10.51). Rout to {goal} all the same?",
        default=False,
        rule="A10.51",
        id="rout-elsewhere",
        subject=(unit.id, goal),
    ):
        raise Refused(f"not routed: the nearest woods or building is {names} (A10.51)")


def _choose(ctx: Context, units: Sequence[Unit], taker: Unit | None) -> Rout | None:
    """The player chooses among the legal ways, the best first, then surrender and staying; None: they stay."""
    unit = _first(units)
    found = rules.destinations(ctx.game, unit)
    full = {way.goal: fault for way in found if (fault := _crowds(ctx.game, unit, way.goal))}
    if mind_of(ctx.game, unit.side) is None:  # what is proposed first does no harm (A5.12)
        found.sort(key=lambda way: (bool(way.met), way.low_crawl, way.goal in full))
    crawls = [way for way in found if way.low_crawl][:MOST_CRAWLS]
    shown = safest_first(ctx.game, unit, [way for way in found if not way.low_crawl], MOST_OPTIONS - len(crawls))
    ways = {f"crawl-{way.goal}" if way.low_crawl else way.goal: way for way in found if way in crawls or way in shown}
    must = rules.must_rout(ctx.game, unit)
    warned = {name: f"; overstacked: {fault}" for name, fault in full.items()}
    options = [Option(value, way.words() + warned.get(way.goal, "")) for value, way in ways.items()]
    if taker:
        options.append(Option(GIVE_UP, f"it gives itself up to {taker.id} (A20.21)"))
    options.append(Option(STAY, "Failure to Rout: it is eliminated" if must else "it stays where it is"))
    who = listed(item.id for item in units) if len(units) > 1 else f"{unit.id} ({unit.type})"
    text = f"{who} in {unit.hex} {'must' if must else 'may'} rout" + (f": {must}" if must else "")
    refuge = bool(shown) and rules.is_refuge(ctx.game, shown[0].goal)
    hints = [f"{'the nearest woods or building' if refuge else 'no refuge binds it'}, fewest NMC first"] * bool(shown)
    hints += [f"{len(ways)} of {len(found)} ways; rout {unit.id} HEX takes another"] * (len(ways) < len(found))
    left = [item.id for other in units for item in too_much(ctx.game, other)]
    hints += [f"what is too heavy stays: {listed(left)}"] * bool(left)
    text += f" ({'; '.join(hints)})" if hints else ""
    goals = tuple(way.goal for way in ways.values())
    answer = ctx.choose(
        f"{text}. Where to?", options, rule="A10.5", hexes=goals, whose=unit.side, id="rout-to", subject=(unit.id,)
    )
    if answer == GIVE_UP and taker:
        gives_up(ctx, unit, taker)
        return None
    return ways.get(answer)


def safest_first(game: Game, unit: Unit, ways: Sequence[Rout], most: int) -> list[Rout]:
    """The first of the legal ways; if all of them end in LOS of the enemy, the best one that does not is among them."""
    shown, fear = list(ways[:most]), threat(game, unit)
    if len(ways) > most and all(any(fear.sights(way.goal)) for way in shown):
        unseen = next((way for way in ways[most:] if not any(fear.sights(way.goal))), None)
        shown[-1:] = [unseen or shown[-1]]
    return shown


def _crowds(game: Game, unit: Unit, name: str) -> str:
    """What makes a hex overstacked if the unit routs there (A5.1), or ""."""
    there = [other for other in game.state.units_at(name, unit.side) if other.id != unit.id]
    return overstacked(game, [*there, unit])


def _stay(ctx: Context, units: Sequence[Unit]) -> None:
    """A10.5: units that stay; those that must rout are eliminated, if the player means it."""
    for key in [unit.id for unit in units]:
        unit = ctx.state.units.get(key)
        if unit is None:  # went with one named before it (A10.2)
            continue
        why = rules.must_rout(ctx.game, unit)
        if not why:
            ctx.tell(f"{unit.id} stays in {unit.hex}.")
        else:
            _given_up(ctx, unit, why)


def _given_up(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: a unit is eliminated for Failure to Rout, if it is meant so."""
    if not ctx.yes(
        f"{unit.id} must rout: {why}. Eliminate it for Failure to Rout?",
        default=False,
        rule="A10.5",
        hexes=(unit.hex,),
        whose=unit.side,
        id="fail-to-rout",
        subject=(unit.id,),
    ):
        raise Refused(f"{unit.id} must rout: {why} (A10.5)")
    fails(ctx, unit, why)


# -- the phase -----------------------------------------------------------------------------------------


def begin(ctx: Context) -> None:
    """A10.5, A10.62: DM of those near the enemy, and who must and may rout, ATTACKER first."""
    place_dm(ctx)
    for side in (ctx.state.side, opponent(ctx.state.side)):
        must = [unit.id for unit in rules.due(ctx.game, side) if "disrupted" not in unit.flags]
        may = [unit.id for unit in ctx.state.on_map(side) if unit.id not in must and rules.may_rout(ctx.game, unit)]
        words = [f"must rout: {listed(must, 12)}"] * bool(must) + [f"may rout: {listed(may, 12)}"] * bool(may)
        if words and mind_of(ctx.game, side) is None:
            ctx.tell(f"{side} {'; '.join(words)} (A10.5). Type rout UNIT for each.")


def end(ctx: Context) -> None:
    """A10.5: whoever must rout and has not does so now, or is lost: the player is asked for his own units."""
    for side in (ctx.state.side, opponent(ctx.state.side)):
        mind = mind_of(ctx.game, side)
        while mind and mind.act(ctx):  # a DEFENDER who has waited for the player's routs
            pass
        for unit in rules.due(ctx.game, side):
            if unit.id in ctx.state.units:
                _last_call(ctx, ctx.state.units[unit.id])
    for unit in list(ctx.state.on_map()):
        if "routed" in unit.flags and unit.id in ctx.state.units and rules.can_rout(ctx.state.units[unit.id]):
            _caught(ctx, ctx.state.units[unit.id])


def _last_call(ctx: Context, unit: Unit) -> None:
    """One unit that must rout and has not."""
    why = rules.must_rout(ctx.game, unit)
    taker = rules.captor(ctx.game, unit)
    if not why:
        return
    if "disrupted" in unit.flags:
        if taker:
            gives_up(ctx, unit, taker)
        return
    ways = rules.destinations(ctx.game, unit)
    if unit.side == "FRIENDLY" and ways:
        way = _choose(ctx, [unit], taker)
        left = ctx.state.units.get(unit.id)
        if way is None and left and "prisoner" not in left.flags:
            fails(ctx, left, why)
    elif taker:
        if unit.side == "ENEMY" or mind_of(ctx.game, unit.side) or _yields(ctx, unit, taker):
            gives_up(ctx, unit, taker)
        else:
            fails(ctx, unit, f"{why}, and no way is open")
        return
    else:
        way = ways[0] if ways else None
        if way is None:
            _lost(ctx, unit, f"{why}, and no way is open")
            return
        ctx.tell(f"{unit.id} routs: {way.words()}.")
    if way:  # neither lost nor a prisoner
        _run(ctx, [unit.id], way)


def _lost(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: a unit fails to rout; one of the player's own is never lost unasked."""
    (fails if mind_of(ctx.game, unit.side) else _given_up)(ctx, unit, why)


def _yields(ctx: Context, unit: Unit, taker: Unit) -> bool:
    """A20.21: whether the player lets a unit surrender that has no way left; else it fails to rout."""
    text = f"{unit.id} in {unit.hex} has no way left to rout from {taker.id}."
    options = [Option(GIVE_UP, "it becomes a prisoner"), Option(STAY, "Failure to Rout: it is eliminated")]
    about = (unit.id, taker.id)
    answer = ctx.choose(
        text, options, rule="A20.21", hexes=(unit.hex,), whose=unit.side, id="surrender-or-stay", subject=about
    )
    return answer == GIVE_UP


def _caught(ctx: Context, unit: Unit) -> None:
    """A10.5: a unit whose rout has left it beside the enemy surrenders or is eliminated."""
    near = threat(ctx.game, unit).adjacent(unit.hex)
    if not near:
        return
    taker = rules.captor(ctx.game, unit)
    if taker:
        gives_up(ctx, unit, taker)
    else:
        _lost(ctx, unit, f"it is still beside the enemy in {near[0].hex}")


# -- the way of a rout -----------------------------------------------------------------------------


def carry_out(ctx: Context, ids: Sequence[str], way: Rout) -> None:
    """A10.5: the units run along the way: mines and FFE, Interdiction hex by hex, until they are there or down."""
    runners = [key for key in ids if key in ctx.state.units]
    broken = {key for key in runners if "broken" in ctx.state.units[key].flags}
    for key in runners:
        drop_load(ctx, ctx.state.units[key])
    flags: tuple[Flag, ...] = ("routed", "low-crawl") if way.low_crawl else ("routed",)
    ctx.emit(ev.UnitsChanged(tuple(runners), flags, (), "A10.52" if way.low_crawl else "A10.5"))
    left: dict[str, float] = {}
    for a, b in itertools.pairwise(way.path):
        if left or any(ON_WIRE in unit.flags for unit in _alive(ctx, runners)):
            left = left or _left_before(ctx, runners, way.path, a)
            runners = _through_wire(ctx, runners, left, a, b)
        if not runners:
            return
        minefields.leave(ctx, _alive(ctx, runners), a)
        runners = _still_flee(ctx, [unit.id for unit in _alive(ctx, runners)], broken)
        if not runners:
            return
        ctx.emit(ev.UnitsMoved(tuple(runners), (a, b), 0.0, "rout"))
        encirclement.left(ctx, runners, a)
        encirclement.joined(ctx, runners, b)
        _left_cover(ctx, runners)
        caught = [unit.id for unit in _alive(ctx, runners) if comes_onto(ctx.game, unit, b)]
        pieces.change_all(ctx, caught, (ON_WIRE,), (), "routs onto the Wire (B26.41)")
        if _runs_into(ctx, runners, b):
            return
        minefields.enter(ctx, _alive(ctx, runners), b)
        artillery.enter(ctx, _alive(ctx, runners), b)
        runners = [unit.id for unit in _alive(ctx, runners)]
        if not way.low_crawl:
            runners = _interdiction(ctx, runners, a, b)
        runners = _still_flee(ctx, runners, broken)


def _through_wire(ctx: Context, ids: Sequence[str], left: dict[str, float], a: str, b: str) -> list[str]:
    """B26.41: those on Wire get beneath it first; who has the MF for the next hex then goes on, `left` being theirs."""
    on = rout_from(ctx, ids, left)
    for unit in _alive(ctx, [key for key in ids if key not in on]):
        if unit.hex == a and (why := rules.must_rout(ctx.game, unit)):
            fails(ctx, unit, f"on the Wire of {a}, {why}")
    for key in on:
        price = rules.step_mf(ctx.game, ctx.state.units[key], a, b)
        left[key] -= left[key] if price is None else price
    return [key for key in on if left[key] >= 0]


def _left_before(ctx: Context, ids: Sequence[str], path: Sequence[str], here: str) -> dict[str, float]:
    """The MF of a rout that are left in a hex of its way."""
    gone = list(itertools.pairwise(path[: path.index(here) + 1]))
    left: dict[str, float] = {}
    for unit in _alive(ctx, ids):
        left[unit.id] = rules.mf_of(ctx.game, unit) - sum(rules.step_mf(ctx.game, unit, a, b) or 0.0 for a, b in gone)
    return left


def _still_flee(ctx: Context, ids: Sequence[str], broken: Collection[str]) -> list[str]:
    """A10.5, A15.2: whom a check on the way has rallied stands where he is, and a leader goes with nobody else."""
    fleeing = [key for key in ids if key in broken and "broken" in ctx.state.units[key].flags]
    stands = [key for key in ids if key in broken and key not in fleeing]
    if stands:
        places = listed(dict.fromkeys(ctx.state.units[key].hex for key in stands))
        verb = "flees" if len(stands) == 1 else "flee"
        ctx.tell(f"{listed(stands)} {verb} no farther than {places}: no longer broken (A15.2).")
    return [key for key in ids if key in fleeing or (fleeing and key not in broken)]


def _alive(ctx: Context, ids: Sequence[str]) -> list[Unit]:
    return [ctx.state.units[key] for key in ids if key in ctx.state.units]


def _left_cover(ctx: Context, ids: Sequence[str]) -> None:
    flags: tuple[Flag, ...] = (*sorted(DUG_IN), "in-gully")
    for flag in flags:
        out = tuple(key for key in ids if flag in ctx.state.units[key].flags)
        pieces.change_all(ctx, out, (), (flag,), "routs out of it")


def _runs_into(ctx: Context, ids: Sequence[str], name: str) -> bool:
    """A10.533: units that rout into an unknown enemy are thrown back beside him, so eliminated; he shows himself."""
    side = ctx.state.units[ids[0]].side
    enemies = [unit for unit in ctx.state.units_at(name, opponent(side)) if "prisoner" not in unit.flags]
    if not enemies:
        return False
    shown = concealment.shows_itself(ctx, side, name, f"{ids[0]} routs into {name} (A10.533)")
    who = listed(shown) or enemies[0].id
    for key in ids:
        if key in ctx.state.units:
            casualties.eliminate(ctx, ctx.state.units[key], f"routs into {who} in {name} (A10.533)")
    verb = "is" if len(ids) == 1 else "are"
    words = f"{listed(ids)} ran into {who} in {name} and {verb} eliminated (A10.533)."
    ctx.tell(words, stop=True, hexes=(name,))
    return True


def _interdiction(ctx: Context, ids: Sequence[str], a: str, b: str) -> list[str]:
    """A10.53: a NMC of each unit in an Interdicted hex; failing reduces, the highest DR ends the rout. Who goes on.

    A leader who runs along takes none, and is lost with a NMC that the broken unit fails (A10.711).
    """
    if not ids:
        return []
    foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if foes and ctx.state.option("ask-los"):
        doubtful = [foe.hex for foe in foes if not look(ctx.game, foe.hex, b).sure]
        if len(doubtful) == len(foes):
            settle_doubts(ctx, b, doubtful)
        foes = threat(ctx.game, ctx.state.units[ids[0]]).interdicts(a, b)
    if not foes:
        return list(ids)
    going = []
    leaders = [key for key in ids if "broken" not in ctx.state.units[key].flags]
    for key in morale.in_order(ctx.game, [key for key in ids if key not in leaders]):
        if key not in ctx.state.units:
            continue
        why = f"Interdiction from {foes[0].hex} in {b} (A10.53)"
        record = morale.morale_check(ctx, ctx.state.units[key], 0, why)
        if key in ctx.state.units and not _stopped(ctx, ctx.state.units[key], record):
            going.append(key)
        if not record.success:
            for leader in [leader for leader in leaders if leader in ctx.state.units]:
                casualties.eliminate(ctx, ctx.state.units[leader], f"{key}, whom he runs with, fails its NMC (A10.711)")
    going = [key for key in going if key in ctx.state.units]  # a leader's loss may have cost more (A10.2)
    going += [key for key in leaders if key in ctx.state.units and going]
    down = [key for key in ids if key in ctx.state.units and key not in going and not _rallied(ctx, key)]
    if down:
        ctx.tell(f"{listed(down)} can run no farther than {b} (A10.53).", hexes=(b,))
    return going


def _rallied(ctx: Context, key: str) -> bool:
    """A15.2, A15.4: whether the DR has made the unit a hero, berserk or better: that is told already."""
    return "broken" not in ctx.state.units[key].flags and "pinned" not in ctx.state.units[key].flags


def _stopped(ctx: Context, unit: Unit, record: RollRecord) -> bool:
    """Whether the NMC just made pinned the unit: passed with the highest DR, which ends its rout (A7.8)."""
    if unit.flags & {"pinned", "berserk", "prisoner"}:
        return True
    return bool(record.success and morale.is_highest_pass(record))


# -- the edges of the RtPh -----------------------------------------------------------------------------


def place_dm(ctx: Context) -> None:
    """A10.62: broken units that begin the RtPh in the open before the enemy, or beside him, fall under DM."""
    calm = [unit for unit in ctx.state.on_map() if "dm" not in unit.flags and can_rout(unit)]
    shaken = tuple(unit.id for unit in calm if must_rout(ctx.game, unit))
    pieces.change_all(ctx, shaken, ("dm",), (), "the enemy is near (A10.62)")


def fails(ctx: Context, unit: Unit, why: str) -> None:
    """A10.5: Failure to Rout eliminates."""
    casualties.eliminate(ctx, unit, f"Failure to Rout: {why} (A10.5)")
    words = f"{unit.id} in {unit.hex} is eliminated for Failure to Rout: {why} (A10.5)."
    ctx.tell(words, stop=True, hexes=(unit.hex,))


def gives_up(ctx: Context, unit: Unit, taker: Unit) -> None:
    """A20.21: a unit that cannot get away surrenders."""
    ctx.tell(f"{unit.id} in {unit.hex} surrenders to {taker.id} (A20.21).", stop=True, hexes=(unit.hex,))
    prisoners.take(ctx, unit, taker, "surrenders (A20.21)")
