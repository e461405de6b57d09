"""What a check, a loss or getting off sets off by rules above them: Snipers, LLMC and LLTC, Bailing Out, mines."""

from __future__ import annotations

from collections.abc import Collection

from sasl.asl import snipers
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import HORSE, VEHICLES
from sasl.asl.game.reactions import Reactions
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import leadership
from sasl.asl.infantry.morale.morale_checks import morale_check
from sasl.asl.infantry.morale.morale_levels import in_order, level
from sasl.asl.infantry.morale.task_checks import can_be_pinned, pin, task_check
from sasl.asl.movement import wire
from sasl.asl.terrain import minefields
from sasl.asl.vehicles import riders
from sasl.kernel.rolling.records import Modifier


class Consequences(Reactions):
    """The doors behind which ASL itself stands."""

    def sniper_alarm(self, ctx: Context, side: str, original: int) -> None:
        """A14.1: the other side's Sniper."""
        snipers.alarm(ctx, side, original)

    def leader_lost(self, ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
        """A10.2: a leader's loss is felt once the attack that caused it is over; Riders neither cause nor take it."""
        if not leader.cavalry and not _rides(ctx.game, leader):
            ctx.after_the_attack(lambda: _feel_loss(ctx, leader, stack, killed=killed))

    def set_down(self, ctx: Context, ids: Collection[str]) -> None:
        """B26.4, B28.43: they are on its Wire, and its mines attack them, when what made them get off is over."""

        def meet() -> None:
            units = [unit for unit in ctx.state.present(ids) if unit.hex]
            for unit in units:
                if wire.comes_onto(ctx.game, unit, unit.hex):
                    pieces.change(ctx, unit, [wire.ON_WIRE], why="gets off onto the Wire (B26.4)")
            if units:
                minefields.enter(ctx, units, units[0].hex)

        ctx.after_the_attack(meet)

    def shaken_off(self, ctx: Context, unit: Unit) -> None:
        """D6.23, A13.51: a Rider who is pinned or broken; Cavalry that breaks."""
        riders.fall_off(ctx, unit.id)
        if unit.cavalry:
            riders.thrown(ctx, unit)


def _rides(game: Game, unit: Unit) -> bool:
    """D6.2: whether he is a Rider of an AFV."""
    vehicle = game.state.units.get(unit.carrier)
    return vehicle is not None and riders.carries_riders(game, vehicle)


def _feel_loss(ctx: Context, leader: Unit, stack: Collection[str], *, killed: bool) -> None:
    """A10.2: every unit now of lower Morale than a lost leader had takes a MC; with a broken one the unbroken take a
    TC that pins. Passengers feel it of each other alone (D6.651), every leader that of a Commissar, who feels it of
    nobody (A25.221).
    """
    loss = -leadership.drm(leader)
    drm = [Modifier(f"loss of {leader.id}", loss, "A10.2", "leadership")] if loss > 0 else []
    his = level(ctx.game, leader)
    near = [
        unit.id
        for unit in ctx.state.units_at(leader.hex, leader.side)
        if unit.id != leader.id and (not stack or unit.id in stack)
        and unit.kind not in (*VEHICLES, "gun", "aircraft", HORSE)
        and not unit.cavalry and unit.carrier == leader.carrier
        and not unit.flags & {"prisoner", "berserk", "commissar"}
        and (level(ctx.game, unit) < his or (unit.kind == "leader" and "commissar" in leader.flags))
    ]  # fmt: skip
    word = "LLMC" if killed else "LLTC"
    for key in in_order(ctx.game, near):
        unit = ctx.state.units.get(key)
        if unit is None:
            continue
        concealment.lose_if_seen(ctx, [key], f"{word} (A12.141)")
        unit = ctx.state.units[key]
        if killed:
            morale_check(ctx, unit, 0, word, pins=False, modifiers=drm, leader=False)
        elif can_be_pinned(unit) and not task_check(ctx, unit, word, drm, leader=False):
            pin(ctx, ctx.state.units[key], "failed a LLTC (A10.2)")
