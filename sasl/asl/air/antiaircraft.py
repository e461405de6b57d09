"""AA fire (E7.5): who may fire at aircraft, Light AA on the vehicle line of the IFT, Heavy AA."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from sasl.asl import snipers
from sasl.asl.fire import ift
from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import WeaponFlag
from sasl.asl.game.sides import PHASES, Side, opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.infantry import concealment
from sasl.asl.ordnance import mounted, weapon_use
from sasl.asl.preview import Chances, Preview, confirm
from sasl.asl.terrain import smoke
from sasl.board.hexes import Hex, distance, line, neighbours, parse_hex, vertex_names
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import Modifier, RollRecord, thrown
from sasl.kernel.text import counted

ORDER = ("none", "evades", "damaged", "down")
"""What AA fire does to an aircraft, the mildest first."""

SPENT = frozenset({"final", "first"})


class Shooter(Frozen):
    """A weapon that can fire Light AA: of which unit, with how much FP, to what Aerial Range without halving."""

    unit: str
    weapon: str
    fp: Fraction
    reach: int
    rof: int
    breakdown: int
    cowers: bool

    @property
    def name(self) -> str:
        """What to call it: the SW, or the unit and its weapon."""
        return self.weapon if self.cowers else f"{self.unit} {self.weapon}"


def kind_of(game: Game, plane: Unit) -> dict[str, int]:
    """What an aircraft can do; one the chart does not know is like its first (house)."""
    table = game.library.table("air.kinds")
    column = plane.type if plane.type in table.columns else table.columns[0]
    return dict(table.value(1, column))


def overhead(game: Game, plane: Unit) -> bool:
    """Whether an aircraft has arrived and not left: it comes in its own MPh (E7.2)."""
    state = game.state
    if plane.kind != "aircraft" or state.stage != "play":
        return False
    if plane.turn == state.turn and state.side == plane.side:
        return PHASES.index(state.phase) >= PHASES.index("MPh")
    early = plane.turn == state.turn and game.mission.first_side != plane.side
    return plane.turn <= state.turn and not early


def aircraft(game: Game, side: str = "") -> list[Unit]:
    """The aircraft that are overhead, of `side` if given."""
    return [unit for unit in game.state.units.values() if side in ("", unit.side) and overhead(game, unit)]


# -- who may --------------------------------------------------------------------------------------------


def _guns_only(game: Game, side: Side) -> bool:
    """S1: of the ENEMY only the Guns set up against aircraft, and vehicles with AA armament or AAMG, fire at them."""
    return side == "ENEMY" and any(gun.orders == "aircraft" for gun in game.mission.enemy_set_up.guns)


def manned(state: State, gun: Unit) -> bool:
    """Whether an unbroken MMC mans the Gun."""
    return any(
        unit.mmc and unit.good_order and unit.side == gun.side and not unit.flags & set(CANNOT_FIRE) - {"prep"}
        for unit in state.units_at(gun.hex)
    )


def _no_aa(game: Game, unit: Unit) -> str:
    """Why this unit may not fire at aircraft now, or ""."""
    if not unit.hex:
        return f"{unit.id} is not on the map"
    if unit.kind == "gun" and "waits" not in unit.flags and _guns_only(game, unit.side):
        return f"{unit.id} is neither a vehicle nor a Gun set up against aircraft, so it cannot fire at them"
    for flag, why in CANNOT_FIRE.items():
        if flag in unit.flags and (flag != "prep" or unit.kind not in ("gun", "vehicle")):
            return f"{unit.id} {why}"
    if unit.flags & SPENT and unit.kind not in ("gun", "vehicle"):
        return f"{unit.id} has used up its fire (E7.5)"
    if any("building" in word for word in game.board.terrain(unit.hex).terrains) and unit.kind != "vehicle":
        return f"{unit.id} may not fire at aircraft from inside a building (E7.5)"
    if unit.kind == "gun" and (unit.flags & {"malfunctioned", "disabled", "limbered"} or not manned(game.state, unit)):
        return f"{unit.id} is not ready to fire: unmanned, limbered or broken down (E7.5)"
    return ""


def light(game: Game, unit: Unit) -> list[Shooter]:
    """E7.51: the weapons of a unit that can fire Light AA: IFE of AA weapons, AAMG, HMG of Infantry.

    Half the FP out of a vehicle that has spent MP or is in Motion, as Bounding First Fire, and half of that in Motion.
    """
    if _no_aa(game, unit):
        return []
    item = game.counter_of(unit)
    found = []
    gun = mounted.ordnance(game, item) if unit.kind in ("gun", "vehicle") else None
    if gun and gun.ife and (unit.kind == "vehicle" or item.mode == "AA") and mounted.ready(unit, "MA"):
        turned = 0 if unit.kind == "vehicle" or "aa" in unit.flags else game.figure("aa-turn-rof")
        rof = gun.rof + game.figure("ife-rof") + turned
        found.append(Shooter(unit.id, "MA", Fraction(gun.ife), game.figure("aa-ife-range"), rof, gun.breakdown, False))
    if unit.kind == "vehicle" and "AAMG" in item.mgs and "buttoned" not in unit.flags and mounted.ready(unit, "AAMG"):
        fp, reach = Fraction(item.mgs["AAMG"]), mounted.normal_range(game, unit, "AAMG")
        found.append(Shooter(unit.id, "AAMG", fp, reach, 0, game.figure("default-breakdown"), False))
    if unit.mmc and unit.infantry and not _guns_only(game, unit.side):
        found += _machine_guns(game, unit)
    runs = unit.kind == "vehicle" and "motion" in unit.flags
    halvings = ("pinned" in unit.flags) + (runs or (unit.kind == "vehicle" and unit.mf > 0)) + runs
    return [replace(shooter, fp=shooter.fp / 2**halvings) for shooter in found]


def _machine_guns(game: Game, unit: Unit) -> list[Shooter]:
    """The HMG that an MMC mans; a MG has no multiple ROF against aircraft, and it may cower."""
    found = []
    for weapon in game.state.weapons_of(unit.id):
        item = game.counter_of(weapon)
        if weapon.type.endswith("HMG") and not weapon.flags & {"malfunctioned", "dismantled", "fired", "prep"}:
            number = item.breakdown or game.figure("default-breakdown")
            found.append(Shooter(unit.id, weapon.id, Fraction(item.fp or 0), item.range or 0, 0, number, True))
    return found


def column(game: Game, shooter: Shooter, place: Hex) -> int:
    """The IFT column of a shot at an aircraft over `place`, 0 out of reach; Aerial Range is twice the hexes (E.5)."""
    far = game.figure("aerial-range") * distance(parse_hex(game.state.units[shooter.unit].hex), place)
    if far > shooter.reach * game.figure("aa-long"):
        return 0
    return ift.column_of(game, shooter.fp if far <= shooter.reach else shooter.fp / 2)


def hides(game: Game, name: str, before: Hex) -> bool:
    """E7.25: whether terrain in the hex `before` makes `name` a Blind Hex on an Aerial LOS across it."""
    if before.name not in game.board or before.name == name:
        return False
    terrain = game.board.terrain(before.name)
    seen = game.board.chart.sighting(terrain.terrains)
    top = terrain.elevation + (0 if seen.leafless else seen.obstacle)
    return top - game.board.terrain(name).elevation >= 1


def sees(game: Game, unit: Unit, place: Hex) -> bool:
    """Whether an aircraft over `place` is in sight of a unit: it is not in a Blind Hex to it (E7.5)."""
    run = line(parse_hex(unit.hex), place)
    return len(run) < 2 or not hides(game, unit.hex, run[1])


def threats(game: Game, plane: Unit, place: Hex) -> list[Shooter]:
    """All Light AA that may fire at a plane over `place`: weapons of the other side in range and sight (E7.51)."""
    return [
        shooter
        for unit in game.state.on_map(opponent(plane.side))
        for shooter in light(game, unit)
        if column(game, shooter, place) and sees(game, unit, place)
    ]


# -- Light AA -------------------------------------------------------------------------------------------


def answer(ctx: Context, plane: Unit, place: Hex) -> None:
    """E7.51: all Light AA that the other side wants to fire at a plane in this hex of its run."""
    found = threats(ctx.game, plane, place)
    if not found:
        return
    for shooter in _who_fires(ctx, plane, place, found):
        if plane.id in ctx.state.units:
            shoot(ctx, shooter, ctx.state.units[plane.id], place)


def _who_fires(ctx: Context, plane: Unit, place: Hex, found: list[Shooter]) -> list[Shooter]:
    """The ENEMY fires whatever has a fair chance; the player is asked for his weapons."""
    drm = kind_of(ctx.game, plane)["aa"]
    fair = [
        shooter
        for shooter in found
        if ift.star(ctx.game, column(ctx.game, shooter, place)) + 1 - drm >= ctx.figure("aa-worthwhile")
    ]
    if plane.side == "FRIENDLY":
        return fair
    options = [
        Option(shooter.name.replace(" ", "-"), f"{column(ctx.game, shooter, place)} FP column, ROF {shooter.rof}")
        for shooter in found
    ]
    likely = [shooter.name.replace(" ", "-") for shooter in fair]
    text = f"Light AA at {plane.id} over {place.name}: which weapons fire?"
    about = (plane.id, place.name)
    chosen = ctx.several(text, options, likely, rule="E7.51", whose=opponent(plane.side), id="light-aa", subject=about)
    return [shooter for shooter in found if shooter.name.replace(" ", "-") in chosen]


def shoot(ctx: Context, shooter: Shooter, plane: Unit, place: Hex) -> str:
    """E7.511: one Light AA attack; what it does to the plane."""
    game, unit = ctx.game, ctx.state.units[shooter.unit]
    used = column(game, shooter, place)
    preview = confirm(ctx, _preview(game, shooter, plane, place))
    result, record, kill = preview.typed, None, preview.number
    if not result:
        with ctx.rolls_for(unit.side):
            purpose = f"{preview.title}: {', '.join(preview.facts[:1])}; {_verdicts(kill)}"
            record = ctx.roll("DR", purpose, rule="E7.511", modifiers=preview.modifiers)
            if shooter.cowers and len(set(record.dice)) == 1 and len(record.dice) == 2:
                kill -= _cowering(game, used)
                ctx.tell(f"{shooter.name} cowers: Kill Number {kill}, {_verdicts(kill)} (A7.9).")
            result = effect(kill, record.total)
            if record.dice and record.original == 2:
                lucky = str(ctx.table("aa.unlikely", f"Unlikely Kill of {plane.id}").result)
                result = max(result, lucky, key=ORDER.index)
    _after_shot(ctx, shooter, record)
    harm(ctx, plane, result, f"Light AA of {shooter.name} (E7.511)")
    if result == "none":
        ctx.tell(f"{plane.id} flies on: no effect (E7.511).")
    snipers.alarm(ctx, unit.side, thrown(record))
    return result


def _preview(game: Game, shooter: Shooter, plane: Unit, place: Hex) -> Preview:
    """A Light AA attack before its dice: why that column, what each Final DR does, the exact chances."""
    here = game.state.units[shooter.unit].hex
    used = column(game, shooter, place)
    mods = [Modifier("aircraft", kind_of(game, plane)["aa"], "E7.511")]
    hindrance = smoke.at(game, here)
    if hindrance:
        mods.append(Modifier("out of SMOKE", hindrance + smoke.inside(game, here), "A24.8", "smoke"))
    far = game.figure("aerial-range") * distance(parse_hex(here), place)
    reach = f"Aerial Range {far} {'beyond' if far > shooter.reach else 'within'} {shooter.reach}"
    halved = " halved" if far > shooter.reach else ""
    kill = ift.star(game, used)
    facts = (f"{float(shooter.fp):g} FP{halved} ({reach}): {used} FP column", f"{_verdicts(kill)} (E7.511)")
    lost = _cowering(game, used) if shooter.cowers else 0
    lucky = [str(game.library.table("aa.unlikely").value(dr)) for dr in range(1, 7)]

    def chances(needed: int, drm: tuple[Modifier, ...]) -> Chances:
        shift = sum(mod.value for mod in drm)
        ways = dict.fromkeys(reversed(ORDER), 0)
        for one, two in product(range(1, 7), repeat=2):
            found = effect(needed - (lost if one == two else 0), one + two + shift)
            for third in lucky:
                ways[max(found, third, key=ORDER.index) if one + two == 2 else found] += 1
        return tuple((name, Fraction(times, 216)) for name, times in ways.items())

    title = f"Light AA of {shooter.name} at {plane.id} over {place.name}"
    return Preview(title, facts, kill, "Kill Number", tuple(mods), chances, tuple(reversed(ORDER)))


def _cowering(game: Game, used: int) -> int:
    """A7.9: by how much cowering lowers the Kill Number of a column."""
    return ift.star(game, used) - ift.star(game, ift.shift(game, used, -1))


def _verdicts(kill: int) -> str:
    """E7.511: what each Final DR does, in words."""
    return f"shot down below {kill}, damaged on {kill}, evades on {kill + 1}" if kill > 0 else "no effect"


def effect(kill: int, total: int) -> str:
    """E7.511: what the Final DR does against this Kill Number (0: the FP is below the table)."""
    if kill <= 0 or total > kill + 1:
        return "none"
    return "evades" if total == kill + 1 else "damaged" if total == kill else "down"


def harm(ctx: Context, plane: Unit, result: str, why: str) -> None:
    """E7.23, E7.226, E7.511: shot down, damaged (twice: down) and Recalled, or evading."""
    if result == "down" or (result == "damaged" and "damaged" in plane.flags):
        ctx.emit(ev.UnitRemoved(plane.id, f"shot down: {why}"))
        ctx.tell(f"{plane.id} is shot down.", board=True, stop=True)
    elif result == "damaged":
        pieces.change(ctx, plane, ["damaged", "evading", "recalled"], why=f"damaged: {why}")
        ctx.tell(f"{plane.id} is damaged: it may end its attack here at +1, and is Recalled.", stop=True)
    elif result == "evades":
        pieces.change(ctx, plane, ["evading"], why=f"must evade: {why}")


def _after_shot(ctx: Context, shooter: Shooter, record: RollRecord | None) -> None:
    """E7.5: AA mode, breakdown, and the fire that is used up unless ROF is kept."""
    unit = ctx.state.units[shooter.unit]
    pieces.change(ctx, unit, ["aa"] if unit.kind == "gun" else [], (), "fires at an aircraft (E7.5)")
    concealment.lose(ctx, [unit.id], "fires at an aircraft (E7.5)")
    original = thrown(record)
    broken = original >= shooter.breakdown
    kept = record is not None and 0 < sum(record.dice[:1]) <= shooter.rof and not broken
    if shooter.cowers:
        gained: tuple[WeaponFlag, ...] = ("fired", "prep", "malfunctioned") if broken else ("fired", "prep")
        new = tuple(flag for flag in gained if flag not in ctx.state.weapons[shooter.weapon].flags)
        ctx.emit(ev.WeaponChanged(shooter.weapon, new, (), "Light AA (E7.5)"))
        pieces.change(ctx, ctx.state.units[unit.id], ["prep"], why="Light AA (E7.5)")
    elif broken and shooter.weapon == "MA":
        pieces.change(ctx, ctx.state.units[unit.id], ["malfunctioned"], why=f"Original {original} (A9.7)")
    elif broken:
        ctx.emit(ev.ArmsChanged(unit.id, (f"{shooter.weapon} broken",), (), f"Original {original} (A9.7)"))
    if not kept and not shooter.cowers and mounted.ready(ctx.state.units[unit.id], shooter.weapon):
        ctx.emit(ev.ArmsChanged(unit.id, (f"{shooter.weapon} spent",), (), "Light AA (E7.5)"))


# -- Heavy AA -------------------------------------------------------------------------------------------


def _is_heavy(game: Game, unit: Unit) -> bool:
    """E7.52: an AA Gun without IFE."""
    if unit.kind != "gun" or game.counter_of(unit).mode != "AA":
        return False
    gun = mounted.ordnance(game, game.counter_of(unit))
    return gun is not None and not gun.ife


def no_heavy(game: Game, gun: Unit) -> str:
    """Why this Gun may not fire Heavy AA now, or ""."""
    state = game.state
    if not _is_heavy(game, gun):
        return f"{gun.id} is not a heavy AA Gun (E7.52)"
    if (state.phase, state.side == gun.side) not in (("PFPh", True), ("DFPh", False)):
        return f"Heavy AA fires in the PFPh or DFPh of its side; this is {state.moment} (E7.52)"
    why = _no_aa(game, gun)
    if why or not mounted.ready(gun, "MA"):
        return why or f"{gun.id} has used up its fire (E7.5)"
    if not any(plane.side != gun.side for plane in aircraft(game)):
        return "no aircraft of the other side is overhead (E7.52)"
    return ""


def heavy(ctx: Context, gun: Unit) -> None:
    """E7.52: Heavy AA: aircraft by Random Selection, and only an Original 2, 3 or 4 does anything; ROF as any Gun."""
    why = no_heavy(ctx.game, gun)
    if why:
        raise Refused(why)
    item = ctx.game.counter_of(gun)
    rof = (item.rof or 0) + (0 if "aa" in gun.flags else ctx.figure("aa-turn-rof"))
    number = item.breakdown or ctx.figure("default-breakdown")
    pieces.change(ctx, gun, ["aa"], (), "Heavy AA (E7.52)")
    concealment.lose(ctx, [gun.id], "Heavy AA (E7.52)")
    while any(plane.side != gun.side for plane in aircraft(ctx.game)):
        plane = _any_plane(ctx, gun)
        with ctx.rolls_for(gun.side):
            record = ctx.table("aa.heavy", f"Heavy AA of {gun.id} at {plane.id}")
        result = str(record.result)
        if result == "no attack":
            pieces.change(ctx, plane, ["no-attack"], why="Heavy AA (E7.52)")
        else:
            harm(ctx, plane, result, f"Heavy AA of {gun.id} (E7.52)")
        snipers.alarm(ctx, gun.side, thrown(record))
        if not record.dice:
            break
        _spin(ctx, ctx.state.units[gun.id], record.dice[-1])
        if record.original >= number:
            pieces.change(ctx, ctx.state.units[gun.id], ["malfunctioned"], why=f"Original {record.original} (A9.7)")
            return
        if record.dice[0] > rof:
            break
        rof = item.rof or 0
    ctx.emit(ev.ArmsChanged(gun.id, ("MA spent",), (), "Heavy AA (E7.52)"))


def _any_plane(ctx: Context, gun: Unit) -> Unit:
    """E7.52: the aircraft aimed at: a dr each, -1 for an own one; the highest, ties by Random Selection."""
    planes = aircraft(ctx.game)
    if len(planes) == 1:
        return planes[0]
    record = ctx.roll(
        f"{len(planes)}d6", f"Heavy AA: which of {counted(len(planes), 'aircraft', 'aircraft')}", rule="E7.52"
    )
    if len(record.dice) != len(planes):
        return planes[0]
    friend = ctx.figure("aa-heavy-friend")
    values = [dr + (friend if plane.side == gun.side else 0) for dr, plane in zip(record.dice, planes, strict=True)]
    best = [plane.id for value, plane in zip(values, planes, strict=True) if value == max(values)]
    return ctx.state.units[ctx.pick(best, "the aircraft Heavy AA aims at")]


def _spin(ctx: Context, gun: Unit, white: int) -> None:
    """E7.52: the white die turns the Gun's CA clockwise by so many hexspines."""
    names = vertex_names(parse_hex(gun.hex))
    if gun.ca in names:
        turned = names[(names.index(gun.ca) + white) % len(neighbours(parse_hex(gun.hex)))]
        if turned != gun.ca:
            ctx.emit(ev.UnitRedrawn(gun.id, ca=turned, why="Heavy AA turns it (E7.52)"))
            weapon_use.lose_sight(ctx, gun.id)


# -- by hand -------------------------------------------------------------------------------------------


def refusal(game: Game, unit: Unit, plane: Unit | None) -> str:
    """E7.5: why a unit may not fire at aircraft now, Light AA at `plane`; or ""."""
    if _is_heavy(game, unit):
        return no_heavy(game, unit)
    if plane is None or plane.side == unit.side or plane.kind != "aircraft":
        return f"{unit.id} needs an aircraft of the other side to fire at (E7.51)"
    if not plane.hex:
        return f"{plane.id} is out of Light AA range except during its attack run, when you are asked (E7.51)"
    if game.state.side != unit.side or game.state.phase not in ("MPh", "DFPh"):
        return f"Light AA fires in the MPh and DFPh of its own Player Turn; this is {game.state.moment} (E7.51)"
    why = _no_aa(game, unit)
    return why or ("" if _light_at(game, unit, plane) else f"{unit.id} has no Light AA that reaches {plane.id} (E7.51)")


def _light_at(game: Game, unit: Unit, plane: Unit) -> list[Shooter]:
    return [item for item in threats(game, plane, parse_hex(plane.hex)) if item.unit == unit.id]


def fire(ctx: Context, unit: Unit, plane: Unit | None) -> None:
    """E7.5: a unit fires at aircraft by its side's own will. Refused if it may not."""
    why = refusal(ctx.game, unit, plane)
    if why:
        raise Refused(why)
    if plane is None or _is_heavy(ctx.game, unit):
        heavy(ctx, unit)
    else:
        shoot(ctx, _light_at(ctx.game, unit, plane)[0], plane, parse_hex(plane.hex))
