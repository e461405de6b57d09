"""The Close Combat of a hex while it is fought, and who decides for each side in it (A11.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sasl.asl.close_combat import cc_choices, cc_odds, cc_vehicles, melee
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.cc_odds import Attack
from sasl.asl.game.context import Context, Option, Refused
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.preview import chances_text
from sasl.kernel.frozen import Mutable, replace
from sasl.kernel.text import doing, listed

CC_RESULT = "cc-result"
"""The tag of the line that says what came of an attack."""
Captive = tuple[str, bool, tuple[str, ...]]
"""A unit that is to be captured, whether only a HS of it, and its captors."""


class Commander:
    """Who decides for a side in CC: by default the player, who is asked once for each side."""

    def plan(self, fight: CloseCombatFight, side: Side, leaving: Sequence[Unit] = ()) -> str:
        """What a side does, asked once: `attack` or `capture` as proposed, `none`, `withdraw`, or `choose` details."""
        if side not in fight.plans:
            options = plans(fight, side, leaving)
            text = f"CC in {fight.hex}: what does the {side} side do?"
            if len(options) == 1:
                fight.plans[side] = options[0].value
            else:
                fight.plans[side] = fight.ctx.choose(
                    text, options, rule="A11.12, A11.2", whose=side, id="cc-plan", subject=(fight.hex,)
                )
        return fight.plans[side]

    def attack(self, fight: CloseCombatFight, side: Side) -> Attack | None:
        """The next attack of `side`, or None if it makes no more."""
        done, game = fight.done, fight.ctx.game
        proposal = cc_choices.suggest(game, fight.hex, side, done, fight.ambusher)
        plan = "none" if proposal is None else self.plan(fight, side)
        if proposal is None or plan in ("none", "withdraw"):
            return None
        if plan == "choose":
            return self._chosen(fight, side, proposal)
        taking = replace(proposal, capture=True)
        return taking if plan == "capture" and not cc_choices.fault(game, taking, done) else proposal

    def _chosen(self, fight: CloseCombatFight, side: Side, proposal: Attack) -> Attack | None:
        """An attack chosen in detail: who, whom, to kill or to capture."""
        done, game = fight.done, fight.ctx.game
        ready = cc_choices.able(game, fight.hex, side, done)
        text = f"CC in {fight.hex}: which {side} units attack together?"
        attackers = _several(fight, side, ready, text, "A11.12", "cc-attackers", proposal.attackers)
        if not attackers:
            return None
        targets = self._targets(fight, side, attackers, proposal)
        attack = Attack(side, fight.hex, attackers, cc_choices.closed(game, targets, fight.hex, side, done))
        taking = replace(attack, capture=True)
        if cc_choices.fault(game, taking, done):
            return attack
        ways = [Option("kill", "to eliminate"), Option("capture", "to take prisoners (+1)")]
        chosen = fight.ctx.choose(attack.title, ways, rule="A20.22", whose=side, id="cc-manner", subject=attackers)
        return taking if chosen == "capture" else attack

    def _targets(
        self, fight: CloseCombatFight, side: Side, attackers: Sequence[str], proposal: Attack
    ) -> tuple[str, ...]:
        game = fight.ctx.game
        by_vehicle = any(cc_vehicles.is_vehicle(game, key) for key in attackers)
        aims = cc_choices.open_targets(game, fight.hex, side, fight.done, by_vehicle=by_vehicle)
        if not aims:
            raise Refused(f"nobody is left in {fight.hex} for {listed(attackers)} to attack (A11.12)")
        if len(aims) == 1:
            return (aims[0].id,)
        names = [unit.id for unit in aims]
        likely = [key for key in proposal.targets if key in names]
        if set(attackers) != set(proposal.attackers) and not likely:
            likely = names[:1]
        text = f"Whom do {listed(attackers)} attack?"
        return _several(fight, side, aims, text, "A11.12", "cc-targets", likely, attackers)

    def withdraw(
        self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], must: Sequence[str]
    ) -> tuple[str, ...]:
        """A11.2: who of `able` withdraws from the Melee; `must` have to."""
        free = [unit for unit in able if unit.id not in must]
        plan = self.plan(fight, side, free) if free else "none"
        if plan != "choose":
            return (*must, *(unit.id for unit in free)) if plan == "withdraw" else tuple(must)
        return (*must, *self.leaving(fight, side, free))

    def leaving(self, fight: CloseCombatFight, side: Side, free: Sequence[Unit]) -> tuple[str, ...]:
        """A11.2: who of those that may withdraw does so, one by one."""
        return _several(fight, side, free, f"Which {side} units withdraw from {fight.hex}?", "A11.2", "cc-withdraw")

    def leave(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], why: str) -> tuple[str, ...]:
        """A11.22, A11.41: who of `able` slips out of the CC now."""
        text = f"{why}: which {side} units leave {fight.hex}?"
        return _several(fight, side, able, text, "A11.22, A11.41", "cc-leave")

    def reveal(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A11.19: which concealed units of the DEFENDER mean to attack, and so show themselves."""
        plan = self.plan(fight, side)
        if plan != "choose":
            return () if plan == "none" else tuple(unit.id for unit in able)
        text = f"Which concealed {side} units attack in {fight.hex}, and so lose their '?'"
        return _several(fight, side, able, text, "A11.19", "cc-reveal")

    def escape(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A20.55: which prisoners of `side` turn on their Guards."""
        options = [Option(unit.id, f"{unit.type}, guarded by {unit.carrier}") for unit in able]
        text = f"Which {side} prisoners attack their Guard in {fight.hex}?"
        return fight.ctx.several(text, options, (), rule="A20.55", whose=side, id="cc-escape", subject=(fight.hex,))


def _several(
    fight: CloseCombatFight, side: Side, units: Sequence[Unit], text: str, rule: str, id: str,
    likely: Sequence[str] = (), subject: Sequence[str] = (),
) -> tuple[str, ...]:  # fmt: skip
    """Which of these units a side chooses; `subject`: what the question is about, if not the hex."""
    options = [Option(unit.id, words(fight, unit)) for unit in units]
    return fight.ctx.several(text, options, likely, rule=rule, whose=side, id=id, subject=subject or (fight.hex,))


class Nobody(Commander):
    """A side that does not fight: only those who must withdraw do."""

    def attack(self, fight: CloseCombatFight, side: Side) -> Attack | None:
        """None."""
        return None

    def withdraw(
        self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], must: Sequence[str]
    ) -> tuple[str, ...]:
        """Only those who must."""
        return tuple(must)

    def leave(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], why: str) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def reveal(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def escape(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """Nobody."""
        return ()


class CloseCombatFight(Mutable):
    """The CC of a hex while it is fought."""

    ctx: Context
    hex: str
    minds: Mapping[Side, Commander]
    ambusher: str = ""
    attacked: set[str] = set()
    targeted: set[str] = set()
    alone: set[str] = set()
    gone: set[str] = set()
    reduced: set[str] = set()
    captives: list[Captive] = []
    plans: dict[Side, str] = {}

    @property
    def done(self) -> Done:
        """What has been used up so far."""
        return Done(frozenset(self.attacked), frozenset(self.targeted), frozenset(self.alone))

    @property
    def sides(self) -> tuple[Side, Side]:
        """ATTACKER and DEFENDER."""
        side = self.ctx.state.side
        return side, opponent(side)

    def men(self, side: str) -> list[Unit]:
        """The Personnel of a side that are still in it."""
        return cc_odds.men(self.ctx.game, self.hex, side)

    def both(self) -> bool:
        """Whether both sides are still there."""
        return all(cc_odds.fighters(self.ctx.game, self.hex, side) for side in self.sides)

    def sequential(self) -> bool:
        """A11.3: one attack after the other: Ambush, or a vehicle in the Location."""
        machines = (cc_odds.machines(self.ctx.game, self.hex, side) for side in self.sides)
        return bool(self.ambusher) or any(machines)

    def declare(self, attack: Attack) -> None:
        """A11.12: an attack is declared: nobody attacks or is attacked by men twice; attackers show themselves."""
        why = cc_choices.fault(self.ctx.game, attack, self.done)
        if why:
            raise Refused(why)
        self.attacked |= set(attack.attackers)
        if not any(cc_vehicles.is_vehicle(self.ctx.game, key) for key in (*attack.attackers, *attack.targets)):
            self.targeted |= set(attack.targets)
        if len(attack.attackers) == 1 and self.ctx.state.units[attack.attackers[0]].kind in SMC:
            self.alone.add(attack.attackers[0])
        if attack.side != self.ambusher:
            concealment.lose(self.ctx, attack.attackers, "attacks in CC (A11.19)")

    def still(self, attack: Attack) -> Attack | None:
        """A11.22: the attack without those who slipped out before it."""
        left = replace(
            attack,
            attackers=tuple(key for key in attack.attackers if key not in self.gone),
            targets=tuple(key for key in attack.targets if key not in self.gone),
        )
        return left if left.attackers and left.targets else None


def plans(fight: CloseCombatFight, side: Side, leaving: Sequence[Unit]) -> list[Option]:
    """What a side may do in this CC; the proposed attack, with its odds and chances, comes first."""
    game, done, found = fight.ctx.game, fight.done, []
    proposal = cc_choices.suggest(game, fight.hex, side, done, fight.ambusher)
    if proposal is not None:
        hidden = [unit.id for unit in cc_choices.able(game, fight.hex, side, done) if not unit.known]
        shown = f"; {doing(hidden, 'loses', 'lose')} '?' (A11.19)" if hidden and side == fight.sides[1] else ""
        found.append(Option("attack", f"{_weighed(fight, proposal)}{shown}"))
        taking = replace(proposal, capture=True)
        if not cc_choices.fault(game, taking, done):
            found.append(Option("capture", f"the same to take prisoners: {_weighed(fight, taking)}"))
    found.append(Option("none", "no attack"))
    if leaving:
        whom = listed([unit.id for unit in leaving])
        found.append(Option("withdraw", f"{whom} withdraw{'s' if len(leaving) == 1 else ''} from Melee; no attack"))
    aims = cc_choices.open_targets(game, fight.hex, side, done)
    if len(leaving) > 1 or len(cc_choices.able(game, fight.hex, side, done)) > 1 or len(aims) > 1:
        found.append(Option("choose", "choose who attacks whom and who withdraws"))
    return found


def _weighed(fight: CloseCombatFight, attack: Attack) -> str:
    """`628a and 91a vs 467a, 3-2: eliminated 28%, reduced 14%, no effect 58%`."""
    weighed = cc_choices.weigh(fight.ctx.game, attack, fight.ambusher)
    odds = weighed.odds or f"{weighed.number_name} {weighed.number}"
    return f"{listed(attack.attackers)} vs {listed(attack.targets)}, {odds}: {chances_text(weighed.expected())}"


def words(fight: CloseCombatFight, unit: Unit) -> str:
    """A unit in a question: type, strength in CC, states that matter."""
    game = fight.ctx.game
    power = cc_vehicles.cc_fp(game, unit) if unit.kind in VEHICLES else cc_odds.strength(game, unit)
    shown = ("concealed", "broken", "pinned", "cx", "withdrawing", "disarmed", "motion", "buttoned", "immobile")
    states = [flag for flag in shown if flag in unit.flags]
    return ", ".join([unit.type, f"FP {cc_odds.number(power)}", *states])


def slip_out(fight: CloseCombatFight, side: Side, ids: Sequence[str], why: str) -> None:
    """A11.22, A11.41: those of `ids` that may and want to leave the CC do so, unattacked."""
    units = fight.ctx.state.present(ids)
    taken = {key for key, _, _ in fight.captives}
    able = [
        unit
        for unit in units
        if unit.hex == fight.hex and unit.id not in taken and not melee.why_not(fight.ctx.game, unit)
    ]
    chosen = fight.minds[side].leave(fight, side, able, why) if able else ()
    for key in chosen:
        melee.leave(fight.ctx, [key], why)
        unit = fight.ctx.state.units.get(key)
        if unit is None or unit.hex != fight.hex:
            fight.gone.add(key)
