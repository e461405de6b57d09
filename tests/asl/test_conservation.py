"""A few hundred attacks on generated positions: no unit or SW is lost without an event that says so."""

from __future__ import annotations

import random

import bench_attacks
import pytest

from sasl.asl.game import events as ev


def test_a7_nobody_is_lost_in_generated_fights() -> None:
    tally = bench_attacks.run(400, 11)
    assert tally.attacks == 400 and tally.refused > 0
    assert {"Prep Fire", "Advancing Fire", "Defensive First Fire", "Final Fire"} <= set(tally.kinds)
    assert tally.gone["UnitRemoved"] > 0


def test_the_check_notices_what_is_lost() -> None:
    before = bench_attacks.position(bench_attacks.ready(1), random.Random(1))
    name = next(iter(before.state.units))
    after = before.at(ev.UnitRemoved(name, "test").apply(before.state))
    bench_attacks.check(before, (ev.UnitRemoved(name, "test"),), after)
    with pytest.raises(bench_attacks.Lost, match=name):
        bench_attacks.check(before, (), after)
