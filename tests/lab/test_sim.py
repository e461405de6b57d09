"""Series on disk: the same records whoever plays them, interrupted and gone on with, stopped when it is clear."""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest
from short import pack

from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.lab.counting.endings import KEYS, Ending
from sasl.lab.series import workers
from sasl.lab.series.matches import Match
from sasl.lab.series.run_files import RunFile, RunFileError, heading
from sasl.lab.series.sim import Player, Series, here
from sasl.lab.series.summary import Summary
from sasl.lab.watching.watch import Stuck


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return pack(tmp_path / "pack")


@pytest.fixture
def match(folder: Path) -> Match:
    return Match("short", 0, packs=(folder,))


def head(match: Match) -> dict[str, object]:
    from sasl.content.library import shipped_root

    return heading(match, 0, Library(shipped_root(), match.packs))


def made_up(matches: Sequence[Match]) -> Iterator[Ending | Stuck]:
    """Records that depend on the seed alone, without a game; every seventh seed gets stuck."""
    for match in matches:
        if match.seed % 7 == 0:
            yield Stuck(f"seed {match.seed}: nobody answers")
            continue
        enemy = float(match.seed * 7919 % 11)
        numbers = dict.fromkeys(KEYS, 0.0) | {"friendly": 5.0, "enemy": enemy}
        yield Ending(match.seed, "ENEMY" if enemy > 5 else "FRIENDLY", numbers, {"events": {"ENEMY 11: x": 1}})


def told(results: Sequence[Ending | Stuck]) -> dict[str, object]:
    summary = Summary()
    for result in results:
        assert isinstance(result, Ending)
        summary.add(result)
    return summary.data()


def test_the_records_do_not_depend_on_the_number_of_workers(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    series = Series(match, 4)
    alone = list(series.play(here(1)))
    monkeypatch.setattr(workers, "START", dict.fromkeys(workers.START, 0.0))
    assert list(series.play(here(2))) == alone
    assert [item.seed for item in alone if isinstance(item, Ending)] == [1, 2, 3, 4]


def test_a_series_that_was_interrupted_goes_on_to_the_same_records(match: Match, tmp_path: Path) -> None:
    whole, series = list(Series(match, 3).play(here(1))), Series(match, 3)
    file = RunFile.begin(tmp_path, "short-0", head(match))
    assert list(islice(series.play(here(1), file), 2)) == whole[:2]
    file.close()
    with file.path.open("a", encoding="utf-8") as out:
        out.write('{"seed":3,"win')  # killed while it wrote
    again = RunFile.go_on(tmp_path, "short-0", head(match))
    assert again.done == 2
    results = list(series.play(here(1), again))
    assert results == whole
    assert json.dumps(told(results)) == json.dumps(told(whole)), "to the last digit, and its point"
    again.close()
    once_more = RunFile.go_on(tmp_path, "short-0", head(match))

    def none_is_left(parts: Sequence[Any]) -> Iterator[Any]:
        assert not parts
        return iter(())

    assert list(series.play(none_is_left, once_more)) == whole


def test_a_full_disk_is_told_and_what_was_whole_goes_on(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = RunFile.begin(tmp_path, "short-0", head(match))
    first, second = made_up([match.with_seed(seed) for seed in (1, 2)])
    file.add(first)
    disk = file._out

    class Full:
        """There is room for five bytes more."""

        room = 5

        def write(self, data: bytes) -> int:
            if not self.room:
                raise OSError(errno.ENOSPC, "No space left on device")
            self.room, taken = 0, data[: self.room]
            return disk.write(taken)

    monkeypatch.setattr(file, "_out", Full())
    told = r"cannot be written \(no space left on device\); free some space, and --continue goes on from run 1"
    with pytest.raises(RunFileError, match=told):
        file.add(second)
    file._out = disk
    file.close()
    again = RunFile.go_on(tmp_path, "short-0", head(match))
    assert again.done == 1 and list(again.read()) == [first]
    again.close()


def test_records_are_never_replaced_and_other_tables_are_refused(match: Match, tmp_path: Path, folder: Path) -> None:
    first, second = (RunFile.begin(tmp_path, "short-0", head(match)) for _ in range(2))
    assert (first.path.name, second.path.name) == ("short-0.jsonl", "short-0-2.jsonl")
    with pytest.raises(RunFileError, match=r"short-0(-2)?\.jsonl is being written by another program"):
        RunFile.go_on(tmp_path, "short-0", head(match))
    first.close()
    second.close()
    with pytest.raises(RunFileError, match="no such series"):
        RunFile.go_on(tmp_path, "short-0", head(replace(match, doctrine="timid")))
    table = folder / "tables" / "short.yaml"
    table.write_text(table.read_text(encoding="utf-8").replace('"<=6": ends', "1..6: ends"), encoding="utf-8")
    with pytest.raises(RunFileError, match="other tables or another version of the program"):
        RunFile.go_on(tmp_path, "short-0", head(match))


def test_a_damaged_record_is_named_by_its_line(match: Match, tmp_path: Path) -> None:
    file = RunFile.begin(tmp_path, "short-0", head(match))
    for result in made_up([match.with_seed(seed) for seed in (1, 7)]):
        file.add(result)
    file.path.write_text(file.path.read_text(encoding="utf-8") + '{"seed": 3}\n', encoding="utf-8")
    found = file.read()
    assert next(found) == next(made_up([match.with_seed(1)])) and str(next(found)) == "seed 7: nobody answers"
    with pytest.raises(RunFileError, match=r"short-0\.jsonl:4: this line is not the record"):
        next(found)


def test_it_stops_as_soon_as_the_question_is_answered_and_no_sooner(match: Match) -> None:
    asked = (("margin", 0.5),)
    found = list(Series(match, 5000, until=asked).play(cast(Player, made_up)))
    summary = Summary()
    for result in found:
        if isinstance(result, Ending):
            summary.add(result)
    assert 30 < len(found) < 5000 and summary.numbers["margin"].mean().half_width() <= 0.5
    before = Summary()
    for result in found[:-10]:
        if isinstance(result, Ending):
            before.add(result)
    assert before.numbers["margin"].mean().half_width() > 0.5


def test_thirty_wins_of_thirty_do_not_answer_a_question_to_5_percent(match: Match) -> None:
    def wins(matches: Sequence[Match]) -> Iterator[Ending | Stuck]:
        for item in matches:
            yield Ending(item.seed, "ENEMY", dict.fromkeys(KEYS, 0.0))

    assert len(list(Series(match, 500, until=(("wins", 0.05),)).play(cast(Player, wins)))) == 40


def test_a_summary_is_as_small_for_many_runs_as_for_few(match: Match) -> None:
    """It keeps how often each value came, and two records: nothing that grows with the number of runs."""
    summary = Summary()
    sizes = []
    for number, result in enumerate(made_up([match.with_seed(seed) for seed in range(1, 4001)])):
        if isinstance(result, Ending):
            summary.add(result)
        if number in (400, 3999):
            sizes.append(sum(len(sample.times) for sample in summary.numbers.values()))
    assert sizes[0] == sizes[1] and summary.runs == 4000 - 4000 // 7
    assert summary.counts("events")["ENEMY 11: x"].mean().value == 1


def test_a_commander_that_hardly_plays_is_warned_of(match: Match) -> None:
    summary = Summary()
    for seed in range(5):
        numbers = dict.fromkeys(KEYS, 0.0) | {"suspects": 57.0, "checks": 8.0, "activations": 3.0}
        summary.add(Ending(seed, "FRIENDLY", numbers, {"used_friendly": {"idle": 9, "fires": 1}}))
    few, idle = summary.warnings()
    assert "57.0 S?, of which 8.0 checked and 3.0 Activated" in few and "in 90% of their Player Turns" in idle
