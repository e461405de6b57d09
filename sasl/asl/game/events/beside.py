"""Facts of the player's own VASL map: what the game knows of it changes nothing else."""

from __future__ import annotations

from typing import ClassVar

from sasl.asl.game.state import State
from sasl.asl.game.vasl import SeenCounter
from sasl.kernel.facts import Event, Topic
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted


class VaslSeen(Event):
    """The VASL map was looked at: the counters that are new or changed there, and those gone from it."""

    topic: ClassVar[Topic] = "adjust"
    counters: tuple[SeenCounter, ...]
    gone: tuple[str, ...] = ()

    def apply(self, state: State) -> State:
        kept = {key: item for key, item in state.vasl.seen.items() if key not in self.gone}
        seen = {**kept, **{item.piece: item for item in self.counters}}
        return replace(state, vasl=replace(state.vasl, seen=seen))

    def describe(self) -> str:
        return f"VASL looked at: {counted(len(self.counters) + len(self.gone), 'counter')} new or changed there"


class VaslFollowed(Event):
    """The game follows a saved game of VASL, or the folder of its autosaves ("": none)."""

    topic: ClassVar[Topic] = "adjust"
    file: str

    def apply(self, state: State) -> State:
        return replace(state, vasl=replace(state.vasl, follows=self.file))

    def describe(self) -> str:
        return f"The game follows {self.file}" if self.file else "The game follows VASL no more"
