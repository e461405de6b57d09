"""The conditions that tables of a campaign may name: how a side stands, and what holds for a counter."""

from __future__ import annotations

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import CampaignState, Nation, Piece
from sasl.content.missions.campaign import Group
from sasl.content.tables.counters import CounterType

FOG = ("Fog", "Mist", "Fog/Mist")


def chose_before(side: Nation) -> str:
    """The word of the campaign for what a side's chit was on the CG Day before the present one."""
    return f"initiative.{side}.before"


def standing(game: CampaignGame, side: Nation) -> dict[str, int]:
    """The conditions that hold for `side` between two scenarios, with how many times each does."""
    state = game.state

    def number(name: str) -> int:
        return state.number(side, name)

    bought = _bought_before(game, side)
    wins, losses = number("wins"), number("losses")
    idle = number("idle")  # the last CG Day had no scenario that anybody could win (11.617, 12.619)
    elite = ("company", "platoon") if game.figure_or("elite-platoons", 0) else ("company",)
    struck_back = side == "german" and state.fact("counterattack") == "fought"  # 12.6253: Idle only after his Assault
    attacked = struck_back or state.fact(f"initiative.{side}") == "attack"
    chose_attack = attacked and state.scenario > 1 + struck_back
    if state.fact("counterattack") == "declared":  # 12.6253: the CG Day is still that of the scenario just played
        chose_attack = state.fact(chose_before(side)) == "attack"
    weather = state.fact("weather.before") or state.fact("weather")
    return {
        "historical": game.historical(side),
        f"side-{side}": 1,
        "balance": number("balance"),
        "won-last": int(state.fact("winner") == side and not idle),
        "wins-last-day": 0 if idle else number("wins-last-day"),
        "attacked-last": int(attacked),
        "chose-attack": int(chose_attack),
        "night-scenarios": number("night-scenarios") if side == "german" else 0,
        "idle-days": idle,
        "scenarios": number("since-idle") if number("idle-ever") else state.scenario,
        "lost-often": int(wins + losses >= game.figure_or("withdrawal-scenarios", 2) and 2 * wins <= losses),
        "suffered-20": number("suffered") // 20,
        "earned-20": number("earned") // 20,
        "earned-30": number("earned") // 30,
        "suffered-total-50": number("suffered-total") // 50,
        "elite-bought": sum(1 for group in bought if group.quality == "elite" and group.kind in elite),
        "first-line-bought": sum(1 for group in bought if _first_line(group)),
        "platoons-bought": -(-sum(1 for group in bought if group.kind == "platoon") // 2),
        "was-overcast": int(weather == "Overcast"),
        "was-rain": int(weather == "Rain"),
        "was-fog": int(weather in FOG),
        "was-dry": int((state.fact("ec.before") or state.fact("ec")) == "Dry"),
        "november": int(game.date.month == "November"),
        "am": int(game.date.morning),
    }


def _first_line(group: Group) -> bool:
    """11.617: a first-line Company or an AFV Platoon, but not one of SPW."""
    return (group.kind == "company" and group.quality == "first-line") or (group.kind == "afv" and not group.spw)


def _bought_before(game: CampaignGame, side: Nation) -> list[Group]:
    """The groups that a side bought (was not given) on the date before the present one."""
    return [
        group for item in game.state.purchases.values()
        if item.side == side and item.date == game.state.date - 1 and not item.given
        and (group := game.campaign.group(side, item.group))
    ]  # fmt: skip


def armor_leader_drm(state: CampaignState, vehicle: Piece) -> int:
    """The DRM of the armor leader aboard a vehicle; 0 without one."""
    return next((held.modifier for held in state.held_by(vehicle.id) if "armor-leader" in held.flags), 0)


def facts_of(game: CampaignGame, piece: Piece) -> dict[str, int]:
    """The conditions of repair tables that hold for a counter."""
    leader = armor_leader_drm(game.state, piece)
    item = game.counter_of(piece)
    return {
        "isolated": int("isolated" in piece.flags),
        "front-line": int(in_front_line(game, piece.side, piece.hex)),
        "armor-leader-drm": leader,
        "armor-leader-isolated": leader if "isolated" in piece.flags else 0,
        "on-vehicle": int(piece.kind == "vehicle"),
        "unqualified": int(_unqualified(game, piece)),
        "inexperienced-crew": int("inexperienced" in piece.flags),
        "russian-mg": int(piece.side == "russian" and bool(item and item.mg_or_atr)),
        "dug-in": int("dug-in" in piece.flags),
        "labor": 2 if "labor-2" in piece.flags else int("labor-1" in piece.flags),
        "partly-armored": int(bool(item and item.armor_front is not None and _bare(item))),
        f"side-{piece.side}": 1,
        **_repair_number(game, piece),
    }


def _unqualified(game: CampaignGame, piece: Piece) -> bool:
    """A21.13, A21.22: whether only men not trained to can serve it; for a Gun, if no crew is free for it."""
    if piece.flags & {"captured", "temporary-crew"}:
        return True
    if piece.kind != "gun":
        return False
    crews = [men for men in game.state.of(piece.side, "map", "retained") if men.kind == "crew"]
    mans = {men.id: [item.id for item in game.state.held_by(men.id) if item.kind == "gun"] for men in crews}
    return not any(mans[men.id] in ([], [piece.id]) and same_area(game, men, piece) for men in crews)


def _repair_number(game: CampaignGame, piece: Piece) -> dict[str, int]:
    """A9.72: the R# of a Weapon, or our figure where its counter was not read; D3.7 has one for all on vehicles."""
    figure, item = game.library.figure, game.counter_of(piece)
    if piece.kind == "vehicle":
        return {"repair-number": figure("vehicle-repair")}
    if not piece.weapon:
        return {}
    if item and item.repair is not None:
        return {"repair-number": item.repair}
    return {"repair-number-unread": figure("repair-number")}


def _bare(item: CounterType) -> bool:
    """D1.22: whether an AFV has a facing without armor."""
    return item.bare_rear or item.armor_side is None


def in_front_line(game: CampaignGame, side: str, name: str) -> bool:
    """Whether a hex is one of the side's Front Line hexes (7.505)."""
    return bool(name) and any(name in loop for loop in game.state.perimeters.get(side, ()))


def near_front_line(game: CampaignGame, side: str, name: str) -> bool:
    """Whether a hex is ADJACENT to a Front Line hex of the side, not one itself."""
    if game.board is None or not name or name not in game.board or in_front_line(game, side, name):
        return False
    return any(in_front_line(game, side, near) for near in game.board.neighbours(name))


def same_area(game: CampaignGame, one: Piece, other: Piece) -> bool:
    """Whether two counters are Retained in the same Perimeter Area: the main one, or one Isolated Area."""
    apart = [piece for piece in (one, other) if "isolated" in piece.flags]
    if len(apart) != 2:
        return not apart
    place = one.hex
    return place == other.hex or any({place, other.hex} <= set(area.hexes) for area in game.state.areas)
