"""What VASL calls things, from YAML: the files of `tables/vasl`, those of packs beside the shipped ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sasl.content.reading.faults import File, nearest, no_such, refuse
from sasl.content.reading.yamlfile import read_yaml
from sasl.content.tables.counters import CounterType
from sasl.content.tables.vasl_names import VaslBoards, VaslCounters
from sasl.kernel.frozen import replace

GRIDS = "grids"
"""The key that only a file of boards has."""
Ours = Mapping[str, Mapping[str, CounterType]]


def load_vasl(paths: Iterable[File], ours: Ours) -> tuple[VaslBoards, VaslCounters]:
    """What all of these files say together; a later one goes before those above it. ContentError by file and line."""
    boards, counters = None, None
    for path in paths:
        data = read_yaml(path).data
        if isinstance(data, dict) and GRIDS in data:
            grids = load_boards(path)
            boards = replace(grids, grids=[*grids.grids, *(boards.grids if boards else [])])
        else:
            names = load_counters(path, ours)
            counters = _on_top(names, counters) if counters else names
    assert boards and counters, "both are shipped"
    return boards, counters


def _on_top(names: VaslCounters, below: VaslCounters) -> VaslCounters:
    """What two files say, the first one first."""
    nations = {*below.ours, *names.ours}
    return replace(
        names,
        nations={**below.nations, **names.nations},
        classes={**below.classes, **names.classes},
        troops=[*names.troops, *below.troops],
        partly={**below.partly, **names.partly},
        guns=[*names.guns, *below.guns],
        shows={**below.shows, **names.shows},
        layers={**below.layers, **names.layers},
        ours={nation: {**below.ours.get(nation, {}), **names.ours.get(nation, {})} for nation in sorted(nations)},
        counters=[*names.counters, *below.counters],
    )


def load_boards(path: File) -> VaslBoards:
    """The grids of boards in a file. ContentError by line."""
    return read_yaml(path).parse(VaslBoards)


def load_counters(path: File, ours: Ours) -> VaslCounters:
    """The names of counters in a file. ContentError by line, also for a counter of ours that there is not."""
    document = read_yaml(path)
    model = document.parse(VaslCounters)
    faults = [
        document.fault(("ours", nation, name), no_such(f"{nation.capitalize()} counter", mine, known))
        for nation, names in model.ours.items()
        for known in [ours.get(nation, {})]
        for name, mine in names.items()
        if mine not in known
    ]
    every = {name for known in ours.values() for name in known} | {""}
    faults += [
        document.fault(
            ("counters", place, "definition"),
            f"no nation has a counter '{item.definition}'{nearest(item.definition, every)}",
        )
        for place, item in enumerate(model.counters)
        if item.definition not in every
    ]
    refuse(faults)
    return model
