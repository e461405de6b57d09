"""Whether a nation has every counter, and every chart a column for it, that the rules can ask for in a game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sasl.asl.game.sides import SIDES, Side
from sasl.asl.infantry.scrounging import MG
from sasl.asl.ordnance.hits.vehicle_hits import CREW
from sasl.content.library import Library
from sasl.content.missions.mission import Mission
from sasl.content.reading.faults import File, nearest
from sasl.content.tables.counters import CounterType
from sasl.kernel.rolling.records import result_text
from sasl.solitaire.suspects.recipes import GUN_CREW, NOBODY

Counters = Mapping[str, CounterType]
Lack = tuple[str, str, str]
"""A counter ("": the nation itself), its key ("": itself), and what is wrong with it."""

NEEDS: dict[str, tuple[str, ...]] = {
    "squad": ("fp", "range", "morale", "broken", "quality", "half", "replaced_by", "hardened"),
    "hs": ("fp", "range", "morale", "broken", "quality", "replaced_by", "hardened"),
    "crew": ("fp", "range", "morale", "broken"),
    "leader": ("morale", "broken", "modifier"),
    "hero": ("fp", "range", "morale", "modifier"),
    "gun": ("ma", "manhandling"),
    "cupola": ("fp", "range", "armor_front", "armor_side"),
    "horse": ("carries",),
}
"""The figures without which a counter of a kind is played as another one than is printed."""

RADIO = "radio"
MEN = ("crew", "hs", "squad")
LEADS: dict[str, dict[str, tuple[str, ...]]] = {
    "half": {"squad": ("hs",), "horse": ("horse",)},
    "replaced_by": {"squad": ("squad", "hs"), "hs": ("hs",), "leader": ("leader",)},
    "hardened": {"squad": ("squad",), "hs": ("hs",), "leader": ("leader",)},
    "crew": {"gun": MEN, "cupola": MEN, "vehicle": MEN},
    "removed_mg": {"vehicle": ("sw",)},
    "dismantled": {"sw": ("sw",)},
}
"""The keys that name another counter: on which kinds they stand, and of which kinds that counter is."""
STATES = {"replaced_by": "Disrupted", "hardened": "Fanatic"}
"""What such a key says in place of a counter (A19.12, A15.3)."""

MMC_NAME = re.compile(r"(\d)-(\d)-(\d)")
LEADER_NAME = re.compile(r"(\d+)([+-]\d)")


def lacks(library: Library, nation: str) -> Iterator[Lack]:
    """Yield what the counters of a nation lack for the rules, each counter by itself and all together."""
    types: Counters = library.counters.get(nation, {})
    for name, item in types.items():
        yield from ((name, key, why) for key, why in _figures(name, item))
        yield from ((name, key, why) for key, why in _references(types, name, item))
    yield from (("", "", f"{why}, and there is no {nation.capitalize()} counter {that}")
                for why, that in _brought(library, types))  # fmt: skip


def _figures(name: str, item: CounterType) -> Iterator[tuple[str, str]]:
    """Yield the keys of a counter that are missing, or that contradict its name."""
    for key in NEEDS.get(item.kind, ()):
        if getattr(item, key) in (None, ""):
            yield "", f"a {item.kind} needs '{key}'"
    if (mmc := MMC_NAME.fullmatch(name)) and item.kind in (*MEN, "hero"):
        printed: dict[str, int] = dict(zip(("fp", "range", "morale"), map(int, mmc.groups()), strict=True))
    elif (leader := LEADER_NAME.fullmatch(name)) and item.kind == "leader":
        printed = {"morale": int(leader[1]), "modifier": int(leader[2])}
    else:
        return
    for key, number in printed.items():
        if getattr(item, key) not in (None, number):
            yield key, f"{getattr(item, key):g} contradicts the name: a {name} has {number}"


def _references(types: Counters, name: str, item: CounterType) -> Iterator[tuple[str, str]]:
    """Yield the keys of a counter that lead to none, or to one of the wrong kind."""
    for key, kinds in LEADS.items():
        other = getattr(item, key)
        if not other or other == STATES.get(key):
            continue
        if item.kind not in kinds:
            yield key, f"a {item.kind} has no '{key}': remove it"
        elif other not in types:
            yield key, f"'{other}' is not a counter of this nation{nearest(other, types)}"
        elif types[other].kind not in kinds[item.kind]:
            yield key, f"'{other}' is a {types[other].kind}; needed here: {' or '.join(kinds[item.kind])}"


def _brought(library: Library, types: Counters) -> Iterator[tuple[str, str]]:
    """Yield what the rules bring of a nation that it lacks: the rule, and the counter."""
    kinds = {item.kind for item in types.values()}
    if "hero" not in kinds:
        yield "Heat of Battle creates a hero (A15.21)", "of kind 'hero'"
    for row in library.table("leader.creation").rows:
        name = result_text(row.result)
        if name not in types and name != NOBODY:
            yield f"leader.creation creates a {name} (A18.2)", f"'{name}'"
    if any(item.kind == "gun" and not item.crew for item in types.values()) and GUN_CREW not in types:
        yield f"a Gun that names no crew is manned by a {GUN_CREW}", f"'{GUN_CREW}'"
    vehicles = [item for item in types.values() if item.kind == "vehicle"]
    if vehicles and CREW not in types:
        yield f"the crew of a lost vehicle gets out as a {CREW} (D5.6)", f"'{CREW}'"
    if any({"BMG", "AAMG"} & item.mgs.keys() for item in vehicles) and MG not in types:
        yield f"the MG of a vehicle is Scrounged as a {MG} (D10.52)", f"'{MG}'"


def all_lacks(library: Library, mission: Mission) -> Iterator[tuple[str, Lack]]:
    """Yield what the counters of both sides lack for a mission, each with its nation."""
    for nation in dict.fromkeys(mission.army(side).nation for side in SIDES):
        yield from ((nation, lack) for lack in lacks(library, nation))
    nation = mission.friendly.nation
    if "radio" in _effects(library, mission.friendly_events) and RADIO not in library.counters.get(nation, {}):
        text = f"a Random Event brings a radio, and there is no {nation.capitalize()} counter '{RADIO}'"
        yield nation, ("", "", text)


def counter_faults(library: Library, mission: Mission) -> Iterator[str]:
    """Yield by file and line what the counters of both sides lack for the rules."""
    for nation in dict.fromkeys(mission.army(side).nation for side in SIDES):
        found = [lack for of, lack in all_lacks(library, mission) if of == nation]
        files = _files(library, nation) if found else []
        for name, key, why in found:
            from sasl.content.reading.yamlfile import read_yaml  # only a fault needs what reads YAML

            path = next((path for path in files if name in read_yaml(path).data["counters"]), files[0])
            at = ("counters", name, *filter(None, (key,))) if name else ("counters",)
            yield read_yaml(path).fault(at, why if name else f"{why}; add it")


def _files(library: Library, nation: str) -> list[File]:
    """Return the files with counters of a nation, the last first."""
    from sasl.content.reading.yamlfile import read_yaml  # only a fault needs what reads YAML

    return [
        path for path in reversed(library.loader.of_kind("counters")) if read_yaml(path).data.get("nation") == nation
    ]


def _effects(library: Library, table_id: str) -> set[str]:
    """Return the effects of a Random Event table."""
    return {str(row.result.get("effect")) for row in library.tables[table_id].rows if isinstance(row.result, dict)}


def _with_artillery(library: Library, mission: Mission) -> Iterator[Side]:
    """Yield the sides that have, or may get, OBA or artillery strikes."""
    ways: tuple[tuple[Side, str, str], ...] = (
        ("FRIENDLY", mission.friendly_events, "radio"),
        ("ENEMY", mission.enemy_events, "artillery-strike"),
    )
    for side, events, effect in ways:
        strikes = side == "ENEMY" and mission.leader_strikes is not None
        if strikes or effect in _effects(library, events) or any(item.side == side for item in mission.oba):
            yield side


def column_faults(library: Library, mission: Mission) -> Iterator[tuple[tuple[object, ...], str]]:
    """Yield the charts by nation that a game of the mission reads and that have no column for a side."""
    charts: list[tuple[Side, str]] = [(side, name) for side in SIDES for name in ("deploy.allowed", "dismantle.mg")]
    charts += [("ENEMY", mission.ranges), ("ENEMY", mission.vehicle_ranges)]
    charts += [(side, name) for side in _with_artillery(library, mission) for name in ("oba.nation", "oba.accuracy")]
    for side, name in dict.fromkeys(charts):
        nation, table = mission.army(side).nation, library.tables.get(name)
        if table is not None and nation not in table.columns:
            remedy = f"copy the chart with such a column into your pack: sasl table {name} shows it"
            text = f"chart {name} ({table.title}) has no column '{nation}', only {', '.join(table.columns)}"
            yield (side.lower(), "nation"), f"{text}; {remedy}"
