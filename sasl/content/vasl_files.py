"""What VASL calls things, from YAML: the files of `tables/vasl`."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.content.counters import CounterType
from sasl.content.faults import File, nearest, refuse
from sasl.content.vasl import VaslBoards, VaslCounters
from sasl.content.yamlfile import read_yaml


def load_boards(path: File) -> VaslBoards:
    """The grids of boards in a file. ContentError by line."""
    return read_yaml(path).parse(VaslBoards)


def load_counters(path: File, ours: Mapping[str, Mapping[str, CounterType]]) -> VaslCounters:
    """The names of counters in a file. ContentError by line, also for a counter of ours that there is not."""
    document = read_yaml(path)
    model = document.parse(VaslCounters)
    refuse(
        [
            document.fault(("ours", nation, name), f"there is no {nation} counter '{mine}'{nearest(mine, known)}")
            for nation, names in model.ours.items()
            for known in [ours.get(nation, {})]
            for name, mine in names.items()
            if mine not in known
        ]
    )
    return model
