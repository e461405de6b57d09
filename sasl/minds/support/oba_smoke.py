"""SMOKE of OBA (C1.71): called in the other side's DFPh, so that it falls in the own PFPh before the moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sasl.asl.game.context import Game
from sasl.asl.game.state import Marker
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import accuracy
from sasl.asl.oba.batteries import Observer, knows_enemy, sees, unknown_near
from sasl.kernel.rolling.dice import roll_kind
from sasl.minds.act import Act, Decider
from sasl.minds.movement import smoke_screens
from sasl.minds.movement.smoke_screens import Cloud
from sasl.orders.oba_orders import ObaCancel, ObaContact, ObaConvert, ObaCorrect, ObaTarget

SMOKE = "smoke"


class Screen(NamedTuple):
    """A Blast Area of SMOKE: its centre, the harm it would save there, and what may be expected of a round at it."""

    hex: str
    saves: float
    expected: float

    def words(self) -> str:
        """`K14: SMOKE there saves 1.20, 0.40 expected`."""
        return f"{self.hex}: SMOKE there saves {self.saves:.2f}, {self.expected:.2f} expected"


def call(game: Game, decider: Decider, battery: Battery, observer: Observer | None, most: float) -> Act | None:
    """C1.2-1.3: contact, or the AR of SMOKE, where more is to be expected of it than of HE (`most`); else None."""
    least = smoke_screens.wanted(game, decider)
    if not least or not battery.smoke or not battery.id or game.state.phase != "DFPh":
        return None
    found = _screens(game, decider, battery, observer)
    if not found or found[0].expected < max(least, most):
        return None
    best, name = found[0], battery.name
    why = (
        *(item.words() for item in found),
        f"of HE {most:.2f} is expected",
        decider.doctrine.words("smoke-harm", "smoke-shots"),
    )
    if battery.access != "access":
        title = f"{name}: contact, for SMOKE in {best.hex}"
        return Act(battery.id, ObaContact(battery.id), title, why, target=best.hex, leads_on=True)
    title = f"{name}: AR of SMOKE on {best.hex}: saves {best.saves:.2f} (C1.71)"
    return Act(battery.id, ObaTarget(best.hex, battery.id, SMOKE), title, why, target=best.hex)


def spotting_round(
    game: Game, decider: Decider, battery: Battery, observer: Observer | None, marker: Marker, most: float
) -> Act:
    """C1.33: an SR of SMOKE is converted where it saves enough, or corrected; or called off for HE.

    `most`: what an FFE of HE would do at best.
    """
    least, key = smoke_screens.wanted(game, decider), battery.id
    here, spot = _saves(game, decider, marker.hex), marker.hex
    found = _screens(game, decider, battery, observer, spot)
    why = (
        f"it saves {here:.2f} in {spot}",
        *(item.words() for item in found),
        decider.doctrine.words("smoke-harm", "smoke-shots"),
    )
    promised = found[0].expected if found else 0.0
    if _seen(game, observer, spot) and here >= max(least, promised):
        title = f"{battery.id}: SMOKE in {spot}: saves {here:.2f} (C1.71)"
        return Act(key, ObaConvert(key), title, why, target=spot)
    if promised > here and promised >= least:
        best = found[0].hex
        title = f"{battery.id}: the SR of SMOKE goes from {spot} to {best}"
        return Act(key, ObaCorrect(best, key), title, why, path=(spot,), target=best)
    if here < least and most >= decider.doctrine.value("oba-harm"):
        return Act(key, ObaCancel(key), f"{battery.id}: no more SMOKE: HE has Targets", why, target=spot)
    return Act(key)


def _screens(
    game: Game, decider: Decider, battery: Battery, observer: Observer | None, origin: str = ""
) -> Sequence[Screen]:
    """The Known enemies that the observer sees and who endanger the ways most, as centres, the best first."""
    found, reach = [], game.figure("oba-correction")
    for name in smoke_screens.worst(game, decider, smoke_screens.ways(game, decider)):
        if not _seen(game, observer, name) or (origin and not 0 < game.board.distance(origin, name) <= reach):
            continue
        saves, sight = _saves(game, decider, name), sees(game, observer, name) if observer else None
        expected = saves * _lands(game, battery, sight.hindrance if sight else 0)
        if unknown_near(game, name) and not knows_enemy(game, observer, name):
            expected *= accuracy.black(battery)
        found.append(Screen(name, saves, expected))
    return sorted(found, key=lambda item: (-round(item.expected, 6), item.hex))


def _lands(game: Game, battery: Battery, hindrance: int) -> float:
    """C1.3: the chance that the centre lies in the Blast Area of a round aimed at it, accurate or not."""
    accurate, faces = accuracy.chance(game, battery, hindrance), roll_kind("dr").totals()
    near = sum(face <= game.figure("oba-blast") for face in faces) / len(faces)
    return accurate + (1 - accurate) * near


def _seen(game: Game, observer: Observer | None, name: str) -> bool:
    return observer is None or sees(game, observer, name).exists


def _saves(game: Game, decider: Decider, name: str) -> float:
    """The harm that a Blast Area of SMOKE centred on a hex would save."""
    area = tuple(sorted(game.board.within(name, game.figure("oba-blast"))))
    hindrance = game.figure("smoke-full" if game.state.phase == "PFPh" else "smoke-dispersed")  # A24.4
    threats = max(1, smoke_screens.known_in(game, decider, area))
    return smoke_screens.saved(game, decider, smoke_screens.ways(game, decider), Cloud(area, hindrance), threats)
