"""AFV Platoons that have fought may leave (RB 11.6142) or be redeployed for a time (VotG 12.6162)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, Nation, Piece, other
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.losses import eliminate
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.orders.questions import Question, Unanswered
from sasl.kernel.text import listed

FOUGHT = "has-fought"


class Platoon(Frozen):
    """An AFV Platoon by its name, with what is left of it; those that are Isolated stay whatever its dr says."""

    name: str
    tanks: tuple[Piece, ...]
    isolated: tuple[Piece, ...] = ()


def may_withdraw(game: CampaignGame, piece: Piece) -> bool:
    """11.6142, 12.6162: whether it matters that a counter has been on the map: an AFV, where platoons may leave."""
    if piece.kind != "vehicle" or "withdrawal" not in game.campaign.tables:
        return False
    item = game.counter_of(piece) or game.counters(other(piece.side)).get(piece.type)
    return item is not None and item.armor_front is not None


def afv_withdrawal(ctx: CampaignRun) -> None:
    """11.6142, 12.6162: a Secret dr for each AFV Platoon that has fought: it stays, or its non-Isolated AFV leave."""
    for side in SIDES:
        for platoon in [*_bought(ctx, side), *_by_hand(ctx, side)]:
            late = side == "german" and ctx.state.date >= ctx.game.figure_or("late-date", 999)
            facts = standing(ctx.game, side) | {"late": int(late)}
            away = any(piece.box == "away" for piece in platoon.tanks)
            if not away:
                facts["historical"] = 0  # 12.6162: only for a platoon that would come back
            text = f"{side.capitalize()} AFV Platoon {platoon.name}"
            record = ctx.roll_for(side, "withdrawal", text, facts=facts)
            if str(record.result) == "withdrawn":
                _leave(ctx, platoon)
            elif away:
                for piece in [one for tank in platoon.tanks for one in (tank, *ctx.state.held_by(tank.id))]:
                    ctx.emit(cev.PieceChanged(piece.id, box="retained", why="the platoon is back (12.6162)"))


def _rolls(piece: Piece) -> bool:
    """Whether an AFV leaves with its platoon: not if it is Dug-In, Isolated or a wreck."""
    return not piece.flags & {"isolated", "dug-in", "wreck"}


def _stays(piece: Piece) -> bool:
    """11.6143: whether an AFV of a platoon that leaves is Isolated and Mobile."""
    return "isolated" in piece.flags and not piece.flags & {"immobile", "wreck"}


def _bought(ctx: CampaignRun, side: Nation) -> list[Platoon]:
    """Each AFV Platoon that was bought or given and has been on the map; none of SPW (11.6142)."""
    platoons = []
    for purchase in ctx.state.purchases.values():
        group = ctx.campaign.group(purchase.side, purchase.group)
        if purchase.side != side or group is None or group.kind != "afv" or group.spw:
            continue
        every = [piece for piece in ctx.state.pieces.values() if piece.group == purchase.id]
        left = [piece for piece in every if piece.here and piece.side == side and piece.kind == "vehicle"]
        tanks = tuple(filter(_rolls, left))
        if tanks and any(FOUGHT in piece.flags for piece in every):
            platoons.append(Platoon(purchase.group, tanks, tuple(filter(_stays, left))))
    return platoons


def _by_hand(ctx: CampaignRun, side: Nation) -> list[Platoon]:
    """AFV that no group of theirs brought, Captured ones too: the player says which of them are a platoon; likely those
    of a type.
    """
    loose = {piece.id: piece for piece in ctx.state.of(side) if _is_loose(ctx, piece) and may_withdraw(ctx.game, piece)}
    able = [piece for piece in loose.values() if _rolls(piece)]
    if not able or not any(FOUGHT in piece.flags for piece in loose.values()):
        return []
    chains = [[able[0].id]] if len(able) == 1 else _divided(ctx, side, able)
    platoons = [[loose[name] for name in chain] for chain in chains]
    kept = [piece for piece in loose.values() if _stays(piece)]
    return [
        Platoon(", ".join(piece.id for piece in tanks), tuple(tanks),
                tuple(piece for piece in kept if piece.type == tanks[0].type))
        for tanks in platoons if any(FOUGHT in piece.flags for piece in tanks)
    ]  # fmt: skip


def _is_loose(ctx: CampaignRun, piece: Piece) -> bool:
    """Whether no group of its side brought an AFV: it was added by hand, or is a Captured one of an enemy platoon."""
    bought = ctx.state.purchases.get(piece.group)
    return not piece.group or (bought is not None and bought.side != piece.side)


def _divided(ctx: CampaignRun, side: Nation, able: Sequence[Piece]) -> list[list[str]]:
    """The ids of the AFV that no group brought, platoon by platoon, as the player says."""
    alike: dict[tuple[str, bool], list[str]] = {}
    for piece in able:
        alike.setdefault((piece.type, piece.box == "away"), []).append(piece.id)
    text = (f"Which {side.capitalize()} AFV form platoons? Type their ids, with / between platoons; "
        "leave out those that make no dr; "
            "none for nobody.")  # fmt: skip
    question = Question(
        "text", text, " / ".join(" ".join(names) for names in alike.values()), rule="11.6142",
        lines=tuple(f"{piece.id} {piece.type}" + (", redeployed" if piece.box == "away" else "") for piece in able),
        whose=side, id="platoons", subject=tuple(piece.id for piece in able),
    )  # fmt: skip
    given = ctx.ask(question).lower()
    chains = [] if given == "none" else [chain.replace(",", " ").split() for chain in given.split("/")]
    named = [name for chain in chains for name in chain]
    wrong = [name for name in named if name not in question.subject or named.count(name) > 1]
    if wrong:
        error = f"'{wrong[0]}' is none of {listed(question.subject, 12)}, or is named twice; as in: {question.default}"
        raise Unanswered(replace(question, error=error))
    return [chain for chain in chains if chain]


def _leave(ctx: CampaignRun, platoon: Platoon) -> None:
    """RB: Withdrawn for good; VotG: off the map until the platoon may come back. Armor leaders go with it."""
    for piece in platoon.tanks:
        leaders = [held for held in ctx.state.held_by(piece.id) if "armor-leader" in held.flags]
        if ctx.game.figure_or("withdrawal-redeploys", 0):
            for one in (piece, *leaders):
                ctx.emit(cev.PieceChanged(one.id, box="away", hex="", why="redeployed (12.6162)"))
            continue
        for one in (*leaders, piece):
            eliminate(ctx, one, f"Withdrawn ({ctx.rule('11.6142')})")
    for piece in platoon.isolated:
        rule = ctx.rule("11.6143")
        ctx.tell(f"{piece.id} is Isolated and stays: each RPh a dr of the Turn or less recalls it ({rule}).")


STEPS = (Step("afv-withdrawal", afv_withdrawal),)
