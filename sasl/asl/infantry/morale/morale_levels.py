"""Morale Levels (A10.1): what one is now, what else the tables of morale ask of a unit, and who checks first by it."""

from __future__ import annotations

from collections.abc import Iterable

from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale.experience import elite, inexperienced
from sasl.asl.ordnance import mounted


def level(game: Game, unit: Unit) -> int:
    """The present Morale Level: the broken side if broken; wounded and Encircled -1, Fanatic +1, berserk 10; never more
    than 10 (A.18).

    A Human Wave raises that of the unbroken (A25.23), a Commissar that of all others with him (A25.221). The crew of an
    armor leader has his (D3.42).
    """
    item = game.counter_of(unit)
    if unit.kind in VEHICLES:
        soft = item.armor_front is None
        crew = item.morale or game.figure("soft-crew-morale" if soft else "afv-crew-morale")
        crew = unit.morale if unit.morale and "armor-leader" in unit.flags else crew  # D3.42
        return crew - ("encircled" in unit.flags)
    if "berserk" in unit.flags:
        return game.figure("berserk-morale")
    base = (item.broken or item.morale or 0) if "broken" in unit.flags else (unit.morale or item.morale or 0)
    base = max(base, item.morale or 0) if unit.heroic else base  # A15.21
    base -= ("wounded" in unit.flags) - ("fanatic" in unit.flags)
    base += game.figure("human-wave-morale") if "waved" in unit.flags and "broken" not in unit.flags else 0
    if not unit.heroic:  # A15.2: nothing but a wound lowers his
        base -= ("encircled" in unit.flags) + _under_own_fire(game, unit)
    return min(base + _inspired(game, unit), game.figure("morale-most"))


def _inspired(game: Game, unit: Unit) -> int:
    """A25.221: what a Commissar adds to the Morale Level of Infantry or Cavalry; nothing to a Commissar."""
    if not unit.personnel or "commissar" in unit.flags:
        return 0
    return game.figure("commissar-morale") if game.state.commissar_over(unit) else 0


def _under_own_fire(game: Game, unit: Unit) -> int:
    """C1.51: Morale is one lower under the own side's FFE."""
    shells = [item for item in game.state.marked("ffe") if item.side == unit.side] if unit.hex else []
    return int(any(game.board.distance(unit.hex, item.hex) <= item.number for item in shells)) if shells else 0


def facts(game: Game, unit: Unit) -> dict[str, int]:
    """The conditions of a unit that the tables of morale know."""
    nation = game.mission.army(unit.side).nation
    now = level(game, unit)
    return {
        "stun": int(mounted.STUNNED_BEFORE in unit.arms),
        "elite": int(elite(game, unit)),
        "inexperienced": int(inexperienced(game, unit)),
        "broken": int("broken" in unit.flags),
        nation: 1,
        "high-morale": int(now >= game.figure("high-morale")),
        "low-morale": int(0 < now <= game.figure("low-morale")),
    }


def in_order(game: Game, ids: Iterable[str]) -> list[str]:
    """Commissars and leaders first (A25.221), the highest Morale Level first, then the others."""
    units = [game.state.units[key] for key in dict.fromkeys(ids) if key in game.state.units]
    units.sort(key=lambda unit: ("commissar" not in unit.flags, unit.kind != "leader", -level(game, unit), unit.id))
    return [unit.id for unit in units]
