"""What a side that the program plays keeps secret: when it is covered, when shown, and which facts it is about."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from sasl.asl.game import events as ev
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import SIDES, CampaignState, Nation, Piece, other
from sasl.campaign.vocabulary import SECRET_ROLES, SUPPORT, plain
from sasl.content.missions.campaign import Campaign
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo

KEPT = "(kept secret)"
"""What a log shows instead of a fact that is covered."""

SECRET_RULES = ("7.5192", "7.5193", "11.6202", "11.6203", "12.6222", "12.6223", "12.6225")
"""Rolls without a table that are secret, too: for SW, HW and leaders of platoons."""
PURSES = ("cpp", "cpp-start", "cpp-gained", "cpp-total", "cpp-spent", "cpp-left", "fpp")
LISTS = ("fort", "leader-rolls")
"""Figures by the piece: `fort.trench`, `leader-rolls.StuG IIIG`."""


_TABLES: Memo[frozenset[str]] = Memo()


def secret_tables(campaign: Campaign) -> frozenset[str]:
    """The tables of a campaign on which a side rolls in secret: those of SECRET_ROLES and of its groups."""
    return _TABLES.of((campaign,), lambda: _secret_tables(campaign))


def _secret_tables(campaign: Campaign) -> frozenset[str]:
    found: set[str | None] = {table for role, table in campaign.tables.items() if plain(role) in SECRET_ROLES}
    for group in chain.from_iterable(campaign.groups.values()):
        found |= {group.ammo, group.leaders}
        found |= {name for item in group.units for name in (item.table, item.number, item.check)}
    return frozenset(filter(None, found))


def is_secret_figure(name: str) -> bool:
    """Whether a figure of a side tells what it has bought."""
    return name in PURSES or name.partition(".")[0] in LISTS


def secretive(state: CampaignState, side: Nation) -> bool:
    """Whether a side keeps secrets: the program plays it, and not the other one, too."""
    return state.option("secrets") and state.option(f"{side}-plays") and not state.option(f"{other(side)}-plays")


def covered(game: CampaignGame, side: Nation) -> bool:
    """Whether the purchases of a side the program plays are still secret."""
    return f"{side}.purchases" in game.state.secrets and secretive(game.state, side) and game.state.stage != "over"


def as_known(game: CampaignGame, piece: Piece) -> Piece:
    """7.5112-.5113: a counter as the player may know it: what a covered side has hardened is what it was.

    On the map he knows it for what it is from set-up on.
    """
    in_sight = piece.box == "map" and (game.state.stage != "refit" or game.reached("set-up"))
    return piece if in_sight or not covered(game, piece.side) else unhardened(piece)


def unhardened(piece: Piece) -> Piece:
    """A counter as it was before it Battle Hardened in this phase."""
    if "hardened" not in piece.flags:
        return piece
    return replace(piece, type=piece.was or piece.type, flags=piece.flags - {"hardened", "fanatic"})


def chit_covered(state: CampaignState, side: Nation) -> bool:
    """Whether the chit of a side the program plays is still secret (11.6232)."""
    return f"{side}.chit" in state.secrets and secretive(state, side)


def cover_chit(ctx: CampaignRun, side: Nation) -> None:
    """11.6232: the chit of a secretive side is covered, before anything is told of it: what came before is known."""
    if secretive(ctx.state, side) and f"{side}.chit" not in ctx.state.secrets:
        ctx.emit(cev.Covered(f"{side}.chit", True))


def cover(ctx: CampaignRun, side: Nation, on: bool) -> None:
    """Cover or show what a side has bought, if that changes anything."""
    name = f"{side}.purchases"
    if on != (name in ctx.state.secrets) and (not on or secretive(ctx.state, side)):
        ctx.emit(cev.Covered(name, on))


def shown_key(side: str) -> str:
    """The fact that a side was revealed: it is not covered again before the scenario."""
    return f"shown.{side}"


def about(game: CampaignGame, event: ev.Event) -> str:
    """Which secret a fact is about (`german.purchases`, `german.chit`), whether it is kept or not; or ""."""
    if isinstance(event, cev.FactSet):
        return next((f"{side}.chit" for side in SIDES if event.name == f"chit.{side}"), "")
    if isinstance(event, cev.NumberSet) and event.name == SUPPORT:
        return f"{event.side}.chit"
    if isinstance(event, cev.SideActed):
        return f"{event.side}.{event.secret}" if event.secret else ""
    if isinstance(event, ev.Told):
        return next((f"{side}.purchases" for side in SIDES if event.tag == f"{side}.purchases"), "")
    side = _whose(game, event)
    return f"{side}.purchases" if side else ""


def _whose(game: CampaignGame, event: ev.Event) -> str:
    """The side whose purchases (with their strength, men and fortifications) a fact tells of, or ""."""
    state = game.state
    match event:
        case ev.Rolled(record):
            secret = record.table in secret_tables(game.campaign) or record.rule in SECRET_RULES
            return record.whose if secret else ""
        case cev.NumberSet():
            return event.side if is_secret_figure(event.name) else ""
        case cev.PieceAdded(piece):  # what a player adds by hand is of no group
            bought = bool(piece.group) or "joined" in piece.flags
            return piece.side if bought and piece.box in ("retained", "coming") else ""
        case cev.PieceChanged():
            return _of_counter(state, event)
        case cev.GroupBought(purchase):
            return purchase.side
        case cev.GroupDropped():
            item = state.purchases.get(event.id)
            return item.side if item else ""
        case cev.WorkPut(work):
            return work.side if work.hidden and not work.found else ""
        case cev.RosterWritten(line):
            return line.side
    return ""


def _of_counter(state: CampaignState, event: cev.PieceChanged) -> str:
    """The side of a counter that hardens, or that has hardened and changes its type again, or that is new and not on
    the map yet; or "".
    """
    piece = state.pieces.get(event.id)
    if piece is None:
        return ""
    hardens = "hardened" in event.gains or "fanatic" in event.gains
    hardens = hardens or (event.type is not None and "hardened" in piece.flags)
    bought = piece.group in state.purchases and state.purchases[piece.group].date == state.date
    new = bought or "joined" in piece.flags
    unseen = new and state.stage in ("initial", "refit") and piece.box != "map"
    return piece.side if hardens or unseen else ""


def hidden(game: CampaignGame, event: ev.Event) -> bool:
    """Whether a fact is about something that a side the program plays still keeps secret, as things are in `game`."""
    if not game.state.secrets or game.state.stage == "over":
        return False
    name = about(game, event)
    return bool(name) and name in game.state.secrets and _kept(game.state, name)


def _kept(state: CampaignState, name: str) -> bool:
    return any(secretive(state, side) for side in SIDES if name.partition(".")[0] == side)


def still_hidden(game: CampaignGame, events: Iterable[ev.Event]) -> list[bool]:
    """For each fact of the whole history, oldest first: whether it is hidden now.

    What was shown once stays shown: only facts since the present cover was laid are hidden.
    """
    found: list[str] = []
    for event in events:
        if isinstance(event, cev.Covered):
            found = ["" if name == event.name else name for name in found]
            found.append("")
        else:
            found.append(about(game, event) if hidden(game, event) else "")
    return [bool(name) for name in found]
