"""Leaving a Close Combat: Withdrawal from Melee, from an Ambush, and Infiltration (A11.2-11.22, A11.41)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import close_combat
from sasl.asl.fire import encirclement
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import concealment
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields
from sasl.board.movement import infantry_cost, is_open

LEFT_BEHIND: tuple[Flag, ...] = ("melee", "withdrawing", "dug-in", "shellhole", "in-gully", "crest", "in-culvert")
"""The states that end when a unit leaves its CC."""


def why_not(game: Game, unit: Unit) -> str:
    """A11.2: why a unit may not leave its CC, or ""."""
    for flag, word in (("pinned", "is pinned"), ("berserk", "is berserk"), ("disrupted", "is Disrupted")):
        if flag in unit.flags:
            return f"{unit.id} {word} and may not withdraw (A11.2)"
    if unit.carrier or not (unit.mmc or unit.kind in SMC):
        return f"{unit.id} is no Infantry and does not withdraw (A11.2)"
    if not accessible(game, unit):
        return f"{unit.id} has no Accessible hex without enemies (A11.21)"
    return ""


def accessible(game: Game, unit: Unit) -> list[str]:
    """A11.21: the hexes a unit may withdraw to: it could advance there, and no Known enemy is in them.

    The best come first: far from enemies, then with cover. A hex with an S? is left out.
    """
    here = unit.hex
    found = []
    for name in game.board.neighbours(here):
        cost = infantry_cost(game.board, here, name)
        barred = any(other.known for other in enemies(game, name, unit.side)) or game.state.suspects_at(name)
        if cost.allowed and not barred and not ("cx" in unit.flags and is_difficult(game, unit, here, name)):
            found.append(name)
    return sorted(found, key=lambda name: (_danger(game, name, unit), is_open(game.board, name), name))


def enemies(game: Game, name: str, side: str) -> list[Unit]:
    """The armed units of the other side in a hex; prisoners and lone Guns are no obstacle."""
    units = close_combat.fighters(game, name, opponent(side))
    return [unit for unit in units if not unit.flags & {"disarmed", "abandoned"}]


def _danger(game: Game, name: str, unit: Unit) -> int:
    """Known enemies beside the hex, but for those in the CC that is left."""
    near = (spot for spot in game.board.neighbours(name) if spot != unit.hex)
    return sum(len([other for other in enemies(game, spot, unit.side) if other.known]) for spot in near)


def is_difficult(game: Game, unit: Unit, here: str, name: str) -> bool:
    """A4.72: whether entering the hex takes the unit's whole MF allotment."""
    cost = infantry_cost(game.board, here, name)
    green = unit.mmc and game.counter_of(unit).quality in ("Green", "Conscript")
    own = "inexperienced-mf" if green else "mmc-mf" if unit.mmc else "smc-mf"
    whole = game.figure("wounded-mf" if "wounded" in unit.flags else own)
    return cost.all or (cost.mf or 0) * encirclement.times(game, unit, here) >= whole


def leave(ctx: Context, ids: Sequence[str], why: str, *, goal: str = "") -> None:
    """The units leave their CC, each for the hex its owner chooses, SW and prisoners with them."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit is None or not unit.hex:
            continue
        here, choices = unit.hex, accessible(ctx.game, unit)
        if not choices:
            ctx.tell(f"{key} has no Accessible hex and stays in {here} (A11.21).")
            continue
        name = goal if goal in choices else _where(ctx, unit, choices)
        _go(ctx, unit, here, name, why)


def _where(ctx: Context, unit: Unit, choices: Sequence[str]) -> str:
    if len(choices) == 1:
        return choices[0]
    options = [Option(name, ", ".join(ctx.board.terrain(name).terrains)) for name in choices]
    text = f"{unit.id} leaves {unit.hex}: to which hex?"
    return ctx.choose(
        text, options, rule="A11.21", hexes=choices, whose=unit.side, id="withdraw-to", subject=(unit.id,)
    )


def _go(ctx: Context, unit: Unit, here: str, name: str, why: str) -> None:
    hard = is_difficult(ctx.game, unit, here, name)
    waiting = [other.id for other in enemies(ctx.game, name, unit.side)]
    minefields.leave(ctx, [unit], here)
    if unit.id not in ctx.state.units:
        return
    ctx.emit(ev.UnitsMoved((unit.id,), (here, name), 0.0, "withdraw"))
    encirclement.left(ctx, [unit.id], here)
    encirclement.joined(ctx, [unit.id], name)
    pieces.change(ctx, ctx.state.units[unit.id], ["cx"] if hard else [], LEFT_BEHIND, why)
    if waiting:
        shown = ctx.pick(waiting, f"who meets {unit.id} in {name}")
        concealment.lose(ctx, [shown], f"{unit.id} withdraws onto it (A11.21)")
        ctx.emit(ev.UnitRemoved(unit.id, f"withdraws onto the concealed {shown} (A11.21)"))
        return
    if is_open(ctx.board, name):
        concealment.lose_if_seen(ctx, [unit.id], "withdraws into Open Ground (A12.14)")
    minefields.enter(ctx, [ctx.state.units[unit.id]], name)
    artillery.enter(ctx, [unit], name)
