"""What is left after a scenario, taken from a saved game of a mission (verb `take`)."""

from __future__ import annotations

from collections.abc import Mapping

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Marker, Unit, Weapon
from sasl.asl.ordnance.mounted import lone_smc, mg_states, stand_in, temporary_crew
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import FLAGS, SET_UP, SIDES, Box, Nation, Piece, mine_strength
from sasl.campaign.result import Fate, put
from sasl.campaign.steps.platoons import may_withdraw
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option
from sasl.kernel.text import listed, one_of
from sasl.kernel.transaction import Refused

WHY = "from the game"
NAMES = {"disarmed": "unarmed"}
"""States that a mission calls otherwise."""
WORKS = ("minefield", "foxhole", "flame", "blaze", "wreck", "trail-break", "trench", "wire", "roadblock", "rubble")
LEFT_OUT = ("armor-leader", "hardened", "used")
MG_STATES = {"broken": "mg-malfunctioned", "disabled": "mg-disabled"}


def take_from(ctx: CampaignRun, game: Game) -> None:
    """The state of a game becomes that of the OoB: what is there, what joined, what is gone (CVP by A26.2)."""
    names = {side: game.mission.army(side).nation for side in ("FRIENDLY", "ENEMY")}
    nations = {side: nation for side, name in names.items() if (nation := one_of(name, SIDES))}
    if sorted(nations.values()) != sorted(SIDES):
        raise Refused(f"the game is one of {names['FRIENDLY']} against {names['ENEMY']}, not of this campaign")
    _on_the_map(ctx, game)
    found = _match(ctx, game, nations)
    alone = _temporary_crews(ctx, game, found, nations)
    _states(ctx, game, found, nations)
    played = set(found.values()) | alone
    played |= _missing(ctx, played)
    ctx.emit(cev.ResultTold(tuple(sorted(played))))
    _markers(ctx, game, nations)
    for name, side in game.state.control.items():
        if ctx.state.control.get(name) != nations[side] and (ctx.game.board is None or name in ctx.game.board):
            ctx.emit(cev.HexesControlled(nations[side], (name,), WHY))


def _on_the_map(ctx: CampaignRun, game: Game) -> None:
    """Refused if the game was played on another map than the campaign's."""
    board = ctx.game.board
    places = {unit.hex for unit in game.state.units.values() if unit.hex}
    strange = sorted(name for name in places if board is not None and name not in board)
    if strange:
        raise Refused(f"the game is on another map: there is no {listed(strange, 3)} on that of the campaign")


def _match(ctx: CampaignRun, game: Game, nations: Mapping[str, Nation]) -> dict[str, str]:
    """Each unit and Weapon of the game with its counter of the OoB, by type; a new one joins. Id to id."""
    found: dict[str, str] = {}
    taken: set[str] = set()
    items: list[Unit | Weapon] = [*game.state.units.values(), *game.state.weapons.values()]
    for item in items:
        if isinstance(item, Unit) and item.kind == "horse":
            continue
        maker, owner = nations[item.made_by], nations[_owner(game, item)]
        same = [
            piece for side in dict.fromkeys((owner, maker)) for piece in ctx.state.of(side, "map", "retained", "coming")
            if piece.type == item.type and piece.id not in taken and "armor-leader" not in piece.flags
            and (side == maker or "captured" in piece.flags)
        ]  # fmt: skip
        same.sort(key=lambda piece: (piece.side != owner, piece.box != "map", piece.hex != item.hex))
        piece = same[0] if same else ctx.raise_piece(maker, item.type, why=f"{item.id} of the game")
        taken.add(piece.id)
        found[item.id] = piece.id
    return found


def _states(ctx: CampaignRun, game: Game, found: Mapping[str, str], nations: Mapping[str, Nation]) -> None:
    """Where each counter is now, who bears it, in what state, and whose it is if it is captured (A21)."""
    for item_id, piece_id in found.items():
        item = game.state.units.get(item_id) or game.state.weapons[item_id]
        piece = ctx.state.pieces[piece_id]
        bearer = item.holder if isinstance(item, Weapon) else item.carrier or (item.group if item.kind == "gun" else "")
        holder = found.get(bearer, "")
        place = _place(game, item)
        box: Box = "map" if place else "coming"
        wanted, owner = _flags(item), nations[_owner(game, item)]
        if owner != nations[item.made_by]:
            wanted |= {"captured"}
        if isinstance(item, Unit) and temporary_crew(game, item):
            wanted |= {"abandoned" if lone_smc(game, item) else "temporary-crew"}
        kept = piece.flags & {"has-fought", "assault-engineer", "commissar", "inexperienced", "reserve", "mine-dog"}
        loses = piece.flags - wanted - kept
        if place and may_withdraw(ctx.game, piece):
            wanted |= {"has-fought"}
        ctx.emit(
            cev.PieceChanged(
                piece_id, tuple(sorted(wanted - piece.flags)), tuple(sorted(loses)), box=box, hex=place, holder=holder,
                modifier=item.modifier if isinstance(item, Unit) else None,
                side=owner if owner != piece.side else None, why=WHY,
            )
        )  # fmt: skip


def _temporary_crews(ctx: CampaignRun, game: Game, found: Mapping[str, str], nations: Mapping[str, Nation]) -> set[str]:
    """A21.22: the counters of those who man a vehicle for want of a vehicle crew are part of it, and off the OoB.

    An SMC gets out of it: those are given.
    """
    taken = set(found.values())
    alone: set[str] = set()
    for unit in game.state.units.values():
        ours = ctx.state.of(nations[unit.side], "map", "retained", "coming")
        same = [piece.id for piece in ours if piece.type == stand_in(unit) and piece.id not in taken | alone]
        if not stand_in(unit) or not same or "temporary-crew" in ctx.state.pieces[found[unit.id]].flags:
            continue
        if ctx.state.pieces[same[0]].kind in SMC:
            alone.add(same[0])
            ctx.emit(cev.PieceChanged(same[0], box="map", hex=_place(game, unit), why=WHY))
        else:
            ctx.emit(cev.PieceGone(same[0], f"mans {unit.id} (A21.22)", counts=False))
    return alone


def _owner(game: Game, item: Unit | Weapon) -> Side:
    """The side that has a unit or Weapon: a SW that was captured is its holder's (A21.1)."""
    holder = game.state.units.get(item.holder) if isinstance(item, Weapon) and "captured" in item.flags else None
    return holder.side if holder else item.side


def _place(game: Game, item: Unit | Weapon) -> str:
    """The hex of a unit or Weapon, if need be that of who bears it."""
    if item.hex:
        return item.hex
    bearer = game.state.units.get(item.holder if isinstance(item, Weapon) else item.carrier)
    return (bearer.hex or "") if bearer else ""


def _flags(item: Unit | Weapon) -> set[str]:
    """The states of the game that a campaign knows."""
    flags = {NAMES.get(flag, flag) for flag in item.flags} & FLAGS.keys() - set(LEFT_OUT)
    if isinstance(item, Unit):
        flags |= {MG_STATES[state] for state in mg_states(item)}
    return flags


OFF_MAP: Mapping[Box, str] = {"retained": "Retained", "coming": "yet to come"}
"""The boxes whose counters need not have been in a game, and what they are called."""


def _missing(ctx: CampaignRun, found: set[str]) -> set[str]:
    """Eliminate the counters that were on the map and are not in the game; return every counter that is gone.

    CG7, 7.13: of those that waited off the map the player says which entered and are gone; the others are kept.
    """
    lost: list[Piece] = []
    for side in SIDES:
        missing = [piece for piece in ctx.state.of(side) if _can_be_in_game(ctx, piece) and piece.id not in found]
        on_map = [piece for piece in missing if piece.box == "map"]
        lost += on_map
        for box, name in OFF_MAP.items():
            waited = [piece for piece in missing if piece.box == box]
            ids = {piece.id for piece in waited}
            options = [
                Option(piece.id, piece.type) for piece in waited if piece.kind == "gun" or piece.holder not in ids
            ]
            if not options:
                continue
            likely = [option.value for option in options] if box == "retained" and not on_map else []
            text = (
                f"{len(options)} {side.capitalize()} counters, {name}, are not in the game. Which of them entered and "
                f"are gone? The others are kept ({ctx.rule('CG7')})."
            )
            gone = ctx.several(text, options, likely, rule="7.13", id=f"{box}-gone", subject=(side,))
            lost += [piece for piece in waited if piece.id in gone]
    for piece in lost:
        if ctx.state.pieces[piece.id].here:
            put(ctx, ctx.state.pieces[piece.id], Fate(gone="gone"))
    return {piece.id for piece in lost}


def _can_be_in_game(ctx: CampaignRun, piece: Piece) -> bool:
    """Return whether a game has such a counter as a unit or Weapon of its own: no OBA, aircraft, Bombardment, observer
    or CBM, no wreck, and no armor leader, who goes with his vehicle (D3.4).
    """
    aboard = "armor-leader" in piece.flags and piece.holder in ctx.state.pieces
    return piece.kind in SET_UP and piece.box != "away" and "wreck" not in piece.flags and not aboard


def _markers(ctx: CampaignRun, game: Game, nations: Mapping[str, Nation]) -> None:
    """Fortifications, mines, wrecks and fires of the game, once each; what was still to be placed is placed."""
    for marker in game.state.markers.values():
        if marker.kind in WORKS:
            _work(ctx, marker, nations.get(marker.side, ""))
        if marker.kind == "wreck" and marker.state == "burning" and not ctx.state.works_at(marker.hex, "blaze"):
            ctx.put_work("blaze", marker.hex, text="wreck", why=WHY)


def _work(ctx: CampaignRun, marker: Marker, side: str) -> None:
    text = mine_strength(marker.number, marker.at_factors) if marker.kind == "minefield" else marker.text
    here = ctx.state.works_at(marker.hex, marker.kind)
    if here:
        return
    waiting = [work for work in ctx.state.works_at("", marker.kind) if work.side in ("", side)]
    if waiting:
        work = replace(waiting[0], hex=marker.hex, number=marker.number, text=text, hidden=False)
        ctx.emit(cev.WorkPut(replace(work, anti_tank=marker.at_factors), WHY))
    else:
        ctx.put_work(marker.kind, marker.hex, side=side, number=marker.number, text=text,
                     anti_tank=marker.at_factors, why=WHY)  # fmt: skip
