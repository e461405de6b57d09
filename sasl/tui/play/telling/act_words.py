"""The ENEMY's acts of a command and what came of each, in the words of the line below the map."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sasl.asl.game import events as ev
from sasl.asl.game.sides import SIDES
from sasl.kernel.text import counted, listed
from sasl.saves.session import Session
from sasl.tui.play.telling.last_word import outcome_words, short_result

MOST_ACTS = 3
"""Up to this many acts of one command are told one by one below the map."""


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
    """The acts of a run, each with its result; of many only how many each side has made; "" for none."""
    places = [place for place, event in enumerate(facts) if isinstance(event, ev.Decided)]
    if len(places) > MOST_ACTS:
        acts = [event.side for event in facts if isinstance(event, ev.Decided)]
        told = [f"{counted(acts.count(side), 'act')} of the {side} side" for side in SIDES if side in acts]
        return f"{listed(told) if 'FRIENDLY' in acts else f'{len(acts)} acts of the ENEMY'} (the log has them)"
    return "; ".join(_in_short(facts[place:end]) for place, end in pairwise([*places, len(facts)]))


def _in_short(facts: Sequence[ev.Event]) -> str:
    """An act, and in a word what came of it; of a rally or another act with one check, whether it was passed."""
    result = short_result(facts)
    verdicts = [event.record.verdict for event in facts if isinstance(event, ev.Rolled)]
    if not result and len(verdicts) == 1:
        result = verdicts[0]
    return facts[0].describe() + (f" -> {'no effect' if result == 'no' else result}" if result else "")


def last_reason(session: Session) -> tuple[ev.Event, ...]:
    """What `why` explains by itself: the ENEMY's last act, if the last command had one, else the last roll's line."""
    for event in reversed(session.moments[-1].events):
        if isinstance(event, ev.Decided):
            return (event,)
    return next(
        (item.events for item in reversed(session.log()) if isinstance(item.event, (ev.Rolled, ev.Decided))), ()
    )
