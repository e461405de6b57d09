"""The conditions a modifier of a table may name in `when`: the fixed vocabulary, chart by chart."""

from __future__ import annotations

SASL = {
    "near-vpo": "the S? is in or ADJACENT to a VPO",
    "stone-building": "the S? is in a stone building",
    "level": "once per level of its building that the S? is above the base level of its hex",
    "activated-near": "an Activated ENEMY unit is within two hexes or in the same building",
    "village": "the S? is on a Village board",
    "city": "the S? is on a City board",
    "turns-after-end": "once per complete Game Turn after the first at which the mission may end",
    "no-mmc-near": "no Good Order FRIENDLY MMC within 4 hexes of the AFV, outside the set-up area",
    "leader": "the leader's own modifier",
    "armor-leader": "the roll is for an armor leader of a mission that helps all of them",
    "month": "the modifier of the mission's month",
    "mission": "a modifier of the mission",
}
"""Suspects, command and the mission (SASL)."""

FIRE = {
    "cavalry": "the target is Cavalry",
    "cx-firer": "a firer is CX",
    "encircled-firer": "a firer is Encircled",
    "bore-sighted": "all that fires has Bore Sighted the target Location",
    "hindrance": "once per point of LOS Hindrance",
    "smoke-firer": "a firer fires out of SMOKE",
    "overstacked-target": "once per squad-equivalent the target Location is overstacked",
    "overstacked-firer": "once per squad-equivalent the firers' Location is overstacked",
    "hero": "a hero takes part",
    "hero-mg": "a hero fires a MG alone",
    "stun-firer": "the firing crew was stunned before",
    "lane-slope": "the Fire Lane's firer is Up-Slope and higher, and not adjacent",
}
"""Fire on the IFT (A7)."""

MORALE = {
    "stun": "the crew was stunned before",
    "elite": "the unit is Elite",
    "broken": "the unit is or just was broken",
    "inexperienced": "the unit is Green or Conscript",
    "russian": "the unit is Russian",
    "german": "the unit is German",
    "high-morale": "the unit's unbroken Morale Level is 8 or more",
    "low-morale": "the unit's unbroken Morale Level is 6 or less",
    "low-odds": "once per column the CC odds are below 1-1",
}
"""Morale, Heat of Battle, Leader Creation (A10, A15, A18)."""

CC = {
    "by-ambusher": "the attackers in CC have Ambush status",
    "vs-ambusher": "the defenders in CC have Ambush status",
    "ti-firer": "a CC attacker is TI or panicked",
    "ti-target": "a CC defender is TI or panicked",
    "rider-firer": "a CC attacker is a Rider",
    "rider-target": "a CC defender is a Rider",
    "withdrawing": "the CC defender withdraws",
    "covering": "once per unit of its side that does not withdraw",
    "capture": "the CC attack is a capture attempt against units that are not Inexperienced",
    "capture-inexperienced": "the CC attack is a capture attempt against an Inexperienced unit",
    "ambush-vehicle": "the side has Cavalry or a vehicle in the CC",
    "ambush-shut": "once per BU or stunned AFV of the side",
    "stealthy": "the side has a Stealthy unit",
    "panicked": "the side has a panicked unit",
    "berserk": "the side has a berserk unit",
    "soft-vehicle": "the vehicle is unarmored",
    "no-mg": "the vehicle has no manned functioning MG",
    "open-topped": "the AFV is open-topped",
    "crew-exposed": "the crew of a closed-topped AFV is exposed, or has abandoned it",
    "escort": "once per HS or crew that escorts the vehicle, twice per squad",
    "atmm": "the attackers have an ATMM",
    "atmm-smc": "an SMC checks for an ATMM",
    "atmm-half": "a HS or crew checks for an ATMM",
    "street-fighting": "the Infantry fights from the buildings beside the road",
    "pinned": "the side has a pinned unit",
    "concealed": "the side has a concealed unit",
    "motion": "the vehicle is in Motion",
    "immobile": "the vehicle is Immobile",
}
"""Close Combat (A11)."""

RALLY = {
    "dm": "the unit is under Desperation Morale",
    "self-rally": "no leader helps the unit to rally",
    "rally-terrain": "the unit is in woods, a building, a pillbox or a trench",
    "cx": "the unit is CX",
    "unit-size": "the Unit Size number of the largest unit",
    "tem": "the TEM of the Location",
}
"""Rally and Search (A10.6, A12)."""

MOVES = {
    "normal-pressure": "the vehicle has Normal Ground Pressure",
    "high-pressure": "the vehicle has High Ground Pressure",
    "towing": "the vehicle tows a Gun",
    "soft-ground": "the ground is mud or snow",
    "not-tracked": "the vehicle is not fully tracked",
    "truck-mp": "the vehicle spends MP like a truck",
    "uphill-woods": "the vehicle goes up a level into woods",
    "half-mp-woods": "the vehicle enters woods at half its MP",
    "orchard-shellholes": "a vehicle not fully tracked is in orchard-shellholes",
    "esb-mp": "once per MP the vehicle tries to gain",
    "push-mf": "once per MF of the hex the Gun is pushed into",
    "push-help": "once per HS or crew that helps to push",
    "by-road": "the move crosses a road hexside",
}
"""Bog and Manhandling (D8, C10)."""

SUPPORT = {
    "labor": "once per earlier labor",
    "maintenance": "radio contact is to be kept, not made",
    "battalion": "the OBA is that of a battalion's mortars",
    "accuracy-hindrance": "the LOS Hindrance between observer and AR",
    "few-ffes": "the opposing side has placed at most one FFE:1",
    "many-ffes": "the opposing side has placed three FFE:1 or more",
    "squad-clears": "a squad works",
    "sapper-clears": "a sapper squad works",
    "more-hs": "once per HS beyond the first MMC",
    "mine-labor": "once per earlier attempt to clear the same minefield, twice at most",
}
"""OBA and mines (C1, B28)."""

GROUND = {
    "fire-ec": "once per point of the EC DRM of the hex",
    "fire-wind": "once per point of the Wind Direction DRM",
    "fire-apart": "the terrain is not directly attached to the Blaze",
    "fire-up": "the fire goes to higher ground",
    "fire-down": "the fire goes to lower ground",
    "kindle-smc": "a SMC Kindles alone",
    "kindle-half": "a HS or crew Kindles",
}
"""Fire and wind (B25)."""

AIR = {
    "air-smoke": "once per point of SMOKE on the target",
    "air-terrain": "once per point of the terrain's Sighting DRM",
    "air-own-near": "a vehicle or MMC of the aircraft's side is near the target",
    "air-vehicle": "the target is a vehicle",
    "air-moved": "the target has moved or is in Motion",
    "air-attacked": "the target has been attacked from the air in this Player Turn",
    "air-known": "the target is not entirely concealed",
}
"""Aircraft (E7)."""

GUNNERY = {
    "case-b": "ordnance fires in the AFPh",
    "case-b-inside": "… out of woods, rubble or a building",
    "case-c1": "little LOS before Bounding Fire",
    "case-c2": "hardly any LOS before Bounding Fire",
    "case-c3": "a LATW fires in the AFPh",
    "case-c3-inside": "a LATW fires in the AFPh out of a building",
    "case-d": "once per cause of Area Fire, such as a pinned crew",
    "case-e": "the target is in the firer's hex (twice in woods, rubble or a building)",
    "case-f": "Intensive Fire",
    "case-g": "Deliberate Immobilization",
    "case-h": "captured equipment",
    "case-i": "a Buttoned Up closed-topped AFV fires",
    "case-j": "the target vehicle moves or has moved",
    "case-j1": "… with few MP in LOS",
    "case-j2": "… with hardly any MP in LOS",
    "case-j3": "Defensive First Fire at Infantry in Non-Assault Movement",
    "case-j4": "Defensive First Fire at Infantry in Open Ground",
    "case-k": "the target is concealed",
    "case-l1": "the target is ADJACENT",
    "case-l2": "the target is two hexes away",
    "case-m": "the weapon has Bore Sighted the target Location",
    "case-n": "once per point of acquisition",
    "case-o": "the target is in Hazardous Movement",
    "case-p": "the size DRM of the target",
    "case-r": "once per point of LOS Hindrance",
    "pf-no-afv": "the target is no AFV",
    "pf-half": "the firer is a HS or crew",
    "pf-smc": "the firer is a SMC",
    "crew-shaken": "the crew was broken, shocked or stunned",
}
"""To Hit, LATW and crews (C5, C6, C13, D5)."""

CAMPAIGN = {
    "historical": "the side's Historical DRM for the CG Date (counted; it may be negative)",
    "side-russian": "the side is Russian",
    "side-german": "the side is German",
    "balance": "the CG scenario's Balance provision for the side (counted)",
    "won-last": "the side won the last CG scenario (this or the previous CG Date)",
    "wins-last-day": "once per scenario the side won on the previous CG Day",
    "attacked-last": "the side chose the Attack chit on the previous CG Day",
    "chose-attack": "the same, but the Initial Scenario, for which nobody chooses, does not count",
    "night-scenarios": "once per Night scenario since the start or the last Idle Day, for the German side",
    "idle-days": "once per Idle Day since the last scenario",
    "scenarios": "once per scenario since the start (or, where Idle Days count, since the last one)",
    "lost-often": "the side's win to loss ratio is 1:2 or worse",
    "suffered-20": "once per 20 CVP that the side suffered in the last scenario and since",
    "earned-20": "once per 20 CVP that the side earned in the last scenario",
    "earned-30": "once per 30 CVP that the side earned in the last scenario",
    "suffered-total-50": "once per 50 CVP that the side suffered since the start",
    "elite-bought": "once per elite Infantry group the side bought on the previous CG Date",
    "first-line-bought": "once per first-line Infantry Company or AFV Platoon it bought on the previous CG Day",
    "platoons-bought": "once per two Infantry Platoons it bought on the previous CG Day",
    "was-overcast": "the previous CG Date was Overcast",
    "was-rain": "it rained on the previous CG Date",
    "was-fog": "the previous CG Date had Fog or Mist",
    "was-dry": "the previous CG Date had Dry EC",
    "november": "the month is November",
    "june": "the month is June",
    "july": "the month is July",
    "san-over": "the side's SAN less the figure of the rule (counted; it may be negative)",
    "reinforced": "the group came at Reinforced Strength",
    "depleted": "the group came Depleted",
    "lightly": "the Company came Lightly Depleted",
    "moderately": "the Company came Moderately Depleted",
    "heavily": "the Company came Heavily Depleted",
    "group": "what the group's own line adds (counted)",
    "late-rifle-company": "once for the sixth to eighth German Rifle Company bought, twice from the ninth",
    "mineroller": "the platoon is one of minerollers",
    "kv": "the platoon is one of KV",
    "spent-2": "2 CPP were spent on Recon",
    "am": "the scenario is one of the morning",
    "stealthy": "most of the side's squads are Stealthy",
    "lax": "most of the side's squads are Lax",
    "isolated": "the unit or Weapon is Isolated",
    "front-line": "it lies in a Front Line hex",
    "near-front-line": "it lies ADJACENT to a Front Line Location, not in one",
    "in-perimeter": "it lies in the side's own perimeter",
    "unqualified": "only non-qualified use is possible (A21.13)",
    "inexperienced-crew": "its crew is inexperienced (D3.45)",
    "armor-leader-drm": "the armor leader's own modifier (counted)",
    "armor-leader-isolated": "the modifier of an armor leader whose vehicle is Isolated (counted)",
    "leader-drm": "the leader's or hero's own modifier (counted)",
    "on-vehicle": "the Weapon is mounted on a vehicle",
    "repair-number": "the Weapon's repair number (counted)",
    "russian-mg": "a Russian MG or ATR",
    "dug-in": "it is Dug-In",
    "labor": "its Labor counter (counted, 1 or 2)",
    "partly-armored": "it is partially armored",
    "engineers-3": "the side Retains three or more non-Isolated Assault Engineer squads",
    "clears-own": "the side clears its own Wire, mines or Entrenchment",
    "heroic": "the leader is heroic",
    "lone-smc": "a lone unwounded SMC",
    "lone-any-smc": "a lone SMC, wounded or not",
    "within-2": "a friendly-controlled non-Isolated hex is 2 hexes away or less",
    "adjacent-friendly": "a friendly-controlled non-Isolated hex is adjacent",
    "half-squads-over": "once per HS-equivalent beyond one that uses the same Escape DR",
    "pp-over": "once per PP carried beyond the IPC",
    "encircled": "it is Encircled",
    "captured-afv": "it is a Captured AFV",
    "single-hex": "the building has a single hex",
    "late": "the date is on or after the one the table names",
}
"""The Reorganization Phases of the campaigns."""

GROUPS = {
    "Suspects, command and the mission (SASL)": SASL,
    "Fire on the IFT (A7)": FIRE,
    "Morale, Heat of Battle, Leader Creation (A10, A15, A18)": MORALE,
    "Close Combat (A11)": CC,
    "Rally and Search (A10.6, A12)": RALLY,
    "Bog and Manhandling (D8, C10)": MOVES,
    "OBA and mines (C1, B28)": SUPPORT,
    "Fire and wind (B25)": GROUND,
    "Aircraft (E7)": AIR,
    "To Hit, LATW and crews (C5, C6, C13, D5)": GUNNERY,
    "The Reorganization Phases of the campaigns": CAMPAIGN,
}
"""Each chart's conditions by its name."""

CONDITIONS: dict[str, str] = {"": "always"} | {word: text for group in GROUPS.values() for word, text in group.items()}
"""Every condition: the word, and what it means."""
