"""Set-up, stage by stage: mission tables, VPO, S? and Guns; then wrecks, force and deployment in their rooms."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import COLOURS, RE_PAIRS, VALUE_FIGURES
from sasl.asl.game.words import value_name
from sasl.asl.oba import batteries
from sasl.asl.terrain import entrenching
from sasl.asl.vehicles import hd_maneuver
from sasl.kernel.rolling.records import result_text
from sasl.kernel.text import counted, listed, number_in, one_of
from sasl.solitaire import control
from sasl.solitaire.briefing.sources import case_source, note_words
from sasl.solitaire.setup import mapboards, objectives
from sasl.solitaire.setup.force import raise_force
from sasl.solitaire.setup.friendly_setup import conceal, misplaced, set_up_words, unplaced
from sasl.solitaire.setup.observer import record_observer
from sasl.solitaire.setup.wrecks import end_wrecks, wreck_fates
from sasl.solitaire.suspects import suspect_counters

RE_VALUES = ("enemy-re", "friendly-re")
VALUES = ("enemy-san", "friendly-san", "enemy-ac", *RE_VALUES)


def next_stage(ctx: Context) -> None:
    """Do what the present stage of set-up still needs, and begin the next one."""
    STEPS[ctx.state.stage](ctx)


# -- mission tables -----------------------------------------------------------------------------------


def _roll_values(ctx: Context) -> None:
    """S12.32: roll each mission value that is not typed in, then the month and EC, and the VPO as they start."""
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


def proper_value(game: Game, name: str, figure: str) -> str:
    """S12.32: the figure as a mission value is kept. Refused if there is no such value, or it cannot be that."""
    names = (*VALUES, "month") if game.mission.month else VALUES
    if name not in names:
        raise Refused(f"value needs a name and a figure; the names are {', '.join(names)}")
    if name == "month":
        known = {result_text(row.result) for row in game.library.table(game.mission.month or "").rows}
        if figure.capitalize() not in known:
            raise Refused(f"the month is {' or '.join(sorted(known))}, not '{figure}'")
        return figure.capitalize()
    if name in RE_VALUES:
        if figure not in RE_PAIRS:
            raise Refused(f"RE#s are one of {', '.join(RE_PAIRS)}, not '{figure}'")
    elif number_in(figure, VALUE_FIGURES[0], VALUE_FIGURES[-1]) is None:
        span = f"from {VALUE_FIGURES[0]} to {VALUE_FIGURES[-1]}"
        raise Refused(f"{value_name(name)} is a number {span}, not '{figure}'")
    return figure


def set_value(ctx: Context, name: str, figure: str) -> None:
    """S12.32: a mission value as the player's card has it."""
    ctx.emit(ev.ValueSet(name, proper_value(ctx.game, name, figure), "user"))


def may_enter_by(game: Game, edge: str) -> None:
    """12: refused unless the mission offers that entry edge."""
    choice = game.mission.area.entry_choice
    if not choice:
        raise Refused("this mission says which edge is yours")
    if edge not in choice:
        raise Refused(f"edge needs one of {', '.join(choice)}")


# -- S?, Guns, minefields, sniper ---------------------------------------------------------------------


def enemy_set_up(ctx: Context) -> None:
    """The FRIENDLY entry edge where it is chosen; then S4.1 and the mission's own ENEMY set-up."""
    _entry_edge(ctx)
    for case in ctx.mission.suspects.cases:
        if case.note:
            ctx.tell(note_words(*case_source(case)))
    _tell_storeys(ctx)
    suspect_counters.place_suspects(ctx)
    for item in ctx.mission.enemy_set_up.guns:
        flags: set[Flag] = {"concealed"} if item.concealed else set()
        if item.orders == "aircraft":
            flags.add("waits")
        mode: frozenset[Flag] = frozenset({"aa"}) if item.mode == "AA" else frozenset()
        kind = pieces.counter(ctx, "ENEMY", item.gun).kind
        gun = pieces.add_unit(
            ctx,
            "ENEMY",
            item.gun,
            item.hex,
            flags=flags | mode | entrenching.emplaced(ctx.board, kind, item.hex),
            ca=item.ca,
            attitude=ctx.mission.attitude,
            why="mission set-up",
        )
        pieces.add_unit(ctx, "ENEMY", item.crew, item.hex, flags=flags, group=gun.id, attitude=ctx.mission.attitude)
    for line in ctx.mission.enemy_set_up.minefields:
        for name in line.hexes():
            pieces.put_marker(
                ctx, "minefield", name, "Known minefield, strength unknown", side="ENEMY", state="unknown"
            )
    if ctx.mission.enemy_set_up.sniper:
        pieces.put_marker(ctx, "sniper", ctx.mission.enemy_set_up.sniper, "ENEMY sniper", side="ENEMY")
    laid = ctx.mission.enemy_set_up
    kinds = ["Guns"] * bool(laid.guns) + ["minefields"] * bool(laid.minefields) + ["sniper"] * bool(laid.sniper)
    more = f" and the ENEMY's {listed(kinds)}" if kinds else ""
    ctx.tell(
        f"Place {counted(len(ctx.state.suspects), 'S?', 'S?')}{more}; the log has their hexes.", board=True, stop=True
    )
    _tell_by_board(ctx)
    ctx.emit(ev.StageBegan("wrecks" if ctx.mission.wrecks else "force"))


def _tell_by_board(ctx: Context) -> None:
    """Name every S? once more where mapboards are joined, in the order in which they are printed."""
    for sheet, names in ctx.board.by_sheet({item.hex for item in ctx.state.suspects.values()}).items():
        every = [item for name in names for item in ctx.state.suspects_at(name)]
        words = listed(f"{item.id} ({COLOURS.get(item.attitude, 'black')}) in {item.hex}" for item in every)
        if sheet:
            ctx.tell(
                f"On Board {sheet} {counted(len(every), 'S?', 'S?')}: {words}.", board=True, stop=True, hexes=names
            )


def _entry_edge(ctx: Context) -> None:
    """12: the FRIENDLY side chooses the edge by which it enters, before anything is set up."""
    choice = ctx.mission.area.entry_choice
    if choice and not ctx.state.entry:
        options = [Option(edge, f"the {edge} edge") for edge in choice]
        edge = one_of(ctx.choose("By which edge does your force enter?", options, whose="FRIENDLY"), choice)
        ctx.emit(ev.EntryChosen(edge or choice[0]))


def _tell_storeys(ctx: Context) -> None:
    """B23.22: tell which buildings of the boards that were drawn have upper levels, which the hex data leave out."""
    patches = ctx.board.patches(lambda name: ctx.board.terrain(name).has("wooden-building", "stone-building"))
    large = [patch for patch in patches if len(patch) > 1] if ctx.mission.area.boards else []
    if large:
        names = "; ".join("-".join(patch) for patch in large)
        ctx.tell(
            f"Buildings of several hexes count as one level here; on your boards they may have more: {names} (B23.22)."
        )


# -- deployment and the start -------------------------------------------------------------------------


def _begin_play(ctx: Context) -> None:
    """Check the FRIENDLY set-up, roll the fate of the wrecks, and begin play."""
    missing = unplaced(ctx.game)
    if missing:
        raise Refused(
            f"not everything is set up yet ({set_up_words(ctx.game)}): {listed(missing, 6)}; "
            "use place and give, or deploy to let the program do it"
        )
    wrong = misplaced(ctx.game)
    if wrong:
        raise Refused(wrong[0])
    record_observer(ctx)
    batteries.muster(ctx)
    wreck_fates(ctx)
    for unit in list(ctx.state.on_map("FRIENDLY")):
        control.entered(ctx, unit, (unit.hex,))
    hd_maneuver.set_up_ends(ctx)
    conceal(ctx)
    ctx.emit(ev.StageBegan("play"))


STEPS = {
    "boards": mapboards.choose_boards,
    "tables": _roll_values,
    "suspects": enemy_set_up,
    "wrecks": end_wrecks,
    "force": raise_force,
    "set-up": _begin_play,
}
