"""When fire is opened: the figure of the doctrine that an attack must reach (A8.1), in the MPh, AFPh and DFPh."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from sasl.asl.fire import ift, residual
from sasl.asl.fire.compulsory import must_fire
from sasl.asl.fire.drm import motion_of, target_mods
from sasl.asl.fire.firepower import PARTS, Manner, Range, parts_at
from sasl.asl.fire.opportunity import (
    CANNOT_FIRE,
    FINAL_ADJACENT,
    FIRST,
    HELD,
    PROTECTIVE,
    SUBSEQUENT,
    could_fire_at,
    is_mg,
    opportunity,
)
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership
from sasl.asl.ordnance import guns
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.kernel.rolling.records import mark
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider, few, key_at, pick
from sasl.minds.action.order_of_acts import locations
from sasl.minds.fire import chances, hiding, kill_zone, targets
from sasl.minds.fire.chances import Marks
from sasl.minds.fire.choice import Choice, Told, as_act, in_order
from sasl.minds.fire.cost import cost, costs, figures
from sasl.minds.fire.small_arms.shot_reasons import ToldShot
from sasl.minds.fire.small_arms.volley import Shot
from sasl.minds.measures import expected_loss
from sasl.orders.fire_orders import Fire

IN_THE_OPEN = {"ffmo", "ffnam"}
MOST_REFUSALS = 2
TOLD = 0.005
"""The least cost of a shot that is mentioned: it is not 0.00 in words."""
MOST_WEAK = 5
"""How many hexes at which fire could not be enough are named among the reasons."""


class Demand(NamedTuple):
    """The harm that an attack must reach for fire to be opened, and the figure of the doctrine that says so."""

    figure: str
    harm: float


ADJACENT = Range(1)


def needed(game: Game, decider: Decider, choice: Choice) -> str:
    """House rules 7: the figure of the doctrine that the harm of an attack must reach for fire to be opened."""
    return _demand(game, decider, choice).figure


def _demand(game: Game, decider: Decider, choice: Choice) -> Demand:
    """The same with that harm; of fire-later a share of what the same small arms would do later."""
    value = decider.doctrine.value
    figure, patient = _figure(game, decider, choice)
    plain = Demand(figure, value(figure))
    if not patient:
        return plain
    hidden = Demand("first-fire-hidden", value("first-fire-hidden"))
    if game.state.phase == "MPh" and isinstance(choice.told, ToldShot):
        hidden = min(
            hidden, Demand("fire-later", value("fire-later") * _later(choice.told.shot)), key=attrgetter("harm")
        )
    return max(plain, hidden, key=attrgetter("harm"))


def _figure(game: Game, decider: Decider, choice: Choice) -> tuple[str, bool]:
    """Return the figure for an attack, and whether its firers would rather stay hidden."""
    figure, patient = _plain_figure(game, decider, choice)
    if hiding.gives_up(game, choice) and figure != "activation-fire":
        figure = max(figure, "wasted-harm", key=decider.doctrine.value)
    return figure, patient


def _plain_figure(game: Game, decider: Decider, choice: Choice) -> tuple[str, bool]:
    """Return the same for an attack that gives nothing up."""
    firers = game.state.present(choice.firers)
    kind = choice.kind or _kind(game, firers, choice.hex)
    if choice.normal and any("activated" in unit.flags for unit in firers):
        return "activation-fire", False  # S5.3: what Activates fires at once
    if kind == PROTECTIVE.name and not any("panicked" in unit.flags for unit in firers):
        return "protective-fire", False
    if choice.range <= 1 or kind in (HELD.name, FINAL_ADJACENT.name):
        return "target-harm", False
    plain = {"AFPh": "advancing-fire", "DFPh": "final-fire"}.get(game.state.phase) or _at_movers(game, firers, kind)
    if any(hiding.from_afar(game, unit, choice.hex) for unit in firers):
        return plain, True
    if game.state.phase == "AFPh" and any(hiding.hides(game, unit) for unit in firers):
        return max(plain, "hidden-harm", key=decider.doctrine.value), False
    return plain, False


def enough(game: Game, decider: Decider, unit: Unit) -> targets.Enough | None:
    """What attacks of the unit at a hex must do at least for fire to be opened: no figure that `needed` may name lies
    below; None for a doctrine that takes any attack.
    """
    if decider.doctrine.choice == "random":
        return None
    value, phase = decider.doctrine.value, game.state.phase
    least = value("target-harm")
    plain = max(least, min(value(name) for name in FIGURES.get(phase, AT_MOVERS)))
    hides = hiding.hides(game, unit)
    if phase == "AFPh" and hides:
        plain = max(plain, value("hidden-harm"))
    if "opportunity" in unit.flags:
        return targets.Enough(least, least)
    if "activated" in unit.flags:
        return targets.Enough(least, min(plain, max(least, value("activation-fire"))))
    if not hides or phase == "MPh":  # how patient it is at movers depends on who fires with it
        return targets.Enough(least, plain)
    return targets.Enough(least, plain, hiding.gives_away(game, unit), max(plain, value("first-fire-hidden")))


FIGURES = {"AFPh": ("advancing-fire",), "DFPh": ("final-fire",)}
AT_MOVERS = ("first-fire", "first-fire-open", "subsequent-fire")
"""The figures of the doctrine that open fire at more than one hex, by phase; and at those who move."""


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
    moving, here = game.state.moving, firer.hex
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


def chosen(game: Game, decider: Decider, unit: Unit, attacks: Sequence[Choice]) -> Choice | None:
    """The first attack whose harm, its cost taken off, reaches its figure; a doctrine of chance takes any, or as likely
    none."""
    least = decider.doctrine.value("target-harm")
    if decider.doctrine.choice == "random":
        options: list[Choice | None] = [*attacks, *[None] * len(attacks)]
        return pick(game, unit.id, options) if attacks else None
    for choice in attacks:
        figure = max(least, _demand(game, decider, choice).harm)
        harm = hiding.tempting(game, decider, choice)
        if harm >= figure and harm - cost(game, decider, choice) >= figure:
            return choice
    return None


def act(game: Game, decider: Decider, unit: Unit, choice: Choice, attacks: Sequence[Choice], at: str = "") -> Act:
    """The attack with its reasons: the figure that opens fire, what else was weighed, what was not possible.

    `at`: the hex of those who move, if it is at them.
    """
    return replace(as_act(choice, key_at(unit.id, at), reasons(game, decider, unit, choice, attacks)), at=at)


def reasons(
    game: Game, decider: Decider, unit: Unit, choice: Choice, attacks: Sequence[Choice], must: str = ""
) -> tuple[str, ...]:
    """Why this attack: a line each; `must`: why it has no choice, whatever the harm."""
    figure = needed(game, decider, choice)
    near = "ADJACENT: fires at anything it can hurt, from" if choice.range <= 1 and figure == "target-harm" else ""
    if figure == "fire-later" and isinstance(choice.told, ToldShot):
        near = f"ADJACENT in the open it would be {_later(choice.told.shot):.2f}, so it fires from"
    names = (figure, *figures(game, decider, choice))
    least = max(decider.doctrine.value("target-harm"), _demand(game, decider, choice).harm)
    up = f"{near or 'it fires from'} {least:.2f} up {mark(decider.doctrine.figures[figure].provenance)}"
    why = "any attack, at random" if decider.doctrine.choice == "random" else up
    others = few([item.title for item in attacks if item is not choice], 5)
    weak = [f"{name} {most:.2f}" for name, most in targets.too_little(game, decider, unit)]
    none = () if weak else ("no other attack is possible",)
    return (
        *([must] if must else []),
        f"{expected_loss(choice.harm)}{'' if must else f'; {why}'}",
        *([] if must or why != up else [decider.doctrine.words(*names)]),
        *_dear(game, decider, choice),
        *choice.facts,
        *([f"of {len(attacks)} attacks; the others:", *others] if others else none),
        *([f"too little expected loss at best: {listed(weak, MOST_WEAK)}"] if weak else ()),
        *targets.refusals(game, decider, unit)[:MOST_REFUSALS],
    )


def _dear(game: Game, decider: Decider, choice: Choice) -> tuple[str, ...]:
    """What a shot costs, where it is worth a word."""
    parts = costs(game, decider, choice)
    price = sum(harm for _, harm in parts)
    figures = decider.doctrine.words(*(name for name, _ in parts))
    return (f"cost of firing {price:.2f} squads (breakdown, the Sniper): {figures}",) if price >= TOLD else ()


def first_fire(
    game: Game, decider: Decider, movers: Sequence[str], place: str, held: set[str] | None = None
) -> Act | None:
    """A8.1, house rules 7: the next shot at `movers` in `place`, or None to hold fire.

    Of all units that would open fire the one with the best attack does; who is known before who would show himself.
    `held` remembers who holds its fire at them: it is not asked again.
    """
    bound = frozenset(must_fire(game, place))
    moving = game.state.moving
    there = [key for key in movers if key in game.state.units and game.state.units[key].hex == place]
    if not there or moving is None or place not in moving.hexes:
        return None
    ready = _ready(game, decider, there, place, bound, set() if held is None else held)
    if not ready:
        return None
    forced = _at_close_quarters([choice for unit, choice, _ in ready.values() if unit.id in bound], bound)
    if forced is not None:
        unit, _, attacks = ready[forced.order]
        must = "enemies have entered its Location: it must fire (A8.312)"
        why = reasons(game, decider, unit, forced, attacks, must=must)
        return replace(as_act(forced, key_at(unit.id, place), why), at=place)
    choices = [choice for _, choice, _ in ready.values()]
    known = [choice for choice in choices if not hiding.given_away(game, choice)]
    first = in_order(game, known or choices)[0]
    unit, choice, attacks = ready[first.order]
    shot = act(game, decider, unit, _laid(game, decider, choice), attacks, place)
    if choice.range > 1 and kill_zone.notes(game, decider, choice.firers, there):
        others = f"other hidden units may wait for the next mover: {decider.doctrine.words('kill-zone')}"
        return replace(shot, reasons=(*shot.reasons, others))
    return shot


def _ready(
    game: Game, decider: Decider, there: Sequence[str], place: str, bound: Collection[str], held: set[str]
) -> dict[Order, tuple[Unit, Choice, list[Choice]]]:
    """Who would open fire: by the order of its best attack, with all it could do; `held` gets those who would not."""
    ready: dict[Order, tuple[Unit, Choice, list[Choice]]] = {}
    for key in could_fire_at(game, decider.side, there):
        unit = game.state.units[key]
        if (key in held and key not in bound) or {key, key_at(key, place)} & game.state.passed:
            continue
        least = None if key in bound else enough(game, decider, unit)
        attacks = targets.choices(game, decider, unit, (place,), without=game.state.passed, enough=least)
        if key in bound:
            choice = _at_close_quarters(attacks, bound)
        else:
            open_to = [item for item in attacks if not kill_zone.waits(game, decider, item, there)]
            choice = chosen(game, decider, unit, open_to)
        if choice is not None:
            ready.setdefault(choice.order, (unit, choice, attacks))
        else:
            held.add(key)
    return ready


def _at_close_quarters(attacks: Sequence[Choice], bound: Collection[str]) -> Choice | None:
    """A8.312, A7.55: of compulsory attacks that of most who must fire, the most harmful."""
    return max(attacks, key=lambda item: (len(set(item.firers).intersection(bound)), item.harm), default=None)


def _laid(game: Game, decider: Decider, choice: Choice) -> Choice:
    """A9.22: the shot of one MG as a Fire Lane, where more men are about to cross it than its ROF could meet."""
    order = choice.order
    if choice.kind != FIRST.name or choice.harm < decider.doctrine.value("lane-harm") or not isinstance(order, Fire):
        return choice
    weapon = game.state.weapons.get(order.firers[0])
    if len(order.firers) > 1 or weapon is None or not is_mg(game, weapon):
        return choice
    holder, item = game.state.units[weapon.holder], game.counter_of(weapon)
    ways = residual.lane_ways(holder.hex, choice.hex)
    if len(ways) != 1 or len(ways[0]) < 2 or choice.range > (item.range or 0) or "pinned" in holder.flags:
        return choice
    near = game.figure("mmc-mf")
    others = [
        unit
        for unit in game.state.on_map(opponent(decider.side))
        if unit.mmc and unit.known and unit.good_order and "moved" not in unit.flags and unit.hex != choice.hex
        and min(game.board.distance(unit.hex, name) for name in ways[0]) <= near
    ]  # fmt: skip
    if len(others) <= (item.rof or 0):
        return choice
    near_it = f"a Fire Lane over {', '.join(ways[0])}: {len(others)} units near it have yet to move (A9.22)"
    fact = f"{near_it}: {decider.doctrine.words('lane-harm')}"
    told = Told(
        replace(order, options=(*order.options, "lane")),
        f"{choice.title}, and places a Fire Lane",
        (*choice.facts, fact),
    )
    return replace(choice, told=told)


OUT = frozenset(CANNOT_FIRE) - {"prep", "panicked"}
"""The states in which nobody fires; whose SW have Prep Fired may still have another."""


def next_act(game: Game, decider: Decider) -> Act | None:
    """A7.24, A7.25, A8.4: in the AFPh and DFPh the next unit in the order of Actions: its fire, or an Act without an
    order if it has none; None after the last. Who waits for Opportunity Fire fires at any Target."""
    for _, here in locations(game, decider.side):
        for unit in here:
            if unit.id in game.state.passed or not _could_fire(game, unit):
                continue
            attacks = targets.choices(
                game, decider, unit, without=game.state.passed, enough=enough(game, decider, unit)
            )
            choice = chosen(game, decider, unit, attacks)
            return act(game, decider, unit, choice, attacks) if choice is not None else Act(unit.id)
    return None


def _could_fire(game: Game, unit: Unit) -> bool:
    """Whether it is worth while to look for a Target: a leader fires with others, a crew with its Gun."""
    if unit.flags & OUT or unit.carrier or guns.manned_by(game, unit, working=True) is not None:
        return False
    return unit.kind != "leader" or bool(game.state.weapons_of(unit.id))


def _later(shot: Shot) -> float:
    """The harm of this fire to the same men once they move ADJACENT to it in the open (A7.21, A4.6)."""
    volley, game = shot.volley, shot.volley.game
    power = sum(
        parts_at(game, load.unit, piece, ADJACENT, Manner(load.shooter.kind))
        for load in shot.loads
        for piece in (*([None] if load.inherent else []), *load.weapons)
    )
    led = max((leadership.drm(leader) for leader in shot.leaders), default=0)
    drm = game.figure("ffmo") + game.figure("ffnam") + led
    ids = [key for group in volley.prospect(shot.loads).groups for key in group.ids]
    column = ift.column_of(game, power // PARTS)
    marks = Marks(column, drm, 0, *volley.weighed(shot.loads[0].shooter.kind).theirs.figures(ids))
    return chances.expected(chances.attack(chances.chart_of(game), column, (marks,), 0, 0, False))
