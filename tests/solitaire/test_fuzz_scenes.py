"""The scenes of `docs/scripts/fuzz.py` allow the verbs they are laid for, and what it speaks about holds in a save."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzzing import invariants, positions
from fuzzing.missions import MissionSpeaker
from fuzzing.scenes import SCENES, Scene

from sasl.orders.mission_commands import COMMANDS

LAYINGS, TRIES = 24, 400


@pytest.fixture(autouse=True)
def _one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "SEEDS", 1)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.verbs)
def test_a_scene_allows_what_it_is_laid_for(scene: Scene) -> None:
    speaker, left = MissionSpeaker(1), set(scene.verbs.split())
    for _ in range(LAYINGS):
        table = positions.laid(scene, speaker.dice)
        legal = sorted(verb for verb in left if not COMMANDS[verb].why_not(table.state))
        left -= {verb for verb in legal if next(speaker.lines(COMMANDS[verb], table, TRIES), "")}
        if not left:
            return
    assert not left


def test_a_position_played_with_a_save_is_the_same_when_it_is_opened_again(tmp_path: Path) -> None:
    speaker = MissionSpeaker(2)
    table = positions.setting_up("platoon", 1, 3, tmp_path)
    for _ in range(20):
        speaker.play(table)
    invariants.resumed(table, tmp_path)
