"""The position in words: a hex, a side's roster, the whole state; both front ends use these."""

from __future__ import annotations

from sasl.asl.cavalry import pace_words
from sasl.asl.game import winds
from sasl.asl.game.context import Context, Game, Refused
from sasl.asl.game.flags import HORSE
from sasl.asl.game.places import known_hex
from sasl.asl.game.sides import SIDES, Side
from sasl.asl.game.state import COLOURS, State, Unit
from sasl.asl.game.words import bond_words, marker_words, unit_states, value_name
from sasl.asl.infantry import quarter
from sasl.asl.movement.allowance import stack_allowance
from sasl.asl.ordnance.mounted import crew_exposed
from sasl.kernel.text import counted, listed
from sasl.solitaire import control, victory
from sasl.solitaire.setup import bridges, mapboards, objectives


def unit_line(game: Game, unit: Unit) -> str:
    """A unit in one line: id, type, states, SW, MF spent, CA, who carries it."""
    state = game.state
    parts = [f"{unit.id} {unit.type}"]
    if unit.flags:
        parts.append(f"[{', '.join(sorted(unit.flags))}]")
    weapons = [weapon.id + ("!" if "malfunctioned" in weapon.flags else "") for weapon in state.weapons_of(unit.id)]
    if weapons:
        parts.append("with " + ", ".join(weapons))
    if unit.ca:
        parts.append(f"CA {unit.ca}")
    if crew_exposed(game, unit):
        parts.append("CE")
    if unit.carrier:
        parts.append(bond_words(unit))
    if unit.attitude and unit.side == "ENEMY":
        parts.append(unit.attitude)
    if unit.note:
        parts.append(f"({unit.note})")
    if state.stage == "play" and state.phase == "MPh" and unit.side == state.side and unit.kind != "gun":
        most = stack_allowance(game, [unit])[unit.id]  # as it moves by itself, with what it carries (A4.42)
        parts.append(f"{'MP' if unit.kind == 'vehicle' else 'MF'} {unit.mf:g}/{most:g}")
    return " ".join(parts)


def hex_report(game: Game, text: str) -> list[str]:
    """Everything in a hex: terrain, control, S?, units with SW, markers. One line if there is no such hex."""
    try:
        name = known_hex(game, text)
    except Refused as error:
        return [str(error)]
    state, terrain = game.state, game.board.terrain(name)
    lines = [f"{game.board.both_names(name)}: {terrain.describe(game.board.chart)}"]
    if state.layout.bridges and (bridge := bridges.crossing_at(game, name)):
        lines.append(f"{bridges.words(bridge)}: {'-'.join(bridge.hexes)}")
    if name in state.control:
        kind = objectives.kind_of(game, name)
        lines.append(f"VPO{f' ({kind})' if kind else ''}, controlled by the {state.control[name]}")
    if name in control.rail_hexes(game):
        lines.append("railroad" + (", FRIENDLY" if name in state.rail else ""))
    if name in state.road:
        lines.append("road, FRIENDLY")
    for item in state.suspects_at(name):
        lines.append(f"{item.id} S? {item.attitude} ({COLOURS.get(item.attitude, 'black')}): {item.reason}")
    lines += [f"{unit.side}: {unit_line(game, unit)}" for unit in state.units_at(name)]
    loose = [horse for horse in state.horses_at(name) if not horse.carrier]
    lines += [f"{horse.id} {horse.type} without a rider{pace_words(horse)}" for horse in loose]
    lines += [f"{weapon.id} {weapon.type} lies here" for weapon in state.weapons.values() if weapon.hex == name]
    lines += [f"{marker_words(marker)} ({marker.id})" for marker in state.markers_at(name)]
    return lines


def roster_report(game: Game, side: str) -> list[str]:
    """The units of a side (FRIENDLY unless it begins with e), by hex."""
    wanted = "ENEMY" if side.lower().startswith("e") else "FRIENDLY"
    units = [unit for unit in game.state.units.values() if unit.side == wanted]
    units.sort(key=lambda unit: (not unit.hex, game.board.hex(unit.hex) if unit.hex else unit.id, unit.id))
    lines = [f"{unit.hex or 'off':5} {unit_line(game, unit)}" for unit in units]
    return lines or [f"no {wanted} units"]


def status_report(game: Game) -> list[str]:
    """The whole game in some lines: moment, values, VP, weather, counts, what is still to come."""
    state = game.state
    values = ", ".join(f"{value_name(name)} {item.value}" for name, item in state.values.items())
    lines = [
        state.moment,
        values or "mission values not rolled yet",
        f"EC {state.ec or 'not rolled yet'}, wind {winds.words(state.wind)}{', Gusts' if state.gusts else ''}",
        f"ELR: {'; '.join(_elr_words(game, side) for side in SIDES)}",
    ]
    if game.mission.area.boards:
        lines += mapboards.report(game)
    if state.control:
        ours = [name for name, side in state.control.items() if side == "FRIENDLY"]
        lines.append(
            f"VPO: {counted(len(ours), 'FRIENDLY', 'FRIENDLY')} ({listed(ours) or '-'}), "
            f"ENEMY {listed(name for name in state.control if name not in ours) or '-'}"
        )
    if state.stage in ("play", "over"):
        lines += [
            f"{score.line.text}: FRIENDLY {score.friendly}, ENEMY {score.enemy} ({score.words})"
            for score in victory.schedule(game)
        ]
    lines.append(_counts(state))
    lines += [f"to come: {item.text} (Turn {item.turn}, {item.side} {item.phase})" for item in state.pending]
    return lines


def _elr_words(game: Game, side: Side) -> str:
    """`FRIENDLY 3 [house: the card gives none]`: the ELR of a side, and whose figure it is if the card has none."""
    army, now = game.mission.army(side), quarter.elr(game, side)
    if army.elr_provenance in ("seed", "rulebook"):
        return f"{side} {now}"
    return f"{side} {now} [{army.elr_provenance}: {army.elr_note.rstrip('.')}]"


def _counts(state: State) -> str:
    ours, theirs = (sum(1 for _ in state.on_map(side)) for side in ("FRIENDLY", "ENEMY"))
    lost = ", ".join(f"{number} {word}" for word, number in state.lost.items())
    return f"{counted(len(state.suspects), 'S?', 'S?')}, {ours} FRIENDLY and {theirs} ENEMY units on the map" + (
        f"; lost: {lost}" if lost else ""
    )


OFF = "off"
"""The word for those that are not on the map."""


def tell_units(ctx: Context, side: Side, wanted: str) -> None:
    """The units of a side hex by hex; `wanted`: only those of a state or kind, or off the map."""
    known = [unit for unit in ctx.state.units.values() if unit.side == side and "hidden" not in unit.flags]
    found = [unit for unit in known if _fits(unit, wanted)]
    places: dict[str, list[Unit]] = {}
    for unit in sorted(found, key=lambda unit: (not unit.hex, ctx.board.hex(unit.hex) if unit.hex else unit.id)):
        places.setdefault(unit.hex or "off the map", []).append(unit)
    for place, there in places.items():
        hexes = [place] if there[0].hex else []
        ctx.tell(f"{place}: " + "; ".join(_unit_text(ctx.state, unit) for unit in there), hexes=hexes)
    which = f" that fit '{wanted}'" if wanted else ""
    where = f" in {counted(len(places), 'place')}" if places else ""
    away = sum(unit.kind != HORSE and _fits(unit, OFF) for unit in known)
    more = f"; {away} off the map (units off)" if away and not wanted else ""
    ctx.tell(f"{side}: {counted(len(found), 'unit') if found else 'no units'}{which}{where}{more}.")


def _unit_text(state: State, unit: Unit) -> str:
    """`628a 6-2-8 LMGa (pinned, CX)`."""
    held = "".join(f" {weapon.id}" for weapon in state.weapons_of(unit.id))
    flags = unit_states(state, unit)
    return f"{unit.id} {unit.type}{held}" + (f" ({listed(flags)})" if flags else "")


def _fits(unit: Unit, wanted: str) -> bool:
    if wanted == OFF:
        return not unit.hex
    return (unit.hex and not wanted) or wanted in unit.flags or wanted == unit.kind
