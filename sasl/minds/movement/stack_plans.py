"""A stack in the MPh: the way that is best for it, or to stay, with its reasons (S9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace as replace_in

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement import bypass, riding, wire
from sasl.asl.movement.allowance import NO_DOUBLE, gallop_mf, stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.terrain import smoke
from sasl.kernel.frozen import replace
from sasl.kernel.text import doing, listed
from sasl.minds.act import Act, Decider, key_of, pick
from sasl.minds.movement import move_reasons
from sasl.minds.movement.goals import Aim
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.ways.paths import FAR, Ground, Path, ground, paths, to_go
from sasl.minds.movement.ways.prices import (
    Option,
    allowance_of,
    better_ways,
    fault_of,
    least_price,
    option_of,
    options_of,
)
from sasl.orders.move_orders import Move


def best(game: Game, decider: Decider, units: Sequence[Unit], goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal: the command with its reasons, or to stay."""
    land = ground(game, decider, units)
    behind = _behind_smoke(land, goal)
    if behind is not None and goal is not None:
        act, way = _best(behind, goal)
        if way is not None:
            why = f"it goes through the SMOKE beside it (A24.1): {decider.doctrine.words('smoke-harm')}"
            return replace(act, reasons=(why, *act.reasons)), way
    return _best(land, goal)


def _best(land: Ground, goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal over this ground."""
    units, decider, key = land.units, land.decider, key_of(unit.id for unit in land.units)
    allowance = allowance_of(land.game, units)
    reach = paths(land, allowance)
    if decider.doctrine.choice == "random":
        return _any(land, key, reach)
    if goal is None:
        return cover(land, key, reach, allowance)
    if goal.stays and goal.hex == land.start and not land.must_leave():
        return stay_act(land, key, [goal.words(decider.doctrine)]), None
    options, refused = options_of(land, reach, allowance, goal)
    stay, *rest = options
    better = better_ways(land, stay, rest)
    why, reasons = goal.words(decider.doctrine), [*move_reasons.reasons(land, goal, stay, better), *refused]
    for option in better:
        if legal(land.game, units, option):
            faster = _faster(land, allowance, goal, option)
            first = [] if faster is option else [_faster_words(land, faster, stay.left)]
            return move_act(land, key, faster, [why, *first, *reasons]), faster.way
    return stay_act(land, key, [why, *reasons]), None


def _behind_smoke(land: Ground, goal: Aim | None) -> Ground | None:
    """A24.1: the ground of those beside whom grenades of theirs have put SMOKE on the way: they go through it."""
    if goal is None or not land.decider.doctrine.value("smoke-harm"):
        return None
    clouds = {item.hex for item in land.game.state.marked("smoke") if smoke.strength(item) == "grenades"}
    near = frozenset(land.game.board.neighbours(land.start))
    if not near & clouds:
        return None
    left = to_go(land, goal.hex)
    ahead = {name for name in near & clouds if left.get(name, FAR) < left.get(land.start, FAR)}
    return replace_in(land, closed=land.closed | (near - ahead)) if ahead - land.closed else None


def legal(game: Game, units: Sequence[Unit], option: Option) -> bool:
    """Whether the rules let the stack go that way with the MF it has."""
    flagged = riding.as_ordered(units, (option.how,))
    if option.how == "double":
        flagged = [replace(unit, flags=unit.flags | {"cx"}) for unit in units]
    limits = stack_allowance(game, flagged)
    way = option.way
    try:
        if option.how == "gallop":
            riding.may_gallop(game, units, way.hexes)
        spent = reckon(game, flagged, way.hexes, {option.how} - {""}, way.past)
    except Refused:
        return False
    return all(spent[key] <= limits[key] - (option.how == "assault") * 0.01 for key in limits)


def _faster(land: Ground, allowance: float, goal: Aim, option: Option) -> Option:
    """A4.5, A13.36: Double Time where nobody sees any of it and the goal is still far, or a gallop if it leads on; in
    the last Turns Double Time under fire, too (rush-double)."""
    how = gait_of(land)
    hurries = how == "double" and bool(land.decider.doctrine.value("rush-double")) and rushes(land.game, land.decider)
    near = how == "double" and option.left <= (0 if hurries else allowance)
    if not how or near or not (hurries or (not option.how and unseen(land, how, option.way))):
        return option
    game, unit, as_it_is = land.game, land.units[0], land.units
    more = allowance + (gallop_mf(game, unit) if how == "gallop" else game.figure("double-time-mf"))
    left = to_go(land, goal.hex)
    best, land = option, at_this_gait(land, how)
    for name, way in paths(land, more).items():
        if name == land.start or not (hurries or unseen(land, how, way)):
            continue
        if least_price(land, way, more, left.get(name, FAR)) >= best.worth:
            continue
        new = option_of(land, way, more, left.get(name, FAR), left.get(land.start, FAR))
        if new.worth >= best.worth or new.how:  # a Dash and Assault Movement are no Double Time
            continue
        new = replace(new, how=how)
        if not fault_of(land, name) and legal(land.game, as_it_is, new):
            best = new
    return best


def at_this_gait(land: Ground, how: str) -> Ground:
    """A13.31: the ground of riders who gallop, and may spend more MF before they get off; or of a stack as it is."""
    return replace_in(land, units=tuple(riding.as_ordered(land.units, (how,)))) if how == "gallop" else land


def _faster_words(land: Ground, option: Option, here: float) -> str:
    """How far men at the double or at the gallop come, and the figure that lets them."""
    land = at_this_gait(land, option.how)
    hidden = unseen(land, option.how, option.way)
    figure = "gallop" if option.how == "gallop" else "" if hidden else "rush-double"
    why = f"{'nobody sees it, ' * hidden}{land.decider.doctrine.words(figure) if figure else 'A4.5'}"
    return f"{move_reasons.words(option, move_reasons.parts_of(land, option, here))} ({why})"


def gait_of(land: Ground) -> str:
    """How the stack may go faster: at the double, if it has not moved, at the gallop, or not at all, as on Wire
    (B26.46)."""
    units = land.units
    if wire.held(units):
        return ""
    if all(unit.cavalry for unit in units):
        blown = any(unit.flags & {"gallop", "blown"} for unit in units)
        return "gallop" if land.decider.doctrine.value("gallop") and not blown else ""
    return "" if any(unit.mf or unit.flags & {"mounted", *NO_DOUBLE} for unit in units) else "double"


def unseen(land: Ground, how: str, way: Path) -> bool:
    """Whether nobody sees any of a way; of a gallop, which tires no man: whether nobody there is to be feared."""
    return not way.danger and (how == "gallop" or not any(land.harm.seen(step) for step in way.hexes))


def cover(land: Ground, key: str, reach: dict[str, Path], allowance: float) -> tuple[Act, Path | None]:
    """S9: a Hold unit in Open Ground goes to the nearest hex with TEM or Concealment Terrain, out of no VPO it holds.

    What it risks on the way and there may not be more than to be fired at twice where it is.
    """
    far = land.decider.doctrine.value("hold-move-range")
    reasons = [f"it holds; cover is sought within {land.decider.doctrine.words('hold-move-range')}"]
    if land.covered(land.start) and not land.must_leave():
        return stay_act(land, key, [*reasons, f"{land.start} is cover"]), None
    if holds_vpo(land) and not land.must_leave():
        return stay_act(land, key, [*reasons, f"it holds the VPO {land.start}"]), None
    options = [
        option_of(land, way, allowance, way.mf, way.mf)
        for name, way in reach.items()
        if name != land.start and land.game.board.distance(land.start, name) <= far and land.covered(name)
    ]
    options = [item for item in options if not fault_of(land, item.way.end)]
    if not land.must_leave():
        here = land.harm.standing(land.start)
        options = [item for item in options if item.there <= here and item.on_way + item.there <= 2 * here]
    options.sort(key=lambda item: (item.worth, item.way.mf, item.way.end))
    for option in options:
        if legal(land.game, land.units, option):
            parts = {
                item: move_reasons.parts_of(land, item, item.left) for item in options[: move_reasons.MOST_REASONS]
            }
            reasons += [move_reasons.words(item, part, "MF") for item, part in parts.items()]
            reasons.append(land.decider.doctrine.words(*move_reasons.names_of(parts.values())))
            return move_act(land, key, option, reasons), option.way
    return stay_act(land, key, [*reasons, "no such hex is in reach"]), None


def holds_vpo(land: Ground) -> bool:
    """Whether the stack stands in a VPO that its side controls: in Hold it gives none up for cover."""
    return land.game.state.control.get(land.start) == land.decider.side


def _any(land: Ground, key: str, reach: dict[str, Path]) -> tuple[Act, Path | None]:
    """A doctrine that chooses at random: any hex in reach, or none."""
    way = pick(land.game, key, list(reach.values()))
    option = Option(way, "", FAR, way.danger, land.harm.standing(way.end), 0.0)
    if way.end == land.start or not land.has_room(way.end) or not legal(land.game, land.units, option):
        return stay_act(land, key, []), None
    return move_act(land, key, option, [f"any of {len(reach)} hexes in reach, at random"]), way


# -- words --------------------------------------------------------------------------------------------------


def _doing(units: Sequence[Unit], one: str, many: str) -> str:
    return doing((unit.id for unit in units), one, many, 6)


def move_act(land: Ground, key: str, option: Option, reasons: Sequence[str]) -> Act:
    """The move of a stack along a way."""
    ids, way = tuple(unit.id for unit in land.units), option.way
    order = Move(ids, way.hexes[1:], frozenset((option.how,)) - {""}, bypass.beside(way.past))
    how = [option.how] * bool(option.how) + [f"in Bypass of {listed(name for name, _ in way.past)}"] * bool(way.past)
    title = f"{_doing(land.units, 'moves', 'move')} {land.start} to {way.end}" + (f" ({', '.join(how)})" if how else "")
    return Act(key, order, title, tuple(reasons), ids, way.hexes, way.end, ends=True)


def stay_act(land: Ground, key: str, reasons: Sequence[str]) -> Act:
    """That a stack stays where it is; out of Bypass it goes into its hex, if it has the MF (A4.32)."""
    if land.in_bypass and bypass.must_go_on(land.game):
        ids, here = tuple(unit.id for unit in land.units), land.start
        title = f"{_doing(land.units, 'goes', 'go')} into {here} out of Bypass"
        return Act(key, Move(ids, (here,)), title, tuple(reasons), ids, (here,), here, ends=True)
    return Act(key, None, f"{_doing(land.units, 'stays', 'stay')} in {land.start}", tuple(reasons))
