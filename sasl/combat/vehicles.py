"""What fire on the IFT does to it."""

from __future__ import annotations

from sasl.combat.ift import Outcome
from sasl.core.records import RollRecord
from sasl.game.context import Context
from sasl.game.state import Unit


def ift_result(
    ctx: Context, unit: Unit, outcome: Outcome, record: RollRecord | None, column: int, why: str
) -> None:
    """A7.308: nothing yet."""
