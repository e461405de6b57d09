"""The order of a campaign: the steps of its Reorganization Phases, its scenarios, its dates, its end."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.registry import ROOMS, Room
from sasl.campaign.result import kept_lines
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.verdict import finish
from sasl.content.campaign import Step
from sasl.kernel.run import Refused


def next_step(ctx: CampaignRun) -> None:
    """Finish the present step (if nothing is missing) and begin the next; the rooms do their automatic work."""
    for side in ("russian", "german"):
        mind = ctx.game.mind(side)
        if mind and mind.act(ctx):
            return
    step = ctx.game.step
    if step is not None:
        found = ROOMS[step.step]
        missing = found.waits(ctx.game) if found.waits else ""
        if missing:
            raise Refused(f"{missing} ({step.rule})")
        if found.end:
            found.end(ctx)
        if ctx.state.stage == "over" or ctx.game.step is not step:
            return
    elif ctx.state.stage == "scenario":
        for line in kept_lines(ctx.game):
            ctx.tell(f"Not on the map after the scenario, kept off it (CG7): {line}.")
        ctx.emit(cev.StageSet("refit"))
    begin_from(ctx, ctx.state.step + 1)


def begin_from(ctx: CampaignRun, place: int) -> None:
    """Begin the next step at or after `place` that belongs to this stage; after the last, the scenario."""
    for number in range(place, len(ctx.campaign.steps)):
        if belongs(ctx.game, ctx.campaign.steps[number]):
            begin(ctx, number)
            return
    if ctx.state.stage == "refit" and is_last(ctx.game):
        finish(ctx, "the last CG Date")
        return
    ctx.emit(cev.StageSet("scenario"))
    ctx.tell(f"{ctx.game.date.title or ctx.game.date.id}: play the scenario, then enter what is left on the map.")


def begin(ctx: CampaignRun, number: int) -> None:
    """Begin the step at a place of the list."""
    step = ctx.campaign.steps[number]
    ctx.emit(cev.StepBegan(number, f"{step.rule} {step.title}"))
    room_of(step).begin(ctx)


def room_of(step: Step) -> Room:
    """What plays a step. Refused if the program has no such room."""
    if step.step not in ROOMS:
        raise Refused(f"the program has no room for the step '{step.step}' ({step.rule})")
    return ROOMS[step.step]


def belongs(game: CampaignGame, step: Step) -> bool:
    """Whether a step is done now: before the Initial Scenario only some are; after the last one only the first."""
    if game.state.stage == "initial":
        return "start" in step.marks
    if game.state.fact("counterattack") == "declared" and "not-counterattack" in step.marks:
        return False
    return "end" in step.marks if is_last(game) else True


def is_last(game: CampaignGame) -> bool:
    """Whether the scenario of the last CG Date has been played (and no Counterattack follows it)."""
    last = game.state.date >= len(game.campaign.dates) - 1
    return last and not dated(game) and game.state.fact("counterattack") != "declared" and not strikes_back(game)


def strikes_back(game: CampaignGame) -> bool:
    """VotG 12.613: a Counterattack may still be declared after the German Assault just played, on the last Day, too."""
    names = [step.step for step in game.campaign.steps]
    open_yet = "counterattack" in names and game.state.step < names.index("counterattack")
    return open_yet and game.state.fact("scenario") == "German Assault" and not game.state.fact("counterattack")


def dated(game: CampaignGame) -> bool:
    """Whether this refit has begun its new CG Date already: the scenario of that date is still to come."""
    names = [step.step for step in game.campaign.steps]
    return game.state.stage == "refit" and "new-date" in names and game.state.step >= names.index("new-date")


def again(ctx: CampaignRun) -> None:
    """No scenario was generated: back to the first of the steps that are repeated."""
    place = next(number for number, step in enumerate(ctx.campaign.steps) if "again" in step.marks)
    begin_from(ctx, place)
