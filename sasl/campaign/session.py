"""One open campaign: how it is begun, resumed and played; its history is that of any game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import sasl.campaign.verbs  # noqa: F401 - registers every command and room
from sasl.campaign import engine
from sasl.campaign.apply import apply
from sasl.campaign.diff import board_changes
from sasl.campaign.engine import Done, Outcome
from sasl.campaign.minds import minds
from sasl.campaign.narrate import describe
from sasl.campaign.run import CampaignGame
from sasl.content.library import Library
from sasl.content.yamlfile import ContentError
from sasl.game.events import Event
from sasl.saves import journal
from sasl.saves.codec import SaveError
from sasl.saves.history import History, in_order
from sasl.saves.journal import Contents, Header
from sasl.saves.kept import as_begun, changes, keep
from sasl.saves.lock import Lock
from sasl.saves.names import game_path

KIND = "campaign"
CHANGED = "tables changed since this campaign was saved; results so far are kept"


class CampaignSession(History[CampaignGame, Done]):
    """One open campaign. Make it with `create`, `resume`, `read` or `memory`; `close` it (or use `with`)."""

    @classmethod
    def create(
        cls, library: Library, campaign_id: str, seed: int, folder: Path, name: str, created: str
    ) -> CampaignSession:
        """A new campaign with its file. `created` is the date and time now. Raises what a mission's session raises."""
        path = game_path(folder, name)
        session = cls(_begin(library, campaign_id, seed), name=name, kind=KIND)
        header = Header(
            mission=campaign_id, title=session.game.campaign.title, seed=seed, name=name, created=created,
            content=library.fingerprint(campaign_id), tables=dict(library.overridden), kind=KIND,
            packs=tuple(keep(library, campaign_id)),
        )  # fmt: skip
        session._begin_file(path, header)
        return session

    @classmethod
    def resume(cls, library: Library, folder: Path, name: str) -> CampaignSession:
        """The campaign `name` where it was left, open for more. Raises what a mission's session raises."""
        path = game_path(folder, name)
        if not path.is_file():
            raise SaveError(f"there is no campaign '{name}' in {folder}")
        lock = Lock(path)
        try:
            contents = journal.read(path)
            session = cls._replayed(library, contents, name)
            session._journal = journal.open_for_writing(path, contents)
        except BaseException:
            lock.release()
            raise
        session._lock = lock
        return session

    @classmethod
    def read(cls, library: Library, folder: Path, name: str) -> CampaignSession:
        """The campaign `name` to look at only: no lock, no writing."""
        session = cls._replayed(library, journal.read(game_path(folder, name)), name)
        session.read_only = True
        return session

    @classmethod
    def memory(cls, library: Library, campaign_id: str, seed: int) -> CampaignSession:
        """A campaign without a file."""
        return cls(_begin(library, campaign_id, seed), kind=KIND)

    @classmethod
    def _replayed(cls, library: Library, contents: Contents, name: str) -> CampaignSession:
        header = contents.header
        if header.kind != KIND:
            raise SaveError(f"'{name}' is a game of a mission, not a campaign; open it with: sasl resume {name}")
        try:
            begun_with = as_begun(library, header.mission, header.packs)
            start = _begin(begun_with, header.mission, header.seed)
        except ContentError as error:
            raise SaveError(f"campaign '{name}' cannot be opened: {error}") from None
        session = cls(start, name=name, kind=KIND)
        session._replay_all(contents, name)
        if begun_with.fingerprint(header.mission) != header.content:
            session.notices.append(CHANGED)
        session.notices += changes(library, header.mission, header.packs)
        return session

    def __enter__(self) -> CampaignSession:
        return self

    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return engine.play(self.game, line, answers)

    def _applied(self, events: Sequence[Event]) -> CampaignGame:
        return self.game.at(in_order(apply, self.game.state, events, "campaign"))

    def _words(self, event: Event) -> str:
        return describe(event)

    def _changes(self, before: CampaignGame, after: CampaignGame) -> list[str]:
        return board_changes(before.state, after.state)

    def _summary(self, game: CampaignGame) -> dict[str, str]:
        step = game.step
        where = f"{step.rule} {step.title}" if step else game.state.stage
        found = {"m": f"{game.date.id}, {where}"}
        return found | ({"vp": game.state.outcome} if game.state.outcome else {})


def _begin(library: Library, campaign_id: str, seed: int) -> CampaignGame:
    return replace(engine.new_campaign(library, campaign_id, seed), minds=minds())
