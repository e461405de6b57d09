"""Every kind of step that a campaign may list, by the word its file uses for it."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.campaign.buying import forts, purchase, recon, strength
from sasl.campaign.perimeter import determination
from sasl.campaign.steps import (
    clearing,
    dates,
    escape,
    fires,
    hazards,
    initiative,
    isolation,
    markers,
    melee,
    personnel,
    removal,
    set_up,
    vehicles,
    victory,
    weapons,
)
from sasl.campaign.steps.step import Step

STEPS: Mapping[str, Step] = {
    step.name: step
    for module in (
        victory, melee, markers, hazards, determination, isolation, escape, clearing, fires, personnel, dates, vehicles,
        weapons, removal, initiative, purchase, strength, forts, recon, set_up,
    )
    for step in module.STEPS
}  # fmt: skip
