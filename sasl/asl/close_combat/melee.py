"""Who holds whom in Melee (A11.15), and in which hexes there is Close Combat to fight."""

from __future__ import annotations

from sasl.asl.close_combat import close_combat
from sasl.asl.close_combat.cc_choices import Done, able, open_targets
from sasl.asl.close_combat.cc_vehicles import CREWLESS
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.state import SIDES, Unit, opponent


def hexes(game: Game) -> list[str]:
    """The hexes with units of both sides that CC concerns, Infantry of one at least."""
    found = []
    shared = set.intersection(*({unit.hex for unit in game.state.on_map(side)} for side in SIDES))
    for name in shared:
        ours, theirs = (close_combat.fighters(game, name, side) for side in SIDES)
        if ours and theirs and any(unit.kind not in VEHICLES for unit in (*ours, *theirs)):
            found.append(name)
    return sorted(found, key=game.board.hex)


def fought(game: Game, hex_name: str) -> bool:
    """Whether the CC of the hex has been resolved in this CCPh."""
    return any("cc-attacked" in unit.flags for side in SIDES for unit in close_combat.fighters(game, hex_name, side))


def waiting(game: Game) -> list[str]:
    """The hexes whose CC is still to be fought in this CCPh and where somebody can attack."""
    fresh = Done()
    return [
        name
        for name in hexes(game)
        if not fought(game, name)
        and any(able(game, name, side, fresh) and open_targets(game, name, side, fresh) for side in SIDES)
    ]


def holders(game: Game, hex_name: str, side: str) -> list[Unit]:
    """A11.15: the enemies of `side` that hold its Infantry in the hex: Known men, manned Stopped vehicles."""
    other = opponent(side)
    men = [unit for unit in close_combat.men(game, hex_name, other) if unit.known]
    machines = [
        unit
        for unit in close_combat.machines(game, hex_name, other)
        if unit.known and not unit.flags & {"motion", *CREWLESS}
    ]
    return [*men, *machines]


def lock(ctx: Context, hex_name: str, why: str = "held in Melee (A11.15)") -> None:
    """A11.15: at the end of CC the Known Infantry of both sides is in Melee, or free of it."""
    held, freed = [], []
    for side in SIDES:
        holding = holders(ctx.game, hex_name, side)
        for unit in ctx.state.units_at(hex_name, side):
            locked = bool(holding) and unit.personnel and unit.known and "prisoner" not in unit.flags
            if locked and "melee" not in unit.flags:
                held.append(unit.id)
            if not locked and "melee" in unit.flags:
                freed.append(unit.id)
    if held:
        ctx.emit(ev.UnitsChanged(tuple(held), ("melee",), (), why))
    if freed:
        ctx.emit(ev.UnitsChanged(tuple(freed), (), ("melee",), "no longer in Melee (A11.15)"))


def relock(ctx: Context) -> None:
    """A11.15: Melees go on only where both sides are left; checked when a phase ends."""
    places = dict.fromkeys(unit.hex for unit in ctx.state.on_map() if "melee" in unit.flags)
    for name in places:
        lock(ctx, name)
