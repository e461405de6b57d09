"""A side that looks ahead: what it plays out, what it chooses, and that it knows nothing it should not."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from sasl.asl.game.context import Game
from sasl.asl.game.events import Decided, ValueSet
from sasl.asl.game.state import Value
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.watching.watch import Bare, Watch
from sasl.minds import planning
from sasl.minds.act import Act
from sasl.minds.mind import SideMind
from sasl.minds.played_sides import minds
from sasl.orders import engine

HEAD = "doctrine: mine\ntitle: Mine\nsummary: x\nprovenance: user\nextends: planner\n"
QUICK = "figures:\n  playouts: {value: 3, rule: A.9}\n  plan-rounds: {value: 1, rule: A.9}\n"
IDLE = "doctrine: idle\ntitle: Idle\nsummary: x\nprovenance: user\nextends: commander\nfigures:\n" + "".join(
    f"  {name}: {{value: {value}, rule: '6'}}\n" for name, value in (("danger-mf", 500), ("prep-fire", 50))
)
"""A plan that never goes where any fire is to be feared."""
NEAR = "  plan-turns: {value: 2, rule: A3}\n"
SAME = "doctrine: same\ntitle: Same\nsummary: x\nprovenance: user\nextends: commander\nfigures: {}\n"
"""A plan that is the commander's by another name."""


def library(folder: Path, plans: str, figures: str = QUICK) -> Library:
    """The shipped content with a doctrine `mine` that has these plans."""
    mine = folder / "doctrines"
    mine.mkdir()
    (mine / "mine.yaml").write_text(f"{HEAD}plans: [{plans}]\n{figures}", encoding="utf-8")
    (mine / "same.yaml").write_text(SAME, encoding="utf-8")
    (mine / "idle.yaml").write_text(IDLE, encoding="utf-8")
    return Library(shipped_root(), (folder,))


def first_turn(content: Library, seed: int = 3) -> Game:
    """The first FRIENDLY RPh of the tutorial mission, both sides played by the program, FRIENDLY by `mine`."""
    watch = Watch(
        Bare(replace(engine.new_game(content, "platoon", seed), minds=minds("FRIENDLY", "ENEMY")), engine.play)
    )
    watch._queue.insert(0, "doctrine mine friendly")
    for _ in range(60):
        state = watch.table.game.state
        if state.stage == "play" and state.side == "FRIENDLY":
            return watch.table.game
        watch.step()
    raise AssertionError("the mission never begins")


def choice(game: Game) -> Act:
    """The plan that the FRIENDLY side chooses."""
    act = SideMind("FRIENDLY").proposal(game)
    assert act is not None and act.key == planning.KEY
    return act


def worths(act: Act) -> Mapping[str, float]:
    """What its reasons say each plan is worth."""
    lines = [line for line in act.reasons if ": worth " in line]
    return {line.split(":")[0].split(",")[0]: float(line.split("worth ")[1].split(" in ")[0]) for line in lines}


def test_a_plan_is_chosen_once_before_each_own_player_turn(tmp_path: Path) -> None:
    content = library(tmp_path, "commander, bold", QUICK.replace("3", "1") + NEAR)
    watch = Watch(Bare(first_turn(content), engine.play))
    plans = list[tuple[int, str, str]]()
    for step in watch.run():
        state = watch.table.game.state
        plans += [
            (state.turn, state.side, state.phase)
            for event in step.events
            if isinstance(event, Decided) and event.key == planning.KEY
        ]
    turns = watch.table.game.state.turn
    assert plans[: turns - 1] == [(turn, "FRIENDLY", "RPh") for turn in range(1, turns)], (
        "and never in the other's Turn"
    )
    assert len(plans) in (turns - 1, turns)


def test_every_plan_is_told_with_its_worth_and_the_figures_that_decide(tmp_path: Path) -> None:
    act = choice(first_turn(library(tmp_path, "commander, bold, idle", QUICK + NEAR)))
    assert set(worths(act)) == {"commander", "bold", "idle"}
    told = " ".join(act.reasons)
    assert "in 3 games" in told and "playouts 3" in told and "plan-turns" in told and "plan-doubt 1 [house]" in told
    assert act.order is not None and act.order.line().startswith("plan ") and act.order.line().endswith(" friendly")


def test_the_side_follows_its_plan(tmp_path: Path) -> None:
    game = first_turn(library(tmp_path, "commander, bold"))
    assert SideMind("FRIENDLY").decider(game).doctrine.id == "commander", "the first, until another is chosen"
    played = engine.play(game, "plan bold friendly")
    assert isinstance(played, engine.Done)
    assert [event.name for event in played.events if isinstance(event, ValueSet)] == ["friendly-plan"]
    assert SideMind("FRIENDLY").decider(played.game).doctrine.id == "bold"


@pytest.mark.parametrize(
    ("plans", "first"), [("bold, squadron", "squadron"), ("commander, bold", "commander")], ids=["its own", "the first"]
)
def test_it_begins_with_what_the_mission_names(tmp_path: Path, plans: str, first: str) -> None:
    """OtO-S2 names `squadron` on its card; where that is no plan, the first of them is followed."""
    game = engine.new_game(library(tmp_path, plans), "oto-s2", 1)
    mine = {**game.state.values, "friendly-doctrine": Value("mine", "user")}
    assert SideMind("FRIENDLY").decider(game.at(replace(game.state, values=mine))).doctrine.id == first


def test_only_a_change_of_plan_is_told(tmp_path: Path) -> None:
    """The first plan is followed without a word; a plan chosen again changes nothing."""
    game = first_turn(library(tmp_path, "commander, bold"))
    told = list[list[str]]()
    for name in ("commander", "bold", "bold"):
        played = engine.play(game, f"plan {name} friendly")
        assert isinstance(played, engine.Done)
        told.append([event.describe() for event in played.events])
        game = played.game
    same = "The plan of the FRIENDLY side is already {}."
    assert told == [[same.format("commander")], ["FRIENDLY plan is bold [user]"], [same.format("bold")]]


def test_a_plan_that_stays_is_decided_and_not_set_again(tmp_path: Path) -> None:
    content = library(tmp_path, "commander", QUICK.replace("3", "1"))
    watch = Watch(Bare(first_turn(content), engine.play))
    events = watch.step().events
    assert [event.key for event in events if isinstance(event, Decided)] == [planning.KEY]
    assert not [event for event in events if isinstance(event, ValueSet)]


def test_a_plan_that_stays_behind_is_given_up_for_one_that_attacks(tmp_path: Path) -> None:
    content = library(tmp_path, "idle, commander", QUICK.replace("3", "4") + NEAR.replace("2", "4"))
    chosen = [choice(first_turn(content, seed)) for seed in (2, 9)]
    assert all(worths(act)["commander"] > worths(act)["idle"] for act in chosen)
    assert any(act.line == "plan commander friendly" for act in chosen)


@pytest.mark.parametrize(("errors", "games"), [(0, [3, 3]), (1000, [9, 9])])
def test_a_plan_that_is_behind_drops_out_of_the_later_rounds(tmp_path: Path, errors: int, games: list[int]) -> None:
    drop = f"{QUICK.replace('1,', '3,')}{NEAR}  plan-drop: {{value: {errors}, rule: A.9}}\n"
    game = first_turn(library(tmp_path, "idle, commander", drop))
    worths = planning.race(game, "FRIENDLY", game.library.doctrine("mine"))
    assert [len(worth) for worth in worths.values()] == games


def test_a_plan_that_plays_the_same_is_not_played_twice(tmp_path: Path) -> None:
    """Two plans that come to the same in every game of the first round: nothing is learned by more of them."""
    game = first_turn(library(tmp_path, "commander, same", QUICK.replace("1,", "3,") + NEAR))
    assert [len(worth) for worth in planning.race(game, "FRIENDLY", game.library.doctrine("mine")).values()] == [3, 3]


def test_another_plan_must_be_ahead_by_more_than_chance(tmp_path: Path) -> None:
    sure = f"{QUICK}{NEAR}  plan-doubt: {{value: 1000, rule: A.9}}\n"
    act = choice(first_turn(library(tmp_path, "idle, commander", sure), seed=4))
    assert act.line == "plan idle friendly", "nothing is ever so sure"


def test_the_same_seed_plans_the_same_and_by_dice_of_its_own(tmp_path: Path) -> None:
    game = first_turn(library(tmp_path, "commander, bold", QUICK + NEAR))
    assert choice(game) == choice(game)
    before = game.state
    ended = planning.played_out(game, "FRIENDLY", game.library.doctrine("mine"), "bold", 77)
    assert game.state is before
    assert ended.state.dice.seed == 77 != before.dice.seed, "what the game's own dice will bring is not known"
    other = planning.played_out(game, "FRIENDLY", game.library.doctrine("mine"), "bold", 78)
    assert ended.state.units != other.state.units


def test_it_is_played_so_far_as_the_doctrine_says(tmp_path: Path) -> None:
    near = "figures:\n  plan-turns: {value: 1, rule: A3}\n"
    game = first_turn(library(tmp_path, "commander, bold", near))
    ended = planning.played_out(game, "FRIENDLY", game.library.doctrine("mine"), "bold", 1)
    assert (ended.state.turn, ended.state.side, ended.state.phase) == (1, "ENEMY", "RPh")
    whole = planning.played_out(game, "FRIENDLY", game.library.doctrine("planner"), "bold", 1)
    assert whole.state.stage == "over"


def test_where_a_player_sits_nothing_is_played_out(tmp_path: Path) -> None:
    game = first_turn(library(tmp_path, "commander, bold"))
    alone = replace(game, minds=minds("ENEMY"))
    act = SideMind("FRIENDLY").proposal(alone)
    assert act is None or act.key != planning.KEY


@pytest.mark.parametrize(
    ("doctrine", "line", "why"),
    [
        ("mine", "plan brave friendly", "'brave' is not a plan of doctrine mine: commander, bold"),
        ("mine", "plan bold", "the doctrine of the ENEMY side has no plans"),
        ("commander", "plan bold friendly", "doctrine planner friendly chooses one that does"),
    ],
)
def test_a_plan_that_is_none_is_refused_in_a_sentence(tmp_path: Path, doctrine: str, line: str, why: str) -> None:
    game = first_turn(library(tmp_path, "commander, bold"))
    values = {**game.state.values, "friendly-doctrine": Value(doctrine, "user")}
    refused = engine.play(game.at(replace(game.state, values=values)), line)
    assert isinstance(refused, engine.No) and why in refused.reason
