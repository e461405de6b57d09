"""What a command has done or asks: the marks it draws over the map, and the words for the line below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from sasl.asl.close_combat.cc_fight import CC_RESULT
from sasl.asl.fire.ift import IFT
from sasl.asl.fire.shots import hexes_of
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import SIDES
from sasl.asl.game.words import value_name
from sasl.asl.ordnance.aiming.to_hit import TO_HIT
from sasl.asl.preview import NONE
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Question
from sasl.kernel.rolling.records import RollRecord
from sasl.kernel.text import counted, listed
from sasl.saves.session import Session
from sasl.tui.map.map_view import los_line

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

HAS_FIRED = frozenset({"prep", "first", "final", "fired", "intensive", "aa"})
"""States that firing gives and takes: they need not be told again."""
MOST_COMMAND = 48
"""How many characters of a command are repeated."""
MOST_MOVERS = 6
"""How many of those who moved are named."""
MOST_LINES = 4
"""The most lines of a set-up below the map."""
MOST_ACTS = 3
"""Up to this many acts of one command are told one by one below the map."""


# -- results and words --------------------------------------------------------------------------------


def short_result(facts: Sequence[ev.Event]) -> str:
    """`1MC`, `2KIA`, `no` for no effect, `hit`, `miss`: the weightiest word of the attack's rolls."""
    typed = [event.outcome for event in facts if isinstance(event, ev.Adjusted) and event.outcome]
    records = [event.record for event in facts if isinstance(event, ev.Rolled)]
    results = [typed[-1][:4]] if typed else [_word_of(item) for item in records if item.table == IFT]
    if results:
        return "no" if results[0] == NONE else results[0]
    hits = [record.success for record in records if record.tag == TO_HIT]
    return "" if not hits else _fate(facts) or "hit" if hits[0] else "miss"


def _fate(facts: Sequence[ev.Event]) -> str:
    """What came of a hit on a vehicle: `dest` or `immo`, as far as the hex has room for it."""
    if any(isinstance(event, ev.UnitRemoved) for event in facts):
        return "dest"
    changes = [event for event in facts if isinstance(event, (ev.UnitChanged, ev.UnitsChanged))]
    gained = {flag for event in changes for flag in event.gained}
    return "immo" if "immobile" in gained else "shock" if "shocked" in gained else ""


def shortened(command: str) -> str:
    """A command as it is repeated in front of what came of it."""
    return command if len(command) <= MOST_COMMAND else f"{command[: MOST_COMMAND - 2]} …"


def outcome_words(facts: Sequence[ev.Event]) -> str:
    """The last word of a command; of an attack its roll and everything that came of it.

    Which S? are gone besides stands in front of it already.
    """
    if ended := next((event for event in facts if isinstance(event, ev.MissionEnded)), None):
        return ended.describe()
    facts = [event for event in facts if not isinstance(event, ev.SuspectRemoved) or event.activated] or facts
    told = [text for event in facts if (text := _heading(event))]
    if all(isinstance(event, ev.Told) for event in facts):
        return "; ".join(text.strip() for text in told)
    steps = [event for event in facts if isinstance(event, ev.UnitsMoved)]
    if steps:
        end = _riding(facts) or ([] if told[-1] == steps[-1].describe() else told[-1:])
        went = {id for step in steps for id in step.ids}
        many = f"{len(went)} units have moved, the last: " if len(went) > len(steps[-1].ids) else ""
        return "; ".join([many + _way_gone(steps), *end])
    if fights := list(_fights(facts)):
        return "; ".join(fights)
    if any(isinstance(event, ev.Fired) or _roll_of_an_attack(event) for event in facts):
        came = [text.rstrip(".") for event in _targets_named(_reasons_once(facts)) if (text := _of_an_attack(event))]
        return "; ".join([*came, *_unmoved(facts)]) or (told or [""])[-1]
    if flown := _flown(facts):
        return "; ".join(flown)
    if len(facts) == 1 and isinstance(facts[0], ev.OptionSet):  # the command has named it already
        return facts[0].meaning or facts[0].describe()
    if laid := _laid_out(facts) or _stage_done(facts):
        last = facts[-1]
        return "; ".join(laid) + (f". {last.text}" if isinstance(last, ev.Told) else "")
    if riders := _riding(facts):
        return "; ".join(riders)
    if tries := _rallies(facts):
        return tries
    small = (ev.UnitChanged, ev.MovingSet)
    main = [text for event in facts if not isinstance(event, small) and (text := _heading(event))]
    return (main or told or [""])[-1]


def _word_of(record: RollRecord) -> str:
    """The result on the IFT; `NONE` also where less than 1 FP leaves no column to read (A7.2)."""
    return NONE if record.result is None else str(record.result)


def _rallies(facts: Sequence[ev.Event]) -> str:
    """A10.6: how several Rally attempts have ended; "" for a single one, whose roll is shown."""
    changes = [event for event in facts if isinstance(event, ev.UnitChanged)]
    tried = [event.id for event in changes if "rally-tried" in event.gained]
    risen = {event.id for event in changes if "broken" in event.lost}
    gone = {event.id for event in facts if isinstance(event, ev.UnitRemoved)}
    down = [key for key in tried if key not in risen | gone]
    still = f"; still broken: {listed(down, MOST_MOVERS)}" if down else ""
    return f"{len(risen.intersection(tried))} of {len(tried)} rally{still}" if len(tried) > 1 else ""


def _riding(facts: Sequence[ev.Event]) -> list[str]:
    """Everybody who mounts or dismounts."""
    return [event.describe() for event in facts if isinstance(event, (ev.Mounted, ev.Dismounted))]


def _flown(facts: Sequence[ev.Event]) -> list[str]:
    """What an aircraft has done that attacked, or flew off again (E7.4), or why it did nothing; [] if none did."""
    put = [event for event in facts if isinstance(event, ev.UnitPut)]
    off = [event for place, event in enumerate(put) if not event.hex and event.id in {it.id for it in put[:place]}]
    planes = {event.id for event in off}
    planes |= {event.id for event in facts if isinstance(event, ev.UnitChanged) and "no-attack" in event.gained}
    others = [event for event in facts if not (isinstance(event, ev.UnitChanged) and event.id in planes)]
    came = [text.rstrip(".") for event in others if (text := _of_an_attack(event))]
    return [*came, *_unmoved(facts)] or [event.describe() for event in off] if planes else []


def _laid_out(facts: Sequence[ev.Event]) -> list[str]:
    """Where counters were put, each hex with all of its units: `628a and 91a are in K22`; [] if nothing was put, or
    a phase has begun since.
    """
    kinds = (ev.UnitPut, ev.MarkerPut, ev.WeaponGiven, ev.UnitRedrawn)
    put = [event for event in facts if isinstance(event, kinds)]
    begun = any(isinstance(event, (ev.PhaseBegan, ev.StageBegan, ev.Decided)) for event in facts)
    if begun or all(isinstance(event, ev.UnitRedrawn) for event in put):
        return []
    at: dict[str, list[str]] = {}
    for event in put:
        if isinstance(event, ev.UnitPut):
            at.setdefault(event.hex, []).append(event.id)
    lines = [f"{listed(ids, MOST_MOVERS)} {_stands(name, len(ids) > 1)}" for name, ids in at.items()]
    lines += [event.describe() for event in put if not isinstance(event, ev.UnitPut)]
    return _in_numbers(put) if len(lines) > MOST_LINES else lines


def _in_numbers(put: Sequence[ev.Event]) -> list[str]:
    """How many counters were put where there are too many to name: `86 units in 41 hexes`, `wreck in C24, H18 …`."""
    units = {event.id: event.hex for event in put if isinstance(event, ev.UnitPut)}
    arms = {event.id for event in put if isinstance(event, ev.WeaponGiven)}
    markers: dict[str, list[str]] = {}
    for event in put:
        if isinstance(event, ev.MarkerPut):
            markers.setdefault(event.marker.kind, []).append(event.marker.hex)
    lines = [f"{counted(len(units), 'unit')} in {counted(len({*units.values()}), 'hex', 'hexes')}"] * bool(units)
    lines += [f"{len(arms)} SW given"] * bool(arms)
    return [*lines, *(f"{kind} in {listed(hexes, MOST_MOVERS)}" for kind, hexes in markers.items())]


def _stage_done(facts: Sequence[ev.Event]) -> list[str]:
    """A step of set-up that is done: its figures, how many counters came; of none of them the step that has begun."""
    if not any(isinstance(event, ev.StageBegan) for event in facts):
        return []
    came = {
        "S?": ("S?", ev.SuspectPlaced), "unit": ("", ev.UnitAdded), "SW": ("SW", ev.WeaponAdded),
    }  # fmt: skip
    numbers = ((sum(isinstance(event, kind) for event in facts), word, many) for word, (many, kind) in came.items())
    figures = [f"{value_name(event.name)} {event.value}" for event in facts if isinstance(event, ev.ValueSet)]
    boards = [event.describe() for event in facts if isinstance(event, ev.BoardsLaid)][-1:]
    lines = [*boards, *[", ".join(figures)] * bool(figures)]
    lines += [f"{counted(number, word, many)}" for number, word, many in numbers if number]
    return lines or [_heading(event) for event in facts if isinstance(event, (ev.StageBegan, ev.PhaseBegan))][-1:]


def _heading(event: ev.Event) -> str:
    """What a fact tells, without the frame that a phase or step of set-up has in the log: its own prompt follows."""
    return event.describe().strip("= ")


def _stands(name: str, many: bool) -> str:
    """Where units are that were put: `are in K22`, `is off the map`."""
    return f"{'are' if many else 'is'} {f'in {name}' if name else 'off the map'}"


def _way_gone(steps: Sequence[ev.UnitsMoved]) -> str:
    """The way of those who moved last, each hex with its MF, and the sum: `628a goes from K14: K15 1, K16 2 = 3 MF`."""
    last = steps[-1]
    own = [step for step in steps if last.ids[0] in step.ids]
    if len(own) < 2:
        return last.describe()
    spent = sum(step.mf for step in own)
    if not spent:  # a rout, whose MF are not counted hex by hex
        return replace(last, path=(own[0].path[0], *(step.path[-1] for step in own))).describe()
    verb = "go" if len(last.ids) > 1 else "goes"
    hexes = ", ".join(f"{step.path[-1]} {step.mf:g}" for step in own)
    return f"{listed(last.ids, MOST_MOVERS)} {verb} from {own[0].path[0]}: {hexes} = {spent:g} {last.points}"


def _fights(facts: Sequence[ev.Event]) -> Iterator[str]:
    """Each CC attack: its dice, and what came of it by name."""
    roll = ""
    for event in facts:
        if isinstance(event, ev.Rolled) and event.record.roll == "DR" and event.record.target is not None:
            roll = roll or f"{event.record.sum_text()} vs {event.record.target}"
        elif isinstance(event, ev.Told) and event.tag == CC_RESULT:
            yield event.text.rstrip(".") + (f" ({roll})" if roll else "")
            roll = ""


def _reasons_once(facts: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """The facts of an attack; what befell several for one reason tells it with the first of them."""
    told: set[str] = set()
    for event in facts:
        if not isinstance(event, (ev.UnitChanged, ev.UnitsChanged, ev.UnitRemoved, ev.UnitRedrawn, ev.WeaponRemoved)):
            yield event
            continue
        yield replace(event, why="") if event.why in told else event
        told.add(event.why)


def _targets_named(facts: Iterable[ev.Event]) -> Iterator[ev.Event]:
    """The facts of an attack; a DR that is read once more, with other DRM, says for whom: `same DR for T34a: …`."""
    dice: tuple[int, ...] = ()
    for event in facts:
        if isinstance(event, ev.Rolled) and event.record.table == IFT:
            if dice and event.record.dice == dice:
                yield ev.Told(f"{event.record.purpose}: {_roll_words(event.record)}")
                continue
            dice = event.record.dice
        yield event


def _of_an_attack(event: ev.Event) -> str:
    """What is said of a fact of an attack: its roll, losses and changes; "" for what goes without saying."""
    if isinstance(event, ev.Rolled):
        return _roll_words(event.record)
    if isinstance(event, ev.Adjusted) and event.outcome:
        return f"{'no effect' if event.outcome == NONE else event.outcome} (typed)"
    if isinstance(event, (ev.UnitChanged, ev.UnitsChanged, ev.WeaponChanged)):
        return event.describe() if {*event.gained, *event.lost} - HAS_FIRED else ""
    loss = isinstance(event, (ev.UnitRemoved, ev.UnitRedrawn, ev.WeaponRemoved))
    return event.describe() if loss or (isinstance(event, ev.Told) and not event.board) else ""


def _unmoved(facts: Sequence[ev.Event]) -> Iterator[str]:
    """Who passed a MC of the attack and is as before: `628a and 91a pass`."""
    hurt = {event.id for event in facts if isinstance(event, ev.UnitChanged)}
    hurt |= {id for event in facts if isinstance(event, ev.UnitsChanged) for id in event.ids}
    checks = [event.record for event in facts if isinstance(event, ev.Rolled) and event.record.tag == "mc"]
    calm = dict.fromkeys(id for record in checks if record.success for id in record.subject if id not in hurt)
    if calm:
        yield f"{listed(calm, MOST_MOVERS)} {'pass' if len(calm) > 1 else 'passes'}"


def _roll_of_an_attack(event: ev.Event) -> bool:
    """Whether a shot was rolled for, if only to find that there is no such shell (C8.9)."""
    return isinstance(event, ev.Rolled) and event.record.tag == TO_HIT


def _roll_words(record: RollRecord) -> str:
    if record.table == IFT:
        word = _word_of(record)
        return f"{record.sum_text()} -> {'no effect' if word == NONE else word}"
    return f"{record.sum_text()} -> {'hit' if record.success else 'miss'}" if record.tag == TO_HIT else ""


def act_words(facts: Sequence[ev.Event]) -> str:
    """The ENEMY's act of a command and what came of it; of several each with its result; "" for none."""
    places = [place for place, event in enumerate(facts) if isinstance(event, ev.Decided)]
    if not places:
        return ""
    last, rest = facts[places[-1]], facts[places[-1] + 1 :]
    passed = [event for event in rest if isinstance(event, ev.Passed) and event.why]
    came = passed[-1].why if passed else _only_roll(rest) or outcome_words(rest)
    before = ""
    if 1 < len(places) <= MOST_ACTS:
        before = "; ".join(_in_short(facts[place:end]) for place, end in pairwise(places)) + "; then "
    elif len(places) > 1:
        before = f"{len(places)} acts (the log has them); the last: "
    words = f"{before}{last.describe()}" + (f": {came}" if came else "")
    if passed and passed[-1].vetoed:
        words += ". Give your own order if you like (take it with ‹space›), or ‹n›: the ENEMY goes on."
    return words


def _only_roll(facts: Sequence[ev.Event]) -> str:
    """What came of a roll that was all of an act, whose words have told its purpose; or ""."""
    told = [event for event in facts if event.describe()]
    return told[0].came if len(told) == 1 and isinstance(told[0], ev.Rolled) else ""


def run_words(facts: Sequence[ev.Event]) -> str:
    """The acts of a run, each with its result; of many only their number, for each side that the program plays; "" for
    none."""
    places = [place for place, event in enumerate(facts) if isinstance(event, ev.Decided)]
    if len(places) > MOST_ACTS:
        acts = [event.side for event in facts if isinstance(event, ev.Decided)]
        told = [f"{counted(acts.count(side), 'act')} of the {side} side" for side in SIDES if side in acts]
        return f"{listed(told) if 'FRIENDLY' in acts else f'{len(acts)} acts of the ENEMY'} (the log has them)"
    return "; ".join(_in_short(facts[place:end]) for place, end in pairwise([*places, len(facts)]))


def _in_short(facts: Sequence[ev.Event]) -> str:
    """An act, and in a word what came of it; of a rally or another act with one check, whether it was passed."""
    result = short_result(facts)
    checks = [event.record.success for event in facts if isinstance(event, ev.Rolled)]
    if not result and len(checks) == 1 and checks[0] is not None:
        result = "passed" if checks[0] else "failed"
    return facts[0].describe() + (f" -> {'no effect' if result == 'no' else result}" if result else "")


def last_reason(session: Session) -> tuple[ev.Event, ...]:
    """What `why` explains by itself: the ENEMY's last act, if the last command had one, else the last roll's line."""
    for event in reversed(session.moments[-1].events):
        if isinstance(event, ev.Decided):
            return (event,)
    return next(
        (item.events for item in reversed(session.log()) if isinstance(item.event, (ev.Rolled, ev.Decided))), ()
    )


def last_fight(session: Session) -> str:
    """The hex of the last attack of this Player Turn and the one before it, or ""."""
    now = session.game.state
    for moment in reversed(session.moments):
        state = moment.game.state
        if 2 * (now.turn - state.turn) + (now.side != state.side) > 1:
            break
        for event in reversed(moment.events):
            if isinstance(event, ev.Fired):
                return event.hex
    return ""


# -- marks over the map -------------------------------------------------------------------------------


def shots_of(session: Session, facts: Sequence[ev.Event]) -> tuple[dict[str, str], dict[str, str]]:
    """The lines of fire of a command (hex -> `fire`) and the result at each target hex."""
    begins = [place for place, event in enumerate(facts) if isinstance(event, ev.Fired)]
    before = session.moments[-2].game if len(session.moments) > 1 else session.game
    lines: dict[str, str] = {}
    shots: dict[str, str] = {}
    moved: dict[str, str] = {}
    for place, event in enumerate(facts):
        if isinstance(event, ev.UnitsMoved):
            moved |= dict.fromkeys(event.ids, event.path[-1])
        if not isinstance(event, ev.Fired):
            continue
        names = [*event.units, *event.weapons]
        for here in {moved[name] for name in names if name in moved} or hexes_of(before, names):
            if here != event.hex:
                lines |= los_line(here, event.hex, "fire")
        end = next((later for later in begins if later > place), len(facts))
        shots[event.hex] = short_result(facts if len(begins) == 1 else facts[place:end])
    return lines, shots


def hexes_about(game: Game, question: Question) -> list[str]:
    """The hexes that a question is about: those of its subject, units where they stand."""
    units, suspects = game.state.units, game.state.suspects
    places = [
        units[key].hex if key in units else suspects[key].hex if key in suspects else key for key in question.subject
    ]
    return list(dict.fromkeys(place for place in places if place and place in game.board))


SHEET = 84
"""The columns that the paper of an attack takes at the right (sasl.tcss)."""
LEAST_MAP = 20
"""At least this many columns of the map stay free beside it."""


class Pointer:
    """Draws on the map of a play screen; every mark fades with the next command."""

    def __init__(self, screen: MapGame) -> None:
        self.screen = screen

    @property
    def _hidden(self) -> int:
        """The lines of a small map that a popup covers."""
        return max(0, min(self.screen.map.size.height - 5, 16)) if self.screen.has_class("narrow") else 0

    @property
    def _beside(self) -> int:
        """The columns of a larger map that the paper of an act covers, as long as enough of the map is left."""
        map_, free = self.screen.map, self.screen.size.width - SHEET
        covered = map_.region.right - free
        return covered if 0 < covered <= map_.size.width - LEAST_MAP and not self.screen.has_class("narrow") else 0

    def los(self, a: str, b: str) -> None:
        """The LOS between two hexes."""
        seen = look(self.screen.session.game, a, b)
        state = "unsure" if not seen.sure else "clear" if seen.exists else "blocked"
        self.screen.map.mark(los=los_line(a, b, state))

    def fire(self, firers: Sequence[str], goal: str) -> None:
        """The line of fire of an attack before its dice: from those who fire to its hex."""
        self._fire_from([place for place in hexes_of(self.screen.session.game, firers) if place != goal], goal)

    def act(self, act: ev.Decided) -> None:
        """An act of the ENEMY before it is done: who, which way, the line of fire, the target hex."""
        game, on = self.screen.session.game, self.screen.map
        here = [place for place in hexes_of(game, act.ids or (act.key,)) if place in on.grounds]
        goal = act.target if act.target in on.grounds else ""
        on.mark(path=act.path, targets=[name for name in (goal, *here) if name], los={})
        if goal and not act.path:
            self._fire_from([place for place in here if place != goal], goal)
        for name in (*here[:1], *act.path[-1:], goal):
            if name:
                on.follow(name, self._hidden, self._beside)

    def _fire_from(self, places: Sequence[str], goal: str) -> None:
        found: dict[str, str] = {}
        for place in places:
            found |= los_line(place, goal, "fire")
        self.screen.map.mark(los=found)
        self.screen.said.hint()
        self.screen.map.follow(goal, self._hidden, self._beside)

    def done(self, facts: Sequence[ev.Event]) -> None:
        """What a command did: the ways taken, the lines of fire with their results, who acted.

        The cursor goes with the player's own units; an act of the ENEMY is only looked at, until the next key.
        """
        screen, way, own = self.screen, list[str](), ""
        moments = screen.session.moments
        units = {} if len(moments) < 2 else moments[-2].game.state.units
        for event in facts:
            if isinstance(event, (ev.UnitsMoved, ev.SuspectMoved)):
                way += event.path
            if isinstance(event, ev.UnitsMoved) and any(
                key in units and units[key].side != "ENEMY" for key in event.ids
            ):
                own = event.path[-1]
        lines, shots = shots_of(screen.session, facts)
        acts = [event for event in facts if isinstance(event, ev.Decided)]
        here = hexes_of(screen.session.game, acts[-1].ids or (acts[-1].key,)) if acts else []
        moved = any(isinstance(event, ev.UnitsMoved) for event in facts)
        screen.map.follow()
        if own or (moved and not acts):
            screen.map.set_cursor(own or way[-1])
        elif acts and (goal := [*here, *shots, *way]):
            screen.map.follow(goal[-1])
        screen.map.mark(path=way)
        if shots:
            screen.map.mark(los=lines, shots=shots)
        if acts and not moved:
            screen.map.mark(targets=[name for name in here if name not in shots])

    def at(self, hexes: Sequence[str], *, show: Sequence[str] = ()) -> None:
        """Mark hexes; those of `show` (else the first) are brought into view, the first for sure."""
        on = self.screen.map
        on.mark(targets=hexes)
        hidden = min(on.size.height - 5, len(show) + 9) if show and self.screen.has_class("narrow") else 0
        for name in reversed(show or hexes[:1]):
            on.follow(name, max(0, hidden))

    def nothing(self) -> None:
        """No LOS, no line of fire, no way, no hexes."""
        self.screen.map.mark(los={}, targets=(), path=())
