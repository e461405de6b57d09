"""What stands above ASL: who reacts when units show themselves, fire, are shelled, or come somewhere.

The rules of ASL call these doors and know no more of it; the Solitaire rules stand behind them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sasl.asl.game.context import Context, Game
    from sasl.asl.game.state import Marker, Suspect, Unit


class Reactions:
    """What the rules above ASL do when something happens on the map; here nobody reacts and everybody obeys.

    `sasl.asl.consequences` stands behind the doors that are ASL's own, the Solitaire rules behind all of them.
    """

    def provoke(
        self,
        ctx: Context,
        units: Iterable[Unit],
        *,
        moving: bool = False,
        assault: bool = False,
        via_road_from: str | None = None,
        only: Suspect | None = None,
    ) -> list[Unit]:
        """Units of one hex move or fire in somebody's sight: the units that appear because of it."""
        return []

    def announce(self, ctx: Context, appeared: list[Unit]) -> None:
        """Units that appeared while others move may fire at once."""

    def shelled(self, ctx: Context, suspect: Suspect, marker: Marker) -> list[Unit]:
        """Shells or bombs have hit an S?: the units that appear because of it."""
        return []

    def activate(self, ctx: Context, suspect: Suspect, why: str, cause: str = "") -> list[Unit]:
        """An S? Activates without a check; `cause`: the hex of whoever made it. The units that appear because of it."""
        return []

    def would_check(self, game: Game, suspect: Suspect, units: Iterable[Unit]) -> bool:
        """Whether the fire of any of these units would make an S? check."""
        return False

    def entered(self, ctx: Context, unit: Unit, path: Sequence[str]) -> None:
        """A unit came through the hexes of `path`: what it controls now."""

    def recheck(self, ctx: Context, place: str) -> None:
        """Somebody left a hex, or was lost there: who controls it now."""

    def may_fire(self, game: Game, unit: Unit, place: str) -> None:
        """Refused if a unit may not fire at a hex for want of Command (S16)."""

    def may_move(self, game: Game, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> None:
        """Refused if units may not move like this for want of Command (S16)."""

    def waived(self, game: Game, how: Collection[str]) -> frozenset[str]:
        """The states that do not bar a move made like this (S16)."""
        return frozenset()

    def out_of_command(self, game: Game, unit: Unit) -> bool:
        """Whether a unit is not In Command (S16)."""
        return False

    def sniper_alarm(self, ctx: Context, side: str, original: int) -> None:
        """`side` has made a DR that may wake the other side's Sniper (A14.1)."""

    def leader_lost(self, ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
        """A leader is dead, or else broken (A10.2); `stack`: those who moved with him, if he did."""

    def set_down(self, ctx: Context, ids: Collection[str]) -> None:
        """Units have got off a vehicle, and stand in its hex as if they had just entered it (B28.43)."""

    def shaken_off(self, ctx: Context, unit: Unit) -> None:
        """A unit, here as it was, is now pinned or broken: perhaps it rode on an AFV (D6.23) or a horse (A13.51)."""


def take_control(ctx: Context, units: Iterable[Unit], path: Sequence[str]) -> None:
    """A26: the control that units gain on their way through `path`, or by being in its one hex."""
    for unit in units:
        ctx.game.reactions.entered(ctx, unit, path)
