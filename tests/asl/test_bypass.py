"""A4.3: Infantry in Bypass of woods and buildings: its way, its MF, who sees it, and how it ends."""

from __future__ import annotations

from typing import Any

import pytest
from field import ENEMY, FRIENDLY, Tabletop, field, shown_drm
from tabletop import told

from sasl.asl.fire.drm import target_mods
from sasl.asl.fire.tem import Motion
from sasl.asl.game import events as ev
from sasl.asl.game.los.sight import look
from sasl.asl.game.under_way import Moving
from sasl.board import bypass_line
from sasl.board.hexes import hexside, parse_hex
from sasl.board.terrain import HexTerrain
from sasl.kernel.frozen import replace


def woods(**more: Any) -> tuple[Tabletop, str]:
    """A FRIENDLY squad in K20 before a lone woods hex, K19."""
    table = field(FRIENDLY, "MPh", **{"K19": "woods", **more})
    return table, table.new(FRIENDLY, "6-2-8", "K20")


def test_a4_31_bypass_costs_the_open_ground_beside_the_obstacle() -> None:
    """Around the woods 1 MF is paid, through them 2."""
    table, squad = woods()
    table.do(f"move {squad} K19-L19-L18 K18")
    assert (table.unit(squad).hex, table.unit(squad).mf) == ("K18", 2)
    table, squad = woods()
    table.do(f"move {squad} K19 K18")
    assert table.unit(squad).mf == 3


def test_a4_31_the_two_ways_of_writing_it_are_one() -> None:
    table, squad = woods()
    events = table.do(f"move {squad} K19 bypass L19,L18 K18")
    (step,) = [event for event in events if isinstance(event, ev.UnitsMoved) and event.path[-1] == "K19"]
    assert bypass_line.words("K19", step.bypass) == "K19-L19-L18"


def test_a4_31_more_than_two_hexsides_cost_double() -> None:
    table, squad = woods()
    table.do(f"move {squad} K19-J19-J18-K18 L18")
    assert table.unit(squad).mf == 3


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("K19-L18 K18", "does not begin where the hex is entered"),
        ("K19-L19-J18 K18", "does not begin where the hex is entered, or is not continuous"),
        ("K19-L19-L18 J18", "only enter K18 or L18"),
        ("K19-L19-L18", "no move may end in Bypass"),
        ("L19-L18 L18", "no woods or building"),
    ],
)
def test_a4_31_the_way_goes_from_vertex_to_vertex(order: str, why: str) -> None:
    table, squad = woods()
    assert why in table.no(f"move {squad} {order}")


def test_a4_3_nobody_mounted_uses_it_and_no_wire_is_passed() -> None:
    table, squad = woods()
    rider = table.new(FRIENDLY, "6-2-8", "K20", "mounted")
    assert "neither Infantry" in table.no(f"move {rider} K19-L19-L18 K18")
    table.do("marker add wire L18")
    assert "Wire" in table.no(f"move {squad} K19-L19-L18 K18")


def joined(cover: float | None) -> tuple[Tabletop, str]:
    """As `woods`, and woods in L18, too, over the hexside K19-L18."""
    tile = HexTerrain(("woods",), cover=cover)
    return woods(K19=tile, L18=tile)


def test_a4_31_woods_that_fill_their_hex_and_go_on_leave_no_room() -> None:
    table, squad = joined(0.8)
    assert "no room" in table.no(f"move {squad} K19-L19-L18 K18")
    table.do("bypass K19 L18 free")
    table.do(f"move {squad} K19-L19-L18 K18")
    assert table.unit(squad).hex == "K18"


@pytest.mark.parametrize(("answer", "place"), [("yes", "K18"), ("no", "K20")])
def test_a4_31_where_the_digest_cannot_tell_the_player_is_asked_once(answer: str, place: str) -> None:
    table, squad = joined(0.4)
    line = f"move {squad} K19-L19-L18 K18"
    assert "K19" in table.ask(line).text
    table.do(line, answer)
    assert table.unit(squad).hex == place
    other = table.new(FRIENDLY, "6-2-8", "K20")
    table.do("bypass K19 L18")
    if answer == "no":
        assert "no room" in table.no(f"move {other} K19-L19-L18 K18")
    else:
        table.do(f"move {other} K19-L19-L18 K18")


def test_a4_31_an_answer_about_the_board_outlives_a_move_that_is_called_off() -> None:
    """The room is asked about first, then the MF: whoever says no there is not asked about the room again."""
    table, squad = joined(0.4)
    far = f"move {squad} K19-L19-L18 K18 K17 K16 K15 K14 K13"
    events = table.do(far, "yes", "no")
    assert [type(event) for event in events if not isinstance(event, ev.Told)] == [ev.RoomAnswered]
    assert "not moved" in told(events) and table.unit(squad).hex == "K20" and not table.unit(squad).mf
    table.do(f"move {squad} K19-L19-L18 K18")
    assert table.unit(squad).hex == "K18"


def halted(table: Tabletop, squad: str, order: str = "K19-L19-L18 K18") -> str:
    """The squad is halted in Bypass by an ENEMY squad that may fire at it."""
    foe = table.new(ENEMY, "4-6-7", "O18")
    table.do("option enemy-plays off")
    table.do(f"move {squad} {order}")
    assert (table.unit(squad).hex, bool(table.state.moving and table.state.moving.bypass)) == ("K19", True)
    return foe


def test_a4_34_in_bypass_there_is_no_tem_and_it_is_open_ground() -> None:
    """FFMO and FFNAM to whoever sees a vertex that they pass."""
    table, squad = woods()
    foe = halted(table, squad)
    assert shown_drm(table, f"fire {foe} K19") == ["-1 FFMO", "-1 FFNAM"]
    mods = target_mods(table.game, table.unit(squad), "O18", moving=Motion(), residual=True)
    assert [mod.name for mod in mods] == ["woods TEM", "FFNAM"]


def test_a4_34_the_obstacle_hides_those_behind_it() -> None:
    table, squad = woods()
    halted(table, squad)
    assert look(table.game, "O18", "K19").exists and not look(table.game, "G19", "K19").exists
    assert look(table.game, "K19", "O18").exists, "the other way round, too"
    assert look(table.game, "K16", "K19").exists, "to the vertex that they reach"


def test_a4_34_the_los_is_drawn_to_the_vertices_not_to_the_centre() -> None:
    """A wood before the centre of the hex does not hide a vertex beside it."""
    table, squad = woods(K17="woods")
    halted(table, squad)
    assert look(table.game, "L16", "K19").exists


def test_b9_42_a_wall_protects_only_from_fire_that_comes_over_it() -> None:
    side = hexside(parse_hex("K19"), parse_hex("L19"))
    walled = HexTerrain(("woods",), walls=frozenset({side or 0}))
    table, squad = woods(K19=walled)
    table.do("bypass K19 L19 free")
    halted(table, squad, "K19-L19-L18 K18")
    unit = table.unit(squad)
    past = table.state.moving.bypass if table.state.moving else ()
    assert bypass_line.line(table.game.board, "K16", "K19", past)[1] != frozenset({side})
    assert "wall TEM" not in [mod.name for mod in target_mods(table.game, unit, "K16", moving=Motion())]
    only = (past[0], past[1])
    assert bypass_line.line(table.game.board, "M20", "K19", only)[1] == frozenset({side})


def test_a4_32_one_who_can_go_on_does_not_end_in_bypass() -> None:
    table, squad = woods()
    halted(table, squad)
    other = table.new(FRIENDLY, "6-2-8", "K22")
    assert "A4.32" in table.no(f"move {other} K23")
    assert "A4.32" in table.no("next")
    assert "only enter K18 or L18" in table.no(f"move {squad} J18")
    table.do(f"move {squad} K18")
    assert table.unit(squad).hex == "K18" and table.state.moving and not table.state.moving.bypass


def test_a4_3_from_bypass_into_the_obstacle_costs_all_of_it() -> None:
    table, squad = woods()
    halted(table, squad)
    table.do(f"move {squad} K19")
    assert table.unit(squad).mf == 3 and table.state.moving and not table.state.moving.bypass
    assert [mod.name for mod in target_mods(table.game, table.unit(squad), "O18", moving=Motion())] == [
        "woods TEM",
        "FFNAM",
    ]


def test_a12_15_who_lurks_in_the_obstacle_is_found_by_going_in() -> None:
    table, squad = woods()
    lurker = table.new(ENEMY, "4-6-7", "K19", "concealed")
    halted(table, squad)
    assert "concealed" in table.unit(lurker).flags, "going round throws nobody back"
    table.do(f"move {squad} K19")
    assert "concealed" not in table.unit(lurker).flags and table.state.moving and table.state.moving.bypass
    assert "has ended its MPh" in table.no(f"move {squad} K19")


def test_a4_33_a_pinned_unit_is_in_the_obstacle_after_its_mph() -> None:
    table, squad = woods()
    foe = halted(table, squad)
    hidden = table.new(ENEMY, "4-6-7", "K19", "concealed")
    table.do(f"pin {squad}")
    assert target_mods(table.game, table.unit(squad), "O18", moving=Motion()) == ()  # nor FFMO: pinned (A7.83)
    other = table.new(FRIENDLY, "6-2-8", "K24")
    table.do(f"move {other} K25")
    assert not look(table.game, "G19", "K19").hindrance and look(table.game, "G19", "K19").exists
    assert [mod.name for mod in target_mods(table.game, table.unit(squad), "O18")] == ["woods TEM"]
    assert "concealed" not in table.unit(hidden).flags
    assert foe


def test_a4_33_who_is_stranded_in_bypass_finds_who_is_in_the_obstacle_too() -> None:
    """A SMOKE grenade dr of 6 ends its MPh there (A24.1)."""
    table, squad = woods()
    halted(table, squad)
    hidden = table.new(ENEMY, "4-6-7", "K19", "concealed")
    table.do(f"set {squad} ended")
    assert "concealed" in table.unit(hidden).flags
    other = table.new(FRIENDLY, "6-2-8", "K24")
    table.do(f"move {other} K25")
    assert "concealed" not in table.unit(hidden).flags


def test_a4_32_one_who_breaks_there_lies_in_the_open_until_the_mph_ends() -> None:
    table, squad = woods()
    halted(table, squad)
    table.do(f"break {squad}")
    assert [mod.name for mod in target_mods(table.game, table.unit(squad), "O18", moving=Motion())] == ["FFMO", "FFNAM"]
    table.do("next")
    assert [mod.name for mod in target_mods(table.game, table.unit(squad), "O18")] == ["woods TEM"]


def test_a4_3_bypass_stands_in_the_log_and_survives_saving() -> None:
    from sasl.saves.event_codec import decode_event, encode_event

    table, squad = woods()
    events = table.do(f"move {squad} K19-L19-L18 K18")
    step = next(event for event in events if isinstance(event, ev.UnitsMoved))
    assert "in Bypass along K19-L19-L18" in step.describe()
    assert decode_event(encode_event(step)) == step
    assert "no woods" in table.no(f"move {squad} K17-K16 K16")


# -- vehicles ------------------------------------------------------------------------------------------------


def tank(cover: float | None = 0.3) -> tuple[Tabletop, str]:
    """A T-34 in K20 that faces the vertex K19/L19, before lone woods in K19."""
    table = field(FRIENDLY, "MPh", K19=HexTerrain(("woods",), cover=cover))
    unit = table.new(FRIENDLY, "T-34 M43", "K20")
    table.do(f"face {unit} K19/L19")
    return table, unit


def test_d2_3_a_vehicle_pays_twice_the_open_ground_for_each_hexside_and_a_turn_between() -> None:
    """1 to start, 2 for each of two hexsides, 1 to turn between them, 1 straight on into the next hex."""
    table, unit = tank()
    table.do(f"move {unit} K19-L19 L18")
    assert (table.unit(unit).hex, table.unit(unit).mf) == ("L18", 1 + 2 + 1)
    table, unit = tank()
    table.do(f"move {unit} K19-L19-L18 K18")
    assert (table.unit(unit).hex, table.unit(unit).mf) == ("K18", 1 + 2 * 2 + 1 + 1)


def test_d2_33_it_leaves_bypass_straight_ahead_and_does_not_end_there() -> None:
    table, unit = tank()
    assert "straight on, into K18" in table.no(f"move {unit} K19-L19-L18 L18")
    assert "D2.34" in table.no(f"move {unit} K19-L19")
    assert "D2.22" in table.no(f"move {unit} K19-L19 L18 reverse")


def test_d2_38_it_has_no_tem_of_the_woods_and_checks_for_no_bog() -> None:
    from sasl.asl.ordnance.aiming.cases import vehicle_tem

    table, unit = tank()
    table.do("option enemy-plays off")
    gun = table.new(ENEMY, "StuG IIIG", "O18")
    events = [*table.do(f"move {unit} K19-L19 L18"), *table.do(f"move {unit} K19-L19 L18")]  # halted when it starts
    assert gun and not [event for event in events if isinstance(event, ev.Rolled) and "Bog" in event.record.purpose]
    assert table.unit(unit).hex == "K19" and vehicle_tem(table.game, table.unit(unit), "O18") is None
    table.do(f"move {unit} L18")
    assert table.unit(unit).hex == "L18"


def test_d2_3_woods_that_fill_much_of_their_hex_are_asked_about() -> None:
    table, unit = tank(0.6)
    assert "of a vehicle" in table.ask(f"move {unit} K19-L19 L18").text


def test_a26_11_who_goes_into_the_woods_out_of_bypass_takes_what_is_there() -> None:
    """Beside the woods it takes nothing; it does once it is in them, of its own will or because its MPh ends."""
    table, squad = woods()
    table = Tabletop(table.game.at(replace(table.state, control={"K19": ENEMY})))
    table = Tabletop(table.game.at(replace(table.state, options={**table.state.options, "mf-limit": False})))
    going = Moving((squad,), "K20", "K19", 1.0, bypass=(2, 1, 0))
    units = {**table.state.units, squad: replace(table.unit(squad), hex="K19", mf=1.0)}
    beside = table.game.at(replace(table.state, units=units, moving=going))
    for line in (f"move {squad} K19", "next"):
        there = Tabletop(beside)
        assert there.state.control["K19"] == ENEMY
        there.do(line)
        assert there.state.control["K19"] == FRIENDLY
