"""Victory: who won a CG scenario, the VP of the campaign, and its end (7.5031, 7.4, RB 11.6235, VotG 12.6255)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign import locations
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, Nation, other
from sasl.campaign.upkeep.casualties import worth
from sasl.content.campaign import Award, Verdict
from sasl.kernel.questions import Option
from sasl.kernel.text import one_of


def award(game: CampaignGame, line: Award) -> tuple[int, str]:
    """The VP of one line of the schedule as it stands, and what they count."""
    if line.counts == "none":
        return 0, ""
    name = {"cpp-left": "cpp"}.get(line.counts, line.counts)
    side: Nation = other(line.side) if line.counts == "cpp-left" else line.side
    counted = locations.figure(game, side, name)
    sign = -1 if line.counts == "cpp-left" else 1
    where = locations.held(game, side) if line.counts == locations.NAME and locations.counted(game) else ()
    words = f"{counted} {line.counts.upper()}" + (f" ({', '.join(where)})" if where else "")
    return sign * (counted // line.per) * line.worth, words


def points(game: CampaignGame, *, final: bool = False) -> list[tuple[str, Nation, int]]:
    """7.4: every line of the campaign's VP: text, side, points. Leftover CPP count at the end only."""
    found = []
    for line in game.campaign.awards:
        if line.counts == "cpp-left" and not final:
            continue
        worth, words = award(game, line)
        found.append((f"{line.text}: {words}" if words else line.text, line.side, worth))
    return found


def total(game: CampaignGame, side: Nation, *, final: bool = False) -> int:
    """The campaign VP of a side."""
    return sum(worth for _, whose, worth in points(game, final=final) if whose == side)


def in_scenario(game: CampaignGame, side: Nation) -> int:
    """7.4: the VP of a side in the scenario just played: Locations held now, and what its CVP and EVP added in it."""
    return total(game, side) - game.state.number(side, "vp-before")


def carried(game: CampaignGame, side: Nation) -> int:
    """The VP that a side has from CVP and EVP so far; Locations are counted anew in each scenario."""
    return sum(award(game, line)[0] for line in game.campaign.awards
               if line.side == side and line.counts in ("cvp", "evp"))  # fmt: skip


def needed(game: CampaignGame, rule: Verdict) -> int:
    """How many VP the side of a verdict needs, with the balance provision in use (7.31)."""
    helped = one_of(game.state.fact("balance"), SIDES)
    return rule.balance.get(helped, rule.vp) if helped else rule.vp


def winner(game: CampaignGame, rule: Verdict, *, final: bool = False) -> Nation:
    """Who wins by a verdict as things stand."""
    return rule.side if total(game, rule.side, final=final) >= needed(game, rule) else rule.otherwise


def finish(ctx: CampaignRun, why: str) -> None:
    """7.4: the campaign is over: every line is counted and the verdict spoken.

    Vehicles that Low Ammunition still keeps away are Eliminated first, and count (7.5131c).
    """
    for piece in [piece for piece in ctx.state.of("", "away") if piece.kind == "vehicle" and "low-ammo" in piece.flags]:
        ctx.add(other(piece.side), "cvp", worth(ctx.game, piece), f"{piece.id} (7.5131c)")
        ctx.emit(cev.PieceGone(piece.id, "still away at the end of the campaign (7.5131c)"))
    lines = tuple((text, side, worth) for text, side, worth in points(ctx.game, final=True))
    rule = ctx.campaign.victory
    found = who_won(ctx, "campaign", rule.rule) if rule.declared else winner(ctx.game, rule, final=True)
    ctx.emit(cev.CampaignEnded(found, lines, why))


def who_won(ctx: CampaignRun, what: str, rule: str, words: str = "", likely: Nation | None = None) -> Nation:
    """The side that the players say has won; the likely one (who has won more, or earned more CVP) comes first."""
    if likely is None:
        ahead = [(ctx.state.number(side, "wins"), ctx.state.number(side, "cvp")) for side in SIDES]
        likely = SIDES[0] if ahead[0] > ahead[1] else SIDES[1]
    options = [Option(side, f"the {side.capitalize()} side") for side in (likely, other(likely))]
    found = ctx.choose(f"Who won the {what}{words}?", options, rule=rule)
    return "russian" if found == "russian" else "german"
