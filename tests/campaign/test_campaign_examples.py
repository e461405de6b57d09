"""The worked examples of the rules, played through the engine with their own dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from desk import Desk, rolls
from stalingrad_groups import pack

from sasl.campaign.campaign_engine import new_campaign
from sasl.campaign.campaign_run import CampaignRun
from sasl.campaign.campaign_state import CampaignState, Piece
from sasl.campaign.steps.campaign_victory import finish, points, total
from sasl.campaign.steps.losses import worth
from sasl.content.library import Library, shipped_root
from sasl.kernel.frozen import replace


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The shipped content and a player's own groups for RB and VotG."""
    return Library(shipped_root(), (pack(tmp_path_factory.mktemp("own") / "pack"),))


def desk(library: Library, campaign: str, date: str, step: str, **numbers: int) -> Desk:
    """A campaign that has played its Initial Scenario, in a step of the refit that belongs to `date`."""
    game = new_campaign(library, campaign, 1)
    number = next(place for place, item in enumerate(game.campaign.dates) if item.id == date)
    figures = {name.replace("_", "."): value for name, value in numbers.items()}
    state = replace(game.state, scenario=1, numbers={**game.state.numbers, **figures})
    return Desk(campaign, game=game.at(state)).at(step, date=number)


def begun(library: Library, campaign: str, date: str, step: str, **numbers: int) -> Desk:
    """The same with the step begun."""
    found = desk(library, campaign, date, step, **numbers)
    found.do("next")
    return found


def kinds(state: CampaignState, side: str, *only: str) -> Counter[str]:
    """The counters of a side by type."""
    return Counter(piece.type for piece in state.of(side) if not only or piece.kind in only)


def borne(state: CampaignState, kind: str) -> Sequence[Piece]:
    return [piece for piece in state.pieces.values() if piece.kind == kind]


# -- Red Barricades ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "dr", "after"), [(4, 4, 4), (4, 5, 4 - 1), (5, 3, 5), (5, 4, 5 - 1), (7, 2, 6)])
def test_11_6122_a_final_dr_of_five_lowers_a_san_of_four_or_more(
    library: Library, before: int, dr: int, after: int
) -> None:
    """The drm is the SAN less four."""
    found = desk(library, "rb", "18-Oct", "san", russian_san=2, german_san=before).dice(dr)
    found.do("next")
    assert found.state.number("german", "san") == after


def test_11_6122_a_san_of_zero_is_raised_to_two_without_cpp(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "san", russian_san=0, german_san=3)
    assert found.state.number("russian", "san") == 2
    assert found.state.number("german", "san") == 3
    assert found.state.number("russian", "cpp") == 15


def test_ex_11_616_the_german_has_eighteen_cpp_to_spend_on_18_october(library: Library) -> None:
    """Original 10, -2 Historical, -2 for 44 CVP suffered: a Final 6 gives 16, and two were left."""
    found = desk(library, "rb", "18-Oct", "cpp", german_cpp=2, german_suffered=44)
    facts = {**found.state.facts, **found.game.campaign.initial_facts, "winner": "russian"}
    found.game = found.game.at(replace(found.state, facts=facts))
    found.dice(1, 2, 5, 5)
    events = found.do("next")
    german = next(record for record in rolls(events) if record.whose == "german")
    assert (german.original, german.total, german.result) == (10, 6, 16)
    assert found.state.number("german", "cpp-gained") == 16
    assert found.state.number("german", "cpp") == 18


def test_ex_11_6194_a_platoon_of_pz_ivf1_costs_five_from_off_map_and_eight_on_map(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "purchase", german_cpp=18)
    found.do("buy german A6 off-board")
    assert found.state.number("german", "cpp") == 13
    other = begun(library, "rb", "18-Oct", "purchase", german_cpp=18)
    other.do("buy german A6 on-map")
    assert other.state.number("german", "cpp") == 10


def test_ex_11_6194_a_dug_in_platoon_of_t_34_costs_three(library: Library) -> None:
    """Half of 5, fractions rounded up; a German platoon may not come Dug-In."""
    found = begun(library, "rb", "18-Oct", "purchase", russian_cpp=18)
    found.do("buy russian A3 dug-in")
    assert found.state.number("russian", "cpp") == 15
    assert "11.619" in found.no("buy german A6 dug-in")


def test_11_6194c_each_dug_in_afv_is_immobile_and_its_bmg_a_lmg_of_the_ob(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "purchase", russian_cpp=18)
    found.do("buy russian A3 dug-in")
    found.dice(3, 3, 6, 6).do("next")
    tanks = [piece for piece in found.state.of("russian") if piece.kind == "vehicle"]
    assert len(tanks) == kinds(found.state, "russian")["LMG"] == 3
    assert all({"dug-in", "immobile"} <= piece.flags for piece in tanks)


def test_11_6194c_a_retained_russian_afv_may_dig_in_as_it_sets_up(library: Library) -> None:
    found = desk(library, "votg", "18-Sep", "set-up")
    for name in ("russian T-34 M41", "german StuG IIIG", "russian 4-4-7"):
        found.do(f"add {name}")
    found.do("next")
    tank, gun, men = found.state.pieces
    assert "may dig in (12.6214c)" in found.no(f"place {gun} K12 dug-in")
    assert "may dig in" in found.no(f"place {men} K12 dug-in")
    found.do(f"place {tank} K12 dug-in")
    found.do(f"place {tank} K13 concealed")
    assert {"dug-in", "immobile", "concealed"} <= found.piece(tank).flags
    assert kinds(found.state, "russian")["LMG"] == 1


def test_11_6194_a_reserve_company_costs_one_less_and_has_five_dummies_at_most(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "purchase", german_cpp=18)
    found.do("buy german I1 reserve dummies=5")
    assert found.state.number("german", "cpp") == 13
    found.do("buy german I1 reserve dummies=1")
    assert [item.extras for item in found.state.purchases.values()][-2:] == [("5 Dummies",), ("1 Dummy",)]
    assert "11.6194" in found.no("buy german I1 reserve dummies=6")


@pytest.mark.parametrize(("date", "most"), [("12-Nov", 3), ("13-Nov", 2), ("14-Nov", 1)])
def test_ex_11_6195_how_many_companies_the_german_may_purchase(library: Library, date: str, most: int) -> None:
    """Two, less the Historical DRM: -1, 0, +1."""
    found = begun(library, "rb", date, "purchase", german_cpp=90)
    for number in range(most):
        found.do("buy german I2" if number == 2 else "buy german I1")
    assert "11.6195" in found.no("buy german I2")


def test_ex_11_6196_no_more_than_seven_med_arty_modules_in_the_campaign(library: Library) -> None:
    found = desk(library, "rb", "18-Oct", "purchase", german_cpp=200)
    for number in range(7):
        found.at("purchase", date=1 + number)
        found.do("next")
        found.do("buy german O2")
        assert "11.6195" in found.no("buy german O2")
    found.at("purchase", date=9)
    found.do("next")
    assert "11.6196" in found.no("buy german O2")


def test_ex_11_620_a_sturm_coy_a_hw_pltn_and_mortar_oba_on_18_october(library: Library) -> None:
    """The whole example: Final 10, 9 and 4 with the -2 DRM; each SW and each Weapon by its dr, the HW Pltn twice."""
    found = begun(library, "rb", "18-Oct", "purchase", german_cpp=40)
    for group in ("I2", "I5", "O1"):
        found.do(f"buy german {group}")
    found.dice(
        6, 6, 3, 6, 4, 2, 5, 3, 4,  # Sturm Coy: strength; MMG, two LMG, two DC; its leaders
        5, 6, 2, 5, 4, 6, 5, 5, 3, 2, 6, 3, 1, 5,  # HW Pltn: strength; six Weapons, and once more
        3, 3,  # OBA ammunition
    )  # fmt: skip
    events = found.do("next")
    strengths = [record for record in rolls(events) if record.table == "cg.rb.strength"]
    assert [(record.total, record.result) for record in strengths] == [(10, "depleted"), (9, "depleted")]
    sturm, hw, _ = found.state.purchases.values()
    came = {item.id: Counter(piece.type for piece in found.state.of("german") if piece.group == item.id)
            for item in (sturm, hw)}  # fmt: skip
    assert came[sturm.id]["5-4-8"] == 9
    assert {name: came[sturm.id][name] for name in ("MMG", "LMG", "DC")} == {"MMG": 1, "LMG": 1, "DC": 1}
    assert came[hw.id] == Counter({"HMG": 2, "MMG": 1, "81* MTR": 1, "1-2-7": 3, "2-2-8": 1})
    crews = {found.piece(piece.holder).type for piece in borne(found.state, "gun") if piece.group == hw.id}
    assert crews == {"2-2-8"}
    module = next(piece for piece in found.state.of("german") if piece.kind == "oba")
    assert module.note == "plentiful ammunition"
    assert not found.state.dice.queue


def test_11_620_a_full_sturm_coy_receives_all_its_sw(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "purchase", german_cpp=40)
    found.do("buy german I2")
    found.dice(2, 2, 3, 4)
    found.do("next")
    assert kinds(found.state, "german", "squad", "sw") == Counter({"5-4-8": 12, "MMG": 1, "LMG": 2, "DC": 2})


def test_ex_11_6206_leaders_of_two_companies_and_a_commissar_on_19_october(library: Library) -> None:
    """A Depleted Rifle Coy: 5 becomes 7, 8-1 and 8-0. A Guards SMG Coy: 6 becomes 5, 9-1 and 8-0. One Commissar."""
    found = begun(library, "rb", "19-Oct", "purchase", russian_cpp=40)
    found.do("buy russian I2")
    found.do("buy russian I4")
    found.dice(4, 5, 1, 1, 1, 1, 1, 2, 3, 2, 2, 3, 3)
    events = found.do("next")
    leaders = [record for record in rolls(events) if record.table == "cg.rb.leaders-russian"]
    assert [(record.original, record.total, record.result) for record in leaders] == [
        (5, 7, ["8-1", "8-0"]), (6, 5, ["9-1", "8-0"]),
    ]  # fmt: skip
    first = next(piece for piece in found.state.of("russian") if piece.type == "8-1")
    found.do(f"commissar {first.id} 10-0")
    assert found.piece(first.id).type == "10-0"
    assert "commissar" in found.piece(first.id).flags
    second = next(piece for piece in found.state.of("russian") if piece.type == "8-0")
    assert "12 squads" in found.no(f"commissar {second.id} 10-0")  # 21 squads: one Commissar


def test_11_6206_no_commissar_in_november(library: Library) -> None:
    found = begun(library, "rb", "12-Nov", "purchase", russian_cpp=40)
    found.do("buy russian I2")
    found.do("next")
    leader = next(piece for piece in found.state.of("russian") if piece.kind == "leader")
    assert "11.6206" in found.no(f"commissar {leader.id} 10-0")


def test_ex_11_621_how_the_russian_spends_forty_fpp(library: Library) -> None:
    """A Fortified Building, six A-P factors, HIP for two squads, two HS, a crew and an SMC."""
    found = begun(library, "rb", "18-Oct", "fortifications", russian_fpp=40)
    left = []
    for line in ("fortified-building 1", "ap-mine 6", "hip-squad 2", "hip-hs 2", "hip-crew 1", "hip-smc 1"):
        found.do(f"fortify russian {line}")
        left.append(found.state.number("russian", "fpp"))
    assert left == [30, 12, 6, 2, 1, 0]
    assert "0 are left" in found.no("fortify russian hip-smc 1")
    assert all(not work.hex for work in found.state.works.values())


def test_11_621_fpp_that_are_not_spent_are_forfeited(library: Library) -> None:
    found = begun(library, "rb", "18-Oct", "fortifications", russian_fpp=40)
    found.do("fortify russian ap-mine 6")
    found.do("next")
    assert found.state.number("russian", "fpp") == 0


# -- Valor of the Guards ----------------------------------------------------------------------------------


def test_ex_12_6215_two_companies_on_14_september_and_three_platoons_for_one(library: Library) -> None:
    found = begun(library, "votg", "14-Sep", "purchase", german_cpp=90)
    found.do("buy german I1 2")
    assert "12.6215" in found.no("buy german I1")
    other = begun(library, "votg", "14-Sep", "purchase", german_cpp=90)
    other.do("buy german I4 3")
    other.do("buy german I1")
    assert "12.6215" in other.no("buy german I1")
    third = begun(library, "votg", "14-Sep", "purchase", german_cpp=90)
    third.do("buy german I4 2")  # fractions rounded down
    third.do("buy german I1 2")
    assert "makes one with two others" in third.no("buy german I4")  # whatever is bought first


# -- Onslaught to Orsha 2 ---------------------------------------------------------------------------------


def _rifle_company(library: Library, strength: tuple[int, int], *drs: int) -> Counter[str]:
    found = begun(library, "oto2", "23PM", "purchase", german_cpp=20)
    found.do("buy german I1")
    found.dice(*strength, *drs, 3, 4)
    found.do("next")
    return kinds(found.state, "german", "sw")


def test_ex_7_5192_a_full_rifle_company_rolls_for_its_second_mmg_only(library: Library) -> None:
    assert _rifle_company(library, (1, 2), 3) == Counter({"LMG": 3, "MMG": 2, "PSK": 1})
    assert _rifle_company(library, (1, 2), 4) == Counter({"LMG": 3, "MMG": 1, "PSK": 1})


def test_ex_7_5192_a_depleted_one_rolls_for_each(library: Library) -> None:
    """LMG, MMG and PSK on 4 or less, the additional MMG on the printed 3 or less."""
    assert _rifle_company(library, (6, 6), 4, 5, 1, 4, 3, 4) == Counter({"LMG": 2, "MMG": 2, "PSK": 1})
    assert _rifle_company(library, (6, 6), 4, 4, 4, 5, 4, 5) == Counter({"LMG": 3})


def _vp(found: Desk, side: str = "russian") -> int:
    return total(found.game, "russian" if side == "russian" else "german")


def test_ex_7_4_thirty_cvp_are_one_vp_and_ten_are_carried_over(library: Library) -> None:
    found = desk(library, "oto2", "23PM", "cpp", russian_cvp=30)
    assert _vp(found) == 1
    found.do("set russian cvp 39")
    assert _vp(found) == 1
    found.do("set russian cvp 40")  # the ten carried over and ten more
    assert _vp(found) == 2


def test_ex_7_4_cvp_and_evp_are_counted_apart(library: Library) -> None:
    found = desk(library, "oto2", "23PM", "cpp", russian_cvp=19, russian_evp=19)
    assert _vp(found) == 0
    found.do("set russian evp 20")
    assert _vp(found) == 1
    found.do("set russian cvp 20")
    assert _vp(found) == 2


def test_7_4_each_victory_location_is_one_vp(library: Library) -> None:
    assert _vp(desk(library, "oto2", "23PM", "cpp", russian_lvp=7)) == 7


def test_7_515_cpp_that_the_germans_have_left_at_the_end_count_against_the_russians(library: Library) -> None:
    found = desk(library, "oto2", "24PM", "cpp", russian_lvp=9, russian_cvp=240, german_cpp=2)
    assert total(found.game, "russian", final=False) == 21
    assert total(found.game, "russian", final=True) == 19
    assert [worth for text, _, worth in points(found.game, final=True) if "CPP" in text] == [-2]


def test_pack_of_the_tests_is_sound(tmp_path: Path) -> None:
    """The groups that the examples use pass the checks that a player's own file passes."""
    own = Library(shipped_root(), (pack(tmp_path / "pack"),))
    assert own.campaign("rb").group("german", "A6") is not None
    assert own.campaign("votg").group("german", "I4") is not None


def test_7_5131c_a_vehicle_still_away_for_low_ammo_at_the_end_is_a_casualty() -> None:
    desk = Desk("oto2")
    desk.do("add german StuG IIIG away")
    piece = next(iter(desk.state.of("german", "away")))
    desk.do(f"mark {piece.id} +low-ammo")
    ctx = CampaignRun(desk.game)
    before = ctx.state.number("russian", "cvp")
    finish(ctx, "the last CG Date")
    assert ctx.state.stage == "over" and ctx.state.pieces[piece.id].box == "gone"
    assert ctx.state.number("russian", "cvp") - before == worth(desk.game, piece) > 0
