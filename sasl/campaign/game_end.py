"""The end of a CG scenario: from a certain Turn on a dr at the end of each decides (CG4)."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import Nation
from sasl.kernel.run import Refused

ROLE = "game-end"
LAST = 99


def may_roll(game: CampaignGame, turn: int) -> None:
    """CG4: Refused unless a Game End dr is due at the end of this Turn."""
    if ROLE not in game.campaign.tables:
        raise Refused("this campaign has no Game End dr: its scenarios end as their cards say")
    first = game.figure_or("turns-least", 1)
    if not first <= turn <= LAST:
        raise Refused(f"the Game End dr is made from the end of Turn {first} on, not after Turn {turn} (CG4)")
    if game.state.fact(ROLE):
        raise Refused(f"the scenario has ended already: {game.state.fact(ROLE)} (CG4)")


def roll_end(ctx: CampaignRun, turn: int) -> None:
    """CG4: at or below the Turn's number the scenario is over at once; before the first such Turn there is no dr."""
    roller: Nation = "german"
    with ctx.rolls_for(roller):
        record = ctx.roll("dr", f"Game End, Turn {turn}", rule="CG4", target=number(ctx.game, turn),
                          target_name="Turn's number")  # fmt: skip
    if record.success:
        ctx.fact(ROLE, f"after Turn {turn}", "CG4")
        ctx.tell("The scenario is over: enter what it has left, then next.")
    else:
        ctx.tell(f"Turn {turn + 1} is played.")


def number(game: CampaignGame, turn: int) -> int:
    """The circled number of a Turn."""
    return int(game.library.table(game.campaign.tables[ROLE]).value(turn, ""))


def schedule(game: CampaignGame) -> str:
    """The Turns with their numbers in one line: `Turn 6: 1, Turn 7: 2 …`; "" where there is no such dr."""
    if ROLE not in game.campaign.tables:
        return ""
    first, parts = game.figure_or("turns-least", 1), []
    for turn in range(first, LAST):
        parts.append(f"Turn {turn}: {number(game, turn)}")
        if number(game, turn) >= SIDES_OF_A_DIE:
            break
    return ", ".join(parts)


SIDES_OF_A_DIE = 6
