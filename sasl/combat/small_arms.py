"""Fire of small arms and machine guns: who adds what FP, who directs, and what firing costs (A7, A9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sasl.combat import ift, morale
from sasl.combat.attack import Group, IftAttack, IftResult, resolve
from sasl.combat.drm import motion_of, target_mods
from sasl.combat.opportunity import Opportunity, opportunity
from sasl.core.records import Modifier
from sasl.core.tables import expand
from sasl.core.text import listed
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context, Game, Refused
from sasl.game.sight import look
from sasl.game.state import SMC, VEHICLES, State, Unit, Weapon

Part = tuple[str, Fraction]


@dataclass(frozen=True)
class Shooter:
    """A unit that takes part: with its inherent FP or not, and with which SW."""

    unit: Unit
    inherent: bool
    weapons: tuple[Weapon, ...]
    kind: Opportunity


@dataclass(frozen=True)
class Order:
    """A fire order that may be carried out: shooters, who directs, the target hexes (two: Spraying Fire)."""

    shooters: tuple[Shooter, ...]
    directors: tuple[Unit, ...]
    hexes: tuple[str, ...]
    kind: Opportunity
    snap: bool = False
    lane: bool = False

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Every SW that fires."""
        return tuple(weapon for shooter in self.shooters for weapon in shooter.weapons)

    @property
    def side(self) -> str:
        """Who fires."""
        return self.shooters[0].unit.side

    @property
    def title(self) -> str:
        """`628a, HMGa: Prep Fire at K14`."""
        names = [shooter.unit.id for shooter in self.shooters if shooter.inherent]
        names += [weapon.id for weapon in self.weapons]
        what = "Snap Shot" if self.snap else self.kind.name
        return f"{listed(names)}: {what} at {' and '.join(self.hexes)}"


def is_mg(game: Game, weapon: Weapon) -> bool:
    """Whether a SW fires on the IFT like small arms: a MG."""
    item = game.counter_of(weapon)
    return item.kind == "sw" and bool(item.rof) and bool(item.fp) and not item.ma


# -- who takes part -----------------------------------------------------------------------------------


def order(
    game: Game,
    units: Sequence[Unit],
    weapons: Sequence[Weapon],
    hexes: Sequence[str],
    *,
    only: bool = False,
    snap: bool = False,
    spray: bool = False,
    lane: bool = False,
) -> Order:
    """The fire order the player means. Refused, with the rule, if it is not legal (A7.1, A7.5, A9.1).

    Named units fire their inherent FP and the MG they may fire with it (`only`: no MG); named SW fire alone.
    """
    men = [unit for unit in units if unit.kind != "leader" or any(item.holder == unit.id for item in weapons)]
    shooters = [_shooter(game, unit, weapons, hexes[0], only) for unit in men]
    alone: dict[str, list[Weapon]] = {}
    for weapon in weapons:
        if weapon.holder not in {unit.id for unit in men}:
            alone.setdefault(weapon.holder, []).append(weapon)
    for holder, held in alone.items():
        if holder not in game.state.units:
            raise Refused(f"nobody mans {held[0].id} (A4.4)")
        shooters.append(_alone(game, game.state.units[holder], held, hexes[0]))
    if not shooters:
        raise Refused("a leader directs others; name who fires with him (A7.53)")
    kinds = {shooter.kind for shooter in shooters}
    if len(kinds) > 1:
        raise Refused(f"{' and '.join(sorted(kind.name for kind in kinds))} cannot be one attack (A8)")
    kind = kinds.pop()
    directors = tuple(_director(unit, kind, shooters) for unit in units if unit not in men)
    _one_group(game, shooters)
    found = Order(tuple(shooters), _directing(directors, shooters), tuple(hexes), kind, snap, lane)
    _special(game, found, spray)
    return found


def _shooter(game: Game, unit: Unit, named: Sequence[Weapon], goal: str, only: bool) -> Shooter:
    """A named unit with its inherent FP and the MG it fires as well (A7.351, A9.1)."""
    held = [weapon for weapon in named if weapon.holder == unit.id]
    if unit.kind in (*VEHICLES, "gun", "aircraft"):
        raise Refused(f"{unit.id} does not fire small arms; name one such unit alone")
    kind: Opportunity | None = None
    fault: Refused | None = None
    inherent = unit.kind not in SMC or unit.kind == "hero"
    if inherent and not _spent(unit, kind):
        try:
            kind = opportunity(game, unit, goal)
        except Refused as refusal:
            fault, inherent = refusal, False
    if not held and not only:
        held = _usual(game, unit, goal, kind)
    if fault and not held:
        raise fault
    for weapon in held:
        found = opportunity(game, unit, goal, weapon)
        if kind is not None and found != kind:
            raise Refused(f"{weapon.id} would use {found.name} and {unit.id} {kind.name}: fire them apart (A8)")
        kind = found
    inherent = inherent and not _forfeits(game, unit, held)
    _usage(game, unit, held)
    if kind is None:
        raise Refused(f"{unit.id} has nothing to fire with (A7.1)")
    return Shooter(unit, inherent, tuple(held), kind)


def _spent(unit: Unit, kind: Opportunity | None) -> bool:
    return kind is not None and bool(kind.flag) and kind.flag in unit.flags


def _alone(game: Game, unit: Unit, held: Sequence[Weapon], goal: str) -> Shooter:
    """SW named without their unit: they fire, its inherent FP does not."""
    for weapon in held:
        if not is_mg(game, weapon) and not _is_atr(game, weapon):
            raise Refused(f"{weapon.id} does not fire as small arms; name it alone")
    kinds = [opportunity(game, unit, goal, weapon) for weapon in held]
    _usage(game, unit, held)
    return Shooter(unit, False, tuple(held), kinds[0])


def _is_atr(game: Game, weapon: Weapon) -> bool:
    item = game.counter_of(weapon)
    return item.kind == "sw" and item.fp == 1 and not item.ma


def _usual(game: Game, unit: Unit, goal: str, kind: Opportunity | None) -> list[Weapon]:
    """The MG a unit fires together with its inherent FP: a squad one, in range and not used up (A7.351)."""
    if unit.kind != "squad":
        return []
    distance = game.board.distance(unit.hex or "", goal)
    ready = []
    for weapon in game.state.weapons_of(unit.id):
        item = game.counter_of(weapon)
        if not is_mg(game, weapon) or distance > game.figure("long-range") * (item.range or 0) or _used(weapon):
            continue
        try:
            if kind in (None, opportunity(game, unit, goal, weapon)):
                ready.append(weapon)
        except Refused:
            continue
    ready.sort(key=lambda weapon: -(game.counter_of(weapon).fp or 0))
    return ready[:1]


def _used(weapon: Weapon) -> bool:
    return "fired" in weapon.flags and bool(weapon.flags & {"prep", "first", "final"})


def _forfeits(game: Game, unit: Unit, held: Sequence[Weapon]) -> bool:
    """A7.351-.353: a squad that fires two SW, a HS or crew that fires one, gives up its inherent FP."""
    return len(held) > (1 if unit.kind == "squad" else 0)


def _usage(game: Game, unit: Unit, held: Sequence[Weapon]) -> None:
    """Refused if a unit would fire more SW in one phase than it can man (A7.351, A9.1)."""
    most = game.figure("squad-weapons" if unit.kind == "squad" else "other-weapons")
    before = [weapon for weapon in game.state.weapons_of(unit.id) if "fired" in weapon.flags and weapon not in held]
    if len(before) + len(held) > most:
        raise Refused(f"{unit.id} may fire at most {most} SW in a phase (A7.351)")


def _director(leader: Unit, kind: Opportunity, shooters: Sequence[Shooter]) -> Unit:
    """Refused unless this leader can direct the fire now."""
    if not leader.good_order or "pinned" in leader.flags or "prisoner" in leader.flags:
        raise Refused(f"{leader.id} is in no state to direct fire (A7.53)")
    again = all(not shooter.inherent for shooter in shooters)
    if kind.flag and kind.flag in leader.flags and not again:
        raise Refused(f"{leader.id} has directed fire in this phase (A7.53)")
    if leader.hex not in {shooter.unit.hex for shooter in shooters}:
        raise Refused(f"{leader.id} is not with those who fire (A7.53)")
    return leader


def _directing(leaders: Sequence[Unit], shooters: Sequence[Shooter]) -> tuple[Unit, ...]:
    """A7.531: leaders direct only if there is one in every firing Location; the worst modifier counts."""
    places = {shooter.unit.hex for shooter in shooters}
    return tuple(leaders) if places <= {leader.hex for leader in leaders} else ()


def _one_group(game: Game, shooters: Sequence[Shooter]) -> None:
    """A7.5: a Fire Group's Locations are a chain of ADJACENT hexes."""
    places = list(dict.fromkeys(shooter.unit.hex or "" for shooter in shooters))
    reached, left = {places[0]}, set(places[1:])
    while left:
        near = {name for name in left if any(name in game.board.neighbours(other) for other in reached)}
        if not near:
            raise Refused(f"{', '.join(sorted(left))} is not ADJACENT to the rest of the Fire Group (A7.5)")
        reached |= near
        left -= near


def _special(game: Game, found: Order, spray: bool) -> None:
    """Refused unless Spraying Fire, Snap Shots and Fire Lanes are possible for these firers."""
    if spray:
        a, b = found.hexes
        if b not in game.board.neighbours(a):
            raise Refused(f"Spraying Fire takes two ADJACENT hexes; {a} and {b} are not (A7.34)")
        for shooter in found.shooters:
            able = [game.counter_of(weapon).spraying_fire for weapon in shooter.weapons]
            able += [game.counter_of(shooter.unit).spraying_fire] if shooter.inherent else []
            if not all(able):
                raise Refused(f"{shooter.unit.id} cannot Spray its fire (A7.34)")
    if found.snap and not found.kind.moving:
        raise Refused("a Snap Shot is Defensive First Fire at a unit that has just crossed a hexside (A8.15)")
    if found.lane:
        if len(found.weapons) != 1 or any(shooter.inherent for shooter in found.shooters):
            raise Refused("a Fire Lane is placed by one MG alone (A9.22)")
        if found.kind.name != "Defensive First Fire":
            raise Refused("a Fire Lane is placed with Defensive First Fire (A9.22)")


# -- FP and DRM ---------------------------------------------------------------------------------------


def firepower(game: Game, found: Order, goal: str, *, concealed: bool) -> tuple[Fraction, list[str]]:
    """The total FP at `goal` and a line for each firer (A7.2-7.36). Refused if one cannot reach it."""
    total, lines = Fraction(0), []
    for shooter in found.shooters:
        item = game.counter_of(shooter.unit)
        if shooter.inherent:
            value, words = _inherent(game, found, shooter, goal, concealed)
            total += value
            lines.append(f"{shooter.unit.id}: {_number(Fraction(item.fp or 0))} FP{words} = {_number(value)}")
        for weapon in shooter.weapons:
            value, words = _machine_gun(game, found, shooter, weapon, goal, concealed)
            total += value
            lines.append(f"{weapon.id} ({shooter.unit.id}): {_number(_fp(game, weapon))} FP{words} = {_number(value)}")
    return total, lines


def _fp(game: Game, piece: Unit | Weapon) -> Fraction:
    return Fraction(game.counter_of(piece).fp or 0)


def _number(value: Fraction) -> str:
    return f"{float(value):g}"


def _inherent(game: Game, found: Order, shooter: Shooter, goal: str, concealed: bool) -> tuple[Fraction, str]:
    unit, item = shooter.unit, game.counter_of(shooter.unit)
    normal = item.range or 0
    factors = _factors(game, found, unit, unit.id, normal, goal, concealed)
    value = _times(_fp(game, unit), factors)
    words = _words(factors)
    if found.kind.advancing and item.assault_fire and game.board.distance(unit.hex or "", goal) <= normal:
        value = Fraction(_up(value + game.figure("assault-fire")))
        words += " +1 Assault Fire, FRU"
    return value, words


def _machine_gun(
    game: Game, found: Order, shooter: Shooter, weapon: Weapon, goal: str, concealed: bool
) -> tuple[Fraction, str]:
    factors = _factors(game, found, shooter.unit, weapon.id, game.counter_of(weapon).range or 0, goal, concealed)
    if shooter.unit.kind in SMC and shooter.unit.kind != "hero":
        factors.append(("one SMC (A9.11)", Fraction(1, game.figure("smc-mg-divisor"))))
    return _times(_fp(game, weapon), factors), _words(factors)


def _up(value: Fraction) -> int:
    return -(-value.numerator // value.denominator)


def _factors(
    game: Game, found: Order, unit: Unit, name: str, normal: int, goal: str, concealed: bool
) -> list[Part]:
    """What multiplies the FP of one firer, each with its rule (A7.2)."""
    board, here = game.board, unit.hex or ""
    distance = board.distance(here, goal)
    most = normal * game.figure("long-range")
    if distance > most:
        raise Refused(f"{name} reaches {most} hexes at most; {goal} is {distance} (A7.22)")
    if distance > normal and found.kind.normal_range:
        raise Refused(f"{found.kind.name} does not go beyond normal range, {normal} hexes for {name} (A8.3)")
    half = Fraction(1, 2)
    factors: list[Part] = []
    lower = board.terrain(goal).elevation - board.terrain(here).elevation
    if distance == 0 and not found.snap:
        factors.append(("TPBF (A7.21)", Fraction(game.figure("tpbf"))))
    elif distance == 1 and lower <= 1 and not found.snap:
        factors.append(("PBF (A7.21)", Fraction(game.figure("pbf"))))
    elif distance > normal:
        factors.append(("long range (A7.22)", half))
    factors += [(found.kind.name, half)] * found.kind.halvings
    if "pinned" in unit.flags:
        factors.append(("pinned (A7.8)", half))
    if unit.carrier:
        factors.append(("mounted (D6)", half))
    if concealed:
        factors.append(("concealed target (A12.14)", half))
    if len(found.hexes) > 1:
        factors.append(("Spraying Fire (A7.34)", half))
    if found.snap:
        factors.append(("Snap Shot (A8.15)", half))
    if "marsh" in board.terrain(here).terrains:
        factors.append(("out of marsh (B16.3)", half))
    return factors


def _times(value: Fraction, factors: Iterable[Part]) -> Fraction:
    for _, factor in factors:
        value *= factor
    return value


def _words(factors: Iterable[Part]) -> str:
    return "".join(f" x{factor} {name}" if factor > 1 else f" x½ {name}" for name, factor in factors)


def firer_facts(game: Game, found: Order, goal: str) -> dict[str, int]:
    """The conditions of the IFT's DRM that the firers and the LOS bring."""
    units = [shooter.unit for shooter in found.shooters]
    hindrance = max(_seen(game, unit.hex or "", goal) for unit in units)
    return {
        "cx-firer": int(any("cx" in unit.flags for unit in units)),
        "encircled-firer": int(any("encircled" in unit.flags for unit in units)),
        "hindrance": hindrance,
        "smoke-firer": int(any(game.state.markers_at(unit.hex or "", "smoke") for unit in units)),
        "hero": int(any(unit.kind == "hero" or "heroic" in unit.flags for unit in units)),
        "hero-mg": int(any(s.unit.kind == "hero" and s.weapons for s in found.shooters)),
    }


def _seen(game: Game, here: str, goal: str) -> int:
    """The Hindrance between two hexes; Refused without a LOS."""
    if here == goal:
        return 0
    seen = look(game, here, goal)
    if not seen.exists:
        raise Refused(f"no LOS from {here} to {goal}: {seen.text} (A6); if your map shows one: los {here} {goal} clear")
    return seen.hindrance


def common_mods(game: Game, found: Order, goal: str) -> tuple[Modifier, ...]:
    """The DRM of the firers' side: Hindrance, CX, leadership …"""
    table = game.library.table(ift.IFT)
    mods = [
        Modifier(item.name, value, item.rule)
        for item, value in expand(table.modifiers, firer_facts(game, found, goal))
    ]
    if found.directors:
        worst = max(found.directors, key=morale.leadership)
        if morale.leadership(worst):
            mods.append(Modifier(f"{worst.id} directs", morale.leadership(worst), "A7.53"))
    return tuple(mods)


def targets(state: State, found: Order, goal: str) -> list[Unit]:
    """Whom the fire at `goal` attacks: those who move (A8.1), else every enemy there; in a Melee both sides."""
    there = [
        unit
        for unit in state.units_at(goal)
        if unit.kind != "aircraft" and not (unit.carrier and unit.carrier in state.units) and "hidden" not in unit.flags
    ]
    if found.kind.moving and state.moving:
        return [unit for unit in there if unit.id in state.moving.ids]
    return [unit for unit in there if unit.side != found.side or "melee" in unit.flags]


def attack_of(game: Game, found: Order) -> IftAttack:
    """The attack on the IFT that this order makes, with one group for each set of DRM."""
    goal = found.hexes[0]
    for name in found.hexes:
        _unled_machine_guns(game, found, name)
    groups: list[Group] = []
    facts: list[str] = []
    first_column = 0
    for name in found.hexes:
        men = [game.state.units[found_id] for found_id in _snapped(game, found, name)]
        common = common_mods(game, found, name)
        firepower(game, found, name, concealed=False)  # refuses what cannot reach, even where nobody is seen yet
        for hidden in (False, True):
            those = [unit for unit in men if (not unit.known) == hidden]
            if not those:
                continue
            total, lines = firepower(game, found, name, concealed=hidden)
            column = ift.column_of(game, total)
            for ids, mods in _by_mods(game, found, those, name).items():
                groups.append(Group(ids, (*common, *mods), column))
            if not facts:
                first_column = column
                facts = [*lines, f"{_number(total)} FP at {name}: column {column or '-'}"]
    facts.insert(0, _where(game, found))
    return IftAttack(found.side, found.title, goal, first_column, tuple(groups), tuple(facts), cowers(game, found))


def _snapped(game: Game, found: Order, name: str) -> list[str]:
    """The ids of the targets in `name`; a Snap Shot is at those who came from there or went there."""
    if found.snap and game.state.moving:
        return [key for key in game.state.moving.ids if key in game.state.units]
    return [unit.id for unit in targets(game.state, found, name)]


def _by_mods(
    game: Game, found: Order, units: Sequence[Unit], goal: str
) -> dict[tuple[str, ...], tuple[Modifier, ...]]:
    """Targets with the same DRM together; of several firers' lines the one best for the target counts (A.5)."""
    sets: dict[tuple[Modifier, ...], list[str]] = {}
    hindrance = max(_seen(game, shooter.unit.hex or "", goal) for shooter in found.shooters)
    for unit in units:
        motion = motion_of(game, game.state.moving, unit.id)
        options = [
            target_mods(game, unit, place, moving=motion, hindrance=hindrance, tem=not found.snap)
            for place in dict.fromkeys(shooter.unit.hex for shooter in found.shooters)
        ]
        best = max(options, key=lambda mods: sum(mod.value for mod in mods))
        sets.setdefault(best, []).append(unit.id)
    return {tuple(ids): mods for mods, ids in sets.items()}


def _where(game: Game, found: Order) -> str:
    """Range and LOS of each firing hex, in words."""
    parts = []
    for place in dict.fromkeys(shooter.unit.hex or "" for shooter in found.shooters):
        for name in found.hexes:
            distance = game.board.distance(place, name)
            parts.append(f"{place}-{name} range {distance}" + (f", {look(game, place, name).text}" if distance else ""))
    return "; ".join(parts)


def _unled_machine_guns(game: Game, found: Order, goal: str) -> None:
    """A9.4: a MG fires beyond 16 hexes only if a leader directs it."""
    most = game.figure("unled-mg-range")
    for shooter in found.shooters:
        if game.board.distance(shooter.unit.hex or "", goal) > most and shooter.weapons and not found.directors:
            raise Refused(f"{shooter.weapons[0].id} fires beyond {most} hexes only if a leader directs it (A9.4)")


def cowers(game: Game, found: Order) -> int:
    """A7.9: columns that Original Doubles cost: none if led, or for SMC and Fanatics; two if Inexperienced."""
    if found.directors or found.lane:
        return 0
    men = [s.unit for s in found.shooters if s.unit.kind not in SMC and not s.unit.flags & {"fanatic", "berserk"}]
    if not men:
        return 0
    raw = any(game.counter_of(unit).quality in ("Green", "Conscript") for unit in men)
    return game.figure("cowering-inexperienced" if raw else "cowering")


# -- the shot -----------------------------------------------------------------------------------------


def fire(ctx: Context, found: Order) -> IftResult:
    """Show, roll and resolve the attack, then what it costs the firers: counters, ROF, breakdown, cowering."""
    attack = attack_of(ctx.game, found)
    units = tuple(shooter.unit.id for shooter in found.shooters if shooter.inherent)
    weapons = tuple(weapon.id for weapon in found.weapons)
    if not attack.groups:
        ctx.tell(f"Nobody is in {' or '.join(found.hexes)}: the fire hits nothing.", hexes=found.hexes)
    result = resolve(ctx, attack)
    ctx.emit(ev.Fired(units, weapons, found.hexes[0], found.kind.name))
    kept = _rate_of_fire(ctx, found, result)
    _mark(ctx, found, result, kept, cowered=bool(attack.cowers) and result.doubles)
    _breakdown(ctx, found, result)
    if found.kind.check and result.record is not None:
        _own_check(ctx, found, result)
    return result


def _rate_of_fire(ctx: Context, found: Order, result: IftResult) -> set[str]:
    """A9.2: the MG whose ROF the coloured die does not exceed may fire again; told by name."""
    if not found.kind.rof or found.snap or found.lane or not result.coloured:
        return set()
    kept = set()
    for shooter in found.shooters:
        for weapon in shooter.weapons:
            rate = ctx.game.counter_of(weapon).rof or 0
            pinned = "pinned" in shooter.unit.flags
            if result.coloured <= (min(rate, 1) if pinned else rate) and rate > 0 and not pinned:
                kept.add(weapon.id)
    if kept:
        ctx.tell(f"{listed(sorted(kept))} may fire again: coloured die {result.coloured} (A9.2).")
    return kept


def _mark(ctx: Context, found: Order, result: IftResult, kept: set[str], *, cowered: bool) -> None:
    """The counters of A7.2 and A8 on those who fired; cowering First Fire is marked Final Fire (A7.9)."""
    flag = found.kind.flag
    mark = "final" if cowered and flag == "first" else flag
    for shooter in found.shooters:
        unit = ctx.state.units.get(shooter.unit.id)
        if unit and (shooter.inherent or unit.kind in SMC or _forfeits(ctx.game, unit, shooter.weapons)):
            pieces.change(ctx, unit, [mark] if mark else [], ["concealed"], "fires")
        elif unit:
            pieces.change(ctx, unit, (), ["concealed"], "fires")
        for weapon in shooter.weapons:
            if weapon.id in ctx.state.weapons:
                again = weapon.id in kept and not cowered
                gained = [word for word in ("fired", "" if again else mark) if word and word not in weapon.flags]
                if gained:
                    ctx.emit(ev.WeaponChanged(weapon.id, tuple(gained), (), "fires"))
    for leader in found.directors:
        if leader.id in ctx.state.units and flag:
            pieces.change(ctx, ctx.state.units[leader.id], [flag], ["concealed"], "directs fire")


def _breakdown(ctx: Context, found: Order, result: IftResult) -> None:
    """A9.7: a SW whose B# the Original DR reaches malfunctions; of several, one by Random Selection (A9.71)."""
    if not result.original:
        return
    lowered = ctx.figure("subsequent-breakdown") if found.kind.sustained else 0
    bad = []
    for weapon in found.weapons:
        item = ctx.game.counter_of(weapon)
        number = item.breakdown or ctx.figure("default-breakdown")
        if result.original >= number + lowered and weapon.id in ctx.state.weapons:
            bad.append(weapon)
    if not bad:
        return
    name = bad[0].id if len(bad) == 1 else ctx.pick([weapon.id for weapon in bad], "which SW malfunctions (A9.71)")
    weapon = ctx.state.weapons[name]
    if found.kind.sustained and result.original >= ctx.figure("sustained-gone"):
        ctx.emit(ev.WeaponRemoved(name, f"Original {result.original} in Sustained Fire (A8.3)"))
    elif "malfunctioned" not in weapon.flags:
        ctx.emit(ev.WeaponChanged(name, ("malfunctioned",), (), f"Original {result.original} (A9.7)"))


def _own_check(ctx: Context, found: Order, result: IftResult) -> None:
    """A8.31: the Original DR of Final Protective Fire is a NMC of every unit that fired it."""
    record = result.record
    if record is None or not record.dice:
        return
    for shooter in found.shooters:
        unit = ctx.state.units.get(shooter.unit.id)
        if unit is None:
            continue
        mods = morale.leader_modifier(ctx.game, unit)
        check = morale.same_dice(ctx, unit, record, mods, "FPF: the same DR as a NMC")
        morale.consequences(ctx, unit, check, "FPF (A8.31)")

