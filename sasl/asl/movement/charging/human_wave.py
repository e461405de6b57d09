"""The Human Wave of the Russians (A25.23): declared at an enemy unit, it runs in Impulses until it is spent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Option, Refused
from sasl.asl.game.flags import SMC, Flag
from sasl.asl.game.los.adjacency import adjacent_from, are_linked
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import State, Unit
from sasl.asl.game.under_way import Wave
from sasl.asl.infantry import concealment
from sasl.asl.infantry.portage import ipc
from sasl.asl.movement import infantry_overrun, wire
from sasl.asl.movement.allowance import carried, may_move, movement_allowance
from sasl.asl.movement.ground.costs import pillbox_mf, step_cost, works_in
from sasl.asl.movement.step import Groups, impulse_ends, moved, spend, there
from sasl.asl.terrain import entrenching, fortified, minefields, pillboxes
from sasl.board.hexes import Hex, Lane, distance, lanes, parse_hex
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import are, doing, listed

NATION = "russian"
DUG_IN: Flag = "dug-in"
CREST: Flag = "crest"


# -- the declaration -----------------------------------------------------------------------------------


def may_declare(game: Game, units: Sequence[Unit], target: str) -> None:
    """A25.23: refused, with the rule, if these units form no Human Wave at the enemy in `target`."""
    side = game.state.side
    if game.mission.army(side).nation != NATION:
        raise Refused("only Russians run in a Human Wave (A25.23)")
    for unit in units:
        _may_join(game, unit)
    _a_chain(game, units)
    if not any(unit.known for unit in _enemies(game, target, side)):
        raise Refused(f"a Human Wave charges a Known enemy; there is none in {target} (A25.23)")
    if not _near(game, units, target):
        raise Refused(f"none of them sees {target} within {game.figure('human-wave-range')} hexes (A25.23)")


def _near(game: Game, units: Sequence[Unit], target: str) -> list[Unit]:
    reach = game.figure("human-wave-range")
    return [unit for unit in units if game.board.distance(unit.hex, target) <= reach]


def declare(ctx: Context, units: Sequence[Unit], target: str) -> None:
    """A25.23, A25.231: the units form a Human Wave at the enemy in `target`. Refused if none of them sees it."""
    game, side = ctx.game, ctx.state.side
    near = _near(game, units, target)
    if ctx.state.option("ask-los"):
        settle_doubts(ctx, target, [
            name for name in dict.fromkeys(unit.hex for unit in near) if not look(game, name, target).sure
        ])  # fmt: skip
    near = [unit for unit in near if look(ctx.game, unit.hex, target).exists]
    if not near:
        raise Refused(f"none of them sees {target} within {game.figure('human-wave-range')} hexes (A25.23)")
    lane = _direction(ctx, near, target)
    ids = tuple(unit.id for unit in units)
    ctx.emit(ev.UnitsChanged(ids, ("human-wave", "waved"), (), f"at {target} (A25.23)"))
    concealment.lose(ctx, ids, "in a Human Wave (A25.23)")
    names = tuple(hex_.name for hex_ in lane.hexes if hex_.name in game.board)
    ctx.emit(ev.WaveSet(Wave(side, target, names, lane.forward, lane.flank)))
    ctx.tell(
        f"Human Wave of {listed(ids, 12)} at {target}, along {_words(game, lane)}: {game.figure('human-wave-mf')} MF, "
        f"Morale {game.figure('human-wave-morale'):+d}, never pinned. "
        "Type wave for each Impulse (A25.232).",
        hexes=names,
    )


def _may_join(game: Game, unit: Unit) -> None:
    """Refused, with the rule, unless a unit may be in a Human Wave."""
    may_move(unit)
    if not unit.hex:
        raise Refused(f"{unit.id} is not on the map and cannot join a Human Wave (A25.23)")
    if not unit.infantry or not unit.good_order:
        raise Refused(f"{unit.id} is not Good Order Infantry and cannot join a Human Wave (A25.23)")
    if unit.mf or "moved" in unit.flags:
        raise Refused(f"{unit.id} has begun its MPh and cannot join a Human Wave (A25.23)")
    if any("prisoner" in other.flags for other in game.state.aboard(unit.id)):
        raise Refused(f"{unit.id} guards prisoners and cannot join a Human Wave (A25.23)")
    around = adjacent_from(game, unit.hex)
    near = [other for name in around for other in _enemies(game, name, unit.side) if "hidden" not in other.flags]
    if near:
        raise Refused(f"{unit.id} is ADJACENT to the enemy in {near[0].hex} and cannot join a Human Wave (A25.23)")
    if carried(game, unit) > ipc(game, unit):
        raise Refused(f"{unit.id} carries more than its IPC and cannot join a Human Wave (A25.232)")


def _a_chain(game: Game, units: Sequence[Unit]) -> None:
    """A25.23: three or more hexes in a chain, an MMC in each, two MMC for each on average, and a leader."""
    hexes = {unit.hex for unit in units}
    least, each = game.figure("human-wave-hexes"), game.figure("human-wave-mmc")
    men = [unit for unit in units if unit.mmc]
    if len(hexes) < least:
        raise Refused(f"a Human Wave is a chain of at least {least} hexes; this is {len(hexes)} (A25.23)")
    bare = sorted(hexes - {unit.hex for unit in men})
    if bare:
        raise Refused(f"the Human Wave has no MMC in {listed(bare)} (A25.23)")
    if len(men) < each * len(hexes):
        raise Refused(f"a Human Wave of {len(hexes)} hexes needs {each * len(hexes)} MMC; it has {len(men)} (A25.23)")
    if not any(unit.kind == "leader" for unit in units):
        raise Refused("a Human Wave needs a leader (A25.23)")
    linked, left = {min(hexes)}, hexes - {min(hexes)}
    while near := {name for name in left if any(are_linked(game, name, other) for other in linked)}:
        linked |= near
        left -= near
    if left:
        raise Refused(f"{listed(sorted(left))} {are(left)} not ADJACENT to the rest of the Human Wave (A25.23)")


def _direction(ctx: Context, near: Sequence[Unit], target: str) -> Lane:
    """A25.231: the hex grain through the target that comes nearest to a unit that sees it; the player's choice."""
    game = ctx.game
    spots = [parse_hex(unit.hex) for unit in near]
    found = lanes(parse_hex(target), game.figure("human-wave-range") + game.figure("human-wave-mf"))
    least = min(_range(lane, spots) for lane in found)
    best = [lane for lane in found if _range(lane, spots) == least]
    best.sort(key=lambda lane: (bool(lane.flank), sum(_range(lane, [spot]) for spot in spots)))
    if len(best) == 1:
        return best[0]
    options = [Option(str(number), _words(game, lane)) for number, lane in enumerate(best, 1)]
    text = f"Along which hex grain does the Human Wave run at {target}?"
    return best[
        int(
            ctx.choose(
                text, options, rule="A25.231", hexes=(target,), whose=ctx.state.side, id="wave-grain", subject=(target,)
            )
        )
        - 1
    ]


def _range(lane: Lane, spots: Sequence[Hex]) -> int:
    """The hexes from the nearest of some hexes to the way that leads up to the target."""
    return min(distance(spot, hex_) for spot in spots for hex_ in lane.before)


def _words(game: Game, lane: Lane) -> str:
    """`K20-K19-K18`: the last hexes of the way that are on the map, the target's last of all."""
    names = [hex_.name for hex_ in lane.before if hex_.name in game.board]
    kind = "alternate hex grain" if lane.flank else "hex grain"
    return f"the {kind} {'-'.join(names[-4:])}"


# -- one Impulse ---------------------------------------------------------------------------------------


class Goals(Frozen):
    """Where a unit may go in this Impulse and for how many MF; `must`: where an enemy draws it (A25.233); `short`: it
    lacks the MF for a Location ahead.
    """

    prices: Mapping[str, float]
    must: tuple[str, ...] = ()
    short: bool = False


class Shift(Frozen):
    """What a unit does within its hex in an Impulse: the state that it gains or loses, and its MF (A25.232)."""

    mf: float
    gained: tuple[Flag, ...] = ()
    lost: tuple[Flag, ...] = ()
    words: str = ""


def run(ctx: Context, wishes: Mapping[str, str]) -> None:
    """A25.232, D14.3: every unit of the wave goes one hex, or gets beneath the Wire it is on, or out of its
    entrenchment, or into one if its MF last no farther, all for the MF of the dearest; then it is fired at.
    """
    met = [unit.id for unit in members(ctx.state) if _draws(ctx.game, unit.hex, unit.side)]
    _drop(ctx, met, "among the enemy (A25.234)")
    chosen = _choose(ctx, wishes)
    caught = wire.held(members(ctx.state))
    shifts = _shifts(ctx, chosen)
    if not chosen and not caught and not shifts:
        _over(ctx, "none of its units can go on (A25.234)")
        return
    ids = [unit.id for unit in members(ctx.state)]
    toll = wire.in_a_wave(ctx, caught, {unit.id: movement_allowance(ctx.game, unit) - unit.mf for unit in caught})
    cost = max([toll, *(price for _, price in chosen.values()), *(found.mf for found in shifts.values())])
    groups: dict[tuple[str, str], list[str]] = {}
    for key in ids:
        here = ctx.state.units[key].hex
        groups.setdefault((here, chosen[key][0] if key in chosen else here), []).append(key)
    for (here, name), keys in groups.items():
        if here == name:
            spend(ctx, keys, cost, "wave")
            for key in keys:
                if found := shifts.get(key):
                    pieces.change(ctx, ctx.state.units[key], found.gained, found.lost, f"{found.words} (A25.232)")
            continue
        minefields.leave(ctx, there(ctx, keys, here), here)
        left = {unit.id: cost for unit in there(ctx, keys, here) if "broken" not in unit.flags}
        if left:
            foes = [unit.id for unit in ctx.state.units_at(name, opponent(ctx.state.side))]
            concealment.lose(ctx, foes, f"a Human Wave comes into {name} (A12.15)")  # and comes in all the same
            moved(ctx, left, (here, name), "wave")
    _remember(ctx, groups)
    impulse_ends(ctx, groups, cost, "wave", ctx.state.wave.target if ctx.state.wave else "")
    _run_over(ctx, groups)
    _laggards(ctx, ids, cost)
    if all(unit.mf >= movement_allowance(ctx.game, unit) for unit in members(ctx.state)):
        _over(ctx, "its MF are spent, or it has no units left (A25.234)")


def members(state: State) -> list[Unit]:
    """The units of the Human Wave that are still in it."""
    side = state.wave.side if state.wave else ""
    return [unit for unit in state.on_map(side) if "human-wave" in unit.flags] if side else []


def _enemies(game: Game, name: str, side: str) -> list[Unit]:
    """The enemy units in a hex that count for a Human Wave."""
    there = game.state.units_at(name, opponent(side))
    return [unit for unit in there if unit.kind != "aircraft" and "prisoner" not in unit.flags]


def _draws(game: Game, name: str, side: str) -> bool:
    """A25.233: whether an armed, Known enemy that is not Disrupted is in a hex."""
    calm = {"disrupted", "disarmed", "abandoned"}
    return any(unit.known and unit.kind != "gun" and not unit.flags & calm for unit in _enemies(game, name, side))


def _drop(ctx: Context, ids: Sequence[str], why: str) -> None:
    pieces.change_all(ctx, ids, ("ended",), ("human-wave",), why)


def _goals(ctx: Context, unit: Unit) -> Goals:
    """A25.232-.233: the Forward Locations of a unit, and Side Locations with enemies, that it may enter."""
    game, wave_ = ctx.game, ctx.state.wave
    if wave_ is None:
        return Goals({})
    here, left = unit.hex, dict(wave_.left).get(unit.id, ())
    room = movement_allowance(game, unit) - unit.mf
    near = {game.board.hexside(here, name): name for name in game.board.neighbours(here)}
    prices: dict[str, float] = {}
    short = False
    for side in (*wave_.forward, *wave_.flank):
        name = near.get(side)
        if name is None or any(game.board.distance(name, old) <= 1 for old in left):
            continue
        if side in wave_.flank and not _enemies(game, name, unit.side):
            continue
        if fortified.why_closed(game, unit.side, name):
            continue
        farther = _from_lane(game, wave_, name) > _from_lane(game, wave_, here)
        cost = step_cost(game, unit, here, name)
        price = room if cost.all and not unit.mf else cost.mf
        if not cost.allowed or (farther and unit.id in wave_.strayed):
            continue
        if price is None or price > room:
            short = True
            continue
        prices[name] = price
    ours = {name for name in prices if any(_armed(other) for other in game.state.units_at(name, unit.side))}
    ahead = {near.get(side) for side in wave_.forward}
    must = tuple(name for name in prices if name in ahead - ours and _draws(game, name, unit.side))
    return Goals(prices, must, short)


def _shifts(ctx: Context, chosen: Collection[str]) -> dict[str, Shift]:
    """A25.232: what those who do not leave their hex do in it."""
    shifts: dict[str, Shift] = {}
    below: list[Unit] = []
    for unit in members(ctx.state):
        if unit.id not in chosen and not wire.held([unit]) and (found := _shift(ctx, unit, below)) is not None:
            shifts[unit.id] = found
            below += [unit] * (DUG_IN in found.gained)
    return shifts


def _shift(ctx: Context, unit: Unit, below: Sequence[Unit]) -> Shift | None:
    """A25.232: a unit gets above its entrenchment or pillbox, if it can then go on; with MF for no Location ahead it
    goes below an entrenchment that has room, beside those who go `below` too, or into Crest status.
    """
    game, here = ctx.game, unit.hex
    room = movement_allowance(game, unit) - unit.mf
    found: Shift | None = None
    if _is_below(unit):
        mf = pillbox_mf(game, here) if pillboxes.around(game, unit) else float(game.figure("entrenchment-mf"))
        if _goals(ctx, replace(unit, mf=unit.mf + mf)).prices:
            found = Shift(mf, lost=(DUG_IN,), words="above what it was in")
    elif _goals(ctx, unit).short:
        terrain = game.board.terrain(here)
        with_them = [unit, *(other for other in below if other.hex == here)]
        if works_in(game, here) and not pillboxes.at(game, here) and not entrenching.no_room(game, with_them, here):
            found = Shift(float(game.figure("entrenchment-mf")), (DUG_IN,), words="below the entrenchment")
        elif terrain.depression and not terrain.bridged and not terrain.culvert and CREST not in unit.flags:
            found = Shift(float(game.figure("crest-mf")), (CREST,), ("in-gully",), "into Crest status")
    return found if found is not None and found.mf <= room else None


def _is_below(unit: Unit) -> bool:
    """Whether it is in an entrenchment or pillbox, and first gets above that (A25.232)."""
    return DUG_IN in unit.flags


def _armed(unit: Unit) -> bool:
    return not unit.flags & {"prisoner", "disarmed", "abandoned"}


def _from_lane(game: Game, wave_: Wave, name: str) -> int:
    return min(game.board.distance(name, other) for other in wave_.lane)


def _choose(ctx: Context, wishes: Mapping[str, str]) -> dict[str, tuple[str, float]]:
    """Where each unit goes and for how many MF: where it is told, or is drawn, or the straightest cheap way."""
    chosen: dict[str, tuple[str, float]] = {}
    taken: set[str] = set()
    follows: dict[str, str] = {}  # who is not told otherwise stays with his stack
    units = [unit for unit in members(ctx.state) if not wire.held([unit]) and not _is_below(unit)]
    if bound := sorted(unit.id for unit in members(ctx.state) if unit.id in wishes and unit not in units):
        who = doing(bound, "first gets", "first get")
        raise Refused(f"{who} off the Wire, or out of an entrenchment, in the same hex (A25.232)")
    goals = {unit.id: _goals(ctx, unit) for unit in units}
    known = {name for found in goals.values() for name in found.must}
    for unit in sorted(units, key=lambda unit: (wishes.get(unit.id) not in known, unit.hex, unit.id)):
        found = goals[unit.id]
        drawn = [name for name in found.must if name not in taken]
        wish = wishes.get(unit.id)
        if wish is not None and wish not in found.prices:
            raise Refused(f"{unit.id} cannot move from {unit.hex} to {wish} in this Impulse (A25.232)")
        held = [name for name in found.prices if any(foe.known for foe in _enemies(ctx.game, name, unit.side))]
        if wish is not None and drawn and wish not in held:
            raise Refused(f"{unit.id} must enter the enemy's hex {listed(drawn)} (A25.233)")
        if not found.prices:
            continue
        mate = follows.get(unit.hex, "")
        name = wish or (drawn[0] if drawn else mate if mate in found.prices else _straight(ctx, unit, found))
        if wish is None:
            follows[unit.hex] = name
        chosen[unit.id] = name, found.prices[name]
        if name in held:
            taken.add(name)
    return chosen


def _straight(ctx: Context, unit: Unit, found: Goals) -> str:
    """The hex that keeps a unit's place in the line: no farther from the hex grain, cheap, toward the target."""
    wave_, board = ctx.state.wave, ctx.board
    if wave_ is None:
        return next(iter(found.prices))
    start = _from_lane(ctx.game, wave_, unit.hex)
    return min(found.prices, key=lambda name: (
        abs(_from_lane(ctx.game, wave_, name) - start), found.prices[name], board.distance(name, wave_.target), name,
    ))  # fmt: skip


def _remember(ctx: Context, groups: Mapping[tuple[str, str], Sequence[str]]) -> None:
    """A25.2321-.2322: which hexes each unit has left, and who is farther from the hex grain than before."""
    wave_, game = ctx.state.wave, ctx.game
    if wave_ is None:
        return
    left, strayed = dict(wave_.left), set(wave_.strayed)
    for (here, name), keys in groups.items():
        change = _from_lane(game, wave_, name) - _from_lane(game, wave_, here)
        for key in keys if here != name else ():
            left[key] = (*left.get(key, ()), here)
            if change > 0:
                strayed.add(key)
            elif change < 0:
                strayed.discard(key)
    ctx.emit(ev.WaveSet(replace(wave_, left=tuple(sorted(left.items())), strayed=tuple(sorted(strayed)))))


def _run_over(ctx: Context, groups: Groups) -> None:
    """A25.233: where one SMC alone is come upon the Infantry OVR is automatic, with CC at once (A4.152)."""
    for name in dict.fromkeys(name for here, name in groups if here != name):
        foes = _enemies(ctx.game, name, ctx.state.side)
        if len(foes) == 1 and foes[0].kind in SMC:
            ids = [unit.id for unit in ctx.state.units_at(name, ctx.state.side) if "human-wave" in unit.flags]
            infantry_overrun.close_combat_now(ctx, ids, foes[0].id, name)


def _laggards(ctx: Context, ids: Iterable[str], cost: float) -> None:
    """A25.232: a wounded SMC who has not the MF of the others makes his last step as a Minimum Move."""
    for key in ids:
        unit = ctx.state.units.get(key)
        if unit is None or "human-wave" not in unit.flags or "wounded" not in unit.flags:
            continue
        if unit.mf >= movement_allowance(ctx.game, unit):
            pieces.change(ctx, unit, ["pinned", "cx", "ended"], ["human-wave"], "falls behind, wounded (A25.232)")


def _over(ctx: Context, why: str) -> None:
    """A25.234: the Human Wave is over; who was in it has ended its MPh."""
    _drop(ctx, [unit.id for unit in members(ctx.state)], why)
    ctx.emit(ev.WaveSet(None))
    ctx.tell(f"The Human Wave is over: {why}.", stop=True)


def run_out(ctx: Context) -> None:
    """A25.232: a Human Wave that the player has left standing runs on at the end of the MPh: it must."""
    while ctx.state.wave is not None:
        run(ctx, {})


def holds_up(state: State, ids: Collection[str]) -> str:
    """A4.2, A25.232: why others do not move while a Human Wave does, nor its units by themselves, or ""."""
    if state.wave is None:
        return ""
    mine = {unit.id for unit in members(state)} & set(ids)
    who = f"{listed(sorted(mine))} is in a Human Wave" if mine else "a Human Wave is under way"
    return f"{who}: type wave for its next Impulse (A25.232)"
