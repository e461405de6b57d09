"""Counters: the figures printed on squads, leaders, weapons and vehicles."""

from __future__ import annotations

from typing import Annotated, Literal

from sasl.content.reading.card import Card, Says, Text
from sasl.kernel.rolling.records import Provenance

Kind = Literal["squad", "hs", "crew", "leader", "hero", "sw", "gun", "vehicle", "cupola", "aircraft", "horse"]
Move = Literal["foot", "tracked", "halftrack", "truck", "motorcycle", "wagon", "none"]
Mount = Literal["BMG", "CMG", "RMG", "AAMG"]
Ammunition = Literal["AP", "HE", "HEAT", "APCR", "smoke", "dischargers", "canister"]


class CounterType(Card, kw_only=True):
    """One kind of counter. Unknown or not applicable figures are simply absent."""

    kind: Kind
    code: Annotated[str, Says("short code for the map; defaults to the name", max_length=8)] = ""
    text: Text = ""
    fp: float | None = None
    range: int | None = None
    morale: int | None = None
    broken: Annotated[int | None, Says("broken-side morale")] = None
    self_rally: bool = False
    silent_after_move: Annotated[bool, Says("SW: not in the AFPh after its unit has moved (A4.41)")] = False
    dismantled: Annotated[str, Says("the SW it may be fired as while dismantled (A9.8)")] = ""
    modifier: Annotated[int | None, Says("leadership DRM")] = None
    quality: Literal["Elite", "1st Line", "2nd Line", "Green", "Conscript", ""] = ""
    commissar: Annotated[bool, Says("a Commissar: raises Morale, is superior to all leaders (A25.22)")] = False
    elr: Annotated[int | None, Says("an ELR of its own, whatever its side's (A25.12)")] = None
    ss: Annotated[bool, Says("SS: neither surrenders to Russians nor is Disrupted before them (A25.11)")] = False
    assault_fire: bool = False
    spraying_fire: bool = False
    assault_engineer: Annotated[bool, Says("can be an Assault Engineer, where a mission says so (H1.22)")] = False
    sapper: Annotated[bool, Says("is also a Sapper where it is an Assault Engineer (B28.8)")] = False
    smoke: Annotated[int | None, Says("SMOKE placement exponent (A24.1)")] = None
    half: Annotated[str, Says("the HS it deploys or reduces to")] = ""
    replaced_by: Annotated[str, Says("ELR replacement (A19)")] = ""
    hardened: Annotated[str, Says("Battle Hardening (A15.3)")] = ""
    crew: Annotated[str, Says("who mans it when it is generated")] = ""
    ma: Annotated[str, Says("main armament: 75L, 20L(6), 81* MTR")] = ""
    rof: int | None = None
    breakdown: int | None = None
    repair: Annotated[int | None, Says("R#, if known")] = None
    pp: int | None = None
    min_range: int | None = None
    size: Annotated[int, Says("target size DRM, +2 very small to -2 very large")] = 0
    manhandling: Annotated[int | None, Says("M#")] = None
    mode: Literal["", "AA", "AT", "INF", "ART", "MTR", "MG"] = ""
    inside: Annotated[bool, Says("may set up inside a building")] = True
    move: Move = "foot"
    mp: int | None = None
    armor_front: int | None = None
    armor_side: int | None = None
    turret: Literal["", "T", "ST", "NT", "360"] = ""
    restricted: Annotated[bool, Says("RST: neither MA nor CMG fires while its crew is exposed (D1.321)")] = False
    open_topped: bool = False
    machine_guns: str = ""
    crew_survival: int | None = None
    tow_number: Annotated[int | None, Says("T#: tows Guns with M# >= this")] = None
    ammo: Text = ""
    to_hit: Annotated[Literal["", "black", "red"], Says("To Hit column; empty: its nation's (C4)")] = ""
    mgs: Annotated[dict[Mount, int], Says("mounted MGs and their FP (D1.8)")] = {}
    aamg_in_arc: Annotated[bool, Says("its AAMG fires within its VCA only (D1.83)")] = False
    removed_mg: Annotated[str, Says("the SW that Removal of its AAMG gives, if it is not an LMG (OtO2 7.5133)")] = ""
    depletion: Annotated[dict[Ammunition, int], Says("special ammunition: depletion numbers (C8.9)")] = {}
    no_ap: Annotated[bool, Says("has no AP (C8)")] = False
    no_intensive: Annotated[bool, Says("may not use Intensive Fire (C5.6)")] = False
    low_ammo: Annotated[bool, Says("circled B#: Low Ammo (D3.71)")] = False
    removal: Annotated[bool, Says("`breakdown` is an X#: removed, not repaired (A9.7)")] = False
    kill_rolls: Annotated[int, Says("To Kill DR for each hit: 20L(20) makes four")] = 1
    gunshield: Annotated[bool, Says("shelters its crew inside its CA (C11.5)")] = False
    upper_front: Annotated[Literal[-1, 0, 1], Says("turret front: one AF step down or up (D1.61)")] = 0
    upper_side: Annotated[Literal[-1, 0, 1], Says("turret side and rear: one AF step down or up")] = 0
    bare_rear: Annotated[bool, Says("the rear of the upper structure is unarmored")] = False
    red_cs: Annotated[bool, Says("CS# printed in red: burns more easily (D5.7)")] = False
    flame: Annotated[int | None, Says("FP of a vehicle's flamethrower (D1.8)")] = None
    flame_in: Literal["", "bow", "turret"] = ""
    flame_removal: Annotated[int | None, Says("X# of the vehicle's flamethrower")] = None
    ground_pressure: Annotated[Literal["", "low", "normal", "high"], Says("empty: normal (D1.4)")] = ""
    radioless: Annotated[bool, Says("® on its back: no radio (D14.1)")] = False
    red_mp: Annotated[bool, Says("MP printed in red: Mechanical Reliability (D2.51)")] = False
    mine_roller: Annotated[bool, Says("mines do not attack it as it drives forward (house)")] = False
    carries: Annotated[Literal["", "squad", "hs"], Says("a horse: the MMC that rides it (A13.1)")] = ""
    qsu: Annotated[bool, Says("Quick Set-Up: moves without being limbered (C10.23)")] = False
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
