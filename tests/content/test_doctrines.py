"""Doctrines are content: what a file may say, what it takes from another, and one clear sentence for each fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from sasl.asl.game.minds import doctrine_of
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_all
from sasl.content.reading.faults import ContentError
from sasl.content.tables.doctrine import OUTCOMES, TARGETS
from sasl.kernel.orders.commands import Done
from sasl.minds.action import order_of_acts, prep_fire
from sasl.orders.engine import new_game, play

HEAD = "doctrine: mine\ntitle: Mine\nsummary: x\nprovenance: user\n"


def pack(tmp_path: Path, text: str, name: str = "mine") -> Library:
    folder = tmp_path / "doctrines"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return Library(shipped_root(), (tmp_path,))


def fault(library: Library) -> str:
    with pytest.raises(ContentError) as caught:
        library.doctrine("mine")
    return str(caught.value)


def test_the_shipped_doctrines_are_whole_and_say_why() -> None:
    library = Library(shipped_root())
    assert {"standard", "timid", "aggressive", "random", "commander", "bold", "planner"} <= set(library.doctrines)
    standard = library.doctrine("standard").figures
    names = set(standard)
    assert not [name for name, figure in standard.items() if not figure.note], "each says what it is"
    for doctrine in library.doctrines.values():
        assert set(doctrine.figures) == names
        assert all(figure.provenance in ("house", "rulebook", "seed") for figure in doctrine.figures.values())
        assert all(table in library.tables for table in doctrine.actions.values())


def test_a_doctrine_says_only_what_differs(tmp_path: Path) -> None:
    text = HEAD + "extends: timid\nfigures:\n  first-fire: {value: 0.6, rule: A8.1}\n"
    library = pack(tmp_path, text)
    mine, timid, standard = (library.doctrine(name) for name in ("mine", "timid", "standard"))
    assert mine.value("first-fire") == 0.6
    assert mine.words("first-fire") == "first-fire 0.6 [user]"
    assert mine.value("panic-shift") == timid.value("panic-shift") != standard.value("panic-shift")
    assert mine.actions == timid.actions


def test_the_glossary_says_what_the_figures_are_that_reasons_name() -> None:
    standard = Library(shipped_root()).doctrine("standard")
    reasons = (
        f"harm 0.59; {standard.words('first-fire-hidden')}",
        f"{standard.words('danger-mf')}, {standard.words('first-fire')}",
        "a first-fire-hidden that is no figure, far-away 3 [house]",
    )
    assert standard.glossary(reasons) == [
        f"{name}: {standard.figures[name].note} ({standard.figures[name].rule})"
        for name in ("first-fire-hidden", "danger-mf", "first-fire")
    ], "each once"
    assert standard.glossary(("it holds",)) == []


def test_the_bold_are_a_commander_who_fears_less_and_shares_out_his_goals() -> None:
    bold, usual = (Library(shipped_root()).doctrine(name) for name in ("bold", "commander"))
    assert bold.orders == usual.orders == "free"
    assert bold.value("danger-mf") < usual.value("danger-mf") and bold.value("goal-spread") > usual.value("goal-spread")
    assert bold.value("track-mf") > usual.value("track-mf") == 0, (
        "and each hex of railroad and road is worth MF to them"
    )


def test_the_plans_of_a_planner_are_doctrines_without_plans(tmp_path: Path) -> None:
    planner = Library(shipped_root()).doctrine("planner")
    assert len(planner.plans) >= 2 and planner.plans[0] == "rush"
    for wrong, near in (("bolt", "bold"), ("planner", "planner")):
        message = fault(pack(tmp_path, HEAD + f"extends: planner\nplans: [commander, {wrong}]\n"))
        assert "mine.yaml:6:" in message and f"'{wrong}' is not a doctrine that can be a plan" in message
        assert near in message
    heir = pack(tmp_path, HEAD + "extends: planner\n").doctrine("mine")
    assert heir.plans == (), "who stands on a planner says anew what he chooses between"


def test_a_later_file_of_the_same_name_wins(tmp_path: Path) -> None:
    text = HEAD.replace("mine", "timid") + "extends: standard\n"
    library = pack(tmp_path, text)
    assert library.doctrine("timid").value("first-fire") == library.doctrine("standard").value("first-fire")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HEAD + "extends: standrad\n", "mine.yaml:5: extends: there is no doctrine 'standrad'; did you"),
        (HEAD + "extends: standard\nfigures:\n  frist-fire: {value: 1}\n", "mine.yaml:7: figures.frist-fire: unknown"),
        (HEAD + "extends: mine\n", "mine.yaml:5: extends: 'mine' extends itself"),
        (HEAD + "extends: standard\nchoice: worst\n", "mine.yaml:6: choice: 'worst' is not one of best, random"),
        (HEAD + "extends: standard\nfigures:\n  first-fire: {value: much}\n", "mine.yaml:7: figures.first-fire.value"),
    ],
)
def test_a_fault_is_one_sentence_with_its_line(tmp_path: Path, text: str, words: str) -> None:
    assert words in fault(pack(tmp_path, text))


def test_lint_finds_an_action_table_that_is_not_there(tmp_path: Path) -> None:
    library = pack(tmp_path, HEAD + "extends: standard\nactions: {Hold: action.hold.mine}\n")
    assert any(
        "mine.yaml:6: actions.Hold: there is no table 'action.hold.mine'" in fault for fault in lint_all(library)
    )


def test_a_mission_card_may_name_the_doctrine_of_either_side(tmp_path: Path) -> None:
    assert usual(Library(shipped_root()), "platoon") == ["commander", "standard"]
    assert usual(Library(shipped_root()), "oto-s1") == ["combined", "standard"]
    card = (shipped_root() / "missions" / "oto-s1.yaml").read_text(encoding="utf-8")
    (tmp_path / "missions").mkdir()
    named = card.replace("elr: 3}", "elr: 3, doctrine: mine}").replace(", doctrine: combined}", "}")
    (tmp_path / "missions" / "oto-s1.yaml").write_text(named, encoding="utf-8")
    (tmp_path / "tables").mkdir()
    pack(tmp_path / "tables", HEAD + "extends: timid\n")
    library = Library(shipped_root(), (tmp_path,))
    assert usual(library, "oto-s1") == ["commander", "mine"], "the other side follows what is usual everywhere"


def usual(library: Library, mission: str) -> list[str]:
    """What both sides of a mission follow at its beginning."""
    game = new_game(library, mission, 1)
    return [doctrine_of(game, "FRIENDLY").id, doctrine_of(game, "ENEMY").id]


def test_6_4_content_and_the_minds_know_the_same_outcomes_and_columns_of_an_action() -> None:
    assert set(OUTCOMES) == set(prep_fire.SAYS) == set(prep_fire.RESULTS)
    assert set(prep_fire.COMMANDS) < set(OUTCOMES)
    assert set(TARGETS) == set(order_of_acts.COLUMNS)


def test_a_doctrine_may_be_typed_in_any_case(tmp_path: Path) -> None:
    library = pack(tmp_path, HEAD.replace("mine", "MyOwn") + "extends: timid\nfigures: {}\n")
    for word in ("MyOwn", "myown"):
        outcome = play(new_game(library, "platoon", 1), f"doctrine {word}")
        assert isinstance(outcome, Done) and doctrine_of(outcome.game, "ENEMY").id == "MyOwn"


@pytest.mark.parametrize("word", ["Dig", "Fire?"])
def test_6_24_a_word_of_an_action_table_that_is_none_is_a_fault_of_the_table_that_has_it(
    tmp_path: Path, word: str
) -> None:
    """The shipped doctrine names action.hold; the player's file in its place is wrong, by its line."""
    (tmp_path / "mine.yaml").write_text(
        "- id: action.hold\n  title: Mine\n  roll: DR\n  provenance: user\n  columns: [normal, long, none, lost]\n"
        f"  rows:\n    2..5: [Fire, Fire, none, none]\n    6..12: [Fire, Move, {word}, none]\n",
        encoding="utf-8",
    )
    faults = [text for text in lint_all(Library(shipped_root(), (tmp_path,))) if word in text]
    assert len(faults) == 1 and "mine.yaml:8: action.hold, row 6..12: '" in faults[0]


def test_6_4_a_table_without_the_columns_of_an_action_is_a_fault_of_who_wrote_it(tmp_path: Path) -> None:
    text = (
        "- id: action.hold\n  title: Mine\n  roll: DR\n  provenance: user\n  columns: [near]\n  rows: {2..12: [Fire]}\n"
    )
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    faults = lint_all(Library(shipped_root(), (tmp_path,)))
    assert any("mine.yaml:1: action.hold: this is not an Action table" in fault for fault in faults)
    assert not any("standard.yaml" in fault for fault in faults)
    mine = pack(tmp_path, HEAD + "extends: standard\nactions: {Hold: generation.g2}\n")
    assert "mine.yaml:6: actions.Hold: generation.g2: this is not an Action table" in fault(mine)
