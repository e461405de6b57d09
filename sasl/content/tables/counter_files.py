"""Counters from YAML: the files of `tables/counters`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from sasl.content.reading.card import Card, Says, Text, Word, without
from sasl.content.reading.faults import File, refuse
from sasl.content.reading.yamlfile import read_yaml
from sasl.content.tables.counters import CounterType
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Provenance

ONCE = ("bpv", "tows")
"""Keys of a counter that nothing reads any more."""


class CounterFile(Card, kw_only=True):
    """The counters of one nationality."""

    provenance: Provenance
    note: Text = ""
    nation: Word
    source: Text = ""
    to_hit: Annotated[Literal["black", "red"], Says("the To Hit column of its Guns (C4)")] = "black"
    counters: dict[str, CounterType]


def load_counters(path: File) -> tuple[str, dict[str, CounterType]]:
    """(nation, name -> counter) of one file. ContentError by line, also for a name that leads nowhere."""
    document = read_yaml(path)
    model = document.parse(CounterFile, _as_now(document.data))
    types = {
        name: replace(item, provenance=item.provenance or model.provenance, to_hit=item.to_hit or model.to_hit)
        for name, item in model.counters.items()
    }
    faults = [
        document.fault(("counters", name, key), f"'{other}' is not a counter in this file")
        for name, item in types.items()
        for key in ("half", "replaced_by", "hardened", "crew", "removed_mg")
        if (other := getattr(item, key)) and other not in types and other not in ("Disrupted", "Fanatic")
    ]
    refuse(faults)
    return model.nation, types


def _as_now(data: Any) -> Any:
    """What stands in the file, without the keys that counters once had."""
    counters = data.get("counters") if isinstance(data, dict) else None
    if not isinstance(counters, dict):
        return data
    return {**data, "counters": {name: without(item, *ONCE) for name, item in counters.items()}}
