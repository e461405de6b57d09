"""Command Control (S16): which FRIENDLY units may move and fire in this Player Turn, and what is left to the others.

What is left to them is content: the charts `command.NAME` (`command NAME` chooses one).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sasl.asl.fire.opportunity import reach
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import MEN, VEHICLES, Flag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership, morale_levels
from sasl.asl.ordnance import guns, mounted
from sasl.content.library import Library
from sasl.kernel.rolling.records import RollRecord, mark
from sasl.kernel.text import counted, listed
from sasl.solitaire.panic import panic, panic_class, panic_number, panic_table
from sasl.solitaire.setup.placement import friendly_area

PREFIX, CHECK, STRICT, OFF = "command.", "command.check", "strict", "off"
MOST_NAMED = 10
"""How many of those who are not In Command are named."""


# -- the variants -------------------------------------------------------------------------------------


def variants(library: Library) -> list[str]:
    """The names of the variants there are."""
    return [name.removeprefix(PREFIX) for name in library.tables if name.startswith(PREFIX) and name != CHECK]


def chosen(game: Game) -> str:
    """The variant in force: `strict` unless another was chosen; `off` while the switch is off."""
    if not game.state.option("command"):
        return OFF
    value = game.state.values.get("command")
    return value.value if value and value.value != OFF else STRICT


def allows(game: Game, what: str) -> int:
    """The number that the variant in force has for `what`; 0 if it says nothing of it."""
    rows = game.library.table(PREFIX + chosen(game)).rows
    return next((int(row.result[1]) for row in rows if row.result[0] == what), 0)


def choose(ctx: Context, name: str) -> None:
    """16 [house]: the variant `name` is in force from now on."""
    if ctx.state.option("command") != (name != OFF):
        ctx.emit(ev.OptionSet("command", name != OFF))
    if name != OFF:
        ctx.emit(ev.ValueSet("command", name, ctx.library.table(PREFIX + name).provenance))
    if name == OFF:
        drop_marks(ctx)


def binds(game: Game, side: Side) -> bool:
    """S16: whether a side is under Command Control: the FRIENDLY one, where the rule is in play."""
    return side == "FRIENDLY" and game.state.option("command")


def out_of_command(game: Game, unit: Unit) -> bool:
    """S16: whether a unit is not In Command; a Gun obeys as its crew does."""
    mans = guns.crew(game, unit) if unit.kind == "gun" else None
    return "no-command" in (mans or unit).flags


def may_fire(game: Game, unit: Unit, name: str) -> None:
    """16 [house]: the fire that is left to a FRIENDLY unit out of command. Refused if this is none of it."""
    distance, most = game.board.distance(unit.hex, name), allows(game, "defensive-fire")
    if game.state.side != "FRIENDLY":
        if distance > most:
            raise Refused(f"{unit.id} is not In Command and may fire at most {most} hexes (S16)")
        return
    times = allows(game, "prep-fire")
    if not times or game.state.phase != "PFPh":
        raise Refused(f"{unit.id} is not In Command and may not fire in its own {_own_fire(times)} (S16)")
    if not any(other.side != unit.side and other.known for other in game.state.units_at(name)):
        raise Refused(f"{unit.id} is not In Command and may Prep Fire only at Known ENEMY units (S16)")
    normal = _normal_range(game, unit)
    if normal and distance > times * normal:
        raise Refused(f"{unit.id} is not In Command and may Prep Fire only within normal range, {normal} hexes (S16)")


def _own_fire(times: int) -> str:
    return "Player Turn except in the PFPh" if times else "Player Turn"


def _normal_range(game: Game, unit: Unit) -> int:
    """The normal range of a unit and its SW; 0 where there is none: a leader who directs, ordnance."""
    if unit.kind in (*VEHICLES, "gun"):
        return game.counter_of(unit).range or 0
    return reach(game, unit) // game.figure("long-range")


def assault_move(game: Game, units: Sequence[Unit], way: Sequence[str], how: Collection[str]) -> None:
    """16 [house]: the move that is left to units out of command. Refused if this is none of it."""
    idle = [unit for unit in units if "no-command" in unit.flags]
    if not idle:
        return
    who, most = idle[0].id, allows(game, "assault-move")
    if "assault" not in how or len(way) - 1 > most or not idle[0].infantry:
        raise Refused(f"{who} is not In Command: all it may do is Assault Move {counted(most, 'hex', 'hexes')} (S16)")
    known = [unit.hex for unit in game.state.on_map("ENEMY") if unit.known and "prisoner" not in unit.flags]
    before, after = (min((game.board.distance(at, other) for other in known), default=0) for at in (way[0], way[-1]))
    if after < before:
        raise Refused(
            f"{who} is not In Command: its Assault Movement may not bring it nearer to the nearest Known ENEMY (S16)"
        )


def waived(game: Game, how: Collection[str]) -> frozenset[str]:
    """16 [house]: the states that do not bar a move made like this: no command, where Assault Movement is left."""
    return frozenset({"no-command"}) if "assault" in how and allows(game, "assault-move") else frozenset()


# -- who is In Command --------------------------------------------------------------------------------


def command_phase(ctx: Context) -> None:
    """S16.1: each leader's Command DR, those in the circles of leaders who pass, then the vehicles that are in none.

    Units that make no Command DR act freely (S16.32).
    """
    if not allows(ctx.game, "command-dr"):
        drop_marks(ctx)
        return
    with ctx.rolls_for("FRIENDLY"):
        inside = _leaders(ctx)
        led = [unit for unit in _subject(ctx) if any(_in_circle(ctx, unit, leader) for leader in inside)]
        commanded = {unit.id for unit in led if unit.kind in (*MEN, "vehicle")}
        commanded |= {unit.id for unit in _subject(ctx) if acts_freely(unit)}
        for platoon in _platoons(ctx, commanded):
            if _armor_check(ctx, platoon):
                commanded |= {vehicle.id for vehicle in platoon}
    commanded -= {unit.id for unit in _subject(ctx) if "panicked" in unit.flags}
    out = tuple(unit.id for unit in _subject(ctx) if unit.id not in commanded)
    into = tuple(unit.id for unit in _subject(ctx) if unit.id in commanded)
    pieces.change_all(ctx, into, ("command",), ("no-command",), "S16.1")
    pieces.change_all(ctx, out, ("no-command",), ("command",), "S16.1")
    if not (into or out):  # all of the force has still to enter
        return
    more = "; units no-command lists them" if len(out) > MOST_NAMED else ""
    counts = f"In Command: {counted(len(into), 'unit')}. Not" if into else "Nobody is"
    ctx.tell(f"{counts} In Command: {listed(out, MOST_NAMED)}{more}." if out else "Everybody is In Command.")


def _subject(ctx: Context) -> list[Unit]:
    """Return the FRIENDLY units on the map that are In Command or are not: no aircraft, Guns, prisoners."""
    return [
        unit
        for unit in ctx.state.on_map("FRIENDLY")
        if unit.kind not in ("aircraft", "gun") and "prisoner" not in unit.flags
    ]


FREE: dict[Flag, str] = {
    "berserk": "berserk (A15.4)", "melee": "in Melee", "recalled": "under Recall", "heroic": "heroic",
}  # fmt: skip
"""The states in which a unit makes no Command DR (S16.32) and, by house rule, acts freely."""


def acts_freely(unit: Unit) -> bool:
    """Return whether a unit needs no Command: a hero, a heroic leader, or one in a state of `FREE` (S16.32)."""
    return unit.heroic or bool(unit.flags & FREE.keys())


def drop_marks(ctx: Context) -> None:
    """With the rule switched off nobody carries its marks any more."""
    for flag in ("command", "no-command"):
        pieces.take_off(ctx, flag, "Command Control is off")


def by_rank(game: Game, leader: Unit) -> tuple[int, int, str]:
    """The order in which leaders roll: the best first, as his wounds leave him (A17.2)."""
    return -morale_levels.level(game, leader), leadership.drm(leader), leader.id


def _leaders(ctx: Context) -> list[Unit]:
    """Return the leaders In Command: by their own DR, without one, or in the circle of one whose morale is no lower."""
    leaders = [unit for unit in ctx.state.on_map("FRIENDLY") if unit.kind == "leader" and unit.good_order]
    leaders.sort(key=lambda unit: by_rank(ctx.game, unit))
    levels = {leader.id: morale_levels.level(ctx.game, leader) for leader in leaders}
    inside: list[Unit] = []
    for leader in leaders:
        led = any(_in_circle(ctx, leader, other) and levels[leader.id] <= levels[other.id] for other in inside)
        if led or acts_freely(leader):
            inside.append(leader)
            continue
        record = ctx.check(
            "command.check",
            f"Command DR of {leader.id} in {leader.hex}",
            levels[leader.id],
            facts={"leader": leadership.drm(leader)},
            target_name=f"morale of {leader.type}",
        )
        if record.success:
            inside.append(leader)
        else:
            _panic_on_failure(ctx, leader, record)
    return inside


def _panic_on_failure(ctx: Context, unit: Unit, record: RollRecord) -> None:
    """S16.3: a unit that fails its Command DR Panics at the number of its class, where the variant has it so."""
    number = panic_number(ctx.game, unit)
    if allows(ctx.game, "panic") and record.total >= number:
        provenance = mark(panic_table(ctx.game).provenance)
        panic(ctx, unit, f"Final {record.total}; {panic_class(ctx.game, unit)}: {number} or more {provenance} (S16.3)")


def command_range(game: Game, leader: Unit) -> int:
    """Return the hexes over which a leader commands (S16.4): fewer while he is pinned."""
    return game.figure("pinned-leader-circle" if "pinned" in leader.flags else "leader-circle")


def _in_circle(ctx: Context, unit: Unit, leader: Unit) -> bool:
    return ctx.board.distance(unit.hex, leader.hex) <= command_range(ctx.game, leader)


def leaving(game: Game, goes: Mapping[str, str]) -> list[str]:
    """S16: those in the circle of a Good Order leader, and in nobody's once all are where they go (id -> hex)."""
    if not allows(game, "command-dr"):
        return []
    state = game.state
    leaders = [unit for unit in state.on_map("FRIENDLY") if unit.kind == "leader" and unit.good_order]

    def led(before: str, after: str) -> tuple[bool, bool]:
        def is_led(place: str, stands: Mapping[str, str]) -> bool:
            return any(
                game.board.distance(place, stands.get(leader.id, leader.hex)) <= command_range(game, leader)
                for leader in leaders
            )

        return is_led(before, {}), is_led(after, goes)

    units = [state.units[key] for key in goes]
    men = [unit for unit in units if unit.side == "FRIENDLY" and unit.hex and unit.kind in MEN]
    return [unit.id for unit in men if led(unit.hex, goes[unit.id]) == (True, False)]


def _platoons(ctx: Context, commanded: Collection[str]) -> list[list[Unit]]:
    """Return the vehicles that still need a Command DR, platoon by platoon: one DR is made for all of it (S16.32).

    House: a platoon is vehicles of one type, each with or ADJACENT to another of it; its armor leader comes first.
    """
    left = [
        unit
        for unit in ctx.state.on_map("FRIENDLY")
        if unit.kind == "vehicle" and unit.good_order and unit.id not in commanded
    ]
    platoons: list[list[Unit]] = []
    while left:
        platoon = [left.pop(0)]
        for vehicle in platoon:  # grows while it is read
            near = [unit for unit in left if unit.type == vehicle.type and _beside(ctx, unit, vehicle)]
            platoon += near
            left = [unit for unit in left if unit not in near]
        platoons.append(sorted(platoon, key=lambda unit: (mounted.armor_leadership(unit), unit.id)))
    return platoons


def _beside(ctx: Context, unit: Unit, other: Unit) -> bool:
    return ctx.board.distance(unit.hex, other.hex) <= 1


def _armor_check(ctx: Context, platoon: Sequence[Unit]) -> bool:
    """S16.1, S1 MSR 7: the Command DR of an AFV, or of a platoon of them, made by the first."""
    first = platoon[0]
    alone = any(far_from_infantry(ctx.game, vehicle) for vehicle in platoon)
    who = listed(vehicle.id for vehicle in platoon)
    record = ctx.check(
        "command.check",
        f"Command DR of {who} in {first.hex}",
        ctx.figure("armor-command"),
        facts={"leader": mounted.armor_leadership(first), "no-mmc-near": int(alone)},
        target_name=f"{_armored(ctx, first)}{ctx.figure_words('armor-command')}",
    )
    if not record.success:
        for vehicle in platoon:
            _panic_on_failure(ctx, vehicle, record)
    return bool(record.success)


def _armored(ctx: Context, vehicle: Unit) -> str:
    """What the check is called: an AFV, or a vehicle without armor, which rolls alike [house]."""
    return "vehicle" if ctx.game.counter_of(vehicle).armor_front is None else "AFV"


def far_from_infantry(game: Game, vehicle: Unit) -> bool:
    """S1 MSR 7: no Good Order FRIENDLY MMC within 4 hexes, and not in the set-up area."""
    if not game.mission.hook("armor-leaves-infantry") or vehicle.hex in friendly_area(game):
        return False
    reach = game.figure("armor-infantry-range")
    return not any(
        unit.mmc and unit.good_order and game.board.distance(unit.hex, vehicle.hex) <= reach
        for unit in game.state.on_map("FRIENDLY")
    )
