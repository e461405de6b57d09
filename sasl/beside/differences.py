"""What differs between two positions: a difference for each counter and what it is about, in plain sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from sasl.asl.game.state import COLOURS
from sasl.asl.game.words import WORDS
from sasl.beside.comparable import Piece
from sasl.beside.matching import Matching
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed
from sasl.vasl.map_points import apart, by_hex

What = Literal["elsewhere", "states", "faces", "other", "new", "gone"]
"""It stands in another hex, is in another state, faces another way, is another counter, is only there, is only here."""


class Words(Frozen):
    """How the two positions are called: `here` and `in VASL`, or two saves."""

    here: str = "here"
    there: str = "in VASL"


GAME_AND_VASL = Words()
TWO_SAVES = Words("in the first", "in the second")


class Difference(Frozen):
    """One difference between a counter here and there. `gained`, `lost`: the states it has there and not here, and
    the other way round. `along`: what goes where it goes: its SW, who rides on it.
    """

    what: What
    here: Piece | None
    there: Piece | None
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    along: tuple[Piece, ...] = ()

    @property
    def piece(self) -> Piece:
        """The counter it is about, as it is here, or there if it is only there."""
        found = self.here or self.there
        assert found is not None
        return found

    @property
    def hex(self) -> str:
        """Where it is listed: under the hex here, or under the one there if it is not on the map here."""
        return (self.here.hex if self.here else "") or (self.there.hex if self.there else "")

    @property
    def place(self) -> str:
        """The same hex, by both names where its board calls it otherwise."""
        return (self.here.place if self.here else "") or (self.there.place if self.there else "")

    @property
    def placed(self) -> bool:
        """Whether a counter is to be placed that does not lie on the map there."""
        return self.what == "gone" or (self.what == "elsewhere" and self.there is not None and not self.there.hex)

    @property
    def origin(self) -> str:
        """Where a counter lies there that is to be moved to its hex here; "" if it is not on both maps."""
        both = self.what == "elsewhere" and self.here and self.there and self.here.hex
        return self.there.place if both and self.there else ""

    def sentence(self, words: Words = GAME_AND_VASL) -> str:
        """`K20: 628a (6-2-8) with LMGa stands in K18 in VASL`."""
        return f"{self.place}: {self.piece.called}{_with(self.along)} {self.says(words)}"

    def to_do(self) -> str:
        """What to do in VASL, so that it shows what is here: `M5: place 4-6-7 (467a), concealed`."""
        return f"{self.place}: {self.deed()}"

    def deed(self) -> str:
        """The same without the hex."""
        if self.placed:
            return f"place {laid(self.piece, self.along)}"
        if self.what == "new":
            return f"take {self.piece.called} off"
        if self.what == "faces":
            return f"turn {self.piece.called} to {self.piece.toward or vertex(self.piece)}"
        assert self.here is not None and self.there is not None
        if self.what == "elsewhere":
            if not self.here.hex:
                return f"take {self.piece.called}{_with(self.along)} off"
            return f"move {self.piece.called}{_with(self.along)} there from {self.there.place}"
        if self.what == "other":
            return f"{self.there.called} becomes {COLOURS.get(self.here.name, self.here.called)}"
        parts = [f"is {states(self.lost)}"] if self.lost else []
        parts += [f"is no longer {states(self.gained)}"] if self.gained else []
        return f"{self.piece.called} {' and '.join(parts)}"

    def says(self, words: Words, *, many: bool = False) -> str:
        """What is said of the counter, or of `many` alike: `stands in K18 in VASL`."""
        verb = "are" if many else "is"
        if self.what == "new":
            return f"{verb} {words.there} and not {words.here}"
        if self.what == "gone":
            return f"{verb} {words.here} and not {words.there}"
        assert self.here is not None and self.there is not None
        if self.what == "other":
            return f"{verb} {COLOURS.get(self.there.name, f'a {self.there.name}')} {words.there}"
        if self.what == "faces":
            return f"{'face' if many else 'faces'} {vertex(self.there)} {words.there}"
        if self.what == "elsewhere":
            if not self.here.hex:  # it is listed under the hex there
                return f"{verb} there {words.there}, still off the map {words.here}"
            stands = f"{'stand' if many else 'stands'} in {self.there.place}"
            return f"{stands if self.there.hex else f'{verb} off the map'} {words.there}"
        parts = [f"{verb} {states(self.gained)} {words.there} and not {words.here}"] if self.gained else []
        parts += [f"{verb} {states(self.lost)} {words.here} and not {words.there}"] if self.lost else []
        return " and ".join(parts)


def states(flags: Collection[str]) -> str:
    """`broken and pinned`."""
    return listed(words for flag, words in WORDS.items() if flag in flags)


def vertex(piece: Piece) -> str:
    """C3.2: the vertex that a Gun or vehicle faces, as an order names it: `H10/I11`."""
    try:
        return vertex_names(parse_hex(apart(piece.hex)[1]))[piece.faces - 1]
    except ValueError:  # of several boards one has a name that cannot be told from its hexes
        return f"hexspine {piece.faces}"


def laid(piece: Piece, along: Iterable[Piece] = ()) -> str:
    """What is laid: `4-6-7 (467a), concealed with LMGa` as it is called there, or `a black S? (S?4)`."""
    if piece.sort == "suspect":
        return f"a {COLOURS.get(piece.name, '')} S? ({piece.id})"
    if piece.sort == "marker":
        return piece.called
    return f"{piece.name} ({piece.id}){f', {states(piece.states)}' if piece.states else ''}{_with(along)}"


def _with(along: Iterable[Piece]) -> str:
    return f" with {names}" if (names := listed(item.id for item in along)) else ""


def differences(found: Matching) -> list[Difference]:
    """Every difference of two matched positions, in the order of the hexes' names.

    What is carried and goes where its carrier goes is listed with him. What lies on a hexside is not compared.
    """
    moved = {mine.id: (mine, theirs) for mine, theirs in found.pairs if _moved(mine, theirs)}
    along: dict[str, list[Piece]] = {}
    for mine, theirs in moved.values():
        carrier = moved.get(mine.carrier)
        if carrier and carrier[1].hex == theirs.hex:
            along.setdefault(mine.carrier, []).append(mine)
    carried = {item.id for items in along.values() for item in items}
    every = [
        Difference("elsewhere", mine, theirs, along=tuple(along.get(mine.id, ())))
        for mine, theirs in moved.values()
        if mine.id not in carried
    ]
    for mine, theirs in found.pairs:
        every += _of_pair(mine, theirs)
    every += [Difference("gone", item, None) for item in found.here if item.hex]
    every += [Difference("new", None, item) for item in found.there if item.hex]
    return in_order(every)


def in_order(items: Iterable[Difference]) -> list[Difference]:
    """The differences by hex, and in a hex by what they are."""
    return sorted(items, key=lambda item: (*by_hex(item.hex), ORDER.index(item.what), item.piece.id))


def together(items: Iterable[Difference], words: Words = GAME_AND_VASL) -> Iterator[tuple[Difference, str]]:
    """A sentence for each stack of which the same is to be said, with its first difference:
    `P0: 447f with ATRb, 527c and 527f stand in P3 in VASL`.
    """
    for _, same in groupby(items, lambda item: (item.place, item.what, item.says(words))):
        first, *more = same
        if more and all(item.here for item in (first, *more)):
            names = listed(f"{item.piece.id}{_with(item.along)}" for item in (first, *more))
            yield first, f"{first.place}: {names} {first.says(words, many=True)}"
        else:
            yield from ((item, item.sentence(words)) for item in (first, *more))


def to_do(items: Iterable[Difference]) -> list[str]:
    """What to do in each hex, a line each: `M5: take S?4 off; place 4-6-7 (467a), concealed; LMG (LMGa)`."""
    return [f"{place}: {'; '.join(_deeds(same))}" for place, same in groupby(items, lambda item: item.place)]


def _deeds(items: Iterable[Difference]) -> Iterator[str]:
    for (placed, origin), same in groupby(items, lambda item: (item.placed, item.origin)):
        some = list(same)
        if placed:
            yield f"place {'; '.join(laid(item.piece, item.along) for item in some)}"
        elif origin and len(some) > 1:
            yield f"move {listed(f'{item.piece.id}{_with(item.along)}' for item in some)} there from {origin}"
        else:
            yield from (item.deed() for item in some)


ORDER: Sequence[What] = ("elsewhere", "other", "states", "new", "gone", "faces")


def _moved(mine: Piece, theirs: Piece) -> bool:
    return mine.hex != theirs.hex and "hexside" not in (mine.lies, theirs.lies)


def _of_pair(mine: Piece, theirs: Piece) -> list[Difference]:
    found = []
    if mine.name != theirs.name and theirs.name:
        found.append(Difference("other", mine, theirs))
    gained, lost = tuple(sorted(theirs.states - mine.states)), tuple(sorted(mine.states - theirs.states))
    if (gained or lost) and theirs.lies != "off":
        found.append(Difference("states", mine, theirs, gained, lost))
    if mine.hex == theirs.hex and mine.faces and theirs.faces and mine.faces != theirs.faces:
        found.append(Difference("faces", mine, theirs))
    return found
