"""Guns: who mans them, and what fire does to them (C10, C11)."""

from __future__ import annotations

from collections.abc import Collection

from sasl.asl.fire import ift
from sasl.asl.fire.ift import FinalDr, Outcome
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import casualties
from sasl.asl.ordnance import mounted
from sasl.kernel.memo import Memo

MARKS = frozenset({"prep", "first", "final"})


def crew(game: Game, gun: Unit) -> Unit | None:
    """C10.1, A21.13: the MMC that mans a Gun: who belongs to it, else an unbroken crew of its side without another Gun.

    Other MMC man only what they have recovered, or were given (A4.43-4.44).
    A Gun still belongs to a crew that is broken beside it: it is theirs again as they rally, and nobody else's
    (A4.43-4.431).
    """
    known = _CREWS.of((game.state.units,), dict)
    found = known.get(gun.id)
    if found is None or found[0] is not gun:
        found = known[gun.id] = gun, _crew(game, gun)
    return found[1]


def captured(game: Game, firer: Unit, weapon: str) -> int:
    """A21.11-21.13, A21.22: how often the penalties of a captured weapon apply: 0, 1 or 2.

    Once if it is captured, or its Gun or vehicle is manned by others than it is made for; a captured one that no crew
    mans is doubly strange to them, but not to an SMC alone in a vehicle.
    """
    sw = game.state.weapons.get(weapon)
    if sw is not None:
        return int("captured" in sw.flags)
    theirs = bool(firer.maker) or "captured" in firer.flags
    if firer.kind == "gun":
        men = crew(game, firer)
        return theirs + (men is not None and men.kind != "crew")
    hands = mounted.stand_in(firer)
    if not theirs:
        return int(bool(hands))
    return 1 + (bool(hands) and game.counter(firer.side, hands).kind in ("squad", "hs"))


_CREWS: Memo[dict[str, tuple[Unit, Unit | None]]] = Memo()
"""Who mans the Guns that were asked about, each as it was."""


def _crew(game: Game, gun: Unit) -> Unit | None:
    men = [unit for unit in game.state.units_at(gun.hex, gun.side) if unit.mmc and unit.infantry]
    owners = [unit for unit in men if unit.group == gun.id and not unit.flags & {"prisoner", "disarmed"}]
    here = [
        unit
        for unit in owners or [unit for unit in men if unit.kind == "crew" and not with_its_gun(game, unit)]
        if not unit.flags & {"broken", "prisoner", "melee", "disarmed", "berserk"}
        and in_culvert(unit) == in_culvert(gun)
    ]
    busy = MARKS - gun.flags  # the marks of fire that are not the Gun's own
    here.sort(key=lambda unit: (unit.group != gun.id, bool(unit.flags & busy), unit.kind != "crew", unit.id))
    return here[0] if here else None


def manned_by(game: Game, unit: Unit, *, working: bool = False) -> Unit | None:
    """C10.1: the Gun on the ground that an MMC mans where it is, or None; `working`: one that functions."""
    if not unit.mmc or not unit.hex:
        return None
    for gun in game.state.units_at(unit.hex, unit.side):
        if gun.kind == "gun" and not gun.carrier and not (working and gun.flags & {"malfunctioned", "disabled"}):
            men = crew(game, gun)
            if men is not None and men.id == unit.id:
                return gun
    return None


def with_its_gun(game: Game, unit: Unit) -> bool:
    """Whether an MMC is in the hex of the Gun it belongs to."""
    gun = game.state.units.get(unit.group)
    return unit.mmc and gun is not None and gun.kind == "gun" and gun.hex == unit.hex


def apart(game: Game, ids: Collection[str]) -> dict[str, tuple[str, ...]]:
    """C3.74, C11.4, C13.31: whom Random Selection may choose, a Gun with its crew; and who goes with each."""
    crews = {key: crew(game, game.state.units[key]) for key in ids if game.state.units[key].kind == "gun"}
    served = {men.id for men in crews.values() if men is not None}
    with_it = {key: () if (men := crews.get(key)) is None else (men.id,) for key in ids}
    return {key: (key, *with_it[key]) for key in ids if key not in served}


def ift_result(ctx: Context, unit: Unit, final: FinalDr, why: str, *, heavy: bool = False) -> None:
    """C11.4: a KIA of HE destroys Gun and crew; a K breaks the Gun and reduces its crew.

    `heavy`: the attack is of ordnance, OBA, a FT or DC. Small arms hurt a Gun only by A9.74.
    """
    outcome = final.outcome
    if outcome.kind not in ("KIA", "K") or unit.id not in ctx.state.units:
        return
    if not heavy:
        _chance_damage(ctx, unit, outcome, final.column)
        return
    men = crew(ctx.game, unit)
    if outcome.kind == "KIA":
        destroy(ctx, unit, f"{outcome}: {why} (C11.4)")
        return
    if "malfunctioned" not in unit.flags:
        pieces.change(ctx, unit, ["malfunctioned"], (), f"{outcome}: {why} (C11.4)")
    if men:
        casualties.reduce_unit(ctx, men, f"{outcome}: {why} (C11.4)")


def _chance_damage(ctx: Context, gun: Unit, outcome: Outcome, column: int) -> None:
    """A9.74: a KIA of small arms rolls a dr on the same column for the Gun: KIA destroys it, K breaks it, or destroys
    one that is broken.
    """
    if outcome.kind != "KIA" or not column:
        return
    record = ctx.roll("dr", f"Does {gun.id} survive? ({column} FP column)", rule="A9.74")
    found = ift.outcome(ctx.game, column, record.total)
    if found.kind == "KIA" or (found.kind == "K" and "malfunctioned" in gun.flags):
        ctx.emit(ev.UnitRemoved(gun.id, f"dr {record.total} is {found} (A9.74)"))
    elif found.kind == "K":
        pieces.change(ctx, gun, ["malfunctioned"], (), f"dr {record.total} is {found} (A9.74)")
    else:
        ctx.tell(f"{gun.id} survives: dr {record.total} is neither KIA nor K on that column (A9.74).")


def destroy(ctx: Context, gun: Unit, why: str) -> None:
    """C11.4: a Gun is destroyed with the crew that mans it."""
    men = crew(ctx.game, gun)
    ctx.emit(ev.UnitRemoved(gun.id, why))
    if men:
        casualties.eliminate(ctx, men, why)
