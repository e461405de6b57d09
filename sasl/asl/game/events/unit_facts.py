"""Facts of units: where they are, what they are, what they carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from sasl.asl.game.events.shared import (
    MOST_NAMES,
    alike,
    at_hex,
    because,
    carried,
    changed,
    serial,
    states,
    with_unit,
    without,
)
from sasl.asl.game.flags import PACE, Flag, Kind
from sasl.asl.game.sides import Side
from sasl.asl.game.state import NO_VOLLEYS, Role, State, Unit
from sasl.asl.game.under_way import Moving, Wave
from sasl.asl.game.words import unit_words
from sasl.board import bypass_line
from sasl.kernel.facts import Event, Topic
from sasl.kernel.frozen import fields, replace
from sasl.kernel.text import doing, listed


class UnitAdded(Event):
    """A unit joined the game."""

    topic: ClassVar[Topic] = "unit"
    unit: Unit
    why: str = ""
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        return replace(serial(state, self.unit.code), units=changed(state.units, self.unit.id, self.unit))

    def describe(self) -> str:
        unit = self.unit
        where = f" in {at_hex(unit.hex, self.printed)}" if unit.hex else " off-board"
        states = f" [{', '.join(sorted(unit.flags))}]" if unit.flags else ""
        turn = f", arrives on Turn {unit.turn}" if unit.turn else ""
        return f"{unit.side} {unit_words(unit)}{where}{states}{turn}{because(self.why)}"


VERBS = {
    "advance": ("advances", "advance"),
    "rout": ("routs", "rout"),
    "withdraw": ("withdraws", "withdraw"),
    "enter": ("enters", "enter"),
}
"""How units move that do not just go: of one, and of several."""


class UnitsMoved(Event):
    """Units of one stack moved along `path` (their own hex first), each for `mf` MF or MP.

    `bypass`: the vertices of the last hex that they pass in Bypass (A4.3).
    """

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]
    path: tuple[str, ...]
    mf: float
    how: str = ""
    points: Literal["MF", "MP"] = "MF"
    bypass: tuple[int, ...] = ()
    printed: str = ""
    """The printed name of the entry hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        by_manner: dict[str, set[Flag]] = {"assault": {"assault"}, "advance": {"advanced"}}
        gained: set[Flag] = by_manner.get(self.how, set())
        if self.mf:
            gained = gained | {"moved"}
        lost: set[Flag] = {"wall-advantage"} if len(self.path) > 1 else set()  # B9.41
        moved = {
            key: replace(
                state.units[key],
                hex=self.path[-1],
                mf=state.units[key].mf + self.mf,
                flags=(state.units[key].flags - lost) | gained | self._drives(state.units[key]),
            )
            for key in self.ids
        }
        after = replace(state, units={**state.units, **moved}, moving=self._moving(state), volleys=NO_VOLLEYS)
        carriers = {unit.carrier for unit in state.units.values()}
        for key in self.ids:
            if key in carriers:
                after = carried(after, moved[key])
        return after

    def _drives(self, unit: Unit) -> set[Flag]:
        """C.8: whether a vehicle becomes a moving target: in a new hex, or as it began its MPh in Motion."""
        if unit.kind != "vehicle" or not self.mf:
            return set()
        began_so = "motion" in unit.flags and not unit.mf
        return {"drove"} if len(self.path) > 1 or self.how == "enter" or self.bypass or began_so else set()

    def _moving(self, state: State) -> Moving | None:
        """Who moves now (A8.1). Units of one stack that pay differently share the step."""
        if state.phase != "MPh" or not self.path:
            return state.moving
        came_from = self.path[-2] if len(self.path) > 1 else ""
        old = state.moving
        if old and old.hex == self.path[-1] and old.came_from == came_from and not set(self.ids) & set(old.ids):
            return replace(old, ids=(*old.ids, *self.ids), spent=max(old.spent, self.mf))
        trail = self._trail(old, came_from)
        return Moving(self.ids, came_from, self.path[-1], self.mf, self.how, bypass=self.bypass, trail=trail)

    def _trail(self, old: Moving | None, came_from: str) -> tuple[tuple[str, float], ...]:
        """The hexes of this MPh with what was spent in each; of who goes on, those before, too."""
        now, here = (self.path[-1], self.mf), came_from or ("" if self.how == "enter" else self.path[-1])
        before = old.trail if old and set(old.ids) == set(self.ids) else ()
        if not before or before[-1][0] != here:
            before = ((here, 0.0),)
        if here != now[0]:
            return (*before, now)
        return (*before[:-1], (here, before[-1][1] + self.mf))

    def describe(self) -> str:
        return self._way((self,))

    @property
    def verbs(self) -> tuple[str, str]:
        """Return what one unit does that moves so, and what several do: `routs`, `rout`."""
        return VERBS.get(self.how, ("goes", "go"))

    def _way(self, steps: Sequence[UnitsMoved]) -> str:
        """These steps, of which it is the last, as one way; or what they spend in one hex."""
        mf = sum(step.mf for step in steps)
        one, more = self.verbs
        how = {"assault": " by Assault Movement", "recover": " to recover something", "search": " to Search"}.get(
            self.how, ""
        )
        many = len(self.ids) > 1
        if len(self.path) == 1 and self.how != "enter":
            for_what = how or (f": {self.how}" if self.how else "")
            spent = f"{'spend' if many else 'spends'} {mf:g} {self.points} in {self.path[0]}"
            return f"{listed(self.ids, MOST_NAMES)} {spent}{for_what}"
        if past := [bypass_line.words(step.path[-1], step.bypass) for step in steps if step.bypass]:
            how += f" in Bypass along {listed(past)}"
        path = (*steps[0].path, *(name for step in steps[1:] for name in step.path[1:]))
        path = (*path[:-1], at_hex(path[-1], self.printed))
        cost = f" ({mf:g} {self.points})" if mf else ""
        return f"{listed(self.ids, MOST_NAMES)} {more if many else one} {'-'.join(path)}{how}{cost}"

    def _goes_on(self, step: UnitsMoved) -> bool:
        """Whether the same units go on as they went, from where `step` has brought them; or spend more for the same."""
        same = (step.ids, step.how, step.points) == (self.ids, self.how, self.points)
        return same and (len(step.path) > 1) == (len(self.path) > 1) and step.path[-1:] == self.path[:1]

    def together(self, before: Sequence[Event]) -> str:
        return _way_words((*before, self))

    def explain(self) -> tuple[str, ...]:
        return (self.describe() or "book-keeping", f"Units: {', '.join(self.ids)}")


class UnitPut(Event):
    """A unit was set up, entered, or was put into a hex or taken off the map ("")."""

    topic: ClassVar[Topic] = "unit"
    id: str
    hex: str
    why: str = ""
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        unit = state.units[self.id]
        flags = unit.flags if self.hex == unit.hex else unit.flags - {"wall-advantage", "on-wire"}
        return carried(with_unit(state, self.id, hex=self.hex, flags=flags), unit)

    def describe(self) -> str:
        return self._words((self.id,))

    def _words(self, ids: Sequence[str]) -> str:
        where = f"in {at_hex(self.hex, self.printed)}" if self.hex else "taken off the map"
        return f"{doing(ids, 'is', 'are')} {where}{because(self.why)}"

    def together(self, before: Sequence[Event]) -> str:
        ids = alike(self, before)
        return self._words(ids) if ids else ""


class UnitChanged(Event):
    """A unit gained and lost states."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[Flag, ...] = ()
    lost: tuple[Flag, ...] = ()
    why: str = ""

    def apply(self, state: State) -> State:
        unit = state.units[self.id]
        return with_unit(state, self.id, flags=(unit.flags - set(self.lost)) | set(self.gained))

    def describe(self) -> str:
        parts = states(self.gained, self.lost, self.why)
        return f"{self.id} {parts}{because(self.why)}" if parts else ""

    def together(self, before: Sequence[Event]) -> str:
        ids = alike(self, before)
        return UnitsChanged(ids, self.gained, self.lost, self.why).describe() if ids else ""


class UnitsChanged(Event):
    """Several units gained and lost the same states at once (the upkeep of a phase)."""

    topic: ClassVar[Topic] = "unit"
    ids: tuple[str, ...]
    gained: tuple[Flag, ...] = ()
    lost: tuple[Flag, ...] = ()
    why: str = ""

    def apply(self, state: State) -> State:
        gained, lost = set(self.gained), set(self.lost)
        changed = {key: replace(state.units[key], flags=(state.units[key].flags - lost) | gained) for key in self.ids}
        return replace(state, units={**state.units, **changed})

    def describe(self) -> str:
        parts = states(self.gained, self.lost, self.why)
        return f"{listed(self.ids, MOST_NAMES)} {parts}{because(self.why)}" if parts else ""

    def explain(self) -> tuple[str, ...]:
        return (self.describe() or "book-keeping", f"Units: {', '.join(self.ids)}")


class UnitRedrawn(Event):
    """A unit became another counter, turned, boarded, or changed attitude; None leaves as is."""

    topic: ClassVar[Topic] = "unit"
    id: str
    type: str | None = None
    kind: Kind | None = None
    code: str | None = None
    morale: int | None = None
    modifier: int | None = None
    ca: str | None = None
    carrier: str | None = None
    attitude: str | None = None
    note: str | None = None
    why: str = ""
    tca: str | None = None
    group: str | None = None
    guarded: bool = False
    """Whether `carrier` is a Guard (A20.5)."""
    role: Role | None = None
    goal: str | None = None

    def apply(self, state: State) -> State:
        names = (field.name for field in fields(type(self)) if field.name not in ("id", "why", "guarded"))
        changes = {name: value for name in names if (value := getattr(self, name)) is not None}
        return with_unit(state, self.id, **changes)

    def describe(self) -> str:
        if self.guarded and self.carrier:
            return f"{self.id} is guarded by {self.carrier}{because(self.why)}"
        if self.modifier is not None and self.morale is not None and not self.type:
            return ""  # an armor leader (D3.4): the state that the AFV then has tells of him
        parts = []
        if self.type:
            parts.append(f"becomes {self.type}")
        if self.ca:
            parts.append(f"CA {self.ca}")
        if self.tca:
            parts.append(f"TCA {self.tca}")
        if self.group is not None:
            parts.append(f"with {self.group}" if self.group else "on its own")
        if self.carrier is not None:
            parts.append(f"aboard {self.carrier}" if self.carrier else "on foot")
        if self.attitude:
            parts.append(f"attitude {self.attitude}")
        if self.note:
            parts.append(f"note: {self.note}")
        return f"{self.id} {', '.join(parts) or 'changes'}{because(self.why)}"

    @property
    def facing(self) -> str:
        """`CA K15/K16`, if it has turned and nothing else."""
        if self != UnitRedrawn(self.id, ca=self.ca, tca=self.tca):
            return ""
        return ", ".join(f"{word} {to}" for word, to in (("CA", self.ca), ("TCA", self.tca)) if to)

    def together(self, before: Sequence[Event]) -> str:
        return _way_words((*before, self))


def _way_words(facts: Sequence[Event]) -> str:
    """The steps of a move as one way, and where the vehicle faces at its end; "" if they are not one."""
    steps, facing = list[UnitsMoved](), ""
    for event in facts:
        if isinstance(event, UnitsMoved) and (not steps or event._goes_on(steps[-1])):
            steps.append(event)
            facing = ""
        elif isinstance(event, UnitRedrawn) and steps and steps[-1].ids == (event.id,) and event.facing:
            facing = f", {event.facing}"
        else:
            return ""
    return f"{steps[-1]._way(steps)}{facing}"


class Mounted(Event):
    """A unit mounts `horse` (""; an SMC beside the riders of one); `mf`: what it has spent as Cavalry now (A13.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    horse: str
    mf: float = 0.0
    why: str = ""
    pace: tuple[Flag, ...] = ()
    """The states of the horse that its rider has from now on (A13.36): blown, at a gallop."""

    def apply(self, state: State) -> State:
        rider = state.units[self.id]
        state = with_unit(state, self.id, mf=self.mf, flags=rider.flags | {"mounted", *self.pace})
        if not self.horse:
            return state
        left = state.units[self.horse].flags.difference(self.pace)
        return with_unit(state, self.horse, carrier=self.id, hex=rider.hex, flags=left)

    def describe(self) -> str:
        blown = ", which is blown" if "blown" in self.pace and self.horse else ""
        return f"{self.id} mounts{f' {self.horse}' if self.horse else ''}{blown}{because(self.why)}"


class Dismounted(Event):
    """A unit leaves its horse, which stays behind; `mf`: what it has spent on foot now (A13.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    horse: str
    mf: float = 0.0
    why: str = ""
    pace: tuple[Flag, ...] = ()
    """The states of its rider that the horse keeps (A13.36): blown, at a gallop."""

    def apply(self, state: State) -> State:
        rider = state.units[self.id]
        state = with_unit(state, self.id, mf=self.mf, flags=rider.flags.difference({"mounted", *PACE}))
        if not self.horse:
            return state
        kept = state.units[self.horse].flags.union(self.pace)
        return with_unit(state, self.horse, carrier="", mf=rider.mf, flags=kept)

    def describe(self) -> str:
        return f"{self.id} dismounts{f' from {self.horse}' if self.horse else ''}{because(self.why)}"


class UnitRemoved(Event):
    """A unit was eliminated, captured, recalled or taken off."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str
    counts: bool = True
    """Whether it is a loss of its side."""
    captive: bool = False
    """Whether it is a prisoner whose Guard left with him: a loss, but nobody is eliminated (A20.54)."""

    def apply(self, state: State) -> State:
        unit = state.units[self.id]
        weapons = {
            key: replace(weapon, holder="", hex=unit.hex) if weapon.holder == self.id else weapon
            for key, weapon in state.weapons.items()
        }
        units = {
            key: replace(other, carrier="", flags=_unguarded(other)) if other.carrier == self.id else other
            for key, other in state.units.items()
            if key != self.id
        }
        lost = state.lost
        if self.counts:
            word = f"{unit.side} {unit.kind}"
            lost = changed(lost, word, lost.get(word, 0) + 1)
        acquired = {  # C6.5: of a target that is gone its hex stays acquired
            key: replace(held, target=held.hex) if held.target == self.id else held
            for key, held in state.acquired.items()
            if key != self.id
        }
        moving = state.moving
        if moving and self.id in moving.ids:
            moving = replace(moving, ids=tuple(key for key in moving.ids if key != self.id))
        return replace(state, units=units, weapons=weapons, lost=lost, acquired=acquired, moving=moving)

    def describe(self) -> str:
        return self._words((self.id,))

    def _words(self, ids: Sequence[str]) -> str:
        word = "led away" if self.captive else "eliminated" if self.counts else "removed"
        return f"{doing(ids, 'is', 'are')} {word}{because(self.why)}"

    def together(self, before: Sequence[Event]) -> str:
        ids = alike(self, before)
        return self._words(ids) if ids else ""


class EquipmentTaken(Event):
    """A Gun or vehicle has changed sides: it is captured, or its maker's again (A21)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    side: Side
    why: str = ""
    attitude: str = ""

    def apply(self, state: State) -> State:
        unit = state.units[self.id]
        maker: Side | Literal[""] = "" if unit.made_by == self.side else unit.made_by
        flags = unit.flags - {"concealed", "hidden", "waits", "captured"}
        now = with_unit(
            state, self.id, side=self.side, maker=maker, flags=flags, group="", attitude=self.attitude, role="", goal=""
        )
        return replace(now, acquired=without(now.acquired, self.id))  # C6.5

    def describe(self) -> str:
        return f"{self.id} belongs to the {self.side} side now{because(self.why)}"


class MovingSet(Event):
    """Who is moving now was set by hand of a rule (points spent without leaving the hex), or nobody is."""

    topic: ClassVar[Topic] = "unit"
    moving: Moving | None = None

    def apply(self, state: State) -> State:
        return replace(state, moving=self.moving, volleys=NO_VOLLEYS)


class EscortSet(Event):
    """An AFV has moved with Infantry that has `mf` left, and so far it may go on alone (D9.31)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    mf: float

    def apply(self, state: State) -> State:
        return replace(state, escorts=changed(state.escorts, self.id, self.mf))


class WaveSet(Event):
    """A Human Wave was declared, has moved on, or is over (A25.23)."""

    topic: ClassVar[Topic] = "unit"
    wave: Wave | None = None

    def apply(self, state: State) -> State:
        return replace(state, wave=self.wave)


def _unguarded(unit: Unit) -> frozenset[Flag]:
    """A prisoner whose Guard is gone is an unarmed unit until it is decided who has him (A20.5)."""
    return unit.flags | {"disarmed"} if "prisoner" in unit.flags else unit.flags
