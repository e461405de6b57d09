"""What a changed table does to missions: only seeds that rolled a changed row are played again, and nothing is lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.content.library import Library, shipped_root
from sasl.content.own_pack import OwnPack
from sasl.content.own_tables import as_pack, typed_lines
from sasl.kernel.tables import Table
from sasl.lab.bench import Bench
from sasl.lab.effect import Effect, changed_rows, only_rolled
from sasl.lab.own_desk import Desk
from sasl.lab.series import Match, play_series

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


def test_the_rows_that_say_something_else() -> None:
    base = LIBRARY.table("platoon.activation")
    assert changed_rows(base, base) == frozenset()
    assert changed_rows(base, changed("platoon.activation", "9..10:  S", "9..10:  S, L")) == {"9..10"}
    wider = changed("platoon.activation", "6..8:   HS\n9..10:", "6..7:   HS\n8..10:")
    assert changed_rows(base, wider) == {"6..8"}, "what an 8 says is another row now"


def test_an_effect_is_what_both_whole_series_say() -> None:
    """Seeds that never rolled the changed row are not played twice, and come out as if they had been."""
    new = changed("platoon.activation", "9..10:  S", "9..10:  S, L")
    base, seeds = LIBRARY.table("platoon.activation"), range(1, 5)
    effect = Effect(Match("platoon", 1), base, new, only_rolled(LIBRARY, PLATOON, base.id), seeds)
    for _ in effect.run(1):
        pass
    assert effect.done == list(seeds) and 0 < effect.replayed < len(seeds)
    whole = list(play_series(Match("platoon", 1, packs=(as_pack(new, "bench"),)), seeds, 1))
    assert [effect.after[seed] for seed in seeds] == whole
    rows = effect.differences()
    assert rows["generated_squads"][2].value == pytest.approx(rows["generated_squads"][1] - rows["generated_squads"][0])
    assert sum(old for _, old, _ in effect.histogram()) == sum(new for *_, new in effect.histogram()) == len(seeds)


def test_tables_that_minds_look_into_are_played_out() -> None:
    assert only_rolled(LIBRARY, PLATOON, "platoon.squad")
    assert not only_rolled(LIBRARY, PLATOON, "ift")
    assert not only_rolled(LIBRARY, PLATOON, "activation.ranges")


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
    assert warning.startswith("line 6: no roll comes to this row")
