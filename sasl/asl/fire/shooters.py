"""Who fires with what: inherent FP, the MG that goes with it, how many SW a unit can man (A7.35, A8.3, A9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction

from sasl.asl.fire.opportunity import FIRST, Opportunity, farthest, is_atr, is_mg, opportunity
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.ordnance import mounted
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed


class Shooter(Frozen):
    """A unit that takes part: with its inherent FP or not, with which SW, and by which kind of fire; one whose MG has
    First Fired while it has not is two of them (A8.3).
    """

    unit: Unit
    inherent: bool
    weapons: tuple[Weapon, ...]
    kind: Opportunity

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of what fires: the unit's for its inherent FP, and its SW."""
        return (*((self.unit.id,) if self.inherent else ()), *(weapon.id for weapon in self.weapons))


def shooter(game: Game, unit: Unit, inherent: bool, weapons: Sequence[Weapon], goal: str) -> Shooter | None:
    """A unit as a firer with just this: its inherent FP or not, and these SW of its own; None if it would fire less.

    Refused, with the rule, if it may not.
    """
    found = shooters_of(game, unit, weapons, goal, only=True) if inherent else sw_alone(game, unit, weapons, goal)
    return found[0] if len(found) == 1 and found[0].inherent == inherent else None


def shooters_of(game: Game, unit: Unit, named: Sequence[Weapon], goal: str, *, only: bool) -> list[Shooter]:
    """A named unit with its inherent FP and the MG it fires as well (A7.351, A9.1), by each kind of fire."""
    held = [weapon for weapon in named if weapon.holder == unit.id]
    if unit.kind in (*VEHICLES, "gun", "aircraft"):
        raise Refused(f"{unit.id} does not fire small arms; name it alone (C3.1)")
    kind: Opportunity | None = None
    fault: Refused | None = None
    inherent = unit.kind not in SMC or unit.heroic
    if inherent:
        try:
            kind = opportunity(game, unit, goal)
        except Refused as refusal:
            fault, inherent = refusal, False
    if not held and (not only or (kind is not None and kind.check)):
        held = _usual(game, unit, goal, kind)
        if held and only:
            raise Refused(f"{unit.id} uses FPF: it fires {held[0].id}, too (A8.31)")
    if fault and not held:
        raise fault
    by_kind = _by_kind(game, unit, held, goal, kind)
    _usage(game, unit, held, kind)
    inherent = inherent and kind is not None and not forfeits(game, unit, [*held, *fired_sw(game, unit, held)])
    if not (inherent or held):
        raise Refused(f"{unit.id} has nothing to fire with (A7.1)")
    if inherent and kind is not None:
        by_kind.setdefault(kind, [])
    return [Shooter(unit, inherent and found == kind, tuple(sw), found) for found, sw in by_kind.items()]


def _by_kind(
    game: Game, unit: Unit, held: Sequence[Weapon], goal: str, own: Opportunity | None
) -> dict[Opportunity, list[Weapon]]:
    """The SW by the kind of fire that each uses: a MG that has not fired goes along with its unit's (A8.3, A8.31)."""
    found: dict[Opportunity, list[Weapon]] = {}
    for weapon in held:
        kind = opportunity(game, unit, goal, weapon)
        goes_along = own is not None and kind == FIRST and _again(own) and is_mg(game, weapon)
        found.setdefault(own if own is not None and goes_along else kind, []).append(weapon)
    return found


def _again(kind: Opportunity | None) -> bool:
    """Whether a kind of fire is Subsequent First Fire or FPF: that of units which have fired (A8.3, A8.31)."""
    return kind is not None and kind.sustained and kind.moving


def sw_alone(game: Game, unit: Unit, held: Sequence[Weapon], goal: str) -> list[Shooter]:
    """SW named without their unit: they fire, its inherent FP does not; by each kind of fire."""
    for weapon in held:
        if not is_mg(game, weapon) and not is_atr(game, weapon):
            raise Refused(f"{weapon.id} does not fire as small arms; name it alone (C3.1)")
    own: Opportunity | None = None
    if _overused(game, unit, held, own):  # who has fired in its own person fires it only with that kind of fire again
        with suppress(Refused):
            own = opportunity(game, unit, goal)
    by_kind = _by_kind(game, unit, held, goal, own)
    _usage(game, unit, held, own)
    return [Shooter(unit, False, tuple(sw), kind) for kind, sw in by_kind.items()]


def _usual(game: Game, unit: Unit, goal: str, kind: Opportunity | None) -> list[Weapon]:
    """The MG a unit fires together with its inherent FP: a squad one, in range and not used up (A7.351); as FPF any
    MMC, whatever counter the MG has (A8.31). Any other unit fires it instead of that, if it has more FP there (A7.352).
    """
    last = kind is not None and kind.check
    distance = game.board.distance(unit.hex, goal)
    ready = []
    for weapon in fired_sw(game, unit, ()) or game.state.weapons_of(unit.id):
        again = kind is not None and kind.sustained and (last or "final" not in weapon.flags)
        if not is_mg(game, weapon) or distance > farthest(game, weapon):
            continue
        if _used(weapon) and not again:
            continue
        try:
            found = opportunity(game, unit, goal, weapon)
            if kind is None or kind == found or (_again(kind) and found == FIRST):
                ready.append(weapon)
        except Refused:
            continue
    ready.sort(key=lambda weapon: -(game.counter_of(weapon).fp or 0))
    together = unit.kind == "squad" or (last and unit.mmc)
    if not together and ready and _fp_at(game, unit, distance) >= _fp_at(game, ready[0], distance):
        return []
    return ready[:1] if ready and not _overused(game, unit, ready[:1], kind) else []


def _fp_at(game: Game, piece: Unit | Weapon, distance: int) -> Fraction:
    """A7.22: the FP of a unit or MG at a distance: half of it at long range, none beyond."""
    item = game.counter_of(piece)
    if distance > farthest(game, piece):
        return Fraction(0)
    return Fraction(item.fp or 0) / (1 if distance <= (item.range or 0) else 2)


def _used(weapon: Weapon) -> bool:
    return "fired" in weapon.flags and bool(weapon.flags & {"prep", "first", "final"})


def forfeits(game: Game, unit: Unit, held: Sequence[Weapon]) -> bool:
    """A7.351-.353: a squad that fires two SW, a HS or crew that fires one, gives up its inherent FP."""
    return len(held) + _charges(unit) > (1 if unit.kind == "squad" else 0)


def _charges(unit: Unit) -> int:
    """C13.31, A23: each PF Check counts as the use of a SW, and each DC."""
    return len(unit.arms & {"PF spent", mounted.SECOND_PF, *mounted.CHARGES})


def fired_sw(game: Game, unit: Unit, held: Sequence[Weapon]) -> list[Weapon]:
    """The other SW that a unit has fired already."""
    return [weapon for weapon in game.state.weapons_of(unit.id) if "fired" in weapon.flags and weapon not in held]


def _usage(game: Game, unit: Unit, held: Sequence[Weapon], kind: Opportunity | None) -> None:
    """Refused if a unit would fire more SW in one phase than it can man (A7.351, A9.1)."""
    if why := _overused(game, unit, held, kind):
        raise Refused(why)


def _overused(game: Game, unit: Unit, held: Sequence[Weapon], kind: Opportunity | None) -> str:
    """Why a unit has nobody to man these SW as well, or "". Who fires again fires all that it can (A8.3, A8.31)."""
    number = len(fired_sw(game, unit, held)) + len(held) + _charges(unit)
    fresh = [weapon.id for weapon in held if "fired" not in weapon.flags and not _again(kind)]
    named = f", not {listed(item.id for item in (*fired_sw(game, unit, held), *held))}"
    return _no_hands(game, unit, number, held[0].id if fresh else "", named)


def why_no_hands(game: Game, unit: Unit, weapon: str) -> str:
    """Return why a unit has nobody left to use one more SW in this phase, or "" (A7.351)."""
    return _no_hands(game, unit, len(fired_sw(game, unit, ())) + _charges(unit) + 1, weapon)


def _no_hands(game: Game, unit: Unit, number: int, fresh: str, named: str = "") -> str:
    """Return why a unit has no hands for this number of SW, or "".

    `fresh`: one of them that it has not fired yet, or "". `named`: words that name those it would fire.
    """
    most = game.figure("squad-weapons" if unit.kind == "squad" else "other-weapons")
    if number > most:
        return f"{unit.id} may fire at most {most} SW in a phase{named} (A7.351)"
    if fresh and number == most and unit.flags & {"prep", "first", "final"}:
        return f"{unit.id} has already fired and has nobody left to fire {fresh} (A7.351)"
    return ""


def fires_again(found: Shooter) -> bool:
    """A9.2: whether a firer fires only SW that have fired in this phase and kept their ROF."""
    return not found.inherent and all("fired" in weapon.flags for weapon in found.weapons)
