"""Orders of support from afar: OBA, the Counter Battery Module, the mission's free FFE, Bombardments."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import Side
from sasl.asl.game.state import State
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import batteries, bombardment, counter_battery, fire_missions
from sasl.content.missions.mission import Oba
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.transaction import allows
from sasl.orders.stages import command, not_now

_command = partial(command, group="fire")

SIDE: Side = "FRIENDLY"
JOINS = "add a module with: oba add 120 friendly normal"


May = Callable[[Game, Battery], None]
"""Refused if a module may not do what is ordered."""


def _module(game: Game, named: str, may: May | None = None) -> Battery:
    """The FRIENDLY module meant: the one named, else the only one that is left, or that may do it."""
    every = {item.id: item for item in batteries.modules(game)}
    if named:
        if every[named].side != SIDE:
            raise Refused(f"{named} belongs to the {every[named].side}")
        return every[named]
    ours = [item for item in every.values() if item.side == SIDE and item.kind != counter_battery.CBM]
    left = [item for item in ours if not item.gone] or ours
    if not left:
        raise Refused(f"you have no OBA; {JOINS}")
    able = [item for item in left if may and allows(may, game, item)]
    if len(left) > 1 and len(able) == 1:
        return able[0]
    if len(left) > 1:
        raise Refused(f"which module? Add its id: {', '.join(item.id for item in left)}")
    return left[0]


class OfModule(Order):
    """An order to a module of one's own: the one named, else the only one that is left, or that may do it."""

    @property
    def battery(self) -> str:
        """The module named, "" for the only one: a field of each order."""
        raise NotImplementedError

    def may(self, game: Game, battery: Battery) -> None:
        """Refused, with the rule, unless this module may do it now."""
        raise NotImplementedError

    def do(self, ctx: Context, battery: Battery) -> None:
        """The module does it."""
        raise NotImplementedError

    def verify(self, game: Game) -> None:
        self.may(game, _module(game, self.battery, self.may))

    def run(self, ctx: Context) -> None:
        batteries.muster(ctx)
        self.do(ctx, _module(ctx.game, self.battery, self.may))


class ObaState(Order):
    """The modules in words, with their next steps."""

    FORM = "oba [BATTERY]"
    battery: str = ""

    def why_not(self, game: Game) -> str:
        return "" if batteries.modules(game) else f"neither side has OBA; {JOINS}"

    def run(self, ctx: Context) -> None:
        batteries.muster(ctx)
        for battery in ctx.state.batteries.values():
            if self.battery in ("", battery.id):
                for line in batteries.report(ctx.game, battery):
                    ctx.tell(line)


class ObaContact(OfModule):
    """C1.2-1.21: Radio Contact, then a draw for Battery Access."""

    FORM = "oba contact [BATTERY]"
    battery: str = ""

    def may(self, game: Game, battery: Battery) -> None:
        batteries.may_contact(game, battery)

    def do(self, ctx: Context, battery: Battery) -> None:
        batteries.contact(ctx, battery)


class ObaTarget(OfModule):
    """C1.3: the AR of a module with Battery Access; `ffe`: an FFE at a Pre-Registered hex, without an SR (C1.731)."""

    FORM = "oba hex HEX [he | harassing | smoke] [ffe] [BATTERY]"
    hex: str
    battery: str = ""
    manner: str = one_of("he", "harassing", "smoke")
    ffe: bool = False

    @property
    def _kind(self) -> fire_missions.Mission:
        return "smoke" if self.manner == "smoke" else "harassing" if self.manner == "harassing" else "HE"

    def may(self, game: Game, battery: Battery) -> None:
        fire_missions.may_place(game, battery, self.hex, self._kind, at_once=self.ffe)

    def do(self, ctx: Context, battery: Battery) -> None:
        fire_missions.place(ctx, battery, self.hex, self._kind, at_once=self.ffe)


class ObaCorrect(OfModule):
    """C1.33: an SR moves; `convert`: and becomes an FFE:1 where it falls (C1.332)."""

    FORM = "oba correct HEX [convert] [BATTERY]"
    hex: str
    battery: str = ""
    convert: bool = False

    def may(self, game: Game, battery: Battery) -> None:
        fire_missions.may_correct(game, battery, self.hex)

    def do(self, ctx: Context, battery: Battery) -> None:
        fire_missions.correct(ctx, battery, self.hex, convert_too=self.convert)


class ObaConvert(OfModule):
    """C1.33-1.34: an SR, or an FFE:C with new access, becomes an FFE:1."""

    FORM = "oba convert [BATTERY]"
    battery: str = ""

    def may(self, game: Game, battery: Battery) -> None:
        fire_missions.may_convert(game, battery)

    def do(self, ctx: Context, battery: Battery) -> None:
        fire_missions.convert(ctx, battery)


class ObaCancel(OfModule):
    """C1.33: the observer calls his mission off."""

    FORM = "oba cancel [BATTERY]"
    battery: str = ""

    def may(self, game: Game, battery: Battery) -> None:
        fire_missions.may_cancel(game, battery)

    def do(self, ctx: Context, battery: Battery) -> None:
        fire_missions.cancel(ctx, battery)


class ObaRegister(OfModule):
    """C1.73: a module has Pre-Registered these hexes, as a mission or a campaign grants."""

    FORM = "oba register HEX:hexes… [BATTERY]"
    hexes: tuple[str, ...]
    battery: str = ""

    def may(self, game: Game, battery: Battery) -> None:
        batteries.may_register(game, battery, self.hexes)

    def do(self, ctx: Context, battery: Battery) -> None:
        batteries.register(ctx, battery, self.hexes)


class ObaAdd(Order):
    """A designer's door: a module that the mission does not have."""

    FORM = (
        "oba add ( cbm ( friendly | enemy ) | [rocket] N:calibre ( friendly | enemy ) [plentiful | normal | scarce] )"
    )
    side: str = one_of("friendly", "enemy")
    calibre: int = 0
    ammo: str = one_of(*batteries.AMMO)
    rocket: bool = False
    cbm: bool = False

    def why_not(self, game: Game) -> str:
        if self.cbm:
            held = counter_battery.module_of(game, self.side.upper())
            return f"the {self.side.upper()} already has a Counter Battery Module (OtO 5.1)" if held else ""
        if self.side == "enemy":
            return "the ENEMY's artillery comes as strikes (S8.7): only a cbm can be added for it"
        least, most = game.figure("oba-calibre-least"), game.figure("oba-calibre-most")
        fits = least <= self.calibre <= most
        return "" if fits else f"{self.calibre} is not a calibre from {least} to {most}"

    def run(self, ctx: Context) -> None:
        batteries.muster(ctx)
        if self.cbm:
            counter_battery.add(ctx, "ENEMY" if self.side == "enemy" else SIDE)
        else:
            batteries.add(ctx, SIDE, self.calibre, self.ammo or "normal", rocket=self.rocket)


class Cbm(Order):
    """OtO 5: a Counter Battery attack of the FRIENDLY side."""

    FORM = "cbm"

    def why_not(self, game: Game) -> str:
        return counter_battery.why_not(game, SIDE)

    def run(self, ctx: Context) -> None:
        counter_battery.attack(ctx, SIDE)


class Bombard(Order):
    """C1.8, OtO CG B1: around a hex (five hexes, none immune), on the hexes named, or on the whole map (`all`)."""

    FORM = "bombard ( all | HEX:hexes [N:radius] | HEX:hexes… )"
    hexes: tuple[str, ...] = ()
    radius: int | None = None

    def why_not(self, game: Game) -> str:
        fits = self.radius is None or 0 <= self.radius <= 20
        return "" if fits else "a Bombardment has a radius from 0 to 20 hexes"

    def words(self) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        values, said = Order.words(self)
        return values, said | ({"all"} if not self.hexes else frozenset())

    def run(self, ctx: Context) -> None:
        if not self.hexes:
            bombardment.bombard(ctx, ctx.board.names(), bombardment.immune_numbers(ctx))
            return
        area = frozenset(self.hexes)
        if len(self.hexes) == 1:
            reach = ctx.figure("bombardment-radius") if self.radius is None else self.radius
            area = ctx.board.within(self.hexes[0], reach)
        bombardment.bombard(ctx, [name for name in ctx.board.names() if name in area])


class Ffe(Order):
    """S1 MSR 3: an FFE:1 without access; accuracy is rolled, the error is one hex; then it goes on as any other."""

    FORM = "ffe HEX"
    hex: str

    def verify(self, game: Game) -> None:
        self._free(game)

    def run(self, ctx: Context) -> None:
        batteries.muster(ctx)
        oba, battery = self._free(ctx.game)
        fire_missions.free_ffe(ctx, battery, self.hex, oba.free_ffe_error, oba.rule)

    def _free(self, game: Game) -> tuple[Oba, Battery]:
        oba = next((item for item in game.mission.oba if item.side == SIDE and item.free_ffe_turn), None)
        if oba is None or oba.free_ffe_turn != game.state.turn:
            raise Refused("this turn grants no free FFE; use oba, or place others with: marker add ffe HEX")
        battery = next(item for item in batteries.modules(game) if (item.name, item.side) == (oba.name, SIDE))
        if battery.ffes:
            raise Refused(f"the free FFE has been placed ({oba.rule})")
        if battery.gone or battery.stage or battery.tried:
            raise Refused(f"{battery.id} has another mission this turn ({oba.rule})")
        return oba, battery


def _free_ffe(state: State) -> str:
    if state.side == SIDE and state.phase == "PFPh":
        return ""
    return not_now("the FRIENDLY PFPh of its turn", state)


COMMANDS = (
    _command(
        ObaContact,
        ObaTarget,
        ObaCorrect,
        ObaConvert,
        ObaCancel,
        ObaRegister,
        ObaAdd,
        ObaState,
        summary="your OBA: its state and next steps; contact, place, correct, convert, cancel",
        brief="[contact | hex HEX [harassing|smoke] [ffe] | correct HEX [convert] | convert | cancel | …] [ID]",
        example=(
            "oba contact",
            "oba",
            "oba add 120 friendly",
            "oba add rocket 150 enemy plentiful",
            "oba add 100 friendly normal",
            "oba add 80 enemy scarce",
            "oba add cbm friendly",
            "oba hex K14 he",
            "oba hex K14 harassing",
            "oba hex K14 smoke",
            "oba hex K14 ffe",
            "oba register K14 K20",
            "oba correct K15",
            "oba correct K15 convert",
            "oba convert",
            "oba cancel",
        ),
        options={
            "contact": "Radio Contact and a draw for Battery Access (C1.2)",
            "hex": "the AR of a module with access (C1.3)",
            "harassing": "a third of the FP on a larger Blast Area (C1.72)",
            "smoke": "SMOKE instead of HE (C1.71)",
            "he": "HE, the usual fire (C1.5)",
            "correct": "the SR moves, by 18 hexes at most (C1.33)",
            "convert": "the SR becomes an FFE:1 (C1.33)",
            "cancel": "the mission is over (C1.33)",
            "ffe": "an FFE at a Pre-Registered hex, without an SR (C1.731)",
            "register": "Pre-Registered hexes, if the card grants them (C1.73)",
            "add": "a module that the mission does not include (C1.2)",
            "cbm": "a Counter Battery Module (OtO 5)",
            "friendly": "of the FRIENDLY side",
            "enemy": "of the ENEMY",
            "rocket": "it fires rockets",
            "plentiful": "Plentiful Ammunition: one extra black chit (C1.21)",
            "normal": "the usual draw pile (C1.21)",
            "scarce": "Scarce Ammunition: one extra red chit (C1.21)",
        },
    ),
    _command(
        Cbm, summary="your Counter Battery Module attacks, as the first act of your PFPh (OtO 5.2)", example=("cbm",)
    ),
    _command(
        Ffe, summary="the FFE:1 your mission grants in its first PFPh (MSR 3)", when=_free_ffe, example=("ffe K14",)
    ),
    _command(
        Bombard,
        summary="a Bombardment (C1.8): everything in the area takes its checks; all: the whole map, with immune hexes",
        group="adjust",
        brief="HEX [RADIUS] | bombard HEX HEX … | bombard all",
        example=("bombard K14", "bombard all"),
        options={"all": "the whole map (C1.8)"},
    ),
)
