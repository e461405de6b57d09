"""Series side by side: paired differences, what they show and what not, and how much each row of a table matters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from short import pack

from sasl.content.library import Library, shipped_root
from sasl.content.packs.pack import Pack
from sasl.content.reading.faults import ContentError
from sasl.kernel.frozen import replace
from sasl.lab.comparing import sensitivity
from sasl.lab.comparing.side_by_side import JUDGED, Comparison, Pair, pairs, verdict
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.reports.sections import as_text
from sasl.lab.series.matches import Match
from sasl.lab.series.sim import here
from sasl.lab.series.statistics import Mean
from sasl.lab.series.summary import MEASURES
from sasl.lab.watching.watch import Stuck

LIBRARY = Library(shipped_root())


def ending(seed: int, enemy: float) -> Ending:
    winner = "ENEMY" if enemy > 5 else "FRIENDLY"
    return Ending(seed, winner, dict.fromkeys(KEYS, 0.0) | {"friendly": 5.0, "enemy": enemy})


def compared(first: Sequence[float], second: Sequence[float]) -> Comparison:
    found = Comparison(["one", "two"])
    for seed, numbers in enumerate(zip(first, second, strict=True), 1):
        found.add(Pair(seed, tuple(ending(seed, number) for number in numbers)))
    return found


def test_a_planted_change_of_the_ac_number_is_found(tmp_path: Path) -> None:
    """AC# 5 for 1: more S? are Activated. Twelve seeds of the smallest mission show it."""
    short = pack(tmp_path / "short")
    arms = {ac: Match("short", 0, packs=(short,), values=(("enemy-ac", ac),)) for ac in ("1", "5")}
    found = Comparison(list(arms))
    for pair in pairs(arms, range(1, 13), here(1)):
        assert found.add(pair)
    gap = found.gaps("5")["activations"]
    assert gap.clear(found.level) and gap.value > 0
    assert "  S? Activated +" in as_text(found.sections())


def test_a_renamed_copy_shows_no_difference(tmp_path: Path) -> None:
    packs = [pack(tmp_path / name) for name in ("first", "copy")]
    arms = {folder.name: Match("short", 0, packs=(folder,)) for folder in packs}
    found = Comparison(list(arms))
    for pair in pairs(arms, range(1, 4), here(1)):
        assert found.add(pair)
    assert found.equal("copy")
    assert "copy against first: equal in all 3 pairs" in (told := as_text(found.sections()))
    assert "copy minus first" not in told and "too few" not in told


def test_of_a_few_pairs_no_interval_is_told() -> None:
    for count, wanted in ((2, "-"), (9, "-"), (10, "-0.")):
        found = compared([5.0] * count, [6.0, 5.0] * (count // 2) + [5.0] * (count % 2))
        rows = {row[0]: row for section in found.sections() if section.title == "two minus one" for row in section.rows}
        assert rows[MEASURES["enemy"]][2].startswith(wanted), count


def test_differences_are_taken_seed_by_seed() -> None:
    """Each seed gives one VP more, though the seeds themselves differ by ten: the paired difference has no error."""
    base = [float(number % 11) for number in range(30)]
    found = compared(base, [number + 1 for number in base])
    gap = found.gaps("two")["enemy"]
    assert (gap.value, gap.error) == (1.0, 0.0) and found.arms["one"].numbers["enemy"].mean().error > 0.5
    assert verdict(gap, found.level) == ("shown", "0")


def test_no_verdict_where_the_interval_allows_none() -> None:
    found = compared([5.0] * 20, [6.0, 4.0] * 9 + [7.0, 5.0])
    assert verdict(found.gaps("two")["enemy"], found.level)[0] == "not shown"
    assert verdict(compared([5.0] * 5, [6.0] * 5).gaps("two")["enemy"], 0.95) == ("too few", "5")
    more = verdict(Mean(0.5, 0.5, 100), 0.95)[1]
    assert 250 < int(more) < 350


def test_the_intervals_of_all_numbers_hold_together() -> None:
    assert 1 - Comparison(["one", "two"]).level == pytest.approx(0.05 / len(JUDGED))


def test_a_seed_that_got_stuck_in_one_arm_counts_in_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def play(match: Match, _: object) -> Ending:
        if match.seed == 2 and match.doctrine == "timid":
            raise Stuck(f"seed {match.seed}: why")
        return ending(match.seed, 6.0)

    monkeypatch.setattr(Match, "play", play)
    arms = {name: Match("platoon", 0, name) for name in ("standard", "timid")}
    found, told = Comparison(list(arms)), list[str]()
    for pair in pairs(arms, range(1, 4), here(1)):
        told += pair.faults
        assert found.add(pair) == (pair.seed != 2)
    assert found.seeds == 2 and told == ["timid: seed 2: why"]


def test_what_each_arm_did_stands_side_by_side() -> None:
    """Squads' Player Turns as parts of all; drills, causes of Activation and losses a run; VPO in what part of runs."""
    counts: tuple[dict[str, dict[str, float]], ...] = (
        {"used_friendly": {"fires": 3.0, "idle": 1.0}, "drills_friendly": {"SMOKE": 2.0}, "vpo_taken": {"K14": 3}},
        {"used_friendly": {"fires": 1.0, "moves": 1.0}},
    )
    found = Comparison(["one", "two"])
    for seed in (1, 2):
        found.add(Pair(seed, tuple(replace(ending(seed, 6.0), counts=each) for each in counts)))
    told = {section.title: section.rows for section in found.sections()}
    assert told["What FRIENDLY squads did, a Player Turn each"] == (
        ("fires", "75.0 %", "50.0 %"),
        ("idle", "25.0 %", "0.0 %"),
        ("moves", "0.0 %", "50.0 %"),
    )
    assert told["Drills of the FRIENDLY side, a run"] == (("SMOKE", "2", "0"),)
    assert told["Runs in which the FRIENDLY side takes a VPO"] == (("K14", "100.0 %", "0.0 %"),)
    assert "Drills of the ENEMY, a run" not in told, "of nothing nothing is told"
    arm = found.data()["two"]
    assert isinstance(arm, dict) and arm["counts"]["used_friendly"] == {"fires": 1.0, "moves": 1.0}


def test_vpo_of_other_maps_are_not_held_beside_each_other() -> None:
    found = Comparison(["one", "two"])
    for seed, layout in ((1, "1-2"), (2, "2-1")):
        there = replace(ending(seed, 6.0), counts={"vpo_taken": {"K14": 3.0}}, layout=layout)
        found.add(Pair(seed, (there, there)))
    assert not any("VPO" in section.title for section in found.sections())


# -- rows of a table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bto.activation", "platoon.enemy-ac", "a1.activation", "random-events.oto-s1.enemy"])
def test_each_row_in_turn_takes_one_total_from_its_neighbour(name: str) -> None:
    table = LIBRARY.table(name)
    each = sensitivity.variants(table)
    assert table.kind is not None
    assert [item.before for item in each] == list(table.rows)
    for item in each:
        odds = item.table.odds()
        assert sum(odds.values()) == 1 and len(item.table.rows) in (len(table.rows), len(table.rows) - 1)
        assert odds[item.row.label] >= table.odds()[item.before.label]
        after = item.table
        totals = [total for total in table.kind.totals() if table.row(total).result != after.row(total).result]
        assert len(totals) <= 1, "no other total changes hands"


def test_a_wider_row_is_played_from_a_pack_of_its_own_and_ranked_by_its_effect() -> None:
    table = LIBRARY.table("platoon.enemy-ac")
    arms = sensitivity.arms(Match("platoon", 0), table)
    assert list(arms) == [sensitivity.AS_IT_IS, *(row.label for row in table.rows)]
    for item in sensitivity.variants(table):
        (changed,) = arms[item.before.label].packs
        assert isinstance(changed, Pack)
        assert Library(shipped_root(), (changed,)).table(table.id).odds() == item.table.odds()
    found = Comparison(list(arms))
    for seed in range(1, 13):
        found.add(Pair(seed, (ending(seed, 5), ending(seed, 6), ending(seed, 8))))
    section = sensitivity.ranking(found, table)
    assert [row[0] for row in section.rows] == [table.rows[1].label, table.rows[0].label]
    first, second = table.rows
    assert section.heads[2] == "neighbour that pays" and section.rows[0][2].startswith(f"{first.label}: ")
    assert section.rows[1][2].startswith(f"{second.label}: ")
    assert section.rows[0][3] == "+3.00" and section.rows[0][5] == "shown"


def test_charts_have_no_rows_to_be_made_wider() -> None:
    with pytest.raises(ContentError, match="not a dice table"):
        sensitivity.variants(replace(LIBRARY.table("platoon.enemy-ac"), kind=None))
