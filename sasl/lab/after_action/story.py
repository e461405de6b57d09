"""A game as a story: turn by turn the acts, their dice and outcome, the losses, and the VP; as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE
from sasl.asl.game.minds import PLAYS, doctrine_name
from sasl.asl.game.sides import SIDES, Side
from sasl.asl.game.state import State
from sasl.content.library import Library
from sasl.kernel.facts import lines_of, worded
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import mark, rests_on_house
from sasl.kernel.text import counted, listed, sentence
from sasl.lab.after_action.positions import Spot, force, positions
from sasl.saves.reading import Moment, Reading
from sasl.solitaire.briefing.outcome import outcome
from sasl.solitaire.victory import totals

TELLING = (
    ev.SuspectRemoved, ev.SuspectPlaced, ev.SuspectMoved, ev.SuspectTurned, ev.ControlChanged, ev.TrackTaken,
    ev.VpoValued, ev.MarkerPut, ev.BatterySet, ev.WeatherSet, ev.Adjusted, ev.EventUsed, ev.PendingAdded, ev.UnitAdded,
    ev.UnitRemoved, ev.WeaponRemoved, ev.MissionEnded,
)  # fmt: skip
"""Facts with their own words, which name their rule."""

FIRE = "ift"
CLOSE_COMBAT = ("cc.attack", "cc.vs-vehicle", "cc.by-vehicle")
"""Tables on which an attack is rolled, also where nobody has fired: Residual FP, mines, OBA; Close Combat."""


class Loss(Frozen):
    """A unit that was eliminated or captured, and why."""

    side: Side
    id: str
    type: str
    kind: str
    hex: str
    word: str
    why: str
    where: str = ""
    """The hex with what is printed there, where boards are joined: `M26 (43M6)`."""

    @property
    def final(self) -> bool:
        """Whether it is eliminated; a captured unit may yet be freed."""
        return self.word == "eliminated"

    @property
    def words(self) -> str:
        """`467a (4-6-7) in U4: 1KIA`."""
        where = f" in {self.where}" if self.where else ""
        return f"{self.id} ({self.type}){where}" + (f": {self.why}" if self.why else "")


class Act(Frozen):
    """One act: who decided on it, its moves, its dice, other remarks, and its outcome."""

    title: str = ""
    fight: bool = False
    moves: tuple[str, ...] = ()
    rolls: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    came: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.title or self.moves or self.rolls or self.notes or self.came)


@dataclass(slots=True)
class PhaseStory:
    """The acts of a phase."""

    name: str
    acts: list[Act] = field(default_factory=list)


@dataclass(slots=True)
class PlayerTurn:
    """One Player Turn: its phases, its losses, and (FRIENDLY, ENEMY) VP at its end."""

    turn: int
    side: Side
    phases: list[PhaseStory] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    vp: tuple[int, int] = (0, 0)

    @property
    def fights(self) -> int:
        """How many attacks were made in it."""
        return sum(act.fight for phase in self.phases for act in phase.acts)


@dataclass(slots=True)
class GameTurn:
    """One Game Turn: its Player Turns, and the game as it stood at its end."""

    number: int
    player_turns: list[PlayerTurn]
    end: Game


class Story(Frozen):
    """A whole game: what it was, how it was set up, its Game Turns, and its end (None: it is not over)."""

    title: str
    briefing: str
    facts: tuple[tuple[str, str], ...]
    set_up: tuple[str, ...]
    turns: tuple[GameTurn, ...]
    end: ev.MissionEnded | None

    @property
    def player_turns(self) -> list[PlayerTurn]:
        """Every Player Turn in order."""
        return [item for turn in self.turns for item in turn.player_turns]

    @property
    def losses(self) -> list[Loss]:
        """All losses."""
        return [loss for item in self.player_turns for loss in item.losses]

    @property
    def result(self) -> str:
        """Who has won, or how it stands."""
        if self.end:
            return self.end.describe()
        if not self.turns:
            return "The mission is still being set up."
        ours, theirs = self.player_turns[-1].vp
        return f"Not over: FRIENDLY {ours} VP, ENEMY {theirs} VP as it stands"

    def spots(self, turn: GameTurn) -> list[Spot]:
        """Who was where at the end of a Game Turn; a game that is over hides nothing any more."""
        return positions(turn.end, told_all=self.end is not None)


def story(session: Reading, begun: str = "", played: str = "") -> Story:
    """The story of an open game; `begun` and `played`: when, in words."""
    teller = _Teller(session.game.library)
    for before, moment in zip(session.moments, session.moments[1:], strict=False):
        teller.tell(before.game, moment)
    teller.close(session.game)
    mission = session.game.mission
    return Story(
        mission.title, mission.briefing, tuple(_facts(session, begun, played)), tuple(_set_up(teller.opening)),
        tuple(teller.turns), teller.end,
    )  # fmt: skip


class _Teller:
    """Reads moment after moment; a moment is cut where another act, phase or attack begins."""

    def __init__(self, library: Library) -> None:
        self._checks = frozenset(library.table(name).rule for name in CLOSE_COMBAT)
        self.turns: list[GameTurn] = []
        self.end: ev.MissionEnded | None = None
        self.opening: Game | None = None
        self._now: PlayerTurn | None = None

    def tell(self, game: Game, moment: Moment) -> None:
        """What a moment adds. `game`: the one before it."""
        for events in _cut(moment.events, self._checks):
            after, losses = _applied(game, events)
            later = game.at(after)
            if isinstance(events[0], ev.PhaseBegan):
                self._phase(game, events[0])
            if self._now:
                self._now.losses += losses
                act = _act(game, later, events, self._checks)
                if act:
                    self._now.phases[-1].acts.append(act)
            self.end = next((item for item in events if isinstance(item, ev.MissionEnded)), self.end)
            game = later

    def _phase(self, game: Game, event: ev.PhaseBegan) -> None:
        now = self._now
        if now is None:
            self.opening = game
        if now is None or (now.turn, now.side) != (event.turn, event.side):
            self.close(game)
            self._now = PlayerTurn(event.turn, event.side)
            if self.turns and self.turns[-1].number == event.turn:
                self.turns[-1].player_turns.append(self._now)
            else:
                self.turns.append(GameTurn(event.turn, [self._now], game))
        if self._now:
            self._now.phases.append(PhaseStory(event.phase))

    def close(self, game: Game) -> None:
        """The Player Turn ends here."""
        if self._now:
            self._now.vp = (self.end.friendly, self.end.enemy) if self.end else totals(game)
            self.turns[-1].end = game
        elif self.opening is None:
            self.opening = game


def _cut(events: Sequence[ev.Event], checks: Collection[str]) -> Iterator[list[ev.Event]]:
    """The facts of a moment by acts: a decision, a phase, an attack, and moving on after one begin another."""
    part: list[ev.Event] = []
    fired = fought = False
    for event in events:
        begins = (
            isinstance(event, (ev.Decided, ev.PhaseBegan))
            or (isinstance(event, ev.Fired) and fired)
            or (isinstance(event, ev.UnitsMoved) and (fired or fought))
            or _close_combat(event, checks)
            or (_attacks(event) and fought and not fired)
        )
        if begins and part:
            yield part
            part, fired, fought = [], False, False
        part.append(event)
        fired = fired or isinstance(event, ev.Fired)
        fought = fought or _attacks(event) or _close_combat(event, checks)
    if part:
        yield part


def _attacks(event: ev.Event) -> bool:
    return isinstance(event, ev.Rolled) and event.record.table == FIRE


def _close_combat(event: ev.Event, checks: Collection[str]) -> bool:
    """Whether it is an attack in Close Combat: a check, known by its rule; all are decided on before the first."""
    return isinstance(event, ev.Rolled) and event.record.target is not None and event.record.rule in checks


def _applied(game: Game, events: Iterable[ev.Event]) -> tuple[State, list[Loss]]:
    """The state after the facts, and the losses."""
    losses: list[Loss] = []
    state = game.state
    for event in events:
        if isinstance(event, ev.UnitRemoved) and event.counts:
            losses += _losses(game, state, (event.id,), "eliminated", event.why)
        elif isinstance(event, ev.UnitChanged) and "prisoner" in event.gained:
            losses += _losses(game, state, (event.id,), "captured", event.why)
        elif isinstance(event, ev.UnitsChanged) and "prisoner" in event.gained:
            losses += _losses(game, state, event.ids, "captured", event.why)
        state = event.apply(state)
    return state, losses


def _losses(game: Game, state: State, ids: Iterable[str], word: str, why: str) -> Iterator[Loss]:
    for unit in (state.units[key] for key in ids):
        if unit.kind != HORSE:
            where = game.board.both_names(unit.hex) if unit.hex else ""
            yield Loss(unit.side, unit.id, unit.type, unit.kind, unit.hex, word, why, where)


def _act(before: Game, after: Game, events: Sequence[ev.Event], checks: Collection[str]) -> Act:
    """The facts of one act in short sentences."""
    decided = next((item for item in events if isinstance(item, ev.Decided)), None)
    fired = next((item for item in events if isinstance(item, ev.Fired)), None)
    attack = next((item for item in events if _attacks(item) or _close_combat(item, checks)), None)
    steps = (item for item in events if isinstance(item, ev.UnitsMoved))
    moves = tuple(text for text, _ in lines_of(worded(steps)))
    rolls = tuple(item.describe() for item in events if isinstance(item, ev.Rolled))
    notes = tuple(
        text
        for item in events
        if isinstance(item, TELLING) or (isinstance(item, ev.Told) and not item.board)
        if (text := item.describe())
    )
    return Act(
        _title(decided, fired, attack), bool(fired or attack), moves, rolls, notes,
        tuple(outcome(before, after, events).lines()),
    )  # fmt: skip


def _title(decided: ev.Decided | None, fired: ev.Fired | None, attack: ev.Event | None) -> str:
    if decided:
        text = decided.describe()
        house = mark("house")
        return f"{text} {house}" if rests_on_house(decided.reasons) and not rests_on_house((text,)) else text
    if fired:
        who = [*fired.units, *fired.weapons]
        return f"{listed(who)} {'fires' if len(who) == 1 else 'fire'} at {fired.hex} ({fired.how})"
    return attack.record.purpose if isinstance(attack, ev.Rolled) else ""


def _facts(session: Reading, begun: str, played: str) -> Iterator[tuple[str, str]]:
    """What the game was: mission, seed, dates, and who played what."""
    game = session.game
    mission, state = game.mission, game.state
    yield "Mission", f"{mission.title} ({mission.id}), {mission.date}"
    yield "Game", session.name or "not saved"
    yield "Seed", str(state.dice.seed)
    if begun:
        yield "Begun", begun
    if played:
        yield "Saved", played
    for side in SIDES:
        army = mission.army(side)
        program = state.options.get(PLAYS[side], side == "ENEMY" or session.kind == "watch")
        who = f"the program, doctrine {doctrine_name(game, side)}" if program else "the player"
        yield side, f"{army.nation.capitalize()}, played by {who}"


def _set_up(game: Game | None) -> Iterator[str]:
    """How the mission began, in sentences."""
    if game is None:
        return
    state = game.state
    for name, value in state.values.items():
        yield sentence(ev.ValueSet(name, value.value, value.provenance).describe())
    for side in SIDES:
        units = [unit for unit in state.units.values() if unit.side == side and unit.kind != HORSE]
        if side == "ENEMY":
            units = [unit for unit in units if "hidden" not in unit.flags]
        if units:
            yield sentence(f"{side} force: {force(units)}")
    if state.suspects:
        yield f"{counted(len(state.suspects), 'S?', 'S?')} on the map or waiting."
    if state.control:
        held = {side: [name for name, holder in state.control.items() if holder == side] for side in SIDES}
        yield sentence("VPO: " + "; ".join(f"{side} {listed(names)}" for side, names in held.items() if names))
