"""What the set-up pane says: what is still to place, by company, the stages, mapboards, values, VPO. Pure text."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from sasl.asl.game.context import Game
from sasl.asl.game.flags import HORSE
from sasl.asl.game.sides import SIDES, STAGES
from sasl.asl.game.words import value_name
from sasl.board.join import Sheet
from sasl.kernel.frozen import replace
from sasl.kernel.text import counted
from sasl.solitaire.briefing.sources import opening
from sasl.solitaire.setup import mapboards
from sasl.solitaire.setup.bridges import words as bridge_words
from sasl.solitaire.setup.friendly_setup import Company, companies, on_call, unplaced
from sasl.solitaire.setup.setup_stages import VALUES
from sasl.tui.play.telling.panes import unit_line, vpo_sign, weapon_words
from sasl.tui.widgets.lines import Line

STAGE_WORDS = {
    "boards": "Mapboards",
    "tables": "Mission tables",
    "suspects": "S?, Guns, minefields, sniper",
    "wrecks": "Wrecks",
    "force": "Your force (OoB)",
    "set-up": "Set up your force",
}


def force_lines(game: Game, taken: Collection[str] = ()) -> list[Line]:
    """The FRIENDLY force by company: who waits (enter takes, m places), SW that nobody bears, and who stands where."""
    there = companies(game)
    left = [f"{item.group.name} {item.left}" for item in there if item.left]
    head = f"Still to place: {'; '.join(left)}" if left else "Everything is set up: ‹n=play.next› begins the mission"
    keys = [Line("‹tab› on the map takes the next one, ‹m› places it at the cursor", "dim")] * bool(left)
    return [Line(head, "key"), *keys, *(line for item in there for line in _company_lines(game, item, taken))]


def _company_lines(game: Game, company: Company, taken: Collection[str]) -> Iterator[Line]:
    """A company: its limits and what is left of it, units that wait, SW that wait, its hexes with holders of SW."""
    group = company.group
    where = f"; {company.limits}" if company.limits else ""
    if group.turn:
        yield Line(f"{group.name}: {counted(len(company.waiting), 'unit')} off-board, Turn {group.turn}", "head")
    else:
        left = f"{company.left} to go" if company.left else "all set up"
        yield Line(f"{group.name}: {left}{where}", "head" if company.left else "good")
    for unit in company.waiting:
        yield unit_line(game.state, unit, unit.id in taken)
        for other in game.state.units.values():
            if other.carrier == unit.id and other.kind != HORSE:
                yield replace(unit_line(game.state, other), data=None)  # it is placed with who carries it
    for item in company.unissued:
        yield Line(
            f"  {item.id}  {weapon_words(game, item)}: not assigned (‹enter›: give it)", "key", ("give", item.id)
        )
    for name, units in company.standing.items():
        told = [unit.id + _arms(game, unit.id) for unit in units]
        yield Line(f"  {name:<5}{', '.join(told)}", "dim", name)


def _arms(game: Game, key: str) -> str:
    """` + HMGa`: the SW of a unit."""
    return "".join(f" + {item.id}" for item in game.state.weapons_of(key))


def setup_lines(game: Game, taken: Collection[str] = ()) -> list[Line]:
    """What is still to place, the stages of set-up with what is done, and the values and VPO of the present one."""
    state = game.state
    lines = force_lines(game, taken) if state.stage == "set-up" else []
    lines += [Line("Set-up", "head"), *_stage_lines(game), *_board_lines(game), *_value_lines(game)]
    if state.stage == "tables":
        lines.append(Line("next rolls these; dice hand lets you roll them yourself", "dim"))
    if state.stage in ("boards", "tables"):
        lines += [Line(text, "house") for text in opening(game)]
    if state.control:
        lines.append(Line("VPO (‹enter›: who controls it; vpo add HEX, vpo remove HEX)", "head"))
        lines += [
            Line(f"  {vpo_sign(game, name)}{side}", side.lower(), ("vpo", name)) for name, side in state.control.items()
        ]
    lines.append(Line("The card says", "head"))
    lines += [Line(f"{number}. {text}", "dim") for number, text in enumerate(game.mission.sequence, 1)]
    lines += [Line(f"MSR {rule.number}: {rule.text}", "dim") for rule in game.mission.rules]
    return lines


def _stage_lines(game: Game) -> Iterator[Line]:
    """Each stage of set-up that the mission has: done, now, or to come."""
    now = STAGES.index(game.state.stage)
    for number, stage in enumerate(STAGES[:6]):
        if (stage == "wrecks" and not game.mission.wrecks) or (stage == "boards" and not game.mission.area.boards):
            continue
        mark, look = ("✓", "good") if number < now else ("►", "key") if number == now else ("·", "dim")
        yield Line(f"{mark} {STAGE_WORDS[stage]}{_stage_note(game, stage)}", look)


def _value_lines(game: Game) -> Iterator[Line]:
    """The mission values with their source, EC, and the ELR that the card does not give."""
    state = game.state
    yield Line("Mission values (‹enter›: type your card's own)", "head")
    for name in (*VALUES, "month") if game.mission.month else VALUES:
        value = state.values.get(name)
        if value is None:
            yield Line(f"  {value_name(name):<14}not rolled yet", "dim", ("value", name))
        else:
            look = "house" if value.provenance in ("house", "reconstructed") else ""
            yield Line(f"  {value_name(name):<14}{value.value}  [{value.provenance}]", look, ("value", name))
    if game.mission.ec_table:
        yield Line(f"  {'EC':<14}{state.ec or 'not rolled yet'}", "" if state.ec else "dim")
    for side in SIDES:
        if (army := game.mission.army(side)).elr_note:
            yield Line(f"  {f'{side} ELR':<14}{army.elr}  [{army.elr_provenance}]", "house")


def _board_lines(game: Game) -> list[Line]:
    """The mapboards from north to south, their bridges, the entry edge; enter begins the command that changes one."""
    rule, state = game.mission.area.boards, game.state
    if rule is None:
        return []
    here = state.stage in ("boards", "tables")
    lines = [Line("Mapboards" + (" (‹enter›: mapboard PLACE BOARD [turned])" if here else ""), "head")]
    sheets = [*state.layout.sheets, *[Sheet()] * len(rule.layout)][: len(rule.layout)]
    for place, sheet in enumerate(sheets):
        name = mapboards.place_name(rule, place, state.layout)
        lines.append(
            Line(
                f"  {name:<8}{mapboards.sheet_words(game, sheet)}",
                "" if sheet.board else "dim",
                ("mapboard", name) if here else None,
            )
        )
    if game.board.surveyed:
        lines.append(Line(mapboards.los_source(game), "dim"))
    if state.stage == "boards":
        lines.append(Line("next rolls the boards you have not chosen, how they lie, and their bridges", "dim"))
    for bridge in state.layout.bridges:
        spans = "-".join(bridge.hexes)
        lines.append(Line(f"  {spans}: {bridge_words(bridge)}", "" if bridge.intact else "bad", ("bridge", spans)))
    if choice := game.mission.area.entry_choice:
        edge = state.entry or f"{' or '.join(choice)}? (asked with the S?; or now: edge {choice[0]})"
        may = state.stage in ("boards", "tables", "suspects")
        lines.append(Line(f"  entry by {edge}", "key" if not state.entry else "", ("edge", "") if may else None))
    return lines


def _stage_note(game: Game, stage: str) -> str:
    state = game.state
    if stage == "boards" and state.layout.sheets:
        return f": {sum(1 for sheet in state.layout.sheets if sheet.board)} laid"
    if stage == "suspects" and state.suspects:
        return f": {len(state.suspects)} S?, {sum(1 for _ in state.on_map('ENEMY'))} ENEMY units"
    if stage == "wrecks" and game.mission.wrecks and state.marked("wreck"):
        return f": {len(state.marked('wreck'))} of {game.mission.wrecks.number} placed"
    if stage == "set-up" and state.stage == "set-up":
        units = sum(1 for unit in state.units.values() if on_call(unit))
        left = unplaced(game)
        if not left and not units:
            return f": it waits off the {game.edge_of('FRIENDLY')} edge"
        return f": {counted(len(left), 'unit or SW', 'units and SW')} to go" if left else f": all {units} units set up"
    return ""
