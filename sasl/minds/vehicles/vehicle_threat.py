"""Who could harm a vehicle where: Guns and tanks, men near by, and what falls from above, as far as its side knows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import Seen, look, seen_from
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import morale_levels
from sasl.asl.ordnance import guns, latw, mounted
from sasl.asl.ordnance.aiming import to_hit
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Shell
from sasl.asl.ordnance.mounted import Aspect, Ordnance, Place
from sasl.board.board import Board
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Decider
from sasl.minds.movement.ways.danger import Danger, at_most, danger, harm_chance, has_open_crew
from sasl.minds.movement.ways.threats import known_threats

UNSHAKEN = 99
"""The morale of a crew that no shell reaches."""

HARM = ("burning", "destroyed", "immobilized", "shock")
PLACES: tuple[Place, ...] = ("hull", "turret")
FRONT: Mapping[Place, Aspect] = {"hull": "front", "turret": "front"}
"""As a vehicle shows itself that faces who fires at it."""


Chances = dict[tuple[int, int], float]
"""The chance that a shot harms a vehicle, by range and Hindrance, as far as it has been worked out."""


@dataclass(frozen=True, slots=True)
class Shooter:
    """A Known piece of ordnance that fires at vehicles: whose it is, where, what it fires, and what that does."""

    id: str
    hex: str
    gun: Ordnance
    ammo: str
    chances: Chances = field(default_factory=dict, compare=False, repr=False)


class Men(Frozen):
    """Where men are that can go at a vehicle, each place with the chance that they are there; and what one of them
    does to it one hex away, two …: by Panzerfaust, or in CC."""

    places: tuple[tuple[str, float], ...]
    reach: tuple[float, ...]


Neighbours = Mapping[str, Sequence[tuple[str, int, float]]]
"""By hex, the men near it: where they are, their range, and the chance that they harm a vehicle there."""


@dataclass
class VehicleThreat:
    """The risk of each hex for one vehicle.

    `soft`: the danger of the hex to what has no armor, or to the crew of an open top (D5.31). `shells`: the columns of
    Residual FP and FFE by hex, and whether they last. `risks`: those known already.
    """

    game: Game
    unit: Unit
    shooters: tuple[Shooter, ...]
    men: Neighbours
    soft: Danger | None
    shells: Mapping[str, list[tuple[int, bool]]]
    risks: dict[str, float] = field(default_factory=dict)

    def risk(self, name: str) -> float:
        """The chance, 0 to 1, that one of those who see the hex harms the vehicle in it."""
        found = self.risks.get(name)
        if found is None:
            found = self.risks[name] = self._risk(name)
        return found

    def _risk(self, name: str) -> float:
        safe = 1.0 if self.soft is None else 1 - self.soft(name)
        for shooter, ranges, sights in self._lines:
            safe *= 1 - self._shot(shooter, ranges[name], sights, name)
        for place, far, chance in self.men.get(name, ()):
            if far <= 1 or look(self.game, place, name).exists:
                safe *= 1 - chance
        for column, lasts in self.shells.get(name, ()):
            safe *= 1 - lasts * harm_chance(self.game, column, 0, shaken(self.game, self.unit))
        return 1 - safe

    @cached_property
    def _lines(self) -> list[tuple[Shooter, Mapping[str, int], Mapping[str, Seen]]]:
        """Each shooter with the ranges and the LOS from where it is."""
        board = self.game.board
        return [(item, board.range_from(item.hex), seen_from(self.game, item.hex)) for item in self.shooters]

    def shot(self, shooter: Shooter, name: str) -> float:
        """The chance that one shooter harms the vehicle in a hex; without a LOS only where it could."""
        far = self.game.board.range_from(shooter.hex)[name]
        return self._shot(shooter, far, seen_from(self.game, shooter.hex), name)

    def _shot(self, shooter: Shooter, far: int, sights: Mapping[str, Seen], name: str) -> float:
        """The same with the range and the LOS from where it is."""
        most = self._chance(shooter, far, 0)
        if not far or not most:
            return most
        sight = sights[name]
        if not sight.exists:
            return 0.0
        return most if not sight.hindrance else self._chance(shooter, far, sight.hindrance)

    def _chance(self, shooter: Shooter, far: int, hindrance: int) -> float:
        found = shooter.chances.get((far, hindrance))
        if found is None:
            found = shooter.chances[far, hindrance] = chance_of_shot(self.game, shooter, self.unit, far, hindrance)
        return found


def shaken(game: Game, unit: Unit) -> int:
    """C1.55: the Morale Level at which shells shake the crew of a vehicle, if they reach it."""
    return morale_levels.level(game, unit) if mounted.exposed(game, unit) else UNSHAKEN


def chance_of_shot(
    game: Game, shooter: Shooter, target: Unit, far: int, hindrance: int, aspects: Mapping[Place, Aspect] = FRONT
) -> float:
    """The chance that a shot hits, and that its hit harms, on the front or `aspects`, hull and turret alike."""
    number = to_hit.modified(game, shooter.gun, "Vehicle", far, shooter.ammo)
    shell = Shell(shooter.ammo, shooter.gun.calibre, shooter.gun.barrel)
    harms = Fraction(0)
    for place in PLACES:
        effects = to_kill.chances(game, to_kill.kill(game, shell, target, place, aspects[place], far))
        harms += sum((chance for name, chance in effects.items() if name in HARM), Fraction(0))
    return at_most(number - (hindrance + game.counter_of(target).size)) * float(harms / 2)


_CHANCES: Memo[dict[tuple[str, str, Ordnance, str], Chances]] = Memo()
"""What shots do to each type of vehicle of each nation, by weapon and ammunition."""


def vehicle_threat(game: Game, decider: Decider, unit: Unit) -> VehicleThreat:
    """The risks of a vehicle as its side knows them."""
    armored = mounted.armored(game, unit)
    return VehicleThreat(
        game,
        unit,
        tuple(shooters(game, unit)) if armored else (),
        _near_men(game, decider, unit),
        None if armored and not has_open_crew(game, unit) else danger(game, decider, unit),
        known_threats(game, decider).lying,
    )


def shooters(game: Game, vehicle: Unit) -> Iterator[Shooter]:
    """The Known Guns, vehicles and cupolas whose MA works and is manned; mortars hardly hit a vehicle."""
    nation = game.mission.army(vehicle.side).nation
    chances = _CHANCES.of((game.library,), dict)
    for unit in game.state.on_map(opponent(vehicle.side)):
        if unit.kind not in ("gun", "vehicle") or not unit.known or not unit.good_order or unit.carrier:
            continue
        item = game.counter_of(unit)
        gun = mounted.ordnance(game, item)
        if gun is None or gun.mortar or mounted.broken(unit, "MA"):
            continue
        if unit.kind == "gun" and guns.crew(game, unit) is None:
            continue
        ammo = "AP" if not item.no_ap else "HEAT" if "HEAT" in item.depletion else "HE"
        yield Shooter(unit.id, unit.hex, gun, ammo, chances.setdefault((nation, vehicle.type, gun, ammo), {}))


# -- men near by --------------------------------------------------------------------------------------

_MEN: Memo[Men] = Memo(steady=True)
_NEAR: Memo[Neighbours] = Memo()


def doubtful(game: Game, side: str) -> set[str]:
    """The hexes with S?, which only the FRIENDLY side does not see into."""
    return game.state.suspect_hexes if side == "FRIENDLY" else set()


def _near_men(game: Game, decider: Decider, vehicle: Unit) -> Neighbours:
    """Who is near each hex; kept while they stand where they are."""
    men = _MEN.of((game.state, decider.doctrine, vehicle.side), lambda: men_of(game, decider, vehicle))
    return _NEAR.of((men, game.board), lambda: _spread(game.board, men))


def men_of(game: Game, decider: Decider, vehicle: Unit) -> Men:
    """The Known squads of the other side that could go at a vehicle, and S? by chance."""
    enemies = game.state.on_map(opponent(vehicle.side))
    squads = [item for item in enemies if item.mmc and item.known and item.good_order and not item.carrier]
    doubts = doubtful(game, vehicle.side)
    chance = decider.doctrine.value("suspect-risk") if doubts else 0.0
    places = (*((item.hex, 1.0) for item in squads), *((name, chance) for name in sorted(doubts)))
    return Men(places, _at_close_range(game, decider))


def _at_close_range(game: Game, decider: Decider) -> tuple[float, ...]:
    """What a squad of the other side does to a vehicle one hex away, two …: by Panzerfaust (C13.3), or in CC."""
    other, adjacent = opponent(decider.side), decider.doctrine.value("close-risk")
    if game.mission.army(other).nation != "german" or latw.used(game, other) >= latw.allowed(game, other):
        return (adjacent,)
    faces = roll_kind("dr").sides
    chance = game.figure("pf-check") / faces
    chart = game.library.table("latw.pf")
    hits = [chance * at_most(int(chart.value(far))) for far in range(1, game.figure("pf-range") + 1)]
    return (max(adjacent, hits[0]), *hits[1:])


def _spread(board: Board, men: Men) -> Neighbours:
    """The men by the hexes they reach, in their order."""
    found: dict[str, list[tuple[str, int, float]]] = {}
    for place, there in men.places:
        for name in board.within(place, len(men.reach)):
            far = board.distance(place, name)
            found.setdefault(name, []).append((place, far, there * men.reach[max(far, 1) - 1]))
    return found
