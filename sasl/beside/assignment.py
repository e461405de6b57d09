"""The cheapest way to pair two lists one to one (the Hungarian method, with potentials)."""

from __future__ import annotations

from collections.abc import Sequence

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
