"""An attack that may be chosen, where there are any, and the order in which Targets are taken (house rules 7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.kernel.orders.order import Order
from sasl.minds.act import Act, lot


class Wording(Protocol):
    """An attack as it is shown. Most attacks are only weighed: what is costly to build is built when it is read."""

    @property
    def order(self) -> Order:
        """The order that carries it out."""

    @property
    def title(self) -> str:
        """What it is, in a line."""

    @property
    def facts(self) -> tuple[str, ...]:
        """What its harm comes from, a line each."""


class Told(NamedTuple):
    """An attack as it is shown, in full."""

    order: Order
    title: str
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """An attack that is legal now: its harm, the hex it is at, who fires, at which range.

    `normal`: within normal range. `apart`: what those who could form a Fire Group do in all if they fire one after
    another and this is the first shot; 0 if there is nothing of the kind. `odd`: not what the weapon looks at first:
    for an AT Gun no AFV, for a MG or mortar no Infantry. `turns`: the firer changes its CA for it.
    """

    told: Wording = field(compare=False, repr=False)
    harm: float
    hex: str
    firers: tuple[str, ...]
    range: int
    normal: bool
    apart: float = 0.0
    kind: str = ""
    odd: bool = False
    turns: bool = False

    @property
    def order(self) -> Order:
        """The order that carries it out."""
        return self.told.order

    @property
    def title(self) -> str:
        """What it is, in a line."""
        return self.told.title

    @property
    def facts(self) -> tuple[str, ...]:
        """What its harm comes from, a line each."""
        return self.told.facts

    @property
    def line(self) -> str:
        """Its order in words."""
        return self.order.line()

    @property
    def worth(self) -> float:
        """What attacks are compared by: the harm of this one, or of all the shots it is the first of."""
        return max(self.harm, self.apart)


def in_order(game: Game, attacks: Iterable[Choice]) -> list[Choice]:
    """House rules 7: ADJACENT first, what the weapon is for, the greatest harm, in a VPO, the nearest, by lot."""
    every = list(attacks)
    if len(every) < 2:
        return every
    lots = {name: lot(game, name) for name in {item.hex for item in every}}
    return sorted(
        every,
        key=lambda item: (
            item.range > 1,
            item.odd,
            -round(item.worth, 6),
            -round(item.harm, 6),
            item.hex not in game.state.control,
            item.range,
            lots[item.hex],
        ),
    )


def as_act(choice: Choice, key: str, reasons: Sequence[str]) -> Act:
    """The attack as an act of `key`."""
    return Act(key, choice.order, choice.title, tuple(reasons), choice.firers, target=choice.hex)


def enemy_hexes(game: Game, side: str) -> set[str]:
    """The hexes with enemies of a side that may be fired at in this phase: where somebody moves now, or any (A8.1)."""
    state = game.state
    if state.phase == "MPh" and state.side != side:
        return set(state.moving.hexes) if state.moving else set()
    return {
        other.hex
        for other in state.on_map(opponent(side))
        if other.hex and other.kind != "aircraft" and not other.flags & {"hidden", "prisoner"}
    }
