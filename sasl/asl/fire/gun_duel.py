"""Gun Duels (C2.2401): a vehicle that is about to be fired at in its MPh may fire first, if it aims as fast."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sasl.asl.fire.fire_groups import Order
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import guns, vehicle_mg
from sasl.asl.ordnance.aiming import bearing, cases, to_hit
from sasl.asl.ordnance.aiming.aim import Shot
from sasl.kernel.frozen import Frozen

TARGET_CASES = "C6"
"""The DRM of the target and the line, which do not count for who is faster, by their rules."""

Aims = Callable[[Game, Unit, str], object]
"""What a vehicle would fire with its MA at a hex now. Refused if it may not."""


class Duel(Frozen):
    """A vehicle that may fire first at who is about to fire at it: where they are, and the Gun Duel DRM of both."""

    vehicle: str
    at: str
    theirs: int
    ours: int


def drm_of_shot(game: Game, shot: Shot) -> int:
    """C2.2401: the Firer-Based DRM of a shot of ordnance, and its Acquisition."""
    mods = (mod for mod in cases.firer_mods(game, shot) if not mod.rule.startswith(TARGET_CASES))
    return sum(mod.value for mod in mods) - cases.acquired(game, shot, shot.at)


def drm_of_burst(game: Game, burst: vehicle_mg.Burst) -> int:
    """The same of a mounted MG or IFE: its change of CA, as if it were ordnance."""
    hard = bearing.turns_hard(game, burst.firer)
    return to_hit.turning(game, game.counter_of(burst.firer).turret, burst.turn.spines, hard)


def drm_of_men(game: Game, found: Order) -> int:
    """The same of small arms: the worst off of them, and who directs them."""
    names = {"cx-firer": "cx", "encircled-firer": "encircled", "case-d": "pinned", "wire-firer": "on-wire"}
    units = [shooter.unit for shooter in found.shooters]
    facts = {fact: int(any(flag in unit.flags for unit in units)) for fact, flag in names.items()}
    led = max((leadership.drm(unit) for unit in found.directors), default=0)
    return sum(mod.value for mod in to_hit.drm(game, facts)) + led


def duels(game: Game, firers: Sequence[Unit], name: str, theirs: int, aims: Aims) -> Iterator[Duel]:
    """C2.2401: the vehicles that move in a hex and may fire first at these Known firers, out of one hex."""
    state, places = game.state, {unit.hex for unit in firers}
    moving = state.moving
    if state.phase != "MPh" or moving is None or len(places) != 1 or name not in moving.hexes or name in places:
        return
    if firers[0].side == state.side or not all(_known(game, unit) for unit in firers):
        return
    if moving.how in ("overrun", "overran"):
        return
    (at,) = places
    for unit in state.present(moving.ids):
        if unit.kind != "vehicle" or unit.hex != name:
            continue
        try:
            shot = aims(game, unit, at)
        except Refused:
            continue
        if isinstance(shot, Shot) and not shot.turn.spines:
            ours = drm_of_shot(game, shot)
            if ours <= theirs:
                yield Duel(unit.id, at, theirs, ours)


def _known(game: Game, unit: Unit) -> bool:
    """Whether a firer is seen, with the Gun he mans."""
    gun = guns.manned_by(game, unit) if unit.mmc else None
    return unit.known and (gun is None or gun.known)


def wants(ctx: Context, duel: Duel, odds: str) -> bool:
    """C2.2401: who moves decides whether his vehicle tries to fire first; `odds`: what its shot would do."""
    side = ctx.state.units[duel.vehicle].side
    text = (
        f"{duel.vehicle} is about to be fired at from {duel.at}. Try to fire first? "
        f"Gun Duel DRM {duel.ours:+d} against {duel.theirs:+d}{', equal: by a dr' * (duel.ours == duel.theirs)}"
        f"{f'; its shot: {odds}' if odds else ''}."
    )
    return ctx.yes(
        text,
        default=False,
        rule="C2.2401",
        hexes=(duel.at,),
        whose=side,
        id="gun-duel",
        subject=(duel.vehicle, duel.at),
    )


def is_first(ctx: Context, duel: Duel) -> bool:
    """C2.2401: the lower DRM fires first; of equal ones the lower dr, and of equal dr who was about to [house].

    The rule compares their Final To Hit DR and lets both roll before either takes effect.
    """
    if duel.ours < duel.theirs:
        return True
    unit = ctx.state.units[duel.vehicle]
    with ctx.rolls_for(unit.side):
        own = ctx.roll("dr", f"Gun Duel: {duel.vehicle} (the lower total fires first)", rule="C2.2401").total
    other = ctx.roll("dr", f"Gun Duel: the firer in {duel.at}", rule="C2.2401").total
    return own < other
