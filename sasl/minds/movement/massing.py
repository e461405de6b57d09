"""Whom a strike that is due would catch (S8.7): men who end their move apart lose less to one FFE."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.oba.artillery import STRIKE_TABLE
from sasl.asl.stacking import squads_in
from sasl.content.tables.doctrine import Doctrine
from sasl.solitaire.pending import strike_is_due

STRIKE_MF = "strike-mf"
"""The figure of what each squad is worth that one FFE would catch besides."""


def price(game: Game, doctrine: Doctrine, units: Sequence[Unit], name: str) -> float:
    """Return the MF that it is worth not to end in a hex where a strike would catch others as well."""
    worth = doctrine.value(STRIKE_MF)
    return worth * caught_with(game, units, name) if worth else 0.0


def caught_with(game: Game, units: Sequence[Unit], name: str) -> float:
    """Return how many squads of their side an FFE on a hex would catch besides these units, if a strike is due."""
    if units[0].side != "FRIENDLY" or not strike_is_due(game, "DFPh"):
        return 0.0
    radius, going = int(game.library.table(STRIKE_TABLE).value(1)["radius"]), {unit.id for unit in units}
    near = [unit for unit in game.state.on_map("FRIENDLY") if game.board.distance(unit.hex, name) <= radius]
    return squads_in(game, [unit for unit in near if unit.known and unit.id not in going])
