"""The `fire` command (A7, A8, C3): who fires at what, the S? that see it, and Command Control (16)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sasl.asl.fire import fire_groups, residual, small_arms
from sasl.asl.fire.opportunity import CANNOT_FIRE, opportunity
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.registry import verb
from sasl.asl.game.selection import find_weapon, select
from sasl.asl.game.sight import known_hex, look, settle_doubts
from sasl.asl.game.state import VEHICLES, State, Unit, Weapon, opponent
from sasl.asl.infantry import concealment
from sasl.asl.ordnance import guns, ordnance
from sasl.kernel.text import listed

FIRE_PHASES = ("PFPh", "MPh", "DFPh", "AFPh")
EXAMPLE = "fire 628a,HMGa K14"
MOUNTS = ("ma", "cmg", "bmg", "rmg", "aamg", "ft")
MANNERS = ("only", "snap", "lane", "spray")


@dataclass(frozen=True)
class Orders:
    """What a fire command names: units, SW, target hexes, and the words after them."""

    units: tuple[Unit, ...]
    weapons: tuple[Weapon, ...]
    hexes: tuple[str, ...]
    words: tuple[str, ...]


def _now(state: State) -> str:
    return "" if state.phase in FIRE_PHASES else f"nobody fires now: {state.moment} (A3)"


@verb(
    "fire",
    "fire UNITS,SW HEX [only | snap | lane | spray HEX | ma cmg … ap he … at UNIT]",
    "fire: the attack is shown with its DRM and chances, corrected if you like, rolled and carried out",
    when=_now,
    group="fire",
    key="f",
)
def fire(ctx: Context, words: list[str]) -> None:
    """A7, A8, C3: units, SW and Guns of either side fire at a hex."""
    orders = read(ctx.game, words)
    heavy = _ordnance(ctx.game, orders)
    firers = _firers(ctx, orders)
    for unit in firers:
        may_fire_at(ctx.game, unit, orders.hexes[0])
    _settle_sight(ctx, firers, orders.hexes)
    if heavy is not None:
        unit, weapon = heavy
        sw = ctx.state.weapons.get(weapon)
        kind = opportunity(ctx.game, unit, orders.hexes[0], sw)
        if "smoke" not in orders.words:  # C8.5: SMOKE may be put anywhere in LOS
            _something_there(ctx, unit.side, orders.hexes[0])
            _not_in_vain(ctx, [unit], orders.hexes)
        words_left = [word for word in orders.words if word not in MOUNTS]
        ordnance.shoot(ctx, unit, weapon, orders.hexes[0], words_left, kind)
        _seen(ctx, [ctx.state.units[unit.id]] if unit.id in ctx.state.units else [])
        return
    manner = {word for word in orders.words if word in MANNERS}
    strange = [word for word in orders.words if word not in MANNERS]
    if strange:
        raise Refused(f"'{strange[0]}' says nothing to small arms; there are {', '.join(MANNERS)}")
    found = fire_groups.order(
        ctx.game,
        orders.units,
        orders.weapons,
        orders.hexes,
        only="only" in manner,
        snap="snap" in manner,
        spray="spray" in manner,
        lane="lane" in manner,
    )
    for name in orders.hexes:
        _something_there(ctx, found.side, name)
    small_arms.attack_of(ctx.game, found)  # refuses what cannot reach or see before anything happens
    firing = [*(shooter.unit for shooter in found.shooters), *found.directors]
    _not_in_vain(ctx, firing, orders.hexes)
    _seen(ctx, firing)
    if found.lane:
        residual.lane(ctx, found)
    result = small_arms.fire(ctx, found)
    held = ctx.state.weapons
    kept = [item.id for item in found.weapons if item.id in held and not held[item.id].flags & {"first", "final"}]
    if not found.lane:
        residual.leave(ctx, found, result, kept)


def read(game: Game, words: Sequence[str]) -> Orders:
    """The units, SW, hexes and words of a fire command. Refused with an example if it cannot be read."""
    rest = [word for place, word in enumerate(words) if place != 1 or word.lower() not in ("to", "at")]
    if len(rest) < 2:
        raise Refused(f"fire needs units and a hex, as in: {EXAMPLE}")
    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    for word in filter(None, rest[0].split(",")):
        if word.lower() in {key.lower() for key in game.state.weapons}:
            weapon = find_weapon(game.state, word)
            weapons[weapon.id] = weapon
            continue
        for unit in _able(game, word):
            units[unit.id] = unit
    if not units and not weapons:
        raise Refused(f"fire needs units and a hex, as in: {EXAMPLE}")
    hexes = [known_hex(game, rest[1])]
    others = [word.lower() for word in rest[2:]]
    if "spray" in others:
        place = others.index("spray")
        if len(others) <= place + 1:
            raise Refused("spray needs a second hex, as in: fire HMGa K14 spray K15 (A7.34)")
        hexes.append(known_hex(game, others.pop(place + 1)))
    return Orders(tuple(units.values()), tuple(weapons.values()), tuple(hexes), tuple(others))


def _able(game: Game, word: str) -> list[Unit]:
    """The units a word names; of a whole hex only those on foot that could fire."""
    found = select(game.state, word, "" if word.lower() in {key.lower() for key in game.state.units} else _side(game))
    if len(found) > 1:
        found = [
            unit
            for unit in found
            if unit.kind not in (*VEHICLES, "gun", "aircraft")
            and not unit.flags & {"broken", "prisoner", "ti", "prep", "berserk"}
            and not (unit.kind == "leader" and "pinned" in unit.flags)
        ] or found
    return found


def _side(game: Game) -> str:
    """Whose units a hex means: the side whose Infantry fires in this phase."""
    state = game.state
    if state.phase in ("PFPh", "AFPh"):
        return state.side
    return opponent(state.side)


def _ordnance(game: Game, orders: Orders) -> tuple[Unit, str] | None:
    """The one Gun, vehicle or ordnance SW that fires, and its weapon; None for small arms."""
    big = [unit for unit in orders.units if unit.kind in (*VEHICLES, "gun", "aircraft")]
    tubes = [weapon for weapon in orders.weapons if not fire_groups.is_mg(game, weapon)]
    if not big and not tubes:
        return None
    crews = [unit for unit in orders.units if unit not in big and unit.kind != "leader"]
    if len(big) + len(tubes) > 1 or crews or len(tubes) != len(orders.weapons):
        raise Refused("a Gun, vehicle or ordnance SW fires by itself: name it alone (C3.1)")
    if big:
        return big[0], next((word.upper() for word in orders.words if word in MOUNTS), "MA")
    holder = game.state.units.get(tubes[0].holder)
    if holder is None:
        raise Refused(f"nobody mans {tubes[0].id} (A4.4)")
    return holder, tubes[0].id


def _firers(ctx: Context, orders: Orders) -> list[Unit]:
    """Every unit that takes part, those that man a named SW too; of one side."""
    holders = [ctx.state.units[item.holder] for item in orders.weapons if item.holder in ctx.state.units]
    found = list({unit.id: unit for unit in (*orders.units, *holders)}.values())
    if not found:
        raise Refused(f"nobody mans {listed(item.id for item in orders.weapons)} (A4.4)")
    if len({unit.side for unit in found}) > 1:
        raise Refused("units of both sides cannot fire together (A7.5)")
    for unit in found:
        if unit.hex is None:
            raise Refused(f"{unit.id} is not on the map (A7.1)")
    return found


def _something_there(ctx: Context, side: str, name: str) -> None:
    """Refused if the hex holds nothing of the other side, nor an S? to fire at."""
    state = ctx.state
    if side == "FRIENDLY" and state.suspects_at(name):
        return
    there = [
        unit
        for unit in state.units_at(name)
        if (unit.side != side or "melee" in unit.flags) and "prisoner" not in unit.flags
    ]
    if state.moving and name == state.moving.came_from:
        return
    if not there:
        raise Refused(f"nothing of the other side is in {name} (A7.1)")


def _not_in_vain(ctx: Context, firers: Sequence[Unit], hexes: Sequence[str]) -> None:
    """5.1: before the player fires where only S? are that do not check for it, he is asked (option confirm-fire)."""
    there = [item for name in hexes for item in ctx.state.suspects_at(name)] if firers[0].side == "FRIENDLY" else []
    known = any(unit.side == "ENEMY" for name in hexes for unit in ctx.state.units_at(name))
    asks = ctx.asks and ctx.state.option("confirm-fire") and mind_of(ctx.game, "FRIENDLY") is None
    if not asks or known or not there or any(ctx.game.reactions.would_check(ctx.game, item, firers) for item in there):
        return
    who = listed(item.id for item in there)
    text = f"{who} would not check Activation for this fire (range and DRM, 5.1), so it would hit nothing. Fire anyway?"
    if not ctx.yes(text, default=False, rule="5.1", hexes=hexes, whose="FRIENDLY"):
        raise Refused(f"not fired: {who} would not check Activation for it (5.1)")


def _settle_sight(ctx: Context, firers: Sequence[Unit], hexes: Sequence[str]) -> None:
    """Ask about a doubtful LOS between firers and target."""
    if not ctx.state.option("ask-los"):
        return
    for name in hexes:
        places = dict.fromkeys(unit.hex or "" for unit in firers if unit.hex != name)
        doubtful = [place for place in places if not look(ctx.game, place, name).sure]
        settle_doubts(ctx, name, doubtful)


def _seen(ctx: Context, units: Sequence[Unit]) -> None:
    """5: S? that see FRIENDLY units fire make their AC checks; firing in LOS gives concealment up (A12.14)."""
    concealment.lose_if_seen(ctx, [unit.id for unit in units], "fires (A12.14)")
    for place in dict.fromkeys(unit.hex for unit in units if unit.side == "FRIENDLY"):
        ctx.game.reactions.provoke(ctx, [ctx.state.units[unit.id] for unit in units if unit.hex == place])


def may_fire_at(game: Game, unit: Unit, name: str) -> None:
    """16: a unit not In Command, or a Gun whose crew is not, has only the fire that the variant leaves it. S1: the
    waiting AA Guns fire at aircraft, and at Targets that come close. Refused if a unit may not.
    """
    distance = game.board.distance(unit.hex or "", name)
    if unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit):
        game.reactions.may_fire(game, unit, name)
    reach = game.figure("aa-free-range")
    if "waits" in unit.flags and distance > reach:
        raise Refused(f"{unit.id} waits for the aircraft and fires at Targets within {reach} hexes only (mission)")


@verb(
    "hold",
    "hold UNITS",
    "keep units for Opportunity Fire in the AFPh (A7.25)",
    when=lambda state: "" if state.phase == "PFPh" else f"that is declared in the PFPh; this is {state.moment}",
    group="fire",
)
def hold(ctx: Context, words: list[str]) -> None:
    """A7.25: units that do not Prep Fire wait under an Opportunity Fire counter."""
    if len(words) != 1:
        raise Refused("hold needs units, as in: hold 628a,91a")
    for unit in select(ctx.state, words[0], ctx.state.side):
        why = _why_not_hold(ctx.game, unit)
        if why:
            raise Refused(f"{unit.id} cannot wait for Opportunity Fire: it {why} (A7.25)")
        pieces.change(ctx, unit, ["opportunity"], why="A7.25")


def _why_not_hold(game: Game, unit: Unit) -> str:
    """What keeps a unit from waiting for Opportunity Fire, or ""."""
    for flag, why in {"pinned": "is pinned", "motion": "is in Motion", **CANNOT_FIRE}.items():
        if flag in unit.flags:
            return why.split(" (")[0]
    if unit.side == "FRIENDLY" and game.reactions.out_of_command(game, unit):
        return "is not In Command (16)"
    if unit.kind == "aircraft":
        return "flies"
    if unit.kind == "gun" and guns.crew(game, unit) is None:
        return "has no crew"
    fired = [weapon.id for weapon in game.state.weapons_of(unit.id) if "fired" in weapon.flags]
    return f"has fired {listed(fired)}" if fired else ""
