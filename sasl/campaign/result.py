"""What is left after a scenario, entered line by line: counters, their states, figures, control, fires."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from sasl.campaign import events as cev
from sasl.campaign.adjust import known_hex, pieces_of, side_of
from sasl.campaign.perimeter.determination import set_control
from sasl.campaign.registry import verb
from sasl.campaign.result_counters import Report, report
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, CampaignState, Nation, Piece, Work, other
from sasl.campaign.steps.set_up import shown
from sasl.campaign.steps.victory import STONE, STONE_ALL
from sasl.kernel.run import Refused
from sasl.kernel.text import id_range, number_in

WHY = "what is left"
FIGURES = ("cvp", "evp", "lvp", "stone")
WORKS = (
    "wire", "minefield", "ap-mine", "at-mine", "trench", "foxhole", "foxhole-1", "foxhole-2", "foxhole-3", "pillbox",
    "at-ditch", "roadblock", "rubble", "flame", "blaze", "wreck", "gutted", "shellholes", "trail-break",
)  # fmt: skip
USAGE = (
    "result IDS|SIDE TYPE [xN] [HEX|BOX] [STATES] [gone] [; …] | cvp|evp|lvp|stone SIDE N | control HEXES SIDE "
    "| KIND HEX [N]"
)


def _when(state: CampaignState) -> str:
    return "" if state.stage in ("scenario", "refit") else "no scenario has been played yet"


@verb("result", USAGE, "what a scenario has left: counters, figures, control, fires and works", when=_when,
      group="result")  # fmt: skip
def result(ctx: CampaignRun, words: list[str]) -> None:
    """7.13, 7.502: any number of lines with ";" between them; one that is wrong keeps all of them out."""
    lines = [line.strip() for line in " ".join(words).split(";") if line.strip()]
    if not lines:
        raise Refused(f"result needs at least one line: {USAGE}")
    entry = Report()
    for number, line in enumerate(lines, 1):
        try:
            enter(ctx, line, entry)
        except Refused as refusal:
            raise Refused(f"line {number}, '{line}': {refusal}" if len(lines) > 1 else str(refusal)) from None


def enter(ctx: CampaignRun, line: str, entry: Report) -> None:
    """One line of a result. Refused, in one sentence, if anything in it is wrong."""
    words = line.split()
    first = words[0].lower()
    if first in FIGURES:
        _figure(ctx, first, words[1:])
    elif first == "control":
        _control(ctx, words[1:])
    elif first in ctx.state.works:
        _work(ctx, first, words[1:])
    elif first in WORKS or ctx.campaign.fortification(first):
        _put(ctx, first, words[1:])
    elif any(first in (side, side[0]) for side in SIDES):
        report(ctx, entry, side_of(first), words[1:])
    else:
        entry.taken.update(piece.id for piece in pieces_of(ctx, words[0]))
        for piece in pieces_of(ctx, words[0]):
            entry.apply(ctx, piece.id, words[1:])


def _figure(ctx: CampaignRun, name: str, words: Sequence[str]) -> None:
    """CVP and EVP of this scenario take the place of what was counted for it; LVP are those held now (7.4, 7.13)."""
    if name == STONE and len(words) == 2:
        ctx.set(side_of(words[0]), STONE_ALL, int(words[1].lower() == "all"), WHY)
        if words[1].lower() == "all":
            return
    value = number_in(words[1], 0, 999) if len(words) == 2 else None
    if value is None:
        raise Refused(f"{name} needs a side and a number, as in: {name} russian 6")
    side = side_of(words[0])
    if name not in ("cvp", "evp"):
        ctx.set(side, name, value, WHY)
        ctx.set(side, "lvp-typed", int(name == "lvp"))
        return
    counted = {"cvp": "earned", "evp": "evp-scenario"}[name]
    change = value - ctx.state.number(side, counted)
    ctx.set(side, counted, value, WHY)
    ctx.set(side, f"{name}-typed", 1)
    ctx.add(side, name, change, f"{value} in this scenario")
    if name == "cvp":
        foe: Nation = other(side)
        ctx.add(foe, "suffered", change, WHY)
        ctx.add(foe, "suffered-total", change, WHY)


def _control(ctx: CampaignRun, words: Sequence[str]) -> None:
    """A26.1: who controls hexes, as the command `control` takes it; nobody or none is nobody."""
    if len(words) < 2:
        raise Refused("control needs hexes and a side, as in: control K12,K13 german, control <30 german")
    set_control(ctx, words, WHY)


def _work(ctx: CampaignRun, work_id: str, words: Sequence[str]) -> None:
    """A fortification or fire that is there no more."""
    if [word.lower() for word in words] != ["gone"]:
        raise Refused(f"{work_id} is there; say: {work_id} gone, or put another")
    ctx.emit(cev.WorkGone(work_id, WHY))


def _put(ctx: CampaignRun, kind: str, words: Sequence[str]) -> None:
    """A fortification, wreck, fire or rubble in a hex, with its factors or what burns there."""
    if not words:
        raise Refused(f"{kind} needs a hex, as in: {kind} K12")
    name = known_hex(ctx, words[0])
    rest = list(words[1:])
    number = number_in(rest[0], 0, 99) if rest else None
    if number is not None:
        rest = rest[1:]
    waiting = _waiting(ctx, kind, name)
    if waiting and not rest:
        _place(ctx, waiting, name, number)
    else:
        ctx.put_work(kind, name, number=number or 0, text=" ".join(rest)[:80], why=WHY)


def _waiting(ctx: CampaignRun, kind: str, name: str) -> Work | None:
    """A fortification of this kind that is still to be placed, one of who controls the hex first."""
    whose = ctx.state.control.get(name, "")
    found = [work for work in ctx.state.works.values() if work.kind == kind and not work.hex and work.side in SIDES]
    return min(found, key=lambda work: work.side != whose, default=None)


def _place(ctx: CampaignRun, work: Work, name: str, number: int | None) -> None:
    """7.5224: what was bought stands there now; of a lot of factors so many, the rest is still to be placed."""
    line = ctx.campaign.fortification(work.kind)
    lot = line is not None and line.per == "a factor"
    hidden = work.hidden and not shown(ctx.game, work)
    left = work.number - number if lot and number else 0
    if left < 0:
        raise Refused(f"{number} {work.kind} are not there: {work.number} are still to be placed")
    if not left:
        ctx.emit(cev.WorkPut(replace(work, hex=name, number=number or work.number, hidden=hidden), WHY))
        return
    title = line.title if line else work.kind
    ctx.emit(cev.WorkPut(replace(work, number=left, text=f"{left} {title}"), WHY))
    ctx.put_work(work.kind, name, side=work.side, number=number or 0, text=f"{number} {title}", hidden=hidden, why=WHY)


# -- a text of many lines ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a pasted text comes to: one command for all of it, or every fault with the number of its line.

    `kept`: the counters that would be kept off the map then, no line speaks of them, by side and type.
    """

    command: str = ""
    faults: tuple[tuple[int, str], ...] = ()
    kept: tuple[str, ...] = ()


def read_text(game: CampaignGame, text: str) -> Pasted:
    """The command that enters a text of many lines, tried line by line on `game`; `#` begins a remark."""
    ctx, entry = CampaignRun(game), Report()
    good, faults = [], []
    for number, raw in enumerate(text.splitlines(), 1):
        for line in filter(None, map(str.strip, raw.partition("#")[0].split(";"))):
            before, taken = ctx.game, set(entry.taken)
            try:
                enter(ctx, line, entry)
                good.append(line)
            except Refused as refusal:
                ctx.game, entry.taken = before, taken
                faults.append((number, f"'{line}': {refusal}"))
    if faults:
        return Pasted(faults=tuple(faults))
    if not good:
        return Pasted(faults=((0, "the text has no line to enter"),))
    return Pasted("result " + "; ".join(good), kept=tuple(kept_lines(ctx.game, entry.taken)))


def kept_lines(game: CampaignGame, taken: Collection[str] = ()) -> list[str]:
    """CG7: the counters off the map of which nothing was said, a line for each side; not what they bear."""
    lines = []
    for side in SIDES:
        off = [piece for piece in game.state.of(side, "retained", "coming") if piece.holder not in game.state.pieces]
        left = [piece for piece in off if piece.kind in MANNED and piece.id not in taken]
        if left:
            lines.append(f"{side.capitalize()}: {', '.join(_by_type(left))}")
    return lines


MANNED = ("squad", "hs", "crew", "leader", "hero", "sw", "gun", "vehicle", "cupola")


def _by_type(pieces: Sequence[Piece]) -> Iterator[str]:
    """`9 x 4-6-7 (g467-4 to g467-12)`."""
    types: dict[str, list[str]] = {}
    for piece in pieces:
        types.setdefault(piece.type, []).append(piece.id)
    for name, ids in types.items():
        yield f"{len(ids)} x {name} ({id_range(ids)})" if len(ids) > 1 else f"{name} ({ids[0]})"
