"""The FRIENDLY force: its OoB rolled and listed, armor leaders given to AFV, and how a group off the map stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sasl.asl import cavalry
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option
from sasl.asl.game.flags import HORSE, SMC
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import mounted
from sasl.content.missions.mission import ForceGroup, ForceItem
from sasl.kernel.text import listed
from sasl.solitaire.setup.deployment import issue_weapons
from sasl.solitaire.suspects.recipes import counter


def raise_force(ctx: Context) -> None:
    """Roll and list the FRIENDLY OoB."""
    for group in ctx.mission.force:
        for item in ctx.mission.items(group):
            _raise_item(ctx, group, item)
        muster(ctx, group)
    ctx.emit(ev.StageBegan("set-up"))


def _raise_item(ctx: Context, group: ForceGroup, item: ForceItem) -> None:
    """Roll and list one line of a group; of armor leaders all are rolled before the first is given to an AFV."""
    name, leaders = item.type or "", list[str]()
    for number in range(item.count):
        if item.table and _names_several(ctx, item.table):
            _raise_several(ctx, group, item)
            continue
        if item.table and not (item.same_as_table and number):
            name = roll_counter(
                ctx,
                item.table,
                f"{group.name}",
                column=item.column,
                facts={item.modifier: 1} if item.modifier else {},
                reroll=item.reroll,
            )
        if item.as_leader_of == "armor":
            leaders.append(name)
        elif name and name != "-":
            _join(ctx, group, item, name)
    _give_armor_leaders(ctx, group, leaders)


def _give_armor_leaders(ctx: Context, group: ForceGroup, names: Sequence[str]) -> None:
    """D3.4: put these armor leaders, the best first, into AFV of the group; `-` is nobody."""
    every = sorted((name for name in names if name != "-"), key=lambda name: _rank(ctx, name))
    if not every and names:
        ctx.tell("No armor leader.")
    for number, name in enumerate(every):
        among = [unit.id for unit in ctx.state.units.values() if unit.group == group.id]
        give_armor_leader(ctx, name, among, rest=every[number + 1 :])


def _rank(ctx: Context, name: str) -> tuple[int, int]:
    """Return a sort key for a leader's counter: the smaller the better."""
    leader = pieces.counter(ctx, "FRIENDLY", name)
    return leader.modifier or 0, -(leader.morale or 0)


def _join(ctx: Context, group: ForceGroup, item: ForceItem, name: str) -> None:
    """A unit that is to come, or a SW that is to be given out, whichever `name` is."""
    if pieces.counter(ctx, "FRIENDLY", name).kind == "sw":
        pieces.add_weapon(ctx, "FRIENDLY", name, group=group.id)
    else:
        pieces.add_unit(ctx, "FRIENDLY", name, group=group.id, turn=group.turn, note=item.note)


def _names_several(ctx: Context, table_id: str) -> bool:
    table = ctx.library.table(table_id)
    return not table.columns and isinstance(table.rows[0].result, list)


def _raise_several(ctx: Context, group: ForceGroup, item: ForceItem) -> None:
    """A table whose rows name several counters each: all of one row."""
    for name in ctx.table(item.table or "", group.name, column=item.column).result or ():
        _join(ctx, group, item, str(name))


def roll_counter(
    ctx: Context,
    table: str,
    purpose: str,
    *,
    column: str = "",
    facts: dict[str, int] | None = None,
    reroll: list[str] | None = None,
) -> str:
    """The counter a table names, following `table:` results to their own table, rerolling unwanted ones."""
    return ctx.follow(lambda: counter(table, purpose, column=column, facts=facts, reroll=reroll or ()))


def give_armor_leader(ctx: Context, name: str, among: Collection[str], rest: Sequence[str] = ()) -> None:
    """D3.4: put an armor leader into one of these AFV, which the player chooses; `-` is nobody.

    `rest`: the leaders who are still to be given out. A tank with a turret and a gun is proposed (D1.3).
    """
    if name == "-":
        ctx.tell("No armor leader.")
        return
    crews = [ctx.state.units[key] for key in among]
    tanks = [unit for unit in crews if mounted.armored(ctx.game, unit) and "armor-leader" not in unit.flags]
    if not tanks:
        return
    tanks.sort(key=lambda unit: (not _fights(ctx, unit), -unit.morale, unit.type.startswith("PT-"), unit.id))
    options = [Option(unit.id, unit.type) for unit in tanks]
    more = f" ({listed(rest)} still to come)" if rest else ""
    chosen = ctx.choose(f"Which AFV gets the armor leader {name}{more}?", options, rule="D3.4", whose="FRIENDLY")
    leader = pieces.counter(ctx, "FRIENDLY", name)
    unit = ctx.state.units[chosen]
    ctx.emit(
        ev.UnitRedrawn(chosen, modifier=leader.modifier or 0, morale=leader.morale or 0, note=f"armor leader {name}")
    )
    pieces.change(ctx, unit, ["armor-leader"], why=name)


# -- in the saddle, Guns hitched, SW issued (A13.1, C10.1) ------------------------------------------------

WHY = "at start"


def _fights(ctx: Context, unit: Unit) -> bool:
    """Return whether an AFV has a turret and main armament in it."""
    counter = ctx.game.counter_of(unit)
    return counter.turret in ("T", "ST", "360") and "MA" in mounted.weapons(ctx.game, unit)


def muster(ctx: Context, group: ForceGroup) -> None:
    """A13.1 [house]: a group that waits off the map has hitched up, is issued its SW and sits in the saddle."""
    if not group.turn:
        return
    for wagon in _of(ctx, group, "vehicle"):
        if ctx.game.counter_of(wagon).move == "wagon":
            _hitch(ctx, group, wagon)
    issue_weapons(ctx, group.id)
    for unit in [item for item in ctx.state.units.values() if item.group == group.id and item.personnel]:
        horse = cavalry.free_horse(ctx.game, unit) if unit.mmc else None
        if horse:
            ctx.emit(ev.Mounted(unit.id, horse.id, 0.0, WHY))
    if any(True for _ in _of(ctx, group, HORSE)):
        for unit in [item for item in _of(ctx, group, *SMC) if not item.carrier]:
            ctx.emit(ev.Mounted(unit.id, "", 0.0, WHY))


def _of(ctx: Context, group: ForceGroup, *kinds: str) -> list[Unit]:
    return [unit for unit in ctx.state.units.values() if unit.group == group.id and unit.kind in kinds]


def _hitch(ctx: Context, group: ForceGroup, wagon: Unit) -> None:
    """C10.1: the Gun is in tow, and its crew, or that of a heavy SW, sits on the wagon."""
    gun, crew = (next((item for item in _of(ctx, group, kind) if not item.carrier), None) for kind in ("gun", "crew"))
    if gun:
        ctx.emit(ev.UnitRedrawn(gun.id, carrier=wagon.id, why=WHY))
    if crew:
        ctx.emit(ev.UnitRedrawn(crew.id, carrier=wagon.id, group=gun.id if gun else None, why=WHY))
