"""`deploy`: how the program sets up a FRIENDLY force by itself."""

from __future__ import annotations

from statistics import fmean

from tabletop import LIBRARY, Tabletop, at, told

from sasl.asl.game.los.sight import look
from sasl.asl.game.minds import doctrine_name
from sasl.asl.movement.ground.distances import march_to
from sasl.solitaire import control


def deployed(*, command: bool = True, doctrine: str = "commander") -> Tabletop:
    """OtO-S1 set up by the program as the doctrine says, with Command Control or without."""
    return at("set-up").all(f"command {'strict' if command else 'off'}", f"doctrine {doctrine} friendly", "deploy")


def places(table: Tabletop) -> dict[str, str]:
    return {unit.id: unit.hex for unit in table.state.on_map("FRIENDLY")}


def test_house_7_the_player_s_force_sets_up_by_the_doctrine_of_the_mission_card() -> None:
    usual = at("set-up").all("deploy")
    assert places(usual) == places(deployed(doctrine="combined")) != places(deployed())
    assert doctrine_name(usual.game, "FRIENDLY") == "combined"
    assert doctrine_name(usual.all("doctrine commander friendly").game, "FRIENDLY") == "commander"


def way(table: Tabletop) -> float:
    """The MF that its MMC have on the average around known minefields to the nearest VPO that is not FRIENDLY."""
    worth = LIBRARY.doctrine("commander").value("mine-mf")
    mines = dict.fromkeys((item.hex for item in table.state.marked("minefield")), worth)
    goals = [name for name, owner in table.state.control.items() if owner != "FRIENDLY"]
    march = march_to(table.game.board, goals, mines)
    return fmean(march[unit.hex] for unit in table.state.on_map("FRIENDLY") if unit.mmc)


def test_a5_companies_gather_where_the_way_around_the_mines_is_short() -> None:
    assert way(deployed(doctrine="combined")) < way(deployed()) - 1


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
    plain, combined = deployed(), deployed(doctrine="combined")
    assert set(heavy(plain)) == {"squad"}
    crews = sum(unit.kind == "crew" for unit in combined.state.on_map("FRIENDLY"))
    assert heavy(combined).count("crew") == crews, "each crew has one, squads only what is left"


def test_a5_armor_sets_up_where_fewest_of_those_near_by_see_it() -> None:
    seen = []
    for doctrine in ("commander", "combined"):
        table = deployed(doctrine=doctrine)
        game = table.game
        places = {name for name, owner in table.state.control.items() if owner != "FRIENDLY"}
        places |= {item.hex for item in table.state.suspects.values() if not item.off_board}
        armor = [unit.hex for unit in table.state.on_map("FRIENDLY") if unit.kind == "vehicle"]
        pairs = ((name, place) for name in armor for place in places if game.board.distance(name, place) <= 10)
        seen.append(sum(look(game, *pair).exists for pair in pairs))
    assert seen[1] < seen[0] / 2


def test_a5_the_figures_of_the_doctrine_that_set_it_up_are_told() -> None:
    lines = {}
    for name in ("commander", "combined"):
        table = at("set-up").all("command strict", f"doctrine {name} friendly")
        lines[name] = next((line for line in told(table.do("deploy")).splitlines() if "doctrine" in line), "")
    figures = "set-up-around 1, mine-mf 12, set-up-sight 10, set-up-aside 2, crews-serve 1 [house]"
    assert lines == {"commander": "", "combined": f"Set up by your doctrine: {figures}."}
