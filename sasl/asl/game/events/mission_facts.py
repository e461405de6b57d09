"""Facts of the mission: clock, weather, map, switches, acts, Random Events, the end."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from sasl.asl.game import winds
from sasl.asl.game.events.shared import because, changed, serial
from sasl.asl.game.plans import Axis, Company
from sasl.asl.game.sides import STAGE_NAMES, Phase, Side, Stage
from sasl.asl.game.state import NO_VOLLEYS, State, Value
from sasl.asl.game.switches import OPTIONS
from sasl.asl.game.under_way import Pending, Recurring
from sasl.asl.game.vasl_memory import SeenCounter
from sasl.asl.game.words import value_name
from sasl.board.join import Layout, course, label
from sasl.kernel.facts import Event, Topic
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import rests_on_house
from sasl.kernel.text import counted, listed


class ValueSet(Event):
    """A mission value was rolled or typed over."""

    topic: ClassVar[Topic] = "adjust"
    name: str
    value: str
    provenance: str

    def apply(self, state: State) -> State:
        return replace(state, values=changed(state.values, self.name, Value(self.value, self.provenance)))

    def describe(self) -> str:
        name = value_name(self.name)
        return f"{name} {'are' if name.endswith('#s') else 'is'} {self.value} [{self.provenance}]"


class StageBegan(Event):
    """A stage of set-up, play, or the end began."""

    topic: ClassVar[Topic] = "phase"
    stage: Stage

    def apply(self, state: State) -> State:
        return replace(state, stage=self.stage)

    def describe(self) -> str:
        return f"=== {STAGE_NAMES[self.stage]} ==="


class PhaseBegan(Event):
    """A phase began."""

    topic: ClassVar[Topic] = "phase"
    turn: int
    side: Side
    phase: Phase

    def apply(self, state: State) -> State:
        units = state.units
        if self.phase == "MPh":
            units = {key: replace(unit, mf=0.0) if unit.mf else unit for key, unit in units.items()}
        return replace(
            state,
            moving=None,
            under_fire={},
            volleys=NO_VOLLEYS,
            aimed={},
            opened_fire=False,
            directed=state.directed if self.phase != "RPh" else {},
            fired=state.fired if self.phase != "RPh" else frozenset(),
            wave=None,
            escorts={},
            passed=frozenset(),
            turn=self.turn,
            side=self.side,
            phase=self.phase,
            units=units,
            gusts=state.gusts and self.phase != "RPh",
        )

    def describe(self) -> str:
        return f"=== Turn {self.turn}, {self.side} {self.phase} ==="


class WeatherSet(Event):
    """EC, wind and gusts as they are from now on."""

    topic: ClassVar[Topic] = "event"
    ec: str
    wind: str
    gusts: bool = False

    def apply(self, state: State) -> State:
        return replace(state, ec=self.ec, wind=self.wind, gusts=self.gusts)

    def describe(self) -> str:
        return f"EC {self.ec}, wind {winds.words(self.wind)}" + (", Gusts" if self.gusts else "")


class BoardsLaid(Event):
    """The mapboards, how they lie, and their bridges, as they are from now on."""

    topic: ClassVar[Topic] = "control"
    layout: Layout
    why: str = ""

    def apply(self, state: State) -> State:
        return replace(state, layout=self.layout)

    def describe(self) -> str:
        sheets = [
            (label(sheet.board) or "not chosen") + (" turned" if sheet.turned else "") for sheet in self.layout.sheets
        ]
        text = f"mapboards {course(self.layout)}: {', '.join(sheets) or 'none chosen yet'}"
        for bridge in self.layout.bridges:
            stands = bridge.construction if bridge.intact else "destroyed"
            text += f"; {stands} bridge {'-'.join(bridge.hexes)}"
        return text + (f" ({self.why})" if self.why else "")


class EntryChosen(Event):
    """The FRIENDLY side chose the board edge by which it enters."""

    topic: ClassVar[Topic] = "control"
    edge: Literal["north", "east", "south", "west"]

    def apply(self, state: State) -> State:
        return replace(state, entry=self.edge)

    def describe(self) -> str:
        return f"FRIENDLY enters by the {self.edge} edge; that is the FBE"


class OptionSet(Event):
    """A switch of the game was turned."""

    topic: ClassVar[Topic] = "adjust"
    name: str
    on: bool

    def apply(self, state: State) -> State:
        return replace(state, options=changed(state.options, self.name, self.on))

    @property
    def meaning(self) -> str:
        """What the game is like now; "" for a switch that only an earlier version had."""
        switch = OPTIONS.get(self.name)
        return (switch.words if self.on else switch.off) if switch else ""

    def describe(self) -> str:
        return f"Option {self.name} {'on' if self.on else 'off'}{f': {self.meaning}' if self.meaning else ''}"


class Adjusted(Event):
    """The player changed something by hand: his words stay in the log. `outcome`: the result that he typed."""

    topic: ClassVar[Topic] = "adjust"
    text: str
    outcome: str = ""

    def describe(self) -> str:
        return f"Player: {self.text}"


class Decided(Event):
    """A side that the program plays decided on an act: the command it stands for, and every reason.

    `key` is what acts (a unit's id, or `cc K14`); `path` the hexes of a move, `target` the hex of an attack.
    """

    topic: ClassVar[Topic] = "act"
    is_act: ClassVar[bool] = True
    side: Side
    key: str
    title: str
    line: str
    reasons: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    path: tuple[str, ...] = ()
    target: str = ""

    def apply(self, state: State) -> State:
        """The ENEMY's acts are counted, and those that a house figure decided."""
        if self.side != "ENEMY":
            return state
        every, house = state.acts
        return replace(state, acts=(every + 1, house + rests_on_house((self.title, *self.reasons))))

    def describe(self) -> str:
        return f"{self.side} {self.title}"

    def explain(self) -> tuple[str, ...]:
        return (self.describe(), *self.reasons, f"Command: {self.line}")


class AxesDrawn(Event):
    """The FRIENDLY side drew up where it attacks: its axes of advance, the main one first."""

    topic: ClassVar[Topic] = "act"
    axes: tuple[Axis, ...]

    def apply(self, state: State) -> State:
        return replace(state, axes=self.axes)

    def describe(self) -> str:
        return f"The plan: {'; '.join(axis.words for axis in self.axes) or 'nothing is left to take'}."


class CompaniesFormed(Event):
    """The FRIENDLY side assigned its men to its leaders for this Player Turn (S16), each company with its objectives."""

    topic: ClassVar[Topic] = "act"
    companies: tuple[Company, ...]

    def apply(self, state: State) -> State:
        return replace(state, companies=self.companies)

    def describe(self) -> str:
        return f"Companies: {'; '.join(company.words for company in self.companies) or 'none'}."


class Passed(Event):
    """What was to act does no more in this phase: vetoed by the player, not possible, or done."""

    topic: ClassVar[Topic] = "act"
    key: str
    why: str = ""
    vetoed: bool = False

    def apply(self, state: State) -> State:
        return replace(state, passed=state.passed | {self.key})

    def describe(self) -> str:
        if self.vetoed:
            return f"{self.key}: vetoed, so it does not happen"
        return f"{self.key} passes{because(self.why)}" if self.why else ""


class ShotPassedBy(Event):
    """A8.1: a move under the player's guns did not halt: the best shot he had has a poor `chance` (0 to 1).

    `ids` move in `hex`; `firers` is the unit, SW or Fire Group with that shot.
    """

    topic: ClassVar[Topic] = "act"
    ids: tuple[str, ...]
    hex: str
    firers: tuple[str, ...]
    chance: float

    def describe(self) -> str:
        return (
            f"{listed(self.ids, 4)} in {self.hex}: your best shot, {self.words}, was not announced (option fire-stops)"
        )

    @property
    def words(self) -> str:
        """`628a 1.4%`."""
        return f"{listed(self.firers, 3)} {100 * self.chance:.1f}%"


class EventUsed(Event):
    """A Random Event of `side` took place; `row` is its label, `once` if it may not come again."""

    topic: ClassVar[Topic] = "event"
    side: Side
    row: str
    title: str
    text: str = ""
    once: bool = False

    def apply(self, state: State) -> State:
        if not self.once:
            return state
        return replace(state, events_used=state.events_used | {f"{self.side} {self.row}"})

    def describe(self) -> str:
        if not self.row[:1].isdigit():  # not of a Random Event table: a mission's own
            return f"{self.side} {self.row}: {self.text or self.title}"
        return f"{self.side} RANDOM EVENT {'*' if self.once else ''}{self.row.replace('..', '-')}: {self.title}"

    def explain(self) -> tuple[str, ...]:
        return (self.describe(), self.text)


class RecurringSet(Event):
    """A recurring effect began (`on`) or ended."""

    topic: ClassVar[Topic] = "event"
    name: str
    on: bool = True
    table: str = ""
    number: str = ""
    turn: int = 0

    def apply(self, state: State) -> State:
        rest = tuple(item for item in state.recurring if item.name != self.name)
        new = Recurring(self.name, self.table, self.number, self.turn)
        return replace(state, recurring=(*rest, new) if self.on else rest)

    def describe(self) -> str:
        what = self.name.partition("|")[0]  # the rest tells one such event from the next
        return f"{what}: more of them may come" if self.on else f"{what}: no more of them come"


class PendingAdded(Event):
    """Something must happen when a later phase begins."""

    topic: ClassVar[Topic] = "event"
    pending: Pending

    def apply(self, state: State) -> State:
        return replace(serial(state, "P"), pending=(*state.pending, self.pending))

    def describe(self) -> str:
        item = self.pending
        return f"To come, Turn {item.turn} {item.side} {item.phase}: {item.text}"


class PendingDone(Event):
    """Something pending has happened."""

    topic: ClassVar[Topic] = "event"
    id: str

    def apply(self, state: State) -> State:
        return replace(state, pending=tuple(item for item in state.pending if item.id != self.id))


class MissionEnded(Event):
    """The mission is over: VP of both sides and every line of the schedule; `winner`: who wins whatever the VP."""

    topic: ClassVar[Topic] = "phase"
    friendly: int
    enemy: int
    lines: tuple[tuple[str, int, int], ...]
    why: str
    details: Any = None
    winner: Side | Literal[""] = ""

    @property
    def won_by(self) -> Side | Literal[""]:
        """The side that wins, by the mission's rule or by VP; "" if nobody does."""
        ahead: Side | Literal[""] = (
            "FRIENDLY" if self.friendly > self.enemy else "ENEMY" if self.enemy > self.friendly else ""
        )
        return self.winner or ahead

    def apply(self, state: State) -> State:
        at_once = f"; {self.winner} wins at once" if self.winner else ""
        return replace(state, stage="over", outcome=f"FRIENDLY {self.friendly} VP, ENEMY {self.enemy} VP{at_once}")

    def describe(self) -> str:
        winner = self.won_by or "nobody"
        return f"MISSION END ({self.why}): FRIENDLY {self.friendly} VP, ENEMY {self.enemy} VP; {winner} wins"

    def explain(self) -> tuple[str, ...]:
        return tuple(f"{text}: FRIENDLY {ours}, ENEMY {theirs}" for text, ours, theirs in self.lines)


# -- the player's own VASL map ---------------------------------------------------------------------


class VaslSeen(Event):
    """The VASL map was looked at: the counters that are new or changed there, and those gone from it."""

    topic: ClassVar[Topic] = "adjust"
    counters: tuple[SeenCounter, ...]
    gone: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        kept = {key: item for key, item in state.vasl.seen.items() if key not in self.gone}
        seen = {**kept, **{item.piece: item for item in self.counters}}
        return replace(state, vasl=replace(state.vasl, seen=seen))

    def describe(self) -> str:
        return f"VASL looked at: {counted(len(self.counters) + len(self.gone), 'counter')} new or changed there"


class VaslFollowed(Event):
    """The game follows a saved game of VASL, or the folder of its autosaves ("": none)."""

    topic: ClassVar[Topic] = "adjust"
    file: str

    def apply(self, state: State) -> State:
        return replace(state, vasl=replace(state.vasl, follows=self.file))

    def describe(self) -> str:
        return f"The game follows {self.file}" if self.file else "The game no longer follows VASL"
