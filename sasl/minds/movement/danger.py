"""How dangerous a hex is: who could fire at it as far as a side knows, and the harm to be expected there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from sasl.asl.close_combat import cc_vehicles
from sasl.asl.fire import ift, residual
from sasl.asl.fire.drm import Motion, target_mods
from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game.clouds import clouds_of, hulks_of
from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sight import look
from sasl.asl.game.state import Side, Unit, opponent
from sasl.asl.infantry import concealment, morale
from sasl.asl.movement.step import LEFT_BEHIND
from sasl.asl.oba import artillery
from sasl.asl.ordnance import guns, mounted, to_hit
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
class Threat:
    """A hex from which enemies fire: their weapons, and the modifier of their best leader.

    `normal`, `most`: the normal and the greatest range of the best weapon. Not `sure`: what is there is guessed.
    """

    hex: str
    arms: tuple[Arm, ...]
    leader: int
    normal: int
    most: int
    sure: bool = True


def _threat(name: str, arms: Sequence[Arm], leader: int = 0, *, sure: bool = True) -> Threat:
    return Threat(name, tuple(arms), leader, max(arm.range for arm in arms), max(arm.most for arm in arms), sure)


Seeing = list[tuple[Threat, int, int]]
"""Threats with range and Hindrance."""
Harms = dict[tuple[str, int, str, int, float, int], float]
"""What a threat does to men: by its hex, range, manner, DRM, share of its FP, and their morale."""


@dataclass(frozen=True)
class Threats:
    """All that a side knows of the enemies that could fire, at one moment, and which hexes they see.

    `lying`: the columns of Residual FP, Fire Lanes and FFE by hex, and whether they last. `harms`: what they do to
    men, as far as it has been worked out.
    """

    game: Game
    items: tuple[Threat, ...]
    lying: Mapping[str, list[tuple[int, bool]]]
    seen: dict[str, Seeing]
    harms: Harms

    def seeing(self, name: str) -> Seeing:
        """The threats that reach a hex and see it, each with range and Hindrance."""
        if name not in self.seen:
            self.seen[name] = list(self._look(name))
        return self.seen[name]

    def shelled(self) -> set[str]:
        """The hexes in an FFE."""
        return {name for name, items in self.lying.items() if any(lasts for _, lasts in items)}

    def _look(self, name: str) -> Iterator[tuple[Threat, int, int]]:
        for threat in self.items:
            far = self.game.board.distance(threat.hex, name)
            if far > threat.most:
                continue
            sight = look(self.game, threat.hex, name) if far else None
            if sight is None or sight.exists:
                yield threat, far, sight.hindrance if sight else 0


_KNOWN: Memo[Threats] = Memo()
_FOUND: Memo[tuple[Threat, ...]] = Memo(steady=True)
_SEEN: Memo[dict[str, Seeing]] = Memo()
_HARMS: Memo[Harms] = Memo()


def known_threats(game: Game, decider: Decider) -> Threats:
    """The enemies of a side as it knows them; what they see is kept while they and what hides them stay the same."""
    parts = game.state, game.board, game.library, decider.doctrine, decider.side
    return _KNOWN.of(parts, lambda: _known_threats(game, decider))


def _known_threats(game: Game, decider: Decider) -> Threats:
    threats = _FOUND.of(
        (game.state, game.library, decider.doctrine, decider.side), lambda: tuple(_find_threats(game, decider))
    )
    hides = clouds_of(game), hulks_of(game), game.state.sights
    seen = _SEEN.of((threats, *hides, game.board, game.library), dict)
    return Threats(
        game, threats, _lying(game, decider.side), seen, _HARMS.of((threats, game.board, game.library), dict)
    )


def _find_threats(game: Game, decider: Decider) -> Iterator[Threat]:
    """Known enemies hex by hex; for the FRIENDLY side also S? and concealed units, by a figure of the doctrine."""
    arms: dict[str, list[Arm]] = {}
    leaders: dict[str, int] = {}
    doubts: set[str] = set()
    for unit in game.state.on_map(opponent(decider.side)):
        place = unit.hex
        if unit.kind == "aircraft" or "hidden" in unit.flags:
            continue
        if "concealed" in unit.flags:
            doubts.add(place)
            continue
        own = list(arms_of(game, unit))
        if own:
            arms.setdefault(place, []).extend(own)
        if unit.kind == "leader" and unit.good_order:
            leaders[place] = min(leaders.get(place, 0), morale.leadership(unit))
    for place, items in arms.items():
        yield _threat(place, items, leaders.get(place, 0))
    if decider.side == "FRIENDLY":
        doubts |= {item.hex for item in game.state.suspects.values() if not item.off_board}
        fp, far = decider.doctrine.value("suspect-fp"), int(decider.doctrine.value("suspect-range"))
        for place in sorted(doubts - arms.keys()):
            yield _threat(place, [Arm(fp, far, far)], sure=False)


def _lying(game: Game, side: Side) -> dict[str, list[tuple[int, bool]]]:
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
        yield Arm(0, most, most, gun, used)


def _arms_of_vehicle(game: Game, unit: Unit) -> Iterator[Arm]:
    """The MA and the MG of a vehicle or cupola."""
    yield from _main_armament(game, unit)
    mgs = sum(cc_vehicles.machine_guns(game, unit).values())
    if mgs:
        reach = game.counter_of(unit).range if unit.kind == "cupola" else None
        normal = reach or game.figure("mg-vehicle-range")
        yield Arm(mgs, normal, normal * game.figure("long-range"))


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
        smc = unit.kind in SMC and unit.kind != "hero"
        fp = card.fp * part / (game.figure("smc-mg-divisor") if smc else 1)
        yield Arm(fp, card.range or 0, (card.range or 0) * long, None, _used(weapon.flags))


How = Literal["moving", "assault", "dash", "standing"]
LEFT = frozenset((*LEFT_BEHIND, "encircled"))


# -- the danger of a hex ---------------------------------------------------------------------------------


@dataclass
class Danger:
    """The expected harm of the fire a unit draws in a hex: called, of a unit that moves there.

    `assault`: by Assault Movement; `standing`: of one that stops there and is fired at later.
    """

    game: Game
    unit: Unit
    threats: Threats
    _known: dict[tuple[str, How], float] = field(default_factory=dict)
    _mods: dict[tuple[str, How, bool], int] = field(default_factory=dict)

    def __call__(self, name: str) -> float:
        """While it moves in the hex, with FFNAM and FFMO."""
        return self.of(name, "moving")

    def assault(self, name: str) -> float:
        """When it enters by Assault Movement (A4.61): no FFNAM, and concealment is kept in Concealment Terrain."""
        return self.of(name, "assault")

    def dashing(self, name: str) -> float:
        """When it dashes across the hex (A4.63): half the FP."""
        return self.of(name, "dash")

    def standing(self, name: str) -> float:
        """When it stays in the hex."""
        return self.of(name, "standing")

    def of(self, name: str, how: How) -> float:
        """The chance, 0 to 1, that one of the threats that see the hex breaks or kills it there."""
        key = name, how
        if key not in self._known:
            safe, doubt = 1.0, 0.0
            for threat, far, hindrance in self.threats.seeing(name):
                harm = self._harm(threat, name, far, hindrance, how)
                if threat.sure:
                    safe *= 1 - harm
                else:
                    doubt = max(doubt, harm)  # of many S? few are there: the worst stands for all
            for column, lasts in self.threats.lying.get(name, ()):
                if (lasts or how != "standing") and self.unit.kind not in VEHICLES:
                    safe *= 1 - harm_chance(self.game, column, self._drm(name, how, 0), self.unit.morale)
            self._known[key] = 1 - safe * (1 - doubt)
        return self._known[key]

    def seen(self, name: str) -> bool:
        """Whether any enemy that could fire sees the hex."""
        return bool(self.threats.seeing(name))

    def _harm(self, threat: Threat, name: str, far: int, hindrance: int, how: How) -> float:
        if self.unit.kind in VEHICLES:
            return self._on_vehicle(threat, far, hindrance)
        drm = self._drm(name, how, hindrance) + hindrance
        if self._above(threat.hex, name):
            drm += self.game.figure("height-advantage")
        half = 0.5 if how == "dash" or (how != "moving" and self._hidden(name)) else 1.0
        key = threat.hex, far, how, drm, half, self.unit.morale
        known = self.threats.harms
        if key not in known:
            known[key] = self._on_men(threat, far, how, drm, half)
        return known[key]

    def _on_men(self, threat: Threat, far: int, how: How, drm: int, half: float) -> float:
        """What a threat does to men at that range with that DRM; `half` of its FP counts where they are concealed."""
        fp = sum(_fp(self.game, arm, far, how) for arm in threat.arms) * half
        safe = 1 - harm_chance(self.game, ift.column_of(self.game, fp), drm + threat.leader, self.unit.morale)
        for arm in threat.arms:
            if arm.gun and (how == "standing" or arm.used != "final"):
                safe *= 1 - self._shell(arm.gun, far, drm)
        return 1 - safe

    def _shell(self, gun: Ordnance, far: int, drm: int) -> float:
        """C3.3: to hit men at that range, then HE on its column."""
        number, _ = to_hit.number(self.game, gun, "Infantry", max(far, 1), "HE")
        column = ift.he_column(self.game, gun.calibre)
        return at_most(number - drm) * harm_chance(self.game, column, 0, self.unit.morale)

    def _on_vehicle(self, threat: Threat, far: int, hindrance: int) -> float:
        safe = 1.0
        soft = not mounted.armored(self.game, self.unit)
        for arm in threat.arms:
            if arm.gun:
                number, _ = to_hit.number(self.game, arm.gun, "Vehicle", max(far, 1), "AP")
                safe *= 1 - at_most(number - hindrance)
            elif soft:
                column = ift.column_of(self.game, _fp(self.game, arm, far, "moving"))
                safe *= 1 - at_most(ift.star(self.game, column) - hindrance)
        return 1 - safe

    def _drm(self, name: str, how: How, hindrance: int) -> int:
        """The DRM of the hex against the unit there, from no side in particular."""
        key = name, how, hindrance > 0
        if key not in self._mods:
            stays = name == self.unit.hex and how == "standing"
            unit = self.unit if stays else replace(self.unit, hex=name, flags=self.unit.flags - LEFT)
            motion = None if how == "standing" else Motion(how == "assault")
            mods = target_mods(self.game, unit, "", moving=motion, hindrance=hindrance)
            self._mods[key] = sum(mod.value for mod in mods)
        return self._mods[key]

    def _above(self, shooter: str, name: str) -> bool:
        """B10.31: Height Advantage, where no TEM protects."""
        board = self.game.board
        return (
            board.terrain(name).elevation > board.terrain(shooter).elevation
            and board.chart.tem(board.terrain(name).terrains) <= 0
        )

    def _hidden(self, name: str) -> bool:
        """Whether it would be concealed there."""
        return "concealed" in self.unit.flags and (
            name == self.unit.hex or concealment.is_concealment_terrain(self.game, name)
        )


def _fp(game: Game, arm: Arm, far: int, how: How) -> float:
    """The FP of small arms at a range (A7.21, A7.22, A8.3)."""
    if arm.gun or far > arm.most:
        return 0.0
    fp = arm.fp * (game.figure("pbf") if far <= 1 else 1.0 if far <= arm.range else 0.5)
    if how == "standing" or not arm.used:
        return fp
    if arm.used == "final":
        return fp / 2 if far <= 1 else 0.0
    return fp / 2 if far <= arm.range else 0.0


def danger(game: Game, decider: Decider, unit: Unit) -> Danger:
    """House rules 7: the expected harm, 0 to 1, of the fire that `unit` would draw in a hex.

    It counts the enemies its side knows. Built once for each plan: it remembers what it has worked out.
    """
    return Danger(game, unit, known_threats(game, decider))


# -- chances ---------------------------------------------------------------------------------------------


def harm_chance(game: Game, column: int, drm: int, level: int) -> float:
    """The chance that an attack on a column breaks, reduces or kills a unit of this morale."""
    if not column:
        return 0.0
    return game.board.remember(f"harm {column} {drm} {level}", lambda: _harm_chance(game, column, drm, level))


def _harm_chance(game: Game, column: int, drm: int, level: int) -> float:
    total = 0.0
    for number in range(2, 13):
        outcome = ift.outcome(game, column, number + drm)
        if outcome.kind in ("KIA", "K"):
            total += chance_of(number)
        elif outcome.kind == "MC":
            total += chance_of(number) * (1 - at_most(level - outcome.n))
    return total


def chance_of(number: int) -> float:
    """The chance of a DR of exactly this number."""
    return max(0, 6 - abs(7 - number)) / 36


def at_most(number: int) -> float:
    """The chance of a DR of at most this number."""
    return sum(chance_of(each) for each in range(2, min(number, 12) + 1))
