"""What a command has done, in the words of the line below the map."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sasl.asl.close_combat.cc_fight import CC_RESULT
from sasl.asl.fire.ift import IFT
from sasl.asl.game import events as ev
from sasl.asl.game.words import value_name
from sasl.asl.preview import NONE
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import TO_HIT, RollRecord
from sasl.kernel.text import counted, doing, listed

HAS_FIRED = frozenset({"prep", "first", "final", "fired", "intensive", "aa"})
"""States that firing gives and takes: they need not be told again."""
MOST_COMMAND = 48
"""How many characters of a command are repeated."""
MOST_MOVERS = 6
"""How many of those who moved are named."""
MOST_LINES = 4
"""The most lines of a set-up below the map."""


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
        return "; ".join([_ways_gone(steps) if len(went) > len(steps[-1].ids) else _way_gone(steps), *end])
    if fights := list(_fights(facts)):
        return "; ".join(fights)
    if any(isinstance(event, ev.Fired) or _roll_of_an_attack(event) for event in facts):
        came = [text.rstrip(".") for event in _targets_named(_reasons_once(facts)) if (text := _of_an_attack(event))]
        return "; ".join([*came, *_unmoved(facts)]) or (told or [""])[-1]
    if events := [event for event in facts if isinstance(event, ev.EventUsed)]:
        return _random_event(events[-1], facts)
    if flown := _flown(facts):
        return "; ".join(flown)
    if shells := [event.record for event in facts if isinstance(event, ev.Rolled) and event.record.table == IFT]:
        more = [f"{len(shells) - MOST_LINES} more attacks"] * (len(shells) > MOST_LINES)
        return "; ".join([*(f"{record.purpose}: {_effect(record)}" for record in shells[:MOST_LINES]), *more])
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
    on_call = {event.unit.id for event in facts if isinstance(event, ev.UnitAdded) and event.unit.kind == "aircraft"}
    here = [event for event in facts if not (isinstance(event, ev.UnitAdded) and event.unit.id in on_call)]
    numbers = ((sum(isinstance(event, kind) for event in here), word, many) for word, (many, kind) in came.items())
    figures = [f"{value_name(event.name)} {event.value}" for event in facts if isinstance(event, ev.ValueSet)]
    boards = [event.describe() for event in facts if isinstance(event, ev.BoardsLaid)][-1:]
    lines = [*boards, *[", ".join(figures)] * bool(figures)]
    lines += [f"{counted(number, word, many)}" for number, word, many in numbers if number]
    lines += [f"{len(on_call)} aircraft"] * bool(on_call)
    return lines or [_heading(event) for event in facts if isinstance(event, (ev.StageBegan, ev.PhaseBegan))][-1:]


def _heading(event: ev.Event) -> str:
    """What a fact tells, without the frame that a phase or step of set-up has in the log: its own prompt follows."""
    return event.describe().strip("= ")


def _stands(name: str, many: bool) -> str:
    """Where units are that were put: `are in K22`, `is off the map`."""
    return f"{'are' if many else 'is'} {f'in {name}' if name else 'off the map'}"


def _ways_gone(steps: Sequence[ev.UnitsMoved]) -> str:
    """Return where the units are that moved one after another: `628a and 91a go to K14; T34a and T34b stop`."""
    last = {id: step for step in steps for id in step.ids}
    there: dict[tuple[str, str, str], list[str]] = {}
    for id, step in last.items():
        stays = len(set(step.path)) == 1 and step.how != "enter"
        verbs = ("stops", "stop") if step.how == "stop" else ("is", "are") if stays else step.verbs
        where = "" if step.how == "stop" else f" in {step.path[-1]}" if stays else f" to {step.path[-1]}"
        there.setdefault((*verbs, where), []).append(id)
    ways = [doing(ids, one, many, MOST_MOVERS) + where for (one, many, where), ids in there.items()]
    more = [f"{counted(len(ways) - MOST_LINES, 'more stack')}"] * (len(ways) > MOST_LINES)
    return "; ".join([*ways[:MOST_LINES], *more])


def _random_event(used: ev.EventUsed, facts: Sequence[ev.Event]) -> str:
    """Return the title of a Random Event, and what came of it: `…: Rumors of help (FRIENDLY RE#s are 5/6)`."""
    rest = [event for event in facts[facts.index(used) + 1 :] if not isinstance(event, (ev.Rolled, ev.PhaseBegan))]
    came = next(filter(None, map(_heading, rest)), "").rstrip(".")
    return used.describe() + (f" ({came})" if came else "")


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
    """Who passed a MC of the attack and is as before: `628a and 91a pass their MC`."""
    hurt = {event.id for event in facts if isinstance(event, ev.UnitChanged)}
    hurt |= {id for event in facts if isinstance(event, ev.UnitsChanged) for id in event.ids}
    checks = [event.record for event in facts if isinstance(event, ev.Rolled) and event.record.tag == "mc"]
    calm = dict.fromkeys(id for record in checks if record.success for id in record.subject if id not in hurt)
    if calm:
        yield doing(calm, "passes its MC", "pass their MC", MOST_MOVERS)


def _roll_of_an_attack(event: ev.Event) -> bool:
    """Whether a shot was rolled for, if only to find that there is no such shell (C8.9)."""
    return isinstance(event, ev.Rolled) and event.record.tag == TO_HIT


def _effect(record: RollRecord) -> str:
    return record.outcome if record.result != NONE else "no effect"


def _roll_words(record: RollRecord) -> str:
    if record.table == IFT:
        return f"{record.sum_text()} -> {_effect(record)}"
    return f"{record.sum_text()} -> {record.verdict}" if record.tag == TO_HIT else ""
