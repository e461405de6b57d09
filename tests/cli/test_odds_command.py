"""`sasl odds`: rows, chains, missions; what cannot be counted is one sentence."""

from __future__ import annotations

import json

import pytest

from sasl.cli.main import main

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
    assert "3,647 sets of counters, all counted" in out(capsys, "bto.activation", "--expand")
    assert "1/12" in out(capsys, "bto.support-afv", "--expand")


def test_who_waits_for_the_first_activation_is_as_the_mission_has_it(capsys: Capture) -> None:
    """2.2, OtO-S2 MSR 4: the ENEMY's events may come before anything is Activated there."""
    assert "from Turn 1 on; the ENEMY's wait for the first Activation\n" in out(capsys, "oto-s1", "--ac", "3")
    assert "from Turn 1 on\n" in out(capsys, "oto-s2", "--ac", "3")


def test_a_mission_from_its_suspects_to_its_end(capsys: Capture) -> None:
    text = out(capsys, "platoon", "--ac", "3")
    assert "Activates with 1/2 (50.00%)" in text and "by Turn 5" in text and "ENEMY sniper shoots" in text


def test_an_ac_check_against_each_number(capsys: Capture) -> None:
    assert "against ENEMY AC# 3" in out(capsys, "activation.check", "--when", "near-vpo")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["bto.activaton"], "did you mean 'bto.activation'?"),
        (["activation.ranges"], "is a chart, read and not rolled"),
        (["bto.activation", "--given", "TANK"], "never comes here"),
        (["bto.activation", "--when", "near-vpoo"], "did you mean 'near-vpo'?"),
        (["oto-s1.mission-end", "--when", "turns-after-end=x"], "is no number"),
        (["bto.activation", "--expand", "--mission", "oto-s9"], "there is no mission 'oto-s9'"),
        (["generation.g3", "--column", "lader"], "has no column 'lader'"),
    ],
)
def test_what_has_no_odds_is_told(capsys: Capture, words: list[str], told: str) -> None:
    assert told in refused(capsys, *words)
