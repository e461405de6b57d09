"""Older saves: each change of the format is one line here, kept for ever."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from sasl.asl.game import pieces
from sasl.saves.save_lines import SaveError

Record = dict[str, Any]


def _no_packs_kept(records: list[Record]) -> list[Record]:
    head, *entries = records
    return [{**head, "packs": None if head.get("tables") else []}, *entries]


OLD_STAGES = {"tables": "mission tables", "suspects": "S? placement", "force": "your force", "set-up": "deployment"}
"""What the first games called the stages of set-up, and what they have been called since."""


def _stages_by_name(records: list[Record]) -> list[Record]:
    words = {f"set-up: {old}": f"set-up: {new}" for old, new in OLD_STAGES.items()}
    return [
        {**record, "m": words.get(record["m"], record["m"])} if isinstance(record.get("m"), str) else record
        for record in records
    ]


def _each(records: list[Record], change: Callable[[Any], Any]) -> list[Record]:
    """The records with every fact changed."""
    return [
        {**record, "events": list(map(change, record["events"]))} if isinstance(record.get("events"), list) else record
        for record in records
    ]


def _moved(fact: Any) -> Any:
    """`UnitMoved` was about one unit; `UnitsMoved` is about all that move together."""
    if not isinstance(fact, dict) or fact.get("e") != "UnitMoved" or "id" not in fact:
        return fact
    return {"e": "UnitsMoved", "ids": [fact["id"]], **{key: fact[key] for key in fact if key not in ("e", "id")}}


def _oldest(records: list[Record]) -> list[Record]:
    return _stages_by_name(_each(_no_packs_kept(records), _moved))


def _version_unknown(records: list[Record]) -> list[Record]:
    head, *entries = records
    return [{**head, "version": ""}, *entries]


def _states_told(records: list[Record]) -> list[Record]:
    return _each(records, _stated)


def _stated(fact: Any) -> Any:
    """What older saves kept in the words of markers, units, S? and events to come, as rules need it now."""
    return _TOLD.get(str(fact.get("e")), dict)(fact) if isinstance(fact, dict) else fact


def _marked(fact: Record) -> Record:
    marker = fact.get("marker")
    if not isinstance(marker, dict):
        return fact
    state = pieces.state_in(str(marker.get("kind")), str(marker.get("text")))
    return {**fact, "marker": {**marker, "state": state} if state else marker}


def _redrawn(fact: Record) -> Record:
    return {**fact, **_role(fact["note"], {"role": "", "goal": ""})} if isinstance(fact.get("note"), str) else fact


def _added(fact: Record) -> Record:
    unit = fact.get("unit")
    return {**fact, "unit": {**unit, **_role(str(unit.get("note")), {})}} if isinstance(unit, dict) else fact


def _suspected(fact: Record) -> Record:
    """RE 34-36: an S? told by its reason that it was a reinforcement."""
    item = fact.get("suspect")
    came = isinstance(item, dict) and str(item.get("reason")).endswith("reinforcements")
    return {**fact, "suspect": {**item, "reinforcement": True}} if item and came else fact


def _recurs(fact: Record) -> Record:
    """RE 34-36: the name of what comes again held its table, number and Game Turn."""
    parts = str(fact.get("name")).split("|")
    if len(parts) != 4 or not parts[3].isdecimal():
        return fact
    return {**fact, "table": parts[1], "number": parts[2], "turn": int(parts[3])}


def _awaited(fact: Record) -> Record:
    """RE 65-66: the text of aircraft to come was their type."""
    item = fact.get("pending")
    stukas = isinstance(item, dict) and item.get("kind") == "stukas"
    return {**fact, "pending": {**item, "type": item.get("text", "")}} if item and stukas else fact


_TOLD: dict[str, Callable[[Record], Record]] = {
    "MarkerPut": _marked,
    "UnitRedrawn": _redrawn,
    "UnitAdded": _added,
    "SuspectPlaced": _suspected,
    "RecurringSet": _recurs,
    "PendingAdded": _awaited,
}


def _role(note: str, none: Record) -> Record:
    """The role that a note told of, with its hex; `none` if it told of none."""
    word, _, place = note.partition(" ")
    if word == "counterattack":
        return {"role": "counterattack", "goal": place}
    return {"role": word} if word in ("sapper", "ATCB") else none


def _factors_told(records: list[Record]) -> list[Record]:
    return _each(records, _mined)


def _mined(fact: Any) -> Any:
    """The A-T factors of a campaign's minefield stood in its words alone: `minefield 6 A-P, 3 A-T`."""
    work = fact.get("work") if isinstance(fact, dict) and fact.get("e") == "WorkPut" else None
    if not isinstance(work, dict) or work.get("kind") not in ("minefield", "ap-mine"):
        return fact
    words = str(work.get("text", "")).replace(",", " ").split()
    tank = sum(int(number) for number, of in pairwise(words) if of in ("A-T", "AT") and number.isdecimal())
    return {**fact, "work": {**work, "anti_tank": tank}} if tank else fact


MIGRATIONS: list[tuple[int, str, Callable[[list[Record]], list[Record]]]] = [
    (
        1,
        "the header keeps the packs; a game that names tables of a pack does not know their texts; the first games "
        "told each unit's move by itself and called the stages otherwise",
        _oldest,
    ),
    (2, "the header names the version of the program; older games do not say", _version_unknown),
    (
        3,
        "what rules know of a marker, a unit's part, an S? and what is to come stands in fields, not in their words",
        _states_told,
    ),
    (4, "the A-T factors of a campaign's minefield stand in a field, not in its words", _factors_told),
]
"""(format it reads, why the format changed, records of that format -> records of the next one).

The first record is the header, the rest are the entries; the `sasl` number of the header is set here.
"""


def migrated(records: list[Record], found: int, wanted: int) -> list[Record]:
    """`records` of format `found` in the format `wanted`. SaveError if a step between them is missing."""
    for version in range(found, wanted):
        step = next((function for number, _, function in MIGRATIONS if number == version), None)
        if step is None:
            raise SaveError(f"this sasl can no longer read saves of format {version}")
        records = step([dict(record) for record in records])
        records[0]["sasl"] = version + 1
    return records
