"""A walk through the stacks that could still do something in this phase, one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES, Flag
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import listed
from sasl.orders.entry_orders import proposed
from sasl.solitaire.briefing.unfinished import Chance, unfinished
from sasl.solitaire.setup.friendly_setup import companies
from sasl.tui.play.planning.aiming import directors
from sasl.tui.play.planning.short_orders import short_orders
from sasl.tui.play.planning.support_orders import KINDS, aim_of, support_lines

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

SET_UP = ("place", "give")
"""The kinds of stop at set-up."""
MOST_NAMED = 6
"""How many units of a stack are named."""


class Stop(Frozen):
    """Some units of one hex that something is open for; an OBA module, or a hex whose CC waits, has no units.

    `kind`: the word of the order; `place`: "" off the map; `names`: who or what it is.
    """

    kind: str
    place: str
    names: tuple[str, ...]
    units: tuple[str, ...]
    words: str
    apart: str = ""
    """What tells it from others of the place: the Gun or vehicle that is a stop of its own, where men would enter."""
    goal: str = ""
    """The hex that is proposed to those who enter."""

    @property
    def key(self) -> tuple[str, object]:
        """What it is known by while its units come and go: its kind and hex; at set-up each counter is by itself."""
        return self.kind, self.names if self.kind in SET_UP else (self.place, self.apart)

    @property
    def who(self) -> str:
        """`628a and 628b in K12`, `628a, off the map`, `OBA1`, `K12`."""
        if not self.units:
            return listed(self.names)
        where = (
            f" in {self.place}" if self.place else f", off the map{f' ({self.goal} is proposed)' if self.goal else ''}"
        )
        return f"{listed(self.units, MOST_NAMED)}{where}"


def stops(game: Game) -> list[Stop]:
    """Return every stack with something left to do, the gravest kind first; of shots the best first, else by hexrow,
    what is off the map apart.
    """
    found = list(_to_place(game)) if game.state.stage == "set-up" else []
    for chance in _in_one_walk(unfinished(game)):
        stacks: dict[tuple[str, str], list[str]] = {}
        goals = {key: name for name, ids in proposed(game).items() for key in ids} if chance.kind == "enter" else {}
        for key, place in zip(chance.ids, chance.places, strict=True):
            stacks.setdefault((place, _apart(game, key) or goals.get(key, "")), []).append(key)
        every = []
        for (place, apart), names in stacks.items():
            units = tuple(key for key in names if key in game.state.units)
            every.append(Stop(chance.kind, place, tuple(names), units, chance.text, apart, goals.get(names[0], "")))
        found += every if chance.odds else sorted(every, key=lambda stop: _in_order(game, stop))
    return found


def _in_one_walk(chances: Sequence[Chance]) -> list[Chance]:
    """The kinds of stop; who fires a SW only stands with those who fire by themselves, for one leader directs both."""
    shots = [item for item in chances if item.kind == "fire"]
    if len(shots) < 2:
        return list(chances)
    triples = chain(*(zip(item.odds, item.ids, item.places, strict=True) for item in shots))
    odds, ids, places = zip(*sorted(triples, key=lambda shot: -shot[0]), strict=True)
    whole = replace(shots[0], ids=ids, places=places, odds=odds)
    return [whole if item is shots[0] else item for item in chances if item.kind != "fire" or item is shots[0]]


def _in_order(game: Game, stop: Stop) -> tuple[object, ...]:
    """By hexrow; those off the map after all others, by where they would enter."""
    spot = stop.place or stop.goal
    return stop.place == "", spot == "", game.board.hex(spot) if spot else None, stop.apart


def _apart(game: Game, key: str) -> str:
    """What moves and fires by itself, a Gun or a vehicle (D2.1, C3.1), by its id; who enters by road (RE 31-33)."""
    unit = game.state.units.get(key)
    if unit is None:
        return ""
    by_road: Flag = "road-entry"
    return key if unit.kind in ("gun", *VEHICLES) else by_road * (by_road in unit.flags)


def _to_place(game: Game) -> Iterator[Stop]:
    """At set-up: each unit that has no hex yet, then each SW that nobody bears, company by company."""
    for company in companies(game):
        if company.group.turn:
            continue
        where = f", {company.limits} (green)" if company.limits else " (green)"
        for unit in company.waiting:
            words = f"to place, {company.group.name}{where}"
            yield Stop("place", "", (unit.id,), (unit.id,), words)
        for item in company.unissued:
            yield Stop("give", "", (item.id,), (), f"SW of {company.group.name} that nobody has")


def _nobody(game: Game) -> str:
    """Why the walk goes nowhere. Fire at concealed units and S? is no duty, but it is possible (A12.13, S5)."""
    if game.state.stage == "set-up":
        return "All are set up"
    if game.state.phase in ("PFPh", "DFPh", "AFPh"):
        return "None of your units has a likely shot at an enemy left (‹f› can aim at any target, and at S?)"
    return f"None of your units has anything left to do in the {game.state.phase}"


class Walk:
    """Where the walk is: the stop it made last, and its number then."""

    def __init__(self) -> None:
        self._last: Stop | None = None
        self._place = -1
        self._moment = ""
        """The phase it goes through: in another one it begins anew, with what is gravest."""

    def next(self, game: Game, step: int = 1) -> tuple[Stop, int, int] | None:
        """The next stop, its number from 1, and how many there are; None if nobody has anything to do.

        A stack that has done its part is no stop any more: the walk goes on with the one after it.
        """
        every = stops(game)
        if not every or game.state.moment != self._moment:
            self._last, self._place, self._moment = None, -1, game.state.moment
        if not every:
            return None
        here = next((place for place, stop in enumerate(every) if self._is_last(stop)), None)
        if here is not None:
            self._place = here + step
        elif self._last is None:
            self._place = 0 if step > 0 else -1
        elif step < 0:
            self._place -= 1
        self._place %= len(every)
        self._last = every[self._place]
        return self._last, self._place + 1, len(every)

    def _is_last(self, stop: Stop) -> bool:
        return self._last is not None and stop.key == self._last.key

    def at_support(self, game: Game) -> bool:
        """Whether the walk stands at OBA that still waits."""
        last = self._last
        return last is not None and last.kind in KINDS and any(self._is_last(stop) for stop in stops(game))

    def on(self, screen: MapGame, step: int = 1) -> None:
        """Take the units of the next stop on a play screen and say what they may do."""
        game = screen.session.game
        found = self.next(game, step)
        if found is None:
            screen.say(f"{_nobody(game)}: ‹n› goes on.", "dim")
            return
        stop, number, of = found
        group = screen.selection.group  # while one is put together the walk leaves it, and a adds
        if not group:
            screen.selection.take((*stop.units, *(directors(game, stop.units) if stop.kind == "fire" else ())))
        if stop.place or stop.goal:
            screen.map.set_cursor(stop.place or stop.goal)
        screen.show_selection()
        if stop.kind == "place":
            able = "‹m› places it at the cursor, ‹space› takes a stack that stands"
        elif group:
            able = "‹a› adds them to the group, ‹escape› releases it"
        elif stop.units:
            able = short_orders(game, screen.selection.units(game))
        elif stop.kind in KINDS:
            lines = support_lines(game, aim_of(game, screen.map.cursor))
            able = f"‹f› with the cursor on its target: {' or '.join(lines)}"
        elif stop.kind == "cc":
            able = "‹f› fights it"
        else:
            able = f": {stop.kind} {stop.place or listed(stop.names)}"
        which = f"{number} of {of}, " if of > 1 else ""
        if stop.kind == "enter" and not group and (plan := screen.selection.plan(game, screen.map.cursor)):
            screen.plan_line.show(plan, f"{which}{stop.words}: ")
            return
        screen.say(f"{which}{stop.words}: {stop.who}. {able}", "key")
