"""`sasl odds`: rows, chains, missions; what cannot be counted is one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sasl.cli.main import main
from sasl.content.packs.own_pack import copy_template

Capture = pytest.CaptureFixture[str]


def out(capsys: Capture, *words: str) -> str:
    assert main(["odds", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: Capture, *words: str) -> str:
    assert main(["odds", *words]) == 1
    return capsys.readouterr().err


def test_the_rows_of_a_table_with_a_modifier_and_a_condition(capsys: Capture) -> None:
    rows = json.loads(out(capsys, "oto-s1.mission-end", "--when", "turns-after-end=2", "--json"))["rows"]
    assert [row["chance"] for row in rows] == ["5/6", "1/6"]
    assert "1/2 (50.00%)" in out(capsys, "oto-s1.mission-end")
    assert "2/3 (66.67%)" in out(capsys, "oto-s1.mission-end", "--drm", "-1")


def test_a_chain_whole_and_given_a_vehicle(capsys: Capture) -> None:
    found = json.loads(out(capsys, "bto.activation", "--given", "VEHICLE", "--json"))
    assert found["given_chance"] == "1/18" and found["counters"]["Marder II"]["chance"] == "11/36"
    assert "3,619 sets of counters, all counted" in out(capsys, "bto.activation", "--expand")
    assert "1/12" in out(capsys, "bto.support-afv", "--expand")


def test_who_waits_for_the_first_activation_is_as_the_mission_has_it(capsys: Capture) -> None:
    """S2.2, OtO-S2 MSR 4: the ENEMY's events may come before anything is Activated there."""
    assert "from Turn 1 on; the ENEMY's wait for the first Activation\n" in out(capsys, "oto-s1", "--ac", "3")
    assert "from Turn 1 on\n" in out(capsys, "oto-s2", "--ac", "3")


def test_a_mission_that_ends_late_and_one_that_never_does(capsys: Capture, tmp_path: Path) -> None:
    """S12.5: in Turn 99 by its dr, or by no roll at all."""
    copy_template("hill", tmp_path)
    card, tables = tmp_path / "missions" / "hill.yaml", tmp_path / "tables" / "hill.yaml"
    card.write_text(card.read_text(encoding="utf-8").replace("end: {turn: 5", "end: {turn: 99"), encoding="utf-8")
    pack = ("--tables", str(tmp_path))
    assert "by Turn 99              2/3 (66.67%)" in out(capsys, "hill", "--ac", "3", *pack)
    text = tables.read_text(encoding="utf-8").replace(
        '"<=4": ends, ">=5": plays on', '"<=-40": ends, ">=-39": plays on'
    )
    tables.write_text(text, encoding="utf-8")
    assert "no roll on hill.mission-end ends Hill (S12.5)" in refused(capsys, "hill", "--ac", "3", *pack)


def test_a_mission_from_its_suspects_to_its_end(capsys: Capture) -> None:
    text = out(capsys, "platoon", "--ac", "3")
    assert "Activates with 1/2 (50.00%)" in text and "by Turn 5" in text and "ENEMY sniper shoots" in text


def test_an_ac_check_against_each_number(capsys: Capture) -> None:
    assert "against ENEMY AC# 3" in out(capsys, "activation.check", "--when", "near-vpo")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["bto.activaton"], "did you mean 'bto.activation'?"),
        (["activation.ranges"], "is a chart, not rolled on"),
        (["bto.activation", "--given", "TANK"], "never occurs here"),
        (["bto.activation", "--when", "near-vpoo"], "did you mean 'near-vpo'?"),
        (["oto-s1.mission-end", "--when", "turns-after-end=x"], "is not a number"),
        (["bto.activation", "--expand", "--mission", "oto-s9"], "there is no mission 'oto-s9'"),
        (["generation.g3", "--column", "lader"], "has no column 'lader'"),
    ],
)
def test_what_has_no_odds_is_told(capsys: Capture, words: list[str], told: str) -> None:
    assert told in refused(capsys, *words)
