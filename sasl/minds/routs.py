"""RtPh (A10.5): where broken units go, and who runs with them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sasl.asl.game.context import Game
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit, but_thoughts
from sasl.asl.infantry import prisoners, rally
from sasl.asl.infantry.morale import morale_levels
from sasl.asl.infantry.rout import rout_ways, voluntary_break
from sasl.asl.infantry.rout.rout_ways import Rout
from sasl.asl.infantry.rout.threat import threat
from sasl.asl.oba import artillery
from sasl.asl.preview import percent
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Act, Decider, few, pick
from sasl.minds.movement.ways import danger
from sasl.orders import move_orders, settle_orders

LIST = "S10: fewest NMC, FFE and mines, then a leader, out of LOS, out of range, rally terrain, TEM, a VPO"


def next_act(game: Game, decider: Decider) -> Act | None:
    """A10.5: the next rout of the phase: those who must, then those who are better off elsewhere; ATTACKER first."""
    if awaited(game, decider):
        return None
    acts = (act for act in _acts(game, decider) if not game.state.passed & {act.key, *act.ids})
    if decider.doctrine.choice == "random":
        every = list(acts)
        return pick(game, "routs", every) if every else None
    return next(acts, None)


def awaited(game: Game, decider: Decider) -> bool:
    """A10.5: whether the ATTACKER is a player who still has units that must rout: the DEFENDER waits for him."""
    other = opponent(decider.side)
    return game.state.side == other and mind_of(game, other) is None and bool(rout_ways.due(game, other))


def _acts(game: Game, decider: Decider) -> Iterator[Act]:
    """Who breaks to get away, then each unit that must or may rout; who stays is passed over, so that nobody thinks of
    him again.
    """
    done = game.state.passed
    yield from _breaks(game, decider)
    able = [unit for unit in game.state.on_map(decider.side) if "routed" not in unit.flags and unit.id not in done]
    must = {unit.id: rout_ways.must_rout(game, unit) for unit in able if "broken" in unit.flags}
    runners = [unit for unit in able if unit.id in must and (must[unit.id] or rout_ways.may_rout(game, unit))]
    for unit in sorted(runners, key=lambda unit: (not must[unit.id], unit.kind != "leader", unit.id)):
        act = forced(game, decider, unit, must[unit.id]) if must[unit.id] else willing(game, unit)
        yield act or Act(unit.id)


# -- those who break to get away -----------------------------------------------------------------------


def _breaks(game: Game, decider: Decider) -> Iterator[Act]:
    """A10.41: who stands in so much danger that to break and rout is better; never a leader, nor out of a VPO."""
    limit = decider.doctrine.value("voluntary-break")
    if not limit or any("routed" in unit.flags for unit in game.state.on_map(decider.side)):
        return
    for unit in game.state.on_map(decider.side):
        if unit.good_order and unit.mmc and unit.infantry and unit.known and unit.hex not in game.state.control:
            act = _gives_way(game, decider, unit, limit)
            if act:
                yield act


_GIVE_WAY: Memo[dict[str, Act | None]] = Memo()


def _gives_way(game: Game, decider: Decider, unit: Unit, limit: float) -> Act | None:
    """A10.41: the Voluntary Break of a unit that has a safe way out of LOS; None if the danger is not so great."""
    parts = *but_thoughts(game.state), game.board, game.library, decider.side, decider.doctrine
    known = _GIVE_WAY.of(parts, dict)
    if unit.id not in known:
        known[unit.id] = _way_out(game, decider, unit, limit)
    return known[unit.id]


def _way_out(game: Game, decider: Decider, unit: Unit, limit: float) -> Act | None:
    harm = danger.danger(game, decider, unit).standing(unit.hex)
    if harm < limit or voluntary_break.why_not(game, unit):
        return None
    then, broken = voluntary_break.once_broken(game, unit)
    way = next(iter(rout_ways.destinations(then, broken)), None)
    if way is None or not way.safe or threat(then, broken).in_sight(way.goal):
        return None
    figure = decider.doctrine.words("voluntary-break")
    reasons = (
        f"fire in {unit.hex} breaks or kills it with {percent(Fraction(harm))}: {figure}, so it breaks now (A10.41)",
        f"and routs by a safe way: {way.words()}",
    )
    title = f"{unit.id} in {unit.hex} breaks voluntarily"
    return Act(unit.id, settle_orders.VoluntaryBreak((unit.id,)), title, reasons, (unit.id,), target=way.goal)


# -- those who must ------------------------------------------------------------------------------------


def forced(game: Game, decider: Decider, unit: Unit, why: str) -> Act | None:
    """A10.5: the rout of a unit that must, or its surrender; None if it cannot go and nobody takes it."""
    if rout_ways.stays_disrupted(game, unit):  # A19.12: it stays; the end of the phase says who takes it
        return None
    taker, ways = rout_ways.captor(game, unit), rout_ways.destinations(game, unit)
    if taker:
        title = f"{unit.id} surrenders to {taker.id}"
        best = f"its best rout: {ways[0].words()}" if ways else "no way is open"
        fate = f"{taker.id} takes it" if prisoners.takes(game, taker, unit) else "it goes free, unarmed"
        last = f"{fate}: it is {rout_ways.cornered(game, unit, taker)} (A20.21)"
        reasons = (f"it must rout: {why}", best, last)
        return Act(unit.id, move_orders.Rout((unit.id,)), title, reasons, (unit.id,), target=taker.hex)
    if not ways:
        return None
    way, risk = chosen(game, decider, unit, ways)
    return _act(game, unit, way, (f"it must rout: {why}", LIST, *risk), ways)


def chosen(game: Game, decider: Decider, unit: Unit, ways: list[Rout]) -> tuple[Rout, tuple[str, ...]]:
    """A10.52: the best way; or a Low Crawl, if that ends as well or Interdiction is too dangerous; and the reason."""
    best, crawls = ways[0], [way for way in ways if way.low_crawl]
    if not best.interdicted or not crawls:
        return best, ()
    fear = threat(game, unit)
    crawl = min(crawls, key=lambda way: rout_ways.order(game, unit, fear, way.goal))
    if rout_ways.order(game, unit, fear, crawl.goal) <= rout_ways.order(game, unit, fear, best.goal):
        return crawl, (f"Low Crawl brings it to a place as good as {best.goal} without Interdiction (A10.52)",)
    chance = unhurt(game, unit, best)
    figure = decider.doctrine.words("rout-chance")
    if chance >= decider.doctrine.value("rout-chance"):
        return best, (f"it comes through unhurt with {percent(chance)}: {figure}, so it runs",)
    return crawl, (f"on the best way it comes through unhurt with {percent(chance)}: {figure}, so it Low Crawls",)


def unhurt(game: Game, unit: Unit, way: Rout) -> Fraction:
    """A10.53: the chance that a unit passes the NMC of every hex where it is Interdicted."""
    ways, level = roll_kind("DR").totals(), morale_levels.level(game, unit)
    good = sum(count for total, count in ways.items() if total <= level and total != rally.FATE)
    return Fraction(good, sum(ways.values())) ** len(way.interdicted)


# -- those who may -------------------------------------------------------------------------------------


def willing(game: Game, unit: Unit) -> Act | None:
    """A10.5: a unit under DM routs of its own will only by a safe way, to a hex that S10 puts above its own."""
    ways, here = rout_ways.willing(game, unit), unit.hex
    if not ways:
        return None
    fear = threat(game, unit)
    worse = f"{rout_ways.praise(game, unit, fear, here)}{', in an FFE' * artillery.attacks_again(game, here)}"
    reasons = (f"under DM it may rout, and {here} is worse: {worse}", LIST)
    return _act(game, unit, ways[0], reasons, ways)


def _act(game: Game, unit: Unit, way: Rout, reasons: tuple[str, ...], ways: list[Rout]) -> Act:
    leader = _runs_along(game, unit) if not (way.low_crawl or way.interdicted) else None
    ids = (unit.id, leader.id) if leader else (unit.id,)
    if leader:
        reasons = (*reasons, f"{leader.id} runs with it: nobody else is left with him in {unit.hex} (A10.711)")
    path, manner = ((way.goal,), "crawl") if way.low_crawl else (way.path[1:], "")
    title = f"{' and '.join(ids)} {'Low Crawls' if way.low_crawl else 'routs' if not leader else 'rout'} to {way.goal}"
    shown = few(other.words() for other in ways)
    return Act(unit.id, move_orders.Rout(ids, path, manner), title, (*reasons, *shown), ids, way.path, way.goal)


def _runs_along(game: Game, unit: Unit) -> Unit | None:
    """A10.711: the one leader who has only broken men with him and is free to run with an MMC."""
    here = [other for other in game.state.units_at(unit.hex, unit.side) if other.infantry]
    fit = [other for other in here if "broken" not in other.flags and "prisoner" not in other.flags]
    if not unit.mmc or len(fit) != 1:
        return None
    leader = fit[0]
    free = leader.kind == "leader" and leader.good_order and not leader.flags & {"pinned", "ti", "routed", "concealed"}
    return leader if free else None
