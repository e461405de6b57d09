"""The HD Maneuver (D4.22): a vehicle on a Crest Line puts its hull behind it."""

from __future__ import annotations

from sasl.asl.game import events as ev
from sasl.asl.game import pieces
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.state import Unit
from sasl.asl.movement.allowance import may_move
from sasl.asl.movement.step import draws_fire, spend
from sasl.asl.ordnance import mounted
from sasl.asl.ordnance.aiming import crest_line
from sasl.asl.vehicles import driving, handling
from sasl.board.hexes import parse_hex, vertex_names

TRIED = "has tried to set up HD"
"""Among the `arms` of a vehicle until play begins: it does not set up anywhere else (D4.221)."""


def may_maneuver(game: Game, unit: Unit, toward: str = "") -> None:
    """D4.22: refused, with the rule, unless it has just come to a Crest Line, or turned on it, and has the MP; or, at
    set-up, stands on one and has not tried.
    """
    if game.state.stage == "play":
        _comes_there(game, unit)
    elif TRIED in unit.arms:
        raise Refused(f"{unit.id} has already tried once at set-up (D4.221)")
    if driving.horse_drawn(game, unit) or in_bypass(game.state, unit):
        raise Refused(f"{unit.id} has no hull to hide, or is in Bypass (D4.22) [house]")
    sides = crest_line.crest_sides(game, unit.hex)
    if not sides:
        raise Refused(f"{unit.hex} has no Crest Line with ground one level lower beyond it (D4.22)")
    if toward and game.board.hexside(unit.hex, toward) not in sides:
        raise Refused(f"{toward} is not beyond a lower Crest Line of {unit.hex} (D4.22)")
    if driving.facing(unit) is None:
        raise Refused(f"the CA of {unit.id} is not set: face {unit.id} HEX/HEX (C3.2)")
    if game.state.stage == "play":
        handling.pays(game, unit, float(game.figure("hd-mp") + driving.stop_mp(game, unit)))


def _comes_there(game: Game, unit: Unit) -> None:
    """D4.22: refused unless it drives, and has entered its hex or turned there."""
    moving = game.state.moving
    may_move(unit)
    came = moving is not None and unit.id in moving.ids and (moving.came_from or moving.how == "turn")
    if not driving.under_way(unit) or not came:
        raise Refused(f"{unit.id} may try it only on entering a Crest Line hex, or after turning there (D4.22)")


def maneuver(ctx: Context, unit: Unit, toward: str = "") -> None:
    """D4.22: two MP and a dr: how many contiguous hexsides cover it; then it stops, and its MPh is over.

    Fire that the MP draw comes after the dr. At set-up it costs no MP, but only one try (D4.221).
    """
    if ctx.state.stage != "play":
        ctx.emit(ev.ArmsChanged(unit.id, (TRIED,), (), "D4.221"))
        _hides(ctx, ctx.state.units[unit.id], toward)
        return
    here = unit.hex
    spend(ctx, [unit.id], float(ctx.figure("hd-mp")), "go Hull Down")
    _hides(ctx, ctx.state.units[unit.id], toward)
    driving.stop(ctx, ctx.state.units[unit.id])
    pieces.change(ctx, ctx.state.units[unit.id], ["ended"], why="its HD Maneuver ends its MPh (D4.22)")
    draws_fire(ctx, [unit.id], here)


def set_up_ends(ctx: Context) -> None:
    """D4.221: what was tried at set-up need not be kept in play."""
    for unit in [unit for unit in ctx.state.units.values() if TRIED in unit.arms]:
        ctx.emit(ev.ArmsChanged(unit.id, (), (TRIED,), "play begins"))


def _hides(ctx: Context, unit: Unit, toward: str) -> None:
    """D4.22: the dr of the Maneuver, and the hexsides behind which the vehicle now is."""
    item = ctx.game.counter_of(unit)
    russian = ctx.mission.army(unit.side).nation == "russian" and mounted.armored(ctx.game, unit)
    facts = {
        "buttoned": int("buttoned" in unit.flags),
        "russian-ct": int(russian and not item.open_topped),
        "set-up": int(ctx.state.stage != "play"),
    }
    with ctx.rolls_for(unit.side):
        record = ctx.table(
            "hull-down.maneuver", f"HD Maneuver of {unit.id} in {unit.hex}", facts=facts,
            modifiers=mounted.armor_leader(unit),
        )  # fmt: skip
    number = int(str(record.result))
    if number:
        sides = _covered(ctx.game, unit, toward, number)
        beyond = [name for name in ctx.board.neighbours(unit.hex) if ctx.board.hexside(unit.hex, name) in sides]
        why = f"Hull Down toward {', '.join(beyond)} (D4.221)"
        ctx.emit(ev.ArmsChanged(unit.id, (crest_line.word(unit, sides),), crest_line.words(unit), why))


def _covered(game: Game, unit: Unit, toward: str, number: int) -> frozenset[int]:
    """That many contiguous hexsides of its Crest Line: around the one named, else around its front."""
    sides = crest_line.crest_sides(game, unit.hex)
    vertex = vertex_names(parse_hex(unit.hex)).index(unit.ca)
    first = game.board.hexside(unit.hex, toward) if toward else None
    if first is None:
        first = min(sides, key=lambda side: min(driving.spines(side, vertex), driving.spines(side, (vertex + 1) % 6)))
    found = {first}
    while len(found) < number:
        more = [side for side in sides - found if {(side + 1) % 6, (side - 1) % 6} & found]
        if not more:
            break
        found.add(min(more, key=lambda side: driving.spines(side, first)))
    return frozenset(found)
