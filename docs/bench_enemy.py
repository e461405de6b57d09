"""Times how quick the ENEMY decides: a Player Turn of 40 units, a reaction to one moved hex, whole watched missions.

`python docs/bench_enemy.py [MISSIONS]` (default 6); the limits are those the project holds itself to.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.state import Side
from sasl.content.library import Library, shipped_root
from sasl.lab.series import Match
from sasl.lab.watch import SETUP_ORDERS, SWITCHES
from sasl.minds.mind import SideMind, minds
from sasl.orders.engine import Ask, Done, new_game, play

MISSION = "oto-s1"
UNITS = 40
TURN_LIMIT, REACTION_LIMIT, MISSION_LIMIT = 2.0, 0.1, 6.0


def told(game: Game, line: str) -> Done:
    """The command with the program's own answers."""
    answers: tuple[str, ...] = ()
    while True:
        outcome = play(game, line, answers)
        if isinstance(outcome, Ask):
            answers = (*outcome.answers, outcome.question.default)
            continue
        assert isinstance(outcome, Done), f"{line}: {outcome}"
        return outcome


def contact(library: Library, seed: int, *sides: Side) -> Game:
    """Turn 2 of the mission with 40 ENEMY units on the map, those nearest the FRIENDLY force first."""
    game = replace(new_game(library, MISSION, seed), minds=minds(*sides))
    for line in SWITCHES:
        game = told(game, line).game
    while game.state.stage != "play":
        for line in SETUP_ORDERS[game.state.stage]:
            game = told(game, line).game
    front = [unit.hex or "" for unit in game.state.on_map("FRIENDLY")]
    suspects = sorted(
        game.state.suspects.values(), key=lambda item: min(game.board.distance(item.hex, name) for name in front)
    )
    for item in suspects:
        if len(list(game.state.on_map("ENEMY"))) < UNITS and not item.off_board:
            game = told(game, f"activate {item.id}").game
    units = {
        key: replace(unit, attitude="Advance", flags=unit.flags - {"concealed"}) if unit.side == "ENEMY" else unit
        for key, unit in game.state.units.items()
    }
    return game.at(replace(game.state, units=units, turn=2))


def player_turn(library: Library, seed: int) -> tuple[float, int]:
    """Seconds for a whole ENEMY Player Turn, and its acts; the FRIENDLY side only answers by rule."""
    game = contact(library, seed, "ENEMY")
    game = game.at(replace(game.state, side="ENEMY", phase="RPh"))
    begun, acts = time.perf_counter(), 0
    while game.state.side == "ENEMY" and game.state.stage == "play":
        done = told(game, "next")
        acts += sum(1 for event in done.events if isinstance(event, ev.Decided))
        game = done.game
    return time.perf_counter() - begun, acts


def reactions(library: Library, seed: int) -> list[float]:
    """Seconds for the ENEMY's answer to each stack that has just moved one hex."""
    game = contact(library, seed)
    game = game.at(replace(game.state, side="FRIENDLY", phase="MPh"))
    mind, times = SideMind("ENEMY"), []
    for name in sorted({unit.hex or "" for unit in game.state.on_map("FRIENDLY")}):
        ids = tuple(unit.id for unit in game.state.units_at(name, "FRIENDLY") if unit.infantry)
        if not ids:
            continue
        ctx = Context(game)
        ctx.emit(ev.UnitsMoved(ids, (game.board.neighbours(name)[0], name), 1.0))
        begun = time.perf_counter()
        mind.react(ctx, ids, name)
        times.append(time.perf_counter() - begun)
    return times


def missions(library: Library, number: int) -> list[float]:
    """Seconds for each whole watched mission."""
    times = []
    for seed in range(1, number + 1):
        begun = time.perf_counter()
        Match(MISSION, seed).play(library)
        times.append(time.perf_counter() - begun)
    return times


def line(what: str, times: list[float], limit: float) -> bool:
    """One line of the report; whether the slowest is within the limit."""
    slowest = max(times)
    good = "within" if slowest <= limit else "ABOVE"
    print(
        f"{what:<34} median {statistics.median(times):7.3f} s   slowest {slowest:7.3f} s   {good} {limit:g} s"
        f"   n={len(times)}"
    )
    return slowest <= limit


def main(arguments: list[str]) -> int:
    """Measure and print; 1 if a limit is broken."""
    library = Library(shipped_root())
    contact(library, 0)  # reads the content
    turns = [player_turn(library, seed) for seed in (1, 2, 3)]
    fine = [
        line("ENEMY Player Turn, 40 units", [seconds for seconds, _ in turns], TURN_LIMIT),
        line(
            "reaction to a moved hex", [item for seed in (1, 2, 3) for item in reactions(library, seed)], REACTION_LIMIT
        ),
    ]
    times = missions(library, int(arguments[0]) if arguments else 6)
    fine.append(line("a watched mission, both sides", times, MISSION_LIMIT))
    print(
        f"acts in those Player Turns: {', '.join(str(acts) for _, acts in turns)}; "
        f"{len(times) / sum(times):.2f} missions a second"
    )
    return 0 if all(fine) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
