"""Is this a legal perimeter? Each broken rule by name, in words a player can act on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.campaign.campaign_state import other
from sasl.campaign.perimeter.front_lines import Loop, closed, edge_hexes, enclosed, grain_kind, main_and_pockets
from sasl.campaign.perimeter.perimeter_grid import joined
from sasl.campaign.perimeter.position import Position


def faults(position: Position, side: str, loops: Sequence[Loop]) -> list[str]:
    """7.5052-7.5054: what is wrong with the perimeter of a side; nothing if it is legal."""
    board = position.board
    faulty: list[str] = []
    for loop in loops:
        strange = [name for name in loop if name not in board]
        if strange or not loop:
            faulty.append(f"{strange[0] if strange else 'an empty loop'} is not on the map")
    if faulty:
        return faulty
    main, pockets = main_and_pockets(board, loops)
    for loop in loops:
        if len(loop) == 1 and loop[0] in position.units.get(side, frozenset()):
            continue  # 7.5054: a Pocket of one hex needs no marker, whoever else is in it
        faulty += _shape(position, loop)
        faulty += _barred(position, side, loop)
        faulty += _pieces(position, side, loop, loop in pockets)
    faulty += _overlaps(position, side, loops)
    faulty += _pockets(position, side, main, pockets)
    faulty += _outside(position, side, loops)
    return faulty


def _shape(position: Position, loop: Loop) -> list[str]:
    """7.505: each hex adjacent to the next, none entered twice."""
    faulty = [
        f"{a} and {b} are not adjacent: the Front Line has a gap ({position.rule('7.505')})"
        for a, b in pairwise(loop)
        if not joined(a, b, position.board)
    ]
    twice = sorted({name for name in loop if loop.count(name) > 1})
    return faulty + [f"the Front Line enters {name} twice ({position.rule('7.505')})" for name in twice]


def _barred(position: Position, side: str, loop: Loop) -> list[str]:
    """7.5053, 11.6053: no enemy unit but SMC, no enemy-controlled Strategic Location or map edge on the line."""
    enemy = other(side)
    faulty = []
    for name in loop:
        if name in position.units.get(enemy, frozenset()):
            faulty.append(f"an enemy unit stands on the Front Line in {name} ({position.rule('7.5053')})")
        elif name in position.held(enemy):
            faulty.append(f"{name} is an enemy-controlled Strategic Location ({position.rule('7.5053')})")
        elif name in position.barred(side):
            faulty.append(f"{name} is an enemy-controlled map-edge hex ({position.rule('7.5052')})")
    return faulty


def _marks_of(position: Position, side: str, pocket: bool) -> frozenset[str]:
    """Where markers of a main loop, or of a Pocket, may stand."""
    return position.pocket_markers(side) if pocket else position.markers(side)


def pieces(position: Position, loop: Loop, marks: frozenset[str]) -> list[Loop]:
    """A loop cut at the markers that may stand on it; without any it stays whole."""
    at = [place for place, name in enumerate(loop) if name in marks]
    if not closed(position.board, loop):
        cuts = sorted({0, *at, len(loop) - 1})
        return [loop[a : b + 1] for a, b in pairwise(cuts)] or [loop]
    if not at:
        return [loop]
    turned = loop[at[0] :] + loop[: at[0]] + loop[at[0] : at[0] + 1]
    cuts = [place for place, name in enumerate(turned) if name in marks]
    return [turned[a : b + 1] for a, b in pairwise(cuts)]


def _pieces(position: Position, side: str, loop: Loop, pocket: bool) -> list[str]:
    """7.5052-7.5053: between two markers the line is a grain or a run of map edge."""
    marks = _marks_of(position, side, pocket)
    if _held_edge(position, side, loop):
        return []
    parts = pieces(position, loop, marks)
    if len(parts) == 1 and not set(loop) & marks:
        if len(loop) > 1 and _along_edge(position, (*loop, loop[0])):
            return []
        return [f"no Perimeter Marker may stand on the line from {loop[0]} to {loop[-1]} ({position.rule('7.5053')})"]
    faulty = [
        f"no Perimeter Marker may stand in {name}: neither an MMC, a friendly-controlled Strategic Location nor a "
        f"map-edge marker ({position.rule('7.5053')})"
        for name in _open_ends(position, loop)
        if name not in marks
    ]
    for part in parts:
        if len(part) > 1 and not grain_kind(part) and not _along_edge(position, part):
            faulty.append(
                f"from {part[0]} to {part[-1]} the line is not an (Alternate) Hex Grain ({position.rule('7.5053')})"
            )
    return faulty


def _open_ends(position: Position, loop: Loop) -> list[str]:
    return [] if closed(position.board, loop) else list(dict.fromkeys((loop[0], loop[-1])))


def _along_edge(position: Position, run: Sequence[str]) -> bool:
    """11.6053: whether a run of hexes goes from one map-edge hex to the next, perhaps around corners."""
    ring = edge_hexes(position.board)
    places = {name: number for number, name in enumerate(ring)}
    if not all(name in places for name in run):
        return False
    steps = {(places[b] - places[a]) % len(ring) for a, b in pairwise(run)}
    return steps in ({1}, {len(ring) - 1})


def _held_edge(position: Position, side: str, loop: Loop) -> bool:
    """Whether the run is map edge that the side controls throughout."""
    ring = edge_hexes(position.board)
    return (len(loop) == 1 or _along_edge(position, loop)) and all(
        name in ring and position.control.get(name) == side for name in loop
    )


def _overlaps(position: Position, side: str, loops: Sequence[Loop]) -> list[str]:
    """11.6054: two grains of a side share no hex but one with a marker."""
    marks = position.markers(side) | position.pocket_markers(side)
    seen: dict[str, int] = {}
    faulty = []
    for number, loop in enumerate(loops):
        for name in set(loop):
            if seen.setdefault(name, number) != number and name not in marks:
                faulty.append(f"two Front Lines overlap in {name} ({position.rule('11.6054')})")
    return sorted(faulty)


def _pockets(position: Position, side: str, main: Sequence[Loop], pockets: Sequence[Loop]) -> list[str]:
    """7.5054 and its note 9: a Pocket holds a unit that is no SMC, and nothing of the main area."""
    units = position.units.get(side, frozenset())
    waiting = {loop: enclosed(position.board, loop) for loop in pockets}
    inside = frozenset().union(*(enclosed(position.board, loop) for loop in main))
    faulty = []
    for loop, hexes in waiting.items():
        if not hexes & units and not any(hexes & more & units for more in waiting.values()):
            faulty.append(f"the Pocket around {loop[0]} holds only SMC ({position.rule('7.5054')})")
        if hexes & inside:
            faulty.append(f"the Pocket around {loop[0]} takes in hexes of the main area ({position.rule('7.5054')})")
    return faulty


def _outside(position: Position, side: str, loops: Sequence[Loop]) -> list[str]:
    """7.505: every friendly unit but SMC is inside; one in the way of the enemy at least in a Pocket of its hex."""
    have = frozenset().union(*(enclosed(position.board, loop) for loop in loops))
    return [
        f"the unit in {name} is outside: make at least its hex a Pocket ({position.rule('7.5054')})"
        for name in sorted(position.units.get(side, frozenset()) - have)
        if name in position.board
    ]
