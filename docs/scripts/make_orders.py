"""Writes `docs/orders.md`, the page with every order, from the grammar of the orders.

`python docs/scripts/make_orders.py`; a test fails where the page is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from sasl.campaign.orders.campaign_commands import COMMANDS as CAMPAIGN_COMMANDS
from sasl.campaign.orders.campaign_kinds import GROUPS as CAMPAIGN_GROUPS
from sasl.kernel.orders.order import Command
from sasl.orders.mission_commands import COMMANDS
from sasl.orders.stages import GROUPS

ROOT = Path(__file__).resolve().parents[2]
NAMES = {
    "turn": "the clock",
    "set-up": "set-up",
    "move": "moving",
    "fire": "fire",
    "recover": "recovery",
    "settle": "by hand",
    "enemy": "the ENEMY",
    "look": "looking",
    "dice": "dice",
    "adjust": "anything else",
    "map": "the map",
    "buy": "buying",
    "step": "steps",
    "result": "results",
}


def _code(text: str) -> str:
    return f"`{text}`"


def _by_group(commands: Mapping[str, Command], groups: Sequence[str]) -> Iterator[tuple[str, list[Command]]]:
    for group in groups:
        found = sorted((item for item in commands.values() if item.group == group), key=lambda item: item.name)
        if found:
            yield NAMES[group], found


def _entries(commands: Mapping[str, Command], groups: Sequence[str]) -> Iterator[str]:
    for name, found in _by_group(commands, groups):
        yield f"\n### {name.capitalize()}\n"
        for item in found:
            key = f" (key `{item.key}`)" if item.key else ""
            yield f"- {_code(item.usage)}{key}: {item.summary}" + "".join(
                f"\n  - `{word}`: {text}" + (f": {_code(item.sample(word))}" if item.sample(word) else "")
                for word, text in item.options.items()
            )
            spoken = {item.sample(word) for word in item.options}
            rest = [_code(line) for line in item.example if line not in spoken]
            yield f"  - for example {', '.join(rest)}" if rest else ""


def page() -> str:
    """Every order of missions and campaigns: how it is said, what its words mean, examples."""
    source = "the grammar that the parser, `?` and the completion use"
    head = f"# Orders\n\nWritten by `docs/scripts/make_orders.py` from {source}.\n"
    parts = (("Missions", COMMANDS, GROUPS), ("Campaigns", CAMPAIGN_COMMANDS, CAMPAIGN_GROUPS))
    return head + "".join(
        f"\n## {title}\n" + "\n".join(line for line in _entries(commands, groups) if line) + "\n"
        for title, commands, groups in parts
    )


def main() -> int:
    """Write the page."""
    (ROOT / "docs" / "orders.md").write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
