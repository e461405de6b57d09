"""The notation of what a scenario has left: what a line means, and how it is entered.

`g467-1,g467-2 K12 broken`, `russian 4-4-7 x3 L14`, `gdc1 used 7`, `control K12,<30 german`, `cvp russian 6`,
`blaze K14`, `w3 gone`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import BOXES, FLAGS, SIDES, Nation, state_named
from sasl.campaign.orders.campaign_kinds import (
    NOBODY,
    has_digit,
    hexes_of,
    is_count,
    is_number,
    pieces_of,
    side_of,
    spelled_out,
)
from sasl.campaign.result import WHY, Fate, enter_figure, enter_type, enter_work, put
from sasl.campaign.steps.campaign_victory import STONE
from sasl.campaign.steps.weapon_steps import FT_DC, cannot_be_used_up, use_up
from sasl.content.reading.faults import nearest, no_such
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import replace
from sasl.kernel.text import number_in, one_of
from sasl.kernel.transaction import Refused

FIGURES = ("cvp", "evp", "lvp", STONE)
WORKS = (
    "wire", "minefield", "ap-mine", "at-mine", "trench", "foxhole", "foxhole-1", "foxhole-2", "foxhole-3", "pillbox",
    "at-ditch", "roadblock", "rubble", "flame", "blaze", "wreck", "gutted", "shellholes", "trail-break",
)  # fmt: skip
MOST = 99
"""The most factors, or other things, that a work counts."""
GONE = ("gone", "eliminated")
USED = "used"
LINKS = ("of", "with", "by")


@dataclass(frozen=True, slots=True)
class ResultLine(ABC):
    """One line of a result."""

    @abstractmethod
    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        """Enter it; `told`: the counters that lines have spoken of so far."""

    @abstractmethod
    def words(self) -> str:
        """As a player writes it."""


@dataclass(frozen=True, slots=True)
class FigureLine(ResultLine):
    """CVP, EVP, LVP or Stone Locations of a side; `all`: all Stone Locations."""

    name: str
    side: Nation
    value: int = 0
    all: bool = False

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        enter_figure(ctx, self.name, self.side, self.value, all_of_them=self.all)

    def words(self) -> str:
        return f"{self.name} {self.side} {'all' if self.all else self.value}"


@dataclass(frozen=True, slots=True)
class ControlLine(ResultLine):
    """A26.1: who controls hexes; "" is nobody."""

    places: tuple[str, ...]
    whose: str

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        ctx.emit(cev.HexesControlled(self.whose, hexes_of(ctx.game, self.places), WHY))

    def words(self) -> str:
        return f"control {','.join(self.places)} {self.whose or NOBODY[0]}"


@dataclass(frozen=True, slots=True)
class WorkGoneLine(ResultLine):
    """A fortification or fire that is there no more."""

    id: str

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        ctx.emit(cev.WorkGone(self.id, WHY))

    def words(self) -> str:
        return f"{self.id} gone"


@dataclass(frozen=True, slots=True)
class WorkLine(ResultLine):
    """A fortification, wreck, fire or rubble in a hex, with its factors (of a minefield A-P, and A-T) or what burns."""

    kind: str
    hex: str
    number: int | None = None
    text: str = ""
    anti_tank: int | None = None

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        enter_work(ctx, self.kind, self.hex, self.number, self.text, self.anti_tank)

    def words(self) -> str:
        number = "" if self.number is None else str(self.number)
        tank = "" if self.anti_tank is None else f"{self.anti_tank} A-T"
        return " ".join(filter(None, (self.kind, self.hex, number, tank, self.text)))


@dataclass(frozen=True, slots=True)
class PiecesLine(ResultLine):
    """What has become of counters by their ids."""

    ids: tuple[str, ...]
    fate: Fate

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        for name in sorted(self.ids, key=lambda name: ctx.state.pieces[name].weapon):  # a bearer before its Weapon
            told.add(name)
            put(ctx, ctx.state.pieces[name], self.fate, told)

    def words(self) -> str:
        return f"{','.join(self.ids)} {_fate_words(self.fate)}".strip()


@dataclass(frozen=True, slots=True)
class UsedLine(ResultLine):
    """7.5134: FT and DC used up, with the Original effects DR that removed them."""

    ids: tuple[str, ...]
    dr: int

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        told.update(self.ids)
        for name in self.ids:
            use_up(ctx, ctx.state.pieces[name], self.dr)

    def words(self) -> str:
        return f"{','.join(self.ids)} {USED} {self.dr}"


@dataclass(frozen=True, slots=True)
class TypeLine(ResultLine):
    """That many counters of a type, wherever in the OoB they are."""

    side: Nation
    type: str
    count: int
    fate: Fate

    def enter(self, ctx: CampaignRun, told: set[str]) -> None:
        enter_type(ctx, self.side, self.type, self.count, self.fate, told)

    def words(self) -> str:
        return f"{self.side} {self.type} x{self.count} {_fate_words(self.fate)}".strip()


def _fate_words(fate: Fate) -> str:
    """What has become of a counter, as a player writes it."""
    place = fate.place or (fate.box if fate.box and fate.box != "map" else "")
    words = [place, *fate.gains, *(f"-{flag}" for flag in fate.loses)]
    words += [f"of {fate.holder}"] * bool(fate.holder) + [f"as {fate.type}"] * bool(fate.type)
    return " ".join(filter(None, [*words, fate.gone]))


DEALT_WITH: Mapping[str, tuple[str, ...]] = {
    "rally": ("broken", "disrupted"),
    "encirclement": ("encircled",),
    "minefields": ("in-minefield",),
    "bog": ("bogged", "mired"),
    "shock": ("shocked", "uk"),
    "wounded": ("wounded",),
    "stun": ("stunned",),
    "recall": ("recalled",),
    "weapon-repair": ("malfunctioned",),
}
"""The steps that deal with a state of a counter once and for all."""


def passed_steps(game: CampaignGame, lines: Sequence[ResultLine]) -> list[str]:
    """7.5: the steps that this refit is past and that would have dealt with what these lines say, by rule and title."""
    states = {flag for line in lines if isinstance(line, PiecesLine | TypeLine) for flag in line.fate.gains}
    steps = {step for step, flags in DEALT_WITH.items() if states & {*flags}}
    steps |= {"victory"} if any(isinstance(line, FigureLine) for line in lines) else set()
    return [
        f"{step.rule} {step.title}" for step in game.campaign.steps if step.step in steps and game.reached(step.step)
    ]


# -- reading ------------------------------------------------------------------------------------------


def read_line(game: CampaignGame, text: str) -> ResultLine:
    """What a line means. Refused, in one sentence, if it means nothing."""
    words = spelled_out(game, text).split()
    first = words[0].lower()
    if first in FIGURES:
        return _figure(first, words[1:])
    if first == "control":
        return _control(game, words[1:])
    if first in game.state.works:
        if [word.lower() for word in words[1:]] != ["gone"]:
            raise Refused(f"{first} already exists; say: {first} gone, or place another")
        return WorkGoneLine(first)
    if first in WORKS or game.campaign.fortification(first):
        return _work(game, first, words[1:])
    if any(first in (side, side[0]) for side in SIDES):
        return _type(game, side_of(first), words[1:])
    if right := _with_its_side(game, words):
        raise Refused(f"a type of counter needs its side, as in: {right}")
    ids = pieces_of(game, words[0])
    if [word.lower() for word in words[1:2]] == [USED] and any(_is_ft_dc(game, name) for name in ids):
        return _used(game, ids, words[2:])
    sides = {game.state.pieces[name].side for name in ids}
    return PiecesLine(ids, _fate(game, words[1:], next(iter(sides))))


def _with_its_side(game: CampaignGame, words: Sequence[str]) -> str:
    """`4-6-7 K12` or `8 4-6-7 K12` as it is meant: `german 4-6-7 x8 K12`; "" for any other line."""
    if words[0].lower() in game.state.pieces:
        return ""
    count = number_in(words[0], 1, MOST) if len(words) > 1 else None
    rest = list(words if count is None else words[1:])
    for side in SIDES[::-1]:
        if found := _counter_named(game, side, rest):
            name, used = found
            return " ".join([side, name, *([f"x{count}"] if count else []), *rest[used:]])
    return ""


def _is_ft_dc(game: CampaignGame, name: str) -> bool:
    return game.state.pieces[name].type in FT_DC


def _used(game: CampaignGame, ids: tuple[str, ...], words: Sequence[str]) -> UsedLine:
    dr = number_in(words[0], 2, 12) if len(words) == 1 else None
    if dr is None:
        ask = f"{ids[0]} {USED} 7, or {ids[0]} gone"
        raise Refused(f"{ids[0]} needs the Original effects DR that removed it, as in: {ask} ({game.rule('7.5134')})")
    for name in ids:
        if reason := cannot_be_used_up(game, game.state.pieces[name], dr):
            raise Refused(reason)
    return UsedLine(ids, dr)


def _figure(name: str, words: Sequence[str]) -> FigureLine:
    if name == STONE and len(words) == 2 and words[1].lower() == "all":
        return FigureLine(name, side_of(words[0]), all=True)
    value = number_in(words[1], 0, 999) if len(words) == 2 else None
    if value is None:
        raise Refused(f"{name} needs a side and a number, as in: {name} russian 6")
    return FigureLine(name, side_of(words[0]), value)


def _control(game: CampaignGame, words: Sequence[str]) -> ControlLine:
    if len(words) < 2:
        raise Refused("control needs hexes and a side, as in: control K12,K13 german, control <30 german")
    whose = "" if words[-1].lower() in NOBODY else side_of(words[-1])
    places = tuple(place for word in words[:-1] for place in word.split(",") if place)
    hexes_of(game, places)
    return ControlLine(places, whose)


def _work(game: CampaignGame, kind: str, words: Sequence[str]) -> WorkLine:
    if not words:
        raise Refused(f"{kind} needs a hex, as in: {kind} K12")
    rest = list(words[1:])
    number = number_in(rest[0], 0, MOST) if rest else None
    if number is None and rest and is_number(rest[0]):
        raise Refused(f"{rest[0]} is not a number of {kind}: 1 to {MOST}, as in: minefield L14 6")
    rest = rest if number is None else rest[1:]
    place, tank = game.find_hex(words[0]), _anti_tank(rest) if kind == "minefield" else None
    return WorkLine(kind, place, number, "" if tank is not None else " ".join(rest)[:80], tank)


def _anti_tank(words: Sequence[str]) -> int | None:
    """The A-T factors in `3 A-T`, after `A-P,`, or as a second number alone; None if there are none told."""
    for number, of in pairwise(words):
        if of.upper() in ("A-T", "AT"):
            return number_in(number, 0, MOST)
    return number_in(words[0], 0, MOST) if len(words) == 1 else None


def _type(game: CampaignGame, side: Nation, words: Sequence[str]) -> TypeLine:
    name, used = _counter(game, side, words)
    rest, count = list(words[used:]), 1
    if rest and is_count(game, rest):
        count = int(rest.pop(0)[1:])
    return TypeLine(side, name, count, _fate(game, rest, side))


def _counter(game: CampaignGame, side: Nation, words: Sequence[str]) -> tuple[str, int]:
    """The counter type of `_counter_named`; Refused, with what may be meant, if the words name none."""
    if found := _counter_named(game, side, words):
        return found
    if not words:
        raise Refused(f"{side} needs a counter, as in: {side} 8-0 K12 broken")
    raise Refused(no_such(f"{side.capitalize()} counter", words[0], game.library.counters.get(side, {})))


def _counter_named(game: CampaignGame, side: Nation, words: Sequence[str]) -> tuple[str, int] | None:
    """The counter type that the first words name, the longest that fits, and how many words it has, if they do."""
    known: Mapping[str, CounterType] = game.library.counters.get(side, {})
    names = {name.lower(): name for name in known}
    heroes = [name for name, item in known.items() if item.kind == "hero"]
    names |= {"hero": heroes[0]} if len(heroes) == 1 else {}
    for count in range(min(len(words), 6), 0, -1):
        name = " ".join(words[:count]).lower()
        if name in names:
            return names[name], count
    return None


def _fate(game: CampaignGame, words: Sequence[str], side: Nation) -> Fate:
    """What the words after a counter say has become of it."""
    fate, rest = Fate(), list(words)
    while rest:
        fate = _told(game, side, fate, rest)
    return fate


def _told(game: CampaignGame, side: Nation, fate: Fate, rest: list[str]) -> Fate:
    """The fate with what the first of these words says, and what belongs to it; they are taken from `rest`."""
    word = rest.pop(0)
    low = word.lower()
    if low in GONE:
        return replace(fate, gone="gone")
    if low == "exited":
        return replace(fate, gone="exited")
    if flag := state_named(low.lstrip("+")):
        return replace(fate, gains=(*fate.gains, flag))
    if word[0] == "-" and (flag := state_named(low[1:])):
        return replace(fate, loses=(*fate.loses, flag))
    if box := one_of(low, BOXES):
        return replace(fate, box=box, place="")
    if low in LINKS:
        return replace(fate, holder=_holder(game, rest, low))
    if low == "as":
        name, used = _counter(game, side, rest)
        del rest[:used]
        return replace(fate, type=name)
    if low == "melee":
        raise Refused("units of both sides in one Location are in Melee: name their hex alone")
    if not has_digit(word):
        raise Refused(f"'{word}' is neither a state, a box nor a hex{nearest(low, [*FLAGS, *BOXES, *GONE])}")
    return replace(fate, place=game.find_hex(word), box="map")


def _holder(game: CampaignGame, rest: list[str], word: str) -> str:
    if not rest or rest[0].lower() not in game.state.pieces:
        hint = nearest(rest[0].lower(), game.state.pieces) if rest else ""
        raise Refused(f"'{word}' needs an existing counter, as in: prisoner of g467-1{hint}")
    if not game.state.pieces[rest[0].lower()].here:
        raise Refused(f"{rest[0].lower()} is gone and cannot carry, man or guard anything")
    return rest.pop(0).lower()


# -- a text of many lines ------------------------------------------------------------------------------


@dataclass
class Entering:
    """Lines read one after another, each as things are after those before it."""

    ctx: CampaignRun
    told: set[str] = field(default_factory=set)
    lines: list[ResultLine] = field(default_factory=list)

    def line(self, text: str) -> None:
        """Read a line and enter it. Refused: nothing of it is entered."""
        told = set(self.told)
        try:
            with self.ctx.savepoint():
                found = read_line(self.ctx.game, text)
                found.enter(self.ctx, self.told)
        except Refused:
            self.told = told
            raise
        self.lines.append(found)
