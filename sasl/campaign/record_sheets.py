"""The records that the rules ask for (Roster, Purchase Record, Force Organizer, tallies), as data and as a page."""

from __future__ import annotations

from html import escape

from sasl.campaign.buying.strength import counted
from sasl.campaign.campaign_report import (
    ROSTER,
    SECRET,
    in_box,
    place,
    roster_lines,
    states,
    todays,
    unseen_work,
    work_words,
)
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import BOXES, SIDES, VEHICLES, Nation, Piece, Purchase
from sasl.campaign.secrets import KEPT, as_known, covered
from sasl.campaign.steps.campaign_victory import figure, needed, points, total
from sasl.content.missions.campaign import Group
from sasl.kernel.frozen import Frozen
from sasl.kernel.pages import html_page, html_table, markdown_table
from sasl.kernel.text import markdown, tallied

SETUP_CODES = {"on-map": "O", "off-board": "E", "reserve": "R", "dug-in": "D"}
"""11.6197: what stands in the box of a group that does not come in the usual way."""
STRENGTH_CODES = {"full": "F", "depleted": "D", "reinforced": "R", "lightly": "L", "moderately": "M", "heavily": "H"}


class Sheet(Frozen):
    """One table of the records: its title, headings, rows, and a remark; `own_page`: it begins a sheet of paper."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    own_page: bool = False


class Records(Frozen):
    """All records of a campaign at one moment."""

    title: str
    moment: str
    sheets: tuple[Sheet, ...]


def records(game: CampaignGame) -> Records:
    """Every record as it stands: tallies, and for each side roster, purchases, fortifications, Force Organizer."""
    sheets = [tallies(game), victory_points(game)]
    for side in SIDES:
        sheets += [roster(game, side), _purchase_record(game, side), fortifications(game, side), organizer(game, side)]
    return Records(game.campaign.title, place(game), tuple(sheets))


def _secret_purchases(game: CampaignGame, side: Nation) -> frozenset[str]:
    """The purchases of this date that are not known yet."""
    return frozenset(item.id for item in todays(game, side)) if covered(game, side) else frozenset()


# -- both sides ---------------------------------------------------------------------------------------

TALLIES = (
    ("CVP earned in all", "cvp"), ("CVP earned in the last scenario", "earned"), ("CVP suffered in it", "suffered"),
    ("CVP suffered in all", "suffered-total"), ("EVP earned", "evp"), ("LVP held", "lvp"),
    ("Stone Locations gained", "stone"), ("scenarios won", "wins"),
)  # fmt: skip


def tallies(game: CampaignGame) -> Sheet:
    """7.13: casualty, exit and location VP of both sides."""
    rows = tuple((title, *(str(figure(game, side, name)) for side in SIDES)) for title, name in TALLIES)
    return Sheet("Casualty, exit and location VP", ("", *(side.capitalize() for side in SIDES)), rows)


def victory_points(game: CampaignGame) -> Sheet:
    """7.4: every line of the campaign's VP; a remainder is carried over to the next scenario."""
    rows = [(side.capitalize(), text, str(worth)) for text, side, worth in points(game)]
    rows += [(side.capitalize(), "in all", str(total(game, side))) for side in SIDES]
    rule = game.campaign.victory
    note = game.state.outcome
    if not note and not rule.declared:
        note = f"{rule.side.capitalize()} wins with {needed(game, rule)} VP; otherwise {rule.otherwise.capitalize()}."
    return Sheet("Victory Points", ("Side", "For", "VP"), tuple(rows), note)


# -- one side -----------------------------------------------------------------------------------------


def roster(game: CampaignGame, side: Nation) -> Sheet:
    """7.15: the CG Roster: a line for each date, and each scenario of it, that has been written down."""
    secret = covered(game, side)
    rows = []
    for date, line in roster_lines(game, side):
        hide = secret and line.date == game.state.date
        cells = (KEPT if hide and name in SECRET else line.figures.get(name, "") for _, name in ROSTER)
        rows.append((date, *cells))
    title = f"CG Roster: {side.capitalize()}, {game.campaign.sides[side].force}"
    note = "" if rows else "Nothing is recorded yet: a line is filled when set-up ends."
    return Sheet(title, ("CG Date", *(title for title, _ in ROSTER)), tuple(rows), note, own_page=True)


def _purchase_record(game: CampaignGame, side: Nation) -> Sheet:
    """11.6197: the RG Purchase Record: a line for each group with its strength and what came with it."""
    secret = _secret_purchases(game, side)
    mine = [item for item in game.state.purchases.values() if item.side == side]
    rows = [_purchase(game, item, mine[: number + 1]) for number, item in enumerate(mine) if item.id not in secret]
    heads = ("CG Date", "RG ID", "Group type", "CPP", "# P", "# R", "Str.", "# Units", "SW and Weapons", "Leaders",
             "Other", "On-Bd")  # fmt: skip
    note = KEPT if secret else "Leaders by their present type." if rows else ""
    return Sheet(f"RG Purchase Record: {side.capitalize()}", heads, tuple(rows), note)


def _purchase(game: CampaignGame, item: Purchase, until: list[Purchase]) -> tuple[str, ...]:
    group = game.campaign.group(item.side, item.group)
    bought = sum(1 for other in until if other.group == item.group and not other.given)
    left = "" if group is None or group.cg_max is None else str(group.cg_max - bought)
    came = [as_known(game, piece) for piece in game.state.pieces.values() if piece.group == item.id]
    units = _units(group, item, came) if group else ""
    weapons = tallied(piece.type for piece in came if piece.weapon)
    leaders = tallied(piece.type for piece in came if piece.kind == "leader")
    others = [_short(piece) for piece in came
              if not (piece.mmc or piece.weapon or piece.kind in (*VEHICLES, "leader"))]  # fmt: skip
    return (
        game.campaign.dates[item.date].id, item.group, group.title if group else "", "given" if item.given else
        str(item.cost), str(bought), left, STRENGTH_CODES.get(item.strength, item.strength), units, weapons, leaders,
        ", ".join([*item.extras, *others]), SETUP_CODES.get(item.setup, ""),
    )  # fmt: skip


def _units(group: Group, item: Purchase, came: list[Piece]) -> str:
    """The units as received: by the chart where it names them, else those that came."""
    if not item.strength:
        return ""
    fixed = all(line.type and not line.number for line in group.units) and group.kind not in ("hw", "battery")
    if group.units and fixed:
        numbers = ((counted(line, item.strength), str(line.type)) for line in group.units)
        return ", ".join(f"{number} x {name}" if number > 1 else name for number, name in numbers)
    return tallied(piece.type for piece in came if piece.mmc or piece.kind in VEHICLES)


def _short(piece: Piece) -> str:
    return f"{piece.type} ({piece.note})" if piece.note else piece.type


def fortifications(game: CampaignGame, side: Nation) -> Sheet:
    """7.520: what a side has bought of each line of the chart, and its works on the map and in hand."""
    if covered(game, side):
        return Sheet(f"Fortifications: {side.capitalize()}", ("Kind", "Number", "Hexes"), (), KEPT)
    hexes_of: dict[str, list[str]] = {}
    for work in game.state.works.values():
        if work.side == side and not unseen_work(game, work):
            line = game.campaign.fortification(work.kind)
            name = work_words(game, work) if work.text or work.found or not line else line.title
            hexes_of.setdefault(name, []).append(work.hex)
    rows = tuple((name, str(len(hexes)), ", ".join(filter(None, hexes))) for name, hexes in hexes_of.items())
    return Sheet(f"Fortifications: {side.capitalize()}", ("Kind", "Number", "Hexes"), rows)


def organizer(game: CampaignGame, side: Nation) -> Sheet:
    """7.14: the Force Organizer: every counter of a side by box, with hex, bearer and state."""
    secret = _secret_purchases(game, side)
    rows = []
    for box, title in BOXES.items():
        for piece in in_box(game, side, box):
            if piece.group not in secret:
                rows.append((title, piece.id, piece.type, piece.hex, piece.holder, states(piece)))
    heads = ("Box", "Counter", "Type", "Hex", "With", "State")
    return Sheet(f"Force Organizer: {side.capitalize()}", heads, tuple(rows), KEPT if secret else "")


STYLE = """
body { font: 10pt/1.3 serif; margin: 1.5em; color: #000; background: #fff; }
h1 { font-size: 16pt; margin: 0; } h2 { font-size: 12pt; margin: 1.2em 0 .3em; }
table { border-collapse: collapse; width: 100%; }
th, td { border: 1px solid #777; padding: .15em .4em; text-align: left; vertical-align: top; }
th { background: #eee; } .note { font-style: italic; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { margin: 0; font-size: 9pt; }
  section { break-inside: auto; } section.own { break-before: page; }
  h2 { break-after: avoid; } thead { display: table-header-group; } tr { break-inside: avoid; }
}
""".strip()


def as_html(records: Records) -> str:
    """One page of HTML without anything from elsewhere; each roster begins a sheet of paper."""
    body = [f"<h1>{escape(records.title)}</h1>", f"<p>{escape(records.moment)}</p>", *map(_section, records.sheets)]
    return html_page(f"{records.title}: records", STYLE, body)


def _section(sheet: Sheet) -> str:
    own = ' class="own"' if sheet.own_page else ""
    lines = [f"<section{own}>", f"<h2>{escape(sheet.title)}</h2>"]
    lines += [html_table(sheet.heads, sheet.rows)] if sheet.rows else []
    if sheet.note or not sheet.rows:
        lines.append(f'<p class="note">{escape(sheet.note or "nothing")}</p>')
    return "\n".join([*lines, "</section>"])


def as_markdown(records: Records) -> str:
    """The same as Markdown."""
    lines = [f"# {markdown(records.title)}", "", markdown(records.moment), ""]
    for sheet in records.sheets:
        lines += [f"## {markdown(sheet.title)}", ""]
        lines += [*markdown_table(sheet.heads, sheet.rows), ""] if sheet.rows else []
        if sheet.note or not sheet.rows:
            lines += [markdown(sheet.note or "nothing"), ""]
    return "\n".join(lines)
