"""Orders that enter what a scenario has left: line by line, from a pasted text, or from a saved game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Self

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.orders.campaign_kinds import command, played
from sasl.campaign.orders.result_lines import Entering, ResultLine, passed_steps
from sasl.campaign.result import kept_lines
from sasl.campaign.result_game import take_from
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.grammar import Bound, Kind
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed
from sasl.kernel.transaction import Refused
from sasl.saves.folders import default_folder
from sasl.saves.journal import Damage
from sasl.saves.reading import Reading
from sasl.saves.save_lines import SaveError


class Result(Order):
    """7.13, 7.502: what a scenario has left, any number of lines; one that is wrong keeps all of them out."""

    FORM = "result LINES:text…"
    lines: tuple[ResultLine, ...]

    @classmethod
    def read(cls, game: CampaignGame, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """The lines between `;`, each read as things are after those before it."""
        texts = [text.strip() for text in " ".join(bound.slots["text"]).split(";") if text.strip()]
        if not texts:
            raise Refused("result needs at least one line")
        found = Entering(CampaignRun(game))
        for number, text in enumerate(texts, 1):
            try:
                found.line(text)
            except Refused as refusal:
                raise Refused(f"line {number}, '{text}': {refusal}" if len(texts) > 1 else str(refusal)) from None
        return cls(tuple(found.lines))

    def run(self, ctx: CampaignRun) -> None:
        told: set[str] = set()
        for line in self.lines:
            line.enter(ctx, told)
        if late := passed_steps(ctx.game, self.lines):
            ctx.tell(f"What you have entered changes nothing any more of {listed(late)}: done already. undo goes back.")
        new = told - ctx.state.told
        if new:
            ctx.emit(cev.ResultTold(tuple(sorted(new))))

    def line(self) -> str:
        return f"result {'; '.join(line.words() for line in self.lines)}"


class Take(Order):
    """What a scenario has left, from a saved game; `FOLDER/NAME` for one that is elsewhere."""

    FORM = "take WORD:game"
    game: str

    def run(self, ctx: CampaignRun) -> None:
        """Make the units, Weapons, markers and control of the game those of the campaign.

        7.13: a scenario is entered once it is over; a game that is not over is taken only if the player says so.
        """
        path = Path(self.game)
        folder = path.parent if path.parent != Path() else default_folder()
        try:
            game = Reading.read(ctx.library, folder, path.name.removesuffix(".sasl")).game
        except (SaveError, Damage, ContentError, OSError) as error:
            raise Refused(f"'{self.game}' cannot be taken: {error}") from None
        if game.state.stage != "over":
            text = f"The game is not over ({game.state.moment}). Take it all the same?"
            if not ctx.yes(text, default=False, rule="7.13", id="take-unfinished", subject=(self.game,)):
                raise Refused(f"'{self.game}' is not taken: it is not over ({ctx.rule('7.13')})")
        take_from(ctx, game)


class Pasted(Frozen):
    """What a pasted text comes to: one command for all of it, or every fault with the number of its line.

    `kept`: the counters that would be kept off the map then, no line speaks of them, by side and type.
    """

    command: str = ""
    faults: tuple[tuple[int, str], ...] = ()
    kept: tuple[str, ...] = ()


def read_text(game: CampaignGame, text: str) -> Pasted:
    """The command that enters a text of many lines, tried line by line on `game`; `#` begins a remark."""
    found, good, faults = Entering(CampaignRun(game)), [], []
    for number, raw in enumerate(text.splitlines(), 1):
        for line in filter(None, map(str.strip, raw.partition("#")[0].split(";"))):
            try:
                found.line(line)
                good.append(line)
            except Refused as refusal:
                faults.append((number, f"'{line}': {refusal}"))
    if faults:
        return Pasted(faults=tuple(faults))
    if not good:
        return Pasted(faults=((0, "the text has no line to enter"),))
    return Pasted("result " + "; ".join(good), kept=tuple(kept_lines(found.ctx.game, found.told)))


COMMANDS = (
    command(Result, summary="enter the result of a scenario: counters, figures, control, fires and works", when=played,
            group="result", example=("result g467-1 K12 broken; cvp russian 6",)),
    command(Take, summary="take the result of a scenario from a saved game of this "
        "program", when=played, group="result",
            example=("take my-scenario",)),
)  # fmt: skip
"""The command words of this module."""
