"""What a changed table does to missions: what both whole series say, and nothing is played twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from short import pack, play_series

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_pack import OwnPack
from sasl.content.packs.own_tables import as_pack, typed_lines
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.tables import Table
from sasl.lab.comparing.arms import Known
from sasl.lab.comparing.effect import Effect, ahead
from sasl.lab.odds.bench import Bench
from sasl.lab.odds.own_desk import Desk
from sasl.lab.series.matches import Match

LIBRARY = Library(shipped_root())
PLATOON = LIBRARY.mission("platoon")


def changed(table_id: str, old: str, new: str) -> Table:
    """A shipped table with one text of its rows replaced."""
    base = LIBRARY.table(table_id)
    text = typed_lines(base)
    assert old in text
    found = Desk(LIBRARY, OwnPack(Path("nowhere"))).draft(base, text.replace(old, new, 1))
    assert found.table is not None, found.faults
    return found.table


def test_an_effect_is_what_both_whole_series_say(tmp_path: Path) -> None:
    """Also for who changes the table once more: the games with the shipped one are there then."""
    base, seeds, known = LIBRARY.table("platoon.activation"), range(2, 4), dict[int, Known]()
    first = Match("short", 1, packs=(pack(tmp_path),))
    plain = list(play_series(first, seeds))
    for text in ("9..10:  S, L", "9..10:  S, S"):
        new = changed("platoon.activation", "9..10:  S", text)
        effect = Effect(first, new, seeds, known)
        for _ in effect.run(1):
            pass
        assert effect.done == list(seeds) and 0 < effect.others < len(seeds)
        assert list(effect.before.values()) == plain
        other = replace(first, packs=(*first.packs, as_pack(new, "bench")))
        assert list(effect.after.values()) == list(play_series(other, seeds))
        rows = effect.differences()
        old, late, gap = rows["generated_squads"]
        assert gap.value == pytest.approx(late - old)
        assert sum(old for _, old, _ in effect.histogram()) == sum(new for *_, new in effect.histogram()) == len(seeds)
    assert base == LIBRARY.table("platoon.activation")


def test_games_played_ahead_are_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    known, match = dict[int, Known](), Match("short", 1, packs=(pack(tmp_path),))
    for _ in ahead(match, range(1, 3), known, 1):
        pass
    assert [known[seed].result for seed in known] == list(play_series(match, range(1, 3)))
    monkeypatch.setattr(Match, "begun", lambda *_: pytest.fail("a game begins"))
    effect = Effect(match, LIBRARY.table("platoon.activation"), range(1, 3), known)
    assert not list(ahead(match, range(1, 3), known, 1)) and len(list(effect.run(1))) == 2
    assert effect.others == 0 and list(effect.before.values()) == list(effect.after.values())


def test_more_seeds_go_on_with_the_games_that_were_played_with_the_same_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known, match = dict[int, Known](), Match("short", 1, packs=(pack(tmp_path),))
    table = LIBRARY.table("platoon.activation")
    first = Effect(match, table, range(1, 3), known)
    games = first.run(1)
    next(games)
    games.close()
    assert first.done == [1] and first.histogram() and sum(old for _, old, _ in first.histogram()) == 1
    second = Effect(match, table, range(1, 3), known, first.after, first.parted)
    assert second.done == [1] and len(list(second.run(1))) == 1 and second.done == [1, 2]
    monkeypatch.setattr(Match, "begun", lambda *_: pytest.fail("a game begins"))
    assert not list(Effect(match, table, range(1, 3), known, second.after, second.parted).run(1))


def test_the_chain_of_a_changed_table() -> None:
    bench = Bench(LIBRARY)
    assert [mission.id for mission in bench.missions_of("platoon.activation")] == ["platoon"]
    lines = {
        item.words: item for item in bench.chain(changed("platoon.activation", "6..8:   HS", "6..8:   S"), PLATOON)
    }
    squads = lines["expected S of an Activated S?"]
    assert (str(squads.old), str(squads.new)) == ("5/18", "13/18") and squads.moved
    (active,) = bench.chain(changed("platoon.enemy-ac", ">=5: 3", ">=5: 4"), PLATOON)
    assert (str(active.old), str(active.new)) == ("7/18", "4/9")
    sooner = changed("oto-s1.mission-end", "<=3: ends\n>=4", "<=2: ends\n>=3")
    ends = bench.chain(sooner, LIBRARY.mission("oto-s1"))
    assert ends[0].words == "ends with Turn 8" and (str(ends[0].old), str(ends[0].new)) == ("1/2", "1/3")


def test_a_draft_with_an_idle_row_is_warned_of_with_its_line() -> None:
    desk, base = Desk(LIBRARY, OwnPack(Path("nowhere"))), LIBRARY.table("platoon.activation")
    found = desk.draft(base, typed_lines(base) + "\n13: S")
    (warning,) = Bench(LIBRARY).warnings(found)
    assert warning.startswith("line 6: no roll can reach this row")
