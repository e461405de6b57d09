"""A game says whose figures it uses: house tables and figures, and the player's own with their packs."""

from __future__ import annotations

from pathlib import Path

from tabletop import LIBRARY

from sasl.asl.game.context import Game
from sasl.asl.game.events import Told
from sasl.content.packs.own_pack import OwnPack
from sasl.lab.odds.own_desk import Desk
from sasl.orders.engine import Done, new_game, play
from sasl.solitaire.briefing.sources import sources, summary


def told(game: Game) -> list[str]:
    done = play(game, "figures")
    assert isinstance(done, Done)
    return [event.text for event in done.events if isinstance(event, Told)]


def test_figures_lists_every_house_table_with_its_reason() -> None:
    game = new_game(LIBRARY, "oto-s1", 1)
    lines = told(game)
    assert any(line.startswith("generation.g2, German squad [house]: ") and len(line) > 50 for line in lines)
    assert any(
        line.startswith("activation.ranges, When Infantry draws a check, rows 13..16 [house]: ") for line in lines
    )
    assert lines[-1] == summary(game) and lines[-1].endswith("; yours: none")
    assert f"house figures: {len(sources(game).house)} tables (" in lines[-1]


def test_tables_that_only_another_mission_names_are_none_of_this_game() -> None:
    one, two = (sources(new_game(LIBRARY, name, 1)) for name in ("oto-s1", "oto-s2"))
    first, second = ({table.id for table in found.house} for found in (one, two))
    assert "oto-s1.enemy-re" in first and "oto-s1.enemy-re" not in second
    assert "a9.d" in second and "a9.d" not in first
    assert {"generation.g2", "action.hold"} <= first & second


def test_ones_own_are_named_with_their_pack_and_are_house_no_more(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    desk.keep(desk.draft(desk.table("g2"), "2+: 6-5-8"))
    desk.pack.write_figure("ordnance-reach", *desk.figure("ordnance-reach", "50"))
    game = new_game(LIBRARY.with_packs((tmp_path / "own",)), "oto-s1", 1)
    lines = told(game)
    assert lines[0].startswith("yours: generation.g2, German squad [user], from pack 'own' (")
    assert lines[0].endswith("own/tables/generation.g2.yaml)") and lines[1] == "yours: ordnance-reach 50 [user]"
    assert not any(line.startswith("generation.g2,") for line in lines)
    assert summary(game).endswith("; yours: 2 (generation.g2, ordnance-reach)")
    before = sources(new_game(LIBRARY, "oto-s1", 1))
    assert len(sources(game).house) == len(before.house) - 1


def test_a_roll_on_ones_own_table_names_the_pack(tmp_path: Path) -> None:
    desk = Desk(LIBRARY, OwnPack(tmp_path / "own"))
    desk.keep(desk.draft(desk.table("g2"), "2+: 6-5-8"))
    game = new_game(LIBRARY.with_packs((tmp_path / "own",)), "oto-s1", 1)
    done = play(game, "roll generation.g2")
    assert isinstance(done, Done)

    assert done.events[-1].describe().endswith("-> 6-5-8 [user: own]")
    assert "Figure: user, from your pack 'own'" in "\n".join(done.events[-1].explain())
