"""Rally (A10.6): who may try, with whose help and what chance, and the DR with all that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import Flag
from sasl.asl.game.sides import Side
from sasl.asl.game.state import Unit
from sasl.asl.infantry import concealment
from sasl.asl.infantry.morale import casualties, hardening, heat_of_battle, leadership, morale_levels
from sasl.asl.infantry.rout.rout_ways import can_rout, willing
from sasl.asl.infantry.rout.threat import threat
from sasl.asl.preview import Chances, Preview, confirm, percent
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import Modifier, thrown

RALLIES, STAYS, REDUCED = "rallies", "stays broken", "Casualty Reduction"
FATE, HEAT = 12, 2


class Attempt(Frozen):
    """How a broken unit may try to rally: with a leader, by itself, or as one of the first MMC (A18.11)."""

    unit: str
    leader: str
    how: Literal["led", "self", "first"]
    number: int
    modifiers: tuple[Modifier, ...]

    @property
    def chance(self) -> Fraction:
        """The chance that it rallies."""
        return dict(chances(self.number, self.modifiers))[RALLIES]

    def words(self) -> str:
        """`led by 91a`, `Self-Rally`, `Self-Rally as the first MMC`."""
        return {"led": f"led by {self.leader}", "self": "Self-Rally", "first": "Self-Rally as one of the first MMC"}[
            self.how
        ]


def attempt(game: Game, unit: Unit, leader: str = "") -> Attempt:
    """A10.6: the best way for a unit to rally now, or that with the leader named. Refused with the rule otherwise."""
    _may_try(unit)
    ways = _ways(game, unit)
    if leader:
        ways = [way for way in ways if way.leader == leader]
        if not ways:
            raise Refused(
                f"{leader} cannot help {unit.id} rally: only a Good Order leader in the same "
                "Location can (A10.6, A10.7)"
            )
    if not ways:
        raise Refused(f"{unit.id} cannot rally: no Good Order leader in {unit.hex}, and {_why_not_alone(game, unit)}")
    return max(ways, key=lambda way: (way.chance, way.how == "led"))


def candidates(game: Game, side: str) -> list[Attempt]:
    """A10.6: every attempt `side` may make now: leaders first, then the best chance, then more FP."""
    found: list[Attempt] = []
    for unit in game.state.on_map(side):
        if "broken" in unit.flags:
            try:
                found.append(attempt(game, unit))
            except Refused:
                continue

    def order(way: Attempt) -> tuple[bool, bool, Fraction, float, str]:
        unit = game.state.units[way.unit]
        return (unit.kind != "leader", way.how != "first", -way.chance, -(game.counter_of(unit).fp or 0), unit.id)

    return sorted(found, key=order)


def hopeful(game: Game, side: str) -> list[Attempt]:
    """The same without those that cannot succeed: a SMC alone, whom only an Original 12 would touch (A10.64). An
    Original 2 may help all others, whatever their DRM: the first MMC (A18.11), and by Heat of Battle the led (A15.1).
    """
    return [way for way in candidates(game, side) if way.chance or way.how != "self"]


def told(ways: Sequence[Attempt]) -> str:
    """Who may rally with what chance, way by way, those of whom only the first may try by himself (A18.11) last:
    `Self-Rally: 91a 83%; led by 91a: 628a 58%; first MMC to Self-Rally (A18.11): 447a 42%, 447b 28%`.
    """
    found: dict[str, list[str]] = {}
    for way in sorted(ways, key=lambda way: way.how == "first"):
        words = "first MMC to Self-Rally (A18.11)" if way.how == "first" else way.words()
        found.setdefault(words, []).append(f"{way.unit} {percent(way.chance)}")
    return "; ".join(f"{words}: {', '.join(units)}" for words, units in found.items())


def _may_try(unit: Unit) -> None:
    if not unit.hex:
        raise Refused(f"{unit.id} is not on the map")
    if "broken" not in unit.flags:
        raise Refused(f"{unit.id} is not broken: only broken units rally (A10.6)")
    for flag, why in {
        "rally-tried": "has tried to rally in this RPh (A10.6)",
        "melee": "is in Melee and cannot rally (A11.15)",
        "prisoner": "is a prisoner (A20)",
    }.items():
        if flag in unit.flags:
            raise Refused(f"{unit.id} {why}")


def _ways(game: Game, unit: Unit) -> list[Attempt]:
    """A10.63: with a leader; by itself only where no Good Order leader is. A Commissar only by himself (A25.221)."""
    if "commissar" not in unit.flags and _in_charge(game, unit):
        return [_way(game, unit, "led", leader) for leader in leaders(game, unit)]
    ways: list[Attempt] = []
    if game.counter_of(unit).self_rally:
        ways.append(_way(game, unit, "self"))
    elif not _why_not_first(game, unit):
        ways.append(_way(game, unit, "first"))
    return ways


def _way(game: Game, unit: Unit, how: Literal["led", "self", "first"], leader: Unit | None = None) -> Attempt:
    facts = {
        "dm": int("dm" in unit.flags and not (leader and "commissar" in leader.flags)),  # A25.222
        "self-rally": int(leader is None),
        "rally-terrain": int(sheltered(game, unit)),
        "leader": leadership.drm(leader) if leader else 0,
    }
    who = leader.id if leader else ""
    found = game.library.table("rally.check").drm(facts)
    mods = tuple(replace(mod, name=who) if mod.kind == "leader" else mod for mod in found)
    return Attempt(unit.id, who, how, morale_levels.level(game, unit), mods)


def leaders(game: Game, unit: Unit) -> list[Unit]:
    """A10.6-10.7: the leaders there who may help: those who have done nothing else in this RPh (A3.1); where there is a
    Commissar, he alone (A25.221).
    """
    commissar = game.state.commissar_over(unit)
    return [
        other
        for other in ([commissar] if commissar else _in_charge(game, unit))
        if not other.flags & {"recovering", "deploying", "recombining", "repairing", "transferring"}
    ]


def _in_charge(game: Game, unit: Unit) -> list[Unit]:
    """A10.6, A10.71: the Good Order leaders in the Location of a broken unit, of whatever Morale."""
    return [
        other
        for other in game.state.units_at(unit.hex, unit.side)
        if other.kind == "leader" and other.id != unit.id and other.good_order and other.carrier == unit.carrier
    ]


def sheltered(game: Game, unit: Unit) -> bool:
    """A10.61: whether the unit is in woods, a building, a pillbox or a trench."""
    place = unit.hex
    if game.board.chart.has(game.board.terrain(place).terrains, "rally"):
        return True
    kinds = game.library.table("rally.shelter").value(1)
    return "dug-in" in unit.flags and any(marker.kind in kinds for marker in game.state.markers_at(place))


def _why_not_alone(game: Game, unit: Unit) -> str:
    return f"not by itself: {_why_not_first(game, unit)}"


def _why_not_first(game: Game, unit: Unit) -> str:
    """Why a unit without Self-Rally may not be one of the first MMC that rally by themselves, or ""."""
    state = game.state
    if _in_charge(game, unit):
        return "a Good Order leader is there (A10.63)"
    if not unit.mmc:
        return "only leaders and MMC can (A18.1)"
    if "disrupted" in unit.flags:
        return "it is Disrupted (A19.12)"
    if state.side != unit.side:
        return f"this is not the {unit.side} RPh (A18.11)"
    if any("self-rallied" not in other.flags for other in _tried(game, unit.side)):
        return "another MMC has tried to rally before (A18.11)"
    if not first_left(game, unit.side):
        most = _most_first(game, unit.side)
        return f"{most} MMC have tried that (A18.11)" if most > 1 else "another MMC has tried that (A18.11)"
    return ""


def first_left(game: Game, side: Side) -> int:
    """A18.11: how many MMC more of `side` may be one of the first that rally by themselves."""
    return max(0, _most_first(game, side) - len(_tried(game, side)))


def _most_first(game: Game, side: Side) -> int:
    return game.figure(f"self-rally-{side.lower()}")


def _tried(game: Game, side: Side) -> list[Unit]:
    """The MMC of a side that have tried to rally in this RPh."""
    ours = (unit for unit in game.state.units.values() if unit.side == side and unit.mmc)
    return [unit for unit in ours if "rally-tried" in unit.flags]


# -- the DR --------------------------------------------------------------------------------------------


def chances(number: int, modifiers: tuple[Modifier, ...]) -> Chances:
    """How likely the unit rallies, stays broken, or suffers Casualty Reduction (Original 12)."""
    ways = roll_kind("DR").totals()
    every = sum(ways.values())
    drm = sum(mod.value for mod in modifiers)
    good = sum(count for total, count in ways.items() if total + drm <= number and total != FATE)
    bad = ways[FATE]
    return (
        (RALLIES, Fraction(good, every)),
        (STAYS, Fraction(every - good - bad, every)),
        (REDUCED, Fraction(bad, every)),
    )


def make(ctx: Context, way: Attempt) -> None:
    """A10.6: the attempt, as the player wants it, and what comes of it."""
    unit = ctx.state.units[way.unit]
    title = f"Rally of {unit.id} in {unit.hex} ({way.words()})"
    facts = [f"{unit.kind} {unit.type}: {', '.join(sorted(unit.flags & {'broken', 'dm', 'disrupted', 'wounded'}))}"]
    facts.append("Original 12: Casualty Reduction" + ("; Original 2: Heat of Battle" if way.how == "led" else ""))
    results = (RALLIES, STAYS, REDUCED)
    preview = confirm(
        ctx, Preview(title, tuple(facts), way.number, "broken Morale Level", way.modifiers, chances, results)
    )
    tried: list[Flag] = ["rally-tried", "self-rallied"] if way.how == "first" else ["rally-tried"]
    pieces.change(ctx, unit, tried, why=way.words())
    if way.leader:
        pieces.change(ctx, ctx.state.units[way.leader], ["led-rally"], why="A10.6")
        concealment.lose_if_seen(ctx, [way.leader], "leads a Rally in LOS (A12.141)")
    if preview.typed:
        result, original = preview.typed, 0
    else:
        with ctx.rolls_for(unit.side):
            record = ctx.check("rally.check", title, preview.number, modifiers=preview.modifiers, fails_on=FATE)
        original = thrown(record)
        result = RALLIES if record.success else REDUCED if original == FATE else STAYS
    promoted = way.how == "first" and original == HEAT
    if result == REDUCED:
        casualties.reduce_unit(ctx, ctx.state.units[unit.id], "Original 12 on its Rally DR (A10.64)")
    elif result == RALLIES or promoted:
        rallied(ctx, unit, "rallies (A10.6)")
    elif way.leader and "commissar" in ctx.state.units[way.leader].flags:
        _disappoints(ctx, ctx.state.units[unit.id])
    if promoted:
        _promote(ctx, unit)
    elif original == HEAT and way.how == "led":
        heat_of_battle.heat_of_battle(ctx, unit)


def _disappoints(ctx: Context, unit: Unit) -> None:
    """A25.222: an MMC that fails to rally under a Commissar is Replaced; where nothing lower is left, a squad suffers
    Casualty Reduction, another MMC is eliminated.
    """
    if not unit.mmc:
        return
    lower, why = pieces.counter(ctx, unit.side, unit.type).replaced_by, "fails to rally under a Commissar (A25.222)"
    if lower and lower != "Disrupted":
        pieces.become(ctx, unit, lower, why)
    elif unit.kind == "squad":
        casualties.reduce_unit(ctx, unit, why)
    else:
        casualties.eliminate(ctx, unit, why)


def rallied(ctx: Context, unit: Unit, why: str) -> None:
    """A10.6: the unit is unbroken again."""
    pieces.change(ctx, ctx.state.units[unit.id], (), ["broken", "dm", "disrupted", "keeps-dm"], why)


def _promote(ctx: Context, unit: Unit) -> None:
    """A18.2: Field Promotion: an Original 2 of a self-rallying MMC may create a leader."""
    with ctx.rolls_for(unit.side):
        record = ctx.table(
            "leader.creation", f"Leader Creation by {unit.id}", facts=morale_levels.facts(ctx.game, unit)
        )
    if record.result in (None, "-"):
        return
    leader = pieces.add_unit(
        ctx,
        unit.side,
        str(record.result),
        unit.hex,
        attitude=unit.attitude,
        group=unit.group,
        flags=[flag for flag in hardening.WITH_HIS_MEN if flag in ctx.state.units[unit.id].flags],
        why=f"Field Promotion by {unit.id} (A18.2)",
    )
    ctx.tell(f"{leader.id} ({leader.type}) is created in {unit.hex} (A18.2).", hexes=(unit.hex,))


# -- DM ----------------------------------------------------------------------------------------------


def keep_refusal(game: Game, unit: Unit) -> str:
    """A10.62: why the owner may not leave a unit its DM, or "": outside terrain that helps to rally he may."""
    if not {"broken", "dm"} <= unit.flags:
        return f"{unit.id} is not under DM (A10.62)"
    if not unit.hex or sheltered(game, unit):
        return f"{unit.id} is in terrain that helps it rally, so it loses its DM (A10.62)"
    return ""


def place_dm(ctx: Context) -> None:
    """A10.62: the broken are under DM while a Known armed enemy is ADJACENT: before they try to rally, too."""
    calm = [unit for unit in ctx.state.on_map() if "dm" not in unit.flags and can_rout(unit)]
    beset = tuple(unit.id for unit in calm if threat(ctx.game, unit).armed_beside(unit.hex))
    pieces.change_all(ctx, beset, ("dm",), (), "a Known armed enemy is ADJACENT (A10.62)")


def drop_dm(ctx: Context) -> None:
    """A10.62: DM goes at the end of every RPh, but from those with a Known armed enemy ADJACENT, and from those who
    keep it: on your wish; the ENEMY's by S7.2.
    """
    everyone = [unit for unit in ctx.state.units.values() if "dm" in unit.flags]
    free = [unit for unit in everyone if not (can_rout(unit) and threat(ctx.game, unit).armed_beside(unit.hex))]
    gone = tuple(unit.id for unit in free if not _keeps_dm(ctx, unit))
    pieces.change_all(ctx, gone, (), ("dm",), "end of RPh (A10.62)")


def _keeps_dm(ctx: Context, unit: Unit) -> bool:
    """S7.2: an ENEMY unit keeps its DM if it would rout of its own will, into terrain that helps it to rally."""
    if "broken" not in unit.flags or not unit.hex or sheltered(ctx.game, unit):
        return False
    if "keeps-dm" in unit.flags:
        return True
    if unit.side != "ENEMY" or not can_rout(unit) or "disrupted" in unit.flags:
        return False
    ways = willing(ctx.game, unit)[:1]
    return any(ctx.board.chart.has(ctx.board.terrain(way.goal).terrains, "rally") for way in ways)
