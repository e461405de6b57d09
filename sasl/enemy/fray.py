"""CCPh (A11): which CC is fought next, and what the side does in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from sasl.combat.close import cc_choices, cc_vehicles, close_combat, melee
from sasl.combat.close.cc_choices import Done
from sasl.combat.close.cc_fray import Commander, Fray
from sasl.combat.close.close_combat import Attack, Weighed
from sasl.combat.draft import chances_text, percent
from sasl.combat.men import prisoners
from sasl.core.text import listed
from sasl.enemy.act import Act, Staff, few, pick
from sasl.game import events as ev
from sasl.game.context import Game
from sasl.game.state import SMC, VEHICLES, Side, Unit, opponent

if TYPE_CHECKING:
    from sasl.enemy.mind import SideMind


# -- which CC ------------------------------------------------------------------------------------------


def next_act(game: Game, staff: Staff) -> Act | None:
    """A11.12: the next CC to fight: any that waits, then one in which only prisoners may turn on their Guards."""
    for name in [*melee.waiting(game), *_prisons(game, staff)]:
        key = f"cc {name}"
        if key not in game.state.passed:
            return _fight(game, staff, name, key)
    return None


def _prisons(game: Game, staff: Staff) -> list[str]:
    """The hexes where prisoners of the side may turn on their Guards."""
    captives = [unit for unit in game.state.on_map(staff.side) if prisoners.may_escape(game, unit)]
    names = dict.fromkeys(unit.hex or "" for unit in captives)
    return [name for name in names if not melee.fought(game, name)]


def _fight(game: Game, staff: Staff, name: str, key: str) -> Act:
    ours, theirs = (close_combat.fighters(game, name, side) for side in (staff.side, opponent(staff.side)))
    best, lines = choose(game, staff, name, Done())
    words = f"{listed(unit.id for unit in ours) or 'prisoners'} against {listed(unit.id for unit in theirs)}"
    reasons = (words, *lines) if best else (words, "no attack of its own")
    return Act(key, key, f"CC in {name}", reasons, tuple(unit.id for unit in ours), target=name)


# -- what an attack is worth ---------------------------------------------------------------------------


def harm(game: Game, staff: Staff, item: Weighed) -> float:
    """What a CC attack does to its targets, each with its weight: eliminated or captured 1, reduced a half of one."""
    weights = [weight(game, staff, game.state.units[key]) for key in item.attack.targets]
    if item.table == "cc.vs-vehicle":
        worst = len(item.results) - 1
        return sum(float(chance) * (worst - item.results.index(name)) / worst for name, chance in item.expected()) * (
            weights[0]
        )
    total = 0.0
    for party in item.parties:
        ways = dict(item.chances(item.number, party.modifiers))
        own = [weight(game, staff, game.state.units[key]) for key in party.ids]
        total += float(ways.get(item.results[0], 0)) * sum(own)
        total += float(ways.get(item.results[1], 0)) * sum(own) / len(own) / 2
    return total


def weight(game: Game, staff: Staff, unit: Unit) -> float:
    """6.5: what a unit counts by its kind."""
    kind = "vehicle" if unit.kind in VEHICLES else "leader" if unit.kind in SMC else "unit"
    return staff.doctrine.value(f"weight-{kind}")


def choose(
    game: Game, staff: Staff, name: str, done: Done, ambusher: str = ""
) -> tuple[Weighed | None, tuple[str, ...]]:
    """A11.12: the next attack of the side in a CC, and why: all on all at good odds, else what promises most."""
    every = cc_choices.legal_attacks(game, name, staff.side, done, ambusher)
    kills = [item for item in every if not item.attack.capture]
    if not kills:
        return None, ()
    if staff.doctrine.choice == "random":
        return pick(game, f"cc {name} {len(done.attacked)}", every), ()
    whole, figure = kills[0], staff.doctrine.words("cc-odds-all")
    if whole.odds and close_combat.ratio(whole.odds) >= Fraction(str(staff.doctrine.value("cc-odds-all"))):
        best, rule = whole, f"odds {whole.odds}: all attack all together ({figure})"
    else:
        best = max(kills, key=lambda item: (harm(game, staff, item), len(item.attack.attackers)))
        odds = f"all on all at {whole.odds} is too weak ({figure}): " if whole.odds else ""
        rule = f"{odds}the attack that does most harm"
    ranked = sorted(kills, key=lambda item: -harm(game, staff, item))
    lines = [rule, *few(_line(game, staff, item) for item in ranked)]
    prize = capture_of(game, staff, best, every)
    if prize:
        return prize, (f"to capture is as likely as to kill: {_line(game, staff, prize)}", *lines)
    return best, tuple(lines)


def _line(game: Game, staff: Staff, item: Weighed) -> str:
    odds = item.odds or f"{item.number_name} {item.number}"
    who = f"{listed(item.attack.attackers)} vs {listed(item.attack.targets)}"
    word = " to capture" if item.attack.capture else ""
    return f"{who}{word}, {odds}, harm {harm(game, staff, item):.2f}: {chances_text(item.expected())}"


def capture_of(game: Game, staff: Staff, best: Weighed, every: Sequence[Weighed]) -> Weighed | None:
    """A20.22: the same attack to capture, if that is as likely as to kill and there are men to guard them all.

    That is so against unarmed and Inexperienced men; the doctrine's `cc-capture` says how much likelier it must be.
    """
    if game.figure("no-quarter"):
        return None
    attack = best.attack
    same = (
        item
        for item in every
        if item.attack.capture and (item.attack.attackers, item.attack.targets) == (attack.attackers, attack.targets)
    )
    found = next(same, None)
    if found is None:
        return None
    taken, killed = (dict(item.expected()).get(item.results[0], Fraction(0)) for item in (found, best))
    keepers = [unit for unit in map(game.state.units.get, attack.attackers) if unit and prisoners.can_guard(unit)]
    room = sum(prisoners.room(game, unit) for unit in keepers)
    need = sum(prisoners.size(game, game.state.units[key]) for key in attack.targets)
    likely = taken > 0 and float(taken) >= float(killed) * staff.doctrine.value("cc-capture")
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


# -- the side in a CC ----------------------------------------------------------------------------------


class Fighter(Commander):
    """A side in CC that decides by its doctrine; each decision is in the log with its reasons."""

    def __init__(self, mind: SideMind) -> None:
        self.mind = mind

    def attack(self, fray: Fray, side: Side) -> Attack | None:
        """A11.12: the next attack of the side, or None when nobody is left to attack or to be attacked."""
        game, staff = fray.ctx.game, self.mind.staff(fray.ctx.game)
        best, lines = choose(game, staff, fray.hex, fray.done, fray.ambusher)
        if best is None:
            return None
        attack = best.attack
        _say(fray, side, _title(best), lines, attack.attackers)
        return attack

    def withdraw(self, fray: Fray, side: Side, able: Sequence[Unit], must: Sequence[str]) -> tuple[str, ...]:
        """A11.2: all that may withdraw do when the odds are too bad; else only those that must."""
        free = [unit.id for unit in able if unit.id not in must]
        if not free or not self._too_weak(fray, side):
            return tuple(must)
        _say(fray, side, f"{listed(free)} withdraw from Melee", self._weakness(fray, side), free)
        return (*must, *free)

    def leave(self, fray: Fray, side: Side, able: Sequence[Unit], why: str) -> tuple[str, ...]:
        """A11.22, A11.41: broken units slip out; the others only when the odds are too bad."""
        weak = self._too_weak(fray, side)
        ids = tuple(unit.id for unit in able if weak or "broken" in unit.flags)
        if ids:
            _say(fray, side, f"{listed(ids)} leave{'s' if len(ids) == 1 else ''}", self._weakness(fray, side), ids)
        return ids

    def reveal(self, fray: Fray, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A11.19: concealed DEFENDERS show themselves and attack at odds that would bring them into CC."""
        game, staff = fray.ctx.game, self.mind.staff(fray.ctx.game)
        ids, found = tuple(unit.id for unit in able), odds(game, fray.hex, side)
        shows = found.value >= staff.doctrine.value("cc-odds-advance")
        words = f"odds {found.words()}; {staff.doctrine.words('cc-odds-advance')}"
        _say(fray, side, f"{listed(ids)} {'attack' if shows else 'stay concealed'}", (words,), ids)
        return ids if shows else ()

    def escape(self, fray: Fray, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A20.55: prisoners turn on a Guard if they have a fair chance to harm him."""
        game, staff = fray.ctx.game, self.mind.staff(fray.ctx.game)
        bar, going = staff.doctrine.value("escape-chance"), []
        for guard in dict.fromkeys(unit.carrier for unit in able):
            ours = [unit for unit in able if unit.carrier == guard]
            chance = escape_chance(game, [unit.id for unit in ours], guard, fray.hex, side)
            if float(chance) >= bar:
                going += [unit.id for unit in ours]
                words = f"their chance against {guard} is {percent(chance)}; {staff.doctrine.words('escape-chance')}"
                _say(fray, side, f"{listed(unit.id for unit in ours)} turn on {guard}", (words,), going)
        return tuple(going)

    def _too_weak(self, fray: Fray, side: Side) -> bool:
        game = fray.ctx.game
        return odds(game, fray.hex, side).value < self.mind.staff(game).doctrine.value("cc-odds-withdraw")

    def _weakness(self, fray: Fray, side: Side) -> tuple[str, ...]:
        game = fray.ctx.game
        figure = self.mind.staff(game).doctrine.words("cc-odds-withdraw")
        return (f"odds {odds(game, fray.hex, side).words()}; {figure}",)


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


def _title(item: Weighed) -> str:
    return f"{item.attack.title}, {item.odds or f'{item.number_name} {item.number}'}"


def _say(fray: Fray, side: Side, title: str, reasons: Sequence[str], ids: Sequence[str]) -> None:
    """The decision in the log, with its reasons; the next attack that is shown tells them, too."""
    key = f"cc {fray.hex}"
    fray.ctx.emit(ev.Decided(side, key, title, key, tuple(reasons), tuple(ids), (), fray.hex))
