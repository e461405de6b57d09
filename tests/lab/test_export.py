"""A game as a page: what it says is what the game holds, and it stands alone."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from field import FRIENDLY, field

from sasl.asl.game import events as ev
from sasl.asl.game.sides import SIDES, Side, opponent
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.after_action.map_svg import TERRAIN, Drawing
from sasl.lab.after_action.positions import Spot, Stack, positions
from sasl.lab.after_action.story import Act, Story, story
from sasl.lab.after_action.story_html import as_html
from sasl.lab.after_action.story_markdown import as_markdown
from sasl.lab.after_action.story_tables import data, vp_rows
from sasl.lab.watching.watch import Watch
from sasl.saves.session import Session
from sasl.solitaire.victory import totals

SEED = 3


@cache
def played() -> Session:
    """A whole watched game of the small mission."""
    session = Session.memory(Library(shipped_root()), "platoon", SEED, "watch")
    for _ in Watch(session).run():
        pass
    assert session.game.state.stage == "over"
    return session


@cache
def told() -> Story:
    return story(played(), begun="1944-06-22T05:00:00", played="1944-06-23 18:00")


def facts() -> list[ev.Event]:
    return [event for moment in played().moments for event in moment.events]


class Page(HTMLParser):
    """What a page is made of: tags that are open, ids, references, and texts."""

    VOID = ("meta", "br", "use", "path", "rect")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.named: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            assert not name.startswith("on") and name != "src"
            if name in ("href", "xlink:href", "action", "data"):
                self.links.append(value or "")
            elif name == "id":
                self.ids.append(value or "")
            elif name == "aria-labelledby":
                self.named += (value or "").split()
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


# -- the story is the game's ---------------------------------------------------------------------------


def test_losses_are_those_the_game_counts() -> None:
    state = played().game.state
    lost: dict[str, int] = {}
    for loss in told().losses:
        if loss.final:
            lost[f"{loss.side} {loss.kind}"] = lost.get(f"{loss.side} {loss.kind}", 0) + 1
    assert lost == dict(state.lost) and lost
    assert [loss.id for loss in told().losses if loss.final] == [
        fact.id for fact in facts() if isinstance(fact, ev.UnitRemoved) and fact.counts
    ]


def test_every_player_turn_is_there_with_its_vp() -> None:
    game = played().game
    began = [(fact.turn, fact.side) for fact in facts() if isinstance(fact, ev.PhaseBegan)]
    turns = told().player_turns
    assert [(item.turn, item.side) for item in turns] == list(dict.fromkeys(began))
    assert [turn.number for turn in told().turns] == list(range(1, game.state.turn + 1))
    assert [phase.name for phase in turns[0].phases] == [
        fact.phase for fact in facts() if isinstance(fact, ev.PhaseBegan) and (fact.turn, fact.side) == (1, "FRIENDLY")
    ]
    last = next(fact for fact in facts() if isinstance(fact, ev.MissionEnded))
    assert turns[-1].vp == (last.friendly, last.enemy) and told().result == last.describe()
    ends = {
        (before.game.state.turn, before.game.state.side): totals(before.game)
        for before, after in zip(played().moments, played().moments[1:], strict=False)
        if before.game.state.turn and before.game.state.side != after.game.state.side
    }
    assert all(item.vp == ends[item.turn, item.side] for item in turns[:-1])


def _in(fact: ev.Event, turn: int, side: Side) -> bool:
    return isinstance(fact, ev.PhaseBegan) and (fact.turn, fact.side) == (turn, side)


def test_every_attack_and_every_roll_of_play_is_told_once() -> None:
    acts = [act for item in told().player_turns for phase in item.phases for act in phase.acts]
    whole = facts()
    begun = next(number for number, fact in enumerate(whole) if isinstance(fact, ev.PhaseBegan))
    rolls = [fact.describe() for fact in whole[begun:] if isinstance(fact, ev.Rolled)]
    assert [text for act in acts for text in act.rolls] == rolls
    assert sum(act.fight for act in acts) >= sum(isinstance(fact, ev.Fired) for fact in whole) > 0


def test_moves_that_follow_each_other_are_one_sentence_from_start_to_goal() -> None:
    moves = [text for item in told().player_turns for phase in item.phases for act in phase.acts for text in act.moves]
    assert "458b goes G10-G9-G8-G7 (4 MF)" in moves


def test_a4_3_a_move_with_bypass_is_one_sentence() -> None:
    table = field(FRIENDLY, "PFPh", K19="woods")
    squad = table.new("FRIENDLY", "6-2-8", "K20")
    table.all("next", f"move {squad} K19-L19-L18 K18 K17")
    (act,) = story(table.session).player_turns[-1].phases[-1].acts
    assert act.moves == (f"{squad} goes K20-K19-K18-K17 in Bypass along K19-L19-L18 (3 MF)",)


def test_house_figures_stay_marked() -> None:
    assert "ENEMY SAN is 2 [house]." in told().set_up
    assert "[house]" in as_html(told()) and "\\[house\\]" in as_markdown(told())
    titles = [act.title for item in told().player_turns for phase in item.phases for act in phase.acts]
    assert "ENEMY 436a,80a fire at F8: expected loss 0.40 squads [house]" in titles


def test_a_game_that_is_not_over_says_so_and_keeps_what_is_hidden() -> None:
    session = played()
    number, unit = next(
        (moment.n, unit)
        for moment in session.moments
        for unit in moment.game.state.on_map("ENEMY")
        if moment.game.state.stage == "play"
    )
    game = session.moments[number].game
    state = game.state
    hidden = replace(unit, flags=unit.flags | {"hidden"})
    game = game.at(replace(state, units={**state.units, unit.id: hidden}))
    assert not any(unit.id in spot.words for spot in positions(game))
    assert any(unit.id in spot.words for spot in positions(game, told_all=True))


def test_a_game_half_played_is_told_as_far_as_it_goes() -> None:
    session = Session.memory(Library(shipped_root()), "platoon", SEED, "watch")
    assert story(session).turns == () and "set up" in story(session).result
    for _ in Watch(session).run():
        if session.game.state.turn == 2:
            break
    found = story(session)
    assert found.end is None and found.result.startswith("Not over") and len(found.turns) == 2
    assert "(not over)" in as_html(found) and as_markdown(found)
    assert data(found)["winner"] is None


# -- the pages -----------------------------------------------------------------------------------------


def test_the_page_is_whole_and_takes_nothing_from_elsewhere() -> None:
    text = as_html(told())
    page = Page(text)
    assert not page.open and not {"script", "link", "img", "iframe", "object"} & set(page.tags)
    assert page.links and all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert "://" not in text and "url(" not in text and "@import" not in text
    assert len(page.ids) == len(set(page.ids)) and set(page.named) <= set(page.ids)


def test_the_page_has_a_map_and_its_text_for_each_game_turn() -> None:
    page, turns = Page(as_html(told())), told().turns
    assert page.tags.count("figure") == len(turns) == page.tags.count("desc")
    words = "\n".join(page.words)
    for turn in turns:
        for spot in told().spots(turn):
            assert spot.words in words
        assert {unit.hex for unit in turn.end.state.on_map()} <= {spot.hex for spot in told().spots(turn)}


@pytest.mark.parametrize("write", [as_html, as_markdown])
def test_both_pages_tell_result_seed_losses_and_vp(write: type) -> None:
    text = re.sub(r"\\([\W_])", r"\1", write(told()))
    for words in (told().result, str(SEED), "1944-06-22T05:00:00", *(loss.why for loss in told().losses if loss.why)):
        assert words in text
    assert text.count("VP after it:") == len(told().player_turns)
    assert len(vp_rows(told())[1]) == len(told().player_turns)


def test_hostile_text_stays_text() -> None:
    bad = '<script>alert("1")</script>|[x](http://e.vil)@'
    turns = told().turns
    spoilt = turns[0].player_turns[0].phases[0]
    acts, spoilt.acts = spoilt.acts, [Act(bad, True, (bad,), (bad, bad), (bad,), (bad,))]
    try:
        found = replace(told(), title=bad, briefing=bad, facts=((bad[:3], bad),), set_up=(bad,), turns=turns)
        page = Page(as_html(found))
        lines = as_markdown(found).splitlines()
    finally:
        spoilt.acts = acts
    assert "script" not in page.tags and not page.open and bad in page.words
    assert not any(re.search(r"(?<!\\)(<script|\]\(http|[|]\[x)", line) for line in lines)


def test_hostile_names_on_the_map_stay_text() -> None:
    bad = "<b>@&"
    board = played().game.board
    stack = Stack(bad, 2, False, (bad,))
    spots = [Spot("F5", stack, stack, ("Hold", bad), bad, (bad,)), Spot(bad, stack), Spot("ZZ99", stack)]
    page = Page(Drawing(board, "ground1").picture(spots, bad, bad, "t"))
    assert "b" not in page.tags and page.words.count("<b>@&×2") == 2


# -- the map -------------------------------------------------------------------------------------------


def test_the_ground_has_every_hex_its_name_and_the_rim() -> None:
    board = played().game.board
    page = Page(Drawing(board, "ground1").ground())
    assert set(board.names()) <= set(page.words)
    letters = {name.rstrip("0123456789") for name in board.names()}
    assert all(page.words.count(letter) == 2 for letter in letters)


def test_every_terrain_of_the_chart_has_its_colour() -> None:
    chart = played().game.board.chart
    used = {kind for name in played().game.board.names() for kind in played().game.board.terrain(name).terrains}
    assert used <= set(TERRAIN) and all(kind in chart for kind in used)


def test_hexes_of_the_picture_lie_as_on_the_board() -> None:
    drawing = Drawing(played().game.board, "ground1")
    (ax, ay), (bx, by), (cx, cy) = (drawing.centre(name) for name in ("C3", "C4", "D3"))
    assert ax == bx and cx > ax and ay < cy < by


def test_both_sides_are_told_who_played_them() -> None:
    rows = dict(told().facts)
    assert all("the program, doctrine" in rows[side] for side in SIDES) and opponent("ENEMY") in rows
