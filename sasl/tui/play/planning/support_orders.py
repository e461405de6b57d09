"""What waits for the player in a fire phase and is no unit: his OBA, and the FFE that a mission grants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.game.context import Game
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.oba import batteries, counter_battery
from sasl.asl.oba.accuracy import odds_words
from sasl.kernel.text import listed
from sasl.solitaire.briefing.unfinished import support
from sasl.tui.play.planning.aiming import fire_side
from sasl.tui.widgets.dialogs import PickDialog
from sasl.tui.widgets.lines import Line

if TYPE_CHECKING:
    from sasl.tui.play.map_game import MapGame

KINDS = ("ffe", "oba")
"""What may be left to do that no unit does."""


def aim_of(game: Game, cursor: str) -> str:
    """Where OBA is meant to strike: the cursor's hex, but not one's own men there.

    Then it is where the built-in commander would have it fall, else the nearest known enemy; "" if there is none.
    """
    side = fire_side(game)
    if not game.state.units_at(cursor, side):
        return cursor
    from sasl.minds.mind import SideMind
    from sasl.minds.support import support_fire as its_support

    act = its_support.next_act(game, SideMind("FRIENDLY").decider(game)) if side == "FRIENDLY" else None
    if act is not None and act.target:
        return act.target
    foes = (unit for unit in game.state.on_map(opponent(side)) if unit.known and "prisoner" not in unit.flags)
    there = {unit.hex for unit in foes if unit.kind != "aircraft"}
    return min(there, key=lambda name: (game.board.distance(cursor, name), game.board.hex(name)), default="")


def support_lines(game: Game, goal: str) -> list[str]:
    """The orders that OBA may be given now, with the goal where they need a hex: `ffe I10`, `oba contact`."""
    lines = []
    for chance in support(game):
        if chance.kind == "ffe":
            lines.append(f"ffe {goal}")
        elif chance.kind == "oba":
            lines += [line for key in chance.ids for line in _steps(game, key, goal)]
    return lines


def _odds(game: Game, goal: str) -> dict[str, str]:
    """What each of these orders that calls a round to the goal depends on: accuracy, and the extra draw (C1.21)."""
    found: dict[str, str] = {}
    for key in (key for chance in support(game) if chance.kind == "oba" for key in chance.ids):
        battery = game.state.batteries[key]
        if goal and battery.kind != counter_battery.CBM:
            steps = zip(batteries.steps(game, battery), _steps(game, key, goal), strict=True)
            found |= {line: odds_words(game, battery, goal) for step, line in steps if "HEX" in step}
    return found


def _steps(game: Game, key: str, goal: str) -> list[str]:
    """What the module may be told; with its id where it is not the only one of its side."""
    battery = game.state.batteries[key]
    if battery.kind == counter_battery.CBM:
        return ["cbm"]
    every = batteries.modules(game)
    alike = [item for item in every if item.side == battery.side and item.kind != counter_battery.CBM and not item.gone]
    lines = [step.partition(" [")[0].replace("HEX", goal) for step in batteries.steps(game, battery)]
    return [f"{line} {key}" for line in lines] if len(alike) > 1 else lines


def _support_words(game: Game) -> str:
    """`1 free FFE may fire at once (OBA1): f at a hex where nobody of yours stands, or type ffe HEX`; or ""."""
    waiting = [chance for chance in support(game) if chance.kind in KINDS]
    if not waiting:
        return ""
    who = "; ".join(f"{chance.text} ({listed(chance.ids)})" for chance in waiting)
    return f"{who}: {' or '.join(support_lines(game, 'HEX'))}"


def offer_air(screen: MapGame, planes: Sequence[Unit]) -> None:
    """Put the attack of the first of some aircraft on the command line, at the cursor."""
    plane = planes[0].id
    screen.action_command(f"air {plane} {screen.map.cursor}")
    how = "add strafe, point, bomb or area to say how (E7.4)"
    screen.said.hint(
        f"{plane} attacks {screen.map.cursor}: {how}. ‹enter› gives this order, ‹escape› leaves it.", "key"
    )


def offer_support(screen: MapGame) -> bool:
    """Put what OBA may be told now on the command line, with the hex it is meant for; False if none waits."""
    game = screen.session.game
    goal = aim_of(game, screen.map.cursor)
    lines, odds = support_lines(game, goal), _odds(game, goal)
    if not lines:
        return False

    def chosen(line: str | None) -> None:
        if line:
            screen.action_command(line)
            words = odds.get(line) or _support_words(game)
            screen.said.hint(f"{words}. ‹enter› gives this order, ‹escape› leaves it.", "key")

    if len(lines) == 1:
        chosen(lines[0])
    else:
        foot = "its number, then ‹enter›: onto the command line   ‹space›: back"
        shown = [Line(f"{line}   {odds.get(line, '')}".rstrip(), "", line) for line in lines]
        screen.app.push_screen(PickDialog("Artillery", shown, foot=foot, numbered=True), chosen)
    return True
