"""Orders by which the player adjusts a campaign: dice, switches, notes, any figure, any counter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from sasl.asl.game import dice_words
from sasl.asl.game import events as ev
from sasl.asl.game.dice_words import ClearDice, DiceAhead, SkipDice
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import BOXES, OPTIONS, SIDES, Box, Nation
from sasl.campaign.orders.campaign_kinds import command, has_digit, is_count, is_number, is_side, pieces, side_of, times
from sasl.campaign.orders.result_lines import MOST, WORKS
from sasl.campaign.steps.burnable import FIRES, cannot_burn
from sasl.campaign.steps.campaign_victory import CPP_LEFT_MOST, agree, leftovers_count, lvp_too_many
from sasl.campaign.steps.figure_limits import too_high
from sasl.campaign.steps.losses import eliminate
from sasl.campaign.suits import unsuited
from sasl.campaign.vocabulary import LEVELS, ROWS, TRAPS
from sasl.content.reading.faults import nearest, no_such
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound, Kind
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.text import no_number, number_in
from sasl.kernel.text import one_of as member
from sasl.kernel.transaction import Refused

BALANCE = "balance"
"""The Balance provision in use: a side that needs other VP to win (7.31), or a side's DRM (11.32, 12.32)."""
NUMBERS = ("cpp", "fpp", "san", "elr", "cvp", "evp", "lvp", "suffered", "vp", "wins", "stone", BALANCE)
"""The figures of a side that the player may set."""
LEAST, GREATEST = -999, 9999
"""What such a figure may be."""
BELOW_ZERO = ("vp",)
"""Those of them that may be below 0: VP that a side has lost."""
WHY = "player"
SKY = {"weather": "weather", "ec": "ec", "wind": "wind-force"}
"""The words that tables ask for, and the role of the table that rolls each."""


class WhoRolls(Order):
    """A.9: the program rolls (auto), or the player (hand), for all or for one side."""

    FORM = "dice (auto | hand [SIDE])"
    what: str = one_of("auto", "hand")
    side: str = ""

    def run(self, ctx: CampaignRun) -> None:
        dice_words.who_rolls(ctx, self.what == "hand", self.side, SIDES, ctx.state.option)


class Roll(Order):
    """A roll of the player's own, logged like every other."""

    FORM = "roll WORD:what [DRM:drm | WORD2:column]…"
    what: str
    drm: tuple[int, ...] = ()
    column: str = ""

    def run(self, ctx: CampaignRun) -> None:
        dice_words.roll(ctx, self.what, self.drm, self.column)


class SetOption(Order):
    """One of the switches: who plays a side, who rolls its dice, secrets."""

    FORM = "option [SWITCH:name (on|off)]"
    name: str = ""
    state: str = one_of("on", "off")

    def run(self, ctx: CampaignRun) -> None:
        """Turn it; without a name: how each stands."""
        if not self.name:
            for name, (_, words) in OPTIONS.items():
                ctx.tell(f"{name} {'on' if ctx.state.option(name) else 'off'}: {words}")
            return
        ctx.emit(ev.OptionSet(self.name, self.state == "on"))


class Note(Order):
    """A remark of the player's."""

    FORM = "note TEXT:words…"
    text: str

    @classmethod
    def read(cls, game: CampaignGame, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        return cls(" ".join(bound.slots["words"]))

    def run(self, ctx: CampaignRun) -> None:
        ctx.emit(ev.Adjusted(self.text[:500]))

    def line(self) -> str:
        return f"note {self.text}"


class SetFigure(Order):
    """A figure of a side, as the player's records have it."""

    FORM = "set SIDE NAME N:value"
    side: Nation
    name: str
    value: int

    def verify(self, game: CampaignGame) -> None:
        if self.name not in NUMBERS:
            raise Refused(f"'{self.name}' is not a figure; there are {', '.join(NUMBERS)}")
        if self.name == BALANCE and game.campaign.victory.balance:
            raise Refused("the Balance provision here is given to a side: set balance russian|german|none (7.31)")
        if not LEAST <= self.value <= GREATEST:
            raise Refused(no_number(self.value, LEAST, GREATEST))
        if self.value < 0 and self.name not in BELOW_ZERO:
            raise Refused(f"{self.name} is an amount and cannot be below 0")
        if reason := too_high(game, self.name, self.value):
            raise Refused(reason)

    def run(self, ctx: CampaignRun) -> None:
        more = self.value - ctx.state.number(self.side, self.name)
        ctx.set(self.side, self.name, self.value, WHY)
        if self.name == "cpp" and more > 0:  # 7.5152: what was not there to spend; less is what is spent by hand
            ctx.add(self.side, "cpp-total", more, WHY)
        if self.name == "lvp":
            ctx.set(self.side, "lvp-typed", 1)


class SetWord(Order):
    """A word about the campaign: the weather, the EC …"""

    FORM = "set NAME TEXT:value…"
    name: str
    value: tuple[str, ...]

    def verify(self, game: CampaignGame) -> None:
        """It is not meant for a figure of a side."""
        if is_side(self.name) and len(self.value) == 2:
            if self.value[0].lower() not in NUMBERS:
                raise Refused(f"'{self.value[0]}' is not a figure; there are {', '.join(NUMBERS)}")
            raise Refused(no_number(self.value[1], LEAST, GREATEST))
        if self.name == BALANCE and not game.campaign.victory.balance:
            raise Refused(f"the Balance provision of this campaign is a DRM of a side: set german balance 1 "
                          f"({game.rule('7.31')})")  # fmt: skip
        if self.name == CPP_LEFT_MOST:
            self._verify_cpp_left(game)
        known = {TRAPS: tuple(LEVELS), BALANCE: (*SIDES, "none")}
        words = known.get(self.name) or ROWS.get(SKY.get(self.name, ""), ())
        if words and " ".join(self.value) not in words:
            text = " ".join(self.value)[:40]
            raise Refused(f"{self.name} '{text}' is not one of {', '.join(words)}{nearest(text, words)}")

    def _verify_cpp_left(self, game: CampaignGame) -> None:
        if not leftovers_count(game):
            raise Refused(f"in this campaign CPP that are left earn no VP ({game.rule('7.518')})")
        if self.value != ("none",) and (len(self.value) != 1 or number_in(self.value[0], 0, GREATEST) is None):
            raise Refused("cpp-left-most is a number, or none: how many of the CPP that are left count at most, as in: "
                          f"set cpp-left-most 5 ({game.rule('7.518')})")  # fmt: skip

    def run(self, ctx: CampaignRun) -> None:
        ctx.fact(self.name, " ".join(self.value)[:80], WHY)


class Agree(Order):
    """7.4, 7.518: what the players' map has, and what they agree on, before it matters for victory."""

    FORM = "agree"

    def verify(self, game: CampaignGame) -> None:
        if not has_to_agree(game):
            raise Refused("this campaign leaves the players nothing to agree on")

    def run(self, ctx: CampaignRun) -> None:
        agree(ctx)


def has_to_agree(game: CampaignGame) -> bool:
    """Whether victory in a campaign hangs on something that only its players know (`agree`)."""
    return bool(lvp_too_many(game)) or leftovers_count(game)


class Add(Order):
    """Counters of any type, in a hex or a box of the Force Organizer."""

    FORM = "add NATION:side WORD:words… [TIMES:count] [HEX|BOX]"
    side: Nation
    type: str
    count: int = 1
    box: Box = "retained"
    hex: str = ""

    @classmethod
    def read(cls, game: CampaignGame, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """A type may have several words: what is known as a counter is no place. `x3` or `3` is a number of them."""
        side = side_of(bound.slots["side"][0])
        rest, count = _without_count(game, side, list(bound.slots["words"]))
        named = member(rest[-1].lower(), BOXES) if len(rest) > 1 else None
        if named:
            return cls(side, " ".join(rest[:-1]), count or 1, named)
        known = game.library.counters.get(side, {})
        if len(rest) > 1 and " ".join(rest) not in known and (" ".join(rest[:-1]) in known or has_digit(rest[-1])):
            return cls(side, " ".join(rest[:-1]), count or 1, "map", game.find_hex(rest[-1]))
        return cls(side, " ".join(rest), count or 1)

    def verify(self, game: CampaignGame) -> None:
        known = game.library.counters.get(self.side, {})
        if self.type not in known:
            raise Refused(no_such(f"{self.side.capitalize()} counter", self.type, known))

    def run(self, ctx: CampaignRun) -> None:
        for _ in range(self.count):
            ctx.raise_piece(self.side, self.type, box=self.box, hex=self.hex, why=WHY)

    def line(self) -> str:
        return f"add {self.side} {self.type} x{self.count} {self.hex or self.box}"


def _without_count(game: CampaignGame, side: Nation, words: list[str]) -> tuple[list[str], int | None]:
    """Return the words after the side without the number of counters, behind the type or at the end, and that number.

    Refused for a number that no count can be.
    """
    known = game.library.counters.get(side, {})
    for place in range(1, len(words) if " ".join(words) not in known else 0):
        is_last, of_type = place == len(words) - 1, " ".join(words[:place]) in known
        if is_count(game, words[place:]) and (is_last or of_type):
            return words[:place] + words[place + 1 :], times(words[place])
        if is_number(words[place]) and (is_last or of_type):
            count = number_in(words[place], 1, MOST)
            if count is None:
                example = f"add {side} {' '.join(words[:place])} x3"
                raise Refused(f"{words[place]} is not a number of counters: 1 to {MOST}, as in: {example}")
            return words[:place] + words[place + 1 :], count
    return words, None


class Mark(Order):
    """States of counters, by hand."""

    FORM = "mark PIECES:pieces STATE:states…"
    pieces: tuple[str, ...]
    states: tuple[str, ...]

    def run(self, ctx: CampaignRun) -> None:
        gains = [word[1:] for word in self.states if word[0] == "+"]
        loses = [word[1:] for word in self.states if word[0] == "-"]
        for piece in pieces(ctx.game, self.pieces):
            if reason := unsuited(piece, gains):
                raise Refused(reason)
            ctx.change(piece, gains, loses, WHY)


class Move(Order):
    """Counters put into a hex, a box, or with who bears them, by hand."""

    FORM = "move PIECES:pieces GOAL:goal"
    pieces: tuple[str, ...]
    goal: str

    def verify(self, game: CampaignGame) -> None:
        """No counter bears itself, none that is gone bears anything."""
        bearer = game.state.pieces.get(self.goal)
        for name in self.pieces if bearer else ():
            if name == self.goal or (bearer and not bearer.here):
                raise Refused(f"{self.goal} cannot carry {name}")

    def run(self, ctx: CampaignRun) -> None:
        """Each, bearers first, takes along what it bears; what goes where its bearer is not is borne no more."""
        bearer = ctx.state.pieces.get(self.goal)
        box = bearer.box if bearer else member(self.goal, BOXES) or "map"
        place = bearer.hex if bearer else self.goal if box == "map" else ""
        for piece in sorted(pieces(ctx.game, self.pieces), key=lambda piece: piece.weapon):
            old = ctx.state.pieces.get(piece.holder)
            apart = old is not None and (old.box, old.hex) != (box, place)
            holder = bearer.id if bearer else "" if apart else None
            ctx.emit(cev.PieceChanged(piece.id, box=box, hex=place, holder=holder, why=WHY))
            ctx.carry(piece.id)


class Lose(Order):
    """A26.2: counters that are no more, casualties of their side once a scenario has begun."""

    FORM = "lose PIECES:pieces [TEXT:why]…"
    pieces: tuple[str, ...]
    why: tuple[str, ...] = ()

    def run(self, ctx: CampaignRun) -> None:
        why = " ".join(self.why)[:80] or WHY
        for name in self.pieces:
            piece = ctx.state.pieces[name]
            if not piece.here:
                raise Refused(f"{piece.id} is already gone")
            if ctx.state.stage == "initial":
                ctx.emit(cev.PieceGone(piece.id, why, counts=False))
            else:
                eliminate(ctx, piece, why)


class ChangeWork(Order):
    """A work is gone, or lies elsewhere."""

    FORM = "work WORK:work (gone | HEX:hex)"
    work: str
    hex: str = ""
    gone: bool = False

    def verify(self, game: CampaignGame) -> None:
        if self.work not in game.state.works:
            raise Refused(no_such("work", self.work, game.state.works))

    def run(self, ctx: CampaignRun) -> None:
        if self.gone:
            ctx.emit(cev.WorkGone(self.work, WHY))
        else:
            work = ctx.state.works[self.work]
            text = work.text if not work.exit else ""  # a tunnel's other entrance is not known any more (B8.6)
            ctx.emit(cev.WorkPut(replace(work, hex=self.hex, exit="", text=text), WHY))


class PutWork(Order):
    """A fortification, wreck, flame or other thing, by hand."""

    FORM = "work KIND [HEX] [N:number]"
    kind: str
    hex: str = ""
    number: int = 0

    def verify(self, game: CampaignGame) -> None:
        known = (*WORKS, *(line.id for line in game.campaign.fortifications))
        if self.kind not in known:
            text = f"'{self.kind}' is not a work{nearest(self.kind, known)}"
            raise Refused(f"{text}; there are {', '.join(dict.fromkeys(known))}")
        if not 0 <= self.number <= MOST:
            raise Refused(f"{self.number} is not a number of {self.kind}: 1 to {MOST}, as in: work minefield L14 6")
        reason = cannot_burn(game, self.hex) if self.kind in FIRES and self.hex else ""
        if reason:
            raise Refused(reason)

    def run(self, ctx: CampaignRun) -> None:
        ctx.put_work(self.kind, self.hex, number=self.number, why=WHY)


COMMANDS = (
    command(WhoRolls, ClearDice, SkipDice, DiceAhead, summary="who rolls; or type the next dice", group="dice",
            example=("dice hand", "dice auto", "dice 4 2", "dice skip")),
    command(Roll, summary="roll dice, or on any table of the library", group="dice", example=("roll DR",)),
    command(SetOption, summary="turn an option of this campaign on or "
        "off", group="adjust", example=("option german-plays on",)),
    command(Note, summary="write a note into the log", group="adjust", example=("note rain again",)),
    command(SetFigure, SetWord, summary="set any figure or condition: CPP, SAN, ELR, weather …", group="adjust",
            example=("set german cpp 18", "set weather Overcast")),
    command(Agree, summary="say which Victory Locations your map lacks, and how many CPP that are left count",
            group="adjust"),
    command(Add, summary="add counters to a side's OoB, on the map or in a box", group="adjust",
            example=("add german 4-6-7 x3 K12", "add russian 9-1 retained")),
    command(Mark, summary="change states of counters: +wounded, -malfunctioned, +recalled …", group="adjust",
            example=("mark g467-1 +broken -encircled",)),
    command(Move, summary="put counters into a hex, a box (retained, away …) or with their carrier", group="adjust",
            example=("move g467-1 K12", "move r51l-1 retained", "move glmg-1 g467-1")),
    command(Lose, summary="eliminate counters", group="adjust", example=("lose g467-1,g467-2",)),
    command(ChangeWork, PutWork, summary="put, move or remove fortifications, wrecks, flames …", group="adjust",
            example=("work trench K12", "work minefield L14 6", "work w3 gone")),
)  # fmt: skip
"""The command words of this module."""
