"""The game beside a saved game of VASL: what the player has changed there since the last look, and what it lacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.events import VaslSeen
from sasl.asl.game.vasl_memory import SeenCounter
from sasl.beside.comparable import Piece, of_game, of_tabletop
from sasl.beside.differences import Difference, What, differences, in_order
from sasl.beside.matching import Matching, Pair, match
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted, listed
from sasl.vasl.tabletop import Tabletop


class Comparison(Frozen):
    """`moved`: the differences that the player made in VASL; `lacking`: those that VASL does not show yet, because they
    came about in the game. `notes`: what could not be compared, or only by a guess. `pairs`: each counter here with the
    one in VASL; `only_there`: those that nothing here stands for.
    """

    moved: tuple[Difference, ...]
    lacking: tuple[Difference, ...]
    notes: tuple[str, ...]
    pairs: tuple[Pair, ...] = ()
    only_there: tuple[Piece, ...] = ()

    @property
    def all(self) -> list[Difference]:
        """Every difference, by hex."""
        return in_order((*self.moved, *self.lacking))


def compare(game: Game, tabletop: Tabletop) -> Comparison:
    """The game and what lies on VASL's map.

    A counter that VASL shows as it did at the last look is behind the game; any other change is the player's. Before
    the first look his own units on the map are right there; S?, the ENEMY's, where a Gun or vehicle faces, and who
    still waits beside the boards, here. Where VASL lays no board yet, all is still to be done there. ContentError if it
    lays other boards.
    """
    _same_map(game, tabletop)
    known = {piece: item.id for piece, item in game.state.vasl.seen.items() if item.id}
    found = match(of_game(game), of_tabletop(tabletop), known)
    mine = game.mission.army("FRIENDLY").nation
    moved, lacking = list[Difference](), list[Difference]()
    for item in differences(found):
        (moved if tabletop.boards and _players(game, item, mine) else lacking).append(item)
    notes = (*_strange(game, tabletop), *_doubts(found), *_aside(found, tabletop), *tabletop.notes)
    return Comparison(tuple(moved), tuple(lacking), notes, tuple(found.pairs), tuple(found.there))


NO_BOARD = "VASL has no board laid out: none of its counters lies on the map of the game"


def _strange(game: Game, tabletop: Tabletop) -> Iterator[str]:
    """What makes a save unlikely to be of this game."""
    if not tabletop.boards:
        yield NO_BOARD
    elif game.state.vasl.seen and game.state.vasl.seen.keys().isdisjoint(item.piece for item in tabletop.counters):
        yield "none of the counters seen last time is in this save: is it from another game?"


def _same_map(game: Game, tabletop: Tabletop) -> None:
    """ContentError unless VASL lays a board of the game, or none yet."""
    ours = {sheet.board for sheet in game.state.layout.sheets if sheet.board} or {game.mission.area.board or ""}
    if ours == {""}:
        raise ContentError(["the mapboards of this game are not chosen yet: next or mapboard chooses them"])
    if tabletop.boards and not ours & set(tabletop.ids):
        raise ContentError([f"VASL has {_boards(tabletop)}; this game is played on {listed(sorted(ours))}"])


def _players(game: Game, item: Difference, mine: str) -> bool:
    """Whether a difference is the player's: VASL has changed since it was looked at.

    Of the ENEMY's counters only if the game has left them as they were then: what the game did later counts.
    """
    seen = game.state.vasl.seen
    if item.there is None:
        return any(counter.id == item.piece.id for counter in seen.values())
    before = seen.get(item.there.id)
    if item.what == "faces" and not (before and before.faces):
        return False
    if before is None and item.here and not item.there.hex:
        return False
    if item.here is None or before is None:
        return before is None and (item.here is None or item.here.nation == mine)
    aspect = ASPECTS[item.what]
    untouched = item.here.nation == mine or aspect(_seen(item.here, "")) == aspect(before)
    return untouched and aspect(_seen(item.there, "")) != aspect(before)


ASPECTS: dict[What, Callable[[SeenCounter], object]] = {
    "elsewhere": lambda item: item.hex,
    "states": lambda item: item.states,
    "faces": lambda item: item.faces,
    "other": lambda item: item.name,
}
"""What of a counter each kind of difference is about."""


def look(game: Game, found: Comparison) -> VaslSeen | None:
    """What the game remembers of a look: how VASL shows each counter. What the player has changed there, and the game
    has not, stays his change: of that it remembers how the game has it. None if it knows all of it already.
    """
    his = {(item.piece.id, item.what) for item in found.moved if item.here}
    his |= {(carried.id, item.what) for item in found.moved for carried in item.along}
    every = [
        SeenCounter(
            theirs.id,
            mine.id,
            mine.name if (mine.id, "other") in his else theirs.name,
            mine.hex if (mine.id, "elsewhere") in his else theirs.hex,
            tuple(sorted(mine.states if (mine.id, "states") in his else theirs.states)),
            mine.faces if (mine.id, "faces") in his else theirs.faces,
        )
        for mine, theirs in found.pairs
    ]
    before = game.state.vasl.seen
    every += [before[item.id] for item in found.only_there if item.id in before]
    taken = {item.piece.id for item in found.moved if item.what == "gone"}
    return _news(game, [*every, *(item for item in before.values() if item.id in taken)])


def refusal(game: Game, found: Comparison) -> VaslSeen | None:
    """What the game remembers if the player takes nothing over: all that VASL shows is seen as it is there."""
    every = [_seen(theirs, mine.id) for mine, theirs in found.pairs]
    return _news(game, [*every, *(_seen(item, "") for item in found.only_there)])


def _news(game: Game, every: Sequence[SeenCounter]) -> VaslSeen | None:
    """The fact that these and no others are the counters seen; None if it is none."""
    before, now = game.state.vasl.seen, {item.piece for item in every}
    changed = tuple(item for item in every if before.get(item.piece) != item)
    gone = tuple(key for key in before if key not in now)
    return VaslSeen(changed, gone) if changed or gone else None


def _seen(item: Piece, mine: str) -> SeenCounter:
    return SeenCounter(item.id, mine, item.name, item.hex, tuple(sorted(item.states)), item.faces)


def compare_saves(first: Tabletop, second: Tabletop) -> tuple[list[Difference], tuple[str, ...]]:
    """What the second of two saves shows otherwise than the first, and notes about what was not compared."""
    here, there = of_tabletop(first), of_tabletop(second)
    found = match(here, there, {item.id: item.id for item in there})
    notes = [*first.notes, *(note for note in second.notes if note not in first.notes)]
    if first.boards != second.boards:
        notes.append(f"the first has {_boards(first)}, the second {_boards(second)}")
    off = [sum(item.where == "off" for item in (*laid.counters, *laid.unknown)) for laid in (first, second)]
    if any(off):
        notes.append(f"counters beside the boards are not compared ({off[0]} in the first, {off[1]} in the second)")
    return differences(found), (*notes, *_aside(found, second))


def _boards(laid: Tabletop) -> str:
    return listed(f"board {board.shown}" for board in laid.boards) or "no board"


def _doubts(found: Matching) -> Iterator[str]:
    """Which of several identical counters is which: reported, as it was a guess."""
    where = {mine.id: theirs for mine, theirs in found.pairs}
    for group in found.doubts:
        told = [f"{item.id} for the one in {where[item.id].hex}" for item in group if item.id in where]
        if told and group[0].sort != "suspect":
            yield f"which {group[0].name} is which cannot be told apart in VASL; matched by distance: {listed(told)}"


def _aside(found: Matching, tabletop: Tabletop) -> Iterator[str]:
    """What is not compared."""
    sides = [item for item in (*(theirs for _, theirs in found.pairs), *found.there) if item.lies == "hexside"]
    if sides:
        verb = "lies" if len(sides) == 1 else "lie"
        where = listed(sorted(f"{item.called} on {item.printed}" for item in sides), 6)
        yield f"{counted(len(sides), 'counter')} {verb} on a hexside in VASL: not compared ({where})"
    if tabletop.unknown:
        names = listed(sorted({item.name for item in tabletop.unknown}), 6)
        yield f"{counted(len(tabletop.unknown), 'counter')} not recognised: {names}"
