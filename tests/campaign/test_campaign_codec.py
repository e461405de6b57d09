"""Every event of a campaign survives a save unchanged, changes the state by `apply`, and has words."""

from __future__ import annotations

import pytest

from sasl.asl.game.events import EVENTS, Event
from sasl.campaign import events as cev
from sasl.campaign.campaign_state import Area, Piece, Purchase, RosterLine, Sealed, Work
from sasl.saves.event_codec import decode_event, encode_event
from sasl.saves.save_lines import read_json, write_json

PIECE = Piece("g467-1", "german", "squad", "4-6-7", "map", "K12", "gsdk-1", "p3", frozenset({"broken"}), -1, "note")
EXAMPLES: list[Event] = [
    cev.StageSet("refit"),
    cev.StepBegan(3, "7.503 Rally"),
    cev.DateBegan(1, "23 June, PM"),
    cev.NumberSet("german", "cpp", 18, "7.515"),
    cev.FactSet("weather", "Rain", "7.517"),
    cev.PieceAdded(PIECE, "initial OB"),
    cev.PieceChanged("g467-1", ("wounded",), ("broken",), "4-4-7", "hs", "retained", "", "", "russian", 1, "why"),
    cev.PieceChanged("g467-1"),
    cev.PieceGone("g467-1", "7.508", False),
    cev.GroupBought(Purchase("p1", "german", "I1", 1, 7, "on-map", "full", True, ("trucks",), "note"), "Rifle Co."),
    cev.GroupDropped("p1", "taken back"),
    cev.WorkPut(Work("w1", "german", "minefield", "K12", 6, "minefield", True), "bought"),
    cev.WorkGone("w1", "cleared"),
    cev.HexesControlled("german", ("K12", "K13"), "A26"),
    cev.PerimeterSet("german", (("K12", "K13", "L13"), ("A1",)), "proposed"),
    cev.AreasSet((Area(("K12",), "C", "german", "pocket"),)),
    cev.RosterWritten(RosterLine("german", 1, {"cpp-left": "3"})),
    cev.Covered("german.chit", True),
    cev.ResultTold(("g467-1", "g467-2")),
    cev.SideActed("german", "buy german I1", "men first"),
    cev.SetUpSealed("german", (Sealed("g467-1", "german", "K12", ("concealed",)), Sealed("w1", "german", "K13"))),
    cev.SealBroken(("g467-1", "w1")),
    cev.CampaignEnded("german", (("LVP", "russian", 4),), "the last CG Date"),
]


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_round_trip(event: Event) -> None:
    assert decode_event(read_json(write_json(encode_event(event)))) == event


def test_every_event_has_words_and_an_effect() -> None:
    own = {kind for kind in EVENTS.values() if kind.__module__ == cev.__name__}
    silent = {cev.SideActed}  # an announcement: what comes of it follows
    assert all("apply" in vars(kind) for kind in own - silent)
    assert all("describe" in vars(kind) for kind in own - {cev.RosterWritten})
    assert {type(event) for event in EXAMPLES} == own
