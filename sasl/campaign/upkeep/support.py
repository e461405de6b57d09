"""What was used up in a scenario: OBA modules, Bombardments and aircraft; what was not is Retained (CG7, CG13)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation, Piece
from sasl.kernel.questions import Option
from sasl.kernel.run import Refused
from sasl.kernel.text import counted

ASKED = {
    "oba": "Which {side} OBA modules have placed an FFE:1?",
    "bombardment": "Which {side} Bombardments were used?",
    "aircraft": "Which {side} aircraft have come into play?",
}
"""By kind: what makes such a group used."""


def used(ctx: CampaignRun) -> None:
    """CG7: the player says what was used; it is gone, no casualty, and an Offboard Observer goes with his module."""
    if not ctx.game.figure_or("support-used-up", 0):
        return
    for side in SIDES:
        for kind, text in ASKED.items():
            there = [piece for piece in ctx.state.of(side) if piece.kind == kind]
            if there:
                _one_kind(ctx, side, kind, there, text.format(side=side.capitalize()))
        _observers(ctx, side)


def _one_kind(ctx: CampaignRun, side: Nation, kind: str, there: list[Piece], text: str) -> None:
    most = ctx.game.figure_or(f"oba-per-scenario-{side}", len(there)) if kind == "oba" else len(there)
    options = [Option(piece.id, f"{piece.type}, {piece.note}" if piece.note else piece.type) for piece in there]
    found = ctx.several(text, options, [piece.id for piece in there[:most]], rule="CG7")
    if len(found) > most:
        who = side.capitalize()
        raise Refused(f"the {who} side uses {most} OBA modules in a scenario at most, not {len(found)} (CG13)")
    for name in found:
        ctx.emit(cev.PieceGone(name, "used (CG7)", counts=False))


def observers_left(game: CampaignGame, side: Nation, modules: int, observers: int) -> int | None:
    """CG7: how many Offboard Observers may still be added to so many modules; None: any number."""
    most = game.figure_or("observers-most", 0)
    return modules * most - observers if most else None


def modules_without(game: CampaignGame, side: Nation) -> int:
    """The OBA modules of a side that come without an Offboard Observer of their own (Rockets have theirs: note h)."""
    groups = (game.campaign.group(side, item.group) for piece in game.state.of(side) if piece.kind == "oba"
              and (item := game.state.purchases.get(piece.group)))  # fmt: skip
    return sum(1 for piece in game.state.of(side) if piece.kind == "oba") - sum(
        1 for group in groups if group and group.observer)  # fmt: skip


def _observers(ctx: CampaignRun, side: Nation) -> None:
    """CG7: a Retained module keeps its observer; those of used modules go."""
    modules = modules_without(ctx.game, side)
    there = [piece for piece in ctx.state.of(side) if piece.kind == "observer"]
    left = observers_left(ctx.game, side, modules, len(there))
    if left is None or left >= 0:
        return
    for piece in there[:-left]:
        ctx.emit(cev.PieceGone(piece.id, "its module was used (CG7)", counts=False))
    ctx.tell(f"{counted(-left, f'{side.capitalize()} Offboard Observer')} went with used modules (CG7).")
