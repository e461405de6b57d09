"""What Solitaire adds when ASL is played: Activation checks (S5), control (A26), Command Control (S16)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sasl.asl.consequences import Consequences
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Marker, Suspect, Unit
from sasl.solitaire import command_control, control
from sasl.solitaire.suspects import activation
from sasl.solitaire.suspects.suspect_counters import nearest_friendly


class Solitaire(Consequences):
    """Every door, with the rules behind it."""

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
        """S5: every AC check that they draw; the units Activated."""
        return activation.provoke(ctx, units, moving=moving, assault=assault, via_road_from=via_road_from, only=only)

    def announce(self, ctx: Context, appeared: list[Unit]) -> None:
        """S5: who Activates in the FRIENDLY MPh may use Defensive First Fire at once."""
        activation.announce(ctx, appeared)

    def shelled(self, ctx: Context, suspect: Suspect, marker: Marker) -> list[Unit]:
        """S5: the AC check of an S? that shells or bombs have hit."""
        return activation.shelled(ctx, suspect, marker)

    def activate(self, ctx: Context, suspect: Suspect, why: str, cause: str = "") -> list[Unit]:
        """S3.31: an S? Activates without an AC check."""
        return activation.activate_suspect(ctx, suspect, why, cause or nearest_friendly(ctx, suspect.hex))

    def would_check(self, game: Game, suspect: Suspect, units: Iterable[Unit]) -> bool:
        """S5: whether their fire would draw an AC check."""
        return activation.draws_check(game, suspect, units)

    def entered(self, ctx: Context, unit: Unit, path: Sequence[str]) -> None:
        """A26: the VPO, railroad and road hexes that its way gives to its side."""
        control.entered(ctx, unit, path)

    def recheck(self, ctx: Context, place: str) -> None:
        """A26: a VPO with MMC of one side only belongs to that side."""
        control.recheck(ctx, place)

    def may_fire(self, game: Game, unit: Unit, place: str) -> None:
        """S16: refused unless it is fire that is left to units out of command."""
        command_control.may_fire(game, unit, place)

    def may_move(self, game: Game, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> None:
        """S16: refused unless it is a move that is left to units out of command."""
        command_control.assault_move(game, units, way, how)

    def waived(self, game: Game, how: Collection[str]) -> frozenset[str]:
        """S16: no command bars no Assault Movement, where the variant in force leaves it."""
        return command_control.waived(game, how)

    def out_of_command(self, game: Game, unit: Unit) -> bool:
        """S16: whether a unit, or the crew of a Gun, is not In Command."""
        return command_control.out_of_command(game, unit)
