"""What strikes for a side from afar: its OBA, its Counter Battery Module (C1, OtO 5), its aircraft (E7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from sasl.asl.air import air_strike, antiaircraft, sighting, sorties
from sasl.asl.air.air_numbers import worth
from sasl.asl.air.bombing import load
from sasl.asl.air.runs import Run, runs, victims
from sasl.asl.fire import ift
from sasl.asl.fire.drm import target_mods
from sasl.asl.game.context import Game, Question, Refused
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Marker, Unit
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import batteries, counter_battery
from sasl.asl.oba.batteries import Observer, knows_enemy, observer_of, sees
from sasl.asl.ordnance import guns, mounted
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider, pick
from sasl.minds.fire import harm
from sasl.minds.measures import expected_loss
from sasl.minds.movement.last_turns import counts
from sasl.minds.movement.ways.danger import harm_chance
from sasl.minds.support import barrage, oba_smoke
from sasl.minds.support.barrage import MOST_SHOWN
from sasl.orders.aircraft_orders import Air
from sasl.orders.oba_orders import Cbm, Ffe, ObaContact, ObaConvert, ObaCorrect, ObaTarget
from sasl.solitaire import victory

SOUGHT = "sought in "
"""What is noted of each hex in which an aircraft has sought its target in this phase, before the hex."""
UNSHAKEN = 99
"""The morale of what takes no MC from shells: an AFV, a Gun."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """C1, E7: the next act of a side's own support, where it does not act by itself as the ENEMY's does."""
    if decider.side != "FRIENDLY":
        return None
    if game.state.phase in ("PFPh", "DFPh") and batteries.fire_side(game) == decider.side:
        return _counter_battery(game, decider) or _artillery(game, decider)
    return None


def aircraft(game: Game, decider: Decider) -> Act | None:
    """E7.4: the next attack of an aircraft of a side that does not attack by itself, in the other side's turn."""
    if decider.side != "FRIENDLY":
        return None
    for plane in antiaircraft.aircraft(game, decider.side):
        if plane.id not in game.state.passed and not sorties.why_not(game, plane):
            return _attack(game, decider, plane)
    return None


# -- artillery ----------------------------------------------------------------------------------------


def _counter_battery(game: Game, decider: Decider) -> Act | None:
    """OtO 5.2: the Counter Battery Module attacks as the first act of the PFPh, whenever it may."""
    if counter_battery.why_not(game, decider.side) or "cbm" in game.state.passed:
        return None
    number = counter_battery.placed(game, opponent(decider.side))
    reasons = (f"the {opponent(decider.side)} has placed {number} FFE; the attack costs nothing (OtO 5.2)",)
    return Act("cbm", Cbm(), "the Counter Battery Module attacks", reasons)


def _artillery(game: Game, decider: Decider) -> Act | None:
    """C1: the next step of each OBA module that can do something in this phase."""
    every = [item for item in game.state.batteries.values() if item.side == decider.side]
    for oba in game.mission.oba:
        if oba.side == decider.side and not any(item.name == oba.name for item in every):
            who = batteries.OFFBOARD if oba.observer_edge else ""
            every.append(Battery("", decider.side, oba.name, oba.calibre, observer=who))
    for battery in every:
        key = battery.id or battery.name
        if battery.kind != counter_battery.CBM and not (battery.gone or battery.tried or key in game.state.passed):
            return _fire_mission(game, decider, battery)
    return None


def _fire_mission(game: Game, decider: Decider, battery: Battery) -> Act:
    """The next step of a module: the mission's free FFE, contact, AR, correction, conversion; or it passes."""
    key = battery.id or battery.name
    try:
        observer = observer_of(game, battery)
    except Refused:
        return Act(key)
    values = blasts(game, decider, battery)
    marker, stage = batteries.counter_of(game, battery), batteries.stage_of(game, battery)
    if _free(game, battery):
        return _free_ffe(game, decider, battery, observer, values)
    if stage == "SR" and marker is not None and battery.kind == oba_smoke.SMOKE:
        return oba_smoke.spotting_round(game, decider, battery, observer, marker, max(values.values(), default=0.0))
    if stage == "SR" and marker is not None:
        return _spotting_round(game, decider, battery, observer, values, marker)
    if stage in ("FFE:1", "FFE:2"):
        return Act(key)
    wanted = decider.doctrine.value("oba-harm")
    aims = barrage.aims(game, decider, battery, observer, values, barrage.called(wanted))
    again = stage == "FFE:C" and battery.kind != oba_smoke.SMOKE
    renewed = _seen_harm(game, observer, values, marker) if again else 0.0
    why = (*(aim.words() for aim in aims), decider.doctrine.words("oba-harm", *_counted(game, decider, aims)))
    most = max(aims[0].expected if aims else 0.0, renewed if renewed >= wanted else 0.0)
    screen = oba_smoke.call(game, decider, battery, observer, most)
    if screen is not None:
        return screen
    if not most:
        return Act(key)
    place = marker.hex if marker is not None and renewed >= most else aims[0].hex
    if battery.access != "access":
        title = f"{battery.id}: contact, for {place} ({expected_loss(values[place])})"
        return Act(key, ObaContact(battery.id), title, why, target=place, leads_on=True)
    if marker is not None and place == marker.hex and renewed >= most:
        title = f"{battery.id}: the FFE:C in {place} becomes an FFE:1 again"
        return Act(key, ObaConvert(battery.id), title, why, target=place)
    title = f"{battery.id}: AR on {place}: {expected_loss(values[place])}"
    return Act(key, ObaTarget(place, battery.id), title, why, target=place)


def _free_ffe(
    game: Game, decider: Decider, battery: Battery, observer: Observer | None, values: Mapping[str, float]
) -> Act:  # fmt: skip
    """MSR 3: the free FFE:1 falls where most is to be expected of it; its error is as long as the mission says."""
    error = next((oba.free_ffe_error for oba in game.mission.oba if oba.name == battery.name), 1)
    aims = barrage.aims(game, decider, battery, observer, values, barrage.falls(error))
    key = battery.id or battery.name
    if not aims:
        return Act(key)
    best, harmed = aims[0].hex, aims[0].harm
    why = (*(aim.words() for aim in aims), decider.doctrine.words("oba-harm", *_counted(game, decider, aims)))
    return Act(key, Ffe(best), f"the free FFE falls on {best}: {expected_loss(harmed)}", why, target=best)


def _spotting_round(
    game: Game,
    decider: Decider,
    battery: Battery,
    observer: Observer | None,
    values: Mapping[str, float],
    marker: Marker,
) -> Act:
    """C1.33: an SR is converted where it does enough and a correction promises little more, else corrected."""
    here, spot, value = _seen_harm(game, observer, values, marker), marker.hex, decider.doctrine.value
    aims = barrage.aims(game, decider, battery, observer, values, barrage.corrected(game, spot))
    promised = aims[0].expected if aims else 0.0
    shown = tuple(aim.words() for aim in aims)
    if here >= max(value("oba-harm"), promised * value("oba-near")):
        title = f"{battery.id}: the SR in {spot} becomes an FFE:1: {expected_loss(here)}"
        words = decider.doctrine.words
        figures = words("oba-harm", "oba-near", *_counted(game, decider, aims))
        reasons = (f"{expected_loss(here)} where it is: {figures}", *shown)
        return Act(battery.id, ObaConvert(battery.id), title, reasons, target=spot)
    if not aims or promised <= here:
        return Act(battery.id)
    best = aims[0].hex
    at_once = promised >= value("oba-harm")
    then = ", to be converted there (C1.332)" if at_once else ""
    title = f"{battery.id}: the SR goes from {spot} to {best}{then}: {expected_loss(aims[0].harm)}"
    figure = "oba-near" if here >= value("oba-harm") else "oba-harm"
    far = ("oba-switch",) if barrage.is_far(game, spot, best) else ()
    figures = decider.doctrine.words(figure, *far, *_counted(game, decider, aims))
    why = (f"{expected_loss(here)} where it is: {figures}", *shown)
    return Act(battery.id, ObaCorrect(best, battery.id, at_once), title, why, path=(spot,), target=best)


def _counted(game: Game, decider: Decider, aims: Sequence[barrage.Aim]) -> Iterator[str]:
    """C1.51: the figures by which somebody in these Blast Areas counts otherwise than an enemy in Good Order."""
    hexes = {name for aim in aims for name in game.board.within(aim.hex, game.figure("oba-blast"))}
    there = [unit for unit in game.state.on_map() if unit.hex in hexes and "hidden" not in unit.flags]
    own = [unit for unit in there if unit.side == decider.side or "prisoner" in unit.flags]
    if own:
        yield "oba-own"
    if any("broken" in unit.flags for unit in there if unit not in own):
        yield "oba-broken"
    if decider.side == "FRIENDLY" and any(game.state.suspects_at(name) for name in hexes):
        yield "suspect-harm"


def _seen_harm(game: Game, observer: Observer | None, values: Mapping[str, float], marker: Marker | None) -> float:
    """C1.33: what an SR or FFE:C would do if it were converted where it lies; nothing if the observer may not."""
    if marker is None:
        return 0.0
    spot = marker.hex
    able = observer is None or knows_enemy(game, observer, spot) or sees(game, observer, spot).exists
    return values.get(spot, 0.0) if able else 0.0


def goes_on(game: Game, decider: Decider, question: Question) -> str:
    """C1.34: an FFE:1 is left where it is, unless another hex near it is worth more, or own men are worse off in it.

    One that its observer sees no more cannot be left (C1.335).
    """
    battery, place = game.state.batteries[question.subject[0]], question.subject[1]
    stays = "leave" if any(option.value == "leave" for option in question.options) else "cancel"
    if battery.kind == oba_smoke.SMOKE:
        return stays
    if _better(game, decider, battery, place):
        return "correct"
    return stays if blasts(game, decider, battery).get(place, 0.0) >= 0 else "cancel"


def corrected_to(game: Game, decider: Decider, question: Question) -> str:
    """C1.34: the hex to which an FFE is corrected; where it is, if there is no better one."""
    battery, place = game.state.batteries[question.subject[0]], question.subject[1]
    best = "" if question.error else _better(game, decider, battery, place)
    return best or question.default


def _better(game: Game, decider: Decider, battery: Battery, place: str) -> str:
    """The hex to which an FFE is best corrected, or "" if it lies well: it may err by a hex (C1.34)."""
    try:
        observer = observer_of(game, battery)
    except Refused:
        return ""
    values, value = blasts(game, decider, battery), decider.doctrine.value
    throw = barrage.shifted(game, value("oba-harm"), place)
    aims = barrage.aims(game, decider, battery, observer, values, throw)
    better = bool(aims) and aims[0].expected >= max(values.get(place, 0.0), 0.0) * value("oba-switch")
    return aims[0].hex if better else ""


def _free(game: Game, battery: Battery) -> bool:
    """MSR 3: whether the mission grants a free FFE:1 now."""
    state = game.state
    oba = next((item for item in game.mission.oba if item.name == battery.name and item.free_ffe_turn), None)
    now = oba is not None and oba.free_ffe_turn == state.turn and (state.side, state.phase) == (battery.side, "PFPh")
    return now and not battery.ffes and not batteries.stage_of(game, battery)


def blasts(game: Game, decider: Decider, battery: Battery) -> dict[str, float]:
    """C1.51: what an FFE centred on each hex would be worth, its harm to the own side taken off; the best first."""
    column = ift.he_column(game, battery.calibre)
    single = dict(_under_fire(game, decider, column))
    radius = game.figure("oba-blast")
    blast: dict[str, float] = {}
    for name, value in single.items():
        for centre in game.board.within(name, radius):
            blast[centre] = blast.get(centre, 0.0) + value
    order = sorted(blast, key=lambda name: (-round(blast[name], 3), -single.get(name, 0.0), game.board.hex(name)))
    return {name: blast[name] for name in order}


def _under_fire(game: Game, decider: Decider, column: int) -> Iterator[tuple[str, float]]:
    """Each hex with somebody in it, and what one FFE attack there is worth to the side."""
    total: dict[str, float] = {}
    for unit in game.state.on_map():
        if unit.kind == "aircraft" or ("hidden" in unit.flags and unit.side != decider.side):
            continue
        if unit.kind == "gun" and guns.crew(game, unit) is not None:
            continue  # its crew counts as the Gun, and both but once
        own = unit.side == decider.side or "prisoner" in unit.flags
        worth = _shelled(game, unit, column) * harm.weight(game, decider, unit)
        if "broken" in unit.flags and not own:
            worth *= decider.doctrine.value("oba-broken")
        name = unit.hex
        total[name] = total.get(name, 0.0) + (-worth * decider.doctrine.value("oba-own") if own else worth)
    if decider.side == "FRIENDLY":
        for suspect in game.state.suspects.values():
            if not suspect.off_board:
                total[suspect.hex] = total.get(suspect.hex, 0.0) + decider.doctrine.value("suspect-harm")
    yield from total.items()


def _shelled(game: Game, unit: Unit, column: int) -> float:
    """The chance that one attack of an FFE harms a unit (C1.51, C1.55)."""
    if mounted.armored(game, unit):
        return harm_chance(game, column, 0, UNSHAKEN)
    drm = sum(mod.value for mod in target_mods(game, unit, "", indirect="oba"))
    return harm_chance(game, column, drm, unit.morale or game.counter_of(unit).morale or UNSHAKEN)


# -- aircraft -----------------------------------------------------------------------------------------


def _attack(game: Game, decider: Decider, plane: Unit) -> Act:
    """E7.401: the run that does most harm, with the bombs where they pay; or the aircraft waits."""
    every = sorted(
        _every_run(game, decider, plane), key=lambda pair: (-round(pair[0], 3), game.board.hex(pair[1].targets[0]))
    )
    good = [pair for pair in every if pair[0] >= decider.doctrine.value("air-harm")]
    if not good:
        return Act(plane.id)
    value, run = pick(game, plane.id, good) if decider.doctrine.choice == "random" else good[0]
    name = run.targets[0]
    bombs = "bombs" in plane.flags and load(game, plane) > 0 and _bombed(game, decider, plane, name)
    manner = "point" if bombs and air_strike.is_diver(game, plane) else ""
    order = Air(plane.id, name, manner=manner, bomb=bombs, toward=run.toward)
    there = listed((unit.id for unit in victims(game, plane, name)), 4)
    shown = [
        f"{item.targets[0]} toward hexside {item.toward}: {expected_loss(worth)}" for worth, item in every[:MOST_SHOWN]
    ]
    last = (decider.doctrine.words("late-guns", "late-turns"),) if name in _late(game, decider) else ()
    reasons = (
        f"{'bombs' if bombs else 'no bombs'} on {name}",
        *shown,
        decider.doctrine.words("air-harm", "bomb-harm", "air-own"),
        *last,
    )
    title = f"{plane.id} attacks {there} in {name}: {expected_loss(value)}"
    path = tuple(filter(None, run.targets))
    return Act(plane.id, order, title, reasons, (plane.id,), path, name, notes=(f"{SOUGHT}{name}",))


def _every_run(game: Game, decider: Decider, plane: Unit) -> Iterator[tuple[float, Run]]:
    """Every run at a hex with units the aircraft could see, and what it is worth: its harm if it sights them (E7.3),
    less that of a Mistaken Attack (E7.32). No hex where another has just sought them in vain.
    """
    places = {unit.hex for unit in game.state.on_map(opponent(plane.side)) if unit.kind != "aircraft"}
    late = _late(game, decider)
    for name in sorted(places):
        there = victims(game, plane, name)
        share = sum(_alive(game, decider, unit) for unit in there) / len(there) if there else 0.0
        if not share or _sought_in_vain(game, name, there):
            continue
        odds = sighting.odds(game, plane, name)
        lost = odds["mistaken"] * _harm_at_home(game, plane, name) * decider.doctrine.value("air-own")
        for run in runs(game, name):
            yield odds["sighted"] * worth(game, plane, run) * share * late.get(name, 1.0) - lost, run


def _sought_in_vain(game: Game, name: str, there: Iterable[Unit]) -> bool:
    """Return whether an aircraft has failed its Sighting TC at a hex in this phase: nobody there was attacked."""
    return f"{SOUGHT}{name}" in game.state.passed and not any("attacked-by-air" in unit.flags for unit in there)


def _harm_at_home(game: Game, plane: Unit, name: str) -> float:
    """Return the harm that a Mistaken Attack would do to the aircraft's own side (E7.32)."""
    run = sorties.mistaken_run(game, plane, name)
    return max(0.0, worth(game, replace(plane, side=opponent(plane.side)), run)) if run else 0.0


def _alive(game: Game, decider: Decider, unit: Unit) -> float:
    """How far a unit is still worth an attack: a Gun that nobody mans not at all, a broken unit a part."""
    if not harm.weight(game, decider, unit):
        return 0.0
    return decider.doctrine.value("oba-broken") if "broken" in unit.flags else 1.0


def _late(game: Game, decider: Decider) -> dict[str, float]:
    """S12.6: how many times as much a run is worth in the last Turns at what the ENEMY counts at the mission's end."""
    counted = any(line.counts == "guns" and line.enemy for line in game.mission.vp)
    if not counted or not counts(game, decider):
        return {}
    worth = decider.doctrine.value("late-guns")
    return {piece.unit.hex: worth for piece in victory.judge_guns(game) if not piece.why}


def _bombed(game: Game, decider: Decider, plane: Unit, name: str) -> bool:
    """E7.42: whether a hex is worth the one bomb load: by all that stands in it, if it were hit."""
    column, total = load(game, plane), 0.0
    for unit in victims(game, plane, name):
        total += _shelled(game, unit, column) * harm.weight(game, decider, unit)
    return total >= decider.doctrine.value("bomb-harm")
