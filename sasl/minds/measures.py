"""How minds put into words what they weigh: the loss that an attack may be expected to cause, and the risk of a hex."""

from __future__ import annotations


def expected_loss(harm: float) -> str:
    """Return the harm that an attack may be expected to do: `expected loss 0.74 squads` (a leader counts as two)."""
    return f"expected loss {harm:.2f} squads"


def risk(chance: float) -> str:
    """Return the chance that fire breaks or kills a unit in a hex: `risk 12%`."""
    return f"risk {chance:.0%}"
