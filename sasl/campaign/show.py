"""Looking at a campaign: a side, the Force Organizer, the steps, the roster, the odds of a group."""

from __future__ import annotations

from sasl.campaign import report
from sasl.campaign.adjust import side_of
from sasl.campaign.buying import market
from sasl.campaign.buying.purchase import brings, find_group
from sasl.campaign.odds import leader_odds, odds_words, other_odds, strength_odds
from sasl.campaign.registry import verb
from sasl.campaign.rules import filled
from sasl.campaign.run import CampaignGame, CampaignRun
from sasl.campaign.state import BOXES, SIDES, Box, Nation
from sasl.campaign.steps.set_up import asked_for, zones
from sasl.content.campaign import Group
from sasl.content.yamlfile import nearest
from sasl.kernel.run import Refused
from sasl.kernel.text import one_of, prefix_match


def _tell(ctx: CampaignRun, lines: list[str]) -> None:
    for text in lines:
        ctx.tell(text)


@verb("show", "show [SIDE | HEX]", "both sides' figures; one side with purchases and Force Organizer; what is in a hex",
      group="look", key="s")  # fmt: skip
def show(ctx: CampaignRun, words: list[str]) -> None:
    """7.14-7.15: the figures of both sides, everything of one side, or a hex."""
    if len(words) > 1:
        raise Refused("show takes a side or a hex, as in: show german, show K12")
    if not words:
        _tell(ctx, [report.date_line(ctx.game), *report.figure_lines(ctx.game), *report.vp_lines(ctx.game)])
        return
    if any(side.startswith(words[0].lower()) for side in SIDES):
        _tell(ctx, report.side_lines(ctx.game, side_of(words[0])))
        return
    _tell(ctx, hex_lines(ctx.game, _hex(ctx, words[0])))


def _hex(ctx: CampaignRun, text: str) -> str:
    board = ctx.game.board
    if board is None:
        return text.upper()[:8]
    try:
        return board.find(text)
    except ValueError as error:
        raise Refused(f"'{text}' is neither a side nor a hex: {error}") from None


def hex_lines(game: CampaignGame, name: str) -> list[str]:
    """What is in a hex: terrain, control, Front Line, units, fortifications."""
    state = game.state
    ground = f": {game.board.terrain(name).describe(game.board.chart) or 'Open Ground'}" if game.board else ""
    lines = [f"{name}{ground}"]
    if state.control.get(name):
        lines.append(f"{state.control[name].capitalize()}-controlled")
    lines += [f"{side.capitalize()} Front Line" for side in SIDES
              if any(name in loop for loop in state.perimeters.get(side, ()))]  # fmt: skip
    lines += [zone.words for zone in zones(game) if name in zone.hexes] if asked_for(game) else []
    lines += [f"Isolated Area, type {area.type}" for area in state.areas if name in area.hexes]
    lines += [report.piece_words(game, piece) for piece in state.at(name) if not piece.holder]
    lines += [f"{work.id}  {work.text or work.kind}" for work in state.works_at(name)]
    return lines if len(lines) > 1 else [*lines, "nothing is there"]


@verb("steps", "steps", "the steps of this phase: what is done, what is next, what is left out", group="look")
def steps(ctx: CampaignRun, words: list[str]) -> None:
    """7.5: the list of steps with its ticks."""
    ctx.tell(f"{report.place(ctx.game)}; {report.progress(ctx.game)}")
    for line in report.steps(ctx.game):
        if line.mark != "out":
            ctx.tell(line.text)
    left = [line.step.rule for line in report.steps(ctx.game) if line.mark == "out"]
    if left:
        ctx.tell(f"Left out in this phase: {', '.join(left)}")


@verb("pieces", "pieces [SIDE] [BOX]", "counters by their ids: on the map, retained, coming, away, gone", group="look")
def pieces(ctx: CampaignRun, words: list[str]) -> None:
    """7.14: the counters of the Force Organizer, each with its id, states and what it bears."""
    sides: tuple[Nation, ...] = SIDES
    boxes: list[Box] = [box for box in BOXES if box != "gone"]
    for word in words:
        found = prefix_match(word, (*SIDES, *BOXES))
        if len(found) != 1:
            raise Refused(f"'{word}' is neither a side nor a box{nearest(word.lower(), BOXES)}; boxes are "
                          f"{', '.join(BOXES)}")  # fmt: skip
        box = one_of(found[0], BOXES)
        if box:
            boxes = [box]
        else:
            sides = (side_of(found[0]),)
    none = True
    for side in sides:
        for box in boxes:
            lines = report.own_lines(ctx.game, side, box)
            if lines:
                ctx.tell(f"{side.capitalize()}, {BOXES[box]}:")
                _tell(ctx, [f"  {text}" for text, _ in lines])
                none = False
    if none:
        ctx.tell("No counter is there.")


@verb("roster", "roster [SIDE]", "the CG Roster: a column for each date", group="look")
def roster(ctx: CampaignRun, words: list[str]) -> None:
    """7.15: what each side had on each date."""
    if len(words) > 1:
        raise Refused("roster takes one side, as in: roster german")
    for side in (side_of(words[0]),) if words else SIDES:
        _tell(ctx, report.roster_page(ctx.game, side))


@verb("odds", "odds SIDE GROUP", "what a group brings, and the exact odds of its strength and leaders", group="look")
def odds(ctx: CampaignRun, words: list[str]) -> None:
    """7.519: a line of the chart before it is bought."""
    if len(words) != 2:
        raise Refused("odds needs a side and a group, as in: odds german I1")
    side = side_of(words[0])
    _tell(ctx, group_lines(ctx.game, side, find_group(ctx, side, words[1])))


def group_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """One line of the chart in full: what it brings, its odds now, the ways it may come, what may still be bought."""
    lines = [f"{group.id} {group.title}: {group.cpp} CPP", f"Brings {brings(game, group)}"
             + (" (full/depleted)" if any(item.depleted is not None for item in group.units) else "")]  # fmt: skip
    sw = [f"{item.count if item.count > 1 else ''} {item.type}".strip() + (f" (dr <= {item.dr})" if item.dr else "")
          for item in group.weapons]  # fmt: skip
    lines += [f"SW: {', '.join(sw)}"] if sw else []
    lines += [f"Each with a {group.crew}"] if group.crew else []
    lines += ["Assault Engineers"] * group.assault_engineers
    if group.depletion:
        lines.append(f"Strength: {', '.join(odds_words(strength_odds(game, side, group)))}")
    leaders = leader_odds(game, side, group)
    if leaders:
        kind = "Armor leader" if group.armor_leader else "Leaders"
        lines.append(f"{kind}: {'; '.join(odds_words(leaders))}")
    lines += [f"{title}: {', '.join(odds_words(found))}" for title, found in other_odds(game, side, group)]
    ways = market.ways(game, side, group)
    for way in ways if group.units or len(ways) > 1 else ():
        price = market.cost(game, market.Wish(side, group, way))
        lines.append(f"{way.id}, {price} CPP: {way.title}")
    lines += [f"hexes=N: up to {group.pre_registered} Pre-Registered hexes, "
              f"{game.figure_or('pre-registered-cpp', 0)} CPP each"] if group.pre_registered else []  # fmt: skip
    lines += [f"trucks: {game.figure_or('trucks-cpp', 0)} CPP more"] * group.trucks
    today, ever = market.left(game, side, group)
    lines.append(f"Left: {_most(today)} on this date, {_most(ever)} in the campaign")
    reason = market.why_not(game, market.Wish(side, group))
    return [*lines, *([f"Not now: {reason}"] if reason else []), *([group.note] if group.note else []),
            *note_lines(game, side, group)]  # fmt: skip


def note_lines(game: CampaignGame, side: Nation, group: Group) -> list[str]:
    """7.5186: the notes of a line of the chart, each in words."""
    said = game.campaign.group_notes.get(side, {})
    return [f"{letter}: {filled(game, said[letter])}" for letter in group.notes.split(",") if letter in said]


def _most(number: int | None) -> str:
    return "any" if number is None else str(max(0, number))
