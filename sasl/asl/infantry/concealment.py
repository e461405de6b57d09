"""Concealment (A12): who is seen, how `?` is lost, how it comes back, and what happens to those who bump into it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option
from sasl.asl.game.depressions import culvert_ends, in_culvert
from sasl.asl.game.flags import SMC
from sasl.asl.game.sight import look
from sasl.asl.game.state import Unit, opponent
from sasl.asl.infantry import morale
from sasl.kernel.frozen import Frozen
from sasl.kernel.text import listed

UNKNOWN = frozenset({"concealed", "hidden"})
"""The states in which the other side does not know what a unit is."""

Gain = Literal["free", "dr", "no"]


def is_known(unit: Unit) -> bool:
    """Whether the other side knows what the unit is: neither concealed nor hidden (A12)."""
    return not unit.flags & UNKNOWN


# -- who sees ------------------------------------------------------------------------------------------


def watchers(game: Game, side: str) -> list[str]:
    """The hexes from which `side` watches: its Good Order ground units, and its S? (3.1)."""
    eyes = (unit for unit in game.state.on_map(side) if unit.good_order and unit.kind not in ("aircraft", "gun"))
    hexes = {unit.hex for unit in eyes}
    if side == "ENEMY":
        hexes |= {item.hex for item in game.state.suspects.values() if not item.off_board}
    return sorted(hexes)


def seen_within(game: Game, place: str, side: str, reach: int | None = None) -> bool:
    """Whether an enemy of `side` sees the hex `place`, from at most `reach` hexes away (None: from any range)."""
    near = watchers(game, opponent(side))
    if reach is not None:
        near = [name for name in near if game.board.distance(name, place) <= reach]
    return any(name == place or look(game, name, place).exists for name in near)


def is_concealment_terrain(game: Game, place: str) -> bool:
    """Whether Infantry in the hex is in Concealment Terrain (A12.12)."""
    return game.board.chart.has(game.board.terrain(place).terrains, "concealment")


# -- losing it -----------------------------------------------------------------------------------------


def lose(ctx: Context, ids: Iterable[str], why: str) -> tuple[str, ...]:
    """A12.14: concealed and hidden units among `ids` show themselves, crews with their Guns (A12.34); who they are."""
    men = [key for key in ids if key in ctx.state.units]
    guns = [gun.id for key in men if (gun := ctx.state.gun_of(ctx.state.units[key]))]
    shown = tuple(key for key in dict.fromkeys([*men, *guns]) if not is_known(ctx.state.units[key]))
    pieces.change_all(ctx, shown, (), ("concealed", "hidden"), why)
    return shown


def lose_if_seen(ctx: Context, ids: Iterable[str], why: str) -> tuple[str, ...]:
    """A12.14: those among `ids` in LOS of a Good Order enemy unit within 16 hexes lose their `?`."""
    reach = ctx.figure("concealment-range")
    return lose(ctx, [key for key in _unknown(ctx, ids) if _seen(ctx, key, reach)], why)


def after_move(ctx: Context, ids: Iterable[str], *, assault: bool = False) -> tuple[str, ...]:
    """A12.14: moving in LOS of a Good Order enemy unit within 16 hexes costs the `?`.

    Assault Movement and an advance within Concealment Terrain keep it.
    """
    moved = [key for key in _unknown(ctx, ids) if not (assault and _covered(ctx, key))]
    return lose_if_seen(ctx, moved, "moves in LOS (A12.14)")


def _unknown(ctx: Context, ids: Iterable[str]) -> list[str]:
    return [key for key in ids if key in ctx.state.units and not is_known(ctx.state.units[key])]


def _seen(ctx: Context, key: str, reach: int) -> bool:
    unit = ctx.state.units[key]
    if not unit.hex:
        return False
    if in_culvert(unit):  # OtO 3.1
        ends = culvert_ends(ctx.board, unit.hex)
        return bool(ends) and not set(ends).isdisjoint(watchers(ctx.game, opponent(unit.side)))
    return seen_within(ctx.game, unit.hex, unit.side, reach)


def _covered(ctx: Context, key: str) -> bool:
    unit = ctx.state.units[key]
    return bool(unit.hex) and is_concealment_terrain(ctx.game, unit.hex)


def bump(ctx: Context, ids: Sequence[str], back: str, name: str) -> bool:
    """A12.15: Infantry tried to enter `name`, where concealed or hidden enemies are: these show themselves.

    The movers are back in `back` and end their move there. True if there was somebody.
    """
    movers = [ctx.state.units[key] for key in ids if key in ctx.state.units]
    if not movers:
        return False
    there = ctx.state.units_at(name, opponent(movers[0].side))
    if not lose(ctx, [unit.id for unit in there], f"{movers[0].id} tries to enter {name} (A12.15)"):
        return False
    for unit in movers:
        if unit.hex != back:
            ctx.emit(ev.UnitPut(unit.id, back, f"thrown back from {name} (A12.15)"))
    names = listed(unit.id for unit in there)
    ctx.tell(f"{name} holds {names}: the move ends in {back} (A12.15).", stop=True, hexes=(name,))
    return True


# -- gaining it ----------------------------------------------------------------------------------------


class Chance(Frozen):
    """How the units of one hex may gain `?`: their ids, free or by a dr, and why."""

    hex: str
    ids: tuple[str, ...]
    gain: Gain
    why: str


def chances(game: Game, side: str) -> list[Chance]:
    """A12.12: every hex where units of `side` may gain `?` at the end of their Player Turn."""
    able: dict[str, list[str]] = {}
    for unit in game.state.on_map(side):
        if _may_hide(game, unit):
            able.setdefault(unit.hex, []).append(unit.id)
    seeing = watchers(game, opponent(side))
    reach = game.figure("concealment-range")
    found = []
    for place, ids in able.items():
        gain, why = _case(game, place, seeing, reach)
        if gain == "dr":
            ids = [key for key in ids if game.state.units[key].kind != "vehicle"]
        if gain != "no" and ids:
            found.append(Chance(place, tuple(ids), gain, why))
    return found


def _may_hide(game: Game, unit: Unit) -> bool:
    """Good Order Infantry, Guns and cupolas; vehicles only where it is free (A12.2)."""
    if not is_known(unit) or not unit.good_order or unit.carrier or unit.flags & {"motion", "recalled"}:
        return False
    if unit.kind == "gun":
        here = game.state.units_at(unit.hex, unit.side)
        return any(other.group == unit.id and other.good_order for other in here)
    if unit.kind == "vehicle":
        return is_concealment_terrain(game, unit.hex)
    return unit.infantry or unit.kind == "cupola"


def _case(game: Game, place: str, seeing: Sequence[str], reach: int) -> tuple[Gain, str]:
    """What the chart of A12.12 says for a hex: its terrain, and what the enemy sees of it."""
    covered = is_concealment_terrain(game, place)
    near = far = False
    for name in sorted(seeing, key=lambda spot: game.board.distance(spot, place)):
        if name == place or look(game, name, place).exists:
            near, far = game.board.distance(name, place) <= reach, True
            break
    column = "seen" if near else "seen beyond 16" if far else "unseen"
    gain: Gain = game.library.table("concealment.cases").value(1 if covered else 2, column)
    sight = f"in LOS within {reach} hexes" if near else f"in LOS beyond {reach} hexes" if far else "out of LOS"
    return gain, f"{'concealment terrain' if covered else 'no concealment terrain'}, {sight}"


def gain(ctx: Context, chance: Chance) -> None:
    """A12.12: the units of a hex gain `?`, freely or by one dr for the whole stack."""
    units = [ctx.state.units[key] for key in chance.ids if key in ctx.state.units]
    if not units:
        return
    if chance.gain == "dr":
        with ctx.rolls_for(units[0].side):
            record = ctx.check(
                "concealment.gain",
                f"Concealment of {listed((unit.id for unit in units), 4)} in {chance.hex} ({chance.why})",
                ctx.figure("concealment-number"),
                facts=_gain_facts(ctx.game, units),
            )
        if not record.success:
            return
    ctx.emit(ev.UnitsChanged(tuple(unit.id for unit in units), ("concealed",), (), f"{chance.why} (A12.12)"))


def gain_all(ctx: Context) -> None:
    """A12.12: at the end of its Player Turn a side gains `?`: the ENEMY wherever it can, you where you want it."""
    side = ctx.state.side
    found = chances(ctx.game, side)
    if side == "FRIENDLY" and found:
        options = [
            Option(item.hex, f"{listed(item.ids, 4)}: {'free' if item.gain == 'free' else 'dr'}, {item.why}")
            for item in found
        ]
        text = "Which of your stacks gain concealment? Free, or by one dr each."
        wanted = ctx.several(
            text, options, [item.hex for item in found], rule="A12.12", whose=side, id="gain-concealment"
        )
        found = [item for item in found if item.hex in wanted]
    for item in found:
        gain(ctx, item)


def _gain_facts(game: Game, units: Sequence[Unit]) -> dict[str, int]:
    leaders = [morale.leadership(unit) for unit in units if unit.kind == "leader"]
    terrain = game.board.terrain(units[0].hex).terrains
    return {
        "unit-size": max(_size(game, unit) for unit in units),
        "leader": min(leaders, default=0),
        "inexperienced": max(morale.facts(game, unit)["inexperienced"] for unit in units),
        "tem": max(0, game.board.chart.tem(terrain)),
    }


def _size(game: Game, unit: Unit) -> int:
    return game.figure("us-smc" if unit.kind in SMC else "us-squad" if unit.kind == "squad" else "us-half")
