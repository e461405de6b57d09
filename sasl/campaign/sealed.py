"""A set-up that the program has written down for its side and keeps sealed (7.5222): what of it is public, and how it
is opened, hex by hex."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import SIDES, CampaignState, Nation, Sealed
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted

CONCEALED, HIDDEN = "concealed", "hidden"
DUMMY = "concealment"
"""The fortification that a bought "?" is: a Dummy (CG10)."""


def concealed_stacks(state: CampaignState, side: Nation) -> Mapping[str, int]:
    """Return the hexes in which the enemy sees a "?" of this side, with the number of counters (A12.11)."""
    found: dict[str, int] = {}
    for line in state.sealed.values():
        work = state.works.get(line.id)
        number = work.number if work and work.kind == DUMMY else int(CONCEALED in line.gains)
        if line.side == side and number and not line.enters:
            found[line.hex] = found.get(line.hex, 0) + number
    return dict(sorted(found.items()))


def stack_words(stacks: Mapping[str, int]) -> str:
    """Return hexes with the number of counters in each: `K12 (3), K14 (1)`."""
    return ", ".join(f"{name} ({number})" for name, number in stacks.items())


def lines_in(state: CampaignState, name: str) -> list[Sealed]:
    """Return the sealed lines of a hex, without those that only enter by it."""
    return [line for line in state.sealed.values() if line.hex == name and not line.enters]


def break_seal(ctx: CampaignRun, lines: Iterable[Sealed], why: str, keep: Collection[str] = ()) -> int:
    """Open these lines: each counter and fortification stands where it was written down. Return how many did.

    Of their states only those of `keep` stay: a unit that is found is neither hidden nor concealed any more.
    """
    lines = list(lines)
    if lines:
        ctx.emit(cev.SealBroken(tuple(line.id for line in lines)))
    for line in lines:
        if line.id in ctx.state.works:
            _open_work(ctx, line, why, keep)
        else:
            _open_counter(ctx, line, why, keep)
    return len(lines)


def _open_work(ctx: CampaignRun, line: Sealed, why: str, keep: Collection[str]) -> None:
    work = ctx.state.works[line.id]
    if work.kind == DUMMY:
        ctx.emit(cev.WorkGone(work.id, f"{counted(work.number, 'Dummy', 'Dummies')} in {line.hex}: {why}"))
    else:
        ctx.emit(cev.WorkPut(replace(work, hex=line.hex, hidden=work.hidden and HIDDEN in keep), why))


def _open_counter(ctx: CampaignRun, line: Sealed, why: str, keep: Collection[str]) -> None:
    """Put a counter on the map, unless a result has spoken of it already."""
    piece = ctx.state.pieces[line.id]
    if not piece.here or piece.box == "map" or piece.id in ctx.state.told:
        return
    gains = tuple(flag for flag in line.gains if flag in keep or flag not in (CONCEALED, HIDDEN))
    why = f"enters: {why}" if line.enters else why
    ctx.emit(cev.PieceChanged(piece.id, gains, line.loses, box="map", hex=line.hex, why=why))
    ctx.carry(piece.id)


def open_side(ctx: CampaignRun, side: Nation, why: str) -> None:
    """Open everything that a side has sealed; what is to enter stays off the map until it does (CG7)."""
    mine = [line for line in ctx.state.sealed.values() if line.side == side]
    if late := tuple(line.id for line in mine if line.enters):
        ctx.emit(cev.SealBroken(late))
    break_seal(ctx, [line for line in mine if not line.enters], why, (CONCEALED, HIDDEN))


def after_scenario(ctx: CampaignRun) -> None:
    """7.13: the scenario is over: what nobody has reached stands where it was written down."""
    for side in SIDES:
        open_side(ctx, side, f"the sealed {side.capitalize()} set-up")
