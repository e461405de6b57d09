"""What strikes for a side from afar: its OBA, its Counter Battery Module (C1, OtO 5), its aircraft (E7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from sasl.asl.air import air, antiaircraft
from sasl.asl.air.air_strike import Run, load, runs, victims, worth
from sasl.asl.fire import ift
from sasl.asl.fire.drm import target_mods
from sasl.asl.game.context import Game, Question, Refused
from sasl.asl.game.state import Battery, Unit, opponent
from sasl.asl.oba import batteries, counter_battery
from sasl.asl.oba.batteries import Observer, knows_enemy, observer_of, sees
from sasl.asl.ordnance import mounted
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider, pick
from sasl.minds.fire import harm
from sasl.minds.movement.danger import harm_chance
from sasl.orders.fire import Air
from sasl.orders.support import Cbm, Ffe, ObaContact, ObaConvert, ObaCorrect, ObaTarget

MOST_SHOWN = 6
"""So many hexes or runs are named among the reasons of an act."""

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
        if plane.id not in game.state.passed and not air.why_not(game, plane):
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
    in_sight = (place for place in values if observer is None or sees(game, observer, place).exists)
    seen = list(islice(in_sight, MOST_SHOWN))  # the best of hundreds of hexes: the others are not even looked at
    best = seen[0] if seen else ""
    shown = [f"{place}: harm {values[place]:.2f} in the Blast Area" for place in seen]
    wanted = decider.doctrine.value("oba-harm")
    why = (decider.doctrine.words("oba-harm"), *shown)
    if best and values[best] > 0 and _free(game, battery):
        return Act(key, Ffe(best), f"the free FFE falls on {best}: harm {values[best]:.2f}", why, target=best)
    enough = bool(best) and values[best] >= wanted
    marker, stage = batteries.counter_of(game, battery), batteries.stage_of(game, battery)
    if stage == "SR" and marker is not None:
        return _spotting_round(game, decider, battery, observer, values, best, why)
    if stage in ("FFE:1", "FFE:2") or not enough:
        return Act(key)
    if battery.access != "access":
        title = f"{battery.name}: contact, for {best} (harm {values[best]:.2f})"
        return Act(key, ObaContact(battery.id), title, why, target=best, leads_on=True)
    if stage == "FFE:C" and marker is not None and values.get(marker.hex, 0.0) >= max(wanted, values[best] / 2):
        title = f"{battery.name}: the FFE:C in {marker.hex} becomes an FFE:1 again"
        return Act(key, ObaConvert(battery.id), title, why, target=marker.hex)
    return Act(
        key, ObaTarget(best, battery.id), f"{battery.name}: AR on {best}: harm {values[best]:.2f}", why, target=best
    )


def _spotting_round(
    game: Game,
    decider: Decider,
    battery: Battery,
    observer: Observer | None,
    values: Mapping[str, float],
    best: str,
    why: tuple[str, ...],
) -> Act:
    """C1.33: an SR is converted where it would do most of what it could, else corrected."""
    marker = batteries.counter_of(game, battery)
    assert marker is not None
    here = values.get(marker.hex, 0.0)
    good = here > 0 and here >= values.get(best, 0.0) * decider.doctrine.value("oba-near")
    known = knows_enemy(game, observer, marker.hex) or observer is None or sees(game, observer, marker.hex).exists
    if good and known:
        title = f"{battery.name}: the SR in {marker.hex} becomes an FFE:1: harm {here:.2f}"
        reasons = (f"{decider.doctrine.words('oba-near')} of the best hex", *why)
        return Act(battery.id, ObaConvert(battery.id), title, reasons, target=marker.hex)
    near = bool(best) and game.board.distance(marker.hex, best) <= game.figure("oba-correction")
    if not near or best == marker.hex or values[best] <= 0:
        return Act(battery.id)
    title = f"{battery.name}: the SR goes from {marker.hex} to {best}: harm {values[best]:.2f}"
    return Act(battery.id, ObaCorrect(best, battery.id), title, why, path=(marker.hex,), target=best)


def goes_on(game: Game, decider: Decider, question: Question) -> str:
    """C1.34: an FFE:1 is left where it is, unless another hex near it is worth more, or own men are worse off in it."""
    battery, place = game.state.batteries[question.subject[0]], question.subject[1]
    if _better(game, decider, battery, place):
        return "correct"
    return "leave" if blasts(game, decider, battery).get(place, 0.0) >= 0 else "cancel"


def corrected_to(game: Game, decider: Decider, question: Question) -> str:
    """C1.34: the hex to which an FFE is corrected; where it is, if there is no better one."""
    battery, place = game.state.batteries[question.subject[0]], question.subject[1]
    best = "" if question.error else _better(game, decider, battery, place)
    return best or question.default


def _better(game: Game, decider: Decider, battery: Battery, place: str) -> str:
    """The hex to which an FFE is best corrected, or "" if it lies well."""
    values, near = blasts(game, decider, battery), game.figure("oba-ffe-correction")
    here = values.get(place, 0.0)
    try:
        observer = observer_of(game, battery)
    except Refused:
        return ""
    for name, value in values.items():
        if value < decider.doctrine.value("oba-harm") or here >= value * decider.doctrine.value("oba-near"):
            return ""
        seen = observer is None or sees(game, observer, name).exists
        if name != place and seen and game.board.distance(place, name) <= near:
            return name
    return ""


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
        worth = _shelled(game, unit, column) * harm.weight(game, decider, unit)
        name = unit.hex
        total[name] = total.get(name, 0.0) + (worth if unit.side != decider.side else -worth)
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
    every = sorted(_every_run(game, plane), key=lambda pair: (-round(pair[0], 3), game.board.hex(pair[1].targets[0])))
    good = [pair for pair in every if pair[0] >= decider.doctrine.value("air-harm")]
    if not good:
        return Act(plane.id)
    value, run = pick(game, plane.id, good) if decider.doctrine.choice == "random" else good[0]
    name = run.targets[0]
    bombs = "bombs" in plane.flags and load(game, plane) > 0 and _bombed(game, decider, plane, name)
    order = Air(plane.id, name, bomb=bombs, toward=run.toward)
    there = listed((unit.id for unit in victims(game, plane, name)), 4)
    shown = [f"{item.targets[0]} toward hexside {item.toward}: harm {worth:.2f}" for worth, item in every[:MOST_SHOWN]]
    bomb = decider.doctrine.words("bomb-harm")
    reasons = (decider.doctrine.words("air-harm"), f"{bomb}: {'bombs' if bombs else 'no bombs'} on {name}", *shown)
    title = f"{plane.id} attacks {there} in {name}: harm {value:.2f}"
    return Act(plane.id, order, title, reasons, (plane.id,), tuple(filter(None, run.targets)), name)


def _every_run(game: Game, plane: Unit) -> Iterator[tuple[float, Run]]:
    """Every run at a hex with units the aircraft could see, and what it is worth."""
    places = {unit.hex for unit in game.state.on_map(opponent(plane.side)) if unit.kind != "aircraft"}
    for name in sorted(places):
        if victims(game, plane, name):
            for run in runs(game, name):
                yield worth(game, plane, run), run


def _bombed(game: Game, decider: Decider, plane: Unit, name: str) -> bool:
    """E7.42: whether a hex is worth the one bomb load: by all that stands in it, if it were hit."""
    column, total = load(game, plane), 0.0
    for unit in victims(game, plane, name):
        total += _shelled(game, unit, column) * harm.weight(game, decider, unit)
    return total >= decider.doctrine.value("bomb-harm")
