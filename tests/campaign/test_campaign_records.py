"""The records of a campaign as data and as a page: roster, purchases, Force Organizer, tallies; secrets left out."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from desk import LIBRARY, Desk, add
from stalingrad_groups import pack
from test_campaign_mind import solo, until

from sasl.campaign.campaign_data import data
from sasl.campaign.campaign_engine import new_campaign
from sasl.campaign.campaign_report import own_lines
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_session import board_changes
from sasl.campaign.campaign_state import Piece
from sasl.campaign.events import PieceAdded
from sasl.campaign.record_sheets import Sheet, as_html, as_markdown, records
from sasl.campaign.result import kept_lines
from sasl.campaign.secrets import KEPT, as_known, covered, hidden
from sasl.campaign.show import hex_lines
from sasl.campaign.steps.losses import reduce
from sasl.cli.main import main
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace
from sasl.lab.watching.watched_campaigns import CampaignWatch, begin


def sheet(desk: Desk, title: str) -> Sheet:
    return next(item for item in records(desk.game).sheets if item.title.startswith(title))


def column(found: Sheet, head: str) -> list[str]:
    return [row[found.heads.index(head)] for row in found.rows]


@pytest.fixture(scope="module")
def bought() -> Desk:
    """OtO2 after its first set-up: the player has bought for both sides."""
    desk = Desk("oto2", 3)
    desk.do("next")
    for line in ("german I1 on-map", "german I1 off-board", "german M1 2", "german O1 hexes=2", "german I7",
                 "russian I2 2", "russian V1 on-map"):  # fmt: skip
        desk.do(f"buy {line}")
    until(desk, "fortifications")
    desk.do("fortify german trench 3")
    desk.do("fortify german ap-mine 6")
    return until(desk, "recon")


def test_11_6197_the_purchase_record_has_a_line_for_each_group(bought: Desk) -> None:
    found = sheet(bought, "RG Purchase Record: German")
    rows = [dict(zip(found.heads, row, strict=True)) for row in found.rows]
    given, first, second, *_ = rows
    assert (given["RG ID"], given["CPP"], given["# P"], given["# R"]) == ("I1", "given", "0", "4")
    assert (first["CPP"], first["# P"], first["# R"], first["Str."], first["On-Bd"]) == ("7", "1", "3", "F", "O")
    assert (second["CPP"], second["# P"], second["# R"], second["On-Bd"]) == ("6", "2", "2", "E")
    assert first["# Units"] == "12 x 4-6-7"
    assert first["SW and Weapons"].startswith("3 x LMG")
    assert "PSK" in first["SW and Weapons"]
    assert first["Leaders"]
    module = next(row for row in rows if row["RG ID"] == "O1")
    assert "2 Pre-Registered hexes" in module["Other"]
    assert "ammunition" in module["Other"]
    assert next(row for row in rows if row["RG ID"] == "I7")["# Units"] == "HMG Cupola, MMG Cupola"


def test_7_15_the_roster_has_a_line_for_each_date_with_its_money(bought: Desk) -> None:
    found = sheet(bought, "CG Roster: German")
    assert column(found, "CG Date") == ["23AM"]
    assert column(found, "CPP in all") == ["66"]
    assert column(found, "CPP spent") == [str(7 + 6 + 2 + 5 + 5)]
    assert column(found, "Groups") == ["I1 I1 I1 M1 M1 O1 I7"]


def test_7_520_fortifications_are_listed_with_their_hexes(bought: Desk) -> None:
    desk = Desk("oto2", game=bought.game)
    trench = next(work.id for work in desk.state.works.values() if work.kind == "trench")
    desk.do(f"work {trench} K12")
    rows = {row[0]: row[1:] for row in sheet(desk, "Fortifications: German").rows}
    assert rows["Trench"] == ("13", "K12")  # ten of the initial OB
    assert rows["6 AP Mines"] == ("1", "")


def test_7_14_the_force_organizer_has_every_counter_of_the_oob_once(bought: Desk) -> None:
    for side in ("russian", "german"):
        found = sheet(bought, f"Force Organizer: {side.capitalize()}")
        ids = column(found, "Counter")
        assert sorted(ids) == sorted(piece.id for piece in bought.state.of(side))
    desk = Desk("oto2", game=bought.game)
    desk.do("lose g467-1 test")
    desk.do("mark g467-2 +broken")
    rows = {row[1]: row for row in sheet(desk, "Force Organizer: German").rows}
    assert rows["g467-2"][5] == "broken"
    assert rows["g467-1"][0] == "Eliminated"


def test_7_4_tallies_of_casualty_exit_and_location_vp() -> None:
    desk = Desk("oto2", 1)
    for line in ("russian cvp 47", "russian evp 21", "russian lvp 3", "german cvp 12"):
        desk.do(f"set {line}")
    rows = {row[0]: row[1:] for row in sheet(desk, "Casualty, exit").rows}
    assert rows["CVP earned in all"] == ("47", "12")
    assert rows["EVP earned"] == ("21", "0")
    assert rows["LVP held"] == ("3", "0")
    lines = sheet(desk, "Victory Points").rows
    assert ("Russian", "in all", "6") in lines  # 3 LVP, 2 for 47 CVP, 1 for 21 EVP
    assert "Russian wins with 20 VP" in sheet(desk, "Victory Points").note


def test_7_518_what_the_programs_side_keeps_secret_is_left_out_until_it_is_shown() -> None:
    desk = until(solo(seed=2), "recon")
    secret = [item for item in desk.state.purchases.values() if item.side == "german" and not item.given]
    found = sheet(desk, "RG Purchase Record: German")
    assert found.note == KEPT and not found.rows
    assert sheet(desk, "Fortifications: German").note == KEPT
    assert column(sheet(desk, "CG Roster: German"), "Groups") == [KEPT]
    assert column(sheet(desk, "CG Roster: German"), "CPP spent") == [KEPT]
    ids = set(column(sheet(desk, "Force Organizer: German"), "Counter"))
    hidden = {piece.id for piece in desk.state.of("german") if piece.group in {item.id for item in secret}}
    assert hidden and not ids & hidden
    text = as_html(records(desk.game)) + as_markdown(records(desk.game))
    assert not any(name in text for name in hidden)
    assert column(sheet(desk, "CG Roster: Russian"), "CPP spent") == ["0"]
    plain = data(desk.game)
    told = [key for key in plain["numbers"] if key.startswith("german.") and ("cpp" in key or ".fort." in key)]
    assert not told and plain["numbers"]["russian.cpp"] == 68 and "german.san" in plain["numbers"]
    lines = {line["side"]: line for line in plain["roster"]}
    assert "cpp-spent" not in lines["german"] and lines["russian"]["cpp-spent"] == "0"
    while desk.state.stage != "scenario":
        desk.do("next")
    assert not any(line.startswith("German") for line in kept_lines(desk.game)), "CG7: no counter of theirs is named"
    desk.do("next", "yes")
    shown = sheet(desk, "RG Purchase Record: German")
    assert len(shown.rows) == len(secret) + 1
    assert KEPT not in as_markdown(records(desk.game))
    assert "german.cpp-spent" in data(desk.game)["numbers"]


def test_11_623_a_chit_that_is_covered_is_in_no_data() -> None:
    desk = solo("rb").at("initiative", date=1)
    desk.do("next")
    desk.do("chit german attack")
    assert "chit.german" not in data(desk.game)["facts"]
    desk.do("option german-plays off")
    assert data(desk.game)["facts"]["chit.german"] == "attack"


# -- the page ---------------------------------------------------------------------------------------------


class Tags(HTMLParser):
    """Which tags a page opens and closes, and its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs)
        self.seen.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


HOSTILE = "<script>alert('x')</script>|*a*"


def hostile(tmp_path: Path) -> Desk:
    """A player's own chart and his own words with markup in them."""
    folder = pack(tmp_path / "pack")
    path = folder / "missions/campaigns/groups/rb.yaml"
    text = path.read_text(encoding="utf-8").replace("title: Rifle Coy", f'title: "{HOSTILE}"', 1)
    path.write_text(text, encoding="utf-8")
    game = new_campaign(Library(shipped_root(), (folder,)), "rb", 1)
    desk = Desk("rb", game=game.at(replace(game.state, scenario=1, stage="refit"))).at("purchase", date=1)
    desk.do("next")
    desk.do("buy german I1")
    desk.do("set winner <img/src=x>|_y_")
    until(desk, "initiative")
    desk.do("chit russian idle")
    desk.do("chit german attack")
    return until(desk, "recon")


def test_html_is_whole_without_anything_from_elsewhere_and_with_rules_for_paper(bought: Desk) -> None:
    page = as_html(records(bought.game))
    tags = Tags()
    tags.feed(page)
    assert not tags.open
    assert set(tags.seen) == {"html", "head", "meta", "title", "style", "body", "h1", "p", "section", "h2", "table",
                              "thead", "tr", "th", "tbody", "td"}  # fmt: skip
    assert "@media print" in page
    assert "@page" in page
    assert "default-src 'none'" in page, "the policy of the page allows nothing from elsewhere"
    assert "http://" not in page and "https://" not in page


def test_html_escapes_every_text(tmp_path: Path) -> None:
    page = as_html(records(hostile(tmp_path).game))
    tags = Tags()
    tags.feed(page)
    assert "script" not in tags.seen
    assert "img" not in tags.seen
    assert HOSTILE in "".join(tags.texts)


def test_markdown_escapes_bars_and_markup(tmp_path: Path) -> None:
    found = records(hostile(tmp_path).game)
    text = as_markdown(found)
    assert "<script" not in text.replace(r"\<script", "")
    width = {item.title: len(item.heads) for item in found.sheets}
    title = ""
    for line in text.splitlines():
        if line.startswith("## "):
            title = line[3:].replace("\\", "")
        if line.startswith("|"):
            bars = line.replace(r"\|", "").count("|")
            assert bars == width[title] + 1, line


def test_print_writes_a_file_or_standard_output(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saves = ["--saves", str(tmp_path)]
    assert main([*saves, "campaign", "watch", "oto2", "--seed", "2", "--name", "one"]) == 0
    capsys.readouterr()
    assert main([*saves, "campaign", "print", "one"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("# On Track to Orsha")
    out = tmp_path / "one.html"
    assert main([*saves, "campaign", "print", "one", "--html", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main([*saves, "campaign", "print", "one", "--out", str(tmp_path / "no" / "where")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert main([*saves, "campaign", "print", "two"]) == 1


def test_7_15_after_a_whole_campaign_the_roster_has_all_its_dates() -> None:
    watch = CampaignWatch(begin(LIBRARY, "oto2", 6))
    for _ in watch.run():
        pass
    desk = Desk("oto2", game=watch.table.game)
    for side in ("Russian", "German"):
        found = sheet(desk, f"CG Roster: {side}")
        assert column(found, "CG Date") == ["23AM", "23PM", "24AM", "24PM"]
        assert column(found, "Recon") != ["0"] * 4 or side == "German"
        for whole, spent, left in zip(*(column(found, f"CPP {name}") for name in ("in all", "spent", "left")),
                                      strict=True):  # fmt: skip
            assert int(whole) == int(spent) + int(left), "Recon is spent, too (7.5225)"
        totals = [int(text) for text in column(found, "CPP in all")]
        assert totals[1:] == [int(start) + int(gained) for start, gained in zip(
            column(found, "CPP at start")[1:], column(found, "CPP gained")[1:], strict=True)]  # fmt: skip
    assert "victory" in sheet(desk, "Victory Points").note


def test_12_6253_a_counterattack_has_a_line_of_its_own_on_the_roster() -> None:
    """12.6253: a second scenario on the same CG Day; the line of the first keeps what that one left."""
    desk = Desk("votg").at("set-up", date=0)
    for line in ("next", "next"):
        desk.do(line)
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1, step=-1))
    desk.do("result cvp german 30")
    desk.do("set scenario German Assault")
    desk.at("counterattack").do("next", "yes", "no")
    desk.do("set german cvp 44")
    desk.at("set-up").do("next")
    desk.do("next")
    found = sheet(desk, "CG Roster: German")
    assert column(found, "CG Date") == ["14-Sep", "14-Sep (2)"]
    assert column(found, "CVP") == ["30", "44"]
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=2, step=-1))
    desk.do("set german cvp 50")
    assert column(sheet(desk, "CG Roster: German"), "CVP") == ["30", "50"]


@pytest.mark.parametrize("campaign", ["rb", "votg"])
def test_11_6162_an_idle_day_has_its_line_on_the_roster(campaign: str) -> None:
    """11.6162, 12.618: the CPP of each CG Day are recorded, though no scenario is played on it."""
    desk = Desk(campaign)
    desk.game = desk.game.at(replace(desk.state, scenario=1))
    desk.at("new-date", date=0)
    for _ in range(40):
        if desk.game.step and desk.game.step.step == "initiative":
            break
        desk.do("next")
    desk.do("chit german idle")
    desk.do("chit russian idle")
    desk.do("next")
    found = sheet(desk, "CG Roster: German")
    assert column(found, "CG Date") == [desk.game.campaign.dates[1].id]
    assert column(found, "Scenario") == ["Idle Day"]
    assert column(found, "CPP in all")[0] not in ("", "0")


def hardened() -> Desk:
    """The program's Germans: an 8-1 hardens, an Isolated 4-6-7, too, and an 8-0 joins for an Elite MMC."""
    desk = solo()
    desk.game = desk.game.at(replace(desk.state, stage="scenario", scenario=1))
    leader, squad = add(desk, "german", "8-1"), add(desk, "german", "4-6-7", "K12", "isolated")
    add(desk, "german", "8-3-8")
    desk.at("heroes")
    desk.dice(6, 5, 2, 1, 6, 6, 2, 2)  # no Russian MMC, two German ones; no Russian leader, the German 8-1
    while not desk.game.reached("leader-hardening"):
        desk.do("next")
    assert desk.piece(leader).type == "9-1" and desk.piece(squad).type == "4-6-8"
    assert any(piece.type == "8-0" for piece in desk.state.of("german"))
    return desk


def test_7_5113_who_hardens_by_a_secret_dr_stands_in_the_records_as_he_was_until_the_scenario_has_ended() -> None:
    desk = hardened()
    rows = sheet(desk, "Force Organizer: German").rows
    assert sorted(row[2] for row in rows) == ["4-6-7", "8-1", "8-3-8"]
    assert not any("Hardened" in row[5] or "Fanatic" in row[5] for row in rows)
    text = as_html(records(desk.game)) + as_markdown(records(desk.game))
    assert not any(secret in text for secret in ("9-1", "4-6-8", "8-0"))
    lines = [line for line, _ in own_lines(desk.game, "german", "retained")] + hex_lines(desk.game, "K12")
    assert not any(secret in line for line in lines for secret in ("9-1", "4-6-8", "8-0"))
    desk.do("reveal german")
    rows = sheet(desk, "Force Organizer: German").rows
    assert sorted(row[2] for row in rows) == ["4-6-8", "8-0", "8-3-8", "9-1"]


def test_7_514_of_a_hardened_squad_that_is_reduced_the_hs_of_what_it_was_is_known() -> None:
    """7.514: an Original 6 of a removal reduces it, while 7.5112 is still secret."""
    desk = hardened()
    squad = next(piece for piece in desk.state.of("german") if piece.was == "4-6-7")
    ctx = CampaignRun(desk.game)
    reduce(ctx, squad, "test")
    assert ctx.state.pieces[squad.id].type == "2-4-8"
    known = as_known(ctx.game, ctx.state.pieces[squad.id])
    assert (known.type, known.kind, "hardened" in known.flags) == ("2-4-7", "hs", False)
    own = replace(ctx.state.pieces[squad.id], flags=frozenset())
    assert as_known(ctx.game, own).type == "2-4-8"


def test_7_5113_taking_it_back_tells_nothing_of_who_has_hardened() -> None:
    desk = hardened()
    later = desk.state
    before = replace(later, pieces={key: replace(piece, flags=piece.flags - {"hardened"}, type=piece.was or piece.type)
                                    for key, piece in later.pieces.items() if "joined" not in piece.flags})  # fmt: skip
    assert not board_changes(later, before)


def test_12_6181_taking_back_tells_neither_a_secret_chit_nor_the_support_cpp_that_would_tell_it() -> None:
    desk = Desk("votg")
    desk.do("option german-plays on")
    before = replace(desk.state, secrets=desk.state.secrets | {"german.chit"})
    facts, numbers = {**before.facts, "chit.german": "attack"}, {**before.numbers, "german.support": 6}
    after = replace(before, facts=facts, numbers=numbers)
    assert not board_changes(before, after) and not board_changes(after, before)
    shown = replace(after, secrets=after.secrets - {"german.chit"})
    assert len(board_changes(replace(before, secrets=shown.secrets), shown)) == 2


def test_7_5197_an_armor_leader_who_joins_a_covered_side_is_kept_secret() -> None:
    desk = solo()
    raised = Piece("g92-1", "german", "leader", "9-1", "retained", flags=frozenset({"armor-leader", "joined"}))
    desk.game = desk.game.at(replace(desk.state, secrets=desk.state.secrets | {"german.purchases"}))
    assert covered(desk.game, "german") and hidden(desk.game, PieceAdded(raised))
