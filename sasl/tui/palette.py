"""The palette (ctrl+p): legal commands and the acts of the play screen, by name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.types import IgnoreReturnCallbackType

from sasl.play.engine import legal
from sasl.tui.play_screen import PlayScreen

ALONE = frozenset({"next", "deploy", "vp", "end"})
"""Commands that need no more words."""


class GameCommands(Provider):
    """What may be done now; entries appear only when they are legal."""

    def _entries(self) -> Iterator[tuple[str, str, IgnoreReturnCallbackType]]:
        screen = self.screen
        if not isinstance(screen, PlayScreen):
            return
        for verb in legal(screen.session.game).legal:
            act = partial(screen.action_run, verb.name) if verb.name in ALONE else partial(screen.type_word, verb.name)
            yield verb.usage, verb.summary, act
        if len(screen.session.moments) > 1:
            yield "undo", "take back the last command", partial(screen.action_run, "undo")
            yield "look at past moments", "without going back", screen.action_past
        if screen.session.undone:
            yield "redo", "do again what was taken back", partial(screen.action_run, "redo")
        yield "legend", "what the map's signs mean", screen.action_legend
        yield "home", "back to the home screen; all is saved", screen.action_leave

    async def discover(self) -> Hits:
        """Everything that is legal."""
        for name, words, act in self._entries():
            yield DiscoveryHit(name, act, help=words)

    async def search(self, query: str) -> Hits:
        """What fits the words typed."""
        matcher = self.matcher(query)
        for name, words, act in self._entries():
            score = max(matcher.match(name), matcher.match(words) * 0.7)
            if score > 0:
                yield Hit(score, matcher.highlight(name), act, help=words)
