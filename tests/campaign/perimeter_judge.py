"""A second opinion on perimeters that shares nothing with the program but the names of hexes.

Hexes are points of the plane here: legality is looked at step by step, and what a loop encloses by casting rays.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Point = tuple[int, int]
STEPS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


def point(name: str) -> Point:
    """Hexrow, and half hexes down: B0 is half a hex above A1."""
    letters, number = name.rstrip("0123456789"), name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    col = ord(letters[0]) - 65 + 26 * (len(letters) - 1)
    return col, 2 * int(number) + col % 2


@dataclass
class Judge:
    """What one side may do: the names on the map, marker hexes, barred hexes, control of the map edge."""

    names: set[str]
    markers: set[str]
    barred: set[str]
    held: set[str]

    def __post_init__(self) -> None:
        self.at = {point(name): name for name in self.names}
        self.edge = {name for name in self.names if len(self.around(name)) < 6}
        middle = [sum(point(name)[axis] for name in self.names) / len(self.names) for axis in (0, 1)]
        self.ring = sorted(
            self.edge,
            key=lambda name: math.atan2(point(name)[1] - middle[1], (point(name)[0] - middle[0]) * math.sqrt(3)),
        )

    def around(self, name: str) -> list[str]:
        x, y = point(name)
        return [self.at[x + dx, y + dy] for dx, dy in STEPS if (x + dx, y + dy) in self.at]

    # -- legality ----------------------------------------------------------------------------------
    def faults(self, loop: Sequence[str], pocket_markers: set[str] | None = None) -> list[str]:
        marks = self.markers if pocket_markers is None else pocket_markers
        found = [f"{a}-{b} gap" for a, b in pairwise(loop) if b not in self.around(a)]
        found += [f"{name} barred" for name in loop if name in self.barred]
        found += [f"{name} not on the map" for name in loop if name not in self.names]
        if len(set(loop)) != len(loop):
            found.append("entered twice")
        if set(loop) <= self.held & self.edge or len(loop) == 1 or set(loop) == self.edge:
            return found
        for part in self.parts(loop, marks):
            if not self.straight(part) and not set(part) <= self.edge:
                found.append(f"{part[0]}..{part[-1]} no grain")
            if part[0] not in marks or part[-1] not in marks:
                found.append(f"{part[0]}..{part[-1]} no marker")
        return found

    def parts(self, loop: Sequence[str], marks: set[str]) -> Iterator[list[str]]:
        ring = list(loop)
        if loop[-1] in self.around(loop[0]) and len(loop) > 2:
            first = next((n for n, name in enumerate(loop) if name in marks), 0)
            ring = [*loop[first:], *loop[:first], loop[first]]
        part = ring[:1]
        for name in ring[1:]:
            part.append(name)
            if name in marks:
                yield part
                part = [name]
        if len(part) > 1:
            yield part

    @staticmethod
    def straight(part: Sequence[str]) -> bool:
        ways = [(point(b)[0] - point(a)[0], point(b)[1] - point(a)[1]) for a, b in pairwise(part)]
        if len(set(ways)) == 1:
            return True
        if len(set(ways)) != 2 or abs(STEPS.index(ways[0]) - STEPS.index(ways[1])) not in (1, 5):
            return False
        return all(a != b for a, b in pairwise(ways))

    # -- what is enclosed --------------------------------------------------------------------------
    def inside(self, loop: Sequence[str]) -> set[str]:
        if len(loop) < 3 or loop[-1] not in self.around(loop[0]):
            return set(loop)
        corners = [point(name) for name in loop]
        return set(loop) | {name for name in self.names if _within(point(name), corners)}

    # -- the best there is, by trying everything ------------------------------------------------------
    def pieces(self) -> list[tuple[str, ...]]:
        found = set()
        for start in self.markers - self.barred:
            for first in range(6):
                for second in (first, (first + 1) % 6, (first - 1) % 6):
                    run = [start]
                    while True:
                        dx, dy = STEPS[(first, second)[(len(run) - 1) % 2]]
                        x, y = point(run[-1])
                        name = self.at.get((x + dx, y + dy), "")
                        if not name or name in self.barred:
                            break
                        run.append(name)
                        if name in self.markers:
                            found.add(min(tuple(run), tuple(run[::-1])))
                            break
        return sorted(found | self.edge_pieces())

    def edge_pieces(self) -> set[tuple[str, ...]]:
        stops = [n for n, name in enumerate(self.ring) if name in self.markers]
        found = set()
        for place, start in enumerate(stops):
            end = stops[(place + 1) % len(stops)]
            length = (end - start - 1) % len(self.ring) + 1
            run = tuple(self.ring[(start + n) % len(self.ring)] for n in range(length + 1))
            if not set(run) & self.barred:
                found.add(min(run, run[::-1]))
        return found

    def loops(self) -> list[tuple[str, ...]]:
        """Every simple loop of pieces."""
        pieces = self.pieces()
        out: dict[str, list[tuple[str, ...]]] = {}
        for run in pieces:
            out.setdefault(run[0], []).append(run)
            if run[0] != run[-1]:
                out.setdefault(run[-1], []).append(run[::-1])
        found: dict[frozenset[str], tuple[str, ...]] = {}

        def walk(path: list[str]) -> None:
            for run in out.get(path[-1], ()):
                inner = run[1:-1]
                if set(inner) & set(path):
                    continue
                if run[-1] == path[0] and len(path) + len(inner) >= 3:
                    loop = (*path, *inner)
                    if len(set(loop)) == len(loop):
                        found.setdefault(frozenset(loop), loop)
                elif run[-1] > path[0] and run[-1] not in path:
                    walk([*path, *run[1:]])

        for start in sorted(out):
            walk([start])
        return list(found.values())

    def best(self) -> int:
        """The most hexes that one loop, or two that share no hex but markers, enclose together with held map edge."""
        rooted = [(set(loop), self.inside(loop)) for loop in self.loops()]
        rooted = [(line, hexes) for line, hexes in rooted if hexes & self.held & self.edge]
        best = max((len(hexes) for _, hexes in rooted), default=0)
        for (line, hexes), (other_line, other_hexes) in combinations(rooted, 2):
            if len(hexes) + len(other_hexes) > best and not line & other_line - self.markers:
                best = max(best, len(hexes | other_hexes))
        return best


def _within(place: Point, corners: Sequence[Point]) -> bool:
    x, y = place[0] + 0.01, place[1] + 0.003
    inside = False
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def judge_of(
    names: Iterable[str],
    control: Mapping[str, str],
    strategic: Iterable[str],
    mmc: Mapping[str, Iterable[str]],
    units: Mapping[str, Iterable[str]],
    side: str,
) -> Judge:
    """The rules for one side, worked out anew from the bare facts."""
    enemy = "german" if side == "russian" else "russian"
    bare = Judge(set(names), set(), set(), {name for name, whose in control.items() if whose == side})
    barred = set(units[enemy]) | {name for name in strategic if control.get(name) == enemy}
    barred |= {name for name in bare.edge if control.get(name) == enemy}
    ring = [name for name in bare.ring if control.get(name)]
    marks = {
        name
        for n, name in enumerate(ring)
        if control[name] == side and enemy in (control[ring[n - 1]], control[ring[(n + 1) % len(ring)]])
    }
    marks |= set(mmc[side]) | {name for name in strategic if control.get(name) == side}
    return Judge(set(names), marks - barred, barred, bare.held)
