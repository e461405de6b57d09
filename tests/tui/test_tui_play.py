"""The screens under a pilot's keys: home, set-up, two turns, undo, past moments, resume."""

from __future__ import annotations

from pathlib import Path

import pytest
from playing_screens import at_first_mph, give, opened, opens, playing, to, until, without_suspects
from textual import events
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Static

from sasl.asl.game.context import Option, Question, read_answer
from sasl.asl.game.events import SuspectRemoved
from sasl.asl.game.los.sight import look
from sasl.asl.movement.allowance import CANNOT_MOVE
from sasl.content.library import Library
from sasl.kernel.notice import READ
from sasl.orders.engine import Ask
from sasl.saves.session import Session
from sasl.tui.app import SaslApp
from sasl.tui.home import HomeScreen
from sasl.tui.play.ordering.attack_dialog import ActDialog, AttackDialog
from sasl.tui.play.past import PastScreen
from sasl.tui.play.planning.order_lines import move_lines
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.tables.tables_screen import TablesScreen
from sasl.tui.widgets.ask_dialog import AskDialog
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dialogs import AdviceDialog, ListDialog
from sasl.tui.widgets.form_dialog import FormDialog
from sasl.tui.widgets.keyed import Keyed
from sasl.tui.widgets.lines import LineList

Player = Pilot[int]


def top(app: App[int]) -> object:
    """The screen on top."""
    return app.screen


def answer(app: App[int], given: object) -> None:
    """Close the dialog on top with an answer."""
    app.screen.dismiss(given)


async def settle(pilot: Player) -> PlayScreen:
    """See what must be seen and take default answers, until the play screen is on top."""
    quiet = 0
    for _ in range(600):
        screen = pilot.app.screen
        quiet = quiet + 1 if isinstance(screen, PlayScreen) else 0
        if quiet == 3 and isinstance(screen, PlayScreen):
            return screen
        if isinstance(screen, (ActDialog, AskDialog, AttackDialog)):
            screen.dismiss(screen.question.default)
        elif isinstance(screen, ListDialog):
            screen.dismiss(None)
        await pilot.pause(0)
    raise AssertionError(f"still on {pilot.app.screen}")


async def run(pilot: Player, line: str) -> PlayScreen:
    """Give a line as the command line would, once what stands there can have been read, and settle what comes of it."""
    screen = await settle(pilot)
    await pilot.pause(READ)
    screen.action_run(line)
    await pilot.pause(0)
    return await settle(pilot)


@pytest.mark.parametrize("seed", ["", "seven", "--7", "²", "1" * 16])
async def test_a_seed_that_is_no_whole_number_is_asked_for_again(tmp_path: Path, seed: str) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("n")
        answer(app, {"name": "first", "seed": seed})
        await pilot.pause()
        form = app.screen
        assert isinstance(form, FormDialog) and "whole number" in form.wrong
        assert [start for _, _, start in form.fields] == ["first", seed]


async def test_a_mission_from_home_to_resume(tmp_path: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, HomeScreen)
        await pilot.press("n")
        assert isinstance(app.screen, FormDialog)
        answer(app, {"name": "first", "seed": "7"})
        await pilot.pause(0.05)
        play = await settle(pilot)
        await pilot.press("n")
        play = await settle(pilot)
        assert play.session.game.state.stage == "suspects"
        assert "enemy-ac" in play.session.game.state.values
        for line in ("next", "wreck auto", "next", "next", "deploy", "next"):
            play = await run(pilot, line)
        assert play.session.game.state.moment == "Turn 1, FRIENDLY RPh"

        # a die typed ahead, then one asked for by hand
        await run(pilot, "dice 3 4")
        await run(pilot, "roll DR")
        assert any("DR 3,4 = 7" in line.text for line in play.session.log())
        await run(pilot, "dice hand")
        play.action_run("roll DR +1")
        await pilot.pause(0)
        assert isinstance(app.screen, AskDialog)
        assert "+1 player DRM" in str(app.screen.query_one("#beforehand", Static).render())
        answer(app, "9 9")
        await pilot.pause(0)
        assert isinstance(app.screen, AskDialog) and app.screen.question.error
        answer(app, "2 1")
        await pilot.pause(0)
        assert any("DR 2,1 = 3" in line.text for line in play.session.log())
        await run(pilot, "dice auto")

        # a command left in the middle leaves no trace
        before = len(play.session.moments)
        play.action_run("end")
        await pilot.pause(READ)
        await pilot.press("escape")
        assert top(app) is play and len(play.session.moments) == before

        # a turn, moving every stack of the first company until an S? is settled
        moved = 0
        while play.session.game.state.turn < 2:
            state = play.session.game.state
            if (state.side, state.phase) == ("FRIENDLY", "MPh"):
                goes = [
                    unit for unit in state.on_map("FRIENDLY") if unit.kind == "squad" and "no-command" not in unit.flags
                ]
                for unit in goes[:4]:
                    west = play.session.game.board.neighbours(str(unit.hex))[0]
                    count = len(play.session.moments)
                    play = await run(pilot, f"move {unit.id} {west}")
                    moved += len(play.session.moments) - count
            play = await run(pilot, "next")
        assert moved
        gone = [event for item in play.session.moments for event in item.events if isinstance(event, SuspectRemoved)]
        assert gone

        # undo and redo say what to change on the board
        now = play.session.game.state
        play.action_run("undo 3")
        await pilot.pause(0)
        assert isinstance(app.screen, ListDialog) and "change this on your board" in app.screen.heading
        await settle(pilot)
        assert play.session.game.state != now
        play.action_run("redo 2")
        await pilot.pause(0)
        await pilot.press("ctrl+r")  # the list of a step goes on with the next one
        play = await settle(pilot)
        assert play.session.game.state == now
        play.action_back()
        text, cursor = play.map.text(), play.map.cursor
        await pilot.press("q")
        assert isinstance(app.screen, HomeScreen)

    again = SaslApp(tmp_path, game="first")
    async with again.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0.1)
        play = await settle(pilot)
        assert play.session.game.state == now
        play.map.set_cursor(cursor)
        assert play.map.text() == text


@pytest.mark.parametrize("size", [(80, 24), (200, 60)])
async def test_other_sizes(library: Library, tmp_path: Path, size: tuple[int, int]) -> None:
    app = opened(at_first_mph(library), tmp_path)
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0)
        play = await settle(pilot)
        assert play.map.size.width >= 75 and play.map.size.height >= 14
        await pilot.press("2")
        log = play.query_one("#log", LineList)
        assert log.has_focus and log.size.height >= 8
        await pilot.press("escape", "z", "minus", "minus", "g")
        assert play.query_one("#command").has_focus
        await pilot.press("K", "2", "0", "enter")
        assert play.map.cursor == "K20" and play.map.has_focus


async def test_keys_take_move_and_explain(library: Library, tmp_path: Path) -> None:
    app = opened(without_suspects(at_first_mph(library)), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0)
        play = await settle(pilot)
        unit = next(
            item
            for item in play.session.game.state.on_map("FRIENDLY")
            if item.kind == "squad" and "no-command" not in item.flags
        )
        play.map.set_cursor(str(unit.hex))
        await pilot.press("space")
        assert unit.id in play.selection.ids and play.map.reach
        await pilot.press("down")
        game, goal = play.session.game, play.map.cursor
        near = sorted(game.board.within(goal, 4), key=lambda name: (game.board.distance(goal, name), name))
        free = (name for name in near if not game.state.units_at(name))
        give(play.session, f"suspect add {next(name for name in free if look(game, goal, name).exists)}")
        give(play.session, "dice 6")  # it draws a check, which comes to nothing
        await pilot.press("m")
        await settle(pilot)
        assert play.session.moments[-1].command.startswith("move ")

        await pilot.press("w")
        assert isinstance(app.screen, ListDialog) and app.screen.heading == "Why?"
        assert any(line.text.startswith("Roll:") for line in app.screen.lines)
        await pilot.press("space")

        # past moments are looked at, not gone to
        moments = len(play.session.moments)
        await pilot.press("t", "up", "up")
        assert isinstance(app.screen, PastScreen) and app.screen.shown.n == moments - 3
        banner = str(app.screen.query_one("#banner").render())
        assert banner.endswith("viewing only, enter jumps there") and len(banner) < 80, "not cut off on a narrow screen"
        await pilot.press("escape")
        assert top(app) is play and len(play.session.moments) == moments

        # who types there gives a command now, and jumps nowhere
        await pilot.press("t", "up", "colon")
        await pilot.pause(0)
        await pilot.press(*"status", "enter")
        await until(pilot, lambda: top(app) is play)
        assert len(play.session.moments) == moments and play.query_one(CommandLine).value == ""

        # what is wrong is one sentence, on the screen
        for line in ("move nobody Z99", "xyzzy", "undo 999", "go ZZ99", "why 0"):
            play.action_run(line)
            await pilot.pause(0)
            assert top(app) is play and str(play.query_one("#said").render()).startswith("No: ")
        play.session.submit = None  # type: ignore[method-assign, assignment]
        play.action_run("status")
        await pilot.pause(0)
        assert "nothing happened" in str(play.query_one("#said").render())


async def test_several_is_a_checklist(library: Library, tmp_path: Path) -> None:
    """Ticks by space, numbers, a and 0; typed answers; n goes on with what is proposed; the hexes are on the map."""
    app = opened(at_first_mph(library), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0)
        play = await settle(pilot)
        hexes = ("K14", "L13", "M12")
        question = Question(
            "several",
            "Which of these hexes have a LOS to M19?",
            "all",
            tuple(Option(name, "unsure") for name in hexes),
            hexes=hexes,
            rule="A6",
            id="los-from",
            subject=("M19",),
        )
        given: list[tuple[str, tuple[str, ...]]] = []
        play.orders.submit = lambda line, answers=(): not given.append((line, answers))  # type: ignore[method-assign, func-returns-value]

        async def asked(*keys: str) -> str:
            play.orders.asked("move", Ask(question, ()))
            await pilot.pause(READ)
            assert isinstance(app.screen, AskDialog) and play.map.targets == {"M19", *hexes}
            assert play.map.los, "the LOS of the hex under the list's cursor"
            await pilot.press(*keys)
            await pilot.pause(0)
            assert top(app) is play and not play.map.targets and not play.map.los
            return given[-1][1][-1]

        assert await asked("enter") == "K14 L13 M12"
        assert await asked("space", "enter") == "L13 M12"
        assert await asked("down", "space", "3", "enter") == "K14"
        assert await asked("n") == "K14 L13 M12"
        assert await asked("0", "enter") == "none"
        assert await asked("0", "2", "n") == "L13"
        assert await asked("0", "a", "enter") == "K14 L13 M12"
        assert await asked("M", "1", "2", "comma", "space", "1", "enter") == "M12, 1"
        assert await asked("0", "tab", "enter") == "none"
        assert read_answer(question, "M12, 1") == "M12 K14"


async def test_the_way_to_the_cursor_is_told_before_the_move(library: Library, tmp_path: Path) -> None:
    """MF of the plan are the MF of the move; the road bonus is told; who sees the stack is told in words."""
    app = opened(at_first_mph(library), tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0)
        play = await settle(pilot)
        start = next(
            name
            for name in sorted({str(unit.hex) for unit in play.session.game.state.on_map("FRIENDLY")})
            if seers(play, name) and play.map.by_road
        )
        board, taken = play.session.game.board, play.selection.units(play.session.game)
        hex_pane = play.query_one("#hex", LineList)
        assert any(line.text.startswith("seen by ") and " hexes" in line.text for line in hex_pane.lines)
        most = max(mf for name, mf in play.map.reach.items() if name not in play.map.by_road)
        assert all(play.map.reach[name] > most for name in play.map.by_road)
        goal = next(name for name in board.neighbours(start) if board.on_road(start, name) and name in play.map.reach)
        play.map.set_cursor(goal)
        said = str(play.query_one("#said").render())
        assert said.startswith(f"{start} to {goal}: 1 of ") and "road +1" in said and play.map.plan == {goal}
        goal = next(
            name for name in board.neighbours(start) if not board.on_road(start, name) and name in play.map.reach
        )
        play.map.set_cursor(goal)
        plan = play.selection.plan(play.session.game, goal)
        assert plan is not None and plan.spent == play.map.reach[goal] and "road" not in plan.text
        play.map.set_cursor("A1")
        assert "too far" in str(play.query_one("#said").render()) and not play.map.plan
        play.map.set_cursor(goal)
        await pilot.press("m")
        play = await settle(pilot)
        assert {play.session.game.state.units[unit.id].mf for unit in taken} == {plan.spent}
        await pilot.press("escape")
        assert not play.map.reach and not play.map.plan
        seer = min(seers(play, goal))
        play.map.set_cursor(seer)
        assert any(line.text.startswith(f"sees {goal}") for line in hex_pane.lines)


async def test_what_came_of_an_order_stays_while_others_are_taken(library: Library, tmp_path: Path) -> None:
    """The dangers of a way, worked out once the keys rest, do not take the place of a result that came meanwhile."""
    app = SaslApp(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        session = at_first_mph(library)
        app.show_session(session)
        await pilot.pause(0)
        play = await settle(pilot)
        state, board = session.game.state, session.game.board
        able = [unit for unit in state.on_map("FRIENDLY") if unit.infantry and not unit.flags & CANNOT_MOVE.keys()]
        play.map.set_cursor(able[0].hex)
        play.taken()
        other = next(unit for unit in able if unit.hex != able[0].hex)
        goal = next(name for name in board.neighbours(other.hex) if not state.units_at(name))
        play.orders.submit(f"move {other.id} {goal}")
        play = await settle(pilot)
        await pilot.pause(0.2)
        assert session.moments[-1].command.startswith(f"move {other.id}") and play.said.shown == play.said.last


def test_a20_prisoners_and_broken_units_are_not_among_those_who_see_a_stack(library: Library) -> None:
    """Of an ENEMY squad that was in sight nobody looks out any more once it has surrendered, or has broken."""
    session = at_first_mph(library)
    taken = next(unit for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    selection = Selection()
    selection.ids = {taken.id: None}
    near = next(
        name
        for name in sorted(session.game.board.neighbours(taken.hex))
        if not session.game.state.units_at(name) and not session.game.state.suspects_at(name)
    )
    session.submit(f"new enemy 4-6-7 {near}")
    foe = session.game.state.units_at(near)[0]
    assert near in selection.seen_by(session.game)
    for state in ("broken", "prisoner"):
        session.submit(f"set {foe.id} {state}")
        assert state in session.game.state.units[foe.id].flags and near not in selection.seen_by(session.game)
        session.undo()


def seers(play: PlayScreen, name: str) -> set[str]:
    """Take the stack in a hex; the hexes that see it."""
    play.selection.clear()
    play.map.set_cursor(name)
    play.taken()
    return set(play.selection.seers)


async def test_the_key_line_presses_keys(library: Library, tmp_path: Path) -> None:
    app = opened(at_first_mph(library), tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause(0)
        play = await settle(pilot)
        line = play.query_one(KeyLine)
        text = line.render_line(0).text
        assert text.rstrip().endswith("? help") and len(text) == 80
        await pilot.click(KeyLine, offset=(text.index("? help") + 1, 0))
        await pilot.pause(0)
        assert isinstance(app.screen, ListDialog) and app.screen.heading == "Help"


async def test_tables_and_palette(tmp_path: Path) -> None:
    app = SaslApp(tmp_path)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t")
        assert isinstance(app.screen, TablesScreen)
        names = app.screen.query_one("#names", LineList)
        names.move_to(next(place for place, line in enumerate(names.lines) if line.text == "bto.activation"))
        app.screen._show(names.lines[names.cursor].data)
        card = app.screen.query_one("#card", LineList)
        assert any("1/36" in line.text for line in card.lines)
        await pilot.press("plus")
        assert any("with +1 DRM" in line.text for line in card.lines)


async def test_a_damaged_game_offers_recovery(library: Library, tmp_path: Path) -> None:
    from sasl.saves.session import Session

    session = Session.create(library, "oto-s1", 7, tmp_path, "hurt", "2026-01-01")
    for _ in range(2):
        session.submit("next")
    session.close()
    path = tmp_path / "hurt.sasl"
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[2] = lines[2].replace("next", "nxet")
    path.write_text("\n".join(lines), encoding="utf-8")
    app = SaslApp(tmp_path, game="hurt")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.1)
        assert isinstance(app.screen, AskDialog) and "line 3" in app.screen.question.text
        answer(app, "yes")
        await pilot.pause(0.1)
        play = await settle(pilot)
        assert len(play.session.moments) == 2


async def test_a_look_does_not_tell_again_what_came_before_it(library: Library, tmp_path: Path) -> None:
    session = at_first_mph(library)
    squad = next(unit.id for unit in session.game.state.on_map("FRIENDLY") if unit.kind == "squad")
    async with playing(session, tmp_path) as (_, play):
        play.orders.submit(f"break {squad}")
        assert f"FRIENDLY: {squad} is broken" in play.said.last
        play.orders.submit("los K22 K21")
        assert "> los K22 K21" in play.said.last and "broken" not in play.said.last


async def test_a_watched_game_runs_stops_and_goes_on(tmp_path: Path) -> None:
    app = SaslApp(tmp_path, mission="oto-s1", seed=3, name="watched", watch=True)
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(40):
            await pilot.pause(0.1)
            if isinstance(app.screen, PlayScreen) and len(app.screen.session.moments) > 8:
                break
        play = app.screen
        assert isinstance(play, PlayScreen) and play.session.kind == "watch"
        await pilot.press("p")
        moments = len(play.session.moments)
        await pilot.pause(0.5)
        assert len(play.session.moments) == moments
        await pilot.press("full_stop")
        assert len(play.session.moments) == moments + 1


async def test_a_watcher_is_told_what_goes_on_and_asked_for_nothing(tmp_path: Path) -> None:
    app = SaslApp(tmp_path, mission="platoon", seed=3, name="watched", watch=True)
    async with app.run_test(size=(120, 40)) as pilot:
        await opens(pilot, PlayScreen)
        assert isinstance(app.screen, PlayScreen)
        play: PlayScreen = app.screen
        prompt, keys = play.query_one("#prompt", Keyed), play.query_one(KeyLine)
        assert "You watch: the mission is set up. p stops" in str(prompt.render())
        await pilot.press("p")
        for _ in range(20):
            await pilot.press(*["full_stop"] * (play.session.game.state.stage != "play"))
        assert "You watch: both sides rally and repair. p goes on, . is one step" in str(prompt.render())
        assert not {"move", "fire", "orders", "shot", "run"} & {words for *_, words in keys.entries()}
        moments = len(play.session.moments)
        for key in ("f", "m", "o", "d", "e", "E"):
            await pilot.press(key)
            assert app.screen is play and len(play.session.moments) == moments
            assert key in "eE" or "you are watching" in play.said.last
        await pilot.press("n")
        await pilot.pause(0.5)
        assert len(play.session.moments) == moments + 1, "a step, and no more"
        play.orders.submit("option friendly-plays off")
        moments = len(play.session.moments)
        await pilot.press("n")
        assert len(play.session.moments) == moments, "the side that is the watcher's now is not played any more"
        assert "FRIENDLY side is yours now: q, then resume" in play.said.last


async def test_an_answer_typed_in_one_burst_is_the_answer(library: Library, tmp_path: Path) -> None:
    """Keys that come faster than the focus moves still make one answer, and nothing behind the dialog hears them."""
    with Session.create(library, "oto-s1", 7, tmp_path, "burst", "2026-01-02T03:04:05") as session:
        for line in ("next", "next", "wreck auto", "next"):
            session.submit(line)
    app = SaslApp(tmp_path, game="burst")
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause(0.5)
        play = await settle(pilot)
        play.action_run("next")
        for _ in range(100):
            await pilot.pause(0.02)
            if isinstance(app.screen, AskDialog):
                break
        assert isinstance(app.screen, AskDialog)
        await pilot.pause(READ)
        for char in "T34a":
            app.post_message(events.Key(char, char))
        app.post_message(events.Key("enter", "\r"))
        await pilot.pause(0.5)
        assert isinstance(app.screen, AskDialog) and not app.screen.question.error
        assert "T34a" not in app.screen.values, "the second armor leader is asked for"


async def test_m_where_a_broken_stack_stands_offers_its_ways(library: Library, tmp_path: Path) -> None:
    """tab leads to who routs, m there asks for the way, the best one first; with the cursor elsewhere it goes there."""
    session = at_first_mph(library)
    give(session, "option command off")
    board, state = session.game.board, session.game.state
    squad, near = next(
        (unit, near)
        for unit in state.on_map("FRIENDLY")
        for near in board.neighbours(unit.hex)
        for woods in board.neighbours(unit.hex)
        if unit.kind == "squad" and not state.units_at(near)
        if "woods" in board.terrain(woods).terrains and board.distance(near, woods) > 1
    )
    give(session, f"new ENEMY 4-6-7 {near}")
    to(session, "FRIENDLY", "AFPh")
    give(session, f"break {squad.id}")
    to(session, "FRIENDLY", "RtPh")
    async with playing(session, tmp_path) as (pilot, play):
        play.map.set_cursor(squad.hex)
        play.selection.take([squad.id])
        await pilot.press("m")
        await opens(pilot, AskDialog)
        assert isinstance(pilot.app.screen, AskDialog) and pilot.app.screen.question.id == "rout-to"
        goal = pilot.app.screen.values[0]
        await pilot.press("escape")
        assert move_lines(session.game, [squad.id], goal) == [f"rout {squad.id} {goal}"]


async def test_o_in_advice_gives_the_order(library: Library, tmp_path: Path) -> None:
    """Without it nothing is done; advice without an order stays a line."""
    session = at_first_mph(library)
    give(session, "option command off")
    async with playing(session, tmp_path) as (pilot, play):
        count = len(session.moments)
        await pilot.press("A")
        await opens(pilot, AdviceDialog)
        advised = pilot.app.screen.query_one(LineList).lines[1].text
        await pilot.press("escape")
        assert pilot.app.screen is play and len(session.moments) == count
        await pilot.press("A")
        await opens(pilot, AdviceDialog)
        await pilot.press("o")
        await until(pilot, lambda: len(session.moments) > count or pilot.app.screen is not play)
        given = session.moments[-1].command if len(session.moments) > count else pilot.app.screen.command  # type: ignore[attr-defined]
        assert advised == f"As an order: {given}"


async def test_the_plan_comes_on_the_map_with_its_key_and_goes_with_it(library: Library, tmp_path: Path) -> None:
    """S12.6: the axes over their hexes, the Turn of each phase line in its VPO; nobody moves."""
    session = at_first_mph(library)
    units = session.game.state.units
    async with playing(session, tmp_path) as (pilot, play):
        assert not play.map.axes
        await pilot.press("P")
        await until(pilot, lambda: bool(session.game.state.axes))
        axes = session.game.state.axes
        assert axes[0].kind == "main" and session.game.state.units == units
        for line in axes[0].lines:
            assert play.map.axes[line.hex] == f"━{line.turn}"
        assert play.map.axes[axes[0].start] == "━" and "╌" in play.map.axes.values()
        assert "main axis from" in play.said.last, play.said.last
        await pilot.press("P")
        assert pilot.app.screen is play and not play.map.axes


async def test_a_plan_that_cannot_be_had_yet_is_not_shown_later_either(library: Library, tmp_path: Path) -> None:
    """In set-up `P` is refused; the first one in play shows the plan."""
    session = Session.memory(library, "oto-s1", 7)
    give(session, "next")
    async with playing(session, tmp_path) as (pilot, play):
        await pilot.press("P")
        assert "belongs to play" in play.said.last and not play.axes.shown


async def test_a_watched_game_shows_the_plan_as_soon_as_there_is_one(tmp_path: Path) -> None:
    app = SaslApp(tmp_path, mission="platoon", seed=3, name="watched", watch=True)
    async with app.run_test(size=(120, 40)) as pilot:
        play = await opens(pilot, PlayScreen)
        await pilot.press("p")
        for _ in range(40):
            await pilot.press(*["full_stop"] * (not play.session.game.state.axes))
        main = play.session.game.state.axes[0]
        assert play.map.axes[main.lines[-1].hex] == f"━{main.lines[-1].turn}"
        await pilot.press("P")
        assert not play.map.axes
        await pilot.press("P")
        assert play.map.axes and play.said.last.startswith("main axis from")
