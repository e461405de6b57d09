"""Reinforcement Groups for tests of Red Barricades and Valor of the Guards: lines that worked examples speak of, with
figures of the tests' own where the examples are silent; written into a pack as a player would type them in."""

from __future__ import annotations

from pathlib import Path

RB = """\
format: 1
groups_of: rb
groups:
  german:
    - {id: I1, title: Rifle Coy, kind: company, cpp: 6, units: [{type: 4-6-7, full: 12, depleted: 9}],
       depletion: true, quality: first-line, weapons_as: rifle, date_max: 3, cg_max: 20, provenance: user}
    - {id: I2, title: Sturm Coy, kind: company, cpp: 8, units: [{type: 5-4-8, full: 12, depleted: 9}],
       depletion: true, quality: elite, weapons_as: sturm, date_max: 2, cg_max: 12, provenance: user}
    - {id: I5, title: HW Pltn, kind: hw, cpp: 4, units: [{type: HMG, full: 2}, {type: MMG, full: 2},
        {type: "81* MTR", full: 2, crew: 2-2-8}], crew: 1-2-7, depletion: true, date_max: 1, cg_max: 8,
       provenance: user}
    - {id: A6, title: Pz IVF1 Pltn, kind: afv, cpp: 5, units: [{type: Pz IVF1, full: 3, depleted: 2}],
       depletion: true, armor_leader: true, date_max: 1, cg_max: 4, provenance: user}
    - {id: O1, title: Btln MTR OBA, kind: oba, cpp: 2, calibre: 80, date_max: 2, cg_max: 20, provenance: user}
    - {id: O2, title: Med Arty OBA, kind: oba, cpp: 3, calibre: 100, date_max: 1, cg_max: 7, provenance: user}
    - {id: M1, title: 10 FPP, kind: fpp, cpp: 1, fpp: 10, date_max: 3, cg_max: 40, provenance: user}
  russian:
    - {id: I2, title: Rifle Coy, kind: company, cpp: 5, units: [{type: 4-4-7, full: 12, depleted: 9}],
       depletion: true, quality: first-line, weapons_as: rifle, date_max: 3, cg_max: 20, provenance: user}
    - {id: I4, title: Gds SMG Coy, kind: company, cpp: 7, units: [{type: 6-2-8, full: 12, depleted: 9}],
       depletion: true, quality: elite, leader_drm: -1, weapons_as: guards-smg, date_max: 1, cg_max: 8,
       provenance: user}
    - {id: A3, title: T-34 M41 Pltn, kind: afv, cpp: 5, units: [{type: T-34 M41, full: 3, depleted: 2}],
       depletion: true, armor_leader: true, date_max: 1, cg_max: 6, provenance: user}
    - {id: M1, title: 10 FPP, kind: fpp, cpp: 1, fpp: 10, date_max: 4, cg_max: 60, provenance: user}
"""

VOTG = """\
format: 1
groups_of: votg
groups:
  german:
    - {id: I1, title: Rifle Coy, kind: company, cpp: 6, units: [{type: 4-6-7, full: 12, other: {reinforced: 14,
        lightly: 10, moderately: 8, heavily: 6}}], depletion: true, quality: first-line, weapons_as: rifle,
       date_max: 4, cg_max: 20, provenance: user}
    - {id: I4, title: Rifle Pltn, kind: platoon, cpp: 2, units: [{type: 4-6-7, full: 4, depleted: 3}],
       depletion: true, quality: first-line, date_max: 9, cg_max: 30, provenance: user}
  russian:
    - {id: I1, title: Gds Rifle Coy, kind: company, cpp: 7, units: [{type: 4-5-8, full: 12, other: {reinforced: 14,
        lightly: 10, moderately: 8, heavily: 6}}], depletion: true, quality: elite, leader_drm: -1,
       weapons_as: guards-rifle, date_max: 4, cg_max: 20, provenance: user}
"""


def pack(folder: Path) -> Path:
    """A pack in `folder` with the groups of both campaigns."""
    place = folder / "missions" / "campaigns" / "groups"
    place.mkdir(parents=True)
    (place / "rb.yaml").write_text(RB, encoding="utf-8")
    (place / "votg.yaml").write_text(VOTG, encoding="utf-8")
    return folder
