"""How dangerous a hex is to a unit: the harm to be expected there of the fire of those who see it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from math import prod
from typing import TypeVar

from sasl.asl.fire import ift
from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.tem import Motion
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES, Flag
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Marker, Unit
from sasl.asl.game.under_way import Moving
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import morale_levels
from sasl.asl.movement.step import LEFT_BEHIND
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import to_hit
from sasl.asl.ordnance.mounted import Ordnance
from sasl.board.board import Board
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Decider
from sasl.minds.movement.ways.threats import How, Table, Threat, Threats, fire_power, known_threats

LEFT: frozenset[Flag] = frozenset((*LEFT_BEHIND, "encircled"))
"""The states of a place: a unit has them no more in the next hex."""
TELLING: frozenset[Flag] = frozenset({"mounted", "hazardous"})
"""The states of a unit that the DRM against it speaks of in any hex."""

ANY_SIDE = (5, 0)
"""A Bypass along one hexside, from no side in particular."""

H = TypeVar("H", str, int)
Drms = dict[tuple[str, How], tuple[int, int]]
"""The DRM of a hex in which nothing lies, with a clear LOS and hindered: by its name, and what a unit does there."""


class _Hexes(dict[H, float]):
    """The danger of hexes by name or by rank, each worked out when it is first asked for."""

    _find: Callable[[H], float]

    def __init__(self, find: Callable[[H], float]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, place: H) -> float:
        found = self[place] = self._find(place)
        return found


class Danger:
    """The expected harm of the fire a unit draws in a hex: called, of a unit that moves there.

    `assault`: by Assault Movement; `standing`: of one that stops there and is fired at later. The chance, 0 to 1, that
    one of the threats that see the hex breaks or kills it there; an S? counts where a move would make it check (S5).
    What holds for all units of its class is kept with the `threats`; hexes of its own (`_own`: where it is, or where
    something lies) are worked out for it alone.
    """

    def __init__(self, game: Game, unit: Unit, threats: Threats) -> None:
        self.game, self.unit, self.threats = game, unit, threats
        names, self._rank = game.board.ranked, game.board.rank
        self.moving: Mapping[int, float] = _Hexes(lambda place: self._find(names[place], "moving"))
        """While it moves in the hex with this rank, with FFNAM and FFMO."""
        self._tables: dict[How, Table] = {}
        self._vehicle = unit.kind in VEHICLES
        self._soft = self._vehicle and not mounted.armored(game, unit)
        self._crew = morale_levels.level(game, unit) if has_open_crew(game, unit) else 0
        self._concealed = "concealed" in unit.flags
        tube = any(game.counter_of(item).code == "FT" for item in game.state.weapons_of(unit.id))
        target = unit.flags & TELLING, tube, self._vehicle
        self._class = self._soft, self._crew, self._concealed, unit.morale, target
        self._drms = _DRMS.of((game.board, game.library), dict).setdefault(target, {})
        self._bare, self._height = _bare_heights(game.board), game.figure("height-advantage")
        self._own = _littered(game, unit)

    def __call__(self, name: str) -> float:
        """While it moves in the hex, with FFNAM and FFMO."""
        return self.moving[self._rank[name]]

    def assault(self, name: str) -> float:
        """When it enters by Assault Movement (A4.61): no FFNAM, and concealment is kept in Concealment Terrain."""
        return self.of(name, "assault")

    def dashing(self, name: str) -> float:
        """When it dashes across the hex (A4.63): half the FP."""
        return self.of(name, "dash")

    def passing(self, name: str) -> float:
        """When it goes round what is in the hex in Bypass (A4.34)."""
        return self.of(name, "bypass")

    def standing(self, name: str) -> float:
        """When it stays in the hex."""
        return self.of(name, "standing")

    def of(self, name: str, how: How) -> float:
        """When it does so in the hex."""
        if how == "moving":
            return self(name)
        table = self._tables.get(how)
        if table is None:
            table = self._tables[how] = _Hexes(lambda place: self._find(place, how))
        return table[name]

    def of_each(self, name: str) -> Iterator[tuple[Threat, float]]:
        """The harm by each of the Known threats alone, to men who move in the hex."""
        clear, hindered = self._drm(name, "moving")
        half = 0.5 if self._hidden(name) else 1.0
        for number, far, hindrance in self.threats.seeing(self.game, name):
            threat = self.threats.items[number]
            if threat.sure:
                drm = hindered + hindrance if hindrance else clear
                drm += self._height if self._bare[name] > threat.level else 0
                yield threat, self._harm(threat, (far, False, drm, half, self.unit.morale), name)

    def surely(self, name: str) -> float:
        """The harm of the Residual FP and Fire Lanes alone that attack whoever moves into the hex (A8.2)."""
        clear, _ = self._drm(name, "moving")
        columns = (column for column, lasts in self.threats.lying.get(name, ()) if not lasts)
        return 1 - prod(1 - harm_chance(self.game, column, clear, self.unit.morale) for column in columns)

    def seen(self, name: str) -> bool:
        """Whether any enemy that could fire sees the hex."""
        return bool(self.threats.seeing(self.game, name))

    def _find(self, name: str, how: How) -> float:
        if name in self._own:
            return self._work_out(name, how)
        shared = self.threats.tables.setdefault((self._class, how), {})
        found = shared.get(name)
        if found is None:
            found = shared[name] = self._work_out(name, how)
        if verify.ON:
            verify.same(f"danger of {name}", found, lambda: self._work_out(name, how))
        return found

    def _work_out(self, name: str, how: How) -> float:
        if self._vehicle:
            return self._of_vehicle(name)
        threats, safe, doubt, level = self.threats, 1.0, 0.0, self.unit.morale
        clear, hindered = self._drm(name, how)
        bare, standing = self._bare[name], how == "standing"
        shown = self._drm(name, "moving") if standing else (clear, hindered)
        half = 0.5 if how == "dash" or (how not in ("moving", "bypass") and self._hidden(name)) else 1.0
        for number, far, hindrance in threats.seeing(self.game, name):
            threat = threats.items[number]
            drm = hindered + hindrance if hindrance else clear
            height = self._height if bare > threat.level else 0
            if threat.ladder is not None:
                seen = (shown[1] + hindrance if hindrance else shown[0]) + height
                if seen > threat.ladder.men[far]:
                    continue
            harm = self._harm(threat, (far, standing, drm + height, half, level), name)
            if threat.ladder is not None:
                safe *= 1 - threat.chance * harm
            elif threat.sure:
                safe *= 1 - harm
            elif harm > doubt:
                doubt = harm  # of many S? few are there: the worst stands for all
        for column, lasts in threats.lying.get(name, ()):
            if lasts or not standing:
                safe *= 1 - harm_chance(self.game, column, clear, level)
        return 1 - safe * (1 - doubt)

    def _of_vehicle(self, name: str) -> float:
        threats, safe, doubt = self.threats, 1.0, 0.0
        for number, far, hindrance in threats.seeing(self.game, name):
            threat = threats.items[number]
            if threat.ladder is not None and hindrance > threat.ladder.vehicles[far]:
                continue
            if self._crew:
                harm = _on_crew(self.game, threat, far, hindrance, self._crew)
            else:
                harm = _on_vehicle(self.game, threat, far, hindrance, soft=self._soft)
            if threat.ladder is not None:
                safe *= 1 - threat.chance * harm
            elif threat.sure:
                safe *= 1 - harm
            else:
                doubt = max(doubt, harm)
        return 1 - safe * (1 - doubt)

    def _harm(self, threat: Threat, case: tuple[int, bool, int, float, int], name: str) -> float:
        key = (*case, name if name in threat.aimed else "")
        harm = threat.harms.get(key)
        if harm is None:
            harm = threat.harms[key] = _on_men(self.game, threat, *key)
        if verify.ON:
            verify.same(f"harm out of {threat.hex}", harm, lambda: _on_men(self.game, threat, *key))
        return harm

    def _drm(self, name: str, how: How) -> tuple[int, int]:
        """The DRM of the hex against the unit there, from no side in particular: with a clear LOS, and hindered."""
        if name in self._own:
            return _hex_drms(self.game, self.unit, name, how)
        found = self._drms.get((name, how))
        if found is None:
            found = self._drms[name, how] = _hex_drms(self.game, self.unit, name, how)
        if verify.ON:
            verify.same(f"DRM of {name}", found, lambda: _hex_drms(self.game, self.unit, name, how))
        return found

    def _hidden(self, name: str) -> bool:
        """Whether it would be concealed there."""
        here = name == self.unit.hex
        return self._concealed and (here or concealment.is_concealment_terrain(self.game, name))


def danger(game: Game, decider: Decider, unit: Unit) -> Danger:
    """House rules 7: the expected harm, 0 to 1, of the fire that `unit` would draw in a hex.

    It counts the enemies its side knows. Built once for each plan: it remembers what it has worked out.
    """
    return Danger(game, unit, known_threats(game, decider))


# -- the hex ---------------------------------------------------------------------------------------------

_DRMS: Memo[dict[object, Drms]] = Memo()
_MARKED: Memo[frozenset[str]] = Memo()


def _hex_drms(game: Game, unit: Unit, name: str, how: How) -> tuple[int, int]:
    """The DRM of a hex against a unit that does so there, from no side in particular: clear LOS, and hindered."""
    stays = name == unit.hex and how == "standing"
    there = unit if stays else replace(unit, hex=name, flags=unit.flags - LEFT)
    motion = None if how == "standing" else Motion(how == "assault")
    if how == "bypass":
        going = Moving((unit.id,), "", name, 0.0, bypass=ANY_SIDE)
        game = game.at(replace(game.state, moving=going))
    mods = target_mods(game, there, "", moving=motion)
    clear = sum(mod.value for mod in mods)
    return clear, clear - sum(mod.value for mod in mods if mod.kind == "ffmo")  # any Hindrance takes FFMO away (A4.6)


def _littered(game: Game, unit: Unit) -> frozenset[str]:
    """The hexes where a unit may fare otherwise than the others of its class: its own, that of its Gun, and those with
    markers, vehicles of its side or abandoned ones (D9.3)."""
    marked = _MARKED.of((game.state.markers,), lambda: _hexes_of(game.state.markers.values()))
    vehicles = (item for item in game.state.units.values() if item.kind == "vehicle" and item.hex)
    own = {item.hex for item in vehicles if item.side == unit.side or "abandoned" in item.flags} | {unit.hex}
    gun = game.state.units.get(unit.group)
    if gun is not None:
        own.add(gun.hex)
    if game.state.moving and in_bypass(game.state, unit):
        own.add(game.state.moving.hex)
    return marked | own


def _hexes_of(markers: Iterable[Marker]) -> frozenset[str]:
    return frozenset(marker.hex for marker in markers)


def _bare_heights(board: Board) -> dict[str, float]:
    """The level of each hex without TEM, on which Height Advantage tells (B10.31); below all where there is TEM."""
    return board.remember("bare heights", lambda: {name: _bare_height(board, name) for name in board})


def _bare_height(board: Board, name: str) -> float:
    terrain = board.terrain(name)
    return terrain.elevation if board.chart.tem(terrain.terrains) <= 0 else float("-inf")


# -- the harm --------------------------------------------------------------------------------------------


def _on_men(
    game: Game, threat: Threat, far: int, standing: bool, drm: int, half: float, level: int, place: str
) -> float:
    """What a threat does to men at that range with that DRM; `half` of its FP counts where they are concealed.

    `place`: the hex, if one of its weapons has acquired it (C6.5).
    """
    fp = fire_power(game, threat.arms, far, standing=standing) * half
    safe = 1 - harm_chance(game, ift.column_of(game, fp), drm + threat.leader, level)
    for arm in threat.arms:
        if arm.gun and (standing or arm.used != "final"):
            aim = arm.aim if place and arm.aimed == place else 0
            safe *= (1 - _shell(game, arm.gun, far, drm - aim, level)) ** (shots(arm.gun) if standing else 1)
    return 1 - safe


def _shell(game: Game, gun: Ordnance, far: int, drm: int, level: int) -> float:
    """C3.3: to hit men at that range, then HE on its column."""
    number = to_hit.modified(game, gun, "Infantry", max(far, 1), "HE")
    return at_most(number - drm) * harm_chance(game, ift.he_column(game, gun.calibre), 0, level)


@cache
def shots(gun: Ordnance) -> float:
    """C2.24: how often a Gun may be expected to fire in a phase: again after each colored dr of at most its ROF."""
    dr = roll_kind("dr").totals()
    return 1 / (1 - sum(ways for total, ways in dr.items() if total <= gun.rof) / sum(dr.values()))


def _on_vehicle(game: Game, threat: Threat, far: int, hindrance: int, *, soft: bool) -> float:
    safe = 1.0
    for arm in threat.arms:
        if arm.gun:
            number = to_hit.modified(game, arm.gun, "Vehicle", max(far, 1), "AP")
            safe *= 1 - at_most(number - hindrance)
        elif soft:
            column = ift.column_of(game, fire_power(game, (arm,), far, standing=False))
            safe *= 1 - at_most(ift.star(game, column) - hindrance)
    return 1 - safe


def _on_crew(game: Game, threat: Threat, far: int, hindrance: int, level: int) -> float:
    """D5.31: what the small arms of a threat do to the exposed crew of an AFV with this Morale Level."""
    column = ift.column_of(game, fire_power(game, threat.arms, far, standing=False))
    return harm_chance(game, column, hindrance + threat.leader + game.figure("crew-exposed"), level)


def has_open_crew(game: Game, unit: Unit) -> bool:
    """D5.3: whether the crew of an AFV is exposed for want of a roof: it has no hatches to close."""
    return mounted.crew_exposed(game, unit) and game.counter_of(unit).open_topped


# -- chances ---------------------------------------------------------------------------------------------


def harm_chance(game: Game, column: int, drm: int, level: int) -> float:
    """The chance that an attack on a column breaks, reduces or kills a unit of this morale."""
    if not column:
        return 0.0
    known = _CHANCES.of((game.library,), dict)
    found = known.get((column, drm, level))
    if found is None:
        found = known[column, drm, level] = _harm_chance(game, column, drm, level)
    return found


_CHANCES: Memo[dict[tuple[int, int, int], float]] = Memo()


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


@cache
def at_most(number: int) -> float:
    """The chance of a DR of at most this number."""
    return sum(chance_of(each) for each in range(2, min(number, 12) + 1))
