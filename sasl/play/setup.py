"""Set-up, stage by stage: mission tables, S? and Guns, wrecks, the FRIENDLY force, its deployment."""

from __future__ import annotations

from sasl.board.hexes import hex_grain_line, parse_hex
from sasl.content.mission import ForceGroup, ForceItem
from sasl.core.records import result_text
from sasl.core.text import counted, listed
from sasl.game import events as ev
from sasl.game import pieces
from sasl.game.context import Context, Option, Refused
from sasl.game.narrate import value_name
from sasl.game.state import Marker, State
from sasl.play import control, placement
from sasl.play.deployment import misplaced, unplaced
from sasl.play.engine import SETUP, verb
from sasl.play.sight import known_hex

VALUES = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")


def next_stage(ctx: Context) -> None:
    """Do what the present stage of set-up still needs, and begin the next one."""
    STEPS[ctx.state.stage](ctx)


# -- mission tables -----------------------------------------------------------------------------------


def roll_values(ctx: Context) -> None:
    """12.32: roll each mission value that is not typed in, then the VPO as the mission starts them."""
    for name in VALUES:
        if name not in ctx.state.values:
            record = ctx.table(ctx.mission.tables[name], value_name(name))
            ctx.emit(ev.ValueSet(name, result_text(record.result), record.provenance))
    if not ctx.state.control:
        start_control(ctx)
    ctx.emit(ev.StageBegan("suspects"))


def start_control(ctx: Context) -> None:
    """Give each VPO of the mission to the side that holds it at start."""
    area = placement.friendly_area(ctx.game)
    for name in ctx.mission.vpo.hexes:
        ours = ctx.mission.vpo.start_control == "set-up area" and name in area
        ctx.emit(ev.ControlChanged(name, "FRIENDLY" if ours else "ENEMY", "at start"))


@verb(
    "value",
    "value NAME FIGURE",
    "type your own card's figure over a mission value (enemy-ac, enemy-re …)",
    stages=(*SETUP, "play"),
    group="adjust",
)
def value(ctx: Context, words: list[str]) -> None:
    """12.32: a mission value as the player's card has it."""
    if len(words) != 2 or words[0].lower() not in VALUES:
        raise Refused(f"value needs a name and a figure; the names are {', '.join(VALUES)}")
    name, figure = words[0].lower(), words[1]
    if name.endswith("re"):
        pairs = [f"{low}/{low + 1}" for low in range(2, 7)]
        if figure not in pairs:
            raise Refused(f"RE#s are one of {', '.join(pairs)}, not '{figure}'")
    elif not (figure.isdigit() and 0 <= int(figure) <= 7):
        raise Refused(f"{value_name(name)} is a number from 0 to 7, not '{figure}'")
    ctx.emit(ev.ValueSet(name, figure, "user"))


@verb(
    "vpo",
    "vpo add HEX | vpo remove HEX | vpo HEX friendly|enemy",
    "edit the VPO list, or say who controls one",
    stages=(*SETUP, "play"),
    group="adjust",
)
def vpo(ctx: Context, words: list[str]) -> None:
    """A26: the VPO list and who controls each, by hand."""
    if len(words) != 2:
        raise Refused("vpo needs two words, as in: vpo add K33, vpo remove A12, vpo Q10 friendly")
    if not ctx.state.control:
        start_control(ctx)
    first, second = words
    if first.lower() in ("add", "remove"):
        name = known_hex(ctx.game, second)
        if first.lower() == "remove":
            if name not in ctx.state.control:
                raise Refused(f"{name} is no VPO; they are {', '.join(ctx.state.control)}")
            ctx.emit(ev.ControlChanged(name, None, "player"))
            return
        ours = name in placement.friendly_area(ctx.game)
        ctx.emit(ev.ControlChanged(name, "FRIENDLY" if ours else "ENEMY", "player"))
        return
    name, side = known_hex(ctx.game, first), second.upper()
    if name not in ctx.state.control or side not in ("FRIENDLY", "ENEMY"):
        raise Refused(f"'{first} {second}' is no VPO and side; VPO are {', '.join(ctx.state.control)}")
    ctx.emit(ev.ControlChanged(name, side, "player"))  # type: ignore[arg-type]


# -- S?, Guns, minefields, sniper ---------------------------------------------------------------------


def enemy_set_up(ctx: Context) -> None:
    """4.1 and the mission's own ENEMY set-up."""
    placement.place_suspects(ctx)
    for item in ctx.mission.enemy_set_up.guns:
        flags = [
            flag
            for flag, on in (
                ("aa", item.mode == "AA"),
                ("concealed", item.concealed),
                ("waits", item.orders == "aircraft"),
            )
            if on
        ]
        gun = pieces.add_unit(
            ctx,
            "ENEMY",
            item.gun,
            item.hex,
            flags=flags,
            ca=item.ca,
            attitude=ctx.mission.attitude,
            why="mission set-up",
        )
        crew_flags = [flag for flag in flags if flag != "aa"]
        pieces.add_unit(
            ctx, "ENEMY", item.crew, item.hex, flags=crew_flags, group=gun.id, attitude=ctx.mission.attitude
        )
    for line in ctx.mission.enemy_set_up.minefields:
        for spot in hex_grain_line(parse_hex(line.start), parse_hex(line.end)):
            pieces.put_marker(ctx, "minefield", spot.name, "Known minefield, strength unknown", side="ENEMY")
    if ctx.mission.enemy_set_up.sniper:
        pieces.put_marker(ctx, "sniper", ctx.mission.enemy_set_up.sniper, "ENEMY sniper", side="ENEMY")
    ctx.tell(
        f"{counted(len(ctx.state.suspects), 'S?', 'S?')} and the ENEMY's Guns and minefields are listed "
        "above: place them on your board.",
        board=True,
        stop=True,
    )
    ctx.emit(ev.StageBegan("wrecks" if ctx.mission.wrecks else "force"))


# -- wrecks -------------------------------------------------------------------------------------------


def _wrecks_open(state: State) -> str:
    return "" if state.stage == "wrecks" else f"wrecks are placed before the FRIENDLY force; this is {state.moment}"


def wreck_hexes(ctx: Context) -> list[str]:
    """The hexes that may still take a wreck (MSR 8)."""
    rule = ctx.mission.wrecks
    if rule is None:
        return []
    distances = placement.area_distance(ctx.game)
    taken = {marker.hex for marker in ctx.state.marked("wreck")}
    enemy = {unit.hex for unit in ctx.state.on_map("ENEMY")} | {item.hex for item in ctx.state.suspects.values()}
    return [
        name
        for name, distance in distances.items()
        if 0 < distance <= rule.within
        and name not in enemy
        and all(ctx.board.distance(name, other) >= rule.apart for other in taken)
    ]


@verb(
    "wreck",
    "wreck HEX… | wreck auto",
    "place wrecks before your force (MSR 8); auto spreads the rest",
    stages=("wrecks",),
    when=_wrecks_open,
    group="set-up",
    key="w",
)
def wreck(ctx: Context, words: list[str]) -> None:
    """MSR 8: wrecks near the FRIENDLY area, never ADJACENT, not where ENEMY units are."""
    rule = ctx.mission.wrecks
    if rule is None or not words:
        raise Refused("wreck needs hexes, as in: wreck L17 T13; or: wreck auto")
    if words == ["auto"]:
        _spread_wrecks(ctx)
        return
    for word in words:
        name = known_hex(ctx.game, word)
        if len(ctx.state.marked("wreck")) >= rule.number:
            raise Refused(f"only {rule.number} wrecks may be placed ({rule.rule})")
        if name not in wreck_hexes(ctx):
            raise Refused(
                f"no wreck in {name}: it must be 1 to {rule.within} hexes outside the FRIENDLY area, not ADJACENT "
                f"to another wreck, and free of ENEMY units ({rule.rule})"
            )
        pieces.put_marker(ctx, "wreck", name, "wreck", why=rule.rule)


def _spread_wrecks(ctx: Context) -> None:
    """Place the wrecks left over, spread along the front in open ground where there is some."""
    rule = ctx.mission.wrecks
    assert rule is not None
    left = rule.number - len(ctx.state.marked("wreck"))
    columns = sorted({ctx.board.hex(name).col for name in wreck_hexes(ctx)})
    for step in range(left):
        hexes = wreck_hexes(ctx)
        if not hexes:
            break
        goal = columns[(2 * step + 1) * len(columns) // (2 * left)]
        name = min(hexes, key=lambda item: (abs(ctx.board.hex(item).col - goal), ctx.board.hex(item)))
        pieces.put_marker(ctx, "wreck", name, "wreck", why=rule.rule)


def end_wrecks(ctx: Context) -> None:
    """Go on to the FRIENDLY force; unplaced wrecks are forgone after a question."""
    rule = ctx.mission.wrecks
    placed = len(ctx.state.marked("wreck"))
    if rule and placed < rule.number and wreck_hexes(ctx):
        answer = ctx.choose(
            f"{counted(rule.number - placed, 'wreck')} may still be placed ({rule.rule}).",
            [Option("auto", "the program places the rest"), Option("none", "go on without them")],
        )
        if answer == "auto":
            _spread_wrecks(ctx)
    ctx.emit(ev.StageBegan("force"))


# -- the FRIENDLY force -------------------------------------------------------------------------------


def raise_force(ctx: Context) -> None:
    """Roll and list the FRIENDLY OoB."""
    for group in ctx.mission.force:
        for item in ctx.mission.items(group):
            _raise_item(ctx, group, item)
    ctx.emit(ev.StageBegan("set-up"))


def _raise_item(ctx: Context, group: ForceGroup, item: ForceItem) -> None:
    name = item.type or ""
    for number in range(item.count):
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
            give_armor_leader(ctx, name, group.id)
        elif name and name != "-":
            pieces.add_either(ctx, "FRIENDLY", name, group.id, group.turn, item.note)


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
    for _ in range(50):
        result = ctx.table(table, purpose, column=column, facts=facts).result
        if isinstance(result, dict) and "table" in result:
            result = ctx.table(str(result["table"]), purpose).result
        name = result_text(result)
        if name not in (reroll or []):
            return name
    raise Refused(f"table {table} gives nothing but {', '.join(reroll or [])}")


def give_armor_leader(ctx: Context, name: str, group: str) -> None:
    """D3.4: put an armor leader into an AFV of the group that the player chooses; `-` is nobody."""
    if name == "-":
        ctx.tell("No armor leader.")
        return
    tanks = [
        unit
        for unit in ctx.state.units.values()
        if unit.group == group and unit.kind == "vehicle" and "armor-leader" not in unit.flags
    ]
    if not tanks:
        return
    tanks.sort(key=lambda unit: (-unit.morale, unit.type.startswith("PT-"), unit.id))
    options = [Option(unit.id, unit.type) for unit in tanks]
    chosen = ctx.choose(f"Which AFV gets the armor leader {name}?", options, rule="D3.4")
    leader = pieces.counter(ctx, "FRIENDLY", name)
    unit = ctx.state.units[chosen]
    ctx.emit(ev.UnitRedrawn(chosen, modifier=leader.modifier or 0, note=f"armor leader {name}"))
    pieces.change(ctx, unit, ["armor-leader"])


# -- deployment and the start -------------------------------------------------------------------------


def begin_play(ctx: Context) -> None:
    """Check the FRIENDLY set-up, roll the fate of the wrecks, and begin Turn 1."""
    from sasl.play.sequence import begin_phase

    missing = unplaced(ctx.game)
    if missing:
        raise Refused(
            f"{counted(len(missing), 'unit')} still to set up: {listed(missing, 6)}; "
            "use place, or deploy to let the program do it"
        )
    wrong = misplaced(ctx.game)
    if wrong:
        raise Refused(wrong[0])
    _wreck_fates(ctx)
    for unit in list(ctx.state.on_map("FRIENDLY")):
        control.entered(ctx, unit, (unit.hex or "",))
    ctx.emit(ev.StageBegan("play"))
    begin_phase(ctx, 1, ctx.mission.first_side, "RPh")


def _wreck_fates(ctx: Context) -> None:
    rule = ctx.mission.wrecks
    if rule is None:
        return
    for marker in ctx.state.marked("wreck"):
        fate = ctx.table(rule.fate, f"Fate of the wreck in {marker.hex}").result
        if fate == "burning":
            ctx.emit(ev.MarkerPut(Marker(marker.id, "wreck", marker.hex, text="burning wreck", number=1), rule.rule))
        elif fate == "removed":
            ctx.emit(ev.MarkerRemoved(marker.id, rule.rule))


STEPS = {
    "tables": roll_values,
    "suspects": enemy_set_up,
    "wrecks": end_wrecks,
    "force": raise_force,
    "set-up": begin_play,
}
