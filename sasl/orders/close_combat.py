"""Orders of Close Combat (A11), about prisoners (A20) and captured equipment (A21)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from sasl.asl.close_combat import fighting
from sasl.asl.close_combat.close_combat import Attack
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.state import MMC, SMC, State
from sasl.asl.infantry import prisoners
from sasl.kernel.grammar import Bound, Kind, Slot
from sasl.kernel.order import Order
from sasl.orders.stages import command


@dataclass(frozen=True, slots=True)
class CloseCombat(Order):
    """A11: the CC of one hex, step by step or with the attacks given; without a hex, all that is to be fought."""

    FORM = (
        "cc [HEX [none | UNITS:attackers ( vs | at | on ) UNITS:targets [capture | hand]…"
        " [and UNITS:attackers ( vs | at | on ) UNITS:targets [capture | hand]…]…]]"
    )
    hex: str = ""
    attacks: tuple[Attack, ...] = ()
    none: bool = False

    @classmethod
    def read(cls, game: Game, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """Each attack with the words that belong to it."""
        name = "".join(kinds["hex"].read(game, word) for word in bound.slots.get("hex", ()))
        attacks: list[Attack] = []
        for node, word in bound.match:
            if isinstance(node, Slot) and node.name == "attackers":
                ids = node.kind.read(game, word)
                attacks.append(Attack(game.state.units[ids[0]].side, name, ids, ()))
            elif isinstance(node, Slot) and node.name == "targets":
                attacks[-1] = replace(attacks[-1], targets=node.kind.read(game, word))
            elif word.lower() == "capture":
                attacks[-1] = replace(attacks[-1], capture=True)
            elif word.lower() == "hand":
                attacks[-1] = replace(attacks[-1], hand=True)
        return cls(name, tuple(attacks), "none" in bound.said)

    def line(self) -> str:
        """As it is typed."""
        said = [
            f"{','.join(item.attackers)} vs {','.join(item.targets)}{' capture' * item.capture}{' hand' * item.hand}"
            for item in self.attacks
        ]
        return " ".join(filter(None, ("cc", self.hex, "none" * self.none, " and ".join(said))))

    def verify(self, game: Game) -> None:
        """A11.1, A11.12: there is one, and the attacks could be made."""
        if self.hex:
            fighting.may_fight(game, self.hex, self.attacks)

    def run(self, ctx: Context) -> None:
        """It is fought, or all are told."""
        if self.hex:
            fighting.fight(ctx, self.hex, self.attacks, none=self.none)
        else:
            fighting.overview(ctx)


@dataclass(frozen=True, slots=True)
class Guard(Order):
    """A20.5: prisoners are handed over within a Location."""

    FORM = "guard UNITS:prisoners UNIT:keeper"
    prisoners: tuple[str, ...]
    keeper: str

    def verify(self, game: Game) -> None:
        """A20.5-20.51: who may guard them."""
        why = prisoners.guard_refusal(game, game.state.units[self.prisoners[0]], game.state.units[self.keeper])
        if why:
            raise Refused(why)

    def run(self, ctx: Context) -> None:
        """One after another, while there is room."""
        for name in self.prisoners:
            unit, keeper = ctx.state.units[name], ctx.state.units[self.keeper]
            why = prisoners.guard_refusal(ctx.game, unit, keeper)
            if why:
                raise Refused(why)
            prisoners.hand_over(ctx, unit, keeper)


@dataclass(frozen=True, slots=True)
class Free(Order):
    """A20.5, A20.53: Guards abandon their prisoners."""

    FORM = "free UNITS:prisoners"
    prisoners: tuple[str, ...]

    def verify(self, game: Game) -> None:
        """They are prisoners."""
        for name in self.prisoners:
            if "prisoner" not in game.state.units[name].flags:
                raise Refused(f"{name} is no prisoner (A20)")

    def run(self, ctx: Context) -> None:
        """They are unarmed units of their side again."""
        for name in self.prisoners:
            prisoners.free(ctx, ctx.state.units[name], "abandoned by its Guard (A20.53)")


@dataclass(frozen=True, slots=True)
class Capture(Order):
    """A20.21, A11.52, A21: capture without an attack."""

    FORM = "capture UNIT:captor UNIT:target"
    captor: str
    target: str

    def verify(self, game: Game) -> None:
        """A20.21: who surrenders; A11.52, A21.2: a vehicle in the CCPh, a Gun at any time, if nobody guards it."""
        captor, target = game.state.units[self.captor], game.state.units[self.target]
        if captor.hex is None or target.hex is None or captor.side == target.side:
            why = f"{captor.id} and {target.id} are no enemies on the map (A20.2)"
        elif target.kind in MMC + SMC:
            why = prisoners.surrender_refusal(game, captor, target)
        elif target.kind == "aircraft":
            why = f"{target.id} cannot be captured: it flies (E7)"
        elif target.kind == "vehicle" and game.state.phase != "CCPh":
            why = "a vehicle is captured only in the CCPh (A21.2)"
        else:
            held = f"{target.id} is captured already (A21.1)" if "captured" in target.flags else ""
            why = prisoners.vehicle_fault(game, target, captor) or held
        if why:
            raise Refused(why)

    def run(self, ctx: Context) -> None:
        """It is taken."""
        captor, target = ctx.state.units[self.captor], ctx.state.units[self.target]
        if target.kind in MMC + SMC:
            prisoners.take(ctx, target, captor, "surrenders")
        else:
            prisoners.capture_vehicle(ctx, target, captor)


def _in_ccph(state: State) -> str:
    return "" if state.phase == "CCPh" else f"CC belongs to the CCPh; this is {state.moment}"


COMMANDS = (
    command(
        CloseCombat,
        summary="Close Combat: what there is to fight, or the CC of a hex, step by step or in one line",
        when=_in_ccph,
        group="fire",
        key="c",
        brief="[HEX [none | UNITS vs UNITS [capture] [hand] [and …]]]",
        example=("cc K14", "cc K14 628a,91a vs 467a capture"),
        options={
            "none": "your side makes no attack",
            "vs": "whom the attack is against (A11.12)",
            "at": "the same as vs",
            "on": "the same as vs",
            "capture": "to take prisoners, +1 (A20.22)",
            "hand": "Hand-to-Hand (J2.31)",
            "and": "one attack more",
        },
    ),
    command(
        Guard,
        summary="another unit of the captors takes over prisoners (A20.5)",
        group="recover",
        brief="PRISONERS UNIT",
        example=("guard 467a 628b",),
    ),
    command(
        Free,
        summary="abandon prisoners: they are unarmed units of their side again (A20.5)",
        group="recover",
        brief="PRISONERS",
        example=("free 467a",),
    ),
    command(
        Capture,
        summary="a unit takes a surrendering unit (A20.21), or a vehicle or Gun that nobody guards (A21)",
        group="recover",
        brief="UNIT TARGET",
        example=("capture 628a 467a",),
    ),
)
