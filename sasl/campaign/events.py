"""Facts of a campaign. An event never rolls; each makes itself so and says what it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from sasl.asl.game.events import EVENTS
from sasl.asl.game.events.shared import changed, without
from sasl.campaign.campaign_state import (
    BOXES,
    FLAGS,
    SIDES,
    Area,
    Box,
    CampaignState,
    Nation,
    Piece,
    Purchase,
    RosterLine,
    Sealed,
    Stage,
    Work,
    fact_name,
    figure_name,
)
from sasl.kernel.facts import Event, Rolled, Topic
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import result_words
from sasl.kernel.text import counted, listed


def because(why: str) -> str:
    """` (why)`, or nothing."""
    return f" ({why})" if why else ""


def _with_serial(state: CampaignState, new_id: str) -> CampaignState:
    """Remember that an id was given out, so that none is ever used again."""
    code = new_id.rstrip("0123456789").lower()
    number = int(new_id[len(code) :] or 0)
    return replace(state, serials=changed(state.serials, code, max(number, state.serials.get(code, 0))))


class StageSet(Event):
    """The campaign went on to preparing the Initial Scenario, a scenario, a Reorganization Phase, or its end."""

    topic: ClassVar[Topic] = "phase"
    stage: Stage

    def apply(self, state: CampaignState) -> CampaignState:
        fought = int(self.stage == "scenario")
        told = frozenset[str]() if fought else state.told
        return replace(
            state, stage=self.stage, step=-1, done=(), passed=frozenset(), scenario=state.scenario + fought, told=told
        )

    def describe(self) -> str:
        return {"initial": "Before the Initial Scenario", "scenario": "The scenario", "refit": "REORGANIZATION PHASE",
                "over": "The campaign is over"}[self.stage]  # fmt: skip


class StepBegan(Event):
    """A step of the Reorganization Phase began: its place in the campaign's list."""

    topic: ClassVar[Topic] = "phase"
    step: int
    title: str

    def apply(self, state: CampaignState) -> CampaignState:
        done = state.done if state.step < 0 else (*state.done, state.step)
        if self.step <= state.step:  # no scenario was generated: the steps from here on come again
            done = tuple(number for number in done if number < self.step)
        return replace(state, step=self.step, done=done, passed=frozenset())

    def describe(self) -> str:
        return f"-- {self.title}"


class DateBegan(Event):
    """A new CG Date: its place in the campaign's list."""

    topic: ClassVar[Topic] = "phase"
    date: int
    title: str

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, date=self.date)

    def describe(self) -> str:
        return f"CG Date {self.title}"


ANEW = ("suffered", "earned", "stone", "stone-all", "recon")
"""Figures that begin anew with each scenario: that they are nothing is no news."""
LOSS = ("suffered", "earned", "cvp")
"""The figures that a loss changes, in this order: of the side that suffers it, then twice of the other."""


class NumberSet(Event):
    """A figure of a side changed (`cpp`, `san`, `elr`, `fpp`, `cvp` …)."""

    topic: ClassVar[Topic] = "control"
    side: Nation
    name: str
    value: int
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, numbers=changed(state.numbers, f"{self.side}.{self.name}", self.value))

    def describe(self) -> str:
        return f"{self.words}{because(self.why)}" if self.words else ""

    @property
    def words(self) -> str:
        """Side, figure and value, or nothing where it is book-keeping only."""
        name = figure_name(self.name) if self.value or self.name not in ANEW else ""
        return f"{self.side.capitalize()} {name} {self.value}" if name else ""

    def together(self, before: Sequence[Event]) -> str:
        """CPP with the group they buy; CVP with the counter that is lost, and what the enemy earns by it."""
        last = before[-1]
        if isinstance(last, GroupBought) and (self.side, self.name) == (last.purchase.side, "cpp"):
            return f"{last.describe()}; {self.value} left"
        first, *figures = before
        if isinstance(first, NumberSet):
            figures = [first, *figures]
        lost = isinstance(first, PieceGone | PieceChanged) and first.id == self.why
        if not (isinstance(last, NumberSet) and self._follows(last)) and not (lost and self.name == LOSS[0]):
            return ""
        said = ", ".join(item.words for item in (*figures, self) if isinstance(item, NumberSet))
        return f"{first.describe()}: {said}" if lost else f"{said}{because(self.why)}"

    def _follows(self, last: NumberSet) -> bool:
        """Whether it is the next figure that a loss changes: suffered by one side, earned by the other."""
        if self.why != last.why or {self.name, last.name} - {*LOSS}:
            return False
        same = LOSS.index(last.name) > 0
        return LOSS.index(self.name) == LOSS.index(last.name) + 1 and (self.side == last.side) == same


class FactSet(Event):
    """A word about the campaign changed (`weather`, `ec`, `scenario`, `winner` …)."""

    topic: ClassVar[Topic] = "control"
    name: str
    value: str
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, facts=changed(state.facts, self.name, self.value))

    def describe(self) -> str:
        name = fact_name(self.name) if self.value or not self.name.startswith("chit.") else ""
        value = self.value.capitalize() if self.value in SIDES else self.value or "none"
        return f"{name}: {value}{because(self.why)}" if name else ""

    def together(self, before: Sequence[Event]) -> str:
        """What a roll has just said is no line of its own."""
        (first, *more) = before
        said = isinstance(first, Rolled) and not more and result_words(first.record.result) == self.value
        return first.describe() if said else ""


class PieceAdded(Event):
    """A counter joined a side's OoB."""

    topic: ClassVar[Topic] = "unit"
    piece: Piece
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(_with_serial(state, self.piece.id), pieces=changed(state.pieces, self.piece.id, self.piece))

    def describe(self) -> str:
        piece = self.piece
        where = piece.hex or BOXES[piece.box]
        return f"{piece.side.capitalize()} {piece.id} {piece.type} joins, {where}{because(self.why)}"


QUIET = ("hardened", "joined", "has-fought")
"""States that are no news: what brings them about tells it."""


class PieceChanged(Event):
    """A counter changed: states gained and lost, another type, box, hex or holder (None: as before)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    type: str | None = None
    kind: str | None = None
    box: Box | None = None
    hex: str | None = None
    holder: str | None = None
    side: Nation | None = None
    modifier: int | None = None
    why: str = ""
    stood: str | None = None
    was: str = ""
    """What it would be had it not Battle Hardened before: so much the enemy may know of it."""

    def apply(self, state: CampaignState) -> CampaignState:
        piece = state.pieces[self.id]
        changes: dict[str, Any] = {
            name: value
            for name in ("type", "kind", "box", "hex", "holder", "side", "modifier", "stood")
            if (value := getattr(self, name)) is not None
        }
        if "hardened" in self.gains and self.type is not None:
            changes["was"] = piece.was or piece.type
        elif self.type is not None or "hardened" in self.loses:
            changes["was"] = self.was
        flags = piece.flags | set(self.gains)
        now = replace(piece, flags=flags - set(self.loses), **changes)
        return replace(state, pieces=changed(state.pieces, self.id, now))

    def describe(self) -> str:
        only = PieceChanged(self.id, self.gains, self.loses, why=self.why)
        quiet = self == only and {*self.gains, *self.loses} <= {*QUIET}
        if self.stood is not None or (quiet and (self.gains or self.loses)):
            return ""
        parts = [f"+{FLAGS.get(flag, flag)}" for flag in self.gains if flag not in QUIET]
        parts += [f"-{FLAGS.get(flag, flag)}" for flag in self.loses if flag not in QUIET]
        if self.type is not None:
            parts.append(f"becomes {self.type}")
        if self.side is not None:
            parts.append(f"goes over to the {self.side.capitalize()} side")
        if self.box is not None:
            parts.append(BOXES[self.box])
        if self.hex:
            parts.append(f"in {self.hex}")
        if self.holder is not None:
            parts.append(f"with {self.holder}" if self.holder else "is left")
        return f"{self.id} {', '.join(parts) or 'changes'}{because(self.why)}"


class ResultTold(Event):
    """Lines of a result have spoken of these counters: a later line that names a type means others first."""

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, told=state.told | set(self.ids))

    def describe(self) -> str:
        return ""


class PieceGone(Event):
    """A counter is gone for good; `counts`: Eliminated, as a casualty of its side."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str
    counts: bool = True

    def apply(self, state: CampaignState) -> CampaignState:
        gone = replace(state.pieces[self.id], box="gone", hex="", holder="")
        pieces = changed(state.pieces, self.id, gone)
        for key, piece in pieces.items():
            if piece.holder == self.id:
                pieces = changed(pieces, key, replace(piece, holder=""))
        return replace(state, pieces=pieces)

    def describe(self) -> str:
        return f"{self.id} is {'Eliminated' if self.counts else 'gone'}{because(self.why)}"


class GroupBought(Event):
    """A Reinforcement Group was bought or given, or its record changed."""

    topic: ClassVar[Topic] = "unit"
    purchase: Purchase
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(
            _with_serial(state, self.purchase.id), purchases=changed(state.purchases, self.purchase.id, self.purchase)
        )

    def describe(self) -> str:
        item = self.purchase
        words = [f"{item.side.capitalize()} {item.group} ({item.id})"]
        words += [f"{item.cost} CPP"] * bool(item.cost) + [item.setup] * bool(item.setup) + list(item.extras)
        return ", ".join([*words, *([item.strength] if item.strength else [])]) + because(self.why)

    def together(self, before: Sequence[Event]) -> str:
        """The strength that a roll has just given it is no line of its own."""
        (first, *more) = before
        said = isinstance(first, Rolled) and not more and result_words(first.record.result) == self.purchase.strength
        return f"{first.describe()} ({self.purchase.id})" if said else ""


class GroupDropped(Event):
    """A purchase was taken back."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, purchases=without(state.purchases, self.id))

    def describe(self) -> str:
        return f"{self.id} is not bought{because(self.why)}"


class WorkPut(Event):
    """A fortification, wreck, flame or other thing was put, moved or changed."""

    topic: ClassVar[Topic] = "marker"
    work: Work
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(_with_serial(state, self.work.id), works=changed(state.works, self.work.id, self.work))

    def describe(self) -> str:
        work = self.work
        what = "minefield" if work.found and work.hidden else work.text or work.kind
        return f"{what} {work.id} {'in ' + work.hex if work.hex else 'to be placed'}{because(self.why)}"


class WorkGone(Event):
    """A fortification, wreck, flame or other thing is no more."""

    topic: ClassVar[Topic] = "marker"
    id: str
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, works=without(state.works, self.id))

    def describe(self) -> str:
        return f"{self.id} is removed{because(self.why)}"


class HexesControlled(Event):
    """A side controls these hexes now; "" is nobody."""

    topic: ClassVar[Topic] = "control"
    side: str
    hexes: tuple[str, ...]
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        named = frozenset(self.hexes)
        rest = {name: side for name, side in state.control.items() if name not in named}
        taken = dict.fromkeys(self.hexes, self.side) if self.side else {}
        return replace(state, control={**rest, **taken})

    def describe(self) -> str:
        who = f"{self.side.capitalize()} controls" if self.side else "Nobody controls"
        return f"{who} {listed(self.hexes, 8)}{because(self.why)}"

    def explain(self) -> tuple[str, ...]:
        return self.describe(), f"Hexes: {', '.join(self.hexes)}"


class PerimeterSet(Event):
    """A side's perimeter: its loops of Front Line hexes."""

    topic: ClassVar[Topic] = "control"
    side: Nation
    loops: tuple[tuple[str, ...], ...]
    why: str = ""

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, perimeters={**state.perimeters, self.side: self.loops})

    def describe(self) -> str:
        hexes = sum(map(len, self.loops))
        size = f"{hexes} Front Line hexes in {counted(len(self.loops), 'loop')}"
        return f"{self.side.capitalize()} perimeter: {size}{because(self.why)}"

    def explain(self) -> tuple[str, ...]:
        return (self.describe(), *(f"Loop: {', '.join(loop)}" for loop in self.loops))


class AreasSet(Event):
    """The Isolated Areas and Pockets."""

    topic: ClassVar[Topic] = "control"
    areas: tuple[Area, ...]

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, areas=self.areas)

    def describe(self) -> str:
        words = [
            f"type {area.type} around {area.hexes[0]} ({counted(len(area.hexes), 'hex', 'hexes')})"
            for area in self.areas
            if area.hexes and area.type != "A"
        ]
        empty = [name for area in self.areas if area.type == "A" for name in area.hexes]
        words += [f"type A, empty: {listed(empty, 12)}"] if empty else []
        return "Isolated Areas: " + ("; ".join(words) or "none")

    def explain(self) -> tuple[str, ...]:
        areas = (f"Type {area.type}: {', '.join(area.hexes)}" + (f" ({area.text})" if area.text else "")
                 for area in self.areas)  # fmt: skip
        return self.describe(), *areas


class RosterWritten(Event):
    """A line of a side's CG Roster."""

    topic: ClassVar[Topic] = "control"
    line: RosterLine

    def apply(self, state: CampaignState) -> CampaignState:
        key = self.line.side, self.line.date, self.line.scenario
        rest = tuple(line for line in state.roster if (line.side, line.date, line.scenario) != key)
        return replace(state, roster=(*rest, self.line))

    def explain(self) -> tuple[str, ...]:
        figures = (f"{name}: {value}" for name, value in self.line.figures.items() if value)
        return f"Roster of the {self.line.side.capitalize()} side", *figures


class Covered(Event):
    """What is about this (`german.purchases` …) stays secret, or is shown from now on."""

    topic: ClassVar[Topic] = "control"
    name: str
    on: bool

    def apply(self, state: CampaignState) -> CampaignState:
        secrets = state.secrets | {self.name} if self.on else state.secrets - {self.name}
        return replace(state, secrets=secrets)

    def describe(self) -> str:
        side, _, what = self.name.partition(".")
        words = "Secret DR and purchases" if what == "purchases" else what
        return f"{side.capitalize()} {words}: {'kept secret' if self.on else 'shown'}"


class SetUpSealed(Event):
    """A side wrote down its set-up in secret (7.5222): the log says that it did, never what."""

    topic: ClassVar[Topic] = "unit"
    side: Nation
    lines: tuple[Sealed, ...]

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, sealed={**state.sealed, **{line.id: line for line in self.lines}})

    def describe(self) -> str:
        return f"The {self.side.capitalize()} set-up is written down and sealed"


class SealBroken(Event):
    """Lines of a sealed set-up were opened; the facts that follow say what stood there."""

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, sealed={key: line for key, line in state.sealed.items() if key not in self.ids})

    def describe(self) -> str:
        return ""


class SideActed(Event):
    """A side that the program plays gave a command, with its reason; what comes of it follows."""

    topic: ClassVar[Topic] = "act"
    side: Nation
    line: str
    why: str = ""
    secret: str = ""
    """What it keeps secret (`purchases`, `chit`), if the act is about that."""

    def describe(self) -> str:
        return f"{self.side.capitalize()} side: {self.line}{because(self.why)}"


class CampaignEnded(Event):
    """The campaign is over: who won, each side's VP, and every line of the count."""

    topic: ClassVar[Topic] = "phase"
    winner: str
    lines: tuple[tuple[str, str, int], ...]
    why: str

    def apply(self, state: CampaignState) -> CampaignState:
        return replace(state, stage="over", outcome=f"{self.winner.capitalize()} victory" if self.winner else "a draw")

    def describe(self) -> str:
        lines = "; ".join(f"{side.capitalize()} {text}: {points}" for text, side, points in self.lines)
        winner = f"{self.winner.capitalize()} wins" if self.winner else "nobody wins"
        return f"CAMPAIGN END{because(self.why)}: {winner}. {lines}"

    def explain(self) -> tuple[str, ...]:
        return self.describe(), *(f"{side.capitalize()} {points}: {text}" for text, side, points in self.lines)


OWN = (
    StageSet, StepBegan, DateBegan, NumberSet, FactSet, PieceAdded, PieceChanged, PieceGone, GroupBought, GroupDropped,
    WorkPut, WorkGone, HexesControlled, PerimeterSet, AreasSet, RosterWritten, Covered, SideActed,
    CampaignEnded, ResultTold, SetUpSealed, SealBroken,
)  # fmt: skip

EVENTS.update({kind.__name__: kind for kind in OWN})
