"""The shots that some units have at a hex: who reaches it, with what, in one Fire Group, and how likely each does
anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import inf

from sasl.asl.fire import firing
from sasl.asl.fire.fire_groups import out_of_the_chain, why_not_direct
from sasl.asl.fire.opportunity import Opportunity, farthest, is_mg, opportunity, reach
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming.aim import Manner
from sasl.asl.preview import Preview

FARTHEST = 24
"""Targets farther off, in hexes, are not looked for; a player may aim at them all the same."""


def hexes_of(game: Game, names: Iterable[str]) -> list[str]:
    """The hexes that these units and SW fire from."""
    state, found = game.state, dict[str, None]()
    for name in names:
        weapon = state.weapons.get(name)
        unit = state.units.get(weapon.holder if weapon else name)
        if unit is not None and unit.hex:
            found[unit.hex] = None
    return list(found)


def in_reach(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """Who of them fires at `goal`: those that reach it, of a unit that does not its MG that do.

    A leader who directs is among them; nobody is, if only he would be.
    """
    found: dict[str, None] = {}
    for name in names:
        far = min((game.board.distance(place, goal) for place in hexes_of(game, [name])), default=0)
        unit = game.state.units.get(name)
        if how_far(game, name) >= far:
            found[name] = None
        elif unit is not None and unit.kind not in (*VEHICLES, "gun"):
            found |= {
                item.id: None
                for item in game.state.weapons_of(name)
                if "MG" in item.type and "malfunctioned" not in item.flags and how_far(game, item.id) >= far
            }
    directors = [name for name in found if name in game.state.units and game.state.units[name].kind == "leader"]
    return list(found) if len(directors) < len(found) or len(names) == 1 else []


def how_far(game: Game, name: str) -> int:
    """How far a unit's own FP, or a SW, can fire at all."""
    weapon, unit = game.state.weapons.get(name), game.state.units.get(name)
    if unit is not None and unit.kind in (*VEHICLES, "gun"):
        return reach(game, unit)
    if unit is not None and unit.kind == "leader":
        return FARTHEST
    piece = weapon or game.state.units[name]
    if piece is unit and not game.counter_of(piece).range:
        return 0
    far = farthest(game, piece)
    return FARTHEST if far == inf else int(far)


def by_themselves(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """The SW of these units that could fire at `goal`, and do so only where they are named: no MG, as a FT."""
    state, found = game.state, []
    for unit in state.present(names):
        for item in state.weapons_of(unit.id):
            counter, far = game.counter_of(item), game.board.distance(unit.hex, goal)
            fires = counter.range and counter.code != "DC" and not is_mg(game, item) and item.id not in names
            if fires and far <= how_far(game, item.id) and not fire_of(game, [item.id], goal)[1]:
                found.append(item.id)
    return found


def has_no_weapon(game: Game, unit: Unit) -> bool:
    """Whether a unit is a vehicle with nothing to fire, such as a wagon; who rides in it fires by himself."""
    return unit.kind == "vehicle" and not mounted.weapons(game, unit)


def fire_of(game: Game, names: Sequence[str], goal: str) -> tuple[Opportunity | None, str]:
    """The kind of fire that the first of these could use at `goal` now; or why it cannot."""
    state = game.state
    for name in names:
        weapon = state.weapons.get(name)
        unit = state.units.get(weapon.holder if weapon else name)
        if unit is None or (unit.kind == "leader" and len(names) > 1):
            continue
        if has_no_weapon(game, unit):
            return None, f"{unit.id} has no weapon of its own (A7.1)"
        fault = ""
        for item in (weapon, *(() if weapon else state.weapons_of(unit.id))):
            try:
                return opportunity(game, unit, goal, item), ""
            except Refused as refusal:
                fault = str(refusal)
        return None, fault
    return None, ""


def shot_chance(game: Game, names: Sequence[str], goal: str) -> Fraction | None:
    """How likely a shot does anything: an effect on the IFT, a hit of ordnance; None where it cannot be fired."""
    return chance_of(_sheet(game, names, goal))


def _sheet(game: Game, names: Sequence[str], goal: str) -> Preview | None:
    """Return the attack of these firers before its dice; None where it is refused or has no sheet."""
    try:
        return firing.preview(game, names, (goal,), Manner())
    except Refused:
        return None


def chance_of(preview: Preview | None) -> Fraction | None:
    """How likely a previewed shot does anything; None for one that has no odds."""
    return 1 - preview.expected[-1][1] if preview is not None and preview.expected else None


def led(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """Return these firers with the best leader of each of their hexes, where that lowers the DRM of their fire (A7.53,
    A7.531).

    A hex of which a leader is named already keeps him.
    """
    kind, before = fire_of(game, names, goal)[0], _sheet(game, names, goal) if names else None
    if kind is None or before is None:
        return list(names)
    units = game.state.units
    pieces = [name for name in names if name not in units or units[name].kind != "leader"]
    places = set(hexes_of(game, pieces)) - {units[name].hex for name in names if name not in pieces}
    leaders = [
        unit.id
        for place in sorted(places)
        for unit in sorted(game.state.units_at(place, _side(game, names)), key=leadership.drm)
        if unit.kind == "leader"
        and not unit.carrier
        and not why_not_direct(game.state, unit, kind, places, pieces, again=False)
    ]
    best = {units[key].hex: key for key in reversed(leaders)}
    after = _sheet(game, [*names, *best.values()], goal) if best else None
    return [*names, *best.values()] if after is not None and after.total < before.total else list(names)


def _side(game: Game, names: Sequence[str]) -> Side:
    """Return the side of the first of these units and SW."""
    weapon = game.state.weapons.get(names[0])
    return weapon.side if weapon else game.state.units[names[0]].side


def together(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """A7.5: the first of them, and those who make its shot better by joining it in one Fire Group.

    A far or hindered firer can make it worse: the whole group takes its Hindrances.
    """
    group = list(names[:1])
    best = _worth(game, group, goal)
    for name in names[1:]:
        joined = _worth(game, [*group, name], goal)
        if joined > best:
            group, best = [*group, name], joined
    return group


def one_group(game: Game, names: Sequence[str], goal: str) -> list[str]:
    """A7.5: those of some stacks who fire at a hex in one attack: all in reach, or, where their hexes are no chain, the
    best shot of them with those who can join it.
    """
    near = in_reach(game, names, goal)
    places = hexes_of(game, near)
    if not places or not out_of_the_chain(game, places):
        return near
    return together(game, sorted(near, key=lambda name: _worth(game, [name], goal), reverse=True), goal)


def _worth(game: Game, names: Sequence[str], goal: str) -> tuple[Fraction, int]:
    """What a shot of them all is worth: how likely it does anything, then its FP column; less than 0 if refused."""
    preview = _sheet(game, names, goal)
    chance = chance_of(preview)
    return (Fraction(-1), 0) if preview is None or chance is None else (chance, preview.number or 0)
