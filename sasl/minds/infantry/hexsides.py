"""RPh: who of a side claims Wall Advantage of his own will, and who gives it up (B9.322)."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.fire.drm import crossed_sides
from sasl.asl.game.context import Game
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.terrain import walls
from sasl.minds.act import Act, Decider


def advantage(game: Game, decider: Decider) -> Iterator[Act]:
    """Units with TEM in their hex claim a better wall if every enemy who sees them is beyond it, else let it go."""
    places = walls.fenced_hexes(game.board)
    for unit in game.state.on_map(decider.side) if places else ():
        if unit.hex not in places or walls.why_not(game, unit) or walls.must(game, unit):
            continue
        if unit.flags & walls.FIXED.keys() or walls.denied_by(game, unit):
            continue
        has, wants = walls.has(game, unit), _wants(game, unit)
        if wants is not None and wants != has:
            word, what = ("claim", "claims") if wants else ("forfeit", "gives up")
            why = "every enemy who sees it is" if wants else "not every enemy who sees it is"
            title = f"{unit.id} {what} Wall Advantage {walls.words(game, unit)}"
            least = walls.in_hex_tem(game, unit)
            reasons = (f"its hex gives it +{least}; {why} beyond a better wall or hedge (B9.31)",)
            yield Act(f"{unit.id} wall", f"wall {unit.id} {word}", title, reasons, (unit.id,), target=unit.hex or "")


def _wants(game: Game, unit: Unit) -> bool | None:
    """Whether Wall Advantage is to the good of a unit; None if nobody sees it."""
    name, board = unit.hex or "", game.board
    reach = game.figure("concealment-range")
    known = [foe for foe in game.state.on_map(opponent(unit.side)) if foe.good_order and foe.known]
    foes = {foe.hex or "" for foe in known if foe.kind != "aircraft"}
    seen_from = [
        place
        for place in sorted(foes)
        if board.distance(place, name) <= reach and place != name and look(game, place, name).exists
    ]
    if not seen_from:
        return None
    sides, least = walls.fences(board, name), walls.in_hex_tem(game, unit)
    for place in seen_from:
        kinds = walls.kinds(board, name, sides & crossed_sides(name, place))
        if max((board.chart.hexsides[kind].tem for kind in kinds), default=0) <= least:
            return False
    return True
