"""Questions that are a side's own: what the program answers for a side it plays, and what stays with the player."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from deciders import decider, with_figure, with_minds
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop, bare, of, told

from sasl.asl.close_combat.melee import accessible
from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Option, Question
from sasl.asl.game.los.doubts import settle_doubts
from sasl.asl.game.minds import nobody_sits
from sasl.asl.game.sides import Phase, Side
from sasl.board.hexes import parse_hex, vertex_names
from sasl.kernel.orders.commands import Ask
from sasl.kernel.transaction import NO_ANSWER
from sasl.minds import mind
from sasl.orders import engine

SOURCES = Path(engine.__file__).parents[1]
ROOMS = ("asl", "solitaire", "orders", "minds")
ASKS = ("choose", "several", "yes", "Question")
PLAYERS_OWN = {
    "los",  # what his board shows (A6)
    "los-from",
    "observer-los",  # the same (C1.3)
    "rout-elsewhere",  # a way his board knows better (A10.51)
    "cc-unfought",  # to end the CCPh without a CC
    "end-mission",
    "attack",  # the preview of an attack
    "act",  # to veto an act
}
"""The questions that no side decides."""


def answer(
    table: Tabletop, asks: str, subject: tuple[str, ...], *values: str, default: str = "", side: Side = ENEMY
) -> str | None:
    options = tuple(Option(value, value) for value in values)
    hexes = tuple(value for value in values if value in table.game.board)
    first = default or values[0]
    question = Question("choice", "?", first, options, hexes=hexes, whose=side, id=asks, subject=subject)
    return mind.answer(table.game, decider(side), question)


# -- who is asked --------------------------------------------------------------------------------------


def _nobodys() -> Iterator[str]:
    """The ids of the questions in the source that say not whose they are."""
    for path in (path for room in ROOMS for path in sorted((SOURCES / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", getattr(node.func, "id", "")) in ASKS:
                given = {item.arg: ast.unparse(item.value).strip("'") for item in node.keywords}
                if "id" in given and "whose" not in given:
                    yield given["id"]


def test_every_question_says_whose_it_is_or_is_the_players_own() -> None:
    assert set(_nobodys()) == PLAYERS_OWN


def test_a_side_with_a_mind_answers_and_the_player_is_not_asked() -> None:
    table = field(ENEMY, "CCPh")
    table = with_minds(table)
    for whose, asked in ((ENEMY, False), (FRIENDLY, True), ("", True)):
        ctx = Context(table.game, ("b",))
        given = ctx.choose("?", [Option("a", "a"), Option("b", "b")], whose=whose)
        assert (given, ctx.answered) == (("b", 1) if asked else ("a", 0))


def test_the_option_enemy_plays_off_gives_the_questions_back_to_the_player() -> None:
    table = with_minds(field(ENEMY, "CCPh"))
    table.do("option enemy-plays off")
    ctx = Context(table.game, ("b",))
    assert ctx.choose("?", [Option("a", "a"), Option("b", "b")], whose=ENEMY) == "b"


def test_1_3_what_the_board_shows_is_asked_of_a_player_and_taken_as_likely_where_nobody_sits() -> None:
    table = bare(FRIENDLY, "PFPh")
    alone, both = with_minds(table), with_minds(table, "FRIENDLY", "ENEMY")
    assert nobody_sits(both.game) and not nobody_sits(alone.game)
    ctx = Context(alone.game, ("blocked",))
    settle_doubts(ctx, "K20", ["K23"])
    assert ctx.answered == 1 and list(ctx.state.sights.values()) == ["blocked"]
    ctx = Context(both.game)
    settle_doubts(ctx, "K20", ["K23", "K24"])
    assert len(ctx.state.sights) == 2


def test_dice_are_thrown_by_hand_also_where_nobody_sits() -> None:
    table = with_minds(bare(FRIENDLY, "PFPh"), "FRIENDLY", "ENEMY")
    ctx = Context(table.game, ("4",))
    assert ctx.ask(Question("dice", "a roll", "auto", roll="dr")) == "4"


@pytest.mark.parametrize("said", ["467d", "467c 467d", "all"])
def test_what_is_no_answer_to_a_question_ends_no_game_and_is_told(said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = with_minds(field(ENEMY, "CCPh"))
    monkeypatch.setitem(mind.ANSWERS, "captured", lambda game, decider, question: said)
    options, more = [Option(f"467{letter}", "") for letter in "bac"], {"whose": ENEMY, "id": "captured"}
    one, some = Context(table.game), Context(table.game)
    assert one.choose("whom?", options, **more) == "467b"
    assert some.several("whom?", options, ["467a"], most=(2, "there are two"), **more) == ("467a",)
    for ctx in (one, some):
        assert [event.tag for event in ctx.events if isinstance(event, ev.Told)] == [NO_ANSWER]


# -- what it answers -----------------------------------------------------------------------------------


def test_a11_21_it_withdraws_to_the_hex_where_the_least_fire_is_to_be_feared() -> None:
    table = field(ENEMY, "CCPh", K19="woods")
    squad = table.new("enemy", "4-6-7", "K20", "melee")
    table.new("friendly", "4-4-7", "K20", "melee")
    table.new("friendly", "6-2-8", "K23")
    ways = accessible(table.game, table.unit(squad))
    chosen = answer(table, "withdraw-to", (squad,), *reversed(ways))
    assert chosen == "K19"


def test_a11_12_the_players_own_attack_in_a_cc_that_the_enemy_fights_has_no_reasons_of_the_enemy() -> None:
    table = with_minds(field(FRIENDLY, "CCPh"))
    ours, foe = (table.new(side, kind, "K20", "melee") for side, kind in ((FRIENDLY, "6-2-8"), (ENEMY, "4-6-7")))
    table.all("option confirm-fire on", "option confirm-acts on")
    seen: dict[str, bool] = {}
    answers: list[str] = []
    while isinstance(asked := engine.play(table.game, "next", answers), Ask):
        question = asked.question
        if question.kind == "attack":
            seen[question.preview.title.split(": ")[1]] = question.preview.reasons is not None
        answers.append("roll" if question.kind == "attack" else question.default)
    assert seen == {f"{ours} vs {foe}": False, f"{foe} vs {ours}": True}


def test_a20_22_the_unit_that_is_missed_least_is_given_up() -> None:
    table = field(ENEMY, "CCPh")
    leader, squad, armed, half = (table.new("enemy", name, "K20") for name in ("9-1", "4-6-7", "2-4-7", "2-3-7"))
    table.arm(armed, "MMG")
    assert answer(table, "captured", (), leader, squad, armed, half) == half
    assert answer(table, "captured", (), leader, armed, squad) == squad
    assert answer(table, "kill-or-capture", (), "kill", "capture") == "kill"


def test_a20_5_the_least_useful_unit_guards_the_prisoners() -> None:
    table = field(ENEMY, "CCPh")
    _, half, _ = (table.new("enemy", name, "K20") for name in ("4-6-7", "2-4-7", "9-1"))
    captive = table.new("friendly", "4-4-7", "K20", "disarmed")
    table = with_minds(table, "ENEMY", "FRIENDLY")
    table.dice(1, 1, *[6] * 12).do("next")
    taken = table.state.units.get(captive)
    assert taken and taken.carrier == half


@pytest.mark.parametrize("asks", ["beyond-limit", "minimum-move"])
def test_a4_1_it_never_moves_beyond_its_mf(asks: str) -> None:
    assert answer(field(ENEMY, "MPh"), asks, ("467a",), "yes", "no") == "no"


@pytest.mark.parametrize(("name", "goes"), [("4-4-7", True), ("T-34 M43", False)])
def test_d7_1_an_overrun_only_where_it_pays(name: str, goes: bool) -> None:
    table = field(ENEMY, "MPh")
    tank = table.new("enemy", "StuG IIIG", "K20")
    table.new("friendly", name, "K21")
    wanted = answer(table, "overrun", (tank, "K21"), "yes", "no", default="no")
    assert wanted == ("yes" if goes else "no")


def test_a12_12_a_friendly_mind_takes_concealment_wherever_it_can() -> None:
    table = field(FRIENDLY, "CCPh", K20="woods", P20="woods")
    squads = [table.new("friendly", "4-4-7", place) for place in ("K20", "P20")]
    table = with_minds(table, "FRIENDLY", "ENEMY")
    assert isinstance(table.session.submit("next", ()), engine.Done)
    assert all("concealed" in table.unit(key).flags for key in squads)


def test_the_likely_answer_answers_everything_else() -> None:
    table = field(ENEMY, "MPh")
    assert answer(table, "lane-over", (), "1", "2") == "1"


# -- what is told --------------------------------------------------------------------------------------


def test_7_the_player_is_told_only_of_his_own_recovery_and_routs() -> None:
    before_each: tuple[tuple[str, Side, Phase], ...] = (("RPh", ENEMY, "CCPh"), ("RtPh", FRIENDLY, "AFPh"))
    for phase, turn, before in before_each:
        table = field(turn, before)
        table.new("enemy", "9-1", "K20", "broken", "dm")
        table.new("friendly", "9-1", "W20", "broken", "dm")
        events = with_minds(table).do("next")
        assert [event.phase for event in of(events, ev.PhaseBegan)] == [phase]
        assert "FRIENDLY" in told(events) and "ENEMY units that may" not in told(events)
        assert "ENEMY may:" not in told(events) and "ENEMY must" not in told(events)


def test_c2_2401_a_vehicle_of_the_enemy_fires_first_where_its_shot_is_worth_it() -> None:
    table = field(ENEMY, "MPh", K14="woods")
    table.all("option fire-stops off", "option confirm-fire off", "option enemy-plays off")
    gun = table.new(FRIENDLY, "45LL AT", "K14")
    table.new(FRIENDLY, "2-2-8", "K14")
    stug = table.new(ENEMY, "StuG IIIG", "K22", "motion")
    table.all(f"face {stug} {vertex_names(parse_hex('K22'))[0]}", f"face {gun} {vertex_names(parse_hex('K14'))[5]}")
    table.all(f"move {stug} K21 K20 stop")
    question = table.ask(f"fire {gun} K20 ap")
    assert question.id == "gun-duel" and question.whose == ENEMY
    assert mind.answer(table.game, with_figure("gun-duel", 0.01), question) == "yes"
    assert mind.answer(table.game, with_figure("gun-duel", 3), question) == "no"


def test_c2_2401_the_player_is_asked_in_the_midst_of_his_move() -> None:
    table = field(FRIENDLY, "MPh")
    gun = table.new(ENEMY, "75L AT", "K14")
    table.new(ENEMY, "2-2-8", "K14")
    tank = table.new(FRIENDLY, "KV-1S", "K16")
    table.all(f"face {tank} {vertex_names(parse_hex('K16'))[0]}", f"face {gun} {vertex_names(parse_hex('K14'))[5]}")
    table = with_minds(table, command=False, doctrine="aggressive")
    question = table.ask(f"delay {tank} 4")
    assert (question.id, question.whose, question.subject) == ("gun-duel", FRIENDLY, (tank, "K14"))
    events = table.dice(3, 4, 1, 6, 6, 6, 6, 5).do(f"delay {tank} 4", "yes")  # 3, 4: no Panic (S6.12)
    shots = [event.record.purpose for event in of(events, ev.Rolled) if "To Hit" in event.record.purpose]
    assert [text.split(":")[1].split()[0] for text in shots[:2]] == [tank, gun]
