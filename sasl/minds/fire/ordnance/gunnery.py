"""The shots of Guns, vehicles, cupolas, ordnance SW, Panzerfausts and charges (S8.1, C3, C13, A22, A23)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from sasl.asl.fire.opportunity import is_mg
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.sight import seen_from
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.vehicles.carrying import crew_of
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.orders.order import Order
from sasl.minds.act import Act, Decider
from sasl.minds.fire.choice import Choice, enemy_hexes
from sasl.minds.fire.ordnance.fire_option import FireOption
from sasl.minds.fire.ordnance.mounts import Mounts
from sasl.minds.fire.ordnance.sw_options import fire_options
from sasl.minds.measures import expected_loss
from sasl.orders.carrying_orders import Unlimber
from sasl.orders.fire_orders import Fire


def choices(game: Game, decider: Decider, unit: Unit, goals: Collection[str] | None = None) -> list[Choice]:
    """S8.1: every sensible legal shot of a Gun, vehicle or cupola, or of the ordnance SW, PF and DC a unit has.

    `goals`: only at these hexes. The best first: an ADJACENT Target; AFV for AT Guns, Infantry for MG and mortars;
    the greatest harm; in a VPO; the nearest. A crew has the shots of the Gun it mans.
    """
    unit = guns.manned_by(game, unit) or unit
    pairs = sorted(_ways(game, decider, unit, goals), key=lambda pair: _order(game, decider, unit, *pair))
    return [_choice(game, unit, way, name) for way, name in pairs]


def shots(
    game: Game, decider: Decider, unit: Unit, goals: Iterable[str], least: Callable[[], float]
) -> Iterator[Choice]:
    """Those at the hexes `goals`, one hex after the other, each worked out as it is asked for; shots that certainly do
    less harm than `least` says at that moment may be missing."""
    unit = guns.manned_by(game, unit) or unit
    return (_choice(game, unit, way, name) for way, name in _ways(game, decider, unit, goals, least))


def _ways(
    game: Game, decider: Decider, unit: Unit, goals: Iterable[str] | None, least: Callable[[], float] | None = None
) -> Iterator[tuple[FireOption, str]]:
    """Every sensible legal way to fire, with the hex it is at."""
    if not unit.hex or unit.kind == "aircraft" or unit.carrier:
        return
    mounts = Mounts(game, decider, unit, least) if unit.kind in (*VEHICLES, "gun") else None
    if mounts is not None:
        if mounts.silent:
            return
        names = in_question(game, unit) if goals is None else goals
        ways = mounts.at
    else:
        reach = _reach(game, unit)
        if not reach:
            return
        names = in_question(game, unit, reach) if goals is None else _within(game, unit, goals, reach)
        ways = partial(fire_options, game, decider, unit)
    for name in names:
        for way in ways(name):
            if not _turns_its_back(game, unit, way):
                yield way, name


FAR = 999
"""The reach of who has ordnance: any hex that is seen."""


def _reach(game: Game, unit: Unit) -> int:
    """How far men reach with what is no MG: with a PF, FT or DC; 0 if they have nothing of the kind."""
    held = {weapon.type for weapon in game.state.weapons_of(unit.id) if not is_mg(game, weapon)}
    if held - {"FT", "DC"}:
        return FAR
    german = game.mission.army(unit.side).nation == "german"
    return max(game.figure("pf-range") if german else 0, game.figure("ft-reach") if held else 0)


def _within(game: Game, unit: Unit, names: Iterable[str], reach: int) -> list[str]:
    ranges = game.board.range_from(unit.hex)
    return [name for name in names if ranges.get(name, FAR) <= reach]


def in_question(game: Game, unit: Unit, reach: int = FAR) -> list[str]:
    """The hexes with enemies within reach that a unit may fire at in this phase and sees."""
    hexes = sorted(_within(game, unit, enemy_hexes(game, unit.side), reach))
    if game.state.phase == "MPh" and game.state.side != unit.side:
        return hexes
    here, seen = unit.hex, seen_from(game, unit.hex)
    return [name for name in hexes if name == here or seen[name].exists]


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
    far = game.board.distance(unit.hex, name)
    firers, odd = tuple(dict.fromkeys((unit.id, firer))), _odd(game, unit, way)
    turns = bool(way.turn.spines)
    return Choice(_ToldOption(way, name), way.harm, name, firers, far, way.normal, odd=odd, turns=turns)


@dataclass(frozen=True, eq=False)
class _ToldOption:
    """The order and words of a way to fire at the hex `name`; the words are found when they are read."""

    way: FireOption
    name: str

    @property
    def order(self) -> Order:
        """The order that fires it."""
        return self.way.order

    @property
    def title(self) -> str:
        """`T-34a fires at PzIVa in K14: expected loss 1.20 squads`."""
        goal = f"{self.way.at} in {self.name}" if self.way.at else self.name
        name = self._told[0]
        return f"{name} fire{'s' * (' and ' not in name)} at {goal}: {expected_loss(self.way.harm)}"

    @property
    def facts(self) -> tuple[str, ...]:
        """What its harm comes from, a line each."""
        return self._told[1]

    @cached_property
    def _told(self) -> tuple[str, tuple[str, ...]]:
        return self.way.tell()


USED = {"prep", "first", "final", "ti"}
"""The states in which a crew does not unlimber its Gun (C10.21)."""

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
