"""Repair of malfunctioned weapons (A9.72) and Recovery of SW and Guns that nobody holds (A4.44)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC, VEHICLES, Flag
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.infantry import concealment
from sasl.asl.infantry.rout.threat import armed
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.hits import vehicle_hits
from sasl.asl.preview import Chances, Preview, confirm
from sasl.kernel.frozen import Frozen
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier

REPAIRED, STILL, LOST = "repaired", "still malfunctioned", "lost"
BUSY: frozenset[Flag] = frozenset({"rally-tried", "led-rally", "repairing", "deploying", "recombining", "transferring"})
"""The states of one who has used his action in the RPh (A3.1)."""
TRIED, SOUGHT = " repair tried", " recovery tried"
"""What `Unit.arms` keeps of who may try more than one weapon in a phase: for each, that he has tried it."""
RECOVERED, NOT = "recovered", "not recovered"


class Job(Frozen):
    """A malfunctioned weapon and who repairs it: a SW, a Gun or MA (`weapon` MA), or a mounted MG by its name."""

    unit: str
    item: str
    weapon: str
    number: int
    lasts: bool = False

    @property
    def name(self) -> str:
        """What is repaired, in a word: `HMGa`, `75La`, `CMG of T34a`."""
        return f"{self.weapon} of {self.item}" if self.weapon else self.item


# -- repair --------------------------------------------------------------------------------------------


def jobs(game: Game, side: str = "") -> list[Job]:
    """A9.72: every repair that may be tried now, of one side or both."""
    found = [*_small(game), *_mounted(game)]
    return [job for job in found if not side or game.state.units[job.unit].side == side]


def _small(game: Game) -> Iterator[Job]:
    for weapon in game.state.weapons.values():
        holder = game.state.units.get(weapon.holder)
        if holder is None or not able(holder) or "captured" in weapon.flags:
            continue
        job = Job(holder.id, weapon.id, "", _number(game, weapon))
        if "malfunctioned" in weapon.flags and not _has_x(game, weapon) and _may_try(game, holder, job):
            yield job


def _mounted(game: Game) -> Iterator[Job]:
    for unit in game.state.on_map():
        worker = crew_of(game, unit) if unit.kind == "gun" else unit if unit.kind in VEHICLES else None
        if worker is None or not able(worker):
            continue
        lasts = unit.kind == "cupola"
        shut = "AAMG" if mounted.unmanned(game, unit, "AAMG") else ""  # D3.7: it takes an exposed crew
        names = ["" if unit.kind == "gun" else "MA"] * ("malfunctioned" in unit.flags)
        names += [name for name in mounted.all_broken(unit) if name != shut]
        found = (Job(worker.id, unit.id, name, _number(game, unit), lasts) for name in names)
        yield from (job for job in found if _may_try(game, worker, job))


def able(unit: Unit) -> bool:
    """Whether a unit is fit to repair now: in Good Order, on the map, and busy with nothing else in the RPh (A3.1)."""
    return unit.good_order and bool(unit.hex) and not unit.flags & {"recovering", *BUSY - {"repairing"}}


def _at_once(game: Game, worker: Unit) -> int:
    """A9.72: how many weapons a unit may try to repair in a RPh: as many as it can fire; of a vehicle all."""
    if worker.kind in VEHICLES:
        return len(mounted.weapons(game, worker)) + 1
    return game.figure("squad-weapons" if worker.kind == "squad" else "other-weapons")


def _may_try(game: Game, worker: Unit, job: Job) -> bool:
    """A9.72: each weapon once in a RPh, and no more than the unit can fire."""
    if "repairing" not in worker.flags:
        return True
    tried = {word for word in worker.arms if word.endswith(TRIED)}
    return len(tried) in range(1, _at_once(game, worker)) and job.name + TRIED not in tried


def forget(ctx: Context) -> None:
    """A9.72, A4.44: in the next phase for it each weapon may be tried again."""
    for unit in list(ctx.state.units.values()):
        if tried := tuple(sorted(word for word in unit.arms if word.endswith((TRIED, SOUGHT)))):
            ctx.emit(ev.ArmsChanged(unit.id, (), tried, f"end of the {ctx.state.phase}"))


def crew_of(game: Game, gun: Unit) -> Unit | None:
    """A9.72: the Good Order crew that mans a Gun and may repair it, if any; nobody else can, nor while it is towed."""
    here = game.state.units_at(gun.hex, gun.side) if not gun.carrier else []
    return next((unit for unit in here if unit.kind == "crew" and unit.group == gun.id and unit.good_order), None)


def _has_x(game: Game, weapon: Weapon) -> bool:
    """Whether a SW carries an X# instead of a B#: it is removed, never repaired (A9.7)."""
    return bool(re.search(r"\bX\d", game.counter_of(weapon).ammo))


def _number(game: Game, piece: Unit | Weapon) -> int:
    printed = game.printed(piece).repair
    return printed if printed is not None else game.figure(_unprinted(piece))


def _unprinted(piece: Unit | Weapon) -> str:
    """The figure that stands for the R# which is on no counter: none is on a vehicle's (D3.7)."""
    return "vehicle-repair" if isinstance(piece, Unit) and piece.kind == "vehicle" else "repair-number"


def repair_chances(number: int, lost_on: int, lasts: bool) -> Chances:
    """How likely the weapon is repaired, stays as it is, or is lost."""
    ways = roll_kind("dr").totals()
    every = sum(ways.values())
    lost = 0 if lasts else ways.get(lost_on, 0)
    good = sum(count for total, count in ways.items() if total <= number and (lasts or total != lost_on))
    return (
        (REPAIRED, Fraction(good, every)),
        (STILL, Fraction(every - good - lost, every)),
        (LOST, Fraction(lost, every)),
    )


def repair(ctx: Context, job: Job) -> None:
    """A9.72, D3.7: the Repair dr: at most the R# repairs, an Original 6 ends the weapon."""
    worker, lost_on = ctx.state.units[job.unit], ctx.figure("repair-lost")
    item = ctx.state.units.get(job.item) or ctx.state.weapons[job.item]

    def chances(number: int, mods: tuple[Modifier, ...]) -> Chances:
        return repair_chances(number - sum(mod.value for mod in mods), lost_on, job.lasts)

    read = ctx.game.counter_of(item).repair is not None
    facts = (f"{worker.id} in {worker.hex} repairs {job.name}", f"an Original {lost_on} ends it" * (not job.lasts))
    name = "R#" if read else f"R#{ctx.figure_words(_unprinted(item))}"
    title = f"Repair of {job.name} by {worker.id}"
    told, results = tuple(filter(None, facts)), (REPAIRED, STILL, LOST)
    preview = confirm(ctx, Preview(title, told, job.number, name, (), chances, results, roll="dr"))
    pieces.change(ctx, worker, ["repairing"], why="A9.72")
    if _at_once(ctx.game, worker) > 1:
        ctx.emit(ev.ArmsChanged(worker.id, (f"{job.name}{TRIED}",), (), "A9.72"))
    result = preview.typed
    if not result:
        with ctx.rolls_for(worker.side):
            record = ctx.check(
                "repair.check",
                title,
                preview.number,
                modifiers=preview.modifiers,
                target_name=name,
                fails_on=None if job.lasts else lost_on,
            )
        ended = bool(record.dice) and record.original == lost_on and not job.lasts
        result = REPAIRED if record.success else LOST if ended else STILL
    if result != STILL:
        _carry_out(ctx, job, result == REPAIRED)


def _carry_out(ctx: Context, job: Job, good: bool) -> None:
    """The weapon works again, or is gone: SW and Gun are removed, a mounted weapon disabled (A9.72, C2.28, D3.7)."""
    why = "A9.72"
    if job.item in ctx.state.weapons:
        if good:
            ctx.emit(ev.WeaponChanged(job.item, (), ("malfunctioned",), why))
        else:
            ctx.emit(ev.WeaponRemoved(job.item, f"beyond repair ({why})"))
        return
    unit = ctx.state.units[job.item]
    if job.weapon in ("", "MA") and "malfunctioned" in unit.flags:
        if good:
            pieces.change(ctx, unit, (), ["malfunctioned"], why)
        else:
            vehicle_hits.disarm(ctx, unit, why)
        return
    gained = () if good else (f"{job.weapon} disabled",)
    ctx.emit(ev.ArmsChanged(unit.id, gained, (f"{job.weapon} broken",), why))


# -- recovery ------------------------------------------------------------------------------------------


def lying(game: Game, place: str, side: Side) -> list[str]:
    """What a side may recover in a hex: SW that nobody holds, and Guns that nobody mans; no Set DC (A23.72), and no
    Gun of the other side that it has not found yet.
    """
    loose = [weapon.id for weapon in game.state.weapons.values() if weapon.hex == place and not weapon.holder]
    found = [key for key in loose if key not in game.state.markers]
    there = (gun for gun in game.state.units_at(place) if gun.side == side or "hidden" not in gun.flags)
    return found + [gun.id for gun in there if gun.kind == "gun" and is_free(game, gun)]


def of_the_broken(game: Game, unit: Unit) -> list[str]:
    """A4.44: the SW of broken friends in his hex, which only an SMC may take from them."""
    if unit.kind not in SMC or not unit.hex:
        return []
    weak = (other for other in game.state.units_at(unit.hex, unit.side) if "broken" in other.flags)
    return [weapon.id for other in weak for weapon in game.state.weapons_of(other.id)]


def is_free(game: Game, gun: Unit) -> bool:
    """Whether nobody mans a Gun: no MMC of its side in the hex is its crew, and no vehicle tows it."""
    here = game.state.units_at(gun.hex, gun.side)
    return not gun.carrier and not any(unit.mmc and unit.group == gun.id for unit in here)


def may_recover(game: Game, unit: Unit, item: str) -> None:
    """Refused, with the rule, if the unit may not try to recover `item` now."""
    if not unit.hex or not unit.infantry:
        raise Refused(f"{unit.id} cannot recover anything: only Infantry on the map can (A4.44)")
    if unit.flags & BUSY and game.state.phase == "RPh":
        raise Refused(f"{unit.id} has had another action in this RPh: Recovery is its only one (A4.44)")
    moving = game.state.phase == "MPh"
    if (f"{item}{SOUGHT}" in unit.arms) if moving else "recovering" in unit.flags:
        raise Refused(f"{unit.id} has tried to recover {item if moving else 'something'} (A4.44)")
    for flag, why in {
        "broken": "is broken (A10.4)",
        "ti": "is TI (A4.8)",
        "pinned": "is pinned (A7.81)",
        "hidden": "is hidden (A12.3)",
    }.items():
        if flag in unit.flags:
            raise Refused(f"{unit.id} {why}")
    if not unit.good_order:
        raise Refused(f"{unit.id} is not in Good Order (A4.44)")
    if met := next(
        (other.id for other in game.state.units_at(unit.hex, opponent(unit.side)) if _armed(game, other)), ""
    ):
        raise Refused(f"{unit.id} cannot recover anything while the armed Known enemy {met} is in its Location (A4.44)")
    if item not in (*lying(game, unit.hex, unit.side), *of_the_broken(game, unit)):
        raise Refused(f"there is no unpossessed {item} in {unit.hex} (A4.44)")
    gun = game.state.units.get(item)
    if gun and gun.side != unit.side and (crew := guns.crew(game, gun)):
        raise Refused(f"{item} is manned by {'an enemy' if 'hidden' in crew.flags else crew.id} (A21.11)")
    if gun and not unit.mmc:
        raise Refused(f"{unit.id} cannot man {item}: only MMC can (C1.21)")


def _armed(game: Game, enemy: Unit) -> bool:
    """Whether it is an armed Known enemy unit (A4.44)."""
    return enemy.known and not enemy.flags & {"prisoner", "abandoned"} and armed(game, enemy)


def recovery_chances(number: int, modifiers: tuple[Modifier, ...]) -> Chances:
    """How likely the Recovery succeeds."""
    ways = roll_kind("dr").totals()
    every = sum(ways.values())
    good = sum(count for total, count in ways.items() if total + sum(mod.value for mod in modifiers) <= number)
    return ((RECOVERED, Fraction(good, every)), (NOT, Fraction(every - good, every)))


def recovery_mods(game: Game, unit: Unit) -> tuple[Modifier, ...]:
    """A4.44: the drm of a unit's Recovery dr."""
    return game.library.table("recovery.check").drm({"cx": int("cx" in unit.flags)})


def recover(ctx: Context, unit: Unit, item: str) -> bool:
    """A4.44: the Recovery dr of a unit for a SW or Gun in its Location. True if it has it."""
    table, mods = ctx.game.library.table("recovery.check"), recovery_mods(ctx.game, unit)
    number, name = ctx.figure("recovery-number"), f"{table.against}{ctx.figure_words('recovery-number')}"
    title = f"Recovery of {item} by {unit.id} in {unit.hex}"
    preview = confirm(ctx, Preview(title, (), number, name, mods, recovery_chances, (RECOVERED, NOT), roll="dr"))
    pieces.change(ctx, unit, ["recovering"], why="A4.44")
    if ctx.state.phase == "MPh":
        ctx.emit(ev.ArmsChanged(unit.id, (f"{item}{SOUGHT}",), (), "A4.44"))
    good = preview.typed == RECOVERED
    if not preview.typed:
        with ctx.rolls_for(unit.side):
            good = bool(
                ctx.check(
                    "recovery.check",
                    title,
                    preview.number,
                    modifiers=preview.modifiers,
                    target_name=preview.number_name,
                ).success
            )
    concealment.lose_if_seen(ctx, [unit.id], "recovers in LOS (A12.141)")
    if good:
        take(ctx, ctx.state.units[unit.id], item)
    return good


def take(ctx: Context, unit: Unit, item: str) -> None:
    """A unit possesses a SW, or mans a Gun, from now on; what is of the other side is captured (A21.1, A21.12)."""
    if item in ctx.state.units:
        if ctx.state.units[item].side != unit.side:
            ctx.emit(ev.EquipmentTaken(item, unit.side, f"captured by {unit.id} (A21.1)", unit.attitude))
        ctx.emit(ev.UnitRedrawn(unit.id, group=item, why="mans it (A4.44)"))
        return
    weapon = ctx.state.weapons[item]
    ctx.emit(ev.WeaponGiven(item, unit.id))
    if weapon.side != unit.side and "captured" not in weapon.flags:
        ctx.emit(ev.WeaponChanged(item, ("captured",), (), "A21.12"))
    elif weapon.side == unit.side and "captured" in weapon.flags:
        ctx.emit(ev.WeaponChanged(item, (), ("captured",), "A21.12"))
