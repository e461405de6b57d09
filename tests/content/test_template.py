"""The mission template: it plays as it stands, and the usual mistakes in a copy are each one clear line."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from sasl.cli.main import main
from sasl.content.boards.board_files import BoardModel
from sasl.content.library import Library, shipped_root
from sasl.content.lint import lint_files
from sasl.content.missions.mission import HOOKS, ForceGroup, Lesson, Mission, Until
from sasl.content.missions.mission_map import Area, Objectives, SuspectCase, Suspects
from sasl.content.packs.own_pack import copy_template, template_folder
from sasl.content.reading.faults import ContentError
from sasl.content.reading.yamlfile import checker
from sasl.kernel.frozen import fields
from sasl.lab.series.matches import Match
from sasl.lab.series.workers import Libraries
from sasl.orders.mission_commands import COMMANDS
from sasl.solitaire.briefing.lessons import GIVEN, HAPPENED
from sasl.solitaire.checks.table_checks import check

SHIPPED = Library(shipped_root())
PLACES = {"mission": "missions/hill.yaml", "board": "missions/boards/hill.yaml", "tables": "tables/hill.yaml"}
Mistake = tuple[str, str, str, str]


def faults(pack: Path) -> list[str]:
    """What lint says of a pack: of its files, then of how its mission plays."""
    library = SHIPPED.with_packs((pack,))
    found = lint_files(library, sorted(pack.rglob("*.yaml")))
    if not found:
        try:
            check(library, library.mission("hill"), COMMANDS)
        except ContentError as error:
            found = list(error.faults)
    return found


@pytest.fixture
def slip(tmp_path: Path) -> Callable[[str, str, str], str]:
    """`slip("board", "w: [woods]", "w: [wods]")`: a copy with that mistake; its one fault, after `file:line: `."""
    pack = tmp_path / "pack"
    copy_template("hill", pack)

    def make(kind: str, old: str, new: str) -> str:
        path = pack / PLACES[kind]
        text = path.read_text(encoding="utf-8")
        assert text.count(old) >= 1, old
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        found = faults(pack)
        assert len(found) == 1 and "\n" not in found[0], found
        match = re.match(r"(.+\.yaml):(\d+): (.+)", found[0])
        assert match and match[1].endswith(PLACES[kind]), found
        first = text[: text.index(old)].count("\n") + 1
        assert first - 8 <= int(match[2]) <= first + new.count("\n") + 1, found
        return match[3]

    return make


# -- it plays -----------------------------------------------------------------------------------------


def test_the_template_is_sound_and_plays_to_its_end() -> None:
    pack = template_folder()
    assert lint_files(SHIPPED.with_packs((pack,)), sorted(pack.rglob("*.yaml"))) == []
    ending = Match("my-mission", 3, packs=(pack,)).play(Libraries())
    assert ending.winner in ("FRIENDLY", "ENEMY", "draw") and ending.numbers["turns"] >= 5


def names(model: Any) -> list[str]:
    return [item.name for item in fields(model)]


def test_every_key_of_a_mission_stands_in_the_template() -> None:
    """A new key of the schema that the template does not name, even commented out, fails here."""
    text = (template_folder() / "missions" / "my-mission.yaml").read_text(encoding="utf-8")
    told_elsewhere = {"rail", "road", "number", "of", "note"}
    for model in (Mission, Area, Objectives, Suspects, SuspectCase, ForceGroup):
        missing = [key for key in names(model) if not re.search(rf"\b{key}\b", text)]
        assert set(missing) <= told_elsewhere, (model.__name__, missing)
    board = (template_folder() / "missions" / "boards" / "my-mission.yaml").read_text(encoding="utf-8")
    rare = {"note", "before", "gully_ends", "culverts", "unread_roads", "objectives", "corrected"}
    assert {key for key in BoardModel.model_fields if not re.search(rf"\b{key}\b", board)} <= rare


INSTEAD = ("friendly", "ec_table", "boards", "determined", "end", "house_figures", "lessons")
"""Keys that stand there commented out in place of one above them, or that say nothing by themselves."""


def test_what_the_template_has_commented_out_plays_too(tmp_path: Path) -> None:
    """`Remove the #`: every line that is one more thing to have, all of them together."""
    copy_template("hill", tmp_path)
    for kind in ("mission", "board"):
        path = tmp_path / PLACES[kind]
        lines, wanted = [], False
        for line in path.read_text(encoding="utf-8").splitlines():
            key = re.match(r" *# (?:- \{|- id|([a-z_]+):)", line)
            if key:
                wanted = key[1] not in INSTEAD
            elif not re.match(r" *#   ", line):  # what is indented belongs to the key above it
                wanted = False
            lines.append(line.replace("# ", "", 1) if wanted else line)
        path.write_text("\n".join(lines), encoding="utf-8")
    assert faults(tmp_path) == []


def test_new_mission_copies_it_into_the_players_own_pack(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    monkeypatch.setenv("SASL_OWN", str(own))
    assert main(["new-mission", "river-watch"]) == 0
    out, err = capsys.readouterr()
    assert [Path(line).relative_to(own).as_posix() for line in out.splitlines()] == [
        "missions/boards/river-watch.yaml",
        "missions/river-watch.yaml",
        "tables/river-watch.yaml",
    ]
    assert "sasl play river-watch." in err
    text = (own / "missions" / "river-watch.yaml").read_text(encoding="utf-8")
    assert "id: river-watch " in text and "title: River Watch\n" in text and "my-mission" not in text
    assert main(["place", "river-watch", "--seed", "1"]) == 0
    capsys.readouterr()
    assert main(["new-mission", "river-watch"]) == 1
    assert "a mission 'river-watch' already exists" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Hill", "a b", "../hill", "", "7th", "x" * 41])
def test_a_name_that_is_none(tmp_path: Path, name: str) -> None:
    with pytest.raises(ContentError, match="is not a name for a mission"):
        copy_template(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_new_mission_writes_over_nothing(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "hill.yaml").write_text("- mine\n", encoding="utf-8")
    with pytest.raises(ContentError, match=r"hill\.yaml already exists;"):
        copy_template("hill", tmp_path)
    assert [path.name for path in tmp_path.rglob("*.yaml")] == ["hill.yaml"]


# -- the usual mistakes -------------------------------------------------------------------------------

MISTAKES: list[Mistake] = [
    ("mission", "hexes: [E4, G5]", "hexes: [E4, Q5]", "hex Q5 is not on the map in play (A1 to J10)"),
    ("mission", "hexes: [E4, G5]", "hexes: [E4, G44]", "hex G44 is not on the map in play"),
    ("mission", "hexes: [E4, G5]", "hexes: [E4, 5G]", "'5G' is not a hex"),
    ("mission", "attitude: Hold", "atitude: Hold", "unknown key; did you mean 'attitude'?"),
    ("mission", "attitude: Hold", "mood: Hold", "unknown key; did you mean 'attitude'?"),
    ("mission", "attitude: Hold", "attitude: Wait", "'Wait' is not one of Hold, Advance, Withdraw"),
    ("mission", "first_side: FRIENDLY", "first_side: Friendly", "did you mean 'FRIENDLY'?"),
    ("mission", "{type: 4-4-7, count: 3}", "{type: 4-4-8, count: 3}", "no Russian counter '4-4-8'"),
    ("mission", "nation: russian", "nation: rusian", "no counters of nation 'rusian'; did you mean 'russian'?"),
    ("mission", "activation: hill.activation", "activation: hill.activaton", "did you mean 'hill.activation'?"),
    ("mission", "board: hill ", "board: hil ", "there is no board 'hil'"),
    ("mission", "[A9, C9, G9, I9, J9]", "[A9, C9, G9, I9]", "does not cross hexrow J"),
    ("mission", "[A9, C9, G9, I9, J9]", "[A9, E8, J9]", "one hex grain; also name the hexes between them"),
    ("mission", "friendly_edge: south", "friendly_edge: down", "'down' is not one of north, east, south, west"),
    ("mission", "[wooden-building, stone-building]", "[wooden-house]", "'wooden-house' is not a terrain; did you mean"),
    ("mission", "rule: S12.5}", "rule: 12.5}", 'text is needed here; put it in quotes: "12.5"'),
    ("mission", "  sniper: E1", "  sniper: Z1", "hex Z1 is not on the map in play"),
    ("mission", "id: hill ", "id: hil ", "the file is called hill.yaml; write id: hill"),
    ("mission", "title: Hill", "title: Hill: the last one", "put a text containing ': ' in quotes"),
    ("mission", "  enemy-ac: hill", "\tenemy-ac: hill", "YAML is indented with spaces"),
    ("mission", "  enemy_edge: north", "   enemy_edge: north", "indent"),
    ("mission", "hexes: [E4, G5]", "hexes: [E4, G5", "the bracket [ opened on line 68 is not closed"),
    (
        "mission", "enemy: {nation: german", "enemy: {nation: russian",
        "both sides are Russian; the ENEMY is of another nation",
    ),
    ("mission", "  enemy_edge: north", "  entry_choice: [north, north]", "the north edge is named twice; keep one"),
    ("mission", "board: hill ", "board: ../hill ", "a name of small letters, digits, - and . is needed here"),
    ("mission", "per: vpo, rule: S4.1d", "per: vpo, of: [intersection], rule: 4.1d", "leave 'of' out"),
    ("mission", "{case: d, per: vpo", "{case: d, per: radius, radius: 500", "20 or less is needed here (got 500)"),
    ("mission", "text: Nothing special yet.", "text: T, hooks: [fly]", "there are armor-leaves-infantry, crews-stay"),
    ("tables", "2..3:   [S, L, SW]", "2..3:   [[S], L]", "is not an item; write a list such as [S, SW]"),
    (
        "tables", '"<=4": ends, ">=5": plays on', '"<=4": plays on, ">=5": plays on',
        "the mission would never end (S12.5)",
    ),
    ("tables", "2..3:   [S, L, SW]", "2..3:   [S, L, MG]", "'MG' is not an item"),
    ("tables", "4..5:   [HS, SW]", "5:      [HS, SW]", "no row for a DR of 4"),
    ("tables", "4..5:   [HS, SW]", "4..6:   [HS, SW]", "rows 4..6 and 6..8 overlap"),
    ("tables", "9..10:  [S]", "9-10:   [S]", "row '9-10' is not a total: write 9..10"),
    ("tables", "roll: DR", "roll: 2D6", "'2D6'"),
    ("tables", "roll: dr\n  provenance: user", "roll: dr\n  provenance: house", "house needs a 'note' that says why"),
    ("tables", "roll: dr\n", "roll: dr\n  roll: dr\n", "key 'roll' is also on line"),
    ("tables", "effect: raise-re", "effect: raise-rs", "did you mean 'raise-re'?"),
    ("tables", "      most: 6/7\n\n- id: hill.friendly", "\n- id: hill.friendly", "effect 'raise-re' needs 'most'"),
    ("tables", '"<=3": 3, ">=4": 4', '"<=3": 3, ">=4": 9', "'9' is not one of 0, 1"),
    ("tables", "- id: hill.enemy-san", "id: hill.enemy-san", "begin the item with '- '"),
    ("board", "w: [woods]", "w: [wood]", "'wood' is not a terrain; did you mean 'woods'?"),
    ("board", 'F: "0-10 ."', 'F: "1-10 ."', "F0 is not described"),
    ("board", 'F: "0-10 ."', 'F: "0-9999 ."', "'0-9999 .' cannot be read"),
    ("board", 'F: "0-10 ."', 'F: "0-10 x"', "code 'x' is not in the legend"),
    ("board", "- E4 F4", "- E4 G4", "E4 and G4 are not adjacent; name the hexes between"),
    ("board", "hedges: {E4: s23}", "hedges: {E4: 23}", "text is needed here; put it in quotes"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "old", "new", "words"), MISTAKES, ids=[f"{item[0]}: {item[2]}" for item in MISTAKES])
def test_a_usual_mistake_is_one_clear_line(
    slip: Callable[[str, str, str], str], kind: str, old: str, new: str, words: str
) -> None:
    assert words in slip(kind, old, new)


def test_a_file_of_tables_that_is_a_word_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "hill.yaml").write_text("hello\n", encoding="utf-8")
    (found,) = lint_files(SHIPPED, [tmp_path / "tables" / "hill.yaml"])
    assert found.endswith(":1: expected a list of tables, each starting with '- id:'")


def test_a_duplicate_key_hides_no_other_fault(tmp_path: Path) -> None:
    copy_template("hill", tmp_path)
    path = tmp_path / PLACES["tables"]
    text = path.read_text(encoding="utf-8")
    path.write_text(
        text.replace("4..5:   [HS, SW]", "5:      [HS, SW]").replace(
            "title: ENEMY SAN\n", "title: ENEMY SAN\n  title: SAN\n"
        ),
        encoding="utf-8",
    )
    found = faults(tmp_path)
    assert len(found) == 2, found
    assert "key 'title' is also on line" in found[0] and "no row for a DR of 4" in found[1]


def test_a_fault_in_one_file_hides_none_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A misspelt key of one mission, and a word in the tables of another that no rule can play."""
    monkeypatch.setenv("SASL_OWN", str(tmp_path))
    copy_template("hill", tmp_path)
    copy_template("river", tmp_path)
    for name, old, new in (
        ("missions/hill.yaml", "attitude: Hold", "atitude: Hold"),
        ("tables/river.yaml", "[S, L, SW]", "[S, L, MG]"),
    ):
        path = tmp_path / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    assert main(["lint"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert len(out) == 2 and "did you mean 'attitude'?" in out[0] and "'MG' is not an item" in out[1], out


# -- the guide ----------------------------------------------------------------------------------------

GUIDE = shipped_root() / "docs" / "your-own-mission.md"


def blocks(language: str) -> list[str]:
    """The fenced blocks of a language in the guide."""
    return re.findall(rf"```{language}\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)


def test_every_command_of_the_guide_runs_as_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`watch` of many seeds is cut to two: that it takes a range is what matters."""
    monkeypatch.setenv("SASL_OWN", str(tmp_path / "own"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert lines[0] == "sasl new-mission river-watch" and len(lines) >= 10
    for line in lines:
        words = shlex.split(line.replace("1-20", "1-2").replace("1-4", "1-2"))
        assert words[0] == "sasl"
        if words[1] in ("watch", "play"):
            words += ["--saves", str(tmp_path / "saves")]
        if (words[1] == "watch" and "--summary" in words) or words[1] == "compare":
            words += ["-j", "1"]
        status, shown = main(words[1:]), capsys.readouterr()
        assert status == 0, (line, shown.err or shown.out)


def test_what_the_guide_shows_is_yaml_that_the_schema_knows() -> None:
    for block in blocks("yaml"):
        (key,) = yaml.safe_load(block)
        assert key in {*names(Mission), *BoardModel.model_fields}, key
    (lessons,) = [block for block in blocks("yaml") if block.startswith("lessons:")]
    assert checker(Lesson).validate_json(json.dumps(yaml.safe_load(lessons)["lessons"]))


def test_the_faults_that_the_guide_shows_are_those_that_lint_tells(slip: Callable[[str, str, str], str]) -> None:
    first, second = (block.strip().removesuffix(" [error]").split(": ", 1) for block in blocks("text"))
    assert slip("mission", "attitude: Hold", "atitude: Hold") == first[1]
    line = (template_folder() / "missions" / "my-mission.yaml").read_text(encoding="utf-8").partition("attitude:")[0]
    assert first[0].endswith(f":{line.count(chr(10)) + 1}")
    assert second[1] == "roads.1: E4 and G4 are not adjacent; name the hexes between"


def test_the_guide_names_every_word_of_the_lessons() -> None:
    text = GUIDE.read_text(encoding="utf-8").partition("### Lessons")[2]
    for word in (*HAPPENED, *GIVEN, *names(Until)):
        assert word in text, word


def test_the_guide_names_every_terrain_and_hook() -> None:
    text, chart = GUIDE.read_text(encoding="utf-8"), Library(shipped_root()).terrain
    for word in (*chart.types, *chart.hexsides, *HOOKS):
        assert f"`{word}`" in text, word
