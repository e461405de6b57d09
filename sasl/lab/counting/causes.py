"""Why an S? was Activated and what a unit was lost by: read from the facts around it, never from their words."""

from __future__ import annotations

from sasl.asl.fire.ift import IFT
from sasl.asl.fire.residual import LANE, RESIDUAL
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.oba import artillery
from sasl.kernel.rolling.records import SELECTION, RollRecord

BY_PHASE = {"RPh": "rally", "RtPh": "rout", "CCPh": "close combat"}
"""What harms units in a phase where nobody fires."""
FIRE_OF = {"PFPh": "Prep Fire", "DFPh": "Final Fire", "AFPh": "Advancing Fire"}
"""What fire is called where the fact does not say it: a vehicle's MGs."""
IN_MPH = ("Defensive First Fire", "Bounding First Fire")
"""The same in the MPh: of the other side, and of the one that moves."""
AIR = ("E7.3", "E7.42", "E7.511", "E7.52")
"""Rules of the rolls that only an attack from the air makes."""
OTHER = "other"
MOVES = {"": "moves", "assault": "Assault Moves", "advance": "advances", "rout": "routs", "enter": "enters",
         "search": "Searches"}  # fmt: skip
"""What a unit does to be seen, by the `how` of its move."""
SHELLED = "is shelled"
WATCHES = "sees the S? move"
"""What it does when an S? walks into its sight."""
SNIPER = ("sniper.effect", "sniper.kind", "wound.severity")
SNIPER_RULES = ("A14.2",)


class Causes:
    """What is going on, as the facts go by: a decision, a move, an attack, a Sniper between two checks of it."""

    def __init__(self) -> None:
        self._phase = OTHER
        self._attack = OTHER
        self._unsaid = False
        self._shown = OTHER
        self._sniper = False
        self._column = ""
        self._fire = ""
        self._now = ("", "")

    def see(self, event: ev.Event) -> None:
        """The next fact."""
        if isinstance(event, ev.PhaseBegan):
            self._phase, self._now = BY_PHASE.get(event.phase, OTHER), (event.side, event.phase)
            self._begin(OTHER)
        elif isinstance(event, ev.Decided):
            self._begin("fires" if event.target else OTHER)
            if event.target:
                side, phase = self._now
                self._fire = FIRE_OF.get(phase, IN_MPH[event.side == side] if phase == "MPh" else "")
        elif isinstance(event, ev.UnitsMoved):
            self._begin(MOVES.get(event.how, MOVES[""]))
            if event.how == "rout":
                self._attack = "rout"
        elif isinstance(event, ev.SuspectMoved):
            self._begin(WATCHES)
        elif isinstance(event, ev.Fired):
            self._attack, self._unsaid, self._shown, self._sniper = event.how, False, "fires", False
        elif isinstance(event, ev.Rolled):
            self._roll(event.record)

    def _begin(self, shown: str) -> None:
        self._attack, self._unsaid, self._shown, self._sniper, self._fire = self._phase, True, shown, False, ""

    def _roll(self, record: RollRecord) -> None:
        if record.table in SNIPER or record.rule in SNIPER_RULES:
            self._sniper = self._sniper or record.table == SNIPER[0]
        elif record.tag != SELECTION:
            self._sniper = False
        if record.rule in AIR:
            self._attack, self._unsaid, self._shown = "aircraft", False, SHELLED
        elif record.table == IFT and self._unsaid:
            self._attack, self._column = self._fire, record.column

    def loss(self, game: Game, hex_name: str) -> str:
        """What a unit in that hex is lost by now: a kind of fire, mines, OBA, a Sniper, Close Combat, rout …"""
        if self._sniper:
            return "Sniper"
        return self._attack or _attack_at(game, hex_name, self._column)

    def activation(self) -> str:
        """What made an S? check now: the FRIENDLY unit moves, fires …, or shells and bombs fall on it."""
        return self._shown if self._attack else SHELLED


def _attack_at(game: Game, hex_name: str, column: str) -> str:
    """Who rolled on the IFT in a hex though no unit fired: what lies there and has that column."""
    for marker in game.state.markers_at(hex_name):
        if marker.kind == "minefield" and str(marker.number) == column:
            return "mines"
        if marker.kind in (RESIDUAL, LANE):
            return "Residual FP"
    if artillery.covering(game, hex_name):
        return "OBA"
    if game.state.markers_at(hex_name, "minefield"):
        return "mines"
    return OTHER
