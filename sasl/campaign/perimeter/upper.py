"""7.5055 (11.6057, 12.6067): Pockets in buildings, off the ground level: upper floors and cellars that are cut off."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sasl.board.board import Board

Floor = tuple[str, int]
"""A building Location: its hex and level (0 the ground level, below it a cellar)."""


def upper_pockets(
    board: Board | None, buildings: Iterable[Collection[Floor]], control: Mapping[Floor, str], mmc: Collection[Floor]
) -> list[tuple[Floor, ...]]:
    """7.5055: the groups of Locations that are cut off from the ground level of their hex, by building.

    A Location is cut off if its controller reaches the ground level of its hex only through an enemy-controlled
    Location. ADJACENT ones form one Pocket, whoever controls them (11.6057); without an MMC there is none.
    Without a board only Locations of one hex are ADJACENT.
    """
    found = []
    for building in buildings:
        floors = sorted(building)
        cut = [floor for floor in floors if floor[1] and _cut_off(floor, control)]
        for group in _groups(board, cut):
            if any(floor in mmc for floor in group):
                found.append(group)
    return found


def _cut_off(floor: Floor, control: Mapping[Floor, str]) -> bool:
    name, level = floor
    way = range(0, level) if level > 0 else range(level + 1, 1)
    own = control.get(floor, "")
    return any(control.get((name, between), "") not in ("", own) for between in way)


def _groups(board: Board | None, floors: list[Floor]) -> list[tuple[Floor, ...]]:
    left = list(floors)
    groups = []
    while left:
        group = [left.pop(0)]
        for here in group:
            for near in [floor for floor in left if _adjacent(board, here, floor)]:
                left.remove(near)
                group.append(near)
        groups.append(tuple(sorted(group)))
    return groups


def _adjacent(board: Board | None, a: Floor, b: Floor) -> bool:
    if a[0] == b[0]:
        return abs(a[1] - b[1]) == 1
    return a[1] == b[1] and board is not None and b[0] in board.neighbours(a[0])
