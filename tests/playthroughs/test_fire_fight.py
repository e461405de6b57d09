"""The scripted fire fight: what the program does with typed dice, against sums worked by hand beside each attack."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from field import field
from tabletop import Tabletop
from test_playthroughs import compare

from sasl.asl.game import events as ev
from sasl.asl.game.sides import Phase, Side
from sasl.board.hexes import ca_towards, parse_hex
from sasl.kernel.rolling.records import RollRecord
from sasl.orders.engine import Ask, Done

HERE = Path(__file__).parent
LINES = (HERE / "fire-fight.commands").read_text(encoding="utf-8").splitlines()
TOLD = {"broken", "dm", "pinned", "wounded", "melee", "concealed", "prep", "first", "final"}
SHOWN = TOLD - {"prep", "first", "final"}


def steps() -> Iterator[tuple[str, list[str], list[str]]]:
    """Each command with the reasoning and the results that follow it."""
    command, notes, results = "", [], []
    for line in LINES:
        if line.startswith("#"):
            notes.append(line)
        elif line.startswith("="):
            results.append(line[2:])
        elif line:
            if command:
                yield command, notes, results
            command, notes, results = line, [], []
    yield command, notes, results


def laid(line: str) -> Tabletop:
    """`@ FRIENDLY MPh K10=woods`."""
    _, side, phase, *terrain = line.split()
    return field(
        cast(Side, side),
        cast(Phase, phase),
        **{name: mark for name, _, mark in (word.partition("=") for word in terrain)},
    )


def typed(table: Tabletop, line: str, log: list[str]) -> tuple[ev.Event, ...]:
    """One command with its papers and events in the log; questions get their default."""
    line = re.sub(r"\{(\w+)>(\w+)\}", lambda found: ca_towards(parse_hex(found[1]), parse_hex(found[2])), line)
    log.append(f"> {line}")
    outcome = table.session.submit(line)
    while isinstance(outcome, Ask):
        question = outcome.question
        log += [f"  | {text}" for text in (question.text, *question.lines)]
        outcome = table.session.submit(line, (*outcome.answers, question.default))
    assert isinstance(outcome, Done), (line, outcome)
    log += [f"  {text}" for event in outcome.events if (text := event.describe())]
    return outcome.events


def found(events: tuple[ev.Event, ...]) -> list[str]:
    """The rolls of a command in the words of a hand calculation."""
    return [words for event in events if isinstance(event, ev.Rolled) and (words := in_words(event.record))]


def in_words(record: RollRecord) -> str:
    if record.table == "ift":
        return f"column {record.column}, total {record.total}, {record.result}"
    if record.target is None:
        return ""
    verdict = "passed" if record.success else "failed"
    return f"{record.purpose} rolls {record.total} against {record.target}, {verdict}"


def agrees(hand: str, seen: str) -> bool:
    """Whether a line worked by hand says what the program rolled."""
    match = re.fullmatch(r"(\w+) rolls (\d+ against \d+, \w+)", hand)
    if match:
        return match[1] in seen and seen.endswith(f"rolls {match[2]}")
    match = re.fullmatch(r"(\w+) attacks (\w+): (\d+) against (\d+), .+", hand)
    if match:
        return f"{match[1]} vs {match[2]}" in seen and f"rolls {match[3]} against {match[4]}," in seen
    return hand == seen


def state_of(table: Tabletop, name: str, hand: str) -> str:
    """A unit or hex afterwards, in the words of a hand calculation."""
    if " has Residual FP " in hand:
        left = [marker.number for marker in table.state.markers_at(name, "residual")]
        return f"{name} has Residual FP {left[0] if left else 'none'}"
    if " holds " in hand:
        return f"{name} holds a {' and a '.join(marker.text for marker in table.state.markers_at(name))}"
    unit = table.state.units.get(name)
    if unit is None or not unit.hex:
        assert name not in table.state.weapons
        return f"{name} is gone"
    wanted = set(hand.split()[3:])
    flags = sorted(flag for flag in unit.flags if flag in SHOWN or flag in wanted & TOLD)
    return " ".join([f"{name} is {unit.type}", *sorted(flags, key=hand.find)])


STATE = re.compile(r"(\w+) (?:is|has Residual FP|holds a) .+")


def test_the_fire_fight_goes_as_worked_out_by_hand() -> None:
    log: list[str] = []
    table = field()
    attacks = 0
    for command, notes, results in steps():
        if command.startswith("@"):
            table = laid(command)
            log += ["", command]
            continue
        events = typed(table, command, log)
        log += [f"  {note}" for note in notes] + [f"  = {line}" for line in results]
        attacks += bool(results)
        rolled = [line for line in results if not STATE.fullmatch(line)]
        seen = found(events)
        assert len(rolled) == len(seen), (command, rolled, seen)
        for hand, program in zip(rolled, seen, strict=True):
            assert agrees(hand, program), (command, hand, program)
        for hand in results:
            if match := STATE.fullmatch(hand):
                assert state_of(table, match[1], hand) == hand, command
        if results:
            assert table.state.dice.queue == (), command
            assert all(item.record.source != "auto" for item in events if isinstance(item, ev.Rolled)), command
    assert attacks == 22
    compare("fire-fight.txt", "\n".join(log).lstrip("\n") + "\n")
