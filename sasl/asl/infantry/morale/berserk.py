"""Berserk units (A15.4): who goes berserk, whom he carries with him, and when it is over."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import HORSE, Flag
from sasl.asl.game.los.sight import look
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.infantry.morale.hardening import harden
from sasl.asl.infantry.morale.task_checks import task_check
from sasl.kernel.rolling.records import Modifier

CALM: tuple[Flag, ...] = (
    "broken", "dm", "disrupted", "pinned", "ti", "concealed", "hidden", "cx", "panicked", "encircled",
)  # fmt: skip
"""The states that end when a unit goes berserk (A15.4, A15.42)."""


def go_berserk(ctx: Context, unit: Unit) -> None:
    """A15.4: berserk if a Known enemy is in LOS, otherwise hardened; a berserk leader carries others with him, a
    Commissar all of them (A25.223), once the attack that made him so has been resolved against them, too (A15.41)."""
    if not known_enemies_in_los(ctx.game, unit):
        harden(ctx, unit)
        return
    pieces.change(ctx, unit, ["berserk"], CALM, "Heat of Battle (A15.4)")
    if unit.kind == "leader":
        ctx.after_the_attack(lambda: _carry_along(ctx, unit.id))


def _carry_along(ctx: Context, key: str) -> None:
    """A15.41: a NTC, by his leadership, of everybody with a berserk leader, broken or not; who passes follows him."""
    leader = ctx.state.units.get(key)
    if leader is None or "berserk" not in leader.flags:
        return
    drm = [Modifier(key, leadership.drm(leader), "A15.41", "leadership")] if leadership.drm(leader) else []
    for other in list(ctx.state.units_at(leader.hex, leader.side)):
        exempt = other.id == key or not other.infantry or other.kind in ("crew", "hero")
        if exempt or other.flags & {"berserk", "heroic", "prisoner", "disarmed", "human-wave"}:  # A15.1
            continue
        must = "commissar" in leader.flags
        if must or task_check(ctx, other, f"to follow berserk {key}: NTC", drm, leader=False):
            why = f"follows {key} (A15.41)"
            pieces.change(ctx, ctx.state.units[other.id], ["berserk"], CALM, why)


def calm_down(ctx: Context) -> None:
    """A15.46: berserk ends with the CCPh for those who have fought there and have no enemy left in their Location.

    A Gun without its crew is none."""
    for unit in [unit for unit in ctx.state.on_map() if {"berserk", "cc-attacked"} <= unit.flags]:
        if not _foes(ctx.game, [unit], unit.hex):
            pieces.change(ctx, unit, (), ["berserk"], "no enemy is left (A15.46)")


def enemies_met(game: Game, units: Iterable[Unit], name: str) -> list[str]:
    """A15.46: the Known enemies in a hex that the berserk among these units fire at in it, in the AFPh."""
    here = game.state.phase == "AFPh" and any("berserk" in unit.flags and unit.hex == name for unit in units)
    return [unit.id for unit in _foes(game, units, name)] if here else []


def have_won(ctx: Context, ids: Iterable[str], name: str, met: Collection[str]) -> None:
    """A15.46: berserk ends for those who have just eliminated all of the Known enemies they `met` in their Location."""
    units = ctx.state.present(ids)
    if not met or _foes(ctx.game, units, name):
        return
    for unit in (unit for unit in units if "berserk" in unit.flags and unit.hex == name):
        pieces.change(ctx, unit, (), ["berserk"], f"no enemy is left in {name} (A15.46)")


def _foes(game: Game, units: Iterable[Unit], name: str) -> list[Unit]:
    """The Known enemies of these units in a hex."""
    sides = {unit.side for unit in units}
    return [other for other in game.state.units_at(name) if other.side not in sides and _is_foe(other)]


def _is_foe(other: Unit) -> bool:
    """Whether one of the other side is a Known enemy: no Gun, whose crew counts by itself, no horse (A13.7)."""
    return other.known and other.kind not in ("aircraft", "gun", HORSE) and "prisoner" not in other.flags


def mph_ends(ctx: Context) -> None:
    """A15.431, A15.46: berserk ends with their own MPh for those who see no Known enemy then: at the end of their
    charge, or because there was nobody to charge [house].
    """
    for unit in list(ctx.state.on_map(ctx.state.side)):
        if "berserk" in unit.flags and not known_enemies_in_los(ctx.game, unit):
            pieces.change(ctx, unit, (), ["berserk"], "its MPh ends with no Known enemy in LOS (A15.46)")


def known_enemies_in_los(game: Game, unit: Unit) -> list[Unit]:
    """A15.43: the Known enemy ground units in a unit's LOS, the nearest first. A Gun by itself is none."""
    here = unit.hex
    enemies = [other for other in game.state.on_map() if other.side != unit.side and _is_foe(other)]
    enemies.sort(key=lambda other: (game.board.distance(here, other.hex), other.id))
    return [other for other in enemies if other.hex == here or look(game, here, other.hex).exists]
