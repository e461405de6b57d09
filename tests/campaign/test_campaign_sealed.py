"""A side that the program plays sets up in secret: the sealed list, and how a player opens it (7.5222-7.5226)."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from desk import LIBRARY, Desk
from test_campaign_mind import acted, solo, until

from sasl.asl.game.events import Told
from sasl.campaign import events as cev
from sasl.campaign.campaign_data import data
from sasl.campaign.campaign_report import own_lines, side_lines
from sasl.campaign.campaign_session import CampaignSession, board_changes
from sasl.campaign.campaign_state import MINES, SET_UP, Nation, Piece, Sealed
from sasl.campaign.campaign_words import open_log
from sasl.campaign.sealed import DUMMY, concealed_stacks, lines_in
from sasl.campaign.show import hex_lines
from sasl.campaign.steps import setup_limits
from sasl.campaign.steps.set_up import new_hexes
from sasl.cli.lines.campaign_lines import CampaignLines
from sasl.kernel.text import counted


def bought(side: Nation = "german", seed: int = 7) -> Desk:
    """Everything is bought for the Initial Scenario; the Germans have HIP for two squads and six "?" besides."""
    desk = until(solo(seed=seed, side=side), "fortifications")
    if side == "german":
        desk.do("set german fpp 60")
        desk.do("fortify german hip-squad 2")
        desk.do("fortify german concealment 6")
    return until(desk, "wind")


def sealed(side: Nation = "german", seed: int = 7) -> Desk:
    """The Initial Scenario is set up; the program has written down its side's list."""
    desk = until(bought(side, seed), "set-up")
    desk.do("next")
    return desk


def in_scenario(side: Nation = "german", seed: int = 7) -> Desk:
    desk = sealed(side, seed)
    while desk.state.stage != "scenario":
        desk.do("next")
    return desk


def counters(desk: Desk) -> dict[str, Sealed]:
    return {key: line for key, line in desk.state.sealed.items() if key in desk.state.pieces}


def hidden_squad(desk: Desk) -> Piece:
    """A squad of which the player sees nothing at all."""
    return next(piece for key, line in counters(desk).items()
                if "hidden" in line.gains and (piece := desk.piece(key)).kind == "squad")  # fmt: skip


@pytest.mark.parametrize("side", ["german", "russian"])
def test_7_5224_everything_that_may_set_up_is_on_the_list_or_in_the_open_within_every_limit(side: Nation) -> None:
    desk = sealed(side)
    area = new_hexes(desk.game, side)
    placed = {line.hex for line in desk.state.sealed.values() if not line.enters}
    assert placed and placed <= area
    waiting = [piece for piece in desk.state.of(side, "retained", "coming") if piece.kind in SET_UP]
    assert not [piece for piece in waiting if piece.holder not in desk.state.pieces
                and piece.id not in desk.state.sealed]  # fmt: skip
    fields: dict[str, str] = {}
    for key, line in desk.state.sealed.items():
        work = desk.state.works.get(key)
        if work and work.kind in MINES:
            assert line.hex not in fields, "each minefield has a hex of its own (note j)"
            fields[line.hex] = key
            assert not setup_limits.bars_mines(desk.game, work, line.hex)


def test_7_5222_the_side_that_sets_up_first_has_written_its_list_when_the_step_begins() -> None:
    """7.5224: the Russians set up second, before the "?" of the Germans; a Russian program sets up as the step ends."""
    german, russian = until(solo(seed=7), "set-up"), until(solo(seed=7, side="russian"), "set-up")
    assert german.state.sealed and not russian.state.sealed
    assert [event.side for event in russian.do("next") if isinstance(event, cev.SetUpSealed)] == ["russian"]


def test_7_5222_the_player_is_told_of_every_concealed_stack_and_of_nothing_else() -> None:
    desk = bought()
    events = desk.do("next")
    stacks = concealed_stacks(desk.state, "german")
    told = next(event for event in events if isinstance(event, Told) and set(event.hexes) == set(stacks))
    assert told.board and all(f"{name} ({number})" in told.text for name, number in stacks.items())
    squad = hidden_squad(desk)
    assert desk.state.sealed[squad.id].hex not in stacks or squad.id not in told.text
    dummies = [line.hex for key, line in desk.state.sealed.items()
               if (work := desk.state.works.get(key)) and work.kind == DUMMY]  # fmt: skip
    assert dummies and set(dummies) <= set(stacks), "a Dummy looks like any other ?"


def test_7_5222_no_front_end_tells_what_is_on_the_list() -> None:
    """Log, why, screens of the sides, a hex, JSON, and the list of an undo."""
    session = CampaignSession.memory(LIBRARY, "oto2", 7)
    for line in ("option german-plays on", *["next"] * 7):
        session.submit(line)
    game, before = session.game, session.moments[-3].game
    secret = {key: line.hex for key, line in game.state.sealed.items()}
    assert secret and not before.state.sealed
    texts = [text for line in open_log(session) for event in line.events for text in event.explain()]
    sealing = [event for event in session.moments[-2].events if isinstance(event, cev.SetUpSealed)]
    texts += [text for event in sealing for text in event.explain()]
    texts += board_changes(game.state, before.state) + board_changes(before.state, game.state)
    texts += side_lines(game, "german") + [text for text, _ in own_lines(game, "german", "map")] + [repr(data(game))]
    for name in secret.values():
        texts += hex_lines(game, name)
    words = [{*text.replace(",", " ").replace(";", " ").split()} for text in texts]
    assert not [(key, said) for key, name in secret.items() for said in words if {key, name} <= said]
    assert any("written down" in text for text in texts)


def test_what_is_in_a_hex_opens_it_in_the_scenario_and_only_then() -> None:
    desk = sealed()
    squad = hidden_squad(desk)
    name = desk.state.sealed[squad.id].hex
    assert "7.5222" in desk.no(f"what is in {name}")
    desk = in_scenario()
    events = desk.do(f"what is in {name}")
    there = desk.piece(squad.id)
    assert (there.box, there.hex) == ("map", name) and not {"hidden", "concealed"} & there.flags
    told = next(event for event in events if isinstance(event, Told))
    assert told.board and squad.id in told.text and told.hexes == (name,)
    assert not lines_in(desk.state, name)
    again = desk.do(f"what is in {name}")
    assert not [event for event in again if not isinstance(event, Told)]


def test_what_a_bearer_has_comes_with_him_and_a_dummy_is_nothing() -> None:
    desk = in_scenario()
    bearer = next(key for key in counters(desk) if any(item.kind == "sw" for item in desk.state.held_by(key)))
    name = desk.state.sealed[bearer].hex
    desk.do(f"what is in {name}")
    assert {item.hex for item in desk.state.held_by(bearer)} == {name}
    key, line = next((key, line) for key, line in desk.state.sealed.items()
                     if key in desk.state.works and desk.state.works[key].kind == DUMMY
                     and len(lines_in(desk.state, line.hex)) == 1)  # fmt: skip
    number = desk.state.works[key].number
    told = [event.text for event in desk.do(f"what is in {line.hex}") if isinstance(event, Told)]
    assert told == [f"In {line.hex}: {counted(number, 'Dummy', 'Dummies')}."]
    assert key not in desk.state.works


def test_cg12_what_comes_from_off_board_is_called_on_with_its_hex() -> None:
    desk = in_scenario("russian", 3)
    late = {key: line.hex for key, line in desk.state.sealed.items() if line.enters}
    assert late
    support = [piece.type for piece in desk.state.of("russian", "coming", "retained") if piece.kind == "oba"]
    told = " ".join(event.text for event in desk.do("what enters") if isinstance(event, Told))
    assert {desk.piece(key).hex for key in late} == set(late.values())
    assert all(f"By {name}" in told for name in late.values()) and support[0] in told
    assert not any(line.enters for line in desk.state.sealed.values())


def test_cg16_fortifications_but_mines_are_shown_once_all_set_up_is_done() -> None:
    desk = sealed()
    trenches = [key for key in desk.state.sealed if key in desk.state.works and desk.state.works[key].kind == "trench"]
    assert trenches and not any(desk.state.works[key].hex for key in trenches)
    until(desk, "recon")
    assert all(desk.state.works[key].hex and not desk.state.works[key].hidden for key in trenches)
    left = {desk.state.works[key].kind for key in desk.state.sealed if key in desk.state.works}
    assert left <= {*MINES, DUMMY}


def test_7_5226_recon_finds_what_is_on_the_list() -> None:
    """A hidden unit is placed concealed, with a right of inspection; of mines no more than that they are there."""
    desk = sealed()
    while desk.game.step is None or desk.game.step.step != "recon":
        desk.do("next")
    desk.game = desk.game.after(cev.NumberSet("russian", "recon", 2))
    near = {name for name, side in desk.state.control.items() if side == "russian"}
    board = desk.game.board
    assert board is not None
    reach = desk.game.figure("recon-range")

    def close(name: str) -> bool:
        return min(board.distance(name, other_name) for other_name in near) <= reach

    mine = next(key for key, line in desk.state.sealed.items()
                if key in desk.state.works and desk.state.works[key].kind in MINES and close(line.hex))  # fmt: skip
    told = [event.text for event in desk.do(f"recon russian {desk.state.sealed[mine].hex}") if isinstance(event, Told)]
    work = desk.state.works[mine]
    assert work.found and work.hidden and "mines" in told[0] and str(work.number) + " A" not in told[0]
    unit = next((key for key, line in counters(desk).items() if not line.enters and close(line.hex)), "")
    if unit:
        desk.do(f"recon russian {desk.state.sealed[unit].hex}")
        assert desk.piece(unit).box == "map" and "hidden" not in desk.piece(unit).flags


def test_7_13_after_the_scenario_what_nobody_has_reached_stands_where_it_was_written_down() -> None:
    """A hidden Gun may be HIP again (CG11); what a result has spoken of stays as it said."""
    desk = in_scenario()
    gun = next(key for key, line in counters(desk).items() if desk.piece(key).kind == "gun" and "hidden" in line.gains)
    squad = next(key for key in counters(desk) if desk.piece(key).kind == "squad")
    where = dict(counters(desk))
    desk.do(f"result {squad} gone")
    desk.do("next")
    assert desk.state.stage == "refit" and not desk.state.sealed
    assert (desk.piece(gun).hex, "hidden" in desk.piece(gun).flags) == (where[gun].hex, True)
    assert not desk.piece(squad).here
    late = [key for key, line in where.items() if line.enters]
    assert all(desk.piece(key).box == "coming" for key in late), "what was never called on is still to come (CG7)"


def test_reveal_opens_the_whole_list_and_secrets_off_sets_up_openly() -> None:
    desk = sealed()
    keys = {key for key, line in counters(desk).items() if not line.enters}
    desk.do("reveal german")
    assert not desk.state.sealed and all(desk.piece(key).box == "map" for key in keys)
    openly = solo(seed=7)
    openly.do("option secrets off")
    until(openly, "set-up")
    assert not openly.state.sealed and acted(openly.events, "place")


def test_without_a_map_the_player_is_told_to_set_the_program_s_side_up() -> None:
    desk = solo("rb").at("set-up", stage="initial")
    told = [event.text for event in desk.do("next") if isinstance(event, Told) and event.board]
    assert any("reveal german" in text for text in told) and not desk.state.sealed


def test_a_side_that_two_programs_play_is_not_set_up() -> None:
    """A watched campaign makes its results up."""
    desk = solo(seed=7)
    desk.do("option russian-plays on")
    until(desk, "recon-purchase")
    assert not any(isinstance(event, cev.SetUpSealed) for event in desk.events) and not acted(desk.events, "place")


def test_first_scenario_in_lines_without_reveal(tmp_path: Path) -> None:
    """A campaign with the German side given to the program, from its start through its first scenario to the refit."""
    session = CampaignSession.create(LIBRARY, "oto2", 7, tmp_path, "mine", "2026-01-01 00:00")
    probe = CampaignSession.memory(LIBRARY, "oto2", 7)
    for line in ("option german-plays on", *["next"] * 10):
        probe.submit(line)
    hexes = list(dict.fromkeys(line.hex for line in probe.game.state.sealed.values() if not line.enters))[:6]
    lines = ["option german-plays on", *["next"] * 10, *(f"what is in {name}" for name in hexes), "what enters",
             "control K12 russian", "result cvp russian 12; cvp german 9", "next", "log all", "quit"]  # fmt: skip
    out = StringIO()
    CampaignLines(session, StringIO("\n".join(lines) + "\n"), out).run()
    said = out.getvalue()
    assert "No: " not in said
    assert all(f"ON YOUR BOARD: In {name}: " in said for name in hexes)
    resumed = CampaignSession.resume(LIBRARY, tmp_path, "mine")
    state = resumed.game.state
    assert state.stage == "refit" and not state.sealed
    assert not any("reveal" in moment.command for moment in resumed.moments)
    resumed.close()
