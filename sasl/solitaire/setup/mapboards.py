"""Mapboards: rolled on the mission's tables or chosen by hand, turned, and laid from north to south."""

from __future__ import annotations

from typing import Any

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.board import join
from sasl.board.hexes import parse_hex
from sasl.board.join import Layout, Sheet, label
from sasl.content.missions.mission_map import BoardSet
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.solitaire.briefing.sources import note_words
from sasl.solitaire.setup import bridges

REROLLS = 60


def choose_boards(ctx: Context) -> None:
    """13, MSR 6 and 7: roll every mapboard not chosen by hand, each once, and how it lies; then the bridges."""
    rule = rule_of(ctx.game)
    letters = list(dict.fromkeys(rule.tables))
    for letter in letters:
        for place, wanted in enumerate(rule.layout):
            if wanted == letter and not sheets(ctx.game, rule)[place].board:
                _roll_board(ctx, rule, place)
    bridges.find_bridges(ctx)
    if rule.note:
        ctx.tell(note_words(f"Mapboards ({rule.rule})", rule.provenance, rule.note))
    ctx.tell(f"Lay the boards {join.course(ctx.state.layout)}: {_laid_words(ctx.game)}.", board=True, stop=True)
    if ctx.board.surveyed:
        ctx.tell(f"{los_source(ctx.game)}.")
    ctx.emit(ev.StageBegan("tables"))


def _roll_board(ctx: Context, rule: BoardSet, place: int) -> None:
    """One mapboard: a roll on its column's table until it is one that is not used yet, then how it lies."""
    purpose = f"Mapboard {place_name(rule, place, ctx.state.layout)}"
    again = ""
    for _ in range(REROLLS):
        record = ctx.table(rule.tables[rule.layout[place]], f"{purpose}{again}")
        board = _board_named(record.result)
        if board not in {sheet.board for sheet in sheets(ctx.game, rule)}:
            break
        again = f", as {ctx.game.library.board(board).title} is laid already"
    else:
        raise Refused(f"the table {rule.tables[rule.layout[place]]} has no board left that is not in use")
    turned = bool(rule.facing) and str(ctx.table(rule.facing or "", f"{purpose}: how it lies").result) == "turned"
    _lay(ctx, rule, place, Sheet(board, turned), rule.rule)


def _board_named(result: Any) -> str:
    """The id of the board that a row of a mapboard table names."""
    return str(result["board"]) if isinstance(result, dict) else str(result)


def place_name(rule: BoardSet, place: int, layout: Layout) -> str:
    """Where a board of the layout lies: north, centre, south (upright: east, centre, west), or its number."""
    last = len(rule.layout) - 1
    if place in (0, last) and last:
        return (("east", "west") if layout.upright else ("north", "south"))[place != 0]
    return "centre" if last == 2 or not last else str(place + 1)


def _laid_words(game: Game) -> str:
    """`Board 17, Board 13 (turned) and Board 42`: the boards as a person calls them, in the order of the layout."""
    return listed(sheet_words(game, sheet) for sheet in game.state.layout.sheets)


def sheet_words(game: Game, sheet: Sheet) -> str:
    """`Board 13 (turned)`, or that it is not chosen."""
    if not sheet.board:
        return "not chosen yet"
    return game.library.board(sheet.board).title + (" (turned)" if sheet.turned else "")


def los_source(game: Game) -> str:
    """Where LOS on the mapboards comes from: the player's own VASL boards, or the digest of their hexes."""
    laid = [sheet.board for sheet in game.state.layout.sheets if sheet.board]
    title = {board: game.library.board(board).title for board in laid}
    exact = [title[board] for board in laid if board in game.board.surveyed]
    rest = [title[board] for board in laid if board not in game.board.surveyed]
    if not exact:
        return "LOS comes from the program's own maps, with doubt where they cannot tell"
    own = f"; from the program's own maps: {listed(rest)}" if rest else ""
    return f"LOS exact, from your VASL boards: {listed(exact)}{own}"


def report(game: Game) -> list[str]:
    """The boards as they lie, the bridges, and the edge by which the FRIENDLY side enters, a line each."""
    rule = game.mission.area.boards
    if rule is None:
        return []
    layout = game.state.layout
    lines = [
        f"{place_name(rule, place, layout)}: {sheet_words(game, sheet)}"
        for place, sheet in enumerate(sheets(game, rule))
    ]
    lines += [los_source(game)] if any(sheet.board for sheet in layout.sheets) else []
    lines += [f"{'-'.join(item.hexes)}: {bridges.words(item)}" for item in game.state.layout.bridges]
    if game.mission.area.entry_choice:
        choice = " or ".join(game.mission.area.entry_choice)
        edge = game.state.entry or f"not chosen yet ({choice}: edge EDGE)"
        lines.append(f"FRIENDLY entry edge: {edge}")
    return lines


def rule_of(game: Game) -> BoardSet:
    """How this mission lays mapboards. Refused if it has none."""
    rule = game.mission.area.boards
    if rule is None:
        raise Refused("this mission is played on one map; it has no mapboards to choose")
    return rule


def sheets(game: Game, rule: BoardSet) -> list[Sheet]:
    """The boards of the layout, chosen or not."""
    return [*game.state.layout.sheets, *[Sheet()] * len(rule.layout)][: len(rule.layout)]


def _lay(ctx: Context, rule: BoardSet, place: int, sheet: Sheet, why: str) -> None:
    """Put a board there: bridges where it lies go with the old one, and all VPO if they were known."""
    laid = sheets(ctx.game, rule)
    low, high = rule.numbers * place, rule.numbers * (place + 1)
    laid[place] = sheet
    kept = [
        crossing
        for crossing in ctx.state.layout.bridges
        if not any(low < parse_hex(name).num <= high for name in crossing.hexes)
    ]
    for name in ctx.state.control:
        ctx.emit(ev.ControlChanged(name, None, "other mapboards"))
    ctx.emit(ev.BoardsLaid(replace(ctx.state.layout, sheets=tuple(laid), bridges=tuple(kept)), why))
    if ctx.state.stage != "boards":
        bridges.find_bridges(ctx, sheet.board)


def place_named(game: Game, text: str) -> str:
    """The place of the layout that a person calls so. Refused if there is none."""
    rule = rule_of(game)
    places = [place_name(rule, place, game.state.layout) for place in range(len(rule.layout))]
    if text.lower() not in places:
        raise Refused(f"'{text}' is not a place; there are {', '.join(places)}")
    return text.lower()


def _number(game: Game, place: str) -> int:
    rule = rule_of(game)
    return [place_name(rule, number, game.state.layout) for number in range(len(rule.layout))].index(place)


def sheet_in(game: Game, place: str) -> Sheet:
    """The board that lies in a place of the layout."""
    return sheets(game, rule_of(game))[_number(game, place)]


def may_lie(game: Game, place: str, board: str) -> None:
    """13: refused if the board lies elsewhere: each is used once."""
    others = [sheet.board for number, sheet in enumerate(sheets(game, rule_of(game))) if number != _number(game, place)]
    if board in others:
        raise Refused(f"{game.library.board(board).title} already lies there; each board is used once")


def choose(ctx: Context, place: str, board: str, *, turned: bool) -> None:
    """13: the board lies in that place of the layout, by hand."""
    rule, number = rule_of(ctx.game), _number(ctx.game, place)
    if warning := _other_column(ctx.game, rule, number, board):
        ctx.tell(warning)
    _lay(ctx, rule, number, Sheet(board, turned), "by hand")


def _other_column(game: Game, rule: BoardSet, place: int, board: str) -> str:
    """Return which places the table with a board is rolled for, if this is none of them; "" if the board may lie there
    or is in no table.
    """
    columns = {
        letter
        for letter, table in rule.tables.items()
        if any(_board_named(row.result) == board for row in game.library.table(table).rows)
    }
    if not columns or rule.layout[place] in columns:
        return ""
    names = [place_name(rule, at, game.state.layout) for at, letter in enumerate(rule.layout) if letter in columns]
    title, here = game.library.board(board).title, place_name(rule, place, game.state.layout)
    return (
        f"{title} is in column {listed(sorted(columns))} ({listed(names)}); the {here} board is rolled in column "
        f"{rule.layout[place]} ({rule.rule}). It lies there as you wish."
    )


def turn(ctx: Context, place: str) -> None:
    """13: the board in that place is turned by 180 degrees, by hand."""
    sheet = sheet_in(ctx.game, place)
    _lay(ctx, rule_of(ctx.game), _number(ctx.game, place), replace(sheet, turned=not sheet.turned), "by hand")


def board_id(game: Game, text: str) -> str:
    """The id of the board that a person means by `13`, `w5` (MSR 6: a Woods mapboard) or `bd05`. Refused if there is
    none, or if it is of another kind.
    """
    known = game.library.loader.ids("board")
    word = text.lower()
    digits = word.lstrip("abcdefghijklmnopqrstuvwxyz")
    letters, name = word.removesuffix(digits), f"bd{digits.zfill(2)}"
    if word in known:
        return word
    if name in known:
        kind = game.library.board(name).kind
        if letters in ("", "bd", kind[:1]):
            return name
        what = f"a {kind} board: {kind[0]}{digits}" if kind else f"neither woods nor village: {digits}"
        raise Refused(f"there is no board '{text}'; board {digits} is {what} (MSR 6)")
    boards = [label(name) for name in known if name.startswith("bd")]
    raise Refused(f"there is no board '{text}'; there are {listed(boards, 30)}")
