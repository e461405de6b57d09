"""What flamethrowers and Demolition Charges may do at a hex, with its harm (A22, A23)."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.asl.fire.attack import IftAttack
from sasl.asl.fire.opportunity import may_fire_at
from sasl.asl.game.context import Game
from sasl.asl.game.state import Unit
from sasl.asl.movement import charges
from sasl.asl.ordnance import charge_position, demolition, flame, mounted
from sasl.asl.ordnance.hits import to_kill
from sasl.asl.ordnance.hits.to_kill import Effect
from sasl.kernel.orders.order import Order
from sasl.minds.act import Decider
from sasl.minds.fire import harm
from sasl.minds.fire.ordnance.fire_option import FireOption, on_the_ift
from sasl.orders.fire_orders import PlaceCharge

HARMED: tuple[Effect, ...] = ("burning", "destroyed", "immobilized", "shock")
"""What counts as harm to a vehicle."""


def jet_option(game: Game, decider: Decider, jet: flame.Jet, order: Order) -> Iterator[FireOption]:
    """A jet of flame at a hex, or at the AFV alone there. Refused beyond its reach or without LOS."""
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
    paper = demolition.attack_of(game, charge)
    tanks = demolition.armor_there(game, unit.side, name)
    if not paper.groups and not tanks:
        return
    if tanks:  # A23.5: against one AFV, the first when whoever throws it is asked, and not against the others
        chance = sum(part * _kills(game, kill) for part, kill in charge_position.kills(game, charge, tanks[0]))
        worth = chance * harm.weight(game, decider, tanks[0])
    else:
        worth = harm.of_ift(game, decider, paper)
    back = demolition.backfire(game, charge) if how == "thrown" else None
    cost = -harm.of_ift(game, decider, back) if back else 0.0  # harm to its own side counts against it
    facts = (_fact(paper), *([f"harm to the throwers {cost:.2f} (A23.6)"] if cost else []))
    title = f"{unit.id} with {weapon}"
    yield FireOption(PlaceCharge(unit.id, name, how), lambda: (title, facts), max(0.0, worth - cost))


def _fact(paper: IftAttack) -> str:
    drm = sum(mod.value for mod in paper.groups[0].modifiers) if paper.groups else 0
    return on_the_ift(paper.title, paper.column, drm)


def _kills(game: Game, kill: to_kill.Kill) -> float:
    """The chance that a To Kill DR harms a vehicle."""
    effects = to_kill.chances(game, kill)
    return float(sum(effects.get(name, 0) for name in HARMED))
