"""Harm reckoned once more by plain counting: every die is thrown, nothing of `sasl.minds` is asked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, product

from field import chart
from tabletop import Tabletop

from sasl.asl.fire import fire_groups, small_arms
from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.opportunity import may_fire_at
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, Weapon
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.dice import Dice

WEIGHTS = {"vehicle": 3, "gun": 2, "leader": 2}
"""What harm is worth by the standard doctrine (S8.1); everything else 1."""
DIE = range(1, 7)
PAIRS = list(product(DIE, DIE))


@cache
def _ift() -> tuple[list[int], list[list[str]]]:
    header, *rows = chart("ift")
    return [int(name) for name in header[1:]], [row[1:] for row in rows]


def cell(column: int, total: int) -> str:
    columns, rows = _ift()
    return rows[min(max(total, 0), 15)][columns.index(column)] if column else "-"


def shifted(column: int, steps: int) -> int:
    every = [0, *_ift()[0]]
    return every[min(max(every.index(column) + steps, 0), len(every) - 1)]


def worth(unit: Unit) -> int:
    return WEIGHTS.get(unit.kind, 1)


def level(game: Game, unit: Unit) -> int:
    item = game.counter_of(unit)
    return (item.broken if "broken" in unit.flags else item.morale) or 0


def fails(game: Game, unit: Unit, n: int) -> float:
    """The chance that a unit fails its nMC, helped by the best leader who can help it."""
    drm, own = n, level(game, unit)
    helpers = [
        other
        for other in game.state.units.values()
        if other.hex == unit.hex and other.side == unit.side and other.kind == "leader" and other.id != unit.id
        and "broken" not in other.flags and (unit.kind != "leader" or level(game, other) > own)
    ]  # fmt: skip
    if helpers:
        drm += min(other.modifier for other in helpers)
    return sum(a + b == 12 or a + b + drm > own for a, b in PAIRS) / 36


def harm_of(game: Game, attack: IftAttack) -> float:
    """The expectation of the greatest weight among units harmed (Infantry: weights 1 and 2)."""
    return sum(at_least(game, attack).values())


def at_least(game: Game, attack: IftAttack) -> dict[int, float]:
    """Weight -> the chance that something of at least that weight is harmed."""
    units = {key: game.state.units[key] for group in attack.groups for key in group.ids}
    return {bar: sum(_one(game, attack, units, dice, bar) for dice in PAIRS) / 36 for bar in (1, 2)}


def _one(game: Game, attack: IftAttack, units: dict[str, Unit], dice: tuple[int, int], bar: int) -> float:
    steps = -attack.cowers if attack.cowers and dice[0] == dice[1] else 0
    spared = 1.0
    for group in attack.groups:
        column = shifted(attack.column if group.column is None else group.column, steps)
        found = cell(column, sum(dice) + sum(mod.value for mod in group.modifiers))
        men = [units[key] for key in group.ids if units[key].kind != "vehicle"]  # Buttoned Up: small arms do nothing
        spared *= _spared(game, men, found, bar)
    return 1 - spared


def _spared(game: Game, men: list[Unit], found: str, bar: int) -> float:
    mine = [place for place, unit in enumerate(men) if worth(unit) >= bar]
    if not mine or found in ("-", "PTC"):
        return 1.0
    if "KIA" in found:
        return 0.0
    checked = 1.0
    n = int(found[2]) if found[0] == "K" else 0 if found[0] == "N" else int(found[0])
    for place in mine:
        checked *= 1 - fails(game, men[place], n)
    if found[0] != "K":
        return checked
    throws = list(product(DIE, repeat=len(men)))
    clear = sum(max(throw) > max(throw[place] for place in mine) for throw in throws)
    return checked * clear / len(throws)


# -- every legal attack ---------------------------------------------------------------------------------

Element = tuple[Unit, Weapon | None]


class Attacks:
    """Every legal attack of small arms in which a unit can take part at a hex: all sets of firers and leaders."""

    def __init__(self, game: Game, unit: Unit, goal: str) -> None:
        self.game, self.unit, self.goal = game, unit, goal
        near = {unit.hex, *game.board.neighbours(unit.hex)}
        mates = [other for other in game.state.on_map(unit.side) if other.hex in near]
        self.leaders = [mate for mate in mates if mate.kind == "leader"]
        men = [mate for mate in mates if mate.kind != "leader"]
        self.parts: list[Element] = [(mate, None) for mate in men]
        self.parts += [(mate, weapon) for mate in men for weapon in game.state.weapons_of(mate.id)]
        self.found: dict[tuple[frozenset[str], frozenset[str]], tuple[float, IftAttack]] = {}
        for size in range(1, len(self.parts) + 1):
            for some in combinations(self.parts, size):
                for number in range(len(self.leaders) + 1):
                    for led in combinations(self.leaders, number):
                        self._try(some, led)

    def _try(self, some: tuple[Element, ...], led: tuple[Unit, ...]) -> None:
        game, goal = self.game, self.goal
        units = [unit for unit, weapon in some if weapon is None]
        weapons = [weapon for _, weapon in some if weapon is not None]
        if len({unit.id for unit, _ in some}) > 1 and self.unit not in [unit for unit, _ in some]:
            return
        try:
            order = fire_groups.order(game, [*units, *led], weapons, (goal,), ("only",))
            for unit, _ in some:
                may_fire_at(game, unit, goal)
            attack = small_arms.attack_of(game, order)
        except Refused:
            return
        if sum(shooter.inherent for shooter in order.shooters) != len(units) or (led and not order.directors):
            return  # it fires less than it names
        names = frozenset([unit.id for unit in units] + [weapon.id for weapon in weapons])
        self.found[names, frozenset(leader.id for leader in led)] = harm_of(game, attack), attack

    def together(self) -> tuple[float, list[frozenset[str]]]:
        """The greatest harm of any attack with the unit, and the smallest sets of units that do it."""
        holders = {weapon.id: unit.id for unit, weapon in self.parts if weapon}
        teams: dict[frozenset[str], float] = {}
        for (names, _), (value, _) in self.found.items():
            team = frozenset(holders.get(name, name) for name in names)
            if self.unit.id in team:
                teams[team] = max(value, teams.get(team, 0.0))
        most = max(teams.values(), default=0.0)
        best = [team for team, value in teams.items() if value >= most - 1e-9]
        return most, [team for team in best if not any(other < team for other in best)]

    def sprayed(self, names: Sequence[str], other: str) -> float:
        """The harm of Spraying Fire at this hex and another (A7.34): that of both."""
        state = self.game.state
        units = [state.units[name] for name in names if name in state.units]
        weapons = [state.weapons[name] for name in names if name in state.weapons]
        order = fire_groups.order(self.game, units, weapons, (self.goal, other), ("only",))
        attack = small_arms.attack_of(self.game, order)
        parts = ([group for group in attack.groups if group.hex == name] for name in (self.goal, other))
        return sum(harm_of(self.game, replace(attack, groups=tuple(part))) for part in parts)

    def alone(self, key: str, *, led: bool) -> tuple[float, IftAttack] | None:
        """The most harmful attack of one unit by itself, directed or not."""
        own = {key, *(weapon.id for weapon in self.game.state.weapons_of(key))}
        found = [shot for (names, by), shot in self.found.items() if names <= own and (led or not by)]
        return max(found, key=lambda shot: shot[0], default=None)

    def apart(self, team: frozenset[str]) -> float:
        """What these units do one after another, the asked one first and directed if that helps it.

        0 if two of them are in one Location: they must form a Fire Group (A7.55).
        """
        if len({self.game.state.units[key].hex for key in team}) < len(team):
            return 0.0
        shots = [self.alone(key, led=key == self.unit.id) for key in team]
        spared = {1: 1.0, 2: 1.0}
        for shot in shots:
            if shot is None:
                return 0.0
            for bar, chance in at_least(self.game, shot[1]).items():
                spared[bar] *= 1 - chance
        return sum(1 - value for value in spared.values()) if len(team) > 1 else 0.0


# -- the real command, many times ------------------------------------------------------------------------

HURT = {"broken", "wounded", "malfunctioned", "immobile", "shocked", "stunned", "recalled", "abandoned"}


def often(table: Tabletop, line: str, times: int, weights: dict[str, int]) -> list[int]:
    """The greatest weight harmed, in `times` games with other dice."""
    before = dict(table.state.units)
    found = []
    for seed in range(times):
        game = table.game.at(replace(table.state, dice=Dice(9000 + seed)))
        other = Tabletop(game)
        other.do(line)
        after = other.state.units
        hurt = [
            weights.get(key, 0)
            for key, unit in before.items()
            if key not in after or (after[key].flags - unit.flags) & HURT or after[key].kind != unit.kind
        ]
        found.append(max(hurt, default=0))
    return found
