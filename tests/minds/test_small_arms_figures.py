"""The figures of small arms that minds and rules share: the quick way and the attack as it is shown never differ."""

from __future__ import annotations

import pytest
from deciders import decider
from field import field
from test_enemy_targets import HERE, POSITIONS, generated

from sasl.asl.fire.firepower import PARTS, firepower
from sasl.asl.game.context import Game
from sasl.kernel import verify
from sasl.minds.fire import harm, targets
from sasl.minds.fire.small_arms import grouping
from sasl.minds.fire.small_arms.volley import Volley


@pytest.mark.parametrize("seed", range(1, POSITIONS, 20))
def test_every_shot_of_a_chance_position_has_the_harm_of_its_attack(seed: int) -> None:
    game = generated(seed)[0].game
    for unit in game.state.on_map("ENEMY"):
        for name in targets.in_reach(game, decider(), unit):
            volley = Volley(game, decider(), name)
            for shot in (*grouping.alone(volley, unit), *grouping.together(volley, unit)):
                assert shot.harm == harm.of_ift(game, decider(), shot.attack())
                order = volley.order(shot.loads, shot.leaders, shot.hexes)
                power = firepower(game, order, name, concealed=False)[0]
                assert sum(load.power for load in shot.loads) == power * PARTS


def test_a_quick_way_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(POSITIONS):
        game = generated(seed)[0].game
        for unit in game.state.on_map("ENEMY"):
            for name in targets.in_reach(game, decider(), unit):
                volley = Volley(game, decider(), name)
                if not any(shot.harm for shot in grouping.alone(volley, unit)):
                    continue
                wrong = Volley(game, decider(), name)
                monkeypatch.setattr(wrong, "drm", lambda *figures: 12)
                with verify.switched(), pytest.raises(verify.Mismatch, match="the full one"):
                    grouping.alone(wrong, unit)
                return


def test_a15_42_no_leader_is_counted_upon_to_help_the_berserk() -> None:
    table = field("FRIENDLY", "DFPh")
    unit, leader = table.new("enemy", "4-6-7", HERE), table.new("enemy", "9-2", HERE)
    table.new("friendly", "4-5-8", "N15")

    def leaders_of(game: Game) -> set[str]:
        with verify.switched():
            volley = Volley(game, decider(), "N15")
            shots = grouping.alone(volley, game.state.units[unit])
            return {man.id for shot in shots for man in shot.leaders}

    assert leaders_of(table.game) == {leader}
    berserk = table.all(f"set {unit} berserk").game
    assert leaders_of(berserk) == set() and list(grouping.alone(Volley(berserk, decider(), "N15"), table.unit(unit)))
