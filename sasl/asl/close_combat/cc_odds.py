"""Close Combat between men (A11.1-11.2): who fights, strength, odds, DRM, and the exact chances of an attack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from sasl.asl import stacking
from sasl.asl.game.context import Game
from sasl.asl.game.flags import MEN, SMC, VEHICLES
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.infantry.morale.experience import inexperienced
from sasl.asl.ordnance import mounted
from sasl.asl.preview import Chances, Preview
from sasl.asl.terrain import pillboxes
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.rolling.tables import TableError
from sasl.kernel.text import listed
from sasl.kernel.transaction import Playable

KILL_NUMBERS = "cc.kill-number"
NOTHING = "-"
TIED = frozenset({"ti", "panicked"})
"""Panicked units fight like TI ones (S6.213)."""


class Attack(Frozen):
    """A CC attack as it is declared: who against whom, to capture (A20.22) or Hand-to-Hand (J2.31).

    `extra` are DRM that a die gave before it (ATMM). `worn`: what they lose of their CCV who had fired (D7.213)
    or are pinned as they look for one (C13.7).
    """

    side: Side
    hex: str
    attackers: tuple[str, ...]
    targets: tuple[str, ...]
    capture: bool = False
    hand: bool = False
    extra: tuple[Modifier, ...] = ()
    worn: int = 0

    @property
    def title(self) -> str:
        """`CC in K14: 628a and 91a vs 467a`, and whether it is to capture."""
        word = ", to capture" if self.capture else ""
        return f"CC in {self.hex}: {listed(self.attackers)} vs {listed(self.targets)}{word}"


class Party(Frozen):
    """Defenders of one attack that share every DRM."""

    ids: tuple[str, ...]
    modifiers: tuple[Modifier, ...]


class Weighed(Frozen):
    """A CC attack with everything but its dice: the number it needs, the DRM of each party, its exact chances."""

    attack: Attack
    table: str
    number: int
    number_name: str
    parties: tuple[Party, ...]
    facts: tuple[str, ...]
    results: tuple[str, ...]
    chances: Callable[[int, tuple[Modifier, ...]], Chances]
    odds: str = ""

    @property
    def preview(self) -> Preview:
        """The attack before its dice, at the DRM of its first party; the others are named in the facts."""
        first, *rest = self.parties
        others = [
            f"same DR at {sum(mod.value for mod in party.modifiers):+d} for {listed(party.ids)}: "
            f"{', '.join(map(str, party.modifiers)) or 'no DRM'}"
            for party in rest
        ]
        title, facts = self.attack.title, (*self.facts, *others)
        return Preview(title, facts, self.number, self.number_name, first.modifiers, self.chances, self.results)

    def expected(self) -> Chances:
        """The exact chances against its first party."""
        return self.chances(self.number, self.parties[0].modifiers)


# -- who fights ----------------------------------------------------------------------------------------


def _is_rider(game: Game, unit: Unit) -> bool:
    """Whether it is Personnel on top of an AFV, and so fights for itself (A11.611)."""
    carrier = game.state.units.get(unit.carrier)
    return carrier is not None and unit.kind in MEN and mounted.armored(game, carrier)


def men(game: Game, hex_name: str, side: str) -> list[Unit]:
    """The Personnel of `side` that CC in the hex concerns: Infantry and Riders, no prisoners or Passengers.

    Nor those inside a pillbox with their own outside it (B30.6).
    """
    guarded = pillboxes.at(game, hex_name) is not None and bool(pillboxes.outside(game, hex_name, side))
    return [
        unit
        for unit in game.state.units_at(hex_name, side)
        if unit.kind in MEN and "prisoner" not in unit.flags and (not unit.carrier or _is_rider(game, unit))
        and not (guarded and "dug-in" in unit.flags)
    ]  # fmt: skip


def machines(game: Game, hex_name: str, side: str) -> list[Unit]:
    """The vehicles and cupolas of `side` in the hex; those that were captured fight for nobody."""
    units = game.state.units_at(hex_name, side)
    return [unit for unit in units if unit.kind in VEHICLES and "captured" not in unit.flags]


def fighters(game: Game, hex_name: str, side: str) -> list[Unit]:
    """Everybody of `side` whom CC in the hex concerns."""
    if not game.state.units_at(hex_name, side):
        return []
    return [*men(game, hex_name, side), *machines(game, hex_name, side)]


def is_guard(game: Game, unit: Unit) -> bool:
    """Whether it guards prisoners (A20.5)."""
    return any(other.carrier == unit.id and "prisoner" in other.flags for other in game.state.units.values())


def stacks(game: Game, units: Sequence[Unit], alone: Iterable[str] = ()) -> list[tuple[str, ...]]:
    """A11.14: the smallest targets: each MMC with the SMC on top of it, each SMC that fights `alone`.

    The best SMC go with the strongest MMC that is as concealed and as set on withdrawing as they are.
    """
    own = set(alone)
    groups = {unit.id: [unit] for unit in sorted(units, key=lambda unit: (-strength(game, unit), unit.id)) if unit.mmc}
    loose: dict[tuple[bool, bool], list[str]] = {}
    single: list[tuple[str, ...]] = []
    for unit in sorted((item for item in units if not item.mmc), key=lambda item: (leadership.drm(item), item.id)):
        fits = [group for group in groups.values() if _alike(group[0], unit)]
        if unit.id in own:
            single.append((unit.id,))
        elif fits:
            min(fits, key=len).append(unit)
        else:
            loose.setdefault((unit.known, "withdrawing" in unit.flags), []).append(unit.id)
    together = [tuple(unit.id for unit in group) for group in groups.values()]
    return [*together, *(tuple(group) for group in loose.values()), *single]


def _alike(one: Unit, other: Unit) -> bool:
    return one.known == other.known and ("withdrawing" in one.flags) == ("withdrawing" in other.flags)


# -- strength and odds ---------------------------------------------------------------------------------


def strength(game: Game, unit: Unit) -> Fraction:
    """A11.11, A11.14: its FP in CC; an SMC 1, a broken unit its full FP (A11.16), unarmed men one (A20.5)."""
    if unit.kind in SMC:
        return Fraction(game.figure("cc-smc"))
    if "disarmed" in unit.flags:
        return Fraction(game.figure("cc-unarmed"))
    return Fraction(game.counter_of(unit).fp or 0)


def halvings(game: Game, unit: Unit, targets: Sequence[Unit] = ()) -> list[str]:
    """What halves its FP when it attacks: pinned, a Guard, a vehicle in Motion, a concealed target."""
    causes = []
    if "pinned" in unit.flags:
        causes.append(f"{unit.id} is pinned (A7.8)")
    if unit.kind in VEHICLES and "motion" in unit.flags:
        causes.append(f"{unit.id} is in Motion (A11.62)")
    if is_guard(game, unit):
        causes.append(f"{unit.id} guards prisoners (A20.52)")
    if any(not target.known for target in targets):
        causes.append("the target is concealed (A11.19)")
    return causes


def attack_strength(game: Game, unit: Unit, targets: Sequence[Unit] = ()) -> Fraction:
    """Its FP in an attack on `targets`, halved for each cause."""
    return strength(game, unit) / Fraction(2 ** len(halvings(game, unit, targets)))


def odds(game: Playable, attack: Fraction, defense: Fraction) -> str:
    """A11.11: the column of the CCT, rounded down."""
    columns = game.library.table(KILL_NUMBERS).columns
    found = columns[0]
    for name in columns[1:]:
        limit = ratio(name)
        if attack > limit * defense or (attack == limit * defense and not name.startswith(">")):
            found = name
    return found


def ratio(column: str) -> Fraction:
    """A column of the CCT as a number: `3-2` is three halves."""
    try:
        high, low = column.lstrip("<>").split("-")
        return Fraction(int(high), int(low))
    except (ValueError, ZeroDivisionError):
        raise TableError(f"{KILL_NUMBERS}: column '{column}' is not odds such as 3-2") from None


def kill_number(game: Playable, column: str, hand: bool = False) -> int:
    """A11.11: the Kill Number of a column; in Hand-to-Hand CC the red one (J2.31)."""
    return int(game.library.table(KILL_NUMBERS).value(int(hand), column))


def columns_below_even(game: Game, column: str) -> int:
    """A18.12: how many columns the odds are below 1-1."""
    columns = game.library.table(KILL_NUMBERS).columns
    return max(0, columns.index("1-1") - columns.index(column)) if column in columns and "1-1" in columns else 0


# -- DRM -----------------------------------------------------------------------------------------------


def drm(game: Game, table_id: str, facts: Mapping[str, int]) -> tuple[Modifier, ...]:
    """The DRM of a table for which `facts` hold."""
    return game.library.table(table_id).drm(facts)


def attacker_facts(game: Game, attack: Attack, ambusher: str) -> dict[str, int]:
    """The conditions of those who attack."""
    units = [game.state.units[key] for key in attack.attackers]
    return {
        "by-ambusher": int(attack.side == ambusher),
        "vs-ambusher": int(opponent(attack.side) == ambusher),
        "cx-firer": int(any("cx" in unit.flags for unit in units)),
        "wire-firer": int(any("on-wire" in unit.flags for unit in units)),
        "ti-firer": int(any(unit.flags & TIED for unit in units)),
        "rider-firer": int(any(unit.carrier for unit in units)),
        "hero": sum(unit.heroic for unit in units),
        "crest-firer": int(_below(units, [game.state.units[key] for key in attack.targets])),
        "overstacked-firer": stacking.overstack(game, attack.hex, attack.side),
        "overstacked-target": stacking.overstack(game, attack.hex, opponent(attack.side)),
    }


def _below(crest: Iterable[Unit], others: Iterable[Unit]) -> bool:
    """B20.94: whether some in Crest status fight others who have not just come over its front."""
    return any("crest" in unit.flags for unit in crest) and not any("over-crest" in unit.flags for unit in others)


def _target_facts(game: Game, attack: Attack, unit: Unit) -> dict[str, int]:
    """The conditions of one defender."""
    units = [game.state.units[key] for key in attack.attackers]
    green = inexperienced(game, unit)
    withdrawing = "withdrawing" in unit.flags
    return {
        "broken": int("broken" in unit.flags),
        "withdrawing": int(withdrawing),
        "covering": covering(game, unit) if withdrawing else 0,
        "cx": int("cx" in unit.flags),
        "wire-target": int("on-wire" in unit.flags),
        "crest-target": int(_below([unit], units)),
        "ti-target": int(bool(unit.flags & TIED)),
        "rider-target": int(bool(unit.carrier)),
        "capture": int(attack.capture and not green),
        "capture-inexperienced": int(attack.capture and green),
    }


def covering(game: Game, unit: Unit) -> int:
    """A11.2: the units of its side in the hex that do not withdraw."""
    return sum("withdrawing" not in other.flags for other in fighters(game, unit.hex, unit.side))


def direction(units: Sequence[Unit]) -> tuple[Modifier, ...]:
    """A11.141: the modifier of the best leader who attacks with others; none with berserk units."""
    leaders = [unit for unit in units if unit.kind == "leader" and not unit.flags & {"pinned", "broken"}]
    if len(units) < 2 or not leaders or any("berserk" in unit.flags for unit in units):
        return ()
    best = min(leaders, key=lambda unit: (leadership.drm(unit), unit.id))
    return (Modifier(best.id, leadership.drm(best), "A11.141", "leadership"),) if leadership.drm(best) < 0 else ()


def parties(game: Game, attack: Attack, table_id: str, common: Mapping[str, int]) -> tuple[Party, ...]:
    """The defenders by their DRM, those that suffer most first."""
    units = [game.state.units[key] for key in attack.attackers]
    led = (*direction(units), *attack.extra)
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    for key in attack.targets:
        facts = {**common, **_target_facts(game, attack, game.state.units[key])}
        groups.setdefault((*drm(game, table_id, facts), *led), []).append(key)
    found = [Party(tuple(ids), mods) for mods, ids in groups.items()]
    return tuple(sorted(found, key=lambda party: sum(mod.value for mod in party.modifiers)))


# -- an attack before its dice --------------------------------------------------------------------------------


def weigh(game: Game, attack: Attack, ambusher: str = "") -> Weighed:
    """A11.11: an attack of men on men, with its odds and DRM."""
    units = [game.state.units[key] for key in attack.attackers]
    targets = [game.state.units[key] for key in attack.targets]
    power = sum((attack_strength(game, unit, targets) for unit in units), Fraction(0))
    defense = sum((strength(game, unit) for unit in targets), Fraction(0))
    column = odds(game, power, defense)
    halved = dict.fromkeys(cause for unit in units for cause in halvings(game, unit, targets))
    facts = [f"{number(power)} FP to {number(defense)}: odds {column}", *(f"FP halved: {cause}" for cause in halved)]
    common = attacker_facts(game, attack, ambusher)
    groups = parties(game, attack, "cc.attack", common)
    results = ("captured", "one captured", NOTHING) if attack.capture else ("eliminated", "reduced", NOTHING)
    needed = kill_number(game, column, attack.hand)
    return Weighed(attack, "cc.attack", needed, "Kill Number", groups, tuple(facts), results, chances(results), column)


def number(value: Fraction) -> str:
    """FP in words: 4, 2.5."""
    return f"{float(value):g}"


def verdict(needed: int, total: int, results: tuple[str, ...]) -> str:
    """A11.11: below the Kill Number the first result, the number itself the second."""
    return results[0] if total < needed else results[1] if total == needed else results[2]


def chances(results: tuple[str, ...]) -> Callable[[int, tuple[Modifier, ...]], Chances]:
    """The exact chance of each of the three results over the 36 DR."""

    def count(needed: int, mods: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in mods)
        ways = dict.fromkeys(results, 0)
        for coloured, white in product(range(1, 7), repeat=2):
            ways[verdict(needed, coloured + white + shift, results)] += 1
        return tuple((name, Fraction(times, 36)) for name, times in ways.items())

    return count
