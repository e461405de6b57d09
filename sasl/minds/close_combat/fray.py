"""CCPh (A11): which CC is fought next, and what the side does in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sasl.asl.close_combat import close_combat, melee
from sasl.asl.close_combat.cc_choices import Done
from sasl.asl.close_combat.cc_fray import Commander, Fray
from sasl.asl.close_combat.close_combat import Attack, Weighed
from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.state import Side, Unit, opponent
from sasl.asl.infantry import prisoners
from sasl.asl.preview import percent
from sasl.kernel.text import listed
from sasl.minds.act import Act, Decider
from sasl.minds.close_combat.cc_worth import choose, escape_chance, odds

if TYPE_CHECKING:
    from sasl.minds.mind import SideMind


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
    names = dict.fromkeys(unit.hex or "" for unit in captives)
    return [name for name in names if not melee.fought(game, name)]


def _fight(game: Game, decider: Decider, name: str, key: str) -> Act:
    ours, theirs = (close_combat.fighters(game, name, side) for side in (decider.side, opponent(decider.side)))
    best, lines = choose(game, decider, name, Done())
    words = f"{listed(unit.id for unit in ours) or 'prisoners'} against {listed(unit.id for unit in theirs)}"
    reasons = (words, *lines) if best else (words, "no attack of its own")
    return Act(key, key, f"CC in {name}", reasons, tuple(unit.id for unit in ours), target=name)


# -- the side in a CC ----------------------------------------------------------------------------------


class Fighter(Commander):
    """A side in CC that decides by its doctrine; each decision is in the log with its reasons."""

    def __init__(self, mind: SideMind) -> None:
        self.mind = mind

    def attack(self, fray: Fray, side: Side) -> Attack | None:
        """A11.12: the next attack of the side, or None when nobody is left to attack or to be attacked."""
        game, decider = fray.ctx.game, self.mind.decider(fray.ctx.game)
        best, lines = choose(game, decider, fray.hex, fray.done, fray.ambusher)
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
        _say(fray, side, f"{_who(free, 'withdraws', 'withdraw')} from Melee", self._weakness(fray, side), free)
        return (*must, *free)

    def leave(self, fray: Fray, side: Side, able: Sequence[Unit], why: str) -> tuple[str, ...]:
        """A11.22, A11.41: broken units slip out; the others only when the odds are too bad."""
        weak = self._too_weak(fray, side)
        ids = tuple(unit.id for unit in able if weak or "broken" in unit.flags)
        if ids:
            _say(fray, side, _who(ids, "leaves", "leave"), self._weakness(fray, side), ids)
        return ids

    def reveal(self, fray: Fray, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A11.19: concealed DEFENDERS show themselves and attack at odds that would bring them into CC."""
        game, decider = fray.ctx.game, self.mind.decider(fray.ctx.game)
        ids, found = tuple(unit.id for unit in able), odds(game, fray.hex, side)
        shows = found.value >= decider.doctrine.value("cc-odds-advance")
        words = f"odds {found.words()}; {decider.doctrine.words('cc-odds-advance')}"
        title = _who(ids, "attacks", "attack") if shows else _who(ids, "stays concealed", "stay concealed")
        _say(fray, side, title, (words,), ids)
        return ids if shows else ()

    def escape(self, fray: Fray, side: Side, able: Sequence[Unit]) -> tuple[str, ...]:
        """A20.55: prisoners turn on a Guard if they have a fair chance to harm him."""
        game, decider = fray.ctx.game, self.mind.decider(fray.ctx.game)
        bar, going = decider.doctrine.value("escape-chance"), []
        for guard in dict.fromkeys(unit.carrier for unit in able):
            ours = [unit for unit in able if unit.carrier == guard]
            chance = escape_chance(game, [unit.id for unit in ours], guard, fray.hex, side)
            if float(chance) >= bar:
                names = [unit.id for unit in ours]
                going += names
                words = f"chance against {guard}: {percent(chance)}; {decider.doctrine.words('escape-chance')}"
                _say(fray, side, f"{_who(names, 'turns', 'turn')} on {guard}", (words,), names)
        return tuple(going)

    def _too_weak(self, fray: Fray, side: Side) -> bool:
        game = fray.ctx.game
        return odds(game, fray.hex, side).value < self.mind.decider(game).doctrine.value("cc-odds-withdraw")

    def _weakness(self, fray: Fray, side: Side) -> tuple[str, ...]:
        game = fray.ctx.game
        figure = self.mind.decider(game).doctrine.words("cc-odds-withdraw")
        return (f"odds {odds(game, fray.hex, side).words()}; {figure}",)


def _who(ids: Sequence[str], one: str, many: str) -> str:
    return f"{listed(ids)} {one if len(ids) == 1 else many}"


def _title(item: Weighed) -> str:
    return f"{item.attack.title}, {item.odds or f'{item.number_name} {item.number}'}"


def _say(fray: Fray, side: Side, title: str, reasons: Sequence[str], ids: Sequence[str]) -> None:
    """The decision in the log, with its reasons; the next attack that is shown tells them, too."""
    key = f"cc {fray.hex}"
    fray.ctx.emit(ev.Decided(side, key, title, key, tuple(reasons), tuple(ids), (), fray.hex))
