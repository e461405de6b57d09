"""Facts of a campaign in full, and many alike as one: what stands behind a line of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import groupby

from sasl.asl.game.events import Event, Rolled, Told
from sasl.campaign import events as cev
from sasl.campaign.campaign_report import by_type
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.secrets import KEPT, hidden, still_hidden
from sasl.kernel.facts import chief, lines_of
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.saves.history import LogLine

MOST_NAMED = 12
"""How many counters of which the same is told are named; the others are counted."""
MOST_GIVEN = 6
"""How many counters are named with who has them now; the others are counted."""


def told(game: CampaignGame, event: Event) -> str:
    """The event in one line, as things are in `game`: what a side keeps secret is covered."""
    text = event.describe()
    return KEPT if text and hidden(game, event) else text


def open_log(session: CampaignSession, topics: Collection[str] | None = None) -> list[LogLine]:
    """The log of a campaign, facts that are alike in one line of their moment.

    What a side still keeps secret is covered, and there is nothing behind such a line.
    """
    log = session.log()
    secret = iter(still_hidden(session.game, [event for line in log for event in line.events]))
    shown = []
    for line in log:
        kept = [next(secret) for _ in line.events]
        shown.append((line.n, KEPT, (Told(KEPT),)) if any(kept) else (line.n, line.text, line.events))
    lines = [
        LogLine(number, chief(events).topic, text, events)
        for number, same in groupby(shown, lambda line: line[0])
        for text, events in gathered((text, events) for _, text, events in same)
    ]
    return lines if topics is None else [line for line in lines if line.topic in topics]


def folded(told: Iterable[tuple[str, Event]]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Worded facts as lines of the log; what is kept secret shares no line with anything else."""
    return gathered(_lines(told))


def _lines(told: Iterable[tuple[str, Event]]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    shown: list[tuple[str, Event]] = []
    for text, event in told:
        if text != KEPT:
            shown.append((text, event))
            continue
        yield from lines_of(shown)
        yield text, (event,)
        shown = []
    yield from lines_of(shown)


def gathered(lines: Iterable[tuple[str, tuple[Event, ...]]]) -> Iterator[tuple[str, tuple[Event, ...]]]:
    """Lines of the log, each with its facts: counters that come at once are one line, `6 x GAZ-MM join …`.

    What is kept secret many times over is one line, too.
    """
    run: list[tuple[str, Event]] = []
    for text, events in lines:
        if len(events) == 1 and run and _alike(run[-1], (text, events[0])):
            run.append((text, events[0]))
            continue
        if run:
            yield _line(run), tuple(item for _, item in run)
        run = [(text, events[0])] if len(events) == 1 else []
        if not run:
            yield text, events
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
        return piece.side, piece.box, piece.hex, piece.holder, piece.flags, piece.group, event.why
    if isinstance(event, cev.WorkPut):
        work = event.work
        return work.side, work.kind, work.hex, work.number, work.text, event.why
    if isinstance(event, cev.PieceChanged) and _placed(event):
        return _placed
    if isinstance(event, cev.PieceChanged):
        given = bool(event.holder) and event == cev.PieceChanged(event.id, holder=event.holder, why=event.why)
        return given, replace(event, id="", holder="" if given else event.holder)
    if isinstance(event, cev.GroupBought) and event.purchase.given and not event.purchase.strength:
        return event.purchase.side, event.purchase.group, event.why
    return None


def _placed(event: cev.PieceChanged) -> bool:
    """Whether it only puts a counter into a hex of the map."""
    return bool(event.hex) and event == cev.PieceChanged(event.id, box="map", hex=event.hex, why=event.why)


def _places(run: Sequence[cev.PieceChanged]) -> str:
    """Counters put into hexes, hex by hex, for the reason of the first: `g467-1 and glmg1 in K12; g467-2 in K13`."""
    found: dict[str, dict[str, None]] = {}  # what goes with its bearer may have been told with him
    for event in run:
        found.setdefault(event.hex or "", {})[event.id] = None
    places = [f"{listed(ids, MOST_NAMED)} in {name}" for name, ids in found.items()]
    return f"On the map: {'; '.join(places)}{cev.because(run[0].why)}"


def _line(run: list[tuple[str, Event]]) -> str:
    """The one line for facts that are alike."""
    text, first, last, many = run[0][0], run[0][1], run[-1][1], len(run)
    if many == 1:
        return text
    if isinstance(first, cev.PieceAdded):
        one = f"{first.piece.id} {first.piece.type} joins"
        new = f"{', '.join(by_type([item.piece for _, item in run if isinstance(item, cev.PieceAdded)]))} join"
    elif isinstance(first, cev.PieceChanged):
        changed = [item for _, item in run if isinstance(item, cev.PieceChanged)]
        if all(map(_placed, changed)):
            return _places(changed)
        if len({item.holder for item in changed}) > 1:
            given = [f"{item.id} with {item.holder}" for item in changed]
            one, new = given[0], listed(given, MOST_GIVEN)
        else:
            one, new = first.id, listed([item.id for item in changed], MOST_NAMED)
    elif isinstance(first, cev.WorkPut) and isinstance(last, cev.WorkPut):
        what = first.work.text or first.work.kind
        one, new = f"{what} {first.work.id}", f"{many} x {what} ({first.work.id} to {last.work.id})"
    elif isinstance(first, cev.GroupBought) and isinstance(last, cev.GroupBought):
        item, end = first.purchase, last.purchase
        one, new = f"{item.group} ({item.id})", f"{many} x {item.group} ({item.id} to {end.id})"
    else:
        return text if text == KEPT else f"{text} ({many} times)"
    if one not in text:
        return f"{text} ({many} times)"
    return text.replace(one, new, 1).replace(" becomes ", " become ", 1)
