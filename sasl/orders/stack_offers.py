"""What a stack could be told now, found by trying the shortest lines of the grammar: what is legal, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from sasl.asl.fire.firing import NothingThere
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.grammar import Form, Literal, Slot
from sasl.kernel.orders.order import Command, Order
from sasl.orders.engine import legal, verify

UNIT_KINDS = frozenset({"UNITS", "UNIT", "LEADER", "PLANE", "UNITS,SW", "SW|UNITS", "GUN|SW"})
WEAPON_KINDS = frozenset({"SW", "UNITS,SW", "SW|UNITS", "GUN|SW"})
"""The kinds of argument that units, and SW, can be."""
BY_HAND = frozenset({"settle", "adjust", "dice"})
"""The groups of words by which a player overrules the program: where they are not legal nobody misses them."""
MOST_TRIALS = 60
"""How many lines are tried before an order counts as impossible."""
NOBODY = "no Known enemy is on the map (A7.1)"
NEAREST = 4
"""How many hexes with Known enemies are tried as goals."""


class Offer(Frozen):
    """An order that units may be given: its command, the line so far, whether that is all of it, and words it takes."""

    command: Command
    line: str
    whole: bool
    extras: tuple[str, ...] = ()


class Offers(Frozen):
    """What units may be told now, and the words that are refused to them, by reason."""

    able: tuple[Offer, ...] = ()
    barred: tuple[tuple[str, tuple[str, ...]], ...] = ()


def offers(game: Game, ids: Sequence[str], arms: Sequence[str] = (), goal: str = "") -> Offers:
    """Everything that may be told to these units and SW now; `goal`: a hex that is tried first."""
    able: list[Offer] = []
    barred: dict[str, list[str]] = {}
    trial = _Trial(game, tuple(ids), tuple(arms), goal)
    for command, reason in legal(game).verbs:
        if game.state.stage not in command.stages or not any(map(_about_units, command.forms)):
            continue
        found = f"not in the {game.state.phase}" if reason else trial.offer(command)
        if isinstance(found, Offer):
            able.append(found)
        elif command.group not in BY_HAND:
            barred.setdefault(found, []).append(command.name)
    return Offers(tuple(able), tuple((reason, tuple(words)) for reason, words in barred.items()))


def _about_units(form: tuple[type[Order], Form]) -> bool:
    """Whether a form begins with units or SW, or is about the hex that they are in."""
    if form[0].OF_PLACE:
        return True
    heads = [parts[0] for parts in form[1].shortest if parts]
    return any(isinstance(head, Slot) and head.kind.name in UNIT_KINDS | WEAPON_KINDS for head in heads)


class _Trial(Frozen):
    """Lines for the taken units and SW, tried until one is legal."""

    game: Game
    ids: tuple[str, ...]
    arms: tuple[str, ...]
    goal: str

    def offer(self, command: Command) -> Offer | str:
        """The order as it may be given, or why not: the first refusal."""
        why = ""
        for order, form in command.forms:
            if order.OF_PLACE:
                why = _refused(self.game, command, (self._here(),)) if self._here() else "they are not on the map"
                if not why:
                    return Offer(command, f"{command.name} {self._here()}", whole=True)
            for first, *rest in filter(None, form.shortest):
                if order.BY_HAND or not isinstance(first, Slot):
                    continue
                able, reason = self._able(command, first, rest)
                if able:
                    return self._offered(command, form, able, rest)
                why = why or reason
        return why or "nobody here"

    def _able(self, command: Command, first: Slot, rest: Sequence[Literal | Slot]) -> tuple[str, str]:
        """The word for those who may be told so: all together if they may, else those who may alone; or why nobody."""
        names = self._names(first)
        if not names:
            return "", ""
        together = ",".join(names) if first.kind.many else names[0]
        why = self._refusal(command, together, rest)
        if not why:
            return together, ""
        single = [name for name in names if len(names) > 1 and not self._refusal(command, name, rest)]
        if first.kind.many and not self._refusal(command, ",".join(single), rest):
            return ",".join(single), ""
        return (single[0] if single else ""), why

    def _names(self, slot: Slot) -> tuple[str, ...]:
        """Whom the line may be about. SW fire with the units that hold them, unless they are taken by themselves."""
        kind = slot.kind.name
        named = self.ids if kind in UNIT_KINDS else ()
        armed = self.arms if kind in WEAPON_KINDS else ()
        if kind in WEAPON_KINDS and kind != "UNITS,SW" and not armed:
            armed = tuple(item.id for key in self.ids for item in self.game.state.weapons_of(key))
        return (*armed, *named) if kind != "UNITS,SW" else (*named, *armed)

    def _refusal(self, command: Command, who: str, rest: Sequence[Literal | Slot]) -> str:
        """Why nothing that could be said after `who` is legal; "" if something is."""
        why = nobody = ""
        for words in islice(self._ends(who, rest), MOST_TRIALS):
            refusal = _against(self.game, command, (who, *words))
            if refusal is None:
                return ""
            if isinstance(refusal, NothingThere) and self.goal not in words:  # a hex that only this trial has named
                nobody = NOBODY
            else:
                why = why or str(refusal)
        return why or nobody or f"{who} has nothing to do it with"

    def _offered(self, command: Command, form: Form, who: str, rest: Sequence[Literal | Slot]) -> Offer:
        """The order, with the end of its line where only one is legal and it names units, and the words it takes."""
        ends = list(islice(self._ends(who, rest), MOST_TRIALS))
        fits = [words for words in ends if not _refused(self.game, command, (who, *words))]
        only = len(fits) == 1 and all(isinstance(part, Slot) and part.kind.name in UNIT_KINDS for part in rest)
        extras = tuple(
            word
            for word in form.extras
            if any(not _refused(self.game, command, (who, *words, word)) for words in (fits if rest else ends))
        )
        return Offer(command, " ".join((command.name, who, *(fits[0] if only else ()))), only, extras)

    def _ends(self, who: str, rest: Sequence[Literal | Slot]) -> Iterator[tuple[str, ...]]:
        """What could be said after `who`."""
        return product(*((part.word,) if isinstance(part, Literal) else self._words(part, who) for part in rest))

    def _words(self, slot: Slot, who: str) -> tuple[str, ...]:
        """What an argument could be here."""
        game, kind = self.game, slot.kind.name
        here = self._here()
        if kind in ("HEX", "WAY"):
            return self._goals(here)
        if kind in UNIT_KINDS:
            there = game.state.units_at(here) if here else [game.state.units[key] for key in self.ids]
            return tuple(unit.id for unit in there if unit.id != who)
        if kind == "VERTEX" and here:
            near = game.board.neighbours(here)
            return tuple(f"{a}/{b}" for a in near for b in near if a < b and b in game.board.neighbours(a))
        return ("1",) if kind == "N" else ()

    def _first(self) -> Unit | None:
        """The first of those taken, or who holds the first SW taken; None for a SW that nobody holds."""
        state = self.game.state
        keys = [*self.ids, *(state.weapons[key].holder for key in self.arms)]
        return next(iter(state.present(keys)), None)

    def _here(self) -> str:
        """The hex of those taken; "" off the map."""
        first = self._first()
        return first.hex if first else ""

    def _goals(self, here: str) -> tuple[str, ...]:
        """The hexes that an order could be about: the one meant, the nearest Known enemies, beside them, their own."""
        game, first = self.game, self._first()
        side = first.side if first else "FRIENDLY"
        if not here:
            return tuple(dict.fromkeys(filter(None, (self.goal, *game.board.edge(game.edge_of(side))))))
        foes = {unit.hex for unit in game.state.on_map(opponent(side)) if unit.known and unit.hex != here}
        near = sorted(foes, key=lambda name: (game.board.distance(here, name), name))[:NEAREST]
        return tuple(dict.fromkeys(filter(None, (self.goal, *game.board.neighbours(here), *near, here))))


def _refused(game: Game, command: Command, words: Sequence[str]) -> str:
    """Why the order that these words mean is not legal, or "" if it is."""
    refusal = _against(game, command, words)
    return str(refusal) if refusal else ""


def _against(game: Game, command: Command, words: Sequence[str]) -> Refused | None:
    """What the rules say to the order that these words mean; None if it is legal."""
    try:
        verify(game, command.parse(game, words))
    except Refused as refusal:
        return refusal
    except LookupError:
        return Refused("there is nothing of the sort here")
    return None
