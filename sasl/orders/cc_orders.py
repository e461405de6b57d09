"""Orders of Close Combat (A11), about prisoners (A20) and captured equipment (A21)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Self

from sasl.asl.close_combat import fighting, reaction_fire
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import MEN
from sasl.asl.game.state import Unit
from sasl.asl.infantry import massacre, prisoners
from sasl.asl.vehicles import captured
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound, Kind, Slot
from sasl.kernel.orders.order import Order, RuledOrder
from sasl.orders.kinds import units_of
from sasl.orders.stages import command, in_phase

_command = partial(command, group="recover")


class CloseCombat(Order):
    """A11: the CC of one hex, step by step or with the attacks given; without a hex, all that is to be fought."""

    FORM = (
        "cc [HEX [none | UNITS:attackers ( vs | at | on ) UNITS:targets [capture | hand]…"
        " [and UNITS:attackers ( vs | at | on ) UNITS:targets [capture | hand]…]…]]"
    )
    OF_PLACE = True
    hex: str = ""
    attacks: tuple[Attack, ...] = ()
    none: bool = False

    @classmethod
    def read(cls, game: Game, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
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
        said = [
            f"{','.join(item.attackers)} vs {','.join(item.targets)}{' capture' * item.capture}{' hand' * item.hand}"
            for item in self.attacks
        ]
        return " ".join(filter(None, ("cc", self.hex, "none" * self.none, " and ".join(said))))

    def verify(self, game: Game) -> None:
        if self.hex:
            fighting.may_fight(game, self.hex, self.attacks)

    def run(self, ctx: Context) -> None:
        if self.hex:
            fighting.fight(ctx, self.hex, self.attacks, none=self.none)
        else:
            fighting.overview(ctx)


class React(RuledOrder):
    """D7.21: CC Reaction Fire at a vehicle that spends MP in the Location of these units."""

    FORM = "react UNITS:units UNIT:vehicle"
    RULE = (reaction_fire.may_react, reaction_fire.react)
    units: tuple[str, ...]
    vehicle: str

    def given(self, game: Game) -> tuple[list[Unit], Unit]:
        units = units_of(game, self.units)
        return units, units_of(game, [self.vehicle])[0]


class Guard(Order):
    """A20.5: prisoners are handed over within a Location."""

    FORM = "guard UNITS:prisoners UNIT:keeper"
    prisoners: tuple[str, ...]
    keeper: str

    def why_not(self, game: Game) -> str:
        prisoner, keeper = game.state.units[self.prisoners[0]], game.state.units[self.keeper]
        return prisoners.guard_refusal(game, prisoner, keeper) or prisoners.relief_refusal(game, prisoner, keeper)

    def run(self, ctx: Context) -> None:
        for name in self.prisoners:
            replace(self, prisoners=(name,)).verify(ctx.game)
            prisoners.hand_over(ctx, ctx.state.units[name], ctx.state.units[self.keeper])


class Free(Order):
    """A20.5, A20.53: Guards abandon their prisoners."""

    FORM = "free UNITS:prisoners"
    prisoners: tuple[str, ...]

    def why_not(self, game: Game) -> str:
        free = [name for name in self.prisoners if "prisoner" not in game.state.units[name].flags]
        if free:
            return f"{free[0]} is not a prisoner (A20)"
        held = (game.state.units[name] for name in self.prisoners)
        return next(filter(None, (prisoners.relief_refusal(game, unit) for unit in held)), "")

    def run(self, ctx: Context) -> None:
        for name in self.prisoners:
            prisoners.free(ctx, ctx.state.units[name], "abandoned by its Guard (A20.53)")


class Massacre(RuledOrder):
    """A20.4: Russians, SS or the berserk kill an unarmed unit in their Location."""

    FORM = "massacre UNIT:killer UNIT:victim"
    RULE = (massacre.may_massacre, massacre.massacre)
    killer: str
    victim: str

    def given(self, game: Game) -> tuple[Unit, Unit]:
        return game.state.units[self.killer], game.state.units[self.victim]


class Capture(Order):
    """A20.21, A11.52, A21: capture without an attack."""

    FORM = "capture UNIT:captor UNIT:target"
    captor: str
    target: str

    def why_not(self, game: Game) -> str:
        captor, target = game.state.units[self.captor], game.state.units[self.target]
        if not captor.hex or not target.hex or captor.side == target.side:
            return f"{captor.id} and {target.id} are not enemies on the map (A20.2)"
        if target.kind in MEN:
            return prisoners.surrender_refusal(game, captor, target)
        if target.kind == "aircraft":
            return f"{target.id} cannot be captured: it flies (E7)"
        return captured.capture_fault(game, target, captor)

    def run(self, ctx: Context) -> None:
        captor, target = ctx.state.units[self.captor], ctx.state.units[self.target]
        if target.kind in MEN:
            prisoners.take(ctx, target, captor, "surrenders")
        else:
            captured.capture(ctx, target, captor)


COMMANDS = (
    _command(
        CloseCombat,
        summary="Close Combat, or in the MPh at unarmed enemies just come upon: what there is, or the CC of a hex",
        when=in_phase("CCPh", "MPh"),
        group="fire",
        key="c",
        brief="[HEX [none | UNITS vs UNITS [capture] [hand] [and …]]]",
        example=(
            "cc K14",
            "cc K14 none",
            "cc K14 628a,91a vs 467a capture",
            "cc K14 628a at 467a hand",
            "cc K14 628a on 467a and 447a on 467b",
        ),
        options={
            "none": "your side makes no attack",
            "vs": "the target of the attack (A11.12)",
            "at": "the same as vs",
            "on": "the same as vs",
            "capture": "to take prisoners, +1 (A20.22)",
            "hand": "Hand-to-Hand (J2.31)",
            "and": "another attack",
        },
    ),
    _command(
        React,
        summary="Infantry attacks a vehicle that has entered its hex at once in CC (D7.21)",
        when=in_phase("MPh", rule="D7.2"),
        group="fire",
        example=("react 628a StuGa", "react 628a,91a StuGa"),
    ),
    _command(
        Guard, summary="another unit of the captor's side takes over prisoners (A20.5)", example=("guard 467a 628b",)
    ),
    _command(
        Free, summary="abandon prisoners: they become unarmed units of their own side (A20.5)", example=("free 467a",)
    ),
    _command(
        Massacre,
        summary="kill unarmed enemy units in its Location instead of firing; No Quarter follows (A20.4)",
        example=("massacre 447a 467a",),
    ),
    _command(
        Capture,
        summary="capture a surrendering unit (A20.21), or a vehicle that nobody defends (A21.2)",
        example=("capture 628a 467a",),
    ),
)
