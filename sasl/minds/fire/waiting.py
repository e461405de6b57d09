"""Fire now or fire later (A8.1, A12.14): what the same men could do ADJACENT, from out of concealment."""

from __future__ import annotations

from sasl.asl.fire import ift
from sasl.asl.fire.firepower import PARTS, Manner, Range, parts_at
from sasl.asl.infantry.morale import leadership
from sasl.minds.fire import chances
from sasl.minds.fire.chances import Marks
from sasl.minds.fire.small_arms.volley import Shot

ADJACENT = Range(1)


def later(shot: Shot) -> float:
    """The harm of this fire to the same men once they move ADJACENT to it in the open (A7.21, A4.6)."""
    volley, game = shot.volley, shot.volley.game
    power = sum(
        parts_at(game, load.unit, piece, ADJACENT, Manner(load.shooter.kind))
        for load in shot.loads
        for piece in (*([None] if load.inherent else []), *load.weapons)
    )
    led = max((leadership.drm(leader) for leader in shot.leaders), default=0)
    drm = game.figure("ffmo") + game.figure("ffnam") + led
    ids = [key for group in volley.prospect(shot.loads).groups for key in group.ids]
    column = ift.column_of(game, power // PARTS)
    marks = Marks(column, drm, 0, *volley.weighed(shot.loads[0].shooter.kind).theirs.figures(ids))
    return chances.expected(chances.attack(chances.chart_of(game), column, (marks,), 0, 0, False))
