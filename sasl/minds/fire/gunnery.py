"""The shots of Guns, vehicles, cupolas, ordnance SW, Panzerfausts and charges (6.5, C3, C13, A22, A23)."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection

from sasl.asl.fire import fire_groups
from sasl.asl.game.clouds import clouds_of, hulks_of
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.movement.carrying import crew_of
from sasl.asl.ordnance import arcs, guns
from sasl.board.hexes import parse_hex, vertex_names
from sasl.minds.act import Act, Decider
from sasl.minds.fire.choice import Choice, Told, enemy_hexes
from sasl.minds.fire.options import FireOption, fire_options
from sasl.orders.fire import Fire
from sasl.orders.vehicles import Unlimber


def choices(game: Game, decider: Decider, unit: Unit, goals: Collection[str] | None = None) -> list[Choice]:
    """6.5: every sensible legal shot of a Gun, vehicle or cupola, or of the ordnance SW, PF and DC a unit has.

    `goals`: only at these hexes. The best first: an ADJACENT Target; AFV for AT Guns, Infantry for MG and mortars;
    the greatest harm; in a VPO; the nearest. A crew has the shots of the Gun it mans.
    """
    gun = guns.manned_by(game, unit)
    if gun is not None:
        unit = gun
    if not unit.hex or unit.kind == "aircraft" or unit.carrier:
        return []
    reach = _reach(game, unit)
    if reach is not None:
        if not reach:
            return []
        near = game.board.within(unit.hex, reach)
        goals = [name for name in (in_question(game, unit, near) if goals is None else goals) if name in near]
    pairs = [
        (way, name)
        for name in (in_question(game, unit) if goals is None else goals)
        for way in _known_ways(game, decider, unit, name)
        if not _turns_its_back(game, unit, way)
    ]
    pairs.sort(key=lambda pair: _order(game, decider, unit, *pair))
    return [_choice(game, unit, way, name) for way, name in pairs]


def _reach(game: Game, unit: Unit) -> int | None:
    """How far men reach with a PF, FT or DC; None if they have ordnance, or it is a Gun or vehicle."""
    if unit.kind in (*VEHICLES, "gun"):
        return None
    held = {weapon.type for weapon in game.state.weapons_of(unit.id) if not fire_groups.is_mg(game, weapon)}
    if held - {"FT", "DC"}:
        return None
    german = game.mission.army(unit.side).nation == "german"
    return max(game.figure("pf-range") if german else 0, game.figure("ft-reach") if held else 0)


def in_question(game: Game, unit: Unit, within: Collection[str] | None = None) -> list[str]:
    """The hexes with enemies that a unit may fire at in this phase and sees; `within`: only of these."""
    hexes = enemy_hexes(game, unit.side)
    if game.state.phase == "MPh" and game.state.side != unit.side:
        return sorted(hexes)
    here = unit.hex
    near = hexes if within is None else hexes.intersection(within)
    return sorted(name for name in near if name == here or look(game, here, name).exists)


def _order(game: Game, decider: Decider, unit: Unit, way: FireOption, name: str) -> tuple[object, ...]:
    """House rules 7: the order of Targets; what cannot be harmed comes last."""
    far = game.board.distance(unit.hex, name)
    weak, odd = way.harm < decider.doctrine.value("target-harm"), _odd(game, unit, way)
    return weak, far > 1, odd, -round(way.harm, 3), name not in game.state.control, far, name, way.sorts_by


def _odd(game: Game, unit: Unit, way: FireOption) -> bool:
    """House rules 7: whether a Target is not what the weapon looks at first."""
    return not way.armor if game.counter_of(unit).mode == "AT" else way.light and not way.men


def _choice(game: Game, unit: Unit, way: FireOption, name: str) -> Choice:
    firer = way.order.firers[0] if isinstance(way.order, Fire) else unit.id
    goal = f"{way.at} in {name}" if way.at else name
    title = f"{way.name} fires at {goal}: harm {way.harm:.2f}"
    far = game.board.distance(unit.hex, name)
    firers, odd = tuple(dict.fromkeys((unit.id, firer))), _odd(game, unit, way)
    told = Told(way.order, title, way.facts)
    return Choice(told, way.harm, name, firers, far, way.normal, odd=odd)


USED = {"prep", "first", "final", "ti"}
"""The states in which a crew does not unlimber its Gun (C10.21)."""

MOST_KNOWN = 4000
_KNOWN: OrderedDict[tuple[object, ...], tuple[tuple[object, ...], list[FireOption]]] = OrderedDict()
"""What was found out about Guns and vehicles, by the things it depends on, which it keeps alive."""


def _known_ways(game: Game, decider: Decider, unit: Unit, name: str) -> list[FireOption]:
    """The ways of a unit to fire at a hex: those of a Gun or vehicle stay the same until something there changes."""
    state = game.state
    if unit.kind not in (*VEHICLES, "gun"):
        return list(fire_options(game, decider, unit, name))
    things = (
        decider.doctrine, game.library, game.board, clouds_of(game), hulks_of(game), state.markers, state.sights,
        state.moving, state.acquired.get(unit.id), unit, *state.units_at(unit.hex), *state.units_at(name),
    )  # fmt: skip
    key = (name, state.side, state.phase, *map(id, things))
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN[key] = things, list(fire_options(game, decider, unit, name))
        if len(_KNOWN) > MOST_KNOWN:
            _KNOWN.popitem(last=False)
    return known[1]


# -- limbered Guns ------------------------------------------------------------------------------------


def unlimbers(game: Game, decider: Decider) -> Act | None:
    """C10.21: a limbered Gun on the ground is made ready in a fire phase of its side."""
    for gun in game.state.on_map(decider.side):
        if gun.kind != "gun" or "limbered" not in gun.flags or gun.carrier or gun.id in game.state.passed:
            continue
        able = [unit for unit in crew_of(game, gun) if not unit.flags & USED]
        if able and not gun.flags & USED:
            why = ("a limbered Gun does not fire (C10.1)",)
            return Act(gun.id, Unlimber(gun.id), f"{able[0].id} unlimbers {gun.id} in {gun.hex}", why, (gun.id,))
    return None


# -- turning ------------------------------------------------------------------------------------------


def _turns_its_back(game: Game, unit: Unit, way: FireOption) -> bool:
    """An absurd turn: away from an ADJACENT enemy squad that the weapon bears on now."""
    if not way.turn.spines or not way.turn.ca or unit.kind not in ("gun", "vehicle"):
        return False
    here = parse_hex(unit.hex)
    near = {
        other.hex
        for name in game.board.neighbours(unit.hex)
        for other in game.state.units_at(name, opponent(unit.side))
        if other.kind == "squad" and other.good_order and "hidden" not in other.flags
    }
    if way.turn.ca not in vertex_names(here):
        return False
    return any(arcs.bears(game, unit, "MA", name) and not arcs.in_front(unit, way.turn.ca, "MA", name) for name in near)
