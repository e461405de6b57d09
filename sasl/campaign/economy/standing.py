"""How a side stands: every condition that tables of a campaign may name, as it is now."""

from __future__ import annotations

from sasl.campaign.run import CampaignGame
from sasl.campaign.state import Nation
from sasl.content.campaign import Group

FOG = ("Fog", "Mist", "Fog/Mist")


def standing(game: CampaignGame, side: Nation) -> dict[str, int]:
    """The conditions that hold for `side` between two scenarios, with how many times each does."""
    state = game.state

    def number(name: str) -> int:
        return state.number(side, name)

    bought = _bought_before(game, side)
    wins, losses = number("wins"), number("losses")
    weather = state.fact("weather.before") or state.fact("weather")
    return {
        "historical": game.historical(side),
        f"side-{side}": 1,
        "balance": number("balance"),
        "won-last": int(state.fact("winner") == side),
        "wins-last-day": number("wins-last-day"),
        "attacked-last": int(state.fact(f"initiative.{side}") == "attack"),
        "chose-attack": int(state.fact(f"initiative.{side}") == "attack" and state.scenario > 1),
        "night-scenarios": number("night-scenarios") if side == "german" else 0,
        "idle-days": number("idle"),
        "scenarios": number("since-idle") if number("idle-ever") else state.scenario,
        "lost-often": int(wins + losses >= game.figure_or("withdrawal-scenarios", 2) and 2 * wins <= losses),
        "suffered-20": number("suffered") // 20,
        "earned-20": number("earned") // 20,
        "earned-30": number("earned") // 30,
        "suffered-total-50": number("suffered-total") // 50,
        "elite-bought": sum(1 for group in bought if group.quality == "elite" and group.kind in ("company", "platoon")),
        "first-line-bought": sum(1 for group in bought if _first_line(group)),
        "platoons-bought": -(-sum(1 for group in bought if group.kind == "platoon") // 2),
        "was-overcast": int("Overcast" in weather),
        "was-rain": int("Rain" in weather),
        "was-fog": int(any(word in weather for word in FOG)),
        "was-dry": int((state.fact("ec.before") or state.fact("ec")) == "Dry"),
        "november": int(game.date.month == "November"),
        "am": int(game.date.id.endswith("AM")),
    }


def _first_line(group: Group) -> bool:
    return (group.kind == "company" and group.quality == "first-line") or group.kind == "afv"


def _bought_before(game: CampaignGame, side: Nation) -> list[Group]:
    """The groups that a side bought (was not given) on the date before the present one."""
    found = []
    for item in game.state.purchases.values():
        group = game.campaign.group(item.side, item.group)
        if group and item.side == side and item.date == game.state.date - 1 and not item.given:
            found.append(group)
    return found
