"""When fire is opened: the figure of the doctrine that an attack must reach, and the attack that reaches it (8.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.opportunity import FINAL_ADJACENT, HELD, PROTECTIVE, SUBSEQUENT, opportunity, reach
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit
from sasl.minds.act import Act, Staff, few, pick
from sasl.minds.fire import targets
from sasl.minds.fire.choice import Choice, as_act

IN_THE_OPEN = {"ffmo", "ffnam"}
MOST_REFUSALS = 2


def needed(game: Game, staff: Staff, choice: Choice) -> str:
    """House rules 7: the figure of the doctrine that the harm of an attack must reach for fire to be opened."""
    firers = [game.state.units[key] for key in choice.firers if key in game.state.units]
    kind = choice.kind or _kind(game, firers, choice.hex)
    if kind == PROTECTIVE.name and not any("panicked" in unit.flags for unit in firers):
        return "protective-fire"
    if choice.range <= 1 or kind in (HELD.name, FINAL_ADJACENT.name):
        return "target-harm"
    plain = {"AFPh": "advancing-fire", "DFPh": "final-fire"}.get(game.state.phase) or _at_movers(game, firers, kind)
    if any(_should_hide(game, unit, choice.hex) for unit in firers):
        return max(plain, "first-fire-hidden", key=staff.doctrine.value)
    if game.state.phase == "AFPh" and not all(unit.known for unit in firers):
        return max(plain, "hidden-harm", key=staff.doctrine.value)
    return plain


def _kind(game: Game, firers: Iterable[Unit], goal: str) -> str:
    """The kind of fire of the first of them that may fire."""
    for unit in firers:
        try:
            return opportunity(game, unit, goal).name
        except Refused:
            continue
    return ""


def _at_movers(game: Game, firers: Sequence[Unit], kind: str) -> str:
    if kind == SUBSEQUENT.name:
        return "subsequent-fire"
    return "first-fire-open" if firers and in_the_open(game, firers[0]) else "first-fire"


def in_the_open(game: Game, firer: Unit) -> bool:
    """Whether one of those who move suffers FFMO and FFNAM together from this firer (A4.6)."""
    moving, here = game.state.moving, firer.hex or ""
    if moving is None:
        return False
    for key in moving.ids:
        unit = game.state.units.get(key)
        if unit is None or unit.hex not in moving.hexes:
            continue
        hindrance = look(game, here, unit.hex).hindrance if here != unit.hex else 0
        mods = target_mods(game, unit, here, moving=motion_of(game, moving, key), hindrance=hindrance)
        if {mod.kind for mod in mods} >= IN_THE_OPEN:
            return True
    return False


def _should_hide(game: Game, unit: Unit, goal: str) -> bool:
    """Whether a concealed unit is beyond half its normal range, and so gives itself away for much only."""
    normal = reach(game, unit) / game.figure("long-range")
    return not unit.known and game.board.distance(unit.hex or "", goal) > normal / 2


def chosen(game: Game, staff: Staff, unit: Unit, found: Sequence[Choice]) -> Choice | None:
    """The first attack whose harm reaches its figure; a doctrine of chance takes any, or none."""
    least = staff.doctrine.value("target-harm")
    if staff.doctrine.choice == "random":
        options: list[Choice | None] = [*found, None]
        return pick(game, unit.id, options) if found else None
    for choice in found:
        if choice.harm >= max(least, staff.doctrine.value(needed(game, staff, choice))):
            return choice
    return None


def act(game: Game, staff: Staff, unit: Unit, choice: Choice, found: Sequence[Choice], key: str = "") -> Act:
    """The attack with its reasons: the figure that opens fire, what else was weighed, what was not possible."""
    return as_act(choice, key or unit.id, reasons(game, staff, unit, choice, found))


def reasons(game: Game, staff: Staff, unit: Unit, choice: Choice, found: Sequence[Choice]) -> tuple[str, ...]:
    """Why this attack: a line each."""
    figure = needed(game, staff, choice)
    near = "ADJACENT: fires at anything it can harm, " if choice.range <= 1 and figure == "target-harm" else ""
    why = "any attack, by lot" if staff.doctrine.choice == "random" else f"{near}{staff.doctrine.words(figure)}"
    others = few([item.title for item in found if item is not choice], 5)
    return (
        f"harm {choice.harm:.2f}; {why}",
        *choice.facts,
        *([f"of {len(found)} attacks; the others:", *others] if others else ["no other attack is possible"]),
        *targets.refusals(game, staff, unit)[:MOST_REFUSALS],
    )
