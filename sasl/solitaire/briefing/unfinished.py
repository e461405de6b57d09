"""What the player's own units could still do in this phase: what a `next` would let go by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from fractions import Fraction

from sasl.asl.air import antiaircraft, sorties
from sasl.asl.close_combat import melee
from sasl.asl.fire import first_fire
from sasl.asl.fire.opportunity import armed_with, may_fire, may_fire_at, may_fire_itself, reach
from sasl.asl.fire.shots import led, shot_chance
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import look
from sasl.asl.game.minds import players_sides
from sasl.asl.game.sides import Phase, Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.infantry import rally, repair
from sasl.asl.infantry.rout import rout_ways
from sasl.asl.movement import advance, entering
from sasl.asl.movement.allowance import may_move, stack_allowance
from sasl.asl.movement.charging import berserk_charge
from sasl.asl.oba import batteries, counter_battery
from sasl.asl.vehicles import end_of_drive
from sasl.asl.vehicles.driving import under_way
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo
from sasl.kernel.text import counted, listed
from sasl.kernel.transaction import allows


class Chance(Frozen):
    """One kind of thing that is still open: who could do it, in which hexes, and how it reads behind their number.

    `places` runs beside `ids`: "" for what is off the map.
    """

    kind: str
    """The word of the order that does it."""
    ids: tuple[str, ...]
    places: tuple[str, ...]
    words: str
    noun: tuple[str, str] = ("unit", "units")
    most: int | None = None
    """At most so many of them; None: all."""
    odds: tuple[Fraction, ...] = ()
    """The chance of any effect of each, beside `ids`, the best first; () for what is no shot."""
    rest: int = 0
    """The units that could do it to hardly any effect; they are not among `ids`."""

    @property
    def text(self) -> str:
        """`3 units may rally`, `1 of 3 units may Self-Rally`."""
        some = "" if self.most is None or self.most >= len(self.ids) else f"{self.most} of "
        return f"{some}{counted(len(self.ids), *self.noun)} {self.words}"

    @property
    def named(self) -> str:
        """`628a, 447b and 3 more`; of shots also how many others have hardly a chance."""
        return listed(self.ids, 3) + f"; {self.rest} more with hardly a chance" * bool(self.rest)


def unfinished(game: Game) -> list[Chance]:
    """Return what is worth doing for the sides that the player plays, the gravest first; nothing outside play.

    The keys n, E and tab, the prompts and every reminder, on the screens and in lines, go by this list alone.
    """
    if game.state.stage != "play":
        return []
    ours = players_sides(game)
    return [chance for find in OPEN[game.state.phase] for side in ours for chance in find(game, side)]


def words(chances: Iterable[Chance]) -> str:
    """`5 units may rally (628a, 447b …), 2 units must rout (…)`."""
    return ", ".join(f"{item.text} ({item.named})" for item in chances)


def _of(kind: str, units: Iterable[Unit], text: str, most: int | None = None) -> Iterator[Chance]:
    """The units that something is open for, if there are any; for so many of them at most."""
    found = list(units)
    if found:
        ids, places = tuple(unit.id for unit in found), tuple(unit.hex for unit in found)
        yield Chance(kind, ids, places, text, most=most)


# -- phase by phase -----------------------------------------------------------------------------------


def _rallies(game: Game, side: Side) -> Iterator[Chance]:
    """A10.6, A18.11, A9.72, A4.44: rallies that may succeed, repairs, and in the own RPh what lies about."""
    units = game.state.units
    ways = rally.hopeful(game, side)
    yield from _of("rally", (units[way.unit] for way in ways if way.how != "first"), "may rally")
    firsts = (units[way.unit] for way in ways if way.how == "first")
    yield from _of("rally", firsts, "may Self-Rally", rally.first_left(game, side))
    workers = dict.fromkeys(job.unit for job in repair.jobs(game, side))
    yield from _of("repair", (units[key] for key in workers), "may repair")
    if side == game.state.side:
        yield from _of("recover", filter(lambda unit: _may_recover(game, unit), game.state.on_map(side)), "may recover")


def _may_recover(game: Game, unit: Unit) -> bool:
    return any(allows(repair.may_recover, game, unit, item) for item in repair.lying(game, unit.hex, unit.side))


class _Shot(Frozen):
    """The best shot that a unit has at anybody it sees: in which `words`, and its chance of any effect."""

    unit: Unit
    words: str
    chance: Fraction


_SHOTS: Memo[dict[Side, list[_Shot]]] = Memo()
"""The shots of each side in the last few states: a screen asks for them several times."""
FIRES, FIRES_SW = "may fire", "may fire a SW only"


def _shots(game: Game, side: Side) -> Iterator[Chance]:
    """A7, A8.4: yield the units with a shot at an enemy in LOS and reach, Known or concealed, the best first; in a PFPh
    or DFPh the OBA, too.

    A chance below that of the option fire-stops does not count. What an S? may be is for the player to guess.
    """
    fires = opponent(game.state.side) if game.state.phase == "DFPh" else game.state.side
    if side != fires:
        return
    known = _SHOTS.of((game.state,), dict)
    if side not in known:
        known[side] = sorted(_best_shots(game, side), key=lambda shot: -shot.chance)
    good = [shot for shot in known[side] if _is_good(game, shot.chance)]
    rest = len(known[side]) - len(good)
    for words in (FIRES, FIRES_SW):
        if shots := [shot for shot in good if shot.words == words]:
            ids, places = tuple(shot.unit.id for shot in shots), tuple(shot.unit.hex for shot in shots)
            yield Chance("fire", ids, places, words, odds=tuple(shot.chance for shot in shots), rest=rest)
            rest = 0
    yield from _modules(game, side)


def _is_good(game: Game, chance: Fraction) -> bool:
    """Whether a shot of this chance counts: as one that a move halts for does."""
    return chance > 0 and chance >= first_fire.least_chance(game)


def _best_shots(game: Game, side: Side) -> Iterator[_Shot]:
    """Yield the best shot of each unit that may fire at all."""
    there = (unit for unit in game.state.on_map(opponent(side)) if unit.kind != "aircraft")
    foes = sorted({unit.hex for unit in there if not unit.flags & {"hidden", "prisoner"}})
    for unit in game.state.on_map(side):
        shots = [shot for name in _targets(game, unit, foes) for shot in _shots_at(game, unit, name)]
        if shots:
            yield max(shots, key=lambda shot: (_is_good(game, shot.chance), shot.words == FIRES, shot.chance))


def _shots_at(game: Game, unit: Unit, name: str) -> Iterator[_Shot]:
    """Yield what a unit could fire at a hex: itself, alone or with its stack (A7.5), and each SW of its own."""
    if may_fire_itself(game, unit, name):
        alone = _chance(game, unit, unit.id, name)
        yield _Shot(unit, FIRES, alone if _is_good(game, alone) else max(alone, _with_its_stack(game, unit, name)))
    for item in armed_with(game, unit, name):
        yield _Shot(unit, FIRES_SW, _chance(game, unit, item.id, name))


def _chance(game: Game, unit: Unit, piece: str, name: str) -> Fraction:
    """Return the best chance of a unit or a SW of its, led if it can be; a shot without a sheet counts as sure."""
    sure = Fraction(1)
    found = [sure if chance is None else chance for chance in first_fire.chances(game, unit, piece, name)]
    return max([*found, shot_chance(game, led(game, [piece], name), name) or Fraction(0)])


def _with_its_stack(game: Game, unit: Unit, name: str) -> Fraction:
    """A7.5: return the chance of a unit together with the others of its stack; 0 where it does not help them."""
    stack = game.state.units_at(unit.hex, unit.side)
    others = [item.id for item in stack if item is not unit and may_fire_itself(game, item, name)]
    without = shot_chance(game, led(game, others, name), name) if others else None
    whole = shot_chance(game, led(game, [*others, unit.id], name), name)
    return whole if whole is not None and whole > (without or 0) else Fraction(0)


def _modules(game: Game, side: Side) -> Iterator[Chance]:
    """C1, S1 MSR 3: the modules that have a step left, and an FFE that the mission grants in this turn."""
    modules = [item for item in game.state.batteries.values() if _waits(game, item.id, side)]
    free = [item.id for item in modules if game.state.phase == "PFPh" and _grants_ffe(game, item)]
    ids = tuple(item.id for item in modules if item.id not in free)
    if free:
        yield Chance("ffe", tuple(free), ("",) * len(free), "may fire at once", ("free FFE", "free FFE"))
    if ids:
        yield Chance("oba", ids, ("",) * len(ids), "may act", ("OBA module", "OBA modules"))


def _grants_ffe(game: Game, battery: Battery) -> bool:
    """S1 MSR 3: whether the mission grants a module an FFE without access in this turn."""
    turns = [item.free_ffe_turn for item in game.mission.oba if (item.name, item.side) == (battery.name, battery.side)]
    return game.state.turn in turns and not (battery.ffes or battery.stage or battery.tried)


def support(game: Game) -> list[Chance]:
    """Which OBA modules and aircraft of the sides that the player plays wait for him in this phase."""
    state = game.state
    fires = opponent(state.side) if state.phase == "DFPh" else state.side
    found: list[Chance] = []
    for side in players_sides(game) if state.stage == "play" else ():
        found += _modules(game, side) if state.phase in ("PFPh", "DFPh") and side == fires else ()
        found += _planes(game, side) if state.phase in ("MPh", "DFPh") else ()
    return found


def _targets(game: Game, unit: Unit, foes: Iterable[str]) -> Iterator[str]:
    """Yield the hexes of enemies in reach and LOS at which a unit, or a SW it mans, may fire by itself."""
    if unit.kind in ("aircraft", "leader") or unit.carrier or "prisoner" in unit.flags:
        return
    far = reach(game, unit)
    for name in foes if far else ():
        if (
            game.board.distance(unit.hex, name) <= far
            and (name == unit.hex or look(game, unit.hex, name).exists)
            and may_fire(game, unit, name)
            and allows(may_fire_at, game, unit, name)
        ):
            yield name


def _waits(game: Game, key: str, side: Side) -> bool:
    """C1: whether a module of the side has a step left in this phase."""
    battery = game.state.batteries[key]
    if battery.side != side or battery.gone:
        return False
    if battery.kind == counter_battery.CBM:
        return not counter_battery.why_not(game, side)
    return battery.observer != STRIKES and not batteries.idle(game, battery)


def _moves(game: Game, side: Side) -> Iterator[Chance]:
    """A4, A2.51, E7.4: who could enter or has not moved; an aircraft that has not attacked."""
    yield from _planes(game, side)
    if side != game.state.side:
        return
    yield from _of("enter", entering.waiting(game, side), "may enter")
    charging = [unit for charge in berserk_charge.owed(game, side) for unit in charge.units]
    yield from _of("move", charging, "must charge")
    on_map = (unit for unit in game.state.on_map(side) if unit not in charging)
    able = [unit for unit in on_map if allows(may_move, unit) and _left(game, unit) > 0]
    halted = game.state.moving.ids if game.state.moving else ()
    yield from _of("move", (unit for unit in able if unit.id in halted), "may move on")
    fresh = (unit for unit in able if not unit.mf and "moved" not in unit.flags and unit.id not in halted)
    yield from _of("move", fresh, "not moved yet")
    yield from _stops(game, side)


def _stops(game: Game, side: Side) -> Iterator[Chance]:
    """D2.4: yield the vehicles that have moved and stop when the MPh ends, which draws fire; and the Known Guns and AFV
    in whose LOS they are.
    """
    moved = [unit for unit in game.state.on_map(side) if unit.kind == "vehicle" and unit.mf and under_way(unit)]
    stop = [unit for unit in moved if end_of_drive.why_stops(game, unit)]
    foes = [unit for unit in game.state.on_map(opponent(side)) if unit.known and unit.kind in ("gun", *VEHICLES)]
    see = [foe.id for foe in foes if any(look(game, foe.hex, unit.hex).exists for unit in stop)]
    seen = f" in LOS of {listed(see, 3)}" if see else ""
    ids, places = tuple(unit.id for unit in stop), tuple(unit.hex for unit in stop)
    if stop:
        yield Chance("stop", ids, places, f"will stop (D2.4){seen}", ("vehicle", "vehicles"))


def _left(game: Game, unit: Unit) -> float:
    """The MF or MP that a unit has left."""
    return stack_allowance(game, [unit])[unit.id] - unit.mf


def _planes(game: Game, side: Side) -> Iterator[Chance]:
    planes = [plane.id for plane in antiaircraft.aircraft(game, side) if not sorties.why_not(game, plane)]
    if planes:
        places = tuple(game.state.units[key].hex for key in planes)
        yield Chance("air", tuple(planes), places, "may attack", ("aircraft", "aircraft"))


def _final_fire(game: Game, side: Side) -> Iterator[Chance]:
    yield from _planes(game, side)
    yield from _shots(game, side)


def _routs(game: Game, side: Side) -> Iterator[Chance]:
    """A10.5: who must rout, and who may and has where to; as the RtPh tells them when it begins (A19.12)."""
    due = [unit for unit in rout_ways.due(game, side) if not rout_ways.stays_disrupted(game, unit)]
    yield from _of("rout", due, "must rout")
    waiting = [
        unit
        for unit in game.state.on_map(side)
        if "routed" not in unit.flags and unit not in due and _would(game, unit)
    ]
    yield from _of("rout", waiting, "may rout to a better hex")


def _would(game: Game, unit: Unit) -> bool:
    return rout_ways.may_rout(game, unit) and bool(rout_ways.helpful(game, unit))


def _advances(game: Game, side: Side) -> Iterator[Chance]:
    """A4.7: who could advance, first those who could into CC; with prisoners there is none (A20.5)."""
    if side != game.state.side:
        return
    able = [unit for unit in game.state.on_map(side) if not unit.carrier and _may_advance(game, unit)]
    foes = {unit.hex for unit in game.state.on_map(opponent(side)) if not unit.flags & {"hidden", "prisoner"}}
    near = [unit for unit in able if _may_advance(game, unit, foes)]
    yield from _of("advance", near, "may advance into CC")
    yield from _of("advance", (unit for unit in able if unit not in near), "may advance")


def _may_advance(game: Game, unit: Unit, into: Collection[str] | None = None) -> bool:
    """Whether a unit may advance into a hex beside it (`into`: one of these)."""
    near = (name for name in game.board.neighbours(unit.hex) if into is None or name in into)
    return any(not advance.why_not(game, unit, unit.hex, name) for name in near)


def _combats(game: Game, side: Side) -> Iterator[Chance]:
    """A11: the hexes whose CC is not fought."""
    if side == "FRIENDLY":
        names = tuple(melee.waiting(game))
        if names:
            yield Chance("cc", names, names, "with CC to fight", ("hex", "hexes"))


OPEN: dict[Phase, tuple[Callable[[Game, Side], Iterator[Chance]], ...]] = {
    "RPh": (_rallies,),
    "PFPh": (_shots,),
    "MPh": (_moves,),
    "DFPh": (_final_fire,),
    "AFPh": (_shots,),
    "RtPh": (_routs,),
    "APh": (_advances,),
    "CCPh": (_combats,),
}
