"""Counters from YAML: the figures printed on squads, leaders, weapons and vehicles."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from sasl.content.tables import Strict, Text, Word
from sasl.content.yamlfile import ContentError, read_yaml
from sasl.core.records import Provenance

Kind = Literal["squad", "hs", "crew", "leader", "hero", "sw", "gun", "vehicle", "cupola", "aircraft"]
Move = Literal["foot", "tracked", "halftrack", "truck", "motorcycle", "none"]


class CounterType(Strict):
    """One kind of counter. Unknown or not applicable figures are simply absent."""

    kind: Kind
    code: str = Field(default="", max_length=8, description="short code for the map; defaults to the name")
    text: Text = ""
    fp: float | None = None
    range: int | None = None
    morale: int | None = None
    broken: int | None = Field(default=None, description="broken-side morale")
    self_rally: bool = False
    modifier: int | None = Field(default=None, description="leadership DRM")
    quality: Literal["Elite", "1st Line", "2nd Line", "Green", "Conscript", ""] = ""
    assault_fire: bool = False
    spraying_fire: bool = False
    assault_engineer: bool = False
    sapper: bool = False
    bpv: int | None = None
    half: str = Field(default="", description="the HS it deploys or reduces to")
    replaced_by: str = Field(default="", description="ELR replacement (A19)")
    hardened: str = Field(default="", description="Battle Hardening (A15.3)")
    crew: str = Field(default="", description="who mans it when it is generated")
    ma: str = Field(default="", description="main armament: 75L, 20L(6), 81* MTR")
    rof: int | None = None
    breakdown: int | None = None
    pp: int | None = None
    min_range: int | None = None
    size: int = Field(default=0, description="target size DRM, +2 very small to -2 very large")
    manhandling: int | None = Field(default=None, description="M#")
    mode: Literal["", "AA", "AT", "INF", "ART", "MTR", "MG"] = ""
    inside: bool = Field(default=True, description="may set up inside a building")
    move: Move = "foot"
    mp: int | None = None
    armor_front: int | None = None
    armor_side: int | None = None
    turret: Literal["", "T", "ST", "NT", "360"] = ""
    open_topped: bool = False
    machine_guns: str = ""
    crew_survival: int | None = None
    tows: Text = Field(default="", description="largest Gun it can tow, by M# or calibre in words")
    tow_number: int | None = Field(default=None, description="T#: tows Guns with M# >= this")
    ammo: Text = ""
    provenance: Provenance | None = None
    note: Text = ""


class CounterFile(Strict):
    """The counters of one nationality."""

    nation: Word
    provenance: Provenance
    source: Text = ""
    note: Text = ""
    counters: dict[str | int, CounterType]


def load_counters(path: Path) -> tuple[str, dict[str, CounterType]]:
    """(nation, name -> counter) of one file. ContentError by line, also for a name that leads nowhere."""
    document = read_yaml(path)
    model = document.parse(CounterFile)
    types = {
        str(name): item if item.provenance else item.model_copy(update={"provenance": model.provenance})
        for name, item in model.counters.items()
    }
    faults = [
        document.fault(("counters", name, key), f"'{other}' is no counter of this file")
        for name, item in types.items()
        for key in ("half", "replaced_by", "hardened", "crew")
        if (other := getattr(item, key)) and other not in types and other not in ("Disrupted", "Fanatic")
    ]
    if faults:
        raise ContentError(faults)
    return model.nation, types
