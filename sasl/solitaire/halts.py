"""A move that halts under the eyes of the other side: who may fire at it (A8.1)."""

from __future__ import annotations

from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game.context import Game
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import opponent
from sasl.kernel.text import listed


def movers(game: Game) -> list[str]:
    """The units that move now and are where they were last fired at or may be."""
    moving, state = game.state.moving, game.state
    if moving is None or state.stage != "play" or state.phase != "MPh":
        return []
    return [key for key in moving.ids if key in state.units and state.units[key].hex in moving.hexes]


def may_answer(game: Game) -> list[str]:
    """Who may fire at the units that move now, nearest first: Defensive First Fire (A8.1)."""
    ids, moving, state = movers(game), game.state.moving, game.state
    if not ids or moving is None:
        return []
    other = opponent(state.units[ids[0]].side)
    if mind_of(game, other):
        return []  # it has fired, or holds its fire
    found = {
        name
        for place in moving.hexes
        for name in could_fire_at(game, other, [key for key in ids if state.units[key].hex == place])
    }
    places = {name: str(state.units[name].hex) for name in found}
    return sorted(found, key=lambda name: (game.board.distance(places[name], moving.hex), places[name], name))


def halt_words(game: Game) -> str:
    """`628a in M17: ENEMY 467a and 467b may fire`, or "" where no move has halted."""
    firers, moving = may_answer(game), game.state.moving
    if not firers or moving is None:
        return ""
    who, where = listed(movers(game), 4), listed(moving.hexes)
    return f"{who} in {where}: {game.state.units[firers[0]].side} {listed(firers, 5)} may fire"
