"""Who plays a side of a campaign that the player does not: by a strategy, in secret where the rules say so."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sasl.campaign import secrets
from sasl.campaign.campaign_run import CampaignGame, CampaignMind, CampaignRun
from sasl.campaign.campaign_state import Nation, Piece, other
from sasl.campaign.mind import sealed_setup, shopping, tries
from sasl.campaign.mind.agent import CampaignAgent, chance, strategy, strength, value_of
from sasl.campaign.steps.step_kinds import belongs
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.questions import Question

ACTS: Mapping[str, Callable[[CampaignAgent], None]] = {
    "purchase": shopping.groups,
    "strength": shopping.commissars,
    "fortifications": shopping.forts,
    "initiative": tries.chit,
    "recon-purchase": tries.recon,
    "recon": tries.inspect,
    "removal": tries.clear,
    "escape": tries.escape,
    "set-up": sealed_setup.write_down,
}
"""What a side does in the steps that leave it something to do."""

OF_THE_SCENARIO = ("support-used", "ferry")
"""Questions about what happened in the scenario (CG7, 12.602): no decision of a side."""
COVERED_FROM = ("heroes", "leader-hardening", "cpp", "purchase")
"""The steps from whose beginning on a side's purchases and Secret DR are covered, until the scenario has ended."""


class SideMind(Frozen):
    """One side played by the program."""

    side: Nation

    def answer(self, game: CampaignGame, question: Question) -> str | None:
        """Return the answer to a question of this side; None for dice, and for what only the player on the other side
        knows, who has played the scenario on his map.
        """
        seen_on_map = question.id in OF_THE_SCENARIO and game.mind(other(self.side)) is None
        return None if seen_on_map or question.kind == "dice" else answer(game, self.side, question)

    def act(self, ctx: CampaignRun) -> bool:
        """Everything that the side does in the present step; False: the step may go on then."""
        step = ctx.game.step
        if step is None and ctx.state.stage == "scenario":
            secrets.cover(ctx, self.side, False)
            ctx.fact(secrets.shown_key(self.side), "")
            return False
        if _begun(ctx.game) and not ctx.state.fact(secrets.shown_key(self.side)):
            secrets.cover(ctx, self.side, True)
        if step is not None and step.step in ACTS:
            ACTS[step.step](CampaignAgent(ctx, self.side, chance(ctx.game, self.side, step.step)))
        if following(ctx.game) in COVERED_FROM:
            secrets.cover(ctx, self.side, True)
        return False


def _begun(game: CampaignGame) -> bool:
    """Whether the secret steps of this phase have begun: a side that is handed over now keeps its secrets at once."""
    last = game.state.step if game.state.stage in ("initial", "refit") else -1
    return any(step.step in COVERED_FROM and belongs(game, step) for step in game.campaign.steps[: last + 1])


def following(game: CampaignGame) -> str:
    """The step that comes after the present one, if any comes before the scenario."""
    steps = game.campaign.steps[game.state.step + 1 :]
    return next((step.step for step in steps if belongs(game, step)), "")


def minds() -> Mapping[str, CampaignMind]:
    """The minds of both sides; each acts only while its option (russian-plays, german-plays) is on."""
    return {"russian": SideMind("russian"), "german": SideMind("german")}


# -- what a side answers -----------------------------------------------------------------------------


def answer(game: CampaignGame, side: Nation, question: Question) -> str:
    """The side's answer to what is asked; else what the program proposes."""
    values = [option.value for option in question.options]
    pieces = [game.state.pieces[value] for value in values if value in game.state.pieces]
    match question.id:
        case "harden-mmc" | "harden-leader":
            return _harden(pieces, values)
        case "exchange":
            return _exchange(game, side, values)
        case "casualty-reduction":
            return min(pieces, key=lambda piece: _worth(game, side, piece)).id
        case "armor-leader":
            return max(pieces, key=lambda piece: _tank(game, piece)).id
        case "support-cpp":  # it binds itself to Attack (12.6181) where it would choose that chit
            last = game.state.date == len(game.campaign.dates) - 1
            return "yes" if _ratio(game, side) >= _value(game, side, "attack-last" if last else "attack") else "no"
        case "counterattack":
            return "yes" if _ratio(game, side) >= _value(game, side, "counterattack") else "no"
        case "night":
            return "yes" if chance(game, side, "night").random() < _value(game, side, "night") else "no"
        case "support-used":  # CG7: it brings to bear all that it may use in a scenario
            return " ".join(values[: question.most[0] if question.most else None])
        case "scrounge" | "recon-no-more":  # it inspects where it has a map, as the step ends
            return "yes"
    return question.default


def _value(game: CampaignGame, side: Nation, name: str) -> float:
    return strategy(game, side).sides[side].value(name)


def _ratio(game: CampaignGame, side: Nation) -> float:
    worth = strategy(game, side).worth
    return strength(game, side, worth) / max(1.0, strength(game, other(side), worth, seen=True))


def _worth(game: CampaignGame, side: Nation, piece: Piece) -> float:
    return value_of(piece, strategy(game, side).worth)


def _harden(able: list[Piece], values: list[str]) -> str:
    """The MMC of the most FP, squads before HS; the leader that is best; an 8-0 before nothing."""
    if able:
        return max(able, key=_firepower).id
    return "leader" if "leader" in values else values[0]


def _firepower(piece: Piece) -> tuple[bool, float, int]:
    number = float(piece.type[0]) if piece.type[:1].isdigit() else 0.0
    return piece.kind == "squad", number, -piece.modifier


def _tank(game: CampaignGame, piece: Piece) -> tuple[int, int]:
    """A vehicle with its MA and the thickest armor first."""
    item = game.counter_of(piece)
    return int(bool(item and item.ma)), (item.armor_front or 0) if item else 0


def _exchange(game: CampaignGame, side: Nation, values: list[str]) -> str:
    """7.5113: one leader for two where squads are many and leaders few; the lesser one goes."""
    leaders = sum(1 for piece in game.state.of(side) if piece.kind == "leader" and "armor-leader" not in piece.flags)
    squads = sum(1 for piece in game.state.of(side) if piece.kind == "squad")
    kinds = [value for value in values if value != "roll"]
    if kinds and squads > leaders * _value(game, side, "exchange"):
        return kinds[0]
    return "roll"
