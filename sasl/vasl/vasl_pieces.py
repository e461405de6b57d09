"""Pieces of a saved game: the traits of a counter, its layers, and the name VASL shows for it.

What hides a piece names a player by his password; of those traits only is kept that they are set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from sasl.kernel.frozen import Frozen, replace
from sasl.vasl.list_codec import split, unfold

TAB = "\t"
LAYER_OF = "@@"
"""How the last item of a stack begins since VASSAL 3.5."""
PROPERTY = "PROP;"
NOTHING = "null"
"""What stands for no value in ids, maps and users."""
MOST_TRAITS = 150
MOST_FIELDS = 200
MOST_NAME = 400
"""Characters of a name; labels that repeat it would let it grow without end."""


class Layer(Frozen):
    """A picture a piece may show: its number (0 and below: not shown), the picture, and what it makes of the name."""

    name: str
    value: int
    image: str = ""
    words: str = ""

    @property
    def shown(self) -> bool:
        """Whether anything of it is to be seen: its first level may be an empty one."""
        return self.value > 0 and bool(self.image or self.words)


class Piece(Frozen):
    """A counter as VASL keeps it; `layers` from the innermost out.

    `map`: the window it lies in ("" in none), `x` and `y` in pixels. `base`: its name before any layer, `plain`: with
    what layers add, `name`: as shown, with labels. `image`: the picture below all layers. `marks`: what its maker wrote
    on it, `label`: what a player wrote.
    `question`: it is itself a ?, of the nation `nation`; `concealed`: a ? lies on it; `hidden`: nobody else sees it.
    `facing`: how far it is turned; `turrets`: where each faces and whether its other side (BU or CE) is up.
    """

    id: str
    map: str
    x: int
    y: int
    base: str
    plain: str
    name: str
    image: str = ""
    layers: tuple[Layer, ...] = ()
    marks: Mapping[str, str] = {}
    label: str = ""
    nation: str = ""
    question: bool = False
    concealed: bool = False
    hidden: bool = False
    moved: bool = False
    facing: int = 0
    turrets: tuple[tuple[int, bool], ...] = ()


class Stack(Frozen):
    """A stack: where it lies, and the ids of its pieces from the bottom."""

    id: str
    map: str
    x: int
    y: int
    pieces: tuple[str, ...]


def read_piece(piece_id: str, kind: str, state: str) -> Piece:
    """The piece of a `+/id/kind/state` command. ValueError for what VASSAL does not write."""
    traits = list(zip(unfold(kind, TAB, MOST_TRAITS), unfold(state, TAB, MOST_TRAITS), strict=True))
    inner, place = traits[-1]
    head, told = split(inner, ";", MOST_FIELDS), split(place, ";", MOST_FIELDS)
    if head[0] != "piece" or len(head) < 5 or len(told) < 4:
        raise ValueError(f"piece {piece_id} has no innermost part")
    name, numbers = head[4], dict(_properties(traits))
    found = Piece(piece_id, _named(told[0]), whole(told[1]), whole(told[2]), name, name, name, head[3].strip())
    for trait, value in reversed(traits[:-1]):
        word = trait[: trait.find(";")]
        if word in READERS:
            found = READERS[word](found, split(trait, ";", MOST_FIELDS), value, numbers)
    return found


def read_stack(stack_id: str, state: str) -> Stack:
    """The stack of a `+/id/stack/state` command. ValueError for what VASSAL does not write."""
    items = split(state, ";", 5_000)
    name, x, y, *_ = items
    return Stack(stack_id, _named(name), whole(x), whole(y), tuple(members(items)))


def members(stack: Sequence[str]) -> list[str]:
    """The ids of the pieces among the items of a stack."""
    return [item for item in stack[3:] if item and not item.startswith(LAYER_OF)]


def _named(text: str) -> str:
    return "" if text == NOTHING else text


def whole(text: str) -> int:
    """The whole number that stands there. ValueError for another text, or a number of absurd size."""
    if len(text) > 9:
        raise ValueError(f"'{text[:20]}' is not a map number")
    return int(text)


# -- traits -------------------------------------------------------------------------------------------


def _properties(traits: Iterable[tuple[str, str]]) -> Iterator[tuple[str, int]]:
    """The numbers that a piece keeps by name; a name of a player is none."""
    for trait, state in traits:
        if trait.startswith(PROPERTY) and state.isascii() and state.isdigit() and len(state) < 4:
            yield split(trait, ";", MOST_FIELDS)[1], int(state)


IMAGES, NAMES, LAYER, FOLLOWS, FOLLOWED, FIRST = 16, 17, 19, 22, 23, 24
"""Where a layer keeps its pictures, the names they give, its own name, whether it follows a property, which one, and
the number of that for its first picture."""


def _layer(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    if len(trait) <= NAMES:
        return found
    name = trait[LAYER] if len(trait) > LAYER else ""
    value = whole(state.partition(";")[0] or "-1")
    if len(trait) > FIRST and trait[FOLLOWS] == "true":  # then what it kept itself may be long out of date
        value = numbers.get(trait[FOLLOWED], -1) - whole(trait[FIRST] or "1") + 1
    shown = max(value, 0)
    numbers[f"{name}_Level"] = shown
    image, words = _at(trait[IMAGES], shown), _at(trait[NAMES], shown)
    called, plain = (_renamed(before, words)[:MOST_NAME] for before in (found.name, found.plain))
    return replace(found, name=called, plain=plain, layers=(*found.layers, Layer(name, value, image, words)))


def _at(items: str, place: int) -> str:
    """The item at a place from 1 on of a list; "" for 0 and beyond its end."""
    every = split(items, ",") if place else []
    return every[place - 1].strip() if 0 < place <= len(every) else ""


def _renamed(name: str, words: str) -> str:
    """The name with what a layer shown says of it: `X` instead, `+ X` behind, `X +` in front, `\\+` a real plus."""
    plain = words.replace("\\+", "\0")
    if plain.startswith("+"):
        plain = name + plain[1:]
    elif plain.endswith("+"):
        plain = plain[:-1] + name
    return (plain or name).replace("\0", "+")


FORMAT = 12


def _label(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    name = found.name
    if state and "<" not in state:  # HTML is a page laid on the map, and no name
        form = trait[FORMAT] if len(trait) > FORMAT and trait[FORMAT] else "$pieceName$ ($label$)"
        name = form.replace("$pieceName$", name).replace("$label$", state)[:MOST_NAME]
    return replace(found, label=state, name=name)


def _hide(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    return replace(found, hidden=found.hidden or state not in ("", NOTHING))


def _conceal(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    concealed = found.concealed or state.partition(";")[0] not in ("", NOTHING)
    return replace(found, nation=trait[3] if len(trait) > 3 else "", concealed=concealed)


def _concealment(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    return replace(found, nation=trait[2] if len(trait) > 2 else "", question=True)


def _moved(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    return replace(found, moved=found.moved or state == "true")


def _rotate(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    if len(trait) <= 1 or trait[1] != "6":
        return found
    return replace(found, facing=int(state) % 6 if state.isascii() and state.isdigit() and len(state) < 4 else 0)


def _turret(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    value, *_, flipped = split(state, ";", 10)
    turret = whole(value.partition(";")[0] or "0"), flipped == "true"
    return replace(found, turrets=(*found.turrets, turret))


def _mark(found: Piece, trait: list[str], state: str, numbers: dict[str, int]) -> Piece:
    return replace(found, marks={**found.marks, trait[1]: state}) if len(trait) > 1 else found


READERS: Mapping[str, Callable[[Piece, list[str], str, dict[str, int]], Piece]] = {
    "emb2": _layer, "label": _label, "hide": _hide, "conceal": _conceal, "concealment": _concealment, "moved": _moved,
    "rotate": _rotate, "turr": _turret, "mark": _mark,
}  # fmt: skip
"""The traits that say something, each with what it makes of a piece; all others are menus. `numbers`: those that the
piece keeps by name, with the levels of the layers read so far."""
