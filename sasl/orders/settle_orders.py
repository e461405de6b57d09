"""Orders by which the player settles on his board what happens to units and weapons, and any state of theirs."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import partial

from sasl.asl import cavalry
from sasl.asl.air import sorties as aircraft
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, UNIT_FLAGS, VEHICLES, WEAPON_FLAGS, flags
from sasl.asl.game.sides import Stage
from sasl.asl.game.state import COLOURS, Unit
from sasl.asl.infantry.morale.casualties import reduce_unit, wound
from sasl.asl.infantry.rout import voluntary_break
from sasl.asl.vehicles import riders
from sasl.content.reading.faults import nearest
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order
from sasl.kernel.text import listed, prefix_match
from sasl.orders.kinds import units_of
from sasl.orders.stages import command
from sasl.solitaire import control

BY_HAND: tuple[Stage, ...] = ("wrecks", "force", "set-up", "play")
WHY = "player"
ATTITUDES = tuple(name.lower() for name in COLOURS)
"""The attitudes of the ENEMY's units (S3.2), as they are typed."""


# -- what happens to units ----------------------------------------------------------------------------


class _Each(Order):
    """The same happens to each of some units."""

    units: tuple[str, ...]

    def run(self, ctx: Context) -> None:
        """To one after the other; who went with one before him (A10.2) is passed over."""
        for name in self.units:
            unit = ctx.state.units.get(name)
            if unit is None:
                continue
            self.happen(ctx, unit)
            if unit.hex and unit.hex in ctx.state.control:
                control.recheck(ctx, unit.hex)

    def happen(self, ctx: Context, unit: Unit) -> None:
        """What happens to one of them."""
        raise NotImplementedError


class VoluntaryBreak(Order):
    """A10.41: units break of their own will at the start of the RtPh, to rout in it."""

    FORM = "break UNITS voluntary"
    units: tuple[str, ...]

    def verify(self, game: Game) -> None:
        voluntary_break.may_break(game, units_of(game, self.units))

    def run(self, ctx: Context) -> None:
        voluntary_break.break_willingly(ctx, units_of(ctx.game, self.units))


class Break(_Each):
    """A10: units break; a broken one suffers Casualty Reduction (A10.31)."""

    FORM = "break UNITS…"

    def verify(self, game: Game) -> None:
        for unit in (game.state.units[name] for name in self.units):
            if unit.kind in ("vehicle", "cupola", "gun", "aircraft", "hero"):
                raise Refused(f"{unit.id} cannot break; use set, malfunction, reduce or eliminate")

    def happen(self, ctx: Context, unit: Unit) -> None:
        """A10.31, A10.62."""
        if "broken" in unit.flags:
            reduce_unit(ctx, unit, "broken again (A10.31)")
        else:
            _dismount_shaken(ctx, unit)
            pieces.change(ctx, ctx.state.units[unit.id], ["broken", "dm"], ["pinned", "concealed", "melee"], WHY)


class Pin(_Each):
    """A7.8: pin units."""

    FORM = "pin UNITS…"

    def verify(self, game: Game) -> None:
        _check_pin(game, self.units)

    def happen(self, ctx: Context, unit: Unit) -> None:
        _dismount_shaken(ctx, unit)
        pieces.change(ctx, ctx.state.units[unit.id], ["pinned"], why=WHY)


def _check_pin(game: Game, names: Iterable[str]) -> None:
    """A13.52: refused for Cavalry."""
    for unit in game.state.present(names):
        if unit.cavalry:
            raise Refused(f"{unit.id} is mounted: Cavalry is never pinned (A13.52); break, reduce or dismount it")


def _dismount_shaken(ctx: Context, unit: Unit) -> None:
    """A13.51, D6.23: Cavalry that breaks loses its horse, a Rider who breaks or is pinned gets off; the player settles
    what else a Bail Out does (its NMC, its SW).
    """
    cavalry.unhorse(ctx, unit, f"{WHY}, breaks (A13.51)")
    vehicle = ctx.state.units.get(unit.carrier)
    if vehicle is not None and riders.carries_riders(ctx.game, vehicle):
        ctx.emit(ev.UnitRedrawn(unit.id, carrier="", why=f"{WHY}, Bails Out of {vehicle.id} (D6.23)"))


class Reduce(_Each):
    """A7.302: Casualty Reduction."""

    FORM = "reduce UNITS…"

    def happen(self, ctx: Context, unit: Unit) -> None:
        reduce_unit(ctx, unit, WHY)


class Wound(_Each):
    """A17.1, A17.11: SMC are wounded; the severity dr is rolled."""

    FORM = "wound UNITS…"

    def verify(self, game: Game) -> None:
        for unit in (game.state.units[name] for name in self.units):
            if unit.kind not in SMC:
                raise Refused(f"{unit.id} is not an SMC: it is not wounded; use reduce (A17.1)")

    def happen(self, ctx: Context, unit: Unit) -> None:
        wound(ctx, unit, WHY)


class Eliminate(_Each):
    """Units are eliminated."""

    FORM = "eliminate UNITS…"

    def happen(self, ctx: Context, unit: Unit) -> None:
        """It leaves the game, Cavalry with its horse; a vehicle may leave a wreck."""
        cavalry.falls_with(ctx, unit)
        ctx.emit(ev.UnitRemoved(unit.id, f"eliminated ({WHY})"))
        if unit.kind == "aircraft" and unit.side == "FRIENDLY":
            aircraft.release_guns(ctx)
        if unit.side == "FRIENDLY" and unit.kind == "vehicle" and unit.hex:
            ctx.tell(f"If {unit.id} leaves a wreck, type: marker add wreck {unit.hex}")


class Reveal(_Each):
    """A12.14: units lose their concealment."""

    FORM = "reveal UNITS…"

    def happen(self, ctx: Context, unit: Unit) -> None:
        pieces.change(ctx, unit, (), ["concealed"], WHY)


class Recall(_Each):
    """E7.24: aircraft leave for good; D5.341: an AFV is marked and must leave."""

    FORM = "recall UNITS…"

    def verify(self, game: Game) -> None:
        for unit in (game.state.units[name] for name in self.units):
            if unit.kind not in ("aircraft", "vehicle"):
                raise Refused(f"{unit.id} is neither aircraft nor vehicle: it cannot be Recalled")

    def happen(self, ctx: Context, unit: Unit) -> None:
        if unit.kind == "aircraft":
            ctx.emit(ev.UnitRemoved(unit.id, f"Recalled ({WHY}, E7.24)", counts=False))
            aircraft.release_guns(ctx)
        else:
            pieces.change(ctx, unit, ["recalled"], why=f"{WHY} (D5.341)")


class SetStates(Order):
    """Any state of units or of a SW, by hand; `-STATE` takes it off. S3.2: an ENEMY unit also takes an attitude."""

    FORM = "set THINGS:pieces STATE:states…"
    pieces: tuple[str, ...]
    states: tuple[str, ...]

    def narrowed(self, game: Game, bound: Bound) -> SetStates:
        lists = [list[str](WEAPON_FLAGS if name in game.state.weapons else UNIT_FLAGS) for name in self.pieces]
        known = [word for word in lists[0] if all(word in others for others in lists)]
        if all(name in game.state.units and game.state.units[name].attitude for name in self.pieces):
            known += ATTITUDES
        return replace(self, states=tuple(_state(word, known) for word in self.states))

    def verify(self, game: Game) -> None:
        wrong = next((word for word in self.states if word[:1] == "-" and word[1:] in ATTITUDES), "")
        if "pinned" in self.states:
            _check_pin(game, self.pieces)
        if wrong:
            raise Refused(f"an attitude cannot be taken off; use: set {self.pieces[0]} {' | '.join(ATTITUDES)} (S3.2)")

    def run(self, ctx: Context) -> None:
        attitude = next((word.capitalize() for word in self.states if word in ATTITUDES), "")
        for name in self.pieces if attitude else ():
            ctx.emit(ev.UnitRedrawn(name, attitude=attitude, why=WHY))
        gained = [word for word in self.states if word[0] != "-"]
        lost = [word[1:] for word in self.states if word[0] == "-"]
        for name in self.pieces:
            if name in ctx.state.weapons:
                ctx.emit(ev.WeaponChanged(name, flags(gained, WEAPON_FLAGS), flags(lost, WEAPON_FLAGS), WHY))
                continue
            if not {"broken", "pinned"}.isdisjoint(gained):
                _dismount_shaken(ctx, ctx.state.units[name])
            elif "mounted" in lost and ctx.state.units[name].cavalry:
                cavalry.leaves_saddle(ctx, ctx.state.units[name], ctx.state.units[name].mf, WHY)
            unit = ctx.state.units[name]
            pieces.change(ctx, unit, flags(gained, UNIT_FLAGS), flags(lost, UNIT_FLAGS), WHY)
            if unit.hex in ctx.state.control:
                control.recheck(ctx, unit.hex)


def _state(word: str, known: Collection[str]) -> str:
    """The state that a word or its beginning names, with its minus."""
    bare = word.lstrip("+-").lower()
    found = prefix_match(bare, known)
    if bare and len(found) > 1:
        raise Refused(f"'{bare}' may mean {listed(found, 6)}")
    if len(found) != 1:
        raise Refused(f"'{bare}' is not a state{nearest(bare, known) or f'; such as {listed(known, 8)}'}")
    return f"-{found[0]}" if word[0] == "-" else found[0]


class Malfunction(Order):
    """A9.7, C2.28: a SW, Gun or MA malfunctions."""

    FORM = "malfunction THINGS:pieces"
    pieces: tuple[str, ...]

    def verify(self, game: Game) -> None:
        for unit in game.state.present(self.pieces):
            if unit.kind not in ("gun", *VEHICLES):
                raise Refused(f"{unit.id} is neither a Gun nor a vehicle: name its SW (A9.7)")

    def run(self, ctx: Context) -> None:
        SetStates(self.pieces, ("malfunctioned",)).run(ctx)


class Scrap(Order):
    """A9.74: a SW leaves the game."""

    FORM = "scrap SW:weapon"
    weapon: str

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.WeaponRemoved(self.weapon, WHY))


_settle = partial(command, stages=BY_HAND, group="settle")


COMMANDS = (
    _settle(
        VoluntaryBreak,
        Break,
        summary="units break (broken ones suffer Casualty Reduction); voluntary: a Voluntary Break, by the rules",
        brief="UNITS [voluntary]",
        example=("break 628a", "break 628a voluntary"),
        options={"voluntary": "voluntarily, at the start of the RtPh, to rout in it (A10.41)"},
    ),
    _settle(Pin, summary="pin units", example=("pin 628a",)),
    _settle(Reduce, summary="Casualty Reduction: squad to HS, HS eliminated, SMC wounded", example=("reduce 628a",)),
    _settle(Wound, summary="wound SMC (the severity dr is rolled)", example=("wound 91a",)),
    _settle(Eliminate, summary="eliminate units", example=("eliminate 628a,91a",)),
    _settle(Reveal, summary="units lose their concealment", example=("reveal 467a",)),
    _settle(Recall, summary="aircraft or AFV leave the game under Recall (E7.24, D5.341)", example=("recall T34a",)),
    _settle(
        Malfunction,
        summary="a SW, Gun or MA malfunctions (set … -malfunctioned repairs it)",
        example=("malfunction HMGa",),
    ),
    _settle(Scrap, summary="a SW is eliminated or used up", example=("scrap DCa",)),
    _settle(
        SetStates,
        summary="give units any state: broken dm pinned cx ti concealed … (-STATE takes it off); or an attitude",
        group="adjust",
        key="s",
        example=("set 628a cx", "set 628a cx -pinned", "set 467a advance"),
    ),
)
