"""A campaign in words: where it is, both sides' figures, its steps, the Force Organizer, the roster."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_state import BOXES, FLAGS, SIDES, Nation, Piece, Purchase, RosterLine, Work
from sasl.campaign.secrets import as_known, chit_covered, covered, secretive, shown_key
from sasl.campaign.steps.campaign_victory import figure, needed, points, total
from sasl.campaign.steps.clearing import is_new
from sasl.campaign.steps.step_kinds import belongs
from sasl.campaign.vocabulary import SUPPORT, TRAPS
from sasl.content.missions.campaign import CampaignStep
from sasl.kernel.frozen import Frozen, replace
from sasl.kernel.text import counted, id_range, one_of, tallied

STAGES = {"initial": "before the Initial Scenario", "scenario": "the scenario", "refit": "Reorganization Phase",
          "over": "the campaign is over"}  # fmt: skip
FIGURES = (
    ("CPP", "cpp"), ("FPP", "fpp"), ("SAN", "san"), ("ELR", "elr"), ("CVP", "cvp"), ("EVP", "evp"), ("LVP", "lvp"),
    ("suffered", "suffered"), ("won", "wins"),
)  # fmt: skip
"""The columns of the figures: heading, and the name of the figure."""
Mark = Literal["done", "now", "open", "out"]
SIGNS: dict[Mark, str] = {"done": "✓", "now": "►", "open": "·", "out": "-"}


def place(game: CampaignGame) -> str:
    """The present date and step, or stage: `23 June, AM: 7.518 Purchasing Reinforcement Groups`."""
    step = game.step
    where = f"{step.rule} {step.title}" if step else STAGES[game.state.stage]
    return f"{game.date.title or game.date.id}: {where}"


def date_line(game: CampaignGame, width: int = 0) -> str:
    """Campaign, date, stage, weather and dice in one line; where that is wider than `width`, without the title, and
    without dice that roll themselves."""
    state = game.state
    parts = [game.campaign.title, f"{game.date.title or game.date.id} ({state.date + 1} of {len(game.campaign.dates)})"]
    parts.append(STAGES[state.stage])
    sky = ", ".join(filter(None, (state.fact("weather"), f"EC {state.fact('ec')}" if state.fact("ec") else "",
                                  _wind(state.fact("wind")),
                                  f"Booby Traps {state.fact(TRAPS)}" if state.fact(TRAPS) else "")))  # fmt: skip
    parts += [sky] * bool(sky)
    dice = "by hand" if state.dice.by_hand else "auto"
    parts.append(f"dice {'typed ' + ' '.join(map(str, state.dice.queue)) if state.dice.queue else dice}")
    line = "  │  ".join(parts)
    if not width or len(line) <= width:
        return line
    return " │ ".join(parts[1:] if state.dice.by_hand or state.dice.queue else parts[1:-1])


def _wind(word: str) -> str:
    """The wind as the date line says it: `wind Mild Breeze`, but `heavy wind` alone."""
    return f"wind {word}" if word and "wind" not in word.lower() else word


def figure_lines(game: CampaignGame) -> list[str]:
    """Both sides' figures as a table of three lines: a heading and one line for each side."""
    head = f"{'':10}" + "".join(f"{title:>{max(5, len(title) + 2)}}" for title, _ in FIGURES) + f"{'VP':>5}"
    lines = [head]
    for side in SIDES:
        cells = (f"{money(game, side, name):>{max(5, len(title) + 2)}}" for title, name in FIGURES)
        lines.append(f"{side.capitalize():10}" + "".join(cells) + f"{total(game, side):>5}")
    return lines


def vp_lines(game: CampaignGame) -> list[str]:
    """7.4: every line of the campaign's VP as it stands, and what victory needs."""
    rule = game.campaign.victory
    found = [f"{side.capitalize()} {worth}: {text}" for text, side, worth in points(game)]
    over = game.state.stage == "over"
    if rule.declared:
        return [*found, f"{game.state.outcome}." if over else "The players say who has won, by their own rules."]
    least, have = needed(game, rule), total(game, rule.side)
    if over:
        return [*found, f"{game.state.outcome}: {rule.side.capitalize()} VP {have} of {least}."]
    need = f"{rule.side.capitalize()} wins with {least} VP at the end; now {have}"
    return [*found, f"{need}; otherwise {rule.otherwise.capitalize()} wins."]


# -- the steps ----------------------------------------------------------------------------------------


class StepLine(Frozen):
    """A step of the phase, and whether it is done, now, open or left out."""

    step: CampaignStep
    mark: Mark

    @property
    def text(self) -> str:
        """`✓ 7.518 Purchasing Reinforcement Groups`."""
        return f"{SIGNS[self.mark]} {self.step.rule} {self.step.title}"


def steps(game: CampaignGame) -> list[StepLine]:
    """7.5: the steps of this phase in order, those that are left out now among them."""
    state = game.state
    found = []
    for number, step in enumerate(game.campaign.steps):
        mark: Mark = "open"
        if state.stage in ("initial", "refit") and number == state.step:
            mark = "now"
        elif number in state.done:
            mark = "done"
        elif state.stage in ("initial", "refit") and not belongs(game, step):
            mark = "out"
        found.append(StepLine(step, mark))
    return found


def progress(game: CampaignGame) -> str:
    """How many steps of this phase are done: `3 of 9 steps done`."""
    lines = [line for line in steps(game) if line.mark != "out"]
    done = sum(1 for line in lines if line.mark == "done")
    return f"{done} of {len(lines)} steps done"


# -- counters -----------------------------------------------------------------------------------------


def piece_words(game: CampaignGame, piece: Piece) -> str:
    """A counter in a line: `g467-1  squad 4-6-7, K12 [broken] with LMG (glmg1)`."""
    piece = as_known(game, piece)
    text = f"{piece.id}  {piece.kind} {piece.type}" + (f", {piece.hex}" if piece.hex else "")
    if piece.flags:
        text += f" [{states(piece)}]"
    held = [f"{item.type} ({item.id})" for item in game.state.held_by(piece.id)]
    if held:
        text += f" with {', '.join(held)}"
    return text + (f" - {piece.note}" if piece.note else "")


def states(piece: Piece) -> str:
    """The states of a counter in words."""
    return ", ".join(FLAGS.get(flag, flag) for flag in sorted(piece.flags))


def in_box(game: CampaignGame, side: Nation, box: str) -> list[Piece]:
    """7.14: what stands in a box of the Force Organizer, but for what is kept secret.

    Groups of this date that set up on the map wait among the Reinforcements, until their scenario has been fought.
    """
    waiting = game.state.stage in ("initial", "scenario") or game.reached("purchase")
    new = [piece for piece in game.state.of(side, "retained") if waiting and is_new(game.state, piece)]
    there = [piece for piece in game.state.of(side, box) if piece not in new]
    seen = (piece for piece in (*there, *(new if box == "coming" else ())) if not unseen(game, piece))
    return [as_known(game, piece) for piece in seen]


def own_lines(game: CampaignGame, side: Nation, box: str) -> list[tuple[str, str]]:
    """7.16: the counters of a side in a box by Reinforcement Group, those alike in one line, each with what it bears.

    Pairs of the line and the id of its (first) counter; a heading that names a group has no id.
    """
    there = in_box(game, side, box)
    ids = {piece.id for piece in there}
    groups: dict[str, list[Piece]] = {}
    for piece in there:
        if piece.holder not in ids:
            groups.setdefault(piece.group if piece.group in game.state.purchases else "", []).append(piece)
    lines = []
    for key, pieces in groups.items():
        if key or len(groups) > 1:
            lines.append((_group_words(game, game.state.purchases[key]) if key else "of no group", ""))
        alike: dict[tuple[object, ...], list[Piece]] = {}
        for piece in pieces:
            held = tuple(sorted(item.id for item in game.state.held_by(piece.id)))
            alike.setdefault((piece.type, piece.hex, piece.flags, piece.note, held), []).append(piece)
        inset = "  " if key or len(groups) > 1 else ""
        lines += [(inset + _alike(game, same), same[0].id) for same in alike.values()]
    return lines


def _group_words(game: CampaignGame, item: Purchase) -> str:
    """A Reinforcement Group as a heading: `I1 Rifle Co. I (p1), 23AM, full`."""
    group = game.campaign.group(item.side, item.group)
    name = f"{item.group} {group.title if group else ''}".strip()
    return ", ".join(filter(None, (f"{name} ({item.id})", game.campaign.dates[item.date].id, item.strength)))


def _alike(game: CampaignGame, pieces: list[Piece]) -> str:
    """Counters that are alike in a line: `9 x squad 4-6-7 (g467-4 to g467-12)`."""
    if len(pieces) == 1:
        return piece_words(game, pieces[0])
    words = piece_words(game, pieces[0]).partition("  ")[2]
    return f"{len(pieces)} x {words} ({id_range([item.id for item in pieces])})"


def by_type(pieces: Iterable[Piece]) -> Iterator[str]:
    """Counters by type with their ids: `9 x 4-6-7 (g467-4 to g467-12)`, `MMG (gmmg1)`."""
    found: dict[str, list[str]] = {}
    for piece in pieces:
        found.setdefault(piece.type, []).append(piece.id)
    for name, ids in found.items():
        yield f"{len(ids)} x {name} ({id_range(ids)})" if len(ids) > 1 else f"{name} ({ids[0]})"


def types(game: CampaignGame, side: Nation, box: str) -> str:
    """The counters of a side in a box by type: `12 x 4-6-7, 2 x HMG, 9-1`."""
    return tallied(piece.type for piece in in_box(game, side, box))


def organizer(game: CampaignGame, side: Nation) -> list[tuple[str, str, int]]:
    """7.14: the Force Organizer of a side: box, its name, how many counters; the empty ones, too."""
    return [(box, title, len(in_box(game, side, box))) for box, title in BOXES.items()]


def money(game: CampaignGame, side: Nation, name: str) -> str:
    """A figure of a side; `?` where it would tell what the side keeps secret."""
    return "?" if name in ("cpp", "fpp") and covered(game, side) else str(figure(game, side, name))


def purse(game: CampaignGame, side: Nation) -> str:
    """The CPP a side may spend: `CPP 8 of 20, Support CPP 6`; what it had in all is known from the purchases on."""
    have, whole = money(game, side, "cpp"), game.state.number(side, "cpp-total")
    known = whole and have != "?" and (game.reached("purchase") or game.state.stage != "refit")
    support = 0 if chit_covered(game.state, side) else game.state.number(side, SUPPORT)
    return f"CPP {have}" + (f" of {whole}" if known else "") + (f", Support CPP {support}" if support else "")


def unseen(game: CampaignGame, piece: Piece) -> bool:
    """Whether a counter is new (bought, or come for a MMC), off the map, and of a side that keeps that secret."""
    item = game.state.purchases.get(piece.group)
    new = "joined" in piece.flags or (item is not None and item.date == game.state.date)
    return new and piece.box != "map" and covered(game, piece.side)


def unseen_work(game: CampaignGame, work: Work) -> bool:
    """7.5073: whether a fortification is hidden, and its side one that keeps secrets from the player."""
    return not work.found and _kept_hidden(game, work)


def work_words(game: CampaignGame, work: Work) -> str:
    """What a fortification is: of mines that Recon has found, no more than that (7.5226)."""
    return "minefield" if work.found and _kept_hidden(game, work) else work.text or work.kind


def _kept_hidden(game: CampaignGame, work: Work) -> bool:
    side = one_of(work.side, SIDES)
    secret = side is not None and secretive(game.state, side) and not game.state.fact(shown_key(side))
    return work.hidden and secret and game.state.stage != "over"


def purchase_words(game: CampaignGame, item: Purchase) -> str:
    """A purchase in a line: `p10 I1 Rifle Co. I, 7 CPP, on-map, full`."""
    group = game.campaign.group(item.side, item.group)
    parts = [f"{item.id} {item.group} {group.title if group else ''}".strip()]
    parts += ["given"] * item.given + [f"{item.cost} CPP"] * (not item.given)
    return ", ".join(filter(None, (*parts, item.setup, *item.extras, item.strength)))


def purchases_of(game: CampaignGame, side: Nation) -> list[Purchase]:
    """What a side bought or was given on this date; nothing where it is secret."""
    return [] if covered(game, side) else todays(game, side)


def todays(game: CampaignGame, side: Nation) -> list[Purchase]:
    """What a side bought or was given on this date."""
    return [item for item in game.state.purchases.values() if item.side == side and item.date == game.state.date]


def works_of(game: CampaignGame, side: Nation) -> list[str]:
    """The fortifications of a side by kind: how many, how many of them are still to be placed."""
    mine: dict[str, list[Work]] = {}
    for work in game.state.works.values():
        if work.side == side and not unseen_work(game, work):
            mine.setdefault(work_words(game, work), []).append(work)
    lines = []
    for name, works in mine.items():
        waiting = sum(1 for work in works if not work.hex)
        placed = ", ".join(work.hex for work in works if work.hex)
        left = f"{waiting} to be placed" if waiting else ""
        lines.append(f"{len(works)} x {name}: {'; '.join(filter(None, (placed, left)))}")
    return lines


def side_lines(game: CampaignGame, side: Nation) -> list[str]:
    """One side whole: figures, purchases of this date, Force Organizer, fortifications."""
    lines = [f"{side.capitalize()}: {game.campaign.sides[side].force}"]
    lines.append(", ".join([purse(game, side), *(f"{title} {money(game, side, name)}" for title, name in FIGURES[1:])])
                 + f"; Historical DRM {game.historical(side):+d}")  # fmt: skip
    bought = purchases_of(game, side)
    if covered(game, side):
        lines.append("Purchases: secret")
    elif bought:
        lines += ["Purchases of this date:", *(f"  {purchase_words(game, item)}" for item in bought)]
    for box, title, count in organizer(game, side):
        if count:
            lines.append(f"{title[0].upper() + title[1:]} ({box}): {counted(count, 'counter')}")
            lines.append(f"  {types(game, side, box)}")
    works = works_of(game, side)
    return lines + (["Fortifications:", *(f"  {text}" for text in works)] if works else [])


# -- the roster ---------------------------------------------------------------------------------------

ROSTER = (
    ("CPP at start", "cpp-start"), ("CPP gained", "cpp-gained"), ("CPP in all", "cpp-total"),
    ("CPP spent", "cpp-spent"), ("CPP left", "cpp-left"), ("SAN", "san"), ("ELR", "elr"), ("Recon", "recon"),
    ("CVP", "cvp"), ("EVP", "evp"), ("LVP", "lvp"), ("Historical DRM", "historical"), ("Groups", "groups"),
    ("Weather", "weather"), ("EC", "ec"), ("Wind", "wind"), ("Scenario", "scenario"), ("Last won by", "winner"),
)  # fmt: skip
"""The lines of the roster: heading, and the name of the figure in a roster line."""
SECRET = ("cpp-start", "cpp-gained", "cpp-total", "cpp-spent", "cpp-left", "groups")
"""What stays covered of the present date while purchases are secret: with part of its CPP the rest could be told."""
WIDTH = 20


def standing_figures(game: CampaignGame, side: Nation) -> dict[str, str]:
    """What the roster says of a side on the present date, as it is now; but for the CPP of the date."""
    state = game.state
    figures = {name: str(figure(game, side, name)) for name in ("san", "elr", "cvp", "evp", "lvp")}
    figures["recon"] = str(state.numbers.get(f"{side}.recon-dr", state.number(side, "recon")))  # 7.5225: its Final dr
    figures["groups"] = " ".join(item.group for item in todays(game, side))
    figures |= {name: state.fact(name) for name in ("weather", "ec", "wind", "scenario", "winner")}
    return {**figures, "historical": str(game.historical(side))}


def open_line(game: CampaignGame, side: Nation) -> RosterLine | None:
    """7.15: the line of a side's roster that still follows what is: the last of the present date.

    12.6253: a declared Counterattack ends that of the scenario before it.
    """
    state = game.state
    mine = [line for line in state.roster if (line.side, line.date) == (side, state.date)]
    last = max(mine, key=lambda line: line.scenario, default=None)
    struck = state.fact("counterattack") == "declared" and game.reached("counterattack")
    return None if last and struck and last.scenario < state.scenario else last


def roster_lines(game: CampaignGame, side: Nation) -> list[tuple[str, RosterLine]]:
    """7.15: a side's lines with the names of their dates: those written down, the open one as it is now."""
    now, found = open_line(game, side), list[tuple[str, RosterLine]]()
    for line in sorted(
        (line for line in game.state.roster if line.side == side), key=lambda line: (line.date, line.scenario)
    ):
        before = sum(1 for _, other in found if other.date == line.date)
        name = game.campaign.dates[line.date].id + (f" ({before + 1})" if before else "")
        if line == now:
            line = replace(line, figures={**line.figures, **standing_figures(game, side)})
        found.append((name, line))
    return found


def roster_page(game: CampaignGame, side: Nation) -> list[str]:
    """7.15: the CG Roster of a side as a page: a column for each date, and each scenario of it, written down."""
    written = roster_lines(game, side)
    head = f"CG ROSTER: {side.capitalize()} - {game.campaign.sides[side].force}"
    if not written:
        return [head, f"Nothing is recorded yet: a column is filled when set-up ends ({game.rule('7.5224')})."]
    lines = [head, f"{'':16}" + "".join(f"{name:<{WIDTH}}" for name, _ in written)]
    for title, name in ROSTER:
        secret = game.state.date if covered(game, side) and name in SECRET else -1
        cells = [_cell("?" if line.date == secret else line.figures.get(name, "")) for _, line in written]
        high = max(map(len, cells))
        for row in range(high):
            texts = "".join(f"{(cell[row] if row < len(cell) else ''):<{WIDTH}}" for cell in cells)
            lines.append(f"{title if row == 0 else '':16}{texts}".rstrip())
    return lines


def _cell(text: str) -> list[str]:
    """A figure of the roster in lines that fit its column."""
    lines = [""]
    for word in text.split() or ["-"]:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH - 2:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
