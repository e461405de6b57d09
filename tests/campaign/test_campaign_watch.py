"""Watched campaigns come to an end, keep every limit and lose no counter; `sasl campaign watch` shows them.

SASL_CAMPAIGN_SEEDS=500 audits so many seeds of each campaign instead of a few.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path

import pytest
from campaign_auditor import Auditor
from desk import Desk
from stalingrad_groups import pack

from sasl.campaign import events as cev
from sasl.campaign.campaign_run import CampaignGame
from sasl.campaign.campaign_session import CampaignSession
from sasl.campaign.campaign_state import SIDES, Piece, Purchase
from sasl.cli.main import main
from sasl.cli.series.campaign_watch_command import purchases
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.series.workers import play_all
from sasl.lab.watching import made_up
from sasl.lab.watching.watch import Stuck
from sasl.lab.watching.watched_campaigns import CampaignMatch, CampaignWatch, begin, bought
from sasl.saves.files import game_path

LIBRARY = Library(shipped_root())
MANY = int(os.environ.get("SASL_CAMPAIGN_SEEDS", "0"))


def seeds(usual: int) -> range:
    return range(1, 1 + (MANY or usual))


@cache
def audited(campaign: str, seed: int, library: Library = LIBRARY) -> tuple[Auditor, CampaignGame, list[str]]:
    """A whole campaign under the auditor's eyes, its end, and its commands; played once for all tests."""
    watch = CampaignWatch(begin(library, campaign, seed))
    auditor, lines = Auditor(watch.table.game.campaign), []
    for step in watch.run():
        lines.append(step.command)
        for event in step.events:
            auditor.hear(event)
        auditor.balance(watch.table.game.state)
        assert not auditor.faults, (seed, step.command, auditor.faults)
    return auditor, watch.table.game, lines


@pytest.mark.parametrize("seed", seeds(2))
def test_7_4_a_watched_campaign_of_oto2_ends_after_four_dates_with_every_limit_kept_and_no_counter_lost(
    seed: int,
) -> None:
    auditor, game, _ = audited("oto2", seed)
    assert game.state.stage == "over"
    assert game.state.scenario == 4
    assert auditor.date == 3
    assert auditor.gone
    groups = sum(not item.given for item in auditor.bought.values())
    known = {f"{side} {line.id}" for side in SIDES for line in game.campaign.groups[side]}
    assert groups == sum(number for name, number in bought(game).items() if name in known) > 20


@pytest.mark.parametrize("campaign", ["rb", "votg"])
@pytest.mark.parametrize("seed", seeds(1))
def test_campaigns_without_charts_end_after_their_last_day(campaign: str, seed: int) -> None:
    auditor, game, _ = audited(campaign, seed)
    assert game.state.stage == "over"
    assert auditor.date == len(game.campaign.dates) - 1
    assert not auditor.bought
    assert auditor.gone


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_6195_with_the_players_own_charts_the_limits_of_a_day_are_kept(campaign: str, tmp_path: Path) -> None:
    library = Library(shipped_root(), (pack(tmp_path / "pack"),))
    auditor, game, _ = audited(campaign, 1, library)
    assert game.state.stage == "over"
    assert len(auditor.bought) > 10


def test_the_same_seed_gives_the_same_campaign() -> None:
    """With content read anew, too."""
    _, game, lines = audited("votg", 1)
    _, again, typed = audited("votg", 1, Library(shipped_root()))
    assert typed == lines and again.state == game.state
    assert audited("oto2", 1)[2] != audited("oto2", 2)[2]


def test_results_are_entered_by_commands_of_the_player_and_called_made_up() -> None:
    _, game, lines = audited("oto2", 1)
    words = {line.split()[0] for line in lines}
    assert words <= {"option", "next", "note", "control", "result", "work"}
    assert sum(line.startswith("note made-up result") for line in lines) == game.state.scenario == 4


def test_a_made_up_result_follows_the_balance_of_strength() -> None:
    """With ten times the German counters gone the Russian share is greater, and so are the German losses."""
    watch = CampaignWatch(begin(LIBRARY, "oto2", 2))
    game = next(watch.table.game for _ in watch.run() if watch.table.game.state.stage == "scenario")
    weak = {key: piece for key, piece in game.state.pieces.items() if piece.side == "russian" or hash(key) is None}
    alone = game.at(replace(game.state, pieces=weak))
    usual, easy = (next(made_up.orders(item)).line() for item in (game, alone))
    share = [float(text.split("share of ")[1].split()[0]) for text in (usual, easy)]
    assert share[0] < share[1]


def _stone(campaign: str, kind: str) -> dict[str, int]:
    """The Stone Locations that a made-up result of a scenario of this kind tells of."""
    watch = CampaignWatch(begin(LIBRARY, campaign, 2))
    game = next(watch.table.game for _ in watch.run() if watch.table.game.state.stage == "scenario")
    game = game.at(replace(game.state, facts={**game.state.facts, "scenario": kind}))
    words = [part.split() for order in made_up.orders(game) for part in order.line().removeprefix("result ").split(";")]
    return {word[1]: int(word[2]) for word in words if word[0] == "stone"}


def test_12_6255_in_a_made_up_dual_attack_both_sides_gain_stone_hexes() -> None:
    for campaign in ("rb", "votg"):
        found = _stone(campaign, "Dual Attack")
        assert sum(found.values()) == pytest.approx(LIBRARY.made_up("standard").value("stone-dual"), abs=1)
        assert min(found.values()) > 10


def test_11_6235_a_made_up_assault_gains_stone_locations_as_far_as_they_decide_it() -> None:
    german, russian = (_stone("rb", f"{side} Assault") for side in ("German", "Russian"))
    assert set(german) == {"german"} and 15 < german["german"] < 33
    assert set(russian) == {"russian"} and 7 < russian["russian"] < 17
    assert not _stone("votg", "German Assault")


def test_7_4_only_an_attacker_who_has_vp_for_it_exits_in_a_made_up_result() -> None:
    for campaign, exits in (("oto2", True), ("votg", False)):
        _, _, lines = audited(campaign, 1)
        assert any(" exited" in line for line in lines) == exits


# -- the auditor himself ----------------------------------------------------------------------------------


def _auditor(**numbers: int) -> Auditor:
    found = Auditor(LIBRARY.campaign("oto2"))
    for side in SIDES:
        if side in numbers:
            found.hear(cev.NumberSet(side, "cpp-total", numbers[side]))
    return found


def test_the_auditor_finds_a_group_too_many_and_money_that_was_not_there() -> None:
    found = _auditor(german=13)
    for number in range(1, 4):
        found.hear(cev.GroupBought(Purchase(f"p{number}", "german", "I1", 0, 7)))
    assert [text.split(": ", 1)[1] for text in found.faults] == [
        "german spends 14 of 13 CPP", "german I1: more than 2 on a date", "german spends 21 of 13 CPP",
    ]  # fmt: skip


def test_the_auditor_finds_a_wrong_price_a_wrong_way_and_the_share_of_fortifications() -> None:
    found = _auditor(german=10, russian=99)
    for number in range(1, 4):
        found.hear(cev.GroupBought(Purchase(f"p{number}", "german", "M1", 0, 1)))
    found.hear(cev.GroupBought(Purchase("p4", "russian", "I2", 0, 3)))
    found.hear(cev.GroupBought(Purchase("p5", "russian", "I2", 0, 7, "reserve")))
    assert [text.split(": ", 1)[1] for text in found.faults] == [
        "german spends 3 of 10 CPP on fortifications", "russian I2 costs 3, not 7", "russian I2 may not come reserve",
    ]  # fmt: skip


def test_the_auditor_finds_what_is_not_where_its_bearer_is() -> None:
    """But for a Gun, which may stay on the map while its crew is off it (CG11)."""
    desk = Desk("oto2")
    for line in ("add german 2-2-8 K12", "add german LMG", "add german 75L AT"):
        desk.do(line)
    crew, *things = desk.state.pieces
    for thing in things:
        desk.do(f"move {thing} {crew}")
    found = _auditor()
    for event in desk.events:
        found.hear(event)
    away = {thing: replace(desk.piece(thing), box="retained", hex="") for thing in things}
    found.balance(replace(desk.state, pieces={**desk.state.pieces, **away}))
    assert [text.split(": ", 1)[1] for text in found.faults] == ["glmg1 is apart from g228-1, who bears it"]


def test_the_auditor_finds_a_counter_that_is_lost_and_one_without_a_reason() -> None:
    desk = Desk("oto2")
    found = _auditor()
    for event in desk.do("add german 4-6-7 retained 2"):
        found.hear(event)
    found.balance(desk.state)
    assert not found.faults
    less = {key: piece for key, piece in desk.state.pieces.items() if key != "g467-2"}
    found.balance(replace(desk.state, pieces=less))
    assert found.faults == ["23AM: counters out of nowhere or lost: ['g467-2']"]
    found.hear(cev.PieceGone("g467-1", ""))
    assert found.faults[-1].endswith("g467-1 is gone without a reason")
    found.hear(cev.PieceAdded(Piece("g467-1", "german", "squad", "4-6-7")))
    assert found.faults[-1].endswith("g467-1 joins twice")


# -- the command line -------------------------------------------------------------------------------------


def test_watch_prints_the_whole_campaign_and_keeps_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game_path(tmp_path, "watch-oto2-5").write_text("another game of that name", encoding="utf-8")
    assert main(["--saves", str(tmp_path), "campaign", "watch", "oto2", "--seed", "5", "--plain"]) == 0
    shown = capsys.readouterr()
    assert "saved as campaign 'watch-oto2-5-2'" in shown.err
    dates = [shown.out.index(f"CG Date {date}") for date in ("23 June, PM", "24 June, AM", "24 June, PM")]
    assert dates == sorted(dates)
    assert shown.out.count("> note made-up result (") == 4
    assert shown.out.index("7.518 Purchasing") < dates[0]
    assert "CAMPAIGN END" in shown.out[dates[-1] :]
    kept = CampaignSession.read(LIBRARY, tmp_path, "watch-oto2-5-2")
    assert kept.game.state.stage == "over"


def test_summary_counts_wins_and_losses_and_tells_of_no_vp_where_a_file_has_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["campaign", "watch", "votg", "--seed", "1-2", "--summary", "-j", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("seed ") == 2
    assert "2 campaigns: " in shown
    assert "CVP earned; lost " in shown and " VP" not in shown and "groups" not in shown
    assert main(["--json", "campaign", "watch", "votg", "--seed", "1", "--summary", "-j", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [game["seed"] for game in data["games"]] == [1]
    assert sum(data["wins"].values()) == pytest.approx(100)
    assert data["means"]["german_squad"] > 0


def test_7_5188_summary_tells_what_each_side_bought_of_its_chart_and_what_it_never_did() -> None:
    none = bought(Desk("oto2").game)
    assert set(none.values()) == {0} and "russian trench" not in none
    mean = {**none, "german I1": 2.5, "german G1": 1.0, "german trench": 4.0}
    lines = list(purchases(LIBRARY.campaign("oto2"), "german", mean))
    assert lines[0].startswith("German groups: I1 2.5, G1 1; never I2, I3") and " I1" not in lines[0].split("never")[1]
    assert lines[1].startswith("German fortifications: trench 4; never foxhole-3")
    assert not list(purchases(LIBRARY.campaign("oto2"), "russian", mean))


@pytest.mark.parametrize("seed", ["x", "5-1", "1-3"])
def test_a_wrong_seed_is_one_sentence(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["campaign", "watch", "oto2", "--seed", seed]) == 1
    assert capsys.readouterr().err.startswith(f"sasl: '{seed}' is not a seed")


def test_a_campaign_that_gets_stuck_says_where(tmp_path: Path) -> None:
    """A chart of a pack that names no counter stops a campaign in one sentence, and the others go on."""
    place = tmp_path / "missions" / "campaigns" / "groups"
    place.mkdir(parents=True)
    (place / "rb.yaml").write_text(
        "format: 1\ngroups_of: rb\ngroups:\n  german:\n    - {id: I1, title: Rifle Coy, kind: company, cpp: 1,\n"
        "       units: [{type: 9-9-9}], provenance: user}\n", encoding="utf-8",
    )  # fmt: skip
    found = list(play_all([CampaignMatch("rb", seed, (tmp_path,)) for seed in (1, 2)], 1))
    assert all(isinstance(item, Stuck) for item in found)
    assert "seed 1, 17-Oct, 11.619" in str(found[0])
    assert "9-9-9" in str(found[0])
