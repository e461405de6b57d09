"""The one door of a campaign: `play` runs a command as a transaction, `legal` says what may be typed now."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.events import Event, Told
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_sequence import STEPS
from sasl.campaign.campaign_state import CampaignState
from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.orders.campaign_kinds import GROUPS, spelled_out
from sasl.campaign.secrets import KEPT, hidden
from sasl.content.library import Library
from sasl.kernel.orders.commands import Ask as Ask
from sasl.kernel.orders.commands import Done as Done
from sasl.kernel.orders.commands import No as No
from sasl.kernel.orders.commands import Prompt as Prompt
from sasl.kernel.orders.commands import parse_order, perform, prompt, run_transaction
from sasl.kernel.orders.order import Order
from sasl.kernel.rolling.dice import Dice

Outcome = Done[CampaignGame] | Ask | No


def play(game: CampaignGame, given: Order | str, answers: Sequence[str] = ()) -> Outcome:
    """Carry out an order, or the one that a line means, with `answers`: all of it or nothing of it."""
    run = CampaignRun(game, tuple(answers))

    def act() -> None:
        order = parse_order(_ids_of(game, given), COMMANDS, game) if isinstance(given, str) else given
        perform(run, order, COMMANDS)

    stopped = run_transaction(run, act, answers, lambda event: KEPT if hidden(run.game, event) else event.describe())
    return stopped or Done(tuple(run.events), run.game)


def _ids_of(game: CampaignGame, line: str) -> str:
    """Return a line with each id of its ranges (`g467-1 to g467-4`); a note stays as it is."""
    return line if line.startswith("note ") else spelled_out(game, line)


def legal(game: CampaignGame) -> Prompt:
    """What is awaited now, and which commands are legal: by group, those with a key first."""
    return prompt(awaited(game), COMMANDS, GROUPS, game.state)


def awaited(game: CampaignGame) -> str:
    """What the program waits for, in one line."""
    if game.state.stage == "over":
        return f"the campaign is over: {game.state.outcome}"
    if game.step is None:
        opens = "what is in HEX opens a sealed hex; " * bool(game.state.sealed)
        result = f"{opens}enter the result of the scenario; then next"
        first = "next begins" if game.state.stage == "initial" else result
        return f"{game.date.title or game.date.id}: {first}"
    step = STEPS[game.step.step]
    asked = step.missing(game) or step.asked(game) or "done, see the log; next goes on"
    return f"{game.step.rule} {game.step.title}: {asked}"


def new_campaign(library: Library, campaign_id: str, seed: int) -> CampaignGame:
    """A campaign at its very beginning: each side's figures as its file says. ContentError if content is faulty."""
    campaign = library.campaign(campaign_id)
    board = library.board(campaign.board) if campaign.board else None
    numbers = {
        f"{side}.{name}": getattr(item, name)
        for side, item in campaign.sides.items()
        for name in ("cpp", "fpp", "elr", "san")
    }
    return CampaignGame(library, campaign, board, CampaignState(campaign_id, Dice(seed), numbers=numbers))


def stops_here(game: CampaignGame, events: Sequence[Event]) -> bool:
    """Whether going on stops here: the player acts in this step or on his map, a new stage, the end."""
    if any(isinstance(event, Told) and (event.board or event.stop) for event in events):
        return True
    if game.step is None:
        return True
    step = STEPS[game.step.step]
    return step.acts or bool(step.missing(game))
