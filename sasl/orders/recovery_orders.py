"""Orders that make units fit again or safer: rally (A10.6), DM, repair (A9.72), Recovery (A4.44), Entrenching (B27.11),
Deployment (A1.31), SW that change hands."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import players_sides
from sasl.asl.game.state import State, Unit, Weapon
from sasl.asl.infantry import concealment, formations, rally, scrounging
from sasl.asl.infantry import repair as repairs
from sasl.asl.movement.allowance import not_barred, stack_allowance
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.terrain import entrenching
from sasl.kernel.orders.order import Order, RuledOrder, one_of
from sasl.kernel.text import doing
from sasl.kernel.transaction import allows
from sasl.orders.kinds import units_of
from sasl.orders.stages import command, in_phase, not_now

_command = partial(command, group="recover")


_in_rph = in_phase("RPh")


def _when_splitting(state: State) -> str:
    """A1.31, A20.5: in the RPh, but for a Guard at any time."""
    guarded = any("prisoner" in unit.flags and unit.carrier for unit in state.units.values())
    return "" if guarded else _in_rph(state)


# -- rally ---------------------------------------------------------------------------------------------


def _may_rally(game: Game) -> None:
    if _in_rph(game.state):
        raise Refused(f"'rally' belongs to the RPh; this is {game.state.moment}; rally UNIT yes settles it by hand")


def _try(ctx: Context, way: rally.Attempt) -> None:
    """One attempt; a unit that rallies in a VPO may hold it again (A26)."""
    rally.make(ctx, way)
    unit = ctx.state.units.get(way.unit)
    if unit and unit.hex:
        ctx.game.reactions.recheck(ctx, unit.hex)


class Rally(Order):
    """A10.6: the Rally DR of each unit, leaders first; once per RPh.

    Who may not try any more once the others of several have tried, as a second MMC by itself (A18.11), is named.
    """

    FORM = "rally BROKEN:units [LEADER]"
    units: tuple[str, ...]
    leader: str = ""

    def verify(self, game: Game) -> None:
        """One of them at least must be able to try."""
        _may_rally(game)
        if not any(allows(rally.attempt, game, game.state.units[name], self.leader) for name in self.units[1:]):
            rally.attempt(game, game.state.units[self.units[0]], self.leader)

    def run(self, ctx: Context) -> None:
        left = list(self.units)
        while left:
            name = self._next(ctx.game, left)
            left.remove(name)
            unit = ctx.state.units.get(name)
            if unit is None:
                continue
            try:
                way = rally.attempt(ctx.game, unit, self.leader)
            except Refused as refusal:
                ctx.tell(f"No attempt: {refusal}.")
                continue
            _try(ctx, way)

    def _next(self, game: Game, left: Sequence[str]) -> str:
        """Leaders first, then the best chance; those who cannot try come last."""
        sides = dict.fromkeys(game.state.units[name].side for name in left if name in game.state.units)
        order = [way.unit for side in sides for way in rally.candidates(game, side)]
        return min(left, key=lambda name: order.index(name) if name in order else len(order))


class RallyAll(Order):
    """A10.6: every attempt of the player's side, of both if he plays both, in the suggested order; no hopeless ones."""

    FORM = "rally all"

    def verify(self, game: Game) -> None:
        _may_rally(game)
        if any(rally.hopeful(game, side) for side in players_sides(game)):
            return
        rest = [way.unit for side in players_sides(game) for way in rally.candidates(game, side)]
        if rest:
            none = doing(rest, "has", "have")
            raise Refused(f"{none} no chance to rally (A10.6); rally {rest[0]} tries all the same")
        raise Refused("none of your units can try to rally now (A10.6)")

    def run(self, ctx: Context) -> None:
        for side in sorted(players_sides(ctx.game), key=lambda side: side != ctx.state.side):
            while ways := rally.hopeful(ctx.game, side):
                _try(ctx, ways[0])


class RallyByHand(Order):
    """The player has rolled for broken units himself: they rally, or they do not."""

    FORM = "rally BROKEN:units ( yes | no )"
    BY_HAND = True
    units: tuple[str, ...]
    outcome: str = one_of("yes", "no")

    def run(self, ctx: Context) -> None:
        for name in self.units:
            unit = ctx.state.units[name]
            if ctx.state.phase == "RPh":
                pieces.change(ctx, unit, ["rally-tried"], why="player")
            if self.outcome == "yes":
                rally.rallied(ctx, unit, "player (A10.6)")
                if unit.hex:
                    ctx.game.reactions.recheck(ctx, unit.hex)


class KeepDm(Order):
    """A10.62: outside woods, buildings, pillboxes and trenches the owner may leave the DM; the unit may then rout."""

    FORM = "keepdm UNITS"
    units: tuple[str, ...]

    def why_not(self, game: Game) -> str:
        return next(filter(None, (rally.keep_refusal(game, game.state.units[name]) for name in self.units)), "")

    def run(self, ctx: Context) -> None:
        for name in self.units:
            pieces.change(ctx, ctx.state.units[name], ["keeps-dm"], why="A10.62")


# -- repair and Recovery -------------------------------------------------------------------------------


class Repair(Order):
    """A9.72: a Repair dr for each weapon named, no more for a unit than it can fire.

    `item`: a SW, Gun, vehicle or who repairs; several with commas; "" for all. `weapon`: only this mounted weapon.
    """

    FORM = "repair ( all | PIECES:item ) [WEAPON]"
    item: str = ""
    weapon: str = ""

    def _jobs(self, game: Game) -> list[repairs.Job]:
        chosen, ours = set(filter(None, self.item.split(","))), players_sides(game)
        return [
            job
            for job in repairs.jobs(game)
            if (chosen & {job.unit, job.item} if chosen else game.state.units[job.unit].side in ours)
            and self.weapon in ("", job.weapon.upper())
        ]

    def words(self) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        values, said = Order.words(self)
        return values, said | (frozenset() if self.item else {"all"})

    def why_not(self, game: Game) -> str:
        what = (
            "repair needs a malfunctioned weapon and a Good Order unit that possesses it and has not tried yet (A9.72)"
        )
        return "" if self._jobs(game) else f"there is nothing to repair with {self.item or 'all'}: {what}"

    def run(self, ctx: Context) -> None:
        for job in self._jobs(ctx.game):
            if job in repairs.jobs(ctx.game):
                repairs.repair(ctx, job)


class Scrounge(RuledOrder):
    """D10.5: an MMC takes the MG of a wreck or Abandoned vehicle in its hex, in its RPh."""

    FORM = "scrounge UNIT"
    RULE = (scrounging.may_scrounge, scrounging.scrounge)
    unit: str

    def given(self, game: Game) -> tuple[Unit]:
        return (units_of(game, [self.unit], game.state.side)[0],)


class Recover(Order):
    """A4.44: the Recovery dr, in the RPh of the unit's side or as part of its move."""

    FORM = "recover UNIT [PIECE:item]"
    unit: str
    item: str = ""

    def verify(self, game: Game) -> None:
        unit, state = game.state.units[self.unit], game.state
        if state.side != unit.side or state.phase not in ("RPh", "MPh"):
            raise Refused(f"{unit.id} recovers only in the {unit.side} RPh or MPh (A4.44); this is {state.moment}")
        if not unit.hex:
            raise Refused(f"{unit.id} is not on the map")
        repairs.may_recover(game, unit, self._item(game))
        if state.phase == "MPh":
            self._may_spend(game, unit)

    def _item(self, game: Game) -> str:
        if self.item:
            return self.item
        unit = game.state.units[self.unit]
        place = unit.hex
        items = repairs.lying(game, place, unit.side) or repairs.of_the_broken(game, unit)
        if len(items) != 1:
            raise Refused(f"name what {self.unit} recovers in {place}: {', '.join(items) or 'nothing lies there'}")
        return items[0]

    def _may_spend(self, game: Game, unit: Unit) -> None:
        not_barred(unit)
        if self._from_the_broken(game):
            return
        price, has = game.figure("recovery-mf"), stack_allowance(game, [unit])[unit.id]
        if unit.mf + price > has:
            raise Refused(f"{unit.id} has spent {unit.mf:g} of {has:g} MF; a Recovery takes {price} (A4.44)")

    def _from_the_broken(self, game: Game) -> bool:
        """A4.44: an SMC takes a SW from broken friends without MF."""
        return self._item(game) in repairs.of_the_broken(game, game.state.units[self.unit])

    def run(self, ctx: Context) -> None:
        unit, item = ctx.state.units[self.unit], self._item(ctx.game)
        moves = ctx.state.phase == "MPh" and not self._from_the_broken(ctx.game)
        if moves:
            spend(ctx, [unit.id], float(ctx.figure("recovery-mf")), "recover")
            concealment.after_move(ctx, [unit.id])
        repairs.recover(ctx, ctx.state.units[unit.id], item)
        if moves:
            draws_fire(ctx, [unit.id], unit.hex, shown=True)


# -- formations and SW ---------------------------------------------------------------------------------


class Entrench(RuledOrder):
    """B27.11: units dig a foxhole where they are: a DR for each squad, or two HS; the leaders named direct them."""

    FORM = "entrench DIGGERS:units"
    RULE = (entrenching.may_entrench, entrenching.entrench)
    units: tuple[str, ...]


class Split(RuledOrder):
    """A1.31: a squad Deploys into two HS."""

    FORM = "split UNIT"
    RULE = (formations.may_split, formations.split)
    unit: str


class Recombine(RuledOrder):
    """A1.32: two HS become a squad again; the first stays on the map as the squad."""

    FORM = "recombine UNIT:first UNIT:second"
    RULE = (formations.may_recombine, formations.recombine)
    first: str
    second: str


class Transfer(RuledOrder):
    """A4.43: possession of a SW or Gun goes from one Good Order unit to another of its side in the same Location."""

    FORM = "transfer PIECE:item UNIT"
    RULE = (formations.may_transfer, formations.transfer)
    item: str
    unit: str

    def given(self, game: Game) -> tuple[Unit | Weapon, Unit]:
        piece = game.state.weapons.get(self.item) or game.state.units[self.item]
        if isinstance(piece, Unit) and piece.kind != "gun":
            raise Refused(f"{piece.id} is neither a SW nor a Gun (A4.43)")
        return piece, game.state.units[self.unit]


class Dismantle(RuledOrder):
    """A9.8: a SW is taken apart to be carried, and does not fire; the same word assembles it."""

    FORM = "dismantle SW:weapon"
    RULE = (formations.may_dismantle, formations.dismantle)
    weapon: str

    def given(self, game: Game) -> tuple[Weapon]:
        return (game.state.weapons[self.weapon],)


def _instead_of_fire(state: State) -> str:
    if state.stage != "play" or state.phase in ("PFPh", "DFPh"):
        return ""
    return not_now("set-up, the PFPh and the DFPh", state, "A9.8")


COMMANDS = (
    _command(
        RallyAll,
        RallyByHand,
        Rally,
        summary="broken units try to rally, with their chances shown; yes or no settles it by hand",
        brief="all | rally UNITS [LEADER] | rally UNITS yes|no",
        example=("rally 447a 91a", "rally all", "rally 447a yes", "rally 447a no"),
        options={
            "all": "every attempt your side can make, in the suggested order",
            "yes": "it rallied: you rolled it",
            "no": "it did not: you rolled it",
        },
    ),
    _command(
        KeepDm,
        summary="broken units keep their DM at the end of this RPh (A10.62)",
        when=_in_rph,
        example=("keepdm 447a",),
    ),
    _command(
        Repair,
        summary="repair malfunctioned SW, Guns, MA and mounted MG (A9.72)",
        when=_in_rph,
        brief="SW|UNITS|all [WEAPON]",
        example=("repair HMGa", "repair T34a CMG", "repair all"),
        options={"all": "everything of yours that can be repaired now"},
    ),
    _command(
        Recover,
        summary="try to recover an unpossessed SW or man an unmanned Gun, in your RPh or for 1 MF in your MPh (A4.44)",
        example=("recover 447a HMGa",),
    ),
    _command(
        Scrounge,
        summary="an MMC takes the MG of a wreck or Abandoned vehicle in its hex on a dr of 1-3 and becomes TI (D10.5)",
        when=_in_rph,
        example=("scrounge 447a",),
    ),
    _command(
        Entrench,
        summary="dig a foxhole in your PFPh: a DR of at most 5 for each squad, leaders help; all become TI (B27.11)",
        when=in_phase("PFPh", rule="B27.11"),
        example=("entrench 628a,91a", "entrench K20"),
    ),
    _command(
        Split,
        summary="a squad Deploys into two HS, with a leader and a NTC (A1.31); a Guard may at any time (A20.5)",
        when=_when_splitting,
        example=("split 467a",),
    ),
    _command(
        Recombine,
        summary="two HS Recombine into a squad, with a leader (A1.32)",
        when=_in_rph,
        example=("recombine 237a 237b",),
    ),
    _command(
        Transfer,
        summary="give a SW or Gun to another Good Order unit in the same hex, in the RPh or APh (A4.43)",
        when=in_phase("RPh", "APh", rule="A4.43"),
        example=("transfer HMGa 447a",),
    ),
    _command(
        Dismantle,
        summary="dismantle a MG or mortar, to carry it at half its PP, or assemble it, instead of firing it (A9.8)",
        when=_instead_of_fire,
        stages=("set-up", "play"),
        example=("dismantle HMGa",),
    ),
)
