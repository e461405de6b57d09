"""OVR Prevention (C5.64): the last shot of a Gun at the vehicle that is about to overrun it."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership, morale_checks
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import arcs
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.asl.ordnance.aiming.bearing import inside
from sasl.kernel.rolling.records import RollRecord

FIRED = frozenset({"first", "final", "intensive"})
"""The counters of a Gun that has fired: its shot is Intensive Fire then, and its last (C5.641)."""


def applies(game: Game, found: Shot) -> bool:
    """Whether it is a shot of a Gun at the vehicle that has paid for an Overrun of its hex and waits for its fire."""
    moving = game.state.moving
    if moving is None or found.weapon != "MA" or found.at is None or not threatened(game, found.firer):
        return False
    return found.kind.moving and found.at.id in moving.ids and found.at.hex == moving.hex


def threatened(game: Game, gun: Unit) -> bool:
    """C5.64: whether a vehicle has paid for an Overrun of the hex of a Gun, and waits for its fire."""
    moving = game.state.moving
    return moving is not None and moving.how == "overrun" and gun.kind == "gun" and gun.hex == moving.hex


def is_last(gun: Unit) -> bool:
    """C5.641: whether a Gun has fired in this Player Turn, so that the shot is Intensive Fire and No Fire follows."""
    return bool(gun.flags & FIRED) or mounted.spent(gun, "MA")


def may_prevent(game: Game, found: Shot) -> None:
    """C5.64: refused, with the rule, unless a Gun has this shot, however often it has fired."""
    gun, moving = found.firer, game.state.moving
    if mounted.NO_FIRE in gun.arms:
        raise Refused(f"{gun.id} is under a No Fire counter (C5.64)")
    if why := mounted.broken(gun, "MA"):
        raise Refused(f"the MA of {gun.id} {why}")
    men = guns.crew(game, gun)
    if men is None or "pinned" in men.flags or "ti" in men.flags:
        raise Refused(f"nobody unpinned mans {gun.id} (C5.6)")
    if is_last(gun) and not found.intensive:
        raise Refused(f"{gun.id} has fired: OVR Prevention is Intensive Fire, as in: fire {gun.id} {gun.hex} intensive")
    if is_last(gun) and game.counter_of(gun).no_intensive:
        raise Refused(f"{gun.id} may not use Intensive Fire (C5.63)")
    if is_last(gun) and inside(game, gun) and moving and not arcs.bears(game, gun, "MA", moving.came_from or gun.hex):
        raise Refused(
            f"{gun.id} has fired out of its cover and cannot turn again: {moving.came_from} is outside its CA (C5.64)"
        )


def crew_holds(ctx: Context, found: Shot, record: RollRecord | None) -> bool:
    """C5.64: the To Hit DR is a NMC of those who man the Gun. False if they break or are pinned: it is no hit."""
    men = guns.crew(ctx.game, ctx.state.units[found.firer.id])
    if men is None or record is None or not record.dice:
        return True
    check = morale_checks.same_dice(
        ctx, men, record, leadership.leader_modifier(ctx.game, men), "OVR Prevention (C5.64): the same DR as a NMC"
    )
    morale_checks.consequences(ctx, men, check, "OVR Prevention (C5.64)")
    now = ctx.state.units.get(men.id)
    if now is not None and not now.flags & {"broken", "pinned"}:
        return True
    ctx.tell(f"{men.id} fails its NMC: the shot of {found.firer.id} is cancelled (C5.64).")
    return False


def ends_its_fire(ctx: Context, gun: Unit) -> None:
    """C5.64: a Gun that had fired before gets a No Fire counter for this Player Turn."""
    if gun.id in ctx.state.units and is_last(gun):
        ctx.emit(ev.ArmsChanged(gun.id, (mounted.NO_FIRE,), (), "OVR Prevention (C5.64)"))
