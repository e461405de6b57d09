"""The figures of ordnance: the quick way to the harm of a shot comes to what its preview would show."""

from __future__ import annotations

from itertools import takewhile

import pytest
from deciders import decider
from field import field
from tabletop import LIBRARY, Tabletop

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context, Game
from sasl.asl.game.flags import VEHICLES
from sasl.kernel import verify
from sasl.lab.watching.watch import Watch
from sasl.minds.fire.ordnance import gunnery
from sasl.saves.session import Session

GUNS = ("75L AT", "81* MTR", "20L(6) AA", "StuG IIIG")
TARGETS = (
    ("4-5-8",), ("4-5-8", "9-1", "2-2-8 concealed"), ("4-4-7 concealed", "4-5-8 concealed"), ("GAZ-MM", "4-5-8"),
    ("KV-1S", "4-5-8", "SU-152"), ("76L ART", "2-2-8", "4-4-7 broken"), ("45L AT", "2-2-8", "SU-76M hull-down"),
)  # fmt: skip


def test_every_shot_of_a_game_is_worth_what_its_preview_shows() -> None:
    """And whole games of the small mission, in which this is checked, too: `test_enemy_searches.py`."""
    session = Session.memory(LIBRARY, "oto-s2", 6, "watch")
    with verify.switched():
        steps = takewhile(lambda _: session.game.state.turn <= 2, Watch(session).run())
        assert sum(1 for _ in steps) > 40


def _manned(game: Game, crew: str) -> Game:
    guns = [unit for unit in game.state.units.values() if unit.kind == "gun" and unit.side == "FRIENDLY"]
    ctx = Context(game)
    for gun in guns:
        ctx.emit(ev.UnitRedrawn(crew, group=gun.id))
        ctx.emit(ev.UnitRedrawn(gun.id, ca="J13/K13"))
    return ctx.game


@pytest.mark.parametrize("ground", ["open", "woods", "marsh"])
@pytest.mark.parametrize("there", TARGETS)
@pytest.mark.parametrize("gun", GUNS)
def test_every_shot_at_a_mixed_hex_is_worth_what_its_preview_shows(
    gun: str, there: tuple[str, ...], ground: str
) -> None:
    game, firer = _before(gun, there, ground)
    with verify.switched():
        assert any(choice.harm > 0 for choice in gunnery.choices(game, decider(), game.state.units[firer]))


@pytest.mark.parametrize("there", TARGETS)
@pytest.mark.parametrize("gun", GUNS)
def test_only_shots_that_do_less_are_left_out(gun: str, there: tuple[str, ...]) -> None:
    game, firer = _before(gun, there, "woods")

    def done(least: float) -> list[float]:
        shots = gunnery.shots(game, decider(), game.state.units[firer], ["K14"], lambda: least)
        return sorted(shot.harm for shot in shots)

    every = done(0.0)
    for least in every:
        assert [harm for harm in done(least) if harm >= least] == [harm for harm in every if harm >= least]
    ordnance = gun != "20L(6) AA"  # its IFE is straight on the IFT, and never left out
    assert len(done(99.0)) < len(every) or not ordnance


def _before(gun: str, there: tuple[str, ...], ground: str) -> tuple[Game, str]:
    """A Gun or AFV of the ENEMY in K9, and these before it in K14."""
    table = field("ENEMY", "PFPh", K14=ground)
    firer = table.new("enemy", gun, "K9")
    if table.unit(firer).kind not in VEHICLES:
        table.new("enemy", "2-2-8", "K9")
    for text in there:
        name, *flags = text.rsplit(" ", 1) if text.endswith(("concealed", "broken", "hull-down")) else (text,)
        unit = table.new("friendly", name, "K14", *flags)
        if name == "2-2-8":  # it belongs to its Gun, whose shield faces the firer
            table = Tabletop(_manned(table.game, unit))
    return table.game, firer
