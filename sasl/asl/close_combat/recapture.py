"""Unarmed enemies met in the MPh (A20.54): who comes into their Location may attack them in CC at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.close_combat import cc_odds, cc_round
from sasl.asl.close_combat.cc_fight import Commander
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import berserk
from sasl.kernel.text import listed

UNABLE = frozenset({"broken", "pinned", "disarmed", "melee", "ended"})
"""The states in which who has come there attacks nobody now."""


def attackers(game: Game, name: str) -> list[Unit]:
    """A20.54: those who have come into a hex in their MPh and may attack the unarmed there. Refused if nobody may."""
    moving, side = game.state.moving, game.state.side
    came = game.state.present(moving.ids) if moving is not None and name in moving.hexes else []
    able = [unit for unit in came if unit.hex == name and unit.side == side and unit.personnel]
    able = [unit for unit in able if not unit.flags & UNABLE]
    if not able:
        raise Refused(
            f"in the MPh there is CC only by those who have just come upon unarmed enemies in {name} (A20.54)"
        )
    foes = cc_odds.fighters(game, name, opponent(side))
    armed = [unit.id for unit in foes if "disarmed" not in unit.flags]
    if armed or not foes:
        there = f"holds {listed(armed)}" if armed else "holds nobody unarmed"
        raise Refused(f"{name} {there}: in the MPh only unarmed enemies alone are attacked in CC (A20.54)")
    return able


def may_attack(game: Game, name: str, ids: Sequence[str]) -> None:
    """A20.54: refused, with the rule, unless these units may attack the unarmed in a hex now."""
    able = {unit.id for unit in attackers(game, name)}
    if strange := [key for key in ids if key not in able]:
        raise Refused(f"{listed(strange)}: only units that have just entered {name} and can attack may do so (A20.54)")


def attack(ctx: Context, name: str, minds: Mapping[Side, Commander]) -> None:
    """A20.54: the CC at once. Who leaves one of the unarmed is held in Melee, and fights again in the CCPh."""
    able = [unit.id for unit in attackers(ctx.game, name)]
    side = ctx.state.side
    foes = [unit.id for unit in cc_odds.fighters(ctx.game, name, opponent(side))]
    idle = [unit.id for unit in cc_odds.fighters(ctx.game, name, side) if unit.id not in able]
    cc_round.fight(ctx, name, minds, idle=idle)
    pieces.take_off(ctx, "cc-attacked", "fights again in the CCPh (A20.54)", ctx.state.units_at(name))
    if not cc_odds.fighters(ctx.game, name, opponent(side)):
        berserk.have_won(ctx, able, name, foes)
        take_control(ctx, [unit for unit in ctx.state.present(able) if unit.hex == name], (name,))
