"""Counters in a result: which one is meant, where it is, in what state, or that it is gone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sasl.campaign import events as cev
from sasl.campaign.adjust import known_hex
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import BOXES, FLAGS, Box, Nation, Piece, other
from sasl.campaign.steps.casualties import eliminate, leave_equipment, suffer, unguarded, worth
from sasl.content.yamlfile import nearest
from sasl.kernel.run import Refused
from sasl.kernel.text import number_in, one_of

WHY = "what is left"
GONE = ("gone", "eliminated")
LINKS = ("of", "with", "by")
NOT_CUPOLA = ("wreck", "burnt-out", "abandoned", "captured", "disabled")
"""OtO 4.1: the states that no cupola comes to."""


def told(word: str) -> str:
    """A state as the player may write it (`+broken`, `Broken`) in its own form; "" if it is none."""
    name = word.lstrip("+").lower()
    return name if name in FLAGS else ""


@dataclass
class Line:
    """What one line says of a counter."""

    place: str = ""
    box: Box | None = None
    gains: list[str] = field(default_factory=list)
    loses: list[str] = field(default_factory=list)
    holder: str = ""
    type: str = ""
    gone: str = ""

    def read(self, ctx: CampaignRun, side: Nation, words: Sequence[str]) -> None:
        """The words after the counter. Refused for one that means nothing."""
        rest = list(words)
        while rest:
            word = rest.pop(0)
            low = word.lower()
            if low in GONE:
                self.gone = "gone"
            elif low == "exited":
                self.gone = "exited"
            elif told(word):
                self.gains.append(told(word))
            elif word[0] == "-" and low[1:] in FLAGS:
                self.loses.append(low[1:])
            elif box := one_of(low, BOXES):
                self.box, self.place = box, ""
            elif low in LINKS:
                self.holder = _holder(ctx, rest, low)
            elif low == "as":
                self.type, used = type_of(ctx, side, rest)
                rest = rest[used:]
            else:
                self.place, self.box = _hex(ctx, word), "map"


def _holder(ctx: CampaignRun, rest: list[str], word: str) -> str:
    if not rest or rest[0].lower() not in ctx.state.pieces:
        hint = nearest(rest[0].lower(), ctx.state.pieces) if rest else ""
        raise Refused(f"'{word}' needs a counter that is there, as in: prisoner of g467-1{hint}")
    if not ctx.state.pieces[rest[0].lower()].here:
        raise Refused(f"{rest[0].lower()} is gone and can bear, man or guard nothing")
    return rest.pop(0).lower()


def _hex(ctx: CampaignRun, word: str) -> str:
    """The hex a word means. Refused with the nearest state if it looks like none."""
    if not any(letter.isdigit() for letter in word):
        raise Refused(f"'{word}' is neither a state, a box nor a hex{nearest(word.lower(), [*FLAGS, *BOXES, *GONE])}")
    return known_hex(ctx, word)


def type_of(ctx: CampaignRun, side: Nation, words: Sequence[str]) -> tuple[str, int]:
    """The counter type that the first words name, the longest that fits, and how many words it has."""
    known = {name.lower(): name for name in ctx.library.counters.get(side, {})}
    for count in range(min(len(words), 6), 0, -1):
        name = " ".join(words[:count]).lower()
        if name in known:
            return known[name], count
    if not words:
        raise Refused(f"{side} needs a counter, as in: {side} 8-0 K12 broken")
    raise Refused(f"there is no {side} counter '{words[0]}'{nearest(words[0], list(known.values()))}")


@dataclass
class Report:
    """The lines of one result so far: which counters have been told of."""

    taken: set[str] = field(default_factory=set)

    def apply(self, ctx: CampaignRun, piece_id: str, words: Sequence[str]) -> None:
        """What a line says of one counter is made so. Refused if it cannot be."""
        piece = ctx.state.pieces[piece_id]
        line = Line()
        line.read(ctx, piece.side, words)
        put(ctx, piece, line)


def report(ctx: CampaignRun, entry: Report, side: Nation, words: Sequence[str]) -> None:
    """`SIDE TYPE [xN] …`: counters of the OoB not told of yet, those already there first; more of them join."""
    name, used = type_of(ctx, side, words)
    rest, count = list(words[used:]), 1
    if rest and _is_count(ctx, rest):
        count = int(rest.pop(0)[1:])
    line = Line()
    line.read(ctx, side, rest)
    for _ in range(count):
        found = [
            piece for piece in ctx.state.of(side) if piece.type == name and piece.id not in entry.taken
            and (piece.box != "away" or line.box == "away")
        ]  # fmt: skip
        found.sort(key=lambda piece: (piece.hex != line.place, piece.box != "map"))
        if not found and line.gone:
            raise Refused(f"the {side.capitalize()} side has no more {name} that could be gone")
        piece = found[0] if found else ctx.raise_piece(side, name, why="found on the map after the scenario")
        entry.taken.add(piece.id)
        put(ctx, piece, line)


def _is_count(ctx: CampaignRun, words: Sequence[str]) -> bool:
    """Whether `x3` is a number of counters, not hex X3: a capital X with no place after it is a hex of the map."""
    first, board = words[0], ctx.game.board
    if first[0] not in "xX" or not number_in(first[1:], 1, 99):
        return False
    if first[0] == "x" or board is None or first not in board:
        return True
    return any(word.lower() in (*BOXES, "gone", "exited") or word.upper() in board for word in words[1:])


def put(ctx: CampaignRun, piece: Piece, line: Line) -> None:
    """One counter's place, states, type, bearer; or it is gone, with its VP (A26.2)."""
    if line.gone:
        if not piece.here:
            raise Refused(f"{piece.id} is gone already")
        _gone(ctx, piece, line.gone)
        return
    if line.box == "gone":
        raise Refused(f"say that {piece.id} is gone with: {piece.id} gone")
    gains = [flag for flag in line.gains if flag not in piece.flags]
    side: Nation | None = None
    if piece.kind == "cupola" and (never := [FLAGS[flag] for flag in gains if flag in NOT_CUPOLA]):
        raise Refused(f"a cupola is never {never[0]}: its crew stays, and it leaves no wreck (OtO 4.1)")
    if "captured" in gains:
        if piece.kind not in ("sw", "gun", "vehicle"):
            raise Refused(f"{piece.id} is a {piece.type}: men are prisoners, as in: {piece.id} prisoner of ID (A20)")
        side = other(piece.side)
    if "prisoner" in gains and not line.holder:
        raise Refused(f"a prisoner has a Guard, as in: {piece.id} prisoner of ID (A20.5)")
    if piece.id in bearers(ctx, line.holder):
        raise Refused(f"{piece.id} cannot be borne by what it bears itself")
    held_by = ctx.state.pieces.get(line.holder)
    if "prisoner" in gains and held_by and held_by.side == piece.side:
        raise Refused(f"{held_by.id} is of the same side and guards no {piece.id} (A20.5)")
    place: str = line.place
    box: Box | None = line.box
    if held_by and not place and not box:
        place, box = held_by.hex, held_by.box
    kind = ctx.game.counter(piece.side, line.type).kind if line.type else None
    modifier = ctx.game.counter(piece.side, line.type).modifier or 0 if line.type else None
    if not (place or box or gains or line.loses or line.type or line.holder) and piece.box != "gone":
        raise Refused(f"say where {piece.id} is, its state, or that it is gone")
    if piece.box == "gone" and not box:
        raise Refused(f"{piece.id} is gone; say where it is to have it back")
    ctx.emit(
        cev.PieceChanged(
            piece.id, tuple(gains), tuple(line.loses), type=line.type or None, kind=kind, modifier=modifier,
            box=box, hex=place if box else None, side=side,
            holder=line.holder or ("" if box and piece.holder else None), why=WHY,
        )
    )  # fmt: skip
    if "wreck" in gains and not ctx.state.number(other(piece.side), "cvp-typed"):
        suffer(ctx, piece.side, worth(ctx.game, piece), piece.id)
    if box:
        if piece.kind == "vehicle" and box in ("map", "retained"):
            ctx.change(ctx.state.pieces[piece.id], ("has-fought",), (), "on the map (11.6142)")
        carry(ctx, piece.id)


def bearers(ctx: CampaignRun, holder: str) -> list[str]:
    """A counter, who bears it, who bears that one, and so on."""
    found: list[str] = []
    while holder and holder in ctx.state.pieces and holder not in found:
        found.append(holder)
        holder = ctx.state.pieces[holder].holder
    return found


def carry(ctx: CampaignRun, bearer: str) -> None:
    """What a counter bears is where it is."""
    piece = ctx.state.pieces[bearer]
    for held in ctx.state.held_by(bearer):
        if (held.box, held.hex) != (piece.box, piece.hex):
            ctx.emit(cev.PieceChanged(held.id, box=piece.box, hex=piece.hex, why=f"with {bearer}"))
            carry(ctx, held.id)


def may_exit(game: CampaignGame, side: Nation) -> bool:
    """CG14: only who earns Exit VP may leave the map; where a file has no awards for that, the players know best."""
    exits = [line.side for line in game.campaign.awards if line.counts == "evp"]
    return not exits or side in exits


def _lost_with(ctx: CampaignRun, piece: Piece) -> None:
    """A15.3: the SW of a unit that was never put on the map went with it; a line of its own has one back."""
    if piece.box == "map":
        return
    for held in ctx.state.held_by(piece.id):
        if held.kind == "sw":
            ctx.emit(cev.PieceGone(held.id, f"with {piece.id}", counts=False))


def _gone(ctx: CampaignRun, piece: Piece, how: str) -> None:
    """A26.2: an Eliminated counter is worth CVP to the other side, one that exits EVP, unless these were entered."""
    if piece.kind == "vehicle" and piece.group:
        ctx.change(piece, ("has-fought",), (), "")
    points = worth(ctx.game, piece)
    if how == "exited" and piece.kind == "vehicle" and "low-ammo" in piece.flags:
        ctx.emit(cev.PieceChanged(piece.id, ("recalled",), box="away", hex="", why="Recalled for Low Ammo (CG14)"))
        return
    if how == "exited" and not may_exit(ctx.game, piece.side):
        how = "gone"
    if how == "exited":
        for held in ctx.state.held_by(piece.id):
            if "prisoner" not in held.flags:
                _gone(ctx, held, how)
        ctx.emit(cev.PieceGone(piece.id, "exited (CG14)", counts=False))
        if not ctx.state.number(piece.side, "evp-typed"):
            ctx.add(piece.side, "evp-scenario", points, piece.id)
            ctx.add(piece.side, "evp", points, piece.id)
        return
    _lost_with(ctx, piece)
    if ctx.state.number(other(piece.side), "cvp-typed"):
        unguarded(ctx, piece, WHY)
        leave_equipment(ctx, piece, WHY)
        ctx.emit(cev.PieceGone(piece.id, WHY))
    else:
        eliminate(ctx, piece, WHY)
