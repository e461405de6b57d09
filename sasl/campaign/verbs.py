"""Every command word of a campaign: importing this registers them all."""

from sasl.campaign import adjust, result, result_game, rules, secrets, sequence, show  # noqa: F401
from sasl.campaign.buying import leaders  # noqa: F401
from sasl.campaign.steps import table  # noqa: F401
