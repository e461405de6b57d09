"""What a vehicle could fire at from where it might drive to, and what harm that would do (S9)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.kernel import verify
from sasl.kernel.frozen import replace
from sasl.minds.fire.cost import cost
from sasl.minds.fire.harm import weight
from sasl.minds.fire.ordnance import gunnery
from sasl.minds.movement.ways.paths import FAR
from sasl.minds.vehicles.drives import Land


class Targets:
    """The Known enemies that a vehicle could fire at, within so many hexes (target-range) of where it is then."""

    def __init__(self, land: Land) -> None:
        self._land, self._reach = land, int(land.decider.doctrine.value("target-range"))
        game, others = land.game, list(land.game.state.on_map(opponent(land.unit.side)))
        known = [unit for unit in others if unit.known and unit.kind != "aircraft" and unit.hex]
        places = {unit.hex for unit in known if "prisoner" not in unit.flags}
        self._ranges = {place: game.board.range_from(place) for place in places}
        self._worth = dict.fromkeys(places, 0.0)
        """What harm to each hex is worth at most: of several units the one worth most counts (S8.1)."""
        for unit in others:
            if unit.hex in places:
                self._worth[unit.hex] = max(self._worth[unit.hex], weight(game, land.decider, unit))

    def seen_from(self, name: str, reach: int | None = None) -> bool:
        """Whether one of them is in LOS of a hex, within `reach` hexes (None: target-range)."""
        game, most = self._land.game, self._reach if reach is None else reach
        return any(
            ranges[name] <= most and (name == place or look(game, name, place).exists)
            for place, ranges in self._ranges.items()
        )

    def most(self, name: str) -> float:
        """No fire from a hex does more harm, in LOS or not."""
        return max(map(self._worth.__getitem__, self._near(name)), default=0.0)

    def does_harm(self, name: str, least: float) -> bool:
        """Whether its fire from a hex could be expected to do so much."""
        near = sorted(self._near(name), key=lambda place: (-self._worth[place], self._ranges[place][name]))
        found = any(harm >= least for harm in self._harms(name, near, lambda: least))
        if verify.ON:
            verify.same(f"fire from {name}", found, lambda: self._looked_through(name) >= least)
        return found

    def harm_from(self, name: str, least: float = -FAR) -> float:
        """The most that its fire from a hex could be expected to do; less than 0 where it costs more than it does.

        Where that is less than `least` it may be told as anything less.
        """
        best = -FAR

        def in_question() -> float:
            return max(best, least)

        def worth_a_look() -> Iterator[str]:
            """Where more harm may be done than was found: the hexes worth most first."""
            for place in sorted(self._near(name), key=lambda place: -self._worth[place]):
                if self._worth[place] <= best or self._worth[place] < least:
                    return
                yield place

        for harm in self._harms(name, worth_a_look(), in_question):
            best = max(best, harm)
        found = best if best > -FAR else 0.0
        if verify.ON:
            verify.same(f"fire from {name}", max(found, least), lambda: max(self._looked_through(name), least))
        return found

    def _looked_through(self, name: str) -> float:
        """The same, with every shot looked at."""
        return max(self._harms(name, self._near(name), lambda: -FAR), default=0.0)

    def _near(self, name: str) -> list[str]:
        return sorted(place for place, ranges in self._ranges.items() if ranges[name] <= self._reach)

    def _harms(self, name: str, places: Iterable[str], least: Callable[[], float]) -> Iterator[float]:
        """What each shot of its fire from a hex at these could be expected to do, what it costs taken off, but those
        that do less than `least` says by then. Where its MPh found it it faces as it does; where it drives or has
        driven to it turns as it must."""
        game, decider, unit = self._land.game, self._land.decider, self._land.unit
        there = replace(unit, hex=name, mf=0.0, flags=unit.flags - {"motion", "stopped"})
        if name != self._land.start or unit.mf:
            there = replace(there, ca="", tca="")
        units = {**game.state.units, unit.id: there}
        fires_there = game.at(replace(game.state, phase="PFPh", moving=None, units=units))
        for item in gunnery.shots(fires_there, decider, there, places, least):
            yield item.harm - cost(fires_there, decider, item)
