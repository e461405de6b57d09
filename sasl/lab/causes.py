"""Why an S? was Activated and what a unit was lost by: read from the facts around it, never from their words."""

from __future__ import annotations

from sasl.asl.fire.ift import IFT
from sasl.asl.fire.residual import LANE, RESIDUAL
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.oba import artillery
from sasl.kernel.records import SELECTION, RollRecord

BY_PHASE = {"RPh": "rally", "RtPh": "rout", "CCPh": "close combat"}
"""What harms units in a phase where nobody fires."""
OTHER = "other"
MOVES = {"": "moves", "assault": "Assault Moves", "advance": "advances", "rout": "routs", "enter": "enters",
         "search": "Searches"}  # fmt: skip
"""What a unit does to be seen, by the `how` of its move."""
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

    def see(self, event: ev.Event) -> None:
        """The next fact."""
        if isinstance(event, ev.PhaseBegan):
            self._phase = BY_PHASE.get(event.phase, OTHER)
            self._begin(OTHER)
        elif isinstance(event, ev.Decided):
            self._begin("fires" if event.target else OTHER)
        elif isinstance(event, ev.UnitsMoved):
            self._begin(MOVES.get(event.how, MOVES[""]))
            if event.how == "rout":
                self._attack = "rout"
        elif isinstance(event, ev.Fired):
            self._attack, self._unsaid, self._shown, self._sniper = event.how, False, "fires", False
        elif isinstance(event, ev.Rolled):
            self._roll(event.record)

    def _begin(self, shown: str) -> None:
        self._attack, self._unsaid, self._shown, self._sniper = self._phase, True, shown, False

    def _roll(self, record: RollRecord) -> None:
        if record.table in SNIPER or record.rule in SNIPER_RULES:
            self._sniper = self._sniper or record.table == SNIPER[0]
        elif record.tag != SELECTION:
            self._sniper = False
        if record.table == IFT and self._unsaid:
            self._attack, self._column = "", record.column

    def loss(self, game: Game, hex_name: str) -> str:
        """What a unit in that hex is lost by now: a kind of fire, mines, OBA, a Sniper, Close Combat, rout …"""
        if self._sniper:
            return "Sniper"
        return self._attack or attack_at(game, hex_name, self._column)

    def activation(self) -> str:
        """What made an S? check now: the FRIENDLY unit moves, fires …, or shells and bombs fall on it."""
        return self._shown if self._attack else "is shelled"


def attack_at(game: Game, hex_name: str, column: str) -> str:
    """Who rolled on the IFT in a hex though no unit fired: what lies there and has that column, else aircraft."""
    for marker in game.state.markers_at(hex_name):
        if marker.kind == "minefield" and str(marker.number) == column:
            return "mines"
        if marker.kind in (RESIDUAL, LANE):
            return "Residual FP"
    if artillery.covering(game, hex_name):
        return "OBA"
    if game.state.markers_at(hex_name, "minefield"):
        return "mines"
    return "aircraft" if any(unit.kind == "aircraft" for unit in game.state.on_map()) else OTHER
