"""Automatic actions (S6.302 to 6.3121): what a unit does without an Action DR."""

from __future__ import annotations

from collections.abc import Callable

from sasl.asl.fire.opportunity import reach
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import SMC, VEHICLES
from sasl.asl.game.sides import opponent
from sasl.asl.game.state import Unit
from sasl.asl.infantry import prisoners
from sasl.asl.infantry.morale import leadership
from sasl.asl.infantry.morale.berserk import known_enemies_in_los
from sasl.asl.movement.ground.costs import works_in
from sasl.asl.ordnance import guns
from sasl.asl.stacking import halves
from sasl.asl.terrain import entrenching, fires, pillboxes
from sasl.content.tables.doctrine import Doctrine
from sasl.kernel.frozen import Frozen
from sasl.minds.act import Decider
from sasl.minds.action import order_of_acts
from sasl.minds.action.order_of_acts import LIGHT

WITH_HIS_MEN = "S6.1"
"""The rule by which an SMC does as his men do."""
IMMOBILE = {"immobile", "bogged", "mired", "shocked", "stunned", "abandoned"}


class Automatic(Frozen):
    """What a unit does without a DR: the outcome, its rule, why, and where it goes (a hex, or `edge`: off the map);
    the figures of the doctrine that made it so."""

    result: str
    rule: str
    why: str
    goal: str = ""
    figures: tuple[str, ...] = ()

    def words(self, doctrine: Doctrine) -> str:
        """`to 88La in K12 (unmanned) (S6.310): gun-crew-range 6 [rulebook]`."""
        figures = f": {doctrine.words(*self.figures)}" if self.figures else ""
        return f"{self.why} ({self.rule}){figures}"


def action(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.3: the first automatic action that applies to a unit, or None: then it makes its Action DR."""
    for case in CASES:
        outcome = case(game, decider, unit)
        if outcome is not None:
            return outcome
    return None


def errand(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.3: the automatic action that sends a unit somewhere of its own, or None."""
    for case in (_unarmed, _guard, _recalled, _vehicle_in_motion, _crew_to_weapon, _into_works, _to_the_broken):
        outcome = case(game, decider, unit)
        if outcome is not None and outcome.goal:
            return outcome
    return None


# -- those who do nothing else --------------------------------------------------------------------------


def _berserk(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.301, A15.43: a berserk unit charges."""
    return Automatic("Move", "S6.301", "berserk: it charges") if "berserk" in unit.flags else None


def _unarmed(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.302: an unarmed MMC leaves by its edge."""
    if unit.mmc and "disarmed" in unit.flags:
        return Automatic("Move", "S6.302", f"unarmed: it leaves by the {_edge(decider)}", "edge")
    return None


def _guard(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.303: a HS or crew that guards prisoners leads them off by its edge."""
    if unit.kind in ("hs", "crew") and (held := prisoners.held(game, unit)):
        names = ", ".join(other.id for other in held)
        return Automatic("Move", "S6.303", f"Guard of {names}: it takes them off by the {_edge(decider)}", "edge")
    return None


def _recalled(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """D5.341: a vehicle under Recall leaves by its edge."""
    if unit.kind == "vehicle" and "recalled" in unit.flags:
        return Automatic("Move", "D5.341", f"under Recall: it leaves by the {_edge(decider)}", "edge")
    return None


def _edge(decider: Decider) -> str:
    return "EBE" if decider.side == "ENEMY" else "FBE"


def _flame(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.304: a Good Order unit in a Flame Location gets away from it."""
    if fires.on_fire(game, unit.hex):
        return Automatic("Move", "S6.304", f"{unit.hex} burns")
    return None


def _human_wave(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.305: a unit in a Human Wave goes with it."""
    return Automatic("Move", "S6.305", "in a Human Wave") if "human-wave" in unit.flags else None


def _flamethrower(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.306: a FT fires at its Target, and goes until it has one."""
    tubes = flamethrowers(game, unit)
    if not tubes or not unit.infantry:
        return None
    if any(set(choice.firers) & tubes for choice in order_of_acts.targets_of(game, decider, unit)):
        return Automatic("Fire", "S6.306", "its FT has a Target")
    return Automatic("Move", "S6.306", "its FT has no Target in long range")


def flamethrowers(game: Game, unit: Unit) -> set[str]:
    """The FT a unit holds and can use."""
    return {
        weapon.id
        for weapon in game.state.weapons_of(unit.id)
        if weapon.type == "FT" and not weapon.flags & {"malfunctioned", "dismantled"}
    }


# -- vehicles -------------------------------------------------------------------------------------------


def _vehicle_in_melee(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.308: a Mobile vehicle drives out of a Melee, which holds the men in its hex and not itself (A11.7)."""
    if unit.kind != "vehicle" or unit.flags & IMMOBILE:
        return None
    held = any("melee" in other.flags for other in game.state.units_at(unit.hex, opponent(unit.side)))
    return Automatic("Move", "S6.308", "Mobile, and in Melee") if held or "melee" in unit.flags else None


def _vehicle_in_motion(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.309: a vehicle in Motion goes on; if it has Panicked it only stops."""
    if unit.kind != "vehicle" or "motion" not in unit.flags:
        return None
    if "panicked" in unit.flags:
        return Automatic("Move", "S6.309", "in Motion and Panicked: it only stops", unit.hex)
    return Automatic("Move", "S6.309", "in Motion")


# -- crews ----------------------------------------------------------------------------------------------


def _crew_to_weapon(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.310: a crew without a heavy weapon goes to an unpossessed Gun, a vehicle's crew to its vehicle."""
    if unit.kind != "crew" or unit.carrier or guns.manned_by(game, unit, working=True) or "pinned" in unit.flags:
        return None
    if any((game.counter_of(item).pp or 0) > LIGHT for item in game.state.weapons_of(unit.id)):
        return None
    near = sorted(
        (game.board.distance(unit.hex, other.hex), other.id)
        for other in game.state.on_map(unit.side)
        if _waits_for_crew(game, unit, other)
    )
    if not near or near[0][0] > decider.doctrine.value("gun-crew-range"):
        return None
    piece = game.state.units[near[0][1]]
    if piece.hex == unit.hex and piece.kind == "gun":
        return None
    abandoned = piece.kind == "vehicle"
    what, rule = ("Abandoned", "S6.315") if abandoned else ("unmanned", "S6.310")
    return Automatic("Move", rule, f"to {piece.id} in {piece.hex} ({what})", piece.hex, ("gun-crew-range",))


def _waits_for_crew(game: Game, crew: Unit, piece: Unit) -> bool:
    """Whether a Gun or vehicle of its side is there for this crew to man."""
    if piece.kind == "vehicle":
        return "abandoned" in piece.flags and crew.group == piece.id
    usable = piece.kind == "gun" and not piece.flags & {"disabled"} and not piece.carrier
    served = game.state.units.get(crew.group)
    drives = served is not None and served.kind == "vehicle"
    return usable and not drives and guns.crew(game, piece) is None


# -- those who have the other side before them ----------------------------------------------------------


def _adjacent(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.311: a unit of the other side ADJACENT or in the same Location, not in Melee: Fire."""
    if unit.flags & {"melee", "motion"} or (unit.kind == "leader" and not game.state.weapons_of(unit.id)):
        return None
    near = {unit.hex, *game.board.neighbours(unit.hex)}
    there = [
        other for other in game.state.on_map(opponent(unit.side))
        if other.hex in near and other.kind != "aircraft" and not other.flags & {"melee", "prisoner", "hidden"}
    ]  # fmt: skip
    if not there:
        return None
    target = next((choice for choice in order_of_acts.targets_of(game, decider, unit) if choice.hex in near), None)
    return Automatic("Fire", "S6.311", f"the other side is ADJACENT, in {target.hex}") if target else None


def _dug_in(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.312: an entrenched MMC fires at its Target; without one it stays, if it Holds.

    House: not while it counterattacks (RE 23-24): the event would be void for it.
    """
    if not unit.mmc or "dug-in" not in unit.flags or counterattacked(game, unit):
        return None
    if order_of_acts.targets_of(game, decider, unit):
        return Automatic("Fire", "S6.312", "entrenched, with a Target")
    if order_of_acts.attitude(unit) == "Hold":
        return Automatic("none", "S6.312", "entrenched, in Hold, without a Target")
    return None


def counterattacked(game: Game, unit: Unit) -> str:
    """RE 23-24: the VPO a unit attacks by Random Event, or ""."""
    known = unit.role == "counterattack" and unit.goal in game.board
    return unit.goal if known and game.state.control.get(unit.goal) != unit.side else ""


def _into_works(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.3121: Infantry beside its entrenchment, with a Target to be seen from there, goes into it.

    House: not while it counterattacks (RE 23-24).
    """
    if counterattacked(game, unit) or not unit.infantry or "dug-in" in unit.flags or not works_in(game, unit.hex):
        return None
    if unit.flags & {"pinned", "ti", "prep"} or not _sees_target(game, unit):
        return None
    if pillboxes.at(game, unit.hex):
        what, why = "pillbox", pillboxes.why_not_in(game, [unit], unit.hex)
    else:
        what, why = "entrenchment", entrenching.no_room(game, [unit], unit.hex)
    return None if why else Automatic("Move", "S6.3121", f"into the {what} of {unit.hex}", unit.hex)


def _sees_target(game: Game, unit: Unit) -> bool:
    """Whether a Known unit of the other side is in LOS and within what the unit and its SW reach."""
    far = reach(game, unit)
    return any(game.board.distance(unit.hex, other.hex) <= far for other in known_enemies_in_los(game, unit))


def _acquired(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.314: a unit whose ordnance has an Acquired Target fires at it, as long as it may."""
    places = acquired_hexes(game, unit)
    if not places:
        return None
    target = next((item for item in order_of_acts.targets_of(game, decider, unit) if item.hex in places), None)
    return Automatic("Fire", "S6.314", f"its Acquired Target is in {target.hex}") if target else None


def acquired_hexes(game: Game, unit: Unit) -> set[str]:
    """Return where the Acquired Targets of a unit and of its SW are (C6.5)."""
    keys = (unit.id, *(weapon.id for weapon in game.state.weapons_of(unit.id)))
    held = (game.state.acquired.get(key) for key in keys)
    return {item.hex for item in held if item is not None}


def _to_the_broken(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.317: a leader without men moves to the nearest broken MMC of his side (S6.3173), else has No Action (S6.3175).

    House: only within `rally-errand` hexes; one with a MG of his own fires like others.
    """
    if unit.kind != "leader" or unit.carrier or game.state.weapons_of(unit.id) or decider.doctrine.orders != "action":
        return None
    if any(other.mmc and other.good_order for other in game.state.units_at(unit.hex, unit.side)):
        return None
    reach = decider.doctrine.value("rally-errand")
    near = sorted(
        (game.board.distance(unit.hex, other.hex), other.id)
        for other in game.state.on_map(unit.side)
        if other.mmc and "broken" in other.flags and not other.flags & {"prisoner", "melee"}
    )
    if not reach or not near or near[0][0] > reach:
        return Automatic("none", "S6.3175", "he has nobody to lead") if reach else None
    broken = game.state.units[near[0][1]]
    if broken.hex == unit.hex:
        return Automatic("none", "S6.3175", f"he stays with broken {broken.id}", figures=("rally-errand",))
    why = f"to broken {broken.id} in {broken.hex}, which needs a leader"
    return Automatic("Move", "S6.3173", why, broken.hex, ("rally-errand",))


def _leads(game: Game, decider: Decider, unit: Unit) -> Automatic | None:
    """S6.1 [house]: an SMC without a MG of his own does as those with him: he directs their fire, or goes with them."""
    if unit.kind not in SMC or unit.kind == "hero" or game.state.weapons_of(unit.id):
        return None
    men = [
        other for other in game.state.units_at(unit.hex, unit.side)
        if other.mmc and not other.carrier and "acted" in other.flags
    ]  # fmt: skip
    if not men:
        return None
    stay = [other.id for other in men if "move-command" not in other.flags]
    if stay:
        return Automatic("none", WITH_HIS_MEN, f"stays with {', '.join(stay)}")
    return Automatic("Move", WITH_HIS_MEN, f"goes with {', '.join(other.id for other in men)}")


CASES: tuple[Callable[[Game, Decider, Unit], Automatic | None], ...] = (
    _berserk,
    _unarmed,
    _guard,
    _recalled,
    _flame,
    _human_wave,
    _flamethrower,
    _vehicle_in_melee,
    _vehicle_in_motion,
    _crew_to_weapon,
    _adjacent,
    _dug_in,
    _into_works,
    _acquired,
    _leads,
    _to_the_broken,
)
"""Every automatic action, in the order in which they are looked at."""


# -- overstacking ---------------------------------------------------------------------------------------


def too_many(game: Game, unit: Unit) -> list[Unit]:
    """S6.307: who may have to leave an overstacked Location: its MMC without a heavy weapon that have not acted.

    Empty if it is not overstacked, or enough have their Move Command already.
    """
    here = [
        other for other in game.state.units_at(unit.hex, unit.side) if "prisoner" not in other.flags
    ]  # fmt: skip
    men = sum(halves(game, other) for other in here if "move-command" not in other.flags)
    if unit.kind in VEHICLES or men <= game.figure("stack-limit"):
        return []
    return [
        other
        for other in here
        if other.mmc and other.good_order and not other.carrier and "acted" not in other.flags
        and guns.manned_by(game, other, working=True) is None
        and not any((game.counter_of(item).pp or 0) > LIGHT for item in game.state.weapons_of(other.id))
    ]  # fmt: skip


def leave_overstack(ctx: Context, unit: Unit) -> list[str]:
    """S6.307: a Random dr picks who must leave an overstacked Location in the MPh or APh; nobody where none is."""
    chosen: list[str] = []
    while True:
        able = [other.id for other in too_many(ctx.game, unit) if other.id not in chosen]
        men = [ctx.state.units[key] for key in chosen]
        left = sum(
            halves(ctx.game, other) for other in ctx.state.units_at(unit.hex, unit.side)
            if "prisoner" not in other.flags and "move-command" not in other.flags
        ) - sum(halves(ctx.game, other) for other in men)  # fmt: skip
        if not able or left <= ctx.figure("stack-limit"):
            return chosen
        with ctx.rolls_for(unit.side):
            chosen.append(ctx.pick(able, f"who must leave overstacked {unit.hex} (S6.307)"))


def leader_of(game: Game, unit: Unit) -> Unit | None:
    """S6.1: the best other Good Order leader in the Location of Infantry, whose modifier its Action DR takes."""
    if not unit.infantry:
        return None
    leaders = [
        other
        for other in game.state.units_at(unit.hex, unit.side)
        if other.kind == "leader" and other.id != unit.id and other.good_order and not other.carrier
    ]
    return min(leaders, key=lambda other: (leadership.drm(other), other.id), default=None)
