"""Who acts when in the PFPh (S6): hexrow by hexrow, in six classes; what an Action DR is read from (S6.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from sasl.asl.game.context import Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns
from sasl.kernel import verify
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.fire import hiding, targets
from sasl.minds.fire.cost import cost
from sasl.minds.fire.targets import Choice
from sasl.solitaire.setup.objectives import first_held

NEVER_ROLL = ("gun", "cupola")
"""What never moves: it fires whenever there is a Target, without an Action DR [house]."""

OUT_OF_ACTION = {"broken", "prisoner", "melee", "shocked", "stunned", "abandoned", "panicked"}
"""The states in which a unit has no Action."""

LIGHT = 1
"""PP of a SW that does not make its unit one with a heavy weapon (a LMG, a PSK)."""

HEAVY = 2
"""The class of Infantry with a heavy weapon."""


_LOCATIONS: Memo[list[tuple[str, list[Unit]]]] = Memo()


def locations(game: Game, side: Side) -> list[tuple[str, list[Unit]]]:
    """S6: the Locations of `side` in the order of Actions, each with its units in theirs."""
    parts = (game.state.units, game.state.weapons, game.board, game.mission, game.library, side)
    return _LOCATIONS.of(parts, lambda: list(_locations(game, side)))


def _locations(game: Game, side: Side) -> Iterator[tuple[str, list[Unit]]]:
    units = [unit for unit in game.state.on_map(side) if unit.kind != "aircraft"]
    units.sort(key=lambda unit: (*_place(game, unit), class_of(game, unit), unit.kind in SMC, unit.id))
    for place, here in groupby(units, key=lambda unit: unit.hex):
        yield place, list(here)


_ACTING: Memo[list[tuple[str, list[Unit]]]] = Memo()


def acting(game: Game, side: Side) -> list[tuple[str, list[Unit]]]:
    """The Locations with those in them that have an Action, or are Guns and cupolas that may fire."""
    every = locations(game, side)
    return _ACTING.of((every,), lambda: list(_acting(game, every)))


def _acting(game: Game, every: list[tuple[str, list[Unit]]]) -> Iterator[tuple[str, list[Unit]]]:
    for place, there in every:
        here = [unit for unit in there if has_action(game, unit)]
        if here:
            yield place, here


def has_action(game: Game, unit: Unit) -> bool:
    """S6: whether a unit acts: Good Order (or berserk, or a vehicle in Melee), by itself, not as the crew of a Gun."""
    if unit.carrier or not unit.hex or unit.kind == "aircraft":
        return False
    out = OUT_OF_ACTION - {"melee"} if unit.kind in VEHICLES else OUT_OF_ACTION
    if unit.kind == "vehicle" and {"motion", "panicked"} <= unit.flags:
        out = out - {"panicked"}
    return not unit.flags & out and guns.manned_by(game, unit, working=True) is None


def _place(game: Game, unit: Unit) -> tuple[int, int, str]:
    """Where a unit comes: its hexrow from the north, how far from the other side's edge, and its hex."""
    name = unit.hex
    goal = game.edge_of(opponent(unit.side))
    return _from_north(game, name), game.board.distance_to_edge(name, goal), name


def _from_north(game: Game, name: str) -> int:
    """How far south a hex lies, in hexrows where they run along the north edge, else in half hexes."""
    at, edge = game.board.hex(name), game.board.orientation["north"]
    return {"first": at.col, "last": -at.col, "low": at.half_y, "high": -at.half_y}[edge]


def class_of(game: Game, unit: Unit) -> int:
    """S6: 1 a Gun with its men, 2 Infantry with a heavy weapon, 3 other Infantry, 4 armed AFV, 5 other AFV, 6 rest."""
    if unit.kind == "gun":
        return 1
    if unit.kind in VEHICLES:
        item = game.counter_of(unit)
        if item.armor_front is None:
            return 6
        armed = bool(item.ma or item.machine_guns) and not unit.flags & {"malfunctioned", "disabled"}
        return 4 if armed else 5
    heavy = any(
        (game.counter_of(weapon).pp or 0) > LIGHT and not weapon.flags & {"malfunctioned", "dismantled"}
        for weapon in game.state.weapons_of(unit.id)
    )
    return HEAVY if heavy else 3


COLUMNS = {
    "normal": "Target in normal range",
    "long": "Target at long range only",
    "none": "no Target",
    "lost": "no Target, a lost VPO near",
    "target": "Target in sight",
}
"""The columns of the Action tables in words."""


def attitude(unit: Unit) -> str:
    """S3.2: the attitude of a unit; a FRIENDLY unit that is given Action DR is in Advance [house]."""
    return unit.attitude or ("Hold" if unit.side == "ENEMY" else "Advance")


def lost_vpo(game: Game, decider: Decider, unit: Unit) -> str:
    """The nearest VPO that the other side has taken and a Hold unit takes back, or "" (house: a reserve).

    Who stands in a VPO of its own side, or serves a heavy weapon, stays.
    """
    far = decider.doctrine.value("retake-range")
    if not far or not unit.hex or not unit.infantry or not unit.mmc or attitude(unit) != "Hold":
        return ""
    control, board = game.state.control, game.board
    if control.get(unit.hex) == unit.side or class_of(game, unit) == HEAVY or "waits" in unit.flags:
        return ""
    if "lost" not in game.library.table(table(decider, unit)).columns:
        return ""
    other = opponent(unit.side)
    taken = [name for name, side in control.items() if side == other and board.distance(unit.hex, name) <= far]
    lost = [name for name in taken if first_held(game, name) == unit.side]
    return min(lost, key=lambda name: (board.distance(unit.hex, name), board.hex(name)), default="")


def retakes(game: Game, decider: Decider, unit: Unit) -> str:
    """The lost VPO that a Hold unit goes for by its Move Command, or ""."""
    if "move-command" not in unit.flags or decider.doctrine.orders != "action":
        return ""
    return lost_vpo(game, decider, unit)


def table(decider: Decider, unit: Unit) -> str:
    """S6.1: the Action table of a unit: that of its attitude, or of vehicles in Hold."""
    actions = decider.doctrine.actions
    if unit.kind == "vehicle" and attitude(unit) == "Hold" and "vehicle" in actions:
        return actions["vehicle"]
    return actions[attitude(unit)]


def targets_of(
    game: Game,
    decider: Decider,
    unit: Unit,
    partners: Callable[[Unit], bool] = lambda other: False,
    figure: float = 0.0,
) -> list[Choice]:
    """S8.1: the Targets of a unit, best first: what it may fire at, with `partners`, for the doctrine's least harm.

    `figure`: only those of as much harm.
    """
    enough = _enough(game, decider, unit, figure)
    mates = (other for other in game.state.on_map(unit.side) if other.mmc and other.id != unit.id)
    alone = frozenset(other.id for other in mates if not partners(other))
    seen = targets.choices(game, decider, unit, without=alone, enough=enough)
    value = decider.doctrine.value
    return [
        choice
        for choice in seen
        if _pays(game, decider, choice, max(figure, value(asked(game, decider, unit, choice))))
    ]


def may_have_target(game: Game, decider: Decider, unit: Unit) -> bool:
    """S8.1: whether a unit might have a Target if everybody joined it: a quick look, which may err for it; not for what
    nobody joins."""
    if unit.kind in VEHICLES:
        return bool(targets_of(game, decider, unit))
    found = targets.possible(game, decider, unit, _enough(game, decider, unit, 0.0))
    if verify.ON and not found:
        verify.same(f"Targets of {unit.id}", 0, lambda: len(targets_of(game, decider, unit, lambda other: True)))
    return found


def _pays(game: Game, decider: Decider, choice: Choice, figure: float) -> bool:
    """Whether an attack does so much harm, even when what it costs is taken off."""
    harm = hiding.tempting(game, decider, choice)
    return harm >= figure and harm - cost(game, decider, choice) >= figure


def _enough(game: Game, decider: Decider, unit: Unit, figure: float) -> targets.Enough:
    """S8.1: the harm that makes a hex a Target of a unit: by whether it gives itself away, and from how far."""
    value = decider.doctrine.value
    least = max(figure, value("target-harm"))
    if not hiding.hides(game, unit):
        return targets.Enough(least, least)
    hidden = max(figure, value("hidden-harm"))
    return targets.Enough(least, hidden, hiding.gives_away(game, unit), max(hidden, value("prep-fire-hidden")))


def asked(game: Game, decider: Decider, unit: Unit, choice: Choice) -> str:
    """S8.1: the figure that the harm of an attack must reach: nobody is given away for nothing, neither the unit nor
    who fires with it, and no CA is turned for nothing; ADJACENT else anybody fires at anything."""
    names = ["target-harm", *["wasted-harm"] * hiding.gives_up(game, choice)]
    if choice.range <= 1:
        return max(names, key=decider.doctrine.value)
    if hiding.hides(game, unit):
        far = choice.range > hiding.gives_away(game, unit)
        names += ["prep-fire-hidden", "hidden-harm"] if far else ["hidden-harm"]
    if len(choice.firers) > 1:
        mates = (other for other in hiding.given_away(game, choice) if other.mmc)
        names += ["prep-fire-hidden" if hiding.from_afar(game, other, choice.hex) else "hidden-harm" for other in mates]
    return max(names, key=decider.doctrine.value)


def least_of(game: Game, unit: Unit) -> str:
    """S8.1: the figure that the harm to a near Target, not ADJACENT, must reach for a unit by itself."""
    return "hidden-harm" if hiding.hides(game, unit) else "target-harm"


def column(game: Game, decider: Decider, unit: Unit, seen: list[Choice] | None = None) -> str:
    """S6.1: the column of its Action DR; a vehicle has no long range."""
    seen = targets_of(game, decider, unit) if seen is None else seen
    columns = game.library.table(table(decider, unit)).columns
    if not seen:
        return "lost" if lost_vpo(game, decider, unit) else "none"
    if "target" in columns:
        return "target"
    return "normal" if unit.kind == "vehicle" or any(choice.normal for choice in seen) else "long"
