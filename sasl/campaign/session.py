"""One open campaign: how it begins and how its commands are played; the rest is that of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sasl.campaign import engine
from sasl.campaign.diff import board_changes
from sasl.campaign.engine import Outcome
from sasl.campaign.minds import minds
from sasl.campaign.run import CampaignGame
from sasl.content.library import Library
from sasl.kernel.facts import Event
from sasl.saves.codec import SaveError
from sasl.saves.history import in_order
from sasl.saves.journal import Header
from sasl.saves.saved import Saved


class CampaignSession(Saved[CampaignGame]):
    """One open campaign."""

    KIND = "campaign"

    @classmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str) -> CampaignGame:
        return replace(engine.new_campaign(library, content_id, seed), minds=minds())

    @property
    def _title(self) -> str:
        return self.game.campaign.title

    @classmethod
    def _check_kind(cls, header: Header) -> None:
        if header.kind != cls.KIND:
            raise SaveError(
                f"'{header.name}' is a game of a mission, not a campaign; open it with: sasl resume {header.name}"
            )

    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return engine.play(self.game, line, answers)

    def _applied(self, events: Sequence[Event]) -> CampaignGame:
        return self.game.at(in_order(self.game.state, events, "campaign"))

    def _words(self, event: Event) -> str:
        return event.describe()

    def _changes(self, before: CampaignGame, after: CampaignGame) -> list[str]:
        return board_changes(before.state, after.state)

    def _summary(self, game: CampaignGame) -> dict[str, str]:
        step = game.step
        where = f"{step.rule} {step.title}" if step else game.state.stage
        found = {"m": f"{game.date.id}, {where}"}
        return found | ({"vp": game.state.outcome} if game.state.outcome else {})
