"""What flamethrowers and Demolition Charges may do at a hex, with its harm (A22, A23)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.opportunity import may_fire_at
from sasl.asl.game.context import Game, Question, Refused
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import charges
from sasl.asl.ordnance import charge_position, demolition, flame, mounted
from sasl.asl.ordnance.charge_position import Charge
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Effect
from sasl.asl.preview import percent
from sasl.kernel.frozen import replace
from sasl.kernel.orders.order import Order
from sasl.minds.act import Decider
from sasl.minds.fire import harm
from sasl.minds.fire.ordnance.fire_option import FireOption, on_the_ift
from sasl.minds.measures import expected_loss
from sasl.orders.fire_orders import Fire, PlaceCharge

HARMED: tuple[Effect, ...] = ("burning", "destroyed", "immobilized", "shock")
"""What counts as harm to a vehicle."""


def jet_options(
    game: Game, decider: Decider, jet_at: Callable[[str], flame.Jet], order: Fire, side: Side
) -> Iterator[FireOption]:
    """A22.34: the jets of flame at a hex: at all there, and at each of its AFV that `side` sees."""
    afv = [
        unit.id for unit in game.state.units_at(order.hex, opponent(side)) if unit.known and mounted.armored(game, unit)
    ]
    found: set[str] = set()
    for target in ("", *afv):
        try:
            jet = jet_at(target)
            if jet.at is None or jet.at.id not in found:
                yield from _jet_option(game, decider, jet, replace(order, target=target))
        except Refused:
            continue
        found |= {jet.at.id} if jet.at else set()


def _jet_option(game: Game, decider: Decider, jet: flame.Jet, order: Order) -> Iterator[FireOption]:
    """A jet of flame at a hex, or at an AFV there. Refused beyond its reach or without LOS."""
    hindrance, far = flame.in_reach(game, jet)
    name = jet.weapon if jet.firer.infantry else f"{jet.firer.id} FT"
    if jet.at is not None and mounted.armored(game, jet.at):
        kill = flame.kill_of(game, jet, jet.at, far)
        worth = _kills(game, kill) * harm.weight(game, decider, jet.at)
        fact = f"{name} at {jet.at.id}: To Kill {kill.number}"
        yield FireOption(order, lambda: (name, (fact,)), worth, jet.turn, jet.at.id, armor=True)
        return
    paper = flame.attack_of(game, jet, hindrance, far)
    if paper.groups:
        worth = harm.of_ift(game, decider, paper)
        yield FireOption(order, lambda: (name, (_fact(paper),)), worth, jet.turn, normal=not far)


def charge_option(game: Game, decider: Decider, unit: Unit, weapon: str, name: str) -> Iterator[FireOption]:
    """A23: a DC placed in the own MPh, thrown elsewhere at the thrower's own risk. Refused if it may not.

    It goes nowhere where men of its own side are: it spares nobody (A23.1).
    """
    how = charges.usual(game, unit)
    if charges.why_not(game, unit, weapon, name, how) or not demolition.at_somebody(game, unit.side, name):
        return
    if game.state.units_at(name, unit.side):
        return
    may_fire_at(game, unit, name)
    charge = demolition.charge_of(game, unit, weapon, name, how)
    aim = _best_aim(game, decider, charge)
    if aim is None:
        return
    back = demolition.backfire(game, charge) if how == "thrown" else None
    cost = -harm.of_ift(game, decider, back) if back else 0.0  # harm to its own side counts against it
    facts = (aim.fact, *([f"{expected_loss(cost)} among the throwers (A23.6)"] if cost else []))
    title, order = f"{unit.id} with {weapon}", PlaceCharge(unit.id, name, how)
    yield FireOption(order, lambda: (title, facts), max(0.0, aim.harm - cost), at=aim.tank, armor=bool(aim.tank))


class _ChargeAim(NamedTuple):
    """What a charge is meant for, with its harm and what that comes from: an AFV, or "" for the others there."""

    tank: str
    harm: float
    fact: str


def _best_aim(game: Game, decider: Decider, charge: Charge) -> _ChargeAim | None:
    """A23.5: the AFV a charge harms most, or the others there, if they suffer more. None if it sees nobody there."""
    tanks, others = demolition.seen_there(game, decider.side, charge.hex)
    aims = [_aim_at(game, decider, charge, unit) for unit in tanks]
    paper = demolition.attack_of(game, charge, seen=True)
    if others and paper.groups:
        aims.append(_ChargeAim("", harm.of_ift(game, decider, paper), _fact(paper)))
    return max(aims, key=lambda aim: aim.harm, default=None)


def _aim_at(game: Game, decider: Decider, charge: Charge, unit: Unit) -> _ChargeAim:
    """C7.346: a charge at an AFV; where it goes astray, half its FP meets the others there."""
    odds = charge_position.chances(game, charge, unit)
    harmed = sum((odds.get(name, Fraction()) for name in HARMED), Fraction())
    lost = odds.get(charge_position.ASTRAY, Fraction())
    around = harm.of_ift(game, decider, demolition.attack_of(game, charge, astray=True, seen=True)) if lost else 0.0
    worth = float(harmed) * harm.weight(game, decider, unit) + float(lost) * around
    fact = f"{charge.title}, at {unit.id}: To Kill harms it {percent(harmed)}, astray {percent(lost)} (C7.346)"
    return _ChargeAim(unit.id, worth, fact)


def meant_for(game: Game, decider: Decider, question: Question) -> str:
    """A23.5: what a charge that goes off now is used against: what it harms most."""
    charge = charges.going_off(game, question.subject[0], question.hexes[0])
    aim = _best_aim(game, decider, charge) if charge is not None else None
    return (aim.tank or demolition.OTHERS) if aim is not None else question.default


def _fact(paper: IftAttack) -> str:
    drm = sum(mod.value for mod in paper.groups[0].modifiers) if paper.groups else 0
    return on_the_ift(paper.title, paper.column, drm)


def _kills(game: Game, kill: to_kill.Kill) -> float:
    """The chance that a To Kill DR harms a vehicle."""
    effects = to_kill.chances(game, kill)
    return float(sum(effects.get(name, 0) for name in HARMED))
