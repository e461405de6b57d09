"""Facts of a campaign in full, and many alike as one: what stands behind a line of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sasl.asl.game.events import Event, Rolled, Told
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.secrets import KEPT, hidden, still_hidden
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.saves.history import LogLine

MOST_GIVEN = 6
"""How many counters are named with who has them now; the others are counted."""


def told(game: CampaignGame, event: Event) -> str:
    """The event in one line, as things are in `game`: what a side keeps secret is covered."""
    text = event.describe()
    return KEPT if text and hidden(game, event) else text


def open_log(session: CampaignSession, topics: Collection[str] | None = None) -> list[LogLine]:
    """The log of a campaign; what a side still keeps secret is covered, and there is nothing behind such a line."""
    log = session.log()
    secret = still_hidden(session.game, [line.event for line in log])
    lines = [replace(line, text=KEPT, events=(Told(KEPT),)) if kept else line
             for line, kept in zip(log, secret, strict=True)]  # fmt: skip
    return lines if topics is None else [line for line in lines if line.topic in topics]


def folded(lines: Iterable[tuple[str, Event]]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Lines of the log, each with its facts: counters of a kind that come at once are one line, `6 x GAZ-MM join …`.

    What is kept secret many times over is one line, too.
    """
    run: list[tuple[str, Event]] = []
    for text, event in lines:
        if not text:
            continue
        if run and _alike(run[-1], (text, event)):
            run.append((text, event))
            continue
        if run:
            yield _line(run), tuple(item for _, item in run)
        run = [(text, event)]
    if run:
        yield _line(run), tuple(item for _, item in run)


def _alike(one: tuple[str, Event], two: tuple[str, Event]) -> bool:
    if one[0] == two[0] == KEPT:
        return True
    if one[0] == two[0]:
        return type(one[1]) is type(two[1]) and not isinstance(one[1], Rolled | Told)
    kind = _kind(one[1])
    return kind is not None and kind == _kind(two[1])


def _kind(event: Event) -> object:
    """What must be the same for two facts to be one line; None: it stands alone."""
    if isinstance(event, cev.PieceAdded):
        piece = event.piece
        return piece.side, piece.type, piece.box, piece.hex, piece.holder, piece.flags, piece.group, event.why
    if isinstance(event, cev.WorkPut):
        work = event.work
        return work.side, work.kind, work.hex, work.number, work.text, event.why
    if isinstance(event, cev.PieceChanged):
        given = bool(event.holder) and event == cev.PieceChanged(event.id, holder=event.holder, why=event.why)
        return given, replace(event, id="", holder="" if given else event.holder)
    if isinstance(event, cev.GroupBought) and event.purchase.given and not event.purchase.strength:
        return event.purchase.side, event.purchase.group, event.why
    return None


def _line(run: list[tuple[str, Event]]) -> str:
    """The one line for facts that are alike."""
    text, first, last, many = run[0][0], run[0][1], run[-1][1], len(run)
    if many == 1:
        return text
    if isinstance(first, cev.PieceAdded) and isinstance(last, cev.PieceAdded):
        one = f"{first.piece.id} {first.piece.type} joins"
        new = f"{many} x {first.piece.type} ({first.piece.id} to {last.piece.id}) join"
    elif isinstance(first, cev.PieceChanged):
        changed = [item for _, item in run if isinstance(item, cev.PieceChanged)]
        if len({item.holder for item in changed}) > 1:
            given = [f"{item.id} with {item.holder}" for item in changed]
            one, new = given[0], listed(given, MOST_GIVEN)
        else:
            one, new = first.id, listed([item.id for item in changed], 12)
    elif isinstance(first, cev.WorkPut) and isinstance(last, cev.WorkPut):
        what = first.work.text or first.work.kind
        one, new = f"{what} {first.work.id}", f"{many} x {what} ({first.work.id} to {last.work.id})"
    elif isinstance(first, cev.GroupBought) and isinstance(last, cev.GroupBought):
        item, end = first.purchase, last.purchase
        one, new = f"{item.group} ({item.id})", f"{many} x {item.group} ({item.id} to {end.id})"
    else:
        return text if text == KEPT else f"{text} ({many} times)"
    return text.replace(one, new, 1) if one in text else f"{text} ({many} times)"
