"""Orders about the ENEMY: its acts and doctrine, S?, Activation, events, Snipers; and how Command binds the player."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl import snipers
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import Mind, mind_of
from sasl.asl.game.sides import STAGES, side_of
from sasl.asl.game.state import State, Suspect
from sasl.kernel.orders.grammar import Bound
from sasl.kernel.orders.order import Order, one_of
from sasl.kernel.text import as_named
from sasl.orders.kinds import is_place
from sasl.orders.stages import command, in_phase
from sasl.solitaire import command_control
from sasl.solitaire.briefing import prompts
from sasl.solitaire.random_events import table as random_events
from sasl.solitaire.random_events.entry_events import table_of
from sasl.solitaire.suspects import activation, suspect_counters
from sasl.solitaire.suspects.generation import activate

MOST_ACTS = 400
SIDE = ("enemy", "friendly")


# -- the ENEMY's acts ---------------------------------------------------------------------------------


def _plays(state: State) -> str:
    return "" if state.option("enemy-plays") else "you give the ENEMY's orders; option enemy-plays on changes that"


class EnemyAct(Order):
    """S6: the ENEMY acts, one act at a time or in a run; a run ends where you may fire or were asked something."""

    FORM = "enemy [shot | phase]"
    manner: str = one_of("shot", "phase")

    def run(self, ctx: Context) -> None:
        if not _acts(ctx, self.manner):
            raise Refused("the ENEMY has nothing left to do in this phase; next goes on")


def _acts(ctx: Context, manner: str) -> bool:
    """One act, or acts until a shot or the end of the phase. False if there was none."""
    ctx.asks = not manner
    acted = False
    for _ in range(MOST_ACTS):
        mind = mind_of(ctx.game, "ENEMY")
        begin, answered = len(ctx.events), ctx.answered
        if mind is None or not mind.act(ctx):
            break
        acted = True
        fired = any(isinstance(event, ev.Fired) for event in ctx.events[begin:])
        if not manner or (manner == "shot" and fired) or ctx.answered > answered or _may_be_answered(ctx):
            break
    ctx.asks = True
    return acted


def _may_be_answered(ctx: Context) -> bool:
    """Whether an ENEMY move has halted under the player's guns."""
    return ctx.state.side == "ENEMY" and bool(prompts.movers(ctx.game)) and bool(prompts.may_answer(ctx.game))


class EnemyPass(Order):
    """Veto: the units named, or all, do nothing more in this phase."""

    FORM = "enemy pass [THEIRS:units]"
    units: tuple[str, ...] = ()

    def _left(self, game: Game) -> list[str]:
        units = self.units or tuple(unit.id for unit in game.state.on_map("ENEMY"))
        return [name for name in units if name not in game.state.passed]

    def verify(self, game: Game) -> None:
        """Only who does not pass yet can be told to."""
        if not self._left(game):
            raise Refused("they already pass in this phase")

    def run(self, ctx: Context) -> None:
        for name in self._left(ctx.game):
            ctx.emit(ev.Passed(name, "vetoed" if self.units else "", vetoed=bool(self.units)))
        if not self.units:
            ctx.tell("By your order the ENEMY does nothing more in this phase.")


class Action(Order):
    """S6.21, S6.1: Panic, then automatic actions, else one Action DR for each unit; a word settles it by hand."""

    FORM = "action MOVERS:units [fire | move | none]"
    units: tuple[str, ...]
    result: str = one_of("fire", "move", "none")

    def narrowed(self, game: Game, bound: Bound) -> Action:
        """Of a place or a group those who have an Action."""
        mind = self._mind(game)
        able = tuple(name for name in self.units if not self._fault(game, mind, name))
        whole = all(is_place(game.state, word) for word in bound.slots["units"])
        return Action(able, self.result) if able and whole else self

    def verify(self, game: Game) -> None:
        mind = self._mind(game)
        fault = next(filter(None, (self._fault(game, mind, name) for name in self.units)), "")
        if fault:
            raise Refused(fault)

    def run(self, ctx: Context) -> None:
        mind = self._mind(ctx.game)
        for name in self.units:
            mind.take_action(ctx, ctx.state.units[name], self.result)

    def _fault(self, game: Game, mind: Mind, name: str) -> str:
        return mind.no_action(game, game.state.units[name], by_hand=bool(self.result))

    def _mind(self, game: Game) -> Mind:
        mind = mind_of(game, game.state.side) or game.minds.get(game.state.side)
        if mind is None:
            raise Refused(f"no Actions are rolled for the {game.state.side} side: you decide for it (S6.1)")
        return mind


# -- S? and Activation --------------------------------------------------------------------------------


class Check(Order):
    """S5: an Activation check by hand, where the player's board shows what the program's does not."""

    FORM = "check SUSPECT UNIT [level N:levels]"
    suspect: str
    unit: str
    levels: int = 0

    def verify(self, game: Game) -> None:
        if not 0 <= self.levels <= activation.MOST_LEVELS:
            most = activation.MOST_LEVELS
            raise Refused(f"'{self.levels}' is not a level of a building: 0 to {most} above the base level (S5)")
        if not game.state.units[self.unit].hex:
            raise Refused(f"{self.unit} is not on the map")

    def run(self, ctx: Context) -> None:
        suspect, place = ctx.state.suspects[self.suspect], ctx.state.units[self.unit].hex
        cause = activation.Provocation(self.unit, place, ctx.board.distance(place, suspect.hex), "any", ())
        activation.activation_check(ctx, suspect, cause, levels_up=self.levels)


class Activate(Order):
    """S5.7: Activate an S? because the player's board or card says so."""

    FORM = "activate SUSPECT [HEX]"
    suspect: str
    hex: str = ""

    def run(self, ctx: Context) -> None:
        """S5.7: what it turns out to be; it faces the hex, or the nearest FRIENDLY unit."""
        item = ctx.state.suspects[self.suspect]
        facing = self.hex or suspect_counters.nearest_friendly(ctx, item.hex)
        ctx.emit(ev.SuspectRemoved(item.id, item.hex, "player", activated=True))
        activation.announce(ctx, activate(ctx, item.hex, facing, attitude=activation.attitude_of(ctx, item)))


def _free(game: Game, place: str) -> None:
    if game.state.suspects_at(place):
        raise Refused(f"{place} already has an S?")


class SuspectAdd(Order):
    """3: an S? more."""

    FORM = "suspect add HEX"
    hex: str

    def verify(self, game: Game) -> None:
        _free(game, self.hex)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.SuspectPlaced(Suspect(ctx.new_number("S?"), self.hex, ctx.mission.attitude, "player")))


class SuspectRemove(Order):
    """3: an S? less."""

    FORM = "suspect remove SUSPECT"
    suspect: str

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.SuspectRemoved(self.suspect, ctx.state.suspects[self.suspect].hex, "player"))


class SuspectMove(Order):
    """3: an S? elsewhere."""

    FORM = "suspect move SUSPECT HEX"
    suspect: str
    hex: str

    def verify(self, game: Game) -> None:
        _free(game, self.hex)

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.SuspectMoved(self.suspect, (ctx.state.suspects[self.suspect].hex, self.hex)))


class SuspectTurn(Order):
    """S3.2: an S? with another attitude."""

    FORM = "suspect SUSPECT ( hold | advance | withdraw )"
    suspect: str
    attitude: str = one_of("hold", "advance", "withdraw")

    def run(self, ctx: Context) -> None:
        ctx.emit(ev.SuspectTurned(self.suspect, self.attitude.capitalize(), "player"))


# -- events, Snipers, Command Control -----------------------------------------------------------------


class RandomEvent(Order):
    """S2.2: a Random Event by hand, e.g. because the player's dice gave it."""

    FORM = "event ( enemy | friendly ) [D66:number]"
    side: str = one_of(*SIDE)
    number: int = 0

    def verify(self, game: Game) -> None:
        rows = game.library.table(table_of(game.mission, side_of(self.side)))
        if self.number and not rows.holds(self.number):
            raise Refused(f"{rows.title} has no event {self.number}; its last is {rows.rows[-1].label}")

    def run(self, ctx: Context) -> None:
        if self.number:
            random_events.event_of(ctx, side_of(self.side), self.number)
        else:
            random_events.random_event(ctx, side_of(self.side))


class Sniper(Order):
    """A14: the player rolled the SAN; make the Sniper dr and, if effective, the attack."""

    FORM = "sniper ( enemy | friendly ) [1 | 2]"
    side: str = one_of(*SIDE)
    effect: str = one_of("1", "2")

    def run(self, ctx: Context) -> None:
        if self.effect:
            snipers.sniper_attack(ctx, side_of(self.side), int(self.effect))
            return
        record = ctx.table("sniper.effect", f"{side_of(self.side)} Sniper dr")
        if str(record.result) == "effective":
            snipers.sniper_attack(ctx, side_of(self.side), max(1, record.total))


class ChooseCommand(Order):
    """16 [house]: chapter 16 as `strict`, `mild` or `off`; the choice is kept in the game."""

    FORM = "command [WORD:name]"
    name: str = ""

    def verify(self, game: Game) -> None:
        names: Sequence[str] = command_control.variants(game.library)
        if self.name and as_named(self.name, names) not in names:
            raise Refused(f"command needs one of {', '.join(names)}, as in: command mild")

    def run(self, ctx: Context) -> None:
        """S16: the variant is in force; without a name: all there are, the chosen one marked."""
        if self.name:
            command_control.choose(ctx, as_named(self.name, command_control.variants(ctx.library)))
            return
        for name in command_control.variants(ctx.library):
            table = ctx.library.table(command_control.PREFIX + name)
            ctx.tell(f"{'*' if name == command_control.chosen(ctx.game) else ' '} {table.title} [{table.provenance}]")


COMMANDS = (
    command(
        EnemyAct,
        EnemyPass,
        summary="run the ENEMY's next act, all up to its next shot, or all of the phase; or let units pass",
        when=_plays,
        group="enemy",
        example=("enemy", "enemy shot", "enemy phase", "enemy pass 467a"),
        options={
            "shot": "act after act until it fires (S6)",
            "phase": "act after act until the phase is over (S6)",
            "pass": "these units, or all of them, do nothing more in this phase (S6)",
        },
    ),
    command(
        Action,
        summary="make the Action DR of units (S6.1), or say what they do",
        when=in_phase("PFPh"),
        group="enemy",
        example=("action 467a", "action 467a fire", "action 467a move", "action 467a none"),
        options={
            "fire": "a Fire Command, without a DR (S6.1)",
            "move": "a Move Command, without a DR (S6.1)",
            "none": "no Action in this Player Turn (S6.1)",
        },
    ),
    command(
        Check,
        summary="make the AC check of an S? against a unit that it sees on your board; level N: it is N levels up",
        group="enemy",
        example=("check S?12 628a", "check S?12 628a level 1"),
        options={"level": "it is that many levels above the base level of its building (S5)"},
    ),
    command(
        Activate,
        summary="Activate an S? without a check (HEX: the FRIENDLY unit it faces)",
        group="enemy",
        example=("activate S?12", "activate S?12 K14"),
    ),
    command(
        SuspectAdd,
        SuspectRemove,
        SuspectMove,
        SuspectTurn,
        summary="adjust S? by hand",
        stages=("suspects", "wrecks", "force", "set-up", "play"),
        group="adjust",
        example=(
            "suspect add K9",
            "suspect remove S?4",
            "suspect move S?4 K9",
            "suspect S?4 advance",
            "suspect S?4 hold",
            "suspect S?4 withdraw",
        ),
        brief="add HEX | remove S? | move S? HEX | S? ATTITUDE",
        options={
            "add": "another S?, with the Prevailing Attitude (3)",
            "remove": "take it off the map (3)",
            "move": "put it elsewhere (3)",
            "hold": "change its attitude to Hold (S3.2)",
            "advance": "change its attitude to Advance (S3.2)",
            "withdraw": "change its attitude to Withdraw (S3.2)",
        },
    ),
    command(
        RandomEvent,
        summary="make a Random Event happen: rolled, or the one you name",
        group="enemy",
        example=("event enemy", "event friendly 24"),
        options={"enemy": "on the ENEMY's table (S2.2)", "friendly": "on the FRIENDLY table (S2.2)"},
    ),
    command(
        Sniper,
        summary="resolve a Sniper attack: its dr (or 1 / 2), target and effect; then the Sniper Check (A14.4)",
        group="enemy",
        example=("sniper enemy", "sniper friendly 1", "sniper friendly 2"),
        options={
            "enemy": "the ENEMY's Sniper attacks (A14)",
            "friendly": "the FRIENDLY Sniper attacks (A14)",
            "1": "its dr was a 1 (A14.3)",
            "2": "its dr was a 2 (A14.3)",
        },
    ),
    command(
        ChooseCommand,
        summary="how Command Control restricts you (S16): show the variants, or choose one",
        stages=STAGES,
        group="adjust",
        example=("command", "command mild"),
    ),
)
