"""A story as one HTML page that stands alone: no script, nothing from elsewhere, maps drawn into it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from sasl.board.board import Board
from sasl.kernel.pages import html_page, html_table
from sasl.kernel.text import counted
from sasl.lab.after_action import map_svg
from sasl.lab.after_action.map_svg import Drawing, key_words
from sasl.lab.after_action.positions import summary
from sasl.lab.after_action.story import Act, GameTurn, Loss, PlayerTurn, Story
from sasl.lab.after_action.story_tables import losses_by_side, vp_rows

STYLE = f"""
body {{ font: 11pt/1.4 serif; margin: 1.5em auto; max-width: 75em; padding: 0 1em; color: #111; background: #fdfcf6; }}
h1 {{ font-size: 18pt; margin: 0; }} h2 {{ font-size: 15pt; border-bottom: 2px solid #7a4a16; margin: 1.6em 0 .4em; }}
h3 {{ font-size: 12.5pt; margin: 1.2em 0 .3em; }} h4 {{ font-size: 11pt; margin: .8em 0 .1em; color: #444; }}
table {{ border-collapse: collapse; }} th, td {{ border: 1px solid #999; padding: .15em .5em; text-align: left; }}
th {{ background: #efeada; }} .result {{ font-weight: bold; font-size: 13pt; }} .note {{ font-style: italic; }}
ul {{ margin: .2em 0; padding-left: 1.4em; }} .fight > .what {{ font-weight: bold; }}
.came {{ color: #8d0c00; }} .dice {{ font-size: 9.5pt; color: #333; }} summary {{ cursor: pointer; }}
figure {{ margin: 1em 0; }} .map {{ overflow-x: auto; }} .key {{ padding: 0 .35em; border: 1px solid #777; }}
svg.ground {{ position: absolute; width: 0; height: 0; }}
{map_svg.STYLE}
@media (max-width: 48em) {{ table {{ display: block; overflow-x: auto; }} }}
@media print {{
  @page {{ size: A4; margin: 12mm; }} body {{ margin: 0; max-width: none; font-size: 9pt; }}
  h2, h3, h4 {{ break-after: avoid; }} figure {{ break-inside: avoid; }} .map svg {{ max-width: 100%; height: auto; }}
}}
""".strip()


def as_html(story: Story) -> str:
    """The whole page."""
    drawings = _drawings(story.turns)
    first = next(iter(drawings.values()), None)
    parts = [
        f"<h1>{escape(story.title)}: after-action report</h1>", f'<p class="result">{escape(story.result)}</p>',
        html_table(("", ""), story.facts), f"<p>{escape(story.briefing)}</p>",
        *_end(story), "<h2>VP and losses</h2>", html_table(*vp_rows(story)), *_losses_of_all(story.losses),
        "<h2>Set-up</h2>", _list(story.set_up),
    ]  # fmt: skip
    if first:
        parts.append(f'<p class="note">On the maps: {key_words(first.terrains())}</p>')
        parts.append(f'<svg class="ground" aria-hidden="true"><defs>{_grounds(drawings.values())}</defs></svg>')
    for turn in story.turns:
        parts += [f"<section><h2>Game Turn {turn.number}</h2>"]
        for item in turn.player_turns:
            parts += _player_turn(item)
        parts += [_figure(story, turn, drawings[id(turn.end.board)]), "</section>"]
    return html_page(f"{story.title}: after-action report", STYLE, parts)


def _drawings(turns: Iterable[GameTurn]) -> dict[int, Drawing]:
    """A drawing for each board that the map was: mapboards and shellholes come in play."""
    boards: dict[int, Board] = {id(turn.end.board): turn.end.board for turn in turns}
    return {key: Drawing(board, f"ground{number}") for number, (key, board) in enumerate(boards.items(), 1)}


def _grounds(drawings: Iterable[Drawing]) -> str:
    return "".join(drawing.ground() for drawing in drawings)


def _figure(story: Story, turn: GameTurn, drawing: Drawing) -> str:
    last = turn is story.turns[-1]
    when = f"Game Turn {turn.number}" if story.end or not last else f"{turn.end.state.moment} (not over)"
    title = f"The position {'in' if last and not story.end else 'at the end of'} {when}"
    spots = story.spots(turn)
    words = summary(spots)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><div class="map">'
        f"{drawing.picture(spots, title, words, f'turn{turn.number}')}</div>"
        f"<details><summary>Who is where, as text</summary>{_list(spot.words for spot in spots)}</details></figure>"
    )


def _player_turn(item: PlayerTurn) -> list[str]:
    parts = [f"<h3>Game Turn {item.turn}, {item.side} Player Turn</h3>"]
    for phase in item.phases:
        if phase.acts:
            parts += [f"<h4>{escape(phase.name)}</h4>", "<ul>", *map(_act, phase.acts), "</ul>"]
    if item.losses:
        parts.append(_list(f"{loss.side} {loss.word}: {loss.words}" for loss in item.losses))
    ours, theirs = item.vp
    parts.append(f"<p>{counted(item.fights, 'attack')}; VP after it: FRIENDLY {ours}, ENEMY {theirs}.</p>")
    return parts


def _act(act: Act) -> str:
    told, rolls = [text for text in (act.title, *act.moves, *act.notes) if text], list(act.rolls)
    if not told and len(rolls) == 1:
        told, rolls = rolls, []
    lines = [f'<span class="what">{escape(told[0])}</span>', *map(escape, told[1:])] if told else []
    if act.came:
        lines.append(f'<span class="came">{escape(". ".join(act.came))}</span>')
    text = "<br>".join(lines)
    if rolls:
        opened = " open" if act.fight else ""
        text += f"<details{opened}><summary>{counted(len(rolls), 'roll')}</summary>"
        text += "".join(f'<div class="dice">{escape(line)}</div>' for line in rolls) + "</details>"
    opening = '<li class="fight">' if act.fight else "<li>"
    return f"{opening}{text}</li>"


def _end(story: Story) -> list[str]:
    if not story.end:
        return []
    rows = [(text, str(ours), str(theirs)) for text, ours, theirs in story.end.lines]
    return ["<h2>How VP were counted</h2>", html_table(("line", "FRIENDLY", "ENEMY"), rows)] if rows else []


def _losses_of_all(losses: list[Loss]) -> list[str]:
    return [_list(losses_by_side(losses))] if losses else ["<p>Nobody was lost.</p>"]


def _list(lines: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"
