"""The expected harm of ordnance and mounted MG, near enough."""

from __future__ import annotations

from sasl.combat.fire import ift
from sasl.combat.fire.attack import IftAttack
from sasl.combat.gunnery import aim, mounted, ordnance, strikes, to_hit, to_kill, vehicle_mg
from sasl.combat.gunnery.aim import Shot
from sasl.enemy.act import Staff
from sasl.game.context import Game
from sasl.game.state import VEHICLES, Unit

HARMED: tuple[to_kill.Effect, ...] = ("burning", "destroyed", "immobilized", "shock")


def weight(game: Game, staff: Staff, unit: Unit) -> float:
    """What a unit weighs (6.5)."""
    kind = "vehicle" if unit.kind in VEHICLES else unit.kind if unit.kind in ("gun", "leader") else "unit"
    return staff.doctrine.value(f"weight-{kind}")


def of_ift(game: Game, staff: Staff, attack: IftAttack) -> float:
    """The harm of an attack on the IFT."""
    best = 0.0
    for group in attack.groups:
        column = attack.column if group.column is None else group.column
        drm = sum(mod.value for mod in group.modifiers)
        for key in group.ids:
            unit = game.state.units[key]
            best = max(best, weight(game, staff, unit) * _hurt(game, unit, column, drm))
    return best


def _hurt(game: Game, unit: Unit, column: int, drm: int) -> float:
    if mounted.armored(game, unit):
        return 0.0
    total = 0.0
    for dr, ways in to_kill.WAYS.items():
        found = ift.outcome(game, column, dr + drm)
        if found.kind in ("KIA", "K"):
            total += ways / 36
        elif found.kind == "MC":
            needed = (game.counter_of(unit).morale or 7) - found.n
            total += ways / 36 * sum(w for d, w in to_kill.WAYS.items() if d > needed) / 36
    return total


def of_burst(game: Game, staff: Staff, burst: vehicle_mg.Burst) -> float:
    """The harm of a mounted MG or IFE."""
    return of_ift(game, staff, vehicle_mg.attack_of(game, burst))


def of_shot(game: Game, staff: Staff, shot: Shot) -> float:
    """The harm of a To Hit shot."""
    number, _ = ordnance.to_hit_number(game, shot)
    best = 0.0
    for ids, mods in aim.groups(game, shot):
        chances = to_hit.outcomes(game, shot.aim(game), number, sum(mod.value for mod in mods))
        for key in ids:
            unit = game.state.units[key]
            worth = 0.0
            for hit, chance in chances.items():
                if hit is None:
                    continue
                if unit.kind in VEHICLES:
                    if shot.target == "Vehicle":
                        ends = to_kill.chances(game, strikes.kill_of(game, shot, unit, hit))
                        worth += float(chance * sum(ends.get(name, 0) for name in HARMED))
                    continue
                column, extra = strikes.column(game, shot, hit.critical)
                cover = (*extra, *strikes._cover(game, shot, unit, hit))
                worth += float(chance) * _hurt(game, unit, column, sum(mod.value for mod in cover))
            best = max(best, worth * weight(game, staff, unit))
    return best
