"""A series played by the workers of a Dask cluster: the same records, whichever machine plays which game."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from socket import create_connection
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from sasl.content.library import Library, shipped_root
from sasl.content.loader import Loader
from sasl.content.packs.pack import Pack
from sasl.kernel.frozen import replace
from sasl.lab import INSTALL, LabError
from sasl.lab.series.matches import Match
from sasl.lab.series.run_files import program
from sasl.lab.series.sim import Part, Player
from sasl.lab.series.workers import Libraries, Packs, played
from sasl.lab.watching.watch import Stuck

E = TypeVar("E")

BATCH = 4
"""How many games are handed to a worker at once."""
AHEAD = 4
"""How many batches are under way for each worker's thread: nobody waits, and nothing grows with the series."""
PATIENCE = 20
"""How many seconds a scheduler has to answer, and to have a worker."""


class ClusterError(LabError):
    """A cluster that cannot play: why, and what would be right."""


def on_cluster(address: str) -> Player:
    """Who plays on the cluster whose scheduler listens at `address`.

    ClusterError where Dask is not installed, nobody answers, there is no worker, or one has another program or other
    shipped content: its games would not be ours.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(f"a cluster needs Dask; {INSTALL.format('cluster')}") from None
    _listens(address)
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError):
        raise ClusterError(f"no Dask scheduler answers at {address}; start one with: dask scheduler") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE)
    except TimeoutError:
        client.close()
        raise ClusterError(
            f"the scheduler at {address} has no workers; start them: dask worker {address} --nworkers 2 --nthreads 1"
        ) from None

    def play(parts: Sequence[Part[E]]) -> Iterator[E | Stuck]:
        return _play(client, parts)

    return play


def _listens(address: str) -> None:
    """ClusterError unless somebody listens there: checked before Dask, which would wait for a long time."""
    try:
        where = urlsplit(address)
        host, port = where.hostname, where.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise ClusterError(f"--scheduler {address}: give the address as the scheduler prints it, tcp://host:8786")
    try:
        create_connection((host, port), timeout=PATIENCE).close()
    except OSError:
        raise ClusterError(f"no Dask scheduler answers at {address}; start one with: dask scheduler") from None


def _play(client: Any, parts: Sequence[Part[E]]) -> Iterator[E | Stuck]:
    packed: dict[Packs, tuple[Packs, str]] = {}
    jobs = (batch for batch in _batches([_packed(part, packed) for part in parts]))
    window = AHEAD * max(1, sum(client.nthreads().values()))
    under_way: deque[Any] = deque()
    try:
        while True:
            for batch, stamp in islice(jobs, window - len(under_way)):
                under_way.append(client.submit(play_there, batch, program(), stamp, pure=False))
            if not under_way:
                return
            yield from under_way.popleft().result()
    finally:
        for future in under_way:
            with suppress(Exception):  # the cluster may be gone
                future.cancel()
        client.close()


def _packed(part: Part[E], known: dict[Packs, tuple[Packs, str]]) -> tuple[Part[E], str]:
    """The job with its packs as texts, which travel, and a hash of all content that it is played with."""
    stamps: list[str] = []

    def pack(match: Match) -> Match:
        if match.packs not in known:
            texts = tuple(pack if isinstance(pack, Pack) else Pack.read(pack) for pack in match.packs)
            known[match.packs] = texts, Library(shipped_root(), texts).loader.fingerprint(match.mission)
        packs, stamp = known[match.packs]
        stamps.append(stamp)
        return replace(match, packs=packs)

    return part.each(pack), " ".join(stamps)


def _batches(jobs: Sequence[tuple[Part[E], str]]) -> Iterator[tuple[list[Part[E]], str]]:
    """Neighbours of the same content, a few together."""
    start = 0
    while start < len(jobs):
        end = start + 1
        while end < min(start + BATCH, len(jobs)) and jobs[end][1] == jobs[start][1]:
            end += 1
        yield [part for part, _ in jobs[start:end]], jobs[start][1]
        start = end


# -- on a worker --------------------------------------------------------------------------------------

_libraries, _one_game = Libraries(), Lock()
"""What the games of this worker are played with; its threads play one game at a time."""
_stamps: dict[tuple[str, Loader], str] = {}
"""A hash of the content of each mission and stack of packs."""


def play_there(parts: Sequence[Part[E]], ours: str, stamp: str) -> list[E | Stuck]:
    """Play these games on a worker. ClusterError if its program or content differs from ours."""
    with _one_game:
        if program() != ours:
            raise ClusterError(f"a worker runs sasl {program()}, but you run sasl {ours}: install the same on both")
        if _stamp(parts[0]) != stamp:
            raise ClusterError("a worker has other shipped missions or tables than you: install the same sasl on both")
        return [played(part, _libraries) for part in parts]


def _stamp(part: Part[Any]) -> str:
    """A hash of all content that a job is played with here."""
    stamps: list[str] = []

    def note(match: Match) -> Match:
        loader = _libraries.of(match).loader
        if (key := (match.mission, loader)) not in _stamps:
            _stamps[key] = loader.fingerprint(match.mission)
        stamps.append(_stamps[key])
        return match

    part.each(note)
    return " ".join(stamps)
