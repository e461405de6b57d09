"""Facts of the map: S?, control, markers, artillery, what the player saw on his board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from sasl.asl.game.events.shared import MOST_NAMES, at_hex, because, changed, serial, without
from sasl.asl.game.sides import Side
from sasl.asl.game.state import COLOURS, Marker, State, Suspect
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.game.words import marker_words, sight_key
from sasl.kernel.facts import Event, Rolled, Topic
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed

Track = Literal["rail", "road"]


class SuspectPlaced(Event):
    """An S? came on the map, or waits off-board."""

    topic: ClassVar[Topic] = "suspect"
    suspect: Suspect
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        return replace(serial(state, "S"), suspects=changed(state.suspects, self.suspect.id, self.suspect))

    def describe(self) -> str:
        item = self.suspect
        name = at_hex(item.hex, self.printed)
        place = f"waits off-board to enter at {name}" if item.off_board else f"in {name}"
        return f"{item.id} {place}, {item.attitude} ({COLOURS.get(item.attitude, 'black')}): {item.reason}"

    def explain(self) -> tuple[str, ...]:
        return (self.describe(), f"Reason: {self.suspect.reason}")


class SuspectMoved(Event):
    """An S? moved along `path` (its own hex first); it is on the map now."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    path: tuple[str, ...]

    def apply(self, state: State) -> State:
        moved = replace(state.suspects[self.id], hex=self.path[-1], off_board=False)
        return replace(state, suspects=changed(state.suspects, self.id, moved))

    def describe(self) -> str:
        if len(self.path) == 1:
            return f"{self.id} enters at {self.path[0]}"
        return f"{self.id} moves {'-'.join(self.path)}"


class SuspectTurned(Event):
    """An S? changed its attitude, and so its colour (S3.2)."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    attitude: str
    why: str = ""

    def apply(self, state: State) -> State:
        turned = replace(state.suspects[self.id], attitude=self.attitude)
        return replace(state, suspects=changed(state.suspects, self.id, turned))

    def describe(self) -> str:
        return f"{self.id} changes to {self.attitude}: swap it for a {COLOURS[self.attitude]} S?{because(self.why)}"


class SuspectRemoved(Event):
    """An S? left the map: a false alarm, Activated, or taken off."""

    topic: ClassVar[Topic] = "suspect"
    id: str
    hex: str
    why: str
    activated: bool = False
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        return replace(
            state, suspects=without(state.suspects, self.id), enemy_activated=state.enemy_activated or self.activated
        )

    def describe(self) -> str:
        if self.activated:
            return f"{self.id} in {at_hex(self.hex, self.printed)} is ACTIVATED{because(self.why)}"
        return f"{self.id} in {at_hex(self.hex, self.printed)} is removed{because(self.why)}"


class VpoValued(Event):
    """The mission's end said what a VPO is worth (A10b)."""

    topic: ClassVar[Topic] = "control"
    hex: str
    worth: int

    def apply(self, state: State) -> State:
        return replace(state, vpo_worth=changed(state.vpo_worth, self.hex, self.worth))

    def describe(self) -> str:
        return f"VPO {self.hex} is worth {self.worth} VP"

    def together(self, before: Sequence[Event]) -> str:
        """What its dr came to has been told."""
        roll = before[-1]
        if len(before) == 1 and isinstance(roll, Rolled) and roll.record.result == self.worth:
            return roll.describe("VP")
        return ""


class ControlChanged(Event):
    """A VPO is controlled by `side` (None: it is no VPO any more)."""

    topic: ClassVar[Topic] = "control"
    hex: str
    side: Side | None
    why: str = ""

    def apply(self, state: State) -> State:
        if self.side is None:
            return replace(state, control=without(state.control, self.hex))
        return replace(state, control=changed(state.control, self.hex, self.side))

    def describe(self) -> str:
        if self.side is None:
            return f"{self.hex} is not a VPO{because(self.why)}"
        return f"VPO {self.hex} is controlled by the {self.side} side{because(self.why)}"


class TrackTaken(Event):
    """Railroad or road hexes came under FRIENDLY control (`held`) or were lost."""

    topic: ClassVar[Topic] = "control"
    kind: Track
    hexes: tuple[str, ...]
    held: bool = True

    def apply(self, state: State) -> State:
        old = state.rail if self.kind == "rail" else state.road
        new = old | set(self.hexes) if self.held else old - set(self.hexes)
        return replace(state, rail=new) if self.kind == "rail" else replace(state, road=new)

    def describe(self) -> str:
        verb = "controls" if self.held else "loses"
        return f"FRIENDLY {verb} {self.kind} {', '.join(self.hexes)}"

    def together(self, before: Sequence[Event]) -> str:
        alike = [
            event
            for event in (*before, self)
            if isinstance(event, TrackTaken) and (event.kind, event.held) == (self.kind, self.held)
        ]
        hexes = tuple(name for event in alike for name in event.hexes)
        return replace(self, hexes=hexes).describe() if len(alike) > len(before) else ""


REMOVED = "removed"
"""The result of a dr that takes a marker off the map."""


def _decided_by(before: Sequence[Event], result: str) -> str:
    """Return the words of the roll just before, if this result is what it came to; else ""."""
    roll = before[-1]
    decided = bool(result) and len(before) == 1 and isinstance(roll, Rolled) and roll.record.result == result
    return roll.describe() if decided else ""


class MarkerPut(Event):
    """A marker was placed, or an existing one replaced under the same id."""

    topic: ClassVar[Topic] = "marker"
    marker: Marker
    why: str = ""
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        return replace(serial(state, self.marker.kind), markers=changed(state.markers, self.marker.id, self.marker))

    def describe(self) -> str:
        return f"{marker_words(self.marker)} in {at_hex(self.marker.hex, self.printed)}{because(self.why)}"

    def together(self, before: Sequence[Event]) -> str:
        """Return the line of the dr that decided on this state of the marker (a wreck burns)."""
        return _decided_by(before, self.marker.state)


class MarkerRemoved(Event):
    """A marker left the map; nobody is on top of Wire that is gone (B26.5)."""

    topic: ClassVar[Topic] = "marker"
    id: str
    why: str
    text: str = ""
    """What it was and where, in words."""

    @classmethod
    def of(cls, marker: Marker, why: str) -> MarkerRemoved:
        """This marker leaves the map."""
        return cls(marker.id, why, f"{marker_words(marker)} in {marker.hex}")

    def apply(self, state: State) -> State:
        units, gone = state.units, state.markers.get(self.id)
        if gone is not None and gone.kind == "wire":
            free = [unit for unit in state.units_at(gone.hex) if "on-wire" in unit.flags]
            units = {**units, **{unit.id: replace(unit, flags=unit.flags - {"on-wire"}) for unit in free}}
        return replace(state, units=units, markers=without(state.markers, self.id))

    def describe(self) -> str:
        return f"{self.text or self.id} is removed{because(self.why)}"

    def together(self, before: Sequence[Event]) -> str:
        if roll := _decided_by(before, REMOVED):
            return roll
        alike = [event for event in (*before, self) if isinstance(event, MarkerRemoved) and event.why == self.why]
        if not len(before) < len(alike) <= MOST_NAMES:
            return ""
        return f"{listed(event.text or event.id for event in alike)} are removed{because(self.why)}"


class BatterySet(Event):
    """An OBA module joined, or its draw pile, contact or mission changed."""

    topic: ClassVar[Topic] = "event"
    battery: Battery
    why: str = ""

    def apply(self, state: State) -> State:
        counted = state if self.battery.id in state.batteries else serial(state, "OBA")
        return replace(counted, batteries=changed(state.batteries, self.battery.id, self.battery))

    def describe(self) -> str:
        battery = self.battery
        if not self.why:
            return ""
        who = f"{battery.side} {battery.id}, {battery.name}"
        if battery.observer == STRIKES and not battery.gone:  # it needs no access and draws no chits
            return f"{who}{because(self.why)}"
        pile = f"{battery.black} black, {battery.red} red" if battery.kind != "CBM" else "counter battery"
        state = "gone" if battery.gone else battery.access or "no access"
        return f"{who}: {state}, {pile}{because(self.why)}"

    def together(self, before: Sequence[Event]) -> str:
        """What becomes of one module at once: how it ends, for all the reasons."""
        steps = [event for event in (*before, self) if isinstance(event, BatterySet)]
        if len(steps) <= len(before) or {event.battery.id for event in steps} != {self.battery.id}:
            return ""
        return replace(self, why="; ".join(event.why for event in steps)).describe()


PLAYER = "player"
"""The reason recorded for a settled LOS in doubt, unless another is given."""


class SightAnswered(Event):
    """The player said what he sees between two hexes: clear, blocked, or a Hindrance number."""

    topic: ClassVar[Topic] = "adjust"
    a: str
    b: str
    answer: str
    why: str = PLAYER

    def apply(self, state: State) -> State:
        return replace(state, sights=changed(state.sights, sight_key(self.a, self.b), self.answer))

    def describe(self) -> str:
        hindrance = f"+{counted(int(self.answer), 'Hindrance')}" if self.answer.isdigit() else ""
        source = "your answer" if self.why == PLAYER else self.why
        return f"LOS {self.a}-{self.b} is {f'clear with {hindrance}' if hindrance else self.answer} ({source})"


class RoomAnswered(Event):
    """The player said whether his board leaves room for Bypass in `hex` along its hexside with `other` (A4.31)."""

    topic: ClassVar[Topic] = "adjust"
    hex: str
    other: str
    free: bool

    def apply(self, state: State) -> State:
        return replace(state, free_sides=changed(state.free_sides, f"{self.hex}-{self.other}", self.free))

    def describe(self) -> str:
        room = "leaves room" if self.free else "leaves no room"
        return f"Hexside {self.hex}-{self.other} {room} for Bypass in {self.hex}, your answer"
