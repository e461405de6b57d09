"""The sequence of play (A3): phases of both sides, their upkeep, the SASL steps in their place, the wind."""

from __future__ import annotations

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.flags import UNIT_FLAGS
from sasl.asl.game.sides import PHASES, Phase, Side
from sasl.kernel.frozen import replace
from sasl.orders.engine import legal
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.briefing.prompts import awaited

ORDER: list[Phase] = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]


def test_a3_the_phases_of_two_game_turns() -> None:
    table = bare("FRIENDLY", "RPh")
    seen = [(table.state.turn, table.state.side, table.state.phase)]
    for _ in range(32):
        seen += [(event.turn, event.side, event.phase) for event in of(table.do("next"), ev.PhaseBegan)]
    assert list(PHASES) == ORDER
    assert seen == [(turn, side, phase) for turn in (1, 2) for side in ("FRIENDLY", "ENEMY") for phase in ORDER] + [
        (3, "FRIENDLY", "RPh")
    ]


def test_the_prompt_says_what_is_awaited_in_every_phase() -> None:
    texts = set()
    for side in ("FRIENDLY", "ENEMY"):
        for phase in ORDER:
            prompt = legal(bare(side, phase).game)
            assert prompt.text.endswith(".") and "next" in prompt.text.lower()
            texts.add((side, prompt.text))
            assert "next" in {item.name for item in prompt.legal}
            assert all(reason for item, reason in prompt.verbs if item not in prompt.legal)
    assert len(texts) >= 14


def test_the_prompt_before_the_s_are_placed_names_what_the_mission_places_with_them() -> None:
    """OtO-S1 has Guns, minefields and a sniper; OtO-S2 has S? alone."""
    game = bare(stage="suspects").game
    assert awaited(game) == "S? placement: next places every S? and the ENEMY's Guns, minefields and sniper."
    assert awaited(replace(game, mission=game.library.mission("oto-s2"))) == "S? placement: next places every S?."


# -- upkeep: (the phase at whose end, whose turn, whose unit, flag, whether it is gone) ---------------


def after(phase: Phase, mover: Side, owner: Side, flag: str) -> bool:
    """Whether the flag is gone when that phase ends."""
    table = bare(mover, phase)
    unit = table.new(owner.lower(), "4-4-7", "P12", flag)
    table.do("next")
    return flag not in table.unit(unit).flags


@pytest.mark.parametrize("owner", ["FRIENDLY", "ENEMY"])
@pytest.mark.parametrize("mover", ["FRIENDLY", "ENEMY"])
class TestUpkeep:
    def test_a10_62_dm_goes_at_the_end_of_every_rph(self, mover: Side, owner: Side) -> None:
        assert [after(phase, mover, owner, "dm") for phase in ORDER[:-1]] == [True] + [False] * 6

    def test_a8_4_first_and_final_fire_of_the_defender_go_with_the_dfph(self, mover: Side, owner: Side) -> None:
        for flag in ("first", "final"):
            gone = [after(phase, mover, owner, flag) for phase in ORDER[:-1]]
            assert gone == [phase == "DFPh" and owner != mover for phase in ORDER[:-1]]

    def test_a7_2_prep_and_opportunity_of_the_attacker_go_with_the_afph(self, mover: Side, owner: Side) -> None:
        for flag in ("prep", "opportunity"):
            gone = [after(phase, mover, owner, flag) for phase in ORDER]
            assert gone == [phase == "AFPh" and owner == mover for phase in ORDER]

    def test_a4_51_cx_goes_at_the_start_of_its_own_mph(self, mover: Side, owner: Side) -> None:
        gone = [after(phase, mover, owner, "cx") for phase in ORDER]
        assert gone == [phase == "PFPh" and owner == mover for phase in ORDER]

    def test_a7_8_pinned_ti_moved_go_at_the_end_of_the_player_turn(self, mover: Side, owner: Side) -> None:
        for flag in ("pinned", "ti", "moved", "assault", "advanced"):
            assert [after(phase, mover, owner, flag) for phase in ORDER] == [False] * 7 + [True], flag

    def test_6_21_panic_lasts_to_the_next_own_action(self, mover: Side, owner: Side) -> None:
        gone = [after(phase, mover, owner, "panicked") for phase in ORDER]
        assert gone == [phase == "RPh" and owner == mover for phase in ORDER]

    def test_states_that_last_are_not_touched(self, mover: Side, owner: Side) -> None:
        lasting = ("broken", "wounded", "fanatic", "dug-in", "concealed", "disrupted", "prisoner", "encircled")
        for flag in lasting:
            assert flag in UNIT_FLAGS and not after("CCPh", mover, owner, flag)


def test_mf_are_counted_anew_in_every_mph() -> None:
    table = bare("FRIENDLY", "MPh")
    squad = table.new("friendly", "6-2-8", "P20")
    table.do(f"move {squad} P19 P18")
    assert table.unit(squad).mf == 2
    table.go_to("FRIENDLY", "MPh", turn=2)
    assert table.unit(squad).mf == 0 and "moved" not in table.unit(squad).flags


# -- the SASL steps in their phase -------------------------------------------------------------------


def test_the_wind_change_dr_opens_each_rph() -> None:
    table = bare("FRIENDLY", "CCPh")
    assert rolls(table.do("next"))[0].purpose == "Wind Change and Random Event check, ENEMY RPh"
    table.go_to("ENEMY", "CCPh")
    assert rolls(table.do("next"))[0].purpose == "Wind Change and Random Event check, FRIENDLY RPh"


def test_b25_651_gusts_last_to_the_next_rph() -> None:
    table = bare("FRIENDLY", "CCPh").dice(6, 6).all("next")
    table.go_to("ENEMY", "CCPh")
    assert table.state.gusts
    table.dice(6, 5).do("next")
    assert not table.state.gusts


def test_16_command_control_belongs_to_the_friendly_pfph() -> None:
    table = bare("FRIENDLY", "RPh").all("option command on")
    table.new("friendly", "9-1", "P20")
    assert rolls(table.do("next"), "Command DR")
    table.go_to("ENEMY", "RPh")
    assert not rolls(table.do("next"), "Command DR")


def test_6_suspects_in_advance_move_in_the_enemy_mph_alone() -> None:
    table = bare("FRIENDLY", "RPh").all("vpo P3 friendly")
    name = table.suspect("Z3", "advance")
    for _ in range(15):
        place = table.state.suspects[name].hex
        events = table.do("next")
        assert bool(of(events, ev.SuspectMoved)) == ((table.state.side, table.state.phase) == ("ENEMY", "MPh"))
        assert (place != table.state.suspects[name].hex) == bool(of(events, ev.SuspectMoved))


def test_6_the_place_of_the_enemys_actions_is_named_in_its_phases() -> None:
    table = bare("FRIENDLY", "RPh")
    squad = table.new("enemy", "4-6-7", "A1")
    named = [(table.state.side, table.state.phase) for _ in range(16) if squad in told(table.do("next"))]
    assert named == [("FRIENDLY", "DFPh")] + [("ENEMY", phase) for phase in ("PFPh", "MPh", "AFPh", "APh")]


def test_a10_5_broken_units_are_named_in_the_rtph_and_in_their_rph() -> None:
    table = bare("FRIENDLY", "AFPh")
    squad = table.new("friendly", "4-4-7", "P12", "broken", "dm")
    assert squad in told(table.do("next"))
    table.go_to("ENEMY", "CCPh")
    assert f"may rally: first MMC to Self-Rally (A18.11): {squad} " in told(table.do("next"))


def test_a_command_in_the_wrong_phase_is_refused_with_the_right_one() -> None:
    table = bare("FRIENDLY", "PFPh")
    squad = table.new("friendly", "6-2-8", "P20")
    assert "belongs to the MPh; this is Turn 1, FRIENDLY PFPh" in table.no(f"move {squad} P19")
    assert "belongs to the APh" in table.no(f"advance {squad} P19")
    assert "belongs to the RtPh" in table.no(f"rout {squad} P19")
    assert "'fire' belongs to the PFPh" in bare("FRIENDLY", "RPh").no("fire 628a P19")


# -- dice in the player's hand -------------------------------------------------------------------------


def test_a9_dice_that_no_die_shows_are_refused_at_once() -> None:
    table = bare("FRIENDLY", "CCPh")
    assert "a die shows 1 to 6, not 7" in table.no("dice 7 1")
    assert "are not dice" in table.no("dice 1 0")
    assert not table.state.dice.queue


def test_a_9_the_player_may_roll_every_die_himself() -> None:
    table = bare("FRIENDLY", "CCPh").all("dice hand")
    question = table.ask("next")
    assert (question.kind, question.roll, question.default) == ("dice", "DR", "auto")
    index = table.state.dice.index
    for answer, dice, source in (
        ("5 6", (5, 6), "typed"),
        ("5,6", (5, 6), "typed"),
        ("56", (5, 6), "typed"),
        ("=11", (), "override"),
    ):
        other = Tabletop(table.game)
        record = rolls(other.do("next", answer))[0]
        assert (record.dice, record.total, record.source) == (dice, 11, source)
        assert other.state.dice.index == index, "the seed's dice do not move"
    record = rolls(table.do("next", "auto"))[0]
    assert record.source == "auto" and table.state.dice.index == index + 2


@pytest.mark.parametrize("answer", ["7 1", "3", "x", "1 2 3", "²", "= x"])
def test_a_9_dice_that_cannot_be_are_asked_again(answer: str) -> None:
    table = bare("FRIENDLY", "CCPh").all("dice hand")
    question = table.ask("next", answer)
    assert question.error and question.kind == "dice"


def test_a9_the_player_of_one_side_types_the_event_check_of_its_rph() -> None:
    table = bare("ENEMY", "CCPh").all("dice hand friendly")
    assert table.ask("next").text == "Wind Change and Random Event check, FRIENDLY RPh"
    other = bare("ENEMY", "CCPh").all("dice hand enemy")
    assert rolls(other.do("next"), "Wind Change")[0].source == "auto", "they are not the ENEMY's"


def test_c1_21_the_player_of_one_side_draws_its_chits() -> None:
    table = bare("FRIENDLY", "PFPh").all("oba add 100 friendly normal", "dice hand friendly")
    assert table.ask("oba contact OBA2").roll == "1d7"


def test_undoing_a_roll_brings_the_same_dice_again() -> None:
    table = bare("FRIENDLY", "MPh")
    first = rolls(table.do("roll DR"))[0]
    table.session.undo()
    assert rolls(table.do("roll DR"))[0] == first
    table.session.undo()
    table.do("dice skip")
    assert rolls(table.do("roll DR"))[0].index == (first.index or 0) + 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("dice", "dice needs auto"), ("dice 0", "are not dice"), ("dice ² 1", "are not dice"),
        ("dice skip 0", "1 to 100"), ("dice skip x", "a number"), ("roll", "needs a roll"),
        ("roll 3x6", "there is no table '3x6'"), ("roll activation.check", "is a check"),
        ("roll activation.ranges", "is a chart"), ("roll generation.g3 armour", "no column 'armour'"),
        ("option x on", "there is no option"), ("note", "needs words"),
    ],
)  # fmt: skip
def test_dice_words_that_mean_nothing(line: str, words: str) -> None:
    assert words in bare().no(line)


def test_roll_with_a_modifier_and_a_column() -> None:
    record = rolls(bare().dice(3, 3).do("roll generation.g3 -1 armor-leader"))[0]
    assert (record.original, record.total, record.result) == (6, 5, "8-1")


def test_every_verb_says_how_it_is_used() -> None:
    for name, item in COMMANDS.items():
        assert item.usage.split(" ")[0] == name and item.summary and item.stages
        assert len(item.usage) <= 120 and len(item.summary) <= 100


# -- undo and redo ---------------------------------------------------------------------------------------


def test_undo_and_redo_pass_through_the_same_games() -> None:
    table = bare("FRIENDLY", "RPh")
    table.new("friendly", "6-2-8", "P20")
    table.suspect("P12")
    for _ in range(20):
        table.do("next")
    states = [moment.game.state for moment in table.session.moments]
    for step in range(len(states) - 2, -1, -1):
        table.session.undo()
        assert table.state == states[step]
    table.session.redo(len(states) - 1)
    assert table.state == states[-1]
    assert table.state.dice == states[-1].dice


def test_a10_6_rally_repair_and_recovery_of_a_rph_are_told_together() -> None:
    table = bare("ENEMY", "CCPh")
    table.new("friendly", "4-4-7", "K12", "broken")
    squad, gun = table.new("friendly", "4-4-7", "P12"), table.new("friendly", "HMG")
    other, left = table.new("friendly", "4-4-7", "P12"), table.new("friendly", "LMG")
    table.all(f"give {gun} {squad}", f"malfunction {gun}", f"give {left} {other}", f"eliminate {other}")
    events = table.dice(3, 4).do("next")
    (line,) = (event.text for event in of(events, ev.Told) if " may rally" in event.text)
    assert f"; repair {gun} (A9.72); recover {left} in P12 (A4.44)." in line
