"""Support CPP of a side that attacks (VotG 12.6181)."""

from __future__ import annotations

from pathlib import Path

import pytest
from desk import Desk

from sasl.campaign.buying.purchase import brings
from sasl.campaign.campaign_data import data
from sasl.campaign.campaign_engine import new_campaign
from sasl.campaign.campaign_report import purse
from sasl.campaign.secrets import still_hidden
from sasl.campaign.show import group_lines
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace

GROUPS = """
german:
  - {id: I1, title: Rifle Coy, kind: company, units: [{type: 4-6-7, full: 12}], cpp: 7}
  - {id: A1, title: StuG Pltn, kind: afv, units: [{type: StuG IIIG, full: 3}], cpp: 5}
"""


def desk(tmp_path: Path) -> Desk:
    """Valor of the Guards with two German groups of a pack, before the purchases of its second date."""
    place = tmp_path / "own" / "missions" / "campaigns" / "groups"
    place.mkdir(parents=True)
    (place / "votg.yaml").write_text(f"format: 1\ngroups_of: votg\ngroups:{GROUPS.replace(chr(10), chr(10) + '  ')}")
    found = Desk(game=new_campaign(Library(shipped_root(), (tmp_path / "own",)), "votg", 1))
    found.at("purchase", date=1)
    found.game = found.game.at(replace(found.state, scenario=1))
    found.do("set german cpp 6")
    return found


def test_12_6213_a_company_is_shown_in_each_of_its_strengths(tmp_path: Path) -> None:
    """12.6221: Reinforced, Full, Lightly, Moderately and Heavily Depleted; a Platoon is Full or Depleted."""
    other = "{reinforced: 14, lightly: 10, moderately: 8, heavily: 6}"
    place = tmp_path / "own" / "missions" / "campaigns" / "groups"
    place.mkdir(parents=True)
    units = f"[{{type: 4-6-7, full: 12, other: {other}}}]"
    line = f"{{id: I1, title: Rifle Coy, kind: company, cpp: 6, units: {units}, depletion: true, provenance: user}}"
    (place / "votg.yaml").write_text(f"format: 1\ngroups_of: votg\ngroups:\n  german:\n    - {line}\n")
    table = Desk(game=new_campaign(Library(shipped_root(), (tmp_path / "own",)), "votg", 1))
    group = table.game.campaign.groups["german"][0]
    brought = "4-6-7 x 14/12/10/8/6"
    assert brings(table.game, group) == brought
    assert f"Brings {brought} (reinforced/full/lightly/moderately/heavily)" in group_lines(table.game, "german", group)


def test_12_6181_support_cpp_pay_for_no_infantry_and_bind_the_chit(tmp_path: Path) -> None:
    table = desk(tmp_path)
    table.do("next", "yes")
    assert table.state.number("german", "support") == 6
    assert table.state.fact("chit.german") == "attack"
    assert "6 are left" in table.no("buy german I1")
    table.do("buy german A1")
    assert (table.state.number("german", "support"), table.state.number("german", "cpp")) == (1, 6)
    table.do("buy german A1")
    assert (table.state.number("german", "support"), table.state.number("german", "cpp")) == (0, 2)
    last = max(table.state.purchases)
    table.do(f"return {last}")
    assert (table.state.number("german", "support"), table.state.number("german", "cpp")) == (1, 6)
    table.do("next")
    assert table.state.number("german", "support") == 0


def test_12_6181_what_is_left_of_them_is_shown_beside_the_cpp(tmp_path: Path) -> None:
    """`groups` knows the CPP of the date from the purchases on."""
    table = desk(tmp_path)
    assert purse(table.game, "german") == "CPP 6"
    table.do("next", "yes")
    assert purse(table.game, "german") == "CPP 6 of 6, Support CPP 6"
    table.do("buy german A1")
    assert "German CPP 6 of 6, Support CPP 1" in [event.describe() for event in table.do("groups german")]


def test_12_6181_who_has_spent_support_cpp_attacks(tmp_path: Path) -> None:
    table = desk(tmp_path)
    table.do("next", "yes")
    table.do("buy german A1")
    table.at("initiative", date=1).do("next")
    assert "Support CPP" in table.no("chit german idle")
    table.do("chit german attack")


@pytest.mark.parametrize("choice", ["yes", "no"])
def test_12_6181_nobody_sees_whether_a_secretive_side_binds_itself(tmp_path: Path, choice: str) -> None:
    """The same lines either way, and no Support CPP among them; the log keeps them, too."""
    table = desk(tmp_path)
    table.do("option german-plays on")
    table.events.clear()
    table.do("next", choice)
    assert table.state.fact("chit.german") == ("attack" if choice == "yes" else "idle")
    secret = still_hidden(table.game, table.events)
    seen = [event.describe() for event, kept in zip(table.events, secret, strict=True) if not kept]
    assert not [text for text in seen if "Support" in text or "attack" in text or "idle" in text]
    assert [text for text in seen if "chit" in text] == ["German chit: kept secret"]
    assert "Support" not in purse(table.game, "german")
    assert "german.support" not in data(table.game)["numbers"]


def test_12_6181_who_does_not_attack_has_none(tmp_path: Path) -> None:
    table = desk(tmp_path)
    table.do("next", "no")
    assert table.state.number("german", "support") == 0
    assert table.state.fact("chit.german") == ""
    assert "6 are left" in table.no("buy german I1")
