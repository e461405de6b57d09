"""Looking at a campaign: a side, the Force Organizer, the steps, the roster, the odds of a group."""

from __future__ import annotations

from sasl.campaign import report
from sasl.campaign.buying import market
from sasl.campaign.buying.purchase import brings
from sasl.campaign.odds import leader_odds, odds_words, other_odds, strength_odds
from sasl.campaign.rules import filled
from sasl.campaign.run import CampaignGame
from sasl.campaign.state import SIDES, Nation
from sasl.campaign.steps.set_up import asked_for, zones
from sasl.content.campaign import Group


def hex_lines(game: CampaignGame, name: str) -> list[str]:
    """What is in a hex: terrain, control, Front Line, units, fortifications."""
    state = game.state
    ground = f": {game.board.terrain(name).describe(game.board.chart) or 'Open Ground'}" if game.board else ""
    lines = [f"{name}{ground}"]
    if state.control.get(name):
        lines.append(f"{state.control[name].capitalize()}-controlled")
    lines += [f"{side.capitalize()} Front Line" for side in SIDES
              if any(name in loop for loop in state.perimeters.get(side, ()))]  # fmt: skip
    lines += [zone.words for zone in zones(game) if name in zone.hexes] if asked_for(game) else []
    lines += [f"Isolated Area, type {area.type}" for area in state.areas if name in area.hexes]
    lines += [report.piece_words(game, piece) for piece in state.at(name) if not piece.holder]
    lines += [f"{work.id}  {work.text or work.kind}" for work in state.works_at(name)]
    return lines if len(lines) > 1 else [*lines, "nothing is there"]


def group_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """One line of the chart in full: what it brings, its odds now, the ways it may come, what may still be bought."""
    lines = [f"{group.id} {group.title}: {group.cpp} CPP", f"Brings {brings(game, group)}"
             + (" (full/depleted)" if any(item.depleted is not None for item in group.units) else "")]  # fmt: skip
    sw = [f"{item.count if item.count > 1 else ''} {item.type}".strip() + (f" (dr <= {item.dr})" if item.dr else "")
          for item in group.weapons]  # fmt: skip
    lines += [f"SW: {', '.join(sw)}"] if sw else []
    lines += [f"Each with a {group.crew}"] if group.crew else []
    lines += ["Assault Engineers"] * group.assault_engineers
    if group.depletion:
        lines.append(f"Strength: {', '.join(odds_words(strength_odds(game, side, group)))}")
    leaders = leader_odds(game, side, group)
    if leaders:
        kind = "Armor leader" if group.armor_leader else "Leaders"
        lines.append(f"{kind}: {'; '.join(odds_words(leaders))}")
    lines += [f"{title}: {', '.join(odds_words(found))}" for title, found in other_odds(game, side, group)]
    ways = market.ways(game, side, group)
    for way in ways if group.units or len(ways) > 1 else ():
        price = market.cost(game, market.Wish(side, group, way))
        lines.append(f"{way.id}, {price} CPP: {way.title}")
    lines += [f"hexes=N: up to {group.pre_registered} Pre-Registered hexes, "
              f"{game.figure_or('pre-registered-cpp', 0)} CPP each"] if group.pre_registered else []  # fmt: skip
    lines += [f"trucks: {game.figure_or('trucks-cpp', 0)} CPP more"] * group.trucks
    today, ever = market.left(game, side, group)
    lines.append(f"Left: {_most(today)} on this date, {_most(ever)} in the campaign")
    reason = market.why_not(game, market.Wish(side, group))
    return [*lines, *([f"Not now: {reason}"] if reason else []), *([group.note] if group.note else []),
            *note_lines(game, side, group)]  # fmt: skip


def note_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """7.5186: the notes of a line of the chart, each in words."""
    said = game.campaign.group_notes.get(side, {})
    return [f"{letter}: {filled(game, said[letter])}" for letter in group.notes.split(",") if letter in said]


def _most(number: int | None) -> str:
    return "any" if number is None else str(max(0, number))
