"""What a stack may do now, with its keys, in one line."""

from __future__ import annotations

from collections.abc import Sequence

from sasl.asl.fire.opportunity import opportunity
from sasl.asl.fire.shots import has_no_weapon
from sasl.asl.game.context import Game, Refused
from sasl.asl.game.state import Unit, Weapon
from sasl.asl.movement.allowance import CANNOT_MOVE, STAYS, stack_allowance
from sasl.tui.play.planning.aiming import goal_now


def short_orders(game: Game, units: Sequence[Unit], arms: Sequence[str] = ()) -> str:
    """What the taken units may do now in one line: `f Prep Fire, m move (4 MF left), o all orders`."""
    state = game.state
    if state.stage != "play" or (not units and not arms):
        return ""
    fire = _fire_kind(game, units, [state.weapons[key] for key in arms])
    parts = [f"‹f› {fire}"] if fire else []
    if any(unit.kind == "aircraft" for unit in units):
        parts = ["‹f› attack the hex under the cursor"]
    if units and units[0].side == state.side:
        parts += _short_move(game, units)
    if any("broken" in unit.flags and "rally-tried" not in unit.flags for unit in units):
        parts += {"RtPh": ["‹m› rout"], "RPh": ["‹m› rally"]}.get(state.phase, [])
    if state.phase == "CCPh" and units and units[0].hex and len({u.side for u in state.units_at(units[0].hex)}) > 1:
        parts.append(f"‹f› Close Combat in {units[0].hex}")
    return ", ".join([*parts, "‹o› all orders"])


def _short_move(game: Game, units: Sequence[Unit]) -> list[str]:
    """`m move (4 MF left)`, `m enter` or `m advance`, as the phase of their side has it."""
    if game.state.phase == "APh":
        return ["‹m› advance"]
    able = [unit for unit in units if not unit.flags & set(CANNOT_MOVE) and unit.kind not in STAYS]
    if game.state.phase != "MPh" or not able:
        return []
    if not units[0].hex:
        return ["‹m› enter"]
    left = min(mf - game.state.units[key].mf for key, mf in stack_allowance(game, able).items())
    return [f"‹m› move ({left:g} {'MP' if able[0].kind == 'vehicle' else 'MF'} left)"] * (left > 0)


def _fire_kind(game: Game, units: Sequence[Unit], arms: Sequence[Weapon]) -> str:
    """The kind of fire that the first of these could use now, or ""."""
    goal = goal_now(game)
    pairs: list[tuple[Unit, Weapon | None]] = [(unit, None) for unit in units if unit.kind != "leader"]
    pairs += [(game.state.units[item.holder], item) for item in arms if item.holder in game.state.units]
    pairs += [(unit, item) for unit in units for item in game.state.weapons_of(unit.id)]
    for unit, weapon in pairs:
        if has_no_weapon(game, unit):
            continue
        try:
            return opportunity(game, unit, goal or str(unit.hex), weapon).name
        except Refused:
            continue
    return ""
