"""Morale between two scenarios: Morale Levels, the leader who helps, Task Checks (A10)."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import Piece
from sasl.kernel.questions import Option
from sasl.kernel.records import Modifier


def level(game: CampaignGame, piece: Piece) -> int:
    """The Morale Level: wounded and Encircled one less each, Fanatic one more."""
    item = game.library.counters.get(piece.side, {}).get(piece.type)
    base = (item.morale or 0) if item else 0
    if piece.kind == "vehicle" and not base:
        soft = item is None or item.armor_front is None
        base = game.library.figure("soft-crew-morale" if soft else "afv-crew-morale")
    return base - ("wounded" in piece.flags) - ("encircled" in piece.flags) + ("fanatic" in piece.flags)


def leadership(piece: Piece) -> int:
    """A leader's DRM as it is now: one worse when wounded (A17.2)."""
    return piece.modifier + ("wounded" in piece.flags)


def leaders_for(game: CampaignGame, piece: Piece) -> list[Piece]:
    """A10.7: the leaders who may help a unit in its hex, best first; a leader needs one of higher Morale."""
    found = [
        other for other in game.state.at(piece.hex, piece.side)
        if other.kind == "leader" and other.id != piece.id and not other.flags & {"prisoner", "broken", "armor-leader"}
        and ("upper-level" in other.flags) == ("upper-level" in piece.flags)
    ]  # fmt: skip
    if piece.kind == "leader":
        found = [other for other in found if level(game, other) > level(game, piece)]
    return sorted(found, key=lambda other: (leadership(other), other.id))


def task_check(ctx: CampaignRun, piece: Piece, n: int, why: str) -> bool:
    """A10.1: one nTC; its owner may take the DRM of a leader who is there. True if it is passed."""
    mods = [Modifier(f"{n}TC", n, "A10.1")] if n else []
    helpers = leaders_for(ctx.game, piece) if piece.kind != "vehicle" else []
    chosen = helpers[0] if helpers else None
    if chosen and leadership(chosen) > 0:
        options = [Option("none", "no leader's DRM"), Option(chosen.id, f"{chosen.type} {leadership(chosen):+d}")]
        text = f"Whose DRM for the TC of {piece.id}?"
        chosen = chosen if ctx.choose(text, options, rule="A10.7", whose=piece.side) == chosen.id else None
    if chosen and leadership(chosen):
        mods.append(Modifier(chosen.id, leadership(chosen), "A10.7"))
    with ctx.rolls_for(piece.side):
        record = ctx.check(
            "task.check", f"{n or 'N'}TC of {piece.id} {piece.type} ({why})", level(ctx.game, piece), modifiers=mods
        )
    return bool(record.success)
