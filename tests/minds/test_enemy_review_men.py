"""What a review of watched games found about broken men of the ENEMY."""

from __future__ import annotations

import pytest
from field import field
from tabletop import ENEMY


@pytest.mark.parametrize("leader", [True, False])
def test_7_2_it_keeps_its_dm_only_if_it_would_rout_of_its_own_will(leader: bool) -> None:
    table = field(ENEMY, "RPh", K12="woods")
    squad = table.new(ENEMY, "4-4-7", "K10", "broken", "dm")
    if leader:
        table.new(ENEMY, "8-0", "K10")  # it stays with him: the DM would never go
    table.do("next")
    assert ("dm" in table.unit(squad).flags) is not leader
