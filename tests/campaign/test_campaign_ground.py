"""What may stand where at set-up, and with whom: cupolas, entrenchments, factors of mines, new leaders."""

from __future__ import annotations

import pytest
from desk import Desk

from sasl.asl.game.events import Told
from sasl.campaign.buying.forts import lots


def bought(*groups: str, forts: str = "") -> Desk:
    """The Germans have bought these groups and fortifications, and set up before the Initial Scenario."""
    desk = Desk()
    desk.do("next")
    for group in groups:
        desk.do(f"buy german {group}")
    desk.do("next")
    desk.at("fortifications", stage="initial").do("next")
    for line in filter(None, forts.split(";")):
        desk.do(f"fortify german {line}")
    desk.at("set-up", stage="initial").do("next")
    return desk


def test_d9_52_a_cupola_stands_in_no_building_or_gully_nor_on_a_bridge() -> None:
    desk = bought()
    cupola = next(piece.id for piece in desk.state.of("german") if piece.kind == "cupola")
    for name in ("Q10", "K33", "A33"):  # a building, the bridge, a gully
        assert "(D9.52)" in desk.no(f"place {cupola} {name}")
    for name in ("G34", "A25", "Q7", "P26"):  # shellholes, Open Ground, woods, shellholes with the railway
        desk.do(f"place {cupola} {name}")


def test_b27_1_no_trench_is_dug_in_a_marsh_or_building() -> None:
    desk = bought()
    trench = next(work.id for work in desk.state.works.values() if work.kind == "trench")
    for name in ("A5", "Q10"):
        assert "(B27.1)" in desk.no(f"place {trench} {name}")
    desk.do(f"place {trench} A33")  # IN a gully they are dug


@pytest.mark.parametrize(
    ("factors", "hexes"),
    [(6, (6,)), (12, (12,)), (14, (8, 6)), (24, (12, 12)), (32, (12, 12, 8)), (3, None), (10, None), (17, None)],
)
def test_b28_1_a_minefield_hex_has_6_8_or_12_factors(factors: int, hexes: tuple[int, ...] | None) -> None:
    assert lots((6, 8, 12), factors) == hexes


def test_b28_1_and_b28_51_mines_are_bought_hex_by_hex() -> None:
    desk = bought("M1", "M1", forts="ap-mine 14;at-mine 7")
    found = sorted(
        (work.kind, work.number) for work in desk.state.works.values() if work.kind in ("ap-mine", "at-mine")
    )
    assert found == [("ap-mine", 6), ("ap-mine", 8), ("at-mine", 2), ("at-mine", 5)]
    desk.at("fortifications", stage="initial").do("next")
    desk.do("set german fpp 50")
    assert "each has 6, 8 or 12 of them (B28.1" in desk.no("fortify german ap-mine 3")


def test_7_5196_a_new_leader_stands_with_men_of_his_own_group() -> None:
    desk = bought("I1")
    groups = sorted({piece.group for piece in desk.state.of("german") if piece.kind == "squad"})
    squads = [next(piece.id for piece in desk.state.of("german") if piece.group == group and piece.kind == "squad")
              for group in groups]  # fmt: skip
    leaders = [next(piece.id for piece in desk.state.of("german") if piece.group == group and piece.kind == "leader")
               for group in groups]  # fmt: skip
    desk.do(f"place {squads[0]},{leaders[0]},{leaders[1]} K20")
    desk.do(f"place {squads[1]} K22")
    told = [event.text for event in desk.do("next") if isinstance(event, Told) and "7.5196" in event.text]
    assert told == [f"Each new leader must set up with an MMC of his own group (7.5196); not so: {leaders[1]}."]
