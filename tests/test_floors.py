"""The floors: each imports only what is below it, and only the TUI knows textual and rich."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "sasl"
FLOORS = (
    "kernel", "board", "content", "vasl", "asl", "solitaire", "beside", "orders", "minds", "saves", "campaign", "lab",
    "cli",
)  # fmt: skip
"""From the ground up; the TUI stands on top of all."""

VALUES = {"msgspec", "typing_extensions"}
"""What frozen values are made by, and what it needs itself: all that kernel and board take from elsewhere."""

IMPORT_ALL = """
import importlib, pkgutil, sys
for name in sys.argv[1:]:
    floor = importlib.import_module("sasl." + name)
    for item in pkgutil.walk_packages(floor.__path__, floor.__name__ + "."):
        importlib.import_module(item.name)
    print(*sys.modules)
"""


@pytest.fixture(scope="module")
def loaded() -> dict[str, set[str]]:
    """Every module that is there after all modules of a floor, and of those below, were imported in a fresh process."""
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL, *FLOORS], capture_output=True, text=True, check=True)
    return {floor: set(line.split()) for floor, line in zip(FLOORS, done.stdout.splitlines(), strict=True)}


@pytest.mark.parametrize("floor", FLOORS)
def test_a_floor_stands_on_lower_floors_alone_and_knows_no_screen(floor: str, loaded: dict[str, set[str]]) -> None:
    names = loaded[floor]
    tops = {name.split(".")[0] for name in names}
    assert tops.isdisjoint({"textual", "rich"})
    above = {"tui", *FLOORS[FLOORS.index(floor) + 1 :]}
    assert {name.split(".")[1] for name in names if name.startswith("sasl.")}.isdisjoint(above)
    if floor in ("kernel", "board"):
        foreign = {top for top in tops if top != "sasl" and top not in sys.stdlib_module_names}
        site = {"sitecustomize", "usercustomize", "_distutils_hack", "__mp_main__", "__main__"}
        assert not {top for top in foreign - site - VALUES if not top.startswith(("_virtualenv", "__editable__"))}


def test_every_folder_is_a_known_floor() -> None:
    found = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert found == {*FLOORS, "tui"}
