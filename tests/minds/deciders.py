"""Positions with a mind in them: who decides, by which doctrine, and what it makes of a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import field as positions
from tabletop import ENEMY, LIBRARY, Tabletop

from sasl.asl.game.context import Game
from sasl.asl.game.minds import DOCTRINES
from sasl.asl.game.sides import Phase, Side
from sasl.asl.game.state import Value
from sasl.kernel.frozen import replace
from sasl.minds.act import Act, Decider
from sasl.minds.fire import opening
from sasl.minds.mind import SideMind
from sasl.minds.played_sides import minds


def decider(side: Side = "ENEMY", doctrine: str = "") -> Decider:
    """Who decides, by the one named or the doctrine that is usual where a mission card names none."""
    return Decider(side, LIBRARY.doctrine(doctrine or DOCTRINES[side]))


def with_figure(name: str, value: float, side: Side = "ENEMY", doctrine: str = "") -> Decider:
    """The usual doctrine, or the one named, with one figure changed."""
    return with_figures({name: value}, side, doctrine)


def with_figures(values: Mapping[str, float], side: Side = "ENEMY", doctrine: str = "") -> Decider:
    """The usual doctrine, or the one named, with some figures changed."""
    who = decider(side, doctrine)
    changed = {name: replace(who.doctrine.figures[name], value=value) for name, value in values.items()}
    return replace(who, doctrine=replace(who.doctrine, figures={**who.doctrine.figures, **changed}))


def field(side: Side = "FRIENDLY", phase: Phase = "PFPh", **more: Any) -> Tabletop:
    """A position in which the player gives the ENEMY's orders; its Actions are rolled as its mind would."""
    game = positions.field(side, phase, **more).game
    state = replace(game.state, options={**game.state.options, "enemy-plays": False})
    return Tabletop(replace(game, state=state, minds=minds("ENEMY")))


def with_minds(table: Tabletop, *sides: Side, doctrine: str = "", **options: bool) -> Tabletop:
    """The same position, the named sides (the ENEMY) played by the program; nothing is asked."""
    state = table.state
    quiet = {"enemy-plays": True, "confirm-acts": False, "confirm-fire": False, "fire-stops": False, **options}
    values = {f"{side.lower()}-doctrine": Value(doctrine, "user") for side in sides or (ENEMY,)} if doctrine else {}
    state = replace(state, options={**state.options, **quiet}, values={**state.values, **values})
    return Tabletop(replace(table.game, state=state, minds=minds(*(sides or ("ENEMY",)))))


def under_command(table: Tabletop, **owners: Side) -> Tabletop:
    """The same position with these VPO, under Command Control."""
    options = {**table.state.options, "command": True}
    return Tabletop(table.game.at(replace(table.state, control=owners, options=options)))


def reaction(table: Tabletop, mover: str, who: Decider | None = None) -> Act | None:
    """What the ENEMY does about a unit that moves (A8.1)."""
    return opening.first_fire(table.game, who or decider(), (mover,), table.unit(mover).hex)


def on(*names: str) -> Any:
    """These options are on: `with_minds(table, **on("confirm-fire"))`."""
    return dict.fromkeys(names, True)


def proposal(game: Game, side: Side = "ENEMY") -> Act | None:
    """What the side would do next."""
    return SideMind(side).proposal(game)
