"""What was opened and closed is given back: nothing holds a screen or its game any longer.

`python tests/tui/soak.py 5000` measures a long game over a real terminal.
"""

from __future__ import annotations

import gc
from pathlib import Path
from weakref import ref

import pytest
from playing_screens import give, opens, until
from textual.screen import ModalScreen

from sasl.campaign.campaign_session import CampaignSession
from sasl.content.library import Library
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.campaign.screen import CampaignScreen
from sasl.tui.game_screen import GameScreen
from sasl.tui.home import HomeScreen
from sasl.tui.play.play_screen import PlayScreen

KEYS = ("n", "question_mark", "escape", "w", "escape", "t", "escape", "z", "u", "escape", "o", "escape", "2", "n")


@pytest.mark.parametrize("kind", [PlayScreen, CampaignScreen])
async def test_a_game_that_was_left_is_given_back(kind: type[GameScreen], library: Library, tmp_path: Path) -> None:
    if kind is PlayScreen:
        with Session.create(library, "platoon", 7, tmp_path, "g", "2026-01-01") as session:
            give(session, "option lessons off")
            give(session, "next")
    else:
        with CampaignSession.create(library, "oto2", 7, tmp_path, "g", "2026-01-01") as campaign:
            campaign.submit("note it begins")
    app = SaslApp(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await opens(pilot, HomeScreen)
        app.open_game("g")
        screen = await opens(pilot, kind)
        kept = ref(screen), ref(screen.session), ref(screen.session.game)
        for key in KEYS:
            await pilot.press(key)
            await pilot.pause()
        while isinstance(app.screen, ModalScreen):
            app.screen.dismiss(None)
            await pilot.pause()
        screen.action_leave()
        del screen
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        await pilot.pause(1)
        gc.unfreeze()
        gc.collect()
        assert [item() for item in kept] == [None, None, None]
