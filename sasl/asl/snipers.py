"""Sniper attacks (A14): the target is found from the Sniper counter, and the effect carried out."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.asl import sniper_check
from sasl.asl.fire import tem
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import MEN, SMC, UNIT_FLAGS
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.sides import FIRE_PHASES, Side, opponent
from sasl.asl.game.state import SANS, Marker, Unit
from sasl.asl.game.words import state_words
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, task_checks
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.hits import vehicle_hits, vehicle_ift
from sasl.asl.terrain import rubble, smoke
from sasl.board.hexes import WAYS, parse_hex, step
from sasl.kernel.text import counted


def candidates(game: Game, side: Side) -> list[Unit]:
    """A14.22: the units of `side` that a Sniper may attack: no hidden, no prisoner, no AFV without a CE crew, and
    nobody in the middle of a building or below ground.

    Riders, and those aboard what has no armor, are as good as on foot.
    """
    return [
        unit
        for unit in game.state.on_map(side)
        if (unit.personnel or _shows_itself(game, unit))
        and not unit.flags & {"prisoner", "hidden"}
        and not in_culvert(unit)
        and not rubble.is_interior(game, unit.hex)
    ]


def _shows_itself(game: Game, unit: Unit) -> bool:
    """Whether it is a vehicle with somebody to aim at, or a Rider or Passenger whom nothing shelters."""
    if unit.kind == "vehicle":
        return mounted.exposed(game, unit) and "abandoned" not in unit.flags
    return unit.kind in MEN and unit.carrier in game.state.units


ANY = "any"
"""The answer that leaves the Sniper's target to Random Selection."""


def alarm(ctx: Context, side: str, original: int) -> None:
    """A14.1: `side` has made a TH, MC, TC or IFT DR; the other side's Sniper wakes if it equals its SAN."""
    other = opponent(side)
    san = ctx.state.number(SANS[other])
    if not original or side not in SANS or original != san or ctx.state.phase not in FIRE_PHASES:
        return
    if sniper_check.is_pinned(ctx.game, other):
        ctx.tell(f"Original {original} is the SAN of the {other}, but its sniper is pinned (A14.31).")
        return
    with ctx.rolls_for(other):
        record = ctx.table("sniper.effect", f"{other} Sniper dr (Original {original} is its SAN)")
    if str(record.result) == "effective":
        sniper_attack(ctx, other, max(1, record.total))


def sniper_attack(ctx: Context, side: Side, kind: int) -> None:
    """A14.3: `side`'s Sniper attacks: Random Location DR from its counter, target hex, choice or Random Selection.

    Of several who tie, the others are each attacked by a dr of their own (A14.2). The other side's Sniper counter draws
    it as a unit does (A14.21).
    """
    other = opponent(side)
    victims, rival = candidates(ctx.game, other), sniper_check.counter(ctx.game, other)
    places = [unit.hex for unit in victims] + ([rival.hex] if rival else [])
    if not places:
        ctx.tell(f"The {side} sniper finds no target (A14.21).")
        return
    marker = sniper_check.counter(ctx.game, side)
    start = marker.hex if marker else _middle(places)
    spot = start
    record = ctx.roll("DR", f"{side} sniper: Random Location from {start}", rule="A14.2")
    if len(record.dice) == 2:
        spot = _on_board(ctx, start, record.dice[0] - 1, record.dice[1])
    near = min(ctx.board.distance(spot, name) for name in places)
    goal = _alternate(ctx, side, {name for name in places if ctx.board.distance(spot, name) == near}, victims)
    if len(record.dice) == 2:
        way = f"{WAYS[record.dice[0] - 1]}, {counted(record.dice[1], 'hex', 'hexes')}"
        ctx.tell(f"{way}: {spot}; the nearest target is in {goal} (A14.2).", hexes=(goal,))
    if marker:
        ctx.emit(ev.MarkerPut(Marker(marker.id, "sniper", goal, side, text=marker.text), "moves to its target"))
    else:
        pieces.put_marker(ctx, "sniper", goal, f"{side} sniper", side=side)
    there = [unit for unit in victims if unit.hex == goal]
    first, *more = _aims(ctx, side, there, rival if rival and rival.hex == goal else None)
    if rival and first == rival.id:
        sniper_check.struck(ctx, other, kind)
    else:
        _strike(ctx, first, kind)
    for key in more:
        with ctx.rolls_for(side):
            again = ctx.table("sniper.effect", f"{side} sniper dr at {key}, which tied (A14.2)")
        if str(again.result) == "effective":
            _strike(ctx, key, max(1, again.total))
    broken = [unit for unit in ctx.state.units_at(goal, other) if "broken" in unit.flags]
    shaken = tuple(unit.id for unit in broken if "dm" not in unit.flags)
    pieces.change_all(ctx, shaken, ("dm",), (), "a Sniper attack in their Location (A14.3)")
    sniper_check.offer(ctx, side, goal)


def _alternate(ctx: Context, side: Side, hexes: Collection[str], victims: Sequence[Unit]) -> str:
    """A14.21: of hexes equally near the one where the least protects a target; the Sniper's side chooses among these.

    The first to be named: the one with the most targets.
    """
    there = {name: [unit for unit in victims if unit.hex == name] for name in hexes}
    cover = {name: _cover(ctx.game, name, units) for name, units in there.items()}
    ties = sorted(name for name in hexes if cover[name] == min(cover.values()))
    if len(ties) == 1:
        return ties[0]
    ties.sort(key=lambda name: -len(there[name]))
    options = [Option(name, counted(len(there[name]), "target") if there[name] else "the Sniper") for name in ties]
    text = f"The {side} sniper attacks the nearest hex: which of these?"
    return ctx.choose(text, options, rule="A14.21", whose=side, id="sniper-hex", subject=(side,))


def _cover(game: Game, name: str, units: Sequence[Unit]) -> int:
    """A14.21: the least TEM and SMOKE of the hex that shelters a target there, whoever looks; the Sniper has no other
    cover than the ground.
    """
    bare = max((mod.value for mod in tem.ground(game, name, "")), default=0)
    covers = [tem.best_cover(game, unit, "", None, "") for unit in units if unit.kind != "vehicle"]
    best = [bare] * (len(covers) < len(units) or not units) + [mod.value if mod else 0 for mod in covers]
    return max(0, min(best)) + smoke.at(game, name)


def _aims(ctx: Context, side: Side, there: list[Unit], rival: Marker | None) -> list[str]:
    """A14.2: whom it attacks: by choice the enemy Sniper, an exposed crew or an unarmored vehicle; else by Random
    Selection. The first to be named: a crew of an AFV, then the Sniper.
    """
    if not there and rival:
        return [rival.id]
    machines = [unit for unit in there if unit.kind == "vehicle" and unit.known]
    crews = [Option(unit.id, f"the crew of {unit.type}") for unit in machines if mounted.armored(ctx.game, unit)]
    soft = [Option(unit.id, unit.type) for unit in machines if not mounted.armored(ctx.game, unit)]
    snipers = [Option(rival.id, f"the {rival.side} sniper")] if rival else []
    if len(there) > 1 - bool(rival) and (crews or soft or snipers):
        options = [*crews, *snipers, Option(ANY, "Random Selection"), *soft]
        text = f"Whom does the {side} sniper attack?"
        found = ctx.choose(text, options, rule="A14.2", whose=side, id="sniper-target", subject=(side,))
        if found != ANY:
            return [found]
    return _chosen(ctx, there, f"the unit the {side} sniper attacks")


def _strike(ctx: Context, key: str, kind: int) -> None:
    """The attack on one of them, if it is still there; a target in LOS loses its `?`."""
    unit = ctx.state.units.get(key)
    if unit is None:
        return
    concealment.lose_at_any_range(ctx, [key], "the Sniper's target in LOS (A12.14)")
    _hit(ctx, ctx.state.units[key], kind)


def _chosen(ctx: Context, there: list[Unit], purpose: str) -> list[str]:
    """A14.2, A14.23: by Random Selection, all that tie; those under a `?` count as one until they are chosen."""
    known, unknown = (sorted(unit.id for unit in there if unit.known is open_) for open_ in (True, False))
    names = ctx.selection([*known, *unknown[:1]], 1, purpose)
    under = ctx.selection(unknown, 1, purpose) if names[-1] in unknown else []
    return [*(name for name in names if name in known), *under]


def _middle(places: list[str]) -> str:
    """A14.2 [house]: a Sniper without a counter starts in the middle one of the hexes of its targets."""
    return sorted(places)[len(places) // 2]


def _on_board(ctx: Context, start: str, side: int, far: int) -> str:
    """The hex `far` hexes away, or the last one on the map on the way there."""
    for distance in range(far, 0, -1):
        name = step(parse_hex(start), side, distance).name
        if name in ctx.board:
            return name
    return start


def _why_unharmed(game: Game, unit: Unit, kind: int) -> str:
    """A14.3: why a Sniper does nothing to its target."""
    if unit.kind == "vehicle":
        armored = mounted.armored(game, unit)
        return "no crew is left to hit" if armored else f"a {kind} has no effect on an unarmored vehicle now"
    held = state_words(flag for flag in UNIT_FLAGS if flag in unit.flags & task_checks.NEVER_PINNED)
    return f"a {kind} only pins, and it is {' and '.join(held) or 'Cavalry'} (A7.8)"


def _hit(ctx: Context, unit: Unit, kind: int) -> None:
    """A14.3: 1 eliminates an SMC and breaks an MMC; 2 wounds or pins; the crew that looks out of an AFV is stunned.

    Without armor all round its crew breaks or is pinned; what has only a driver is immobilized by a 1.
    """
    why, before = f"Sniper {kind} (A14.3)", ctx.state.units
    if unit.kind == "vehicle" and mounted.armored(ctx.game, unit) and not ctx.game.counter_of(unit).bare_rear:
        (vehicle_hits.recall if kind == 1 else vehicle_hits.stun)(ctx, unit, why)
    elif unit.kind == "vehicle" and vehicle_hits.has_crew(ctx, unit):
        if kind == 1:
            vehicle_hits.abandon(ctx, unit, why, broken=True)
        else:
            vehicle_ift.pin_crew(ctx, unit, why)
    elif unit.kind == "vehicle":
        if kind == 1:
            vehicle_hits.immobilize(ctx, unit, why)
    elif unit.kind in SMC:
        if kind == 1:
            casualties.eliminate(ctx, unit, why)
        else:
            casualties.wound(ctx, unit, why)
    elif kind == 2:
        task_checks.pin(ctx, unit, why)
    else:
        casualties.break_unit(ctx, unit, why)
    idle = f": {_why_unharmed(ctx.game, unit, kind)}" if ctx.state.units is before else ""
    ctx.tell(f"{unit.id} in {unit.hex} is the Sniper's target{idle}.", board=True, stop=True, hexes=(unit.hex,))
