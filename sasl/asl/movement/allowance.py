"""Who may move, and how many MF or MP it has (A4.1, A4.4, A4.5, D2.1)."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.infantry.portage import ipc, pp
from sasl.asl.ordnance import mounted
from sasl.board.terrain import CAVALRY, VEHICLES, WAGON
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

CANNOT_MOVE = {
    "broken": "is broken and may only rout (A10.5)",
    "pinned": "is pinned (A7.81)",
    "ti": "is TI (A4.8)",
    "panicked": "has Panicked (S6.21)",
    "prep": "has Prep Fired (A7.2)",
    "opportunity": "waits for Opportunity Fire (A7.25)",
    "melee": "is in Melee (A11.15)",
    "prisoner": "is a prisoner (A20)",
    "no-command": "is not In Command (S16): `command` says what it may do",
    "ended": "has ended its MPh (A24.1)",
    "assault": "has used Assault Movement (A4.61)",
    "immobile": "is Immobilized (D8.1)",
    "bogged": "is Bogged (D8.2)",
    "shocked": "is Shocked (C7.4)",
    "stunned": "is Stunned (D5.34)",
    "abandoned": "is Abandoned (D5.4)",
}
"""The states in which a unit may not move, and why."""

NO_DOUBLE = {"cx": "is CX (A4.51)", "tired": "was CX when its MPh began (A4.51)", "wounded": "is wounded (A17.2)"}
"""The states in which Infantry does not Double Time, and why (A4.5)."""

CHARGES = frozenset({"berserk", "human-wave"})
"""The states of those who run among the enemy, with MF of their own (A15.43, A25.23)."""

STAYS = {
    "horse": "a horse moves under its rider: mount it (A13.1)",
    "gun": "push it, or load it onto a vehicle (C10)",
    "cupola": "a cupola never moves (OtO 4.1)",
    "aircraft": "it flies (E7)",
}
"""What never goes along the ground by itself, and why."""

MOST_TOLD = 3
"""Where nobody of a place may move, the reasons of at most this many are given."""

ESB = re.compile(r"ESB \+(\d+)")
"""What a vehicle gained by Excessive Speed in this MPh, among its `arms` (D2.5)."""


def allotment(game: Game, vehicle: Unit) -> int:
    """The printed MP of a vehicle (D2.1); 0 if its counter shows none. A Temporary Crew of Infantry gets half of them
    out of it (A21.22), fractions down [house]; an SMC alone no more [house], and none once he fires or is CE in an AFV.
    """
    printed = game.counter_of(vehicle).mp or 0
    if not mounted.temporary_crew(game, vehicle):
        return printed
    if mounted.exposed_smc(game, vehicle) or (mounted.lone_smc(game, vehicle) and mounted.has_fired(vehicle)):
        return 0
    return printed // game.figure("temporary-crew-share")


def excess(vehicle: Unit) -> dict[str, int]:
    """D2.5: the MP a vehicle has gained by Excessive Speed in this MPh, by the state among its `arms` that says so."""
    return {word: int(match[1]) for word in vehicle.arms if (match := ESB.fullmatch(word))}


def share(game: Game, vehicle: Unit, parts: int) -> int:
    """One part in `parts` of the printed MP, FRU (D6.4, D7.1, C10.11)."""
    return math.ceil(allotment(game, vehicle) / parts)


def movement_allowance(game: Game, unit: Unit) -> float:
    """The MF or MP of a unit for one MPh (A4.1, A13.34), without bonuses that depend on its move."""
    if unit.cavalry:
        return float(game.figure("cavalry-mf") + (gallop_mf(game, unit) if "gallop" in unit.flags else 0))
    if unit.kind == "vehicle":
        more = allotment(game, unit) // game.figure("wagon-gallop-share") if gallops(unit) else 0
        return float(allotment(game, unit) + sum(excess(unit).values()) + more)
    if "wounded" in unit.flags and unit.kind in SMC:  # A17.2: even the berserk, and in a Human Wave
        return float(game.figure("wounded-mf"))
    if "berserk" in unit.flags:
        return float(game.figure("berserk-mf"))
    if "human-wave" in unit.flags:
        return float(game.figure("human-wave-mf"))
    if unit.kind in SMC:
        return float(game.figure("smc-mf"))
    return float(game.figure("inexperienced-mf" if inexperienced(game, unit) else "mmc-mf"))


def gallops(unit: Unit) -> bool:
    """A13.36, D12.4: whether Cavalry, or a wagon, gallops in this MPh."""
    return "gallop" in unit.flags


def gallop_mf(game: Game, unit: Unit) -> int:
    """A13.36: the MF more of Cavalry that gallops, or would from now on: less in the midst of its move."""
    late = "gallop-late" in unit.flags if "gallop" in unit.flags else bool(unit.mf)
    return game.figure("late-gallop-mf" if late else "gallop-mf")


def stack_allowance(game: Game, units: Sequence[Unit]) -> dict[str, float]:
    """The MF of each unit of a stack that moves together: leader, Double Time and portage (A4.12, A4.42, A4.5).

    None for an SMC with more PP than he can carry at all (A4.42).
    """
    carry = _portage(game, units)
    found: dict[str, float] = {}
    for unit in units:
        base = movement_allowance(game, unit)
        if unit.infantry:
            base += led(game, unit, units) + doubled(game, unit)
            load = carried(game, unit)
            base -= max(0, load - carry[unit.id])
            if unit.kind in SMC and load > game.figure("portage-smc"):
                base = 0.0
        found[unit.id] = max(0.0, base)
    return found


def led(game: Game, unit: Unit, units: Sequence[Unit]) -> int:
    """A4.12: the MF that Infantry, an MMC, gains from a Good Order leader who has moved with it all the time."""
    leader = any(other.kind == "leader" and other.good_order and other.mf == unit.mf for other in units)
    return game.figure("leader-bonus-mf") if leader and unit.infantry and unit.mmc and not unit.flags & CHARGES else 0


def doubled(game: Game, unit: Unit) -> int:
    """A4.5: the MF of Double Time; a unit is CX in its own MPh only because it Double Times (A4.51)."""
    state = game.state
    if "cx" not in unit.flags or state.phase != "MPh" or state.side != unit.side:
        return 0
    return game.figure("late-double-time-mf" if "double-late" in unit.flags else "double-time-mf")


def carried(game: Game, unit: Unit) -> int:
    """The PP of the SW a unit holds (A4.4)."""
    return sum(pp(game, item) for item in game.state.weapons_of(unit.id))


def burden(game: Game, unit: Unit, units: Sequence[Unit]) -> str:
    """A4.42: what to say behind the MF of a unit that its load costs some, as ` with 5 PP`; "" if it costs none."""
    over = unit.infantry and carried(game, unit) > _portage(game, units)[unit.id]
    return f" with {carried(game, unit)} PP" if over else ""


def _portage(game: Game, units: Sequence[Unit]) -> dict[str, int]:
    """The IPC of each unit; an SMC without a load lends his to the most burdened other unit (A4.42, A4.52)."""
    found = {}
    for unit in units:
        found[unit.id] = max(0, ipc(game, unit) + (game.figure("cx-ipc") if "cx" in unit.flags else 0))
    helped: set[str] = set()
    for helper in units:
        others = [unit for unit in units if unit.infantry and unit.id != helper.id and unit.id not in helped]
        if helper.kind not in SMC or carried(game, helper) or not helper.good_order or not others:
            continue
        worst = max(others, key=lambda unit: carried(game, unit) - found[unit.id])
        if carried(game, worst) > found[worst.id]:
            found[worst.id] += found[helper.id]
            helped.add(worst.id)
    return found


def movement_kind(game: Game, unit: Unit) -> str:
    """`foot`, `cavalry`, `tracked`, `halftrack`, `truck` or `wagon`, as the movement charts call it."""
    if unit.kind != "vehicle":
        return CAVALRY if unit.cavalry else "foot"
    kind = game.counter_of(unit).move
    return kind if kind in (*VEHICLES, WAGON) else "truck"


# -- who may ------------------------------------------------------------------------------------------


def on_its_own(unit: Unit) -> None:
    """Refused if a unit is aboard something and so does not move by itself (D6)."""
    if unit.carrier:
        raise Refused(f"{unit.id} is aboard {unit.carrier}; move that, or: unload {unit.id}")


def is_able(unit: Unit) -> bool:
    """Whether `may_move` would let it."""
    return not unit.carrier and unit.kind not in STAYS and unit.flags.isdisjoint(CANNOT_MOVE)


def may_move(unit: Unit) -> None:
    """Refused, with the rule, if a unit's state forbids it to move."""
    if is_able(unit):
        return
    on_its_own(unit)
    if unit.kind in STAYS:
        raise Refused(f"{unit.id} does not move by itself: {STAYS[unit.kind]}")
    not_barred(unit)


def not_barred(unit: Unit, *waived: str) -> None:
    """Refused, with the rule, if one of its states (but those `waived`) forbids a unit to move."""
    for flag, why in CANNOT_MOVE.items():
        if flag in unit.flags and flag not in waived:
            raise Refused(f"{unit.id} {why}")


def able(
    units: Sequence[Unit], *, place: bool, waived: frozenset[str] = frozenset(), together: bool = False
) -> tuple[list[Unit], list[str]]:
    """Those of `units` that may move, and why the others stay; only of a whole `place` any is left behind.

    Refused, with the rule, if one who is named may not move, or nobody may. `waived`: the states that bar nobody from
    this move. `together`: vehicles and men of a hex go together (D9.31); otherwise its men go and its vehicles stay.
    """
    faults: dict[str, str] = {}
    for unit in units:
        try:
            may_move(replace(unit, flags=unit.flags - waived))
        except Refused as refusal:
            faults[unit.id] = str(refusal)
    left = [unit for unit in units if unit.id not in faults]
    if faults and (not left or not place):
        why = listed(faults.values(), MOST_TOLD)
        raise Refused(f"nobody of them may move: {why}" if place and len(faults) > 1 else next(iter(faults.values())))
    if place and not together and len({unit.kind == "vehicle" for unit in left}) == 2:
        faults |= {unit.id: f"{unit.id} drives by itself (D2.1)" for unit in left if unit.kind == "vehicle"}
        left = [unit for unit in left if unit.kind != "vehicle"]
    return left, list(faults.values())
