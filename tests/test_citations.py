"""Chapter S is cited by numbers that exist (S6.21), and what is ours is never cited as a rule of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from sasl.content.library import Library, shipped_root

ROOT = Path(__file__).parents[1]
CITED = re.compile(r"(?<![\w?¹²³])S(?:\d{1,2}\.\d{1,5}|\.\d[AB]?)(?![\w.]*\d)")
BARE = re.compile(r"\((?:[1-9]|1[0-8])\.\d{1,5}\)")
"""A number in brackets without a letter: how Chapter S was cited before."""
CAMPAIGN = re.compile(r"campaign|made_up|strateg|shop")
"""Campaigns have rules of their own without a letter: 7.5xx, 11.6xx, 12.6xx."""


def texts(*folders: str) -> Iterator[tuple[Path, str]]:
    """Yield the program, its content and its pages, each with its text; no campaigns, no generated index."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            kept = path.suffix in (".py", ".yaml", ".md") and path.name not in ("rules.md", "chapter-s.yaml")
            if kept and not CAMPAIGN.search(str(path.relative_to(ROOT))):
                yield path.relative_to(ROOT), path.read_text(encoding="utf-8")


def test_every_number_of_chapter_s_that_is_cited_exists() -> None:
    known = Library(shipped_root()).loader.chapter_s().rules.keys()
    strange = [
        f"{path}: {match[0]}"
        for path, text in texts("sasl", "tables", "missions", "docs")
        for match in CITED.finditer(text)
        if match[0] not in known
    ]
    assert not strange, strange[:20]


def test_chapter_s_is_cited_with_its_letter() -> None:
    bare = [
        f"{path}: {match[0]}"
        for path, text in texts("sasl", "tables", "missions")
        for match in BARE.finditer(text)
        if "." in match[0]
    ]
    assert not bare, bare[:20]
