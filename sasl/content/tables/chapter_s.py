"""The rules of Chapter S by number: what each treats, and how it is played here (`tables/rules/chapter-s.yaml`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from sasl.content.reading.card import Card, Says, Text, Word
from sasl.content.reading.faults import File, refuse
from sasl.content.reading.yamlfile import read_yaml
from sasl.kernel.rolling.records import Provenance

Played = Literal["printed", "figures", "ours", "absent", "elsewhere"]

PLAYED: Mapping[Played, str] = {
    "printed": "played as printed, as far as the sources tell",
    "figures": "shape known, figures house",
    "ours": "procedure ours (house)",
    "absent": "not played",
    "elsewhere": "not in these missions",
}
"""The ways in which a rule can be played, in words."""


class NumberedRule(Card, kw_only=True):
    """A rule of Chapter S."""

    treats: Annotated[Word, Says("what the rule is about")]
    played: Annotated[Played, Says("how it is played here")]
    sure: Annotated[bool, Says("false: the subject was inferred, not read")] = True
    note: Annotated[Text, Says("what is missing, or where it differs")] = ""


class ChapterS(Card, kw_only=True):
    """The numbers of Chapter S that exist."""

    provenance: Provenance
    note: Text = ""
    rules: dict[Word, NumberedRule]


def load_chapter_s(path: File) -> ChapterS:
    """Return the rules in a file. ContentError by line, also for a number that is none of Chapter S."""
    document = read_yaml(path)
    chapter = document.parse(ChapterS)
    refuse(
        [
            document.fault(("rules", number), f"'{number}' is no number of Chapter S: they begin with S, as in S6.21")
            for number in chapter.rules
            if not number.startswith("S")
        ]
    )
    return chapter
