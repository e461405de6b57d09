"""Bearing on a target (C5.1, C5.11-5.13): the turn a weapon makes for a shot, and where turning is hard."""

from __future__ import annotations

from sasl.asl.fire.opportunity import BOUNDING, Opportunity, at_dash
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

INSIDE = ("woods", "wooden-building", "stone-building", "rubble")


def inside(game: Game, firer: Unit) -> bool:
    """C5: whether it is in woods, rubble or a building, and not past them in Bypass: turning and firing are harder."""
    return game.board.terrain(firer.hex).has(*INSIDE) and not in_bypass(game.state, firer)


def turns_hard(game: Game, firer: Unit) -> bool:
    """C5.11: whether Case A is doubled: `inside`, but for a vehicle where a road leads through the woods."""
    by_road = firer.kind == "vehicle" and bool(game.board.terrain(firer.hex).road)
    return inside(game, firer) and not by_road


def turning(
    game: Game, firer: Unit, weapon: str, goal: str, wanted: str = "", kind: Opportunity | None = None
) -> arcs.Turn:
    """C5.1: the turn to bear on `goal` for fire of this kind. Refused if the weapon may not turn that far."""
    if wanted and not arcs.all_round(game, firer, weapon):
        here = parse_hex(firer.hex)
        if wanted not in vertex_names(here):
            raise Refused(
                f"{wanted} is not a CA of {firer.id} in {firer.hex}: name one of {', '.join(vertex_names(here))}"
            )
    turn = arcs.turn_to(game, firer, weapon, goal, wanted)
    if wanted and not arcs.all_round(game, firer, weapon) and not arcs.in_front(firer, wanted, weapon, goal):
        raise Refused(f"{goal} does not lie in the CA {wanted} (C3.2)")
    if not turn.spines:  # D3.51: as dear as for the weapon that has turned it
        return replace(turn, spines=mounted.turned(firer, weapon)) if firer.kind == "vehicle" else turn
    if weapon in ("BMG", "RMG"):
        raise Refused(f"{goal} lies outside the arc of {firer.id}'s {weapon}, which does not turn by itself (D1.81)")
    if kind and at_dash(game, kind):
        raise Refused(
            f"{firer.id} cannot turn to {goal} in time to fire at units dashing across the road there (A4.63)"
        )
    if kind == BOUNDING:
        return _turned_by_mp(firer, goal, turn)
    if firer.kind == "gun" and _has_fired(game, firer) and inside(game, firer) and game.counter_of(firer).mode != "MTR":
        raise Refused(f"{firer.id} has fired out of {firer.hex} in this phase and keeps its CA (C5.11)")
    if not turn.turret:
        stuck = firer.flags & {"immobile", "bogged", "pinned", "limbered"}
        if stuck:
            raise Refused(f"{firer.id} is {listed(sorted(stuck))} and cannot turn its CA to {goal} (C5.1, D8.1)")
        men = guns.crew(game, firer) if firer.kind == "gun" else None
        if men and "pinned" in men.flags:
            raise Refused(f"{men.id} is pinned: {firer.id} cannot change its CA (A7.8)")
    return turn


def _turned_by_mp(firer: Unit, goal: str, turn: arcs.Turn) -> arcs.Turn:
    """C5.13, D3.12: in its own MPh a turret turns with the MP spent, without Case A; the hull turns only for MP."""
    if not turn.turret:
        raise Refused(f"{goal} lies outside the CA of {firer.id}, which turns for MP only in its MPh (C5.13, D2.11)")
    if not firer.mf:
        raise Refused(f"{firer.id} has spent no MP with which its turret could turn to {goal} (C5.13, D3.12)")
    return replace(turn, spines=0)


def _has_fired(game: Game, gun: Unit) -> bool:
    """Whether a Gun bears the mark of a shot in this fire phase."""
    marks = {"PFPh": {"prep"}, "MPh": {"first", "final"}, "DFPh": {"final"}}
    return bool(gun.flags & marks.get(game.state.phase, set()))
