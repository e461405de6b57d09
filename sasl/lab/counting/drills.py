"""How often each side uses what well drilled troops use, counted from facts: SMOKE, Opportunity Fire, Overruns …"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sasl.asl.fire.opportunity import HELD
from sasl.asl.fire.residual import LANE
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker
from sasl.asl.terrain import smoke
from sasl.lab.counting.uses import firers

FAR = 12
"""Fire from farther away than so many hexes that makes an S? check has woken it from afar."""
AFAR = f"S? woken by fire beyond {FAR} hexes"
SMOKE = "SMOKE"
SHOTS = {HELD.name: HELD.name, "Overrun": "Overruns"}
"""What is counted of all fire, by the `how` of the fact."""
DRILLS = (
    SMOKE, *(f"{SMOKE} by {means}" for means in ("ordnance", "OBA", "grenades", "dischargers")),
    *SHOTS.values(), "Intensive Fire", "Human Waves", "Fire Lanes", AFAR,
)  # fmt: skip
"""What is counted. SMOKE: each counter placed, drift not among them; the others: each time."""


class Drills:
    """The facts as they go by, and from where the FRIENDLY side fires now. `side_of`: the side of each id."""

    def __init__(self, side_of: Mapping[str, str]) -> None:
        self._side_of = side_of
        self._from: tuple[str, ...] = ()

    def see(self, event: ev.Event, game: Game) -> Iterator[tuple[str, str]]:
        """Of the next fact (`game`: before its command): what to count, with its side."""
        if isinstance(event, ev.Fired):
            side = self._side_of[[*event.units, *event.weapons][0]]
            self._fires(game, side, firers(game, event))
            if event.how in SHOTS:
                yield side, SHOTS[event.how]
        elif isinstance(event, ev.Decided):
            self._fires(game, event.side, event.ids if event.target else ())
        elif isinstance(event, (ev.UnitsMoved, ev.PhaseBegan)):
            self._from = ()
        elif isinstance(event, ev.SuspectRemoved):
            if self._from and min(game.board.distance(event.hex, name) for name in self._from) > FAR:
                yield "FRIENDLY", AFAR
        elif isinstance(event, ev.MarkerPut):
            if event.marker.id not in game.state.markers:
                yield from ((event.marker.side, name) for name in _placed(game, event.marker))
        elif isinstance(event, ev.UnitChanged):
            if "intensive" in event.gained:
                yield self._side_of[event.id], "Intensive Fire"
        elif isinstance(event, ev.UnitsChanged) and "waved" in event.gained:
            yield self._side_of[event.ids[0]], "Human Waves"

    def _fires(self, game: Game, side: str, keys: Iterable[str]) -> None:
        """Units and SW of a side fire, or are about to: S? that check from now on do so for the FRIENDLY ones."""
        state = game.state
        if side != "FRIENDLY":
            keys = ()
        there = {state.weapons[key].holder if key in state.weapons else key for key in keys}
        units = [state.units[key] for key in sorted(there) if key in state.units]
        self._from = tuple(unit.hex for unit in units if unit.hex and unit.kind != "aircraft")


def _placed(game: Game, marker: Marker) -> Iterator[str]:
    """What a new counter is of: a Fire Lane, or SMOKE and by what means."""
    if marker.kind == LANE and marker.owner:  # it is put twice: before and when it is known whose it is
        yield "Fire Lanes"
    means = _means(game, marker) if marker.kind == "smoke" else ""
    if means:
        yield from (SMOKE, f"{SMOKE} by {means}")


def _means(game: Game, marker: Marker) -> str:
    """By what means SMOKE was placed; "" if it drifts, is what Counter Battery has left, or was put by hand."""
    kind, unit = smoke.strength(marker), game.state.units.get(marker.owner)
    if kind == "grenades":
        return "grenades"
    if kind == "drifting" or not marker.owner:
        return ""
    if marker.owner in game.state.batteries:
        return "OBA" if kind == "full" else ""
    return "dischargers" if unit and unit.kind == "vehicle" and unit.hex == marker.hex else "ordnance"
