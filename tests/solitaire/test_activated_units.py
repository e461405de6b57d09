"""What an S? turns out to be (S5.7, MSR 5, MSR 6): every row of the BtO table and every table it calls."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tabletop import Tabletop, bare, of, rolls, told

from sasl.asl.game import events as ev
from sasl.asl.game.context import Context
from sasl.asl.game.state import Unit
from sasl.kernel.frozen import replace
from sasl.solitaire.suspects import recipes

OPEN, BUILDING, CAUSE = "P13", "Z15", "P15"


def activate(
    *dice: int, place: str = OPEN, cause: str = CAUSE, attitude: str = ""
) -> tuple[Tabletop, Sequence[ev.Event]]:
    table = bare()
    name = table.suspect(place, attitude)
    table.new("friendly", "6-2-8", cause)
    table.dice(*dice)
    events = table.do(f"activate {name} {cause}")
    assert table.state.dice.queue == (), f"dice left over: {table.state.dice.queue}"
    assert name not in table.state.suspects and table.state.enemy_activated
    return table, events


def enemies(table: Tabletop, place: str = OPEN) -> list[Unit]:
    return table.state.units_at(place, "ENEMY")


def types(table: Tabletop, place: str = OPEN) -> list[str]:
    return [unit.type for unit in enemies(table, place)]


# -- the BtO Activation table (MSR 5) ---------------------------------------------------------------


def test_msr_5_dr_2_vehicle() -> None:
    table, _ = activate(1, 1, 4, 4)
    assert types(table) == ["StuG IIIG"]


def test_msr_5_dr_3_hs_and_gun() -> None:
    table, _ = activate(2, 1, 3, 4, 3, 4)
    assert types(table) == ["2-4-7", "75L AT", "2-2-8"]


def test_msr_5_dr_4_two_squads_leader_fortification_sw() -> None:
    table, _ = activate(1, 3, 3, 4, 2, 2, 3, 3, 3, 4, 2)  # G2 7, G2 4, G3 6, G4 7, A5 2
    assert types(table) == ["4-6-7", "4-6-8", "8-1"]
    assert [(item.type, item.holder) for item in table.state.weapons.values()] == [("LMG", enemies(table)[0].id)]
    assert table.state.markers_at(OPEN, "foxhole") and all("dug-in" in unit.flags for unit in enemies(table))


@pytest.mark.parametrize("dice", [(2, 3), (5, 5)])
def test_msr_5_dr_5_and_10_squad_leader_fortification_sw(dice: tuple[int, int]) -> None:
    table, events = activate(*dice, 3, 4, 4, 4, 4, 4, 4)
    assert types(table) == ["4-6-7", "8-0"] and [item.type for item in table.state.weapons.values()] == ["MMG"]
    assert table.state.markers_at(OPEN, "wire")
    assert rolls(events, "Activation")[0].result == ["S", "L", "F", "SW"]


@pytest.mark.parametrize("dice", [(3, 3), (4, 4)])
def test_msr_5_dr_6_and_8_a_squad(dice: tuple[int, int]) -> None:
    table, _ = activate(*dice, 3, 4)
    assert types(table) == ["4-6-7"] and not table.state.weapons


def test_msr_5_dr_7_a_half_squad_of_the_type_rolled() -> None:
    table, _ = activate(3, 4, 2, 2)
    assert types(table) == ["2-4-8"] and enemies(table)[0].kind == "hs"


def test_msr_5_dr_9_squad_leader_sw() -> None:
    table, _ = activate(4, 5, 3, 4, 3, 4, 3, 4)
    assert types(table) == ["4-6-7", "8-0"]
    assert [item.holder for item in table.state.weapons.values()] == [enemies(table)[0].id]


def test_msr_5_dr_11_gun_and_fortification() -> None:
    table, _ = activate(5, 6, 3, 3)
    assert types(table) == ["75* INF", "2-2-8"] and table.state.markers_at(OPEN, "trench")


def test_msr_5_dr_12_vehicle() -> None:
    table, _ = activate(6, 6, 6, 6)
    assert types(table) == ["SdKfz 7/1"]


def test_5_6_a_leader_roll_may_give_nobody() -> None:
    table, _ = activate(4, 5, 3, 4, 6, 6, 3, 4)
    assert types(table) == ["4-6-7"]


# -- MSR 6 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("dice", "name"), [((1, 1), "6-5-8"), ((1, 2), "5-4-8")])
def test_msr_6_no_658_or_548_but_a_468(dice: tuple[int, int], name: str) -> None:
    table, events = activate(3, 3, *dice)
    assert types(table) == ["4-6-8"]
    assert f"{name} is replaced by 4-6-8 (MSR)" in told(events)
    assert rolls(events, "Squad")[0].result == name, "the record keeps what was rolled"


@pytest.mark.parametrize("dice", [(1, 1), (1, 2)])
def test_msr_6_holds_for_half_squads_too(dice: tuple[int, int]) -> None:
    table, _ = activate(3, 4, *dice)
    assert types(table) == ["2-4-8"]


# -- how they stand on the map ----------------------------------------------------------------------


def test_5_6_activated_units_are_concealed_in_the_location_and_in_the_attitude_of_their_suspect() -> None:
    table, events = activate(1, 3, 3, 4, 2, 2, 3, 3, 3, 4, attitude="advance")
    for unit in enemies(table):
        assert "concealed" in unit.flags and unit.attitude == "Advance" and unit.hex == OPEN
    assert f"Place in {OPEN}" in told(events)
    assert any(event.board and event.stop for event in events if isinstance(event, ev.Told))


def test_5_6_ids_are_new_each_time() -> None:
    table = bare()
    table.new("friendly", "6-2-8", CAUSE)
    seen: list[str] = []
    for place in ("P12", "P11", "P10"):
        name = table.suspect(place)
        table.dice(3, 3, 3, 4)
        table.do(f"activate {name} {CAUSE}")
        seen += [unit.id for unit in enemies(table, place)]
    assert seen == ["467a", "467b", "467c"]
    table.do("eliminate 467c")
    name = table.suspect("P9")
    table.dice(3, 3, 3, 4)
    table.do(f"activate {name} {CAUSE}")
    assert [unit.id for unit in enemies(table, "P9")] == ["467d"]


# -- Guns, cupolas, vehicles ------------------------------------------------------------------------

GUNS = {
    (1, 1): "20L(6) AA", (1, 2): "88L AA", (2, 2): "81* MTR", (3, 3): "75* INF", (3, 4): "75L AT", (4, 4): "88L AA",
    (5, 5): "75* INF", (5, 6): "150 INF", (6, 6): "20L(20) AA",
}  # fmt: skip


@pytest.mark.parametrize(("dice", "name"), list(GUNS.items()))
def test_msr_5_each_gun_is_manned_by_a_228_and_faces_its_cause(dice: tuple[int, int], name: str) -> None:
    table, _ = activate(5, 6, *dice)
    gun, crew = enemies(table)
    assert (gun.kind, gun.type, crew.type, crew.group) == ("gun", name, "2-2-8", gun.id)
    assert crew.kind == "crew" and "concealed" in crew.flags
    assert "emplaced" in gun.flags and "emplaced" not in crew.flags  # C11.2
    assert gun.ca and set(gun.ca.split("/")) <= set(table.game.board.neighbours(OPEN))
    assert "P14" in gun.ca.split("/"), "the CA holds the hexes straight ahead"


@pytest.mark.parametrize(("dice", "name"), [((1, 4), "HMG Cupola"), ((4, 5), "MMG Cupola")])
def test_msr_5_a_cupola_brings_its_own_crew(dice: tuple[int, int], name: str) -> None:
    table, _ = activate(5, 6, *dice, 4)
    found = enemies(table)[0]
    assert types(table) == [name] and found.kind == "cupola" and not found.flags & {"emplaced", "concealed"}


def test_d9_52_a_cupola_is_never_concealed() -> None:
    table, events = activate(5, 6, 1, 4, 4)
    assert enemies(table)[0].known and "a cupola is never concealed (D9.52)" in told(events)
    assert "concealed at first" not in told(events), "nobody else is there"


@pytest.mark.parametrize(
    ("dice", "name"),
    [
        ((1, 1), "StuH 42"), ((1, 2), "StuH 42"), ((2, 2), "SdKfz 10/4"), ((2, 3), "SdKfz 10/4"), ((3, 3), "Marder II"),
        ((3, 4), "Marder II"), ((4, 4), "StuG IIIG"), ((4, 5), "StuG IIIG"), ((5, 5), "PzJg III/IV"),
        ((5, 6), "PzJg III/IV"), ((6, 6), "SdKfz 7/1"),
    ],
)  # fmt: skip
def test_msr_5_vehicles(dice: tuple[int, int], name: str) -> None:
    table, _ = activate(1, 1, *dice)
    assert types(table) == [name] and enemies(table)[0].kind == "vehicle" and enemies(table)[0].ca


@pytest.mark.parametrize("dice", [(1, 4), (4, 5), (1, 2), (2, 2), (5, 6)])
def test_g5_what_cannot_be_inside_a_building_is_rolled_again(dice: tuple[int, int]) -> None:
    table, events = activate(2, 1, 3, 4, *dice, 3, 4, place=BUILDING, cause="X15")
    gun = next(unit for unit in enemies(table, BUILDING) if unit.kind == "gun")
    assert gun.type == "75L AT" and "inside" in gun.flags and "emplaced" not in gun.flags
    assert "cannot be inside a building" in told(events) and len(rolls(events, "Gun or cupola")) == 2


def test_a_vehicle_in_a_building_is_put_into_the_nearest_hex_it_can_enter() -> None:
    table, _ = activate(1, 1, 3, 3, place=BUILDING, cause="X15")
    vehicle = next(unit for unit in table.state.on_map("ENEMY") if unit.kind == "vehicle")
    assert vehicle.hex in table.game.board.neighbours(BUILDING)


def test_5_6_on_your_board_names_the_hex_a_displaced_vehicle_is_in() -> None:
    """S5.7: what is to be placed is told with the hex of the final state, and not with that of the S?."""
    table, events = activate(1, 1, 3, 4, place=BUILDING, cause="X15")
    vehicle = next(unit for unit in table.state.on_map("ENEMY") if unit.kind == "vehicle")
    said = [event for event in events if isinstance(event, ev.Told) and event.board]
    assert [(event.text, event.hexes) for event in said] == [
        (f"Place in {vehicle.hex}: {vehicle.type} (CA {vehicle.ca}); concealed at first.", (vehicle.hex,))
    ]
    assert not any(isinstance(event, ev.UnitPut) for event in events)


def fortified(table: Tabletop) -> list[tuple[str, str]]:
    """What was dug or laid, and where."""
    kinds = ("foxhole", "trench", "pillbox", "minefield", "wire")
    return [(marker.kind, marker.hex) for marker in table.state.markers.values() if marker.kind in kinds]


@pytest.mark.parametrize("dr", [4, 5])
def test_b27_1_what_a_building_cannot_take_is_dug_beside_it_nearest_the_fbe(dr: int) -> None:
    table, events = activate(5, 6, 3, 4, dr, place=BUILDING, cause="X15")
    ((kind, place),) = fortified(table)
    board, edge = table.game.board, table.game.edge_of("FRIENDLY")
    near = min(board.distance_to_edge(name, edge) for name in board.neighbours(BUILDING))
    assert place in board.neighbours(BUILDING) and board.distance_to_edge(place, edge) == near
    assert f"lies in {place}" in told(events) and f"Place in {place}: " in told(events)
    assert not any("dug-in" in unit.flags for unit in enemies(table)), kind


def test_5_74_mines_never_lie_in_the_hex_of_the_unit() -> None:
    table, events = activate(2, 3, 3, 4, 6, 6, 3, 4, 5, place=OPEN, cause=CAUSE)
    ((kind, place),) = fortified(table)
    assert kind == "minefield" and place in table.game.board.neighbours(OPEN) and place != OPEN
    assert "never puts mines into the unit's own hex" in told(events)


def test_5_74_nothing_is_dug_where_friendly_units_are() -> None:
    ((_, nearest),) = fortified(activate(5, 6, 3, 4, 5, place=BUILDING, cause="X15")[0])
    table, _ = activate(5, 6, 3, 4, 5, place=BUILDING, cause=nearest)
    ((_, place),) = fortified(table)
    assert place in table.game.board.neighbours(BUILDING) and place != nearest


# -- what comes with an F, and in which attitude (S5.74) --------------------------------------------


@pytest.mark.parametrize("dr", [1, 3, 6])
def test_5_742_an_f_in_a_building_makes_it_a_fortified_building_location(dr: int) -> None:
    table, events = activate(2, 3, 3, 4, 6, 6, 3, 4, dr, place=BUILDING, cause="X15")
    (marker,) = table.state.markers_at(BUILDING)
    assert (marker.kind, marker.side, marker.text) == ("fortified-building", "ENEMY", "Fortified Building")
    assert not fortified(table) and not any("dug-in" in unit.flags for unit in enemies(table, BUILDING))
    assert "S5.742" in told(events) and "Fortified Building" in told(events)


def test_5_741_with_an_f_a_gun_gets_a_trench_without_a_roll() -> None:
    table, events = activate(2, 1, 3, 4, 3, 4)
    assert not fortified(table), "no F, no Trench"
    table, events = activate(5, 6, 3, 4)
    assert fortified(table) == [("trench", OPEN)] and not rolls(events, "Fortification")
    crew = next(unit for unit in enemies(table) if unit.kind == "crew")
    assert "dug-in" in crew.flags


def test_5_741_a_cupola_gets_no_trench_and_no_gun_one_in_a_building() -> None:
    table, events = activate(5, 6, 1, 4, 4)
    assert fortified(table) == [("wire", OPEN)] and rolls(events, "Fortification")
    table, events = activate(5, 6, 3, 4, 3, place=BUILDING, cause="X15")
    assert rolls(events, "Fortification") and table.state.markers_at(BUILDING, "fortified-building")


@pytest.mark.parametrize("attitude", ["advance", "withdraw"])
def test_5_762_a_gun_is_emplaced_in_hold_alone_and_5_74_an_f_counts_there_alone(attitude: str) -> None:
    table, events = activate(5, 6, 3, 4, attitude=attitude)
    gun = next(unit for unit in enemies(table) if unit.kind == "gun")
    assert "emplaced" not in gun.flags and not fortified(table) and "(S5.74)" in told(events)


def test_5_72_a_hs_is_a_squad_if_its_nation_cannot_deploy() -> None:
    table = bare()
    allowed = table.game.library.tables["deploy.allowed"]
    nobody = replace(allowed, rows=(replace(allowed.rows[0], result=["no", "no"]),))
    spot = recipes.Spot(table.game.library.trying(nobody), table.game.mission, OPEN)
    context = Context(table.dice(2, 2).game)
    assert context.follow(lambda: recipes.CHAINS["HS"](spot)) == ("4-6-8",)


def test_5_761_inside_a_pillbox_a_gun_is_rolled_again_that_cannot_be_inside() -> None:
    table = bare()
    name = table.suspect(OPEN)
    table.new("friendly", "6-2-8", CAUSE)
    table.do(f"marker add pillbox {OPEN} 1+3+5 enemy")
    table.dice(2, 1, 3, 4, 2, 2, 3, 4)
    events = table.do(f"activate {name} {CAUSE}")
    gun = next(unit for unit in enemies(table) if unit.kind == "gun")
    assert gun.type == "75L AT" and len(rolls(events, "Gun or cupola")) == 2
    assert "dug-in" in gun.flags, "it is in the pillbox (B30.111)"


# -- F and SW ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dr", "kind", "number"),
    [(1, "foxhole", 0), (2, "foxhole", 0), (3, "trench", 0), (4, "wire", 0), (5, "minefield", 6), (6, "pillbox", 0)],
)
def test_5_74_f_is_a_dr_on_a5(dr: int, kind: str, number: int) -> None:
    table, events = activate(2, 3, 3, 4, 6, 6, 3, 4, dr)
    (marker,) = [item for item in table.state.markers.values() if item.kind == kind]
    assert (marker.hex == OPEN) == (kind != "minefield") and (marker.kind, marker.number, marker.side) == (
        kind,
        number,
        "ENEMY",
    )
    (squad,) = enemies(table)
    assert ("dug-in" in squad.flags) == (kind in ("foxhole", "trench", "pillbox"))
    assert rolls(events, "Fortification")[0].table == "a5.fortification"


@pytest.mark.parametrize(
    ("dice", "name"),
    [((1, 1), "HMG"), ((1, 2), "MMG"), ((3, 4), "LMG"), ((4, 5), "PSK"), ((5, 6), "DC"), ((6, 6), "FT")],
)
def test_5_6_a_sw_is_held_by_a_squad(dice: tuple[int, int], name: str) -> None:
    table, _ = activate(4, 5, 3, 4, 3, 4, *dice)
    weapon = next(iter(table.state.weapons.values()))
    assert (weapon.type, weapon.holder, weapon.hex) == (name, enemies(table)[0].id, "")


def test_a_half_squad_is_added_when_nobody_can_man_a_sw() -> None:
    from sasl.solitaire.suspects.generation import Found, _man, _spot, _weapon

    table = bare().dice(3, 4)
    context = Context(table.game)
    found = Found(OPEN, CAUSE, "Hold", _spot(context, OPEN, "Hold"))
    _weapon(context, found, ("LMG",))
    _man(context, found)
    half = context.state.units_at(OPEN, "ENEMY")[0]
    assert (half.type, half.kind) == ("2-4-7", "hs")
    assert [item.holder for item in context.state.weapons.values()] == [half.id]


def test_a26_units_that_activate_in_a_friendly_vpo_with_no_friendly_mmc_take_it() -> None:
    table = bare()
    table.do("vpo P3 friendly")
    name = table.suspect("P3")
    table.dice(3, 3, 3, 4)
    events = table.do(f"activate {name} {CAUSE}")
    assert table.state.control["P3"] == "ENEMY" and of(events, ev.ControlChanged)


def test_the_nearest_friendly_unit_is_the_cause_if_none_is_named() -> None:
    table = bare()
    name = table.suspect(OPEN)
    table.new("friendly", "6-2-8", "P16")
    table.dice(5, 6, 3, 4, 4)
    table.do(f"activate {name}")
    assert "P14" in enemies(table)[0].ca.split("/")
