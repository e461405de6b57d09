"""`deploy`: how the program sets up a FRIENDLY force by itself."""

from __future__ import annotations

from tabletop import Tabletop, at

from sasl.asl.game.sight import look
from sasl.solitaire import control


def deployed(*, command: bool) -> Tabletop:
    """OtO-S1 set up by the program, with Command Control or without."""
    return at("set-up").all("command strict" if command else "command off", "deploy")


def test_12_6_without_command_control_two_half_squads_begin_where_railroad_and_road_enter() -> None:
    table = deployed(command=False)
    board, task = table.game.board, table.game.mission.road
    edge = set(board.edge(table.game.edge_of("FRIENDLY")))
    rear = {unit.hex: unit.kind for unit in table.state.on_map("FRIENDLY") if unit.hex in edge}
    assert task is not None
    assert set(rear.values()) == {"hs"} and len(rear) == 2
    assert rear.keys() & control.rail_hexes(table.game) and rear.keys() & set(task.starts)


def test_16_with_command_control_nobody_stands_so_far_from_every_leader() -> None:
    table = deployed(command=True)
    board, circle = table.game.board, table.game.figure("leader-circle")
    leaders = {unit.hex for unit in table.state.on_map("FRIENDLY") if unit.kind == "leader"}
    men = {unit.hex for unit in table.state.on_map("FRIENDLY") if unit.mmc}
    assert all(min(board.distance(name, place) for place in leaders) <= circle for name in men)


def heavy(table: Tabletop) -> list[str]:
    """The kinds of the units that hold a HMG."""
    held = [item.holder for item in table.state.weapons.values() if item.type in ("HMG", ".50cal HMG")]
    return [table.unit(holder).kind for holder in held if holder]


def test_a4_42_crews_serve_the_heavy_mg_where_the_doctrine_says_so() -> None:
    usual, combined = deployed(command=True), at("set-up").all("doctrine combined friendly", "deploy")
    assert set(heavy(usual)) == {"squad"}
    crews = sum(unit.kind == "crew" for unit in combined.state.on_map("FRIENDLY"))
    assert heavy(combined).count("crew") == crews, "each crew has one, squads only what is left"


def test_a5_armor_sets_up_where_fewest_of_those_near_by_see_it() -> None:
    seen = []
    for doctrine in ("", "combined"):
        table = at("set-up").all(*([f"doctrine {doctrine} friendly"] * bool(doctrine)), "deploy")
        game = table.game
        places = {name for name, owner in table.state.control.items() if owner != "FRIENDLY"}
        places |= {item.hex for item in table.state.suspects.values() if not item.off_board}
        armor = [unit.hex for unit in table.state.on_map("FRIENDLY") if unit.kind == "vehicle"]
        pairs = ((name, place) for name in armor for place in places if game.board.distance(name, place) <= 10)
        seen.append(sum(look(game, *pair).exists for pair in pairs))
    assert seen[1] < seen[0] / 2
