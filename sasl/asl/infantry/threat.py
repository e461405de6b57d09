"""What a routing unit has to fear: the Known enemies around it, the steps they forbid and those they interdict."""

from __future__ import annotations

from dataclasses import dataclass, field

from sasl.asl.fire.drm import Motion, target_mods
from sasl.asl.game.context import Game
from sasl.asl.game.flags import MMC, SMC, VEHICLES, Flag
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry.concealment import is_known
from sasl.kernel.copies import replace
from sasl.kernel.memo import Memo

HARMLESS = {"broken", "prisoner", "disarmed", "abandoned", "shocked", "stunned"}
"""The states in which an enemy drives nobody away."""
DUG_IN: frozenset[Flag] = frozenset({"dug-in", "crest", "shellhole", "in-culvert"})
"""The states in which a unit that stays where it is is not in Open Ground (B2, B20.9, B27)."""
BUSY = {"melee", "ti"}
"""The states in which an enemy cannot interdict."""


@dataclass(frozen=True, slots=True)
class Foe:
    """A hex with Known armed enemies, and how far the best of them reaches."""

    hex: str
    reach: int


@dataclass
class Threat:
    """The Known enemies of a routing unit: which steps they forbid and which they interdict."""

    game: Game
    unit: Unit
    foes: tuple[Foe, ...] = ()
    closed: frozenset[str] = frozenset()
    _seen: dict[tuple[str, str], bool] = field(default_factory=dict)
    _ranges: dict[str, tuple[tuple[Foe, int], ...]] = field(default_factory=dict)
    _hit: dict[tuple[str, str | None], list[Foe]] = field(default_factory=dict)

    def sees(self, name: str, foe: Foe) -> bool:
        """Whether there is a LOS between a hex and the foe's."""
        key = name, foe.hex
        if key not in self._seen:
            self._seen[key] = name == foe.hex or look(self.game, name, foe.hex).exists
        return self._seen[key]

    def distance(self, name: str, foe: Foe) -> int:
        """The range from a hex to the foe."""
        return self.game.board.distance(name, foe.hex)

    def ranges(self, name: str) -> tuple[tuple[Foe, int], ...]:
        """Every foe with the range to him."""
        found = self._ranges.get(name)
        if found is None:
            found = self._ranges[name] = tuple((foe, self.distance(name, foe)) for foe in self.foes)
        return found

    def adjacent(self, name: str) -> list[Foe]:
        """The foes in or next to a hex."""
        return [foe for foe, far in self.ranges(name) if far <= 1]

    def forbids(self, a: str, b: str) -> str:
        """Why a rout may not go from `a` to the adjacent `b`, or "" (A10.51)."""
        if b in self.closed:
            return f"{b} holds enemy units or S?, or is a Blaze"
        for (foe, before), (_, after) in zip(self.ranges(a), self.ranges(b), strict=True):
            if after <= 1 and before:
                return f"{b} is ADJACENT to the enemy in {foe.hex}"
            if after < before and (self.sees(a, foe) or self.sees(b, foe)):
                return f"{b} is nearer to the enemy in {foe.hex}, who is in LOS"
        return ""

    def interdicts(self, a: str, b: str) -> list[Foe]:
        """The foes who interdict the step from `a` into `b`: Open Ground to them, in LOS and normal range (A10.53)."""
        road = a if a and self.game.board.on_road(a, b) else None
        if (b, road) not in self._hit:
            runner = replace(self.unit, hex=b, flags=self.unit.flags - DUG_IN - {"in-gully"})
            self._hit[b, road] = [
                foe
                for foe, far in self.ranges(b)
                if foe.hex != b and far <= foe.reach and self.sees(b, foe)
                and in_open_ground(self.game, runner, foe.hex, road)
            ]  # fmt: skip
        return self._hit[b, road]


def in_open_ground(game: Game, unit: Unit, from_hex: str, by_road_from: str | None = None) -> bool:
    """A10.531: whether -1 FFMO would apply to fire from `from_hex` at the unit, were it moving where it is."""
    hindrance = look(game, from_hex, unit.hex).hindrance
    unit = replace(unit, flags=unit.flags - {"hazardous"})  # it would take the place of FFMO (A4.62)
    mods = target_mods(game, unit, from_hex, moving=Motion(False, by_road_from), hindrance=hindrance)
    return any(mod.kind == "ffmo" for mod in mods)


_AROUND: dict[str, Memo[Threat]] = {side: Memo() for side in ("FRIENDLY", "ENEMY")}


def threat(game: Game, unit: Unit) -> Threat:
    """What the unit has to fear now."""
    shared = _AROUND[unit.side].of((game.state, game.board, game.library), lambda: _survey(game, unit))
    return replace(shared, game=game, unit=unit, _hit={})


def _survey(game: Game, unit: Unit) -> Threat:
    """What any unit of its side has to fear, without what is the unit's own."""
    enemy = opponent(unit.side)
    best: dict[str, int] = {}
    closed = set()
    for other in game.state.on_map(enemy):
        if other.kind == "aircraft" or not is_known(other) or "prisoner" in other.flags:
            continue
        closed.add(other.hex)
        if _armed(game, other):
            best[other.hex] = max(best.get(other.hex, 0), reach(game, other))
    if unit.side == "FRIENDLY":
        closed |= {item.hex for item in game.state.suspects.values() if not item.off_board}
    closed |= {marker.hex for marker in game.state.marked("blaze")}
    foes = tuple(Foe(name, far) for name, far in sorted(best.items()))
    return Threat(game, unit, foes, frozenset(closed))


def _armed(game: Game, unit: Unit) -> bool:
    """Whether an enemy drives broken units away: unbroken and armed (a Gun does so through its crew)."""
    if unit.flags & HARMLESS or unit.kind == "gun":
        return False
    if unit.kind in VEHICLES:
        item = game.counter_of(unit)
        return bool(item.ma or item.machine_guns or item.fp)
    return unit.kind in MMC + SMC


def reach(game: Game, unit: Unit) -> int:
    """A10.532: how far a unit interdicts: the normal range of what it fires, 16 hexes at most."""
    most = game.figure("interdiction-range")
    if unit.flags & BUSY:
        return 0
    item = game.counter_of(unit)
    ranges = [item.range or 0]
    if unit.kind in VEHICLES:
        ranges = [item.range or most]
    gun = game.state.units.get(unit.group)
    if gun and gun.kind == "gun" and gun.hex == unit.hex and not gun.flags & {"malfunctioned", "disabled"}:
        ranges.append((game.counter_of(gun).range or most) if game.counter_of(gun).mode != "MTR" else 0)
    for weapon in game.state.weapons_of(unit.id):
        card = game.counter_of(weapon)
        if card.rof and card.mode != "MTR" and not weapon.flags & {"malfunctioned", "dismantled"}:
            ranges.append(card.range or 0)
    return min(most, max(ranges))
