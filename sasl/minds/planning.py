"""A side that looks ahead (house rules 7): it plays its plans out before its Player Turn, and follows the best.

A plan is a doctrine. Each is played out with the same other dice, so that no plan has better luck than another, and
what an S? may be comes of the mission's own tables: nothing is known before it is rolled. How many games are played,
and how far, is said by the doctrine, never by a clock: the same seed plans the same on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp2
from statistics import fmean, stdev

from sasl.asl.game.context import Game
from sasl.asl.game.minds import doctrine_key, doctrine_name, nobody_sits, plan_name
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Value
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted
from sasl.minds.act import Act, lot
from sasl.orders import engine
from sasl.orders.doctrine_orders import ChoosePlan
from sasl.orders.turn_orders import Next
from sasl.solitaire import victory

KEY = "plan"
"""What acts: the side as a whole."""
MOST_COMMANDS = 2_000
"""The most commands of one playout."""
MOST_QUESTIONS = 50


WORTH = ("plan-squad", "plan-theirs", "plan-vpo", "plan-reach")
"""The figures of what a position is worth beside the VP."""


def followed(game: Game, side: Side) -> Doctrine:
    """The doctrine that decides now: of a side with plans that of the plan in force."""
    return game.library.doctrine(plan_name(game, side) or doctrine_name(game, side))


def next_act(game: Game, side: Side, doctrine: Doctrine) -> Act | None:
    """The choice of a plan, at the beginning of the side's own Player Turn, where the program plays both sides."""
    state = game.state
    begins = state.stage == "play" and state.phase == "RPh" and state.side == side and KEY not in state.passed
    if not doctrine.plans or not begins or not nobody_sits(game):
        return None
    present = plan_name(game, side)
    worths = race(game, side, doctrine)
    gains = {plan: _gain(worths[plan], worths[present]) for plan in worths}
    sure = [plan for plan, (gain, error) in gains.items() if gain > doctrine.value("plan-doubt") * error]
    best = max(sure, key=lambda plan: gains[plan][0], default=present)
    reasons = (
        f"{doctrine.words('playouts', 'plan-rounds', 'plan-drop', 'plan-turns')} (house rules 7)",
        f"worth is VP ahead, and: {doctrine.words(*WORTH)}",
        *(f"{plan}: {_worth_of(worths[plan])}, {_ahead(*gains[plan])}" for plan in worths if plan != present),
        f"{present}, the plan so far: {_worth_of(worths[present])}; {doctrine.words('plan-doubt')}",
    )
    order = ChoosePlan(best, friendly=side == "FRIENDLY")
    return Act(KEY, order, f"plan for Turn {state.turn}: {best}", reasons, once=True)


def race(game: Game, side: Side, doctrine: Doctrine) -> dict[str, list[float]]:
    """What the games come to that are played out with each plan, in the order of its dice: the same for all.

    After each round a plan that is surely behind the best one drops out, so that the dice go to what is still open.
    """
    worths: dict[str, list[float]] = {plan: [] for plan in doctrine.plans}
    racing = list(worths)
    games = int(doctrine.value("playouts"))
    for round_ in range(int(doctrine.value("plan-rounds"))):
        seeds = [lot(game, f"{KEY} {number}") for number in range(round_ * games, (round_ + 1) * games)]
        for plan in racing:
            worths[plan] += [_worth(played_out(game, side, doctrine, plan, seed), side, doctrine) for seed in seeds]
        best = max(racing, key=lambda plan: fmean(worths[plan]))
        drop = doctrine.value("plan-drop")
        racing = [plan for plan in racing if plan == best or not _behind(worths[plan], worths[best], drop)]
        if len(racing) == 1:
            break
    return worths


def _behind(some: Sequence[float], best: Sequence[float], errors: float) -> bool:
    gain, error = _gain(best, some)
    return gain >= errors * error


def _worth_of(worths: Sequence[float]) -> str:
    return f"worth {fmean(worths):+.2f} in {counted(len(worths), 'game')}"


def _gain(some: Sequence[float], others: Sequence[float]) -> tuple[float, float]:
    """By how much the one is ahead in the mean of the dice that both were played with, and its standard error."""
    apart = [one - other for one, other in zip(some, others, strict=False)]
    return fmean(apart), stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else 0.0


def _ahead(gain: float, error: float) -> str:
    return f"ahead by {gain:+.2f} ±{error:.2f}"


def played_out(game: Game, side: Side, doctrine: Doctrine, plan: str, seed: int) -> Game:
    """The game some Player Turns later, if the side follows a plan, by dice of its own."""
    state = game.state
    values = {**state.values, doctrine_key(side): Value(plan, "")}
    dice = replace(state.dice, seed=seed, index=0, by_hand=False, queue=())
    game = game.at(replace(state, values=values, dice=dice))
    turns, whose = doctrine.value("plan-turns"), side
    for _ in range(MOST_COMMANDS):
        if game.state.side != whose:
            turns, whose = turns - 1, game.state.side
        if turns <= 0 or game.state.stage != "play":
            break
        game = _next(game)
    return game


def _next(game: Game) -> Game:
    """One command on; what no mind decides is answered as the program proposes."""
    answers: tuple[str, ...] = ()
    for _ in range(MOST_QUESTIONS):
        outcome = engine.play(game, Next(), answers, tells=False)
        if not isinstance(outcome, engine.Ask):
            return outcome.game if isinstance(outcome, engine.Done) else game
        answers = (*outcome.answers, outcome.question.default)
    return game


def _worth(game: Game, side: Side, doctrine: Doctrine) -> float:
    """What a position is worth to a side: VP ahead, its men that are left against the other side's, and who is the
    stronger one around each VPO."""
    ours, theirs = victory.totals(game) if side == "FRIENDLY" else reversed(victory.totals(game))
    ahead = float(ours - theirs)
    if game.state.stage != "play":
        return ahead
    men, others = _squads(game, side), _squads(game, opponent(side))
    ahead += doctrine.value("plan-squad") * (sum(men.values()) - doctrine.value("plan-theirs") * sum(others.values()))
    reach = doctrine.value("plan-reach")
    shares = [
        _share(_around(game, men, name, reach), _around(game, others, name, reach)) for name in game.state.control
    ]
    return ahead + doctrine.value("plan-vpo") * sum(shares)


def _squads(game: Game, side: Side) -> dict[str, float]:
    """The squads of a side by hex, half a one for what is broken and for a HS or crew."""
    found: dict[str, float] = {}
    for unit in game.state.on_map(side):
        if unit.mmc and unit.hex:
            worth = (1.0 if unit.kind == "squad" else 0.5) * (1.0 if unit.good_order else 0.5)
            found[unit.hex] = found.get(unit.hex, 0.0) + worth
    return found


def _around(game: Game, men: Mapping[str, float], name: str, reach: float) -> float:
    """The squads around a hex; those `reach` hexes farther away count for half."""
    return sum(squads * exp2(-game.board.distance(place, name) / reach) for place, squads in men.items())


def _share(ours: float, theirs: float) -> float:
    """How far a side is the stronger one: from -1 to 1."""
    return (ours - theirs) / (ours + theirs + 1)
