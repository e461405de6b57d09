"""Orders of Infantry, Cavalry and whole stacks on the move: the MPh, the APh and the RtPh."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Self

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.places import known_hex
from sasl.asl.game.state import State, Unit
from sasl.asl.infantry import mopping, searching
from sasl.asl.infantry.rout import routing
from sasl.asl.movement import advance, bypass, firefighting, move, riding
from sasl.asl.movement.allowance import able, may_move
from sasl.asl.movement.charging import human_wave
from sasl.asl.movement.ground.costs import PLAIN, Gait
from sasl.asl.movement.ground.shelters import check_room
from sasl.asl.movement.into import lift_mines
from sasl.asl.ordnance import guns
from sasl.asl.terrain import clearance, minefields, walls
from sasl.kernel.orders.grammar import Bound, Kind
from sasl.kernel.orders.order import Order, RuledOrder, one_of
from sasl.kernel.text import listed
from sasl.orders.kinds import is_place, select_in, units_of
from sasl.orders.stages import command, in_mph, in_own, in_phase, not_now
from sasl.solitaire import pending

# -- moving -------------------------------------------------------------------------------------------


class Move(Order):
    """A4, D2: units of one hex, or a vehicle, go to the hexes of `path`, each by the cheapest way.

    `beside`: which of them they go round in Bypass, each with the hexes beyond the hexsides they go along. `stays`: why
    others of the place that was named do not go with them.
    """

    FORM = "move UNITS WAY:path… [" + "|".join(move.OPTIONS) + "]…"
    units: tuple[str, ...]
    path: tuple[str, ...]
    options: frozenset[str] = frozenset()
    beside: bypass.Beside = ()
    stays: tuple[str, ...] = ()

    @classmethod
    def read(cls, game: Game, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        """A hex goes with all who may; `D4-C4-C5`, or `D4 bypass C4,C5`, goes round D4 between it and C4, C5."""
        word, options = bound.slots["units"][0], frozenset(bound.said)
        units, stays = able(
            select_in(game, word, game.state.side),
            place=is_place(game.state, word),
            waived=game.reactions.waived(game, options),
            together="armored" in options,
        )
        path, beside = way_of(game, bound.slots["path"])
        return cls(tuple(unit.id for unit in units), path, options, beside, tuple(stays))

    def verify(self, game: Game) -> None:
        """A4, D2: everything but the dangers on the way, and the MF, which the player's board may know better."""
        self.plan(game)

    def plan(self, game: Game) -> move.March:
        """The whole way of those who go. Refused if it is not legal."""
        units = units_of(game, self.units, game.state.side)
        able(units, place=False, waived=game.reactions.waived(game, self.options))
        return move.plan(game, units, self.path, self.options, self.beside)

    def run(self, ctx: Context) -> None:
        for why in self.stays:
            ctx.tell(f"Stays behind: {why}.")
        move.move(ctx, self.plan(ctx.game))

    def line(self) -> str:
        options = [word for word in move.OPTIONS if word in self.options]
        return " ".join(("move", ",".join(self.units), *way_words(self.path, self.beside), *options))


def way_words(path: Sequence[str], beside: bypass.Beside) -> list[str]:
    """The hexes of a way as they are typed, those that are gone round with what lies beyond."""
    past = dict(beside)
    return ["-".join((name, *past.get(name, ()))) for name in path]


def way_of(game: Game, words: Sequence[str]) -> tuple[tuple[str, ...], bypass.Beside]:
    """The hexes that words name, and what they say of Bypass."""
    names: list[str] = []
    beside: dict[str, tuple[str, ...]] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word.lower() == "bypass":
            if not names or not rest:
                raise Refused("bypass comes after the hex it goes round, as in: move 628a D4 bypass C4,C5 C5 (A4.3)")
            beyond = rest.pop(0).split(",")
        else:
            name, *beyond = word.split("-")
            names.append(known_hex(game, name))
        if beyond:
            beside[names[-1]] = tuple(known_hex(game, item) for item in beyond)
            if far := [item for item in beside[names[-1]] if item not in game.board.neighbours(names[-1])]:
                text = f"{names[-1]} is not adjacent to {far[0]}: hyphens name the hexes a Bypass goes round (A4.3)"
                raise Refused(f"{text}; put spaces between the hexes of a way")
    return tuple(names), tuple(beside.items())


class WaveOn(Order):
    """A25.232: the next Impulse of the Human Wave; `goals`: who goes where, if it is not left to the program."""

    FORM = "wave [UNITS HEX]…"
    goals: tuple[tuple[str, str], ...] = ()

    @classmethod
    def meant(cls, game: Game) -> bool:
        return game.state.wave is not None

    @classmethod
    def read(cls, game: Game, bound: Bound, kinds: Mapping[str, Kind]) -> Self:
        pairs = zip(bound.slots.get("units", ()), bound.slots.get("hex", ()), strict=True)
        return cls(
            tuple(
                (unit.id, known_hex(game, place))
                for who, place in pairs
                for unit in select_in(game, who, game.state.side)
                if "human-wave" in unit.flags
            )
        )

    def verify(self, game: Game) -> None:
        if game.state.wave is None:
            raise Refused("no Human Wave is under way; declare one, as in: wave K20,L20,M20 L14 (A25.23)")

    def run(self, ctx: Context) -> None:
        human_wave.run(ctx, dict(self.goals))

    def line(self) -> str:
        return " ".join(("wave", *(word for goal in self.goals for word in goal)))


class Wave(RuledOrder):
    """A25.23: Russian Infantry declares a Human Wave at the enemy in a hex; who sees him is asked then."""

    FORM = "wave WAVE:units HEX"
    RULE = (human_wave.may_declare, human_wave.declare)
    units: tuple[str, ...]
    hex: str


class Search(RuledOrder):
    """A12.152: units search their own hex and others, in the order named, as the last thing in their move."""

    FORM = "search OWN:units HEX:hexes…"
    RULE = (searching.may_search, searching.search)
    units: tuple[str, ...]
    hexes: tuple[str, ...]

    def given(self, game: Game) -> tuple[list[Unit], tuple[str, ...]]:
        return units_of(game, self.units, "FRIENDLY"), tuple(dict.fromkeys(self.hexes))


class Mop(RuledOrder):
    """A12.153: MMC mop up the building they are in."""

    FORM = "mop MOVERS:units"
    RULE = (mopping.may_mop, mopping.mop)
    units: tuple[str, ...]

    def given(self, game: Game) -> tuple[list[Unit]]:
        return (units_of(game, self.units, game.state.side),)


def _when_clearing(state: State) -> str:
    """B24.7: in the own PFPh, MPh and CCPh; a Flame in the own DFPh, too."""
    own_fire = state.phase == "DFPh" and state.side != "FRIENDLY"
    return "" if own_fire else in_own("PFPh", "MPh", "CCPh")(state)


class Clear(Order):
    """B24.72-.74, OtO 3.6: units clear the mines of their hex, its Wire, or a Flame."""

    FORM = "clear HEX OWN:units [wire|flame]"
    hex: str
    units: tuple[str, ...]
    what: str = one_of("wire", "flame")

    @property
    def _task(self) -> clearance.Task:
        return clearance.WIRE if self.what else clearance.MINES

    def _lifts(self, game: Game) -> bool:
        return (
            game.state.phase == "MPh"
            and not self.what
            and minefields.lifts(game, units_of(game, self.units, "FRIENDLY"), self.hex)
        )

    def verify(self, game: Game) -> None:
        """B24.7: who may; in the CCPh those who have worked all turn."""
        units = units_of(game, self.units, "FRIENDLY")
        if self.what == "flame":
            firefighting.may_put_out(game, units, self.hex)
            return
        if game.state.phase == "DFPh":
            raise Refused(f"{self._task.what} are cleared from the PFPh or MPh on, not in the DFPh ({self._task.rule})")
        if self._lifts(game):
            for unit in units:
                may_move(unit)
        elif game.state.phase != "CCPh":
            clearance.may_clear(game, units, self.hex, self._task)
        idle = [unit.id for unit in units if not clearance.at_work(unit)]
        if idle and game.state.phase == "CCPh":
            raise Refused(f"{idle[0]} did not begin clearing {self._task.what} in its PFPh or MPh ({self._task.rule})")

    def run(self, ctx: Context) -> None:
        """B24.7: they begin, or make the Clearance DR; IN the Culvert one MF does (OtO 3.6)."""
        units = units_of(ctx.game, self.units)
        if self.what == "flame":
            firefighting.put_out(ctx, units, self.hex)
        elif self._lifts(ctx.game):
            lift_mines(ctx, units, self.hex)
        elif ctx.state.phase != "CCPh":
            clearance.begin_work(ctx, units, self.hex, self._task)
            text = f"The Clearance DR is due: {self.line()}"
            pending.later(ctx, "clear", "FRIENDLY", "CCPh", text, hexes=(self.hex,))
        elif not clearance.work_ends(ctx, units, self.hex, self._task):
            raise Refused(f"nobody is left to clear {self._task.what} in {self.hex} ({self._task.rule})")


# -- horses -------------------------------------------------------------------------------------------


class Mount(RuledOrder):
    """A13.31: Infantry of one hex mounts for one MF of the basic allotment; `horses`: those it takes first."""

    FORM = "mount FOOT:units [UNITS:horses]"
    RULE = (riding.mounting, riding.mount)
    units: tuple[str, ...]
    horses: tuple[str, ...] = ()


class Dismount(RuledOrder):
    """A13.31: Cavalry of one hex dismounts for one MF; its horses stay there."""

    FORM = "dismount RIDERS:units"
    RULE = (riding.dismounting, riding.dismount)
    units: tuple[str, ...]


# -- the other phases ---------------------------------------------------------------------------------


class Advance(Order):
    """A4.7: Infantry advances one hex, also into CC; those of several hexes beside it one stack after another."""

    FORM = "advance MOVERS:units HEX [into|crest|culvert]"
    units: tuple[str, ...]
    hex: str
    manner: str = one_of("into", "crest", "culvert")

    @property
    def _gait(self) -> Gait:
        return Gait.of(self.manner) if self.manner else PLAIN

    def verify(self, game: Game) -> None:
        """Every stack may, and what they go into holds them all."""
        stacks = self._stacks(game)
        for stack in stacks:
            advance.check_advance(game, stack, self.hex, self._gait)
        if self.manner == "into":
            check_room(game, [unit for stack in stacks for unit in stack], self.hex)

    def run(self, ctx: Context) -> None:
        for stack in self._stacks(ctx.game):
            if left := ctx.state.present([unit.id for unit in stack]):
                advance.advance(ctx, left, self.hex, self._gait)

    def _stacks(self, game: Game) -> list[list[Unit]]:
        """Who advances, hex by hex; prisoners come along with their Guard (A20.5)."""
        units, stacks = units_of(game, self.units, game.state.side), dict[str, list[Unit]]()
        for unit in [unit for unit in units if "prisoner" not in unit.flags] or units:
            stacks.setdefault(unit.hex, []).append(unit)
        return [*stacks.values()]


class Rout(RuledOrder):
    """A10.5: broken units rout (a leader may run with them); without a path the ways are proposed.

    `manner`: "", `stay`, or `crawl` to the one hex of the path (A10.52).
    """

    FORM = "rout RUNNERS:units [stay | crawl HEX:path | HEX:path…]"
    RULE = (routing.may_rout, routing.rout)
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    manner: str = one_of("stay", "crawl")


class Wall(Order):
    """B9.322: units claim or forfeit Wall Advantage; without either, how it stands."""

    FORM = "wall UNITS [claim|forfeit]"
    units: tuple[str, ...]
    manner: str = one_of("claim", "forfeit")

    def verify(self, game: Game) -> None:
        """B9.322: claimed at set-up, in the RPh, in the own MPh and APh, or when no enemy has it."""
        units = units_of(game, self.units)
        away = next((unit.id for unit in units if not unit.hex), "")
        if away:
            raise Refused(f"{away} is not on the map (B9.32)")
        bare = next((unit for unit in units if unit.hex not in walls.fenced_hexes(game.board)), None)
        if bare is not None:
            raise Refused(f"{bare.hex}, the hex of {bare.id}, has no wall or hedge (B9.3)")
        for unit in units if self._changes(game, units) else ():
            if self.manner == "claim":
                walls.may_claim(game, unit)
            else:
                walls.may_forfeit(game, unit)

    def _changes(self, game: Game, units: Sequence[Unit]) -> bool:
        have = [walls.has(game, unit) for unit in units]
        return not all(have) if self.manner == "claim" else bool(self.manner) and any(have)

    def run(self, ctx: Context) -> None:
        """B9.322: they have it, or have it no more, nor has their Gun its Emplacement (C11.3)."""
        units = units_of(ctx.game, self.units)
        if not self.manner:
            for unit in units:
                ctx.tell(f"{unit.id} {walls.standing(ctx.game, unit)}.", hexes=(unit.hex,))
        elif not self._changes(ctx.game, units):
            has = "Wall Advantage already" if self.manner == "claim" else "No Wall Advantage to forfeit"
            ctx.tell(f"{has}: {listed(unit.id for unit in units)} (B9.32).")
        elif self.manner == "claim":
            walls.claim(ctx, units)
        else:
            walls.forfeit(ctx, units)
            for gun in filter(None, [guns.manned_by(ctx.game, unit) for unit in units]):
                pieces.change(ctx, gun, (), ["emplaced"], "its crew forfeits Wall Advantage (C11.3)")


# -- the words ----------------------------------------------------------------------------------------


def _when_mounting(state: State) -> str:
    if state.stage == "set-up" or (state.stage == "play" and state.phase == "MPh"):
        return ""
    return not_now("its own MPh or, off the map, to set-up", state, "A13.31")


_move = partial(command, group="move")

COMMANDS = (
    _move(
        Move,
        summary="move a stack along a path, or by the cheapest way to a hex; D4-C4-C5 (D4 bypass C4,C5) bypasses D4",
        brief="UNITS HEX[-HEX]… [assault double dash gallop charge armored ovr crest stop reverse minimum into …]",
        when=in_mph,
        key="m",
        example=(
            "move 628a,91a K21 K20",
            "move K22 to K20",
            "move 628a K20 assault",
            "move 628a K20 K19 double",
            "move 628a L20 dash",
            "move 527a K28 gallop",
            "move 628a,T34a K20 armored",
            "move 628a K14 ovr",
            "move 628a K15 crest",
            "move T34a K20 stop",
            "move T34a K23 reverse",
            "move 527a K14 charge",
            "move 628a K20 trail",
            "move T34a K23 motion",
            "move 628a K20 minimum",
            "move 628a K20 into",
            "move 628a K15 culvert",
            "move T34a K20 off-road",
        ),
        options=move.OPTIONS,
    ),
    _move(
        WaveOn,
        Wave,
        summary="a Human Wave: Russian MMC, 2 in each of 3+ hexes in a chain, and a leader, at a Known enemy within 8",
        when=in_phase("MPh", rule="A25.23"),
        example=("wave K20,L20,M20 L14", "wave", "wave K20 K19"),
    ),
    _move(
        Search,
        summary="MMC Search adjacent hexes for concealed units and S?, as their whole move (A12.152)",
        when=in_own("MPh"),
        example=("search 628a K20 K21",),
    ),
    _move(
        Mop,
        summary="MMC mop up their building: hiding units are found, broken ones surrender (A12.153)",
        when=in_phase("PFPh", rule="A12.153"),
        example=("mop 628a,458a",),
    ),
    _move(
        Clear,
        summary="clear mines or Wire: begin in PFPh or MPh, roll in your CCPh (B24.7); put out a Flame in MPh or DFPh",
        when=_when_clearing,
        example=("clear S15 628a,91a", "clear K20 628a wire", "clear K20 628a flame"),
        options={
            "wire": "the Wire in the hex, from beneath it (B24.73)",
            "flame": "a Flame in the hex, at once, as Hazardous Movement (B24.72)",
        },
    ),
    _move(
        Mount,
        summary="Infantry mounts horse counters in its hex, or off the map",
        stages=("set-up", "play"),
        when=_when_mounting,
        example=("mount 527a", "mount 527a SqHa"),
    ),
    _move(
        Dismount,
        summary="Cavalry dismounts; its horses stay in the hex",
        stages=("set-up", "play"),
        when=_when_mounting,
        example=("dismount 527a",),
    ),
    _move(
        Advance,
        summary="advance one hex in the APh; its own hex: into its foxhole or pillbox or out, up to the crest or down",
        when=in_phase("APh"),
        example=(
            "advance K20 K19",
            "advance 447a,628b K19",
            "advance 447a K19 into",
            "advance 447a K19 crest",
            "advance 447a M23 culvert",
        ),
        options={
            "into": "into the foxhole, trench or shellholes of the hex (A4.7, B2, B27)",
            "crest": "into Crest status (B20.91)",
            "culvert": "INTO the Culvert (OtO 3.2)",
        },
    ),
    _move(
        Rout,
        summary="rout broken units (a leader may rout with them); without a hex it proposes ways",
        when=in_phase("RtPh"),
        example=("rout 447c", "rout 447c K23 K24", "rout 447c crawl K23", "rout 447c stay"),
        options={"crawl": "a Low Crawl of one hex (A10.52)", "stay": "they do not rout (A10.5)"},
    ),
    _move(
        Wall,
        summary="claim or forfeit Wall Advantage over the walls and hedges of the hex",
        stages=("set-up", "play"),
        example=("wall 628a claim", "wall 628a forfeit"),
        options={"claim": "they have it from now on (B9.322)", "forfeit": "they forfeit it (B9.322)"},
    ),
)
