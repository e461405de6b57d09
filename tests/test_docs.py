"""The pages of the project: their links lead somewhere, the files they name are there, the command line knows their
commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sasl.cli.usage import parser

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
ROOMS = ("", "sasl", "sasl/tui", "sasl/asl/fire", "sasl/minds", "docs")
"""Where a file may lie that is named without its folder."""


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", text_of(page))
    assert not [link for link in links if not (ROOT / page).parent.joinpath(link).exists()]


def test_every_module_that_contributing_names_is_there() -> None:
    names = set(re.findall(r"`(?:[.a-z/]+/python )?([a-z0-9_/]+\.(?:py|yaml|txt|md))[ `]", text_of("CONTRIBUTING.md")))
    assert len(names) > 30
    assert not [name for name in names if not any((ROOT / room / name).is_file() for room in ROOMS)]


def commands(page: str) -> list[str]:
    """The command lines of a page that are whole: without a placeholder, a choice or an ellipsis."""
    text = text_of(page)
    blocks = "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    typed = re.findall(r"^(sasl .+)$", blocks, re.MULTILINE) + re.findall(r"^    \$ (sasl .+)$", text, re.MULTILINE)
    lines = [*re.findall(r"`(sasl [^`]+)`", text), *typed]
    whole = (line for line in lines if line.isascii() and not re.search(r"[A-Z]{3}|\[|\||=FIGURE| N\b|<", line))
    return [line.partition(" #")[0].strip() for line in whole]


def is_known(words: list[str]) -> bool:
    """Whether the command line takes these words; the name of a command alone is one that can be asked for help."""
    for more in ([], ["--help"]):
        try:
            parser().parse_args([*words, *more])
        except SystemExit as end:
            known = end.code == 0
        else:
            return True
    return known and all(word.isalpha() or "-" in word[1:] for word in words)


@pytest.mark.parametrize("page", PAGES)
def test_the_command_line_knows_every_command(page: str) -> None:
    assert not [line for line in commands(page) if not is_known(shlex.split(line)[1:])]


def test_a_command_that_is_none_is_noticed() -> None:
    assert is_known(["resume"]) and is_known(["vasl", "write"])
    assert not any(map(is_known, (["resumed"], ["vasl", "writes"], ["play", "oto-s1", "--sead", "7"])))
