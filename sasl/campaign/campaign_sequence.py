"""The order of a campaign: the steps of its Reorganization Phases, its scenarios, its dates, its end."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.campaign import events as cev
from sasl.campaign.buying import forts, purchase, recon, strength
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES
from sasl.campaign.perimeter import determination
from sasl.campaign.result import kept_lines
from sasl.campaign.sealed import after_scenario
from sasl.campaign.steps import (
    blazes,
    campaign_victory,
    clearing,
    dates,
    escape,
    hazards,
    initiative,
    isolation,
    markers,
    melee_end,
    personnel,
    platoons,
    removal,
    set_up,
    vehicle_steps,
    weapon_steps,
)
from sasl.campaign.steps.campaign_victory import finish, result_entered
from sasl.campaign.steps.step_kinds import Step, belongs, is_last
from sasl.content.missions.campaign import CampaignStep
from sasl.kernel.transaction import Refused

STEPS: Mapping[str, Step] = {
    step.name: step
    for module in (
        campaign_victory, melee_end, markers, hazards, determination, isolation, escape, clearing, blazes, personnel,
        dates, vehicle_steps,
        platoons, weapon_steps, removal, initiative, purchase, strength, forts, recon, set_up,
    )
    for step in module.STEPS
}  # fmt: skip
"""Every kind of step that a campaign may list, by the word its file uses for it."""


def is_yours(game: CampaignGame, step: CampaignStep) -> bool:
    """Whether the players have something to do in a step, before it ends."""
    played = STEPS[step.step]
    return (played.acts or played.waits is not None) and bool(played.asked(game))


OPENING = (
    "A set-up is sealed. When a unit of yours enters a hex, or what is there fires or loses its ?, what is in HEX "
    "opens it; what enters brings on what comes from off-board. Then play those units by the rules"
)
"""How a player goes on against a side whose set-up is sealed."""


def next_step(ctx: CampaignRun) -> None:
    """Finish the present step (if nothing is missing) and begin the next; the steps do their automatic work."""
    for side in SIDES:
        mind = ctx.game.mind(side)
        if mind and mind.act(ctx):
            return
    step = ctx.game.step
    if step is not None:
        played = STEPS[step.step]
        missing = played.missing(ctx.game)
        if missing:
            raise Refused(f"{missing} ({step.rule})")
        if played.end:
            played.end(ctx)
        if ctx.state.stage == "over":
            return
        if played.repeats and played.repeats(ctx.game):
            again(ctx)
            return
    elif ctx.state.stage == "scenario":
        if not result_entered(ctx):
            ctx.tell("The scenario goes on. Once it is over, enter its result (result), then next.")
            return
        after_scenario(ctx)
        for line in kept_lines(ctx.game):
            ctx.tell(f"Not on the map after the scenario, and kept off it ({ctx.rule('CG7')}): {line}.")
        ctx.emit(cev.StageSet("refit"))
    _begin_from(ctx, ctx.state.step + 1)


def _begin_from(ctx: CampaignRun, place: int) -> None:
    """Begin the next step at or after `place` that belongs to this stage; after the last, the scenario."""
    for number in range(place, len(ctx.campaign.steps)):
        if belongs(ctx.game, ctx.campaign.steps[number]):
            begin(ctx, number)
            return
    if ctx.state.stage == "refit" and is_last(ctx.game):
        finish(ctx, "the last CG Date")
        return
    ctx.emit(cev.StageSet("scenario"))
    ctx.tell(f"{ctx.game.date.title or ctx.game.date.id}: play the scenario, then enter its result.")
    if ctx.state.sealed:
        ctx.tell(f"{OPENING} ({ctx.rule('7.5222')}).", board=True)


def begin(ctx: CampaignRun, number: int) -> None:
    """Begin the step at a place of the list."""
    step = ctx.campaign.steps[number]
    played = STEPS[step.step]
    ctx.emit(cev.StepBegan(number, f"{step.rule} {step.title}"))
    before = len(ctx.events)
    played.begin(ctx)
    if not (played.acts or played.waits) and not any(event.describe() for event in ctx.events[before:]):
        ctx.tell(f"Nothing changes ({step.rule}).")


def again(ctx: CampaignRun) -> None:
    """No scenario was generated: back to the first of the steps that are repeated."""
    place = next(number for number, step in enumerate(ctx.campaign.steps) if "again" in step.marks)
    _begin_from(ctx, place)
