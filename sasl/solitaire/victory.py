"""Mission end (S12.5) and the VP schedule (S12.6)."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from sasl.asl.fire.opportunity import CANNOT_FIRE
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.los.sight import look
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.ordnance import guns, mounted
from sasl.asl.ordnance.aiming import bearing
from sasl.content.missions.mission import Mission, VpLine
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.chains import Chain, Draw
from sasl.kernel.text import listed
from sasl.kernel.transaction import allows
from sasl.solitaire import control


class Score(Frozen):
    """One line of the schedule as it stands: both sides' VP and what they count."""

    line: VpLine
    friendly: int
    enemy: int
    words: str


ENDS = "ends"
"""The word of a row that ends the mission."""


def end_of_turn(mission: Mission, turn: int) -> Chain[bool]:
    """S12.5: whether the mission ends with this Game Turn: the mission-end dr, from the mission's last turn on."""
    end = mission.end
    if turn < end.turn:
        return False
    drawn = yield Draw(end.table, f"Mission end, Turn {turn}", facts={"turns-after-end": turn - end.turn})
    return str(drawn.result) == ENDS


def chance_to_end(game: Game, turn: int) -> Fraction:
    """S12.5: how likely the mission ends with a Game Turn by its dr."""
    end = game.mission.end
    if turn < end.turn:
        return Fraction(0)
    table = game.library.table(end.table)
    odds = table.odds(sum(item.value for item in table.drm({"turns-after-end": turn - end.turn})))
    return sum((odds[row.label] for row in table.rows if str(row.result) == ENDS), start=Fraction(0))


def mission_ends(ctx: Context) -> bool:
    """S12.5: the mission-end dr, and if it says so the end."""
    turn = ctx.state.turn
    ends = ctx.follow(lambda: end_of_turn(ctx.mission, turn))
    if ends:
        finish(ctx, f"{ctx.mission.end.rule}, Turn {turn}")
    return ends


def wins_at_once(ctx: Context) -> bool:
    """OtO-S2 VP: at the end of a Player Turn a side that controls every VPO wins, if the mission says so."""
    side, owners = ctx.mission.end.all_vpo, set(control.holders(ctx.game).values())
    if side is None or owners != {side}:
        return False
    ctx.tell(f"The {side} side controls every VPO at the end of a Player Turn: it wins.", stop=True)
    finish(ctx, f"the {side} side controls every VPO, Turn {ctx.state.turn}", winner=side)
    return True


def _value_vpo(ctx: Context) -> None:
    """A10b: what each VPO is worth, rolled only when the mission ends."""
    table = ctx.mission.vpo.values
    for name, side in control.holders(ctx.game).items() if table else ():
        if name not in ctx.state.vpo_worth:
            record = ctx.table(table or "", f"Worth of VPO {name} ({side})")
            ctx.emit(ev.VpoValued(name, int(record.result)))


def finish(ctx: Context, why: str, *, winner: Side | None = None) -> None:
    """End the mission: value the VPO where that is rolled, and count every line; `winner` wins whatever the VP."""
    _value_vpo(ctx)
    scores = schedule(ctx.game)
    lines = tuple((f"{score.line.text}: {score.words}", score.friendly, score.enemy) for score in scores)
    ours, theirs = (sum(score.friendly for score in scores), sum(score.enemy for score in scores))
    ctx.emit(ev.MissionEnded(ours, theirs, lines, why, winner=winner or ""))


def schedule(game: Game) -> list[Score]:
    """Every line of the VP schedule as it stands now."""
    return [COUNTS[line.counts](game, line) for line in game.mission.vp]


def totals(game: Game) -> tuple[int, int]:
    """(FRIENDLY, ENEMY) VP as they stand."""
    scores = schedule(game)
    return sum(item.friendly for item in scores), sum(item.enemy for item in scores)


def _vpo(game: Game, line: VpLine) -> Score:
    """A26.11-26.12, A10b: VPO held, each at its worth; before that is rolled, at its mean."""
    held = control.holders(game)
    ours = [name for name, side in held.items() if side == "FRIENDLY"]
    theirs = [name for name in held if name not in ours]
    words = f"{len(ours)} of {len(held)} held"
    if game.mission.vpo.values is None:
        return Score(line, line.friendly * len(ours), line.enemy * len(theirs), words)
    worth = {name: Fraction(figure) for name, figure in game.state.vpo_worth.items()}
    if any(name not in worth for name in held):
        mean = mean_worth(game)
        worth = {name: worth.get(name, mean) for name in held}
        words += f"; each worth a roll on {game.mission.vpo.values} at mission end, {float(mean):g} on average"
    elif held:
        words += f"; worth {_worths(game, ours)} to {_worths(game, theirs)}"
    friendly, enemy = (sum((worth[name] for name in names), Fraction(0)) for names in (ours, theirs))
    return Score(line, round(line.friendly * friendly), round(line.enemy * enemy), words)


def _worths(game: Game, names: list[str]) -> str:
    return "+".join(str(game.state.vpo_worth[name]) for name in names) or "0"


def worth_of_vpo(game: Game) -> float:
    """By how many VP the two sides come nearer, or go apart, when a VPO changes hands; a rolled worth at its mean."""
    lines = [line for line in game.mission.vp if line.counts == "vpo"]
    swing = sum(line.friendly + line.enemy for line in lines)
    return float(swing * (mean_worth(game) if game.mission.vpo.values else 1))


def mean_worth(game: Game) -> Fraction:
    """What a VPO is worth on average, by the mission's table (A10b)."""
    table = game.library.table(game.mission.vpo.values or "")
    every = table.kind.totals() if table.kind else {}
    ways = sum(((Fraction(count) * int(table.value(total))) for total, count in every.items()), Fraction(0))
    return ways / sum(every.values())


def _task(line: VpLine, done: bool, words: str) -> Score:
    if done:
        return Score(line, line.friendly, line.enemy, words)
    ours = line.otherwise_points if line.otherwise == "FRIENDLY" else 0
    theirs = line.otherwise_points if line.otherwise == "ENEMY" else 0
    return Score(line, ours, theirs, words)


def _rail(game: Game, line: VpLine) -> Score:
    wanted = control.rail_hexes(game)
    held = len(wanted & game.state.rail)
    return _task(line, bool(wanted) and held == len(wanted), f"{held} of {len(wanted)} hexes")


def _road(game: Game, line: VpLine) -> Score:
    path = control.road_path(game)
    words = f"{path[0]} to {path[-1]}" if path else f"{len(game.state.road)} road hexes, no path from edge to edge"
    mines = sorted(control.mined(game) & game.state.road)
    if mines and path is None:
        words += f"; uncleared mines on the road in {listed(mines, 6)}"
    return _task(line, path is not None, words)


def _guns(game: Game, line: VpLine) -> Score:
    """S12.6: each ENEMY Gun or AFV that is capable of firing on a road or rail hex."""
    pieces = judge_guns(game)
    able = [piece for piece in pieces if not piece.why]
    words = ", ".join(piece.words for piece in able) or "none"
    idle = ", ".join(piece.words for piece in pieces if piece.why)
    words += f"; not counted [house]: {idle}" if idle else ""
    return Score(line, line.friendly * len(able), line.enemy * len(able), words)


def _activated(game: Game, line: VpLine) -> Score:
    left = sum(1 for unit in game.state.on_map("ENEMY") if unit.good_order)
    return Score(line, line.friendly * left, line.enemy * left, f"{left} Good Order ENEMY units")


def _none(game: Game, line: VpLine) -> Score:
    return Score(line, line.friendly, line.enemy, "fixed")


COUNTS: dict[str, Callable[[Game, VpLine], Score]] = {
    "vpo": _vpo,
    "rail": _rail,
    "road": _road,
    "guns": _guns,
    "activated": _activated,
    "none": _none,
}
"""How each word of a VP line is counted."""


# -- Guns that can fire at the line (S12.6) -----------------------------------------------------------------

PASSING = frozenset({"ti", "prep", "routed", "panicked"})
"""What bars fire only for a phase or a Player Turn: at the mission's end the piece is capable all the same (house)."""
STUCK = frozenset({"immobile", "bogged", "mired"})
"""The states in which a vehicle cannot turn what has no turret (D8.1)."""


class Piece(Frozen):
    """A Gun, vehicle or cupola of the ENEMY: the weapons it can fire on a track, or `why` it fires on none."""

    unit: Unit
    weapons: tuple[str, ...] = ()
    why: str = ""

    @property
    def words(self) -> str:
        """`75La`, `StuGa by its AAMG`, `cHMGa (a cupola is an AFV, OtO 4.1)`, `88La is disabled (A9.72)`."""
        if self.why:
            return f"{self.unit.id} {self.why}"
        if self.unit.kind == "cupola":
            return f"{self.unit.id} (a cupola is an AFV, OtO 4.1)"
        by = "" if "MA" in self.weapons else f" by its {listed(self.weapons)}"
        return f"{self.unit.id}{by}"


def judge_guns(game: Game) -> list[Piece]:
    """Every Gun, vehicle and cupola that the ENEMY has on the map."""
    tracks = control.rail_hexes(game) | control.road_hexes(game)
    pieces = [unit for unit in game.state.on_map("ENEMY") if unit.kind in ("gun", "vehicle", "cupola")]
    return [_judged(game, unit, tracks) for unit in pieces]


def _judged(game: Game, unit: Unit, tracks: Collection[str]) -> Piece:
    why = _out_of_action(game, unit)
    if why:
        return Piece(unit, why=why)
    found = [weapon for weapon in _working(game, unit) if _covers(game, unit, weapon, tracks)]
    return Piece(unit, tuple(found), "" if found else "bears on no road or rail hex")


def _out_of_action(game: Game, unit: Unit) -> str:
    """Why a piece fires at nothing: its state, nobody to serve it, no weapon that works; "" if it can fire.

    House: a malfunction counts as long as it lasts; Panic, TI and fire already used up do not count.
    """
    for flag, words in CANNOT_FIRE.items():
        if flag in unit.flags and flag not in PASSING:
            return words
    if "recalled" in unit.flags:
        return "is under Recall and leaves (D5.341)"
    if unit.kind == "vehicle" and not mounted.armored(game, unit):
        return "is not an AFV: unarmored (D1.2)"
    if unit.carrier or "limbered" in unit.flags:
        return "is limbered or towed (C10.1)"
    if unit.kind == "gun" and guns.crew(game, unit) is None:
        return "has no unbroken unit to man it (C10.1)"
    if not _working(game, unit):
        reasons = (mounted.broken(unit, weapon) for weapon in mounted.weapons(game, unit))
        return next((words for words in reasons if words), "has no weapon (D1.8)")
    return ""


def _working(game: Game, unit: Unit) -> list[str]:
    """Its mounted weapons that work; one that has only fired already does."""
    return [weapon for weapon in mounted.weapons(game, unit) if not mounted.broken(unit, weapon)]


def _covers(game: Game, unit: Unit, weapon: str, tracks: Collection[str]) -> bool:
    """Whether a track lies in range and LOS of the weapon, and where it can be turned to."""
    here = unit.hex
    least, most = _reach(game, unit, weapon)
    for name in sorted(tracks, key=lambda name: game.board.distance(here, name)):
        far = game.board.distance(here, name)
        if most and far > most:
            return False
        if far >= least and _bears(game, unit, weapon, name) and (not far or look(game, here, name).exists):
            return True
    return False


def _reach(game: Game, unit: Unit, weapon: str) -> tuple[int, int]:
    """The least and the greatest range of a mounted weapon, long range and all; 0 as the greatest: no limit."""
    item = game.counter_of(unit)
    if weapon == "FT":
        return 0, game.figure("ft-normal") * game.figure("ft-reach")
    if weapon != "MA":
        return 0, mounted.normal_range(game, unit, weapon) * game.figure("long-range")
    gun = mounted.ordnance(game, item)
    return item.min_range or 0, (item.range or 0) if gun and gun.mortar else 0


def _bears(game: Game, unit: Unit, weapon: str, name: str) -> bool:
    """Whether the weapon can be brought to bear: whatever moves or turns can, a stuck vehicle only as far as it may."""
    if not unit.flags & STUCK:
        return True
    return allows(bearing.turning, game, replace(unit, flags=unit.flags | {"immobile"}), weapon, name)
