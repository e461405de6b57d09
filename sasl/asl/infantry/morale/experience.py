"""How good a unit is at what it does (A1.25, A19.3): Elite, Inexperienced, or neither."""

from __future__ import annotations

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC
from sasl.asl.game.state import Unit

RAW = ("Green", "Conscript")


def inexperienced(game: Game, unit: Unit) -> bool:
    """A19.2-19.3: whether it is Green, Conscript or unarmed; SMC and crews never are."""
    return unit.kind not in SMC and ("disarmed" in unit.flags or game.counter_of(unit).quality in RAW)


def engineer(game: Game, unit: Unit) -> bool:
    """H1.22, A25.01, A25.12: whether an MMC is an Assault Engineer: one of a type that can be, where the mission makes
    those of its side so (OtO-S1 MSR 2), or because an event said so.
    """
    made_so = unit.role == "engineer" or (unit.side == "FRIENDLY" and game.mission.hook("engineers"))
    return made_so and unit.mmc and game.counter_of(unit).assault_engineer


def elite(game: Game, unit: Unit) -> bool:
    """A1.11, A1.123, A1.25: Elite squads and HS, Infantry crews and SMC."""
    return unit.kind in (*SMC, "crew") or game.counter_of(unit).quality == "Elite"
