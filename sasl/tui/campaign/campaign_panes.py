"""What the panes of a campaign say: the steps, the log, the Force Organizer. Pure text."""

from __future__ import annotations

import inspect
from collections.abc import Iterable

from sasl.asl.game.events import Event, Told
from sasl.campaign import campaign_report
from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_sequence import STEPS, is_yours
from sasl.campaign.campaign_state import Nation
from sasl.campaign.secrets import covered
from sasl.campaign.steps.step_kinds import Step
from sasl.kernel.frozen import Frozen
from sasl.saves.history import LogLine
from sasl.tui.widgets.lines import Line

SIDE_LOOK = {"russian": "friendly", "german": "enemy"}
TOPICS = ("all", "roll", "unit", "control", "marker", "phase", "told", "adjust")
"""What the log can be narrowed to."""
MARK_LOOK = {"done": "good", "now": "key", "open": "", "out": "dim"}


class Entry(Frozen):
    """A line of the log: its moment and its facts."""

    n: int
    events: tuple[Event, ...]


def step_lines(game: CampaignGame) -> list[Line]:
    """The steps of this phase; those left out now come last, in one line."""
    steps = campaign_report.steps(game)
    lines = [Line(_step_text(game, line), MARK_LOOK[line.mark], line) for line in steps if line.mark != "out"]
    left = sum(1 for line in steps if line.mark == "out")
    return lines + ([Line(f"- {left} more, left out in this phase", "dim")] if left else [])


YOURS = "○"
"""The sign of a step still to come in which the player has something to do."""


def _step_text(game: CampaignGame, line: campaign_report.StepLine) -> str:
    """A step with its sign: `○` for one still to come that is the player's, `·` for one that the program does."""
    yours = line.mark == "open" and is_yours(game, line.step)
    return YOURS + line.text[1:] if yours else line.text


def about_step(game: CampaignGame, line: campaign_report.StepLine) -> list[Line]:
    """A step in full: rule, marks, what the player does in it, what is missing."""
    step = line.step
    played = STEPS[step.step]
    words = {
        "start": "also before the Initial Scenario",
        "end": "also after the last scenario",
        "again": "repeated while no scenario is generated",
        "not-counterattack": "not before a Counterattack",
    }
    lines = [Line(f"{step.rule} {step.title}", "head")]
    lines += [Line(words[mark], "dim") for mark in step.marks]
    lines += [Line(f"part of {step.part_of}", "dim")] if step.part_of else []
    lines += [Line(text) for text in _about_played(played)]
    asked = played.asked(game)
    if asked and line.mark not in ("now", "done"):  # now the prompt says it already
        lines.append(Line(asked, "key"))
    if not asked:
        lines.append(Line("The program does it as the step begins; the log shows the result."))
    return [*lines, *([Line(step.note, "house")] if step.note else [])]


def _about_played(step: Step) -> list[str]:
    """What a step does, as it says of itself: a paragraph each."""
    paragraphs = inspect.cleandoc(step.begin.__doc__ or "").split("\n\n")
    return [" ".join(text.split()) for text in paragraphs if text]


def log_lines(log: Iterable[LogLine]) -> list[Line]:
    """The log; each line stands for its Entry."""
    return [Line(line.text, _look(line.event, line.text), Entry(line.n, line.events)) for line in log]


def _look(event: Event, text: str) -> str:
    if isinstance(event, cev.StepBegan | cev.StageSet | cev.DateBegan | cev.CampaignEnded):
        return "head"
    if isinstance(event, Told) and (event.board or event.stop):
        return "bad"
    if "[house]" in text or "[reconstructed]" in text:
        return "house"
    return {"unit": "", "adjust": "dim", "dice": "dim", "control": "good", "roll": "key"}.get(event.topic, "")


def force_lines(game: CampaignGame, side: Nation) -> list[Line]:
    """The Force Organizer of a side: each box with its counters by id; purchases of the date and fortifications."""
    look = SIDE_LOOK[side]
    lines = [Line(f"{side.capitalize()}: {game.campaign.sides[side].force}", "head")]
    if covered(game, side):
        lines.append(Line("Purchases: kept secret", "dim"))
    bought = campaign_report.purchases_of(game, side)
    if bought:
        lines += [Line("Purchases of this date", "head")]
        lines += [Line(f"  {campaign_report.purchase_words(game, item)}", "", None) for item in bought]
    for box, title, count in campaign_report.organizer(game, side):
        if not count:
            continue
        lines.append(Line(f"{title[0].upper() + title[1:]}: {count}", "head"))
        lines += [
            Line(f"  {text}", (look if box != "gone" else "dim") if key else "key", key or None)
            for text, key in campaign_report.own_lines(game, side, box)
        ]
    works = campaign_report.works_of(game, side)
    return lines + ([Line("Fortifications", "head"), *(Line(f"  {text}") for text in works)] if works else [])
