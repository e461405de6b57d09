"""Orders by which the player adjusts the game: where counters are, what they are, markers, switches, notes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from sasl.asl.fire import first_fire
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, VEHICLES
from sasl.asl.game.minds import PLAYS, mind_of
from sasl.asl.game.places import known_hex
from sasl.asl.game.sides import SIDES, STAGES, Side, side_of
from sasl.asl.game.switches import OPTIONS
from sasl.asl.movement.step import LEFT_BEHIND
from sasl.asl.preview import percent
from sasl.asl.terrain import fortified, rubble
from sasl.asl.vehicles import carrying
from sasl.asl.vehicles.handling import vertex
from sasl.board.hexes import parse_hex, vertex_names
from sasl.content.reading.faults import ContentError, nearest
from sasl.kernel.frozen import replace
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.text import number_in
from sasl.orders.settle_orders import BY_HAND, WHY
from sasl.orders.stages import SETUP, command
from sasl.solitaire import control
from sasl.solitaire.command_control import drop_marks
from sasl.solitaire.setup import bridges
from sasl.solitaire.suspects.recipes import GUN_CREW


class Put(Order):
    """A unit is where the player says."""

    FORM = "put UNITS ( off | HEX )"
    units: tuple[str, ...]
    hex: str = ""
    off: bool = False

    def run(self, ctx: Context) -> None:
        """In the hex, or off the map; who was aboard something that stays gets off."""
        for name in self.units:
            unit = ctx.state.units[name]
            if unit.carrier and unit.carrier not in self.units:
                ctx.emit(ev.UnitRedrawn(unit.id, carrier="", why=WHY))
            ctx.emit(ev.UnitPut(unit.id, self.hex, WHY))
            if unit.hex and unit.hex != self.hex:
                pieces.change(ctx, ctx.state.units[name], (), LEFT_BEHIND, WHY)
            control.recheck(ctx, unit.hex)
            if self.hex:
                control.entered(ctx, ctx.state.units[unit.id], (self.hex,))


class Give(Order):
    """A4.43: a SW changes hands, or lies in a hex; only Infantry and Cavalry carry it (A4.4)."""

    FORM = "give SW:weapon TAKER"
    weapon: str
    taker: str

    def verify(self, game: Game) -> None:
        unit = game.state.units.get(self.taker)
        if unit and not unit.personnel:
            raise Refused(f"{unit.id} cannot carry a SW: only Infantry and Cavalry can (A4.4)")

    def run(self, ctx: Context) -> None:
        holder = self.taker if self.taker in ctx.state.units else ""
        ctx.emit(ev.WeaponGiven(self.weapon, holder, "" if holder else self.taker))


class Become(Order):
    """A19, A15.3: a unit is replaced by another counter."""

    FORM = "become UNIT TYPE…"
    unit: str
    type: str

    def verify(self, game: Game) -> None:
        unit, item = game.state.units[self.unit], _counter(game, game.state.units[self.unit].side, self.type)
        if item != unit.kind and not {item, unit.kind} <= {*MEN}:
            raise Refused(f"{unit.id} is a {unit.kind} and cannot become a {item}: eliminate it, then use new")

    def run(self, ctx: Context) -> None:
        pieces.become(ctx, ctx.state.units[self.unit], self.type, WHY)


def _counter(game: Game, side: Side, name: str) -> str:
    """The kind of a counter. Refused if the side has none of that name."""
    try:
        return game.counter(side, name).kind
    except ContentError as error:
        raise Refused(str(error)) from None


class Face(Order):
    """C3.2: a Covered Arc, named like H10/I11."""

    FORM = "face UNIT VERTEX"
    unit: str
    vertex: str

    def verify(self, game: Game) -> None:
        if game.state.units[self.unit].kind not in ("gun", *VEHICLES):
            raise Refused(f"{self.unit} has no CA: only a Gun or vehicle has one (C3.2)")
        if not game.state.units[self.unit].hex:
            raise Refused(f"{self.unit} is not on the map")
        vertex(game.state.units[self.unit], self.vertex)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.UnitRedrawn(self.unit, ca=vertex(ctx.state.units[self.unit], self.vertex), why=WHY))


class Board(Order):
    """D6.1, D6.4: Passengers, Riders and towed Guns, without the rules of loading."""

    FORM = "board UNITS ( off | UNIT:vehicle )"
    units: tuple[str, ...]
    vehicle: str = ""
    off: bool = False

    def verify(self, game: Game) -> None:
        vehicle = game.state.units.get(self.vehicle)
        for unit in (game.state.units[name] for name in self.units if vehicle):
            if vehicle is None or vehicle.kind != "vehicle" or vehicle.side != unit.side:
                raise Refused(f"{self.vehicle} is not a vehicle of that side")
            if not (unit.kind in MEN or unit.kind == "gun"):
                raise Refused(f"{unit.id} cannot go aboard: only Infantry and Guns can (D6.1)")
            if vehicle.hex != unit.hex:
                raise Refused(f"{unit.id} and {vehicle.id} are not in the same hex (D6.4)")

    def run(self, ctx: Context) -> None:
        vehicle = ctx.state.units.get(self.vehicle)
        for name in self.units:
            if vehicle:
                carrying.climb(ctx, name, vehicle, WHY)
            else:
                ctx.emit(ev.UnitRedrawn(name, carrier="", why=WHY))
        if vehicle and (over := carrying.over_capacity(ctx.game, vehicle)):
            ctx.tell(f"{over} (D6.1): allowed by hand.")


# -- counters and markers -----------------------------------------------------------------------------


class New(Order):
    """A counter the program does not know of comes into play."""

    FORM = "new ( friendly | enemy ) TYPE…"
    side: str = one_of("friendly", "enemy")
    type: str = ""
    hex: str = ""

    def narrowed(self, game: Game, bound: Bound) -> New:
        """The last word is a hex if the type is whole without it, or if it is one of the map and no type is named."""
        name, (*first, last) = self.type.strip("\"'"), bound.slots["type"]
        types, shorter, last = self._types(game), " ".join(first).strip("\"'"), last.strip("\"'")
        if name not in types and (shorter in types or (shorter and last.upper() in game.board)):
            return replace(self, type=shorter, hex=known_hex(game, last))
        return replace(self, type=name)

    def verify(self, game: Game) -> None:
        if self.type not in self._types(game):
            nation = game.mission.army(self._side).nation
            raise Refused(
                f"there is no {nation.capitalize()} counter '{self.type}'{nearest(self.type, self._types(game))}"
            )

    def run(self, ctx: Context) -> None:
        """It is there; a Gun needs a crew."""
        side, place = self._side, self.hex
        if ctx.game.counter(side, self.type).kind == "sw":
            pieces.add_weapon(ctx, side, self.type, hex_name=place)
            return
        attitude = ctx.mission.attitude if side == "ENEMY" else ""
        unit = pieces.add_unit(ctx, side, self.type, place, attitude=attitude, why=WHY)
        if place:
            control.entered(ctx, unit, (place,))
        if unit.kind == "gun" and place:
            crew = ctx.game.counter(side, self.type).crew or GUN_CREW
            ctx.tell(f"{unit.id} has no crew yet: new {self.side} {crew} {place}")

    def words(self) -> tuple[dict[str, tuple[str, ...]], frozenset[str]]:
        return {"type": tuple(filter(None, (self.type, self.hex)))}, frozenset({self.side})

    @property
    def _side(self) -> Side:
        return side_of(self.side)

    def _types(self, game: Game) -> Mapping[str, Any]:
        return game.library.counters.get(game.mission.army(self._side).nation, {})


MARKERS = (
    "minefield", "wreck", "ffe", "foxhole", "trench", "wire", "pillbox", "smoke", "flame", "blaze", "roadblock",
    "sniper", "trail-break", "shellholes", "rubble", "fortified-building",
)  # fmt: skip


class AddMarker(Order):
    """Any marker, by hand, where the hex can have it (B2, OtO 3.1)."""

    FORM = "marker add MARKER:kind HEX [TEXT:said…]"
    kind: str
    hex: str
    said: str = ""

    def narrowed(self, game: Game, bound: Bound) -> AddMarker:
        return replace(self, kind=self.kind.lower())

    def verify(self, game: Game) -> None:
        terrain = game.board.terrain(self.hex)
        if self.kind not in MARKERS:
            raise Refused(f"'{self.kind}' is not a marker{nearest(self.kind, MARKERS)}; there are {', '.join(MARKERS)}")
        if self.kind == "shellholes" and not terrain.takes_shellholes:
            what = terrain.describe(game.board.chart)
            raise Refused(f"no shellholes can be placed in {self.hex}: {what} (B2, OtO 2.2)")
        if self.kind == rubble.FORTIFIED and not fortified.can_be_fortified(game, self.hex):
            raise Refused(f"no building stands in {self.hex} that can be fortified (B23.9)")
        if self._below and not terrain.culvert:
            raise Refused(f"there is no Culvert in {self.hex} (OtO 3.1)")

    def run(self, ctx: Context) -> None:
        """It lies there; the first number of its text is its strength."""
        digits = next(filter(None, (number_in(word, 1, 99) for word in self.said.split())), 0)
        number = 1 if self.kind == "ffe" else digits
        text = self._text[:60]
        state = pieces.state_in(self.kind, text)
        pieces.put_marker(
            ctx, self.kind, self.hex, text,
            side=self._side, number=number, why=WHY, below=self._below, state=state, ca=self._ca,
        )  # fmt: skip

    @property
    def _text(self) -> str:
        """What is said of it, with the name of its kind: `wire of the 5th`, `FFE harassing`, `minefield A-P 8`."""
        name = {"ffe": "FFE", rubble.FORTIFIED: fortified.TEXT}.get(self.kind, self.kind)
        return self.said if self.kind in self.said.lower() else f"{name} {self.said}".rstrip()

    @property
    def _side(self) -> str:
        """Whose it is, if that is said: a Sniper (A14.2), an FFE (C1.51)."""
        return next((word.upper() for word in self.said.lower().split() if word.upper() in SIDES), "")

    @property
    def _ca(self) -> str:
        """B30.1: the vertex that a pillbox faces, if it is named."""
        named = {word.upper() for word in self.said.split()}
        return next((word for word in vertex_names(parse_hex(self.hex)) if word in named), "")

    @property
    def _below(self) -> bool:
        return self.kind == "minefield" and "culvert" in self.said.lower().split()


class RemoveMarkers(Order):
    """Markers go, by id or all of a hex."""

    FORM = "marker remove MARKERS"
    markers: tuple[str, ...]

    def run(self, ctx: Context) -> None:
        for name in self.markers:
            ctx.emit(ev.MarkerRemoved.of(ctx.state.markers[name], WHY))


class TakeTrack(Order):
    """The railroad and road tasks, by hand: hexes that are FRIENDLY; `-HEX` loses it."""

    FORM = "track ( rail | road ) TRACK:hexes…"
    kind: ev.Track = one_of("rail", "road")
    hexes: tuple[str, ...] = ()

    def verify(self, game: Game) -> None:
        wanted = control.rail_hexes(game) if self.kind == "rail" else control.road_hexes(game)
        for name in self.hexes:
            if name.lstrip("-") not in wanted:
                raise Refused(f"{name.lstrip('-')} is not a {self.kind} hex of this mission")

    def run(self, ctx: Context) -> None:
        for held in (True, False):
            names = tuple(name.lstrip("-") for name in self.hexes if (name[0] == "-") != held)
            if names:
                ctx.emit(ev.TrackTaken(self.kind, names, held))


class Bridge(Order):
    """MSR 7, B6: a bridge by hand; any hex of one that is there means the whole of it."""

    FORM = "bridge SPAN:hexes ( wooden | stone | destroyed | none )"
    hexes: tuple[str, ...]
    state: str = one_of(*bridges.STATES)

    def verify(self, game: Game) -> None:
        bridges.changed(game, self.hexes, self.state)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.BoardsLaid(bridges.changed(ctx.game, self.hexes, self.state), "by hand"))


class SetOption(Order):
    """Turn one of the switches: Command Control, LOS questions, MF questions; from which chance fire halts a move."""

    FORM = "option [NAME ( on | off | N:chance )]"
    name: str = ""
    to: str = one_of("on", "off")
    chance: int | None = None

    def verify(self, game: Game) -> None:
        if self.name and self.name not in OPTIONS:
            raise Refused(f"there is no option '{self.name}'{nearest(self.name, list(OPTIONS))}; option lists them")
        if self.chance is not None and self.name != first_fire.OPTION:
            raise Refused(f"{self.name} is on or off; only {first_fire.OPTION} takes a number")
        if self.chance is not None and not 0 <= self.chance <= 100:
            raise Refused(f"{self.name} takes a chance from 0 to 100 percent, not {self.chance}")

    def run(self, ctx: Context) -> None:
        """It is turned; without Command Control nobody carries its marks. Without a name: how each stands."""
        if not self.name:
            for name in OPTIONS:
                ctx.tell(f"{name} {'on' if stands(ctx.game, name) else 'off'}: {option_words(ctx.game, name)}")
            return
        ctx.emit(ev.OptionSet(self.name, self.to != "off"))
        if self.chance is not None:
            ctx.emit(ev.ValueSet(self.name, str(self.chance), "user"))
        if not ctx.state.option("command"):
            drop_marks(ctx)


def stands(game: Game, name: str) -> bool:
    """Whether a switch is on; who plays the sides depends on how the game was begun, too."""
    side = next((side for side, plays in PLAYS.items() if plays == name), "")
    return mind_of(game, side) is not None if side else game.state.option(name)


def option_words(game: Game, name: str) -> str:
    """What a switch means; of fire-stops with the chance that counts now."""
    words = OPTIONS[name][1]
    return f"{words} (now {percent(first_fire.least_chance(game))})" if name == first_fire.OPTION else words


class Note(Order):
    """A remark of the player's."""

    FORM = "note TEXT…"
    text: str

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.Adjusted(self.text[:500]))


_adjust = partial(command, stages=BY_HAND, group="adjust")


COMMANDS = (
    _adjust(
        Put,
        summary="put units into any hex, or take them off the map",
        example=("put 628a K21", "put 628a off"),
        options={"off": "they are taken off the map (by hand)"},
    ),
    _adjust(
        Give, summary="give a SW to a unit, or leave it in a hex", key="g", example=("give HMGa 458a", "give HMGa K21")
    ),
    _adjust(
        Become, summary="a unit becomes another counter (ELR, Battle Hardening, crew)", example=("become 628a 5-2-7",)
    ),
    _adjust(
        Face, summary="turn a Gun or vehicle: its CA is the vertex between two hexes", example=("face 88La BB2/CC3",)
    ),
    _adjust(
        Board,
        summary="put Infantry or a Gun aboard a vehicle, or take it off",
        example=("board 628a T34a", "board 628a off"),
        options={"off": "they get off (without the unloading rules of D6)"},
    ),
    _adjust(
        New,
        summary="add any unit or SW of a side's counters",
        example=("new enemy 4-6-7", "new enemy 4-6-7 K9", "new friendly 6-2-8 K22"),
        options={"friendly": "of the FRIENDLY side's counters", "enemy": "of the ENEMY's counters"},
    ),
    _adjust(
        AddMarker,
        RemoveMarkers,
        summary="add or remove any marker: minefield wreck ffe wire …",
        example=(
            "marker add wire K12",
            "marker add minefield K12 A-P 6",
            "marker add pillbox K12 1+3+5 K11/L11",
            "marker add sniper K12 enemy",
            "marker add fortified-building K12 enemy",
            "marker remove wire3",
        ),
        options={
            "add": "a marker of that kind; its text may give strength (B28) and side (A14.2)",
            "remove": "the marker with that id, or every marker in a hex",
        },
    ),
    _adjust(
        TakeTrack,
        summary="say which railroad or road hexes you control (-HEX loses it)",
        stages=("play",),
        example=("track rail P3 P4", "track road -K5"),
        options={"rail": "hexes of the railroad task (S12.6)", "road": "hexes of the road task (S12.6)"},
    ),
    _adjust(
        Bridge,
        summary="build a bridge, say whether it still stands, or remove it (none)",
        stages=(*SETUP, "play"),
        example=(
            "bridge K15 wooden",
            "bridge K15-K16 wooden",
            "bridge K15 stone",
            "bridge K15 destroyed",
            "bridge K15 none",
        ),
        options={
            "wooden": "it stands and is wooden (B6)",
            "stone": "it stands and is of stone (B6)",
            "destroyed": "it is destroyed (MSR 7)",
            "none": "there is no bridge (MSR 7)",
        },
    ),
    _adjust(
        SetOption,
        summary="turn an option on or off; for fire-stops, also the chance in percent at which a shot halts a move",
        stages=STAGES,
        example=("option", "option ask-los off", "option ask-los on", "option fire-stops 10"),
        options={"on": "turn it on", "off": "turn it off"},
    ),
    _adjust(Note, summary="write a remark into the log", stages=STAGES, example=("note the rain has stopped",)),
)
