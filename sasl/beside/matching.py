"""Which counter there is which one here, and where that is uncertain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import combinations

from sasl.asl.game.flags import MMC, SMC
from sasl.beside.comparable import Piece
from sasl.board.hexes import distance, parse_hex
from sasl.kernel.frozen import Mutable
from sasl.vasl.map_points import apart

OFF_MAP = 12
"""How many hexes away what waits off the map counts: it is taken for a counter on the map after those near it."""
OTHERWISE = 0.25
"""What counts for one that looks otherwise than it did: of two as near, the other one."""
REACH = 8
"""How many hexes a counter may have gone since it was seen last, for another one of its kind to be taken for it."""
REPLACED = 5
"""How many hexes a Replacement in the same hex counts for."""
Pair = tuple[Piece, Piece]


class Matching(Mutable):
    """Pairs of a counter here and one there, what is only here and only there, and groups of counters here that are
    alike and stand elsewhere there: which of them is which is a guess.
    """

    pairs: list[Pair] = []
    here: list[Piece] = []
    there: list[Piece] = []
    doubts: list[tuple[Piece, ...]] = []

    def join(self, pairs: Iterable[Pair]) -> None:
        """These are one and the same."""
        for mine, theirs in pairs:
            self.pairs.append((mine, theirs))
            self.here.remove(mine)
            self.there.remove(theirs)


def match(here: Iterable[Piece], there: Iterable[Piece], known: Mapping[str, str]) -> Matching:
    """The counters of two positions, one to one. `known`: ids here by ids there, as they were matched before.

    First what is known, then what is alike in the same hex; of the rest those pairs that need the fewest hexes in all,
    where another counter of the same men in the same hex (a Replacement) counts as some.
    """
    found = Matching(here=list(here), there=list(there))
    found.join(_known(found, known))
    found.join(_alike(found, lambda item: (item.form, item.hex, item.lies, item.states)))
    found.join(_alike(found, lambda item: (item.form, item.hex, item.lies)))
    _by_distance(found)
    return found


def _known(found: Matching, known: Mapping[str, str]) -> list[Pair]:
    """Those that were matched before, as long as they are counters of one nation and sort of thing."""
    mine = {item.id: item for item in found.here}
    pairs = [(mine[known[item.id]], item) for item in found.there if known.get(item.id) in mine]
    return [(one, other) for one, other in pairs if one.form == other.form or (_men(one) and _men(one) == _men(other))]


def _men(item: Piece) -> Hashable:
    """What a counter of men stays whatever becomes of it: MMC or SMC of its nation; "" for anything else."""
    if item.sort in MMC:
        return (item.nation, "MMC")
    return (item.nation, "SMC") if item.sort in SMC else ""


def _alike(found: Matching, key: Callable[[Piece], Hashable]) -> list[Pair]:
    """Pairs of what has the same key, in the order in which they lie."""
    waiting: dict[Hashable, list[Piece]] = defaultdict(list)
    for item in reversed(found.here):
        waiting[key(item)].append(item)
    return [(waiting[key(item)].pop(), item) for item in found.there if waiting[key(item)]]


def _by_distance(found: Matching) -> None:
    """Pairs of what may be the same men or things; where several that are alike have gone several ways, a doubt."""
    groups: dict[Hashable, tuple[list[Piece], list[Piece]]] = defaultdict(lambda: ([], []))
    for which, items in enumerate((found.here, found.there)):
        for item in items:
            groups[_men(item) or item.form][which].append(item)
    for mine, theirs in groups.values():
        if not mine or not theirs:
            continue
        pairs = cheapest([[_cost(one, other) for other in theirs] for one in mine])
        joined = [(mine[row], theirs[column]) for row, column in pairs]
        found.join(joined)
        gone: dict[Hashable, list[Pair]] = defaultdict(list)
        for one, other in joined:
            if one.form == other.form:
                gone[one.form].append((one, other))
        found.doubts += [some for pairs in gone.values() if (some := _doubtful(pairs))]


def _cost(one: Piece, other: Piece) -> float:
    """How many hexes it takes for one to be the other."""
    if one.form != other.form:
        return REPLACED if one.hex and one.hex == other.hex else NEVER
    if not one.hex or not other.hex:
        return 0 if one.hex == other.hex else OFF_MAP
    return hexes_between(one.hex, other.hex) + (OTHERWISE if one.states != other.states else 0)


def hexes_between(a: str, b: str) -> int:
    """How many hexes apart two hexes are. As far as off the map if they lie on several boards (16K5, 13K5), or on one
    whose hexes have other names: two saves alone do not tell how those lie.
    """
    (board, here), (other, there) = apart(a), apart(b)
    try:
        return distance(parse_hex(here), parse_hex(there)) if board == other else OFF_MAP
    except ValueError:
        return OFF_MAP


def _doubtful(pairs: list[Pair]) -> tuple[Piece, ...]:
    """Identical counters that could as well have changed places: both within reach, with another outcome."""
    found = dict[Piece, None]()
    for (one, there), (two, beyond) in combinations(pairs, 2):
        other_end = (there.hex, there.states) != (beyond.hex, beyond.states)
        if other_end and max(_cost(one, beyond), _cost(two, there)) <= REACH:
            found |= {one: None, two: None}
    return tuple(found)


# -- the cheapest assignment -----------------------------------------------------------------------

NEVER = 1e6
"""The cost of a pair that is none."""


def cheapest(costs: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """Row and column of each pair of the assignment whose costs are least in all; no pair costs NEVER or more.

    Takes time with the cube of the longer side: for lists of up to some hundred.
    """
    rows, columns = len(costs), len(costs[0]) if costs else 0
    if rows > columns:
        turned = [[costs[row][column] for row in range(rows)] for column in range(columns)]
        return sorted((row, column) for column, row in cheapest(turned))
    of_row, of_column = [0.0] * (rows + 1), [0.0] * (columns + 1)
    taken_by = [0] * (columns + 1)  # the row, from 1 on, that has each column; 0: none
    for row in range(1, rows + 1):
        _augment(costs, row, of_row, of_column, taken_by)
    found = [(taken_by[column] - 1, column - 1) for column in range(1, columns + 1) if taken_by[column]]
    return sorted(pair for pair in found if costs[pair[0]][pair[1]] < NEVER)


def _augment(
    costs: Sequence[Sequence[float]], row: int, of_row: list[float], of_column: list[float], taken_by: list[int]
) -> None:
    """Give one more row its column, along the cheapest chain of rows that give theirs up."""
    size = len(of_column)
    least, before, passed = [float("inf")] * size, [0] * size, [False] * size
    taken_by[0], here = row, 0
    while taken_by[here]:
        passed[here] = True
        at, step, onward = taken_by[here], float("inf"), 0
        for column in range(1, size):
            if passed[column]:
                continue
            price = costs[at - 1][column - 1] - of_row[at] - of_column[column]
            if price < least[column]:
                least[column], before[column] = price, here
            if least[column] < step:
                step, onward = least[column], column
        for column in range(size):
            if passed[column]:
                of_row[taken_by[column]] += step
                of_column[column] -= step
            else:
                least[column] -= step
        here = onward
    while here:
        taken_by[here] = taken_by[before[here]]
        here = before[here]
