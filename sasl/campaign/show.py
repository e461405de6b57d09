"""Looking at a campaign: a side, the Force Organizer, the steps, the roster, the odds of a group."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sasl.campaign import campaign_report
from sasl.campaign.buying import market
from sasl.campaign.buying.purchase import brings, strengths_of
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import SIDES, Nation
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.set_up import asked_for, zones
from sasl.content.missions.campaign import Group
from sasl.kernel.rolling.records import result_text
from sasl.kernel.rolling.tables import Table


def hex_lines(game: CampaignGame, name: str) -> list[str]:
    """What is in a hex: terrain, control, Front Line, units, fortifications that the player may see."""
    state = game.state
    ground = f": {game.board.terrain(name).describe(game.board.chart) or 'Open Ground'}" if game.board else ""
    lines = [f"{name}{ground}"]
    if state.control.get(name):
        lines.append(f"{state.control[name].capitalize()}-controlled")
    lines += [f"{side.capitalize()} Front Line" for side in SIDES
              if any(name in loop for loop in state.perimeters.get(side, ()))]  # fmt: skip
    lines += [zone.words for zone in zones(game) if name in zone.hexes] if asked_for(game) else []
    lines += [f"Isolated Area, type {area.type}" for area in state.areas if name in area.hexes]
    lines += [campaign_report.piece_words(game, piece) for piece in state.at(name) if not piece.holder]
    works = [*state.works_at(name), *(work for work in state.works.values() if work.exit == name)]
    lines += [f"{work.id}  {campaign_report.work_words(game, work)}" for work in works
              if not campaign_report.unseen_work(game, work)]  # fmt: skip
    return lines if len(lines) > 1 else [*lines, "nothing is there"]


def contents(game: CampaignGame, key: str) -> str:
    """Return a counter with what it bears, or a fortification, as the player puts it on his map."""
    if key in game.state.pieces:
        return campaign_report.piece_words(game, game.state.pieces[key])
    work = game.state.works[key]
    return f"{work.id}  {work.text or work.kind}"


def group_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """One line of the chart in full: what it brings, its odds now, the ways it may come, what may still be bought."""
    strengths = strengths_of(group)
    lines = [f"{group.id} {group.title}: {group.cpp} CPP",
             f"Brings {brings(game, group)}" + (f" ({strengths})" if strengths else "")]  # fmt: skip
    sw = [f"{item.count if item.count > 1 else ''} {item.type}".strip() + (f" (dr <= {item.dr})" if item.dr else "")
          for item in group.weapons]  # fmt: skip
    lines += [f"SW: {', '.join(sw)}"] if sw else []
    lines += [f"Each with a {group.crew}"] if group.crew else []
    lines += ["Assault Engineers"] * group.assault_engineers
    if group.depletion:
        lines.append(f"Strength: {', '.join(odds_words(_strength_odds(game, side, group)))}")
    leaders = _leader_odds(game, side, group)
    if leaders:
        kind = "Armor leader" if group.armor_leader else "Leaders"
        lines.append(f"{kind}: {'; '.join(odds_words(leaders))}")
    lines += [f"{title}: {', '.join(odds_words(found))}" for title, found in _other_odds(game, side, group)]
    if code := game.campaign.entry_codes.get(group.entry_code):
        lines += [f"{group.entry_code} Entry Code ({game.rule('12.6217')}): {text}"
                  for text in filter(None, (code.enters, code.sets_up))]  # fmt: skip
    ways = market.ways(game, side, group)
    for way in ways if group.units or len(ways) > 1 else ():
        price = market.cost(game, market.Wish(side, group, way))
        lines.append(f"{way.id}, {price} CPP: {way.title}")
    lines += [f"hexes=N: up to {group.pre_registered} Pre-Registered hexes, "
              f"{game.figure_or('pre-registered-cpp', 0)} CPP each; the scenario is told of them by: "
              "oba register HEX …"] if group.pre_registered else []  # fmt: skip
    lines += [f"trucks: {game.figure_or('trucks-cpp', 0)} CPP more"] * group.trucks
    today, ever = market.left(game, side, group)
    lines.append(f"Left: {_most(today)} on this date, {_most(ever)} in the campaign")
    reason = market.why_not(game, market.Wish(side, group))
    doubt = game.campaign.sw_note if group.weapons_as else ""
    return [*lines, *([f"Not now: {reason}"] if reason else []), *filter(None, (group.note, doubt)),
            *_note_lines(game, side, group)]  # fmt: skip


def _note_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """7.5186: the notes of a line of the chart, each in words."""
    said = game.campaign.group_notes.get(side, {})
    return [f"{letter}: {game.filled(said[letter])}" for letter in group.notes.split(",") if letter in said]


def _most(number: int | None) -> str:
    return "any" if number is None else str(max(0, number))


def rule_lines(game: CampaignGame) -> list[str]:
    """The special rules; before the Initial Scenario those of it, too."""
    own = [game.filled(text) for text in game.campaign.rules]
    first = ["Before the Initial Scenario:", *game.campaign.initial_rules] if game.state.stage == "initial" else []
    return [*own, *(first if game.campaign.initial_rules else [])]


# -- exact chances before a purchase (7.519) ----------------------------------------------------------

Chances = dict[str, Fraction]
"""Results in words, each with its exact chance."""


def _role_table(game: CampaignGame, side: Nation, *roles: str) -> Table | None:
    """The first of these roles that the campaign has a table for; a side's own table goes before the common one."""
    return next((game.library.table(found) for role in roles if (found := game.table_for(role, side))), None)


def chances(table: Table, side: Nation, facts: Mapping[str, int]) -> Chances:
    """The exact chance of each result of a table while these conditions hold; in a side's column if it has one."""
    drm = sum(mod.value for mod in table.drm(facts))
    odds = table.odds(drm)
    column = side if side in table.columns else ""
    found: Chances = {}
    for row in table.rows:
        name = result_text(table.pick(row, column))
        found[name] = found.get(name, Fraction(0)) + odds.get(row.label, Fraction(0))
    return {name: share for name, share in found.items() if share}


def _strength_odds(game: CampaignGame, side: Nation, group: Group) -> Chances:
    """7.5191: the chance of each strength of a group bought now."""
    table = _role_table(game, side, f"strength.{group.kind}", "strength")
    if not group.depletion or table is None or (game.campaign.full_at_start and game.state.scenario == 0):
        return {"full": Fraction(1)}
    return chances(table, side, _facts(game, side, group))


def _leader_odds(game: CampaignGame, side: Nation, group: Group) -> Chances:
    """7.5196-.5197: the chance of each set of leaders over every strength the group may have; {} if it has none."""
    table = _leader_table(game, side, group)
    if table is None:
        return {}
    found: Chances = {}
    for word, share in _strength_odds(game, side, group).items():
        facts = {**_facts(game, side, group), word: 1}
        for name, chance in chances(table, side, facts).items():
            found[name] = found.get(name, Fraction(0)) + share * chance
    need = game.figure_or(f"platoon-leader-dr-{side}", 6) if group.kind == "platoon" else 6
    if need < 6:
        found = {name: share * Fraction(need, 6) for name, share in found.items()}
        found["-"] = found.get("-", Fraction(0)) + Fraction(6 - need, 6)
    return found


def _other_odds(game: CampaignGame, side: Nation, group: Group) -> list[tuple[str, Chances]]:
    """The chances of what else is rolled for a group: ammunition of OBA (7.5195), models, the number of aircraft."""
    found = []
    if group.kind == "oba" and (table := _ammo_table(game, side, group)):
        found.append(("Ammunition", chances(table, side, _facts(game, side, group))))
    for item in group.units:
        for title, name in (("Which", item.table), ("Aircraft", item.number), ("ATCB each", item.check)):
            if name:
                found.append((title, chances(game.library.table(name), side, {})))
    return found


def _ammo_table(game: CampaignGame, side: Nation, group: Group) -> Table | None:
    return game.library.table(group.ammo) if group.ammo else _role_table(game, side, "oba")


def _leader_table(game: CampaignGame, side: Nation, group: Group) -> Table | None:
    if group.armor_leader:
        return _role_table(game, side, "armor-leader")
    if group.kind not in ("company", "platoon"):
        return None
    if group.leaders:
        return game.library.table(group.leaders)
    return _role_table(game, side, "leaders" if group.kind == "company" else "leaders.platoon")


def _facts(game: CampaignGame, side: Nation, group: Group) -> dict[str, int]:
    return {**standing(game, side), "group": group.leader_drm, **dict.fromkeys(group.traits, 1)}


def odds_words(found: Chances) -> list[str]:
    """Each result with its chance in per cent, the likeliest first: `full 58.3%`."""
    lines = sorted(found.items(), key=lambda item: -item[1])
    return [f"{'none' if name in ('-', 'none') else name} {percent(share)}" for name, share in lines]


def percent(share: Fraction) -> str:
    """An exact chance as `58.3%`; `100%` and `0.05%` as they are."""
    value = float(share * 100)
    return f"{value:.0f}%" if value == int(value) else f"{value:.1f}%" if value >= 0.1 else f"{value:.2f}%"
