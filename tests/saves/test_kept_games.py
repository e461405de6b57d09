"""Games of every format that was ever written, and of campaigns: each opens, and stands as its save says."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from sasl.asl.game.events import UnitsMoved
from sasl.campaign.campaign_session import CampaignSession
from sasl.content.library import Library
from sasl.saves import journal
from sasl.saves.games import kind_of
from sasl.saves.migrations import migrated
from sasl.saves.saved import LOOKED_AT
from sasl.saves.session import Session

GAMES = sorted(Path(__file__).with_name("games").glob("*.sasl"))
"""`format-N-…`: begun by the program of that time; those of whole missions are cut where they grow large."""

OTHERWISE: dict[str, str] = {}
"""Kept games whose moment or VP a mended rule counts otherwise now: the stem of the file, and which rule."""


def test_every_format_is_kept() -> None:
    formats = {int(re.findall(r"format-(\d+)", path.name)[0]) for path in GAMES}
    assert formats == set(range(1, journal.FORMAT + 1))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_kept_game_opens_and_every_entry_stands_as_it_was(
    path: Path, library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sasl.saves.saved.LOOKED_AT", 1_000_000)
    shutil.copy(path, tmp_path)
    kind: type[Session | CampaignSession] = Session if kind_of(tmp_path, path.stem) != "campaign" else CampaignSession
    with kind.resume(library, tmp_path, path.stem) as session:
        assert path.stem in OTHERWISE or not [text for text in session.notices if "counts otherwise" in text]
        assert len(session.moments) == len(path.read_bytes().splitlines())
        assert all(line.text for line in session.log())
        told = session.notices
    assert path.name.startswith(f"format-{journal.FORMAT}") != any("now up to date" in notice for notice in told)
    with kind.read(library, tmp_path, path.stem) as again:
        assert again.game.state == session.game.state


def test_units_that_moved_by_themselves_move_as_a_stack_of_one(library: Library, tmp_path: Path) -> None:
    path = next(path for path in GAMES if "unit-moved" in path.name)
    shutil.copy(path, tmp_path)
    session = Session.read(library, tmp_path, path.stem)
    moves = [event for moment in session.moments for event in moment.events if isinstance(event, UnitsMoved)]
    assert len(moves) == path.read_text(encoding="utf-8").count('"UnitMoved"') > 20
    assert all(len(event.ids) == 1 for event in moves)


def test_what_words_told_of_markers_and_units_stands_in_fields_of_its_own(library: Library, tmp_path: Path) -> None:
    path = next(path for path in GAMES if path.stem == "format-2-oto-s1")
    shutil.copy(path, tmp_path)
    markers = Session.read(library, tmp_path, path.stem).game.state.markers.values()
    assert ("minefield", "unknown") in {(item.kind, item.state) for item in markers}


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ({"e": "MarkerPut", "marker": {"kind": "smoke", "text": "smoke grenades +2"}}, "grenades"),
        ({"e": "MarkerPut", "marker": {"kind": "ffe", "text": "Harassing FFE:1 80+mm OBA"}}, "harassing"),
        ({"e": "MarkerPut", "marker": {"kind": "wreck", "text": "wreck"}}, ""),
        ({"e": "UnitRedrawn", "id": "467a", "note": "counterattack M12"}, "counterattack M12"),
        ({"e": "UnitRedrawn", "id": "467a", "note": ""}, " "),
        ({"e": "UnitAdded", "unit": {"note": "sapper (H1.23)"}}, "sapper "),
    ],
)
def test_facts_of_format_3_tell_it_in_words(fact: dict[str, Any], told: str) -> None:
    _, entry = migrated([{}, {"events": [fact]}], 3, 4)
    (found,) = entry["events"]
    role = found.get("unit", found)
    assert told == (found["marker"].get("state", "") if "marker" in found else f"{role['role']} {role.get('goal', '')}")


def test_the_first_entry_that_counts_otherwise_is_named(library: Library, tmp_path: Path) -> None:
    path = next(path for path in GAMES if path.stem == "format-4-platoon")
    contents = journal.read(path)
    entries = [dict(entry) for entry in contents.entries]
    early = 2 * len(entries) // LOOKED_AT
    spoilt = next(place for place, entry in enumerate(entries) if place > early and entry.get("vp"))
    for entry in entries[spoilt:]:
        entry["vp"] = "FRIENDLY 99 VP, ENEMY 0 VP"
    forged, _ = journal._sealed([to_builtins(contents.header), *entries])
    (tmp_path / "g.sasl").write_bytes(forged)
    (notice,) = [text for text in Session.read(library, tmp_path, "g").notices if "counts otherwise" in text]
    assert f"(line {spoilt + 2})" in notice and "FRIENDLY 99 VP" in notice and "\n" not in notice


def test_format_3_told_of_reinforcements_and_of_aircraft_to_come_by_words() -> None:
    """RE 34-36, 65-66: what the words of older facts said stands in fields."""
    suspect = {"id": "S1", "hex": "K9", "attitude": "Advance", "reason": "additional reinforcements"}
    pending = {"id": "P1", "kind": "stukas", "turn": 3, "side": "FRIENDLY", "phase": "MPh", "text": "Ju 87B"}
    facts = [
        {"e": "SuspectPlaced", "suspect": suspect},
        {"e": "RecurringSet", "name": "ENEMY reinforcements|reinforcement.recurring|dr|2"},
        {"e": "PendingAdded", "pending": pending},
    ]
    told = migrated([{"sasl": 3}, {"events": facts}], 3, 4)[1]["events"]
    assert told[0]["suspect"]["reinforcement"] is True
    assert (told[1]["table"], told[1]["number"], told[1]["turn"]) == ("reinforcement.recurring", "dr", 2)
    assert told[2]["pending"]["type"] == "Ju 87B"


def test_b28_5_format_4_told_of_a_campaigns_a_t_mines_by_words(library: Library, tmp_path: Path) -> None:
    path = next(path for path in GAMES if path.stem == "format-2-campaign-oto2")
    shutil.copy(path, tmp_path)
    works = CampaignSession.read(library, tmp_path, path.stem).game.state.works.values()
    assert {(work.number, work.anti_tank) for work in works if "A-T" in work.text} == {(6, 3)}
    facts = [{"e": "WorkPut", "work": {"kind": kind, "text": text}} for kind, text in (
        ("minefield", "6 AT"), ("minefield", "minefield 6 A-P"), ("wreck", "3 A-T"))]  # fmt: skip
    told = migrated([{"sasl": 4}, {"events": facts}], 4, 5)[1]["events"]
    assert [fact["work"].get("anti_tank") for fact in told] == [6, None, None]
