"""FFEs: what artillery does where it falls (C1.5), and the ENEMY's strikes (S8.7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from sasl.asl.fire import effects, ift
from sasl.asl.fire.attack import Group, IftAttack, IftResult, resolve
from sasl.asl.fire.drm import motion_of, suspect_mods, target_mods
from sasl.asl.fire.ift import Outcome
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker, MarkerState, Suspect, Unit
from sasl.asl.game.under_way import STRIKES, Battery
from sasl.asl.infantry import prisoners
from sasl.asl.ordnance import guns
from sasl.asl.ordnance.hits import blast
from sasl.asl.stacking import squads_in
from sasl.asl.terrain import minefields
from sasl.board.board import Board
from sasl.board.hexes import Hex, parse_hex, step, within
from sasl.kernel.frozen import replace
from sasl.kernel.rolling.records import Modifier
from sasl.kernel.text import counted

BURIED = ("foxhole", "trench", "flame", "blaze")
"""What shellholes leave nothing of (B2.1)."""
WORKS = ("wire", "minefield")
"""What an HE FFE clears away with an Original KIA (C1.5)."""
STRIKE_TABLE = "artillery.strike"
"""The table that says what a strike is, and what it is not wasted on."""


# -- the ENEMY's strikes ------------------------------------------------------------------------------


def targets(game: Game) -> list[str]:
    """Return the FRIENDLY Locations with Known units, those with most first, ties nearest the EBE (S8.7 [house])."""
    edge = game.edge_of("ENEMY")
    count = Counter(unit.hex for unit in _strike_victims(game))
    return sorted(count, key=lambda name: (-count[name], game.board.distance_to_edge(name, edge), game.board.hex(name)))


def aims(game: Game, *, harassing: bool = False) -> list[str]:
    """Return the targets that are worth a strike: enough squads in the Blast Area, and no ENEMY unit that is to be
    spared (S8.7 [house])."""
    facts = game.library.table(STRIKE_TABLE).value(1)
    radius, least = int(facts["harassing_radius" if harassing else "radius"]), float(facts.get("least_squads", 0))
    return [
        name
        for name in targets(game)
        if not _hits_enemy(game, [(name, radius)]) and _squads_under(game, name, radius) >= least
    ]


def _strike_victims(game: Game) -> list[Unit]:
    """Return the FRIENDLY units that a strike may be aimed at: Known ones on the ground."""
    return [unit for unit in game.state.on_map("FRIENDLY") if unit.known and unit.kind != "aircraft"]


def _squads_under(game: Game, name: str, radius: int) -> float:
    """Return how many squad-equivalents a Blast Area holds (A5.5); a vehicle counts as a squad."""
    units = [unit for unit in _strike_victims(game) if game.board.distance(unit.hex, name) <= radius]
    return squads_in(game, units) + sum(unit.kind in VEHICLES for unit in units)


def _hits_enemy(game: Game, areas: Iterable[tuple[str, int]]) -> bool:
    """Return whether an Activated Good Order ENEMY unit lies in these Blast Areas."""
    own = {unit.hex for unit in game.state.on_map("ENEMY") if unit.good_order and unit.kind != "aircraft"}
    return any(game.board.distance(name, hex_) <= radius for name, radius in areas for hex_ in own)


def silenced(game: Game) -> bool:
    """OtO 5.3: whether a Counter Battery Module has put an end to the ENEMY's strikes."""
    return any(item.gone for item in game.state.batteries.values() if item.observer == STRIKES)


def strike(ctx: Context, number: int, *, harassing: bool = False) -> None:
    """S8.7: `number` FFEs fall, each with its error, and attack at once; they stay until `player_turns` are over."""
    facts: dict[str, Any] = ctx.chart(STRIKE_TABLE, 1)
    goals = aims(ctx.game, harassing=harassing)
    battery = _striking(ctx, facts)
    fallen = []
    for place in range(number if goals else 0):
        battery = ctx.state.batteries[battery.id]
        if battery.gone or (battery.red and not draw(ctx, battery, f"FFE {place + 1}")):
            continue
        goal = goals[place % len(goals)]
        way, far = error(ctx, goal, str(facts["direction"]), str(facts["extent"]))
        kind = "Harassing FFE" if harassing else "FFE"
        text = f"{kind} {facts['calibre']}mm HE, {facts['column']} FP column"
        column, radius = int(facts["column"]), int(facts["radius"])
        if harassing:
            text += f" / {facts['harassing_divisor']}"
            column, radius = harassed(ctx.game, column), int(facts["harassing_radius"])
        until = ctx.state.player_turn + int(facts["player_turns"]) - 1
        why = f"aimed at {goal}"
        areas, back = _brought_back(ctx.game, goal, way, far, radius)
        if back:
            ctx.tell(
                f"FFE {place + 1} would fall on ENEMY units: it is brought {counted(back, 'hex', 'hexes')} back "
                f"toward {goal} (S8.7 [house])."
            )
        if not areas:
            ctx.tell(f"FFE {place + 1} aimed at {goal} falls off the map.")
        for part, (name, reach) in enumerate(areas):
            fallen.append(
                put(ctx, name, text, battery, reach, column, until=until, harassing=harassing, why=why, counts=not part)
            )
    for marker in fallen:
        attack(ctx, marker)


def _brought_back(game: Game, goal: str, way: int, far: int, radius: int) -> tuple[list[tuple[str, int]], int]:
    """Return the Blast Areas of an FFE after its error, and how many hexes it was cut short to spare ENEMY units."""
    for back in range(far):
        areas = on_map(game.board, step(parse_hex(goal), way - 1, far - back), radius)
        if not _hits_enemy(game, areas):
            return areas, back
    return [(goal, radius)], far


def _striking(ctx: Context, facts: dict[str, Any]) -> Battery:
    """The module the ENEMY's strikes come from: it draws no chits unless a Counter Battery Module gave it red ones."""
    found = next((item for item in ctx.state.batteries.values() if item.observer == STRIKES), None)
    if found is None:
        black = int(ctx.chart("oba.nation", 1, ctx.mission.enemy.nation)["black"])
        calibre = int(facts["calibre"])
        name = f"{calibre}mm artillery strikes"
        found = Battery(ctx.new_number("OBA"), "ENEMY", name, calibre, black, observer=STRIKES, kind="HE")
        ctx.emit(ev.BatterySet(found, "S8.7"))
    return found


def error(ctx: Context, goal: str, direction: str, extent: str) -> tuple[int, int]:
    """Return the direction and the extent of the error of what is aimed at `goal` (C1.3)."""
    way = int(ctx.table(direction, f"Direction of error from {goal}").result)
    far = int(ctx.table(extent, f"Extent of error from {goal}").result)
    return way, far


def on_map(board: Board, centre: Hex, radius: int) -> list[tuple[str, int]]:
    """C1.321: the Blast Areas of an FFE as (hex, radius): its own, or each hex on the map if its centre lies beyond."""
    if centre.name in board:
        return [(centre.name, radius)]
    return [(near.name, 0) for near in within(centre, radius) if near.name in board]


def shifted(ctx: Context, goal: str, way: int, far: int) -> str | None:
    """The hex `far` hexes from `goal` through hexside `way` (1 = toward the top of the map), if on the map."""
    name = step(parse_hex(goal), way - 1, far).name
    return name if name in ctx.board else None


# -- the counter on the map ---------------------------------------------------------------------------


def put(
    ctx: Context,
    name: str,
    text: str,
    battery: Battery,
    radius: int,
    column: int,
    *,
    until: int = 0,
    harassing: bool = False,
    why: str = "",
    counts: bool = True,
) -> Marker:
    """An FFE:1 lands; it counts for a Counter Battery Module (OtO 5.2), unless it is one more part of another."""
    number = ctx.new_number("ffe")
    state: MarkerState = "harassing" if harassing else ""
    marker = Marker(number, "ffe", name, battery.side, radius, 0, text, until, battery.id, column, state=state)
    ctx.emit(ev.MarkerPut(marker, why))
    if counts:
        battery = ctx.state.batteries[battery.id]
        ctx.emit(ev.BatterySet(replace(battery, ffes=battery.ffes + 1), "FFE:1 placed"))
    return marker


def harassed(game: Game, column: int) -> int:
    """C1.72: the column of Harassing Fire."""
    return ift.column_of(game, Fraction(column, game.figure("oba-harassing-divisor")))


def column_of(game: Game, marker: Marker) -> int:
    """The column of an FFE; one placed by hand is of the usual calibre."""
    return marker.column or ift.he_column(game, game.figure("strike-calibre"))


def column_at(game: Game, marker: Marker, name: str) -> int:
    """The column of an FFE in one of its hexes: HE is halved in Marsh (B16.31)."""
    column = column_of(game, marker)
    if game.board.terrain(name).has("marsh"):
        return ift.column_of(game, Fraction(column, game.figure("oba-marsh-divisor")))
    return column


def covering(game: Game, name: str) -> list[Marker]:
    """The FFEs whose Blast Area holds the hex."""
    return [item for item in game.state.marked("ffe") if game.board.distance(item.hex, name) <= item.number]


def shelled(game: Game) -> frozenset[str]:
    """The hexes where an FFE attacks whoever enters (C1.51)."""
    areas = ((item, name) for item in game.state.marked("ffe") for name in game.board.within(item.hex, item.number))
    return frozenset(name for item, name in areas if column_at(game, item, name))


def attacks_again(game: Game, name: str) -> bool:
    """Whether an FFE that covers the hex stays beyond this Player Turn: it will attack whoever is there once more."""
    return any(not item.until or item.until > game.state.player_turn for item in covering(game, name))


# -- its attacks --------------------------------------------------------------------------------------


def attack(ctx: Context, marker: Marker) -> None:
    """C1.51: each hex of the Blast Area has its own DR; friend and foe, wire and mines suffer."""
    area = ctx.board.within(marker.hex, marker.number)
    for name in (name for name in ctx.board.names() if name in area):
        victims = [
            unit for unit in ctx.state.units_at(name) if unit.kind != "aircraft" and not in_culvert(unit)
        ]  # OtO 3.3: Indirect Fire does not reach into the Culvert
        works = [item for item in ctx.state.markers_at(name) if item.kind in WORKS]
        hidden = ctx.state.suspects_at(name) if marker.side != "ENEMY" else []
        if victims:
            result = _attack_hex(ctx, marker, name, victims)
        elif (works or hidden) and column_at(ctx.game, marker, name):
            column = column_at(ctx.game, marker, name)
            mods = suspect_mods(ctx.game, name, "oba") if hidden else ()
            record = ctx.table(ift.IFT, f"{marker.text} attacks {name}", modifiers=mods, column=str(column))
            result = IftResult(record, (), column)
        else:
            continue
        _clear_works(ctx, works, result)
        _crater(ctx, marker, name, result)
        for suspect in hidden:
            _shell(ctx, marker, suspect, result)


def _shell(ctx: Context, marker: Marker, suspect: Suspect, result: IftResult) -> None:
    """5 [house]: an S? hit by at least a NMC checks Activation; what it turns out to be suffers that result."""
    mods = suspect_mods(ctx.game, suspect.hex, "oba")
    total = result.original + sum(mod.value for mod in mods)
    outcome = ift.outcome(ctx.game, result.column, total) if result.original else ift.NOTHING
    least = Outcome("MC", ctx.figure("oba-suspect-mc"))
    if ift.severity(outcome) < ift.severity(least) or suspect.id not in ctx.state.suspects:
        return
    ids = [unit.id for unit in ctx.game.reactions.shelled(ctx, suspect, marker)]
    why = f"{marker.text} attacks {suspect.hex}"
    effects.apply_outcome(ctx, ids, ift.FinalDr(outcome, result.record, result.column, mods), why, heavy=True)


def enter(ctx: Context, units: Sequence[Unit], name: str) -> bool:
    """C1.51: units that enter an FFE are attacked, with FFMO and FFNAM in the MPh. True if there is one.

    Nothing else in the hex suffers: no fire starts, and no building falls.
    """
    found = covering(ctx.game, name)
    for marker in found:
        here = pieces.now(ctx, units)
        here = [unit for unit in here if unit.hex == name]
        if here:
            _attack_hex(ctx, marker, name, here, entered=True)
    return bool(found)


def _attack_hex(ctx: Context, marker: Marker, name: str, units: Sequence[Unit], *, entered: bool = False) -> IftResult:
    game, column = ctx.game, column_at(ctx.game, marker, name)
    if not column:
        ctx.tell(f"The {marker.text} is too weak to attack {name} (A7.2).")
        return IftResult(None, (), 0)
    facts = (f"{marker.text} around {marker.hex}", "each hex its own DR, friend and foe, no Hindrance (C1.51)")
    groups = _groups(game, units)
    result = resolve(
        ctx,
        IftAttack(
            marker.side,
            f"{marker.text} attacks {name}",
            name,
            column,
            groups,
            facts,
            sniper=False,
            fire=False,
            critical_on=game.figure("oba-critical"),
            critical=_critical(game, marker, name),
            burns="" if entered else "KIA",
            shatters=0 if entered else column,
        ),
    )
    for key in result.critical:
        gun = ctx.state.units.get(key)
        if gun is not None and gun.kind == "gun":
            guns.destroy(ctx, gun, "critical hit by artillery (C11.4)")
    blast.on_armor(ctx, result, "artillery")
    return result


def _critical(game: Game, marker: Marker, name: str) -> tuple[int, int]:
    """C1.53, C3.75, C.7: the column of a critical hit (twice full FP, of Harassing Fire too), and its DRM beyond 36."""
    owner = game.state.batteries.get(marker.owner)
    full = ift.he_column(game, owner.calibre) if owner and marker.state == "harassing" else column_of(game, marker)
    fp, most = 2 * full, ift.columns(game)[-1]
    if game.board.terrain(name).has("marsh"):
        fp //= game.figure("oba-marsh-divisor")
    return ift.column_of(game, fp), -(max(0, fp - most) // game.figure("payload-step"))


def _groups(game: Game, units: Sequence[Unit]) -> tuple[Group, ...]:
    """The targets by what protects them (C1.51): TEM as usual, an AFV its armor (C1.55), with all aboard.

    Prisoners are attacked with their Guards (A20.54).
    """
    groups: dict[tuple[Modifier, ...], list[str]] = {}
    everyone = {unit.id: unit for unit in prisoners.with_prisoners(game, units)}
    here = {unit.id for unit in units if unit.kind in VEHICLES}
    for unit in sorted(everyone.values(), key=lambda item: (item.kind in VEHICLES, item.id)):
        if unit.carrier in here:
            continue
        who = prisoners.with_whom(game, unit).id
        motion = motion_of(game, game.state.moving, who) if game.state.phase == "MPh" else None
        if unit.kind in VEHICLES:
            mods = blast.cover(game, unit, "", "oba")
        else:
            mods = target_mods(game, unit, "", moving=motion, indirect="oba")
        groups.setdefault(mods, []).append(unit.id)
    return tuple(Group(tuple(ids), mods) for mods, ids in groups.items())


def _clear_works(ctx: Context, works: Iterable[Marker], result: IftResult) -> None:
    """B26.52, B28.62: an Original KIA of HE removes Wire and mines, an Original K weakens mines by a step."""
    found = ift.outcome(ctx.game, result.column, result.original).kind if result.original else ""
    for item in works:
        if item.id not in ctx.state.markers:
            continue
        if found == "KIA":
            ctx.emit(ev.MarkerRemoved.of(item, f"an Original {result.original} of the FFE is a KIA (B26.52, B28.62)"))
        elif found == "K" and item.kind == "minefield":
            minefields.weaken(ctx, item, f"an Original {result.original} of the FFE is a K (B28.62)")


def _crater(ctx: Context, marker: Marker, name: str, result: IftResult) -> None:
    """B2.1: an Original KIA of 150mm and more leaves shellholes in soft ground, and nothing dug or on fire."""
    heavy = column_of(ctx.game, marker) >= ift.he_column(ctx.game, ctx.figure("crater-calibre"))
    if not heavy or marker.state == "harassing" or not result.original:
        return
    kind = ift.outcome(ctx.game, result.column, result.original).kind
    if kind != "KIA" or not ctx.board.terrain(name).takes_shellholes or ctx.state.markers_at(name, "shellholes"):
        return
    for item in ctx.state.markers_at(name):
        if item.kind in BURIED:
            ctx.emit(ev.MarkerRemoved.of(item, "the ground is torn up (B2.1)"))
    dug = [unit.id for unit in ctx.state.units_at(name) if "dug-in" in unit.flags]
    if not ctx.state.markers_at(name, "pillbox"):
        pieces.change_all(ctx, dug, (), ("dug-in",), "the ground is torn up (B2.1)")
    pieces.put_marker(ctx, "shellholes", name, "shellholes", why="B2.1")
    ctx.tell(f"Shellholes in {name} (B2.1).", board=True, hexes=(name,))


def fire_again(ctx: Context, side: Side) -> None:
    """S8.7 [house]: in the fire phase of its second Player Turn a strike attacks everything under it once more."""
    for marker in ctx.state.marked("ffe"):
        if marker.until == ctx.state.player_turn and marker.side == side:
            attack(ctx, marker)


# -- the draw pile --------------------------------------------------------------------------------------


def draw(ctx: Context, battery: Battery, why: str, *, extra: bool = False) -> bool:
    """Draw a chit; True if it is black. Drawn chits stay out, but those of an extra draw go back (C1.21)."""
    black = _black(ctx, battery, why)
    left = ctx.state.batteries[battery.id]
    if black and extra:
        ctx.tell("A black chit in the extra draw: it goes back into the pile (C1.21).")
        return True
    if black:
        ctx.emit(ev.BatterySet(replace(left, black=left.black - 1), "a black chit: Battery Access (C1.21)"))
        return True
    if extra:
        ctx.tell(
            f"A red chit in the extra draw: {battery.id} loses what it has on the map and does nothing more in this "
            "phase; the chit goes back into the pile (C1.21).",
            stop=mind_of(ctx.game, battery.side) is None,
        )
        return False
    reds = left.reds_drawn + 1
    out = reds >= ctx.figure("oba-reds-out")
    text = "the second red chit: the battery is gone (C1.211)" if out else "a red chit: nothing in this phase (C1.21)"
    ctx.emit(ev.BatterySet(replace(left, red=max(0, left.red - 1), reds_drawn=reds, gone=out), text))
    return False


def pile_words(battery: Battery) -> str:
    """Which chits are black: `chits 1 to 5 are black, the rest red`."""
    if not battery.black or not battery.red:
        return f"all chits are {'black' if battery.black else 'red'}"
    few = "chit 1 is" if battery.black == 1 else f"chits 1 to {battery.black} are"
    return f"{few} black, the rest red"


def _black(ctx: Context, battery: Battery, why: str) -> bool:
    chits = battery.black + battery.red
    if chits < 2:
        return battery.black > 0
    with ctx.rolls_for(battery.side):
        record = ctx.roll(
            f"1d{chits}",
            f"{battery.id} draws for {why}: {pile_words(battery)}",
            rule="C1.21",
            target=battery.black,
            target_name="black chits",
        )
    return bool(record.success)
