"""The CC of a hex as it is ordered (A11), and what begins and ends the CCPh."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.close_combat import cc_choices, cc_odds, cc_round, melee, recapture
from sasl.asl.close_combat.cc_fight import CloseCombatFight, Commander, Nobody
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.minds import mind_of
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import SIDES, Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.preview import chances_text
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed


class GivenAttacks(Commander):
    """A side whose attacks were given with the order; everything else is asked."""

    def __init__(self, attacks: Sequence[Attack]) -> None:
        self.left = list(attacks)

    def attack(self, fight: CloseCombatFight, side: Side) -> Attack | None:
        """The next attack of the order, with the SMC that defend with its targets."""
        if not self.left:
            return None
        given = self.left.pop(0)
        targets = cc_choices.closed(fight.ctx.game, given.targets, fight.hex, side, fight.done)
        return Attack(side, fight.hex, given.attackers, targets, given.capture, given.hand)

    def withdraw(
        self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], must: Sequence[str]
    ) -> tuple[str, ...]:
        """Those who must, and whom the player chooses of those that the order does not name."""
        named = {key for attack in self.left for key in attack.attackers}
        free = [unit for unit in able if unit.id not in (*must, *named)]
        return (*must, *self.leaving(fight, side, free)) if free else tuple(must)

    def reveal(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """Those concealed units that the order names."""
        named = {key for attack in self.left for key in attack.attackers}
        return tuple(unit.id for unit in able if unit.id in named)


def fight(ctx: Context, name: str, attacks: Sequence[Attack] = (), *, none: bool = False) -> None:
    """A11: the CC of one hex, with the attacks ordered; `none`: the FRIENDLY side makes none."""
    minds = {side: who_decides(ctx.game, side) for side in SIDES}
    if none:
        minds["FRIENDLY"] = Nobody()
    for side in {attack.side for attack in attacks}:
        minds[side] = GivenAttacks([attack for attack in attacks if attack.side == side])
    everyone = [unit.id for side in SIDES for unit in cc_odds.fighters(ctx.game, name, side)]
    if ctx.state.phase == "MPh":
        recapture.attack(ctx, name, minds)
    else:
        cc_round.fight(ctx, name, minds)
    _held_after(ctx, name, everyone)


def who_decides(game: Game, side: Side) -> Commander:
    """The side's mind, or the player."""
    mind = mind_of(game, side)
    found: Commander = mind.in_close_combat() if mind else Commander()
    return found


def begin(ctx: Context) -> None:
    """A11.12: at the start of the CCPh: where CC is to be fought."""
    if melee.waiting(ctx.game):
        overview(ctx)


def end(ctx: Context) -> None:
    """The end of the CCPh: Melees, those who could not withdraw, and control."""
    cc_round.end_phase(ctx)
    for name in list(ctx.state.control):
        ctx.game.reactions.recheck(ctx, name)


def after_any_phase(ctx: Context) -> None:
    """At the end of every phase: Melees that are over, prisoners whose Guard is gone."""
    melee.relock(ctx)
    prisoners.settle(ctx)


def overview(ctx: Context) -> None:
    """Who is where, and what may happen."""
    names = melee.waiting(ctx.game)
    if not names:
        ctx.tell("There is no CC to fight.")
    for name in names:
        sides = []
        for side in SIDES:
            units = cc_odds.fighters(ctx.game, name, side)
            sides.append(f"{side} {listed(unit.id for unit in units)}")
            best = cc_choices.suggest(ctx.game, name, side, cc_choices.Done())
            if best:
                weighed = cc_choices.weigh(ctx.game, best)
                odds = weighed.odds or f"CCV {weighed.number}"
                sides[-1] += f" ({odds}: {chances_text(weighed.expected())})"
        ctx.tell(f"CC in {name}: {' against '.join(sides)}. Fight it: cc {name}", hexes=(name,))


def may_fight(game: Game, name: str, attacks: Sequence[Attack]) -> None:
    """Refused, with the rule, unless there is a CC in the hex that has not been fought, and the attacks are legal."""
    if game.state.phase == "MPh":
        ours = [attack for attack in attacks if attack.side == game.state.side]
        recapture.may_attack(game, name, [key for attack in ours for key in attack.attackers])
    if melee.fought(game, name):
        raise Refused(f"the CC in {name} has been fought in this CCPh (A11.12)")
    escape = any(prisoners.may_escape(game, unit) for unit in game.state.units_at(name))
    if name not in melee.hexes(game) and not escape:
        raise Refused(f"there is no CC in {name}: CC needs units of both sides in one Location (A11.1)")
    for attack in attacks:
        units = [game.state.units[key] for key in attack.attackers]
        others = [game.state.units[key] for key in attack.targets]
        far = next((unit.id for unit in (*units, *others) if unit.hex != name), "")
        if far:
            raise Refused(f"{far} is not in {name}: CC is fought in one Location (A11.1)")
        if {unit.side for unit in units} != {attack.side} or any(unit.side == attack.side for unit in others):
            raise Refused("a CC attack is made by units of one side against the other (A11.12)")
    first = (attack.attackers for attack in attacks)
    single = {keys[0] for keys in first if len(keys) == 1 and game.state.units[keys[0]].kind in SMC}
    fresh = cc_choices.Done(alone=frozenset(single))
    for attack in attacks:
        targets = cc_choices.closed(game, attack.targets, attack.hex, attack.side, fresh)
        why = cc_choices.fault(game, replace(attack, targets=targets), fresh)
        if why:
            raise Refused(why)


def _held_after(ctx: Context, name: str, everyone: Sequence[str]) -> None:
    """A26: control after the CC, here and where units withdrew to."""
    for key in everyone:
        unit = ctx.state.units.get(key)
        if unit is None or not unit.hex:
            continue
        alone = not cc_odds.fighters(ctx.game, unit.hex, opponent(unit.side))
        if alone:
            take_control(ctx, [unit], (unit.hex,))
    ctx.game.reactions.recheck(ctx, name)
