"""The lessons of a mission: which one is the present one, told by what has happened so far and by nothing else.

Nothing waits for a lesson and nothing is kept for one: undo goes back to it, and a resumed game goes on with it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Protocol

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.sides import PHASES, STAGES
from sasl.asl.game.state import State
from sasl.asl.game.switches import OPTIONS
from sasl.content.library import Library
from sasl.content.missions.mission import Given, Happening, Lesson, Mission, Until
from sasl.content.reading.faults import nearest
from sasl.kernel.frozen import Frozen
from sasl.kernel.orders.commands import words_of
from sasl.kernel.text import prefix_match


class Played(Protocol):
    """A command that was played, its facts, and the game after it: a moment of a session."""

    @property
    def command(self) -> str:
        """The line as typed."""
        ...

    @property
    def events(self) -> tuple[ev.Event, ...]:
        """What happened."""
        ...

    @property
    def game(self) -> Game:
        """The game then."""
        ...


class Shown(Frozen):
    """The present lesson (None: all are done), its number, how many there are, what was done last, what passed by."""

    lesson: Lesson | None
    number: int
    of: int
    done: str = ""
    passed: tuple[str, ...] = ()
    """Lessons that the last command went past before anybody could read them."""

    @property
    def heading(self) -> str:
        """`Lesson 3 of 20: Your force`, or that all are done."""
        return f"Lesson {self.number} of {self.of}: {self.lesson.title}" if self.lesson else "All lessons are done"


class Course(Frozen):
    """How far a moment has come in the lessons; `fresh`: nothing was done yet for the lesson it stands at."""

    place: int = 0
    done: str = ""
    fresh: bool = True
    passed: tuple[str, ...] = ()
    been: frozenset[str | None] = frozenset()
    """The hexes that FRIENDLY units have been in."""
    left: frozenset[str] = frozenset()
    """The hexes that FRIENDLY units have moved out of."""


class Lessons:
    """The lessons of a game that goes on: how far each moment has come is worked out once."""

    def __init__(self) -> None:
        self._past: list[tuple[Played, Course]] = []

    def present(self, moments: Sequence[Played]) -> Shown | None:
        """Return the lesson of the last of `moments`, which run from the start of the game on; None if there are no
        lessons, or they are off.
        """
        now = moments[-1].game
        lessons = now.mission.lessons
        if not lessons or not now.state.option("lessons"):
            return None
        past = self._past
        del past[len(moments) :]
        while past and past[-1][0] is not moments[len(past) - 1]:
            past.pop()
        for moment in moments[len(past) :]:
            past.append((moment, _gone_on(past[-1][1] if past else Course(), moment, lessons)))
        course = past[-1][1]
        lesson = lessons[course.place] if course.place < len(lessons) else None
        return Shown(lesson, course.place + 1, len(lessons), course.done, course.passed)


def present(moments: Sequence[Played]) -> Shown | None:
    """Return the lesson of the last of `moments`, for who asks but once."""
    return Lessons().present(moments)


def _gone_on(course: Course, moment: Played, lessons: Sequence[Lesson]) -> Course:
    """Return how far the lessons have come after one moment more."""
    place, done, fresh, passed = course.place, course.done, course.fresh, list[str]()
    gone = frozenset(_left(moment))
    been = course.been.union(unit.hex for unit in moment.game.state.on_map("FRIENDLY"))
    been = course.been if len(been) == len(course.been) else been  # moments share what is the same
    left = course.left | gone if gone else course.left
    while place < len(lessons):
        lesson = lessons[place]
        if fresh and lesson.only_if and not GIVEN[lesson.only_if](moment.game.state):
            place += 1
            continue
        over = came(moment.game, lesson.until)
        empty = _empty(moment.game, lesson.until, left)
        elsewhere = bool(gone) and lesson.until.left is not None and lesson.until.left not in been
        if not (over or empty or (not fresh and (elsewhere or did(moment, lesson.until)))):
            fresh = False
            break
        if fresh and over:
            passed.append(lesson.title)
        place, done, fresh = place + 1, lesson.title, True
    return Course(place, done, fresh, tuple(passed), been, left)


def came(game: Game, until: Until) -> bool:
    """Whether the stage, the moment or the VPO that ends a lesson have come."""
    state = game.state
    if until.vpo is not None and sum(side == "FRIENDLY" for side in state.control.values()) >= until.vpo:
        return True
    return _now(state, game.mission) >= _limit(game.mission, until)


def did(moment: Played, until: Until) -> bool:
    """Whether a command is what a lesson waits for, or brought it about."""
    word, _ = words_of(moment.command)
    if until.word and word and prefix_match(word, [until.word]):
        return True
    return until.happened is not None and any(HAPPENED[until.happened](fact, moment.game) for fact in moment.events)


def _left(moment: Played) -> Iterator[str]:
    """The hexes that FRIENDLY units moved out of in this command."""
    for fact in moment.events:
        if HAPPENED["moved"](fact, moment.game) and isinstance(fact, ev.UnitsMoved):
            yield from fact.path[:-1]


def _empty(game: Game, until: Until, left: Collection[str]) -> bool:
    """Whether the hex that was to be left has been left by all."""
    return until.left in left and not any(unit.hex == until.left for unit in game.state.on_map("FRIENDLY"))


Place = tuple[int, int, int, int]
"""A place in the course of a mission that can be compared: stage, Turn, side, phase."""


def _now(state: State, mission: Mission) -> Place:
    if state.stage != "play":
        return STAGES.index(state.stage), 0, 0, 0
    second = int(state.side != mission.first_side)
    return STAGES.index("play"), state.turn, second, PHASES.index(state.phase)


def _limit(mission: Mission, until: Until) -> Place:
    if until.moment is None:
        return STAGES.index(until.stage or "over"), 0, 0, 0
    turn, side, phase = until.moment.split()
    names: tuple[str, ...] = PHASES
    return STAGES.index("play"), int(turn), int(side != mission.first_side), names.index(phase)


# -- the vocabulary ------------------------------------------------------------------------------------


def _ours(game: Game, ids: Sequence[str]) -> bool:
    units = game.state.present(ids)
    return any(unit.side == "FRIENDLY" for unit in units)


HAPPENED: dict[Happening, Callable[[ev.Event, Game], bool]] = {
    "moved": lambda fact, game: isinstance(fact, ev.UnitsMoved) and fact.how != "advance" and _ours(game, fact.ids),
    "advanced": lambda fact, game: isinstance(fact, ev.UnitsMoved) and fact.how == "advance" and _ours(game, fact.ids),
    "fired": lambda fact, game: isinstance(fact, ev.Fired) and _ours(game, fact.units),
    "checked": lambda fact, game: isinstance(fact, ev.SuspectRemoved),
    "activated": lambda fact, game: isinstance(fact, ev.SuspectRemoved) and fact.activated,
    "enemy-act": lambda fact, game: isinstance(fact, ev.Decided) and fact.side == "ENEMY",
    "broke": lambda fact, game: isinstance(fact, ev.UnitChanged) and "broken" in fact.gained and _ours(game, [fact.id]),
    "rallied": lambda fact, game: isinstance(fact, ev.UnitChanged) and "broken" in fact.lost and _ours(game, [fact.id]),
    "fought": lambda fact, game: isinstance(fact, ev.UnitsChanged) and "cc-attacked" in fact.gained,
    "gained-vpo": lambda fact, game: isinstance(fact, ev.ControlChanged) and fact.side == "FRIENDLY",
}
"""What shows that something has happened."""


def _contact(state: State) -> bool:
    free = [unit for unit in state.on_map() if "prisoner" not in unit.flags]
    enemies = {unit.hex for unit in free if unit.side == "ENEMY"}
    return any(unit.hex in enemies for unit in free if unit.side == "FRIENDLY")


GIVEN: dict[Given, Callable[[State], bool]] = {
    "broken": lambda state: any("broken" in unit.flags for unit in state.on_map("FRIENDLY")),
    "enemy-known": lambda state: any(True for _ in state.on_map("ENEMY")),
    "contact": _contact,
}
"""What a lesson may ask for when its turn comes."""


# -- checking ------------------------------------------------------------------------------------------


def faults(library: Library, mission: Mission, words: Collection[str]) -> Iterator[str]:
    """Lessons that nobody could follow, and switches that are none; `words`: the command words there are.

    A lesson cannot be followed if its command word is unknown, or if it is over before the one above it ends.
    """
    if not mission.lessons and not mission.options:
        return

    def fault(at: Sequence[object], message: str) -> str:
        from sasl.content.reading.yamlfile import read_yaml

        return read_yaml(library.loader.path("mission", mission.id)).fault(at, message)

    for name in mission.options:
        if name not in OPTIONS:
            yield fault(("options", name), f"there is no switch '{name}'{nearest(name, OPTIONS)}")
    before: Place = (0, 0, 0, 0)
    for number, lesson in enumerate(mission.lessons):
        until = lesson.until
        if until.word and until.word not in words:
            message = f"'{until.word}' is not a command word{nearest(until.word, words)}"
            yield fault(("lessons", number, "until", "word"), message)
        limit = _limit(mission, until)
        if limit < before:
            key = "moment" if until.moment else "stage"
            message = f"'{getattr(until, key)}' is over before the lesson above ends; put this lesson earlier"
            yield fault(("lessons", number, "until", key), message)
        before = max(before, limit)
