"""A stack in the MPh: every hex it could end in with its price in MF and danger, and the way that is best (6.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace as replace_in

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, but_thoughts
from sasl.asl.movement import riding
from sasl.asl.movement.allowance import NO_DOUBLE, gallop_mf, stack_allowance
from sasl.asl.movement.move import reckon
from sasl.asl.terrain import fires, smoke
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.kernel.text import listed
from sasl.minds import close_combat
from sasl.minds.act import Act, Decider, key_of, pick
from sasl.minds.movement import goals
from sasl.minds.movement.command_range import command_range_of, expected_in_command, unled, without_leader
from sasl.minds.movement.goals import Aim, attitude
from sasl.minds.movement.last_turns import rushes
from sasl.minds.movement.paths import FAR, Ground, Path, ground, paths, to_go
from sasl.orders.movement import Move
from sasl.solitaire.command_control import binds

MOST_REASONS = 6


class Option(Frozen):
    """A way with its price: MF left to the goal, harm on the way and where it ends, all in MF together."""

    way: Path
    how: str
    left: float
    on_way: float
    there: float
    worth: float
    exposed: bool = False
    outside: int = 0
    apart: float = 0.0
    led: float = 0.0

    @property
    def words(self) -> str:
        """`K20: 3 MF from the goal, harm 0.12 on the way, 0.05 there: 3.7`."""
        how = f" ({self.how})" if self.how else ""
        left = f"{self.left:g} MF from the goal, " if self.left < FAR else ""
        open_ground = ", in the open" if self.exposed else ""
        harm = f"harm {self.on_way:.2f} on the way, {self.there:.2f} there{open_ground}"
        command = f", {self.outside} out of command" if self.outside else ""
        command += f", {self.apart:.1f} hexes apart" if self.apart else ""
        command += f", {self.led:.1f} squads to be In Command" if self.led else ""
        return f"{self.way.end}{how}: {left}{harm}{command}: {self.worth:.1f}"


def best(game: Game, decider: Decider, units: Sequence[Unit], goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal: the command with its reasons, or to stay."""
    land = ground(game, decider, units)
    behind = _behind_smoke(land, goal)
    found = _best(behind, goal) if behind is not None else None
    return found if found and found[1] is not None else _best(land, goal)


def _best(land: Ground, goal: Aim | None) -> tuple[Act, Path | None]:
    """What a stack does about its goal over this ground."""
    units, decider, key = land.units, land.decider, key_of(unit.id for unit in land.units)
    allowance = _allowance(land.game, units)
    reach = paths(land, allowance)
    if decider.doctrine.choice == "random":
        return _any(land, key, reach)
    if goal is None:
        return _cover(land, key, reach, allowance)
    options, refused = _options(land, reach, allowance, goal)
    stay, *rest = options
    better = _better(land, stay, rest)
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
    names += ["open-harm"] if any(item.exposed for item in options) and _most_in_the_open(land) < 1 else []
    names += ["command-mf"] if any(item.outside for item in options) else []
    return [*names, "keep-with-leader"] if any(item.apart for item in options) else names


def _better(land: Ground, stay: Option, rest: Sequence[Option]) -> list[Option]:
    """The ways that are better than to stay, the best first; into the open and harm only where no other is."""
    most = _most_in_the_open(land)
    better = (item for item in rest if item.worth < stay.worth)
    return sorted(better, key=lambda item: (item.exposed and item.there > most, item.worth, item.way.mf))


def _most_in_the_open(land: Ground) -> float:
    """The harm up to which a move may end in Open Ground as it may anywhere else: any, if it is so or time runs out."""
    figure = land.decider.doctrine.value
    return figure("open-harm") if figure("open-last") and not rushes(land.game, land.decider) else 1.0


def gain(game: Game, decider: Decider, unit: Unit) -> float:
    """The MF by which the best way of a unit is better than to stay; 0 if it has no goal or no better way."""
    found = _wish(game, decider, unit)
    return found[0].worth - found[1].worth if found else 0.0


def wish(game: Game, decider: Decider, unit: Unit) -> Path | None:
    """The best way of a unit if it went alone in this MPh; None if it would rather stay."""
    found = _wish(game, decider, unit)
    return found[1].way if found else None


def _wish(game: Game, decider: Decider, unit: Unit) -> tuple[Option, Option] | None:
    """To stay, and the best way that is better; None if there is none. Found once while a side only thinks: who has
    passed meanwhile matters as the company that it keeps (16)."""
    parts = *but_thoughts(game.state), game.board, game.library, game.mission, decider.side, decider.doctrine
    known, key = _WISHES.of(parts, dict), (unit, command_range_of(game, [unit]).company)
    if key not in known:
        known[key] = _find_wish(game, decider, unit)
    elif verify.ON:
        verify.same(f"wish of {unit.id}", known[key], lambda: _find_wish(game, decider, unit))
    return known[key]


_WISHES: Memo[dict[object, tuple[Option, Option] | None]] = Memo()


def _find_wish(game: Game, decider: Decider, unit: Unit) -> tuple[Option, Option] | None:
    aim = goals.aim(game, decider, unit)
    if aim is None or unit.hex == aim.hex:
        return None
    land = ground(game, decider, [unit])
    allowance = _allowance(game, [unit])
    (stay, *rest), _ = _options(land, paths(land, allowance), allowance, aim)
    better = _better(land, stay, rest)
    return (stay, better[0]) if better else None


def _allowance(game: Game, units: Sequence[Unit]) -> float:
    """The MF that every unit of the stack still has."""
    limits = stack_allowance(game, units)
    return max(0.0, min(limits[unit.id] - unit.mf for unit in units))


def _options(land: Ground, reach: dict[str, Path], allowance: float, goal: Aim) -> tuple[list[Option], list[str]]:
    """Every hex where the stack could end, to stay first; and why not in others, a few of them."""
    left = to_go(land, goal.hex)
    came_from = land.game.state.moving.came_from if land.game.state.moving and land.units[0].mf else ""
    stay = _option(land, reach[land.start], allowance, left.get(land.start, FAR))
    options = [replace(stay, worth=FAR) if land.must_leave() else stay]
    refused: list[str] = []
    for name, way in reach.items():
        if name in (land.start, came_from):
            continue
        option = _priced(land, way, allowance, left.get(name, FAR), options[0].worth)
        if option is None or option.worth >= options[0].worth:
            continue
        fault = _fault(land, name)
        if fault:
            refused.append(f"not {name}: {fault}")
            continue
        options.append(option)
    return options, refused[:3]


def _fault(land: Ground, name: str) -> str:
    """Why a stack does not end its move in a hex, or ""."""
    if not land.has_room(name):
        return "no room (A5.1)"
    if fires.on_fire(land.game, name):
        return "it burns"
    return "" if rushes(land.game, land.decider) else close_combat.stands_off(land.game, land.decider, name, land.units)


def _priced(land: Ground, way: Path, allowance: float, left: float, most: float) -> Option | None:
    """A way with its price; None if that cannot be less than `most`, before the harm where it ends is looked at."""
    _, on_way = _manner(land, way, allowance)
    least = left + land.danger_mf * on_way - land.figures.cover
    least -= land.figures.track * land.takes(way) + land.figures.goal * land.objectives(way)
    if least >= most and land.figures.none_pays:
        if verify.ON:
            verify.at_least(f"worth of {way.end}", _option(land, way, allowance, left).worth, lambda: least)
        return None
    return _option(land, way, allowance, left)


def _option(land: Ground, way: Path, allowance: float, left: float) -> Option:
    """A way with its price."""
    figures = land.figures
    how, on_way = _manner(land, way, allowance)
    there = land.harm.standing(way.end)
    worth = left + land.danger_mf * (on_way + there) + land.attacked(way)
    worth -= figures.cover * (land.covered(way.end) or not left)  # its goal is as good as cover
    worth -= figures.goal * land.objectives(way)
    worth -= figures.track * land.takes(way)
    worth += figures.shells * (way.end in land.shelled)
    outside = land.command.outside(way.end)
    apart = land.command.apart(way.end) if land.command.counts(land.decider.doctrine) else 0.0
    worth += figures.command * outside + figures.company * apart
    return Option(way, how, left, on_way, there, worth, bool(left) and land.exposed(way.end), outside, apart)


def _manner(land: Ground, way: Path, allowance: float) -> tuple[str, float]:
    """How a way is gone under the eyes of enemies, and the harm then: Assault Movement, a Dash, or plainly."""
    fresh = way.danger > 0 and land.fresh
    if fresh and len(way.hexes) == 2 and way.mf < allowance:
        return "assault", land.harm.assault(way.end)
    if fresh and land.may_dash(way):
        return "dash", max(land.harm.dashing(way.hexes[1]), land.harm(way.end))
    return "", way.danger


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
    """A4.5, A13.36: Double Time where nobody sees any of it and the goal is still far, or a gallop if it leads on."""
    how = _gait(land)
    near = how == "double" and option.left <= allowance
    if not how or near or option.how or not _unseen(land, how, option.way):
        return option
    game, unit = land.game, land.units[0]
    more = allowance + (gallop_mf(game, unit) if how == "gallop" else game.figure("double-time-mf"))
    left = to_go(land, goal.hex)
    best = option
    for name, way in paths(land, more).items():
        if name == land.start or not _unseen(land, how, way):
            continue
        new = replace(_option(land, way, more, left.get(name, FAR)), how=how)
        if new.worth < best.worth and not _fault(land, name) and _legal(land.game, land.units, new):
            best = new
    return best


def _gait(land: Ground) -> str:
    """How the stack may go faster: at the double, if it has not moved, at the gallop, or not at all."""
    units = land.units
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
        _option(land, way, allowance, way.mf)
        for name, way in reach.items()
        if name != land.start and land.game.board.distance(land.start, name) <= far and land.covered(name)
    ]
    options = [item for item in options if not _fault(land, item.way.end)]
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
    reach = paths(land, _allowance(game, units))
    share = decider.doctrine.value("lead-share")
    led = expected_in_command(game, units[0], share) if leads else None
    away = _to_go_to(land, needy, shaken)
    options = [
        _leading(land, way, needy, shaken, led, away)
        for name, way in reach.items()
        if (name in men or (leads and _on_the_way(land, name, away))) and (name == land.start or not _fault(land, name))
    ]
    if attitude(game, decider, units[0]) == "Hold":
        here = land.harm.standing(land.start)
        options = [item for item in options if max(item.on_way, item.there) <= here]
        if not options:
            return _cover(land, key, reach, _allowance(game, units))[0]
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
    option = _option(land, way, way.mf + 1, FAR)
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
