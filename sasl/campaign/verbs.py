"""Every command word and every room of a campaign: importing this registers them all."""

from sasl.campaign import (  # noqa: F401
    adjust,
    clearing,
    escape,
    game_end,
    isolation,
    place,
    result,
    result_game,
    rules,
    scenario,
    secrets,
    sequence,
    set_up,
    show,
)
from sasl.campaign.buying import forts, leaders, purchase, recon, strength  # noqa: F401
from sasl.campaign.economy import dates, figures, initiative, weather  # noqa: F401
from sasl.campaign.perimeter import verbs  # noqa: F401
from sasl.campaign.repair import removal, vehicles, weapons, withdrawal  # noqa: F401
from sasl.campaign.upkeep import (  # noqa: F401
    encirclement,
    ferry,
    fires,
    hardening,
    markers,
    melee,
    mines,
    trouble,
    wounds,
)
