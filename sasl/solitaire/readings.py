"""Doubtful places of a mission card: how each is read. Its file offers the choices; `reading` takes another."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.content.missions.mission import Reading
from sasl.content.missions.mission_map import SuspectCase
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

LAYOUT, UPRIGHT = "layout", "upright"
"""The reading of how the mapboards lie: the one that a `Layout` keeps itself."""


def chosen(game: Game, name: str) -> str:
    """The choice in force for the reading `name`; "" if the mission offers none."""
    found = next((item for item in game.mission.readings if item.id == name), None)
    if found is None:
        return ""
    if name == LAYOUT:
        return UPRIGHT if game.state.layout.upright else next(iter(found.choices))
    value = game.state.values.get(_key(name))
    return value.value if value and value.value in found.choices else next(iter(found.choices))


def places(game: Game, case: SuspectCase) -> str:
    """Whether an S? case means one S? or one in each Location: as its reading is chosen, else as the mission says."""
    return (chosen(game, case.reading) if case.reading else "") or case.places


def report(game: Game) -> list[str]:
    """Every reading with its choices, the one in force marked, and why it is doubtful."""
    return [line for item in game.mission.readings for line in _lines(game, item)]


def _lines(game: Game, item: Reading) -> list[str]:
    now = chosen(game, item.id)
    lines = [f"reading {item.id} ({item.rule}) [{item.provenance}]: {item.note}"]
    return lines + [f"{'*' if word == now else ' '} {word}: {text}" for word, text in item.choices.items()]


def _key(name: str) -> str:
    return f"reading-{name}"


def may_choose(game: Game, name: str, choice: str) -> None:
    """12: refused unless the card offers that reading, and what it is about is not laid out yet. No name: any."""
    offered = {item.id: item for item in game.mission.readings}
    if not offered:
        raise Refused("this mission's card offers no other reading")
    item = offered.get(name)
    if name and (item is None or choice not in item.choices):
        usage = "; ".join(f"{key}: {', '.join(one.choices)}" for key, one in offered.items())
        raise Refused(
            f"reading needs a name and a choice ({usage}), as in: reading {next(iter(offered))} "
            f"{list(next(iter(offered.values())).choices)[-1]}"
        )
    if item and game.state.stage not in item.before:
        raise Refused(f"'{item.id}' is chosen earlier, in {listed(item.before)}; undo takes you back there")


def choose(ctx: Context, name: str, choice: str) -> None:
    """12: how a doubtful place of the card is read from now on."""
    if name == LAYOUT:
        ctx.emit(ev.BoardsLaid(replace(ctx.state.layout, upright=choice == UPRIGHT), f"reading {choice}"))
    else:
        ctx.emit(ev.ValueSet(_key(name), choice, "user"))
