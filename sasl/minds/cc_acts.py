"""CCPh (A11): the odds of a CC as a side can know them, which attack is worth most, and what the side does in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from sasl.asl.close_combat import cc_choices, cc_odds, cc_vehicles, melee
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.cc_fight import CloseCombatFight, Commander
from sasl.asl.close_combat.cc_odds import Attack, Weighed
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES, Flag
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners, quarter
from sasl.asl.movement.advance import STAYS
from sasl.asl.ordnance import guns
from sasl.asl.preview import chances_text, percent
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import doing, listed
from sasl.minds.act import Act, Decider, few, pick
from sasl.minds.fire import harm as expected
from sasl.minds.measures import expected_loss
from sasl.minds.movement import goals
from sasl.orders.cc_orders import CloseCombat

SURE = 99.0
"""The odds against men who cannot fight."""
UNABLE = frozenset(STAYS) | {"panicked", "advanced", "berserk", "waits", "disarmed"}
"""The states in which nobody advances into CC by his own will."""


def needed(game: Game, decider: Decider, unit: Unit) -> str:
    """The figure of the doctrine that says from which odds a unit goes into CC."""
    return "cc-odds-hold" if goals.attitude(game, decider, unit) == "Hold" else "cc-odds-advance"


def foes_in(game: Game, decider: Decider, name: str) -> list[Unit]:
    """The enemies in a hex that a side knows to be there."""
    foes = cc_odds.fighters(game, name, opponent(decider.side))
    return [unit for unit in foes if "hidden" not in unit.flags]


def foes_here(game: Game, unit: Unit) -> bool:
    """Whether enemies are in its own hex: it fights there and goes nowhere."""
    return bool(cc_odds.fighters(game, unit.hex, opponent(unit.side)))


def attackers(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> list[Unit]:
    """Who could fight in a hex in the coming CCPh: `units`, those there already, and those ADJACENT who could come."""
    able = {unit.id: unit for unit in units}
    for unit in cc_odds.men(game, name, decider.side):
        able.setdefault(unit.id, unit)
    for near in game.board.neighbours(name):
        for unit in game.state.units_at(near, decider.side):
            if _may_join(game, unit):
                able.setdefault(unit.id, unit)
    return list(able.values())


def _may_join(game: Game, unit: Unit) -> bool:
    """Whether a unit could advance into CC in the coming APh."""
    return unit.infantry and not unit.flags & UNABLE and guns.manned_by(game, unit) is None


def odds_at(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> float:
    """A11.11: the FP of all who could attack there to that of the men in the hex; what is concealed is guessed."""
    foes = [unit for unit in foes_in(game, decider, name) if unit.kind not in ("vehicle", "cupola")]
    unknown = decider.doctrine.value("suspect-fp")
    guess = sum(unknown for unit in foes if not unit.known and unit.mmc)
    known = [unit for unit in foes if unit.known]
    defense = float(sum(cc_odds.strength(game, unit) for unit in known)) + guess
    own = [unit for unit in attackers(game, decider, name, units) if "broken" not in unit.flags]
    attack = float(sum(cc_odds.attack_strength(game, unit, foes) for unit in own))
    return attack / defense if defense else SURE


def stands_off(game: Game, decider: Decider, name: str, units: Sequence[Unit]) -> str:
    """Why a stack does not end its move in a hex: the odds against an armed enemy ADJACENT; "" if it may."""
    figure = needed(game, decider, units[0])
    least = decider.doctrine.value(figure)
    best, where = 0.0, ""
    for near in game.board.neighbours(name):
        foes = foes_in(game, decider, near)
        if not any(not unit.flags & {"broken", "disarmed"} for unit in foes if unit.kind not in ("vehicle", "cupola")):
            continue
        value = odds_at(game, decider, near, units)
        if not where or value > best:
            best, where = value, near
    if where and best < least:
        return f"ADJACENT to {where} at odds of {best:.2g}, {decider.doctrine.words(figure)}"
    return ""


def harm_of(game: Game, decider: Decider, item: Weighed) -> float:
    """What a CC attack does to its targets, each with its weight: all of them if they are eliminated or captured,
    a part of one of them if it is reduced or a vehicle immobilized."""
    worst, total = len(item.results) - 1, 0.0
    for party in item.parties:
        weights = [expected.weight(game, decider, game.state.units[key]) for key in party.ids]
        for name, chance in item.chances(item.number, party.modifiers):
            place = item.results.index(name)
            hurt = sum(weights) if place == 0 else sum(weights) / len(weights) * (worst - place) / worst
            total += float(chance) * hurt
    return total


def choose(
    game: Game, decider: Decider, name: str, done: Done, ambusher: str = ""
) -> tuple[Weighed | None, tuple[str, ...]]:
    """A11.12: the next attack of the side in a CC, and why: all on all at good odds, else on the best single target."""
    every = cc_choices.possible(game, name, decider.side, done)
    if not every:
        return None, ()
    if decider.doctrine.choice == "random":
        chosen = pick(game, f"cc {name} {len(done.attacked)}", every)
        return cc_choices.weigh(game, chosen, ambusher), ("any legal attack (random)",)
    attacks = [cc_choices.weigh(game, attack, ambusher) for attack in _worthy(game, every)]
    attacks.sort(key=lambda item: (-harm_of(game, decider, item), -len(item.attack.attackers)))
    whole = next((item for item in attacks if item.attack == every[0] and item.odds), None)
    figure = decider.doctrine.words("cc-odds-all")
    if whole and float(cc_odds.ratio(whole.odds)) >= decider.doctrine.value("cc-odds-all"):
        best, rule = whole, f"odds {whole.odds}: all attack all of them together ({figure})"
    else:
        best = next(item for item in attacks if item != whole) if len(attacks) > 1 else attacks[0]
        weak = f"attacking all of them at {whole.odds} is too weak ({figure}): " if whole else ""
        rule = f"{weak}the single target with the greatest expected loss"
    lines = (rule, *few(_line(game, decider, item) for item in attacks))
    prize = _capture_of(game, decider, best, every, ambusher)
    if prize:
        words = f"capture is as likely as a kill ({decider.doctrine.words('cc-capture')})"
        return prize, (f"{words}: {_line(game, decider, prize)}", *lines)
    return best, lines


def _worthy(game: Game, every: Sequence[Attack]) -> list[Attack]:
    """Those a side thinks about: all on all, all on one stack, each vehicle, and each way to attack a vehicle."""
    kills = [attack for attack in every if not attack.capture]
    first = kills[0]
    least = {min((a.targets for a in kills if key in a.targets), key=len) for a in kills for key in a.targets}
    aims = {first.targets, *least}

    def vehicle(keys: Sequence[str]) -> bool:
        return any(game.state.units[key].kind in VEHICLES for key in keys)

    return [
        attack
        for attack in kills
        if vehicle(attack.targets)
        or (attack.targets in aims and (attack.attackers == first.attackers or vehicle(attack.attackers)))
    ]


def _line(game: Game, decider: Decider, item: Weighed) -> str:
    odds = item.odds or f"{item.number_name} {item.number}"
    who = f"{listed(item.attack.attackers)} vs {listed(item.attack.targets)}"
    word = " to capture" if item.attack.capture else ""
    return f"{who}{word}, {odds}, {expected_loss(harm_of(game, decider, item))}: {chances_text(item.expected())}"


def _capture_of(game: Game, decider: Decider, best: Weighed, every: Sequence[Attack], ambusher: str) -> Weighed | None:
    """A20.22: the same attack to capture, if that is as likely as to kill and there are men to guard them all.

    That is so against unarmed and Inexperienced men; the doctrine's `cc-capture` says how much likelier it must be.
    """
    attack = replace(best.attack, capture=True)
    if quarter.is_refused(game, opponent(attack.side)) or attack not in every:
        return None
    taking = cc_choices.weigh(game, attack, ambusher)
    taken, killed = (dict(item.expected()).get(item.results[0], Fraction(0)) for item in (taking, best))
    keepers = [unit for unit in map(game.state.units.get, attack.attackers) if unit and prisoners.can_guard(unit)]
    room = sum(prisoners.room(game, unit) for unit in keepers)
    need = sum(prisoners.size(game, game.state.units[key]) for key in attack.targets)
    likely = taken > 0 and float(taken) >= float(killed) * decider.doctrine.value("cc-capture")
    return taking if likely and need <= room else None


# -- odds of the whole CC ------------------------------------------------------------------------------


class Odds(Frozen):
    """The strength of both sides in a CC, as a fight of all against all."""

    own: Fraction
    other: Fraction

    @property
    def value(self) -> float:
        """Own strength for one of the other's."""
        return float(self.own / self.other) if self.other else 99.0

    def words(self) -> str:
        """`2 FP to 8, 0.25`."""
        return f"{cc_odds.number(self.own)} FP to {cc_odds.number(self.other)}, {self.value:.2f}"


def odds(game: Game, name: str, side: Side) -> Odds:
    """A11.11: how strong a side is in a CC, and the other; broken units and those withdrawing do not attack."""
    own = _power(game, name, side)
    return Odds(own, _power(game, name, opponent(side)))


def _power(game: Game, name: str, side: Side) -> Fraction:
    total = Fraction(0)
    for unit in cc_odds.fighters(game, name, side):
        if unit.flags & {"broken", "withdrawing"}:
            continue
        if unit.kind in VEHICLES:
            total += cc_vehicles.cc_fp(game, unit)
        else:
            total += cc_odds.attack_strength(game, unit)
    return total


def escape_chance(game: Game, ids: Sequence[str], guard: str, name: str, side: Side) -> Fraction:
    """A20.55: the chance that prisoners, unarmed as they are, eliminate or reduce their Guard."""
    units = dict(game.state.units)
    for key in ids:
        unarmed: set[Flag] = {"disarmed"} if units[key].mmc else set()
        units[key] = replace(units[key], flags=units[key].flags - {"prisoner"} | unarmed, carrier="")
    freed = game.at(replace(game.state, units=units))
    targets = cc_choices.closed(freed, (guard,), name, side, Done())
    weighed = cc_choices.weigh(freed, Attack(side, name, tuple(ids), targets))
    ways = dict(weighed.expected())
    return sum((ways.get(result, Fraction(0)) for result in weighed.results[:-1]), Fraction(0))


# -- which CC ------------------------------------------------------------------------------------------


def next_act(game: Game, decider: Decider) -> Act | None:
    """A11.12: the next CC to fight: any that waits, then one in which only prisoners may turn on their Guards."""
    for name in [*melee.waiting(game), *_prisons(game, decider)]:
        key = f"cc {name}"
        if key not in game.state.passed:
            return _fight(game, decider, name, key)
    return None


def _prisons(game: Game, decider: Decider) -> list[str]:
    """The hexes where prisoners of the side may turn on their Guards."""
    captives = [unit for unit in game.state.on_map(decider.side) if prisoners.may_escape(game, unit)]
    names = dict.fromkeys(unit.hex for unit in captives)
    return [name for name in names if not melee.fought(game, name)]


def _fight(game: Game, decider: Decider, name: str, key: str) -> Act:
    ours, theirs = (cc_odds.fighters(game, name, side) for side in (decider.side, opponent(decider.side)))
    best, lines = choose(game, decider, name, Done())
    words = f"{listed(unit.id for unit in ours) or 'prisoners'} against {listed(unit.id for unit in theirs)}"
    reasons = (words, *lines) if best else (words, "no attack of its own")
    return Act(key, CloseCombat(name), f"CC in {name}", reasons, tuple(unit.id for unit in ours), target=name)


# -- the side in a CC ----------------------------------------------------------------------------------


class CloseCombatAgent(Commander):
    """A side in CC that decides by its doctrine; each decision is in the log with its reasons."""

    def __init__(self, decider: Callable[[Game], Decider]) -> None:
        self.decider = decider

    def attack(self, fight: CloseCombatFight, side: Side) -> Attack | None:
        """A11.12: the next attack of the side, or None when nobody is left to attack or to be attacked."""
        game, decider = fight.ctx.game, self.decider(fight.ctx.game)
        best, lines = choose(game, decider, fight.hex, fight.done, fight.ambusher)
        if best is None:
            return None
        attack = best.attack
        _say(fight, side, _title(best), lines, attack.attackers)
        return attack

    def withdraw(
        self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], must: Sequence[str]
    ) -> tuple[str, ...]:
        """A11.2: all that may withdraw do when the odds are too bad; else only those that must."""
        free = [unit.id for unit in able if unit.id not in must]
        if not free or not self._too_weak(fight, side):
            return tuple(must)
        _say(fight, side, f"{doing(free, 'withdraws', 'withdraw')} from Melee", self._weakness(fight, side), free)
        return (*must, *free)

    def leave(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit], why: str) -> tuple[str, ...]:
        """A11.22, A11.41: broken units slip out; the others only when the odds are too bad."""
        weak = self._too_weak(fight, side)
        ids = tuple(unit.id for unit in able if weak or "broken" in unit.flags)
        if ids:
            reasons = self._weakness(fight, side) if weak else ("broken units never attack (A11.16)",)
            _say(fight, side, doing(ids, "leaves", "leave"), reasons, ids)
        return ids

    def reveal(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A11.19: concealed DEFENDERS show themselves and attack at odds that would bring them into CC."""
        game, decider = fight.ctx.game, self.decider(fight.ctx.game)
        ids, strength = tuple(unit.id for unit in able), odds(game, fight.hex, side)
        shows = strength.value >= decider.doctrine.value("cc-odds-advance")
        words = f"odds {strength.words()}; {decider.doctrine.words('cc-odds-advance')}"
        title = doing(ids, "attacks", "attack") if shows else doing(ids, "stays concealed", "stay concealed")
        _say(fight, side, title, (words,), ids)
        return ids if shows else ()

    def escape(self, fight: CloseCombatFight, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A20.55: prisoners turn on a Guard if they have a fair chance to harm him."""
        game, decider = fight.ctx.game, self.decider(fight.ctx.game)
        bar, going = decider.doctrine.value("escape-chance"), []
        for guard in dict.fromkeys(unit.carrier for unit in able):
            ours = [unit for unit in able if unit.carrier == guard]
            chance = escape_chance(game, [unit.id for unit in ours], guard, fight.hex, side)
            if float(chance) >= bar:
                names = [unit.id for unit in ours]
                going += names
                words = f"chance against {guard}: {percent(chance)}; {decider.doctrine.words('escape-chance')}"
                _say(fight, side, f"{doing(names, 'turns', 'turn')} on {guard}", (words,), names)
        return tuple(going)

    def _too_weak(self, fight: CloseCombatFight, side: Side) -> bool:
        game = fight.ctx.game
        return odds(game, fight.hex, side).value < self.decider(game).doctrine.value("cc-odds-withdraw")

    def _weakness(self, fight: CloseCombatFight, side: Side) -> tuple[str, ...]:
        game = fight.ctx.game
        figure = self.decider(game).doctrine.words("cc-odds-withdraw")
        return (f"odds {odds(game, fight.hex, side).words()}; {figure}",)


def _title(item: Weighed) -> str:
    return f"{item.attack.title}, {item.odds or f'{item.number_name} {item.number}'}"


def _say(fight: CloseCombatFight, side: Side, title: str, reasons: Sequence[str], ids: Sequence[str]) -> None:
    """The decision in the log, with its reasons; the next attack that is shown tells them, too."""
    key = f"cc {fight.hex}"
    fight.ctx.emit(ev.Decided(side, key, title, key, tuple(reasons), tuple(ids), (), fight.hex))
