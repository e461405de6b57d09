"""Orders: what a side means to do, typed; and the command words by which a player says it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self, TypeVar, cast

from sasl.kernel.frozen import Frozen, Keeping, fields
from sasl.kernel.orders.grammar import Bound, Form, Kind, Literal, Slot, text_of
from sasl.kernel.text import SLIP, closest, hint
from sasl.kernel.transaction import Refused

W = TypeVar("W", bound=str)


class Order(Frozen):
    """What a side means to do, by ids and hexes.

    FORM is its grammar (see `sasl.kernel.orders.grammar`), the command word first. What the form binds goes into
    the fields of the same name: an argument into a field (a tuple where it repeats or its kind is many), a word
    that stands for itself into a field of type bool of that name (`-` is `_`), into a field made by `one_of`, or
    into `options`.
    """

    FORM: ClassVar[str] = ""
    BY_HAND: ClassVar[bool] = False
    """Whether it only says what the player has rolled himself: nobody is offered it."""
    OF_PLACE: ClassVar[bool] = False
    """Whether it is about a hex, and offered to those who are in it."""

    @classmethod
    def read(cls, game: Any, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """The order that typed words mean in this game; `kinds`: by argument. Refused if a word means nothing."""
        values: dict[str, Any] = {}
        left = dict.fromkeys(bound.said)
        for item in fields(cls):
            if item.name in bound.slots:
                values[item.name] = _value(game, kinds[item.name], bound.slots[item.name], str(item.type))
            elif item.name != "options":
                word = next((word for word in left if word in _words_of(item)), "")
                if word:
                    left.pop(word)
                    values[item.name] = word if isinstance(item.usual, _OneOf) else True
        options = next((item for item in fields(cls) if item.name == "options"), None)
        if options is not None:
            chosen = [word for word in left if word not in _form(cls).marks]
            values["options"] = tuple(chosen) if str(options.type).startswith("tuple") else frozenset(chosen)
        return cls(**values).narrowed(game, bound)

    def narrowed(self, game: Any, bound: Bound) -> Self:
        """The order as typed words mean it: of a place or a group only those who can; here all."""
        return self

    @classmethod
    def meant(cls, game: Any) -> bool:
        """Whether words that fit the form can mean this order at this moment; else the next form is tried."""
        return True

    def verify(self, game: Any) -> None:
        """Refused, with the rule, if it is not legal in `game`. No side effect, no dice, no question."""
        why = self.why_not(game)
        if why:
            raise Refused(why)

    def why_not(self, game: Any) -> str:
        """Why it is not legal in `game`, in a sentence with its rule, or "": for orders that know it without a try."""
        return ""

    def can(self, game: Any) -> bool:
        """Whether it is legal, and all it speaks of is there."""
        try:
            self.verify(game)
        except (Refused, LookupError):
            return False
        return True

    def run(self, ctx: Any) -> None:
        """Do it, in a running command; it was verified."""
        raise NotImplementedError

    @property
    def word(self) -> str:
        """Its command word."""
        return _form(type(self)).name

    def line(self) -> str:
        """The words by which a player would say it."""
        values, said = self.words()
        return _form(type(self)).say(values, said)

    def words(self) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        """What `line` says: the words of each argument that is not as usual, and the literal words."""
        values: dict[str, tuple[str, ...]] = {}
        said: set[str] = set()
        slots = _form(type(self)).slots
        for item in fields(type(self)):
            value, kind = getattr(self, item.name), slots.get(item.name)
            say = kind.say if kind else str
            if value is True:
                said.add(item.name.replace("_", "-"))
            elif value == item.usual:
                continue
            elif item.name == "options" or isinstance(item.usual, _OneOf):
                said |= {value} if isinstance(value, str) else set(value)
            elif isinstance(value, (tuple, list)):
                joined = ",".join(map(say, value))
                values[item.name] = ((joined,) if joined else ()) if kind and kind.many else tuple(map(say, value))
            elif value is not False and value not in ("", None):
                values[item.name] = (say(value),)
        return values, frozenset(said)


class RuledOrder(Order):
    """An order that one rule verifies (it raises Refused) and another one does, with the same arguments."""

    RULE: ClassVar[tuple[Callable[..., object], Callable[..., object]]]

    def given(self, game: Any) -> tuple[Any, ...]:
        """What the two rules are given: its fields, as their kinds say. Refused if there is no such thing."""
        slots = _form(type(self)).slots
        values = [(slots.get(item.name), getattr(self, item.name)) for item in fields(type(self))]
        return tuple(kind.of(game, value) if kind and value else value for kind, value in values)

    def verify(self, game: Any) -> None:
        """Refused, with the rule, if it is not legal in `game`."""
        self.RULE[0](game, *self.given(game))

    def run(self, ctx: Any) -> None:
        """Do it, in a running command; it was verified."""
        self.RULE[1](ctx, *self.given(ctx.game))


class _OneOf(str):
    """The "" of a field that holds one of some words."""

    words: tuple[str, ...]


def one_of(*words: W) -> W:
    """The default of a field that holds whichever of `words` was said, or ""."""
    usual = _OneOf()
    usual.words = words
    return cast(W, usual)


def _words_of(item: Any) -> Sequence[str]:
    return item.usual.words if isinstance(item.usual, _OneOf) else (item.name.replace("_", "-"),)


def _value(game: Any, kind: Kind, words: Sequence[str], type_name: str) -> Any:
    """What the words of one argument mean: a tuple where the field is one."""
    if kind.whole:
        return kind.read(game, text_of(words))
    if kind.many:
        return tuple(dict.fromkeys(value for word in words for value in kind.read(game, word)))
    if type_name.startswith("tuple"):
        return tuple(kind.read(game, word) for word in words)
    return kind.read(game, words[0])


_FORMS: dict[type[Order], Form] = {}


def _form(order: type[Order]) -> Form:
    """The form of an order, as its command has compiled it."""
    return _FORMS[order]


class Command(Keeping):
    """A command word: the orders it can mean (their forms are tried one after another), and what its help says.

    `options`: a line of help with its rule for each word that stands for itself. `example`: whole lines, the plainest
    first. `when`: why it is not legal now, or "". `kinds`: the kinds of argument of this sort of game. `brief`: what
    comes after the word in short, where the whole form is long.
    """

    orders: tuple[type[Order], ...]
    summary: str
    kinds: Mapping[str, Kind]
    group: str = "turn"
    key: str = ""
    stages: tuple[str, ...] = ("play",)
    when: Callable[[Any], str] | None = None
    """Why the word is not legal at a moment, or ""; `{}` there is the word itself."""
    example: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    fitting: Callable[[Any], str] | None = None
    """A line that would do in this game, for the example of a fault."""
    brief: str = ""
    belongs: Callable[[Command, Any], str] | None = None
    """Why the word does not belong to this stage of the game, or ""."""
    useful: Callable[[Any], bool] | None = None
    """Whether there is any use for the word in a game; where there is none it is not listed."""

    @cached_property
    def name(self) -> str:
        """The word."""
        return self.forms[0][1].name

    def __post_init__(self) -> None:
        """The orders can be said from now on."""
        for order in self.orders:
            _FORMS.setdefault(order, Form(order.FORM, self.kinds))

    @cached_property
    def forms(self) -> tuple[tuple[type[Order], Form], ...]:
        """Each order with its form."""
        return tuple((order, _FORMS[order]) for order in self.orders)

    @cached_property
    def usage(self) -> str:
        """How it is used, every form of it."""
        if self.brief:
            return f"{self.name} {self.brief}"
        return " | ".join(f"{self.name} {form.usage}".strip() for _, form in self.forms)

    @cached_property
    def literals(self) -> frozenset[str]:
        """Every word of its forms that stands for itself."""
        return frozenset(word for _, form in self.forms for word in form.literals)

    def details(self) -> list[str]:
        """The help of a word besides its usage: each of its words, and whole lines."""
        samples = {word: self.sample(word) for word in self.options}
        words = [
            f"{word}: {text}" + (f", as in: {samples[word]}" if samples[word] else "")
            for word, text in self.options.items()
        ]
        return [*words, *(f"as in: {line}" for line in self.example if line not in samples.values())]

    def sample(self, word: str) -> str:
        """The example in which a word of its forms stands, the shortest; "" if there is none."""
        having = [line for line in self.example if f" {word} " in f"{line} "]
        return min(having, key=len, default="")

    def why_not(self, state: Any) -> str:
        """The reason why the word is not legal now, or ""."""
        apart = self.belongs(self, state) if self.belongs else ""
        return apart or (self.when(state).replace("{}", f"'{self.name}'") if self.when else "")

    def parse(self, game: Any, words: Sequence[str]) -> Order:
        """The order that the words after the command word mean. Refused, with an example, if they mean none."""
        for order, form in self.forms:
            bound = form.bind(words)
            if bound is not None and order.meant(game):
                try:
                    return order.read(game, bound, form.slots)
                except Refused as refusal:
                    raise Refused(self._beyond(form, words) or f"{refusal}{self._slip(words)}") from None
        raise Refused(self.fault(game, words))

    def _beyond(self, bound: Form, words: Sequence[str]) -> str:
        """What is too much where the first words, bound to slots, stand for themselves in another form; "" if none do.

        As in `wreck auto K14`, where `auto` is no hex.
        """
        for _, form in self.forms:
            place = form.reach(words)[0]
            alone = all(word.lower() in form.literals for word in words[:place])
            if form is not bound and 0 < place < len(words) and alone and form.bind(words[:place]) is not None:
                return f"'{words[place]}' is more than '{' '.join((self.name, *words[:place]))}' can use"
        return ""

    def _slip(self, words: Iterable[str]) -> str:
        """`; did you mean 'gallop'?` where one of the words is nearly a word of the forms."""
        strange = (word for word in words if word.isalpha() and len(word) > 2 and word.lower() not in self.literals)
        return next((hint(near) for word in strange if (near := closest(word, self.literals, SLIP))), "")

    def fault(self, game: Any, words: Sequence[str]) -> str:
        """What is wrong with words that fit no form: what is missing or too much, and an example."""
        reached = [(form, *form.reach(words)) for _, form in self.forms]
        best = max(place for _, place, _ in reached)
        nearest = [(form, nodes) for form, place, nodes in reached if place == best]
        spoken = {word.lower() for word in words[:best]}
        meant = [pair for pair in nearest if spoken & set(pair[0].literals)] or nearest
        wanted = list(dict.fromkeys(_what(node) for _, nodes in meant for node in nodes))
        longer = [line for line in self.example if line.count(" ") > best] or self.example
        longer = [line for line in longer if any(form.bind(line.split()[1:]) for form, _ in meant)] or longer
        lines = [self.fitting(game)] if self.fitting else longer
        shown = f", as in: {lines[0]}" if lines else f": {self.usage}"
        if not any(form.usage for _, form in self.forms):
            return f"{self.name} takes no words"
        if best < len(words) and (
            fault := next(filter(None, (_misread(game, form, words[:best]) for form, _ in meant)), "")
        ):
            return fault
        if best < len(words) and not wanted:
            return f"'{words[best]}' is more than {self.name} can use{shown}"
        if best < len(words) and (slip := self._slip(words[best : best + 1])):
            return f"{self.name} cannot use '{words[best]}'{slip}"
        if best < len(words):
            return f"{self.name} cannot use '{words[best]}'; it takes {_or(wanted)} there{shown}"
        if words and any(words[-1] in form.marks for _, form in self.forms):
            return f"{self.name} needs {_or(wanted)} after '{words[-1]}'{shown}"
        before = {_what(node) for form, _ in meant for place in range(best) for node in form.reach(words[:place])[1]}
        more = [f"another {item[2:]}" if item in before and item.startswith("a ") else item for item in wanted]
        return f"{self.name} needs {_or(more)}{shown}"


def _misread(game: Any, form: Form, words: Sequence[str]) -> str:
    """What is wrong with words that fit a form by their looks and mean nothing in the game; "" if nothing is."""
    bound = form.bind(words)
    for node, word in bound.match if bound else ():
        try:
            if isinstance(node, Slot):
                node.kind.read(game, word)
        except Refused as refusal:
            return str(refusal)
    return ""


def _what(node: Literal | Slot) -> str:
    return node.word if isinstance(node, Literal) else node.kind.what


def _or(wanted: Iterable[str]) -> str:
    every = list(wanted)
    found = [item for item in every if not any(other.startswith(f"{item} of ") for other in every)]  # named already
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} or {found[-1]}" if found else "nothing more"


def completed(line: str, commands: Sequence[Command], game: Any = None) -> str:
    """The line with its last word completed: a command word, one that stands for itself, or what it may name in `game`.

    "" if there is nothing to propose. Of names with commas between them the last one is completed.
    """
    *before, begun = line.split(" ")
    if not before:
        words: Iterable[str] = (item.name for item in commands if begun)
    else:
        named = [item for item in commands if item.name == before[0].lower()]
        given = [word for word in before[1:] if word]
        reached = [form.reach(given) for item in named for _, form in item.forms]
        nodes = [node for place, found in reached if place == len(given) for node in found]
        words = [word for node in nodes for word in _proposed(node, begun, game)]
    low = begun.rpartition(",")[2].lower()
    found = next((word for word in words if word.lower().startswith(low) and len(word) > len(low)), "")
    return line + found[len(low) :] if found else ""


def _proposed(node: Literal | Slot, begun: str, game: Any) -> Iterable[str]:
    """What could be typed at a place of a form that starts with `begun`."""
    if isinstance(node, Literal):
        return [node.word] if begun else []
    return node.kind.words(game, begun) if game is not None else ()
