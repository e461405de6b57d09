"""S?: placed by the mission's cases (S4.1), come along the EBE, and moved in the ENEMY MPh if in Advance (S6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Suspect
from sasl.board.movement_cost import infantry_cost
from sasl.board.movement_cost import path as find_path
from sasl.content.missions.mission_map import SuspectCase
from sasl.kernel.text import counted
from sasl.solitaire import readings
from sasl.solitaire.prohibited import prohibited_hexes
from sasl.solitaire.setup.objectives import bridge_of, kind_of, read_on, vpo_words
from sasl.solitaire.setup.placement import suspect_zone
from sasl.solitaire.suspects import activation

Zone = frozenset[str]


def place_suspects(ctx: Context) -> None:
    """S4.1: place the S? of every case of the mission, one S? to a Location."""
    zone = suspect_zone(ctx.game)
    for case in ctx.mission.suspects.cases:
        CASES[case.per](ctx, case, zone)


def _each(ctx: Context, names: Iterable[str], zone: Zone, reason: Callable[[str], str]) -> None:
    for name in sorted(names, key=ctx.board.hex):
        if name in zone:
            _place(ctx, name, reason(name))


def _hexes(ctx: Context, case: SuspectCase, zone: Zone) -> None:
    """One S? in each hex the mission names."""
    _each(ctx, (name for name in case.hexes if name in ctx.board), zone, lambda name: f"{_case(case)}, hex {name}")


def _vpos(ctx: Context, case: SuspectCase, zone: Zone) -> None:
    """S4.1d: one S? in each VPO, whatever its terrain; only VPO of the kinds the case names."""
    _each(ctx, _of_kind(ctx, case), zone, lambda name: f"{_case(case)}, VPO {vpo_words(ctx.game, name)}")


def _of_kind(ctx: Context, case: SuspectCase) -> list[str]:
    """The VPO of which the case speaks."""
    every = sorted(ctx.state.control, key=ctx.board.hex)
    return [name for name in every if not case.of or kind_of(ctx.game, name) in case.of]


def _case(case: SuspectCase) -> str:
    """`case a`, or with the mission's own rule `OtO-S2 S? placement, case around`."""
    printed = case.rule.removeprefix("S").startswith("4.1")  # a mission may cite Chapter S without its letter
    own = f"{case.rule}, " if case.rule and not printed else ""
    return f"{own}case {case.case}"


# -- buildings ----------------------------------------------------------------------------------------


def _buildings(ctx: Context, case: SuspectCase, zone: Zone) -> None:
    """S4.1a: one S? in each building hex; or in each building as many as the case's table says, by Random Selection."""
    if case.number is None:
        _each(ctx, ctx.board.with_terrain(*case.terrain), zone, lambda name: f"{_case(case)}, building {name}")
        return
    for building in ctx.board.patches(lambda name: ctx.board.terrain(name).has(*case.terrain)):
        words = f"building {building[0]}" + (f" ({len(building)} hexes)" if building[1:] else "")
        record = ctx.table(case.number, f"S? in the {words}")
        number = how_many(record.result, len(building))
        left = [name for name in building if name in zone and name not in _occupied(ctx)]
        for placed in range(1, min(number, len(left)) + 1):
            name = left[0] if number - placed + 1 >= len(left) else ctx.pick(left, f"S? in the {words}")
            left.remove(name)
            _place(ctx, name, f"{case.rule}, {words}, {read_on(record)}: {placed} of {number}")


def how_many(result: object, hexes: int) -> int:
    """A9e: the S? in a building of so many hexes: a number, or one for each `one_per` hexes FRU (0: one in all)."""
    if not isinstance(result, dict):
        return min(int(str(result)), hexes)
    per = int(result["one_per"])
    return -(-hexes // per) if per else 1


# -- around VPO ---------------------------------------------------------------------------------------


def _radius(ctx: Context, case: SuspectCase, zone: Zone) -> None:
    """OtO-S2: S? in Concealment Terrain within a radius of each VPO (of a bridge: of each of its hexes)."""
    for vpo in _of_kind(ctx, case):
        radius, why = _how_far(ctx, case, vpo)
        centre = bridge_of(ctx.game, vpo)
        near = {name for spot in centre for name in ctx.board.within(spot, radius)} - {*centre, vpo}
        hides = ctx.board.chart.has
        spots = sorted(
            (name for name in near if name in zone and hides(ctx.board.terrain(name).terrains, "concealment")),
            key=ctx.board.hex,
        )
        left = [name for name in spots if name not in _occupied(ctx)]
        if left and readings.places(ctx.game, case) == "one":
            spots, left = left, [ctx.pick(left, f"S? near VPO {vpo}")]
        for name in left:
            _place(
                ctx,
                name,
                f"{_case(case)}, Concealment Terrain {why} of VPO {vpo_words(ctx.game, vpo)}, "
                f"one of {counted(len(spots), 'hex', 'hexes')}",
            )


def _how_far(ctx: Context, case: SuspectCase, vpo: str) -> tuple[int, str]:
    if isinstance(case.radius, str):
        record = ctx.table(case.radius, f"Radius for S? near VPO {vpo}")
        return int(record.result), f"within {record.result} ({read_on(record)})"
    radius = case.radius or 1
    return radius, "ADJACENT to a hex" if radius == 1 else f"within {radius}"


# -- patches ------------------------------------------------------------------------------------------


def _patches(ctx: Context, case: SuspectCase, zone: Zone) -> None:
    """S4.1b [house]: per patch one S? for each `one_per` hexes or part of them, apart, nearest the FBE."""
    wanted = set(case.terrain)

    def in_patch(name: str) -> bool:
        return name in zone and not wanted.isdisjoint(ctx.board.terrain(name).terrains)

    for number, patch in enumerate(ctx.board.patches(in_patch), 1):
        count = -(-len(patch) // case.one_per)
        left = set(patch) - _occupied(ctx)
        for placed in range(1, count + 1):
            if not left:
                break
            apart = {name for name in left if _occupied(ctx).isdisjoint(ctx.board.neighbours(name))}
            name = _nearest(ctx, apart or left, f"case {case.case}, patch {number}")
            left.discard(name)
            _place(
                ctx,
                name,
                f"case {case.case}, patch {number} ({'/'.join(case.terrain)}, "
                f"{counted(len(patch), 'hex', 'hexes')} around {patch[0]}), {placed} of {count}",
            )


def _nearest(ctx: Context, names: set[str], purpose: str) -> str:
    """The hex nearest the FBE; ties by Random Selection."""
    edge = ctx.game.edge_of("FRIENDLY")
    best = min(ctx.board.distance_to_edge(name, edge) for name in names)
    ties = sorted((name for name in names if ctx.board.distance_to_edge(name, edge) == best), key=ctx.board.hex)
    return ctx.pick(ties, purpose)


# -- what there is ------------------------------------------------------------------------------------


def _occupied(ctx: Context) -> set[str]:
    return {suspect.hex for suspect in ctx.state.suspects.values()}


def _place(ctx: Context, name: str, reason: str) -> None:
    if name not in _occupied(ctx):
        ctx.emit(ev.SuspectPlaced(Suspect(ctx.new_number("S?"), name, ctx.mission.attitude, reason)))


CASES: dict[str, Callable[[Context, SuspectCase, Zone], None]] = {
    "building": _buildings,
    "patch": _patches,
    "vpo": _vpos,
    "radius": _radius,
    "hex": _hexes,
}
"""How each kind of case is carried out."""


# -- S? that come and move -------------------------------------------------------------------------


def add_reinforcements(ctx: Context, number: int, reason: str) -> None:
    """`number` S? in Advance wait off-board, each at a randomly chosen hex of the EBE."""
    edge = ctx.board.edge(ctx.game.edge_of("ENEMY"))
    for _ in range(number):
        record = ctx.roll(f"1d{len(edge)}", "Entry hex on the EBE", rule="house")
        name = edge[(record.total - 1) % len(edge)]
        new = Suspect(ctx.new_number("S?"), name, "Advance", reason, off_board=True, reinforcement=True)
        ctx.emit(ev.SuspectPlaced(new))
    ctx.tell(
        f"{counted(number, 'yellow S?', 'yellow S?')} wait off-board along the EBE; they enter in this ENEMY MPh.",
        board=True,
        stop=True,
    )


def recurring_reinforcements(ctx: Context) -> None:
    """ENEMY RE 34-36: the Reinforcement dr of each later ENEMY RPh, until it fails."""
    for item in ctx.state.recurring:
        if item.turn == ctx.state.turn:
            continue
        if str(ctx.table(item.table, "Reinforcement dr").result) == "arrive":
            number = ctx.roll(item.number, "Number of S?").total
            add_reinforcements(ctx, number, "additional reinforcements")
        else:
            ctx.emit(ev.RecurringSet(item.name, False))


def move_suspects(ctx: Context) -> None:
    """S6: each S? in Advance enters or moves toward its goal, and is checked both ways as it goes."""
    movers = [item for item in ctx.state.suspects.values() if item.attitude == "Advance"]
    movers.sort(key=lambda item: (-ctx.board.hex(item.hex).col, -ctx.board.hex(item.hex).num, item.id))
    for item in movers:
        if item.id in ctx.state.suspects:
            _advance(ctx, item)


def _goal_of(ctx: Context, start: str) -> str:
    """S7: the nearest FRIENDLY-controlled VPO, else the nearest Known FRIENDLY unit, else the FBE."""
    board = ctx.board
    held = [name for name, side in ctx.state.control.items() if side == "FRIENDLY"]
    known = [unit.hex for unit in ctx.state.on_map("FRIENDLY") if unit.known]
    edge = list(board.edge(ctx.game.edge_of("FRIENDLY")))
    return min(held or known or edge, key=lambda name: (board.distance(start, name), board.hex(name)))


def _advance(ctx: Context, item: Suspect) -> None:
    """One S?'s move of 4 MF along the cheapest way, not into a hex that holds a FRIENDLY unit."""
    left = float(ctx.figure("suspect-mf"))
    here = item.hex
    if item.off_board:
        if ctx.state.units_at(here, "FRIENDLY") or here in prohibited_hexes(ctx.game):
            return
        ctx.emit(ev.SuspectMoved(item.id, (here,)))
        left -= 1
        if _meets_friendly(ctx, item.id):
            return
    for name in _stretch(ctx, here, left):
        ctx.emit(ev.SuspectMoved(item.id, (here, name)))
        here = name
        if _meets_friendly(ctx, item.id):
            return


def _stretch(ctx: Context, start: str, left: float) -> list[str]:
    """Return the hexes that `left` MF take an S? along its way: none that is prohibited (S3.322), the last one free of
    other S? (one a Location).
    """
    taken, shut = [start], prohibited_hexes(ctx.game)
    way = find_path(
        ctx.board, start, _goal_of(ctx, start), "foot", extra_cost=lambda name: inf if name in shut else 0.0
    )  # fmt: skip
    for name in (way or ())[1:]:
        cost = infantry_cost(ctx.board, taken[-1], name)
        price = left if cost.all and len(taken) == 1 else cost.mf
        if price is None or price > left or name in shut or ctx.state.units_at(name, "FRIENDLY"):
            break
        left -= price
        taken.append(name)
    while len(taken) > 1 and ctx.state.suspects_at(taken[-1]):
        taken.pop()
    return taken[1:]


def _meets_friendly(ctx: Context, suspect_id: str) -> bool:
    """S5: check an S? that has moved against every FRIENDLY unit; True if it is no S? any more."""
    for unit in sorted(ctx.state.on_map("FRIENDLY"), key=lambda unit: unit.id):
        suspect = ctx.state.suspects.get(suspect_id)
        if suspect is None:
            return True
        if ctx.board.distance(suspect.hex, unit.hex) <= ctx.figure("longest-range"):
            activation.provoke(ctx, [unit], only=suspect)
    return suspect_id not in ctx.state.suspects


def nearest_friendly(ctx: Context, name: str) -> str:
    """The hex of the nearest FRIENDLY unit (the hex itself if there is none)."""
    hexes = [unit.hex for unit in ctx.state.on_map("FRIENDLY")]
    return min(hexes, key=lambda other: (ctx.board.distance(name, other), other), default=name)
