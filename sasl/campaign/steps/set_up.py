"""Set-up before a CG scenario: who may set up and enter where, `place`, the roster line (6, 7.5222-.5224, CG12)."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.board.board import Board
from sasl.board.hexes import distance, parse_hex
from sasl.campaign import events as cev
from sasl.campaign.buying import forts, market
from sasl.campaign.campaign_report import open_line, standing_figures
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import BOXES, MINES, SET_UP, SIDES, VEHICLES, Nation, Piece, RosterLine, Work, other
from sasl.campaign.perimeter.front_lines import area
from sasl.campaign.perimeter.perimeter_control import zones as perimeter_zones
from sasl.campaign.sealed import DUMMY, break_seal
from sasl.campaign.secrets import covered, secretive
from sasl.campaign.steps import setup_limits
from sasl.campaign.steps.clearing import is_new, last_chance, sheltered
from sasl.campaign.steps.step_kinds import Step
from sasl.campaign.steps.vehicle_steps import dig_in, may_dig_in
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted, listed, one_of
from sasl.kernel.transaction import Refused

ENDLESS = 999


class Zone(Frozen):
    """Hexes in which something may set up or enter, in words with the rule."""

    words: str
    hexes: frozenset[str]


def initial(game: CampaignGame) -> bool:
    """Whether the Initial Scenario is still to come."""
    return game.state.scenario == 0


def asked_for(game: CampaignGame) -> bool:
    """Whether the sides buy and set up now, so that their zones are of interest: not in the refit before that."""
    return initial(game) or game.reached("purchase")


def first_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """7.4, CG12b: the hexes of a side before the Initial Scenario, by their numbers; none where no figure says so."""
    if game.board is None:
        return frozenset()
    below = game.figure_or(f"{side}-set-up-below", ENDLESS)
    least = game.figure_or(f"{side}-set-up-from", -1)
    if below == ENDLESS and least < 0:
        return frozenset()
    return frozenset(name for name in game.board if least <= game.board.hex(name).num < below)


def begin_control(ctx: CampaignRun) -> None:
    """7.4: before the Initial Scenario each side controls the hexes in which it may set up."""
    for side in SIDES:
        mine = sorted(first_hexes(ctx.game, side), key=parse_hex)
        hexes = tuple(name for name in mine if name not in ctx.state.control)
        if hexes:
            ctx.emit(cev.HexesControlled(side, hexes, f"where it may set up ({ctx.rule('7.4')})"))


def own_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """7.5224: the hexes of a side's Perimeter that are not Isolated; before the Initial Scenario those of 7.4."""
    board = game.board
    if board is None:
        return frozenset()
    if initial(game):
        return first_hexes(game, side)
    isolated = game.state.isolated
    loops = game.state.perimeters.get(side, ())
    inside = area(board, loops) - perimeter_zones(board, game.state.perimeters).isolated if loops else frozenset(
        name for name, whose in game.state.control.items() if whose == side and name in board)  # fmt: skip
    return frozenset(inside) - isolated


def new_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """CG12: where a side's groups of this date may set up: its own hexes, the Russians off the German Front Line."""
    own, apart = own_hexes(game, side), game.figure_or(f"{side}-set-up-apart", 0)
    if initial(game) or not apart or game.board is None:
        return own
    near = game.board.distances(name for loop in game.state.perimeters.get(other(side), ()) for name in loop)
    return frozenset(name for name in own if near.get(name, ENDLESS) >= apart)


def entry_hexes(game: CampaignGame, side: Nation) -> frozenset[str]:
    """Section 6, Entry Area: the map-edge hexes by which a side enters.

    Of an edge that the file gives a distance for, only those that far beyond the foremost enemy-controlled one.
    """
    board = game.board
    if board is None:
        return frozenset()
    hexes: set[str] = set()
    for edge, apart in game.campaign.entry.get(side, {}).items():
        hexes |= _behind(game, board, side, edge, game.figure(apart)) if apart else set(board.edge(edge))
    return frozenset(hexes)


def _behind(game: CampaignGame, board: Board, side: Nation, edge: str, apart: int) -> set[str]:
    """The hexes of an edge on the side's own side of the enemy's foremost one there, and so many hexes from it."""
    names = board.edge(edge)
    enemy = [board.hex(name).num for name in names if game.state.control.get(name) not in ("", None, side)]
    foremost = min(enemy, default=ENDLESS)
    return {name for name in names if board.hex(name).num + apart <= foremost}


def zones(game: CampaignGame) -> list[Zone]:
    """Every zone of both sides as it is now, in the order in which a player asks: set-up, new groups, entry."""
    areas = []
    for side in SIDES:
        own, new, entry = own_hexes(game, side), new_hexes(game, side), entry_hexes(game, side)
        who = side.capitalize()
        if own:
            areas.append(Zone(f"{who} set-up area", own))
        if own and new != own:
            apart = game.figure_or(f"{side}-set-up-apart", 0)
            text = f"{who} groups of this date, {apart} hexes or more from the enemy Front Line (CG12)"
            areas.append(Zone(text, new))
        if entry:
            areas.append(Zone(f"{who} Entry Area (6)", entry))
    return areas


def why_not(game: CampaignGame, piece: Piece, name: str) -> str:
    """Why a counter may not set up in a hex, with the rule; empty if it may. It is no matter of what it bears."""
    if "isolated" in piece.flags and (game.board is not None or piece.hex in game.state.isolated):
        area = game.state.confines(piece.hex)
        return "" if name in area else f"it is Isolated in {listed(area, 6)} ({game.rule('7.5222')})"
    item = game.state.purchases.get(piece.group)
    reason = market.only_enters(game, item) if item and piece.box == "coming" else ""
    if reason or "off-board" in piece.flags:
        return reason or f"it enters from off-board ({game.rule('CG12')})"
    if code := _outside_code(game, piece, name):
        return code
    if game.board is None:
        return ""
    if initial(game) and piece.box == "coming" and not item and _must_enter(game, piece):
        return "it enters from the east edge: it is of no Reinforcement Group, and CPP set up only those (CG12b)"
    own = own_hexes(game, piece.side)
    if name not in own:
        if initial(game):
            return f"the {piece.side.capitalize()} side sets up in hexes {_numbers(game, piece.side)} (7.4, CG12)"
        where = f"the non-Isolated {piece.side.capitalize()} Perimeter"
        return f"{name} is in no part of {where} ({game.rule('7.5224')})"
    if is_new(game.state, piece) and name not in new_hexes(game, piece.side):
        apart = game.figure_or(f"{piece.side}-set-up-apart", 0)
        return f"groups of this date set up {apart} hexes or more from the enemy Front Line (CG12b)"
    return ""


def _outside_code(game: CampaignGame, piece: Piece, name: str) -> str:
    """12.6217: why the Entry Code of its group bars a counter from a hex, by its number or its edge; "".

    It holds on the CG Day of the purchase: a group that is Retained is free of it.
    """
    item = game.state.purchases.get(piece.group)
    group = game.campaign.group(item.side, item.group) if item and game.state.is_fresh(item) else None
    color = group.entry_code if group else ""
    code = game.campaign.entry_codes.get(color)
    if code is None:
        return ""
    number = parse_hex(name).num
    if number < code.set_up_from or (code.set_up_to and number > code.set_up_to):
        limit = f"{code.set_up_from} or more" if code.set_up_from else f"{code.set_up_to} or less"
        return f"groups with the {color} Entry Code set up in hexes numbered {limit} ({game.rule('12.6217')})"
    edge = game.board.edge(code.needs_edge) if game.board and code.needs_edge else ()
    if edge and not any(game.state.control.get(hex_name) == piece.side for hex_name in edge):
        return f"its side controls no hex of the {code.needs_edge} edge ({color} Entry Code, {game.rule('12.6217')})"
    return ""


def _must_enter(game: CampaignGame, piece: Piece) -> bool:
    """Whether the file gives this side ways to set up on the map only for more CPP before the Initial Scenario."""
    ways = [way for way in game.campaign.setups if way.side == piece.side and way.stage == "initial"]
    return any(way.id == "off-board" for way in ways)


def _numbers(game: CampaignGame, side: Nation) -> str:
    below, least = game.figure_or(f"{side}-set-up-below", ENDLESS), game.figure_or(f"{side}-set-up-from", -1)
    return f"numbered below {below}" if below != ENDLESS else f"numbered {least} or more"


WHY = "set up"
WAYS = ("concealed", "hidden", "hooked")
"""How a counter may set up: with a `?`, HIP, a Gun in tow."""
TUNNEL = "tunnel"
DUG_IN = "dug-in"
"""11.6194c: an AFV may set up so, too, and is never Mobile again."""


def fixed(game: CampaignGame, piece: Piece) -> str:
    """7.507-7.5071: why a counter that is on the map sets up nowhere else; "" if it may."""
    if piece.flags & {"wreck", "burnt-out"}:
        return f"a wreck stays where it is ({game.rule('7.507')})"
    if piece.kind == "vehicle" and "immobile" in piece.flags:
        return f"it is Immobile and stays where it is ({game.rule('7.5071')})"
    return f"a cupola stays where it is ({game.rule('7.507')})" if piece.kind == "cupola" else ""


def remember_places(ctx: CampaignRun) -> None:
    """CG11, 7.5071: where each Gun stands before set-up, which may be moved so far from there, and what stays there."""
    for piece in list(ctx.state.of("", "map")):
        if piece.stood != piece.hex and (piece.kind == "gun" or fixed(ctx.game, piece)):
            ctx.emit(cev.PieceChanged(piece.id, stood=piece.hex, why=""))


def shown(game: CampaignGame, work: Work) -> bool:
    """CG16: whether a fortification is placed openly once set-up is done; mines stay hidden."""
    return bool(game.figure_or("forts-shown", 0)) and work.kind not in MINES


def show_fortifications(ctx: CampaignRun) -> None:
    """CG16: all set-up is done: fortifications that were HIP, except mines, are put on the map."""
    works = ctx.state.works
    written = [line for key, line in ctx.state.sealed.items() if key in works and works[key].kind != DUMMY]
    break_seal(ctx, [line for line in written if shown(ctx.game, works[line.id])], "CG16")
    for work in list(ctx.state.works.values()):
        if work.hex and work.hidden and shown(ctx.game, work):
            ctx.emit(cev.WorkPut(replace(work, hidden=False), "CG16"))


def place(ctx: CampaignRun, items: Sequence[str], name: str, ways: Sequence[str]) -> None:
    """7.5222-7.5224: a counter with what it bears, or a fortification, is set up; `move` and `work` ask nothing.

    What is named beside its bearer comes with it.
    """
    for item in items:
        if (piece := ctx.state.pieces.get(item)) and piece.kind != "gun" and piece.holder in items:
            continue
        work = ctx.state.works.get(item)
        if work is not None:
            _work(ctx, work, name)
        else:
            _piece(ctx, ctx.state.pieces[item], name, ways)
    for side in SIDES:
        told = any(item in ctx.state.pieces and ctx.state.pieces[item].side == side for item in items)
        if told and (reason := setup_limits.overstacked(ctx.game, side, name)):
            ctx.tell(f"The {side.capitalize()} side is overstacked in {name}: {reason}.")


def _piece(ctx: CampaignRun, piece: Piece, name: str, ways: Sequence[str]) -> None:
    """One counter. Refused, in one sentence, where the rules do not let it set up there."""
    _may_set_up(ctx, piece, name, ways)
    crew = ctx.state.pieces.get(piece.holder)
    if "hidden" in piece.flags and piece.box == "map":
        forts.return_hip(ctx, piece)
    if "hidden" in ways:
        forts.use_hip(ctx, piece, name)
    if DUG_IN in ways and DUG_IN not in piece.flags:
        dig_in(ctx, piece)
    gains = tuple(way for way in WAYS if way in ways and way not in piece.flags)
    loses = tuple(flag for flag in WAYS if flag not in ways and flag in piece.flags)
    ctx.emit(cev.PieceChanged(piece.id, gains, loses, box="map", hex=name, why=WHY))
    if crew is not None and piece.kind == "gun" and (crew.box, crew.hex) != ("map", name):
        ctx.emit(cev.PieceChanged(crew.id, tuple(way for way in gains if way != "hooked"), box="map", hex=name,
                                  why=f"mans {piece.id}"))  # fmt: skip
        ctx.carry(crew.id)
    for gun in ctx.state.held_by(piece.id):
        if gun.kind == "gun" and gun.stood and gun.hex != name:
            ctx.emit(cev.PieceChanged(gun.id, holder="", why=f"stays in {gun.hex} ({ctx.rule('CG11')})"))
    ctx.carry(piece.id)


def _may_set_up(ctx: CampaignRun, piece: Piece, name: str, ways: Sequence[str]) -> None:
    """Refused if it is nothing that sets up, is borne by another, or may not stand there in these ways."""
    if piece.box in ("gone", "away"):
        raise Refused(f"{piece.id} {piece.type} is {BOXES[piece.box]}; move puts it back by hand")
    if piece.kind not in SET_UP:
        raise Refused(f"{piece.id} {piece.type} does not set up on the map ({ctx.rule('7.5224')})")
    if "hooked" in ways and piece.kind != "gun":
        raise Refused(f"{piece.id} {piece.type} is not a Gun: only Guns set up in tow ({ctx.rule('CG11')})")
    if DUG_IN in ways and not may_dig_in(ctx.game, piece):
        raise Refused(f"{piece.id} {piece.type} is not an AFV of a side that may dig in ({ctx.rule('11.6194c')})")
    crew = ctx.state.pieces.get(piece.holder)
    if crew is not None and piece.kind != "gun":
        raise Refused(f"{piece.id} is with {crew.id}: place that one ({ctx.rule('7.5224')})")
    stays = piece.box == "map" and piece.stood and name != piece.stood
    reason = _gun(ctx.game, piece, name, "hooked" in ways) if piece.kind == "gun" else ""
    reason = reason or (fixed(ctx.game, piece) if stays else "")
    reason = reason or why_not(ctx.game, piece, name)
    reason = reason or (setup_limits.bars_cupola(ctx.game, name) if piece.kind == "cupola" else "")
    reason = reason or (_seen(ctx.game, piece, name) if "concealed" in ways else "")
    if reason:
        raise Refused(f"{piece.id} may not set up in {name}: {reason}")


def _gun(game: CampaignGame, piece: Piece, name: str, hooked: bool) -> str:
    """CG11: why a Gun that stood on the map may not be moved there; "" if it may."""
    board = game.board
    if hooked and piece.side != "russian" and game.figure_or("towed-guns-apart", 0):
        return f"only Russian Guns set up in tow ({game.rule('CG11')})"
    if hooked and not any(item.kind == "vehicle" and item.side == piece.side and "immobile" not in item.flags
                          for item in game.state.at(name)):  # fmt: skip
        return f"no vehicle is set up in {name} to tow it ({game.rule('CG11')})"
    if not piece.stood or board is None or name == piece.stood:
        return ""
    if sheltered(game, piece.stood):
        return f"it is in a building, trench or pillbox in {piece.stood} and stays there ({game.rule('CG11')})"
    name_of_most = "towed-guns-apart" if hooked else "mortars-move" if game.mode_of(piece) == "MTR" else "guns-move"
    most = game.figure_or(name_of_most, 99)
    far = board.distance(piece.stood, name)
    return (
        f"it was in {piece.stood}, {far} hexes away, and may move {most} at most ({game.rule('CG11')})"
        if far > most
        else ""
    )


def _seen(game: CampaignGame, piece: Piece, name: str) -> str:
    """CG10: why a counter may not set up concealed there; "" if it may: in Concealment Terrain, no Russian vehicle."""
    board = game.board
    if piece.side == "russian" and piece.kind == "vehicle" and game.figure_or("infantry-concealed-russian", 0):
        return "only Infantry of the Russians may set up concealed (CG10)"
    if board is not None and not board.chart.has(board.terrain(name).terrains, "concealment"):
        return "units set up concealed only in Concealment Terrain (CG10, A12.12)"
    return ""


def is_tunnel(work: Work | None) -> bool:
    """Whether a fortification is a tunnel."""
    return work is not None and work.kind == TUNNEL


def place_tunnel(ctx: CampaignRun, work: Work, name: str, exit: str) -> None:
    """B8.6: a tunnel has two entrances in different hexes, no farther apart than the figure says."""
    most, far = ctx.library.figure("tunnel-range"), distance(parse_hex(name), parse_hex(exit))
    if not 1 <= far <= most:
        raise Refused(f"the entrances of a tunnel are in two hexes, {most} apart at most; {exit} is {far} hexes from "
                      f"{name} (B8.6)")  # fmt: skip
    for place in (name, exit):
        _may_lie(ctx, work, place)
    title = line.title if (line := ctx.campaign.fortification(work.kind)) else TUNNEL
    ctx.emit(cev.WorkPut(replace(work, hex=name, exit=exit, text=f"{title} to {exit}"), WHY))


def _work(ctx: CampaignRun, work: Work, name: str) -> None:
    """7.520: a fortification is set up in a hex."""
    if is_tunnel(work):
        raise Refused(f"{work.id} is a tunnel: name both its entrances, as in: place {work.id} {name} to HEX (B8.6)")
    side = _may_lie(ctx, work, name)
    ctx.emit(cev.WorkPut(replace(work, hex=name), WHY))
    if reason := setup_limits.out_of_line(ctx.game, work, name):
        ctx.tell(f"{work.id}: {reason}.", tag=f"{side}.purchases")


def _may_lie(ctx: CampaignRun, work: Work, name: str) -> Nation:
    """7.520: the side of a fortification, if it is in its set-up area; some lines of the chart bar the Front Line."""
    side = one_of(work.side, SIDES)
    line = ctx.campaign.fortification(work.kind)
    if side is None or any(work.kind in lines for lines in forts.KINDS.values()):
        raise Refused(f"{work.id} {work.text or work.kind} cannot be placed ({ctx.rule('7.520')})")
    own = own_hexes(ctx.game, side)
    isolated = name in ctx.state.isolated
    may_isolated = isolated and (line is None or line.isolated) and ctx.state.control.get(name) == side
    if own and name not in own and not may_isolated:
        raise Refused(f"{work.text or work.kind} may not be placed in {name}: it is not in the "
                      f"{side.capitalize()} set-up area ({ctx.rule('7.5224')})")  # fmt: skip
    front = any(name in loop for loop in ctx.state.perimeters.get(side, ()))
    if line is not None and front and not line.front_line:
        raise Refused(f"{line.title} may not be placed in a Front Line Location, as {name} is ({ctx.rule('7.520')})")
    barred = setup_limits.bars_mines(ctx.game, work, name) or setup_limits.bars_digging(ctx.game, work.kind, name)
    if reason := barred or setup_limits.mined_twice(ctx.game, work, name):
        raise Refused(f"{work.id} may not be placed in {name}: {reason}")
    return side


def _end(ctx: CampaignRun) -> None:
    """7.5224: Isolated units have Ammunition Shortage; what each side starts with is written into its roster.

    7.5222, 12.6263: no Captured Weapon has (A21.11), a Captured AFV being one.
    """
    for piece in list(ctx.state.of("", "map")):
        able = piece.mmc or ((piece.weapon or piece.kind in VEHICLES) and "captured" not in piece.flags)
        if "isolated" in piece.flags and able:
            ctx.change(piece, ("shortage",), (), f"Isolated ({ctx.rule('7.5222')})")
    if short := [piece.id for piece in ctx.state.of("", "map") if "shortage" in piece.flags and not piece.holder]:
        rule = ctx.rule("7.5223")
        ctx.tell(f"With Ammunition Shortage: {listed(short, 12)}. How it ends in play: rules {rule}.", board=True)
    for side in SIDES:
        if alone := leaders_alone(ctx, side):
            text = (
                "Each new leader must set up with an MMC of his own group "
                f"({ctx.rule('7.5196')}); not so: {listed(alone)}."
            )
            ctx.tell(text, tag=f"{side}.purchases", board=True)
    write_roster(ctx)


def leaders_alone(ctx: CampaignRun, side: Nation) -> list[str]:
    """7.5196: the leaders of groups of this date that set up on the map without an MMC of their group."""
    state = ctx.state
    return [
        piece.id for piece in state.of(side, "map")
        if piece.kind == "leader" and "armor-leader" not in piece.flags
        and (bought := state.purchases.get(piece.group)) is not None and state.is_fresh(bought)
        and not any(other.mmc and other.group == piece.group for other in state.at(piece.hex, side))
    ]  # fmt: skip


def _by_program(ctx: CampaignRun, side: Nation) -> str:
    """Return how a side that the program plays sets up, and what the player is to do about it."""
    if ctx.game.board is None:
        return f"The program has no map to set its side up on: reveal {side} shows its counters; set them up for it."
    if not secretive(ctx.state, side):
        return f"The program sets the {side.capitalize()} side up openly."
    return (f"The program sets the {side.capitalize()} side up in secret: you see its ? alone, and open a hex in the "
            "scenario when you reach it (what is in HEX).")  # fmt: skip


def set_up(ctx: CampaignRun) -> None:
    """7.5222-.5224: who sets up first, what he has, and where it may stand."""
    first = ctx.state.fact("sets-up-first") or ctx.campaign.sets_up_first or "russian"
    order = SIDES if first == "russian" else SIDES[::-1]
    for side in order:
        isolated = sum(1 for piece in ctx.state.of(side, "map") if "isolated" in piece.flags)
        new = sum(1 for piece in ctx.state.of(side) if is_new(ctx.state, piece))
        retained = sum(1 for piece in ctx.state.of(side, "retained") if not is_new(ctx.state, piece))
        own = [counted(isolated, "Isolated counter")] * bool(isolated) + [f"{retained} Retained"] * bool(retained)
        said = [f"sets up {', then '.join(own)}"] * bool(own)
        if covered(ctx.game, side):
            said.append(f"what its new groups bring is kept secret ({ctx.rule('7.518')})")
        elif new:
            said.append(f"may set up or enter {counted(new, 'counter')} of new groups")
        ctx.tell(f"{side.capitalize()} {', and '.join(said) or 'has nothing to set up'}.", board=True)
        if ctx.game.mind(side) and not ctx.game.mind(other(side)):
            ctx.tell(_by_program(ctx, side), board=True)
        if side == "german" and (turn := last_chance(ctx.game)):
            ctx.tell(f"Each German unit sets up, or enters by Turn {turn}; else it is a casualty (CG12a).", board=True)
        most = ctx.game.figure_or(f"oba-per-scenario-{side}", 99)
        modules = sum(1 for piece in ctx.state.of(side) if piece.kind == "oba")
        if modules > most:
            ctx.tell(f"{side.capitalize()} has {modules} OBA modules and may use {most} of them (CG13).",
                     tag=f"{side}.purchases")  # fmt: skip
    stage = "initial" if ctx.state.scenario == 0 else "later"
    for way in ctx.campaign.setups:
        if way.text and way.stage in ("always", stage):
            ctx.tell(f"{way.side.capitalize()}, {way.title}: {ctx.game.filled(way.text)}")
    for zone in zones(ctx.game):
        ctx.tell(f"{zone.words}: {counted(len(zone.hexes), 'hex', 'hexes')} (show HEX tells of each).")
    remember_places(ctx)
    if mind := ctx.game.mind(first):  # 7.5224: who sets up second sees what the first has placed
        mind.act(ctx)


MONEY = ("cpp-start", "cpp-gained", "cpp-total", "cpp-spent")


def write_roster(ctx: CampaignRun) -> None:
    """7.15: each side's line for the present date, and the scenario that begins or does not come about."""
    for side in SIDES:
        ctx.emit(cev.RosterWritten(roster_line(ctx, side)))


def close_roster(ctx: CampaignRun) -> None:
    """7.15: a scenario is over: each side's line keeps what it has left."""
    for side in SIDES:
        line = open_line(ctx.game, side)
        if line:
            figures = {**line.figures, **standing_figures(ctx.game, side)}
            ctx.emit(cev.RosterWritten(replace(line, figures=figures)))


def roster_line(ctx: CampaignRun, side: Nation) -> RosterLine:
    """7.15: a side's line of the CG Roster for the present date."""
    figures = {name: str(ctx.state.number(side, name)) for name in MONEY}
    figures["cpp-left"] = str(ctx.state.number(side, "cpp"))
    if not ctx.state.scenario:  # what a side begins the campaign with
        figures["cpp-start"] = figures["cpp-total"]
    return RosterLine(side, ctx.state.date, {**figures, **standing_figures(ctx.game, side)}, ctx.state.scenario)


STEPS = (
    Step(
        "set-up",
        set_up,
        "both sides set up on your map; place IDS HEX checks it; then next",
        acts=True,
        end=_end,
        unmapped="both sides set up on your map; place IDS HEX records who is where; then next",
    ),
)
