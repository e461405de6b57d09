"""An armor leader is where his vehicle is, in every step that takes it off the map (7.5131, 12.6151, CG14)."""

from __future__ import annotations

import pytest
from desk import Desk, add, played


def led(desk: Desk, *flags: str) -> tuple[str, str]:
    """A vehicle on the map in these states, and its armor leader."""
    tank, leader = add(desk, "german", "StuG IIIG", "K12", *flags), add(desk, "german", "9-1", "K12", "armor-leader")
    desk.do(f"move {leader} {tank}")
    return tank, leader


@pytest.mark.parametrize(
    ("campaign", "step", "date", "flags", "dice", "box"),
    [("oto2", "immobilization", 2, ("immobile",), (1,), "retained"),
     ("rb", "bog", 1, ("bogged",), (1, 1), "retained"),
     ("votg", "recovery", 1, ("immobile",), (1,), "retained"),
     ("oto2", "recall", 1, ("recalled", "low-ammo"), (6,), "away"),
     ("oto2", "recall", 1, ("recalled", "low-ammo"), (1,), "retained")],
)  # fmt: skip
def test_d3_4_the_armor_leader_goes_with_his_vehicle(
    campaign: str, step: str, date: int, flags: tuple[str, ...], dice: tuple[int, ...], box: str
) -> None:
    desk = played(campaign).at(step, date=date)
    tank, leader = led(desk, *flags)
    desk.dice(*dice)
    desk.do("next")
    assert [(desk.piece(name).box, desk.piece(name).hex) for name in (tank, leader)] == [(box, "")] * 2
    assert desk.piece(leader).holder == tank


def test_cg14_he_leaves_the_map_with_a_vehicle_recalled_for_low_ammo() -> None:
    desk = played()
    tank, leader = led(desk, "low-ammo")
    desk.do(f"result {tank} exited")
    assert [desk.piece(name).box for name in (tank, leader)] == ["away", "away"]
