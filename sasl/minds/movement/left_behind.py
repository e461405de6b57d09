"""The machine guns that lie where their men were broken: the crew or HS that is nearest goes back for each (A4.44)."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Weapon
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider

_FETCHERS: Memo[dict[str, str]] = Memo()


def fetches(game: Game, decider: Decider, unit_id: str) -> str:
    """The id of the MG that this unit goes back for, or "" (`fetch-range`: how far)."""
    far = decider.doctrine.value("fetch-range")
    if not far:
        return ""
    state = game.state
    parts = state.units, state.weapons, state.suspects, state.markers, decider.side, decider.doctrine, game.board
    return _FETCHERS.of(parts, lambda: _assign(game, decider.side, far)).get(unit_id, "")


def _assign(game: Game, side: Side, far: float) -> dict[str, str]:
    """Who goes for what, the best MG first."""
    state, found = game.state, dict[str, str]()
    lying = [item for item in state.weapons.values() if _worth_it(game, side, item)]
    if not lying:
        return found
    free = [
        unit
        for unit in state.on_map(side)
        if unit.kind in ("hs", "crew") and unit.good_order and not unit.flags & {"disarmed", "prisoner"}
        and not state.weapons_of(unit.id) and not unit.group
    ]  # fmt: skip
    for item in sorted(lying, key=lambda item: (-(game.counter_of(item).fp or 0), item.id)):
        away = {unit.id: game.board.distance(unit.hex, item.hex) for unit in free if unit.id not in found}
        nearest = min(away, key=lambda key: (away[key], key), default="")
        if nearest and away[nearest] <= far:
            found[nearest] = item.id
    return found


def _worth_it(game: Game, side: Side, item: Weapon) -> bool:
    """Whether it is a MG of the side that works and needs its men still (A4.41), in a hex without enemies and mines."""
    if item.side != side or item.holder or not item.hex or item.flags & {"malfunctioned", "dismantled"}:
        return False
    state = game.state
    held = state.units_at(item.hex, opponent(side)) or state.suspects_at(item.hex)
    return game.counter_of(item).silent_after_move and not held and not state.markers_at(item.hex, "minefield")
