"""`sasl watch`: a mission printed as text, or counted over many seeds; `sasl compare`: doctrines side by side."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import Generic, TypeVar

from sasl.asl.game.events import Event, MissionEnded
from sasl.content.library import Library
from sasl.kernel.text import counted, sentence
from sasl.lab.endings import KEYS, LOSSES, Ending
from sasl.lab.series import Match, difference, numbers_of
from sasl.lab.statistics import Mean, mean
from sasl.lab.watch import Step, Stuck, Watch
from sasl.lab.workers import play_all
from sasl.saves.files import game_path
from sasl.saves.session import Session
from sasl.solitaire.sources import acts_words

WATCHED_ON = "2000-01-01T00:00:00"
"""The date in a watched game's save: the same seed gives the same bytes, whenever it is watched."""


# -- one game ------------------------------------------------------------------------------------------


def watch_plain(
    library: Library, mission: str, seed: int, folder: Path, name: str, as_json: bool, orders: tuple[str, ...] = ()
) -> int:
    """Watch one seed; every command is in the save `name` before its lines are printed."""
    session = open_watched(library, mission, seed, folder, name)
    watch = Watch(session, orders)
    if not as_json:
        print(f"{session.game.mission.title} ({mission}), seed {seed}", flush=True)
        print(session.game.mission.briefing, flush=True)
    try:
        for step in watch.run():
            print(_as_json(step) if as_json else _as_text(step, len(session.moments) - 1), flush=True)
    except Stuck as error:
        print(f"sasl: {error}", file=sys.stderr)
        return 1
    finally:
        session.close()
    return 0


def _as_json(step: Step) -> str:
    lines = [text for event in step.events if (text := event.describe())]
    return json.dumps({"command": step.shown, "lines": lines}, ensure_ascii=False)


def _as_text(step: Step, number: int) -> str:
    lines = ["", f"[{number}] > {step.shown}"]
    for event in step.events:
        lines += [f"  {line}" for line in _lines(event)]
    return "\n".join(lines)


def _lines(event: Event) -> list[str]:
    lines = [text for text in (event.describe(),) if text]
    if isinstance(event, MissionEnded):
        lines += [f"  {words}: FRIENDLY {ours}, ENEMY {theirs}" for words, ours, theirs in event.lines]
    return lines


def open_watched(library: Library, mission: str, seed: int, folder: Path, name: str) -> Session:
    """A fresh watched game under `name`, or under the next free name: no game is ever replaced."""
    free, number = name, 1
    while game_path(folder, free).exists():
        number += 1
        free = f"{name}-{number}"
    print(f"saved as game '{free}' in {folder}", file=sys.stderr)
    return Session.create(library, mission, seed, folder, free, WATCHED_ON, kind="watch")


# -- many games ----------------------------------------------------------------------------------------


def summary(matches: Sequence[Match], as_json: bool, jobs: int) -> int:
    """How each game ended, and the means. Exit status 1 if one got stuck."""
    endings: list[Ending] = []
    series = Ended(play_all(matches, jobs), len(matches), progress=as_json)
    for ending in series:
        endings.append(ending)
        if not as_json:
            print(_row(ending), flush=True)
    if not endings:
        return 1
    means = {key: round(mean(numbers_of(endings, key)).value, 2) for key in KEYS}
    wins = _wins(endings)
    if as_json:
        print(json.dumps({"games": [ending.row() for ending in endings], "means": means, "wins": wins}, indent=2))
        return int(series.stuck)
    print(
        f"{counted(len(endings), 'game')}: ENEMY wins {wins['enemy']}%, FRIENDLY {wins['friendly']}%, "
        f"draws {wins['draw']}%"
    )
    print(
        f"means: {means['turns']} turns, FRIENDLY {means['friendly']} VP, ENEMY {means['enemy']} VP, "
        f"{means['activations']} activations, {means['commands']} commands"
    )
    for side in ("FRIENDLY", "ENEMY"):
        low = side.lower()
        lost = ", ".join(f"{means[f'{low}_{word}']:g} {word}" for word in LOSSES)
        print(f"{side:<8} {means[f'{low}_attacks']:g} attacks; lost {lost}")
    print(sentence(acts_words(means["enemy_acts"], means["enemy_house_acts"])))
    return int(series.stuck)


def _row(ending: Ending) -> str:
    numbers = ending.numbers
    lost = " / ".join(
        " ".join(f"{numbers[f'{side}_{word}']:g}{word[0]}" for word in LOSSES) for side in ("friendly", "enemy")
    )
    return (
        f"seed {ending.seed:>4}: {numbers['turns']:>2} turns, FRIENDLY {numbers['friendly']:>2} VP, "
        f"ENEMY {numbers['enemy']:>2} VP ({ending.winner}), {numbers['activations']:>2g} activations, "
        f"attacks {numbers['friendly_attacks']:g} / {numbers['enemy_attacks']:g}, lost {lost}"
    )


def _wins(endings: Sequence[Ending]) -> dict[str, float]:
    share = 100 / len(endings)
    return {
        word.lower(): round(share * sum(1 for ending in endings if ending.winner == word), 1)
        for word in ("ENEMY", "FRIENDLY", "draw")
    }


# -- doctrines side by side ----------------------------------------------------------------------------

MEASURES = {
    "margin": "ENEMY ahead, VP",
    "wins": "ENEMY wins",
    "friendly": "FRIENDLY VP",
    "enemy": "ENEMY VP",
    "friendly_squads": "FRIENDLY squads lost",
    "friendly_vehicles": "FRIENDLY AFV lost",
    "enemy_squads": "ENEMY squads lost",
    "friendly_attacks": "FRIENDLY attacks",
    "enemy_attacks": "ENEMY attacks",
}
"""What is compared, and what its row is called."""
JUDGED = {"margin": "VP ahead", "friendly_squads": "FRIENDLY squads lost"}
"""What the sentences below the table speak of."""


def compare(
    mission: str,
    doctrines: Sequence[str],
    commander: str,
    packs: tuple[Path, ...],
    seeds: range,
    as_json: bool,
    jobs: int,
    command: str = "",
) -> int:
    """A table of means with standard errors for each doctrine of the ENEMY, and which differences are clear.

    Seed by seed, so that a series that was stopped has compared what it has played. Exit status 1 if a game got stuck.
    """
    matches = [Match(mission, seed, name, commander, packs, command) for seed in seeds for name in doctrines]
    found: dict[str, list[Ending]] = {name: [] for name in doctrines}
    results = (
        Stuck(f"{match.doctrine}: {result}") if isinstance(result, Stuck) else result
        for match, result in zip(matches, play_all(matches, jobs), strict=True)
    )
    series = Ended(results, len(matches), progress=True)
    for ending in series:
        found[matches[series.played - 1].doctrine].append(ending)
    found = {name: endings for name, endings in found.items() if endings}
    table = {name: {key: mean(numbers_of(endings, key)) for key in MEASURES} for name, endings in found.items()}
    if as_json:
        print(json.dumps({name: _plain(means, len(found[name])) for name, means in table.items()}, indent=2))
        return int(series.stuck)
    if not found:
        return 1
    last = max(ending.seed for endings in found.values() for ending in endings)
    print(f"{mission}, seeds {seeds[0]}-{last}: means ± standard error")
    print(f"{'':<22}" + "".join(f"{name:>16}" for name in table))
    for key, words in MEASURES.items():
        print(f"{words:<22}" + "".join(f"{means[key]!s:>16}" for means in table.values()))
    for key, words in JUDGED.items():
        print(*_judgements(found, key, words), sep="\n")
    return int(series.stuck)


def _plain(means: dict[str, Mean], count: int) -> dict[str, object]:
    numbers = {key: {"mean": round(item.value, 4), "error": round(item.error, 4)} for key, item in means.items()}
    return {"games": count, **numbers}


def _judgements(found: dict[str, list[Ending]], key: str, words: str) -> list[str]:
    """One sentence for each doctrine against the next one in order, seed by seed."""
    order = sorted(found, key=lambda name: mean(numbers_of(found[name], key)).value, reverse=True)
    lines = [f"{words}: " + " > ".join(order)]
    for first, second in pairwise(order):
        gap = difference(found[first], found[second], key)
        verdict = "clear" if gap.clear() else "not clear: play more seeds"
        lines.append(f"  {first} - {second}: {gap} ({verdict})")
    if len(order) > 2:
        gap = difference(found[order[0]], found[order[-1]], key)
        lines.append(f"  {order[0]} - {order[-1]}: {gap} ({'clear' if gap.clear() else 'not clear'})")
    return lines


E = TypeVar("E")


class Ended(Generic[E]):
    """The endings of a series as they come. A game that got stuck is told at once; ctrl+c ends the series, and what
    was played until then counts. `progress`: no line is printed for each game, so a terminal is told how far it is."""

    def __init__(self, results: Iterable[E | Stuck], total: int, *, progress: bool) -> None:
        self.results = results
        self.total = total
        self.progress = progress and sys.stderr.isatty()
        self.played = 0
        self.stuck = False
        self.stopped = False

    def __iter__(self) -> Iterator[E]:
        begun = monotonic()
        self._how_far(0.0)
        try:
            for result in self.results:
                self.played += 1
                if isinstance(result, Stuck):
                    self.stuck = True
                    self._clear()
                    print(f"sasl: {result}", file=sys.stderr)
                else:
                    yield result
                self._how_far(monotonic() - begun)
        except KeyboardInterrupt:
            self.stopped = True
        self._clear()
        if self.stopped:
            print(f"stopped after {self.played} of {counted(self.total, 'game')}", file=sys.stderr)

    def _how_far(self, seconds: float) -> None:
        if self.progress:
            words = f"{self.played} of {self.total} games"
            if self.played:
                left = seconds / self.played * (self.total - self.played)
                words += f", about {left / 60:.0f} min left" if left > 90 else f", about {left:.0f} s left"
            print(f"\r{words}\033[K", end="", file=sys.stderr, flush=True)

    def _clear(self) -> None:
        if self.progress:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
