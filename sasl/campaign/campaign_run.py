"""What a rule of the campaign works with: the campaign so far, dice, questions, and `emit`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from sasl.asl.game.events import Event, Rolled
from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.campaign import events as cev
from sasl.campaign.campaign_state import FLAGS, Box, CampaignState, Nation, Piece, Work, other
from sasl.content.library import Library
from sasl.content.missions.campaign import Campaign, CampaignDate, CampaignStep
from sasl.content.reading.faults import ContentError, named, nearest, no_such
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option, Question
from sasl.kernel.rolling.records import RollRecord
from sasl.kernel.run import Run
from sasl.kernel.transaction import Refused

FIGURE = re.compile(r"\{([a-z0-9-]+)\}")
"""The name of a figure in a text of a campaign file: `{guns-move} hexes`."""


class CampaignMind(Protocol):
    """Who plays a side that the player does not: it answers questions and does the next act of a step."""

    def answer(self, game: CampaignGame, question: Question) -> str | None:
        """The answer of this side, or None to leave it to the player."""

    def act(self, ctx: CampaignRun) -> bool:
        """Do the side's next act in the present step. False if there is none."""


@dataclass(frozen=True)
class CampaignGame:
    """The content a campaign is played with, and its state."""

    library: Library
    campaign: Campaign
    board: Board | None
    state: CampaignState
    minds: Mapping[str, CampaignMind] = field(default_factory=dict, compare=False, repr=False)

    def at(self, state: CampaignState) -> CampaignGame:
        """The same campaign at another moment."""
        return replace(self, state=state)

    def after(self, event: Event) -> CampaignGame:
        """The campaign with a fact applied."""
        return self.at(event.apply(self.state))

    def counter(self, side: str, name: str) -> CounterType:
        """The counter `name` of a side. ContentError with the nearest name otherwise."""
        return self.library.counter(side, name)

    def counters(self, side: str) -> Mapping[str, CounterType]:
        """Every counter that a side may have, by name."""
        return self.library.counters.get(side, {})

    def counter_of(self, piece: Piece) -> CounterType | None:
        """What is printed on a counter; None for what is on no counter (OBA, observers)."""
        return self.counters(piece.side).get(piece.type)

    def mode_of(self, piece: Piece) -> str:
        """The sort of ordnance that a Weapon is (`MTR`), a Captured one, too; "" for any other counter."""
        item = self.counter_of(piece) or self.counters(other(piece.side)).get(piece.type)
        return item.mode if item else ""

    def figure(self, name: str) -> int:
        """The single figure `name` of the campaign's rules. ContentError if the file has none."""
        return named(self.campaign.figures, name, f"campaign {self.campaign.campaign} has no figure").value

    def figure_or(self, name: str, default: int) -> int:
        """The single figure `name`, or what holds where the campaign does not name it."""
        return self.campaign.figures[name].value if name in self.campaign.figures else default

    def table_for(self, role: str, side: str) -> str:
        """The id of the table for a role: a side may have its own (`leaders.russian`). "" if there is none."""
        return self.campaign.tables.get(f"{role}.{side}") or self.campaign.tables.get(role, "")

    def rule(self, number: str) -> str:
        """A rule by its number in the campaign's own book; the program knows it by that of OtO2 or the first book."""
        return self.campaign.numbering.get(number, number)

    def filled(self, text: str) -> str:
        """A text of the campaign file with its figures. ContentError for one that the file does not have."""
        return FIGURE.sub(lambda match: str(self.figure(match[1])), text)

    def find_hex(self, text: str) -> str:
        """The hex a player means. Refused if the campaign's board has none of that name, or it can be none of any."""
        try:
            return self.board.find(text) if self.board else parse_hex(text).name
        except ValueError as error:
            raise Refused(str(error)) from None

    @property
    def date(self) -> CampaignDate:
        """The present CG Date."""
        return self.campaign.dates[min(self.state.date, len(self.campaign.dates) - 1)]

    @property
    def step(self) -> CampaignStep | None:
        """The present step of the Reorganization Phase."""
        return self.campaign.steps[self.state.step] if self.state.step >= 0 else None

    def reached(self, step: str) -> bool:
        """Whether this refit has come to the step of this name, or is past it."""
        names = [item.step for item in self.campaign.steps]
        return self.state.stage == "refit" and step in names and self.state.step >= names.index(step)

    def historical(self, side: Nation) -> int:
        """The Historical DRM of a side on the present date."""
        night = self.date.night.get(side) if self.state.fact("night") else None
        return self.date.historical[side] if night is None else night

    def mind(self, side: str) -> CampaignMind | None:
        """Who plays a side, if the program does."""
        return self.minds.get(side) if self.state.option(f"{side}-plays") else None


@dataclass
class CampaignRun(Run[CampaignGame]):
    """One running command of a campaign: answers given so far, events emitted so far."""

    game: CampaignGame
    answers: Sequence[str] = ()
    events: list[Event] = field(default_factory=list)
    whose: str = ""
    _used: int = 0

    @property
    def library(self) -> Library:
        """The content in play."""
        return self.game.library

    @property
    def state(self) -> CampaignState:
        """The state with everything emitted so far applied."""
        return self.game.state

    @property
    def campaign(self) -> Campaign:
        """The campaign file."""
        return self.game.campaign

    def emit(self, event: Event) -> None:
        """Record a fact and apply it; a roll names its rule by the number of the campaign's own book.

        Of the states that a counter gains and loses only those that change are recorded, if anything does.
        """
        if isinstance(event, Rolled) and event.record.rule in self.campaign.numbering:
            event = Rolled(replace(event.record, rule=self.rule(event.record.rule)))
        if isinstance(event, cev.PieceChanged):
            has = self.state.pieces[event.id].flags
            gains = tuple(flag for flag in event.gains if flag not in has)
            event = replace(event, gains=gains, loses=tuple(flag for flag in event.loses if flag in {*has, *gains}))
            if event == cev.PieceChanged(event.id, why=event.why):
                return
        super().emit(event)

    def ask(self, question: Question) -> str:
        """The answer to a question, which names its rule by the number of the campaign's own book."""
        return super().ask(replace(question, rule=self.rule(question.rule)))

    def by_hand(self) -> bool:
        """Whether the player rolls the dice of `whose` himself."""
        return self.dice.by_hand or bool(self.whose and self.state.option(f"{self.whose}-dice"))

    def _own(self, question: Question) -> str | None:
        mind = self.game.mind(question.whose) if question.whose else None
        own = mind.answer(self.game, question) if mind else None
        nobody = all(self.game.mind(side) for side in ("russian", "german"))
        return question.default if own is None and nobody and question.kind != "dice" else own

    def rule(self, number: str) -> str:
        """A rule by its number in the campaign's own book."""
        return self.game.rule(number)

    def choose_piece(
        self, text: str, pieces: Sequence[Piece], *, id: str, subject: Sequence[str], rule: str, whose: str
    ) -> Piece:
        """One of these counters, as it is now."""
        return self.state.pieces[self.choose(text, types(pieces), rule=rule, whose=whose, id=id, subject=subject)]

    def roll_for(self, side: str, role: str, purpose: str, *, facts: Mapping[str, int] | None = None) -> RollRecord:
        """A roll of a side on the table that the campaign has for a role."""
        with self.rolls_for(side):
            return self.table(self.role(role), purpose, facts=facts)

    # -- the common small acts ------------------------------------------------------------------------
    def role(self, name: str) -> str:
        """The id of the campaign's table for a role (`cpp`, `strength.company`) while `whose` rolls. ContentError."""
        found = self.game.table_for(name, self.whose)
        if not found:
            hint = nearest(name, self.campaign.tables)
            raise ContentError([f"campaign {self.campaign.campaign} has no table for '{name}'{hint}"])
        return found

    def set(self, side: Nation, name: str, value: int, why: str = "") -> None:
        """Set a figure of a side, if it changes."""
        if self.state.number(side, name) != value:
            self.emit(cev.NumberSet(side, name, value, why))

    def add(self, side: Nation, name: str, change: int, why: str = "") -> None:
        """Change a figure of a side."""
        self.set(side, name, self.state.number(side, name) + change, why)

    def fact(self, name: str, value: str, why: str = "") -> None:
        """Set a word about the campaign, if it changes."""
        if self.state.facts.get(name, "") != value:
            self.emit(cev.FactSet(name, value, why))

    def new_id(self, code: str) -> str:
        """An id nobody has had: a code and the next number."""
        code = code.lower()
        return f"{code}{self.state.serials.get(code, 0) + 1}"

    def raise_piece(
        self,
        side: Nation,
        name: str,
        *,
        box: Box = "retained",
        hex: str = "",
        group: str = "",
        flags: Sequence[str] = (),
        why: str,
        note: str = "",
    ) -> Piece:
        """A new counter of a side. Refused with the nearest name if its nation has none."""
        known = self.game.counters(side)
        if name not in known:
            raise Refused(no_such(f"{side.capitalize()} counter", name, known))
        counter = known[name]
        piece = Piece(
            self.new_id(code_of(side, counter.code or name)), side, counter.kind, name, box, hex, "", group,
            frozenset(flags), counter.modifier or 0, note,
        )  # fmt: skip
        self.emit(cev.PieceAdded(piece, why))
        return piece

    def change(self, piece: Piece, gains: Sequence[str] = (), loses: Sequence[str] = (), why: str = "") -> None:
        """States that a counter gains and loses, if anything changes."""
        gained = tuple(flag for flag in gains if flag not in piece.flags)
        lost = tuple(flag for flag in loses if flag in piece.flags)
        if gained or lost:
            self.emit(cev.PieceChanged(piece.id, gained, lost, why=why))

    def carry(self, bearer: str) -> None:
        """What a counter bears is where it is."""
        piece = self.state.pieces[bearer]
        for held in self.state.held_by(bearer):
            if (held.box, held.hex) != (piece.box, piece.hex):
                self.emit(cev.PieceChanged(held.id, box=piece.box, hex=piece.hex, why=f"with {bearer}"))
                self.carry(held.id)

    def put_work(
        self,
        kind: str,
        hex: str = "",
        *,
        side: str = "",
        number: int = 0,
        text: str = "",
        hidden: bool = False,
        anti_tank: int = 0,
        why: str,
    ) -> Work:
        """A new fortification, wreck, flame or other thing."""
        work = Work(self.new_id("w"), side, kind, hex, number, text, hidden, anti_tank)
        self.emit(cev.WorkPut(work, why))
        return work


def alike(state: CampaignState, pieces: Iterable[Piece]) -> list[tuple[Piece, str]]:
    """The first of all counters that are alike, and its type, place, states, what it bears, how many there are."""

    def borne(piece: Piece) -> list[str]:
        return sorted(item.type for item in state.held_by(piece.id))

    same: dict[tuple[object, ...], list[Piece]] = {}
    for piece in pieces:
        kind = piece.type, piece.box, piece.hex, piece.holder, piece.flags, piece.note, *borne(piece)
        same.setdefault(kind, []).append(piece)
    found = []
    for piece, *more in same.values():
        words = [piece.type, *[f"in {piece.hex}"] * bool(piece.hex)]
        words += [FLAGS.get(flag, flag) for flag in sorted(piece.flags)]
        words += [f"with {', '.join(borne(piece))}"] * bool(borne(piece)) + [f"one of {len(more) + 1} alike"] * bool(
            more
        )
        found.append((piece, ", ".join(words)))
    return found


def types(pieces: Iterable[Piece]) -> list[Option]:
    """Counters as the options of a question, each by its type."""
    return [Option(piece.id, piece.type) for piece in pieces]


def code_of(side: str, text: str) -> str:
    """A short code for ids: letters and digits of the counter, closed by a letter so that a number may follow."""
    word = "".join(letter for letter in text.lower() if letter.isalnum()) or "x"
    return f"{side[0]}{word}" + ("-" if word[-1].isdigit() else "")
