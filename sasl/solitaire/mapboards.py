"""Mapboards: rolled on the mission's tables or chosen by hand, turned, and laid from north to south."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.registry import verb
from sasl.board import join
from sasl.board.hexes import parse_hex
from sasl.board.join import Layout, Sheet
from sasl.content.mission import BoardSet
from sasl.kernel.text import listed, one_of
from sasl.solitaire import bridges
from sasl.solitaire.sources import note_words

REROLLS = 60


def choose_boards(ctx: Context) -> None:
    """13, MSR 6 and 7: roll every mapboard not chosen by hand, each once, and how it lies; then the bridges."""
    rule = _rule(ctx)
    letters = list(dict.fromkeys(rule.tables))
    for letter in letters:
        for place, wanted in enumerate(rule.layout):
            if wanted == letter and not _sheets(ctx, rule)[place].board:
                _roll_board(ctx, rule, place)
    bridges.find_bridges(ctx)
    if rule.note:
        ctx.tell(note_words(f"Mapboards ({rule.rule})", rule.provenance, rule.note))
    ctx.tell(f"Lay the boards {join.course(ctx.state.layout)}: {laid_words(ctx.game)}.", board=True, stop=True)
    ctx.emit(ev.StageBegan("tables"))


def _roll_board(ctx: Context, rule: BoardSet, place: int) -> None:
    """One mapboard: a roll on its column's table until it is one that is not used yet, then how it lies."""
    purpose = f"Mapboard {place_name(rule, place, ctx.state.layout)}"
    for _ in range(REROLLS):
        record = ctx.table(rule.tables[rule.layout[place]], purpose)
        board = board_named(record.result)
        if board not in {sheet.board for sheet in _sheets(ctx, rule)}:
            break
    else:
        raise Refused(f"the table {rule.tables[rule.layout[place]]} gives no board that is not used yet")
    turned = bool(rule.facing) and str(ctx.table(rule.facing or "", f"{purpose}: how it lies").result) == "turned"
    _lay(ctx, rule, place, Sheet(board, turned), rule.rule)


def board_named(result: Any) -> str:
    """The id of the board that a row of a mapboard table names."""
    return str(result["board"]) if isinstance(result, dict) else str(result)


def place_name(rule: BoardSet, place: int, layout: Layout) -> str:
    """Where a board of the layout lies: north, centre, south (upright: east, centre, west), or its number."""
    last = len(rule.layout) - 1
    if place in (0, last) and last:
        return (("east", "west") if layout.upright else ("north", "south"))[place != 0]
    return "centre" if last == 2 or not last else str(place + 1)


def laid_words(game: Game) -> str:
    """`Board 17, Board 13 (turned) and Board 42`: the boards as a person calls them, in the order of the layout."""
    return listed(sheet_words(game, sheet) for sheet in game.state.layout.sheets)


def sheet_words(game: Game, sheet: Sheet) -> str:
    """`Board 13 (turned)`, or that it is not chosen."""
    if not sheet.board:
        return "not chosen yet"
    return game.library.board(sheet.board).title + (" (turned)" if sheet.turned else "")


def report(game: Game) -> list[str]:
    """The boards as they lie, the bridges, and the edge by which the FRIENDLY side enters, a line each."""
    rule = game.mission.area.boards
    if rule is None:
        return []
    layout = game.state.layout
    sheets = [*layout.sheets, *[Sheet()] * len(rule.layout)][: len(rule.layout)]
    lines = [f"{place_name(rule, place, layout)}: {sheet_words(game, sheet)}" for place, sheet in enumerate(sheets)]
    lines += [f"{'-'.join(item.hexes)}: {bridges.words(item)}" for item in game.state.layout.bridges]
    if game.mission.area.entry_choice:
        choice = " or ".join(game.mission.area.entry_choice)
        edge = game.state.entry or f"not chosen yet ({choice}: edge EDGE)"
        lines.append(f"FRIENDLY entry edge: {edge}")
    return lines


def _rule(ctx: Context) -> BoardSet:
    rule = ctx.mission.area.boards
    if rule is None:
        raise Refused("this mission is played on one map; it has no mapboards to choose")
    return rule


def _sheets(ctx: Context, rule: BoardSet) -> list[Sheet]:
    return [*ctx.state.layout.sheets, *[Sheet()] * len(rule.layout)][: len(rule.layout)]


def _lay(ctx: Context, rule: BoardSet, place: int, sheet: Sheet, why: str) -> None:
    """Put a board there: bridges where it lies go with the old one, and all VPO if they were known."""
    sheets = _sheets(ctx, rule)
    low, high = rule.numbers * place, rule.numbers * (place + 1)
    sheets[place] = sheet
    kept = [
        crossing
        for crossing in ctx.state.layout.bridges
        if not any(low < parse_hex(name).num <= high for name in crossing.hexes)
    ]
    for name in ctx.state.control:
        ctx.emit(ev.ControlChanged(name, None, "other mapboards"))
    ctx.emit(ev.BoardsLaid(replace(ctx.state.layout, sheets=tuple(sheets), bridges=tuple(kept)), why))
    if ctx.state.stage != "boards":
        bridges.find_bridges(ctx, sheet.board)


@verb(
    "mapboard",
    "mapboard north|centre|south BOARD [turned] | mapboard PLACE turn",
    "choose a mapboard by hand, or turn it by 180 degrees",
    stages=("boards", "tables"),
    group="set-up",
    key="b",
)
def mapboard(ctx: Context, words: list[str]) -> None:
    """13: the choice of boards, their place and how they lie, by hand; a new board gets its bridges at once (MSR 7)."""
    rule = _rule(ctx)
    if len(words) not in (2, 3) or (len(words) == 3 and words[2] != "turned"):
        raise Refused("mapboard needs a place and a board, as in: mapboard centre 13 turned; or: mapboard centre turn")
    places = [place_name(rule, place, ctx.state.layout) for place in range(len(rule.layout))]
    if words[0].lower() not in places:
        raise Refused(f"'{words[0]}' is no place; there are {', '.join(places)}")
    place = places.index(words[0].lower())
    sheets = _sheets(ctx, rule)
    if words[1].lower() == "turn":
        if not sheets[place].board:
            raise Refused(f"there is no board {words[0]} yet")
        _lay(ctx, rule, place, replace(sheets[place], turned=not sheets[place].turned), "by hand")
        return
    name = find_board(ctx, words[1])
    if name in {sheet.board for number, sheet in enumerate(sheets) if number != place}:
        raise Refused(f"{ctx.game.library.board(name).title} lies there already; each board is used once")
    _lay(ctx, rule, place, Sheet(name, len(words) == 3), "by hand")


def find_board(ctx: Context, text: str) -> str:
    """The id of the board that a person means by `13`, `w5` or `bd05`. Refused if there is none."""
    known = ctx.game.library.board_ids()
    word = text.lower()
    digits = word.lstrip("abcdefghijklmnopqrstuvwxyz")
    for name in (word, f"bd{digits.zfill(2)}"):
        if name in known:
            return name
    boards = [name.removeprefix("bd").lstrip("0") for name in known if name.startswith("bd")]
    raise Refused(f"there is no board '{text}'; there are {listed(boards, 30)}")


@verb(
    "edge",
    "edge north|east|south|west",
    "choose the board edge by which your force enters (the FBE)",
    stages=("boards", "tables", "suspects"),
    group="set-up",
)
def edge(ctx: Context, words: list[str]) -> None:
    """12: the FRIENDLY side chooses its entry edge before set-up."""
    choice = ctx.mission.area.entry_choice
    if not choice:
        raise Refused("this mission says which edge is yours")
    chosen = one_of(words[0].lower(), choice) if len(words) == 1 else None
    if chosen is None:
        raise Refused(f"edge needs one of {', '.join(choice)}")
    ctx.emit(ev.EntryChosen(chosen))
