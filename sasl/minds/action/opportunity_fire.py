"""Opportunity Fire (A7.25): who waits in the PFPh for those who will show when others move.

A side that gives Actions by DR waits only with units that have a Fire Command, while others of it are sent forward.
"""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.fire import firing
from sasl.asl.fire.opportunity import is_mg, silenced
from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import seen_from
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider
from sasl.minds.action import prospects
from sasl.minds.fire.choice import Choice
from sasl.orders.fire_orders import Hold

MOST_NAMED = 4
"""How many hexes are named among the reasons."""


def waits(game: Game, decider: Decider, unit: Unit, least: float, able: Sequence[Choice]) -> Act | None:
    """A7.25: a unit with a heavy MG, few Targets and nowhere better to go waits for the concealed; None if it does not.

    It fires in the AFPh with all its FP at whoever has shown himself; `least`: the harm that its move is worth.
    """
    worth = decider.doctrine.value("opportunity-fire")
    far = heavy_range(game, unit)
    if not far or least > worth or any(choice.worth >= worth or choice.range <= 1 for choice in able):
        return None
    places = _expected(game, unit, far) if worth else []
    if not places or firing.why_not_hold(game, unit):
        return None
    best = f"{able[0].title}: too little expected loss" if able else "it sees no Target now"
    why = (f"it watches {listed(places, MOST_NAMED)}", best, decider.doctrine.words("opportunity-fire"))
    title = f"{unit.id} in {unit.hex} waits for Opportunity Fire (A7.25)"
    return Act(unit.id, Hold((unit.id,)), title, why, (unit.id,))


def commanded(game: Game, decider: Decider, unit: Unit, able: Sequence[Choice]) -> Act | None:
    """A7.25, S6.1: a unit with a Fire Command waits if men of its side are likely to draw fire of those it watches.

    `able`: its Targets now.
    """
    act = waits(game, decider, unit, 0.0, able) if "opportunity" not in unit.flags else None
    if act is None:
        return None
    near = game.figure("mmc-mf") + heavy_range(game, unit)
    forward = (
        other for other in game.state.on_map(unit.side)
        if other.id != unit.id and other.infantry and other.mmc and game.board.distance(unit.hex, other.hex) <= near
    )  # fmt: skip
    likely = decider.doctrine.value("opportunity-moves")
    draws = next((other.id for other in forward if prospects.moves(game, decider, other) >= likely), "")
    if not draws:
        return None
    why = f"{draws} is likely to draw their fire: {decider.doctrine.words('opportunity-moves')}"
    return replace(act, reasons=(*act.reasons, why))


def heavy_range(game: Game, unit: Unit) -> int:
    """The normal range of the best heavy MG that men have and can fire; 0 if there is none."""
    heavy = silenced(game, unit) if unit.infantry and unit.mmc else []
    return max((game.counter_of(weapon).range or 0 for weapon in heavy if is_mg(game, weapon)), default=0)


def _expected(game: Game, unit: Unit, far: int) -> list[str]:
    """The hexes in LOS and normal range with S? or concealed enemies in them."""
    state, board = game.state, game.board
    places = {
        other.hex
        for other in state.on_map(opponent(unit.side))
        if "concealed" in other.flags and "hidden" not in other.flags
    }
    if unit.side == "FRIENDLY":
        places |= state.suspect_hexes
    near = [name for name in places if name != unit.hex and board.distance(unit.hex, name) <= far]
    seen = seen_from(game, unit.hex) if near else {}
    return sorted((name for name in near if seen[name].exists), key=lambda name: (board.distance(unit.hex, name), name))
