"""The sequence of play (A3): every phase of both Player Turns, with the SASL steps in their place."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl import sniper_check
from sasl.asl.air import sorties as aircraft
from sasl.asl.close_combat import fighting as close_combat
from sasl.asl.fire import small_arms
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Refused
from sasl.asl.game.flags import Flag, WeaponFlag
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import PHASES, Phase, Side, opponent
from sasl.asl.infantry import concealment, massacre, portage, rally, repair, scrounging
from sasl.asl.infantry.morale import berserk, paatc
from sasl.asl.infantry.rout import rout_phase
from sasl.asl.movement import bypass, charges, riding, set_charges
from sasl.asl.movement.charging import berserk_charge, cavalry_charge, human_wave
from sasl.asl.oba.fire_missions import support_phase
from sasl.asl.ordnance import mounted, ordnance_fire
from sasl.asl.ordnance.aiming import spotting
from sasl.asl.ordnance.hits import vehicle_hits, vehicle_ift
from sasl.asl.terrain import entrenching, fires, minefields
from sasl.asl.vehicles import end_of_drive, motion_attempt, wagons
from sasl.kernel.text import listed
from sasl.solitaire import command_control, pending, victory
from sasl.solitaire.random_events.table import random_event
from sasl.solitaire.setup import setup_stages
from sasl.solitaire.suspects import suspect_counters

EVENT_ROLL = "wind.change"
"""The roll whose Original DR may bring a Random Event (S2.2)."""


def rally_phase(ctx: Context) -> None:
    """S2.2, B25.65: the Wind Change DR of the moving side, its Random Event, and who may rally (a mind knows)."""
    side = ctx.state.side
    with ctx.rolls_for(side):
        record = ctx.table(EVENT_ROLL, f"Wind Change and Random Event check, {side} RPh")
    fires.wind_changes(ctx, str(record.result))
    if _event_due(ctx, side, record.original):
        random_event(ctx, side)
    for whose in (side, opponent(side)):
        if mind_of(ctx.game, whose) is None:
            _chances_to_recover(ctx, whose)


def _chances_to_recover(ctx: Context, side: Side) -> None:
    """A10.6, A9.72, A4.44: who of a side may rally, in a good order, and what it may repair and recover."""
    ways, jobs, lying = rally.candidates(ctx.game, side), repair.jobs(ctx.game, side), list[str]()
    if side == ctx.state.side:
        near = sorted({unit.hex for unit in ctx.state.on_map(side) if unit.infantry and unit.good_order})
        lying = [f"{item} in {name}" for name in near for item in repair.lying(ctx.game, name, side)]
    parts = [f"rally: {rally.told(ways)}"] if ways else []
    parts += [f"repair {listed((job.name for job in jobs), 12)} (A9.72)"] if jobs else []
    parts += [f"recover {listed(lying, 12)} (A4.44)"] if lying else []
    if parts:
        ctx.tell(f"{side} may {'; '.join(parts)}.")


def _event_due(ctx: Context, side: Side, original: int) -> bool:
    """S2.2: the Original DR equals either RE#; ENEMY events wait for the first Activation."""
    if original not in ctx.state.re_numbers(side):
        return False
    if side == "ENEMY" and ctx.mission.events_need_activation and not ctx.state.enemy_activated:
        ctx.tell(f"Original {original} is an ENEMY RE#, but no ENEMY unit has been Activated yet: no event (S2.2).")
        return False
    return True


Step = Callable[[Context], None]


def go_on(ctx: Context) -> None:
    """The next act of a side the program plays; then end this phase and begin the next; before play, set-up."""
    if ctx.state.stage != "play":
        setup_stages.next_stage(ctx)
        if ctx.game.state.stage == "play":
            begin_phase(ctx, 1, ctx.mission.first_side, "RPh")
        return
    if any(act(ctx, side) for side in (ctx.state.side, opponent(ctx.state.side))):
        return
    waiting = bypass.must_go_on(ctx.game) or berserk_charge.waits_for(ctx.game, ctx.state.side)
    if waiting and mind_of(ctx.game, ctx.state.side) is None:
        raise Refused(waiting)
    end_phase(ctx)
    state = ctx.state
    place = PHASES.index(state.phase)
    if place + 1 < len(PHASES):
        begin_phase(ctx, state.turn, state.side, PHASES[place + 1])
        return
    second = state.side != ctx.mission.first_side
    if victory.wins_at_once(ctx):
        return
    if second and victory.mission_ends(ctx):
        return
    turn = state.turn + (1 if second else 0)
    begin_phase(ctx, turn, opponent(state.side), "RPh")


def act(ctx: Context, side: Side) -> bool:
    """S6: the next act of this phase, if the program plays the side. False if there is none."""
    mind = mind_of(ctx.game, side)
    return mind is not None and mind.act(ctx)


def begin_phase(ctx: Context, turn: int, side: Side, phase: Phase) -> None:
    """Begin a phase: first what was waiting for it, then its own steps."""
    ctx.emit(ev.PhaseBegan(turn, side, phase))
    pending.come_due(ctx)
    fires.phase_begins(ctx)
    massacre.fire_phase_begins(ctx)
    for step in BEGIN.get((side, phase), ()):
        step(ctx)


def end_phase(ctx: Context) -> None:
    """The upkeep at the end of the present phase."""
    side, phase = ctx.state.side, ctx.state.phase
    for step in END.get(phase, ()):
        step(ctx)
    close_combat.after_any_phase(ctx)
    concealment.show_the_tall(ctx)
    concealment.show_the_crowded(ctx)
    fires.phase_ends(ctx)
    portage.sink(ctx)
    entrenching.phase_ends(ctx)
    aircraft.phase_ends(ctx)
    for whose, flags, why in UPKEEP.get(phase, ()):
        _clear(ctx, "" if whose == "all" else side if whose == "attacker" else opponent(side), flags, why)
    if phase in FIRE_OVER:
        whose, gone = FIRE_OVER[phase]
        _fire_over(ctx, side if whose == "attacker" else opponent(side), gone)
    if phase == "MPh":
        for marker in list(ctx.state.markers.values()):
            if marker.kind in MPH_MARKERS:
                ctx.emit(ev.MarkerRemoved.of(marker, "end of the MPh (A8.2)"))
    if phase == "RPh":
        vehicle_hits.recover(ctx)
    if phase == "CCPh":
        _end_player_turn(ctx)


def _clear(ctx: Context, side: str, flags: tuple[Flag, ...], why: str) -> None:
    for flag in flags:
        pieces.take_off(ctx, flag, why, [unit for unit in ctx.state.units.values() if side in ("", unit.side)])


UPKEEP: dict[Phase, tuple[tuple[str, tuple[Flag, ...], str], ...]] = {
    "RPh": (
        ("all", ("rally-tried", "led-rally", "self-rallied", "keeps-dm"), "end of RPh (A10.6)"),
        ("all", ("repairing", "recovering", "deploying", "recombining", "transferring"), "end of RPh"),
    ),
    "MPh": (
        ("all", ("activated",), "end of the MPh (S5.3)"),
        ("attacker", ("human-wave",), "the Human Wave is over (A25.23)"),
        ("attacker", ("platoon",), "end of the MPh (D14.2)"),
        ("attacker", ("tired",), "end of the MPh (A4.51)"),
        ("attacker", ("hatch",), "end of the MPh (D5.33)"),
    ),
    "RtPh": (("all", ("routed", "low-crawl"), "end of RtPh (A10.5)"),),
    "APh": (("attacker", ("hatch",), "end of the APh (D5.33)"),),
    "DFPh": (("defender", ("first", "final"), "end of DFPh (A8.4)"),),
    "AFPh": (("attacker", ("prep", "opportunity"), "end of AFPh (A7.2)"),),
    "CCPh": (
        ("all", ("pinned",), "end of the Player Turn (A7.8)"),
        ("all", ("ti",), "end of the Player Turn (A4.8)"),
        ("all", ("intensive",), "end of the Player Turn (C5.6)"),
        ("all", ("stunned",), "end of the Player Turn (D5.34)"),
        ("all", ("acted", "fire-command", "move-command"), "end of the Player Turn (S6.1)"),
        ("all", ("defensive-action",), "end of the Player Turn (S6.12)"),
        ("all", ("moved", "drove", "assault", "advanced", "first", "final"), "end of the Player Turn"),
        ("all", ("recovering",), "end of the Player Turn (A4.44)"),
        ("all", ("hazardous",), "end of the Player Turn (A4.62)"),
        ("all", ("clearing",), "end of the Player Turn (B24.7)"),
        ("all", ("stopped", "by-road", "double-late"), "end of the Player Turn"),
        ("all", ("cc-attacked", "withdrawing"), "end of the CCPh (A11)"),
        ("all", ("waved",), "end of the Player Turn (A25.23)"),
        ("all", ("armored-assault",), "end of the Player Turn (D9.31)"),
        ("all", ("over-crest",), "end of the Player Turn (B20.94)"),
    ),
}
"""What is taken off the counters at the end of a phase: whose, which states, and why."""

FIRE_OVER: dict[Phase, tuple[str, tuple[WeaponFlag, ...]]] = {
    "DFPh": ("defender", ("fired", "first", "final")),
    "AFPh": ("attacker", ("fired", "prep")),
}
"""When a side's SW and mounted weapons may fire again, and what is taken off the SW."""

MPH_MARKERS = ("residual", "fire-lane")
"""What Defensive First Fire left behind and the end of the MPh removes (A8.2, A9.22)."""


def _fire_over(ctx: Context, side: Side, flags: tuple[WeaponFlag, ...]) -> None:
    """The fire phases of `side` are over: its weapons are ready again."""
    for weapon in list(ctx.state.weapons.values()):
        lost = tuple(flag for flag in flags if flag in weapon.flags)
        holder = ctx.state.units.get(weapon.holder)  # a captured SW fires with those who hold it (A21.1)
        if lost and (holder.side if holder else weapon.side) == side:
            ctx.emit(ev.WeaponChanged(weapon.id, (), lost, "fire phases over"))
    for unit in list(ctx.state.units.values()):
        spent = mounted.all_spent(unit)
        if unit.side == side and spent:
            ctx.emit(ev.ArmsChanged(unit.id, (), spent, "fire phases over"))


def _end_player_turn(ctx: Context) -> None:
    """FFE and what else was timed leaves the map; a pinned Sniper is free again (A14.31)."""
    sniper_check.player_turn_ends(ctx)
    now = ctx.state.player_turn
    for marker in list(ctx.state.markers.values()):
        if marker.until and marker.until <= now:
            ctx.emit(ev.MarkerRemoved.of(marker, "its time is over"))


# -- steps of phases ----------------------------------------------------------------------------------


def _calm(ctx: Context) -> None:
    _clear(ctx, ctx.state.side, ("panicked",), "its next Action is due (S6.21)")


def _mph_upkeep(ctx: Context) -> None:
    """A4.51: CX goes at the start of the MPh; who had it does not Double Time again at once."""
    cx = [unit for unit in ctx.state.units.values() if unit.side == ctx.state.side]
    pieces.take_off(ctx, "cx", "start of its MPh (A4.51)", cx, gained=("tired",))
    portage.before_the_charge(ctx)
    spotting.mph_begins(ctx)


def _enemy_actions_place(ctx: Context) -> None:
    """S6: the ENEMY's Actions have their place here: `next` does them one by one, or the player gives its orders."""
    if mind_of(ctx.game, "ENEMY"):
        return
    active = [unit.id for unit in ctx.state.on_map("ENEMY") if unit.good_order and "waits" not in unit.flags]
    waiting = [unit.id for unit in ctx.state.on_map("ENEMY") if "waits" in unit.flags]
    if active:
        ctx.tell(
            f"Activated ENEMY units: {listed(active, 12)}. Give their {ctx.state.phase} orders as you do your "
            "own: fire, move, advance …"
        )
    reach = ctx.figure("aa-free-range")
    if waiting:
        ctx.tell(f"{listed(waiting)} may fire only at aircraft, or at a Target within {reach} hexes (mission).")


BEGIN: dict[tuple[Side, Phase], tuple[Step, ...]] = {
    ("FRIENDLY", "RPh"): (rally.place_dm, rally_phase),
    ("FRIENDLY", "PFPh"): (_calm, command_control.command_phase, support_phase),
    ("FRIENDLY", "MPh"): (_mph_upkeep, aircraft.arrive),
    ("FRIENDLY", "DFPh"): (support_phase, aircraft.enemy_air, aircraft.enemy_heavy_aa, _enemy_actions_place),
    ("FRIENDLY", "RtPh"): (rout_phase.begin,),
    ("FRIENDLY", "CCPh"): (close_combat.begin,),
    ("ENEMY", "RPh"): (rally.place_dm, rally_phase, suspect_counters.recurring_reinforcements),
    ("ENEMY", "PFPh"): (_calm, support_phase, aircraft.enemy_heavy_aa, _enemy_actions_place),
    ("ENEMY", "MPh"): (_mph_upkeep, aircraft.notice, suspect_counters.move_suspects, _enemy_actions_place),
    ("ENEMY", "DFPh"): (support_phase,),
    ("ENEMY", "AFPh"): (_enemy_actions_place,),
    ("ENEMY", "RtPh"): (rout_phase.begin,),
    ("ENEMY", "APh"): (_enemy_actions_place,),
    ("ENEMY", "CCPh"): (close_combat.begin,),
}
"""What happens by itself when a phase begins, in order."""

END: dict[Phase, tuple[Step, ...]] = {
    "RPh": (rally.drop_dm, repair.forget),
    "PFPh": (small_arms.prep_fire_ends,),
    "MPh": (
        bypass.over,
        human_wave.run_out,
        end_of_drive.ends,
        motion_attempt.mph_ends,
        paatc.mph_ends,
        wagons.mph_ends,
        riding.mph_ends,
        cavalry_charge.mph_ends,
        berserk.mph_ends,
        minefields.mph_ends,
        charges.mph_ends,
        set_charges.mph_ends,
        scrounging.mph_ends,
        repair.forget,
        ordnance_fire.forget,
    ),
    "RtPh": (rout_phase.end,),
    "APh": (ordnance_fire.forget,),
    "CCPh": (close_combat.end, concealment.gain_all, vehicle_ift.unpin),
}
"""What happens by itself when a phase ends, before its upkeep."""
