"""RPh: what the other side, or a wreck, has left: Guns to be turned round (A21.11), MG and small arms (D10.5)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import repair, scrounging
from sasl.asl.preview import percent
from sasl.kernel.transaction import allows
from sasl.minds.act import Act, Decider
from sasl.orders.recovery_orders import Scrounge


def guns_left(game: Game, decider: Decider) -> Iterator[Unit]:
    """A21.11: the Guns of the other side that work and that nobody mans."""
    for gun in game.state.on_map(opponent(decider.side)):
        if gun.kind == "gun" and not gun.flags & {"malfunctioned", "disabled"} and repair.is_free(game, gun):
            yield gun


def scrounges(game: Game, decider: Decider) -> Iterator[Act]:
    """D10.5: who has no arms Scrounges some; and for a MG who Holds a hex that no Known enemy sees, and has no SW: it
    is TI then, and would have nothing to do."""
    for unit in game.state.on_map(decider.side):
        why = _wants(game, decider, unit)
        if not why or unit.id in game.state.passed or not allows(scrounging.may_scrounge, game, unit):
            continue
        left = scrounging.sources(game, unit.hex)[0]
        odds = percent(_found(game))
        title = f"{unit.id} Scrounges {left.id} in {unit.hex}: {odds}"
        yield Act(unit.id, Scrounge(unit.id), title, (f"{why} (D10.5)", f"dr: {odds}; it is TI then"), (unit.id,))


def _wants(game: Game, decider: Decider, unit: Unit) -> str:
    """Why a unit would give a Player Turn for what it may find, or ""."""
    if not unit.mmc or not unit.hex:
        return ""
    if "disarmed" in unit.flags:
        return "it is unarmed"
    idle = decider.doctrine.orders == "action" and unit.attitude == "Hold" and unit.good_order
    if not idle or game.state.weapons_of(unit.id) or unit.group or _seen(game, unit):
        return ""
    return "it has no SW, and no Known enemy sees it"


def _seen(game: Game, unit: Unit) -> bool:
    """Whether a Known enemy has LOS to a unit, as far as concealment is lost (A12.14)."""
    far = game.figure("concealment-range")
    foes = {foe.hex for foe in game.state.on_map(opponent(unit.side)) if foe.known and foe.kind != "aircraft"}
    return any(
        game.board.distance(unit.hex, name) <= far and look(game, unit.hex, name).exists for name in sorted(foes)
    )


def _found(game: Game) -> Fraction:
    """D10.5: how likely the dr finds something."""
    table = game.library.table("vehicles.scrounge")
    odds = table.odds()
    return sum((odds[row.label] for row in table.rows if str(table.pick(row)) == "found"), start=Fraction(0))
