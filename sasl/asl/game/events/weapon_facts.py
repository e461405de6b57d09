"""Facts of fire and of weapons: SW, Guns, mounted weapons, acquired and Bore Sighted targets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from sasl.asl.game.events.shared import alike, at_hex, because, changed, serial, states, with_unit, without
from sasl.asl.game.flags import DARES, WeaponFlag
from sasl.asl.game.state import State, Weapon
from sasl.asl.game.under_way import Acquisition, BoreSight
from sasl.kernel.facts import Event, Topic
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

SMOKED = "only SMOKE"
"""What a game of before says of a weapon that has fired SMOKE in this phase (C8.5)."""


class ArmsChanged(Event):
    """Mounted weapons and ammunition of a Gun or vehicle: `MA spent`, `CMG broken`, `no HEAT` came or went."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    why: str = ""

    def apply(self, state: State) -> State:
        arms = (state.units[self.id].arms - set(self.lost)) | set(self.gained)
        return with_unit(state, self.id, arms=arms)

    def describe(self) -> str:
        gained, lost = ([word for word in words if not word.startswith(DARES)] for words in (self.gained, self.lost))
        parts = [*gained, *([f"no longer {' or '.join(lost)}"] if lost else [])]
        return f"{self.id}: {', '.join(parts)}{because(self.why)}" if parts else ""


class Fired(Event):
    """Units and weapons fired at a hex; `how` is the kind of fire (Prep Fire, Defensive First Fire, …).

    `group`: as small arms, which form Fire Groups (A7.55). `smoke`: with SMOKE, after which more of it may be fired.
    """

    topic: ClassVar[Topic] = "unit"
    units: tuple[str, ...]
    weapons: tuple[str, ...]
    hex: str
    how: str
    group: bool = False
    smoke: bool = False

    def apply(self, state: State) -> State:
        if not state.opened_fire and not self._is_smoke(state):
            state = replace(state, opened_fire=True)
        if self.group:
            state = replace(state, volleys={**state.volleys, self.hex: self._volley(state)})
        if self.hex not in state.under_fire:
            state = replace(state, under_fire={}) if state.under_fire else state  # A7.7: only fire in a row Encircles
        sw = [key for key in self.weapons if key in state.weapons]
        state = replace(state, fired=state.fired.union(self.units, (state.weapons[key].holder for key in sw)))
        if sw:
            hexes = {key: tuple(dict.fromkeys((*state.aimed.get(key, ()), self.hex))) for key in sw}
            state = replace(state, aimed={**state.aimed, **hexes})
        moving = state.moving
        if moving is None or self.hex not in moving.hexes:
            return state
        return replace(state, moving=replace(moving, shots=(*moving.shots, *self.units, *self.weapons)))

    def _is_smoke(self, state: State) -> bool:
        """C8.5: whether it is SMOKE; a game of before says so of the weapon, and not of the fire."""
        firers = {key.split()[0] for key in (*self.units, *self.weapons)}
        return self.smoke or any(SMOKED in unit.arms for key in firers if (unit := state.units.get(key)))

    def _volley(self, state: State) -> tuple[tuple[str, str], ...]:
        """What has fired at the hex in this phase, and this fire; the MG of a vehicle by its id (`T34a CMG`)."""
        holders = [state.weapons[key].holder for key in self.weapons if key in state.weapons]
        vehicles = [key.split()[0] for key in self.weapons if key not in state.weapons]
        places = [*(state.units[key].hex for key in (*self.units, *holders) if key in state.units), *vehicles]
        return tuple(dict.fromkeys((*state.volleys.get(self.hex, ()), *((place, self.how) for place in places))))


class LeaderDirected(Event):
    """The units and SW whose fire a leader may direct again in this Player Turn (A7.53)."""

    topic: ClassVar[Topic] = "unit"
    leader: str
    firers: tuple[str, ...]

    def apply(self, state: State) -> State:
        return replace(state, directed={**state.directed, self.leader: self.firers})


class CameUnderFire(Event):
    """The hexes under fire now, each with every hex that has fired at it in a row and might Encircle it (A7.7)."""

    topic: ClassVar[Topic] = "unit"
    lines: tuple[tuple[str, tuple[str, ...]], ...]

    def apply(self, state: State) -> State:
        return replace(state, under_fire=dict(self.lines))


class AcquisitionSet(Event):
    """A weapon acquired `target` (a unit id or a hex) at `level` -1 or -2; level 0: it lost what it had."""

    topic: ClassVar[Topic] = "unit"
    id: str
    target: str = ""
    hex: str = ""
    level: int = 0

    def apply(self, state: State) -> State:
        if not self.level:
            return replace(state, acquired=without(state.acquired, self.id))
        found = Acquisition(self.target, self.hex, self.level)
        return replace(state, acquired=changed(state.acquired, self.id, found))

    def describe(self) -> str:
        if not self.level:
            return f"{self.id} loses its acquired target (C6.5)"
        return f"{self.id} acquires {self.target or self.hex} at {self.level:+d} (C6.5)"


class BoreSighted(Event):
    """A weapon (its SW, Gun or vehicle) has Bore Sighted a Location (C6.4)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    sight: BoreSight

    def apply(self, state: State) -> State:
        return replace(state, bore_sights=changed(state.bore_sights, self.id, self.sight))

    def describe(self) -> str:
        return f"{self.id} has Bore Sighted {self.sight.hex} (C6.4)"


class SpotterSet(Event):
    """A mortar (its SW or Gun) has a Spotter now; "": it has none any more (C9.3)."""

    topic: ClassVar[Topic] = "unit"
    id: str
    spotter: str = ""

    def apply(self, state: State) -> State:
        if not self.spotter:
            return replace(state, spotters=without(state.spotters, self.id))
        return replace(state, spotters=changed(state.spotters, self.id, self.spotter))

    def describe(self) -> str:
        return f"{self.spotter} spots for {self.id} (C9.3)" if self.spotter else f"{self.id} has no Spotter (C9.3)"


class WeaponAdded(Event):
    """A SW joined the game."""

    topic: ClassVar[Topic] = "unit"
    weapon: Weapon
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        return replace(serial(state, self.weapon.code), weapons=changed(state.weapons, self.weapon.id, self.weapon))

    def describe(self) -> str:
        weapon = self.weapon
        where = (
            f"with {weapon.holder}"
            if weapon.holder
            else f"in {at_hex(weapon.hex, self.printed)}"
            if weapon.hex
            else "to be issued"
        )
        return f"{weapon.side} {weapon.id} ({weapon.type}) {where}"


class WeaponGiven(Event):
    """A SW changed hands (`holder`), or lies in `hex`."""

    topic: ClassVar[Topic] = "unit"
    id: str
    holder: str = ""
    hex: str = ""
    printed: str = ""
    """The name printed on the hex, where boards are joined: `43M6`."""

    def apply(self, state: State) -> State:
        weapon = replace(state.weapons[self.id], holder=self.holder, hex="" if self.holder else self.hex)
        return replace(state, weapons=changed(state.weapons, self.id, weapon))

    def describe(self) -> str:
        return f"{self.id} {f'goes to {self.holder}' if self.holder else f'lies in {at_hex(self.hex, self.printed)}'}"


class WeaponChanged(Event):
    """A SW gained and lost states."""

    topic: ClassVar[Topic] = "unit"
    id: str
    gained: tuple[WeaponFlag, ...] = ()
    lost: tuple[WeaponFlag, ...] = ()
    why: str = ""

    def apply(self, state: State) -> State:
        weapon = state.weapons[self.id]
        flags = (weapon.flags - set(self.lost)) | set(self.gained)
        return replace(state, weapons=changed(state.weapons, self.id, replace(weapon, flags=flags)))

    def describe(self) -> str:
        parts = states(self.gained, self.lost, self.why)
        return f"{self.id} {parts}{because(self.why)}" if parts else ""

    def together(self, before: Sequence[Event]) -> str:
        """Several that took or lost the same."""
        ids = alike(self, before)
        return replace(self, id=listed(ids)).describe() if ids else ""


class WeaponRemoved(Event):
    """A SW was eliminated or used up."""

    topic: ClassVar[Topic] = "unit"
    id: str
    why: str

    def apply(self, state: State) -> State:
        return replace(state, weapons=without(state.weapons, self.id), acquired=without(state.acquired, self.id))

    def describe(self) -> str:
        return f"{self.id} is removed{because(self.why)}"
