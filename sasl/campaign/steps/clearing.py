"""7.507: the map is cleared: what is not Isolated is Retained; fortifications go with their hexes (6, CG7, CG12)."""

from __future__ import annotations

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame, CampaignRun
from sasl.campaign.campaign_state import MINES, SIDES, VEHICLES, CampaignState, Piece
from sasl.campaign.perimeter.position import MARK, where
from sasl.campaign.steps.blazes import LASTING
from sasl.campaign.steps.isolation import area_of
from sasl.campaign.steps.losses import eliminate, worth
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted, listed, one_of

UNITS = ("squad", "hs", "crew", "leader", "gun", *VEHICLES)
"""What can be set up or enter and is worth Casualty VP."""


def retain(ctx: CampaignRun) -> None:
    """CG7: what could have come and stayed off the map is Retained like everything else that a side still has.

    Reserves are none any more (11.6194b, 12.6214b).
    """
    for piece in list(ctx.state.of("", "coming")):
        loses = tuple(piece.flags & {"off-board"})
        ctx.emit(
            cev.PieceChanged(piece.id, loses=loses, box="retained", why=f"Retained off the map ({ctx.rule('CG7')})")
        )
    for piece in list(ctx.state.of()):
        ctx.change(piece, (), ("reserve",), f"no longer a Reserve ({ctx.rule('11.6194b')})")


def is_new(state: CampaignState, piece: Piece) -> bool:
    """CG12: whether a counter off the map came with a group of this CG Date: it sets up or enters by its own rule.

    In a Counterattack (12.6253) what fought earlier on that day is Retained.
    """
    bought = state.purchases.get(piece.group)
    return piece.box == "coming" or (piece.box == "retained" and bought is not None and state.is_fresh(bought))


def last_chance(game: CampaignGame) -> int:
    """CG12a: the Turn by which each German unit must be on the map in the scenario of the last CG Date, else 0."""
    last = game.state.date >= len(game.campaign.dates) - 1
    return game.figure_or("german-enter-by-turn", 0) if last else 0


def left_off_map(ctx: CampaignRun) -> None:
    """CG12a: on the last CG Date Germans that neither set up nor entered in time are casualties at once."""
    turn = last_chance(ctx.game)
    late = [piece for piece in ctx.state.of("german", "retained", "coming")
            if piece.kind in UNITS and worth(ctx.game, piece) and "prisoner" not in piece.flags]  # fmt: skip
    if not turn or not late:
        return
    points = sum(worth(ctx.game, piece) for piece in late)
    typed = any(ctx.state.number("russian", name) for name in ("cvp-typed", "cvp-entered"))
    text = f"{counted(len(late), 'German counter')} not on the map by Turn {turn}: {points} CVP?"
    text += " (The CVP you entered may count them already.)" if typed else ""
    ctx.tell(f"Not on the map: {listed([piece.id for piece in late], 20)}.")
    if ctx.yes(text, default=not typed, rule="CG12a", id="left-off-map"):
        for piece in late:
            eliminate(ctx, piece, f"not on the map by Turn {turn} (CG12a)")


MOVABLE = ("sw", "gun", "vehicle")
SET_DC = "set-dc"
"""A DC that is Set before play (A23.7), as the chart of Fortifications calls it."""


def clearing(ctx: CampaignRun) -> None:
    """7.507-7.5073: units and Equipment off the map, found Equipment to who controls the hex, fortifications too.

    What could have come and stayed away is Retained now, too.
    """
    retain(ctx)
    for piece in list(ctx.state.of("", "map")):
        _found(ctx, piece)
    for piece in list(ctx.state.of("", "map")):
        if not piece.holder and not stays(ctx.game, piece):
            _off(ctx, piece)
    _works(ctx)


def stays(game: CampaignGame, piece: Piece) -> str:
    """7.507, 7.5071: why a counter stays on the map, or ""."""
    place = where(game.state, piece)
    area = area_of(game.state, piece)
    if area is not None and area.type != "A":
        return f"Isolated ({game.rule('7.5071')})"
    if piece.flags & {"wreck", "burnt-out"}:
        return "a wreck"
    if piece.flags & {"ti", "interdicting"}:
        return f"TI at a Ferry Landing ({game.rule('12.608')})"
    if piece.kind == "vehicle" and "immobile" in piece.flags:
        return f"Immobile ({game.rule('7.5071')})"
    if piece.kind == "cupola":
        return "a cupola"
    if piece.kind in ("gun", "vehicle") and (piece.kind == "gun" or game.figure_or("afv-stay-sheltered", 0)):
        if sheltered(game, place):
            return f"in a building, trench or pillbox ({game.rule('CG11')})"
        if piece.kind == "gun" and game.figure_or("guns-stay-after-am", 0) and game.date.morning:
            return f"a Gun after an AM scenario ({game.rule('CG11')})"
    if place and not game.state.control.get(place) and not piece.personnel and not piece.holder:
        return "" if piece.kind == "vehicle" and "abandoned" not in piece.flags else "in No-Man's Land"
    return ""


def sheltered(game: CampaignGame, place: str) -> bool:
    """CG11: a building, trench or pillbox; in Red Barricades a Fortified Building Location or pillbox (11.607)."""
    fortified = bool(game.figure_or("afv-stay-sheltered", 0))
    kinds = ("pillbox", "fortified-building") if fortified else ("pillbox", "trench")
    if any(work.kind in kinds for work in game.state.works_at(place)):
        return True
    board = game.board
    building = board is not None and place in board and board.terrain(place).has("wooden-building", "stone-building")
    return building and not fortified


def _off(ctx: CampaignRun, piece: Piece) -> None:
    """One counter with all it bears to the Retained box; a Gun that stays is left where it is."""
    hex_name = where(ctx.state, piece)
    ctx.emit(cev.PieceChanged(piece.id, box="retained", hex="", why=ctx.rule("7.507")))
    if piece.stood:
        ctx.emit(cev.PieceChanged(piece.id, stood="", why=ctx.rule("7.507")))
    for thing in ctx.state.held_by(piece.id):
        left = thing.kind == "gun" and stays(ctx.game, replace(thing, hex=hex_name, box="map"))
        if left:
            ctx.emit(cev.PieceChanged(thing.id, box="map", hex=hex_name, why=left))
        else:
            _off(ctx, thing)


def _found(ctx: CampaignRun, piece: Piece) -> None:
    """7.5072: Equipment that nobody holds is Retained by the side that controls its hex."""
    whose = one_of(ctx.state.control.get(piece.hex, ""), SIDES)
    alone = not piece.holder and piece.kind in MOVABLE and not piece.flags & {"wreck", "burnt-out"}
    manned = piece.kind == "vehicle" and "abandoned" not in piece.flags
    if not alone or manned or whose in (None, piece.side):
        return
    gains, loses = (("captured",), ()) if "captured" not in piece.flags else ((), ("captured",))
    ctx.emit(cev.PieceChanged(piece.id, gains, loses, side=whose, why=ctx.rule("7.5072")))


def _works(ctx: CampaignRun) -> None:
    """7.5073: a Fortification belongs to who controls its hex; hidden ones that changed hands are placed on the map.

    What was entered without a side gets one. 11.6073, 12.6083: a hidden Set DC in enemy hands is Eliminated; a tunnel
    changes hands with both its entrances; of mines only OtO2 tells the strength.
    """
    for work in list(ctx.state.works.values()):
        whose = ctx.state.control.get(work.hex, "") if work.hex else ""
        if work.exit and ctx.state.control.get(work.exit, "") != whose:  # nobody else has found the other entrance
            continue
        fort = work.kind not in (*LASTING, MARK)
        if whose and whose != work.side and (work.side or fort):
            if work.hidden and work.kind == SET_DC:
                ctx.emit(cev.WorkGone(work.id, f"a hidden Set DC in enemy hands ({ctx.rule('7.5073')})"))
                continue
            whole = work.kind not in MINES or ctx.game.figure_or("mines-shown-whole", 0)
            shown = "revealed" if whole else "revealed, but not the type of mines"
            why = f"{shown if work.hidden else 'changes hands'} ({ctx.rule('7.5073')})"
            ctx.emit(cev.WorkPut(replace(work, side=whose, hidden=False), why))


STEPS = (Step("clearing", clearing, "the map is cleared; move and work correct it; then next", acts=True),)
