"""Commands of campaigns: between any two of their steps, with both sides played by the program, by one, or by none."""

from __future__ import annotations

from test_fuzz import carried_out

from fuzzing.speaker import Speaker
from sasl.campaign.engine import legal
from sasl.campaign.orders.result_lines import FIGURES, WORKS
from sasl.campaign.run import CampaignGame
from sasl.campaign.session import CampaignSession
from sasl.campaign.state import BOXES, FLAGS, OPTIONS, SIDES, CampaignState
from sasl.content.library import Library, shipped_root
from sasl.kernel.commands import Prompt
from sasl.lab.campaigns import CampaignWatch, begin

CAMPAIGNS = ("oto2", "rb", "votg")
MOST_STEPS = 240
"""A position is so many commands from the beginning of a campaign at most."""

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


class CampaignSpeaker(Speaker):
    """Someone who speaks to the program between the scenarios."""

    library = Library(shipped_root())

    def table(self, number: int) -> Front:
        """A campaign somewhere on its way, with those sides played by the program that the number says."""
        watch = CampaignWatch(begin(self.library, CAMPAIGNS[number % len(CAMPAIGNS)], number))
        ahead = self.dice.randrange(MOST_STEPS)
        for _, _step in zip(range(ahead), watch.run(), strict=False):
            pass
        front = Front(watch.table.game)
        for place, side in enumerate(SIDES):
            if (number >> place) % 2:
                self.carry_out(front, f"option {side}-plays off")
        return front

    def prompt(self, table: Front) -> Prompt:
        """What is legal now."""
        return legal(table.game)

    def carry_out(self, table: Front, line: str) -> bool:
        """Play a line: refused it leaves no trace, done its facts, through a save, make the same campaign."""
        if carried_out(table, line, self.answer) is None:
            return False
        state = table.state
        for key, piece in state.pieces.items():
            assert key == piece.id and piece.side in SIDES and piece.box in BOXES, (line, piece)
            assert not piece.flags - FLAGS.keys(), (line, piece)
            assert piece.holder in {"", *state.pieces}, (line, piece)
        assert all(key == work.id for key, work in state.works.items()), line
        return True

    def argument(self, kind: str, what: str, table: Front) -> str:
        """A word for an argument of this kind."""
        state, pick = table.state, self.dice.choice
        if what in ("a hex", "hexes", "a hex, a box or a bearer") and self.dice.random() < 0.8:
            return self._place(table)
        if kind in WORDS:
            return pick(WORDS[kind])
        pieces, works = list(state.pieces), list(state.works)
        groups = [group.id for chart in table.game.campaign.groups.values() for group in chart]
        ids = {
            "PIECES": pieces,
            "ITEMS": [*pieces, *works],
            "THINGS": [*pieces, *works],
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
