"""What a command has done, in a breath: the shot on the map with its result, and the words for the line below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.asl.fire.ift import IFT
from sasl.asl.game import events as ev
from sasl.kernel.records import RollRecord
from sasl.kernel.text import listed
from sasl.saves.session import Session
from sasl.tui.aiming import hexes_of
from sasl.tui.map_view import los_line

QUIET = ("fires", "directs fire")
"""Why a counter changed, where it need not be told again."""
MOST_ACTS = 3
"""So many acts of one command are told one by one below the map."""


def shots_of(session: Session, facts: Sequence[ev.Event]) -> tuple[dict[str, str], dict[str, str]]:
    """The lines of fire of a command (hex -> `fire`) and the result at each target hex."""
    fired = [event for event in facts if isinstance(event, ev.Fired)]
    if not fired:
        return {}, {}
    before = session.moments[-2].game if len(session.moments) > 1 else session.game
    lines: dict[str, str] = {}
    shots: dict[str, str] = {}
    moved: dict[str, str] = {}
    begins = [place for place, event in enumerate(facts) if isinstance(event, ev.Fired)]
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


def short_result(facts: Sequence[ev.Event]) -> str:
    """`1MC`, `2KIA`, `no` for no effect, `hit`, `miss`: the weightiest word of the attack's rolls."""
    typed = [
        event.text.rpartition("outcome typed: ")[2]
        for event in facts
        if isinstance(event, ev.Adjusted) and "outcome typed: " in event.text
    ]
    if typed:
        return "no" if typed[-1] == "-" else typed[-1][:4]
    records = [event.record for event in facts if isinstance(event, ev.Rolled)]
    for record in records:
        if record.table == IFT:
            return "no" if str(record.result) == "-" else str(record.result)
    for record in records:
        if _to_hit(record):
            return _fate(facts) or "hit" if record.success else "miss"
    return ""


def _fate(facts: Sequence[ev.Event]) -> str:
    """What came of a hit on a vehicle: `dest` or `immo`, as far as the hex has room for it."""
    if any(isinstance(event, ev.UnitRemoved) for event in facts):
        return "dest"
    flags = " ".join(event.describe() for event in facts if isinstance(event, (ev.UnitChanged, ev.UnitsChanged)))
    return "immo" if "immobil" in flags else "shock" if "shock" in flags else ""


def _to_hit(record: RollRecord) -> bool:
    return record.success is not None and "To Hit" in record.target_name


def outcome_words(facts: Sequence[ev.Event]) -> str:
    """The last word of a command; of an attack its roll and everything that came of it."""
    told = [text for event in facts if (text := event.describe())]
    if told and all(isinstance(event, ev.Told) for event in facts):
        return "; ".join(text.strip() for text in told)
    moved = [event.describe() for event in facts if isinstance(event, ev.UnitsMoved)]
    if moved:
        return "; ".join(dict.fromkeys([*moved[-1:], told[-1]]))
    if not any(isinstance(event, ev.Fired) for event in facts):
        main = [
            text
            for event in facts
            if not isinstance(event, (ev.UnitChanged, ev.MovingSet)) and (text := event.describe())
        ]
        return (main or told or [""])[-1]
    found: list[str] = []
    for event in facts:
        if isinstance(event, ev.Rolled) and (event.record.table == IFT or _to_hit(event.record)):
            record = event.record
            result = record.result if record.table == IFT else "hit" if record.success else "miss"
            found.append(f"{record.sum_text()} -> {'no effect' if str(result) == '-' else result}")
        elif isinstance(event, (ev.UnitChanged, ev.UnitsChanged, ev.WeaponChanged)):
            if event.why not in QUIET:
                found.append(event.describe())
        elif isinstance(event, (ev.UnitRemoved, ev.UnitRedrawn, ev.WeaponRemoved)) or (
            isinstance(event, ev.Told) and not event.board
        ):
            found.append(event.describe())
    return "; ".join(text for text in found if text) or (told[-1] if told else "")


# -- the acts of a side the program plays ---------------------------------------------------------------


def act_words(facts: Sequence[ev.Event]) -> str:
    """The ENEMY's act of a command and what came of it; of several each with its result; "" for none."""
    places = [place for place, event in enumerate(facts) if isinstance(event, ev.Decided)]
    if not places:
        return ""
    last, rest = facts[places[-1]], facts[places[-1] + 1 :]
    passed = [event for event in rest if isinstance(event, ev.Passed) and event.why]
    came = passed[-1].why if passed else outcome_words(rest)
    before = ""
    if 1 < len(places) <= MOST_ACTS:
        before = "; ".join(_in_short(facts[place:end]) for place, end in pairwise(places)) + "; then "
    elif len(places) > 1:
        before = f"{len(places)} acts (the log has them{_losses(facts)}); the last: "
    words = f"{before}{last.describe()}" + (f": {came}" if came else "")
    if passed and passed[-1].why == "vetoed":
        words += ". Give your own order if you like (take it with space), or n: the ENEMY goes on."
    return words


def _losses(facts: Sequence[ev.Event]) -> str:
    """Who was lost or broke in a run of acts: `; lost 447o and T34a; broken 628h`, or nothing."""
    lost = dict.fromkeys(event.id for event in facts if isinstance(event, ev.UnitRemoved) and event.counts)
    broken = dict.fromkeys(
        name
        for event in facts
        if isinstance(event, (ev.UnitChanged, ev.UnitsChanged)) and "broken" in event.gained
        for name in ([event.id] if isinstance(event, ev.UnitChanged) else event.ids)
        if name not in lost
    )
    return "".join(f"; {word} {listed(names, 6)}" for word, names in (("lost", lost), ("broken", broken)) if names)


def _in_short(facts: Sequence[ev.Event]) -> str:
    """An act, and in a word what came of it."""
    result = short_result(facts)
    return facts[0].describe() + (f" -> {'no effect' if result == 'no' else result}" if result else "")


def last_reason(session: Session) -> ev.Event | None:
    """What `why` explains by itself: the last act of the ENEMY, if the last command had one, else the last roll."""
    for event in reversed(session.moments[-1].events):
        if isinstance(event, ev.Decided):
            return event
    return next(
        (item.event for item in reversed(session.log()) if isinstance(item.event, (ev.Rolled, ev.Decided))), None
    )
