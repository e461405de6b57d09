"""Stacking (A5.1): what units count, who has too many in a hex, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sasl.asl.game.context import Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.depressions import in_culvert
from sasl.asl.game.state import Unit
from sasl.kernel.memo import Memo


def halves(game: Game, unit: Unit) -> int:
    """What a unit counts for stacking (A5.1), in half squads: who mans a Gun as much as a squad (A5.5)."""
    if not unit.mmc or unit.carrier:
        return 0
    gun = game.state.units.get(unit.group)
    mans = gun is not None and gun.kind == "gun" and not gun.carrier and bool(gun.hex) and gun.hex == unit.hex
    return game.figure("stack-squad" if mans or unit.kind == "squad" else "stack-half")


def squads_in(game: Game, units: Iterable[Unit]) -> float:
    """How many squads these units come to (A5.1): HS and crews are half a one, SMC none."""
    return sum(halves(game, unit) for unit in units) / game.figure("stack-squad")


def suspect_halves(game: Game, name: str, side: str) -> int:
    """Return what the S? of a hex count for among the units of a side, in half squads: a squad each (S3.11)."""
    return len(game.state.suspects_at(name)) * game.figure("stack-squad") if side == "ENEMY" else 0


def overstacked(game: Game, units: Sequence[Unit], name: str = "") -> str:
    """Return what breaks the stacking limit (A5.1), or ""; in the hex `name` its S? count, too (S3.11)."""
    men = sum(halves(game, unit) for unit in units)
    if name and units:
        men += suspect_halves(game, name, units[0].side)
    leaders = sum(1 for unit in units if unit.kind in SMC and not unit.carrier)
    limit, most = game.figure("stack-limit"), game.figure("stack-smc")
    if men > limit:
        return f"{men / 2:g} squad-equivalents, {limit / 2:g} are allowed (A5.1)"
    if leaders > most:
        return f"{leaders} SMC, {most} are allowed (A5.1)"
    return ""


def crowd_mf(game: Game, name: str, coming: Sequence[Unit]) -> int:
    """A5.11: the MF more for each of those who are `coming` into a hex: the squads, FRU, beyond what it holds then."""
    return _crowd_mf(game, name, coming[0].side, *_counted(game, coming))


def _crowd_mf(game: Game, name: str, side: str, men: int, here: Mapping[str, int]) -> int:
    """The same for those who count for so much, and for so much in the hexes where they are now."""
    return _beyond(game, _men_in(game, name, side) - here.get(name, 0) + men)


def _counted(game: Game, coming: Sequence[Unit]) -> tuple[int, Mapping[str, int]]:
    """What units count for where they are coming to; and what they count for now, by hex."""
    here: dict[str, int] = {}
    for unit in coming:
        if (known := game.state.units.get(unit.id)) is not None:
            here[known.hex] = here.get(known.hex, 0) + _counts_for(game, known)
    return sum(halves(game, unit) for unit in coming), here


def crowded(game: Game, coming: Sequence[Unit]) -> dict[str, int]:
    """A5.11: the hexes with others of their side that units of one hex would overstack, with the MF more of each."""
    if coming[0].kind == "vehicle":
        return {}
    start, side = coming[0].hex, coming[0].side
    places = {unit.hex for unit in game.state.on_map(side) if unit.mmc and unit.hex in game.board}
    places |= game.state.suspect_hexes if side == "ENEMY" else set()
    places -= {start}
    men, here = _counted(game, coming)
    costs = ((name, _crowd_mf(game, name, side, men, here)) for name in sorted(places))
    return {name: mf for name, mf in costs if mf}


def apart(game: Game, unit: Unit) -> bool:
    """Whether it is in a Location with a limit of its own: IN the Culvert (OtO 3.1), or in a pillbox (B30.111)."""
    return in_culvert(unit) or ("dug-in" in unit.flags and bool(game.state.markers_at(unit.hex, "pillbox")))


def overstack(game: Game, name: str, side: str) -> int:
    """A5.12: by how many squad-equivalents, FRU, a side is overstacked in a hex; not IN the Culvert or in a pillbox."""
    return _beyond(game, _men_in(game, name, side))


def _beyond(game: Game, men: int) -> int:
    """The squads, FRU, by which so many are too many in a Location."""
    return max(0, -((game.figure("stack-limit") - men) // game.figure("stack-squad"))) if men else 0


def _men_in(game: Game, name: str, side: str) -> int:
    """Return what the units and S? of a side in a hex count for, in half squads."""
    known = _MEN.of((game.state.units, game.state.suspects, game.state.markers, game.library), dict)
    found = known.get((name, side))
    if found is None:
        men = sum(_counts_for(game, unit) for unit in game.state.units_at(name, side))
        found = known[name, side] = men + suspect_halves(game, name, side)
    return found


def _counts_for(game: Game, unit: Unit) -> int:
    """What a unit counts for in the hex where it is, in half squads: no prisoner, nor who is in a Location apart."""
    return 0 if "prisoner" in unit.flags or apart(game, unit) else halves(game, unit)


_MEN: Memo[dict[tuple[str, str], int]] = Memo()


def room_below(game: Game, units: Sequence[Unit], name: str) -> None:
    """OtO 3.1: refused if the Culvert of `name` would be overstacked with these units in it."""
    ids = {unit.id for unit in units}
    here = [unit for unit in game.state.units_at(name, units[0].side) if in_culvert(unit) and unit.id not in ids]
    fault = overstacked(game, [*here, *units])
    if fault:
        raise Refused(f"no overstacking IN the Culvert of {name}: {fault} (OtO 3.1)")


def one_stack(units: list[Unit]) -> str:
    """The hex all these units are in. Refused if they are in several, or off the map."""
    places = {unit.hex for unit in units}
    if len(places) > 1:
        raise Refused("move one stack at a time: these units are in different hexes (A4.2)")
    place = places.pop()
    if not place:
        raise Refused(f"{units[0].id} is not on the map; use enter")
    return place
