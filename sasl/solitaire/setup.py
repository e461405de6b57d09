"""Set-up, stage by stage: mission tables, VPO, S? and Guns; then wrecks, force and deployment in their rooms."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Option, Refused
from sasl.asl.game.registry import SETUP, verb
from sasl.asl.game.sight import known_hex
from sasl.asl.game.state import RE_PAIRS, SIDES
from sasl.asl.game.words import value_name
from sasl.asl.oba import batteries
from sasl.content.mission import EnemySetUp
from sasl.kernel.records import result_text
from sasl.kernel.text import counted, listed, number_in, one_of
from sasl.solitaire import control, mapboards, objectives, placement, suspect_cases
from sasl.solitaire.deployment import misplaced, record_observer, unplaced
from sasl.solitaire.force import raise_force
from sasl.solitaire.sources import case_source, note_words
from sasl.solitaire.wrecks import end_wrecks, wreck_fates

VALUES = ("enemy-san", "friendly-san", "enemy-ac", "enemy-re", "friendly-re")


def next_stage(ctx: Context) -> None:
    """Do what the present stage of set-up still needs, and begin the next one."""
    STEPS[ctx.state.stage](ctx)


# -- mission tables -----------------------------------------------------------------------------------


def roll_values(ctx: Context) -> None:
    """12.32: roll each mission value that is not typed in, then the month and EC, and the VPO as they start."""
    for name in VALUES:
        if name not in ctx.state.values:
            record = ctx.table(ctx.mission.tables[name], value_name(name))
            ctx.emit(ev.ValueSet(name, result_text(record.result), record.provenance))
    _season(ctx)
    _elr(ctx)
    if ctx.mission.vpo.note:
        ctx.tell(note_words("VPO", ctx.mission.vpo.provenance, ctx.mission.vpo.note))
    if not ctx.state.control:
        objectives.start_control(ctx)
    ctx.emit(ev.StageBegan("suspects"))


def _elr(ctx: Context) -> None:
    """A19.1: where the card gives no ELR the player hears which is used, and why."""
    armies = [(side, ctx.mission.army(side)) for side in ("FRIENDLY", "ENEMY")]
    lent = [f"{side} ELR {army.elr} [{army.elr_provenance}]: {army.elr_note}" for side, army in armies if army.elr_note]
    if lent:
        ctx.tell(" ".join(lent))


def _season(ctx: Context) -> None:
    """B25.5: the month and the EC where the mission has them rolled."""
    if ctx.mission.month and "month" not in ctx.state.values:
        record = ctx.table(ctx.mission.month, "Month")
        ctx.emit(ev.ValueSet("month", result_text(record.result), record.provenance))
    if ctx.mission.ec_table and not ctx.state.ec:
        month = ctx.state.values["month"].value.lower() if ctx.mission.month else ""
        found = result_text(ctx.table(ctx.mission.ec_table, "EC", facts={month: 1} if month else {}).result)
        ctx.emit(ev.WeatherSet(found, ctx.state.wind, ctx.state.gusts))


@verb(
    "value",
    "value NAME FIGURE",
    "type your own card's figure over a mission value (enemy-ac, enemy-re …)",
    stages=(*SETUP, "play"),
    group="adjust",
)
def value(ctx: Context, words: list[str]) -> None:
    """12.32: a mission value as the player's card has it."""
    names = (*VALUES, "month") if ctx.mission.month else VALUES
    if len(words) != 2 or words[0].lower() not in names:
        raise Refused(f"value needs a name and a figure; the names are {', '.join(names)}")
    name, figure = words[0].lower(), words[1]
    if name == "month":
        known = {result_text(row.result) for row in ctx.library.table(ctx.mission.month or "").rows}
        figure = figure.capitalize()
        if figure not in known:
            raise Refused(f"the month is {' or '.join(sorted(known))}, not '{figure}'")
    elif name.endswith("re"):
        if figure not in RE_PAIRS:
            raise Refused(f"RE#s are one of {', '.join(RE_PAIRS)}, not '{figure}'")
    elif number_in(figure, 0, 7) is None:
        raise Refused(f"{value_name(name)} is a number from 0 to 7, not '{figure}'")
    ctx.emit(ev.ValueSet(name, figure, "user"))


@verb(
    "vpo",
    "vpo | vpo add HEX | vpo remove HEX | vpo HEX friendly|enemy",
    "list the VPO, edit the list, or say who controls one",
    stages=(*SETUP, "play"),
    group="adjust",
)
def vpo(ctx: Context, words: list[str]) -> None:
    """A26: the VPO list and who controls each, by hand."""
    if len(words) not in (0, 2):
        raise Refused("vpo needs two words, as in: vpo add K33, vpo remove A12, vpo Q10 friendly; alone it lists them")
    if ctx.state.stage == "boards":
        raise Refused("there are no VPO before the mapboards are chosen")
    if not words:
        every = ctx.state.control.items()
        if not every:
            raise Refused("the VPO are not known yet: next determines them")
        ctx.tell("VPO: " + "; ".join(f"{objectives.vpo_words(ctx.game, name)} {side}" for name, side in every))
        return
    if not ctx.state.control:
        objectives.start_control(ctx)
    first, second = words
    if first.lower() in ("add", "remove"):
        name = known_hex(ctx.game, second)
        if first.lower() == "remove":
            if name not in ctx.state.control:
                raise Refused(f"{name} is no VPO; they are {', '.join(ctx.state.control)}")
            if len(ctx.state.control) == 1:
                raise Refused(f"{name} is the last VPO: a mission needs at least one")
            ctx.emit(ev.ControlChanged(name, None, "player"))
            return
        ours = name in placement.friendly_area(ctx.game)
        ctx.emit(ev.ControlChanged(name, "FRIENDLY" if ours else "ENEMY", "player"))
        return
    name, side = known_hex(ctx.game, first), one_of(second.upper(), SIDES)
    if name not in ctx.state.control or side is None:
        raise Refused(f"'{first} {second}' is no VPO and side; VPO are {', '.join(ctx.state.control)}")
    ctx.emit(ev.ControlChanged(name, side, "player"))


# -- S?, Guns, minefields, sniper ---------------------------------------------------------------------


def enemy_set_up(ctx: Context) -> None:
    """The FRIENDLY entry edge where it is chosen; then 4.1 and the mission's own ENEMY set-up."""
    _entry_edge(ctx)
    for case in ctx.mission.suspects.cases:
        if case.note:
            ctx.tell(note_words(*case_source(case)))
    suspect_cases.place_suspects(ctx)
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
        for name in line.hexes():
            pieces.put_marker(
                ctx, "minefield", name, "Known minefield, strength unknown", side="ENEMY", state="unknown"
            )
    if ctx.mission.enemy_set_up.sniper:
        pieces.put_marker(ctx, "sniper", ctx.mission.enemy_set_up.sniper, "ENEMY sniper", side="ENEMY")
    more = " and the ENEMY's Guns and minefields" if ctx.mission.enemy_set_up != EnemySetUp() else ""
    ctx.tell(
        f"{counted(len(ctx.state.suspects), 'S?', 'S?')}{more} are in the log: place them on your board.",
        board=True,
        stop=True,
    )
    ctx.emit(ev.StageBegan("wrecks" if ctx.mission.wrecks else "force"))


def _entry_edge(ctx: Context) -> None:
    """12: the FRIENDLY side chooses the edge by which it enters, before anything is set up."""
    choice = ctx.mission.area.entry_choice
    if choice and not ctx.state.entry:
        options = [Option(edge, f"the {edge} edge") for edge in choice]
        edge = one_of(ctx.choose("By which edge does your force enter?", options, whose="FRIENDLY"), choice)
        ctx.emit(ev.EntryChosen(edge or choice[0]))


# -- deployment and the start -------------------------------------------------------------------------


def begin_play(ctx: Context) -> None:
    """Check the FRIENDLY set-up, roll the fate of the wrecks, and begin play."""
    missing = unplaced(ctx.game)
    if missing:
        raise Refused(
            f"{counted(len(missing), 'unit')} still to set up: {listed(missing, 6)}; "
            "use place, or deploy to let the program do it"
        )
    wrong = misplaced(ctx.game)
    if wrong:
        raise Refused(wrong[0])
    record_observer(ctx)
    batteries.muster(ctx)
    wreck_fates(ctx)
    for unit in list(ctx.state.on_map("FRIENDLY")):
        control.entered(ctx, unit, (unit.hex or "",))
    ctx.emit(ev.StageBegan("play"))


STEPS = {
    "boards": mapboards.choose_boards,
    "tables": roll_values,
    "suspects": enemy_set_up,
    "wrecks": end_wrecks,
    "force": raise_force,
    "set-up": begin_play,
}
