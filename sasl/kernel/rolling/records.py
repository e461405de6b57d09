"""What a roll leaves behind: its dice, modifiers, table, row and result, all in one record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, get_args

from sasl.kernel.frozen import Frozen

Provenance = Literal["seed", "reconstructed", "rulebook", "house", "user"]
SELECTION = "random-selection"
"""The tag of a Random Selection (A.9): its subject are the names, a die for each."""
CHECK = "check"
"""The tag of a check that is passed or failed, where no other tag says more (`mc`, `pf-check`)."""
TO_HIT = "to-hit"
"""The tag of a To Hit DR."""
KILL = "kill"
"""The tag of a roll against a Kill Number."""
ATTACKS = frozenset({"ift"})
"""The tables whose empty result is `no effect`; that of any other is `nothing`."""
AC = "ac"
"""The tag of an Activation check."""
VERDICTS: dict[str, tuple[str, str]] = {
    TO_HIT: ("hit", "miss"),
    KILL: ("effect", "no effect"),
    AC: ("Activates", "does not Activate"),
    **dict.fromkeys((CHECK, "mc"), ("passed", "failed")),
}
"""What is said of a roll that reaches its number and of one that does not, by its tag: only a check is passed."""
Source = Literal["auto", "typed", "scripted", "override", "same"]
"""Where dice come from; `same`: the dice of the roll just before, read once more for other targets."""


ModifierKind = Literal[
    "", "tem", "hexside", "entrenchment", "pillbox", "crest", "wreck", "emplaced", "gunshield", "slope", "height",
    "air-burst", "hindrance", "case-r", "smoke", "smoke-firer", "ffmo", "ffnam", "hazardous", "cavalry", "flamethrower",
    "leadership", "leader", "cx", "cx-firer", "encircled", "encircled-firer", "concealed", "pinned", "stun-firer",
    "overstacked-target", "overstacked-firer", "bore-sighted", "hero", "hero-mg", "lane-slope", "range", "motion",
    "accuracy-hindrance", "by-hand", "armor", "armor-tem", "crew-exposed", "to-reach",
]  # fmt: skip
"""What code knows a DRM by: as its rule names it, or as a table calls the condition that it comes from; "": another.

`to-reach`: no DRM of the rules, but the number that the roll must reach; the table's rows count from it."""
KINDS: dict[str, ModifierKind] = {kind: kind for kind in get_args(ModifierKind)}


def mark(provenance: str) -> str:
    """`[house]`: how a text says whose figure it names."""
    return f"[{provenance}]"


def rests_on_house(lines: Iterable[str]) -> bool:
    """Whether one of these texts names a house figure."""
    return any(mark("house") in line for line in lines)


class Modifier(Frozen):
    """A DRM or drm: its name, its value and the rule it comes from; `kind` is what code knows it by."""

    name: str
    value: int
    rule: str = ""
    kind: ModifierKind = ""

    def __str__(self) -> str:
        return f"{self.value:+d} {self.name}" + (f" ({self.rule})" if self.rule else "")


class RollRecord(Frozen):
    """One roll with everything needed to explain it; log line, explanation and save are all this.

    `dice` holds the coloured die first; it is empty when the player typed only a total (`override`).
    `target`/`success` belong to checks (roll <= target), `table`/`row`/`result` to table rolls.
    """

    purpose: str
    roll: str
    dice: tuple[int, ...]
    original: int
    total: int
    modifiers: tuple[Modifier, ...] = ()
    rule: str = ""
    target: int | None = None
    target_name: str = ""
    success: bool | None = None
    table: str = ""
    row: str = ""
    result: Any = None
    provenance: str = ""
    source: Source = "auto"
    index: int | None = None
    column: str = ""
    whose: str = ""
    pack: str = ""
    """The player's pack that the table comes from."""
    tag: str = ""
    """What the roll is for, as code knows it (`random-selection`, `ac`, `nmc`)."""
    subject: tuple[str, ...] = ()
    """Whom it is about: the ids of units, S? or hexes."""

    def dice_text(self) -> str:
        """The dice as they lay: `coloured 4, white 2`, or `no dice` for an override."""
        if not self.dice:
            return "typed"
        if len(self.dice) == 2:
            return f"{self.dice[0]},{self.dice[1]}"
        return "+".join(map(str, self.dice))

    @property
    def verdict(self) -> str:
        """Return what came of a roll against a number: `hit`, `failed`, `succeeds`; "" for another roll."""
        good, bad = VERDICTS.get(self.tag, ("succeeds", "fails"))
        return "" if self.success is None else good if self.success else bad

    @property
    def outcome(self) -> str:
        """Return the result on the table, in words: `no effect` for an attack without one."""
        words = result_words(self.result)
        return "no effect" if self.table in ATTACKS and words == "nothing" else words

    @property
    def origin(self) -> str:
        """Return where the dice come from, as a sentence shows it: `(same DR)`; "" if the program threw them."""
        if self.source == "auto" or not self.dice:  # of a typed total the sum says so
            return ""
        return f"(same {self.roll})" if self.source == "same" else f"({self.source})"

    def sum_text(self) -> str:
        """The arithmetic in one line: `DR 4,2 = 6 +1 house rule = 7`."""
        against = [f"against {mod.name} {-mod.value}" for mod in self.to_reach]
        if not self.dice:
            return " ".join([f"{self.roll} {self.final} (typed)", *against])
        if self.tag == SELECTION and len(self.dice) > 1:
            return f"{self.roll} {', '.join(map(str, self.dice))}"
        parts = [f"{self.roll} {self.dice_text()} = {self.original}"]
        parts += [f"{mod.value:+d} {mod.name}" for mod in self.drm]
        if self.drm or self.final != self.original:
            parts.append(f"= {self.final}")
        return " ".join([*parts, *against])

    @property
    def to_reach(self) -> tuple[Modifier, ...]:
        """The number that the roll must reach, where it is read so."""
        return tuple(mod for mod in self.modifiers if mod.kind == "to-reach")

    @property
    def drm(self) -> tuple[Modifier, ...]:
        """The DRM of the rules."""
        return tuple(mod for mod in self.modifiers if mod.kind != "to-reach")

    @property
    def final(self) -> int:
        """The Final roll as the rule counts it: a number to reach is none of its DRM."""
        return self.total - sum(mod.value for mod in self.to_reach)

    def explain(self) -> tuple[str, ...]:
        """The whole record, a line per fact, for `why?`."""
        lines = [f"{self.purpose}" + (f" [{self.rule}]" if self.rule else "")]
        if self.dice:
            names = "coloured, white" if len(self.dice) == 2 else "dice"
            lines.append(f"Roll: {self.roll}, {names} {self.dice_text()}: Original {self.original}")
        else:
            lines.append(f"Roll: {self.roll}, total {self.final} typed by the player")
        lines += [f"Modifier: {mod}" for mod in self.drm]
        lines.append(f"Final: {self.final}")
        lines += [f"Needs >= {-mod.value}: {mod.name} ({mod.rule})" for mod in self.to_reach]
        if self.target is not None:
            named = f" ({self.target_name})" if self.target_name else ""
            lines.append(f"Needs <= {self.target}{named}: {self.verdict}")
        if self.table:
            column = f", column {self.column}" if self.column else ""
            lines.append(f"Table: {self.table}{column}, row {self.row}: {self.outcome}")
        if self.provenance:
            lines.append(f"Figure: {self.provenance}" + (f", from your pack '{self.pack}'" if self.pack else ""))
        where = (
            f", die number {self.index} of the game's seed" if self.source == "auto" and self.index is not None else ""
        )
        lines.append(f"Dice: {self.source}{where}")
        return tuple(lines)


def thrown(record: RollRecord | None) -> int:
    """The Original roll as the dice lay; 0 if there was none, or only its total was typed."""
    return record.original if record and record.dice else 0


def result_text(result: Any) -> str:
    """A table result in words: lists with commas, entries by their title, nothing as `-`."""
    if result is None or result == []:
        return "-"
    if isinstance(result, dict):
        return str(result.get("title") or ", ".join(f"{key} {value}" for key, value in result.items()))
    if isinstance(result, (list, tuple)):
        return ", ".join(map(str, result))
    return str(result)


def result_words(result: Any) -> str:
    """A table result in words: `nothing`, or `roll on TABLE` where the row sends on to another table."""
    if isinstance(result, dict) and set(result) == {"table"}:
        return f"roll on {result['table']}"
    text = result_text(result)
    return "nothing" if text == "-" else text
