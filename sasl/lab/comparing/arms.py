"""One seed played with several things side by side; what is the very same game with other tables is played once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from sasl.content.library import Library
from sasl.kernel.frozen import Frozen, replace
from sasl.lab.comparing.traced import Difference, Reads, Traced
from sasl.lab.counting.endings import Ending
from sasl.lab.series.matches import Course, Match
from sasl.lab.series.workers import Libraries, Packs
from sasl.lab.watching.watch import Stuck


class Known(Frozen):
    """How the first arm ended, or why not, and what it asked of its tables."""

    result: Ending | Stuck
    reads: Reads


class Played(Frozen):
    """What came of a seed: each arm's record, or why it has none; `others`: of how many arms it was another game."""

    results: tuple[Ending | Stuck, ...]
    known: Known
    others: int


class Arms(Frozen):
    """One seed with each of some matches. The first is what the others are held to; `known`: it was played before.

    Every result is what its match comes to alone: an arm that differs from the first in its tables only is not played
    if nothing was asked that they answer otherwise, and played from the first such question on if that was a roll.
    """

    matches: tuple[Match, ...]
    known: Known | None = None

    @property
    def packs(self) -> Packs:
        """The packs of the first arm."""
        return self.matches[0].packs

    def warm(self, library: Library) -> object:
        """Read ahead what every game needs."""
        return self.matches[0].warm(library)

    def each(self, change: Callable[[Match], Match]) -> Arms:
        """The same with every match changed."""
        return replace(self, matches=tuple(map(change, self.matches)))

    def play(self, libraries: Libraries) -> Played:
        """Play what must be played."""
        first, *others = self.matches
        differences = [_difference(first, other, libraries) for other in others]
        known, parted = self.known, dict[int, Course]()
        if known is None:
            known, parted = _first(first, others, differences, libraries)
        results, played = [known.result], 0
        for place, (other, difference) in enumerate(zip(others, differences, strict=True)):
            if difference and not difference.met(known.reads):
                results.append(known.result)
                continue
            played += 1
            course = parted.get(place) if difference and not difference.seen(known.reads) else None
            results.append(_result(course.play if course else partial(other.play, libraries)))
        return Played(tuple(results), known, played)


def _first(
    match: Match, others: Sequence[Match], differences: Sequence[Difference | None], libraries: Libraries
) -> tuple[Known, dict[int, Course]]:
    """Play the first arm; what it came to, and for each arm that is another game the moment when it becomes one."""
    library = libraries.of(match)
    traced = libraries.once(("traced", match.packs), lambda: Traced.of(library))
    traced.reads.rolled.clear()
    course, parted = Course.of(replace(match.begun(library), library=traced), match.orders), dict[int, Course]()

    def play() -> Ending:
        for earlier in course.steps():
            for place, difference in enumerate(differences):
                if difference and place not in parted and difference.met(traced.reads):
                    parted[place] = earlier.on(libraries.of(others[place]))
        return course.ending()

    result = _result(play)
    library.sights.keep()
    return Known(result, traced.reads.copy()), parted


def _result(play: Callable[[], Ending]) -> Ending | Stuck:
    try:
        return play()
    except Stuck as stuck:
        return stuck


def _difference(first: Match, other: Match, libraries: Libraries) -> Difference | None:
    """In what tables two matches differ; None if in anything else."""
    if replace(other, packs=first.packs) != first:
        return None
    return libraries.once(
        ("difference", first.mission, first.packs, other.packs),
        lambda: Difference.between(libraries.of(first), libraries.of(other), first.mission),
    )
