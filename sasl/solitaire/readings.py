"""Doubtful places of a mission card: how each is read. Its file offers the choices; `reading` takes another."""

from __future__ import annotations

from dataclasses import replace

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.registry import SETUP, verb
from sasl.asl.game.state import State
from sasl.content.mission import Reading, SuspectCase
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


def _now(state: State) -> str:
    return "" if state.stage in SETUP else "how the card is read is chosen at set-up"


@verb(
    "reading",
    "reading [NAME CHOICE]",
    "the doubtful places of the mission card: see how each is read, or read it otherwise",
    stages=SETUP,
    when=_now,
    group="set-up",
)
def reading(ctx: Context, words: list[str]) -> None:
    """12: how a doubtful place of the card is read, before what it is about has been laid out."""
    offered = {item.id: item for item in ctx.mission.readings}
    if not offered:
        raise Refused("this mission's card offers no other reading")
    if not words:
        for line in report(ctx.game):
            ctx.tell(line)
        return
    item = offered.get(words[0].lower())
    if item is None or len(words) != 2 or words[1].lower() not in item.choices:
        usage = "; ".join(f"{key}: {', '.join(one.choices)}" for key, one in offered.items())
        raise Refused(
            f"reading needs a name and a choice ({usage}), as in: reading {next(iter(offered))} "
            f"{list(next(iter(offered.values())).choices)[-1]}"
        )
    if ctx.state.stage not in item.before:
        raise Refused(f"'{item.id}' is chosen earlier, in {listed(item.before)}: undo takes you back there")
    choice = words[1].lower()
    if item.id == LAYOUT:
        ctx.emit(ev.BoardsLaid(replace(ctx.state.layout, upright=choice == UPRIGHT), f"reading {choice}"))
    else:
        ctx.emit(ev.ValueSet(_key(item.id), choice, "user"))
