"""After each line that is typed either the save has grown, or a sentence was said."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import pytest
from fuzz_lines import GAMES, babble
from tabletop import bare

from sasl.cli.lines.mission_lines import Plain
from sasl.content.library import Library, shipped_root

LIBRARY = Library(shipped_root())


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_something_comes_of_every_line(tmp_path: Path, number: int) -> None:
    """`python tests/cli/fuzz_lines.py 20000` types more of them."""
    assert babble(LIBRARY, tmp_path, Random(number), 80, number).silent == []


@pytest.mark.parametrize("line", ["strategic B44 off", "wreck auto"])
def test_a_command_that_changes_nothing_says_so(line: str) -> None:
    table, out = bare("FRIENDLY", "RPh"), io.StringIO()
    Plain(table.session, io.StringIO(f"{line}\n"), out).run()
    assert "Nothing changes." in out.getvalue() or "No: " in out.getvalue()
