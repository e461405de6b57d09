"""What keeps a shot of ordnance from being fired (C2, C3.33, C5.6, C8.5): the weapon, its crew, range, level, phase."""

from __future__ import annotations

from sasl.asl.fire.opportunity import BOUNDING, Opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.los.sight import hindrance_of
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns, mounted, ovr_prevention
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.terrain import pillboxes, smoke
from sasl.kernel.text import listed


def check(game: Game, found: Shot) -> None:
    """Refused, with the rule, unless this shot may be made now."""
    prevents = ovr_prevention.applies(game, found)
    if prevents:
        ovr_prevention.may_prevent(game, found)
    elif found.weapon in mounted.WEAPONS:
        usable(game, found.firer, found.weapon, found.kind, intensive=found.intensive)
    if found.intensive and not (prevents and ovr_prevention.is_last(found.firer)):
        may_intensify(game, found)
    check_line(game, found)
    if found.ammo == "smoke":
        _may_smoke(game, found.goal)


def _may_smoke(game: Game, goal: str) -> None:
    """C8.5, A24.1: refused but in the own PFPh or DFPh, before all other fire of it; into marsh or water."""
    state = game.state
    if ground := smoke.drowns(game, goal):
        raise Refused(f"no SMOKE is placed in the {ground} of {goal} (A24.1)")
    if state.phase not in ("PFPh", "DFPh"):
        raise Refused(f"SMOKE is fired in one's own PFPh or DFPh; this is {state.moment} (C8.5)")
    if state.opened_fire:
        raise Refused("something else has been fired: SMOKE comes before all other fire of the phase (C8.5)")


def check_line(game: Game, found: Shot) -> None:
    """Refused unless a weapon that may fire may do so at this Target from where it is."""
    firer, goal = found.firer, found.goal
    item = game.counter_of(game.state.weapons.get(found.weapon, firer))
    distance = game.board.distance(firer.hex, goal)
    if item.min_range and distance < item.min_range:
        raise Refused(f"{found.name} cannot fire at less than {item.min_range} hexes; {goal} is {distance} (C3.33)")
    if found.weapon in game.state.weapons and found.kind.sustained:
        raise Refused(f"{found.name} has fired: only small arms, MG and IFE may use {found.kind.name} (A8.3)")
    if found.weapon in game.state.weapons and found.gun.mortar:
        _has_not_moved(firer, found.kind, found.name)
    if found.target == "Area":
        _may_shell(game, found, distance)
    if found.weapon in mounted.WEAPONS and not found.gun.mortar and item.mode != "AA":
        levels(game, firer, goal)
    limit = item.range if found.gun.mortar or found.latw else None
    if limit is not None and distance > limit:
        raise Refused(f"{found.name} reaches {limit} hexes; {goal} is {distance} away (C3)")
    if found.intensive and found.kind.flag == "final" and ("first" not in firer.flags or distance > 1):
        raise Refused(
            f"{found.name} has First Fired: its Intensive Fire in the DFPh is at ADJACENT Targets only (A8.41)"
        )
    hindrance_of(game, found.eye, goal)
    if found.gun.mortar and in_culvert(firer):
        raise Refused(f"{found.name} cannot fire from IN the Culvert (OtO 3.3)")
    if found.gun.mortar and pillboxes.around(game, firer):
        raise Refused(f"{found.name} cannot fire from inside a pillbox (B30.2)")
    if found.gun.mortar and game.board.terrain(firer.hex).has("wooden-building", "stone-building"):
        raise Refused(f"{found.name} cannot fire from inside a building (C9.1)")
    if found.target == "Vehicle" and found.at and found.kind.moving:
        moving = game.state.moving
        if moving and found.at.id not in moving.ids:
            raise Refused(f"{found.at.id} is not moving: Defensive First Fire is only at moving units (A8.1)")


def _may_shell(game: Game, found: Shot, distance: int) -> None:
    """C3.33: refused where the Area Target Type may not be used."""
    if not distance:
        raise Refused(f"{found.name} cannot use the Area Target Type in its own hex (C3.33)")
    if found.kind == BOUNDING or (found.firer.kind == "vehicle" and "motion" in found.firer.flags):
        raise Refused(f"{found.name}: no Area Target Type as Bounding First Fire or in Motion (C3.33)")
    all_rof = not found.gun.mortar and found.ammo != "smoke" and not found.intensive
    if all_rof and found.firer.kind == "gun" and found.firer.flags & guns.MARKS:
        raise Refused(f"{found.name} has already fired, and the Area Target Type uses up its ROF (C3.33)")


def levels(game: Game, firer: Unit, goal: str) -> None:
    """C2.6: refused if a Gun or vehicle weapon would have to fire up or down more steeply than it can."""
    board = game.board
    rise = abs(board.terrain(goal).elevation - board.terrain(firer.hex).elevation)
    if goal != firer.hex and rise > board.distance(firer.hex, goal):
        raise Refused(f"{goal} is {rise} levels above or below {firer.id}, and not that many hexes away (C2.6)")


def usable(game: Game, firer: Unit, weapon: str, kind: Opportunity, *, intensive: bool = False) -> None:
    """Refused unless the mounted weapon works, is manned and has fire left."""
    if weapon not in (*mounted.weapons(game, firer), "MA" if firer.kind == "cupola" else ""):
        have = listed(mounted.weapons(game, firer)) or "no weapon at all"
        raise Refused(f"{firer.id} has no {weapon}: it carries {have} (D1.8)")
    why = mounted.broken(firer, weapon)
    if why:
        raise Refused(f"the {weapon} of {firer.id} {why}")
    if mounted.NO_FIRE in firer.arms:
        raise Refused(f"{firer.id} is under a No Fire counter (C5.64)")
    if mounted.spent(firer, weapon) and not intensive:
        if firer.kind == "gun":
            raise Refused(f"{firer.id} has lost its ROF, or its crew has fired something else (C2.24, A7.351)")
        raise Refused(f"the {weapon} of {firer.id} has already fired and lost its ROF (C2.24)")
    if (other := {"MA": "RMG", "RMG": "MA"}.get(weapon, "")) and mounted.spent(firer, other):
        raise Refused(f"the {other} of {firer.id} has fired: its {weapon} may not fire in the same phase (D1.82)")
    if kind.advancing and firer.kind == "vehicle" and mounted.bounded(game, firer, weapon):
        raise Refused(
            f"{firer.id} has fired in its MPh: only an MA that was its sole weapon to fire and kept "
            "its ROF may fire again (D3.31)"
        )
    if why := mounted.unmanned(game, firer, weapon) or mounted.cramped(game, firer, weapon):
        raise Refused(why)
    if firer.carrier or "limbered" in firer.flags:
        raise Refused(f"{firer.id} is limbered or towed (C10.1)")
    shots = game.state.moving.shots if game.state.moving and kind.moving else ()
    name = firer.id if firer.kind == "gun" else f"{firer.id} {weapon}"
    if game.state.moving and shots.count(name) >= max(1, int(game.state.moving.spent)):
        raise Refused(
            f"{name} has already fired at them once for each MP expenditure in {game.state.moving.hex} (A8.14)"
        )
    if firer.kind == "gun":
        _manned(game, firer, kind)


def _manned(game: Game, gun: Unit, kind: Opportunity) -> None:
    men = guns.crew(game, gun)
    if men is None:
        raise Refused(f"nobody unbroken mans {gun.id} (C10.1)")
    if men.flags & {"ti", "shocked"} or "routed" in men.flags:
        raise Refused(f"{men.id}, manning {gun.id}, is unable to fire (A4.8)")
    if kind.flag and kind.flag in men.flags and kind.flag not in gun.flags:
        raise Refused(f"{men.id} has fired and cannot man {gun.id} in this phase (A7.351)")
    _has_not_moved(men, kind, gun.id)


def _has_not_moved(men: Unit, kind: Opportunity, name: str) -> None:
    """C5.2: refused if those who man a Gun or mortar have moved in this Player Turn."""
    if kind.advancing and "moved" in men.flags:
        raise Refused(f"{men.id} has moved: {name} may not fire in the AFPh (C5.2)")


def may_intensify(game: Game, found: Shot) -> None:
    """C5.6: Intensive Fire is one more shot of a Gun that has used up its ROF."""
    item = game.counter_of(found.firer)
    if found.weapon != "MA" or (found.gun.mortar and found.firer.kind != "gun") or found.gun.ife or found.latw:
        raise Refused("only a Gun or a vehicle's MA can use Intensive Fire (C5.6)")
    if item.no_intensive:
        raise Refused(f"{found.firer.id} may not use Intensive Fire (C5.6)")
    if "intensive" in found.firer.flags:
        raise Refused(f"{found.firer.id} has used Intensive Fire already (C5.6)")
    if not mounted.spent(found.firer, "MA"):
        raise Refused(f"{found.firer.id} still has its ROF: Intensive Fire is possible only after losing it (C5.6)")
    if found.kind.name in ("Advancing Fire", "Bounding First Fire"):
        raise Refused(f"no Intensive Fire as {found.kind.name} (C5.6)")
    men = guns.crew(game, found.firer) if found.firer.kind == "gun" else found.firer
    if men and ("pinned" in men.flags or mounted.pinned_at_arms(game, men)):
        raise Refused(f"{men.id} is pinned: no Intensive Fire (C5.6)")
    if men and found.firer.kind == "gun" and "final" in men.flags:
        raise Refused(f"{men.id} has Final Fired: no Intensive Fire (C5.6)")
