"""What the player's own units could still do in this phase: what a `next` would let go by."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from sasl.asl.air import antiaircraft, sorties
from sasl.asl.close_combat import melee
from sasl.asl.fire.opportunity import armed_with, may_fire, may_fire_at, may_fire_itself, reach
from sasl.asl.fire.shots import shot_chance
from sasl.asl.game.context import Game
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
from sasl.kernel.frozen import Frozen
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

    @property
    def text(self) -> str:
        """`3 units may rally`, `1 of 3 units may Self-Rally`."""
        some = "" if self.most is None or self.most >= len(self.ids) else f"{self.most} of "
        return f"{some}{counted(len(self.ids), *self.noun)} {self.words}"


def unfinished(game: Game) -> list[Chance]:
    """What is open for the sides that the player plays, the gravest first; nothing outside the play of a mission."""
    if game.state.stage != "play":
        return []
    ours = players_sides(game)
    return [chance for find in OPEN[game.state.phase] for side in ours for chance in find(game, side)]


def words(chances: Iterable[Chance]) -> str:
    """`5 units may rally (628a, 447b …), 2 units must rout (…)`."""
    return ", ".join(f"{item.text} ({listed(item.ids, 3)})" for item in chances)


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


def _shots(game: Game, side: Side) -> Iterator[Chance]:
    """A7, A8.4: who could fire at a Known enemy that it sees and reaches; in a PFPh or DFPh the OBA, too."""
    fires = opponent(game.state.side) if game.state.phase == "DFPh" else game.state.side
    if side != fires:
        return
    there = (unit for unit in game.state.on_map(opponent(side)) if unit.known and unit.kind != "aircraft")
    foes = {unit.hex for unit in there if "prisoner" not in unit.flags}
    fire = [(_how(game, unit, foes), unit) for unit in game.state.on_map(side)]
    for text in ("may fire", "may fire a SW only"):
        yield from _of("fire", (unit for how, unit in fire if how == text), text)
    yield from _modules(game, side)


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


def _how(game: Game, unit: Unit, foes: Iterable[str]) -> str:
    """Whether a unit may fire at one of these hexes to any effect, or only a SW of its; "": neither."""
    how = ""
    for name in _targets(game, unit, foes):
        if may_fire_itself(game, unit, name) and (shot_chance(game, [unit.id], name) != 0 or _helps(game, unit, name)):
            return "may fire"
        if any(shot_chance(game, [item.id], name) != 0 for item in armed_with(game, unit, name)):
            how = "may fire a SW only"
    return how


def _helps(game: Game, unit: Unit, name: str) -> bool:
    """A7.5: whether a unit without a chance of its own has one at a hex together with the others of its stack."""
    there = game.state.units_at(unit.hex, unit.side)
    return bool(shot_chance(game, [other.id for other in there if may_fire_itself(game, other, name)], name))


def _targets(game: Game, unit: Unit, foes: Iterable[str]) -> Iterator[str]:
    """The Known enemies in reach and LOS of a unit that fires by itself: it, or a SW it mans, may fire there."""
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
    return rout_ways.may_rout(game, unit) and bool(rout_ways.willing(game, unit))


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
