"""The grammar of an order as data: its usage line, as a player reads it, is also what the parser follows.

A form is a command word and what comes after it: `fire UNITS HEX [only | snap | spray HEX2]`. CAPITALS name a kind of
argument, small letters stand for themselves, `[ ]` may be left out, `( )` keeps together, `|` parts alternatives, `…`
after an item repeats it. What a word is tried as follows the order of the form; a form matches if it uses up every
word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import Any, Self

from sasl.kernel.frozen import Frozen, Keeping

MORE = "…"


class Kind(Frozen):
    """A kind of argument: what it is called, which words can be one, and what a word means in a game.

    `read(game, word)` raises Refused; `many`: it reads to a tuple. `whole`: all its words are one text. `label`: how a
    usage line shows it. `lead`: small words that may stand before it and say nothing (`628a at K14`). `say`: the word
    for a value. `words(game, begun)`: what could be typed there, the likeliest first, when `begun` is typed of it.
    `of(game, value)`: what a rule is given for a value, such as the unit for its id; it raises Refused.
    """

    name: str
    what: str
    read: Callable[[Any, str], Any] = lambda game, word: word
    fits: Callable[[str], bool] = bool
    many: bool = False
    whole: bool = False
    label: str = ""
    lead: tuple[str, ...] = ()
    say: Callable[[Any], str] = str
    words: Callable[[Any, str], Iterable[str]] = lambda game, begun: ()
    of: Callable[[Any, Any], Any] = lambda game, value: value


class Word(str):
    """A typed word as the game calls what it names; `typed`: as it was typed, which a text keeps."""

    typed: str

    def __new__(cls, named: str, typed: str) -> Self:
        """What it names, and how that was typed."""
        word = super().__new__(cls, named)
        word.typed = typed
        return word

    def __reduce__(self) -> tuple[type[Self], tuple[str, str]]:
        """How it is made anew in another process, where it goes with the facts of a game played there."""
        return type(self), (str(self), self.typed)


def text_of(words: Sequence[str]) -> str:
    """Words as they were typed."""
    return " ".join(word.typed if isinstance(word, Word) else word for word in words)


class Literal(Frozen):
    """A word that stands for itself."""

    word: str


class Slot(Frozen):
    """An argument: its name (the field of the order) and its kind."""

    name: str
    kind: Kind


class Series(Frozen):
    """Items one after another."""

    items: tuple[Node, ...]


class Choice(Frozen):
    """One of several."""

    branches: tuple[Node, ...]


class Maybe(Frozen):
    """What may be left out; `repeats`: or come any number of times."""

    item: Node
    repeats: bool = False


class Repeat(Frozen):
    """Once or more."""

    item: Node


Node = Literal | Slot | Series | Choice | Maybe | Repeat
Match = tuple[tuple[Node, str], ...]
"""Each word that was used, with the Literal or the Slot it was taken for."""


class Bound(Frozen):
    """What a line says: the words of each argument in their order, and the literal words; `match`: one by one."""

    slots: Mapping[str, tuple[str, ...]]
    said: tuple[str, ...]
    match: Match = ()


class Form(Keeping):
    """One form of a command. `kinds`: the kinds of argument by the name they have in capitals.

    The argument's name is the kind in small letters, or what follows a colon: `OWN:units` is an argument `units` of the
    kind OWN. A digit at the end tells two of a kind apart: HEX2 is a HEX by the name `hex2`.
    """

    source: str
    kinds: Mapping[str, Kind]

    @property
    def name(self) -> str:
        """The command word."""
        return self.source.partition(" ")[0]

    @cached_property
    def usage(self) -> str:
        """What comes after the command word, as a player reads it."""
        return _shown(self.root)

    @cached_property
    def root(self) -> Node:
        """The form taken apart. ValueError if the text is no form."""
        tokens = _tokens(self.source.partition(" ")[2])
        node = _choice(tokens, self.kinds)
        if tokens:
            raise ValueError(f"form '{self.source}': unexpected '{tokens[0]}'")
        return node

    @cached_property
    def literals(self) -> tuple[str, ...]:
        """Every word that stands for itself."""
        return tuple(dict.fromkeys(node.word for node in _all(self.root) if isinstance(node, Literal)))

    @cached_property
    def marks(self) -> frozenset[str]:
        """The words that only lead to an argument: `at` in `at UNIT`."""
        rows = [node.items for node in _all(self.root) if isinstance(node, Series)]
        return frozenset(
            first.word
            for items in rows
            for first, second in pairwise(items)
            if isinstance(first, Literal) and isinstance(second, Slot)
        )

    @cached_property
    def slots(self) -> Mapping[str, Kind]:
        """The kind of each argument by its name."""
        return {node.name: node.kind for node in _all(self.root) if isinstance(node, Slot)}

    @cached_property
    def shortest(self) -> tuple[tuple[Literal | Slot, ...], ...]:
        """What must be said, once for each alternative, without anything that may be left out or repeated."""
        return tuple(_shortest(self.root))

    @cached_property
    def extras(self) -> tuple[str, ...]:
        """The words that may be said at its end by themselves, with nothing after them."""
        last = self.root.items[-1] if isinstance(self.root, Series) else self.root
        if not isinstance(last, Maybe):
            return ()
        branches = last.item.branches if isinstance(last.item, Choice) else (last.item,)
        return tuple(node.word for node in branches if isinstance(node, Literal))

    def bind(self, words: Sequence[str]) -> Bound | None:
        """What `words` say in this form, or None if they do not fit it."""
        for place, match in _matches(self.root, tuple(words), 0, ()):
            if place == len(words):
                slots: dict[str, tuple[str, ...]] = {}
                for node, word in match:
                    if isinstance(node, Slot):
                        slots[node.name] = (*slots.get(node.name, ()), word)
                return Bound(slots, tuple(node.word for node, _ in match if isinstance(node, Literal)), match)
        return None

    def reach(self, words: Sequence[str]) -> tuple[int, tuple[Literal | Slot, ...]]:
        """How many words can be used from the left, and what might come next there (completion, error texts)."""
        wanted: dict[int, dict[Literal | Slot, None]] = {}
        for place, _ in _matches(self.root, tuple(words), 0, (), wanted):
            wanted.setdefault(place, {})
        best = max(wanted, default=0)
        return best, tuple(wanted.get(best, ()))

    def say(self, values: Mapping[str, Sequence[str]], said: frozenset[str]) -> str:
        """The line that says `values` and the literal words `said` in this form. ValueError if it cannot."""
        parts = _say(self.root, values, said, needed=True)
        if parts is None:
            raise ValueError(f"'{self.source}' cannot say {dict(values)} {set(said)}")
        return " ".join((self.name, *parts))


# -- reading a form -----------------------------------------------------------------------------------


def _tokens(text: str) -> list[str]:
    for sign in "[]()|":
        text = text.replace(sign, f" {sign} ")
    return text.replace(MORE, f" {MORE} ").split()


def _choice(tokens: list[str], kinds: Mapping[str, Kind]) -> Node:
    branches = [_sequence(tokens, kinds)]
    while tokens and tokens[0] == "|":
        tokens.pop(0)
        branches.append(_sequence(tokens, kinds))
    return branches[0] if len(branches) == 1 else Choice(tuple(branches))


def _sequence(tokens: list[str], kinds: Mapping[str, Kind]) -> Node:
    items: list[Node] = []
    while tokens and tokens[0] not in ")]|":
        token = tokens.pop(0)
        if token in "[(":
            inner = _choice(tokens, kinds)
            if not tokens or tokens.pop(0) != "])"[token == "("]:
                raise ValueError(f"a {token} is not closed")
            item: Node = Maybe(inner) if token == "[" else inner
        else:
            item = _atom(token, kinds)
        if tokens and tokens[0] == MORE:
            tokens.pop(0)
            item = Maybe(item.item, True) if isinstance(item, Maybe) else Repeat(item)
        items.append(item)
    return items[0] if len(items) == 1 else Series(tuple(items))


def _atom(token: str, kinds: Mapping[str, Kind]) -> Node:
    word, _, slot = token.partition(":")
    name = word if word in kinds else word.rstrip("0123456789")
    if name in kinds:
        return Slot(slot or word.lower(), kinds[name])
    if token != token.lower():
        raise ValueError(f"there is no kind of argument '{token}'")
    return Literal(token)


def _all(node: Node) -> Iterator[Node]:
    yield node
    if isinstance(node, Series):
        inner: tuple[Node, ...] = node.items
    elif isinstance(node, Choice):
        inner = node.branches
    elif isinstance(node, (Maybe, Repeat)):
        inner = (node.item,)
    else:
        return
    for item in inner:
        yield from _all(item)


def _shortest(node: Node) -> Iterator[tuple[Literal | Slot, ...]]:
    if isinstance(node, (Literal, Slot)):
        yield (node,)
    elif isinstance(node, Choice):
        for branch in node.branches:
            yield from _shortest(branch)
    elif isinstance(node, Series):
        for parts in product(*(tuple(_shortest(item)) for item in node.items)):
            yield tuple(item for part in parts for item in part)
    else:
        yield from _shortest(node.item) if isinstance(node, Repeat) else [()]


def _shown(node: Node) -> str:
    if isinstance(node, Literal):
        return node.word
    if isinstance(node, Slot):
        return node.kind.label or node.kind.name
    if isinstance(node, Series):
        return " ".join(map(_shown, node.items))
    if isinstance(node, Choice):
        return " | ".join(map(_shown, node.branches)) if _long(node) else "|".join(map(_shown, node.branches))
    if isinstance(node, Maybe):
        return f"[{_shown(node.item)}]" + MORE * node.repeats
    return _shown(node.item) + MORE


def _long(node: Choice) -> bool:
    return any(isinstance(branch, Series) for branch in node.branches)


# -- matching and saying ------------------------------------------------------------------------------


def _matches(
    node: Node,
    words: tuple[str, ...],
    place: int,
    match: Match,
    wanted: dict[int, dict[Literal | Slot, None]] | None = None,
) -> Iterator[tuple[int, Match]]:
    """Every way to use words from `place` on as `node`: where it ends, and what was taken for what."""
    if isinstance(node, (Literal, Slot)):
        if wanted is not None:
            wanted.setdefault(place, {})[node] = None
        if isinstance(node, Slot) and place + 1 < len(words) and words[place].lower() in node.kind.lead:
            place += 1
        if place < len(words):
            word = words[place]
            if word.lower() == node.word if isinstance(node, Literal) else node.kind.fits(word):
                yield place + 1, (*match, (node, word))
    elif isinstance(node, Series):
        yield from _in_order(node.items, words, place, match, wanted)
    elif isinstance(node, Choice):
        for branch in node.branches:
            yield from _matches(branch, words, place, match, wanted)
    elif isinstance(node, Repeat) or node.repeats:
        for end, found in _matches(node.item, words, place, match, wanted):
            if end > place:
                yield from _matches(Maybe(node.item, True), words, end, found, wanted)
        if isinstance(node, Maybe):
            yield place, match
    else:
        yield from _matches(node.item, words, place, match, wanted)
        yield place, match


def _in_order(
    items: tuple[Node, ...],
    words: tuple[str, ...],
    place: int,
    match: Match,
    wanted: dict[int, dict[Literal | Slot, None]] | None,
) -> Iterator[tuple[int, Match]]:
    if not items:
        yield place, match
        return
    for end, found in _matches(items[0], words, place, match, wanted):
        yield from _in_order(items[1:], words, end, found, wanted)


def _say(
    node: Node, values: Mapping[str, Sequence[str]], said: frozenset[str], *, needed: bool
) -> tuple[str, ...] | None:
    """The words for `node`; None if there is nothing to say (an argument without a value, a word not said)."""
    if isinstance(node, Literal):
        return (node.word,) if needed or node.word in said else None
    if isinstance(node, Slot):
        return tuple(values.get(node.name, ())) or None
    if isinstance(node, Series):
        carries = any(isinstance(inner, Slot) for item in node.items for inner in _all(item))
        found = [_say(item, values, said, needed=needed or carries) for item in node.items]
        return None if None in found else _joined(found)
    if isinstance(node, Choice):
        return _say_best(node, values, said)
    if isinstance(node, Repeat):
        return _say(node.item, values, said, needed=needed)
    if node.repeats and isinstance(node.item, Choice):  # any of these, in the order of the form
        return _joined([_say(branch, values, said, needed=False) for branch in node.item.branches])
    return _say(node.item, values, said, needed=False) or ()


def _say_best(node: Choice, values: Mapping[str, Sequence[str]], said: frozenset[str]) -> tuple[str, ...] | None:
    """The words of the branch that strays least from what is to be said; None if no branch says anything."""
    parts = [(branch, _say(branch, values, said, needed=False)) for branch in node.branches]
    fitting = [(_strays(branch, part, said), part) for branch, part in parts if part]
    return min(fitting, key=lambda item: item[0])[1] if fitting else None


def _joined(parts: Sequence[tuple[str, ...] | None]) -> tuple[str, ...]:
    """The words of all parts that say something."""
    return tuple(word for part in parts for word in part or ())


def _strays(node: Node, words: tuple[str, ...], said: frozenset[str]) -> int:
    """How far the literal words that a branch says are from those that are to be said."""
    literals = {item.word for item in _all(node) if isinstance(item, Literal)} & set(words)
    return len(literals - said) - len(literals & said)
