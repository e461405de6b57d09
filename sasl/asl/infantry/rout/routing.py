"""An order to rout (A10.5): who may, which of the ways open to him he takes, and who stays."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Unit
from sasl.asl.infantry.portage import too_much
from sasl.asl.infantry.rout import rout_ways as rules
from sasl.asl.infantry.rout.rout_losses import lost_if_meant, surrenders
from sasl.asl.infantry.rout.rout_run import run
from sasl.asl.infantry.rout.rout_ways import Rout
from sasl.asl.infantry.rout.threat import threat
from sasl.asl.movement.allowance import on_its_own
from sasl.asl.stacking import one_stack, overstacked
from sasl.board.movement_cost import infantry_cost, walked_into
from sasl.kernel.text import listed

MOST_OPTIONS, MOST_CRAWLS = 8, 2
"""The most ways that are offered, and the most of them by Low Crawl."""
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
    ids = [unit.id for unit in units if "broken" in unit.flags]
    if taker and ctx.yes(
        f"{listed(ids)} {'is' if len(ids) == 1 else 'are'} {rules.cornered(ctx.game, first, taker)} (A20.21). "
        "Surrender?",
        default=False,
        rule="A20.21",
        whose=first.side,
        id="surrender",
        subject=(first.id, taker.id),
    ):
        for key in ids:
            left = ctx.state.units.get(key)  # else taken or rejected with the first (A20.3)
            if left and "broken" in left.flags:
                surrenders(ctx, left, rules.captor(ctx.game, left) or taker)
        return
    way = _way(ctx.game, first, start, names, manner == "crawl") if names else choose(ctx, units, None)
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
            ctx.tell(f"{key} does not rout there with it: {refusal}.", hexes=(unit.hex,))
            continue
        run(ctx, [key, *(leaders if key == ids[0] else ())], way)


def _first(units: Sequence[Unit]) -> Unit:
    return next(unit for unit in units if "broken" in unit.flags)


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
                raise Refused(f"{unit.id} is not broken: only a Good Order leader may rout with broken units (A10.711)")
        elif not rules.can_rout(unit):
            raise Refused(f"{unit.id} is in Melee or a prisoner: it does not rout (A10.5)")
        elif rules.stays_disrupted(game, unit):
            raise Refused(f"{unit.id} is Disrupted: it does not rout (A19.12)")
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
    if crawl and "disrupted" in unit.flags:
        raise Refused(f"{unit.id} is Disrupted and cannot Low Crawl (A19.12)")
    fear, limit, spent = threat(game, unit), float(rules.mf_of(game, unit)), 0.0
    for number, (a, b) in enumerate(itertools.pairwise(path), 1):
        if b not in game.board.neighbours(a):
            raise Refused(f"{b} is not adjacent to {a}: name every hex of the rout")
        cost, price = infantry_cost(game.board, a, b), rules.step_mf(game, unit, a, b)
        if not cost.allowed:
            raise Refused(f"{unit.id} cannot enter {b} from {a}: {cost.why}")
        if crawl and not walked_into(game.board, a, b):
            raise Refused(f"{unit.id} cannot Low Crawl into {b} (B16.4)")
        spent += limit if price is None else price
        why = fear.forbids(path[:number], b)
        if why:
            raise Refused(f"{unit.id} may not rout into {b}: {why} (A10.51)")
    if spent > limit and not crawl and len(path) > 2:
        raise Refused(f"{unit.id} has {limit:g} MF to rout; this takes {spent:g} (A10.5)")
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
        f"The nearest woods or building for {unit.id} is {names} ({right[0].mf:g} MF): it must rout there "
        f"(A10.51). Rout to {goal} anyway?",
        default=False,
        rule="A10.51",
        id="rout-elsewhere",
        subject=(unit.id, goal),
    ):
        raise Refused(f"not routed: the nearest woods or building is {names} (A10.51)")


def choose(ctx: Context, units: Sequence[Unit], taker: Unit | None) -> Rout | None:
    """The player chooses among the legal ways, the best first, then surrender and staying; None: they stay."""
    unit = _first(units)
    found = rules.destinations(ctx.game, unit)
    full = {way.goal: fault for way in found if (fault := _crowds(ctx.game, unit, way.goal))}
    if mind_of(ctx.game, unit.side) is None:  # what is proposed first does no harm (A5.12): rather unseen than led
        fear = threat(ctx.game, unit)
        found.sort(key=lambda way: (bool(way.met), way.low_crawl, way.goal in full, way.hits, fear.in_sight(way.goal)))
    crawls = [way for way in found if way.low_crawl][:MOST_CRAWLS]
    shown = safest_first(ctx.game, unit, [way for way in found if not way.low_crawl], MOST_OPTIONS - len(crawls))
    ways = {f"crawl-{way.goal}" if way.low_crawl else way.goal: way for way in found if way in crawls or way in shown}
    must = rules.must_rout(ctx.game, unit, "they are" if len(units) > 1 else "it is")
    warned = {name: f"; overstacked: {fault}" for name, fault in full.items()}
    options = [Option(value, way.words() + warned.get(way.goal, "")) for value, way in ways.items()]
    if taker:
        options.append(Option(GIVE_UP, f"surrender to {taker.id} (A20.21)"))
    stays = Option(STAY, "Failure to Rout: eliminated" if must else "no rout")
    helps = must or mind_of(ctx.game, unit.side) is not None or rules.helpful(ctx.game, unit)
    options = [*options, stays] if helps else [stays, *options]
    who = listed(item.id for item in units) if len(units) > 1 else f"{unit.id} ({unit.type})"
    text = f"{who} in {unit.hex} {'must' if must else 'may'} rout" + (f": {must}" if must else "")
    refuge = bool(shown) and rules.is_refuge(ctx.game, shown[0].goal)
    where = "the nearest woods or building" if refuge else "no woods or building to make for"
    hints = [f"{where}, fewest NMC first"] * bool(shown)
    hints += [f"{len(ways)} of {len(found)} ways; rout {unit.id} HEX takes another"] * (len(ways) < len(found))
    left = [item.id for other in units for item in too_much(ctx.game, other)]
    hints += [f"too heavy to take along: {listed(left)}"] * bool(left)
    hints += [f"there is no legal way; rout {unit.id} HEX says why for that hex"] * (not ways)
    text += f" ({'; '.join(hints)})" if hints else ""
    goals = tuple(way.goal for way in ways.values())
    answer = ctx.choose(
        f"{text}. Where to?", options, rule="A10.5", hexes=goals, whose=unit.side, id="rout-to", subject=(unit.id,)
    )
    if answer == GIVE_UP and taker:
        surrenders(ctx, unit, taker)
        return None
    return ways.get(answer)


def safest_first(game: Game, unit: Unit, ways: Sequence[Rout], most: int) -> list[Rout]:
    """The first of the legal ways; if all of them end in LOS of the enemy, the best one that does not is among them."""
    shown, fear = list(ways[:most]), threat(game, unit)
    if len(ways) > most and all(fear.in_sight(way.goal) for way in shown):
        unseen = next((way for way in ways[most:] if not fear.in_sight(way.goal)), None)
        shown[-1:] = [unseen or shown[-1]]
    return shown


def _crowds(game: Game, unit: Unit, name: str) -> str:
    """What makes a hex overstacked if the unit routs there (A5.1), or ""."""
    there = [other for other in game.state.units_at(name, unit.side) if other.id != unit.id]
    return overstacked(game, [*there, unit], name)


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
            lost_if_meant(ctx, unit, why)
