"""What of a pack a mission can meet: a file that is only there for another mission changes nothing."""

from __future__ import annotations

from pathlib import Path

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_pack import copy_template

TABLE = "- id: {}\n  title: T\n  roll: dr\n  provenance: user\n  rows: {{1..6: {}}}\n"


def pack(folder: Path, **files: str) -> Library:
    for name, text in files.items():
        path = folder / "tables" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Library(shipped_root(), (folder,))


def used(library: Library, mission: str) -> set[str]:
    return {str(file.place) for pack in library.loader.used(mission) for file in pack.files}


def test_a_mission_of_ones_own_is_nothing_to_another(tmp_path: Path) -> None:
    alone = Library(shipped_root()).loader.fingerprint("platoon")
    copy_template("river-watch", tmp_path)
    library = Library(shipped_root(), (tmp_path,))
    assert library.loader.fingerprint("platoon") == alone
    assert not library.loader.used("platoon")
    assert used(library, "river-watch") == {
        "missions/boards/river-watch.yaml", "missions/river-watch.yaml", "tables/river-watch.yaml",
    }  # fmt: skip


def test_a_table_in_the_place_of_a_shipped_one_and_those_it_leads_to_are_met(tmp_path: Path) -> None:
    library = pack(
        tmp_path,
        guns=TABLE.format("generation.g2", "{table: my.second}"),
        second=TABLE.format("my.second", "4-6-7"),
        other=TABLE.format("my.other", "4-6-7"),
    )
    assert used(library, "platoon") == {"tables/guns.yaml", "tables/second.yaml"}
    assert library.loader.fingerprint("platoon") != Library(shipped_root()).loader.fingerprint("platoon")


def test_a_doctrine_may_be_chosen_while_a_game_is_played(tmp_path: Path) -> None:
    text = "doctrine: mine\ntitle: M\nsummary: m\nprovenance: user\nextends: timid\nactions: {Hold: my.hold}\n"
    assert used(pack(tmp_path, hold=TABLE.format("my.hold", "4-6-7")), "platoon") == set()
    (tmp_path / "tables" / "doctrines").mkdir()
    (tmp_path / "tables" / "doctrines" / "mine.yaml").write_text(text, encoding="utf-8")
    assert used(Library(shipped_root(), (tmp_path,)), "platoon") == {"tables/doctrines/mine.yaml", "tables/hold.yaml"}


def test_every_table_of_a_campaign_is_called_so() -> None:
    """A table typed in lies where no mission reads it, by this beginning of its id."""
    library = Library(shipped_root())
    campaigns = library.all_tables.keys() - library.tables.keys()
    assert len(campaigns) > 50 and all(name.startswith("cg.") for name in campaigns)
    assert not any(name.startswith("cg.") for name in library.tables)
