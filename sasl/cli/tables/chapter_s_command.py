"""`sasl chapter-s`: the rules of Chapter S by number, with an honest word on how each is played here."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter

from sasl.cli.common import fault, library, told
from sasl.content.tables.chapter_s import PLAYED, NumberedRule


def chapter_s(args: Namespace) -> int:
    """Print the rules, or those whose number begins with the one given, and how many are played in which way."""
    rules = library(args).loader.chapter_s().rules
    if args.number:
        wanted = f"S{args.number.upper().removeprefix('S')}"
        rules = {number: rule for number, rule in rules.items() if number.startswith(wanted)}
        if not rules:
            return fault(f"Chapter S has no rule {wanted} that is known here; sasl chapter-s lists those that are")
    data = {number: {"treats": rule.treats, "played": rule.played, "note": rule.note} for number, rule in rules.items()}
    counts = Counter(rule.played for rule in rules.values())
    summary = [f"{counts[played]:4} {meaning}" for played, meaning in PLAYED.items() if counts[played]]
    return told(args.json, data, [*(_line(number, rule) for number, rule in rules.items()), "", *summary])


def _line(number: str, rule: NumberedRule) -> str:
    """Return a rule on one line: `S6.21     Panic, by class: shape known, figures house`."""
    guess = "" if rule.sure else " (subject inferred)"
    note = f"; {rule.note}" if rule.note else ""
    return f"{number:9} {rule.treats}{guess}: {PLAYED[rule.played]}{note}"
