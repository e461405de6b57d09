"""The register of command words: what each is called, how it is used, when it is legal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sasl.asl.game.context import Context
from sasl.asl.game.state import STAGE_NAMES, Stage, State

ALL_STAGES: tuple[Stage, ...] = ("boards", "tables", "suspects", "wrecks", "force", "set-up", "play", "over")
SETUP: tuple[Stage, ...] = ("boards", "tables", "suspects", "wrecks", "force", "set-up")

GROUPS = ("turn", "set-up", "move", "fire", "recover", "settle", "enemy", "look", "dice", "adjust")
"""The order in which commands are listed: what moves the game on first."""


@dataclass(frozen=True)
class Verb:
    """A command word: how it is used, what it does, when it is legal."""

    name: str
    usage: str
    summary: str
    run: Callable[[Context, list[str]], None]
    stages: tuple[Stage, ...] = ("play",)
    when: Callable[[State], str] | None = None
    group: str = "turn"
    key: str = ""

    def why_not(self, state: State) -> str:
        """The reason why the verb is not legal now, or ""."""
        if state.stage not in self.stages:
            if state.stage == "over":
                return "the mission is over"
            when = "play" if "play" in self.stages else " or ".join(STAGE_NAMES[stage] for stage in self.stages)
            return f"'{self.name}' belongs to {when}; this is {state.moment}"
        return self.when(state) if self.when else ""


VERBS: dict[str, Verb] = {}
"""Every command word; the modules of `sasl.solitaire` register theirs with `@verb`."""


def verb(
    name: str,
    usage: str,
    summary: str,
    *,
    stages: tuple[Stage, ...] = ("play",),
    when: Callable[[State], str] | None = None,
    group: str = "turn",
    key: str = "",
) -> Callable[[Callable[[Context, list[str]], None]], Callable[[Context, list[str]], None]]:
    """Register the decorated function as the command word `name`."""

    def register(run: Callable[[Context, list[str]], None]) -> Callable[[Context, list[str]], None]:
        VERBS[name] = Verb(name, usage, summary, run, stages, when, group, key)
        return run

    return register


def in_phase(*wanted: str, side: str = "FRIENDLY") -> Callable[[State], str]:
    """When a verb is legal: in these phases of `side`'s Player Turn."""

    def why(state: State) -> str:
        if state.side == side and state.phase in wanted:
            return ""
        return f"that belongs to the {side} {' or '.join(wanted)}; this is {state.moment}"

    return why
