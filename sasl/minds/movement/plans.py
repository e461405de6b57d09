"""A stack in the MPh: the way that is best for it, or to stay, with its reasons (6.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace as replace_in

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit
from sasl.asl.movement import riding, wire
from sasl.asl.movement.allowance import NO_DOUBLE, gallop_mf, stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.terrain import smoke
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider, key_of, pick
from sasl.minds.movement.command_range import expected_in_command, unled, without_leader
from sasl.minds.movement.goals import Aim, attitude
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.paths import FAR, Ground, Path, ground, paths, to_go
from sasl.minds.movement.prices import (
    Option,
    allowance_of,
    better_ways,
    fault_of,
    least_price,
    most_in_the_open,
    option_of,
    options_of,
)
from sasl.orders.movement import Move
from sasl.solitaire.command_control import binds

MOST_REASONS = 6


def best(game: Game, decider: Decider, units: Sequence[Unit], goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal: the command with its reasons, or to stay."""
    land = ground(game, decider, units)
    behind = _behind_smoke(land, goal)
    found = _best(behind, goal) if behind is not None else None
    return found if found and found[1] is not None else _best(land, goal)


def _best(land: Ground, goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal over this ground."""
    units, decider, key = land.units, land.decider, key_of(unit.id for unit in land.units)
    allowance = allowance_of(land.game, units)
    reach = paths(land, allowance)
    if decider.doctrine.choice == "random":
        return _any(land, key, reach)
    if goal is None:
        return _cover(land, key, reach, allowance)
    options, refused = options_of(land, reach, allowance, goal)
    stay, *rest = options
    better = better_ways(land, stay, rest)
    reasons = [goal.why, *_words(stay, better), _figures(decider, *_used(land, options)), *refused]
    for option in better:
        if _legal(land.game, units, option):
            option = _faster(land, allowance, goal, option)
            return _move(land, key, option, reasons), option.way
    return _stay(land, key, reasons), None


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


def _used(land: Ground, options: Sequence[Option]) -> list[str]:
    """The figures that these prices are made of."""
    names = [land.danger_figure, "cover-mf"]
    names += ["residual-mf"] if land.surely else []
    names += ["open-harm"] if any(item.exposed for item in options) and most_in_the_open(land) < 1 else []
    names += ["command-mf"] if any(item.outside for item in options) else []
    return [*names, "keep-with-leader"] if any(item.apart for item in options) else names


def _legal(game: Game, units: Sequence[Unit], option: Option) -> bool:
    """Whether the rules let the stack go that way with the MF it has."""
    flagged = riding.as_ordered(units, (option.how,))
    if option.how == "double":
        flagged = [replace(unit, flags=unit.flags | {"cx"}) for unit in units]
    limits = stack_allowance(game, flagged)
    try:
        if option.how == "gallop":
            riding.may_gallop(game, units, option.way.hexes)
        spent = reckon(game, flagged, option.way.hexes, {option.how} - {""})
    except Refused:
        return False
    return all(spent[key] <= limits[key] - (option.how == "assault") * 0.01 for key in limits)


def _faster(land: Ground, allowance: float, goal: Aim, option: Option) -> Option:
    """A4.5, A13.36: Double Time where nobody sees any of it and the goal is still far, or a gallop if it leads on; in
    the last Turns Double Time under fire, too (rush-double)."""
    how = _gait(land)
    hurries = how == "double" and bool(land.decider.doctrine.value("rush-double")) and rushes(land.game, land.decider)
    near = how == "double" and option.left <= (0 if hurries else allowance)
    if not how or near or not (hurries or (not option.how and _unseen(land, how, option.way))):
        return option
    game, unit = land.game, land.units[0]
    more = allowance + (gallop_mf(game, unit) if how == "gallop" else game.figure("double-time-mf"))
    left = to_go(land, goal.hex)
    best = option
    for name, way in paths(land, more).items():
        if name == land.start or not (hurries or _unseen(land, how, way)):
            continue
        if least_price(land, way, more, left.get(name, FAR)) >= best.worth:
            continue
        new = option_of(land, way, more, left.get(name, FAR), left.get(land.start, FAR))
        if new.worth >= best.worth or new.how:  # a Dash and Assault Movement are no Double Time
            continue
        new = replace(new, how=how)
        if not fault_of(land, name) and _legal(land.game, land.units, new):
            best = new
    return best


def _gait(land: Ground) -> str:
    """How the stack may go faster: at the double, if it has not moved, at the gallop, or not at all, as on Wire
    (B26.46)."""
    units = land.units
    if wire.held(units):
        return ""
    if all(unit.cavalry for unit in units):
        blown = any(unit.flags & {"gallop", "blown"} for unit in units)
        return "gallop" if land.decider.doctrine.value("gallop") and not blown else ""
    return "" if any(unit.mf or unit.flags & {"mounted", *NO_DOUBLE} for unit in units) else "double"


def _unseen(land: Ground, how: str, way: Path) -> bool:
    """Whether nobody sees any of a way; of a gallop, which tires no man: whether nobody there is to be feared."""
    return not way.danger and (how == "gallop" or not any(land.harm.seen(step) for step in way.hexes))


def _cover(land: Ground, key: str, reach: dict[str, Path], allowance: float) -> tuple[Act, Path | None]:
    """6.6: a Hold unit in Open Ground goes to the nearest hex with TEM or Concealment Terrain, out of no VPO it holds.

    What it risks on the way and there may not be more than to be fired at twice where it is.
    """
    figure = land.decider.doctrine.value
    far = figure("hold-move-range")
    reasons = [f"it holds; cover is sought within {_figures(land.decider, 'hold-move-range')}"]
    if land.covered(land.start) and not land.must_leave():
        return _stay(land, key, [*reasons, f"{land.start} is cover"]), None
    if holds_vpo(land) and not land.must_leave():
        return _stay(land, key, [*reasons, f"it holds the VPO {land.start}"]), None
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
        if _legal(land.game, land.units, option):
            reasons += [item.words for item in options[:MOST_REASONS]]
            return _move(land, key, option, reasons), option.way
    return _stay(land, key, [*reasons, "no such hex is in reach"]), None


def holds_vpo(land: Ground) -> bool:
    """Whether the stack stands in a VPO that its side controls: in Hold it gives none up for cover."""
    return land.game.state.control.get(land.start) == land.decider.side


def follow(game: Game, decider: Decider, leaders: Sequence[Unit]) -> Act:
    """Leaders without men go to men of theirs in reach, where they have most squads in command, and nowhere else.

    In Hold they run no danger for it; where they must, they only seek cover.
    """
    units = list(leaders[:1])
    key = units[0].id
    land = ground(game, decider, units)
    men = {unit.hex for unit in game.state.on_map(decider.side) if unit.mmc and "prisoner" not in unit.flags}
    needy = without_leader(game, units[0])
    shaken = unled(game, units[0]) if decider.doctrine.value("rally-mf") else {}
    leads = decider.doctrine.value("lead-mf") > 0 and binds(game, decider.side)
    if land.start in men and not needy and not shaken and not leads:
        return _stay(land, key, ["a leader stays with his men"])
    reach = paths(land, allowance_of(game, units))
    share = decider.doctrine.value("lead-share")
    led = expected_in_command(game, units[0], share) if leads else None
    away = _to_go_to(land, needy, shaken)
    options = [
        _leading(land, way, needy, shaken, led, away)
        for name, way in reach.items()
        if (name in men or (leads and _on_the_way(land, name, away)))
        and (name == land.start or not fault_of(land, name))
    ]
    if attitude(game, decider, units[0]) == "Hold":
        here = land.harm.standing(land.start)
        options = [item for item in options if max(item.on_way, item.there) <= here]
        if not options:
            return _cover(land, key, reach, allowance_of(game, units))[0]
    options.sort(key=lambda item: (item.worth, item.way.mf, item.way.end))
    reasons = ["a leader goes with men", *(item.words for item in options[:MOST_REASONS])]
    for option in options:
        if option.way.end == land.start:
            break
        if _legal(game, units, option):
            return _move(land, key, option, reasons)
    return _stay(land, key, reasons)


def _to_go_to(land: Ground, needy: Sequence[str], shaken: Collection[str]) -> Callable[[str], int]:
    """How many hexes a leader in a hex is short of the nearest squads that nobody leads, or broken men."""
    board, radius = land.game.board, land.command.radius

    def away(name: str) -> int:
        ranges = board.range_from(name)
        squads = (ranges[place] - radius for place in needy)
        return max(0, min((*squads, *(ranges[place] for place in shaken)), default=0))

    return away


def _on_the_way(land: Ground, name: str, away: Callable[[str], int]) -> bool:
    """Whether a leader may end his move alone in a hex: in cover that no enemy can fire at, nearer to whom he goes."""
    return away(name) < away(land.start) and land.covered(name) and not land.harm.standing(name)


def _leading(
    land: Ground,
    way: Path,
    needy: Sequence[str],
    shaken: Mapping[str, int],
    led: Callable[[str], float] | None,
    away: Callable[[str], int],
) -> Option:
    """A way of a leader with its price: danger, the MF of it, the squads out of his circle, less the men to rally and
    the squads (`led`) that will be In Command; and how far he then is `away` from those who have no leader."""
    board, figure = land.game.board, land.decider.doctrine.value
    out = [board.distance(way.end, name) for name in needy]
    outside = sum(far > land.command.radius for far in out)
    option = option_of(land, way, way.mf + 1, FAR, FAR)
    danger_mf = leader_danger(land) * (option.on_way + option.there)
    inside = led(way.end) if led else 0.0
    cost = figure("lead-way-mf") * away(way.end) if led else min(out, default=0) if needy else way.mf
    worth = (
        cost
        + danger_mf
        + land.attacked(way)
        + figure("command-mf") * outside
        - figure("rally-mf") * shaken.get(way.end, 0)
    )
    return replace(option, worth=worth - figure("lead-mf") * inside, outside=outside, led=inside)


def leader_danger(land: Ground) -> float:
    """16: the MF that one whole harm to a leader is worth: the more, the fewer the side has; the last leads all."""
    figure, led_by = land.decider.doctrine.value, land.command.led_by
    return figure("leader-danger-mf") + (figure("last-leader-mf") / led_by if led_by else 0.0)


def _any(land: Ground, key: str, reach: dict[str, Path]) -> tuple[Act, Path | None]:
    """A doctrine that chooses at random: any hex in reach, or none."""
    way = pick(land.game, key, list(reach.values()))
    option = Option(way, "", FAR, way.danger, land.harm.standing(way.end), 0.0)
    if len(way.hexes) < 2 or not land.has_room(way.end) or not _legal(land.game, land.units, option):
        return _stay(land, key, []), None
    return _move(land, key, option, [f"any of {len(reach)} hexes in reach, at random"]), way


# -- words --------------------------------------------------------------------------------------------------


def _names(units: Sequence[Unit]) -> str:
    return listed((unit.id for unit in units), 6)


def _figures(decider: Decider, *names: str) -> str:
    return ", ".join(decider.doctrine.words(name) for name in names)


def _words(stay: Option, better: Sequence[Option]) -> list[str]:
    """The candidates, best first, and what staying would be."""
    lines = [item.words for item in better[:MOST_REASONS]]
    if len(better) > MOST_REASONS:
        lines.append(f"and {len(better) - MOST_REASONS} more")
    return [*lines, f"to stay in {stay.words}"]


def _move(land: Ground, key: str, option: Option, reasons: Sequence[str]) -> Act:
    ids = tuple(unit.id for unit in land.units)
    hexes = option.way.hexes
    order = Move(ids, hexes[1:], frozenset((option.how,)) - {""})
    title = f"{_names(land.units)} move {land.start} to {hexes[-1]}{f' ({option.how})' if option.how else ''}"
    return Act(key, order, title, tuple(reasons), ids, hexes, hexes[-1], ends=True)


def _stay(land: Ground, key: str, reasons: Sequence[str]) -> Act:
    return Act(key, None, f"{_names(land.units)} stay in {land.start}", tuple(reasons))
