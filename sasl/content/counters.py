"""Counters from YAML: the figures printed on squads, leaders, weapons and vehicles."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sasl.content.tables import Sourced, Strict, Text, Word
from sasl.content.yamlfile import File, read_yaml, refuse
from sasl.kernel.records import Provenance

Kind = Literal["squad", "hs", "crew", "leader", "hero", "sw", "gun", "vehicle", "cupola", "aircraft", "horse"]
Move = Literal["foot", "tracked", "halftrack", "truck", "motorcycle", "wagon", "none"]
Mount = Literal["BMG", "CMG", "RMG", "AAMG"]
Ammunition = Literal["AP", "HE", "HEAT", "APCR", "smoke", "dischargers", "canister"]


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
    silent_after_move: bool = Field(default=False, description="SW: not in the AFPh after its unit has moved (A4.41)")
    modifier: int | None = Field(default=None, description="leadership DRM")
    quality: Literal["Elite", "1st Line", "2nd Line", "Green", "Conscript", ""] = ""
    assault_fire: bool = False
    spraying_fire: bool = False
    assault_engineer: bool = False
    sapper: bool = False
    bpv: int | None = None
    smoke: int | None = Field(default=None, description="SMOKE placement exponent (A24.1)")
    half: str = Field(default="", description="the HS it deploys or reduces to")
    replaced_by: str = Field(default="", description="ELR replacement (A19)")
    hardened: str = Field(default="", description="Battle Hardening (A15.3)")
    crew: str = Field(default="", description="who mans it when it is generated")
    ma: str = Field(default="", description="main armament: 75L, 20L(6), 81* MTR")
    rof: int | None = None
    breakdown: int | None = None
    repair: int | None = Field(default=None, description="R#, if it was read")
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
    to_hit: Literal["", "black", "red"] = Field(default="", description="To Hit column; empty: its nation's (C4)")
    mgs: dict[Mount, int] = Field(default={}, description="mounted MGs and their FP (D1.8)")
    removed_mg: str = Field(default="", description="the SW that Removal of its AAMG gives, if it is no LMG (7.5133)")
    depletion: dict[Ammunition, int] = Field(default={}, description="special ammunition: depletion numbers (C8.9)")
    no_ap: bool = Field(default=False, description="has no AP (C8)")
    no_intensive: bool = Field(default=False, description="may not use Intensive Fire (C5.6)")
    low_ammo: bool = Field(default=False, description="circled B#: Low Ammo (D3.71)")
    removal: bool = Field(default=False, description="`breakdown` is an X#: removed, not repaired (A9.7)")
    kill_rolls: int = Field(default=1, description="To Kill DR for each hit: 20L(20) makes four")
    gunshield: bool = Field(default=False, description="shelters its crew inside its CA (C11.5)")
    upper_front: Literal[-1, 0, 1] = Field(default=0, description="turret front: one AF step down or up (D1.61)")
    upper_side: Literal[-1, 0, 1] = Field(default=0, description="turret side and rear: one AF step down or up")
    bare_rear: bool = Field(default=False, description="the rear of the upper structure is unarmored")
    red_cs: bool = Field(default=False, description="CS# printed in red: burns more easily (D5.7)")
    flame: int | None = Field(default=None, description="FP of a vehicle's flamethrower (D1.8)")
    flame_in: Literal["", "bow", "turret"] = ""
    flame_removal: int | None = Field(default=None, description="X# of the vehicle's flamethrower")
    ground_pressure: Literal["", "low", "normal", "high"] = Field(default="", description="empty: normal (D1.4)")
    radioless: bool = Field(default=False, description="® on its back: no radio (D14.1)")
    red_mp: bool = Field(default=False, description="MP printed in red: Mechanical Reliability (D2.51)")
    mine_roller: bool = Field(default=False, description="mines do not attack it as it drives forward (house)")
    carries: Literal["", "squad", "hs"] = Field(default="", description="a horse: the MMC that rides it (A13.1)")
    qsu: bool = Field(default=False, description="Quick Set-Up: moves without being limbered (C10.23)")
    provenance: Provenance | None = None
    note: Text = ""

    @property
    def mg_or_atr(self) -> bool:
        """Whether it is a SW that is a MG or an ATR."""
        return self.kind == "sw" and (self.spraying_fire or self.code == "ATR")

    def mg(self, mount: str) -> int:
        """D1.8: the FP of the mounted MG, 0 without."""
        return next((fp for name, fp in self.mgs.items() if name == mount), 0)

    def depletes(self, ammunition: str) -> int | None:
        """C8.9: the depletion number of a kind of ammunition; None where it does not run out."""
        return next((number for name, number in self.depletion.items() if name == ammunition), None)


class CounterFile(Sourced):
    """The counters of one nationality."""

    nation: Word
    source: Text = ""
    to_hit: Literal["black", "red"] = Field(default="black", description="the To Hit column of its Guns (C4)")
    counters: dict[str | int, CounterType]


def load_counters(path: File) -> tuple[str, dict[str, CounterType]]:
    """(nation, name -> counter) of one file. ContentError by line, also for a name that leads nowhere."""
    document = read_yaml(path)
    model = document.parse(CounterFile)
    types = {
        str(name): item.model_copy(
            update={"provenance": item.provenance or model.provenance, "to_hit": item.to_hit or model.to_hit}
        )
        for name, item in model.counters.items()
    }
    faults = [
        document.fault(("counters", name, key), f"'{other}' is no counter of this file")
        for name, item in types.items()
        for key in ("half", "replaced_by", "hardened", "crew", "removed_mg")
        if (other := getattr(item, key)) and other not in types and other not in ("Disrupted", "Fanatic")
    ]
    refuse(faults)
    return model.nation, types
