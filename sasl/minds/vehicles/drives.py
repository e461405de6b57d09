"""What a vehicle knows of the ground before it, the drives it could make in one MPh, and the long way to a goal."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from sasl.asl.game.context import Game
from sasl.asl.game.sight import clouds_of, look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import morale
from sasl.asl.movement import driving
from sasl.asl.movement.allowance import movement_allowance, movement_kind
from sasl.asl.movement.costs import is_hard, step_cost, towed, wet
from sasl.asl.ordnance import guns, latw, mounted, to_hit, to_kill
from sasl.asl.ordnance.mounted import Ordnance, Place
from sasl.asl.ordnance.to_kill import Shell
from sasl.asl.vehicles import bog
from sasl.board.board import Board
from sasl.board.movement import cost
from sasl.kernel.dice import roll_kind
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.movement.danger import Danger, at_most, danger, harm_chance
from sasl.minds.movement.paths import distances, known_mines
from sasl.minds.movement.threats import known_threats

UNSHAKEN = 99
"""The morale of a crew that no shell reaches."""

HARM = ("burning", "destroyed", "immobilized", "shock")
PLACES: tuple[Place, ...] = ("hull", "turret")


@dataclass(frozen=True, slots=True)
class Shooter:
    """A Known piece of ordnance that fires at vehicles."""

    unit: Unit
    gun: Ordnance
    ammo: str

    @property
    def hex(self) -> str:
        """Where it is."""
        return self.unit.hex


@dataclass
class VehicleThreat:
    """What a vehicle knows of the ground: who would hit it where, who is close, what it may not enter.

    `shells`: the columns of Residual FP and FFE by hex, and whether they last.
    """

    game: Game
    decider: Decider
    unit: Unit
    shooters: tuple[Shooter, ...]
    men: tuple[tuple[str, float], ...]
    closed: frozenset[str]
    parked: frozenset[str]
    soft: Danger | None
    reach: tuple[float, ...]
    crowded: frozenset[str]
    tows: bool
    bare: Game
    prices: dict[tuple[str, str], float | None]
    shells: Mapping[str, list[tuple[int, bool]]]
    _risks: dict[str, float] = field(default_factory=dict)
    _shots: dict[tuple[str, int, int], float] = field(default_factory=dict)

    @property
    def start(self) -> str:
        """Where the vehicle is."""
        return self.unit.hex

    def risk(self, name: str) -> float:
        """The chance, 0 to 1, that one of those who see the hex harms the vehicle in it."""
        if name not in self._risks:
            safe = 1.0 if self.soft is None else 1 - self.soft(name)
            if self.soft is None:
                for shooter in self.shooters:
                    safe *= 1 - self.shot(shooter, name)
            for place, weight in self.men:
                safe *= 1 - weight * self._close(place, name)
            for column, lasts in self.shells.get(name, ()):
                safe *= 1 - lasts * harm_chance(self.game, column, 0, self._shaken)
            self._risks[name] = 1 - safe
        return self._risks[name]

    @property
    def _shaken(self) -> int:
        """C1.55: the Morale Level at which shells shake its crew, if they reach it."""
        return morale.level(self.game, self.unit) if mounted.exposed(self.game, self.unit) else UNSHAKEN

    def _close(self, place: str, name: str) -> float:
        """The chance that Infantry in `place` harms it in `name`: with a Panzerfaust, or in CC."""
        far = self.game.board.distance(place, name)
        if far > len(self.reach) or (far > 1 and not look(self.game, place, name).exists):
            return 0.0
        return self.reach[max(far, 1) - 1]

    def shot(self, shooter: Shooter, name: str) -> float:
        """The chance that one shooter harms the vehicle in a hex."""
        far = self.game.board.distance(shooter.hex, name)
        sight = look(self.game, shooter.hex, name) if far else None
        if sight is not None and not sight.exists:
            return 0.0
        key = shooter.unit.id, far, sight.hindrance if sight else 0
        if key not in self._shots:
            number, _ = to_hit.number(self.game, shooter.gun, "Vehicle", far, shooter.ammo)
            drm = key[2] + self.game.counter_of(self.unit).size
            self._shots[key] = at_most(number - drm) * self._kill(shooter, far)
        return self._shots[key]

    def _kill(self, shooter: Shooter, far: int) -> float:
        """The chance that its hit on the front harms, hull and turret alike."""
        shell = Shell(shooter.ammo, shooter.gun.calibre, shooter.gun.barrel)
        total = Fraction(0)
        for place in PLACES:
            effects = to_kill.chances(self.game, to_kill.kill(self.game, shell, self.unit, place, "front", far))
            total += sum((chance for name, chance in effects.items() if name in HARM), Fraction(0))
        return float(total / 2)

    def price(self, a: str, b: str) -> float | None:
        """The MP of entering `b` from `a`; None if it cannot, or takes ALL."""
        if b in self.crowded or self.tows:
            return _mp(self.game, self.unit, a, b)
        if (a, b) not in self.prices:
            self.prices[a, b] = _mp(self.bare, self.unit, a, b)
        return self.prices[a, b]


def _mp(game: Game, unit: Unit, a: str, b: str) -> float | None:
    step = step_cost(game, unit, a, b)
    return step.mf if step.allowed and not step.all else None


_PRICES: Memo[dict[tuple[str, bool, bool], dict[tuple[str, str], float | None]]] = Memo()
"""What each kind of vehicle pays for the terrain alone."""


def vehicle_threat(game: Game, decider: Decider, unit: Unit) -> VehicleThreat:
    """The ground as the side of the vehicle knows it."""
    other = opponent(unit.side)
    enemies = [item for item in game.state.on_map(other) if item.kind != "aircraft" and "hidden" not in item.flags]
    doubts: set[str] = set()
    if unit.side == "FRIENDLY":
        doubts = {item.hex for item in game.state.suspects.values() if not item.off_board}
    held = {item.hex for item in enemies if "prisoner" not in item.flags}
    armored = mounted.armored(game, unit)
    soft = None if armored else danger(game, decider, unit)
    mines = known_mines(game) if not game.counter_of(unit).mine_roller else frozenset()
    shooters = tuple(_shooters(game, enemies)) if armored else ()
    everywhere = _PRICES.of((game.board, game.library), dict)
    known = everywhere.setdefault((unit.type, "buttoned" in unit.flags, wet(game)), {})
    return VehicleThreat(
        game,
        decider,
        unit,
        shooters,
        _men(decider, enemies, doubts),
        mines | held | doubts,
        _parked(game, unit),
        soft,
        _at_close_range(game, decider),
        frozenset(clouds_of(game)) | _hulls(game),
        towed(game, unit) is not None,
        game.at(replace(game.state, units={}, markers={})),
        known,
        known_threats(game, decider).lying,
    )


def _hulls(game: Game) -> frozenset[str]:
    """The hexes with vehicles, wrecks and fires, which cost more to pass or are not entered at all."""
    vehicles = {item.hex for item in game.state.on_map() if item.kind == "vehicle"}
    markers = {item.hex for item in game.state.markers.values() if item.kind in ("wreck", "blaze", "flame")}
    return frozenset(vehicles | markers)


def _men(decider: Decider, enemies: Collection[Unit], doubts: Collection[str]) -> tuple[tuple[str, float], ...]:
    """Where men are that can go at a vehicle, with the chance that they are there."""
    squads = [item for item in enemies if item.mmc and item.known and item.good_order and not item.carrier]
    risk = decider.doctrine.value("suspect-risk") if doubts else 0.0
    return (*((item.hex, 1.0) for item in squads), *((name, risk) for name in sorted(doubts)))


def _parked(game: Game, unit: Unit) -> frozenset[str]:
    """Where other vehicles of its side stand."""
    own = game.state.on_map(unit.side)
    return frozenset(item.hex for item in own if item.kind == "vehicle" and item.id != unit.id and item.hex)


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


def _shooters(game: Game, enemies: Collection[Unit]) -> list[Shooter]:
    """The Known Guns, vehicles and cupolas whose MA works and is manned; mortars hardly hit a vehicle."""
    shooters = []
    for unit in enemies:
        if unit.kind not in ("gun", "vehicle") or not unit.known or not unit.good_order or unit.carrier:
            continue
        item = game.counter_of(unit)
        gun = mounted.ordnance(game, item)
        if gun is None or gun.mortar or mounted.broken(unit, "MA"):
            continue
        if unit.kind == "gun" and guns.crew(game, unit) is None:
            continue
        ammo = "AP" if not item.no_ap else "HEAT" if "HEAT" in item.depletion else "HE"
        shooters.append(Shooter(unit, gun, ammo))
    return shooters


def sees_target(game: Game, unit: Unit, name: str, reach: int) -> bool:
    """Whether a Known enemy that the vehicle could fire at is in LOS of a hex, within `reach` hexes."""
    for other in game.state.on_map(opponent(unit.side)):
        if not other.known or other.kind == "aircraft" or "prisoner" in other.flags or not other.hex:
            continue
        if game.board.distance(name, other.hex) <= reach and (name == other.hex or look(game, name, other.hex).exists):
            return True
    return False


@dataclass(frozen=True, slots=True)
class Drive:
    """One way: its hexes, the own one first, its MP, the greatest risk on it, how often it may bog, where it faces."""

    hexes: tuple[str, ...]
    mp: float
    risk: float
    bogs: int
    vertex: int | None

    @property
    def end(self) -> str:
        """Where it ends."""
        return self.hexes[-1]


def drives(land: VehicleThreat, reserve: float) -> dict[str, Drive]:
    """The safest drive to every hex in reach, `reserve` MP left over (for the Stop); the own hex, too."""
    game, unit = land.game, land.unit
    figure = land.decider.doctrine.value
    allowance = movement_allowance(game, unit) - unit.mf - reserve
    begin = 0.0 if driving.under_way(unit) else float(game.figure("start-mp"))
    start = land.start
    reach: dict[str, Drive] = {start: Drive((start,), 0.0, 0.0, 0, driving.facing(unit))}
    queue: list[tuple[float, float, int, Drive]] = [(0.0, begin, 0, reach[start])]
    done: set[str] = set()
    serial = 0
    while queue:
        total, mp, _, drive = heapq.heappop(queue)
        here = drive.end
        if here in done:
            continue
        done.add(here)
        reach[here] = drive
        turn = game.figure("turn-mp-hard" if is_hard(game, unit, here) else "turn-mp")
        for near in game.board.neighbours(here):
            if near in land.closed or near in done:
                continue
            price = land.price(here, near)
            if price is None:
                continue
            side = game.board.hexside(here, near) or 0
            vertex, turns = driving.turned(drive.vertex, side) if drive.vertex is not None else (side, 0)
            spent = mp + price + turns * turn
            if spent > allowance:
                continue
            bogs = int(bog.causes(game, unit, here, near) is not None)
            risk = land.risk(near)
            new = Drive((*drive.hexes, near), spent, max(drive.risk, risk), drive.bogs + bogs, vertex)
            serial += 1
            weight = total + spent - mp + figure("drive-risk-mp") * risk + figure("bog-mp") * bogs
            heapq.heappush(queue, (weight, spent, serial, new))
    return reach


def stays(land: VehicleThreat) -> Drive:
    """To stay where it is."""
    return Drive((land.start,), 0.0, 0.0, 0, driving.facing(land.unit))


# -- the long way -------------------------------------------------------------------------------------


def to_go(land: VehicleThreat, goal: str) -> Mapping[str, float]:
    """The MP from every hex to the goal over the terrain, around known mines."""
    mines = frozenset(name for name in land.closed if land.game.state.markers_at(name, "minefield"))
    return _to_go(land.game.board, goal, movement_kind(land.game, land.unit), mines)


@lru_cache(maxsize=64)
def _to_go(board: Board, goal: str, kind: str, mines: frozenset[str]) -> Mapping[str, float]:
    all_mp = board.chart.figure("all_mf")
    prices: dict[tuple[str, str], float | None] = board.cache.setdefault(f"drives {kind}", {})

    def price(a: str, b: str) -> float | None:
        if a in mines:
            return None
        if (a, b) not in prices:
            item = cost(board, a, b, kind)
            prices[a, b] = None if not item.allowed else all_mp if item.mf is None else item.mf
        return prices[a, b]

    return distances(board, goal, price)
