"""Concealment (A12): who is seen, how `?` is lost, how it comes back, and what happens to those who bump into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from sasl.asl import stacking
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.flags import HORSE, MEN, SMC, UNKNOWN, VEHICLES, Flag
from sasl.asl.game.los.depressions import culvert_ends, in_culvert
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.morale import leadership, morale_levels
from sasl.asl.infantry.rout.threat import in_open_ground
from sasl.asl.ordnance import guns, mounted
from sasl.asl.terrain import pillboxes, smoke
from sasl.board.movement_cost import is_open
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed

BLIND: frozenset[Flag] = frozenset({"broken", "prisoner", "abandoned"})
"""The states in which a unit does not even keep an enemy from gaining `?` (A12.1)."""

SIGHTLESS = ("aircraft", "gun", HORSE)
"""The kinds of counters that see nobody, or only through others (A12.1, A13.7, E7.25)."""

Gain = Literal["free", "dr", "no"]


# -- who sees ------------------------------------------------------------------------------------------


def watchers(game: Game, side: str, *, gain: bool = False) -> list[str]:
    """The hexes from which `side` watches: its Good Order ground units, and its S? (S3.1); no vehicle without a crew.

    `gain`: all its unbroken units, for these keep the other side from gaining `?` (A12.1).
    """
    ground = (unit for unit in game.state.on_map(side) if unit.kind not in SIGHTLESS and has_eyes(game, unit))
    hexes = {unit.hex for unit in ground if (unit.flags.isdisjoint(BLIND) if gain else unit.good_order)}
    if side == "ENEMY":
        hexes |= game.state.suspect_hexes
    return sorted(hexes)


def has_eyes(game: Game, unit: Unit) -> bool:
    """A12.1, D5.1: whether somebody of it looks out: a driver is no crew; Passengers and Riders see for themselves."""
    return unit.kind != "vehicle" or bool(mounted.weapons(game, unit))


def is_manned(game: Game, vehicle: Unit) -> bool:
    """A12.1: whether a crew, Passengers or Riders look out of a vehicle."""
    return has_eyes(game, vehicle) or any(other.kind in MEN for other in game.state.aboard(vehicle.id))


def seen_within(game: Game, place: str, side: str, reach: int | None = None) -> bool:
    """Whether an enemy of `side` sees the hex `place`, from at most `reach` hexes away (None: from any range)."""
    near = watchers(game, opponent(side))
    if reach is not None:
        near = [name for name in near if game.board.distance(name, place) <= reach]
    return any(name == place or look(game, name, place).exists for name in near)


def is_covered(game: Game, unit: Unit) -> bool:
    """Whether a unit is in Concealment Terrain: by its hex, or inside a pillbox (A12.12, B30.7)."""
    return pillboxes.around(game, unit) is not None or is_concealment_terrain(game, unit.hex)


def is_concealment_terrain(game: Game, place: str) -> bool:
    """Whether Infantry in the hex is in Concealment Terrain (A12.12)."""
    return game.board.chart.has(game.board.terrain(place).terrains, "concealment")


# -- losing it -----------------------------------------------------------------------------------------


def lose(ctx: Context, ids: Iterable[str], why: str) -> tuple[str, ...]:
    """A12.14: concealed and hidden units among `ids` show themselves, and who is seen with them (A12.2); all these."""
    found = [other for key in ids if key in ctx.state.units for other in (key, *seen_with(ctx.game, key))]
    shown = tuple(key for key in dict.fromkeys(found) if not ctx.state.units[key].known)
    pieces.change_all(ctx, shown, (), UNKNOWN, why)
    return shown


def seen_with(game: Game, key: str) -> list[str]:
    """A12.2, A12.34: a vehicle with all that it carries or tows, and each of them with it; a Gun with its crew."""
    state, unit = game.state, game.state.units[key]
    bearer = state.units.get(unit.carrier, unit)
    if bearer.kind == "vehicle":
        return [bearer.id, *(other.id for other in state.aboard(bearer.id))]
    if unit.kind == "gun":
        return [men.id for men in [guns.crew(game, unit)] if men]
    gun = guns.manned_by(game, unit) or state.gun_of(unit)
    return [gun.id] if gun else []


def lose_if_seen(ctx: Context, ids: Iterable[str], why: str) -> tuple[str, ...]:
    """A12.14: those among `ids` in LOS of a Good Order enemy unit within 16 hexes lose their `?`."""
    reach = ctx.figure("concealment-range")
    return lose(ctx, [key for key in _unknown(ctx, ids) if _seen(ctx, key, reach)], why)


def lose_at_any_range(ctx: Context, ids: Iterable[str], why: str) -> tuple[str, ...]:
    """A12.14: those among `ids` in LOS of a Good Order enemy unit, however far away, lose their `?`."""
    return lose(ctx, [key for key in _unknown(ctx, ids) if _seen(ctx, key, None)], why)


def comes_out(ctx: Context, ids: Iterable[str], why: str) -> None:
    """A12.32: a hidden unit that moves, advances or changes its CA, and who is aboard, is concealed from then on,
    whoever sees it.
    """
    state = ctx.state
    going = [other.id for key in ids if key in state.units for other in (state.units[key], *state.aboard(key))]
    hidden = [key for key in going if "hidden" in state.units[key].flags]
    pieces.change_all(ctx, hidden, ("concealed",), ("hidden",), why)


def after_move(
    ctx: Context, ids: Iterable[str], *, assault: bool = False, by_road_from: str | None = None
) -> tuple[str, ...]:
    """A12.14: moving in LOS of a Good Order enemy unit within 16 hexes costs the `?`.

    Assault Movement costs it only in Open Ground; `by_road_from`: the hex it was left by the road.
    """
    if assault:
        return lose_in_the_open(ctx, ids, "moves in LOS (A12.14)", by_road_from)
    return lose_if_seen(ctx, ids, "moves in LOS (A12.14)")


def lose_in_the_open(ctx: Context, ids: Iterable[str], why: str, by_road_from: str | None = None) -> tuple[str, ...]:
    """A12.14: those among `ids` in Open Ground (A10.531) to a Good Order enemy within 16 hexes lose their `?`."""
    return lose(ctx, [key for key in _unknown(ctx, ids) if _exposed(ctx, key, by_road_from)], why)


def _exposed(ctx: Context, key: str, by_road_from: str | None) -> bool:
    unit, reach = ctx.state.units[key], ctx.figure("concealment-range")
    if not unit.hex or in_culvert(unit):
        return False
    near = (
        name for name in watchers(ctx.game, opponent(unit.side)) if ctx.board.distance(name, unit.hex) <= reach
    )  # fmt: skip
    return any(
        is_open(ctx.board, unit.hex, by_road_from) if name == unit.hex
        else look(ctx.game, name, unit.hex).exists and in_open_ground(ctx.game, unit, name, by_road_from)
        for name in near
    )  # fmt: skip


def leads(ctx: Context, unit: Unit, why: str) -> None:
    """A12.141: a concealed leader whose DRM helps a unit in LOS of the enemy is seen."""
    leader = leadership.leader_for(ctx.game, unit) if unit.kind not in VEHICLES else None
    if leader is not None and leadership.drm(leader):
        lose_if_seen(ctx, [leader.id], f"{why} in LOS (A12.141)")


def show_the_tall(ctx: Context) -> None:
    """A12.2: vehicles, Cavalry and Guns that are not Emplaced lose their `?` outside Concealment Terrain as soon as a
    Good Order enemy sees them, at any range.
    """
    tall = [
        unit for unit in ctx.state.on_map()
        if "concealed" in unit.flags and _is_tall(unit) and not is_concealment_terrain(ctx.game, unit.hex)
    ]  # fmt: skip
    lose(ctx, [unit.id for unit in tall if seen_within(ctx.game, unit.hex, unit.side)], "in the open in LOS (A12.2)")


def _is_tall(unit: Unit) -> bool:
    return unit.kind == "vehicle" or unit.cavalry or (unit.kind == "gun" and "emplaced" not in unit.flags)


def show_the_crowded(ctx: Context) -> None:
    """A12.14: whoever is overstacked in LOS of a Good Order enemy loses his `?` at any range, as a phase ends."""
    hidden = [unit for unit in ctx.state.on_map() if "concealed" in unit.flags and not stacking.apart(ctx.game, unit)]
    crowded = [unit for unit in hidden if stacking.overstack(ctx.game, unit.hex, unit.side)]
    seen = [unit.id for unit in crowded if seen_within(ctx.game, unit.hex, unit.side)]
    lose(ctx, seen, "overstacked in LOS (A12.14)")


def _unknown(ctx: Context, ids: Iterable[str]) -> list[str]:
    """Those of `ids` that are not Known, and who is seen with any of them: a Known Gun's crew shows itself, too."""
    units = ctx.state.units
    every = dict.fromkeys(other for key in ids if key in units for other in (key, *seen_with(ctx.game, key)))
    return [key for key in every if not units[key].known]


def _seen(ctx: Context, key: str, reach: int | None) -> bool:
    unit = ctx.state.units[key]
    if not unit.hex:
        return False
    if in_culvert(unit):  # OtO 3.1
        ends = culvert_ends(ctx.board, unit.hex)
        return bool(ends) and not set(ends).isdisjoint(watchers(ctx.game, opponent(unit.side)))
    return seen_within(ctx.game, unit.hex, unit.side, reach)


def shows_itself(ctx: Context, side: Side, name: str, why: str) -> tuple[str, ...]:
    """A12.15, A10.533: one of the unknown enemies of `side` in a hex becomes Known, by Random Selection; who it is.

    The hidden among them are concealed from now on.
    """
    there = [unit for unit in ctx.state.units_at(name, opponent(side)) if not unit.known]
    hidden = [unit.id for unit in there if "hidden" in unit.flags]
    pieces.change_all(ctx, hidden, ("concealed",), ("hidden",), why)
    men = [unit.id for unit in there if unit.kind != "gun"] or [unit.id for unit in there]
    return lose(ctx, ctx.selection(men, 1, f"who is found in {name}"), why)


def bump(ctx: Context, ids: Sequence[str], back: str, name: str) -> bool:
    """A12.15: Infantry tried to enter `name`, where concealed or hidden enemies are: one of them shows itself.

    The movers are back in `back`, have lost their own `?` and end their MPh there. True if there was somebody.
    """
    movers = ctx.state.present(ids)
    shown = shows_itself(ctx, movers[0].side, name, f"{movers[0].id} tries to enter {name} (A12.15)") if movers else ()
    if not shown:
        return False
    for unit in movers:
        if unit.hex != back:
            ctx.emit(ev.UnitPut(unit.id, back, f"thrown back from {name} (A12.15)"))
        if "crest" in unit.flags:
            pieces.change(ctx, unit, ["in-gully"], ["crest"], f"thrown back from {name} (A12.15)")
    lose(ctx, [unit.id for unit in movers], f"thrown back from {name} (A12.15)")
    pieces.change_all(ctx, [unit.id for unit in movers], ("ended",), (), "ends its MPh (A12.15)")
    ctx.tell(f"{name} holds {listed(shown)}: the move ends in {back} (A12.15).", stop=True, hexes=(name,))
    return True


# -- gaining it ----------------------------------------------------------------------------------------


class Chance(Frozen):
    """How units of one hex may gain `?`: their ids, free or by a dr each, and why."""

    hex: str
    ids: tuple[str, ...]
    gain: Gain
    why: str

    def words(self) -> str:
        """Who and why, for a question."""
        return f"{listed(self.ids, 4)}: {self.why}"


INFANTRY, OTHERS = 1, 3
"""Rows of the chart of A12.121: in Concealment Terrain; the next one is for elsewhere."""


class _Sight(Frozen):
    """What the enemy sees of a hex: the column of the chart, and the same in words."""

    column: str
    words: str


def chances(game: Game, side: str) -> list[Chance]:
    """A12.121: where units of `side` may gain `?` at the end of their Player Turn, hex by hex."""
    able: dict[str, list[Unit]] = {}
    for unit in game.state.on_map(side):
        if _may_hide(game, unit):
            able.setdefault(unit.hex, []).append(unit)
    seeing = watchers(game, opponent(side), gain=True)
    found = []
    for place, units in able.items():
        sight = _sight(game, place, seeing)
        ways: dict[tuple[Gain, bool], list[str]] = {}
        for unit in units:
            covered = is_covered(game, unit)
            row = (INFANTRY if _on_foot(game, unit) else OTHERS) + (not covered)
            gain: Gain = game.library.table("concealment.cases").value(row, sight.column)
            ways.setdefault((gain, covered), []).append(unit.id)
        for (gain, covered), ids in ways.items():
            ground = "concealment terrain" if covered else "no concealment terrain"
            found.append(Chance(place, tuple(ids), gain, f"{ground}, {sight.words}"))
    return [item for item in found if item.gain != "no"]


def _may_hide(game: Game, unit: Unit) -> bool:
    """A12.12: Good Order units that stand by themselves; a Gun with its Good Order crew, a vehicle not in Motion.

    Never a cupola (D9.52).
    """
    if not unit.known or not unit.good_order or unit.carrier or unit.flags & {"motion", "recalled"}:
        return False
    if unit.kind == "gun":
        here = game.state.units_at(unit.hex, unit.side)
        return any(other.group == unit.id and other.good_order for other in here)
    return unit.personnel or unit.kind == "vehicle"


def _on_foot(game: Game, unit: Unit) -> bool:
    """Whether the chart's row of Infantry that mans no Gun is the unit's."""
    return unit.infantry and _gun(game, unit) is None


def _gun(game: Game, unit: Unit) -> Unit | None:
    """The Gun that a unit mans where it is."""
    gun = game.state.units.get(unit.group)
    return gun if gun is not None and gun.kind == "gun" and gun.hex == unit.hex else None


def _sight(game: Game, place: str, seeing: Sequence[str]) -> _Sight:
    """What those who watch from the hexes `seeing` see of a hex, and how near they are."""
    reach = game.figure("concealment-range")
    close = False
    for name in sorted(seeing, key=lambda spot: game.board.distance(spot, place)):
        near = game.board.distance(name, place) <= reach
        close = close or near
        if name == place or look(game, name, place).exists:
            return _Sight(
                "seen" if near else "seen beyond 16", f"in LOS {'within' if near else 'beyond'} {reach} hexes"
            )
    where = f"an enemy within {reach} hexes" if close else f"no enemy within {reach} hexes"
    return _Sight("unseen near" if close else "unseen", f"out of LOS, {where}")


def gain(ctx: Context, chance: Chance) -> None:
    """A12.122: units of a hex gain `?`, freely or by a dr of each; a Gun with those who man it, a vehicle with its PRC
    (A12.2).
    """
    units = ctx.state.present(chance.ids)
    hidden = [unit.id for unit in units]
    if chance.gain == "dr":
        hidden = []
        for unit in units:
            if unit.kind != "gun" and _hides(ctx, unit, chance):
                gun = _gun(ctx.game, unit)
                hidden += [unit.id, *([gun.id] if gun and gun.id in chance.ids else [])]
    if hidden:
        aboard = (other for key in hidden for other in ctx.state.aboard(key) if ctx.state.units[key].kind == "vehicle")
        hidden += [other.id for other in aboard if other.good_order]
        names = tuple(dict.fromkeys(hidden))
        ctx.emit(ev.UnitsChanged(names, ("concealed",), (), f"{chance.why} (A12.12)"))


def _hides(ctx: Context, unit: Unit, chance: Chance) -> bool:
    """A12.122: the Concealment dr of one unit."""
    with ctx.rolls_for(unit.side):
        record = ctx.check(
            "concealment.gain",
            f"Concealment of {unit.id} in {chance.hex} ({chance.why})",
            ctx.figure("concealment-number"),
            facts=_gain_facts(ctx.game, unit),
        )
    return bool(record.success)


def gain_all(ctx: Context) -> None:
    """A12.12: at the end of its Player Turn a side gains `?`, what is free and wherever it can by a dr: to try costs
    nothing. With option ask-concealment you say where."""
    side = ctx.state.side
    found = chances(ctx.game, side)
    asks = side == "FRIENDLY" and ctx.state.option("ask-concealment")
    if asks and any(item.gain == "dr" for item in found):
        words: dict[str, list[str]] = {}
        for item in found:
            if item.gain == "dr":
                words.setdefault(item.hex, []).append(item.words())
        options = [Option(name, "; ".join(parts)) for name, parts in words.items()]
        text = "Where do your units try to gain concealment, by a dr each?"
        wanted = ctx.several(text, options, list(words), rule="A12.12", whose=side, id="gain-concealment")
        found = [item for item in found if item.gain == "free" or item.hex in wanted]
    for item in found:
        gain(ctx, item)


def _gain_facts(game: Game, unit: Unit) -> dict[str, int]:
    """The conditions of one unit's Concealment dr: no leader helps himself (A10.7); an entrenchment is a TEM, too."""
    here, gun = game.state.units_at(unit.hex, unit.side), _gun(game, unit)
    leaders = [
        leadership.drm(other) for other in here
        if other.kind == "leader" and other.id != unit.id and other.good_order and "pinned" not in other.flags
    ]  # fmt: skip
    terrain, chart = game.board.terrain(unit.hex).terrains, game.board.chart
    dug_in = game.figure("entrenchment-tem") if "dug-in" in unit.flags else 0
    return {
        "unit-size": size(game, gun or unit),
        "leader": min(leaders, default=0),
        "inexperienced": int(bool(morale_levels.facts(game, unit)["inexperienced"]) or "waved" in unit.flags),
        "stealthy": int(unit.heroic),
        "tem": max(0, chart.tem(terrain), dug_in) + chart.sighting(terrain).hindrance + smoke.at(game, unit.hex),
    }


def size(game: Game, unit: Unit) -> int:
    """A1.6: the US# of a unit; Guns, vehicles and who rides count more."""
    if unit.kind in ("gun", *VEHICLES):
        return game.figure("us-large" if game.counter_of(unit).size < 0 else "us-gun")
    if unit.cavalry:
        return game.figure("us-gun")
    return game.figure("us-smc" if unit.kind in SMC else "us-squad" if unit.kind == "squad" else "us-half")
