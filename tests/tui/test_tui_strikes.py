"""What falls by itself: an artillery strike comes on its own paper, which n rolls on and w explains (S8.7, C1.5)."""

from __future__ import annotations

from pathlib import Path

from crossroads import chosen
from playing_screens import playing
from tabletop import FRIENDLY, Tabletop

from sasl.asl.game.events import Rolled
from sasl.asl.game.under_way import Pending
from sasl.kernel.frozen import replace
from sasl.kernel.notice import READ
from sasl.solitaire.pending import STRIKE
from sasl.tui.play.ordering.attack_dialog import AttackDialog


async def test_8_7_a_strike_of_the_clock_is_rolled_by_n_and_w_says_why(tmp_path: Path) -> None:
    table = chosen("next", "next").all("dice 3 3 3 3 6", *["next"] * 2, "option enemy-plays off", "option ask-los off")
    table.go_to(FRIENDLY, "MPh").do("enter auto next")
    strike = Pending("P1", STRIKE, table.state.turn, FRIENDLY, "DFPh", "it falls")
    table = Tabletop(table.game.at(replace(table.state, pending=(strike,)))).dice(1, 1, 1)
    async with playing(table.session, tmp_path) as (pilot, play):
        for _ in range(3):
            if not isinstance(pilot.app.screen, AttackDialog):
                await pilot.press("n")
                await pilot.pause(READ + 0.1)
        paper = pilot.app.screen
        assert isinstance(paper, AttackDialog), [line.text for line in play.session.log()][-6:]
        await pilot.press("w")
        assert any("by itself" in line.text for line in paper._lines())
        await pilot.press("w")
        for _ in range(7):  # the hexes of the Blast Area with units, one by one
            await pilot.press("n")
            await pilot.pause(READ + 0.1)
            if play.session.game.state.phase == "DFPh":
                break
        rolled = [event.record for event in play.session.moments[-1].events if isinstance(event, Rolled)]
        assert any(record.table == "ift" for record in rolled), [record.purpose for record in rolled]
