"""Men go beside a VPO into which they can advance (A11.1): to fire at who is dug in takes more Turns than there are."""

from __future__ import annotations

from deciders import with_figures
from field import field
from tabletop import ENEMY, FRIENDLY, Tabletop

from sasl.kernel.frozen import replace
from sasl.minds.act import Act
from sasl.minds.movement import moves


def plan(men: int, worth: float) -> Act:
    """What squads in woods do about one squad in a trench, in a VPO three hexes away."""
    table = field(FRIENDLY, "MPh", P17="woods").all("option fire-stops off")
    table = Tabletop(table.game.at(replace(table.state, control={"P14": ENEMY}, turn=2)))
    foe = table.new(ENEMY, "4-4-7", "P14")
    table.all("marker add trench P14", f"set {foe} dug-in")
    squads = [table.unit(table.new(FRIENDLY, "4-4-7", "P17")) for _ in range(men)]
    figures = {"assault-mf": worth, "cover-mf": 1, "suspect-fire": 4, "cc-odds-rush": 0.5}
    return moves._plan(table.game, with_figures(figures, FRIENDLY, "squadron"), squads)


def test_a11_1_men_go_beside_a_vpo_into_which_they_can_advance() -> None:
    act = plan(3, 4)
    assert act.path[-1] in ("O14", "O15", "P15", "Q14", "Q15")
    assert any("beside the VPO P14" in reason for reason in act.reasons)
    assert any("assault-mf 4, cc-odds-rush 0.5" in reason for reason in act.reasons)


def test_a11_1_else_they_stay_in_cover() -> None:
    assert not plan(3, 0).line


def test_a11_11_a_single_squad_does_so_too_at_1_to_1() -> None:
    assert plan(1, 4).line and not plan(1, 0).line
