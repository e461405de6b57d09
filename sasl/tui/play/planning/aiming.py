"""Fire from the map: who of the taken units fires, where targets are, and what the player sees while he aims."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sasl.asl.fire import first_fire
from sasl.asl.fire.attack import seen_of
from sasl.asl.fire.fire_groups import why_not_direct
from sasl.asl.fire.opportunity import armed_with, is_mg, may_fire, may_fire_itself, reach
from sasl.asl.fire.shots import FARTHEST, by_themselves, fire_of, hexes_of, in_reach, led, one_group, shot_chance
from sasl.asl.game.context import Game, Option, Question
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.doubts import might_see
from sasl.asl.game.los.sight import sight_words
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.preview import percent
from sasl.kernel.text import counted, listed
from sasl.tui.play.planning.aim_odds import shot_guess, shot_words, vain_words, wakes_words

MOST_PLACES = 4
"""The most hexes of a Fire Group whose range and LOS are shown."""


def fire_side(game: Game) -> str:
    """Whose fire this phase is for, first of all."""
    state = game.state
    if state.phase in ("MPh", "DFPh"):
        return opponent(state.side)
    return state.side


def goal_now(game: Game) -> str:
    """Where fire can only go now: the hex of those who move under fire, or "" (an Impulse has several)."""
    moving = game.state.moving if game.state.phase == "MPh" else None
    return moving.hex if moving and not moving.also else ""


def fire_names(game: Game, ids: Sequence[str], arms: Sequence[str], *, picked: bool) -> list[str]:
    """Who fires of what was taken: of a whole stack those that can, Infantry before Guns and vehicles."""
    units = [unit for key in ids if (unit := game.state.units[key]).hex]
    places = {unit.hex for unit in units}
    goal = goal_now(game) or (str(units[0].hex) if units else "")
    if len(places) > 1:  # a group: of each stack those that can
        stacks = ([unit.id for unit in units if unit.hex == place] for place in sorted(places))
        return [name for stack in stacks for name in fire_names(game, stack, (), picked=False)]
    if picked or arms or len(units) < 2:
        return [*(name for unit in units for name in _pieces(game, unit, goal)), *arms]
    able = [unit for unit in units if unit.kind == "leader" or may_fire(game, unit, goal)] or units
    heavy = [unit for unit in able if unit.kind in (*VEHICLES, "gun")]
    crews = {unit.id for unit in able if unit.kind == "crew" and unit.group in {gun.id for gun in heavy}}
    men = [unit for unit in able if unit not in heavy and unit.id not in crews]
    if any(unit.kind != "leader" for unit in men) or not heavy:
        return _together(game, [name for unit in men for name in _pieces(game, unit, goal)])
    return [heavy[0].id]


def _together(game: Game, names: Sequence[str]) -> list[str]:
    """Of a stack's pieces those that fire as one; a mortar or another SW that is no MG only where nothing else can."""
    apart = [name for name in names if name in game.state.weapons and not is_mg(game, game.state.weapons[name])]
    rest = [name for name in names if name not in apart]
    units = game.state.units
    if any(name not in units or units[name].kind != "leader" for name in rest):
        return rest
    return apart[:1] or rest


def _pieces(game: Game, unit: Unit, goal: str) -> list[str]:
    """What fires of a unit: itself, with its MG; its SW alone where only they still may."""
    if unit.kind == "leader" or may_fire_itself(game, unit, goal):
        return [unit.id]
    return [weapon.id for weapon in armed_with(game, unit, goal)] or [unit.id]


def directors(game: Game, names: Sequence[str]) -> list[str]:
    """The leaders in the hex of these firers who could direct them now (A7.53)."""
    place = goal_now(game) or next(iter(hexes_of(game, names)), "")
    kind, _ = fire_of(game, names, place)
    if kind is None:
        return []
    there = [unit for name in hexes_of(game, names) for unit in game.state.units_at(name, _side(game, names))]
    leaders = (unit for unit in there if unit.kind == "leader" and not unit.carrier)
    return [unit.id for unit in leaders if not why_not_direct(game.state, unit, kind, (unit.hex,), names, again=False)]


def targets(game: Game, names: Sequence[str]) -> list[str]:
    """Return the hexes with something of the other side that one of these sees and reaches, the best target first.

    Hexes with unbroken units, Known or concealed, come first, then those with broken ones only, then with S? only; of
    each kind the likeliest effect, then Known ones, then the nearest. What is hardly likely to be affected comes last.
    """
    places, state = hexes_of(game, names), game.state
    if not places:
        return []
    here, side = places[0], _side(game, names)
    others = [
        unit
        for unit in state.on_map(opponent(side))
        if unit.kind != "aircraft" and not unit.flags & {"prisoner", "hidden"}  # A12.3
    ]
    there = {unit.hex for unit in others}
    unbroken = {unit.hex for unit in others if "broken" not in unit.flags}
    known = {unit.hex for unit in others if unit.known}
    doubtful = state.suspect_hexes - there if side == "FRIENDLY" else set[str]()
    ranges = game.board.range_from(here)
    seen = [
        name
        for name in there | doubtful
        if ranges[name] <= FARTHEST and in_reach(game, names, name) and (name == here or might_see(game, here, name))
    ]
    chances = {name: _aim_chance(game, names, name) for name in seen}
    least = first_fire.least_chance(game)

    def order(name: str) -> tuple[object, ...]:
        chance = chances[name]
        vain = not chance or chance < least
        return vain, name in doubtful, name not in unbroken, -chance, name not in known, ranges[name], name

    return sorted(seen, key=order)


def _aim_chance(game: Game, names: Sequence[str], goal: str) -> Fraction:
    """Return the chance of any effect of those who fire as one at a hex; of a shot that no sheet tells, 1.

    At S? it is that of one who checks and turns out to be a squad, and 0 where none would check (S5).
    """
    near = one_group(game, names, goal)
    if vain_words(game, near, goal):
        return Fraction(0)
    guess, refused = shot_guess(game, led(game, near, goal), goal)
    return Fraction(0) if refused else Fraction(1) if guess is None else guess


def _side(game: Game, names: Sequence[str]) -> str:
    weapon = game.state.weapons.get(names[0])
    return weapon.side if weapon else game.state.units[names[0]].side


def aim_words(game: Game, names: Sequence[str], goal: str) -> tuple[str, str]:
    """What is shown while the cursor is on `goal`: the kind of fire, range and LOS of each firing hex; and its look."""
    able, near = in_reach(game, names, goal), one_group(game, names, goal)
    group = led(game, near, goal)
    places = hexes_of(game, names if near == able else near)
    parts = [_line_of_fire(game, place, goal) for place in places[:MOST_PLACES]]
    parts += [f"{counted(len(places) - MOST_PLACES, 'hex', 'hexes')} more"] * (len(places) > MOST_PLACES)
    bad = not all(place == goal or might_see(game, place, goal) for place in places)
    kind, fault = fire_of(game, names, goal)
    foe = opponent(_side(game, names))
    here = list(seen_of(game, _side(game, names), (unit.id for unit in game.state.units_at(goal, foe))))
    here += [item.id for item in game.state.suspects_at(goal)] if _side(game, names) == "FRIENDLY" else []
    at = f" at {listed(here, 4)}" if here else ""
    if fault:
        return f"No: {fault}", "bad"
    alone = by_themselves(game, names, goal)
    if alone:
        parts.append(f"by itself: {listed(alone, 3)} (‹1›, ‹enter› there takes it, then ‹f›)")
    if able != list(names):
        parts.append(f"only {listed(able, 4)} in reach" if able else "nobody can reach it")
    if near != able:
        parts.append(f"one Fire Group: {listed(near, 4)} (A7.5)")
    who = listed(dict.fromkeys((*names, *group)), 6)
    text = f"{who}: {kind.name if kind else 'fire'}{at} in {goal}; {'; '.join(parts)}."
    if not near:
        return text, "bad"
    shot, refused = shot_words(game, group, goal)
    if refused:
        return f"{text} No: {refused}.", "bad"
    vain = vain_words(game, near, goal)
    if vain:
        return f"{text} {vain}.", "bad"
    odds = [words for words in (shot, wakes_words(game, group)) if words]
    return f"{text} {'. '.join(odds)}".rstrip(), "bad" if bad else "key"


def _line_of_fire(game: Game, place: str, goal: str) -> str:
    """`K12-K14 range 2, LOS clear`."""
    distance = game.board.distance(place, goal)
    if not distance:
        return f"{place}: same hex"
    seen = sight_words(game, place, goal, ranged=False)
    return f"{place}-{goal} range {distance}, LOS {seen}"


# -- fire at those who move -----------------------------------------------------------------------------


def firers_question(game: Game, firers: Sequence[str]) -> Question:
    """Which of those who may fire do so, with range and odds, the likeliest first; leaders beside them may direct."""
    state, moving = game.state, game.state.moving
    goal = moving.hex if moving else ""
    pieces = [
        (shot_chance(game, [piece], goal), name, piece)
        for name in firers
        for piece in in_reach(game, [name], goal) or by_themselves(game, [name], goal) or [name]
    ]
    pieces.sort(key=lambda item: -1 if item[0] is None else item[0], reverse=True)
    options = [
        Option(piece, _shot_line(game, state.units[name], piece, goal, chance)) for chance, name, piece in pieces
    ]
    for place in dict.fromkeys(state.units[name].hex for name in firers):
        options += [
            Option(unit.id, f"leader {unit.type} in {place} directs")
            for unit in state.units_at(str(place))
            if _may_direct(state.units[firers[0]], unit)
        ]
    movers = listed(moving.ids if moving else (), 6)
    return Question(
        "several",
        f"Who fires at {movers} in {goal}? One Fire Group at a time.",
        "none",
        tuple(options),
        hexes=tuple(dict.fromkeys(str(state.units[name].hex) for name in firers)),
        rule="A8.1",
    )


def _shot_line(game: Game, unit: Unit, piece: str, goal: str, chance: Fraction | None) -> str:
    """`6-2-8 + LMGa in K14, range 3: First Fire, any effect 58%`, or why not; before a SW that fires alone its crew."""
    arms = "".join(f" + {item.id}" + ("*" if item.flags else "") for item in game.state.weapons_of(unit.id))
    who = f"{unit.type}{arms}" if piece == unit.id else f"{unit.id} {unit.type}"
    kind, fault = fire_of(game, [piece], goal)
    refused = shot_words(game, [piece], goal)[1] if chance is None else ""
    words = refused or (kind.short or kind.name if kind else fault)
    odds = "" if chance is None else f", any effect {percent(chance)}"
    return f"{who} in {unit.hex}, range {game.board.distance(str(unit.hex), goal)}: {words}{odds}"


def _may_direct(firer: Unit, unit: Unit) -> bool:
    return (
        unit.kind == "leader"
        and unit.side == firer.side
        and unit.good_order
        and not unit.flags & {"pinned", "first", "final"}
    )


def can_shoot(game: Game, unit: Unit) -> bool:
    """Whether a unit could fire anything anywhere now."""
    goal = goal_now(game) or str(unit.hex)
    return bool(unit.hex and reach(game, unit) and may_fire(game, unit, goal))
