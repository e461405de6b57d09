"""Help of a campaign: what may be typed now, and why the rest may not."""

from __future__ import annotations

from sasl.campaign.engine import Prompt
from sasl.tui.lines import Line

GROUPS = {"turn": "Going on", "result": "What a scenario has left", "step": "This step", "buy": "Buying",
          "map": "Map", "look": "Looking", "dice": "Dice", "adjust": "By hand"}
SESSION_WORDS = (
    ("undo [N]", "take back N commands; the list says what to change on map and sheets"),
    ("redo [N]", "do again what was taken back"),
    ("jump N", "go to moment N (t shows them all)"),
    ("log [TOPIC]", "show the log, or only: roll unit control marker phase told adjust"),
    ("why [N]", "explain log line N from the end (1: the last)"),
    ("on", "next until you have something to do (N)"),
    ("map", "the map with control, Front Lines and counters"),
    ("quit", "leave; every move is saved as it is made"),
)


def command_lines(prompt: Prompt, word: str = "") -> list[Line]:
    """What may be typed now by group, then what may not and why; only what begins with `word` if given."""
    verbs = [(item, reason) for item, reason in prompt.verbs if item.name.startswith(word)]
    lines = [Line(prompt.text, "key")] if not word else []
    for group in dict.fromkeys([*GROUPS, *(item.group for item, _ in verbs)]):
        there = [item for item, reason in verbs if not reason and item.group == group]
        if there:
            lines.append(Line(GROUPS.get(group, group.capitalize()), "head"))
            for item in there:
                lines += [Line(f"  {item.usage}", "good", ("type", item.name)), Line(f"      {item.summary}", "dim")]
    own = [item for item in SESSION_WORDS if item[0].startswith(word)]
    if own:
        lines.append(Line("The program", "head"))
        for usage, summary in own:
            lines += [Line(f"  {usage}", "good", ("type", usage.split()[0])), Line(f"      {summary}", "dim")]
    barred = [(item, reason) for item, reason in verbs if reason]
    if barred:
        lines.append(Line("Not now", "head"))
        lines += [Line(f"  {item.name}: {reason}" + (f"   ({item.usage})" if word else ""), "dim")
                  for item, reason in barred]
    if word and len(lines) == 0:
        lines.append(Line(f"There is no command '{word}'.", "bad"))
    return lines
