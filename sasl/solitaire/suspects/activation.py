"""Activation (S5): which S? must check when a FRIENDLY unit moves or fires, and the AC dr."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from sasl.asl.fire.drm import stays, target_mods
from sasl.asl.fire.hindrances import by_name
from sasl.asl.fire.opportunity import could_fire_at
from sasl.asl.fire.tem import Motion
from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.asl.game.los.depressions import unseen_below
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.los.sight import look, too_low
from sasl.asl.game.minds import mind_of
from sasl.asl.game.state import Marker, Suspect, Unit
from sasl.asl.terrain import walls
from sasl.board.board import Board
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.records import AC, Modifier
from sasl.kernel.text import listed
from sasl.solitaire.suspects.generation import activate

MOST_LEVELS = 9
"""No building is higher."""


LONG = "long"
"""The bracket of the range chart for Long Range Activation."""


class Provocation(Frozen):
    """Why an S? must check: who it is (a unit id, an FFE), its hex, the range, and the Final IFT DRM with its parts."""

    by: str
    hex: str
    range: int
    bracket: object
    modifiers: tuple[Modifier, ...]

    @property
    def drm(self) -> int:
        """The Final IFT DRM that an attack from the S? would have."""
        return sum(mod.value for mod in self.modifiers)

    def words(self) -> str:
        """`628a in K14, range 4, Final IFT DRM -2 (-1 FFMO, -1 FFNAM)`."""
        text = f"{self.by} in {self.hex}, range {self.range}"
        if self.bracket == "any":
            return text
        parts = ", ".join(f"{mod.value:+d} {mod.name}" for mod in self.modifiers) or "no DRM"
        return f"{text}, Final IFT DRM {self.drm:+d} ({parts})"


class Manner(Frozen):
    """How FRIENDLY units show themselves: they move (not by Assault Movement, by road from), or stay and fire."""

    moving: bool = False
    assault: bool = False
    via_road_from: str | None = None


def provoke(
    ctx: Context,
    units: Iterable[Unit],
    *,
    moving: bool = False,
    assault: bool = False,
    via_road_from: str | None = None,
    only: Suspect | None = None,
) -> list[Unit]:
    """Every AC check that these FRIENDLY units of one hex draw; returns the units Activated.

    `moving` units count FFMO and FFNAM (not if `assault`); those who fire do not. With `only`, just that S?.
    """
    provokers = [unit for unit in units if unit.hex and unit.good_order and unit.kind != "aircraft"]
    if not provokers:
        return []
    where, manner = provokers[0].hex, Manner(moving, assault, via_road_from)
    near = _near(ctx, where, only)
    _settle_doubts(ctx, where, near, provokers, manner)
    activated: list[Unit] = []
    for suspect_id in near:
        suspect = ctx.state.suspects.get(suspect_id)
        cause = _cause(ctx.game, suspect, provokers, manner) if suspect else None
        if suspect and cause:
            activated += activation_check(ctx, suspect, cause)
    return activated


def _near(ctx: Context, where: str, only: Suspect | None) -> list[str]:
    """The S? within the longest range of any case, the nearest first."""
    candidates = [only] if only else [item for item in ctx.state.suspects.values() if not item.off_board]
    ranges = sorted((ctx.board.distance(item.hex, where), item.hex, item.id) for item in candidates)
    longest = ctx.figure("longest-range")
    return [name for distance, _, name in ranges if distance <= longest]


def _settle_doubts(ctx: Context, where: str, near: Iterable[str], units: list[Unit], manner: Manner) -> None:
    """Ask, in one question, about every doubtful LOS that matters here; the answers are remembered."""
    if not ctx.state.option("ask-los"):
        return
    doubtful = []
    for suspect_id in near:
        suspect = ctx.state.suspects[suspect_id]
        seen = look(ctx.game, suspect.hex, where)
        if suspect.hex == where or seen.sure:
            continue
        if any(_case(ctx.game, suspect, unit, manner, seen.hindrance) for unit in units):
            doubtful.append(suspect.hex)
    settle_doubts(ctx, where, list(dict.fromkeys(doubtful)), " (an S? there would check Activation)")


def _bracket(game: Game, suspect: Suspect, unit: Unit) -> object:
    """S5: the case of the range chart that `unit` would have to meet against `suspect`, or `never`."""
    distance = game.board.distance(suspect.hex, unit.hex)
    chart = game.mission.vehicle_ranges if unit.kind in VEHICLES else game.mission.ranges
    bracket: object = game.library.table(chart).value(distance, game.mission.enemy.nation)
    shut = bracket != "any" and "buttoned" in unit.flags
    shut = shut or (bracket == LONG and suspect.attitude != "Hold")  # S5.32
    return "never" if shut or unseen_below(game.board, unit, suspect.hex) else bracket


def _case(game: Game, suspect: Suspect, unit: Unit, manner: Manner, hindrance: int = 0) -> Provocation | None:
    """The provocation of `suspect` by `unit` if a case of the range chart is met, given a LOS."""
    bracket = _bracket(game, suspect, unit)
    if bracket == "never" or too_low(game, unit, suspect.hex):
        return None
    at_home = stays(game.state.moving, unit)
    motion = Motion(manner.assault, manner.via_road_from, stays=at_home) if manner.moving else None
    mods = target_mods(game, unit, suspect.hex, moving=motion, hindrance=hindrance)
    if hindrance:
        mods = (*mods, Modifier("LOS Hindrance", hindrance, "A6.7", "hindrance"))
    if not _meets(game, bracket, mods):
        return None
    return Provocation(unit.id, unit.hex, game.board.distance(suspect.hex, unit.hex), bracket, mods)


def _cause(game: Game, suspect: Suspect, units: list[Unit], manner: Manner) -> Provocation | None:
    """The first unit that meets a case of the range chart against `suspect` in LOS, or None."""
    place = units[0].hex
    seen = look(game, suspect.hex, place) if game.board.distance(suspect.hex, place) > 1 else None
    if seen and not seen.exists:
        return None
    near = [unit for unit in units if _bracket(game, suspect, unit) != "never"]
    found = (_case(game, suspect, unit, manner, seen.hindrance if seen else 0) for unit in near)
    return next((cause for cause in found if cause), None)


def draws_check(game: Game, suspect: Suspect, units: Iterable[Unit]) -> bool:
    """S5: whether an S? would make an AC check for the fire of any of these units."""
    return any(_cause(game, suspect, there, Manner()) for there in _by_place(units))


def _by_place(units: Iterable[Unit]) -> Collection[list[Unit]]:
    """Those in Good Order, hex by hex."""
    places: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.hex and unit.good_order:
            places.setdefault(unit.hex, []).append(unit)
    return places.values()


class Check(Frozen):
    """An AC check that units would draw: which S?, why, and its chance to Activate."""

    suspect: Suspect
    cause: Provocation
    chance: Fraction


def checks_drawn(game: Game, units: Iterable[Unit], manner: Manner | None = None) -> list[Check]:
    """S5: the AC checks that these units would draw where they stand, the nearest S? first; they fire if no `manner`.

    A doubtful LOS counts as the facts have it.
    """
    found: dict[str, Check] = {}
    for there in _by_place(unit for unit in units if unit.side == "FRIENDLY" and unit.kind != "aircraft"):
        for suspect in game.state.suspects.values():
            near = not suspect.off_board and suspect.id not in found
            cause = _cause(game, suspect, there, manner or Manner()) if near else None
            if cause:
                found[suspect.id] = Check(suspect, cause, ac_chance(game, suspect))
    return sorted(found.values(), key=lambda check: (check.cause.range, check.suspect.hex, check.suspect.id))


def ac_chance(game: Game, suspect: Suspect) -> Fraction:
    """S5: the chance that the AC check of an S? Activates it."""
    check = game.library.table("activation.check")
    drm = sum(mod.value for mod in check.drm(ac_facts(game, suspect) | {"level": 0}))
    return check.passes(game.state.number("enemy-ac"), drm, game.figure("never-activates"))


def _meets(game: Game, bracket: object, modifiers: Iterable[Modifier]) -> bool:
    """S5: whether a unit with these modifiers meets a bracket: `any`, a worst DRM, or `long` range with its own."""
    if bracket == "any":
        return True
    worst = game.figure("long-range-drm") if bracket == LONG else bracket
    return isinstance(worst, int) and sum(mod.value for mod in modifiers) <= worst


def _in_full(game: Game, suspect: Suspect, cause: Provocation) -> Provocation:
    """The same with each Hindrance by name (A6.7)."""
    return replace(cause, modifiers=by_name(game, cause.modifiers, (suspect.hex,), cause.hex))


def activation_check(ctx: Context, suspect: Suspect, cause: Provocation, *, levels_up: int = 0) -> list[Unit]:
    """S5: one AC dr for an S? that is provoked; it Activates or was never there.

    `levels_up`: in which level of its building it is; the program places every S? at the base level of its hex.
    """
    ac_number = ctx.state.number("enemy-ac")
    record = ctx.check(
        "activation.check",
        f"AC check {suspect.id} ({suspect.hex}) by {_in_full(ctx.game, suspect, cause).words()}",
        ac_number,
        facts=ac_facts(ctx.game, suspect) | {"level": levels_up},
        fails_on=ctx.figure("never-activates"),
        tag=AC,
    )
    if not record.success:
        why = "nothing there"
        if record.total <= ac_number:
            why = f"an Original {record.original} never Activates{ctx.figure_words('never-activates')}"
        ctx.emit(ev.SuspectRemoved(suspect.id, suspect.hex, why))
        return []
    return activate_suspect(ctx, suspect, f"by {cause.by}", cause.hex)


def activate_suspect(ctx: Context, suspect: Suspect, why: str, cause: str) -> list[Unit]:
    """Activate an S?; its Guns and vehicles face the hex `cause` (S5.7). Return its units."""
    ctx.emit(ev.SuspectRemoved(suspect.id, suspect.hex, why, activated=True))
    return activate(ctx, suspect.hex, cause, attitude=attitude_of(ctx, suspect))


def shelled(ctx: Context, suspect: Suspect, marker: Marker) -> list[Unit]:
    """S5: the AC check of an S? that an FFE has hit."""
    far = ctx.board.distance(suspect.hex, marker.hex)
    return activation_check(ctx, suspect, Provocation(marker.owner or marker.id, marker.hex, far, "any", ()))


def attitude_of(ctx: Context, suspect: Suspect) -> str:
    """S3.2: the attitude of units Activated from this S?: its own; of reinforcements the Prevailing one (RE 34-36)."""
    return ctx.mission.attitude if suspect.reinforcement else suspect.attitude


def ac_facts(game: Game, suspect: Suspect) -> dict[str, int]:
    """The conditions of the AC drm that hold for `suspect` where it stands (S5); a hill is no level above its own."""
    board, state = game.board, game.state
    near = {suspect.hex, *board.neighbours(suspect.hex)}
    here = board.terrain(suspect.hex)
    kind = board.kind_at(suspect.hex) if suspect.attitude != "Advance" else ""
    around = _building_at(board, suspect.hex)
    reach = game.figure("activated-near")
    activated = (unit.hex for unit in state.on_map("ENEMY") if unit.attitude)
    return {
        "near-vpo": int(any(name in state.control for name in near)),
        "stone-building": int("stone-building" in here.terrains),
        "activated-near": int(any(name in around or board.distance(name, suspect.hex) <= reach for name in activated)),
        "village": int(kind == "village"),
        "city": int(kind == "city"),
    }


def _building_at(board: Board, name: str) -> Collection[str]:
    """The hexes of the building that `name` is part of, none if it holds no building.

    Building hexes that touch are one building, as for the S? in them (house).
    """

    def work_out() -> dict[str, tuple[str, ...]]:
        every = board.patches(lambda spot: board.terrain(spot).has("wooden-building", "stone-building"))
        return {spot: building for building in every for spot in building}

    return board.remember("buildings", work_out).get(name, ())


def announce(ctx: Context, activated: list[Unit]) -> None:
    """S5: units that Activate in the FRIENDLY MPh may use Defensive First Fire at once; the ENEMY's mind does.

    They were there before, and claim what walls they must (B9.323).
    """
    walls.settle(ctx)
    if activated and ctx.state.phase == "MPh" and ctx.state.side == "FRIENDLY":
        pieces.change_all(ctx, [unit.id for unit in activated], ("activated",), (), "Activated (S5.3)")
        moving, mind = ctx.state.moving, mind_of(ctx.game, "ENEMY")
        if mind:
            for place in moving.hexes if moving else ():
                there = [unit.id for unit in ctx.state.units_at(place) if moving and unit.id in moving.ids]
                if there:
                    mind.react(ctx, there, place)
            return
        able = could_fire_at(ctx.game, "ENEMY", moving.ids) if moving else []
        able = able or [unit.id for unit in activated]
        names, place = listed(able, 6), moving.hex if moving else "HEX"
        text = f"The move stops here: {names} may use Defensive First Fire (fire UNITS {place}). Then move on."
        ctx.tell(text, stop=True)
