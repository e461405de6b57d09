"""Facts in words: one line per event for the log, and the full explanation for `why?`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.state import BOOK_KEEPING, COLOURS, STAGE_NAMES, Marker, Unit
from sasl.board import bypass
from sasl.board.join import course
from sasl.kernel.records import result_text
from sasl.kernel.text import listed

MOST_NAMES = 8
"""So many ids are named in a log line; `explain` names all."""

_WORDS: dict[type[ev.Event], Callable[[Any], str]] = {}


def describe(event: ev.Event) -> str:
    """The event in one line, or "" for one that is not worth a line."""
    return _WORDS[type(event)](event)


def explain(event: ev.Event) -> tuple[str, ...]:
    """The event in full: for a roll its dice, modifiers, table, row and rule."""
    if isinstance(event, ev.Rolled):
        return event.record.explain()
    if isinstance(event, ev.MissionEnded):
        return tuple(f"{text}: FRIENDLY {ours}, ENEMY {theirs}" for text, ours, theirs in event.lines)
    if isinstance(event, ev.SuspectPlaced):
        return (describe(event), f"Reason: {event.suspect.reason}")
    if isinstance(event, ev.Decided):
        return (describe(event), *event.reasons, f"Command: {event.line}")
    if isinstance(event, ev.EventUsed):
        return (describe(event), event.text)
    if isinstance(event, (ev.UnitsChanged, ev.UnitsMoved)):
        return (describe(event) or "book-keeping", f"Units: {', '.join(event.ids)}")
    return (describe(event) or type(event).__name__,)


def _on(kind: type[ev.Event]) -> Callable[[Callable[[Any], str]], Callable[[Any], str]]:
    def register(function: Callable[[Any], str]) -> Callable[[Any], str]:
        _WORDS[kind] = function
        return function

    return register


def roll_words(roll: str, purpose: str) -> str:
    """What the player is to roll; in a Random Selection (A.9) whose die is whose."""
    names = re.fullmatch(r"Random Selection: .*\(([^()]*)\)", purpose)
    if names and roll[0].isdigit() and not roll.startswith("1d"):
        whose = ", ".join(f"die {place} {name}" for place, name in enumerate(names[1].split(", "), 1))
        return f"{purpose} - one die each: {whose}"
    return purpose


def unit_words(unit: Unit) -> str:
    """`467a (squad 4-6-7)`, `T34a (vehicle T-34 M43)`, `91a (leader 9-1)`."""
    return f"{unit.id} ({unit.kind} {unit.type})"


def marker_words(marker: Marker) -> str:
    """A marker in words: `A-P minefield 8`, `burning wreck`, `FFE 105mm`."""
    return marker.text or marker.kind


def _why(text: str) -> str:
    return f": {text}" if text else ""


@_on(ev.Rolled)
def _rolled(event: ev.Rolled) -> str:
    record = event.record
    text = f"{record.purpose}: {record.sum_text()}"
    if record.target is not None:
        text += f" vs {record.target} ({record.target_name}): {'passed' if record.success else 'failed'}"
    elif record.table:
        text += f" -> {result_text(record.result)}"
        if record.provenance in ("house", "user", "reconstructed") and not record.pack:
            text += f" [{record.provenance}]"
    if record.pack:
        text += f" [{record.provenance}: {record.pack}]"
    if record.source != "auto":
        text += f" <{record.source}>"
    return text


@_on(ev.DiceSet)
def _dice_set(event: ev.DiceSet) -> str:
    parts = []
    if event.queue:
        parts.append(f"next dice: {' '.join(map(str, event.queue))} ({event.source})")
    if event.by_hand is not None:
        parts.append("dice by hand" if event.by_hand else "dice by the program")
    if event.skip:
        parts.append(f"{event.skip} dice of the seed passed over")
    return "Dice: " + ("; ".join(parts) or "typed dice taken back")


@_on(ev.ValueSet)
def _value_set(event: ev.ValueSet) -> str:
    return f"{value_name(event.name)} is {event.value} [{event.provenance}]"


def value_name(name: str) -> str:
    """`enemy-san` as `ENEMY SAN`."""
    side, _, rest = name.partition("-")
    if not rest:
        return name.capitalize()
    return f"{side.upper()} {'AC#' if rest == 'ac' else 'RE#s' if rest == 're' else rest.upper()}"


@_on(ev.StageBegan)
def _stage_began(event: ev.StageBegan) -> str:
    return f"=== {STAGE_NAMES[event.stage]} ==="


@_on(ev.PhaseBegan)
def _phase_began(event: ev.PhaseBegan) -> str:
    return f"=== Turn {event.turn}, {event.side} {event.phase} ==="


@_on(ev.WeatherSet)
def _weather_set(event: ev.WeatherSet) -> str:
    return f"EC {event.ec}, wind {event.wind}" + (", Gusts" if event.gusts else "")


@_on(ev.BoardsLaid)
def _boards_laid(event: ev.BoardsLaid) -> str:
    sheets = [
        (sheet.board.removeprefix("bd").lstrip("0") or "not chosen") + (" turned" if sheet.turned else "")
        for sheet in event.layout.sheets
    ]
    text = f"mapboards {course(event.layout)}: {', '.join(sheets) or 'none chosen yet'}"
    for bridge in event.layout.bridges:
        stands = bridge.construction if bridge.intact else "destroyed"
        text += f"; {stands} bridge {'-'.join(bridge.hexes)}"
    return text + (f" ({event.why})" if event.why else "")


@_on(ev.EntryChosen)
def _entry_chosen(event: ev.EntryChosen) -> str:
    return f"FRIENDLY enters by the {event.edge} edge; that is the FBE"


@_on(ev.VpoValued)
def _vpo_valued(event: ev.VpoValued) -> str:
    return f"VPO {event.hex} is worth {event.worth} VP"


@_on(ev.SuspectPlaced)
def _suspect_placed(event: ev.SuspectPlaced) -> str:
    item = event.suspect
    place = f"waits off-board to enter at {item.hex}" if item.off_board else f"in {item.hex}"
    return f"{item.id} {place}, {item.attitude} ({COLOURS.get(item.attitude, 'black')}): {item.reason}"


@_on(ev.SuspectMoved)
def _suspect_moved(event: ev.SuspectMoved) -> str:
    if len(event.path) == 1:
        return f"{event.id} enters at {event.path[0]}"
    return f"{event.id} moves {'-'.join(event.path)}"


@_on(ev.SuspectTurned)
def _suspect_turned(event: ev.SuspectTurned) -> str:
    return f"{event.id} turns to {event.attitude}: swap it for a {COLOURS[event.attitude]} S?{_why(event.why)}"


@_on(ev.SuspectRemoved)
def _suspect_removed(event: ev.SuspectRemoved) -> str:
    if event.activated:
        return f"{event.id} in {event.hex} is ACTIVATED{_why(event.why)}"
    return f"{event.id} in {event.hex} is removed{_why(event.why)}"


@_on(ev.UnitAdded)
def _unit_added(event: ev.UnitAdded) -> str:
    unit = event.unit
    where = f" in {unit.hex}" if unit.hex else " off-board"
    states = f" [{', '.join(sorted(unit.flags))}]" if unit.flags else ""
    turn = f", arrives on Turn {unit.turn}" if unit.turn else ""
    return f"{unit.side} {unit_words(unit)}{where}{states}{turn}{_why(event.why)}"


@_on(ev.UnitsMoved)
def _units_moved(event: ev.UnitsMoved) -> str:
    how = {
        "assault": " by Assault Movement",
        "advance": " by advance",
        "rout": " in rout",
        "withdraw": " in withdrawal",
        "enter": " onto the map",
        "recover": " to recover something",
        "search": " to Search",
    }.get(event.how, "")
    many = len(event.ids) > 1
    if len(event.path) == 1 and event.how != "enter":
        for_what = how or (f": {event.how}" if event.how else "")
        spent = f"{'spend' if many else 'spends'} {event.mf:g} {event.points} in {event.path[0]}"
        return f"{listed(event.ids, MOST_NAMES)} {spent}{for_what}"
    if event.bypass:
        how += f" in Bypass along {bypass.words(event.path[-1], event.bypass)}"
    cost = f" ({event.mf:g} {event.points})" if event.mf else ""
    return f"{listed(event.ids, MOST_NAMES)} {'go' if many else 'goes'} {'-'.join(event.path)}{how}{cost}"


@_on(ev.UnitPut)
def _unit_put(event: ev.UnitPut) -> str:
    return f"{event.id} {'is in ' + event.hex if event.hex else 'is taken off the map'}{_why(event.why)}"


@_on(ev.UnitChanged)
def _unit_changed(event: ev.UnitChanged) -> str:
    parts = _states(event)
    return f"{event.id} {parts}{_why(event.why)}" if parts else ""


@_on(ev.UnitsChanged)
def _units_changed(event: ev.UnitsChanged) -> str:
    parts = _states(event)
    return f"{listed(event.ids, MOST_NAMES)} {parts}{_why(event.why)}" if parts else ""


def _states(event: ev.UnitChanged | ev.UnitsChanged | ev.WeaponChanged) -> str:
    """`+broken +dm -pinned`, without what is only book-keeping, unless the player set it by hand."""
    quiet = frozenset[str]() if event.why == "player" else BOOK_KEEPING
    told = [f"+{flag}" for flag in event.gained if flag not in quiet]
    return " ".join(told + [f"-{flag}" for flag in event.lost if flag not in quiet])


@_on(ev.UnitRedrawn)
def _unit_redrawn(event: ev.UnitRedrawn) -> str:
    parts = []
    if event.type:
        parts.append(f"becomes {event.type}")
    if event.ca:
        parts.append(f"CA {event.ca}")
    if event.tca:
        parts.append(f"TCA {event.tca}")
    if event.group is not None:
        parts.append(f"with {event.group}" if event.group else "on its own")
    if event.carrier is not None:
        goes = "with" if "A20" in event.why else "aboard"
        parts.append(f"{goes} {event.carrier}" if event.carrier else "on foot")
    if event.attitude:
        parts.append(f"attitude {event.attitude}")
    if event.note:
        parts.append(f"note: {event.note}")
    return f"{event.id} {', '.join(parts) or 'changes'}{_why(event.why)}"


@_on(ev.Mounted)
def _mounted(event: ev.Mounted) -> str:
    return f"{event.id} mounts{f' {event.horse}' if event.horse else ''}{_why(event.why)}"


@_on(ev.Dismounted)
def _dismounted(event: ev.Dismounted) -> str:
    return f"{event.id} dismounts{f' from {event.horse}' if event.horse else ''}{_why(event.why)}"


@_on(ev.ArmsChanged)
def _arms_changed(event: ev.ArmsChanged) -> str:
    parts = [*event.gained, *(f"no longer {word}" for word in event.lost)]
    return f"{event.id}: {', '.join(parts)}{_why(event.why)}" if parts else ""


@_on(ev.Fired)
def _fired(event: ev.Fired) -> str:
    return ""  # the roll that follows says it


@_on(ev.CameUnderFire)
def _came_under_fire(event: ev.CameUnderFire) -> str:
    return ""  # who is Encircled by it is told (A7.7)


@_on(ev.Decided)
def _decided(event: ev.Decided) -> str:
    return f"{event.side} {event.title}"


@_on(ev.Passed)
def _passed(event: ev.Passed) -> str:
    if event.why == "vetoed":
        return f"{event.key}: vetoed, it does not happen"
    return f"{event.key} passes{_why(event.why)}" if event.why else ""


@_on(ev.BoreSighted)
def _bore_sighted(event: ev.BoreSighted) -> str:
    return f"{event.id} has Bore Sighted {event.sight.hex} (C6.4)"


@_on(ev.EscortSet)
def _escort_set(event: ev.EscortSet) -> str:
    return ""  # said when the AFV would go farther (D9.31)


@_on(ev.WaveSet)
def _wave_set(event: ev.WaveSet) -> str:
    return ""  # what it does is told (A25.23)


@_on(ev.MovingSet)
def _moving_set(event: ev.MovingSet) -> str:
    return ""


@_on(ev.AcquisitionSet)
def _acquisition_set(event: ev.AcquisitionSet) -> str:
    if not event.level:
        return f"{event.id} loses its acquired target (C6.5)"
    return f"{event.id} acquires {event.target or event.hex} at {event.level:+d} (C6.5)"


@_on(ev.BatterySet)
def _battery_set(event: ev.BatterySet) -> str:
    battery = event.battery
    if not event.why:
        return ""
    pile = f"{battery.black} black, {battery.red} red" if battery.kind != "CBM" else "counter battery"
    state = "gone" if battery.gone else battery.access or "no access"
    return f"{battery.side} {battery.id} ({battery.name}): {state}, {pile}{_why(event.why)}"


@_on(ev.UnitRemoved)
def _unit_removed(event: ev.UnitRemoved) -> str:
    return f"{event.id} is removed{_why(event.why)}"


@_on(ev.WeaponAdded)
def _weapon_added(event: ev.WeaponAdded) -> str:
    weapon = event.weapon
    where = f"with {weapon.holder}" if weapon.holder else f"in {weapon.hex}" if weapon.hex else "to be issued"
    return f"{weapon.side} {weapon.id} ({weapon.type}) {where}"


@_on(ev.WeaponGiven)
def _weapon_given(event: ev.WeaponGiven) -> str:
    return f"{event.id} {'goes to ' + event.holder if event.holder else 'lies in ' + str(event.hex)}"


@_on(ev.WeaponChanged)
def _weapon_changed(event: ev.WeaponChanged) -> str:
    parts = _states(event)
    return f"{event.id} {parts}{_why(event.why)}" if parts else ""


@_on(ev.WeaponRemoved)
def _weapon_removed(event: ev.WeaponRemoved) -> str:
    return f"{event.id} is removed{_why(event.why)}"


@_on(ev.MarkerPut)
def _marker_put(event: ev.MarkerPut) -> str:
    return f"{marker_words(event.marker)} in {event.marker.hex}{_why(event.why)}"


@_on(ev.MarkerRemoved)
def _marker_removed(event: ev.MarkerRemoved) -> str:
    return f"{event.id} is removed{_why(event.why)}"


@_on(ev.ControlChanged)
def _control_changed(event: ev.ControlChanged) -> str:
    if event.side is None:
        return f"{event.hex} is no VPO{_why(event.why)}"
    return f"VPO {event.hex} is controlled by the {event.side}{_why(event.why)}"


@_on(ev.TrackTaken)
def _track_taken(event: ev.TrackTaken) -> str:
    verb = "controls" if event.held else "loses"
    return f"FRIENDLY {verb} {event.kind} {', '.join(event.hexes)}"


@_on(ev.EventUsed)
def _event_used(event: ev.EventUsed) -> str:
    if not event.row[:1].isdigit():  # not of a Random Event table: a mission's own
        return f"{event.side} {event.row}: {event.text or event.title}"
    return f"{event.side} RANDOM EVENT {'*' if event.once else ''}{event.row.replace('..', '-')}: {event.title}"


@_on(ev.RecurringSet)
def _recurring_set(event: ev.RecurringSet) -> str:
    return f"{event.name} {'goes on' if event.on else 'ends'}"


@_on(ev.PendingAdded)
def _pending_added(event: ev.PendingAdded) -> str:
    item = event.pending
    return f"To come, Turn {item.turn} {item.side} {item.phase}: {item.text}"


@_on(ev.PendingDone)
def _pending_done(event: ev.PendingDone) -> str:
    return ""


@_on(ev.SightAnswered)
def _sight_answered(event: ev.SightAnswered) -> str:
    answer = f"clear with {event.answer} Hindrance" if event.answer.isdigit() else event.answer
    return f"LOS {event.a}-{event.b} is {answer} (player)"


@_on(ev.RoomAnswered)
def _room_answered(event: ev.RoomAnswered) -> str:
    room = "leaves room" if event.free else "leaves no room"
    return f"Hexside {event.hex}-{event.other} {room} for Bypass in {event.hex} (player)"


@_on(ev.OptionSet)
def _option_set(event: ev.OptionSet) -> str:
    return f"Option {event.name} {'on' if event.on else 'off'}"


@_on(ev.Told)
def _told(event: ev.Told) -> str:
    return f"ON YOUR BOARD: {event.text}" if event.board else event.text


@_on(ev.Adjusted)
def _adjusted(event: ev.Adjusted) -> str:
    return f"Player: {event.text}"


@_on(ev.MissionEnded)
def _mission_ended(event: ev.MissionEnded) -> str:
    winner = event.won_by or "nobody"
    return f"MISSION END ({event.why}): FRIENDLY {event.friendly} VP, ENEMY {event.enemy} VP; {winner} wins"
