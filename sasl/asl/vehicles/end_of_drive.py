"""How the MPh of a vehicle ends: who is in Motion then, and who may not stay where it is (D2.4, D2.5, D2.6)."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import excess, is_able, movement_allowance
from sasl.asl.movement.ground.costs import PLAIN, Gait
from sasl.asl.vehicles import enemy_afv
from sasl.asl.vehicles.driving import backing, cost_of, stop, stop_mp, under_way


def ends(ctx: Context) -> None:
    """D2.4: who began in Motion and has spent no MP stops, and who has MP left for any hex it could wish for.

    D2.6: refused while a vehicle of the player is where it may not stay, and has the MP to leave. D2.5: MP gained by
    Excessive Speed are gone with the MPh.
    """
    for unit in [unit for unit in ctx.state.on_map(ctx.state.side) if unit.kind == "vehicle" and under_way(unit)]:
        if unit.mf:
            _may_stay(ctx.game, unit)
        if why := why_stops(ctx.game, unit):
            _stops(ctx, unit, why)
    for unit in list(ctx.state.units.values()):
        gone = tuple(sorted(excess(unit)))
        if gone:
            ctx.emit(ev.ArmsChanged(unit.id, (), gone, "end of the MPh (D2.5)"))


def why_stops(game: Game, unit: Unit) -> str:
    """Return why a vehicle that is under way stops when its MPh ends (D2.4), in words without a subject; "" if not."""
    if not unit.mf:
        return "was in Motion and spent no MP: it stops"
    if goes_on(game, unit) and not enemy_afv.barred_by(game, unit, unit.hex):
        return "has the MP to enter any adjacent hex, so it is not in Motion: it stops"
    return ""


def _stops(ctx: Context, unit: Unit, why: str) -> None:
    stop(ctx, unit)
    ctx.tell(f"{unit.id} {why} in {unit.hex} (D2.4).", hexes=(unit.hex,))


def _may_stay(game: Game, unit: Unit) -> None:
    """D2.6: refused where the player has left a vehicle with an AFV that it cannot kill, and could drive on."""
    foes = enemy_afv.barred_by(game, unit, unit.hex)
    left = movement_allowance(game, unit) - unit.mf
    if foes and mind_of(game, unit.side) is None and is_able(unit) and any(mp <= left for mp in _ways(game, unit)):
        raise Refused(
            f"{unit.id} may not end its MPh with {foes}, which it cannot kill there (D2.6): "
            f"drive it on, or by hand: set {unit.id} -motion"
        )


def goes_on(game: Game, unit: Unit) -> bool:
    """D2.4: whether a vehicle in Motion has MP left for each hex beside it that it may enter at all: then there is none
    it could wish for that it has not the MP to enter. One that cannot move, or must leave the map, wishes for none.
    """
    left = movement_allowance(game, unit) - unit.mf
    if left < stop_mp(game, unit) or not is_able(unit) or "recalled" in unit.flags:
        return False
    ways = _ways(game, unit)
    return bool(ways) and max(ways) <= left


def _ways(game: Game, unit: Unit) -> list[float]:
    """The MP of each hex beside a vehicle that it may enter, the turn included; in reverse if it backs (D2.24)."""
    gait = Gait.of("reverse", "motion") if backing(unit) else PLAIN
    found = []
    for name in game.board.neighbours(unit.hex):
        try:
            found.append(cost_of(game, unit, (unit.hex, name), gait))
        except Refused:
            continue
    return found
