"""The one door: `play` runs a command as a transaction, `legal` says what may be typed now."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.game.context import Context, Game
from sasl.asl.game.registry import GROUPS, Verb
from sasl.asl.game.state import Dice, Stage, State
from sasl.asl.terrain import walls
from sasl.content.library import Library
from sasl.kernel.commands import Ask as Ask
from sasl.kernel.commands import Done as Done
from sasl.kernel.commands import No as No
from sasl.kernel.commands import Prompt as Prompt
from sasl.kernel.commands import carry, find, meant, prompt
from sasl.orders.commands import VERBS
from sasl.solitaire import checks
from sasl.solitaire.prompts import awaited
from sasl.solitaire.reactions import Solitaire

Outcome = Done[Game] | Ask | No


def play(game: Game, line: str, answers: Sequence[str] = ()) -> Outcome:
    """Run the command `line` with `answers`: all of it or nothing of it."""
    found = meant(line, VERBS, game.state)
    if isinstance(found, No):
        return found
    verb, words = found[0], [game.board.as_named(word) for word in found[1]]
    context = Context(game, tuple(answers), ordered=_whose_units(game.state, words))

    def run() -> None:
        verb.run(context, words)
        walls.settle(context)

    stopped = carry(context, run, answers)
    return stopped or Done(tuple(context.events), context.game)


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
    return find(word, VERBS, state)


def legal(game: Game) -> Prompt[Verb]:
    """What is awaited now, and which commands are legal: by group, those with a key first."""
    return prompt(awaited(game), VERBS, GROUPS, game.state)


def new_game(library: Library, mission_id: str, seed: int) -> Game:
    """A game of the mission `mission_id` at its very beginning. ContentError if content is faulty."""
    mission = library.mission(mission_id)
    checks.check(library, mission)
    first: Stage = "boards" if mission.area.boards else "tables"
    state = State(mission_id, Dice(seed), stage=first, ec=mission.ec, wind=mission.wind, options=dict(mission.options))
    return Game(library, mission, library.board_of(mission), state, reactions=Solitaire())
