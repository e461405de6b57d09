"""Chances of harm as pure numbers: marks instead of units, so that each is reckoned once and remembered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from sasl.asl.fire import ift
from sasl.asl.fire.attack import direct_hit
from sasl.asl.fire.ift import Outcome
from sasl.asl.game.context import Game
from sasl.content.library import Library

Profile = tuple[tuple[float, float], ...]
"""The chance that something of at least this weight is harmed, by weight, the greatest first."""

DIE = range(1, 7)
NEVER_PASSES = 12
"""The Original DR that fails every Morale Check (A10.31)."""


class Man(NamedTuple):
    """Personnel: what its harm is worth, and the highest Original DR with which it passes a NMC."""

    weight: float
    need: int


class Piece(NamedTuple):
    """A Gun; `working` False: a K finds nothing left to break."""

    weight: float
    working: bool
    manned: bool


class Wagon(NamedTuple):
    """A vehicle: unarmored or not, still mobile, and what its crew passes a NMC with (-1: out of reach).

    `blast`: an AFV under HE by area (C1.55).
    """

    weight: float
    soft: bool
    mobile: bool
    crew: int
    blast: bool = False


class Marks(NamedTuple):
    """A group of targets: column, DRM, DRM of a critical hit, and who is in it. Each set of men selects by itself.

    `shield`: what a Gun's shield adds unless it is a Direct Hit (C11.4).
    """

    column: int
    drm: int
    reversed: int
    men: tuple[tuple[Man, ...], ...]
    guns: tuple[Piece, ...]
    wagons: tuple[Wagon, ...]
    shield: int = 0


@dataclass(frozen=True, eq=False)
class Chart:
    """The IFT of a library, read once."""

    columns: tuple[int, ...]
    grid: dict[int, tuple[Outcome, ...]]
    stars: dict[int, int]
    crew_drm: int
    soft_kill: float
    soft_kill_mobile: float

    def outcome(self, column: int, total: int) -> Outcome:
        """What the Final DR does on a column (0: nothing)."""
        if not column:
            return ift.NOTHING
        row = self.grid[column]
        return row[min(max(total, 0), len(row) - 1)]

    def last_k(self, column: int) -> int:
        """The highest Final DR that is a K on a column."""
        return max((dr for dr, found in enumerate(self.grid[column]) if found.kind == "K"), default=0)

    def shift(self, column: int, steps: int) -> int:
        """The column `steps` to the right."""
        every = (0, *self.columns)
        return every[min(max(every.index(column) + steps, 0), len(every) - 1)]


@lru_cache(maxsize=8)
def _chart(library: Library) -> Chart:
    table = library.table(ift.IFT)
    last = table.rows[-1].low
    kill = library.table("vehicles.soft-kill")
    results = [str(kill.value(dr)) for dr in DIE]
    columns = tuple(int(name) for name in table.columns)
    return Chart(
        columns,
        {col: tuple(ift.parse(table.value(total, str(col))) for total in range(last + 1)) for col in columns},
        {col: int(library.table("ift.vehicle").value(col)) for col in columns},
        library.figure("crew-exposed"),
        sum(word in ("burning", "eliminated") for word in results) / len(results),
        sum(word in ("burning", "eliminated", "immobilized") for word in results) / len(results),
    )


def chart_of(game: Game) -> Chart:
    """The IFT a game is played with."""
    return _chart(game.library)


# -- one DR -------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def passes(need: int) -> float:
    """The chance of an Original DR of at most `need`; a 12 never passes (A10.3)."""
    highest = min(need, NEVER_PASSES - 1)
    return sum(a + b <= highest for a, b in product(DIE, DIE)) / 36


@lru_cache(maxsize=64)
def task_passes(need: int) -> float:
    """The chance of passing a Task Check (A10.1)."""
    return sum(a + b <= need for a, b in product(DIE, DIE)) / 36


@lru_cache(maxsize=256)
def spared(mine: int, others: int) -> float:
    """The chance that Random Selection takes none of `mine` but only of the `others`; ties take all (A.9)."""
    if not others:
        return 0.0
    ways: int = sum((top**others - (top - 1) ** others) * (top - 1) ** mine for top in DIE)
    every: int = 6 ** (mine + others)
    return ways / every


@lru_cache(maxsize=65536)
def men_safe(kind: str, n: int, men: tuple[Man, ...], bar: float) -> float:
    """The chance that no man of at least weight `bar` is harmed by an outcome of the IFT (A7.301-7.305).

    Pins are no harm. As long as nobody of them is harmed the leaders among them are still there to help.
    """
    mine = [man.need for man in men if man.weight >= bar]
    if not mine or kind in ("-", "PTC"):
        return 1.0
    if kind == "KIA":
        return 0.0
    chance = spared(len(mine), len(men) - len(mine)) if kind == "K" else 1.0
    for need in mine:
        chance *= passes(need - n)
    return chance


def _gun_safe(chart: Chart, outcome: Outcome, gun: Piece, column: int, *, heavy: bool) -> float:
    """C11.4: HE breaks a Gun with a K; A9.74: small arms only by the dr after a KIA, broken or not."""
    if heavy:
        hurt = outcome.kind == "KIA" or (outcome.kind == "K" and (gun.working or gun.manned))
        return 0.0 if hurt else 1.0
    if outcome.kind != "KIA":
        return 1.0
    after = [chart.outcome(column, dr).kind for dr in DIE]
    return 1 - sum(kind in ("KIA", "K") for kind in after) / 6


def _wagon_safe(chart: Chart, wagon: Wagon, column: int, total: int, original: int) -> float:
    """A7.307-7.308, D5.31: the star line for what has no armor, and fire at a crew that can be hit.

    C1.55: HE by area kills an AFV with a KIA; a K or one more immobilizes it or shocks its crew, and every other such
    hit finds nothing left to immobilize.
    """
    safe_so_far = 1.0
    if wagon.blast and column:
        kind = chart.outcome(column, total).kind
        if kind == "KIA":
            return 0.0
        if kind == "K" or total == chart.last_k(column) + 1:
            return 0.0 if wagon.mobile else 0.5
    if wagon.soft and column:
        number = chart.stars[column]
        if total < number or 2 * total <= number or (total == number and wagon.mobile):
            return 0.0
        if original == 2:
            safe_so_far -= chart.soft_kill_mobile if wagon.mobile else chart.soft_kill
    if wagon.crew < 0:
        return safe_so_far
    outcome = chart.outcome(column, total if wagon.soft else total + chart.crew_drm)
    if outcome.kind in ("KIA", "K"):
        return 0.0
    if outcome.kind == "MC":
        safe_so_far *= passes(wagon.crew - outcome.n)
    return safe_so_far


def safe(chart: Chart, marks: Marks, column: int, total: int, original: int, bar: float, heavy: bool) -> float:
    """The chance that nobody of at least weight `bar` in a group is harmed by this Final DR on this column."""
    outcome = chart.outcome(column, total)
    if marks.shield and not direct_hit(outcome):
        outcome = chart.outcome(column, total + marks.shield)
    chance = 1.0
    for men in marks.men:
        chance *= men_safe(outcome.kind, outcome.n, men, bar)
    for gun in marks.guns:
        if gun.weight >= bar:
            chance *= _gun_safe(chart, outcome, gun, column, heavy=heavy)
    for wagon in marks.wagons:
        if wagon.weight >= bar:
            chance *= _wagon_safe(chart, wagon, column, total, original)
    return chance


# -- a whole attack -----------------------------------------------------------------------------------


def _weights_of(groups: Iterable[Marks]) -> tuple[float, ...]:
    """The weights that occur, the greatest first."""
    weights: set[float] = set()
    for group in groups:
        weights |= {man.weight for men in group.men for man in men}
        weights |= {gun.weight for gun in group.guns} | {wagon.weight for wagon in group.wagons}
    return tuple(sorted((value for value in weights if value > 0), reverse=True))


@lru_cache(maxsize=16384)
def attack(
    chart: Chart, column: int, groups: tuple[Marks, ...], cowers: int, critical_on: int, heavy: bool, rolls: int = 1
) -> Profile:
    """The chances of harm of an attack on the IFT over its 36 DR, with cowering (A7.9) and critical hits (C1.54).

    `rolls` 2: the better of two DR counts (C3.8).
    """
    profile = dict.fromkeys(_weights_of(groups), 0.0)
    every = (0, *chart.columns)
    for (coloured, white), ways in _throws(rolls):
        original = coloured + white
        used = chart.shift(column, -cowers) if cowers and coloured == white else column
        critical = bool(critical_on) and original == critical_on
        if critical:
            used = max((item for item in chart.columns if item <= 2 * column), default=0)
        steps = every.index(used) - every.index(column)
        for bar in profile:
            chance = 1.0
            for group in groups:
                own = used if group.column == column else chart.shift(group.column, steps)
                total = original + (group.reversed if critical else group.drm)
                chance *= safe(chart, group, own, total, original, bar, heavy)
            profile[bar] += ways * (1 - chance)
    return tuple(profile.items())


@lru_cache(maxsize=2)
def _throws(rolls: int) -> tuple[tuple[tuple[int, int], float], ...]:
    """Dice that differ in their sum or in being doubles, with their chance; of several DR the lowest."""
    ways: dict[tuple[int, int], int] = {}
    for dice in product(product(DIE, DIE), repeat=rolls):
        best = min(dice, key=sum)
        key = best if best[0] == best[1] else (1, sum(best) - 1)
        ways[key] = ways.get(key, 0) + 1
    return tuple((key, float(count / 36**rolls)) for key, count in ways.items())


def both(profiles: Iterable[Profile]) -> Profile:
    """The chances of harm of several independent blows at one hex."""
    blows = list(profiles)
    profile = []
    for weight in sorted({weight for blow in blows for weight, _ in blow}, reverse=True):
        nothing = 1.0
        for blow in blows:
            nothing *= 1 - _at_least(blow, weight)
        profile.append((weight, 1 - nothing))
    return tuple(profile)


def mixed(parts: Iterable[tuple[float, Profile]]) -> Profile:
    """The chances of harm of blows of which only one comes about, each with its chance."""
    cases = list(parts)
    weights = sorted({weight for _, case in cases for weight, _ in case}, reverse=True)
    return tuple((weight, sum(chance * _at_least(case, weight) for chance, case in cases)) for weight in weights)


def _at_least(profile: Profile, weight: float) -> float:
    return max((chance for bar, chance in profile if bar >= weight), default=0.0)


def expected(profile: Profile) -> float:
    """The expectation of the greatest weight harmed."""
    total, below = 0.0, 0.0
    for weight, chance in reversed(profile):
        total += (weight - below) * chance
        below = weight
    return total
