"""The life of a Fire Mission (C1.3-C1.5): SR, correction, conversion, FFE:1, FFE:2, FFE:C, its end."""

from __future__ import annotations

from typing import Literal

from sasl.asl.fire import ift
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Option, Question, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.places import known_hex
from sasl.asl.game.state import Marker
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.oba import accuracy, artillery, batteries, counter_battery
from sasl.asl.oba.artillery import draw
from sasl.asl.oba.batteries import (
    FFE,
    FFE_C,
    SMOKE_FFE,
    SR,
    Observer,
    at_work,
    change,
    counter_of,
    fire_side,
    in_sight,
    keeps_contact,
    knows_enemy,
    may_act,
    may_see,
    observer_of,
    ready,
    stage_of,
    unknown_near,
)
from sasl.asl.terrain import smoke
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed
from sasl.kernel.transaction import allows

Mission = Literal["HE", "smoke", "harassing"]


def support_phase(ctx: Context) -> None:
    """The start of a PFPh or DFPh: Counter Battery of the ENEMY, then contact and FFEs of whose fire phase it is."""
    side = fire_side(ctx.game)
    if side is None:
        return
    for battery in list(ctx.state.batteries.values()):
        if battery.side == side and battery.tried and battery.kind == counter_battery.CBM:
            ready(ctx, battery)
    if side == "ENEMY" and not counter_battery.why_not(ctx.game, side):
        counter_battery.attack(ctx, side)
    for battery in list(ctx.state.batteries.values()):
        if battery.side == side:
            begin_phase(ctx, ctx.state.batteries[battery.id])
    artillery.fire_again(ctx, side)


def begin_phase(ctx: Context, battery: Battery) -> None:
    """The start of the module's fire phase: contact is kept or lost, an FFE goes on (C1.22, C1.34)."""
    if battery.gone or battery.kind == "CBM" or battery.observer == STRIKES:
        return
    if battery.tried:
        battery = ready(ctx, battery)
    marker = counter_of(ctx.game, battery)
    if battery.stage and marker is None:
        battery = change(ctx, battery, "its counter is no longer on the map", stage="", access="")
    held = keeps_contact(ctx, battery)
    battery = ctx.state.batteries[battery.id]
    if not held:
        battery = change(ctx, battery, "no contact: access and SR remain (C1.22)", silent=True, tried=True)
    elif battery.silent:
        battery = change(ctx, battery, "in contact again (C1.22)", silent=False)
    if marker is None:
        return
    if battery.stage == "FFE:1":
        _ffe_goes_on(ctx, battery, marker, held)
    elif battery.stage == "FFE:2":
        _ffe_ends(ctx, battery, marker)
    elif battery.stage == "FFE:C":
        _end_mission(ctx, battery, "its mission is over (C1.34)")


def _ffe_goes_on(ctx: Context, battery: Battery, marker: Marker, held: bool) -> None:
    """C1.34: FFE:1 becomes FFE:2; with contact it may be corrected or cancelled first, and must be if its observer sees
    it no more (C1.335).

    It says who of its own side would suffer; then it is not what a mere Enter does.
    """
    if held and battery.side == "FRIENDLY":
        area = ctx.board.within(marker.hex, marker.number)
        own = [f"{unit.id} in {unit.hex}" for unit in ctx.state.on_map(battery.side) if unit.hex in area]
        hurt = f" and would attack {listed(own, 4)}" if own else ""
        options = [Option("correct", "move it first"), Option("cancel", "no more of it")]
        if not _blind(ctx.game, battery, marker):
            options.insert(0, Option("leave", f"FFE:2 in {marker.hex}"))
        text = f"The FFE:1 of {battery.id} in {marker.hex} becomes FFE:2{hurt}."
        options = options[::-1] if own else options
        about = (battery.id, marker.hex)
        answer = ctx.choose(text, options, rule="C1.34", whose=battery.side, id="ffe-goes-on", subject=about)
        if answer == "cancel":
            _end_mission(ctx, battery, "cancelled")
            return
        if answer == "correct":
            goal = _ask_correction(ctx, battery, marker)
            if goal and not _correct_ffe(ctx, battery, marker, goal):
                return
            marker = counter_of(ctx.game, battery) or marker
    marker = replace(marker, text=_words(battery, marker, "FFE:2"))
    ctx.emit(ev.MarkerPut(marker, "C1.34"))
    change(ctx, battery, "FFE:2 (C1.34)", stage="FFE:2")
    land(ctx, marker)


def _ask_correction(ctx: Context, battery: Battery, marker: Marker) -> str:
    """The hex to which the player corrects an FFE, or "" to leave it; asked until it is a good one."""
    limit, error = ctx.figure("oba-ffe-correction"), ""
    while True:
        text = (
            f"Correct the FFE in {marker.hex} to which hex (at most {limit} away)? Near only unknown enemies it "
            f"needs an extra draw: black {accuracy.black(battery):.0%}, else the FFE is lost (C1.21)."
        )
        here, side = (marker.hex,), battery.side
        goal = ctx.ask(
            Question(
                "hex", text, marker.hex, hexes=here, rule="C1.34", error=error, whose=side, id="ffe-correct",
                subject=(battery.id, marker.hex),
            )
        )  # fmt: skip
        try:
            name = known_hex(ctx.game, goal)
            _near_enough(ctx.game, marker, name, limit)
            if name != marker.hex:
                in_sight(ctx, observer_of(ctx.game, battery), name)
        except Refused as refusal:
            error = str(refusal)
            continue
        return "" if name == marker.hex else name


def _near_enough(game: Game, marker: Marker, name: str, limit: int) -> None:
    far = game.board.distance(marker.hex, name)
    if far > limit:
        raise Refused(f"{name} is {counted(far, 'hex', 'hexes')} from {marker.hex}: at most {limit} (C1.33)")


def _correct_ffe(ctx: Context, battery: Battery, marker: Marker, goal: str) -> bool:
    """C1.34: the FFE moves before its DR; False if it is off the map, or a red extra chit ends the mission (C1.21)."""
    observer = observer_of(ctx.game, battery)
    seen = in_sight(ctx, observer, goal)
    at_work(ctx, observer)
    if not _extra_draw(ctx, battery, observer, goal, keep_access=False):
        return False
    far, blind = ctx.board.distance(marker.hex, goal), _blind(ctx.game, battery, marker)
    most = accuracy.most_of(ctx.game, far, blind=blind)
    name = accuracy.fall_of(ctx, battery, goal, seen.hindrance, most, blind=blind)
    if name is None:
        _end_mission(ctx, battery, "its FFE is corrected off the map")
        return False
    ctx.emit(ev.MarkerPut(replace(marker, hex=name), f"corrected to {goal} (C1.34)"))
    return True


def _ffe_ends(ctx: Context, battery: Battery, marker: Marker) -> None:
    """C1.34: FFE:2 becomes FFE:C, which attacks nobody; new access may bring an FFE:1 back there."""
    text = _words(battery, marker, "FFE:C")
    ctx.emit(ev.MarkerPut(replace(marker, kind=FFE_C, text=text, column=0), "C1.34"))
    change(ctx, battery, "FFE:C: oba contact may renew it in this phase (C1.34)", stage="FFE:C", access="")


def _blind(game: Game, battery: Battery, marker: Marker) -> bool:
    """C1.335: whether the observer sees his SR or FFE no more, nor a Known enemy by it."""
    observer = observer_of(game, battery)
    blast = [marker.hex, *(() if marker.kind == SR else game.board.within(marker.hex, marker.number))]
    return accuracy.is_blind(game, observer, blast, known=knows_enemy(game, observer, marker.hex))


def may_place(game: Game, battery: Battery, name: str, kind: Mission, *, at_once: bool) -> None:
    """Refused, with the rule, unless the module may have its AR there now; `at_once`: without an SR (C1.731)."""
    may_act(game, battery)
    if at_once:
        batteries.may_dispense(battery, name)
    if battery.access != "access":
        raise Refused(f"{battery.id} has no Battery Access: oba contact first (C1.2)")
    stage = stage_of(game, battery)
    if stage in ("SR", "FFE:1", "FFE:2"):
        raise Refused(f"{battery.id} has an {stage} on the map: correct, convert or cancel it (C1.33)")
    if kind == "smoke" and not battery.smoke:
        raise Refused(f"{battery.id} has no smoke ammunition (C1.71)")
    if kind != "HE" and battery.rocket:
        raise Refused(f"{battery.id} is rocket OBA: HE only (C1.9)")
    may_see(game, observer_of(game, battery), name)


def place(ctx: Context, battery: Battery, name: str, kind: Mission, *, at_once: bool = False) -> None:
    """C1.3: the AR, the extra draw near unknown enemies, accuracy, and the SR where it falls; the FFE:1 `at_once` in a
    Pre-Registered hex (C1.731).
    """
    may_place(ctx.game, battery, name, kind, at_once=at_once)
    observer = observer_of(ctx.game, battery)
    seen = in_sight(ctx, observer, name)
    at_work(ctx, observer)
    if not _extra_draw(ctx, battery, observer, name):
        return
    old = counter_of(ctx.game, battery)
    if old:
        ctx.emit(ev.MarkerRemoved.of(old, "a new mission"))
    battery = change(ctx, battery, f"{kind} mission at {name}", kind=kind, stage="")
    if battery.rocket:
        _rockets(ctx, battery, name)
        return
    spot = accuracy.fall_of(ctx, battery, name, seen.hindrance, None)
    if spot is None:
        change(ctx, battery, "its SR falls off the map; access remains", tried=True)
        return
    if at_once:
        _put_ffe(ctx, battery, spot, f"AR {name}, Pre-Registered (C1.731)")
        return
    marker = Marker(ctx.new_number(SR), SR, spot, battery.side, text=f"SR of {battery.id} ({kind})", owner=battery.id)
    ctx.emit(ev.MarkerPut(marker, f"AR {name} (C1.3)"))
    change(ctx, battery, "", stage="SR", tried=True)


def _extra_draw(
    ctx: Context, battery: Battery, observer: Observer | None, name: str, *, keep_access: bool = True
) -> bool:
    """C1.21: an AR, or a conversion, by enemies of which none is Known to the observer needs one more chit."""
    if knows_enemy(ctx.game, observer, name) or not unknown_near(ctx.game, name):
        return True
    if keep_access and mind_of(ctx.game, battery.side) is None:  # who corrects an FFE has been told
        _warn_of_extra_draw(ctx, battery, observer, name)
    if draw(ctx, battery, f"an AR near unknown enemies in {name} (extra draw)", extra=True):
        return True
    _end_mission(ctx, ctx.state.batteries[battery.id], "red in the extra draw (C1.21)", keep_access=keep_access)
    change(ctx, battery, "", tried=True)
    return False


def _warn_of_extra_draw(ctx: Context, battery: Battery, observer: Observer | None, name: str) -> None:
    """Ask the player whether he means it, with the odds and the hexes that need no extra chit. Refused if not."""
    foes = {unit.hex for unit in ctx.state.on_map("ENEMY") if "hidden" not in unit.flags}
    free = sorted(place for place in foes if knows_enemy(ctx.game, observer, place))
    text = (
        f"{battery.id}'s observer knows of no enemy in or ADJACENT to {name}, but some may be there: an extra chit is "
        f"drawn, black {accuracy.black(battery):.0%}; a red one ends what the module does in this phase, and takes "
        f"what it has off the map. {f'None is drawn at {listed(free, 4)}. ' if free else ''}Call it all the same?"
    )
    about = (battery.id, name)
    if not ctx.yes(text, default=True, rule="C1.21", hexes=(name,), whose=battery.side, id="extra-draw", subject=about):
        raise Refused(f"not called: an extra chit would be drawn at {name} (C1.21)")


def may_correct(game: Game, battery: Battery, name: str) -> Marker:
    """The SR to correct. Refused, with the rule, if the module may not correct it to `name` now."""
    may_act(game, battery)
    marker, stage = counter_of(game, battery), stage_of(game, battery)
    if stage in ("FFE:1", "FFE:2"):
        raise Refused(f"the FFE of {battery.id} has been resolved; it is corrected when its next phase begins (C1.34)")
    if marker is None or stage != "SR":
        raise Refused(f"{battery.id} has no SR on the map to correct (C1.33)")
    if name == marker.hex:
        raise Refused(f"the SR is in {name} already: oba convert makes it an FFE:1 (C1.33)")
    _near_enough(game, marker, name, game.figure("oba-correction"))
    may_see(game, observer_of(game, battery), name)
    return marker


def correct(ctx: Context, battery: Battery, name: str, *, convert_too: bool) -> None:
    """C1.33: the SR moves by up to 18 hexes, with an error of one hex for each three or part of three; any error, and
    no accuracy, if the observer sees it no more (C1.335).

    `convert_too`: it is to become an FFE:1 at once, where the observer may convert it then (C1.332).
    """
    marker = may_correct(ctx.game, battery, name)
    observer = observer_of(ctx.game, battery)
    seen = in_sight(ctx, observer, name)
    at_work(ctx, observer)
    if not _extra_draw(ctx, battery, observer, name):
        return
    far, blind = ctx.board.distance(marker.hex, name), _blind(ctx.game, battery, marker)
    haste = (far - 1) // ctx.figure("oba-haste-per") if convert_too else 0
    most = accuracy.most_of(ctx.game, far, blind=blind)
    spot = accuracy.fall_of(ctx, battery, name, seen.hindrance, most, haste=haste, blind=blind)
    if spot is None:
        _end_mission(ctx, battery, "its SR falls off the map", keep_access=True)
    else:
        ctx.emit(ev.MarkerPut(replace(marker, hex=spot), f"corrected to {name} (C1.33)"))
    if convert_too and spot is not None and _convertible(ctx.game, ctx.state.batteries[battery.id]):
        convert(ctx, ctx.state.batteries[battery.id])
        return
    change(ctx, battery, "", tried=True)


def _convertible(game: Game, battery: Battery) -> bool:
    """C1.333: whether the observer may convert the SR now."""
    return allows(may_convert, game, battery)


def may_convert(game: Game, battery: Battery) -> Marker:
    """The SR or FFE:C to convert. Refused, with the rule, if the module may not now."""
    may_act(game, battery)
    marker = counter_of(game, battery)
    renewed = battery.stage == "FFE:C" and battery.access == "access"
    if marker is None or not (battery.stage == "SR" or renewed):
        raise Refused(f"{battery.id} has no SR, and no FFE:C with new access, to convert (C1.33)")
    if battery.kind == "smoke" and game.state.opened_fire:
        raise Refused(f"{battery.id}: SMOKE comes before all other fire of the phase (C8.5)")
    observer = observer_of(game, battery)
    if not knows_enemy(game, observer, marker.hex):
        may_see(game, observer, marker.hex)
    return marker


def convert(ctx: Context, battery: Battery) -> None:
    """C1.33, C1.34: an SR, or an FFE:C with new access, becomes an FFE:1 and attacks."""
    marker = may_convert(ctx.game, battery)
    observer = observer_of(ctx.game, battery)
    if not knows_enemy(ctx.game, observer, marker.hex):
        in_sight(ctx, observer, marker.hex)
    at_work(ctx, observer)
    if not _extra_draw(ctx, battery, observer, marker.hex):
        return
    ctx.emit(ev.MarkerRemoved.of(marker, "converted (C1.33)"))
    _put_ffe(ctx, battery, marker.hex, "C1.33")


def _put_ffe(ctx: Context, battery: Battery, name: str, why: str) -> None:
    """An FFE:1 of the module lands in `name` and takes effect."""
    battery = ctx.state.batteries[battery.id]
    kind: Mission = battery.kind if battery.kind in ("smoke", "harassing") else "HE"
    full = ift.he_column(ctx.game, battery.calibre)
    column = artillery.harassed(ctx.game, full) if kind == "harassing" else full
    radius = ctx.figure(
        "oba-rocket-radius" if battery.rocket else "oba-harassing-radius" if kind == "harassing" else "oba-blast"
    )
    harassing, smokes = kind == "harassing", kind == "smoke"
    text = _words(battery, None, "FFE:1", harassing=harassing, smokes=smokes)
    marker = artillery.put(ctx, name, text, battery, radius, column, harassing=harassing, why=why)
    if smokes:
        marker = replace(marker, kind=SMOKE_FFE, column=0)
        ctx.emit(ev.MarkerPut(marker, "C1.71"))
    change(ctx, battery, "", stage="FFE:1", kind=kind, access="access", tried=True)
    land(ctx, marker)


def _words(
    battery: Battery, marker: Marker | None, stage: str, *, harassing: bool = False, smokes: bool = False
) -> str:
    """What an FFE is called: as it lies on the map, or as it is to be."""
    if marker:
        harassing, smokes = marker.state == "harassing", marker.kind == SMOKE_FFE
    return f"{'Harassing ' * harassing}{'SMOKE ' * smokes}{stage} of {battery.id}"


def land(ctx: Context, marker: Marker) -> None:
    """C1.5, C1.71: HE attacks its Blast Area; a smoke FFE fills it with SMOKE, dispersed in the DFPh (C8.51)."""
    if marker.kind == FFE:
        artillery.attack(ctx, marker)
        return
    kind: smoke.Strength = "full" if ctx.state.phase == "PFPh" else "dispersed"
    for name in sorted(ctx.board.within(marker.hex, marker.number)):
        wet = ctx.board.terrain(name).has("marsh", "water") and not ctx.board.terrain(name).has("bridge")
        if not wet and not any(item.owner == marker.owner for item in ctx.state.markers_at(name, "smoke")):
            smoke.put(ctx, name, side=marker.side, kind=kind, owner=marker.owner, why="smoke FFE (C1.71)")


def _rockets(ctx: Context, battery: Battery, name: str) -> None:
    """C1.9: no SR and no accuracy: an error for certain, 19 hexes, and only once."""
    spot = accuracy.error_from(ctx, name, None, halved=name in battery.registered)
    if spot is None:
        ctx.tell("The rockets fall off the map.", stop=True)
    else:
        _put_ffe(ctx, battery, spot, "C1.9")
    change(ctx, battery, "rocket OBA fires once (C1.9)", gone=True, tried=True)


def _end_mission(ctx: Context, battery: Battery, why: str, *, keep_access: bool = False) -> None:
    """The module's SR or FFE leaves the map; without `keep_access` a new chit must be drawn."""
    marker = counter_of(ctx.game, battery)
    if marker:
        ctx.emit(ev.MarkerRemoved.of(marker, why))
    change(ctx, battery, why, stage="", access="access" if keep_access else "", kind="")


def may_cancel(game: Game, battery: Battery) -> None:
    """C1.33: Refused unless the observer may call his mission off now."""
    mission = battery.access or stage_of(game, battery)
    if battery.gone or battery.kind == "CBM" or (fire_side(game) == battery.side and not mission):
        raise Refused(f"{battery.id} has no mission to cancel")
    if fire_side(game) != battery.side:
        raise Refused(f"OBA is cancelled in its own fire phases (C1.2); this is {game.state.moment}")


def cancel(ctx: Context, battery: Battery) -> None:
    """C1.33: the observer calls his mission off."""
    _end_mission(ctx, battery, "cancelled by the observer")


def free_ffe(ctx: Context, battery: Battery, name: str, error: int, why: str) -> None:
    """OtO-S1 MSR 3: an FFE:1 without a draw; accuracy is rolled, the error is `error` hexes."""
    seen = in_sight(ctx, observer_of(ctx.game, battery), name)
    spot: str | None = name
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.army(battery.side).nation))
    limit = min(limit, ctx.figure("oba-offboard-accuracy"))
    with ctx.rolls_for(battery.side):
        record = accuracy.accuracy_dr(ctx, battery, name, limit, seen.hindrance, name="the FFE")
        if not record.success:
            way = int(ctx.table("ffe.direction", f"Direction of error from {name}").result)
            spot = artillery.shifted(ctx, name, way, error)
    if spot is None:
        ctx.tell("The FFE falls off the map.", stop=True)
        change(ctx, battery, f"{why}: off the map", ffes=battery.ffes + 1, tried=True)
        return
    change(ctx, battery, why, kind="HE")
    _put_ffe(ctx, battery, spot, why)
