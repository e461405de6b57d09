"""Fire Groups: which units and SW fire as one, who directs it, who must join (A7.1, A7.5, A7.55)."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Sequence

from sasl.asl.fire.opportunity import (
    ADVANCING,
    FINAL,
    FINAL_ADJACENT,
    FIRST,
    HELD,
    PROTECTIVE,
    SUBSEQUENT,
    Opportunity,
    is_mg,
    opportunity,
)
from sasl.asl.fire.shooters import Shooter, fires_again, shooters_of, sw_alone
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import SMC
from sasl.asl.game.los.adjacency import are_linked
from sasl.asl.game.sides import Side
from sasl.asl.game.state import State, Unit, Weapon
from sasl.asl.infantry.morale import leadership
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import are, listed


class Order(Frozen):
    """A fire order that may be carried out: shooters, who directs, the target hexes (two: Spraying Fire).

    `kind`: that of those who have fired least; who has First or Final Fired joins them by his own (A8.3-8.4).
    `idle`: leaders who were named and cannot help. `mate`: the leader who mans the one MG with another SMC (A9.12).
    `boxed`: the pillbox of the hex is the target (B30.34).
    """

    shooters: tuple[Shooter, ...]
    directors: tuple[Unit, ...]
    hexes: tuple[str, ...]
    kind: Opportunity
    snap: bool = False
    lane: bool = False
    idle: tuple[Unit, ...] = ()
    mate: Unit | None = None
    boxed: bool = False

    @property
    def weapons(self) -> tuple[Weapon, ...]:
        """Every SW that fires."""
        return tuple(weapon for shooter in self.shooters for weapon in shooter.weapons)

    def without(self, silent: Container[str]) -> Order:
        """The same fire without these SW, by id."""
        fewer = [
            replace(item, weapons=tuple(sw for sw in item.weapons if sw.id not in silent)) for item in self.shooters
        ]
        return replace(self, shooters=tuple(item for item in fewer if item.inherent or item.weapons))

    @property
    def side(self) -> Side:
        """Who fires."""
        return self.shooters[0].unit.side

    @property
    def title(self) -> str:
        """`628a, HMGa: Prep Fire at K14`."""
        names = [shooter.unit.id for shooter in self.shooters if shooter.inherent]
        names += [weapon.id for weapon in self.weapons]
        names += [f"{self.mate.id} with it"] if self.mate else []
        what = "Snap Shot" if self.snap else self.kind.name
        return f"{listed(names)}: {what} at {' and '.join(self.hexes)}"


def order(
    game: Game, units: Sequence[Unit], weapons: Sequence[Weapon], hexes: Sequence[str], options: Collection[str] = ()
) -> Order:
    """The fire order the player means. Refused, with the rule, if it is not legal (A7.1, A7.5, A9.1).

    Named units fire their inherent FP and the MG they may fire with it, a HS, crew or hero the stronger of the two
    (A7.352); named SW fire alone. Two hexes: Spraying Fire (A7.34).
    `options` are those of a Fire order: `only` (no MG but those named), `snap` (A8.15), `lane` (A9.22), `both`
    (two SMC man the one MG that fires, A9.12), `pillbox` (it is the target, B30.34).
    """
    only = "only" in options
    armed = {item.holder for item in weapons}
    men = [unit for unit in units if unit.kind != "leader" or unit.id in armed]
    if not men and not weapons:
        men = [unit for unit in units if unit.heroic]  # A15.21: a leader who directs nobody fires as a hero
    shooters = [found for unit in men for found in shooters_of(game, unit, weapons, hexes[0], only=only)]
    alone: dict[str, list[Weapon]] = {}
    for weapon in weapons:
        if weapon.holder not in {unit.id for unit in men}:
            alone.setdefault(weapon.holder, []).append(weapon)
    for holder, held in alone.items():
        if holder not in game.state.units:
            raise Refused(f"nobody mans {held[0].id} (A4.4)")
        shooters += sw_alone(game, game.state.units[holder], held, hexes[0])
    if not shooters:
        raise Refused("a leader directs others; name the units that fire with him (A7.53)")
    kind = _joint_kind([found.kind for found in shooters])
    directors = tuple(_director(game, unit, kind, shooters) for unit in units if unit not in men)
    _one_group(game, shooters)
    mate = _mate(directors, shooters) if "both" in options else None
    leaders = _directing(directors, shooters) if mate is None else ()
    idle = tuple(unit for unit in directors if unit not in leaders and unit is not mate)
    found = Order(
        tuple(shooters), leaders, tuple(hexes), kind,
        snap="snap" in options, lane="lane" in options, idle=idle, mate=mate, boxed="pillbox" in options,
    )  # fmt: skip
    _special(game, found)
    return found


TOGETHER = ((FIRST, SUBSEQUENT, PROTECTIVE), (FINAL, FINAL_ADJACENT), (HELD, ADVANCING))
"""The kinds of fire that may be one attack, the least hampered first (A7.25, A8.3, A8.31, A8.4)."""


def _joint_kind(kinds: Sequence[Opportunity]) -> Opportunity:
    """The kind of an attack of these. Refused if they cannot make one together."""
    if len(set(kinds)) == 1:
        return kinds[0]
    for joint in TOGETHER:
        if set(kinds) <= set(joint):
            return min(kinds, key=joint.index)
    raise Refused(f"{' and '.join(sorted({kind.name for kind in kinds}))} cannot be combined in one attack (A8)")


def _director(game: Game, leader: Unit, kind: Opportunity, shooters: Sequence[Shooter]) -> Unit:
    """Refused unless this leader can direct the fire now."""
    again = all(fires_again(item) for item in shooters)
    firers = [name for item in shooters for name in item.names]
    why = why_not_direct(game.state, leader, kind, {item.unit.hex for item in shooters}, firers, again=again)
    if why:
        raise Refused(why)
    return leader


def _mate(leaders: Sequence[Unit], shooters: Sequence[Shooter]) -> Unit:
    """A9.12: the leader who mans the MG of another SMC of his Location with him. Refused unless that is all they do."""
    if len(shooters) != 1 or len(shooters[0].weapons) != 1 or shooters[0].unit.kind not in SMC:
        raise Refused("both: an SMC with one MG and a leader in his Location fire it, and nobody else (A9.12)")
    if len(leaders) != 1:
        raise Refused(f"both: name the one leader who mans {shooters[0].weapons[0].id} with its SMC (A9.12)")
    return leaders[0]


def _directing(leaders: Sequence[Unit], shooters: Sequence[Shooter]) -> tuple[Unit, ...]:
    """A7.531: the best leader of each firing Location directs, if there is one in every one of them.

    No leader helps the berserk (A15.42).
    """
    if any("berserk" in shooter.unit.flags for shooter in shooters):
        return ()
    best: dict[str | None, Unit] = {}
    for leader in sorted(leaders, key=leadership.drm):
        best.setdefault(leader.hex, leader)
    return tuple(best.values()) if {shooter.unit.hex for shooter in shooters} <= best.keys() else ()


def _one_group(game: Game, shooters: Sequence[Shooter]) -> None:
    """A7.5: refused unless a Fire Group's Locations are a chain of ADJACENT hexes."""
    apart = out_of_the_chain(game, list(dict.fromkeys(shooter.unit.hex for shooter in shooters)))
    if apart:
        raise Refused(f"{listed(sorted(apart))} {are(apart)} not ADJACENT to the rest of the Fire Group (A7.5)")


def out_of_the_chain(game: Game, places: Sequence[str]) -> set[str]:
    """A7.5: those of these hexes that no chain of ADJACENT ones among them joins to the first."""
    reached, left = {places[0]}, set(places[1:])
    while left:
        near = {name for name in left if any(are_linked(game, name, other) for other in reached)}
        if not near:
            break
        reached |= near
        left -= near
    return left


def have_left(game: Game, kind: Opportunity, hexes: Iterable[str]) -> bool:
    """A8.15: whether fire at those who move comes too late at these hexes: nobody moves in any of them now."""
    moving = game.state.moving
    return bool(kind.moving and moving and not set(moving.hexes).intersection(hexes))


def _reaches_too(game: Game, shooter: Shooter, first: str, second: str) -> None:
    """A8.3, A8.31, A8.4: refused where the kind of fire that reaches one hex does not reach the one sprayed with it."""
    unit, kind = shooter.unit, shooter.kind
    if kind.moving:
        far = kind.sustained and game.board.distance(unit.hex, second) > game.board.distance(unit.hex, first)
        if far:
            raise Refused(f"{unit.id}: {kind.name} does not reach {second}, which is farther than {first} (A8.3)")
        return
    for weapon in (*shooter.weapons, *((None,) if shooter.inherent else ())):
        if opportunity(game, unit, second, weapon) != kind:
            raise Refused(f"{unit.id}: {kind.name} does not reach {second} (A8.4)")


def _special(game: Game, found: Order) -> None:
    """Refused unless Spraying Fire, Snap Shots and Fire Lanes are possible for these firers."""
    if len(found.hexes) > 1:
        a, b = found.hexes
        if a == b or not are_linked(game, a, b):
            raise Refused(f"Spraying Fire takes two ADJACENT hexes; {a} and {b} are not (A7.34)")
        for shooter in found.shooters:
            able = [game.counter_of(weapon).spraying_fire for weapon in shooter.weapons]
            able += [game.counter_of(shooter.unit).spraying_fire] if shooter.inherent else []
            if not all(able):
                raise Refused(f"{shooter.unit.id} cannot Spray its fire (A7.34)")
            _reaches_too(game, shooter, a, b)
    if not found.snap and have_left(game, found.kind, found.hexes):
        raise Refused(f"they have left {found.hexes[0]}: only a Snap Shot is possible there (A8.15)")
    moving = game.state.moving
    if found.snap and moving is not None and moving.how == "trench":
        raise Refused("no Snap Shot is possible at units moving from one trench to the next (B27.54)")
    if found.snap and not found.kind.moving:
        raise Refused("a Snap Shot is Defensive First Fire at a unit that has just crossed a hexside (A8.15)")
    if found.lane:
        gunner, weapon = lane_mg(game, found)
        if gunner.kind != FIRST:
            again = f"; {weapon.id} would fire again" if gunner.kind.moving else ""
            raise Refused(f"a Fire Lane is placed with Defensive First Fire{again} (A9.22)")
        if "pinned" in gunner.unit.flags:
            raise Refused(f"{gunner.unit.id} is pinned and cannot place a Fire Lane (A7.8)")


def lane_mg(game: Game, found: Order) -> tuple[Shooter, Weapon]:
    """A9.22: the MG that places a Fire Lane, perhaps as part of a Fire Group. Refused unless there is just one."""
    guns = [(item, weapon) for item in found.shooters for weapon in item.weapons if is_mg(game, weapon)]
    if len(guns) != 1:
        raise Refused("a Fire Lane is placed by a MG, and the attack has one of them (A9.22)")
    return guns[0]


def too_late(game: Game, shooter: Shooter, goal: str) -> str:
    """Why a firer should have joined the fire that others of its Location have opened at a hex already, or "".

    A MG that has kept its ROF fires again all the same, and so does who uses FPF (A8.31).
    """
    place, kind = shooter.unit.hex, shooter.kind
    if kind.check or (place, kind.name) not in game.state.volleys.get(goal, ()) or fires_again(shooter):
        return ""
    return f"others in {place} have fired at {goal} already: by the rules they form one Fire Group (A7.55)"


def spent_apart(game: Game, vehicle: Unit, kind: Opportunity, goal: str) -> str:
    """D3.5: the same of another MG of a vehicle."""
    if (vehicle.id, kind.name) not in game.state.volleys.get(goal, ()):
        return ""
    return f"a MG of {vehicle.id} has fired at {goal} already: by the rules they fire together there (D3.5, A7.55)"


def breaks_up(game: Game, found: Order) -> str:
    """The same of a whole attack; a Snap Shot and a Fire Lane stand apart (A8.15, A9.22)."""
    if found.snap or found.lane:
        return ""
    return next(filter(None, (too_late(game, item, name) for item in found.shooters for name in found.hexes)), "")


def why_not_direct(
    state: State, leader: Unit, kind: Opportunity, places: Container[str], firers: Sequence[str], *, again: bool
) -> str:
    """A7.53: why a leader cannot direct the fire of these units and SW, by id, out of these hexes, or "".

    `again`: they are SW that fire once more.
    """
    if not leader.good_order or "pinned" in leader.flags or "prisoner" in leader.flags:
        return f"{leader.id} is in no condition to direct fire (A7.53)"
    before = state.directed.get(leader.id)
    if before:
        if others := [name for name in firers if name not in before]:
            return f"{leader.id} has directed {listed(before)} in this Player Turn, and not {listed(others)} (A7.53)"
    elif kind.flag and kind.flag in leader.flags and not again:
        return f"{leader.id} has directed fire in this phase (A7.53)"
    return "" if leader.hex in places else f"{leader.id} is not with the firing units (A7.53)"


def directs(ctx: Context, leader: str, kind: Opportunity, firers: Sequence[str]) -> None:
    """A7.53, A7.531: the counter on a leader who has directed these units and SW, and whom he may direct from now on.

    Those of his First Fire, as long as he has not directed one of them in Subsequent First Fire, FPF or Final Fire.
    """
    if leader not in ctx.state.units or not kind.flag:
        return
    pieces.change(ctx, ctx.state.units[leader], [kind.flag], (), f"directs {kind.name}")
    before = ctx.state.directed.get(leader, ())
    if not before or (kind.flag == "final" and set(before) != set(firers)):
        ctx.emit(ev.LeaderDirected(leader, tuple(firers)))
