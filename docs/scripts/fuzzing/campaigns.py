"""Commands of campaigns: between any two of their steps, with both sides played by the program, by one, or by none."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from stalingrad_groups import pack
from test_fuzz import carried_out

from fuzzing import invariants, positions
from fuzzing.habits import Features
from fuzzing.speaker import Speaker
from sasl.campaign.campaign_engine import legal
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import BOXES, FLAGS, OPTIONS, SIDES, CampaignState
from sasl.campaign.orders.campaign_commands import COMMANDS
from sasl.campaign.orders.result_lines import FIGURES, WORKS
from sasl.content.library import Library, shipped_root
from sasl.kernel.orders.commands import Ask, No, Prompt, parse_order
from sasl.kernel.orders.grammar import Slot
from sasl.kernel.orders.order import Command
from sasl.lab.watching.watched_campaigns import CampaignWatch, begin

CAMPAIGNS = ("oto2", "rb", "votg")
MOST_STEPS = 240
"""A position is so many commands from the beginning of a campaign at most, and those of the last steps."""
SEEDS = 4
"""A campaign is begun with one of so many seeds."""
PER_POSITION = 50
MANY_CHOICES = 10
"""So many words are thought of for an argument: a campaign has hundreds of counters."""
GOALS = {
    "purchase": "buy return",
    "strength": "commissar",
    "fortifications": "fortify",
    "set-up": "place",
    "recon": "recon",
    "recon-purchase": "recon reveal",
    "escape": "escape",
    "removal": "clear",
    "initiative": "chit",
    "isolation": "isolated",
    "draw-perimeter": "perimeter",
    "ft-dc": "used",
    "scenario": "end result take",
}
"""Steps in which a side does something, and by which verbs."""
NEEDED = ("perimeter propose", "chit russian attack", "chit german attack")
"""What a step may wait for."""
_PACK = TemporaryDirectory()
LIBRARY = Library(shipped_root(), (pack(Path(_PACK.name)),))
"""With Reinforcement Groups for the campaigns whose charts are not in the program."""

WORDS: dict[str, tuple[str, ...]] = {
    "NATION": SIDES,
    "SIDE": SIDES,
    "WHOSE": (*SIDES, "nobody"),
    "BOX": tuple(BOXES),
    "STATE": tuple(f"{sign}{flag}" for flag in FLAGS for sign in "+-"),
    "SWITCH": tuple(OPTIONS),
    "DICE": ("4", "2,3", "6,1", "3"),
    "±N": ("+1", "-2", "0"),
    "N": ("0", "1", "2", "3", "7", "12"),
    "HEXES": ("hexes=1", "hexes=3"),
    "LEVEL": ("level=1", "level=0"),
    "DUMMIES": ("dummies=2",),
    "WAY": ("on-map", "enter", "reserve", "retained", "delayed"),
    "KIND": (*WORKS, *FIGURES, "squad", "leader", "fpp", "cpp"),
    "PILLBOX": ("1+3+5", "2+3+5"),
    "TYPE": ("A", "B", "C", "D"),
    "RANK": ("9-0", "10-0"),
    "NAME": ("4-4-7", "cpp", "elr", "san", "fpp", "weather", "scenario", "standard"),
    "WORD": ("yes", "no", "none", "all", "1"),
    "TEXT": ("a note",),
}
"""Words for arguments that are not of this campaign, by the kind of argument."""


class Front:
    """A campaign that somebody plays."""

    def __init__(self, game: CampaignGame) -> None:
        self.session = CampaignSession(game)

    @property
    def game(self) -> CampaignGame:
        """The campaign as it is."""
        return self.session.game

    @property
    def state(self) -> CampaignState:
        """Its state."""
        return self.session.game.state

    def submit(self, line: str) -> bool:
        """A command, each question answered as the program would; whether it was carried out."""
        outcome = self.session.submit(line)
        while isinstance(outcome, Ask):
            outcome = self.session.submit(line, (*outcome.answers, outcome.question.default))
        return not isinstance(outcome, No)


@cache
def _watched(campaign: str, seed: int) -> tuple[CampaignGame, ...]:
    """A campaign after each of the first commands, when the program plays both sides."""
    watch = CampaignWatch(begin(LIBRARY, campaign, seed))
    steps = zip(range(MOST_STEPS), watch.run(), strict=False)
    return (watch.table.game, *(watch.table.game for _ in steps))


def _where(game: CampaignGame) -> str:
    """The step, or the stage between two of them."""
    return game.step.step if game.step else game.state.stage


@cache
def _scenarios() -> tuple[TemporaryDirectory[str], tuple[str, ...]]:
    """Saves of missions, from which a campaign may take what a scenario has left; and their folder, until the end."""
    holder, dice = TemporaryDirectory(), Random(1)
    names = []
    for number, steps in enumerate((10, 40, 80)):
        folder = Path(holder.name) / str(number)
        positions.under_way("oto-s1", number + 1, steps, dice, folder).session.close()
        names.append(f"{folder}/fuzzed")
    return holder, tuple(names)


class CampaignSpeaker(Speaker):
    """Someone who speaks to the program between the scenarios."""

    WEIGHTS = {"next": 2, "perimeter": 3, "take": 8}

    # -- positions -------------------------------------------------------------------------------------
    def position(self, number: int) -> None:
        """A campaign as a step begins in which those sides do nothing by themselves that the dice say; or anywhere."""
        dice = self.dice
        goals = dice.sample(list(GOALS), 4)
        goal = min(goals, key=lambda item: min(self.done[verb] for verb in GOALS[item].split()))
        self.sit_down(GOALS[goal].split())
        games = _watched(dice.choice(CAMPAIGNS), dice.randint(1, SEEDS))
        there = [number for number, game in enumerate(games[1:]) if _where(game) == goal != _where(games[number])]
        front = Front(games[dice.choice(there)] if there else dice.choice(games))
        try:
            for side in SIDES:
                if dice.random() < 0.8:
                    front.submit(f"option {side}-plays off")
            if dice.random() < 0.3:
                front.submit("option secrets on")
            for side in SIDES:
                front.submit(f"set {side} {'fpp' if goal == 'fortifications' else 'cpp'} {dice.randrange(100)}")
            if goal == "strength":
                for group in front.game.campaign.groups.get("russian", ()):
                    front.submit(f"buy russian {group.id}")
            for _ in range(dice.choice((1, 1, 1, 2, 6))):
                if not front.submit("next") and any(map(front.submit, NEEDED)):
                    front.submit("next")
            if goal == "purchase":
                for side, chart in front.game.campaign.groups.items():
                    front.submit(f"buy {side} {dice.choice(chart).id}")
            for _ in range(PER_POSITION):
                if front.state.stage == "over":
                    break
                self.play(front)
            front.session.log()
        except Exception as error:
            said = [(moment.command, moment.answers) for moment in front.session.moments[1:]]
            error.add_note(f"{front.state.campaign}, dice {front.state.dice}, after {said}")
            raise

    # -- what a kind of game must say ------------------------------------------------------------------
    def prompt(self, table: Front) -> Prompt:
        """What is awaited, and what is legal now."""
        return legal(table.game)

    def commands(self, table: Front) -> Sequence[Command]:
        """All of them."""
        return list(COMMANDS.values())

    def sort(self, table: Front) -> str:
        """The step, and the campaign: each has steps of its own."""
        return f"{table.state.campaign} {_where(table.game)}"

    def carry_out(self, table: Front, line: str) -> bool:
        """Play a line: refused it leaves no trace, done its facts, through a save, make the same campaign."""
        invariants.worded(lambda text: parse_order(text, COMMANDS, table.game), line)
        if carried_out(table, line, self.answer) is None:
            return False
        state = table.state
        for key, piece in state.pieces.items():
            assert key == piece.id and piece.side in SIDES and piece.box in BOXES, (line, piece)
            assert not piece.flags - FLAGS.keys(), (line, piece)
            assert piece.holder in {"", *state.pieces}, (line, piece)
        assert all(key == work.id for key, work in state.works.items()), line
        return True

    def words(self, slot: Slot, table: Front) -> Sequence[str]:
        """Some words for an argument."""
        return [self._word(slot.kind.name, table) for _ in range(MANY_CHOICES)]

    def features(self, word: str, table: Front) -> Features:
        """What is true of a counter, a work or a hex."""
        name, state = word.split(",")[0], table.state
        if piece := state.pieces.get(name):
            bought = state.purchases.get(piece.group)
            today = ["of today"] * (bought is not None and bought.date == state.date)
            return (piece.side, piece.kind, piece.box, *piece.flags, *["held"] * bool(piece.holder), *today)
        if work := state.works.get(name):
            return ("work", work.kind, work.side, *["placed"] * bool(work.hex))
        if name in state.purchases:
            bought = state.purchases[name]
            return ("purchase", bought.side, *["of today"] * (bought.date == state.date), *["given"] * bought.given)
        return (name if not name[-1:].isdigit() else "with a number",)

    def _word(self, kind: str, table: Front) -> str:
        state, pick = table.state, self.dice.choice
        if kind in ("HEX", "PLACES", "GOAL") and self.dice.random() < 0.8:
            return self._place(table)
        if (self.verb, kind) == ("add", "WORD"):
            return pick(list(table.game.counters(self.first if self.first in SIDES else "russian")) or ["leader"])
        if (self.verb, kind) == ("roll", "WORD"):
            return pick(("DR", "dr", "d66", "3d6"))
        if self.verb == "take":
            return pick(_scenarios()[1])
        if (self.verb, kind) == ("fortify", "KIND"):
            return pick([item.id for item in table.game.campaign.fortifications] or WORKS)
        if kind in WORDS:
            return pick(WORDS[kind])
        pieces, works = list(state.pieces), list(state.works)
        charts = table.game.campaign.groups
        groups = [group.id for side, chart in charts.items() if self.first in ("", side) for group in chart]
        ids = {
            "PIECES": pieces,
            "ITEMS": [*pieces, *works],
            "THINGS": works or pieces,
            "GOAL": [*pieces, *BOXES],
            "GROUP": groups,
            "PURCHASE": list(state.purchases),
            "WORK": works,
        }.get(kind, [])
        if kind == "LINES":
            return self._result(table)
        if kind == "MARKERS":
            return " ".join(self._place(table) for _ in range(4))
        if not ids:
            return self._place(table)
        return ",".join(pick(ids) for _ in range(pick((1, 1, 2))))

    def _place(self, table: Front) -> str:
        """A hex of the map, as a rule one where something is."""
        used = [piece.hex for piece in table.state.pieces.values() if piece.hex] + list(table.state.control)
        board = table.game.board
        every = list(board.names()) if board else ["K10", "L11", "M12"]
        return self.dice.choice(used if used and self.dice.random() < 0.7 else every)

    def _result(self, table: Front) -> str:
        """A line of a result."""
        pick = self.dice.choice
        piece = pick(list(table.state.pieces) or ["g467-1"])
        return pick((
            f"{pick(FIGURES)} {pick(SIDES)} {pick('0123')}",
            f"control {self._place(table)} {pick(SIDES)}",
            f"{pick(WORKS)} {self._place(table)}",
            f"{piece} {pick(('gone', 'broken', self._place(table), 'retained'))}",
            f"{pick(SIDES)} 4-4-7 {self._place(table)}",
        ))  # fmt: skip
