"""One open game of a mission: how it begins and its commands are played; the rest is that of one that is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.asl.game.context import Game
from sasl.asl.game.sides import SIDES, Side
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.minds.played_sides import minds
from sasl.orders import engine
from sasl.orders.engine import Outcome
from sasl.orders.march_orders import MOVES, go_on, not_begun, owed_charge
from sasl.saves.reading import Reading

MOST_GIVEN = 100
"""How many moments back the commands of a game are brought back to a command line."""
GOES_ON = frozenset({"next", "enemy shot", "enemy phase"})


class Session(Reading):
    """One open game of a mission, to be played."""

    @classmethod
    def _begun(cls, library: Library, content_id: str, seed: int, kind: str, *, resumed: bool = False) -> Game:
        sides: tuple[Side, ...] = ("ENEMY", "FRIENDLY") if kind == "watch" else ("ENEMY",)
        game = engine.new_game(library, content_id, seed, resumed=resumed)
        return replace(game, minds=minds(*sides), advisers=minds(*SIDES))

    def close(self) -> None:
        """Let other programs open the game; what was found out about its map serves the next one."""
        super().close()
        self.game.library.sights.keep()

    def given(self) -> list[str]:
        """The last commands given, the newest last, without those that only go on: what a command line brings back."""
        return [item.command for item in self.moments[-MOST_GIVEN:] if item.command and item.command not in GOES_ON]

    def halted(self) -> Order | None:
        """What is left of the player's last move or entry that halted, as long as nothing has ended it; else of a march
        before it in this phase, for those who have not begun. First of all comes a charge that his berserk owe."""
        charge = owed_charge(self.game)
        if charge is not None:
            return charge
        moments, now = reversed(list(pairwise(self.moments))), self.game.state.moment
        for before, moment in moments:
            order = engine.order_of(before.game, moment.command)
            if isinstance(order, MOVES):
                left = go_on(self.game, order, moment.events)
                if left is not None:
                    return left
                break
            if moment.game.state.moving is None:
                break
        for before, moment in moments:
            if before.game.state.moment != now:
                break
            if moment.command.startswith("march "):  # of the others nothing can be left: who has begun has ended
                left = not_begun(self.game, engine.order_of(before.game, moment.command))
                if left is not None:
                    return left
        return None

    def _run(self, line: str, answers: Sequence[str]) -> Outcome:
        return engine.play(self.game, line, answers)
