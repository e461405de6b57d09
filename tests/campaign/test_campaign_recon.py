"""Reconnaissance after all set-up: what is seen, and whose turn it is (7.5226, 11.6245, 12.6265)."""

from __future__ import annotations

import pytest
from desk import Desk

from sasl.asl.game.events import Told
from sasl.campaign.campaign_report import standing_figures
from sasl.campaign.campaign_state import MINES, Work
from sasl.campaign.show import hex_lines
from sasl.kernel.frozen import replace


def scouts(campaign: str = "oto2", **left: int) -> Desk:
    """Recon Inspection has begun, with so many Locations for each side; a hidden squad and mines are in K41."""
    desk = Desk(campaign)
    desk.do("control K41 german")
    desk.do("control K42,K43 russian")
    desk.do("add german 4-6-7 K41")
    desk.do("mark g467-1 +hidden")
    desk.do("work minefield K41 6")
    desk.do("work trench K41")
    works = {
        key: replace(work, hidden=True, side="german", text="minefield 6 A-P, 3 A-T" if work.number else "Trench")
        for key, work in desk.state.works.items()
    }
    numbers = {**desk.state.numbers, **{f"{side}.recon": number for side, number in left.items()}}
    desk.game = desk.game.at(replace(desk.state, works=works, numbers=numbers))
    desk.at("recon", stage="initial").do("next")
    return desk


@pytest.mark.parametrize(
    ("campaign", "kind", "found"), [("rb", "normal", 3), ("rb", "lax", 2), ("votg", "stealthy", 4)]
)
def test_11_622_the_majority_squad_type_changes_the_recon_dr(campaign: str, kind: str, found: int) -> None:
    """11.622, 12.624: Stealthy +1, Lax -1, by what most squads of the side are; OtO2 has no such drm (7.5225)."""
    desk = Desk(campaign).at("recon-purchase", date=2)
    desk.do("next")
    desk.dice(3).do("recon german 1", kind)
    assert desk.state.number("german", "recon") == found


def test_7_5226_a_reconned_hidden_unit_is_concealed_and_mines_do_not_tell_their_strength() -> None:
    desk = scouts(russian=1)
    events = desk.do("recon russian K41")
    (said,) = [event.text for event in events if isinstance(event, Told)]
    assert "g467-1 4-6-7" in said and "mines" in said and "A-P" not in said
    assert not any("A-P" in event.describe() for event in events)
    assert desk.piece("g467-1").flags == {"concealed"}
    assert not next(work for work in desk.state.works.values() if work.kind == "trench").hidden


def test_7_514_mines_that_recon_has_found_are_known_and_may_be_removed_but_not_those_it_has_not() -> None:
    desk = scouts(russian=1)
    (mines,) = [key for key, work in desk.state.works.items() if work.kind in MINES]
    desk.do("control K41 russian")
    desk.at("removal").do("next")
    assert "not Known" in desk.no(f"clear russian {mines}")
    desk = scouts(russian=1)
    desk.do("recon russian K41")
    desk.do("option german-plays on")
    assert f"{mines}  minefield" in hex_lines(desk.game, "K41"), "where they lie, but not what they are"
    assert not any("A-P" in line for line in hex_lines(desk.game, "K41"))
    desk.do("option german-plays off")
    desk.do("control K41 russian")
    desk.do("add russian 6-2-8 retained")
    desk.at("removal").do("next")
    desk.dice(1)
    desk.do(f"clear russian {mines}")
    assert mines not in desk.state.works


def test_7_5226_a_location_is_inspected_once() -> None:
    desk = scouts(russian=2)
    desk.do("recon russian K41")
    assert "already" in desk.no("recon russian K41")
    assert desk.state.number("russian", "recon") == 1


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_6245_the_sides_declare_in_turn_and_the_russians_first(campaign: str) -> None:
    desk = scouts(campaign, russian=2, german=2)
    assert "Russian side declares" in desk.no("recon german K42", "no")
    desk.do("recon russian K41")
    assert "German side declares" in desk.no("recon russian K40", "no")
    desk.do("recon german K42")
    desk.do("recon german K43", "yes")  # the Russians declare no more
    assert desk.state.number("russian", "recon") == desk.state.number("german", "recon") == 0


def test_7_5225_the_roster_keeps_the_final_dr_when_locations_have_been_inspected() -> None:
    desk = Desk().at("recon-purchase", stage="initial")
    desk.do("next")
    desk.do("set russian cpp 5")
    desk.dice(3).do("recon russian 1")
    rolled = standing_figures(desk.game, "russian")["recon"]
    assert int(rolled) == desk.state.number("russian", "recon") > 0
    desk.do("control K42 russian")
    desk.at("recon", stage="initial").do("next")
    desk.do("recon russian K41")
    assert standing_figures(desk.game, "russian")["recon"] == rolled
    assert desk.state.number("russian", "recon") == int(rolled) - 1


def test_11_6245_recon_finds_no_tunnel_not_even_one_whose_other_entrance_nobody_named() -> None:
    desk = scouts("rb", russian=1)
    tunnel = Work("w9", "german", "tunnel", "K41", text="Tunnel", hidden=True)
    desk.game = desk.game.at(replace(desk.state, works={**desk.state.works, "w9": tunnel}))
    desk.do("recon russian K41")
    assert desk.state.works["w9"].hidden
