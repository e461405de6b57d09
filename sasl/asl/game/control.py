"""Who takes control of where he is (A26): how it is decided stands above ASL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.game.context import Context
from sasl.asl.game.state import Unit


def take_control(ctx: Context, units: Iterable[Unit], path: Sequence[str]) -> None:
    """A26: the control that units gain on their way through `path`, or by being in its one hex."""
    for unit in units:
        ctx.game.reactions.entered(ctx, unit, path)
