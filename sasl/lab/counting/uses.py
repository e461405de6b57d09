"""What squads and AFV do with a Player Turn of their side: gathered from its facts, counted when it is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from sasl.asl.game import events as ev
from sasl.asl.game.context import Game
from sasl.asl.game.flags import Flag
from sasl.asl.game.state import State, Unit
from sasl.asl.ordnance import guns, mounted
from sasl.lab.counting.endings import CLASSES

SQUADS = ("close combat", "fires", "moves", "broken", "out of Command", "idle")
AFV = ("close combat", "fires", "moves", "unable", "out of Command", "idle")
"""What either does; the first that holds counts. Unable is an AFV that could not drive had it wanted to."""
STUCK: frozenset[Flag] = frozenset({"immobile", "bogged", "mired", "shocked", "stunned", "recalled", "abandoned"})
WORKS = ("enter", "load", "unload", "hook up", "unhook", "smoke")
"""What a vehicle does without leaving its hex that is more than to start, to turn and to stop, by the `how` of it."""


class Uses:
    """What each unit has done in the current Player Turn."""

    def __init__(self) -> None:
        self._done: dict[str, set[str]] = defaultdict(set)

    def see(self, event: ev.Event, game: Game) -> None:
        """The next fact; `game` as it was before its command."""
        done = self._done
        if isinstance(event, ev.Fired):
            done["fires"].update(firers(game, event))
        elif isinstance(event, ev.ArmsChanged):
            if mounted.SPENT.keys() & set(event.gained):  # fire at aircraft is no fact of its own
                done["fires"].add(event.id)
        elif isinstance(event, ev.UnitsMoved):
            if event.how != "rout":
                done["moves"].update(event.ids)
            if len(event.path) > 1 or event.how in WORKS:
                done["drives"].update(event.ids)
        elif isinstance(event, ev.UnitRedrawn):
            if event.carrier is not None and not event.guarded and game.state.stage == "play":
                done["moves"].add(event.id)  # it boards, or alights
        elif isinstance(event, ev.UnitChanged):
            if "ended" in event.gained:  # D14.23
                done["unable"].add(event.id)
        elif isinstance(event, ev.UnitsChanged):
            for flag, use in (("cc-attacked", "close combat"), ("no-command", "out of Command")):
                if flag in event.gained:
                    done[use].update(event.ids)

    def over(self, game: Game, side: str) -> Iterator[tuple[str, str, float]]:
        """The Player Turn of a side is over: `squads` or `afv`, what they did, and how many of them."""
        for unit in free(game.state, side):
            yield "squads", self._squad(unit), CLASSES[unit.kind][1]
        for unit in game.state.on_map(side):
            if unit.kind == "vehicle" and _fights(game, unit):
                yield "afv", self._afv(unit), 1.0
        self._done.clear()

    def _squad(self, unit: Unit) -> str:
        is_so = {"broken": "broken" in unit.flags, "moves": unit.carrier in self._done["drives"], "idle": True}
        return next(use for use in SQUADS if is_so.get(use) or unit.id in self._done[use])

    def _afv(self, unit: Unit) -> str:
        done = self._done | {"moves": self._done["drives"]}
        is_so = {"unable": bool(unit.flags & STUCK), "idle": True}
        return next(use for use in AFV if is_so.get(use) or unit.id in done.get(use, ()))


def firers(game: Game, event: ev.Fired) -> set[str]:
    """Who fires: the units named, those who hold the SW, the vehicles that carry the weapons, the crews of Guns."""
    state = game.state
    found = set(event.units)
    for key in event.weapons:
        weapon = state.weapons.get(key)
        found.add(weapon.holder if weapon else key.partition(" ")[0])
    for unit in state.present(event.units):
        men = guns.crew(game, unit) if unit.kind == "gun" else None
        found |= {men.id} if men else set()
    return found


def free(state: State, side: str) -> list[Unit]:
    """The MMC of a side on the map that are not prisoners."""
    return [unit for unit in state.on_map(side) if unit.mmc and "prisoner" not in unit.flags]


def _fights(game: Game, vehicle: Unit) -> bool:
    """Whether a vehicle is armored or armed: a truck only carries."""
    return mounted.armored(game, vehicle) or bool(mounted.weapons(game, vehicle))
