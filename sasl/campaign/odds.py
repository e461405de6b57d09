"""Exact chances before a purchase: of each strength and of the leaders that come with a group (7.519)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from sasl.campaign.run import CampaignGame
from sasl.campaign.state import Nation
from sasl.campaign.steps.conditions import standing
from sasl.content.campaign import Group
from sasl.kernel.records import result_text
from sasl.kernel.tables import Table

Chances = dict[str, Fraction]
"""Results in words, each with its exact chance."""


def role_table(game: CampaignGame, side: Nation, *roles: str) -> Table | None:
    """The first of these roles that the campaign has a table for; a side's own table goes before the common one."""
    for name in roles:
        for role in (f"{name}.{side}", name):
            if role in game.campaign.tables:
                return game.library.table(game.campaign.tables[role])
    return None


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


def strength_odds(game: CampaignGame, side: Nation, group: Group) -> Chances:
    """7.5191: the chance of each strength of a group bought now."""
    table = role_table(game, side, f"strength.{group.kind}", "strength")
    if not group.depletion or table is None or (game.campaign.full_at_start and game.state.scenario == 0):
        return {"full": Fraction(1)}
    return chances(table, side, _facts(game, side, group))


def leader_odds(game: CampaignGame, side: Nation, group: Group) -> Chances:
    """7.5196-.5197: the chance of each set of leaders over every strength the group may have; {} if it has none."""
    table = _leader_table(game, side, group)
    if table is None:
        return {}
    found: Chances = {}
    for word, share in strength_odds(game, side, group).items():
        facts = {**_facts(game, side, group), word: 1}
        for name, chance in chances(table, side, facts).items():
            found[name] = found.get(name, Fraction(0)) + share * chance
    need = game.figure_or(f"platoon-leader-dr-{side}", 6) if group.kind == "platoon" else 6
    if need < 6:
        found = {name: share * Fraction(need, 6) for name, share in found.items()}
        found["-"] = found.get("-", Fraction(0)) + Fraction(6 - need, 6)
    return found


def other_odds(game: CampaignGame, side: Nation, group: Group) -> list[tuple[str, Chances]]:
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
    return game.library.table(group.ammo) if group.ammo else role_table(game, side, "oba")


def _leader_table(game: CampaignGame, side: Nation, group: Group) -> Table | None:
    if group.armor_leader:
        return role_table(game, side, "armor-leader")
    if group.kind not in ("company", "platoon"):
        return None
    if group.leaders:
        return game.library.table(group.leaders)
    return role_table(game, side, "leaders" if group.kind == "company" else "leaders.platoon")


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
