"""The hexes that a player names."""

from __future__ import annotations

from sasl.asl.game.context import Game, Refused


def known_hex(game: Game, text: str) -> str:
    """The proper name of a hex on the map in play. Refused with the board's own sentence otherwise."""
    try:
        return game.board.find(text)
    except ValueError as error:
        unit = game.state.units.get(text)
        if unit and unit.hex:
            raise Refused(
                f"{text} is a unit, in {unit.hex}: name the hex, and join several units with commas"
            ) from None
        raise Refused(str(error)) from None
