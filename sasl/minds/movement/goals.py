"""Where a unit wants to go: the Move goal of house rules 7, for either side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from sasl.asl.fire.opportunity import silenced
from sasl.asl.game.context import Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.sides import Side, opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry.rout.threat import armed
from sasl.asl.stacking import squads_in
from sasl.asl.terrain import fires, pillboxes
from sasl.board.board import Board
from sasl.board.movement_cost import FOOT
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import Frozen
from sasl.kernel.memo import Memo
from sasl.minds.act import Decider
from sasl.minds.action import order_of_acts
from sasl.minds.action.automatic import counterattacked as counterattacked
from sasl.minds.action.automatic import flamethrowers
from sasl.minds.movement import guards
from sasl.minds.movement.left_behind import fetches
from sasl.minds.movement.ways import tracks
from sasl.minds.movement.ways.paths import known_mines, march_left
from sasl.minds.movement.ways.threats import known_to


class Aim(Frozen):
    """Where a unit wants to go, why in a few words, and the figures of the doctrine that made it so; `stays`: once it
    is there it goes nowhere else, whatever it could take."""

    hex: str
    why: str
    figures: tuple[str, ...] = ()
    stays: bool = False

    def words(self, doctrine: Doctrine) -> str:
        """`S4 is a VPO that ENEMY controls, T9 is nearer: defended-mf 3 [house]`."""
        return f"{self.why}: {doctrine.words(*self.figures)}" if self.figures else self.why


class Share(Frozen):
    """The VPO that a unit goes for, the nearest one if that is another, and the figures by which it is not chosen."""

    hex: str
    nearer: str = ""
    figures: tuple[str, ...] = ()


def goal(game: Game, decider: Decider, unit: Unit) -> str | None:
    """House rules 7: the hex a unit moves for, by its attitude; None if it has no wish to go anywhere."""
    wish = aim(game, decider, unit)
    return wish.hex if wish else None


def attitude(game: Game, decider: Decider, unit: Unit) -> str:
    """Hold, Advance or Withdraw; a side that is free in its orders always advances."""
    if decider.doctrine.orders == "free":
        return "Advance"
    if order_of_acts.retakes(game, decider, unit):
        return "Advance"  # while it goes
    return unit.attitude or game.mission.attitude


def aim(game: Game, decider: Decider, unit: Unit) -> Aim | None:
    """The goal of a unit with its reason. What it must do comes before what its attitude says."""
    if not unit.hex and decider.side == unit.side:
        return _by_attitude(game, decider, unit, "Advance")
    vpo = counterattacked(game, unit)
    if vpo:
        return Aim(vpo, f"its counterattack is on {vpo} (RE 23-24)")
    lost = order_of_acts.retakes(game, decider, unit)
    if lost and not flamethrowers(game, unit):
        return Aim(lost, f"it takes back {lost}, which the {opponent(unit.side)} has taken", ("retake-range",))
    held = guards.guards(game, decider, unit.id)
    if held:
        why = f"it guards {held}, which {opponent(unit.side)} could take back (A26.11)"
        return Aim(held, why, guards.FIGURES, stays=True)
    weapon = fetches(game, decider, unit.id)
    if weapon:
        why = f"it goes back for the unpossessed {weapon} (A4.44)"
        return Aim(game.state.weapons[weapon].hex, why, ("fetch-range",))
    mood = attitude(game, decider, unit)
    burner = mood == "Hold" and flamethrowers(game, unit)
    if burner and (foe := _nearest(game, unit, known_enemies(game, unit.side))):
        return Aim(foe, f"it carries a FT to the nearest enemy, in {foe} (S6.306)")
    return _by_attitude(game, decider, unit, mood)


# -- by attitude -----------------------------------------------------------------------------------------


def _by_attitude(game: Game, decider: Decider, unit: Unit, mood: str) -> Aim | None:
    if mood == "Hold":
        return None
    if mood == "Withdraw":
        return _edge(game, unit, unit.side, "it withdraws to its own edge")
    if unit.side == "FRIENDLY":
        near = int(decider.doctrine.value("track-range"))
        track = _track(game, decider, unit, near) if near else None
        if track:
            return track
    share = assigned(game, decider).get(unit.id) or _still_off(game, unit)
    share = share or Share(_nearest(game, unit, open_to(game, unit.side)))
    if share.hex:
        nearer = f", {share.nearer} is nearer" if share.nearer else ""
        return Aim(share.hex, f"{share.hex} is a VPO that {opponent(unit.side)} controls{nearer}", share.figures)
    if unit.side == "FRIENDLY":
        track = _track(game, decider, unit)
        if track:
            return track
    foe = _nearest(game, unit, known_enemies(game, unit.side))
    if foe:
        return Aim(foe, f"the nearest enemy is in {foe}")
    if decider.doctrine.orders == "free" and game.state.control:
        return None  # all is taken and nobody in sight: it keeps what it has
    return _edge(game, unit, opponent(unit.side), "nothing is nearer than the other side's edge")


def _still_off(game: Game, unit: Unit) -> Share | None:
    """What the company of a unit goes for that is still to enter; None if it has none."""
    place = "" if unit.hex else _ordered(game, open_to(game, unit.side)).get(unit.id, "")
    return Share(place, figures=BY_COMPANY) if place else None


def wanted(game: Game, side: Side) -> list[str]:
    """The VPO that the other side controls."""
    other = opponent(side)
    return [name for name, owner in game.state.control.items() if owner == other]


def open_to(game: Game, side: Side) -> list[str]:
    """Those of them that men may enter: none in flames; the FRIENDLY side each in mines, the ENEMY none; unless there
    are no others."""
    places, mines = wanted(game, side), known_mines(game) if side == "ENEMY" else frozenset[str]()
    return [name for name in places if name not in mines and not fires.on_fire(game, name)] or places


def known_enemies(game: Game, side: Side) -> list[str]:
    """The hexes of enemies that a side knows of; of S?, too, for the FRIENDLY side."""
    places = {
        unit.hex
        for unit in game.state.on_map(opponent(side))
        if unit.kind != "aircraft" and unit.known and "prisoner" not in unit.flags
    }
    if side == "FRIENDLY":
        places |= game.state.suspect_hexes
    return sorted(places)


def _order(board: Board) -> Mapping[str, int]:
    """The number of each hex in play by hexrow and number: of places equally near the first one counts."""
    return board.remember("order", lambda: {name: number for number, name in enumerate(board.names())})


def _nearest(game: Game, unit: Unit, places: Iterable[str]) -> str:
    """The nearest of these hexes to a unit, or to its edge of the map if it is still off it; "" if there is none."""
    board = game.board
    ordered = sorted(places, key=_order(board).__getitem__)
    return _nearest_of(game, unit, ordered)


def _nearest_of(game: Game, unit: Unit, ordered: Collection[str]) -> str:
    """The same of hexes in order."""
    board = game.board
    if unit.hex:
        return min(ordered, key=board.range_from(unit.hex).__getitem__, default="")
    edge = game.edge_of(unit.side)
    return min(ordered, key=lambda name: board.distance_to_edge(name, edge), default="")


def _edge(game: Game, unit: Unit, side: Side, why: str) -> Aim | None:
    place = _nearest(game, unit, game.board.edge(game.edge_of(side)))
    return Aim(place, why) if place else None


# -- railroad and road -----------------------------------------------------------------------------------


def _track(game: Game, decider: Decider, unit: Unit, far: int = 0) -> Aim | None:
    """The nearest railroad or road hex still to be taken; at most `far` away for HS and crews in the rear."""
    if far and (unit.kind not in ("hs", "crew") or silenced(game, unit)):
        return None
    place = _nearest_of(game, unit, tracks.open_to(game, every=not decider.doctrine.value("track-mf")))
    if not place or (far and unit.hex and game.board.distance(unit.hex, place) > far):
        return None
    return Aim(place, f"{place} is railroad or road still to be taken", ("track-range",) if far else ())


# -- shares ----------------------------------------------------------------------------------------------

BY_COMPANY = ("companies",)
"""The figure by which a man goes for what his company does."""

_ASSIGNED: Memo[dict[str, Share]] = Memo()


def assigned(game: Game, decider: Decider) -> dict[str, Share]:
    """Who goes for which VPO: each squad that heads for one makes it seem farther to the next (goal-spread)."""
    state = game.state
    plan = state.axes, state.companies
    parts = state.units, state.control, state.markers, *plan, game.board, decider.doctrine, decider.side
    return _ASSIGNED.of(parts, lambda: _assign(game, decider))


def _assign(game: Game, decider: Decider) -> dict[str, Share]:
    order, value = _order(game.board), decider.doctrine.value
    enough, spread, nearer = value("goal-squads"), value("goal-spread"), value("main-mf")
    places = sorted(open_to(game, decider.side), key=order.__getitem__)
    if not places:
        return {}
    main = {line.hex for axis in game.state.axes[:1] for line in axis.lines}
    held = [defended(game, decider, name) for name in places]
    drawn = [nearer * (name in main) for name in places]
    gains = [here - there for here, there in zip(drawn, held, strict=True)]
    load = [0.0] * len(places)
    shares: dict[str, Share] = {}
    stacks = advancing(game, decider)
    left = [march(game, decider, name) for name in places]
    ranges = {start: [far[start] for far in left] for start in stacks}
    ordered = _ordered(game, places)
    for start in sorted(stacks, key=lambda name: (min(ranges[name]), order[name])):
        crowd = [spread * max(0.0, squads - enough) for squads in load]
        seems = [far + more - gain for far, more, gain in zip(ranges[start], crowd, gains, strict=True)]
        chosen, nearest = seems.index(min(seems)), ranges[start].index(min(ranges[start]))
        share = Share(places[chosen])
        if ranges[start][nearest] < ranges[start][chosen]:
            against = {
                ("goal-spread", *("goal-squads",) * bool(enough)): crowd[nearest] - crowd[chosen],
                ("defended-mf",): held[nearest] - held[chosen],
                ("main-mf",): drawn[chosen] - drawn[nearest],
            }
            turned = (name for names, more in against.items() if more > 0 for name in names)
            share = Share(places[chosen], places[nearest], tuple(turned))
        for unit in stacks[start]:
            place = ordered.get(unit.id)
            shares[unit.id] = Share(place, figures=BY_COMPANY) if place else share
            load[chosen] += squads_in(game, [unit])
    return shares


def _ordered(game: Game, places: Collection[str]) -> dict[str, str]:
    """What the companies go for: each man with his leader for the first VPO of their route still to be taken."""
    found: dict[str, str] = {}
    for company in game.state.companies:
        first = next((name for name in company.goals if name in places), "")
        found.update(dict.fromkeys(company.everybody, first))
    return found


def defended(game: Game, decider: Decider, place: str) -> float:
    """The MF that a VPO seems farther for the enemies whom its side knows in and ADJACENT to it (defended-mf)."""
    weight = decider.doctrine.value("defended-mf")
    if not weight:
        return 0.0
    near, other = {place, *game.board.neighbours(place)}, opponent(decider.side)
    foes = (unit for name in sorted(near) for unit in game.state.units_at(name, other) if _defends(game, decider, unit))
    return weight * sum(_squads(game, unit) for unit in foes)


def _defends(game: Game, decider: Decider, unit: Unit) -> bool:
    return armed(game, unit) and unit.good_order and known_to(decider, unit)


def _squads(game: Game, unit: Unit) -> float:
    """What a defender counts for: an AFV or who mans a Gun as a squad, who is in a pillbox twice."""
    squads = squads_in(game, [unit]) or float(unit.kind in VEHICLES)
    return squads * (2 if pillboxes.around(game, unit) else 1)


def march(game: Game, decider: Decider, goal: str, kind: str = FOOT) -> Mapping[str, float]:
    """The MF from every hex to a goal, on foot or by `kind`, around known mines; those it lies in stop nobody."""
    mines = known_mines(game)
    return march_left(
        game.board, goal, mines - {goal} if goal in mines else mines, decider.doctrine.value("mine-mf"), kind
    )


def advancing(game: Game, decider: Decider) -> dict[str, list[Unit]]:
    """The units that advance, hex by hex: who is together stays together."""
    stacks: dict[str, list[Unit]] = {}
    for unit in game.state.on_map(decider.side):
        able = unit.personnel and not unit.flags & {"broken", "prisoner"} and not counterattacked(game, unit)
        if able and attitude(game, decider, unit) == "Advance":
            stacks.setdefault(unit.hex, []).append(unit)
    return stacks
