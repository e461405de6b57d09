"""What units would meet where they enter (A2.51): who sees the hex, the AC checks (S5), and the harm to expect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.concealment import watchers
from sasl.asl.movement.allowance import movement_kind
from sasl.asl.preview import percent
from sasl.kernel.frozen import replace
from sasl.kernel.memo import Memo
from sasl.kernel.text import counted, listed
from sasl.solitaire.suspects import activation
from sasl.solitaire.suspects.activation import Check

MOST_CHECKS = 3
"""How many AC checks are named; the others are counted."""
LEAST_RISK = 0.01
"""A chance of harm below this is not shown."""


def checks_at(game: Game, units: Sequence[Unit], name: str) -> list[Check]:
    """Return the AC checks that units draw when they enter the map in a hex (S5), the nearest S? first."""
    there = [replace(unit, hex=name) for unit in units]
    return activation.checks_drawn(game, there, activation.Manner(moving=True))


def price(game: Game, unit: Unit, name: str) -> float:
    """Return how many hexes of way it is worth that nobody sees a unit enter [house]: so much for each S? that checks,
    by its chance to Activate, and for each hex of Known enemies; and a little for all who look there.
    """
    known = _PRICES.of((game.state,), dict)
    what = (name, unit.side, unit.kind, movement_kind(game, unit), unit.flags)
    if what not in known:
        chances = sum((check.chance for check in checks_at(game, [unit], name)), Fraction(0))
        shown = float(chances) + len(_known_observers(game, unit.side, name))
        observers = len(_observers(game, unit.side, name))
        known[what] = game.figure("entry-watched") * shown + game.figure("entry-in-los") * observers
    return known[what]


_PRICES: Memo[dict[tuple[object, ...], float]] = Memo()


def perils(game: Game, units: Sequence[Unit], name: str) -> str:
    """Return what units would meet in an entry hex: `AC checks: S?20 in X26 50%; in LOS of 2 S?; harm 18% [house]`.

    The harm is what the adviser of their side expects; without an adviser it is left out.
    """
    side = units[0].side
    checks = checks_at(game, units, name)
    named = [f"{item.suspect.id} in {item.suspect.hex} {percent(item.chance)}" for item in checks[:MOST_CHECKS]]
    more = [f"{len(checks) - MOST_CHECKS} more"] * (len(checks) > MOST_CHECKS)
    words = [f"AC checks: {listed([*named, *more])}"] if checks else []
    if eyes := _in_los(game, side, name):
        words.append(f"in LOS of {eyes}")
    adviser = game.advisers.get(side)
    harm = adviser.harm(game, units, (name,))[name] if adviser else 0.0
    words += [f"harm {harm:.0%} [house]"] * (harm >= LEAST_RISK)
    return "; ".join(words) or "out of enemy LOS"


def plan_perils(game: Game, plan: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the same for each hex of a plan of entry."""
    return {name: perils(game, game.state.present(ids), name) for name, ids in plan.items()}


def _in_los(game: Game, side: Side, name: str) -> str:
    """Return who of the other side looks at a hex: `2 S? and 75Ia in W25`; "" if nobody does."""
    suspects = sum(len(game.state.suspects_at(place)) for place in _observers(game, side, name)) * (side == "FRIENDLY")
    seeing = [f"{suspects} S?"] * bool(suspects)
    places = _known_observers(game, side, name)
    foes = [unit for place in places for unit in game.state.units_at(place, opponent(side)) if _is_known(unit)]
    seeing += [f"{unit.id} in {unit.hex}" for unit in foes[:MOST_CHECKS]]
    seeing += [counted(len(foes) - MOST_CHECKS, "more unit")] * (len(foes) > MOST_CHECKS)
    return listed(seeing)


def _known_observers(game: Game, side: Side, name: str) -> list[str]:
    """Return the hexes with LOS to another from which Known units of the other side look."""
    other = opponent(side)
    return [place for place in _observers(game, side, name) if any(map(_is_known, game.state.units_at(place, other)))]


def _is_known(unit: Unit) -> bool:
    """Whether the player of the other side knows of a unit that looks out: Good Order, and not hidden."""
    return unit.good_order and "hidden" not in unit.flags


def _observers(game: Game, side: Side, name: str) -> list[str]:
    """Return the hexes with LOS to another, within the longest range of S5, where the other side watches."""
    known = _OBSERVERS.of((game.state,), dict)
    if (side, name) not in known:
        far = game.figure("longest-range")
        near = (place for place in watchers(game, opponent(side)) if game.board.distance(place, name) <= far)
        known[side, name] = [place for place in near if place == name or look(game, place, name).exists]
    return known[side, name]


_OBSERVERS: Memo[dict[tuple[Side, str], list[str]]] = Memo()
