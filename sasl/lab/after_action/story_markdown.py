"""A story as Markdown; instead of maps a table of positions."""

from __future__ import annotations

from collections.abc import Iterator

from sasl.kernel.pages import markdown_table
from sasl.kernel.text import counted, markdown
from sasl.lab.after_action.positions import Spot, Stack
from sasl.lab.after_action.story import Act, GameTurn, PlayerTurn, Story
from sasl.lab.after_action.story_tables import losses_by_side, vp_rows


def as_markdown(story: Story) -> str:
    """The whole page."""
    lines = [f"# {markdown(story.title)}: after-action report", "", f"**{markdown(story.result)}**", ""]
    lines += [
        *(f"- {markdown(name)}: {markdown(text)}" for name, text in story.facts),
        "",
        markdown(story.briefing),
        "",
    ]
    if story.end and story.end.lines:
        rows = ((text, str(ours), str(theirs)) for text, ours, theirs in story.end.lines)
        lines += ["## How VP were counted", "", *markdown_table(("line", "FRIENDLY", "ENEMY"), rows), ""]
    lines += ["## VP and losses", "", *markdown_table(*vp_rows(story)), ""]
    lines += [*(f"- {markdown(text)}" for text in losses_by_side(story.losses) or ["Nobody was lost."]), ""]
    lines += ["## Set-up", "", *(f"- {markdown(text)}" for text in story.set_up), ""]
    for turn in story.turns:
        lines += [f"## Game Turn {turn.number}", ""]
        for item in turn.player_turns:
            lines += _player_turn(item)
        lines += _position(story, turn)
    return "\n".join(lines)


def _player_turn(item: PlayerTurn) -> Iterator[str]:
    yield from (f"### Game Turn {item.turn}, {item.side} Player Turn", "")
    for phase in item.phases:
        if phase.acts:
            yield from (f"**{phase.name}**", "")
            for act in phase.acts:
                yield from _act(act)
            yield ""
    for loss in item.losses:
        yield f"- {loss.side} **{loss.word}**: {markdown(loss.words)}"
    ours, theirs = item.vp
    yield from ("", f"{counted(item.fights, 'attack')}; VP after it: FRIENDLY {ours}, ENEMY {theirs}.", "")


def _act(act: Act) -> Iterator[str]:
    told = [markdown(text) for text in (act.title, *act.moves, *act.notes, *act.rolls) if text]
    what, more = (told[0], told[1:]) if told else ("", [])
    came = markdown(". ".join(act.came))
    yield f"- **{what}**" if act.fight else f"- {what or came}"
    yield from (f"  - {text}" for text in more)
    if came and what:
        yield f"  - **{came}**"


def _position(story: Story, turn: GameTurn) -> Iterator[str]:
    when = "The position at the end of the Game Turn" if story.end or turn is not story.turns[-1] else "The position"
    rows = [_row(spot) for spot in story.spots(turn)]
    yield from (f"{when}:", "", *markdown_table(("hex", "VPO", "FRIENDLY", "ENEMY", "S?", "else"), rows), "")


def _row(spot: Spot) -> tuple[str, ...]:
    return spot.name, spot.vpo, _names(spot.friendly), _names(spot.enemy), spot.suspect_words, ", ".join(spot.marks)


def _names(stack: Stack | None) -> str:
    return "; ".join(stack.units) if stack else ""
