"""What is left after a scenario, entered line by line: counters, their states, figures, control, fires."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sasl.campaign import events as cev
from sasl.campaign.adjust import known_hex, pieces_of, side_of
from sasl.campaign.registry import verb
from sasl.campaign.result_counters import Report, report
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import SIDES, CampaignState, Nation, other
from sasl.core.text import number_in
from sasl.game.run import Refused

WHY = "what is left"
FIGURES = ("cvp", "evp", "lvp", "stone")
WORKS = (
    "wire", "minefield", "ap-mine", "at-mine", "trench", "foxhole", "foxhole-1", "foxhole-2", "foxhole-3", "pillbox",
    "at-ditch", "roadblock", "rubble", "flame", "blaze", "wreck", "gutted", "shellholes", "trail-break",
)  # fmt: skip
USAGE = (
    "result IDS|SIDE TYPE [xN] [HEX|BOX] [STATES] [gone] [; …] | cvp|evp|lvp SIDE N | control HEXES SIDE | KIND HEX [N]"
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
    """A26.1: who controls hexes; `none` is nobody."""
    if len(words) < 2:
        raise Refused("control needs hexes and a side, as in: control K12,K13 german")
    side = "" if words[-1].lower() == "none" else side_of(words[-1])
    names = [name for word in words[:-1] for name in word.split(",") if name]
    ctx.emit(cev.HexesControlled(side, tuple(known_hex(ctx, name) for name in names), WHY))


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
    ctx.put_work(kind, name, number=number or 0, text=" ".join(rest)[:80], why=WHY)


# -- a text of many lines ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pasted:
    """What a pasted text comes to: one command for all of it, or every fault with the number of its line."""

    command: str = ""
    faults: tuple[tuple[int, str], ...] = ()


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
    return Pasted("result " + "; ".join(good))
