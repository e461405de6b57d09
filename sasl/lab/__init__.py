"""Watched games: both sides played by their minds, series of them, and what their numbers say."""

MOST_RUNS = 999_999
MOST_BASE = 998
"""The seeds of one base never meet those of another, and all have at most nine digits."""


class LabError(Exception):
    """What a designer wants cannot be done: one sentence that says what, where, and what would be right."""


INSTALL = "install it in the checkout: .venv/bin/pip install -e '.[{}]' -c constraints.txt"
"""How an extra is had; a bare `pip install sasl` would fetch whatever bears that name elsewhere."""
