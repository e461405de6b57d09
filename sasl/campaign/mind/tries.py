"""What a side tries in its steps: Escape, removal, its chit, Recon (7.5063, 7.514, 7.521, 7.5225)."""

from __future__ import annotations

from sasl.campaign.mind.desk import Desk, strategy, strength, value_of
from sasl.campaign.perimeter.position import where
from sasl.campaign.state import Area, Piece, other
from sasl.campaign.steps.initiative import attacks_left
from sasl.campaign.steps.isolation import must_escape
from sasl.campaign.steps.removal import kind_of, removable


def ratio(desk: Desk) -> float:
    """A side's strength as a multiple of what it knows of the enemy's."""
    worth = strategy(desk.game, desk.side).worth
    enemy = strength(desk.game, other(desk.side), worth, seen=True)
    return strength(desk.game, desk.side, worth) / enemy if enemy else 9.0


def chit(desk: Desk) -> None:
    """11.623: Attack if the side is strong enough and has a chit for it, more readily as the last days come."""
    if desk.game.campaign.attacker or desk.game.state.fact(f"chit.{desk.side}"):
        return
    days = len(desk.game.campaign.dates) - desk.game.state.date
    left = attacks_left(desk.game, desk.side)
    need = desk.value("attack-last" if days == 1 else "attack")
    found = ratio(desk)
    rare = left is not None and left < days and desk.random.random() > left / days
    attack = found >= need and not rare and (left is None or left > 0)
    why = f"strength {found:.1f} to one, {need:g} is asked for" + (", the chits must last" if rare else "")
    desk.do(f"chit {desk.side} {'attack' if attack else 'idle'}", why)


def recon(desk: Desk) -> None:
    """7.5225: CPP for Recon, if the side may and has them."""
    spent = int(desk.value("recon"))
    if spent and desk.game.figure_or(f"recon-{desk.side}", 1) and not desk.game.state.number(desk.side, "recon"):
        desk.do(f"recon {desk.side} {spent}")


def inspect(desk: Desk) -> None:
    """7.5226: Locations near the side's own hexes that the enemy controls, those with something on them first."""
    state, board = desk.game.state, desk.game.board
    number = state.number(desk.side, "recon")
    if not number or board is None:
        return
    enemy = other(desk.side)
    near = {name for loop in state.perimeters.get(desk.side, ()) for name in loop if name in board}
    near = {name for hex_name in near for name in board.neighbours(hex_name) if state.control.get(name) == enemy}
    full = {piece.hex for piece in state.of(enemy, "map")} | {work.hex for work in state.works.values()}
    for name in sorted(near, key=lambda name: (name not in full, name))[:number]:
        desk.do(f"recon {desk.side} {name}", "next to the own line")


def clear(desk: Desk) -> None:
    """7.514: the enemy's works and all wrecks in the side's own hexes, as often as its strategy likes."""
    state, able = desk.game.state, removable(desk.ctx)
    own = [work.id for work in state.works.values()
           if work.hex and kind_of(work) in able and work.side != desk.side
           and state.control.get(work.hex) == desk.side]  # fmt: skip
    own += [piece.id for piece in state.of()
            if piece.hex and "wreck" in able and "wreck" in piece.flags and "burnt-out" not in piece.flags
            and state.control.get(piece.hex) == desk.side]  # fmt: skip
    done = 0
    for name in own:
        if done >= int(desk.value("clear")):
            return
        done += desk.do(f"clear {desk.side} {name}", "in a hex of its own")


def escape(desk: Desk) -> None:
    """7.5063: who must, and every stack in an Isolated Area where the enemy is too strong for it."""
    for _ in range(len(desk.game.state.pieces)):
        forced = [name for name in must_escape(desk.game.state) if desk.game.state.pieces[name].side == desk.side]
        if not forced or not desk.do(f"escape {forced[0]}", "it must (7.5061)"):
            break
    for area in desk.game.state.areas:
        if area.type != "D" or _strong(desk, area):
            continue
        tried: set[str] = set()
        for piece in _inside(desk, area):
            now = desk.game.state.pieces[piece.id]
            if piece.id not in tried and now.here and now.box == "map":
                tried |= _stack(desk, now)


def _stack(desk: Desk, piece: Piece) -> set[str]:
    """A unit's stack tries to Escape, a vehicle alone; the ids that did."""
    place = where(desk.game.state, piece)
    men = [piece] if piece.kind == "vehicle" else [
        item for item in desk.game.state.at(place, desk.side)
        if item.personnel and not item.holder and not item.flags & {"prisoner", "abandoned"}
        and ("upper-level" in item.flags) == ("upper-level" in piece.flags)
    ]  # fmt: skip
    ids = {item.id for item in men} or {piece.id}
    desk.do(f"escape {','.join(sorted(ids))}", "Isolated among stronger enemies")
    return ids


def _inside(desk: Desk, area: Area) -> list[Piece]:
    state = desk.game.state
    return [piece for piece in state.of(desk.side, "map")
            if not piece.holder and where(state, piece) in area.hexes
            and (piece.personnel or piece.kind == "vehicle")]  # fmt: skip


def _strong(desk: Desk, area: Area) -> bool:
    """Whether the side holds enough in the area to stay."""
    worth = strategy(desk.game, desk.side).worth
    mine = theirs = 0.0
    for piece in desk.game.state.of("", "map"):
        if where(desk.game.state, piece) in area.hexes:
            if piece.side == desk.side:
                mine += value_of(piece, worth)
            else:
                theirs += value_of(piece, worth)
    return mine >= desk.value("escape") * theirs
