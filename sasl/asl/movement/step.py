"""One step of a move, in its order: mines, MF, control, concealment, mines, Residual FP, FFE, S?, fire (A4.2, A8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal

from sasl.asl.fire import compulsory, encirclement, first_fire, residual
from sasl.asl.fire.drm import in_the_lanes
from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.minds import mind_of
from sasl.asl.game.reactions import take_control
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.game.under_way import THROWN_BACK, Moving
from sasl.asl.infantry import concealment, prisoners
from sasl.asl.movement import bypass
from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.asl.movement.ground.costs import PLAIN, Gait, by_trail, by_trench, works_in
from sasl.asl.oba import artillery
from sasl.asl.terrain import minefields, pillboxes, walls
from sasl.board.hexes import parse_hex, vertex_names
from sasl.board.movement_cost import is_open
from sasl.kernel.frozen import replace
from sasl.kernel.text import listed

LEFT_BEHIND: tuple[Flag, ...] = (
    "dug-in", "inside", "shellhole", "in-gully", "crest", "in-culvert", "hull-down", "emplaced", "on-wire",
    "over-crest", walls.ADVANTAGE,
)  # fmt: skip
"""The states that belong to a place and end when the unit leaves it."""

STOPS = frozenset(CANNOT_MOVE) - {"assault", "no-command"}
"""The states in which a unit that was moving drops out of the move."""


TRENCH = "trench"
"""How those go who pass from one trench into the next: no FFMO or FFNAM, no mines, no Snap Shot (B27.54, B28.44)."""

TRAIL = "trail"
"""How those go who use a Trail Break (B13.4212)."""

Groups = Mapping[tuple[str, str], Sequence[str]]
"""Who has gone from where to where in an Impulse; the same hex twice for those who have stayed."""


def bars(game: Game, unit: Unit) -> bool:
    """A4.14: whether Infantry may not enter a hex because of this unit of the other side.

    A prisoner bars no way (A20.5), nor do the unarmed (A20.54), the Disrupted (A19.12), a Gun or vehicle without men
    (A21.2, D5.4), or who is inside a pillbox (B30.43).
    """
    if unit.kind in ("aircraft", "gun") or unit.flags & {"prisoner", "disarmed", "disrupted", "abandoned"}:
        return False
    return pillboxes.around(game, unit) is None


def held(game: Game, side: Side, *, hidden: bool = True) -> set[str]:
    """A4.14: the hexes that units of the other side close to the Infantry of `side`; with `hidden` False those alone
    of which it can know: no hidden unit is on the map for it (A12.3)."""
    units = (unit for unit in game.state.on_map(opponent(side)) if hidden or "hidden" not in unit.flags)
    return {unit.hex for unit in units if bars(game, unit)}


def not_held(game: Game, side: Side, name: str, why: str = "") -> None:
    """A4.14: refused if Known units of the other side bar a hex to the Infantry of `side`."""
    known = [unit.id for unit in game.state.units_at(name, opponent(side)) if bars(game, unit) and unit.known]
    if known:
        raise Refused(f"{name} holds {listed(known)}: Infantry may not enter it in the MPh (A4.14){why}")


def there(ctx: Context, ids: Iterable[str], place: str) -> list[Unit]:
    """Those of `ids` that are in a hex now."""
    return [unit for unit in ctx.state.present(ids) if unit.hex == place]


def going(ctx: Context, ids: Iterable[str], place: str) -> list[str]:
    """Those of `ids` that are in a hex and may still go on."""
    return [unit.id for unit in there(ctx, ids, place) if not unit.flags & STOPS]


def step(
    ctx: Context,
    ids: Sequence[str],
    here: str,
    name: str,
    price: Mapping[str, float],
    gait: Gait = PLAIN,
    entered: Callable[[], None] | None = None,
) -> bool:
    """Units go from `here` into `name`, each for its price in MF or MP. True if the move halts here.

    `entered` is what else happens as soon as they are in: a Bog Check (D7.1 puts it before all fire).
    """
    below = all(by_trench(ctx.game, unit, here, name, gait) for unit in there(ctx, ids, here))
    if not below:
        minefields.leave(ctx, there(ctx, ids, here), here)
    movers = going(ctx, ids, here)
    if not movers:
        return True
    if not below:  # the MF that leads out of an entrenchment is spent in its hex (A12.14, B27.4)
        out = [key for key in movers if "dug-in" in ctx.state.units[key].flags]
        concealment.after_move(ctx, out, assault="assault" in gait)
    trail = "trail" in gait and not gait.along(name) and by_trail(ctx.game, here, name)
    how = TRENCH if below else TRAIL if trail else manner(gait, name)
    moved(ctx, {key: price[key] for key in movers}, (here, name), how, gait)
    by_road = "off-road" not in gait and not gait.along(name) and ctx.board.on_road(here, name)
    if by_road and is_open(ctx.board, name, here) and not is_open(ctx.board, name) and ctx.state.moving:
        ctx.emit(ev.MovingSet(replace(ctx.state.moving, by_road=True)))
    if entered:
        entered()
    return arrived(ctx, movers, (here, name), gait, here if by_road else None)


def manner(gait: Gait, name: str) -> str:
    """The one word by which a step is known to those who fire at it: assault, dash, reverse or nothing."""
    if gait.dash == name:
        return "dash"
    return next((word for word in ("assault", "overrun", "reverse") if word in gait), "")


def arrived(
    ctx: Context, ids: Sequence[str], path: Sequence[str], gait: Gait = PLAIN, road_from: str | None = None
) -> bool:
    """What those who have come into a hex meet there, and the fire at them. True if the move halts."""
    return meets(ctx, ids, path, gait, road_from) or under_fire(ctx, ids, path[-1]) or not going(ctx, ids, path[-1])


def meets(
    ctx: Context, ids: Sequence[str], path: Sequence[str], gait: Gait = PLAIN, road_from: str | None = None
) -> bool:
    """What those who have come into a hex meet there before any fire. True if the move halts."""
    return dangers(ctx, ids, path, gait) or shows(ctx, ids, path, gait, road_from)


def dangers(ctx: Context, ids: Sequence[str], path: Sequence[str], gait: Gait = PLAIN) -> bool:
    """What lies in the hex for those who have come into it: mines, Residual FP, FFE. True if none of them is left."""
    name = path[-1]
    if not gait.along(name):
        prisoners.overcome(ctx, ids, name)
        take_control(ctx, there(ctx, ids, name), path)
    walls.settle(ctx)
    by_road = len(path) > 1 and "off-road" not in gait and not gait.along(name) and ctx.board.on_road(path[-2], name)
    below = ctx.state.moving is not None and ctx.state.moving.how == TRENCH
    concealment.after_move(ctx, ids, assault="assault" in gait or below, by_road_from=path[-2] if by_road else None)
    concealment.show_the_tall(ctx)
    if not below:
        minefields.enter(ctx, there(ctx, ids, name), name)
    _end_in_lanes(ctx, there(ctx, ids, name))
    residual.meet(ctx, ids)
    artillery.enter(ctx, there(ctx, ids, name), name)
    return not there(ctx, ids, name)


def shows(
    ctx: Context, ids: Sequence[str], path: Sequence[str], gait: Gait = PLAIN, road_from: str | None = None
) -> bool:
    """S5: the AC checks that their coming draws. True if an S? Activates."""
    movers = there(ctx, ids, path[-1])
    if not movers or movers[0].side != "FRIENDLY":
        return False
    above = ctx.game.reactions
    activated = above.provoke(ctx, movers, moving=True, assault="assault" in gait, via_road_from=road_from)
    if not gait.along(path[-1]):
        take_control(ctx, there(ctx, ids, path[-1]), path)  # an S? that turned out to be nobody (A26.15)
    above.announce(ctx, activated)
    return bool(activated)


def come_and_go(ctx: Context, prices: Mapping[str, float], gait: Gait) -> None:
    """A12.15: the MF of an attempt to enter a hex, by unit, spent where each will be thrown back to; Wall Advantage is
    lost all the same (B9.41).
    """
    holding = [key for key in prices if walls.ADVANTAGE in ctx.state.units[key].flags]
    pieces.change_all(ctx, holding, (), (walls.ADVANTAGE,), "leaves its hex (B9.41)")
    how = "assault" if "assault" in gait else THROWN_BACK
    for mf in dict.fromkeys(prices.values()):
        spend(ctx, [key for key, price in prices.items() if price == mf], mf, how)


def thrown_back(ctx: Context, ids: Sequence[str], place: str) -> None:
    """A12.15: those thrown back meet once more what lies in the hex they come back to, then the fire (A8.1)."""
    walls.settle(ctx)
    residual.meet(ctx, ids)
    minefields.enter(ctx, there(ctx, ids, place), place)
    artillery.enter(ctx, there(ctx, ids, place), place)
    under_fire(ctx, ids, place)


def draws_fire(ctx: Context, ids: Sequence[str], place: str, *, shown: bool = False) -> bool:
    """A8.12, A8.22: what MF or MP spent in a hex draw, whatever they were for: what lies there, then the fire.

    The Residual FP that this fire leaves waits for the next MF. `shown`: they did something that S? check for, too
    (S5), and what Activates fires with the others. True if the move halts.
    """
    able = going(ctx, ids, place)
    residual.meet(ctx, ids, stayed=True)
    if shown:
        _noticed(ctx, ids, place)
    return under_fire(ctx, ids, place) or going(ctx, ids, place) != able


def _noticed(ctx: Context, ids: Sequence[str], place: str) -> None:
    """S5: the AC checks of S? that see what they do in their hex, and the fire of what Activates."""
    movers = there(ctx, ids, place)
    if movers and movers[0].side == "FRIENDLY":
        above = ctx.game.reactions
        above.announce(ctx, above.provoke(ctx, movers, moving=True))


def _end_in_lanes(ctx: Context, units: Sequence[Unit]) -> None:
    """OtO-S1 ENEMY RE 23-24: Infantry of a local counterattack ends its MPh on entering a minefield hex."""
    for unit in units:
        if in_the_lanes(ctx.game, unit):
            pieces.change(ctx, unit, ["ended"], why="enters a minefield hex (RE 23-24)")


def under_fire(ctx: Context, ids: Iterable[str], place: str) -> bool:
    """A8.1: the other side's fire at a move: its mind decides at once; for a player the move halts (option fire-stops).

    True if it halts: after every shot, so that those who moved may think again. A player is not asked for a shot too
    poor (`first_fire`); it is told.
    """
    movers = [unit.id for unit in there(ctx, ids, place)]
    if not movers:
        return False
    other = opponent(ctx.state.units[movers[0]].side)
    mind = mind_of(ctx.game, other)
    if mind:
        return mind.react(ctx, movers, place)
    if not ctx.state.option("fire-stops"):
        return False
    firers = could_fire_at(ctx.game, other, movers)
    if poor := first_fire.passed_by(ctx.game, firers, place):
        ctx.emit(ev.ShotPassedBy(tuple(movers), place, poor.names, float(poor.chance)))
        return False
    if firers:
        text = f"{listed(movers, 6)} in {place}: {listed(firers, 8)} may fire; type fire …, or move on (A8.1)."
        text += compulsory.reminder(ctx.game, place)
        ctx.tell(text, stop=True, hexes=(place,))
    return bool(firers)


# -- Impulses (D14.3) -----------------------------------------------------------------------------------


def impulse_ends(ctx: Context, groups: Groups, cost: float, how: str, toward: str) -> bool:
    """D14.32: what units in several hexes meet there, then the fire at them as at one stack. True if it draws any.

    Nothing fires at one hex before what lies in the others was met: Residual FP of that fire is for who comes later.
    The hexes nearest to `toward` come first.
    """
    ids = [key for keys in groups.values() for key in keys if key in ctx.state.units]
    places = list(dict.fromkeys(ctx.state.units[key].hex for key in ids))
    if not places:
        return True
    places.sort(key=lambda name: (ctx.board.distance(name, toward), name))
    ctx.emit(ev.MovingSet(Moving(tuple(ids), "", places[0], cost, how, also=tuple(places[1:]))))
    halted = False
    entered = [(keys, (here, name)) for (here, name), keys in groups.items() if here != name]
    for meet in (dangers, shows):
        for keys, path in entered:
            halted = meet(ctx, [unit.id for unit in there(ctx, keys, path[-1])], path) or halted
    for name in places:
        halted = under_fire(ctx, ids, name) or halted
    return halted


# -- MF and MP ----------------------------------------------------------------------------------------


def moved(ctx: Context, spent: Mapping[str, float], path: Sequence[str], how: str, gait: Gait = PLAIN) -> None:
    """Units (id -> MF or MP spent) have moved along `path`; what belonged to the old hex stays behind."""
    before = ctx.state.moving
    if before and not set(spent) & set(before.ids):
        bypass.over(ctx)
        ctx.emit(ev.MovingSet(None))  # the others have ended their move (A4.2)
    past = gait.along(path[-1])
    concealment.comes_out(ctx, spent, "moves (A12.32)")
    kinds = {key: (value, ctx.state.units[key].kind == "vehicle") for key, value in spent.items()}
    for mf, drives in dict.fromkeys(kinds.values()):
        ids = tuple(key for key, kind in kinds.items() if kind == (mf, drives))
        word = "" if drives and how == "assault" else how
        ctx.emit(ev.UnitsMoved(ids, tuple(path), mf, word, _points(ctx, ids), past))
    if len(path) > 1:
        encirclement.left(ctx, spent, path[0])
        encirclement.joined(ctx, spent, path[-1])
    if len(path) > 1 or how == "enter":
        for key in spent:
            _settle(ctx, ctx.state.units[key], path, gait)


def spend(ctx: Context, ids: Sequence[str], mf: float, how: str) -> None:
    """Units spend MF or MP in their hex: whoever fires at them counts it with what they spent there before (A8.14)."""
    before, units = ctx.state.moving, [ctx.state.units[key] for key in ids]
    place = units[0].hex
    concealment.comes_out(ctx, ids, "spends MF (A12.32)")
    ctx.emit(ev.UnitsMoved(tuple(ids), (place,), mf, how, _points(ctx, ids)))
    now = ctx.state.moving
    if before and now and before.hex == place and set(ids) <= set(before.ids):
        how = before.how if before.how == "assault" else how
        ctx.emit(ev.MovingSet(replace(before, spent=before.spent + mf, how=how, trail=now.trail)))
    concealment.after_move(ctx, ids, assault=how in ("assault", "wire"))


def _points(ctx: Context, ids: Sequence[str]) -> Literal["MF", "MP"]:
    return "MP" if ctx.state.units[ids[0]].kind == "vehicle" else "MF"


def _settle(ctx: Context, unit: Unit, path: Sequence[str], gait: Gait) -> None:
    """What leaving a hex takes from a unit, and what entering the next one gives it."""
    if unit.kind == "vehicle":
        _keep_facing(ctx, unit, path)
    keeps = _gains(ctx, unit, path, gait) if unit.kind != "vehicle" else set()
    lost = tuple(flag for flag in LEFT_BEHIND if flag in unit.flags and flag not in keeps)
    gained = tuple(sorted(keeps - unit.flags))
    if lost or gained:
        why = "left the foxhole" if lost == ("dug-in",) and not gained else f"in {path[-1]}"
        ctx.emit(ev.UnitChanged(unit.id, gained, lost, why))


def _keep_facing(ctx: Context, unit: Unit, path: Sequence[str]) -> None:
    """A vehicle's VCA and TCA point the same way in the new hex as in the old one (D2.11, D3.12)."""
    old, new = (vertex_names(parse_hex(name)) for name in (path[0], path[-1]))
    ca, tca = (new[old.index(word)] if word in old else word for word in (unit.ca, unit.tca))
    if (ca, tca) != (unit.ca, unit.tca):
        ctx.emit(ev.UnitRedrawn(unit.id, ca=ca, tca=tca or None))


def _gains(ctx: Context, unit: Unit, path: Sequence[str], gait: Gait) -> set[Flag]:
    """The states of the place just entered: IN the gully or Culvert, on the crest, in a shellhole or foxhole, on Wire.

    Wire keeps one out of the foxhole, but not those who come through a trench (B26.4, B27.54).
    """
    name, terrain = path[-1], ctx.board.terrain(path[-1])
    if "culvert" in gait:
        return {"in-culvert"}
    if "crest" in gait:
        return {"crest"}
    on_bridge = terrain.bridged and len(path) > 1 and ctx.board.on_road(path[-2], name)
    found: set[Flag] = {"in-gully"} if terrain.depression and not on_bridge else set()
    if found and _over_the_crest(ctx.game, unit, path):
        found.add("over-crest")
    trench = by_trench(ctx.game, unit, path[0], name, gait)
    if unit.infantry and not trench and ctx.state.markers_at(name, "wire"):
        found.add("on-wire")
    elif "into" in gait and works_in(ctx.game, name):
        found.add("dug-in")
    elif "into" in gait and "shellholes" in terrain.terrains:
        found.add("shellhole")
    return found


def _over_the_crest(game: Game, unit: Unit, path: Sequence[str]) -> bool:
    """B20.94: whether a unit comes at enemies in Crest status over their front, any hexside but those of the gully."""
    name = path[-1]
    if not any("crest" in other.flags for other in game.state.units_at(name, opponent(unit.side))):
        return False
    return len(path) > 1 and game.board.hexside(name, path[-2]) not in game.board.terrain(name).gully
