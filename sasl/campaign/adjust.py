"""Adjusting a campaign by hand: dice, switches, notes, any figure, any counter."""

from __future__ import annotations

from dataclasses import replace

from sasl.asl.game import events as ev
from sasl.asl.game.dice_words import roll_words, set_dice
from sasl.campaign import events as cev
from sasl.campaign.registry import verb
from sasl.campaign.run import CampaignRun
from sasl.campaign.state import BOXES, FLAGS, OPTIONS, SIDES, Box, Nation, Piece
from sasl.campaign.steps.casualties import eliminate
from sasl.content.yamlfile import nearest
from sasl.kernel.run import Refused
from sasl.kernel.text import number_in, one_of

NUMBERS = ("cpp", "fpp", "san", "elr", "cvp", "evp", "lvp", "suffered", "vp", "wins", "stone")
"""The figures of a side that the player may set."""
BELOW_ZERO = ("vp",)
"""Those of them that may be below 0: VP that a side has lost."""
WHY = "player"


@verb(
    "dice",
    "dice auto | hand [russian | german] | N N… | clear | skip [N]",
    "who rolls; or type the next dice",
    group="dice",
)
def dice(ctx: CampaignRun, words: list[str]) -> None:
    """A.9: the program rolls (auto), the player rolls (hand), or he types dice for what comes next."""
    set_dice(ctx, words, SIDES, ctx.state.option)


@verb("roll", "roll dr | DR | NdM | TABLE [±N] [COLUMN]", "roll dice, or on any table of the library", group="dice")
def roll(ctx: CampaignRun, words: list[str]) -> None:
    """A roll of the player's own, logged like every other."""
    roll_words(ctx, words)


@verb("option", "option NAME on|off", "turn a switch of this campaign", group="adjust")
def option(ctx: CampaignRun, words: list[str]) -> None:
    """Turn one of the switches: who plays a side, who rolls its dice, secrets."""
    if len(words) != 2 or words[0] not in OPTIONS or words[1].lower() not in ("on", "off"):
        names = "; ".join(f"{name} ({text})" for name, (_, text) in OPTIONS.items())
        raise Refused(f"option needs a name and on or off; there are {names}")
    ctx.emit(ev.OptionSet(words[0], words[1].lower() == "on"))


@verb("note", "note TEXT", "write a remark into the log", group="adjust")
def note(ctx: CampaignRun, words: list[str]) -> None:
    """A remark of the player's."""
    if not words:
        raise Refused("note needs a text")
    ctx.emit(ev.Adjusted(" ".join(words)[:500]))


@verb(
    "set",
    "set russian|german NAME NUMBER | set NAME WORD",
    "set any figure or word: CPP, SAN, ELR, weather …",
    group="adjust",
)
def set_figure(ctx: CampaignRun, words: list[str]) -> None:
    """Any figure of a side, or any word about the campaign, as the player's records have it."""
    if len(words) == 3 and words[0].lower() in SIDES:
        value = number_in(words[2], -999, 9999)
        if words[1].lower() not in NUMBERS:
            raise Refused(f"'{words[1]}' is no figure; there are {', '.join(NUMBERS)}")
        if value is None:
            raise Refused(f"'{words[2]}' is no number")
        if value < 0 and words[1].lower() not in BELOW_ZERO:
            raise Refused(f"{words[1].lower()} counts what a side has: it cannot be below 0")
        ctx.set(side_of(words[0]), words[1].lower(), value, WHY)
        if words[1].lower() == "lvp":
            ctx.set(side_of(words[0]), "lvp-typed", 1)
        return
    if len(words) < 2:
        raise Refused("set needs a name and a value, as in: set german cpp 18, set weather Overcast")
    ctx.fact(words[0].lower(), " ".join(words[1:])[:80], WHY)


def side_of(word: str) -> Nation:
    """The side a player means by `r`, `russian` … Refused otherwise."""
    found = [side for side in SIDES if word and side.startswith(word.lower())]
    if len(found) != 1:
        raise Refused(f"'{word}' is no side; there are russian and german")
    return found[0]


def pieces_of(ctx: CampaignRun, text: str) -> list[Piece]:
    """The counters named by ids with commas between. Refused for one that is not there."""
    found = []
    for word in text.split(","):
        piece = ctx.state.pieces.get(word.lower())
        if piece is None:
            raise Refused(f"there is no counter '{word}'{nearest(word.lower(), ctx.state.pieces)}")
        found.append(piece)
    return found


def known_hex(ctx: CampaignRun, text: str) -> str:
    """The hex a player means. Refused if the campaign's board has none of that name."""
    if ctx.game.board is None:
        return text.upper()[:8]
    try:
        return ctx.game.board.find(text)
    except ValueError as error:
        raise Refused(str(error)) from None


@verb(
    "add",
    "add russian|german TYPE [HEX|BOX] [N]",
    "add counters to a side's OoB, on the map or in a box",
    group="adjust",
)
def add(ctx: CampaignRun, words: list[str]) -> None:
    """Counters of any type, in a hex or a box of the Force Organizer."""
    if len(words) < 2:
        raise Refused("add needs a side and a counter, as in: add german 4-6-7 K12, add russian 9-1 retained")
    side, rest = side_of(words[0]), words[1:]
    count = number_in(rest[-1], 1, 99) if len(rest) > 1 else None
    rest = rest[:-1] if count else rest
    box: Box = "retained"
    place, named = "", one_of(rest[-1].lower(), BOXES) if len(rest) > 1 else None
    if named:
        box, rest = named, rest[:-1]
    elif len(rest) > 1 and " ".join(rest) not in ctx.library.counters.get(side, {}):
        place, box, rest = known_hex(ctx, rest[-1]), "map", rest[:-1]
    for _ in range(count or 1):
        ctx.raise_piece(side, " ".join(rest), box=box, hex=place, why=WHY)


@verb("mark", "mark IDS +STATE -STATE…", "states of counters: +wounded, -malfunctioned, +recalled …", group="adjust")
def mark(ctx: CampaignRun, words: list[str]) -> None:
    """Any state of a counter, by hand."""
    if len(words) < 2:
        raise Refused("mark needs counters and states, as in: mark g467-1 +broken -encircled")
    for word in words[1:]:
        if word[0] not in "+-" or word[1:].lower() not in FLAGS:
            raise Refused(f"'{word}' is no state{nearest(word.lstrip('+-').lower(), FLAGS)}; write +STATE or -STATE")
    gains = [word[1:].lower() for word in words[1:] if word[0] == "+"]
    loses = [word[1:].lower() for word in words[1:] if word[0] == "-"]
    for piece in pieces_of(ctx, words[0]):
        ctx.change(piece, gains, loses, WHY)


@verb(
    "move",
    "move IDS HEX|BOX|ID",
    "put counters into a hex, a box (retained, away …), or to who bears them",
    group="adjust",
)
def move(ctx: CampaignRun, words: list[str]) -> None:
    """A counter's place, by hand."""
    if len(words) != 2:
        raise Refused(
            "move needs counters and a place, as in: move g467-1 K12, move r51l-1 retained, move glmg-1 g467-1"
        )
    goal = words[1].lower()
    for piece in pieces_of(ctx, words[0]):
        box = one_of(goal, BOXES)
        if box and box != "gone":
            ctx.emit(cev.PieceChanged(piece.id, box=box, hex="", why=WHY))
        elif goal in ctx.state.pieces:
            if goal == piece.id or not ctx.state.pieces[goal].here:
                raise Refused(f"{goal} cannot bear {piece.id}")
            ctx.emit(cev.PieceChanged(piece.id, holder=goal, why=WHY))
        else:
            ctx.emit(cev.PieceChanged(piece.id, box="map", hex=known_hex(ctx, goal), why=WHY))


@verb("lose", "lose IDS [WHY]", "counters are Eliminated", group="adjust")
def lose(ctx: CampaignRun, words: list[str]) -> None:
    """A26.2: counters that are no more, casualties of their side once a scenario has begun."""
    if not words:
        raise Refused("lose needs counters, as in: lose g467-1,g467-2")
    why = " ".join(words[1:])[:80] or WHY
    for piece in pieces_of(ctx, words[0]):
        if not piece.here:
            raise Refused(f"{piece.id} is gone already")
        if ctx.state.stage == "initial":
            ctx.emit(cev.PieceGone(piece.id, why, counts=False))
        else:
            eliminate(ctx, piece, why)


@verb(
    "work",
    "work KIND [HEX] [N] | work ID gone|HEX",
    "put, move or remove fortifications, wrecks, flames …",
    group="adjust",
)
def work(ctx: CampaignRun, words: list[str]) -> None:
    """Fortifications and what else lies on the map, by hand."""
    if not words:
        raise Refused("work needs a kind, as in: work trench K12, work minefield L14 6; or: work w3 gone")
    found = ctx.state.works.get(words[0].lower())
    if found and len(words) == 2:
        if words[1].lower() == "gone":
            ctx.emit(cev.WorkGone(found.id, WHY))
        else:
            ctx.emit(cev.WorkPut(replace(found, hex=known_hex(ctx, words[1])), WHY))
        return
    number = number_in(words[-1], 0, 99) if len(words) > 1 else None
    rest = words[:-1] if number is not None else words
    place = known_hex(ctx, rest[1]) if len(rest) > 1 else ""
    ctx.put_work(rest[0].lower(), place, number=number or 0, why=WHY)
