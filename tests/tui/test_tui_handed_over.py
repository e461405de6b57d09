"""A side handed to the program in the middle of a game, and taken back (options friendly-plays and enemy-plays)."""

from __future__ import annotations

from sasl.asl.game.events import Decided, Event
from sasl.asl.game.minds import players_sides
from sasl.content.library import Library
from sasl.lab.watching.watch import SETUP_ORDERS, SWITCHES
from sasl.orders.engine import Done
from sasl.saves.session import Session
from sasl.solitaire.briefing.prompts import awaited
from sasl.tui.play.ordering.running import idle_words
from sasl.tui.play.telling.act_words import run_words


def in_play(library: Library, kind: str) -> Session:
    """The tutorial's mission, set up by the program."""
    session = Session.memory(library, "platoon", 4, kind)
    while (stage := session.game.state.stage) != "play":
        for line in SETUP_ORDERS[stage]:
            give(session, line)
    return session


def give(session: Session, line: str) -> tuple[Event, ...]:
    """Run a command that asks nothing."""
    outcome = session.submit(line)
    assert isinstance(outcome, Done), (line, outcome)
    return outcome.events


def player_turn(session: Session) -> list[Event]:
    """The facts of the rest of this Player Turn, played by `next` alone."""
    turn, facts = session.game.state.player_turn, list[Event]()
    while session.game.state.player_turn == turn:
        facts += give(session, "next")
    return facts


def sides(facts: list[Event]) -> set[str]:
    """The sides for which the program has decided on an act."""
    return {event.side for event in facts if isinstance(event, Decided)}


def test_the_program_plays_the_players_side_while_friendly_plays_is_on(library: Library) -> None:
    """Nobody is asked anything; the acts of both sides are told apart; then the side is the player's again."""
    session = in_play(library, "game")
    assert players_sides(session.game) == ["FRIENDLY"]
    give(session, "option friendly-plays on")
    assert players_sides(session.game) == []
    facts = player_turn(session)
    assert "FRIENDLY" in sides(facts)
    assert " of the FRIENDLY side" in run_words(facts)
    give(session, "option friendly-plays off")
    assert players_sides(session.game) == ["FRIENDLY"]
    for line in SWITCHES:
        give(session, line)
    assert sides(player_turn(session)) <= {"ENEMY"}


def test_a_watched_game_is_taken_over(library: Library) -> None:
    session = in_play(library, "watch")
    assert players_sides(session.game) == [] and "FRIENDLY" in sides(player_turn(session))
    told = [event.describe() for event in give(session, "option")]
    assert any(text.startswith("friendly-plays on: ") for text in told), "as it was begun"
    give(session, "option friendly-plays off")
    assert players_sides(session.game) == ["FRIENDLY"]
    session.undo()
    assert players_sides(session.game) == []


def test_a_side_handed_over_in_set_up_is_still_set_up_by_the_player(library: Library) -> None:
    session = Session.memory(library, "platoon", 4, "game")
    give(session, "option friendly-plays on")
    while session.game.state.stage != "play":
        assert not awaited(session.game).startswith("You watch")
        for line in SETUP_ORDERS[session.game.state.stage]:
            give(session, line)
    assert awaited(session.game).endswith("; option friendly-plays off gives your side back to you.")


def test_who_takes_the_enemys_side_is_told_that_the_program_moves_the_other(library: Library) -> None:
    session = in_play(library, "game")
    for line in ("option friendly-plays on", "option enemy-plays off", "option confirm-fire off"):
        give(session, line)
    assert players_sides(session.game) == ["ENEMY"]
    told = "The program plays the FRIENDLY side: next makes its next act; option friendly-plays off gives your side"
    assert awaited(session.game).startswith(told)
    assert "you give its orders now" not in idle_words(session.game, "phase")
    assert "FRIENDLY" in sides(player_turn(session)) and session.game.state.side == "ENEMY"
    assert "The program plays" not in awaited(session.game)
