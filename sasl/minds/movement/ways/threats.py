"""The threat map of a side: who could fire as far as it knows, with what, and which hexes they see.

A map is kept, with all that was worked out on it, until a fact touches it: an enemy who changes, what lies on the
ground, what a LOS crosses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.fire import residual
from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.los.sight import Seen, look, seen_from, view_of
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit, but_thoughts
from sasl.asl.infantry.morale import leadership
from sasl.asl.oba import artillery
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.mounted import Ordnance
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo, same_things
from sasl.minds.act import Decider
from sasl.solitaire.suspects import activation

How = Literal["moving", "assault", "dash", "bypass", "standing"]
"""What a unit does in a hex: moves there, enters by Assault Movement (A4.61), dashes across (A4.63), goes round what is
in it (A4.3), stays."""


class Arm(Frozen):
    """One weapon that bears on a hex: FP and normal range of small arms, or a piece of ordnance.

    `used`: it has fired as `first` or `final` and so answers a move with half its FP at normal range, or only when
    ADJACENT. `aimed`, `aim`: the hex that ordnance has acquired, and by how much that helps it to hit there (C6.5).
    """

    fp: float = 0.0
    range: int = 0
    most: int = 0
    gun: Ordnance | None = None
    used: str = ""
    aimed: str = ""
    aim: int = 0


Harms = dict[tuple[int, bool, int, float, int, str], float]
"""What arms do to men: by range, whether these stay, DRM, share of the FP that counts, their morale, and the hex if
one of the arms has acquired it."""


class Ladder(Frozen):
    """S5: the worst Final IFT DRM with which men, or vehicles, that move make an S? check, range by range."""

    men: tuple[int, ...]
    vehicles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Threat:
    """A hex from which enemies fire: their weapons, and the modifier of their best leader.

    `level`: the elevation of the hex. `most`: the greatest range of the best weapon. Not `sure`: what is there is
    guessed. `ladder`: an S? that must be made to check before it fires, `chance`: that it then Activates (S5).
    `aimed`: the hexes that its arms have acquired. `harms`: what such arms do, as far as that has been worked out.
    """

    hex: str
    level: int
    arms: tuple[Arm, ...]
    leader: int
    most: int
    sure: bool = True
    chance: float = 1.0
    ladder: Ladder | None = None
    aimed: frozenset[str] = frozenset()
    harms: Harms = field(default_factory=dict, compare=False, repr=False)


Seeing = tuple[tuple[int, int, int], ...]
"""The threats that reach a hex and see it, by their place in the map, each with range and Hindrance."""
Lying = Mapping[str, list[tuple[int, bool]]]
"""The columns of Residual FP, Fire Lanes and FFE by hex, and whether they last."""
Table = dict[str, float]
"""The danger of each hex, as far as it has been worked out."""


class Outlook(dict[str, Seeing]):
    """Which of several hexes with threats reach and see a hex; worked out when it is first asked for.

    `rows`: the greatest range from each of these hexes, with the ranges and the LOS from it.
    """

    def __init__(self, rows: Sequence[tuple[int, Mapping[str, int], Mapping[str, Seen]]]) -> None:
        super().__init__()
        self._rows = rows

    def __missing__(self, name: str) -> Seeing:
        seeing = []
        for number, (most, ranges, sights) in enumerate(self._rows):
            far = ranges[name]
            if far > most:
                continue
            if not far:
                seeing.append((number, 0, 0))
            elif (sight := sights[name]).exists:
                seeing.append((number, far, sight.hindrance))
        found = self[name] = tuple(seeing)
        return found


class Threats(Frozen, eq=False):
    """What a side knows of the enemies that could fire, and which hexes they see.

    `tables`: the danger of the hexes in which nothing lies, for each class of units and each way to be there.
    """

    items: tuple[Threat, ...]
    lying: Lying
    outlook: Outlook
    tables: dict[tuple[object, ...], Table] = {}

    def seeing(self, game: Game, name: str) -> Seeing:
        """The threats that reach a hex and see it."""
        found = self.outlook[name]
        return verify.same(f"who sees {name}", found, lambda: self._look(game, name)) if verify.ON else found

    def _look(self, game: Game, name: str) -> Seeing:
        """The same without any row."""
        found = []
        for number, threat in enumerate(self.items):
            far = game.board.distance(threat.hex, name)
            sight = look(game, threat.hex, name)
            if far <= threat.most and (not far or sight.exists):
                found.append((number, far, sight.hindrance if far else 0))
        return tuple(found)

    def shelled(self) -> set[str]:
        """The hexes in an FFE."""
        return {name for name, items in self.lying.items() if any(lasts for _, lasts in items)}


_KNOWN: Memo[Threats] = Memo()
_MAPS: Memo[Threats] = Memo()
_OUTLOOKS: Memo[Outlook] = Memo()
_PLACES: Memo[tuple[tuple[str, int], ...]] = Memo(steady=True)
_LYING: Memo[Lying] = Memo(steady=True)


def known_threats(game: Game, decider: Decider) -> Threats:
    """The enemies of a side as it knows them; the same map as before while nothing that it shows has changed."""
    parts = *but_thoughts(game.state), game.board, game.library, game.mission, decider.doctrine, decider.side
    return _KNOWN.of(parts, lambda: _map(game, decider))


def _map(game: Game, decider: Decider) -> Threats:
    items = _threats_of(game, decider)
    places = _PLACES.of((items,), lambda: tuple((threat.hex, threat.most) for threat in items))
    state, ground = game.state, (game.board, game.library)
    outlook = _OUTLOOKS.of((places, view_of(game), *ground), lambda: _outlook(game, places))
    parts = state.markers, state.units, state.weapons, decider.side, *ground
    lying = _LYING.of(parts, lambda: _lie(game, decider.side))
    return _MAPS.of((items, lying, outlook, *ground), lambda: Threats(items, lying, outlook))


def _outlook(game: Game, places: Sequence[tuple[str, int]]) -> Outlook:
    return Outlook([(most, game.board.range_from(name), seen_from(game, name)) for name, most in places])


def _lie(game: Game, side: Side) -> Lying:
    """A8.2, A9.22, C1.5: what attacks whoever enters a hex: its column, and whether it is still there later."""
    columns: dict[str, list[tuple[int, bool]]] = {}
    for marker in game.state.markers.values():
        if marker.kind == "ffe":
            for name in game.board.within(marker.hex, marker.number):
                columns.setdefault(name, []).append((artillery.column_at(game, marker, name), True))
        elif marker.kind in (residual.RESIDUAL, residual.LANE) and marker.side != side:
            lane = marker.kind == residual.LANE
            for name in residual.lane_hexes(game, marker) if lane else (marker.hex,):
                columns.setdefault(name, []).append((marker.number, False))
    return columns


# -- who could fire --------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Watch:
    """The threats of a side at the last moment it was asked about, and what they were found from."""

    units: tuple[Unit, ...] = ()
    others: tuple[object, ...] = ()
    """The SW, and of the FRIENDLY side the S? with what their AC checks hang on (S5)."""
    items: tuple[Threat, ...] = ()


_WATCHES: Memo[_Watch] = Memo()


def _threats_of(game: Game, decider: Decider) -> tuple[Threat, ...]:
    """The threats at this moment: those that are as they were before are the very same."""
    watch = _WATCHES.of((game.board, game.library, decider.doctrine, decider.side), _Watch)
    state, foe = game.state, opponent(decider.side)
    units = tuple(unit for unit in state.on_map() if unit.side == foe or unit.kind == "gun")
    guesses = (state.suspects, state.values, state.control) if decider.side == "FRIENDLY" else ()
    others = (state.weapons, state.acquired, *guesses)
    if same_things(units, watch.units) and same_things(others, watch.others):
        if verify.ON:
            verify.same("threats", watch.items, lambda: tuple(_find_threats(game, decider)))
        return watch.items
    before = {threat.hex: threat for threat in watch.items}
    items = tuple(before[new.hex] if before.get(new.hex) == new else new for new in _find_threats(game, decider))
    if not same_things(items, watch.items):
        watch.items = items
    watch.units, watch.others = units, others
    return watch.items


def known_to(decider: Decider, unit: Unit) -> bool:
    """Whether a side knows of an enemy: of a Known one; the FRIENDLY side of concealed ones, too, for the player has
    put what Activated on his map (S5.7)."""
    return unit.known or (decider.side == "FRIENDLY" and "hidden" not in unit.flags)


def _find_threats(game: Game, decider: Decider) -> Iterator[Threat]:
    """Known enemies hex by hex; for the FRIENDLY side concealed ones as well, and S? by figures of the doctrine."""
    arms: dict[str, list[Arm]] = {}
    leaders: dict[str, int] = {}
    for unit in game.state.on_map(opponent(decider.side)):
        place = unit.hex
        if unit.kind == "aircraft" or not known_to(decider, unit):
            continue
        own = list(arms_of(game, unit))
        if own:
            arms.setdefault(place, []).extend(own)
        if unit.kind == "leader" and unit.good_order:
            leaders[place] = min(leaders.get(place, 0), leadership.drm(unit))
    for place, items in arms.items():
        yield _threat(game, place, tuple(items), leaders.get(place, 0))
    if decider.side == "FRIENDLY":
        yield from _guessed(game, decider, arms)


def _guessed(game: Game, decider: Decider, known: Collection[str]) -> Iterator[Threat]:
    """The S?, one in each hex in which no enemy is known: by the chance that they are made to Activate, or always."""
    value = decider.doctrine.value
    there = {item.hex: item for item in game.state.suspects.values() if not item.off_board and item.hex not in known}
    fp, far = value("suspect-fire"), int(value("suspect-normal"))
    if not fp:
        guess = Arm(value("suspect-fp"), int(value("suspect-range")), int(value("suspect-range")))
        yield from (_threat(game, place, (guess,), sure=False) for place in sorted(there))
        return
    ladder = _LADDERS.of((game.library, game.mission), lambda: _ladder(game))
    comes = (Arm(fp, far, min(far * game.figure("long-range"), len(ladder.men) - 1)),)
    for place in sorted(there):
        chance = float(activation.ac_chance(game, there[place]))
        if chance:
            yield _threat(game, place, comes, sure=False, chance=chance, ladder=ladder)


_LADDERS: Memo[Ladder] = Memo()
ANY, NEVER = 99, -99
"""A DRM that none exceeds, and one that none is as good as."""


def _ladder(game: Game) -> Ladder:
    """S5: the range charts of the mission for the nation of the ENEMY."""
    tables, nation = game.library.tables, game.mission.enemy.nation
    words: dict[object, int] = {"any": ANY, "never": NEVER, "long": game.figure("long-range-drm")}
    ranges = range(game.figure("longest-range") + 1)

    def worst(name: str) -> tuple[int, ...]:
        found = (tables[name].value(far, nation) for far in ranges)
        return tuple(words[item] if item in words else int(item) for item in found)

    return Ladder(worst(game.mission.ranges), worst(game.mission.vehicle_ranges))


_HARMS: Memo[dict[tuple[tuple[Arm, ...], int], Harms]] = Memo()
MOST_ARMS = 2000
"""What so many different sets of arms do is kept at once."""


def _threat(
    game: Game,
    name: str,
    arms: tuple[Arm, ...],
    leader: int = 0,
    *,
    sure: bool = True,
    chance: float = 1.0,
    ladder: Ladder | None = None,
) -> Threat:
    known = _HARMS.of((game.library,), dict)
    if len(known) > MOST_ARMS:
        known.clear()
    harms = known.setdefault((arms, leader), {})
    most, level = max(arm.most for arm in arms), game.board.terrain(name).elevation
    aimed = frozenset(arm.aimed for arm in arms if arm.aim)
    return Threat(name, level, arms, leader, most, sure, chance, ladder, aimed, harms)


def arms_of(game: Game, unit: Unit) -> Iterator[Arm]:
    """What a unit and its SW can fire with."""
    if unit.flags & (CANNOT_FIRE.keys() - {"prep"}):
        return
    if unit.kind in VEHICLES:
        yield from _arms_of_vehicle(game, unit)
    elif unit.kind == "gun":
        if guns.crew(game, unit) is not None:
            yield from _main_armament(game, unit, _used(unit.flags))
    else:
        yield from _arms_of_men(game, unit)


def _used(flags: Collection[str]) -> str:
    """How something has fired already, as a flag; "" if it has not."""
    return "final" if "final" in flags else "first" if "first" in flags else ""


def _main_armament(game: Game, unit: Unit, used: str = "") -> Iterator[Arm]:
    """The MA of a Gun or vehicle, if it is ordnance and works."""
    item = game.counter_of(unit)
    gun = mounted.ordnance(game, item)
    if gun and not mounted.broken(unit, "MA"):
        most = item.range or game.figure("ordnance-reach")
        held = game.state.acquired.get(unit.id)
        used = "final" if mounted.spent(unit, "MA") else used  # C2.24: for this MPh and DFPh it has lost its ROF
        yield Arm(0, most, most, gun, used, held.hex if held else "", abs(held.level) if held else 0)


def _arms_of_vehicle(game: Game, unit: Unit) -> Iterator[Arm]:
    """The MA and the MG of a vehicle or cupola."""
    yield from _main_armament(game, unit)
    for weapon, fp in cc_vehicles.machine_guns(game, unit).items():
        normal = mounted.normal_range(game, unit, weapon)
        yield Arm(fp, normal, normal * game.figure("long-range"))


def _arms_of_men(game: Game, unit: Unit) -> Iterator[Arm]:
    """The own FP of a unit on foot, and the SW it can fire."""
    long, item = game.figure("long-range"), game.counter_of(unit)
    part = 0.5 if "pinned" in unit.flags else 1.0
    if item.fp and unit.kind not in SMC and not guns.with_its_gun(game, unit):
        yield Arm(item.fp * part, item.range or 0, (item.range or 0) * long, None, _used(unit.flags))
    for weapon in game.state.weapons_of(unit.id):
        card = game.counter_of(weapon)
        if weapon.flags & {"malfunctioned", "dismantled"} or not card.rof or not card.fp:
            continue
        smc = unit.kind in SMC and not unit.heroic
        fp = card.fp * part / (game.figure("smc-mg-divisor") if smc else 1)
        yield Arm(fp, card.range or 0, (card.range or 0) * long, None, _used(weapon.flags))


def fire_power(game: Game, arms: Iterable[Arm], far: int, *, standing: bool) -> float:
    """The FP of small arms together at a range (A7.21, A7.22); what has fired answers a move with less (A8.3)."""
    return sum(_fp(game, arm, far, standing) for arm in arms)


def _fp(game: Game, arm: Arm, far: int, standing: bool) -> float:
    if arm.gun or far > arm.most:
        return 0.0
    fp = arm.fp * (game.figure("pbf") if far <= 1 else 1.0 if far <= arm.range else 0.5)
    if standing or not arm.used:
        return fp
    if arm.used == "final":
        return fp / 2 if far <= 1 else 0.0
    return fp / 2 if far <= arm.range else 0.0
