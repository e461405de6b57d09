"""Writes docs/rules.md: where each numbered rule lives, taken from docstrings and tables."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = re.compile(r"\b(?:OtO \d+\.\d+(?:\.\d+)?|[A-E]\d{1,2}(?:\.\d{1,4})|[A-E]\.\d{1,2}|MSR \d{1,2})\b")
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
    return "\n".join(lines) + "\n"


def main() -> int:
    """Write the page; with `--check` only say whether it is fresh."""
    page, text = ROOT / "docs" / "rules.md", index()
    if "--check" in sys.argv:
        return 0 if page.read_text(encoding="utf-8") == text else 1
    page.write_text(text, encoding="utf-8")
    print(f"docs/rules.md: {text.count(chr(10)) - 6} rules")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
