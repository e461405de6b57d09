"""Mopping Up (A12.153): men who share a building with Known broken enemies, and no other Known ones, take them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import mopping, prisoners
from sasl.kernel.text import doing
from sasl.kernel.transaction import allows
from sasl.minds.act import Act, Decider, key_of
from sasl.orders.move_orders import Mop


def next_act(game: Game, decider: Decider) -> Act | None:
    """The Mopping Up that pays (mop-worth): each MMC that spends its Player Turn on it must take so much."""
    least = decider.doctrine.value("mop-worth")
    for name in _hiding_places(game, decider) if least else ():
        hexes = mopping.building(game, name)
        prey = [unit for place in hexes for unit in _broken(game, decider, place)]
        men = _who(game, decider, hexes)
        worth = sum(_worth(decider, unit) for unit in prey)
        if not men or key_of(unit.id for unit in men) in game.state.passed or worth < least * len(men):
            continue
        if any(unit for place in hexes for unit in _lurking(game, decider, place)) or not _room(game, men, prey):
            continue
        ids = tuple(unit.id for unit in men)
        names = ", ".join(f"{unit.id} in {unit.hex}" for unit in prey)
        reasons = (f"{names} would surrender: worth {worth:g}, {decider.doctrine.words('mop-worth')} for each MMC",)
        title = f"{doing(ids, 'mops', 'mop')} up the building of {men[0].hex} (A12.153)"
        return Act(key_of(ids), Mop(ids), title, reasons, ids, target=prey[0].hex)
    return None


def _hiding_places(game: Game, decider: Decider) -> list[str]:
    """The hexes of Known broken enemies in buildings of several hexes, one for each building."""
    found: list[str] = []
    seen: set[str] = set()
    for unit in game.state.on_map(opponent(decider.side)):
        if unit.hex in seen or not _is_prey(unit):
            continue
        hexes = mopping.building(game, unit.hex)
        if len(hexes) >= game.figure("mopping-hexes"):
            found.append(unit.hex)
        seen |= hexes
    return found


def _is_prey(unit: Unit) -> bool:
    return "broken" in unit.flags and unit.known and unit.infantry and "prisoner" not in unit.flags


def _broken(game: Game, decider: Decider, name: str) -> Iterator[Unit]:
    return (unit for unit in game.state.units_at(name, opponent(decider.side)) if _is_prey(unit))


def _lurking(game: Game, decider: Decider, name: str) -> Iterator[object]:
    """What the side knows to be there and would keep the building from being secured: `?` and S?."""
    yield from (unit for unit in game.state.units_at(name, opponent(decider.side)) if "concealed" in unit.flags)
    yield from game.state.suspects_at(name) if decider.side == "FRIENDLY" else ()


def _worth(decider: Decider, unit: Unit) -> float:
    """What a prisoner is worth, as harm is (S8.1)."""
    return decider.doctrine.value("weight-leader" if unit.kind in SMC else "weight-unit")


def _room(game: Game, men: Sequence[Unit], prey: Sequence[Unit]) -> bool:
    """A20.51: whether they can guard all whom they take."""
    return sum(prisoners.room(game, unit) for unit in men) >= sum(prisoners.size(game, unit) for unit in prey)


def _who(game: Game, decider: Decider, hexes: frozenset[str]) -> list[Unit]:
    """One MMC that can do it alone, else all who are free; nobody if they cannot."""
    able = [unit for name in sorted(hexes) for unit in game.state.units_at(name, decider.side) if unit.takes_ground]
    able = [unit for unit in able if not unit.flags & {"acted", "prep", "ti", "pinned", "opportunity", "no-command"}]
    for men in (*([unit] for unit in able), able):
        if men and allows(mopping.may_mop, game, men):
            return men
    return []
