"""The whole campaign at one moment, as frozen data. Only `apply` makes a new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.dice import Dice

Nation = Literal["russian", "german"]
SIDES: tuple[Nation, ...] = ("russian", "german")
Stage = Literal["initial", "scenario", "refit", "over"]
Box = Literal["map", "retained", "coming", "away", "gone"]

BOXES: dict[Box, str] = {
    "map": "on the map",
    "retained": "Retained",
    "coming": "Reinforcements, to enter or set up",
    "away": "off the map for a while",
    "gone": "Eliminated",
}
"""The boxes of the Force Organizer."""

MMC = ("squad", "hs", "crew")
SMC = ("leader", "hero")
VEHICLES = ("vehicle", "cupola")
"""What counts as a vehicle: a cupola is an AFV for all purposes, but never moves (OtO 4.1)."""
SET_UP = (*MMC, *SMC, "sw", "gun", *VEHICLES)
"""The counters that stand on the map in a scenario."""
MINES = ("minefield", "ap-mine", "at-mine")
ENTRENCHMENTS = ("trench", "foxhole", "entrenchment", "at-ditch")

FLAGS: dict[str, str] = {
    "broken": "broken", "disrupted": "Disrupted", "fanatic": "Fanatic", "berserk": "berserk", "wounded": "wounded",
    "heroic": "heroic", "encircled": "Encircled", "concealed": "concealed", "hidden": "hidden", "ti": "TI",
    "counted": "its CVP as a prisoner are counted",
    "prisoner": "prisoner", "unarmed": "unarmed", "captured": "captured", "malfunctioned": "malfunctioned",
    "disabled": "disabled", "low-ammo": "Low Ammo", "depleted-ammo": "special ammunition depleted",
    "shortage": "Ammunition Shortage", "immobile": "Immobilized", "bogged": "bogged", "mired": "mired",
    "shocked": "Shocked or UK", "stunned": "Stunned", "recalled": "under Recall", "abandoned": "Abandoned",
    "motion": "in Motion", "dug-in": "Dug-In", "isolated": "Isolated", "in-minefield": "in a minefield",
    "hardened": "Battle Hardened in the last refit", "joined": "has joined in this phase",
    "labor-1": "Labor -1", "labor-2": "Labor -2",
    "armor-leader": "has an armor leader", "commissar": "Commissar", "inexperienced": "inexperienced crew",
    "temporary-crew": "manned by Infantry (A21.22)",
    "dismantled": "dismantled", "off-board": "enters from off-board", "used": "used in the last scenario",
    "spent": "used up for good by its effects DR",
    "has-fought": "its platoon has been on the map", "wreck": "wreck", "burnt-out": "burnt-out wreck",
    "assault-engineer": "Assault Engineer", "reserve": "Reserve", "upper-level": "on an upper level",
    "cellar": "in a cellar", "mine-dog": "mine dog", "interdicting": "interdicts a ferry (TI)",
    "uk": "UK", "mg-malfunctioned": "a vehicular MG malfunctioned", "mg-disabled": "a vehicular MG is Disabled",
    "scrounged": "Scrounged", "hooked": "hooked up", "hip": "was HIP to the end and may be HIP again",
}  # fmt: skip
"""Every state that a counter may carry from a scenario into the Reorganization Phase."""


def state_named(word: str) -> str | None:
    """The state that a player's word means: its id, or the one word by which it is shown (`Immobilized`)."""
    low = word.lower()
    return low if low in FLAGS else next((flag for flag, shown in FLAGS.items() if shown.lower() == low), None)


LEVELS: dict[str, int] = {"upper-level": 1, "cellar": -1}
"""The level off the ground that a state of a counter means."""


def mine_strength(personnel: int, tank: int) -> str:
    """What a minefield is called by its strength: A-P factors, A-T factors."""
    return f"minefield {personnel} A-P, {tank} A-T"


def at_level(hex: str, level: int) -> str:
    """A Location: its hex, off the ground level with the level (`W10/1`)."""
    return f"{hex}/{level}" if level else hex


def hex_of(location: str) -> str:
    """The hex of a Location."""
    return location.partition("/")[0]


def other(side: str) -> Nation:
    """The other side."""
    return "german" if side == "russian" else "russian"


class Piece(Frozen):
    """One counter: unit, SW, Gun, vehicle, aircraft or OBA module. `holder` bears or mans it; `group` bought it.

    `stood`: the hex in which a Gun, or what does not move at all, ended the last scenario (CG11, 7.5071).
    `was`: its type before it Battle Hardened in this phase.
    """

    id: str
    side: Nation
    kind: str
    type: str
    box: Box = "retained"
    hex: str = ""
    holder: str = ""
    group: str = ""
    flags: frozenset[str] = frozenset()
    modifier: int = 0
    note: str = ""
    stood: str = ""
    was: str = ""

    @property
    def mmc(self) -> bool:
        """Whether it is a squad, HS or crew."""
        return self.kind in MMC

    @property
    def smc(self) -> bool:
        """Whether it is a leader or hero."""
        return self.kind in SMC

    @property
    def personnel(self) -> bool:
        """Whether it is an MMC or SMC."""
        return self.mmc or self.smc

    @property
    def weapon(self) -> bool:
        """Whether it is a Weapon by itself, not a vehicle: a SW or a Gun."""
        return self.kind in ("sw", "gun")

    @property
    def leadership(self) -> int:
        """A leader's DRM as it is now: one worse when wounded (A17.2)."""
        return self.modifier + ("wounded" in self.flags)

    @property
    def level(self) -> int:
        """Its level off the ground: 1 upstairs, -1 in a cellar."""
        return next((number for flag, number in LEVELS.items() if flag in self.flags), 0)

    @property
    def location(self) -> str:
        """Its Location: the hex, off the ground level with the level (`W10/1`, `W10/-1`)."""
        return at_level(self.hex, self.level)

    @property
    def here(self) -> bool:
        """Whether it is still part of its side's OoB."""
        return self.box != "gone"


class Purchase(Frozen):
    """A Reinforcement Group bought or given: how it sets up, what it cost, and its strength once known."""

    id: str
    side: Nation
    group: str
    date: int
    cost: int
    setup: str = ""
    strength: str = ""
    given: bool = False
    extras: tuple[str, ...] = ()
    note: str = ""
    helped: int = 0
    """The Support CPP that went into it."""
    scenario: int = -1
    """How many scenarios had been fought when it was bought; -1: not known, in a campaign begun before it was kept."""

    @property
    def box(self) -> Box:
        """Where its counters wait: with the Retained if it sets up on the map, else among the Reinforcements."""
        return "retained" if self.setup in ("on-map", "reserve", "dug-in") else "coming"


class Work(Frozen):
    """A fortification, minefield, wreck, flame, blaze, rubble or other thing on the map, or still to be placed."""

    id: str
    side: str
    kind: str
    hex: str = ""
    number: int = 0
    text: str = ""
    hidden: bool = False
    anti_tank: int = 0
    """The A-T factors of a minefield; its A-P factors are its `number`."""
    found: bool = False
    """Recon has found it: hidden mines that are Known to lie there, but not what they are (7.5226)."""
    exit: str = ""
    """The other entrance of a tunnel (B8.6)."""

    @property
    def known(self) -> bool:
        """Whether the enemy knows that it lies there."""
        return self.found or not self.hidden

    @property
    def sort(self) -> str:
        """Its kind without the number of men it is for: `foxhole-2` is a foxhole."""
        return self.kind.rstrip("-123")


class Area(Frozen):
    """An Isolated Area or Pocket: its Locations and its type A to D."""

    hexes: tuple[str, ...]
    type: str
    pocket_of: str = ""
    text: str = ""


class Sealed(Frozen):
    """One line of a sealed set-up (7.5222): a counter or fortification by its id, its hex, and the states it has there.

    `enters`: it does not set up, but comes on by the hex.
    """

    id: str
    side: Nation
    hex: str
    gains: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    enters: bool = False


class RosterLine(Frozen):
    """One line of a side's CG Roster; `scenario`: how many were fought before it (two on a day of a Counterattack)."""

    side: Nation
    date: int
    figures: Mapping[str, str]
    scenario: int = 0


class CampaignState(Frozen):
    """One moment of a campaign. Mappings are never changed in place.

    `numbers` holds figures by name: `russian.cpp`, `german.san`, `russian.cvp` (CVP that it earned), `russian.suffered`
    (CVP it suffered in the last scenario) …; `facts` words: `weather`, `ec`, `wind`, `scenario`, `winner`,
    `initiative.german`. `secrets` names what a side has not shown yet: log lines about it stay covered.
    """

    campaign: str
    dice: Dice
    stage: Stage = "initial"
    date: int = 0
    step: int = -1
    scenario: int = 0
    numbers: Mapping[str, int] = {}
    facts: Mapping[str, str] = {}
    pieces: Mapping[str, Piece] = {}
    purchases: Mapping[str, Purchase] = {}
    works: Mapping[str, Work] = {}
    control: Mapping[str, str] = {}
    perimeters: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    areas: tuple[Area, ...] = ()
    roster: tuple[RosterLine, ...] = ()
    done: tuple[int, ...] = ()
    passed: frozenset[str] = frozenset()
    options: Mapping[str, bool] = {}
    secrets: frozenset[str] = frozenset()
    serials: Mapping[str, int] = {}
    outcome: str = ""
    told: frozenset[str] = frozenset()
    """The counters that results of the present scenario have spoken of."""
    sealed: Mapping[str, Sealed] = {}
    """The set-up that a side has written down and not shown yet, by id of the counter or fortification."""

    def number(self, side: str, name: str) -> int:
        """The figure `name` of `side`; 0 if it was never set."""
        return self.numbers.get(f"{side}.{name}", 0)

    def fact(self, name: str) -> str:
        """The word `name`; empty if it was never set."""
        return self.facts.get(name, "")

    def option(self, name: str) -> bool:
        """Whether the option `name` is on."""
        return self.options.get(name, OPTIONS[name][0])

    def of(self, side: str = "", *boxes: str) -> Iterator[Piece]:
        """The counters of `side` (all if empty) in these boxes (all but the Eliminated if none is named)."""
        for piece in self.pieces.values():
            if (not side or piece.side == side) and (piece.box in boxes if boxes else piece.here):
                yield piece

    def at(self, hex_name: str, side: str = "") -> list[Piece]:
        """The counters in a hex, of `side` if given."""
        return [
            piece for piece in self.pieces.values() if piece.hex == hex_name and piece.here and side in ("", piece.side)
        ]

    @property
    def isolated(self) -> frozenset[str]:
        """The Locations of all Isolated Areas."""
        return frozenset(name for area in self.areas for name in area.hexes)

    def confines(self, hex: str) -> tuple[str, ...]:
        """The Isolated Area around a hex; the hex alone where there is none."""
        return next((area.hexes for area in self.areas if hex in area.hexes), (hex,))

    def held_by(self, piece_id: str) -> list[Piece]:
        """What a unit bears, mans or carries."""
        return [piece for piece in self.pieces.values() if piece.holder == piece_id and piece.here]

    def is_fresh(self, item: Purchase) -> bool:
        """CG12, 12.6253: whether a group came on this date and since the last scenario: two may be fought on a day."""
        return item.date == self.date and item.scenario in (-1, self.scenario)

    def works_at(self, hex_name: str, kind: str = "") -> list[Work]:
        """The fortifications and other works in a hex, of `kind` if given."""
        return [work for work in self.works.values() if work.hex == hex_name and kind in ("", work.kind)]


OPTIONS: dict[str, tuple[bool, str]] = {
    "russian-plays": (False, "the program plays the Russian side"),
    "german-plays": (False, "the program plays the German side"),
    "russian-dice": (False, "you roll the Russian dice yourself"),
    "german-dice": (False, "you roll the German dice yourself"),
    "secrets": (True, "secret purchases and rolls of a side that the program plays stay hidden"),
}
"""The switches of a campaign: off or on at the start, and what they do."""

FIGURE_NAMES = {
    "cpp": "CPP", "fpp": "FPP", "san": "SAN", "elr": "ELR", "cvp": "CVP earned", "evp": "EVP earned", "lvp": "LVP",
    "suffered": "CVP suffered", "vp": "VP", "cpp-start": "CPP at the start", "cpp-gained": "CPP gained",
    "cpp-total": "CPP in all", "cpp-spent": "CPP spent", "cpp-left": "CPP left", "recon": "Locations for Recon",
    "earned": "CVP earned in the scenario", "wins": "scenarios won", "evp-scenario": "EVP in the scenario",
    "attacks": "Attack chits used", "stone": "Stone Locations gained", "stone-all": "all Stone Locations",
    "support": "Support CPP", "balance": "Balance DRM",
}  # fmt: skip
KEPT_FIGURES = (
    "losses",
    "since-idle",
    "wins-last-day",
    "idle",
    "idle-ever",
    "night-scenarios",
    "suffered-total",
    "recon-dr",
    "vp-before",
)
"""Figures that only tables ask for; so are those of leaders and fortifications one by one, and what was typed."""


REMOVAL_TRIED = "removal-tried"
"""The word that keeps what the step 7.514 has tried to remove."""


def figure_name(name: str) -> str:
    """A figure in words; nothing for one that is book-keeping only."""
    kept = name in KEPT_FIGURES or "." in name or name in ("cvp-typed", "evp-typed", "lvp-typed", "cvp-entered")
    return "" if kept else FIGURE_NAMES.get(name, name)


def fact_name(name: str) -> str:
    """A word about the campaign by its name: `EC`, `Sets up first`; nothing for what is book-keeping only."""
    if name == REMOVAL_TRIED or name.endswith(".before") or name.startswith(("shown.", "inspected.")):
        return ""
    if (side := name.partition(".")[2]) in SIDES and name.startswith(("chit.", "initiative.")):
        return f"{side.capitalize()} {'Initiative' if name.startswith('i') else 'chit'}"
    named = {
        "ec": "EC",
        "cpp-left-most": "CPP left that count, at most",
        "locations-lacking": "Victory Locations not on your map",
    }
    return named[name] if name in named else name.replace("-", " ").replace(".", ", ").capitalize()
