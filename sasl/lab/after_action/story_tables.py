"""The figures of a story that both of its pages show: VP after each Player Turn, and losses by side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sasl.asl.game.sides import SIDES
from sasl.kernel.text import counted, listed
from sasl.lab.after_action.story import Loss, Story

KINDS = {"hs": ("HS", "HS"), "aircraft": ("aircraft", "aircraft"), "gun": ("Gun", "Guns"), "hero": ("hero", "heroes")}
"""What one and several of a kind of unit are called, where it is not its own name."""


def vp_rows(story: Story) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Headings and rows: each Player Turn with its VP, attacks and losses."""
    heads = ("Player Turn", "FRIENDLY VP", "ENEMY VP", "attacks", "FRIENDLY lost", "ENEMY lost")
    rows = []
    for item in story.player_turns:
        lost = [str(sum(1 for loss in item.losses if loss.side == side and loss.final)) for side in SIDES]
        rows.append((f"{item.turn} {item.side}", *map(str, item.vp), str(item.fights), *lost))
    return heads, rows


def losses_by_side(losses: Iterable[Loss]) -> list[str]:
    """`ENEMY eliminated 3: 2 squads (467a, 467b) and 1 leader (80a)`, for each side and word."""
    every, lines = list(losses), []
    for side in SIDES:
        for word in ("eliminated", "captured"):
            there = [loss for loss in every if (loss.side, loss.word) == (side, word)]
            kinds: dict[str, list[str]] = {}
            for loss in there:
                kinds.setdefault(loss.kind, []).append(loss.id)
            if there:
                parts = (
                    f"{counted(len(ids), *KINDS.get(kind, (kind,)))} ({', '.join(ids)})" for kind, ids in kinds.items()
                )
                lines.append(f"{side} {word} {len(there)}: {listed(parts)}")
    return lines


def data(story: Story) -> dict[str, Any]:
    """The figures of a story as plain data with stable keys."""
    turns = [
        {
            "turn": item.turn, "side": item.side, "friendly": item.vp[0], "enemy": item.vp[1], "attacks": item.fights,
            "losses": [
                {"side": loss.side, "id": loss.id, "type": loss.type, "kind": loss.kind, "hex": loss.hex,
                 "what": loss.word, "why": loss.why}
                for loss in item.losses
            ],
        }
        for item in story.player_turns
    ]  # fmt: skip
    winner = story.end.won_by or "draw" if story.end else None
    return {"title": story.title, "facts": dict(story.facts), "result": story.result, "winner": winner, "turns": turns}
