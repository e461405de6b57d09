"""What a routing unit has to fear: the Known enemies around it, the steps they forbid and those they interdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.fire.drm import in_the_open, target_mods
from sasl.asl.fire.tem import Motion
from sasl.asl.game.context import Game
from sasl.asl.game.flags import MEN, VEHICLES, Flag
from sasl.asl.game.los.adjacency import beside, is_adjacent
from sasl.asl.game.los.sight import Seen, View, in_bypass, look, seen_from, view_of
from sasl.asl.game.sides import SIDES, opponent
from sasl.asl.game.state import Unit, on_the_map
from sasl.asl.infantry.rout.interdictors import Aim, aims, reach
from sasl.kernel.frozen import Frozen, Mutable, replace
from sasl.kernel.memo import Memo, same_things

HARMLESS = {"broken", "prisoner", "disarmed", "abandoned", "shocked", "stunned"}
"""The states in which an enemy drives nobody away."""
DUG_IN: frozenset[Flag] = frozenset({"dug-in", "crest", "shellhole", "in-culvert"})
"""The states in which a unit that stays where it is is not in Open Ground (B2, B20.9, B27)."""


class Foe(Frozen):
    """A hex with Known enemies, how far the best of them reaches, what they interdict with; whether they are armed."""

    hex: str
    reach: int
    armed: bool = True
    aims: tuple[Aim, ...] = ()


Hits = dict[tuple[str, str | None], list[Foe]]
"""Who interdicts a unit in a hex that it enters by the road from another one, or not by a road."""


class Outlook(Mutable):
    """How hexes lie to the same foes, as long as no LOS changes; filled as it is asked. `rows`: the LOS from each."""

    view: View
    foes: tuple[Foe, ...]
    rows: tuple[Mapping[str, Seen], ...]
    _seen: dict[str, bool] = {}
    _ranges: dict[str, tuple[int, ...]] = {}
    _shut: dict[tuple[str, str], bool] = {}
    _watchers: dict[str, frozenset[str]] = {}

    def sees(self, number: int, name: str) -> bool:
        """Whether there is a LOS between a hex and that of the foe with this number."""
        return name == self.foes[number].hex or self.rows[number][name].exists

    def in_sight(self, name: str) -> bool:
        """Whether any of the foes has a LOS to a hex."""
        found = self._seen.get(name)
        if found is None:
            found = self._seen[name] = any(self.sees(number, name) for number in range(len(self.foes)))
        return found

    def ranges(self, name: str) -> tuple[int, ...]:
        """The range from a hex to each of the foes."""
        found = self._ranges.get(name)
        if found is None:
            far = self.view.board.range_from(name)
            found = self._ranges[name] = tuple([far[foe.hex] for foe in self.foes])
        return found

    def near(self, name: str) -> list[Foe]:
        """A.8: the foes to whom who is in a hex is ADJACENT, and those in it."""
        found = zip(self.foes, self.ranges(name), strict=True)
        return [foe for foe, far in found if not far or (far == 1 and beside(self.view, name, foe.hex))]

    def shuts(self, a: str, b: str) -> bool:
        """A10.51: whether a step from `a` to the adjacent `b` brings it ADJACENT to a foe, or among them."""
        key = (a, b)
        found = self._shut.get(key)
        if found is None:
            found = self._shut[key] = any(
                before and (not after or beside(self.view, b, foe.hex))
                for foe, before, after in zip(self.foes, self.ranges(a), self.ranges(b), strict=True)
                if after <= 1
            )
        return found

    def watchers(self, name: str) -> frozenset[str]:
        """The hexes of the armed foes with a LOS to a hex."""
        found = self._watchers.get(name)
        if found is None:
            every = zip(self.foes, self.rows, strict=True)
            seen = [foe.hex for foe, row in every if foe.armed and (foe.hex == name or row[name].exists)]
            found = self._watchers[name] = frozenset(seen)
        return found

    def nearer(self, a: str, b: str) -> frozenset[str]:
        """The hexes of the foes to whom a step from `a` to `b` leads nearer."""
        found = zip(self.foes, self.ranges(a), self.ranges(b), strict=True)
        return frozenset([foe.hex for foe, before, after in found if after < before])


class Around(Frozen, eq=False):
    """What the broken units of a side have to fear, whoever of them routs.

    `others`: the Known enemies who drive nobody away, but whom no rout goes near either: broken, unarmed (A10.51).
    """

    foes: tuple[Foe, ...]
    closed: frozenset[str]
    outlook: Outlook
    others: Outlook
    _watchers: dict[str, frozenset[str]] = {}

    def watchers(self, name: str) -> frozenset[str]:
        """The hexes of the armed Known enemies, broken or not, with a LOS to a hex."""
        found = self._watchers.get(name)
        if found is None:
            found = self._watchers[name] = self.outlook.watchers(name) | self.others.watchers(name)
        return found


class Threat(Frozen):
    """The Known enemies of a routing unit: which steps they forbid and which they interdict."""

    game: Game
    unit: Unit
    around: Around
    _hits: Hits

    @property
    def foes(self) -> tuple[Foe, ...]:
        """The hexes of the enemies it fears."""
        return self.around.foes

    def in_sight(self, name: str) -> bool:
        """Whether any of the foes has a LOS to a hex."""
        return self.around.outlook.in_sight(name)

    def seen(self, name: str) -> list[Foe]:
        """The foes with a LOS to a hex."""
        return [foe for number, foe in enumerate(self.foes) if self.around.outlook.sees(number, name)]

    def distance(self, name: str, foe: Foe) -> int:
        """The range from a hex to the foe."""
        return self.game.board.distance(name, foe.hex)

    def ranges(self, name: str) -> tuple[int, ...]:
        """The range from a hex to each of the foes."""
        return self.around.outlook.ranges(name)

    def from_all(self, name: str) -> tuple[int, ...]:
        """The range from a hex to each Known enemy, feared or not."""
        return (*self.ranges(name), *self.around.others.ranges(name))

    def adjacent(self, name: str) -> list[Foe]:
        """The foes in a hex, and those to whom who is in it is ADJACENT (A.8)."""
        return self.around.outlook.near(name)

    def armed_beside(self, name: str) -> bool:
        """A10.62: whether any armed Known enemy, broken or not, is in a hex or ADJACENT to who is in it."""
        calm = (foe for foe in self.around.others.foes if foe.armed)
        return any(is_adjacent(self.game, foe.hex, name) for foe in (*self.foes, *calm))

    def bars(self, a: str, b: str) -> bool:
        """A10.51: whether no rout goes from `a` to the adjacent `b`, wherever it began."""
        return b in self.around.closed or self.around.outlook.shuts(a, b) or self.around.others.shuts(a, b)

    def watchers(self, name: str) -> frozenset[str]:
        """The hexes of the armed Known enemies, broken or not, with a LOS to a hex."""
        return self.around.watchers(name)

    def nearer(self, a: str, b: str) -> frozenset[str]:
        """A10.51: the hexes of those to whom a step leads nearer; none of them may have seen the unit on its way."""
        return self.around.outlook.nearer(a, b) | self.around.others.nearer(a, b)

    def forbids(self, path: Sequence[str], b: str) -> str:
        """Why a rout may not go on from the end of `path` to the adjacent `b`, or "" (A10.51)."""
        a = path[-1]
        if b in self.around.closed:
            return f"{b} holds enemy units or S?, or is a Blaze"
        if self.bars(a, b):
            beside = next(foe for foe in (*self.adjacent(b), *self.around.others.near(b)) if foe.hex != a)
            return f"{b} is ADJACENT to the enemy in {beside.hex}"
        hunters = sorted(self.nearer(a, b) & frozenset[str]().union(*map(self.watchers, path)))
        if not hunters:
            return ""
        seen = "is in LOS" if hunters[0] in self.watchers(a) else "has seen it"
        return f"{b} is nearer to the enemy in {hunters[0]}, who {seen}"

    def interdicts(self, a: str, b: str) -> list[Foe]:
        """The foes who interdict the step from `a` into `b`: Open Ground to them, in LOS and normal range (A10.53)."""
        road = a if a and self.game.board.on_road(a, b) else None
        found = self._hits.get((b, road))
        if found is None:
            found = self._hits[b, road] = self._interdictors(b, road)
        return found

    def _interdictors(self, name: str, road: str | None) -> list[Foe]:
        runner = replace(self.unit, hex=name, flags=self.unit.flags - DUG_IN - {"in-gully"})
        if not _open(self.game, runner, road):
            return []
        return [
            foe
            for number, (foe, far) in enumerate(zip(self.foes, self.ranges(name), strict=True))
            if far
            and any(aim.finds(foe.hex, name, far) for aim in foe.aims)
            and self.around.outlook.sees(number, name)
            and in_open_ground(self.game, runner, foe.hex, road)
        ]


def in_open_ground(game: Game, unit: Unit, from_hex: str, by_road_from: str | None = None) -> bool:
    """A10.531: whether -1 FFMO would apply to fire from `from_hex` at the unit, were it moving where it is."""
    hindrance = look(game, from_hex, unit.hex).hindrance
    if hindrance or not _open(game, unit, by_road_from):
        return False
    unit = replace(unit, flags=unit.flags - {"hazardous", "pinned"})  # they would take FFMO away (A4.62, A7.83)
    mods = target_mods(game, unit, from_hex, moving=Motion(False, by_road_from))
    return any(mod.kind == "ffmo" for mod in mods)


def _open(game: Game, unit: Unit, by_road_from: str | None) -> bool:
    """Whether the hex of the unit is Open Ground, whoever fires at it there."""
    return in_the_open(game, unit, Motion(False, by_road_from), past=bool(in_bypass(game.state, unit)))


_AROUND: dict[str, Memo[Around]] = {side: Memo() for side in SIDES}
_FEARED: dict[str, Memo[tuple[Unit, ...]]] = {side: Memo(alike=same_things) for side in SIDES}
_HITS: dict[str, Memo[dict[Unit, Hits]]] = {side: Memo() for side in SIDES}
_FOES: Memo[tuple[Foe, ...]] = Memo(steady=True)
_CALM: Memo[tuple[Foe, ...]] = Memo(steady=True)
_OUTLOOKS: Memo[Outlook] = Memo()
_OTHERS: Memo[Outlook] = Memo()


def threat(game: Game, unit: Unit) -> Threat:
    """What the unit has to fear now: the same, whoever of its side has broken or routed."""
    units, *others = *on_the_map(game.state), game.board, game.library
    side, feared = unit.side, _FEARED[unit.side].of((units,), lambda: _feared(game, unit.side))
    around = _AROUND[side].of((feared, view_of(game), *others), lambda: _survey(game, unit))
    hits = _HITS[side].of((units, around), dict).setdefault(unit, {})
    return Threat(game, unit, around, hits)


def _feared(game: Game, side: str) -> tuple[Unit, ...]:
    """All units but the free men of a side: it has nothing to fear of these."""
    units = game.state.units.values()
    return tuple(unit for unit in units if unit.side != side or not unit.personnel or "prisoner" in unit.flags)


def _survey(game: Game, unit: Unit) -> Around:
    """What any unit of its side has to fear, without what is the unit's own."""
    enemy = opponent(unit.side)
    best: dict[str, int] = {}
    stops: dict[str, tuple[Aim, ...]] = {}
    others: dict[str, bool] = {}
    closed = set()
    for other in game.state.on_map(enemy):
        if other.kind == "aircraft" or not other.known or "prisoner" in other.flags:
            continue
        closed.add(other.hex)
        if _drives_away(game, other):
            best[other.hex] = max(best.get(other.hex, 0), reach(game, other))
            stops[other.hex] = tuple(dict.fromkeys((*stops.get(other.hex, ()), *aims(game, other))))
        elif other.kind != "gun" and "abandoned" not in other.flags:
            others[other.hex] = others.get(other.hex, False) or armed(game, other)
    if unit.side == "FRIENDLY":
        closed |= game.state.suspect_hexes
    closed |= {marker.hex for marker in game.state.marked("blaze")}
    foes = _FOES.of(
        (best, stops), lambda: tuple(Foe(name, far, True, stops[name]) for name, far in sorted(best.items()))
    )
    calm = {name: armed for name, armed in others.items() if name not in best}
    rest = _CALM.of((calm,), lambda: tuple(Foe(name, 0, armed) for name, armed in sorted(calm.items())))
    return Around(foes, frozenset(closed), _outlook(_OUTLOOKS, game, foes), _outlook(_OTHERS, game, rest))


def _outlook(known: Memo[Outlook], game: Game, foes: tuple[Foe, ...]) -> Outlook:
    rows = (seen_from(game, foe.hex) for foe in foes)
    return known.of((foes, view_of(game)), lambda: Outlook(view_of(game), foes, tuple(rows)))


def _drives_away(game: Game, unit: Unit) -> bool:
    """Whether an enemy drives broken units away: unbroken and armed."""
    return not unit.flags & HARMLESS and armed(game, unit)


def armed(game: Game, unit: Unit) -> bool:
    """Whether a ground unit is armed (a Gun is through its crew)."""
    if unit.kind == "gun" or "disarmed" in unit.flags:
        return False
    if unit.kind in VEHICLES:
        item = game.counter_of(unit)
        return bool(item.ma or item.machine_guns or item.fp)
    return unit.kind in MEN
