"""The pages of the project: README is short, links lead somewhere, the files named are there, and the command line
and the games know their commands."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sasl.campaign.orders.campaign_commands import COMMANDS as CAMPAIGN_COMMANDS
from sasl.cli.usage import parser
from sasl.orders.mission_commands import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in sorted((ROOT / "docs").glob("*.md"))))
ROOMS = ("", "sasl", "sasl/tui", "sasl/asl/fire", "sasl/minds", "docs")
"""Where a file may lie that is named without its folder."""


def text_of(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def test_readme_fits_into_8_kb() -> None:
    assert len(text_of("README.md").encode()) <= 8192


def anchors_of(file: Path) -> set[str]:
    """Return the anchors of a page's headings, as GitHub writes them."""
    titles = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_to_a_file_and_a_heading_of_it(page: str) -> None:
    for link, anchor in re.findall(r"\]\(([^)#:\s]*)(?:#([^)]*))?\)", text_of(page)):
        file = (ROOT / page).parent / link if link else ROOT / page
        assert file.exists(), link
        assert not anchor or anchor in anchors_of(file), f"{link}#{anchor}"


def test_every_module_that_the_pages_on_the_code_name_is_there() -> None:
    text = text_of("CONTRIBUTING.md") + text_of("docs/architecture.md")
    names = set(re.findall(r"`(?:[.a-z/]+/python )?([a-z0-9_/]+\.(?:py|yaml|txt|md))[ `]", text))
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


@pytest.mark.parametrize("page", PAGES)
def test_every_order_that_is_typed_with_a_colon_begins_with_a_word_of_the_game(page: str) -> None:
    words = {*COMMANDS, *CAMPAIGN_COMMANDS}
    assert not set(re.findall(r"`:([a-z]+)[^`]*`", text_of(page))) - words


def test_a_command_that_is_none_is_noticed() -> None:
    assert is_known(["resume"]) and is_known(["vasl", "write"])
    assert not any(map(is_known, (["resumed"], ["vasl", "writes"], ["play", "oto-s1", "--sead", "7"])))
