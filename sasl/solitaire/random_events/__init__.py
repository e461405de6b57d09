"""Random Events (2): the d66, once-only stars, rerolls, and the effects by name."""

from sasl.solitaire.random_events import enemy, friendly
from sasl.solitaire.random_events.table import random_event

__all__ = ["enemy", "friendly", "random_event"]
