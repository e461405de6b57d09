"""The move of a stack or a vehicle along a path (A4, D2): what may be ordered, and doing it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from sasl.asl import stacking
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.minds import mind_of
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.movement import bypass, pillbox_entry, riding
from sasl.asl.movement.allowance import movement_kind, stack_allowance
from sasl.asl.movement.charging import berserk_charge, charge_way, human_wave
from sasl.asl.movement.ground.costs import LAST_HEX, Gait, Past, burden
from sasl.asl.movement.into import go_into, may_end_so, may_go_into
from sasl.asl.movement.marching import march, may_march
from sasl.asl.movement.mf_limit import spent_after
from sasl.asl.movement.step import bars
from sasl.asl.oba import artillery
from sasl.asl.stacking import apart, one_stack, overstacked, room_below
from sasl.asl.vehicles import buildings, driving, enemy_afv, joint
from sasl.board.movement_cost import Barred
from sasl.board.movement_cost import path as find_path
from sasl.kernel import verify
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.memo import Memo
from sasl.kernel.text import listed

OPTIONS = {
    "assault": "Assault Movement (A4.61)",
    "double": "Double Time (A4.5)",
    "dash": "a Dash across a road (A4.63)",
    "gallop": "at the gallop (A13.36)",
    "charge": "Cavalry charges the Known enemy of the last hex (A13.6)",
    "armored": "Infantry with an AFV: Armored Assault (D9.31)",
    "ovr": "an Infantry OVR of the one SMC in the last hex (A4.15)",
    "crest": "into Crest status in the last hex (B20.91)",
    "stop": "and stop (D2.13)",
    "reverse": "in reverse (D2.2)",
    "motion": "the last hex takes all MP left: it stays in Motion (D2.4, D2.18)",
    "minimum": "a Minimum Move (A4.134, D2.15)",
    "into": "into the shellholes, foxhole, trench or pillbox of the last hex (B2, B27, B30.4)",
    "culvert": "INTO the Culvert (OtO 3.2)",
    "trail": "into woods by a Trail Break (B13.4212)",
    "off-road": "not at the road rate (B3, OtO 2.3)",
}
"""What an order to move may ask for besides its way."""

DETOUR = 20.0
"""How many MF farther a way goes rather than through a hex it shuns [house]."""
CROWD = 1 / 64
"""What each MF more of a hex that the units overstack counts for beside it (A5.11): of two ways as long the one around
it is taken [house]."""
NO_WAY = 1000.0
"""What a hex counts for that the units may not enter: more than any way around."""
BOTH = frozenset({"minimum"})
"""What men and vehicles may do alike."""
FOOT_ONLY = frozenset(OPTIONS) - BOTH - {"armored", "stop", "reverse", "motion"}


class March(Frozen):
    """What an order to move comes to: who goes, every hex of the way (their own first), and how."""

    units: tuple[Unit, ...]
    way: tuple[str, ...]
    gait: Gait

    @property
    def drives(self) -> bool:
        """Whether a vehicle drives by itself."""
        return self.units[0].kind == "vehicle"


def plan(
    game: Game, units: Sequence[Unit], names: Sequence[str], options: frozenset[str], beside: bypass.Beside = ()
) -> March:
    """A4, D2: what an order to move comes to. Refused, with the rule, if it is not legal.

    `names`: the hexes to go to, each by the cheapest way; `beside`: those gone round, and along which hexes.
    """
    start, together = one_stack(list(units)), "armored" in options
    if not together and len(units) > 1 and any(unit.kind == "vehicle" for unit in units):
        raise Refused(
            "a vehicle drives by itself: name one vehicle, or Infantry alone (A4.2, D2.1); "
            "with its Infantry: move … armored (D9.31)"
        )
    way = [start]
    for name in names:
        if name in game.board.neighbours(way[-1]):
            way.append(name)
        elif name != way[-1]:
            way += _way(game, units, way[-1], name, options)[1:]
    if not together:
        _fitting(units, way, options)
    elif beside:
        raise Refused("no Bypass in Armored Assault (D9.31) [house]")
    if "culvert" in options:
        room_below(game, units, way[-1])
    game.reactions.may_move(game, units, way, options)
    found = March(tuple(units), tuple(way), Gait(options, bypass.planned(game, units, way, beside)))
    if len(way) > 1:
        may_end_so(game, units, way[-1], found.gait)
    _may(game, found)
    return found


def _fitting(units: Sequence[Unit], way: Sequence[str], options: frozenset[str]) -> None:
    """Refused if the options of the order do not go with the units or with one another."""
    vehicle = units[0].kind == "vehicle"
    wrong = next((word for word in sorted(options - BOTH) if (word in FOOT_ONLY) == vehicle), "")
    if wrong == "ovr" and vehicle:
        raise Refused(f"a vehicle Overruns by entering the hex: move {units[0].id} HEX, and you are asked (D7.1)")
    if wrong and vehicle:
        raise Refused(f"{units[0].id} is not Infantry: {OPTIONS[wrong]} is not for vehicles (A4.5, A4.61)")
    if wrong:
        raise Refused(f"{units[0].id} is not a vehicle: {OPTIONS[wrong]}")
    riding.fitting(units, options)
    if len(options & {"assault", "double", "dash", "minimum"}) > 1:
        raise Refused("Assault Movement, Double Time, Dash and Minimum Move exclude one another (A4.5, A4.61, A4.63)")
    if len(options & LAST_HEX) > 1:
        raise Refused(
            "a unit does one thing in its last hex: into, crest, culvert, ovr or charge (B20.91, B27, OtO 3.2)"
        )
    if "trail" in options and "assault" in options:
        raise Refused("no Assault Movement by a Trail Break (B13.4212) [house]")
    if "assault" in options and len(way) > 2:
        raise Refused("Assault Movement is one Location (A4.61)")
    if "minimum" in options and len(way) > 2:
        raise Refused("a Minimum Move is one hex (A4.134, D2.15)")
    if "motion" in options and options & {"stop", "minimum"}:
        raise Refused(
            "a vehicle either stops or stays in Motion; after a Minimum Move it is in Motion anyway (D2.4, D2.15)"
        )
    if "minimum" in options and vehicle and "stop" in options:
        raise Refused("a vehicle ends its Minimum Move in Motion (D2.15)")


def _way(game: Game, units: Sequence[Unit], start: str, goal: str, options: Collection[str]) -> list[str]:
    """`cheapest_way`. Refused if there is none."""
    found = cheapest_way(game, units, start, goal, options)
    if not found:
        gallops = riding.barred(game, units, options) is not None
        if gallops:
            riding.may_gallop_in(game, units, goal)
        at = " at the gallop (A13.36)" if gallops else " (D2.1)" if units[0].kind == "vehicle" else " (A4.1)"
        raise Refused(f"there is no way for {units[0].id} from {start} to {goal}{at}")
    return found


_WAYS: Memo[dict[tuple[tuple[Unit, ...], str, str, bool], tuple[str, ...]]] = Memo()
"""The ways found between two hexes, for units that gallop or do not: one is asked for again with each word to move."""


def cheapest_way(game: Game, units: Sequence[Unit], start: str, goal: str, options: Collection[str]) -> list[str]:
    """The cheapest way between two hexes, around what it shuns and the hexes that are `closed_to` the units, and where
    nobody gallops, if they do (A13.36); [] if there is none. The berserk shun nothing (A15.45).
    """
    known = _WAYS.of((game.state, game.board, game.library), dict)
    barred = riding.barred(game, units, options)
    asked = tuple(units), start, goal, barred is not None
    if asked not in known:
        known[asked] = _cheapest_way(game, units, start, goal, barred)
    elif verify.ON:
        verify.same(f"way to {goal}", known[asked], lambda: _cheapest_way(game, units, start, goal, barred))
    return list(known[asked])


def _cheapest_way(game: Game, units: Sequence[Unit], start: str, goal: str, barred: Barred | None) -> tuple[str, ...]:
    if all("berserk" in unit.flags for unit in units):
        return tuple(charge_way.shortest(game, replace(units[0], hex=start), goal, around=False).hexes)
    closed, around, crowds = closed_to(game, units), shunned(game), stacking.crowded(game, units)

    def extra(name: str) -> float:
        if name in closed:
            return NO_WAY
        return crowds.get(name, 0) * (1 + CROWD) + (DETOUR if name in around and name != goal else 0.0)

    return tuple(find_path(game.board, start, goal, movement_kind(game, units[0]), extra_cost=extra, barred=barred))


def shunned(game: Game) -> frozenset[str]:
    """The hexes that a way goes around unless it names them: Known mines, and FFE, which attack who enters (C1.51)."""
    mines = (marker.hex for marker in game.state.marked("minefield"))
    return frozenset((*mines, *artillery.shelled(game)))


def closed_to(game: Game, units: Sequence[Unit]) -> frozenset[str]:
    """Hexes that Infantry does not enter in the MPh because units of the other side are there (A4.14)."""
    if units[0].kind == "vehicle":
        return frozenset()
    return frozenset(unit.hex for unit in game.state.on_map(opponent(units[0].side)) if bars(game, unit))


def _may(game: Game, order: March) -> None:
    """Refused, with the rule, if these units cannot go this way now."""
    units, way, gait = order.units, order.way, order.gait
    if len(way) < 2 and "armored" not in gait:
        may_go_into(game, units, gait)
        return
    held = human_wave.holds_up(game.state, [unit.id for unit in units])
    if held:
        raise Refused(held)
    berserk_charge.may_go(game, units, way, gait)
    if "armored" in gait:
        joint.may_go_alone(game, joint.may_assault(game, units, way, gait)[0])
        return
    moving, waiting = game.state.moving, bypass.must_go_on(game)
    if waiting and moving and not {unit.id for unit in units} & set(moving.ids):
        raise Refused(waiting)
    if not order.drives:
        may_march(game, units, way, gait)
        return
    unit = units[0]
    driving.cost_of(game, unit, way, gait)
    ends = driving.stops_after(gait) or "motion" in gait
    if ends and (foes := enemy_afv.barred_by(game, unit, way[-1])):
        raise Refused(f"{unit.id} may not stay in {way[-1]} with {foes}, which it cannot kill there (D2.6)")
    joint.within_escort(game, unit, way)
    if "reverse" in gait and (burden(game, unit) or game.counter_of(unit).move == "motorcycle"):
        raise Refused(f"{unit.id} may not use Reverse Movement (D2.2)")
    joint.may_go_alone(game, unit)


def move(ctx: Context, order: March) -> None:
    """A4, D2: move a stack or a vehicle of the side whose MPh it is; every hex has its dangers and may halt it."""
    units, way, gait = order.units, order.way, order.gait
    ids = [unit.id for unit in units]
    if len(way) < 2:
        go_into(ctx, units, gait)
        return
    if not bypass.has_room(ctx, gait.past, drives=order.drives):
        return
    if "armored" in gait:
        afv, men = joint.may_assault(ctx.game, units, way, gait)
        if joint.alone(ctx, afv):
            joint.assault(ctx, ctx.state.units[afv.id], men, way, gait)
        crowded(ctx, ids)
        return
    moving = ctx.state.moving
    escorts = ctx.state.escorts  # an AFV whose Infantry has gone its own way may go on (D9.31)
    done = [unit.id for unit in units if unit.mf and (moving is None or unit.id not in moving.ids)]
    done = [key for key in done if key not in escorts]
    if done:
        _goes_on(ctx, done)
    if order.drives:
        _drive(ctx, units[0], way, gait)
    else:
        march(ctx, list(units), way, gait)
    crowded(ctx, ids)


def _goes_on(ctx: Context, ids: Sequence[str]) -> None:
    """A4.2: ask before those go on whose move was over when others moved; told where no MF are asked for either."""
    who = "it" if len(ids) == 1 else "they"
    text = f"{listed(ids)} ended the move when others moved: by the rules {who} may not go on (A4.2)"
    if not ctx.state.option("mf-limit"):
        ctx.tell(f"{text}.")
    elif not ctx.yes(f"{text}. Move anyway?", default=False, rule="A4.2", whose=ctx.state.side, id="ended-move"):
        raise Refused("not moved: name units that have not moved yet, or undo (A4.2)")


def _drive(ctx: Context, unit: Unit, way: Sequence[str], gait: Gait) -> None:
    """D2.1: the MP of the whole drive, then the drive."""
    joint.afford_drive(ctx, unit, way, gait)
    _drops_riders(ctx, unit, way, gait)
    _into_buildings(ctx, unit, way, gait)
    if joint.alone(ctx, unit):
        driving.drive(ctx, ctx.state.units[unit.id], way, gait)
        joint.went_on(ctx, unit.id, way)


def _drops_riders(ctx: Context, unit: Unit, way: Sequence[str], gait: Gait) -> None:
    """D6.21: a player hears before he drives where his Riders must Bail Out."""
    lost = driving.loses_riders(ctx.game, unit, way, gait) if mind_of(ctx.game, unit.side) is None else ""
    if lost and not ctx.yes(f"{lost}. Drive on?", default=False, rule="D6.21", whose=unit.side, id="riders-bail"):
        raise Refused(f"not driven: {lost}; unload them first, or drive around")


def _into_buildings(ctx: Context, unit: Unit, way: Sequence[str], gait: Gait) -> None:
    """B23.41, B24.4: a player hears before he drives into a building or over rubble what it may come to."""
    if mind_of(ctx.game, unit.side) is not None:
        return
    game = ctx.game
    for a, b in pairwise(way):
        if gait.along(b) or not buildings.leads_in(game, a, b):
            continue
        text = buildings.warning(game, unit, b)
        if not ctx.yes(f"{text}. Drive on?", default=False, rule="B23.41", whose=unit.side, id="into-the-building"):
            raise Refused(f"not driven: {text}")


def crowds(game: Game, side: Side, name: str, coming: Sequence[Unit] = ()) -> str:
    """A5.1: what overstacks a hex, with those who are coming, or "". Those in the Culvert or a pillbox do not count."""
    here = (unit for unit in game.state.units_at(name, side) if not apart(game, unit))
    return overstacked(game, [*here, *coming], name)


def crowded(ctx: Context, ids: Sequence[str]) -> None:
    """A5.1: say so if the move ends in a hex that holds too many."""
    last = next(iter(ctx.state.present(ids)), None)
    if last is None or not last.hex:
        return
    fault = crowds(ctx.game, last.side, last.hex)
    if fault:
        ctx.tell(f"{last.hex} is overstacked: {fault}.", hexes=(last.hex,))


def reckon(
    game: Game, units: Sequence[Unit], way: Sequence[str], options: Collection[str] = (), past: Past = ()
) -> dict[str, float]:
    """The MF or MP each unit will have spent after moving along `way`, `past` some hexes in Bypass. Refused where one
    may not go."""
    gait = Gait(frozenset(options), past)
    if units[0].kind == "vehicle":
        return {unit.id: unit.mf + driving.cost_of(game, unit, way, gait) for unit in units}
    pillbox_entry.may_come_out(game, units, gait)
    limits = stack_allowance(game, units)
    return {unit.id: spent_after(game, unit, way, limits[unit.id], gait, units) for unit in units}
