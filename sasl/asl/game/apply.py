"""`apply(state, event)`: the only place that changes state. It never rolls and never decides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from sasl.asl.game import events as ev
from sasl.asl.game.state import Acquisition, Dice, Moving, State, Unit, Value
from sasl.kernel.records import RollRecord, rests_on

T = TypeVar("T")
_HANDLERS: dict[type[ev.Event], Callable[[State, Any], State]] = {}


def apply(state: State, event: ev.Event) -> State:
    """The state after `event`. KeyError if the event speaks of something that is not there."""
    return _HANDLERS[type(event)](state, event)


def _on(kind: type[ev.Event]) -> Callable[[Callable[[State, Any], State]], Callable[[State, Any], State]]:
    def register(function: Callable[[State, Any], State]) -> Callable[[State, Any], State]:
        _HANDLERS[kind] = function
        return function

    return register


def _with(mapping: Mapping[str, T], key: str, value: T) -> dict[str, T]:
    return {**mapping, key: value}


def _without(mapping: Mapping[str, T], *keys: str) -> dict[str, T]:
    return {key: value for key, value in mapping.items() if key not in keys}


def _unit(state: State, unit_id: str, **changes: Any) -> State:
    return replace(state, units=_with(state.units, unit_id, replace(state.units[unit_id], **changes)))


@_on(ev.Rolled)
def _rolled(state: State, event: ev.Rolled) -> State:
    return replace(state, dice=after_roll(state.dice, event.record))


def after_roll(dice: Dice, record: RollRecord) -> Dice:
    """The dice after a roll: the next index, or fewer dice typed ahead."""
    if record.source == "auto":
        return replace(dice, index=dice.index + len(record.dice))
    taken = len(record.dice)
    return replace(dice, queue=dice.queue[taken:]) if taken and dice.queue[:taken] == record.dice else dice


@_on(ev.DiceSet)
def _dice_set(state: State, event: ev.DiceSet) -> State:
    return replace(state, dice=after_dice_set(state.dice, event))


def after_dice_set(dice: Dice, event: ev.DiceSet) -> Dice:
    """The dice after some were typed ahead, the hand changed, or the die moved on."""
    return Dice(
        dice.seed,
        dice.index + event.skip,
        dice.by_hand if event.by_hand is None else event.by_hand,
        event.queue,
        event.source,
    )


@_on(ev.ValueSet)
def _value_set(state: State, event: ev.ValueSet) -> State:
    return replace(state, values=_with(state.values, event.name, Value(event.value, event.provenance)))


@_on(ev.StageBegan)
def _stage_began(state: State, event: ev.StageBegan) -> State:
    return replace(state, stage=event.stage)


@_on(ev.PhaseBegan)
def _phase_began(state: State, event: ev.PhaseBegan) -> State:
    units = state.units
    if event.phase == "MPh":
        units = {key: replace(unit, mf=0.0) if unit.mf else unit for key, unit in units.items()}
    return replace(
        state,
        moving=None,
        under_fire={},
        wave=None,
        escorts={},
        passed=frozenset(),
        turn=event.turn,
        side=event.side,
        phase=event.phase,
        units=units,
        gusts=state.gusts and event.phase != "RPh",
    )


@_on(ev.WeatherSet)
def _weather_set(state: State, event: ev.WeatherSet) -> State:
    return replace(state, ec=event.ec, wind=event.wind, gusts=event.gusts)


@_on(ev.BoardsLaid)
def _boards_laid(state: State, event: ev.BoardsLaid) -> State:
    return replace(state, layout=event.layout)


@_on(ev.EntryChosen)
def _entry_chosen(state: State, event: ev.EntryChosen) -> State:
    return replace(state, entry=event.edge)


@_on(ev.VpoValued)
def _vpo_valued(state: State, event: ev.VpoValued) -> State:
    return replace(state, vpo_worth=_with(state.vpo_worth, event.hex, event.worth))


@_on(ev.SuspectPlaced)
def _suspect_placed(state: State, event: ev.SuspectPlaced) -> State:
    return replace(
        _serial(state, "S", event.suspect.id), suspects=_with(state.suspects, event.suspect.id, event.suspect)
    )


@_on(ev.SuspectMoved)
def _suspect_moved(state: State, event: ev.SuspectMoved) -> State:
    moved = replace(state.suspects[event.id], hex=event.path[-1], off_board=False)
    return replace(state, suspects=_with(state.suspects, event.id, moved))


@_on(ev.SuspectTurned)
def _suspect_turned(state: State, event: ev.SuspectTurned) -> State:
    turned = replace(state.suspects[event.id], attitude=event.attitude)
    return replace(state, suspects=_with(state.suspects, event.id, turned))


@_on(ev.SuspectRemoved)
def _suspect_removed(state: State, event: ev.SuspectRemoved) -> State:
    return replace(
        state,
        suspects=_without(state.suspects, event.id),
        enemy_activated=state.enemy_activated or event.activated,
    )


@_on(ev.UnitAdded)
def _unit_added(state: State, event: ev.UnitAdded) -> State:
    return replace(_serial(state, event.unit.code, event.unit.id), units=_with(state.units, event.unit.id, event.unit))


@_on(ev.UnitsMoved)
def _units_moved(state: State, event: ev.UnitsMoved) -> State:
    gained = {"assault": {"assault"}, "advance": {"advanced"}}.get(event.how, set())
    if event.mf:
        gained = gained | {"moved"}
    lost = {"wall-advantage"} if len(event.path) > 1 else set()  # B9.41
    moved = {
        key: replace(
            state.units[key],
            hex=event.path[-1],
            mf=state.units[key].mf + event.mf,
            flags=(state.units[key].flags - lost) | gained,
        )
        for key in event.ids
    }
    after = replace(state, units={**state.units, **moved}, moving=_moving(state, event))
    for key in event.ids:
        after = _carried(after, moved[key])
    return after


def _moving(state: State, event: ev.UnitsMoved) -> Moving | None:
    """Who moves now (A8.1). Units of one stack that pay differently share the step."""
    if state.phase != "MPh" or not event.path:
        return state.moving
    came_from = event.path[-2] if len(event.path) > 1 else ""
    old = state.moving
    if old and old.hex == event.path[-1] and old.came_from == came_from and not set(event.ids) & set(old.ids):
        return replace(old, ids=(*old.ids, *event.ids), spent=max(old.spent, event.mf))
    return Moving(event.ids, came_from, event.path[-1], event.mf, event.how, bypass=event.bypass)


@_on(ev.Decided)
def _decided(state: State, event: ev.Decided) -> State:
    """The ENEMY's acts are counted, and those that a house figure decided."""
    if event.side != "ENEMY":
        return state
    every, house = state.acts
    return replace(state, acts=(every + 1, house + rests_on((event.title, *event.reasons), "house")))


@_on(ev.Passed)
def _passed(state: State, event: ev.Passed) -> State:
    return replace(state, passed=state.passed | {event.key})


@_on(ev.MovingSet)
def _moving_set(state: State, event: ev.MovingSet) -> State:
    return replace(state, moving=event.moving)


@_on(ev.EscortSet)
def _escort_set(state: State, event: ev.EscortSet) -> State:
    return replace(state, escorts=_with(state.escorts, event.id, event.mf))


@_on(ev.WaveSet)
def _wave_set(state: State, event: ev.WaveSet) -> State:
    return replace(state, wave=event.wave)


@_on(ev.Fired)
def _fired(state: State, event: ev.Fired) -> State:
    if event.hex not in state.under_fire:
        state = replace(state, under_fire={}) if state.under_fire else state  # A7.7: only fire in a row Encircles
    moving = state.moving
    if moving is None or event.hex not in moving.hexes:
        return state
    return replace(state, moving=replace(moving, shots=(*moving.shots, *event.units, *event.weapons)))


@_on(ev.CameUnderFire)
def _came_under_fire(state: State, event: ev.CameUnderFire) -> State:
    return replace(state, under_fire=dict(event.lines))


@_on(ev.ArmsChanged)
def _arms_changed(state: State, event: ev.ArmsChanged) -> State:
    arms = (state.units[event.id].arms - set(event.lost)) | set(event.gained)
    return _unit(state, event.id, arms=arms)


@_on(ev.AcquisitionSet)
def _acquisition_set(state: State, event: ev.AcquisitionSet) -> State:
    if not event.level:
        return replace(state, acquired=_without(state.acquired, event.id))
    found = Acquisition(event.target, event.hex, event.level)
    return replace(state, acquired=_with(state.acquired, event.id, found))


@_on(ev.BoreSighted)
def _bore_sighted(state: State, event: ev.BoreSighted) -> State:
    return replace(state, bore_sights=_with(state.bore_sights, event.id, event.sight))


@_on(ev.BatterySet)
def _battery_set(state: State, event: ev.BatterySet) -> State:
    return replace(
        _serial(state, "OBA", event.battery.id),
        batteries=_with(state.batteries, event.battery.id, event.battery),
    )


@_on(ev.UnitPut)
def _unit_put(state: State, event: ev.UnitPut) -> State:
    unit = state.units[event.id]
    flags = unit.flags if event.hex == unit.hex else unit.flags - {"wall-advantage"}
    return _carried(_unit(state, event.id, hex=event.hex, flags=flags), unit)


def _carried(state: State, vehicle: Unit) -> State:
    """Passengers, Riders and towed Guns go where their vehicle goes, prisoners where their Guard goes."""
    goal = state.units[vehicle.id].hex
    riders = [unit.id for unit in state.units.values() if unit.carrier == vehicle.id]
    for rider in riders:
        state = _carried(_unit(state, rider, hex=goal), state.units[rider])
    return state


@_on(ev.UnitChanged)
def _unit_changed(state: State, event: ev.UnitChanged) -> State:
    unit = state.units[event.id]
    return _unit(state, event.id, flags=(unit.flags - set(event.lost)) | set(event.gained))


@_on(ev.UnitsChanged)
def _units_changed(state: State, event: ev.UnitsChanged) -> State:
    gained, lost = set(event.gained), set(event.lost)
    changed = {key: replace(state.units[key], flags=(state.units[key].flags - lost) | gained) for key in event.ids}
    return replace(state, units={**state.units, **changed})


@_on(ev.UnitRedrawn)
def _unit_redrawn(state: State, event: ev.UnitRedrawn) -> State:
    names = ("type", "kind", "code", "morale", "modifier", "ca", "carrier", "attitude", "note", "tca", "group")
    changes = {name: getattr(event, name) for name in names if getattr(event, name) is not None}
    return _unit(state, event.id, **changes)


@_on(ev.Mounted)
def _mounted(state: State, event: ev.Mounted) -> State:
    rider = state.units[event.id]
    state = _unit(state, event.id, mf=event.mf, flags=rider.flags | {"mounted"})
    return _unit(state, event.horse, carrier=event.id, hex=rider.hex) if event.horse else state


@_on(ev.Dismounted)
def _dismounted(state: State, event: ev.Dismounted) -> State:
    rider = state.units[event.id]
    state = _unit(state, event.id, mf=event.mf, flags=rider.flags - {"mounted", "gallop", "blown"})
    return _unit(state, event.horse, carrier="", mf=rider.mf) if event.horse else state


@_on(ev.UnitRemoved)
def _unit_removed(state: State, event: ev.UnitRemoved) -> State:
    unit = state.units[event.id]
    weapons = {
        key: replace(weapon, holder="", hex=unit.hex) if weapon.holder == event.id else weapon
        for key, weapon in state.weapons.items()
    }
    units = {
        key: replace(other, carrier="", flags=_unguarded(other)) if other.carrier == event.id else other
        for key, other in state.units.items()
        if key != event.id
    }
    lost = state.lost
    if event.counts:
        word = f"{unit.side} {unit.kind}"
        lost = _with(lost, word, lost.get(word, 0) + 1)
    acquired = {  # C6.5: of a target that is gone its hex stays acquired
        key: replace(held, target=held.hex) if held.target == event.id else held
        for key, held in state.acquired.items()
        if key != event.id
    }
    moving = state.moving
    if moving and event.id in moving.ids:
        moving = replace(moving, ids=tuple(key for key in moving.ids if key != event.id))
    return replace(state, units=units, weapons=weapons, lost=lost, acquired=acquired, moving=moving)


def _unguarded(unit: Unit) -> frozenset[str]:
    """A prisoner whose Guard is gone is an unarmed unit until it is decided who has him (A20.5)."""
    return unit.flags | {"disarmed"} if "prisoner" in unit.flags else unit.flags


@_on(ev.WeaponAdded)
def _weapon_added(state: State, event: ev.WeaponAdded) -> State:
    return replace(
        _serial(state, event.weapon.code, event.weapon.id),
        weapons=_with(state.weapons, event.weapon.id, event.weapon),
    )


@_on(ev.WeaponGiven)
def _weapon_given(state: State, event: ev.WeaponGiven) -> State:
    weapon = replace(state.weapons[event.id], holder=event.holder, hex=None if event.holder else event.hex)
    return replace(state, weapons=_with(state.weapons, event.id, weapon))


@_on(ev.WeaponChanged)
def _weapon_changed(state: State, event: ev.WeaponChanged) -> State:
    weapon = state.weapons[event.id]
    flags = (weapon.flags - set(event.lost)) | set(event.gained)
    return replace(state, weapons=_with(state.weapons, event.id, replace(weapon, flags=flags)))


@_on(ev.WeaponRemoved)
def _weapon_removed(state: State, event: ev.WeaponRemoved) -> State:
    return replace(state, weapons=_without(state.weapons, event.id), acquired=_without(state.acquired, event.id))


@_on(ev.MarkerPut)
def _marker_put(state: State, event: ev.MarkerPut) -> State:
    return replace(
        _serial(state, event.marker.kind, event.marker.id),
        markers=_with(state.markers, event.marker.id, event.marker),
    )


@_on(ev.MarkerRemoved)
def _marker_removed(state: State, event: ev.MarkerRemoved) -> State:
    return replace(state, markers=_without(state.markers, event.id))


@_on(ev.ControlChanged)
def _control_changed(state: State, event: ev.ControlChanged) -> State:
    if event.side is None:
        return replace(state, control=_without(state.control, event.hex))
    return replace(state, control=_with(state.control, event.hex, event.side))


@_on(ev.TrackTaken)
def _track_taken(state: State, event: ev.TrackTaken) -> State:
    old = state.rail if event.kind == "rail" else state.road
    new = old | set(event.hexes) if event.held else old - set(event.hexes)
    return replace(state, rail=new) if event.kind == "rail" else replace(state, road=new)


@_on(ev.EventUsed)
def _event_used(state: State, event: ev.EventUsed) -> State:
    if not event.once:
        return state
    return replace(state, events_used=state.events_used | {f"{event.side} {event.row}"})


@_on(ev.RecurringSet)
def _recurring_set(state: State, event: ev.RecurringSet) -> State:
    rest = tuple(name for name in state.recurring if name != event.name)
    return replace(state, recurring=(*rest, event.name) if event.on else rest)


@_on(ev.PendingAdded)
def _pending_added(state: State, event: ev.PendingAdded) -> State:
    return replace(_serial(state, "P", event.pending.id), pending=(*state.pending, event.pending))


@_on(ev.PendingDone)
def _pending_done(state: State, event: ev.PendingDone) -> State:
    return replace(state, pending=tuple(item for item in state.pending if item.id != event.id))


@_on(ev.SightAnswered)
def _sight_answered(state: State, event: ev.SightAnswered) -> State:
    return replace(state, sights=_with(state.sights, sight_key(event.a, event.b), event.answer))


@_on(ev.RoomAnswered)
def _room_answered(state: State, event: ev.RoomAnswered) -> State:
    return replace(state, free_sides=_with(state.free_sides, f"{event.hex}-{event.other}", event.free))


def sight_key(a: str, b: str) -> str:
    """The key under which an answered LOS between two hexes is remembered (either way round)."""
    return f"{min(a, b)}-{max(a, b)}"


@_on(ev.OptionSet)
def _option_set(state: State, event: ev.OptionSet) -> State:
    return replace(state, options=_with(state.options, event.name, event.on))


@_on(ev.Told)
@_on(ev.Adjusted)
def _words(state: State, event: ev.Event) -> State:
    return state


@_on(ev.MissionEnded)
def _mission_ended(state: State, event: ev.MissionEnded) -> State:
    at_once = f"; {event.winner} wins at once" if event.winner else ""
    return replace(state, stage="over", outcome=f"FRIENDLY {event.friendly} VP, ENEMY {event.enemy} VP{at_once}")


def _serial(state: State, code: str, new_id: str) -> State:
    """Remember how many ids of `code` were given out, so that none is ever used again."""
    key = code.lower()
    return replace(state, serials=_with(state.serials, key, state.serials.get(key, 0) + 1))
