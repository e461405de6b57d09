"""Rules of Red Barricades and Valor of the Guards that differ from those of OtO2."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

import pytest
from desk import Desk, played, rolls

from sasl import campaign
from sasl.asl.game.events import Told
from sasl.campaign.campaign_engine import awaited
from sasl.campaign.campaign_state import Purchase
from sasl.campaign.events import PieceGone
from sasl.campaign.secrets import SECRET_RULES
from sasl.campaign.show import group_lines
from sasl.campaign.steps.campaign_conditions import standing
from sasl.campaign.steps.escape import infantry_facts
from sasl.content.missions.campaign import Group
from sasl.kernel.frozen import replace

# -- 12.6182: the night of 14 September ---------------------------------------------------------------------


def struck_back(night: str) -> Desk:
    """14 September: the German has attacked by day, the Russian declares a Counterattack."""
    desk = Desk("votg").at("counterattack", date=0)
    desk.do("set scenario German Assault")
    desk.do("next", "yes", night)
    return desk


@pytest.mark.parametrize(("night", "drm"), [("yes", -2), ("no", 0)])
def test_12_6182_the_night_of_14_september_has_its_own_historical_drm(night: str, drm: int) -> None:
    """12.6182: -2 for the Russians if the scenario of 14 September is a Night one; said before the CPP are rolled."""
    desk = struck_back(night)
    assert desk.game.historical("russian") == drm
    desk.at("cpp").dice(3, 3, 3, 3)
    (german, russian) = sorted(rolls(desk.do("next")), key=lambda record: record.purpose)
    assert [(item.name, item.value) for item in russian.modifiers] == [("Historical DRM", drm)] * bool(drm)
    assert not german.modifiers


def test_12_6254_the_night_is_over_with_its_date() -> None:
    """12.6254: night is said anew for each Russian scenario; a new CG Day begins by day."""
    desk = struck_back("yes").at("new-date")
    desk.do("set counterattack fought")
    desk.do("next")
    assert desk.state.fact("night") == ""


def test_12_624_recon_of_a_night_assault_is_doubled_though_it_was_rolled_before() -> None:
    """12.624: by night the Russians' Recon dr is doubled; night is declared after it (12.6254)."""
    desk = Desk("votg").at("recon-purchase", date=2)
    desk.do("next")
    desk.dice(2).do("recon russian 1")
    found = desk.state.number("russian", "recon")
    for line in ("next", "chit german idle", "chit russian attack"):
        desk.do(line)
    desk.do("next", "yes")
    assert found == 3 and desk.state.number("russian", "recon") == 6


# -- 11.6063, 12.6073: Escape -------------------------------------------------------------------------------


def isolated(campaign: str, *counters: str) -> tuple[Desk, list[str]]:
    """Counters of one hex in an Isolated Area, as the Escape step begins."""
    desk = Desk(campaign).at("escape")
    for name in counters:
        desk.do(f"add {name} K12")
    desk.do("isolated K12 C")
    desk.do("next")
    return desk, list(desk.state.pieces)


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_6063_one_german_squad_deploys_with_each_leader(campaign: str) -> None:
    """11.6063, 12.6073: one German squad stacked with each leader may Deploy, no Russian one."""
    desk, ids = isolated(campaign, "german 4-6-7", "german 4-6-7", "german 8-1")
    assert "each leader can Deploy one squad" in desk.no(f"escape {','.join(ids)} deploy {ids[0]},{ids[1]}")
    desk.dice(1, 2).do(f"escape {','.join(ids)} deploy {ids[0]}", "far")
    assert [piece.kind for piece in desk.state.of("german")].count("hs") == 2
    desk, ids = isolated(campaign, "russian 4-4-7", "russian 8-1")
    assert "only German squads" in desk.no(f"escape {','.join(ids)} deploy {ids[0]}")


def test_7_5063_at_orsha_every_squad_with_a_leader_deploys() -> None:
    """7.5063: squads stacked with a leader may freely Deploy."""
    desk, ids = isolated("oto2", "russian 4-4-7", "russian 4-4-7", "russian 8-1")
    desk.dice(1, 2).do(f"escape {','.join(ids)} deploy {ids[0]},{ids[1]}")
    assert [piece.kind for piece in desk.state.of("russian")].count("hs") == 4


@pytest.mark.parametrize(("campaign", "drm"), [("rb", -1), ("votg", 0), ("oto2", 0)])
def test_11_6063_a_lone_smc_has_his_drm_in_rb_though_he_is_wounded(campaign: str, drm: int) -> None:
    """11.6063: a lone surviving SMC has -1; 7.5063 and 12.6073 say unwounded."""
    desk, (leader,) = isolated(campaign, "german 8-1")
    desk.do(f"mark {leader} +wounded")
    facts = infantry_facts(desk.game, [desk.piece(leader)])
    table = desk.game.library.table(desk.game.campaign.tables["escape.infantry"])
    lone = [item.value for item in table.modifiers if item.when in ("lone-smc", "lone-any-smc") and facts[item.when]]
    assert sum(lone) == drm


# -- B25.63 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "smoke"), [((4, 1), True), ((6, 1), False)])
def test_b25_63_only_a_mild_breeze_brings_drifting_smoke(force: tuple[int, int], smoke: bool) -> None:
    """7.5221: Drifting Smoke is placed for a Mild Breeze, not for a heavy wind."""
    desk = Desk().at("wind")
    desk.do("work blaze K12")
    events = desk.dice(*force).do("next")
    assert any(isinstance(event, Told) and "Drifting Smoke" in event.text for event in events) == smoke


# -- rules by the numbers of the own book --------------------------------------------------------------------


@pytest.mark.parametrize(("campaign", "rule"), [("oto2", "7.5132"), ("rb", "11.6132"), ("votg", "12.6152")])
def test_a_log_names_the_rules_of_its_own_book(campaign: str, rule: str) -> None:
    """What is one rule in three books has the number of the campaign's own in its log."""
    desk = Desk(campaign).at("weapon-repair")
    desk.do("add german HMG retained")
    desk.do(f"mark {next(iter(desk.state.pieces))} +malfunctioned")
    events = desk.dice(6).do("next")
    assert [event.why for event in events if isinstance(event, PieceGone)] == [f"not repaired ({rule})"]


@pytest.mark.parametrize(("campaign", "rule"), [("oto2", "7.5113"), ("rb", "11.6113"), ("votg", "12.6124")])
def test_questions_and_refusals_name_the_rules_of_the_own_book(campaign: str, rule: str) -> None:
    """The rule of a question, and the one in brackets of a refusal."""
    desk = Desk(campaign).at("leader-hardening")
    desk.do("add german 6+1")
    desk.dice(6, 6, 6, 6)
    assert desk.ask("next").rule == rule
    assert desk.no("escape g61-1").endswith({"oto2": "(7.5063)", "rb": "(11.6063)", "votg": "(12.6073)"}[campaign])
    over = played(campaign).ask("next")
    assert (over.id, over.rule) == ("no-result", {"oto2": "7.13", "rb": "11.6031", "votg": "12.6041"}[campaign])


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_a_word_that_is_no_hex_is_refused_without_a_map(campaign: str) -> None:
    """The maps of Stalingrad are not in the program: any hex goes, but what is none on any map is refused."""
    desk = Desk(campaign).at("escape")
    desk.do("add german 8-1 k12")
    assert [piece.hex for piece in desk.state.pieces.values()] == ["K12"]
    assert "is not a hex: write a single" in desk.no(f"move {next(iter(desk.state.pieces))} retained,gone")


# -- the day after: 11.616, 11.617, 12.618, 12.619, 12.625 -----------------------------------------------------


def after_idle(campaign: str) -> Desk:
    """The German has won a costly scenario; the CG Day after it was an Idle Day."""
    desk = Desk(campaign).at("initiative", date=2)
    numbers = {"german.wins-last-day": 1, "russian.suffered": 44, "german.wins": 1}
    desk.game = desk.game.at(
        replace(desk.state, scenario=2, facts={**desk.state.facts, "winner": "german"}, numbers=numbers)
    )
    desk.do("next")
    for side in ("german", "russian"):
        desk.do(f"chit {side} idle")
    desk.do("next")
    return desk


@pytest.mark.parametrize(("campaign", "twenties"), [("rb", 0), ("votg", 2)])
def test_11_616_after_an_idle_day_only_votg_still_counts_the_last_scenarios_cvp(campaign: str, twenties: int) -> None:
    """11.616: CVP of the previous CG Day; 12.618: those of the previous scenario, however long ago."""
    assert standing(after_idle(campaign).game, "russian")["suffered-20"] == twenties


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_617_after_an_idle_day_nobody_has_won_yesterdays_scenario(campaign: str) -> None:
    """11.617, 12.619: a scenario won counts on the CG Day after it alone."""
    facts = standing(after_idle(campaign).game, "german")
    assert (facts["won-last"], facts["wins-last-day"], facts["idle-days"]) == (0, 0, 1)


@pytest.mark.parametrize(("campaign", "times"), [("oto2", 2), ("rb", 1), ("votg", 1)])
def test_12_619_an_elite_platoon_counts_for_the_elr_in_oto2_alone(campaign: str, times: int) -> None:
    """11.617, 12.619: elite Companies; 7.516: elite Companies and Platoons."""
    desk = Desk(campaign).at("elr", date=1)
    kinds: dict[str, Literal["company", "platoon"]] = {"I1": "company", "I2": "platoon"}
    groups = [Group(id=name, title=kind, kind=kind, cpp=1, quality="elite") for name, kind in kinds.items()]
    file = desk.game.campaign.model_copy(update={"groups": {"german": groups, "russian": []}})
    bought = {name: Purchase(name, "german", name, 0, 1) for name in kinds}
    state = replace(desk.state, purchases=bought)
    game = replace(desk.game, campaign=file, state=state)
    assert standing(game, "german")["elite-bought"] == times


def test_12_625_the_german_receives_no_support_cpp_against_a_counterattack() -> None:
    """12.625, 12.6253: he is Idle in it; 12.6181 gives Support CPP to him who chose Attack."""
    desk = struck_back("no").at("purchase", date=0)
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.do("next")
    assert not desk.state.number("german", "support") and not desk.state.fact("chit.german")


def test_12_618_who_was_struck_back_at_chose_attack_on_that_day() -> None:
    """12.618, 12.619: +1 after a day of an Attack chit; the German had his before the Counterattack made him Idle."""
    assert with_chit_drm(counterattacked(3), "cpp", "elr") == {"cpp": {"german"}, "elr": {"german"}}


def counterattacked(scenario: int) -> Desk:
    """The Russian has struck back on the day of a German Assault, in this scenario of the campaign."""
    desk = struck_back("no")
    desk.do("set initiative.german idle")
    desk.do("set counterattack fought")
    desk.game = desk.game.at(replace(desk.state, scenario=scenario))
    return desk


def with_chit_drm(desk: Desk, *steps: str) -> dict[str, set[str]]:
    """Who has the DRM of an Attack chit in each of these steps of the next CG Day."""
    found: dict[str, set[str]] = {}
    for step in steps:
        desk.at(step, date=1)
        found[step] = {
            record.purpose.partition(" ")[0].lower()
            for record in rolls(desk.do("next"))
            if "Attack chit on the last CG Day" in [item.name for item in record.modifiers]
        }
    assert not desk.state.fact("counterattack")
    return found


@pytest.mark.parametrize(("campaign", "elr"), [("rb", {"german"}), ("votg", set[str]())])
def test_12_618_nobody_has_chosen_a_chit_for_the_initial_scenario(campaign: str, elr: set[str]) -> None:
    """11.6162: no +1 to the CPP in its worked example; 11.617 alone reckons the Germans as having chosen Attack."""
    desk = Desk(campaign)
    assert desk.game.campaign.initial_facts["initiative.german"] == "attack"
    desk.do("set initiative.german attack")
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    assert with_chit_drm(desk, "cpp", "elr") == {"cpp": set(), "elr": elr}


def test_12_618_nor_has_the_german_who_is_struck_back_at_on_its_day() -> None:
    """12.6253: that Assault was the Initial Scenario."""
    assert with_chit_drm(counterattacked(2), "cpp", "elr") == {"cpp": set(), "elr": set()}


@pytest.mark.parametrize(("first", "before", "drm"), [("attack", "idle", False), ("idle", "attack", True)])
def test_12_618_before_a_counterattack_the_chit_of_the_day_before_counts(first: str, before: str, drm: bool) -> None:
    """12.6253: its refit is of the same CG Day; the German's chit of the Assault counts on the next."""
    desk = Desk("votg").at("new-date", date=1)
    desk.game = desk.game.at(replace(desk.state, scenario=2))
    desk.do(f"set initiative.german {before}")
    desk.do("next")
    desk.do(f"set initiative.german {first}")
    desk.do("set counterattack declared")
    found = [record for record in rolls(desk.at("cpp", date=2).do("next")) if record.purpose.startswith("German")]
    assert [item.name for item in found[0].modifiers if "chit" in item.name] == ["Attack chit on the last CG Day"] * drm


def test_12_6254_a_night_scenario_begins_with_cloud_cover_and_nvr() -> None:
    for night in ("", "yes"):
        desk = Desk("votg").at("commence")
        desk.game = desk.game.at(replace(desk.state, facts={**desk.state.facts, "night": night}))
        said = [event.text for event in desk.do("next") if isinstance(event, Told)]
        assert any("E1.11" in text and "12.6254" in text for text in said) == bool(night)


# -- words of a campaign without a map and without charts -----------------------------------------------------


@pytest.mark.parametrize(("campaign", "words"), [
    ("oto2", "the proposal stands"), ("rb", "enters what your map shows"), ("votg", "enters what your map shows"),
])  # fmt: skip
def test_11_605_nothing_is_proposed_without_a_map(campaign: str, words: str) -> None:
    desk = Desk(campaign).at("perimeter")
    desk.do("next")
    assert words in awaited(desk.game)


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_6191_where_the_chart_is_missing_the_file_of_the_template_is_named(campaign: str) -> None:
    desk = Desk(campaign)
    said = [event.text for event in desk.do("next") if isinstance(event, Told)]
    assert any(f"missions/campaigns/groups/{campaign}.yaml is a template" in text for text in said)


# -- 12.623: the SW charts -------------------------------------------------------------------------------------


def test_12_623_what_is_uncertain_in_the_sw_chart_is_told_with_its_groups() -> None:
    game = Desk("votg").game
    note = game.campaign.sw_note
    told = [
        group_lines(game, "russian", Group(id="I1", title="Rifle Coy", kind="company", cpp=1, weapons_as=line))
        for line in ("rifle", "")
    ]
    assert "reconstructed" in note and [note in lines for lines in told] == [True, False]


# -- 12.6217: groups that come later ------------------------------------------------------------------------


def of_the_guards(available: str) -> Desk:
    """The first purchase of the campaign, with a Russian group of that date."""
    desk = Desk("votg").at("purchase", stage="initial")
    group = Group(id="I1", title="Gds Rifle Coy", kind="company", cpp=1, available=available)
    desk.game = replace(desk.game, campaign=desk.game.campaign.model_copy(update={"groups": {"russian": [group]}}))
    desk.do("next")
    return desk


def test_12_6217_a_group_is_not_bought_before_the_date_of_its_entry_code() -> None:
    desk = of_the_guards("20-Sep")
    assert "from 20 September on (12.6217)" in desk.no("buy russian I1")
    desk.game = desk.game.at(replace(desk.state, date=6))
    desk.do("buy russian I1")


def test_12_6217_the_guards_come_for_the_night_scenario_of_14_september() -> None:
    desk = of_the_guards("14-Sep night")
    assert "from the night of 14 September on" in desk.no("buy russian I1")
    desk.do("set night yes")
    desk.do("buy russian I1")


# -- 11.621 note 8, 12.623 note 8: Booby Traps ----------------------------------------------------------------


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_621_fpp_raise_the_level_of_booby_traps_from_c_to_b_to_a(campaign: str) -> None:
    """They are no counters to place: the Level holds for the whole map; a dr of 6 lowers it (11.6123, 12.6143)."""
    desk = Desk(campaign).at("fortifications", date=1)
    desk.do("next")
    desk.do("set russian fpp 120")
    desk.do("fortify russian booby-traps")
    assert desk.state.fact("booby-traps") == "B" and not desk.state.works
    desk.do("fortify russian booby-traps")
    assert desk.state.fact("booby-traps") == "A"
    assert "none above A" in desk.no("fortify russian booby-traps")
    for dr, level in ((5, "A"), (6, "B")):
        desk.at("booby-traps").dice(dr).do("next")
        assert desk.state.fact("booby-traps") == level


def test_11_6123_a_level_of_booby_traps_is_set_by_its_letter() -> None:
    desk = Desk("rb")
    assert "not one of C, B, A" in desk.no("set booby-traps D")
    desk.do("set booby-traps B")


# -- 11.6113: the leader who hardens ----------------------------------------------------------------------------


@pytest.mark.parametrize(("campaign", "hardens", "after"), [("rb", "7-0", "8-0"), ("votg", "8-0", "8-1")])
def test_11_6113_without_the_leader_of_the_dr_the_lowest_one_hardens_in_rb(
    campaign: str, hardens: str, after: str
) -> None:
    """11.6113 as printed; 12.6124: the next lowest-grade one."""
    desk = Desk(campaign).at("leader-hardening")
    for name in ("9-2", "8-0", "7-0"):
        desk.do(f"add german {name}")
    desk.dice(6, 6, 1, 4)  # the Russian has none; the German 5 is an 8-1
    desk.do("next")
    left = ["9-2", "8-0", "7-0"]
    left[left.index(hardens)] = after
    assert [piece.type for piece in desk.state.of("german")] == left


# -- numbers of rules ---------------------------------------------------------------------------------------


def test_every_rule_of_red_barricades_that_is_cited_has_its_number_in_valor_of_the_guards() -> None:
    steps = Path(campaign.__file__).parent.rglob("*.py")
    cited = {number for path in steps for number in re.findall(r'"(11\.\d+[a-z]?)"', path.read_text(encoding="utf-8"))}
    missing = cited - {*SECRET_RULES} - {*Desk("votg").game.campaign.numbering}
    assert len(cited) > 10 and not missing
