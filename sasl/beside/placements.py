"""What to do on the VASL map (or any other) after a command: counters to place, move, turn and take off, by hex."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from sasl.asl.game.context import Game
from sasl.beside.comparable import COMPARED, TOLD, Piece, markers_of, of_game
from sasl.beside.comparison import Comparison
from sasl.beside.differences import Difference, differences, in_order, laid, to_do
from sasl.beside.matching import Matching
from sasl.kernel.frozen import replace


def placements(before: Game, after: Game, vasl: Comparison | None = None) -> list[str]:
    """What a command has changed on the map, as what to do in each hex; not what `vasl`, a save, shows so already."""
    if before.state is after.state:
        return []
    old = {item.id: item for item in _all(before)}
    new = {item.id: item for item in _all(after)}
    both = Matching(
        pairs=[(item, old[key]) for key, item in new.items() if key in old],
        here=[item for key, item in new.items() if key not in old],
        there=[item for key, item in old.items() if key not in new],
    )
    found = in_order([*differences(both), *_turned(both)])
    if vasl is not None:
        found = in_order(_from_where_it_lies(vasl, item) for item in found if not _shown(vasl, item))
    return to_do(found)


def everything(game: Game) -> list[str]:
    """What lies on the map, hex by hex, as the player lays it: `I17 (16Y4): VPO of the ENEMY; a black S? (S?41)`."""
    every = [item for item in _all(game) if item.hex]
    held: dict[str, list[Piece]] = {}
    for item in every:
        if item.sort == "sw" and item.carrier:
            held.setdefault(item.carrier, []).append(item)
    lying = in_order(
        Difference("gone", item, None, along=tuple(held.get(item.id, ())))
        for item in every
        if item.sort != "sw" or not item.carrier
    )
    return [
        f"{place}: {'; '.join(map(_lies, same))}" for place, same in groupby(lying, lambda item: item.place)
    ]  # fmt: skip


def _lies(item: Difference) -> str:
    facing = f", facing {item.piece.toward}" if item.piece.toward else ""
    return f"{laid(item.piece, item.along)}{facing}"


def on_which(game: Game) -> str:
    """Where the player's counters lie: `In VASL`, if he plays beside it, or `On your board`."""
    return "In VASL" if game.state.vasl.follows or game.state.vasl.seen else "On your board"


def _turned(both: Matching) -> Iterator[Difference]:
    """Guns and vehicles that have come somewhere, and face another way than they did."""
    for mine, theirs in both.pairs:
        if mine.hex != theirs.hex and mine.faces not in (0, theirs.faces):
            yield Difference("faces", mine, theirs)
    for mine in both.here:
        if mine.faces:
            yield Difference("faces", mine, None)


def _all(game: Game) -> list[Piece]:
    return [*of_game(game, TOLD), *markers_of(game)]


def _from_where_it_lies(vasl: Comparison, item: Difference) -> Difference:
    """The difference as VASL has it: what went from K20 to K19 here may lie in K18 there."""
    there = next((theirs for mine, theirs in vasl.pairs if mine.id == item.piece.id), item.there)
    return replace(item, there=there) if item.what == "elsewhere" else item


def _shown(vasl: Comparison, item: Difference) -> bool:
    """Whether VASL shows what has come about: by its own counter, or by one that the game did not know."""
    here = item.here
    if here is None:
        return all(mine.id != item.piece.id for mine, _ in vasl.pairs)
    there = [theirs for mine, theirs in vasl.pairs if mine.id == here.id]
    there = there or [theirs for theirs in vasl.only_there if theirs.form == here.form]
    if item.what == "faces":
        return any(theirs.faces == here.faces for theirs in there)
    if item.what == "states" and COMPARED.isdisjoint((*item.gained, *item.lost)):
        return False
    return any((theirs.hex, theirs.states) == (here.hex, here.states & COMPARED) for theirs in there)
