"""The positions at one moment, hex by hex, in the words of a report; without anything still hidden."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sasl.asl.game.context import Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import COLOURS, Unit
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted, listed

LEADS = ("vehicle", "cupola", "gun", "squad", "hs", "crew", "hero", "leader", "aircraft")
"""Which unit of a stack stands for it, first to last."""
STATES: tuple[Flag, ...] = (
    "prisoner", "melee", "berserk", "broken", "dm", "abandoned", "shocked", "stunned", "immobile", "bogged", "wounded",
    "pinned", "panicked", "concealed", "hidden", "malfunctioned", "heroic", "fanatic", "mounted",
)  # fmt: skip
"""The states that a report names."""
OUT: frozenset[Flag] = frozenset(("prisoner", "broken", "abandoned", "shocked", "stunned"))
"""States of units that are out of the fight for now."""


class Stack(Frozen):
    """The units of one side in a hex: the code that stands for them, how many, whether any can fight, and each."""

    code: str
    count: int
    fit: bool
    units: tuple[str, ...]


class Spot(Frozen):
    """What a hex holds: a stack of each side, the attitudes of its S?, who controls its VPO, and kinds of markers."""

    hex: str
    friendly: Stack | None = None
    enemy: Stack | None = None
    suspects: tuple[str, ...] = ()
    vpo: str = ""
    marks: tuple[str, ...] = ()
    name: str = ""
    """The hex with what is printed there, where boards are joined: `M26 (43M6)`."""

    @property
    def suspect_words(self) -> str:
        """`2 S? (black, yellow)`; "" for none."""
        colours = [COLOURS.get(attitude, attitude) for attitude in self.suspects]
        return f"{len(colours)} S? ({listed(dict.fromkeys(colours))})" if colours else ""

    @property
    def words(self) -> str:
        """All of it in one line: `G7: FRIENDLY 458a 4-5-8 broken; VPO of the ENEMY`."""
        parts = [
            f"{side} {', '.join(stack.units)}"
            for side, stack in (("FRIENDLY", self.friendly), ("ENEMY", self.enemy))
            if stack
        ]
        parts += [self.suspect_words] if self.suspects else []
        parts += [f"VPO of the {self.vpo} side"] if self.vpo else []
        parts += [listed(self.marks)] if self.marks else []
        return f"{self.name}: {'; '.join(parts)}"


def positions(game: Game, *, told_all: bool = False) -> list[Spot]:
    """Every hex that holds anything, by hexrow and number; hidden units only if `all` may be shown."""
    state = game.state
    units: dict[tuple[str, Side], list[Unit]] = {}
    for unit in state.on_map():
        if told_all or "hidden" not in unit.flags:
            units.setdefault((unit.hex, unit.side), []).append(unit)
    suspects: dict[str, list[str]] = {}
    for suspect in state.suspects.values():
        if not suspect.off_board:
            suspects.setdefault(suspect.hex, []).append(suspect.attitude)
    marks: dict[str, Counter[str]] = {}
    for marker in state.markers.values():
        marks.setdefault(marker.hex, Counter())[marker.kind] += 1
    weapons: dict[str, list[str]] = {}
    for weapon in state.weapons.values():
        if weapon.holder:
            weapons.setdefault(weapon.holder, []).append(weapon.id)
        elif weapon.hex:
            marks.setdefault(weapon.hex, Counter())[weapon.type] += 1
    held = {name for name, _ in units} | set(suspects) | set(marks) | set(state.control)
    return [
        Spot(
            name,
            _stack(units.get((name, "FRIENDLY"), ()), weapons),
            _stack(units.get((name, "ENEMY"), ()), weapons),
            tuple(suspects.get(name, ())),
            state.control.get(name, ""),
            tuple(
                f"{number} {kind}" if number > 1 else kind
                for kind, number in sorted(marks.get(name, Counter[str]()).items())
            ),
            game.board.both_names(name),
        )
        for name in game.board.names()
        if name in held
    ]


def summary(spots: Iterable[Spot]) -> str:
    """The whole position in sentences, for readers without the picture."""
    return ". ".join(spot.words for spot in spots) or "nobody is on the map"


def _stack(units: Iterable[Unit], weapons: dict[str, list[str]]) -> Stack | None:
    there = sorted(units, key=lambda unit: (bool(unit.carrier), LEADS.index(unit.kind), bool(unit.flags & OUT)))
    if not there:
        return None
    fit = any(not unit.flags & OUT for unit in there)
    lead = there[0]
    return Stack(lead.code or lead.type, len(there), fit, tuple(_words(unit, weapons) for unit in there))


def _words(unit: Unit, weapons: dict[str, list[str]]) -> str:
    """`458a 4-5-8 broken, with LMGa`."""
    words = [unit.id, *([unit.type] if unit.type != unit.id else []), *(flag for flag in STATES if flag in unit.flags)]
    text = " ".join(words) + (f" on {unit.carrier}" if unit.carrier else "")
    return text + (f" with {listed(weapons[unit.id])}" if unit.id in weapons else "")


def force(units: Iterable[Unit]) -> str:
    """Units by type: `3 × 4-5-8, 1 × 9-1`."""
    types = Counter(unit.type for unit in units)
    return ", ".join(f"{number} × {name}" for name, number in types.items()) or counted(0, "unit")
