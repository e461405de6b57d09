"""What may be bought: the cost of a group, the ways it comes into play, every limit (7.518, RB 11.619, VotG 12.621)."""

from __future__ import annotations

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import Nation, Purchase
from sasl.campaign.steps.markers import modules_without, observers_left
from sasl.campaign.vocabulary import SUPPORT
from sasl.content.missions.campaign import Group, SetUp
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import counted


class Wish(Frozen):
    """A group that a side wants, and how: the way it sets up, Pre-Registered hexes, trucks, Dummies.

    `level`: at which an Offboard Observer stands, 0 for the usual one.
    `given`: it has the group by its initial OB, and pays for the way alone (CG12b).
    """

    side: Nation
    group: Group
    way: SetUp | None = None
    hexes: int = 0
    level: int = 0
    trucks: bool = False
    dummies: int = 0
    given: bool = False

    @property
    def extras(self) -> tuple[str, ...]:
        """What comes with the group, in words."""
        words = [counted(self.hexes, "Pre-Registered hex", "Pre-Registered hexes")] * bool(self.hexes)
        words += [f"at level {self.level}"] * bool(self.level) + ["trucks"] * self.trucks
        return (*words, *([counted(self.dummies, "Dummy", "Dummies")] if self.dummies else []))


def ways(game: CampaignGame, side: Nation, group: Group) -> list[SetUp]:
    """The ways a group may come into play on this date, besides the usual one of the campaign."""
    stage = "initial" if game.state.scenario == 0 else "later"
    return [
        way
        for way in game.campaign.setups
        if way.side == side
        and way.stage in ("always", stage)
        and (not way.kinds or group.kind in way.kinds)
        and group.kind not in way.not_kinds
        and group.id not in way.not_groups
    ]


def words_for(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """7.518: what may stand behind a group when it is bought: its ways, what it can have besides, a number."""
    given = any(item.given and (item.side, item.group) == (side, group.id) for item in game.state.purchases.values())
    words: list[str] = [way.id for way in ways(game, side, group)]
    words += ["hexes=N"] * bool(group.pre_registered)
    words += [f"level={level}" for level in observer_levels(game) if group.kind == "observer"][1:]
    words += ["trucks"] * bool(group.trucks)
    words += ["dummies=N"] * bool(game.figure_or(f"reserve-dummies-{group.kind}", 0))
    return words + ["given"] * given + ["a number"]


def cost(game: CampaignGame, wish: Wish) -> int:
    """7.5184: the CPP of a group, with what its way of setting up and its extras change; fractions rounded up."""
    price = 0 if wish.given else wish.group.cpp
    if wish.way is not None:
        price = -(-price * wish.way.percent // 100)
        price += 0 if wish.group.id in wish.way.free else wish.way.cpp
    price += wish.hexes * game.figure_or("pre-registered-cpp", 0)
    price += max(0, wish.level - game.figure_or("observer-level", 0)) * game.figure_or("observer-level-cpp", 0)
    price += game.figure_or("trucks-cpp", 0) if wish.trucks else 0
    return max(0, price)


def only_enters(game: CampaignGame, item: Purchase) -> str:
    """11.6194, 12.6214a, CG12b: why a group may not set up on the map on its date; "" if it may.

    It was bought to enter, or no way was named and the one onto the map costs more than what was paid.
    """
    group = game.campaign.group(item.side, item.group)
    offered = {way.id: way for way in ways(game, item.side, group)} if group else {}
    enters, on_map = offered.get("off-board"), offered.get("on-map")
    if group is None or enters is None or item.setup not in ("", "off-board"):
        return ""
    more = cost(game, Wish(item.side, group, on_map)) - cost(game, Wish(item.side, group)) if on_map else 0
    if on_map and more > 0:
        return f"its group may only {enters.title}; to {on_map.title} costs {more} more CPP ({on_map.rule})"
    return f"it was bought to {enters.title} ({enters.rule})" if item.setup else ""


def purchases(game: CampaignGame, side: Nation, group_id: str = "", *, today: bool = False) -> list[Purchase]:
    """What a side has bought (not what it was given), of one group or of all, on this date or since the start."""
    return [
        item
        for item in game.state.purchases.values()
        if item.side == side
        and not item.given
        and group_id in ("", item.group)
        and (not today or item.date == game.state.date)
    ]


def left(game: CampaignGame, side: Nation, group: Group) -> tuple[int | None, int | None]:
    """7.5187-.5188: how many of a group may still be bought on this date and in the campaign; None: no limit."""
    today = len(purchases(game, side, group.id, today=True))
    ever = len(purchases(game, side, group.id))
    return (
        None if group.date_max is None else group.date_max - today,
        None if group.cg_max is None else group.cg_max - ever,
    )


def other_way(game: CampaignGame, wish: Wish) -> list[Purchase]:
    """CG12: the groups of a side's initial OB that would come in another way than the one wished for."""
    way = wish.way.id if wish.way else ""
    return [
        item for item in game.state.purchases.values()
        if item.given and item.side == wish.side and item.group == wish.group.id and not item.strength
        and item.setup != way
    ]  # fmt: skip


def companies_left(game: CampaignGame, side: Nation) -> int | None:
    """11.6195, 12.6215: Infantry Companies that may still be bought today: the figure less the Historical DRM."""
    most = game.figure_or("companies-a-day", -1)
    if most < 0:
        return None
    kinds = [
        group.kind for item in purchases(game, side, today=True) if (group := game.campaign.group(side, item.group))
    ]
    platoons = game.figure_or("platoons-as-company", 0)
    used = kinds.count("company") + (kinds.count("platoon") // platoons if platoons else 0)
    return max(0, most - game.historical(side)) - used


def _as_company(game: CampaignGame, wish: Wish) -> int:
    """12.6215: a Company is one, and so is the Platoon that makes three, whatever was bought first."""
    if wish.group.kind != "platoon":
        return int(wish.group.kind == "company")
    each = game.figure_or("platoons-as-company", 0)
    have = sum(
        1 for item in purchases(game, wish.side, today=True)
        if (group := game.campaign.group(wish.side, item.group)) and group.kind == "platoon"
    )  # fmt: skip
    return int(bool(each) and (have + 1) % each == 0)


def _not_yet(game: CampaignGame, group: Group) -> str:
    """12.6217: the date, or its night, from which on a group may be bought, in words; "" if it may be now."""
    if not group.available:
        return ""
    dates = [date.id for date in game.campaign.dates]
    first, by_night = dates.index(group.first_date), group.available.endswith("night")
    now = game.state.date
    if now > first or (now == first and (not by_night or game.state.fact("night"))):
        return ""
    date = game.campaign.dates[first]
    return "the night of " * by_night + (date.title or date.id)


def _buys_forts(game: CampaignGame, side: Nation) -> bool:
    """7.520: whether a side may buy any Fortification in the present phase; unspent FPP are forfeited."""
    lines = [line for line in game.campaign.fortifications if side in line.fpp]
    return game.state.scenario > 0 or not lines or any(line.initial and side not in line.not_initial for line in lines)


def fpp_share_left(game: CampaignGame, side: Nation) -> int | None:
    """German note i: the CPP of this date that may still go into FPP and mines: a share of what was at hand."""
    share = game.figure_or(f"fpp-share-{side}", 0)
    if not share:
        return None
    most = -(-game.state.number(side, "cpp-total") * share // 100)
    spent = sum(
        item.cost
        for item in purchases(game, side, today=True)
        if (group := game.campaign.group(side, item.group)) and group.fpp_share
    )
    return most - spent


def spent_support(game: CampaignGame, side: Nation) -> bool:
    """12.6181: whether Support CPP have gone into a group since the last scenario: that side attacks."""
    return any(
        item.helped and item.side == side and game.state.is_fresh(item) for item in game.state.purchases.values()
    )


def support(game: CampaignGame, side: Nation, group: Group) -> int:
    """12.6181: the Support CPP that may go into a group: those of a side that attacks, for no Infantry."""
    return 0 if group.id.startswith("I") else game.state.number(side, SUPPORT)


def money(game: CampaignGame, side: Nation, group: Group) -> int:
    """The CPP that a side may still spend on a group."""
    return game.state.number(side, "cpp") + support(game, side, group)


def observers_free(game: CampaignGame, side: Nation) -> int | None:
    """CG7: how many Offboard Observers a side may still buy: its modules, old and new, less those that have one."""
    new = [group for item in purchases(game, side, today=True) if not item.strength
           and (group := game.campaign.group(side, item.group))]  # fmt: skip
    modules = modules_without(game, side) + sum(1 for group in new if group.kind == "oba" and not group.observer)
    observers = [piece for piece in game.state.of(side) if piece.kind == "observer"]
    return observers_left(game, side, modules, len(observers) + sum(1 for group in new if group.kind == "observer"))


def observer_levels(game: CampaignGame) -> range:
    """CG13, notes h and i: the levels at which an Offboard Observer may stand, the usual one first."""
    most = game.figure_or("observer-level-most", 0)
    return range(game.figure("observer-level"), most + 1) if most else range(0)


def why_not(game: CampaignGame, wish: Wish) -> str:
    """The reason why a group cannot be bought, with its rule; empty if it can."""
    side, group, price = wish.side, wish.group, cost(game, wish)
    name = f"{group.id} {group.title}"
    if wish.given:
        return _why_not_given(game, wish, name, price)
    if first := _not_yet(game, group):
        return f"{name} may be bought from {first} on ({game.rule('12.6217')})"
    if group.fpp and not _buys_forts(game, side):
        who = side.capitalize()
        return f"{name}: the {who} side buys no Fortifications before the Initial Scenario ({game.rule('7.520')})"
    today, ever = left(game, side, group)
    if today is not None and today <= 0:
        return f"no more {name} on this CG Date: {group.date_max} at most ({game.rule('7.5187')})"
    if ever is not None and ever <= 0:
        return f"no more {name} in this campaign: {group.cg_max} at most ({game.rule('7.5188')})"
    companies = companies_left(game, side)
    if companies is not None and companies < _as_company(game, wish):
        what = "is one" if group.kind == "company" else "makes one with two others"
        return f"no more Infantry Companies on this CG Day ({game.rule('11.6195')}); {name} {what}"
    share = fpp_share_left(game, side)
    if group.fpp_share and share is not None and price > share:
        return f"{name} costs {price} CPP, and {max(0, share)} may still go into fortifications (note i)"
    free = observers_free(game, side)
    if group.kind == "observer" and free is not None and free <= 0:
        most = game.figure("observers-most")
        return f"{name} needs an OBA module that has none: at most {most} for each ({game.rule('CG7')})"
    if wish.hexes > group.pre_registered:
        return f"{name} may have {group.pre_registered} Pre-Registered hexes (note f)"
    if wish.level and group.kind != "observer":
        return f"{name} is not an Offboard Observer: it has no level (note h)"
    if wish.level and wish.level not in (levels := observer_levels(game)):
        known = " or ".join(map(str, levels))
        return f"an Offboard Observer stands at level {known} (CG13)" if known else f"{name} has no level to choose"
    if wish.trucks and not group.trucks:
        return f"{name} has no trucks to buy (note o)"
    if wish.dummies > game.figure_or(f"reserve-dummies-{group.kind}", 0):
        return f"{name} may have {game.figure_or(f'reserve-dummies-{group.kind}', 0)} Dummies ({game.rule('11.6194')})"
    if price > money(game, side, group):
        return f"{name} costs {price} CPP, and {money(game, side, group)} are left ({game.rule('7.518')})"
    return ""


def _why_not_given(game: CampaignGame, wish: Wish, name: str, price: int) -> str:
    """CG12b: why a group of the initial OB cannot come in this way, or ""."""
    found = other_way(game, wish)
    if not found:
        return f"no given {name} is left that could come in another way (CG12)"
    if wish.hexes or wish.level or wish.trucks or wish.dummies:
        return f"a given {name} may only come in another way (CG12)"
    have = game.state.number(wish.side, "cpp") + found[0].cost
    return f"{name} costs {price} more CPP, and {have} are left (CG12)" if price > have else ""
