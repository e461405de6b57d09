"""The sides that the program plays: when they act, and how late their minds are loaded."""

from __future__ import annotations

import subprocess
import sys

from sasl.minds.mind import OTHER_TURN, OWN_TURN
from sasl.minds.played_sides import OTHER_PHASES, OWN_PHASES

LOADED = """
import sys, sasl.tui.play.play_screen, sasl.saves.session
print([name for name in sys.modules if name.startswith("sasl.minds.")])
"""


def test_a_side_acts_in_the_phases_in_which_its_mind_says_something() -> None:
    assert set(OWN_PHASES) == set(OWN_TURN)
    assert set(OTHER_PHASES) == set(OTHER_TURN) - {"MPh"}  # its fire at moves is no act of its own


def test_a_game_is_on_the_screen_before_its_minds_are_loaded() -> None:
    found = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True).stdout
    assert found.strip() == "['sasl.minds.played_sides']"
