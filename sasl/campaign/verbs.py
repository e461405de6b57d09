"""Every command word and every room of a campaign: importing this registers them all."""

from sasl.campaign import adjust, sequence  # noqa: F401
