"""VPO that are determined (OtO-S2 VPO) in a mission of one's own that is played on one board."""

from __future__ import annotations

from pathlib import Path

import pytest
from tabletop import Tabletop, told

from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.orders.engine import new_game

HEXES = "vpo:\n  hexes: [C5, F5, J5]         # the farm, the crossroads, the mill\n"
SET_UP_AREA = "start_control: set-up area"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The mission `crossroads`: as `platoon`, but its VPO are the intersections of its board."""
    text = (shipped_root() / "missions" / "platoon.yaml").read_text(encoding="utf-8").partition("# What the screen")[0]
    determined = "vpo:\n  determined: {number: a6.g, priority: [intersection, one-hex bridge], rule: MSR 1}\n"
    for old, new in (("\nid: platoon\n", "\nid: crossroads\n"), (HEXES, determined)):
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (tmp_path / "missions").mkdir()
    (tmp_path / "missions" / "crossroads.yaml").write_text(text, encoding="utf-8")
    return tmp_path


def begun(pack: Path) -> Tabletop:
    return Tabletop(new_game(Library(shipped_root(), (pack,)), "crossroads", 1))


def test_the_intersections_of_the_one_board_are_its_vpo(pack: Path) -> None:
    table = begun(pack).dice(3, 3, 3, 3, 3, 4)
    text = told(table.do("next"))
    assert table.state.control == {"F5": "ENEMY"} and "Lipki has 3 VPO fewer than A6g gives" in text
    assert "F5 (intersection) ENEMY" in told(table.do("vpo"))
    table.do("next")
    assert any(item.hex == "F5" for item in table.state.suspects.values())


def test_one_in_the_set_up_area_is_held_from_the_start_if_the_mission_says_so(pack: Path) -> None:
    path = pack / "missions" / "crossroads.yaml"
    card = path.read_text(encoding="utf-8").replace("start_control: ENEMY", SET_UP_AREA)
    path.write_text(card.replace("[A9, C9, G9, K9, L10]", "[A4, C4, G4, K4, L5]"), encoding="utf-8")
    table = begun(pack)
    table.do("next")
    assert table.state.control == {"F5": "FRIENDLY"}


def test_a_board_without_any_asks_for_one(pack: Path) -> None:
    path = pack / "missions" / "crossroads.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("[intersection, ", "["), encoding="utf-8")
    table = begun(pack)
    assert "vpo add HEX" in told(table.do("next"))
    assert "there is no VPO" in table.no("vpo")
    table.do("vpo add F5")
    assert "F5 ENEMY" in told(table.do("vpo"))


def test_place_explains_them(pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["place", "crossroads", "--seed", "1", "--explain", "--tables", str(pack), "--saves", str(tmp_path)]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "VPO  F5  intersection, MSR 1: A6g dr " in out and "case d, VPO F5 (intersection)" in out
