"""Where a round falls (C1.3-C1.4, C1.73): the Accuracy dr, the direction and extent of its error, what was ranged."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.fire.hindrances import by_name
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.under_way import Battery
from sasl.asl.oba import artillery
from sasl.asl.oba.batteries import (
    OFFBOARD,
    Observer,
    as_he_sees,
    knows_enemy,
    observer_of,
    sees,
    sees_blast,
    unknown_near,
)
from sasl.kernel.rolling.dice import roll_kind
from sasl.kernel.rolling.records import RollRecord


def _limit_of(ctx: Context, battery: Battery, goal: str) -> int:
    """The most that the Accuracy dr may be: by nationality, for an Offboard Observer (C1.63), at a Pre-Registered hex
    (C1.732).
    """
    if goal in battery.registered:
        return ctx.figure("oba-registered-accuracy")
    limit = int(ctx.chart("oba.accuracy", 1, ctx.mission.army(battery.side).nation))
    return min(limit, ctx.figure("oba-offboard-accuracy")) if battery.observer == OFFBOARD else limit


def chance(game: Game, battery: Battery, hindrance: int, *, ranged: bool = False) -> float:
    """C1.3, C1.63: the chance of an accurate round; each Hindrance of the LOS makes it smaller, but not at a
    Pre-Registered hex (`ranged`, C1.732).
    """
    limit = int(game.library.table("oba.accuracy").value(1, game.mission.army(battery.side).nation))
    if ranged:
        limit, hindrance = game.figure("oba-registered-accuracy"), 0
    elif battery.observer == OFFBOARD:
        limit = min(limit, game.figure("oba-offboard-accuracy"))
    faces = roll_kind("dr").totals()
    return sum(1 for face in faces if face + hindrance <= limit) / len(faces)


def black(battery: Battery) -> float:
    """C1.21: the chance that the next chit is black."""
    chits = battery.black + battery.red
    return battery.black / chits if chits else 0.0


def odds_words(game: Game, battery: Battery, goal: str) -> str:
    """What a round aimed at `goal` depends on, before it is called: `accurate 17%; only unknown enemies near: extra
    draw, black 75% (C1.21)`; else why none can be: the observer does not see it, or cannot do his work.
    """
    hindrance = 0
    try:
        observer = observer_of(game, battery)
    except Refused as refusal:
        return str(refusal)
    if observer is not None:
        seen = sees(game, observer, goal)
        if not seen.exists:
            return f"the observer has no LOS to {goal}"
        hindrance = seen.hindrance
    words = f"accurate {chance(game, battery, hindrance, ranged=goal in battery.registered):.0%}"
    if unknown_near(game, goal) and not knows_enemy(game, observer, goal):
        words += f"; only unknown enemies near: extra draw, black {black(battery):.0%} (C1.21)"
    return words


def most_of(game: Game, far: int, *, blind: bool) -> int | None:
    """C1.4: the hexes that a correction by so many may err at most; None, without a limit, if it is `blind`."""
    return None if blind else -(-far // game.figure("oba-error-per"))


def is_blind(game: Game, observer: Observer | None, blast: Sequence[str], *, known: bool) -> bool:
    """C1.335: whether the observer sees neither what rises over an SR or FFE, in any of these hexes of its Blast Area
    (C1.32), nor a Known enemy by it (`known`).
    """
    return observer is not None and not known and not any(sees_blast(game, observer, name) for name in blast)


def accuracy_dr(
    ctx: Context, battery: Battery, goal: str, limit: int, hindrance: int, *, name: str = "", haste: int = 0
) -> RollRecord:
    """C1.3: the Accuracy dr of a round aimed at `goal`; each thing that hinders the observer is named."""
    facts = {"accuracy-hindrance": hindrance, "accuracy-haste": haste}
    mods, observer = ctx.game.library.table("oba.accurate").drm(facts), observer_of(ctx.game, battery)
    if observer is not None:
        mods = by_name(as_he_sees(ctx.game, observer), mods, (observer.hex,), goal)
    return ctx.check("oba.accurate", f"Accuracy of {name or battery.id} at {goal}", limit, modifiers=mods)


def fall_of(
    ctx: Context, battery: Battery, goal: str, hindrance: int, most: int | None, *, haste: int = 0, blind: bool = False
) -> str | None:
    """C1.3, C1.33: where a round aimed at `goal` falls: accuracy dr, else direction and extent of error; None: off the
    map.

    `haste`: the drm of a far correction that is to be converted at once. `blind`: no accuracy is possible (C1.335). No
    drm counts at a Pre-Registered hex, whose error is halved (C1.732).
    """
    ranged = goal in battery.registered
    with ctx.rolls_for(battery.side):
        if blind:
            return error_from(ctx, goal, most, halved=ranged)
        limit = _limit_of(ctx, battery, goal)
        if ranged:
            record = ctx.check("oba.accurate", f"Accuracy of {battery.id} at {goal}, Pre-Registered", limit)
        else:
            record = accuracy_dr(ctx, battery, goal, limit, hindrance, haste=haste)
        if record.success:
            return goal
        if most == 1:
            way = int(ctx.table("ffe.direction", f"Direction of error from {goal}").result)
            return artillery.shifted(ctx, goal, way, 1)
        return error_from(ctx, goal, most, halved=ranged)


def error_from(ctx: Context, goal: str, most: int | None, *, halved: bool) -> str | None:
    """C1.3: one DR: the coloured die is the direction, the white one the extent, `most` hexes at most; half, FRU, from
    a Pre-Registered hex (C1.732).
    """
    words = "half the white one, FRU, hexes (C1.732)" if halved else "white hexes"
    record = ctx.roll("DR", f"Error from {goal}: coloured direction, {words}", rule="C1.3")
    if len(record.dice) != 2:
        return goal
    way, far = record.dice
    far = -(-far // 2) if halved else far
    return artillery.shifted(ctx, goal, way, far if most is None else min(far, most))
