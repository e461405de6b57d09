"""A move that halts under the eyes of the other side: who may fire at it, and how it goes on (A8.1)."""

from __future__ import annotations

from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game.context import Game
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import opponent
from sasl.asl.movement import entering
from sasl.asl.movement.step import STOPS
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


def go_on_line(game: Game, line: str) -> str:
    """The rest of a `move` that halted, or of `enter auto`, for those who still can; "" where nothing is left of it."""
    if len(words := line.lower().split()) == 2 and "enter".startswith(words[0]) and words[1] == "auto":
        return "enter auto" if game.state.phase == "MPh" and entering.waiting(game, game.state.side) else ""
    if game.state.wave is not None:
        return "wave" if words and "wave".startswith(words[0]) else ""
    ids = [key for key in movers(game) if not game.state.units[key].flags & STOPS]
    moving, words = game.state.moving, line.split()
    if not ids or moving is None or len(words) < 3 or not "move".startswith(words[0].lower()):
        return ""
    places = [word.upper() for word in words[2:]]
    rest = words[2 + places.index(moving.hex) + 1 :] if moving.hex in places else words[-1:]
    if not any(word.upper() in game.board for word in rest):
        return ""
    return f"move {','.join(ids)} {' '.join(rest)}"
