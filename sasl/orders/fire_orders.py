"""Orders of fire: units, SW and Guns, Panzerfausts, charges, flames and SMOKE, and what was Bore Sighted for it."""

from __future__ import annotations

from functools import partial

from sasl.asl.fire import firepower, firing
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.minds import players_sides
from sasl.asl.game.sides import FIRE_PHASES
from sasl.asl.game.state import State, Unit
from sasl.asl.game.under_way import BoreSight as BoreSighting
from sasl.asl.infantry import concealment
from sasl.asl.movement import charges, set_charges
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.ordnance import charge_position, demolition, latw
from sasl.asl.ordnance.aiming import bore_sight
from sasl.asl.ordnance.aiming.aim import Manner
from sasl.asl.terrain import fires, smoke
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order, RuledOrder, one_of
from sasl.kernel.text import listed
from sasl.orders.stages import command, in_phase, not_now

_command = partial(command, group="fire")


class Fire(RuledOrder):
    """A7, A8, C3: units, SW and Guns of either side fire at a hex, or at two (`spray`)."""

    FORM = (
        "fire FIRERS HEX [spray HEX:spray | only | snap | lane | both | pillbox | at UNIT:target | by LEADER"
        " | spot UNIT:spotter | ca WORD:ca"
        " | ma | cmg | bmg | rmg | aamg | ft | vehicle | infantry | area"
        " | ap | he | heat | apcr | smoke | canister | intensive | immobilize | desperate]…"
    )
    RULE = (firing.may_fire, firing.fire)
    firers: tuple[str, ...]
    hex: str
    options: tuple[str, ...] = ()
    spray: str = ""
    target: str = ""
    leader: str = ""
    spotter: str = ""
    ca: str = ""

    @property
    def hexes(self) -> tuple[str, ...]:
        return (self.hex, self.spray) if self.spray else (self.hex,)

    @property
    def manner(self) -> Manner:
        return Manner(self.options, self.target, self.ca, self.leader, self.spotter)

    def given(self, game: Game) -> tuple[tuple[str, ...], tuple[str, ...], Manner]:
        return self.firers, self.hexes, self.manner

    def narrowed(self, game: Game, bound: Bound) -> Fire:
        """A7.22: of a place or a group, men too far off fire only the MG that reach so far, if any do."""
        named = {word.lower() for text in bound.slots["firers"] for word in text.split(",")}
        found: list[str] = []
        for name in self.firers:
            unit = None if name.lower() in named else game.state.units.get(name)
            if unit is None or unit.kind in ("leader", "gun", *VEHICLES):
                found.append(name)
            else:
                found += firepower.within_range(game, unit, self.hex)
        able = any(name not in game.state.units or game.state.units[name].kind != "leader" for name in found)
        return replace(self, firers=tuple(found)) if able else self


class Hold(Order):
    """A7.25: units that do not Prep Fire wait under an Opportunity Fire counter."""

    FORM = "hold MOVERS:units"
    units: tuple[str, ...]

    def why_not(self, game: Game) -> str:
        faults = {name: firing.why_not_hold(game, game.state.units[name]) for name in self.units}
        name, why = next(((name, why) for name, why in faults.items() if why), ("", ""))
        return f"{name} cannot wait for Opportunity Fire (A7.25): it {why}" if why else ""

    def run(self, ctx: Context) -> None:
        for name in self.units:
            pieces.change(ctx, ctx.state.units[name], ["opportunity"], why="A7.25")
        concealment.lose_if_seen(ctx, self.units, "waits for Opportunity Fire in LOS (A7.25)")


class PanzerFaust(RuledOrder):
    """C13.3: a unit looks for a Panzerfaust and fires it."""

    FORM = "pf UNIT HEX [at UNIT:target | by LEADER | vehicle | infantry | desperate]…"
    RULE = (latw.panzerfaust_shot, latw.panzerfaust)
    unit: str
    hex: str
    target: str = ""
    options: tuple[str, ...] = ()
    leader: str = ""

    def given(self, game: Game) -> tuple[Unit, str, Manner]:
        return game.state.units[self.unit], self.hex, Manner(self.options, self.target, leader=self.leader)


class PlaceCharge(Order):
    """A23: a DC is placed in the own MPh and goes off in the AFPh, thrown in a fire phase, set off in the own PFPh."""

    FORM = "charge UNIT HEX [placed | thrown | set]"
    unit: str
    hex: str
    manner: str = one_of("placed", "thrown", "set")

    def why_not(self, game: Game) -> str:
        unit, how = game.state.units[self.unit], self._how(game)
        return charges.why_not(game, unit, self._charge(game), self.hex, how)

    def run(self, ctx: Context) -> None:
        unit, weapon, how = ctx.state.units[self.unit], self._charge(ctx.game), self._how(ctx.game)
        own = [other.id for other in ctx.state.units_at(self.hex, unit.side) if other.kind != "aircraft"]
        if how == "set":
            set_charges.use(ctx, unit, weapon, self.hex)
            return
        if not demolition.at_somebody(ctx.game, unit.side, self.hex):
            self._if_meant(ctx, weapon, "vain-charge", f"there is no known unit in {self.hex} that it would harm (A23)")
        if own and how == "placed":  # one that is thrown comes on paper, with all whom it attacks
            self._if_meant(ctx, weapon, "charge-on-own", f"{listed(own)} in {self.hex} would also be attacked (A23.1)")
        if how == "placed":
            charges.place(ctx, unit, weapon, self.hex)
        else:
            demolition.attack_with(ctx, unit, weapon, self.hex, how)

    def _if_meant(self, ctx: Context, weapon: str, key: str, but: str) -> None:
        """Refused, with what speaks against it, unless the charge is meant all the same."""
        text, subject = f"{weapon} in {self.hex}: {but}. Use it anyway?", (self.unit, self.hex)
        whose = ctx.state.units[self.unit].side
        if not ctx.yes(text, default=False, rule="A23", hexes=(self.hex,), whose=whose, id=key, subject=subject):
            raise Refused(f"{self.unit} keeps {weapon}: {but}")

    def _charge(self, game: Game) -> str:
        unit = game.state.units[self.unit]
        if self.manner == "set" and (lying := set_charges.charge_in(game, unit, self.hex)):
            return lying.id
        held = sorted(weapon.id for weapon in game.state.weapons_of(self.unit) if weapon.type == "DC")
        if not held:
            raise Refused(f"{self.unit} holds no DC (A23.1)")
        return held[0]

    def _how(self, game: Game) -> charge_position.How:
        """As it was said; in its own MPh a side places it, elsewhere it throws it."""
        usual = charges.usual(game, game.state.units[self.unit])
        return next((how for how in charge_position.HOW if how == self.manner), usual)


class Kindle(Order):
    """B25.11: a unit with a leader, or an SMC alone, tries to start a Flame where it is."""

    FORM = "kindle UNIT [LEADER]"
    unit: str
    leader: str = ""

    def why_not(self, game: Game) -> str:
        unit, leader = self._who(game)
        if unit.side != game.state.side:
            return f"{unit.id} belongs to the {unit.side}; this is the {game.state.side} Player Turn"
        return fires.kindle_refusal(game, unit, leader)

    def run(self, ctx: Context) -> None:
        unit, leader = self._who(ctx.game)
        fires.kindle(ctx, unit, leader)
        marked = [ctx.state.units[key] for key in (unit.id, leader.id if leader else "") if key in ctx.state.units]
        concealment.lose_if_seen(ctx, [each.id for each in marked], "sets fire (A12.141)")
        if unit.side == "FRIENDLY":
            ctx.game.reactions.provoke(ctx, marked)

    def _who(self, game: Game) -> tuple[Unit, Unit | None]:
        unit = game.state.units[self.unit]
        return unit, game.state.units[self.leader] if self.leader else fires.directs(game.state, unit)


class Smoke(Order):
    """A24.1: squads with a SMOKE exponent try to place SMOKE grenades, each with its own dr."""

    FORM = "smoke MOVERS:units HEX"
    units: tuple[str, ...]
    hex: str

    def why_not(self, game: Game) -> str:
        faults = (smoke.no_grenades(game, game.state.units[name], self.hex) for name in self.units)
        return next(filter(None, faults), "")

    def run(self, ctx: Context) -> None:
        for name in self.units:
            if name in ctx.state.units and not smoke.no_grenades(ctx.game, ctx.state.units[name], self.hex):
                spend(ctx, [name], smoke.grenade_mf(ctx.game, ctx.state.units[name], self.hex), "smoke")
                smoke.throw_grenades(ctx, ctx.state.units[name], self.hex)
                self._drawn(ctx, name)

    def _drawn(self, ctx: Context, name: str) -> None:
        """A12.141, A8.1: what the MF spent on it draw: its `?`, AC checks, fire."""
        concealment.after_move(ctx, [name])
        draws_fire(ctx, [name], ctx.state.units[name].hex, shown=True)


class BoreSight(Order):
    """C6.42: a weapon Bore Sights one Location during set-up; a second order changes it."""

    FORM = "boresight PIECE HEX"
    piece: str
    hex: str

    def verify(self, game: Game) -> None:
        self._found(game)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.BoreSighted(self.piece, self._found(ctx.game)))

    def _found(self, game: Game) -> BoreSighting:
        piece = game.state.weapons.get(self.piece) or game.state.units[self.piece]
        return bore_sight.sighted(game, piece, self.hex)


# -- when --------------------------------------------------------------------------------------------


_fire_now = in_phase(*FIRE_PHASES, rule="A3")


def _at_set_up(state: State) -> str:
    if state.stage != "play" or (state.turn == 1 and state.phase == "RPh" and state.player_turn == 1):
        return ""
    return not_now("set-up", state, "C6.42")


COMMANDS = (
    _command(
        Fire,
        summary="fire: shows the attack with its DRM and chances, lets you correct it, then rolls it",
        when=_fire_now,
        key="f",
        brief="UNITS,SW HEX [only | snap | lane | both | pillbox | spray HEX | ma cmg … ap he … at UNIT]",
        example=(
            "fire 628a,HMGa K14",
            "fire HMGa K14 spray K15",
            "fire T34a K14 at StuGa ap",
            "fire 628a K14 only",
            "fire 628a K14 snap",
            "fire HMGa K14 lane",
            "fire 81a,91a,HMGa K14 both",
            "fire 628a K14 pillbox",
            "fire 82mma K14 by 91a",
            "fire 76Ia K14 ca J13/K13",
            "fire T34a K14 ma vehicle",
            "fire T34a K14 ma infantry",
            "fire 76Ia K14 area",
            "fire T34a K14 cmg",
            "fire T34a K14 bmg",
            "fire T34a K14 cmg bmg",
            "fire T34a K14 rmg",
            "fire ISU152a K14 aamg",
            "fire OT34a K14 ft",
            "fire T34a K14 he",
            "fire StuGa K14 heat",
            "fire T34a K14 apcr",
            "fire 82mma K14 smoke",
            "fire 76Ia K14 canister",
            "fire 76Ia K14 intensive",
            "fire 76Ia K14 immobilize",
            "fire 50Ma K14 spot 91a",
            "fire PSKa K14 desperate",
        ),
        options={
            "only": "the units' inherent FP without their MG (A7.351)",
            "snap": "a Snap Shot at units that have just crossed a hexside (A8.15)",
            "lane": "the MG also places a Fire Lane (A9.22)",
            "both": "two SMC man one MG or PSK, at full FP (A9.12, C13.45)",
            "pillbox": "at units inside the pillbox in the hex, not outside it (B30.34)",
            "spray": "Spraying Fire at a second, ADJACENT hex (A7.34)",
            "at": "the vehicle or Gun to aim at (C3.31)",
            "by": "the leader who directs a SW that is ordnance (A7.531)",
            "spot": "a unit with or ADJACENT to a mortar that sees the target for it (C9.3)",
            "ca": "the CA to which a Gun or vehicle turns (C5.1)",
            "vehicle": "Vehicle Target Type (C3.31)",
            "infantry": "Infantry Target Type (C3.32)",
            "area": "Area Target Type (C3.33)",
            "ma": "with the main armament of the vehicle (D1.8)",
            "cmg": "with its CMG (D1.8)",
            "bmg": "with its BMG (D1.8)",
            "rmg": "with its RMG (D1.8)",
            "aamg": "with its AAMG (D1.83)",
            "ft": "with its Flamethrower (A22.6)",
            "ap": "AP, the usual ammunition against armor (C8)",
            "he": "HE (C8)",
            "heat": "HEAT, if the Gun has it (C8.9)",
            "apcr": "APCR or APDS, if the Gun has it (C8.9)",
            "smoke": "SMOKE, if the Gun has it (C8.5)",
            "canister": "Canister, if the Gun has it (C8.9)",
            "intensive": "one more shot of a Gun that has lost its ROF (C5.6)",
            "immobilize": "Deliberate Immobilization (C5.7)",
            "desperate": "a PSK fired from inside a building, risking its backblast (C13.81)",
        },
    ),
    _command(
        Hold,
        summary="keep units for Opportunity Fire in the AFPh (A7.25)",
        when=in_phase("PFPh"),
        example=("hold 628a,91a",),
    ),
    _command(
        PlaceCharge,
        summary="use a Demolition Charge (A23)",
        when=_fire_now,
        example=("charge 628a K14 placed", "charge 628a K14 thrown", "charge 628a K15 set"),
        options={
            "placed": "in its own MPh, ADJACENT: it goes off in the AFPh (A23.3)",
            "thrown": "in a fire phase, at risk to the thrower (A23.6)",
            "set": "set in its own Location, taking a whole MPh; later the same line sets it "
            "off from a distance (A23.7)",
        },
    ),
    _command(
        PanzerFaust,
        summary="PF Check and Panzerfaust shot (C13.3)",
        when=_fire_now,
        example=(
            "pf 467a K14",
            "pf 467a K14 at T34a",
            "pf 467a K14 by 81a",
            "pf 467a K14 vehicle",
            "pf 467a K14 infantry",
            "pf 467a K14 desperate",
        ),
        options={
            "at": "the vehicle to aim at (C13.3)",
            "by": "the leader who directs its To Hit DR (C13.35)",
            "vehicle": "Vehicle Target Type (C3.31)",
            "infantry": "Infantry Target Type (C3.32)",
            "desperate": "from inside a building, risking its backblast (C13.81)",
        },
    ),
    _command(
        Kindle,
        summary="set a unit's hex on fire: NTC of the SMC, then the Kindling DR (B25.11)",
        when=in_phase("PFPh"),
        example=("kindle 628a", "kindle 628a 91a"),
    ),
    _command(
        Smoke,
        summary="SMOKE grenades into the unit's own or an ADJACENT hex: a dr of at most the squad's exponent (A24.1)",
        when=in_phase("MPh"),
        group="move",
        example=("smoke 628a K20",),
    ),
    _command(
        BoreSight,
        summary="a Gun, MMG, HMG or light mortar of the Scenario Defender Bore Sights a Location: -2 there",
        when=_at_set_up,
        useful=lambda game: bore_sight.defender(game) in players_sides(game),
        group="set-up",
        stages=("set-up", "play"),
        example=("boresight 75La K14",),
    ),
)
