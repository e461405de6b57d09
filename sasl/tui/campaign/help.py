"""Help of a campaign: what may be typed now, and why the rest may not."""

from __future__ import annotations

from sasl.campaign.engine import Prompt
from sasl.kernel.order import Command
from sasl.tui.help import offered
from sasl.tui.lines import Line

GROUPS = {
    "turn": "Going on",
    "result": "What a scenario has left",
    "step": "This step",
    "buy": "Buying",
    "map": "Map",
    "look": "Looking",
    "dice": "Dice",
    "adjust": "By hand",
}
SESSION_WORDS = (
    ("undo", "[N]", "take back N commands; the list says what to change on map and sheets"),
    ("redo", "[N]", "do again what was taken back"),
    ("jump", "N", "go to moment N (t shows them all)"),
    ("log", "[TOPIC]", "show the log, or only: roll unit control marker phase told adjust"),
    ("why", "[N]", "explain log line N from the end (1: the last)"),
    ("on", "", "next until you have something to do (N)"),
    ("map", "", "the map with control, Front Lines and counters"),
    ("quit", "", "leave; every move is saved as it is made"),
)


def command_lines(prompt: Prompt[Command], word: str = "") -> list[Line]:
    """What may be typed now by group, then what may not and why; only what begins with `word` if given."""
    return offered(prompt, GROUPS, SESSION_WORDS, word)
