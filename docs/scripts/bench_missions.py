"""What missions, starts and keys cost here: CPU seconds of one core, cold and warm, and beside another checkout.

python docs/scripts/bench_missions.py [--vs CHECKOUT] [--seeds 1-6] [PART …]

PART (default: all): missions, enemy, starts, series, keys. Each figure is measured in a process of its own, in turn in
this tree and in the other, so that a noisy machine is unjust to neither. Seconds are those of the processor, in all
processes of the program; by the clock are only the gain of a second worker and, beside their work, the keys. `cold` is
the first game of a process (its content and lines of sight are found for the first time), `warm` the same game again.
"""

from __future__ import annotations

import argparse
import contextlib
import inspect
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parents[2]
TREE = "BENCH_TREE"
"""The variable that names the checkout which a process measures."""
sys.path.insert(0, os.environ.get(TREE, str(HERE)))

try:
    from sasl.kernel.frozen import replace
except ModuleNotFoundError:  # the other checkout is older: its values are dataclasses
    from dataclasses import replace

if TYPE_CHECKING:
    from sasl.asl.game.context import Game
    from sasl.asl.game.sides import Side
    from sasl.content.library import Library
    from sasl.orders.engine import Done

MISSION, SMALL = "oto-s1", "platoon"
UNITS = 40
COMMANDS = 2_000
"""So many commands the game has that is resumed."""
SERIES = 200
"""So many small missions are played in one process to see whether its memory grows."""


# -- what one process measures ---------------------------------------------------------------------------


def library() -> Library:
    """The shipped content of the tree measured."""
    from sasl.content.library import Library, shipped_root

    return Library(shipped_root())


def mission(name: str, seed: str) -> dict[str, float]:
    """CPU seconds of a whole watched mission, the first time and again."""
    from sasl.lab.series.matches import Match
    from sasl.lab.series.workers import Libraries

    of_many = "libraries" in inspect.signature(Match.play).parameters  # older checkouts are given a single one
    content, found = Libraries() if of_many else library(), {}
    for how in ("cold", "warm"):
        begun = time.process_time()
        Match(name, int(seed)).play(content)
        found[how] = time.process_time() - begun
    return found


def told(game: Game, line: str) -> Done:
    """The command with the program's own answers."""
    from sasl.orders.engine import Ask, Done, play

    answers: tuple[str, ...] = ()
    while True:
        outcome = play(game, line, answers)
        if isinstance(outcome, Ask):
            answers = (*outcome.answers, outcome.question.default)
            continue
        assert isinstance(outcome, Done), f"{line}: {outcome}"
        return outcome


def contact(content: Library, seed: int, *sides: Side) -> Game:
    """Turn 2 of the mission with 40 ENEMY units on the map, those nearest the FRIENDLY force first."""
    from sasl.lab.watching.watch import SETUP_ORDERS, SWITCHES
    from sasl.minds.mind import SideMind
    from sasl.orders.engine import new_game

    game = replace(new_game(content, MISSION, seed), minds={side: SideMind(side) for side in sides})
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


def enemy(seed: str) -> dict[str, float]:
    """CPU seconds of a Player Turn of 40 ENEMY units; the slowest reaction to a stack that has moved a hex."""
    from sasl.asl.game import events as ev
    from sasl.asl.game.context import Context
    from sasl.kernel.memory import collect_seldom
    from sasl.kernel.orders.questions import Unanswered
    from sasl.minds.mind import SideMind

    content = library()
    game = contact(content, int(seed), "ENEMY")
    collect_seldom()  # as the program itself does
    game = game.at(replace(game.state, side="ENEMY", phase="RPh"))
    begun = time.process_time()
    while game.state.side == "ENEMY" and game.state.stage == "play":
        game = told(game, "next").game
    turn = time.process_time() - begun
    game = contact(content, int(seed))
    game = game.at(replace(game.state, side="FRIENDLY", phase="MPh"))
    mind, times = SideMind("ENEMY"), [0.0]
    for name in sorted({unit.hex or "" for unit in game.state.on_map("FRIENDLY")}):
        ids = tuple(unit.id for unit in game.state.units_at(name, "FRIENDLY") if unit.infantry)
        if not ids:
            continue
        ctx = Context(replace(game, minds={"ENEMY": mind}))
        ctx.emit(ev.UnitsMoved(ids, (game.board.neighbours(name)[0], name), 1.0))
        begun = time.process_time()
        with contextlib.suppress(Unanswered):  # what the player is asked next ends it
            mind.react(ctx, ids, name)
        times.append(time.process_time() - begun)
    return {"turn": turn, "reaction": max(times)}


def series(name: str, number: int, at_once: int) -> Iterator[object]:
    """The missions of a series, played by so many workers."""
    from sasl.lab.series.matches import Match

    try:
        from sasl.lab.series.workers import play_all
    except ImportError:  # a checkout from before it had a module of its own
        from sasl.lab.series.matches import play_all
    return play_all([Match(name, seed) for seed in range(1, number + 1)], at_once)


def memory(number: str) -> dict[str, float]:
    """Megabytes that the process holds after a quarter of a series of small missions, and after all of it."""
    found = {}
    for played, _ in enumerate(series(SMALL, int(number), 1), 1):
        if played in (int(number) // 4, int(number)):
            found["quarter" if played < int(number) else "end"] = _megabytes()
    return found


def _megabytes() -> float:
    with Path("/proc/self/statm").open(encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6


def workers(name: str, number: str, at_once: str) -> dict[str, float]:
    """Seconds by the clock for a series with so many workers."""
    begun = time.perf_counter()
    for _ in series(name, int(number), int(at_once)):
        pass
    return {"seconds": time.perf_counter() - begun}


def long_game(folder: str) -> dict[str, float]:
    """A saved game of 2,000 commands: a mission in which both sides act, to its end, then switches on and off."""
    from sasl.lab.watching.watch import Watch
    from sasl.saves.session import Session

    name = f"long-{COMMANDS}"
    with Session.create(library(), MISSION, 2, Path(folder), name, "2026-01-01T00:00:00", kind="watch") as session:
        played = sum(1 for _ in Watch(session).run())
        number = played
        while number < COMMANDS:
            session.submit(f"option ask-los {'on' if number % 2 else 'off'}")
            number += 1
    return {"commands": number}


PROBES: dict[str, Callable[..., dict[str, float]]] = {
    "mission": mission,
    "enemy": enemy,
    "memory": memory,
    "workers": workers,
    "long-game": long_game,
}


# -- measuring -------------------------------------------------------------------------------------------

Figures = list[dict[str, float]]
"""What was measured once, in this tree and (if there is one) in the other."""


class Bench:
    """The trees that are measured, and the lines told of them."""

    def __init__(self, trees: Sequence[Path], scratch: Path) -> None:
        self.trees, self.scratch = trees, scratch

    def probe(self, name: str, *words: object) -> Figures:
        """What a process of its own measures in each tree."""
        command = [sys.executable, __file__, "--probe", name, *map(str, words)]
        found = []
        for tree in self.trees:
            done = subprocess.run(command, env=self.environment(tree), capture_output=True, text=True, check=False)
            if done.returncode:
                raise SystemExit(f"{name} {words} in {tree}:\n{done.stderr}")
            found.append(json.loads(done.stdout.splitlines()[-1]))
        return found

    def environment(self, tree: Path, **more: str) -> dict[str, str]:
        """What a process of that tree finds around it: its own bytecode files and content cache, kept for this run."""
        own = self.scratch / str(self.trees.index(tree))
        return {
            **{key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"},
            TREE: str(tree),
            "PYTHONPATH": str(tree),
            "PYTHONPYCACHEPREFIX": str(own / "bytecode"),
            "SASL_CACHE": str(own / "cache"),
            "SASL_OWN": str(own / "none"),
            **more,
        }

    def told(self, what: str, values: Sequence[float], unit: str = "s") -> None:
        """One line: this tree, the other, and how many times as quick this one is."""
        shown = "   ".join(f"{value:8.3f} {unit}" for value in values)
        times = f"   {values[1] / values[0]:5.1f} times" if len(values) > 1 and values[0] else ""
        print(f"{what:<100} {shown}{times}", flush=True)

    # -- the parts ----------------------------------------------------------------------------------------
    def missions(self, seeds: Sequence[int]) -> None:
        """Whole watched missions."""
        for name, number in ((MISSION, len(seeds)), ("oto-s2", len(seeds)), (SMALL, max(len(seeds), 6))):
            found = [self.probe("mission", name, seed) for seed in list(seeds)[:number]]
            for how in ("cold", "warm"):
                self.told(f"{name}, mean of seeds {seeds[0]}-{seeds[-1]}, {how}", _mean(found, how))

    def enemy(self, seeds: Sequence[int]) -> None:
        """The ENEMY's decisions at worst."""
        found = [self.probe("enemy", seed) for seed in list(seeds)[:3]]
        self.told(f"ENEMY Player Turn of {UNITS} units, the slowest of {len(found)}", _worst(found, "turn"))
        self.told(f"a reaction, the slowest of {len(found)} positions", _worst(found, "reaction"))

    def series(self, seeds: Sequence[int]) -> None:
        """Memory of a series, and what a second worker gives."""
        found = self.probe("memory", SERIES)
        for when, words in (("quarter", f"after {SERIES // 4}"), ("end", f"after {SERIES}")):
            self.told(f"memory of a series of {SMALL}, {words} missions", [each[when] for each in found], "MB")
        for name, number in ((MISSION, min(len(seeds), 6)), (SMALL, 20)):
            one, two = (self.probe("workers", name, number, at_once) for at_once in (1, 2))
            gain = [a["seconds"] / b["seconds"] for a, b in zip(one, two, strict=True)]
            self.told(f"two workers instead of one, {number} of {name}", gain, "times as quick")

    def starts(self, seeds: Sequence[int]) -> None:
        """Starts of the program to their end, with nothing to read from stdin."""
        saves = self.scratch / "saves"
        Bench(self.trees[:1], self.scratch).probe("long-game", saves)
        game = next(saves.glob("*.sasl")).stem
        for what, words in (
            ("sasl --help", ["--help"]),
            (f"sasl play {MISSION} --plain", ["play", MISSION, "--plain", "--name", "NEW"]),
            (f"sasl resume --plain, {COMMANDS:,} commands", ["resume", game, "--plain"]),
            (f"sasl log, {COMMANDS:,} commands", ["log", game]),
            ("sasl games", ["games"]),
            ("sasl lint", ["lint"]),
        ):
            words = ["--saves", str(saves), *words]
            self.told(what, [statistics.median(self._start(tree, words) for _ in range(5)) for tree in self.trees])
            self.told(
                "  without bytecode files",
                [statistics.median(self._bare(tree, words) for _ in range(3)) for tree in self.trees],
            )
            self.told(
                "  nothing cached", [statistics.median(self._new(tree, words) for _ in range(3)) for tree in self.trees]
            )

    def _start(self, tree: Path, words: list[str], **more: str) -> float:
        """CPU seconds of a start of the program, once everything it keeps for the next start is there."""
        command = [sys.executable, "-m", "sasl", *words]
        times = []
        for _ in range(1 if more else 2):
            named = [f"bench-{time.time_ns()}" if word == "NEW" else word for word in command]
            before = _children()
            done = subprocess.run(
                named, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=tree, check=False,
                env=self.environment(tree, **more),
            )  # fmt: skip
            if done.returncode:
                raise SystemExit(f"{named} in {tree}:\n{done.stderr}")
            times.append(_children() - before)
        return times[-1]

    def _bare(self, tree: Path, words: list[str]) -> float:
        """The same without the bytecode files of the program (those of libraries stay)."""
        kept = Path(self.environment(tree)["PYTHONPYCACHEPREFIX"])
        shutil.rmtree(kept / str(tree / "sasl").lstrip("/"), ignore_errors=True)
        return self._start(tree, words, PYTHONDONTWRITEBYTECODE="1")

    def _new(self, tree: Path, words: list[str]) -> float:
        """The same with bytecode files, and without anything of content kept from before."""
        self._start(tree, words)
        shutil.rmtree(self.environment(tree)["SASL_CACHE"], ignore_errors=True)
        return self._start(tree, words, BENCH_CACHE="empty")

    def keys(self, seeds: Sequence[int]) -> None:
        """Key to screen on a large terminal: the work it makes, and how long it takes by the clock."""
        from measure import Measured, Terminal, p95

        measured = [Measured(tree, self.environment(tree)) for tree in self.trees]
        for number, here in enumerate(measured):
            here.games_in(str(self.scratch / f"keys-{number}"))
        for how, timed in (("CPU", Terminal.work), ("by the clock", Terminal.key)):
            found = [
                here.keys(str(self.scratch / f"keys-{number}"), 200, 60, timed) for number, here in enumerate(measured)
            ]
            for what in found[0]:
                if len(found[0][what]) > 1:
                    values = [p95(each[what]) for each in found]
                    self.told(f"key to screen at 200x60, p95, {how}: {what}", values, "ms")


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _mean(found: Sequence[Figures], key: str) -> list[float]:
    return [statistics.mean(each[key] for each in tree) for tree in zip(*found, strict=True)]


def _worst(found: Sequence[Figures], key: str) -> list[float]:
    return [max(each[key] for each in tree) for tree in zip(*found, strict=True)]


PARTS = ("missions", "enemy", "starts", "series", "keys")


def main(words: list[str]) -> int:
    """Measure what was asked for, and print it."""
    if words[:1] == ["--probe"]:
        print(json.dumps(PROBES[words[1]](*words[2:])))
        return 0
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []], default=[])
    asked.add_argument("--vs", type=Path, metavar="CHECKOUT")
    asked.add_argument("--seeds", default="1-6", metavar="A-B")
    args: Any = asked.parse_args(words)
    first, _, last = args.seeds.partition("-")
    seeds = range(int(first), int(last or first) + 1)
    trees = [HERE, *([args.vs.resolve()] if args.vs else [])]
    print("   ".join(map(str, trees)))
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(trees, Path(scratch))
        for part in args.parts or PARTS:
            getattr(bench, part)(seeds)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
