"""Writes docs/rules.md: where each numbered rule lives, taken from docstrings and tables."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"\b(?:OtO \d+\.\d+(?:\.\d+)?|[A-E]\d{1,2}(?:\.\d{1,4})|[A-E]\.\d{1,2}|MSR \d{1,2})\b")
LEFT_OUT = (
    ("A11.52", "who is aboard an unarmored vehicle is captured with it, and has no Close Combat of his own"),
    ("A25.232", "nobody goes below into entrenchments that an enemy holds"),
    ("A26.16", "areas that nobody can enter any more, because of fires or rubble, do not change hands by that"),
    ("B23.21", "nor B23.22 to B23.24, B23.32: the hex data have no storeys; a building counts as one level above"),
    ("B28.44", "the hex data do not say which hexsides a building touches; no A-P mines lie in building hexes"),
    ("C1.321", "observed OBA and rockets whose centre is off the map are lost; of a strike what is on the map attacks"),
    ("D5.343", "an SMC who is wounded while he crews a vehicle goes on as if he were not"),
    ("D13.32", "nor D13.33, D13.34: no vehicle of the missions has sM, sP or sN; sD is D13.3"),
    ("D14.2", "platoons form in play, not at set-up"),
    ("E7.22", "only a FB begins an Aerial Combat; the Ju 87 never does, and the sheet for the Il-2 was not available"),
)
"""Rules that are not played, or not wholly, and why: data that we do not have, or too rare for what it would cost."""
TABLE = re.compile(r"^- id: (\S+)|^  rule: (.+)$")


def rules_in(text: str) -> list[str]:
    """The rule numbers a text names, each once."""
    return list(dict.fromkeys(RULE.findall(text)))


def functions() -> Iterator[tuple[str, str]]:
    """(rule, `module.function`) of every docstring of the rules floors."""
    for folder in ("board", "asl", "solitaire", "orders"):
        for path in sorted((ROOT / "sasl" / folder).rglob("*.py")):
            module = ".".join(path.relative_to(ROOT / "sasl").with_suffix("").parts).removesuffix(".__init__")
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.ClassDef):
                    for rule in rules_in(ast.get_docstring(node) or ""):
                        yield rule, f"{module}.{node.name}"


def tables() -> Iterator[tuple[str, str]]:
    """(rule, table id) of every table that states its rule."""
    for path in sorted((ROOT / "tables").rglob("*.yaml")):
        name = ""
        for line in path.read_text(encoding="utf-8").splitlines():
            match = TABLE.match(line)
            if match and match[1]:
                name = match[1]
            elif match and name:
                for rule in rules_in(match[2]):
                    yield rule, f"table `{name}`"


def order(rule: str) -> tuple[str, list[int]]:
    """Chapter, then number."""
    return re.sub(r"[\d. ]+", "", rule), [int(part) for part in re.findall(r"\d+", rule)]


def index() -> str:
    """The whole page."""
    found: dict[str, list[str]] = {}
    for rule, place in [*functions(), *tables()]:
        places = found.setdefault(rule, [])
        if place not in places:
            places.append(place)
    lines = [
        "# Where the rules live",
        "",
        "Written by `docs/scripts/make_rule_index.py` from the docstrings of `sasl/` and the `rule` of each table.",
        "",
        "| rule | place |",
        "|---|---|",
    ]
    lines += [f"| {rule} | {', '.join(found[rule])} |" for rule in sorted(found, key=order)]
    lines += ["", "## Left out", "", "What is not played, or not wholly, and why.", "", "| rule | why |", "|---|---|"]
    lines += [f"| {rule} | {why} |" for rule, why in LEFT_OUT]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page; with `--check` only say whether it is fresh."""
    page, text = ROOT / "docs" / "rules.md", index()
    if "--check" in sys.argv:
        return 0 if page.read_text(encoding="utf-8") == text else 1
    page.write_text(text, encoding="utf-8")
    print(f"docs/rules.md: {text.count(chr(10) + '| ') - 2 - len(LEFT_OUT)} rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
