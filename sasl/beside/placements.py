"""What to do on the VASL map (or any other) after a command: counters to place, move, turn and take off, by hex."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.beside.differences import Difference, differences
from sasl.beside.matching import Matching
from sasl.beside.pieces import Piece, markers_of, of_game


def placements(before: Game, after: Game) -> list[str]:
    """What a command has changed on the map, as things to do there, but those that VASL showed at the last look."""
    if before.state is after.state:
        return []
    old = {item.id: item for item in _all(before)}
    new = {item.id: item for item in _all(after)}
    both = Matching(
        pairs=[(item, old[key]) for key, item in new.items() if key in old],
        here=[item for key, item in new.items() if key not in old],
        there=[item for key, item in old.items() if key not in new],
    )
    return [item.to_do() for item in differences(both) if not _shown(after, item)]


def _all(game: Game) -> list[Piece]:
    return [*of_game(game), *markers_of(game)]


def _shown(game: Game, item: Difference) -> bool:
    """Whether VASL showed it so at the last look: its own counter did, or one that the game did not know."""
    here = item.here
    if here is None:
        return False
    for counter in game.state.vasl.seen.values():
        same = counter.id == here.id or (not counter.id and _fits(counter.name, here))
        if same and counter.hex == here.hex and (item.what != "states" or counter.states == tuple(sorted(here.states))):
            return item.what != "other" or counter.name == here.name
    return False


def _fits(name: str, here: Piece) -> bool:
    return name in (here.name, "") if here.sort == "suspect" else name == here.name
