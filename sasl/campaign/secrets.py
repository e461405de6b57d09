"""What a side that the program plays keeps secret: when it is covered, when shown, and which facts it is about."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sasl.asl.game import events as ev
from sasl.campaign import events as cev
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import SIDES, CampaignState, Nation, other

KEPT = "(kept secret)"
"""What a log shows instead of a fact that is covered."""

OPEN_TABLES = re.compile(
    r"(san|booby-traps|elr|weather|ec|wind.*|wounded|escape.*|immobilization|stun|weapon-repair|wreck-repair|recovery"
    r"|captured-weapons|scrounge|removal|low-ammo-recall|flames|blaze.*|game-end|initiative|set-up-first|moves-first"
    r"|recon)$"
)
"""Tables of a campaign whose rolls both players see; the rest are Secret DR."""
SECRET_RULES = ("7.5192", "7.5193", "11.6202", "11.6203", "12.6222", "12.6223", "12.6225")
"""Rolls without a table that are secret, too: for SW, HW and leaders of platoons."""
SECRET_TABLES = ("e7.number", "oto.aircraft", "oto.atcb")
SECRET_FIGURES = re.compile(r"(cpp.*|fpp|fort\..*|leader-rolls\..*)$")


def secretive(state: CampaignState, side: Nation) -> bool:
    """Whether a side keeps secrets: the program plays it, and not the other one, too."""
    return state.option("secrets") and state.option(f"{side}-plays") and not state.option(f"{other(side)}-plays")


def cover(ctx: CampaignRun, side: Nation, what: str, on: bool) -> None:
    """Cover or show something of a side, if that changes anything."""
    name = f"{side}.{what}"
    if on != (name in ctx.state.secrets) and (not on or secretive(ctx.state, side)):
        ctx.emit(cev.Covered(name, on))


def shown_key(side: str) -> str:
    """The fact that a side was revealed: it is not covered again before the scenario."""
    return f"shown.{side}"


def about(state: CampaignState, event: ev.Event) -> str:
    """Which secret a fact is about (`german.purchases`, `german.chit`), whether it is kept or not; or ""."""
    if isinstance(event, cev.FactSet):
        return next((f"{side}.chit" for side in SIDES if event.name == f"chit.{side}"), "")
    if isinstance(event, cev.SideActed):
        word = event.line.split()[0]
        return f"{event.side}.chit" if word == "chit" else f"{event.side}.purchases" * (word in SECRET_WORDS)
    side = _whose(state, event)
    return f"{side}.purchases" if side else ""


SECRET_WORDS = ("buy", "fortify", "commissar")


def _whose(state: CampaignState, event: ev.Event) -> str:
    """The side whose purchases (with their strength, men and fortifications) a fact tells of, or ""."""
    if isinstance(event, ev.Rolled):
        record = event.record
        last = record.table.rpartition(".")[2]
        of_campaign = record.table.startswith("cg.") and not OPEN_TABLES.match(last)
        return record.whose if of_campaign or record.table in SECRET_TABLES or record.rule in SECRET_RULES else ""
    if isinstance(event, cev.NumberSet):
        return event.side if SECRET_FIGURES.match(event.name) else ""
    if isinstance(event, cev.PieceAdded):
        return event.piece.side if event.piece.box in ("retained", "coming") else ""
    if isinstance(event, cev.PieceChanged):
        piece = state.pieces.get(event.id)
        hardens = "hardened" in event.gains or "fanatic" in event.gains
        new = piece is not None and piece.group in state.purchases and state.purchases[piece.group].date == state.date
        unseen = new and state.stage in ("initial", "refit") and piece is not None and piece.box != "map"
        return piece.side if piece and (hardens or unseen) else ""
    if isinstance(event, cev.GroupBought):
        return event.purchase.side
    if isinstance(event, cev.GroupDropped):
        item = state.purchases.get(event.id)
        return item.side if item else ""
    if isinstance(event, cev.WorkPut):
        return event.work.side if event.work.hidden else ""
    if isinstance(event, cev.RosterWritten):
        return event.line.side
    if isinstance(event, ev.Told):
        return next((side for side in SIDES if re.match(rf"{side} (CPP|FPP|has \d+ OBA)", event.text, re.I)), "")
    return ""


def hidden(state: CampaignState, event: ev.Event) -> bool:
    """Whether a fact is about something that a side the program plays still keeps secret, as things are in `state`."""
    name = about(state, event)
    return bool(name) and name in state.secrets and state.stage != "over" and _kept(state, name)


def _kept(state: CampaignState, name: str) -> bool:
    side: Nation = "german" if name.startswith("german") else "russian"
    return secretive(state, side)


def still_hidden(state: CampaignState, events: Iterable[ev.Event]) -> list[bool]:
    """For each fact of the whole history, oldest first: whether it is hidden now.

    What was shown once stays shown: only facts since the present cover was laid are hidden.
    """
    found: list[str] = []
    for event in events:
        if isinstance(event, cev.Covered):
            found = ["" if name == event.name else name for name in found]
            found.append("")
        else:
            found.append(about(state, event) if hidden(state, event) else "")
    return [bool(name) for name in found]
