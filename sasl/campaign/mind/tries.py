"""What a side tries in its steps: Escape, removal, its chit, Recon (7.5063, 7.514, 7.521, 7.5225)."""

from __future__ import annotations

from sasl.campaign.campaign_state import Area, Piece, other
from sasl.campaign.mind.agent import CampaignAgent, strategy, strength, value_of
from sasl.campaign.orders.buying_orders import BuyRecon, Inspect
from sasl.campaign.orders.steps import Chit, Clear, Escape
from sasl.campaign.perimeter.position import where
from sasl.campaign.steps.initiative import attacks_left
from sasl.campaign.steps.isolation import must_escape
from sasl.campaign.steps.removal import kind_of, removable


def ratio(agent: CampaignAgent) -> float:
    """A side's strength as a multiple of what it knows of the enemy's."""
    worth = strategy(agent.game, agent.side).worth
    enemy = strength(agent.game, other(agent.side), worth, seen=True)
    return strength(agent.game, agent.side, worth) / enemy if enemy else 9.0


def chit(agent: CampaignAgent) -> None:
    """11.623: Attack if the side is strong enough and has a chit for it, more readily as the last days come."""
    if agent.game.campaign.attacker or agent.game.state.fact(f"chit.{agent.side}"):
        return
    days = len(agent.game.campaign.dates) - agent.game.state.date
    left = attacks_left(agent.game, agent.side)
    need = agent.value("attack-last" if days == 1 else "attack")
    found = ratio(agent)
    rare = left is not None and left < days and agent.random.random() > left / days
    attack = found >= need and not rare and (left is None or left > 0)
    why = f"strength {found:.1f} to 1, {need:g} is required" + (", and the chits must last" if rare else "")
    agent.do(Chit(agent.side, "attack" if attack else "idle"), why)


def recon(agent: CampaignAgent) -> None:
    """7.5225: CPP for Recon, if the side may and has them."""
    spent = int(agent.value("recon"))
    if spent and agent.game.figure_or(f"recon-{agent.side}", 1) and not agent.game.state.number(agent.side, "recon"):
        agent.do(BuyRecon(agent.side, spent))


def inspect(agent: CampaignAgent) -> None:
    """7.5226: Locations near the side's own hexes that the enemy controls, those with something on them first."""
    state, board = agent.game.state, agent.game.board
    number = state.number(agent.side, "recon")
    if not number or board is None:
        return
    enemy = other(agent.side)
    near = {name for loop in state.perimeters.get(agent.side, ()) for name in loop if name in board}
    near = {name for hex_name in near for name in board.neighbours(hex_name) if state.control.get(name) == enemy}
    full = {piece.hex for piece in state.of(enemy, "map")} | {work.hex for work in state.works.values()}
    for name in sorted(near, key=lambda name: (name not in full, name))[:number]:
        agent.do(Inspect(agent.side, name), "next to its own line")


def clear(agent: CampaignAgent) -> None:
    """7.514: the enemy's works and all wrecks in the side's own hexes, as often as its strategy likes."""
    state, able = agent.game.state, removable(agent.ctx)
    own = [work.id for work in state.works.values()
           if work.hex and kind_of(work) in able and work.side != agent.side
           and state.control.get(work.hex) == agent.side]  # fmt: skip
    own += [piece.id for piece in state.of()
            if piece.hex and "wreck" in able and "wreck" in piece.flags and "burnt-out" not in piece.flags
            and state.control.get(piece.hex) == agent.side]  # fmt: skip
    done = 0
    for name in own:
        if done >= int(agent.value("clear")):
            return
        done += agent.do(Clear(agent.side, (name,)), "in one of its own hexes")


def escape(agent: CampaignAgent) -> None:
    """7.5063: who must, and every stack in an Isolated Area where the enemy is too strong for it."""
    for _ in range(len(agent.game.state.pieces)):
        forced = [name for name in must_escape(agent.game.state) if agent.game.state.pieces[name].side == agent.side]
        if not forced or not agent.do(Escape((forced[0],)), f"it must ({agent.ctx.rule('7.5061')})"):
            break
    for area in agent.game.state.areas:
        if area.type != "D" or _strong(agent, area):
            continue
        tried: set[str] = set()
        for piece in _inside(agent, area):
            now = agent.game.state.pieces[piece.id]
            if piece.id not in tried and now.here and now.box == "map":
                tried |= _stack(agent, now)


def _stack(agent: CampaignAgent, piece: Piece) -> set[str]:
    """A unit's stack tries to Escape, a vehicle alone; the ids that did."""
    place = where(agent.game.state, piece)
    men = [piece] if piece.kind == "vehicle" else [
        item for item in agent.game.state.at(place, agent.side)
        if item.personnel and not item.holder and not item.flags & {"prisoner", "abandoned"}
        and ("upper-level" in item.flags) == ("upper-level" in piece.flags)
    ]  # fmt: skip
    ids = {item.id for item in men} or {piece.id}
    agent.do(Escape(tuple(sorted(ids))), "Isolated among stronger enemies")
    return ids


def _inside(agent: CampaignAgent, area: Area) -> list[Piece]:
    state = agent.game.state
    return [piece for piece in state.of(agent.side, "map")
            if not piece.holder and where(state, piece) in area.hexes
            and (piece.personnel or piece.kind == "vehicle")]  # fmt: skip


def _strong(agent: CampaignAgent, area: Area) -> bool:
    """Whether the side holds enough in the area to stay."""
    worth = strategy(agent.game, agent.side).worth
    mine = theirs = 0.0
    for piece in agent.game.state.of("", "map"):
        if where(agent.game.state, piece) in area.hexes:
            if piece.side == agent.side:
                mine += value_of(piece, worth)
            else:
                theirs += value_of(piece, worth)
    return mine >= agent.value("escape") * theirs
