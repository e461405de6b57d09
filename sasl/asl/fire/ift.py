"""The Infantry Fire Table (A7.3): columns, outcomes, cowering and exact chances."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from sasl.asl.game.context import Game
from sasl.content.library import Library
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier, RollRecord, thrown

IFT = "ift"
Kind = Literal["KIA", "K", "MC", "PTC", "-"]


class Outcome(Frozen):
    """A cell of the IFT: nKIA, K/n, nMC (n 0: NMC), PTC, or no effect."""

    kind: Kind
    n: int = 0

    def __str__(self) -> str:
        if self.kind == "KIA":
            return f"{self.n}KIA"
        if self.kind == "K":
            return f"K/{self.n}"
        if self.kind == "MC":
            return f"{self.n or 'N'}MC"
        return self.kind


NOTHING = Outcome("-")


class FinalDr(Frozen):
    """The Final DR of an attack at targets that share their DRM: `record` (None if its outcome was typed) with these
    `modifiers`, and the `outcome` that it has on `column` (0: below the lowest).
    """

    outcome: Outcome
    record: RollRecord | None
    column: int
    modifiers: tuple[Modifier, ...] = ()

    @property
    def original(self) -> int:
        """The Original DR, 0 if there were no dice."""
        return thrown(self.record)

    @property
    def drm(self) -> int:
        """The sum of the DRM."""
        return sum(mod.value for mod in self.modifiers)

    @property
    def total(self) -> int | None:
        """The Final DR; None if the outcome was typed."""
        return self.original + self.drm if self.original else self.record.total if self.record else None


_CELL = re.compile(r"(\d)KIA|K/(\d)|([N\d])MC|(PTC)|-")


@lru_cache(maxsize=256)
def parse(text: str) -> Outcome:
    """The outcome a cell says: `2KIA`, `K/3`, `NMC`, `1MC`, `PTC`, `-`. ValueError otherwise."""
    match = _CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not an IFT result")
    kia, k, mc, ptc = match.groups()
    if kia:
        return Outcome("KIA", int(kia))
    if k:
        return Outcome("K", int(k))
    if mc:
        return Outcome("MC", 0 if mc == "N" else int(mc))
    return Outcome("PTC") if ptc else NOTHING


def columns(game: Game) -> tuple[int, ...]:
    """The FP of each column, weakest first."""
    return _figures(game.library.table(IFT).columns)


@lru_cache(maxsize=16)
def _figures(names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(int(name) for name in names)


def column_of(game: Game, fp: Fraction | float) -> int:
    """A7.2: the column of a FP total, the right-most it reaches; 0 below the table."""
    every = columns(game)
    place = bisect_right(every, fp)
    return every[place - 1] if place else 0


def shift(game: Game, column: int, steps: int) -> int:
    """The column `steps` to the right (negative: left); never beyond 36, 0 off the left end."""
    every = (0, *columns(game))
    place = every.index(column) + steps
    return every[min(max(place, 0), len(every) - 1)]


def cowered(game: Game, column: int, steps: int) -> int:
    """A7.9: the column after cowering: `steps` to the left, below the first column no effect."""
    return shift(game, column, -steps)


def total(game: Game, facts: Mapping[str, int]) -> int:
    """The sum of the DRM that these conditions (how often each holds) bring."""
    always, each = _weights(game.library)
    return always + sum([each.get(name, 0) * times for name, times in facts.items() if times])


@lru_cache(maxsize=8)
def _weights(library: Library) -> tuple[int, dict[str, int]]:
    """What the IFT's DRM add always, and for each condition."""
    return library.table(IFT).weights()


def outcome(game: Game, column: int, total: int) -> Outcome:
    """What the Final DR `total` does on `column` (0: nothing)."""
    if not column:
        return NOTHING
    return parse(game.library.table(IFT).value(total, str(column)))


def results(game: Game, column: int) -> tuple[Outcome, ...]:
    """Every outcome of a column, the worst first."""
    if not column:
        return (NOTHING,)
    table = game.library.table(IFT)
    return tuple(dict.fromkeys(parse(table.pick(row, str(column))) for row in table.rows))


def chances(game: Game, column: int, drm: int, cowers: int = 0) -> tuple[tuple[str, Fraction], ...]:
    """The exact chance of each outcome over the 36 dice, cowering included; the worst for the target first."""
    counts: dict[Outcome, int] = {}
    for coloured, white in product(range(1, 7), repeat=2):
        used = cowered(game, column, cowers) if cowers and coloured == white else column
        found = outcome(game, used, coloured + white + drm)
        counts[found] = counts.get(found, 0) + 1
    order = sorted(counts, key=severity, reverse=True)
    return tuple((str(item), Fraction(counts[item], 36)) for item in order)


def severity(item: Outcome) -> tuple[int, int]:
    """For ordering outcomes: KIA over K over MC over PTC over nothing, then by n."""
    return ("-", "PTC", "MC", "K", "KIA").index(item.kind), item.n


def star(game: Game, column: int) -> int:
    """A7.308: the Kill Number of a column against an unarmored vehicle (0 below the table)."""
    return int(game.library.table("ift.vehicle").value(column)) if column else 0


def he_column(game: Game, calibre: int) -> int:
    """C.6: the column of HE of this calibre in mm."""
    return int(game.library.table("ift.he").value(calibre))


def can_check(game: Game, column: int, drm: int) -> bool:
    """A10.62: whether an attack can do at least a NMC at its best DR."""
    best = outcome(game, column, 2 + drm)
    return severity(best) >= severity(Outcome("MC"))
