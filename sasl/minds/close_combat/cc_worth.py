"""Which attack a side makes in a Close Combat (A11.12): what each is worth, the odds, and whether to take prisoners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from sasl.asl.close_combat import cc_choices, cc_vehicles, close_combat
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.close_combat import Attack, Weighed
from sasl.asl.game.context import Game
from sasl.asl.game.state import VEHICLES, Side, opponent
from sasl.asl.infantry import prisoners
from sasl.asl.preview import chances_text
from sasl.kernel.text import listed
from sasl.minds.act import Decider, few, pick
from sasl.minds.fire import harm as expected


def harm(game: Game, decider: Decider, item: Weighed) -> float:
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
    found = [cc_choices.weigh(game, attack, ambusher) for attack in worthy(game, every)]
    found.sort(key=lambda item: (-harm(game, decider, item), -len(item.attack.attackers)))
    whole = next((item for item in found if item.attack == every[0] and item.odds), None)
    figure = decider.doctrine.words("cc-odds-all")
    if whole and float(close_combat.ratio(whole.odds)) >= decider.doctrine.value("cc-odds-all"):
        best, rule = whole, f"odds {whole.odds}: all attack all together ({figure})"
    else:
        best = next(item for item in found if item != whole) if len(found) > 1 else found[0]
        weak = f"all on all at {whole.odds} is too weak ({figure}): " if whole else ""
        rule = f"{weak}the single target with the most harm"
    lines = (rule, *few(_line(game, decider, item) for item in found))
    prize = capture_of(game, decider, best, every, ambusher)
    if prize:
        return prize, (f"to capture is as likely as to kill: {_line(game, decider, prize)}", *lines)
    return best, lines


def worthy(game: Game, every: Sequence[Attack]) -> list[Attack]:
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
    return f"{who}{word}, {odds}, harm {harm(game, decider, item):.2f}: {chances_text(item.expected())}"


def capture_of(game: Game, decider: Decider, best: Weighed, every: Sequence[Attack], ambusher: str = "") -> Weighed | None:
    """A20.22: the same attack to capture, if that is as likely as to kill and there are men to guard them all.

    That is so against unarmed and Inexperienced men; the doctrine's `cc-capture` says how much likelier it must be.
    """
    attack = replace(best.attack, capture=True)
    if game.figure("no-quarter") or attack not in every:
        return None
    found = cc_choices.weigh(game, attack, ambusher)
    taken, killed = (dict(item.expected()).get(item.results[0], Fraction(0)) for item in (found, best))
    keepers = [unit for unit in map(game.state.units.get, attack.attackers) if unit and prisoners.can_guard(unit)]
    room = sum(prisoners.room(game, unit) for unit in keepers)
    need = sum(prisoners.size(game, game.state.units[key]) for key in attack.targets)
    likely = taken > 0 and float(taken) >= float(killed) * decider.doctrine.value("cc-capture")
    return found if likely and need <= room else None


# -- odds of the whole CC ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Odds:
    """The strength of both sides in a CC, as a fight of all against all."""

    own: Fraction
    other: Fraction

    @property
    def value(self) -> float:
        """Own strength for one of the other's."""
        return float(self.own / self.other) if self.other else 99.0

    def words(self) -> str:
        """`2 FP to 8, 0.25`."""
        return f"{close_combat.number(self.own)} FP to {close_combat.number(self.other)}, {self.value:.2f}"


def odds(game: Game, name: str, side: Side) -> Odds:
    """A11.11: how strong a side is in a CC, and the other; broken units and those withdrawing do not attack."""
    own = _power(game, name, side)
    return Odds(own, _power(game, name, opponent(side)))


def _power(game: Game, name: str, side: Side) -> Fraction:
    total = Fraction(0)
    for unit in close_combat.fighters(game, name, side):
        if unit.flags & {"broken", "withdrawing"}:
            continue
        if unit.kind in VEHICLES:
            total += cc_vehicles.cc_fp(game, unit)
        else:
            total += close_combat.attack_strength(game, unit)
    return total


def escape_chance(game: Game, ids: Sequence[str], guard: str, name: str, side: Side) -> Fraction:
    """A20.55: the chance that prisoners, unarmed as they are, eliminate or reduce their Guard."""
    units = dict(game.state.units)
    for key in ids:
        flags = units[key].flags - {"prisoner"} | ({"disarmed"} if units[key].mmc else set())
        units[key] = replace(units[key], flags=flags, carrier="")
    freed = game.at(replace(game.state, units=units))
    targets = cc_choices.closed(freed, (guard,), name, side, Done())
    weighed = cc_choices.weigh(freed, Attack(side, name, tuple(ids), targets))
    ways = dict(weighed.expected())
    return sum((ways.get(result, Fraction(0)) for result in weighed.results[:-1]), Fraction(0))
