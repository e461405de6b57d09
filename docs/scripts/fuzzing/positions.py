"""Positions of missions in which commands are tried: a player's own orders lead to each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from fuzzing.scenes import CROWD, Scene
from sasl.asl.game.context import Game
from sasl.asl.game.events import UnitAdded, WeaponAdded
from sasl.asl.game.state import State
from sasl.asl.terrain import walls
from sasl.content.library import Library, shipped_root
from sasl.orders.engine import Ask, Done, No, Outcome
from sasl.saves.session import Session

LIBRARY = Library(shipped_root())
MISSIONS = ("oto-s1", "oto-s2", "platoon")
SEEDS = 6
"""A mission is begun with one of so many seeds."""
SIDES = {"f": "friendly", "e": "enemy"}
QUIET = ("option remind off", "option enemy-plays off", "option ask-los off", "option confirm-fire off")
SWITCHES = ("command", "ask-los", "mf-limit", "confirm-fire", "confirm-acts", "fire-stops", "enemy-plays")
"""Those a position may have otherwise than usual."""
ROW = re.compile(r"([fe]) (.+?) ([0-7-])((?: [a-z-]+)*)$")


class Front:
    """A mission somebody plays, in memory or (`folder`) with its save."""

    def __init__(self, mission: str, seed: int, kind: str = "", folder: Path | None = None) -> None:
        if folder is None:
            self.session = Session(_begun(mission, seed, kind), kind=kind or "game")
        else:
            self.session = Session.create(LIBRARY, mission, seed, folder, "fuzzed", "2000-01-01 00:00", kind)

    @property
    def game(self) -> Game:
        """The game as it is."""
        return self.session.game

    @property
    def state(self) -> State:
        """Its state."""
        return self.session.game.state

    def submit(self, line: str, *, agrees: bool = False) -> Outcome:
        """A command, each question answered as the program would, or by yes where that will do."""
        outcome = self.session.submit(line)
        while isinstance(outcome, Ask):
            question = outcome.question
            answer = "y" if agrees and question.kind == "yes-no" else question.default
            outcome = self.session.submit(line, (*outcome.answers, answer))
        return outcome

    def at(self, game: Game) -> Front:
        """In memory: with this game instead, which orders have led to."""
        self.session = Session(game)
        return self


@cache
def _begun(mission: str, seed: int, kind: str) -> Game:
    return Session.memory(LIBRARY, mission, seed, kind).game


# -- up to play --------------------------------------------------------------------------------------


def to_stage(front: Front, steps: int) -> Iterator[str]:
    """`next` so often from the beginning of set-up, and what must be done for it; the lines typed."""
    for _ in range(steps):
        if front.state.stage == "play":
            return
        if isinstance(front.submit("next"), Done):
            yield "next"
            continue
        for line in ("wreck auto", "deploy"):
            if isinstance(front.submit(line), Done):
                yield line


def cleared(mission: str, seed: int, front: Front) -> None:
    """In play, without a counter on the map."""
    for _line in to_stage(front, 40):
        pass
    for line in QUIET:
        front.submit(line)
    for unit in list(front.state.units):
        if unit in front.state.units:
            front.submit(f"eliminate {unit}")
    for name in list(front.state.suspects):
        front.submit(f"suspect remove {name}")
    for name in list(front.state.weapons):
        front.submit(f"scrap {name}")


def _to_phase(front: Front, side: str, phase: str, turn: int) -> bool:
    """`next` until that phase of that Game Turn or a later one; False where the mission is over before."""
    for _ in range(80):
        state = front.state
        if (state.side, state.phase) == (side, phase) and state.turn >= turn:
            return True
        if state.stage != "play" or isinstance(front.submit("next"), No):
            return False
    return False


@cache
def _bare(mission: str, seed: int) -> Game:
    front = Front(mission, seed)
    cleared(mission, seed, front)
    return front.game


@cache
def _bare_in(mission: str, seed: int, side: str, phase: str, turn: int) -> Game | None:
    front = Front(mission, seed).at(_bare(mission, seed))
    return front.game if _to_phase(front, side, phase, turn) else None


# -- scenes ------------------------------------------------------------------------------------------


def laid(scene: Scene, dice: Random, folder: Path | None = None) -> Front:
    """A scene on a map without other counters; with a save all of it from the beginning."""
    missions = [name for name in MISSIONS if _middles(name, 1, scene.where)]
    mission, seed = dice.choice(missions), dice.randint(1, SEEDS)
    side = scene.side or dice.choice(("FRIENDLY", "ENEMY"))
    front = Front(mission, seed, folder=folder)
    phase = dice.choice(scene.phases)
    if folder is None:
        front.at(_bare_in(mission, seed, side, phase, scene.turn) or _bare(mission, seed))
    else:
        cleared(mission, seed, front)
        _to_phase(front, side, phase, scene.turn)
    middles = _middles(mission, seed, scene.where) or _middles(mission, seed, "")
    middle = dice.choice(middles)
    for row in filter(None, map(str.strip, scene.rows.splitlines())):
        put(front, row, middle, dice)
    for row in dice.sample(CROWD, 0 if scene.alone else dice.randrange(6)):
        put(front, f"{row} {dice.randint(0, 6)}", middle, dice)
    for name in dice.sample(SWITCHES, 3):
        if name != "enemy-plays" or name not in scene.rows:
            front.submit(f"option {name} {dice.choice(('on', 'off'))}")
    return front


def put(front: Front, row: str, middle: str, dice: Random) -> None:
    """What a row of a scene says, around a hex."""
    board = front.game.board
    near = (middle, *board.neighbours(middle))
    places = [*(near * 7)[:7], dice.choice(sorted(board.within(middle, 3) - board.within(middle, 1)))]
    if row[0] in ">!":
        last = {unit.side[0].lower(): unit.id for unit in front.state.units.values()}
        front.submit(row[1:].strip().format(*places, **last), agrees=row[0] == "!")
        return
    match = ROW.match(row)
    assert match, row
    side, kind, place, states = SIDES[match[1]], match[2], match[3], match[4].split()
    hex_name = "" if place == "-" else places[int(place)]
    done = front.submit(f"new {side} {kind} {hex_name}".strip())
    if not isinstance(done, Done):
        return
    made = done.events[0]
    own = [unit for unit in front.state.units.values() if unit.side == side.upper()]
    if isinstance(made, WeaponAdded):
        name = made.weapon.id
        men = [unit.id for unit in own if unit.personnel]
        if men and "lies" not in states:
            front.submit(f"give {name} {men[-1]}")
    else:
        name = made.unit.id if isinstance(made, UnitAdded) else ""
        cars = [unit.id for unit in own if unit.kind == "vehicle" and unit.hex == hex_name]
        if cars and "aboard" in states:
            front.submit(f"board {name} {cars[-1]}")
    flags = [word for word in states if word not in ("lies", "aboard")]
    if flags:
        front.submit(f"set {name} {' '.join(flags)}")


@cache
def _middles(mission: str, seed: int, where: str) -> tuple[str, ...]:
    """The hexes of a mission in which a scene may be."""
    game = _bare(mission, seed)
    board, chart = game.board, game.board.chart
    inner = [name for name in board.names() if len(board.neighbours(name)) == 6]
    match where:
        case "fenced":
            found = sorted(walls.fenced_hexes(board) & set(inner))
        case "edge" | "their edge":
            found = list(board.edge(game.edge_of("FRIENDLY" if where == "edge" else "ENEMY")))
        case "woods" | "water" | "gully":
            words = {"woods": ("Woods", "Brush", "Building"), "water": ("Stream",), "gully": ("Gully", "Stream")}[where]
            found = [name for name in inner if any(word in board.terrain(name).describe(chart) for word in words)]
        case _:
            found = inner
    if where == "water" and game.mission.area.boards is None:
        return ()
    return tuple(found)


# -- set-up, and games that are under way -------------------------------------------------------------


def setting_up(mission: str, seed: int, steps: int, folder: Path | None = None) -> Front:
    """A game in set-up, so many steps from its beginning."""
    front = Front(mission, seed, folder=folder)
    if folder is None:
        games = _set_up(mission, seed)
        return front.at(games[min(steps, len(games) - 1)])
    for _line in to_stage(front, steps):
        pass
    return front


@cache
def _set_up(mission: str, seed: int) -> tuple[Game, ...]:
    """A game after each step of its set-up."""
    front = Front(mission, seed)
    return (front.game, *(front.game for _line in to_stage(front, 40)))


def under_way(mission: str, seed: int, steps: int, dice: Random, folder: Path | None = None) -> Front:
    """A game in which the program has played both sides for so many commands."""
    front = Front(mission, seed, "watch", folder)
    if folder is None:
        games = _watched(mission, seed)
        front.at(games[min(steps, len(games) - 1)])
    else:
        for _game in _watching(front, steps):
            pass
    for name in dice.sample(SWITCHES, 3):
        front.submit(f"option {name} {dice.choice(('on', 'off'))}")
    return front


MOST_WATCHED = 150


@cache
def _watched(mission: str, seed: int) -> tuple[Game, ...]:
    return tuple(_watching(Front(mission, seed, "watch"), MOST_WATCHED))


def _watching(front: Front, steps: int) -> Iterator[Game]:
    """A watched game after each of so many commands of play."""
    for _line in to_stage(front, 40):
        pass
    for name in ("confirm-acts", "confirm-fire", "ask-los", "mf-limit", "fire-stops", "remind"):
        front.submit(f"option {name} off")
    yield front.game
    for _ in range(steps):
        if front.state.stage != "play" or isinstance(front.submit("next"), No):
            return
        yield front.game
