"""Older saves: each change of the format is one line here, kept for ever."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sasl.saves.codec import SaveError

Record = dict[str, Any]


def _no_packs_kept(records: list[Record]) -> list[Record]:
    head, *entries = records
    return [{**head, "packs": None if head.get("tables") else []}, *entries]


MIGRATIONS: list[tuple[int, str, Callable[[list[Record]], list[Record]]]] = [
    (1, "the header keeps the packs; a game that names tables of a pack does not know their texts", _no_packs_kept),
]
"""(format it reads, why the format changed, records of that format -> records of the next one).

The first record is the header, the rest are the entries; the `sasl` number of the header is set here.
"""


def migrated(records: list[Record], found: int, wanted: int) -> list[Record]:
    """`records` of format `found` in the format `wanted`. SaveError if a step between them is missing."""
    for version in range(found, wanted):
        step = next((function for number, _, function in MIGRATIONS if number == version), None)
        if step is None:
            raise SaveError(f"this sasl cannot read saves of format {version} any more")
        records = step([dict(record) for record in records])
        records[0]["sasl"] = version + 1
    return records
