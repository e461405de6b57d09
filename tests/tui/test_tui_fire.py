"""A fight under a pilot's keys: aiming, the attack sheet, dice and outcomes typed, moves that halt, ENEMY orders."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from playing_screens import Player, at_first_mph, back, give, opens, playing, to, until
from tabletop import ENEMY, FRIENDLY, bare
from textual import events
from textual.widgets import Input

from sasl.asl.fire import first_fire, shots
from sasl.asl.game import events as ev
from sasl.asl.preview import Preview, percent
from sasl.content.library import Library
from sasl.kernel.frozen import replace
from sasl.kernel.notice import READ
from sasl.kernel.orders.questions import Question, roll_words
from sasl.kernel.rolling.records import SELECTION, Modifier
from sasl.orders.stack_offers import offers
from sasl.saves.session import Session
from sasl.tui.play.ordering.attack_dialog import AttackDialog, chance_lines, preview_lines
from sasl.tui.play.ordering.halts import FireDialog
from sasl.tui.play.planning import aiming
from sasl.tui.play.planning.selection import Selection
from sasl.tui.play.planning.short_orders import short_orders
from sasl.tui.play.planning.unit_orders import in_order
from sasl.tui.play.play_screen import PlayScreen
from sasl.tui.play.telling.last_word import short_result
from sasl.tui.widgets.bars import CommandLine, KeyLine
from sasl.tui.widgets.dialogs import ListDialog, PickDialog
from sasl.tui.widgets.lines import LineList


@pytest.fixture
def fight(library: Library) -> Session:
    """ENEMY units with a LMG in M16, a FRIENDLY squad with a MMG and a leader in M18; the player gives all orders."""
    session = at_first_mph(library)
    for name in list(session.game.state.suspects):
        give(session, f"suspect remove {name}")
    for unit in list(session.game.state.units.values()):
        if unit.hex in ("M18", "M17", "M16"):
            give(session, f"put {unit.id} DD28")
    for line in (
        "option enemy-plays off",
        "option command off",
        "option ask-los off",
        "new ENEMY 4-6-7 M16",
        "new ENEMY LMG",
        "give LMGa 467a",
        "new ENEMY 4-6-7 M16",
        "new FRIENDLY 6-2-8 M18",
        "new FRIENDLY 9-1 M18",
    ):
        give(session, line)
    state = session.game.state
    squad = next(unit for unit in state.units_at("M18") if unit.kind == "squad")
    weapon = next(item for item in state.weapons.values() if item.type == "MMG" and item.side == "FRIENDLY")
    give(session, f"give {weapon.id} {squad.id}")
    return session


def drms(pilot: Player) -> list[str]:
    return [str(mod) for mod in sheet(pilot).preview.modifiers]


def sheet(pilot: Player) -> AttackDialog:
    """The attack sheet on top."""
    screen = pilot.app.screen
    assert isinstance(screen, AttackDialog), screen
    return screen


def foot(pilot: Player) -> str:
    """The last line of the sheet: what enter does."""
    return str(pilot.app.screen.query_one("#foot").render())


def answer(pilot: Player) -> str:
    """What is typed on the sheet."""
    return pilot.app.screen.query_one("#answer", Input).value


def shown(pilot: Player) -> list[str]:
    """The outcomes the sheet offers now."""
    return [
        str(line.data) for line in pilot.app.screen.query_one("#sheet", LineList).lines if isinstance(line.data, str)
    ]


def said(play: PlayScreen) -> str:
    return str(play.query_one("#said").render())


async def aim(pilot: Player, play: PlayScreen, here: str, goal: str) -> None:
    """Take the stack in `here` and aim at `goal`."""
    play.selection.clear()
    play.map.set_cursor(here)
    await pilot.press("space", "f")
    await pilot.pause(0)
    assert play.aiming.names
    play.map.set_cursor(goal)
    await pilot.pause(0)


async def test_n_rolls_on_the_players_own_paper_too(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        await aim(pilot, play, "M18", "M16")
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        await pilot.press("n")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AttackDialog))
        assert any(isinstance(event, ev.Fired) for event in fight.moments[-1].events)


@pytest.mark.parametrize("keys", ["c", "n"])
async def test_the_key_that_goes_on_rolls_a_paper_and_types_nothing(fight: Session, tmp_path: Path, keys: str) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        await aim(pilot, play, "M18", "M16")
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        await pilot.press(keys)
        await until(pilot, lambda: len(fight.moments) > count)


async def test_a_look_around_leaves_what_came_of_the_last_order(fight: Session, tmp_path: Path) -> None:
    """An empty hex does not take its place; esc in the VP brings the log back."""
    async with playing(fight, tmp_path) as (pilot, play):
        play.say("467a is eliminated.")
        play.selection.clear()
        play.map.set_cursor("M14")
        await pilot.press("space")
        assert play.said.last == "467a is eliminated." and "holds no units" in said(play)
        await pilot.press("escape", "4")
        await until(pilot, lambda: play.query_one("#vp", LineList).has_focus)
        await pilot.press("escape")
        await pilot.pause(0)
        assert play.pane == "log" and play.map.has_focus


async def test_fire_is_aimed_corrected_and_rolled_with_typed_dice(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        await aim(pilot, play, "M18", "M16")
        assert "range 2" in said(play) and "Final Fire" in said(play) and "M17" in play.map.los
        assert "enter fire" in play.query_one(KeyLine).render_line(0).text
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        paper = sheet(pilot).preview
        assert any("MMG" in text for text in paper.facts) and any("directs" in text for text in drms(pilot))
        before = paper.expected

        await pilot.press("E", "8")  # of the ENEMY's papers, and no correction
        assert not sheet(pilot).query_one("#answer", Input).value and "'8': n rolls" in foot(pilot)
        await pilot.press("f")  # a slip of the finger begins a word: what the keys are now is said
        await until(pilot, lambda: "enter makes it" in foot(pilot) and "n rolls" not in foot(pilot))
        await pilot.press("escape")
        await until(pilot, lambda: "n rolls" in foot(pilot))
        await pilot.press("plus", "2", "space", "d", "u", "s", "k", "enter")
        await until(pilot, lambda: any("dusk" in text for text in drms(pilot)))
        assert sheet(pilot).preview.expected != before
        await pilot.press("end", "minus")  # the last DRM goes again: it is named, enter takes it away
        await until(pilot, lambda: "enter drops" in foot(pilot) and "dusk" in foot(pilot))
        await pilot.press("1")  # another one after all, and back
        await until(pilot, lambda: f"enter drops 1. {drms(pilot)[0]}" in foot(pilot))
        await pilot.press("escape", "end", "minus", "enter")
        await until(pilot, lambda: not any("dusk" in text for text in drms(pilot)))
        assert sheet(pilot).preview.expected == before
        await pilot.press("plus", "minus", "1", "enter")
        await until(pilot, lambda: any("-1 correction" in text for text in drms(pilot)))

        await pilot.press(*"drop", "space", "2")
        assert sheet(pilot).query_one("#answer", Input).value == "drop 2", "spelt out, as docs/play.md has it"
        await pilot.press(*["backspace"] * 6)
        await pilot.press(*"dice", "space", "7", "space", "1", "enter")
        await until(pilot, lambda: bool(sheet(pilot).question.error))
        assert "from 1 to 6" in sheet(pilot).question.error
        await pilot.press("d", "1", "space", "2", "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AttackDialog))
        roll = next(
            event.record
            for event in fight.moments[-1].events
            if isinstance(event, ev.Rolled) and event.record.table == "ift"
        )
        assert roll.dice == (1, 2) and roll.source == "typed"
        assert play.map.shots.get("M16") == str(roll.result) and play.map.los.get("M17") == "fire"
        assert str(roll.result) in said(play)
        await pilot.press("space")
        play.map.set_cursor("M18")
        assert not play.map.shots and not play.map.los


async def test_an_attack_is_cancelled_or_its_outcome_typed(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        count = len(fight.moments)
        await aim(pilot, play, "M18", "M16")
        await pilot.press("escape")
        assert not play.aiming.names and not play.map.los and play.selection.ids
        await pilot.press("f", "enter")
        await opens(pilot, AttackDialog)
        await pilot.press("escape")
        await back(pilot, play)
        assert len(fight.moments) == count and "nothing happened" in said(play)

        await pilot.press("f")
        play.map.set_cursor("M16")
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        await pilot.press("equals_sign")
        await until(pilot, lambda: bool(shown(pilot)))
        assert "1MC" in shown(pilot) and "-" in shown(pilot)
        likely = max(sheet(pilot).preview.expected, key=lambda item: item[1])[0]
        assert pilot.app.screen.query_one("#sheet", LineList).current.data == likely  # type: ignore[union-attr]
        await pilot.press("escape")
        await until(pilot, lambda: not shown(pilot))
        await pilot.press("equals_sign", "n", "o", "enter")
        await back(pilot, play)
        assert any(
            isinstance(event, ev.Adjusted) and "outcome typed: -" in event.text for event in fight.moments[-1].events
        )
        assert play.map.shots == {"M16": "no"}


@pytest.mark.parametrize("keys", ["2MC", "2 m c", "paste"])
async def test_an_outcome_is_typed_by_its_name(fight: Session, tmp_path: Path, keys: str) -> None:
    """No key is lost, not even in a burst that looks like other keys of the sheet; none of it is chosen by accident."""
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        squad = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        if keys == "paste":
            pilot.app.post_message(events.Paste("=destroyed"))
            await until(pilot, lambda: answer(pilot) == "=destroyed" and not shown(pilot))
            await pilot.press("enter")
            await until(pilot, lambda: "'destroyed' is not an outcome here" in sheet(pilot).question.error)
            await until(pilot, lambda: isinstance(pilot.app.focused, LineList))
            pilot.app.post_message(events.Paste("=2MC"))
            await until(pilot, lambda: shown(pilot) == ["2MC"])
        else:
            for key in ("=", *keys):
                pilot.app.post_message(events.Key("equals_sign" if key == "=" else key, key))
            await until(pilot, lambda: shown(pilot) == ["2MC"])
        await pilot.press("enter")
        await until(pilot, lambda: fight.moments[-1].command.startswith("fire"))
        assert any(
            isinstance(event, ev.Adjusted) and "outcome typed: 2MC" in event.text for event in fight.moments[-1].events
        )


async def test_a_wrong_key_rubbed_out_leaves_the_keys_of_the_sheet_keys(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        squad = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        await pilot.press("f", "backspace")
        await until(pilot, lambda: isinstance(pilot.app.focused, LineList))
        await pilot.press("d")
        await until(pilot, lambda: answer(pilot) == "dice ")


def test_the_enemys_units_are_looked_at_not_ordered(fight: Session) -> None:
    to(fight, "ENEMY", "DFPh")
    taken = Selection()
    assert "‹f› Final Fire" in taken.toggle_hex(fight.game, "M18")
    told = taken.toggle_hex(fight.game, "M16")
    assert taken.ids and "(ENEMY)" in told and "moves them" not in told and "! marks units that see them" in told


async def test_one_sw_fires_by_itself(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        play.map.set_cursor("M18")
        await pilot.press("1")
        await until(pilot, lambda: play.query_one("#hex", LineList).has_focus)
        pane = play.query_one("#hex", LineList)
        weapon = next(
            item.id
            for item in fight.game.state.weapons.values()
            if item.holder and fight.game.state.units[item.holder].hex == "M18"
        )
        pane.move_to(next(place for place, line in enumerate(pane.lines) if weapon in line.text))
        await pilot.press("enter")
        assert list(play.selection.arms) == [weapon] and not play.selection.ids
        assert any("‹f› Final Fire" in line.text for line in pane.lines)
        await pilot.press("f")
        play.map.set_cursor("M16")
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        leader = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "leader")
        assert sheet(pilot).command == f"fire {weapon},{leader} M16", "and he directs it (A7.53)"


async def test_a_move_halts_under_fire_and_goes_on(fight: Session, tmp_path: Path) -> None:
    """Who plays both sides is asked at once who fires; one key fires, another goes on."""
    async with playing(fight, tmp_path) as (pilot, play):
        mover = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"move {mover} M17 L17")
        await opens(pilot, FireDialog)
        assert fight.game.state.units[mover].hex == "M17" and play.firers[:1] == ["467a"]
        prompt = str(play.query_one("#prompt").render())
        assert f"{mover} in M17: ENEMY 467a" in prompt and "c goes on" in prompt
        question = pilot.app.screen
        assert isinstance(question, FireDialog) and list(question.ticked) == ["467a"]
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        assert sheet(pilot).command == "fire 467a M17" and any("FFNAM" in text for text in drms(pilot))
        await pilot.press("d", "6", "6", "enter")
        await until(pilot, lambda: not isinstance(pilot.app.screen, AttackDialog))
        assert fight.moments[-1].command == "fire 467a M17"
        while pilot.app.screen is not play:
            await pilot.pause(READ)
            await pilot.press("space")
        for word, rest in (("undo 2", ""), ("redo", f"move {mover} L17"), ("redo", f"move {mover} L17")):
            play.action_run(word)  # c knows the move that has halted there, as it does in a game opened again
            await until(pilot, lambda: pilot.app.screen is not play)
            assert play.orders.halts.rest == rest
            await pilot.press("space")
        await pilot.press("f")  # once more: who else?
        await opens(pilot, FireDialog)
        await pilot.press("n")
        await until(pilot, lambda: fight.game.state.units[mover].hex == "L17")
        assert fight.moments[-1].command == f"move {mover} L17"


def test_a7_53_who_fires_brings_the_best_leader_stacked_with_him() -> None:
    """Of two in the hex the better one; of a group of two hexes none helps unless each has one (A7.531)."""
    table = bare(ENEMY, "DFPh")
    first, beside = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "L12")
    leaders = (("8-0", "K12"), ("9-2", "K12"), ("9-1", "L12"))
    _, best, other = (table.new(FRIENDLY, name, place) for name, place in leaders)
    table.new(ENEMY, "4-6-7", "K16")
    assert shots.led(table.game, [first], "K16") == [first, best]
    assert shots.led(table.game, [first, beside], "K16") == [first, beside, other, best]
    table.do(f"break {other}")
    assert shots.led(table.game, [first, beside], "K16") == [first, beside]
    table.do(f"pin {best}")
    assert shots.led(table.game, [first], "K16") == [first]


async def test_a7_53_the_list_of_who_fires_at_a_move_ticks_the_leader_with_them(
    library: Library, fight: Session, tmp_path: Path
) -> None:
    """The 9-2 in M16 comes with 467a, goes when he is unticked, and comes again with the next; the odds follow."""
    give(fight, "new ENEMY 9-2 M16")
    leader = next(unit.id for unit in fight.game.state.units_at("M16") if unit.kind == "leader")
    async with playing(fight, tmp_path) as (pilot, play):
        mover = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"move {mover} M17 L17")
        dialog = await opens(pilot, FireDialog)
        assert list(dialog.ticked) == ["467a", leader]
        odds = shots.shot_chance(fight.game, ["467a", leader], "M17")
        assert odds is not None and f"any effect {percent(odds)}" in foot(pilot)
        lines = {str(line.data): line.text for line in dialog.query_one("#options", LineList).lines}
        assert "; joining " in lines["467b"] and "; joining " not in lines["467a"]
        await pilot.press(str(1 + dialog.values.index(leader)))
        assert list(dialog.ticked) == ["467a"]
        await pilot.press(str(1 + dialog.values.index("467b")))
        assert list(dialog.ticked) == ["467a", "467b", leader]
        await pilot.press(*(str(1 + dialog.values.index(key)) for key in ("467a", "467b")))
        assert list(dialog.ticked) == []
        await pilot.press("a")
        assert set(dialog.ticked) == {"467a", "467b", leader}


async def test_a7_53_a_squad_that_aims_alone_is_led_too(fight: Session, tmp_path: Path) -> None:
    to(fight, "FRIENDLY", "AFPh")
    there = {unit.kind: unit.id for unit in fight.game.state.units_at("M18")}
    squad, leader = there["squad"], there["leader"]
    async with playing(fight, tmp_path) as (pilot, play):
        play.selection.take([squad])
        play.map.set_cursor("M16")
        await pilot.press("f")
        await pilot.pause(0)
        assert f"{squad} and {leader}: Advancing Fire" in said(play) and f"{leader} directs -1" in said(play)
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        assert sheet(pilot).command == f"fire {squad},{leader} M16"


def test_f_aims_first_at_the_best_target_that_can_be_affected() -> None:
    """A Known enemy at hardly a chance comes after a concealed one at a good one."""
    table = bare(FRIENDLY, "PFPh")
    table.do("los K12 K14 +5")
    half = table.new(FRIENDLY, "2-3-7", "K12")
    table.new(ENEMY, "4-6-7", "K14")
    table.new(ENEMY, "4-6-7", "K11", "concealed")
    assert (shots.shot_chance(table.game, [half], "K14") or 0) < first_fire.least_chance(table.game)
    assert aiming.targets(table.game, [half]) == ["K11", "K14"]


def test_a8_1_who_does_not_reach_a_mover_is_asked_for_the_mg_that_does_with_its_chance() -> None:
    table = bare(ENEMY, "MPh")
    crew, near = table.new(FRIENDLY, "2-2-8", "K12"), table.new(FRIENDLY, "6-2-8", "K18")
    gun, mover = table.new(FRIENDLY, "HMG"), table.new(ENEMY, "4-6-7", "K22")
    table.all(f"give {gun} {crew}", f"move {mover} K21")
    question = aiming.firers_question(table.game, [crew, near])
    assert [option.value for option in question.options] == [near, gun], "the likeliest shot first"
    assert f"{crew} 2-2-8 in K12, range 9: First Fire, any effect " in question.options[1].label
    table.ask(f"fire {question.options[1].value} K21")
    far, _ = table.armed(FRIENDLY, "2-2-8", "K3", "HMG")
    assert "only if a leader directs it (A9.4)" in aiming.firers_question(table.game, [far]).options[0].label


def test_a7_52_who_would_make_the_shot_worse_does_not_join_it() -> None:
    """The whole Fire Group takes the Hindrance in the LOS of one firer (A6.7), and a far HS adds next to nothing."""
    table = bare(ENEMY, "DFPh")
    first, beside = table.new(FRIENDLY, "6-2-8", "K12"), table.new(FRIENDLY, "2-2-8", "L12")
    table.new(ENEMY, "4-6-7", "K16")
    assert shots.together(table.game, [first, beside], "K16") == [first, beside]
    table.do("marker add smoke L13 3")
    assert shots.together(table.game, [first, beside], "K16") == [first]
    assert shots.shot_chance(table.game, [first, beside], "K16") is not None, "it could join"


def test_a7_5_who_can_join_the_first_in_one_fire_group() -> None:
    """A chain of hexes; no vehicle, nobody too far. A leader only where he directs all of it (A7.531) and helps."""
    table = bare(ENEMY, "DFPh")
    first, beside, apart = (table.new(FRIENDLY, "6-2-8", place) for place in ("K12", "L12", "P12"))
    helps, harms = (table.new(FRIENDLY, name, "K12") for name in ("9-1", "6+1"))
    tank = table.new(FRIENDLY, "T-34 M43", "L12")
    table.new(ENEMY, "4-6-7", "K16")
    names = [first, tank, beside, apart, helps, harms]
    assert shots.together(table.game, names, "K16") == [first, beside]
    assert shots.together(table.game, [first, apart, helps, harms], "K16") == [first, helps]
    assert shots.together(table.game, [tank, *names], "K16") == [tank]


async def test_enemy_units_are_ordered_like_ones_own(fight: Session, tmp_path: Path) -> None:
    to(fight, "ENEMY", "PFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        await aim(pilot, play, "M16", "M18")
        assert play.aiming.names == ["467a", "467b"] and "Prep Fire" in said(play)
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        await pilot.press("enter")
        await until(pilot, lambda: "prep" in fight.game.state.units["467a"].flags)
        while pilot.app.screen is not play:
            await pilot.pause(READ)
            await pilot.press("space")
        give(fight, "next")
        give(fight, "set 467a -prep")
        play.changed()
        play.selection.clear()
        play.map.set_cursor("M16")
        await pilot.press("1", "enter")
        play.selection.ids = {"467a": None}
        play.map.set_cursor("L16")
        play.action_move()
        await until(pilot, lambda: fight.game.state.units["467a"].hex == "L16")
        assert fight.moments[-1].command == "move 467a L16"


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
async def test_the_sheet_fits(fight: Session, tmp_path: Path, size: tuple[int, int]) -> None:
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path, size) as (pilot, play):
        squad = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        await pilot.pause(0.05)
        box = pilot.app.screen.query_one(".attack").region
        assert box.width >= 78 and box.right <= size[0] and box.bottom <= size[1] and box.y >= 0
        paper = pilot.app.screen.query_one("#sheet", LineList)
        shown = [paper.render_line(place).text.strip() for place in range(paper.size.height)]
        assert any(text.startswith("Total DRM") or text == "no DRM" for text in shown), "the sum is in view"
        chances = pilot.app.screen.query_one("#chances")
        assert chances.size.height >= len(sheet(pilot).preview.expected), "no bar is wrapped away"
        assert pilot.app.screen.query_one("#answer").region.bottom <= size[1]


async def test_a_command_over_a_popup(fight: Session, tmp_path: Path) -> None:
    """A look leaves the sheet as it is; a command leaves the sheet first."""
    to(fight, "ENEMY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        squad = next(unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad")
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        await pilot.press("colon", *"go K9", "enter")
        await until(pilot, lambda: play.map.cursor == "K9")
        assert isinstance(pilot.app.screen, AttackDialog)
        await pilot.press("colon", "escape")
        await opens(pilot, AttackDialog)
        await pilot.press("colon", *"deploy", "enter")
        assert any("belongs to deployment" in note.message for note in pilot.app._notifications), "not behind the popup"
        await pilot.press("colon", *"note over", "enter")
        await until(pilot, lambda: pilot.app.screen is play and fight.moments[-1].command == "note over")
        await until(pilot, lambda: said(play).endswith(f"(Left 'fire {squad} M16': nothing happened.)"))
        play.action_help()
        await opens(pilot, ListDialog)
        await pilot.press("colon", *"note list", "enter")
        await until(pilot, lambda: pilot.app.screen is play and fight.moments[-1].command == "note list")
        assert "Left" not in said(play), "no command waited"
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        await pilot.press("escape")
        await pilot.press("colon", *"units", "enter")  # a long look opens a list; enter goes to the hex of a line
        await opens(pilot, PickDialog)
        goal = next(line.data for line in pilot.app.screen.query_one(LineList).lines if line.data)
        await pilot.press("home", "enter")
        await until(pilot, lambda: pilot.app.screen is play and play.map.cursor == goal)
        play.orders.submit(f"fire {squad} M16")
        await opens(pilot, AttackDialog)
        await pilot.press("colon", *"deploy", "enter")  # what cannot be done now takes nothing away
        await until(pilot, lambda: "'deploy' belongs to" in said(play))
        assert isinstance(pilot.app.screen, AttackDialog)
        await pilot.press("colon", *"fire nobody K9", "enter")  # what the new command says is the last word
        await until(pilot, lambda: pilot.app.screen is play and "nobody" in said(play))


def test_what_units_may_do_now(fight: Session) -> None:
    units = [unit for unit in fight.game.state.units_at("M18") if unit.kind == "squad"]
    assert short_orders(fight.game, units).startswith("‹m› move (")
    typed = [item.line for item in in_order(offers(fight.game, [unit.id for unit in units]))]
    assert typed[0] == f"move {units[0].id}" and not any(text.startswith("rally ") for text in typed)
    to(fight, "ENEMY", "DFPh")
    assert short_orders(fight.game, units).startswith("‹f› Final Fire")
    give(fight, f"break {units[0].id}")
    broken = [fight.game.state.units[units[0].id]]
    assert not short_orders(fight.game, broken).startswith("f")


def test_a_preview_is_shown_part_by_part() -> None:
    facts, mods = ("K14-M16 range 2, clear", "628a: 6 FP = 6"), (Modifier("woods TEM", 1), Modifier("FFNAM", -1))
    found = (("K/2", Fraction(1, 36)), ("NMC", Fraction(5, 36)), ("1MC", Fraction(0)), ("-", Fraction(30, 36)))
    preview = Preview("attack", facts, 6, "FP column", mods, lambda number, drm: found, ("K/2", "NMC", "-"))
    lines = preview_lines(preview)
    assert [line.text for line in lines[:3]] == [*facts, "FP column: 6"]
    assert [line.data for line in lines[3:]] == [1, 2, None]
    bars = chance_lines(preview.expected)
    assert [bar.partition("  ")[0] for bar in bars[:2]] == ["K/2", "NMC"] and bars[2].startswith("no effect")
    assert bars[-1] == "any effect 17%" and bars[2].count("█") > bars[1].count("█") > bars[0].count("█") >= 1
    assert preview_lines(replace(preview, dropped=mods[:1]))[-1].text == "dropped: +1 woods TEM"
    bare = preview_lines(replace(preview, modifiers=(), number_name="R#"))
    assert [line.text for line in bare[2:]] == ["R#: 6", "no DRM"]
    assert short_result(()) == ""


def test_a_random_selection_names_whose_die_is_whose() -> None:
    selection = Question("dice", "who breaks", "auto", roll="2d6", id=SELECTION, subject=("467a", "467b"))
    assert roll_words(selection).endswith("die 1 467a, die 2 467b")
    assert "die 1" not in roll_words(Question("dice", "AC check (S12)", "auto", roll="dr"))


async def test_aiming_knows_who_reaches(fight: Session, tmp_path: Path) -> None:
    """Who does not reach the target is told, and left out of the attack; who has no target does not aim at all."""
    give(fight, "put 467a,467b M13")
    give(fight, "new FRIENDLY 6-2-8 M18")
    to(fight, "ENEMY", "DFPh")
    squads = [unit.id for unit in fight.game.state.units_at("M18") if unit.kind == "squad"]
    with_mg = next(key for key in squads if fight.game.state.weapons_of(key))
    short = next(key for key in squads if key != with_mg)
    async with playing(fight, tmp_path) as (pilot, play):
        await aim(pilot, play, "M18", "M13")
        arm = fight.game.state.weapons_of(with_mg)[0].id
        assert f"only {arm}" in said(play) and "in reach. FP column" in said(play)
        await pilot.press("enter")
        await opens(pilot, AttackDialog)
        firers = sheet(pilot).question.text.partition(":")[0]
        assert arm in firers and short not in firers
        await pilot.press("escape")
        await back(pilot, play)
        play.selection.clear()
        play.selection.toggle(fight.game, fight.game.state.units[short])
        await pilot.press("f")
        assert not play.aiming.on and f"No: no enemy or S? is in LOS and range of {short}" in said(play)


async def test_a3_f_says_which_phase_fire_belongs_to_before_it_asks_for_firers(tmp_path: Path) -> None:
    async with playing(bare(FRIENDLY, "APh").all("note here").session, tmp_path) as (pilot, play):
        await pilot.press("f")
        assert play.said.last.startswith("No: 'fire' belongs to the PFPh, MPh, DFPh and AFPh; this is Turn 1,")


async def test_nobody_aims_who_may_not_fire(fight: Session, tmp_path: Path) -> None:
    to(fight, "FRIENDLY", "DFPh")
    async with playing(fight, tmp_path) as (pilot, play):
        play.map.set_cursor("M18")
        await pilot.press("space", "f")
        await pilot.pause(0.02)
        assert not play.aiming.names and said(play).startswith("No: ") and "may not fire now" in said(play)


async def test_f_offers_what_oba_may_do(library: Library, tmp_path: Path) -> None:
    """The free FFE of the first PFPh: f with the cursor on its target puts it on the command line; tab says so."""
    session = Session.memory(library, "oto-s1", 7)
    for line in ("next", "next", "wreck auto", "next", "next", "deploy", "next", "next"):
        give(session, line)
    assert session.game.state.moment == "Turn 1, FRIENDLY PFPh"
    async with playing(session, tmp_path) as (pilot, play):
        await pilot.press("tab")
        assert "OBA1. f with the cursor on its target: ffe " in play.said.last and "ffe OBA1" not in play.said.last
        play.map.set_cursor("I10")
        await pilot.press("f")
        typed = play.query_one(CommandLine)
        assert typed.has_focus and typed.value == "ffe I10" and "enter gives this order" in play.said.shown
        await pilot.press("escape")
        assert "gives this order" not in play.said.shown, "there is no order on the line any more"
        give(session, "oba add 100 friendly normal")
        play.changed()
        await pilot.press("f")
        await opens(pilot, PickDialog)
        assert [item.text for item in pilot.app.screen.query_one(LineList).lines] == [
            "1  ffe I10",
            "2  oba contact OBA2",
        ]
        await pilot.press("down", "enter")
        await back(pilot, play)
        assert typed.value == "oba contact OBA2"


def test_nobody_aims_at_prisoners() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad, foe = table.new(FRIENDLY, "6-2-8", "K12"), table.new(ENEMY, "4-6-7", "K13")
    assert aiming.targets(table.game, [squad]) == ["K13"]
    table.do(f"set {foe} prisoner")
    assert aiming.targets(table.game, [squad]) == []


def test_the_aim_begins_at_the_nearest_known_enemy_before_any_that_hides() -> None:
    table = bare(FRIENDLY, "PFPh")
    squad = table.new(FRIENDLY, "6-2-8", "K12")
    for name, *flags in (("K10", "concealed"), ("K9",), ("K8",)):
        table.new(ENEMY, "4-6-7", name, *flags)
    assert aiming.targets(table.game, [squad]) == ["K9", "K8", "K10"]
    table.do(f"set {table.state.units_at('K9')[0].id} broken")
    assert aiming.targets(table.game, [squad]) == ["K8", "K10", "K9"], "who still fights comes before who is broken"
