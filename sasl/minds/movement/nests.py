"""Who could fire, as far as a side knows: the hexes with enemies, their weapons, and which hexes they see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.fire import residual
from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.context import Game
from sasl.asl.game.sight import clouds_of, hulks_of, look
from sasl.asl.game.state import SMC, VEHICLES, Side, Unit, opponent
from sasl.asl.infantry import morale
from sasl.asl.oba import artillery
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.mounted import Ordnance
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider


@dataclass(frozen=True, slots=True)
class Arm:
    """One weapon that bears on a hex: FP and normal range of small arms, or a piece of ordnance.

    `used`: it has fired as `first` or `final` and so answers a move with half its FP at normal range, or only when
    ADJACENT.
    """

    fp: float = 0.0
    range: int = 0
    most: int = 0
    gun: Ordnance | None = None
    used: str = ""


@dataclass(frozen=True, slots=True)
class Nest:
    """A hex from which enemies fire: their weapons, and the modifier of their best leader.

    `normal`, `most`: the normal and the greatest range of the best weapon. Not `sure`: what is there is guessed.
    """

    hex: str
    arms: tuple[Arm, ...]
    leader: int
    normal: int
    most: int
    sure: bool = True


def _nest(name: str, arms: Sequence[Arm], leader: int = 0, *, sure: bool = True) -> Nest:
    return Nest(name, tuple(arms), leader, max(arm.range for arm in arms), max(arm.most for arm in arms), sure)


Seeing = list[tuple[Nest, int, int]]
"""Nests with range and Hindrance."""
Harms = dict[tuple[str, int, str, int, float, int], float]
"""What a nest does to men: by its hex, range, manner, DRM, share of its FP, and their morale."""


@dataclass(frozen=True)
class Watch:
    """All that a side knows of the enemies that could fire, at one moment, and which hexes they see.

    `lying`: the columns of Residual FP, Fire Lanes and FFE by hex, and whether they last. `harms`: what a nest does to
    men, as far as it has been worked out.
    """

    game: Game
    nests: tuple[Nest, ...]
    lying: Mapping[str, list[tuple[int, bool]]]
    seen: dict[str, Seeing]
    harms: Harms

    def seeing(self, name: str) -> Seeing:
        """The nests that reach a hex and see it, each with range and Hindrance."""
        if name not in self.seen:
            self.seen[name] = list(self._look(name))
        return self.seen[name]

    def shelled(self) -> set[str]:
        """The hexes in an FFE."""
        return {name for name, items in self.lying.items() if any(lasts for _, lasts in items)}

    def _look(self, name: str) -> Iterator[tuple[Nest, int, int]]:
        for nest in self.nests:
            far = self.game.board.distance(nest.hex, name)
            if far > nest.most:
                continue
            sight = look(self.game, nest.hex, name) if far else None
            if sight is None or sight.exists:
                yield nest, far, sight.hindrance if sight else 0


_WATCH: Memo[Watch] = Memo()
_NESTS: Memo[tuple[Nest, ...]] = Memo(steady=True)
_SEEN: Memo[dict[str, Seeing]] = Memo()
_HARMS: Memo[Harms] = Memo()


def watch(game: Game, decider: Decider) -> Watch:
    """The enemies of a side as it knows them; what they see is kept while they and what hides them stay the same."""
    parts = game.state, game.board, game.library, decider.doctrine, decider.side
    return _WATCH.of(parts, lambda: _watch(game, decider))


def _watch(game: Game, decider: Decider) -> Watch:
    nests = _NESTS.of((game.state, game.library, decider.doctrine, decider.side), lambda: tuple(_nests(game, decider)))
    hides = clouds_of(game), hulks_of(game), game.state.sights
    seen = _SEEN.of((nests, *hides, game.board, game.library), dict)
    return Watch(game, nests, _lying(game, decider.side), seen, _HARMS.of((nests, game.board, game.library), dict))


def _nests(game: Game, decider: Decider) -> Iterator[Nest]:
    """Known enemies hex by hex; for the FRIENDLY side also S? and concealed units, by a figure of the doctrine."""
    arms: dict[str, list[Arm]] = {}
    leaders: dict[str, int] = {}
    doubts: set[str] = set()
    for unit in game.state.on_map(opponent(decider.side)):
        place = unit.hex or ""
        if unit.kind == "aircraft" or "hidden" in unit.flags:
            continue
        if "concealed" in unit.flags:
            doubts.add(place)
            continue
        found = list(arms_of(game, unit))
        if found:
            arms.setdefault(place, []).extend(found)
        if unit.kind == "leader" and unit.good_order:
            leaders[place] = min(leaders.get(place, 0), morale.leadership(unit))
    for place, items in arms.items():
        yield _nest(place, items, leaders.get(place, 0))
    if decider.side == "FRIENDLY":
        doubts |= {item.hex for item in game.state.suspects.values() if not item.off_board}
        fp, far = decider.doctrine.value("suspect-fp"), int(decider.doctrine.value("suspect-range"))
        for place in sorted(doubts - arms.keys()):
            yield _nest(place, [Arm(fp, far, far)], sure=False)


def _lying(game: Game, side: Side) -> dict[str, list[tuple[int, bool]]]:
    """A8.2, A9.22, C1.5: what attacks whoever enters a hex: its column, and whether it is still there later."""
    found: dict[str, list[tuple[int, bool]]] = {}
    for marker in game.state.markers.values():
        if marker.kind == "ffe":
            for name in game.board.within(marker.hex, marker.number):
                found.setdefault(name, []).append((artillery.column_at(game, marker, name), True))
        elif marker.kind in (residual.RESIDUAL, residual.LANE) and marker.side != side:
            lane = marker.kind == residual.LANE
            for name in residual.lane_hexes(game, marker) if lane else (marker.hex,):
                found.setdefault(name, []).append((marker.number, False))
    return found


def arms_of(game: Game, unit: Unit) -> Iterator[Arm]:
    """What a unit and its SW can fire with."""
    if unit.flags & (CANNOT_FIRE.keys() - {"prep"}):
        return
    long, item = game.figure("long-range"), game.counter_of(unit)
    used = next((flag for flag in ("final", "first") if flag in unit.flags), "")
    if unit.kind in (*VEHICLES, "gun"):
        if unit.kind == "gun" and guns.crew(game, unit) is None:
            return
        gun = mounted.ordnance(game, item)
        if gun and not mounted.broken(unit, "MA"):
            most = item.range or game.figure("ordnance-reach")
            yield Arm(0, most, most, gun, used if unit.kind == "gun" else "")
        mgs = sum(cc_vehicles.machine_guns(game, unit).values()) if unit.kind in VEHICLES else 0
        if mgs:
            normal = (item.range if unit.kind == "cupola" else None) or game.figure("mg-vehicle-range")
            yield Arm(mgs, normal, normal * long)
        return
    part = 0.5 if "pinned" in unit.flags else 1.0
    if item.fp and unit.kind not in SMC and not _mans_gun(game, unit):
        yield Arm(item.fp * part, item.range or 0, (item.range or 0) * long, None, used)
    for weapon in game.state.weapons_of(unit.id):
        card = game.counter_of(weapon)
        if weapon.flags & {"malfunctioned", "dismantled"} or not card.rof or not card.fp:
            continue
        smc = unit.kind in SMC and unit.kind != "hero"
        used = next((flag for flag in ("final", "first") if flag in weapon.flags), "")
        fp = card.fp * part / (game.figure("smc-mg-divisor") if smc else 1)
        yield Arm(fp, card.range or 0, (card.range or 0) * long, None, used)


def _mans_gun(game: Game, unit: Unit) -> bool:
    gun = game.state.units.get(unit.group)
    return gun is not None and gun.kind == "gun" and gun.hex == unit.hex
