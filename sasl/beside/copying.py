"""A copy of a saved game of VASL with the counters that it lacks put where the game has them; never the original."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

from sasl.asl.game.context import Game
from sasl.asl.game.flags import MMC
from sasl.asl.game.state import COLOURS
from sasl.beside.comparable import SORTS, Piece
from sasl.beside.comparison import NO_BOARD, compare
from sasl.beside.differences import Difference, in_order
from sasl.content.reading.faults import ContentError, disk_fault, shown_path
from sasl.kernel.frozen import Frozen
from sasl.vasl.editing import Editor
from sasl.vasl.list_codec import fold, split, unfold
from sasl.vasl.map_points import VaslMap, by_hex
from sasl.vasl.saved_game import SavedGame, read, read_container
from sasl.vasl.tabletop import Recognised, Recogniser, read_tabletop, tabletop
from sasl.vasl.vasl_pieces import IMAGES, TAB, read_piece

Made = tuple[str, str]
"""Kind and state of a piece, as they stand in its command."""


class Copied(Frozen):
    """What was done in the copy, and what remains to be done in VASL by hand, each as a sentence by hex."""

    done: tuple[str, ...]
    left: tuple[str, ...]


def write_copy(game: Game, path: Path, copy: Path) -> Copied:
    """Write `copy`: the saved game at `path` with every counter where the game has it, but those that the player has
    moved in VASL; checked by reading it back.

    A counter that VASL lacks is made like one that the save holds (anywhere, also beside the boards). ContentError, one
    sentence, if the save cannot be read, `copy` is there already, or does not read back as it should.
    """
    if copy.exists():
        raise ContentError([f"{shown_path(copy)}: this file already exists; choose another name for the copy"])
    container, saved = read_container(path), read(path)
    if not saved.boards:
        raise ContentError([f"{shown_path(path)}: {NO_BOARD}; lay out its boards there and save"])
    before = compare(game, tabletop(saved, game.library, game.state.layout))
    writer = _Writer(game, saved, container.text, {mine.id: theirs.id for mine, theirs in before.pairs})
    done = [item for item in sorted(before.lacking, key=_from_below) if writer.does(item)]
    _write(copy, container.with_text(writer.editor.text()).packed())
    after = compare(game, read_tabletop(copy, game.library, game.state.layout))
    laid = {item.piece.id for item in done}  # what is still to be done to those is not the player's doing
    his = [[item for item in found.moved if item.piece.id not in laid] for found in (before, after)]
    left = in_order((*after.lacking, *(item for item in after.moved if item.piece.id in laid)))
    copied = Copied(*(tuple(item.to_do() for item in items) for items in (done, left)))
    if set(copied.done) & set(copied.left) or len(his[0]) != len(his[1]):
        copy.unlink()
        raise ContentError([f"{shown_path(copy)}: it does not read back correctly and was not kept"])
    return copied


def _from_below(item: Difference) -> tuple[object, ...]:
    """What sorts differences so that each unit comes onto its stack with all it carries on top."""
    piece = item.piece
    return (by_hex(item.hex), piece.sort == "suspect", piece.carrier or piece.id, bool(piece.carrier))


def _write(path: Path, data: bytes) -> None:
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise disk_fault(shown_path(path), "cannot be written", error) from None


class _Writer:
    """Puts one difference after another right in the text of a saved game."""

    def __init__(self, game: Game, saved: SavedGame, text: str, theirs: Mapping[str, str]) -> None:
        """`theirs`: the ids of VASL's counters by the game's."""
        boards, names = game.library.vasl
        self.theirs = theirs
        self.game, self.editor = game, Editor(text)
        self.ground = VaslMap(saved.boards, boards.grids, game.state.layout)
        self.recogniser = Recogniser(names, game.library.counters)
        self.pieces = [piece.id for piece in saved.pieces]
        self._like: dict[tuple[str, str, str], Made | None] = {}

    def does(self, item: Difference) -> bool:
        """Put it right in VASL, if it can be done."""
        if item.what == "new" and item.there:
            self.editor.remove(item.there.id)
            return True
        point = self.ground.point(item.here.hex) if item.here and item.here.hex else None
        if item.here is None or point is None or item.what not in ("gone", "elsewhere"):
            return False
        if item.there:
            for theirs in (item.there.id, *(self.theirs[carried.id] for carried in item.along)):
                self.editor.move(theirs, *point)
            return True
        made = self._made_like(item.here)
        if made:
            self.editor.place(*made, *point)
        return made is not None

    def _made_like(self, wanted: Piece) -> Made | None:
        """Kind and state of a new piece that is recognised as this counter; None if the save holds none like it."""
        key = (wanted.sort, wanted.nation, wanted.name)
        if key not in self._like:
            self._like[key] = next((made for made in self._candidates(wanted) if self._is(made, wanted)), None)
        return self._like[key]

    def _candidates(self, wanted: Piece) -> Iterator[Made]:
        """The save's pieces of the nation and the same sort of thing, one of each make, with every layer turned."""
        for found, made in self._makes:
            of_sort = wanted.sort == found.kind == "suspect" or (
                found.nation == wanted.nation and _group(SORTS.get(found.kind)) == _group(wanted.sort)
            )
            if of_sort:
                yield from _turned(*made)

    @cached_property
    def _makes(self) -> list[tuple[Recognised, Made]]:
        """What the save's pieces are, one of each make, as if nothing had happened to it."""
        makes = {made[0]: made for made in (_plain(*self.editor.piece(piece)) for piece in reversed(self.pieces))}
        return [(self.recogniser.recognise(read_piece("0", *made)), made) for made in reversed(makes.values())]

    def _is(self, made: Made, wanted: Piece) -> bool:
        found = self.recogniser.recognise(read_piece("0", *made))
        if wanted.sort == "suspect":
            return found.kind == "suspect" and COLOURS.get(wanted.name, "") in found.states
        return not found.states and (SORTS.get(found.kind), found.definition) == (wanted.sort, wanted.name)


def _group(sort: str | None) -> str | None:
    """What one counter of VASL can show: all MMC of a class, all leaders; any other thing only itself."""
    return "MMC" if sort in MMC else sort


OFF = {"hide": "null", "conceal": "null;", "label": "", "moved": "false"}
"""The states of traits on a counter to which nothing has happened: nobody's name or password is in them."""


def _plain(kind: str, state: str) -> Made:
    """A piece like this one, neither hidden nor concealed nor labelled."""
    pairs = zip(unfold(kind, TAB), unfold(state, TAB), strict=True)
    return kind, fold([OFF.get(trait[: trait.find(";")], value) for trait, value in pairs], TAB)


def _turned(kind: str, state: str) -> Iterator[Made]:
    """The piece as it is, and with one of its layers at each of its levels, the others as they are or all turned off:
    one counter shows every class of its squad, or every leader of its nation."""
    traits, states = unfold(kind, TAB), unfold(state, TAB)
    layers = [place for place, trait in enumerate(traits) if trait.startswith("emb2;")]
    off = [_level(value, -1) if place in layers else value for place, value in enumerate(states)]
    yield kind, state
    yield kind, fold(off, TAB)
    for place in layers:
        pictures = split(split(traits[place], ";")[IMAGES], ",")
        for level in range(1, len(pictures) + 1):
            for others in (states, off):
                yield kind, fold([*others[:place], _level(states[place], level), *others[place + 1 :]], TAB)


def _level(value: str, level: int) -> str:
    """The state of a layer at another level; old layers keep more behind it."""
    return f"{level}{value[value.find(';') :] if ';' in value else ''}"
