"""A mission card from its file, checked line by line."""

from __future__ import annotations

from sasl.content.faults import File, nearest, refuse
from sasl.content.mission import HOOKS, READINGS, Mission
from sasl.content.yamlfile import Document, read_yaml


def load_mission(path: File) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    faults = [
        document.fault(("rules", number, "hooks"), f"hook '{hook}' is unknown{nearest(hook, HOOKS)}")
        for number, rule in enumerate(mission.rules)
        for hook in rule.hooks
        if hook not in HOOKS
    ]
    offered = {item.id: set(item.choices) for item in mission.readings}
    for number, item in enumerate(mission.readings):
        if item.id not in READINGS or not set(item.choices) <= set(READINGS[item.id]):
            known = "; ".join(f"{name}: {', '.join(words)}" for name, words in READINGS.items())
            faults.append(document.fault(("readings", number), f"no such reading is known; there are {known}"))
    faults += [
        document.fault(("suspects", "cases", number, "reading"), f"there is no reading '{case.reading}' of places")
        for number, case in enumerate(mission.suspects.cases)
        if case.reading and (case.reading not in offered or case.reading == "layout")
    ]
    wanted = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")
    faults += [document.fault(("tables",), f"'{key}' is missing") for key in wanted if key not in mission.tables]
    faults += [
        document.fault(("tables", key), f"unknown mission table{nearest(key, wanted)}")
        for key in mission.tables
        if key not in wanted
    ]
    ids = [group.id for group in mission.force]
    for number, group in enumerate(mission.force):
        if group.like is not None and (group.like not in ids or mission.force[ids.index(group.like)].like):
            faults.append(document.fault(("force", number, "like"), f"there is no group '{group.like}' with items"))
        if bool(group.items) == bool(group.like):
            faults.append(document.fault(("force", number), "give either 'items' or 'like'"))
    refuse(faults)
    return mission, document
