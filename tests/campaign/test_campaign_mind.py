"""The program as a side of a campaign: what it buys and chooses, in secret, by commands that a player types."""

from __future__ import annotations

from pathlib import Path

import pytest
from campaign_auditor import Auditor
from desk import LIBRARY, Desk

from sasl.asl.game.events import Event, Told
from sasl.campaign import campaign_report, record_sheets
from sasl.campaign import events as cev
from sasl.campaign.buying import market
from sasl.campaign.campaign_engine import Ask, Done, No, new_campaign, play
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.mind.agent import strategy, strength
from sasl.campaign.mind.side import SideMind, answer, following, minds
from sasl.campaign.secrets import KEPT, about, hidden, still_hidden
from sasl.content.lint import lint_files
from sasl.content.reading.faults import ContentError
from sasl.content.tables.strategy import FIGURES, load_made_up, load_strategy
from sasl.kernel.frozen import replace
from sasl.kernel.orders.questions import Option, Question
from sasl.lab.watching import made_up


def solo(campaign: str = "oto2", *, seed: int = 1, side: str = "german") -> Desk:
    """A campaign in which the program plays one side."""
    game = replace(new_campaign(LIBRARY, campaign, seed), minds=minds())
    desk = Desk(campaign, game=game)
    desk.do(f"option {side}-plays on")
    return desk


def until(desk: Desk, step: str, most: int = 60) -> Desk:
    """Go on until this step has begun; the other side has no chit, no shape of its own: it stands idle."""
    for _ in range(most):
        now = desk.game.step
        if now is not None and now.step == step:
            return desk
        desk.do("next")
    raise AssertionError(f"{step} did not come")


def acted(events: tuple[Event, ...] | list[Event], word: str = "") -> list[str]:
    return [event.line for event in events if isinstance(event, cev.SideActed) and event.line.startswith(word)]


# -- buying -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 5))
def test_7_518_the_program_buys_for_its_side_only_and_within_every_limit(seed: int) -> None:
    desk = until(solo(seed=seed), "purchase")
    desk.do("next")
    bought = [item for item in desk.state.purchases.values() if not item.given]
    assert {item.side for item in bought} == {"german"}
    assert len(bought) >= 8
    auditor = Auditor(desk.game.campaign)
    for event in desk.events:
        auditor.hear(event)
    auditor.balance(desk.state)
    assert not auditor.faults
    assert desk.state.number("german", "cpp") + sum(item.cost for item in bought) == 66
    assert desk.state.number("russian", "cpp") == 68


def test_7_518_it_types_what_a_player_types() -> None:
    """The same commands by hand, without the program, give the same purchases."""
    desk = until(solo(), "purchase")
    lines = acted(desk.do("next"), "buy")
    other = Desk("oto2", 1)
    until(other, "purchase")
    for line in lines:
        other.do(line)
    mine, theirs = ([(item.group, item.cost, item.setup) for item in found.state.purchases.values() if not item.given]
                    for found in (desk, other))  # fmt: skip
    assert mine == theirs


def test_7_518_a_share_of_the_cpp_is_kept_and_infantry_comes_first() -> None:
    desk = until(solo(), "purchase")
    desk.do("next")
    assert desk.state.number("german", "cpp") >= int(66 * strategy(desk.game, "german").sides["german"].value("save"))
    first = next(item for item in desk.state.purchases.values() if not item.given)
    group = desk.game.campaign.group("german", first.group)
    assert group is not None and group.kind in ("company", "platoon")


def test_7_520_it_spends_its_fpp_on_fortifications_that_it_may_buy() -> None:
    desk = until(solo(seed=3), "fortifications")
    desk.do("set german fpp 60")
    events = desk.do("next")
    lines = acted(events, "fortify")
    assert lines
    assert all(line.startswith("fortify german ") for line in lines)
    assert sum(1 for event in events if isinstance(event, cev.WorkPut)) >= len(lines)


def test_a_refused_try_leaves_nothing_behind() -> None:
    """Of a command that is refused neither its facts nor its announcement stay."""
    from sasl.campaign.campaign_run import CampaignRun
    from sasl.campaign.mind.agent import CampaignAgent as Seat
    from sasl.campaign.mind.agent import chance
    from sasl.campaign.orders.buying_orders import Buy

    desk = until(Desk("oto2", 1), "purchase")
    ctx = CampaignRun(desk.game)
    seat = Seat(ctx, "german", chance(desk.game, "german", "x"))
    assert not seat.do(Buy("german", "I1", count=9))  # two on a date at most: the first two are taken back, too
    assert ctx.events == []
    assert ctx.game == desk.game
    assert seat.do(Buy("german", "I1", count=2), "two")
    assert len(market.purchases(ctx.game, "german")) == 2


def test_the_same_moment_gives_the_same_choice_and_uses_no_die() -> None:
    first, second = (until(solo(seed=4), "purchase") for _ in range(2))
    index = first.state.dice.index
    assert [*map(repr, first.do("next"))] == [*map(repr, second.do("next"))]
    before = until(solo(seed=4), "purchase")
    mind = SideMind("german")
    from sasl.campaign.campaign_run import CampaignRun

    ctx = CampaignRun(before.game)
    assert mind.act(ctx) is False
    assert ctx.state.dice.index == index


# -- chits, Recon, questions ------------------------------------------------------------------------------


def test_11_623_its_chit_is_secret_until_both_are_chosen() -> None:
    desk = solo("rb").at("initiative", date=1)
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.do("next")
    refused = desk.no("next")
    assert "chit russian" in refused
    desk.do("chit russian idle")
    events = desk.do("next")
    chosen = next(event for event in events if isinstance(event, cev.FactSet) and event.name == "chit.german")
    assert chosen.value in ("attack", "idle")
    shown = [event for event in events if isinstance(event, cev.FactSet) and event.name == "initiative.german"]
    assert shown[0].value == chosen.value
    assert "german.chit" not in desk.state.secrets


def test_11_623_while_it_waits_for_the_player_the_chit_is_covered() -> None:
    desk = solo("rb").at("initiative", date=1)
    desk.do("next")
    desk.do("chit german attack")
    event = next(event for event in desk.events if isinstance(event, cev.FactSet) and event.name == "chit.german")
    assert hidden(desk.game, event)
    assert dict(zip(desk.events, still_hidden(desk.game, desk.events), strict=True))[event]  # nor does the log tell it
    desk.do("option german-plays off")
    assert not hidden(desk.game, event)


def test_11_6231_without_attack_chits_left_it_stands_idle() -> None:
    desk = solo("rb", side="russian").at("initiative", date=26)
    desk.do("add russian 6-2-8 retained 30")
    desk.do("next")
    desk.do("chit german idle")
    some = desk.game
    assert acted(desk.do("next"), "chit") == ["chit russian attack"]
    used = {**some.state.numbers, "russian.attacks": some.figure("attack-chits-russian")}
    desk.game = some.at(replace(some.state, numbers=used))
    assert acted(desk.do("next"), "chit") == ["chit russian idle"]


def test_12_6181_it_binds_itself_to_attack_only_where_it_is_strong_enough() -> None:
    desk = solo("votg")
    question = Question("yes-no", "?", "yes", (Option("yes", ""), Option("no", "")), whose="german", id="support-cpp")
    desk.do("add russian 4-5-8 retained 20")
    assert answer(desk.game, "german", question) == "no"
    desk.do("add german 4-6-7 retained 40")
    assert answer(desk.game, "german", question) == "yes"


def test_12_613_a_counterattack_by_strength() -> None:
    desk = solo("votg", side="russian")
    question = Question(
        "choice", "?", "no", (Option("no", ""), Option("yes", "")), rule="12.613", whose="russian", id="counterattack"
    )
    assert answer(desk.game, "russian", question) == "no"
    desk.do("add russian 4-5-8 retained 20")
    assert answer(desk.game, "russian", question) == "yes"
    desk.do("add german 4-6-7 retained 40")
    assert answer(desk.game, "russian", question) == "no"


def test_7_5225_recon_is_bought_by_its_side_if_the_rules_let_it() -> None:
    russian = until(solo(side="russian").at("recon-purchase"), "recon-purchase")
    assert acted(russian.do("next"), "recon") == ["recon russian 1"]
    german = until(solo().at("recon-purchase"), "recon-purchase")
    assert acted(german.do("next"), "recon") == []


def test_7_5112_the_best_squad_hardens_before_a_half_squad() -> None:
    desk = solo()
    desk.do("add german 4-4-7")
    desk.do("add german 2-3-7")
    desk.do("add german 4-6-7")
    options = tuple(Option(key, key) for key in ("g237-1", "g447-1", "none"))
    question = Question(
        "choice", "Which German MMC Battle Hardens (1 of 1)?", "none", options, whose="german", id="harden-mmc"
    )
    assert answer(desk.game, "german", question) == "g447-1"


def test_7_5113_a_leader_is_exchanged_only_where_leaders_are_few() -> None:
    desk = solo()
    desk.do("add german 8-0")
    options = (Option("roll", ""), Option("8-0", ""))
    question = Question("choice", "German: Battle Harden, or exchange?", "roll", options, whose="german", id="exchange")
    assert answer(desk.game, "german", question) == "roll"
    desk.do("add german 4-6-7 retained 11")
    assert answer(desk.game, "german", question) == "8-0"


def test_7_514_the_least_mmc_suffers_casualty_reduction() -> None:
    desk = solo()
    desk.do("add german 8-3-8")
    desk.do("add german 4-4-7")
    question = Question("choice", "?", "g838-1",
                        (Option("g838-1", ""), Option("g447-1", "")), whose="german",
                        id="casualty-reduction")  # fmt: skip
    assert answer(desk.game, "german", question) == "g447-1"


def test_questions_of_the_other_side_and_dice_are_left_to_the_player() -> None:
    """7.5114: the player is asked for his own side; dice are his to roll where he says so."""
    desk = solo()
    assert SideMind("german").answer(desk.game, Question("dice", "?", "auto", roll="DR")) is None
    desk.do("option german-dice on")
    until(desk, "purchase")
    desk.do("next")
    assert desk.game.step is not None and desk.game.step.step == "strength"
    other = until(solo(), "purchase")
    other.do("option german-dice on")
    outcome = play(other.game, "next")
    while isinstance(outcome, Ask) and outcome.question.whose == "russian":
        outcome = play(other.game, "next", (*outcome.answers, outcome.question.default))
    assert isinstance(outcome, Ask) and outcome.question.kind == "dice"


def test_strength_counts_men_guns_and_tanks_but_not_what_the_enemy_has_not_seen() -> None:
    desk = Desk("oto2", 1)
    worth = strategy(desk.game, "german").worth
    desk.do("add german 4-6-7 retained 2")
    desk.do("add german StuG IIIG")
    assert strength(desk.game, "german", worth) == 2 * 4 * worth["squad"] + worth["vehicle"]
    desk.do("mark gstug1 +wreck")
    assert strength(desk.game, "german", worth) == 2 * 4 * worth["squad"]


# -- secrets ----------------------------------------------------------------------------------------------


def test_7_518_purchases_are_covered_until_the_scenario_has_ended() -> None:
    desk = until(solo(seed=2), "set-up")
    mine = [event for event in desk.events if isinstance(event, cev.GroupBought) and event.purchase.side == "german"
            and not event.purchase.given]  # fmt: skip
    theirs = [event for event in desk.events if isinstance(event, cev.GroupBought)
              and event.purchase.side == "russian"]  # fmt: skip
    assert mine and theirs
    assert all(hidden(desk.game, event) for event in mine)
    assert not any(hidden(desk.game, event) for event in theirs)
    while desk.state.stage != "scenario":
        desk.do("next")
    assert hidden(desk.game, mine[0])
    desk.do("next")
    assert "german.purchases" not in desk.state.secrets
    assert not hidden(desk.game, mine[0])


def test_7_519_its_strength_rolls_and_its_men_are_covered_the_weather_is_not() -> None:
    desk = until(solo(seed=2).at("cpp", date=0), "set-up")
    german = [event for event in desk.events if about(desk.game, event) == "german.purchases"]
    tables = {event.record.table for event in german if hasattr(event, "record")}
    assert {"cg.oto2.cpp", "cg.oto2.leaders"} <= tables
    assert "cg.oto2.weather" not in tables
    assert "cg.oto2.elr" not in tables
    assert any(isinstance(event, cev.PieceAdded) for event in german)


def test_7_15_of_its_money_on_the_roster_nothing_is_told_from_which_the_rest_follows() -> None:
    desk = until(solo(seed=2), "set-up")
    while desk.state.stage != "scenario":
        desk.do("next")
    titles = [title for title, name in campaign_report.ROSTER if name.startswith("cpp")]
    told = [line for line in campaign_report.roster_page(desk.game, "german") if line.startswith(tuple(titles))]
    assert [line.split()[-1] for line in told] == ["?"] * 5
    assert record_sheets.roster(desk.game, "german").rows[-1][1:6] == (KEPT,) * 5
    assert KEPT not in record_sheets.roster(desk.game, "russian").rows[-1]


def test_what_was_shown_once_stays_shown_when_the_next_cover_is_laid() -> None:
    desk = until(solo(seed=2), "set-up")
    while desk.state.stage != "scenario":
        desk.do("next")
    old = len(desk.events)
    assert any(still_hidden(desk.game, desk.events))
    desk.do("next")
    assert not any(still_hidden(desk.game, desk.events))
    until(desk, "set-up", 90)
    found = still_hidden(desk.game, desk.events)
    assert not any(found[:old])
    assert any(found[old:])


def test_7_518_the_set_up_does_not_count_what_a_covered_side_has_bought() -> None:
    desk = until(solo(seed=2), "initiative")
    texts = {event.text.split()[0]: event.text for event in (*desk.do("next"), *desk.do("next"))
             if isinstance(event, Told) and "new groups" in event.text}  # fmt: skip
    assert "what its new groups bring is kept secret (7.518)" in texts["German"]
    assert "may set up or enter" in texts["Russian"]


def test_with_secrets_off_or_both_sides_played_nothing_is_covered() -> None:
    desk = solo(seed=2)
    desk.do("option secrets off")
    assert not until(desk, "strength").state.secrets
    both = solo(seed=2)
    both.do("option russian-plays on")
    assert not until(both, "strength").state.secrets


def test_covered_from_the_first_purchases_on() -> None:
    desk = solo(seed=2)
    assert following(desk.game) == "purchase"
    desk.do("next")
    assert desk.state.secrets == {"german.purchases"}


def test_what_it_bought_may_be_revealed_once_its_units_are_set_up() -> None:
    desk = until(solo(seed=2), "set-up")
    mine = [event for event in desk.events if isinstance(event, cev.GroupBought) and event.purchase.side == "german"]
    assert all(hidden(desk.game, event) for event in mine)
    assert "needs a side" in desk.no("reveal")
    assert "has no secrets" in desk.no("reveal russian")
    desk.do("reveal german")
    assert not any(hidden(desk.game, event) for event in mine)
    assert "has no secrets" in desk.no("reveal german")
    while desk.state.stage == "initial":
        desk.do("next")
    assert "german.purchases" not in desk.state.secrets


@pytest.mark.parametrize("side", ["russian", "german"])
def test_a_whole_campaign_of_one_player_against_the_program(side: str) -> None:
    """The player answers as proposed and buys nothing; SMC of his that must Escape do so."""
    desk, entered = solo(seed=6, side=side), 0
    for _ in range(900):
        if desk.state.stage == "over":
            break
        if desk.state.stage == "scenario" and entered < desk.state.scenario:
            entered = desk.state.scenario
            for line in [order.line() for order in made_up.orders(desk.game)]:
                desk.do(line)
        outcome = desk.submit("next")
        if isinstance(outcome, No):
            assert "must try to Escape" in outcome.reason, outcome.reason
            desk.do(f"escape {outcome.reason.split('Escape: ')[1].split(',')[0].split(';')[0]}")
            continue
        assert isinstance(outcome, Done)
        desk.game = outcome.game
        desk.events += outcome.events
    assert desk.state.stage == "over"
    assert {item.side for item in desk.state.purchases.values() if not item.given} == {side}
    assert not any(still_hidden(desk.game, desk.events))


def test_a_campaign_against_the_program_is_kept_with_its_secrets_and_goes_on_from_its_save(tmp_path: Path) -> None:
    with CampaignSession.create(LIBRARY, "oto2", 5, tmp_path, "mine", "2000-01-01T00:00:00") as session:
        for line in ["option german-plays on", "next", "buy russian I2", "next", "next", "next"]:
            session.submit(line)
        state = session.game.state
    again = CampaignSession.read(LIBRARY, tmp_path, "mine")
    assert again.game.state == state
    assert again.game.state.secrets == {"german.purchases"}
    assert [item.group for item in again.game.state.purchases.values() if item.side == "russian" and not item.given] \
        == ["I2"]  # fmt: skip


# -- the strategies as content ----------------------------------------------------------------------------


def test_another_strategy_may_be_chosen_and_a_wrong_name_is_told() -> None:
    desk = until(solo(), "purchase")
    desk.do("set strategy.german standerd")
    assert "there is no strategy 'standerd'; did you mean 'standard'?" in desk.no("next")


def test_a_strategy_of_a_pack_plays_otherwise(tmp_path: Path) -> None:
    shipped = (LIBRARY.loader.root / "tables/campaigns/strategies/standard.yaml").read_text(encoding="utf-8")
    place = tmp_path / "tables" / "campaigns" / "strategies"
    place.mkdir(parents=True)
    text = shipped.replace("strategy: standard", "strategy: miser").replace("save: {value: 0.15", "save: {value: 1")
    (place / "miser.yaml").write_text(text, encoding="utf-8")
    from sasl.content.library import Library, shipped_root

    library = Library(shipped_root(), (tmp_path,))
    game = replace(new_campaign(library, "oto2", 1), minds=minds())
    desk = Desk("oto2", game=game)
    desk.do("option german-plays on")
    desk.do("set strategy.german miser")
    until(desk, "strength")
    assert desk.state.number("german", "cpp") == 66


def test_a_strategy_without_a_figure_or_with_an_unknown_one_is_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    shipped = (LIBRARY.loader.root / "tables/campaigns/strategies/standard.yaml").read_text(encoding="utf-8")
    path.write_text(shipped.replace("      attack-last:", "      attack-lost:", 1), encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        load_strategy(path)
    text = "\n".join(caught.value.faults)
    assert "'attack-last' is missing" in text
    assert "unknown figure; did you mean 'attack-last'?" in text
    assert "attack-last" in FIGURES


def test_lint_reads_strategies_and_made_up_results(tmp_path: Path) -> None:
    """A file of either kind is told from tables and figures by its first word."""
    folder = LIBRARY.loader.root / "tables/campaigns/strategies"
    assert lint_files(LIBRARY, sorted(folder.glob("*.yaml"))) == []
    for name, old, new, fault in (
        ("standard", "company: 5", "compagny: 5", "compagny"),
        ("made-up", "title: Made-up results", "titel: x", "titel"),
    ):
        path = tmp_path / f"{name}.yaml"
        path.write_text((folder / f"{name}.yaml").read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        assert any(fault in text for text in lint_files(LIBRARY, [path]))


def test_made_up_chances_of_more_than_one_are_told_by_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    shipped = (LIBRARY.loader.root / "tables/campaigns/strategies/made-up.yaml").read_text(encoding="utf-8")
    path.write_text(shipped.replace("lost: 0.22", "lost: 0.95", 1), encoding="utf-8")
    with pytest.raises(ContentError, match="the chances come to more than 1"):
        load_made_up(path)
