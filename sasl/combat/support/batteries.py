"""OBA modules of the FRIENDLY side (C1): observer, contact, Battery Access, and the life of SR and FFE."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from sasl.board.board import Board
from sasl.board.hexes import parse_hex
from sasl.combat.fire import ift
from sasl.combat.ground import smoke
from sasl.combat.support import artillery, chits
from sasl.core.text import counted
from sasl.game import events as ev
from sasl.game.context import Context, Game, Option, Question, Refused
from sasl.game.sight import Seen, known_hex, look
from sasl.game.state import Battery, Marker, Side, Unit, opponent

Mission = Literal["HE", "smoke", "harassing"]
OFFBOARD = "offboard"
AMMO = ("plentiful", "normal", "scarce")
SR, FFE, FFE_C, SMOKE_FFE = "sr", "ffe", "ffe-c", "smoke-ffe"
ON_MAP = (SR, FFE, FFE_C, SMOKE_FFE)
"""The kinds of markers a module has on the map; only `ffe` attacks."""


# -- modules ------------------------------------------------------------------------------------------


def muster(ctx: Context) -> None:
    """The OBA the mission gives (once): a module with its draw pile."""
    for oba in ctx.mission.oba:
        if not any(item.name == oba.name and item.side == oba.side for item in ctx.state.batteries.values()):
            who = OFFBOARD if oba.observer_edge else ""
            add(ctx, oba.side, oba.calibre, oba.ammo, name=oba.name, has_smoke=oba.smoke, observer=who, why=oba.rule)


def add(
    ctx: Context,
    side: Side,
    calibre: int,
    ammo: str,
    *,
    name: str = "",
    has_smoke: bool = True,
    rocket: bool = False,
    observer: str = OFFBOARD,
    why: str = "",
) -> Battery:
    """A new module: chits by nationality, one black more if Plentiful, one red more if Scarce (C1.21)."""
    pile: dict[str, Any] = ctx.chart("oba.nation", 1, ctx.mission.army(side).nation)
    plenty, scarce = ammo.lower() == "plentiful", ammo.lower() == "scarce"
    battery = Battery(
        ctx.new_number("OBA"),
        side,
        name or f"{'rocket ' * rocket}{calibre}+mm OBA",
        calibre,
        int(pile["black"]) + ctx.figure("oba-plentiful") * plenty,
        int(pile["red"]) + ctx.figure("oba-scarce") * scarce,
        observer=observer,
        smoke=has_smoke and not rocket,
        rocket=rocket,
    )
    ctx.emit(ev.BatterySet(battery, why or f"{ammo} ammo"))
    return battery


def calibre_in(text: str) -> int:
    """The calibre of `80mm+`, `80+mm`, `rocket 120mm+` or `120`; Refused if there is none."""
    found = re.search(r"\d{2,3}", text)
    if not found or not text.isascii():
        raise Refused(f"'{text[:20]}' is no calibre, as in: 80 or 120")
    return int(found[0])


def _set(ctx: Context, battery: Battery, why: str, **changes: Any) -> Battery:
    new = replace(ctx.state.batteries[battery.id], **changes)
    ctx.emit(ev.BatterySet(new, why))
    return new


def counter_of(game: Game, battery: Battery) -> Marker | None:
    """The SR or FFE the module has on the map."""
    markers = game.state.markers.values()
    return next((item for item in markers if item.owner == battery.id and item.kind in ON_MAP), None)


def stage_of(game: Game, battery: Battery) -> str:
    """SR, FFE:1, FFE:2 or FFE:C, "" if it has nothing on the map (the player may have taken it off by hand)."""
    return battery.stage if counter_of(game, battery) else ""


def fire_side(game: Game) -> Side | None:
    """Whose OBA may act now: the ATTACKER's in the PFPh, the DEFENDER's in the DFPh (C1.2)."""
    state = game.state
    if state.stage != "play" or state.phase not in ("PFPh", "DFPh"):
        return None
    other = opponent(state.side)
    return state.side if state.phase == "PFPh" else other


# -- the observer -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Observer:
    """Who directs a module: a unit on the map, or the Offboard Observer (`unit` None) at a level above his hex."""

    hex: str
    level: int = 0
    unit: Unit | None = None


def observer_of(game: Game, battery: Battery) -> Observer | None:
    """The observer, if there is one who can do his work; None: the Offboard Observer's hex was never recorded."""
    if battery.observer == OFFBOARD:
        marker = next((item for item in game.state.marked("observer") if item.side in ("", battery.side)), None)
        return Observer(marker.hex, marker.number) if marker else None
    weapon = game.state.weapons.get(battery.observer)
    if weapon is None:
        raise Refused(f"{battery.id} has lost its radio (C1.6)")
    holder = game.state.units.get(weapon.holder)
    if holder is None or holder.hex is None:
        raise Refused(f"nobody on the map has radio {weapon.id} (C1.6)")
    if holder.kind != "leader" or not holder.good_order:
        raise Refused(f"{holder.id} has radio {weapon.id}: only a Good Order leader directs OBA (C1.6)")
    if "malfunctioned" in weapon.flags:
        raise Refused(f"radio {weapon.id} is malfunctioned (C1.22)")
    if "no-command" in holder.flags and game.state.phase == "PFPh":
        raise Refused(f"{holder.id} is not In Command (16)")
    return Observer(holder.hex, 0, holder)


def sees(game: Game, observer: Observer, name: str) -> Seen:
    """The LOS from an observer to a hex; the Offboard Observer's hex counts as ground of his level (C1.63)."""
    if observer.unit is None and observer.level and observer.hex in game.board:
        game = replace(game, board=_raised(game.board, observer.hex, observer.level))
    return look(game, observer.hex, name)


def _raised(board: Board, name: str, level: int) -> Board:
    """The map with one hex raised to `level`."""

    def work_out() -> Board:
        spot = parse_hex(name)
        whole = board.whole or board
        high = replace(whole.hexes[spot], elevation=level, up=frozenset(), down=frozenset())
        raised = replace(whole, hexes={**whole.hexes, spot: high}, whole=None, cache={})
        part = {near: high if near == spot else terrain for near, terrain in board.hexes.items()}
        return replace(board, hexes=part, whole=raised, cache={})

    return board.remember(f"raised {name} {level}", work_out)


def _in_sight(ctx: Context, observer: Observer | None, name: str) -> Seen:
    """The observer's LOS to `name`, asked of the player where the digest is not sure. Refused if there is none."""
    if observer is None:
        ctx.tell(f"No observer is recorded: he must see {name}; your board decides.")
        return Seen(True, 0, True, "taken as seen")
    seen = sees(ctx.game, observer, name)
    if not seen.sure and ctx.state.option("ask-los"):
        options = [Option("clear", "he sees it"), Option("blocked", "he does not")]
        options += [Option(f"+{number}", f"with {number} Hindrance") for number in range(1, 6)]
        likely = "blocked" if not seen.exists else f"+{seen.hindrance}" if seen.hindrance else "clear"
        options.sort(key=lambda option: option.value != likely)
        where = f"{observer.hex}{f' at level {observer.level}' if observer.level else ''}"
        answer = ctx.choose(f"Does the observer in {where} see {name}? {seen.text}", options, rule="C1.3")
        ctx.emit(ev.SightAnswered(observer.hex, name, answer.lstrip("+")))
        seen = sees(ctx.game, observer, name)
    if not seen.exists:
        raise Refused(f"the observer in {observer.hex} has no LOS to {name}: {seen.text} (C1.3)")
    return seen


def _knows_enemy(game: Game, observer: Observer | None, name: str) -> bool:
    """Whether a Known ENEMY unit in or ADJACENT to `name` is in the observer's LOS (C1.21, C1.4)."""
    near = {name, *game.board.neighbours(name)}
    known = {unit.hex or "" for unit in game.state.on_map("ENEMY") if unit.hex in near and unit.known}
    return any(observer is None or sees(game, observer, spot).exists for spot in known)


def _unknown_near(game: Game, name: str) -> bool:
    """Whether a concealed ENEMY unit or an S? is in or ADJACENT to `name` (C1.21)."""
    near = {name, *game.board.neighbours(name)}
    units = any(unit.hex in near and "hidden" not in unit.flags for unit in game.state.on_map("ENEMY"))
    return units or any(item.hex in near and not item.off_board for item in game.state.suspects.values())


# -- contact and access -------------------------------------------------------------------------------


def contact(ctx: Context, battery: Battery) -> None:
    """C1.2-1.21: Radio Contact, then a draw for Battery Access."""
    _acts(ctx.game, battery)
    if battery.access:
        raise Refused(f"{battery.id} has Battery Access already: place its AR with oba hex HEX")
    stage = stage_of(ctx.game, battery)
    if stage in ("SR", "FFE:1", "FFE:2"):
        raise Refused(f"{battery.id} has an {stage} on the map: no new access is drawn (C1.2)")
    observer = observer_of(ctx.game, battery)
    if not _reached(ctx, battery, observer, maintenance=False):
        _set(ctx, battery, "no contact in this phase (C1.2)", tried=True)
    elif chits.draw(ctx, battery, "Battery Access"):
        _set(ctx, battery, "may place its AR: oba hex HEX", access="access")
    else:
        _set(ctx, battery, "", tried=True)


def _acts(game: Game, battery: Battery) -> None:
    """Refused, with the rule, unless the module may do something now."""
    if fire_side(game) != battery.side:
        raise Refused(
            f"OBA acts in its own PFPh and in the other side's DFPh (C1.2); this is {game.state.moment}"
        )
    if battery.gone:
        raise Refused(f"{battery.id} is gone (C1.211)")
    if battery.kind == "CBM":
        raise Refused(f"{battery.id} is a Counter Battery Module: use cbm (OtO 5.2)")
    if battery.tried:
        raise Refused(f"{battery.id} has done its part in this phase (C1.2)")


def _reached(ctx: Context, battery: Battery, observer: Observer | None, *, maintenance: bool) -> bool:
    """C1.2, C1.22: the contact DR of a radio; the Offboard Observer needs none (C1.63)."""
    if battery.observer == OFFBOARD or observer is None:
        return True
    needed = int(ctx.chart("oba.nation", 1, ctx.mission.army(battery.side).nation)["contact"])
    mortars = bool(ctx.chart("oba.module", battery.calibre)["battalion"])
    word = "Radio maintenance" if maintenance else "Radio Contact"
    with ctx.rolls_for(battery.side):
        record = ctx.check(
            "oba.contact",
            f"{word} of {battery.id}",
            needed,
            facts={"maintenance": int(maintenance), "battalion": int(maintenance and mortars)},
        )
    if record.dice and record.original >= ctx.figure("oba-radio-breakdown"):
        ctx.emit(ev.WeaponChanged(battery.observer, ("malfunctioned",), (), "Original 12 for contact (C1.22)"))
        return False
    return bool(record.success)


def ready(ctx: Context, battery: Battery) -> Battery:
    """A new fire phase: the module may act again."""
    return _set(ctx, battery, "", tried=False)


def begin_phase(ctx: Context, battery: Battery) -> None:
    """The start of the module's fire phase: contact is kept or lost, an FFE goes on (C1.22, C1.34)."""
    if battery.gone or battery.kind == "CBM" or battery.observer == artillery.STRIKES:
        return
    if battery.tried:
        battery = ready(ctx, battery)
    marker = counter_of(ctx.game, battery)
    if battery.stage and marker is None:
        battery = _set(ctx, battery, "its counter is gone from the map", stage="", access="")
    held = _keeps_contact(ctx, battery)
    battery = ctx.state.batteries[battery.id]
    if marker is None:
        if battery.access and not held:
            _set(ctx, battery, "contact is lost (C1.22)", access="")
    elif battery.stage == "FFE:1":
        _ffe_goes_on(ctx, battery, marker, held)
    elif battery.stage == "FFE:2":
        _ffe_ends(ctx, battery, marker)
    elif battery.stage == "FFE:C" or not held:
        end_mission(ctx, battery, "its mission is over (C1.34)" if held else "contact is lost (C1.22)")


def _keeps_contact(ctx: Context, battery: Battery) -> bool:
    """C1.22: the maintenance DR of a radio with access or a counter on the map."""
    if not battery.access and battery.stage not in ("SR", "FFE:1", "FFE:2"):
        return True
    try:
        observer = observer_of(ctx.game, battery)
    except Refused as refusal:
        ctx.tell(f"{battery.id}: {refusal}.")
        return False
    return _reached(ctx, battery, observer, maintenance=True)


def _ffe_goes_on(ctx: Context, battery: Battery, marker: Marker, held: bool) -> None:
    """C1.34: FFE:1 becomes FFE:2; with contact it may be corrected or cancelled first."""
    if held and battery.side == "FRIENDLY":
        options = [
            Option("leave", f"FFE:2 in {marker.hex}"),
            Option("correct", "move it first"),
            Option("cancel", "no more of it"),
        ]
        answer = ctx.choose(f"The FFE:1 of {battery.id} in {marker.hex} becomes FFE:2.", options, rule="C1.34")
        if answer == "cancel":
            end_mission(ctx, battery, "cancelled")
            return
        if answer == "correct":
            goal = _ask_correction(ctx, battery, marker)
            if goal and not _correct_ffe(ctx, battery, marker, goal):
                return
            marker = counter_of(ctx.game, battery) or marker
    text = marker.text.replace("FFE:1", "FFE:2")
    marker = replace(marker, text=text)
    ctx.emit(ev.MarkerPut(marker, "C1.34"))
    _set(ctx, battery, "FFE:2 (C1.34)", stage="FFE:2")
    land(ctx, marker)


def _ask_correction(ctx: Context, battery: Battery, marker: Marker) -> str:
    """The hex to which the player corrects an FFE, or "" to leave it; asked until it is a good one."""
    limit, error = ctx.figure("oba-ffe-correction"), ""
    while True:
        text = f"Correct the FFE in {marker.hex} to which hex (at most {limit} away)?"
        goal = ctx.ask(Question("hex", text, marker.hex, hexes=(marker.hex,), rule="C1.34", error=error))
        try:
            name = known_hex(ctx.game, goal)
            _may_correct(ctx.game, marker, name, limit)
            if name != marker.hex:
                _in_sight(ctx, observer_of(ctx.game, battery), name)
        except Refused as refusal:
            error = str(refusal)
            continue
        return "" if name == marker.hex else name


def _may_correct(game: Game, marker: Marker, name: str, limit: int) -> None:
    far = game.board.distance(marker.hex, name)
    if far > limit:
        raise Refused(f"{name} is {counted(far, 'hex', 'hexes')} from {marker.hex}: at most {limit} (C1.33)")


def _correct_ffe(ctx: Context, battery: Battery, marker: Marker, goal: str) -> bool:
    """C1.34: the FFE moves before its DR; False if it is off the map."""
    seen = _in_sight(ctx, observer_of(ctx.game, battery), goal)
    far = ctx.board.distance(marker.hex, goal)
    name = _aimed(ctx, battery, goal, seen.hindrance, -(-far // ctx.figure("oba-error-per")))
    if name is None:
        end_mission(ctx, battery, "its FFE is corrected off the map")
        return False
    ctx.emit(ev.MarkerPut(replace(marker, hex=name), f"corrected to {goal} (C1.34)"))
    return True


def _ffe_ends(ctx: Context, battery: Battery, marker: Marker) -> None:
    """C1.34: FFE:2 becomes FFE:C, which attacks nobody; new access may bring an FFE:1 back there."""
    text = re.sub(r"FFE:\d", "FFE:C", marker.text)
    ctx.emit(ev.MarkerPut(replace(marker, kind=FFE_C, text=text, column=0), "C1.34"))
    _set(ctx, battery, "FFE:C: oba contact may renew it in this phase (C1.34)", stage="FFE:C", access="")


# -- missions -----------------------------------------------------------------------------------------


def place(ctx: Context, battery: Battery, name: str, kind: Mission) -> None:
    """C1.3: the AR, the extra draw near unknown enemies, accuracy, and the SR where it falls."""
    _acts(ctx.game, battery)
    if battery.access != "access":
        raise Refused(f"{battery.id} has no Battery Access: oba contact first (C1.2)")
    stage = stage_of(ctx.game, battery)
    if stage in ("SR", "FFE:1", "FFE:2"):
        raise Refused(f"{battery.id} has an {stage} on the map: correct, convert or cancel it (C1.33)")
    if kind == "smoke" and not battery.smoke:
        raise Refused(f"{battery.id} has no smoke ammunition (C1.71)")
    if kind != "HE" and battery.rocket:
        raise Refused(f"{battery.id} is rocket OBA: HE only (C1.9)")
    observer = observer_of(ctx.game, battery)
    seen = _in_sight(ctx, observer, name)
    if not _extra_draw(ctx, battery, observer, name):
        return
    old = counter_of(ctx.game, battery)
    if old:
        ctx.emit(ev.MarkerRemoved(old.id, "a new mission"))
    battery = _set(ctx, battery, f"{kind} mission at {name}", kind=kind, stage="")
    if battery.rocket:
        _rockets(ctx, battery, name)
        return
    spot = _aimed(ctx, battery, name, seen.hindrance, None)
    if spot is None:
        _set(ctx, battery, "its SR falls off the map; access remains", tried=True)
        return
    marker = Marker(
        ctx.new_number(SR), SR, spot, battery.side, text=f"SR {battery.name} {kind}", owner=battery.id
    )
    ctx.emit(ev.MarkerPut(marker, f"AR {name} (C1.3)"))
    _set(ctx, battery, "", stage="SR", tried=True)


def _extra_draw(ctx: Context, battery: Battery, observer: Observer | None, name: str) -> bool:
    """C1.21: an AR by enemies of which none is Known to the observer needs one more chit."""
    if _knows_enemy(ctx.game, observer, name) or not _unknown_near(ctx.game, name):
        return True
    if chits.draw(ctx, battery, f"an AR near unknown enemies in {name} (extra draw)", extra=True):
        return True
    end_mission(ctx, ctx.state.batteries[battery.id], "red in the extra draw (C1.21)", keep_access=True)
    _set(ctx, battery, "", tried=True)
    return False


def _aimed(ctx: Context, battery: Battery, goal: str, hindrance: int, most: int | None) -> str | None:
    """C1.3, C1.33: where a round aimed at `goal` falls: accuracy dr, else direction and extent of error."""
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.army(battery.side).nation))
    if battery.observer == OFFBOARD:
        limit = min(limit, ctx.figure("oba-offboard-accuracy"))
    with ctx.rolls_for(battery.side):
        record = ctx.check(
            "oba.accurate", f"Accuracy of {battery.id} at {goal}", limit, facts={"accuracy-hindrance": hindrance}
        )
        if record.success:
            return goal
        if most == 1:
            way = int(ctx.table("ffe.direction", f"Direction of error from {goal}").result)
            return artillery.shifted(ctx, goal, way, 1)
        return _error(ctx, goal, most)


def _error(ctx: Context, goal: str, most: int | None) -> str | None:
    """C1.3: one DR: the coloured die is the direction, the white one the extent, `most` hexes at most."""
    record = ctx.roll("DR", f"Error from {goal}: coloured direction, white hexes", rule="C1.3")
    if len(record.dice) != 2:
        return goal
    way, far = record.dice
    return artillery.shifted(ctx, goal, way, far if most is None else min(far, most))


def correct(ctx: Context, battery: Battery, name: str) -> None:
    """C1.33: the SR moves by up to 18 hexes, with an error of one hex for each three or part of three."""
    _acts(ctx.game, battery)
    marker, stage = counter_of(ctx.game, battery), stage_of(ctx.game, battery)
    if stage in ("FFE:1", "FFE:2"):
        raise Refused(f"the FFE of {battery.id} has been resolved; it is corrected when its next phase begins (C1.34)")
    if marker is None or stage != "SR":
        raise Refused(f"{battery.id} has no SR on the map to correct (C1.33)")
    if name == marker.hex:
        raise Refused(f"the SR is in {name} already: oba convert makes it an FFE:1 (C1.33)")
    _may_correct(ctx.game, marker, name, ctx.figure("oba-correction"))
    observer = observer_of(ctx.game, battery)
    seen = _in_sight(ctx, observer, name)
    if not _extra_draw(ctx, battery, observer, name):
        return
    far = ctx.board.distance(marker.hex, name)
    spot = _aimed(ctx, battery, name, seen.hindrance, -(-far // ctx.figure("oba-error-per")))
    if spot is None:
        end_mission(ctx, battery, "its SR falls off the map", keep_access=True)
    else:
        ctx.emit(ev.MarkerPut(replace(marker, hex=spot), f"corrected to {name} (C1.33)"))
    _set(ctx, battery, "", tried=True)


def convert(ctx: Context, battery: Battery) -> None:
    """C1.33, C1.34: an SR, or an FFE:C with new access, becomes an FFE:1 and attacks."""
    _acts(ctx.game, battery)
    marker = counter_of(ctx.game, battery)
    renewed = battery.stage == "FFE:C" and battery.access == "access"
    if marker is None or not (battery.stage == "SR" or renewed):
        raise Refused(f"{battery.id} has no SR, and no FFE:C with new access, to convert (C1.33)")
    observer = observer_of(ctx.game, battery)
    if not _knows_enemy(ctx.game, observer, marker.hex):
        _in_sight(ctx, observer, marker.hex)
    ctx.emit(ev.MarkerRemoved(marker.id, "converted (C1.33)"))
    put_ffe(ctx, battery, marker.hex, "C1.33")


def put_ffe(ctx: Context, battery: Battery, name: str, why: str) -> None:
    """An FFE:1 of the module lands in `name` and takes effect."""
    battery = ctx.state.batteries[battery.id]
    kind: Mission = battery.kind if battery.kind in ("smoke", "harassing") else "HE"
    full = ift.he_column(ctx.game, battery.calibre)
    column = artillery.harassed(ctx.game, full) if kind == "harassing" else full
    radius = ctx.figure("oba-rocket-radius" if battery.rocket else
                        "oba-harassing-radius" if kind == "harassing" else "oba-blast")
    text = f"{'Harassing ' * (kind == 'harassing')}FFE:1 {battery.name}{' SMOKE' * (kind == 'smoke')}"
    marker = artillery.put(ctx, name, text, battery, radius, column, why=why)
    if kind == "smoke":
        marker = replace(marker, kind=SMOKE_FFE, column=0)
        ctx.emit(ev.MarkerPut(marker, "C1.71"))
    _set(ctx, battery, "", stage="FFE:1", kind=kind, access="access", tried=True)
    land(ctx, marker)


def land(ctx: Context, marker: Marker) -> None:
    """C1.5, C1.71: HE attacks its Blast Area; a smoke FFE fills it with SMOKE."""
    if marker.kind == FFE:
        artillery.attack(ctx, marker)
        return
    for name in sorted(ctx.board.within(marker.hex, marker.number)):
        if not any(item.owner == marker.owner for item in ctx.state.markers_at(name, "smoke")):
            smoke.put(ctx, name, side=marker.side, owner=marker.owner, why="smoke FFE (C1.71)")


def _rockets(ctx: Context, battery: Battery, name: str) -> None:
    """C1.9: no SR and no accuracy: an error for certain, 19 hexes, and only once."""
    spot = _error(ctx, name, None)
    if spot is None:
        ctx.tell("The rockets fall off the map.", stop=True)
    else:
        put_ffe(ctx, battery, spot, "C1.9")
    _set(ctx, battery, "rocket OBA fires once (C1.9)", gone=True, tried=True)


def end_mission(ctx: Context, battery: Battery, why: str, *, keep_access: bool = False) -> None:
    """The module's SR or FFE leaves the map; without `keep_access` a new chit must be drawn."""
    marker = counter_of(ctx.game, battery)
    if marker:
        ctx.emit(ev.MarkerRemoved(marker.id, why))
    _set(ctx, battery, why, stage="", access="access" if keep_access else "", kind="")


def cancel(ctx: Context, battery: Battery) -> None:
    """C1.33: the observer calls his mission off."""
    if battery.gone or battery.kind == "CBM":
        raise Refused(f"{battery.id} has no mission to cancel")
    if fire_side(ctx.game) != battery.side:
        raise Refused(f"OBA is cancelled in its own fire phases (C1.2); this is {ctx.state.moment}")
    if not stage_of(ctx.game, battery) and not battery.access:
        raise Refused(f"{battery.id} has no mission to cancel")
    end_mission(ctx, battery, "cancelled by the observer")


def free_ffe(ctx: Context, battery: Battery, name: str, error: int, why: str) -> None:
    """OtO-S1 MSR 3: an FFE:1 without a draw; accuracy is rolled, the error is `error` hexes."""
    seen = _in_sight(ctx, observer_of(ctx.game, battery), name)
    spot: str | None = name
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.army(battery.side).nation))
    limit = min(limit, ctx.figure("oba-offboard-accuracy"))
    facts = {"accuracy-hindrance": seen.hindrance}
    with ctx.rolls_for(battery.side):
        record = ctx.check("oba.accurate", f"Accuracy of the FFE at {name}", limit, facts=facts)
        if not record.success:
            way = int(ctx.table("ffe.direction", f"Direction of error from {name}").result)
            spot = artillery.shifted(ctx, name, way, error)
    if spot is None:
        ctx.tell("The FFE falls off the map.", stop=True)
        _set(ctx, battery, f"{why}: off the map", ffes=battery.ffes + 1, tried=True)
        return
    _set(ctx, battery, why, kind="HE")
    put_ffe(ctx, battery, spot, why)


# -- what it can do -----------------------------------------------------------------------------------


def report(game: Game, battery: Battery) -> list[str]:
    """The module in words: state, pile, and its legal next steps."""
    if battery.kind == "CBM":
        state = "eliminated" if battery.gone else f"{counted(battery.ffes, 'attack')} made; use cbm"
        return [f"{battery.id} {battery.side} Counter Battery Module: {state}"]
    marker = counter_of(game, battery)
    where = f", {battery.stage} in {marker.hex}" if marker else ""
    pile = f"pile {battery.black} black, {battery.red} red, {battery.reds_drawn} red drawn"
    lines = [f"{battery.id} {battery.side} {battery.name}: {'GONE' if battery.gone else pile}{where}"]
    if not battery.gone and battery.observer != artillery.STRIKES:
        lines.append("  next: " + "; ".join(steps(game, battery)))
    return lines


def steps(game: Game, battery: Battery) -> Sequence[str]:
    """What the player may type for the module now."""
    if fire_side(game) != battery.side:
        return ("wait for its fire phase: own PFPh, other side's DFPh (C1.2)",)
    if battery.tried:
        return ("nothing more in this phase",)
    found, stage = [], stage_of(game, battery)
    if stage == "SR":
        found += ["oba correct HEX", "oba convert"]
    if battery.access and stage == "FFE:C":
        found.append("oba convert")
    if battery.access and stage in ("", "FFE:C"):
        found.append("oba hex HEX [harassing" + (" | smoke]" if battery.smoke else "]"))
    if not battery.access and stage in ("", "FFE:C"):
        found.append("oba contact")
    if stage or battery.access:
        found.append("oba cancel")
    return found
