"""A mission card from its file, checked line by line."""

from __future__ import annotations

from sasl.content.missions.mission import Mission
from sasl.content.missions.mission_sense import senseless
from sasl.content.reading.faults import File, refuse
from sasl.content.reading.yamlfile import Document, read_yaml


def load_mission(path: File) -> tuple[Mission, Document]:
    """The mission in `path` with its document (for later faults by line). ContentError by line."""
    document = read_yaml(path)
    mission = document.parse(Mission)
    refuse([document.fault(place, text) for place, text in senseless(mission)])
    return mission, document
