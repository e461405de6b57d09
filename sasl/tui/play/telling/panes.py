"""What the panes beside the map say: the hex under the cursor, ENEMY roster, VP, set-up, log. Pure text."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from sasl.asl.cavalry import pace_words
from sasl.asl.game import events as ev
from sasl.asl.game import winds
from sasl.asl.game.context import Game
from sasl.asl.game.flags import DARES
from sasl.asl.game.los.sight import in_bypass
from sasl.asl.game.sides import PHASES, Side
from sasl.asl.game.state import COLOURS, State, Unit, Weapon
from sasl.asl.game.words import bond_words, kind_word, marker_words
from sasl.asl.movement.entering import waiting
from sasl.asl.ordnance.mounted import crew_exposed
from sasl.board import bypass_line
from sasl.content.reading.faults import ContentError
from sasl.kernel.rolling.records import mark
from sasl.kernel.text import counted
from sasl.saves.history import LogLine
from sasl.solitaire.setup.bridges import crossing_at
from sasl.solitaire.setup.bridges import words as bridge_words
from sasl.solitaire.setup.objectives import kind_of
from sasl.solitaire.victory import schedule
from sasl.tui.map.map_cells import DANGER, arrow
from sasl.tui.play.planning.short_orders import short_orders
from sasl.tui.widgets.lines import Line

TOPIC_LOOK = {"phase": "head", "suspect": "enemy", "adjust": "dim", "dice": "dim", "event": "key", "control": "good"}
TOPICS = ("all", "roll", "suspect", "unit", "control", "event", "told", "adjust")
"""What the log can be narrowed to."""


def top_words(game: Game, width: int) -> str:
    """The line above everything: where the game is, VP, EC, dice."""
    state = game.state
    parts = [game.mission.title, state.moment]
    if state.stage == "play" and width >= 150:
        parts[1] += "   " + " ".join(f"[{name}]" if name == state.phase else name for name in PHASES)
    if state.stage in ("set-up", "play"):
        scores = schedule(game)
        parts.append(f"VP {sum(item.friendly for item in scores)}:{sum(item.enemy for item in scores)}")
    if state.stage == "over":
        parts.append(state.outcome)
    if width >= 100:
        if game.board.surveyed:
            parts.append(f"LOS exact on {counted(len(game.board.surveyed), 'board')}")
        parts.append(
            f"EC {state.ec or 'not rolled yet'}, wind {winds.words(state.wind)}{', Gusts' if state.gusts else ''}"
        )
    dice = (
        "typed " + " ".join(map(str, state.dice.queue))
        if state.dice.queue
        else "by hand"
        if state.dice.by_hand
        else "auto"
    )
    parts.append(f"dice {dice}")
    return "  │  ".join(parts)


# -- the hex ------------------------------------------------------------------------------------------


def hex_words(game: Game, name: str) -> str:
    """A hex in one line: `K14: Woods, level 1`; on mapboards with what is printed there: `K14 (13K4): …`."""
    terrain = game.board.terrain(name)
    printed = f" ({terrain.printed})" if terrain.printed else ""
    return f"{name}{printed}: {terrain.describe(game.board.chart) or 'Open Ground'}"


def hex_lines(game: Game, name: str, taken: Collection[str] = (), sight: str = "") -> list[Line]:
    """The hex and all that is in it; the units can be chosen (`taken` ones are marked). `sight`: who sees whom."""
    return [
        Line(hex_words(game, name), "head"),
        *_ground_lines(game, name),
        *_control_lines(game, name),
        *_suspect_lines(game, name),
        *_side_lines(game, name, "ENEMY", taken),
        *_side_lines(game, name, "FRIENDLY", taken),
        *([Line(sight, "key")] if sight else []),
        *_loose_lines(game, name),
        *_outside_lines(game, name, taken),
    ]


def _ground_lines(game: Game, name: str) -> list[Line]:
    """TEM, concealment, slopes and source of a hex, in one line."""
    terrain, chart = game.board.terrain(name), game.board.chart
    tem = chart.tem(terrain.terrains)
    facts = [f"TEM {tem:+d}"] if tem else []
    facts += ["Concealment Terrain"] * chart.has(terrain.terrains, "concealment")
    if terrain.up:
        facts.append(f"Up-Slope to {_sides(game, name, terrain.up)}")
    if terrain.down:
        facts.append(f"Down-Slope to {_sides(game, name, terrain.down)}")
    if terrain.provenance:
        facts.append(f"ground {mark(terrain.provenance)}")
    return [Line("; ".join(facts), "dim")] if facts else []


def _control_lines(game: Game, name: str) -> Iterator[Line]:
    """The VPO, the bridge and the tracks of a hex: who controls them, whether it stands."""
    state = game.state
    if name in state.control:
        held, kind = state.control[name], kind_of(game, name)
        what = f"VPO ({kind})" if kind else "VPO"
        yield Line(f"{'◆' if held == 'FRIENDLY' else '◇'} {what}, {held}-controlled", held.lower())
    if state.layout.bridges and (bridge := crossing_at(game, name)):
        yield Line(f"{bridge_words(bridge)}: {'-'.join(bridge.hexes)}", "" if bridge.intact else "bad")
    tracks = [word for word, held in (("railroad", state.rail), ("road", state.road)) if name in held]
    if tracks:
        yield Line(f"FRIENDLY controls {' and '.join(tracks)} here", "good")


def _suspect_lines(game: Game, name: str) -> Iterator[Line]:
    """The S? of a hex."""
    for item in game.state.suspects_at(name):
        colour = COLOURS.get(item.attitude, "black")
        yield Line(f"{item.id}  S? {item.attitude} ({colour}): {item.reason}", "enemy", item)


def _side_lines(game: Game, name: str, side: Side, taken: Collection[str]) -> list[Line]:
    """The units of a side in a hex, and what the taken ones may do now."""
    state = game.state
    there = state.units_at(name, side)
    lines = [line for unit in there for line in _unit_lines(game, unit, taken)]
    arms = [key for key in taken if key in state.weapons and state.weapons[key].holder in {u.id for u in there}]
    if orders := short_orders(game, [unit for unit in there if unit.id in taken], arms):
        lines.append(Line(f"  now: {orders}", "good"))
    return lines


def _loose_lines(game: Game, name: str) -> Iterator[Line]:
    """What nobody bears in a hex: horses, SW; and its markers."""
    for horse in game.state.horses_at(name):
        if not horse.carrier:
            yield Line(f"{horse.id}  {horse.type} without a rider{pace_words(horse)}", horse.side.lower())
    for weapon in game.state.weapons.values():
        if weapon.hex == name and not weapon.holder:
            yield Line(f"{weapon.id}  {weapon.type} lies here", weapon.side.lower())
    for marker in game.state.markers_at(name):
        yield Line(f"{marker.id}  {marker_words(marker)}", "bad" if marker.kind in DANGER else "dim")


def _outside_lines(game: Game, name: str, taken: Collection[str] = ()) -> list[Line]:
    """On a hex of their edge the FRIENDLY units that wait off the map and may enter here; they can be taken."""
    state = game.state
    outside = waiting(game, "FRIENDLY") if state.stage == "play" else []
    if not outside or name not in game.board.edge(game.edge_of("FRIENDLY")):
        return []
    head = Line(f"{counted(len(outside), 'unit')} off the map may enter here (take some, then ‹m›)", "head")
    return [head, *(unit_line(state, unit, unit.id in taken) for unit in outside)]


def _sides(game: Game, name: str, sides: Iterable[int]) -> str:
    found = {game.board.hexside(name, other): other for other in game.board.neighbours(name)}
    return ", ".join(found[side] for side in sorted(sides) if side in found)


def _unit_lines(game: Game, unit: Unit, taken: Collection[str] = ()) -> list[Line]:
    """A unit, then each of its SW with its states (it can be taken by itself), and what it has acquired."""
    state, side = game.state, unit.side.lower()
    first = unit_line(state, unit, unit.id in taken, arms=False)
    ce = "  CE (crew exposed)" if crew_exposed(game, unit) else ""
    lines = [Line(first.text + ce, first.look, first.data)]
    for weapon in state.weapons_of(unit.id):
        flags = f" [{', '.join(sorted(weapon.flags))}]" if weapon.flags else ""
        mark = "●" if weapon.id in taken else " "
        text = f"{mark}   {weapon.id}  {weapon_words(game, weapon)}{flags}"
        lines.append(
            Line(text, "taken" if weapon.id in taken else "bad" if "malfunctioned" in weapon.flags else side, weapon)
        )
    for key in (unit.id, *(weapon.id for weapon in state.weapons_of(unit.id))):
        if (found := state.acquired.get(key)) is not None:
            lines.append(Line(f"    {key} has acquired {found.target} in {found.hex}: {found.level:+d}", "key"))
    return lines


def weapon_words(game: Game, weapon: Weapon) -> str:
    """`HMG 6-16, ROF 3, B12` where the counter says so."""
    try:
        item = game.counter_of(weapon)
    except ContentError:
        return weapon.type
    parts = [weapon.type + (f" {item.fp:g}-{item.range}" if item.fp and item.range else "")]
    parts += [f"ROF {item.rof}"] * bool(item.rof)
    parts += [f"{'X' if item.removal else 'B'}{item.breakdown}"] * bool(item.breakdown)
    return ", ".join(parts)


def _states(state: State, unit: Unit) -> list[str]:
    """Its states as they are typed; inside a pillbox (B30) it is not called dug in."""
    boxed = bool(unit.hex and state.markers_at(unit.hex, "pillbox"))
    return ["in-pillbox" if boxed and flag == "dug-in" else flag for flag in sorted(unit.flags)]


def unit_line(state: State, unit: Unit, taken: bool = False, arms: bool = True) -> Line:
    """A unit with its states, SW and MF spent: `● 628a 6-2-8 [pinned] LMG`."""
    held = [weapon.type + ("*" if weapon.flags else "") for weapon in state.weapons_of(unit.id)]
    text = f"{'●' if taken else ' '} {unit.id}  {kind_word(unit.kind)} {unit.type}"
    if unit.flags:
        text += f" [{', '.join(_states(state, unit))}]"
    if arms and held:
        text += " + " + ", ".join(held)
    if told := [word for word in sorted(unit.arms) if not word.startswith(DARES)]:
        text += f" ({', '.join(told)})"
    if unit.mf and state.phase == "MPh":
        text += f"  {unit.mf:g}\xa0{'MP' if unit.kind == 'vehicle' else 'MF'}\xa0used"  # not to be broken
    if unit.carrier:
        text += f"  {bond_words(unit)}"
    if past := in_bypass(state, unit):
        text += f"  in Bypass {bypass_line.words(unit.hex or '', past)}"
    if unit.ca:
        text += f"  CA {arrow(unit)[:1]} {unit.ca}"
    if unit.tca and unit.tca != unit.ca:
        text += f"  turret {arrow(unit)[1:]} {unit.tca}"
    if unit.side == "ENEMY" and unit.attitude:
        text += f"  {unit.attitude}"
    if unit.note:
        text += f"  ({unit.note})"
    return Line(text, "taken" if taken else unit.side.lower(), unit)


# -- both sides ---------------------------------------------------------------------------------------


def roster_lines(game: Game) -> list[Line]:
    """The ENEMY: Activated units, then S? by attitude, then what waits off-board."""
    state = game.state
    active = sorted(state.on_map("ENEMY"), key=lambda unit: (unit.hex, unit.id))
    lines = [Line(f"{counted(len(active), 'ENEMY unit')} on the map", "head")]
    lines += [Line(f"{unit.hex:<5}{unit_line(state, unit).text.strip()}", "enemy", unit) for unit in active]
    off = [unit for unit in state.units.values() if unit.side == "ENEMY" and not unit.hex]
    lines += [Line(f"off  {unit_line(state, unit).text.strip()}", "dim", unit) for unit in off]
    for attitude in ("Hold", "Advance", "Withdraw"):
        there = [item for item in state.suspects.values() if item.attitude == attitude]
        if there:
            lines.append(Line(f"{len(there)} S? {attitude} ({COLOURS[attitude]})", "head"))
            lines += [
                Line(f"{item.hex:<5}{item.id}{' (off-board)' if item.off_board else ''}: {item.reason}", "", item)
                for item in there
            ]
    if state.pending:
        lines.append(Line("To come", "head"))
        lines += [Line(f"Turn {item.turn} {item.side} {item.phase}: {item.text}") for item in state.pending]
    return lines


def vp_lines(game: Game) -> list[Line]:
    """The VP schedule as it stands, the VPO, and when the mission ends."""
    state = game.state
    scores = schedule(game)
    ours, theirs = sum(item.friendly for item in scores), sum(item.enemy for item in scores)
    lines = [Line(f"VP: FRIENDLY {ours}, ENEMY {theirs}", "head")]
    for score in scores:
        look = "friendly" if score.friendly else "enemy" if score.enemy else "dim"
        lines.append(Line(f"{score.friendly}:{score.enemy}  {score.line.text} ({score.words})", look))
    lines.append(Line("VPO (◆ FRIENDLY, ◇ ENEMY)", "head"))
    lines += [Line(f"{vpo_sign(game, name)}{side}", side.lower(), name) for name, side in state.control.items()]
    end = game.mission.end
    lines.append(Line(f"Mission end: dr at the end of Turn {end.turn} and later ({end.rule})", "dim"))
    if state.outcome:
        lines.append(Line(state.outcome, "key"))
    return lines


def vpo_sign(game: Game, name: str) -> str:
    """`◇ K17   intersection 13K7  `: a VPO at the beginning of its line."""
    sign = "◆" if game.state.control[name] == "FRIENDLY" else "◇"
    what = f"{kind_of(game, name)} {game.board.terrain(name).printed}".strip()
    return f"{sign} {name:<5}" + (f"{what:<23}" if what else "")


# -- the log ------------------------------------------------------------------------------------------


def log_lines(log: Iterable[LogLine]) -> list[Line]:
    """The log as lines; each stands for its LogLine, so that it can be asked why."""
    return [Line(item.text, _look(item), item) for item in log]


def _look(item: LogLine) -> str:
    """How a line of the log looks: what must be seen or done first, then whose figure it stands on, then its topic."""
    fact = item.event
    alarm = isinstance(fact, ev.SuspectRemoved) and fact.activated
    if alarm or (isinstance(fact, ev.Told) and fact.board):
        return "bad"
    figure = fact.provenance if isinstance(fact, ev.ValueSet) else ""
    if isinstance(fact, ev.Rolled) and fact.record.target is None and not fact.record.pack:
        figure = fact.record.provenance
    if figure in ("house", "reconstructed"):
        return "house"
    return TOPIC_LOOK.get(item.topic, "")
