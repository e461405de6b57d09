"""Orders of set-up: mapboards, figures of the card, VPO, wrecks, and where the FRIENDLY force stands."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.sides import side_of
from sasl.asl.game.state import State
from sasl.content.missions.mission_map import Edge as MapEdge
from sasl.kernel.orders.order import Order, RuledOrder, one_of
from sasl.orders.stages import SETUP, command
from sasl.solitaire import readings
from sasl.solitaire.setup import deployment, friendly_setup, mapboards, objectives, observer, setup_stages, wrecks

# -- the map and the card -----------------------------------------------------------------------------


class TurnMapboard(Order):
    """13: a mapboard is turned by 180 degrees."""

    FORM = "mapboard PLACE turn"
    place: str

    def verify(self, game: Game) -> None:
        if not mapboards.sheet_in(game, self.place).board:
            raise Refused(f"there is no board {self.place} yet")

    def run(self, ctx: Context) -> None:
        mapboards.turn(ctx, self.place)


class Mapboard(Order):
    """13: the choice of boards, their place and how they lie; a new board gets its bridges at once (MSR 7)."""

    FORM = "mapboard PLACE BOARD [turned]"
    place: str
    board: str
    turned: bool = False

    def verify(self, game: Game) -> None:
        mapboards.may_lie(game, self.place, self.board)

    def run(self, ctx: Context) -> None:
        mapboards.choose(ctx, self.place, self.board, turned=self.turned)


class Edge(Order):
    """12: the FRIENDLY side chooses its entry edge before set-up."""

    FORM = "edge ( north | east | south | west )"
    edge: MapEdge = one_of("north", "east", "south", "west")

    def verify(self, game: Game) -> None:
        setup_stages.may_enter_by(game, self.edge)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.EntryChosen(self.edge))


class SetValue(Order):
    """S12.32: a mission value as the player's card has it."""

    FORM = "value NAME FIGURE"
    name: str
    figure: str

    def verify(self, game: Game) -> None:
        setup_stages.proper_value(game, self.name.lower(), self.figure)

    def run(self, ctx: Context) -> None:
        setup_stages.set_value(ctx, self.name.lower(), self.figure)


class ListVpo(Order):
    """A26: the VPO, and who controls each."""

    FORM = "vpo"

    def verify(self, game: Game) -> None:
        objectives.may_change(game)
        if not game.state.control:
            later = game.state.stage == "tables"
            raise Refused(
                "the VPO are not known yet: next determines them" if later else "there is no VPO: vpo add HEX adds one"
            )

    def run(self, ctx: Context) -> None:
        ctx.tell("VPO: " + "; ".join(objectives.report(ctx.game)))


class AddVpo(Order):
    """A26: one VPO more."""

    FORM = "vpo add HEX"
    hex: str

    def verify(self, game: Game) -> None:
        objectives.may_change(game)

    def run(self, ctx: Context) -> None:
        objectives.add(ctx, self.hex)


class RemoveVpo(Order):
    """A26: one VPO less."""

    FORM = "vpo remove HEX"
    hex: str

    def verify(self, game: Game) -> None:
        objectives.may_change(game)
        objectives.may_remove(game, self.hex)

    def run(self, ctx: Context) -> None:
        objectives.change(ctx, self.hex, None)


class ControlVpo(Order):
    """A26: who controls a VPO."""

    FORM = "vpo HEX ( friendly | enemy )"
    hex: str
    side: str = one_of("friendly", "enemy")

    def verify(self, game: Game) -> None:
        objectives.may_change(game)
        objectives.is_one(game, self.hex)

    def run(self, ctx: Context) -> None:
        objectives.give(ctx, self.hex, side_of(self.side))


class ChooseReading(Order):
    """12: how a doubtful place of the card is read, before what it is about has been laid out."""

    FORM = "reading [NAME CHOICE]"
    name: str = ""
    choice: str = ""

    def verify(self, game: Game) -> None:
        readings.may_choose(game, self.name.lower(), self.choice.lower())

    def run(self, ctx: Context) -> None:
        """12: the reading is in force; without a name: all there are."""
        if self.name:
            readings.choose(ctx, self.name.lower(), self.choice.lower())
            return
        for line in readings.report(ctx.game):
            ctx.tell(line)


# -- wrecks and the force -----------------------------------------------------------------------------


class SpreadWrecks(RuledOrder):
    """MSR 8: the wrecks left over, spread along the front, in open ground where there is some."""

    FORM = "wreck auto"
    RULE = (wrecks.rule_of, wrecks.spread)


class PlaceWrecks(RuledOrder):
    """MSR 8: wrecks near the FRIENDLY area, never ADJACENT, not where ENEMY units are."""

    FORM = "wreck HEX:hexes…"
    RULE = (wrecks.may_stand, wrecks.place)
    hexes: tuple[str, ...]


class Place(Order):
    """A5.1: set up units inside their limits; `foxhole`: Infantry is dug in (MSR 2); `culvert`: IN it (OtO 3);
    `pillbox`: inside it (B30.4).
    """

    FORM = "place OWN:units HEX [foxhole | culvert | pillbox]"
    units: tuple[str, ...]
    hex: str
    where: str = one_of("foxhole", "culvert", "pillbox")

    def verify(self, game: Game) -> None:
        units = [game.state.units[name] for name in self.units]
        below, inside = self.where == "culvert", self.where == "pillbox"
        friendly_setup.may_stand(game, units, self.hex, culvert=below, inside=inside)
        if self.where == "foxhole":
            friendly_setup.may_dig(game, self.hex)

    def run(self, ctx: Context) -> None:
        friendly_setup.place(ctx, self.units, self.hex, self.where)
        on_foot = any(unit.infantry for unit in ctx.state.present(self.units))
        if on_foot and friendly_setup.out_of_sight(ctx.game, self.hex):
            ctx.tell(f"No S? or ENEMY unit sees {self.hex}: Infantry begins under ? there (A12.12).", hexes=(self.hex,))


class Observer(RuledOrder):
    """C1.63: the Offboard Observer's hex."""

    FORM = "observer HEX"
    RULE = (observer.may_observe, observer.record_observer)
    hex: str


class Deploy(Order):
    """Set up what is not set up yet: companies in three groups each, armor behind them, observer in the middle."""

    FORM = "deploy [GROUP]"
    group: str = ""

    def verify(self, game: Game) -> None:
        groups = [item.id for item in game.mission.force]
        if self.group and self.group not in [item.id for item in game.mission.force if item.turn == 0]:
            raise Refused(f"'{self.group}' is not a group of the OoB; they are {', '.join(groups)}")

    def run(self, ctx: Context) -> None:
        deployment.deploy(ctx, self.group)


def _in(stage: str, what: str) -> Callable[[State], str]:
    def why(state: State) -> str:
        return "" if state.stage == stage else f"{what}; this is {state.moment}"

    return why


_wrecks_open = _in("wrecks", "wrecks are placed before the FRIENDLY force")
_set_up_open = _in("set-up", "the force sets up once it is known")


def _read_at_setup(state: State) -> str:
    return "" if state.stage in SETUP else "readings of the card are chosen at set-up"


_command = partial(command, group="set-up")


COMMANDS = (
    _command(
        TurnMapboard,
        Mapboard,
        summary="choose a mapboard by hand, or turn it by 180 degrees",
        stages=("boards", "tables"),
        useful=lambda game: game.mission.area.boards is not None,
        key="b",
        example=("mapboard centre 13", "mapboard centre 13 turned", "mapboard centre turn"),
        options={
            "turn": "turn the board that lies there by 180 degrees (13)",
            "turned": "place it turned by 180 degrees (13)",
        },
    ),
    _command(
        Edge,
        summary="choose the board edge by which your force enters (the FBE)",
        stages=("boards", "tables", "suspects"),
        useful=lambda game: bool(game.mission.area.entry_choice),
        example=("edge north", "edge east", "edge south", "edge west"),
        options={word: f"it enters by the {word} edge (12)" for word in ("north", "east", "south", "west")},
    ),
    _command(
        SetValue,
        summary="replace a mission value with your own card's figure (enemy-ac, enemy-re …)",
        stages=(*SETUP, "play"),
        group="adjust",
        example=("value enemy-ac 3",),
    ),
    _command(
        ListVpo,
        AddVpo,
        RemoveVpo,
        ControlVpo,
        summary="list the VPO, edit the list, or say who controls one",
        stages=(*SETUP, "play"),
        group="adjust",
        example=("vpo", "vpo add K33", "vpo remove A12", "vpo Q10 friendly", "vpo Q10 enemy"),
        options={
            "add": "add a VPO (A26)",
            "remove": "remove a VPO (A26)",
            "friendly": "the FRIENDLY side controls it (A26)",
            "enemy": "the ENEMY controls it (A26)",
        },
    ),
    _command(
        ChooseReading,
        summary="the doubtful passages of the mission card: see how each is read, or choose another reading",
        stages=SETUP,
        when=_read_at_setup,
        useful=lambda game: bool(game.mission.readings),
        example=("reading", "reading layout upright"),
    ),
    _command(
        SpreadWrecks,
        PlaceWrecks,
        summary="place wrecks before your force (MSR 8); auto spreads the rest",
        stages=("wrecks",),
        when=_wrecks_open,
        useful=lambda game: game.mission.wrecks is not None,
        key="w",
        example=("wreck L17 T13", "wreck auto"),
        options={"auto": "the program places the rest (MSR 8)"},
    ),
    _command(
        Place,
        summary="set up units (ids, a group, or everything in a hex) in a hex",
        stages=("set-up",),
        when=_set_up_open,
        key="p",
        example=(
            "place 628a,91a K22",
            "place 628a,91a K22 foxhole",
            "place 628a K22 culvert",
            "place 628a K22 pillbox",
        ),
        options={
            "foxhole": "in a foxhole, if the mission allows it (MSR 2, B27.1)",
            "culvert": "IN the Culvert of the hex (OtO 3)",
            "pillbox": "inside the pillbox of the hex (B30.4)",
        },
    ),
    _command(
        Observer,
        summary="record the Offboard Observer's hex on your edge (MSR 3)",
        stages=("set-up",),
        when=_set_up_open,
        example=("observer P28",),
    ),
    _command(
        Deploy,
        summary="let the program set up your force, or one group of it",
        stages=("set-up",),
        when=_set_up_open,
        key="d",
        example=("deploy", "deploy a"),
    ),
)
