"""A series on a Dask cluster of two workers is the same as on this machine, to the last digit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from short import pack

from sasl.content.library import Library, shipped_root
from sasl.content.packs.own_tables import as_pack
from sasl.kernel.frozen import replace
from sasl.lab.comparing.side_by_side import pairs
from sasl.lab.series.cluster import ClusterError, on_cluster, play_there
from sasl.lab.series.matches import Match
from sasl.lab.series.run_files import program
from sasl.lab.series.sim import Series, here

distributed: Any = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, scheduler_port=0
    ) as found:
        yield found.scheduler_address


def test_a_cluster_of_two_workers_plays_the_same_records(scheduler: str, tmp_path: Path) -> None:
    """Also with a pack that lies on this machine only: its texts travel."""
    series = Series(Match("short", 0, "timid", packs=(pack(tmp_path),)), 4)
    assert list(series.play(on_cluster(scheduler))) == list(series.play(here(1)))


def test_arms_are_the_same_on_a_cluster(scheduler: str, tmp_path: Path) -> None:
    """Every arm has its own packs, and all of them travel."""
    first = Match("short", 0, packs=(pack(tmp_path),))
    table = Library(shipped_root()).table("platoon.activation")
    mine = as_pack(replace(table, rows=(*table.rows[:-1], replace(table.rows[-1], result=["S", "S"]))), "mine")
    arms = {"shipped": first, "mine": replace(first, packs=(*first.packs, mine))}
    found = list(pairs(arms, range(1, 5), on_cluster(scheduler)))
    assert found == list(pairs(arms, range(1, 5), here(1))) and not any(pair.faults for pair in found)


def test_a_worker_with_another_program_or_other_content_does_not_play() -> None:
    with pytest.raises(ClusterError, match=r"a worker runs sasl .*: install the same on both"):
        play_there([Match("platoon", 1)], "0.0.1 abcdef", "")
    with pytest.raises(ClusterError, match="other shipped missions or tables than you"):
        play_there([Match("platoon", 1)], program(), "00")


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("tcp://127.0.0.1:1", r"no Dask scheduler answers at tcp://127\.0\.0\.1:1; start one with: dask scheduler"),
        ("nonsense", r"--scheduler nonsense: give the address as the scheduler prints it, tcp://host:8786"),
        ("tcp://host:port", r"--scheduler tcp://host:port: give the address"),
    ],
)
def test_nobody_there_is_one_sentence_at_once(address: str, said: str) -> None:
    begun = monotonic()
    with pytest.raises(ClusterError, match=said):
        on_cluster(address)
    assert monotonic() - begun < 5
