"""Set-up in Red Barricades and Valor of the Guards, whose maps the program lacks (11.6194, 12.6214, 12.6264)."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk, ids
from stalingrad_groups import pack

from sasl.campaign.campaign_engine import new_campaign
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The shipped content and a player's own groups for RB and VotG."""
    return Library(shipped_root(), (pack(Path(tmp_path_factory.mktemp("own")) / "pack"),))


def bought(library: Library, line: str) -> Desk:
    """A group of Valor of the Guards bought on the 17th, its counters there, the sides about to set up."""
    game = new_campaign(library, "votg", 1)
    desk = Desk("votg", game=game.at(replace(game.state, scenario=1))).at("purchase", date=3)
    desk.do("next", "no")
    desk.do("set russian cpp 30")
    desk.do("set german cpp 30")
    desk.do(line)
    desk.do("next")
    desk.at("set-up").do("next")
    return desk


@pytest.mark.parametrize("way", ["", " off-board"])
def test_12_6214_a_group_that_enters_is_not_placed_on_the_map(library: Library, way: str) -> None:
    """12.6214: it enters in play; on the map it sets up for more CPP (a). The map itself is not asked for that."""
    desk = bought(library, f"buy russian I1{way}")
    squad = ids(desk, "russian", "4-5-8")[0]
    assert desk.no(f"place {squad} A1").endswith(
        "its group may only enter from off-board; to set up on the map costs 2 more CPP (12.6214a)"
    )


@pytest.mark.parametrize(("line", "side", "kind"), [
    ("buy russian I1 on-map", "russian", "4-5-8"),
    ("buy russian I1 reserve", "russian", "4-5-8"),
    ("buy german I4", "german", "4-6-7"),
])  # fmt: skip
def test_12_6214a_who_has_paid_for_it_sets_up_on_the_map(library: Library, line: str, side: str, kind: str) -> None:
    """12.6214a: two or three CPP more, or none for German I4 and Russian I5, I7 and I8."""
    desk = bought(library, line)
    squad = next(piece.id for piece in desk.state.pieces.values() if (piece.side, piece.type) == (side, kind))
    desk.do(f"place {squad} A1")
    assert desk.piece(squad).hex == "A1"


def test_12_6264_a_retained_group_sets_up_freely(library: Library) -> None:
    """12.6264: what was Retained sets up on the map or enters, however it was bought."""
    desk = bought(library, "buy russian I1")
    desk.at("new-date", date=3).do("next")
    desk.at("set-up").do("next")
    squad = ids(desk, "russian", "4-5-8")[0]
    desk.do(f"place {squad} A1")
    assert desk.piece(squad).box == "map"


def test_cg10_cg11_the_limits_of_orsha_bind_nobody_in_stalingrad() -> None:
    """Only in OtO2 do Russian vehicles set up unconcealed and German Guns not in tow."""
    desk = Desk("rb").at("set-up")
    for name in ("russian T-34 M41", "german StuG IIIG", "german 75L AT"):
        desk.do(f"add {name}")
    desk.do("next")
    tank, tractor, gun = desk.state.pieces
    desk.do(f"place {tank} K12 concealed")
    desk.do(f"place {tractor} K14")
    desk.do(f"place {gun} K14 hooked")
    assert "concealed" in desk.piece(tank).flags and "hooked" in desk.piece(gun).flags
