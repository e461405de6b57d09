"""The one door: `play` runs a command as a transaction, `legal` says what may be typed now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sasl.content.library import Library
from sasl.content.yamlfile import ContentError
from sasl.core.tables import TableError
from sasl.core.text import prefix_match
from sasl.game.context import Context, Game, Question, Refused, Unanswered
from sasl.game.events import Decided, Event
from sasl.game.narrate import describe
from sasl.game.state import Dice, Stage, State
from sasl.play import checks
from sasl.play.prompts import awaited
from sasl.play.registry import GROUPS, VERBS, Verb


@dataclass(frozen=True, slots=True)
class Done:
    """The command ended: its facts, and the game after them."""

    events: tuple[Event, ...]
    game: Game


@dataclass(frozen=True, slots=True)
class Ask:
    """The command needs one more answer; run it again with the answers so far and the new one.

    `so_far`: what has happened in the command before the question, a line each, as the log will tell it. `decided`: the
    act of a side the program plays that the question is part of.
    """

    question: Question
    answers: tuple[str, ...]
    so_far: tuple[str, ...] = ()
    decided: Decided | None = None


@dataclass(frozen=True, slots=True)
class No:
    """The command is not legal; nothing happened. One sentence says why."""

    reason: str


Outcome = Done | Ask | No


def play(game: Game, line: str, answers: Sequence[str] = ()) -> Outcome:
    """Run the command `line` with `answers`: all of it or nothing of it."""
    words = line.split()
    if not words:
        return No("type a command, or ? for what is legal")
    try:
        found = find_verb(words[0], game.state)
    except Refused as refusal:
        return No(str(refusal))
    reason = found.why_not(game.state)
    if reason:
        return No(reason)
    context = Context(game, tuple(answers), ordered=_whose_units(game.state, words[1:]))
    try:
        found.run(context, words[1:])
    except Unanswered as missing:
        kept = tuple(answers[:-1]) if missing.question.error else tuple(answers)
        decided = next((event for event in reversed(context.events) if isinstance(event, Decided)), None)
        return Ask(missing.question, kept, tuple(filter(None, map(describe, context.events))), decided)
    except Refused as refusal:
        return No(str(refusal))
    except (ContentError, TableError) as error:
        return No(f"the tables cannot be played: {error}")
    return Done(tuple(context.events), context.game)


def _whose_units(state: State, words: Sequence[str]) -> str:
    """The side of the unit or SW that a command names first: who typed it decides for that side, even the ENEMY."""
    name = words[0].split(",")[0].lower() if words else ""
    sides = {key.lower(): unit.side for key, unit in state.units.items()}
    sides |= {key.lower(): weapon.side for key, weapon in state.weapons.items()}
    return sides.get(name, "")


def find_verb(word: str, state: State) -> Verb:
    """The verb `word` stands for: its name, its one-letter key, or a unique prefix (legal ones first).

    Refused otherwise.
    """
    word = word.lower()
    if len(word) > 1 and word in VERBS and not VERBS[word].why_not(state):
        return VERBS[word]
    legal_names = [name for name, item in VERBS.items() if not item.why_not(state)]
    by_key = [name for name in legal_names if VERBS[name].key == word]
    if by_key:
        return VERBS[by_key[0]]
    for names in (legal_names, list(VERBS)):
        found = prefix_match(word, names)
        if len(found) == 1:
            return VERBS[found[0]]
        if found:
            raise Refused(f"'{word}' may mean {', '.join(found)}; type more of it")
    raise Refused(f"there is no command '{word}'; ? lists the commands")


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the program waits for, and every verb with the reason why it is not legal ("" if it is)."""

    text: str
    verbs: tuple[tuple[Verb, str], ...]

    @property
    def legal(self) -> tuple[Verb, ...]:
        """The verbs that may be typed now."""
        return tuple(item for item, reason in self.verbs if not reason)


def legal(game: Game) -> Prompt:
    """What is awaited now, and which commands are legal: by group, those with a key first."""
    verbs = sorted(VERBS.values(), key=lambda item: (GROUPS.index(item.group), not item.key, item.name))
    return Prompt(awaited(game), tuple((item, item.why_not(game.state)) for item in verbs))


def new_game(library: Library, mission_id: str, seed: int) -> Game:
    """A game of the mission `mission_id` at its very beginning. ContentError if content is faulty."""
    mission = library.mission(mission_id)
    checks.check(library, mission)
    first: Stage = "boards" if mission.area.boards else "tables"
    state = State(mission_id, Dice(seed), stage=first, ec=mission.ec, wind=mission.wind)
    return Game(library, mission, library.board_of(mission), state)
