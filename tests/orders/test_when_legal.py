"""A word at another time is refused in one manner, whichever word it is: when it belongs, and what it is now."""

from __future__ import annotations

from typing import get_args

import pytest
from tabletop import bare

from sasl.asl.game.sides import SIDES, Phase
from sasl.orders.mission_commands import COMMANDS


@pytest.mark.parametrize("phase", get_args(Phase))
def test_a3_a_word_of_another_phase_says_when_it_belongs_and_what_it_is_now(phase: Phase) -> None:
    for side in SIDES:
        state = bare(side, phase).state
        for word, command in COMMANDS.items():
            why = command.why_not(state)
            if why:
                assert why.startswith(f"'{word}' belongs to ") and f"; this is {state.moment}" in why
