"""Writes docs/rules.md: where each numbered rule lives and is tested, taken from docstrings, tables and tests."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"\b(?:OtO \d+\.\d+(?:\.\d+)?|[A-E]\d{1,2}(?:\.\d{1,4})|[A-E]\.\d{1,2}|MSR \d{1,2})\b")
SOLITAIRE = re.compile(r"\bS(?:\d{1,2}\.\d{1,4}|16)(?!\d)")
"""A rule of Chapter S: `S6.21`, `S16`; the letter of a case (`S4.1a`) is left out."""
OTO = re.compile(r"\bOtO(?:-S\d)? \d+\.\d+[a-z]?(?:, \d+\.\d+[a-z]?)*")
"""Rules of Onslaught to Orsha in a row, `OtO 3.1, 3.2`: none of them is a number without a letter."""
NUMBER = re.compile(r"(?:^|\(|(?<=, )|(?<=; ))(\d{1,2}\.\d{1,4}|16)(?=[:,;)]|-\.\d)")
"""A number without a letter: of a campaign's rules."""
LEFT_OUT = (
    ("A11.52", "who is aboard an unarmored vehicle is captured with it, and has no Close Combat of his own"),
    (
        "A12.11",
        "there are no Dummies: an S? may be nothing, and Search and Mopping Up check it as an enemy's coming does",
    ),
    ("A12.12", "FRIENDLY units do not enter the map under a `?`; out of sight Infantry sets up under one"),
    ("A12.15", "an SMC found alone is not overrun by who found him, whose MPh is over, but by the next who comes"),
    ("A15.23", "nor A21.13: no SMC mans a Gun, not even a hero"),
    ("A15.45", "who goes berserk where water or a Blaze bars every way to the enemy he sees stays berserk"),
    ("A16.1", "Battlefield Integrity is optional, and not used"),
    ("A17.2", "nobody carries a wounded man"),
    (
        "A18.12",
        "a leader whom an Original 2 makes counts in that attack (his odds are told), but not against the enemy's of "
        "the same round",
    ),
    ("A19.131", "no mission has Ammunition Shortages"),
    ("A22.6", "no force of the missions has MOL"),
    (
        "A23.7",
        "who sets off a Set DC, or fails the NTC for it, has fired: a squad does not use its inherent FP as well",
    ),
    ("A24.3", "no force of the missions has WP"),
    ("A25.232", "nobody goes below into entrenchments that an enemy holds"),
    ("A26.16", "areas that nobody can enter any more, because of fires or rubble, do not change hands by that"),
    ("B23.21", "nor B23.22 to B23.24, B23.32: the hex data have no storeys; a building counts as one level above"),
    ("B28.44", "the hex data do not say which hexsides a building touches; no A-P mines lie in building hexes"),
    ("B28.46", "nor B28.47, B28.531, B28.9: no lines of Known mines, Dummy fields, Daisy Chains or Booby Traps"),
    ("C1.321", "observed OBA and rockets whose centre is off the map are lost; of a strike what is on the map attacks"),
    ("D5.343", "an SMC who is wounded while he crews a vehicle goes on as if he were not"),
    ("D13.32", "nor D13.33, D13.34: no vehicle of the missions has sM, sP or sN; sD is D13.3"),
    ("D14.2", "platoons form in play, not at set-up"),
    ("E7.22", "only a FB begins an Aerial Combat; the Ju 87 never does, and the sheet for the Il-2 was not available"),
)
"""Rules that are not played, or not wholly, and why: data that we do not have, or too rare for what it would cost."""
TABLE = re.compile(r"^- id: (\S+)|^  rule: (.+)$")
TESTED = re.compile(
    r"_(?:([a-e])(\d{0,2})_(\d{1,4})|oto_(\d+)_(\d+)|msr_(\d{1,2})|(s?)(?:(\d{1,2})_(\d{1,4})[a-d]?|(16)))(?=_)"
)
"""A rule at the beginning of the name of a test: `test_a10_62_…`, `test_s6_21_…`, `test_6_21_…`."""

SECTIONS = {
    "ASL": "Chapters A to E.",
    "Missions": "OtO: the special rules of Onslaught to Orsha 2. MSR: of a mission's card.",
    "Chapter S": "Solitaire ASL, with the minds of both sides.",
    "Campaigns": "7: On Track to Orsha. 11: Red Barricades. 12: Valor of the Guards.",
}
"""The parts of the page."""
FLOORS = ("board", "asl", "solitaire", "orders", "minds", "campaign")
"""The folders whose docstrings are read."""

Key = tuple[str, str]
"""The section and the number of a rule."""


def rules_in(text: str, campaign: bool) -> list[Key]:
    """Return the rules that a text names, each once; only the text of a campaign names some without a letter."""
    found = [("Missions" if rule[0] in "OM" else "ASL", rule) for rule in RULE.findall(text)]
    found += [("Chapter S", rule) for rule in SOLITAIRE.findall(text)]
    if campaign:
        found += [("Campaigns", rule) for rule in NUMBER.findall(OTO.sub("", text))]
    return list(dict.fromkeys(found))


class Told(NamedTuple):
    """A function or class: `module.name`, docstring, lines, and whether it belongs to a campaign."""

    place: str
    docstring: str
    lines: str
    campaign: bool


def functions() -> Iterator[Told]:
    """Every function and class of the rules floors."""
    for folder in FLOORS:
        for path in sorted((ROOT / "sasl" / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT / "sasl").with_suffix("").parts).removesuffix(".__init__")
            text = path.read_text(encoding="utf-8")
            lines = text.splitlines()
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    body = lines[node.lineno - 1 : node.end_lineno] if isinstance(node, ast.FunctionDef) else ()
                    yield Told(
                        f"{module}.{node.name}", ast.get_docstring(node) or "", "\n".join(body), folder == "campaign"
                    )


def tables() -> Iterator[tuple[Key, str]]:
    """The rule and id of every table that states its rule."""
    for path in sorted((ROOT / "tables").rglob("*.yaml")):
        name, campaign = "", "campaigns" in path.parts
        for line in path.read_text(encoding="utf-8").splitlines():
            match = TABLE.match(line)
            if match and match[1]:
                name = match[1]
            elif match and name:
                for key in rules_in(match[2].strip('"'), campaign):
                    yield key, f"table `{name}`"


def tests() -> dict[Key, list[str]]:
    """The files with tests whose names begin with a rule."""
    named: list[tuple[Key, str]] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        campaign = "campaign" in path.parts
        for name in re.findall(r"^\s*(?:async )?def test(_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            named += [(key, path.stem) for key in _tested(name, campaign)]
    return _by_rule(named)


def _tested(name: str, campaign: bool) -> Iterator[Key]:
    """The rules at the beginning of the name of a test."""
    while match := TESTED.match(name):
        letter, chapter, rest, oto, part, msr, solitaire, room, more, alone = match.groups()
        if letter:
            yield "ASL", f"{letter.upper()}{chapter}.{rest}"
        elif oto or msr:
            yield "Missions", f"OtO {oto}.{part}" if oto else f"MSR {msr}"
        elif campaign and not solitaire:
            yield "Campaigns", alone or f"{room}.{more}"
        else:
            yield "Chapter S", f"S{alone or f'{room}.{more}'}"
        name = name[match.end() :]


def order(rule: str) -> tuple[str, list[int]]:
    """Chapter, then number."""
    return re.sub(r"[\d. ]+", "", rule), [int(part) for part in re.findall(r"\d+", rule)]


def _by_rule(named: Iterable[tuple[Key, str]]) -> dict[Key, list[str]]:
    """The places of each rule, each once."""
    found: dict[Key, dict[str, None]] = {}
    for key, place in named:
        found.setdefault(key, {})[place] = None
    return {key: list(places) for key, places in found.items()}


def index() -> str:
    """The whole page."""
    tested, every = tests(), list(functions())
    named = [(key, item.place) for item in every for key in rules_in(item.docstring, item.campaign)]
    found = _by_rule([*named, *tables()])
    untold = tested.keys() - found.keys()
    found |= _by_rule(
        (key, item.place) for item in every for key in rules_in(item.lines, item.campaign) if key in untold
    )
    found |= {key: [] for key in untold - found.keys() if key[1][1:2] != "." and key[0] != "Chapter S"}
    lines = [
        "# Where the rules live",
        "",
        "Written by `docs/scripts/make_rule_index.py` from docstrings, the `rule` of each table, and names of tests.",
        "Where only tests name a rule, the functions that mention it are listed.",
    ]
    for section, what in SECTIONS.items():
        lines += ["", f"## {section}", "", what, "", "| rule | place | tests |", "|---|---|---|"]
        for rule in sorted((rule for part, rule in found if part == section), key=order):
            places, files = found[section, rule], tested.get((section, rule), ())
            lines.append(f"| {rule} | {', '.join(places)} | {', '.join(files)} |")
    lines += ["", "## Left out", "", "What is not played, or not wholly, and why.", "", "| rule | why |", "|---|---|"]
    lines += [f"| {rule} | {why} |" for rule, why in LEFT_OUT]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page; with `--check` only say whether it is fresh."""
    page, text = ROOT / "docs" / "rules.md", index()
    if "--check" in sys.argv:
        return 0 if page.read_text(encoding="utf-8") == text else 1
    page.write_text(text, encoding="utf-8")
    print(f"docs/rules.md: {text.count(chr(10) + '| ') - len(SECTIONS) - 1 - len(LEFT_OUT)} rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
