"""A player who types anything, with an ENEMY (and sometimes both sides) that plays itself: it never breaks the game.

SASL_FUZZ=N plays N games instead of the few of a normal run; SASL_FUZZ_SEED is the first of them.
"""

from __future__ import annotations

import pytest
from tabletop import Tabletop
from test_fuzz import FIRST, GAMES, Typist, play_command, start

from sasl.kernel.frozen import replace
from sasl.minds.played_sides import minds

COMMANDS = 140
QUIET: tuple[dict[str, bool], ...] = (
    {}, {"confirm-acts": False}, {"confirm-acts": False, "confirm-fire": False}, {"fire-stops": False},
)  # fmt: skip


class Impatient(Typist):
    """He likes to see the ENEMY act."""

    def line(self, table: Tabletop) -> str:
        return "next" if self.dice.random() < 0.35 else super().line(table)


@pytest.mark.parametrize("number", range(FIRST, FIRST + min(GAMES, 400)))
def test_whatever_is_typed_the_enemy_has_an_answer(number: int) -> None:
    table, typist = start(number), Impatient(7000 + number)
    options = {**table.state.options, **QUIET[number % len(QUIET)]}
    sides = ("ENEMY", "FRIENDLY") if number % 5 == 0 else ("ENEMY",)
    game = replace(table.game, state=replace(table.state, options=options), minds=minds(*sides))
    table = Tabletop(game)
    for _ in range(COMMANDS):
        play_command(table, typist)
        if table.state.stage == "over":
            break
