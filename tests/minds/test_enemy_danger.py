"""The danger of a hex from kept tables is the danger worked out anew, whoever asks and whatever has happened."""

from __future__ import annotations

from deciders import decider
from field import field
from tabletop import ENEMY, FRIENDLY

from sasl.kernel import verify
from sasl.minds.movement.danger import danger
from sasl.minds.movement.threats import How, known_threats

HOW: tuple[How, ...] = ("moving", "assault", "dash", "standing")


def test_danger_follows_what_happens_to_those_who_could_fire() -> None:
    table = field(ENEMY, "MPh", L15="woods")
    mover, firer = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-4-7", "K17")
    fears = []
    with verify.switched():
        for happens in (
            "",
            f"set {firer} first",
            f"set {firer} -first",
            f"set {firer} pinned",
            f"set {mover} concealed",
        ):
            if happens:
                table.do(happens)
            fear = danger(table.game, decider(), table.unit(mover))
            fears.append([fear.of(name, how) for name in ("K15", "L15", "K14") for how in HOW])
    plain, fired, again, pinned, _ = fears
    assert plain == again
    assert fired[0] < plain[0] and fired[3] == plain[3]  # First Fire answers a move with half, not those who stay
    assert pinned[3] < plain[3]


def test_the_threat_map_is_kept_while_only_the_own_side_moves() -> None:
    table = field(ENEMY, "MPh")
    mover, firer = table.new(ENEMY, "4-6-7", "K14"), table.new(FRIENDLY, "4-4-7", "K17")
    before = known_threats(table.game, decider())
    table.do(f"set {mover} cx")
    assert known_threats(table.game, decider()) is before
    table.do(f"set {firer} pinned")
    assert known_threats(table.game, decider()) is not before
