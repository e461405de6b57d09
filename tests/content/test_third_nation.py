"""A nation of the player's own: lint asks for every counter and chart that the rules can bring, and a game that was
begun without one takes it over.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.content.reading.faults import ContentError
from sasl.orders.engine import check_playable
from sasl.saves.session import Session
from sasl.solitaire.checks import table_checks
from tests.content.third_nation import COUNTERS, american_pack


def faults(folder: Path) -> list[str]:
    library = Library(shipped_root(), (folder,))
    try:
        check_playable(library, "my-mission")
    except ContentError as error:
        return list(error.faults)
    return []


def test_a_whole_nation_of_ones_own_has_no_faults(tmp_path: Path) -> None:
    assert faults(american_pack(tmp_path / "pack")) == []


TANK = (
    "  M4: {kind: vehicle, ma: 75L, mp: 14, move: tracked, armor_front: 8, armor_side: 6, turret: T, mgs: {BMG: 2}}\n"
)
GUN = "  57L AT: {kind: gun, ma: 57L, manhandling: 9}\n"
HORSE = "  Sq horse: {kind: horse, move: none, carries: squad, half: HS horse}\n"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  1-4-9: {kind: hero", "  1-4-9: {kind: leader, broken: 9", "Heat of Battle creates a hero (A15.21"),
        ("  6+1: {kind: leader", "  6+1: {kind: hero, fp: 1, range: 4", "'6+1' is a hero; needed here: leader"),
        ("replaced_by: 6+1, ", "", "leader.creation creates a 6+1 (A18.2), and there is no American counter '6+1'"),
        ("half: 3-4-6, replaced_by: 5-4-6,", "replaced_by: 5-4-6,", "counters.6-6-6: a squad needs 'half'"),
        ("half: 3-4-6, replaced_by: 5-4-6,", "half: 5-4-6, replaced_by: 5-4-6,", "'5-4-6' is a squad; needed here: hs"),
        ("replaced_by: 5-4-6,", "replaced_by: 8-0,", "6-6-6.replaced_by: '8-0' is a leader; needed here: squad or hs"),
        ("hardened: 6-6-7,", "hardened: 3-4-6,", "6-6-6.hardened: '3-4-6' is a hs; needed here: squad"),
        ("half: 3-4-6, replaced_by: 5-4-6,", "half: Fanatic, replaced_by: 5-4-6,", "'Fanatic' is not a counter of"),
        ("6-6-6: {kind: squad, fp: 6,", "6-6-6: {kind: squad, fp: 60,", "60 contradicts the name: a 6-6-6 has 6"),
        ("modifier: -1, self_rally", "modifier: 1, self_rally", "8-1.modifier: 1 contradicts the name: a 8-1 has -1"),
        ("  1-4-9", TANK + "  1-4-9", "the crew of a lost vehicle gets out as a 1-2-7 (D5.6)"),
        ("  1-4-9", TANK + "  1-4-9", "the MG of a vehicle is Scrounged as a LMG (D10.52)"),
        ("  1-4-9", GUN + "  1-4-9", "a Gun that names no crew is manned by a 2-2-8"),
        ("  1-4-9", "  MMG: {kind: sw, dismantled: LMG}\n  1-4-9", "MMG.dismantled: 'LMG' is not a counter"),
        ("morale: 6, broken: 6, quality: 1st Line, half", "morale: 6, quality: 1st Line, half", "needs 'broken'"),
    ],
)  # fmt: skip
def test_a15_21_a18_2_what_the_rules_bring_of_a_nation_is_asked_for(
    tmp_path: Path, old: str, new: str, told: str
) -> None:
    assert old in COUNTERS
    counters = COUNTERS.replace(old, new, 1)
    if "6+1" in told and not new:
        counters = counters.replace(next(line for line in counters.splitlines(True) if "  6+1:" in line), "")
    found = faults(american_pack(tmp_path / "pack", counters))
    assert [line for line in found if told in line], found
    assert all("american.yaml:" in line for line in found)


def test_a13_32_a_horse_that_leads_to_no_counter_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="'HS horse' is not a counter in this file"):
        check_playable(Library(shipped_root(), (american_pack(tmp_path / "pack", COUNTERS + HORSE),)), "my-mission")


def test_a25_a_chart_by_nation_needs_a_column_for_both_sides(tmp_path: Path) -> None:
    folder = american_pack(tmp_path / "pack")
    (folder / "tables" / "american.yaml").unlink()
    found = faults(folder)
    assert len(found) == 2 and all("my-mission.yaml:15: friendly.nation: chart " in line for line in found)
    assert "deploy.allowed (Deploying) has no column 'american', only german, russian" in found[0]
    card = folder / "missions" / "my-mission.yaml"
    card.write_text(card.read_text("utf-8").replace("# oba:\n#   - {", "oba:\n  - {"), encoding="utf-8")
    assert [name for name in ("oba.nation", "oba.accuracy") if any(name in line for line in faults(folder))]


def begun_without_a_hero(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Begin a game with a counter file that has no hero, as earlier versions allowed."""
    folder = american_pack(tmp_path / "pack", COUNTERS[: COUNTERS.index("  1-4-9")])
    with monkeypatch.context() as patch:
        patch.setattr(table_checks, "counter_faults", lambda library, mission: ())
        Session.create(Library(shipped_root(), (folder,)), "my-mission", 2, tmp_path, "old", "2026").close()
    return folder


def test_a_game_begun_without_a_hero_says_so_and_takes_him_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = begun_without_a_hero(tmp_path, monkeypatch)
    with Session.resume(Library(shipped_root(), (folder,)), tmp_path, "old") as session:
        assert any("no American counter of kind 'hero'; add it to the counters" in text for text in session.notices)
        with pytest.raises(ContentError, match=r"no American counter of kind 'hero' \(A15.2\); add it to the counters"):
            session.game.library.hero("american")
    changed = COUNTERS.replace("fp: 6, range: 6, morale: 6, broken: 6", "fp: 6, range: 6, morale: 6, broken: 7", 1)
    (folder / "tables" / "counters" / "american.yaml").write_text(changed, encoding="utf-8")
    with Session.resume(Library(shipped_root(), (folder,)), tmp_path, "old") as session:
        assert "the game took over the American counters that it lacked: 1-4-9" in session.notices
    with Session.resume(Library(shipped_root()), tmp_path, "old") as session:  # it keeps him without the pack
        library = session.game.library
        assert library.hero("american") == "1-4-9"
        assert library.counter("american", "6-6-6").broken == 6, "what the game had stays as it was"
        assert not any("took over" in text for text in session.notices)
